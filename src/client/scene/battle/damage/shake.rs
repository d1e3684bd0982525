//! Camera shake near explosions.

use bevy::prelude::*;
use bevy_panorbit_camera::PanOrbitCamera;

use crate::client::scene::battle::effects::Pool;
use crate::client::scene::battle::{BattleClock, FreshEvents, VisibleUnits};
use crate::client::settings::Settings;
use crate::client::view::{MainCamera, ViewCamera};
use crate::client::worlds::Kept;
use crate::sim::event::GameEvent;

/// Greatest turn of the camera, degrees.
const MOST_DEGREES: f32 = 0.4;
/// Seconds until the camera rests.
const CALMING_S: f64 = 0.5;
/// An explosion is felt fully from within this many of its radii.
const FELT_RADII: f64 = 60.0;
/// Shakes below this share are left out.
const LEAST: f64 = 0.04;
/// The most explosions that are felt at once.
const MOST_JOLTS: usize = 8;
/// Frequencies of the camera's shaking, vertical and horizontal, radians a second.
const TREMBLING: (f64, f64) = (43.0, 37.0);

/// The effect of an explosion on the camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jolt {
    born_s: f64,
    /// Initial strength, 0 to 1.
    strength: f64,
}

impl Jolt {
    /// Strength at a moment, 0 to 1.
    fn strength_at(&self, now_s: f64) -> f64 {
        let left = (1.0 - (now_s - self.born_s) / CALMING_S).clamp(0.0, 1.0);
        self.strength * left * left
    }
}

/// The turn of the camera up and to the side at a moment, radians, by all explosions felt.
fn tremble(jolts: &Pool<Jolt>, now_s: f64) -> Option<(f32, f32)> {
    let strength = jolts.iter().map(|jolt| jolt.strength_at(now_s)).sum::<f64>().min(1.0);
    if strength <= 0.0 {
        return None;
    }
    // Both turns together never exceed the limit.
    let most = f64::from(MOST_DEGREES).to_radians() * std::f64::consts::FRAC_1_SQRT_2;
    let (up, side) = TREMBLING;
    let turned = |rate: f64, phase: f64| (most * strength * libm::sin(rate * now_s + phase)) as f32;
    Some((turned(up, 0.0), turned(side, 1.3)))
}

/// Lets the camera tremble.
pub fn shake_camera(
    news: Res<FreshEvents>,
    roster: Res<VisibleUnits>,
    clock: Res<BattleClock>,
    settings: Res<Settings>,
    view: Res<ViewCamera>,
    camera: Single<(&mut Transform, &mut PanOrbitCamera), With<MainCamera>>,
    mut jolts: Kept<Pool<Jolt>>,
) {
    let jolts = jolts.now();
    if !settings.camera_shake || settings.reduced_motion {
        jolts.clear();
        return;
    }
    for one in &news.fresh {
        // Roster and eye are those of the last frame, which still has the destroyed unit.
        let (party, radius_km) = match one.event {
            GameEvent::Destroyed { what, radius_km, .. } => (Some(what), radius_km),
            GameEvent::Burst { touched, blast_km, .. } => (touched, 0.1 * blast_km),
            _ => continue,
        };
        let Some(spot) = party.and_then(|party| roster.get(party.id)) else { continue };
        let strength = felt(radius_km, spot.place.distance(view.eye));
        if strength > LEAST {
            jolts.push(Jolt { born_s: one.born_s, strength }, MOST_JOLTS);
        }
    }
    jolts.retain(|jolt| clock.now_s - jolt.born_s < CALMING_S);
    let Some((up, side)) = tremble(jolts, clock.now_s) else { return };
    let (mut transform, mut orbit) = camera.into_inner();
    transform.rotate_local_x(up);
    transform.rotate_local_y(side);
    // Only the crate knows the camera's place at rest: the crate restores it in the next frame.
    orbit.force_update = true;
}

/// Strength of an explosion's shake, by its radius and its distance, km both, 0 to 1.
fn felt(radius_km: f64, distance_km: f64) -> f64 {
    (FELT_RADII * radius_km / distance_km.max(1.0)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_camera_trembles_a_little_and_not_for_long() {
        let mut jolts = Pool::default();
        (0..20).for_each(|_| jolts.push(Jolt { born_s: 0.0, strength: 1.0 }, MOST_JOLTS));
        let most = MOST_DEGREES.to_radians();
        for step in 0..60_u32 {
            let now_s = 0.01 * f64::from(step);
            if let Some((up, side)) = tremble(&jolts, now_s) {
                assert!(up.hypot(side) <= most * 1.0001, "{up} {side}");
            }
        }
        assert!(tremble(&jolts, 0.1).is_some());
        assert_eq!(tremble(&jolts, CALMING_S), None);
        assert_eq!(tremble(&Pool::default(), 0.0), None);
    }

    #[test]
    fn far_explosions_shake_less() {
        assert_eq!(felt(500.0, 1000.0), 1.0);
        assert!(felt(500.0, 1.0e5) > felt(500.0, 1.0e6));
        assert!(felt(500.0, 1.0e9) < LEAST);
    }
}
