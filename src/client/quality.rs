//! How much is drawn on which machine.
//!
//! A graphics card gets smooth edges, bloom and the trails of ships. A driver that draws with the processor
//! gets none of these: it needs its time for the picture itself. Pictures that nobody waits for have everything.

use bevy::post_process::bloom::Bloom;
use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;

use super::camera::MainCamera;
use super::trails::Trails;

/// Whether the driver draws with the processor.
pub fn is_software(adapter: &RenderAdapterInfo) -> bool {
    // wgpu's own type is not re-exported by the engine; its name is stable.
    format!("{:?}", adapter.device_type) == "Cpu"
}

/// Fits the camera, and what else takes time, to the driver.
pub fn fit_to_adapter(
    mut commands: Commands,
    adapter: Option<Res<RenderAdapterInfo>>,
    cameras: Query<Entity, With<MainCamera>>,
    trails: Option<ResMut<Trails>>,
) {
    let software = adapter.is_some_and(|adapter| is_software(&adapter));
    if let Some(mut trails) = trails {
        trails.are_drawn = !software;
    }
    for camera in &cameras {
        if software {
            commands.entity(camera).insert(Msaa::Off).remove::<Bloom>();
        } else {
            commands.entity(camera).insert(Msaa::Sample4);
        }
    }
}
