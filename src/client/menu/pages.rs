//! What stands on each page of the menu, and what each row does.
//!
//! - Enters: the settings, and what can be loaded.
//! - Leaves: rows as plain data, each with its [`Deed`]s.
//! - Must never: do anything.

use std::path::PathBuf;

use bevy::prelude::{Handle, Image};

use super::saves::LevelFile;
use super::{Menu, Page, credits};
use crate::client::menu::result::BattleTold;
use crate::client::models::palette::{LEAST_DISTANCE, Palette};
use crate::client::settings::actions::{ACTIONS, Action, ActionInfo, rivals, words_of};
use crate::client::settings::key_words::key_words;
use crate::client::settings::key_words::with_keys;
use crate::client::settings::quality::Quality;
use crate::client::settings::volumes::Part;
use crate::client::settings::{Settings, UI_SCALES};
use crate::level::plain_path;
use crate::sim::ids::BodyId;

/// Steps in which the size of words changes, per cent.
const SCALE_STEP: i32 = 5;

/// What a row or a button does.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Deed {
    /// Closes the menu.
    GoOn,
    /// Writes a save.
    Save,
    /// Turns to a page.
    Turn(Page),
    /// Closes the menu and looks at a body.
    LookAt(BodyId),
    /// Plays a level or a save, the first of these files that can be played, in the place of the present game.
    Play(Vec<PathBuf>),
    /// Plays the present level again, from its beginning.
    Restart,
    /// Leaves the present game for the main menu.
    MainMenu,
    /// Does nothing: the row is there to be read.
    Stay,
    /// Closes the menu and tells what the level is about.
    Brief,
    /// Shows the hints for the first minutes again.
    CallHints,
    /// Ends the program.
    Quit,
    /// Changes a setting to what comes before or behind.
    Step(Setting, Way),
    /// Waits for keys for an action; whether they are to hold besides the present ones.
    Hear(Action, bool),
    /// Gives an action its usual keys.
    Usual(Action),
    /// Gives all actions their usual keys.
    AllUsual,
}

/// A setting on the page of settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    /// The size of words and panels.
    Size,
    /// How much is drawn.
    Quality,
    /// The colours of factions.
    Palette,
    /// Whether little moves by itself.
    Motion,
    /// Whether the camera trembles near explosions.
    Shake,
    /// Whether the harm of hits is shown in numbers.
    Numbers,
    /// Whether the screen's edges move the view.
    Edges,
    /// Whether the constellations are drawn.
    Constellations,
    /// Whether anything is heard.
    Sound,
    /// How loud a part of it is.
    Volume(Part),
}

/// To what comes before, or to what comes behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Less, or what comes before.
    Back,
    /// More, or what comes behind.
    On,
}

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Item {
    /// What it is about.
    pub(super) words: String,
    /// What is set.
    pub(super) value: String,
    /// What is wrong with it; may be empty.
    pub(super) trouble: String,
    /// What is told while it is chosen.
    pub(super) note: String,
    /// What Enter or a click does.
    pub(super) enter: Deed,
    /// A picture before the words.
    pub(super) picture: Option<Handle<Image>>,
    /// Its buttons: the first is pressed by the arrow to the left, the second by that to the right.
    pub(super) buttons: Vec<(&'static str, Deed)>,
}

impl Item {
    fn new(words: impl Into<String>, note: impl Into<String>, enter: Deed) -> Self {
        let (value, trouble) = (String::new(), String::new());
        let (picture, buttons) = (None, Vec::new());
        Self { words: words.into(), value, trouble, note: note.into(), enter, picture, buttons }
    }
}

/// The title of a page.
pub(super) fn title(page: Page) -> &'static str {
    match page {
        Page::Pause => "Paused",
        Page::Main => "ECLIPTIC",
        Page::Load => "Load",
        Page::Levels => "Levels",
        Page::Credits => "Credits",
        Page::Settings => "Settings",
        Page::Keys => "Keys",
        Page::Result => "Result",
    }
}

