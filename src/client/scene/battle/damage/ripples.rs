//! Hits on shields: a shell of light round the hull that lights up on the side of the hit.

use std::f32::consts::{PI, TAU};

use bevy::prelude::*;
use glam::DVec3;

use crate::client::models::mesh_builder::plume::tube_triangles;
use crate::client::scene::battle::counters::Drawn;
use crate::client::scene::battle::effects::{EffectInputs, Pool, light_of};
use crate::client::scene::battle::{FreshEvent, SpottedUnit};
use crate::client::scene::ribbons::LightSheet;
use crate::client::view::{UNIT_KM, turned};
use crate::client::worlds::Kept;
use crate::sim::TargetId;
use crate::sim::event::GameEvent;

/// Seconds until a shield is dark again.
const FADING_S: f64 = 0.4;
/// Least time between two flashes of one side, s.
const REST_S: f64 = 0.12;
/// Hits from within this cosine are on the same side.
const SAME_SIDE: f64 = 0.8;
/// Size of the shell relative to the hull: along its axis, and across.
const ROOM: (f64, f64) = (1.15, 1.5);
/// Hulls smaller than this show no shell, pixels of their radius.
const LEAST_PIXELS: f64 = 4.0;
/// Pieces of the shell: from pole to pole, and round.
const PIECES: (u32, u32) = (7, 12);

/// A shield that was hit.
#[derive(Clone, Copy, Debug)]
pub struct Ripple {
    born_s: f64,
    mark: TargetId,
    /// Direction from the middle of the hull to the attacker, a unit vector.
    toward: DVec3,
    color: LinearRgba,
}

impl Ripple {
    fn is_same_side(&self, other: &Self) -> bool {
        self.mark == other.mark && self.toward.dot(other.toward) > SAME_SIDE
    }
}

/// Draws all shields that light up.
pub fn draw_ripples(
    scene: EffectInputs,
    mut ripples: Kept<Pool<Ripple>>,
    mut ball: Local<Vec<Vec3>>,
    mut light: ResMut<LightSheet>,
    mut drawn: ResMut<Drawn>,
) {
    let ripples = ripples.now();
    for fresh in scene.news.fresh.iter().filter_map(ripple_of) {
        let spot = scene.roster.get(fresh.mark).filter(|_| scene.age_s(fresh.born_s) < FADING_S);
        if !spot.is_some_and(|spot| is_large(&scene, spot)) {
            continue;
        }
        let is_lit =
            ripples.iter().any(|known| known.is_same_side(&fresh) && fresh.born_s - known.born_s < REST_S);
        if !is_lit {
            ripples.push(fresh, scene.caps.ripples);
        }
    }
    ripples.retain(|ripple| scene.age_s(ripple.born_s) < FADING_S);
    drawn.note("shields", ripples.len());
    if ripples.is_empty() {
        return;
    }
    if ball.is_empty() {
        ball.extend(unit_ball());
    }
    for ripple in ripples.iter() {
        let Some(spot) = scene.roster.get(ripple.mark) else { continue };
        if is_large(&scene, spot) {
            let strength = (1.0 - scene.age_s(ripple.born_s) / FADING_S) as f32;
            let shell = Shell::of(spot, &scene, ripple);
            let corners = ball.iter().map(|corner| shell.corner(*corner, strength));
            light.0.patch(corners, tube_triangles(PIECES.0, PIECES.1));
        }
    }
}

/// Whether a hull is in the picture, and large enough for a shell.
fn is_large(scene: &EffectInputs, spot: &SpottedUnit) -> bool {
    scene
        .project(spot.place)
        .is_some_and(|(pixel, per_km)| scene.is_near_picture(pixel) && spot.radius_km * per_km > LEAST_PIXELS)
}

/// The shell of an event in which a shield has lost points.
fn ripple_of(news: &FreshEvent) -> Option<Ripple> {
    let GameEvent::Suffered { what, shield, kind, toward, .. } = news.event else { return None };
    let toward = toward.normalize_or(DVec3::Z);
    (shield > 0.0).then(|| Ripple { born_s: news.born_s, mark: what.id, toward, color: light_of(kind) })
}

/// A shell in the renderer's space.
struct Shell {
    middle: Vec3,
    /// Three half axes.
    axes: [Vec3; 3],
    /// Direction to the attacker, a unit vector.
    toward: Vec3,
    /// The eye.
    eye: Vec3,
    color: LinearRgba,
}

impl Shell {
    fn of(spot: &SpottedUnit, scene: &EffectInputs, ripple: &Ripple) -> Self {
        let along = turned(spot.heading).normalize_or(Vec3::X);
        let (one, other) = along.any_orthonormal_pair();
        let length = (ROOM.0 * spot.bound_km() / UNIT_KM) as f32;
        let width = (ROOM.1 * spot.radius_km / UNIT_KM) as f32;
        Self {
            middle: scene.origin.place(spot.place),
            axes: [along * length.max(width), one * width, other * width],
            toward: turned(ripple.toward),
            eye: scene.origin.place(scene.view.eye),
            color: ripple.color,
        }
    }

