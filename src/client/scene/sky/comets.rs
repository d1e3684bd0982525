//! Comets: the coma about the nucleus and two tails that grow toward the star.
//!
//! The tail of ions leads straight away from the star. Dust is heavier: it keeps a part of the comet's motion and
//! stays behind, so that its tail bends back along the orbit (Finson and Probstein, 1968, much simplified).
//! Neither hides the nucleus, its icon or its name.

use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::{NotShadowCaster, NotShadowReceiver};
use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::visible_if;
use crate::client::scene::sky::crowd::Crowd;
use crate::client::scene::sky::surface::{CometMaterial, CometUniform, comet_mesh};
use crate::client::view::scale::to_render;
use crate::client::view::{BodyPlaces, Moment, Origin};
use crate::level::BodyKind;
use crate::orbit::AU_KM;
use crate::sim::{BodyId, Sky};

/// Distances from the star between which a comet becomes active, AU: inactive at the first, fully active at the
/// second.
const WAKES_AU: (f64, f64) = (4.5, 0.7);
/// Length of the tails of a fully active comet, AU.
const ION_AU: f64 = 0.55;
const DUST_AU: f64 = 0.38;
/// Lag of the end of the dust tail, as a share of its length.
const LAG: f64 = 0.45;
/// Radius of the coma, km: at the beginning of activity, and the increase up to full activity.
const COMA_KM: (f64, f64) = (60_000.0, 200_000.0);

/// The coma and the tails of a body.
#[derive(Component, Clone, Copy, Debug)]
#[require(NoFrustumCulling, NotShadowCaster, NotShadowReceiver)]
pub struct CometLight(pub BodyId);

/// Spawns coma and tails for every comet of the sky, except those of a crowd.
pub fn spawn_comets(
    mut commands: Commands,
    sky: Res<Sky>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<CometMaterial>>,
) {
    let mesh = meshes.add(comet_mesh());
    let crowd = Crowd::of(&sky.system);
    for (index, body) in sky.system.bodies.iter_enumerated() {
        if body.kind == BodyKind::Comet && !crowd.is_dot(index) {
            commands.spawn((
                CometLight(index),
                Mesh3d(mesh.clone()),
                MeshMaterial3d(materials.add(CometMaterial { uniform: CometUniform::default() })),
                Visibility::Hidden,
            ));
        }
    }
}

/// Puts coma and tails in their place.
pub fn place_comets(
    sky: Res<Sky>,
    places: Res<BodyPlaces>,
    origin: Res<Origin>,
    moment: Res<Moment>,
    mut materials: ResMut<Assets<CometMaterial>>,
    mut comets: Query<(&CometLight, &mut Transform, &MeshMaterial3d<CometMaterial>, &mut Visibility)>,
) {
    for (comet, mut transform, material, mut visibility) in &mut comets {
        let body = &sky.system.bodies[comet.0];
        let star = body.parent.map_or(DVec3::ZERO, |parent| places.0[parent]);
        let from_star = places.0[comet.0] - star;
        let path = body.orbit.osculating(moment.jd);
        let velocity = path.map_or(DVec3::ZERO, |conic| conic.state(moment.jd).velocity);
        let light = light_of(from_star, velocity);
        let is_awake = light.strength > 0.001;
        visibility.set_if_neq(visible_if(is_awake));
        if !is_awake {
            continue;
        }
        transform.translation = origin.place(places.0[comet.0]);
        if let Some(mut material) = materials.get_mut(&material.0) {
            material.uniform = light;
        }
    }
}

/// The look of a comet's coma and tails. `from_star` is the offset from the star, km; of `velocity` only the
/// direction counts.
pub fn light_of(from_star: DVec3, velocity: DVec3) -> CometUniform {
    let awake = wakefulness(from_star.length() / AU_KM);
    let away = from_star.normalize_or(DVec3::X);
    let sideways = velocity - away * velocity.dot(away);
    let lag = -sideways.normalize_or_zero() * (LAG * DUST_AU * AU_KM * awake);
    CometUniform {
        ion: to_render(away * (ION_AU * AU_KM * awake)),
        coma: to_render(DVec3::X * (COMA_KM.0 + COMA_KM.1 * awake)).x,
        dust: to_render(away * (DUST_AU * AU_KM * awake)),
        strength: awake as f32,
        lag: to_render(lag),
    }
}

/// Activity of a comet at a distance from its star, AU: 0 far out, 1 near the star.
fn wakefulness(distance_au: f64) -> f64 {
    let (asleep, all_awake) = WAKES_AU;
    let share = ((asleep - distance_au) / (asleep - all_awake)).clamp(0.0, 1.0);
    share * share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_grow_toward_the_star_and_are_gone_far_out() {
        let at = |au: f64| light_of(DVec3::X * au * AU_KM, DVec3::Y);
        assert!(at(0.6).ion.length() > at(1.5).ion.length());
        assert!(at(1.5).ion.length() > at(3.0).ion.length());
        assert_eq!(at(10.0).strength, 0.0);
        assert!(at(1.0).strength > 0.5);
    }

    #[test]
    fn ions_lead_away_from_the_star_and_dust_stays_behind() {
        let light = light_of(DVec3::X * AU_KM, DVec3::new(-10.0, 30.0, 0.0));
        // The world's x is the renderer's, and its y is -z there.
        assert!(light.ion.normalize().x > 0.9999);
        assert!(light.lag.z > 0.0 && light.lag.x.abs() < 1e-3 * light.lag.z);
    }

    #[test]
    fn a_comet_at_rest_in_its_star_is_still_drawn_with_numbers() {
        let light = light_of(DVec3::ZERO, DVec3::ZERO);
        assert!(light.ion.is_finite() && light.lag.is_finite() && light.coma > 0.0);
    }
}
