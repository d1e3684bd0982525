//! Fleets: ships that are ordered together, and the route that they follow.

use std::collections::VecDeque;

use bevy::prelude::*;
use glam::DVec3;

use super::Sky;
use super::anchor::Anchor;
use super::fight::Mark;
use super::navigate::Course;
use super::ships::{Ship, ShipId};
use super::waits::Wait;
use crate::level::check::MAX_NAME_LETTERS;
use crate::level::{self, Conduct, Shape, Wish};

/// A fleet's number, unique and never reused in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FleetId(pub u32);

/// A fleet.
#[derive(Component, Clone, Debug, PartialEq)]
#[require(Route, Formation, Course, RouteWish, Repeats, Doctrine)]
pub struct Fleet {
    /// Its number.
    pub id: FleetId,
    /// The name that its player sees, unique among the fleets of its faction.
    pub name: String,
    /// The faction that it obeys, an index into [`Factions`].
    pub faction: usize,
}

/// The fleet that a ship belongs to.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[relationship(relationship_target = Members)]
pub struct MemberOf(pub Entity);

/// The ships of a fleet, in no particular order.
#[derive(Component, Clone, Debug, Default)]
#[relationship_target(relationship = MemberOf)]
pub struct Members(Vec<Entity>);

impl Members {
    /// The ships' entities.
    pub fn iter(&self) -> impl Iterator<Item = Entity> + '_ {
        self.0.iter().copied()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// How the ships of a fleet stand to each other: what its player chose last.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct Formation {
    /// The shape.
    pub shape: Shape,
    /// What holds on the way.
    pub conduct: Conduct,
    /// The direction in which it looks at its destination, and in which its ships turn their bows there; `None`:
    /// the one it comes in.
    pub facing: Option<DVec3>,
    /// Whether the places for the first leg have been given out.
    pub formed: bool,
}

/// What a fleet wishes its way to be: what its player chose last.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RouteWish(pub Wish);

/// How a fleet is to fight: what its player chose last.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Doctrine(pub level::Doctrine);

/// Where a fleet is to go, one leg after the other. The first is the one that is being flown.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct Route(pub VecDeque<Leg>);

impl Route {
    /// Whether there is nowhere to go now: no leg at all, or a wait before the next one.
    pub fn rests(&self) -> bool {
        self.0.front().is_none_or(|leg| matches!(leg.target, Target::Wait(_)))
    }

    /// Takes the first leg away, which is done. Of a fleet that `repeats` it goes to the end again, if there
    /// are others to come before it.
    pub fn finish_leg(&mut self, repeats: bool) {
        let again = self.0.pop_front().and_then(Leg::again);
        if repeats && !self.0.is_empty() {
            self.0.extend(again);
        }
    }
}

/// Whether a fleet goes through its route again and again, as a patrol does.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repeats(pub bool);

/// One leg of a route.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    /// Where to.
    pub target: Target,
    /// How far the middle of the fleet stays from the target, km; fleets that were ordered together stand
    /// side by side.
    pub beside: DVec3,
    /// Distance between neighbouring places, km.
    pub spacing_km: f64,
    /// The ring of the target's anchor in which the ships circle once they are there. Only a leg that has
    /// begun says so; before that its target does.
    pub ring: Option<u8>,
    /// Whether the fleet engages what it meets on the way, and goes on afterwards.
    pub attack: bool,
}

impl Leg {
    /// The leg as it is flown another time; `None` for a wait that comes only once.
    fn again(self) -> Option<Self> {
        match self.target {
            Target::Wait(wait) => wait.again().map(|wait| Self { target: Target::Wait(wait), ..self }),
            // What is destroyed or taken stays so; a class and an area may fill again.
            Target::Attack(Hunt { quarry: Quarry::Fleet(_) | Quarry::Mark(_), .. })
            | Target::Land { .. }
            | Target::Bombard { .. } => None,
            _ => Some(self),
        }
    }

