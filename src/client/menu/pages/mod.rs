//! The content of each page of the menu, and the deeds of its rows.
//!
//! - Enters: the settings, and the files that can be loaded.
//! - Leaves: rows as plain data, each with its [`MenuAction`]s.
//! - Must never: execute a deed.
//!
//! | file | does |
//! |---|---|
//! | `items.rs` | the model of a row and its deeds |
//! | `settings.rs` | the page of settings |
//! | `skirmish.rs` | the pages of a skirmish |
//! | `new_system.rs` | the page of a new system |
//! | `credits.rs` | the paragraphs of the page on credits |

mod credits;
pub(super) mod items;
mod new_system;
pub(super) mod settings;
mod skirmish;

use super::saves::{LevelFile, Preview};
use super::{Menu, Opponent, Page};
use crate::client::frame::capital;
use crate::client::menu::result::{BattleTold, PlanTold};
use crate::client::settings::actions::{rivals, words_of};
use crate::client::settings::{ACTIONS, ActionInfo, Quality, Settings, key_words, with_keys};
use crate::level::{MindChoice, Skill, plain_path};
use crate::sim::FactionId;
use items::{Item, ItemButton, MenuAction, back};
use new_system::new_system_page;
use settings::settings_page;

/// The message without saves.
const NO_SAVES: &str = "There are no saved games yet";
/// The consequences of a surrender.
const SURRENDER: &str = "Your crews scuttle all your ships and structures, your troopers leave all grounds, and your \
    bodies become unclaimed. Allies fight on. This cannot be undone.";
/// The message for a search without results.
const NOTHING_FOUND: &str = "Nothing found";
/// The consequence of leaving a game.
const LOST: &str = "Unsaved progress will be lost";

/// The title of a page.
pub(super) fn title(menu: &Menu, settings: &Settings) -> String {
    let title = match menu.page {
        Some(Page::SkirmishSide(index)) => return skirmish::side_name(menu, settings, index),
        Some(page) => fixed_title(page),
        None => "",
    };
    title.to_owned()
}

fn fixed_title(page: Page) -> &'static str {
    match page {
        Page::Skirmish | Page::SkirmishSide(_) => "Skirmish",
        Page::SkirmishMore => "Skirmish: all options",
        Page::SkirmishTyped(choice) => choice.title(),
        Page::NewSystem => "Generate system",
        Page::Pause => "Paused",
        Page::Main => "ECLIPTIC",
        Page::Load => "Load game",
        Page::Levels => "Levels",
        Page::Credits => "Credits",
        Page::Settings => "Settings",
        Page::Keys => "Key bindings",
        Page::Result => "Statistics",
        Page::Surrender => "Surrender",
        Page::Quit => "Quit to desktop",
        Page::Minds | Page::Reskill(_) => "Opponents",
    }
}

/// The rows of the open page. `usual_quality` is the quality that suits the graphics adapter.
pub(super) fn items(menu: &Menu, settings: &Settings, usual_quality: Quality) -> Vec<Item> {
    match menu.page {
        None => Vec::new(),
        Some(Page::Pause) => pause_page(menu, settings),
        Some(Page::Main) => main_page(menu),
        Some(Page::Load) => files_page(menu, NO_SAVES),
        Some(Page::Levels) => files_page(menu, "No levels were found"),
        Some(Page::Skirmish) => skirmish::first_page(menu, settings),
        Some(Page::SkirmishMore) => skirmish::more_page(menu, settings),
        Some(Page::SkirmishSide(index)) => skirmish::side_page(menu, settings, index),
        Some(Page::SkirmishTyped(choice)) => skirmish::typed_page(menu, settings, choice),
        Some(Page::NewSystem) => new_system_page(menu),
        Some(Page::Credits) => credits_page(menu),
        Some(Page::Settings) => settings_page(menu, settings, usual_quality),
        Some(Page::Keys) => keys_page(menu, settings),
        Some(Page::Result) => result_page(menu),
        Some(Page::Surrender) => surrender_page(menu),
        Some(Page::Quit) => quit_page(menu),
        Some(Page::Minds) => minds_page(menu),
        Some(Page::Reskill(faction)) => reskill_page(menu, faction),
    }
}

