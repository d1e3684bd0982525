//! Orders of war: attack, attack on the way, how to fight, withdraw, bombard, invade.
//!
//! - Enters: a [`WarOrder`] from a player.
//! - Leaves: legs that are flown to fight, a changed doctrine; or a [`WarRefusal`] that says why not.
//! - Must never: tell a player of what is out of sight (it is answered as if it were not there), let anyone
//!   attack the own side, or change anything before all of it is known to be allowed.

mod refusal;

use bevy::prelude::*;
use glam::DVec3;

use crate::sim::ids::{BodyId, sighted};
use crate::sim::task::dispatch::{middle, notice};
use crate::sim::task::landing::{bombarding_reach_km, has_troopers};
use crate::sim::task::retreat::{nearest_yard, send_to_yard};
use crate::sim::world::{ArmedClass, Notices};

pub use refusal::WarRefusal;

use super::routes::{NewLeg, fleet_target};
use super::{
    Groups, Refusal, Units, check_player, check_room, find_body, groups_of, place_target, send_to_fight,
    split_off,
};
use crate::level::{self, BodyKind, Stance, SystemBody};
use crate::sim::Sky;
use crate::sim::ids::{FactionId, FleetId, ShipId, StructureId, TargetId};
use crate::sim::task::attack::Roll;
use crate::sim::visibility::{Knowledge, KnownBody, known_body};
use crate::sim::world::{
    Anchor, Armoury, Doctrine, Fleet, Followed, Grounds, Leg, Quarry, Route, Ship, ShipClasses, Sides, Target,
};

/// A body without a well counts as having one of so many of its radii, where all near it are attacked.
const NEAR_RADII: f64 = 3.0;

/// What a player may ask of fleets in a war.
#[derive(Clone, Debug, PartialEq)]
pub enum WarOrder {
    /// Go for something of others and fight it, until nothing of it is seen or left.
    Attack {
        /// Who.
        units: Units,
        /// What.
        quarry: QuarryOrder,
        /// After what they are doing (`true`), or instead of it.
        queue: bool,
    },
    /// Fly to a point, engage whoever comes near on the way, and go on afterwards.
    AttackMove {
        /// Who.
        units: Units,
        /// Where: heliocentric J2000 ecliptic, km, in the magnified world.
        to: DVec3,
        /// After what they are doing (`true`), or instead of it.
        queue: bool,
    },
    /// Fly to a body and stay with it, engage whoever comes near on the way, and go on afterwards.
    AttackGoTo {
        /// Who.
        units: Units,
        /// The name of the body, in upper or lower case.
        body: String,
        /// After what they are doing (`true`), or instead of it.
        queue: bool,
    },
    /// Fight in a certain way, from now on.
    Doctrine {
        /// Who.
        units: Units,
        /// How.
        doctrine: level::Doctrine,
    },
    /// Go to the nearest finished shipyard of the own side, whatever is on the way.
    Retreat {
        /// Who.
        units: Units,
    },
    /// Bombard the ground of a body until it is taken.
    Bombard {
        /// Who.
        units: Units,
        /// The name of the body, in upper or lower case.
        body: String,
        /// After what they are doing (`true`), or instead of it.
        queue: bool,
    },
    /// Land troopers on a body that is not the own side's, or in the aid of one on which invaders stand.
    Invade {
        /// Who.
        units: Units,
        /// The name of the body, in upper or lower case.
        body: String,
        /// After what they are doing (`true`), or instead of it.
        queue: bool,
    },
}

impl WarOrder {
    /// The ships that it is for.
    pub fn units(&self) -> &Units {
        match self {
            Self::Attack { units, .. }
            | Self::AttackMove { units, .. }
            | Self::AttackGoTo { units, .. }
            | Self::Doctrine { units, .. }
            | Self::Retreat { units }
            | Self::Bombard { units, .. }
            | Self::Invade { units, .. } => units,
        }
    }
}

