//! The files of the menu: levels, presets and saves.
//!
//! - Enters: the folders of levels and saves; the world that is saved; names from the player.
//! - Leaves: lists of files with previews; saves, written or deleted, each with a sentence for the player.
//! - Must never: change a file that is no save; leave half of a file behind.
//!
//! | file | does |
//! |---|---|
//! | `saves.rs` | finds saves, levels and presets |
//! | `saving.rs` | the names of saves; writes, reads back, renames and deletes them |
//! | `turns.rs` | quick saves and autosaves, which are overwritten in turn |
//! | `writer.rs` | copies the world, and writes one save at a time in a task |
//! | `autosave.rs` | saves the game from time to time, and by the key for a quick save |
//! | `previews.rs` | maps and a summary of each level and save |

pub(super) mod autosave;
pub(super) mod previews;
pub(super) mod saves;
pub(super) mod saving;
pub(super) mod turns;
pub(super) mod writer;
