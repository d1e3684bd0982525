//! The level model: the types that a RON level file is read into and written from.
//!
//! - Enters: values of RON text, by serde.
//! - Leaves: the same values as plain data, with their defaults and ranges.
//! - Must never: compute a sky, or depend on rules beside the level's own.
//!
//! Reading is in [`crate::level::source::read`], checking in [`super::check`], and the sky of a level is built in
//! [`super::system`]. A save is the level that a game began with, and the [`state`](Level::state) of its world.
//!
//! | file | has |
//! |---|---|
//! | `mod.rs` | the level as a whole: header, scale, factions, settings |
//! | `bodies.rs`, `look.rs` | the sky: bodies, their paths and spins; their looks |
//! | `fleets.rs`, `formation.rs`, `goal.rs`, `waits.rs` | fleets; formations; goals by name; events to wait for |
//! | `ship_class.rs`, `hull_style.rs` | classes of ships; the common look of the hulls of a faction |
//! | `structures.rs`, `rings.rs` | structures and yards; the rings of gravity wells |
//! | `holdings.rs` | money; owners and worth of bodies |
//! | `mind.rs` | minds and handicaps |
//! | `preset.rs` | changes of a level before it begins |

mod bodies;
mod fleets;
pub mod formation;
pub mod goal;
pub mod holdings;
mod hull_style;
pub mod look;
mod mind;
mod preset;
pub mod rings;
mod ship_class;
pub mod structures;
pub mod waits;

use serde::{Deserialize, Serialize};

pub use bodies::{BodyEntry, ChangedBody, Length, OrbitPlane, OrbitSpec, OwnBody, RotationSpec};
pub use fleets::{Beside, Fleet, Formation, LONGEST_ROUTE, NamedPlace, Posted, Ship, StartPlace, Waypoint};
pub use hull_style::HullStyle;
pub use mind::{Handicap, MindChoice, MindRules, Opening, OpeningStep, Personality, Skill};
pub use preset::{ChangedFaction, PlayedBy, Preset};
pub use ship_class::{Hull, ShipClass};

use super::arms::{Material, Surrender, Victory, Weapon};
use super::ranges::{Limits, MAGNIFY, WELL_RADII};
use super::source::saved::SavedState;
use crate::level::{Amount, Holding, PlacedStructure, PlayerView, StructureClass};
pub use crate::orbit::BodyKind;
use crate::orbit::J2000_JD;

/// The slowest pace, ticks in 1/30 s,
pub const SLOWEST: f64 = 0.25;
/// and the fastest.
pub const FASTEST: f64 = 64.0;
/// The pace of the game: ticks in 1/30 s.
const PACE: Limits = SLOWEST..=FASTEST;

/// The version of the format that this program writes; older ones are read, newer ones refused. Since version 2
/// saves have a `state`; levels are unchanged.
pub const SCHEMA_VERSION: u32 = 2;

/// A complete world of a file: sky, factions, fleets and, in a save, the moment. The default is empty, and is no
/// sound level.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The format's version, see [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// The name in menus.
    pub title: String,
    /// The number of a game, which all of its saves and logs have; `None` for a level that nobody plays, and in saves
    /// of older versions. It stands near the beginning of the text, where the list of saves looks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// A sentence or two for the player.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The author of the level.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// The date at tick 0.
    pub epoch: Epoch,
    /// Whether the level begins on today's date instead of `epoch` when it is played. Commands without a window
    /// always use `epoch`, so that their results can be repeated.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub starts_today: bool,
    /// Speed of the calendar.
    #[serde(default)]
    pub clock: Clock,
    /// Magnification and slowing of planets and their surroundings.
    #[serde(default)]
    pub scale: Scale,
    /// Star, planets, moons, dwarfs and comets.
    pub bodies: Vec<BodyEntry>,
    /// Ship classes that this level adds, or changes by giving an existing name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ship_classes: Vec<ShipClass>,
    /// Structure classes that this level adds, or changes by giving an existing name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub structure_classes: Vec<StructureClass>,
    /// Weapons that this level adds, or changes by giving an existing name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<Weapon>,
    /// Materials of armour and shields that this level adds, or changes by giving an existing name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub materials: Vec<Material>,
    /// The factions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub factions: Vec<Faction>,
    /// Ships, in fleets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fleets: Vec<Fleet>,
    /// Owners and values of bodies, where they differ from the default.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holdings: Vec<Holding>,
    /// Structures in the rings of bodies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub structures: Vec<PlacedStructure>,
    /// Conditions of victory; the first condition met decides. Absent: the game never ends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub victory: Vec<Victory>,
    /// The fate of the structures about a captured planet.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub surrender: Surrender,
    /// Settings of the game.
    #[serde(default)]
    pub settings: LevelSettings,
    /// The state of the world in a save. Absent: the world begins with the level's own values. The state is read
    /// and written beside the other fields, see [`SavedState`].
    #[serde(skip)]
    pub state: Option<SavedState>,
}

