//! Yards refill the troop ships that rest within their reach.
//!
//! Yards work one after the other in the order of their numbers, and each fills the oldest ship first. The ship's
//! owner pays once for each trooper, never from the reserve for the next upkeep. Nobody boards at a body on which
//! troopers fight. The number of troopers per tick follows from the tick's number alone.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use typed_index_collections::TiSlice;

use super::HoldSystems;
use super::upkeep::Reserves;
use crate::level::{LedgerSource, Price};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::combat::repair::docks::{Dock, Mooring, RingPlaces};
use crate::sim::{
    AnchoredPlace, ArmsTable, Calendar, Condition, FactionId, Fleet, Grounds, Growing, Idle, Ledger, Ledgers,
    MemberOf, OfWorld, Position, RingMotion, Route, Ship, ShipId, Shipyard, Sides, Structure, StructureId,
    Tick, ticks,
};

/// A ship that has room for fewer troopers than this is full.
pub const NOBODY: f64 = 0.5;

/// A troop ship that a yard takes care of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refit {
    /// The ship.
    pub ship: ShipId,
    /// The yard.
    pub yard: StructureId,
    /// Whether the treasury has too little money for the next trooper.
    pub is_short: bool,
}

/// The troop ships refilled by yards in the last tick, by the numbers of the yards and then of the ships. For
/// display only, so no save contains it.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Refits(pub Vec<Refit>);

impl Refits {
    /// The refit of a ship; of two yards the older one counts.
    pub fn of(&self, ship: ShipId) -> Option<Refit> {
        self.0.iter().find(|refit| refit.ship == ship).copied()
    }

    /// The refits by a yard.
    pub fn at(&self, yard: StructureId) -> impl Iterator<Item = Refit> + '_ {
        self.0.iter().filter(move |refit| refit.yard == yard).copied()
    }
}

pub(in crate::sim) fn plugin(app: &mut App) {
    app.init_scratch::<Refits>("for display; computed again in every tick");
    app.add_systems(Tick, refit.in_set(HoldSystems::Refit));
}

/// Troopers that a yard takes aboard in a tick, at this rate per second of play: fractions add up to whole
/// troopers.
fn due_in(tick: u64, per_s: f64) -> u32 {
    let until = |tick: u64| (tick as f64 * per_s / TICKS_PER_SECOND).floor();
    // The cast saturates.
    (until(tick + 1) - until(tick)) as u32
}

/// A troop ship that has room.
#[derive(Clone, Copy, Debug)]
struct Transport {
    id: ShipId,
    entity: Entity,
    faction: FactionId,
    side: u16,
    mooring: Mooring,
    /// Room for troopers.
    room: u32,
    /// Troopers that come aboard in this tick; never more than the room.
    comes: u32,
}

/// A yard with troopers to send aboard.
#[derive(Clone, Copy, Debug)]
struct Barracks {
    id: StructureId,
    side: u16,
    dock: Dock,
}

impl Barracks {
    fn takes_care_of(&self, transport: &Transport) -> bool {
        self.side == transport.side && self.dock.reaches(&transport.mooring)
    }

    /// Fills the ships in its care with at most `left` troopers, and records each ship.
    fn fill(&self, transports: &mut [Transport], mut left: u32, till: &mut Till, refits: &mut Vec<Refit>) {
        for transport in transports.iter_mut().filter(|transport| self.takes_care_of(transport)) {
            let wanted = transport.room - transport.comes;
            if wanted == 0 {
                continue;
            }
            let paid = till.buy(transport.faction, wanted.min(left));
            transport.comes += paid;
            left -= paid;
            let is_short = !till.can_buy(transport.faction);
            refits.push(Refit { ship: transport.id, yard: self.id, is_short });
        }
    }
}

/// The treasuries, and the price of a trooper.
struct Till<'a> {
    ledgers: &'a mut TiSlice<FactionId, Ledger>,
    reserves: &'a Reserves,
    price: Price,
}

impl Till<'_> {
    /// Pays for up to `count` troopers of a faction; returns the number paid for.
    fn buy(&mut self, faction: FactionId, count: u32) -> u32 {
        let (price, reserve) = (self.price, self.reserves.of(faction));
        let Some(ledger) = self.ledgers.get_mut(faction) else { return 0 };
        let mut paid = 0;
        while paid < count && ledger.spend_leaving(LedgerSource::Ships, price, reserve).is_ok() {
            paid += 1;
        }
        paid
    }

    /// Whether a faction could pay for one more.
    fn can_buy(&self, faction: FactionId) -> bool {
        let reserve = self.reserves.of(faction);
        let money = self.price.money.saturating_add(reserve.money);
        let needed = if self.price.is_free() { Price::ZERO } else { Price { money, ..Price::ZERO } };
        self.ledgers.get(faction).is_some_and(|ledger| ledger.can_pay(needed))
    }
}

