//! Shells of air about the worlds that have any: a child of the body's sphere, lit as its surface.

use bevy::prelude::*;

use super::bodies::BodySphere;
use super::surface::air_material::AirUniform;
use super::surface::{AirMaterial, AirShell, BodyMaterial, air_mesh};
use crate::client::frame::visible_if;
use crate::client::view::{BodyPlaces, ViewCamera};
use crate::sim::Sky;

/// A world smaller than this has no visible air, radius in pixels.
const LEAST_PIXELS: f64 = 5.0;

/// Gives air to the spheres of all worlds with air.
pub fn spawn_air(
    mut commands: Commands,
    spheres: Query<(Entity, &MeshMaterial3d<BodyMaterial>), With<BodySphere>>,
    surfaces: Res<Assets<BodyMaterial>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut shells: ResMut<Assets<AirMaterial>>,
) {
    let mesh = meshes.add(air_mesh());
    for (sphere, surface) in &spheres {
        let air = surfaces.get(&surface.0).and_then(|surface| AirUniform::over(&surface.uniform));
        if let Some(uniform) = air {
            let material = MeshMaterial3d(shells.add(AirMaterial { uniform }));
            commands.spawn((AirShell, Mesh3d(mesh.clone()), material, ChildOf(sphere), Visibility::Hidden));
        }
    }
}

/// Lights the air as the surface below it, and hides what is too small to be seen.
pub fn light_air(
    sky: Res<Sky>,
    places: Res<BodyPlaces>,
    view: Res<ViewCamera>,
    surfaces: Res<Assets<BodyMaterial>>,
    mut materials: ResMut<Assets<AirMaterial>>,
    spheres: Query<(&BodySphere, &MeshMaterial3d<BodyMaterial>)>,
    mut shells: Query<(&ChildOf, &MeshMaterial3d<AirMaterial>, &mut Visibility), With<AirShell>>,
) {
    for (sphere, shell, mut visibility) in &mut shells {
        let Ok((body, surface)) = spheres.get(sphere.parent()) else { continue };
        let radius_km = sky.system.bodies[body.0].displayed_radius_km;
        let distance_km = view.eye.distance(places.0[body.0]).max(radius_km);
        let is_seen = radius_km * view.pixels_per_radius(distance_km) > LEAST_PIXELS;
        visibility.set_if_neq(visible_if(is_seen));
        let air = surfaces.get(&surface.0).and_then(|surface| AirUniform::over(&surface.uniform));
        if let Some(uniform) = air.filter(|_| is_seen)
            && let Some(mut material) = materials.get_mut(&shell.0)
        {
            material.uniform = uniform;
        }
    }
}
