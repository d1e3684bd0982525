//! Draws landings: drop pods from the ships that put troopers ashore, and the front on the ground with its fires. All
//! of it is light in the mesh of the effects of fights, follows from numbers and the clock of effects, and is as much
//! as the quality of the picture allows.
//!
//! One's own ships are known to land by their orders. Those of others are taken to land while the known number of the
//! invaders rises: only ships in sight have pods, and only known invasions have fronts.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use glam::DVec3;

use super::front::{Front, SITES, Way, pieces};
use super::{Invasion, Invasions};
use crate::client::models::Dice;
use crate::client::scene::battle::counters::Drawn;
use crate::client::scene::battle::effects::{EffectInputs, add_disc};
use crate::client::scene::labels::closeness::ramp;
use crate::client::scene::ribbons::{LightSheet, SoftPoint, faded};
use crate::client::view::{BodyPlaces, Moment, Sight};
use crate::client::worlds::Kept;
use crate::level::Assault;
use crate::sim::invasion::landing_reach_km;
use crate::sim::visibility::{SeenShip, WorldView};
use crate::sim::{BodyId, Rings, ShipId, Sky, TargetId};

/// The most bodies with fronts at once, and their least radius in the picture, pixels.
const MOST_BODIES: usize = 6;
const LEAST_PIXELS: f64 = 12.0;
/// Height of a front above the ground, in radii of the body: it lies on it, and is not cut by its facets.
const ABOVE: f64 = 0.004;
/// Cosines to the eye between which light on the ground fades toward the limb.
const LIMB: (f32, f32) = (0.02, 0.3);
/// The most pieces of a front, for each of the fires that the quality allows along it.
const PIECES_PER_FIRE: u32 = 24;
/// The rows of the glow about a beachhead lead from there to beyond the front: at these shares of the way, with these
/// shares of the light.
const ROWS: [(f64, f32); 5] = [(0.0, 0.1), (0.5, 0.14), (0.85, 0.3), (1.0, 0.9), (1.15, 0.0)];
/// The light of a glow, and that of its front, which is drawn as a line of this half width, pixels.
const GLOW: f32 = 0.3;
const LINE: (f32, f64) = (0.75, 1.0);
/// Seconds of a fire at a front, where it is on the way there, its radius as a share of that of the body and its least
/// one, pixels.
const FIRE_S: f64 = 0.8;
const FIRE_FAR: (f32, f32) = (0.85, 1.1);
const FIRE_RADII: (f32, f32) = (0.004, 0.011);
const FIRE_PIXELS: f64 = 1.3;
/// Seconds from a ship to the ground, the share of them in which a pod glows from the air, and the shares of its way
/// from its head to the end of its trail.
const POD_S: f64 = 1.5;
const IN_AIR: f64 = 0.55;
const TRAIL: [f64; 4] = [0.0, 0.03, 0.08, 0.16];
/// Half the width of a pod and of its trail, pixels.
const POD_PIXELS: f64 = 1.4;
/// How far from its beachhead a pod comes down, as a share of the way to the front.
const POD_FAR: f32 = 0.7;
/// The last share of the time of a pod, in which a flash grows where it comes down.
const TOUCHDOWN: f64 = 0.2;
/// The lights of fires, and of pods in the air.
const FIRE: LinearRgba = LinearRgba::rgb(2.2, 1.0, 0.3);
const HOT: LinearRgba = LinearRgba::rgb(2.4, 1.6, 0.9);
/// Seconds for which the ships of others are taken to land after the number of the invaders has risen.
const LANDING_S: f64 = 2.5;

/// The invaders of each body in the frame before, and when they last became more, s.
#[derive(Clone, Debug, Default)]
pub struct Reinforced(HashMap<BodyId, (f64, f64)>);

impl Reinforced {
    /// Notes the known invasions at a time, s. An invasion that is new has just begun.
    fn note(&mut self, invasions: &[Invasion], now_s: f64) {
        self.0.retain(|body, _| invasions.iter().any(|invasion| invasion.body == *body));
        for invasion in invasions {
            let (before, risen_s) = self.0.entry(invasion.body).or_insert((0.0, now_s));
            if invasion.invaders > *before {
                *risen_s = now_s;
            }
            *before = invasion.invaders;
        }
    }

    /// Whether the ships of others at a body are taken to land at a time, s.
    fn is_recent(&self, body: BodyId, now_s: f64) -> bool {
        self.0.get(&body).is_some_and(|(_, risen_s)| now_s - risen_s < LANDING_S)
    }
}

