//! What factions have lost and destroyed, in a save.

use std::collections::BTreeMap;

use super::Examiner;
use super::fleets::faction_name;

pub(super) fn check(examiner: &mut Examiner<'_>) {
    let level = examiner.level;
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, entry) in level.losses.iter().enumerate() {
        let path = format!("losses[{index}]");
        faction_name(examiner, &format!("{path}.faction"), &entry.faction);
        examiner.ranges(&path, entry);
        let earlier = *known.entry(&entry.faction).or_insert(index);
        if earlier != index {
            let message = format!("{:?} has losses already, losses[{earlier}]", entry.faction);
            examiner.error(&format!("{path}.faction"), message, "remove one of the two");
        }
    }
}
