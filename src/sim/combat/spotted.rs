//! The foes that a faction sees on a battlefield, by their marks and by their places.

use glam::DVec3;

use super::choosing::Candidate;
use super::nearby::Nearby;

/// The foes that a faction sees on a battlefield.
#[derive(Clone, Debug, Default)]
pub struct Spotted {
    foes: Vec<Candidate>,
    nearby: Nearby,
    widest_km: f64,
    least_left: f64,
}

impl Spotted {
    /// Those of some foes, which come in the order of their marks.
    #[cfg(test)]
    pub fn of(foes: impl IntoIterator<Item = Candidate>) -> Self {
        let mut spotted = Self::default();
        spotted.fill(foes.into_iter());
        spotted
    }

    /// Takes in foes instead of those that there were. They must come in the order of their marks.
    pub fn fill(&mut self, foes: impl Iterator<Item = Candidate>) {
        self.foes.clear();
        self.foes.extend(foes);
        self.nearby.fill(self.foes.iter().map(|one| one.place));
        self.widest_km = self.foes.iter().map(|one| one.bound_km).fold(0.0, f64::max);
        self.least_left = self.foes.iter().map(|one| one.share_left).fold(1.0, f64::min);
    }

    /// All of them, in the order of their marks.
    pub fn foes(&self) -> &[Candidate] {
        &self.foes
    }

    /// The largest bounding radius of any of them, km; 0 without foes.
    pub fn widest_km(&self) -> f64 {
        self.widest_km
    }

    /// The least share of armour and shield that any of them has left, 0 to 1; 1 without foes.
    pub fn least_left(&self) -> f64 {
        self.least_left
    }

    /// Shows `look` those of them whose middles are within a limit of a place (heliocentric, km), by their
    /// places among [`Self::foes`], with the squares of their distances, km². `look` returns the limit from
    /// then on, a square as well; at first it is `limit`.
    pub fn search(&self, place: DVec3, limit: f64, mut look: impl FnMut(usize, &Candidate, f64) -> f64) {
        self.nearby
            .search(place, limit, |at, square| self.foes.get(at).map_or(square, |one| look(at, one, square)));
    }
}
