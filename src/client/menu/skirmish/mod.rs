//! The choices of a skirmish: what each row of its pages can be, and what a step changes.
//!
//! - Enters: the levels that are read, the last choices, and steps of the player.
//! - Leaves: a [`Preset`](crate::level::Preset) for one level, in which every faction of the level has an entry
//!   and a player; the map of the level with it, and the picture of a ship of a side.
//! - Must never: read a file, or start a game.
//!
//! | file | does |
//! |---|---|
//! | `rows.rs` | the rows of the pages, by what each changes |
//! | `values.rs` | the values that are offered |
//! | `preset.rs` | the preset of the choices: made anew, or of earlier choices or a file if they fit |
//! | `choices.rs` | the level and its choices, and their words |
//! | `changes.rs` | what the choices change of the level, in words |
//! | `chosen_map.rs` | the map of the level with its choices |
//! | `files.rs` | the preset files that fit the level |
//! | `steps.rs` | what a step changes |
//! | `typed.rs` | choices that are typed |

mod changes;
mod choices;
mod chosen_map;
mod files;
mod preset;
mod rows;
mod steps;
#[cfg(test)]
pub(super) mod test_support;
mod typed;
mod values;

pub(super) use choices::{Chosen, chosen};
pub(super) use chosen_map::{ChosenMap, paint_chosen};
pub(super) use files::step_preset;
pub(super) use preset::{is_mine, mind_of, reset, set_skill, skill_of_others};
pub(super) use rows::{SideRow, SkirmishRow};
pub(super) use steps::next_level;
pub(super) use typed::{TypedChoice, seed_of};
