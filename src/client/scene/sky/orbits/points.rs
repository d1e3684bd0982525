//! The points of lines along orbits. A piece of a line is halved until it differs from the orbit by less than can be
//! seen. The points are dense where the line bends much or passes near the eye, and few outside of the picture. So a
//! line has no corners at any zoom, and no more points than it needs.

use std::f64::consts::TAU;

use glam::DVec3;

use crate::client::view::ViewCamera;
use crate::orbit::segment::share_nearest_to_origin;
use crate::orbit::{Conic, Orbit, PerifocalBasis};

/// Greatest true anomaly drawn of an open orbit, as a share of its limit.
pub const OPEN_SHARE: f64 = 0.95;
/// Pieces of an orbit that are halved where it is needed.
const PIECES: u32 = 16;
/// A piece is halved no more often than this.
const MOST_HALVINGS: u32 = 14;
/// A piece whose middle is farther than this from its chord is halved, pixels. Each piece has a point there, so the
/// line itself is a quarter of that from its chords.
const MOST_BEND: f64 = 1.0;
/// A piece that is longer than this is halved, pixels: its dashes and its opacity would not fit its parts.
const LONGEST: f64 = 60.0;

/// A line comes past a place if it is nearer to it than this share of the distance of the place from the parent.
const BESIDE_SHARE: f64 = 0.12;

/// A point of a line with its share of the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinePoint {
    /// In the frame of the line, km.
    pub offset: DVec3,
    /// Share of the way from the beginning of the line, 0 to 1. Shares are dense at the body of an orbit.
    pub share: f64,
}

/// The eye of a camera in the frame of a line, km.
#[derive(Clone, Copy, Debug)]
pub struct LineEye {
    place: DVec3,
    /// Unit vector into the screen.
    forward: DVec3,
    /// Sine and cosine of the angle from the middle of the picture to its corners.
    corner: (f64, f64),
    /// Size on the screen of a kilometre across the line of sight at a distance of one kilometre, pixels.
    pixels: f64,
}

impl LineEye {
    /// The eye for a line about a place, heliocentric ecliptic km, that is drawn so many times as large as it is.
    pub fn of(view: &ViewCamera, middle: DVec3, magnify: f64) -> Self {
        let tangent = view.tan_half_fov * (view.viewport.length() / view.viewport.y);
        let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
        Self {
            place: (view.eye - middle) / magnify,
            forward: view.forward,
            corner: (tangent * cosine, cosine),
            pixels: view.pixels_per_radius(1.0),
        }
    }

    /// Whether a piece is seen to be straight, or is too long; the middle is that of its way.
    fn sees_edges(&self, from: DVec3, middle: DVec3, to: DVec3) -> bool {
        if !self.may_see(middle, middle.distance(from) + middle.distance(to)) {
            return false;
        }
        let chord = to - from;
        let bend = middle - (from + chord * share_nearest_to_origin(from - middle, chord));
        let sight = from + chord * share_nearest_to_origin(from - self.place, chord) - self.place;
        let near_km = (sight.length() - bend.length()).max(f64::MIN_POSITIVE);
        let sight = sight.normalize_or_zero();
        let size = |way: DVec3| (way - sight * way.dot(sight)).length() * self.pixels / near_km;
        size(bend) > MOST_BEND || size(chord) > LONGEST
    }

    /// Whether a ball may reach into the picture, which is taken for the circle through its corners.
    fn may_see(&self, middle: DVec3, radius_km: f64) -> bool {
        let offset = middle - self.place;
        let depth_km = offset.dot(self.forward);
        let aside_km = (offset - self.forward * depth_km).length();
        let (sine, cosine) = self.corner;
        aside_km * cosine - depth_km * sine < radius_km
    }
}

/// Lays points along a way, which gives the place for each share of it, in the frame of the eye: at least twice as many
/// as these pieces, and more where the eye would see that a piece is straight.
pub fn lay(way: impl Fn(f64) -> DVec3, pieces: u32, eye: &LineEye, points: &mut Vec<LinePoint>) {
    points.clear();
    let at = |share: f64| LinePoint { offset: way(share), share };
    let mut from = at(0.0);
    points.push(from);
    for piece in 1..=pieces {
        let to = at(f64::from(piece) / f64::from(pieces));
        lay_between(&at, (from, to), MOST_HALVINGS, eye, points);
        points.push(to);
        from = to;
    }
}

