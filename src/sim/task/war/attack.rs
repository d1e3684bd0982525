//! Attack by order: the order in words, and whether it may be given.

use glam::DVec3;

use super::doctrine::check_fires;
use crate::sim::motion::wells::about_km;
use crate::sim::task::crew::any_ship;
use crate::sim::task::{Groups, move_to};
use crate::sim::visibility::{Almanac, WorldView};
use crate::sim::world::AREA_KM;
use crate::sim::{
    AnchoredPlace, ArmedClass, ArmsTable, AttackTarget, BodyId, FactionId, TargetId, TaskRefusal,
};

/// The verb of this task.
pub(in crate::sim::task) const VERB: &str = "attacks";

/// An attack in words, with the body about which it seeks its foes. The names of the fleets of others are no knowledge
/// of the attacker.
pub(in crate::sim::task) fn describe(almanac: &Almanac, target: &AttackTarget) -> String {
    let about = target.about().map(|body| almanac.body_in_words(body));
    let whom = match target {
        AttackTarget::Fleet(_) => "a fleet",
        AttackTarget::Target(TargetId::Ship(_)) => "a ship",
        AttackTarget::Target(TargetId::Structure(_)) => "a structure",
        AttackTarget::Class { .. } => "all of a class",
        AttackTarget::Area { .. } if about.is_none() => "everything in an area",
        AttackTarget::Area { .. } => "everything",
    };
    about.map_or_else(|| format!("{VERB} {whom}"), |body| format!("{VERB} {whom} near {body}"))
}

/// A flight in words on which the fleet fights the foes that it meets; `place` is its goal, empty for one without a
/// name.
pub(in crate::sim::task) fn describe_on_the_way(place: &str) -> String {
    let to = if place.is_empty() { "" } else { " to " };
    format!("fights foes on the way{to}{place}")
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
            let is_there = |place: DVec3| body.is_none_or(|body| sky.is_in_well(body, place));
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
