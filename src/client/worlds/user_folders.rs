//! The folders of the player's own files; `None` where the system names none.

use std::path::PathBuf;

use directories::ProjectDirs;

/// The folder of the settings.
pub fn config_folder() -> Option<PathBuf> {
    program_folders().map(|folders| folders.config_dir().to_owned())
}

/// The folder of files of one kind, as saves or levels.
pub fn data_folder(kind: &str) -> Option<PathBuf> {
    program_folders().map(|folders| folders.data_dir().join(kind))
}

fn program_folders() -> Option<ProjectDirs> {
    ProjectDirs::from("", "", "ecliptic")
}
