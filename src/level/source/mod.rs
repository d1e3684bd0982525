//! The text of a level: places of values, faults, and files.

pub(in crate::level) mod explain;
pub mod fault;
pub(in crate::level) mod outline;
pub(crate) mod parse;
pub mod plain;
pub mod read;
pub mod saved;
pub(in crate::level) mod scanner;
pub(crate) mod suggest;
pub mod write;
