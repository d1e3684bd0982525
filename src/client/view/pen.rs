//! Lines in space, by places of the world, km.

use std::f32::consts::FRAC_PI_2;

use bevy::ecs::system::SystemParam;
use bevy::gizmos::config::GizmoConfigGroup;
use bevy::prelude::*;
use glam::DVec3;

use super::{Origin, UNIT_KM, ViewCamera};
use crate::client::frame::LineGizmos;

/// Draws lines for this frame. Places are heliocentric ecliptic km.
#[derive(SystemParam)]
pub struct Pen<'w, 's, Group: GizmoConfigGroup = LineGizmos> {
    /// For lines that are given in render space.
    pub lines: Gizmos<'w, 's, Group>,
    /// The focus of the camera.
    pub origin: Res<'w, Origin>,
    /// The camera, for sizes on the screen.
    pub view: Res<'w, ViewCamera>,
}

impl<Group: GizmoConfigGroup> Pen<'_, '_, Group> {
    /// A straight line.
    pub fn line(&mut self, from: DVec3, to: DVec3, color: Color) {
        self.lines.line(self.origin.place(from), self.origin.place(to), color);
    }

    /// A line through points.
    pub fn strip(&mut self, points: impl IntoIterator<Item = DVec3>, color: Color) {
        self.lines.linestrip(points.into_iter().map(|point| self.origin.place(point)), color);
    }

    /// A circle parallel to the ecliptic, a polygon with this number of sides.
    pub fn level_circle(&mut self, middle: DVec3, radius_km: f64, sides: u32, color: Color) {
        let level = Isometry3d::new(self.origin.place(middle), Quat::from_rotation_x(FRAC_PI_2));
        self.lines.circle(level, (radius_km / UNIT_KM) as f32, color).resolution(sides);
    }

    /// A ball of lines, polygons with this number of sides.
    pub fn ball(&mut self, middle: DVec3, radius_km: f64, sides: u32, color: Color) {
        let middle = Isometry3d::from_translation(self.origin.place(middle));
        self.lines.sphere(middle, (radius_km / UNIT_KM) as f32, color).resolution(sides);
    }
}
