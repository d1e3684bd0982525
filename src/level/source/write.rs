//! Levels to text and to files.
//!
//! The text reads back as the same level, bit by bit; a large one is packed. A file is never half written: the
//! contents go to a new file next to it, are brought to the disk and read back, and then take the place of the
//! older file.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ron::ser::PrettyConfig;

use crate::level::source::packed::file_contents;
use crate::level::source::parse::dialect;
use crate::level::source::saved;
use crate::level::{Level, MAX_FILE_BYTES, MAX_SAVE_BYTES, plain_path};

/// The depth to which brackets are spread over lines; deeper groups stay on one line.
const LINES_TO_DEPTH: usize = 4;
/// The end of the names of new files that have not taken their places yet.
const BESIDE: &str = ".tmp";
/// The age from which on such a file belongs to no program that still writes it, seconds.
const LEFT_OVER_S: u64 = 600;

/// The reason why a level was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The level has no form in RON.
    #[error("the level cannot be put into RON: {0}")]
    Encode(#[from] ron::Error),
    /// The path names no file.
    #[error("`{}` names no file; give a path that ends in a file name, `saves/first.ron`", plain_path(.0))]
    NoFileName(PathBuf),
    /// It could not be read again.
    #[error(
        "`{}` would have {bytes} bytes of text, and no more than {most} can be read. Nothing was overwritten",
        plain_path(.path)
    )]
    TooLarge {
        /// The file that was to be written.
        path: PathBuf,
        /// The size of its text, bytes.
        bytes: usize,
        /// The limit for such a text.
        most: usize,
    },
    /// What was written could not be read back.
    #[error(
        "{}; try again, or write to another disk. Nothing was overwritten",
        not_read_back(.path, .why)
    )]
    NotReadBack {
        /// The file that was to be written.
        path: PathBuf,
        /// What reading said.
        why: String,
    },
    /// The file system refused.
    #[error(
        "{}; check that the folder exists, may be written to, and that the disk has room. Nothing was \
         overwritten",
        not_written(.path, .source)
    )]
    Io {
        /// The file that was to be written.
        path: PathBuf,
        /// The error of the file system.
        source: io::Error,
    },
}

impl WriteError {
    /// What has happened, without advice: for messages that say by themselves what to do.
    pub fn fault(&self) -> String {
        let fault = match self {
            Self::NotReadBack { path, why } => not_read_back(path, why),
            Self::Io { path, source } => not_written(path, source),
            Self::Encode(_) | Self::NoFileName(_) | Self::TooLarge { .. } => return self.to_string(),
        };
        format!("{fault}. Nothing was overwritten")
    }
}

fn not_read_back(path: &Path, why: &str) -> String {
    format!("`{}` could not be read back after it was written: {why}", plain_path(path))
}

fn not_written(path: &Path, source: &io::Error) -> String {
    format!("cannot write `{}`: {source}", plain_path(path))
}

/// The level as readable RON: a field a line, `Some` left out, numbers exact. The state of a save comes last.
pub fn to_ron(level: &Level) -> Result<String, WriteError> {
    let layout = PrettyConfig::new().depth_limit(LINES_TO_DEPTH).new_line("\n");
    let mut text = dialect().to_string_pretty(level, layout)?;
    if let Some(state) = &level.state {
        text.truncate(text.trim_end_matches([')', '\n']).len());
        text.push_str("\n    ");
        text.push_str(saved::FIELD);
        text.push_str(": ");
        text.push_str(state.text());
        text.push_str(",\n)");
    }
    text.push('\n');
    Ok(text)
}

/// Writes a level to a file, packed if its text is large, in place of an older one. If writing fails, the older
/// file stays.
pub fn write_level(path: &Path, level: &Level) -> Result<(), WriteError> {
    write_level_if(path, level, |_| Ok(()))
}

/// Writes a level as [`write_level`] does. Before the new file takes the place of the older one, `is_sound` reads
/// it; what it says against it leaves the older file where it is.
pub fn write_level_if(
    path: &Path,
    level: &Level,
    is_sound: impl FnOnce(&Path) -> Result<(), String>,
) -> Result<(), WriteError> {
    let text = to_ron(level)?;
    let most = if level.state.is_some() { MAX_SAVE_BYTES } else { MAX_FILE_BYTES };
    if text.len() > most {
        return Err(WriteError::TooLarge { path: path.to_owned(), bytes: text.len(), most });
    }
    let beside = name_beside(path).ok_or_else(|| WriteError::NoFileName(path.to_owned()))?;
    let refused = |source| WriteError::Io { path: path.to_owned(), source };
    let written = file_contents(&text)
        .and_then(|contents| write_new(&beside, &contents))
        .map_err(refused)
        .and_then(|()| {
            is_sound(&beside).map_err(|why| WriteError::NotReadBack { path: path.to_owned(), why })
        })
        .and_then(|()| std::fs::rename(&beside, path).map_err(refused));
    if written.is_err() {
        // The first error is reported; a leftover file does no harm.
        let _ = std::fs::remove_file(&beside);
    } else {
        sync_folder(path);
    }
    written
}

/// A name in the same folder that no level has: `.first.ron.1234.tmp`.
fn name_beside(path: &Path) -> Option<PathBuf> {
    let mut name = OsString::from(".");
    name.push(path.file_name()?);
    name.push(format!(".{}{BESIDE}", std::process::id()));
    Some(path.with_file_name(name))
}

/// Removes the new files in a folder that a program left behind when it was ended while it wrote them. Files of
/// the last ten minutes stay: another program may be writing them.
pub fn sweep_left_over(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        if name.starts_with('.') && name.contains(".ron.") && name.ends_with(BESIDE) && is_left_over(&path) {
            // A file that cannot be removed does no harm.
            let _ = std::fs::remove_file(&path);
        }
    }
}

/// Whether a file is old, or from long before a clock was set back: its date is far from now. One whose date is a
/// little ahead, as on a server with another clock, is new.
fn is_left_over(path: &Path) -> bool {
    let written = std::fs::metadata(path).and_then(|facts| facts.modified());
    written.is_ok_and(|written| {
        let distance = written.elapsed().unwrap_or_else(|ahead| ahead.duration());
        distance.as_secs() >= LEFT_OVER_S
    })
}

/// Brings the name of a file to the disk. Some systems cannot do that; the file is in its place nevertheless.
fn sync_folder(path: &Path) {
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    #[cfg(not(unix))]
    let _ = path;
}

fn write_new(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut file: File = OpenOptions::new().write(true).create(true).truncate(true).open(path)?;
    file.write_all(contents)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fault_of_a_file_is_told_without_the_advice_too() {
        let path = PathBuf::from("war.ron");
        let full = io::Error::from(io::ErrorKind::StorageFull);
        let refused = WriteError::Io { path: path.clone(), source: full };
        let lost = WriteError::NotReadBack { path: path.clone(), why: "it is empty".to_owned() };
        for (error, advice) in [(refused, "; check that"), (lost, "; try again")] {
            let (whole, fault) = (error.to_string(), error.fault());
            assert!(whole.contains(advice) && !fault.contains(advice), "{whole}\n{fault}");
            let what = whole.split(';').next().unwrap_or_default();
            assert_eq!(fault, format!("{what}. Nothing was overwritten"));
        }
        let nameless = WriteError::NoFileName(path);
        assert_eq!(nameless.fault(), nameless.to_string());
    }
}
