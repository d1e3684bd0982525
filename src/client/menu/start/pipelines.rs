//! The number of shaders that the driver is still compiling. The engine runs on meanwhile, without the things that need
//! these shaders.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bevy::prelude::*;
use bevy::render::render_resource::PipelineCache;
use bevy::render::{Render, RenderApp, RenderSystems};

/// The number of pipelines in the making, by the renderer's latest frame. Both worlds share it, for they run side by
/// side.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct PipelinesInMaking(Arc<AtomicUsize>);

impl PipelinesInMaking {
    /// Whether all that was asked for is there.
    pub(super) fn are_ready(&self) -> bool {
        self.count() == 0
    }

    /// Their number.
    pub(super) fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Sets their number.
    pub(super) fn set(&self, count: usize) {
        self.0.store(count, Ordering::Relaxed);
    }
}

pub(super) fn plugin(app: &mut App) {
    let pipelines = PipelinesInMaking::default();
    // Without a graphics card there is nothing to be made.
    if let Some(renderer) = app.get_sub_app_mut(RenderApp) {
        renderer.insert_resource(pipelines.clone());
        renderer.add_systems(Render, note.in_set(RenderSystems::Cleanup));
    }
    app.insert_resource(pipelines);
}

fn note(cache: Option<Res<PipelineCache>>, pipelines: Res<PipelinesInMaking>) {
    pipelines.set(cache.map_or(0, |cache| cache.waiting_pipelines().count()));
}