    /// Whether it is flown to fight.
    pub fn is_hostile(&self) -> bool {
        let target = &self.target;
        self.attack || matches!(target, Target::Attack(_) | Target::Land { .. } | Target::Bombard { .. })
    }
}

/// Where a leg leads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// A place that is fixed in space, or goes along with a body or a point ahead of one.
    Place {
        /// What it goes along with.
        anchor: Anchor,
        /// Offset from the anchor, km.
        offset: DVec3,
    },
    /// A body: go there and stay with it, on the side that the fleet comes from. Becomes a
    /// [`Target::Place`] when the leg begins.
    Body(usize),
    /// A ring of a body's well: go there and circle in it. Becomes a [`Target::Place`] beside the ring when
    /// the leg begins, and the leg says in which ring its fleet will circle.
    Ring {
        /// The body, an index into the sky.
        body: usize,
        /// The ring, 0 is the innermost.
        ring: u8,
    },
    /// Another fleet: stay beside it until it is gone, or out of sight.
    Fleet(Followed),
    /// Nowhere: rest until something comes.
    Wait(Wait),
    /// Something of others: go where it is seen and fight it, until nothing of it is seen or left.
    Attack(Hunt),
    /// The ground of a body: go near and land troopers, until it is taken or nobody is aboard any more. Where
    /// the fleet stays meanwhile, from the middle of the body, is the leg's `beside`, once it has begun.
    Land {
        /// The body, an index into the sky.
        body: usize,
    },
    /// The ground of a body, which is bombarded until it is taken. As for landing, the leg's `beside` is where
    /// the fleet stays.
    Bombard {
        /// The body, an index into the sky.
        body: usize,
    },
}

impl Target {
    /// Where it is at the beginning of the tick that is worked on, km; `None` for what is no place yet, or
    /// none at all.
    pub fn place_before(&self, sky: &Sky) -> Option<DVec3> {
        match *self {
            Self::Place { anchor, offset } => Some(sky.origin_before(anchor) + offset),
            Self::Fleet(followed) => Some(followed.place),
            Self::Attack(hunt) => Some(hunt.place),
            Self::Land { body } | Self::Bombard { body } => Some(sky.before[body].position),
            Self::Body(_) | Self::Ring { .. } | Self::Wait(_) => None,
        }
    }

    /// What a place that stays the same goes along with, and its offset from there, km; `None` for what leads
    /// to no such place, or not yet.
    pub fn kept(&self) -> Option<(Anchor, DVec3)> {
        match *self {
            Self::Place { anchor, offset } => Some((anchor, offset)),
            Self::Land { body } | Self::Bombard { body } => Some((Anchor::Body(body), DVec3::ZERO)),
            Self::Body(_) | Self::Ring { .. } | Self::Fleet(_) | Self::Wait(_) | Self::Attack(_) => None,
        }
    }
}

/// What a fleet is to attack. Only what its faction sees of it counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quarry {
    /// A fleet.
    Fleet(FleetId),
    /// A ship or a structure.
    Mark(Mark),
    /// All ships of a class.
    Class {
        /// The class, an index into [`ShipClasses`](super::ships::ShipClasses).
        class: usize,
        /// Only those in the well of this body, an index into the sky.
        body: Option<usize>,
    },
    /// All that is in a ball.
    Area {
        /// What its middle goes along with.
        anchor: Anchor,
        /// Its middle, from there, km.
        offset: DVec3,
        /// Its radius, km.
        radius_km: f64,
    },
}

/// A quarry, and where it is seen. Two are the same that are after the same quarry.
#[derive(Clone, Copy, Debug)]
pub struct Hunt {
    /// What is attacked.
    pub quarry: Quarry,
    /// What of it is nearest to the fleet; `None` while nothing is seen. Found anew in every tick.
    pub lead: Option<Mark>,
    /// Where it is at the beginning of the tick, km: the middle of what is seen of a fleet, else the nearest
    /// that is seen; of an area in which nothing is, its middle. Found anew in every tick.
    pub place: DVec3,
}

