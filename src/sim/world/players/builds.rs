//! What minds have ordered to be built, and why. It is kept for people, and decides nothing.

use serde::{Deserialize, Serialize};

use crate::level::ids::names::of_structures;
use crate::sim::{BodyId, ClassId};

/// The most reasons to build that a mind remembers.
const MOST_BUILDS: usize = 6;

/// A class of ships or of structures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BuiltClass {
    /// Ships.
    Ship(ClassId),
    /// Structures.
    Structure(#[serde(with = "of_structures")] ClassId),
}

/// Why a mind has ordered something to be built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildReason {
    /// What.
    pub what: BuiltClass,
    /// The body: of ships that of their yard.
    pub body: BodyId,
    /// How many were ordered for this reason.
    pub count: u32,
    /// The tick of the last of these orders.
    pub tick: u64,
    /// The reason, as a clause: `"pays itself back in 40 s"`.
    pub why: String,
}

/// Adds a reason to a list, the oldest first. Of the same thing at the same body the list keeps the newest reason, and
/// how many were ordered for it; if there are too many, the oldest is forgotten.
pub(super) fn remember(list: &mut Vec<BuildReason>, mut new: BuildReason) {
    let old = list.iter().position(|one| (one.what, one.body) == (new.what, new.body));
    let old = old.map(|at| list.remove(at));
    if let Some(same) = old.filter(|old| old.why == new.why) {
        new.count = new.count.saturating_add(same.count);
    }
    list.push(new);
    let surplus = list.len().saturating_sub(MOST_BUILDS);
    list.drain(..surplus);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(class: usize, why: &str, tick: u64) -> BuildReason {
        let what = BuiltClass::Structure(ClassId::from(class));
        BuildReason { what, body: BodyId(3), count: 1, tick, why: why.to_owned() }
    }

    #[test]
    fn the_same_order_is_counted_and_a_new_reason_replaces_the_old_one() {
        let mut list = Vec::new();
        for new in [reason(1, "rich", 10), reason(2, "danger", 20), reason(1, "rich", 30)] {
            remember(&mut list, new);
        }
        assert_eq!(list, [reason(2, "danger", 20), BuildReason { count: 2, ..reason(1, "rich", 30) }]);
        remember(&mut list, reason(1, "poor", 40));
        assert_eq!(list, [reason(2, "danger", 20), reason(1, "poor", 40)]);
        let ships = BuildReason { what: BuiltClass::Ship(ClassId::from(1)), ..reason(1, "poor", 50) };
        remember(&mut list, ships.clone());
        assert_eq!(list[1..], [reason(1, "poor", 40), ships], "ships have numbers of their own");
    }

    #[test]
    fn the_oldest_reason_is_forgotten() {
        let mut list = Vec::new();
        (0..20).for_each(|class| remember(&mut list, reason(class, "rich", class as u64)));
        let ticks: Vec<u64> = list.iter().map(|one| one.tick).collect();
        assert_eq!(ticks, [14, 15, 16, 17, 18, 19]);
    }
}
