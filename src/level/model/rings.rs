//! Rings of gravity wells in levels and rules: the number of rings of a well, and the inner and outer ones.
//!
//! The number of rings and slots follows from the size of a body and the rules. It is computed here because a
//! level is checked before there is a world. Places and rotation of rings are computed in `sim`.

use serde::{Deserialize, Serialize};

use crate::level::ranges::{FieldFault, RING_PERIOD_S, join};
use crate::level::{BodyKind, SystemBody};

/// The fewest rings that a well has.
pub const FEWEST_RINGS: u8 = 2;
/// The most rings that a well has.
pub const MOST_RINGS: u8 = 6;

/// The share of a well's radius inside which the well carries a ship fully; from there to the rim its hold falls.
pub const FULL_HOLD: f64 = 0.8;

/// The least ratio of neighbouring radii, unless a level demands more rings.
const LEAST_STEP: f64 = 1.2;

/// The rings of a body where they differ from the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RingSpec {
    /// Number of rings; absent: from the size of the well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u8>,
    /// Seconds of play for one turn of the innermost ring; absent: the default of the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub innermost_period_s: Option<f64>,
}

ranges!(RingSpec {
    count: f64::from(FEWEST_RINGS)..=f64::from(MOST_RINGS),
    innermost_period_s: RING_PERIOD_S,
});

numbers! {
    /// The numbers by which rings are counted and laid out: a part of `assets/rules/economy.ron`. The default is
    /// the shipped file's; `rules/shipped.rs` gives it.
    pub struct RingNumbers {
        /// Radius of the innermost ring in displayed radii of its body.
        pub inner_radii: f64 [1.05..=100.0],
        /// Least radius of the innermost ring as a share of the well's radius, so that a small body in a wide
        /// well has room for structures.
        pub least_inner_share: f64 [0.0..=0.5],
        /// Radius of the outermost ring as a share of the well's radius.
        pub outer_share: f64 [0.1..=FULL_HOLD],
        /// Seconds of play for one turn of the innermost ring.
        pub innermost_period_s: f64 [RING_PERIOD_S],
        /// `innermost_period_s` for a star.
        pub star_period_s: f64 [RING_PERIOD_S],
        /// A well of up to this radius has [`FEWEST_RINGS`] rings, km.
        pub smallest_well_km: f64 [1.0..=1.0e9],
        /// A well wider by this factor has one ring more.
        pub well_step: f64 [1.01..=1000.0],
        /// Slots of the rings, the innermost first.
        pub slots_per_ring: [u16; MOST_RINGS as usize] [4.0..=360.0],
    } and RingNumbers::leave_room;
}

impl RingNumbers {
    /// Adds a fault if there is no room between the innermost ring and the outermost.
    fn leave_room(&self, path: &str, faults: &mut Vec<FieldFault>) {
        let Self { least_inner_share: inner, outer_share: outer, .. } = self;
        if inner >= outer {
            let path = join(path, "least_inner_share");
            let message = format!("{inner} is not below `outer_share`, {outer}");
            faults.push(FieldFault { path, message, remedy: "lower it, or raise `outer_share`".to_owned() });
        }
    }

    /// The number of rings in the well of a body: the level's number, else the number that follows from its size,
    /// as far as its well has room. A star has as many as its well has room for. 0 without a well, or if the well
    /// leaves no room above the surface.
    pub fn count(&self, body: &SystemBody) -> u8 {
        let is_star = body.kind == BodyKind::Star;
        match self.usual_count(body.displayed_radius_km, body.well_radius_km, is_star) {
            0 => 0,
            usual => body.rings.count.map_or(usual, |count| count.clamp(FEWEST_RINGS, MOST_RINGS)),
        }
    }

    /// The number of slots of a ring, 0 being the innermost; 0 for a ring that cannot exist.
    pub fn slots(&self, ring: u8) -> u16 {
        self.slots_per_ring.get(usize::from(ring)).copied().unwrap_or(0)
    }

    /// The radii of the innermost and the outermost ring of a body, from its displayed radius and the radius of
    /// its well, km. `None` if the well leaves no room above the surface.
    pub fn room_km(&self, displayed_radius_km: f64, well_radius_km: f64) -> Option<(f64, f64)> {
        let outer_km = self.outer_share * well_radius_km;
        let usual_km = (self.inner_radii * displayed_radius_km).max(self.least_inner_share * well_radius_km);
        // Limited, so that the innermost ring stays well inside the outermost.
        let inner_km = usual_km.min(0.5 * (displayed_radius_km + outer_km));
        let is_room = displayed_radius_km > 0.0 && outer_km.is_finite() && outer_km > displayed_radius_km;
        is_room.then_some((inner_km, outer_km))
    }