    /// A corner of the unit ball as a corner of the shell, with its light.
    fn corner(&self, unit: Vec3, strength: f32) -> (Vec3, [f32; 4]) {
        let [along, one, other] = self.axes;
        let offset = along * unit.x + one * unit.y + other * unit.z;
        let place = self.middle + offset;
        // The normal of an ellipsoid leans to its short axes.
        let normal = [(along, unit.x), (one, unit.y), (other, unit.z)]
            .into_iter()
            .map(|(axis, share)| axis * (share / axis.length_squared().max(f32::MIN_POSITIVE)))
            .sum::<Vec3>()
            .normalize_or(Vec3::Y);
        let sight = (self.eye - place).normalize_or(Vec3::Y);
        let alpha = strength * rim_light(normal.dot(sight)) * side_light(offset, self.toward);
        (place, [self.color.red, self.color.green, self.color.blue, alpha])
    }
}

/// Brightness of a shell seen under this cosine of the angle to its normal, 0 to 1.
fn rim_light(cosine: f32) -> f32 {
    let rim = 1.0 - cosine.abs().min(1.0);
    0.12 + 0.88 * rim * rim
}

/// Brightness of a shell at an offset, by the direction of the hit, 0 to 1.
fn side_light(offset: Vec3, toward: Vec3) -> f32 {
    let cosine = offset.normalize_or(Vec3::Y).dot(toward);
    let share = ((cosine + 0.2) / 1.2).clamp(0.0, 1.0);
    share * share
}

/// The corners of a ball of radius 1, ring by ring from pole to pole.
fn unit_ball() -> impl Iterator<Item = Vec3> {
    let (rings, sides) = PIECES;
    (0..=rings).flat_map(move |ring| {
        let (round, along) = (PI * ring as f32 / rings as f32).sin_cos();
        (0..sides).map(move |side| {
            let (sine, cosine) = (TAU * side as f32 / sides as f32).sin_cos();
            Vec3::new(along, round * cosine, round * sine)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::DamageKind;
    use crate::sim::event::Party;
    use crate::sim::ids::{FactionId, ShipId};

    #[test]
    fn every_loss_of_a_shield_lights_it_up() {
        let what = Party { id: TargetId::Ship(ShipId(4)), faction: FactionId(0) };
        let (kind, toward, place) = (DamageKind::Kinetic, DVec3::Y, DVec3::ZERO);
        let ripple = |event| ripple_of(&FreshEvent { number: 0, tick: 0, born_s: 3.0, event });
        // Like the event after a torpedo's burst, which is no shot.
        let lit = ripple(GameEvent::Suffered { what, shield: 75.0, armour: 0.0, kind, toward, place });
        let lit = lit.expect("it lights up");
        assert_eq!((lit.mark, lit.toward, lit.born_s), (what.id, DVec3::Y, 3.0));
        assert_eq!(lit.color, light_of(kind));
        assert!(
            ripple(GameEvent::Suffered { what, shield: 0.0, armour: 75.0, kind, toward, place }).is_none()
        );
        let burst =
            GameEvent::Burst { by: FactionId(1), place, blast_km: 60.0, touched: Some(what), ground: None };
        assert!(ripple(burst).is_none(), "one burst is not two");
    }

    #[test]
    fn the_ball_is_round_and_its_triangles_are_there() {
        let ball: Vec<Vec3> = unit_ball().collect();
        assert!(ball.iter().all(|corner| (corner.length() - 1.0).abs() < 1e-5));
        assert!(tube_triangles(PIECES.0, PIECES.1).all(|corner| (corner as usize) < ball.len()));
    }

    #[test]
    fn a_shell_is_brightest_at_its_rim_and_toward_the_shot() {
        assert!(rim_light(0.0) > rim_light(0.5) && rim_light(0.5) > rim_light(1.0));
        assert_eq!(rim_light(-0.5), rim_light(0.5), "its far side is seen as well");
        assert_eq!(side_light(Vec3::X, Vec3::X), 1.0);
        assert_eq!(side_light(Vec3::NEG_X, Vec3::X), 0.0);
    }

    #[test]
    fn sides_are_distinguished() {
        let ripple = |number, toward| {
            let mark = TargetId::Ship(ShipId(number));
            Ripple { born_s: 0.0, mark, toward, color: LinearRgba::WHITE }
        };
        assert!(ripple(1, DVec3::X).is_same_side(&ripple(1, DVec3::X)));
        assert!(!ripple(1, DVec3::X).is_same_side(&ripple(1, DVec3::Y)));
        assert!(!ripple(1, DVec3::X).is_same_side(&ripple(2, DVec3::X)));
    }
}
