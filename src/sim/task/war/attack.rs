//! Attack by order: the foes that belong to a target, their known places, and the end of the order.

use bevy::prelude::*;
use glam::DVec3;

use super::doctrine::check_fires;
use crate::sim::event::{Events, GameEvent, Party};
use crate::sim::motion::structures::place;
use crate::sim::motion::wells::about_km;
use crate::sim::task::crew::any_ship;
use crate::sim::task::dispatch::{finish_leg, middle, notify_player, take_up, what_then};
use crate::sim::task::{Groups, move_to};
use crate::sim::visibility::knowledge::place_of;
use crate::sim::visibility::{Almanac, Knowledge, WorldView};
use crate::sim::world::AREA_KM;
use crate::sim::{
    AnchoredPlace, ArmedClass, ArmsTable, AttackTarget, BodyId, Calendar, ClassId, Engagement, FactionId,
    Fleet, FleetId, Goal, Leg, MemberOf, Position, Rings, Route, Ship, Sides, Sky, Structure, TargetId,
    TaskRefusal, Track, by_number, fleets_in_order, members_in_order,
};

/// The verb of this task.
pub(in crate::sim::task) const VERB: &str = "attacks";

/// An attack in words. The names of the fleets of others are no knowledge of the attacker.
pub(in crate::sim::task) fn describe(target: &AttackTarget) -> String {
    let whom = match target {
        AttackTarget::Fleet(_) => "a fleet",
        AttackTarget::Target(TargetId::Ship(_)) => "a ship",
        AttackTarget::Target(TargetId::Structure(_)) => "a structure",
        AttackTarget::Class { .. } => "all of a class",
        AttackTarget::Area { .. } => "all in an area",
    };
    format!("{VERB} {whom}")
}

/// A flight in words on which the fleet fights; `way` is the flight without the fights.
pub(in crate::sim::task) fn describe_on_the_way(way: String) -> String {
    let comma = if way.is_empty() { "" } else { ", " };
    format!("{VERB} on the way{comma}{way}")
}

/// Whether a faction may attack a target: the faction knows of it, and it is not on the own side.
///
/// # Errors
/// As far as the faction knows there is nothing to attack, or the target is on its side; or an area is invalid or
/// too large.
pub(in crate::sim) fn check(
    view: WorldView,
    faction: FactionId,
    target: &AttackTarget,
) -> Result<(), TaskRefusal> {
    let Almanac { sky, sides, ships, .. } = view.almanac();
    match *target {
        AttackTarget::Target(TargetId::Ship(id)) => {
            let found = view.ships_that(|ship| ship.id == id).next();
            check_side(view, faction, found.map(|seen| seen.owner), "that ship")
        }
        AttackTarget::Target(TargetId::Structure(id)) => {
            let found = view.structures().find(|seen| seen.structure.id == id);
            check_side(view, faction, found.map(|seen| seen.structure.faction), "that structure")
        }
        AttackTarget::Fleet(id) => {
            let found = view.fleets(|fleet| fleet.id == id).next().map(|known| known.fleet);
            // The names of others' fleets are not for the player.
            let own = found.filter(|fleet| fleet.faction == faction);
            let called = own.map_or("that fleet", |fleet| fleet.name.as_str());
            check_side(view, faction, found.map(|fleet| fleet.faction), called)
        }
        AttackTarget::Class { class, body } => {
            let is_there = |place: DVec3| body.is_none_or(|body| is_in_well(sky, body, place));
            let mut seen = view.ships_that(|ship| ship.class == class);
            if seen.any(|seen| sides.are_foes(faction, seen.owner) && is_there(seen.position)) {
                return Ok(());
            }
            let name = ships.0.get(class).map(|class| class.name.clone());
            Err(TaskRefusal::NoneSeen(name.unwrap_or_default()))
        }
        AttackTarget::Area { middle, radius_km } => check_area(view.almanac(), &middle, radius_km),
    }
}

/// Whether a unit of this owner may be attacked; `None`: no unit is known.
fn check_side(
    view: WorldView,
    faction: FactionId,
    owner: Option<FactionId>,
    called: &str,
) -> Result<(), TaskRefusal> {
    let owner = owner.ok_or(TaskRefusal::NotThere)?;
    let are_foes = view.almanac().sides.are_foes(faction, owner);
    if are_foes { Ok(()) } else { Err(TaskRefusal::OwnSide(called.to_owned())) }
}

fn check_area(almanac: &Almanac, middle: &AnchoredPlace, radius_km: f64) -> Result<(), TaskRefusal> {
    move_to::check(&almanac.sky, middle)?;
    let is_well = |body: BodyId| {
        let about = almanac.sky.system.bodies.get(body).map(about_km);
        middle.offset == DVec3::ZERO && about == Some(radius_km)
    };
    let conduct = &almanac.arms_table.rules.conduct;
    if !radius_km.is_finite() || radius_km < *AREA_KM.start() {
        Err(TaskRefusal::NotAnArea)
    } else if radius_km > conduct.widest_area_km() && !middle.anchor.body().is_some_and(is_well) {
        Err(TaskRefusal::TooWide(conduct.widest_area_au))
    } else {
        Ok(())
    }
}

