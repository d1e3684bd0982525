//! Yards build ships, and new ships take their places.
//!
//! A new ship joins the fleet that its yard founded last for ships of its kind, while that is small and still waits
//! at the yard's rally point, or is on its way there; otherwise the yard founds another. A fleet's kind is that of its
//! first ship: warships, transports, miners, engineers and scouts do not share a fleet unless a player says so. The
//! yard knows its fleets by their numbers, whatever a player calls them. The first fleets of a yard at Mars are called
//! `1st Mars Squadron`, `2nd Mars Transports` and so on, by the first ship of each. A yard counts on when a fleet is
//! gone, so that it never gives a name twice. Names do not contain the number of the yard, which would reveal how many
//! structures others have built.

use bevy::prelude::*;
use glam::DVec3;
use typed_index_collections::TiVec;

use super::building::advance_by;
use super::constructors::Constructors;
use super::{HoldSystems, research_percent};
use crate::level::{LedgerSource, ShipClass, ShipKind, build_ticks};
use crate::sim::event::{Events, GameEvent, Party};
use crate::sim::motion::{RingFrames, balls_near, ring_orbit};
use crate::sim::spatial::honeycomb::{pattern_radius_km, slot_offset};
use crate::sim::task::dispatch::{begin_leg, largest_radius_km};
use crate::sim::task::{SPACING_RADII, send};
use crate::sim::{
    Anchor, AnchoredPlace, BodyId, Calendar, EconomyChoice, FactionId, Fleet, FleetId, Flight,
    FormationOffset, Goal, Growing, Growth, GrowthProgress, Idle, LastTick, Ledgers, Leg, MemberOf, Members,
    NextIds, Position, RingMotion, Route, Ship, ShipClasses, Shipyard, Sky, Structure, StructureClasses,
    TargetId, Tick, YardJob, by_number, made_name, members_in_order, unused_name,
};

/// Distance of a new ship from the yard's hull, in its own bounding radii.
const EXIT_RADII: f64 = 3.0;
/// New ships begin at another place of the honeycomb outside the yard each time; this many places take turns.
const EXIT_PLACES: u32 = 37;
/// Number of places that are tried, outward from the first.
const PLACES_TRIED: u32 = 1000;
/// A fleet still waits at a place in space if its ships are within this number of spacings of it.
const WAITING_SPACINGS: f64 = 12.0;

pub(in crate::sim) fn plugin(app: &mut App) {
    app.add_systems(Tick, build_ships.in_set(HoldSystems::Yards));
}

/// The growth of a new ship in a yard of this speed, while research lowers prices by `research_percent`.
pub fn ship_growth(class: &ShipClass, yard_speed: f64, research_percent: u32) -> Growth {
    let price = class.price.share_of(100_u32.saturating_sub(research_percent), 100);
    Growth::new(build_ticks(class.build_s, yard_speed), price)
}

/// A yard with work, in a tick.
struct Yard {
    entity: Entity,
    structure: Structure,
    rally: Option<Goal>,
    built: u32,
    job: YardJob,
}

/// Advances the first ship of every yard's queue, and launches finished ones.
fn build_ships(world: &mut World) {
    let yards = busy_yards(world);
    if yards.is_empty() {
        return;
    }
    let research = research_by_faction(world);
    let constructors = Constructors::at_work(world);
    for yard in yards {
        let percent = research.get(yard.structure.faction).copied().unwrap_or(0);
        if let Some(growth) = growth_today(world, &yard, percent) {
            let ticks = constructors.ticks_of_growth(yard.structure.faction, yard.structure.body);
            work(world, &yard, growth, ticks);
        }
    }
}

/// The finished, paid yards with a queue, in the order of their numbers.
fn busy_yards(world: &mut World) -> Vec<Yard> {
    let mut finished =
        world.query_filtered::<(Entity, &Structure, &Shipyard), (Without<Growing>, Without<Idle>)>();
    let busy = finished.iter(world).filter_map(|(entity, structure, shipyard)| {
        let job = shipyard.queue.front()?.clone();
        let Shipyard { rally, built, .. } = *shipyard;
        Some(Yard { entity, structure: structure.clone(), rally, built, job })
    });
    by_number(busy, |yard| yard.structure.id)
}

/// Discount of research on each faction's ships, percent; only finished, paid structures count.
fn research_by_faction(world: &mut World) -> TiVec<FactionId, u32> {
    let mut working = world.query_filtered::<&Structure, (Without<Growing>, Without<Idle>)>();
    let world: &World = world;
    let classes = world.resource::<StructureClasses>();
    let rules = &world.resource::<EconomyChoice>().0;
    world
        .resource::<Ledgers>()
        .0
        .keys()
        .map(|faction| {
            let own = working.iter(world).filter(|structure| structure.faction == faction);
            research_percent(classes, rules, own)
        })
        .collect()
}

