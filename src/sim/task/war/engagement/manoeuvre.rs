//! The goals of ships whose fleets manoeuvre in a fight: each armed one keeps its distance to its target,
//! circling or standing off, and the others keep to the rear.
//!
//! All computations are in the frame that carries the target, so that a fight in a well moves with the well.
//! Formations open up: only the lateral offsets between ships are kept, as far as the distance to the target
//! allows. Steering avoids collisions.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use super::moving::{MovingStructure, MovingStructures};
use crate::level::Stance;
use crate::orbit::TICKS_PER_SECOND;
use crate::rules::combat::ConductNumbers;
use crate::sim::motion::ShipTable;
use crate::sim::motion::ship_table::ShipGoal;
use crate::sim::navigation::outside_bodies;
use crate::sim::spatial::balls::KeptNear;
use crate::sim::{ArmedClass, ArmsTable, Condition, Doctrine, Engagement, Goal, Route, Sky, TargetId};

/// A ship that stands off holds its place while its distance to the target is between this share of the preferred
/// distance and all of it.
const NEAR_ENOUGH: f64 = 0.75;
/// Least stand-off distance, in sums of both bounding radii.
const CLOSEST_BOUNDS: f64 = 2.0;
/// Greatest lateral distance between ships, as a share of the distance to their target.
const ASIDE_SHARE: f64 = 0.3;
/// Lead of the aim point of a circling ship along its circle, seconds of play.
const LEAD_S: f64 = 0.5;
/// A ship circles at its rate within this share of its distance beyond it and before; farther off it hurries.
const ON_CIRCLE: f64 = 0.25;
/// The circle of its sharpest turn is no wider than this share of the distance at which a circling ship is.
const TURNING_SHARE: f64 = 0.5;
/// Ships beyond this many weapon ranges approach at full speed.
const FULL_SPEED_RANGES: f64 = 3.0;
/// Unarmed ships keep this share of their fleet's range behind its armed ships.
const REAR_SHARE: f64 = 0.5;
/// A direction that is nearer to the pole of the ecliptic than this (a sine of the angle between) is turned
/// about another axis.
const LEAST_LEVEL: f64 = 0.1;

/// Query bundle for manoeuvres.
#[derive(SystemParam)]
pub(in crate::sim) struct ManoeuvreInputs<'w, 's> {
    fleets: Query<'w, 's, (Entity, &'static Engagement, &'static Doctrine, &'static Route)>,
    conditions: Query<'w, 's, &'static Condition>,
    standing: Res<'w, MovingStructures>,
    arms_table: Res<'w, ArmsTable>,
    sky: Res<'w, Sky>,
}

/// The fleets that manoeuvre, by their entities; the list is reused from tick to tick to avoid allocation.
#[derive(Default)]
pub(in crate::sim) struct Manoeuvres(Vec<Fighting>);

/// A fleet that manoeuvres.
#[derive(Clone, Copy, Debug)]
struct Fighting {
    fleet: Entity,
    foe: Option<TargetId>,
    /// Whether all ships attack the fleet's foe instead of their own targets.
    hunts: bool,
    /// Whether the unarmed ships keep their stations.
    others_stay: bool,
    /// Sum of the positions of its armed ships.
    places: DVec3,
    armed: u32,
    range_km: f64,
}

/// Gives the ships of fleets that manoeuvre in fights their goals.
pub(in crate::sim) fn manoeuvre(
    mut table: ResMut<ShipTable>,
    scene: ManoeuvreInputs,
    mut room: Local<Manoeuvres>,
) {
    let (table, all) = (&mut *table, &mut room.0);
    scene.gather(table, all);
    if all.is_empty() {
        return;
    }
    let mut near = KeptNear::default();
    for index in 0..table.len() {
        let fleet = table.fleets[index];
        let Ok(at) = all.binary_search_by_key(&fleet, |one| one.fleet) else { continue };
        let fighting = all[at];
        let class = scene.arms_table.ships.get(table.ships[index].class);
        let wish = match class.filter(|class| class.is_armed()) {
            Some(class) => scene.duel(table, index, class, &fighting),
            None if fighting.others_stay => continue,
            None => scene.rear(table, index, &fighting),
        };
        let radius_km = table.ships[index].radius_km;
        table.goals[index] = outside_bodies(&scene.sky, &mut near, wish.goal(), radius_km);
        table.carriages[index].reach *= wish.speed_share;
    }
}

impl ManoeuvreInputs<'_, '_> {
    /// Gathers the fleets that manoeuvre, in the order of their entities, with their armed ships taken
    /// together in the order of the ships' numbers.
    fn gather(&self, table: &ShipTable, fighting: &mut Vec<Fighting>) {
        fighting.clear();
        fighting.extend(self.fleets.iter().filter(|(_, engagement, ..)| engagement.moves).map(
            |(fleet, engagement, doctrine, route)| Fighting {
                fleet,
                foe: engagement.foe,
                hunts: route.0.front().is_some_and(|leg| matches!(leg.goal, Goal::Attack(_))),
                others_stay: route.rests() && doctrine.0.stance == Stance::Return,
                places: DVec3::ZERO,
                armed: 0,
                range_km: 0.0,
            },
        ));
        if fighting.is_empty() {
            return;
        }
        fighting.sort_unstable_by_key(|one| one.fleet);
        for (index, fleet) in table.fleets.iter().enumerate() {
            let Ok(at) = fighting.binary_search_by_key(fleet, |one| one.fleet) else { continue };
            let class = self.arms_table.ships.get(table.ships[index].class);
            if let Some(class) = class.filter(|class| class.is_armed()) {
                fighting[at].places += table.positions[index];
                fighting[at].armed += 1;
                fighting[at].range_km = fighting[at].range_km.max(class.range_km);
            }
        }
    }