type ShipParts = (
    Entity,
    &'static Ship,
    &'static MemberOf,
    &'static Position,
    &'static AnchoredPlace,
    &'static RingMotion,
    &'static mut Condition,
);
type YardParts = (&'static Structure, &'static Position);
type AtWork = (With<Shipyard>, Without<Growing>, Without<Idle>);

/// Ships that may be filled up, and yards that may fill.
#[derive(SystemParam)]
struct Depot<'w, 's> {
    ships: Query<'w, 's, ShipParts, Without<Idle>>,
    yards: Query<'w, 's, YardParts, AtWork>,
    fleets: Query<'w, 's, (&'static Fleet, &'static Route)>,
    arms_table: Res<'w, ArmsTable>,
    sides: Res<'w, Sides>,
    grounds: Res<'w, Grounds>,
    reserves: Res<'w, Reserves>,
    calendar: Res<'w, Calendar>,
    places: RingPlaces<'w>,
}

/// Buffers that are reused from tick to tick.
#[derive(Default)]
struct RefitBuffers {
    transports: Vec<Transport>,
    barracks: Vec<Barracks>,
}

/// Refills troop ships that rest in reach of yards.
fn refit(
    mut depot: Depot,
    mut ledgers: ResMut<Ledgers>,
    mut refits: ResMut<Refits>,
    mut room: Local<RefitBuffers>,
) {
    let RefitBuffers { transports, barracks } = &mut *room;
    transports.clear();
    barracks.clear();
    refits.0.clear();
    depot.find_transports(transports);
    if transports.is_empty() {
        return;
    }
    depot.find_barracks(barracks);
    transports.sort_unstable_by_key(|transport| transport.id);
    barracks.sort_unstable_by_key(|yard| yard.id);
    let numbers = depot.arms_table.rules.refit;
    let due = due_in(depot.calendar.tick, numbers.troopers_per_s);
    let price = Price { money: numbers.trooper_money, ..Price::ZERO };
    let mut till = Till { ledgers: &mut ledgers.0, reserves: &depot.reserves, price };
    for yard in barracks.iter() {
        yard.fill(transports, due, &mut till, &mut refits.0);
    }
    for transport in transports.iter().filter(|transport| transport.comes > 0) {
        depot.take_aboard(transport);
    }
}

impl Depot<'_, '_> {
    /// The troopers that a ship holds when it is full.
    fn most(&self, ship: &Ship) -> f64 {
        self.arms_table.ships.get(ship.class).map_or(0.0, |class| class.troopers)
    }

    fn find_transports(&self, transports: &mut Vec<Transport>) {
        let repair = &self.arms_table.rules.repair;
        let calm_ticks = ticks(repair.calm_s);
        for (entity, ship, member, position, place, ring_motion, condition) in &self.ships {
            let room = self.most(ship) - condition.troopers;
            if room < NOBODY || condition.calm_ticks < calm_ticks {
                continue;
            }
            let Ok((fleet, route)) = self.fleets.get(member.0) else { continue };
            if !route.rests() {
                continue;
            }
            let (route, within_km) = (Some(route), repair.reach_km);
            transports.push(Transport {
                id: ship.id,
                entity,
                faction: fleet.faction,
                side: self.sides.side(fleet.faction),
                mooring: self.places.mooring(route, position.0, place, ring_motion, within_km),
                // The cast saturates.
                room: room.round() as u32,
                comes: 0,
            });
        }
    }

    fn find_barracks(&self, barracks: &mut Vec<Barracks>) {
        let reach_km = self.arms_table.rules.repair.reach_km;
        for (structure, position) in &self.yards {
            if !self.grounds.of(structure.body).is_fought_over() {
                let dock = Dock::of_yard(structure, position.0, reach_km);
                let side = self.sides.side(structure.faction);
                barracks.push(Barracks { id: structure.id, side, dock });
            }
        }
    }

