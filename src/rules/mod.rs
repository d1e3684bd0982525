//! The rules of the game that are data: what `assets/rules/` says.
//!
//! - Enters: the path of the assets folder.
//! - Leaves: [`Rules`], checked: the classes of ships and structures, to which a level may add its own, and
//!   the numbers of steering, of the economy and of sight.
//! - Must never: know a world, a tick or a screen, or hold a number that a designer would want to change.
//!
//! A number stands once, in its file. What it means, its unit and its range stand at its field here, and the file
//! says at most why it is what it is. The defaults of the types are the shipped files, see `shipped.rs`.

mod arms;
pub mod combat;
pub mod economy;
mod shipped;
pub mod steering;
mod structures;
#[cfg(test)]
pub(crate) mod trial;

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

pub use arms::Armaments;
pub use combat::CombatRules;
pub use economy::EconomyRules;
pub use steering::SteeringRules;

use self::structures::check_structure_classes;
use crate::level::parse::dialect;
use crate::level::plain::{hidden_fault, is_hidden, plain_line, plain_path};
use crate::level::{
    Level, MOST_BUILDS_PERCENT, MOST_TROOPERS, Material, ShipClass, StructureClass, Surroundings, Weapon,
};

/// The environment variable that names the assets folder.
pub const ASSETS_VARIABLE: &str = "ECLIPTIC_ASSETS";

/// The ship classes, inside of the assets folder.
const SHIPS_FILE: &str = "rules/ships.ron";
/// The numbers of steering, inside of the assets folder.
const STEERING_FILE: &str = "rules/steering.ron";
/// The structure classes, inside of the assets folder.
const STRUCTURES_FILE: &str = "rules/structures.ron";
/// The numbers of rings, economy, building and sight, inside of the assets folder.
const ECONOMY_FILE: &str = "rules/economy.ron";
/// Weapons and materials, inside of the assets folder.
const WEAPONS_FILE: &str = "rules/weapons.ron";
/// The numbers of fighting and of taking planets, inside of the assets folder.
const COMBAT_FILE: &str = "rules/combat.ron";

/// What holds in every level that does not say otherwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// The ship classes, in the order of the file.
    pub ship_classes: Vec<ShipClass>,
    /// The structure classes, in the order of the file.
    pub structure_classes: Vec<StructureClass>,
    /// The numbers of steering.
    pub steering: SteeringRules,
    /// The numbers of rings, economy, building and sight.
    pub economy: EconomyRules,
    /// Weapons and materials.
    pub armaments: Armaments,
    /// The numbers of fighting and of taking planets.
    pub combat: CombatRules,
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
    #[error("cannot read `{}`: {source}; the assets folder is incomplete, get it again", plain_path(.path))]
    CannotRead {
        /// The file.
        path: PathBuf,
        /// What the file system said.
        source: io::Error,
    },
    /// A file of the rules does not say what it should.
    #[error("{}:{line}:{column}: {message}; correct the file or get it again", plain_path(.path))]
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
        ships.are_seen(ship_classes.iter().flat_map(|class| [&class.name, &class.role]))?;
        check_ship_classes(&ship_classes)
            .map_err(|(name, message)| ships.fault(&format!("{name:?}"), message))?;
        let structures = RulesFile::read(assets_dir, STRUCTURES_FILE)?;
        let structure_classes: Vec<StructureClass> = structures.parse()?;
        structures.are_seen(structure_classes.iter().flat_map(|class| [&class.name, &class.role]))?;
        check_structure_classes(&structure_classes)
            .map_err(|(name, message)| structures.fault(&format!("{name:?}"), message))?;
        let arms = RulesFile::read(assets_dir, WEAPONS_FILE)?;
        let armaments: Armaments = arms.parse()?;
        arms.are_seen(armaments.weapons.iter().flat_map(|weapon| [&weapon.name, &weapon.role]))?;
        arms.are_seen(armaments.materials.iter().flat_map(|material| [&material.name, &material.role]))?;
        armaments.check().map_err(|(name, message)| arms.fault(&format!("{name:?}"), message))?;
        for class in &ship_classes {
            let checked = armaments.check_class(&class.name, &class.arms);
            checked.map_err(|(name, message)| ships.fault(&format!("{name:?}"), message))?;
        }
        for class in &structure_classes {
            let checked = armaments.check_class(&class.name, &class.arms);
            checked.map_err(|(name, message)| structures.fault(&format!("{name:?}"), message))?;
        }
        let steering: SteeringRules = numbers(assets_dir, STEERING_FILE, SteeringRules::faults)?;
        let economy: EconomyRules = numbers(assets_dir, ECONOMY_FILE, EconomyRules::faults)?;
        let combat: CombatRules = numbers(assets_dir, COMBAT_FILE, CombatRules::faults)?;
        Ok(Self { ship_classes, structure_classes, steering, economy, armaments, combat })
    }

    /// What a level may refer to without saying it itself.
    pub fn surroundings(&self) -> Surroundings<'_> {
        Surroundings {
            ship_classes: &self.ship_classes,
            structure_classes: &self.structure_classes,
            weapons: &self.armaments.weapons,
            materials: &self.armaments.materials,
            rings: self.economy.rings,
        }
    }

    /// What holds in a level: the classes of the rules with the level's own in their place or behind them.
    pub fn for_level(&self, level: &Level) -> LevelRules {
        LevelRules {
            ship_classes: merged(&self.ship_classes, &level.ship_classes, |class| &class.name),
            structure_classes: merged(&self.structure_classes, &level.structure_classes, |class| &class.name),
            steering: self.steering,
            economy: self.economy.clone(),
            weapons: merged(&self.armaments.weapons, &level.weapons, |weapon| &weapon.name),
            materials: merged(&self.armaments.materials, &level.materials, |material| &material.name),
            combat: self.combat.clone(),
        }
    }
}

