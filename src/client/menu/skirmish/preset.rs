//! The preset of the choices for a level: made anew, or of earlier choices if they fit.

use crate::client::menu::saves::WarBoard;
use crate::level::{ChangedFaction, Faction, MindChoice, MindRules, PlayedBy, Preset};

/// The first skill of the others.
const FIRST_SKILL: &str = "cadet";

/// The choices for a level: the earlier ones if they are for a level with the same factions.
pub(super) fn fitted(earlier: &Preset, board: &WarBoard, minds: &MindRules) -> Preset {
    let factions = &board.level.factions;
    let is_for_it = factions.len() == earlier.factions.len()
        && factions.iter().zip(&earlier.factions).all(|(faction, changed)| {
            faction.name == changed.name && changed.played_by.as_ref().is_some_and(|by| is_known(by, minds))
        })
        && factions.iter().any(|faction| Some(&faction.name) == earlier.player.as_ref());
    if is_for_it {
        return earlier.clone();
    }
    let skill = skill_of_others(earlier).filter(|skill| minds.skill(skill).is_some());
    let skill = skill.unwrap_or_else(|| first_skill(minds));
    let named = board.level.settings.player.as_ref();
    let player = named.or(factions.first().map(|faction| &faction.name)).cloned().unwrap_or_default();
    let side = |(index, faction): (usize, &Faction)| ChangedFaction {
        name: faction.name.clone(),
        played_by: Some(if faction.name == player { PlayedBy::Person } else { mind(&skill, index, minds) }),
        ..ChangedFaction::default()
    };
    let factions = factions.iter().enumerate().map(side).collect();
    Preset {
        player: Some(player.clone()),
        factions,
        most_pace: earlier.most_pace,
        seed: earlier.seed,
        ..Preset::default()
    }
}

fn is_known(by: &PlayedBy, minds: &MindRules) -> bool {
    match by {
        PlayedBy::Mind(choice) => {
            minds.skill(&choice.skill).is_some() && minds.personality(&choice.personality).is_some()
        }
        PlayedBy::Person | PlayedBy::Nobody => true,
    }
}

/// The skill of the others before any choice.
pub(super) fn first_skill(minds: &MindRules) -> String {
    let first = minds.skill(FIRST_SKILL).or(minds.skills.first());
    first.map(|skill| skill.name.clone()).unwrap_or_default()
}

/// A mind with a skill; neighbours have other personalities.
pub(super) fn mind(skill: &str, index: usize, minds: &MindRules) -> PlayedBy {
    let count = minds.personalities.len().max(1);
    let personality = minds.personalities.get(index.saturating_sub(1) % count);
    let personality = personality.map(|one| one.name.clone()).unwrap_or_default();
    PlayedBy::Mind(MindChoice::new(skill, personality))
}

/// The skill of the first mind.
pub(in crate::client::menu) fn skill_of_others(preset: &Preset) -> Option<String> {
    preset.factions.iter().find_map(mind_of).map(|choice| choice.skill.clone())
}

/// The mind of a faction.
pub(in crate::client::menu) fn mind_of(side: &ChangedFaction) -> Option<&MindChoice> {
    match &side.played_by {
        Some(PlayedBy::Mind(choice)) => Some(choice),
        _ => None,
    }
}

/// Whether it is the player's own side.
pub(in crate::client::menu) fn is_mine(preset: &Preset, side: &ChangedFaction) -> bool {
    preset.player.as_ref() == Some(&side.name)
}

/// Gives all minds a skill.
pub(in crate::client::menu) fn set_skill(preset: &mut Preset, skill: &str) {
    for side in &mut preset.factions {
        if let Some(PlayedBy::Mind(choice)) = &mut side.played_by {
            skill.clone_into(&mut choice.skill);
        }
    }
}

/// Choices of which only the skill is kept.
pub(in crate::client::menu) fn plain(skill: Option<String>) -> Preset {
    let kept = MindChoice::new(skill.unwrap_or_default(), "");
    let side = ChangedFaction { played_by: Some(PlayedBy::Mind(kept)), ..ChangedFaction::default() };
    Preset { factions: vec![side], ..Preset::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::menu::skirmish::test_support::{menu, stepped};
    use crate::client::menu::skirmish::{SkirmishRow, chosen};
    use crate::client::settings::skirmish::Skirmish;

    #[test]
    fn choices_for_another_level_keep_the_skill_alone() {
        let menu = menu();
        let preset = stepped(&[SkirmishRow::Skill, SkirmishRow::Victory, SkirmishRow::Pace]);
        let sol = menu.files[2].path.clone();
        let last = Skirmish { level: Some(sol), preset, ..Skirmish::default() };
        let there = chosen(&menu, &last).unwrap();
        assert_eq!(skill_of_others(&there.preset).as_deref(), Some("captain"));
        assert_eq!((there.preset.victory, there.preset.most_pace), (None, Some(1.0)));
    }
}
