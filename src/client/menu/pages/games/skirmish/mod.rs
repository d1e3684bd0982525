//! The rows of the pages of a skirmish: the first choices, all choices, and a choice that is typed.
//!
//! - Enters: the level that is chosen, and the choices for it.
//! - Leaves: rows with their values, and the deeds that change a choice or start the game; in `side.rs` those of one
//!   side, and in `ship_picture.rs` the picture of its ships.
//! - Must never: change a choice itself.

pub(in crate::client::menu::pages) mod ship_picture;
pub(in crate::client::menu::pages) mod side;

use crate::client::frame::{capital, duration, personality_words};
use crate::client::menu::pages::items::{Item, MenuAction, stepped};
use crate::client::menu::skirmish::{
    Chosen, SkirmishRow, TypedChoice, chosen, is_mine, mind_of, skill_of_others,
};
use crate::client::menu::{Menu, Page};
use crate::client::settings::Settings;
use crate::level::{FASTEST, MindRules, PlayedBy, Victory};
use side::side_item;

/// The message until levels are read.
const READING: &str = "Loading levels";
/// The values of the row of presets where none is chosen: what the options are then, or that there is no preset.
const NO_PRESET: &str = "None: the level's options";
const OWN_OPTIONS: &str = "None: your own options";
const NONE_FITS: &str = "There is none for this level";

/// The first page: level, side, skill; at the foot the row that starts the game, which has the focus at first, see
/// [`Page::first_row`].
pub(in crate::client::menu::pages) fn first_page(menu: &Menu, settings: &Settings) -> Vec<Item> {
    let Some(chosen) = chosen(menu, &settings.skirmish) else { return unread() };
    let mine = chosen.preset.player.clone().unwrap_or_default();
    let home = chosen.preset.factions.iter().position(|side| side.name == mine);
    let home = home.map(|index| chosen.home(index)).filter(|home| !home.is_empty());
    let home = home.map_or_else(String::new, |home| format!("Starts at {home}"));
    vec![
        Item {
            enter: MenuAction::Turn(Page::SkirmishLevels),
            ..row("Level", SkirmishRow::Level, chosen.file.title.clone(), "Enter: choose from a list")
        },
        Item::new(
            "Generate system",
            "A new, fair level for two to eight sides",
            MenuAction::Turn(Page::NewSystem),
        ),
        preset_row(menu, &chosen),
        row("Your side", SkirmishRow::MySide, mine, home),
        skill_row(&chosen, menu, settings),
        Item::new(
            "All options",
            "Sides, teams, colours, homes, handicaps, date, victory, pace, seed",
            MenuAction::Turn(Page::SkirmishMore),
        ),
        Item {
            why_not: chosen.why_not().to_owned(),
            ..Item::new("Start game", start_note(&chosen, &menu.minds), MenuAction::StartSkirmish)
        },
    ]
}

/// All sides, and what concerns the game as a whole.
pub(in crate::client::menu::pages) fn more_page(menu: &Menu, settings: &Settings) -> Vec<Item> {
    let Some(chosen) = chosen(menu, &settings.skirmish) else { return unread() };
    let sides = (0..chosen.preset.factions.len()).filter_map(|index| side_item(&chosen, &menu.minds, index));
    let pace = chosen.preset.most_pace.unwrap_or(FASTEST);
    let seed = chosen.preset.seed.map_or_else(|| "Random".to_owned(), |seed| seed.to_string());
    let date = row(
        "Start date",
        SkirmishRow::Date,
        chosen.date_words(),
        "Sets where the bodies are at the start. Enter: type a date",
    );
    let seed_note = if chosen.preset.seed.or(settings.skirmish.last_seed).is_some() {
        "Decides all random events. Left and Right: random, or the last seed. Enter: type a number"
    } else {
        "Decides all random events. Enter: type a number"
    };
    let seed = row("Seed", SkirmishRow::Seed, seed, seed_note);
    let victory = row("Victory", SkirmishRow::Victory, chosen.victory_words(), victory_note(&chosen));
    let rows = [
        row("Maximum pace", SkirmishRow::Pace, format!("×{pace}"), "The game runs no faster than this"),
        typed(seed, TypedChoice::Seed),
        Item::new(
            "Reset all",
            "All options but the difficulty get their defaults",
            MenuAction::PlainSkirmish,
        ),
    ];
    sides.chain([typed(date, TypedChoice::Date), victory]).chain(hold_rows(&chosen)).chain(rows).collect()
}

