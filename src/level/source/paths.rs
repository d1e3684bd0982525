//! Files that a level names must lie in the level's own folder: a level from a stranger must never make the
//! game read or write anything else.

use std::path::{Component, Path, PathBuf};

/// Why a path from a level is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathFault {
    /// Nothing is named.
    #[error("the path is empty; name a file in the level's folder")]
    Empty,
    /// It begins at the root, at a drive, or on another machine.
    #[error("`{0}` does not start in the level's folder; write it relative to the folder, `pictures/a.png`")]
    Absolute(String),
    /// It goes up with `..`, or follows a link out of the folder.
    #[error("`{0}` leaves the level's folder; put the file into the folder")]
    Leaves(String),
    /// It has letters that mean different things on different systems.
    #[error("`{0}` has a letter that paths may not have; separate folders by `/`")]
    Letter(String),
    /// There is no such file, or its folder cannot be read.
    #[error("`{0}` cannot be found in the level's folder")]
    NotFound(String),
}

/// The file that `relative` names in `folder`, with all links followed.
///
/// The path is the same on every system: `/` separates, and backslashes, colons and control characters are
/// refused. The file must exist.
pub fn resolve_in_folder(folder: &Path, relative: &str) -> Result<PathBuf, PathFault> {
    check_letters(relative)?;
    for component in Path::new(relative).components() {
        match component {
            Component::Normal(_) | Component::CurDir => {}
            Component::ParentDir => return Err(PathFault::Leaves(relative.to_owned())),
            Component::RootDir | Component::Prefix(_) => {
                return Err(PathFault::Absolute(relative.to_owned()));
            }
        }
    }
    let not_found = |_| PathFault::NotFound(relative.to_owned());
    let folder = folder.canonicalize().map_err(not_found)?;
    let file = folder.join(relative).canonicalize().map_err(not_found)?;
    if file.starts_with(&folder) { Ok(file) } else { Err(PathFault::Leaves(relative.to_owned())) }
}

fn check_letters(relative: &str) -> Result<(), PathFault> {
    if relative.is_empty() {
        return Err(PathFault::Empty);
    }
    let mut letters = relative.chars();
    let begins_with_drive =
        letters.next().is_some_and(|letter| letter.is_ascii_alphabetic()) && letters.next() == Some(':');
    if begins_with_drive || relative.starts_with(['/', '\\']) {
        return Err(PathFault::Absolute(relative.to_owned()));
    }
    if relative.contains(|letter: char| letter == '\\' || letter == ':' || letter.is_control()) {
        return Err(PathFault::Letter(relative.escape_debug().to_string()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        std::fs::create_dir(folder.path().join("level")).expect("a folder can be made");
        std::fs::create_dir(folder.path().join("level/pictures")).expect("a folder can be made");
        std::fs::write(folder.path().join("level/pictures/a.png"), "a").expect("a file can be written");
        std::fs::write(folder.path().join("secret.txt"), "s").expect("a file can be written");
        folder
    }

    #[test]
    fn files_in_the_folder_are_found() {
        let folder = folder();
        let level = folder.path().join("level");
        for path in ["pictures/a.png", "./pictures/a.png", "pictures/./a.png"] {
            assert!(resolve_in_folder(&level, path).expect(path).ends_with("level/pictures/a.png"));
        }
    }

    #[test]
    fn ways_out_are_refused() {
        let folder = folder();
        let level = folder.path().join("level");
        let refused = |path: &str| resolve_in_folder(&level, path).expect_err(path);
        assert_eq!(refused(""), PathFault::Empty);
        for path in ["/etc/hostname", "\\\\host\\share", "C:/a", "c:\\a", "\\a"] {
            assert_eq!(refused(path), PathFault::Absolute(path.into()));
        }
        for path in ["..", "../secret.txt", "pictures/../../secret.txt", "pictures/../pictures/a.png"] {
            assert_eq!(refused(path), PathFault::Leaves(path.into()));
        }
        for path in ["pictures\\a.png", "ab:c", "a\0b", "a\nb"] {
            assert!(matches!(refused(path), PathFault::Letter(_)));
        }
        assert_eq!(refused("pictures/b.png"), PathFault::NotFound("pictures/b.png".into()));
    }

    #[cfg(unix)]
    #[test]
    fn links_out_are_refused() {
        let folder = folder();
        let level = folder.path().join("level");
        std::os::unix::fs::symlink(folder.path().join("secret.txt"), level.join("link"))
            .expect("a link can be made");
        std::os::unix::fs::symlink("pictures/a.png", level.join("inside")).expect("a link can be made");
        assert_eq!(resolve_in_folder(&level, "link"), Err(PathFault::Leaves("link".into())));
        assert!(resolve_in_folder(&level, "inside").is_ok());
    }
}
