//! The end of a tick: counts it and hashes the whole state, part by part.
//!
//! Worlds with equal hashes count as equal; two runs of the same level, seed and orders must have equal hashes
//! after every tick. Otherwise the digests show which part differs. Everything that decides the future is hashed,
//! by the serde form of saves. Each thing is hashed with its number; the digest of a part is the sum over its
//! things, so that no order matters.

use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use serde::Serialize;

use super::parts::{FleetPartsItem, ShipPartsItem, StructurePartsItem, TorpedoPartsItem, WorldParts};
use crate::sim::digest::digest_of;
use crate::sim::{Calendar, FleetId, OfWorld, SimSystems, Tick};

/// The digests of all parts of the state. As a resource: those at the end of the last tick.
#[derive(Resource, Reflect, Serialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Digests {
    /// Tick, date and seed.
    calendar: u64,
    /// The next numbers.
    next_ids: u64,
    /// The factions, and the minds that play some of them.
    factions: u64,
    /// Positions of ships, their flight, their places, and whether they are paid.
    ships: u64,
    /// Combat states of ships.
    conditions: u64,
    /// Hangars, and the ships that belong to them.
    hangars: u64,
    /// Fleets with their formations and doctrines.
    fleets: u64,
    /// Routes of fleets, and their planned courses.
    routes: u64,
    /// The fights that fleets are in.
    fights: u64,
    /// Owners and values of bodies.
    holdings: u64,
    /// Grounds of bodies.
    grounds: u64,
    /// Treasuries, and their sources.
    ledgers: u64,
    /// Structures in rings, with growth and combat state.
    structures: u64,
    /// Production of yards.
    yards: u64,
    /// Torpedoes under way.
    torpedoes: u64,
    /// Pieces of wrecks.
    wrecks: u64,
    /// Losses and kills of factions.
    losses: u64,
    /// Sight and memory of factions.
    knowledge: u64,
    /// The decision, and the progress toward it.
    victory: u64,
    /// History for the result.
    history: u64,
    /// Memories of minds. They are no part of the state hash: logged orders without minds make the same world.
    #[serde(skip)]
    minds: u64,
}

impl Digests {
    /// The digests of a world in its present state, which may be between two ticks.
    pub fn of(world: &mut World) -> Option<Self> {
        let mut state = SystemState::<WorldParts>::new(world);
        Some(Self::of_parts(&state.get(world).ok()?))
    }

    /// The hash of the whole state.
    pub fn state_hash(&self) -> u64 {
        digest_of(self)
    }

    /// The digests of the parts, in a fixed sequence.
    pub fn of_each_part(&self) -> impl Iterator<Item = u64> {
        self.iter_fields().filter_map(|(_, digest)| digest.try_downcast_ref::<u64>().copied())
    }

    /// The names of the parts, in the same sequence.
    pub fn names_of_parts(&self) -> impl Iterator<Item = String> {
        self.iter_fields().map(|(name, _)| name.replace('_', " "))
    }

    /// The names of the parts in which two worlds differ, `"ships, wrecks"`; `None` for equal worlds.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let pairs = self.iter_fields().zip(other.iter_fields());
        let differing = pairs.filter(|((_, one), (_, two))| one.reflect_partial_eq(*two) != Some(true));
        let names: Vec<String> = differing.map(|((name, _), _)| name.replace('_', " ")).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }
}

/// Adds a thing to a part.
fn add(part: &mut u64, thing: &impl Serialize) {
    *part = part.wrapping_add(digest_of(thing));
}

pub(in crate::sim) fn plugin(app: &mut App) {
    app.init_scratch::<Digests>("the hash itself");
    app.add_systems(Tick, (count, seal).chain().in_set(SimSystems::Seal));
}

fn count(mut calendar: ResMut<Calendar>) {
    calendar.tick += 1;
}

fn seal(parts: WorldParts, mut digests: ResMut<Digests>) {
    *digests = Digests::of_parts(&parts);
}

impl Digests {
    fn of_parts(parts: &WorldParts) -> Self {
        let WorldParts {
            calendar,
            next_ids,
            factions,
            seats,
            minds,
            holdings,
            grounds,
            ledgers,
            losses,
            knowledge,
            contests,
            verdict,
            history,
            fleets,
            ships,
            fleets_of_ships,
            structures,
            torpedoes,
            wrecks,
        } = parts;
        let mut sums = Self {
            calendar: digest_of(&**calendar),
            next_ids: digest_of(&**next_ids),
            factions: digest_of(&**factions),
            holdings: digest_of(&**holdings),
            grounds: digest_of(&**grounds),
            ledgers: digest_of(&**ledgers),
            losses: digest_of(&**losses),
            knowledge: digest_of(&**knowledge),
            victory: digest_of(&(&**contests, &**verdict)),
            history: digest_of(&**history),
            minds: digest_of(&**minds),
            ..default()
        };
        if seats.0.iter().any(|seat| seat.mind.is_some()) {
            add(&mut sums.factions, &**seats);
        }
        fleets.iter().for_each(|fleet| sums.add_fleet(fleet));
        for ship in ships {
            let fleet = fleets_of_ships.get(ship.member.0).ok().map(|fleet| fleet.id);
            sums.add_ship(ship, fleet);
        }
        structures.iter().for_each(|structure| sums.add_structure(structure));
        for TorpedoPartsItem { torpedo, position } in torpedoes {
            add(&mut sums.torpedoes, &(torpedo, position));
        }
        wrecks.iter().for_each(|wreck| add(&mut sums.wrecks, wreck));
        sums
    }

