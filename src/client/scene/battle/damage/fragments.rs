//! Fragments of destroyed units: shards of the hull that fly off and tumble, glow at first, and vanish after some
//! seconds. The large pieces that remain are [wrecks](crate::client::scene::battle::ordnance::wreck_view).

use bevy::prelude::*;
use glam::DVec3;

use crate::client::models::Dice;
use crate::client::scene::battle::FreshEvent;
use crate::client::scene::battle::counters::Drawn;
use crate::client::scene::battle::effects::{EffectAnchor, EffectInputs, Pool, direction};
use crate::client::scene::ribbons::SmokeSheet;
use crate::client::view::{UNIT_KM, turned};
use crate::client::worlds::Kept;
use crate::sim::event::GameEvent;

/// Seconds until fragments are gone, and the last seconds, in which they fade.
const LIFE_S: f64 = 6.0;
const FADING_S: f64 = 1.5;
/// Seconds in which their glow falls to a third.
const COOLING_S: f64 = 0.9;
/// The fewest and the most fragments of a unit, and the bounding radius of one that leaves so many more, km.
const SHARDS: (u32, u32) = (8, 28);
const KM_PER_SHARD: f64 = 180.0;
/// The share of fragments that are girders, and how wide these are, as a share of a plate.
const GIRDERS: f32 = 0.4;
const GIRDER_WIDTH: f32 = 0.25;
/// Units smaller than this leave no fragments, pixels of their radius.
const LEAST_PIXELS: f64 = 4.0;
/// The smallest and the largest shard, in radii of the unit.
const SIZES: (f32, f32) = (0.015, 0.06);
/// The slowest and the fastest shard, radii of the unit in a second.
const SPEEDS: (f32, f32) = (0.15, 0.7);
/// The slowest and the fastest tumbling, radians in a second.
const TUMBLING: (f32, f32) = (0.8, 4.0);
/// Brightness of a shard in the shade, in which it is no black spot before the sky, and in full sunlight; the colours
/// of its glow at first and of the light of the fire that it leaves, linear RGB.
const SHADES: (f32, f32) = (0.05, 0.34);
const GLOW: Vec3 = Vec3::new(0.6, 0.14, 0.03);
const FIRE: Vec3 = Vec3::new(1.5, 0.65, 0.2);

/// A unit that broke up.
#[derive(Clone, Copy, Debug)]
pub struct BreakUp {
    number: u64,
    born_s: f64,
    at: EffectAnchor,
    radius_km: f64,
}

/// A fragment at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shard {
    /// Offset from the place of the explosion, in radii of the unit.
    offset: Vec3,
    /// Its four corners, from its middle, in radii of the unit.
    corners: [Vec3; 4],
    normal: Vec3,
}

/// Draws the fragments of all units that broke up.
pub fn draw_fragments(
    scene: EffectInputs,
    mut break_ups: Kept<Pool<BreakUp>>,
    mut smoke: ResMut<SmokeSheet>,
    mut drawn: ResMut<Drawn>,
) {
    let break_ups = break_ups.now();
    for fresh in scene.news.fresh.iter().filter_map(|news| break_up_of(&scene, news)) {
        if scene.age_s(fresh.born_s) < LIFE_S {
            break_ups.push(fresh, scene.caps.fragments);
        }
    }
    break_ups.retain(|break_up| scene.age_s(break_up.born_s) < LIFE_S);
    drawn.note("fragments", break_ups.len());
    for break_up in break_ups.iter() {
        draw_shards(&mut smoke, &scene, break_up);
    }
}

fn break_up_of(scene: &EffectInputs, news: &FreshEvent) -> Option<BreakUp> {
    let GameEvent::Destroyed { place, radius_km, .. } = news.event else { return None };
    let at = scene.anchor_to_place(place, news.tick);
    Some(BreakUp { number: news.number, born_s: news.born_s, at, radius_km })
}

fn draw_shards(smoke: &mut SmokeSheet, scene: &EffectInputs, break_up: &BreakUp) {
    let place = scene.place(&break_up.at);
    let is_large = |(pixel, per_km): &(Vec2, f64)| {
        break_up.radius_km * per_km > LEAST_PIXELS && scene.is_near_picture(*pixel)
    };
    if scene.project(place).filter(is_large).is_none() {
        return;
    }
    let age_s = scene.age_s(break_up.born_s);
    let sunlight = turned(place.normalize_or(DVec3::X));
    let middle = scene.origin.place(place);
    let radius = (break_up.radius_km / UNIT_KM) as f32;
    for shard in shards(break_up.number, age_s as f32).take(count_of(break_up.radius_km)) {
        let from_fire = shard.offset.normalize_or(Vec3::X);
        let color = color_of(shard.normal.dot(sunlight), shard.normal.dot(from_fire), age_s);
        let corners = shard.corners.map(|corner| (middle + (shard.offset + corner) * radius, color));
        smoke.0.patch(corners, [0, 1, 2, 0, 2, 3]);
    }
}

