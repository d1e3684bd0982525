//! Links and paths in documents lead somewhere, and so do paths in the comments of assets.

use std::path::Path;

use super::{anchor, assets, documents, root, text_of};

/// Paths in backticks that begin with one of these are paths from the root of the project.
const FOLDERS: [&str; 9] =
    ["src/", "tests/", "assets/", "levels/", "leagues/", "docs/", "scripts/", "benches/", ".ci/"];

/// The targets of links in a text: `](target)`.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}

/// The paths in backticks in a text.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split('`').skip(1).step_by(2).filter_map(|code| code.split_whitespace().next());
    words.filter(|word| FOLDERS.iter().any(|folder| word.starts_with(folder)))
}

/// The paths of source files in a text, with or without backticks.
fn source_paths(text: &str) -> impl Iterator<Item = &str> {
    let is_around = |letter: char| letter.is_whitespace() || "`()[],;:\"".contains(letter);
    text.split(is_around).filter(|word| word.starts_with("src/")).map(|word| word.trim_end_matches('.'))
}

/// Whether a link in a document leads to a file and, if it names a headline, to one of the file's.
fn leads_somewhere(document: &Path, target: &str) -> bool {
    let (path, name) = target.split_once('#').unwrap_or((target, ""));
    let file = match path {
        "" => document.to_owned(),
        path => document.parent().unwrap_or(root()).join(path),
    };
    let has_headline = || {
        let text = text_of(&file);
        text.lines().any(|line| line.starts_with('#') && anchor(line) == name)
    };
    file.exists() && (name.is_empty() || has_headline())
}

#[test]
fn links_lead_to_files_and_headlines() {
    let mut lost = Vec::new();
    for document in documents() {
        let text = text_of(&document);
        let inside = targets(&text).filter(|target| !target.starts_with("http"));
        lost.extend(
            inside
                .filter(|target| !leads_somewhere(&document, target))
                .map(|target| format!("{}: {target}", document.display())),
        );
    }
    assert!(lost.is_empty(), "{lost:#?}");
}

#[test]
fn paths_in_documents_exist() {
    let mut lost = Vec::new();
    for document in documents() {
        let text = text_of(&document);
        let gone = paths(&text).filter(|path| !path.contains(['*', '{', '<']) && !root().join(path).exists());
        lost.extend(gone.map(|path| format!("{}: {path}", document.display())));
    }
    assert!(lost.is_empty(), "{lost:#?}");
}

#[test]
fn paths_in_assets_exist() {
    let mut lost = Vec::new();
    let assets = assets();
    assert!(assets.len() > 15, "{assets:?}");
    for asset in assets {
        let text = text_of(&asset);
        let gone = source_paths(&text).filter(|path| !root().join(path).exists());
        lost.extend(gone.map(|path| format!("{}: {path}", asset.display())));
    }
    assert!(lost.is_empty(), "{lost:#?}");
}

#[test]
fn a_link_to_nowhere_is_found() {
    let readme = root().join("README.md");
    for good in ["docs/level-format.md", "docs/level-format.md#faults", "src"] {
        assert!(leads_somewhere(&readme, good), "{good}");
    }
    for bad in ["docs/missing.md", "docs/level-format.md#missing", "#missing"] {
        assert!(!leads_somewhere(&readme, bad), "{bad}");
    }
    let text = "see [one](a.md) and [two](b.md#c), in `src/missing.rs` or `cargo run`";
    assert_eq!(targets(text).collect::<Vec<_>>(), ["a.md", "b.md#c"]);
    assert_eq!(paths(text).collect::<Vec<_>>(), ["src/missing.rs"]);
    let comment = "// see `One` in src/missing.rs; two: src/lost.rs.";
    assert_eq!(source_paths(comment).collect::<Vec<_>>(), ["src/missing.rs", "src/lost.rs"]);
}
