//! The rows of the pages of a skirmish: the first choices, all choices, and the choices for one faction.

use super::items::{Item, MenuAction, back, stepped};
use crate::client::menu::skirmish::{
    Chosen, SideRow, SkirmishRow, chosen, is_mine, mind_of, skill_of_others,
};
use crate::client::menu::{Menu, Page};
use crate::client::settings::Settings;
use crate::level::{FASTEST, Handicap, MindRules, PlayedBy};

/// The message until levels are read.
const READING: &str = "the levels are being read";
/// The note of a row of handicaps.
const PERCENT: &str = "of what the rules give, in percent; everybody sees it";

/// The first page: level, side, skill, start.
pub(super) fn first_page(menu: &Menu, settings: &Settings) -> Vec<Item> {
    let Some(chosen) = chosen(menu, &settings.skirmish) else { return unread(menu) };
    let mine = chosen.preset.player.clone().unwrap_or_default();
    let home = chosen.preset.factions.iter().position(|side| side.name == mine);
    let home = home.map(|index| chosen.home(index)).filter(|home| !home.is_empty());
    let home = home.map_or_else(String::new, |home| format!("it begins at {home}"));
    vec![
        Item {
            why_not: chosen.why_not().to_owned(),
            ..Item::new("start", start_note(&chosen), MenuAction::StartSkirmish)
        },
        row("level", SkirmishRow::Level, chosen.file.title.clone(), chosen.file.name()),
        Item::new(
            "new system",
            "makes another level: a fair one, for two to eight sides",
            MenuAction::Turn(Page::NewSystem),
        ),
        row("my side", SkirmishRow::MySide, mine, home),
        skill_row(&chosen, &menu.minds),
        Item::new(
            "more",
            "sides, teams, colours, homes, handicaps, date, victory, pace, seed",
            MenuAction::Turn(Page::SkirmishMore),
        ),
        back(menu),
    ]
}

/// All sides, and what concerns the game as a whole.
pub(super) fn more_page(menu: &Menu, settings: &Settings) -> Vec<Item> {
    let Some(chosen) = chosen(menu, &settings.skirmish) else { return unread(menu) };
    let sides = (0..chosen.preset.factions.len()).filter_map(|index| side_item(&chosen, index));
    let pace = chosen.preset.most_pace.unwrap_or(FASTEST);
    let seed = chosen.preset.seed.map_or_else(|| "new each time".to_owned(), |seed| seed.to_string());
    let no_seed = settings.skirmish.last_seed.or(chosen.preset.seed).is_none();
    let rows = [
        row(
            "date of the sky",
            SkirmishRow::Date,
            chosen.date_words(),
            "the places of the bodies at the start",
        ),
        row("victory", SkirmishRow::Victory, chosen.victory_words().to_owned(), victory_note(&chosen)),
        row("pace at most", SkirmishRow::Pace, format!("x{pace}"), "the game runs no faster than this"),
        Item {
            why_not: if no_seed { "no skirmish has been played yet".to_owned() } else { String::new() },
            ..row("seed", SkirmishRow::Seed, seed, "with the seed of the last game, chance is the same")
        },
        Item::new("as in the level", "undoes all choices but the skill", MenuAction::PlainSkirmish),
        back(menu),
    ];
    sides.chain(rows).collect()
}

/// The choices for a faction.
pub(super) fn side_page(menu: &Menu, settings: &Settings, index: usize) -> Vec<Item> {
    let Some(chosen) = chosen(menu, &settings.skirmish) else { return unread(menu) };
    let Some((faction, side)) = chosen.side(index) else { return unread(menu) };
    let of = |words: &str, part: SideRow, value: String, note: &str| {
        row(words, SkirmishRow::Side(index, part), value, note)
    };
    let mind = mind_of(side);
    let no_mind = if mind.is_some() { "" } else { "no mind plays this side" };
    let is_mine = is_mine(&chosen.preset, side);
    let mine = if is_mine { "it is your own side; \"my side\" is on the first page" } else { "" };
    let (player, player_note) = player_words(side.played_by.as_ref(), is_mine);
    let homes = chosen.board.level.factions.iter().filter(|faction| faction.home.is_some()).count();
    let no_home = if homes > 1 { "" } else { "the level has no other home" };
    let Handicap { income_percent, build_percent, sight_percent } = chosen.handicap(index);
    let team = if chosen.team(index).is_empty() { "alone" } else { chosen.team(index) };
    let personality = mind.and_then(|choice| menu.minds.personality(&choice.personality));
    let skill = mind.and_then(|choice| menu.minds.skill(&choice.skill));
    let name = |choice: Option<&str>| choice.unwrap_or("none").to_owned();
    vec![
        Item { why_not: mine.to_owned(), ..of("player", SideRow::Player, player, player_note) },
        Item {
            why_not: no_mind.to_owned(),
            ..of(
                "skill",
                SideRow::Skill,
                name(skill.map(|skill| skill.name.as_str())),
                skill.map_or("", |skill| &skill.role),
            )
        },
        Item {
            why_not: no_mind.to_owned(),
            ..of(
                "personality",
                SideRow::Personality,
                name(personality.map(|one| one.name.as_str())),
                personality.map_or("", |one| &one.role),
            )
        },
        of("team", SideRow::Team, team.to_owned(), "sides of one team do not fight each other"),
        Item {
            color: chosen.color(index).to_owned(),
            ..of(
                "colour",
                SideRow::Color,
                chosen.color_name(index),
                "safe colours of the settings take precedence over it",
            )
        },
        Item {
            why_not: no_home.to_owned(),
            ..of("home", SideRow::Home, chosen.home(index).to_owned(), "both sides exchange their beginnings")
        },
        of("income", SideRow::Income, format!("{income_percent} %"), PERCENT),
        of("building", SideRow::Building, format!("{build_percent} %"), PERCENT),
        of("sight", SideRow::Sight, format!("{sight_percent} %"), PERCENT),
        Item { note: format!("to all sides; this one is {}", faction.name), ..back(menu) },
    ]
}

