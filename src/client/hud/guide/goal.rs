//! The body to take: the easiest one by what the player knows, and the garrison on its ground.

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

/// Whether the player has a body or might take it: it has ground and rings, and no other owner as far as the player
/// knows.
pub fn may_be_mine(data: &PlanetData, body: BodyId) -> bool {
    let has_place = data.sky.system.bodies.get(body).is_some_and(|this| has_ground(this.kind));
    has_place
        && data.rings.of(body).is_some()
        && data.view().owner(body).is_none_or(|owner| owner == data.me())
}

/// The body that is easiest to take, by what the player knows; `days` is the time of the flight to a body, infinite
/// for one that cannot be reached.
pub fn easiest(data: &PlanetData, days: impl Fn(BodyId) -> f64) -> Option<BodyId> {
    let view = data.view();
    let is_free = |body: &BodyId| may_be_mine(data, *body) && view.owner(*body).is_none();
    let effort = |body: BodyId| {
        let known = Garrison::known(data, body);
        let is_unseen = known.is_none();
        let garrison = known.or_else(|| Garrison::usual(data, body))?;
        Some((body, Effort::of(&garrison, is_unseen, days(body))))
    };
    let free = data.sky.system.bodies.keys().filter(is_free).filter_map(effort);
    free.min_by(|(_, one), (_, other)| one.compare(other)).map(|(body, _)| body)
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

    /// The smaller effort comes first.
    fn compare(&self, other: &Self) -> Ordering {
        let kind = |one: &Self| (one.resists, one.is_unseen);
        let of_kind = kind(self).cmp(&kind(other));
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
