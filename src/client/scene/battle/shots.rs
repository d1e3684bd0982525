//! Shots: lines from the muzzle to the target, drawn for a moment each, by the delivery of the weapon, and a flash at
//! the muzzle. Their number is limited by the quality of the picture.
//!
//! | shot | look |
//! |---|---|
//! | tracer | a short bright line that flies, and vanishes in its target |
//! | beam | a line of light that fades, and is the brightest near the muzzle |
//! | arc | a jagged line, with a random shape in every frame unless motion effects are off. Its brightness only fades, so that it does not flicker |
//!
//! No line ends abruptly: it brightens from the muzzle on, and ends in the flash of a hit, or fades out. From afar each
//! of them is at least a short straight line.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use glam::DVec3;
use smallvec::{SmallVec, smallvec};

use crate::client::models::Dice;
use crate::client::scene::battle::counters::Drawn;
use crate::client::scene::battle::effects::{
    EffectInputs, Pool, Shot, add_disc, add_ribbon, direction, light_of,
};
use crate::client::scene::battle::{FreshEvent, FreshEvents};
use crate::client::scene::ribbons::{LightSheet, Point};
use crate::client::view::ViewCamera;
use crate::client::worlds::Kept;
use crate::level::Delivery;
use crate::sim::event::GameEvent;
use crate::sim::{ArmsTable, TargetId, WeaponId};

/// Half the width of a weak and of a strong shot, pixels, and the damage of a strong one, points.
const HALF_PIXELS: (f64, f64) = (0.9, 1.8);
const MUCH_HARM: f64 = 50.0;
/// Least length of a drawn shot, pixels, and the least brightness of its end as a share of that of its beginning.
const LEAST_LINE_PIXELS: f64 = 8.0;
const LEAST_END: f32 = 0.5;
/// Seconds until the flash at a muzzle is gone.
const MUZZLE_S: f64 = 0.1;
/// Radius of that flash in half widths of the shot, pixels, and at least, km for each of those pixels.
const MUZZLE_WIDTHS: f64 = 3.5;
const MUZZLE_KM: f64 = 28.0;
/// Share of a line in which it brightens at the muzzle, and the share in which it fades out if nothing was hit.
const RISING: f64 = 0.08;
const MISSING: f64 = 0.4;
/// Seconds until the head of a tracer is there, and until its tail is.
const FLIGHT_S: f64 = 0.13;
const TRACER_S: f64 = FLIGHT_S * (1.0 + LENGTH);
/// Length of a tracer, as a share of its way, and the share of this length over which its head rises from nothing.
const LENGTH: f64 = 0.35;
const TIP: f64 = 0.15;
/// Seconds until the flash is gone where a tracer hits.
const IMPACT_S: f64 = 0.18;
/// Seconds until a beam has faded.
const FADING_S: f64 = 0.25;
/// Brightness of the end of a beam as a share of that of its beginning: one sees who fires.
const BEAM_END: f32 = 0.4;
/// Widths of tracers and of beams, relative to an arc of the same damage: they narrow toward their ends.
const TRACER_WIDTH: f64 = 1.25;
const BEAM_WIDTH: f64 = 1.6;
/// Seconds until an arc is gone.
const ARC_S: f64 = 0.33;
/// Corners of an arc between its ends.
const CORNERS: u32 = 7;
/// Deviation of corners from the straight line, as a share of its length.
const SWERVE: f64 = 0.07;
/// Shapes of an arc in a second.
const SHAPES_PER_S: f64 = 60.0;

/// The kinds of shots: the delivery, the name for the counts, and the time on the screen, seconds.
const KINDS: [(Delivery, &str, f64); 3] = [
    (Delivery::Tracer, "tracers", TRACER_S),
    (Delivery::Beam, "beams", FADING_S),
    (Delivery::Arc, "arcs", ARC_S),
];

/// The longest time of these on the screen, seconds: an older shot is not drawn, nor is its hit.
pub const LONGEST_S: f64 = ARC_S;

/// The new shots of this frame that can be seen, with their ends. Lines and flashes are made of the same ones.
#[derive(Resource, Clone, Debug, Default)]
pub struct FreshShots(Vec<Shot>);

impl FreshShots {
    /// Those by a delivery.
    fn by(&self, delivery: Delivery) -> impl Iterator<Item = &Shot> {
        self.0.iter().filter(move |shot| shot.delivery == delivery)
    }

