//! The foes that a faction sees on a battlefield, by their marks and by their places.

use glam::DVec3;

use crate::level::ShipKind;
use crate::sim::TargetId;
use crate::sim::spatial::kd_tree::KdTree;

/// A foe that a faction sees on a battlefield.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Place in [`crate::sim::combat::Battlefields::members`].
    pub at: usize,
    /// The ship or structure.
    pub mark: TargetId,
    /// Position, heliocentric, km.
    pub place: DVec3,
    /// Bounding radius, km.
    pub bound_km: f64,
    /// The place of its class among all classes, see [`Matchups::place_of`](super::matchups::Matchups::place_of).
    pub class: usize,
    /// Kind.
    pub kind: ShipKind,
    /// The share of armour and shield that is left, 0 to 1.
    pub share_left: f64,
    /// Whether it is spared for the side that takes its body, unless an attack on it is ordered: a structure
    /// that cannot shoot.
    pub is_spared: bool,
}

/// The foes that a faction sees on a battlefield.
#[derive(Clone, Debug, Default)]
pub struct VisibleEnemies {
    foes: Vec<Candidate>,
    nearby: KdTree,
    widest_km: f64,
    least_left: f64,
}

impl VisibleEnemies {
    /// Replaces the foes. They must be sorted by mark.
    pub fn fill(&mut self, foes: impl Iterator<Item = Candidate>) {
        self.foes.clear();
        self.foes.extend(foes);
        self.nearby.fill(self.foes.iter().map(|one| one.place));
        self.widest_km = self.foes.iter().map(|one| one.bound_km).fold(0.0, f64::max);
        self.least_left = self.foes.iter().map(|one| one.share_left).fold(1.0, f64::min);
    }

    /// All foes, sorted by mark.
    pub fn foes(&self) -> &[Candidate] {
        &self.foes
    }

    /// The largest bounding radius of a foe, km; 0 without foes.
    pub fn widest_km(&self) -> f64 {
        self.widest_km
    }

    /// The least share of armour and shield that a foe has left, 0 to 1; 1 without foes.
    pub fn least_left(&self) -> f64 {
        self.least_left
    }

    /// Passes to `look` the foes whose middles are within a limit of a place (heliocentric, km): the index among
    /// [`Self::foes`], the foe, and the squared distance, km². `look` returns the new limit, squared as well;
    /// `limit` applies at first.
    pub fn search(&self, place: DVec3, limit: f64, mut look: impl FnMut(usize, &Candidate, f64) -> f64) {
        self.nearby
            .search(place, limit, |at, square| self.foes.get(at).map_or(square, |one| look(at, one, square)));
    }
}
