//! Ships on the screen: hulls, the light of engines, trails.

pub mod engines;
pub mod ribbons;
pub mod ship_view;
pub mod trails;
