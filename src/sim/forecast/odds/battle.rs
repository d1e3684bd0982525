//! The forces of a battle: what a viewer sees of both sides.

use std::collections::BTreeMap;

use glam::DVec3;

use super::{FOE_STEP, KnownUnit, OWN_STEP, UnitCount, contingents, green, parts};
use crate::sim::combat::battlefield::battlefield_reach_km;
use crate::sim::combat::estimate::{Contingent, Estimate, duel_estimate};
use crate::sim::combat::experience_level;
use crate::sim::visibility::{HullState, WorldView};
use crate::sim::{ArmedClass, ArmsTable, FactionId, Sides};

/// What a viewer sees of one side of a battle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Force {
    /// The viewer's faction if it has units here, else the strongest; `None`: nobody of the side is in sight. The
    /// first side keeps its name without units.
    pub faction: Option<FactionId>,
    /// The ships.
    pub ships: Vec<UnitCount>,
    /// The structures.
    pub structures: Vec<UnitCount>,
    /// The number of those that can shoot or carry craft that can.
    pub armed_structures: usize,
    /// The value of all that can shoot or carries craft that can, times the share of its armour and shields that is
    /// left.
    pub strength: f64,
}

/// Both sides of a battle, as far as a viewer sees them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BattleForces {
    /// The viewer's side and all others; in a battle of others the side of the first faction and all others.
    pub sides: [Force; 2],
    /// The faction whose side is the first, for as long as the battle lasts; `None`: nobody was in sight yet.
    pub first: Option<FactionId>,
    /// Whether the viewer's side takes part, or has taken part.
    pub has_own: bool,
}

/// A unit in sight.
struct BattleUnit {
    owner: FactionId,
    is_ship: bool,
    can_fight: bool,
    known: KnownUnit,
    strength: f64,
}

impl BattleForces {
    /// The forces of a battle about a place, heliocentric, km: the units within this radius, and those that can
    /// reach them. `view` is the knowledge of `me`, and `before` the last count of the same battle: a side whose
    /// units are gone stays where it was.
    pub fn about(
        view: WorldView,
        me: FactionId,
        (place, radius_km): (DVec3, f64),
        sides: &Sides,
        arms_table: &ArmsTable,
        before: Option<&Self>,
    ) -> Self {
        let reach_km = radius_km + battlefield_reach_km(arms_table);
        let is_near = |position: DVec3| position.distance(place) < reach_km;
        let mut units = Vec::new();
        for seen in view.ships().filter(|seen| is_near(seen.position)) {
            let (class, hull) = (seen.ship.class, view.hull_of_ship(&seen));
            let experience = seen.experience.unwrap_or_default();
            let level = experience_level(experience, &arms_table.rules.gunnery);
            let known = ((class, level), hull);
            units.push(BattleUnit::of(arms_table.ships.get(class), seen.owner, true, known));
        }
        for seen in view.structures().filter(|seen| seen.grown.is_none() && is_near(seen.position)) {
            let (class, hull) = (seen.structure.class, view.hull_of_structure(&seen));
            let (owner, known) = (seen.structure.faction, (green(class), hull));
            units.push(BattleUnit::of(arms_table.structures.get(class), owner, false, known));
        }
        let had_own = before.is_some_and(|before| before.has_own && before.first == Some(me));
        let has_own = had_own || units.iter().any(|unit| !sides.are_foes(me, unit.owner));
        let first = if has_own { Some(me) } else { before.and_then(|before| before.first) };
        let first = first.or_else(|| units.iter().map(|unit| unit.owner).min());
        let (one, others): (Vec<BattleUnit>, Vec<BattleUnit>) =
            units.into_iter().partition(|unit| first.is_some_and(|first| !sides.are_foes(first, unit.owner)));
        let mut sides = [Force::of(one, me, OWN_STEP), Force::of(others, me, FOE_STEP)];
        sides[0].faction = sides[0].faction.or(first);
        Self { sides, first, has_own }
    }

    /// Whether the viewer's side still has units here, and foes are in sight that it can be compared with.
    pub fn is_contested(&self) -> bool {
        self.has_own && !self.sides[0].is_empty() && self.share().is_some()
    }

    /// The first side's share of the strength, 0 to 1; `None` while no foe is in sight, or nobody can shoot.
    pub fn share(&self) -> Option<f64> {
        let [one, other] = self.sides.each_ref().map(|side| side.strength);
        let is_known = self.sides[1].faction.is_some();
        (is_known && one + other > 0.0).then(|| one / (one + other))
    }

    /// The expected result, if nobody joins and nobody leaves.
    pub fn estimate(&self, arms_table: &ArmsTable) -> Estimate {
        let [one, other] = self.sides.each_ref().map(|side| side.contingents(arms_table));
        duel_estimate(&one, &other, arms_table)
    }
}

