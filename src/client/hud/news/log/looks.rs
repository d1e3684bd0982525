//! Where the camera looks when the player clicks an event: at the thing that the event is about, as long as it is known
//! to exist; at a battle that still goes on, with all who fight in it: its middle alone may be empty; otherwise at the
//! place of the event, together with the nearest body.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::{LogEntry, Thing};
use crate::client::scene::battle::sources::site::Site;
use crate::client::scene::battle::sources::sites::Sites;
use crate::client::view::{FocusTarget, Looking, Sight};
use crate::sim::motion::wells::well_among;
use crate::sim::visibility::{SeenShip, WorldView};
use crate::sim::{BodyId, FleetId, ShipId, Sky, StructureId, TargetId};

/// What is seen of a battle about its middle, in its radii, which are those of the usual shot.
const FOUGHT_RADII: f64 = 2.0;

/// Query bundle for where events are by now.
#[derive(SystemParam)]
pub struct EventPlaces<'w, 's> {
    sight: Sight<'w, 's>,
    sky: Res<'w, Sky>,
    sites: Res<'w, Sites>,
}

impl EventPlaces<'_, '_> {
    /// What is to be looked at for an event; `None` for one without a place.
    pub fn target(&self, entry: &LogEntry) -> Option<FocusTarget> {
        let spot = entry.event.spot?;
        let battle = || entry.battle.and_then(|battle| self.sites.get(battle)).map(focus_of);
        Some(self.living(entry).or_else(battle).unwrap_or(spot))
    }

    /// The thing that an event is about; `None` if it is gone.
    fn living(&self, entry: &LogEntry) -> Option<FocusTarget> {
        let thing = entry.thing.as_ref();
        thing.and_then(|thing| place_of(self.sight.view(), &self.sky, thing))
    }

    /// The middle of a running battle, and how far about it they fight, km.
    fn fight(&self, battle: u64) -> Option<(FocusTarget, f64)> {
        self.sites.get(battle).map(fight_of)
    }
}

/// Query bundle for flights of the camera to events.
#[derive(SystemParam)]
pub struct EventLooks<'w, 's> {
    looking: Looking<'w, 's>,
    places: EventPlaces<'w, 's>,
}

impl EventLooks<'_, '_> {
    /// Flies to an event. Nothing happens for one without a place.
    pub fn look_at(&mut self, entry: &LogEntry) {
        let Some(spot) = entry.event.spot else { return };
        if let Some(thing) = self.places.living(entry) {
            return self.looking.look_at(thing);
        }
        let fight = entry.battle.and_then(|battle| self.places.fight(battle));
        match (fight, spot) {
            (Some((middle, reach_km)), _) => self.looking.look_around(middle, reach_km),
            (None, FocusTarget::Point(_) | FocusTarget::Beside(..)) => self.looking.look_at_place(spot),
            (None, _) => self.looking.look_at(spot),
        }
    }

    /// Flies to a battle, or once it is over to the body at which it was.
    pub fn look_at_battle(&mut self, battle: u64, body: Option<BodyId>) {
        match (self.places.fight(battle), body) {
            (Some((middle, reach_km)), _) => self.looking.look_around(middle, reach_km),
            (None, Some(body)) => self.looking.look_at(FocusTarget::Body(body)),
            (None, None) => {}
        }
    }
}

/// The middle of a battle for the camera.
pub(super) fn focus_of(site: &Site) -> FocusTarget {
    site.body.map_or(FocusTarget::Point(site.offset), |body| FocusTarget::Beside(body, site.offset))
}

/// The middle of a battle for the camera, and how far about it they fight, km.
pub(super) fn fight_of(site: &Site) -> (FocusTarget, f64) {
    (focus_of(site), FOUGHT_RADII * site.reach_km)
}

/// The place of a thing that the viewer knows; `None` if it is gone.
fn place_of(view: WorldView, sky: &Sky, thing: &Thing) -> Option<FocusTarget> {
    match thing {
        Thing::Fleet(id) => first_of(view, sky, *id),
        Thing::Unit(id) => unit(view, sky, *id),
        Thing::Contact(units) => units.iter().find_map(|id| unit(view, sky, *id)),
    }
}

/// The place of a unit that the viewer knows.
fn unit(view: WorldView, sky: &Sky, id: TargetId) -> Option<FocusTarget> {
    match id {
        TargetId::Ship(id) => ship(view, sky, id),
        TargetId::Structure(id) => structure(view, id),
    }
}

/// The first ship of a fleet in sight.
fn first_of(view: WorldView, sky: &Sky, id: FleetId) -> Option<FocusTarget> {
    let fleet = view.fleets(|fleet| fleet.id == id).next()?.entity;
    view.ships_of(fleet).first().map(|seen| spot_of(view, sky, seen))
}

/// A ship in sight, or the place where it was last seen.
fn ship(view: WorldView, sky: &Sky, id: ShipId) -> Option<FocusTarget> {
    if let Some(seen) = view.ships_that(|ship| ship.id == id).next() {
        return Some(spot_of(view, sky, &seen));
    }
    let ghost = view.ghosts().find(|ghost| ghost.id() == TargetId::Ship(id))?;
    Some(
        ghost.anchor.map_or(FocusTarget::Point(ghost.offset), |body| FocusTarget::Beside(body, ghost.offset)),
    )
}