    /// Those that hit.
    pub fn hits(&self) -> impl Iterator<Item = &Shot> {
        self.0.iter().filter(|shot| shot.outcome.is_hit())
    }
}

/// Finds the new shots, in place of those of the frame before.
pub fn find_shots(scene: EffectInputs, mut fresh: ResMut<FreshShots>) {
    fresh.0.clear();
    fresh.0.extend(scene.shots(LONGEST_S));
}

/// Draws all shots.
pub fn draw_shots(
    scene: EffectInputs,
    fresh: Res<FreshShots>,
    mut pools: Kept<[Pool<Shot>; KINDS.len()]>,
    mut light: ResMut<LightSheet>,
    mut drawn: ResMut<Drawn>,
) {
    for (shots, (delivery, name, life_s)) in pools.now().iter_mut().zip(KINDS) {
        for shot in fresh.by(delivery).filter(|shot| scene.age_s(shot.born_s) < life_s) {
            shots.push(*shot, scene.caps.shots);
        }
        shots.retain(|shot| scene.age_s(shot.born_s) < life_s);
        drawn.note(name, shots.len());
        for shot in shots.iter() {
            let points = lengthened(line_of(&scene, shot, delivery), &scene.view);
            let half_pixels = width_of(delivery) * half_pixels(shot.harm);
            add_ribbon(&mut light.0, &scene, &points, half_pixels, light_of(shot.kind));
            draw_muzzle(&mut light, &scene, shot);
        }
    }
}

/// When a hit by this delivery flashes, seconds after the shot, and the seconds until that flash is gone: it lasts as
/// long as its beam or arc.
pub fn impact_times(delivery: Delivery) -> (f64, f64) {
    match delivery {
        Delivery::Tracer => (FLIGHT_S, IMPACT_S),
        Delivery::Beam => (0.0, FADING_S),
        Delivery::Arc => (0.0, ARC_S),
        Delivery::Torpedo(_) => (0.0, IMPACT_S),
    }
}

/// The flight times of the shots of a frame that hit: their sum, s, and their number, by target and tick.
///
/// What tells of a loss waits for them: numbers, waves on shields and their sound. What tells of the state of a hull
/// does not: bars agree with the panels, and an explosion begins when its hull is gone, in the tick of the shots.
#[derive(Resource, Clone, Debug, Default)]
pub struct HitFlights(HashMap<(TargetId, u64), (f64, u32)>);

/// Notes the flight times of the new shots.
pub fn note_flights(news: Res<FreshEvents>, arms_table: Res<ArmsTable>, mut flights: ResMut<HitFlights>) {
    let weapons = &arms_table.weapons;
    flights.note(&news.fresh, |weapon| weapons.get(weapon).map(|weapon| weapon.delivery));
}

impl HitFlights {
    /// Replaces those of the frame before.
    fn note(&mut self, fresh: &[FreshEvent], delivery_of: impl Fn(WeaponId) -> Option<Delivery>) {
        self.0.clear();
        for news in fresh {
            let GameEvent::Shot { at, weapon, outcome, .. } = news.event else { continue };
            if let Some(delivery) = delivery_of(weapon).filter(|_| outcome.is_hit()) {
                let (sum, count) = self.0.entry((at.id, news.tick)).or_insert((0.0, 0));
                *sum += impact_times(delivery).0;
                *count += 1;
            }
        }
    }

    /// Seconds from the shots of a tick until their hits on a unit flash, on average; 0 if no shot has hit it.
    fn mean_s(&self, unit: TargetId, tick: u64) -> f64 {
        self.0.get(&(unit, tick)).map_or(0.0, |(sum, count)| sum / f64::from(*count))
    }

    /// The losses of a unit at the moment at which the shots behind them are seen to hit it: the event sums up all hits
    /// of its tick, and comes with the shots. Other events stay as they are.
    pub fn at_impact(&self, news: &FreshEvent) -> FreshEvent {
        let GameEvent::Suffered { what, .. } = news.event else { return *news };
        FreshEvent { born_s: news.born_s + self.mean_s(what.id, news.tick), ..*news }
    }
}

fn width_of(delivery: Delivery) -> f64 {
    match delivery {
        Delivery::Tracer => TRACER_WIDTH,
        Delivery::Beam => BEAM_WIDTH,
        Delivery::Arc | Delivery::Torpedo(_) => 1.0,
    }
}

