//! Plays a log again, and compares: from its beginning to its end, and from each snapshot to the next.

use std::io::Read;

use bevy::prelude::World;

use super::chunk::{Kind, LogError, Share};
use super::content::{HashPoint, Snapshot, Turns, encoded};
use super::identity::Identity;
use super::marks::{Mark, MarkFinder};
use super::reader::{LogReader, Piece};
use super::turn::play;
use crate::ai;
use crate::level::parse_level;
use crate::rules::Rules;
use crate::sim::order::{Given, Giver};
use crate::sim::steering::system::Sharing;
use crate::sim::{Calendar, Digests, OrderQueue, Simulation, text_of};

/// The most bytes of orders of minds that a log may have for one tick: far more than any army of minds gives.
const MOST_EXPECTED_BYTES: usize = 4 * 1024 * 1024;

/// What a comparison has found.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The log is true, as far as it goes.
    Equal(Figures),
    /// The log and this program do not agree; a sentence says where, and in what.
    Differs(String),
    /// This program cannot play the log.
    Cannot {
        /// Why.
        why: String,
        /// The ticks of its snapshots, which can be opened as levels.
        snapshots: Vec<u64>,
    },
}

/// What a log has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// Ticks.
    pub ticks: u64,
    /// Orders of players.
    pub orders: u64,
    /// Orders of minds.
    pub orders_of_minds: u64,
    /// Number and size of the chunks of each kind.
    pub shares: Vec<(Kind, Share)>,
    /// Whether the log was finished; otherwise it breaks off after its last tick.
    pub is_whole: bool,
}

/// Plays a log and compares every hash, every order of a mind, and every mark. `progress` is called after every tick.
pub fn verify<R: Read>(
    mut log: LogReader<R>,
    program: &Identity,
    rules: &Rules,
    sharing: Sharing,
    mut progress: impl FnMut(u64),
) -> Outcome {
    if let Some(why) = program.why_not(log.identity()) {
        return Outcome::Cannot { why, snapshots: snapshots_of(log) };
    }
    match compare(&mut log, rules, sharing, &mut progress) {
        Ok(figures) => Outcome::Equal(figures),
        Err(Stop::Differs(words)) => Outcome::Differs(words),
        Err(Stop::Damaged(error @ LogError::Damaged { .. })) => Outcome::Differs(error.to_string()),
        Err(Stop::Damaged(error)) => Outcome::Cannot { why: error.to_string(), snapshots: Vec::new() },
    }
}

/// The ticks of the snapshots of a log, as far as it is sound.
fn snapshots_of(mut log: LogReader<impl Read>) -> Vec<u64> {
    let mut ticks = Vec::new();
    while let Ok(Some(piece)) = log.next_piece() {
        if let Piece::Snapshot(snapshot) = piece {
            ticks.push(snapshot.tick);
        }
    }
    ticks
}

/// Why a comparison ends before the log does.
enum Stop {
    Differs(String),
    Damaged(LogError),
}

impl From<LogError> for Stop {
    fn from(error: LogError) -> Self {
        Self::Damaged(error)
    }
}

/// One pass: the world from the beginning goes on, and beside it the one from the last snapshot.
fn compare(
    log: &mut LogReader<impl Read>,
    rules: &Rules,
    sharing: Sharing,
    progress: &mut impl FnMut(u64),
) -> Result<Figures, Stop> {
    let mut figures = Figures::default();
    let mut from_the_start: Option<Follower> = None;
    let mut from_a_snapshot: Option<Follower> = None;
    while let Some(piece) = log.next_piece()? {
        if let Piece::Turns(turns) = &piece {
            figures.count(turns);
        }
        for follower in from_the_start.iter_mut().chain(&mut from_a_snapshot) {
            follower.follow(&piece).map_err(Stop::Differs)?;
        }
        if let Piece::Snapshot(snapshot) = &piece {
            let begun = Follower::begin(snapshot, rules, sharing, from_the_start.is_some());
            let mut begun = begun.map_err(Stop::Differs)?;
            match &mut from_the_start {
                None => from_the_start = Some(begun),
                Some(whole) => {
                    whole.compare_with(&mut begun).map_err(Stop::Differs)?;
                    from_a_snapshot = Some(begun);
                }
            }
        }
        progress(log.tick());
    }
    if let Some(mark) =
        from_the_start.and_then(|world| world.marks.first().copied()).filter(|_| log.is_whole())
    {
        return Err(Stop::Differs(format!("the log lacks the mark of tick {}: {:?}", mark.tick, mark.kind)));
    }
    figures.shares = log.shares().collect();
    figures.is_whole = log.is_whole();
    Ok(figures)
}

impl Figures {
    fn count(&mut self, turns: &Turns) {
        self.ticks += turns.ticks();
        for given in turns.turns.iter().flat_map(|turn| &turn.orders) {
            match given.by {
                Giver::Player => self.orders += 1,
                Giver::Mind => self.orders_of_minds += 1,
            }
        }
    }

    /// Size of the log, bytes.
    pub fn bytes(&self) -> u64 {
        self.shares.iter().map(|(_, share)| share.bytes).sum()
    }
}

/// A world that plays the turns of a log.
struct Follower {
    world: Simulation,
    /// The snapshot that it began with; `None`: the beginning of the log.
    snapshot: Option<u64>,
    /// The orders that the log has of minds, for the next tick.
    expected: Vec<Given>,
    /// Their size in the log, bytes.
    expected_bytes: usize,
    finder: MarkFinder,
    /// The marks found since the last ones of the log.
    marks: Vec<Mark>,
}

