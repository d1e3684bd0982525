//! The arcs of mounts, and how they turn: plain geometry of directions.
//!
//! Directions are unit vectors in the ecliptic frame, angles radians; no trigonometry of the standard
//! library.

use glam::DVec3;

/// Two directions count as parallel if the squared length of the part of one across the other is below this.
const LEAST_ACROSS: f64 = 1.0e-16;
/// Tolerance at the edge of a cone, where directions suffer from rounding.
const EDGE: f64 = 1.0e-9;

/// The frame of a hull: unit vectors in the ecliptic frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HullFrame {
    /// Along the bow.
    pub bow: DVec3,
    /// To port.
    pub port: DVec3,
    /// Upward: the ecliptic's north, made perpendicular to the bow.
    pub up: DVec3,
}

impl HullFrame {
    /// The frame of a hull whose bow points along `heading`. One that points north or south has the x axis of
    /// the ecliptic above it.
    pub fn new(heading: DVec3) -> Self {
        let bow = heading.normalize_or(DVec3::X);
        let upward = across(DVec3::Z, bow).or_else(|| across(DVec3::X, bow));
        let up = upward.unwrap_or(DVec3::Y);
        Self { bow, port: up.cross(bow), up }
    }

    /// A direction of the hull (x to the bow, y to port, z upward) in the ecliptic frame.
    pub fn outward(&self, hull: DVec3) -> DVec3 {
        self.bow * hull.x + self.port * hull.y + self.up * hull.z
    }
}

/// The turn of a mount in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnRate {
    cos: f64,
    sin: f64,
}

impl TurnRate {
    /// A turn of this many radians in a tick, 0 to half a turn.
    pub fn new(radians: f64) -> Self {
        Self { cos: libm::cos(radians), sin: libm::sin(radians) }
    }

    /// A direction after a turn toward another for a tick. `aside` returns the unit vector across the first on the
    /// side of the other; it is called only if the other is not reached.
    pub fn turned(self, from: DVec3, to: DVec3, aside: impl FnOnce() -> DVec3) -> DVec3 {
        if from.dot(to) >= self.cos {
            return to;
        }
        (from * self.cos + aside() * self.sin).normalize_or(to)
    }
}

/// The cone of directions to which a mount can turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    /// Middle, a unit vector.
    pub axis: DVec3,
    /// Cosine of half its opening; -1: all round.
    pub cos_half: f64,
}

impl Cone {
    /// Whether a direction lies in it.
    pub fn holds(&self, direction: DVec3) -> bool {
        self.axis.dot(direction) >= self.cos_half - EDGE
    }

    /// The direction in it that is nearest to a direction.
    pub fn nearest(&self, direction: DVec3) -> DVec3 {
        if self.holds(direction) {
            return direction;
        }
        let aside = across(direction, self.axis).unwrap_or_else(|| self.axis.any_orthonormal_vector());
        let sin_half = (1.0 - self.cos_half * self.cos_half).max(0.0).sqrt();
        self.axis * self.cos_half + aside * sin_half
    }
}

/// A direction after it was turned toward another for a tick.
pub fn turned(from: DVec3, to: DVec3, rate: TurnRate) -> DVec3 {
    rate.turned(from, to, || across(to, from).unwrap_or_else(|| from.any_orthonormal_vector()))
}

/// The component of a direction perpendicular to a unit vector, of length 1; `None` if there is almost none.
fn across(direction: DVec3, along: DVec3) -> Option<DVec3> {
    let part = direction - along * direction.dot(along);
    (part.length_squared() > LEAST_ACROSS).then(|| part.normalize_or(along))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A unit vector in the plane of the ecliptic.
    fn bearing(degrees: f64) -> DVec3 {
        let angle = degrees.to_radians();
        DVec3::new(libm::cos(angle), libm::sin(angle), 0.0)
    }

    fn degrees_between(one: DVec3, other: DVec3) -> f64 {
        libm::acos(one.dot(other).clamp(-1.0, 1.0)).to_degrees()
    }

    #[test]
    fn a_hull_has_port_to_the_left_and_the_north_above() {
        let frame = HullFrame::new(DVec3::X);
        assert_eq!(frame, HullFrame { bow: DVec3::X, port: DVec3::Y, up: DVec3::Z });
        for heading in [DVec3::Z, -DVec3::Z, DVec3::new(0.6, -0.7, 0.4), DVec3::new(-1.0, 0.0, 1.0e-5)] {
            let frame = HullFrame::new(heading);
            for (one, other) in [(frame.bow, frame.port), (frame.port, frame.up), (frame.up, frame.bow)] {
                assert!((one.length() - 1.0).abs() < 1.0e-12 && one.dot(other).abs() < 1.0e-12, "{heading}");
            }
            assert!(frame.bow.cross(frame.port).distance(frame.up) < 1.0e-12, "{heading}");
            let expected = frame.bow + frame.port * 2.0 + frame.up * 3.0;
            assert!(frame.outward(DVec3::new(1.0, 2.0, 3.0)).distance(expected) < 1.0e-12);
        }
    }

    #[test]
    fn a_cone_ends_where_it_ends() {
        let cone = Cone { axis: bearing(90.0), cos_half: libm::cos(30.0_f64.to_radians()) };
        assert!(cone.holds(bearing(119.0)) && cone.holds(bearing(61.0)));
        assert!(!cone.holds(bearing(121.0)) && !cone.holds(-DVec3::Y));
        assert!(degrees_between(cone.nearest(bearing(170.0)), bearing(120.0)) < 1.0e-6);
        assert_eq!(cone.nearest(bearing(100.0)), bearing(100.0));
        let behind = cone.nearest(-DVec3::Y);
        assert!((degrees_between(behind, DVec3::Y) - 30.0).abs() < 1.0e-6 && cone.holds(behind));
        let all_round = Cone { axis: DVec3::X, cos_half: -1.0 };
        assert!(all_round.holds(-DVec3::X) && all_round.holds(bearing(180.0)));
    }

    #[test]
    fn nothing_turns_faster_than_it_can() {
        let rate = TurnRate::new(10.0_f64.to_radians());
        for (from, to, ticks) in [(0.0, 95.0, 10), (0.0, -95.0, 10), (0.0, 180.0, 18), (40.0, 45.0, 1)] {
            let mut aim = bearing(from);
            for tick in 0..ticks {
                assert!(degrees_between(aim, bearing(to)) > 1.0e-6, "{from} to {to}: there by tick {tick}");
                let next = turned(aim, bearing(to), rate);
                assert!(degrees_between(aim, next) < 10.0 + 1.0e-6);
                aim = next;
            }
            assert!(degrees_between(aim, bearing(to)) < 1.0e-4, "{from} to {to}: {aim}");
        }
        assert_eq!(turned(DVec3::X, -DVec3::X, TurnRate::new(std::f64::consts::PI)), -DVec3::X);
    }
}