/// An invaded body in the picture.
#[derive(Clone, Copy, Debug)]
struct Stage<'a> {
    invasion: &'a Invasion,
    middle: DVec3,
    radius_km: f64,
    /// Pixels of a kilometre at its middle.
    per_km: f64,
    fronts: [Front; SITES],
}

impl Stage<'_> {
    /// The place of a point of the ground, given by the unit vector to it, heliocentric ecliptic km.
    fn ground(&self, toward: DVec3) -> DVec3 {
        self.middle + toward * (self.radius_km * (1.0 + ABOVE))
    }

    /// How far the ground there is turned to the eye rather than to the limb or away, 0 to 1.
    fn facing(&self, toward: DVec3, eye: DVec3) -> f32 {
        let sight = (eye - self.ground(toward)).normalize_or_zero();
        ramp(LIMB, sight.dot(toward) as f32)
    }
}

/// Draws the landings and the fronts of the known invasions in the picture.
pub fn draw_landings(
    scene: EffectInputs,
    sight: Sight,
    invasions: Res<Invasions>,
    (sky, rings, places): (Res<Sky>, Res<Rings>, Res<BodyPlaces>),
    moment: Res<Moment>,
    mut reinforced: Kept<Reinforced>,
    mut light: ResMut<LightSheet>,
    mut drawn: ResMut<Drawn>,
) {
    let reinforced = reinforced.now();
    reinforced.note(&invasions.0, scene.clock.now_s);
    let stage = |invasion| stage_of(&scene, invasion, &sky, &places, moment.jd);
    let stages: Vec<Stage> = invasions.0.iter().filter_map(stage).take(MOST_BODIES).collect();
    let mut landers = 0;
    for stage in &stages {
        for front in &stage.fronts {
            draw_front(&mut light, &scene, stage, front);
        }
        let body = stage.invasion.body;
        let innermost_km = rings.of(body).map(|layout| layout.radius_km(0));
        let reach_km = landing_reach_km(&scene.arms_table.rules.ground, stage.radius_km, innermost_km);
        let is_recent = reinforced.is_recent(body, scene.clock.now_s);
        for ship in landing_ships(sight.view(), &scene, stage, reach_km, is_recent) {
            if landers >= scene.caps.landers {
                break;
            }
            landers += 1;
            draw_pods(&mut light, &scene, stage, ship);
        }
    }
    drawn.note("fronts", SITES * stages.len());
    drawn.note("landing ships", landers);
}

/// An invaded body, if it is large enough in the picture.
fn stage_of<'a>(
    scene: &EffectInputs,
    invasion: &'a Invasion,
    sky: &Sky,
    places: &BodyPlaces,
    jd: f64,
) -> Option<Stage<'a>> {
    let radius_km = sky.system.bodies.get(invasion.body)?.displayed_radius_km;
    let middle = *places.0.get(invasion.body)?;
    let (pixel, per_km) = scene.project(middle)?;
    let radius = radius_km * per_km;
    let is_seen = radius >= LEAST_PIXELS && scene.view.picture().inflate(radius as f32).contains(pixel);
    let ground = sky.system.orientation(invasion.body, jd);
    is_seen.then(|| {
        let fronts = Front::all(invasion.body, ground, invasion.share);
        Stage { invasion, middle, radius_km, per_km, fronts }
    })
}

/// The ships in sight that put troopers ashore on a body, with their places, by their numbers. They land from within a
/// distance of its middle, km. `is_recent`: whether its invaders have just become more.
fn landing_ships(
    view: WorldView,
    scene: &EffectInputs,
    stage: &Stage,
    reach_km: f64,
    is_recent: bool,
) -> Vec<(ShipId, DVec3)> {
    let near = view.ships().filter_map(|seen| {
        let place = scene.roster.get(TargetId::Ship(seen.ship.id))?.place;
        let is_near = place.distance(stage.middle) <= reach_km;
        (is_near && lands(view, &seen, stage.invasion.body, is_recent)).then_some((seen.ship.id, place))
    });
    let mut ships: Vec<(ShipId, DVec3)> = near.collect();
    ships.sort_unstable_by_key(|(id, _)| *id);
    ships
}

