//! Saves, levels and presets: finding them, and writing levels that were generated.

use std::cmp::Reverse;
use std::io::Read;
use std::path::{Path, PathBuf};

use bevy::prelude::default;

use super::level_file::LevelFile;
use super::paths::{FileKind, files_with, written_at};
use crate::client::frame::{capital, failed};
use crate::client::settings::decided::Decided;
use crate::client::settings::played::Played;
use crate::client::widgets::matching::folded;
use crate::client::worlds::{data_folder, in_a_line};
use crate::level::{Level, Preset, open_text, plain_line, plain_path, read_preset, to_ron, write_level};

/// Length of the part of a text that is searched for its title and for the number of its game, bytes.
const HEAD_BYTES: u64 = 4096;
/// The level to begin with.
const BEGINNERS_LEVEL: &str = "first-light.ron";
/// The folder of presets, in a folder of levels.
const PRESETS: &str = "presets";
/// The message if no folder for the player's own levels is known.
const NO_HOME: &str = "The level could not be saved: no folder for your own levels was found. \
    `ecliptic generate` writes a level into any folder";

/// The message about a preset that cannot be read.
const FAULTY_PRESET: &str = "A preset could not be read. Repair its file, or delete it.";
/// The message about a generated level that cannot be written; it goes on.
const NOT_SAVED: &str = "The level could not be saved";

/// A preset that can be chosen for a skirmish.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::client::menu) struct PresetFile {
    /// Its title, or the name of its file where it has none, in plain letters.
    pub(in crate::client::menu) title: String,
    /// The path, in plain letters.
    pub(in crate::client::menu) path: String,
    /// What it changes.
    pub(in crate::client::menu) preset: Preset,
}

impl PresetFile {
    fn of(path: &Path, preset: Preset) -> Self {
        let name = || path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let title = if preset.title.is_empty() { name() } else { preset.title.clone() };
        Self { title: plain_line(&title).into_owned(), path: plain_path(path), preset }
    }
}

/// The folder of the saves.
pub(in crate::client::menu) fn saves_folder() -> Option<PathBuf> {
    data_folder("saves")
}

/// The folder of the player's own levels.
fn own_levels_folder() -> Option<PathBuf> {
    data_folder("levels")
}

/// All saves, the newest first.
pub(in crate::client::menu) fn list_saves(
    folder: Option<&Path>,
    played: &Played,
    decided: &Decided,
) -> Vec<LevelFile> {
    let mut found = folder.map_or_else(Vec::new, |folder| list_folder(folder, true));
    for file in &mut found {
        (file.played, file.loaded) = (written_at(&file.path), played.when(&file.path));
        file.is_over = is_over(file, decided);
    }
    sort(&mut found);
    found
}

/// Whether the game of a save has been decided since the save was written or loaded. Nobody knows it of a save of an
/// older version, in which its game has no number.
fn is_over(save: &LevelFile, decided: &Decided) -> bool {
    if decided.is_empty() {
        return false;
    }
    let game = head_of(&save.path).and_then(|head| game_in(&head));
    let decision = game.and_then(|game| decided.second(game));
    let [touched, _] = save.touched();
    decision.is_some() && touched <= decision
}

/// The levels beside the assets folder and those in the player's own folder: the last played first, then the one to
/// begin with, the others by title.
pub(in crate::client::menu) fn list_levels(assets_dir: Option<&Path>, played: &Played) -> Vec<LevelFile> {
    let found = levels_folders(assets_dir).flat_map(|folder| list_folder(&folder, false));
    let mut found: Vec<LevelFile> =
        found.map(|file| LevelFile { played: played.when(&file.path), ..file }).collect();
    sort(&mut found);
    found
}

/// The level to begin with, among those of [`list_levels`].
pub(in crate::client::menu) fn level_to_begin_with(assets_dir: Option<&Path>) -> Option<LevelFile> {
    let mut levels = list_levels(assets_dir, &Played::default()).into_iter();
    levels.find(|file| file.path.ends_with(BEGINNERS_LEVEL))
}

