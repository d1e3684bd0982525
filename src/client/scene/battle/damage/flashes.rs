//! Flashes of hits with sparks off the hull, and explosions: a hot core in clouds of fire, a shell that runs ahead of
//! them, and sparks that fly off. The shell of a lost ship or structure has the colour of its owner, so that one sees
//! who loses.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::models::{Dice, FactionColors};
use crate::client::scene::battle::FreshEvent;
use crate::client::scene::battle::counters::Drawn;
use crate::client::scene::battle::effects::{
    EffectAnchor, EffectInputs, Pool, Shot, add_disc, add_ribbon, add_shell, direction, light_of,
};
use crate::client::scene::ribbons::{LightSheet, Point};
use crate::client::worlds::Kept;
use crate::sim::FactionId;
use crate::sim::event::{GameEvent, ShotOutcome};

/// Limit on bright large flashes in a second: more can be harmful (WCAG 2.2, criterion 2.3.1).
const MOST_BRIGHT: usize = 3;
/// A flash is large from this radius on, as a share of the picture's height.
const LARGE: f64 = 0.08;
/// Brightness of large flashes beyond the limit.
const DIM: f32 = 0.2;
/// Seconds until the flash of a hit is gone.
const FLASH_S: f64 = 0.18;
/// Seconds until an explosion is gone.
const BLAST_S: f64 = 1.2;
/// Sparks of a hit, and seconds until they are gone.
const HIT_SPARKS: u32 = 5;
const HIT_SPARK_S: f64 = 0.45;
/// Range of those sparks, in radii of the flash.
const HIT_SPARK_RADII: f64 = 3.0;
/// Radius of the flash of a hit of one point, km; it grows with the root of the damage.
const FLASH_KM: f64 = 45.0;
/// The least and the largest radius of the flash of a hit, km.
const FLASH_RANGE_KM: (f64, f64) = (60.0, 900.0);
/// Least radius of a drawn effect, pixels.
const LEAST_PIXELS: f64 = 1.2;
/// An explosion smaller than this has no sparks, pixels of its radius.
const SPARK_PIXELS: f64 = 5.0;
/// An explosion smaller than this is a plain ball, pixels of its radius.
const CLOUD_PIXELS: f64 = 10.0;
/// Radius of the core of an explosion, of its shell, and of that of a lost unit, in radii of its ball.
const CORE_SHARE: f64 = 0.55;
const SHELL_SHARE: f64 = 1.3;
const LOSS_SHELL_SHARE: f64 = 1.8;
/// Density of the shell of a lost unit, and its brightness.
const LOSS_ALPHA: f32 = 0.3;
const LOSS_LIGHT: f32 = 1.5;
/// Clouds of fire in an explosion, the range of their radii as shares of the ball's, and by what share of an
/// explosion's time they are cooler than its core, at most.
const CLOUDS: u32 = 7;
const CLOUD_RADII: (f32, f32) = (0.3, 0.6);
const COOLER: f32 = 0.45;
/// Sparks of an explosion.
const SPARKS: u32 = 18;
/// Range of sparks, in radii of the exploding hull.
const SPARK_RADII: f64 = 5.0;
/// Size of the burst of a torpedo: shot down, km; on a hit, as a share of its blast.
const BURST_KM: f64 = 120.0;
const BURST_SHARE: f64 = 0.25;

/// The flash of a hit.
#[derive(Clone, Copy, Debug)]
pub struct Flash {
    number: u64,
    born_s: f64,
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
    number: u64,
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
    colors: Res<FactionColors>,
    mut flashes: Kept<Pool<Flash>>,
    mut blasts: Kept<Pool<Blast>>,
    mut dazzle: Kept<Dazzle>,
    mut light: ResMut<LightSheet>,
    mut drawn: ResMut<Drawn>,
) {
    let flashes = flashes.now();
    let blasts = blasts.now();
    let dazzle = dazzle.now();
    for shot in scene.shots(|_| true, FLASH_S).filter(Shot::is_hit) {
        let mut flash = flash_of(&scene, &shot);
        flash.strength = brightness(&scene, dazzle, &flash.at, flash.radius_km);
        flashes.push(flash, scene.caps.flashes);
    }
    for news in &scene.news.fresh {
        let fresh = blast_of(&scene, news).filter(|blast| scene.age_s(blast.born_s) < BLAST_S);
        if let Some(mut blast) = fresh {
            blast.strength = brightness(&scene, dazzle, &blast.at, 2.0 * blast.radius_km);
            blasts.push(blast, scene.caps.flashes / 3);
        }
    }
    flashes.retain(|flash| scene.age_s(flash.born_s) < HIT_SPARK_S);
    blasts.retain(|blast| scene.age_s(blast.born_s) < BLAST_S);
    drawn.note("flashes", flashes.len());
    drawn.note("explosions", blasts.len());
    for flash in flashes.iter() {
        draw_flash(&mut light, &scene, flash);
    }
    for blast in blasts.iter() {
        draw_blast(&mut light, &scene, blast, &colors);
    }
}

