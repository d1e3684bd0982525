//! The first possible meeting of a traveller of constant speed with a moving body.
//!
//! The input is a traveller, the body's path as a function of time, and bounds on that motion. The answer is the
//! earliest meeting, or `None` if there is none before the horizon. The search steps forward from the departure, and
//! no step can pass a meeting. So the answer is the earliest one, even where a body is faster than its pursuer and
//! several meetings exist. The search evaluates the path a bounded number of times, and its answer is always finite.

use glam::DVec3;

use super::constants::SECONDS_PER_DAY;
use super::elements::State;

/// A gap that closes within this many seconds counts as closed. A Julian date resolves 4e-5 s; a finer limit would
/// be noise.
const TIME_RESOLUTION_S: f64 = 1e-4;

/// The last correction of a meeting's time may be this long, in seconds; a longer one is not reliable.
const LONGEST_CORRECTION_S: f64 = 1.0;

/// Steps after which a search is given up. A few are usual, some tens for a body that is much faster.
const MAX_STEPS: usize = 10_000;

/// Halvings that bring any interval of time down to the resolution.
const MAX_HALVINGS: usize = 80;

/// A traveller in straight flight at constant speed, in the frame of the path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Traveller {
    /// Position at departure in kilometres.
    pub position: DVec3,
    /// Speed in km/s, 0 or more.
    pub speed_km_s: f64,
    /// The Julian date (TDB) of departure.
    pub departure_jd: f64,
}

/// The first date and place at which traveller and body coincide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// The Julian date (TDB) of the meeting.
    pub jd: f64,
    /// The body's position at that date, in kilometres.
    pub position: DVec3,
}

/// Bounds on the speed and the acceleration of a body. Too large bounds only cost time; too small ones void the
/// guarantee that the meeting is the earliest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathBounds {
    /// Upper bound on the speed in km/s.
    pub max_speed_km_s: f64,
    /// Upper bound on the acceleration in km/s².
    pub max_acceleration_km_s2: f64,
}

impl PathBounds {
    /// The bounds of a body that does not move.
    pub const AT_REST: Self = Self { max_speed_km_s: 0.0, max_acceleration_km_s2: 0.0 };

    /// The longest time, seconds, within which a gap of this width, km, certainly does not close, if it widens at
    /// this rate, km/s. Both forms of the quadratic's root are used, each where it does not cancel; without
    /// acceleration it is the time of even closing, or infinite.
    pub fn safe_step(&self, gap_km: f64, rate_km_s: f64) -> f64 {
        let by_speed = gap_km / self.max_speed_km_s;
        let acceleration = self.max_acceleration_km_s2;
        let root = (rate_km_s * rate_km_s + 2.0 * acceleration * gap_km).sqrt();
        let by_acceleration = if rate_km_s < 0.0 {
            2.0 * gap_km / (root - rate_km_s)
        } else {
            (rate_km_s + root) / acceleration
        };
        // A state of rest gives 0 / 0 here, which `max` ignores.
        by_speed.max(by_acceleration)
    }

    /// The bounds of the same motion at another size.
    pub fn scaled(self, factor: f64) -> Self {
        Self {
            max_speed_km_s: self.max_speed_km_s * factor,
            max_acceleration_km_s2: self.max_acceleration_km_s2 * factor,
        }
    }
}

impl std::ops::Add for PathBounds {
    type Output = Self;

    /// The bounds of a moon about the Sun, from its own bounds about the planet and the planet's bounds.
    fn add(self, other: Self) -> Self {
        Self {
            max_speed_km_s: self.max_speed_km_s + other.max_speed_km_s,
            max_acceleration_km_s2: self.max_acceleration_km_s2 + other.max_acceleration_km_s2,
        }
    }
}

/// The earliest meeting of a traveller with a body whose state at a Julian date is `path(jd)`.
///
/// `bounds` must hold for the path in the same frame (for a moon: its own plus its planet's). `None` if there
/// is no meeting within `horizon_days` of the departure, or if any number is not finite.
///
/// With f(t) = |p(t) - s| - v t, the speed bound V and the acceleration bound A, the second derivative of |p - s|
/// is at least -A. So neither `f / (v + V)` nor `(f' + √(f'² + 2 A f)) / A` can pass a root. The larger of the two
/// is the step; near a root it becomes Newton's and converges quadratically from the early side.
pub fn earliest_meeting(
    traveller: &Traveller,
    bounds: PathBounds,
    horizon_days: f64,
    path: impl Fn(f64) -> State,
) -> Option<Meeting> {
    let pursuit = Pursuit::new(traveller, bounds, path)?;
    let jd = pursuit.jd_at(pursuit.search(horizon_days)?);
    let position = (pursuit.path)(jd).position;
    (jd.is_finite() && position.is_finite()).then_some(Meeting { jd, position })
}

