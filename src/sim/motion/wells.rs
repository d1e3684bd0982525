//! Gravity wells: the carrier of a ship, and its speed limit there.
//!
//! A ship deep in a well moves with the well's body; at the rim it is free. Between [`FULL_HOLD`] of the radius
//! and the rim the hold falls smoothly, so that nothing jumps at the rim, at any angle and speed. Speed falls from
//! cruise at the rim to manoeuvre at the surface. A moon's well is inside its planet's, and takes over from it in
//! the same way.

use bevy::prelude::*;
use glam::DVec3;

use super::ship_table::{Carriage, ShipTable};
use crate::level::{BodyKind, FULL_HOLD, StarSystem, SystemBody};
use crate::sim::spatial::balls::KeptNear;
use crate::sim::{Anchor, AnchoredPlace, AttackTarget, BodyId, Calendar, EconomyChoice, Ship, Sky};

pub(in crate::sim) fn board(
    mut table: ResMut<ShipTable>,
    sky: Res<Sky>,
    calendar: Res<Calendar>,
    economy: Res<EconomyChoice>,
) {
    let unpaid_share = economy.0.income.unpaid_speed_share;
    let ShipTable { ships, idle, positions, carriages, .. } = &mut *table;
    let mut near = KeptNear::default();
    for index in 0..ships.len() {
        let (position, speeds) = (positions[index], (&ships[index]).into());
        let near = sky.bodies_near_kept(&mut near, position, 0.0);
        carriages[index] = carriage(&sky, near, position, &speeds, calendar.tick_seconds());
        if idle[index] {
            carriages[index].reach *= unpaid_share;
        }
    }
}

/// Speeds of a ship or a fleet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speeds {
    /// Between wells, km/s.
    pub cruise_km_s: f64,
    /// Near a body, km/s.
    pub manoeuvre_km_s: f64,
}

impl From<&Ship> for Speeds {
    fn from(ship: &Ship) -> Self {
        Self { cruise_km_s: ship.cruise_km_s, manoeuvre_km_s: ship.manoeuvre_km_s }
    }
}

/// The carriage of a ship at `position` at the beginning of a tick of `tick_seconds`. `near` are all bodies whose
/// wells may contain the place, and perhaps some more: [`Sky::bodies_near`].
pub fn carriage(sky: &Sky, near: &[BodyId], position: DVec3, ship: &Speeds, tick_seconds: f64) -> Carriage {
    let cruise = ship.cruise_km_s * tick_seconds;
    let mut carriage = Carriage { step: DVec3::ZERO, reach: cruise, well: None, hold: 0.0 };
    // Bodies are listed parents first: inside its planet's well a moon overrides the planet.
    for body in wells_among(sky, near, position) {
        let this = &sky.system.bodies[body];
        let distance = position.distance(sky.before[body].position);
        let hold = hold_at(distance / this.well_radius_km);
        let step = sky.now[body].position - sky.before[body].position;
        carriage.step = carriage.step.lerp(step, hold);
        carriage.reach = carriage.reach.min(speed_km_s(sky, body, distance, ship) * tick_seconds);
        if hold >= carriage.hold || is_within(sky, body, carriage.well) {
            carriage.well = Some(body);
            carriage.hold = hold;
        }
    }
    carriage
}

/// The bodies among `near` whose wells contain a point at the beginning of the tick, parents first.
fn wells_among(sky: &Sky, near: &[BodyId], position: DVec3) -> impl Iterator<Item = BodyId> {
    near.iter().copied().filter(move |&body| {
        let radius = sky.system.bodies[body].well_radius_km;
        sky.before[body].position.distance_squared(position) < radius * radius
    })
}

/// A place within this many radii of a well lies beside it.
const BESIDE_RADII: f64 = 3.0;

/// Whether `body` circles `well`.
fn is_within(sky: &Sky, body: BodyId, well: Option<BodyId>) -> bool {
    well.is_some() && sky.system.bodies[body].parent == well
}

/// The hold of a well at `share` of its radius: 1 inside [`FULL_HOLD`], 0 at the rim.
pub fn hold_at(share: f64) -> f64 {
    smooth_step((1.0 - share) / (1.0 - FULL_HOLD))
}

