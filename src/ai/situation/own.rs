//! A faction's own ships, structures and income.

use glam::DVec3;

use crate::level::{Amount, Doctrine, LedgerSource, Stance};
use crate::sim::economy::EconomyView;
use crate::sim::visibility::{SeenShip, WorldView};
use crate::sim::{
    BodyId, ClassId, FactionId, FleetId, Goal, Ledger, MOST_CALM_TICKS, ShipId, StructureId, WeaponId,
    by_number,
};

/// An own ship.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnShip {
    /// Number.
    pub id: ShipId,
    /// Class.
    pub class: ClassId,
    /// The number of its fleet.
    pub fleet_id: FleetId,
    /// Position, km.
    pub position: DVec3,
    /// Speed between wells, km/s of the calendar.
    pub cruise_km_s: f64,
    /// Whether it can shoot at ships.
    pub is_armed: bool,
    /// Whether it is a small craft of a carrier, which flies by itself.
    pub is_wing: bool,
    /// Whether it has weapons that reach the ground.
    pub bombards: bool,
    /// Troopers aboard.
    pub troopers: f64,
    /// Troopers for which it has room.
    pub room: f64,
    /// Rare materials that it mines in an economy tick.
    pub mines: u32,
    /// Its price, with rare materials counted ten times.
    pub worth: f64,
    /// Remaining armour, 0 to 1,
    pub armour: f64,
    /// and shield.
    pub shield: f64,
    /// Ticks since it was hit last, up to [`MOST_CALM_TICKS`].
    pub calm_ticks: u32,
    /// The goal that its fleet is on the way to; `None` at rest.
    pub goal: Option<Goal>,
    /// The doctrine of its fleet.
    pub doctrine: Doctrine,
}

impl OwnShip {
    /// Whether it carries enough troopers to be of use in a landing.
    pub fn can_land(&self) -> bool {
        self.room > 0.0 && self.troopers >= 0.5 * self.room
    }

    /// Whether it is so damaged that it has to be repaired.
    pub fn needs_repair(&self) -> bool {
        self.armour < 0.6
    }

    /// Whether it has to go to a yard: damaged, or a troop ship without its troopers.
    pub fn needs_yard(&self) -> bool {
        self.needs_repair() || (self.room > 0.0 && !self.can_land())
    }

    /// Whether it must not shoot: it refuses orders to attack.
    pub fn holds_fire(&self) -> bool {
        self.is_armed && self.doctrine.stance == Stance::HoldFire
    }
}

/// The numbers of some ships, sorted.
pub fn sorted_ids(ships: &[&OwnShip]) -> Vec<ShipId> {
    let mut ids: Vec<ShipId> = ships.iter().map(|ship| ship.id).collect();
    ids.sort_unstable();
    ids
}

/// The speed of the slowest of some ships between wells, km/s of the calendar; the greatest number without ships.
pub fn slowest_km_s<'o>(ships: impl Iterator<Item = &'o OwnShip>) -> f64 {
    ships.map(|ship| ship.cruise_km_s).fold(f64::MAX, f64::min)
}

/// Sorts ships by their worth, equal ones by number.
pub fn cheapest_first(ships: &mut [&OwnShip]) {
    ships.sort_by(|one, other| one.worth.total_cmp(&other.worth).then(one.id.cmp(&other.id)));
}

/// An own structure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnStructure {
    /// Number.
    pub id: StructureId,
    /// Class.
    pub class: ClassId,
    /// The body.
    pub body: BodyId,
    /// The ring, 0 is the innermost.
    pub ring: u8,
    /// Whether it is finished.
    pub is_finished: bool,
    /// The share of its price that is still to be paid.
    pub unpaid_share: f64,
    /// The jobs in its yard; `None` without a finished yard.
    pub queue: Option<usize>,
    /// Whether it can shoot.
    pub is_armed: bool,
}

/// The faction's ships, by number.
pub fn ships(view: WorldView, me: FactionId) -> Vec<OwnShip> {
    let own = view.ships().filter(|seen| seen.owner == me);
    by_number(own.filter_map(|seen| ship(view, &seen)), |ship| ship.id)
}

fn ship(view: WorldView, seen: &SeenShip) -> Option<OwnShip> {
    let almanac = view.almanac();
    let class = almanac.arms_table.ships.get(seen.ship.class)?;
    let rules = almanac.ships.0.get(seen.ship.class)?;
    let fleet = view.fleet(seen.fleet)?;
    let hull = view.hull_of_ship(seen).unwrap_or_default();
    let leg = fleet.route.and_then(|route| route.0.front());
    let reaches_ground =
        |weapon: WeaponId| almanac.arms_table.weapons.get(weapon).is_some_and(|one| one.bombards);
    Some(OwnShip {
        id: seen.ship.id,
        class: seen.ship.class,
        fleet_id: fleet.fleet.id,
        position: seen.position,
        cruise_km_s: seen.ship.cruise_km_s,
        is_armed: class.is_armed(),
        is_wing: !rules.is_built_in_yards(),
        bombards: class.mounts.iter().any(|mount| reaches_ground(mount.weapon)),
        troopers: view.troopers(seen),
        room: class.troopers,
        mines: rules.mines,
        worth: class.worth,
        armour: hull.armour_share(),
        shield: hull.shield_share().unwrap_or(1.0),
        calm_ticks: view.calm_ticks(seen).unwrap_or(MOST_CALM_TICKS),
        goal: leg.map(|leg| leg.goal),
        doctrine: fleet.doctrine.map(|doctrine| doctrine.0).unwrap_or_default(),
    })
}

/// The faction's structures, by number.
pub fn structures(view: WorldView, me: FactionId) -> Vec<OwnStructure> {
    let own = view.structures().filter(|seen| seen.structure.faction == me);
    let found = own.map(|seen| OwnStructure {
        id: seen.structure.id,
        class: seen.structure.class,
        body: seen.structure.body,
        ring: seen.structure.ring,
        is_finished: seen.grown.is_none(),
        unpaid_share: 1.0 - seen.grown.unwrap_or(1.0),
        queue: seen.yard.filter(|_| seen.works()).map(|yard| yard.queue.len()),
        is_armed: {
            let class = view.almanac().arms_table.structures.get(seen.structure.class);
            class.is_some_and(|class| class.is_armed())
        },
    });
    by_number(found, |structure| structure.id)
}

/// The classes of the ships in the queues of all yards, in the order of the yards.
pub fn in_build(economy: EconomyView) -> Vec<ClassId> {
    let yards = economy.yards();
    yards.iter().flat_map(|yard| yard.yard.queue.iter().map(|job| job.class)).collect()
}

/// Income less upkeep and tax of the last closed economy tick.
pub fn net_income(ledger: &Ledger) -> Amount {
    const LASTING: [LedgerSource; 6] = [
        LedgerSource::Planets,
        LedgerSource::Tax,
        LedgerSource::Structures,
        LedgerSource::StructureUpkeep,
        LedgerSource::FleetUpkeep,
        LedgerSource::Mining,
    ];
    let Some(last) = ledger.history().next_back() else { return Amount::ZERO };
    LASTING.iter().fold(Amount::ZERO, |sum, source| sum.plus(last.of(*source)))
}