/// What is to be attacked, as players name it.
#[derive(Clone, Debug, PartialEq)]
pub enum QuarryOrder {
    /// A ship.
    Ship(ShipId),
    /// A structure.
    Structure(StructureId),
    /// A fleet; of some ships that of the first.
    Fleet(Units),
    /// All ships of a class.
    Class {
        /// The name of the class.
        class: String,
        /// Only those in the well of this body, by its name.
        body: Option<String>,
    },
    /// All that is in the well of a body, by its name.
    Well(String),
    /// All that is in a ball.
    Area {
        /// Its middle: heliocentric J2000 ecliptic, km, in the magnified world.
        at: DVec3,
        /// Its radius, km: above 0, and no greater than
        /// [`widest_area_km`](crate::rules::combat::ConductNumbers::widest_area_km).
        radius_km: f64,
    },
}

/// Checks and carries out an order; one that is refused leaves the world as it was.
pub(in crate::sim) fn apply(world: &mut World, player: FactionId, order: &WarOrder) -> Result<(), Refusal> {
    check_player(world, player)?;
    match order {
        WarOrder::Attack { units, quarry, queue } => {
            let quarry = quarry_of(world, player, quarry)?;
            let groups = armed(world, player, units)?;
            send_groups(world, groups, Target::Attack(quarry.into()), *queue, false)
        }
        WarOrder::AttackMove { units, to, queue } => {
            let target = place_target(world.resource::<Sky>(), *to)?;
            let groups = armed(world, player, units)?;
            send_groups(world, groups, target, *queue, true)
        }
        WarOrder::AttackGoTo { units, body, queue } => {
            let body = find_body(world.resource::<Sky>(), body)?;
            let groups = armed(world, player, units)?;
            send_groups(world, groups, Target::Body(body), *queue, true)
        }
        WarOrder::Doctrine { units, doctrine } => set_doctrine(world, player, units, *doctrine),
        WarOrder::Retreat { units } => retreat(world, player, units),
        WarOrder::Bombard { units, body, queue } => {
            let body = hostile_ground(world, player, body)?;
            let groups = groups_of(world, player, units)?;
            check_bombs(world, &groups)?;
            send_groups(world, groups, Target::Bombard { body }, *queue, false)
        }
        WarOrder::Invade { units, body, queue } => {
            let body = ground_to_land_on(world, player, body)?;
            let groups = groups_of(world, player, units)?;
            check_troopers(world, &groups)?;
            send_groups(world, groups, Target::Land { body }, *queue, false)
        }
    }
}

/// Sends ships that may be of several fleets; ships that leave their fleets form new ones.
fn send_groups(
    world: &mut World,
    groups: Groups,
    target: Target,
    queue: bool,
    attack: bool,
) -> Result<(), Refusal> {
    if queue {
        groups.iter().try_for_each(|(fleet, _)| check_room(world, *fleet))?;
    }
    // From here on nothing is refused.
    let fleets: Vec<Entity> =
        groups.into_iter().map(|(fleet, ships)| split_off(world, fleet, &ships)).collect();
    send_to_fight(world, &fleets, target, queue, attack);
    Ok(())
}

fn set_doctrine(
    world: &mut World,
    player: FactionId,
    units: &Units,
    doctrine: level::Doctrine,
) -> Result<(), Refusal> {
    if doctrine.withdraw_percent > 100 {
        return Err(WarRefusal::NotAPercentage(doctrine.withdraw_percent).into());
    }
    for (fleet, ships) in groups_of(world, player, units)? {
        let fleet = split_off(world, fleet, &ships);
        let held_fire = holds_fire(world, fleet);
        world.entity_mut(fleet).insert(Doctrine(doctrine));
        if !held_fire {
            tell_of_orders_to_fight(world, fleet);
        }
    }
    Ok(())
}

fn holds_fire(world: &World, fleet: Entity) -> bool {
    world.get::<Doctrine>(fleet).is_some_and(|doctrine| doctrine.0.stance == Stance::HoldFire)
}

