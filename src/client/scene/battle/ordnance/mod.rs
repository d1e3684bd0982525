//! Torpedoes and wrecks.

pub mod torpedo_view;
pub mod wreck_view;
