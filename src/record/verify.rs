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

/// Plays a log and compares every hash, every order of a mind, and every mark. `progress` hears of every tick.
pub fn verify<R: Read>(
    mut log: LogReader<R>,
    program: &Identity,
    rules: &Rules,
    sharing: Sharing,
    mut progress: impl FnMut(u64),
) -> Outcome {
    if let Some(why) = program.why_not(&log.head().identity) {
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
    finder: MarkFinder,
    /// The marks found since the last ones of the log.
    marks: Vec<Mark>,
}

impl Follower {
    /// A world from a snapshot.
    fn begin(snapshot: &Snapshot, rules: &Rules, sharing: Sharing, is_later: bool) -> Result<Self, String> {
        let tick = snapshot.tick;
        let faulty = |words: String| format!("the snapshot of tick {tick} cannot be opened: {words}");
        let level = parse_level("the snapshot", snapshot.text.as_bytes(), &rules.surroundings());
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
        let Self { world, expected, finder, marks, .. } = self;
        let mut tick = turns.first_tick;
        for turn in &turns.turns {
            let of_minds = turn.orders.iter().filter(|given| given.by == Giver::Mind);
            expected.extend(of_minds.cloned());
            play(world.world_mut(), turn, |world| {
                let given = world.resource_mut::<OrderQueue>().take_journal();
                let given = given.into_iter().filter(|given| given.by == Giver::Mind);
                compare_orders(world, tick, &std::mem::take(expected), &given.collect::<Vec<Given>>())?;
                tick += 1;
                if world.resource::<Calendar>().tick != tick {
                    return Err(format!("tick {tick} comes after the end of the calendar"));
                }
                finder.look(world, marks);
                Ok(())
            })?;
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
        if self.snapshot.is_some() || own == marks {
            return Ok(());
        }
        let at = own.iter().zip(marks).take_while(|(own, other)| own == other).count();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{BodyId, Level, MindChoice, read_level};
    use crate::record::chunk::ChunkWriter;
    use crate::record::content::decoded;
    use crate::record::marks::MarkKind;
    use crate::record::recorder::{HASH_TICKS, finish, follow, head_of, note, plugin};
    use crate::record::test_support::{Shelf, chunks_of, head, written};
    use crate::record::writer::LogWriter;
    use crate::rules::test_support::shipped;
    use crate::sim::order::apply_waiting;
    use crate::sim::{Command, FactionId, FleetId, Order, Units, capture};

    const TICKS: u64 = 330;
    const SNAPSHOT_TICKS: u64 = 3 * HASH_TICKS;

    /// The duel, with a mind on each side.
    fn duel() -> (Level, Rules) {
        let rules = shipped();
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/duel.ron");
        let mut level = read_level(&path, &rules.surroundings()).expect("it is shipped").level;
        for (faction, skill) in level.factions.iter_mut().zip(["merciless", "captain"]) {
            faction.mind = Some(MindChoice::new(skill, "corsair"));
        }
        let rules = rules.for_level(&level);
        (level, rules)
    }

    /// The name of the first fleet, given by its owner.
    fn rename(level: &Level, name: &str) -> (FactionId, Order) {
        let owner = level.faction_id(&level.fleets[0].faction).expect("it has an owner");
        (owner, Order::fleet(Units::Fleet(FleetId(0)), Command::Rename(name.to_owned())))
    }

    /// The log of a war in which people name a fleet before some ticks, and once while the game is paused.
    fn war(names: &[(u64, &str)]) -> Vec<u8> {
        let (level, rules) = duel();
        let plugins = |app: &mut bevy::prelude::App| {
            app.add_plugins((ai::plugin, plugin));
        };
        let sharing = Sharing { threads: 1, ..Sharing::default() };
        let mut war = Simulation::with_players(plugins, sharing, &level, &rules, 3).expect("it spawns");
        let world = war.world_mut();
        let head = head_of(world, head().identity);
        let first = capture(world).expect("there is a world");
        let shelf = Shelf::default();
        let writer = LogWriter::begin(shelf.clone(), &head, 0, first).expect("the thread starts");
        follow(world, writer, SNAPSHOT_TICKS);
        for tick in 0..TICKS {
            for (_, name) in names.iter().filter(|(at, _)| *at == tick) {
                let (owner, order) = rename(&level, name);
                war.world_mut().resource_mut::<OrderQueue>().give(owner, order);
            }
            if tick == 45 {
                apply_waiting(war.world_mut());
                note(war.world_mut());
            }
            war.run(1);
            // The writer drops snapshots that wait; here each of them counts.
            let is_behind = || count(&shelf, Kind::Snapshot) <= (tick + 1) / SNAPSHOT_TICKS;
            while (tick + 1).is_multiple_of(HASH_TICKS) && is_behind() {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
        }
        finish(war.world_mut()).expect("there is room");
        shelf.bytes()
    }

    /// Number of chunks of a kind that are written already.
    fn count(shelf: &Shelf, kind: Kind) -> u64 {
        let bytes = shelf.bytes();
        let mut log = LogReader::new(&bytes[..]);
        if let Ok(log) = &mut log {
            while let Ok(Some(_)) = log.next_piece() {}
        }
        log.map_or(0, |log| log.shares().find(|share| share.0 == kind).map_or(0, |share| share.1.count))
    }

    fn outcome(log: &[u8]) -> Outcome {
        let sharing = Sharing { threads: 1, ..Sharing::default() };
        match LogReader::new(log) {
            Ok(log) => verify(log, &head().identity, &shipped(), sharing, |_| ()),
            Err(error) => Outcome::Differs(error.to_string()),
        }
    }

    fn difference(log: &[u8]) -> String {
        match outcome(log) {
            Outcome::Differs(words) => words,
            other => panic!("it should differ: {other:?}"),
        }
    }

    /// The same log with changed contents, and sound checksums.
    fn changed(log: &[u8], change: impl FnOnce(&mut Vec<(Kind, Vec<u8>)>)) -> Vec<u8> {
        let mut contents = written(log);
        change(&mut contents);
        let mut writer = ChunkWriter::begin(Vec::new()).expect("there is room");
        for (kind, contents) in contents {
            writer.write(kind, &contents).expect("there is room");
        }
        writer.into_inner()
    }

    const NAMES: [(u64, &str); 3] = [(0, "One"), (45, "Two"), (200, "Three")];

    #[test]
    fn a_recorded_war_is_equal_and_every_planted_bit_is_found() {
        let log = war(&NAMES);
        let Outcome::Equal(figures) = outcome(&log) else { panic!("{:?}", outcome(&log)) };
        assert_eq!((figures.ticks, figures.orders, figures.is_whole), (TICKS, 3, true));
        assert!(figures.orders_of_minds > 10, "{figures:?}");
        let share =
            |kind| figures.shares.iter().find(|share| share.0 == kind).expect("all kinds are there").1;
        assert_eq!(share(Kind::Snapshot).count, 1 + TICKS / SNAPSHOT_TICKS);
        assert_eq!(share(Kind::Hash).count, TICKS / HASH_TICKS);
        println!("{:.1} kB, {:?}", figures.bytes() as f64 / 1000.0, figures.shares);
        for kind in [b'L', b'S', b'T', b'H', b'E'] {
            let chunks = chunks_of(&log);
            let (_, place) = chunks.iter().find(|chunk| chunk.0 == kind).expect("there is one");
            for at in [place.start, place.start + 8, place.start + 10, place.end - 1] {
                let mut planted = log.clone();
                planted[at] ^= 4;
                // A length that is too great makes of the rest of a log a torn piece.
                let is_found = match outcome(&planted) {
                    Outcome::Differs(words) => words.contains("damaged") || words.contains("breaks off"),
                    Outcome::Equal(figures) => !figures.is_whole,
                    Outcome::Cannot { .. } => true,
                };
                assert!(is_found, "{} at {at}", char::from(kind));
            }
        }
    }

    #[test]
    fn changes_behind_sound_checksums_are_found_by_playing() {
        let log = war(&NAMES);
        let find =
            |chunks: &[(Kind, Vec<u8>)], kind| chunks.iter().rposition(|chunk| chunk.0 == kind).expect("one");
        let hash = changed(&log, |chunks| {
            let at = find(chunks, Kind::Hash);
            let mut point: HashPoint = decoded(&chunks[at].1).expect("it is one");
            point.parts[3] ^= 1;
            chunks[at].1 = encoded(&point).expect("it has a form");
        });
        assert!(difference(&hash).contains("after tick 330") && difference(&hash).contains("ships"));
        // The order of a player, and one of a mind.
        for (by, words) in [(Giver::Player, "fleets"), (Giver::Mind, "the order of a mind differs")] {
            let dropped = changed(&log, |chunks| {
                for (_, contents) in chunks.iter_mut().filter(|chunk| chunk.0 == Kind::Turns) {
                    let mut turns: Turns = decoded(contents).expect("it is one");
                    let mut orders = turns.turns.iter_mut().map(|turn| &mut turn.orders);
                    let found =
                        orders.find_map(|orders| Some((orders.iter().position(|one| one.by == by)?, orders)));
                    if let Some((at, orders)) = found {
                        orders.remove(at);
                        *contents = encoded(&turns).expect("it has a form");
                        return;
                    }
                }
            });
            assert!(difference(&dropped).contains(words), "{}", difference(&dropped));
        }
        let marked = changed(&log, |chunks| {
            let mark = Mark { tick: 330, body: BodyId(1), kind: MarkKind::Battle };
            let end = chunks.len() - 1;
            chunks.insert(end, (Kind::Marks, encoded(&vec![mark]).expect("it has a form")));
        });
        assert!(difference(&marked).contains("the marks of tick 330"));
        // A snapshot of another war of the same length.
        let other = written(&war(&NAMES[..1]));
        let exchanged = changed(&log, |chunks| {
            let at = find(chunks, Kind::Snapshot);
            chunks[at].1.clone_from(&other[find(&other, Kind::Snapshot)].1);
        });
        assert!(difference(&exchanged).contains("the snapshot of tick 270 is of another world"));
    }

    #[test]
    fn the_log_of_another_program_is_not_played_and_its_snapshots_are_named() {
        let log = changed(&war(&[]), |chunks| {
            let mut other: crate::record::Head = decoded(&chunks[0].1).expect("it is the head");
            other.identity.version = "99.0".to_owned();
            chunks[0].1 = encoded(&other).expect("it has a form");
        });
        let Outcome::Cannot { why, snapshots } = outcome(&log) else { panic!("it was played") };
        assert!(why.contains("version 99.0"), "{why}");
        assert_eq!(snapshots, [0, 90, 180, 270]);
    }
}
