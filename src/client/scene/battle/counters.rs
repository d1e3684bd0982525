//! Counts of drawn battle effects, for measurements of frames.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::Serialize;

use super::FreshEvents;
use crate::sim::event::GameEvent;

/// Numbers of effects in this frame, by their names in reports.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn(BTreeMap<&'static str, usize>);

impl Drawn {
    /// Records the number of effects of a name.
    pub fn note(&mut self, effect: &'static str, count: usize) {
        self.0.insert(effect, count);
    }
}

/// Battle effects drawn over some frames.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BattleSeen {
    /// Mean number of shots per tick known to the viewer; point defence counts by salvos.
    pub shots_per_tick: f64,
    /// Effects of a frame, by their names.
    pub effects: Vec<EffectMean>,
}

/// Number of effects of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EffectMean {
    /// The name of the kind.
    pub effect: &'static str,
    /// Mean number per frame.
    pub mean: f64,
}

/// Counts drawn battle effects, frame by frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EffectCounts {
    frames: usize,
    shots: usize,
    drawn: BTreeMap<&'static str, usize>,
}

impl EffectCounts {
    /// Adds the frame that a world has just drawn.
    pub fn note(&mut self, world: &World) {
        let news = &world.resource::<FreshEvents>().fresh;
        self.frames += 1;
        self.shots += news.iter().filter(|news| is_shot(&news.event)).count();
        for (effect, count) in &world.resource::<Drawn>().0 {
            *self.drawn.entry(effect).or_default() += count;
        }
    }

    /// The effects of these frames, in which this many ticks ran; `None` without a shot.
    pub fn sum_up(&self, ticks: u64) -> Option<BattleSeen> {
        if self.shots == 0 {
            return None;
        }
        let frames = self.frames.max(1) as f64;
        let means = self.drawn.iter().map(|(effect, sum)| EffectMean { effect, mean: *sum as f64 / frames });
        let shots_per_tick = self.shots as f64 / ticks.max(1) as f64;
        Some(BattleSeen { shots_per_tick, effects: means.collect() })
    }
}

fn is_shot(event: &GameEvent) -> bool {
    matches!(event, GameEvent::Shot { .. } | GameEvent::Intercepted { .. } | GameEvent::Bombarded { .. })
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::super::FreshEvent;
    use super::*;
    use crate::sim::event::{Party, ShotOutcome, test_support};
    use crate::sim::ids::{FactionId, WeaponId};

    fn ship(number: u32) -> Party {
        test_support::ship(number, FactionId(0))
    }

    fn news(event: GameEvent) -> FreshEvent {
        FreshEvent { number: 0, tick: 0, born_s: 0.0, event }
    }

    fn world() -> World {
        let mut world = World::new();
        world.init_resource::<FreshEvents>();
        world.init_resource::<Drawn>();
        world
    }

    #[test]
    fn where_nobody_fires_there_is_no_battle() {
        let (mut world, mut counts) = (world(), EffectCounts::default());
        let launch = GameEvent::Launched { by: ship(1), weapon: WeaponId::FIRST, place: DVec3::ZERO };
        world.resource_mut::<FreshEvents>().fresh.push(news(launch));
        world.resource_mut::<Drawn>().note("wrecks", 4);
        counts.note(&world);
        assert_eq!(counts.sum_up(1), None);
        assert_eq!(EffectCounts::default().sum_up(0), None);
    }

    #[test]
    fn shots_are_counted_by_tick_and_effects_by_frame() {
        let (mut world, mut counts) = (world(), EffectCounts::default());
        let (by, at) = (ship(1), ship(2));
        let (from, to) = (DVec3::ZERO, DVec3::X);
        let shot =
            GameEvent::Shot { by, at, weapon: WeaponId::FIRST, from, to, outcome: ShotOutcome::Missed };
        world.resource_mut::<FreshEvents>().fresh = vec![news(shot); 6];
        world.resource_mut::<Drawn>().note("beams", 3);
        counts.note(&world);
        world.resource_mut::<FreshEvents>().fresh.clear();
        world.resource_mut::<Drawn>().note("beams", 2);
        counts.note(&world);
        let seen = counts.sum_up(3).expect("somebody fired");
        assert_eq!(seen.shots_per_tick, 2.0);
        assert_eq!(seen.effects, [EffectMean { effect: "beams", mean: 2.5 }]);
    }
}
