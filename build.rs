//! Makes the fingerprint of all that decides about worlds: the rooms below the screen with the data in them, and
//! the versions of all crates. `src/record/identity.rs` reads it. It depends on contents alone, never on a clock
//! or on the order in which a folder lists its files.

use std::path::{Path, PathBuf};
use std::{fs, io};

use xxhash_rust::xxh3::Xxh3;

/// Files and folders that decide about worlds.
const DECIDING: [&str; 10] = [
    "Cargo.lock",
    "assets/rules",
    "assets/sky/catalogue.ron",
    "assets/sky/motion.ron",
    "src/ai",
    "src/level",
    "src/orbit",
    "src/record",
    "src/rules",
    "src/sim",
];

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    for path in DECIDING {
        println!("cargo:rerun-if-changed={path}");
    }
    println!("cargo:rustc-env=ECLIPTIC_FINGERPRINT={:016x}", fingerprint(Path::new("."))?);
    Ok(())
}

/// The hash of all deciding files of the project in a folder, with their names.
pub(crate) fn fingerprint(project: &Path) -> io::Result<u64> {
    let mut files = Vec::new();
    for path in DECIDING {
        add_files(project, path.into(), &mut files)?;
    }
    files.sort();
    let mut hash = Xxh3::new();
    for file in files {
        // Ends of lines differ between systems, and mean nothing.
        let contents: Vec<u8> =
            fs::read(project.join(&file))?.into_iter().filter(|byte| *byte != b'\r').collect();
        let name = file.to_string_lossy().replace('\\', "/");
        hash.update(format!("{name}\0{}\0", contents.len()).as_bytes());
        hash.update(&contents);
    }
    Ok(hash.digest())
}

/// Adds a file, or all files of a folder.
fn add_files(project: &Path, path: PathBuf, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !project.join(&path).is_dir() {
        files.push(path);
        return Ok(());
    }
    for entry in fs::read_dir(project.join(&path))? {
        add_files(project, path.join(entry?.file_name()), files)?;
    }
    Ok(())
}