/// The rules as they hold in one level.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelRules {
    /// The ship classes, those of the rules first.
    pub ship_classes: Vec<ShipClass>,
    /// The structure classes, those of the rules first.
    pub structure_classes: Vec<StructureClass>,
    /// The numbers of steering.
    pub steering: SteeringRules,
    /// The numbers of rings, the economy, building and sight.
    pub economy: EconomyRules,
    /// The weapons, those of the rules first.
    pub weapons: Vec<Weapon>,
    /// What armour and shields are made of, those of the rules first.
    pub materials: Vec<Material>,
    /// The numbers of fighting and of taking planets.
    pub combat: CombatRules,
}

/// The classes of the rules, with a level's own in the place of those of the same name or behind them.
fn merged<T: Clone>(of_rules: &[T], of_level: &[T], name: impl Fn(&T) -> &str) -> Vec<T> {
    let mut classes = of_rules.to_vec();
    for own in of_level {
        match classes.iter_mut().find(|class| name(class) == name(own)) {
            Some(class) => *class = own.clone(),
            None => classes.push(own.clone()),
        }
    }
    classes
}

/// The numbers of a file, each within its range as far as `faults` tells.
fn numbers<T: serde::de::DeserializeOwned>(
    assets_dir: &Path,
    name: &str,
    faults: impl Fn(&T) -> Vec<(&'static str, String)>,
) -> Result<T, RulesError> {
    let file = RulesFile::read(assets_dir, name)?;
    let numbers: T = file.parse()?;
    match faults(&numbers).into_iter().next() {
        Some((name, message)) => Err(file.fault(name, format!("`{name}` {message}"))),
        None => Ok(numbers),
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
        dialect().from_str(&self.text).map_err(|error| RulesError::Faulty {
            path: self.path.clone(),
            line: error.span.end.line,
            column: error.span.end.col,
            message: plain_line(&error.code.to_string()).into_owned(),
        })
    }

    /// Looks whether all letters of what is shown to people are seen.
    fn are_seen<'a>(&self, mut texts: impl Iterator<Item = &'a String>) -> Result<(), RulesError> {
        let fault = texts.find_map(|text| Some((text, hidden_fault(text, is_hidden)?)));
        fault.map_or(Ok(()), |(text, message)| Err(self.fault(text, format!("{message}, in {text:?}"))))
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
            ("build_s", class.build_s),
            ("sight_km", class.sight_km),
        ] {
            if !(value.is_finite() && value > 0.0) {
                return fault(format!("`{field}` of {:?} is {value}, but must be above 0", class.name));
            }
        }
        if !(class.repairs.is_finite() && class.repairs >= 0.0) {
            let (name, repairs) = (&class.name, class.repairs);
            return fault(format!("`repairs` of {name:?} is {repairs}, but must not be below 0"));
        }
        for (field, value, most) in [
            ("troopers", class.troopers, MOST_TROOPERS),
            ("builds_percent", class.builds_percent, MOST_BUILDS_PERCENT),
        ] {
            if value > most {
                let name = &class.name;
                return fault(format!("`{field}` of {name:?} is {value}, but must be from 0 to {most}"));
            }
        }
    }
    check_hangars(classes)
}

