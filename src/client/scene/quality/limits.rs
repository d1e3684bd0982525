//! Limits on trails and on the drawn parts of a fight, by the quality of the picture. All sizes of pools are set here.

use bevy::prelude::*;

use crate::client::settings::Quality;

/// The most wreck pieces of any quality: this many entities are spawned at the start.
pub const MOST_PIECES: usize = 128;

/// The most shields of any quality: this many entities are spawned at the start.
pub const MOST_SHIELDS: usize = 48;

/// The most bursts of any quality before the end of what dies in stages.
pub const MOST_STAGES: usize = 5;

/// The most lights of explosions of any quality: this many entities are spawned at the start.
pub const MOST_LIGHTS: usize = 6;

/// Limits on simultaneous effects.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct EffectLimits {
    /// Ships with a trail: the nearest.
    pub trails: usize,
    /// Limit on tracers, on beams, and on arcs, each.
    pub shots: usize,
    /// Bullets of a tracer.
    pub bullets: usize,
    /// Limit on flashes of hits; a third of it applies to explosions.
    pub flashes: usize,
    /// Clouds of fire of an explosion, at most.
    pub clouds: usize,
    /// Embers of an explosion.
    pub embers: usize,
    /// Bursts before the end of what dies in stages, at most [`MOST_STAGES`].
    pub stages: usize,
    /// Sides of the shell of an explosion, at most.
    pub shell_sides: usize,
    /// Explosions whose light falls on hulls, at most [`MOST_LIGHTS`]: the nearest.
    pub lights: usize,
    /// Shields that light up, at most [`MOST_SHIELDS`].
    pub shields: usize,
    /// Destroyed units whose fragments are seen.
    pub fragments: usize,
    /// Torpedoes with trails: the nearest.
    pub torpedoes: usize,
    /// Pieces of wrecks, at most [`MOST_PIECES`]: the nearest.
    pub pieces: usize,
    /// Ships that smoke: the nearest.
    pub smoking: usize,
    /// Ships whose drop pods are seen.
    pub landers: usize,
    /// Drop pods of a ship on their way at once.
    pub pods: usize,
    /// Fires along a front on the ground; they also say how finely it is drawn.
    pub fires: usize,
}

impl EffectLimits {
    /// The limits of a quality.
    pub fn of(quality: Quality) -> Self {
        let [trails, shots, flashes, shields, fragments, torpedoes, pieces, smoking] = match quality {
            Quality::Low => [40, 200, 60, 6, 4, 60, 24, 10],
            Quality::Medium => [100, 400, 120, 16, 8, 120, 48, 40],
            Quality::High => [300, 800, 200, 32, 16, 240, 96, 80],
            Quality::Ultra => [1000, 1500, 300, MOST_SHIELDS, 24, 400, MOST_PIECES, 150],
        };
        let [bullets, clouds, embers] = match quality {
            Quality::Low => [2, 5, 6],
            Quality::Medium => [3, 7, 10],
            Quality::High => [4, 8, 14],
            Quality::Ultra => [4, 9, 18],
        };
        let [stages, shell_sides, lights] = match quality {
            Quality::Low => [2, 24, 0],
            Quality::Medium => [3, 36, 2],
            Quality::High => [4, 52, 4],
            Quality::Ultra => [MOST_STAGES, 72, MOST_LIGHTS],
        };
        let [landers, pods, fires] = match quality {
            Quality::Low => [6, 2, 4],
            Quality::Medium => [12, 3, 6],
            Quality::High => [24, 4, 9],
            Quality::Ultra => [40, 5, 12],
        };
        Self {
            trails,
            shots,
            bullets,
            flashes,
            clouds,
            embers,
            stages,
            shell_sides,
            lights,
            shields,
            fragments,
            torpedoes,
            pieces,
            smoking,
            landers,
            pods,
            fires,
        }
    }
}

impl Default for EffectLimits {
    fn default() -> Self {
        Self::of(Quality::High)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_grade_never_draws_less() {
        let all = Quality::ALL.map(EffectLimits::of);
        for (less, more) in all.iter().zip(&all[1..]) {
            assert!(less.trails < more.trails && less.shots <= more.shots && less.flashes <= more.flashes);
            assert!(less.shields <= more.shields && less.torpedoes <= more.torpedoes);
            assert!(less.fragments <= more.fragments && less.bullets <= more.bullets);
            assert!(less.clouds <= more.clouds && less.embers <= more.embers);
            assert!(less.stages <= more.stages && less.lights <= more.lights);
            assert!(less.shell_sides <= more.shell_sides);
            assert!(less.pieces <= more.pieces && less.smoking <= more.smoking);
            assert!(less.landers <= more.landers && less.pods <= more.pods && less.fires <= more.fires);
        }
        assert!(all.iter().all(|caps| caps.pieces <= MOST_PIECES && caps.shields <= MOST_SHIELDS));
        assert!(all.iter().all(|caps| caps.stages <= MOST_STAGES && caps.lights <= MOST_LIGHTS));
        assert_eq!(all[0].lights, 0, "every light costs on each pixel of a hull");
    }
}