/// Draws the flash at the muzzle of a shot that was just fired.
fn draw_muzzle(light: &mut LightSheet, scene: &EffectInputs, shot: &Shot) {
    let strength = muzzle_strength(scene.age_s(shot.born_s));
    if strength <= 0.0 {
        return;
    }
    let place = scene.place(&shot.from);
    let Some((_, per_km)) = scene.project(place) else { return };
    let half_pixels = half_pixels(shot.harm);
    let radius_km = (MUZZLE_KM * half_pixels).max(MUZZLE_WIDTHS * half_pixels / per_km);
    add_disc(&mut light.0, scene, place, radius_km, light_of(shot.kind).with_alpha(strength));
}

/// Brightness of the flash at a muzzle at this age of the shot, 0 to 1.
fn muzzle_strength(age_s: f64) -> f32 {
    (1.0 - age_s / MUZZLE_S).clamp(0.0, 1.0) as f32
}

/// The points of a shot.
type ShotLine = SmallVec<[Point; CORNERS as usize + 2]>;

/// The points of a shot in this frame; one that is too short on the screen is a straight line of the least length
/// about the same middle.
fn lengthened(points: ShotLine, view: &ViewCamera) -> ShotLine {
    let ends = points.first().copied().zip(points.last().copied());
    let Some((begin, end)) = ends else { return points };
    let middle = begin.place.lerp(end.place, 0.5);
    let Some(projected) = view.project(middle) else { return points };
    let sight = (middle - view.eye).normalize_or(view.forward);
    let across = (begin.place - end.place).reject_from_normalized(sight);
    let least_km = LEAST_LINE_PIXELS / projected.pixels_per_km;
    if across.length() >= least_km {
        return points;
    }
    let half = across.normalize_or(view.right) * (0.5 * least_km);
    // Both ends of a long line may be dark.
    let brightest = points.iter().map(|point| point.strength).fold(0.0, f32::max);
    let strength = end.strength.max(LEAST_END * brightest);
    smallvec![Point { place: middle + half, strength: brightest }, Point { place: middle - half, strength }]
}

/// The points of a shot in this frame, in their own length.
fn line_of(scene: &EffectInputs, shot: &Shot, delivery: Delivery) -> ShotLine {
    let (from, to) = (scene.place(&shot.from), scene.place(&shot.to));
    let (age_s, is_hit) = (scene.age_s(shot.born_s), shot.outcome.is_hit());
    let point = |share: f64, strength: f32| Point { place: from.lerp(to, share), strength };
    match delivery {
        Delivery::Beam => {
            // A ribbon narrows toward its end, and this one fades, too: it starts at the muzzle.
            let strength = beam_strength(age_s);
            let shares = [0.0, RISING, 1.0 - MISSING, 1.0];
            shares
                .map(|share| point(share, strength * beam_share(share) * along(share, is_hit)))
                .into_iter()
                .collect()
        }
        Delivery::Arc => {
            let is_steady = scene.settings.reduced_motion;
            let shape = if is_steady { 0 } else { (scene.clock.now_s * SHAPES_PER_S) as u64 };
            let strength = arc_strength(age_s);
            let corners = leap(from, to, shot.number, shape).enumerate();
            let bright = |corner: usize| strength * along(corner as f64 / f64::from(CORNERS + 1), is_hit);
            corners.map(|(corner, place)| Point { place, strength: bright(corner) }).collect()
        }
        Delivery::Tracer | Delivery::Torpedo(_) => {
            let (head, tail) = ends_at(age_s);
            let behind = head - TIP * (head - tail);
            smallvec![point(head, 0.0), point(behind, along(head, is_hit)), point(tail, 0.0)]
        }
    }
}

/// Half the width of a shot with this damage, pixels.
fn half_pixels(harm: f64) -> f64 {
    let (thin, wide) = HALF_PIXELS;
    thin + (wide - thin) * (harm / MUCH_HARM).clamp(0.0, 1.0)
}

/// Brightness of a line at a share of its way from the muzzle to its end, 0 to 1.
fn along(share: f64, is_hit: bool) -> f32 {
    let risen = share / RISING;
    let left = if is_hit { 1.0 } else { (1.0 - share) / MISSING };
    risen.min(left).clamp(0.0, 1.0) as f32
}

/// Head and tail of a tracer at this age, as shares of its way.
fn ends_at(age_s: f64) -> (f64, f64) {
    let flown = age_s / FLIGHT_S;
    ((flown + 0.1).clamp(0.0, 1.0), (flown - LENGTH).clamp(0.0, 1.0))
}

/// Brightness of a beam at a share of its way relative to that at the muzzle.
fn beam_share(share: f64) -> f32 {
    1.0 - (1.0 - BEAM_END) * share as f32
}

