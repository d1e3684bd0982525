//! Flashes of hits, with sparks off a hull and in the colour of shields on a shield, and explosions: a short flash,
//! jets that break out of it, a hot core and clouds of fire that cool to dark smoke, and sparks that fly off, each in a
//! [shape](Burst) of its own. Some sparks of a lost ship or structure have the colour of its owner, so that one sees
//! who loses. An explosion does not wait for the tracers that hit: its hull is gone in the tick of the shots, and would
//! be missing until they arrive.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::models::{Dice, FactionColors};
use crate::client::scene::battle::counters::Drawn;
use crate::client::scene::battle::damage::burst::Burst;
use crate::client::scene::battle::effects::{
    EffectAnchor, EffectInputs, Outline, Pool, Shot, add_cloud, add_disc, add_glow, add_ribbon, direction,
    light_of, shield_light,
};
use crate::client::scene::battle::shots::{FreshShots, impact_times};
use crate::client::scene::battle::{FreshEvent, UnitShape};
use crate::client::scene::ribbons::{LightSheet, Point, SmokeSheet};
use crate::client::worlds::Kept;
use crate::sim::event::{GameEvent, ShotOutcome};
use crate::sim::{FactionId, TargetId};

/// Limit on bright large flashes in a second: more can be harmful (WCAG 2.2, criterion 2.3.1).
const MOST_BRIGHT: usize = 3;
/// A flash is large from this radius on, as a share of the picture's height.
const LARGE: f64 = 0.08;
/// Brightness of large flashes beyond the limit.
const DIM: f32 = 0.2;
/// Age of a shot from which on its hit is passed over, s.
const FLASH_S: f64 = 0.18;
/// Seconds until an explosion of a hull of some radius is gone, that radius, km, and the range of the seconds: they
/// grow with the root of the radius.
const BLAST_S: f64 = 1.2;
const BLAST_KM: f64 = 1200.0;
const BLAST_RANGE_S: (f64, f64) = (0.9, 2.4);
/// Sparks of a hit, and seconds until they are gone.
const HIT_SPARKS: u32 = 5;
const HIT_SPARK_S: f64 = 0.45;
/// Range of those sparks, in radii of the flash.
const HIT_SPARK_RADII: f64 = 3.0;
/// Radius of the flash of a hit of one point, km; it grows with the root of the damage.
const FLASH_KM: f64 = 45.0;
/// The least and the largest radius of the flash of a hit, km.
const FLASH_RANGE_KM: (f64, f64) = (60.0, 900.0);
/// The largest flash of a hit on a shield, in radii of the hull: it is a spot, and no ball about the hull.
const SHIELD_FLASH_RADII: f64 = 0.35;
/// Least radius of a drawn effect, pixels.
const LEAST_PIXELS: f64 = 1.2;
/// An explosion smaller than this has no sparks, pixels of its radius.
const SPARK_PIXELS: f64 = 5.0;
/// An explosion smaller than this is a plain ball, pixels of its radius.
const CLOUD_PIXELS: f64 = 10.0;
/// Share of an explosion's time after which the flash in its middle is gone.
const CORE_SHARE: f64 = 0.12;
/// Radius of that flash, in radii of the hull.
const CORE_RADII: f64 = 0.75;
/// Share of an explosion's time after which its jets are gone.
const JET_SHARE: f64 = 0.3;
/// Radius of the glow of an explosion, and of that of a small one, which is a plain ball, in radii of its ball.
const GLOW_SHARE: f64 = 2.4;
const SMALL_GLOW_SHARE: f64 = 1.35;
/// Radius of the hot core of the fire, in radii of its ball, and by what share of the time that is left it is younger
/// than the clouds.
const HEART_SHARE: f64 = 0.42;
const HOTTER: f64 = 0.55;
/// Shares of an explosion's time in which its clouds turn to smoke, the most density of that, and its colour.
const SMOKE_SHARES: (f64, f64) = (0.15, 0.55);
const SMOKE_ALPHA: f32 = 0.5;
const SMOKE: LinearRgba = LinearRgba::rgb(0.02, 0.017, 0.015);
/// How much larger the smoke of a cloud is than its fire, and how many clouds leave some.
const SMOKE_GROWTH: f64 = 1.25;
const SMOKE_CLOUDS: usize = 5;
/// The colour of sparks; every so many of a lost unit have the colour of its owner, of this brightness.
const SPARK: LinearRgba = LinearRgba::rgb(2.2, 1.1, 0.4);
const OWNERS_SPARKS: usize = 2;
const OWNERS_LIGHT: f32 = 2.0;
/// Size of the burst of a torpedo: shot down, km; on a hit, as a share of its blast.
const BURST_KM: f64 = 120.0;
const BURST_SHARE: f64 = 0.25;

