//! Keys that focus an object.

use bevy::prelude::*;

use super::selection::Selected;
use crate::client::frame::Player;
use crate::client::settings::{Action, Actions};
use crate::client::view::camera::MIDDLE;
use crate::client::view::framing::overview_distance_km;
use crate::client::view::{FocusTarget, Gaze, TargetPlaces, body_distance_km, ship_distance_km};
use crate::sim::{Ship, Sky};

/// Keys that focus an object.
pub fn focus_keys(
    actions: Actions,
    places: TargetPlaces,
    sky: Res<Sky>,
    selected: Query<(Entity, &Ship), With<Selected>>,
    player: Res<Player>,
    mut gaze: Gaze,
) {
    let seen_from_km = (gaze.target() == MIDDLE).then(|| gaze.distance_km());
    let mut look = |target: FocusTarget, distance_km: Option<f64>| {
        let Some(place) = places.of(target) else { return };
        gaze.fly_to(target, place, distance_km);
    };
    if actions.just_pressed(&Action::Focus) {
        let first = selected.iter().min_by_key(|(_, ship)| ship.id);
        if let Some((entity, ship)) = first {
            look(FocusTarget::Ship(entity), Some(ship_distance_km(ship.radius_km)));
        }
    }
    if actions.just_pressed(&Action::Home)
        && let Some((body, _)) = player.home
    {
        look(FocusTarget::Body(body), sky.system.bodies.get(body).map(body_distance_km));
    }
    if actions.just_pressed(&Action::Overview) {
        look(MIDDLE, Some(overview_distance_km(&sky.system, seen_from_km)));
    }
}
