//! The bar of a replay, at the lower edge in the place of the suggestion: its length with marks, the moment that is
//! shown, and ways to others.
//!
//! - Enters: the log that is watched, the present tick, keys, presses, a hand on the track.
//! - Leaves: requests to the clockwork to show another tick; flights of the camera to marks.
//! - Must never: be shown in a game, or go to a tick by itself.
//!
//! | file | does |
//! |---|---|
//! | `sought.rs` | presses and keys; the tick that is sought, until the clockwork takes it |
//! | `track.rs` | the track: its parts, and the hand on it |
//! | `signs.rs` | the marks of the log as signs on the track |
//! | `buttons.rs` | buttons and words beside the track |

mod buttons;
mod signs;
mod sought;
mod track;

pub use sought::{ReplayPress, shown_from};
pub use track::Track;

use bevy::prelude::*;
use bevy::state::state::StateTransitionSystems;

use crate::client::frame::{FrameSystems, InputSystems};
use crate::client::hud::layout::places::StatusRoom;
use crate::client::widgets::{Rows, presses};
use crate::client::worlds::{AppState, SetUpSystems, is_replay};
use buttons::Side;
use sought::Sought;

/// Gap between the track and its neighbours, pixels.
const GAP: f32 = 12.0;

/// Marks the bar.
#[derive(Component, Clone, Copy, Debug)]
pub struct ReplayBar;

/// Adds the bar.
pub fn plugin(app: &mut App) {
    app.init_resource::<Sought>().add_plugins(presses::<ReplayPress>);
    // An exchange of worlds, which follows at once, drops presses.
    app.add_systems(
        StateTransition,
        sought::take_presses.before(StateTransitionSystems::DependentTransitions).run_if(is_replay),
    );
    app.add_systems(OnEnter(AppState::Playing), spawn.in_set(SetUpSystems::Rows).run_if(is_replay));
    app.add_systems(Update, (track::drag, sought::ask).chain().in_set(InputSystems::Panel).run_if(is_replay));
    app.add_systems(
        PostUpdate,
        (signs::lay, track::fill, buttons::write).in_set(FrameSystems::Panel).run_if(is_replay),
    );
    app.add_systems(PostUpdate, remove.in_set(FrameSystems::Panel).run_if(not(is_replay)));
    app.add_systems(PostUpdate, sought::forget.run_if(not(is_replay)));
}

/// Spawns the bar in its room on the status line.
fn spawn(mut commands: Commands, room: Single<Entity, With<StatusRoom>>) {
    let bar = Node { width: percent(100), align_items: AlignItems::Center, column_gap: px(GAP), ..default() };
    let bar = commands.spawn((ReplayBar, bar, Pickable::IGNORE, ChildOf(*room))).id();
    let column = Node { flex_direction: FlexDirection::Column, flex_shrink: 0.0, ..default() };
    let side = |side: Side| (side, Rows::<ReplayPress>::default(), column.clone(), ChildOf(bar));
    commands.spawn(side(Side::Left));
    track::spawn(&mut commands, bar);
    commands.spawn(side(Side::Right));
}

/// Removes the bar of a replay that has become a game.
fn remove(mut commands: Commands, bars: Query<Entity, With<ReplayBar>>) {
    for bar in &bars {
        commands.entity(bar).despawn();
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn all_of_the_bar_is_there_from_the_start_and_goes_as_a_whole() {
        let mut world = World::new();
        world.spawn(StatusRoom);
        world.run_system_once(spawn).expect("it runs");
        let sides: Vec<Side> = world.query::<&Side>().iter(&world).copied().collect();
        assert_eq!(sides, [Side::Left, Side::Right]);
        assert_eq!(world.query::<&Track>().iter(&world).count(), 1);
        assert_eq!(world.query::<&track::Part>().iter(&world).count(), 4);
        assert_eq!(world.query::<&signs::Lane>().iter(&world).count(), 1);
        world.run_system_once(remove).expect("it runs");
        assert_eq!(world.query::<&Node>().iter(&world).count(), 0);
        assert_eq!(world.query::<&StatusRoom>().iter(&world).count(), 1, "the room stays");
    }
}