/// The flash of a hit.
#[derive(Clone, Copy, Debug)]
pub struct Flash {
    number: u64,
    /// The time of the impact, which may lie ahead, and the seconds until its flash is gone.
    born_s: f64,
    lasts_s: f64,
    /// Direction of the sparks, a unit vector; `None`: a shield, which gives none.
    toward: Option<DVec3>,
    at: EffectAnchor,
    radius_km: f64,
    color: LinearRgba,
    strength: f32,
}

/// An explosion.
#[derive(Clone, Copy, Debug)]
pub struct Blast {
    burst: Burst,
    born_s: f64,
    at: EffectAnchor,
    radius_km: f64,
    /// The owner of a lost ship or structure; `None`: a torpedo.
    owner: Option<FactionId>,
    strength: f32,
}

/// Limits the number of bright flashes.
#[derive(Clone, Debug, Default)]
pub struct Dazzle(Pool<f64>);

impl Dazzle {
    /// Allowed brightness of a new flash at a time, s, with a radius of this share of the picture's height.
    pub fn strength(&mut self, now_s: f64, share: f64, is_calm: bool) -> f32 {
        if share < LARGE {
            return 1.0;
        }
        self.0.retain(|began_s| now_s - began_s < 1.0);
        if is_calm || self.0.len() >= MOST_BRIGHT {
            return DIM;
        }
        self.0.push(now_s, MOST_BRIGHT);
        1.0
    }
}

/// Draws all flashes and explosions.
pub fn draw_flashes(
    scene: EffectInputs,
    fresh: Res<FreshShots>,
    colors: Res<FactionColors>,
    mut waiting: Kept<Pool<Flash>>,
    mut flashes: Kept<Pool<Flash>>,
    mut blasts: Kept<Pool<Blast>>,
    mut dazzle: Kept<Dazzle>,
    (mut light, mut smoke): (ResMut<LightSheet>, ResMut<SmokeSheet>),
    mut drawn: ResMut<Drawn>,
) {
    let waiting = waiting.now();
    let flashes = flashes.now();
    let blasts = blasts.now();
    let dazzle = dazzle.now();
    for shot in fresh.hits().filter(|shot| scene.age_s(shot.born_s) < FLASH_S) {
        waiting.push(flash_of(&scene, shot), scene.caps.shots);
    }
    // Flashes to come take no room from those that are seen.
    for flash in waiting.iter().filter(|flash| flash.born_s <= scene.clock.now_s) {
        let strength = brightness(&scene, dazzle, &flash.at, flash.radius_km);
        flashes.push(Flash { strength, ..*flash }, scene.caps.flashes);
    }
    waiting.retain(|flash| flash.born_s > scene.clock.now_s);
    for news in &scene.news.fresh {
        let fresh =
            blast_of(&scene, news).filter(|blast| scene.age_s(blast.born_s) < life_s(blast.radius_km));
        if let Some(mut blast) = fresh {
            blast.strength = brightness(&scene, dazzle, &blast.at, 2.0 * blast.radius_km);
            blasts.push(blast, scene.caps.flashes / 3);
        }
    }
    flashes.retain(|flash| scene.age_s(flash.born_s) < HIT_SPARK_S);
    blasts.retain(|blast| scene.age_s(blast.born_s) < life_s(blast.radius_km));
    drawn.note("flashes", flashes.len());
    drawn.note("explosions", blasts.len());
    for flash in flashes.iter() {
        draw_flash(&mut light, &scene, flash);
    }
    for blast in blasts.iter() {
        draw_blast(&mut light, &scene, blast, &colors);
        draw_smoke(&mut smoke, &scene, blast);
    }
}

