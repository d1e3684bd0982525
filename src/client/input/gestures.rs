//! What the mouse does, as gestures: clicks, double clicks and drags, none of which is mistaken for
//! another.
//!
//! The pointer's presses and moves come in; [`Gesture`]s leave. What is under the pointer is
//! `bevy_picking`'s business (see `picking.rs`); what a gesture means is that of `selection.rs` and
//! `ordering.rs`.

use bevy::picking::hover::HoverMap;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::client::worlds::Kept;

/// Pixels that the pointer may move between press and release for it to be a click.
const CLICK_PIXELS: f32 = 6.0;
/// Seconds between two clicks that make a double click.
const DOUBLE_CLICK_SECONDS: f64 = 0.4;

/// Something that was done with the mouse.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub enum Gesture {
    /// Pressed and released in one place.
    Click {
        /// Which button.
        button: MouseButton,
        /// Where, logical pixels.
        at: Vec2,
        /// What was there.
        on: Option<Entity>,
        /// Whether this is the second click of a double click.
        double: bool,
    },
    /// Pressed and moving.
    Drag {
        /// Which button.
        button: MouseButton,
        /// Where it was pressed.
        from: Vec2,
        /// Where it is.
        to: Vec2,
    },
    /// Released after moving.
    Drop {
        /// Which button.
        button: MouseButton,
        /// Where it was pressed.
        from: Vec2,
        /// Where it was released.
        to: Vec2,
    },
}

/// A button that is down.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Press {
    button: MouseButton,
    from: Vec2,
    is_drag: bool,
}

/// What has to be remembered from frame to frame.
#[derive(Default)]
pub struct Memory {
    press: Option<Press>,
    last_click: Option<(MouseButton, Vec2, f64)>,
}

/// What is under the pointer: an entity of the world, and whether a panel of the screen is in the way.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct UnderPointer {
    /// The nearest ship or body.
    pub entity: Option<Entity>,
    /// A panel hides the world there.
    pub is_panel: bool,
}

/// Reads what `bevy_picking` found under the mouse.
pub fn note_hover(
    hover: Res<HoverMap>,
    pickable: Query<(), With<crate::client::input::picking::Pick>>,
    nodes: Query<(), With<Node>>,
    mut under: ResMut<UnderPointer>,
) {
    let mut nearest: Option<(f32, Entity)> = None;
    let mut is_panel = false;
    for (&entity, hit) in hover.get(&PointerId::Mouse).into_iter().flat_map(|hits| hits.iter()) {
        is_panel |= nodes.contains(entity);
        if pickable.contains(entity) && nearest.is_none_or(|(depth, _)| hit.depth < depth) {
            nearest = Some((hit.depth, entity));
        }
    }
    under.set_if_neq(UnderPointer { entity: nearest.map(|(_, entity)| entity), is_panel });
}

/// Turns presses, moves and releases into gestures.
pub fn recognize(
    buttons: Res<ButtonInput<MouseButton>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    under: Res<UnderPointer>,
    time: Res<Time<Real>>,
    mut memory: Kept<Memory>,
    mut gestures: MessageWriter<Gesture>,
) {
    let memory = memory.now();
    let Some(cursor) = window.and_then(|window| window.cursor_position()) else { return };
    for button in [MouseButton::Left, MouseButton::Right] {
        if buttons.just_pressed(button) && !under.is_panel {
            memory.press = Some(Press { button, from: cursor, is_drag: false });
        }
    }
    let Some(mut press) = memory.press else { return };
    press.is_drag |= press.from.distance(cursor) > CLICK_PIXELS;
    memory.press = Some(press);
    if !buttons.just_released(press.button) && buttons.pressed(press.button) {
        if press.is_drag {
            gestures.write(Gesture::Drag { button: press.button, from: press.from, to: cursor });
        }
        return;
    }
    memory.press = None;
    if press.is_drag {
        gestures.write(Gesture::Drop { button: press.button, from: press.from, to: cursor });
        return;
    }
    let now = time.elapsed_secs_f64();
    let double = memory.last_click.is_some_and(|(button, at, when)| {
        button == press.button && at.distance(cursor) < CLICK_PIXELS && now - when < DOUBLE_CLICK_SECONDS
    });
    memory.last_click = (!double).then_some((press.button, cursor, now));
    gestures.write(Gesture::Click { button: press.button, at: cursor, on: under.entity, double });
}
