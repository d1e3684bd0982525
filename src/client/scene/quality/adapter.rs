//! The scene follows the grade of [`Quality`].

use bevy::anti_alias::fxaa::Fxaa;
use bevy::post_process::bloom::Bloom;
use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;

use crate::client::models::Plating;
use crate::client::scene::quality::limits::EffectLimits;
use crate::client::scene::sky::surface::FineSurfaces;
use crate::client::settings::{Quality, Settings};
use crate::client::view::{GLOW, MainCamera};

/// Height of the picture from which the glow of low quality is computed, pixels: half of that of other grades,
/// a quarter of the pixels. A smaller one would miss stars between the places that it looks at.
const LOW_GLOW_PIXELS: u32 = 256;

/// Sets the quality of the camera and other costly effects by the player's choice, or else by the driver. Can run
/// again whenever the settings change.
pub fn fit_to_adapter(
    mut commands: Commands,
    adapter: Option<Res<RenderAdapterInfo>>,
    settings: Option<Res<Settings>>,
    cameras: Query<Entity, With<MainCamera>>,
    caps: Option<ResMut<EffectLimits>>,
    (plating, fine): (Option<ResMut<Plating>>, Option<ResMut<FineSurfaces>>),
) {
    let chosen = settings.and_then(|settings| settings.quality);
    let quality = chosen.unwrap_or_else(|| Quality::of_adapter(adapter.as_deref()));

    if let Some(mut caps) = caps {
        caps.set_if_neq(EffectLimits::of(quality));
    }
    if let Some(mut plating) = plating {
        plating.set_if_neq(Plating(quality > Quality::Low));
    }
    if let Some(mut fine) = fine {
        fine.set_if_neq(FineSurfaces(quality > Quality::Low));
    }
    for camera in &cameras {
        let mut camera = commands.entity(camera);
        match quality {
            // One pass over the picture, which looks closely at edges only.
            Quality::Low | Quality::Medium => camera.insert((Msaa::Off, Fxaa::default())),
            Quality::High | Quality::Ultra => camera.insert(Msaa::Sample4).remove::<Fxaa>(),
        };
        camera.insert(glow(quality));
    }
}

/// The glow about bright things. At low quality it is computed from a smaller picture.
fn glow(quality: Quality) -> Bloom {
    match quality {
        Quality::Low => Bloom { max_mip_dimension: LOW_GLOW_PIXELS, ..GLOW },
        Quality::Medium | Quality::High | Quality::Ultra => GLOW,
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    /// Fails if a grade draws edges as stairs, smooths them twice, or has no glow.
    #[test]
    fn edges_are_smooth_and_bright_things_glow_at_every_grade() {
        for quality in Quality::ALL {
            let mut world = World::new();
            let mut settings = Settings::default();
            settings.quality = Some(quality);
            world.insert_resource(settings);
            let camera = world.spawn((MainCamera, GLOW)).id();
            world.run_system_once(fit_to_adapter).expect("it needs nothing else");
            let by_samples = world.get::<Msaa>(camera).is_some_and(|msaa| *msaa != Msaa::Off);
            let afterwards = world.get::<Fxaa>(camera).is_some();
            assert!(by_samples != afterwards, "{quality:?}");
            let glow = world.get::<Bloom>(camera).map(|glow| glow.max_mip_dimension);
            let height = if quality == Quality::Low { LOW_GLOW_PIXELS } else { GLOW.max_mip_dimension };
            assert_eq!(glow, Some(height), "{quality:?}");
        }
    }
}
