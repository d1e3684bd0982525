//! What the encyclopedia says about a thing, as plain data.

use super::sketches::Sketch;
use crate::client::hud::planet::classes::{ClassBooks, Figure};
use crate::client::models::IconShape;
use crate::client::widgets::Icon;
use crate::level::Level;
use crate::orbit::{GameClock, J2000_JD};
use crate::rules::{EconomyRules, Rules};
use crate::sim::world::money::economy_tick_s;
use crate::sim::{ArmsTable, ShipClasses, StructureClasses};

/// The rules of a game, or those of levels that say nothing else.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The ship classes.
    pub ships: &'a ShipClasses,
    /// The structure classes.
    pub structures: &'a StructureClasses,
    /// Weapons, the combat numbers of classes, and the rules of fights and of conquest.
    pub arms: &'a ArmsTable,
    /// The numbers of rings, economy, building and sight.
    pub economy: &'a EconomyRules,
    /// The clock of the game.
    pub clock: GameClock,
    /// The level.
    pub level: &'a Level,
}

impl<'a> Facts<'a> {
    /// The time from one economy tick to the next, seconds of play; above 0.
    pub fn tick_s(&self) -> f64 {
        economy_tick_s(self.clock.days_per_tick(), &self.economy.income)
    }

    /// The rules that concern all classes.
    pub fn books(&self) -> ClassBooks<'a> {
        ClassBooks { arms: self.arms, economy: self.economy, tick_s: self.tick_s() }
    }
}

/// Rules without a game: those of levels that have no classes and numbers of their own.
#[derive(Clone, Debug)]
pub struct RuleBook {
    /// The ship classes.
    pub ships: ShipClasses,
    /// The structure classes.
    pub structures: StructureClasses,
    /// Weapons, the combat numbers of classes, and the rules of fights and of conquest.
    pub arms: ArmsTable,
    /// The numbers of rings, economy, building and sight.
    pub economy: EconomyRules,
    /// A level that leaves everything out.
    pub level: Level,
}

impl RuleBook {
    /// The book of some rules.
    pub fn of(rules: Rules) -> Self {
        Self {
            arms: ArmsTable::new(&rules),
            ships: ShipClasses(rules.ship_classes.into()),
            structures: StructureClasses(rules.structure_classes.into()),
            economy: rules.economy,
            level: Level::default(),
        }
    }

    /// Its facts. No entry depends on the date.
    pub fn facts(&self) -> Facts<'_> {
        let Self { ships, structures, arms, economy, level } = self;
        let clock = GameClock { epoch_jd: J2000_JD, days_per_second: level.clock.days_per_second };
        Facts { ships, structures, arms, economy, clock, level }
    }
}

/// The picture of a thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sign {
    /// A mark of the sky: filled, as for the player's own, or an outline.
    Mark(IconShape, bool),
    /// The mark of an ally's ship.
    AlliesMark(IconShape),
    /// A drawing of lines on the map, or a hull.
    Lines(Sketch),
    /// A sign of panels.
    Icon(Icon),
}

/// Whether a figure is good or bad for its owner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Neither.
    #[default]
    Plain,
    /// Good.
    Good,
    /// Bad.
    Bad,
}

/// A thing among others of its kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Its picture.
    pub picture: Sign,
    /// Its mark on the map.
    pub mark: Sign,
    /// Its name, which is the title of its entry.
    pub name: String,
    /// What it is for.
    pub words: String,
    /// Its figures in few letters, and the shares of the greatest of all, 0 to 1.
    pub bars: Vec<(String, f32)>,
}

/// A line of an entry.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// Sentences, with marks for keys, see `with_keys`.
    Words(String),
    /// A figure with its name.
    Figure(Figure),
    /// A figure with its name, and a bar: its share of the greatest figure of all things of its kind, 0 to 1.
    Measured(Figure, f32),
    /// The names of the bars of the things below.
    ComparedHead(Vec<&'static str>),
    /// A thing among others of its kind, which has an entry of its own.
    Compared(Compared),
    /// The head of a table: the name of the table, and those of its columns.
    Head {
        /// The name of the table.
        name: &'static str,
        /// The columns, with the signs of some.
        columns: Vec<(String, Option<Icon>)>,
    },
    /// A row of a table.
    Cells {
        /// The name of the row.
        name: String,
        /// Its cells.
        cells: Vec<(String, Tone)>,
    },
    /// A mark of the map, and its meaning.
    Mark {
        /// The mark.
        sign: Sign,
        /// Its name.
        name: String,
        /// The meaning, with marks for keys; may be empty.
        words: String,
    },
}

impl Line {
    /// A figure with its name.
    pub fn figure(name: &'static str, icon: Icon, words: impl Into<String>) -> Self {
        Self::Figure(Figure::new(name, icon, words))
    }

    /// The head of a table whose columns have no signs.
    pub fn head(name: &'static str, columns: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self::Head { name, columns: columns.into_iter().map(|words| (words.into(), None)).collect() }
    }

    /// A row of a table whose figures are neither good nor bad.
    pub fn cells(name: impl Into<String>, cells: impl IntoIterator<Item = String>) -> Self {
        let cells = cells.into_iter().map(|words| (words, Tone::Plain)).collect();
        Self::Cells { name: name.into(), cells }
    }

    /// A mark of the map, and its meaning.
    pub fn mark(sign: Sign, name: impl Into<String>, words: impl Into<String>) -> Self {
        Self::Mark { sign, name: name.into(), words: words.into() }
    }
}

/// A thing, and everything that is said about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its name.
    pub title: String,
    /// Its picture.
    pub sign: Option<Sign>,
    /// What kind of thing it is; may be empty.
    pub note: String,
    /// The lines.
    pub lines: Vec<Line>,
    /// Whether no other entry stands beside it: it is about those that follow.
    pub is_alone: bool,
}

impl Entry {
    /// An entry without lines.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), sign: None, note: String::new(), lines: Vec::new(), is_alone: false }
    }

    /// This entry without another one beside it.
    pub fn alone(self) -> Self {
        Self { is_alone: true, ..self }
    }

    /// This entry with a picture.
    pub fn signed(self, sign: Sign) -> Self {
        Self { sign: Some(sign), ..self }
    }

    /// This entry with a note.
    pub fn noted(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }

    /// This entry with further sentences; empty ones change nothing.
    pub fn says(self, words: impl Into<String>) -> Self {
        let words: String = words.into();
        if words.is_empty() { self } else { self.with([Line::Words(words)]) }
    }

    /// This entry with further figures.
    pub fn shows(self, figures: impl IntoIterator<Item = Figure>) -> Self {
        self.with(figures.into_iter().map(Line::Figure))
    }

    /// This entry with further lines.
    pub fn with(mut self, lines: impl IntoIterator<Item = Line>) -> Self {
        self.lines.extend(lines);
        self
    }

    /// Whether its table leads to the entry with this title.
    pub fn leads_to(&self, title: &str) -> bool {
        self.lines.iter().any(|line| matches!(line, Line::Compared(thing) if thing.name == title))
    }

    /// The drawings in it.
    pub fn sketches(&self) -> impl Iterator<Item = Sketch> {
        let marks = self.lines.iter().filter_map(|line| match line {
            Line::Mark { sign, .. } => Some(*sign),
            Line::Compared(thing) => Some(thing.picture),
            _ => None,
        });
        self.sign.into_iter().chain(marks).filter_map(|sign| match sign {
            Sign::Lines(sketch) => Some(sketch),
            Sign::Mark(..) | Sign::AlliesMark(_) | Sign::Icon(_) => None,
        })
    }
}