/// Lays the points between two others, whose piece may be halved so many times.
fn lay_between(
    at: &impl Fn(f64) -> LinePoint,
    (from, to): (LinePoint, LinePoint),
    halvings: u32,
    eye: &LineEye,
    points: &mut Vec<LinePoint>,
) {
    let middle = at(0.5 * (from.share + to.share));
    let is_halved = halvings > 0 && eye.sees_edges(from.offset, middle.offset, to.offset);
    if is_halved {
        lay_between(at, (from, middle), halvings - 1, eye, points);
    }
    points.push(middle);
    if is_halved {
        lay_between(at, (middle, to), halvings - 1, eye, points);
    }
}

/// Lays points along the orbit of a body at a moment, from the body backward, relative to the parent; none without an
/// orbit.
pub(super) fn lay_orbit(orbit: &Orbit, jd: f64, eye: &LineEye, points: &mut Vec<LinePoint>) {
    match (orbit.osculating(jd), orbit.period_days()) {
        (Some(_), Some(turn_days)) if orbit.leaves_its_conic() => {
            lay(|share| orbit.state(jd - turn_days * bend(share)).position, PIECES, eye, points);
        }
        (Some(conic), _) => {
            let way = BackwardWay::of(&conic, jd);
            lay(|share| way.at(share), PIECES, eye, points);
        }
        (None, _) => points.clear(),
    }
}

/// The share of the way back at which a line comes past the first of some places, in its frame, km; 1 if it comes past
/// none of them.
pub(super) fn share_to_first(points: &[LinePoint], places: &[DVec3]) -> f64 {
    let nearest = |place: &DVec3| {
        let passes = points.windows(2).map(|piece| {
            let [from, to] = [piece[0], piece[1]];
            let (start, way) = (from.offset - *place, to.offset - from.offset);
            let part = share_nearest_to_origin(start, way);
            ((start + way * part).length(), from.share + (to.share - from.share) * part)
        });
        let (distance_km, share) = passes.min_by(|one, other| one.0.total_cmp(&other.0))?;
        (distance_km < BESIDE_SHARE * place.length()).then_some(share)
    };
    places.iter().filter_map(nearest).fold(1.0, f64::min)
}

/// Ends a line at this share of its way.
pub(super) fn end_at(points: &mut Vec<LinePoint>, share: f64) {
    let Some(after) = points.iter().position(|point| point.share > share).filter(|after| *after > 0) else {
        return;
    };
    let [from, to] = [points[after - 1], points[after]];
    let offset = from.offset.lerp(to.offset, (share - from.share) / (to.share - from.share));
    points[after] = LinePoint { offset, share };
    points.truncate(after + 1);
}

/// The way along a conic from its body backward. A closed one is measured by the eccentric anomaly, in which the ends
/// of a long ellipse bend no more than its sides.
struct BackwardWay<'a> {
    conic: &'a Conic,
    basis: PerifocalBasis,
    /// The semi-axes of an ellipse, km; `None` for an open path.
    axes: Option<(f64, f64)>,
    /// The anomaly of the body, radians: the eccentric one on an ellipse, else the true one.
    start: f64,
}

impl<'a> BackwardWay<'a> {
    fn of(conic: &'a Conic, jd: f64) -> Self {
        let basis = conic.basis();
        let axes = conic.semi_major_axis_km().map(|long_km| {
            let squeeze = (1.0 - conic.eccentricity) * (1.0 + conic.eccentricity);
            (long_km, long_km * squeeze.sqrt())
        });
        let position = conic.state(jd).position;
        let (along, ahead) = (position.dot(basis.periapsis), position.dot(basis.ahead));
        let start = match axes {
            Some((long_km, short_km)) => libm::atan2(ahead / short_km, along / long_km + conic.eccentricity),
            None => libm::atan2(ahead, along),
        };
        Self { conic, basis, axes, start }
    }

