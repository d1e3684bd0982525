use std::time::{Duration, Instant};

use bevy::prelude::*;

use super::travel::arrive;
use crate::client::frame::Toasts;
use crate::client::worlds::Playback;
use crate::record::{self, HASH_TICKS, Recorder};
use crate::sim::order::apply_waiting;
use crate::sim::{Calendar, Digests, OrderQueue, Tick};

/// The least and the most time of a frame in which a world hastens to another moment.
const HASTE: (Duration, Duration) = (Duration::from_millis(40), Duration::from_millis(250));

/// The answer to an order in a replay.
const NO_ORDERS: &str = "Replays take no orders. The menu can start a game from this moment";

/// The answer to what a game cannot do while it rewinds.
pub const REWINDING: &str = "The game is rewinding. Try again in a moment";

/// Runs a tick that is due.
pub(super) fn step(world: &mut World) {
    // A clock that was stopped in this frame stands at once.
    if world.resource::<Time<Virtual>>().is_paused() {
        return;
    }
    match world.get_resource::<Playback>() {
        None => world.run_schedule(Tick),
        // The world hastens before the ticks of the frame.
        Some(playback) if playback.target.is_some() => {}
        Some(_) => {
            if !follow(world) {
                world.resource_mut::<Time<Virtual>>().pause();
            }
        }
    }
}

/// Lets the orders of a pause take effect, and writes them down.
pub(super) fn between(world: &mut World) {
    if world.contains_resource::<Playback>() {
        return refuse(world);
    }
    apply_waiting(world);
    if world.contains_resource::<Recorder>() {
        record::note(world);
    }
}

/// Hastens to the moment that is to be reached.
pub(super) fn catch_up(world: &mut World) {
    let began = Instant::now();
    // Half of each frame: where drawing is slow, the way must not be slower than watching it.
    let haste = (world.resource::<Time<Real>>().delta() / 2).clamp(HASTE.0, HASTE.1);
    loop {
        let Some(target) = world.get_resource::<Playback>().and_then(|playback| playback.target) else {
            return;
        };
        if world.resource::<Calendar>().tick >= target || !follow(world) {
            return arrive(world);
        }
        if began.elapsed() >= haste {
            return;
        }
    }
}

/// Drops the orders that are given in a replay, with a message.
fn refuse(world: &mut World) {
    if world.resource_mut::<OrderQueue>().drop_waiting() {
        let is_replay = world.get_resource::<Playback>().is_some_and(Playback::is_replay);
        world.resource_mut::<Toasts>().say(if is_replay { NO_ORDERS } else { REWINDING });
    }
}

/// Runs a tick with the orders that the log has before it; `false` at the end of the log. Nobody else's orders are
/// let in.
fn follow(world: &mut World) -> bool {
    let tick = world.resource::<Calendar>().tick;
    let Some(log) = world.get_resource::<Playback>().map(|playback| playback.log.clone()) else {
        return false;
    };
    if tick >= log.last_tick() {
        return false;
    }
    refuse(world);
    let mut door = world.resource_mut::<OrderQueue>();
    for order in log.orders_at(tick) {
        door.give(order.player, order.order.clone());
    }
    world.run_schedule(Tick);
    let now = world.resource::<Calendar>().tick;
    if now.is_multiple_of(HASH_TICKS) {
        let hash = world.resource::<Digests>().state_hash();
        let differs = log.hash_at(now).is_some_and(|noted| noted != hash);
        let mut playback = world.resource_mut::<Playback>();
        if differs && !playback.differs {
            playback.differs = true;
            warn!("after tick {now} the world differs from that of the log");
        }
    }
    now > tick
}
