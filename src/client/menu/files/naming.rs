//! The names of saves and replays: which ones a file can have; renaming and deleting files, and opening their folders.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::paths::{FileKind, files_with, is_same_name, stem};
use super::turns::SaveTurn;
use crate::client::frame::failed;
use crate::level::{plain_line, plain_path};
use crate::orbit::CalendarDate;

/// Letters that file systems or terminals take for something else.
const FORBIDDEN: [char; 9] = ['/', '\\', ':', '*', '?', '"', '<', '>', '|'];
/// Names that Windows takes for devices, whatever their endings.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
/// Names that Windows takes for devices if a digit follows.
const PORTS: [&str; 2] = ["com", "lpt"];
/// The most bytes of a name: file systems allow 255, with the ending.
const MOST_BYTES: usize = 200;
/// The remedy where a file cannot be changed; it goes on.
const CHECK_FOLDER: &str = "Check the permissions of its folder";
/// The most letters of a title in a name that is offered.
const MOST_TITLE: usize = 30;

impl FileKind {
    /// The reason why none of them can have this name.
    pub(in crate::client::menu) fn name_fault(self, name: &str) -> Option<&'static str> {
        match self {
            Self::Replay => letters_fault(name),
            Self::Save => name_fault(name),
        }
    }

    /// The message about a name that another one has.
    pub(super) fn taken(self) -> String {
        let or_else = if self == Self::Save { ", or overwrite it" } else { "" };
        format!("There is a {} of this name already. Choose another name{or_else}", self.noun())
    }

    /// Whether a folder has another one than this with a name.
    pub(super) fn is_taken(self, folder: &Path, name: &str, but: Option<&Path>) -> bool {
        let mut others =
            files_with(folder, self.ending()).into_iter().filter(|path| Some(path.as_path()) != but);
        others.any(|path| is_same_name(&stem(&path), name))
    }
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
    let is_in_turn = || SaveTurn::ALL.iter().any(|turn| turn.names().any(|kept| is_same_name(&kept, name)));
    letters_fault(name)
        .or_else(|| is_in_turn().then_some("The game overwrites saves of this name. Choose another one"))
}

/// The reason why no file can have this name.
fn letters_fault(name: &str) -> Option<&'static str> {
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
    } else if name.len() > MOST_BYTES {
        Some("The name is too long")
    } else {
        None
    }
}

/// Gives a file another name, and returns its path. A save that was overwritten in turn is so no longer.
///
/// # Errors
/// A sentence for the player.
pub(in crate::client::menu) fn rename(path: &Path, name: &str) -> Result<PathBuf, String> {
    let kind = FileKind::of(path);
    if let Some(fault) = kind.name_fault(name) {
        return Err(fault.to_owned());
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    if kind.is_taken(folder, name, Some(path)) {
        return Err(kind.taken());
    }
    let to = kind.path_of(folder, name);
    std::fs::rename(path, &to).map_err(|error| {
        let what = format!("The {} could not be renamed", kind.noun());
        format!("{}\n{}: {error}", failed(&what, &error, CHECK_FOLDER), plain_path(path))
    })?;
    Ok(to)
}

/// Opens the folder of some files in the program that the system has for that.
///
/// # Errors
/// A sentence for the player.
pub(in crate::client::menu) fn open_folder(kind: FileKind, folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| {
        let what = format!("The folder for {}s could not be made", kind.noun());
        format!("{}\n{}: {error}", failed(&what, &error, "Make it by hand"), plain_path(folder))
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
    // Its exit code is of no interest, but the system keeps an ended process until it is waited for.
    std::thread::spawn(move || child.wait());
    Ok(())
}

/// Deletes a file, and says so.
pub(in crate::client::menu) fn delete(path: &Path) -> String {
    let (noun, words) = (FileKind::of(path).noun(), plain_path(path));
    match std::fs::remove_file(path) {
        Ok(()) => format!("Deleted {words}"),
        Err(error) => {
            let what = format!("The {noun} could not be deleted");
            format!("{}\n{words}: {error}", failed(&what, &error, CHECK_FOLDER))
        }
    }
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

    #[test]
    fn another_name_never_takes_the_place_of_a_save() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["one", "Two"].map(|name| FileKind::Save.path_of(folder.path(), name));
        paths.iter().for_each(|path| std::fs::write(path, "(").unwrap());
        for name in ["two", "", "../three", "Autosave 1"] {
            assert!(rename(&paths[0], name).is_err(), "{name}");
        }
        let renamed = rename(&paths[0], "Before the landing").unwrap();
        rename(&paths[1], "TWO").unwrap();
        let found = files_with(folder.path(), FileKind::Save.ending());
        assert!(found.contains(&renamed));
        let names: Vec<String> = found.iter().map(|path| stem(path)).collect();
        assert_eq!(names, ["Before the landing", "TWO"]);
    }

    #[test]
    fn replays_keep_their_ending_and_have_names_of_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("2026-11-21 07.05.09 Sol.eclog");
        for path in [&log, &FileKind::Save.path_of(folder.path(), "War"), &folder.path().join("Peace.eclog")]
        {
            std::fs::write(path, "(").unwrap();
        }
        assert_eq!(rename(&log, "peace").unwrap_err(), FileKind::Replay.taken());
        let renamed = rename(&log, "War").unwrap();
        assert_eq!(renamed, folder.path().join("War.eclog"), "a save of this name is something else");
        assert_eq!(rename(&renamed, "Autosave 1").map(|path| FileKind::of(&path)), Ok(FileKind::Replay));
        assert!(delete(&renamed).starts_with("The replay could not be deleted"), "it has another name");
    }
}
