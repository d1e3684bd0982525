//! Widths of lines in space.

use bevy::gizmos::config::{DefaultGizmoConfigGroup, GizmoConfigGroup};
use bevy::prelude::*;

/// Lines that matter: orbits, routes, stalks.
#[derive(Default, Reflect, GizmoConfigGroup)]
pub struct LineGizmos;

/// The lines of the ecliptic's grid.
#[derive(Default, Reflect, GizmoConfigGroup)]
pub struct GridGizmos;

/// The stalk of a point that is lifted off its plane.
#[derive(Default, Reflect, GizmoConfigGroup)]
pub struct StalkGizmos;

pub(super) fn plugin(app: &mut App) {
    app.init_gizmo_group::<LineGizmos>().init_gizmo_group::<GridGizmos>().init_gizmo_group::<StalkGizmos>();
    app.add_systems(Startup, set_widths);
}

fn set_widths(mut store: ResMut<GizmoConfigStore>) {
    let (config, _) = store.config_mut::<LineGizmos>();
    config.line.width = 1.6;
    let (config, _) = store.config_mut::<GridGizmos>();
    config.line.width = 1.0;
    let (config, _) = store.config_mut::<StalkGizmos>();
    config.line.width = 3.0;
    let (config, _) = store.config_mut::<DefaultGizmoConfigGroup>();
    config.line.width = 1.5;
}
