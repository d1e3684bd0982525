//! The rules of the game that are data: what `assets/rules/` says.
//!
//! - Enters: the path of the assets folder.
//! - Leaves: [`Rules`], checked: the ship classes, to which a level may add its own.
//! - Must never: know a world, a tick or a screen, or hold a number that a designer would want to change.

pub mod steering;

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

pub use steering::SteeringRules;

use crate::level::{Level, ShipClass};

/// The environment variable that names the assets folder.
pub const ASSETS_VARIABLE: &str = "ECLIPTIC_ASSETS";

/// The ship classes, inside of the assets folder.
const SHIPS_FILE: &str = "rules/ships.ron";
/// The numbers of steering, inside of the assets folder.
const STEERING_FILE: &str = "rules/steering.ron";

/// What holds in every level that does not say otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// The ship classes, in the order of the file.
    pub ship_classes: Vec<ShipClass>,
    /// The numbers of steering.
    pub steering: SteeringRules,
}

/// Why there are no rules.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// No assets folder is anywhere that one was looked for.
    #[error(
        "the assets folder was not found; looked in {}. Start the game from its own folder, or set \
         ECLIPTIC_ASSETS to the folder `assets` that came with it",
        list(.looked_in)
    )]
    NoAssets {
        /// The folders that are not there.
        looked_in: Vec<PathBuf>,
    },
    /// A file of the rules cannot be read.
    #[error("cannot read `{path}`: {source}; the assets folder is incomplete, get it again")]
    CannotRead {
        /// The file.
        path: PathBuf,
        /// What the file system said.
        source: io::Error,
    },
    /// A file of the rules does not say what it should.
    #[error("{path}:{line}:{column}: {message}; correct the file or get it again")]
    Faulty {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
}

impl Rules {
    /// Reads the rules from the assets folder.
    ///
    /// # Errors
    /// If a file is missing or faulty; the message says which, where, and what to do.
    pub fn load(assets_dir: &Path) -> Result<Self, RulesError> {
        let ships = RulesFile::read(assets_dir, SHIPS_FILE)?;
        let ship_classes: Vec<ShipClass> = ships.parse()?;
        check_ship_classes(&ship_classes)
            .map_err(|(name, message)| ships.fault(&format!("{name:?}"), message))?;
        let numbers = RulesFile::read(assets_dir, STEERING_FILE)?;
        let steering: SteeringRules = numbers.parse()?;
        match steering.faults().into_iter().next() {
            Some((name, message)) => Err(numbers.fault(name, format!("`{name}` {message}"))),
            None => Ok(Self { ship_classes, steering }),
        }
    }

    /// The ship classes that hold in a level: those of the rules, with the level's own in their place or
    /// behind them.
    pub fn for_level(&self, level: &Level) -> Vec<ShipClass> {
        let mut classes = self.ship_classes.clone();
        for own in &level.ship_classes {
            match classes.iter_mut().find(|class| class.name == own.name) {
                Some(class) => *class = own.clone(),
                None => classes.push(own.clone()),
            }
        }
        classes
    }
}

/// A file of the rules, as text.
struct RulesFile {
    path: PathBuf,
    text: String,
}

impl RulesFile {
    fn read(assets_dir: &Path, name: &str) -> Result<Self, RulesError> {
        let path = assets_dir.join(name);
        match std::fs::read_to_string(&path) {
            Ok(text) => Ok(Self { path, text }),
            Err(source) => Err(RulesError::CannotRead { path, source }),
        }
    }

    fn parse<T: serde::de::DeserializeOwned>(&self) -> Result<T, RulesError> {
        let dialect =
            ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        dialect.from_str(&self.text).map_err(|error| RulesError::Faulty {
            path: self.path.clone(),
            line: error.span.end.line,
            column: error.span.end.col,
            message: error.code.to_string(),
        })
    }

    /// A fault at the last place where `word` stands.
    fn fault(&self, word: &str, message: String) -> RulesError {
        let (line, column) = place_of_word(&self.text, word);
        RulesError::Faulty { path: self.path.clone(), line, column, message }
    }
}