/// Tells the player of a fleet that holds its fire from now on, if its route leads it to fight.
fn tell_of_orders_to_fight(world: &mut World, fleet: Entity) {
    let fights = |leg: &Leg| leg.attack || matches!(leg.target, Target::Attack(_) | Target::Bombard { .. });
    let is_sent = world.get::<Route>(fleet).is_some_and(|route| route.0.iter().any(fights));
    if !is_sent || !holds_fire(world, fleet) {
        return;
    }
    let Some(Fleet { name, faction, .. }) = world.get::<Fleet>(fleet).cloned() else { return };
    let words = format!("{name} holds its fire: it goes where it was sent, and attacks nobody there");
    let note = notice(world, fleet, faction, words);
    world.resource_mut::<Notices>().add(note);
}

/// The ships that an order to fight is for, if one of them has a weapon and none that has holds its fire.
fn armed(world: &mut World, player: FactionId, units: &Units) -> Result<Groups, Refusal> {
    let groups = groups_of(world, player, units)?;
    check_weapons(world, &groups)?;
    Ok(groups)
}

/// Refuses to send ships to fight none of which has a weapon, or of which one that has holds its fire.
fn check_weapons(world: &World, groups: &[(Entity, Vec<Entity>)]) -> Result<(), Refusal> {
    if !any_ship(world, groups, is_armed) {
        return Err(WarRefusal::Unarmed.into());
    }
    check_fires(world, groups, is_armed)
}

/// The same of ships that are to bombard.
fn check_bombs(world: &World, groups: &[(Entity, Vec<Entity>)]) -> Result<(), Refusal> {
    if !any_ship(world, groups, bombards) {
        return Err(WarRefusal::NoBombardment.into());
    }
    check_fires(world, groups, bombards)
}

/// Refuses to have ships land troopers that carry none.
fn check_troopers(world: &World, groups: &[(Entity, Vec<Entity>)]) -> Result<(), Refusal> {
    if any_ship(world, groups, has_troopers) { Ok(()) } else { Err(WarRefusal::NoTroopers.into()) }
}

/// Refuses to send a fleet to fight that would do nothing there: it holds its fire. `can_fight` says which
/// ships are asked; the others of a fleet may hold it.
fn check_fires(
    world: &World,
    groups: &[(Entity, Vec<Entity>)],
    can_fight: impl Fn(&World, Entity) -> bool,
) -> Result<(), Refusal> {
    for (fleet, ships) in groups {
        if holds_fire(world, *fleet) && ships.iter().any(|ship| can_fight(world, *ship)) {
            let name = world.get::<Fleet>(*fleet).map(|fleet| fleet.name.clone());
            return Err(WarRefusal::HoldsFire(name.unwrap_or_default()).into());
        }
    }
    Ok(())
}

/// Asks of ships into whose routes a leg is put what is asked of them where it comes last.
pub(in crate::sim) fn check_leg(
    world: &World,
    groups: &[(Entity, Vec<Entity>)],
    leg: &NewLeg,
) -> Result<(), Refusal> {
    match leg {
        NewLeg::Attack(_) | NewLeg::AttackTo(_) | NewLeg::AttackBody(_) => check_weapons(world, groups),
        NewLeg::Bombard(_) => check_bombs(world, groups),
        NewLeg::Land(_) => check_troopers(world, groups),
        NewLeg::To(_)
        | NewLeg::Body(_)
        | NewLeg::Ring { .. }
        | NewLeg::Ahead { .. }
        | NewLeg::Fleet { .. }
        | NewLeg::Wait(_) => Ok(()),
    }
}

fn any_ship(world: &World, groups: &[(Entity, Vec<Entity>)], is_it: impl Fn(&World, Entity) -> bool) -> bool {
    groups.iter().flat_map(|(_, ships)| ships).any(|ship| is_it(world, *ship))
}

