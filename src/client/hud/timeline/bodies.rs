//! Ghosts of bodies: thin outlines at their places at the later time, and their ways there. Nothing is kept from
//! frame to frame.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use glam::DVec3;

use super::{Foresight, Later};
use crate::client::frame::date_words;
use crate::client::input::Pointed;
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::scene::sky::bodies::BodyColors;
use crate::client::scene::sky::crowd::Crowd;
use crate::client::view::{BodyPlaces, Moment, Pen, Projected, UNIT_KM, ViewCamera, turned};
use crate::level::{BodyKind, StarSystem};
use crate::sim::{BodyId, Sky};

/// Pieces of the line along a way.
const WAY_PIECES: u32 = 48;
/// The drawn share of the last turn, for a way of several turns.
const LONGEST_WAY: f64 = 0.92;
/// Opacity of the way at its beginning and at its end.
const WAY_ALPHAS: (f32, f32) = (0.08, 0.6);
/// Opacity of a ghost.
const ALPHA: f32 = 0.65;
/// The least size of a ghost on the screen, pixels of its radius.
const LEAST_PIXELS: f64 = 6.0;
/// From this size on a ghost is a ball, pixels of its radius.
const BALL_PIXELS: f64 = 24.0;
/// From this size on its well is drawn, pixels of the well's radius.
const WELL_PIXELS: f64 = 30.0;
/// Least radius of the well of a planet's ghost on the screen with drawn moons, pixels.
const MOONS_PIXELS: f64 = 60.0;
/// A ghost nearer to its body on the screen than this is not drawn, pixels.
const APART_PIXELS: f32 = 3.0;
/// A planet's ghost farther from its body than this has its name, pixels.
const NAMED_PIXELS: f32 = 60.0;
/// A pointer nearer than this rests on a ghost, pixels.
const HOVER_PIXELS: f32 = 12.0;

/// Draws the ghosts of all bodies that move.
pub fn draw_bodies(
    foresight: Res<Foresight>,
    later: Res<Later>,
    (sky, crowd): (Res<Sky>, Res<Crowd>),
    places: Res<BodyPlaces>,
    colors: Res<BodyColors>,
    moment: Res<Moment>,
    pointed: Res<Pointed>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut labels: ResMut<PointLabels>,
    mut pen: Pen,
) {
    if !foresight.is_on() {
        return;
    }
    let cursor = window.and_then(|window| window.cursor_position());
    for (index, body) in sky.system.bodies.iter_enumerated() {
        let (Some(state), Some(now)) = (later.states.get(index), places.0.get(index)) else { continue };
        let color = colors.0.get(index).copied().unwrap_or(Color::WHITE);
        let place = state.position;
        if body.parent.is_none() || crowd.is_dot(index) || !is_drawn(&sky.system, &later, &pen.view, index) {
            continue;
        }
        let apart = screen_distance(&pen.view, *now, place);
        if apart.is_some_and(|pixels| pixels < APART_PIXELS) {
            continue;
        }
        draw_way(&mut pen, &sky.system, index, (moment.jd, later.jd), color);
        let Some(Projected { pixel, pixels_per_km, .. }) = pen.view.project(place) else { continue };
        let radius_km = body.displayed_radius_km.max(LEAST_PIXELS / pixels_per_km);
        draw_outline(&mut pen, place, radius_km, color.with_alpha(ALPHA));
        if radius_km * pixels_per_km > BALL_PIXELS {
            pen.ball(place, radius_km, 32, color.with_alpha(0.3 * ALPHA));
        }
        if body.well_radius_km * pixels_per_km > WELL_PIXELS {
            pen.level_circle(place, body.well_radius_km, 64, color.with_alpha(0.5 * ALPHA));
        }
        let reach = HOVER_PIXELS.max((radius_km * pixels_per_km) as f32);
        let is_hovered =
            pointed.body == Some(index) || cursor.is_some_and(|cursor| cursor.distance(pixel) < reach);
        if is_hovered {
            labels.say(place, format!("{}, {}", body.name, date_words(later.jd)), color);
        } else if body.kind == BodyKind::Planet && apart.is_some_and(|pixels| pixels > NAMED_PIXELS) {
            labels.forecast(place, body.name.clone(), color);
        }
    }
}

