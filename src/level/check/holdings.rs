//! Checks of possessions: owners of bodies, and treasuries.

use super::Examiner;
use super::fleets::{body_name, faction_name};
use crate::level::ranges::MOST_TROOPERS;
use crate::level::{Holding, MindChoice};

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
        examiner.ranges(&format!("factions[{index}].handicap"), &faction.handicap);
        if let Some(choice) = &faction.mind {
            mind(examiner, &format!("factions[{index}].mind"), choice);
        }
    }
}

/// A skill, a personality and an opening of the rules.
fn mind(examiner: &mut Examiner<'_>, path: &str, choice: &MindChoice) {
    let Some(minds) = examiner.minds else {
        examiner.error(path, "there are no minds", "remove it");
        return;
    };
    if minds.skill(&choice.skill).is_none() {
        let names = minds.skills.iter().map(|skill| skill.name.as_str());
        let remedy = examiner.suggestion(&choice.skill, names.clone(), &one_of(names));
        examiner.error(&format!("{path}.skill"), format!("no skill is called {:?}", choice.skill), remedy);
    }
    if minds.personality(&choice.personality).is_none() {
        let names = minds.personalities.iter().map(|one| one.name.as_str());
        let remedy = examiner.suggestion(&choice.personality, names.clone(), &one_of(names));
        let message = format!("no personality is called {:?}", choice.personality);
        examiner.error(&format!("{path}.personality"), message, remedy);
    }
    if let Some(name) = choice.opening.as_deref().filter(|name| minds.opening(name).is_none()) {
        let names = minds.openings.iter().map(|one| one.name.as_str());
        let remedy = examiner.suggestion(name, names.clone(), &one_of(names));
        examiner.error(&format!("{path}.opening"), format!("no opening is called {name:?}"), remedy);
    }
}

fn one_of<'n>(names: impl Iterator<Item = &'n str>) -> String {
    format!("name one of {}", names.collect::<Vec<_>>().join(", "))
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