/// Speed of a ship under its own power in a body's well at a distance from its centre, km/s.
pub fn speed_km_s(sky: &Sky, body: BodyId, distance_km: f64, ship: &Speeds) -> f64 {
    let this = &sky.system.bodies[body];
    let share = speed_share(distance_km, this.displayed_radius_km, this.well_radius_km);
    let manoeuvre = ship.manoeuvre_km_s.min(ship.cruise_km_s);
    manoeuvre + (ship.cruise_km_s - manoeuvre) * share
}

/// Share of the way from manoeuvre to cruise speed at a distance from a body's centre.
fn speed_share(distance: f64, radius: f64, well_radius: f64) -> f64 {
    smooth_step((distance - radius) / (well_radius - radius).max(f64::MIN_POSITIVE))
}

/// x²(3 - 2x): 0 below 0, 1 above 1, and level at both ends.
pub(super) fn smooth_step(x: f64) -> f64 {
    let x = x.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

/// The body that carries a point now, fully or for the most part. An order to a point near a planet anchors
/// it to the planet.
pub fn anchor_at(sky: &Sky, position: DVec3) -> Option<BodyId> {
    let near = sky.bodies_near(position, 0.0);
    anchor_of(sky, near.into_iter().rev(), position, |body| sky.now[body].position)
}

/// The anchor at the beginning of the current tick.
pub fn anchor_before(sky: &Sky, position: DVec3) -> Option<BodyId> {
    let near = sky.bodies_near(position, 0.0);
    anchor_of(sky, near.into_iter().rev(), position, |body| sky.before[body].position)
}

/// [`anchor_at`] in a sky with its bodies at the places that `place` gives, all of them between the ends of the last
/// tick. `near` are [`Sky::bodies_near`], and perhaps some more. A moon comes behind its planet in the list, and takes
/// precedence.
pub fn anchor_among(
    sky: &Sky,
    near: &[BodyId],
    position: DVec3,
    place: impl Fn(BodyId) -> DVec3,
) -> Option<BodyId> {
    anchor_of(sky, near.iter().copied().rev(), position, place)
}

/// The body that for the most part carries a place on a date.
pub fn anchor_on(sky: &Sky, position: DVec3, jd: f64) -> Option<BodyId> {
    let near = sky.bodies_near_on(position, jd);
    anchor_of(sky, near.into_iter().rev(), position, |body| sky.state_at(body, jd).position)
}

/// The innermost body whose well, up to its rim, contains a place; `center` gives the places of bodies, and `None`
/// for bodies that do not count. A well carries things only up to some way before its rim, see [`anchor_at`].
pub fn well_among(
    system: &StarSystem,
    place: DVec3,
    center: impl Fn(BodyId) -> Option<DVec3>,
) -> Option<BodyId> {
    // Bodies are listed parents first.
    let mut wells = system.bodies.iter_enumerated().rev().filter(|(_, body)| body.well_radius_km > 0.0);
    let holds = |center: DVec3, body: &SystemBody| center.distance(place) < body.well_radius_km;
    wells
        .find(|(index, body)| center(*index).is_some_and(|center| holds(center, body)))
        .map(|(index, _)| index)
}

/// A comet that is open to a miner at a place, within a share of its well's radius; `None` if there is none.
pub fn comet_in_reach(
    sky: &Sky,
    place: DVec3,
    reach: f64,
    is_open: impl Fn(BodyId) -> bool,
) -> Option<BodyId> {
    let mut bodies = sky.system.bodies.iter_enumerated().zip(&sky.now);
    let found = bodies.find(|((index, body), state)| {
        let is_near = || place.distance(state.position) <= reach * body.well_radius_km;
        body.kind == BodyKind::Comet && is_near() && is_open(*index)
    });
    found.map(|((index, _), _)| index)
}

/// The nearest moving body, in radii of its well, that a place at rest in space lies beside: the body moves on, and
/// leaves the place behind. `None` for a place that a well carries, and far from all wells.
pub fn leaving_body(sky: &Sky, place: DVec3) -> Option<BodyId> {
    if anchor_at(sky, place).is_some() {
        return None;
    }
    let beside = sky.system.bodies.iter_enumerated().zip(&sky.now).filter_map(|((index, body), state)| {
        let radii = place.distance(state.position) / body.well_radius_km;
        (radii < BESIDE_RADII && state.velocity != DVec3::ZERO).then_some((radii, index))
    });
    beside.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, index)| index)
}