    /// The manoeuvre of an armed ship.
    fn duel(&self, table: &ShipTable, index: usize, class: &ArmedClass, fighting: &Fighting) -> DesiredPlace {
        let aimed_at = self.conditions.get(table.entities[index]).ok().and_then(|one| one.target);
        let (first, second) =
            if fighting.hunts { (fighting.foe, aimed_at) } else { (aimed_at, fighting.foe) };
        let find = |mark: Option<TargetId>| self.standing.find(table, mark?);
        let Some(foe) = find(first).or_else(|| find(second)) else { return hold(table, index) };
        let carriage = &table.carriages[index];
        let body = carriage
            .well
            .map(|body| (self.sky.before[body].position, self.sky.system.bodies[body].displayed_radius_km));
        let duel = Duel {
            position: table.positions[index],
            place: table.places[index],
            bound_km: table.ships[index].bound_km(),
            reach_km: carriage.reach,
            hunts: fighting.hunts,
            turn: std::f64::consts::PI / (table.ships[index].turn_s * TICKS_PER_SECOND),
            class,
            range_km: class.range_against(foe.bound_km, &self.arms_table.weapons),
            foe,
            body,
        };
        duel.wish(&self.arms_table.rules.conduct)
    }

    /// The motion of an unarmed ship: behind the armed ones of its fleet, in its place of the formation.
    fn rear(&self, table: &ShipTable, index: usize, fighting: &Fighting) -> DesiredPlace {
        let foe = fighting.foe.and_then(|mark| self.standing.find(table, mark));
        let Some(foe) = foe.filter(|_| fighting.armed > 0) else { return hold(table, index) };
        let middle = fighting.places / f64::from(fighting.armed);
        let away = (middle - foe.position).try_normalize().unwrap_or(DVec3::X);
        let place = middle + away * (REAR_SHARE * fighting.range_km) + table.places[index];
        DesiredPlace { place, step: foe.step, arrive: true, speed_share: 1.0 }
    }
}

/// A ship without a target stays in place.
fn hold(table: &ShipTable, index: usize) -> DesiredPlace {
    let step = table.carriages[index].step;
    DesiredPlace { place: table.positions[index], step, arrive: true, speed_share: 1.0 }
}

/// The desired motion of a ship in a fight.
#[derive(Clone, Copy, Debug, PartialEq)]
struct DesiredPlace {
    /// Desired place at the beginning of the tick, km.
    place: DVec3,
    /// Motion of that place in this tick, km.
    step: DVec3,
    /// Whether it comes to rest there.
    arrive: bool,
    /// Desired share of its speed.
    speed_share: f64,
}

impl DesiredPlace {
    fn goal(&self) -> ShipGoal {
        let place = self.place + self.step;
        let arrive = self.arrive;
        let place_step = self.step;
        ShipGoal { aim: place, place, place_step, ordered: true, arrive, ..ShipGoal::default() }
    }
}

/// A ship and its target.
#[derive(Clone, Copy)]
struct Duel<'a> {
    /// Position of the ship, km.
    position: DVec3,
    /// Its place in the formation, from the middle of its fleet, km.
    place: DVec3,
    bound_km: f64,
    /// Greatest motion in this tick under its own power, km.
    reach_km: f64,
    /// Whether it is ordered to attack the target.
    hunts: bool,
    /// The angle by which it can turn in a tick, radians.
    turn: f64,
    class: &'a ArmedClass,
    /// The range of its farthest weapon that is fired at such a target, km.
    range_km: f64,
    foe: MovingStructure,
    /// The body in whose well it is: its middle and its radius, km.
    body: Option<(DVec3, f64)>,
}

