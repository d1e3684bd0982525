//! Wrecks: dark pieces of hulls that tumble and fade.

use bevy::light::{NotShadowCaster, NotShadowReceiver};
use bevy::prelude::*;
use glam::DVec3;

use crate::client::models::Dice;
use crate::client::models::mesh_builder::{Coat, Finish, MeshKit, OwnerPaint};
use crate::client::scene::battle::counters::Drawn;
use crate::client::scene::battle::effects::EffectInputs;
use crate::client::scene::quality::limits::MOST_PIECES;
use crate::client::view::{BodyPlaces, Moment, Sight, UNIT_KM, turned_rotation};
use crate::sim::combat::Wreck;

/// Shapes of pieces.
const SHAPES: u64 = 5;
/// Ticks before the end in which a piece fades.
const FADING_TICKS: u32 = 90;
/// Steps of fading.
const FADING_STEPS: u32 = 4;
/// Pieces smaller than this are not drawn, pixels of their radius.
const LEAST_PIXELS: f64 = 0.7;
/// The colour by which the plates of a wreck are darkened, linear grey.
const SOOT: f32 = 0.3;

/// A piece on the screen, with its index in the list.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct WreckPiece(usize);

/// Meshes and materials of pieces.
#[derive(Resource, Clone, Debug, Default)]
pub struct WreckModels {
    shapes: Vec<Handle<Mesh>>,
    /// By fading step, from opaque to almost clear.
    paints: Vec<Handle<StandardMaterial>>,
}

/// Makes all pieces, hidden.
pub fn spawn_pieces(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut paints: ResMut<Assets<StandardMaterial>>,
) {
    let palette = OwnerPaint::of(Color::srgb(0.35, 0.33, 0.32));
    let finish = Finish::of_wreck();
    let models = WreckModels {
        shapes: (0..SHAPES).map(|seed| meshes.add(broken(seed).mesh(&palette, &finish))).collect(),
        paints: (0..=FADING_STEPS).map(|step| paints.add(paint(step))).collect(),
    };
    let (mesh, material) = (models.shapes.first().cloned(), models.paints.first().cloned());
    for index in 0..MOST_PIECES {
        commands.spawn((
            WreckPiece(index),
            Mesh3d(mesh.clone().unwrap_or_default()),
            MeshMaterial3d(material.clone().unwrap_or_default()),
            Visibility::Hidden,
            NotShadowCaster,
            NotShadowReceiver,
        ));
    }
    commands.insert_resource(models);
}

/// A piece of a hull in one of some shapes: plates and beams that stick out of a torn block.
fn broken(seed: u64) -> MeshKit {
    let mut dice = Dice::new(seed.wrapping_mul(77) + 5);
    let mut kit = MeshKit::default();
    let half = Vec3::new(dice.between(0.3, 0.5), dice.between(0.15, 0.3), dice.between(0.4, 0.7));
    kit.block(Vec3::ZERO, half, Coat::PLATE);
    for _ in 0..4 {
        let mut part = || dice.between(-1.0, 1.0);
        let middle = half * Vec3::new(part(), part(), part());
        let size = Vec3::new(dice.between(0.08, 0.3), dice.between(0.05, 0.18), dice.between(0.1, 0.4));
        kit.block(middle, size, if dice.roll() < 0.5 { Coat::DARK } else { Coat::HULL });
    }
    for _ in 0..3 {
        let from = half * Vec3::new(dice.between(-0.8, 0.8), dice.between(-0.8, 0.8), 0.5);
        let to = from + Vec3::new(dice.between(-0.3, 0.3), dice.between(-0.3, 0.3), dice.between(0.3, 0.6));
        kit.beam(from, to, 0.025, Coat::METAL);
    }
    kit.fit();
    kit
}

/// The paint of a piece after some steps of fading.
fn paint(step: u32) -> StandardMaterial {
    let alpha = 1.0 - step as f32 / (FADING_STEPS + 1) as f32;
    StandardMaterial {
        base_color: Color::linear_rgba(SOOT, SOOT, SOOT, alpha),
        alpha_mode: if step == 0 { AlphaMode::Opaque } else { AlphaMode::Blend },
        metallic: 0.2,
        perceptual_roughness: 0.8,
        ..default()
    }
}

/// The fading step of a piece with this many ticks left.
fn fading_step(ticks_left: u32) -> usize {
    let gone = FADING_TICKS.saturating_sub(ticks_left);
    (gone * FADING_STEPS).div_ceil(FADING_TICKS) as usize
}

/// A wreck that is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drifting {
    place: DVec3,
    turn: Quat,
    radius_km: f64,
    number: u32,
    ticks_left: u32,
}

type PieceParts<'a> = (
    &'a WreckPiece,
    &'a mut Transform,
    &'a mut Visibility,
    &'a mut Mesh3d,
    &'a mut MeshMaterial3d<StandardMaterial>,
);

/// Puts pieces in the places of the nearest wrecks.
pub fn place_wrecks(
    scene: EffectInputs,
    sight: Sight,
    places: Res<BodyPlaces>,
    moment: Res<Moment>,
    models: Res<WreckModels>,
    wrecks: Query<&Wreck>,
    mut near: Local<Vec<Drifting>>,
    mut pieces: Query<PieceParts>,
    mut drawn: ResMut<Drawn>,
) {
    near.clear();
    for wreck in &wrecks {
        let place = places.of(wreck.body) + wreck.offset - wreck.step * (1.0 - moment.fraction);
        let is_large = scene.project(place).is_some_and(|(pixel, per_km)| {
            wreck.radius_km * per_km > LEAST_PIXELS && scene.is_near_picture(pixel)
        });
        if is_large && sight.view().sees_place(place) {
            near.push(Drifting {
                place,
                turn: wreck.turn,
                radius_km: wreck.radius_km,
                number: wreck.id.0,
                ticks_left: wreck.ticks_left,
            });
        }
    }
    scene.view.keep_nearest(&mut near, scene.caps.pieces, |wreck| wreck.place);
    drawn.note("wrecks", near.len());
    for (piece, mut transform, mut visibility, mut mesh, mut material) in &mut pieces {
        let Some(wreck) = near.get(piece.0) else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Inherited);
        let radius = (wreck.radius_km / UNIT_KM) as f32;
        *transform = Transform {
            translation: scene.origin.place(wreck.place),
            rotation: turned_rotation(wreck.turn.as_dquat()),
            scale: Vec3::splat(radius),
        };
        let shape = (u64::from(wreck.number) % SHAPES) as usize;
        if let Some(wanted) = models.shapes.get(shape).filter(|wanted| **wanted != mesh.0) {
            mesh.0 = wanted.clone();
        }
        let step = fading_step(wreck.ticks_left);
        if let Some(wanted) = models.paints.get(step).filter(|wanted| **wanted != material.0) {
            material.0 = wanted.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_solid_and_differ() {
        let all: Vec<MeshKit> = (0..SHAPES).map(broken).collect();
        assert!(all.iter().all(|kit| kit.triangles().len() > 40));
        assert_ne!(all[0], all[1]);
        assert_eq!(broken(3), broken(3));
    }

    #[test]
    fn a_piece_fades_in_steps() {
        assert_eq!(fading_step(FADING_TICKS + 1), 0);
        assert_eq!(fading_step(FADING_TICKS), 0);
        assert_eq!(fading_step(0), FADING_STEPS as usize);
        let steps: Vec<usize> = (0..=FADING_TICKS).rev().map(fading_step).collect();
        assert!(steps.is_sorted());
    }
}
