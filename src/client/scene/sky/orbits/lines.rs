//! Orbit lines. They begin at the body, fade backward along its way, are dashed below the ecliptic, and stay
//! smooth at every zoom. Near a body the orbits of its family are faint lines without gaps, and foreign ones are gone.
//! From afar they tell what matters: the orbits of owned bodies have the colours of their owners, those of the player
//! are wider, and all others are faint, but for that of the body under the pointer and of the clicked one. While a
//! place for a structure is chosen all are faint. Bodies that follow each other along one orbit, as twins do, have one
//! line together: that of each leads back to the one behind it.
//!
//! A line is rebuilt in every frame, relative to the focus, from the body's osculating ellipse, with as many points
//! as are seen (`points.rs`).

use bevy::prelude::*;
use glam::DVec3;

use super::points::{LineEye, LinePoint, end_at, lay_orbit, share_to_first};
use super::strokes::{Stroke, WayPoint};
use crate::client::frame::{LineGizmos, OwnGizmos, Relation};
use crate::client::input::{Inspected, Pointed, Tool};
use crate::client::scene::sky::bodies::BodyPaint;
use crate::client::scene::sky::crowd::Crowd;
use crate::client::view::{BodyPlaces, Moment, Origin, ViewCamera, body_distance_km};
use crate::level::{BodyKind, StarSystem};
use crate::orbit::Conic;
use crate::sim::{BodyId, Sky};

/// Size of an orbit on the screen below which its line is faded out, pixels.
const FADE_PIXELS: (f64, f64) = (10.0, 40.0);
/// Size of a moon's orbit on the screen above which its line fades, because the eye is inside the orbit, pixels.
const MOON_FADE_PIXELS: f64 = 20_000.0;
/// Distances of a view at a body, in those that show the body with its well: up to the first one the view is near
/// the body, from the second on it is from afar.
const NEAR_AND_FAR: (f64, f64) = (1.2, 5.0);
/// Distances of a view, in sizes of an orbit: up to the first one the orbit is not drawn, from the second on it is
/// drawn fully.
const PART_AND_WHOLE: (f64, f64) = (0.05, 0.25);
/// Opacity that is left of a body's own orbit in a view near the body.
const CALM: f32 = 0.3;
/// The weight of the orbit of a planet without a known owner: 1 is that of an owned body.
const UNOWNED: f32 = 0.5;
/// The weights of the orbits of smaller bodies, as shares of that of a planet.
const COMET_SHARE: f32 = 0.5;
const DWARF_SHARE: f32 = 0.6;
const MOON_SHARE: f32 = 0.6;
/// The weight of the orbit of the body under the pointer, and of the clicked one.
const LIT: f32 = 1.4;
/// Bodies whose periods differ by less than this share may follow each other along one orbit.
const ONE_PERIOD: f64 = 0.02;
/// A line fainter than this is not drawn.
const LEAST_STRENGTH: f32 = 0.01;
/// A line is dashed below this depth under the ecliptic, as a share of its distance from the parent. Paths in the
/// ecliptic sway a little to both sides and stay solid.
const LEAST_DEPTH_SHARE: f64 = 2.0e-3;

/// Draws the lines of all orbits, except those of dots in a crowd.
pub fn draw_orbits(
    (sky, crowd): (Res<Sky>, Res<Crowd>),
    (places, moment): (Res<BodyPlaces>, Res<Moment>),
    paint: BodyPaint,
    (pointed, inspected, tool): (Res<Pointed>, Res<Inspected>, Res<Tool>),
    (origin, view): (Res<Origin>, Res<ViewCamera>),
    mut lines: Gizmos<LineGizmos>,
    mut own_lines: Gizmos<OwnGizmos>,
    mut singles: Local<Vec<BodyId>>,
    mut points: Local<Vec<LinePoint>>,
    mut strip: Local<Vec<(Vec3, Color)>>,
) {
    let nearby = Nearby::of(&sky.system, &places, &view, origin.0);
    singles.clear();
    singles.extend(sky.system.bodies.keys().filter(|index| !crowd.is_dot(*index)));
    for index in singles.iter().copied() {
        let (body, owner) = (&sky.system.bodies[index], paint.owner(index));
        let is_lit = [pointed.body, inspected.0].contains(&Some(index));
        let strength = strength(&sky.system, &places, &view, index)
            * nearby.share_of(index)
            * weight(body.kind, owner.is_some(), is_lit)
            * tool.strength_of_lines();
        if strength <= LEAST_STRENGTH {
            continue;
        }
        let parent = body.parent.map_or(DVec3::ZERO, |parent| places.0[parent]);
        let eye = LineEye::of(&view, parent, body.path_magnify);
        lay_orbit(&body.orbit, local_jd(&sky.system, index, moment.jd), &eye, &mut points);
        let reach = if is_lit {
            1.0
        } else {
            share_to_first(&points, &followed(&sky.system, &places, &singles, index))
        };
        end_at(&mut points, reach);
        let Some(first) = points.first() else { continue };
        // The osculating ellipse may miss the body by a hair: it is bent to start there.
        let correction = places.0[index] - (parent + first.offset * body.path_magnify);
        let color = paint.of(index);
        for (share, has_gaps) in strokes(nearby.afar_of(index)) {
            let alpha = strength * share;
            if alpha <= LEAST_STRENGTH {
                continue;
            }
            let way = points.iter().map(|point| WayPoint {
                place: parent + point.offset * body.path_magnify + correction * (1.0 - point.share),
                share: point.share / reach,
                is_dashed: has_gaps && is_below(point.offset),
            });
            let stroke = Stroke { view: &view, origin: &origin, color, alpha };
            if owner.is_some_and(|owner| owner.relation == Relation::Own) {
                stroke.draw(&mut own_lines, &mut strip, way);
            } else {
                stroke.draw(&mut lines, &mut strip, way);
            }
        }
    }
}

