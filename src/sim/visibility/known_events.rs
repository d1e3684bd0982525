//! Which factions know of an event.
//!
//! A faction knows events that concern its own units, events that happen to others in its sight, events at places
//! in its sight, and events on the ground of bodies that it observes. The sight of a tick is that of the last look
//! before its end: units destroyed in the tick were still in sight.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use super::bodies::Survey;
use super::knowledge::{Knowledge, faction_number};
use super::system::Lookout;
use crate::sim::event::{Events, GameEvent, Party};
use crate::sim::{BodyId, FactionId, Factions};

/// The visibility of a thing of usual size, see [`Sighted`](super::Sighted): that of bursts and torpedoes.
pub(super) const USUAL: f64 = 1.0;

/// Query bundle for the witnesses of events.
#[derive(SystemParam)]
pub(super) struct Witnesses<'w, 's> {
    factions: Res<'w, Factions>,
    knowledge: Res<'w, Knowledge>,
    lookout: Res<'w, Lookout>,
    survey: Survey<'w, 's>,
}

/// The bodies whose ground a faction was found to see in this tick, so that a bombardment asks once.
type SeenGrounds = Vec<((FactionId, BodyId), bool)>;

/// Decides which factions know of the events recorded since the last run.
pub(super) fn decide_who_knows(mut events: ResMut<Events>, witnesses: Witnesses) {
    if !events.has_undecided() {
        return;
    }
    let mut grounds = SeenGrounds::new();
    for entry in events.decide() {
        for faction in witnesses.factions.0.keys() {
            if witnesses.is_visible_to(faction, &entry.event, &mut grounds) {
                entry.known_to.insert(faction);
            }
        }
    }
}

impl Witnesses<'_, '_> {
    fn is_visible_to(&self, faction: FactionId, event: &GameEvent, grounds: &mut SeenGrounds) -> bool {
        let is_own = |owner: FactionId| owner == faction;
        let sees = |party: Party| self.sees(faction, party);
        let overlooks = |place: DVec3| self.overlooks(faction, place);
        let mut sees_ground = |body: BodyId| self.sees_ground(faction, body, grounds);
        match *event {
            GameEvent::Shot { by, at, .. } => sees(by) || sees(at),
            GameEvent::Launched { by, .. } => sees(by),
            GameEvent::Intercepted { by, to, .. } => sees(by) || overlooks(to),
            GameEvent::Burst { place, touched, .. } => touched.is_some_and(sees) || overlooks(place),
            GameEvent::Suffered { what, .. }
            | GameEvent::Inflicted { what, .. }
            | GameEvent::Destroyed { what, .. }
            | GameEvent::StructureBuilt { what, .. } => sees(what),
            GameEvent::Bombarded { by, body, .. } => sees(by) || sees_ground(body),
            GameEvent::Landed { body, faction: owner } | GameEvent::Founded { body, by: owner } => {
                is_own(owner) || sees_ground(body)
            }
            GameEvent::Reinforced { body, faction: owner, side, against, .. } => {
                is_own(owner) || is_own(side) || against.is_some_and(is_own) || sees_ground(body)
            }
            GameEvent::Taken { body, by: one, from: other }
            | GameEvent::Repelled { body, faction: one, owner: other } => {
                is_own(one) || other.is_some_and(is_own) || sees_ground(body)
            }
            GameEvent::ShipBuilt { what, .. }
            | GameEvent::BuildingHalted { what, .. }
            | GameEvent::BuildingResumed { what } => is_own(what.faction),
            GameEvent::FleetArrived { faction: owner, .. }
            | GameEvent::TargetLost { faction: owner, .. }
            | GameEvent::Sighted { by: owner, .. } => is_own(owner),
            // The end of a faction is no secret, nor is the end of a war.
            GameEvent::Surrendered { .. } | GameEvent::Decided { .. } => true,
        }
    }

