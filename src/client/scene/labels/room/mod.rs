//! Room for the words on the sky: one pass gives all of them their places.
//!
//! - Enters: what words want in this frame, the marks of objects, areas covered by panels.
//! - Leaves: words in their places, faded in or out, with leader lines.
//! - Must never: write words itself; let two of them overlap.
//!
//! | file | does |
//! |---|---|
//! | `wish.rs` | what words want: sides of their anchor, and steps away from it |
//! | `taken.rs` | the occupied areas of the picture, by the cells of a grid |
//! | `label_room.rs` | finds the place of each of the words, or that it has no room |
//! | `no_room.rs` | the places of words that are shown without room: over others, or pushing them aside |
//! | `sky_label.rs` | the words: what each wants and has, their weights and their plates |
//! | `declutter.rs` | the pass itself: asks, and fades |
//! | `leaders.rs` | lines from marks to words that had to be moved away |

pub mod declutter;
pub(super) mod label_room;
pub mod leaders;
mod no_room;
pub mod sky_label;
mod taken;
#[cfg(test)]
mod test_support;
pub mod wish;
