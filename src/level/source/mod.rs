//! The text of a level: places of values, faults, and files.
//!
//! - Enters: the bytes of a file, packed or not, or a level.
//! - Leaves: a level or all faults of its text, each with place and remedy; RON text that reads back as the same
//!   level.
//! - Must never: panic on any bytes, print control characters of a terminal, or judge the meaning of a value
//!   ([`check`](super::check) does).
//!
//! | file | does |
//! |---|---|
//! | `read.rs` | from the bytes of a file to a sound level, or to all its faults |
//! | `packed.rs` | opens and packs texts in gzip form |
//! | `scanner.rs`, `outline.rs` | finds the brackets of a text; keeps the places of its values |
//! | `parse.rs` | from text to values; goes on after a fault |
//! | `fault.rs`, `explain.rs`, `suggest.rs` | faults with their places; errors of the parser in words; misspelt names |
//! | `plain.rs` | text that is safe to display |
//! | `saved.rs` | the state of a world, as text within a level |
//! | `write.rs` | from a level to text and to a file |

pub(in crate::level) mod explain;
pub mod fault;
pub(in crate::level) mod outline;
pub(crate) mod packed;
pub(crate) mod parse;
pub mod plain;
pub mod read;
pub mod saved;
pub(in crate::level) mod scanner;
pub(crate) mod suggest;
pub mod write;
