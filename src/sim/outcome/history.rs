//! The history for the result: the standing of all factions from time to time, the battles by place and date, and
//! the surrenders.
//!
//! It influences nothing but the words about a decision, and is bounded by the rules and the number of factions; it is
//! saved and hashed.

use bevy::prelude::*;
use glam::DVec3;
use serde::{Deserialize, Serialize};
use typed_index_collections::{TiSlice, TiVec};

use crate::sim::digest::Hashed;
use crate::sim::event::{Events, FactionSet, GameEvent};
use crate::sim::motion::anchor_at;
use crate::sim::world::money::Sums;
use crate::sim::{
    ArmsTable, BodyId, Calendar, FactionId, Factions, Fleet, Holdings, Ledgers, MemberOf, OfWorld, Ship,
    SimSystems, Sky, Tick, ticks,
};

/// The strengths of factions over time, and their battles.
#[derive(Resource, Clone, Debug, Default, Deref, PartialEq, Eq, Serialize, Deserialize)]
pub struct History(Hashed<Past>);

impl From<Past> for History {
    fn from(past: Past) -> Self {
        Self(Hashed::new(past))
    }
}

/// The content of a [`History`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Past {
    /// The standing of all factions from time to time, the oldest first. Beyond the limit every other entry is
    /// dropped, so that the past becomes coarser.
    pub entries: Vec<HistoryEntry>,
    /// The battles, the oldest first.
    pub battles: Vec<Battle>,
    /// The surrenders, the oldest first: the last one of each faction. Absent: a save from before they were kept.
    #[serde(default)]
    pub surrenders: Vec<Surrender>,
}

/// The standing of all factions at the end of a tick.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryEntry {
    /// The tick.
    pub tick: u64,
    /// The figures of all factions, in their order.
    pub factions: TiVec<FactionId, Figures>,
}

/// The standing of a faction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures {
    /// Number of bodies.
    pub bodies: u32,
    /// Money of the last economy tick, less upkeep and tax; construction does not count.
    pub income: i64,
    /// Value of its ships, see [`worth`](crate::sim::world::worth).
    pub fleet: u64,
}

/// A battle: losses at one place, each soon after the one before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battle {
    /// The body in whose well it was, or that was nearest.
    pub body: BodyId,
    /// The tick of the first loss.
    pub tick: u64,
    /// The tick of the last one.
    pub last_tick: u64,
    /// Number of ships and structures lost by each faction, in their order.
    pub losses: TiVec<FactionId, u32>,
}

/// A faction that gave up everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Surrender {
    /// The faction.
    pub faction: FactionId,
    /// The tick in which it surrendered.
    pub tick: u64,
}

impl History {
    /// Records a surrender.
    pub(in crate::sim) fn note_surrender(&mut self, surrender: Surrender) {
        self.0.change(|past| {
            past.surrenders.retain(|earlier| earlier.faction != surrender.faction);
            past.surrenders.push(surrender);
        });
    }
}

impl Past {
    /// Whether a faction has surrendered.
    pub fn has_surrendered(&self, faction: FactionId) -> bool {
        self.surrenders.iter().any(|surrender| surrender.faction == faction)
    }

    /// Limits the numbers of entries and battles: rules may have changed since a save.
    pub(in crate::sim) fn within(mut self, arms_table: &ArmsTable) -> Self {
        let most = most_of(arms_table);
        self.thin(most);
        self.battles.drain(..self.battles.len().saturating_sub(most));
        self
    }

    /// Adds an entry, and drops some if there are more than `most`.
    fn enter(&mut self, entry: HistoryEntry, most: usize) {
        self.entries.push(entry);
        self.thin(most);
    }

    /// Drops every other entry until there are no more than `most`; the last entry always stays.
    fn thin(&mut self, most: usize) {
        while self.entries.len() > most.max(1) {
            let odd = self.entries.len() % 2;
            let mut index = 0;
            self.entries.retain(|_| {
                index += 1;
                index % 2 == odd
            });
        }
    }

    /// Records a faction's loss near a body.
    fn lose(&mut self, body: BodyId, faction: FactionId, tick: u64, rules: &BattleRules) {
        let goes_on = |battle: &&mut Battle| {
            battle.body == body && tick.saturating_sub(battle.last_tick) <= rules.gap_ticks
        };
        if let Some(battle) = self.battles.iter_mut().rev().find(goes_on) {
            battle.last_tick = tick;
            count(&mut battle.losses, faction);
            return;
        }
        let mut losses: TiVec<FactionId, u32> = vec![0; rules.factions].into();
        count(&mut losses, faction);
        if self.battles.len() >= rules.most {
            self.battles.remove(0);
        }
        self.battles.push(Battle { body, tick, last_tick: tick, losses });
    }
}

/// The limits of a battle in space and time, and the number of battles kept.
struct BattleRules {
    gap_ticks: u64,
    most: usize,
    factions: usize,
}

fn count(losses: &mut TiSlice<FactionId, u32>, faction: FactionId) {
    if let Some(losses) = losses.get_mut(faction) {
        *losses = losses.saturating_add(1);
    }
}

pub(in crate::sim) fn plugin(app: &mut App) {
    app.init_of_world::<History>();
    app.add_systems(Tick, (note_battles, note_figures).chain().in_set(SimSystems::Judge));
}