fn brightness(scene: &EffectInputs, dazzle: &mut Dazzle, at: &EffectAnchor, radius_km: f64) -> f32 {
    let pixels = scene.project(scene.place(at)).map_or(0.0, |(_, per_km)| radius_km * per_km);
    let share = pixels / scene.view.viewport.y.max(1.0);
    dazzle.strength(scene.clock.now_s, share, scene.settings.reduced_motion)
}

fn flash_of(scene: &EffectInputs, shot: &Shot) -> Flash {
    let target_km = shot.at.and_then(|at| scene.roster.get(at)).map(|spot| spot.radius_km);
    let is_on_shield = shot.outcome == ShotOutcome::HitShield;
    let has_sparks = shot.outcome == ShotOutcome::HitArmour;
    let (delay_s, lasts_s) = impact_times(shot.delivery);
    Flash {
        number: shot.number,
        born_s: shot.born_s + delay_s,
        lasts_s,
        toward: has_sparks.then(|| (scene.place(&shot.from) - scene.place(&shot.to)).normalize_or(DVec3::Z)),
        at: shot.to,
        radius_km: flash_km(shot.harm, target_km, is_on_shield),
        color: if is_on_shield { shield_light() } else { light_of(shot.kind) },
        strength: 1.0,
    }
}

/// The radius of the flash of a hit of this harm on a hull of a radius, if that is known, km.
fn flash_km(harm: f64, hull_km: Option<f64>, is_on_shield: bool) -> f64 {
    let (least, most) = FLASH_RANGE_KM;
    let share = if is_on_shield { SHIELD_FLASH_RADII } else { 1.0 };
    let largest = hull_km.map_or(most, |hull_km| (share * hull_km).clamp(least, most));
    (FLASH_KM * harm.max(0.0).sqrt()).clamp(least, largest)
}

/// The explosion of an event, if it has one.
fn blast_of(scene: &EffectInputs, news: &FreshEvent) -> Option<Blast> {
    let (place, radius_km, lost) = match news.event {
        GameEvent::Destroyed { what, place, radius_km, .. } => (place, radius_km, Some(what)),
        GameEvent::Burst { place, blast_km, .. } => (place, BURST_KM.max(BURST_SHARE * blast_km), None),
        _ => return None,
    };
    let burst = Burst::new(news.number, lost.and_then(|lost| bow_of(scene, lost.id)));
    let (at, owner) = (scene.anchor_to_place(place, news.tick), lost.map(|lost| lost.faction));
    Some(Blast { burst, born_s: news.born_s, at, radius_km, owner, strength: 1.0 })
}

/// Direction of the bow of a unit that was just in sight, a unit vector; a structure has none.
fn bow_of(scene: &EffectInputs, unit: TargetId) -> Option<DVec3> {
    match scene.roster.get_lately(unit)?.shape {
        UnitShape::Hull { heading, .. } => Some(heading),
        UnitShape::Ball => None,
    }
}

fn draw_ball(light: &mut LightSheet, scene: &EffectInputs, place: DVec3, radius_km: f64, color: LinearRgba) {
    let Some((pixel, per_km)) = scene.project(place) else { return };
    if scene.is_near_picture(pixel) {
        add_disc(&mut light.0, scene, place, radius_km.max(LEAST_PIXELS / per_km), color);
    }
}

/// Draws an uneven ball: its middle, its mean radius, km, its colour and its outline.
fn draw_cloud(
    light: &mut LightSheet,
    scene: &EffectInputs,
    (place, radius_km): (DVec3, f64),
    color: LinearRgba,
    outline: Outline,
) {
    if is_in_picture(scene, place) {
        add_cloud(&mut light.0, scene, (place, radius_km), color, outline);
    }
}

fn is_in_picture(scene: &EffectInputs, place: DVec3) -> bool {
    scene.project(place).is_some_and(|(pixel, _)| scene.is_near_picture(pixel))
}

fn draw_flash(light: &mut LightSheet, scene: &EffectInputs, flash: &Flash) {
    let (age_s, place) = (scene.age_s(flash.born_s), scene.place(&flash.at));
    if age_s < flash.lasts_s {
        let left = (1.0 - age_s / flash.lasts_s) as f32;
        draw_ball(light, scene, place, flash.radius_km, flash.color.with_alpha(left * flash.strength));
    }
    let Some(toward) = flash.toward else { return };
    let share = (age_s / HIT_SPARK_S).min(1.0);
    let sparks = hit_sparks(flash.number, toward, flash.radius_km, share);
    let sparks = sparks.map(|spark| (spark, SPARK));
    draw_sparks(light, scene, (place, flash.radius_km), sparks, (1.0 - share) as f32 * flash.strength);
}