impl From<Quarry> for Hunt {
    fn from(quarry: Quarry) -> Self {
        Self { quarry, lead: None, place: DVec3::ZERO }
    }
}

impl PartialEq for Hunt {
    fn eq(&self, other: &Self) -> bool {
        self.quarry == other.quarry
    }
}

/// A fleet that another one follows. Two are the same that are about the same fleet.
#[derive(Clone, Copy, Debug)]
pub struct Followed {
    /// The fleet that is followed.
    pub fleet: FleetId,
    /// Whether it is guarded, too.
    pub guard: bool,
    /// The middle of what can be seen of it at the beginning of the tick, km. Found anew in every tick
    /// before anything is made of it.
    pub place: DVec3,
}

impl PartialEq for Followed {
    fn eq(&self, other: &Self) -> bool {
        (self.fleet, self.guard) == (other.fleet, other.guard)
    }
}

/// The sides in this world.
#[derive(Resource, Clone, Debug, Default)]
pub struct Factions(pub Vec<crate::level::Faction>);

/// The numbers that the next ship, the next fleet and the next structure get. [`u32::MAX`] is never given:
/// where it comes next nothing more can be made, so that no number is ever given twice.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NextIds {
    /// For ships.
    pub ship: u32,
    /// For fleets.
    pub fleet: u32,
    /// For structures.
    pub structure: u32,
}

impl NextIds {
    /// The number of a new ship; `None` once all are used up.
    pub fn take_ship(&mut self) -> Option<ShipId> {
        take(&mut self.ship).map(ShipId)
    }

    /// The number of a new fleet; `None` once all are used up.
    pub fn take_fleet(&mut self) -> Option<FleetId> {
        take(&mut self.fleet).map(FleetId)
    }

    /// How many more ships can have a number.
    pub fn ships_left(&self) -> u32 {
        u32::MAX - self.ship
    }

    /// How many more fleets can have a number.
    pub fn fleets_left(&self) -> u32 {
        u32::MAX - self.fleet
    }

    /// How many more structures can have a number.
    pub fn structures_left(&self) -> u32 {
        u32::MAX - self.structure
    }
}

/// Takes the next number, if there is one after it.
fn take(next: &mut u32) -> Option<u32> {
    let after = next.checked_add(1)?;
    Some(std::mem::replace(next, after))
}

/// A name that the game makes of another: that name, an ending of ASCII letters, and room for so many more.
/// Where all this would be longer than names may be, the end of the first is left out, so that every name in
/// a world passes the check of a save.
pub fn made_name(name: &str, ending: &str, spare: usize) -> String {
    let room = MAX_NAME_LETTERS.saturating_sub(ending.len() + spare);
    let end = name.char_indices().nth(room).map_or(name.len(), |(end, _)| end);
    format!("{}{ending}", name[..end].trim_end())
}

/// The first of the names for 0, 1, 2, ... that is not taken.
pub fn unused_name(taken: &[&str], name_of: impl Fn(u32) -> String) -> String {
    let mut number = 0_u32;
    loop {
        let name = name_of(number);
        if !taken.contains(&name.as_str()) {
            return name;
        }
        number += 1;
    }
}

/// The ships of a fleet in the order of their numbers.
pub fn members_in_order(world: &World, fleet: Entity) -> Vec<(ShipId, Entity)> {
    let mut ships: Vec<(ShipId, Entity)> = world
        .get::<Members>(fleet)
        .into_iter()
        .flat_map(Members::iter)
        .filter_map(|entity| world.get::<Ship>(entity).map(|ship| (ship.id, entity)))
        .collect();
    ships.sort_unstable();
    ships
}