/// Whether a ship puts troopers ashore on a body, as far as the viewer can tell.
fn lands(view: WorldView, seen: &SeenShip, body: BodyId, is_recent: bool) -> bool {
    if view.troopers(seen) <= 0.0 {
        return false;
    }
    let orders = view.fleet(seen.fleet).and_then(|fleet| fleet.route);
    orders.map_or(is_recent, |route| {
        route.0.front().is_some_and(|leg| leg.goal.ground() == Some((body, Assault::Land)))
    })
}

/// Draws a front: its glow, its line, and the fires along it.
fn draw_front(light: &mut LightSheet, scene: &EffectInputs, stage: &Stage, front: &Front) {
    let color = stage.invasion.color.to_linear();
    let pieces = pieces(stage.radius_km * stage.per_km, PIECES_PER_FIRE * scene.caps.fires as u32);
    let ways: Vec<Way> = (0..=pieces).map(|piece| front.way(f64::from(piece) / f64::from(pieces))).collect();
    let corner = |way: &Way, (far, share): (f64, f32)| {
        let toward = way.at(far);
        let alpha = GLOW * share * way.light * stage.facing(toward, scene.view.eye);
        (scene.origin.place(stage.ground(toward)), faded(color, alpha))
    };
    light.0.weave(ways.iter().map(|way| ROWS.map(|row| corner(way, row))));
    let (strength, half_pixels) = LINE;
    let half_km = half_pixels / stage.per_km;
    let points: Vec<SoftPoint> = ways
        .iter()
        .map(|way| {
            let toward = way.at(1.0);
            let alpha = strength * way.light * stage.facing(toward, scene.view.eye);
            SoftPoint { place: stage.ground(toward), half_km, color: color.with_alpha(alpha.min(1.0)) }
        })
        .collect();
    light.0.add_soft(&points, &scene.view, &scene.origin);
    // Nothing flickers for those who asked for little motion.
    if !scene.settings.reduced_motion {
        draw_fires(light, scene, stage, front);
    }
}

/// Draws the fires along a front.
fn draw_fires(light: &mut LightSheet, scene: &EffectInputs, stage: &Stage, front: &Front) {
    for (age, mut dice) in staggered(front.number, scene.caps.fires, FIRE_S, scene.clock.now_s) {
        let turns = f64::from(dice.roll());
        let toward = front.point(turns, f64::from(dice.between(FIRE_FAR.0, FIRE_FAR.1)));
        let alpha = flare(age) * stage.facing(toward, scene.view.eye);
        if alpha > 0.0 {
            let radius_km = f64::from(dice.between(FIRE_RADII.0, FIRE_RADII.1)) * stage.radius_km;
            let radius_km = radius_km.max(FIRE_PIXELS / stage.per_km);
            // In front of the ground, which would cut a disc that faces the eye.
            let place =
                stage.ground(toward) + (scene.view.eye - stage.middle).normalize_or_zero() * radius_km;
            add_disc(&mut light.0, scene, place, radius_km, FIRE.with_alpha(alpha));
        }
    }
}

/// Draws the drop pods of a ship on their way to the nearest beachhead.
fn draw_pods(light: &mut LightSheet, scene: &EffectInputs, stage: &Stage, (ship, place): (ShipId, DVec3)) {
    let from = place - stage.middle;
    let cosine = |front: &&Front| front.beachhead().dot(from);
    let nearest = stage.fronts.iter().max_by(|one, other| cosine(one).total_cmp(&cosine(other)));
    let Some(front) = nearest else { return };
    let Some((_, per_km)) = scene.project(place) else { return };
    let color = stage.invasion.color.to_linear();
    for (age, mut dice) in staggered(u64::from(ship.0), scene.caps.pods, POD_S, scene.clock.now_s) {
        let toward = front.point(f64::from(dice.roll()), f64::from(dice.between(0.0, POD_FAR)));
        let half_km = POD_PIXELS / per_km;
        let trail = TRAIL.map(|behind| {
            let share = (age - behind).max(0.0);
            let glow = if share > IN_AIR { HOT } else { color };
            let alpha = (1.0 - behind / TRAIL[TRAIL.len() - 1]) as f32 * (8.0 * age).min(1.0) as f32;
            let way = descent(from, toward * (stage.radius_km * (1.0 + ABOVE)), share);
            SoftPoint { place: stage.middle + way, half_km, color: glow.with_alpha(alpha) }
        });
        light.0.add_soft(&trail, &scene.view, &scene.origin);
        if age > 1.0 - TOUCHDOWN {
            let share = (age - 1.0 + TOUCHDOWN) / TOUCHDOWN;
            let alpha = 0.8 * share as f32 * stage.facing(toward, scene.view.eye);
            let radius_km = 2.5 * half_km * share;
            add_disc(&mut light.0, scene, stage.ground(toward), radius_km, HOT.with_alpha(alpha));
        }
    }
}

