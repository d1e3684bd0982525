//! The previews of levels, saves and replays: made in a task, from the files themselves, and kept by file and date.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use bevy::asset::uuid_handle;
use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::level_file::{LevelFile, Preview};
use super::logs::card::{Program, sketch_log};
use super::paths::{FileKind, written_at};
use super::sketch::{CHART_PIXELS, Sketch};
use crate::client::menu::Menu;
use crate::client::scene::system_map::paint_any_system;
use crate::client::worlds::{AssetsDir, in_a_line};
use crate::level::{ReadError, read_level};
use crate::rules::Rules;
use crate::sim::SpawnError;
use crate::sim::snapshot::saved_game;

/// The most files that a task reads: the rows fill from above, and a level that is to be played waits for one task
/// at most.
const FILES_AT_ONCE: usize = 8;

/// The chart of a file that has none yet, or never gets one: see [`paint_no_chart`].
pub(in crate::client::menu) const NO_CHART: Handle<Image> =
    uuid_handle!("6b0f6f0e-6d0b-4b52-9b8e-2f6c3a1d7e54");

/// Finished previews, and those in progress.
#[derive(Resource, Default)]
pub(in crate::client::menu) struct Previews {
    made: HashMap<PathBuf, (Option<SystemTime>, Preview)>,
    making: Option<Task<SketchedFiles>>,
    /// Which logs can be played.
    program: Program,
}

impl Previews {
    /// Whether some are in progress.
    pub(in crate::client::menu) fn are_awaited(&self) -> bool {
        self.making.is_some()
    }
}

/// What a task has made, and the rules by which; `None`: they cannot be read.
struct SketchedFiles {
    rules: Option<Arc<Rules>>,
    files: Vec<FileSketch>,
}

/// A file, the date on which it was written, and its preview.
type FileSketch = (PathBuf, Option<SystemTime>, Sketch);

/// Paints the chart of files without one: any system.
pub(in crate::client::menu) fn paint_no_chart(images: Option<ResMut<Assets<Image>>>) {
    let Some(mut images) = images else { return };
    if let Err(error) = images.insert(&NO_CHART, paint_any_system(CHART_PIXELS)) {
        error!("Levels that are not read yet have no picture: {error}");
    }
}

/// Begins to make the previews of files on the page that have none; one task at a time.
pub(in crate::client::menu) fn begin(
    menu: Res<Menu>,
    assets: Option<Res<AssetsDir>>,
    mut previews: ResMut<Previews>,
) {
    let Some(assets) = assets.filter(|_| menu.is_changed()) else { return };
    let is_known = |file: &&LevelFile| {
        let known = previews.made.get(&file.path);
        known.is_some_and(|(written, _)| *written == written_at(&file.path))
    };
    let unknown = menu.previewed().into_iter().filter(|file| file.preview.is_none() && !is_known(file));
    let unknown: Vec<PathBuf> = unknown.take(FILES_AT_ONCE).map(|file| file.path.clone()).collect();
    if unknown.is_empty() || previews.making.is_some() {
        return;
    }
    let (assets_dir, program, known) = (assets.0.clone(), previews.program.clone(), menu.rules.clone());
    let task = AsyncComputeTaskPool::get().spawn(async move {
        let rules = known.or_else(|| Rules::load(&assets_dir).ok().map(Arc::new));
        let sketch = |rules: &Arc<Rules>| sketch_all(unknown, rules, &assets_dir, &program);
        let files = rules.as_ref().map(sketch).unwrap_or_default();
        SketchedFiles { rules, files }
    });
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
        if menu.is_open() && menu.rules.is_none() {
            menu.rules = sketches.rules;
        }
        for (path, written, sketch) in sketches.files {
            // The page may show the preview of the file as it was before.
            menu.files.iter_mut().filter(|file| file.path == path).for_each(|file| file.preview = None);
            previews.made.insert(path, (written, sketch.into_preview(&mut images)));
        }
        // The next task begins, also where the page has turned meanwhile.
        menu.set_changed();
    }
    let wanting = |file: &LevelFile| file.preview.is_none() && previews.made.contains_key(&file.path);
    if menu.previewed().into_iter().any(wanting) {
        for file in &mut menu.files {
            file.preview = previews.made.get(&file.path).map(|(_, preview)| preview.clone());
        }
    }
}

