//! The guide through the first minutes: one step at a time, on a plate in the column at the lower left. It points at
//! the thing that is meant, waits for the deed, and knows deeds that were done before their turn.
//!
//! - Enters: the player's knowledge of the world, the state of panels, orders that wait or were accepted, keys; the
//!   steps that were done in former games.
//! - Leaves: words, a ring and an arrow on the screen; done steps, in the settings; at its end the wish for a skirmish.
//! - Must never: give an order, move the camera, stop the clock, or lock anything.
//!
//! | file | does |
//! |---|---|
//! | `goal.rs` | the body to take, and its garrison |
//! | `facts.rs` | what the guide knows of the game |
//! | `advice/` | words and things to point at, by step and facts |
//! | `progress.rs` | the steps of this game, and the present one |
//! | `deeds.rs` | notices what the player does |
//! | `targets.rs`, `free_room.rs` | places of things on the screen, and the part of it without panels |
//! | `plate.rs`, `pointer.rs` | the plate with its buttons; the ring and the arrow |
//!
//! The steps are listed in `settings/guide_step.rs`. A new one needs its advice, and the deed that ends it in
//! `deeds.rs`, or its condition in `is_met` of `advice/mod.rs`.

mod advice;
mod deeds;
mod facts;
mod free_room;
mod goal;
mod plate;
mod pointer;
mod progress;
mod targets;

pub use progress::{Guide, SkirmishWanted, StepDone, starts_clock};

use bevy::prelude::*;

use crate::client::frame::{FrameSystems, NewsSystems, PollTimer};
use crate::client::hud::layout::places::LeftColumnSystems;
use crate::client::input::{EscapeLadder, Rung};
use crate::client::worlds::{AppState, Kept, SetUpSystems, WhilePlaying, is_playback};
use crate::sim::OfWorld;
use facts::Known;
use progress::Progress;

/// Adds the guide, and with it the row in which the briefing stands. Trials go without it, and so do all pictures but
/// that of a briefing.
pub fn plugin(app: &mut App) {
    app.init_of_world::<Guide>().add_observer(plate::take_press).on_escape(Rung::Hint, progress::close_hint);
    app.add_systems(OnEnter(AppState::Playing), pointer::spawn.in_set(SetUpSystems::Frames));
    app.add_systems(OnEnter(AppState::Playing), plate::spawn.in_set(LeftColumnSystems::Guide));
    let watch = (deeds::watch_view, deeds::watch_orders, deeds::watch_deeds, choose_step);
    app.add_systems(
        Update,
        (watch.chain().run_if(progress::is_wanted), plate::write)
            .chain()
            .in_set(NewsSystems::Report)
            .in_set(WhilePlaying)
            // Nobody learns to give orders from a replay, which takes none.
            .run_if(not(is_playback)),
    );
    // The content of the row is known after `Update`, the room for it only here.
    app.add_systems(PostUpdate, (plate::settle_row, pointer::point).in_set(FrameSystems::Panel));
}

/// Finds the present step again, a few times a second, and at once after a deed. Once nothing is left to tell, the
/// world is not looked through any more.
fn choose_step(known: Known, mut progress: Progress, mut beat: Kept<PollTimer>) {
    let is_due = beat.now().is_due(progress.now());
    let is_stale = progress.guide.take_stale();
    if is_stale || !progress.is_over() && (is_due || known.has_new_choice()) {
        let facts = known.facts(progress.guide.goal(), progress.guide.sent_to());
        progress.follow(&facts);
    }
}
