//! Previews of levels, saves and replays: maps of the system, the description, and facts.
//!
//! They are made in a task, from the files themselves, and kept by file and date.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::logs::{LogAbout, Program, sketch_log};
use super::naming::FileKind;
use super::saves::{LevelFile, Preview, WarBoard, written_at};
use crate::client::frame::{capital, date_words, duration};
use crate::client::menu::Menu;
use crate::client::scene::labels::stacks::counted;
use crate::client::scene::system_map::paint_system;
use crate::client::worlds::{AssetsDir, in_a_line, jd_now};
use crate::level::{BodyKind, Level, ReadError, StarSystem, plain_line, read_level};
use crate::orbit::TICKS_PER_SECOND;
use crate::rules::Rules;
use crate::sim::snapshot::{SavedGame, saved_game};
use crate::sim::{BodyId, FactionId, SpawnError};

/// Pixels of a map, each way,
const PIXELS: u32 = 320;
/// and of a chart in a list: about twice as many as the list has on a usual screen.
pub(super) const CHART_PIXELS: u32 = 128;
/// The most files that a task reads: the rows fill from above, and a level that is to be played waits for one task
/// at most.
const FILES_AT_ONCE: usize = 8;
/// The most letters of a description that are shown.
const MOST_LETTERS: usize = 330;

/// Finished previews, and those in progress.
#[derive(Resource, Default)]
pub(in crate::client::menu) struct Previews {
    made: HashMap<PathBuf, (Option<SystemTime>, Preview)>,
    making: Option<Task<Vec<FileSketch>>>,
    /// Which logs can be played.
    program: Program,
}

/// A file, the date on which it was written, and its preview.
type FileSketch = (PathBuf, Option<SystemTime>, Sketch);

/// A preview before its pictures become assets of the engine.
#[derive(Default)]
pub(in crate::client::menu) struct Sketch {
    pub(super) chart: Option<Image>,
    pub(in crate::client::menu) map: Option<Image>,
    pub(in crate::client::menu) about: String,
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
    fn of_game(read: Result<(Level, Option<SavedGame>), String>) -> Self {
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
            facts: facts(&level, &system, &moment),
            side: game.map_or_else(String::new, |game| side(&level, &game)),
            board,
            log: None,
        }
    }

    /// Makes assets of its pictures.
    pub(in crate::client::menu) fn into_preview(self, images: &mut Assets<Image>) -> Preview {
        let Self { chart, map, about, facts, side, board, log } = self;
        let mut add = |picture: Option<Image>| picture.map(|picture| images.add(picture));
        Preview { chart: add(chart), map: add(map), about, facts, side, board, log }
    }
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

/// Begins to make the previews of files on the page that have none; one task at a time.
pub(in crate::client::menu) fn begin(
    menu: Res<Menu>,
    assets: Option<Res<AssetsDir>>,
    mut previews: ResMut<Previews>,
) {
    let Some(assets) = assets.filter(|_| menu.is_changed() && menu.needs_previews()) else { return };
    let is_known = |file: &&LevelFile| {
        let known = previews.made.get(&file.path);
        known.is_some_and(|(written, _)| *written == written_at(&file.path))
    };
    let unknown = menu.files.iter().filter(|file| file.preview.is_none() && !is_known(file));
    let unknown: Vec<PathBuf> = unknown.take(FILES_AT_ONCE).map(|file| file.path.clone()).collect();
    if unknown.is_empty() || previews.making.is_some() {
        return;
    }
    let (assets_dir, program) = (assets.0.clone(), previews.program.clone());
    let task = AsyncComputeTaskPool::get().spawn(async move { sketch_all(unknown, &assets_dir, &program) });
    previews.making = Some(task);
}

/// Adopts finished previews, and shows them on the page.
pub(in crate::client::menu) fn finish(
    mut menu: ResMut<Menu>,
    mut previews: ResMut<Previews>,
    mut images: ResMut<Assets<Image>>,
) {
    if let Some(sketches) = previews.making.as_mut().and_then(check_ready) {
        previews.making = None;
        for (path, written, sketch) in sketches {
            // The page may show the preview of the file as it was before.
            menu.files.iter_mut().filter(|file| file.path == path).for_each(|file| file.preview = None);
            previews.made.insert(path, (written, sketch.into_preview(&mut images)));
        }
        // The next task begins, also where the page has turned meanwhile.
        menu.set_changed();
    }
    let wanting = |file: &LevelFile| file.preview.is_none() && previews.made.contains_key(&file.path);
    if menu.needs_previews() && menu.files.iter().any(wanting) {
        for file in &mut menu.files {
            file.preview = previews.made.get(&file.path).map(|(_, preview)| preview.clone());
        }
    }
}

