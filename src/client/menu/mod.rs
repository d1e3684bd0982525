//! The main menu, and the menu over the game or a replay: resume, save, load, rewind, replays, levels, the result,
//! settings, keys, surrender, quit.
//!
//! - Enters: keys and mouse while it is open, the settings, the existing saves, replays and levels, the past of the
//!   game.
//! - Leaves: changed [`Settings`], saves, a level or a log to read and enter, the moment to which the game rewinds,
//!   the order to surrender, the end of the program, each after a question if it loses something.
//! - Must never: change the world but by that order. While the menu is open over a game, the game is paused and
//!   its keys have no effect; afterwards the game goes on unchanged.
//!
//! | folder or file | does |
//! |---|---|
//! | `page.rs`, `pages/` | the pages; the rows of each page, and their deeds |
//! | `panel/` | the menu on the screen, and the focus among its rows |
//! | `actions/` | executes deeds |
//! | `files/` | saves, replays, levels and presets: finding, writing, previews |
//! | `game.rs` | what it must know of the game: its minds, whether leaving would lose something, when it was entered |
//! | `past.rs` | what it must know of the past of the game, and of the replay that is watched |
//! | `opening.rs` | opens and closes the menu, and halts the game meanwhile |
//! | `window.rs` | full screen by its key, and the question before the window closes |
//! | `result/` | the progress of victory, and the page of the result |
//! | `skirmish/` | the choices of a skirmish |
//! | `new_system/` | the choices for a level that is generated, and its picture |
//! | `start/` | the screen while a level is loaded, the curtain before its first picture, and its briefing |
//!
//! Mouse or keyboard alone are enough for everything, except that a new key of an action has to be pressed. Arrows or
//! Tab choose a row, and Enter activates it. Left and right press its buttons, move its slider, open the next tab, or
//! go to the other column. Letters search, and Enter in the search takes the first card that is found. Esc goes back,
//! and so do the key that opens the menu and the button at the foot of each page. These keys cannot be changed, so that
//! they cannot be lost.

mod actions;
mod files;
mod game;
mod new_system;
mod opening;
mod page;
mod pages;
mod panel;
mod past;
pub mod result;
mod skirmish;
mod start;
mod window;

pub use panel::MENU_LAYER;
pub use start::{briefing, curtain, loading};

use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::input::InputSystems as KeySystems;
use bevy::input_focus::InputFocusSystems;
use bevy::prelude::*;

use super::settings::Settings;
use super::worlds::{AppState, WhilePlaying, is_playback};
use crate::client::frame::{ClockHold, InputSystems};
use crate::client::menu::result::{BattleEntry, PlanEntry, ResultContent};
use crate::client::widgets::Row;
use crate::level::MindRules;
use crate::rules::Rules;
use crate::sim::{FactionId, OfWorld, Seat};
use actions::key_capture::KeyCapture;
use actions::{leaving, rewinding};
use files::level_file::{LevelFile, Preview};
use files::previews;
use files::saves::PresetFile;
pub use files::writer::{SaveWriter, SavesFolder};
use new_system::{NewSystem, drawing};
use page::Page;
use pages::ShipPicture;
use pages::items::MenuAction;
use pages::question::Question;
use past::Past;
use skirmish::ChosenMap;

/// What closing the menu does to a game that goes on, and to one that is decided.
const RESUME: &str = "Resume";
const KEEP_WATCHING: &str = "Keep watching";

/// A mind of the game.
#[derive(Clone, Debug, PartialEq)]
struct Opponent {
    faction: FactionId,
    /// The name of its faction.
    name: String,
    seat: Seat,
}

/// The direction of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepDirection {
    /// Less, or the previous value.
    Back,
    /// More, or the next value.
    On,
}

