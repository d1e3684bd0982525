//! Rest until a date, or until bodies are in a certain position.

use bevy::prelude::*;

use super::TaskRefusal;
use super::dispatch::{finish_leg, resting_station, take_up};
use crate::orbit::LAST_JD;
use crate::sim::motion::dates::{WaitFault, date_of};
use crate::sim::visibility::Almanac;
use crate::sim::{AnchoredPlace, Calendar, Goal, Leg, Route, Sky, WaitEvent};

/// Whether an event will come. Its bodies exist.
///
/// # Errors
/// It is no date, past, names the same body twice, or does not come within a century.
pub(in crate::sim) fn check(almanac: &Almanac, event: WaitEvent) -> Result<(), TaskRefusal> {
    let now_jd = almanac.calendar.now_jd();
    if let WaitEvent::Nearest { body: one, to: Some(other) }
    | WaitEvent::Conjunction { one, other }
    | WaitEvent::Opposition { one, other } = event
        && one == other
    {
        return Err(WaitFault::SameBody(almanac.body_in_words(one)).into());
    }
    match event {
        WaitEvent::Date(jd) if jd.is_nan() => Err(WaitFault::NotADate.into()),
        WaitEvent::Date(jd) if jd <= now_jd => Err(WaitFault::IsPast.into()),
        WaitEvent::Date(jd) if jd > LAST_JD => Err(WaitFault::NeverComes.into()),
        // The future resting place of the fleet is unknown.
        WaitEvent::Date(_) | WaitEvent::Nearest { to: None, .. } => Ok(()),
        _ if date_of(event, &almanac.sky, &AnchoredPlace::default(), now_jd).is_none() => {
            Err(WaitFault::NeverComes.into())
        }
        _ => Ok(()),
    }
}

/// What a waiting fleet does, in words.
pub(super) fn describe() -> String {
    "waits".to_owned()
}

/// Computes the date of a new wait, and goes on to the next leg on that date.
pub(super) fn update(world: &mut World, fleet: Entity) {
    let front = world.get::<Route>(fleet).and_then(|route| route.0.front().copied());
    let Some(Leg { goal: Goal::Wait(event), until_jd, .. }) = front else { return };
    let now_jd = world.resource::<Calendar>().now_jd();
    // An event that never comes ends the wait at once.
    let jd = until_jd.or_else(|| {
        let rest = resting_station(world, fleet);
        date_of(event, world.resource::<Sky>(), &rest, now_jd)
    });
    let is_over = jd.is_none_or(|jd| now_jd >= jd);
    if is_over {
        finish_leg(world, fleet);
        take_up(world, fleet, true);
    } else if until_jd.is_none()
        && let Some(mut route) = world.get_mut::<Route>(fleet)
        && let Some(leg) = route.0.front_mut()
    {
        leg.until_jd = jd;
    }
}
