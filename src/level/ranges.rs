//! The ranges of the numbers of levels and rules.
//!
//! A table of ranges is right below its type, made by the macro `ranges!`, or within it, by `numbers!`. Levels
//! and the files of the rules are checked by the same tables: every number out of its range is a
//! [`FieldFault`]. Both ends of a range matter: numbers that are too small lead to infinities and invalid
//! worlds as much as numbers that are too large.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use glam::{DVec3, Vec3};

use super::check::MAX_BESIDE_KM;
use crate::orbit::AU_KM;

/// The least and the greatest valid number.
pub(crate) type Limits = RangeInclusive<f64>;

/// An angle, degrees; more than a turn is allowed, but not so much that precision is lost.
pub(crate) const ANGLE_DEG: Limits = -1.0e6..=1.0e6;
/// Magnification.
pub(crate) const MAGNIFY: Limits = 0.01..=1.0e4;
/// Radius of a gravity well, radii of the body.
pub(crate) const WELL_RADII: Limits = 1.0..=1.0e4;
/// Radius of a body, km: from a rock of a metre to a star that would fill Saturn's orbit.
pub(crate) const BODY_RADIUS_KM: Limits = 0.001..=2.0e9;
/// Gravitational parameter, km^3/s^2: from such a rock to ten million suns.
pub(crate) const GM_KM3_S2: Limits = 1.0e-15..=1.5e18;
/// Size of an orbit, km; the most is 100,000 AU,
pub(crate) const LENGTH_KM: Limits = 1.0..=1.0e5 * AU_KM;
/// and in AU; the least is a little more than a kilometre.
pub(crate) const LENGTH_AU: Limits = 1.0e-8..=1.0e5;
/// Time for one turn of an innermost ring, seconds of play.
pub(crate) const RING_PERIOD_S: Limits = 1.0..=1.0e6;
/// Radius of a ship, a structure or a projectile, km.
pub(crate) const HULL_RADIUS_KM: Limits = 0.001..=1.0e6;
/// Speed of ships and torpedoes, km/s; the most is light.
pub(crate) const SPEED_KM_S: Limits = 0.001..=299_792.458;
/// Time of engines to full speed or for a turn, seconds of play.
pub(crate) const ENGINE_S: Limits = 0.001..=60.0;
/// Times of weapons and torpedoes, seconds of play; the least is about a tick.
pub(crate) const WEAPON_S: Limits = 0.03..=600.0;
/// Building times, seconds of play; the most is a day.
pub(crate) const BUILD_S: Limits = 0.001..=86_400.0;
/// Sight ranges, km; the most is about 7000 AU.
pub(crate) const SIGHT_KM: Limits = 0.0..=1.0e12;
/// Hit points, full or remaining.
pub(crate) const POINTS: Limits = 0.0..=1.0e9;
/// Troopers aboard of a ship.
pub(crate) const TROOPERS: Limits = 0.0..=1.0e6;
/// The most troopers on the ground of a body.
pub(crate) const MOST_TROOPERS: f64 = 1.0e9;
/// Bonuses of a class, percent.
pub(crate) const PERCENT: Limits = 0.0..=1000.0;
/// The worth of a body; 100 is average.
pub(crate) const WORTH: Limits = 0.0..=10_000.0;
/// Factor of terrain on the strength of defenders.
pub(crate) const TERRAIN: Limits = 0.1..=10.0;
/// The capacity of a treasury: sums of some thousands of treasuries are still exact.
pub(crate) const TREASURY: Limits = 0.0..=1.0e15;
/// Strength of a fleet: more than that of the greatest number of the most expensive ships.
pub(crate) const STRENGTH: Limits = 0.0..=1.0e18;
/// A coordinate of a place in a world, km: fleets may be side by side at twice the greatest distance of a body.
pub(crate) const PLACE_KM: Limits = -4.0e6 * AU_KM..=4.0e6 * AU_KM;
/// A coordinate of a place in a formation, km.
pub(crate) const BESIDE_KM: Limits = -MAX_BESIDE_KM..=MAX_BESIDE_KM;
/// A part of a ship's own velocity, km/s: a ship that is pushed aside may exceed its own speed.
pub(crate) const OWN_SPEED_KM_S: Limits = -10.0 * *SPEED_KM_S.end()..=10.0 * *SPEED_KM_S.end();
/// A coordinate of a unit vector, and a little for rounding.
pub(crate) const UNIT: Limits = -1.01..=1.01;
/// The angle ahead of a body, or behind it, degrees.
pub(crate) const AHEAD_DEG: Limits = -180.0..=180.0;
/// A share.
pub(crate) const SHARE: Limits = 0.0..=1.0;

