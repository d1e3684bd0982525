//! The point of the plane, the body and the ring under the pointer, in the world or on the map.

use bevy::prelude::*;
use glam::DVec3;

use super::meant::Meant;
use crate::client::hud::minimap::mouse::{MapPlaces, MapSpot};
use crate::client::input::{Pointed, SceneCursor, Selected};
use crate::client::scene::rings::{RingView, ShownRings, ring_at};
use crate::client::view::{Origin, RenderPosition, ViewCamera, middle};
use crate::orbit::AU_KM;
use crate::sim::Body;

/// Heights above the ecliptic below this share of the camera's distance count as zero.
const LEAST_HEIGHT_SHARE: f64 = 0.02;
/// Points farther from the star than this are not pointed at, AU.
const FARTHEST_POINT_AU: f64 = 120.0;

/// The height of the pointed plane: that of the selected ships (or, without any, of the focus), or the ecliptic if
/// the difference is too small at this distance.
pub fn plane_height(level: DVec3, focal_distance: f64) -> f64 {
    if level.z.abs() > LEAST_HEIGHT_SHARE * focal_distance { level.z } else { 0.0 }
}

/// The point of a plane that a pixel shows; none far outside the system.
pub fn ground_point(view: &ViewCamera, cursor: Vec2, plane_km: f64) -> Option<DVec3> {
    view.ground_point(cursor.as_dvec2(), plane_km).filter(|point| point.length() < FARTHEST_POINT_AU * AU_KM)
}

/// The place of a click.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClickPlace {
    /// In the window, logical pixels.
    pub at: Vec2,
    /// The panel there.
    pub panel: Option<Entity>,
}

/// Finds what the place of a click shows; without a click that of the pointer.
pub fn point(
    In(clicked): In<Option<ClickPlace>>,
    cursor: SceneCursor,
    map: MapPlaces,
    view: Res<ViewCamera>,
    origin: Res<Origin>,
    (meant, bodies): (Res<Meant>, Query<&Body>),
    selected: Query<&RenderPosition, With<Selected>>,
    rings: RingView,
    shown: Res<ShownRings>,
    mut pointed: ResMut<Pointed>,
) {
    let level = middle(selected.iter()).unwrap_or(origin.0);
    let plane_km = plane_height(level, view.focal_distance);
    if let Some(panel) = clicked.map_or(cursor.panel(), |click| click.panel) {
        let spot = map.under(panel, clicked.map(|click| click.at));
        let (point, body) = spot.map_or((None, None), |MapSpot { place, body }| (Some(place), body));
        *pointed = Pointed { point, body, plane_km, ..default() };
        return;
    }
    let pixel = clicked.map(|click| click.at).or_else(|| cursor.pixel());
    let point = pixel.and_then(|cursor| ground_point(&view, cursor, plane_km));
    let body = meant.0.and_then(|entity| bodies.get(entity).ok()).map(|body| body.0);
    // While a slot is being chosen, a click on a ring is meant for that.
    let ring = pixel.filter(|_| body.is_none() && !shown.for_slot);
    let ring = ring.and_then(|cursor| ring_at(cursor, &rings, &shown));
    *pointed = Pointed { point, body, ring, plane_km, is_lifting: false, facing: None };
}

/// Points at nothing, where a click has ended a tool and the pointer has not moved on: no order is offered there.
pub fn point_nowhere(mut meant: ResMut<Meant>, mut pointed: ResMut<Pointed>) {
    *meant = Meant::default();
    *pointed = Pointed { plane_km: pointed.plane_km, ..default() };
}

/// Puts the point of the plane under the pointer again: the camera has moved with the frame, and what is drawn at the
/// point has to be where the pointer is in this picture.
pub fn keep_under_pointer(cursor: SceneCursor, view: Res<ViewCamera>, mut pointed: ResMut<Pointed>) {
    if pointed.point.is_none() || pointed.is_drag() || cursor.panel().is_some() {
        return;
    }
    if let Some(pixel) = cursor.pixel() {
        pointed.point = ground_point(&view, pixel, pointed.plane_km);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ecliptic_is_meant_unless_the_ships_are_seen_to_be_off_it() {
        assert_eq!(plane_height(DVec3::new(1.0e8, 0.0, 5.0e6), 5.0e8), 0.0);
        assert_eq!(plane_height(DVec3::new(1.0e8, 0.0, 5.0e6), 1.0e6), 5.0e6);
    }
}
