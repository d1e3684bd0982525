//! Checks of fighting: teams, the state of hulls after fights, and the conditions of victory.

use glam::DVec3;

use super::classes::weapon_name;
use super::fleets::{body_name, faction_name};
use super::sky::Sky;
use super::structures::RingCounts;
use super::{Examiner, MAX_SHIPS, limits};
use crate::level::arms::{ConditionState, MOST_MOUNTS, TorpedoState, Victory, WreckState};
use crate::level::model::{BodyKind, Level};
use crate::level::ranges::POINTS;
use crate::level::system::SystemBody;
use crate::orbit::AU_KM;

/// The farthest that a piece of a wreck drifts in a tick, km: it begins as fast as what breaks.
const MAX_STEP_KM: f64 = 1.0e13;
/// The largest piece of a wreck, km.
const MAX_WRECK_KM: f64 = 1.0e6;
/// The fastest tumbling, radians in a tick: half a turn, and a little for rounding.
const MAX_SPIN: f64 = 3.2;
/// The most craft in the hangars of all ships together.
const MAX_CRAFT: u64 = MAX_SHIPS;

/// `sky` and the rings in it are there where the bodies of the level are sound.
pub(super) fn check(examiner: &mut Examiner<'_>, sky: Option<(&Sky, &RingCounts)>) {
    let level = examiner.level;
    for (index, faction) in level.factions.iter().enumerate() {
        if let Some(team) = &faction.team {
            examiner.name(&format!("factions[{index}].team"), team);
        }
    }
    for (index, fleet) in level.fleets.iter().enumerate() {
        if examiner.is_full() {
            return;
        }
        let path = format!("fleets[{index}]");
        for (index, ship) in fleet.ships.iter().enumerate() {
            if let Some(state) = ship.state.as_ref().and_then(|state| state.condition.as_ref()) {
                condition(examiner, &format!("{path}.ships[{index}].state.condition"), state);
            }
        }
    }
    for (index, structure) in level.structures.iter().enumerate() {
        if let Some(state) = &structure.condition {
            condition(examiner, &format!("structures[{index}].condition"), state);
        }
    }
    for (index, entry) in level.victory.iter().enumerate() {
        let path = format!("victory[{index}]");
        victory(examiner, &path, entry);
        if let Some((sky, rings)) = sky {
            victory_is_possible(examiner, &path, entry, sky, rings);
        }
    }
    craft_in_hangars(examiner);
    torpedoes(examiner);
    wrecks(examiner);
}

/// All hangars together hold no more craft than a world has room for.
fn craft_in_hangars(examiner: &mut Examiner<'_>) {
    let ships = examiner.level.fleets.iter().flat_map(|fleet| &fleet.ships);
    let count = ships.fold(0_u64, |sum, ship| {
        let hangar = examiner.ship_class(&ship.class).and_then(|class| class.hangar.as_ref());
        let each = hangar.map_or(0, |hangar| u64::from(hangar.count));
        sum.saturating_add(each.saturating_mul(u64::from(ship.count)))
    });
    let most = examiner.room_for(MAX_CRAFT);
    if count > most {
        let message = format!("{count} craft in the hangars of all ships are too many");
        let remedy = format!("up to {most} are possible: take fewer ships with hangars, or smaller ones");
        examiner.error("fleets", message, remedy);
    }
}

