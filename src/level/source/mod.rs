//! The text of a level: places of values, faults, and files.
//!
//! - Enters: the bytes of a file, packed or not, or a level.
//! - Leaves: a level or all faults of its text, each with place and remedy; RON text that reads back as the same
//!   level.
//! - Must never: panic on any bytes, print control characters of a terminal, or judge the meaning of a value
//!   ([`check`](super::check) does).

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
