//! Input of the player, the object under the pointer, and the selection.
//!
//! - Enters: keys, the mouse, places of drawn objects.
//! - Leaves: [`Inputs`](gestures::Inputs), keys, gestures and presses in their order; the active [`Tool`]; the
//!   selection.
//! - Must never: give an order; `orders` does.
//!
//! | folder or file | does |
//! |---|---|
//! | `pointing/` | from the mouse to gestures, and to what lies under the pointer |
//! | `short_taps.rs` | keys that go down and up within one frame |
//! | `selection.rs` | selects ships by click, box, class and control group |
//! | `stack_clicks.rs` | which thing of a stack of marks a click means |
//! | `tool.rs` | the active tool of the mouse |
//! | `at_once.rs` | runs systems inside another one, each after the effects of the one before |
//! | `escape.rs` | what Esc ends, the innermost first |
//! | `focus_keys.rs`, `bookmarks.rs` | keys that look at an object, and at a kept view |
//! | `pace.rs` | pause, slower, faster |
//! | `left_view.rs` | the view, the selection and the groups that a save keeps |

mod at_once;
pub mod bookmarks;
pub mod escape;
pub mod focus_keys;
pub mod left_view;
pub mod pace;
mod pointing;
pub mod selection;
mod short_taps;
pub mod stack_clicks;
pub mod tool;

pub use pointing::{gestures, picking, pointed, press, structure_pick};

pub use at_once::run;
pub use escape::{EscapeLadder, Rung};
pub use focus_keys::SelectionViews;
pub use gestures::{Held, InTurn, SceneCursor, UnderPointer};
pub use picking::{MouseHits, Pick};
pub use pointed::Pointed;
pub use press::Gesture;
pub use selection::{Inspected, Selected};
pub use structure_pick::{HoveredStructure, InspectedStructure};
pub use tool::{ListedThing, Tool};

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use leafwing_input_manager::plugin::{CentralInputStorePlugin, InputManagerPlugin, InputManagerSystem};
use leafwing_input_manager::systems::{clear_central_input_store, update_action_state};

use crate::client::frame::{FrameSystems, InputSystems, PageOpen};
use crate::client::settings::Action;
use crate::client::view::camera;
use crate::client::widgets::presses;
use crate::client::worlds::{AppState, MessagesOfWorld, SetUpSystems};
use crate::sim::OfWorld;

/// Adds gestures, selection and pace.
pub fn plugin(app: &mut App) {
    read_keys(app);
    pointing::plugin(app);
    app.init_of_world::<tool::Tool>()
        .init_of_world::<selection::Inspected>()
        .init_of_world::<selection::Groups>()
        .init_of_world::<selection::SelectionBox>()
        .init_of_world::<stack_clicks::StackClicks>()
        .init_of_world::<bookmarks::Bookmarks>()
        .add_message_of_world::<tool::ListedThing>()
        .add_plugins(presses::<pace::PaceChange>);
    app.on_escape(Rung::Drag, press::give_up_drag).on_escape(Rung::Selection, selection::deselect);
    app.add_systems(OnEnter(AppState::Playing), selection::spawn_box.in_set(SetUpSystems::Frames));
    // A picture shows nobody's selection.
    let enter_save =
        (left_view::lay_out, left_view::notify_pause).run_if(any_with_component::<PrimaryWindow>);
    app.add_systems(OnEnter(AppState::Playing), enter_save.in_set(SetUpSystems::Look));
    app.add_systems(PreUpdate, short_taps::catch_short_taps.after(InputManagerSystem::ManualControl));
    app.add_systems(Update, selection::forget_box.in_set(InputSystems::Point));
    app.add_systems(
        Update,
        (
            pace::change_pace,
            pace::rest_at_the_end,
            camera::zoom,
            camera::turn.run_if(PageOpen::is_closed),
            focus_keys::focus_keys,
            bookmarks::use_bookmarks,
        )
            .chain()
            .in_set(InputSystems::Command),
    );
    app.add_systems(PostUpdate, selection::draw_box.in_set(FrameSystems::Panel));
}

/// Reads the actions of keys only when keys move: the library compares all pairs of actions, which costs half a
/// millisecond, and by default it does so twice a frame.
fn read_keys(app: &mut App) {
    app.add_plugins((InputManagerPlugin::<Action>::server(), CentralInputStorePlugin));
    app.configure_sets(
        PreUpdate,
        (
            InputManagerSystem::Tick,
            InputManagerSystem::Unify,
            InputManagerSystem::Update,
            InputManagerSystem::ManualControl,
        )
            .chain(),
    );
    app.add_systems(PreUpdate, clear_central_input_store.in_set(InputManagerSystem::Tick));
    let update = update_action_state::<Action>.in_set(InputManagerSystem::Update);
    app.add_systems(PreUpdate, update.run_if(keys_move));
}

/// Whether a key was pressed or released in this frame or in the last, in which short taps were recorded.
fn keys_move(keys: Res<ButtonInput<KeyCode>>, mut did_move: Local<bool>) -> bool {
    let is_moving = keys.get_just_pressed().len() + keys.get_just_released().len() > 0;
    std::mem::replace(&mut *did_move, is_moving) || is_moving
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use bevy::input::InputPlugin;
    use leafwing_input_manager::prelude::ActionState;

    use super::*;
    use crate::client::settings::keys::actions::input_map;

    /// Whether the keys of `Action::Home` are down after frames in which keys move like this.
    fn held(moves: &[(bool, bool)]) -> Vec<(bool, bool)> {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, InputPlugin));
        app.init_resource::<crate::client::settings::Settings>();
        read_keys(&mut app);
        app.add_systems(PreUpdate, short_taps::catch_short_taps.after(InputManagerSystem::ManualControl));
        app.world_mut().spawn((ActionState::<Action>::default(), input_map(&[])));
        let key = KeyCode::Home;
        let see = |state: Single<&ActionState<Action>>| {
            (state.pressed(&Action::Home), state.just_pressed(&Action::Home))
        };
        let mut seen = Vec::new();
        for (presses, releases) in moves {
            if *presses {
                leafwing_input_manager::prelude::Buttonlike::press(&key, app.world_mut());
            }
            if *releases {
                leafwing_input_manager::prelude::Buttonlike::release(&key, app.world_mut());
            }
            app.update();
            seen.push(app.world_mut().run_system_once(see).expect("it runs"));
        }
        seen
    }

    #[test]
    fn a_held_key_acts_until_it_is_released() {
        let rest = (false, false);
        let seen = held(&[rest, (true, false), rest, rest, (false, true), rest]);
        assert_eq!(seen, [rest, (true, true), (true, false), (true, false), rest, rest]);
    }

    #[test]
    fn a_tap_within_a_frame_acts_once() {
        let rest = (false, false);
        assert_eq!(held(&[(true, true), rest, rest]), [(true, true), rest, rest]);
    }
}
