//! Whether the player is out of a war that is not decided: nothing is left of the faction, which gave up or fell.

use bevy::prelude::*;

use super::objectives::is_out;
use crate::client::frame::{InputSystems, Player, PollTimer};
use crate::client::worlds::{Kept, Playback, is_replay};
use crate::sim::outcome::victory::JUDGE_TICKS;
use crate::sim::visibility::Views;
use crate::sim::{FactionId, OfWorld};

/// Whether the player is out. Who falls last reads the verdict instead, which comes a moment later.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayerOut {
    /// Something is left, or the war is decided.
    #[default]
    No,
    /// Nothing was left already when the player sat down, or entered the world.
    Before,
    /// Nothing is left since then.
    Now,
}

impl PlayerOut {
    /// Whether nothing is left.
    pub fn is_out(self) -> bool {
        self != Self::No
    }
}

/// The last look at the player.
#[derive(Debug, Default)]
pub struct LastLook {
    beat: PollTimer,
    faction: Option<FactionId>,
    /// The tick from which on the player counts as out, and how; `None` while something is left.
    end: Option<(u64, PlayerOut)>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_of_world::<PlayerOut>();
    app.add_systems(Update, note.in_set(InputSystems::Point));
}

/// Looks a few times a second, and at once when another player has sat down.
pub fn note(
    views: Views,
    player: Res<Player>,
    playback: Option<Res<Playback>>,
    time: Res<Time<Real>>,
    mut out: ResMut<PlayerOut>,
    mut last: Kept<LastLook>,
) {
    let last = last.now();
    let is_other = last.faction.replace(player.faction) != Some(player.faction);
    if !last.beat.is_due(time.elapsed_secs_f64()) && !is_other {
        return;
    }
    let view = views.of(player.faction);
    let tick = view.almanac().calendar.tick;
    let first = match is_other {
        true => (tick, PlayerOut::Before),
        false => (tick + u64::from(JUDGE_TICKS) + 1, PlayerOut::Now),
    };
    let before = last.end.filter(|_| !is_other);
    // A replay is watched, also with the eyes of a faction that has fallen.
    let is_out_now = !is_replay(playback) && is_out(view);
    last.end = is_out_now.then(|| before.unwrap_or(first));
    let end = last.end.filter(|(due, _)| tick >= *due);
    out.set_if_neq(end.map_or(PlayerOut::No, |(_, end)| end));
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::rules::test_support::shipped_level;
    use crate::sim::simulation::test_support::world_of;
    use crate::sim::{Order, OrderQueue, Simulation, Verdict};

    const ME: FactionId = FactionId(0);
    const OTHER: FactionId = FactionId(1);

    #[test]
    fn who_gives_up_is_out_once_no_verdict_has_come_and_others_are_not() {
        // Nobody can win it.
        let mut simulation = world_of(&shipped_level("first-light.ron"), 1);
        let world = simulation.world_mut();
        world.insert_resource(Time::<Real>::default());
        world.init_resource::<PlayerOut>();
        let watch = world.register_system(note);
        let look = |simulation: &mut Simulation, faction: FactionId| {
            let world = simulation.world_mut();
            world.insert_resource(Player { faction, home: None });
            world.resource_mut::<Time<Real>>().advance_by(Duration::from_secs(1));
            world.run_system(watch).expect("it runs");
            *world.resource::<PlayerOut>()
        };
        assert_eq!(look(&mut simulation, ME), PlayerOut::No);
        simulation.world_mut().resource_mut::<OrderQueue>().give(ME, Order::Surrender);
        simulation.run(2);
        assert_eq!(look(&mut simulation, ME), PlayerOut::No, "a verdict may come");
        simulation.run(u64::from(JUDGE_TICKS) + 1);
        assert_eq!(look(&mut simulation, ME), PlayerOut::Now);
        assert_eq!(simulation.world_mut().resource::<Verdict>().0, None);
        assert_eq!(look(&mut simulation, OTHER), PlayerOut::No);
        assert_eq!(look(&mut simulation, ME), PlayerOut::Before, "it is no news any more");
    }
}