/// The rows that go on, the battles, and the plans of minds; the rest of the result is above the rows.
fn result_page(menu: &Menu) -> Vec<Item> {
    let battle = |battle: &BattleTold| Item {
        value: battle.losses.clone(),
        ..Item::new(
            format!("{}  Battle at {}", battle.date, battle.place),
            "Go to this place",
            MenuAction::LookAt(battle.body),
        )
    };
    let plan = |plan: &PlanTold| Item {
        value: capital(&plan.course),
        ..Item::new(plan.plan.clone(), capital(&plan.why), MenuAction::LookAt(plan.body))
    };
    let easier = menu.easier.as_ref().map(|skill| {
        let note = "Two losses in a row: play the level again on the next lower difficulty";
        Item::new(
            format!("Play again, difficulty {}", capital(skill)),
            note,
            MenuAction::Easier(skill.clone()),
        )
    });
    let ways = [
        Item::new("Resume", "Esc does the same; the menu leads back to this page", MenuAction::GoOn),
        Item::new("Save game", "A new save, named by the level and the date", MenuAction::Save),
        load(menu),
        restart(),
        main_menu(),
        quit(menu),
    ];
    // The last battle comes first.
    let told = menu.battles.iter().rev().map(battle).chain(menu.plans.iter().map(plan));
    easier.into_iter().chain(ways).chain(told).collect()
}

fn load(menu: &Menu) -> Item {
    let note = if menu.is_main() { "Saved games, the newest first" } else { LOST };
    Item::new("Load game", note, MenuAction::Turn(Page::Load))
}

fn levels(menu: &Menu) -> Item {
    let note = if menu.is_main() { "The levels of the game, and your own" } else { LOST };
    Item::new("Levels", note, MenuAction::Turn(Page::Levels))
}

fn restart() -> Item {
    Item::new("Restart level", LOST, MenuAction::Restart)
}

fn main_menu() -> Item {
    Item::new("Quit to main menu", LOST, MenuAction::MainMenu)
}

/// The row that ends the program; it asks first if something would be lost.
fn quit(menu: &Menu) -> Item {
    let enter = if menu.is_unsaved { MenuAction::Turn(Page::Quit) } else { MenuAction::Quit };
    Item::new("Quit to desktop", if menu.is_unsaved { LOST } else { "" }, enter)
}

fn settings_row() -> Item {
    Item::new("Settings", "Interface, graphics and sound", MenuAction::Turn(Page::Settings))
}

fn keys_row() -> Item {
    Item::new("Key bindings", "Show and change the keys of all actions", MenuAction::Turn(Page::Keys))
}

/// The main menu. "Continue" takes the newest readable save.
fn main_page(menu: &Menu) -> Vec<Item> {
    let saves = menu.files.iter().filter(|file| file.is_save);
    let newest = saves.clone().next().map(|newest| Item {
        value: newest.title.clone(),
        ..Item::new(
            "Continue",
            plain_path(&newest.path),
            MenuAction::Play(saves.map(|save| save.path.clone()).collect()),
        )
    });
    let skirmish = Item::new(
        "Skirmish",
        "A war against AI players, on a level of your choice",
        MenuAction::Turn(Page::Skirmish),
    );
    let credits =
        Item::new("Credits", "The authors and sources of the game", MenuAction::Turn(Page::Credits));
    let why_not = if newest.is_none() { NO_SAVES.to_owned() } else { String::new() };
    let load = Item { why_not, ..load(menu) };
    newest
        .into_iter()
        .chain([skirmish, levels(menu), load, settings_row(), keys_row(), credits, quit(menu)])
        .collect()
}

/// The files that can be played and match the search; `none` is the message without any.
fn files_page(menu: &Menu, none: &str) -> Vec<Item> {
    let mut rows: Vec<Item> = found_files(menu).map(load_item).collect();
    if rows.is_empty() {
        let why = if menu.files.is_empty() { none } else { NOTHING_FOUND };
        rows.push(Item::new(why, "", MenuAction::Stay));
    }
    rows.push(back(menu));
    rows
}

