//! Recovery and repair.
//!
//! Shields recover by themselves after a pause, unless their crews went unpaid. Armour never does. It is
//! repaired by finished shipyards of its side, which share their work among the damaged structures of their
//! planet and the damaged ships that keep their places in the yard's ring or are near it, and by repair
//! ships, each of which works on the most damaged friend within its reach. Repair costs nothing: one pays for
//! the yard or the ship that does it.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use super::FightSystems;
use super::docks::{Dock, Mooring, RingPlaces};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::Tick;
use crate::sim::ids::{StructureId, TargetId};
use crate::sim::world::lifetime::OfWorld;
use crate::sim::world::{
    ArmedClass, Armoury, Circling, Condition, Fleet, Growing, Idle, MemberOf, Position, Route, Ship,
    Shipyard, Sides, Station, Structure, ticks,
};

pub(in crate::sim) fn plugin(app: &mut App) {
    app.init_scratch::<Repairs>("for display; computed anew in every tick");
    app.add_systems(Tick, (recover, mend).chain().in_set(FightSystems::Mend));
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
fn can_be_mended(condition: &Condition, class: &ArmedClass, calm_ticks: u32) -> bool {
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
    armoury: Res<Armoury>,
) {
    for (ship, mut condition) in &mut ships {
        if let Some(class) = armoury.ships.get(ship.class)
            && can_recover(&condition, class)
        {
            recover_shield(&mut condition, class);
        }
    }
    for (structure, mut condition) in &mut structures {
        if let Some(class) = armoury.structures.get(structure.class)
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
    &'static Station,
    &'static Circling,
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

/// Something that lacks armour.
#[derive(Clone, Copy, Debug)]
struct Patient {
    mark: TargetId,
    entity: Entity,
    side: u16,
    mooring: Mooring,
    /// The armour that is left, as a share of all.
    share: f64,
    /// Missing points.
    lacks: f64,
    /// Points for it in this tick.
    gets: f64,
}

/// A yard or repair ship at work.
#[derive(Clone, Copy, Debug)]
struct Mender {
    mark: TargetId,
    side: u16,
    dock: Dock,
    /// Points that it repairs in a tick.
    points: f64,
}

impl Mender {
    /// Whether a patient is a friend within reach. A repair ship does not repair itself; a yard, which has
    /// the cranes for it, does.
    fn reaches(&self, patient: &Patient) -> bool {
        let is_itself = patient.mark == self.mark && matches!(self.mark, TargetId::Ship(_));
        patient.side == self.side && !is_itself && self.dock.reaches(&patient.mooring)
    }

    /// Works for a tick.
    fn work(&self, patients: &mut [Patient]) {
        match self.mark {
            TargetId::Structure(_) => self.share_out(patients),
            TargetId::Ship(_) => self.mend_worst(patients),
        }
    }

    /// Shares its points among all in its reach.
    fn share_out(&self, patients: &mut [Patient]) {
        let count = patients.iter().filter(|patient| self.reaches(patient)).count();
        let each = self.points / count.max(1) as f64;
        patients.iter_mut().filter(|patient| self.reaches(patient)).for_each(|patient| patient.gets += each);
    }

    /// Repairs the one with the smallest share of armour left; of equals the first.
    fn mend_worst(&self, patients: &mut [Patient]) {
        let lacking = patients.iter_mut().filter(|patient| patient.gets < patient.lacks);
        let near = lacking.filter(|patient| self.reaches(patient));
        if let Some(worst) = near.min_by(|one, other| one.share.total_cmp(&other.share)) {
            worst.gets += self.points;
        }
    }
}

/// The ships and structures repaired in the last tick, and their number at each yard, for display. It decides
/// nothing, so that no save need hold it.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Repairs {
    /// In the order of their marks.
    mended: Vec<TargetId>,
    /// In the order of their numbers, with how many damaged ships and structures each took care of.
    yards: Vec<(StructureId, usize)>,
}

impl Repairs {
    /// Whether a ship or structure was repaired.
    pub fn mends(&self, mark: TargetId) -> bool {
        self.mended.binary_search(&mark).is_ok()
    }

    /// The number of ships and structures that a yard repaired.
    pub fn count_at(&self, yard: StructureId) -> usize {
        let found = self.yards.binary_search_by_key(&yard, |(known, _)| *known);
        found.ok().and_then(|at| self.yards.get(at)).map_or(0, |(_, count)| *count)
    }

    fn clear(&mut self) {
        self.mended.clear();
        self.yards.clear();
    }

    /// Notes the repaired, and those in reach of yards; both lists are in the order of their marks.
    fn note(&mut self, patients: &[Patient], menders: &[Mender]) {
        self.mended.extend(patients.iter().filter(|one| one.gets > 0.0).map(|one| one.mark));
        for mender in menders {
            if let TargetId::Structure(yard) = mender.mark {
                let count = patients.iter().filter(|one| mender.reaches(one)).count();
                self.yards.push((yard, count));
            }
        }
    }
}

/// Room that is kept from tick to tick.
#[derive(Default)]
struct Room {
    patients: Vec<Patient>,
    menders: Vec<Mender>,
}

/// Yards and repair ships repair damage near them.
fn mend(mut ward: Ward, mut room: Local<Room>, mut repairs: ResMut<Repairs>) {
    let Room { patients, menders } = &mut *room;
    patients.clear();
    menders.clear();
    repairs.clear();
    ward.find_patients(patients);
    if patients.is_empty() {
        return;
    }
    ward.find_menders(menders);
    patients.sort_unstable_by_key(|patient| patient.mark);
    menders.sort_unstable_by_key(|mender| mender.mark);
    menders.iter().for_each(|mender| mender.work(patients));
    repairs.note(patients, menders);
    patients.iter().filter(|patient| patient.gets > 0.0).for_each(|patient| ward.give(patient));
}

/// All that may be repaired or repair.
#[derive(SystemParam)]
struct Ward<'w, 's> {
    ships: Query<'w, 's, ShipParts, Without<Structure>>,
    structures: Query<'w, 's, StructureParts, Without<Ship>>,
    fleets: Query<'w, 's, (&'static Fleet, &'static Route)>,
    armoury: Res<'w, Armoury>,
    sides: Res<'w, Sides>,
    places: RingPlaces<'w>,
}

impl Ward<'_, '_> {
    /// The side of a ship.
    fn side(&self, member: &MemberOf) -> u16 {
        self.fleets.get(member.0).map_or(u16::MAX, |(fleet, _)| self.sides.side(fleet.faction))
    }

    /// Where a ship lies; it keeps a place in a ring only while its fleet has nowhere to go.
    fn mooring(&self, member: &MemberOf, place: DVec3, station: &Station, circling: &Circling) -> Mooring {
        let rests = self.fleets.get(member.0).is_ok_and(|(_, route)| route.rests());
        let within_km = self.armoury.rules.repair.reach_km;
        let ring = if rests { self.places.ring_of(station, circling, place, within_km) } else { None };
        Mooring { place, ring, stands_at: None }
    }

    fn find_patients(&self, patients: &mut Vec<Patient>) {
        let calm_ticks = ticks(self.armoury.rules.repair.calm_s);
        let patient = |mark: TargetId,
                       entity: Entity,
                       side: u16,
                       mooring: Mooring,
                       armour: f64,
                       most: f64| {
            Patient { mark, entity, side, mooring, share: armour / most, lacks: most - armour, gets: 0.0 }
        };
        for (entity, ship, member, position, condition, _, station, circling) in &self.ships {
            if let Some(class) = self.armoury.ships.get(ship.class)
                && can_be_mended(condition, class, calm_ticks)
            {
                let (mark, side) = (TargetId::Ship(ship.id), self.side(member));
                let mooring = self.mooring(member, position.0, station, circling);
                patients.push(patient(mark, entity, side, mooring, condition.armour, class.armour));
            }
        }
        for (entity, structure, position, condition, ..) in &self.structures {
            if let Some(class) = self.armoury.structures.get(structure.class)
                && can_be_mended(condition, class, calm_ticks)
            {
                let (mark, side) = (TargetId::Structure(structure.id), self.sides.side(structure.faction));
                let mooring = Mooring::of_structure(structure, position.0);
                patients.push(patient(mark, entity, side, mooring, condition.armour, class.armour));
            }
        }
    }

    fn find_menders(&self, menders: &mut Vec<Mender>) {
        let numbers = &self.armoury.rules.repair;
        let reach_km = numbers.ship_reach_km;
        for (_, ship, member, position, condition, is_idle, ..) in &self.ships {
            let points = self.armoury.ships.get(ship.class).map_or(0.0, |class| class.repairs);
            // An electric hit that silences weapons silences repair as well.
            if points > 0.0 && !is_idle && condition.silenced_ticks == 0 {
                let (mark, side) = (TargetId::Ship(ship.id), self.side(member));
                let dock = Dock { place: position.0, reach_km, ring: None };
                menders.push(Mender { mark, side, dock, points });
            }
        }
        let (points, reach_km) = (numbers.yard_points_per_s / TICKS_PER_SECOND, numbers.reach_km);
        for (_, structure, position, _, is_idle, is_growing, is_yard) in &self.structures {
            if is_yard && !is_idle && !is_growing {
                let (mark, side) = (TargetId::Structure(structure.id), self.sides.side(structure.faction));
                let dock = Dock::of_yard(structure, position.0, reach_km);
                menders.push(Mender { mark, side, dock, points });
            }
        }
    }

    /// Gives a patient its points.
    fn give(&mut self, patient: &Patient) {
        if let Ok((_, ship, _, _, mut condition, ..)) = self.ships.get_mut(patient.entity) {
            if let Some(class) = self.armoury.ships.get(ship.class) {
                add_armour(&mut condition, class, patient.gets);
            }
        } else if let Ok((_, structure, _, mut condition, ..)) = self.structures.get_mut(patient.entity)
            && let Some(class) = self.armoury.structures.get(structure.class)
        {
            add_armour(&mut condition, class, patient.gets);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::trial::class;
    use super::*;
    use crate::sim::ids::BodyId;
    use crate::sim::ids::ShipId;

    fn patient(mark: TargetId, side: u16, x: f64, armour: f64) -> Patient {
        Patient {
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
    fn mender(mark: TargetId, points: f64, reach_km: f64) -> Mender {
        Mender { mark, side: 0, dock: Dock { place: DVec3::ZERO, reach_km, ring: None }, points }
    }

    fn gets(patients: &[Patient]) -> Vec<f64> {
        patients.iter().map(|patient| patient.gets).collect()
    }

    #[test]
    fn a_yard_shares_its_work_among_the_ships_of_its_side() {
        let mut patients = [
            patient(ship(0), 0, 10.0, 50.0),
            patient(ship(1), 1, 10.0, 50.0),
            patient(ship(2), 0, 90.0, 99.0),
            patient(ship(3), 0, 101.0, 1.0),
            patient(TargetId::Structure(StructureId(2)), 0, 1.0, 50.0),
        ];
        mender(yard(), 3.0, 100.0).work(&mut patients);
        assert_eq!(gets(&patients), [1.0, 0.0, 1.0, 0.0, 1.0], "what stands within its reach as well");
    }

    #[test]
    fn a_yard_mends_who_keeps_a_place_in_its_ring_and_it_is_told() {
        let moored = |number: u32, x: f64, ring: Option<(BodyId, u8)>| {
            let mooring = Mooring { place: DVec3::X * x, ring, stands_at: None };
            Patient { mooring, ..patient(ship(number), 0, x, 50.0) }
        };
        let in_its_ring = Some((BodyId(3), 1));
        let mut patients = [
            moored(0, 1.0e6, in_its_ring),
            moored(1, 1.0e6, Some((BodyId(3), 2))),
            moored(2, 1.0e6, None),
            moored(3, 50.0, None),
        ];
        let dock = Dock { place: DVec3::ZERO, reach_km: 100.0, ring: in_its_ring };
        let mender = Mender { dock, ..mender(yard(), 3.0, 100.0) };
        mender.work(&mut patients);
        assert_eq!(gets(&patients), [1.5, 0.0, 0.0, 1.5]);
        let mut repairs = Repairs::default();
        repairs.note(&patients, &[mender]);
        assert_eq!((repairs.count_at(StructureId(1)), repairs.count_at(StructureId(2))), (2, 0));
        let mended = [0, 1, 2, 3].map(|number| repairs.mends(ship(number)));
        assert_eq!(mended, [true, false, false, true]);
        repairs.clear();
        assert_eq!(repairs, Repairs::default());
    }

    #[test]
    fn a_repair_ship_mends_the_worst_within_its_reach_and_never_itself() {
        let mut patients = [
            patient(ship(0), 0, 0.0, 1.0),
            patient(ship(1), 0, 10.0, 99.5),
            patient(ship(2), 0, 20.0, 40.0),
            patient(yard(), 0, 30.0, 40.0),
            patient(ship(3), 0, 200.0, 2.0),
        ];
        mender(ship(0), 2.0, 100.0).work(&mut patients);
        assert_eq!(gets(&patients), [0.0, 0.0, 2.0, 0.0, 0.0]);
    }

    #[test]
    fn two_repair_ships_do_not_mend_more_than_is_lacking() {
        let mut patients = [patient(ship(5), 0, 0.0, 99.0), patient(ship(6), 0, 0.0, 99.5)];
        for number in 0..2 {
            mender(ship(number), 2.0, 1.0).work(&mut patients);
        }
        assert_eq!(gets(&patients), [2.0, 2.0], "the second turns to who still lacks something");
    }

    #[test]
    fn nothing_rises_above_what_the_class_has() {
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
        assert!(can_be_mended(&condition, &class, 10) && !can_be_mended(&condition, &class, 11));
        assert_eq!(add_armour(&mut condition, &class, 5.0), 1.0);
        assert_eq!((condition.armour, add_armour(&mut condition, &class, 5.0)), (100.0, 0.0));
        assert!(!can_be_mended(&condition, &class, 0));
    }
}
