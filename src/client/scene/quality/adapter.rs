//! The scene follows the grade of [`Quality`].

use bevy::anti_alias::fxaa::Fxaa;
use bevy::post_process::bloom::Bloom;
use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;

use crate::client::models::Plating;
use crate::client::scene::quality::limits::EffectLimits;
use crate::client::scene::sky::surface::FineSurfaces;
use crate::client::settings::{Quality, Settings};
use crate::client::view::MainCamera;

/// Sets the quality of the camera and other costly effects by the player's choice, or else by the driver. Can run
/// again whenever the settings change.
pub fn fit_to_adapter(
    mut commands: Commands,
    adapter: Option<Res<RenderAdapterInfo>>,
    settings: Option<Res<Settings>>,
    cameras: Query<(Entity, Option<&Bloom>), With<MainCamera>>,

    caps: Option<ResMut<EffectLimits>>,
    (plating, fine): (Option<ResMut<Plating>>, Option<ResMut<FineSurfaces>>),
    mut bloom: Local<Option<Bloom>>,
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
    for (camera, present) in &cameras {
        if let Some(present) = present {
            *bloom = Some(present.clone());
        }
        let mut camera = commands.entity(camera);
        match quality {
            Quality::Low => camera.insert(Msaa::Off).remove::<(Bloom, Fxaa)>(),
            Quality::Medium => camera.insert((Msaa::Off, Fxaa::default())),
            Quality::High | Quality::Ultra => camera.insert(Msaa::Sample4).remove::<Fxaa>(),
        };
        if let Some(glow) = (*bloom).clone().filter(|_| quality > Quality::Low) {
            camera.insert(glow);
        }
    }
}
