//! The order of a frame. Rooms sort their systems into these sets, and name no system of another room.
//!
//! | schedule | sets, one after the other |
//! |---|---|
//! | `Update` | [`InputSystems`], then [`NewsSystems`] |
//! | `PostUpdate` | [`FrameSystems`] |

use bevy::camera::CameraUpdateSystems;
use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;
use bevy::render::{ExtractSchedule, Render, RenderApp};
use bevy::transform::TransformSystems;
use bevy::ui::UiSystems;
use bevy_panorbit_camera::PanOrbitCameraSystemSet;

use crate::client::worlds::{AppState, WhilePlaying, shows_a_sky};

/// From keys and mouse to orders.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputSystems {
    /// The acting player and the viewer.
    Seat,
    /// The object under the pointer, the gesture of the mouse, and the acting player's knowledge of bodies.
    Hover,
    /// The point of the world under the pointer, and everything derived from that knowledge.
    Point,
    /// The timeline, and buttons of panels that depend neither on the selection nor on the tool.
    Panel,
    /// Keys, gestures and presses on other panels, in their order, each for the tool that is held when its turn
    /// comes.
    Tool,
    /// Consequences of the selection.
    Select,
    /// The menu; also without a game.
    Menu,
    /// Pace and camera.
    Command,
}

/// Events, after all input has had its effect.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NewsSystems {
    /// Events and answers to orders are read.
    Gather,
    /// Writes events into the log, and plays sounds.
    Report,
}

/// From the world between two ticks to the screen.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrameSystems {
    /// The places of everything between two ticks, and the focus; also behind the main menu.
    Interpolate,
    /// Camera motion other than the player's.
    Camera,
    /// The camera of this frame as plain arithmetic; also behind the main menu.
    View,
    /// Places bodies and ships; bodies also behind the main menu.
    Place,
    /// Inputs of drawing: units in sight, displayed rings, courses ahead.
    Collect,
    /// Lines, effects, and words at points of the world.
    Draw,
    /// Words and icons get their places.
    Label,
    /// Panels, and labels beside icons.
    Panel,
}

pub(super) fn plugin(app: &mut App) {
    choose_executors(app);
    order_inputs(app);
    order_drawing(app);
}

/// Lets the schedules of a frame run on one thread.
fn choose_executors(app: &mut App) {
    run_on_one_thread(app.main_mut(), First);
    run_on_one_thread(app.main_mut(), PreUpdate);
    run_on_one_thread(app.main_mut(), Update);
    run_on_one_thread(app.main_mut(), PostUpdate);
    run_on_one_thread(app.main_mut(), Last);
    // Some systems want a Mac's main thread, from which a schedule with one thread would keep them.
    if !cfg!(target_os = "macos")
        && let Some(renderer) = app.get_sub_app_mut(RenderApp)
    {
        run_on_one_thread(renderer, ExtractSchedule);
        // The renderer applies what was extracted, while the main world goes on.
        renderer.edit_schedule(ExtractSchedule, |schedule| {
            schedule.set_apply_final_deferred(false);
        });
        run_on_one_thread(renderer, Render);
    }
}

/// From keys and mouse to orders, then the lines, sounds and effects of events and answers.
fn order_inputs(app: &mut App) {
    let play = (
        InputSystems::Seat,
        InputSystems::Hover,
        InputSystems::Point,
        InputSystems::Panel,
        InputSystems::Tool,
        InputSystems::Select,
        InputSystems::Command,
    );
    let menu = InputSystems::Menu.after(InputSystems::Select).before(InputSystems::Command);
    let news = (NewsSystems::Gather, NewsSystems::Report).chain().after(InputSystems::Command);
    app.configure_sets(Update, (play.chain().in_set(WhilePlaying), menu, news));
}

/// From the world between two ticks to the screen.
fn order_drawing(app: &mut App) {
    let drawing = (
        FrameSystems::View,
        FrameSystems::Place,
        FrameSystems::Collect,
        FrameSystems::Draw,
        FrameSystems::Label,
        FrameSystems::Panel,
    );
    app.configure_sets(
        PostUpdate,
        (
            FrameSystems::Interpolate.before(PanOrbitCameraSystemSet),
            FrameSystems::Camera.after(PanOrbitCameraSystemSet).after(FrameSystems::Interpolate),
            drawing
                .chain()
                .after(FrameSystems::Camera)
                .before(TransformSystems::Propagate)
                .before(CameraUpdateSystems)
                .before(UiSystems::Prepare)
                // The engine leaves this open. A node that is spawned later would lie under all others in its first
                // picture, and what is spawned again and again would flicker.
                .before(UiSystems::Stack),
        ),
    );
    for set in [FrameSystems::Interpolate, FrameSystems::View, FrameSystems::Place] {
        app.configure_sets(PostUpdate, set.run_if(shows_a_sky));
    }
    for set in [
        FrameSystems::Camera,
        FrameSystems::Collect,
        FrameSystems::Draw,
        FrameSystems::Label,
        FrameSystems::Panel,
    ] {
        app.configure_sets(PostUpdate, set.run_if(in_state(AppState::Playing)));
    }
}

/// The systems of a frame are many, short, and mostly in a chain: handing each to another thread takes longer than
/// most of them do. The long ones of the engine distribute their loops themselves, and the renderer runs beside.
fn run_on_one_thread(app: &mut SubApp, schedule: impl ScheduleLabel) {
    app.edit_schedule(schedule, |schedule| {
        schedule.set_executor(SingleThreadedExecutor::new());
    });
}
