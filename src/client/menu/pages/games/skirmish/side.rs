//! The rows of one side of a skirmish: its page, and its row among all choices.

use super::{row, unread};
use crate::client::frame::{capital, personality_words};
use crate::client::menu::pages::items::{Item, MenuAction, back};
use crate::client::menu::skirmish::{Chosen, SideRow, SkirmishRow, chosen, is_mine, mind_of};
use crate::client::menu::{Menu, Page};
use crate::client::settings::Settings;
use crate::level::{ChangedFaction, Handicap, MindChoice, MindRules, PlayedBy};

/// The note of a row of handicaps.
const PERCENT: &str = "Percent of the normal value. All players see it";

/// The choices for a faction.
pub(in crate::client::menu::pages) fn side_page(menu: &Menu, settings: &Settings, index: usize) -> Vec<Item> {
    let Some(chosen) = chosen(menu, &settings.skirmish) else { return unread(menu) };
    let Some((faction, side)) = chosen.side(index) else { return unread(menu) };
    let [difficulty, personality] = mind_rows(&menu.minds, mind_of(side), index);
    let [income, building, sight] = handicap_rows(chosen.handicap(index), index);
    vec![
        player_row(&chosen, side, index),
        difficulty,
        personality,
        team_row(chosen.team(index), index),
        color_row(&chosen, index),
        style_row(&chosen, index),
        home_row(&chosen, index),
        income,
        building,
        sight,
        Item { note: format!("To all options; this side is {}", faction.name), ..back(menu) },
    ]
}

/// A row on the page of a faction.
fn side_row(words: &str, index: usize, part: SideRow, value: String, note: &str) -> Item {
    row(words, SkirmishRow::Side(index, part), value, note)
}

fn player_row(chosen: &Chosen, side: &ChangedFaction, index: usize) -> Item {
    let is_mine = is_mine(&chosen.preset, side);
    let why_not =
        if is_mine { "This is your side. Change it with \"Your side\" on the first page" } else { "" };
    let (player, note) = player_words(side.played_by.as_ref(), is_mine);
    Item { why_not: why_not.to_owned(), ..side_row("Player", index, SideRow::Player, player, note) }
}

/// Skill and personality of the mind that plays a side; no choices without one.
fn mind_rows(minds: &MindRules, mind: Option<&MindChoice>, index: usize) -> [Item; 2] {
    let skill = mind.and_then(|choice| minds.skill(&choice.skill));
    let skill = skill.map(|skill| (skill.name.as_str(), skill.role.as_str()));
    let personality = mind.and_then(|choice| minds.personality(&choice.personality));
    let personality = personality.map(|one| (one.name.as_str(), one.role.as_str()));
    let why_not = if mind.is_some() { "" } else { "No AI plays this side" };
    let rows = [("Difficulty", SideRow::Skill, skill), ("Personality", SideRow::Personality, personality)];
    rows.map(|(words, part, known)| {
        let (name, role) = known.unwrap_or(("none", ""));
        Item { why_not: why_not.to_owned(), ..side_row(words, index, part, capital(name), role) }
    })
}

fn team_row(team: &str, index: usize) -> Item {
    let team = if team.is_empty() { "None".to_owned() } else { capital(team) };
    side_row("Team", index, SideRow::Team, team, "Sides of one team do not fight each other")
}

fn color_row(chosen: &Chosen, index: usize) -> Item {
    let note = "Faction colours for colour vision, in the settings, take precedence";
    Item {
        color: chosen.color(index).to_owned(),
        ..side_row("Colour", index, SideRow::Color, chosen.color_name(index), note)
    }
}

fn style_row(chosen: &Chosen, index: usize) -> Item {
    let style = capital(chosen.style(index).name());
    side_row("Ship style", index, SideRow::Style, style, "The look of its ships; it changes nothing else")
}

fn home_row(chosen: &Chosen, index: usize) -> Item {
    let homes = chosen.board.level.factions.iter().filter(|faction| faction.home.is_some()).count();
    let why_not = if homes > 1 { "" } else { "The level has no other home" };
    let (home, note) = (chosen.home(index).to_owned(), "The two sides swap their starting positions");
    Item { why_not: why_not.to_owned(), ..side_row("Home", index, SideRow::Home, home, note) }
}

fn handicap_rows(handicap: Handicap, index: usize) -> [Item; 3] {
    let Handicap { income_percent, build_percent, sight_percent } = handicap;
    let rows = [
        ("Income", SideRow::Income, income_percent),
        ("Build speed", SideRow::Building, build_percent),
        ("Sight range", SideRow::Sight, sight_percent),
    ];
    rows.map(|(words, part, percent)| side_row(words, index, part, format!("{percent} %"), PERCENT))
}

/// The name of the faction of a page.
pub(in crate::client::menu::pages) fn side_name(menu: &Menu, settings: &Settings, index: usize) -> String {
    let chosen = chosen(menu, &settings.skirmish);
    chosen.and_then(|chosen| Some(chosen.side(index)?.0.name.clone())).unwrap_or_default()
}

/// The row of a faction on the page of all choices. Its note says what to expect of a mind.
pub(super) fn side_item(chosen: &Chosen, minds: &MindRules, index: usize) -> Option<Item> {
    let (faction, side) = chosen.side(index)?;
    let is_mine = is_mine(&chosen.preset, side);
    let player = match &side.played_by {
        Some(PlayedBy::Mind(choice)) => choice.words(),
        other => player_words(other.as_ref(), is_mine).0,
    };
    let handicap = chosen.handicap(index).words().unwrap_or_default();
    let team = chosen.team(index);
    let home = Some(chosen.home(index)).filter(|home| !home.is_empty());
    let home = home.map_or_else(String::new, |home| format!("home {home}"));
    let parts = [player, team.to_owned(), home, handicap];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let personality = mind_of(side).and_then(|choice| minds.personality(&choice.personality));
    let note = personality
        .map_or_else(|| "Player, team, colour, ship style, home and handicap".to_owned(), personality_words);
    Some(Item {
        value: capital(&parts.join(", ")),
        color: chosen.color(index).to_owned(),
        ..Item::new(faction.name.clone(), note, MenuAction::Turn(Page::SkirmishSide(index)))
    })
}

/// The player of a side in words, and a note.
fn player_words(by: Option<&PlayedBy>, is_mine: bool) -> (String, &'static str) {
    let (words, note) = match by {
        Some(PlayedBy::Mind(_)) => ("AI", "An AI plays it, by the same rules as you"),
        Some(PlayedBy::Nobody) => {
            ("Nobody", "The side and its ships are not in the game; its bodies are unclaimed")
        }
        _ if is_mine => ("You", ""),
        _ => ("Human", "Another player at this computer; a key switches sides during the game"),
    };
    (words.to_owned(), note)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::menu::skirmish::test_support::menu;

    #[test]
    fn a_persons_side_has_no_skill() {
        let (menu, settings) = (menu(), Settings::default());
        let rows = side_page(&menu, &settings, 0);
        let why_not = |words: &str| rows.iter().find(|row| row.words == words).unwrap().why_not.clone();
        assert!(
            !why_not("Difficulty").is_empty() && !why_not("Player").is_empty() && why_not("Team").is_empty()
        );
    }
}
