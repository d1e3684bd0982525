//! Ships put troopers ashore.
//!
//! - Enters: ships with troopers of fleets whose first leg is to land on a body.
//! - Leaves: invaders on its [`Grounds`], fewer troopers aboard, and one [`Event::Landed`] for each invasion.
//! - Must never: land on the ground of the own side, or among invaders of another side: who comes second
//!   waits until the first have won or lost.

use bevy::prelude::*;

use super::super::fight::{Condition, Event, Report};
use super::{Grounds, Mission, Theatre};
use crate::orbit::TICKS_PER_SECOND;

/// The bodies on which troopers went ashore in this tick and in the one before, each with whose they were. No
/// part of the state: only this tick's decide anything, and only in this tick.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct Ashore {
    now: Vec<(usize, usize)>,
    before: Vec<(usize, usize)>,
}

impl Ashore {
    /// Whether troopers went ashore on a body in this tick.
    pub(super) fn is_landing(&self, body: usize) -> bool {
        self.now.iter().any(|(at, _)| *at == body)
    }

    /// The factions whose troopers went ashore on a body in this tick, the first ones first.
    pub(super) fn landing(&self, body: usize) -> impl Iterator<Item = usize> + '_ {
        factions_at(&self.now, body)
    }

    /// The same in the tick before.
    pub(super) fn landing_before(&self, body: usize) -> impl Iterator<Item = usize> + '_ {
        factions_at(&self.before, body)
    }

    fn begin_tick(&mut self) {
        let Self { now, before } = self;
        std::mem::swap(now, before);
        now.clear();
    }

    /// One that has noted these, for tests.
    #[cfg(test)]
    pub(super) fn of(now: &[(usize, usize)], before: &[(usize, usize)]) -> Self {
        Self { now: now.to_vec(), before: before.to_vec() }
    }

    fn note(&mut self, body: usize, faction: usize) {
        if !self.now.contains(&(body, faction)) {
            self.now.push((body, faction));
        }
    }
}

/// The factions that stand beside a body in a list.
fn factions_at(list: &[(usize, usize)], body: usize) -> impl Iterator<Item = usize> + '_ {
    list.iter().filter(move |(at, _)| *at == body).map(|(_, faction)| *faction)
}

pub(super) fn land(
    theatre: Theatre,
    mut conditions: Query<&mut Condition>,
    mut grounds: ResMut<Grounds>,
    mut ashore: ResMut<Ashore>,
    mut report: ResMut<Report>,
) {
    ashore.begin_tick();
    let share = theatre.armoury.rules.ground.landing_per_s / TICKS_PER_SECOND;
    for envoy in theatre.envoys(Mission::Land) {
        let Some(ground) = grounds.0.get_mut(envoy.body) else { continue };
        let Ok(mut condition) = conditions.get_mut(theatre.traffic.entities[envoy.at]) else { continue };
        let is_near = || theatre.distance_km(envoy) <= theatre.landing_reach_km(envoy.body);
        if condition.troopers <= 0.0 || !is_near() {
            continue;
        }
        let class = theatre.armoury.ships.get(theatre.traffic.ships[envoy.at].class);
        let most = class.map_or(0.0, |class| class.troopers).max(condition.troopers);
        let landed = (share * most).min(condition.troopers);
        let invaders = match ground.invaders {
            None => (envoy.faction, landed),
            Some((first, there)) if !theatre.sides.are_foes(first, envoy.faction) => (first, there + landed),
            Some(_) => continue,
        };
        let is_new = ground.invaders.is_none() && ashore.landing_before(envoy.body).next().is_none();
        ground.invaders = Some(invaders);
        condition.troopers -= landed;
        ashore.note(envoy.body, envoy.faction);
        if is_new {
            let landing = Event::Landed { body: envoy.body, faction: envoy.faction };
            report.note(theatre.calendar.tick, landing);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_went_ashore_is_known_for_two_ticks() {
        let mut ashore = Ashore::default();
        for (body, faction) in [(3, 1), (3, 0), (3, 1), (4, 2)] {
            ashore.note(body, faction);
        }
        assert!(ashore.is_landing(3) && !ashore.is_landing(5));
        assert_eq!(ashore.landing(3).collect::<Vec<_>>(), [1, 0]);
        ashore.begin_tick();
        assert!(!ashore.is_landing(3) && ashore.landing(3).next().is_none());
        assert_eq!(ashore.landing_before(4).collect::<Vec<_>>(), [2]);
        ashore.begin_tick();
        assert_eq!(ashore.landing_before(3).next(), None);
    }
}
