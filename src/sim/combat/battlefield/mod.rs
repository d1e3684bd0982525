//! Battlefields: parts of space in which foes are within reach of each other, or a torpedo flies. Their search is
//! the first part of a fight, and the only one with a cost in peace.
//!
//! - Enters: ships and structures at the end of the tick, the sides of their owners, the hazards of torpedoes.
//! - Leaves: [`Battlefields`], with their members in the order of their numbers; the hits of the tick until they take
//!   effect.
//! - Must never: miss two foes within reach of each other, or keep anything from one tick to the next.
//!
//! Space is cut into cubes as wide as the longest weapon range (`cubes.rs`). Shooter and target are in the same cube or
//! in neighbouring ones, so a cube matters if foes are in it and its neighbours; adjacent cubes that matter form one
//! battlefield. Torpedoes touch anything in their way, so the cubes about them matter as well, even with friends or
//! neutrals alone.

mod cubes;

use std::ops::Range;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use crate::level::DamageKind;
use crate::sim::combat::FightSystems;
use crate::sim::event::Party;
use crate::sim::motion::ShipTable;
use crate::sim::motion::structures::place_before;
use crate::sim::task::war::foe::Foe;
use crate::sim::{
    ArmsTable, BodyId, Calendar, ClassId, Condition, FactionId, Fleet, FleetId, Growing, Idle, OfWorld,
    Position, Rings, Ship, Sides, Sky, Structure, TargetId, Tick,
};
use cubes::CubeBuffers;
pub use cubes::battlefield_reach_km;

pub(in crate::sim) fn plugin(app: &mut App) {
    app.init_scratch::<Battlefields>("filled again in every tick")
        .init_scratch::<Hazards>("filled again in every tick");
    app.add_systems(Tick, (equip, gather).chain().in_set(FightSystems::Gather));
}

/// A ship or structure on a battlefield, at the end of the tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Combatant {
    /// The entity, which has a [`crate::sim::world::Condition`].
    pub entity: Entity,
    /// The ship or structure.
    pub mark: TargetId,
    /// The owning faction.
    pub faction: FactionId,
    /// The owner's side, see [`Sides`].
    pub side: u16,
    /// The fleet of a ship.
    pub fleet: Option<Entity>,
    /// Class: a place among [`ArmsTable::ships`] or [`ArmsTable::structures`].
    pub class: ClassId,
    /// Position, heliocentric, km.
    pub position: DVec3,
    /// Motion in this tick, km.
    pub step: DVec3,
    /// Direction of the bow, a unit vector.
    pub heading: DVec3,
    /// Radius of the hull about its axis, km.
    pub radius_km: f64,
    /// Half the length of the axis of the hull, km.
    pub half_length_km: f64,
    /// The body in whose well it is.
    pub well: Option<BodyId>,
    /// Whether it can act: a ship or a structure that is finished and paid for.
    pub acts: bool,
}

impl Combatant {
    /// The unit with its owner, as in events.
    pub fn party(&self) -> Party {
        Party { id: self.mark, faction: self.faction }
    }

    /// Bounding radius, km.
    pub fn bound_km(&self) -> f64 {
        self.radius_km + self.half_length_km
    }

    /// Distance from the middle of the hull to its surface in a direction, a unit vector, km: where a ray from the
    /// middle leaves the capsule.
    pub fn hull_reach_km(&self, direction: DVec3) -> f64 {
        let (radius, half) = (self.radius_km, self.half_length_km);
        let along = self.heading.dot(direction).abs().min(1.0);
        let across = (1.0 - along * along).sqrt();
        if across > 0.0 && radius * along <= half * across {
            return radius / across;
        }
        half * along + (radius * radius - half * half * across * across).max(0.0).sqrt()
    }

    /// The combatant as a possible target of an attack; `fleet` is the number of a ship's fleet.
    pub fn as_foe(&self, fleet: Option<FleetId>) -> Foe {
        let Self { mark, faction, class, position, .. } = *self;
        Foe { mark, faction, fleet, class, position }
    }

