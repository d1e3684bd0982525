//! What happens, where, and who is in sight: what all effects ask.

pub mod news;
pub mod roster;
pub mod sites;
pub mod wells;