/// Sorts files: the last played first, then the level to begin with, then by title.
fn sort(files: &mut [LevelFile]) {
    let is_first = |file: &LevelFile| !file.is_save && file.path.ends_with(BEGINNERS_LEVEL);
    files.sort_by_cached_key(|file| {
        (Reverse(file.played), !is_first(file), folded(&file.title), file.path.clone())
    });
}

/// The presets in folders of those of levels, and a sentence about each file that cannot be read.
pub(in crate::client::menu) fn list_presets(assets_dir: Option<&Path>) -> (Vec<PresetFile>, Vec<String>) {
    let (mut presets, mut faults) = (Vec::new(), Vec::new());
    for folder in levels_folders(assets_dir) {
        let (found, faulty) = presets_in(&folder.join(PRESETS));
        presets.extend(found);
        faults.extend(faulty);
    }
    (presets, faults)
}

/// The presets in a folder, by path, and a sentence about each file that cannot be read.
pub(in crate::client::menu) fn presets_in(folder: &Path) -> (Vec<PresetFile>, Vec<String>) {
    let (mut presets, mut faults) = (Vec::new(), Vec::new());
    for path in ron_files(folder) {
        match read_preset(&path) {
            Ok(preset) => presets.push(PresetFile::of(&path, preset)),
            Err(error) => faults.push(format!("{FAULTY_PRESET}\n{}", in_a_line(error))),
        }
    }
    (presets, faults)
}

/// The folder of levels beside the assets folder, and the player's own.
fn levels_folders(assets_dir: Option<&Path>) -> impl Iterator<Item = PathBuf> {
    let shipped = assets_dir.map(|assets| assets.with_file_name("levels"));
    [shipped, own_levels_folder()].into_iter().flatten()
}

/// The levels in a folder, by path.
fn list_folder(folder: &Path, is_save: bool) -> Vec<LevelFile> {
    let levels = ron_files(folder).into_iter();
    levels.map(|path| LevelFile { title: title_of(&path), path, is_save, ..default() }).collect()
}

/// The paths of the RON files in a folder, sorted.
fn ron_files(folder: &Path) -> Vec<PathBuf> {
    files_with(folder, FileKind::Save.ending())
}

/// The beginning of a text; `None` if it cannot be read.
fn head_of(path: &Path) -> Option<String> {
    let mut head = Vec::new();
    open_text(path).and_then(|text| text.take(HEAD_BYTES).read_to_end(&mut head)).ok()?;
    Some(String::from_utf8_lossy(&head).into_owned())
}

/// The number of the game in a text that the program wrote, which has a line for each field.
fn game_in(text: &str) -> Option<u64> {
    let number = text.lines().find_map(|line| line.trim_start().strip_prefix("game:"))?;
    number.trim().trim_end_matches(',').parse().ok()
}

/// The title of a level file, or the name of the file.
fn title_of(path: &Path) -> String {
    let title = head_of(path).and_then(|head| title_in(&head));
    let name = || path.file_stem().map(|name| name.to_string_lossy().into_owned());
    plain_line(&title.or_else(name).unwrap_or_default()).into_owned()
}

/// The first `title: "..."` of a text that is not in a line of comment.
fn title_in(text: &str) -> Option<String> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.filter_map(|line| line.split_once("title:")).find_map(|(_, rest)| quoted_in(rest.trim_start()))
}

/// The string with which a text begins, as RON writes it.
fn quoted_in(text: &str) -> Option<String> {
    let rest = text.strip_prefix('"')?;
    let mut is_escaped = false;
    let end = rest.find(|letter| {
        let is_end = letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        is_end
    })?;
    let quoted = &text[..end + 2];
    Some(ron::from_str(quoted).unwrap_or_else(|_| rest[..end].to_owned()))
}

/// The paths of files with this stem: without a number, and with numbers from 2 on.
fn paths_of(folder: &Path, stem: &str) -> impl Iterator<Item = PathBuf> {
    let numbered = (2..1000_u32).map(move |number| folder.join(format!("{stem}-{number}.ron")));
    std::iter::once(folder.join(format!("{stem}.ron"))).chain(numbered)
}

