//! The files of the rules: where they are, and their bytes.

use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use crate::level::source::read::read_file;
use crate::level::{Faults, ReadError, plain_path};

/// The environment variable that names the assets folder.
pub const ASSETS_VARIABLE: &str = "ECLIPTIC_ASSETS";

/// The numbers of steering, inside of the assets folder.
pub(super) const STEERING_FILE: &str = "rules/steering.ron";
/// The numbers of rings, economy, building and sight, inside of the assets folder.
pub(super) const ECONOMY_FILE: &str = "rules/economy.ron";
/// The numbers of fights and of conquest, inside of the assets folder.
pub(super) const COMBAT_FILE: &str = "rules/combat.ron";
/// The skills and personalities of minds, inside of the assets folder.
pub(super) const MINDS_FILE: &str = "rules/ai.ron";
/// Weapons and materials, inside of the assets folder.
pub(super) const WEAPONS_FILE: &str = "rules/weapons.ron";
/// The ship classes, inside of the assets folder.
pub(super) const SHIPS_FILE: &str = "rules/ships.ron";
/// The structure classes, inside of the assets folder.
pub(super) const STRUCTURES_FILE: &str = "rules/structures.ron";
/// All of them.
pub(super) const FILES: [&str; 7] =
    [STEERING_FILE, ECONOMY_FILE, COMBAT_FILE, MINDS_FILE, WEAPONS_FILE, SHIPS_FILE, STRUCTURES_FILE];

/// The reason why there are no rules.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// No assets folder was found in any of the usual places.
    #[error(
        "the assets folder was not found; looked in {}. Start the game from its own folder, or set \
         ECLIPTIC_ASSETS to the folder `assets` that came with it",
        list(.looked_in)
    )]
    NoAssets {
        /// The folders that were searched.
        looked_in: Vec<PathBuf>,
    },
    /// A file of the rules cannot be read.
    #[error("{0}; the assets folder is incomplete, get it again")]
    CannotRead(ReadError),
    /// A file of the rules is faulty.
    #[error("the rules of the game are faulty; correct the file or get it again\n{0}")]
    Faulty(Faults),
}

/// The files of the rules inside of the assets folder, each with the hash of its contents.
///
/// # Errors
/// A file cannot be read.
pub fn file_hashes(assets_dir: &Path) -> Result<Vec<(String, u64)>, RulesError> {
    let hash = |name: &str| {
        read(assets_dir, name).map(|(_, mut bytes)| {
            // Ends of lines differ between systems, and mean nothing.
            bytes.retain(|byte| *byte != b'\r');
            (name.to_owned(), xxh3_64(&bytes))
        })
    };
    FILES.into_iter().map(hash).collect()
}

/// The name of a rules file for messages, and its bytes.
pub(super) fn read(assets_dir: &Path, name: &str) -> Result<(String, Vec<u8>), RulesError> {
    let path = assets_dir.join(name);
    let bytes = read_file(&path).map_err(RulesError::CannotRead)?;
    Ok((path.display().to_string(), bytes))
}

/// Finds the assets folder: the one that [`ASSETS_VARIABLE`] names, else `assets` next to the program, in a folder
/// above it, in the working folder, or in the source folder of the build.
///
/// # Errors
/// There is none; the message lists the searched places.
pub fn find_assets_dir() -> Result<PathBuf, RulesError> {
    if let Some(named) = std::env::var_os(ASSETS_VARIABLE) {
        let named = PathBuf::from(named);
        return if holds_rules(&named) {
            Ok(named)
        } else {
            Err(RulesError::NoAssets { looked_in: vec![named] })
        };
    }
    let mut looked_in: Vec<PathBuf> = Vec::new();
    for folder in candidate_folders() {
        let assets = folder.join("assets");
        if holds_rules(&assets) {
            return Ok(assets);
        }
        if !looked_in.contains(&assets) {
            looked_in.push(assets);
        }
    }
    Err(RulesError::NoAssets { looked_in })
}

fn candidate_folders() -> Vec<PathBuf> {
    let program = std::env::current_exe().ok();
    let above_program = program.iter().flat_map(|program| program.ancestors().skip(1)).map(Path::to_owned);
    let working = std::env::current_dir().ok();
    above_program.chain(working).chain([PathBuf::from(env!("CARGO_MANIFEST_DIR"))]).collect()
}

/// Whether a folder holds rules, because other programs have a folder `assets` too.
fn holds_rules(assets: &Path) -> bool {
    assets.join(SHIPS_FILE).is_file()
}

fn list(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| format!("`{}`", plain_path(path))).collect::<Vec<_>>().join(", ")
}
