//! Ghosts of own fleets: broken outlines at their places at the later time. Fleets that rest in open space have no
//! ghost, because they stay.

use bevy::platform::collections::HashSet;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::own_fleets::{OwnFleet, OwnFleets};
use super::{Foresight, Later, date_ahead};
use crate::client::input::Selected;
use crate::client::models::{FactionColors, ShipMark, outlines};
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::scene::sight_view::ghosts::DASHES;
use crate::client::view::{Axes, LaterPlaces, Pen};
use crate::sim::{MemberOf, ShipClasses};

/// Half the size of a ghost on the screen, pixels.
const GHOST_PIXELS: f64 = 10.0;
/// Opacity of the ghosts of selected fleets, and of all others.
const STRENGTHS: (f32, f32) = (0.95, 0.55);
/// A pointer nearer than this rests on a ghost, pixels.
const HOVER_PIXELS: f32 = 14.0;

/// Notes where the fleets of the player are at the later time, for views of the selection.
pub fn note_places(foresight: Res<Foresight>, own: OwnFleets, mut places: ResMut<LaterPlaces>) {
    if !foresight.is_on() {
        if !places.0.is_empty() {
            places.0.clear();
        }
        return;
    }
    let jd = own.now_jd() + foresight.days;
    let moving = own.iter().filter(|(_, one)| !one.forecast.itinerary.is_at_rest());
    let placed = moving.map(|(entity, one)| (entity, one.forecast.itinerary.place(own.system(), jd).0));
    places.0 = placed.collect();
}

/// Draws the ghosts of all fleets of the player.
pub fn draw_fleets(
    foresight: Res<Foresight>,
    later: Res<Later>,
    own: OwnFleets,
    selected: Query<&MemberOf, With<Selected>>,
    classes: Res<ShipClasses>,
    colors: Res<FactionColors>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut labels: ResMut<PointLabels>,
    mut pen: Pen,
) {
    if !foresight.is_on() {
        return;
    }
    let cursor = window.and_then(|window| window.cursor_position());
    let date = date_ahead(later.jd, foresight.days);
    let chosen: HashSet<Entity> = selected.iter().map(|fleet| fleet.0).collect();
    for (entity, one) in own.iter().filter(|(_, one)| !one.forecast.itinerary.is_at_rest()) {
        let (place, leg) = one.forecast.itinerary.place(own.system(), later.jd);
        let Some(projected) = pen.view.project(place) else { continue };
        let is_selected = chosen.contains(&entity);
        let strength = if is_selected { STRENGTHS.0 } else { STRENGTHS.1 };
        let color = colors.of(one.fleet.faction).with_alpha(strength);
        let half_km = GHOST_PIXELS / projected.pixels_per_km;
        let axes = Axes::upright(&pen.view, place, half_km);
        pen.strokes(&axes, outlines::of_ship(mark_of(&classes, &one)), Some(DASHES), color);
        let is_hovered = cursor.is_some_and(|cursor| cursor.distance(projected.pixel) < HOVER_PIXELS);
        if is_hovered {
            labels.say(place, words(&one, leg, &date), color);
        } else if is_selected {
            labels.forecast_joined(&pen.view, place, words(&one, leg, &date), color);
        }
    }
}

/// The mark whose outline represents a fleet.
fn mark_of(classes: &ShipClasses, one: &OwnFleet) -> ShipMark {
    classes.0.get(one.forecast.leader).map_or(ShipMark::default(), ShipMark::of)
}

fn words(one: &OwnFleet, leg: usize, date: &str) -> String {
    let is_there = leg > 0 && leg == one.forecast.itinerary.arrivals.len();
    let there = if is_there { ", arrived" } else { "" };
    format!("{}, {date}{there}", one.fleet.name)
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use glam::DVec3;
    use typed_index_collections::TiVec;

    use super::*;
    use crate::client::hud::planet::test_support::watched_by;
    use crate::sim::forecast::FleetForecaster;
    use crate::sim::visibility::test_support::{EARTH, TERRA};
    use crate::sim::{Calendar, Position, Ship, Sky};

    fn forecast(mut forecaster: FleetForecaster) {
        forecaster.update(TERRA);
    }

    /// The noted places so many days ahead.
    fn places(world: &mut World, days: f64) -> Vec<DVec3> {
        world.insert_resource(Foresight { days, ..Foresight::default() });
        world.run_system_once(forecast).expect("it runs");
        world.run_system_once(note_places).expect("it runs");
        world.resource::<LaterPlaces>().0.values().copied().collect()
    }

    #[test]
    fn later_places_are_those_of_own_fleets_that_move_and_none_at_present() {
        let mut simulation = watched_by(TERRA);
        let world = simulation.world_mut();
        world.init_resource::<LaterPlaces>();
        assert!(places(world, 0.0).is_empty());
        let days = 20.0;
        let later = places(world, days);
        let [place] = later[..] else { panic!("{later:?}") };
        let (sky, jd) = (world.resource::<Sky>(), world.resource::<Calendar>().now_jd() + days);
        let mut states = TiVec::new();
        sky.system.place_all(jd, &mut states);
        let well_km = sky.system.bodies[EARTH].well_radius_km;
        assert!(place.distance(states[EARTH].position) < well_km, "the Earth carries it");
        assert!(place.distance(sky.now[EARTH].position) > well_km, "it is where the Earth will be");
        assert!(places(world, 0.0).is_empty(), "they are cleared");
        let mut ships = world.query_filtered::<&mut Position, With<Ship>>();
        ships.single_mut(world).expect("there is one").0 = DVec3::Z * 1.0e10;
        assert!(places(world, days).is_empty(), "it rests in open space");
    }
}