/// Whether the ghost of a body is drawn: a moon only if there is room for it.
fn is_drawn(system: &StarSystem, later: &Later, view: &ViewCamera, index: BodyId) -> bool {
    let Some(body) = system.bodies.get(index) else { return false };
    let Some(planet) = body.parent.filter(|_| body.kind == BodyKind::Moon) else { return true };
    let (Some(state), Some(planet)) = (later.states.get(planet), system.bodies.get(planet)) else {
        return false;
    };
    let projected = view.project(state.position);
    projected.is_some_and(|projected| planet.well_radius_km * projected.pixels_per_km > MOONS_PIXELS)
}

/// Distance of two places on the screen, pixels; `None` if one is behind the eye.
fn screen_distance(view: &ViewCamera, one: DVec3, other: DVec3) -> Option<f32> {
    Some(view.project(one)?.pixel.distance(view.project(other)?.pixel))
}

/// A circle that faces the eye.
fn draw_outline(pen: &mut Pen, place: DVec3, radius_km: f64, color: Color) {
    let toward_eye = turned((pen.view.eye - place).normalize_or(-pen.view.forward)).normalize_or(Vec3::Z);
    let facing = Isometry3d::new(pen.origin.place(place), Quat::from_rotation_arc(Vec3::Z, toward_eye));
    pen.lines.circle(facing, (radius_km / UNIT_KM) as f32, color).resolution(40);
}

/// The way of a body from one date to another, stronger toward its end. A moon's is drawn about its planet's place
/// at the end.
fn draw_way(
    pen: &mut Pen,
    system: &StarSystem,
    index: BodyId,
    (from_jd, until_jd): (f64, f64),
    color: Color,
) {
    let days = way_days(system, index, until_jd - from_jd);
    let (weak, strong) = WAY_ALPHAS;
    pen.lines.linestrip_gradient((0..=WAY_PIECES).map(|piece| {
        let share = f64::from(piece) / f64::from(WAY_PIECES);
        let place = place_on_way(system, index, until_jd - days * (1.0 - share), until_jd);
        (pen.origin.place(place), color.with_alpha(weak + (strong - weak) * share as f32))
    }));
}

/// The drawn part of a way of this length, days.
fn way_days(system: &StarSystem, index: BodyId, days: f64) -> f64 {
    let Some(body) = system.bodies.get(index) else { return 0.0 };
    let slow = if body.kind == BodyKind::Moon { body.slow } else { 1.0 };
    let turn = body.orbit.period_days().map(|period| LONGEST_WAY * period * slow);
    days.min(turn.unwrap_or(f64::INFINITY))
}

/// A place of a body's way, km; for a moon relative to its planet's place at the end.
fn place_on_way(system: &StarSystem, index: BodyId, jd: f64, until_jd: f64) -> DVec3 {
    let moon = system.bodies.get(index).filter(|body| body.kind == BodyKind::Moon);
    let planet = moon.and_then(|moon| moon.parent);
    match planet {
        Some(planet) => {
            system.displayed_state(planet, until_jd).position + system.displayed_offset(index, jd).position
        }
        None => system.displayed_state(index, jd).position,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::news::warnings::example::{BASALT, MOON, at, system};

    #[test]
    fn a_way_leads_from_the_body_to_its_ghost() {
        let system = system();
        let start = system.epoch_jd;
        let then = start + 30.0;
        assert_eq!(way_days(&system, BASALT, 30.0), 30.0);
        assert!(place_on_way(&system, BASALT, start, then).distance(at(&system, BASALT, 0.0)) < 1.0);
        assert!(place_on_way(&system, BASALT, then, then).distance(at(&system, BASALT, 30.0)) < 1.0);
    }

    #[test]
    fn of_several_turns_less_than_one_is_drawn() {
        let system = system();
        let days = way_days(&system, BASALT, 1000.0);
        assert!((300.0..365.0).contains(&days), "{days}");
        assert_eq!(way_days(&system, BodyId(99), 1000.0), 0.0, "no such body");
    }

    #[test]
    fn a_moon_goes_round_where_its_planet_will_be() {
        let system = system();
        let then = system.epoch_jd + 50.0;
        let planet = at(&system, BASALT, 50.0);
        for days in [0.0, 10.0, 50.0] {
            let place = place_on_way(&system, MOON, system.epoch_jd + days, then);
            assert!(place.distance(planet) < 5.0e5, "{place}");
        }
        assert!(place_on_way(&system, MOON, then, then).distance(at(&system, MOON, 50.0)) < 1.0);
    }
}