/// Whether a faction sees foes that an attack on everything about a body would meet.
pub fn sees_foes_about(view: WorldView, body: BodyId) -> bool {
    let sky = &view.almanac().sky;
    let (Some(this), Some(state)) = (sky.system.bodies.get(body), sky.now.get(body)) else { return false };
    let is_near = |place: DVec3| place.distance(state.position) <= about_km(this);
    let mut structures = view.structures().filter(|seen| seen.structure.body == body);
    structures.any(|seen| view.is_foe(seen.structure.faction))
        || view.ships().any(|seen| view.is_foe(seen.owner) && is_near(seen.position))
}

/// Whether some of the ships are armed, and no armed ship holds its fire.
///
/// # Errors
/// No ship is armed, or one holds its fire.
pub(in crate::sim) fn check_crew(view: WorldView, groups: &Groups) -> Result<(), TaskRefusal> {
    if !any_ship(view, groups, is_armed) {
        return Err(TaskRefusal::Unarmed);
    }
    check_fires(view, groups, is_armed)
}

fn is_armed(_: &ArmsTable, class: &ArmedClass) -> bool {
    class.is_armed()
}

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
                is_ship && self.class == class && body.is_none_or(|body| is_in_well(sky, body, self.position))
            }
            AttackTarget::Area { middle, radius_km } => {
                let center = sky.origin_now(middle.anchor) + middle.offset;
                self.position.distance_squared(center) <= radius_km * radius_km
            }
        }
    }
}

