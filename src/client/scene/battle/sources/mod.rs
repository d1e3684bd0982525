//! Events, places and units in sight: the common inputs of all effects.
//!
//! - Enters: the world's events and ships, structures and wells, through the viewer's knowledge.
//! - Leaves: fresh events, the units in sight, battle sites with their forces, and alerts of this frame.
//! - Must never: pass on an event or a unit that the viewer does not know.

pub mod count;
pub mod news;
pub mod sites;
pub mod strengths;
pub mod visible_units;
pub mod wells;
