//! Checks of fighting: teams, hangars, and the conditions of victory.

use super::fleets::{body_name, faction_name};
use super::{Examiner, MAX_SHIPS, limits};
use crate::level::{BodyKind, StarSystem, SystemBody, Victory};

/// The most craft in the hangars of all ships together.
const MAX_CRAFT: u64 = MAX_SHIPS;

/// `system` exists if the bodies of the level are sound.
pub(super) fn check(examiner: &mut Examiner<'_>, system: Option<&StarSystem>) {
    let level = examiner.level;
    for (index, faction) in level.factions.iter().enumerate() {
        if let Some(team) = &faction.team {
            examiner.name(&format!("factions[{index}].team"), team);
        }
    }
    for (index, entry) in level.victory.iter().enumerate() {
        let path = format!("victory[{index}]");
        victory(examiner, &path, entry);
        if let Some(system) = system {
            victory_is_possible(examiner, &path, entry, system);
        }
    }
    craft_in_hangars(examiner);
}

/// All hangars together must hold no more craft than a world has room for.
fn craft_in_hangars(examiner: &mut Examiner<'_>) {
    let ships = examiner.level.fleets.iter().flat_map(|fleet| &fleet.ships);
    let count = ships.fold(0_u64, |sum, ship| {
        let hangar = examiner.ship_class(&ship.class).and_then(|class| class.hangar.as_ref());
        let each = hangar.map_or(0, |hangar| u64::from(hangar.count));
        sum.saturating_add(each.saturating_mul(u64::from(ship.count)))
    });
    if count > MAX_CRAFT {
        let message = format!("{count} craft in the hangars of all ships are too many");
        let remedy =
            format!("up to {MAX_CRAFT} are possible: take fewer ships with hangars, or smaller ones");
        examiner.error("fleets", message, remedy);
    }
}

fn victory(examiner: &mut Examiner<'_>, path: &str, victory: &Victory) {
    let seconds = match victory {
        Victory::Eliminate => return,
        Victory::HoldPlanets { count, seconds } => {
            if *count == 0 {
                let message = "0 bodies are held by everyone";
                examiner.error(&format!("{path}.count"), message, "write 1 or more");
            }
            *seconds
        }
        Victory::HoldBody { body, seconds } => {
            body_name(examiner, &format!("{path}.body"), body);
            *seconds
        }
        Victory::Survive { faction, seconds } => {
            faction_name(examiner, &format!("{path}.faction"), faction);
            *seconds
        }
    };
    examiner.within(&format!("{path}.seconds"), seconds, limits::VICTORY_S);
}

/// A condition must not demand more bodies than can be held, or a body that cannot be taken.
fn victory_is_possible(examiner: &mut Examiner<'_>, path: &str, victory: &Victory, system: &StarSystem) {
    match victory {
        Victory::HoldPlanets { count, .. } => {
            let level = examiner.level;
            let most = system.bodies.iter().filter(|body| body.can_count_as_planet(level)).count();
            if usize::try_from(*count).is_ok_and(|count| count > most) {
                let message =
                    format!("{count} bodies are more than can be held here: without comets there are {most}");
                let remedy = "write less, or add planets, dwarfs or moons";
                examiner.error(&format!("{path}.count"), message, remedy);
            }
        }
        Victory::HoldBody { body, .. } => {
            let found = system.find(body).and_then(|body| system.bodies.get(body));
            if let Some(found) = found {
                can_be_taken(examiner, &format!("{path}.body"), found);
            }
        }
        Victory::Eliminate | Victory::Survive { .. } => {}
    }
}

/// Reports a body that cannot be taken.
fn can_be_taken(examiner: &mut Examiner<'_>, path: &str, body: &SystemBody) {
    if body.kind == BodyKind::Star {
        let message = format!("nobody can take {:?}: a star has no ground to land on", body.name);
        examiner.error(path, message, "name a planet, a dwarf, a moon or a comet");
    }
}