/// The menu, open or not.
#[derive(Resource, Debug, Default)]
pub struct Menu {
    page: Option<Page>,
    /// The page to which all other pages return.
    home: Page,
    /// Number of page turns: turning to the same page starts it again, too.
    turns: u32,
    /// The row that has the focus.
    row: usize,
    /// The text in the field of the page: a search, a name, a seed, or a date.
    search: String,
    /// Whether Enter was pressed in the field of a search.
    is_entered: bool,
    /// The deeds of rows and buttons, to be executed in this frame, in their order.
    asked: Vec<MenuAction>,
    /// The frames in which it takes no press yet: keys that were pressed while the world was loaded come in them.
    fresh_frames: u8,
    /// The moment before which the page of the result takes no press, seconds of real time.
    rests_until_s: f64,
    /// The question of the page, if it is one.
    question: Option<Question>,
    /// The action for which keys are awaited.
    capturing: Option<KeyCapture>,
    /// The largest size of words and panels for which the window has room, once that is known.
    most_size: Option<f32>,
    /// The message about the last deed.
    said: String,
    /// The files that can be loaded or watched.
    files: Vec<LevelFile>,
    /// The level to begin with, in the main menu until the guide is finished.
    beginning: Option<LevelFile>,
    /// The name that is offered for a new save.
    save_name: String,
    /// The preset files that can be chosen for a skirmish.
    presets: Vec<PresetFile>,
    /// The map of the level of the skirmish with its choices.
    chosen_map: Option<ChosenMap>,
    /// The picture of a ship of the side of a skirmish whose page is open.
    ship: Option<ShipPicture>,
    /// The choices for a new system.
    system: NewSystem,
    /// The skills and personalities of minds.
    minds: MindRules,
    /// The rules, once something in the menu has read them; it forgets them when it closes.
    rules: Option<Arc<Rules>>,
    /// The entries of the open topic of the encyclopedia.
    entries: Vec<Row<MenuAction>>,
    /// The minds of the game, and their factions.
    opponents: Vec<Opponent>,
    /// The battles that may be shown.
    battles: Vec<BattleEntry>,
    /// The plans of minds that may be shown,
    plans: Vec<PlanEntry>,
    /// their operations that have ended,
    ended: Vec<PlanEntry>,
    /// and what they had built.
    builds: Vec<PlanEntry>,
    /// The lower skill that is offered after losses.
    easier: Option<String>,
    /// The reason why the player may not surrender, empty if the player may; `None` for a spectator.
    no_surrender: Option<String>,
    /// Whether the guide has nothing left to tell in this game.
    is_guide_over: bool,
    /// Whether the war is decided.
    is_decided: bool,
    /// Whether the player has nothing left in a war that is not decided.
    is_out: bool,
    /// Whether leaving the game would lose something: it has gone on since its last save.
    is_unsaved: bool,
    /// Whether the game is autosaved before it is left.
    saves_itself: bool,
    /// The save or the replay that gets another name, or has got it.
    renamed: Option<PathBuf>,
    /// The replay whose worlds are listed.
    listed: Option<PathBuf>,
    /// The factions of the replay that is watched; `None` for a game.
    watched: Option<Vec<(FactionId, String)>>,
    /// The first tick of the replay that is watched; 0 for a game.
    first_watched: u64,
    /// The past of the game; `None` without a game, and in a replay.
    past: Option<Past>,
    /// The moment to which the game may be rewound, seconds of play; `None`: not chosen.
    moment: Option<u32>,
    /// Halts the game while it is open.
    clock: ClockHold,
    /// Whether Esc has requested the menu.
    is_wanted: bool,
}

