//! The source files of the program.

use std::path::Path;

/// The files of a folder without those of tests: their paths in the folder, and their texts.
pub fn source_files(folder: &Path) -> Vec<(String, String)> {
    let (mut folders, mut found) = (vec![folder.to_owned()], Vec::new());
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).expect("the folder is there") {
            let path = entry.expect("it can be read").path();
            if path.is_dir() {
                // A folder of tests is no part of the program.
                folders.extend((!path.ends_with("tests")).then_some(path));
            } else if path.extension().is_some_and(|extension| extension == "rs")
                && !["tests.rs", "test_support.rs"].iter().any(|name| path.ends_with(name))
            {
                let name = path.strip_prefix(folder).expect("it is in the folder");
                let text = std::fs::read_to_string(&path).expect("it can be read");
                found.push((name.to_string_lossy().replace('\\', "/"), text));
            }
        }
    }
    found
}