/// The body nearest to the focus of a view, and what it does to the lines of all orbits.
struct Nearby<'a> {
    system: &'a StarSystem,
    places: &'a BodyPlaces,
    view: &'a ViewCamera,
    focus: DVec3,
    /// `None` without a body that has an orbit.
    body: Option<BodyId>,
    /// Opacity of foreign orbits: near a planet they would be stray lines and dashes all over its sky.
    foreign: f32,
    /// The most that counts as the distance of its family: the orbits of its moons lead round the eye.
    kin_afar: f32,
}

impl<'a> Nearby<'a> {
    fn of(system: &'a StarSystem, places: &'a BodyPlaces, view: &'a ViewCamera, focus: DVec3) -> Self {
        let body = nearest_body(system, places, focus);
        let alone = Self { system, places, view, focus, body, foreign: 1.0, kin_afar: 1.0 };
        let Some(near) = body else { return alone };
        let foreign = alone.view_afar(planet_of(system, near));
        Self { foreign, kin_afar: alone.view_afar(near), ..alone }
    }

    /// How far the view is from a body, 0 near it to 1 from afar.
    fn view_afar(&self, body: BodyId) -> f32 {
        let view_km = self.view.focal_distance + self.places.0[body].distance(self.focus);
        afar(view_km, body_distance_km(&self.system.bodies[body]))
    }

    fn is_kin(&self, body: BodyId) -> bool {
        self.body.is_some_and(|near| are_kin(self.system, near, body))
    }

    /// The share of the opacity that the orbit of a body keeps.
    fn share_of(&self, body: BodyId) -> f32 {
        if self.is_kin(body) {
            return 1.0;
        }
        self.foreign * part_in_view(self.system, self.places, self.view, body)
    }

    /// How far the view is from the orbit of a body, 0 near it to 1 from afar.
    fn afar_of(&self, body: BodyId) -> f32 {
        let afar = self.view_afar(body);
        if self.is_kin(body) { afar.min(self.kin_afar) } else { afar }
    }
}

/// The strokes of a line, each with its share of the opacity and whether it has gaps below the ecliptic. `afar` is 0
/// in a view near the body and 1 from afar.
fn strokes(afar: f32) -> [(f32, bool); 2] {
    [(afar, true), (CALM * (1.0 - afar), false)]
}

/// Whether a line is dashed at this point: below the ecliptic.
fn is_below(offset: DVec3) -> bool {
    offset.z < -LEAST_DEPTH_SHARE * offset.length()
}

/// The places of those of some bodies that may follow another one along its orbit, in the frame of its line, km.
fn followed(system: &StarSystem, places: &BodyPlaces, bodies: &[BodyId], index: BodyId) -> Vec<DVec3> {
    let body = &system.bodies[index];
    let Some(parent) = body.parent else { return Vec::new() };
    let others = followers(system, bodies, index);
    others.map(|other| (places.0[other] - places.0[parent]) / body.path_magnify).collect()
}