impl Menu {
    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.page.is_some()
    }

    /// The message about the last deed.
    #[cfg(test)]
    pub(super) fn words(&self) -> &str {
        &self.said
    }

    /// The rules of this folder, read once while the menu is open.
    ///
    /// # Errors
    /// The fault of a file, in words.
    fn rules_in(&mut self, assets_dir: &Path) -> Result<Arc<Rules>, String> {
        if let Some(rules) = &self.rules {
            return Ok(Arc::clone(rules));
        }
        let rules = Arc::new(Rules::load(assets_dir).map_err(|error| error.to_string())?);
        self.rules = Some(Arc::clone(&rules));
        Ok(rules)
    }

    /// The words of the chosen row.
    #[cfg(test)]
    pub(super) fn chosen(&self, settings: &Settings) -> String {
        let rows = pages::items(self, settings, crate::client::settings::quality::Quality::High);
        rows.get(self.row).map(|item| item.words.clone()).unwrap_or_default()
    }

    /// Whether the page of the result is open.
    pub fn shows_result(&self) -> bool {
        self.page == Some(Page::Result)
    }

    /// Sets the battles and the plans for the page of the result.
    pub fn take_content(&mut self, content: &ResultContent) {
        self.battles.clone_from(&content.battles);
        self.plans.clone_from(&content.plans);
        self.ended.clone_from(&content.ended);
        self.builds.clone_from(&content.builds);
    }

    /// The label of the page's field; `None` without a field.
    fn field(&self) -> Option<&'static str> {
        match self.page? {
            Page::Load | Page::Replays | Page::Levels | Page::SkirmishLevels | Page::Keys => Some("Search"),
            Page::Save | Page::Rename(_) => Some("Name"),
            Page::SkirmishTyped(choice) => Some(choice.label()),
            _ => None,
        }
    }

    /// Whether the page shows the preview of a level, or a ship of a side.
    fn shows_preview(&self) -> bool {
        matches!(self.page, Some(Page::Skirmish | Page::NewSystem | Page::SkirmishSide(_)))
    }

    /// The files whose previews the page needs.
    fn previewed(&self) -> Vec<&LevelFile> {
        match self.page {
            Some(Page::Main) => self.last_saves().into_iter().take(1).collect(),
            Some(page) if page.has_cards() || page.is_skirmish() => self.files.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// The saves of games that are not over. The one that was written or loaded last comes first: if another game was
    /// loaded since, the save before that is older.
    fn last_saves(&self) -> Vec<&LevelFile> {
        let goes_on = |file: &&LevelFile| file.is_save && !file.is_over;
        let mut saves: Vec<&LevelFile> = self.files.iter().filter(goes_on).collect();
        saves.sort_by_key(|save| Reverse(save.touched()));
        saves
    }

    /// The preview of the level of the skirmish, or of the new system.
    fn chosen_preview(&self, settings: &Settings) -> Option<&Preview> {
        match self.page? {
            Page::Skirmish => skirmish::chosen(self, &settings.skirmish)?.file.preview.as_ref(),
            Page::NewSystem => self.system.preview(),
            _ => None,
        }
    }

    /// The map of that level with its choices, or of the new system; on the page of a side a ship of it.
    fn chosen_picture(&self, settings: &Settings) -> Option<Handle<Image>> {
        if matches!(self.page, Some(Page::SkirmishSide(_))) {
            return self.ship.as_ref().map(|ship| ship.picture.clone());
        }
        let with_choices = self.chosen_map.as_ref().filter(|_| self.page == Some(Page::Skirmish));
        let own = || self.chosen_preview(settings)?.map.clone();
        with_choices.and_then(|map| map.picture.clone()).or_else(own)
    }

    /// Whether it is the main menu rather than one over a game.
    fn is_main(&self) -> bool {
        self.home == Page::Main
    }

    /// Turns to a page.
    fn turn(&mut self, page: Page) {
        let before = std::mem::take(self);
        let turns = before.turns + 1;
        *self = Self {
            page: Some(page),
            turns,
            row: page.first_row(),
            search: String::new(),
            is_entered: false,
            asked: Vec::new(),
            question: None,
            capturing: None,
            said: String::new(),
            is_wanted: false,
            ..before
        };
    }

    /// Asks before a deed. A question that is open gives way.
    fn ask(&mut self, deed: MenuAction) {
        let from = match self.question.take() {
            Some(question) => question.from,
            None => self.page.unwrap_or(self.home),
        };
        self.turn(Page::Question);
        self.question = Some(Question { deed, from });
    }

    /// Whether the question before a deed is open.
    fn asks(&self, deed: &MenuAction) -> bool {
        self.question.as_ref().is_some_and(|question| question.deed == *deed)
    }

    /// The deed that leaves the page; none in the main menu, behind which there is nothing.
    fn way_back(&self) -> Option<MenuAction> {
        match self.page? {
            Page::Main => None,
            Page::Pause | Page::Result => Some(MenuAction::GoOn),
            _ => Some(MenuAction::Turn(self.parent())),
        }
    }

    /// That deed in words: those of the row that does the same.
    fn words_of_way_back(&self) -> &'static str {
        match self.page {
            Some(Page::Result) if self.offers_next_game() => KEEP_WATCHING,
            Some(Page::Pause | Page::Result) => RESUME,
            _ => "Back",
        }
    }

    /// Whether the war of the present game is over for the player, so that another game is offered.
    fn offers_next_game(&self) -> bool {
        self.is_over() && self.watched.is_none()
    }

    /// Whether the war is decided, or the player is out of it.
    fn is_over(&self) -> bool {
        self.is_decided || self.is_out
    }

    /// The page to which the open one returns.
    fn parent(&self) -> Page {
        match &self.question {
            Some(question) => question.from,
            None => self.page.map_or(self.home, |page| page.parent(self.home)),
        }
    }
}