impl Follower {
    /// A world from a snapshot.
    fn begin(snapshot: &Snapshot, rules: &Rules, sharing: Sharing, is_later: bool) -> Result<Self, String> {
        let tick = snapshot.tick;
        let faulty = |words: String| format!("the snapshot of tick {tick} cannot be opened: {words}");
        let level = parse_level("the snapshot", snapshot.text.as_bytes(), &rules.class_catalog());
        let level = level.map_err(|faults| faulty(faults.to_string()))?.level;
        let world = ai::simulation(sharing, &level, &rules.for_level(&level), 0);
        let mut world = world.map_err(|error| faulty(error.to_string()))?;
        if world.tick_count() != tick {
            return Err(faulty(format!("it is of tick {}", world.tick_count())));
        }
        world.world_mut().resource_mut::<OrderQueue>().keep_journal();
        Ok(Self {
            world,
            snapshot: is_later.then_some(tick),
            expected: Vec::new(),
            expected_bytes: 0,
            finder: MarkFinder::default(),
            marks: Vec::new(),
        })
    }

    /// Plays or compares a piece.
    fn follow(&mut self, piece: &Piece) -> Result<(), String> {
        let found = match piece {
            Piece::Snapshot(_) => Ok(()),
            Piece::Turns(turns) => self.play(turns),
            Piece::Hash(point) => self.compare_hash(point),
            Piece::Marks(marks) => self.compare_marks(marks),
        };
        found.map_err(|words| match self.snapshot {
            None => words,
            Some(tick) => format!("{words} (played from the snapshot of tick {tick})"),
        })
    }

    fn play(&mut self, turns: &Turns) -> Result<(), String> {
        let Self { world, expected, expected_bytes, finder, marks, .. } = self;
        let mut tick = turns.first_tick;
        for turn in &turns.turns {
            for given in turn.orders.iter().filter(|given| given.by == Giver::Mind) {
                *expected_bytes += encoded(given).map_or(0, |bytes| bytes.len());
                if *expected_bytes > MOST_EXPECTED_BYTES {
                    return Err(format!(
                        "the log has more orders of minds for tick {tick} than they can give"
                    ));
                }
                expected.push(given.clone());
            }
            play(world.world_mut(), turn, |world| {
                let given = world.resource_mut::<OrderQueue>().take_journal();
                let given = given.into_iter().filter(|given| given.by == Giver::Mind);
                *expected_bytes = 0;
                compare_orders(world, tick, &std::mem::take(expected), &given.collect::<Vec<Given>>())?;
                tick += 1;
                if world.resource::<Calendar>().tick != tick {
                    return Err(format!("tick {tick} comes after the end of the calendar"));
                }
                finder.look(world, marks);
                Ok(())
            })?;
            if turn.ticks == 0 {
                // Minds give nothing between ticks. The journal would grow with every pause.
                world.world_mut().resource_mut::<OrderQueue>().take_journal();
            }
        }
        Ok(())
    }

    fn compare_hash(&self, point: &HashPoint) -> Result<(), String> {
        let digests = self.world.world().resource::<Digests>();
        let own = HashPoint::of(digests, point.tick);
        if own == *point {
            return Ok(());
        }
        let tick = point.tick;
        let pairs = own.parts.iter().zip(&point.parts).map(|(own, other)| own != other);
        let differing = digests.names_of_parts().zip(pairs).filter(|(_, differs)| *differs);
        let names: Vec<String> = differing.map(|(name, _)| name).collect();
        if names.is_empty() {
            return Err(format!(
                "after tick {tick} the hash differs, and the digests of all parts are equal"
            ));
        }
        Err(format!("after tick {tick} these parts of the world differ: {}", names.join(", ")))
    }

    /// A world from a snapshot does not know whether somebody has landed before.
    fn compare_marks(&mut self, marks: &[Mark]) -> Result<(), String> {
        let own = std::mem::take(&mut self.marks);
        let is_same = own.len() == marks.len() && own.iter().zip(marks).all(|(own, other)| own.agrees(other));
        if self.snapshot.is_some() || is_same {
            return Ok(());
        }
        let at = own.iter().zip(marks).take_while(|(own, other)| own.agrees(other)).count();
        let tick = own.get(at).or(marks.get(at)).map_or(0, |mark| mark.tick);
        Err(format!("the marks of tick {tick} are {marks:?}, and should be {own:?}"))
    }

    /// Compares a world with that of a snapshot of the same moment.
    fn compare_with(&mut self, snapshot: &mut Self) -> Result<(), String> {
        let tick = self.world.tick_count();
        let (own, other) = (Digests::of(self.world.world_mut()), Digests::of(snapshot.world.world_mut()));
        let parts = own.zip(other).and_then(|(own, other)| own.difference(&other));
        parts.map_or(Ok(()), |parts| {
            Err(format!("the snapshot of tick {tick} is of another world; these parts differ: {parts}"))
        })
    }
}

/// Compares the orders of minds in a tick with those of the log, by their bytes.
fn compare_orders(world: &World, tick: u64, expected: &[Given], given: &[Given]) -> Result<(), String> {
    let is_equal = |(one, other): (&Given, &Given)| encoded(one) == encoded(other);
    let equal = expected.iter().zip(given).take_while(|pair| is_equal(*pair)).count();
    if equal == expected.len() && equal == given.len() {
        return Ok(());
    }
    let words = |given: Option<&Given>| match given {
        Some(given) => text_of(world, &given.order).unwrap_or_else(|| format!("{:?}", given.order)),
        None => "none".to_owned(),
    };
    let (in_log, now) = (words(expected.get(equal)), words(given.get(equal)));
    Err(format!("in tick {tick} the order of a mind differs: in the log {in_log}, played again {now}"))
}
