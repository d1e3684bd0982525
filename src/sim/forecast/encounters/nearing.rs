//! First approach of a moving thing to a point: its beginning, its nearest distance and its end.
//!
//! The search is that of `orbit/meeting.rs`, with a rim in place of a traveller: each step is the longest that
//! provably skips no entry.

use std::cell::Cell;

use crate::orbit::{DAYS_PER_CENTURY, PathBounds, SECONDS_PER_DAY, State};

/// Resolution of times, seconds of the calendar; the rim is found to within the motion in this time. A tick is at
/// least a thousand times as long.
const TIME_RESOLUTION_S: f64 = 0.01;

/// Halvings after which an interval is short enough in any case.
const MAX_HALVINGS: usize = 28;

/// Limit on a step inside the rim, as a share of the radius.
const STAY_SHARE: f64 = 1.0 / 16.0;

/// Steps after which a stay is not followed any farther.
const MAX_STAY_STEPS: usize = 64;

/// A stay is not followed for longer than this, seconds.
const LONGEST_STAY_S: f64 = DAYS_PER_CENTURY * SECONDS_PER_DAY;

/// The dates of a search, Julian dates (TDB).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Beginning of the search.
    pub from_jd: f64,
    /// End of the search.
    pub until_jd: f64,
}

/// A budget of looks at paths, and the number used.
#[derive(Clone, Debug)]
pub struct Looks {
    allowed: u32,
    taken: Cell<u32>,
}

impl Looks {
    /// A budget of this many looks.
    pub fn new(allowed: u32) -> Self {
        Self { allowed, taken: Cell::new(0) }
    }

    /// The number of looks taken. A found stay is followed to its end, so this may exceed the budget a little: by
    /// 150 at most.
    pub fn taken(&self) -> u32 {
        self.taken.get()
    }

    /// Whether another look is allowed.
    pub fn are_left(&self) -> bool {
        self.taken.get() < self.allowed
    }

    fn take(&self) {
        self.taken.set(self.taken.get().saturating_add(1));
    }
}

/// A stay within the requested distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearing {
    /// The date at which it begins, Julian date (TDB); the beginning of the span if the thing is within the
    /// distance already.
    pub enters_jd: f64,
    /// The date of the least distance during the stay, Julian date (TDB).
    pub nearest_jd: f64,
    /// The least distance, km.
    pub nearest_km: f64,
    /// The date at which it ends, Julian date (TDB); `None` if that is more than a century or very many turns
    /// away.
    pub leaves_jd: Option<f64>,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outlook {
    /// The first approach.
    Near(Nearing),
    /// No approach before this date: the end of the span, or an earlier date if the budget of looks was spent. The
    /// search can go on from that date.
    Clear {
        /// Julian date (TDB).
        until_jd: f64,
    },
}

impl Outlook {
    /// The approach, if the search found one.
    pub fn nearing(self) -> Option<Nearing> {
        match self {
            Self::Near(nearing) => Some(nearing),
            Self::Clear { .. } => None,
        }
    }
}

/// The first approach within a span to no more than `radius_km` from a point. `path` gives the state relative to
/// the point, km and km/s, at a Julian date, and `bounds` must hold for it.
///
/// With f(t) = |p(t)| - r, the speed bound V and the acceleration bound A, the second derivative of |p| is at
/// least -A. So neither `f / V` nor `(f' + √(f'² + 2 A f)) / A` leads past a root; the larger of the two is the
/// step.
pub fn first_nearing(
    path: impl Fn(f64) -> State,
    bounds: PathBounds,
    radius_km: f64,
    span: Span,
    looks: &Looks,
) -> Outlook {
    let clear = Outlook::Clear { until_jd: span.until_jd };
    // This comparison is false for NaN.
    let is_wide = radius_km > 0.0;
    if !is_wide {
        return clear;
    }
    let search = NearingSearch { path, bounds, radius_km, from_jd: span.from_jd, looks };
    let horizon = (span.until_jd - span.from_jd) * SECONDS_PER_DAY;
    let (mut earlier, mut now) = (0.0, 0.0);
    while looks.are_left() {
        let Some(gap) = search.gap_at(now) else { return clear };
        if gap.outside_km <= search.tolerance_km() {
            return search.entered(earlier, now, gap).map_or(clear, Outlook::Near);
        }
        earlier = now;
        now += bounds.safe_step(gap.outside_km, gap.rate_km_s);
        let is_within_horizon = now <= horizon;
        if !is_within_horizon {
            return clear;
        }
    }
    Outlook::Clear { until_jd: search.jd_at(now) }
}

