//! Pull and pushes as arrows: green and red on the ship that is followed, short red lines on all others.
//!
//! The flight comes in, lines leave. Lengths are in radii of the ship, so that every size shows alike.

use crate::client::frame::LineGizmos;
use bevy::prelude::*;

use super::playing::Chosen;
use super::playing::Playing;

/// The colour of pull.
const PULL: Color = Color::srgb(0.25, 0.95, 0.35);
/// The colour of pushes.
const PUSH: Color = Color::srgb(1.0, 0.22, 0.16);
/// The marks of the followed ship and of its target.
const MARK: Color = Color::srgba(1.0, 0.93, 0.7, 0.8);
/// The legend of the lines.
pub const COLORS: &str = "green arrow: pull of the followed ship; red: pushes, its own and everyone's";

/// Length of an arrow of strength 1, in radii of the ship.
const ARROW_RADII: f32 = 6.0;
/// Length of the lines on all ships.
const LINE_RADII: f32 = 2.0;
/// Stronger than this is drawn no longer.
const STRONGEST: f32 = 2.5;
/// Weaker than this is not drawn.
const WEAKEST: f32 = 0.02;

/// Draws the pushes on all ships as short lines.
pub fn draw_pushes(playing: Res<Playing>, chosen: Res<Chosen>, mut lines: Gizmos<LineGizmos>) {
    let crowd = playing.crowd();
    for (ship, (push, hull)) in crowd.pushes.iter().zip(&crowd.hulls).enumerate() {
        if chosen.0 == Some(ship) {
            continue;
        }
        let (Some(line), Some(place)) = (drawn(*push), playing.ship_place(ship)) else { continue };
        let from = place + line.normalize_or_zero() * hull.radius;
        lines.line(from, from + line * (LINE_RADII * hull.radius), PUSH.with_alpha(0.75));
    }
}

/// Draws pull and pushes of the ship that is followed, and where it has to go.
pub fn draw_chosen(playing: Res<Playing>, chosen: Res<Chosen>, mut lines: Gizmos<LineGizmos>) {
    let Some(ship) = chosen.0 else { return };
    let Some(place) = playing.ship_place(ship) else { return };
    let craft = playing.crowd().craft(ship);
    let (radius, bound) = (craft.hull.radius, craft.hull.bound());
    lines.sphere(Isometry3d::from_translation(place), 1.5 * bound, MARK.with_alpha(0.35)).resolution(32);
    draw_target(&mut lines, place, craft.target - playing.drift(), bound);
    let pushes = playing.crowd().pushes.get(ship).copied().unwrap_or(Vec3::ZERO);
    draw_forces(&mut lines, place, (radius, bound), playing.pull_on(ship), pushes);
}

/// Draws pull and pushes of a ship as arrows. How far its hull reaches from its axis and from its middle says
/// how long they are and where they begin.
pub fn draw_forces(
    lines: &mut Gizmos<LineGizmos>,
    place: Vec3,
    (radius, bound): (f32, f32),
    pull: Vec3,
    pushes: Vec3,
) {
    for (strength, color) in [(pull, PULL), (pushes, PUSH)] {
        if let Some(arrow) = drawn(strength) {
            let from = place + arrow.normalize_or_zero() * bound;
            lines.arrow(from, from + arrow * (ARROW_RADII * radius), color).with_tip_length(radius);
        }
    }
}

/// A cross at a ship's target, and a faint line to there.
fn draw_target(lines: &mut Gizmos<LineGizmos>, place: Vec3, target: Vec3, bound: f32) {
    for axis in Vec3::AXES {
        lines.line(target - axis * bound, target + axis * bound, MARK);
    }
    lines.line(place, target, MARK.with_alpha(0.2));
}

/// The drawn part of a pull or a push: nothing of a weak one, and a limited length.
fn drawn(strength: Vec3) -> Option<Vec3> {
    let is_seen = strength.is_finite() && strength.length() > WEAKEST;
    is_seen.then(|| strength.clamp_length_max(STRONGEST))
}
