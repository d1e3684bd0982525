//! Ships fire at the ground of bodies.
//!
//! - Enters: ships of fleets whose first leg is to bombard a body, with weapons that can.
//! - Leaves: [`GroundHits`], weapons that have to be loaded anew (which is the fight's), and
//!   [`Event::Bombarded`].
//! - Must never: fire at the ground of the own side, or hit anything else.
//!
//! Something as large as a planet is never missed, and hides nothing of its near side.

use bevy::prelude::*;
use glam::DVec3;

use super::super::fight::firing::reload_ticks;
use super::super::fight::{Condition, Event, Mark, Report};
use super::{GroundHit, GroundHits, Mission, Theatre};
use crate::level::Stance;

pub(super) fn bombard(
    theatre: Theatre,
    mut conditions: Query<&mut Condition>,
    mut hits: ResMut<GroundHits>,
    mut report: ResMut<Report>,
) {
    for envoy in theatre.envoys(Mission::Bombard) {
        let Some(body) = theatre.sky.system.bodies.get(envoy.body) else { continue };
        let ship = &theatre.traffic.ships[envoy.at];
        let entity = theatre.traffic.entities[envoy.at];
        let Some(class) = theatre.armoury.ships.get(ship.class) else { continue };
        let Ok(mut condition) = conditions.get_mut(entity) else { continue };
        let from = theatre.traffic.ends[envoy.at];
        let center = theatre.sky.now[envoy.body].position;
        let to = center + (from - center).normalize_or(DVec3::X) * body.displayed_radius_km;
        let height_km = from.distance(to);
        let by = Mark::Ship(ship.id);
        let holds_fire = theatre
            .fleets
            .get(theatre.traffic.fleets[envoy.at])
            .is_ok_and(|(_, _, doctrine)| doctrine.0.stance == Stance::HoldFire);
        let is_silent = holds_fire || condition.silenced_ticks > 0;
        for (mounted, mount) in class.mounts.iter().zip(condition.mounts.iter_mut()) {
            let Some(weapon) = theatre.armoury.weapons.get(mounted.weapon) else { continue };
            if is_silent || !weapon.bombards || mount.reload_ticks > 0 || height_km > weapon.range_km {
                continue;
            }
            let is_unpaid = theatre.traffic.idle[envoy.at];
            mount.reload_ticks = reload_ticks(weapon, &theatre.armoury.rules.gunnery, is_unpaid);
            let harm = weapon.harm * f64::from(mounted.count);
            hits.0.push(GroundHit { body: envoy.body, faction: envoy.faction, harm });
            let weapon = mounted.weapon;
            report.note(theatre.calendar.tick, Event::Bombarded { by, weapon, from, to, body: envoy.body });
        }
    }
}
