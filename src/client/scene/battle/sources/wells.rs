//! The well of an event, and its present place.

use glam::DVec3;

use crate::sim::motion::wells::well_among;
use crate::sim::{BodyId, Calendar, Sky};

/// A place that moves with a body, or stays in open space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WellPlace {
    /// The innermost body in whose well it is; `None`: open space.
    pub body: Option<BodyId>,
    /// Offset from the middle of that body, or from the origin, km.
    pub offset: DVec3,
}

impl WellPlace {
    /// The well of the place in an event of a tick, heliocentric ecliptic km at the end of that tick.
    pub fn of_event(sky: &Sky, calendar: &Calendar, place: DVec3, tick: u64) -> Self {
        let ticks_ago = calendar.tick.saturating_sub(tick + 1);
        let seconds_ago = ticks_ago as f64 * calendar.tick_seconds();
        let center = |body: BodyId| {
            let now = sky.now.get(body)?.position;
            if ticks_ago == 0 {
                return Some(now);
            }
            // A body too far away now cannot have carried the place: its earlier position need not be computed.
            let moved_km = sky.system.max_speed_km_s(body) * seconds_ago;
            let is_near = now.distance(place) < sky.system.bodies.get(body)?.well_radius_km + moved_km;
            is_near.then(|| sky.system.displayed_state(body, calendar.clock.jd_at(tick + 1)).position)
        };
        let body = well_among(&sky.system, place, center);
        Self { body, offset: place - body.and_then(center).unwrap_or(DVec3::ZERO) }
    }

    /// Position at the end of the last tick, heliocentric ecliptic km.
    pub fn now(&self, sky: &Sky) -> DVec3 {
        let center = self.body.and_then(|body| sky.now.get(body));
        center.map_or(DVec3::ZERO, |state| state.position) + self.offset
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::warnings::example::{BASALT, MOON, system};

    /// The sky after this many ticks.
    fn sky_after(ticks: u64) -> (Sky, Calendar) {
        let system = system();
        let calendar = Calendar { clock: system.clock, tick: ticks, seed: 0 };
        (Sky::new(system, calendar.now_jd()), calendar)
    }

    /// Place of a body at the end of a tick.
    fn center(body: BodyId, tick: u64) -> DVec3 {
        let system = system();
        system.displayed_state(body, system.clock.jd_at(tick + 1)).position
    }

    #[test]
    fn events_in_a_well_move_with_its_body() {
        let (sky, calendar) = sky_after(500);
        let offset = DVec3::new(0.0, 0.0, 1.0e6);
        for tick in [499, 490, 200] {
            let event_place = center(BASALT, tick) + offset;
            let place = WellPlace::of_event(&sky, &calendar, event_place, tick);
            assert_eq!(place.body, Some(BASALT), "tick {tick}");
            assert!(place.offset.distance(offset) < 1.0, "tick {tick}: {place:?}");
            let wanted = center(BASALT, 499) + offset;
            assert!(place.now(&sky).distance(wanted) < 1.0, "tick {tick}");
        }
        assert!(center(BASALT, 200).distance(center(BASALT, 499)) > 3.0e6, "it has left its well since");
    }

    #[test]
    fn a_well_reaches_to_its_rim_and_no_farther() {
        let (sky, calendar) = sky_after(500);
        let body_at = |share: f64, tick: u64| {
            let place = center(BASALT, tick) + DVec3::Z * (share * 3.0e6);
            WellPlace::of_event(&sky, &calendar, place, tick).body
        };
        for tick in [499, 480] {
            assert_eq!(body_at(0.97, tick), Some(BASALT), "tick {tick}");
            assert_eq!(body_at(1.03, tick), None, "tick {tick}");
        }
        let far = DVec3::X * 1.0e9;
        let free = WellPlace::of_event(&sky, &calendar, far, 480);
        assert_eq!((free.body, free.now(&sky)), (None, far), "open space stays where it is");
    }

    #[test]
    fn a_moon_has_its_own_well_within_that_of_its_planet() {
        let (sky, calendar) = sky_after(500);
        for tick in [499, 400] {
            let place = center(MOON, tick) + DVec3::X * 5.0e4;
            assert_eq!(WellPlace::of_event(&sky, &calendar, place, tick).body, Some(MOON), "tick {tick}");
        }
    }
}