/// Writes a generated level into the player's own folder, and returns its path. No other file is written over; a
/// file with this level is left as it is.
///
/// # Errors
/// A sentence for the player.
pub(in crate::client::menu) fn keep_generated(level: &Level, seed: u64) -> Result<PathBuf, String> {
    let folder = own_levels_folder().ok_or_else(|| NO_HOME.to_owned())?;
    keep_generated_in(&folder, level, seed)
}

fn keep_generated_in(folder: &Path, level: &Level, seed: u64) -> Result<PathBuf, String> {
    let text = to_ron(level).map_err(|error| format!("{NOT_SAVED}.\n{}", capital(&error.to_string())))?;
    std::fs::create_dir_all(folder).map_err(|error| {
        let words = failed(NOT_SAVED, &error, "Create its folder by hand, and try again");
        format!("{words}\n{}: {error}", plain_path(folder))
    })?;
    let stem = format!("generated-{seed}");
    let path = paths_of(folder, &stem).find(|path| !path.exists() || has_text(path, &text));
    let path = path.ok_or_else(|| {
        format!("{NOT_SAVED}: there are too many levels of this seed. Delete some in {}", plain_path(folder))
    })?;
    if !path.exists() {
        write_level(&path, level).map_err(|error| {
            let words = failed(NOT_SAVED, &error, "Check the disk, and try again");
            format!("{words}\n{}", capital(&error.fault()))
        })?;
    }
    Ok(path)
}

