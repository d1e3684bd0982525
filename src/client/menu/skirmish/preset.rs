//! The preset of the choices for a level: earlier choices if they fit, else new ones.

use crate::client::menu::files::level_file::WarBoard;
use crate::client::settings::skirmish::Skirmish;
use crate::level::{ChangedFaction, Faction, MindChoice, MindRules, PlayedBy, Preset, Victory};

/// The first skill of the others.
const FIRST_SKILL: &str = "cadet";

/// The choices for a level: the earlier ones if they are for one with the same factions, else new ones with minds of
/// a skill.
pub(super) fn fitted(earlier: &Preset, board: &WarBoard, minds: &MindRules, skill: &str) -> Preset {
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
    let player = usual_player(board);
    let side = |(index, faction): (usize, &Faction)| ChangedFaction {
        name: faction.name.clone(),
        played_by: Some(if faction.name == player { PlayedBy::Person } else { mind(skill, index, minds) }),
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

/// The skill of minds for which none is chosen: the one that the player chose last, on any level. Before any choice
/// it is that of the last game, and before that the first one.
pub(super) fn usual_skill(last: &Skirmish, minds: &MindRules) -> String {
    let known = |skill: Option<String>| skill.filter(|skill| minds.skill(skill).is_some());
    let chosen = known(last.skill.clone()).or_else(|| known(skill_of_others(&last.preset)));
    chosen.unwrap_or_else(|| first_skill(minds))
}

/// The skill of the others before any choice.
fn first_skill(minds: &MindRules) -> String {
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

/// Forgets all choices for the level but the skill of the others.
pub(in crate::client::menu) fn reset(last: &mut Skirmish) {
    let shown = skill_of_others(&last.preset).or(last.skill.take());
    (last.skill, last.preset) = (shown, Preset::default());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::menu::skirmish::test_support::{menu, stepped};
    use crate::client::menu::skirmish::{SkirmishRow, chosen};

    #[test]
    fn choices_for_another_level_keep_the_skill_alone() {
        let menu = menu();
        let rows = [SkirmishRow::Skill, SkirmishRow::Victory];
        let preset = Preset { most_pace: Some(1.0), ..stepped(&rows) };
        assert!(matches!(preset.victory.as_deref(), Some([Victory::HoldPlanets { .. }, ..])));
        let sol = menu.files[2].path.clone();
        let last = Skirmish { level: Some(sol), preset, ..Skirmish::default() };
        let there = chosen(&menu, &last).unwrap();
        assert_eq!(skill_of_others(&there.preset).as_deref(), Some("lieutenant"));
        let usual = Some(vec![Victory::Eliminate]);
        assert_eq!((there.preset.victory, there.preset.most_pace), (usual, Some(1.0)));
    }

    #[test]
    fn the_skill_that_was_chosen_last_comes_back_for_every_level() {
        let menu = menu();
        let skills = |last: &Skirmish| -> Vec<Option<String>> {
            let on = |level: usize| {
                let level = Some(menu.files[level].path.clone());
                skill_of_others(&chosen(&menu, &Skirmish { level, ..last.clone() }).unwrap().preset)
            };
            (0..menu.files.len()).map(on).collect()
        };
        let is_everywhere = |last: &Skirmish, skill: &str| {
            skills(last).into_iter().all(|shown| shown.as_deref() == Some(skill))
        };
        let merciless = || Some("merciless".to_owned());
        assert!(is_everywhere(&Skirmish { skill: merciless(), ..Skirmish::default() }, "merciless"));
        // A preset file says otherwise for its own level alone.
        let duel = &menu.files[0];
        let file = menu.presets.iter().find(|file| file.title == "The duel with a corsair").unwrap();
        let preset = filled(&file.preset, duel.board().unwrap(), &menu.minds).unwrap();
        let skills_of_file = skills(&Skirmish { skill: merciless(), preset, ..Skirmish::default() });
        assert_eq!(skills_of_file, [Some("captain".to_owned()), merciless(), merciless()]);
        // Nobody has a skill in the last game.
        let mut alone = stepped(&[]);
        alone.factions.iter_mut().for_each(|side| side.played_by = Some(PlayedBy::Person));
        let alone = Skirmish { skill: merciless(), preset: alone, ..Skirmish::default() };
        assert_eq!(skills(&alone), [None, merciless(), merciless()]);
        let unknown = Skirmish { skill: Some("archon".to_owned()), ..Skirmish::default() };
        assert!(is_everywhere(&unknown, FIRST_SKILL));
    }

    #[test]
    fn all_choices_but_the_skill_are_forgotten() {
        let preset = stepped(&[SkirmishRow::Skill, SkirmishRow::Victory, SkirmishRow::Seed]);
        let mut last = Skirmish { preset, ..Skirmish::default() };
        for _ in 0..2 {
            reset(&mut last);
            assert_eq!((last.skill.as_deref(), &last.preset), (Some("lieutenant"), &Preset::default()));
        }
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
