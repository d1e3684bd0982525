//! Recovery and repair.
//!
//! - Enters: damaged units, yards and repair ships whose crews are paid, the rings in which ships keep places.
//! - Leaves: restored shields and armour; [`Repairs`], for display.
//! - Must never: raise a condition above that of a whole unit, or repair a unit of another side.
//!
//! Shields recover by themselves after a pause, unless their crews are unpaid. Armour never does; it is repaired.
//! Finished shipyards share their work among damaged units of their side: the structures of their planet, and the ships
//! in the yard's ring or near it (`docks.rs`). A repair ship works on the most damaged friend within its range. Repair
//! costs nothing beyond the upkeep of the yard or the ship.

pub mod docks;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use crate::orbit::TICKS_PER_SECOND;
use crate::sim::combat::FightSystems;
use crate::sim::{
    AnchoredPlace, ArmedClass, ArmsTable, Condition, Fleet, Growing, Idle, MemberOf, OfWorld, Position,
    RingMotion, Route, Ship, Shipyard, Sides, Structure, StructureId, TargetId, Tick, ticks,
};
use docks::{Dock, Mooring, RingPlaces};

pub(in crate::sim) fn plugin(app: &mut App) {
    app.init_scratch::<Repairs>("for display; computed again in every tick");
    app.add_systems(Tick, (recover, repair).chain().in_set(FightSystems::Repair));
}

/// Lets a shield recover after its pause.
pub fn recover_shield(condition: &mut Condition, class: &ArmedClass) {
    condition.shield = (condition.shield + class.recovery).min(class.shield);
}

/// Whether a shield recovers now.
pub fn can_recover(condition: &Condition, class: &ArmedClass) -> bool {
    condition.shield < class.shield && condition.calm_ticks >= class.pause_ticks
}

/// Adds armour; returns the points that were of use.
pub fn add_armour(condition: &mut Condition, class: &ArmedClass, points: f64) -> f64 {
    let lacking = (class.armour - condition.armour).max(0.0);
    let added = points.max(0.0).min(lacking);
    condition.armour = (condition.armour + added).min(class.armour);
    added
}

/// Whether armour can be repaired: some is lacking, some is left, and the last hit is long enough ago.
fn can_be_repaired(condition: &Condition, class: &ArmedClass, calm_ticks: u32) -> bool {
    let is_damaged = condition.armour > 0.0 && condition.armour < class.armour;
    is_damaged && condition.calm_ticks >= calm_ticks
}

/// A ship whose upkeep was paid.
type PaidShip = (Without<Structure>, Without<Idle>);
/// A structure whose upkeep was paid.
type PaidStructure = (Without<Ship>, Without<Idle>);

/// Lets the shields of all paid ships and structures recover.
fn recover(
    mut ships: Query<(&Ship, &mut Condition), PaidShip>,
    mut structures: Query<(&Structure, &mut Condition), PaidStructure>,
    arms_table: Res<ArmsTable>,
) {
    for (ship, mut condition) in &mut ships {
        if let Some(class) = arms_table.ships.get(ship.class)
            && can_recover(&condition, class)
        {
            recover_shield(&mut condition, class);
        }
    }
    for (structure, mut condition) in &mut structures {
        if let Some(class) = arms_table.structures.get(structure.class)
            && can_recover(&condition, class)
        {
            recover_shield(&mut condition, class);
        }
    }
}

/// A ship that may be repaired, or may repair.
type ShipParts = (
    Entity,
    &'static Ship,
    &'static MemberOf,
    &'static Position,
    &'static mut Condition,
    Has<Idle>,
    &'static AnchoredPlace,
    &'static RingMotion,
);

/// A structure that may be repaired, or may repair.
type StructureParts = (
    Entity,
    &'static Structure,
    &'static Position,
    &'static mut Condition,
    Has<Idle>,
    Has<Growing>,
    Has<Shipyard>,
);

/// A unit that lacks armour.
#[derive(Clone, Copy, Debug)]
struct Damaged {
    mark: TargetId,
    entity: Entity,
    side: u16,
    mooring: Mooring,
    /// Remaining share of its armour.
    share: f64,
    /// Missing points.
    lacks: f64,
    /// Points repaired in this tick.
    gets: f64,
}

/// A yard or repair ship at work.
#[derive(Clone, Copy, Debug)]
struct Repairer {
    mark: TargetId,
    side: u16,
    dock: Dock,
    /// Points repaired per tick.
    points: f64,
}

