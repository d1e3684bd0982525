//! Explosions: a flash of two frames, spikes of light and jets that break out of it, a hot core and clouds of fire, a
//! ragged shell, embers that fly off, late bursts, and dark smoke that outlasts the fire. Each has what its
//! [kind](Kind) has, in a [shape](Burst) and at a pace of its own. Some embers of a lost ship or structure have the
//! colour of its owner, so that one sees who loses. An explosion does not wait for the tracers that hit: its hull is
//! gone in the tick of the shots, and would be missing until they arrive.

use bevy::prelude::*;
use glam::DVec3;
use smallvec::SmallVec;

use super::burst::Burst;
use super::kinds::{Kind, Stage, stages_of};
use super::lights::Fire;
use super::shell::draw_shell;
use super::sparks::{SPARK, draw_ball, draw_sparks, eased};
use crate::client::models::FactionColors;
use crate::client::scene::battle::effects::{EffectAnchor, EffectInputs, Outline, add_cloud, add_glow};
use crate::client::scene::battle::{FreshEvent, SpottedUnit, UnitShape};
use crate::client::scene::quality::limits::MOST_STAGES;
use crate::client::scene::ribbons::{LightSheet, SmokeSheet, SoftPoint};
use crate::sim::FactionId;
use crate::sim::event::GameEvent;

/// Seconds until the fire of a usual explosion of some radius is out, that radius, km, and the range of the seconds:
/// they grow with the root of the radius.
const BLAST_S: f64 = 1.5;
const BLAST_KM: f64 = 1200.0;
const BLAST_RANGE_S: (f64, f64) = (0.6, 2.8);
/// How much the length of a hull counts for the size of its explosion, beside its radius: an exponent.
const OF_LENGTH: f64 = 0.35;
/// Radius of the ball of fire at first, and how much it grows, in radii of the explosion.
const BALL: (f64, f64) = (0.7, 1.9);
/// Time until the smoke of an explosion is gone, as a share of the time of its fire.
const SMOKE_TIME: f64 = 1.5;
/// An explosion smaller than this is a plain ball, pixels of its radius.
const CLOUD_PIXELS: f64 = 10.0;
/// Seconds in which the flash in the middle of an explosion is full, which is two frames, and until it is gone.
const FLASH_S: (f64, f64) = (0.034, 0.1);
/// Radius of that flash, half the width of its spikes at their root, in radii of the explosion, and how far they reach
/// to the other side, as a share of their length.
const FLASH_RADII: f64 = 1.1;
const RAY_HALF: f64 = 0.07;
const RAY_BACK: f64 = 0.12;
/// Least radius of the ball of a lost ship or structure while it burns, pixels: from afar one sees it go.
const LOSS_PIXELS: f64 = 3.5;
/// The light of a late burst.
const POP: LinearRgba = LinearRgba::rgb(2.6, 1.9, 1.0);
/// Share of an explosion's time after which its jets are gone.
const JET_SHARE: f64 = 0.3;
/// Colours of a jet at its root and at its tip.
const JET_COLORS: (Vec3, Vec3) = (Vec3::new(3.0, 1.9, 0.8), Vec3::new(1.3, 0.12, 0.02));
/// Radius of the glow of an explosion, and of that of a small one, which is a plain ball, in radii of its ball.
const GLOW_SHARE: f64 = 2.1;
const SMALL_GLOW_SHARE: f64 = 1.35;
/// Radius of the hot core of the fire, in radii of its ball, and by what share of the time that is left it is younger
/// than the clouds.
const HEART_SHARE: f64 = 0.34;
const HOTTER: f64 = 0.55;
/// Shares of the time of the fire in which its clouds turn to smoke, and in which that fades; its greatest density, and
/// its colour.
const SMOKE_SHARES: (f64, f64) = (0.12, 0.5);
const SMOKE_FADES: f64 = 0.8;
const SMOKE_ALPHA: f32 = 0.6;
const SMOKE: LinearRgba = LinearRgba::rgb(0.02, 0.017, 0.015);
/// How much larger the smoke of a cloud is than its fire, how much it grows once that is out, and how many clouds leave
/// some.
const SMOKE_GROWTH: f64 = 1.25;
const SMOKE_SPREADS: f64 = 0.3;
const SMOKE_CLOUDS: usize = 5;
/// The colour of embers before they go out.
const EMBER: LinearRgba = LinearRgba::rgb(1.3, 0.2, 0.03);
/// Every so many embers of a lost unit have the colour of its owner, of this brightness.
const OWNERS_EMBERS: usize = 3;
const OWNERS_LIGHT: f32 = 1.6;
/// Size of the burst of a torpedo: shot down, km; on a hit, as a share of its blast.
const BURST_KM: f64 = 120.0;
const BURST_SHARE: f64 = 0.25;

