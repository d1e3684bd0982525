//! Explosions: a short flash, jets that break out of it, a hot core and clouds of fire that cool to dark smoke, and
//! sparks that fly off, each in a [shape](Burst) of its own. Some sparks of a lost ship or structure have the colour of
//! its owner, so that one sees who loses. An explosion does not wait for the tracers that hit: its hull is gone in the
//! tick of the shots, and would be missing until they arrive.

use bevy::prelude::*;
use glam::DVec3;

use super::burst::Burst;
use super::sparks::{SPARK, draw_ball, draw_sparks, eased};
use crate::client::models::FactionColors;
use crate::client::scene::battle::effects::{EffectAnchor, EffectInputs, Outline, add_cloud, add_glow};
use crate::client::scene::battle::{FreshEvent, UnitShape};
use crate::client::scene::ribbons::{LightSheet, SmokeSheet, SoftPoint};
use crate::sim::event::GameEvent;
use crate::sim::{FactionId, TargetId};

/// Seconds until an explosion of a hull of some radius is gone, that radius, km, and the range of the seconds: they
/// grow with the root of the radius.
const BLAST_S: f64 = 1.2;
const BLAST_KM: f64 = 1200.0;
const BLAST_RANGE_S: (f64, f64) = (0.9, 2.4);
/// An explosion smaller than this is a plain ball, pixels of its radius.
const CLOUD_PIXELS: f64 = 10.0;
/// Share of an explosion's time after which the flash in its middle is gone.
const CORE_SHARE: f64 = 0.12;
/// Radius of that flash, in radii of the hull.
const CORE_RADII: f64 = 0.75;
/// Share of an explosion's time after which its jets are gone.
const JET_SHARE: f64 = 0.3;
/// Colours of a jet at its root and at its tip.
const JET_COLORS: (Vec3, Vec3) = (Vec3::new(3.0, 1.9, 0.8), Vec3::new(1.3, 0.12, 0.02));
/// Radius of the glow of an explosion, and of that of a small one, which is a plain ball, in radii of its ball.
const GLOW_SHARE: f64 = 2.1;
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
/// Every so many sparks of a lost unit have the colour of its owner, of this brightness.
const OWNERS_SPARKS: usize = 2;
const OWNERS_LIGHT: f32 = 2.0;
/// Size of the burst of a torpedo: shot down, km; on a hit, as a share of its blast.
const BURST_KM: f64 = 120.0;
const BURST_SHARE: f64 = 0.25;

/// An explosion.
#[derive(Clone, Copy, Debug)]
pub struct Blast {
    burst: Burst,
    pub(super) born_s: f64,
    pub(super) at: EffectAnchor,
    pub(super) radius_km: f64,
    /// The owner of a lost ship or structure; `None`: a torpedo.
    owner: Option<FactionId>,
    pub(super) strength: f32,
}

/// The explosion of an event, if it has one.
pub(super) fn blast_of(scene: &EffectInputs, news: &FreshEvent) -> Option<Blast> {
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

/// Draws the light of an explosion.
pub(super) fn draw_blast(
    light: &mut LightSheet,
    scene: &EffectInputs,
    blast: &Blast,
    colors: &FactionColors,
) {
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
pub(super) fn draw_smoke(smoke: &mut SmokeSheet, scene: &EffectInputs, blast: &Blast) {
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
    if share >= JET_SHARE || !is_in_picture(scene, place) {
        return;
    }
    for jet in blast.burst.jets(hull_km, share / JET_SHARE) {
        let points = jet.points.map(|point| SoftPoint {
            place: place + point.offset_km,
            half_km: point.half_km,
            color: jet_color(point.cool as f32).with_alpha(point.bright * blast.strength),
        });
        light.0.add_soft(&points, &scene.view, &scene.origin);
    }
}

/// The colour of a jet where it is so cool: hot at its root, red at its tip.
fn jet_color(cool: f32) -> LinearRgba {
    let (root, tip) = JET_COLORS;
    let color = root.lerp(tip, cool.sqrt());
    LinearRgba::rgb(color.x, color.y, color.z)
}

/// Seconds until the explosion of a hull of this radius, km, is gone.
pub(super) fn life_s(radius_km: f64) -> f64 {
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
    (fire.with_alpha(0.6 * left.powf(1.3) * strength), glow.with_alpha(0.11 * left * left * strength))
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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn jets_are_hot_at_their_roots_and_red_at_their_tips() {
        let [root, middle, tip] = [0.0, 0.4, 1.0].map(jet_color);
        assert!(root.green > 0.5 * root.red && root.blue > 0.2 * root.red, "{root:?}");
        assert!(middle.green < 0.5 * middle.red && middle.blue < 0.2 * middle.red, "orange: {middle:?}");
        assert!(tip.green < 0.1 * tip.red && tip.red < 0.5 * root.red, "{tip:?}");
    }

    #[test]
    fn some_sparks_of_a_lost_unit_have_the_colour_of_its_owner() {
        let owner = Color::linear_rgb(0.1, 0.4, 1.0);
        let sparks = [0, 1].map(|index| spark_color(index, Some(owner)));
        assert!(sparks[0].blue > sparks[0].red && sparks[1] == SPARK, "{sparks:?}");
        assert_eq!(spark_color(0, None), SPARK, "a torpedo");
    }
}
