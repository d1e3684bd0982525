//! The preview of a level or a save, drawn in a task: maps of the system, the description, and facts.

use std::sync::Arc;

use bevy::prelude::*;

use super::level_file::{LogAbout, Preview, WarBoard};
use crate::client::frame::{capital, date_words, duration};
use crate::client::hud::layout::fitting::cut_to_lines;
use crate::client::scene::system_map::{paint_system, places_on_picture};
use crate::client::widgets::NOTE_PIXELS;
use crate::client::worlds::jd_now;
use crate::level::{BodyKind, Level, StarSystem, counted, plain_line};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::snapshot::SavedGame;
use crate::sim::{BodyId, FactionId};

/// Pixels of a map, each way: it is sharp where it is largest on a usual screen,
pub(super) const PIXELS: u32 = 448;
/// and of a chart in a list: about twice as many as the list has on a usual screen.
pub(super) const CHART_PIXELS: u32 = 128;
/// Pixels of a large map, each way.
const LARGE_PIXELS: u32 = 640;
/// The most lines of a description that are shown,
const MOST_LINES: usize = 3;
/// and the width of a line of a note, pixels: the panel of the menu without its edges.
pub(in crate::client::menu) const NOTE_WIDTH: f32 = 722.0;

/// A preview before its pictures become assets of the engine.
#[derive(Default)]
pub(in crate::client::menu) struct Sketch {
    pub(super) chart: Option<Image>,
    pub(in crate::client::menu) map: Option<Image>,
    pub(in crate::client::menu) about: String,
    pub(super) author: String,
    pub(super) facts: String,
    pub(super) side: String,
    pub(in crate::client::menu) board: Option<Arc<WarBoard>>,
    pub(super) log: Option<Arc<LogAbout>>,
}

impl Sketch {
    /// Draws a level, or tells the reason why there is none.
    pub(in crate::client::menu) fn of(read: Result<Level, String>) -> Self {
        Self::of_game(read.map(|level| (level, None)))
    }

    /// Draws a level, or the game of a save, or tells the reason why there is none.
    pub(super) fn of_game(read: Result<(Level, Option<SavedGame>), String>) -> Self {
        let read = read.and_then(|(level, game)| {
            let system = StarSystem::build(&level).map_err(|fault| fault.to_string())?;
            Ok((level, system, game))
        });
        let (level, system, game) = match read {
            Ok(all) => all,
            Err(about) => return Self { about, ..Self::default() },
        };
        let (homes, moment) = (homes(&level, &system), Moment::of(&level, &system, game.as_ref()));
        let board = WarBoard::of(&level, &system).map(Arc::new);
        let paint = |pixels: u32| paint_system(&system, &homes, moment.jd, pixels);
        Self {
            chart: Some(paint(CHART_PIXELS)),
            map: board.is_some().then(|| paint(PIXELS)),
            about: about(&level),
            author: plain_line(&level.author).into_owned(),
            facts: facts(&level, &system, &moment),
            side: game.map_or_else(|| opponents(&level), |game| side(&level, &game)),
            board,
            log: None,
        }
    }

    /// Makes assets of its pictures.
    pub(in crate::client::menu) fn into_preview(self, images: &mut Assets<Image>) -> Preview {
        let Self { chart, map, about, author, facts, side, board, log } = self;
        let mut add = |picture: Option<Image>| picture.map(|picture| images.add(picture));
        Preview { chart: add(chart), map: add(map), about, author, facts, side, board, log }
    }
}

/// Paints the large map of a level as it begins; `system` is its sky.
pub(in crate::client::menu) fn paint_map(level: &Level, system: &StarSystem) -> Image {
    paint_beginning(level, system, PIXELS)
}

/// Paints the map of a level as it begins, larger.
pub(in crate::client::menu) fn paint_large_map(board: &WarBoard) -> Image {
    paint_beginning(&board.level, &board.system, LARGE_PIXELS)
}

fn paint_beginning(level: &Level, system: &StarSystem, pixels: u32) -> Image {
    let moment = Moment::of(level, system, None);
    paint_system(system, &homes(level, system), moment.jd, pixels)
}

/// A home, and its place on a map as shares of its sides from the upper left corner.
pub(in crate::client::menu) type HomePlace = (String, Vec2);

/// The homes of a level with their places on its large map as it begins; `system` is its sky.
pub(in crate::client::menu) fn home_places(level: &Level, system: &StarSystem) -> Vec<HomePlace> {
    let bodies: Vec<BodyId> = homes(level, system).into_iter().map(|(body, _)| body).collect();
    let places = places_on_picture(system, &bodies, Moment::of(level, system, None).jd, PIXELS);
    let names = bodies.iter().map(|body| system.bodies[*body].name.clone());
    names.zip(places).collect()
}

/// The moment at which a level begins, or a save goes on.
struct Moment {
    /// Julian date (TDB).
    jd: f64,
    /// Whether it is the present day.
    is_today: bool,
    /// The time of play of a save, seconds at pace 1.
    played_s: Option<f64>,
}

impl Moment {
    fn of(level: &Level, system: &StarSystem, game: Option<&SavedGame>) -> Self {
        let Some(SavedGame { tick, .. }) = game else {
            let jd = if level.starts_today { jd_now() } else { system.epoch_jd };
            return Self { jd, is_today: level.starts_today, played_s: None };
        };
        let played_s = Some(*tick as f64 / TICKS_PER_SECOND);
        Self { jd: system.clock.jd_at(*tick), is_today: false, played_s }
    }
}