/// An explosion.
#[derive(Clone, Copy, Debug)]
pub struct Blast {
    kind: Kind,
    burst: Burst,
    pub(super) born_s: f64,
    pub(super) at: EffectAnchor,
    pub(super) radius_km: f64,
    /// Seconds until its fire is out.
    life_s: f64,
    /// The owner of a lost ship or structure; `None`: a torpedo.
    owner: Option<FactionId>,
    pub(super) strength: f32,
}

impl Blast {
    /// Seconds until nothing is left of it.
    pub(super) fn lasts_s(&self) -> f64 {
        SMOKE_TIME * self.life_s
    }

    /// Its fire, which lights the hulls about it; `None`: it is out.
    pub(super) fn fire(&self, scene: &EffectInputs) -> Option<Fire> {
        let share = scene.age_s(self.born_s) / self.life_s;
        (share < 1.0).then(|| Fire {
            place: scene.place(&self.at) + self.burst.drift_km(self.radius_km, eased(share)),
            radius_km: self.radius_km,
            share,
            strength: self.strength,
        })
    }
}

/// The explosions of an event: most have none, a giant dies in several.
pub(super) type Blasts = SmallVec<[Blast; MOST_STAGES + 1]>;

/// The explosions of an event, in their order.
pub(super) fn blasts_of(scene: &EffectInputs, news: &FreshEvent) -> Blasts {
    let at = |place: DVec3| scene.anchor_to_place(place, news.tick);
    match news.event {
        GameEvent::Destroyed { what, place, radius_km: bound_km, .. } => {
            // It was just in sight.
            let spot = scene.roster.get_lately(what.id);
            let fire_km = spot.map_or(bound_km, |spot| fire_km(spot.radius_km, bound_km));
            let stages = stages_of(news.number, fire_km, spot, scene.caps.stages);
            let of = |stage: &Stage| Blast {
                owner: Some(what.faction),
                ..blast(stage, (spot.and_then(bow_of), fire_km), news.born_s, at(place + stage.offset_km))
            };
            stages.iter().map(of).collect()
        }
        GameEvent::Burst { place, blast_km, .. } => {
            let stage = Stage::whole(news.number, Kind::Warhead);
            let burst_km = BURST_KM.max(BURST_SHARE * blast_km);
            Blasts::from_iter([blast(&stage, (None, burst_km), news.born_s, at(place))])
        }
        _ => Blasts::new(),
    }
}

/// The explosion of a stage of a death at a time, s, whose fire has a radius, km; a hull has a bow, whose direction is
/// given as a unit vector.
fn blast(stage: &Stage, (bow, fire_km): (Option<DVec3>, f64), died_s: f64, at: EffectAnchor) -> Blast {
    let (burst, radius_km) = (Burst::new(stage.number, bow), stage.size * fire_km);
    let life_s = burst.tempo * stage.kind.makeup().lasts * life_s(radius_km);
    let born_s = died_s + stage.delay_s;
    Blast { kind: stage.kind, burst, born_s, at, radius_km, life_s, owner: None, strength: 1.0 }
}

/// Direction of the bow of a unit, a unit vector; a structure has none.
fn bow_of(spot: &SpottedUnit) -> Option<DVec3> {
    match spot.shape {
        UnitShape::Hull { heading, .. } => Some(heading),
        UnitShape::Ball => None,
    }
}

/// The radius by which the explosion of a hull of this radius and bounding radius is measured, km: that of a long hull
/// is larger, yet not as its length.
fn fire_km(radius_km: f64, bound_km: f64) -> f64 {
    let radius_km = radius_km.max(1.0);
    radius_km * (bound_km / radius_km).max(1.0).powf(OF_LENGTH)
}