/// The rows of the open page. `usual_quality` is what suits the graphics adapter.
pub(super) fn items(menu: &Menu, settings: &Settings, usual_quality: Quality) -> Vec<Item> {
    match menu.page {
        None => Vec::new(),
        Some(Page::Pause) => pause_page(settings),
        Some(Page::Main) => main_page(menu, settings),
        Some(Page::Load) => files_page(menu, "there are no saves yet"),
        Some(Page::Levels) => files_page(menu, "no levels were found"),
        Some(Page::Credits) => credits_page(menu),
        Some(Page::Settings) => settings_page(menu, settings, usual_quality),
        Some(Page::Keys) => keys_page(menu, settings),
        Some(Page::Result) => result_page(menu),
    }
}

/// Ways on, and the battles; what else there is to the result stands above the rows.
fn result_page(menu: &Menu) -> Vec<Item> {
    let battle = |battle: &BattleTold| Item {
        value: battle.losses.clone(),
        ..Item::new(
            format!("{}  battle at {}", battle.date, battle.place),
            "Enter or a click looks there",
            Deed::LookAt(battle.body),
        )
    };
    let ways = [
        Item::new("go on looking", "Esc does the same; the menu leads back to this page", Deed::GoOn),
        Item::new("save", "writes a save with the date in its name", Deed::Save),
        load(),
        restart(),
        main_menu(),
        quit(),
    ];
    // The last battle comes first.
    ways.into_iter().chain(menu.battles.iter().rev().map(battle)).collect()
}

fn back(menu: &Menu) -> Item {
    Item::new("back", "Esc does the same", Deed::Turn(menu.home))
}

fn load() -> Item {
    Item::new("load", "saves, the newest first", Deed::Turn(Page::Load))
}

fn levels() -> Item {
    Item::new("levels", "those that came with the game, and your own", Deed::Turn(Page::Levels))
}

fn restart() -> Item {
    Item::new(
        "restart",
        "the level, or the save, from where it began; what is not saved is lost",
        Deed::Restart,
    )
}

fn main_menu() -> Item {
    Item::new("main menu", "leaves this game; what is not saved is lost", Deed::MainMenu)
}

fn quit() -> Item {
    Item::new("quit", "ends the program; what is not saved is lost", Deed::Quit)
}

fn settings_row(settings: &Settings) -> Item {
    Item::new("settings", settings.file_words(), Deed::Turn(Page::Settings))
}

fn keys_row() -> Item {
    Item::new("keys", "which keys do what, and others in their place", Deed::Turn(Page::Keys))
}

/// The main menu. What goes on is the newest save that can be read.
fn main_page(menu: &Menu, settings: &Settings) -> Vec<Item> {
    let saves = menu.files.iter().filter(|file| file.is_save);
    let newest = saves.clone().next().map(|newest| Item {
        value: newest.title.clone(),
        ..Item::new(
            "continue",
            plain_path(&newest.path),
            Deed::Play(saves.map(|save| save.path.clone()).collect()),
        )
    });
    let credits =
        Item::new("credits", "what the game is made of, and who made it", Deed::Turn(Page::Credits));
    let quit = Item::new("quit", "ends the program", Deed::Quit);
    newest.into_iter().chain([levels(), load(), settings_row(settings), keys_row(), credits, quit]).collect()
}

/// The files that can be played; `none` is told where there are none.
fn files_page(menu: &Menu, none: &str) -> Vec<Item> {
    let empty = menu.files.is_empty().then(|| Item::new(none, "", Deed::Stay));
    menu.files.iter().map(load_item).chain(empty).chain([back(menu)]).collect()
}

/// The lines of the page on credits; the arrows go through them.
fn credits_page(menu: &Menu) -> Vec<Item> {
    let line = |line: String| Item::new(line, "", Deed::Stay);
    [back(menu)].into_iter().chain(credits::lines().into_iter().map(line)).collect()
}

