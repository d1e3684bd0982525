//! Flights of the camera to targets.

use bevy::ecs::system::SystemParam;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use glam::DVec3;

use super::camera::Gaze;
use super::focus::{FocusTarget, TargetPlaces};
use super::framing::{Ball, Part, body_distance_km, pair_distance_km};
use crate::level::SystemBody;
use crate::sim::{BodyId, Sky};

/// From nearer than this the disc of a body fills the picture, in its displayed radii.
const LEAST_RADII: f64 = 2.5;

/// The places of the player's fleets at the later time that the player looks at, heliocentric ecliptic km; empty while
/// only the present is shown.
#[derive(Resource, Clone, Debug, Default)]
pub struct LaterPlaces(pub HashMap<Entity, DVec3>);

/// Query bundle for flights of the camera to targets. Nothing happens for a target that is gone.
#[derive(SystemParam)]
pub struct Looking<'w, 's> {
    sky: Res<'w, Sky>,
    places: TargetPlaces<'w, 's>,
    gaze: Gaze<'w, 's>,
}

impl Looking<'_, '_> {
    /// Flies to a target. A camera farther away than the size of a well comes as near as that, since nothing would
    /// be visible otherwise; so does one at which a body would fill the picture. Any other keeps its distance.
    pub fn look_at(&mut self, target: FocusTarget) {
        if let Some(place) = self.places.of(target) {
            let present_km = self.gaze.distance_km();
            let keeps = |body: &SystemBody| {
                let least_km = LEAST_RADII * body.displayed_radius_km;
                (least_km..=body_distance_km(body)).contains(&present_km)
            };
            let body = self.body(target).filter(|body| !keeps(body));
            self.gaze.fly_to(target, place, body.map(body_distance_km));
        }
    }

    /// Flies to a target as [`look_at`](Self::look_at) does. What is within this distance of it, km, is seen whole: a
    /// camera that is nearer backs away.
    pub fn look_around(&mut self, target: FocusTarget, reach_km: f64) {
        self.look_at(target);
        if let Some(place) = self.places.of(target) {
            let ball = Ball { radius_km: reach_km, least_km: self.gaze.distance_km(), part: Part::Whole };
            self.gaze.frame(target, place, ball);
        }
    }

    /// Flies to a target, and looks at it from a distance, km.
    pub fn look_from(&mut self, target: FocusTarget, distance_km: f64) {
        if let Some(place) = self.places.of(target) {
            self.gaze.fly_to(target, place, Some(distance_km));
        }
    }

    /// Flies to a body, and looks at it with its well and all its rings.
    pub fn look_at_body(&mut self, body: BodyId) {
        let target = FocusTarget::Body(body);
        if let Some(distance_km) = self.body(target).map(body_distance_km) {
            self.look_from(target, distance_km);
        }
    }

    /// Flies to a view of a place together with the body nearest to it: at the place itself nothing may be left.
    pub fn look_at_place(&mut self, target: FocusTarget) {
        let Some(place) = self.places.of(target) else { return };
        let Some((body, center)) = self.nearest_body(place) else { return self.look_at(target) };
        let middle = FocusTarget::Beside(body, 0.5 * (place - center));
        let this = self.sky.system.bodies.get(body);
        let distance_km = this.map(|this| pair_distance_km(this, place.distance(center)));
        self.gaze.fly_to(middle, 0.5 * (place + center), distance_km);
    }

    /// The body nearest to a place, and its own place, km.
    fn nearest_body(&self, place: DVec3) -> Option<(BodyId, DVec3)> {
        let bodies = self.sky.system.bodies.keys();
        let placed = bodies.filter_map(|body| Some((body, self.places.of(FocusTarget::Body(body))?)));
        let away = |center: &DVec3| center.distance_squared(place);
        placed.min_by(|(_, one), (_, other)| away(one).total_cmp(&away(other)))
    }

    /// The body of a target; `None` in open space.
    fn body(&self, target: FocusTarget) -> Option<&SystemBody> {
        let (FocusTarget::Body(body) | FocusTarget::Beside(body, _)) = target else { return None };
        self.sky.system.bodies.get(body)
    }
}