    /// The place after this share of the way, relative to the parent, km.
    fn at(&self, share: f64) -> DVec3 {
        let Some((long_km, short_km)) = self.axes else {
            let reach = self.start + OPEN_SHARE * self.conic.max_true_anomaly();
            return self.conic.position_at_true_anomaly_in(&self.basis, self.start - reach * share * share);
        };
        // With half of the anomaly nothing cancels at the periapsis of a long ellipse.
        let (sine, cosine) = libm::sincos(0.5 * (self.start - TAU * bend(share)));
        let along = self.conic.periapsis_km - 2.0 * long_km * sine * sine;
        self.basis.periapsis * along + self.basis.ahead * (2.0 * short_km * sine * cosine)
    }
}

/// From 0 to 1 with small steps at both ends.
fn bend(share: f64) -> f64 {
    let from_middle = 2.0 * share - 1.0;
    let sign = if from_middle < 0.0 { -1.0 } else { 1.0 };
    let from_end = 1.0 - from_middle.abs();
    0.5 + 0.5 * sign * (1.0 - from_end * from_end * (0.3 + 0.7 * from_end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::models::segment::distance_from;
    use crate::orbit::{AU_KM, GM_SUN_KM3_S2, J2000_JD};

    /// Points that a line had at every zoom before they were laid by what is seen.
    const POINTS_BEFORE: usize = 241;

    fn conic(periapsis_au: f64, eccentricity: f64) -> Conic {
        Conic {
            periapsis_km: periapsis_au * AU_KM,
            eccentricity,
            inclination: 0.2,
            ascending_node: 0.7,
            argument_of_periapsis: 2.1,
            periapsis_time_jd: J2000_JD,
            gm_km3_s2: GM_SUN_KM3_S2,
        }
    }

    /// Ellipses as those of Encke, Halley and Earth, each with its body near the periapsis and near the apoapsis.
    fn ellipses() -> impl Iterator<Item = (Conic, f64)> {
        let all = [(0.336, 0.848), (0.58, 0.967), (0.98, 0.017)];
        all.into_iter().flat_map(|(periapsis_au, eccentricity)| {
            let conic = conic(periapsis_au, eccentricity);
            let half_turn = 0.5 * conic.period_days().expect("it is closed");
            [0.01, 0.98].map(|share| (conic, J2000_JD + share * half_turn))
        })
    }

    fn laid(way: &BackwardWay, view: &ViewCamera) -> Vec<LinePoint> {
        let mut points = Vec::new();
        lay(|share| way.at(share), PIECES, &LineEye::of(view, DVec3::ZERO, 1.0), &mut points);
        points
    }

    /// How far the way is at most from the line through the points, in the picture, pixels.
    fn roughness(points: &[LinePoint], way: &BackwardWay, view: &ViewCamera) -> f32 {
        let picture = view.picture();
        let pixel = |place: DVec3| view.project(place).map(|seen| seen.pixel);
        let miss = |from: &LinePoint, to: &LinePoint, part: f64| {
            let between = way.at(from.share + (to.share - from.share) * part);
            let point = pixel(between).filter(|point| picture.contains(*point))?;
            let (from, to) = (pixel(from.offset)?, pixel(to.offset)?);
            Some(distance_from(point, from, to))
        };
        let misses = points
            .windows(2)
            .flat_map(|two| [0.25, 0.5, 0.75].map(|part| miss(&two[0], &two[1], part).unwrap_or_default()));
        misses.fold(0.0, f32::max)
    }

    /// An eye this far above a point of a way, that looks along the way.
    fn beside(way: &BackwardWay, share: f64, above_km: f64) -> ViewCamera {
        let place = way.at(share);
        let forward = (way.at(share + 1.0e-4) - place).normalize();
        let right = forward.cross(DVec3::Z).normalize();
        let eye = place + DVec3::Z * above_km;
        let up = right.cross(forward);
        ViewCamera { eye, right, up, forward, focal_distance: above_km, ..ViewCamera::default() }
    }

    #[test]
    fn a_line_ends_at_the_first_body_on_its_way() {
        let round = |turn: f64| {
            let (sine, cosine) = libm::sincos(turn * TAU);
            DVec3::new(cosine, sine, 0.0)
        };
        let mut points: Vec<LinePoint> = (0..=40_u8)
            .map(|step| 0.025 * f64::from(step))
            .map(|share| LinePoint { offset: round(share), share })
            .collect();
        let aside = round(0.2) * 1.3;
        assert_eq!((share_to_first(&points, &[]), share_to_first(&points, &[aside])), (1.0, 1.0));
        let share = share_to_first(&points, &[round(0.6), aside, round(0.26) + 0.05 * DVec3::Z]);
        assert!((share - 0.26).abs() < 1.0e-3, "{share}");
        end_at(&mut points, share);
        let last = *points.last().expect("there are some");
        assert!(
            last.share == share && last.offset.distance(round(0.26)) < 0.01 && points.len() == 12,
            "{last:?}"
        );
        end_at(&mut points, 1.0);
        assert_eq!(points.len(), 12);
    }

    #[test]
    fn long_ellipses_have_no_corners_from_afar() {
        for (conic, jd) in ellipses() {
            let way = BackwardWay::of(&conic, jd);
            for height_au in [0.1, 0.5, 2.0, 6.0, 12.0, 60.0] {
                let view = ViewCamera::above(height_au * AU_KM);
                let points = laid(&way, &view);
                let rough = roughness(&points, &way, &view);
                assert!(rough < 0.7, "{rough} pixels from {height_au} AU at {jd}");
                assert!(points.len() < POINTS_BEFORE, "{} from {height_au} AU", points.len());
            }
        }
    }

    #[test]
    fn a_line_has_no_corners_near_the_eye_and_few_points_elsewhere() {
        for (conic, jd) in ellipses() {
            let way = BackwardWay::of(&conic, jd);
            for (share, above_km) in [(0.3, 2.0e5), (0.5, 2.0e6), (0.1, 1.0e4), (0.0, 5.0e5)] {
                let view = beside(&way, share, above_km);
                let points = laid(&way, &view);
                let rough = roughness(&points, &way, &view);
                assert!(rough < 0.7, "{rough} pixels at {share} from {above_km} km");
                assert!(points.len() < POINTS_BEFORE, "{} at {share}", points.len());
            }
        }
    }

    #[test]
    fn the_line_of_a_conic_begins_at_its_body() {
        let open = conic(0.9, 1.3);
        for (conic, jd) in ellipses().chain([(open, J2000_JD + 40.0)]) {
            let way = BackwardWay::of(&conic, jd);
            assert!(way.at(0.0).distance(conic.state(jd).position) < 1.0, "{conic:?}");
            let before = conic.state(jd - 0.01).position - way.at(0.0);
            assert!((way.at(0.01) - way.at(0.0)).dot(before) > 0.0, "it leads backward");
        }
        let (round, jd) = (conic(0.5, 0.4), J2000_JD);
        let way = BackwardWay::of(&round, jd);
        assert!(way.at(1.0).distance(way.at(0.0)) < 1.0, "it is closed");
    }

    #[test]
    fn the_line_of_the_moon_is_the_way_that_it_came() {
        let moon = &crate::orbit::find("Moon").expect("it is real").orbit;
        let jd = 2_461_365.5;
        let eye = LineEye::of(&ViewCamera::above(1.0e6), DVec3::ZERO, 1.0);
        let mut points = Vec::new();
        lay_orbit(moon, jd, &eye, &mut points);
        assert_eq!(points[0].offset, moon.state(jd).position);
        // A line of the same moment a second later has not moved but along itself.
        let later = moon.state(jd + 1.0 / 86_400.0).position;
        assert!(later.distance(points[0].offset) < 1.2);
        assert!(points.windows(2).all(|two| two[0].offset.distance(two[1].offset) < 70_000.0));
        assert!(points.len() < POINTS_BEFORE);
    }

    #[test]
    fn steps_are_small_at_both_ends_and_cover_the_whole() {
        assert_eq!(bend(0.0), 0.0);
        assert_eq!(bend(1.0), 1.0);
        assert!((bend(0.5) - 0.5).abs() < 1e-12);
        assert!(bend(0.01) < 0.002 && bend(0.99) > 0.998);
        assert!((0..100).all(|step| bend(f64::from(step) / 100.0) < bend(f64::from(step + 1) / 100.0)));
    }
}
