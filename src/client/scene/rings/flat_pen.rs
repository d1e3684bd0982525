//! Flat signs that face the eye, in the mesh of smoke: solid, and even without antialiasing soft at their edges.

use std::f64::consts::TAU;

use bevy::prelude::*;
use glam::DVec2;

use crate::client::scene::ribbons::{Ribbons, faded};
use crate::client::view::{Axes, Origin};

/// Sides of what is round.
const SIDES: u32 = 18;

/// A straight piece of a stroke, from point to point.
pub(super) type Piece = ((f64, f64), (f64, f64));

/// Adds flat shapes to a sheet. They are given in the units of some axes across the line of sight.
pub(super) struct FlatPen<'a> {
    /// The sheet, which is drawn in the order of the shapes.
    pub sheet: &'a mut Ribbons,
    /// The focus of the camera.
    pub origin: &'a Origin,
    /// The place of the sign, its directions and its unit.
    pub axes: Axes,
}

impl FlatPen<'_> {
    /// Adds a disc or a circle: radii from within, each with the share of the colour's opacity there.
    pub fn round<const ROWS: usize>(&mut self, rows: [(f64, f32); ROWS], color: LinearRgba) {
        let (origin, axes) = (self.origin, self.axes);
        let columns = (0..=SIDES).map(|side| {
            let (sine, cosine) = libm::sincos(TAU * f64::from(side) / f64::from(SIDES));
            let point = |radius: f64| origin.place(axes.point((radius * cosine, radius * sine)));
            rows.map(|(radius, share)| (point(radius), faded(color, share)))
        });
        self.sheet.weave(columns);
    }

    /// Adds a straight stroke with square ends: half its width, and the width of its soft edges.
    pub fn stroke(&mut self, (from, to): Piece, (half, soft): (f64, f64), color: LinearRgba) {
        let (origin, axes) = (self.origin, self.axes);
        let (from, to) = (DVec2::from(from), DVec2::from(to));
        let along = (to - from).normalize_or_zero();
        let rows: [(f64, f32); 4] = [(-half - soft, 0.0), (-half, 1.0), (half, 1.0), (half + soft, 0.0)];
        let columns = [from - along * half, to + along * half].map(|end| {
            rows.map(|(aside, share)| {
                let point = end + along.perp() * aside;
                (origin.place(axes.point((point.x, point.y))), faded(color, share))
            })
        });
        self.sheet.weave(columns);
    }

    /// Fills an outline of at least three points that is seen whole from its middle; an open one is closed.
    pub fn fill(&mut self, outline: &[(f64, f64)], color: LinearRgba) {
        if outline.len() < 3 {
            return;
        }
        let (origin, axes, color) = (self.origin, self.axes, faded(color, 1.0));
        let count = outline.len() as u32;
        let points = || outline.iter().map(|point| DVec2::from(*point));
        let middle = points().sum::<DVec2>() / f64::from(count);
        let corners = std::iter::once(middle).chain(points());
        let corners = corners.map(|point| (origin.place(axes.point((point.x, point.y))), color));
        let triangles = (0..count).flat_map(|corner| [0, 1 + corner, 1 + (corner + 1) % count]);
        self.sheet.patch(corners, triangles);
    }
}

#[cfg(test)]
mod tests {
    use bevy::asset::RenderAssetUsages;
    use bevy::mesh::PrimitiveTopology;

    use super::*;
    use crate::client::view::{UNIT_KM, ViewCamera};

    /// The corners of what is drawn before the eye with units of a million km, as (x, y) on the screen.
    fn drawn(draw: impl Fn(&mut FlatPen)) -> Vec<DVec2> {
        let view = ViewCamera::default();
        let place = view.eye + view.forward * 9.0e6;
        let (mut sheet, origin) = (Ribbons::default(), Origin(place));
        draw(&mut FlatPen { sheet: &mut sheet, origin: &origin, axes: Axes::upright(&view, place, 1.0e6) });
        let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default());
        sheet.write(&mut mesh);
        let places = mesh.attribute(Mesh::ATTRIBUTE_POSITION).and_then(|all| all.as_float3());
        let on_screen =
            |corner: &[f32; 3]| DVec2::new(f64::from(corner[0]), f64::from(corner[1])) * (UNIT_KM / 1.0e6);
        places.unwrap_or_default().iter().map(on_screen).collect()
    }

    #[test]
    fn a_stroke_has_its_width_and_goes_a_little_beyond_its_ends() {
        let corners = drawn(|pen| pen.stroke(((-1.0, 0.0), (1.0, 0.0)), (0.2, 0.1), LinearRgba::WHITE));
        assert_eq!(corners.len(), 8);
        let most = corners.iter().fold(DVec2::ZERO, |most, corner| most.max(corner.abs()));
        assert!(most.distance(DVec2::new(1.2, 0.3)) < 1.0e-3, "{most}");
    }

    #[test]
    fn a_circle_is_round() {
        let corners = drawn(|pen| pen.round([(0.5, 1.0), (1.0, 0.0)], LinearRgba::WHITE));
        assert!(corners.len() > 20);
        let is_round = |column: &[DVec2]| {
            (column[0].length() - 0.5).abs() < 1.0e-3 && (column[1].length() - 1.0).abs() < 1.0e-3
        };
        assert!(corners.chunks(2).all(is_round));
    }

    #[test]
    fn only_what_has_an_area_is_filled() {
        assert!(drawn(|pen| pen.fill(&[(0.0, 0.0), (1.0, 0.0)], LinearRgba::WHITE)).is_empty());
        let corners = drawn(|pen| pen.fill(&[(0.0, 0.0), (0.9, 0.0), (0.0, 0.9)], LinearRgba::WHITE));
        assert_eq!(corners.len(), 4);
        assert!(corners[0].distance(DVec2::new(0.3, 0.3)) < 1.0e-3, "it begins in the middle");
    }
}
