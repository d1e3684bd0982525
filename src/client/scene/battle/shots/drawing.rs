//! Draws all shots.

use bevy::prelude::*;

use super::arcs::draw_arc;
use super::beams::draw_beam;
use super::bullets::{draw_bullets, is_line};
use super::flights::{ARC_S, FADING_S};
use super::lights::{ShotLight, afar};
use super::lines::{TRACER_S, lengthened, line_of};
use super::muzzles::draw_muzzle;
use crate::client::models::FactionColors;
use crate::client::scene::battle::counters::Drawn;
use crate::client::scene::battle::effects::{EffectInputs, Pool, Shot, add_ribbon};
use crate::client::scene::ribbons::LightSheet;
use crate::client::worlds::Kept;
use crate::level::Delivery;

/// Half the width of a weak and of a strong shot, pixels, and the damage of a strong one, points.
const HALF_PIXELS: (f64, f64) = (0.9, 1.8);
const MUCH_HARM: f64 = 50.0;
/// Width of a shot from afar, as a share of its own: a wide one would hide the ships.
const THIN: f64 = 0.7;
/// Widths of tracers and of beams, relative to an arc of the same damage.
const TRACER_WIDTH: f64 = 1.25;
const BEAM_WIDTH: f64 = 1.6;

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
    colors: Res<FactionColors>,
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
            let far = afar(&scene, shot);
            let of_shot = ShotLight::of(shot.kind, colors.of(shot.owner), far);
            let half_pixels = half_pixels(shot.harm) * (1.0 - (1.0 - THIN) * f64::from(far));
            draw_shot(&mut light, &scene, shot, half_pixels, of_shot);
            draw_muzzle(&mut light, &scene, shot, half_pixels);
        }
    }
}

/// Draws a shot: half the width of an arc of its damage, pixels, and its light.
fn draw_shot(
    light: &mut LightSheet,
    scene: &EffectInputs,
    shot: &Shot,
    half_pixels: f64,
    of_shot: ShotLight,
) {
    let half_pixels = width_of(shot.delivery) * half_pixels;
    if shot.delivery == Delivery::Tracer && !is_line(scene, shot) {
        draw_bullets(light, scene, shot, half_pixels, of_shot);
        return;
    }
    let points = lengthened(line_of(scene, shot), &scene.view);
    match shot.delivery {
        Delivery::Arc => draw_arc(light, scene, (shot.number, points.as_slice()), half_pixels, of_shot),
        Delivery::Beam => draw_beam(light, scene, &points, half_pixels, of_shot),
        Delivery::Tracer | Delivery::Torpedo(_) => {
            add_ribbon(&mut light.0, scene, &points, half_pixels, of_shot.glow);
        }
    }
}

fn width_of(delivery: Delivery) -> f64 {
    match delivery {
        Delivery::Tracer => TRACER_WIDTH,
        Delivery::Beam => BEAM_WIDTH,
        Delivery::Arc | Delivery::Torpedo(_) => 1.0,
    }
}

/// Half the width of a shot with this damage, pixels.
fn half_pixels(harm: f64) -> f64 {
    let (thin, wide) = HALF_PIXELS;
    thin + (wide - thin) * (harm / MUCH_HARM).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::scene::battle::effects::EffectAnchor;
    use crate::client::scene::battle::shots::flights::impact_times;
    use crate::client::scene::battle::shots::muzzles::MUZZLE_S;
    use crate::level::DamageKind;
    use crate::sim::FactionId;
    use crate::sim::event::ShotOutcome;

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
            by_km: 0.0,
            owner: FactionId(0),
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
    fn shots_of_more_harm_are_wider() {
        assert!(half_pixels(45.0) > half_pixels(4.0));
        assert_eq!(half_pixels(1.0e6), HALF_PIXELS.1);
    }

    #[test]
    fn muzzles_flash_for_a_moment() {
        assert!(KINDS.iter().all(|(.., life_s)| MUZZLE_S < *life_s), "the shot is still there");
    }
}