/// Those of some bodies that may follow another one along its orbit: of the same kind, about the same parent, in the
/// same time. The long orbits of comets only cross each other.
fn followers<'a>(
    system: &'a StarSystem,
    bodies: &'a [BodyId],
    index: BodyId,
) -> impl Iterator<Item = BodyId> + 'a {
    let body = &system.bodies[index];
    let days = body.orbit.period_days().filter(|_| body.kind != BodyKind::Comet);
    let has_period = move |other: f64| days.is_some_and(|days| (other / days - 1.0).abs() < ONE_PERIOD);
    let others = bodies.iter().filter(move |other| **other != index);
    let others = others.map(|other| (*other, &system.bodies[*other]));
    let alike = others.filter(move |(_, other)| (other.kind, other.parent) == (body.kind, body.parent));
    alike.filter(move |(_, other)| other.orbit.period_days().is_some_and(has_period)).map(|(other, _)| other)
}

/// The date for the path of a body: the paths of moons run slower.
pub(in crate::client) fn local_jd(system: &StarSystem, index: BodyId, jd: f64) -> f64 {
    if system.bodies[index].kind == BodyKind::Moon { system.local_jd(index, jd) } else { jd }
}

/// The osculating conic of a body at a moment; `None` without an orbit.
pub(in crate::client) fn conic_now(system: &StarSystem, index: BodyId, jd: f64) -> Option<Conic> {
    system.bodies[index].orbit.osculating(local_jd(system, index, jd))
}

/// Opacity of an orbit, by its size on the screen.
fn strength(system: &StarSystem, places: &BodyPlaces, view: &ViewCamera, index: BodyId) -> f32 {
    let Some(parent) = system.bodies[index].parent else { return 0.0 };
    let size = places.0[index].distance(places.0[parent]);
    let distance = view.eye.distance(places.0[parent]).max(view.eye.distance(places.0[index]));
    let pixels = size * view.pixels_per_radius(distance.max(f64::MIN_POSITIVE));
    let near = ((pixels - FADE_PIXELS.0) / (FADE_PIXELS.1 - FADE_PIXELS.0)).clamp(0.0, 1.0);
    let far = if system.bodies[index].kind == BodyKind::Moon {
        (1.0 - pixels / MOON_FADE_PIXELS).clamp(0.0, 1.0)
    } else {
        1.0
    };
    (near * far) as f32
}

/// Opacity of an orbit by what its body means to the player.
fn weight(kind: BodyKind, is_owned: bool, is_lit: bool) -> f32 {
    let of_kind = match kind {
        BodyKind::Comet => COMET_SHARE,
        BodyKind::Dwarf => DWARF_SHARE,
        BodyKind::Moon => MOON_SHARE,
        BodyKind::Planet | BodyKind::Star => 1.0,
    };
    match (is_lit, is_owned) {
        (true, _) => LIT,
        (false, true) => 1.0,
        (false, false) => UNOWNED * of_kind,
    }
}

/// Opacity of a foreign orbit in a view that shows a small part of it: the lines of outer planets would cross a view
/// of an inner one like scratches.
fn part_in_view(system: &StarSystem, places: &BodyPlaces, view: &ViewCamera, index: BodyId) -> f32 {
    let size_km =
        system.bodies[index].parent.map_or(0.0, |parent| places.0[index].distance(places.0[parent]));
    let (part, whole) = PART_AND_WHOLE;
    ((view.focal_distance / size_km.max(f64::MIN_POSITIVE) - part) / (whole - part)).clamp(0.0, 1.0) as f32
}

/// How far a view is from a body, 0 near it to 1 from afar, by its distance and the one that shows the body with its
/// well, km.
fn afar(view_km: f64, whole_well_km: f64) -> f32 {
    let share = view_km / whole_well_km.max(f64::MIN_POSITIVE);
    let (near, far) = NEAR_AND_FAR;
    ((share - near) / (far - near)).clamp(0.0, 1.0) as f32
}

/// The body with an orbit that is nearest to a point.
fn nearest_body(system: &StarSystem, places: &BodyPlaces, point: DVec3) -> Option<BodyId> {
    let orbiting = system.bodies.iter_enumerated().filter(|(_, body)| body.parent.is_some());
    let distance = |body: BodyId| places.0[body].distance_squared(point);
    orbiting.map(|(body, _)| body).min_by(|one, other| distance(*one).total_cmp(&distance(*other)))
}

/// The planet of a moon, and any other body itself.
fn planet_of(system: &StarSystem, body: BodyId) -> BodyId {
    match system.bodies[body].parent {
        Some(parent) if system.bodies[parent].parent.is_some() => parent,
        _ => body,
    }
}

/// Whether two bodies are the same, a planet and its moon, or moons of one planet.
fn are_kin(system: &StarSystem, one: BodyId, other: BodyId) -> bool {
    planet_of(system, one) == planet_of(system, other)
}

#[cfg(test)]
mod tests {
    use super::super::strokes::ALPHA;
    use super::*;

