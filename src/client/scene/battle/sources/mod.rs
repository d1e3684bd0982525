//! Events, places and units in sight: the common inputs of all effects.

pub mod news;
pub mod roster;
pub mod sites;
pub mod wells;
