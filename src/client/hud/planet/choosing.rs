//! The click in the world that a button asked for: a slot for a structure, or a rally point.
//!
//! - Enters: what is being chosen, gestures, and where the pointer is: on a slot, a body, a ring, the plane.
//! - Leaves: the order, the slot under the pointer, and lit slots. A click that was meant for this is taken
//!   out of the gestures, so that it selects nothing and sends nobody anywhere.
//! - Must never: give an order for anything that was not clicked.

use bevy::ecs::message::MessageCursor;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use leafwing_input_manager::prelude::ActionState;

use super::HoveredSpot;
use super::gather::Estate;
use crate::client::frame::{LineGizmos, Toasts};
use crate::client::input::armed::Choosing;
use crate::client::input::gestures::{Gesture, UnderPointer};
use crate::client::input::pointed::{Pointed, clicked_goal};
use crate::client::scene::rings::{RingSpot, RingView, ShownRings, choice_at, draw_choice};
use crate::client::settings::Settings;
use crate::client::settings::actions::Action;
use crate::client::settings::key_words::with_keys;
use crate::client::view::seen::SeenStructures;
use crate::sim::ids::{BodyId, ClassId, StructureId};
use crate::sim::order::construction::ConstructionOrder;
use crate::sim::world::Body;
use crate::sim::{Order, OrderDoor};

/// What becomes of a click while something is being chosen.
#[derive(Clone, Debug, PartialEq)]
enum Outcome {
    /// It is meant for something else.
    Passed,
    /// It ends the choice.
    Ended,
    /// It hits nothing that could be meant; the choice goes on.
    Missed,
    /// It chooses.
    Chose(ConstructionOrder),
}

/// Ends a choice by a click, a right click or the key that deselects.
pub fn choose_by_click(
    mut gestures: ResMut<Messages<Gesture>>,
    mut cursor: Local<MessageCursor<Gesture>>,
    mut actions: Single<&mut ActionState<Action>>,
    mut choosing: ResMut<Choosing>,
    spot: Res<HoveredSpot>,
    pointed: Res<Pointed>,
    bodies: Query<&Body>,
    estate: Estate,
    settings: Res<Settings>,
    mut door: ResMut<OrderDoor>,
    mut toasts: ResMut<Toasts>,
) {
    if !choosing.is_active() {
        cursor.clear(&gestures);
        return;
    }
    if actions.just_pressed(&Action::Deselect) {
        *choosing = Choosing::default();
        // The key has done its work: what is selected stays selected.
        if let Some(key) = actions.button_data_mut(&Action::Deselect) {
            key.state.tick();
        }
    }
    let goes_on = actions.pressed(&Action::Add);
    let fresh: Vec<Gesture> = cursor.read(&gestures).copied().collect();
    // Everybody has read what came before; what is not used here goes back.
    gestures.clear();
    for gesture in fresh {
        let on = body_under(&gesture, &bodies);
        match outcome(&gesture, &choosing, spot.0, on, &pointed, &estate) {
            Outcome::Passed => {
                gestures.write(gesture);
            }
            Outcome::Ended => *choosing = Choosing::default(),
            Outcome::Missed if choosing.rally.is_some() => {
                let why = "New ships cannot go there: click a place, a body or a ring, <end> ends";
                toasts.say(with_keys(why, &settings.keys));
            }
            Outcome::Missed => {
                let why = "Nothing can be placed there: click what is lit, <end> ends";
                toasts.say(with_keys(why, &settings.keys));
            }
            Outcome::Chose(order) => {
                door.give(estate.player.faction, Order::Construction(order));
                if !goes_on {
                    *choosing = Choosing::default();
                }
            }
        }
    }
    cursor.clear(&gestures);
}

/// The body that a click is on.
fn body_under(gesture: &Gesture, bodies: &Query<&Body>) -> Option<BodyId> {
    match gesture {
        Gesture::Click { on: Some(entity), .. } => bodies.get(*entity).ok().map(|body| body.0),
        _ => None,
    }
}

fn outcome(
    gesture: &Gesture,
    choosing: &Choosing,
    spot: Option<RingSpot>,
    on_body: Option<BodyId>,
    pointed: &Pointed,
    estate: &Estate,
) -> Outcome {
    let Gesture::Click { button, on, .. } = gesture else { return Outcome::Passed };
    match (button, choosing.class, choosing.rally) {
        (_, None, None) => Outcome::Passed,
        (MouseButton::Right, ..) => Outcome::Ended,
        (MouseButton::Left, Some(class), _) => match (spot, on) {
            (Some(spot), _) => build_order(estate, class, spot).map_or(Outcome::Ended, Outcome::Chose),
            // A click on a planet or a ship looks at it, also while choosing.
            (None, Some(_)) => Outcome::Passed,
            (None, None) => Outcome::Missed,
        },
        (MouseButton::Left, None, Some(yard)) => {
            rally_order(estate, yard, on_body, pointed).map_or(Outcome::Missed, Outcome::Chose)
        }
        _ => Outcome::Passed,
    }
}

fn build_order(estate: &Estate, class: ClassId, spot: RingSpot) -> Option<ConstructionOrder> {
    let class = estate.classes.0.get(class)?.name.clone();
    let body = estate.sky.system.bodies.get(spot.body)?.name.clone();
    Some(ConstructionOrder::Build { class, body, ring: spot.ring, slot: spot.slot })
}

fn rally_order(
    estate: &Estate,
    yard: StructureId,
    on_body: Option<BodyId>,
    pointed: &Pointed,
) -> Option<ConstructionOrder> {
    let name = |body: BodyId| estate.sky.system.bodies.get(body).map(|body| body.name.clone());
    let rally = clicked_goal(name, on_body, pointed.ring, pointed.point)?;
    Some(ConstructionOrder::RallyTo { yard, rally: Some(rally) })
}

/// Lights the slots where the chosen class can be built, and finds the one under the pointer. For a rally
/// point it has the rings under the pointer shown.
pub fn show_choice(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    under: Res<UnderPointer>,
    choosing: Res<Choosing>,
    rings: RingView,
    estate: Estate,
    structures: SeenStructures,
    mut shown: ResMut<ShownRings>,
    mut spot: ResMut<HoveredSpot>,
    mut lines: Gizmos<LineGizmos>,
) {
    spot.0 = None;
    let class = choosing.class.and_then(|class| estate.classes.0.get(class));
    if shown.every != class.is_some() {
        shown.every = class.is_some();
    }
    if shown.for_rally != choosing.rally.is_some() {
        shown.for_rally = choosing.rally.is_some();
    }
    let Some(class) = class else { return };
    let allowed: Vec<BodyId> =
        shown.bodies.iter().copied().filter(|body| estate.economy().claim(*body).may_build()).collect();
    let may_build = |body: BodyId| allowed.contains(&body);
    let cursor = window.and_then(|window| window.cursor_position()).filter(|_| !under.is_panel);
    spot.0 = cursor.and_then(|cursor| choice_at(cursor, &rings, &shown, class, &structures, may_build));
    let color = estate.colors.of(estate.me());
    draw_choice(&mut lines, &rings, &shown, class, &structures, spot.0, color, may_build);
}
