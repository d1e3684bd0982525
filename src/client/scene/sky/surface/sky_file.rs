//! Tables of the sky in the assets folder: comma-separated values with a line of headings.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use crate::level::{plain_line, plain_path};

/// The reason why a part of the sky is missing: a sentence for the player, and a line with details.
#[derive(Debug, thiserror::Error)]
pub enum SkyFileError {
    /// The file is missing, cannot be opened, or a row of it cannot be read.
    #[error("{listed} are missing from the sky: their file cannot be read. {}\n{}: {}",
        REMEDY, plain_path(.path), plain_line(&.source.to_string()))]
    Read {
        /// What it lists.
        listed: &'static str,
        /// The file.
        path: PathBuf,
        /// The cause, with the row where there is one.
        source: csv::Error,
    },
    /// There is nothing in the file.
    #[error("{listed} are missing from the sky: their file is empty. {}\n{}", REMEDY, plain_path(.path))]
    Empty {
        /// What it should list.
        listed: &'static str,
        /// The file.
        path: PathBuf,
    },
}

/// What the player can do about it.
const REMEDY: &str = "Install the game again, or put the file back; the game can be played without it.";

/// The rows of a file that are good. `listed`: what the player misses without them.
///
/// # Errors
///
/// [`SkyFileError`] if the file is missing or unreadable, or has no good row.
pub fn read_rows<T: DeserializeOwned>(
    path: &Path,
    listed: &'static str,
    is_good: impl Fn(&T) -> bool,
) -> Result<Vec<T>, SkyFileError> {
    let rows: Result<Vec<T>, csv::Error> =
        csv::Reader::from_path(path).and_then(|reader| reader.into_deserialize().collect());
    let mut rows = rows.map_err(|source| SkyFileError::Read { listed, path: path.to_owned(), source })?;
    rows.retain(is_good);
    if rows.is_empty() {
        return Err(SkyFileError::Empty { listed, path: path.to_owned() });
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sentence and the details about a file with this text; `None`: there is no file.
    fn told(name: &str, text: Option<&str>) -> (String, String) {
        let path = std::env::temp_dir().join(format!("ecliptic-{}-{name}.csv", std::process::id()));
        if let Some(text) = text {
            std::fs::write(&path, text).expect("it can be written");
        }
        let rows = read_rows::<(String, f32)>(&path, "The stars", |_| true);
        let words = rows.expect_err("it is faulty").to_string();
        std::fs::remove_file(&path).ok();
        let (sentence, details) = words.split_once('\n').expect("there are details");
        assert!(details.contains(name) && !details.contains('\n'), "{details}");
        (sentence.to_owned(), details.to_owned())
    }

    #[test]
    fn a_fault_says_what_is_missing_where_and_what_to_do() {
        let unreadable = format!("The stars are missing from the sky: their file cannot be read. {REMEDY}");
        assert_eq!(told("absent", None).0, unreadable);
        let (sentence, details) = told("broken", Some("name,light\nVega,0.0\nDeneb,bright\n"));
        assert_eq!(sentence, unreadable);
        assert!(details.contains("line: 3"), "{details}");
        let (sentence, _) = told("empty", Some("name,light\n"));
        assert_eq!(sentence, format!("The stars are missing from the sky: their file is empty. {REMEDY}"));
    }
}