fn class_of(world: &World, ship: Entity) -> Option<&ArmedClass> {
    world.resource::<Armoury>().ships.get(world.get::<Ship>(ship)?.class)
}

fn is_armed(world: &World, ship: Entity) -> bool {
    class_of(world, ship).is_some_and(ArmedClass::is_armed)
}

fn bombards(world: &World, ship: Entity) -> bool {
    class_of(world, ship).is_some_and(|class| bombarding_reach_km(world.resource::<Armoury>(), class) > 0.0)
}

/// The body with a name, if there is ground on it that is not of the own side as far as the player knows.
pub(in crate::sim) fn hostile_ground(
    world: &mut World,
    player: FactionId,
    name: &str,
) -> Result<BodyId, Refusal> {
    let index = solid_ground(world, name)?;
    let known = known_body(world, player, index);
    if is_own_side(world, player, known) {
        Err(WarRefusal::OwnSide(body_name(world, index)).into())
    } else {
        Ok(index)
    }
}

/// The body with a name, if there is ground on it that is not of the own side, or on which foes may have
/// landed, as far as the player knows.
pub(in crate::sim) fn ground_to_land_on(
    world: &mut World,
    player: FactionId,
    name: &str,
) -> Result<BodyId, Refusal> {
    let index = solid_ground(world, name)?;
    let known = known_body(world, player, index);
    let grounds = world.get_resource::<Grounds>();
    let is_beset =
        grounds.is_some_and(|grounds| grounds.of(index).is_beset(player, world.resource::<Sides>()));
    // Of ground that is not seen nobody can say that it is at peace.
    let is_at_peace = known.sees_ground && !is_beset;
    if is_own_side(world, player, known) && is_at_peace {
        return Err(WarRefusal::NotBeset(body_name(world, index)).into());
    }
    Ok(index)
}

/// Whether a body belongs to the side of a player, as far as that is known.
fn is_own_side(world: &World, player: FactionId, known: KnownBody) -> bool {
    known.owner.is_some_and(|owner| !world.resource::<Sides>().are_foes(player, owner))
}

fn body_name(world: &World, index: BodyId) -> String {
    world.resource::<Sky>().system.bodies.get(index).map(|body| body.name.clone()).unwrap_or_default()
}

/// The body with a name, if there is ground on it.
fn solid_ground(world: &World, name: &str) -> Result<BodyId, Refusal> {
    let sky = world.resource::<Sky>();
    let index = find_body(sky, name)?;
    let Some(body) = sky.system.bodies.get(index) else { return Err(Refusal::NoSuchBody(name.to_owned())) };
    if matches!(body.kind, BodyKind::Star | BodyKind::Comet) {
        return Err(WarRefusal::NoGround(body.name.clone()).into());
    }
    Ok(index)
}

/// How far from a body all is attacked that foes have about it, km.
pub fn about_km(body: &SystemBody) -> f64 {
    body.well_radius_km.max(NEAR_RADII * body.displayed_radius_km)
}

/// What a player means to attack, if the player may be told that it is there.
pub(in crate::sim) fn quarry_of(
    world: &mut World,
    player: FactionId,
    order: &QuarryOrder,
) -> Result<Quarry, Refusal> {
    match order {
        QuarryOrder::Ship(id) => mark(world, player, TargetId::Ship(*id)),
        QuarryOrder::Structure(id) => mark(world, player, TargetId::Structure(*id)),
        QuarryOrder::Fleet(units) => fleet(world, player, units),
        QuarryOrder::Class { class, body } => ships_of_class(world, player, class, body.as_deref()),
        QuarryOrder::Well(name) => {
            let sky = world.resource::<Sky>();
            let index = find_body(sky, name)?;
            let radius_km = sky.system.bodies.get(index).map_or(0.0, about_km);
            Ok(Quarry::Area { anchor: Anchor::Body(index), offset: DVec3::ZERO, radius_km })
        }
        QuarryOrder::Area { at, radius_km } => {
            let target = place_target(world.resource::<Sky>(), *at)?;
            let is_sound = radius_km.is_finite() && *radius_km > 0.0;
            let conduct = world.resource::<Armoury>().rules.conduct;
            if is_sound && *radius_km > conduct.widest_area_km() {
                return Err(WarRefusal::TooWide(conduct.widest_area_au).into());
            }
            match target {
                Target::Place { anchor, offset } if is_sound => {
                    Ok(Quarry::Area { anchor, offset, radius_km: *radius_km })
                }
                _ => Err(WarRefusal::NotAnArea.into()),
            }
        }
    }
}

