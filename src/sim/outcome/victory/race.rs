//! The progress of all sides towards the conditions of victory, for display. It is no secret.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::reason::winners_of;
use super::{Contest, Contests, Held, VictoryGoal, held_by_sides};
use crate::level::named_together;
use crate::sim::{ArmsTable, Calendar, FactionId, Factions, Holdings, Sides, Sky, ticks};

/// A condition of victory, and the progress of every side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The goal.
    pub goal: VictoryGoal,
    /// The sides, in their order.
    pub sides: Vec<SideProgress>,
    /// Required time for [`VictoryGoal::Eliminate`] while others have ships left, ticks.
    pub ships_only_ticks: u32,
}

/// Progress of a side with a condition of victory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideProgress {
    /// The side, see [`Sides`].
    pub side: u16,
    /// Number of bodies.
    pub bodies: u32,
    /// Number of those that [`VictoryGoal::HoldPlanets`] counts: all but comets.
    pub planets: u32,
    /// Ticks for which it has met the condition without a break; for survival, since the start; for elimination,
    /// ticks for which no other side has had more than ships.
    pub met_ticks: u32,
}

/// The progress of all sides towards the conditions of victory, for display. It is no secret.
#[derive(SystemParam)]
pub struct Race<'w> {
    contests: Res<'w, Contests>,
    holdings: Res<'w, Holdings>,
    sides: Res<'w, Sides>,
    factions: Res<'w, Factions>,
    sky: Res<'w, Sky>,
    calendar: Res<'w, Calendar>,
    arms_table: Res<'w, ArmsTable>,
}

impl Race<'_> {
    /// The conditions, in the order of the level.
    pub fn progress(&self) -> Vec<Progress> {
        let held = held_by_sides(self.factions.0.len(), &self.holdings, &self.sides, &self.sky);
        let tick = u32::try_from(self.calendar.tick).unwrap_or(u32::MAX);
        let ships_only = ticks(self.arms_table.rules.victory.ships_only_s);
        let contests = self.contests.0.iter();
        contests.map(|contest| contest.progress(&held, &self.sides, tick, ships_only)).collect()
    }

    /// The side of a faction; `None` for an unknown one.
    pub fn side(&self, faction: FactionId) -> Option<u16> {
        self.factions.0.get(faction).map(|_| self.sides.side(faction))
    }

    /// The names of a side's factions, joined for display.
    pub fn name_of(&self, side: u16) -> String {
        named_together(&winners_of(side, &self.factions, &self.sides))
    }
}

impl Contest {
    /// The progress of every side, from the bodies of each and the tick.
    pub(in crate::sim) fn progress(
        &self,
        held: &[Held],
        sides: &Sides,
        tick: u32,
        ships_only_ticks: u32,
    ) -> Progress {
        let of = |side: u16, met: u32| {
            let Held { bodies, planets } = held.get(usize::from(side)).copied().unwrap_or_default();
            let met_ticks = match self.goal {
                VictoryGoal::Survive { faction, ticks } if sides.side(faction) == side && bodies > 0 => {
                    tick.min(ticks)
                }
                VictoryGoal::Survive { .. } => 0,
                VictoryGoal::Eliminate | VictoryGoal::HoldPlanets { .. } | VictoryGoal::HoldBody { .. } => {
                    met
                }
            };
            SideProgress { side, bodies, planets, met_ticks }
        };
        // The number of a side is that of its first faction.
        let numbered =
            (0_u16..).zip(&self.met).filter(|(side, _)| sides.side(FactionId(usize::from(*side))) == *side);
        let sides = numbered.map(|(side, met)| of(side, *met)).collect();
        Progress { goal: self.goal, sides, ships_only_ticks }
    }
}
