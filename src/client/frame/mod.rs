//! The common parts of all rooms of the client: the order of a frame, the player, lines, and short messages.
//!
//! - Enters: nothing.
//! - Leaves: the sets that systems are sorted into ([`InputSystems`], [`NewsSystems`], [`FrameSystems`]).
//! - Must never: know another room of the client but `worlds`.
//!
//! | file | does |
//! |---|---|
//! | `schedule.rs` | the order of a frame |
//! | `player.rs` | the acting player |
//! | `clock_hold.rs` | holds the clock while the player reads, and before the first picture |
//! | `page.rs` | whether a page has keys and wheel to itself; whether the briefing is open |
//! | `poll_timer.rs` | how often panels change |
//! | `toasts.rs` | short messages |
//! | `visibility.rs` | shown or hidden |
//! | `words.rs` | times, dates, lengths and faults of files in words |
//! | `lines.rs`, `line_order.rs` | widths of lines; lines are drawn last |
//! | `soft_lines.rs`, `lines.wgsl` | soft edges of lines, and their shader |

mod clock_hold;
mod line_order;
mod lines;
mod page;
mod player;
mod poll_timer;
mod schedule;
mod soft_lines;
mod toasts;
mod visibility;
pub mod words;

use bevy::prelude::*;

use crate::sim::OfWorld;

pub use clock_hold::{ClockHold, HelpHold, PictureAwaited};
pub use lines::{GridGizmos, LineGizmos, LineScale, OwnGizmos, ThickGizmos};
pub use page::{AdviceShown, BriefingOpen, GameCovered, PageOpen, WheelTaken};
pub use player::{Player, Relation, SPECTATOR, SPECTATOR_ANSWER, eyes_of};
pub use poll_timer::PollTimer;
pub use schedule::{FrameSystems, InputSystems, NewsSystems};
#[cfg(test)]
pub use soft_lines::takes_soft_lines;
pub use toasts::Toasts;
pub use visibility::visible_if;
pub use words::{
    age, arrival_words, au, au_beside, capital, coming_words, date_words, days_words, duration, failed,
    grouped, kilometres, length, personalities_words, personality_words, player_words, players_words,
    seconds_until, time_left, time_of_play, with_article,
};

/// Adds the order of a frame.
pub fn plugin(app: &mut App) {
    app.init_of_world::<Toasts>().init_of_world::<WheelTaken>();
    app.init_of_world::<PageOpen>().init_of_world::<GameCovered>();
    app.init_of_world::<BriefingOpen>().init_of_world::<AdviceShown>();
    schedule::plugin(app);
    clock_hold::plugin(app);
    lines::plugin(app);
    line_order::plugin(app);
    soft_lines::plugin(app);
}
