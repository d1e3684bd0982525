//! The fleets of a yard, which its ships join.
//!
//! A new ship joins the fleet that its yard founded last for ships of its kind. It does so while the fleet is small,
//! and waits at the rally point or is on its way there; otherwise the yard founds another. The kind of a fleet is that
//! of its first ship: warships, transports, miners, engineers and scouts do not share a fleet unless a player says so.
//! The yard knows its fleets by their numbers, whatever a player calls them. The first fleets of a yard at Mars are
//! called `1st Mars Squadron`, `2nd Mars Transports` and so on, by the first ship of each. A yard counts on when a
//! fleet is gone, so that it never gives a name twice. Names do not contain the number of the yard, which would reveal
//! how many structures others have built.

use bevy::prelude::*;

use super::Yard;
use crate::level::{ShipClass, ShipKind, ordinal};
use crate::sim::motion::{RingFrames, ring_orbit};
use crate::sim::task::dispatch::{begin_leg, spacing_km};
use crate::sim::task::send;
use crate::sim::{
    Anchor, AnchoredPlace, BodyId, Calendar, EconomyChoice, Fleet, FleetId, Goal, Leg, Members, NextIds,
    RingMotion, Route, Ship, ShipClasses, Shipyard, Sky, made_name, members_in_order, unused_name,
};

/// A fleet still waits at a place in space if its ships are within this number of spacings of it.
const WAITING_SPACINGS: f64 = 12.0;

/// A fleet of a yard, with what its first ship makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct YardFleet {
    id: FleetId,
    entity: Entity,
    /// See [`fleet_word`].
    word: &'static str,
}

/// The fleets that a yard founded last, one for each kind of ships, the newest first. Those that are gone are left
/// out.
pub(super) fn last_fleets(world: &mut World, yard: &Yard) -> Vec<YardFleet> {
    let Some(shipyard) = world.get::<Shipyard>(yard.entity) else { return Vec::new() };
    let others = shipyard.other_fleets.iter().rev().copied();
    let founded: Vec<FleetId> = shipyard.newest_fleet.into_iter().chain(others).collect();
    let mut fleets = world.query::<(Entity, &Fleet)>();
    let world: &World = world;
    let mut last: Vec<YardFleet> = Vec::new();
    for id in founded {
        let is_meant = |fleet: &Fleet| fleet.id == id && fleet.faction == yard.structure.faction;
        let Some((entity, _)) = fleets.iter(world).find(|(_, fleet)| is_meant(fleet)) else { continue };
        let Some(word) = word_of_fleet(world, entity) else { continue };
        if last.iter().all(|newer| newer.word != word) {
            last.push(YardFleet { id, entity, word });
        }
    }
    last
}

/// What the first ship of a fleet makes of it; `None` without ships.
fn word_of_fleet(world: &World, fleet: Entity) -> Option<&'static str> {
    let (_, first) = *members_in_order(world, fleet).first()?;
    let class = world.get::<Ship>(first)?.class;
    world.resource::<ShipClasses>().0.get(class).map(fleet_word)
}

/// The newest of a yard's [`last_fleets`] for ships of the kind of this class, if a new ship can join it.
pub(super) fn waiting_fleet(
    world: &World,
    yard: &Yard,
    fleets: &[YardFleet],
    class: &ShipClass,
) -> Option<Entity> {
    let newest = fleets.iter().find(|fleet| fleet.word == fleet_word(class))?.entity;
    let count = world.get::<Members>(newest).map_or(0, Members::len);
    let largest = world.resource::<EconomyChoice>().0.building.largest_yard_fleet as usize;
    let joins = count < largest && is_waiting(world, newest, yard);
    joins.then_some(newest)
}

/// Founds the next fleet of a yard with these [`last_fleets`], with a first ship of this class; `None` if no fleet
/// number is left.
pub(super) fn found_fleet(
    world: &mut World,
    yard: &Yard,
    fleets: &[YardFleet],
    class: &ShipClass,
) -> Option<Entity> {
    let others = fleets.iter().filter(|fleet| fleet.word != fleet_word(class));
    let others: Vec<FleetId> = others.rev().map(|fleet| fleet.id).collect();
    let id = world.resource_mut::<NextIds>().take_fleet()?;
    let body = world.resource::<Sky>().system.bodies.get(yard.structure.body);
    let body = body.map_or_else(String::new, |body| body.name.clone());
    let founded = world.get::<Shipyard>(yard.entity).map_or(0, |shipyard| shipyard.fleets);
    let called = |number: u32| fleet_name(number, &body, fleet_word(class));
    let (number, name) = unused_name(world, yard.structure.faction, founded, called);
    if let Some(mut shipyard) = world.get_mut::<Shipyard>(yard.entity) {
        shipyard.fleets = number.wrapping_add(1);
        shipyard.newest_fleet = Some(id);
        shipyard.other_fleets = others;
    }
    Some(world.spawn(Fleet { id, name, faction: yard.structure.faction }).id())
}