/// The page on which a choice is typed. The first row takes it: Enter leads there from the field.
pub(in crate::client::menu::pages) fn typed_page(
    menu: &Menu,
    settings: &Settings,
    choice: TypedChoice,
) -> Vec<Item> {
    let Some(chosen) = chosen(menu, &settings.skirmish) else { return unread() };
    let read = match menu.search.as_str() {
        "" => Err(choice.request().to_owned()),
        letters => choice.take(letters, &mut chosen.preset.clone()),
    };
    let (value, why_not) = match read {
        Ok(value) => (value, String::new()),
        Err(words) => (String::new(), words),
    };
    let is_wrong = !why_not.is_empty() && !menu.search.is_empty();
    let words = format!("Use this {}", choice.label().to_lowercase());
    let take = Item {
        value,
        trouble: if is_wrong { format!("No {}", choice.label().to_lowercase()) } else { String::new() },
        why_not,
        ..Item::new(words, "Returns to the previous page", MenuAction::TakeTyped(choice))
    };
    vec![take]
}

/// No stop: the row that has the focus at first comes later.
fn unread() -> Vec<Item> {
    vec![Item::words_alone(READING)]
}

/// A row with a choice.
fn row(words: &str, choice: SkirmishRow, value: String, note: impl Into<String>) -> Item {
    stepped(words, value, note, |way| MenuAction::Choose(choice, way))
}

/// A row whose choice can be typed as well, on a page of its own.
fn typed(item: Item, choice: TypedChoice) -> Item {
    Item { enter: MenuAction::Turn(Page::SkirmishTyped(choice)), ..item }
}

/// The row of preset files that fit the level. Where none is chosen it tells what the player changed, and the way to
/// a preset or back to the defaults. Without any file its buttons lead nowhere.
fn preset_row(menu: &Menu, chosen: &Chosen) -> Item {
    let files = chosen.preset_files(menu);
    if let Some((file, _)) = files.iter().find(|(_, preset)| *preset == chosen.preset) {
        return row("Preset", SkirmishRow::Preset, file.title.clone(), file.path.clone());
    }
    let changes = chosen.changes(&menu.minds);
    let value = match (changes.is_empty(), files.is_empty()) {
        (false, _) => OWN_OPTIONS,
        (true, false) => NO_PRESET,
        (true, true) => NONE_FITS,
    };
    let note = preset_note(files.is_empty(), &changes);
    if files.is_empty() {
        return stepped("Preset", value.to_owned(), note, |_| MenuAction::Stay);
    }
    row("Preset", SkirmishRow::Preset, value.to_owned(), note)
}

/// The note on the row where no preset is chosen: what was changed, and how to get a preset or the defaults.
fn preset_note(is_without: bool, changes: &[String]) -> String {
    let changed = changes.join(", ");
    match (is_without, changes.is_empty()) {
        (true, true) => "All options have their defaults: no preset fits this level".to_owned(),
        (true, false) => {
            format!("You changed: {changed}. \"Reset all\" undoes it; no preset fits this level")
        }
        (false, true) => {
            "All options have their defaults. Left and Right: a preset, which sets them all".to_owned()
        }
        (false, false) => {
            format!("You changed: {changed}. Left and Right: a preset. \"Reset all\": the defaults")
        }
    }
}

/// The rows of the numbers in the condition to hold bodies; none under other conditions.
fn hold_rows(chosen: &Chosen) -> Vec<Item> {
    let Some((count, seconds)) = chosen.hold() else { return Vec::new() };
    let bodies = format!("{count} of {}", chosen.board.worlds);
    let held_note = "A side wins that holds this many at once. Comets do not count";
    vec![
        row("Bodies to hold", SkirmishRow::HeldBodies, bodies, held_note),
        row("Time to hold", SkirmishRow::HoldTime, duration(seconds), "In time of play at ×1"),
    ]
}