/// A structure in sight.
fn structure(view: WorldView, id: StructureId) -> Option<FocusTarget> {
    let seen = view.structures().find(|seen| seen.structure.id == id)?;
    let (body, stands, radius_km) =
        (seen.structure.body, seen.structure.ring_place(), seen.structure.radius_km);
    Some(FocusTarget::Structure { body, stands, radius_km })
}

/// The place of a ship, which moves with its well. In open space the view follows an own ship; others could be
/// followed out of sight.
fn spot_of(view: WorldView, sky: &Sky, seen: &SeenShip) -> FocusTarget {
    let center = |body: BodyId| sky.now.get(body).map(|state| state.position);
    let well = well_among(&sky.system, seen.position, center);
    match well.and_then(|body| Some((body, center(body)?))) {
        Some((body, center)) => FocusTarget::Beside(body, seen.position - center),
        None if view.faction() == Some(seen.owner) => FocusTarget::Ship(seen.entity),
        None => FocusTarget::Point(seen.position),
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use glam::DVec3;

    use super::super::test_support::watched;
    use super::super::{Event, EventKind, EventLog};
    use super::*;
    use crate::client::scene::battle::sources::site::example;
    use crate::sim::visibility::test_support::{ARES, TERRA, held};
    use crate::sim::visibility::{Viewer, with_view};
    use crate::sim::world::{MemberOf, Ship};

    /// Where a faction looks for a thing.
    fn target(world: &mut World, viewer: Viewer, thing: &Thing) -> Option<FocusTarget> {
        let answer = |view: WorldView| place_of(view, &view.almanac().sky, thing);
        with_view(world, viewer, answer).expect("there is a world")
    }

    #[test]
    fn the_view_goes_to_a_thing_where_it_is_while_it_lives() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let mut scouts = world.query_filtered::<(Entity, &Ship, &MemberOf), With<Ship>>();
        let (scout, id, fleet) =
            scouts.iter(world).next().map(|(scout, ship, of)| (scout, ship.id, of.0)).expect("Terra has one");
        let fleet_id = world.get::<crate::sim::Fleet>(fleet).expect("it is there").id;
        let me = Viewer::Faction(TERRA);
        let (ship, gone) = (TargetId::Ship(id), TargetId::Ship(ShipId(9_999)));
        let things = [Thing::Fleet(fleet_id), Thing::Unit(ship), Thing::Contact(vec![gone, ship])];
        let here = target(world, me, &things[0]);
        assert!(here.is_some());
        assert_eq!(target(world, me, &things[1]), here, "the fleet has one ship");
        assert_eq!(target(world, me, &things[2]), here, "the other one is gone");
        assert_eq!(target(world, Viewer::Faction(ARES), &Thing::Unit(gone)), None);
        world.entity_mut(scout).despawn();
        assert_eq!(things.map(|thing| target(world, me, &thing)), [None, None, None], "it was destroyed");
    }

    #[test]
    fn an_event_is_where_its_thing_is_while_that_lives() {
        let mut simulation = watched();
        let world = simulation.world_mut();
        world.init_resource::<Sites>();
        let mut scouts = world.query::<(Entity, &Ship)>();
        let (scout, id) =
            scouts.iter(world).next().map(|(scout, ship)| (scout, ship.id)).expect("Terra has one");
        let thing = Thing::Unit(TargetId::Ship(id));
        let spot = FocusTarget::Point(DVec3::splat(7.0));
        let mut log = EventLog::default();
        let event = Event { jd: 0.0, words: String::new(), spot: Some(spot), kind: EventKind::Attacked };
        log.note_about(event.clone(), Some(thing.clone()), None);
        log.note_about(Event { spot: None, ..event }, Some(thing.clone()), None);
        let targets = |world: &mut World| {
            let entries: Vec<LogEntry> = log.last(2).cloned().collect();
            let find = move |places: EventPlaces| -> Vec<Option<FocusTarget>> {
                entries.iter().map(|entry| places.target(entry)).collect()
            };
            world.run_system_once(find).expect("it runs")
        };
        let here = target(world, Viewer::Faction(TERRA), &thing);
        assert!(here.is_some());
        assert_eq!(targets(world), [here, None], "no place is revealed that the event has not");
        world.entity_mut(scout).despawn();
        assert_eq!(targets(world), [Some(spot), None], "it was destroyed there");
    }

    #[test]
    fn the_camera_moves_with_the_well_of_a_battle() {
        let mut site = example(DVec3::X, None);
        assert_eq!(focus_of(&site), FocusTarget::Point(DVec3::X));
        site.body = Some(BodyId(3));
        assert_eq!(focus_of(&site), FocusTarget::Beside(BodyId(3), DVec3::X));
    }

    #[test]
    fn a_look_at_a_battle_shows_those_who_fight_in_it() {
        let mut site = example(DVec3::X, None);
        site.reach_km = 500.0;
        let (middle, reach_km) = fight_of(&site);
        assert_eq!(middle, focus_of(&site));
        assert!(reach_km > site.reach_km, "many shots are farther from its middle than the usual one");
    }
}
