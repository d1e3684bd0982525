//! Saves: their names, and writing, renaming and deleting them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::saves::{ron_files, stem};
use super::turns::{SaveTurn, path_of};
use crate::client::frame::capital;
use crate::client::worlds::in_a_line;
use crate::level::{Level, ReadError, plain_line, plain_path, read_level, write_level_if};
use crate::orbit::CalendarDate;
use crate::rules::Rules;
use crate::sim::{SpawnError, check_state};

/// Letters that file systems or terminals take for something else.
const FORBIDDEN: [char; 9] = ['/', '\\', ':', '*', '?', '"', '<', '>', '|'];
/// Names that Windows takes for devices, whatever their endings.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
/// The same with a digit after them.
const PORTS: [&str; 2] = ["com", "lpt"];
/// The most bytes of a name: file systems allow 255, with the ending.
const MOST_BYTES: usize = 200;
/// The message about a name that another save has.
const TAKEN: &str = "There is a save of this name already. Choose another name, or overwrite it";
/// The most letters of a title in a name that is offered.
const MOST_TITLE: usize = 30;

/// The name that is offered for a save: title and date, and a number if there is a save of this name.
pub(in crate::client::menu) fn offered_name(
    title: &str,
    date: CalendarDate,
    is_taken: impl Fn(&str) -> bool,
) -> String {
    let plain = |letter: char| if FORBIDDEN.contains(&letter) { ' ' } else { letter };
    let title: String = plain_line(title).chars().map(plain).take(MOST_TITLE).collect();
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let title = title.trim_matches(['.', ' ']);
    let title = if title.is_empty() || name_fault(title).is_some() { "Save" } else { title };
    let CalendarDate { year, month, day, hour, minute, .. } = date;
    let name = format!("{title} {year:04}-{month:02}-{day:02} {hour:02}.{minute:02}");
    if !is_taken(&name) {
        return name;
    }
    let free = (2..1000_u32).map(|number| format!("{name} ({number})")).find(|name| !is_taken(name));
    free.unwrap_or(name)
}

/// The reason why a save cannot have this name.
pub(in crate::client::menu) fn name_fault(name: &str) -> Option<&'static str> {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let is_port = |port: &&str| {
        stem.strip_prefix(*port)
            .is_some_and(|rest| rest.len() == 1 && rest.chars().all(|one| one.is_numeric()))
    };
    if name.is_empty() {
        Some("Type a name")
    } else if name.starts_with('.') || name.ends_with('.') {
        Some("A name cannot begin or end with a full stop")
    } else if name.trim() != name {
        Some("A name cannot begin or end with a space")
    } else if name.contains(FORBIDDEN) || plain_line(name) != name {
        Some("A name cannot contain / \\ : * ? \" < > |")
    } else if DEVICES.contains(&stem.as_str()) || PORTS.iter().any(is_port) {
        Some("Windows keeps this name for itself. Choose another one")
    } else if SaveTurn::ALL.iter().any(|turn| turn.names().any(|kept| is_same_name(&kept, name))) {
        Some("The game overwrites saves of this name. Choose another one")
    } else if name.len() > MOST_BYTES {
        Some("The name is too long")
    } else {
        None
    }
}

/// Whether two names are one: some file systems take capitals and small letters for the same.
pub(in crate::client::menu) fn is_same_name(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// Gives a save another name, and tells it. One that was overwritten in turn is so no longer.
///
/// # Errors
/// A sentence for the player.
pub(in crate::client::menu) fn rename(path: &Path, name: &str) -> Result<String, String> {
    if let Some(fault) = name_fault(name) {
        return Err(fault.to_owned());
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    if is_taken(folder, name, Some(path)) {
        return Err(TAKEN.to_owned());
    }
    let to = path_of(folder, name);
    std::fs::rename(path, &to).map_err(|error| {
        let path = plain_path(path);
        format!("The save could not be renamed. Check the permissions of its folder.\n{path}: {error}")
    })?;
    Ok(format!("Renamed to {name}"))
}

/// Whether a folder has another save than this one with a name.
fn is_taken(folder: &Path, name: &str, but: Option<&Path>) -> bool {
    let mut others = ron_files(folder).into_iter().filter(|path| Some(path.as_path()) != but);
    others.any(|path| is_same_name(&stem(&path), name))
}

/// Opens a folder in the program that the system has for that.
///
/// # Errors
/// A sentence for the player.
pub(in crate::client::menu) fn open_folder(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| {
        let folder = plain_path(folder);
        format!("The folder for saves could not be made. Make it by hand.\n{folder}: {error}")
    })?;
    let opener = match std::env::consts::OS {
        "windows" => "explorer",
        "macos" => "open",
        _ => "xdg-open",
    };
    let quiet = || Stdio::null();
    let started = Command::new(opener).arg(folder).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    let mut child = started.map_err(|error| {
        let folder = plain_path(folder);
        format!("The folder could not be opened. Open it by hand.\n{folder}: {opener}: {error}")
    })?;
    // Its end is of no interest, but must be taken note of.
    std::thread::spawn(move || child.wait());
    Ok(())
}

/// Deletes a save, and tells it.
pub(in crate::client::menu) fn delete(path: &Path) -> String {
    match std::fs::remove_file(path) {
        Ok(()) => format!("Deleted {}", plain_path(path)),
        Err(error) => format!(
            "The save could not be deleted. Check the permissions of its folder.\n{}: {error}",
            plain_path(path)
        ),
    }
}

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
    if is_taken(folder, name, None) {
        return Err(TAKEN.to_owned());
    }
    write_over(&path_of(folder, name), save, assets_dir)
}

