//! The lines of the log, by subject.
//!
//! - Enters: the events that the viewer knows of, the battles in sight, the warnings at the top, and the
//!   progress of other sides towards victory.
//! - Leaves: entries of the log, in words, each with its date, its place and its kind.
//! - Must never: name anything that the player cannot know.
//!
//! | file | does |
//! |---|---|
//! | `writer.rs` | gathers events for lines that several of them share, and writes these a few times a second |
//! | `progress.rs` | what was built, halted, founded, lost and reached; surrenders |
//! | `contacts.rs` | what came into sight |
//! | `lost_sight.rs` | attacked ships that left sight |
//! | `fights.rs` | battles, attacks and losses, as they happen |
//! | `turns.rs` | battles that turn to a defeat, by their forecast |
//! | `outcomes.rs` | how battles end: who holds the field, and the losses |
//! | `ground.rs` | landings, bombardments, reinforcements, and how landings end |
//! | `witnessed.rs` | query bundle for fights, their ends and the ground |
//! | `warnings.rs` | warnings ahead |
//! | `rivals.rs` | other sides that hold what wins |

mod contacts;
pub mod fights;
mod ground;
mod lost_sight;
pub mod outcomes;
mod progress;
pub mod rivals;
pub mod turns;
pub mod warnings;
pub mod witnessed;
pub mod writer;
