//! The rows of one side of a skirmish: its page, and its row among all choices.

use bevy::prelude::{Color, Srgba};

use super::{row, unread};
use crate::client::frame::{capital, personality_words};
use crate::client::menu::pages::items::{Item, MenuAction};
use crate::client::menu::skirmish::{Chosen, SideRow, SkirmishRow, chosen, is_mine, mind_of};
use crate::client::menu::{Menu, Page};
use crate::client::settings::Settings;
use crate::level::{ChangedFaction, Handicap, MindChoice, MindRules, PlayedBy};

/// The note of a row of handicaps.
const PERCENT: &str = "Percent of the normal value. All players see it";

/// The choices for a faction. What cannot apply is left out: the player of the side that is the player's own, which
/// another row chooses, and skill and personality where no mind plays.
pub(in crate::client::menu::pages) fn side_page(menu: &Menu, settings: &Settings, index: usize) -> Vec<Item> {
    let Some(chosen) = chosen(menu, &settings.skirmish) else { return unread() };
    let Some((_, side)) = chosen.side(index) else { return unread() };
    let player = (!is_mine(&chosen.preset, side)).then(|| player_row(side, index));
    let mind = mind_of(side).map(|mind| mind_rows(&menu.minds, mind, index));
    let looks = [
        team_row(chosen.team(index), index),
        color_row(&chosen, index),
        style_row(&chosen, index),
        home_row(&chosen, index),
    ];
    let handicaps = handicap_rows(chosen.handicap(index), index);
    player.into_iter().chain(mind.into_iter().flatten()).chain(looks).chain(handicaps).collect()
}

/// A row on the page of a faction.
fn side_row(words: &str, index: usize, part: SideRow, value: String, note: &str) -> Item {
    row(words, SkirmishRow::Side(index, part), value, note)
}

/// The row of the player of a side that is not the player's own.
fn player_row(side: &ChangedFaction, index: usize) -> Item {
    let (player, note) = player_words(side.played_by.as_ref(), false);
    side_row("Player", index, SideRow::Player, player, note)
}

/// Skill and personality of the mind that plays a side.
fn mind_rows(minds: &MindRules, mind: &MindChoice, index: usize) -> [Item; 2] {
    let skill = minds.skill(&mind.skill).map(|skill| (skill.name.as_str(), skill.role.as_str()));
    let personality = minds.personality(&mind.personality).map(|one| (one.name.as_str(), one.role.as_str()));
    let rows = [("Difficulty", SideRow::Skill, skill), ("Personality", SideRow::Personality, personality)];
    rows.map(|(words, part, known)| {
        let (name, role) = known.unwrap_or(("none", ""));
        side_row(words, index, part, capital(name), role)
    })
}

fn team_row(team: &str, index: usize) -> Item {
    let team = if team.is_empty() { "None".to_owned() } else { capital(team) };
    side_row("Team", index, SideRow::Team, team, "Sides of one team do not fight each other")
}

fn color_row(chosen: &Chosen, index: usize) -> Item {
    let note = "Faction colours for colour vision, in the settings, take precedence";
    let color = chosen.color(index);
    Item {
        color: color.to_owned(),
        swatches: Srgba::hex(color).map(Color::from).into_iter().collect(),
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

/// The title of the page of a faction: its name, and whether it is the player's own.
pub(in crate::client::menu::pages) fn side_title(menu: &Menu, settings: &Settings, index: usize) -> String {
    let Some(chosen) = chosen(menu, &settings.skirmish) else { return String::new() };
    let Some((faction, side)) = chosen.side(index) else { return String::new() };
    if is_mine(&chosen.preset, side) { format!("{} (you)", faction.name) } else { faction.name.clone() }
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
    use crate::client::menu::StepDirection;
    use crate::client::menu::skirmish::test_support::menu;

    #[test]
    fn rows_that_cannot_apply_are_left_out() {
        let (menu, mut settings) = (menu(), Settings::default());
        let first = |settings: &Settings, index: usize| -> Vec<String> {
            let rows = side_page(&menu, settings, index);
            assert!(rows.iter().all(|row| row.why_not.is_empty()), "{rows:?}");
            rows.into_iter().map(|row| row.words).take_while(|words| words != "Colour").collect()
        };
        assert_eq!(first(&settings, 0), ["Team"], "the player's own side");
        assert_eq!(side_title(&menu, &settings, 0), "Verdance (you)");
        assert_eq!(first(&settings, 1), ["Player", "Difficulty", "Personality", "Team"]);
        assert_eq!(side_title(&menu, &settings, 1), "Ferrum");
        let mut there = chosen(&menu, &settings.skirmish).unwrap();
        there.step(SkirmishRow::Side(1, SideRow::Player), StepDirection::On, &menu.minds, None);
        settings.skirmish.preset = there.preset;
        assert_eq!(first(&settings, 1), ["Player", "Team"], "nobody plays it");
    }

    #[test]
    fn the_row_of_the_colour_shows_it() {
        let (menu, settings) = (menu(), Settings::default());
        let rows = side_page(&menu, &settings, 0);
        let row = rows.iter().find(|row| row.words == "Colour").unwrap();
        assert_eq!(row.swatches, [Color::from(Srgba::hex(&row.color).unwrap())]);
    }
}