    /// The number of rings that follows from the displayed radius of a body and the radius of its well, km:
    /// neighbouring radii differ by a factor of [`LEAST_STEP`] at least.
    fn usual_count(&self, displayed_radius_km: f64, well_radius_km: f64, is_star: bool) -> u8 {
        let Some((inner_km, outer_km)) = self.room_km(displayed_radius_km, well_radius_km) else { return 0 };
        let steps = |factor: f64, step: f64| (libm::log(factor) / libm::log(step)).floor();
        let by_room = 1.0 + steps(outer_km / inner_km, LEAST_STEP);
        let by_size = if is_star {
            f64::from(MOST_RINGS)
        } else {
            f64::from(FEWEST_RINGS) + steps(well_radius_km / self.smallest_well_km, self.well_step)
        };
        by_room.min(by_size).clamp(f64::from(FEWEST_RINGS), f64::from(MOST_RINGS)) as u8
    }
}

/// A range of a well's rings. In a well of two rings the inner ring is innermost and inner, the other ring outer
/// and outermost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RingZone {
    /// The ring nearest to the body alone.
    Innermost,
    /// The inner half, and the middle one of an odd number.
    Inner,
    /// All but the inner ones.
    Outer,
    /// The ring farthest from the body alone.
    Outermost,
}

impl RingZone {
    /// Whether a ring, 0 being the innermost, belongs to this zone of a well of `count` rings. A ring beyond the
    /// count belongs to no zone.
    pub fn holds(self, ring: u8, count: u8) -> bool {
        let is_inner = ring < count.div_ceil(2);
        ring < count
            && match self {
                Self::Innermost => ring == 0,
                Self::Inner => is_inner,
                Self::Outer => !is_inner,
                Self::Outermost => ring == count - 1,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::source::parse::dialect;

    const ZONES: [RingZone; 4] = [RingZone::Innermost, RingZone::Inner, RingZone::Outer, RingZone::Outermost];

    fn rings_of(zone: RingZone, count: u8) -> Vec<u8> {
        (0..=u8::MAX).filter(|ring| zone.holds(*ring, count)).collect()
    }

    #[test]
    fn zones_share_the_rings_out() {
        assert_eq!(ZONES.map(|zone| rings_of(zone, 2)), [vec![0], vec![0], vec![1], vec![1]]);
        assert_eq!(ZONES.map(|zone| rings_of(zone, 3)), [vec![0], vec![0, 1], vec![2], vec![2]]);
        assert_eq!(ZONES.map(|zone| rings_of(zone, 6)), [vec![0], vec![0, 1, 2], vec![3, 4, 5], vec![5]]);
        for zone in ZONES {
            assert_eq!(rings_of(zone, 0), [0_u8; 0], "no well, no rings");
            for count in FEWEST_RINGS..=MOST_RINGS {
                assert!(!rings_of(zone, count).is_empty(), "{zone:?} of {count}");
            }
        }
    }

    #[test]
    fn rings_are_counted_by_size() {
        let numbers = RingNumbers::default();
        for (name, displayed_radius_km, count) in
            [("Moon", 104_244.0, 2), ("Mars", 203_370.0, 3), ("Earth", 382_260.0, 4), ("Jupiter", 4.2e6, 6)]
        {
            let well_radius_km = 10.0 * displayed_radius_km;
            assert_eq!(numbers.usual_count(displayed_radius_km, well_radius_km, false), count, "{name}");
        }
        assert_eq!(numbers.usual_count(5000.0, 150_000.0, false), 2, "a comet");
        assert_eq!(numbers.usual_count(5.6e6, 5.6e7, true), 6, "a star");
    }

    #[test]
    fn where_there_is_no_room_there_are_no_rings() {
        let numbers = RingNumbers::default();
        assert_eq!(numbers.usual_count(5.6e6, 0.0, true), 0, "a star without a well");
        assert_eq!(numbers.usual_count(1000.0, 1300.0, false), 0, "the outermost would lie in the ground");
        assert_eq!(numbers.usual_count(1.0e6, 2.0e6, false), 2, "a narrow well");
    }

    #[test]
    fn slots_are_counted_from_inside() {
        let numbers = RingNumbers::default();
        assert_eq!(numbers.slots(0), 6);
        assert_eq!(numbers.slots(5), 24);
        assert_eq!(numbers.slots(6), 0);
    }

    #[test]
    fn a_spec_reads_as_people_write_it() {
        let spec: RingSpec = dialect().from_str("(count: 4)").expect("it is sound");
        assert_eq!(spec, RingSpec { count: Some(4), innermost_period_s: None });
        assert_eq!(dialect().to_string(&spec), Ok("(count:4)".to_owned()));
        assert_ne!(spec, RingSpec::default());
    }
}