fn brightness(scene: &EffectInputs, dazzle: &mut Dazzle, at: &EffectAnchor, radius_km: f64) -> f32 {
    let pixels = scene.project(scene.place(at)).map_or(0.0, |(_, per_km)| radius_km * per_km);
    let share = pixels / scene.view.viewport.y.max(1.0);
    dazzle.strength(scene.clock.now_s, share, scene.settings.reduced_motion)
}

fn flash_of(scene: &EffectInputs, shot: &Shot) -> Flash {
    let (least, most) = FLASH_RANGE_KM;
    let target_km = shot.at.and_then(|at| scene.roster.get(at)).map_or(most, |spot| spot.radius_km);
    let radius_km = (FLASH_KM * shot.harm.max(0.0).sqrt()).clamp(least, target_km.clamp(least, most));
    let has_sparks = shot.outcome == ShotOutcome::HitArmour;
    Flash {
        number: shot.number,
        born_s: shot.born_s,
        toward: has_sparks.then(|| (scene.place(&shot.from) - scene.place(&shot.to)).normalize_or(DVec3::Z)),
        at: shot.to,
        radius_km,
        color: light_of(shot.kind),
        strength: 1.0,
    }
}

/// The explosion of an event, if it has one.
fn blast_of(scene: &EffectInputs, news: &FreshEvent) -> Option<Blast> {
    let (place, radius_km, owner) = match news.event {
        GameEvent::Destroyed { what, place, radius_km, .. } => (place, radius_km, Some(what.faction)),
        GameEvent::Burst { place, blast_km, .. } => (place, BURST_KM.max(BURST_SHARE * blast_km), None),
        _ => return None,
    };
    let at = scene.tie_to_place(place, news.tick);
    Some(Blast { number: news.number, born_s: news.born_s, at, radius_km, owner, strength: 1.0 })
}

fn draw_ball(light: &mut LightSheet, scene: &EffectInputs, place: DVec3, radius_km: f64, color: LinearRgba) {
    let Some((pixel, per_km)) = scene.project(place) else { return };
    if scene.is_near_picture(pixel) {
        add_disc(&mut light.0, scene, place, radius_km.max(LEAST_PIXELS / per_km), color);
    }
}

fn draw_flash(light: &mut LightSheet, scene: &EffectInputs, flash: &Flash) {
    let (age_s, place) = (scene.age_s(flash.born_s), scene.place(&flash.at));
    if age_s < FLASH_S {
        let left = (1.0 - age_s / FLASH_S) as f32;
        draw_ball(light, scene, place, flash.radius_km, flash.color.with_alpha(left * flash.strength));
    }
    let Some(toward) = flash.toward else { return };
    let share = (age_s / HIT_SPARK_S).min(1.0);
    let sparks = hit_sparks(flash.number, toward, flash.radius_km, share);
    draw_sparks(light, scene, (place, flash.radius_km), sparks, (1.0 - share) as f32 * flash.strength);
}

/// Draws sparks about a place that fly off a ball of a radius, km, if it is large enough on the screen.
fn draw_sparks(
    light: &mut LightSheet,
    scene: &EffectInputs,
    (place, radius_km): (DVec3, f64),
    sparks: impl Iterator<Item = (DVec3, DVec3)>,
    strength: f32,
) {
    let Some((_, per_km)) = scene.project(place) else { return };
    if radius_km * per_km <= SPARK_PIXELS {
        return;
    }
    let half_pixels = (0.03 * radius_km * per_km).clamp(0.6, 1.8);
    for (head_km, tail_km) in sparks {
        let points =
            [Point { place: place + head_km, strength }, Point { place: place + tail_km, strength: 0.0 }];
        add_ribbon(&mut light.0, scene, &points, half_pixels, LinearRgba::rgb(2.2, 1.1, 0.4));
    }
}

fn draw_blast(light: &mut LightSheet, scene: &EffectInputs, blast: &Blast, colors: &FactionColors) {
    let share = scene.age_s(blast.born_s) / BLAST_S;
    let place = scene.place(&blast.at);
    let (core, glow) = colors_at(share, blast.strength);
    let radius_km = blast.radius_km * (0.7 + 2.3 * eased(share));
    draw_ball(light, scene, place, 2.0 * radius_km, glow);
    let is_small = scene.project(place).is_none_or(|(_, per_km)| radius_km * per_km < CLOUD_PIXELS);
    if is_small {
        draw_ball(light, scene, place, radius_km, core);
    } else {
        draw_ball(light, scene, place, CORE_SHARE * radius_km, core);
        let (shell, color) = blast.owner.map_or((SHELL_SHARE, glow), |owner| {
            (LOSS_SHELL_SHARE, loss_color(colors.of(owner), share, blast.strength))
        });
        add_shell(&mut light.0, scene, place, shell * radius_km, color);
        for cloud in clouds(blast.number, radius_km) {
            let (color, _) = colors_at(share + cloud.cooler, blast.strength);
            draw_ball(light, scene, place + cloud.offset_km, cloud.radius_km, color);
        }
    }
    let sparks = sparks(blast.number, blast.radius_km, share);
    draw_sparks(light, scene, (place, blast.radius_km), sparks, (1.0 - share) as f32 * blast.strength);
}

