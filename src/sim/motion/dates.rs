//! The date of an event that a fleet waits for: a date, a closest approach, a conjunction or an opposition. `None`
//! if the event does not come within a century.
//!
//! The answer depends on the sky, the fleet's place and the first date alone, so that a wait can be predicted. A
//! search takes at most [`MOST_LOOKS`] looks at the sky, besides those that refine a result.
//!
//! The search steps by a share of the time in which a body, or one that it circles, turns by a radian. So it
//! does not step over a comet's quick passage by its star, and takes long steps for slow bodies.

use glam::DVec3;

use crate::level::StarSystem;
use crate::orbit::{DAYS_PER_CENTURY, LAST_JD, SECONDS_PER_DAY};
use crate::sim::{Anchor, AnchoredPlace, BodyId, Sky, WaitEvent};

/// The most looks that a search takes.
pub const MOST_LOOKS: usize = 20_000;
/// The share of the time for a radian that a step takes.
const STEP_SHARE: f64 = 0.1;
/// No step is shorter than this, days.
const LEAST_STEP_DAYS: f64 = 1.0e-3;
/// Halvings that bring a step down to the resolution of a Julian date.
const HALVINGS: u32 = 60;

/// The error of an invalid wait.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WaitFault {
    /// NaN.
    #[error("that is not a date")]
    NotADate,
    /// The same body is named twice.
    #[error("{0} cannot be waited for beside itself: name two bodies")]
    SameBody(String),
    /// Already over.
    #[error("that date is past")]
    IsPast,
    /// Not in the century to come.
    #[error("that does not come within a hundred years")]
    NeverComes,
}

/// The first date of an event after a date, both Julian dates (TDB); an event that is a date gives that date.
/// `rest` is the resting place of the waiting fleet. `None` if the event does not come within a century and before
/// the calendar ends, or is not found with [`MOST_LOOKS`] looks.
pub fn date_of(event: WaitEvent, sky: &Sky, rest: &AnchoredPlace, from_jd: f64) -> Option<f64> {
    match event {
        WaitEvent::Date(jd) => Some(jd),
        WaitEvent::Nearest { body, to } => {
            let to =
                to.map_or(*rest, |body| AnchoredPlace { anchor: Anchor::Body(body), offset: DVec3::ZERO });
            nearest(sky, body, &to, from_jd)
        }
        WaitEvent::Conjunction { one, other } => aspect(&sky.system, (one, other), true, from_jd),
        WaitEvent::Opposition { one, other } => aspect(&sky.system, (one, other), false, from_jd),
    }
}

/// The subject of a search: it waits for `value` to change its sign.
#[derive(Clone, Copy, Debug)]
struct DateSearch {
    value: f64,
    /// Whether a change of sign here is the event.
    counts: bool,
    /// Time in which the bodies turn by a radian, days.
    pace_days: f64,
}

/// The date on which the distance of a body from a place stops falling.
fn nearest(sky: &Sky, body: BodyId, place: &AnchoredPlace, from_jd: f64) -> Option<f64> {
    if place.anchor == Anchor::Body(body) {
        return None;
    }
    let look = |jd: f64| {
        let (near, far) = (sky.system.displayed_state(body, jd), sky.origin_at(place.anchor, jd));
        // Half the rate of the squared distance.
        let value = (near.position - far.position - place.offset).dot(near.velocity - far.velocity);
        let own = place.anchor.named_after().map_or(f64::INFINITY, |body| pace_days(&sky.system, body, jd));
        DateSearch { value, counts: value >= 0.0, pace_days: own.min(pace_days(&sky.system, body, jd)) }
    };
    search(from_jd, look)
}

/// The date when two bodies are in line with their star, on the same side or not.
fn aspect(
    system: &StarSystem,
    (one, other): (BodyId, BodyId),
    is_conjunction: bool,
    from_jd: f64,
) -> Option<f64> {
    let star = star_of(system, one);
    let look = |jd: f64| {
        let center = system.displayed_state(star, jd).position;
        let (first, second) = (
            system.displayed_state(one, jd).position - center,
            system.displayed_state(other, jd).position - center,
        );
        // The sine and the cosine of the angle between them on the ecliptic, each times the same length.
        let sine = first.x * second.y - first.y * second.x;
        let cosine = first.x * second.x + first.y * second.y;
        let pace_days = pace_days(system, one, jd).min(pace_days(system, other, jd));
        DateSearch { value: sine, counts: (cosine > 0.0) == is_conjunction, pace_days }
    };
    search(from_jd, look)
}

/// The star at the centre of a body's orbits.
fn star_of(system: &StarSystem, body: BodyId) -> BodyId {
    system.bodies[body].parent.map_or(body, |parent| star_of(system, parent))
}

/// The days in which a body turns by a radian about its parent, at its speed on a date; infinite at rest. If its
/// parent, or a parent of that, needs fewer days about its own, it is those.
fn pace_days(system: &StarSystem, body: BodyId, jd: f64) -> f64 {
    let offset = system.displayed_offset(body, jd);
    let days = offset.position.length() / (offset.velocity.length() * SECONDS_PER_DAY);
    let own = if days.is_finite() && days > 0.0 { days } else { f64::INFINITY };
    system.bodies[body].parent.map_or(own, |parent| own.min(pace_days(system, parent, jd)))
}

/// The first date after `from_jd` on which the sign changes in a way that counts.
fn search(from_jd: f64, look: impl Fn(f64) -> DateSearch) -> Option<f64> {
    let (mut jd, mut last) = (from_jd, look(from_jd));
    for _ in 0..MOST_LOOKS {
        let next_jd = jd + (STEP_SHARE * last.pace_days).max(LEAST_STEP_DAYS);
        // Asked this way round, a date that is not a number ends the search too.
        let is_near = next_jd - from_jd <= DAYS_PER_CENTURY && next_jd <= LAST_JD;
        if !is_near {
            return None;
        }
        let next = look(next_jd);
        if (last.value < 0.0) != (next.value < 0.0) && next.counts {
            return Some(narrowed(jd, next_jd, last.value < 0.0, &look));
        }
        (jd, last) = (next_jd, next);
    }
    None
}

/// The date between two at which the sign changes; `is_below` is the sign at the earlier one.
fn narrowed(mut earlier: f64, mut later: f64, is_below: bool, look: impl Fn(f64) -> DateSearch) -> f64 {
    for _ in 0..HALVINGS {
        let middle = 0.5 * (earlier + later);
        if (look(middle).value < 0.0) == is_below {
            earlier = middle;
        } else {
            later = middle;
        }
    }
    later
}

#[cfg(test)]
mod tests {
    use super::*;

    fn swing(jd: f64) -> DateSearch {
        let angle = (jd - 100.0) / 10.0;
        DateSearch { value: libm::sin(angle), counts: libm::cos(angle) > 0.0, pace_days: 10.0 }
    }

    #[test]
    fn the_next_change_that_counts_is_found() {
        let turn = 10.0 * std::f64::consts::TAU;
        for (from, expected) in [(90.0, 100.0), (101.0, 100.0 + turn), (120.0, 100.0 + turn)] {
            let found = search(from, swing).expect("it comes");
            assert!((found - expected).abs() < 1.0e-9, "{found} after {from}");
        }
    }

    #[test]
    fn resting_bodies_have_no_dates() {
        let still = |_: f64| DateSearch { value: 0.0, counts: true, pace_days: f64::INFINITY };
        assert_eq!(search(0.0, still), None);
        assert_eq!(search(f64::NAN, swing), None);
    }
}
