//! Visible damage: smoke behind ships that have lost half of their armour, fires on ships that burn or have little
//! armour left, and sparks on the latter.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::models::Dice;
use crate::client::scene::battle::counters::Drawn;
use crate::client::scene::battle::effects::{EffectInputs, add_disc, direction};
use crate::client::scene::ribbons::{LightSheet, SmokeSheet};
use crate::client::view::{RenderPosition, ScreenAnchor, SeenShips};
use crate::sim::{Flight, Ship, TargetId};

/// A ship smokes below the first share of its armour, and sparks below the second.
const SHARES: (f64, f64) = (0.5, 0.25);
/// Hulls smaller than this show neither smoke nor sparks, pixels of their radius.
const LEAST_PIXELS: f64 = 3.0;
/// Puffs, sparks and fires of a ship.
const PUFFS: u32 = 6;
const SPARKS: u32 = 4;
const FIRES: u32 = 5;
/// Seconds until a puff is gone, until a spark is, and until a fire is.
const PUFF_S: f64 = 2.2;
const SPARK_S: f64 = 0.5;
const FIRE_S: f64 = 1.6;
/// Radius of a fire, in radii of the hull: one light about the whole hull would look like its shield.
const FIRE_RADII: f64 = 0.24;
/// Final distance of a puff behind its ship, in bounding radii of the ship.
const TRAIL: f64 = 2.6;
/// The radii of a puff at first and at last, in radii of the hull.
const PUFF_RADII: (f64, f64) = (0.3, 1.1);
/// Initial density of smoke.
const DENSE: f32 = 0.55;

/// A ship that smokes: its place, km, the remaining share of its armour, and whether it burns.
type Smoking = (Entity, DVec3, f64, bool);

/// Draws smoke and sparks of the nearest damaged ships.
pub fn draw_smoke(
    scene: EffectInputs,
    in_sight: SeenShips,
    ships: Query<(Entity, &Ship, &RenderPosition, &Flight, &ScreenAnchor)>,
    mut near: Local<Vec<Smoking>>,
    mut smoke: ResMut<SmokeSheet>,
    mut light: ResMut<LightSheet>,
    mut drawn: ResMut<Drawn>,
) {
    near.clear();
    for (entity, ship, shown, _, seen) in &ships {
        if seen.is_hidden {
            continue;
        }
        // Most ships are too far away, which is told sooner than the state of a hull.
        let Some((pixel, per_km)) = scene.project(shown.0) else { continue };
        if ship.radius_km * per_km < LEAST_PIXELS || !scene.is_near_picture(pixel) {
            continue;
        }
        let Some(known) = in_sight.get(entity) else { continue };
        let share = in_sight.hull(&known).map_or(1.0, |state| state.armour_share());
        if share < SHARES.0 || known.is_burning {
            near.push((entity, shown.0, share, known.is_burning));
        }
    }
    scene.view.keep_nearest(&mut near, scene.caps.smoking, |(_, place, ..)| *place);
    drawn.note("smoke", near.len());
    for (entity, _, share, is_burning) in near.iter().copied() {
        let Ok((_, ship, shown, flight, _)) = ships.get(entity) else { continue };
        let number = u64::from(ship.id.0);
        if share < SHARES.0 {
            for puff in rising(number, PUFFS, PUFF_S, scene.clock.now_s) {
                let place = shown.0 + puff.offset(flight.heading, ship.bound_km(), ship.radius_km);
                let (small, large) = PUFF_RADII;
                let radius_km = ship.radius_km * (small + (large - small) * puff.age);
                let alpha = DENSE * (1.0 - puff.age) as f32;
                let color = LinearRgba::new(0.035, 0.034, 0.038, alpha);
                add_disc(&mut smoke.0, &scene, place, radius_km, color);
            }
        }
        if share < SHARES.1 || is_burning {
            let spot = scene.roster.get(TargetId::Ship(ship.id));
            for fire in rising(number ^ 0xf12e, FIRES, FIRE_S, scene.clock.now_s) {
                let place = shown.0 + spot.map_or(DVec3::ZERO, |spot| spot.on_hull(fire.aside.x, fire.aside));
                let color = LinearRgba::new(1.8, 0.5, 0.1, 0.6 * glow(fire.age));
                add_disc(&mut light.0, &scene, place, FIRE_RADII * ship.radius_km, color);
            }
        }
        if share < SHARES.1 {
            for spark in rising(number ^ 0xf1a5, SPARKS, SPARK_S, scene.clock.now_s) {
                let place = shown.0 + spark.aside * (ship.radius_km * (0.5 + 1.5 * spark.age));
                let color = LinearRgba::new(2.4, 1.3, 0.5, 0.8 * (1.0 - spark.age) as f32);
                add_disc(&mut light.0, &scene, place, 0.14 * ship.radius_km, color);
            }
        }
    }
}