/// Position relative to the rim.
#[derive(Clone, Copy)]
struct RimGap {
    /// f: the distance outside the rim, km; negative inside.
    outside_km: f64,
    /// f': the rate of change of `outside_km`, km/s.
    rate_km_s: f64,
    /// Speed in any direction, km/s.
    speed_km_s: f64,
}

/// One search. Times are seconds since its beginning.
struct NearingSearch<'a, Path> {
    path: Path,
    bounds: PathBounds,
    radius_km: f64,
    from_jd: f64,
    looks: &'a Looks,
}

impl<Path: Fn(f64) -> State> NearingSearch<'_, Path> {
    fn jd_at(&self, seconds: f64) -> f64 {
        self.from_jd + seconds / SECONDS_PER_DAY
    }

    fn gap_at(&self, seconds: f64) -> Option<RimGap> {
        self.looks.take();
        let State { position, velocity } = (self.path)(self.jd_at(seconds));
        let distance = position.length();
        let speed_km_s = velocity.length();
        let rate_km_s = if distance > 0.0 { position.dot(velocity) / distance } else { speed_km_s };
        let gap = RimGap { outside_km: distance - self.radius_km, rate_km_s, speed_km_s };
        (gap.outside_km.is_finite() && gap.rate_km_s.is_finite()).then_some(gap)
    }

    fn tolerance_km(&self) -> f64 {
        self.bounds.max_speed_km_s * TIME_RESOLUTION_S
    }

    fn is_outside(&self, gap: &RimGap) -> bool {
        gap.outside_km > self.tolerance_km()
    }

    /// A time, seconds, in which it moves no farther than a small share of the radius.
    fn short_step(&self, gap: RimGap) -> f64 {
        let way = STAY_SHARE * self.radius_km;
        let speed = gap.speed_km_s;
        let root = (speed * speed + 2.0 * self.bounds.max_acceleration_km_s2 * way).sqrt();
        2.0 * way / (speed + root)
    }

    /// The stay that has begun between two times. The second time is within the stay.
    fn entered(&self, earlier: f64, now: f64, gap: RimGap) -> Option<Nearing> {
        let is_late = now > 0.0 && gap.outside_km < -self.tolerance_km();
        if !is_late {
            return self.stay(now, gap);
        }
        // The search comes here only with bounds that were too small; the rim lies between the two times.
        let enters = self.bisect(earlier, now, |gap| self.is_outside(gap));
        self.stay(enters, self.gap_at(enters)?)
    }

    /// Follows a stay from its beginning.
    fn stay(&self, enters: f64, at_entry: RimGap) -> Option<Nearing> {
        let mut lowest = Lowest { low: enters, high: enters, outside_km: at_entry.outside_km };
        let mut leaves = None;
        let (mut before, mut gap) = (enters, at_entry);
        for _ in 0..MAX_STAY_STEPS {
            let seconds = before + self.short_step(gap);
            let is_in_time = seconds - enters <= LONGEST_STAY_S;
            if !is_in_time {
                break;
            }
            let Some(next) = self.gap_at(seconds) else { break };
            lowest.note((before, gap), (seconds, next));
            if self.is_outside(&next) {
                leaves = Some(self.bisect(before, seconds, |gap| !self.is_outside(gap)));
                break;
            }
            (before, gap) = (seconds, next);
        }
        let nearest = if lowest.low < lowest.high {
            self.bisect(lowest.low, lowest.high, |gap| gap.rate_km_s < 0.0)
        } else {
            lowest.low
        };
        let nearest = leaves.map_or(nearest, |leaves| nearest.min(leaves));
        Some(Nearing {
            enters_jd: self.jd_at(enters),
            nearest_jd: self.jd_at(nearest),
            nearest_km: self.gap_at(nearest)?.outside_km + self.radius_km,
            leaves_jd: leaves.map(|seconds| self.jd_at(seconds)),
        })
    }

    /// The time between `low` and `high` at which `is_before` ceases to hold.
    fn bisect(&self, mut low: f64, mut high: f64, is_before: impl Fn(&RimGap) -> bool) -> f64 {
        for _ in 0..MAX_HALVINGS {
            if high - low < TIME_RESOLUTION_S {
                break;
            }
            let middle = 0.5 * (low + high);
            match self.gap_at(middle) {
                Some(gap) if is_before(&gap) => low = middle,
                _ => high = middle,
            }
        }
        high
    }
}

/// The moment of the least distance during a stay: between two times, or at one of them.
struct Lowest {
    low: f64,
    high: f64,
    /// The least distance found, km outside of the rim.
    outside_km: f64,
}

