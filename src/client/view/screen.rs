//! Visibility on the screen.

use bevy::prelude::*;
use glam::DVec3;

/// The place of an object with a marker.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct ScreenAnchor {
    /// Heliocentric ecliptic km.
    pub place: DVec3,
    /// Radius, km.
    pub radius_km: f64,
    /// The area of its hull about its place, as it is seen: in km across the line of sight at the distance of its
    /// place, x to the right, y down; empty for what is no hull, or not seen.
    pub hull_km: Rect,
    /// Whether the object is unknown to the player.
    pub is_hidden: bool,
}
