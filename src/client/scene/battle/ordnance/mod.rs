//! Torpedoes and wrecks.
//!
//! - Enters: the torpedoes and wrecks that the viewer knows of, between two ticks; the limits of effects.
//! - Leaves: light in the shared mesh, and pieces of wrecks with meshes of their own.
//! - Must never: show a torpedo or a wreck out of sight, or draw more of them than the limits allow.
//!
//! | file | does |
//! |---|---|
//! | `torpedo_view.rs` | torpedoes as bright points, with trails of light |
//! | `wreck_view.rs` | pieces of wrecks, which tumble, cool and fade |

pub mod torpedo_view;
pub mod wreck_view;
