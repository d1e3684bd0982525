//! The rules of the game as data, from `assets/rules/`.
//!
//! - Enters: the path of the assets folder.
//! - Leaves: [`Rules`], checked like levels: the classes of ships and structures, to which a level may add its
//!   own, and the numbers of steering, of the economy and of sight.
//! - Must never: know a world, a tick or a screen, or hold a number that a designer would want to change. Defaults
//!   of the level format, such as the sizes of wells, are no rules: they stand with their fields.
//!
//! A number stands once, in its file. Its meaning, unit and range stand at its field here, and the file has at
//! most the reason for its value. The defaults of the types are the shipped files, see `shipped.rs`.

pub mod combat;
pub mod economy;
mod shipped;
pub mod steering;
#[cfg(test)]
pub(crate) mod test_support;

use std::path::{Path, PathBuf};

pub use combat::CombatRules;
pub use economy::EconomyRules;
use serde::de::DeserializeOwned;
pub use steering::SteeringRules;
use xxhash_rust::xxh3::xxh3_64;

use crate::level::ranges::Ranged;
use crate::level::source::read::{parse_classes, parse_numbers, read_file};
use crate::level::{
    ClassCatalog, Faults, Level, Material, MindRules, ReadError, ShipClass, StructureClass, Weapon,
    plain_path,
};

/// The environment variable that names the assets folder.
pub const ASSETS_VARIABLE: &str = "ECLIPTIC_ASSETS";

/// The numbers of steering, inside of the assets folder.
const STEERING_FILE: &str = "rules/steering.ron";
/// The numbers of rings, economy, building and sight, inside of the assets folder.
const ECONOMY_FILE: &str = "rules/economy.ron";
/// The numbers of fights and of conquest, inside of the assets folder.
const COMBAT_FILE: &str = "rules/combat.ron";
/// The skills and personalities of minds, inside of the assets folder.
const MINDS_FILE: &str = "rules/ai.ron";
/// Weapons and materials, inside of the assets folder.
const WEAPONS_FILE: &str = "rules/weapons.ron";
/// The ship classes, inside of the assets folder.
const SHIPS_FILE: &str = "rules/ships.ron";
/// The structure classes, inside of the assets folder.
const STRUCTURES_FILE: &str = "rules/structures.ron";
/// All of them.
const FILES: [&str; 7] =
    [STEERING_FILE, ECONOMY_FILE, COMBAT_FILE, MINDS_FILE, WEAPONS_FILE, SHIPS_FILE, STRUCTURES_FILE];

/// The rules that apply to every level unless it overrides them, or those of one level ([`Rules::for_level`]).
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
    /// The weapons, in the order of the file.
    pub weapons: Vec<Weapon>,
    /// The materials of armour and shields, in the order of the file.
    pub materials: Vec<Material>,
    /// The numbers of fights and of conquest.
    pub combat: CombatRules,
    /// The skills and personalities of minds.
    pub minds: MindRules,
}

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

impl Rules {
    /// Reads the rules from the assets folder.
    ///
    /// # Errors
    /// If a file is missing or faulty; the message says which, where, and how to fix it.
    pub fn load(assets_dir: &Path) -> Result<Self, RulesError> {
        let mut rules = Self {
            ship_classes: Vec::new(),
            structure_classes: Vec::new(),
            steering: numbers(assets_dir, STEERING_FILE)?,
            economy: numbers(assets_dir, ECONOMY_FILE)?,
            weapons: Vec::new(),
            materials: Vec::new(),
            combat: numbers(assets_dir, COMBAT_FILE)?,
            minds: numbers(assets_dir, MINDS_FILE)?,
        };
        // Weapons come before the ships that name them, ships before the structures that name them.
        for name in [WEAPONS_FILE, SHIPS_FILE, STRUCTURES_FILE] {
            let (path, bytes) = read(assets_dir, name)?;
            let classes = parse_classes(&path, &bytes, &rules.surroundings()).map_err(RulesError::Faulty)?;
            rules.materials.extend(classes.materials);
            rules.weapons.extend(classes.weapons);
            rules.ship_classes.extend(classes.ship_classes);
            rules.structure_classes.extend(classes.structure_classes);
        }
        Ok(rules)
    }

    /// Everything that a level may refer to without defining it.
    pub fn surroundings(&self) -> ClassCatalog<'_> {
        ClassCatalog {
            ship_classes: &self.ship_classes,
            structure_classes: &self.structure_classes,
            weapons: &self.weapons,
            materials: &self.materials,
            minds: Some(&self.minds),
            rings: self.economy.rings,
        }
    }

    /// The rules of a level: the level's classes replace classes of the same name, or are added after them.
    pub fn for_level(&self, level: &Level) -> Self {
        Self {
            ship_classes: merged(&self.ship_classes, &level.ship_classes, |class| &class.name),
            structure_classes: merged(&self.structure_classes, &level.structure_classes, |class| &class.name),
            weapons: merged(&self.weapons, &level.weapons, |weapon| &weapon.name),
            materials: merged(&self.materials, &level.materials, |material| &material.name),
            ..self.clone()
        }
    }
}

