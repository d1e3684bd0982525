//! Foes, as their attackers know them, and all ships and structures among which they are found.

use bevy::prelude::*;
use glam::DVec3;

use crate::sim::motion::structures::place;
use crate::sim::visibility::Knowledge;
use crate::sim::{
    ArmedClass, ArmsTable, AttackTarget, Calendar, ClassId, FactionId, Fleet, FleetId, MemberOf, Position,
    Rings, Ship, Sides, Sky, Structure, TargetId, by_number,
};

/// A foe, as its attackers know it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foe {
    /// The ship or structure.
    pub mark: TargetId,
    /// The owning faction.
    pub faction: FactionId,
    /// The fleet of a ship.
    pub fleet: Option<FleetId>,
    /// Its class: an index among ship or structure classes.
    pub class: ClassId,
    /// Position, heliocentric, km.
    pub position: DVec3,
}

impl Foe {
    /// Bounding radius, km; 0 for an unknown class.
    pub fn bound_km(&self, arms_table: &ArmsTable) -> f64 {
        let classes = match self.mark {
            TargetId::Ship(_) => &arms_table.ships,
            TargetId::Structure(_) => &arms_table.structures,
        };
        classes.get(self.class).map_or(0.0, |class| class.bound_km)
    }

    /// Whether it is a structure that cannot shoot.
    pub fn is_harmless_structure(&self, arms_table: &ArmsTable) -> bool {
        let class = arms_table.structures.get(self.class);
        matches!(self.mark, TargetId::Structure(_)) && !class.is_some_and(ArmedClass::is_armed)
    }

    /// Whether it belongs to an attack target, in a sky of the same moment.
    pub fn is_of(&self, target: &AttackTarget, sky: &Sky) -> bool {
        match *target {
            AttackTarget::Fleet(fleet) => self.fleet == Some(fleet),
            AttackTarget::Target(mark) => self.mark == mark,
            AttackTarget::Class { class, body } => {
                let is_ship = matches!(self.mark, TargetId::Ship(_));
                is_ship && self.class == class && body.is_none_or(|body| sky.is_in_well(body, self.position))
            }
            AttackTarget::Area { middle, radius_km } => {
                self.position.distance_squared(middle.position_now(sky)) <= radius_km * radius_km
            }
        }
    }
}

/// The foe nearest to a place; of two at the same distance the first.
pub(in crate::sim) fn nearest<'a>(foes: impl Iterator<Item = &'a Foe>, from: DVec3) -> Option<&'a Foe> {
    let mut found: Option<(f64, &Foe)> = None;
    for foe in foes {
        let distance = foe.position.distance_squared(from);
        if found.is_none_or(|(least, _)| distance < least) {
            found = Some((distance, foe));
        }
    }
    found.map(|(_, foe)| foe)
}

/// All ships and structures of a world between two ticks, in the order of their [`TargetId`]s.
#[derive(Clone, Debug, Default)]
pub struct Roll(Vec<Foe>);

impl Roll {
    /// All ships and structures at the present moment.
    pub fn of(world: &mut World) -> Self {
        let mut ships = world.query::<(&Ship, &Position, &MemberOf)>();
        let mut structures = world.query::<&Structure>();
        let world: &World = world;
        let (sky, rings) = (world.resource::<Sky>(), world.resource::<Rings>());
        let tick = world.resource::<Calendar>().tick;
        let ship = |(ship, position, fleet): (&Ship, &Position, &MemberOf)| {
            let fleet = world.get::<Fleet>(fleet.0)?;
            Some(Foe {
                mark: TargetId::Ship(ship.id),
                faction: fleet.faction,
                fleet: Some(fleet.id),
                class: ship.class,
                position: position.0,
            })
        };
        let structure = |one: &Structure| Foe {
            mark: TargetId::Structure(one.id),
            faction: one.faction,
            fleet: None,
            class: one.class,
            position: place(one, rings, sky, tick),
        };
        let all = ships.iter(world).filter_map(ship).chain(structures.iter(world).map(structure));
        Self(by_number(all, |one| one.mark))
    }

    /// A ship or structure by its id; `None` if it is gone.
    pub fn find(&self, mark: TargetId) -> Option<&Foe> {
        let found = self.0.binary_search_by_key(&mark, |one| one.mark).ok()?;
        self.0.get(found)
    }

    /// The foes that a faction sees, in the order of their marks.
    pub fn seen_by(&self, world: &World, faction: FactionId) -> Vec<Foe> {
        let (knowledge, sides) = (world.resource::<Knowledge>(), world.resource::<Sides>());
        let seen = knowledge.seen(faction).filter_map(|of| self.find(of));
        seen.filter(|foe| sides.are_foes(faction, foe.faction)).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::ids::ShipId;

    fn foe(id: u32, fleet: u32, x: f64) -> Foe {
        Foe {
            mark: TargetId::Ship(ShipId(id)),
            faction: FactionId(1),
            fleet: Some(FleetId(fleet)),
            class: ClassId::FIRST,
            position: DVec3::X * x,
        }
    }

    #[test]
    fn of_two_as_near_the_first_is_taken() {
        let foes = [foe(1, 0, 5.0), foe(2, 0, -3.0), foe(3, 1, 3.0)];
        assert_eq!(nearest(foes.iter(), DVec3::ZERO).map(|foe| foe.mark), Some(TargetId::Ship(ShipId(2))));
        assert_eq!(nearest([].iter(), DVec3::ZERO), None);
    }
}
