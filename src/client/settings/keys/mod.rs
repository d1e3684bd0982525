//! The actions of the player, and their keys.
//!
//! - Enters: the keys that the player has chosen.
//! - Leaves: the map from keys to actions; their words for the screen; a table for the file.
//! - Must never: perform an action.
//!
//! | file | does |
//! |---|---|
//! | `actions.rs` | the actions that have keys, with their words and default keys |
//! | `subjects.rs` | the subjects of the actions, for the page of keys |
//! | `words.rs` | the words for keys on the screen |
//! | `table.rs` | chosen keys in the form of the file |

pub mod actions;
pub mod subjects;
pub(super) mod table;
pub mod words;