    fn add_fleet(&mut self, parts: FleetPartsItem) {
        let FleetPartsItem {
            fleet,
            route,
            course,
            formation,
            wish,
            repeats,
            doctrine,
            engagement,
            under_fire,
        } = parts;
        add(&mut self.fleets, &(fleet, formation, wish, repeats, doctrine));
        add(&mut self.routes, &(fleet.id, route, course));
        add(&mut self.fights, &(fleet.id, engagement, under_fire));
    }

    /// The numbers of a ship's class are left out: the class stands for them.
    fn add_ship(&mut self, parts: ShipPartsItem, fleet: Option<FleetId>) {
        let ShipPartsItem {
            ship,
            member: _,
            position,
            flight,
            anchored_place,
            ring_motion,
            formation_offset,
            idle,
            condition,
            hangar,
            wing_of,
        } = parts;
        let flying = (position, flight, anchored_place, ring_motion, formation_offset);
        add(&mut self.ships, &(ship.id, ship.class, fleet, flying, idle));
        if let Some(condition) = condition {
            add(&mut self.conditions, &(ship.id, condition));
        }
        if hangar.is_some() || wing_of.is_some() {
            add(&mut self.hangars, &(ship.id, hangar, wing_of));
        }
    }

    fn add_structure(&mut self, parts: StructurePartsItem) {
        let StructurePartsItem { structure, growing, yard, idle, condition } = parts;
        add(&mut self.structures, &(structure, growing, idle, condition));
        if let Some(yard) = yard {
            add(&mut self.yards, &(structure.id, yard));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;
    use std::collections::{BTreeMap, BTreeSet};

    use bevy::ecs::component::ComponentInfo;

    use glam::DVec3;

    use super::*;
    use crate::level::RoutePreference;
    use crate::rules::test_support::{shipped, shipped_level};
    use crate::sim::combat::WingOf;
    use crate::sim::ids::{ShipId, TargetId};
    use crate::sim::snapshot::capture;
    use crate::sim::world::lifetime::{AllScratch, Scratch};
    use crate::sim::world::{
        AttackTarget, Engagement, Fleet, FormationOffset, Goal, Idle, Leg, NextIds, Repeats, RingMotion,
        Route, RouteWish, Ship, Structure, Track, UnderFire,
    };

    /// A world of ships, fleets, yards and carriers, after some ticks.
    fn world() -> App {
        let level = shipped_level("duel.ron");
        let mut app = App::new();
        app.add_plugins(crate::sim::plugin);
        crate::sim::spawn(app.world_mut(), &level, &shipped().for_level(&level), 1).expect("it is sound");
        (0..40).for_each(|_| app.world_mut().run_schedule(Tick));
        app
    }

    /// The world of a save of a world.
    fn resumed(world: &mut World) -> App {
        let save = capture(world).expect("there is a world");
        let mut app = App::new();
        app.add_plugins(crate::sim::plugin);
        crate::sim::spawn(app.world_mut(), &save, &shipped().for_level(&save), 2).expect("a save spawns");
        app
    }

    /// The engine's own types, found in an app that ran a schedule.
    fn of_the_engine() -> BTreeSet<TypeId> {
        fn spawn(mut commands: Commands) {
            commands.spawn_empty();
        }
        fn look(_: &mut World) {}
        let mut app = App::new();
        app.add_systems(Update, (spawn, look).chain());
        app.update();
        let own = app.world().components().iter_registered().filter_map(ComponentInfo::type_id);
        own.chain([TypeId::of::<Name>()]).collect()
    }

    /// The types that saves and the state hash read.
    fn state(world: &mut World) -> BTreeSet<TypeId> {
        fn read(_: WorldParts) {}
        let access = IntoSystem::into_system(read).initialize(world);
        let read = access.combined_access().try_reads_and_writes().expect("it reads what it names");
        read.iter().filter_map(|id| world.components().get_info(id)?.type_id()).collect()
    }

    /// Types registered in a world that are neither state nor scratch: the size in bytes, and the type registered
    /// before. The engine keeps names of types only with a feature that would rebuild all of it.
    fn unaccounted(world: &mut World) -> Vec<String> {
        let (engine, state) = (of_the_engine(), state(world));
        let scratch: BTreeMap<TypeId, Scratch> =
            world.resource::<AllScratch>().0.iter().map(|scratch| (scratch.of, *scratch)).collect();
        let mut found = Vec::new();
        let mut before = "the engine's own";
        for info in world.components().iter_registered() {
            let Some(of) = info.type_id() else { continue };
            let is_known = engine.contains(&of) || state.contains(&of);
            match scratch.get(&of) {
                Some(declared) => before = declared.name,
                None if is_known => {}
                None => found.push(format!("a type of {} bytes behind {before}", info.layout().size())),
            }
        }
        found
    }

    #[test]
    fn every_type_of_the_world_is_state_or_declared_scratch() {
        let mut app = world();
        let found = unaccounted(app.world_mut());
        assert!(found.is_empty(), "add it to `WorldParts`, or declare it by `init_scratch`: {found:#?}");
    }

    #[test]
    fn a_type_that_is_neither_is_found() {
        #[derive(Resource)]
        struct Forgotten([u8; 77]);
        let mut app = world();
        app.insert_resource(Forgotten([0; 77]));
        let found = unaccounted(app.world_mut());
        assert!(found.len() == 1 && found[0].starts_with("a type of 77 bytes"), "{found:?}");
        assert_eq!(app.world().resource::<Forgotten>().0[0], 0);
    }

    #[test]
    fn nothing_is_state_and_scratch_and_every_reason_is_given() {
        let mut app = world();
        let state = state(app.world_mut());
        for Scratch { of, name, reason } in &app.world().resource::<AllScratch>().0 {
            assert!(!state.contains(of), "{name}");
            assert!(reason.len() > 9, "{name}");
        }
    }

    #[test]
    fn a_save_keeps_every_part_of_the_digests() {
        let mut app = world();
        let world = app.world_mut();
        let [ship, fleet, structure] = [
            world.query_filtered::<Entity, With<Ship>>().iter(world).next(),
            world.query_filtered::<Entity, With<Fleet>>().iter(world).next(),
            world.query_filtered::<Entity, With<Structure>>().iter(world).next(),
        ]
        .map(|thing| thing.expect("there is one"));
        world.entity_mut(ship).insert((Idle, WingOf { carrier: ShipId(7) }, FormationOffset(DVec3::X)));
        let ring_motion = RingMotion { ring: None, carried_ticks: 7 };
        world.entity_mut(ship).insert(ring_motion);
        let fire = UnderFire { strength: 1.0, has_asked: true };
        world.entity_mut(fleet).insert((fire, Repeats(true), RouteWish(RoutePreference::OutOfSight)));
        world.entity_mut(structure).insert(Idle);
        world.resource_mut::<NextIds>().ship += 1;
        let before = Digests::of(world).expect("there is a world");
        assert_ne!(Some(before), app.world().get_resource::<Digests>().copied(), "it was changed");
        let after = Digests::of(resumed(app.world_mut()).world_mut()).expect("there is a world");
        assert_eq!(before.difference(&after), None);
    }

    #[test]
    fn where_the_target_of_a_leg_was_last_seen_is_state() {
        let mut app = world();
        let goal = Goal::Attack(AttackTarget::Fleet(FleetId(1)));
        let track = Track { lead: Some(TargetId::Ship(ShipId(7))), place: DVec3::X };
        let legs = [Leg::new(goal, 1.0), Leg { track, ..Leg::new(goal, 1.0) }];
        let [unseen, seen] = legs.map(|leg| {
            for mut route in app.world_mut().query::<&mut Route>().iter_mut(app.world_mut()) {
                route.0 = [leg].into();
            }
            Digests::of(app.world_mut()).expect("there is a world")
        });
        assert_eq!(unseen.difference(&seen).as_deref(), Some("routes"));
        let mut again = resumed(app.world_mut());
        let routes: Vec<Route> = again.world_mut().query::<&Route>().iter(again.world()).cloned().collect();
        assert!(!routes.is_empty());
        for found in routes.iter().map(|route| route.0[0].track) {
            assert_eq!((found.lead, found.place), (track.lead, track.place));
        }
    }

    #[test]
    fn the_digests_tell_which_part_differs() {
        let mut app = world();
        let before = *app.world().resource::<Digests>();
        let world = app.world_mut();
        assert_eq!(Digests::of(world), Some(before), "nothing has happened since the tick");
        assert_eq!(before.difference(&before), None);
        world.resource_mut::<NextIds>().ship += 1;
        let ship = world.query_filtered::<Entity, With<Ship>>().iter(world).next().expect("there is one");
        world.entity_mut(ship).insert(WingOf { carrier: ShipId(7) });
        let after = Digests::of(world).expect("there is a world");
        assert_eq!(before.difference(&after).as_deref(), Some("next ids, hangars"));
        assert_ne!(before.state_hash(), after.state_hash());
        world.entity_mut(ship).remove::<WingOf>().insert(Idle);
        world.resource_mut::<NextIds>().ship -= 1;
        let after = Digests::of(world).expect("there is a world");
        assert_eq!(before.difference(&after).as_deref(), Some("ships"));
    }

    #[test]
    fn a_fight_is_not_taken_for_fleets_under_fire_with_the_same_numbers() {
        let (fight, fire) = (UnderFire { strength: 1.0, has_asked: true }, None::<Engagement>);
        let one = digest_of(&[(fire, Some(fight)), (None, None)]);
        assert_ne!(one, digest_of(&[(fire, None), (None, Some(fight))]));
    }
}
