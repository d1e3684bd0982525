//! Lines in space, by places of the world, km.

use std::f32::consts::FRAC_PI_2;
use std::f64::consts::TAU;

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

/// Axes across the line of sight, for outlines that keep their size on the screen.
#[derive(Clone, Copy, Debug)]
pub struct Axes {
    place: DVec3,
    across: DVec3,
    toward: DVec3,
}

impl Axes {
    /// The axes of an outline that faces a point, with units of this length.
    pub fn facing(view: &ViewCamera, place: DVec3, faced: DVec3, unit_km: f64) -> Self {
        let sight = (place - view.eye).normalize_or(view.forward);
        let toward = (faced - place).reject_from_normalized(sight).normalize_or(-view.up);
        let across = toward.cross(sight).normalize_or(view.right);
        Self { place, across: across * unit_km, toward: toward * unit_km }
    }

    /// The axes of the outline of a ball, with units of the outline's radius; `None` from inside the ball.
    pub fn around_ball(view: &ViewCamera, middle: DVec3, radius_km: f64) -> Option<Self> {
        let away = middle - view.eye;
        let sine = radius_km / away.length();
        if sine.is_nan() || sine >= 1.0 {
            return None;
        }
        // Lines of sight touch the ball in a circle that is nearer than its middle, and smaller.
        let outline_km = radius_km * (1.0 - sine * sine).sqrt();
        let across = away.cross(view.up).normalize_or(view.right);
        let toward = across.cross(away).normalize_or(view.up);
        let place = middle - away * (sine * sine);
        Some(Self { place, across: across * outline_km, toward: toward * outline_km })
    }

    /// The axes of the screen, to the right and up, with units of this length.
    pub fn upright(view: &ViewCamera, place: DVec3, unit_km: f64) -> Self {
        Self { place, across: view.right * unit_km, toward: view.up * unit_km }
    }

    /// The place of a point that is given in units.
    pub fn point(&self, (x, y): (f64, f64)) -> DVec3 {
        self.place + self.across * x + self.toward * y
    }
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

    /// A broken circle parallel to the ecliptic: this number of straight dashes, each as long as this share of the
    /// distance from dash to dash.
    pub fn dashed_circle(&mut self, middle: DVec3, radius_km: f64, (count, share): (u32, f64), color: Color) {
        let at = |turns: f64| {
            let (sine, cosine) = libm::sincos(turns * TAU);
            middle + DVec3::new(cosine, sine, 0.0) * radius_km
        };
        for dash in 0..count {
            let from = f64::from(dash) / f64::from(count);
            self.line(at(from), at(from + share / f64::from(count)), color);
        }
    }

    /// A ball of lines, polygons with this number of sides.
    pub fn ball(&mut self, middle: DVec3, radius_km: f64, sides: u32, color: Color) {
        let middle = Isometry3d::from_translation(self.origin.place(middle));
        self.lines.sphere(middle, (radius_km / UNIT_KM) as f32, color).resolution(sides);
    }

    /// The strokes of an outline. With dashes each piece is broken: from the one share of its length to the other.
    pub fn strokes(
        &mut self,
        axes: &Axes,
        strokes: &[impl AsRef<[(f64, f64)]>],
        dashes: Option<(f64, f64)>,
        color: Color,
    ) {
        for stroke in strokes {
            let points = || stroke.as_ref().iter().map(|point| axes.point(*point));
            let Some((end, begin)) = dashes else {
                self.strip(points(), color);
                continue;
            };
            for (from, to) in points().zip(points().skip(1)) {
                self.line(from, from.lerp(to, end), color);
                self.line(from.lerp(to, begin), to, color);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_sight_touch_a_ball_at_its_outline() {
        let view = ViewCamera::default();
        let middle = DVec3::new(2.0, 9.0, 1.0);
        let axes = Axes::around_ball(&view, middle, 3.0).expect("it is seen from outside");
        for unit in [(1.0, 0.0), (0.0, -1.0), (0.6, 0.8)] {
            let point = axes.point(unit);
            assert!((point.distance(middle) - 3.0).abs() < 1.0e-9, "it is on the ball");
            assert!((point - view.eye).dot(point - middle).abs() < 1.0e-9, "sight only touches it");
        }
        assert!(Axes::around_ball(&view, view.eye, 3.0).is_none());
    }

    #[test]
    fn outlines_face_their_body_across_the_line_of_sight() {
        let view = ViewCamera::default();
        let axes = Axes::facing(&view, DVec3::Y * 9.0, DVec3::new(4.0, 12.0, 0.0), 2.0);
        assert!(axes.toward.distance(DVec3::X * 2.0) < 1.0e-12);
        assert!(axes.across.dot(axes.toward).abs() < 1.0e-12);
        // An outline with its body right behind it faces down.
        let axes = Axes::facing(&view, DVec3::Y * 9.0, DVec3::Y * 12.0, 2.0);
        assert!(axes.toward.distance(-DVec3::Z * 2.0) < 1.0e-12);
    }
}