impl Force {
    /// Whether no unit of the side is in sight.
    pub fn is_empty(&self) -> bool {
        self.ships.is_empty() && self.structures.is_empty()
    }

    /// The force of these units; `step`: the step of the shown state, percent.
    fn of(units: Vec<BattleUnit>, me: FactionId, step: u32) -> Self {
        let mut strengths: BTreeMap<FactionId, f64> = BTreeMap::new();
        for unit in &units {
            *strengths.entry(unit.owner).or_default() += unit.strength;
        }
        let own = strengths.contains_key(&me).then_some(me);
        // Of equals the first: `max_by` returns the last.
        let strongest = strengths.iter().rev().max_by(|one, other| one.1.total_cmp(other.1));
        let faction = own.or(strongest.map(|(faction, _)| *faction));
        let counted = |is_ship: bool| {
            parts(units.iter().filter(|unit| unit.is_ship == is_ship).map(|unit| unit.known), step)
        };
        let (ships, structures) = (counted(true), counted(false));
        let armed_structures = units.iter().filter(|unit| !unit.is_ship && unit.can_fight).count();
        Self { faction, ships, structures, armed_structures, strength: strengths.values().sum() }
    }

    /// Its units as input of an estimate.
    fn contingents<'a>(&'a self, arms_table: &'a ArmsTable) -> Vec<Contingent<'a>> {
        let ships = contingents(&arms_table.ships, &self.ships);
        ships.chain(contingents(&arms_table.structures, &self.structures)).collect()
    }
}

impl BattleUnit {
    /// A unit of a class.
    fn of(class: Option<&ArmedClass>, owner: FactionId, is_ship: bool, known: KnownUnit) -> Self {
        let (_, hull) = known;
        let (can_fight, strength) = (class.is_some_and(can_fight), strength(class, hull));
        Self { owner, is_ship, can_fight, known, strength }
    }
}

/// Whether a class can shoot or carries craft that can.
fn can_fight(class: &ArmedClass) -> bool {
    class.is_armed() || class.hangar.is_some()
}

