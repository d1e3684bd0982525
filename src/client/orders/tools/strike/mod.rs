//! Tools for attacks, a file each.
//!
//! - Enters: a click or a drag, the selected ships, the target under the pointer.
//! - Leaves: orders to attack, to land or to bombard; marks, words and odds at the pointer.
//! - Must never: read a gesture by itself (`dispatch.rs` hands it on), or reveal a unit out of sight.
//!
//! | file | does |
//! |---|---|
//! | `attack.rs` | attacks a foe, or all foes in a circle |
//! | `ground.rs` | lands troopers, bombards |
//! | `odds.rs` | shows the odds of a fight |

pub(super) mod attack;
pub(super) mod ground;
pub(super) mod odds;
