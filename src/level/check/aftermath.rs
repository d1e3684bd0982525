//! What factions have lost and destroyed, in a save.

use std::collections::BTreeMap;

use super::Examiner;
use super::fleets::faction_name;
use crate::level::arms::LossState;

/// The most that everything together can have been worth.
const MAX_WORTH: f64 = 1.0e18;

pub(super) fn check(examiner: &mut Examiner<'_>) {
    let level = examiner.level;
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

fn losses(examiner: &mut Examiner<'_>, path: &str, losses: &LossState) {
    faction_name(examiner, &format!("{path}.faction"), &losses.faction);
    examiner.within(&format!("{path}.worth"), losses.worth, 0.0, MAX_WORTH);
    examiner.within(&format!("{path}.worth_destroyed"), losses.worth_destroyed, 0.0, MAX_WORTH);
}
