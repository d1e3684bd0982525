//! Widths of lines in space: they grow with the words of the interface, and so with the picture.

use bevy::ecs::system::SystemParam;
use bevy::gizmos::config::{DefaultGizmoConfigGroup, GizmoConfigGroup};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

/// Lines that matter: orbits, routes, stalks.
#[derive(Default, Reflect, GizmoConfigGroup)]
pub struct LineGizmos;

/// The orbits of the player's own bodies, a little wider than other lines.
#[derive(Default, Reflect, GizmoConfigGroup)]
pub struct OwnGizmos;

/// The lines of the ecliptic's grid.
#[derive(Default, Reflect, GizmoConfigGroup)]
pub struct GridGizmos;

/// Thick lines: the stalk of a point that is lifted off its plane, the outline of a planned structure.
#[derive(Default, Reflect, GizmoConfigGroup)]
pub struct ThickGizmos;

/// Widths of the lines of each group, pixels of the interface.
const LINE_WIDTH: f32 = 1.6;
const OWN_WIDTH: f32 = 2.4;
const GRID_WIDTH: f32 = 1.0;
const THICK_WIDTH: f32 = 3.0;
const OTHER_WIDTH: f32 = 1.5;

/// The scale of all lines in space.
#[derive(SystemParam)]
pub struct LineScale<'w, 's> {
    ui_scale: Res<'w, UiScale>,
    windows: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
}

impl LineScale<'_, '_> {
    /// Pixels of the picture in a pixel of the interface; at least 1, for thinner lines would only be fainter.
    pub fn pixels(&self) -> f32 {
        let window = self.windows.single().map_or(1.0, |window| window.scale_factor());
        line_scale(self.ui_scale.0, window)
    }
}

/// The scale of lines at this scale of the interface, in a window with this number of pixels in a logical one.
fn line_scale(ui_scale: f32, window: f32) -> f32 {
    (ui_scale * window).max(1.0)
}

pub(super) fn plugin(app: &mut App) {
    app.init_gizmo_group::<LineGizmos>().init_gizmo_group::<OwnGizmos>();
    app.init_gizmo_group::<GridGizmos>().init_gizmo_group::<ThickGizmos>();
    app.add_systems(Update, fit_widths);
}

/// Fits the widths of lines to the interface.
fn fit_widths(scale: LineScale, mut store: ResMut<GizmoConfigStore>) {
    let scale = scale.pixels();
    set_width::<LineGizmos>(&mut store, scale * LINE_WIDTH);
    set_width::<OwnGizmos>(&mut store, scale * OWN_WIDTH);
    set_width::<GridGizmos>(&mut store, scale * GRID_WIDTH);
    set_width::<ThickGizmos>(&mut store, scale * THICK_WIDTH);
    set_width::<DefaultGizmoConfigGroup>(&mut store, scale * OTHER_WIDTH);
}

fn set_width<Group: GizmoConfigGroup>(store: &mut GizmoConfigStore, width: f32) {
    let (config, _) = store.config_mut::<Group>();
    config.line.width = width;
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn lines_grow_with_the_words_and_are_never_thinner_than_usual() {
        assert_eq!((line_scale(1.0, 1.0), line_scale(0.75, 1.0)), (1.0, 1.0));
        assert_eq!(line_scale(2.0, 1.0), 2.0);
        assert_eq!(line_scale(1.5, 2.0), 3.0, "a logical pixel has four of the screen");
    }

    #[test]
    fn widths_follow_the_scale_of_the_interface() {
        let mut world = World::new();
        let mut store = GizmoConfigStore::default();
        store.insert(GizmoConfig::default(), LineGizmos);
        store.insert(GizmoConfig::default(), OwnGizmos);
        store.insert(GizmoConfig::default(), GridGizmos);
        store.insert(GizmoConfig::default(), ThickGizmos);
        store.insert(GizmoConfig::default(), DefaultGizmoConfigGroup);
        world.insert_resource(store);
        for (scale, width) in [(1.0, LINE_WIDTH), (2.0, 2.0 * LINE_WIDTH)] {
            world.insert_resource(UiScale(scale));
            world.run_system_once(fit_widths).expect("the system runs");
            assert_eq!(world.resource::<GizmoConfigStore>().config::<LineGizmos>().0.line.width, width);
        }
    }
}