/// The first of `bodies` that holds a place for the most part.
fn anchor_of(
    sky: &Sky,
    mut bodies: impl Iterator<Item = BodyId>,
    position: DVec3,
    place: impl Fn(BodyId) -> DVec3,
) -> Option<BodyId> {
    let holds = |&body: &BodyId| {
        let radius = sky.system.bodies[body].well_radius_km;
        radius > 0.0 && hold_at(place(body).distance(position) / radius) > 0.5
    };
    bodies.find(holds)
}

/// Radius of the attack area around a body without a gravity well, in body radii.
const NEAR_RADII: f64 = 3.0;

/// Radius about a body within which all enemies are attacked, km.
pub fn about_km(body: &SystemBody) -> f64 {
    body.well_radius_km.max(NEAR_RADII * body.displayed_radius_km)
}

/// All foes about a body, as an attack target: those in its well, or near a body without one.
pub fn all_about(sky: &Sky, body: BodyId) -> AttackTarget {
    let middle = AnchoredPlace { anchor: Anchor::Body(body), offset: DVec3::ZERO };
    AttackTarget::Area { middle, radius_km: sky.system.bodies.get(body).map_or(0.0, about_km) }
}

/// The station of a fleet that rests at a point now: in a well it moves with the well's body.
pub fn resting_at(sky: &Sky, point: DVec3) -> AnchoredPlace {
    let anchor = Anchor::from(anchor_at(sky, point));
    AnchoredPlace { anchor, offset: point - sky.origin_now(anchor) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::forecast::test_support::{self, BASALT, MOON};

    #[test]
    fn a_moon_comes_before_its_planet_and_wells_end_at_their_rims() {
        let system = test_support::system();
        let at = |body: BodyId| test_support::at(&system, body, 0.0);
        let well = |place: DVec3| well_among(&system, place, |body| Some(at(body)));
        assert_eq!(well(at(MOON)), Some(MOON));
        let rim_km = system.bodies[BASALT].well_radius_km;
        let above = |share: f64| at(BASALT) + DVec3::Z * share * rim_km;
        assert_eq!((well(above(0.99)), well(above(1.01))), (Some(BASALT), None));
        assert_eq!(well_among(&system, at(MOON), |body| (body != MOON).then(|| at(body))), Some(BASALT));
    }

    #[test]
    fn a_body_leaves_a_place_beside_its_well_behind_and_takes_one_within_along() {
        let system = test_support::system();
        let rim_km = system.bodies[BASALT].well_radius_km;
        let [now, later] = [0.0, 8.0].map(|days| test_support::at(&system, BASALT, days));
        let star = system.bodies[BASALT].parent.expect("it has a star");
        let beside = now + DVec3::Z * (1.2 * rim_km);
        assert!(later.distance(beside) > BESIDE_RADII * rim_km, "after some days it is gone");
        let jd = system.epoch_jd;
        let sky = Sky::new(system, jd);
        assert_eq!(leaving_body(&sky, beside), Some(BASALT));
        assert_eq!(resting_at(&sky, beside).anchor, Anchor::Space);
        assert_eq!(leaving_body(&sky, now + DVec3::Z * (0.5 * rim_km)), None, "it is carried");
        assert_eq!(leaving_body(&sky, now + DVec3::Z * (3.5 * rim_km)), None, "nobody takes it for near");
        assert_eq!(leaving_body(&sky, sky.now[star].position + DVec3::Z), None, "the star stays");
    }

    #[test]
    fn the_hold_fades_without_a_jump() {
        assert_eq!(hold_at(0.5), 1.0);
        assert_eq!(hold_at(1.0), 0.0);
        for step in 0..1000 {
            let share = f64::from(step) / 1000.0;
            assert!((hold_at(share) - hold_at(share + 0.001)).abs() < 0.01);
        }
    }
}
