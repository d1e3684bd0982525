//! Levels: from a file into the game and back.
//!
//! - Enters: the bytes of a RON file, packed or not, or a [`Level`] to be written.
//! - Leaves: a sound [`Level`], or [`Faults`] with file, line, column, field and remedy of each fault; a
//!   [`StarSystem`], the sky of the level; RON text.
//! - Must never: panic on any bytes, know the engine, a world or a screen.
//!
//! The pipeline of a file is in `source/`: [`read`](source::read) examines the bytes, `outline` locates every
//! value, `parse` turns the text into a [`Level`] and continues after a fault to find the others, and
//! [`fault`](source::fault) formats the faults; [`write`](source::write) goes the other way. [`check`] judges the
//! level (its numbers by the tables of [`ranges`]), [`system`] builds the sky. The types of a level are in `model/`,
//! those of fighting in [`arms`], the player's view of a save in [`view`]; [`ids`] has the numbers of its items,
//! `named` the macro for enums with names for players, and `words` puts names into sentences; `test_support` has
//! sound parts of levels, for tests.
//!
//! # Scale: true, magnified, slowed
//!
//! | | place | size | clock |
//! |---|---|---|---|
//! | stars | true | times `magnify_star` (8) | true |
//! | planets, dwarfs, comets | true | times `magnify` (60) | path true, spin slower by `slow` (40) |
//! | moons | path about the planet times the planet's `magnify` | times the planet's `magnify` | path and spin slower by `slow` |
//! | ships | as ordered, in this magnified world | as their class says | true |
//!
//! The factors are the level's; a body can have a `magnify` of its own. [`StarSystem::true_state`] is the real
//! sky, [`StarSystem::displayed_state`] the sky of the game. With the factors 1, 1 and 1 both are the same.
//!
//! The check demands that every class of ships cruises faster than the level's fastest planet or dwarf can
//! ever move, so that every planet can be caught.

pub mod source;
#[macro_use]
mod named;
#[macro_use]
pub mod ranges;

pub mod arms;
pub mod check;
pub mod ids;
pub mod model;
pub mod system;
#[cfg(test)]
pub(crate) mod test_support;
pub mod view;
mod words;

pub use arms::{
    Armour, Arms, DamageKind, Delivery, Doctrine, Hangar, MOST_MOUNTS, Material, Mount, Shield, ShipKind,
    Stance, StandOff, Surrender, Torpedo, Victory, Weapon,
};
pub use ids::{BodyId, FactionId};
pub use model::formation::{Cohesion, FormationRole, RoutePreference, Shape};
pub use model::goal::{Assault, NamedAttackTarget, NamedGoal};
pub use model::holdings::*;
pub use model::look::{DustRings, Look, Paint, Surface};
pub use model::waits::Until;
pub use model::*;
pub use source::fault::{Fault, Faults, Severity};
pub use source::packed::open_text;
pub use source::plain::{plain_line, plain_path, plain_text};
pub use source::read::{
    ClassCatalog, LoadedLevel, MAX_FILE_BYTES, MAX_SAVE_BYTES, ReadError, parse_level, read_changed_level,
    read_level, read_preset,
};
pub use source::saved::{Judge, SavedState};
pub use source::write::{WriteError, sweep_left_over, to_ron, write_level, write_level_if};
pub use system::*;
pub use view::{ControlGroup, PlayerView};
pub use words::{
    capital, counted, duration, grouped, named_together, ordinal, per_minute, plural, with_article,
};