impl Duel<'_> {
    fn wish(&self, numbers: &ConductNumbers) -> DesiredPlace {
        let nearest = CLOSEST_BOUNDS * (self.bound_km + self.foe.bound_km);
        let distance = (self.class.stand_off_share * self.range_km).max(nearest);
        let toward = (self.foe.position - self.position).try_normalize().unwrap_or(DVec3::X);
        let aside = self.place - toward * self.place.dot(toward);
        let middle = self.foe.position + aside.clamp_length_max(ASIDE_SHARE * distance);
        let apart = self.position - middle;
        let away = apart.try_normalize().unwrap_or(-toward);
        let free = self.free_side(middle, away, distance);
        let is_blocked = free != away;
        let off = apart.length() / distance;
        let step = self.foe.step + self.followed_step();
        let speed_share = self.speed_share(numbers);
        if self.class.circles && numbers.circling_deg_per_s > 0.0 {
            let rate = numbers.circling_deg_per_s.to_radians();
            let place = middle + turned(free, rate * LEAD_S) * distance;
            let is_on_circle = (off - 1.0).abs() <= ON_CIRCLE;
            let on_circle = distance * rate / TICKS_PER_SECOND / self.reach_km.max(f64::MIN_POSITIVE);
            let speed_share = if is_on_circle { speed_share.min(on_circle) } else { speed_share };
            let speed_share = speed_share.min(self.turning_share(apart.length().max(distance)));
            return DesiredPlace { place, step, arrive: false, speed_share };
        }
        let stays = !is_blocked && (NEAR_ENOUGH..=1.0).contains(&off);
        let place = if stays { self.position } else { middle + free * distance };
        DesiredPlace { place, step, arrive: true, speed_share }
    }

    /// The direction from the target to the ship's desired place: `away`, or away from a body that would be
    /// between them there.
    fn free_side(&self, middle: DVec3, away: DVec3, distance: f64) -> DVec3 {
        let Some((center, radius_km)) = self.body else { return away };
        let along = (center - middle).dot(away).clamp(0.0, distance);
        let nearest = middle + away * along;
        if nearest.distance_squared(center) >= radius_km * radius_km {
            return away;
        }
        (middle - center).try_normalize().unwrap_or(away)
    }

    /// The share of its speed at which a ship can still turn about a target at this distance, km. Far out in a
    /// well ships are so fast that they would fly round their target out of range.
    fn turning_share(&self, distance: f64) -> f64 {
        TURNING_SHARE * distance * self.turn / self.reach_km.max(f64::MIN_POSITIVE)
    }

    /// The share of its speed that a ship uses: all of it far from its target, the combat share within weapon
    /// range, and what it takes to keep up with a target that it follows.
    fn speed_share(&self, numbers: &ConductNumbers) -> f64 {
        let to_foe = self.foe.position - self.position;
        let ramp = (FULL_SPEED_RANGES - 1.0) * self.range_km;
        let beyond = to_foe.length() - self.range_km;
        let far = (beyond / ramp.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        let share = numbers.fight_speed_share + (1.0 - numbers.fight_speed_share) * far;
        let receding = self.followed_step().dot(to_foe.normalize_or_zero()).max(0.0);
        (share + receding / self.reach_km.max(f64::MIN_POSITIVE)).min(1.0)
    }

    /// The motion of the target under its own power that the ship follows, km: farther away than the distance that it
    /// keeps, or it would never reach a target that flies on. Nearer, foes who follow each other's turns would drift.
    fn followed_step(&self) -> DVec3 {
        let is_far = self.position.distance(self.foe.position) > self.class.stand_off_share * self.range_km;
        if self.hunts && is_far { self.foe.own_step } else { DVec3::ZERO }
    }
}