/// The state that fights have left something in. More points than its class has are no fault: they are
/// brought within bounds, so that classes may change.
fn condition(examiner: &mut Examiner<'_>, path: &str, state: &ConditionState) {
    examiner.ranges(path, state);
    if let Some(igniter) = &state.lit_by {
        faction_name(examiner, &format!("{path}.lit_by.faction"), &igniter.faction);
    }
    if state.mounts.len() > MOST_MOUNTS {
        let message = format!("{} mounts are too many", state.mounts.len());
        examiner.error(&format!("{path}.mounts"), message, format!("up to {MOST_MOUNTS} are possible"));
    }
    for (index, (_, (x, y, z))) in state.mounts.iter().enumerate().take(MOST_MOUNTS) {
        let aim = (f64::from(*x), f64::from(*y), f64::from(*z));
        examiner.coordinates(&format!("{path}.mounts[{index}]"), aim, 1.01);
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

/// No side can hold more bodies than there are to hold, or one that cannot be taken.
fn victory_is_possible(
    examiner: &mut Examiner<'_>,
    path: &str,
    victory: &Victory,
    sky: &Sky,
    rings: &RingCounts,
) {
    match victory {
        Victory::HoldPlanets { count, .. } => {
            let level = examiner.level;
            let bodies = sky.system.bodies.iter();
            let most = bodies.filter(|body| can_be_held(body, level, rings)).count();
            if usize::try_from(*count).is_ok_and(|count| count > most) {
                let message = format!("{count} bodies are more than can be held here: there are {most}");
                let remedy = "write less, or add planets, dwarfs, moons or comets";
                examiner.error(&format!("{path}.count"), message, remedy);
            }
        }
        Victory::HoldBody { body, .. } => {
            let found = sky.system.find(body).and_then(|body| sky.system.bodies.get(body));
            if let Some(found) = found {
                can_be_taken(examiner, &format!("{path}.body"), found, rings);
            }
        }
        Victory::Eliminate | Victory::Survive { .. } => {}
    }
}

/// Whether a body can belong to somebody: it does from the start, troopers can land on it, ships can have its
/// well to themselves, or there are rings to build in.
fn can_be_held(body: &SystemBody, level: &Level, rings: &RingCounts) -> bool {
    let is_open = match body.kind {
        BodyKind::Planet | BodyKind::Dwarf | BodyKind::Moon => true,
        BodyKind::Comet => body.well_radius_km > 0.0,
        BodyKind::Star => has_rings(body, rings),
    };
    is_open || level.owner_of(&body.name).is_some()
}

fn has_rings(body: &SystemBody, rings: &RingCounts) -> bool {
    rings.of_body(&body.name).is_some_and(|slots| !slots.is_empty())
}

/// Reports a body that cannot be taken. At a star without an owner somebody may build first, which may be
/// meant.
fn can_be_taken(examiner: &mut Examiner<'_>, path: &str, body: &SystemBody, rings: &RingCounts) {
    let name = &body.name;
    match body.kind {
        BodyKind::Star if has_rings(body, rings) && examiner.level.owner_of(name).is_none() => {
            let message = format!("nobody can take {name:?} from whoever builds there first");
            examiner.warn(path, message, "name a planet, a dwarf, a moon or a comet, if that is not meant");
        }
        BodyKind::Star => {
            let message = format!("nobody can take {name:?}: a star has no ground to land on");
            examiner.error(path, message, "name a planet, a dwarf, a moon or a comet");
        }
        BodyKind::Comet if body.well_radius_km <= 0.0 => {
            let message = format!("nobody can take {name:?}: it has no gravity well to have to oneself");
            examiner.error(path, message, "let it have `well_radii` above 0, or name another body");
        }
        BodyKind::Planet | BodyKind::Dwarf | BodyKind::Moon | BodyKind::Comet => {}
    }
}

fn torpedoes(examiner: &mut Examiner<'_>) {
    let level = examiner.level;
    for (index, entry) in level.torpedoes.iter().enumerate() {
        if examiner.is_full() {
            return;
        }
        torpedo(examiner, &format!("torpedoes[{index}]"), entry);
    }
    examiner.unique_numbers("torpedoes", level.torpedoes.iter().map(|torpedo| torpedo.id));
}

fn torpedo(examiner: &mut Examiner<'_>, path: &str, torpedo: &TorpedoState) {
    let weapon_path = format!("{path}.weapon");
    weapon_name(examiner, &weapon_path, &torpedo.weapon);
    if examiner.known.weapons.get(torpedo.weapon.as_str()).is_some_and(|weapon| weapon.torpedo().is_none()) {
        let message = format!("{:?} launches nothing", torpedo.weapon);
        examiner.error(&weapon_path, message, "name a weapon whose `delivery` is a torpedo");
    }
    faction_name(examiner, &format!("{path}.faction"), &torpedo.faction);
    if let Some(body) = &torpedo.ground {
        let ground_path = format!("{path}.ground");
        body_name(examiner, &ground_path, body);
        if torpedo.target.is_some() {
            examiner.error(&ground_path, "it has a `target` already", "leave one of them out");
        }
    }
    examiner.coordinates(&format!("{path}.position_km"), torpedo.position_km, limits::MAX_FLIGHT_KM);
    let velocity_path = format!("{path}.own_velocity_km_s");
    examiner.coordinates(&velocity_path, torpedo.own_velocity_km_s, limits::MAX_OWN_SPEED_KM_S);
    examiner.above_zero(&format!("{path}.points"), torpedo.points, *POINTS.end());
}

fn wrecks(examiner: &mut Examiner<'_>) {
    let level = examiner.level;
    for (index, entry) in level.wrecks.iter().enumerate() {
        if examiner.is_full() {
            return;
        }
        wreck(examiner, &format!("wrecks[{index}]"), entry);
    }
    examiner.unique_numbers("wrecks", level.wrecks.iter().map(|wreck| wreck.id));
}

fn wreck(examiner: &mut Examiner<'_>, path: &str, wreck: &WreckState) {
    if let Some(body) = &wreck.body {
        body_name(examiner, &format!("{path}.body"), body);
    }
    let far_km = limits::LEEWAY * limits::MAX_PLACE_AU * AU_KM;
    examiner.coordinates(&format!("{path}.offset_km"), wreck.offset_km, far_km);
    examiner.coordinates(&format!("{path}.step_km"), wreck.step_km, MAX_STEP_KM);
    examiner.above_zero(&format!("{path}.radius_km"), wreck.radius_km, MAX_WRECK_KM);
    let (x, y, z) = wreck.spin;
    let spin = (f64::from(x), f64::from(y), f64::from(z));
    examiner.coordinates(&format!("{path}.spin"), spin, MAX_SPIN);
    let (x, y, z, w) = wreck.turn;
    let turn_path = format!("{path}.turn");
    let (axis, w) = (DVec3::new(f64::from(x), f64::from(y), f64::from(z)), f64::from(w));
    let length_squared = axis.length_squared() + w * w;
    // Written so that NaN is outside.
    if !(0.98..=1.02).contains(&length_squared) {
        examiner.error(&turn_path, "a turn is a quaternion of length 1", "for example (0, 0, 0, 1)");
    }
}
