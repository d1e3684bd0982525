//! The ticks of the client: the one owner of them, for a game and for a replay.
//!
//! - Enters: the time of the frame; the orders that wait in the queue of the world; a log that is played.
//! - Leaves: ticks, each with the orders that come before it; orders that take effect between two ticks in a pause;
//!   the log of every game; requests to enter another moment.
//! - Must never: let an order of the player into a world that follows a log, or run a tick after its end.
//!
//! A game at this machine is a sequence of turns of one tick each; in a pause a turn has no tick. A replay has the
//! turns of its log. Keys and buttons put orders into the queue, whatever is played.
//!
//! | file | does |
//! |---|---|
//! | `ticks.rs` | runs the ticks that are due, and hastens to another moment of a log |
//! | `recording.rs` | begins and ends the log of a game |
//! | `log_files.rs` | the folder of the logs, and their names |
//! | `travel.rs` | to another moment: of a replay, or of the present game |

mod log_files;
mod recording;
mod ticks;
mod travel;

use bevy::app::{RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy::prelude::*;

use crate::client::frame::{InputSystems, NewsSystems, PictureAwaited};
use crate::client::worlds::{
    AppState, ExchangeSystems, MessagesOfWorld, WhilePlaying, is_catching_up, shows_a_sky,
};
use crate::record;
use crate::sim::OfWorld;

pub use log_files::{LOG_ENDING, LogsFolder, list_logs};
pub use ticks::REWINDING;
pub use travel::{Arrived, NO_PAST, can_rewind, go_on_from, rewind_to, seek};

/// Adds the ticks, and the logs of games.
pub fn plugin(app: &mut App) {
    app.add_plugins(record::plugin);
    app.init_resource::<LogsFolder>();
    app.init_of_world::<recording::FailureReported>().add_message_of_world::<Arrived>();
    app.add_systems(FixedUpdate, ticks::step.run_if(shows_a_sky).run_if(PictureAwaited::is_over));
    app.add_systems(
        RunFixedMainLoop,
        ticks::catch_up
            .in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop)
            // A world that is not set up yet cannot take up a game.
            .run_if(in_state(AppState::Playing).and_then(is_catching_up)),
    );
    // While the world is paused, orders take effect between two ticks.
    app.add_systems(
        Update,
        ticks::between
            .run_if(|time: Res<Time<Virtual>>| time.is_paused())
            .after(InputSystems::Command)
            .before(NewsSystems::Gather)
            .in_set(WhilePlaying),
    );
    app.add_systems(OnEnter(AppState::Loading), recording::leave.before(ExchangeSystems::Spawn));
    app.add_systems(OnEnter(AppState::Playing), recording::begin_game);
    app.add_systems(Update, recording::warn.in_set(NewsSystems::Report).in_set(WhilePlaying));
    app.add_systems(Last, recording::finish.run_if(on_message::<AppExit>));
}
