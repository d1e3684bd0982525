//! The operations of minds that have ended. Minds do not remember these, so they are kept here for the page of the
//! result.

use bevy::prelude::*;

use crate::client::worlds::{Playback, Purpose};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::outcome::History;
use crate::sim::world::Ship;
use crate::sim::{
    Calendar, FactionId, Holdings, Mind, Minds, Operation, OperationKind, Setback, ShipId, Stage,
};

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
    /// All its ships were lost.
    ShipsLost,
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
            Self::ShipsLost => "all ships lost",
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

/// The scouting flights of a faction that have ended, of which there are many.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scouting<'a> {
    /// Number of flights, at least 1.
    pub flights: usize,
    /// Number of the ships that flew to scout and are lost, on the flight or at any time after it.
    pub lost: usize,
    /// The newest one.
    pub last: &'a EndedOperation,
}

/// An operation under way.
#[derive(Clone, Debug)]
struct UnderWay {
    faction: FactionId,
    operation: Operation,
    ships: usize,
}

/// A ship that flew to scout.
#[derive(Clone, Copy, Debug)]
struct Scout {
    faction: FactionId,
    ship: ShipId,
    /// The tick at which it was first seen to scout.
    since_tick: u64,
    /// The tick after which it was gone; `None` while it exists.
    lost_tick: Option<u64>,
}

/// The operations of all minds of the present game, as far as they were seen. It outlasts the exchange of worlds by
/// which a game goes back.
#[derive(Resource, Clone, Debug, Default)]
pub struct EndedOperations {
    /// The oldest first.
    ended: Vec<EndedOperation>,
    under_way: Vec<UnderWay>,
    scouts: Vec<Scout>,
    /// The tick of the last look at the minds.
    seen_tick: u64,
}

impl EndedOperations {
    /// Begins with a world: one to which the game goes back keeps what had ended by that tick.
    fn begin(&mut self, back_to: Option<u64>) {
        let mut ended = std::mem::take(&mut self.ended);
        let is_past = |tick: u64| back_to.is_some_and(|to| tick <= to);
        ended.retain(|one| is_past(one.tick));
        let mut scouts = std::mem::take(&mut self.scouts);
        scouts.retain(|scout| is_past(scout.since_tick));
        scouts.iter_mut().for_each(|scout| scout.lost_tick = scout.lost_tick.filter(|tick| is_past(*tick)));
        *self = Self { ended, scouts, ..Self::default() };
    }

    /// Looks at the minds: an operation that they no longer have has ended. `is_there`: whether a ship still exists.
    fn look(&mut self, minds: &Minds, holdings: &Holdings, is_there: &dyn Fn(ShipId) -> bool, tick: u64) {
        for known in std::mem::take(&mut self.under_way) {
            let mind = minds.0.get(known.faction).and_then(Option::as_ref);
            let is_same = |other: &Operation| other.id == known.operation.id;
            if mind.is_some_and(|mind| mind.operations.iter().any(is_same)) {
                self.under_way.push(known);
                continue;
            }
            let owner = holdings.0.get(known.operation.target).and_then(|holding| holding.owner);
            let ending = ending_of(&known, mind, owner, is_there, self.seen_tick);
            let UnderWay { faction, operation, ships } = known;
            self.remember(EndedOperation { faction, operation, ships, tick, ending });
        }
        for (faction, mind) in minds.0.iter_enumerated() {
            for operation in mind.iter().flat_map(|mind| &mind.operations) {
                self.follow(faction, operation, tick);
            }
        }
        self.seen_tick = tick;
    }

    /// Looks for scouts. `is_lost`: whether a ship of a faction is.
    fn look_for_scouts(&mut self, is_lost: impl Fn(FactionId, ShipId) -> bool) {
        for scout in self.scouts.iter_mut().filter(|scout| scout.lost_tick.is_none()) {
            scout.lost_tick = is_lost(scout.faction, scout.ship).then_some(self.seen_tick);
        }
    }

