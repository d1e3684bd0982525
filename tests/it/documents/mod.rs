//! The documents agree with the program and with each other.

#[cfg(feature = "client")]
mod keys;
mod links;
mod ranges;
mod rules;

use std::path::{Path, PathBuf};

/// The folder of the project.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a file of the project.
fn text_of(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All documents.
fn documents() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in ["", "docs", "docs/decisions", "tests"] {
        let entries = std::fs::read_dir(root().join(folder)).expect("the folder can be read");
        let paths = entries.map(|entry| entry.expect("the entry can be read").path());
        found.extend(paths.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    }
    found.sort();
    found
}

/// The assets with comments: RON files and shaders.
fn assets() -> Vec<PathBuf> {
    let is_text = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "ron" || ending == "wgsl");
    let folders = ["rules", "shaders", "sky"].map(|folder| root().join("assets").join(folder));
    let entries =
        folders.iter().flat_map(|folder| std::fs::read_dir(folder).expect("the folder can be read"));
    entries.map(|entry| entry.expect("the entry can be read").path()).filter(is_text).collect()
}

/// The anchor of a headline of Markdown, in GitHub's form.
fn anchor(headline: &str) -> String {
    let words = headline.trim_start_matches('#').trim().to_lowercase();
    let kept = words.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}
