//! Events, places and units in sight: the common inputs of all effects.
//!
//! - Enters: the world's events and ships, structures and wells, through the viewer's knowledge.
//! - Leaves: fresh events, the units in sight, battle sites with their forces, and alerts of this frame.
//! - Must never: pass on an event or a unit that the viewer does not know.
//!
//! | file | does |
//! |---|---|
//! | `news.rs` | the events that are new in this frame |
//! | `fighting.rs` | which of them are fighting, and where |
//! | `sites.rs` | all battle sites: when they begin and end, and the alerts about them |
//! | `site.rs` | one of them: how it follows its fighting, and how its signs fade |
//! | `alarm.rs` | when the player is told of hits on own units at a site |
//! | `count.rs`, `strengths.rs` | the forces at a site, and their strength since its beginning |
//! | `wells.rs` | the well of an event, and its present place |
//! | `visible_units.rs` | ships and structures in sight |

mod alarm;
pub mod count;
pub mod fighting;
pub mod news;
pub mod site;
pub mod sites;
pub mod strengths;
pub mod visible_units;
pub mod wells;