    fn follow(&mut self, faction: FactionId, operation: &Operation, tick: u64) {
        if operation.kind == OperationKind::Scout {
            self.note_scouts(faction, operation, tick);
        }
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

    /// Notes the ships of a scouting flight that are not yet known as scouts.
    fn note_scouts(&mut self, faction: FactionId, operation: &Operation, tick: u64) {
        for ship in operation.crew() {
            if !self.scouts.iter().any(|scout| scout.ship == ship) {
                self.scouts.push(Scout { faction, ship, since_tick: tick, lost_tick: None });
            }
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

    /// The operations that are listed one by one: the newest first, errands after all others, scouting not at all.
    pub fn listed(&self) -> Vec<&EndedOperation> {
        let mut listed: Vec<&EndedOperation> = self.newest_first().filter(|one| !is_scouting(one)).collect();
        listed.sort_by_key(|one| is_errand(one.operation.kind));
        listed.truncate(MOST_LISTED);
        listed
    }

    /// The scouting of each faction that did some; the faction with the newest flight comes first.
    pub fn scouting(&self) -> Vec<Scouting<'_>> {
        let mut sums: Vec<Scouting> = Vec::new();
        for one in self.newest_first().filter(|one| is_scouting(one)) {
            match sums.iter_mut().find(|sum| sum.last.faction == one.faction) {
                Some(sum) => sum.flights += 1,
                None => sums.push(Scouting { flights: 1, lost: self.lost_scouts(one.faction), last: one }),
            }
        }
        sums
    }

    /// Number of a faction's scouts that are lost.
    fn lost_scouts(&self, faction: FactionId) -> usize {
        let own = self.scouts.iter().filter(|scout| scout.faction == faction);
        own.filter(|scout| scout.lost_tick.is_some()).count()
    }

    fn newest_first(&self) -> impl Iterator<Item = &EndedOperation> {
        self.ended.iter().rev()
    }
}

/// Whether an operation was a scouting flight.
fn is_scouting(one: &EndedOperation) -> bool {
    one.operation.kind == OperationKind::Scout
}

/// Whether an operation of a kind changes little in a war.
fn is_errand(kind: OperationKind) -> bool {
    matches!(kind, OperationKind::Scout | OperationKind::Mine | OperationKind::Search)
}

/// How an operation ended, by what its mind remembers, by the owner of its target, and by the ships that exist. It was
/// under way at the tick `seen_tick`.
fn ending_of(
    one: &UnderWay,
    mind: Option<&Mind>,
    owner: Option<FactionId>,
    is_there: &dyn Fn(ShipId) -> bool,
    seen_tick: u64,
) -> Ending {
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
        // It may have seen its target before it was shot there.
        OperationKind::Scout if !operation.crew().any(is_there) => Ending::ShipsLost,
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
    history: Res<History>,
    calendar: Res<Calendar>,
    ships: Query<&Ship>,
    mut ended: ResMut<EndedOperations>,
) {
    let second = |tick: u64| tick / TICKS_PER_SECOND as u64;
    let before = ended.seen_tick;
    if before == calendar.tick {
        return;
    }
    let is_there = |id: ShipId| ships.iter().any(|ship| ship.id == id);
    ended.look(&minds, &holdings, &is_there, calendar.tick);
    // To look for each scout among all ships is costly: once a second of play is enough.
    if second(before) != second(calendar.tick) {
        // What a faction that gives up scuttles is no loss.
        let gave_up = |faction| history.has_surrendered(faction);
        ended.look_for_scouts(|faction, ship| !gave_up(faction) && !is_there(ship));
    }
}

/// Operations for tests.
#[cfg(test)]
pub mod test_support {
    use super::*;

    /// Some operations that have ended, the oldest first, and so many lost scouts of the faction of the last one.
    pub fn remembered(all: Vec<EndedOperation>, lost_scouts: u32) -> EndedOperations {
        let faction = all.last().map_or(FactionId(0), |one| one.faction);
        let lost = |ship: u32| Scout { faction, ship: ShipId(ship), since_tick: 1, lost_tick: Some(2) };
        let scouts = (0..lost_scouts).map(lost).collect();
        EndedOperations { ended: all, scouts, ..EndedOperations::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{BodyId, Holding};

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

    /// Looks at a mind with operations, whose ships all exist.
    fn look(ended: &mut EndedOperations, mind: Mind, tick: u64) {
        ended.look(&minds(mind), &holdings(), &|_| true, tick);
    }

    /// A mind with operations.
    fn about(operations: Vec<Operation>) -> Mind {
        Mind { operations, ..Mind::default() }
    }

    /// The endings of operations that are gone at tick 40, in the order listed.
    fn endings(before: Vec<Operation>, after: Mind) -> Vec<(u32, Ending)> {
        let mut ended = EndedOperations::default();
        look(&mut ended, about(before), 30);
        look(&mut ended, after, 40);
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
    fn owners_decide_and_errands_come_last() {
        let claim = |id: u32, target: usize| operation(id, OperationKind::Claim, target);
        let before = vec![claim(1, 1), claim(2, 2), operation(3, OperationKind::Mine, 0)];
        let expected = [(2, Ending::Succeeded), (1, Ending::Failed), (3, Ending::Over)];
        assert_eq!(endings(before, Mind::default()), expected);
    }

    #[test]
    fn scouting_is_summed_and_a_scout_is_lost_whenever_it_was_shot() {
        let scout = |id: u32, target: usize, ship: u32| Operation {
            ships: vec![ShipId(ship)],
            ..operation(id, OperationKind::Scout, target)
        };
        let mut ended = EndedOperations::default();
        look(&mut ended, about(vec![scout(1, 0, 1), scout(2, 1, 2), scout(3, 1, 3)]), 30);
        let after = Mind { looked: vec![5, 35, 0].into(), ..Mind::default() };
        ended.look(&minds(after), &holdings(), &|ship| ship != ShipId(3), 40);
        ended.look_for_scouts(|_, ship| ship == ShipId(3));
        assert!(ended.listed().is_empty(), "claims and landings would drown among them");
        let endings: Vec<Ending> = ended.ended.iter().map(|one| one.ending).collect();
        assert_eq!(endings, [Ending::Failed, Ending::Succeeded, Ending::ShipsLost]);
        let sums = ended.scouting();
        let [sum] = &sums[..] else { panic!("one faction has scouted: {sums:?}") };
        assert_eq!((sum.flights, sum.lost, sum.last.operation.id), (3, 1, 3));
        let lost = |ended: &EndedOperations| ended.scouting().iter().map(|sum| sum.lost).collect::<Vec<_>>();
        look(&mut ended, Mind::default(), 50);
        ended.look_for_scouts(|_, ship| ship != ShipId(1));
        assert_eq!(lost(&ended), [2], "one was shot after its flight");
        ended.begin(Some(45));
        assert_eq!(lost(&ended), [1], "the game goes back to before that");
    }

    #[test]
    fn a_game_that_goes_back_keeps_what_ended_before() {
        let mut ended = EndedOperations::default();
        let hold = |id: u32| operation(id, OperationKind::Hold, 2);
        for (id, tick) in [(1, 10), (2, 20), (3, 30)] {
            look(&mut ended, about(vec![hold(id)]), tick);
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
            look(&mut ended, about(operations), tick);
        }
        assert_eq!(ended.listed().iter().map(|one| (one.ships, one.tick)).collect::<Vec<_>>(), [(2, 30)]);
    }
}
