//! The areas of near hulls in the picture, of which names stand clear. Lengths are pixels of the UI.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::scene::labels::declutter::SkyMarks;
use crate::client::view::{RenderPosition, ScreenAnchor, ViewCamera};
use crate::sim::{Flight, MemberOf, Ship};

/// A hull that reaches less far from its middle is in no name's way: it is a mark there, or hardly more.
const LEAST_REACH: f32 = 8.0;
/// Before a hull of a larger radius there would be no room for names.
const LARGEST_RADIUS: f32 = 60.0;
/// The length of the pieces of a hull, each of which has an area, and the most pieces: one area about a hull that lies
/// oblique would be mostly empty.
const PIECE: f32 = 24.0;
const MOST_PIECES: u32 = 8;

/// A hull in space.
struct Hull {
    middle: DVec3,
    /// Direction of the bow, a unit vector.
    heading: DVec3,
    half_length_km: f64,
    radius_km: f64,
}

/// Notes the areas of all near hulls, with their fleets, whose names stand before them only without other room.
pub fn note_hulls(
    ships: Query<(&Ship, &MemberOf, &RenderPosition, &Flight, &ScreenAnchor)>,
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    mut marks: ResMut<SkyMarks>,
) {
    marks.hulls.clear();
    for (ship, fleet, shown, flight, _) in ships.iter().filter(|(.., seen)| !seen.is_hidden) {
        let (half_length_km, radius_km) = (ship.half_length_km, ship.radius_km);
        let hull = Hull { middle: shown.0, heading: flight.heading, half_length_km, radius_km };
        marks.hulls.extend(hull.areas(&view, ui_scale.0).map(|area| (fleet.0, area)));
    }
}

impl Hull {
    /// The areas of its pieces from stern to bow.
    fn areas(&self, view: &ViewCamera, ui_scale: f32) -> impl Iterator<Item = Rect> {
        let count = self.pieces(view, ui_scale);
        let end = move |index: u32| {
            let along = 2.0 * f64::from(index) / f64::from(count) - 1.0;
            view.project(self.middle + self.heading * (along * self.half_length_km))
        };
        (0..count).filter_map(move |index| {
            let (stern, bow) = (end(index)?, end(index + 1)?);
            let radius = (self.radius_km * stern.pixels_per_km.max(bow.pixels_per_km)) as f32;
            let area = Rect::from_corners(stern.pixel, bow.pixel).inflate(radius);
            Some(Rect { min: area.min / ui_scale, max: area.max / ui_scale })
        })
    }

    /// The number of its pieces; 0 for a hull that is in no name's way.
    fn pieces(&self, view: &ViewCamera, ui_scale: f32) -> u32 {
        let Some(seen) = view.project(self.middle) else { return 0 };
        let pixels = |km: f64| (km * seen.pixels_per_km) as f32 / ui_scale;
        let (half_length, radius) = (pixels(self.half_length_km), pixels(self.radius_km));
        let reach = half_length + radius;
        let is_in_picture = view.picture().inflate(reach * ui_scale).contains(seen.pixel);
        if reach < LEAST_REACH || radius > LARGEST_RADIUS || !is_in_picture {
            return 0;
        }
        (2.0 * half_length / PIECE).ceil().clamp(1.0, MOST_PIECES as f32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The areas of a hull across the line of sight, of this length and radius on the screen, turned by an angle,
    /// radians.
    fn areas(length: f64, radius: f64, angle: f64) -> Vec<Rect> {
        let view = ViewCamera { eye: DVec3::NEG_Y * 1000.0, ..ViewCamera::default() };
        let km = 1.0 / view.project(DVec3::ZERO).expect("it is ahead").pixels_per_km;
        let heading = view.right * angle.cos() + view.up * angle.sin();
        let (half_length_km, radius_km) = (0.5 * length * km, radius * km);
        Hull { middle: DVec3::ZERO, heading, half_length_km, radius_km }.areas(&view, 1.0).collect()
    }

    #[test]
    fn a_near_hull_is_in_the_way_from_stern_to_bow() {
        let pieces = areas(100.0, 6.0, 0.0);
        let whole = pieces.iter().copied().reduce(|one, other| one.union(other)).expect("it is near");
        assert!((whole.size() - Vec2::new(112.0, 12.0)).abs().max_element() < 0.1, "{whole:?}");
        let oblique = areas(100.0, 6.0, 0.8);
        assert!(oblique.len() == pieces.len() && oblique.len() > 3, "{oblique:?}");
        let corner = oblique.iter().copied().reduce(|one, other| one.union(other)).expect("it is near").min;
        assert!(!oblique.iter().any(|area| area.contains(corner + 10.0)), "beside it there is room");
    }

    #[test]
    fn small_and_very_large_hulls_are_in_no_names_way() {
        assert!(areas(8.0, 1.0, 0.0).is_empty() && areas(900.0, 70.0, 0.0).is_empty());
        assert!(!areas(500.0, 35.0, 0.0).is_empty());
    }
}
