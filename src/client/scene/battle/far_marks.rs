//! Fights at a distance at which ships are icons: a flame beside the icon of a unit just hit, and a ring with two
//! crossed strokes at a battle.

use bevy::platform::collections::{HashMap, HashSet};
use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::LineGizmos;
use crate::client::scene::battle::effects::EffectInputs;
use crate::client::scene::battle::sources::sites::Sites;
use crate::client::view::BodyPlaces;
use crate::client::worlds::Kept;
use crate::sim::TargetId;
use crate::sim::event::{GameEvent, ShotOutcome};

/// Seconds for which a hit is marked.
const MARK_S: f64 = 1.0;
/// Hits of hulls larger than this are visible without a mark, pixels of their radius.
const ICON_PIXELS: f64 = 8.0;
/// The most flames at once.
const MOST_FLAMES: usize = 100;
/// Flames nearer to each other than this merge, pixels.
const FLAME_CELL: f32 = 9.0;
/// A flame, to the right of an icon's middle and above it, pixels.
const FLAME: [(f32, f32); 6] = [(7.0, 5.0), (6.5, 9.0), (9.5, 14.0), (10.5, 10.5), (12.0, 8.5), (11.0, 5.0)];
/// Colour of the flame.
const FLAME_COLOR: Color = Color::srgb(1.0, 0.55, 0.15);
/// A battle larger than this on the screen is visible without a mark, pixels.
const WIDE_PIXELS: f64 = 110.0;
/// Rings nearer to each other than this merge, pixels.
const RING_CELL: f32 = 48.0;
/// The radius of a ring, and its greatest swelling, pixels.
const RING_PIXELS: (f32, f32) = (15.0, 4.0);
/// Pulses in a second.
const PULSES_PER_S: f64 = 0.8;
/// Length of the crossed strokes, in radii of the ring.
const STROKES: f32 = 0.55;
/// The colour of a ring.
const RING_COLOR: Color = Color::srgb(1.0, 0.42, 0.3);
/// Seconds in which a ring fades after the last hit.
const CALM_S: f64 = 4.0;

/// Draws flames and rings.
pub fn draw_marks(
    scene: EffectInputs,
    sites: Res<Sites>,
    places: Res<BodyPlaces>,
    mut hits: Kept<HashMap<TargetId, f64>>,
    mut taken: Local<HashSet<IVec2>>,
    mut lines: Gizmos<LineGizmos>,
) {
    let hits = hits.now();
    for news in &scene.news.fresh {
        if let Some(mark) = hit_of(&news.event) {
            hits.insert(mark, news.born_s);
        }
    }
    hits.retain(|_, born_s| scene.age_s(*born_s) < MARK_S);
    taken.clear();
    for (mark, born_s) in hits.iter() {
        if taken.len() >= MOST_FLAMES {
            break;
        }
        let Some(spot) = scene.roster.get(*mark) else { continue };
        let Some((pixel, per_km)) = scene.project(spot.place) else { continue };
        let is_icon = spot.radius_km * per_km < ICON_PIXELS && scene.is_near_picture(pixel);
        if is_icon && taken.insert(cell_of(pixel, FLAME_CELL)) {
            let alpha = (1.0 - scene.age_s(*born_s) / MARK_S) as f32;
            let points = FLAME.map(|(right, up)| scene.beside(spot.place, per_km, right, up));
            lines.lineloop(points, FLAME_COLOR.with_alpha(0.3 + 0.7 * alpha));
        }
    }
    taken.clear();
    for site in sites.iter() {
        let place = places.of(site.body) + site.offset;
        let Some((pixel, per_km)) = scene.project(place) else { continue };
        if site.reach_km * per_km > WIDE_PIXELS || !scene.is_near_picture(pixel) {
            continue;
        }
        if taken.insert(cell_of(pixel, RING_CELL)) {
            let strength = (1.0 - scene.age_s(site.last_s) / CALM_S).clamp(0.0, 1.0) as f32;
            draw_ring(&mut lines, &scene, place, per_km, strength);
        }
    }
}

/// The unit hit in an event.
fn hit_of(event: &GameEvent) -> Option<TargetId> {
    match *event {
        GameEvent::Shot { at, outcome: ShotOutcome::HitShield | ShotOutcome::HitArmour, .. } => Some(at.id),
        GameEvent::Burst { touched, .. } => touched.map(|touched| touched.id),
        _ => None,
    }
}

fn cell_of(pixel: Vec2, size: f32) -> IVec2 {
    (pixel / size).round().as_ivec2()
}

fn draw_ring(lines: &mut Gizmos<LineGizmos>, scene: &EffectInputs, place: DVec3, per_km: f64, strength: f32) {
    if strength <= 0.0 {
        return;
    }
    let swell = swell_at(scene.clock.now_s, scene.settings.reduced_motion);
    let radius = RING_PIXELS.0 + RING_PIXELS.1 * swell;
    let color = RING_COLOR.with_alpha(strength * (0.9 - 0.35 * swell));
    let circle = (0..24_u8).map(|step| {
        let (sine, cosine) = (std::f32::consts::TAU * f32::from(step) / 24.0).sin_cos();
        scene.beside(place, per_km, radius * cosine, radius * sine)
    });
    lines.lineloop(circle, color);
    let reach = STROKES * RING_PIXELS.0;
    for slope in [1.0_f32, -1.0] {
        let from = scene.beside(place, per_km, -reach, -reach * slope);
        let to = scene.beside(place, per_km, reach, reach * slope);
        lines.line(from, to, color);
    }
}

/// Phase of a ring's swelling at a moment, s, 0 to 1.
fn swell_at(now_s: f64, is_steady: bool) -> f32 {
    if is_steady {
        return 0.0;
    }
    let turn = (now_s * PULSES_PER_S).fract() as f32;
    0.5 - 0.5 * (std::f32::consts::TAU * turn).cos()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::event::Party;
    use crate::sim::ids::{FactionId, ShipId, WeaponId};

    #[test]
    fn rings_pulse_slowly_and_without_a_jump() {
        const { assert!(PULSES_PER_S <= 1.0) };
        for step in 0..200_u32 {
            let now_s = 0.016 * f64::from(step);
            assert!((swell_at(now_s, false) - swell_at(now_s + 0.016, false)).abs() < 0.06);
            assert_eq!(swell_at(now_s, true), 0.0);
        }
    }

    #[test]
    fn only_hit_units_burn() {
        let ship = |number| Party { id: TargetId::Ship(ShipId(number)), faction: FactionId(0) };
        let (by, at) = (ship(1), ship(2));
        let shot = |outcome| {
            let (from, to) = (DVec3::ZERO, DVec3::ZERO);
            GameEvent::Shot { by, at, weapon: WeaponId::FIRST, from, to, outcome }
        };
        assert_eq!(hit_of(&shot(ShotOutcome::HitShield)), Some(at.id));
        assert_eq!(hit_of(&shot(ShotOutcome::Missed)), None);
        let burst = |touched| {
            let (by, place) = (FactionId(0), DVec3::ZERO);
            GameEvent::Burst { by, place, blast_km: 0.0, touched, ground: None }
        };
        assert_eq!((hit_of(&burst(None)), hit_of(&burst(Some(by)))), (None, Some(by.id)));
    }
}
