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

/// The bodies on which troopers went ashore in this tick and in the one before. No part of the state: only
/// this tick's decide anything, and only in this tick.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct Ashore {
    now: Vec<usize>,
    before: Vec<usize>,
}

impl Ashore {
    /// Whether troopers went ashore on a body in this tick.
    pub(super) fn is_landing(&self, body: usize) -> bool {
        self.now.contains(&body)
    }

    fn begin_tick(&mut self) {
        let Self { now, before } = self;
        std::mem::swap(now, before);
        now.clear();
    }

    fn note(&mut self, body: usize) {
        if !self.is_landing(body) {
            self.now.push(body);
        }
    }
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
        let is_new = ground.invaders.is_none() && !ashore.before.contains(&envoy.body);
        ground.invaders = Some(invaders);
        condition.troopers -= landed;
        ashore.note(envoy.body);
        if is_new {
            let landing = Event::Landed { body: envoy.body, faction: envoy.faction };
            report.note(theatre.calendar.tick, landing);
        }
    }
}
