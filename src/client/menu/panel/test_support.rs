//! The panel in a world of its own, for tests.

use bevy::ecs::system::RunSystemOnce;
use bevy::input::keyboard::KeyboardInput;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;

use super::{show, show_rows, spawn, spawn_details};
use crate::client::menu::Menu;
use crate::client::settings::Settings;

/// A world with the panel of a menu.
pub(super) fn shown(menu: Menu) -> World {
    let mut world = World::new();
    world.init_resource::<Settings>();
    world.init_resource::<InputFocus>();
    world.init_resource::<Messages<KeyboardInput>>();
    world.insert_resource(menu);
    spawn(world.commands());
    world.flush();
    world.run_system_once(spawn_details).expect("it runs");
    world.run_system_once(show).expect("it runs");
    world.run_system_once(show_rows).expect("it runs");
    world
}
