//! Hovering rings: the ring under the pointer, and its highlight.

use std::f64::consts::TAU;

use bevy::prelude::*;
use glam::DVec3;

use super::{RingView, ShownRings};
use crate::client::frame::{LineGizmos, Player};
use crate::client::input::{Pointed, Selected};
use crate::client::models::FactionColors;
use crate::client::models::segment::nearest_share;
use crate::client::view::{RingPoint, ViewCamera, Well};
use crate::sim::BodyId;

/// A well whose disc has a smaller radius on the screen does not show its rings for the pointer, pixels.
const LEAST_DISC_PIXELS: f64 = 80.0;
/// Greatest distance of the pointer from the line of a ring, pixels of the UI.
const LINE_PIXELS: f32 = 7.0;
/// Distance of the two lines of a highlight from the ring, pixels.
const LIT_PIXELS: f64 = 1.5;
/// Opacity of the lines.
const LIT_ALPHA: f32 = 0.9;

/// The wells with rings whose discs contain the pointer and are large enough; a well and the well around it may
/// both be listed. `cursor` is in logical pixels from the top left.
pub(super) fn wells_under(cursor: Vec2, rings: &RingView) -> Vec<BodyId> {
    let holds = |body: &BodyId| {
        rings.well(*body).is_some_and(|well| {
            let middle = rings.view.project(well.place).map(|projected| projected.pixel);
            disc_holds(middle, well.pixels, cursor)
        })
    };
    rings.places.0.keys().filter(holds).collect()
}

/// The smallest of these wells: a slot that is chosen there is that of the moon, and not of the planet behind it.
pub(super) fn well_at(cursor: Vec2, rings: &RingView) -> Option<BodyId> {
    let sized = |body: BodyId| Some((rings.well(body)?.pixels, body));
    smallest(wells_under(cursor, rings).into_iter().filter_map(sized))
}

/// The smallest of some bodies with their sizes.
fn smallest(bodies: impl Iterator<Item = (f64, BodyId)>) -> Option<BodyId> {
    bodies.min_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, body)| body)
}

/// Whether a disc on the screen is large enough to point into and holds the pointer.
fn disc_holds(middle: Option<Vec2>, radius_pixels: f64, cursor: Vec2) -> bool {
    radius_pixels > LEAST_DISC_PIXELS
        && middle.is_some_and(|middle| f64::from(middle.distance(cursor)) < radius_pixels)
}

/// The ring whose line is nearest to the pointer, in the wells whose rings are drawn; `None` if none is within a
/// few pixels. Parts behind the body do not count. `cursor` is in logical pixels from the top left.
pub fn ring_at(cursor: Vec2, rings: &RingView, shown: &ShownRings) -> Option<RingPoint> {
    let mut nearest: Option<(f32, RingPoint)> = None;
    for well in shown.bodies.iter().filter_map(|body| rings.well(*body)) {
        for ring in 0..well.layout.count() {
            let Some((miss, place)) = line_miss(cursor, &rings.view, &well, ring) else { continue };
            let is_nearer = nearest.is_none_or(|(least, _)| miss < least);
            if miss <= LINE_PIXELS * rings.ui_scale.0 && is_nearer {
                nearest = Some((miss, RingPoint { body: well.body, ring, place }));
            }
        }
    }
    nearest.map(|(_, found)| found)
}

/// Distance of a pointer from the line of a ring, pixels, and the nearest point of the ring; `None` if no part of
/// the ring is in sight.
fn line_miss(cursor: Vec2, view: &ViewCamera, well: &Well, ring: u8) -> Option<(f32, DVec3)> {
    let mut nearest: Option<(f32, DVec3)> = None;
    let mut before: Option<(Vec2, DVec3)> = None;
    for point in well.arc(well.radius_km(ring), 0.0, TAU, well.circle_steps(ring)) {
        let pixel = view.project(point).map(|projected| projected.pixel);
        let here = pixel.filter(|_| !well.hides(view.eye, point)).map(|pixel| (pixel, point));
        if let (Some((from, start)), Some((to, end))) = (before, here) {
            let share = nearest_share(cursor, from, to);
            let miss = cursor.distance(from.lerp(to, share));
            if nearest.is_none_or(|(least, _)| miss < least) {
                nearest = Some((miss, start.lerp(end, f64::from(share))));
            }
        }
        before = here;
    }
    nearest
}

