//! The delay of a fleet in gravity wells, where it is slower than at cruise, in days.
//!
//! It is for dates of arrival; flights themselves follow the law of the wells. Only the wells at the beginning and the
//! end of a stretch count. Within one well the way is straight; otherwise it leads straight out of one and straight
//! into the other.

use glam::DVec3;

use super::fleet_summary::FleetSummary;
use crate::orbit::SECONDS_PER_DAY;
use crate::sim::motion::wells;
use crate::sim::{Anchor, AnchoredPlace, BodyId, Sky};

/// Pieces in which a stretch inside a well is summed up.
const PIECES: u32 = 24;

/// Delay, in days, of a fleet's flight from its place at a date to a destination.
pub fn well_delay_days(sky: &Sky, company: &FleetSummary, jd: f64, to: &AnchoredPlace) -> f64 {
    let place = |body: BodyId| sky.state_at(body, jd).position;
    let from_well = wells::anchor_on(sky, company.center, jd);
    let to_well = well_of(sky, to);
    let out_of = |body: BodyId| company.center - place(body);
    let rim =
        |body: BodyId, from: DVec3| from.normalize_or(DVec3::X) * sky.system.bodies[body].well_radius_km;
    let seconds = match (from_well, to_well) {
        (Some(one), Some(other)) if one == other => lost_s(sky, company, one, out_of(one), to.offset),
        (one, other) => {
            let leaving =
                one.map_or(0.0, |body| lost_s(sky, company, body, out_of(body), rim(body, out_of(body))));
            let arriving =
                other.map_or(0.0, |body| lost_s(sky, company, body, rim(body, to.offset), to.offset));
            leaving + arriving
        }
    };
    seconds / SECONDS_PER_DAY
}

/// The body in whose well an anchored place lies.
pub(super) fn well_of(sky: &Sky, to: &AnchoredPlace) -> Option<BodyId> {
    let Anchor::Body(body) = to.anchor else { return None };
    (to.offset.length() < sky.system.bodies[body].well_radius_km).then_some(body)
}

/// Seconds of the calendar lost between two places in a well, relative to its body.
fn lost_s(sky: &Sky, company: &FleetSummary, body: BodyId, from: DVec3, to: DVec3) -> f64 {
    let speeds = company.into();
    let piece_km = from.distance(to) / f64::from(PIECES);
    let lost = |piece: u32| {
        let share = (f64::from(piece) + 0.5) / f64::from(PIECES);
        let speed = wells::speed_km_s(sky, body, from.lerp(to, share).length(), &speeds);
        piece_km / speed - piece_km / company.cruise_km_s
    };
    (0..PIECES).map(lost).sum()
}