/// The files that match the search, in the order of their rows.
pub(super) fn found_files(menu: &Menu) -> impl Iterator<Item = &LevelFile> {
    menu.files.iter().filter(|file| load_item(file).is_found(&menu.search))
}

/// The paragraphs of the page on credits; the arrows go through them.
fn credits_page(menu: &Menu) -> Vec<Item> {
    let rows = credits::paragraphs().map(|words| Item::new(words, "", MenuAction::Stay));
    [back(menu)].into_iter().chain(rows).collect()
}

fn pause_page(menu: &Menu, settings: &Settings) -> Vec<Item> {
    let guide = if settings.hints_done { "Off" } else { "On" };
    let guide = Item {
        value: guide.to_owned(),
        ..Item::new("Guide", "Show the guide through the first minutes again", MenuAction::ShowGuide)
    };
    let surrender = menu.no_surrender.clone().map(|why_not| Item {
        why_not: capital(&why_not),
        ..Item::new(
            "Surrender",
            "Give up all your ships and bodies; asks first",
            MenuAction::Turn(Page::Surrender),
        )
    });
    let rows = [
        Item::new("Resume", "Esc does the same", MenuAction::GoOn),
        Item::new("Save game", "A new save, named by the level and the date", MenuAction::Save),
        load(menu),
        restart(),
        levels(menu),
        Item::new("Briefing", "The story of the level, and how to win it", MenuAction::Brief),
        Item::new(
            "Encyclopedia",
            "Ships, structures, rules, and the marks on the map",
            MenuAction::Encyclopedia,
        ),
        Item::new("Statistics", "Income, fleets, losses and battles", MenuAction::Turn(Page::Result)),
        settings_row(),
        keys_row(),
        guide,
    ];
    let minds = (!menu.opponents.is_empty()).then(|| {
        let note = "The AI players of the game, and their difficulty";
        Item::new("Opponents", note, MenuAction::Turn(Page::Minds))
    });
    rows.into_iter().chain(minds).chain(surrender).chain([main_menu(), quit(menu)]).collect()
}

/// The minds of the game; a row leads to the question about its skill.
fn minds_page(menu: &Menu) -> Vec<Item> {
    let mind = |opponent: &Opponent| {
        let words = opponent.seat.mind.as_ref().map(MindChoice::words).unwrap_or_default();
        let words = capital(&words);
        let value = if opponent.seat.suspended { format!("{words}, waiting") } else { words };
        let note = "Change the difficulty; asks first";
        Item {
            value,
            ..Item::new(opponent.name.clone(), note, MenuAction::Turn(Page::Reskill(opponent.faction)))
        }
    };
    menu.opponents.iter().map(mind).chain([back(menu)]).collect()
}

/// The question which skill a mind should have. The row with the consequences comes first, so that a second Enter
/// does nothing.
fn reskill_page(menu: &Menu, faction: FactionId) -> Vec<Item> {
    let opponent = menu.opponents.iter().find(|opponent| opponent.faction == faction);
    let name = opponent.map_or("it", |opponent| opponent.name.as_str());
    let present = opponent.and_then(|opponent| opponent.seat.mind.as_ref()).map(|mind| mind.skill.as_str());
    let question = Item::new(
        format!(
            "Which difficulty should {name} have from now on? It keeps its plans; everybody sees the change."
        ),
        "",
        MenuAction::Stay,
    );
    let skill = |skill: &Skill| {
        let is_present = present == Some(&skill.name);
        Item {
            why_not: if is_present { "This is the present difficulty".to_owned() } else { String::new() },
            ..Item::new(
                capital(&skill.name),
                skill.role.clone(),
                MenuAction::Reskill(faction, skill.name.clone()),
            )
        }
    };
    [question, back(menu)].into_iter().chain(menu.minds.skills.iter().map(skill)).collect()
}

