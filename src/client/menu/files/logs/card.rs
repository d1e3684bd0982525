//! The card of a log: who fought, how long, and who has won.
//!
//! A log is read in a task from its first chunk to its last, because its length stands at its end; only what the
//! card shows is kept of it.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::client::frame::{capital, date_words, duration, time_of_play};
use crate::client::menu::files::level_file::LogAbout;
use crate::client::menu::files::sketch::{CHART_PIXELS, Sketch, homes};
use crate::client::scene::system_map::paint_system;
use crate::client::worlds::in_a_line;
use crate::level::{Level, ReadError, StarSystem, named_together, parse_level, plain_line};
use crate::orbit::TICKS_PER_SECOND;
use crate::record::{Head, Identity, LogError, LogReader, Mark, MarkKind, Piece, Player, Snapshot};
use crate::rules::Rules;
use crate::sim::outcome::victory::winners_of;
use crate::sim::snapshot::saved_game;
use crate::sim::steering::system::Sharing;
use crate::sim::visibility::Viewer;
use crate::sim::{FactionId, Factions, Sides, SpawnError};

/// The most worlds of a log that are listed: those of two days of play.
const MOST_WORLDS: usize = 1000;
/// The message about a log that cannot be read at all.
const UNREADABLE: &str = "This replay cannot be played. Delete it.";

/// What this program is. It is found out with the first log that is read, in the task: the trial takes a moment.
#[derive(Clone, Debug, Default)]
pub(in crate::client::menu::files) struct Program(Arc<OnceLock<Result<Identity, String>>>);

impl Program {
    /// Why it cannot play a log of another program; empty if it can.
    fn why_not(&self, log: &Identity, rules: &Rules, assets_dir: &Path) -> String {
        let identify = || Identity::of_this_program(assets_dir, rules, Sharing::default());
        match self.0.get_or_init(identify) {
            Ok(own) => own.why_not(log).unwrap_or_default(),
            Err(words) => words.clone(),
        }
    }
}

/// Draws the card of a log, or tells the reason why there is none.
pub(in crate::client::menu::files) fn sketch_log(
    path: &Path,
    rules: &Rules,
    assets_dir: &Path,
    program: &Program,
) -> Sketch {
    let contents = match LogContents::read(path) {
        Ok(contents) => contents,
        Err(error) => {
            let about = format!("{UNREADABLE}\n{}", capital(&error.to_string()));
            return Sketch { about, ..Sketch::default() };
        }
    };
    let why_not = program.why_not(&contents.identity, rules, assets_dir);
    let bytes = std::fs::metadata(path).map_or(0, |facts| facts.len());
    contents.sketch(rules, why_not, bytes)
}

/// What is kept of a log that was read.
struct LogContents {
    identity: Identity,
    head: Head,
    first: Snapshot,
    worlds: Vec<u64>,
    last_tick: u64,
    /// The decision of the war that it marks.
    decided: Option<WarEnd>,
    /// Whether it marks a decision at all.
    marks_decisions: bool,
    /// Why it ends before its time.
    fault: Option<String>,
}

/// The decision of a war.
#[derive(Clone, Copy)]
struct WarEnd {
    /// The side that has won.
    side: u16,
    /// The tick of the decision.
    tick: u64,
}

impl WarEnd {
    /// The first decision among some marks.
    fn among(marks: &[Mark]) -> Option<Self> {
        marks.iter().find_map(|mark| match mark.kind {
            MarkKind::Decided { winner } => {
                Some(Self { side: u16::try_from(winner.0).ok()?, tick: mark.tick })
            }
            _ => None,
        })
    }
}

impl LogContents {
    /// Reads a log as far as it is sound.
    fn read(path: &Path) -> Result<Self, LogError> {
        let mut log = LogReader::open(path)?;
        let (mut first, mut worlds, mut decided, mut fault) = (None, Vec::new(), None, None);
        loop {
            match log.next_piece() {
                Ok(Some(Piece::Snapshot(world))) => {
                    if worlds.len() < MOST_WORLDS {
                        worlds.push(world.tick);
                    }
                    first.get_or_insert(world);
                }
                Ok(Some(Piece::Marks(marks))) => decided = decided.or(WarEnd::among(&marks)),
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(error) if first.is_none() => return Err(error),
                Err(error) => {
                    fault = Some(error.to_string());
                    break;
                }
            }
        }
        let first = first.ok_or(LogError::NoBeginning)?;
        let (identity, head, last_tick) = (log.identity().clone(), log.head().clone(), log.tick());
        let marks_decisions = log.marks_decisions();
        Ok(Self { identity, head, first, worlds, last_tick, decided, marks_decisions, fault })
    }