fn skill_row(chosen: &Chosen, menu: &Menu, settings: &Settings) -> Item {
    let minds = &menu.minds;
    let skills: Vec<&str> =
        chosen.preset.factions.iter().filter_map(mind_of).map(|choice| choice.skill.as_str()).collect();
    let first = skill_of_others(&chosen.preset).unwrap_or_default();
    let is_one = skills.iter().all(|skill| *skill == first);
    let value = if is_one { capital(&first) } else { "Mixed".to_owned() };
    let role = minds.skill(&first).map_or("", |skill| &skill.role);
    let easier = settings.skirmish.easier(&chosen.file.title, &first, minds).filter(|_| is_one);
    let note = match easier {
        Some(easier) => format!("Two losses in a row: the next lower difficulty is {}", capital(easier)),
        None if is_one => role.to_owned(),
        None => "A change gives all opponents one difficulty".to_owned(),
    };
    let why_not = if skills.is_empty() { "No AI plays a side" } else { "" };
    Item { why_not: why_not.to_owned(), ..row("Difficulty", SkirmishRow::Skill, value, note) }
}

/// The sides of the war in words, with their players and handicaps; below them what to expect of a mind, if all have
/// the same personality.
fn start_note(chosen: &Chosen, minds: &MindRules) -> String {
    let side = |index: usize| {
        let (faction, side) = chosen.side(index)?;
        let player = match side.played_by.as_ref()? {
            PlayedBy::Nobody => return None,
            PlayedBy::Person if is_mine(&chosen.preset, side) => "you".to_owned(),
            PlayedBy::Person => "human".to_owned(),
            PlayedBy::Mind(choice) => choice.words(),
        };
        let words: Vec<String> = std::iter::once(player).chain(chosen.handicap(index).words()).collect();
        Some(format!("{} ({})", faction.name, words.join(", ")))
    };
    let sides: Vec<String> = (0..chosen.preset.factions.len()).filter_map(side).collect();
    let mut choices = chosen.preset.factions.iter().filter_map(mind_of);
    let first = choices.next().filter(|first| choices.all(|one| one.personality == first.personality));
    let personality = first.and_then(|one| minds.personality(&one.personality)).map(personality_words);
    [sides.join(", ")].into_iter().chain(personality).collect::<Vec<_>>().join("\n")
}

/// The conditions of victory, those of the level unless others are chosen.
fn victory_note(chosen: &Chosen) -> String {
    let conditions = chosen.preset.victory.as_ref().unwrap_or(&chosen.board.level.victory);
    let others: Vec<String> =
        conditions.iter().filter_map(|one| condition_words(one, chosen.board.worlds)).collect();
    match (others.is_empty(), conditions.contains(&Victory::Eliminate)) {
        (true, true) => "The last side with a body, a yard, an armed ship or troopers wins".to_owned(),
        (true, false) => "The game has no end, and nobody wins it".to_owned(),
        (false, true) => format!("{}, or the last side left", others.join("; ")),
        (false, false) => others.join("; "),
    }
}

