//! Tables of the sky in the assets folder: comma-separated values with a line of headings.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

/// The reason why a part of the sky is missing.
#[derive(Debug, thiserror::Error)]
pub enum SkyFileError {
    /// The file is missing, cannot be opened, or a row of it cannot be read.
    #[error("cannot read {}: {source}; the sky stays without what it lists", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause, with the row where there is one.
        source: csv::Error,
    },
    /// There is nothing in the file.
    #[error("{} is empty; the sky stays without what it should list", .path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
}

/// The rows of a file that are good.
///
/// # Errors
///
/// [`SkyFileError`] if the file is missing or unreadable, or has no good row.
pub fn read_rows<T: DeserializeOwned>(
    path: &Path,
    is_good: impl Fn(&T) -> bool,
) -> Result<Vec<T>, SkyFileError> {
    let rows: Result<Vec<T>, csv::Error> =
        csv::Reader::from_path(path).and_then(|reader| reader.into_deserialize().collect());
    let mut rows = rows.map_err(|source| SkyFileError::Read { path: path.to_owned(), source })?;
    rows.retain(is_good);
    if rows.is_empty() {
        return Err(SkyFileError::Empty { path: path.to_owned() });
    }
    Ok(rows)
}
