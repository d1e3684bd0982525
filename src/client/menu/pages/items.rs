//! Rows of the menu as plain data: their texts and deeds.

use std::path::PathBuf;

use bevy::prelude::{Color, Component, Handle, Image, KeyCode};

use crate::client::menu::files::paths::FileKind;
use crate::client::menu::new_system::SystemNumber;
use crate::client::menu::skirmish::{SkirmishRow, TypedChoice};
use crate::client::menu::{Menu, Page, StepDirection};
use crate::client::settings::{Action, CameraMotion, SettingsTab, SoundPart};
use crate::client::widgets::matching::fits;
use crate::client::widgets::slider::SliderEnds;
use crate::client::widgets::{Cell, QUIET, WORD_PIXELS};
use crate::record::Mark;
use crate::sim::visibility::Viewer;
use crate::sim::{BodyId, FactionId};

/// The deed of a row or a button.
#[derive(Component, Clone, Debug, PartialEq)]
pub(in crate::client::menu) enum MenuAction {
    /// Closes the menu.
    GoOn,
    /// Writes a save with a new name.
    Save(String),
    /// Writes a save in the place of this one.
    Overwrite(PathBuf),
    /// Deletes a save or a replay.
    Delete(PathBuf),
    /// Turns to the page for another name of a save or a replay.
    AskName(PathBuf),
    /// Gives a save or a replay another name.
    Rename(PathBuf, String),
    /// Opens the folder of the saves or the replays.
    OpenFolder(FileKind),
    /// Watches a replay with the eyes of a viewer, in the place of the present game: from shortly before a mark, or
    /// from its beginning.
    Watch(PathBuf, Viewer, Option<Mark>),
    /// Closes the menu and shows a mark of the replay that is watched.
    ShowMark(Mark),
    /// Turns to the page with the worlds of a replay.
    ListWorlds(PathBuf),
    /// Plays on from the world that a replay has at a tick, in the place of the present game.
    PlayWorld(PathBuf, u64),
    /// Makes a game of the present moment of the replay, with the player in the seat of a faction.
    PlayFrom(FactionId),
    /// Rewinds the present game to a tick of its past.
    Rewind(u64),
    /// Chooses the moment to which the game may be rewound, seconds of play.
    Moment(u32),
    /// Turns to a page.
    Turn(Page),
    /// Closes the menu and focuses a body.
    LookAt(BodyId),
    /// Plays a level or a save, the first of these files that can be played, in the place of the present game.
    Play(Vec<PathBuf>),
    /// Plays the present level again, from its beginning.
    Restart,
    /// Leaves the present game for the main menu.
    MainMenu,
    /// No action: the row is only for reading.
    Stay,
    /// Closes the menu and shows the briefing.
    Brief,
    /// Closes the menu and opens the encyclopedia.
    Encyclopedia,
    /// Shows the guide through the first minutes again.
    ShowGuide,
    /// Closes the menu and surrenders; asks first.
    Surrender,
    /// Plays the present level again, against minds of another skill.
    Easier(String),
    /// Closes the menu and gives the mind of a faction another skill.
    Reskill(FactionId, String),
    /// Ends the program.
    Quit,
    /// Changes a choice of a skirmish to its previous or next value.
    Choose(SkirmishRow, StepDirection),
    /// Takes the choice that was typed.
    TakeTyped(TypedChoice),
    /// Chooses the level of a skirmish.
    TakeLevel(PathBuf),
    /// Undoes the choices of a skirmish but the skill.
    PlainSkirmish,
    /// Starts the skirmish.
    StartSkirmish,
    /// Changes a number of the new system to its previous or next value.
    StepSystem(SystemNumber, StepDirection),
    /// Draws another seed for the new system, or goes back to the one before.
    StepSeed(StepDirection),
    /// Writes the new system as a level, and chooses it for the skirmish.
    MakeSystem,
    /// Opens a tab of the settings.
    ShowTab(SettingsTab),
    /// Changes a setting to its previous or next value.
    Step(Setting, StepDirection),
    /// Changes a setting to a value.
    Set(Setting, u8),
    /// Waits for keys for an action; `true`: in addition to the present ones.
    CaptureKeys(Action, bool),
    /// Gives an action its usual keys.
    Usual(Action),
    /// Gives all actions their usual keys.
    AllUsual,
}