/// Radius of the ball of fire of an explosion of this radius once a share of its way is done, km.
fn ball_km(radius_km: f64, way: f64) -> f64 {
    radius_km * (BALL.0 + BALL.1 * way)
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
    let age_s = scene.age_s(blast.born_s);
    let share = age_s / blast.life_s;
    if share >= 1.0 {
        return;
    }
    let (place, way) = (scene.place(&blast.at), eased(share));
    let (core, glow) = colors_at(share, blast.strength);
    let radius_km = ball_km(blast.radius_km, way);
    let per_km = scene.project(place).map_or(0.0, |(_, per_km)| per_km);
    if radius_km * per_km < CLOUD_PIXELS {
        let least_km = if blast.owner.is_some() { LOSS_PIXELS / per_km.max(f64::MIN_POSITIVE) } else { 0.0 };
        let radius_km = radius_km.max(least_km);
        draw_ball(light, scene, place, SMALL_GLOW_SHARE * radius_km, glow);
        draw_ball(light, scene, place, radius_km, core);
    } else {
        let middle = place + blast.burst.drift_km(blast.radius_km, way);
        draw_fire(light, scene, blast, (middle, radius_km, share));
        draw_outbreak(light, scene, blast, (age_s, share));
        if let Some(shell) = &blast.kind.makeup().shell {
            draw_shell(light, scene, (shell, &blast.burst), (place, blast.radius_km, share), blast.strength);
        }
    }
    let owner = blast.owner.map(|owner| colors.of(owner));
    let embers = blast.burst.embers(scene.caps.embers, blast.radius_km, way).enumerate();
    let embers = embers.map(|(index, ember)| (ember, ember_color(index, share as f32, owner)));
    draw_sparks(light, scene, (place, blast.radius_km), embers, (1.0 - share) as f32 * blast.strength);
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
    let tint = |color: LinearRgba| tinted(color, blast.burst.heat);
    let (heart, _) = colors_at(share * (1.0 - HOTTER), blast.strength * (1.0 - share as f32));
    draw_cloud(light, scene, (middle, HEART_SHARE * radius_km), tint(heart), blast.burst.glow());
    for cloud in blast.burst.clouds(radius_km).take(blast.kind.makeup().clouds.min(scene.caps.clouds)) {
        let (color, _) = colors_at(share + cloud.cooler * (1.0 - share), blast.strength);
        draw_cloud(light, scene, (middle + cloud.offset_km, cloud.radius_km), tint(color), cloud.outline);
    }
}

/// Draws the smoke to which the clouds of an explosion cool: it darkens what is left of the fire, and what lies behind.
pub(super) fn draw_smoke(smoke: &mut SmokeSheet, scene: &EffectInputs, blast: &Blast) {
    let share = scene.age_s(blast.born_s) / blast.life_s;
    let (density, way) = (smoke_density(share), eased(share));
    let spread = 1.0 + SMOKE_SPREADS * (share - 1.0).max(0.0);
    let radius_km = spread * ball_km(blast.radius_km, way);
    let middle = scene.place(&blast.at) + blast.burst.drift_km(blast.radius_km, way);
    let is_seen = scene
        .project(middle)
        .is_some_and(|(pixel, per_km)| scene.is_near_picture(pixel) && radius_km * per_km >= CLOUD_PIXELS);
    if density <= 0.0 || !is_seen {
        return;
    }
    let most = SMOKE_CLOUDS.min(blast.kind.makeup().clouds).min(scene.caps.clouds);
    for cloud in blast.burst.clouds(radius_km).take(most) {
        let ball = (middle + cloud.offset_km, SMOKE_GROWTH * cloud.radius_km);
        add_cloud(&mut smoke.0, scene, ball, SMOKE.with_alpha(density), cloud.outline);
    }
}

