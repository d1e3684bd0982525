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
    /// From its middle to the middle of its bow, km: an object is as long as that to both sides, and round at its ends.
    /// Zero for a ball.
    pub half_axis: DVec3,
    /// Whether the object is unknown to the player.
    pub is_hidden: bool,
}
