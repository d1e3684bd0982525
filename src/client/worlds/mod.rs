//! The state of the program, and the exchange of worlds inside it.
//!
//! - Enters: a level or a moment of a log to be opened ([`Source`]), or a world that is ready to be entered
//!   ([`Opened`]).
//! - Leaves: the present [`AppState`], a new world, and a screen without traces of the world before.
//! - Must never: give up the present world for a level that cannot be played, or know another room of the client.
//!
//! ```text
//! Boot ─► Menu ─► Loading ─► Playing          every exchange of worlds goes through Loading
//!           ▲ └──◄──┘ ▲         │
//!           └─────────┴────◄────┘
//! ```
//!
//! | file | does |
//! |---|---|
//! | `reading.rs` | reads, checks and tries a level in a task, while the present world goes on |
//! | `opened.rs` | a world that is ready to be entered |
//! | `exchange.rs` | one step: clears the screen, removes the world, spawns the next one |
//! | `playback.rs`, `moments.rs` | worlds that follow the log of a game, and how they are opened |
//! | `log_span.rs` | the first and the last tick of a log, and the places between |
//! | `kept.rs` | memory of a system, which is reset with the world |
//! | `backdrop.rs` | the sky behind the main menu |
//! | `today.rs` | the present moment: levels that begin on its date, names of files |
//! | `user_folders.rs` | the folders of the player's own files |
//!
//! **Values that belong to a world** are removed with it in one of four ways:
//!
//! - a resource: added by [`init_of_world`](crate::sim::OfWorld::init_of_world), which resets it, or declared by
//!   [`remove_with_world`](crate::sim::OfWorld::remove_with_world) if each world makes its own;
//! - messages: added by [`MessagesOfWorld`], which empties them;
//! - memory of a system: [`Kept`] in place of `Local`;
//! - entities on the screen (`Node`, `Mesh3d`): set up in `OnEnter(AppState::Playing)`, in the order of
//!   [`SetUpSystems`], and despawned with the world unless marked [`Lasting`].
//!
//! `tests/it/worlds_kept.rs` lists all values that last longer.

mod backdrop;
mod exchange;
mod kept;
mod log_span;
mod moments;
mod opened;
mod playback;
mod reading;
mod today;
mod user_folders;

use std::path::PathBuf;

use bevy::prelude::*;

use crate::sim::OfWorld;

pub use backdrop::backdrop;
pub use exchange::{ExchangeSystems, Lasting, MessagesOfWorld};
pub use kept::Kept;
pub use log_span::LogSpan;
pub use opened::{Opened, in_a_line};
pub use playback::{
    FirstLook, Playback, Purpose, is_catching_up, is_from_save, is_playback, is_replay, is_rewinding,
};
pub use reading::{FileEntered, Reading, ReadingFailed, Source, read};
pub use today::{begin_today, fresh_seed, jd_now, universal_date_now};
pub use user_folders::{config_folder, data_folder};

/// The state of the program. Pause and result are pages of the menu within `Playing`.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AppState {
    /// The engine starts.
    #[default]
    Boot,
    /// The main menu, before a sky without a player.
    Menu,
    /// One world is exchanged for another.
    Loading,
    /// A world with a player.
    Playing,
}

/// Systems of `Update` that need a world with a player. The sets of [`FrameSystems`](super::frame::FrameSystems)
/// have conditions of their own.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WhilePlaying;

/// The steps in which the screen is set up for a world that is entered.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetUpSystems {
    /// The layer that holds all icons and names.
    Layer,
    /// Spheres, meshes and panels.
    Frames,
    /// Rows of panels, and systems that need the look of bodies.
    Rows,
    /// The first view.
    Look,
}

/// The folder with shaders, stars and rules; shipped levels are beside it.
#[derive(Resource, Clone, Debug)]
pub struct AssetsDir(pub PathBuf);

/// Whether there is a world on the screen, also behind the main menu.
pub fn shows_a_sky(state: Option<Res<State<AppState>>>) -> bool {
    state.is_some_and(|state| matches!(state.get(), AppState::Menu | AppState::Playing))
}

/// Adds the states, and the way between worlds.
pub(super) fn plugin(app: &mut App) {
    app.init_state::<AppState>();
    let playing = || WhilePlaying.run_if(in_state(AppState::Playing));
    app.configure_sets(PreUpdate, playing()).configure_sets(Update, playing());
    for state in [AppState::Menu, AppState::Playing] {
        let steps = (SetUpSystems::Layer, SetUpSystems::Frames, SetUpSystems::Rows, SetUpSystems::Look);
        app.configure_sets(OnEnter(state), steps.chain());
    }
    app.remove_with_world::<Playback>();
    exchange::plugin(app);
    reading::plugin(app);
}