/// The question whether to surrender. The row with the consequences comes first, so that a second Enter does
/// nothing.
fn surrender_page(menu: &Menu) -> Vec<Item> {
    let surrender = Item::new("Surrender", "This cannot be undone", MenuAction::Surrender);
    vec![Item::new(SURRENDER, "", MenuAction::Stay), back(menu), surrender]
}

/// The question whether to quit. The row with the consequences comes first, so that a second Enter does nothing.
fn quit_page(menu: &Menu) -> Vec<Item> {
    let question = Item::new(format!("Quit to desktop? {LOST}."), "", MenuAction::Stay);
    vec![question, back(menu), Item::new("Quit", LOST, MenuAction::Quit)]
}

fn load_item(file: &LevelFile) -> Item {
    Item {
        value: file.name(),
        picture: file.preview.as_ref().and_then(|preview| preview.map.clone()),
        why_not: file.preview.as_ref().and_then(Preview::fault).unwrap_or_default(),
        ..Item::new(file.title.clone(), plain_path(&file.path), MenuAction::Play(vec![file.path.clone()]))
    }
}

fn keys_page(menu: &Menu, settings: &Settings) -> Vec<Item> {
    let rows = ACTIONS.iter().map(|info| key_item(info, menu, settings));
    let found = rows.filter(|row| row.is_found(&menu.search));
    if !menu.search.is_empty() {
        return found.chain([back(menu)]).collect();
    }
    let reset = Item::new("Reset all", "All actions get their default keys", MenuAction::AllUsual);
    [back(menu), reset].into_iter().chain(found).collect()
}

fn key_item(info: &ActionInfo, menu: &Menu, settings: &Settings) -> Item {
    let action = info.action;
    let is_heard = menu.hearing.as_ref().is_some_and(|hearing| hearing.action == action);
    let value = if is_heard { "Press a key".to_owned() } else { key_words(action, &settings.keys) };
    let others: Vec<&str> = rivals(action, &settings.keys).into_iter().map(words_of).collect();
    let note = if is_heard {
        "One key, or several together; Esc cancels".to_owned()
    } else if others.is_empty() {
        "Enter: change the key; Left: add a key; Right: default keys".to_owned()
    } else {
        format!("Same key as: {}", others.join("; "))
    };
    Item {
        value,
        trouble: if others.is_empty() { String::new() } else { "Conflict".to_owned() },
        buttons: vec![
            ItemButton {
                words: "Add binding",
                tip: "Adds another key. [Left]",
                deed: MenuAction::Hear(action, true),
            },
            ItemButton {
                words: "Reset",
                tip: "Restores the default keys. [Right]",
                deed: MenuAction::Usual(action),
            },
        ],
        ..Item::new(with_keys(info.words, &settings.keys), note, MenuAction::Hear(action, false))
    }
}

#[cfg(test)]
mod tests {
    use super::super::key_capture::KeyCapture;
    use super::*;
    use crate::client::settings::actions::Action;
    use crate::sim::ids::BodyId;
    use bevy::prelude::KeyCode;

    fn open(page: Page) -> Menu {
        Menu { page: Some(page), ..Menu::default() }
    }

    #[test]
    fn every_action_has_a_row_and_both_sides_of_a_conflict_say_so() {
        let mut settings = Settings::default();
        settings.bind(Action::Pause, vec![KeyCode::KeyF], false);
        let rows = keys_page(&open(Page::Keys), &settings);
        assert_eq!(rows.len(), ACTIONS.len() + 2);
        let in_trouble: Vec<&Item> = rows.iter().filter(|row| !row.trouble.is_empty()).collect();
        assert_eq!(in_trouble.len(), 2);
        assert_eq!(in_trouble[0].note, "Same key as: Focus on the selection and follow it");
        assert_eq!(in_trouble[1].note, "Same key as: Pause and resume");
    }

    #[test]
    fn the_action_that_waits_for_a_key_says_so() {
        let menu = Menu { hearing: Some(KeyCapture::new(Action::Stop, false)), ..open(Page::Keys) };
        let rows = keys_page(&menu, &Settings::default());
        assert_eq!(rows.iter().filter(|row| row.value == "Press a key").count(), 1);
    }

