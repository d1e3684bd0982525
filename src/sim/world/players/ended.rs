//! The operations of minds that have ended. They are kept for people, and decide nothing.

use serde::{Deserialize, Serialize};

use super::minds::{Mind, Operation, OperationKind};
use crate::level::is_usual;
use crate::sim::{BodyId, ShipId};

/// The most ended operations that a mind remembers: as many as the page of the result lists.
pub const MOST_ENDED: usize = 30;

/// How an operation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// It has reached its goal.
    Succeeded,
    /// It has not.
    Failed,
    /// It ended before its ships departed, or its faction gave up.
    GivenUp,
    /// Its ships were needed elsewhere.
    CalledBack,
    /// Its ships had landed all their troopers.
    Landed,
    /// All its ships were lost.
    ShipsLost,
}

impl Ending {
    /// The ending of an operation of a kind in words, before its date.
    pub fn words(self, kind: OperationKind) -> &'static str {
        match (self, kind) {
            (Self::Succeeded, OperationKind::Hold) => "won the comet",
            (Self::Succeeded, OperationKind::Hunt) => "ended with the enemy gone",
            (Self::Succeeded, OperationKind::Search) => "found enemies",
            (Self::Succeeded, _) => "succeeded",
            (Self::Failed, OperationKind::Hold) => "withdrew from the comet",
            (Self::Failed, OperationKind::Mine) => "driven away by enemies",
            (Self::Failed, OperationKind::Hunt) => "broken off",
            (Self::Failed, OperationKind::Search) => "found nothing",
            (Self::Failed, _) => "failed",
            (Self::GivenUp, _) => "given up",
            (Self::CalledBack, _) => "called back",
            (Self::Landed, _) => "landed its troopers",
            (Self::ShipsLost, _) => "all ships lost",
        }
    }
}

/// An operation that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndedOperation {
    /// Kind.
    pub kind: OperationKind,
    /// The body.
    pub target: BodyId,
    /// The tick at which it began,
    pub begun_tick: u64,
    /// and at which it ended.
    pub tick: u64,
    /// The most ships that it had.
    pub ships: u32,
    /// How it ended.
    pub ending: Ending,
    /// Its reasons, see [`Operation::why`].
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// The scouting flights of a mind that have ended, of which there are many, and its scouts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scouting {
    /// Number of flights.
    #[serde(skip_serializing_if = "is_usual")]
    pub flights: u32,
    /// Number of the ships that flew to scout and are lost, on the flight or at any time after it.
    #[serde(skip_serializing_if = "is_usual")]
    pub lost: u32,
    /// The target of the newest flight; `None` without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_target: Option<BodyId>,
    /// The tick at which the newest flight ended.
    #[serde(skip_serializing_if = "is_usual")]
    pub last_tick: u64,
    /// The ships that flew to scout and are not lost, by number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scouts: Vec<ShipId>,
}

impl Mind {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::source::parse::dialect;
    use crate::sim::Stage;

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
    }
}
