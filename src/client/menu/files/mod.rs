//! The files of the menu: levels, presets, saves and replays.
//!
//! - Enters: the folders of levels, saves and replays; the world that is saved; names from the player.
//! - Leaves: lists of files with previews; saves, written or deleted, each with a sentence for the player.
//! - Must never: change a file that is not a save; leave half of a file behind. Replays are only renamed or deleted.
//!
//! | file | does |
//! |---|---|
//! | `paths.rs` | the kinds of the player's files, their names and dates |
//! | `level_file.rs` | what the menu knows of a file, and of its preview |
//! | `saves.rs` | finds saves, levels and presets |
//! | `saving.rs` | writes saves, and reads them back |
//! | `naming.rs` | which names saves and replays can have; renames and deletes them, opens their folders |
//! | `logs/` | finds replays, and reads what their cards show |
//! | `turns.rs` | quick saves and autosaves, which are overwritten in turn |
//! | `writer.rs` | copies the world, and writes one save at a time in a task |
//! | `autosave.rs` | saves the game from time to time, and by the key for a quick save |
//! | `sketch.rs` | maps and a summary of a level or a save |
//! | `previews.rs` | the previews of all files on the page, made in tasks |

pub(super) mod autosave;
pub(super) mod level_file;
pub(super) mod logs;
pub(super) mod naming;
pub(super) mod paths;
pub(super) mod previews;
pub(super) mod saves;
mod saving;
pub(super) mod sketch;
pub(super) mod turns;
pub(super) mod writer;

use bevy::prelude::*;

use crate::client::worlds::{WhilePlaying, is_playback};
use crate::sim::OfWorld;
use writer::{SaveEnded, SaveWriter, SavesFolder};

/// Adds the writer of saves, autosaves and previews.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SavesFolder>().init_resource::<SaveWriter>().init_resource::<previews::Previews>();
    app.init_of_world::<autosave::Autosave>();
    app.add_message::<SaveEnded>().add_systems(First, writer::finish);
    app.add_systems(Startup, (autosave::sweep, previews::paint_no_chart));
    app.add_systems(Update, autosave::count.in_set(WhilePlaying).run_if(not(is_playback)));
}