    #[test]
    fn the_main_menu_goes_on_with_the_newest_save() {
        let save = |name: &str| LevelFile {
            path: name.into(),
            title: name.to_owned(),
            is_save: true,
            preview: None,
        };
        let settings = Settings::default();
        let none = items(&open(Page::Main), &settings, Quality::High);
        assert_eq!(none[0].enter, MenuAction::Turn(Page::Skirmish), "nothing to go on with");
        assert_eq!(none[2].why_not, NO_SAVES, "nothing to load");
        let menu = Menu { files: vec![save("new"), save("old")], ..open(Page::Main) };
        let rows = items(&menu, &settings, Quality::High);
        assert_eq!((rows.len(), &rows[0].value[..]), (none.len() + 1, "new"));
        assert_eq!(
            rows[0].enter,
            MenuAction::Play(vec!["new".into(), "old".into()]),
            "the first that can be read"
        );
    }

    #[test]
    fn a_search_leaves_rows_with_its_letters() {
        let file = |name: &str| LevelFile {
            path: format!("{name}.ron").into(),
            title: name.to_owned(),
            is_save: false,
            preview: None,
        };
        let files = vec![file("Sol"), file("The duel"), file("First light")];
        let words = |search: &str| {
            let menu = Menu { files: files.clone(), search: search.to_owned(), ..open(Page::Levels) };
            let rows = items(&menu, &Settings::default(), Quality::High);
            rows.into_iter().map(|row| row.words).collect::<Vec<String>>()
        };
        assert_eq!(words("DUEL"), ["The duel", "Back"]);
        assert_eq!(words("l"), ["Sol", "The duel", "First light", "Back"]);
        assert_eq!(words("xyz"), [NOTHING_FOUND, "Back"]);
        let menu = Menu { search: "pause".to_owned(), ..open(Page::Keys) };
        let keys = keys_page(&menu, &Settings::default());
        assert!(keys.len() > 1 && keys.len() < 8, "{keys:?}");
    }

    #[test]
    fn battles_lead_to_their_places() {
        let battle = |body: BodyId| BattleTold {
            body,
            place: format!("Body {}", body.0),
            date: String::new(),
            losses: String::new(),
        };
        let menu = Menu { battles: vec![battle(BodyId(3)), battle(BodyId(7))], ..open(Page::Result) };
        let rows = items(&menu, &Settings::default(), Quality::High);
        let deeds: Vec<&MenuAction> = rows.iter().map(|row| &row.enter).collect();
        assert_eq!(deeds[0], &MenuAction::GoOn);
        assert_eq!(
            deeds[6..],
            [&MenuAction::LookAt(BodyId(7)), &MenuAction::LookAt(BodyId(3))],
            "the last one first"
        );
    }

    #[test]
    fn a_surrender_needs_confirmation_and_shows_its_refusal() {
        let settings = Settings::default();
        let rows = |page: Page, no_surrender: Option<&str>| {
            let no_surrender = no_surrender.map(str::to_owned);
            items(&Menu { no_surrender, ..open(page) }, &settings, Quality::High)
        };
        let why_not = |no_surrender: Option<&str>| {
            let row = rows(Page::Pause, no_surrender);
            let row = row.into_iter().find(|row| row.enter == MenuAction::Turn(Page::Surrender));
            row.map(|row| row.why_not)
        };
        assert_eq!(why_not(None), None, "a spectator has nothing to give up");
        assert_eq!(why_not(Some("")).as_deref(), Some(""));
        assert_eq!(why_not(Some("too late")).as_deref(), Some("Too late"));
        let asked = rows(Page::Surrender, Some(""));
        let deeds: Vec<&MenuAction> = asked.iter().map(|row| &row.enter).collect();
        assert_eq!(
            deeds,
            [&MenuAction::Stay, &MenuAction::Turn(Page::Pause), &MenuAction::Surrender],
            "the first does nothing"
        );
    }