/// The name of the faction of a page.
pub(super) fn side_name(menu: &Menu, settings: &Settings, index: usize) -> String {
    let chosen = chosen(menu, &settings.skirmish);
    chosen.and_then(|chosen| Some(chosen.side(index)?.0.name.clone())).unwrap_or_default()
}

fn unread(menu: &Menu) -> Vec<Item> {
    vec![Item::new(READING, "", MenuAction::Stay), back(menu)]
}

/// A row with a choice.
fn row(words: &str, choice: SkirmishRow, value: String, note: impl Into<String>) -> Item {
    stepped(words, value, note, |way| MenuAction::Choose(choice, way))
}

fn skill_row(chosen: &Chosen, minds: &MindRules) -> Item {
    let skills: Vec<&str> =
        chosen.preset.factions.iter().filter_map(mind_of).map(|choice| choice.skill.as_str()).collect();
    let first = skill_of_others(&chosen.preset).unwrap_or_default();
    let is_one = skills.iter().all(|skill| *skill == first);
    let value = if is_one { first.clone() } else { "several".to_owned() };
    let role = minds.skill(&first).map_or("", |skill| &skill.role);
    let note = if is_one { role } else { "a change gives all of them one skill" };
    let why_not = if skills.is_empty() { "no mind plays a side" } else { "" };
    Item { why_not: why_not.to_owned(), ..row("skill of the others", SkirmishRow::Skill, value, note) }
}

/// The sides of the war in words.
fn start_note(chosen: &Chosen) -> String {
    let side = |index: usize| {
        let (faction, side) = chosen.side(index)?;
        match side.played_by.as_ref()? {
            PlayedBy::Nobody => None,
            PlayedBy::Person if is_mine(&chosen.preset, side) => Some(format!("{} (you)", faction.name)),
            PlayedBy::Person => Some(format!("{} (a person)", faction.name)),
            PlayedBy::Mind(choice) => Some(format!("{} ({})", faction.name, choice.words())),
        }
    };
    let sides: Vec<String> = (0..chosen.preset.factions.len()).filter_map(side).collect();
    sides.join(", ")
}

/// The row of a faction on the page of all choices.
fn side_item(chosen: &Chosen, index: usize) -> Option<Item> {
    let (faction, side) = chosen.side(index)?;
    let is_mine = is_mine(&chosen.preset, side);
    let player = match &side.played_by {
        Some(PlayedBy::Mind(choice)) => choice.words(),
        other => player_words(other.as_ref(), is_mine).0,
    };
    let handicap = chosen.handicap(index).words().unwrap_or_default();
    let team = chosen.team(index);
    let parts = [player, team.to_owned(), chosen.home(index).to_owned(), handicap];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    Some(Item {
        value: parts.join(", "),
        color: chosen.color(index).to_owned(),
        ..Item::new(
            faction.name.clone(),
            "its player, team, colour, home and handicap",
            MenuAction::Turn(Page::SkirmishSide(index)),
        )
    })
}

/// The player of a side in words, and a note.
fn player_words(by: Option<&PlayedBy>, is_mine: bool) -> (String, &'static str) {
    let (words, note) = match by {
        Some(PlayedBy::Mind(_)) => ("mind", "a program plays it, by the same rules as you"),
        Some(PlayedBy::Nobody) => {
            ("nobody", "it is not in the game, nor its ships; its bodies belong to nobody")
        }
        _ if is_mine => ("you", ""),
        _ => ("person", "somebody else at this machine; a key changes sides during the game"),
    };
    (words.to_owned(), note)
}

fn victory_note(chosen: &Chosen) -> String {
    match chosen.victory_words() {
        "eliminate" => "the last side with a body, a yard, an armed ship or troopers wins".to_owned(),
        "hold most bodies" => {
            let (count, all) = (chosen.most_bodies(), chosen.board.worlds);
            format!("the side that holds {count} of {all} bodies for 120 s wins, or else the last side")
        }
        _ => "the conditions that the level has".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::menu::skirmish::test_support::menu;

    #[test]
    fn roles_of_skills_and_personalities_are_shown() {
        let (menu, settings) = (menu(), Settings::default());
        let rows = first_page(&menu, &settings);
        let skill = rows.iter().find(|row| row.words == "skill of the others").unwrap();
        assert_eq!(skill.value, "cadet");
        assert!(skill.note.contains("Knows the rules"), "{}", skill.note);
        assert_eq!(rows[0].note, "Verdance (you), Ferrum (cadet, steward)");
        let side = side_page(&menu, &settings, 1);
        let personality = side.iter().find(|row| row.words == "personality").unwrap();
        assert!(personality.note.contains("Balanced"), "{}", personality.note);
    }

    #[test]
    fn a_persons_side_has_no_skill() {
        let (menu, settings) = (menu(), Settings::default());
        let rows = side_page(&menu, &settings, 0);
        let why_not = |words: &str| rows.iter().find(|row| row.words == words).unwrap().why_not.clone();
        assert!(!why_not("skill").is_empty() && !why_not("player").is_empty() && why_not("team").is_empty());
    }

    #[test]
    fn the_pages_wait_for_the_levels() {
        let menu = Menu { files: Vec::new(), ..menu() };
        for rows in [first_page(&menu, &Settings::default()), side_page(&menu, &Settings::default(), 7)] {
            assert_eq!(rows[0].words, READING);
            assert_eq!(rows.len(), 2);
        }
    }
}