/// The date of the [`earliest_meeting`] alone, Julian date (TDB): it spares an evaluation of the path.
pub fn earliest_meeting_jd(
    traveller: &Traveller,
    bounds: PathBounds,
    horizon_days: f64,
    path: impl Fn(f64) -> State,
) -> Option<f64> {
    let pursuit = Pursuit::new(traveller, bounds, path)?;
    Some(pursuit.jd_at(pursuit.search(horizon_days)?)).filter(|jd| jd.is_finite())
}

/// The traveller's remaining distance to the body, for a straight flight to the body's place at that time.
#[derive(Clone, Copy)]
struct MeetingGap {
    /// f: distance between the body and the sphere that the traveller can have reached, km.
    distance: f64,
    /// f': the rate of change of `distance`, km/s.
    rate: f64,
}

/// The search for one meeting. Times are seconds since the departure.
struct Pursuit<'a, Path> {
    traveller: &'a Traveller,
    /// Bounds on the motion of the body and the traveller toward each other.
    bounds: PathBounds,
    path: Path,
}

impl<'a, Path: Fn(f64) -> State> Pursuit<'a, Path> {
    fn new(traveller: &'a Traveller, bounds: PathBounds, path: Path) -> Option<Self> {
        let usable = traveller.speed_km_s.is_finite() && traveller.speed_km_s >= 0.0;
        let bounds = PathBounds {
            max_speed_km_s: traveller.speed_km_s + bounds.max_speed_km_s.max(0.0),
            max_acceleration_km_s2: bounds.max_acceleration_km_s2.max(0.0),
        };
        usable.then_some(Self { traveller, bounds, path })
    }

    /// The time of the earliest meeting; `None` without one before the horizon.
    fn search(&self, horizon_days: f64) -> Option<f64> {
        let horizon = horizon_days * SECONDS_PER_DAY;
        let (mut earlier, mut now) = (0.0, 0.0);
        for _ in 0..MAX_STEPS {
            let gap = self.gap_at(now)?;
            if gap.distance <= self.tolerance_km() {
                return Some(self.refine(earlier, now, gap));
            }
            earlier = now;
            now += self.bounds.safe_step(gap.distance, gap.rate);
            // This comparison is false for NaN, so a horizon or a time that is not a number ends the search too.
            let within_horizon = now <= horizon;
            if !within_horizon {
                return None;
            }
        }
        None
    }

    fn jd_at(&self, seconds: f64) -> f64 {
        self.traveller.departure_jd + seconds / SECONDS_PER_DAY
    }

    fn gap_at(&self, seconds: f64) -> Option<MeetingGap> {
        let State { position, velocity } = (self.path)(self.jd_at(seconds));
        let offset = position - self.traveller.position;
        let separation = offset.length();
        let receding = if separation > 0.0 { offset.dot(velocity) / separation } else { velocity.length() };
        let gap = MeetingGap {
            distance: separation - self.traveller.speed_km_s * seconds,
            rate: receding - self.traveller.speed_km_s,
        };
        (gap.distance.is_finite() && gap.rate.is_finite()).then_some(gap)
    }

    fn tolerance_km(&self) -> f64 {
        self.bounds.max_speed_km_s * TIME_RESOLUTION_S
    }

    /// The time of the meeting, from a time at which the gap is closed to within the resolution.
    fn refine(&self, earlier: f64, now: f64, gap: MeetingGap) -> f64 {
        if gap.distance < -self.tolerance_km() {
            // The search comes here only with bounds that were too small; the root lies between the last two
            // times.
            return self.bisect(earlier, now);
        }
        let correction = -gap.distance / gap.rate;
        if correction.abs() <= LONGEST_CORRECTION_S { (now + correction).max(0.0) } else { now }
    }

    fn bisect(&self, mut open: f64, mut closed: f64) -> f64 {
        for _ in 0..MAX_HALVINGS {
            let middle = 0.5 * (open + closed);
            match self.gap_at(middle) {
                Some(gap) if gap.distance > 0.0 => open = middle,
                _ => closed = middle,
            }
        }
        closed
    }
}
