//! What fights have left behind in a save: pieces of wrecks, and what factions have lost and destroyed.

use std::collections::BTreeMap;

use super::Examiner;
use super::fleets::{body_name, faction_name};
use crate::level::arms::{LossState, WreckState};
use crate::orbit::AU_KM;

/// How far from the centre a piece may be, and drift in a tick, km.
const MAX_DISTANCE_KM: f64 = 1.0e5 * AU_KM;
/// The largest piece, km.
const MAX_RADIUS_KM: f64 = 1.0e7;
/// The fastest tumbling, radians in a tick.
const MAX_SPIN: f64 = 10.0;
/// The most that everything together can have been worth.
const MAX_WORTH: f64 = 1.0e15;

pub(super) fn check(examiner: &mut Examiner<'_>) {
    let level = examiner.level;
    let mut first: BTreeMap<u32, usize> = BTreeMap::new();
    for (index, entry) in level.wrecks.iter().enumerate() {
        if examiner.is_full() {
            return;
        }
        let path = format!("wrecks[{index}]");
        wreck(examiner, &path, entry);
        let earlier = *first.entry(entry.id).or_insert(index);
        if earlier != index {
            let message = format!("wrecks[{earlier}] has the number {} already", entry.id);
            examiner.error(&format!("{path}.id"), message, "every piece has a number of its own");
        }
    }
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, entry) in level.losses.iter().enumerate() {
        let path = format!("losses[{index}]");
        losses(examiner, &path, entry);
        let earlier = *known.entry(&entry.faction).or_insert(index);
        if earlier != index {
            let message = format!("{:?} has losses already, losses[{earlier}]", entry.faction);
            examiner.error(&format!("{path}.faction"), message, "remove one of the two");
        }
    }
}

fn wreck(examiner: &mut Examiner<'_>, path: &str, wreck: &WreckState) {
    if let Some(body) = &wreck.body {
        body_name(examiner, &format!("{path}.body"), body);
    }
    examiner.coordinates(&format!("{path}.offset_km"), wreck.offset_km, MAX_DISTANCE_KM);
    examiner.coordinates(&format!("{path}.step_km"), wreck.step_km, MAX_DISTANCE_KM);
    let (x, y, z) = wreck.spin;
    examiner.coordinates(&format!("{path}.spin"), (x.into(), y.into(), z.into()), MAX_SPIN);
    examiner.above_zero(&format!("{path}.radius_km"), wreck.radius_km, MAX_RADIUS_KM);
    let (x, y, z, w) = wreck.turn;
    let square: f64 = [x, y, z, w].into_iter().map(|part| f64::from(part) * f64::from(part)).sum();
    if !(0.25..=1.05).contains(&square) {
        let remedy = "for example (0, 0, 0, 1)";
        examiner.error(&format!("{path}.turn"), "a turn is a quaternion of length 1", remedy);
    }
}

fn losses(examiner: &mut Examiner<'_>, path: &str, losses: &LossState) {
    faction_name(examiner, &format!("{path}.faction"), &losses.faction);
    examiner.within(&format!("{path}.worth"), losses.worth, 0.0, MAX_WORTH);
    examiner.within(&format!("{path}.worth_destroyed"), losses.worth_destroyed, 0.0, MAX_WORTH);
}
