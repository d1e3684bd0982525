//! The hand that plans in time: orders that need more than a right click, and routes that are changed where
//! they are drawn.
//!
//! - Enters: the selection, keys and buttons, gestures, the routes as they are drawn.
//! - Leaves: orders through the world's one door; what the next click is for ([`Armed`]); handles, anchors
//!   and words on the screen.
//! - Must never: change a route in any other way, or tell more of other fleets than `seen.rs` does. Whether
//!   an order is allowed is the world's to say.
//!
//! | file | does |
//! |---|---|
//! | `making.rs` | from a meaning, and the keys that are held, to orders |
//! | `buttons/` | the row of orders above the panel of the selection, and their keys |
//! | `aim/`, `area.rs` | the click that an order asked for, and the circle of an attack |
//! | `cursor.rs` | the system's cursor: where a click attacks, and where that would be refused |
//! | `front/` | the foe or the ground under the pointer, and the meaning of a right click there; the same in words |
//! | `able.rs`, `doctrines.rs` | what the selected ships can do, as the world answers, and how they are to fight |
//! | `along.rs` | angles along the path of a body |
//! | `waiting.rs` | the list of what can be waited for |
//! | `nodes.rs` | the ends of legs as handles: moved, taken out, put in |
//! | `anchors.rs` | what the end of a leg goes along with, drawn |
//! | `words.rs` | legs in words |

pub mod able;
pub mod aim;
pub mod along;
pub mod anchors;
pub mod area;
pub mod buttons;
pub mod cursor;
pub mod doctrines;
pub mod front;
pub mod making;
pub mod nodes;
pub mod waiting;

use bevy::ecs::message::MessageCursor;
use bevy::prelude::*;

use crate::client::frame::{FrameSystems, NewsSystems, ToolSystems};
use crate::client::hud::layout::places::LeftColumnSystems;
use crate::client::hud::status::ToolHint;
use crate::client::input::armed::Armed;
use crate::client::input::gestures::Gesture;
use crate::client::scene::routes::nodes::RouteNodes;
use crate::client::worlds::{AppState, WhilePlaying};
use crate::sim::OfWorld;
pub use front::Front;
pub use nodes::NodeHand;

/// Adds the planning of orders.
pub fn plugin(app: &mut App) {
    app.init_of_world::<Armed>()
        .init_of_world::<area::DrawnArea>()
        .init_of_world::<able::Able>()
        .init_of_world::<Front>()
        .init_of_world::<RouteNodes>()
        .init_of_world::<NodeHand>()
        .init_of_world::<waiting::WaitMenu>();
    app.add_systems(OnEnter(AppState::Playing), buttons::spawn_row.in_set(LeftColumnSystems::Orders));
    app.add_systems(
        Update,
        (
            able::note_abilities,
            front::note_front,
            buttons::command,
            waiting::choose_wait,
            aim::aim_by_click,
            nodes::edit_by_mouse,
        )
            .chain()
            .in_set(ToolSystems::Order),
    );
    app.add_systems(Update, cursor::show_cursor.in_set(NewsSystems::Tell).in_set(WhilePlaying));
    app.add_systems(PostUpdate, note_hint.in_set(FrameSystems::Label));
    app.add_systems(
        PostUpdate,
        (buttons::write_row, waiting::write_waits, nodes::draw_nodes, anchors::draw_anchors, aim::draw_aim)
            .chain()
            .in_set(FrameSystems::Draw),
    );
}

/// Takes those gestures out that `is_taken` uses, so that they neither select nor send anybody anywhere.
/// Where none is used they all stay as they were.
fn sift(
    gestures: &mut Messages<Gesture>,
    cursor: &mut MessageCursor<Gesture>,
    mut is_taken: impl FnMut(&Gesture) -> bool,
) {
    let fresh: Vec<Gesture> = cursor.read(gestures).copied().collect();
    let kept: Vec<Gesture> = fresh.iter().copied().filter(|gesture| !is_taken(gesture)).collect();
    if kept.len() == fresh.len() {
        return;
    }
    // Everybody has read what came before; what is not used here goes back.
    gestures.clear();
    for gesture in kept {
        gestures.write(gesture);
    }
    cursor.clear(gestures);
}

/// Notes what could be done now, for the status line.
fn note_hint(armed: Res<Armed>, hand: Res<NodeHand>, front: Res<Front>, mut hint: ResMut<ToolHint>) {
    let words = armed.hint().or_else(|| hand.hint()).map(str::to_owned).or_else(|| front.hint());
    hint.set_if_neq(ToolHint(words));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_is_seen_by_nobody_else() {
        let click = |x: f32| Gesture::Click {
            button: MouseButton::Left,
            at: Vec2::new(x, 0.0),
            on: None,
            double: false,
        };
        let mut gestures = Messages::<Gesture>::default();
        let mut cursor = MessageCursor::<Gesture>::default();
        gestures.write(click(1.0));
        gestures.write(click(2.0));
        sift(&mut gestures, &mut cursor, |gesture| *gesture == click(1.0));
        let left: Vec<Gesture> = MessageCursor::<Gesture>::default().read(&gestures).copied().collect();
        assert_eq!(left, [click(2.0)]);
        let mut seen = 0;
        sift(&mut gestures, &mut cursor, |_| {
            seen += 1;
            true
        });
        assert_eq!(seen, 0, "what went back is not looked at again");
    }
}
