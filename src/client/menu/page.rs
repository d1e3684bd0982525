//! The pages of the menu.

use super::files::paths::FileKind;
use super::skirmish::TypedChoice;
use crate::client::hud::encyclopedia::topics::Topic;
use crate::client::widgets::scroll::Places;
use crate::sim::FactionId;

/// The place of the row that starts a skirmish, on its first page.
const START_ROW: usize = 6;

/// A page of the menu.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Page {
    /// The first one of the menu over the game.
    #[default]
    Pause,
    /// The first one of the main menu.
    Main,
    /// Saves.
    Load,
    /// Another name for a file.
    Rename(FileKind),
    /// The name of a new save, and the saves that can be overwritten.
    Save,
    /// Replays.
    Replays,
    /// The worlds in the log of a replay.
    ReplayWorlds,
    /// Moments to which the game can be rewound.
    Rewind,
    /// Levels, shipped and own.
    Levels,
    /// A skirmish: level, side, skill.
    Skirmish,
    /// The levels that can be played as a skirmish.
    SkirmishLevels,
    /// All choices of a skirmish.
    SkirmishMore,
    /// The choices for a faction of a skirmish, by its place in the level.
    SkirmishSide(usize),
    /// A choice of a skirmish or of a new system that is typed.
    SkirmishTyped(TypedChoice),
    /// A new system for a skirmish: a level of a seed.
    NewSystem,
    /// The topics of the encyclopedia; only in the main menu.
    Encyclopedia,
    /// The entries of a topic, without those to which its table leads.
    Topic(Topic),
    /// One of those, by its place in the topic.
    Entry(Topic, usize),
    /// Credits.
    Credits,
    /// Settings without the keys.
    Settings,
    /// The keys of actions.
    Keys,
    /// The result, or the present state of the war.
    Result,
    /// The question before a deed that loses something.
    Question,
    /// The minds of the game.
    Minds,
    /// The question which skill the mind of a faction should have.
    Reskill(FactionId),
}

impl Page {
    /// The page that lists the files of a kind.
    pub(super) fn of_files(kind: FileKind) -> Self {
        match kind {
            FileKind::Replay => Self::Replays,
            FileKind::Save => Self::Load,
        }
    }

    /// The page to which it returns; that of a question is known to the menu.
    pub(super) fn parent(self, home: Self) -> Self {
        match self {
            Self::SkirmishMore | Self::SkirmishLevels | Self::NewSystem => Self::Skirmish,
            Self::SkirmishTyped(TypedChoice::SystemSeed) => Self::NewSystem,
            Self::SkirmishSide(_) | Self::SkirmishTyped(_) => Self::SkirmishMore,
            Self::Reskill(_) => Self::Minds,
            Self::Topic(_) => Self::Encyclopedia,
            Self::Entry(topic, _) => Self::Topic(topic),
            Self::Rename(kind) => Self::of_files(kind),
            Self::ReplayWorlds => Self::Replays,
            _ => home,
        }
    }

    /// The row that has the focus when the page is turned to: the first one, but on that of a skirmish the one that
    /// starts it, below the choices.
    pub(super) fn first_row(self) -> usize {
        if self == Self::Skirmish { START_ROW } else { 0 }
    }

    /// Whether rows of the page have several values.
    pub(super) fn has_choices(self) -> bool {
        let is_skirmish =
            self.is_skirmish() && !matches!(self, Self::SkirmishTyped(_) | Self::SkirmishLevels);
        is_skirmish || matches!(self, Self::Settings | Self::Keys | Self::Rewind)
    }

    /// Whether its rows are a table, with the values beside the labels. The keys stand at the right: their labels are
    /// long.
    pub(super) fn is_table(self) -> bool {
        self.has_choices() && self != Self::Keys
    }

    /// The places of its rows: those over a game stand in two columns, for no page has more rows of few words, and the
    /// buttons of the result side by side.
    pub(super) fn places(self) -> Places {
        match self {
            Self::Pause => Places::Columns,
            Self::Result => Places::Lines,
            _ => Places::Below,
        }
    }

    /// Whether it shows cards of levels, saves or replays.
    pub(super) fn has_cards(self) -> bool {
        matches!(self, Self::Load | Self::Save | Self::Replays | Self::Levels | Self::SkirmishLevels)
    }

    /// Whether its rows are a list that a search makes shorter, or may.
    pub(super) fn has_list(self) -> bool {
        self.has_cards() || self == Self::Keys
    }

    /// Whether its cards are those that a search finds: Enter in the field takes the first one.
    pub(super) fn finds_cards(self) -> bool {
        matches!(self, Self::Load | Self::Replays | Self::Levels | Self::SkirmishLevels)
    }

    /// Whether its cards can be deleted and renamed.
    pub(super) fn has_own_files(self) -> bool {
        matches!(self, Self::Load | Self::Replays)
    }

    /// Whether it is one of the pages of a skirmish.
    pub(super) fn is_skirmish(self) -> bool {
        matches!(
            self,
            Self::Skirmish
                | Self::SkirmishLevels
                | Self::SkirmishMore
                | Self::SkirmishSide(_)
                | Self::SkirmishTyped(_)
                | Self::NewSystem
        )
    }
}
