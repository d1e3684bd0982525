//! The end of a route that leads into a ring: a short piece of that ring about the place at which the route shows its
//! body.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::view::Pen;
use crate::sim::RingLayout;

/// A ring whose radius on the screen is smaller has no room for an arc, pixels.
const LEAST_RADIUS_PIXELS: f64 = 12.0;
/// Extent of the arc ahead of the arrival and behind it, radians.
const HALF_ARC: f64 = 0.3;
/// Pieces of the arc.
const PIECES: u32 = 20;

/// Draws a piece of a ring, given by its number, about the place of its body when a fleet arrives. Returns whether it
/// was drawn: not if it would be too small, or if there is no such ring.
pub fn draw_ring_end(
    pen: &mut Pen,
    (layout, ring, center): (&RingLayout, u8, DVec3),
    place: DVec3,
    color: Color,
) -> bool {
    if ring >= layout.count() {
        return false;
    }
    let Some(projected) = pen.view.project(place) else { return false };
    if layout.radius_km(usize::from(ring)) * projected.pixels_per_km < LEAST_RADIUS_PIXELS {
        return false;
    }
    pen.strip(arc(layout, ring, center, place), color);
    true
}

/// Points of a ring about `center`, on both sides of the point nearest to a place.
fn arc(layout: &RingLayout, ring: u8, center: DVec3, place: DVec3) -> impl Iterator<Item = DVec3> {
    let radius_km = layout.radius_km(usize::from(ring));
    let (plane, middle) = (layout.plane, layout.plane.angle_of(place - center));
    (0..=PIECES).map(move |piece| {
        let share = 2.0 * f64::from(piece) / f64::from(PIECES) - 1.0;
        center + plane.outward(middle + share * HALF_ARC) * radius_km
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::model::holdings::RingNumbers;
    use crate::sim::world::RingBody;

    #[test]
    fn the_arc_lies_on_the_ring_beside_the_arrival() {
        let pole = DVec3::new(0.2, 0.1, 0.9).normalize();
        let body = RingBody { displayed_radius_km: 1.0e5, well_radius_km: 1.0e6, pole, is_star: false };
        let layout = RingLayout::new(&body, 3, None, &RingNumbers::default()).expect("there is room");
        let center = DVec3::X * 1.0e8;
        let on_ring = center + layout.plane.outward(1.0) * layout.radius_km(1);
        let points: Vec<DVec3> = arc(&layout, 1, center, on_ring + pole * 3.0e4).collect();
        assert_eq!(points.len(), PIECES as usize + 1);
        assert!(points.iter().all(|point| (point.distance(center) - layout.radius_km(1)).abs() < 1.0e-3));
        assert!(points[PIECES as usize / 2].distance(on_ring) < 1.0, "its middle is nearest");
    }
}
