//! The cost of minds, by the clock. Nothing but the report reads it.

use std::time::Instant;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::sim::simulation::measure::{quantile, sorted};
use crate::sim::{OfWorld, SimSystems, Tick};

use super::statistics::mean;

/// The cost of a mind in a tick, milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MindCost {
    /// Mean over all ticks.
    pub mean_ms: f64,
    /// 99 of 100 ticks cost at most this.
    pub p99_ms: f64,
    /// The costliest tick.
    pub worst_ms: f64,
}

impl MindCost {
    /// The cost in some games together: the mean over all ticks, the median game's 99 of 100 ticks, and the costliest
    /// tick of all; each game with its length, in any unit. `None` without a game.
    pub fn of_games(games: &[(f64, Self)]) -> Option<Self> {
        let all: f64 = games.iter().map(|(length, _)| length).sum();
        let p99s: Vec<f64> = games.iter().map(|(_, cost)| cost.p99_ms).collect();
        (all > 0.0).then(|| Self {
            mean_ms: games.iter().map(|(length, cost)| length * cost.mean_ms).sum::<f64>() / all,
            p99_ms: quantile(&sorted(&p99s), 0.5),
            worst_ms: games.iter().map(|(_, cost)| cost.worst_ms).fold(0.0, f64::max),
        })
    }

    /// The cost in words.
    pub fn words(&self) -> String {
        let Self { mean_ms, p99_ms, worst_ms } = self;
        format!(
            "{mean_ms:.3} ms a tick in the mean, at most {p99_ms:.2} ms in 99 of 100 ticks, {worst_ms:.1} ms in the \
             costliest"
        )
    }
}

/// The time that minds took in every tick.
#[derive(Resource, Debug, Default)]
pub struct Stopwatch {
    started: Option<Instant>,
    times_ms: Vec<f64>,
}

impl Stopwatch {
    /// The mean cost of one of `minds`, which think in different ticks; `None` without a mind or a tick.
    pub fn cost(&self, minds: usize) -> Option<MindCost> {
        let sorted = sorted(&self.times_ms);
        (minds > 0 && !sorted.is_empty()).then(|| MindCost {
            mean_ms: mean(sorted.iter().copied()) / minds as f64,
            p99_ms: quantile(&sorted, 0.99),
            worst_ms: quantile(&sorted, 1.0),
        })
    }

    /// The costliest ticks, by their numbers from 0, and their times, ms, the costliest first.
    pub fn costliest(&self, count: usize) -> Vec<(usize, f64)> {
        let mut ticks: Vec<(usize, f64)> = self.times_ms.iter().copied().enumerate().collect();
        ticks.sort_by(|one, other| other.1.total_cmp(&one.1));
        ticks.truncate(count);
        ticks
    }
}

/// Measures the minds of a world.
pub fn plugin(app: &mut App) {
    app.init_scratch::<Stopwatch>("figures about the program, not about the world");
    app.add_systems(
        Tick,
        (start.before(SimSystems::Minds), stop.after(SimSystems::Minds).before(SimSystems::Orders)),
    );
}

fn start(mut watch: ResMut<Stopwatch>) {
    watch.started = Some(Instant::now());
}

fn stop(mut watch: ResMut<Stopwatch>) {
    if let Some(started) = watch.started.take() {
        watch.times_ms.push(started.elapsed().as_secs_f64() * 1000.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cost_of_games_is_weighed_by_their_length() {
        let cost = |mean_ms, p99_ms, worst_ms| MindCost { mean_ms, p99_ms, worst_ms };
        let games =
            [(300.0, cost(0.01, 0.1, 0.5)), (100.0, cost(0.05, 0.3, 2.0)), (0.0, cost(9.0, 0.2, 0.1))];
        let all = MindCost::of_games(&games).expect("there are games");
        assert!((all.mean_ms - 0.02).abs() < 1.0e-12, "{all:?}");
        assert_eq!((all.p99_ms, all.worst_ms), (0.2, 2.0));
        assert_eq!(
            all.words(),
            "0.020 ms a tick in the mean, at most 0.20 ms in 99 of 100 ticks, 2.0 ms in the costliest"
        );
        assert_eq!(MindCost::of_games(&[]), None);
    }

    #[test]
    fn the_costliest_ticks_come_first() {
        let watch = Stopwatch { started: None, times_ms: vec![0.1, 0.4, 0.2, 0.9] };
        assert_eq!(watch.costliest(2), [(3, 0.9), (1, 0.4)]);
        assert_eq!(watch.costliest(9).len(), 4);
    }
}