/// Finds the assets folder: what [`ASSETS_VARIABLE`] names, else `assets` beside the program, in a folder
/// above it, in the working folder, or in the source it was built from.
///
/// # Errors
/// If there is none; the message says where was looked.
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

/// Other programs have a folder `assets` too.
fn holds_rules(assets: &Path) -> bool {
    assets.join(SHIPS_FILE).is_file()
}

/// The name of the first faulty class, and what is wrong with it.
fn check_ship_classes(classes: &[ShipClass]) -> Result<(), (String, String)> {
    if classes.is_empty() {
        return Err((String::new(), "there are no ship classes".to_owned()));
    }
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for class in classes {
        let fault = |message: String| Err((class.name.clone(), message));
        if class.name.trim().is_empty() {
            return fault("a ship class has no name".to_owned());
        }
        if !names.insert(&class.name) {
            return fault(format!("the ship class {:?} is there twice", class.name));
        }
        for (field, value) in [
            ("radius_km", class.radius_km),
            ("cruise_km_s", class.cruise_km_s),
            ("manoeuvre_km_s", class.manoeuvre_km_s),
            ("length_km", class.length_km.unwrap_or(1.0)),
            ("thrust_s", class.thrust_s),
            ("turn_s", class.turn_s),
        ] {
            if !(value.is_finite() && value > 0.0) {
                return fault(format!("`{field}` of {:?} is {value}, but must be above 0", class.name));
            }
        }
    }
    Ok(())
}

/// Line and column, from 1, of the last place where a word stands; the start if it stands nowhere.
fn place_of_word(text: &str, word: &str) -> (usize, usize) {
    let Some(offset) = text.rfind(word) else { return (1, 1) };
    let before = &text[..offset];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (line, column)
}

fn list(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| format!("`{}`", path.display())).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assets_with(ships: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        std::fs::create_dir(folder.path().join("rules")).expect("a folder can be made");
        std::fs::write(folder.path().join(SHIPS_FILE), ships).expect("a file can be written");
        let steering = ron::to_string(&SteeringRules::default()).expect("numbers can be written");
        std::fs::write(folder.path().join(STEERING_FILE), steering).expect("a file can be written");
        folder
    }

    #[test]
    fn the_rules_that_come_with_the_game_are_sound() {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        let rules = Rules::load(&assets).expect("the rules are sound");
        assert!(rules.ship_classes.iter().any(|class| class.name == "corvette"));
    }

    #[test]
    fn faults_are_placed() {
        let class = r#"(name: "a", radius_km: 1, cruise_km_s: 1, manoeuvre_km_s: 1)"#;
        for (ships, place, part) in [
            (format!("[\n{class},\n  {class},\n]"), ":3:10:", "twice"),
            (format!("[\n{}]", class.replace("cruise_km_s: 1", "cruise_km_s: 0")), ":2:8:", "above 0"),
            ("[\n (nam: 1)]".to_owned(), ":2:", "nam"),
            ("[]".to_owned(), ":1:1:", "no ship classes"),
        ] {
            let folder = assets_with(&ships);
            let message = Rules::load(folder.path()).expect_err("faulty").to_string();
            assert!(message.contains(place) && message.contains(part), "{message}");
        }
    }

    #[test]
    fn the_shipped_numbers_of_steering_are_the_default() {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        let rules = Rules::load(&assets).expect("the rules are sound");
        assert_eq!(rules.steering, SteeringRules::default());
    }

    #[test]
    fn a_number_of_steering_out_of_range_is_placed() {
        let folder = assets_with(r#"[(name: "a", radius_km: 1, cruise_km_s: 1, manoeuvre_km_s: 1)]"#);
        let text = ron::to_string(&SteeringRules { push: -1.0, ..SteeringRules::default() });
        std::fs::write(folder.path().join(STEERING_FILE), text.expect("numbers")).expect("a file");
        let message = Rules::load(folder.path()).expect_err("faulty").to_string();
        assert!(message.contains("steering.ron:1:") && message.contains("`push` is -1"), "{message}");
    }

    #[test]
    fn a_missing_file_is_named() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let message = Rules::load(folder.path()).expect_err("nothing is there").to_string();
        assert!(message.contains("ships.ron"), "{message}");
    }
}
