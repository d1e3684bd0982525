//! Checks of possessions: owners of bodies, and treasuries.

use super::Examiner;
use super::fleets::{body_name, faction_name};
use crate::level::Holding;
use crate::level::ranges::MOST_TROOPERS;

pub(super) fn check(examiner: &mut Examiner<'_>) {
    let level = examiner.level;
    for (index, entry) in level.holdings.iter().enumerate() {
        if examiner.is_full() {
            return;
        }
        holding(examiner, &format!("holdings[{index}]"), entry);
    }
    let bodies = level.holdings.iter().map(|holding| (holding.body.to_lowercase(), holding.body.as_str()));
    let path = |index| format!("holdings[{index}].body");
    examiner.unique("holdings", bodies, path, "say everything about a body in one place");
    for (index, faction) in level.factions.iter().enumerate() {
        if let Some(entry) = &faction.treasury {
            examiner.ranges(&format!("factions[{index}].treasury"), entry);
        }
    }
}

fn holding(examiner: &mut Examiner<'_>, path: &str, holding: &Holding) {
    body_name(examiner, &format!("{path}.body"), &holding.body);
    if let Some(owner) = &holding.owner {
        faction_name(examiner, &format!("{path}.owner"), owner);
    }
    examiner.ranges(path, holding);
    let landed = holding.ground.as_ref().and_then(|ground| ground.invaders.as_ref());
    if let Some((faction, troopers)) = landed {
        let path = format!("{path}.ground.invaders");
        faction_name(examiner, &path, faction);
        examiner.above_zero(&path, *troopers, MOST_TROOPERS);
    }
}
