//! The player's interface.
//!
//! - Enters: the world ([`crate::sim`]), read through the view of the player; mouse and keys; files of
//!   settings, levels, saves and logs.
//! - Leaves: orders through the world's one door; a picture, sounds; saves and logs.
//! - Must never: change the world in any other way, or show what the player cannot know. The world never depends on the
//!   client.
//!
//! The order of a frame is in `frame/schedule.rs`.
//!
//! | folder | subject |
//! |---|---|
//! | `worlds/` | the state of the program ([`AppState`](worlds::AppState)), and the exchange of worlds |
//! | `frame/` | the order of a frame, and common parts of all rooms |
//! | `clockwork/` | the ticks of a game and of a replay; the logs of games; the way to another moment |
//! | `models/` | meshes, icons, materials and colours of ships, structures and factions |
//! | `settings/` | the player's settings: keys, sizes, quality, volumes |
//! | `widgets/` | the elements of panels and pages: buttons, rows, tips, colours and sizes |
//! | `view/` | from the world to the screen and back: the camera, interpolation between ticks, visibility |
//! | `input/` | gestures, the object under the pointer, the selection, pace |
//! | `scene/` | everything drawn in space: sky, ships, rings, routes, battles, ranges of weapons and sensors |
//! | `hud/` | the overlay: panels, map, timeline, news, guide, the page of keys, the encyclopedia |
//! | `orders/` | from gestures and buttons to orders; the hot seat |
//! | `menu/` | the main menu, the menu over the game, the result, the briefing, the loading screen |
//! | `audio/` | sound |
//! | `launch/` | starting the program: the game, a picture, a measurement of frames |
//!
//! A room may use those above it in this table, and none below.

pub mod audio;
pub mod clockwork;
pub mod frame;
pub mod hud;
pub mod input;
pub mod launch;
pub mod menu;
pub mod models;
pub mod orders;
pub mod scene;
pub mod settings;
pub mod view;
pub mod widgets;
pub mod worlds;

use bevy::prelude::*;

use crate::sim::OfWorld;

/// Adds the client.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        worlds::plugin,
        frame::plugin,
        clockwork::plugin,
        models::plugin,
        view::plugin,
        input::plugin,
        widgets::plugin,
        scene::plugin,
        hud::plugin,
        orders::plugin,
        (menu::loading::plugin, menu::result::plugin),
        launch::screenshot::plugin,
    ));
    app.init_of_world::<menu::Menu>();
}