impl Repairer {
    /// Whether a unit is a friend within reach. A repair ship does not repair itself; a yard does.
    fn reaches(&self, one: &Damaged) -> bool {
        let is_itself = one.mark == self.mark && matches!(self.mark, TargetId::Ship(_));
        one.side == self.side && !is_itself && self.dock.reaches(&one.mooring)
    }

    /// Works for a tick.
    fn work(&self, damaged: &mut [Damaged]) {
        match self.mark {
            TargetId::Structure(_) => self.share_out(damaged),
            TargetId::Ship(_) => self.repair_worst(damaged),
        }
    }

    /// Shares its points among all damaged units in its reach.
    fn share_out(&self, damaged: &mut [Damaged]) {
        let count = damaged.iter().filter(|one| self.reaches(one)).count();
        let each = self.points / count.max(1) as f64;
        damaged.iter_mut().filter(|one| self.reaches(one)).for_each(|one| one.gets += each);
    }

    /// Repairs the unit with the smallest share of armour left; the first one among equals.
    fn repair_worst(&self, damaged: &mut [Damaged]) {
        let lacking = damaged.iter_mut().filter(|one| one.gets < one.lacks);
        let near = lacking.filter(|one| self.reaches(one));
        if let Some(worst) = near.min_by(|one, other| one.share.total_cmp(&other.share)) {
            worst.gets += self.points;
        }
    }
}

/// The ships and structures repaired in the last tick, and their number at each yard. For display only, so no save
/// contains it.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Repairs {
    /// In the order of their marks.
    repaired: Vec<TargetId>,
    /// In the order of their numbers, each with the number of damaged ships and structures that it repaired.
    yards: Vec<(StructureId, usize)>,
}

impl Repairs {
    /// Whether a ship or structure was repaired.
    pub fn is_repaired(&self, mark: TargetId) -> bool {
        self.repaired.binary_search(&mark).is_ok()
    }

    /// The number of ships and structures that a yard repaired.
    pub fn count_at(&self, yard: StructureId) -> usize {
        let found = self.yards.binary_search_by_key(&yard, |(known, _)| *known);
        found.ok().and_then(|at| self.yards.get(at)).map_or(0, |(_, count)| *count)
    }

    fn clear(&mut self) {
        self.repaired.clear();
        self.yards.clear();
    }

    /// Records the repaired units, and the units in reach of yards; both lists are sorted by mark.
    fn note(&mut self, damaged: &[Damaged], repairers: &[Repairer]) {
        self.repaired.extend(damaged.iter().filter(|one| one.gets > 0.0).map(|one| one.mark));
        for repairer in repairers {
            if let TargetId::Structure(yard) = repairer.mark {
                let count = damaged.iter().filter(|one| repairer.reaches(one)).count();
                self.yards.push((yard, count));
            }
        }
    }
}

/// Buffers that are reused from tick to tick.
#[derive(Default)]
struct RepairBuffers {
    damaged: Vec<Damaged>,
    repairers: Vec<Repairer>,
}

/// Yards and repair ships repair damage near them.
fn repair(mut scene: RepairScene, mut room: Local<RepairBuffers>, mut repairs: ResMut<Repairs>) {
    let RepairBuffers { damaged, repairers } = &mut *room;
    damaged.clear();
    repairers.clear();
    repairs.clear();
    scene.find_damaged(damaged);
    if damaged.is_empty() {
        return;
    }
    scene.find_repairers(repairers);
    damaged.sort_unstable_by_key(|one| one.mark);
    repairers.sort_unstable_by_key(|repairer| repairer.mark);
    repairers.iter().for_each(|repairer| repairer.work(damaged));
    repairs.note(damaged, repairers);
    damaged.iter().filter(|one| one.gets > 0.0).for_each(|one| scene.give(one));
}

/// Query bundle for units that may be repaired or repair others.
#[derive(SystemParam)]
struct RepairScene<'w, 's> {
    ships: Query<'w, 's, ShipParts, Without<Structure>>,
    structures: Query<'w, 's, StructureParts, Without<Ship>>,
    fleets: Query<'w, 's, (&'static Fleet, &'static Route)>,
    arms_table: Res<'w, ArmsTable>,
    sides: Res<'w, Sides>,
    places: RingPlaces<'w>,
}