/// Records the units destroyed in this tick. Units that a faction destroyed by its surrender are no battle. So
/// battles stay the same if the world was saved before the tick, which drops the events.
pub(in crate::sim) fn note_battles(
    events: Res<Events>,
    sky: Res<Sky>,
    calendar: Res<Calendar>,
    factions: Res<Factions>,
    arms_table: Res<ArmsTable>,
    mut history: ResMut<History>,
) {
    let mut surrendered = FactionSet::default();
    let mut losses: Vec<(DVec3, FactionId)> = Vec::new();
    for entry in events.of_tick(calendar.tick) {
        match entry.event {
            GameEvent::Destroyed { what, place, .. } => losses.push((place, what.faction)),
            GameEvent::Surrendered { faction } => surrendered.insert(faction),
            _ => {}
        }
    }
    losses.retain(|(_, faction)| !surrendered.contains(*faction));
    if losses.is_empty() {
        return;
    }
    let rules = BattleRules {
        gap_ticks: battle_gap_ticks(&arms_table),
        most: most_of(&arms_table),
        factions: factions.0.len(),
    };
    let tick = calendar.tick + 1;
    history.0.change(|past| {
        for (place, faction) in losses {
            past.lose(body_at(&sky, place), faction, tick, &rules);
        }
    });
}

/// Losses at one place are of one battle if no more ticks than these lie between them.
pub fn battle_gap_ticks(arms_table: &ArmsTable) -> u64 {
    u64::from(ticks(arms_table.rules.history.battle_gap_s))
}

/// The most entries and the most battles that are kept.
fn most_of(arms_table: &ArmsTable) -> usize {
    usize::try_from(arms_table.rules.history.most).unwrap_or(usize::MAX)
}

/// The body in whose well a place lies, or else the nearest body; the first one in a sky without bodies.
fn body_at(sky: &Sky, place: DVec3) -> BodyId {
    let distance = |body: BodyId| sky.now[body].position.distance_squared(place);
    let nearest = || sky.now.keys().min_by(|one, other| distance(*one).total_cmp(&distance(*other)));
    anchor_at(sky, place).or_else(nearest).unwrap_or(BodyId(0))
}

/// Records the figures of all factions, when it is time.
fn note_figures(
    calendar: Res<Calendar>,
    arms_table: Res<ArmsTable>,
    holdings: Res<Holdings>,
    ledgers: Res<Ledgers>,
    ships: Query<(&Ship, &MemberOf)>,
    fleets: Query<&Fleet>,
    mut history: ResMut<History>,
) {
    let tick = calendar.tick + 1;
    let numbers = &arms_table.rules.history;
    if !tick.is_multiple_of(u64::from(ticks(numbers.every_s).max(1))) {
        return;
    }
    let mut figures: TiVec<FactionId, Figures> =
        ledgers.0.iter().map(|ledger| income(ledger.history())).collect();
    for owner in holdings.0.iter().filter_map(|holding| holding.owner) {
        if let Some(figures) = figures.get_mut(owner) {
            figures.bodies += 1;
        }
    }
    for (ship, member) in &ships {
        let worth = arms_table.ships.get(ship.class).map_or(0.0, |class| class.worth);
        let faction = fleets.get(member.0).ok().map(|fleet| fleet.faction);
        if let Some(figures) = faction.and_then(|faction| figures.get_mut(faction)) {
            // Prices are whole, so that the order of the sum does not matter.
            figures.fleet = figures.fleet.saturating_add(worth as u64);
        }
    }
    history.0.change(|past| past.enter(HistoryEntry { tick, factions: figures }, most_of(&arms_table)));
}

/// The regular part of the income and expenses of the last economy tick.
fn income<'a>(mut economy_ticks: impl DoubleEndedIterator<Item = &'a Sums>) -> Figures {
    let last = economy_ticks.next_back().map_or(0, |sums| sums.regular().money);
    Figures { income: last, ..Figures::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_past_becomes_coarser() {
        let mut history = Past::default();
        for tick in 1..=1000 {
            history.enter(HistoryEntry { tick, ..HistoryEntry::default() }, 8);
            assert!(history.entries.len() <= 8);
            assert_eq!(history.entries.last().map(|entry| entry.tick), Some(tick));
            assert!(history.entries.windows(2).all(|pair| pair[0].tick < pair[1].tick));
        }
        assert!(history.entries.len() >= 4);
    }

    #[test]
    fn losses_at_one_place_are_one_battle() {
        let rules = BattleRules { gap_ticks: 600, most: 3, factions: 2 };
        let mut history = Past::default();
        for (body, faction, tick) in [(1, 0, 10), (1, 1, 500), (2, 0, 600), (1, 0, 1100), (1, 0, 1701)] {
            history.lose(BodyId(body), FactionId(faction), tick, &rules);
        }
        let found: Vec<(usize, u64, u64, Vec<u32>)> = history
            .battles
            .iter()
            .map(|battle| (battle.body.0, battle.tick, battle.last_tick, battle.losses.raw.clone()))
            .collect();
        let first = (1, 10, 1100, vec![2, 1]);
        assert_eq!(found, [first, (2, 600, 600, vec![1, 0]), (1, 1701, 1701, vec![1, 0])]);
        history.lose(BodyId(0), FactionId(1), 9000, &rules);
        assert_eq!(history.battles.iter().map(|battle| battle.body.0).collect::<Vec<_>>(), [2, 1, 0]);
    }
}