impl RingView<'_> {
    /// The point of a ring's line nearest to a point, heliocentric ecliptic km both; `None` without rings.
    pub fn point_of_ring(&self, body: BodyId, ring: u8, toward: DVec3) -> Option<DVec3> {
        let layout = self.rings.of(body)?;
        let center = *self.places.0.get(body)?;
        let outward = layout.plane.outward(layout.plane.angle_of(toward - center));
        Some(center + outward * layout.radius_km(usize::from(ring)))
    }
}

/// Highlights the ring under the pointer. The tool that is held writes the words.
pub fn draw_pointed_ring(
    rings: RingView,
    pointed: Res<Pointed>,
    selected: Query<(), With<Selected>>,
    shown: Res<ShownRings>,
    colors: Res<FactionColors>,
    player: Res<Player>,
    mut lines: Gizmos<LineGizmos>,
) {
    let Some(meant) = pointed.ring.filter(|_| !selected.is_empty() || shown.for_rally) else { return };
    let Some(well) = rings.well(meant.body) else { return };
    let color = colors.of(player.faction).with_alpha(LIT_ALPHA);
    let radius_km = well.radius_km(meant.ring);
    for side in [-LIT_PIXELS, LIT_PIXELS] {
        let beside_km = radius_km + side * well.km_per_pixel();
        let circle = well.arc(beside_km, 0.0, TAU, well.circle_steps(meant.ring));
        lines.linestrip(circle.map(|point| rings.drawn(point)), color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::model::holdings::RingNumbers;
    use crate::sim::world::{RingBody, RingLayout};

    fn layout() -> RingLayout {
        let body =
            RingBody { displayed_radius_km: 1.0e5, well_radius_km: 1.0e6, pole: DVec3::Z, is_star: false };
        RingLayout::new(&body, 3, None, &RingNumbers::default()).expect("there is room")
    }

    /// A camera that looks down on the well from above.
    fn view() -> ViewCamera {
        ViewCamera::above(5.0e6)
    }

    #[test]
    fn the_line_of_a_ring_is_found_where_it_is_seen() {
        let (layout, view) = (layout(), view());
        let pixels = 1.0e6 * view.pixels_per_radius(5.0e6);
        let well =
            Well { body: BodyId(3), place: DVec3::ZERO, layout: &layout, pixels, tick: 7, fraction: 1.0 };
        let on_ring = well.point(well.radius_km(1), 0.4);
        let pixel = view.project(on_ring).expect("it is in sight").pixel;
        let (miss, place) = line_miss(pixel, &view, &well, 1).expect("the ring is in sight");
        assert!(miss < 0.5, "{miss}");
        assert!(place.distance(on_ring) < 1.0e-2 * well.radius_km(1));
        let outward = (pixel - Vec2::new(640.0, 360.0)).normalize();
        let (miss, _) = line_miss(pixel + outward * 5.0, &view, &well, 1).expect("the ring is in sight");
        assert!((miss - 5.0).abs() < 0.5, "{miss}");
    }

    #[test]
    fn one_points_into_large_discs_only() {
        let middle = Some(Vec2::new(100.0, 100.0));
        assert!(disc_holds(middle, 90.0, Vec2::new(180.0, 100.0)));
        assert!(!disc_holds(middle, 90.0, Vec2::new(195.0, 100.0)), "beside it");
        assert!(!disc_holds(middle, 70.0, Vec2::new(100.0, 100.0)), "too small");
        assert!(!disc_holds(None, 90.0, Vec2::new(100.0, 100.0)), "behind the eye");
    }

    #[test]
    fn of_wells_in_each_other_the_inner_one_is_meant() {
        assert_eq!(smallest([(400.0, BodyId(2)), (90.0, BodyId(3))].into_iter()), Some(BodyId(3)));
        assert_eq!(smallest(std::iter::empty()), None);
    }
}
