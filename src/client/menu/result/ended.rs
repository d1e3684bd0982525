//! The operations of minds that have ended. Minds forget them; the page of the result tells them.

use bevy::prelude::*;

use crate::client::worlds::{Playback, Purpose};
use crate::sim::{Calendar, FactionId, Holdings, Mind, Minds, Operation, OperationKind, Setback, Stage};

/// The most ended operations that are remembered.
const MOST_REMEMBERED: usize = 300;
/// The most that are listed.
const MOST_LISTED: usize = 30;

/// How an operation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It has reached its goal.
    Succeeded,
    /// It has not.
    Failed,
    /// It ended before its ships departed.
    GivenUp,
    /// Nothing shows how it ended.
    Over,
}

impl Ending {
    /// The ending in words, before its date.
    pub fn words(self) -> &'static str {
        match self {
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::GivenUp => "given up",
            Self::Over => "ended",
        }
    }
}

/// An operation that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct EndedOperation {
    /// The faction of the mind.
    pub faction: FactionId,
    /// The operation as it was last seen.
    pub operation: Operation,
    /// The most ships that it had.
    pub ships: usize,
    /// The tick after which it was gone.
    pub tick: u64,
    /// How it ended.
    pub ending: Ending,
}

/// An operation under way.
#[derive(Clone, Debug)]
struct UnderWay {
    faction: FactionId,
    operation: Operation,
    ships: usize,
}

/// The operations of all minds of the present game, as far as they were seen. It outlasts the exchange of worlds by
/// which a game goes back.
#[derive(Resource, Clone, Debug, Default)]
pub struct EndedOperations {
    /// The oldest first.
    ended: Vec<EndedOperation>,
    under_way: Vec<UnderWay>,
    /// The tick of the last look at the minds.
    seen_tick: u64,
}

impl EndedOperations {
    /// Begins with a world: one to which the game goes back keeps what had ended by that tick.
    fn begin(&mut self, back_to: Option<u64>) {
        let mut ended = std::mem::take(&mut self.ended);
        ended.retain(|one| back_to.is_some_and(|tick| one.tick <= tick));
        *self = Self { ended, ..Self::default() };
    }

    /// Looks at the minds: what they were about and are no more has ended.
    fn look(&mut self, minds: &Minds, holdings: &Holdings, tick: u64) {
        for known in std::mem::take(&mut self.under_way) {
            let mind = minds.0.get(known.faction).and_then(Option::as_ref);
            let is_same = |other: &Operation| other.id == known.operation.id;
            if mind.is_some_and(|mind| mind.operations.iter().any(is_same)) {
                self.under_way.push(known);
                continue;
            }
            let owner = holdings.0.get(known.operation.target).and_then(|holding| holding.owner);
            let ending = ending_of(&known, mind, owner, self.seen_tick);
            let UnderWay { faction, operation, ships } = known;
            self.remember(EndedOperation { faction, operation, ships, tick, ending });
        }
        for (faction, mind) in minds.0.iter_enumerated() {
            for operation in mind.iter().flat_map(|mind| &mind.operations) {
                self.follow(faction, operation);
            }
        }
        self.seen_tick = tick;
    }

    fn follow(&mut self, faction: FactionId, operation: &Operation) {
        let ships = operation.crew().count();
        let is_same = |one: &&mut UnderWay| one.faction == faction && one.operation.id == operation.id;
        match self.under_way.iter_mut().find(is_same) {
            Some(known) => {
                known.ships = known.ships.max(ships);
                if known.operation != *operation {
                    known.operation.clone_from(operation);
                }
            }
            None => self.under_way.push(UnderWay { faction, operation: operation.clone(), ships }),
        }
    }

    /// Remembers an operation. If there are too many, the oldest errand is forgotten.
    fn remember(&mut self, one: EndedOperation) {
        self.ended.push(one);
        if self.ended.len() > MOST_REMEMBERED {
            let errand = self.ended.iter().position(|one| is_errand(one.operation.kind));
            self.ended.remove(errand.unwrap_or(0));
        }
    }

    /// The operations that are listed: the newest first, errands after all others.
    pub fn listed(&self) -> Vec<&EndedOperation> {
        let mut listed: Vec<&EndedOperation> = self.ended.iter().rev().collect();
        listed.sort_by_key(|one| is_errand(one.operation.kind));
        listed.truncate(MOST_LISTED);
        listed
    }
}

/// Whether an operation of a kind changes little in a war.
fn is_errand(kind: OperationKind) -> bool {
    matches!(kind, OperationKind::Scout | OperationKind::Mine | OperationKind::Search)
}

/// How an operation ended, by what its mind remembers and by the owner of its target. It was under way at the tick
/// `seen_tick`.
fn ending_of(one: &UnderWay, mind: Option<&Mind>, owner: Option<FactionId>, seen_tick: u64) -> Ending {
    let operation = &one.operation;
    let by = |has_succeeded: bool| if has_succeeded { Ending::Succeeded } else { Ending::Failed };
    let Some(mind) = mind else { return Ending::Over };
    match operation.kind {
        OperationKind::Take | OperationKind::Raid if operation.stage < Stage::Advance => Ending::GivenUp,
        // A mind remembers an attack that failed.
        OperationKind::Take | OperationKind::Raid => {
            let of_it = |one: &Setback| one.body == operation.target && one.tick >= seen_tick;
            by(!mind.setbacks.iter().any(of_it))
        }
        OperationKind::Claim | OperationKind::Settle | OperationKind::Defend => {
            by(owner == Some(one.faction))
        }
        OperationKind::Scout => {
            by(mind.looked.get(operation.target).is_some_and(|tick| *tick >= operation.begun_tick))
        }
        OperationKind::Hold | OperationKind::Mine | OperationKind::Hunt | OperationKind::Search => {
            Ending::Over
        }
    }
}

