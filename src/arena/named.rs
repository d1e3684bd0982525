//! The scenarios that steering is judged by, known by name.
//!
//! A name comes in, and a number of ships where it should be another than usual; a [`Scenario`] leaves, the
//! same every time, or a message that names what there is.

use super::scenario::{MAX_SHIPS, Scenario};
use super::{among_bodies, nearest, open_space};

/// How many ships a scenario has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ships {
    /// Always this number.
    Always(u32),
    /// This number unless another is asked for.
    Usually(u32),
    /// The number is part of the name, as in `antipodal1000`; this is the number without one.
    InName(u32),
}

/// A scenario that is known by name.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Its name, without the number if the name contains one.
    pub name: &'static str,
    /// Description, a sentence.
    pub about: &'static str,
    /// How many ships it has.
    pub ships: Ships,
    make: fn(u32) -> Scenario,
}

/// Every scenario that is known by name.
pub static ALL: [Known; 17] = [
    Known {
        name: "headon2",
        about: "two ships, 40 apart, change places",
        ships: Ships::Always(2),
        make: open_space::headon2,
    },
    Known {
        name: "headon6",
        about: "the same on three axes at once",
        ships: Ships::Always(6),
        make: open_space::headon6,
    },
    Known {
        name: "antipodal",
        about: "every ship of a sphere flies to the opposite point",
        ships: Ships::InName(1000),
        make: open_space::antipodal,
    },
    Known {
        name: "swap2k",
        about: "two fleets change places, head-on",
        ships: Ships::Usually(2000),
        make: open_space::swap2k,
    },
    Known {
        name: "cross2k",
        about: "two fleets cross at right angles",
        ships: Ships::Usually(2000),
        make: open_space::cross2k,
    },
    Known {
        name: "field1k",
        about: "ships fly through a field of balls of 3 to 12",
        ships: Ships::Usually(1000),
        make: among_bodies::field1k,
    },
    Known {
        name: "planets1k",
        about: "ships fly to the opposite side through ten moving planets and a star",
        ships: Ships::Usually(1000),
        make: among_bodies::planets1k,
    },
    Known {
        name: "mixed1k",
        about: "ships of 0.3, 3 and 30 cross one sphere",
        ships: Ships::Usually(1000),
        make: open_space::mixed1k,
    },
    Known {
        name: "mixedlimits",
        about: "the same with sizes nearer to each other, finite acceleration and slow turns",
        ships: Ships::Usually(300),
        make: open_space::mixedlimits,
    },
    Known {
        name: "rally1k",
        about: "all to one point",
        ships: Ships::Usually(1000),
        make: open_space::rally1k,
    },
    Known {
        name: "parked",
        about: "30 ships cross a lattice of 512 that hold their station",
        ships: Ships::Usually(542),
        make: open_space::parked,
    },
    Known {
        name: "behind",
        about: "the target lies exactly behind a ball",
        ships: Ships::Always(1),
        make: among_bodies::behind,
    },
    Known {
        name: "gnron",
        about: "targets half a radius from a ball, on its far side",
        ships: Ships::Always(12),
        make: among_bodies::gnron,
    },
    Known {
        name: "spawn500",
        about: "ships start inside each other and come apart (counted as overlaps)",
        ships: Ships::Usually(500),
        make: open_space::spawn500,
    },
    Known {
        name: "utrap",
        about: "ships in a closed cup, targets behind its bottom, routes planned",
        ships: Ships::Always(5),
        make: among_bodies::utrap,
    },
    Known {
        name: "sidebyside",
        about: "two long hulls pass with a fifth of a hull's width between them",
        ships: Ships::Always(2),
        make: open_space::sidebyside,
    },
    Known {
        name: "random",
        about: "ships anywhere in a cube, 1 % of it solid, with targets anywhere; two seconds",
        ships: Ships::InName(100_000),
        make: open_space::random,
    },
];

/// Why there is no such scenario.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Nothing is called like that.
    #[error("no scenario is called `{name}`{meant}; `ecliptic arena --list` names them all")]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// `: did you mean ...?`, or nothing.
        meant: String,
    },
    /// Another number of ships makes no sense.
    #[error("`{name}` always has {count} ships; leave out --ships")]
    CannotScale {
        /// The scenario.
        name: &'static str,
        /// How many it has.
        count: u32,
    },
    /// Too many ships, or none.
    #[error("`{name}` with {count} ships: from 1 to {most} can be run", most = MAX_SHIPS)]
    Count {
        /// The scenario.
        name: &'static str,
        /// The number that was asked for.
        count: u64,
    },
}

impl Known {
    /// The name as typed by a person: `antipodal1000` for scenarios with the number in their name.
    pub fn usual_name(&self) -> String {
        match self.ships {
            Ships::InName(count) => format!("{}{count}", self.name),
            Ships::Always(_) | Ships::Usually(_) => self.name.to_owned(),
        }
    }

    /// The number of ships that the name asks for, if it is this scenario's.
    fn count_in(&self, name: &str) -> Option<u64> {
        match self.ships {
            Ships::Always(count) | Ships::Usually(count) => (name == self.name).then_some(u64::from(count)),
            Ships::InName(usual) => match name.strip_prefix(self.name)? {
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

/// The scenario of that name, with `ships` ships if given.
///
/// # Errors
/// An unknown name, an impossible number of ships, or another number for a scenario with a fixed one.
pub fn named(name: &str, ships: Option<u32>) -> Result<Scenario, NameError> {
    let found = ALL.iter().find_map(|known| Some((known, known.count_in(name)?)));
    let Some((known, count)) = found else { return Err(unknown(name)) };
    match (known.ships, ships) {
        (Ships::Always(count), Some(asked)) if asked != count => {
            Err(NameError::CannotScale { name: known.name, count })
        }
        (_, asked) => known.with_ships(asked.map_or(count, u64::from)),
    }
}

fn unknown(name: &str) -> NameError {
    let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let meant = nearest(name, ALL.iter().map(|known| known.name))
        .or_else(|| nearest(stem, ALL.iter().map(|known| known.name)))
        .and_then(|meant| ALL.iter().find(|known| known.name == meant))
        .map_or_else(String::new, |known| format!(": did you mean `{}`?", known.usual_name()));
    NameError::Unknown { name: name.to_owned(), meant }
}
