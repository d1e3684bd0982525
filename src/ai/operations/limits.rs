//! When operations are given up: the numbers of all kinds. Each operation has its conditions as data ([`GivesUp`]),
//! made at its beginning, and anew before each of its steps and with each of its stages, because they change with its
//! stage and with the yards of its side. A guard that leaves a body because it is not needed any more has succeeded.

use crate::ai::thought::Thought;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::{BodyId, GivesUp, Operation, OperationKind, Stage};

/// A fleet withdraws from an attack below this margin,
const HOPELESS: f64 = -0.2;
/// from a raid, which is not worth losses, below this,
const LEAST_OF_RAID: f64 = 0.25;
/// from a body that it defends or holds below this,
const LEAST_DEFENCE: f64 = -0.5;
/// and from one with a yard below this.
const LAST_STAND: f64 = -0.85;
/// A hunt is broken off below this margin; a draw is not worth it either.
const NO_WIN: f64 = 0.0;
/// A siege to which no troopers come is raised after this time, seconds of play: home may need its ships.
const SIEGE_S: f64 = 120.0;
/// A raid lasts no longer than this, seconds of play.
const RAID_S: f64 = 90.0;
/// A scout gives up after this time, seconds of play,
const SCOUT_S: f64 = 180.0;
/// a search for a place after this,
const SEARCH_S: f64 = 300.0;
/// and a claim after this.
const CLAIM_S: f64 = 120.0;

/// When an operation is given up, as things are.
pub fn of(operation: &Operation, thought: &Thought) -> GivesUp {
    GivesUp { below: least_margin(operation, thought), after_tick: last_tick(operation) }
}

/// The margin below which its ships leave a fight; `None`: they do not.
fn least_margin(operation: &Operation, thought: &Thought) -> Option<f64> {
    match operation.kind {
        OperationKind::Take => Some(HOPELESS),
        OperationKind::Raid => Some(LEAST_OF_RAID),
        OperationKind::Hold | OperationKind::Defend => least_of_stand(operation.target, thought),
        OperationKind::Hunt => Some(NO_WIN),
        OperationKind::Scout
        | OperationKind::Claim
        | OperationKind::Settle
        | OperationKind::Mine
        | OperationKind::Search => None,
    }
}

/// The margin below which ships leave a body that they hold; `None`: they stay, for there is no yard to go to.
pub fn least_of_stand(body: BodyId, thought: &Thought) -> Option<f64> {
    let situation = thought.situation;
    let has_refuge = situation.yards().any(|yard| yard.body != body);
    let least = if situation.has_yard(body) { LAST_STAND } else { LEAST_DEFENCE };
    has_refuge.then_some(least)
}

/// The last tick at which it goes on; `None`: it has no end.
fn last_tick(operation: &Operation) -> Option<u64> {
    let acts = operation.stage == Stage::Act;
    let (since, seconds) = match operation.kind {
        OperationKind::Scout => (operation.begun_tick, SCOUT_S),
        OperationKind::Search => (operation.begun_tick, SEARCH_S),
        OperationKind::Claim => (operation.begun_tick, CLAIM_S),
        OperationKind::Take if acts && operation.landers.is_empty() => (operation.stage_tick, SIEGE_S),
        OperationKind::Raid if acts => (operation.stage_tick, RAID_S),
        _ => return None,
    };
    Some(since + (seconds * TICKS_PER_SECOND) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::ShipId;

    fn at(kind: OperationKind, stage: Stage) -> Operation {
        Operation { stage, stage_tick: 1_000, ..Operation::begun(1, kind, BodyId(3), 100) }
    }

    #[test]
    fn a_siege_ends_only_while_no_troopers_come() {
        let siege = at(OperationKind::Take, Stage::Act);
        assert_eq!(last_tick(&siege), Some(1_000 + 3_600));
        assert_eq!(last_tick(&Operation { landers: vec![ShipId(1)], ..siege }), None);
        assert_eq!(last_tick(&at(OperationKind::Take, Stage::Advance)), None);
    }

    #[test]
    fn errands_end_by_their_beginning_and_raids_by_their_arrival() {
        let last = |kind: OperationKind| last_tick(&at(kind, Stage::Act));
        assert_eq!(last(OperationKind::Raid), Some(1_000 + 2_700));
        assert_eq!(last_tick(&at(OperationKind::Raid, Stage::Advance)), None);
        assert_eq!(last(OperationKind::Scout), Some(100 + 5_400));
        assert_eq!(last(OperationKind::Search), Some(100 + 9_000));
        assert_eq!(last(OperationKind::Claim), Some(100 + 3_600));
        assert_eq!(last(OperationKind::Mine), None);
    }
}