/// Offset of a place in the pattern about a destination: a honeycomb in the plane of the ecliptic, filled
/// ring by ring from the middle, with neighbours `spacing_km` apart.
pub fn slot_offset(slot: u32, spacing_km: f64) -> DVec3 {
    // The six directions along which the sides of a ring of the honeycomb run.
    const HALF_ROOT_3: f64 = 0.866_025_403_784_438_6;
    const SIDES: [(f64, f64); 6] = [
        (-0.5, HALF_ROOT_3),
        (-1.0, 0.0),
        (-0.5, -HALF_ROOT_3),
        (0.5, -HALF_ROOT_3),
        (1.0, 0.0),
        (0.5, HALF_ROOT_3),
    ];
    let Some(index) = slot.checked_sub(1) else { return DVec3::ZERO };
    let ring = honeycomb_ring(slot);
    let in_ring = u64::from(index) - 3 * ring * (ring - 1);
    let (side, along) = ((in_ring / ring) as usize, (in_ring % ring) as f64);
    let mut place = DVec3::new(ring as f64, 0.0, 0.0);
    for &(x, y) in &SIDES[..side] {
        place += DVec3::new(x, y, 0.0) * ring as f64;
    }
    place += DVec3::new(SIDES[side].0, SIDES[side].1, 0.0) * along;
    place * spacing_km
}

/// The ring of the honeycomb in which a place lies; ring n has 6 n places.
fn honeycomb_ring(slot: u32) -> u64 {
    let mut ring = 0u64;
    while 3 * ring * (ring + 1) < u64::from(slot) {
        ring += 1;
    }
    ring
}

/// Distance of the outermost of `count` places from the middle of the pattern, km.
pub fn pattern_radius_km(count: u32, spacing_km: f64) -> f64 {
    honeycomb_ring(count.saturating_sub(1)) as f64 * spacing_km
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_names_are_no_longer_than_names_may_be() {
        assert_eq!(made_name("First", " 2", 0), "First 2");
        let long = "ü".repeat(MAX_NAME_LETTERS);
        assert_eq!(made_name(&long, " wing 12", 0), format!("{} wing 12", "ü".repeat(56)));
        assert_eq!(made_name(&long, " 2", 7), format!("{} 2", "ü".repeat(55)));
        let blank = format!("{} {}", "a".repeat(60), "b".repeat(3));
        assert_eq!(made_name(&blank, " 22", 0), format!("{} 22", "a".repeat(60)), "no two blanks");
    }

    #[test]
    fn places_are_all_apart_by_the_spacing() {
        let places: Vec<DVec3> = (0..200).map(|slot| slot_offset(slot, 2.0)).collect();
        for (index, place) in places.iter().enumerate() {
            let nearest = places[..index].iter().map(|other| other.distance(*place)).fold(f64::MAX, f64::min);
            assert!(
                index == 0 || (nearest - 2.0).abs() < 1e-9,
                "place {index} is {nearest} from its neighbour"
            );
        }
    }

    #[test]
    fn no_number_is_given_twice() {
        let mut ids = NextIds { ship: u32::MAX - 2, fleet: u32::MAX - 1, structure: 0 };
        assert_eq!((ids.ships_left(), ids.fleets_left()), (2, 1));
        let ships = [ids.take_ship(), ids.take_ship(), ids.take_ship(), ids.take_ship()];
        assert_eq!(ships, [Some(ShipId(u32::MAX - 2)), Some(ShipId(u32::MAX - 1)), None, None]);
        assert_eq!([ids.take_fleet(), ids.take_fleet()], [Some(FleetId(u32::MAX - 1)), None]);
        assert_eq!((ids.ships_left(), ids.fleets_left(), ids.structures_left()), (0, 0, u32::MAX));
    }

    #[test]
    fn the_pattern_is_as_wide_as_it_says() {
        for count in [1, 2, 7, 8, 19, 20, 100] {
            let widest = (0..count).map(|slot| slot_offset(slot, 3.0).length()).fold(0.0, f64::max);
            assert!((widest - pattern_radius_km(count, 3.0)).abs() < 1e-9);
        }
    }
}