/// Whether a file has this text.
fn has_text(path: &Path, text: &str) -> bool {
    let mut found = Vec::new();
    let read = open_text(path).and_then(|file| file.take(text.len() as u64 + 1).read_to_end(&mut found));
    read.is_ok() && found == text.as_bytes()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;
    use crate::client::settings::decided;
    use crate::level::source::packed::pack;
    use crate::rules::test_support::shipped_level;
    use crate::sim::simulation::test_support::world_of;

    #[test]
    fn titles_are_found_in_files_of_people_and_in_saves() {
        let written = "// title: \"no\"\n(schema_version: 1, title: \"A new neighbour\", epoch: x)";
        assert_eq!(title_in(written).as_deref(), Some("A new neighbour"));
        assert_eq!(title_in("(\n    title: \"Sol\",\n").as_deref(), Some("Sol"));
        assert_eq!(title_in("(title: 3)"), None);
    }

    #[test]
    fn a_generated_level_is_written_once_and_never_over_another_file() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("levels");
        let level = |title: &str| Level { title: title.to_owned(), ..Level::default() };
        let kept = |title: &str| keep_generated_in(&own, &level(title), 7);
        let first = kept("One").unwrap();
        assert_eq!(first, own.join("generated-7.ron"));
        assert_eq!(kept("One").unwrap(), first, "the same level");
        assert_eq!(kept("Two").unwrap(), own.join("generated-7-2.ron"), "another one of the same seed");
        std::fs::write(&first, "changed by hand").unwrap();
        assert_eq!(kept("One").unwrap(), own.join("generated-7-3.ron"));
        assert_eq!(std::fs::read_to_string(&first).unwrap(), "changed by hand");
        let titles: Vec<String> = list_folder(&own, false).into_iter().map(|file| file.title).collect();
        assert_eq!(titles.len(), 3, "{titles:?}");
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("levels");
        std::fs::write(&file, "no folder").unwrap();
        let words = keep_generated_in(&file, &Level::default(), 7).unwrap_err();
        assert!(words.contains("levels") && words.contains("try again"), "{words}");
    }

    #[test]
    fn titles_of_hostile_files_are_listed_in_plain_letters() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a\u{202e}.ron"), "(title: \"b\u{1b}[2J\u{200b}\")").unwrap();
        let found = list_folder(folder.path(), true);
        let [file] = &found[..] else { panic!("{found:?}") };
        assert_eq!((file.title.as_str(), file.name().as_str()), ("b\u{fffd}[2J\u{fffd}", "a\u{fffd}.ron"));
    }

    #[test]
    fn packed_saves_are_listed_by_title() {
        let folder = tempfile::tempdir().unwrap();
        let text = format!("(title: \"A long war\", state: ({})", "9".repeat(100_000));
        std::fs::write(folder.path().join("save.ron"), pack(&text).unwrap()).unwrap();
        let found = list_folder(folder.path(), true);
        assert_eq!(found.iter().map(|file| file.title.as_str()).collect::<Vec<_>>(), ["A long war"]);
    }

    #[test]
    fn saves_from_before_the_decision_of_their_game_are_over() {
        let folder = tempfile::tempdir().unwrap();
        let (saves, file) = (folder.path().join("saves"), folder.path().join("decided.toml"));
        std::fs::create_dir(&saves).unwrap();
        let at = |seconds: u64| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        let title = r#"Titan's "last" \ war"#;
        let level = Level { title: title.to_owned(), ..shipped_level("duel.ron") };
        let files =
            [("before", Some(7), 50), ("after", Some(7), 90), ("other", Some(8), 50), ("old", None, 50)];
        for (name, game, written) in files {
            let path = saves.join(format!("{name}.ron"));
            let level = Level { game, ..level.clone() };
            write_level(&path, &world_of(&level, 0).capture().unwrap()).unwrap();
            std::fs::File::options().write(true).open(&path).unwrap().set_modified(at(written)).unwrap();
        }
        let over = || {
            let files = list_saves(Some(&saves), &Played::default(), &Decided::read(Some(&file))).into_iter();
            files.filter(|file| file.is_over).map(|file| file.stem()).collect::<Vec<String>>()
        };
        assert_eq!(over(), Vec::<String>::new());
        decided::note(&file, 7, at(60)).unwrap();
        assert_eq!(
            over(),
            ["before"],
            "one was written since, others are of another game or of an older version"
        );
    }

    #[test]
    fn presets_are_listed_by_title_and_faulty_ones_are_told() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in
            [("b.ron", "(title: \"Hard\")"), ("a.ron", "(seed: 7)"), ("c.ron", "(title: 3)"), ("d.txt", "")]
        {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let (presets, faults) = presets_in(folder.path());
        let titles: Vec<&str> = presets.iter().map(|file| file.title.as_str()).collect();
        assert_eq!(titles, ["a", "Hard"]);
        assert!(faults.len() == 1 && faults[0].contains("c.ron"), "{faults:?}");
    }

    #[test]
    fn the_last_played_come_first_and_the_others_by_title() {
        let at = |seconds: u64| Some(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        let file = |title: &str, played: Option<SystemTime>| LevelFile {
            title: title.to_owned(),
            played,
            ..LevelFile::default()
        };
        let mut files = [
            file("öland", None),
            file("Sol", at(3)),
            file("Zeta", None),
            file("alpha", None),
            file("The duel", at(9)),
        ];
        sort(&mut files);
        let titles: Vec<&str> = files.iter().map(|file| file.title.as_str()).collect();
        assert_eq!(titles, ["The duel", "Sol", "alpha", "öland", "Zeta"]);
        let to_begin_with = LevelFile { path: "/own/first-light.ron".into(), ..file("Light", None) };
        let first = |others: &[LevelFile]| {
            let mut files = others.to_vec();
            files.push(to_begin_with.clone());
            sort(&mut files);
            files.iter().position(|file| file.title == "Light")
        };
        assert_eq!(first(&files[2..]), Some(0), "nothing was played");
        assert_eq!(first(&files), Some(2), "after what was played");
    }

    #[test]
    fn shipped_levels_are_listed_by_title() {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        let levels = list_levels(Some(&assets), &Played::default());
        assert!(levels.len() >= 3, "{levels:?}");
        assert!(levels[0].path.ends_with(BEGINNERS_LEVEL), "it is shipped, and nothing was played");
        let offered = level_to_begin_with(Some(&assets));
        assert_eq!(offered.map(|level| level.title).as_deref(), Some("First light"));
        assert!(levels.iter().all(|level| !level.title.ends_with(".ron")), "{levels:?}");
        assert!(list_folder(Path::new("no such folder"), true).is_empty());
    }
}
