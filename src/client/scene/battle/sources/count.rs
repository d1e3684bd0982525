//! Counts the forces at battle sites.

use bevy::prelude::*;

use super::sites::Sites;
use crate::client::frame::Player;
use crate::client::scene::battle::BattleClock;
use crate::client::view::Sight;
use crate::sim::forecast::BattleForces;
use crate::sim::{ArmsTable, Calendar, Sides, Sky};

/// Time between two counts of a battle, s.
const REST_S: f64 = 1.0;

/// Counts the forces of each battle about once a second.
pub fn count(
    sight: Sight,
    player: Res<Player>,
    clock: Res<BattleClock>,
    sky: Res<Sky>,
    calendar: Res<Calendar>,
    sides: Res<Sides>,
    arms_table: Res<ArmsTable>,
    mut sites: ResMut<Sites>,
) {
    for site in sites.uncounted(clock.now_s, REST_S) {
        let (place, reach_km) = site.fought();
        let area = (place.now(&sky), reach_km);
        let before = site.forces.as_ref();
        let forces = BattleForces::about(sight.view(), player.faction, area, &sides, &arms_table, before);
        site.note_forces(clock.now_s, calendar.tick, forces);
    }
}