impl MenuAction {
    /// Whether it changes a value to its previous or next one.
    pub(in crate::client::menu) fn is_step(&self) -> bool {
        matches!(self, Self::Choose(..) | Self::StepSystem(..) | Self::StepSeed(_) | Self::Step(..))
    }

    /// Whether a row with it is pressed as a whole by keys alone: a click changes a value or opens a tab only on a
    /// button.
    pub(in crate::client::menu) fn is_by_keys(&self) -> bool {
        self.is_step() || matches!(self, Self::ShowTab(_))
    }

    /// The key of a button with it, which the arrows do not press: they lead on other pages to the row beside, and
    /// would delete a file here.
    pub(in crate::client::menu) fn own_key(&self) -> Option<KeyCode> {
        match self {
            Self::Delete(_) => Some(KeyCode::Delete),
            Self::AskName(_) => Some(KeyCode::F2),
            _ => None,
        }
    }

    /// Whether it only changes a value of the page: the same rows are there afterwards.
    pub(in crate::client::menu) fn is_change(&self) -> bool {
        self.is_step() || matches!(self, Self::Set(..) | Self::Moment(_))
    }
}

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::client::menu) struct Item {
    /// The label.
    pub(in crate::client::menu) words: String,
    /// Smaller lines below the label, each in its colour.
    pub(in crate::client::menu) lines: Vec<(String, Color)>,
    /// The value.
    pub(in crate::client::menu) value: String,
    /// The colour of the value, `"#rrggbb"`; empty: the usual one.
    pub(in crate::client::menu) color: String,
    /// Squares of these colours before the value.
    pub(in crate::client::menu) swatches: Vec<Color>,
    /// The fault; may be empty.
    pub(in crate::client::menu) trouble: String,
    /// The note shown while the row has the focus.
    pub(in crate::client::menu) note: String,
    /// Whether it is only words, and no row that can be chosen.
    pub(in crate::client::menu) is_note: bool,
    /// Whether these words are the heading of the rows below.
    pub(in crate::client::menu) is_heading: bool,
    /// Whether it is only room, which another system fills.
    pub(in crate::client::menu) is_room: bool,
    /// Whether others stand beside it on a page with lines of rows.
    pub(in crate::client::menu) is_beside: bool,
    /// The reason why it cannot be pressed; empty if it can be pressed.
    pub(in crate::client::menu) why_not: String,
    /// The deed of Enter; and of a click, unless it is by keys alone: values change, and tabs open, only by a click on
    /// a button or a slider.
    pub(in crate::client::menu) enter: MenuAction,
    /// Both values of a choice of two, in the place of the value.
    pub(in crate::client::menu) switch: Option<Switch>,
    /// Its cells, if others have made them; empty: they follow from the other fields.
    pub(in crate::client::menu) cells: Vec<Cell<MenuAction>>,
    /// A chart before the words.
    pub(in crate::client::menu) picture: Option<Handle<Image>>,
    /// A slider with its value, and the deed of a change.
    pub(in crate::client::menu) slider: Option<(f32, SliderEnds, MenuAction)>,
    /// Its buttons, at most two: the left arrow presses the first, the right arrow the second, unless they have keys of
    /// their own.
    pub(in crate::client::menu) buttons: Vec<ItemButton>,
}

/// A button in a row.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::client::menu) struct ItemButton {
    /// Label.
    pub(in crate::client::menu) words: &'static str,
    /// Tip.
    pub(in crate::client::menu) tip: &'static str,
    /// The deed of a press.
    pub(in crate::client::menu) deed: MenuAction,
}

/// A choice of two values, both of which are seen: a click on the other one, both arrows and Enter take it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::client::menu) struct Switch {
    /// The values in words.
    pub(in crate::client::menu) names: [&'static str; 2],
    /// Whether the second one is chosen.
    pub(in crate::client::menu) is_second: bool,
    /// The deed that takes the other one.
    pub(in crate::client::menu) deed: MenuAction,
}