impl Lowest {
    /// Adds two successive times.
    fn note(&mut self, (before, one): (f64, RimGap), (after, other): (f64, RimGap)) {
        let least = one.outside_km.min(other.outside_km);
        if one.rate_km_s < 0.0 && other.rate_km_s >= 0.0 {
            if least <= self.outside_km {
                *self = Self { low: before, high: after, outside_km: least };
            }
        } else if other.outside_km < self.outside_km {
            *self = Self { low: after, high: after, outside_km: least };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    const DAY: f64 = SECONDS_PER_DAY;

    /// Straight on along x at 10 km/s; at date 100 it is at `aside` on the y axis.
    fn straight(aside: f64) -> impl Fn(f64) -> State {
        move |jd| State {
            position: DVec3::new((jd - 100.0) * DAY * 10.0, aside, 0.0),
            velocity: DVec3::X * 10.0,
        }
    }

    const BOUNDS: PathBounds = PathBounds { max_speed_km_s: 12.0, max_acceleration_km_s2: 1.0e-6 };
    const SPAN: Span = Span { from_jd: 0.0, until_jd: 400.0 };

    #[test]
    fn a_straight_passage_is_found_to_the_second() {
        let looks = Looks::new(1_000);
        let found = first_nearing(straight(3.0e6), BOUNDS, 5.0e6, SPAN, &looks).nearing().unwrap();
        let half_days = 4.0e6 / 10.0 / DAY;
        let seconds = |jd: f64, expected: f64| ((jd - expected) * DAY).abs();
        assert!(seconds(found.enters_jd, 100.0 - half_days) < 1.0, "{found:?}");
        assert!(seconds(found.nearest_jd, 100.0) < 1.0, "{found:?}");
        assert!(found.leaves_jd.is_some_and(|leaves| seconds(leaves, 100.0 + half_days) < 1.0), "{found:?}");
        assert!((found.nearest_km - 3.0e6).abs() < 1.0, "{found:?}");
        assert!(looks.taken() < 150, "{} looks", looks.taken());
    }

    #[test]
    fn a_near_miss_is_none_and_costs_little() {
        let looks = Looks::new(1_000);
        let found = first_nearing(straight(5.001e6), BOUNDS, 5.0e6, SPAN, &looks);
        assert_eq!(found, Outlook::Clear { until_jd: 400.0 });
        assert!(looks.taken() < 100, "{} looks", looks.taken());
    }

    #[test]
    fn an_interrupted_search_goes_on_where_it_was() {
        let mut from_jd = 0.0;
        for _ in 0..200 {
            let span = Span { from_jd, ..SPAN };
            match first_nearing(straight(3.0e6), BOUNDS, 5.0e6, span, &Looks::new(2)) {
                Outlook::Near(found) => {
                    assert!((found.nearest_jd - 100.0).abs() < 1e-4, "{found:?}");
                    return;
                }
                Outlook::Clear { until_jd } => {
                    assert!(until_jd > from_jd && until_jd < 100.0, "{until_jd}");
                    from_jd = until_jd;
                }
            }
        }
        panic!("it never came");
    }

    #[test]
    fn a_traveller_inside_enters_at_once() {
        let span = Span { from_jd: 101.0, until_jd: 400.0 };
        let found = first_nearing(straight(3.0e6), BOUNDS, 5.0e6, span, &Looks::new(100)).nearing().unwrap();
        assert_eq!((found.enters_jd, found.nearest_jd), (101.0, 101.0), "it recedes");
        assert!(found.leaves_jd.is_some_and(|leaves| leaves > 101.0));
    }

    #[test]
    fn a_resting_traveller_stays_inside_or_outside() {
        let resting = |x: f64| move |_jd: f64| State { position: DVec3::X * x, velocity: DVec3::ZERO };
        let looks = Looks::new(100);
        let inside = first_nearing(resting(1.0), PathBounds::AT_REST, 2.0, SPAN, &looks).nearing().unwrap();
        assert_eq!((inside.enters_jd, inside.nearest_km, inside.leaves_jd), (0.0, 1.0, None));
        let outside = first_nearing(resting(3.0), PathBounds::AT_REST, 2.0, SPAN, &looks);
        assert_eq!(outside, Outlook::Clear { until_jd: 400.0 });
    }

    #[test]
    fn a_path_of_nan_never_comes() {
        let nowhere = |_jd: f64| State { position: DVec3::NAN, velocity: DVec3::ZERO };
        let clear = Outlook::Clear { until_jd: 400.0 };
        assert_eq!(first_nearing(nowhere, BOUNDS, 2.0, SPAN, &Looks::new(9)), clear);
        assert_eq!(first_nearing(straight(0.0), BOUNDS, f64::NAN, SPAN, &Looks::new(9)), clear);
        assert_eq!(first_nearing(straight(0.0), BOUNDS, 0.0, SPAN, &Looks::new(9)), clear);
    }
}