/// A field with a value out of its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldFault {
    /// Path, `weapons[3].reload_s`.
    pub path: String,
    /// The fault in words.
    pub message: String,
    /// The remedy.
    pub remedy: String,
}

impl FieldFault {
    /// A number that is out of its range.
    pub(crate) fn out_of_range(path: String, value: f64, limits: &Limits) -> Self {
        let (low, high) = (number(*limits.start()), number(*limits.end()));
        let message = format!("{} is out of range", number(value));
        Self { path, message, remedy: format!("from {low} to {high} is possible") }
    }
}

/// A type with a table of ranges for its numbers.
pub trait Ranged {
    /// Adds a fault for every number out of its range. `path` is the path of the whole value, empty for a whole
    /// file.
    fn check_ranges(&self, path: &str, faults: &mut Vec<FieldFault>);
}

impl<T: Ranged> Ranged for Option<T> {
    fn check_ranges(&self, path: &str, faults: &mut Vec<FieldFault>) {
        if let Some(value) = self {
            value.check_ranges(path, faults);
        }
    }
}

fn check_entries<'a, T: Ranged + 'a>(
    entries: impl IntoIterator<Item = &'a T>,
    path: &str,
    faults: &mut Vec<FieldFault>,
) {
    for (index, entry) in entries.into_iter().enumerate() {
        entry.check_ranges(&format!("{path}[{index}]"), faults);
    }
}

impl<T: Ranged> Ranged for [T] {
    fn check_ranges(&self, path: &str, faults: &mut Vec<FieldFault>) {
        check_entries(self, path, faults);
    }
}

impl<T: Ranged> Ranged for VecDeque<T> {
    fn check_ranges(&self, path: &str, faults: &mut Vec<FieldFault>) {
        check_entries(self, path, faults);
    }
}

impl<T: Ranged> Ranged for Vec<T> {
    fn check_ranges(&self, path: &str, faults: &mut Vec<FieldFault>) {
        self.as_slice().check_ranges(path, faults);
    }
}

impl<T: Ranged, const COUNT: usize> Ranged for [T; COUNT] {
    fn check_ranges(&self, path: &str, faults: &mut Vec<FieldFault>) {
        self.as_slice().check_ranges(path, faults);
    }
}

/// A number, or several numbers with a common range.
pub(crate) trait Numbers {
    /// The first number out of range. NaN always is.
    fn outside(&self, limits: &Limits) -> Option<f64>;
}

impl Numbers for f64 {
    fn outside(&self, limits: &Limits) -> Option<f64> {
        (!limits.contains(self)).then_some(*self)
    }
}

impl Numbers for f32 {
    /// Parses the number as it was written, so that 0.1 lies between 0.1 and 1.
    fn outside(&self, limits: &Limits) -> Option<f64> {
        self.to_string().parse().unwrap_or(f64::NAN).outside(limits)
    }
}

macro_rules! whole_numbers {
    ($($type:ident)*) => {
        $(impl Numbers for $type {
            fn outside(&self, limits: &Limits) -> Option<f64> {
                f64::from(*self).outside(limits)
            }
        })*
    };
}
whole_numbers!(u8 u16 u32);

impl Numbers for i64 {
    fn outside(&self, limits: &Limits) -> Option<f64> {
        (*self as f64).outside(limits)
    }
}

impl<T: Numbers> Numbers for Option<T> {
    fn outside(&self, limits: &Limits) -> Option<f64> {
        self.as_ref()?.outside(limits)
    }
}

impl Numbers for DVec3 {
    fn outside(&self, limits: &Limits) -> Option<f64> {
        self.to_array().outside(limits)
    }
}

impl Numbers for (f64, f64, f64) {
    fn outside(&self, limits: &Limits) -> Option<f64> {
        <[f64; 3]>::from(*self).outside(limits)
    }
}

impl Numbers for Vec3 {
    fn outside(&self, limits: &Limits) -> Option<f64> {
        self.to_array().outside(limits)
    }
}

