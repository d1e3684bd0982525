//! The named scenarios by which steering is judged.
//!
//! A [`Scenario`] from a name, and optionally a number of ships, the same every time; or a message with the known
//! names.

use self::Ships::{Always, InName, Usually};
use super::scenario::{MAX_SHIPS, Scenario};
use super::{among_bodies, open_space};
use crate::level::source::suggest::closest;

/// Number of ships of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ships {
    /// Always this number.
    Always(u32),
    /// This number unless another is requested.
    Usually(u32),
    /// The number is part of the name, as in `antipodal1000`; this is the number without one.
    InName(u32),
}

/// A scenario that is known by name.
#[derive(Clone, Copy, Debug)]
pub struct NamedScenario {
    /// Name, without the number if the name contains one.
    pub name: &'static str,
    /// Description, a sentence.
    pub about: &'static str,
    /// Number of ships.
    pub ships: Ships,
    make: fn(u32) -> Scenario,
}

/// Every scenario that is known by name.
pub static ALL: [NamedScenario; 17] = [
    known("headon2", Always(2), open_space::headon2, "two ships, 40 apart, change places"),
    known("headon6", Always(6), open_space::headon6, "the same on three axes at once"),
    known(
        "antipodal",
        InName(1000),
        open_space::antipodal,
        "every ship of a sphere flies to the opposite point",
    ),
    known("swap2k", Usually(2000), open_space::swap2k, "two fleets change places, head-on"),
    known("cross2k", Usually(2000), open_space::cross2k, "two fleets cross at right angles"),
    known("field1k", Usually(1000), among_bodies::field1k, "ships fly through a field of balls of 3 to 12"),
    known(
        "planets1k",
        Usually(1000),
        among_bodies::planets1k,
        "ships fly to the opposite side through ten moving planets and a star",
    ),
    known("mixed1k", Usually(1000), open_space::mixed1k, "ships of 0.3, 3 and 30 cross one sphere"),
    known(
        "mixedlimits",
        Usually(300),
        open_space::mixedlimits,
        "the same with sizes nearer to each other, finite acceleration and slow turns",
    ),
    known("rally1k", Usually(1000), open_space::rally1k, "all to one point"),
    known(
        "parked",
        Usually(542),
        open_space::parked,
        "30 ships cross a lattice of 512 that hold their station",
    ),
    known("behind", Always(1), among_bodies::behind, "the target lies exactly behind a ball"),
    known("gnron", Always(12), among_bodies::gnron, "targets half a radius from a ball, on its far side"),
    known(
        "spawn500",
        Usually(500),
        open_space::spawn500,
        "ships start inside each other and come apart (counted as overlaps)",
    ),
    known(
        "utrap",
        Always(5),
        among_bodies::utrap,
        "ships in a closed cup, targets behind its bottom, routes planned",
    ),
    known(
        "sidebyside",
        Always(2),
        open_space::sidebyside,
        "two long hulls pass with a fifth of a hull's width between them",
    ),
    known(
        "random",
        InName(100_000),
        open_space::random,
        "ships anywhere in a cube, 1 % of it solid, with targets anywhere; two seconds",
    ),
];

const fn known(
    name: &'static str,
    ships: Ships,
    make: fn(u32) -> Scenario,
    about: &'static str,
) -> NamedScenario {
    NamedScenario { name, about, ships, make }
}

/// The reason why there is no such scenario.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// An unknown name.
    #[error("no scenario is called `{name}`{meant}; `ecliptic arena --list` names them all")]
    Unknown {
        /// The requested name.
        name: String,
        /// `: did you mean ...?`, or empty.
        meant: String,
    },
    /// The number of ships is fixed.
    #[error("`{name}` always has {count} ships; leave out --ships")]
    CannotScale {
        /// The scenario.
        name: &'static str,
        /// Count.
        count: u32,
    },
    /// Too many ships, or none.
    #[error("`{name}` with {count} ships: from 1 to {most} can be run", most = MAX_SHIPS)]
    Count {
        /// The scenario.
        name: &'static str,
        /// The requested number.
        count: u64,
    },
}

impl NamedScenario {
    /// The name as typed by a person: `antipodal1000` for scenarios with the number in their name.
    pub fn usual_name(&self) -> String {
        match self.ships {
            InName(count) => format!("{}{count}", self.name),
            Always(_) | Usually(_) => self.name.to_owned(),
        }
    }

    /// The number of ships in the name, if the name belongs to this scenario.
    fn count_in(&self, name: &str) -> Option<u64> {
        match self.ships {
            Always(count) | Usually(count) => (name == self.name).then_some(u64::from(count)),
            InName(usual) => match name.strip_prefix(self.name)? {
                "" => Some(u64::from(usual)),
                number if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                    Some(number.parse().unwrap_or(u64::MAX))
                }
                _ => None,
            },
        }
    }

    fn with_ships(&self, count: u64) -> Result<Scenario, NameError> {
        match u32::try_from(count) {
            Ok(number) if (1..=MAX_SHIPS).contains(&number) => Ok((self.make)(number)),
            _ => Err(NameError::Count { name: self.name, count }),
        }
    }
}

/// The scenario with this name, with `ships` ships if given.
///
/// # Errors
/// An unknown name, an impossible number of ships, or another number for a scenario with a fixed one.
pub fn named(name: &str, ships: Option<u32>) -> Result<Scenario, NameError> {
    let found = ALL.iter().find_map(|known| Some((known, known.count_in(name)?)));
    let Some((known, count)) = found else { return Err(unknown(name)) };
    match (known.ships, ships) {
        (Always(count), Some(asked)) if asked != count => {
            Err(NameError::CannotScale { name: known.name, count })
        }
        (_, asked) => known.with_ships(asked.map_or(count, u64::from)),
    }
}

fn unknown(name: &str) -> NameError {
    let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let meant = closest(name, ALL.iter().map(|known| known.name))
        .or_else(|| closest(stem, ALL.iter().map(|known| known.name)))
        .and_then(|meant| ALL.iter().find(|known| known.name == meant))
        .map_or_else(String::new, |known| format!(": did you mean `{}`?", known.usual_name()));
    NameError::Unknown { name: name.to_owned(), meant }
}
