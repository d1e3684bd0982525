//! Keys that focus an object.

use bevy::prelude::*;
use glam::{DVec2, DVec3};

use super::selection::Selected;
use crate::client::frame::Player;
use crate::client::settings::{Action, Actions};
use crate::client::view::focus::MIDDLE;
use crate::client::view::framing::{FreeArea, fitting_distance_km, overview_distance_km};
use crate::client::view::{FocusTarget, Gaze, TargetPlaces, ViewCamera, body_distance_km, ship_distance_km};
use crate::sim::{Ship, Sky};

/// Keys that focus an object.
pub fn focus_keys(
    actions: Actions,
    places: TargetPlaces,
    sky: Res<Sky>,
    selected: Query<(Entity, &Ship), With<Selected>>,
    player: Res<Player>,
    (view, free): (Res<ViewCamera>, Res<FreeArea>),
    mut gaze: Gaze,
) {
    let seen_from_km = (gaze.target() == MIDDLE).then(|| gaze.distance_km());
    let mut look = |target: FocusTarget, distance_km: Option<f64>, aside: DVec2| {
        let Some(place) = places.of(target) else { return };
        gaze.fly_to(target, place, distance_km);
        gaze.put_aside(aside);
    };
    if actions.just_pressed(&Action::Focus) {
        let ships = selected.iter().filter_map(|(entity, ship)| {
            Some(FramedShip {
                entity,
                place: places.of(FocusTarget::Ship(entity))?,
                radius_km: ship.radius_km,
            })
        });
        if let Some((ship, distance_km)) = frame(&ships.collect::<Vec<_>>(), &view, &free) {
            look(FocusTarget::Ship(ship), Some(distance_km), free.aside(&view));
        }
    }
    if actions.just_pressed(&Action::Home)
        && let Some((body, _)) = player.home
    {
        look(FocusTarget::Body(body), sky.system.bodies.get(body).map(body_distance_km), DVec2::ZERO);
    }
    if actions.just_pressed(&Action::Overview) {
        look(MIDDLE, Some(overview_distance_km(&sky.system, seen_from_km)), DVec2::ZERO);
    }
}

/// A ship to be in the picture.
#[derive(Clone, Copy, Debug)]
struct FramedShip {
    entity: Entity,
    /// km.
    place: DVec3,
    radius_km: f64,
}

/// The ship in the middle of some, and the distance from which all of them are between the panels, km.
fn frame(ships: &[FramedShip], view: &ViewCamera, free: &FreeArea) -> Option<(Entity, f64)> {
    let middle = ships.iter().map(|ship| ship.place).sum::<DVec3>() / ships.len().max(1) as f64;
    let from = |place: DVec3| move |ship: &&FramedShip| ship.place.distance(place);
    let nearest = ships.iter().min_by(|one, other| {
        from(middle)(one).total_cmp(&from(middle)(other)).then(one.entity.cmp(&other.entity))
    })?;
    let reach_km =
        ships.iter().map(|ship| ship.place.distance(nearest.place) + ship.radius_km).fold(0.0, f64::max);
    let distance_km =
        fitting_distance_km(reach_km, view, free.size(view)).max(ship_distance_km(nearest.radius_km));
    Some((nearest.entity, distance_km))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_the_selection_is_in_the_picture() {
        let view = ViewCamera { viewport: glam::DVec2::new(1280.0, 720.0), tan_half_fov: 0.4, ..default() };
        let mut world = World::new();
        let ship = |place: DVec3, entity: Entity| FramedShip { entity, place, radius_km: 1.0 };
        let entities = [(); 3].map(|()| world.spawn_empty().id());
        let whole = FreeArea::default();
        assert_eq!(frame(&[], &view, &whole), None);
        let one = frame(&[ship(DVec3::ZERO, entities[0])], &view, &whole);
        assert_eq!(one, Some((entities[0], ship_distance_km(1.0))), "a single ship fills the picture");
        let row = [0.0, 40_000.0, 100_000.0].map(|x| DVec3::new(x, 0.0, 0.0));
        let ships: Vec<FramedShip> =
            row.iter().zip(entities).map(|(place, entity)| ship(*place, entity)).collect();
        let (middle, distance_km) = frame(&ships, &view, &whole).expect("there are ships");
        assert_eq!(middle, entities[1]);
        assert!(distance_km * view.tan_half_fov > 60_000.0, "{distance_km}");
        let narrow = FreeArea(Some(Rect::new(440.0, 40.0, 900.0, 680.0)));
        let (_, farther_km) = frame(&ships, &view, &narrow).expect("there are ships");
        assert!(farther_km > 1.4 * distance_km, "between the panels: {farther_km}");
    }
}