/// Brightness of a beam at this age, 0 to 1.
fn beam_strength(age_s: f64) -> f32 {
    (1.0 - age_s / FADING_S).clamp(0.0, 1.0) as f32
}

/// Brightness of an arc at this age, 0 to 1: steady at first.
fn arc_strength(age_s: f64) -> f32 {
    (2.0 - 2.0 * age_s / ARC_S).clamp(0.0, 1.0) as f32
}

/// The corners of an arc with its ends, in one of its shapes.
fn leap(from: DVec3, to: DVec3, number: u64, shape: u64) -> impl Iterator<Item = DVec3> {
    let swerve_km = SWERVE * from.distance(to);
    let mut dice = Dice::new(number.wrapping_mul(0x9e37_79b9).wrapping_add(shape));
    (0..=CORNERS + 1).map(move |corner| {
        let share = f64::from(corner) / f64::from(CORNERS + 1);
        // Both ends stay in place.
        let room = 4.0 * share * (1.0 - share);
        from.lerp(to, share) + direction(&mut dice) * (swerve_km * room)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::scene::battle::effects::EffectAnchor;
    use crate::level::DamageKind;
    use crate::sim::event::test_support::ship;
    use crate::sim::event::{Party, ShotOutcome};
    use crate::sim::ids::FactionId;

    #[test]
    fn a_tracer_begins_at_the_muzzle_and_ends_at_the_target() {
        assert_eq!(ends_at(0.0), (0.1, 0.0));
        let (head, tail) = ends_at(FLIGHT_S);
        assert_eq!(head, 1.0);
        assert!((head - tail - LENGTH).abs() < 1e-9);
        assert!(ends_at(TRACER_S).1 > 0.999, "its tail has arrived when it ends");
        for step in 0..20 {
            let (head, tail) = ends_at(f64::from(step) * 0.05 * TRACER_S);
            assert!(head > tail && head <= 1.0 && tail >= 0.0);
        }
    }

    #[test]
    fn short_shots_are_seen_as_short_lines() {
        let view = ViewCamera { eye: DVec3::NEG_Y * 1000.0, ..ViewCamera::default() };
        let km = 1.0 / view.project(DVec3::ZERO).expect("it is ahead").pixels_per_km;
        let line = |way: DVec3| -> ShotLine {
            let point = |share: f64, strength: f32| Point { place: way * (share * km), strength };
            smallvec![point(0.5, 1.0), point(-0.5, 0.0)]
        };
        let pixels = |line: &ShotLine| line[0].place.distance(line[1].place) / km;
        let soft: ShotLine = smallvec![
            Point { place: DVec3::ZERO, strength: 0.0 },
            Point { place: DVec3::X * km, strength: 0.8 },
            Point { place: DVec3::X * (2.0 * km), strength: 0.0 },
        ];
        assert_eq!(lengthened(soft, &view)[0].strength, 0.8, "dark ends do not hide a short one");
        let long = line(DVec3::X * 30.0);
        assert_eq!(lengthened(long.clone(), &view), long);
        for short in [DVec3::X, DVec3::Z * 2.0, DVec3::Y * 500.0, DVec3::ZERO] {
            let drawn = lengthened(line(short), &view);
            assert!((pixels(&drawn) - LEAST_LINE_PIXELS).abs() < 1.0e-6, "{short}: {drawn:?}");
            assert!(drawn[1].strength > 0.0 && drawn[0].place.y.abs() < 1.0e-6, "across the line of sight");
        }
        assert!(lengthened(line(DVec3::Z), &view)[0].place.z > 0.0, "it keeps its direction");
    }

    #[test]
    fn lines_begin_dark_and_end_bright_at_a_hit_only() {
        for is_hit in [false, true] {
            assert_eq!((along(0.0, is_hit), along(0.5, is_hit)), (0.0, 1.0));
        }
        assert_eq!((along(1.0, true), along(1.0, false)), (1.0, 0.0));
        assert!(along(0.9, false) < along(0.7, false));
        assert!(beam_share(0.0) == 1.0 && (beam_share(1.0) - BEAM_END).abs() < 1e-6);
    }

    #[test]
    fn hits_flash_until_their_lines_are_gone() {
        for (delivery, _, life_s) in KINDS {
            let (delay_s, lasts_s) = impact_times(delivery);
            assert!(delay_s < life_s && delay_s + lasts_s >= life_s);
            assert!(life_s <= LONGEST_S, "it would not be found");
        }
    }

    #[test]
    fn lines_and_flashes_are_made_of_the_same_shots() {
        let shot = |number: u64, delivery: Delivery, outcome: ShotOutcome| Shot {
            number,
            born_s: 0.0,
            delivery,
            kind: DamageKind::Kinetic,
            harm: 1.0,
            at: None,
            outcome,
            from: EffectAnchor::default(),
            to: EffectAnchor::default(),
        };
        let fresh = FreshShots(vec![
            shot(1, Delivery::Beam, ShotOutcome::Missed),
            shot(2, Delivery::Arc, ShotOutcome::HitShield),
            shot(3, Delivery::Beam, ShotOutcome::HitArmour),
        ]);
        let beams: Vec<u64> = fresh.by(Delivery::Beam).map(|shot| shot.number).collect();
        let hits: Vec<u64> = fresh.hits().map(|shot| shot.number).collect();
        assert_eq!((beams, hits), (vec![1, 3], vec![2, 3]));
    }

    #[test]
    fn losses_are_seen_when_their_shots_arrive() {
        let [unit, other] = [1, 2].map(|number| ship(number, FactionId(0)));
        let [tracer, beam] = [0_usize, 1].map(WeaponId::from);
        let shot = |at: Party, weapon: WeaponId, outcome: ShotOutcome| {
            let (by, from, to) = (ship(9, FactionId(1)), DVec3::X, DVec3::ZERO);
            let event = GameEvent::Shot { by, at, weapon, from, to, outcome };
            FreshEvent { number: 0, tick: 7, born_s: 0.0, event }
        };
        let mut flights = HitFlights::default();
        let mut delay = |fresh: &[FreshEvent]| {
            let delivery =
                |weapon: WeaponId| Some(if weapon == beam { Delivery::Beam } else { Delivery::Tracer });
            flights.note(fresh, delivery);
            flights.mean_s(unit.id, 7)
        };
        let slow = shot(unit, tracer, ShotOutcome::HitShield);
        assert_eq!(delay(&[slow, slow]), FLIGHT_S, "with the flash of the hit");
        assert_eq!(delay(&[shot(unit, beam, ShotOutcome::HitArmour)]), 0.0, "a beam is there at once");
        assert_eq!(delay(&[slow, shot(unit, beam, ShotOutcome::HitShield)]), 0.5 * FLIGHT_S);
        let elsewhere = [
            shot(other, tracer, ShotOutcome::HitShield),
            shot(unit, tracer, ShotOutcome::Missed),
            FreshEvent { tick: 6, ..slow },
        ];
        assert_eq!(delay(&elsewhere), 0.0, "of another unit, a miss, of another tick");
        assert_eq!(delay(&[]), 0.0, "those of the frame before are forgotten");
    }

    #[test]
    fn shots_of_more_harm_are_wider() {
        assert!(half_pixels(45.0) > half_pixels(4.0));
        assert_eq!(half_pixels(1.0e6), HALF_PIXELS.1);
    }

    #[test]
    fn beams_fade_without_a_jump() {
        assert_eq!((beam_strength(0.0), beam_strength(FADING_S)), (1.0, 0.0));
        assert!(beam_strength(0.1) > beam_strength(0.2));
    }

    #[test]
    fn muzzles_flash_for_a_moment() {
        assert_eq!((muzzle_strength(0.0), muzzle_strength(MUZZLE_S)), (1.0, 0.0));
        assert!(KINDS.iter().all(|(.., life_s)| MUZZLE_S < *life_s), "the shot is still there");
    }

    #[test]
    fn an_arc_leads_from_end_to_end_and_not_straight() {
        let (from, to) = (DVec3::ZERO, DVec3::X * 100.0);
        let way: Vec<DVec3> = leap(from, to, 4, 1).collect();
        assert_eq!((way.first(), way.last()), (Some(&from), Some(&to)));
        assert!(way.iter().any(|place| place.y.abs() > 0.1));
        assert!(way.iter().all(|place| place.y.abs() <= 7.0));
        assert_eq!(way, leap(from, to, 4, 1).collect::<Vec<_>>(), "a shape repeats");
        assert_ne!(way, leap(from, to, 4, 2).collect::<Vec<_>>());
    }

    #[test]
    fn an_arc_is_steady_and_then_fades() {
        assert_eq!((arc_strength(0.0), arc_strength(0.4 * ARC_S), arc_strength(ARC_S)), (1.0, 1.0, 0.0));
    }
}
