//! The mouse on the minimap: finds the place of the world under the pointer, and looks there.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_panorbit_camera::PanOrbitCamera;
use glam::DVec3;

use super::marks::dot_pixels;
use crate::client::hud::layout::places::{MAP_RADIUS, MapSeat, Minimap};
use crate::client::scene::system_map::MapScale;
use crate::client::view::{BodyPlaces, Focus, FocusTarget, MainCamera, Origin, UNIT_KM, ViewCamera};
use crate::level::StarSystem;
use crate::sim::{BodyId, Sky};

/// Greatest distance between a click and its body, pixels.
const REACH_PIXELS: f32 = 6.0;
/// Least distance of the view from a body, in its radii.
const NEAREST_RADII: f64 = 4.0;

/// What a point of the map shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapSpot {
    /// The body's place, or that of the ecliptic, km.
    pub place: DVec3,
    /// The body whose dot is there.
    pub body: Option<BodyId>,
}

/// Query bundle for the places of the map.
#[derive(SystemParam)]
pub struct MapPlaces<'w, 's> {
    window: Option<Single<'w, 's, &'static Window, With<PrimaryWindow>>>,
    maps: Query<'w, 's, (), With<Minimap>>,
    view: Res<'w, ViewCamera>,
    ui_scale: Res<'w, UiScale>,
    seat: Res<'w, MapSeat>,
    scale: Res<'w, MapScale>,
    sky: Res<'w, Sky>,
    places: Res<'w, BodyPlaces>,
}

impl MapPlaces<'_, '_> {
    /// What is there if that panel is the map, logical pixels of the window; without a place under the pointer.
    pub fn under(&self, panel: Entity, at: Option<Vec2>) -> Option<MapSpot> {
        let pixel = at.or_else(|| self.window.as_ref()?.cursor_position())?;
        self.at(pixel).filter(|_| self.maps.contains(panel))
    }

    /// The body whose dot is under the pointer, and the place of the dot, in radii of the map.
    pub(super) fn pointed(&self) -> Option<(BodyId, Vec2)> {
        let pixel = self.window.as_ref()?.cursor_position()?;
        let MapSpot { place, body } = self.at(pixel)?;
        Some((body?, self.scale.to_map(place)))
    }

    /// What is there, logical pixels of the window; `None` beside the map.
    fn at(&self, pixel: Vec2) -> Option<MapSpot> {
        self.spot(self.on_map(pixel))
    }

    /// The same, with the edge of the map for places beside it.
    fn toward(&self, pixel: Vec2) -> Option<MapSpot> {
        self.spot(self.on_map(pixel).clamp_length_max(0.999))
    }

    fn on_map(&self, pixel: Vec2) -> Vec2 {
        let ui_scale = self.ui_scale.0;
        self.seat.on_map(pixel / ui_scale, self.view.screen(ui_scale))
    }

    /// For a point in radii of the map.
    fn spot(&self, point: Vec2) -> Option<MapSpot> {
        let on_plane = self.scale.to_world(point)?;
        let body = body_at(&self.sky.system, &self.places, &self.scale, point);
        let place = body.and_then(|body| self.places.0.get(body)).copied().unwrap_or(on_plane);
        Some(MapSpot { place, body })
    }
}

/// The place that was looked at last, logical pixels, while the left button is held since a press on the map.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct MapDrag(Option<Vec2>);

/// Query bundle for looks at places of the map.
#[derive(SystemParam)]
pub struct MapLook<'w, 's> {
    map: MapPlaces<'w, 's>,
    origin: Res<'w, Origin>,
    focus: ResMut<'w, Focus>,
    camera: Single<'w, 's, &'static mut PanOrbitCamera, With<MainCamera>>,
}

impl MapLook<'_, '_> {
    /// Moves the focus there: in a flight or, during a drag, at once. A flight begins even where the camera looks there
    /// already: the player has asked for it, and panels turn there.
    fn look(&mut self, spot: Option<MapSpot>, flies: bool) {
        let Some(MapSpot { place, body }) = spot else { return };
        let target = body.map_or(FocusTarget::Point(place), FocusTarget::Body);
        let is_there = self.focus.target == target;
        if flies {
            self.focus.fly_to(target, self.origin.0, place);
        } else if !is_there {
            self.focus.jump_to(target);
        }
        if is_there {
            return;
        }
        if let Some(body) = body.and_then(|body| self.map.sky.system.bodies.get(body)) {
            let nearest = (NEAREST_RADII * body.displayed_radius_km / UNIT_KM) as f32;
            self.camera.target_radius = self.camera.target_radius.max(nearest);
        }
    }
}

/// Looks at the place of a press of the left button, logical pixels.
pub fn begin_look(In(at): In<Vec2>, mut look: MapLook, mut drag: ResMut<MapDrag>) {
    let spot = look.map.at(at);
    drag.0 = spot.map(|_| at);
    look.look(spot, true);
}

/// A drag moves the look; beside the map it goes on along the edge.
pub fn drag_look(buttons: Res<ButtonInput<MouseButton>>, mut look: MapLook, mut drag: ResMut<MapDrag>) {
    let Some(last) = drag.0 else { return };
    let cursor = look.map.window.as_ref().and_then(|window| window.cursor_position()).unwrap_or(last);
    if cursor.distance(last) >= 1.0 {
        let spot = look.map.toward(cursor);
        look.look(spot, false);
    }
    drag.0 = buttons.pressed(MouseButton::Left).then_some(cursor);
}

/// The body whose dot is nearest to a place of the map, within reach.
fn body_at(system: &StarSystem, places: &BodyPlaces, scale: &MapScale, point: Vec2) -> Option<BodyId> {
    let bodies = system.bodies.iter_enumerated().zip(&places.0);
    let dots = bodies.filter(|((_, body), _)| dot_pixels(body.kind).is_some());
    let drawn = dots.filter(|(_, place)| scale.has_room_for(**place));
    let near = drawn.map(|((index, _), place)| (index, scale.to_map(*place).distance(point) * MAP_RADIUS));
    let near = near.filter(|(_, pixels)| *pixels <= REACH_PIXELS);
    near.min_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(index, _)| index)
}