/// The classes of the rules, with a level's own classes in place of classes of the same name, or after them.
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

/// The numbers of a file, each within its range.
fn numbers<T: DeserializeOwned + Ranged>(assets_dir: &Path, name: &str) -> Result<T, RulesError> {
    let (path, bytes) = read(assets_dir, name)?;
    parse_numbers(&path, &bytes).map_err(RulesError::Faulty)
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
fn read(assets_dir: &Path, name: &str) -> Result<(String, Vec<u8>), RulesError> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::source::parse::dialect;
    use crate::level::{Arms, FEWEST_RINGS, MOST_RINGS, RingZone, Shield};

    const SHIPPED_COMBAT: &str = include_str!("../../assets/rules/combat.ron");
    const SHIPPED_ECONOMY: &str = include_str!("../../assets/rules/economy.ron");

    /// The shipped files of the rules, with this text in place of one file.
    fn assets_with(name: &str, text: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        std::fs::create_dir(folder.path().join("rules")).expect("a folder can be made");
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        for file in FILES {
            std::fs::copy(assets.join(file), folder.path().join(file)).expect("a file can be copied");
        }
        std::fs::write(folder.path().join(name), text).expect("a file can be written");
        folder
    }

    /// The faults of the rules with such a text in a file, a line each, without the name of its folder.
    fn faults_of(name: &str, text: &str) -> Vec<String> {
        match Rules::load(assets_with(name, text).path()) {
            Err(RulesError::Faulty(faults)) => {
                let lines = faults.iter().map(|fault| {
                    let remedy = fault.remedy.as_deref().unwrap_or_default();
                    format!("{}:{} {}: {}; {remedy}", fault.line, fault.column, fault.path, fault.message)
                });
                lines.collect()
            }
            other => panic!("it should be faulty: {other:?}"),
        }
    }

    const CLASS: &str = r#"(name: "a", radius_km: 1, cruise_km_s: 1, manoeuvre_km_s: 1)"#;

    #[test]
    fn hashes_do_not_depend_on_ends_of_lines() {
        let text = SHIPPED_COMBAT.replace('\r', "");
        let [here, there] = [text.clone(), text.replace('\n', "\r\n")].map(|text| {
            let assets = assets_with(COMBAT_FILE, &text);
            file_hashes(assets.path()).expect("they can be read")
        });
        assert_eq!(here, there);
    }

    #[test]
    fn the_rules_that_come_with_the_game_are_sound() {
        let rules = test_support::shipped();
        assert!(rules.ship_classes.iter().any(|class| class.name == "corvette"));
        assert!(rules.structure_classes.iter().any(|class| class.name == "shipyard"));
        assert!(rules.ship_classes.iter().all(|class| !class.price.is_free()), "ships cost something");
        assert!(rules.ship_classes.iter().any(|class| class.mines > 0), "one of them mines");
    }

    #[test]
    fn every_skill_and_personality_says_what_to_expect() {
        let text = include_str!("../../assets/rules/ai.ron");
        let role = "Attacks early and often, with fast ships.";
        assert!(text.contains(role));
        let faults = faults_of(MINDS_FILE, &text.replace(role, " "));
        assert!(
            faults.len() == 1 && faults[0].contains("personalities[1].role: it says nothing"),
            "{faults:?}"
        );
    }

    #[test]
    fn sizes_of_the_shipped_classes_reach_from_one_to_a_hundred() {
        let rules = test_support::shipped();
        let sizes = rules.ship_classes.iter().map(|class| 2.0 * class.bound_km());
        let sizes: Vec<f64> = sizes.collect();
        let least = sizes.iter().copied().fold(f64::MAX, f64::min);
        let most = sizes.iter().copied().fold(0.0, f64::max);
        assert!(most / least > 100.0, "{least} to {most}");
    }

    #[test]
    fn every_shipped_class_has_a_use() {
        let rules = test_support::shipped();
        let weapons = &rules.weapons;
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
    fn each_of_the_shipped_structures_is_for_something() {
        for class in test_support::shipped().structure_classes {
            let works = class.is_yard() || class.economy_percent > 0 || class.research_percent > 0;
            let is_armed = !class.arms.weapons.is_empty();
            let is_of_use = works || is_armed || !class.earns.is_free() || class.sight_km > 0.0;
            assert!(is_of_use && !class.price.is_free() && !class.role.is_empty(), "{}", class.name);
        }
    }

    #[test]
    fn each_of_the_shipped_structures_fits_into_every_well() {
        let classes = test_support::shipped().structure_classes;
        for class in &classes {
            for count in FEWEST_RINGS..=MOST_RINGS {
                assert!((0..count).any(|ring| class.fits(ring, count)), "{} in {count}", class.name);
            }
        }
        let shipyard = classes.into_iter().find(StructureClass::is_yard).expect("there is a yard");
        assert_eq!(shipyard.zones, [RingZone::Outer]);
    }

    #[test]
    fn faults_of_ship_classes_are_placed() {
        let with =
            |more: &str| format!("(ship_classes: [\n{}])", CLASS.replace("s: 1)", &format!("s: 1, {more})")));
        for (text, expected) in [
            (
                format!("(ship_classes: [\n{CLASS},\n  {CLASS},\n])"),
                "3:10 ship_classes[1].name: \"a\" is there already, as ship_classes[0]; change it, or remove one \
                 of the two",
            ),
            (
                with("builds_percent: 1001"),
                "2:78 ship_classes[0].builds_percent: 1001 is out of range; from 0 to 1000 is possible",
            ),
            (
                with("hangar: (class: \"fighter\", count: 0, build_s: 1)"),
                "2:96 ship_classes[0].hangar.count: 0 is out of range; from 1 to 255 is possible",
            ),
            (
                with("hangar: (class: \"a\", count: 1, build_s: 1)"),
                "2:78 ship_classes[0].hangar.class: \"a\" has a hangar itself; take a class without one",
            ),
            (
                with("arms: (weapons: [(weapon: \"railgnu\")])"),
                "2:88 ship_classes[0].arms.weapons[0].weapon: no weapon is called \"railgnu\"; did you mean \
                 `railgun`?",
            ),
            (with("kin: wing"), "2:62 ship_classes[0].kin: unknown field `kin`; did you mean `kind`?"),
        ] {
            let faults = faults_of(SHIPS_FILE, &text);
            assert!(faults.iter().any(|fault| fault == expected), "{expected}\nis not among {faults:#?}");
        }
    }

    #[test]
    fn faults_of_structure_classes_are_reported() {
        let class = r#"(name: "a", zones: [inner], build_s: 1, hull: 1, radius_km: 1)"#;
        for (from, to, expected) in [
            ("\"a\"", "\" \"", "2:8 structure_classes[0].name: a name is needed here; "),
            ("hull: 1", "hull: 0", "2:47 structure_classes[0].hull: 0 is out of range"),
            ("hull: 1", "hull: 1, slots: 5", "structure_classes[0].slots: 5 is out of range; from 1 to 4"),
            ("build_s: 1", "build_s: inf", "structure_classes[0].build_s: inf is out of range"),
            ("[inner]", "[]", "2:20 structure_classes[0].zones: it may stand in no ring"),
        ] {
            let text = format!("(structure_classes: [\n{}])", class.replace(from, to));
            let faults = faults_of(STRUCTURES_FILE, &text);
            assert!(faults.len() == 1 && faults[0].contains(expected), "{expected}\nis not {faults:#?}");
        }
    }

    #[test]
    fn all_faults_of_a_file_of_numbers_are_placed() {
        let text = SHIPPED_COMBAT
            .replace("leaps: 3", "leaps: 99")
            .replace("planet: 1.4", "planet: 0")
            .replace("veteran: 3", "veteran: 1");
        let expected = [
            "harm.leaps: 99 is out of range; from 0 to 16 is possible",
            "skills.veteran: 1 is not above `trained`, 1; raise it, or lower `trained`",
            "ground.terrain.planet: 0 is out of range; from 0.1 to 10 is possible",
        ];
        let faults = faults_of(COMBAT_FILE, &text);
        assert_eq!(faults.len(), expected.len(), "{faults:#?}");
        for (fault, expected) in faults.iter().zip(expected) {
            assert!(fault.ends_with(expected), "{fault}");
        }
        let text = SHIPPED_ECONOMY.replace("least_inner_share: 0.15", "least_inner_share: 0.3");
        let faults = faults_of(ECONOMY_FILE, &text.replace("outer_share: 0.72", "outer_share: 0.3"));
        assert!(
            faults[0].contains("rings.least_inner_share: 0.3 is not below `outer_share`, 0.3"),
            "{faults:?}"
        );
    }

    #[test]
    fn a_level_adds_structure_classes_and_replaces_them() {
        let dock =
            r#"(structure_classes: [(name: "dock", zones: [outer], build_s: 1, hull: 1, radius_km: 1)])"#;
        let rules = Rules::load(assets_with(STRUCTURES_FILE, dock).path()).expect("the rules are sound");
        let level = r#"(
            schema_version: 1, title: "a", epoch: jd(2461365.5), bodies: [],
            structure_classes: [
                (name: "dock", zones: [inner], build_s: 2, hull: 1, radius_km: 1),
                (name: "mole", zones: [inner], build_s: 3, hull: 1, radius_km: 1),
            ],
        )"#;
        let level: Level = dialect().from_str(level).expect("it is sound");
        let classes = rules.for_level(&level).structure_classes;
        let times: Vec<(&str, f64)> =
            classes.iter().map(|class| (class.name.as_str(), class.build_s)).collect();
        assert_eq!(times, [("dock", 2.0), ("mole", 3.0)]);
    }

    #[test]
    fn a_missing_file_is_named() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let message = Rules::load(folder.path()).expect_err("nothing is there").to_string();
        assert!(message.contains("steering.ron"), "{message}");
    }
}