/// Begins to follow the minds of a world.
pub fn begin(calendar: Res<Calendar>, playback: Option<Res<Playback>>, mut ended: ResMut<EndedOperations>) {
    let goes_back = playback.is_some_and(|playback| matches!(playback.purpose, Purpose::Rewind { .. }));
    ended.begin(goes_back.then_some(calendar.tick));
}

/// Follows the operations of all minds.
pub fn note(
    minds: Res<Minds>,
    holdings: Res<Holdings>,
    calendar: Res<Calendar>,
    mut ended: ResMut<EndedOperations>,
) {
    if ended.seen_tick != calendar.tick {
        ended.look(&minds, &holdings, calendar.tick);
    }
}

/// Operations for tests.
#[cfg(test)]
pub mod test_support {
    use super::*;

    /// Some operations that have ended, the oldest first.
    pub fn remembered(all: Vec<EndedOperation>) -> EndedOperations {
        EndedOperations { ended: all, ..EndedOperations::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{BodyId, Holding, ShipId};

    const ME: FactionId = FactionId(1);

    fn operation(id: u32, kind: OperationKind, target: usize) -> Operation {
        let ships = vec![ShipId(1), ShipId(2)];
        Operation { ships, stage: Stage::Act, ..Operation::begun(id, kind, BodyId(target), 10) }
    }

    fn minds(mind: Mind) -> Minds {
        Minds(vec![None, Some(mind)].into())
    }

    /// Three bodies. The last one is the mind's.
    fn holdings() -> Holdings {
        let own = Holding { owner: Some(ME), ..Holding::default() };
        Holdings(vec![Holding::default(), Holding::default(), own].into())
    }

    /// The endings of operations that are gone at tick 40, in the order listed.
    fn endings(before: Vec<Operation>, after: Mind) -> Vec<(u32, Ending)> {
        let mut ended = EndedOperations::default();
        ended.look(&minds(Mind { operations: before, ..Mind::default() }), &holdings(), 30);
        ended.look(&minds(after), &holdings(), 40);
        ended.listed().into_iter().map(|one| (one.operation.id, one.ending)).collect()
    }

    #[test]
    fn what_a_mind_is_about_no_more_has_ended() {
        let raid = operation(1, OperationKind::Raid, 0);
        let before = vec![raid.clone(), operation(2, OperationKind::Hold, 1)];
        let after = Mind { operations: vec![raid], ..Mind::default() };
        assert_eq!(endings(before, after), [(2, Ending::Over)]);
    }

    #[test]
    fn the_ending_of_an_attack_is_known_by_setback_and_stage() {
        let take = |id: u32, target: usize| operation(id, OperationKind::Take, target);
        let waits = Operation { stage: Stage::Wait, ..take(3, 2) };
        let before = vec![take(1, 0), take(2, 1), waits];
        let setback = |body: usize, tick: u64| Setback { body: BodyId(body), tick, strength: 1.0 };
        let after = Mind { setbacks: vec![setback(0, 20), setback(1, 36)], ..Mind::default() };
        let expected = [(3, Ending::GivenUp), (2, Ending::Failed), (1, Ending::Succeeded)];
        assert_eq!(endings(before, after), expected, "an older setback is that of another attack");
    }

    #[test]
    fn owners_and_looks_decide_and_errands_come_last() {
        let claim = |id: u32, target: usize| operation(id, OperationKind::Claim, target);
        let scout = |id: u32, target: usize| operation(id, OperationKind::Scout, target);
        let before = vec![claim(1, 1), claim(2, 2), scout(3, 0), scout(4, 1)];
        let after = Mind { looked: vec![5, 35, 0].into(), ..Mind::default() };
        let (succeeded, failed) = (Ending::Succeeded, Ending::Failed);
        let expected = [(2, succeeded), (1, failed), (4, succeeded), (3, failed)];
        assert_eq!(endings(before, after), expected);
    }

    #[test]
    fn a_game_that_goes_back_keeps_what_ended_before() {
        let mut ended = EndedOperations::default();
        let hold = |id: u32| operation(id, OperationKind::Hold, 2);
        for (id, tick) in [(1, 10), (2, 20), (3, 30)] {
            ended.look(&minds(Mind { operations: vec![hold(id)], ..Mind::default() }), &holdings(), tick);
        }
        let listed =
            |ended: &EndedOperations| ended.listed().iter().map(|one| one.operation.id).collect::<Vec<_>>();
        assert_eq!(listed(&ended), [2, 1]);
        ended.begin(Some(25));
        assert_eq!(listed(&ended), [1]);
        assert!(ended.under_way.is_empty(), "the world has other ones");
        ended.begin(None);
        assert!(listed(&ended).is_empty(), "another game");
    }

    #[test]
    fn the_most_ships_are_remembered() {
        let mut ended = EndedOperations::default();
        let hold = operation(1, OperationKind::Hold, 2);
        let fewer = Operation { ships: vec![ShipId(2)], ..hold.clone() };
        for (operations, tick) in [(vec![hold], 10), (vec![fewer], 20), (Vec::new(), 30)] {
            ended.look(&minds(Mind { operations, ..Mind::default() }), &holdings(), tick);
        }
        assert_eq!(ended.listed().iter().map(|one| (one.ships, one.tick)).collect::<Vec<_>>(), [(2, 30)]);
    }
}