/// Draws what breaks out of a hull: first a flash on one side of it, and jets, and later some bursts. It has this age,
/// s, and this share of its time is over.
fn draw_outbreak(light: &mut LightSheet, scene: &EffectInputs, blast: &Blast, (age_s, share): (f64, f64)) {
    let (place, hull_km, makeup) = (scene.place(&blast.at), blast.radius_km, blast.kind.makeup());
    let flash = flash_color(age_s, blast.strength);
    if flash.alpha > 0.0 {
        let middle = place + blast.burst.lean_km(hull_km);
        draw_cloud(light, scene, (middle, FLASH_RADII * hull_km), flash, blast.burst.flash());
        for tip in blast.burst.rays(makeup.rays, hull_km) {
            draw_ray(light, scene, (middle, tip, RAY_HALF * hull_km), flash);
        }
    }
    for (offset_km, radius_km, bright, outline) in blast.burst.pops(makeup.pops, hull_km, share) {
        let color = POP.with_alpha(bright * blast.strength);
        draw_cloud(light, scene, (place + offset_km, radius_km), color, outline);
    }
    if share >= JET_SHARE || !is_in_picture(scene, place) {
        return;
    }
    for jet in blast.burst.jets(makeup.jets, hull_km, share / JET_SHARE) {
        let points = jet.points.map(|point| SoftPoint {
            place: place + point.offset_km,
            half_km: point.half_km,
            color: jet_color(point.cool as f32).with_alpha(point.bright * blast.strength),
        });
        light.0.add_soft(&points, &scene.view, &scene.origin);
    }
}

/// Draws a spike of light of a flash: from its middle to its tip, and half its width at its root, km.
fn draw_ray(
    light: &mut LightSheet,
    scene: &EffectInputs,
    (middle, tip, half_km): (DVec3, DVec3, f64),
    color: LinearRgba,
) {
    let points = [(-RAY_BACK, 0.0), (0.0, 1.0), (1.0, 0.0_f32)].map(|(share, bright)| SoftPoint {
        place: middle + tip * share,
        half_km: half_km * f64::from(bright),
        color: color.with_alpha(color.alpha * bright),
    });
    light.0.add_soft(&points, &scene.view, &scene.origin);
}

/// The colour of a jet where it is so cool: hot at its root, red at its tip.
fn jet_color(cool: f32) -> LinearRgba {
    let (root, tip) = JET_COLORS;
    let color = root.lerp(tip, cool.sqrt());
    LinearRgba::rgb(color.x, color.y, color.z)
}

/// Seconds until the fire of a usual explosion of this radius, km, is out.
fn life_s(radius_km: f64) -> f64 {
    let (least, most) = BLAST_RANGE_S;
    (BLAST_S * (radius_km.max(0.0) / BLAST_KM).sqrt()).clamp(least, most)
}

/// The colours of the fire of an explosion and of the glow about it, after a share of its time: from near white by
/// orange to a dark red.
fn colors_at(share: f64, strength: f32) -> (LinearRgba, LinearRgba) {
    let left = 1.0 - share.clamp(0.0, 1.0) as f32;
    let (square, white) = (left.powi(2), left.powi(9));
    let fire =
        LinearRgba::rgb(0.5 + 2.5 * left, 0.1 + 0.7 * square + 1.7 * white, 0.03 + 0.1 * left + 1.8 * white);
    let glow = LinearRgba::rgb(1.5, 0.45, 0.12);
    (fire.with_alpha(0.5 * left.powf(1.3) * strength), glow.with_alpha(0.11 * left * left * strength))
}

/// A colour of fire that is so much hotter, from -1 to 1: yellower, or redder.
fn tinted(color: LinearRgba, heat: f32) -> LinearRgba {
    LinearRgba { green: color.green * (1.0 + 0.3 * heat), blue: color.blue * (1.0 + 0.5 * heat), ..color }
}

/// Density of the smoke of an explosion after a share of the time of its fire: it comes while that cools, and outlasts
/// it.
fn smoke_density(share: f64) -> f32 {
    let (begins, whole) = SMOKE_SHARES;
    let risen = ((share - begins) / (whole - begins)).clamp(0.0, 1.0) as f32;
    let left = ((SMOKE_TIME - share) / SMOKE_FADES).clamp(0.0, 1.0) as f32;
    SMOKE_ALPHA * risen * left
}

/// The colour of the flash in the middle of an explosion of this age, s.
fn flash_color(age_s: f64, strength: f32) -> LinearRgba {
    let (full_s, gone_s) = FLASH_S;
    let left = ((gone_s - age_s) / (gone_s - full_s)).clamp(0.0, 1.0) as f32;
    LinearRgba::new(3.0, 2.7, 2.2, left * left * strength)
}

