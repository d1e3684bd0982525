//! The place of lines in the order of drawing: after everything else that is see-through. The engine draws them
//! first, and lines write depth: light behind a line, as of the corona, the air or a tail, would have a gap there.

use bevy::core_pipeline::core_3d::{Transparent3d, TransparentSortingInfo3d};
use bevy::prelude::*;
use bevy::render::render_phase::{ViewSortedRenderPhases, sort_phase_system};
use bevy::render::{Render, RenderApp, RenderSystems};

pub(super) fn plugin(app: &mut App) {
    // Without a graphics card there is nothing to sort.
    let Some(renderer) = app.get_sub_app_mut(RenderApp) else { return };
    let after_sorting =
        put_lines_last.in_set(RenderSystems::PhaseSort).after(sort_phase_system::<Transparent3d>);
    renderer.add_systems(Render, after_sorting);
}

/// Moves all lines to the end, in their order.
fn put_lines_last(mut phases: ResMut<ViewSortedRenderPhases<Transparent3d>>) {
    for phase in phases.values_mut() {
        let is_line = |item: &Transparent3d| {
            // Nothing but lines is sorted so.
            matches!(item.sorting_info, TransparentSortingInfo3d::AlwaysOnTop)
        };
        phase.items.sort_by_key(|_, item| is_line(item));
    }
}
