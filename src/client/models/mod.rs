//! The look of ships, structures, icons and charts: meshes, materials, colours.
//!
//! - Enters: shapes and classes of the rules.
//! - Leaves: meshes, materials and images.
//! - Must never: know a place in the world or on the screen.

pub mod canvas;
pub mod chart;
pub mod faction_materials;
pub mod hull_material;
pub mod hulls;
pub mod icons;
pub mod marks;
pub mod mesh_builder;
pub mod outlines;
pub mod palette;
pub mod ship_mark;
mod styles;
mod triangles;

pub use faction_materials::{FactionMaterialMaker, light_paint};
pub use hull_material::{HullMaterial, Plating};
pub use icons::{IconShape, Icons};
pub use mesh_builder::Dice;
pub use palette::{FactionColors, Palette};
pub use ship_mark::ShipMark;
pub use triangles::triangle_mesh;

use bevy::prelude::*;

use crate::sim::OfWorld;

/// Draws the icons, and keeps the materials of factions.
pub fn plugin(app: &mut App) {
    app.add_plugins(hull_material::plugin);
    app.init_of_world::<faction_materials::FactionMaterialCache>();
    app.add_systems(Startup, draw_icons);
}

fn draw_icons(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    commands.insert_resource(icons::Icons::draw(&mut images));
}
