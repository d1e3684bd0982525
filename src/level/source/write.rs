//! Levels to text and to files.
//!
//! The text reads back as the same level, bit by bit; a large one is packed. A file is never half written: the
//! contents go to a new file next to it, which then takes its place.

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
    /// The file system refused.
    #[error(
        "cannot write `{}`: {source}; check that the folder exists, may be written to, and that the disk \
         has room. Nothing was overwritten",
        plain_path(.path)
    )]
    Io {
        /// The file that was to be written.
        path: PathBuf,
        /// The error of the file system.
        source: io::Error,
    },
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
    let text = to_ron(level)?;
    let most = if level.state.is_some() { MAX_SAVE_BYTES } else { MAX_FILE_BYTES };
    if text.len() > most {
        return Err(WriteError::TooLarge { path: path.to_owned(), bytes: text.len(), most });
    }
    let beside = name_beside(path).ok_or_else(|| WriteError::NoFileName(path.to_owned()))?;
    let written = file_contents(&text)
        .and_then(|contents| write_new(&beside, &contents))
        .and_then(|()| std::fs::rename(&beside, path));
    written.map_err(|source| {
        // The first error is reported; a leftover file does no harm.
        let _ = std::fs::remove_file(&beside);
        WriteError::Io { path: path.to_owned(), source }
    })
}

/// A name in the same folder that no level has: `.first.ron.1234.tmp`.
fn name_beside(path: &Path) -> Option<PathBuf> {
    let mut name = OsString::from(".");
    name.push(path.file_name()?);
    name.push(format!(".{}.tmp", std::process::id()));
    Some(path.with_file_name(name))
}

fn write_new(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut file: File = OpenOptions::new().write(true).create(true).truncate(true).open(path)?;
    file.write_all(contents)?;
    file.sync_all()
}
