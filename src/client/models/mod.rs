//! What ships, structures and icons look like: meshes, materials, colours.
//!
//! - Enters: shapes and classes as the rules name them.
//! - Leaves: meshes, materials and images.
//! - Must never: know where anything is.

pub mod faction_materials;
pub mod hulls;
pub mod icons;
pub mod mesh_builder;
pub mod palette;
