//! The memory of minds (computer players): what each must know beside its view of the world to play on. The
//! behaviour is in `ai`; the world only keeps, saves and hashes the memory.

use bevy::prelude::*;
use glam::DVec3;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use typed_index_collections::TiVec;

use super::beliefs::Feared;
use super::builds::{self, BuildReason};
use super::ended::{EndedOperation, Ending, MOST_ENDED, Scouting};
use super::minds::{Choice, MindRecord, Operation, OperationKind, Setback};
use crate::level::ranges::PLACE_KM;
use crate::level::{Skill, is_usual};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::{BodyId, FactionId, ShipId, TargetId};

/// The memories of all minds, in the order of the factions; `None` of factions that no mind has played yet.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Minds(pub TiVec<FactionId, Option<Mind>>);

/// The memory of a mind. Lists are sorted by the numbers in them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Mind {
    /// The orders that it may give at once now; they come back with time.
    pub attention: f64,
    /// Since when it has had each foreign unit in view or in memory.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sightings: Vec<Sighting>,
    /// The tick of the last look at each body, in the order of the sky.
    #[serde(skip_serializing_if = "TiVec::is_empty")]
    pub looked: TiVec<BodyId, u64>,
    /// A field of saves that is skipped: it knows the owners of bodies from the memory of its faction.
    #[serde(skip_serializing)]
    pub owners: IgnoredAny,
    /// Where a ship of a foe was seen last, heliocentric, km; `None` once that place has been searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_seen: Option<DVec3>,
    /// The number of places in space that it has searched so far, without those in `last_seen`.
    #[serde(skip_serializing_if = "is_usual")]
    pub searches: u32,
    /// The worth of its armed ships when it first thought: foes are believed to have begun with as much.
    #[serde(skip_serializing_if = "is_usual")]
    pub began_with: f64,
    /// The name of its opening; empty: it has none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub opening: String,
    /// What it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub operations: Vec<Operation>,
    /// The number of operations so far.
    #[serde(skip_serializing_if = "is_usual")]
    pub begun: u32,
    /// Operations that have ended, the oldest first, without scouting.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ended: Vec<EndedOperation>,
    /// The scouting flights that have ended, and the scouts.
    #[serde(skip_serializing_if = "is_usual")]
    pub scouting: Scouting,
    /// Attacks that failed: it comes back only with more.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub setbacks: Vec<Setback>,
    /// The goals that it considered last and declined, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
    /// Why it had things built lately, the oldest order first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub builds: Vec<BuildReason>,
    /// The armed ships of foes in which it believes though they have not been seen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub feared: Vec<Feared>,
    /// What it has done so far.
    #[serde(skip_serializing_if = "is_usual")]
    pub record: MindRecord,
}

ranges!(Mind {
    attention: 0.0..=1.0e4,
    last_seen: PLACE_KM,
    began_with: 0.0..=1.0e12,
    operations,
    setbacks,
    choices,
});

impl Mind {
    /// The goals that it considered last and declined, and that no operation pursues now, the best first.
    pub fn open_goals(&self) -> impl Iterator<Item = &Choice> {
        self.choices.iter().filter(move |goal| !self.is_pursued(goal.kind, goal.target))
    }

    /// Whether an operation of this kind has this target.
    pub fn is_pursued(&self, kind: OperationKind, target: BodyId) -> bool {
        self.operations.iter().any(|one| one.kind == kind && one.target == target)
    }

    /// Remembers an operation that has ended. Of scouting it remembers only the sum. If there are too many others, the
    /// oldest errand is forgotten first.
    pub fn remember_end(&mut self, operation: &Operation, ending: Ending, tick: u64) {
        if operation.kind == OperationKind::Scout {
            let scouting = &mut self.scouting;
            scouting.flights = scouting.flights.saturating_add(1);
            (scouting.last_target, scouting.last_tick) = (Some(operation.target), tick);
            return;
        }
        self.ended.push(EndedOperation {
            kind: operation.kind,
            target: operation.target,
            begun_tick: operation.begun_tick,
            tick,
            ships: operation.most_ships,
            ending,
            why: operation.why.clone(),
        });
        if self.ended.len() > MOST_ENDED {
            let errand = self.ended.iter().position(|one| one.kind.is_errand());
            self.ended.remove(errand.unwrap_or(0));
        }
    }

    /// Remembers why something was ordered to be built.
    pub fn remember_build(&mut self, reason: BuildReason) {
        builds::remember(&mut self.builds, reason);
    }

    /// Ends the operations that do not go on because their ships are needed elsewhere.
    pub fn call_back(&mut self, tick: u64, goes_on: impl FnMut(&Operation) -> bool) {
        let (kept, ended): (Vec<Operation>, Vec<Operation>) =
            std::mem::take(&mut self.operations).into_iter().partition(goes_on);
        self.operations = kept;
        for one in &ended {
            let ending = if one.is_in_preparation() { Ending::GivenUp } else { Ending::CalledBack };
            self.remember_end(one, ending, tick);
        }
    }