fn pause_page(settings: &Settings) -> Vec<Item> {
    let hints = if settings.hints_done { "off" } else { "shown" };
    let hints = Item {
        value: hints.to_owned(),
        ..Item::new("hints", "shows the hints for the first minutes from the beginning", Deed::CallHints)
    };
    vec![
        Item::new("go on", "Esc does the same; the game goes on as it was", Deed::GoOn),
        Item::new("save", "writes a save with the date in its name", Deed::Save),
        load(),
        restart(),
        levels(),
        Item::new("this level", "what it is about, how it is won, and what to do first", Deed::Brief),
        Item::new("result", "how the war stands, or how it ended", Deed::Turn(Page::Result)),
        settings_row(settings),
        keys_row(),
        hints,
        main_menu(),
        quit(),
    ]
}

fn load_item(file: &LevelFile) -> Item {
    Item {
        value: file.name(),
        picture: file.preview.as_ref().and_then(|preview| preview.map.clone()),
        ..Item::new(file.title.clone(), plain_path(&file.path), Deed::Play(vec![file.path.clone()]))
    }
}

fn settings_page(menu: &Menu, settings: &Settings, usual_quality: Quality) -> Vec<Item> {
    let row = |words: &str, setting: Setting, value: String, note: String| Item {
        value,
        buttons: vec![("<", Deed::Step(setting, Way::Back)), (">", Deed::Step(setting, Way::On))],
        ..Item::new(words, note, Deed::Step(setting, Way::On))
    };
    let switch = |is_on: bool| String::from(if is_on { "on" } else { "off" });
    let (least, most) = UI_SCALES;
    let sizes = format!(
        "{:.0} to {:.0} %; at 100 % no word is lower than 18 pixels in a window of 1080",
        100.0 * least,
        100.0 * most
    );
    let quality = settings.quality.unwrap_or(usual_quality);
    let quality_name = match settings.quality {
        Some(chosen) => chosen.name().to_owned(),
        None => format!("as suits the graphics driver ({})", usual_quality.name()),
    };
    let palette = match settings.palette {
        Palette::Level => "factions have the colours that their level gives them".to_owned(),
        _ => {
            format!("any two of eight colours are {LEAST_DISTANCE} apart in Oklab or more, to all it is for")
        }
    };
    let loudness = |part: Part| format!("{} %", settings.sound.of(part));
    let heard = |words: &str| {
        let built = if cfg!(feature = "audio") { "" } else { "this build of the game has no sound; " };
        format!("{built}{words}")
    };
    let volume =
        |words: &str, part: Part, note: &str| row(words, Setting::Volume(part), loudness(part), heard(note));
    vec![
        row("size of words", Setting::Size, format!("{} %", percent(settings)), sizes),
        row("picture", Setting::Quality, quality_name, quality.words().to_owned()),
        row(
            "colours of factions",
            Setting::Palette,
            settings.palette.name().to_owned(),
            format!("{palette}; from the next level or save on"),
        ),
        row(
            "reduced motion",
            Setting::Motion,
            switch(settings.reduced_motion),
            "the camera jumps instead of flying, and nothing pulses".to_owned(),
        ),
        row(
            "tremble near explosions",
            Setting::Shake,
            switch(settings.camera_shake),
            "the camera trembles for half a second; never with reduced motion".to_owned(),
        ),
        row(
            "numbers of harm",
            Setting::Numbers,
            switch(settings.damage_numbers),
            "what hits take from shields and armour floats up as numbers".to_owned(),
        ),
        row(
            "move the view at the screen's edge",
            Setting::Edges,
            switch(settings.edge_panning),
            "the pointer at the edge of the screen moves the view".to_owned(),
        ),
        row(
            "constellations",
            Setting::Constellations,
            switch(settings.constellations),
            "lines between the stars, and their Latin names".to_owned(),
        ),
        row(
            "sound",
            Setting::Sound,
            switch(!settings.sound.is_muted),
            heard("nothing is told by sound alone: all of it has a sign on the screen"),
        ),
        volume("volume", Part::All, "of everything"),
        volume("volume of effects", Part::Effects, "orders, arrivals, warnings, buttons"),
        volume("volume of engines", Part::Engines, "of ships near the camera"),
        volume("volume of the hum", Part::Ambience, "it changes with the place that is looked at"),
        back(menu),
    ]
}