/// The way of a pod from a ship down to the ground, both from the middle of the body, km, at a share of its time: it
/// turns about the body as it sinks, and so never goes through it.
fn descent(from: DVec3, to: DVec3, share: f64) -> DVec3 {
    let turned = share * share * (3.0 - 2.0 * share);
    let toward = from.normalize_or_zero().lerp(to.normalize_or_zero(), turned).normalize_or_zero();
    toward * (from.length() + (to.length() - from.length()) * share)
}

/// Things that come and go all the time, evenly staggered: for each of `count` the elapsed share of its `life_s` at a
/// moment, s, and dice for its present life.
fn staggered(number: u64, count: usize, life_s: f64, now_s: f64) -> impl Iterator<Item = (f64, Dice)> {
    (0..count).map(move |index| {
        let turns = now_s / life_s + index as f64 / count as f64;
        let seed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ ((index as u64) << 40) ^ turns as u64;
        (turns.fract(), Dice::new(seed))
    })
}

/// Brightness of a fire after a share of its time: it flares up, and dies down slowly.
fn flare(age: f64) -> f32 {
    ((8.0 * age).min(1.0) * (1.0 - age)).clamp(0.0, 1.0) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::scene::invasions::Stake;

    fn invasion(invaders: f64) -> Invasion {
        Invasion {
            body: BodyId(5),
            stake: Stake::Foreign,
            strengths: String::new(),
            color: Color::WHITE,
            defending: Color::BLACK,
            invaders,
            share: 0.5,
        }
    }

    #[test]
    fn ships_of_others_land_while_the_invaders_become_more() {
        let mut reinforced = Reinforced::default();
        let mut is_recent = |invaders: Option<f64>, now_s: f64| {
            let known: Vec<Invasion> = invaders.map(invasion).into_iter().collect();
            reinforced.note(&known, now_s);
            reinforced.is_recent(BodyId(5), now_s)
        };
        assert!(is_recent(Some(80.0), 0.0), "the first ones");
        assert!(!is_recent(Some(70.0), LANDING_S + 1.0), "they fight");
        assert!(is_recent(Some(90.0), LANDING_S + 2.0), "others join them");
        assert!(!is_recent(None, LANDING_S + 2.1), "all of them fell");
    }

    #[test]
    fn a_pod_begins_at_its_ship_and_ends_on_the_ground_without_going_through_it() {
        let to = DVec3::X * 1000.0;
        for from in [DVec3::X * 2000.0, DVec3::Y * 2500.0, DVec3::new(-800.0, 1900.0, 300.0)] {
            assert!(
                descent(from, to, 0.0).distance(from) < 1.0e-6
                    && descent(from, to, 1.0).distance(to) < 1.0e-6
            );
            let heights: Vec<f64> =
                (0..=20).map(|step| descent(from, to, 0.05 * f64::from(step)).length()).collect();
            assert!(heights.is_sorted_by(|high, low| high > low), "it sinks: {heights:?}");
            assert!(heights.iter().all(|height| *height > 999.0), "{heights:?}");
        }
    }

    #[test]
    fn pods_and_fires_follow_from_numbers_and_the_time() {
        let at = |now_s: f64| staggered(7, 6, 1.5, now_s).collect::<Vec<_>>();
        assert_eq!(at(4.2), at(4.2));
        assert_eq!(at(0.0).len(), 6);
        assert!(at(7.3).iter().all(|(age, _)| (0.0..1.0).contains(age)));
        assert_eq!(at(0.1)[0].1, at(0.2)[0].1, "each goes on its way");
        assert_ne!(at(0.1)[0].1, at(1.7)[0].1, "the next one has another");
        assert_eq!(staggered(7, 0, 1.5, 4.2).count(), 0);
    }

    #[test]
    fn a_fire_comes_and_goes_without_a_jump() {
        assert_eq!((flare(0.0), flare(1.0)), (0.0, 0.0));
        let steps = (0..50_u8).map(|step| 0.02 * f64::from(step));
        let jump = steps.map(|age| (flare(age) - flare(age + 0.02)).abs()).fold(0.0, f32::max);
        assert!(jump < 0.2, "{jump}");
    }
}
