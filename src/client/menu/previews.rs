//! Previews of levels and of new systems: a map of the system, and the description.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::Menu;
use super::new_system::undrawn;
use super::saves::{LevelFile, Preview, WarBoard, details, written_at};
use crate::client::frame::capital;
use crate::client::scene::system_map::paint_system;
use crate::client::worlds::{AssetsDir, in_a_line};
use crate::generate::{Parameters, generate};
use crate::level::{Level, ReadError, StarSystem, plain_line, read_level};
use crate::rules::Rules;
use crate::sim::BodyId;

/// Pixels of a map, each way.
const PIXELS: u32 = 320;
/// The most letters of a description that are shown.
const MOST_LETTERS: usize = 330;

/// Finished previews, and those in progress.
#[derive(Resource, Default)]
pub(super) struct Previews {
    made: HashMap<PathBuf, (Option<SystemTime>, Preview)>,
    making: Option<Task<Vec<FileSketch>>>,
    /// The new system that is being drawn.
    drawing: Option<Task<(Parameters, Sketch)>>,
}

/// A file, the date on which it was written, and its preview.
type FileSketch = (PathBuf, Option<SystemTime>, Sketch);

/// A preview before its picture becomes an asset of the engine.
struct Sketch {
    map: Option<Image>,
    about: String,
    board: Option<Arc<WarBoard>>,
}

impl Sketch {
    /// Draws a level, or tells the reason why there is none.
    fn of(read: Result<Level, String>) -> Self {
        let read = read.and_then(|level| {
            let system = StarSystem::build(&level).map_err(|fault| fault.to_string())?;
            Ok((level, system))
        });
        let about = read.as_ref().map_or_else(Clone::clone, |(level, _)| about(level));
        let board = read.as_ref().ok().and_then(|(level, system)| WarBoard::of(level, system));
        let map = read.ok().map(|(level, system)| paint_system(&system, &homes(&level, &system), PIXELS));
        Self { map, about, board: board.map(Arc::new) }
    }

    fn into_preview(self, images: &mut Assets<Image>) -> Preview {
        let Self { map, about, board } = self;
        Preview { map: map.map(|picture| images.add(picture)), about, board }
    }
}

/// Begins to make the previews of levels on the page that have none; one task at a time.
pub(super) fn begin(menu: Res<Menu>, assets: Option<Res<AssetsDir>>, mut previews: ResMut<Previews>) {
    let Some(assets) = assets.filter(|_| menu.is_changed() && menu.needs_previews()) else { return };
    let is_known = |file: &&LevelFile| {
        let known = previews.made.get(&file.path);
        known.is_some_and(|(written, _)| *written == written_at(&file.path))
    };
    let unknown = menu.files.iter().filter(|file| file.preview.is_none() && !is_known(file));
    let unknown: Vec<PathBuf> = unknown.map(|file| file.path.clone()).collect();
    if unknown.is_empty() || previews.making.is_some() {
        return;
    }
    let assets_dir = assets.0.clone();
    let task = AsyncComputeTaskPool::get().spawn(async move { sketch_all(unknown, &assets_dir) });
    previews.making = Some(task);
}

/// Adopts finished previews, and shows them on the page.
pub(super) fn finish(
    mut menu: ResMut<Menu>,
    mut previews: ResMut<Previews>,
    mut images: ResMut<Assets<Image>>,
) {
    if let Some(sketches) = previews.making.as_mut().and_then(check_ready) {
        previews.making = None;
        for (path, written, sketch) in sketches {
            previews.made.insert(path, (written, sketch.into_preview(&mut images)));
        }
    }
    let wanting = |file: &LevelFile| file.preview.is_none() && previews.made.contains_key(&file.path);
    if menu.needs_previews() && menu.files.iter().any(wanting) {
        for file in &mut menu.files {
            file.preview = previews.made.get(&file.path).map(|(_, preview)| preview.clone());
        }
    }
}

fn sketch_all(paths: Vec<PathBuf>, assets_dir: &Path) -> Vec<FileSketch> {
    let Ok(rules) = Rules::load(assets_dir) else { return Vec::new() };
    let sketch = |path: PathBuf| {
        let written = written_at(&path);
        let read = read_level(&path, &rules.surroundings()).map_err(faulty);
        (path, written, Sketch::of(read.map(|loaded| loaded.level)))
    };
    paths.into_iter().map(sketch).collect()
}