fn keys_page(menu: &Menu, settings: &Settings) -> Vec<Item> {
    let reset = Item::new("all usual keys", "forgets all keys that were chosen", Deed::AllUsual);
    let rows = ACTIONS.iter().map(|info| key_item(info, menu, settings));
    [back(menu), reset].into_iter().chain(rows).collect()
}

fn key_item(info: &ActionInfo, menu: &Menu, settings: &Settings) -> Item {
    let action = info.action;
    let is_heard = menu.hearing.as_ref().is_some_and(|hearing| hearing.action == action);
    let value = if is_heard { "press it now".to_owned() } else { key_words(action, &settings.keys) };
    let others: Vec<&str> = rivals(action, &settings.keys).into_iter().map(words_of).collect();
    let trouble = if others.is_empty() { String::new() } else { format!("also: {}", others.join("; ")) };
    let note = if is_heard {
        "one key, or several together; Esc leaves it as it is"
    } else {
        "Enter: another key; left: one more; right: the usual keys"
    };
    Item {
        value,
        trouble,
        buttons: vec![("one more", Deed::Hear(action, true)), ("usual", Deed::Usual(action))],
        ..Item::new(with_keys(info.words, &settings.keys), note, Deed::Hear(action, false))
    }
}

/// The size of words, per cent.
fn percent(settings: &Settings) -> i32 {
    (100.0 * settings.ui_scale).round() as i32
}

/// Changes a setting to what comes before or behind. Sizes and volumes end, everything else goes round.
pub(super) fn step(settings: &mut Settings, setting: Setting, way: Way) {
    match setting {
        Setting::Size => {
            let by = if way == Way::On { SCALE_STEP } else { -SCALE_STEP };
            let (least, most) = UI_SCALES;
            settings.ui_scale = ((percent(settings) + by) as f32 / 100.0).clamp(least, most);
        }
        Setting::Quality => {
            let all: Vec<Option<Quality>> =
                std::iter::once(None).chain(Quality::ALL.into_iter().map(Some)).collect();
            settings.quality = beside(&all, settings.quality, way);
        }
        Setting::Palette => settings.palette = beside(&Palette::ALL, settings.palette, way),
        Setting::Motion => settings.reduced_motion = !settings.reduced_motion,
        Setting::Shake => settings.camera_shake = !settings.camera_shake,
        Setting::Numbers => settings.damage_numbers = !settings.damage_numbers,
        Setting::Edges => settings.edge_panning = !settings.edge_panning,
        Setting::Constellations => settings.constellations = !settings.constellations,
        Setting::Sound => settings.sound.is_muted = !settings.sound.is_muted,
        Setting::Volume(part) => settings.sound.step(part, way == Way::On),
    }
}

/// What comes before or behind `present` in `all`, round and round.
fn beside<T: Copy + PartialEq>(all: &[T], present: T, way: Way) -> T {
    let count = all.len().max(1);
    let at = all.iter().position(|one| *one == present).unwrap_or(0);
    let by = if way == Way::On { 1 } else { count - 1 };
    all.get((at + by) % count).copied().unwrap_or(present)
}

#[cfg(test)]
mod tests {
    use super::super::hearing::Hearing;
    use super::*;
    use bevy::prelude::KeyCode;

    fn open(page: Page) -> Menu {
        Menu { page: Some(page), ..Menu::default() }
    }

    #[test]
    fn sizes_go_from_75_to_200_per_cent() {
        let mut settings = Settings::default();
        for _ in 0..50 {
            step(&mut settings, Setting::Size, Way::On);
        }
        assert_eq!(percent(&settings), 200);
        for _ in 0..50 {
            step(&mut settings, Setting::Size, Way::Back);
        }
        assert_eq!(percent(&settings), 75);
        step(&mut settings, Setting::Size, Way::On);
        assert_eq!(percent(&settings), 80);
    }