/// A cloud of fire in an explosion.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cloud {
    /// From the middle of the explosion, km.
    offset_km: DVec3,
    radius_km: f64,
    /// By how much it is cooler than the core, as a share of the explosion's time.
    cooler: f64,
}

/// The clouds within the ball of an explosion, which has this radius now, km.
fn clouds(number: u64, radius_km: f64) -> impl Iterator<Item = Cloud> {
    let mut dice = Dice::new(number ^ 0xc10d);
    (0..CLOUDS).map(move |_| {
        let size = f64::from(dice.between(CLOUD_RADII.0, CLOUD_RADII.1));
        let outward = direction(&mut dice).normalize_or(DVec3::Z);
        let cooler = f64::from(dice.between(0.0, COOLER));
        Cloud { offset_km: outward * ((1.0 - size) * radius_km), radius_km: size * radius_km, cooler }
    })
}

/// The colours of an explosion's ball and of the glow about it, after a share of its time.
fn colors_at(share: f64, strength: f32) -> (LinearRgba, LinearRgba) {
    let share = share.clamp(0.0, 1.0) as f32;
    let left = 1.0 - share;
    let core = LinearRgba::new(2.8, 0.7 + 1.8 * left * left, 0.2 + 1.6 * left * left * left, 1.0);
    let glow = LinearRgba::rgb(1.6, 0.5, 0.14);
    (core.with_alpha(left * left.sqrt() * strength), glow.with_alpha(0.35 * left * left * strength))
}

/// The colour of the shell of a lost unit of an owner with this colour, after a share of the explosion's time.
fn loss_color(owner: Color, share: f64, strength: f32) -> LinearRgba {
    let left = 1.0 - share.clamp(0.0, 1.0) as f32;
    (owner.to_linear() * LOSS_LIGHT).with_alpha(LOSS_ALPHA * left * strength)
}

/// Quick at first, then slower: from 0 to 1.
fn eased(share: f64) -> f64 {
    let left = 1.0 - share.clamp(0.0, 1.0);
    1.0 - left * left * left
}

/// Heads and tails of sparks after a share of their time, from the middle, km.
fn sparks(number: u64, radius_km: f64, share: f64) -> impl Iterator<Item = (DVec3, DVec3)> {
    let mut dice = Dice::new(number ^ 0x5ba7);
    let far_km = radius_km * (0.6 + SPARK_RADII * eased(share));
    (0..SPARKS).map(move |_| {
        let speed = f64::from(dice.between(0.35, 1.0));
        let outward = direction(&mut dice).normalize_or(DVec3::Z) * (speed * far_km);
        (outward, outward * (0.65 - 0.15 * (1.0 - share)))
    })
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
        assert_eq!((alpha(0.0), alpha(1.0)), (1.0, 0.0));
        assert!(alpha(0.2) > alpha(0.5));
        assert!(eased(0.5) > 0.5 && eased(1.0) == 1.0);
    }

    #[test]
    fn the_shell_of_a_lost_unit_has_the_colour_of_its_owner_and_fades() {
        let [early, late] = [0.0, 1.0].map(|share| loss_color(Color::linear_rgb(0.1, 0.4, 1.0), share, 1.0));
        assert_eq!((early.alpha, late.alpha), (LOSS_ALPHA, 0.0));
        assert!(early.blue > early.green && early.green > early.red);
        const { assert!(LOSS_SHELL_SHARE > SHELL_SHARE, "it stands out of the fire") };
    }

    #[test]
    fn clouds_of_fire_stay_within_their_ball_and_repeat() {
        let seen: Vec<Cloud> = clouds(5, 100.0).collect();
        assert_eq!(seen.len(), CLOUDS as usize);
        assert!(seen.iter().all(|cloud| cloud.offset_km.length() + cloud.radius_km < 100.0 + 1e-6));
        assert_eq!(seen, clouds(5, 100.0).collect::<Vec<_>>());
        assert_ne!(seen, clouds(6, 100.0).collect::<Vec<_>>());
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

    #[test]
    fn sparks_fly_outward_and_repeat() {
        let early: Vec<_> = sparks(3, 100.0, 0.1).collect();
        let late: Vec<_> = sparks(3, 100.0, 0.9).collect();
        assert_eq!(early.len(), SPARKS as usize);
        for ((head, tail), (later, _)) in early.iter().zip(&late) {
            assert!(head.length() > tail.length());
            assert!(later.length() > head.length());
            assert!(later.normalize().distance(head.normalize()) < 1e-9);
        }
    }
}