/// Draws sparks, heads and tails with colours, about a place that fly off a ball of a radius, km, if it is large enough
/// on the screen.
fn draw_sparks(
    light: &mut LightSheet,
    scene: &EffectInputs,
    (place, radius_km): (DVec3, f64),
    sparks: impl Iterator<Item = ((DVec3, DVec3), LinearRgba)>,
    strength: f32,
) {
    let Some((_, per_km)) = scene.project(place) else { return };
    if radius_km * per_km <= SPARK_PIXELS {
        return;
    }
    let half_pixels = (0.03 * radius_km * per_km).clamp(0.6, 1.8);
    for ((head_km, tail_km), color) in sparks {
        let points =
            [Point { place: place + head_km, strength }, Point { place: place + tail_km, strength: 0.0 }];
        add_ribbon(&mut light.0, scene, &points, half_pixels, color);
    }
}

fn draw_blast(light: &mut LightSheet, scene: &EffectInputs, blast: &Blast, colors: &FactionColors) {
    let share = scene.age_s(blast.born_s) / life_s(blast.radius_km);
    let (place, way) = (scene.place(&blast.at), eased(share));
    let (core, glow) = colors_at(share, blast.strength);
    let radius_km = blast.radius_km * (0.8 + 2.2 * way);
    let is_small = scene.project(place).is_none_or(|(_, per_km)| radius_km * per_km < CLOUD_PIXELS);
    if is_small {
        draw_ball(light, scene, place, SMALL_GLOW_SHARE * radius_km, glow);
        draw_ball(light, scene, place, radius_km, core);
    } else {
        let middle = place + blast.burst.drift_km(blast.radius_km, way);
        draw_fire(light, scene, blast, (middle, radius_km, share));
        draw_outbreak(light, scene, blast, share);
    }
    let owner = blast.owner.map(|owner| colors.of(owner));
    let sparks = blast.burst.sparks(blast.radius_km, way).enumerate();
    let sparks = sparks.map(|(index, spark)| (spark, spark_color(index, owner)));
    draw_sparks(light, scene, (place, blast.radius_km), sparks, (1.0 - share) as f32 * blast.strength);
}

/// Draws the fire of an explosion: its middle, the present radius of its ball, km, and the share of its time. Its hot
/// core and clouds of fire glow on when the flash in the middle is over.
fn draw_fire(
    light: &mut LightSheet,
    scene: &EffectInputs,
    blast: &Blast,
    (middle, radius_km, share): (DVec3, f64, f64),
) {
    let (_, glow) = colors_at(share, blast.strength);
    let glows_at = middle + blast.burst.lean_km(radius_km);
    if is_in_picture(scene, glows_at) {
        add_glow(&mut light.0, scene, (glows_at, GLOW_SHARE * radius_km), glow, blast.burst.glow());
    }
    let (heart, _) = colors_at(share * (1.0 - HOTTER), blast.strength * (1.0 - share as f32));
    draw_cloud(light, scene, (middle, HEART_SHARE * radius_km), heart, blast.burst.glow());
    for cloud in blast.burst.clouds(radius_km) {
        let (color, _) = colors_at(share + cloud.cooler * (1.0 - share), blast.strength);
        draw_cloud(light, scene, (middle + cloud.offset_km, cloud.radius_km), color, cloud.outline);
    }
}

/// Draws the smoke to which the clouds of an explosion cool: it darkens what is left of the fire, and what lies behind.
fn draw_smoke(smoke: &mut SmokeSheet, scene: &EffectInputs, blast: &Blast) {
    let share = scene.age_s(blast.born_s) / life_s(blast.radius_km);
    let (density, way) = (smoke_density(share), eased(share));
    let radius_km = blast.radius_km * (0.8 + 2.2 * way);
    let middle = scene.place(&blast.at) + blast.burst.drift_km(blast.radius_km, way);
    let is_seen = scene
        .project(middle)
        .is_some_and(|(pixel, per_km)| scene.is_near_picture(pixel) && radius_km * per_km >= CLOUD_PIXELS);
    if density <= 0.0 || !is_seen {
        return;
    }
    for cloud in blast.burst.clouds(radius_km).take(SMOKE_CLOUDS) {
        let ball = (middle + cloud.offset_km, SMOKE_GROWTH * cloud.radius_km);
        add_cloud(&mut smoke.0, scene, ball, SMOKE.with_alpha(density), cloud.outline);
    }
}

