//! A scenario of the arena in a window: ships fly by steering alone, with the pull and the pushes on them.
//!
//! A [`Scenario`] is flown as [`crate::arena`] flies it, at the viewer's pace. Nothing here may change the flight:
//! it is the same, step by step, as the measured one. There is no world, no order and no level here, so only the
//! camera's mark, the lines and the text colours of the game's screen are used.
//!
//! | file | subject |
//! |---|---|
//! | `playing.rs`, `tally.rs` | the flight, its pace, and its counts |
//! | `keys.rs` | the keys |
//! | `extent.rs`, `eye.rs` | the extent of the scenario; turning, zooming, following |
//! | `balls.rs` | ships and bodies |
//! | `arrows.rs`, `field_lines.rs` | pull, pushes, and field lines toward a ship's target |
//! | `panel.rs` | words |
//!
//! Everything is drawn in the scenario's moving frame, in its own lengths, y up.

pub(in crate::client) mod arrows;
mod balls;
mod extent;
mod eye;
pub(in crate::client) mod field_lines;
mod keys;
mod panel;
mod playing;
mod tally;

use std::sync::Arc;

use bevy::app::PluginGroupBuilder;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy_panorbit_camera::PanOrbitCameraPlugin;

use crate::arena::{Options, Scenario};
use crate::client::frame::LineGizmos;
use crate::client::launch::failures;
use crate::client::launch::without_sound;
use crate::client::scene::quality;
use crate::rules::SteeringRules;
use extent::Extent;
use field_lines::FieldLines;
use playing::Chosen;
use playing::Playing;

/// Behind everything.
const BACKGROUND: Color = Color::srgb(0.012, 0.016, 0.026);

/// Opens a window and flies a scenario in it, until it is closed. The scenario must be sound
/// ([`Scenario::check`]); `threads` is the number of threads of steering, and does not change the flight.
///
/// # Errors
/// A sentence for the player, if there is no screen.
pub fn watch(scenario: Scenario, rules: SteeringRules, threads: usize) -> Result<AppExit, String> {
    failures::check_for_screen().map_err(|words| {
        format!("{words}\nWithout --watch, `ecliptic arena` flies the scenario and reports.")
    })?;
    failures::explain_ends();
    let options = Options { threads, rules, ..Options::default() };
    Ok(build(Arc::new(scenario), options).run())
}

/// The app with the flight in it, not running yet.
fn build(scenario: Arc<Scenario>, options: Options) -> App {
    let mut app = App::new();
    app.add_plugins((engine(&scenario.title), PanOrbitCameraPlugin));
    app.insert_resource(ClearColor(BACKGROUND))
        .insert_resource(Extent::of(&scenario))
        .insert_resource(Playing::new(scenario, options))
        .init_resource::<Chosen>()
        .init_resource::<FieldLines>()
        .init_gizmo_group::<LineGizmos>();
    app.add_systems(Startup, (set_lines, balls::spawn_lights, balls::spawn_balls))
        .add_systems(Startup, (eye::spawn_eye, panel::spawn_panels))
        .add_systems(PostStartup, quality::fit_to_adapter);
    app.add_systems(
        Update,
        (
            (keys::play_by_keys, keys::choose_by_keys, keys::close_by_key),
            playing::fly,
            (balls::place_ships, balls::place_bodies),
            (eye::turn, eye::zoom, eye::follow),
            (arrows::draw_pushes, arrows::draw_chosen),
            (field_lines::follow_field, field_lines::draw_field),
            panel::write_words,
        )
            .chain(),
    );
    app
}

fn engine(title: &str) -> PluginGroupBuilder {
    let window = Window { title: format!("Ecliptic arena: {title}"), ..default() };
    let plugins = DefaultPlugins
        .set(LogPlugin { filter: "warn,wgpu=error,naga=warn,bevy_winit=error".into(), ..default() })
        .set(WindowPlugin { primary_window: Some(window), ..default() });
    without_sound(plugins)
}

fn set_lines(mut store: ResMut<GizmoConfigStore>) {
    let (config, _) = store.config_mut::<LineGizmos>();
    config.line.width = 1.6;
}