/// A condition of victory in a system of `worlds` bodies that count; `None`: that the others are eliminated.
fn condition_words(condition: &Victory, worlds: usize) -> Option<String> {
    Some(match condition {
        Victory::Eliminate => return None,
        Victory::HoldPlanets { count, seconds } => {
            format!("Holding {count} of {worlds} bodies (no comets) for {} wins", duration(*seconds))
        }
        Victory::HoldBody { body, seconds } => format!("Holding {body} for {} wins", duration(*seconds)),
        Victory::Survive { faction, seconds } => {
            format!("{faction} wins by holding a body after {}", duration(*seconds))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::menu::StepDirection;
    use crate::client::menu::pages::games::skirmish::side::side_page;
    use crate::client::menu::skirmish::SideRow;
    use crate::client::menu::skirmish::step_preset;
    use crate::client::menu::skirmish::test_support::menu;
    use crate::client::settings::skirmish::MindWar;

    #[test]
    fn roles_of_skills_and_personalities_are_shown() {
        let (menu, settings) = (menu(), Settings::default());
        let rows = first_page(&menu, &settings);
        let skill = rows.iter().find(|row| row.words == "Difficulty").unwrap();
        assert_eq!(skill.value, "Cadet");
        assert!(skill.note.contains("Knows the rules"), "{}", skill.note);
        let steward = "Steward. Balanced: grows, guards its yards well, and strikes when it can.";
        let start = &rows[Page::Skirmish.first_row()];
        assert_eq!(start.enter, MenuAction::StartSkirmish);
        assert_eq!(start.note, format!("Verdance (you), Ferrum (cadet, steward)\n{steward}"));
        let side = side_page(&menu, &settings, 1);
        let personality = side.iter().find(|row| row.words == "Personality").unwrap();
        assert!(personality.note.contains("Balanced"), "{}", personality.note);
    }

    #[test]
    fn after_two_losses_the_row_of_the_difficulty_names_the_next_lower_one() {
        let (menu, mut settings) = (menu(), Settings::default());
        for seed in [1, 2] {
            let war = MindWar { level: "The duel", skill: "cadet", seed, is_resumed: false };
            settings.skirmish.count(war, false);
        }
        let rows = first_page(&menu, &settings);
        let skill = rows.iter().find(|row| row.words == "Difficulty").unwrap();
        assert!(skill.note.ends_with("the next lower difficulty is Newcomer"), "{}", skill.note);
    }

    #[test]
    fn dates_and_seeds_are_stepped_or_typed() {
        let (menu, settings) = (menu(), Settings::default());
        let rows = more_page(&menu, &settings);
        for (words, choice) in [("Start date", TypedChoice::Date), ("Seed", TypedChoice::Seed)] {
            let row = rows.iter().find(|row| row.words == words).unwrap();
            assert_eq!(row.enter, MenuAction::Turn(Page::SkirmishTyped(choice)));
            assert!(row.buttons.len() == 2 && row.why_not.is_empty(), "{row:?}");
        }
    }

    #[test]
    fn what_is_typed_is_taken_only_if_it_can_be_read() {
        let settings = Settings::default();
        let take = |choice: TypedChoice, letters: &str| {
            let page = Some(Page::SkirmishTyped(choice));
            let rows = typed_page(&Menu { page, search: letters.to_owned(), ..menu() }, &settings, choice);
            assert_eq!(rows[0].enter, MenuAction::TakeTyped(choice));
            assert_eq!(rows.len(), 1);
            let Item { value, trouble, why_not, .. } = rows[0].clone();
            (value, trouble, why_not)
        };
        let (value, trouble, why_not) = take(TypedChoice::Date, "2031-6-8");
        assert_eq!((value.as_str(), trouble.as_str(), why_not.as_str()), ("2031-06-08", "", ""));
        let (value, trouble, why_not) = take(TypedChoice::Date, "2031-13-8");
        assert_eq!((value.as_str(), trouble.as_str()), ("", "No date"));
        assert!(why_not.contains("month 13"), "{why_not}");
        let (_, trouble, why_not) = take(TypedChoice::Seed, "");
        assert_eq!((trouble.as_str(), why_not.as_str()), ("", TypedChoice::Seed.request()));
    }

    #[test]
    fn the_numbers_of_a_condition_have_rows_of_their_own() {
        let (menu, mut settings) = (menu(), Settings::default());
        let words = |settings: &Settings| {
            let rows = more_page(&menu, settings).into_iter();
            rows.map(|row| format!("{}: {}", row.words, row.value)).collect::<Vec<String>>()
        };
        assert!(words(&settings).iter().all(|row| !row.contains("hold") && !row.contains("Hold")));
        let mut there = chosen(&menu, &settings.skirmish).unwrap();
        there.step(SkirmishRow::Victory, StepDirection::Back, &menu.minds, None);
        settings.skirmish.preset = there.preset;
        let rows = words(&settings);
        for row in ["Victory: Hold bodies", "Bodies to hold: 4 of 7", "Time to hold: 2 min 00 s"] {
            assert!(rows.iter().any(|other| other == row), "{rows:?}");
        }
    }

    #[test]
    fn the_note_on_victory_tells_the_conditions_of_the_level_too() {
        let (menu, settings) = (menu(), Settings::default());
        let there = chosen(&menu, &settings.skirmish).unwrap();
        let note = |victory: &[Victory]| {
            let mut board = there.board.clone();
            board.level.victory = victory.to_vec();
            let (preset, usual_skill) = (there.preset.clone(), there.usual_skill.clone());
            victory_note(&Chosen { file: there.file, board: &board, preset, usual_skill })
        };
        assert_eq!(there.preset.victory, None, "as in the level");
        assert_eq!(note(&there.board.level.victory), note(&[Victory::Eliminate]));
        let hold = Victory::HoldBody { body: "Alder".to_owned(), seconds: 60.0 };
        let survive = Victory::Survive { faction: "Ferrum".to_owned(), seconds: 90.0 };
        assert_eq!(
            note(&[Victory::Eliminate, hold]),
            format!("Holding Alder for {} wins, or the last side left", duration(60.0))
        );
        assert!(note(&[survive]).contains("Ferrum"));
        assert!(note(&[]).contains("no end"));
    }

    #[test]
    fn the_row_that_starts_tells_the_handicaps() {
        let (menu, mut settings) = (menu(), Settings::default());
        let mut there = chosen(&menu, &settings.skirmish).unwrap();
        there.step(SkirmishRow::Side(0, SideRow::Income), StepDirection::On, &menu.minds, None);
        settings.skirmish.preset = there.preset;
        let rows = first_page(&menu, &settings);
        let sides = rows[Page::Skirmish.first_row()].note.lines().next();
        assert_eq!(sides, Some("Verdance (you, income 125 %), Ferrum (cadet, steward)"));
    }

    /// The row of the presets.
    fn row_of_presets(menu: &Menu, settings: &Settings) -> Item {
        first_page(menu, settings).into_iter().find(|row| row.words == "Preset").unwrap()
    }

    /// The choices after the conditions of victory were changed.
    fn with_other_victory(menu: &Menu) -> Settings {
        let mut settings = Settings::default();
        let mut there = chosen(menu, &settings.skirmish).unwrap();
        there.step(SkirmishRow::Victory, StepDirection::On, &menu.minds, None);
        settings.skirmish.preset = there.preset;
        settings
    }

    #[test]
    fn the_first_page_names_the_preset_or_what_was_changed() {
        let (menu, mut settings) = (menu(), Settings::default());
        let row = row_of_presets(&menu, &settings);
        assert_eq!((row.value.as_str(), row.why_not.as_str()), (NO_PRESET, ""));
        assert!(row.note.contains("defaults. Left and Right: a preset"), "{}", row.note);
        step_preset(&menu, &mut settings.skirmish, StepDirection::On);
        assert_eq!(row_of_presets(&menu, &settings).value, "The duel with a corsair");
        let row = row_of_presets(&menu, &with_other_victory(&menu));
        assert_eq!(row.value, OWN_OPTIONS);
        assert!(row.note.starts_with("You changed: victory. Left and Right: a preset"), "{}", row.note);
    }

    #[test]
    fn without_any_preset_the_present_state_is_told_plainly() {
        let mut menu = menu();
        menu.presets.clear();
        let row = row_of_presets(&menu, &Settings::default());
        assert_eq!((row.value.as_str(), row.why_not.as_str(), row.enter), (NONE_FITS, "", MenuAction::Stay));
        assert!(row.buttons.iter().all(|button| button.deed == MenuAction::Stay), "{:?}", row.buttons);
        assert!(row.buttons.len() == 2 && row.note.contains("no preset"), "{}", row.note);
        let row = row_of_presets(&menu, &with_other_victory(&menu));
        assert!(row.value == OWN_OPTIONS && row.note.contains("\"Reset all\" undoes it"), "{}", row.note);
    }

    #[test]
    fn the_pages_wait_for_the_levels() {
        let menu = Menu { files: Vec::new(), ..menu() };
        for rows in [first_page(&menu, &Settings::default()), side_page(&menu, &Settings::default(), 7)] {
            assert!(rows[0].words == READING && rows[0].is_note);
            assert_eq!(rows.len(), 1);
        }
    }
}
