//! What a level says, and how it gets from a file into the game and back.
//!
//! - Enters: the bytes of a RON file, or a [`Level`] that is to be written.
//! - Leaves: a [`Level`] that is known to be sound, or [`Faults`] that tell the author the file, line,
//!   column and field of everything that is wrong and what to do about it; a [`StarSystem`], the sky
//!   that the level describes; RON text.
//! - Must never: panic on any bytes, know the engine, a ship's whereabouts or a screen.
//!
//! The way of a file: [`read`] looks at the bytes, `outline` finds where every value stands, `parse`
//! turns the text into a [`Level`] and goes on after a fault to find the others, `check` judges what the
//! level says (its numbers by the tables of [`ranges`]), and [`fault`] tells it to a person.
//! [`write`](mod@write) goes the other way, [`system`] puts the sky together.

#[macro_use]
pub mod ranges;

pub mod arms;
pub mod check;
mod explain;
pub mod fault;
pub mod fights;
pub mod formation;
pub mod holdings;
pub mod ids;
pub mod look;
pub mod model;
pub mod outcome;
mod outline;
pub(crate) mod parse;
pub mod paths;
pub mod plain;
pub mod read;
pub mod rings;
mod scanner;
pub mod structures;
mod suggest;
pub mod system;
#[cfg(test)]
pub(crate) mod trial;
pub mod waits;
pub mod write;

pub use arms::{
    Armour, Arms, ConditionState, DamageKind, Delivery, Doctrine, GroundState, Hangar, IgniterState,
    LossState, MOST_MOUNTS, MarkState, Material, Mount, Shield, ShipKind, Stance, StandOff, Surrender,
    Torpedo, TorpedoState, Victory, Weapon, WreckState,
};
pub use fault::{Fault, Faults, Severity};
pub use fights::{EngagementState, QuarryState, UnderFireState};
pub use formation::{Conduct, Rank, Shape, Wish};
pub use holdings::*;
pub use ids::{BodyId, FactionId};
pub use look::{DustRings, Look, Paint, Surface};
pub use model::*;
pub use outcome::{BattleState, ContestState, DecisionState, EntryState, HistoryState, VerdictState};
pub use paths::{PathFault, resolve_in_folder};
pub use plain::{plain_line, plain_path, plain_text};
pub use read::{
    LoadedLevel, MAX_FILE_BYTES, MAX_SAVE_BYTES, ReadError, Surroundings, parse_level, read_level,
};
pub use system::*;
pub use waits::Until;
pub use write::{WriteError, to_ron, write_level};
