//! Hulls and the guarantee against overlaps.
//!
//! - Enters: the hulls of ships and bodies, with their desired steps, in the floats of one frame: lengths in the unit
//!   of the crowd (`crowd.rs`), times in seconds of play.
//! - Leaves: distances between hulls, and steps after which no two hulls overlap.
//! - Must never: know a world, or let the order of ships change a step.
//!
//! | file | does |
//! |---|---|
//! | `hull.rs` | the distance between two hulls, at rest and in motion |
//! | `contact.rs` | corrects steps until no hulls overlap |

pub mod contact;
pub mod hull;
