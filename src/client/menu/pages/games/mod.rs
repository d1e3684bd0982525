//! The pages that lead to a game or to a replay.
//!
//! - Enters: the files that can be played or watched, and the choices for a skirmish and for a new system.
//! - Leaves: rows with the deeds that begin a game or a replay.
//! - Must never: read a file.
//!
//! | file or folder | does |
//! |---|---|
//! | `files/` | the pages of levels and saves, with a card for each, and the questions about a save |
//! | `replays.rs` | the pages of replays, and the first page over one |
//! | `skirmish/` | the pages of a skirmish, and of one side in it |
//! | `new_system.rs` | the page of a new system |

pub(super) mod files;
pub(super) mod new_system;
pub(super) mod replays;
pub(super) mod skirmish;
