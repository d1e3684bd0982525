//! Writing saves: to a new file that is read back before it takes its place.

use std::path::{Path, PathBuf};

use super::naming::name_fault;
use super::paths::FileKind;
use crate::client::frame::{capital, failed};
use crate::client::worlds::in_a_line;
use crate::level::{Level, ReadError, plain_path, read_level, write_level_if};
use crate::rules::Rules;
use crate::sim::{SpawnError, check_state};

/// The message about a save that cannot be written; it goes on.
const NOT_SAVED: &str = "The game could not be saved";

/// Writes a save with a new name, and returns its path.
///
/// # Errors
/// A sentence for the player.
pub(super) fn write_new(
    folder: &Path,
    name: &str,
    save: &Level,
    assets_dir: &Path,
) -> Result<PathBuf, String> {
    if let Some(fault) = name_fault(name) {
        return Err(fault.to_owned());
    }
    if FileKind::Save.is_taken(folder, name, None) {
        return Err(FileKind::Save.taken());
    }
    write_over(&FileKind::Save.path_of(folder, name), save, assets_dir)
}

/// Writes a save in the place of an older one, and returns its path. The older one stays until the new one has been
/// read back.
///
/// # Errors
/// A sentence for the player.
pub(super) fn write_over(path: &Path, save: &Level, assets_dir: &Path) -> Result<PathBuf, String> {
    make_folder(path.parent().unwrap_or(Path::new("")))?;
    write_level_if(path, save, |new| read_back(new, save, assets_dir)).map_err(|error| {
        let words = failed(NOT_SAVED, &error, "Check the disk, and save again");
        format!("{words}\n{}", capital(&error.fault()))
    })?;
    Ok(path.to_owned())
}

/// Reads a save that was just written as it will be read when it is loaded.
fn read_back(path: &Path, save: &Level, assets_dir: &Path) -> Result<(), String> {
    let rules = Rules::load(assets_dir).map_err(|error| error.to_string())?;
    let read = read_level(path, &rules.class_catalog()).map_err(in_a_line)?.level;
    if read != *save {
        return Err("it is not what was written".to_owned());
    }
    check_state(&read, &rules.for_level(&read)).map_err(|error| match error {
        SpawnError::State(faults) => in_a_line(ReadError::Faulty(faults)),
        other => other.to_string(),
    })
}

fn make_folder(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| {
        let words = failed(NOT_SAVED, &error, "Create the folder for saves by hand");
        format!("{words}\n{}: {error}", plain_path(folder))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::menu::files::naming::delete;
    use crate::client::menu::files::paths::files_with;
    use crate::rules::test_support::shipped_level;
    use crate::sim::simulation::test_support::world_of;

    fn assets() -> PathBuf {
        crate::rules::find_assets_dir().unwrap()
    }

    /// A save of the duel.
    fn duel(title: &str) -> Level {
        let mut simulation = world_of(&shipped_level("duel.ron"), 7);
        simulation.run(3);
        Level { title: title.to_owned(), ..simulation.capture().unwrap() }
    }

    fn text(path: &Path) -> String {
        std::fs::read_to_string(path).unwrap()
    }

    #[test]
    fn only_a_question_overwrites_a_save() {
        let folder = tempfile::tempdir().unwrap();
        let saves = folder.path().join("saves");
        let (one, two) = (duel("One"), duel("Two"));
        let path = write_new(&saves, "A 07.05", &one, &assets()).unwrap();
        assert_eq!(path, saves.join("A 07.05.ron"));
        for name in ["A 07.05", "a 07.05", "../A", "Autosave 3", "quick SAVE 1"] {
            assert!(write_new(&saves, name, &two, &assets()).is_err(), "{name}");
        }
        assert!(text(&path).contains("One"));
        write_over(&path, &two, &assets()).unwrap();
        assert!(text(&path).contains("Two"));
        assert!(delete(&path).starts_with("Deleted ") && !path.exists());
        assert!(delete(&path).contains("could not be deleted"), "it is gone already");
    }

    #[test]
    fn a_save_that_cannot_be_read_back_leaves_the_older_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = write_new(folder.path(), "War", &duel("One"), &assets()).unwrap();
        let unsound = Level { epoch: crate::level::Epoch::Jd(f64::NAN), ..duel("Two") };
        let words = write_over(&path, &unsound, &assets()).unwrap_err();
        assert!(words.starts_with("The game could not be saved.") && words.contains("War.ron"), "{words}");
        assert!(text(&path).contains("One"));
        assert_eq!(files_with(folder.path(), "ron"), [path]);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("saves");
        std::fs::write(&file, "no folder").unwrap();
        let words = write_new(&file, "War", &duel("One"), &assets()).unwrap_err();
        assert!(words.contains("saves") && words.starts_with("The game could not be saved."), "{words}");
    }
}