/// The homes of a level's factions, with their colours.
pub(super) fn homes(level: &Level, system: &StarSystem) -> Vec<(BodyId, Color)> {
    let home = |faction: &crate::level::Faction| {
        let body = system.find(faction.home.as_deref()?)?;
        Some((body, Srgba::hex(&faction.color).ok()?.into()))
    };
    level.factions.iter().filter_map(home).collect()
}

/// Sides, planets and comets, and the date of the sky; of a save the time of play, too.
fn facts(level: &Level, system: &StarSystem, moment: &Moment) -> String {
    let of_kind = |kind: BodyKind| system.bodies.iter().filter(|body| body.kind == kind).count();
    let counts = [
        (level.factions.len(), "side"),
        (of_kind(BodyKind::Planet), "planet"),
        (of_kind(BodyKind::Comet), "comet"),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, name)| counted(count, name));
    let date = if moment.is_today { "the sky of today".to_owned() } else { date_words(moment.jd) };
    let played = moment.played_s.map(|seconds| format!("{} of play", duration(seconds)));
    counts.chain([date]).chain(played).collect::<Vec<String>>().join(", ")
}

/// What is said where nobody plays the other sides.
const ALONE: &str = "without opponents";

/// How many sides of a level are played by minds; empty without sides.
fn opponents(level: &Level) -> String {
    let minds = level.factions.iter().filter(|faction| faction.mind.is_some()).count();
    match (level.factions.len(), minds) {
        (0, _) => String::new(),
        (_, 0) => ALONE.to_owned(),
        _ => counted(minds, "AI player"),
    }
}

/// The player's side in a saved game, and the difficulty: the skills of the minds of the others, or that there are
/// none.
fn side(level: &Level, game: &SavedGame) -> String {
    let own = level.own_faction();
    let name = level.factions.get(own.0).map(|faction| faction.name.as_str());
    let is_other = |faction: FactionId| level.is_watched() || faction != own;
    let minds = game.seats.0.iter_enumerated().filter(|(faction, _)| is_other(*faction));
    let mut skills: Vec<String> =
        minds.filter_map(|(_, seat)| Some(capital(&seat.mind.as_ref()?.skill))).collect();
    skills.sort_unstable();
    skills.dedup();
    let side = match name {
        _ if level.is_watched() => "as a spectator".to_owned(),
        Some(name) => format!("as {name}"),
        None => return String::new(),
    };
    let difficulty = match skills.is_empty() {
        true if level.is_watched() => String::new(),
        true => format!(", {ALONE}"),
        false => format!(", difficulty {}", skills.join(" and ")),
    };
    plain_line(&(side + &difficulty)).into_owned()
}

/// The description of a level, without formatting.
fn about(level: &Level) -> String {
    let words = level.description.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = cut_to_lines(&plain_line(&words), MOST_LINES, NOTE_WIDTH, NOTE_PIXELS);
    let sides: Vec<&str> = level.factions.iter().map(|faction| faction.name.as_str()).collect();
    let sides = if sides.is_empty() { String::new() } else { format!(". Sides: {}", sides.join(", ")) };
    // A line for both: the note of a level has room for four with its origin, and the longest description takes three.
    let counts = plain_line(&format!("Bodies: {}{sides}", level.bodies.len())).into_owned();
    [words, counts].into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::menu::start::test_support::{described_levels, wordy_level};
    use crate::level::{Faction, Handicap, MindChoice};

    #[test]
    fn levels_tell_how_many_sides_are_played_by_minds() {
        let with = |minds: &[bool]| {
            let side = |is_mind: &bool| Faction {
                name: "Ferrum".to_owned(),
                color: "#ff9248".to_owned(),
                style: None,
                home: None,
                team: None,
                treasury: None,
                mind: is_mind.then(|| MindChoice::new("captain", "corsair")),
                handicap: Handicap::default(),
            };
            opponents(&Level { factions: minds.iter().map(side).collect(), ..Level::default() })
        };
        assert_eq!(opponents(&Level::default()), "", "nobody is there");
        assert_eq!([with(&[]), with(&[false, false])], ["", "without opponents"]);
        assert_eq!([with(&[false, true]), with(&[true, true])], ["1 AI player", "2 AI players"]);
    }

    #[test]
    fn bodies_and_sides_share_a_line_below_the_description() {
        let level = crate::rules::test_support::shipped_level("twins.ron");
        let lines: Vec<String> = about(&level).lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert_eq!(lines[1], format!("Bodies: {}. Sides: Concord, Rivalry", level.bodies.len()));
        assert_eq!(about(&Level::default()), "Bodies: 0");
    }

    #[test]
    fn the_descriptions_of_shipped_levels_are_told_whole_and_a_long_one_is_cut() {
        for level in described_levels() {
            assert!(!about(&level).contains('…'), "{}", about(&level));
        }
        let long = about(&wordy_level());
        assert!(long.lines().next().is_some_and(|line| line.ends_with('…')), "{long}");
    }

    #[test]
    fn levels_that_begin_today_say_so() {
        let level = Level { starts_today: true, ..Level::default() };
        let system = StarSystem::build(&level).unwrap();
        let moment = Moment::of(&level, &system, None);
        assert!((moment.jd - jd_now()).abs() < 1.0);
        assert_eq!(facts(&level, &system, &moment), "the sky of today");
    }
}