    /// The card of a log of this many bytes. One whose first world has faults cannot be played at all.
    fn sketch(self, rules: &Rules, why_not: String, bytes: u64) -> Sketch {
        let (level, system) = match self.first_world(rules) {
            Ok(world) => world,
            Err(words) => {
                let words = if why_not.is_empty() { words } else { why_not };
                let about = format!("{UNREADABLE}\n{}", capital(&words));
                return Sketch { about, ..Sketch::default() };
            }
        };
        let (clock, first_tick) = (system.clock, self.first.tick);
        let begins = clock.jd_at(first_tick);
        let played_s = self.last_tick.saturating_sub(first_tick) as f64 / TICKS_PER_SECOND;
        let sides = sides_of(&self.head.players);
        let length = format!("{} of play", duration(played_s));
        let sky =
            format!("From {} to {}, {length}", date_words(begins), date_words(clock.jd_at(self.last_tick)));
        let result = self.result(&level, rules).unwrap_or(length);
        let fault = self.fault.map(|fault| plain_line(&capital(&fault)).into_owned());
        let about = [sides.clone(), sky].into_iter().chain(fault).collect::<Vec<String>>().join("\n");
        let eyes = eyes_of(&self.head.players);
        Sketch {
            chart: Some(paint_system(&system, &homes(&level, &system), begins, CHART_PIXELS)),
            about,
            facts: format!("{result}, {}", size_words(bytes)),
            side: sides,
            log: Some(Arc::new(LogAbout { why_not, eyes, worlds: self.worlds, clock })),
            ..Sketch::default()
        }
    }

    /// Who has won, and when on the clock of the game, or how far an undecided war has come; `None` if the log does not
    /// tell.
    fn result(&self, level: &Level, rules: &Rules) -> Option<String> {
        let decided = match self.decided {
            Some(decided) => Some(decided),
            None => decided_before(level, rules).ok()?,
        };
        let Some(WarEnd { side, tick }) = decided else {
            return self.marks_decisions.then(|| format!("Undecided, {}", time_of_play(self.last_tick)));
        };
        let (sides, factions) = (Sides::of(&level.factions), Factions(level.factions.clone().into()));
        let winners = winners_of(side, &factions, &sides);
        let won = || format!("Won by {} after {}", plain_line(&named_together(&winners)), time_of_play(tick));
        (!winners.is_empty()).then(won)
    }

    fn first_world(&self, rules: &Rules) -> Result<(Level, StarSystem), String> {
        let read = parse_level("the log", self.first.text.as_bytes(), &rules.class_catalog());
        let level = read.map_err(|faults| in_a_line(ReadError::Faulty(faults)))?.level;
        let system = StarSystem::build(&level).map_err(|fault| fault.to_string())?;
        Ok((level, system))
    }
}

/// The decision of a war that fell before a saved world; `None` if that was undecided.
fn decided_before(level: &Level, rules: &Rules) -> Result<Option<WarEnd>, SpawnError> {
    let saved = saved_game(level, &rules.for_level(level))?;
    let decision = saved.and_then(|saved| saved.verdict.0);
    Ok(decision.map(|decision| WarEnd { side: decision.side, tick: decision.tick }))
}

/// The factions with their minds, `"Terra, Ares (captain, corsair)"`, in plain letters.
fn sides_of(players: &[Player]) -> String {
    let side = |player: &Player| match &player.mind {
        Some(mind) => format!("{} ({mind})", player.faction),
        None => player.faction.clone(),
    };
    plain_line(&players.iter().map(side).collect::<Vec<String>>().join(", ")).into_owned()
}

/// The eyes at the beginning of a replay: those of the only faction that no mind played, else those of everybody.
fn eyes_of(players: &[Player]) -> Viewer {
    let mut people = players.iter().enumerate().filter(|(_, player)| player.mind.is_none());
    match (people.next(), people.next()) {
        (Some((index, _)), None) => Viewer::Faction(FactionId(index)),
        _ => Viewer::Everything,
    }
}

