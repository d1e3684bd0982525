//! The states of the player's ships for the small shapes beside their marks: damaged, idle for want of upkeep.

use bevy::prelude::*;

use super::markers::{Marker, UnitState};
use crate::client::frame::{Player, PollTimer};
use crate::client::view::Sight;
use crate::client::worlds::Kept;
use crate::sim::visibility::HullState;

/// Updates the states a few times a second.
pub fn note_states(
    sight: Sight,
    player: Res<Player>,
    time: Res<Time<Real>>,
    mut markers: Query<&mut Marker>,
    mut beat: Kept<PollTimer>,
) {
    if !beat.now().is_due(time.elapsed_secs_f64()) {
        return;
    }
    let view = sight.view();
    for seen in view.ships().filter(|seen| seen.owner == player.faction) {
        let Ok(mut marker) = markers.get_mut(seen.entity) else { continue };
        let is_damaged = view.hull_of_ship(&seen).as_ref().is_some_and(HullState::is_damaged);
        let state = match (is_damaged, seen.is_idle) {
            (true, _) => Some(UnitState::Damaged),
            (false, true) => Some(UnitState::Idle),
            (false, false) => None,
        };
        if marker.state() != state {
            marker.set_state(state);
        }
    }
}