    fn take_aboard(&mut self, transport: &Transport) {
        let Ok((_, ship, .., mut condition)) = self.ships.get_mut(transport.entity) else { return };
        let most = self.arms_table.ships.get(ship.class).map_or(0.0, |class| class.troopers);
        condition.troopers = (condition.troopers + f64::from(transport.comes)).min(most);
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::level::model::holdings::Amount;
    use crate::sim::ids::BodyId;
    use typed_index_collections::TiVec;

    const IN_RING: Option<(BodyId, u8)> = Some((BodyId(3), 1));

    fn transport(number: u32, room: u32) -> Transport {
        Transport {
            id: ShipId(number),
            entity: Entity::PLACEHOLDER,
            faction: FactionId(0),
            side: 0,
            mooring: Mooring { place: DVec3::X * 1.0e6, ring: IN_RING, stands_at: None },
            room,
            comes: 0,
        }
    }

    fn yard() -> Barracks {
        let dock = Dock { place: DVec3::ZERO, reach_km: 10.0, ring: IN_RING };
        Barracks { id: StructureId(7), side: 0, dock }
    }

    /// Fills ships at a yard with `money` of their faction, of which `reserve` must be left; returns the refits
    /// and the rest of the money.
    fn filled(transports: &mut [Transport], due: u32, money: i64, reserve: u32) -> (Vec<Refit>, i64) {
        let mut ledgers: TiVec<FactionId, _> =
            vec![Ledger::opened(Amount { money, ..Amount::default() })].into();
        let reserves = Reserves(vec![Price { money: reserve, ..Price::ZERO }].into());
        let price = Price { money: 3, ..Price::ZERO };
        let mut refits = Vec::new();
        let mut till = Till { ledgers: &mut ledgers, reserves: &reserves, price };
        yard().fill(transports, due, &mut till, &mut refits);
        assert_eq!(ledgers[FactionId(0)].check(), Ok(()));
        (refits, ledgers[FactionId(0)].balance().money)
    }

    fn came(transports: &[Transport]) -> Vec<u32> {
        transports.iter().map(|transport| transport.comes).collect()
    }

    #[test]
    fn the_oldest_is_filled_first_and_everyone_is_paid_once() {
        let mut transports = [transport(0, 4), transport(1, 9), transport(2, 5)];
        let (refits, left) = filled(&mut transports, 7, 1000, 0);
        assert_eq!((came(&transports), left), (vec![4, 3, 0], 1000 - 3 * 7));
        assert_eq!(refits.len(), 3, "the last waits for its turn");
        assert!(refits.iter().all(|refit| refit.yard == StructureId(7) && !refit.is_short));
        let (_, left) = filled(&mut transports, 100, 1000, 0);
        assert_eq!((came(&transports), left), (vec![4, 9, 5], 1000 - 3 * 11), "only what was lacking");
        let (refits, left) = filled(&mut transports, 100, 1000, 0);
        assert_eq!((refits, left), (vec![], 1000), "they are full");
    }

    #[test]
    fn it_stops_where_money_is_lacking_and_leaves_the_reserve() {
        let mut transports = [transport(0, 9), transport(1, 9)];
        let (refits, left) = filled(&mut transports, 9, 8, 0);
        assert_eq!((came(&transports), left), (vec![2, 0], 2));
        assert!(refits.iter().all(|refit| refit.is_short));
        let mut transports = [transport(0, 9)];
        let (_, left) = filled(&mut transports, 9, 20, 10);
        assert_eq!((came(&transports), left), (vec![3], 11));
    }

    #[test]
    fn a_yard_fills_only_ships_of_its_own_side_in_its_reach() {
        let elsewhere = Mooring { place: DVec3::X * 1.0e6, ring: Some((BodyId(3), 2)), stands_at: None };
        let mut transports = [
            Transport { side: 1, ..transport(0, 9) },
            Transport { mooring: elsewhere, ..transport(1, 9) },
            Transport {
                mooring: Mooring { place: DVec3::X, ring: None, stands_at: None },
                ..transport(2, 9)
            },
        ];
        let (refits, _) = filled(&mut transports, 5, 1000, 0);
        assert_eq!(came(&transports), [0, 0, 5]);
        let refits = Refits(refits);
        assert_eq!((refits.of(ShipId(0)), refits.at(StructureId(7)).count()), (None, 1));
        assert_eq!(refits.of(ShipId(2)).map(|refit| refit.is_short), Some(false));
    }

    #[test]
    fn fractions_add_up() {
        for (per_s, seconds) in [(5.0, 7_u64), (0.4, 100), (45.0, 3)] {
            let came: u32 = (0..30 * seconds).map(|tick| due_in(tick, per_s)).sum();
            assert_eq!(f64::from(came), per_s * seconds as f64, "{per_s} a second");
        }
        assert_eq!(due_in(12, 0.0), 0);
    }
}
