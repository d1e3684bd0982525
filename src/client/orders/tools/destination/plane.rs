//! The plane in which an order is aimed: circles at round distances about the ships, with faint spokes; and the ways of
//! the fleets to the point. So the place of a point is read without a body beside it.

use std::f64::consts::TAU;

use bevy::prelude::*;
use glam::DVec3;

use super::stalk::round_km;
use crate::client::frame::au;
use crate::client::orders::tools::aim::AIM;
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::view::Pen;

/// Least radius of the innermost circle, pixels.
const LEAST_PIXELS: f64 = 60.0;
/// Number of circles, least ratio of two neighbours, and sides.
const CIRCLES: usize = 4;
const APART: f64 = 1.5;
const SIDES: u32 = 128;
/// Number of spokes.
const SPOKES: u32 = 8;
/// Opacity of the circles, of the spokes in the middle, of the numbers, and of the ways.
const CIRCLE_ALPHA: f32 = 0.2;
const SPOKE_ALPHA: f32 = 0.16;
const NUMBER_ALPHA: f32 = 0.6;
const WAY_ALPHA: f32 = 0.45;
/// Size of the numbers, pixels.
const NUMBER_PIXELS: f32 = 12.0;

/// Draws the plane at a height above the ecliptic, km, about ships at a place.
pub(super) fn draw_plane(pen: &mut Pen, labels: &mut PointLabels, ships: DVec3, plane_km: f64) {
    let center = ships.with_z(plane_km);
    let per_km = pen.view.pixels_per_radius(pen.view.eye.distance(center));
    let mut widest_km = 0.0;
    for radius_km in circles_km(LEAST_PIXELS / per_km) {
        widest_km = radius_km;
        pen.level_circle(center, radius_km, SIDES, AIM.with_alpha(CIRCLE_ALPHA));
        let place = pen.view.label_point(center, radius_km, None);
        // Without any of it in the picture that is the middle.
        if place != center {
            labels.whisper(place, au(radius_km), AIM.with_alpha(NUMBER_ALPHA), NUMBER_PIXELS);
        }
    }
    for spoke in 0..SPOKES {
        let (sine, cosine) = libm::sincos(TAU * f64::from(spoke) / f64::from(SPOKES));
        let end = center + DVec3::new(cosine, sine, 0.0) * widest_km;
        let (inner, outer) = (pen.origin.place(center), pen.origin.place(end));
        pen.lines.line_gradient(inner, outer, AIM.with_alpha(SPOKE_ALPHA), AIM.with_alpha(0.0));
    }
}

/// Draws the ways of fleets from these places to a point.
pub(super) fn draw_ways(pen: &mut Pen, from: &[DVec3], point: DVec3) {
    for start in from {
        pen.line(*start, point, AIM.with_alpha(WAY_ALPHA));
    }
}

/// The radii of the circles, from the inside; the innermost has at least this radius, km.
fn circles_km(least_km: f64) -> impl Iterator<Item = f64> {
    std::iter::successors(round_km(least_km), |radius_km| round_km(APART * radius_km)).take(CIRCLES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_circles_are_at_round_distances() {
        let circles = |least_km: f64| circles_km(least_km).collect::<Vec<f64>>();
        assert_eq!(circles(700.0), [1_000.0, 2_000.0, 5_000.0, 10_000.0]);
        assert_eq!(circles(1_300_000.0), [2.0e6, 5.0e6, 1.0e7, 2.0e7]);
        assert!([0.0, f64::INFINITY, f64::NAN].iter().all(|least_km| circles(*least_km).is_empty()));
    }
}