    #[test]
    fn orbits_that_matter_stand_out() {
        let planet = |is_owned: bool, is_lit: bool| weight(BodyKind::Planet, is_owned, is_lit);
        assert!(planet(true, false) >= 2.0 * planet(false, false), "whoever owns it");
        assert!(planet(false, true) > planet(true, false), "it is under the pointer");
        const { assert!(LIT * ALPHA <= 1.0) };
        for kind in [BodyKind::Dwarf, BodyKind::Moon, BodyKind::Comet] {
            assert!(weight(kind, false, false) < 0.7 * planet(false, false), "{kind:?}");
            assert_eq!(weight(kind, true, false), planet(true, false), "{kind:?}");
            assert!(weight(kind, false, false) > 10.0 * LEAST_STRENGTH, "{kind:?} is still seen");
        }
    }

    #[test]
    fn twins_follow_each_other_and_real_bodies_do_not() {
        use crate::rules::test_support::shipped_level;
        let of = |level: &str| {
            let system = StarSystem::build(&shipped_level(level)).expect("it is sound");
            let bodies: Vec<BodyId> = system.bodies.keys().collect();
            let count = |(index, body): (BodyId, &crate::level::SystemBody)| {
                (body.name.clone(), followers(&system, &bodies, index).count())
            };
            system.bodies.iter_enumerated().map(count).collect::<Vec<_>>()
        };
        let twins = of("twins.ron");
        let followed_by = |name: &str| twins.iter().find(|(other, _)| other == name).map(|(_, count)| *count);
        let counts = ["Evenlight", "Scald", "Thale", "Tinsel", "Needle"].map(followed_by);
        assert_eq!(counts, [0, 1, 3, 0, 0].map(Some), "a moon of each home goes about its own planet");
        let real = of("sol.ron");
        assert!(real.iter().all(|(_, count)| *count == 0), "{real:?}");
    }

    #[test]
    fn lines_are_broken_below_the_ecliptic_only() {
        let below = DVec3::new(1.0, 0.0, -0.1);
        assert_eq!([below, -below, DVec3::X].map(is_below), [true, false, false]);
    }

    #[test]
    fn a_view_of_a_planet_with_its_well_is_near_it() {
        use crate::sim::forecast::test_support::{BASALT, system};
        let whole_well_km = body_distance_km(&system().bodies[BASALT]);
        let at = |share: f64| afar(share * whole_well_km, whole_well_km);
        assert_eq!([0.1, 1.0, 6.0].map(at), [0.0, 0.0, 1.0], "it shows no foreign orbits");
        assert!(at(2.0) > 0.0 && at(2.0) < at(4.0) && at(4.0) < 1.0);
    }

    #[test]
    fn an_orbit_far_larger_than_the_view_is_not_drawn() {
        use crate::sim::forecast::test_support::{BASALT, system};
        let system = system();
        let mut places = BodyPlaces(system.bodies.iter().map(|_| DVec3::ZERO).collect());
        places.0[BASALT] = DVec3::X * 1.0e8;
        let of = |focal_distance: f64| {
            let view = ViewCamera { focal_distance, ..ViewCamera::default() };
            part_in_view(&system, &places, &view, BASALT)
        };
        assert_eq!([1.0e6, 3.0e7, 1.0e9].map(of), [0.0, 1.0, 1.0]);
        assert!(of(1.0e7) > 0.0 && of(1.0e7) < of(2.0e7));
    }

    #[test]
    fn near_its_body_an_orbit_is_a_faint_line_without_gaps() {
        let opacity = |afar: f32, with_gaps: bool| -> f32 {
            let all = strokes(afar).into_iter();
            all.filter(|(_, has_gaps)| *has_gaps == with_gaps).map(|(share, _)| share).sum()
        };
        assert_eq!((opacity(1.0, true), opacity(1.0, false)), (1.0, 0.0), "from afar it is dashed");
        assert_eq!((opacity(0.0, true), opacity(0.0, false)), (0.0, CALM));
        // On the way there is no jump, and the line fades all the time.
        let whole = |afar: f32| opacity(afar, true) + opacity(afar, false);
        let steps = (0..100_u8).map(|step| 0.01 * f32::from(step));
        assert!(steps.map(|afar| whole(afar + 0.01) - whole(afar)).all(|step| step > 0.0 && step < 0.02));
    }

    #[test]
    fn a_planet_and_its_moons_are_kin() {
        use crate::sim::forecast::test_support::{BASALT, MOON, system};
        let system = system();
        assert!(are_kin(&system, BASALT, MOON) && are_kin(&system, MOON, MOON));
        let star = system.bodies[BASALT].parent.unwrap();
        assert!(!are_kin(&system, star, MOON));
    }
}