    #[test]
    fn volumes_have_rows_and_end() {
        let mut settings = Settings::default();
        for _ in 0..20 {
            step(&mut settings, Setting::Volume(Part::Engines), Way::Back);
        }
        assert_eq!(settings.sound.engines, 0);
        step(&mut settings, Setting::Sound, Way::On);
        assert!(settings.sound.is_muted);
        let rows = settings_page(&open(Page::Settings), &settings, Quality::High);
        assert!(rows.iter().any(|row| row.words == "volume of engines" && row.value == "0 %"));
        assert!(rows.iter().any(|row| row.words == "sound" && row.value == "off"));
    }

    #[test]
    fn grades_and_palettes_go_round() {
        let mut settings = Settings::default();
        step(&mut settings, Setting::Quality, Way::Back);
        assert_eq!(settings.quality, Some(Quality::Ultra));
        step(&mut settings, Setting::Quality, Way::On);
        assert_eq!(settings.quality, None);
        for _ in Palette::ALL {
            step(&mut settings, Setting::Palette, Way::On);
        }
        assert_eq!(settings.palette, Palette::Level);
    }

    #[test]
    fn every_action_has_a_row_and_both_sides_of_a_conflict_say_so() {
        let mut settings = Settings::default();
        settings.bind(Action::Pause, vec![KeyCode::KeyF], false);
        let rows = keys_page(&open(Page::Keys), &settings);
        assert_eq!(rows.len(), ACTIONS.len() + 2);
        let in_trouble: Vec<&Item> = rows.iter().filter(|row| !row.trouble.is_empty()).collect();
        assert_eq!(in_trouble.len(), 2);
        assert_eq!(in_trouble[0].trouble, "also: look at the selection and follow it");
        assert_eq!(in_trouble[1].trouble, "also: pause, and go on");
    }

    #[test]
    fn the_action_that_waits_for_a_key_says_so() {
        let menu = Menu { hearing: Some(Hearing::new(Action::Stop, false)), ..open(Page::Keys) };
        let rows = keys_page(&menu, &Settings::default());
        assert_eq!(rows.iter().filter(|row| row.value == "press it now").count(), 1);
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
        assert_eq!(none[0].enter, Deed::Turn(Page::Levels), "nothing to go on with");
        let menu = Menu { files: vec![save("new"), save("old")], ..open(Page::Main) };
        let rows = items(&menu, &settings, Quality::High);
        assert_eq!((rows.len(), &rows[0].value[..]), (none.len() + 1, "new"));
        assert_eq!(rows[0].enter, Deed::Play(vec!["new".into(), "old".into()]), "the first that can be read");
    }

    #[test]
    fn battles_lead_to_their_places() {
        let told = |body: BodyId| BattleTold {
            body,
            place: format!("Body {}", body.0),
            date: String::new(),
            losses: String::new(),
        };
        let menu = Menu { battles: vec![told(BodyId(3)), told(BodyId(7))], ..open(Page::Result) };
        let rows = items(&menu, &Settings::default(), Quality::High);
        let deeds: Vec<&Deed> = rows.iter().map(|row| &row.enter).collect();
        assert_eq!(deeds[0], &Deed::GoOn);
        assert_eq!(deeds[6..], [&Deed::LookAt(BodyId(7)), &Deed::LookAt(BodyId(3))], "the last one first");
    }

    #[test]
    fn every_page_leads_back_or_on() {
        let settings = Settings::default();
        for home in [Page::Pause, Page::Main] {
            for page in [Page::Load, Page::Levels, Page::Settings, Page::Keys, Page::Credits] {
                let rows = items(&Menu { home, ..open(page) }, &settings, Quality::High);
                assert!(rows.iter().any(|row| row.enter == Deed::Turn(home)), "{page:?}");
            }
        }
        let first = items(&open(Page::Pause), &settings, Quality::High);
        assert_eq!(first.first().map(|row| &row.enter), Some(&Deed::GoOn));
        assert_eq!(items(&Menu::default(), &settings, Quality::High).len(), 0);
    }
}