/// Draws what breaks out of a hull first: a flash on one side of it, and jets.
fn draw_outbreak(light: &mut LightSheet, scene: &EffectInputs, blast: &Blast, share: f64) {
    let (place, hull_km) = (scene.place(&blast.at), blast.radius_km);
    let flash = flash_color(share, blast.strength);
    if flash.alpha > 0.0 {
        let middle = place + blast.burst.lean_km(hull_km);
        draw_cloud(light, scene, (middle, CORE_RADII * hull_km), flash, blast.burst.flash());
    }
    let Some((pixel, per_km)) = scene.project(place) else { return };
    if share >= JET_SHARE || !scene.is_near_picture(pixel) {
        return;
    }
    for jet in blast.burst.jets(hull_km, share / JET_SHARE) {
        let points = jet
            .points
            .map(|(offset, bright)| Point { place: place + offset, strength: bright * blast.strength });
        add_ribbon(&mut light.0, scene, &points, jet.half_km * per_km, LinearRgba::rgb(3.0, 2.0, 1.1));
    }
}

/// Seconds until the explosion of a hull of this radius, km, is gone.
fn life_s(radius_km: f64) -> f64 {
    let (least, most) = BLAST_RANGE_S;
    (BLAST_S * (radius_km.max(0.0) / BLAST_KM).sqrt()).clamp(least, most)
}

/// The colours of the fire of an explosion and of the glow about it, after a share of its time: from near white by
/// orange to a dark red.
fn colors_at(share: f64, strength: f32) -> (LinearRgba, LinearRgba) {
    let left = 1.0 - share.clamp(0.0, 1.0) as f32;
    let (square, sixth) = (left.powi(2), left.powi(6));
    let fire =
        LinearRgba::rgb(0.5 + 2.5 * left, 0.1 + 0.7 * square + 1.7 * sixth, 0.03 + 0.1 * left + 1.8 * sixth);
    let glow = LinearRgba::rgb(1.5, 0.45, 0.12);
    (fire.with_alpha(0.6 * left.powf(1.3) * strength), glow.with_alpha(0.16 * left * left * strength))
}

/// Density of the smoke of an explosion after a share of its time: it comes while the fire cools, and is gone with it.
fn smoke_density(share: f64) -> f32 {
    let (begins, whole) = SMOKE_SHARES;
    let risen = ((share - begins) / (whole - begins)).clamp(0.0, 1.0) as f32;
    let left = 1.0 - share.clamp(0.0, 1.0) as f32;
    SMOKE_ALPHA * risen * (2.0 * left).min(1.0)
}

/// The colour of the short flash in the middle of an explosion, after a share of the explosion's time.
fn flash_color(share: f64, strength: f32) -> LinearRgba {
    let left = (1.0 - share / CORE_SHARE).clamp(0.0, 1.0) as f32;
    LinearRgba::new(3.0, 2.7, 2.2, left * left * strength)
}

/// The colour of a spark of an explosion, of a unit whose owner has this colour; `None`: a torpedo.
fn spark_color(index: usize, owner: Option<Color>) -> LinearRgba {
    let owner = owner.filter(|_| index.is_multiple_of(OWNERS_SPARKS));
    owner.map_or(SPARK, |owner| (owner.to_linear() * OWNERS_LIGHT).with_alpha(1.0))
}

/// Quick at first, then slower: from 0 to 1.
fn eased(share: f64) -> f64 {
    let left = 1.0 - share.clamp(0.0, 1.0);
    1.0 - left * left * left
}