/// Whether pictures of levels or saves on the open page are still being made.
pub fn are_previews_awaited(world: &World) -> bool {
    world.get_resource::<previews::Previews>().is_some_and(previews::Previews::are_awaited)
}

fn skirmish_is_open(menu: Res<Menu>) -> bool {
    menu.page == Some(Page::Skirmish)
}

/// Adds the menu. The resource [`Menu`] must exist already.
pub fn plugin(app: &mut App) {
    app.add_plugins((files::plugin, actions::plugin, panel::plugin, opening::plugin));
    app.init_of_world::<game::LastSave>().init_resource::<drawing::SystemDrawing>();
    app.add_systems(OnEnter(AppState::Playing), game::note_beginning);
    app.add_systems(
        PreUpdate,
        window::toggle_full_screen.after(KeySystems).before(InputFocusSystems::Dispatch),
    );
    let deeds = (
        leaving::go_on,
        panel::hold_size,
        panel::note_room,
        actions::act,
        actions::report_failure,
        rewinding::report_end,
    );
    let ends = (result::verdict::open_at_end, result::counting::note_decision, result::farewells::say);
    let facts = (
        opening::open,
        ends.chain().run_if(not(is_playback)),
        result::gather,
        (game::ask_surrender, game::ask_guide),
        (game::note_decided.run_if(not(is_playback)), game::note_saved, game::ask_unsaved).chain(),
        game::gather_minds,
        past::gather,
    );
    let previews = (
        previews::begin,
        previews::finish,
        drawing::begin,
        drawing::finish,
        skirmish::paint_chosen.run_if(skirmish_is_open),
        pages::paint_ship,
    );
    let page = (
        panel::show,
        panel::show_rows,
        panel::follow_focus,
        panel::show_details,
        panel::write,
        panel::fit_preview,
        panel::name_homes,
        result::panel::show,
    );
    let in_order = (
        deeds.chain(),
        facts.chain().in_set(WhilePlaying),
        window::close,
        opening::note_open,
        game::note_played,
        previews.chain(),
        // What the menu shows stays until the next world is there: between them the sky is empty.
        page.chain().run_if(not(in_state(AppState::Loading))),
        opening::name_button.in_set(WhilePlaying),
    );
    app.add_systems(Update, in_order.chain().in_set(InputSystems::Menu));
}