impl RepairScene<'_, '_> {
    /// The side of a ship.
    fn side(&self, member: &MemberOf) -> u16 {
        self.fleets.get(member.0).map_or(u16::MAX, |(fleet, _)| self.sides.side(fleet.faction))
    }

    fn mooring(
        &self,
        member: &MemberOf,
        position: DVec3,
        place: &AnchoredPlace,
        ring_motion: &RingMotion,
    ) -> Mooring {
        let route = self.fleets.get(member.0).ok().map(|(_, route)| route);
        self.places.mooring(route, position, place, ring_motion, self.arms_table.rules.repair.reach_km)
    }

    fn find_damaged(&self, damaged: &mut Vec<Damaged>) {
        let calm_ticks = ticks(self.arms_table.rules.repair.calm_s);
        let one = |mark: TargetId, entity: Entity, side: u16, mooring: Mooring, armour: f64, most: f64| {
            Damaged { mark, entity, side, mooring, share: armour / most, lacks: most - armour, gets: 0.0 }
        };
        for (entity, ship, member, position, condition, _, place, ring_motion) in &self.ships {
            if let Some(class) = self.arms_table.ships.get(ship.class)
                && can_be_repaired(condition, class, calm_ticks)
            {
                let (mark, side) = (TargetId::Ship(ship.id), self.side(member));
                let mooring = self.mooring(member, position.0, place, ring_motion);
                damaged.push(one(mark, entity, side, mooring, condition.armour, class.armour));
            }
        }
        for (entity, structure, position, condition, ..) in &self.structures {
            if let Some(class) = self.arms_table.structures.get(structure.class)
                && can_be_repaired(condition, class, calm_ticks)
            {
                let (mark, side) = (TargetId::Structure(structure.id), self.sides.side(structure.faction));
                let mooring = Mooring::of_structure(structure, position.0);
                damaged.push(one(mark, entity, side, mooring, condition.armour, class.armour));
            }
        }
    }

    fn find_repairers(&self, repairers: &mut Vec<Repairer>) {
        let numbers = &self.arms_table.rules.repair;
        let reach_km = numbers.ship_reach_km;
        for (_, ship, member, position, condition, is_idle, ..) in &self.ships {
            let points = self.arms_table.ships.get(ship.class).map_or(0.0, |class| class.repairs);
            // An electric hit that silences weapons silences repair as well.
            if points > 0.0 && !is_idle && condition.silenced_ticks == 0 {
                let (mark, side) = (TargetId::Ship(ship.id), self.side(member));
                let dock = Dock { place: position.0, reach_km, ring: None };
                repairers.push(Repairer { mark, side, dock, points });
            }
        }
        let (points, reach_km) = (numbers.yard_points_per_s / TICKS_PER_SECOND, numbers.reach_km);
        for (_, structure, position, _, is_idle, is_growing, is_yard) in &self.structures {
            if is_yard && !is_idle && !is_growing {
                let (mark, side) = (TargetId::Structure(structure.id), self.sides.side(structure.faction));
                let dock = Dock::of_yard(structure, position.0, reach_km);
                repairers.push(Repairer { mark, side, dock, points });
            }
        }
    }