    /// Notes the ships that fly to scout, and counts the scouts that are lost. `is_there`: whether a ship still exists.
    pub fn count_scouts(&mut self, is_there: impl Fn(ShipId) -> bool) {
        let scouting = &mut self.scouting;
        let flights = self.operations.iter().filter(|one| one.kind == OperationKind::Scout);
        for ship in flights.flat_map(Operation::crew) {
            if let Err(place) = scouting.scouts.binary_search(&ship) {
                scouting.scouts.insert(place, ship);
            }
        }
        let before = scouting.scouts.len();
        scouting.scouts.retain(|ship| is_there(*ship));
        let lost = (before - scouting.scouts.len()) as u32;
        scouting.lost = scouting.lost.saturating_add(lost);
    }
}

/// A foreign unit that a mind has noticed, or is about to notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sighting {
    /// The unit.
    pub id: TargetId,
    /// The tick of its first look at the unit.
    pub since_tick: u64,
}

impl Sighting {
    /// Whether a mind of this skill has noticed the unit: once its reaction time has passed.
    pub fn is_noticed(&self, skill: &Skill, tick: u64) -> bool {
        tick.saturating_sub(self.since_tick) >= (skill.reaction_s * TICKS_PER_SECOND) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::super::minds::Stage;
    use super::*;
    use crate::level::source::parse::dialect;

    fn operation(id: u32, kind: OperationKind) -> Operation {
        Operation { most_ships: 2, ..Operation::begun(id, kind, BodyId(3), u64::from(id)) }
    }

    #[test]
    fn too_many_errands_are_forgotten_before_attacks() {
        let mut mind = Mind::default();
        mind.remember_end(&operation(1, OperationKind::Take), Ending::Failed, 10);
        for id in 2..50 {
            mind.remember_end(&operation(id, OperationKind::Mine), Ending::Failed, 20);
        }
        assert_eq!(mind.ended.len(), MOST_ENDED);
        let begun: Vec<u64> = mind.ended.iter().map(|one| one.begun_tick).collect();
        assert_eq!((begun[0], begun[1], begun[MOST_ENDED - 1]), (1, 21, 49));
    }

    #[test]
    fn attacks_are_called_back_or_given_up_before_they_depart() {
        let departed = Operation { stage: Stage::Advance, ..operation(1, OperationKind::Take) };
        let operations = vec![departed, operation(2, OperationKind::Raid), operation(3, OperationKind::Hold)];
        let mut mind = Mind { operations, ..Mind::default() };
        mind.call_back(60, |one| one.kind == OperationKind::Hold);
        let endings: Vec<(Ending, u32, u64)> =
            mind.ended.iter().map(|one| (one.ending, one.ships, one.tick)).collect();
        assert_eq!(endings, [(Ending::CalledBack, 2, 60), (Ending::GivenUp, 2, 60)]);
        assert_eq!(mind.operations.iter().map(|one| one.id).collect::<Vec<_>>(), [3]);
    }

    #[test]
    fn a_scout_is_lost_whenever_it_was_shot() {
        let flight = |id: u32| Operation { ships: vec![ShipId(id)], ..operation(id, OperationKind::Scout) };
        let mut mind = Mind { operations: vec![flight(1), flight(2)], ..Mind::default() };
        mind.count_scouts(|ship| ship != ShipId(1));
        for one in std::mem::take(&mut mind.operations) {
            mind.remember_end(&one, Ending::Succeeded, 40);
        }
        assert!(mind.ended.is_empty(), "claims and landings would drown among them");
        assert_eq!((mind.scouting.flights, mind.scouting.lost), (2, 1));
        mind.count_scouts(|_| false);
        assert_eq!(mind.scouting.lost, 2, "one was shot after its flight");
        mind.count_scouts(|_| false);
        assert_eq!((mind.scouting.lost, mind.scouting.last_tick), (2, 40), "each is lost once");
    }

    #[test]
    fn older_saves_have_nothing_that_has_ended() {
        let old = dialect().from_str::<Mind>("(begun: 4)").expect("a save without them");
        assert_eq!((old.begun, old.ended.len(), old.scouting), (4, 0, Scouting::default()));
        assert!(old.builds.is_empty() && old.feared.is_empty());
    }

    #[test]
    fn goals_that_are_pursued_are_not_open() {
        let goal = |kind: OperationKind| Choice::declined(kind, BodyId(3), 1.0, String::new());
        let operation = Operation::begun(1, OperationKind::Scout, BodyId(3), 0);
        let choices = vec![goal(OperationKind::Scout), goal(OperationKind::Raid)];
        let mind = Mind { operations: vec![operation], choices, ..Mind::default() };
        let open: Vec<OperationKind> = mind.open_goals().map(|goal| goal.kind).collect();
        assert_eq!(open, [OperationKind::Raid]);
    }
}
