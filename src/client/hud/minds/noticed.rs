//! What a mind has noticed of the foreign units that its side knows: a unit counts for it once the reaction time of its
//! skill has passed; at once for a mind of an unknown skill.

use crate::level::Skill;
use crate::sim::{Mind, Sighting, TargetId};

/// Whether a mind has noticed a unit.
pub(super) fn has_noticed(mind: &Mind, skill: Option<&Skill>, id: TargetId, tick: u64) -> bool {
    let known = mind.sightings.binary_search_by_key(&id, |sighting| sighting.id);
    known.is_ok_and(|index| skill.is_none_or(|skill| mind.sightings[index].is_noticed(skill, tick)))
}

/// The number of units that a mind has not noticed yet.
pub(super) fn unnoticed(mind: &Mind, skill: Option<&Skill>, tick: u64) -> usize {
    let is_late = |sighting: &&Sighting| skill.is_some_and(|skill| !sighting.is_noticed(skill, tick));
    mind.sightings.iter().filter(is_late).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::test_support::shipped;
    use crate::sim::ShipId;

    #[test]
    fn a_slow_mind_notices_later_and_none_notices_what_it_never_looked_at() {
        let minds = &shipped().minds;
        let sighting = |ship: u32, since_tick: u64| Sighting { id: TargetId::Ship(ShipId(ship)), since_tick };
        let mind = Mind { sightings: vec![sighting(3, 100), sighting(7, 290)], ..Mind::default() };
        let noticed = |skill: &str, ship: u32| {
            has_noticed(&mind, minds.skill(skill), TargetId::Ship(ShipId(ship)), 310)
        };
        assert_eq!([3, 7, 5].map(|ship| noticed("newcomer", ship)), [false, false, false]);
        assert_eq!([3, 7, 5].map(|ship| noticed("captain", ship)), [true, false, false]);
        assert_eq!([3, 7, 5].map(|ship| noticed("merciless", ship)), [true, true, false]);
        let waiting = ["newcomer", "captain", "merciless"].map(|one| unnoticed(&mind, minds.skill(one), 310));
        assert_eq!(waiting, [2, 1, 0]);
    }
}
