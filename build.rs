//! Makes the fingerprint of all that decides about worlds: the rooms below the screen with the data in them, and
//! the versions of all crates; `src/record/identity.rs` reads it. A second one is of what else decides about the games
//! of leagues; `src/league/kept/key.rs` reads it. They depend on contents alone, never on a clock or on the order in
//! which a folder lists its files.

use std::path::{Path, PathBuf};
use std::{fs, io};

use xxhash_rust::xxh3::Xxh3;

/// Files and folders that decide about worlds. Of the rules only the files that are built in: all others are read when
/// the program runs, and who asks for the fingerprint asks for them, too.
pub(crate) const DECIDING: [&str; 12] = [
    "Cargo.lock",
    "assets/rules/combat.ron",
    "assets/rules/economy.ron",
    "assets/rules/steering.ron",
    "assets/sky/catalogue.ron",
    "assets/sky/motion.ron",
    "src/ai",
    "src/level",
    "src/orbit",
    "src/record",
    "src/rules",
    "src/sim",
];

/// Files and folders that decide, beside those, how a game of a league comes out and what is measured of it.
pub(crate) const DECIDING_GAMES: [&str; 7] = [
    "leagues/beginner.ron",
    "src/league/file.rs",
    "src/league/game",
    "src/league/gauge",
    "src/league/sparring",
    "src/league/statistics/spread.rs",
    "src/league/stopwatch.rs",
];

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    let project = Path::new(".");
    for (name, paths) in [("ECLIPTIC_FINGERPRINT", &DECIDING[..]), ("ECLIPTIC_GAMES", &DECIDING_GAMES)] {
        for path in paths {
            println!("cargo:rerun-if-changed={path}");
        }
        println!("cargo:rustc-env={name}={:016x}", fingerprint(project, paths)?);
    }
    Ok(())
}

/// The hash of these files and folders of the project in a folder, with their names.
pub(crate) fn fingerprint(project: &Path, paths: &[&str]) -> io::Result<u64> {
    let mut hash = Xxh3::new();
    for file in files_of(project, paths)? {
        // Ends of lines differ between systems, and mean nothing.
        let contents: Vec<u8> =
            fs::read(project.join(&file))?.into_iter().filter(|byte| *byte != b'\r').collect();
        let name = file.to_string_lossy().replace('\\', "/");
        hash.update(format!("{name}\0{}\0", contents.len()).as_bytes());
        hash.update(&contents);
    }
    Ok(hash.digest())
}

/// The files among some files and folders of the project, in the order of their names.
pub(crate) fn files_of(project: &Path, paths: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        add_files(project, path.into(), &mut files)?;
    }
    files.sort();
    Ok(files)
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
