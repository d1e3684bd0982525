//! What factions have lost and destroyed, in a save.

use super::Examiner;
use super::fleets::faction_name;

pub(super) fn check(examiner: &mut Examiner<'_>) {
    let level = examiner.level;
    for (index, entry) in level.losses.iter().enumerate() {
        let path = format!("losses[{index}]");
        faction_name(examiner, &format!("{path}.faction"), &entry.faction);
        examiner.ranges(&path, entry);
    }
    examiner.unique(("losses", "faction"), level.losses.iter().map(|entry| entry.faction.as_str()));
}
