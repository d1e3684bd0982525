//! A new system for a skirmish: a level of a seed.
//!
//! - Enters: the choices on its page, a seed.
//! - Leaves: the picture of the system; a level in the player's folder.
//! - Must never: wait for a picture; write a level before it is asked to.
//!
//! | file | does |
//! |---|---|
//! | `choices.rs` | the choices of the page |
//! | `drawing.rs` | draws the system in a task |

mod choices;
pub(super) mod drawing;
#[cfg(test)]
pub(super) mod test_support;

pub(super) use choices::{NewSystem, SystemNumber, make};