/// A direction rotated by an angle, radians, about the pole of the ecliptic; a direction close to the pole is
/// rotated about the x axis.
pub(in crate::sim) fn turned(direction: DVec3, angle: f64) -> DVec3 {
    let (sine, cosine) = libm::sincos(angle);
    let DVec3 { x, y, z } = direction;
    if x * x + y * y < LEAST_LEVEL * LEAST_LEVEL {
        return DVec3::new(x, y * cosine - z * sine, y * sine + z * cosine);
    }
    DVec3::new(x * cosine - y * sine, x * sine + y * cosine, z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::test_support;

    fn class(circles: bool) -> ArmedClass {
        ArmedClass { stand_off_share: 0.6, circles, ..test_support::unarmed() }
    }

    fn duel(class: &ArmedClass, x: f64) -> Duel<'_> {
        Duel {
            position: DVec3::X * x,
            place: DVec3::ZERO,
            bound_km: 1.0,
            reach_km: 100.0,
            hunts: true,
            turn: 1.0,
            class,
            range_km: 1000.0,
            foe: MovingStructure {
                position: DVec3::ZERO,
                step: DVec3::Y,
                own_step: DVec3::ZERO,
                bound_km: 1.0,
            },
            body: None,
        }
    }

    #[test]
    fn a_ship_that_stands_off_keeps_its_distance() {
        let (class, numbers) = (class(false), ConductNumbers::default());
        let wish = |x: f64| duel(&class, x).wish(&numbers);
        assert_eq!(wish(2000.0).place, DVec3::X * 600.0);
        assert_eq!(wish(100.0).place, DVec3::X * 600.0);
        assert_eq!(wish(500.0).place, DVec3::X * 500.0, "it is near enough");
        assert_eq!(wish(500.0).goal().place, DVec3::new(500.0, 1.0, 0.0), "it is carried with its target");
    }

    #[test]
    fn the_far_come_on_at_full_speed() {
        let (class, numbers) = (class(false), ConductNumbers::default());
        let share = |x: f64| duel(&class, x).wish(&numbers).speed_share;
        assert_eq!(share(500.0), numbers.fight_speed_share);
        assert!((share(1.0e5) - 1.0).abs() < 1.0e-12);
        assert!(share(2000.0) > share(1500.0));
    }

    #[test]
    fn a_circling_ship_is_never_done() {
        let (class, numbers) = (class(true), ConductNumbers::default());
        let mut one = duel(&class, 600.0);
        let mut turned = 0.0;
        for _ in 0..2000 {
            let wish = one.wish(&numbers);
            assert!(!wish.arrive);
            let way = (wish.place - one.position).normalize() * (one.reach_km * wish.speed_share);
            let next = one.position + way;
            turned += (one.position.x * next.y - one.position.y * next.x) / one.position.length_squared();
            one.position = next;
            assert!((one.position.length() - 600.0).abs() < 120.0, "{}", one.position);
        }
        let expected = numbers.circling_deg_per_s.to_radians() * 2000.0 / TICKS_PER_SECOND;
        assert!(turned > 0.8 * expected && turned < 1.2 * expected, "{turned} of {expected}");
    }

    #[test]
    fn a_hunter_keeps_up_with_a_target_that_flies_on() {
        let (class, numbers) = (class(false), ConductNumbers::default());
        let one = duel(&class, 1200.0);
        let flees = MovingStructure { own_step: DVec3::X * -60.0, ..one.foe };
        let (at_rest, fleeing) = (one.wish(&numbers), Duel { foe: flees, ..one }.wish(&numbers));
        assert_eq!(fleeing.step - at_rest.step, flees.own_step);
        assert!((fleeing.speed_share - (at_rest.speed_share + 0.6).min(1.0)).abs() < 1.0e-9);
        let comes = MovingStructure { own_step: DVec3::X * 60.0, ..one.foe };
        assert_eq!(Duel { foe: comes, ..one }.wish(&numbers).speed_share, at_rest.speed_share);
        for other in [Duel { hunts: false, ..one }, duel(&class, 500.0)] {
            let step = Duel { foe: flees, ..other }.wish(&numbers).step;
            assert_eq!(step, DVec3::Y, "in a fight the target's turns are its own");
        }
    }

    #[test]
    fn the_fast_slow_down_to_turn_about_their_target() {
        let (class, numbers) = (class(true), ConductNumbers::default());
        let fast = Duel { reach_km: 4000.0, turn: 0.2, ..duel(&class, 1200.0) };
        let way = fast.reach_km * fast.wish(&numbers).speed_share;
        assert!((way - TURNING_SHARE * 1200.0 * 0.2).abs() < 1.0e-9, "{way}");
        let near = Duel { position: DVec3::X * 100.0, ..fast };
        assert!(near.reach_km * near.wish(&numbers).speed_share <= TURNING_SHARE * 600.0 * 0.2 + 1.0e-9);
    }

    #[test]
    fn a_body_between_is_gone_round() {
        let class = class(false);
        let one = duel(&class, 300.0);
        let foe = MovingStructure { position: DVec3::X * -300.0, step: DVec3::ZERO, ..one.foe };
        let one = Duel { foe, body: Some((DVec3::ZERO, 250.0)), ..one };
        let place = one.wish(&ConductNumbers::default()).place;
        assert!(place.x < -850.0, "{place}");
    }
}