/// The colour of an ember of an explosion after a share of its time, of a unit whose owner has this colour; `None`: a
/// torpedo.
fn ember_color(index: usize, share: f32, owner: Option<Color>) -> LinearRgba {
    let owner = owner.filter(|_| index.is_multiple_of(OWNERS_EMBERS));
    owner.map_or(SPARK.mix(&EMBER, share), |owner| (owner.to_linear() * OWNERS_LIGHT).with_alpha(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_explosion_grows_and_fades() {
        let alpha = |share| colors_at(share, 1.0).0.alpha;
        assert!(alpha(0.0) > alpha(0.2) && alpha(0.2) > alpha(0.5) && alpha(0.5) > 0.0);
        let flash = |age_s| flash_color(age_s, 1.0).alpha;
        assert_eq!((alpha(1.0), flash(0.0), flash(1.0 / 30.0), flash(FLASH_S.1)), (0.0, 1.0, 1.0, 0.0));
        assert!(alpha(FLASH_S.1 / BLAST_RANGE_S.0) > 0.3, "fire glows on after the flash");
        assert!(eased(0.5) > 0.5 && eased(1.0) == 1.0);
    }

    #[test]
    fn larger_hulls_burn_longer() {
        assert!(life_s(2000.0) > life_s(1000.0));
        assert_eq!((life_s(0.0), life_s(1.0e6)), BLAST_RANGE_S);
    }

    #[test]
    fn the_size_of_an_explosion_is_that_of_its_hull() {
        let [corvette, cruiser, dreadnought] =
            [(400.0, 400.0), (500.0, 1200.0), (1200.0, 4200.0)].map(|(radius, bound)| fire_km(radius, bound));
        assert_eq!(corvette, 400.0);
        assert!(cruiser > 1.5 * corvette && dreadnought > 2.0 * cruiser, "{cruiser} {dreadnought}");
        assert!(ball_km(dreadnought, 1.0) < 1.3 * 4200.0, "it does not hide its neighbours");
    }

    #[test]
    fn no_two_fires_have_the_same_colours() {
        let fire = colors_at(0.3, 1.0).0;
        let [red, yellow] = [-1.0, 1.0].map(|heat| tinted(fire, heat));
        assert!(yellow.green > 1.5 * red.green && yellow.red == red.red && yellow.alpha == fire.alpha);
        assert!(yellow.green < yellow.red, "{yellow:?}");
    }

    #[test]
    fn fire_cools_from_white_by_orange_to_a_dark_red_and_smoke() {
        let [new, middle, old] = [0.0, 0.4, 0.9].map(|share| colors_at(share, 1.0).0);
        assert!(new.blue > 0.6 * new.red, "white: {new:?}");
        assert!(middle.green > 2.0 * middle.blue && middle.red > 2.0 * middle.green, "orange: {middle:?}");
        assert!(old.red < 0.3 * new.red && old.red > 3.0 * old.green, "dark red: {old:?}");
        let smoke = [0.0, SMOKE_SHARES.0, 0.5, 1.0, SMOKE_TIME].map(smoke_density);
        assert!(smoke[0] == 0.0 && smoke[1] == 0.0 && smoke[2] > 0.3, "{smoke:?}");
        assert!(smoke[3] > 0.3 && smoke[4] == 0.0, "it outlasts the fire: {smoke:?}");
    }

    #[test]
    fn jets_are_hot_at_their_roots_and_red_at_their_tips() {
        let [root, middle, tip] = [0.0, 0.4, 1.0].map(jet_color);
        assert!(root.green > 0.5 * root.red && root.blue > 0.2 * root.red, "{root:?}");
        assert!(middle.green < 0.5 * middle.red && middle.blue < 0.2 * middle.red, "orange: {middle:?}");
        assert!(tip.green < 0.1 * tip.red && tip.red < 0.5 * root.red, "{tip:?}");
    }

    #[test]
    fn some_embers_of_a_lost_unit_have_the_colour_of_its_owner() {
        let owner = Color::linear_rgb(0.1, 0.4, 1.0);
        let embers = [0, 1].map(|index| ember_color(index, 0.0, Some(owner)));
        assert!(embers[0].blue > embers[0].red && embers[1] == SPARK, "{embers:?}");
        assert_eq!(ember_color(0, 0.0, None), SPARK, "a torpedo");
        assert!(ember_color(1, 0.9, None).green < 0.4 * SPARK.green, "they cool");
    }
}
