//! The view that a player leaves: into a save, and out of it when the game is loaded.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::pace::paused_words;
use super::selection::{Groups, Selected};
use crate::client::frame::{Player, Toasts};
use crate::client::settings::Settings;
use crate::client::view::first_look::{LeftView, camera_view};
use crate::client::view::{Gaze, SeenShips, TargetPlaces};
use crate::client::worlds::{Playback, is_from_save};
use crate::level::{ControlGroup, PlayerView};
use crate::sim::{Calendar, Sky};

/// The present view of the player for a save; `None` where there is no screen.
pub fn of_world(world: &mut World) -> Option<PlayerView> {
    // Without a camera the system cannot run.
    let view = world.run_system_cached(note).ok().flatten();
    view.filter(PlayerView::is_sound)
}

/// Notes camera, selection and control groups.
fn note(
    gaze: Gaze,
    places: TargetPlaces,
    sky: Res<Sky>,
    ships: SeenShips,
    selected: Query<Entity, With<Selected>>,
    groups: Res<Groups>,
) -> Option<PlayerView> {
    let number_of = |ship: Entity| ships.get(ship).map(|seen| seen.ship.id.0);
    let view = camera_view(&gaze, &places, &sky, number_of)?;
    let selected = selected.iter().filter_map(number_of);
    let groups = groups.all().map(|(number, ships)| ControlGroup {
        number,
        ships: ships.iter().copied().filter_map(number_of).collect(),
    });
    Some(PlayerView { selected: sorted(selected), groups: groups.collect(), ..view })
}

fn sorted(numbers: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut numbers: Vec<u32> = numbers.collect();
    numbers.sort_unstable();
    numbers
}

/// Restores selection and control groups as far as their ships are there, and the player's own.
pub(super) fn lay_out(
    left: Option<Res<LeftView>>,
    player: Res<Player>,
    ships: SeenShips,
    mut groups: ResMut<Groups>,
    mut commands: Commands,
) {
    let Some(LeftView(view)) = left.as_deref() else { return };
    let own = ships.iter().filter(|seen| seen.owner == player.faction);
    let own: BTreeMap<u32, Entity> = own.map(|seen| (seen.ship.id.0, seen.entity)).collect();
    for ship in view.selected.iter().filter_map(|number| own.get(number)) {
        commands.entity(*ship).insert(Selected);
    }
    for group in &view.groups {
        let ships = group.ships.iter().filter_map(|number| own.get(number).copied());
        groups.set(group.number, ships.collect());
    }
}

/// Notifies the player that the clock of a loaded game stands.
pub(super) fn notify_pause(
    calendar: Res<Calendar>,
    playback: Option<Res<Playback>>,
    time: Res<Time<Virtual>>,
    settings: Res<Settings>,
    mut toasts: ResMut<Toasts>,
) {
    if is_from_save(playback.as_deref(), &calendar) && time.is_paused() {
        toasts.say(paused_words(&settings.keys));
    }
}