/// The growth of a yard's first ship at the present price, which research may have changed since the last tick.
fn growth_today(world: &World, yard: &Yard, research_percent: u32) -> Option<Growth> {
    let class = world.resource::<ShipClasses>().0.get(yard.job.class)?;
    let yard_speed = world.resource::<StructureClasses>().0.get(yard.structure.class)?.yard_speed;
    let Growth { total_ticks, price, .. } = ship_growth(class, yard_speed, research_percent);
    Some(Growth { total_ticks, price, ..yard.job.growth })
}

fn work(world: &mut World, yard: &Yard, mut growth: Growth, ticks: u32) {
    let faction = yard.structure.faction;
    let progress = advance_by(world, faction, LedgerSource::Ships, &mut growth, ticks);
    if let Some(mut shipyard) = world.get_mut::<Shipyard>(yard.entity)
        && let Some(job) = shipyard.queue.front_mut()
    {
        job.growth = growth;
    }
    if progress == Some(GrowthProgress::Finished) {
        launch(world, yard);
    }
}

/// Takes the finished ship from the queue; with repeat another of its class goes to the end.
fn take_finished(shipyard: &mut Shipyard) {
    let Some(YardJob { class, growth }) = shipyard.queue.pop_front() else { return };
    shipyard.built = shipyard.built.saturating_add(1);
    if shipyard.repeats {
        let growth = Growth::new(growth.total_ticks, growth.price);
        shipyard.queue.push_back(YardJob { class, growth });
    }
}

/// Adds the finished ship of a yard to the world.
fn launch(world: &mut World, yard: &Yard) {
    let Some(class) = world.resource::<ShipClasses>().0.get(yard.job.class).cloned() else { return };
    let Some(exit) = exit_of(world, yard, &class) else { return };
    // When all numbers are used up, a finished ship stays in its yard.
    if world.resource::<NextIds>().ships_left() == 0 {
        return;
    }
    let fleets = last_fleets(world, yard);
    let waiting = waiting_fleet(world, yard, &fleets, &class);
    let Some(fleet) = waiting.or_else(|| found_fleet(world, yard, &fleets, &class)) else { return };
    let Some(id) = world.resource_mut::<NextIds>().take_ship() else { return };
    if let Some(mut shipyard) = world.get_mut::<Shipyard>(yard.entity) {
        take_finished(&mut shipyard);
    }
    // A fleet at rest next to a body or in a ring keeps its middle, instead of a new berth.
    let stay = yard.rally.and_then(|rally| middle_of_rest(world, fleet, rally));
    let ship = Ship::new(id, yard.job.class, &class);
    let flight = Flight { heading: exit.outward, ..default() };
    let last = LastTick::new(exit.place);
    let place = AnchoredPlace { anchor: Anchor::Body(yard.structure.body), offset: exit.place - exit.center };
    let aside = FormationOffset(exit.place - exit.middle);
    world.spawn((ship, Position(exit.place), last, flight, place, aside, MemberOf(fleet)));
    set_off(world, fleet, yard.rally, stay);
    let what = Party { id: TargetId::Ship(id), faction: yard.structure.faction };
    let tick = world.resource::<Calendar>().tick;
    let event = GameEvent::ShipBuilt { what, class: yard.job.class, place: exit.place };
    world.resource_mut::<Events>().record(tick, event);
}

/// The place of a new ship.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Exit {
    /// The middle of the body, heliocentric, km.
    center: DVec3,
    /// The middle of the places outward of the yard, heliocentric, km.
    middle: DVec3,
    /// The place itself, heliocentric, km.
    place: DVec3,
    /// The unit vector from the body to the yard.
    outward: DVec3,
}

fn exit_of(world: &mut World, yard: &Yard, class: &ShipClass) -> Option<Exit> {
    let yard_place = world.get::<Position>(yard.entity)?.0;
    let center = world.resource::<Sky>().now.get(yard.structure.body)?.position;
    let bound_km = class.bound_km();
    let outward = (yard_place - center).normalize_or(DVec3::X);
    let middle = yard_place + outward * (yard.structure.radius_km + EXIT_RADII * bound_km);
    let first = yard.built % EXIT_PLACES;
    let spacing_km = SPACING_RADII * bound_km;
    let reach_km = pattern_radius_km(first + PLACES_TRIED, spacing_km) + bound_km;
    let obstacles = balls_near(world, middle, reach_km);
    let place = first_free_place(middle, first, spacing_km, |place| {
        obstacles.iter().all(|(ball, radius_km)| place.distance(*ball) > radius_km + bound_km)
    });
    Some(Exit { center, middle, place, outward })
}

/// The first free place of the honeycomb about a middle, from place `first` outward; that place itself if none is
/// free.
fn first_free_place(middle: DVec3, first: u32, spacing_km: f64, is_free: impl Fn(DVec3) -> bool) -> DVec3 {
    (first..first.saturating_add(PLACES_TRIED))
        .map(|slot| middle + slot_offset(slot, spacing_km))
        .find(|place| is_free(*place))
        .unwrap_or_else(|| middle + slot_offset(first, spacing_km))
}

/// A fleet of a yard, with what its first ship makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct YardFleet {
    id: FleetId,
    entity: Entity,
    /// See [`fleet_word`].
    word: &'static str,
}

