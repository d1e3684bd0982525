//! The marks of a picture: which of them are drawn, the size of words and panels, and the panels of a spectator.

use bevy::gizmos::config::DefaultGizmoConfigGroup;
use bevy::prelude::*;
use bevy::ui::UiSystems;

use super::Overlay;
use crate::client::frame::{FrameSystems, GridGizmos, LineGizmos, OwnGizmos};
use crate::client::hud::layout::places::StatusLine;
use crate::client::hud::minds::open_plans;
use crate::client::scene::labels::markers::MarkerLayer;
use crate::client::scene::sight_view::SightShown;
use crate::client::settings::Settings;
use crate::client::view::Onlooker;
use crate::client::widgets::show;
use crate::client::worlds::{AppState, SetUpSystems};
use crate::sim::visibility::Viewer;

/// Gives words and panels the size that they have in a window of this size, by the settings.
pub(super) fn enlarge(world: &mut World, ui_scale: f32, size: UVec2) {
    let mut settings = world.resource_mut::<Settings>();
    settings.ui_scale = ui_scale;
    let scale = settings.scale_in(size.as_vec2());
    world.resource_mut::<UiScale>().0 = scale;
}

/// Shows the picture with the eyes of a spectator, and with the plans of minds among its panels.
pub(in crate::client::launch) fn watch(app: &mut App, overlay: Overlay) {
    app.insert_resource(Onlooker(Viewer::Everything));
    if overlay == Overlay::All {
        app.add_systems(OnEnter(AppState::Playing), open_plans.in_set(SetUpSystems::Look));
    }
}

/// Nobody plays before a picture, so the status line has no content.
pub(super) fn hide_words(app: &mut App) {
    let hide = |mut lines: Query<&mut Visibility, With<StatusLine>>| {
        lines.iter_mut().for_each(|mut line| *line = Visibility::Hidden);
    };
    app.add_systems(OnEnter(AppState::Playing), hide.in_set(SetUpSystems::Look));
}

/// Hides the marks that `overlay` leaves out.
pub(super) fn thin_out(app: &mut App, overlay: Overlay) {
    if overlay == Overlay::All {
        return;
    }
    // The systems that write panels also show and hide them, so this comes last.
    app.add_systems(PostUpdate, hide_panels.after(FrameSystems::Panel).before(UiSystems::Prepare));
    if overlay == Overlay::Marks {
        return;
    }
    app.add_systems(PostUpdate, hide_markers.after(FrameSystems::Panel).before(UiSystems::Prepare));
    let world = app.world_mut();
    world.resource_mut::<SightShown>().0 = false;
    let mut lines = world.resource_mut::<GizmoConfigStore>();
    lines.config_mut::<LineGizmos>().0.enabled = false;
    lines.config_mut::<OwnGizmos>().0.enabled = false;
    lines.config_mut::<GridGizmos>().0.enabled = false;
    lines.config_mut::<DefaultGizmoConfigGroup>().0.enabled = false;
}

fn hide_panels(mut roots: Query<&mut Node, (Without<ChildOf>, Without<MarkerLayer>)>) {
    roots.iter_mut().for_each(|mut node| show(&mut node, false));
}

fn hide_markers(mut layers: Query<&mut Node, With<MarkerLayer>>) {
    layers.iter_mut().for_each(|mut node| show(&mut node, false));
}
