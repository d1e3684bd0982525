//! Saves: their names, and writing, overwriting and deleting them.

use std::path::{Path, PathBuf};

use bevy::prelude::World;

use super::saves::saves_folder;
use crate::client::frame::capital;
use crate::level::{Level, plain_line, plain_path, write_level};
use crate::orbit::CalendarDate;
use crate::sim::snapshot::capture;

/// Letters that file systems or terminals take for something else.
const FORBIDDEN: [char; 9] = ['/', '\\', ':', '*', '?', '"', '<', '>', '|'];
/// Names that Windows takes for devices, whatever their endings.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
/// The same with a digit after them.
const PORTS: [&str; 2] = ["com", "lpt"];
/// The most bytes of a name: file systems allow 255, with the ending.
const MOST_BYTES: usize = 200;
/// Number of autosaves that are kept.
const AUTOSAVES: u32 = 3;
/// The most letters of a title in a name that is offered.
const MOST_TITLE: usize = 30;

/// The names of autosaves, which the game overwrites in turn.
pub(in crate::client::menu) fn autosave_names() -> impl Iterator<Item = String> {
    (1..=AUTOSAVES).map(|number| format!("Autosave {number}"))
}

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
    } else if name.contains(FORBIDDEN) || plain_line(name) != name {
        Some("A name cannot contain / \\ : * ? \" < > |")
    } else if DEVICES.contains(&stem.as_str()) || PORTS.iter().any(is_port) {
        Some("Windows keeps this name for itself. Choose another one")
    } else if autosave_names().any(|reserved| reserved.eq_ignore_ascii_case(name)) {
        Some("The game overwrites saves of this name. Choose another one")
    } else if name.len() > MOST_BYTES {
        Some("The name is too long")
    } else {
        None
    }
}

/// Writes the world as a save with a new name, and returns its path.
///
/// # Errors
/// A sentence for the player.
pub(in crate::client::menu) fn save_as(world: &mut World, name: &str) -> Result<PathBuf, String> {
    let level = game(world)?;
    let folder = saves_folder()
        .ok_or_else(|| "The game could not be saved: no folder for saves was found".to_owned())?;
    write_new(&folder, name, &level)
}

/// Writes the world in the place of a save. If that fails, the older save stays.
///
/// # Errors
/// A sentence for the player.
pub(in crate::client::menu) fn overwrite(world: &mut World, path: PathBuf) -> Result<PathBuf, String> {
    write(&path, &game(world)?)?;
    Ok(path)
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

fn game(world: &mut World) -> Result<Level, String> {
    capture(world).ok_or_else(|| "There is no game to save".to_owned())
}

fn write_new(folder: &Path, name: &str, level: &Level) -> Result<PathBuf, String> {
    if let Some(fault) = name_fault(name) {
        return Err(fault.to_owned());
    }
    make_folder(folder)?;
    // Names have full stops: they are no endings.
    let path = folder.join(format!("{name}.ron"));
    if path.exists() {
        return Err("There is a save of this name already. Choose it in the list to overwrite it".to_owned());
    }
    write(&path, level)?;
    Ok(path)
}

/// Writes a level of the game itself into the folder of saves, in the place of an older one.
///
/// # Errors
/// A sentence for the player.
pub(in crate::client::menu) fn write_over(
    folder: &Path,
    path: &Path,
    level: &Level,
) -> Result<PathBuf, String> {
    make_folder(folder)?;
    write(path, level)?;
    Ok(path.to_owned())
}

fn make_folder(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| {
        let folder = plain_path(folder);
        format!("The game could not be saved. Create the folder for saves by hand.\n{folder}: {error}")
    })
}

fn write(path: &Path, level: &Level) -> Result<(), String> {
    write_level(path, level).map_err(|error| {
        format!(
            "The game could not be saved. Check the disk, and save again.\n{}",
            capital(&error.to_string())
        )
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
        for name in ["Before the landing", "Autosave 12", "Öland 2", "07.05", "com", "comet", "nullify"] {
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
            "autosave 2",
            "con.save",
            "Lpt1",
            &long,
        ] {
            assert!(name_fault(name).is_some(), "{name}");
        }
    }

    #[test]
    fn only_a_question_overwrites_a_save() {
        let folder = tempfile::tempdir().unwrap();
        let saves = folder.path().join("saves");
        let level = |title: &str| Level { title: title.to_owned(), ..Level::default() };
        let path = write_new(&saves, "A 07.05", &level("One")).unwrap();
        assert_eq!(path, saves.join("A 07.05.ron"));
        assert!(write_new(&saves, "A 07.05", &level("Two")).is_err());
        assert!(write_new(&saves, "../A", &level("Two")).is_err());
        assert!(std::fs::read_to_string(&path).unwrap().contains("One"));
        write(&path, &level("Two")).unwrap();
        assert!(std::fs::read_to_string(&path).unwrap().contains("Two"));
        assert!(delete(&path).starts_with("Deleted ") && !path.exists());
        assert!(delete(&path).contains("could not be deleted"), "it is gone already");
    }
}
