//! The preset of the choices for a level: earlier choices if they fit, else new ones.

use crate::client::menu::files::level_file::WarBoard;
use crate::level::{ChangedFaction, Faction, MindChoice, MindRules, PlayedBy, Preset, Victory};

/// The first skill of the others.
const FIRST_SKILL: &str = "cadet";

/// The choices for a level: the earlier ones if they are for a level with the same factions.
pub(super) fn fitted(earlier: &Preset, board: &WarBoard, minds: &MindRules) -> Preset {
    let factions = &board.level.factions;
    let is_for_it = factions.len() == earlier.factions.len()
        && factions
            .iter()
            .zip(&earlier.factions)
            .all(|(faction, changed)| faction.name == changed.name && changed.played_by.is_some())
        && earlier.player.is_some()
        && fits(earlier, board, minds);
    if is_for_it {
        return with_end(earlier.clone(), board);
    }
    let skill = skill_of_others(earlier).filter(|skill| minds.skill(skill).is_some());
    let skill = skill.unwrap_or_else(|| first_skill(minds));
    let player = usual_player(board);
    let side = |(index, faction): (usize, &Faction)| ChangedFaction {
        name: faction.name.clone(),
        played_by: Some(if faction.name == player { PlayedBy::Person } else { mind(&skill, index, minds) }),
        ..ChangedFaction::default()
    };
    let factions = factions.iter().enumerate().map(side).collect();
    let fresh = Preset {
        player: Some(player.clone()),
        factions,
        most_pace: earlier.most_pace,
        seed: earlier.seed,
        ..Preset::default()
    };
    with_end(fresh, board)
}

/// Whether a level has no conditions of victory of its own.
pub(super) fn is_endless(board: &WarBoard) -> bool {
    board.level.victory.is_empty()
}

/// Gives the war an end where neither the level nor the choices say how it is won: without one there is no verdict, no
/// page of the result, and no loss to count. A player who wants none chooses an empty list.
fn with_end(preset: Preset, board: &WarBoard) -> Preset {
    let usual = is_endless(board).then(|| vec![Victory::Eliminate]);
    Preset { victory: preset.victory.or(usual), ..preset }
}

/// Whether a preset fits a level, and leaves a side to a person.
pub(super) fn fits(preset: &Preset, board: &WarBoard, minds: &MindRules) -> bool {
    let is_mind = |faction: &Faction| preset.faction(&faction.name).and_then(mind_of).is_some();
    !board.level.factions.iter().all(is_mind) && preset.fits(&board.level, &board.system, minds)
}

/// The player's faction before any choice.
fn usual_player(board: &WarBoard) -> String {
    let named = board.level.settings.player.as_ref();
    named.or(board.level.factions.first().map(|faction| &faction.name)).cloned().unwrap_or_default()
}

/// More than half of the bodies.
pub(super) fn most_bodies(board: &WarBoard) -> u32 {
    u32::try_from(board.worlds / 2 + 1).unwrap_or(u32::MAX)
}

/// The choices that a preset file makes for a level: every faction has an entry and a player. `None`: the file or
/// these choices do not fit the level.
pub(super) fn filled(file: &Preset, board: &WarBoard, minds: &MindRules) -> Option<Preset> {
    if !fits(file, board, minds) {
        return None;
    }
    let factions = &board.level.factions;
    let homes = file.homes(&board.level).ok()?;
    let player = file.player.clone().unwrap_or_else(|| usual_player(board));
    let skill = first_skill(minds);
    let side = |(index, (faction, home)): (usize, (&Faction, Option<String>))| {
        let said = file.faction(&faction.name).cloned().unwrap_or_default();
        let own_mind = || faction.mind.clone().map_or_else(|| mind(&skill, index, minds), PlayedBy::Mind);
        let usual = || if faction.name == player { PlayedBy::Person } else { own_mind() };
        ChangedFaction {
            name: faction.name.clone(),
            home: home.filter(|home| Some(home) != faction.home.as_ref()),
            played_by: Some(said.played_by.unwrap_or_else(usual)),
            ..said
        }
    };
    let sides = factions.iter().zip(homes).enumerate().map(side).collect();
    let filled = Preset { title: String::new(), player: Some(player), factions: sides, ..file.clone() };
    Some(with_end(filled, board)).filter(|filled| fits(filled, board, minds))
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

/// Choices that keep the skill alone.
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
        let rows = [SkirmishRow::Skill, SkirmishRow::Victory, SkirmishRow::Victory];
        let preset = Preset { most_pace: Some(1.0), ..stepped(&rows) };
        assert!(matches!(preset.victory.as_deref(), Some([Victory::HoldPlanets { .. }, ..])));
        let sol = menu.files[2].path.clone();
        let last = Skirmish { level: Some(sol), preset, ..Skirmish::default() };
        let there = chosen(&menu, &last).unwrap();
        assert_eq!(skill_of_others(&there.preset).as_deref(), Some("captain"));
        let usual = Some(vec![Victory::Eliminate]);
        assert_eq!((there.preset.victory, there.preset.most_pace), (usual, Some(1.0)));
    }

    #[test]
    fn a_skirmish_has_an_end_unless_the_player_wants_none() {
        let menu = menu();
        let victory = |level: usize, preset: Preset| {
            let last =
                Skirmish { level: Some(menu.files[level].path.clone()), preset, ..Skirmish::default() };
            chosen(&menu, &last).unwrap().preset
        };
        let (duel, first_light) = (0, 1);
        assert_eq!(victory(duel, Preset::default()).victory, None, "it has conditions of its own");
        let first = victory(first_light, Preset::default());
        assert_eq!(first.victory, Some(vec![Victory::Eliminate]));
        let earlier = Preset { victory: None, ..first.clone() };
        assert_eq!(victory(first_light, earlier), first, "the choices of an earlier game named none");
        let none = Preset { victory: Some(Vec::new()), ..first };
        assert_eq!(victory(first_light, none.clone()), none, "it was chosen");
        let mut level = menu.files[first_light].board().unwrap().level.clone();
        assert!(none.change(&mut level).is_ok() && level.victory.is_empty());
    }
}
