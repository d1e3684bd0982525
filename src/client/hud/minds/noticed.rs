//! What a mind has noticed of the foreign units that its side knows: a unit counts for it once the reaction time of its
//! skill has passed.

use crate::level::Skill;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::{Mind, Sighting, TargetId};

/// Whether a mind has noticed a unit.
pub(super) fn has_noticed(mind: &Mind, skill: Option<&Skill>, id: TargetId, tick: u64) -> bool {
    let known = mind.sightings.binary_search_by_key(&id, |sighting| sighting.id);
    known.is_ok_and(|index| is_noticed(&mind.sightings[index], skill, tick))
}

/// The number of units that a mind has not noticed yet.
pub(super) fn unnoticed(mind: &Mind, skill: Option<&Skill>, tick: u64) -> usize {
    mind.sightings.iter().filter(|sighting| !is_noticed(sighting, skill, tick)).count()
}

fn is_noticed(sighting: &Sighting, skill: Option<&Skill>, tick: u64) -> bool {
    let reaction = skill.map_or(0.0, |skill| skill.reaction_s * TICKS_PER_SECOND);
    tick.saturating_sub(sighting.since_tick) >= reaction as u64
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