    /// Its class.
    pub fn arms<'a>(&self, arms_table: &'a ArmsTable) -> Option<&'a crate::sim::world::ArmedClass> {
        match self.mark {
            TargetId::Ship(_) => arms_table.ships.get(self.class),
            TargetId::Structure(_) => arms_table.structures.get(self.class),
        }
    }
}

/// A hit that has not been applied yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The target: a place in [`Battlefields::members`].
    pub target: usize,
    /// The kind of its damage.
    pub kind: DamageKind,
    /// Damage, points.
    pub harm: f64,
    /// The shooter, which gains experience from the hit.
    pub by: TargetId,
    /// The attacker's faction.
    pub faction: FactionId,
    /// Whether it may leap on to neighbours.
    pub leaps: bool,
    /// Origin, heliocentric, km, at the end of the tick; for display, it decides nothing.
    pub from: DVec3,
}

/// A part of space in which foes are within reach of each other, or a torpedo flies.
#[derive(Clone, Debug, PartialEq)]
pub struct Battlefield {
    /// A point in it, from which floats reach far enough, km.
    pub origin: DVec3,
    /// Motion of that point in this tick, km: that of the first of its members.
    pub step: DVec3,
    /// Members, as a range of [`Battlefields::members`].
    pub members: Range<usize>,
}

/// A moving thing that touches or harms anything in its way, friend or foe.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hazard {
    /// Position at the end of the tick if it only moved with its carrier, heliocentric, km.
    pub place: DVec3,
    /// Motion of its carrier in this tick, km.
    pub carried_km: f64,
    /// Radius about that position within which it may touch or harm something, km.
    pub reach_km: f64,
}

/// The hazards of a tick. Torpedoes fill it, in [`FightSystems::Track`].
#[derive(Resource, Clone, Debug, Default)]
pub struct Hazards(pub Vec<Hazard>);

/// All possible shooters and targets of this tick.
#[derive(Resource, Debug, Default)]
pub struct Battlefields {
    /// All combatants, battlefield by battlefield, and within a battlefield in the order of [`TargetId`]s.
    pub members: Vec<Combatant>,
    /// The battlefields, in the order of their first members.
    pub fields: Vec<Battlefield>,
    /// The hits of this tick that have not been applied yet, in the order of fire.
    pub hits: Vec<Hit>,
    room: CubeBuffers,
}

impl Battlefields {
    /// Whether there is no battlefield.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Index of a ship or structure in [`Self::members`], if it is on this battlefield.
    pub fn find(&self, field: &Battlefield, mark: TargetId) -> Option<usize> {
        let members = self.members.get(field.members.clone())?;
        let found = members.binary_search_by_key(&mark, |member| member.mark).ok()?;
        Some(field.members.start + found)
    }

    /// Index of a ship or structure in [`Self::members`].
    pub fn find_anywhere(&self, mark: TargetId) -> Option<usize> {
        self.fields.iter().find_map(|field| self.find(field, mark))
    }
}

/// Gives a condition to new ships and structures.
fn equip(
    mut commands: Commands,
    ships: Query<(Entity, &Ship), Without<Condition>>,
    structures: Query<(Entity, &Structure), Without<Condition>>,
    arms_table: Res<ArmsTable>,
) {
    let ships = ships.iter().map(|(entity, ship)| (entity, arms_table.ships.get(ship.class)));
    let structures = structures.iter().map(|(entity, one)| (entity, arms_table.structures.get(one.class)));
    for (entity, class) in ships.chain(structures) {
        if let Some(class) = class {
            commands.entity(entity).insert(Condition::whole(class));
        }
    }
}

/// A structure, and whether it acts.
type StructureParts<'a> = (Entity, &'a Structure, &'a Position, Has<Growing>, Has<Idle>);