/// A ship or a structure that a player sees and that is not of the own side.
fn mark(world: &mut World, player: FactionId, mark: TargetId) -> Result<Quarry, Refusal> {
    let roll = Roll::of(world);
    let found = roll.find(mark).filter(|foe| {
        let is_own = foe.faction == player;
        is_own || world.resource::<Knowledge>().sees(player, sighted(mark))
    });
    let Some(foe) = found else { return Err(WarRefusal::NotThere.into()) };
    check_side(world, player, foe.faction, || match mark {
        TargetId::Ship(_) => "that ship".to_owned(),
        TargetId::Structure(_) => "that structure".to_owned(),
    })?;
    Ok(Quarry::Target(mark))
}

fn fleet(world: &mut World, player: FactionId, units: &Units) -> Result<Quarry, Refusal> {
    let Target::Fleet(Followed { fleet: id, .. }) = fleet_target(world, player, units, false)? else {
        return Err(WarRefusal::NotThere.into());
    };
    let (faction, name) = owner_of(world, id).ok_or(WarRefusal::NotThere)?;
    // The names of others' fleets are not for the player.
    let called = || if faction == player { name } else { "that fleet".to_owned() };
    check_side(world, player, faction, called)?;
    Ok(Quarry::Fleet(id))
}

/// The faction and the name of a fleet.
fn owner_of(world: &mut World, id: FleetId) -> Option<(FactionId, String)> {
    let mut fleets = world.query::<&Fleet>();
    let found = fleets.iter(world).find(|fleet| fleet.id == id)?;
    Some((found.faction, found.name.clone()))
}

fn check_side(
    world: &World,
    player: FactionId,
    faction: FactionId,
    name: impl FnOnce() -> String,
) -> Result<(), Refusal> {
    if world.resource::<Sides>().are_foes(player, faction) {
        Ok(())
    } else {
        Err(WarRefusal::OwnSide(name()).into())
    }
}

/// All ships of a class that a player sees, if there is one.
fn ships_of_class(
    world: &mut World,
    player: FactionId,
    class: &str,
    body: Option<&str>,
) -> Result<Quarry, Refusal> {
    let body = body.map(|name| find_body(world.resource::<Sky>(), name)).transpose()?;
    let classes = &world.resource::<ShipClasses>().0;
    let index = classes.position(|known| known.name == class);
    let index = index.ok_or_else(|| WarRefusal::NoSuchClass(class.to_owned()))?;
    let quarry = Quarry::Class { class: index, body };
    let seen = Roll::of(world).seen_by(world, player);
    let sky = world.resource::<Sky>();
    if seen.iter().any(|foe| foe.is_of(&quarry, sky)) {
        Ok(quarry)
    } else {
        Err(WarRefusal::NoneSeen(class.to_owned()).into())
    }
}

/// Sends ships to the nearest yard, each fleet to its own.
fn retreat(world: &mut World, player: FactionId, units: &Units) -> Result<(), Refusal> {
    let groups = groups_of(world, player, units)?;
    if nearest_yard(world, player, DVec3::ZERO).is_none() {
        return Err(WarRefusal::NoYard.into());
    }
    for (fleet, ships) in groups {
        let fleet = split_off(world, fleet, &ships);
        let from = middle(world, fleet);
        if let Some(yard) = nearest_yard(world, player, from) {
            send_to_yard(world, fleet, &yard);
        }
    }
    Ok(())
}