    /// Applies the repair of a unit.
    fn give(&mut self, one: &Damaged) {
        if let Ok((_, ship, _, _, mut condition, ..)) = self.ships.get_mut(one.entity) {
            if let Some(class) = self.arms_table.ships.get(ship.class) {
                add_armour(&mut condition, class, one.gets);
            }
        } else if let Ok((_, structure, _, mut condition, ..)) = self.structures.get_mut(one.entity)
            && let Some(class) = self.arms_table.structures.get(structure.class)
        {
            add_armour(&mut condition, class, one.gets);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::test_support::class;
    use crate::sim::ids::BodyId;
    use crate::sim::ids::ShipId;

    fn one(mark: TargetId, side: u16, x: f64, armour: f64) -> Damaged {
        Damaged {
            mark,
            entity: Entity::PLACEHOLDER,
            side,
            mooring: Mooring { place: DVec3::X * x, ring: None, stands_at: None },
            share: armour / 100.0,
            lacks: 100.0 - armour,
            gets: 0.0,
        }
    }

    fn ship(number: u32) -> TargetId {
        TargetId::Ship(ShipId(number))
    }

    fn yard() -> TargetId {
        TargetId::Structure(StructureId(1))
    }

    /// A yard or ship at the origin that repairs this many points in a tick.
    fn repairer(mark: TargetId, points: f64, reach_km: f64) -> Repairer {
        Repairer { mark, side: 0, dock: Dock { place: DVec3::ZERO, reach_km, ring: None }, points }
    }

    fn gets(damaged: &[Damaged]) -> Vec<f64> {
        damaged.iter().map(|one| one.gets).collect()
    }

    #[test]
    fn a_yard_shares_its_work_among_the_ships_of_its_side() {
        let mut damaged = [
            one(ship(0), 0, 10.0, 50.0),
            one(ship(1), 1, 10.0, 50.0),
            one(ship(2), 0, 90.0, 99.0),
            one(ship(3), 0, 101.0, 1.0),
            one(TargetId::Structure(StructureId(2)), 0, 1.0, 50.0),
        ];
        repairer(yard(), 3.0, 100.0).work(&mut damaged);
        assert_eq!(gets(&damaged), [1.0, 0.0, 1.0, 0.0, 1.0], "what stands within its reach as well");
    }

    #[test]
    fn a_yard_repairs_ships_with_a_place_in_its_ring_and_reports_it() {
        let moored = |number: u32, x: f64, ring: Option<(BodyId, u8)>| {
            let mooring = Mooring { place: DVec3::X * x, ring, stands_at: None };
            Damaged { mooring, ..one(ship(number), 0, x, 50.0) }
        };
        let in_its_ring = Some((BodyId(3), 1));
        let mut damaged = [
            moored(0, 1.0e6, in_its_ring),
            moored(1, 1.0e6, Some((BodyId(3), 2))),
            moored(2, 1.0e6, None),
            moored(3, 50.0, None),
        ];
        let dock = Dock { place: DVec3::ZERO, reach_km: 100.0, ring: in_its_ring };
        let repairer = Repairer { dock, ..repairer(yard(), 3.0, 100.0) };
        repairer.work(&mut damaged);
        assert_eq!(gets(&damaged), [1.5, 0.0, 0.0, 1.5]);
        let mut repairs = Repairs::default();
        repairs.note(&damaged, &[repairer]);
        assert_eq!((repairs.count_at(StructureId(1)), repairs.count_at(StructureId(2))), (2, 0));
        let repaired = [0, 1, 2, 3].map(|number| repairs.is_repaired(ship(number)));
        assert_eq!(repaired, [true, false, false, true]);
        repairs.clear();
        assert_eq!(repairs, Repairs::default());
    }

    #[test]
    fn a_repair_ship_mends_the_worst_within_its_reach_and_never_itself() {
        let mut damaged = [
            one(ship(0), 0, 0.0, 1.0),
            one(ship(1), 0, 10.0, 99.5),
            one(ship(2), 0, 20.0, 40.0),
            one(yard(), 0, 30.0, 40.0),
            one(ship(3), 0, 200.0, 2.0),
        ];
        repairer(ship(0), 2.0, 100.0).work(&mut damaged);
        assert_eq!(gets(&damaged), [0.0, 0.0, 2.0, 0.0, 0.0]);
    }

    #[test]
    fn two_repair_ships_do_not_mend_more_than_is_lacking() {
        let mut damaged = [one(ship(5), 0, 0.0, 99.0), one(ship(6), 0, 0.0, 99.5)];
        for number in 0..2 {
            repairer(ship(number), 2.0, 1.0).work(&mut damaged);
        }
        assert_eq!(gets(&damaged), [2.0, 2.0], "the second turns to who still lacks something");
    }

    #[test]
    fn nothing_rises_above_the_values_of_its_class() {
        let class = class(1.0, 3.5, 1.0);
        let whole = Condition::whole(&class);
        let mut condition = Condition { shield: 0.0, armour: 99.0, calm_ticks: 9, ..whole };
        assert!(!can_recover(&condition, &class), "the pause is not over");
        condition.calm_ticks = 10;
        for _ in 0..10 {
            if can_recover(&condition, &class) {
                recover_shield(&mut condition, &class);
            }
        }
        assert_eq!(condition.shield, 3.5);
        assert!(can_be_repaired(&condition, &class, 10) && !can_be_repaired(&condition, &class, 11));
        assert_eq!(add_armour(&mut condition, &class, 5.0), 1.0);
        assert_eq!((condition.armour, add_armour(&mut condition, &class, 5.0)), (100.0, 0.0));
        assert!(!can_be_repaired(&condition, &class, 0));
    }
}