/// The fleets that a yard founded last, one for each kind of ships, the newest first. Those that are gone are left
/// out.
fn last_fleets(world: &mut World, yard: &Yard) -> Vec<YardFleet> {
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
fn waiting_fleet(world: &World, yard: &Yard, fleets: &[YardFleet], class: &ShipClass) -> Option<Entity> {
    let newest = fleets.iter().find(|fleet| fleet.word == fleet_word(class))?.entity;
    let count = world.get::<Members>(newest).map_or(0, Members::len);
    let largest = world.resource::<EconomyChoice>().0.building.largest_yard_fleet as usize;
    let joins = count < largest && is_waiting(world, newest, yard);
    joins.then_some(newest)
}

/// Founds the next fleet of a yard with these [`last_fleets`], with a first ship of this class; `None` if no fleet
/// number is left.
fn found_fleet(world: &mut World, yard: &Yard, fleets: &[YardFleet], class: &ShipClass) -> Option<Entity> {
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

/// `1st`, `2nd`, `11th`.
fn ordinal(number: u64) -> String {
    let is_teen = matches!(number % 100, 11..=13);
    let ending = match number % 10 {
        1 if !is_teen => "st",
        2 if !is_teen => "nd",
        3 if !is_teen => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Whether a fleet is at the yard's rally point, or on its way there and nowhere else.
fn is_waiting(world: &World, fleet: Entity, yard: &Yard) -> bool {
    let route = world.get::<Route>(fleet).map(|route| &route.0);
    match (route.and_then(|route| route.front()), yard.rally) {
        (None, rally) => {
            let reach_km = WAITING_SPACINGS * SPACING_RADII * largest_radius_km(world, fleet);
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
fn middle_of_rest(world: &World, fleet: Entity, rally: Goal) -> Option<AnchoredPlace> {
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
fn set_off(world: &mut World, fleet: Entity, rally: Option<Goal>, stay: Option<AnchoredPlace>) {
    let rests = world.get::<Route>(fleet).is_none_or(|route| route.0.is_empty());
    match rally {
        Some(rally) if rests => send(world, &[fleet], Leg { berth: stay, ..Leg::new(rally, 0.0) }, false),
        _ => begin_leg(world, fleet),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::check::MAX_NAME_LETTERS;
    use crate::level::model::holdings::{Amount, Price};
    use crate::rules::test_support::shipped;
    use crate::sim::ClassId;
    use crate::sim::world::money::Ledger;

    fn money(money: u32) -> Price {
        Price { money, ..Price::ZERO }
    }

    #[test]
    fn research_lowers_the_price_and_a_fast_yard_the_time() {
        let text = r#"(
            name: "a", radius_km: 1, cruise_km_s: 1, manoeuvre_km_s: 1, build_s: 10, price: (money: 250),
        )"#;
        let class: ShipClass = ron::from_str(text).expect("a ship class");
        let usual = ship_growth(&class, 1.0, 0);
        assert_eq!(usual.price, money(250));
        assert_eq!(ship_growth(&class, 2.0, 10).price, money(225));
        assert_eq!(ship_growth(&class, 2.0, 10).total_ticks * 2, usual.total_ticks);
        assert_eq!(ship_growth(&class, 1.0, 200).price, Price::ZERO);
    }

    #[test]
    fn with_repeat_a_finished_ship_begins_again_at_the_end() {
        let mut ledger = Ledger::opened(Amount { money: 100, ..Amount::default() });
        let mut growth = Growth::new(1, money(9));
        assert_eq!(growth.advance(&mut ledger, LedgerSource::Ships, Price::ZERO), GrowthProgress::Finished);
        let queue = [
            YardJob { class: ClassId::from(3), growth },
            YardJob { class: ClassId::from(4), growth: Growth::new(2, money(5)) },
        ];
        let mut yard = Shipyard { queue: queue.into(), repeats: true, ..Shipyard::default() };
        take_finished(&mut yard);
        let classes: Vec<ClassId> = yard.queue.iter().map(|job| job.class).collect();
        assert_eq!((classes, yard.built), ([4, 3].map(ClassId::from).to_vec(), 1));
        assert_eq!(yard.queue[1].growth, Growth::new(1, money(9)));
        yard.repeats = false;
        take_finished(&mut yard);
        assert_eq!((yard.queue.len(), yard.built), (1, 2));
    }

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
    fn ordinals_are_those_of_english() {
        let ordinals = [1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map(ordinal);
        let expected = ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th"];
        assert_eq!(ordinals, expected);
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
    fn a_new_ship_takes_the_first_free_place() {
        let middle = DVec3::new(5.0, 0.0, 0.0);
        assert_eq!(first_free_place(middle, 0, 4.0, |_| true), middle);
        let next = first_free_place(middle, 0, 4.0, |place| place.distance(middle) > 1.0);
        assert_eq!(next, middle + slot_offset(1, 4.0));
        assert_eq!(first_free_place(middle, 3, 4.0, |_| false), middle + slot_offset(3, 4.0));
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