/// The name of a yard's fleet, counted from 0: `1st Mars Squadron`. The name of a body that is too long is cut.
fn fleet_name(number: u32, body: &str, word: &str) -> String {
    let ordinal = ordinal(u64::from(number) + 1);
    let rest = made_name(body, &format!(" {word}"), ordinal.len() + 1);
    format!("{ordinal} {rest}")
}

/// What a fleet with a first ship of this class is.
fn fleet_word(class: &ShipClass) -> &'static str {
    match class.kind {
        ShipKind::Troops => "Transports",
        ShipKind::Support if class.mines > 0 => "Miners",
        ShipKind::Support if class.builds_percent > 0 || class.repairs > 0.0 => "Engineers",
        ShipKind::Support => "Scouts",
        _ => "Squadron",
    }
}

/// Whether a fleet is at the yard's rally point, or on its way there and nowhere else.
fn is_waiting(world: &World, fleet: Entity, yard: &Yard) -> bool {
    let route = world.get::<Route>(fleet).map(|route| &route.0);
    match (route.and_then(|route| route.front()), yard.rally) {
        (None, rally) => {
            let reach_km = WAITING_SPACINGS * spacing_km(world, fleet);
            members_in_order(world, fleet)
                .into_iter()
                .filter_map(|(_, ship)| {
                    Some((world.get::<AnchoredPlace>(ship)?, world.get::<RingMotion>(ship)?))
                })
                .all(|(place, ring_motion)| {
                    waits_there(place, ring_motion.ring, yard.structure.body, rally, reach_km)
                })
        }
        (Some(leg), Some(rally)) => route.is_some_and(|route| route.len() == 1) && leads_there(leg, rally),
        (Some(_), None) => false,
    }
}

/// Whether a ship that holds this place, in a ring or in none, waits for the yard: in the well of the yard's body,
/// unless the yard sends ships elsewhere.
fn waits_there(
    place: &AnchoredPlace,
    ring: Option<u8>,
    home: BodyId,
    rally: Option<Goal>,
    reach_km: f64,
) -> bool {
    match rally {
        None => place.anchor == Anchor::Body(home) && ring.is_none(),
        Some(Goal::Body(body)) => place.anchor == Anchor::Body(body) && ring.is_none(),
        Some(Goal::Ring { body, ring: wanted }) => place.anchor == Anchor::Body(body) && ring == Some(wanted),
        Some(Goal::Place(wanted)) => {
            let is_near = place.offset.distance(wanted.offset) <= reach_km;
            place.anchor == wanted.anchor && ring.is_none() && is_near
        }
        Some(_) => false,
    }
}

/// Whether a leg leads to a yard's rally point. A leg to a body or a ring leads to a place next to it as soon
/// as it has begun.
fn leads_there(leg: &Leg, rally: Goal) -> bool {
    match (leg.goal, rally) {
        (Goal::Place(place), Goal::Body(body)) => place.anchor == Anchor::Body(body),
        (goal, rally) => goal == rally,
    }
}

/// The middle of the places that the ships of a fleet hold beside the rally body, or of their resting places after
/// leaving the rally ring. `None` if the yard sends ships to a place, or if the fleet has no ships.
pub(super) fn middle_of_rest(world: &World, fleet: Entity, rally: Goal) -> Option<AnchoredPlace> {
    let body = match rally {
        Goal::Body(body) => body,
        Goal::Ring { body, .. } => {
            // The sky is at the end of this tick, which is not counted yet.
            let tick = world.resource::<Calendar>().tick + 1;
            let ring_frames = RingFrames { tick, ..RingFrames::of(world) };
            let offset = ring_orbit::resting_place(world, &ring_frames, fleet)?;
            return Some(AnchoredPlace { anchor: Anchor::Body(body), offset });
        }
        _ => return None,
    };
    // Summed in the order of the ships' numbers, so that the last bit is always the same.
    let ships = members_in_order(world, fleet);
    let offset = ring_orbit::middle_of_places(world, &ships);
    (!ships.is_empty()).then_some(AnchoredPlace { anchor: Anchor::Body(body), offset })
}