fn sketch_all(paths: Vec<PathBuf>, assets_dir: &Path, program: &Program) -> Vec<FileSketch> {
    let Ok(rules) = Rules::load(assets_dir) else { return Vec::new() };
    let sketch = |path: PathBuf| {
        let written = written_at(&path);
        let sketch = match FileKind::of(&path) {
            FileKind::Replay => sketch_log(&path, &rules, assets_dir, program),
            FileKind::Save => sketch_level(&path, &rules),
        };
        (path, written, sketch)
    };
    paths.into_iter().map(sketch).collect()
}

/// Draws the level or the save of a file.
fn sketch_level(path: &Path, rules: &Rules) -> Sketch {
    let read = read_level(path, &rules.surroundings()).and_then(|loaded| {
        let game = saved_game(&loaded.level, &rules.for_level(&loaded.level));
        match game {
            Err(SpawnError::State(faults)) => Err(ReadError::Faulty(faults)),
            // Other errors are those of a level, and told when it is drawn or played.
            game => Ok((loaded.level, game.ok().flatten())),
        }
    });
    Sketch::of_game(read.map_err(faulty))
}

/// The reason why a level cannot be played, after a sentence for the player.
fn faulty(error: ReadError) -> String {
    format!("This file cannot be played. Repair it, or delete it.\n{}", in_a_line(error))
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

/// The player's side in a saved game, and the difficulty: the skills of the minds of the others.
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
    let difficulty = (!skills.is_empty()).then(|| format!(", difficulty {}", skills.join(" and ")));
    plain_line(&(side + &difficulty.unwrap_or_default())).into_owned()
}

/// The description of a level, without formatting.
fn about(level: &Level) -> String {
    let words = level.description.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut words: String = plain_line(&words).into_owned();
    if words.chars().count() > MOST_LETTERS {
        words = words.chars().take(MOST_LETTERS).chain("...".chars()).collect();
    }
    let sides: Vec<&str> = level.factions.iter().map(|faction| faction.name.as_str()).collect();
    let sides = if sides.is_empty() { String::new() } else { format!("Sides: {}", sides.join(", ")) };
    let sides = plain_line(&sides).into_owned();
    let bodies = format!("Bodies: {}", level.bodies.len());
    [words, bodies, sides].into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::write_level;
    use crate::rules::find_assets_dir;
    use crate::sim::{Simulation, capture};

    #[test]
    fn sound_levels_have_maps_and_others_say_so() {
        let folder = tempfile::tempdir().unwrap();
        let broken = folder.path().join("broken.ron");
        std::fs::write(&broken, "(").unwrap();
        let assets = find_assets_dir().unwrap();
        let duel = assets.with_file_name("levels").join("duel.ron");
        let sketches = sketch_all(vec![duel, broken], &assets, &Program::default());
        let [(.., duel), (.., broken)] = &sketches[..] else { panic!("two are there") };
        for (picture, pixels, least) in [(&duel.map, PIXELS, 2_000), (&duel.chart, CHART_PIXELS, 600)] {
            let data = picture.clone().unwrap().data.unwrap();
            assert_eq!(data.len(), (pixels * pixels * 4) as usize);
            let painted = data.chunks(4).filter(|pixel| pixel[3] > 0).count();
            assert!(painted > least, "it shows something: {painted}");
        }
        assert!(duel.about.contains("Bodies: "), "{}", duel.about);
        assert_eq!(duel.facts, "2 sides, 5 planets, 1 comet, 2471-04-02");
        assert!(broken.map.is_none() && broken.chart.is_none() && broken.about.contains("broken.ron:1"));
    }

    #[test]
    fn saves_tell_the_date_of_their_sky_and_the_time_of_play() {
        let rules = Rules::load(&find_assets_dir().unwrap()).unwrap();
        let duel = find_assets_dir().unwrap().with_file_name("levels").join("duel.ron");
        let level = read_level(&duel, &rules.surroundings()).unwrap().level;
        let mut simulation = Simulation::new(&level, &rules.for_level(&level), 7).unwrap();
        simulation.run(90);
        let folder = tempfile::tempdir().unwrap();
        let save = folder.path().join("save.ron");
        write_level(&save, &capture(simulation.world_mut()).unwrap()).unwrap();
        let sketches = sketch_all(vec![save], &find_assets_dir().unwrap(), &Program::default());
        let [(.., sketch)] = &sketches[..] else { panic!("one is there") };
        // Three seconds at two fifths of a day a second.
        assert_eq!(sketch.facts, "2 sides, 5 planets, 1 comet, 2471-04-03, 3 s of play");
        assert!(sketch.chart.is_some() && sketch.board.is_none());
        assert_eq!(sketch.side, "as Verdance");
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