impl<T: Numbers, const COUNT: usize> Numbers for [T; COUNT] {
    fn outside(&self, limits: &Limits) -> Option<f64> {
        self.iter().find_map(|number| number.outside(limits))
    }
}

/// The table of a type: its fields with their ranges, or without one if the field's type has its own table. A field
/// that wraps a value is written `position.0`. A function may follow for checks beyond ranges.
macro_rules! ranges {
    (@field $field:expr, $path:expr, $faults:ident) => {
        $crate::level::ranges::Ranged::check_ranges(&$field, &$path, $faults)
    };
    (@field $field:expr, $path:expr, $faults:ident, $limits:expr) => {
        if let Some(value) = $crate::level::ranges::Numbers::outside(&$field, &$limits) {
            $faults.push($crate::level::ranges::FieldFault::out_of_range($path, value, &$limits));
        }
    };
    ($type:ident { $($field:ident $(. $wrapped:tt)? $(: $limits:expr)?),* $(,)? } $(, $more:expr)?) => {
        impl $crate::level::ranges::Ranged for $type {
            fn check_ranges(&self, path: &str, faults: &mut Vec<$crate::level::ranges::FieldFault>) {
                $(
                    ranges!(
                        @field self.$field $(. $wrapped)?,
                        $crate::level::ranges::join(path, stringify!($field)),
                        faults $(, $limits)?
                    );
                )*
                $($more(self, path, faults);)?
            }
        }
    };
}

/// Structs of numbers in a file of the rules. A range stands behind its field; a field without one is a struct with
/// ranges of its own. A function may follow for checks beyond ranges. A file gives all fields, and no others.
macro_rules! numbers {
    ($(
        $(#[$of_type:meta])*
        pub struct $type:ident {
            $($(#[$of_field:meta])* pub $field:ident: $kind:ty $([$limits:expr])?,)*
        } $(and $more:expr;)?
    )*) => {
        $(
            $(#[$of_type])*
            #[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
            #[serde(deny_unknown_fields)]
            pub struct $type {
                $($(#[$of_field])* pub $field: $kind,)*
            }

            ranges!($type { $($field $(: $limits)?),* } $(, $more)?);
        )*
    };
}

/// The path of a field of the value at a path.
pub(crate) fn join(path: &str, field: &str) -> String {
    if path.is_empty() { field.to_owned() } else { format!("{path}.{field}") }
}

/// A number in its usual spelling.
pub(crate) fn number(value: f64) -> String {
    let size = value.abs();
    if value != 0.0 && value.is_finite() && !(1.0e-4..1.0e9).contains(&size) {
        format!("{value:e}")
    } else {
        format!("{value}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Part {
        share: f32,
    }
    ranges!(Part { share: 0.1..=1.0 });

    struct Whole {
        count: Option<u32>,
        slots: [u16; 3],
        parts: Vec<Part>,
    }
    ranges!(Whole { count: 2.0..=6.0, slots: 4.0..=360.0, parts });

    fn messages(whole: &Whole, path: &str) -> Vec<String> {
        let mut faults = Vec::new();
        whole.check_ranges(path, &mut faults);
        let words = |fault: FieldFault| format!("{}: {}; {}", fault.path, fault.message, fault.remedy);
        faults.into_iter().map(words).collect()
    }

    #[test]
    fn both_ends_of_a_range_are_inside() {
        for (count, share) in [(None, 0.1), (Some(2), 1.0), (Some(6), 0.5)] {
            let whole = Whole { count, slots: [4, 360, 9], parts: vec![Part { share }] };
            assert_eq!(messages(&whole, "a"), [""; 0]);
        }
    }

    #[test]
    fn values_out_of_range_are_reported_with_their_paths() {
        let parts = vec![Part { share: 0.5 }, Part { share: f32::NAN }, Part { share: 1.1 }];
        let whole = Whole { count: Some(7), slots: [4, 361, 0], parts };
        let expected = [
            "a.count: 7 is out of range; from 2 to 6 is possible",
            "a.slots: 361 is out of range; from 4 to 360 is possible",
            "a.parts[1].share: NaN is out of range; from 0.1 to 1 is possible",
            "a.parts[2].share: 1.1 is out of range; from 0.1 to 1 is possible",
        ];
        assert_eq!(messages(&whole, "a"), expected);
        assert_eq!(messages(&whole, "")[0], "count: 7 is out of range; from 2 to 6 is possible");
    }
}