/// The size of a file in words.
fn size_words(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        _ => format!("{:.1} MB", bytes as f64 / 1.0e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::menu::files::logs::test_support::{duel, own_identity, record_duel, record_seconds};
    use crate::record::{self, Recording};
    use crate::rules::find_assets_dir;
    use crate::sim::{Order, OrderQueue, Simulation};

    fn player(faction: &str, mind: Option<&str>) -> Player {
        Player { faction: faction.to_owned(), mind: mind.map(str::to_owned) }
    }

    fn sketch(path: &Path) -> Sketch {
        let assets = find_assets_dir().unwrap();
        sketch_log(path, &Rules::load(&assets).unwrap(), &assets, &Program::default())
    }

    #[test]
    fn sides_have_their_minds_and_the_only_person_lends_its_eyes() {
        let (terra, ares) = (player("Terra", None), player("Ares\u{1b}", Some("captain, corsair")));
        let war = [ares.clone(), terra.clone()];
        assert_eq!(sides_of(&war), "Ares\u{fffd} (captain, corsair), Terra");
        assert_eq!(eyes_of(&war), Viewer::Faction(FactionId(1)));
        assert_eq!(eyes_of(&[terra.clone(), terra]), Viewer::Everything, "two people");
        assert_eq!(eyes_of(&[ares.clone(), ares]), Viewer::Everything, "nobody");
    }

    #[test]
    fn sizes_are_short() {
        assert_eq!([0, 1, 999_500, 4_650_000].map(size_words), ["0 kB", "1 kB", "1000 kB", "4.7 MB"]);
    }

    #[test]
    fn the_card_of_a_log_tells_its_length_and_who_may_play_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("War.eclog");
        record_duel(&path, own_identity());
        let card = sketch(&path);
        assert!(card.chart.is_some() && card.facts.starts_with("Undecided, 0:03, "), "{}", card.facts);
        assert!(card.about.contains("From 2471-04-02 to 2471-04-03, 3 s of play"), "{}", card.about);
        let log = card.log.unwrap();
        assert_eq!((log.why_not.as_str(), &log.worlds[..]), ("", &[0][..]));
        let old = folder.path().join("Old.eclog");
        record_duel(&old, Identity { version: "0.0.0".to_owned(), ..own_identity() });
        let other = sketch(&old).log.unwrap();
        assert!(other.why_not.contains("version 0.0.0") && other.worlds == [0], "{}", other.why_not);
    }

    #[test]
    fn the_card_of_a_log_tells_who_has_won() {
        let folder = tempfile::tempdir().unwrap();
        let mut war = duel();
        let facts = |war: &mut Simulation, name: &str| {
            let path = folder.path().join(name);
            record_seconds(war, &path, own_identity());
            sketch(&path).facts
        };
        war.world_mut().resource_mut::<OrderQueue>().give(FactionId(1), Order::Surrender);
        let decided = facts(&mut war, "decided.eclog");
        assert!(decided.starts_with("Won by Verdance after 0:00, "), "{decided}");
        let later = facts(&mut war, "later.eclog");
        assert!(later.starts_with("Won by Verdance after 0:00, "), "it was decided before: {later}");
        let undecided = facts(&mut duel(), "undecided.eclog");
        assert!(undecided.starts_with("Undecided, 0:03, "), "{undecided}");
        let mut old = std::fs::read(folder.path().join("undecided.eclog")).unwrap();
        // The version of the format: the first one marks no decision.
        old[8] = 1;
        std::fs::write(folder.path().join("old.eclog"), old).unwrap();
        let old = sketch(&folder.path().join("old.eclog")).facts;
        assert!(old.starts_with("3 s of play, "), "it does not tell: {old}");
    }

    #[test]
    fn a_log_that_lies_about_its_end_tells_nothing_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("War.eclog");
        record_duel(&path, own_identity());
        let rules = Rules::load(&find_assets_dir().unwrap()).unwrap();
        let mut log = LogContents::read(&path).unwrap();
        let told = |log: &LogContents| log.result(&log.first_world(&rules).unwrap().0, &rules);
        assert_eq!(told(&log).as_deref(), Some("Undecided, 0:03"));
        log.decided = Some(WarEnd { side: 7, tick: 0 });
        assert_eq!(told(&log), None, "there is no such side");
        log.decided = None;
        let sound = log.first.text.clone();
        log.first.text = sound.replacen("losses: [", "losses: [(), ", 1);
        assert_ne!(log.first.text, sound);
        assert_eq!(told(&log), None, "its first world has a fault");
    }

    #[test]
    fn the_card_of_a_game_in_progress_tells_how_far_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("War.eclog");
        let mut simulation = duel();
        record::begin(simulation.world_mut(), Recording::to_file(&path, own_identity())).unwrap();
        for _ in 0..75 {
            simulation.run(1);
            record::note(simulation.world_mut());
        }
        let written = simulation.world_mut().resource_mut::<record::Recorder>().hand_over().unwrap();
        written.wait(std::time::Duration::from_secs(60));
        let card = sketch(&path);
        assert!(card.log.is_some() && card.facts.starts_with("Undecided, 0:02, "), "{}", card.facts);
        record::finish(simulation.world_mut()).unwrap();
    }

    #[test]
    fn a_torn_log_is_told_up_to_its_last_sound_piece_and_a_hollow_one_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("War.eclog");
        record_duel(&path, own_identity());
        let bytes = std::fs::read(&path).unwrap();
        let mut changed = bytes.clone();
        *changed.last_mut().unwrap() ^= 1;
        std::fs::write(&path, changed).unwrap();
        let card = sketch(&path);
        assert!(card.log.is_some() && card.about.contains("damaged"), "{}", card.about);
        std::fs::write(&path, &bytes[..40]).unwrap();
        let card = sketch(&path);
        assert!(card.chart.is_none() && card.about.starts_with(UNREADABLE), "{}", card.about);
    }
}
