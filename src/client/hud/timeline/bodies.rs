//! Ghosts of bodies: thin outlines at their places at the later time, and their ways there. One of them has the date:
//! the one under the pointer, else the one nearest to the middle of the picture. Nothing is kept from frame to frame.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use glam::DVec3;

use super::{Foresight, Later, date_ahead};
use crate::client::input::Pointed;
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::scene::sky::bodies::BodyPaint;
use crate::client::scene::sky::crowd::Crowd;
use crate::client::scene::sky::orbits::points::{LineEye, LinePoint, lay};
use crate::client::view::{BodyPlaces, Moment, Pen, Projected, UNIT_KM, ViewCamera, turned};
use crate::level::{BodyKind, StarSystem};
use crate::sim::{BodyId, Sky};

/// Pieces of the line along a way, which are halved where it bends.
const WAY_PIECES: u32 = 12;
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
/// The ghost of a body that is no moon has its name, if it is farther from the body than this, pixels.
const NAMED_PIXELS: f32 = 60.0;
/// A pointer nearer than this rests on a ghost, pixels.
const HOVER_PIXELS: f32 = 12.0;

/// The ghost of a body on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ghost {
    body: BodyId,
    /// Heliocentric ecliptic km.
    place: DVec3,
    seen: Projected,
    /// Radius of its outline, km.
    radius_km: f64,
    /// Whether it has its name at any time.
    is_named: bool,
}

impl Ghost {
    /// Radius of its outline on the screen, pixels.
    fn pixels(&self) -> f64 {
        self.radius_km * self.seen.pixels_per_km
    }

    /// Whether a pointer rests on it.
    fn is_under(&self, cursor: Vec2) -> bool {
        cursor.distance(self.seen.pixel) < HOVER_PIXELS.max(self.pixels() as f32)
    }
}

/// What ghosts depend on.
struct Ghosts<'a> {
    system: &'a StarSystem,
    crowd: &'a Crowd,
    places: &'a BodyPlaces,
    later: &'a Later,
    view: ViewCamera,
}

impl Ghosts<'_> {
    /// The place of a body at the later time, if it is not about where it is now.
    fn moved(&self, index: BodyId) -> Option<DVec3> {
        let (state, now) = (self.later.states.get(index)?, self.places.0.get(index)?);
        self.system.bodies.get(index)?.parent?;
        if self.crowd.is_dot(index) || !is_drawn(self.system, self.later, &self.view, index) {
            return None;
        }
        let apart = screen_distance(&self.view, *now, state.position);
        apart.is_none_or(|pixels| pixels >= APART_PIXELS).then_some(state.position)
    }

    /// The ghost of a body; `None` without one before the eye.
    fn of(&self, index: BodyId) -> Option<Ghost> {
        let place = self.moved(index)?;
        let (body, now) = (self.system.bodies.get(index)?, self.places.0.get(index)?);
        let seen = self.view.project(place)?;
        let radius_km = body.displayed_radius_km.max(LEAST_PIXELS / seen.pixels_per_km);
        let apart = screen_distance(&self.view, *now, place);
        let is_named = has_name(body.kind, apart);
        Some(Ghost { body: index, place, seen, radius_km, is_named })
    }

    /// All ghosts before the eye.
    fn all(&self) -> impl Iterator<Item = Ghost> {
        self.system.bodies.keys().filter_map(|index| self.of(index))
    }
}

/// Draws the ghosts of all bodies that move.
pub fn draw_bodies(
    foresight: Res<Foresight>,
    later: Res<Later>,
    (sky, crowd): (Res<Sky>, Res<Crowd>),
    (places, paint): (Res<BodyPlaces>, BodyPaint),
    moment: Res<Moment>,
    pointed: Res<Pointed>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut labels: ResMut<PointLabels>,
    mut pen: Pen,
    mut points: Local<Vec<LinePoint>>,
) {
    if !foresight.is_on() {
        return;
    }
    let cursor = window.and_then(|window| window.cursor_position());
    let (system, view) = (&sky.system, *pen.view);
    let ghosts = Ghosts { system, crowd: &crowd, places: &places, later: &later, view };
    let is_hovered = |ghost: &Ghost| {
        pointed.body == Some(ghost.body) || cursor.is_some_and(|cursor| ghost.is_under(cursor))
    };
    let date = date_ahead(later.jd, foresight.days);
    let dated =
        if ghosts.all().any(|ghost| is_hovered(&ghost)) { None } else { middlemost(ghosts.all(), &view) };
    for (index, body) in system.bodies.iter_enumerated() {
        if ghosts.moved(index).is_none() {
            continue;
        }
        let color = paint.of(index);
        lay_way(system, index, (moment.jd, later.jd), &view, &mut points);
        draw_way(&mut pen, &points, color);
        let Some(ghost) = ghosts.of(index) else { continue };
        draw_ghost(&mut pen, &ghost, body.well_radius_km, color);
        let about = (ghost.place, ghost.radius_km);
        if is_hovered(&ghost) {
            labels.say_about(about, format!("{}, {date}", body.name), color);
        } else if dated == Some(index) {
            labels.forecast_about(about, format!("{}, {date}", body.name), color);
        } else if ghost.is_named {
            labels.forecast_about(about, body.name.clone(), color);
        }
    }
}