/// Writes a save in the place of an older one, and returns its path. The older one stays until the new one has been
/// read back.
///
/// # Errors
/// A sentence for the player.
pub(super) fn write_over(path: &Path, save: &Level, assets_dir: &Path) -> Result<PathBuf, String> {
    make_folder(path.parent().unwrap_or(Path::new("")))?;
    write_level_if(path, save, |new| read_back(new, save, assets_dir)).map_err(|error| {
        let error = capital(&error.to_string());
        format!("The game could not be saved. Check the disk, and save again.\n{error}")
    })?;
    Ok(path.to_owned())
}

/// Reads a save that was just written as it will be read when it is loaded.
fn read_back(path: &Path, save: &Level, assets_dir: &Path) -> Result<(), String> {
    let rules = Rules::load(assets_dir).map_err(|error| error.to_string())?;
    let read = read_level(path, &rules.surroundings()).map_err(in_a_line)?.level;
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
        let folder = plain_path(folder);
        format!("The game could not be saved. Create the folder for saves by hand.\n{folder}: {error}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATE: CalendarDate =
        CalendarDate { year: 2026, month: 11, day: 21, hour: 7, minute: 5, second: 9.0 };

    #[test]
    fn offered_names_have_level_and_date() {
        let offered = |title: &str| offered_name(title, DATE, |_| false);
        assert_eq!(offered("First light!"), "First light! 2026-11-21 07.05");
        assert_eq!(offered("Öland: the war"), "Öland the war 2026-11-21 07.05");
        for title in ["../..", "", "nul", "\u{1b}"] {
            let name = offered(title);
            assert_eq!(name_fault(&name), None, "{name}");
        }
        let taken = ["Sol 2026-11-21 07.05", "Sol 2026-11-21 07.05 (2)"];
        let next = offered_name("Sol", DATE, |name| taken.contains(&name));
        assert_eq!(next, "Sol 2026-11-21 07.05 (3)");
    }

    #[test]
    fn names_that_no_file_can_have_are_refused() {
        for name in
            ["Before the landing", "Autosave 12", "Quick save", "Öland 2", "07.05", "com", "comet", "nullify"]
        {
            assert_eq!(name_fault(name), None, "{name}");
        }
        let long = "a".repeat(MOST_BYTES + 1);
        for name in [
            "",
            "..",
            ".hidden",
            "end.",
            "a/b",
            "a\\b",
            "c:",
            "a\u{1b}",
            "NUL",
            "autosave 5",
            "Quick save 3",
            " a",
            "CONIN$",
            "con.save",
            "Lpt1",
            &long,
        ] {
            assert!(name_fault(name).is_some(), "{name}");
        }
    }

    fn assets() -> PathBuf {
        crate::rules::find_assets_dir().unwrap()
    }

    /// A save of the duel.
    fn duel(title: &str) -> Level {
        let rules = Rules::load(&assets()).unwrap();
        let path = assets().with_file_name("levels").join("duel.ron");
        let level = read_level(&path, &rules.surroundings()).unwrap().level;
        let mut simulation = crate::sim::Simulation::new(&level, &rules.for_level(&level), 7).unwrap();
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
        assert_eq!(ron_files(folder.path()), [path]);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("saves");
        std::fs::write(&file, "no folder").unwrap();
        let words = write_new(&file, "War", &duel("One"), &assets()).unwrap_err();
        assert!(words.contains("saves") && words.starts_with("The game could not be saved."), "{words}");
    }

    #[test]
    fn another_name_never_takes_the_place_of_a_save() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["one", "Two"].map(|name| path_of(folder.path(), name));
        paths.iter().for_each(|path| std::fs::write(path, "(").unwrap());
        for name in ["two", "", "../three", "Autosave 1"] {
            assert!(rename(&paths[0], name).is_err(), "{name}");
        }
        rename(&paths[0], "Before the landing").unwrap();
        rename(&paths[1], "TWO").unwrap();
        let names: Vec<String> = ron_files(folder.path()).iter().map(|path| stem(path)).collect();
        assert_eq!(names, ["Before the landing", "TWO"]);
    }
}
