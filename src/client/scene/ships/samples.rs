//! Samples of hulls and jets, so that the first ship that comes near is drawn at once.

use bevy::prelude::*;

use crate::client::models::hulls::{self, HullPlan};
use crate::client::models::mesh_builder::Finish;
use crate::client::models::mesh_builder::plume::{plume, roots_of};
use crate::client::models::{FactionMaterialMaker, sample};
use crate::client::scene::ships::jet_material::JetMaterial;
use crate::sim::FactionId;

/// Spawns the samples. All hulls and stations are drawn by the same programs, whoever owns them.
pub fn spawn_samples(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut jet_lights: ResMut<Assets<JetMaterial>>,
    mut material_cache: FactionMaterialMaker,
) {
    let paints = material_cache.of(FactionId(0));
    let kit = hulls::build(HullPlan::default(), paints.style, paints.seed, paints.seed);
    let finish = Finish::of_ship(1.0, 1.0, roots_of(kit.nozzles()));
    let hull = meshes.add(kit.mesh(&paints.palette, &finish));
    let jets = meshes.add(plume(kit.nozzles()));
    for paint in [paints.lit, paints.growing] {
        commands.spawn(sample(hull.clone(), paint));
    }
    commands.spawn(sample(jets, jet_lights.add(JetMaterial::default())));
}