/// The ghost that is nearest to the middle of the picture. It has the date, which is the same for all; `None` if no
/// ghost is in the picture.
fn middlemost(ghosts: impl Iterator<Item = Ghost>, view: &ViewCamera) -> Option<BodyId> {
    let picture = view.picture();
    let aside = |ghost: &Ghost| ghost.seen.pixel.distance_squared(picture.center());
    let within = ghosts.filter(|ghost| picture.contains(ghost.seen.pixel));
    within.min_by(|one, other| aside(one).total_cmp(&aside(other))).map(|ghost| ghost.body)
}

/// Whether the ghost of a body of this kind has its name, so far from the body on the screen, pixels.
fn has_name(kind: BodyKind, apart: Option<f32>) -> bool {
    kind != BodyKind::Moon && apart.is_some_and(|pixels| pixels > NAMED_PIXELS)
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

/// Draws a ghost with its well.
fn draw_ghost(pen: &mut Pen, ghost: &Ghost, well_radius_km: f64, color: Color) {
    draw_outline(pen, ghost.place, ghost.radius_km, color.with_alpha(ALPHA));
    if ghost.pixels() > BALL_PIXELS {
        pen.ball(ghost.place, ghost.radius_km, 32, color.with_alpha(0.3 * ALPHA));
    }
    if well_radius_km * ghost.seen.pixels_per_km > WELL_PIXELS {
        pen.level_circle(ghost.place, well_radius_km, 64, color.with_alpha(0.5 * ALPHA));
    }
}

/// A circle that faces the eye.
fn draw_outline(pen: &mut Pen, place: DVec3, radius_km: f64, color: Color) {
    let toward_eye = turned((pen.view.eye - place).normalize_or(-pen.view.forward)).normalize_or(Vec3::Z);
    let facing = Isometry3d::new(pen.origin.place(place), Quat::from_rotation_arc(Vec3::Z, toward_eye));
    pen.lines.circle(facing, (radius_km / UNIT_KM) as f32, color).resolution(40);
}

/// Lays points along the way of a body from one date to another. A moon's leads about its planet's place at the end.
fn lay_way(
    system: &StarSystem,
    index: BodyId,
    (from_jd, until_jd): (f64, f64),
    view: &ViewCamera,
    points: &mut Vec<LinePoint>,
) {
    let days = way_days(system, index, until_jd - from_jd);
    let place = |share: f64| place_on_way(system, index, until_jd - days * (1.0 - share), until_jd);
    lay(place, WAY_PIECES, &LineEye::of(view, DVec3::ZERO, 1.0), points);
}

/// Draws a way, stronger toward its end.
fn draw_way(pen: &mut Pen, points: &[LinePoint], color: Color) {
    let (weak, strong) = WAY_ALPHAS;
    pen.lines.linestrip_gradient(points.iter().map(|point| {
        let alpha = weak + (strong - weak) * point.share as f32;
        (pen.origin.place(point.offset), color.with_alpha(alpha))
    }));
}

/// The drawn part of a way of this length, days.
fn way_days(system: &StarSystem, index: BodyId, days: f64) -> f64 {
    let Some(body) = system.bodies.get(index) else { return 0.0 };
    body.displayed_period_days().map_or(days, |turn_days| days.min(LONGEST_WAY * turn_days))
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
    use crate::client::models::segment::distance_from;
    use crate::orbit::AU_KM;

    #[test]
    fn the_ghost_of_every_body_but_a_moon_is_named_where_it_stands_apart() {
        for kind in [BodyKind::Planet, BodyKind::Dwarf, BodyKind::Comet] {
            assert!(has_name(kind, Some(80.0)) && !has_name(kind, Some(30.0)), "{kind:?}");
        }
        assert!(!has_name(BodyKind::Moon, Some(80.0)), "the name of its planet stands there");
        assert!(!has_name(BodyKind::Planet, None));
    }

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
    fn a_way_has_no_corners_near_the_eye() {
        let system = system();
        let dates = (system.epoch_jd, system.epoch_jd + 300.0);
        let place = |share: f64| place_on_way(&system, BASALT, dates.0 + 300.0 * share, dates.1);
        let height_km = 0.1 * AU_KM;
        let view = ViewCamera { eye: place(0.5) + DVec3::Z * height_km, ..ViewCamera::above(height_km) };
        let mut points = Vec::new();
        lay_way(&system, BASALT, dates, &view, &mut points);
        let pixel = |place: DVec3| view.project(place).expect("it is below the eye").pixel;
        for two in points.windows(2) {
            let point = pixel(place(0.5 * (two[0].share + two[1].share)));
            let is_seen = view.picture().contains(point);
            let miss = distance_from(point, pixel(two[0].offset), pixel(two[1].offset));
            assert!(!is_seen || miss < 0.7, "{miss} pixels at {}", two[0].share);
        }
        assert!(points.len() < 160, "{}", points.len());
    }

    #[test]
    fn the_ghost_nearest_to_the_middle_of_the_picture_has_the_date() {
        let view = ViewCamera::default();
        let ghost = |body: u8, x: f32| Ghost {
            body: BodyId(usize::from(body)),
            place: DVec3::ZERO,
            seen: Projected { pixel: Vec2::new(x, 300.0), pixels_per_km: 1.0 },
            radius_km: 6.0,
            is_named: false,
        };
        let all = [ghost(1, 100.0), ghost(2, 700.0), ghost(3, 500.0), ghost(4, -2000.0)];
        assert_eq!(middlemost(all.into_iter(), &view), Some(BodyId(2)));
        assert_eq!(middlemost(all.into_iter().skip(3), &view), None, "it is out of the picture");
        assert!(all[1].is_under(Vec2::new(705.0, 300.0)) && !all[1].is_under(Vec2::new(730.0, 300.0)));
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