/// A date, as a calendar date or as a Julian date.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Epoch {
    /// Calendar date and time (TDB), `"2026-11-21"` or `"2026-11-21T12:00"`.
    Date(String),
    /// Julian date (TDB), days.
    Jd(f64),
}

impl Default for Epoch {
    fn default() -> Self {
        Self::Jd(J2000_JD)
    }
}

/// The pace of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Clock {
    /// Days of the calendar for one second of play at pace 1.
    pub days_per_second: f64,
}

// The least value is a little less than the pace of real time.
ranges!(Clock { days_per_second: 1.0e-5..=1000.0 });

impl Default for Clock {
    fn default() -> Self {
        Self { days_per_second: 0.5 }
    }
}

/// The transformation of the true sky into a playable one. `1`, `1` and `1` are the true sizes and speeds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scale {
    /// Factor by which a planet with its moons is enlarged about the planet's centre.
    pub magnify: f64,
    /// Factor by which the star itself is enlarged.
    pub magnify_star: f64,
    /// Factor by which spin and moons of a planet are slower than the calendar, 0.01 to 1,000,000.
    pub slow: f64,
    /// Default radius of a gravity well in (magnified) radii of its body.
    pub well_radii: f64,
    /// Least radius of a gravity well, km, so that small bodies can be visited too.
    pub least_well_km: f64,
}

ranges!(Scale {
    magnify: MAGNIFY,
    magnify_star: MAGNIFY,
    slow: 0.01..=1.0e6,
    well_radii: WELL_RADII,
    // The most is about 7 AU.
    least_well_km: 0.0..=1.0e9,
});

impl Default for Scale {
    fn default() -> Self {
        Self { magnify: 60.0, magnify_star: 8.0, slow: 40.0, well_radii: 10.0, least_well_km: 150_000.0 }
    }
}

/// A side in the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Faction {
    /// Name, unique in the level.
    pub name: String,
    /// Colour, `"#rrggbb"`.
    pub color: String,
    /// The style of its hulls; absent: see [`Faction::hull_style`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub style: Option<HullStyle>,
    /// The home body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home: Option<String>,
    /// Its team: factions of a team do not fight each other. Absent: it is alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// Treasury at the start; absent: the default of the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub treasury: Option<Amount>,
    /// The mind that plays it; absent: a person, or nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mind: Option<MindChoice>,
    /// What it gets more or less than the rules give.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub handicap: Handicap,
}

impl Faction {
    /// The style of its hulls: its own, or that of its place among the factions of the level.
    pub fn hull_style(&self, place: usize) -> HullStyle {
        self.style.unwrap_or_else(|| HullStyle::of_place(place))
    }
}

/// Settings of the game at the start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LevelSettings {
    /// The player's faction; absent: see [`Level::own_faction`] and [`Level::is_watched`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The pace at the start, ticks in 1/30 s, [`SLOWEST`] to [`FASTEST`].
    pub pace: f64,
    /// The most that the pace may be, in the same range.
    #[serde(skip_serializing_if = "is_fastest")]
    pub most_pace: f64,
    /// Whether the game starts paused.
    pub paused: bool,
    /// Whether the player may see everything, from every seat.
    #[serde(skip_serializing_if = "is_usual")]
    pub reveal: bool,
    /// Whether the player stays with `player`: no change of sides, no spectator.
    #[serde(skip_serializing_if = "is_usual")]
    pub one_player: bool,
    /// Whether the player may not rewind the game.
    #[serde(skip_serializing_if = "is_usual")]
    pub no_rewind: bool,
    /// The view that the player had; only in saves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<PlayerView>,
}

ranges!(LevelSettings { pace: PACE, most_pace: PACE, view });

impl Default for LevelSettings {
    fn default() -> Self {
        Self {
            player: None,
            pace: 1.0,
            most_pace: FASTEST,
            paused: false,
            reveal: false,
            one_player: false,
            no_rewind: false,
            view: None,
        }
    }
}

pub(crate) fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

// serde passes a reference.
fn is_fastest(pace: &f64) -> bool {
    *pace == FASTEST
}

pub(crate) fn one<T: From<u8>>() -> T {
    T::from(1)
}

pub(crate) fn is_one<T: From<u8> + PartialEq>(value: &T) -> bool {
    *value == one()
}
