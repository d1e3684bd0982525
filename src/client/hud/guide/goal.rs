//! The body to take: an easy one by what the player knows, and the garrison on its ground.

use std::cmp::Ordering;

use crate::client::hud::planet::gather::PlanetData;
use crate::sim::economy::building::resists;
use crate::sim::forecast::needed_troopers;
use crate::sim::{BodyId, has_ground};

/// A garrison, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Garrison {
    /// Defenders.
    pub defenders: f64,
    /// The number of troopers that overcomes it, landed together.
    pub needed: f64,
    /// Whether it is too large for a claim by a structure.
    pub resists: bool,
}

impl Garrison {
    fn of(data: &PlanetData, body: BodyId, defenders: f64) -> Self {
        let (terrain, numbers) = (data.view().holding(body).terrain, &data.arms_table.rules.ground);
        let needed = needed_troopers(defenders, terrain, numbers);
        Self { defenders, needed, resists: resists(defenders, &data.rules.0.building) }
    }

    /// The garrison of a body; `None` while the player does not see its ground.
    pub fn known(data: &PlanetData, body: BodyId) -> Option<Self> {
        let known = data.view().ground(body)?;
        Some(Self::of(data, body, known.ground.defenders))
    }

    /// The garrison of a body that nobody owns, by its worth, which everybody knows.
    fn usual(data: &PlanetData, body: BodyId) -> Option<Self> {
        data.usual_defenders(body, false).map(|defenders| Self::of(data, body, defenders))
    }
}

/// Whether the player has a body or might take it: it has ground and rings, and as far as the player knows, nobody else
/// has it or is about to.
pub fn may_be_mine(data: &PlanetData, body: BodyId) -> bool {
    let has_place = data.sky.system.bodies.get(body).is_some_and(|this| has_ground(this.kind));
    let is_open = || match data.view().owner(body) {
        Some(owner) => owner == data.me(),
        None => !is_claimed_by_others(data, body),
    };
    has_place && data.rings.of(body).is_some() && is_open()
}

/// Whether others build at a body without an owner, or land troopers there, as far as the player knows.
fn is_claimed_by_others(data: &PlanetData, body: BodyId) -> bool {
    let view = data.view();
    let invaders = view.ground(body).and_then(|known| known.ground.invaders);
    invaders.is_some_and(|(who, _)| view.is_foe(who))
        || view.structures().any(|seen| seen.structure.body == body && seen.structure.faction != data.me())
        || view.ghosts().any(|ghost| ghost.anchor == Some(body) && ghost.stands.is_some())
}

/// The body that is easiest to take, by what the player knows; `days` is the time of the flight to a body, infinite
/// for one that cannot be reached.
pub fn easiest(data: &PlanetData, days: impl Fn(BodyId) -> f64) -> Option<BodyId> {
    let view = data.view();
    let is_free = |body: &BodyId| may_be_mine(data, *body) && view.owner(*body).is_none();
    let effort = |body: BodyId| Some((body, Effort::at(data, body, days(body))?));
    let free = data.sky.system.bodies.keys().filter(is_free).filter_map(effort);
    free.min_by(|(_, one), (_, other)| one.compare(other)).map(|(body, _)| body)
}

/// The free body that the fewest troopers take, of those that a structure does not win, by what the player knows; with
/// their number.
pub fn easiest_landing(data: &PlanetData) -> Option<(BodyId, f64)> {
    let is_free = |body: &BodyId| may_be_mine(data, *body) && data.view().owner(*body).is_none();
    let needed = |body: BodyId| {
        let garrison = Garrison::known(data, body).or_else(|| Garrison::usual(data, body))?;
        garrison.resists.then_some((body, garrison.needed))
    };
    let resisting = data.sky.system.bodies.keys().filter(is_free).filter_map(needed);
    resisting.min_by(|(_, one), (_, other)| one.total_cmp(other))
}

/// Whether a body is as good a goal as another one, by what the player knows and wherever they are: one that resists is
/// not as good as one that does not, nor a possible home of a foe as good as ground in sight.
pub fn is_as_good(data: &PlanetData, body: BodyId, other: BodyId) -> bool {
    let kind = |body: BodyId| Effort::at(data, body, 0.0).map(|effort| effort.kind());
    kind(body).zip(kind(other)).is_some_and(|(one, other)| one <= other)
}

/// What it takes to get a body, as far as the player knows.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Effort {
    /// Whether troopers have to take it.
    resists: bool,
    /// Whether its ground is out of sight: it may be the home of a foe.
    is_unseen: bool,
    /// The troopers that it takes; 0 where a structure is enough.
    troopers: f64,
    /// Time of the flight, days.
    days: f64,
}

impl Effort {
    fn of(garrison: &Garrison, is_unseen: bool, days: f64) -> Self {
        let Garrison { needed, resists, .. } = *garrison;
        Self { resists, is_unseen, troopers: if resists { needed } else { 0.0 }, days }
    }

    /// The effort for a body that is so many days away; `None` for one without ground.
    fn at(data: &PlanetData, body: BodyId, days: f64) -> Option<Self> {
        let known = Garrison::known(data, body);
        let is_unseen = known.is_none();
        let garrison = known.or_else(|| Garrison::usual(data, body))?;
        Some(Self::of(&garrison, is_unseen, days))
    }

    /// What counts more than numbers; the smaller one is the easier one.
    fn kind(&self) -> (bool, bool) {
        (self.resists, self.is_unseen)
    }

    /// The smaller effort comes first.
    fn compare(&self, other: &Self) -> Ordering {
        let of_kind = self.kind().cmp(&other.kind());
        of_kind.then(self.troopers.total_cmp(&other.troopers)).then(self.days.total_cmp(&other.days))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_free_weak_and_near_comes_first_and_a_possible_home_of_a_foe_last() {
        let with = |defenders: f64, is_unseen: bool, days: f64| {
            let garrison = Garrison { defenders, needed: defenders + 1.0, resists: defenders > 40.0 };
            Effort::of(&garrison, is_unseen, days)
        };
        let moon_near = with(40.0, false, 2.0);
        let moon_far = with(0.0, false, 9.0);
        let moon_unseen = with(40.0, true, 1.0);
        let planet_small = with(60.0, false, 30.0);
        let planet_large = with(100.0, false, 3.0);
        let planet_unseen = with(60.0, true, 4.0);
        let mut efforts = [planet_unseen, planet_large, moon_unseen, moon_far, planet_small, moon_near];
        efforts.sort_by(Effort::compare);
        let expected = [moon_near, moon_far, moon_unseen, planet_small, planet_large, planet_unseen];
        assert_eq!(efforts, expected);
    }
}
