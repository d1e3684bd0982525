//! Yards build ships, and new ships take their places.
//!
//! - Enters: finished yards with queues, the ledgers of their owners, research and constructors.
//! - Leaves: paid growth; new ships beside their yards, in fleets that set off for the rally point; their events.
//! - Must never: build without payment, or give a number twice.
//!
//! `fleets.rs` finds or founds the fleet of a new ship, names it, and sends it to the rally point.

mod fleets;

use bevy::prelude::*;
use glam::DVec3;
use typed_index_collections::TiVec;

use self::fleets::{found_fleet, last_fleets, middle_of_rest, set_off, waiting_fleet};
use super::building::advance_by;
use super::constructors::Constructors;
use super::{HoldSystems, research_percent};
use crate::level::{LedgerSource, Price, ShipClass, build_ticks};
use crate::sim::event::{Events, GameEvent, Party};
use crate::sim::motion::{EXIT_RADII, free_place};
use crate::sim::spatial::honeycomb::slot_offset;
use crate::sim::task::SPACING_RADII;
use crate::sim::{
    Anchor, AnchoredPlace, Calendar, EconomyChoice, FactionId, Flight, FormationOffset, Goal, Growing,
    Growth, GrowthProgress, Idle, LastTick, Ledgers, MemberOf, NextIds, Position, Ship, ShipClasses,
    Shipyard, Sky, Structure, StructureClasses, TargetId, Tick, YardJob, by_number,
};

/// New ships begin at another place of the honeycomb outside the yard each time; this many places take turns.
const EXIT_PLACES: u32 = 37;
/// Number of places that are tried, outward from the first.
const PLACES_TRIED: u32 = 1000;

pub(in crate::sim) fn plugin(app: &mut App) {
    app.add_systems(Tick, build_ships.in_set(HoldSystems::Yards));
}

/// The price of a ship while research lowers prices by `research_percent`.
pub fn ship_price(class: &ShipClass, research_percent: u32) -> Price {
    class.price.share_of(100_u32.saturating_sub(research_percent), 100)
}

/// The growth of a new ship in a yard of this speed, at its [price](ship_price).
fn ship_growth(class: &ShipClass, yard_speed: f64, research_percent: u32) -> Growth {
    Growth::new(build_ticks(class.build_s, yard_speed), ship_price(class, research_percent))
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

/// The exit of a yard for a new ship of a class: the first free place, or the first place of its turn if none is free.
fn exit_of(world: &mut World, yard: &Yard, class: &ShipClass) -> Option<Exit> {
    let yard_place = world.get::<Position>(yard.entity)?.0;
    let center = world.resource::<Sky>().now.get(yard.structure.body)?.position;
    let bound_km = class.bound_km();
    let outward = (yard_place - center).normalize_or(DVec3::X);
    let middle = yard_place + outward * (yard.structure.radius_km + EXIT_RADII * bound_km);
    let first = yard.built % EXIT_PLACES;
    let spacing_km = SPACING_RADII * bound_km;
    let place = free_place(world, middle, first..first + PLACES_TRIED, (spacing_km, bound_km))
        .unwrap_or_else(|| middle + slot_offset(first, spacing_km));
    Some(Exit { center, middle, place, outward })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::model::holdings::Amount;
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
}