/// The reason why a level cannot be played, after a sentence for the player.
fn faulty(error: ReadError) -> String {
    format!("This file cannot be played. Repair it, or delete it.\n{}", details(&in_a_line(error)))
}

/// Begins to draw the new system on the page, unless it is drawn; one task at a time.
pub(super) fn begin_system(menu: Res<Menu>, mut previews: ResMut<Previews>) {
    if previews.drawing.is_some() {
        return;
    }
    let Some(parameters) = undrawn(&menu) else { return };
    let task = AsyncComputeTaskPool::get().spawn(async move {
        let sketch = sketch_system(&parameters);
        (parameters, sketch)
    });
    previews.drawing = Some(task);
}

/// Shows a finished drawing of a new system. The earlier one stays on the page until then.
pub(super) fn finish_system(
    mut menu: ResMut<Menu>,
    mut previews: ResMut<Previews>,
    mut images: ResMut<Assets<Image>>,
) {
    let Some((parameters, sketch)) = previews.drawing.as_mut().and_then(check_ready) else { return };
    previews.drawing = None;
    menu.system.show(parameters, sketch.into_preview(&mut images));
}

fn sketch_system(parameters: &Parameters) -> Sketch {
    let made = generate(parameters).map_err(|error| capital(&error.to_string()));
    let homes = made.as_ref().map(homes_in_words).unwrap_or_default();
    let sketch = Sketch::of(made);
    Sketch { about: sketch.about + &homes, ..sketch }
}

/// The names of the homes, on a line of their own.
fn homes_in_words(level: &Level) -> String {
    let homes: Vec<&str> = level.factions.iter().filter_map(|faction| faction.home.as_deref()).collect();
    format!("\nHomes: {}", homes.join(", "))
}

/// The homes of a level's factions, with their colours.
fn homes(level: &Level, system: &StarSystem) -> Vec<(BodyId, Color)> {
    let home = |faction: &crate::level::Faction| {
        let body = system.find(faction.home.as_deref()?)?;
        Some((body, Srgba::hex(&faction.color).ok()?.into()))
    };
    level.factions.iter().filter_map(home).collect()
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
    use crate::rules::find_assets_dir;

    #[test]
    fn sound_levels_have_maps_and_others_say_so() {
        let folder = tempfile::tempdir().unwrap();
        let broken = folder.path().join("broken.ron");
        std::fs::write(&broken, "(").unwrap();
        let assets = find_assets_dir().unwrap();
        let duel = assets.with_file_name("levels").join("duel.ron");
        let sketches = sketch_all(vec![duel, broken], &assets);
        let [(.., duel), (.., broken)] = &sketches[..] else { panic!("two are there") };
        let pixels = duel.map.clone().unwrap().data.unwrap();
        assert_eq!(pixels.len(), (PIXELS * PIXELS * 4) as usize);
        assert!(pixels.chunks(4).filter(|pixel| pixel[3] > 0).count() > 2_000, "it shows something");
        assert!(duel.about.contains("Bodies: "), "{}", duel.about);
        assert!(broken.map.is_none() && broken.about.contains("broken.ron:1"));
    }

    #[test]
    fn a_new_system_has_a_map_and_names_its_sides_and_homes() {
        let sketch = sketch_system(&Parameters { seed: 7, sides: 3, ..Parameters::default() });
        assert!(sketch.map.is_some());
        let board = sketch.board.unwrap();
        for faction in &board.level.factions {
            assert!(sketch.about.contains(&faction.name), "{}", sketch.about);
            let homes = sketch.about.lines().last().unwrap_or_default();
            assert!(faction.home.as_ref().is_some_and(|home| homes.contains(home)), "{}", sketch.about);
        }
        assert_eq!(board.worlds, board.level.bodies.len() - 1, "all but the star");
        let faulty = sketch_system(&Parameters { sides: 99, ..Parameters::default() });
        assert!(faulty.map.is_none() && faulty.about.contains("Sides: 99"), "{}", faulty.about);
    }
}