/// The strength of a unit; a hull that cannot be seen counts as whole.
fn strength(class: Option<&ArmedClass>, hull: Option<HullState>) -> f64 {
    let left = hull.map_or(1.0, |hull| {
        let whole = hull.most_armour + hull.most_shield;
        if whole > 0.0 { (hull.armour + hull.shield) / whole } else { 1.0 }
    });
    class.filter(|class| can_fight(class)).map_or(0.0, |class| class.worth * left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::test_support;
    use crate::sim::forecast::test_support::war;
    use crate::sim::ids::ClassId;
    use crate::sim::visibility::{Viewer, with_view};
    use crate::sim::world::{Position, Ship};

    const TERRA: FactionId = FactionId(0);
    const ARES: FactionId = FactionId(1);
    const NOBODY: FactionId = FactionId(7);

    /// Distances of the ships of the war from the battle, in reaches of a battlefield, in the order of ship numbers:
    /// three of Terra's and one of Ares' fight.
    const AWAY: [f64; 9] = [0.0, 0.1, -0.5, 3.0, 3.0, 3.0, 3.0, 0.2, 3.0];
    /// The ship of Ares alone.
    const ONE_OF_ARES: [f64; 9] = [3.0, 3.0, -0.5, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0];
    /// The ships of Terra alone.
    const THREE_OF_TERRA: [f64; 9] = [0.0, 0.1, 3.0, 3.0, 3.0, 3.0, 3.0, 0.2, 3.0];
    /// Far away from everything that stands there from the beginning, km.
    const PLACE: DVec3 = DVec3::new(0.0, 0.0, 5.0e9);

    fn forces(viewer: Viewer, me: FactionId) -> BattleForces {
        counted(viewer, me, AWAY, None)
    }

    /// The forces with ships at these distances, after an earlier count.
    fn counted(viewer: Viewer, me: FactionId, away: [f64; 9], before: Option<&BattleForces>) -> BattleForces {
        let mut simulation = war();
        let world = simulation.world_mut();
        let arms_table = world.resource::<ArmsTable>().clone();
        let sides = world.resource::<Sides>().clone();
        let reach_km = battlefield_reach_km(&arms_table);
        for (ship, mut position) in world.query::<(&Ship, &mut Position)>().iter_mut(world) {
            position.0 = PLACE + DVec3::X * away[ship.id.0 as usize] * reach_km;
        }
        let forces = with_view(world, viewer, |view| {
            BattleForces::about(view, me, (PLACE, 0.0), &sides, &arms_table, before)
        });
        forces.expect("there is a world")
    }

    fn count(force: &Force) -> u32 {
        force.ships.iter().map(|part| part.count).sum()
    }

    #[test]
    fn the_viewers_side_is_the_first_and_what_is_far_away_does_not_count() {
        let seen = forces(Viewer::Faction(TERRA), TERRA);
        assert!(seen.has_own);
        assert_eq!(seen.sides.each_ref().map(|side| side.faction), [Some(TERRA), Some(ARES)]);
        assert_eq!(seen.sides.each_ref().map(count), [3, 1]);
        assert!(seen.share().is_some_and(|share| (share - 0.75).abs() < 0.02), "{seen:?}");
        let turned = forces(Viewer::Faction(ARES), ARES);
        assert_eq!(turned.sides.each_ref().map(count), [1, 3]);
        assert!(turned.share().is_some_and(|share| (share - 0.25).abs() < 0.02), "{turned:?}");
    }

    #[test]
    fn the_viewers_side_stays_the_first_when_its_last_unit_is_gone() {
        for (me, away) in [(TERRA, ONE_OF_ARES), (ARES, THREE_OF_TERRA)] {
            let before = forces(Viewer::Everything, me);
            let after = counted(Viewer::Everything, me, away, Some(&before));
            assert_eq!(
                after.sides.each_ref().map(|side| side.faction),
                before.sides.each_ref().map(|side| side.faction)
            );
            assert!(after.has_own && after.sides[0].is_empty() && !after.sides[1].is_empty(), "{after:?}");
            assert_eq!((after.share(), after.is_contested()), (Some(0.0), false));
        }
        let of_others = forces(Viewer::Everything, NOBODY);
        let after = counted(Viewer::Everything, NOBODY, ONE_OF_ARES, Some(&of_others));
        assert_eq!(after.sides.each_ref().map(|side| side.faction), [Some(TERRA), Some(ARES)]);
    }

    #[test]
    fn who_joins_a_battle_of_others_is_its_first_side() {
        let of_others = forces(Viewer::Everything, NOBODY);
        let joined = counted(Viewer::Everything, ARES, AWAY, Some(&of_others));
        assert!(joined.has_own && joined.is_contested());
        assert_eq!(joined.sides.each_ref().map(|side| side.faction), [Some(ARES), Some(TERRA)]);
    }

    #[test]
    fn a_battle_of_others_has_two_sides_as_well() {
        let seen = forces(Viewer::Everything, NOBODY);
        assert!(!seen.has_own);
        assert_eq!(seen.sides.each_ref().map(|side| side.faction), [Some(TERRA), Some(ARES)]);
        assert_eq!(forces(Viewer::Nobody, NOBODY), BattleForces::default());
    }

    #[test]
    fn strength_goes_with_the_hull_and_what_cannot_fight_has_none() {
        let mut class = ArmedClass { worth: 200.0, range_km: 10.0, ..test_support::unarmed() };
        let half = HullState { armour: 100.0, most_armour: 100.0, shield: 0.0, most_shield: 100.0 };
        assert_eq!([None, Some(half)].map(|hull| strength(Some(&class), hull)), [200.0, 100.0]);
        class.range_km = 0.0;
        assert_eq!([strength(Some(&class), None), strength(None, None)], [0.0, 0.0]);
    }

    #[test]
    fn armed_structures_are_counted_apart() {
        let armed = ArmedClass { worth: 200.0, range_km: 10.0, ..test_support::unarmed() };
        let unit = |class: &ArmedClass, is_ship: bool| {
            BattleUnit::of(Some(class), TERRA, is_ship, (green(ClassId::FIRST), None))
        };
        let yard = test_support::unarmed();
        let units = vec![unit(&armed, false), unit(&yard, false), unit(&armed, false), unit(&armed, true)];
        let force = Force::of(units, TERRA, OWN_STEP);
        assert_eq!((force.armed_structures, count(&force)), (2, 1));
    }

    #[test]
    fn no_share_is_told_while_foes_are_out_of_sight() {
        let force =
            |faction: Option<FactionId>, strength: f64| Force { faction, strength, ..Force::default() };
        let share = |one: Force, other: Force| {
            BattleForces { sides: [one, other], ..BattleForces::default() }.share()
        };
        assert_eq!(share(force(Some(TERRA), 9.0), Force::default()), None);
        assert_eq!(share(Force::default(), force(Some(ARES), 9.0)), Some(0.0));
        assert_eq!(share(force(Some(TERRA), 9.0), force(Some(ARES), 0.0)), Some(1.0));
        assert_eq!(share(force(Some(TERRA), 0.0), force(Some(ARES), 0.0)), None);
    }

    #[test]
    fn the_estimate_counts_both_sides() {
        let arms_table = test_support::arms_table();
        let whole = |count: u32| Force {
            faction: Some(TERRA),
            ships: vec![UnitCount { class: ClassId::FIRST, level: 0, count, armour: 100, shield: 100 }],
            ..Force::default()
        };
        let estimate = |one: u32, other: u32| {
            let sides = [whole(one), whole(other)];
            BattleForces { sides, ..BattleForces::default() }.estimate(&arms_table)
        };
        assert!(estimate(9, 3).share_left_other == 0.0 && estimate(3, 9).share_left_one == 0.0);
    }
}