fn sketch_all(paths: Vec<PathBuf>, rules: &Rules, assets_dir: &Path, program: &Program) -> Vec<FileSketch> {
    let sketch = |path: PathBuf| {
        let written = written_at(&path);
        let sketch = match FileKind::of(&path) {
            FileKind::Replay => sketch_log(&path, rules, assets_dir, program),
            FileKind::Save => sketch_level(&path, rules),
        };
        (path, written, sketch)
    };
    paths.into_iter().map(sketch).collect()
}

/// Draws the level or the save of a file.
fn sketch_level(path: &Path, rules: &Rules) -> Sketch {
    let read = read_level(path, &rules.class_catalog()).and_then(|loaded| {
        let game = saved_game(&loaded.level, &rules.for_level(&loaded.level));
        match game {
            Err(SpawnError::State(faults)) => Err(ReadError::Faulty(faults)),
            // Other errors are those of a level, and shown when it is drawn or played.
            game => Ok((loaded.level, game.ok().flatten())),
        }
    });
    Sketch::of_game(read.map_err(faulty))
}

/// The reason why a level cannot be played, after a sentence for the player.
fn faulty(error: ReadError) -> String {
    format!("This file cannot be played. Repair it, or delete it.\n{}", in_a_line(error))
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::menu::files::sketch::PIXELS;
    use crate::level::write_level;
    use crate::rules::find_assets_dir;
    use crate::rules::test_support::{shipped, shipped_level};
    use crate::sim::capture;
    use crate::sim::simulation::test_support::world_of;

    #[test]
    fn sound_levels_have_maps_and_others_say_so() {
        let folder = tempfile::tempdir().unwrap();
        let broken = folder.path().join("broken.ron");
        std::fs::write(&broken, "(").unwrap();
        let assets = find_assets_dir().unwrap();
        let duel = assets.with_file_name("levels").join("duel.ron");
        let sketches = sketch_all(vec![duel, broken], &shipped(), &assets, &Program::default());
        let [(.., duel), (.., broken)] = &sketches[..] else { panic!("two are there") };
        for (picture, pixels, least) in [(&duel.map, PIXELS, 2_000), (&duel.chart, CHART_PIXELS, 600)] {
            let data = picture.clone().unwrap().data.unwrap();
            assert_eq!(data.len(), (pixels * pixels * 4) as usize);
            let painted = data.chunks(4).filter(|pixel| pixel[3] > 0).count();
            assert!(painted > least, "it shows something: {painted}");
        }
        assert!(duel.about.contains("Bodies: "), "{}", duel.about);
        assert_eq!(duel.facts, "2 sides, 5 planets, 1 comet, 2471-04-02");
        assert_eq!((duel.side.as_str(), duel.author.as_str()), ("without opponents", "The Ecliptic project"));
        assert!(broken.map.is_none() && broken.chart.is_none() && broken.about.contains("broken.ron:1"));
    }

    #[test]
    fn a_file_without_a_chart_has_a_drawn_one() {
        let mut world = World::new();
        world.init_resource::<Assets<Image>>();
        world.run_system_once(paint_no_chart).unwrap();
        let images = world.resource::<Assets<Image>>();
        let data = images.get(&NO_CHART).unwrap().data.as_ref().unwrap();
        let painted = data.chunks(4).filter(|pixel| pixel[3] > 100 && pixel[0] > 40).count();
        assert!((200..6_000).contains(&painted), "it shows something on a dark ground: {painted}");
    }

    #[test]
    fn saves_tell_the_date_of_their_sky_and_the_time_of_play() {
        let mut simulation = world_of(&shipped_level("duel.ron"), 7);
        simulation.run(90);
        let folder = tempfile::tempdir().unwrap();
        let save = folder.path().join("save.ron");
        write_level(&save, &capture(simulation.world_mut()).unwrap()).unwrap();
        let sketches = sketch_all(vec![save], &shipped(), &find_assets_dir().unwrap(), &Program::default());
        let [(.., sketch)] = &sketches[..] else { panic!("one is there") };
        // Three seconds at two fifths of a day a second.
        assert_eq!(sketch.facts, "2 sides, 5 planets, 1 comet, 2471-04-03, 3 s of play");
        assert!(sketch.chart.is_some() && sketch.board.is_none());
        assert_eq!(sketch.side, "as Verdance, without opponents");
    }
}