    #[test]
    fn quitting_needs_confirmation_while_something_would_be_lost() {
        let settings = Settings::default();
        let rows = |page: Page, is_unsaved: bool| {
            items(&Menu { is_unsaved, ..open(page) }, &settings, Quality::High)
        };
        for page in [Page::Pause, Page::Result] {
            let deeds = |is_unsaved| {
                rows(page, is_unsaved).into_iter().map(|row| row.enter).collect::<Vec<MenuAction>>()
            };
            assert!(deeds(false).contains(&MenuAction::Quit), "{page:?}: all is saved");
            assert!(
                deeds(true).contains(&MenuAction::Turn(Page::Quit))
                    && !deeds(true).contains(&MenuAction::Quit)
            );
        }
        let asked = rows(Page::Quit, true);
        let deeds: Vec<&MenuAction> = asked.iter().map(|row| &row.enter).collect();
        assert_eq!(
            deeds,
            [&MenuAction::Stay, &MenuAction::Turn(Page::Pause), &MenuAction::Quit],
            "the first does nothing"
        );
    }

    #[test]
    fn a_change_of_skill_asks_first() {
        let mind = Some(MindChoice::new("captain", "corsair"));
        let ferrum = FactionId(1);
        let seat = crate::sim::Seat { mind, suspended: false };
        let opponents = vec![Opponent { faction: ferrum, name: "Ferrum".to_owned(), seat }];
        let minds = crate::rules::test_support::shipped().minds.clone();
        let settings = Settings::default();
        let rows = |page: Page| {
            let menu = Menu { opponents: opponents.clone(), minds: minds.clone(), ..open(page) };
            items(&menu, &settings, Quality::High)
        };
        assert!(rows(Page::Pause).iter().any(|row| row.enter == MenuAction::Turn(Page::Minds)));
        let listed = rows(Page::Minds);
        assert_eq!(
            (listed[0].value.as_str(), &listed[0].enter),
            ("Captain, corsair", &MenuAction::Turn(Page::Reskill(ferrum)))
        );
        let asked = rows(Page::Reskill(ferrum));
        assert_eq!(asked[0].enter, MenuAction::Stay, "a second Enter does nothing");
        assert_eq!(asked[1].enter, MenuAction::Turn(Page::Minds));
        assert_eq!(asked.len(), 2 + minds.skills.len());
        assert_eq!(asked.iter().filter(|row| !row.why_not.is_empty()).count(), 1, "the present skill");
    }

    #[test]
    fn the_result_offers_a_lower_skill_and_lists_plans() {
        let plan = PlanTold {
            body: BodyId(5),
            plan: "Ferrum: take Alder".to_owned(),
            course: "under way".to_owned(),
            why: "it is weak".to_owned(),
        };
        let menu = Menu { easier: Some("cadet".to_owned()), plans: vec![plan], ..open(Page::Result) };
        let rows = items(&menu, &Settings::default(), Quality::High);
        assert_eq!(rows[0].enter, MenuAction::Easier("cadet".to_owned()));
        let last = rows.last().unwrap();
        assert_eq!((last.note.as_str(), &last.enter), ("It is weak", &MenuAction::LookAt(BodyId(5))));
    }

    #[test]
    fn every_page_leads_back_or_on() {
        let settings = Settings::default();
        for home in [Page::Pause, Page::Main] {
            for page in [
                Page::Load,
                Page::Levels,
                Page::Settings,
                Page::Keys,
                Page::Credits,
                Page::Surrender,
                Page::Quit,
            ] {
                let rows = items(&Menu { home, ..open(page) }, &settings, Quality::High);
                assert!(rows.iter().any(|row| row.enter == MenuAction::Turn(home)), "{page:?}");
            }
        }
        let first = items(&open(Page::Pause), &settings, Quality::High);
        assert_eq!(first.first().map(|row| &row.enter), Some(&MenuAction::GoOn));
        assert_eq!(items(&Menu::default(), &settings, Quality::High).len(), 0);
    }
}