    /// Whether a ship or a structure is a faction's own, or was in its sight.
    fn sees(&self, faction: FactionId, party: Party) -> bool {
        party.faction == faction || self.knowledge.sees(faction, party.id)
    }

    /// Whether a place is in a faction's sight, heliocentric, km.
    fn overlooks(&self, faction: FactionId, place: DVec3) -> bool {
        self.lookout.scan.sees_place(faction_number(faction), place, USUAL)
    }

    fn sees_ground(&self, faction: FactionId, body: BodyId, known: &mut SeenGrounds) -> bool {
        let key = (faction, body);
        if let Some((_, sees)) = known.iter().find(|(other, _)| *other == key) {
            return *sees;
        }
        let sees = self.survey.sees_ground(faction, body);
        known.push((key, sees));
        sees
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::super::look_now;
    use super::super::test_support::{ARES, EARTH, MARS, TERRA, VENUS, held};
    use super::*;
    use crate::level::DamageKind;
    use crate::rules::test_support::level_of;
    use crate::sim::Sky;
    use crate::sim::event::ShotOutcome;
    use crate::sim::event::test_support::ship;
    use crate::sim::ids::{ClassId, FleetId, StructureId, TargetId, WeaponId};
    use crate::sim::simulation::test_support::world_of;
    use crate::sim::world::{Position, Ship, Structure};

    /// Whether Terra knows of an event that happens now, and whether Ares does.
    fn known(world: &mut World, event: GameEvent) -> [bool; 2] {
        world.resource_mut::<Events>().record(0, event);
        world.run_system_once(decide_who_knows).expect("it runs");
        let events = world.resource::<Events>();
        let entry = events.since(0).last().expect("it is the last one");
        [TERRA, ARES].map(|faction| entry.known_to.contains(faction))
    }

    /// The only structure, which is Ares'.
    fn satellite() -> Party {
        Party { id: TargetId::Structure(StructureId(0)), faction: ARES }
    }

    fn shot(by: Party, at: Party) -> GameEvent {
        let (from, to) = (DVec3::ZERO, DVec3::ZERO);
        GameEvent::Shot { by, at, weapon: WeaponId::FIRST, from, to, outcome: ShotOutcome::Missed }
    }

    fn burst(place: DVec3) -> GameEvent {
        GameEvent::Burst { by: ARES, place, blast_km: 1.0, touched: None, ground: None }
    }

    /// The place of the satellite.
    fn place_of_satellite(world: &mut World) -> DVec3 {
        world.query_filtered::<&Position, With<Structure>>().single(world).expect("it stands").0
    }

    /// Moves Terra's scout, and makes all factions look.
    fn put_scout(world: &mut World, place: DVec3) {
        world.query_filtered::<&mut Position, With<Ship>>().single_mut(world).expect("there is one").0 =
            place;
        look_now(world);
    }

    #[test]
    fn events_of_others_are_known_while_they_are_in_sight() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let (hidden, own) = (ship(98, ARES), ship(99, TERRA));
        let destroyed = |what: Party| {
            let (class, place) = (ClassId::FIRST, DVec3::ZERO);
            GameEvent::Destroyed { what, class, fleet: None, by: None, place, radius_km: 1.0 }
        };
        assert_eq!(known(world, shot(satellite(), hidden)), [false, true]);
        assert_eq!(known(world, shot(hidden, own)), [true, true], "one knows who is shot at");
        assert_eq!(known(world, destroyed(satellite())), [false, true]);
        let inflicted = |by: Party, what: Party| {
            let (kind, place) = (DamageKind::Heat, DVec3::ZERO);
            GameEvent::Inflicted { by, what, kind, points: 1.0, place }
        };
        assert_eq!(known(world, inflicted(hidden, own)), [true, false], "its effect is not seen by Ares");
        assert_eq!(known(world, inflicted(own, satellite())), [false, true]);
        let place = place_of_satellite(world);
        put_scout(world, place);
        assert_eq!(known(world, shot(hidden, satellite())), [true, true]);
        assert_eq!(known(world, destroyed(satellite())), [true, true]);
        assert_eq!(known(world, destroyed(hidden)), [false, true]);
    }