/// Forms a fleet again that a new ship has joined. With a rally point a resting fleet goes there; `stay` is
/// the middle of a fleet that is next to a body already. A circling fleet waits for the new ship next to the
/// ring.
pub(super) fn set_off(world: &mut World, fleet: Entity, rally: Option<Goal>, stay: Option<AnchoredPlace>) {
    let rests = world.get::<Route>(fleet).is_none_or(|route| route.0.is_empty());
    match rally {
        Some(rally) if rests => send(world, &[fleet], Leg { berth: stay, ..Leg::new(rally, 0.0) }, false),
        _ => begin_leg(world, fleet),
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::level::check::MAX_NAME_LETTERS;
    use crate::rules::test_support::shipped;
    use crate::sim::FactionId;

    #[test]
    fn fleets_of_a_yard_are_counted() {
        let next = |founded: u32, taken: &[&str]| {
            let mut world = World::new();
            let fleet =
                |name: &&str| Fleet { id: FleetId(0), name: (*name).to_owned(), faction: FactionId(0) };
            world.spawn_batch(taken.iter().map(fleet).collect::<Vec<_>>());
            let called = |number: u32| fleet_name(number, "Mars", "Squadron");
            unused_name(&mut world, FactionId(0), founded, called)
        };
        assert_eq!(next(0, &[]), (0, "1st Mars Squadron".to_owned()));
        let taken = ["1st Mars Squadron", "3rd Mars Squadron"];
        assert_eq!(next(0, &taken), (1, "2nd Mars Squadron".to_owned()));
        assert_eq!(next(3, &taken[1..]), (3, "4th Mars Squadron".to_owned()), "two are lost");
        let last = fleet_name(u32::MAX, "Mars", "Squadron");
        assert_eq!(next(u32::MAX, &[last.as_str()]), (0, "1st Mars Squadron".to_owned()));
    }

    #[test]
    fn fleets_are_called_by_what_they_are_for() {
        let rules = shipped();
        let word = |name: &str| {
            let class = rules.ship_classes.iter().find(|class| class.name == name);
            fleet_word(class.expect("it is a class of the rules"))
        };
        let names = ["scout", "corvette", "cruiser", "carrier", "troop ship", "miner"];
        let words = ["Scouts", "Squadron", "Squadron", "Squadron", "Transports", "Miners"];
        assert_eq!(names.map(word), words);
        assert_eq!(["constructor", "repair ship"].map(word), ["Engineers"; 2]);
    }

    #[test]
    fn the_longest_name_of_a_body_leaves_room_for_all_fleets() {
        let name = fleet_name(u32::MAX, &"é".repeat(MAX_NAME_LETTERS), "Transports");
        assert_eq!(name.chars().count(), MAX_NAME_LETTERS, "{name}");
        assert!(name.starts_with("4294967296th é") && name.ends_with("é Transports"), "{name}");
    }

    #[test]
    fn a_yard_of_an_old_save_founds_its_next_fleet() {
        let text = "(queue: [], repeats: false, rally: None, built: 3, fleets: 2)";
        let yard: Shipyard = ron::from_str(text).expect("a yard");
        assert_eq!((yard.fleets, yard.newest_fleet, yard.other_fleets), (2, None, Vec::new()));
    }

    #[test]
    fn fleets_wait_where_the_yard_sends_them() {
        let near = |body: Option<BodyId>, x: f64| AnchoredPlace {
            anchor: Anchor::from(body),
            offset: DVec3::new(x, 0.0, 0.0),
        };
        assert!(waits_there(&near(Some(BodyId(2)), 9.0), None, BodyId(2), None, 1.0));
        assert!(!waits_there(&near(None, 9.0), None, BodyId(2), None, 1.0));
        assert!(!waits_there(&near(Some(BodyId(2)), 9.0), Some(0), BodyId(2), None, 1.0), "it circles");
        assert!(!waits_there(&near(Some(BodyId(2)), 9.0), None, BodyId(2), Some(Goal::Body(BodyId(4))), 1.0));
        let place = Some(Goal::Place(near(None, 9.0)));
        assert!(waits_there(&near(None, 9.5), None, BodyId(2), place, 1.0));
        assert!(!waits_there(&near(None, 11.0), None, BodyId(2), place, 1.0));
        assert!(!waits_there(&near(Some(BodyId(2)), 9.0), None, BodyId(2), place, 1.0));
        let ring = Some(Goal::Ring { body: BodyId(4), ring: 1 });
        assert!(waits_there(&near(Some(BodyId(4)), 9.0), Some(1), BodyId(2), ring, 1.0));
        assert!(!waits_there(&near(Some(BodyId(4)), 9.0), Some(0), BodyId(2), ring, 1.0));
        assert!(!waits_there(&near(Some(BodyId(4)), 9.0), None, BodyId(2), ring, 1.0));
        assert!(!waits_there(
            &near(Some(BodyId(4)), 9.0),
            Some(1),
            BodyId(2),
            Some(Goal::Body(BodyId(4))),
            1.0
        ));
    }

    #[test]
    fn a_leg_beside_the_body_leads_to_the_rally() {
        let leg = |goal| Leg::new(goal, 1.0);
        let place = Goal::Place(AnchoredPlace { anchor: Anchor::Body(BodyId(4)), offset: DVec3::X });
        let (beside, body) = (leg(place), Goal::Body(BodyId(4)));
        assert!(leads_there(&leg(body), body));
        assert!(leads_there(&beside, body) && !leads_there(&beside, Goal::Body(BodyId(5))));
        assert!(leads_there(&beside, place) && !leads_there(&leg(body), place));
        let ring = Goal::Ring { body: BodyId(4), ring: 1 };
        let into_ring = leg(ring);
        assert!(leads_there(&into_ring, ring) && !leads_there(&beside, ring));
        assert!(!leads_there(&into_ring, body) && !leads_there(&into_ring, place));
        assert!(!leads_there(&into_ring, Goal::Ring { body: BodyId(4), ring: 0 }));
    }
}
