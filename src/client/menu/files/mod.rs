//! The files of the menu: levels, presets, saves and replays.
//!
//! - Enters: the folders of levels, saves and replays; the world that is saved; names from the player.
//! - Leaves: lists of files with previews; saves, written or deleted, each with a sentence for the player.
//! - Must never: change a file that is no save; leave half of a file behind. Replays are only renamed or deleted.
//!
//! | file | does |
//! |---|---|
//! | `saves.rs` | finds saves, levels and presets |
//! | `saving.rs` | writes saves, and reads them back |
//! | `naming.rs` | the names of saves and replays; renames and deletes them, opens their folders |
//! | `logs.rs` | finds replays, and reads what their cards show |
//! | `turns.rs` | quick saves and autosaves, which are overwritten in turn |
//! | `writer.rs` | copies the world, and writes one save at a time in a task |
//! | `autosave.rs` | saves the game from time to time, and by the key for a quick save |
//! | `previews.rs` | maps and a summary of each level, save and replay |

pub(super) mod autosave;
pub(super) mod logs;
pub(super) mod naming;
pub(super) mod previews;
pub(super) mod saves;
mod saving;
pub(super) mod turns;
pub(super) mod writer;
