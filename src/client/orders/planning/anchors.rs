//! Anchors of the ends of legs: a small anchor sign, and a dotted line to the body, the ring or the fleet; for a
//! place ahead of a body the arc of its path. A leg to a body itself has no sign: its end is marked by the body.

use bevy::prelude::*;
use glam::DVec3;

use super::along::arc;
use crate::client::scene::routes::nodes::{RouteNode, RouteNodes};
use crate::client::view::Pen;
use crate::level::StarSystem;
use crate::sim::{Anchor, AnchoredPlace, BodyId, Goal, Leg, Sky};

/// Distance of an anchor to the left of the end of its leg, pixels.
const ASIDE_PIXELS: f64 = 16.0;
/// Half the height of an anchor, pixels.
const HALF_PIXELS: f64 = 6.0;
/// Length of a dash of a dotted line with its gap, pixels.
const DASH_PIXELS: f32 = 8.0;
/// The most dashes of a line.
const MOST_DASHES: u32 = 80;
/// Opacity of dotted lines and arcs relative to the route.
const LINE_STRENGTH: f32 = 0.5;
/// The three strokes of an anchor: points to the right and up, in half heights.
const STROKES: [&[(f64, f64)]; 3] = [
    &[(0.0, 1.0), (0.0, -1.0)],
    &[(-0.45, 0.55), (0.45, 0.55)],
    &[(-0.8, -0.2), (-0.5, -0.8), (0.0, -1.0), (0.5, -0.8), (0.8, -0.2)],
];

/// The anchor of a leg's end.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Along {
    /// A body, or a ring of it.
    Body(BodyId),
    /// A point of a body's path.
    Path(BodyId, f64),
    /// Another fleet, which is here now, km.
    Fleet(DVec3),
}

/// The anchor of a leg's end; `None` for a place in space, a wait, and an attack.
fn along(leg: &Leg) -> Option<Along> {
    match leg.goal {
        Goal::Place(AnchoredPlace { anchor: Anchor::Ahead { body, degrees }, .. }) => {
            Some(Along::Path(body, degrees))
        }
        Goal::Fleet { .. } => Some(Along::Fleet(leg.track.place)),
        goal => goal.body().map(Along::Body),
    }
}

/// Whether only the sign tells that the end of a leg moves.
fn has_sign(goal: &Goal) -> bool {
    matches!(goal, Goal::Place(_) | Goal::Fleet { .. })
}

/// The line from the anchor of a leg's end to that end as it is drawn, km, and whether it is dotted.
fn line_of(along: Along, system: &StarSystem, node: &RouteNode) -> Option<(Vec<DVec3>, bool)> {
    match along {
        Along::Body(body) if system.bodies.get(body).is_some() => {
            let place = system.displayed_state(body, node.jd).position + node.shift;
            Some((vec![place, node.place()], true))
        }
        Along::Body(_) => None,
        Along::Path(body, degrees) => Some((arc(system, body, degrees, node.jd), false)),
        Along::Fleet(place) => Some((vec![place, place + node.leg.beside], true)),
    }
}

/// Draws the anchors of the selected fleets' legs.
pub fn draw_anchors(nodes: Res<RouteNodes>, sky: Res<Sky>, mut pen: Pen) {
    for node in &nodes.0 {
        let Some(along) = along(&node.leg) else { continue };
        if has_sign(&node.leg.goal) {
            draw_anchor(&mut pen, node.place(), node.color);
        }
        let line = line_of(along, &sky.system, node);
        let Some((way, is_dotted)) = line else { continue };
        let color = node.color.with_alpha(node.color.alpha() * LINE_STRENGTH);
        match (way.first(), way.last()) {
            (Some(from), Some(to)) if is_dotted => draw_dotted(&mut pen, *from, *to, color),
            _ => pen.strip(way, color),
        }
    }
}

/// Draws an anchor beside a place; it faces the eye.
fn draw_anchor(pen: &mut Pen, place: DVec3, color: Color) {
    let Some(projected) = pen.view.project(place) else { return };
    let (right, up) = (pen.view.right, pen.view.up);
    let middle = place - right * (ASIDE_PIXELS / projected.pixels_per_km);
    let half_km = HALF_PIXELS / projected.pixels_per_km;
    for stroke in STROKES {
        pen.strip(stroke.iter().map(|(x, y)| middle + (right * *x + up * *y) * half_km), color);
    }
}

