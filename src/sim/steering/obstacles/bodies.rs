//! Bodies on rails: planets, moons and stars, as balls whose ways are known; and structures that circle round
//! them. No ship ever moves them.

use glam::{Vec3, Vec3A};

use super::circling::CirclingObstacle;

/// Horizon of paths, seconds.
pub const LOOK_AHEAD: f32 = 60.0;
/// The most bodies that are examined closely on one way: the first ones in the order of the bodies.
pub const MOST_ON_A_WAY: usize = 16;
/// Number of straight pieces of a way ahead.
const PIECES: usize = 15;

/// The bodies of a step: first the large ones, which have paths, then the circling ones.
#[derive(Clone, Debug, Default)]
pub struct Bodies {
    pub(in crate::sim) radii: Vec<f32>,
    /// Centre at the beginning of the step.
    pub(in crate::sim) befores: Vec<Vec3>,
    /// Centre at the end of the step.
    pub(in crate::sim) afters: Vec<Vec3>,
    /// Centres at even times from the beginning of the step to [`LOOK_AHEAD`]. Ships ask for them many times a
    /// step: then aligned vectors are faster.
    ways: Vec<[Vec3A; PIECES + 1]>,
    /// A ball around the way ahead: its centre, and its radius without the body's.
    pub(in crate::sim) sweeps: Vec<(Vec3, f32)>,
    /// Small, swift bodies that circle: the last of all.
    pub(in crate::sim) circling: Vec<CirclingObstacle>,
}

impl Bodies {
    /// No bodies.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Removes all bodies and keeps the memory.
    pub fn clear(&mut self) {
        self.radii.clear();
        self.befores.clear();
        self.afters.clear();
        self.ways.clear();
        self.sweeps.clear();
        self.circling.clear();
    }

    /// Adds a body for a step of `dt` seconds; `place` gives its centre at a time in seconds after the
    /// beginning of the step.
    pub fn add(&mut self, radius: f32, dt: f32, mut place: impl FnMut(f32) -> Vec3) {
        let way: [Vec3; PIECES + 1] =
            std::array::from_fn(|piece| place(LOOK_AHEAD * piece as f32 / PIECES as f32));
        let after = place(dt);
        let middle = (way[0] + way[PIECES / 2] + way[PIECES]) / 3.0;
        let reach = way.iter().map(|point| point.distance(middle)).fold(0.0, f32::max);
        // Circling bodies stay behind the large ones.
        let number = self.large();
        self.radii.insert(number, radius);
        self.befores.insert(number, way[0]);
        self.afters.insert(number, after);
        self.ways.push(way.map(Vec3A::from));
        self.sweeps.push((middle, reach));
    }

    /// Adds a small circling thing, such as a structure in its ring.
    pub fn add_circling(&mut self, one: CirclingObstacle) {
        self.radii.push(one.radius);
        self.befores.push(one.before);
        self.afters.push(one.after);
        self.circling.push(one);
    }

    /// The number of large bodies, which have paths ahead; circling ones follow.
    pub(in crate::sim) fn large(&self) -> usize {
        self.ways.len()
    }

    /// Whether a body is a circling one.
    pub(in crate::sim) fn is_circling(&self, body: usize) -> bool {
        body >= self.large()
    }

    /// The number of all bodies, circling ones included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.radii.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.radii.is_empty()
    }

    /// Motion of a body in this step.
    pub(in crate::sim) fn step_of(&self, body: usize) -> Vec3 {
        self.afters[body] - self.befores[body]
    }

    /// The place of a body that has a way ahead, this number of seconds after the beginning of the step; from
    /// [`LOOK_AHEAD`] on it is taken to go straight on.
    pub(in crate::sim) fn place(&self, body: usize, ahead: f32) -> Vec3A {
        let pieces = ahead.max(0.0) * (PIECES as f32 / LOOK_AHEAD);
        let piece = (pieces as i32 as usize).min(PIECES - 1);
        let way = &self.ways[body];
        way[piece] + (way[piece + 1] - way[piece]) * (pieces - piece as f32)
    }
}