/// Whether a place lies in the well of a body, now.
pub(in crate::sim) fn is_in_well(sky: &Sky, body: BodyId, place: DVec3) -> bool {
    let (Some(this), Some(state)) = (sky.system.bodies.get(body), sky.now.get(body)) else { return false };
    place.distance_squared(state.position) < this.well_radius_km * this.well_radius_km
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

/// A faction's knowledge of its foes.
struct KnownFoes {
    faction: FactionId,
    /// The foes in sight, sorted by mark.
    seen: Vec<Foe>,
    /// Structures remembered and out of sight, sorted by mark, at their present places.
    remembered: Vec<Foe>,
}

impl KnownFoes {
    fn of(world: &World, roll: &Roll, faction: FactionId) -> Self {
        Self { faction, seen: roll.seen_by(world, faction), remembered: remembered_by(world, faction) }
    }
}

fn remembered_by(world: &World, faction: FactionId) -> Vec<Foe> {
    let (knowledge, sides) = (world.resource::<Knowledge>(), world.resource::<Sides>());
    let (sky, rings) = (world.resource::<Sky>(), world.resource::<Rings>());
    let tick = world.resource::<Calendar>().tick;
    let stands = knowledge.ghosts(faction).filter(|ghost| ghost.stands.is_some());
    let foes = stands.filter(|ghost| sides.are_foes(faction, ghost.faction));
    foes.map(|ghost| Foe {
        mark: ghost.id(),
        faction: ghost.faction,
        fleet: None,
        class: ghost.class(),
        position: place_of(ghost, sky, rings, tick),
    })
    .collect()
}

/// Finds the targets of all attack legs in a new world.
pub(in crate::sim) fn note_hunts(world: &mut World) {
    update_hunts(world, false);
}

/// Updates all attack legs; `may_end`: whether legs end whose target is no longer seen or left.
pub(in crate::sim) fn update_hunts(world: &mut World, may_end: bool) {
    let hunting = hunters(world);
    if hunting.is_empty() {
        return;
    }
    let roll = Roll::of(world);
    let mut all: Vec<KnownFoes> = Vec::new();
    for (fleet, faction) in hunting {
        if !all.iter().any(|known| known.faction == faction) {
            all.push(KnownFoes::of(world, &roll, faction));
        }
        let Some(known) = all.iter().find(|known| known.faction == faction) else { continue };
        let is_over = lead_hunts(world, fleet, known);
        if may_end && let Some(had_seen) = is_over {
            end_hunt(world, fleet, had_seen);
            lead_hunts(world, fleet, known);
        }
    }
}

/// The fleets whose routes lead to a target, with their factions, in the order of their numbers.
fn hunters(world: &mut World) -> Vec<(Entity, FactionId)> {
    let hunts = |leg: &Leg| matches!(leg.goal, Goal::Attack(_));
    fleets_in_order(world, |entity, fleet| {
        let route = entity.get::<Route>()?;
        route.0.iter().any(hunts).then_some(fleet.faction)
    })
}

/// Updates the tracks of a fleet's attack legs. If the first leg is done, returns whether its target had been seen
/// in the tick before; `None` for a leg that goes on.
fn lead_hunts(world: &mut World, fleet: Entity, known: &KnownFoes) -> Option<bool> {
    let from = middle(world, fleet);
    let smallest_km = smallest_target_km(world, fleet);
    let legs: Vec<(usize, AttackTarget, Track)> = world
        .get::<Route>(fleet)
        .into_iter()
        .flat_map(|route| route.0.iter().enumerate())
        .filter_map(|(at, leg)| match leg.goal {
            Goal::Attack(target) => Some((at, target, leg.track)),
            _ => None,
        })
        .collect();
    let (mut is_over, mut lost) = (None, None);
    for (at, target, track) in legs {
        let (sky, arms_table) = (world.resource::<Sky>(), world.resource::<ArmsTable>());
        let belongs = |foe: &&Foe| {
            let is_large_enough = smallest_km.is_none_or(|least| foe.bound_km(arms_table) >= least);
            is_large_enough && foe.is_of(&target, sky)
        };
        let mut found = look_for(&target, &track, known.seen.iter().filter(belongs), from, sky);
        let ghosts = known.remembered.iter().filter(|foe| found.lead.is_none() && belongs(foe));
        let ghost = nearest(ghosts, from).map(|ghost| ghost.position);
        if let Some(place) = ghost {
            found.place = place;
        } else if at == 0 && found.lead.is_none() && !matches!(target, AttackTarget::Area { .. }) {
            // Not where it was seen last: it has been looked for there.
            found.place = from;
        }
        if at == 0 && (smallest_km.is_none() || (ghost.is_none() && is_done(&target, &found, from, sky))) {
            is_over = Some(track.lead.is_some());
        }
        if at == 0 && found.lead.is_none() {
            lost = track.lead.filter(|mark| matches!(mark, TargetId::Ship(_)));
        }
        let Some(mut route) = world.get_mut::<Route>(fleet) else { continue };
        if let Some(leg) = route.0.get_mut(at) {
            leg.track = found;
        }
    }
    if let Some(ship) = lost {
        note_lost(world, fleet, ship, is_over.is_some());
    }
    is_over
}

/// Records that a fleet no longer sees the ship that its attack followed, unless the end of the ship was seen. `ends`:
/// whether the attack ends.
fn note_lost(world: &mut World, fleet: Entity, ship: TargetId, ends: bool) {
    let Some(&Fleet { id, faction, .. }) = world.get::<Fleet>(fleet) else { return };
    let ghost = world.resource::<Knowledge>().ghosts(faction).find(|ghost| ghost.id() == ship);
    let Some(ghost) = ghost else { return };
    let (what, class) = (Party { id: ship, faction: ghost.faction }, ghost.class());
    let tick = world.resource::<Calendar>().tick;
    let event = GameEvent::TargetLost { fleet: id, faction, what, class, ends };
    world.resource_mut::<Events>().record(tick, event);
}

/// The track of an attack leg; `foes` is the visible part of its target. Without one, the track leads to the last
/// sighting, or to the middle of its area.
fn look_for<'a>(
    target: &AttackTarget,
    track: &Track,
    foes: impl Iterator<Item = &'a Foe> + Clone,
    from: DVec3,
    sky: &Sky,
) -> Track {
    let lead = nearest(foes.clone(), from);
    let place = match (lead, target) {
        (Some(_), AttackTarget::Fleet(_)) => {
            let count = foes.clone().count().max(1) as f64;
            foes.map(|foe| foe.position).sum::<DVec3>() / count
        }
        (Some(lead), _) => lead.position,
        (None, AttackTarget::Area { middle, .. }) => sky.origin_now(middle.anchor) + middle.offset,
        (None, _) => track.place,
    };
    Track { lead: lead.map(|foe| foe.mark), place }
}

/// Whether nothing of a target is seen or left. An area must have been reached before that is known.
fn is_done(target: &AttackTarget, track: &Track, from: DVec3, sky: &Sky) -> bool {
    let is_there = match target {
        AttackTarget::Area { middle, radius_km } => {
            from.distance(sky.origin_now(middle.anchor) + middle.offset) <= *radius_km
        }
        AttackTarget::Fleet(_) | AttackTarget::Target(_) | AttackTarget::Class { .. } => true,
    };
    track.lead.is_none() && is_there
}

/// The least radius of a ball for which a fleet has a weapon, km; `None` for one without weapons.
fn smallest_target_km(world: &World, fleet: Entity) -> Option<f64> {
    let arms_table = world.resource::<ArmsTable>();
    let class = |ship: Entity| arms_table.ships.get(world.get::<Ship>(ship)?.class);
    let classes = members_in_order(world, fleet).into_iter().filter_map(|(_, ship)| class(ship));
    classes.filter_map(|class| class.smallest_target_km(&arms_table.weapons)).reduce(f64::min)
}

/// Ends an attack that is a fleet's first leg, and notifies the player if a target had been seen.
fn end_hunt(world: &mut World, fleet: Entity, had_seen: bool) {
    finish_leg(world, fleet);
    let then = what_then(world, fleet);
    if had_seen {
        notify_player(world, fleet, |name| format!("{name} has nothing left to attack, and {then}"));
    }
    // The next scan finds the next foe.
    world.entity_mut(fleet).remove::<Engagement>();
    take_up(world, fleet, false);
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