/// Colour and opacity of a shard, by the cosines of the angles from its normal to the light of the sun and to that of
/// the fire. Both sides are alike.
fn color_of(to_sun: f32, to_fire: f32, age_s: f64) -> [f32; 4] {
    let (shade, sunlit) = SHADES;
    let fire = (GLOW + FIRE * to_fire.abs()) * (-age_s / COOLING_S).exp() as f32;
    let color = Vec3::splat(shade + (sunlit - shade) * to_sun.abs()) + fire;
    let left = ((LIFE_S - age_s) / FADING_S).clamp(0.0, 1.0) as f32;
    [color.x, color.y, color.z, left]
}

/// How many fragments a unit with this bounding radius leaves, km.
fn count_of(radius_km: f64) -> usize {
    let (fewest, most) = SHARDS;
    fewest.saturating_add((radius_km / KM_PER_SHARD) as u32).min(most) as usize
}

/// The fragments of the largest unit at an age; a smaller one has the first of them.
fn shards(number: u64, age_s: f32) -> impl Iterator<Item = Shard> {
    let mut dice = Dice::new(number ^ 0xf4a6);
    (0..SHARDS.1).map(move |_| {
        let outward = direction(&mut dice).as_vec3().normalize_or(Vec3::X);
        let speed = dice.between(SPEEDS.0, SPEEDS.1);
        let axis = direction(&mut dice).as_vec3().normalize_or(Vec3::Y);
        let turn = Quat::from_axis_angle(axis, age_s * dice.between(TUMBLING.0, TUMBLING.1));
        let size = dice.between(SIZES.0, SIZES.1);
        let width = if dice.roll() < GIRDERS { GIRDER_WIDTH } else { 1.0 };
        let mut edge = || size * dice.between(0.4, 1.0);
        let flat = [
            Vec3::new(edge(), 0.0, width * edge()),
            Vec3::new(-edge(), 0.0, width * edge()),
            Vec3::new(-edge(), 0.0, -width * edge()),
            Vec3::new(edge(), 0.0, -width * edge()),
        ];
        Shard {
            // It begins within the hull.
            offset: outward * (0.3 + speed * age_s),
            corners: flat.map(|corner| turn * corner),
            normal: turn * Vec3::Y,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fragments_fly_outward_and_tumble() {
        let (early, late): (Vec<_>, Vec<_>) = (shards(3, 0.5).collect(), shards(3, 4.0).collect());
        assert_eq!(early.len(), SHARDS.1 as usize);
        for (early, late) in early.iter().zip(&late) {
            assert!(late.offset.length() > early.offset.length());
            assert!(late.offset.normalize().distance(early.offset.normalize()) < 1e-4);
            assert!(early.corners.iter().all(|corner| corner.length() < 2.0 * SIZES.1));
            let edge = |shard: &Shard| shard.corners[0].distance(shard.corners[1]);
            assert!((edge(early) - edge(late)).abs() < 1e-4, "it is solid");
        }
        assert_ne!(early[0].normal, late[0].normal);
        assert_eq!(shards(3, 0.5).collect::<Vec<_>>(), early, "they follow from their number");
    }

    #[test]
    fn a_large_unit_leaves_more_fragments() {
        assert_eq!([0.0, 1.0e9].map(count_of), [SHARDS.0 as usize, SHARDS.1 as usize]);
        assert!(count_of(2500.0) > count_of(500.0));
    }

    #[test]
    fn fragments_cool_and_then_fade() {
        let [hot, cold, old] = [0.0, 4.0, LIFE_S].map(|age_s| color_of(1.0, 1.0, age_s));
        assert!(hot[0] > 3.0 * cold[0] && hot[3] == 1.0 && cold[3] == 1.0);
        assert_eq!(old[3], 0.0);
        assert!(color_of(0.0, 1.0, 4.0)[0] < cold[0], "the edge-on side is dark");
        assert!(color_of(0.0, 0.0, 4.0)[..3].iter().all(|light| *light > 0.03), "and seen before the sky");
        assert!(color_of(1.0, 0.0, 0.0)[0] < 0.6 * hot[0], "the fire lights the side that is turned to it");
    }
}
