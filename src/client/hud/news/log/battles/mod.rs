//! Battles of the player's: what is known of each, the card of a running one, and the report on one that was lost.
//!
//! - Enters: the news of damage and losses, running battles, the classes as fighters; presses.
//! - Leaves: cards: of a running battle at the right, of a report at the top.
//! - Must never: name a class that the player has not seen.
//!
//! | file | does |
//! |---|---|
//! | `battle_reports.rs` | what destroyed the player's units, battle by battle |
//! | `gather.rs` | enters the news into these reports |
//! | `given_up.rs` | what is scuttled in a surrender, and is lost in no battle |
//! | `battle_card.rs`, `battle_rows.rs` | the card of a running battle: both sides, their strength over time, what works |
//! | `report_card.rs` | the card with a report on a battle |
//! | `best_class.rs` | the class of the player's yards that does best against a foe, and why |

mod battle_card;
pub mod battle_reports;
mod battle_rows;
mod best_class;
pub(super) mod gather;
pub(super) mod given_up;
mod report_card;

use bevy::prelude::*;

/// Adds the cards. They rest until there is a world.
pub(super) fn plugin(app: &mut App) {
    report_card::plugin(app);
    battle_card::plugin(app);
}