    #[test]
    fn events_at_places_are_known_to_those_in_sight() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let [venus, earth] = [VENUS, EARTH].map(|body| world.resource::<Sky>().now[body].position);
        let radius_km = world.resource::<Sky>().system.bodies[VENUS].displayed_radius_km;
        let above = |height: f64| venus + DVec3::X * height * radius_km;
        assert_eq!(known(world, burst(above(1.5))), [false, true], "Ares holds Venus");
        put_scout(world, above(1.4));
        assert_eq!(known(world, burst(above(1.5))), [true, true]);
        assert_eq!(known(world, burst(above(-1.5))), [false, true], "Venus hides what is behind it");
        assert_eq!(known(world, burst(earth + DVec3::X * radius_km)), [true, false], "Terra holds Earth");
    }

    #[test]
    fn a_world_of_a_save_sees_places_before_anyone_has_looked() {
        let save = held().capture().expect("there is a world");
        let text = crate::level::to_ron(&save).expect("it is written");
        let mut resumed = world_of(&level_of(&text), 1);
        let world = resumed.world_mut();
        let earth = world.resource::<Sky>().now[EARTH].position;
        assert_eq!(known(world, burst(earth + DVec3::X)), [true, false]);
    }

    #[test]
    fn events_on_the_ground_are_known_to_participants_and_observers() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let landed = |body: BodyId, faction: FactionId| GameEvent::Landed { body, faction };
        let other = FactionId(7);
        assert_eq!(known(world, landed(VENUS, TERRA)), [true, true], "the owner sees the ground");
        assert_eq!(known(world, landed(VENUS, other)), [false, true]);
        assert_eq!(known(world, landed(EARTH, ARES)), [true, true]);
        let helped = |side: FactionId, against: Option<FactionId>| {
            let (body, defends) = (EARTH, against.is_some());
            GameEvent::Reinforced { body, faction: other, side, defends, against }
        };
        assert_eq!(known(world, helped(other, None)), [true, false]);
        assert_eq!(known(world, helped(other, Some(ARES))), [true, true], "the invaders see who joins");
        let taken = |by: FactionId, from: FactionId| GameEvent::Taken { body: MARS, by, from: Some(from) };
        assert_eq!(known(world, taken(other, TERRA)), [true, true]);
        assert_eq!(known(world, taken(other, other)), [false, true]);
        let bombarded = GameEvent::Bombarded {
            by: ship(98, other),
            weapon: WeaponId::FIRST,
            from: DVec3::ZERO,
            to: DVec3::ZERO,
            body: EARTH,
        };
        assert_eq!(known(world, bombarded), [true, false]);
    }

    #[test]
    fn some_events_are_private_and_the_end_of_a_war_is_not() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let place = place_of_satellite(world);
        put_scout(world, place);
        let halted = GameEvent::BuildingHalted { what: satellite(), class: ClassId::FIRST, body: MARS };
        assert_eq!(known(world, halted), [false, true], "Terra sees the structure, and not the treasury");
        let arrived = GameEvent::FleetArrived { fleet: FleetId(5), faction: TERRA, place };
        assert_eq!(known(world, arrived), [true, false]);
        let sighted = GameEvent::Sighted {
            by: TERRA,
            what: satellite(),
            class: ClassId::FIRST,
            place,
            last_seen_tick: None,
        };
        assert_eq!(known(world, sighted), [true, false]);
        let lost = GameEvent::TargetLost {
            fleet: FleetId(5),
            faction: TERRA,
            what: ship(98, ARES),
            class: ClassId::FIRST,
            ends: true,
        };
        assert_eq!(known(world, lost), [true, false], "the hunted do not know");
        assert_eq!(known(world, GameEvent::Decided { winner: ARES }), [true, true]);
        assert_eq!(known(world, GameEvent::Surrendered { faction: ARES }), [true, true]);
    }
}