/// Heads and tails of the sparks of a hit after a share of their time, from its place, km: they fly off on the
/// side of the shooter.
fn hit_sparks(
    number: u64,
    toward: DVec3,
    radius_km: f64,
    share: f64,
) -> impl Iterator<Item = (DVec3, DVec3)> {
    let mut dice = Dice::new(number ^ 0x417);
    let far_km = HIT_SPARK_RADII * radius_km * eased(share);
    (0..HIT_SPARKS).map(move |_| {
        let speed = f64::from(dice.between(0.3, 1.0));
        let outward = (toward + direction(&mut dice)).normalize_or(toward) * (speed * far_km);
        (outward, outward * (0.8 - 0.3 * (1.0 - share)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::scene::battle::shots::LONGEST_S;

    #[test]
    fn few_large_flashes_are_bright() {
        let mut dazzle = Dazzle::default();
        let strengths: Vec<f32> = (0..5).map(|_| dazzle.strength(0.0, 0.5, false)).collect();
        assert_eq!(strengths, [1.0, 1.0, 1.0, DIM, DIM]);
        assert_eq!(dazzle.strength(0.1, 0.01, false), 1.0, "small ones do not count");
        assert_eq!(dazzle.strength(1.1, 0.5, false), 1.0, "a second later");
        assert_eq!(Dazzle::default().strength(0.0, 0.5, true), DIM, "where nothing is to move");
    }

    #[test]
    fn an_explosion_grows_and_fades() {
        let alpha = |share| colors_at(share, 1.0).0.alpha;
        assert!(alpha(0.0) > alpha(0.2) && alpha(0.2) > alpha(0.5) && alpha(0.5) > 0.0);
        assert_eq!((alpha(1.0), flash_color(CORE_SHARE, 1.0).alpha), (0.0, 0.0));
        assert!(
            flash_color(0.0, 1.0).alpha == 1.0 && alpha(CORE_SHARE) > 0.3,
            "fire glows on after the flash"
        );
        assert!(eased(0.5) > 0.5 && eased(1.0) == 1.0);
    }

    #[test]
    fn a_flash_on_a_shield_is_a_spot_on_it() {
        let flash = |is_on_shield: bool| flash_km(400.0, Some(600.0), is_on_shield);
        assert_eq!((flash(false), flash(true)), (600.0, SHIELD_FLASH_RADII * 600.0));
        assert_eq!(flash_km(1.0, Some(600.0), true), FLASH_RANGE_KM.0, "a weak hit");
        assert_eq!(flash_km(400.0, Some(20.0), true), FLASH_RANGE_KM.0, "a small hull");
    }

    #[test]
    fn larger_hulls_burn_longer() {
        assert!(life_s(2000.0) > life_s(1000.0));
        assert_eq!((life_s(0.0), life_s(1.0e6)), BLAST_RANGE_S);
    }

    #[test]
    fn fire_cools_from_white_by_orange_to_a_dark_red_and_smoke() {
        let [new, middle, old] = [0.0, 0.4, 0.9].map(|share| colors_at(share, 1.0).0);
        assert!(new.blue > 0.6 * new.red, "white: {new:?}");
        assert!(middle.green > 2.0 * middle.blue && middle.red > 2.0 * middle.green, "orange: {middle:?}");
        assert!(old.red < 0.3 * new.red && old.red > 3.0 * old.green, "dark red: {old:?}");
        let smoke = [0.0, SMOKE_SHARES.0, 0.5, 1.0].map(smoke_density);
        assert!(smoke[0] == 0.0 && smoke[1] == 0.0 && smoke[2] > 0.3 && smoke[3] == 0.0, "{smoke:?}");
    }

    #[test]
    fn some_sparks_of_a_lost_unit_have_the_colour_of_its_owner() {
        let owner = Color::linear_rgb(0.1, 0.4, 1.0);
        let sparks = [0, 1].map(|index| spark_color(index, Some(owner)));
        assert!(sparks[0].blue > sparks[0].red && sparks[1] == SPARK, "{sparks:?}");
        assert_eq!(spark_color(0, None), SPARK, "a torpedo");
    }

    #[test]
    fn the_shots_of_all_flashes_are_found() {
        const { assert!(FLASH_S <= LONGEST_S) };
    }

    #[test]
    fn sparks_of_a_hit_fly_off_the_hull() {
        let mean = |share| hit_sparks(7, DVec3::X, 100.0, share).map(|(head, _)| head.x).sum::<f64>();
        assert!(mean(1.0) > mean(0.2) && mean(0.2) > 0.0);
        let reach = HIT_SPARK_RADII * 100.0 + 1e-6;
        for (head, tail) in hit_sparks(7, DVec3::X, 100.0, 1.0) {
            assert!(head.length() <= reach && head.length() > tail.length());
        }
    }
}
