//! The look of ships, structures, icons and charts: meshes, materials, colours.
//!
//! - Enters: shapes and classes of the rules.
//! - Leaves: meshes, materials and images.
//! - Must never: know a place in the world or on the screen.
//!
//! | folder or file | makes |
//! |---|---|
//! | `hulls.rs`, `mesh_builder/`, `triangles.rs` | meshes of hulls and stations, from their recipes |
//! | `hull_material.rs`, `faction_materials.rs` | the materials of hulls, in the colours of factions |
//! | `styles.rs` | the styles of hulls |
//! | `palette.rs` | the colours of factions |
//! | `sample.rs` | unseen samples of what is drawn later |
//! | `pictures/` | icons, marks, outlines, portraits, globes and charts |

pub mod faction_materials;
pub mod hull_material;
pub mod hulls;
pub mod mesh_builder;
pub mod palette;
mod pictures;
mod sample;
mod styles;
mod triangles;

pub use faction_materials::{FactionMaterialMaker, light_paint};
pub use hull_material::{HullMaterial, Plating};
pub use mesh_builder::Dice;
pub use palette::{FactionColors, Palette};
pub use pictures::icons::{IconShape, Icons};
pub use pictures::ship_mark::ShipMark;
pub use pictures::{canvas, chart, globe, icons, marks, outlines, portrait, segment, ship_mark};
pub use sample::sample;
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
    commands.insert_resource(Icons::draw(&mut images));
}