/// Draws a dotted line, with dashes of constant length on the screen.
fn draw_dotted(pen: &mut Pen, from: DVec3, to: DVec3, color: Color) {
    let (Some(begin), Some(end)) = (pen.view.project(from), pen.view.project(to)) else { return };
    let count = dashes(begin.pixel.distance(end.pixel));
    for dash in 0..count {
        let share = |part: f64| (f64::from(dash) + part) / f64::from(count);
        pen.line(from.lerp(to, share(0.0)), from.lerp(to, share(0.5)), color);
    }
}

/// Number of dashes of a line with this length on the screen, pixels.
fn dashes(pixels: f32) -> u32 {
    ((pixels / DASH_PIXELS) as u32).min(MOST_DASHES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::warnings::example::{BASALT, at, system};
    use crate::sim::ids::FleetId;
    use crate::sim::world::{Track, WaitEvent};

    fn found(goal: Goal) -> Option<Along> {
        let track = Track { place: DVec3::Y, ..Track::default() };
        along(&Leg { track, ..Leg::new(goal, 1.0) })
    }

    #[test]
    fn only_what_moves_has_an_anchor() {
        let place = |anchor: Anchor| Goal::Place(AnchoredPlace { anchor, offset: DVec3::X });
        assert_eq!(found(place(Anchor::Space)), None);
        assert_eq!(found(Goal::Wait(WaitEvent::Date(1.0))), None);
        assert_eq!(found(place(Anchor::Body(BodyId(1)))), Some(Along::Body(BodyId(1))));
        assert_eq!(found(Goal::Ring { body: BodyId(1), ring: 0 }), Some(Along::Body(BodyId(1))));
        assert_eq!(
            found(place(Anchor::Ahead { body: BodyId(1), degrees: 30.0 })),
            Some(Along::Path(BodyId(1), 30.0))
        );
        let fleet = Goal::Fleet { fleet: FleetId(2), guard: false };
        assert_eq!(found(fleet), Some(Along::Fleet(DVec3::Y)));
    }

    #[test]
    fn a_leg_to_a_body_itself_needs_no_sign() {
        let beside = AnchoredPlace { anchor: Anchor::Body(BodyId(1)), offset: DVec3::X };
        assert!(has_sign(&Goal::Place(beside)) && has_sign(&Goal::Fleet { fleet: FleetId(2), guard: false }));
        assert!(!has_sign(&Goal::Body(BodyId(1))) && !has_sign(&Goal::Ring { body: BodyId(1), ring: 0 }));
    }

    #[test]
    fn the_line_begins_where_the_body_is_drawn() {
        let system = system();
        let node = |body: BodyId, shift: DVec3| RouteNode {
            fleet: FleetId(0),
            at: 0,
            leg: Leg::new(Goal::Body(body), 1.0),
            jd: system.epoch_jd + 20.0,
            way: vec![DVec3::X],
            shift,
            color: Color::WHITE,
        };
        for shift in [DVec3::ZERO, DVec3::Y * 1.0e6] {
            let line = line_of(Along::Body(BASALT), &system, &node(BASALT, shift));
            let (way, is_dotted) = line.expect("there is one");
            let from = at(&system, BASALT, 20.0) + shift;
            assert!(is_dotted && way[0].distance(from) < 1.0 && way[1] == DVec3::X);
        }
        let node = node(BASALT, DVec3::ZERO);
        let (arc, is_dotted) = line_of(Along::Path(BASALT, 60.0), &system, &node).expect("there is one");
        assert!(!is_dotted && arc.len() > 8);
        assert!(line_of(Along::Body(BodyId(99)), &system, &node).is_none());
    }

    #[test]
    fn long_lines_have_no_more_dashes_than_are_seen() {
        assert_eq!(dashes(80.0), 10);
        assert_eq!(dashes(3.0), 0);
        assert_eq!(dashes(1.0e9), MOST_DASHES);
        assert_eq!(dashes(f32::NAN), 0);
    }
}
