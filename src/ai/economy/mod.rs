//! Economy: what a mind builds.
//!
//! - Enters: a thought.
//! - Leaves: wishes for structures and ships; the posture, which says what money may go into.
//! - Must never: move a ship.
//!
//! | file | does | every |
//! |---|---|---|
//! | `posture.rs` | whether its yards would hold: if not, it arms before it grows; the share of armed ships that it wants | 10 ticks |
//! | `opening/` | the first minute, by a forecast of the ledger | a look |
//! | `stations.rs` | stations by payback, yards by income, guns by danger | a look |
//! | `production.rs` | ships by need | a look |

pub mod opening;
mod posture;
mod production;
mod stations;

pub use opening::Outlook;
pub use posture::{Posture, safe_margin};
pub use production::build_ships;
pub use stations::{gain, grow};

use crate::level::counted;

/// The reason to build more of a class: `wants 3 scouts and has 1`. Those in build count as there.
fn too_few_words(has: usize, wanted: usize, class: &str) -> String {
    format!("wants {} and has {has}", counted(wanted, class))
}