impl Item {
    pub(in crate::client::menu) fn new(
        words: impl Into<String>,
        note: impl Into<String>,
        enter: MenuAction,
    ) -> Self {
        Self {
            words: words.into(),
            lines: Vec::new(),
            value: String::new(),
            color: String::new(),
            swatches: Vec::new(),
            trouble: String::new(),
            note: note.into(),
            is_note: false,
            is_heading: false,
            is_room: false,
            is_beside: false,
            why_not: String::new(),
            enter,
            switch: None,
            cells: Vec::new(),
            picture: None,
            slider: None,
            buttons: Vec::new(),
        }
    }

    /// Words between the rows, which cannot be chosen.
    pub(super) fn words_alone(words: impl Into<String>) -> Self {
        Self { is_note: true, ..Self::new(words, "", MenuAction::Stay) }
    }

    /// The message of a list without entries: no row to be chosen, so that none is lit for nothing.
    pub(super) fn none_there(why: &str) -> Self {
        let cell = Cell::words(why, QUIET).sized(WORD_PIXELS).wrapped();
        Self { cells: vec![cell], ..Self::words_alone(why) }
    }

    /// A row that is only room, which another system fills.
    pub(super) fn room() -> Self {
        Self { is_room: true, ..Self::words_alone("") }
    }

    /// Rows below a heading; no heading without rows.
    pub(super) fn headed(heading: &str, rows: Vec<Self>) -> Vec<Self> {
        let heading = (!rows.is_empty()).then(|| Self { is_heading: true, ..Self::words_alone(heading) });
        heading.into_iter().chain(rows).collect()
    }

    /// Whether it is a label with a value, or with what changes one.
    pub(in crate::client::menu) fn has_value(&self) -> bool {
        let has_more = self.slider.is_some() || self.switch.is_some() || !self.buttons.is_empty();
        self.picture.is_none() && (has_more || !self.value.is_empty())
    }

    /// Whether the row matches the search.
    pub(super) fn is_found(&self, search: &str) -> bool {
        fits(&format!("{} {}", self.words, self.value), search)
    }
}

/// A setting on the page of settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::client::menu) enum Setting {
    /// The size of words and panels.
    Size,
    /// Whether the window fills the screen.
    FullScreen,
    /// Whether frames wait for the screen.
    VerticalSync,
    /// The most frames a second.
    FrameLimit,
    /// Quality of the picture.
    Quality,
    /// The colours of factions.
    Palette,
    /// Reduced motion.
    Motion,
    /// Whether the camera trembles near explosions.
    Shake,
    /// Damage numbers.
    Numbers,
    /// Whether the screen's edges move the view.
    Edges,
    /// The speed of a motion of the camera.
    Camera(CameraMotion),
    /// Whether dragging up and down tilts the camera the other way.
    Inverted,
    /// Whether an alert slows the clock.
    SlowOnContact,
    /// Whether the game is saved from time to time.
    Autosave,
    /// Whether the constellations are drawn.
    Constellations,
    /// The number of names in the scene.
    Labels,
    /// Whether sound is on.
    Sound,
    /// Whether music is on.
    Music,
    /// The volume of a part.
    Volume(SoundPart),
}

/// A row with a choice: its two buttons lead to the value before and to the next one. A button that would change
/// nothing is dim.
pub(in crate::client::menu) fn stepped(
    words: &str,
    value: String,
    note: impl Into<String>,
    deed: impl Fn(StepDirection) -> MenuAction,
) -> Item {
    let button = |words: &'static str, tip: &'static str, way: StepDirection| ItemButton {
        words,
        tip,
        deed: deed(way),
    };
    Item {
        value,
        buttons: vec![
            button("<", "Previous. [Left]", StepDirection::Back),
            button(">", "Next. [Right]", StepDirection::On),
        ],
        ..Item::new(words, note, deed(StepDirection::On))
    }
}

/// The row that leads back on a page that has lost its file: there is nothing else on it.
pub(in crate::client::menu) fn back(menu: &Menu) -> Item {
    Item::new("Back", "", MenuAction::Turn(menu.parent()))
}