/// A puff that rises from a ship repeatedly.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Riser {
    /// Elapsed share of its time, 0 to 1.
    age: f64,
    /// The origin on the hull, about a unit vector.
    aside: DVec3,
}

impl Riser {
    /// Offset from the middle of a ship with this heading and the bounding radius `bound_km`, km.
    fn offset(&self, heading: DVec3, bound_km: f64, radius_km: f64) -> DVec3 {
        heading * (-bound_km * (0.2 + TRAIL * self.age)) + self.aside * (radius_km * (0.2 + 0.6 * self.age))
    }
}

/// Brightness of a fire after a share of its time: it comes and goes softly.
fn glow(age: f64) -> f32 {
    (4.0 * age * (1.0 - age)).clamp(0.0, 1.0) as f32
}

/// The puffs of a ship with this number at a moment, s: `count` of them, each for `life_s`, evenly staggered.
fn rising(number: u64, count: u32, life_s: f64, now_s: f64) -> impl Iterator<Item = Riser> {
    (0..count).map(move |index| {
        let turns = now_s / life_s + f64::from(index) / f64::from(count.max(1));
        // Each rise begins at another place of the hull.
        let seed = number.wrapping_mul(0x9e37_79b9).wrapping_add(u64::from(index) << 32 | turns as u64);
        Riser { age: turns.fract(), aside: direction(&mut Dice::new(seed)) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::scene::battle::{SpottedUnit, UnitShape};

    #[test]
    fn puffs_follow_from_the_time_alone() {
        let at = |now_s: f64| rising(3, PUFFS, PUFF_S, now_s).collect::<Vec<_>>();
        assert_eq!(at(4.2), at(4.2));
        assert_eq!(at(1.0).len(), PUFFS as usize);
        assert!(at(7.3).iter().all(|riser| (0.0..1.0).contains(&riser.age)));
        let (first, later) = (at(0.1)[0], at(0.2)[0]);
        assert!(later.age > first.age && later.aside == first.aside, "it goes on its way");
    }

    #[test]
    fn fires_are_spots_on_the_hull_that_come_and_go() {
        assert_eq!((glow(0.0), glow(0.5), glow(1.0)), (0.0, 1.0, 0.0));
        let spot = SpottedUnit {
            radius_km: 100.0,
            shape: UnitShape::Hull { heading: DVec3::X, half_length_km: 900.0 },
            ..default()
        };
        let fires = rising(3, FIRES, FIRE_S, 0.7).map(|fire| spot.on_hull(fire.aside.x, fire.aside));
        let places: Vec<DVec3> = fires.collect();
        let widest = places.iter().map(|place| place.distance(places[0])).fold(0.0, f64::max);
        assert!(widest > FIRE_RADII * spot.radius_km, "{places:?}");
        const { assert!(FIRE_RADII < 0.5, "none of them is about the hull") };
    }

    #[test]
    fn smoke_stays_behind() {
        let riser = |age| Riser { age, aside: DVec3::ZERO };
        let offset = |age| riser(age).offset(DVec3::X, 10.0, 5.0).x;
        assert!(offset(0.0) < 0.0 && offset(1.0) < offset(0.5));
    }
}
