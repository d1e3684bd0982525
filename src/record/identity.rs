//! Which program may play a log: the same code, the same rules, and a machine that computes the same.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::ai;
use crate::level::source::parse::dialect;
use crate::level::{parse_level, plain_line};
use crate::rules::{Rules, file_hashes};
use crate::sim::Simulation;
use crate::sim::steering::system::Sharing;

#[cfg(test)]
#[allow(dead_code)]
#[path = "../../build.rs"]
pub(crate) mod script;

/// The fingerprint of the code that decides about worlds, of the data in it, and of all crates; made by `build.rs`.
pub const FINGERPRINT: &str = env!("ECLIPTIC_FINGERPRINT");

/// The war of the trial.
const TRIAL: &str = include_str!("trial/war.ron");
/// The mind that fights in it.
const TRIAL_MINDS: &str = include_str!("trial/minds.ron");
/// Length of the trial, ticks.
const TRIAL_TICKS: u64 = 300;

/// What has to be equal in two programs so that the same turns make the same world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The version of the game, for people.
    pub version: String,
    /// The fingerprint of the code.
    pub fingerprint: String,
    /// The files of the rules, with their hashes.
    pub rules: Vec<(String, u64)>,
    /// The hash at the end of the trial.
    pub trial: u64,
}

/// Makes the identity of this program, on whatever thread.
pub type MakeIdentity = Box<dyn FnOnce() -> Result<Identity, String> + Send>;

impl Identity {
    /// The identity of this program on this machine with the rules of an assets folder. It fights the trial, which
    /// takes a moment.
    ///
    /// # Errors
    /// A sentence: a file cannot be read, or the trial cannot be fought.
    pub fn of_this_program(assets_dir: &Path, rules: &Rules, sharing: Sharing) -> Result<Self, String> {
        Ok(Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            fingerprint: FINGERPRINT.to_owned(),
            rules: file_hashes(assets_dir).map_err(|error| error.to_string())?,
            trial: trial(rules, sharing)?,
        })
    }

    /// Why this program cannot play a log of another one; `None` if it can.
    pub fn why_not(&self, log: &Self) -> Option<String> {
        if self.version != log.version {
            let version = plain_line(&log.version).into_owned();
            return Some(format!(
                "it was made by version {version} of the game, and this is version {}",
                self.version
            ));
        }
        // Before the fingerprint, which has some rules of the build: so the changed file is named.
        if self.rules != log.rules {
            return Some(format!("the rules have changed since: {}", self.changed_rules(log)));
        }
        if self.fingerprint != log.fingerprint {
            let version = &self.version;
            return Some(format!("it was made by another build of version {version}, whose code differs"));
        }
        (self.trial != log.trial).then(|| {
            "the same code computes otherwise here than where the log was made (another compiler, or a setting of \
             the processor)"
                .to_owned()
        })
    }

    /// The names of the files of the rules that differ.
    fn changed_rules(&self, log: &Self) -> String {
        let only = |one: &Self, other: &Self| {
            let changed = one.rules.iter().filter(|file| !other.rules.contains(file));
            changed.map(|(name, _)| plain_line(name).into_owned()).collect::<Vec<String>>()
        };
        let mut names = [only(self, log), only(log, self)].concat();
        names.sort();
        names.dedup();
        names.join(", ")
    }
}

/// The hash after [`a small war`](trial_war) of 300 ticks. It tells machines and builds apart that compute differently.
///
/// # Errors
/// A sentence: the rules lack a class of the war.
pub fn trial(rules: &Rules, sharing: Sharing) -> Result<u64, String> {
    let cannot = |words: String| format!("the trial of this machine cannot be fought: {words}");
    let mut war = trial_war(rules, sharing).map_err(cannot)?;
    war.run(TRIAL_TICKS);
    Ok(war.hash())
}

/// The war of the trial before its first tick. The classes and numbers are those of the rules; its mind is always the
/// same, lest a change of a skill look like another machine.
///
/// # Errors
/// A sentence: the rules lack a class of the war.
pub fn trial_war(rules: &Rules, sharing: Sharing) -> Result<Simulation, String> {
    let minds = dialect().from_str(TRIAL_MINDS).map_err(|error| error.to_string())?;
    let rules = Rules { minds, ..rules.clone() };
    let loaded = parse_level("trial.ron", TRIAL.as_bytes(), &rules.class_catalog());
    let level = loaded.map_err(|faults| faults.to_string())?.level;
    ai::simulation(sharing, &level, &rules.for_level(&level), 1).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::MindRules;
    use crate::rules::test_support;

    fn identity() -> Identity {
        Identity {
            version: "1.2.3".to_owned(),
            fingerprint: "f".to_owned(),
            rules: vec![("rules/a.ron".to_owned(), 1), ("rules/b.ron".to_owned(), 2)],
            trial: 7,
        }
    }

    #[test]
    fn the_fingerprint_is_that_of_the_files_as_they_are() {
        let now = script::fingerprint(Path::new(env!("CARGO_MANIFEST_DIR")), &script::DECIDING)
            .expect("the files are there");
        assert_eq!(FINGERPRINT, format!("{now:016x}"));
    }

    /// A change of rules that are read when the program runs is told by the hashes of their files.
    #[test]
    fn rules_that_are_built_in_are_in_the_fingerprint() {
        let shipped = include_str!("../rules/shipped.rs");
        let built_in = shipped.split("defaults!(").skip(1).filter_map(|rest| rest.split('"').nth(1));
        let built_in: Vec<String> = built_in.map(|file| format!("assets/rules/{file}")).collect();
        assert!(built_in.len() > 2);
        for file in &built_in {
            assert!(script::DECIDING.contains(&file.as_str()), "{file}");
        }
    }

    #[test]
    fn a_change_of_a_skill_is_no_other_machine() {
        let rules = test_support::shipped();
        let minds = MindRules::default();
        let with_others = trial(&Rules { minds, ..rules.clone() }, Sharing::default());
        assert_eq!(with_others, trial(&rules, Sharing::default()));
    }

    #[test]
    fn the_reason_why_a_log_cannot_be_played_is_told() {
        let own = identity();
        assert_eq!(own.why_not(&identity()), None);
        let why = |log: Identity| own.why_not(&log).expect("it differs");
        assert!(why(Identity { version: "1.2.4".to_owned(), ..identity() }).contains("version 1.2.4"));
        assert!(why(Identity { fingerprint: "g".to_owned(), ..identity() }).contains("another build"));
        let rules = vec![("rules/a.ron".to_owned(), 1), ("rules/b.ron".to_owned(), 3)];
        assert!(why(Identity { rules: rules.clone(), ..identity() }).ends_with(": rules/b.ron"));
        let rebuilt = Identity { rules, fingerprint: "g".to_owned(), ..identity() };
        assert!(why(rebuilt).ends_with(": rules/b.ron"), "the file is named, not only the build");
        assert!(why(Identity { trial: 8, ..identity() }).contains("computes otherwise"));
    }
}
