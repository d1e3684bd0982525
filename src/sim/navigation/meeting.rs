//! The place and date at which a fleet meets its target.

use glam::DVec3;

use super::fleet_summary::FleetSummary;
use crate::orbit::{SECONDS_PER_DAY, State, Traveller, earliest_meeting};
use crate::sim::{Anchor, Sky};

/// Horizon of meetings, days.
const MEETING_HORIZON_DAYS: f64 = 36_525.0;

/// Place and date of a meeting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FleetMeeting {
    /// The middle of the fleet's places at that time, km.
    pub position: DVec3,
    /// The date, Julian date (TDB).
    pub jd: f64,
}

/// The meeting of a fleet at its slowest ship's cruise speed with an anchored place; `None` if there is none.
pub fn meet(
    sky: &Sky,
    anchor: Anchor,
    offset: DVec3,
    company: &FleetSummary,
    now_jd: f64,
) -> Option<FleetMeeting> {
    if anchor == Anchor::Space {
        let days = company.center.distance(offset) / (company.cruise_km_s * SECONDS_PER_DAY);
        return Some(FleetMeeting { position: offset, jd: now_jd + days });
    }
    let traveller =
        Traveller { position: company.center, speed_km_s: company.cruise_km_s, departure_jd: now_jd };
    let path = |jd: f64| {
        let state = sky.origin_at(anchor, jd);
        State { position: state.position + offset, velocity: state.velocity }
    };
    earliest_meeting(&traveller, sky.bounds_of(anchor), MEETING_HORIZON_DAYS, path)
        .map(|meeting| FleetMeeting { position: meeting.position, jd: meeting.jd })
}