/// Hangars hold some craft of a class that is there, and that has no hangar itself.
fn check_hangars(classes: &[ShipClass]) -> Result<(), (String, String)> {
    for class in classes {
        let Some(hangar) = &class.hangar else { continue };
        let fault =
            |message: &str| Err((class.name.clone(), format!("`hangar` of {:?}: {message}", class.name)));
        match classes.iter().find(|craft| craft.name == hangar.class) {
            None => return fault(&format!("there is no ship class called {:?}", hangar.class)),
            Some(craft) if craft.hangar.is_some() => {
                return fault(&format!("{:?} has a hangar itself", hangar.class));
            }
            Some(_) => {}
        }
        if hangar.count == 0 || !(hangar.build_s.is_finite() && hangar.build_s > 0.0) {
            return fault("`count` and `build_s` must be above 0");
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
    paths.iter().map(|path| format!("`{}`", plain_path(path))).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Arms, Shield};

    fn assets_with(ships: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        std::fs::create_dir(folder.path().join("rules")).expect("a folder can be made");
        std::fs::write(folder.path().join(SHIPS_FILE), ships).expect("a file can be written");
        let steering = ron::to_string(&SteeringRules::default()).expect("numbers can be written");
        std::fs::write(folder.path().join(STEERING_FILE), steering).expect("a file can be written");
        let economy = ron::to_string(&EconomyRules::default()).expect("numbers can be written");
        std::fs::write(folder.path().join(ECONOMY_FILE), economy).expect("a file can be written");
        let armaments = ron::to_string(&Armaments::default()).expect("lists can be written");
        std::fs::write(folder.path().join(WEAPONS_FILE), armaments).expect("a file can be written");
        let combat = ron::to_string(&CombatRules::default()).expect("numbers can be written");
        std::fs::write(folder.path().join(COMBAT_FILE), combat).expect("a file can be written");
        let structures = r#"[(name: "dock", zones: [outer], build_s: 1, hull: 1, radius_km: 1)]"#;
        std::fs::write(folder.path().join(STRUCTURES_FILE), structures).expect("a file can be written");
        folder
    }

    #[test]
    fn the_rules_that_come_with_the_game_are_sound() {
        let rules = trial::shipped();
        assert!(rules.ship_classes.iter().any(|class| class.name == "corvette"));
        assert!(rules.structure_classes.iter().any(|class| class.name == "shipyard"));
        assert!(rules.ship_classes.iter().all(|class| !class.price.is_free()), "ships cost something");
        assert!(rules.ship_classes.iter().any(|class| class.mines > 0), "one of them mines");
    }

    #[test]
    fn sizes_of_the_shipped_classes_reach_from_one_to_a_hundred() {
        let rules = trial::shipped();
        let sizes = rules.ship_classes.iter().map(|class| 2.0 * class.bound_km());
        let sizes: Vec<f64> = sizes.collect();
        let least = sizes.iter().copied().fold(f64::MAX, f64::min);
        let most = sizes.iter().copied().fold(0.0, f64::max);
        assert!(most / least > 100.0, "{least} to {most}");
    }

    #[test]
    fn every_shipped_class_has_a_use() {
        let rules = trial::shipped();
        let weapons = &rules.armaments.weapons;
        let uses: Vec<usize> = weapons
            .iter()
            .map(|weapon| {
                let ships = rules.ship_classes.iter().map(|class| &class.arms);
                let structures = rules.structure_classes.iter().map(|class| &class.arms);
                let mounts = ships.chain(structures).flat_map(|arms| &arms.weapons);
                mounts.filter(|mount| mount.weapon == weapon.name).count()
            })
            .collect();
        assert!(uses.iter().all(|count| *count > 0), "a weapon that nobody has: {uses:?}");
        for class in &rules.ship_classes {
            let fights = !class.arms.weapons.is_empty() && !class.arms.prey.is_empty();
            let mends = class.repairs > 0.0 || class.builds_percent > 0;
            let helps = mends || class.mines > 0 || class.troopers > 0;
            let is_scout = class.sight_km > 5.0e6;
            let is_of_use = fights || helps || class.hangar.is_some() || is_scout;
            assert!(is_of_use && !class.role.is_empty(), "{}", class.name);
            let armour = &class.arms.armour;
            assert!(armour.points.is_some() && !armour.material.is_empty(), "{}", class.name);
            assert_shielded(&class.name, &class.arms);
            let mut hangars = rules.ship_classes.iter().filter_map(|carrier| carrier.hangar.as_ref());
            let has_a_hangar = hangars.any(|hangar| hangar.class == class.name);
            assert!(class.is_built_in_yards() || has_a_hangar, "nobody builds a {}", class.name);
        }
        for class in &rules.structure_classes {
            let is_armed = !class.arms.weapons.is_empty();
            assert_eq!(is_armed, ["sentry", "fortress"].contains(&class.name.as_str()), "{}", class.name);
            assert!(!class.arms.armour.material.is_empty(), "{}", class.name);
            assert_shielded(&class.name, &class.arms);
        }
    }

    /// Every hull has a shield of some material, which recovers.
    fn assert_shielded(name: &str, arms: &Arms) {
        let Shield { points, material, recovery, pause_s } = &arms.shield;
        assert!(*points > 0.0 && *recovery > 0.0 && *pause_s > 0.0 && !material.is_empty(), "{name}");
    }

    #[test]
    fn a_hangar_for_nothing_is_told() {
        let class = r#"(name: "a", radius_km: 1, cruise_km_s: 1, manoeuvre_km_s: 1)"#;
        let other = class.replace("\"a\"", "\"b\"");
        let with = |hangar: &str| other.replace("s: 1)", &format!("s: 1, {hangar})"));
        for (hangar, part) in [
            ("hangar: (class: \"c\", count: 2, build_s: 1)", "called \"c\""),
            ("hangar: (class: \"b\", count: 2, build_s: 1)", "has a hangar itself"),
            ("hangar: (class: \"a\", count: 0, build_s: 1)", "must be above 0"),
        ] {
            let ships = format!("[{class}, {}]", with(hangar));
            let message = Rules::load(assets_with(&ships).path()).expect_err("faulty").to_string();
            assert!(message.contains(part), "{message}");
        }
    }

    #[test]
    fn what_a_ship_class_cannot_bring_or_do_is_told() {
        let class = r#"(name: "a", radius_km: 1, cruise_km_s: 1, manoeuvre_km_s: 1)"#;
        let load = |more: &str| {
            let ships = format!("[\n{}]", class.replace("s: 1)", &format!("s: 1, {more})")));
            Rules::load(assets_with(&ships).path())
        };
        for (more, part) in [
            ("troopers: 1000001", "`troopers` of \"a\" is 1000001, but must be from 0 to 1000000"),
            ("builds_percent: 1001", "`builds_percent` of \"a\" is 1001, but must be from 0 to 1000"),
        ] {
            let message = load(more).expect_err("faulty").to_string();
            assert!(message.contains("ships.ron:2:8:") && message.contains(part), "{message}");
        }
        let most = load("troopers: 1000000, builds_percent: 1000").expect("as much as is possible");
        assert_eq!(most.ship_classes[0].troopers, MOST_TROOPERS);
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
    fn a_weapon_that_is_not_there_is_told_with_its_class() {
        let arms = r#"arms: (weapons: [(weapon: "catapult")])"#;
        let ships = format!("[\n(name: \"a\", radius_km: 1, cruise_km_s: 1, manoeuvre_km_s: 1, {arms})]");
        let message = Rules::load(assets_with(&ships).path()).expect_err("faulty").to_string();
        assert!(message.contains("ships.ron:2:8:") && message.contains("catapult"), "{message}");
    }

    #[test]
    fn faults_of_structures_and_of_the_economy_are_placed() {
        let ships = r#"[(name: "a", radius_km: 1, cruise_km_s: 1, manoeuvre_km_s: 1)]"#;
        let folder = assets_with(ships);
        let dock = "[\n (name: \"dock\", zones: [], build_s: 1, hull: 1, radius_km: 1)\n]";
        std::fs::write(folder.path().join(STRUCTURES_FILE), dock).expect("a file");
        let message = Rules::load(folder.path()).expect_err("faulty").to_string();
        assert!(message.contains("structures.ron:2:9:") && message.contains("`zones`"), "{message}");
        let folder = assets_with(ships);
        let mut economy = EconomyRules::default();
        economy.rings.well_step = 0.0;
        let text = ron::to_string(&economy).expect("numbers");
        std::fs::write(folder.path().join(ECONOMY_FILE), text).expect("a file");
        let message = Rules::load(folder.path()).expect_err("faulty").to_string();
        assert!(message.contains("economy.ron:1:") && message.contains("`well_step` is 0"), "{message}");
    }

    #[test]
    fn a_level_adds_structure_classes_and_replaces_them() {
        let folder = assets_with(r#"[(name: "a", radius_km: 1, cruise_km_s: 1, manoeuvre_km_s: 1)]"#);
        let rules = Rules::load(folder.path()).expect("the rules are sound");
        let dialect =
            ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        let level = r#"(
            schema_version: 1, title: "a", epoch: jd(2461365.5), bodies: [],
            structure_classes: [
                (name: "dock", zones: [inner], build_s: 2, hull: 1, radius_km: 1),
                (name: "mole", zones: [inner], build_s: 3, hull: 1, radius_km: 1),
            ],
        )"#;
        let level: Level = dialect.from_str(level).expect("it is sound");
        let classes = rules.for_level(&level).structure_classes;
        let times: Vec<(&str, f64)> =
            classes.iter().map(|class| (class.name.as_str(), class.build_s)).collect();
        assert_eq!(times, [("dock", 2.0), ("mole", 3.0)]);
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