/// Query bundle for structures and their places.
#[derive(SystemParam)]
struct StructureInputs<'w, 's> {
    structures: Query<'w, 's, StructureParts<'static>>,
    rings: Res<'w, Rings>,
    sky: Res<'w, Sky>,
    calendar: Res<'w, Calendar>,
}

impl StructureInputs<'_, '_> {
    /// The owners of structures.
    fn factions(&self) -> impl Iterator<Item = FactionId> + '_ {
        self.structures.iter().map(|(_, structure, ..)| structure.faction)
    }

    fn combatants<'a>(&'a self, sides: &'a Sides) -> impl Iterator<Item = Combatant> + 'a {
        self.structures.iter().map(|(entity, structure, position, is_growing, is_idle)| {
            let before = place_before(structure, &self.rings, &self.sky, self.calendar.tick);
            let outward = position.0 - self.sky.now[structure.body].position;
            Combatant {
                entity,
                mark: TargetId::Structure(structure.id),
                faction: structure.faction,
                side: sides.side(structure.faction),
                fleet: None,
                class: structure.class,
                position: position.0,
                step: position.0 - before,
                heading: outward.normalize_or(DVec3::X),
                radius_km: structure.radius_km,
                half_length_km: 0.0,
                well: Some(structure.body),
                acts: !is_growing && !is_idle,
            }
        })
    }
}

/// Gathers all possible shooters and targets.
fn gather(
    mut battlefields: ResMut<Battlefields>,
    table: Res<ShipTable>,
    fleets: Query<&Fleet>,
    standing: StructureInputs,
    arms_table: Res<ArmsTable>,
    sides: Res<Sides>,
    hazards: Res<Hazards>,
) {
    let all = &mut battlefields.room.all;
    all.clear();
    let mut present = fleets.iter().map(|fleet| fleet.faction).chain(standing.factions());
    let first = present.next().map(|faction| sides.side(faction));
    // A torpedo may outlive its last foe.
    if hazards.0.is_empty() && present.all(|faction| Some(sides.side(faction)) == first) {
        battlefields.find_fields(&arms_table, &[]);
        return;
    }
    // Ships are in the order of their numbers already.
    for index in 0..table.len() {
        if let Ok(fleet) = fleets.get(table.fleets[index]) {
            all.push(ship_of(&table, index, fleet.faction, &sides));
        }
    }
    let first_structure = all.len();
    all.extend(standing.combatants(&sides));
    all[first_structure..].sort_unstable_by_key(|one| one.mark);
    battlefields.find_fields(&arms_table, &hazards.0);
}

/// The ship at a place in the table, owned by a faction.
pub(in crate::sim) fn ship_of(
    table: &ShipTable,
    index: usize,
    faction: FactionId,
    sides: &Sides,
) -> Combatant {
    let ship = &table.ships[index];
    Combatant {
        entity: table.entities[index],
        mark: TargetId::Ship(ship.id),
        faction,
        side: sides.side(faction),
        fleet: Some(table.fleets[index]),
        class: ship.class,
        position: table.ends[index],
        step: table.ends[index] - table.positions[index],
        heading: table.flights[index].heading,
        radius_km: ship.radius_km,
        half_length_km: ship.half_length_km,
        well: table.carriages[index].well,
        acts: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::test_support;

    #[test]
    fn a_hull_reaches_to_its_surface() {
        let hull = Combatant { half_length_km: 1_000.0, ..test_support::ship(0, 0, DVec3::ZERO) };
        assert_eq!(hull.hull_reach_km(DVec3::X), 1_400.0);
        assert_eq!(hull.hull_reach_km(-DVec3::Y), 400.0);
        for number in 0..=20 {
            let angle = f64::from(number) * 0.3;
            let direction = DVec3::new(libm::cos(angle), libm::sin(angle), 0.0);
            let place = direction * hull.hull_reach_km(direction);
            let axis = place.x.clamp(-1_000.0, 1_000.0);
            assert!((place.distance(DVec3::X * axis) - 400.0).abs() < 1.0e-6, "{place}");
        }
    }
}
