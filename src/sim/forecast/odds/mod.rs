//! Odds of a fight: some ships against a foe, as far as their faction knows it.
//!
//! - Enters: a faction's knowledge of the world, some of its ships, and the foe to attack; or the place of a battle.
//! - Leaves: [`Parties`], or [`BattleForces`]: the numbers of each class on either side, and their state; and an
//!   [`Estimate`].
//! - Must never: count foes that the faction neither sees nor remembers.
//!
//! The foe is joined by other hostile fleets that would share its battlefield, and by armed hostile structures in
//! reach (`vicinity.rs`). Of all foes about a body, those out of sight count as they were seen last, undamaged. The
//! experience of foes is unknown and counts as none. `battle.rs` has the forces of a battle that is fought already.

mod battle;
mod vicinity;

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::Entity;
use glam::DVec3;
use typed_index_collections::TiSlice;

use crate::rules::combat::GroundNumbers;
use crate::sim::combat::battlefield::battlefield_reach_km;
use crate::sim::combat::estimate::{Contingent, Estimate, duel_estimate};
use crate::sim::combat::experience_level;
use crate::sim::invasion::lanchester::equal_landing;
use crate::sim::motion::wells::about_km;
use crate::sim::visibility::memory::TROOPER_STEP;
use crate::sim::visibility::{HullState, SeenShip, SeenStructure, UnitClass, WorldView};
use crate::sim::{ArmedClass, ArmsTable, BodyId, ClassId, FactionId, Sides, StructureId};
pub use battle::{BattleForces, Force};
use vicinity::Vicinity;

/// Steps of the shown state of own ships and of foes, percent.
const OWN_STEP: u32 = 1;
const FOE_STEP: u32 = 5;
/// Tolerance for rounding in a share, percent.
const ROUNDING: f64 = 1.0e-6;

/// A foe that may be attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OddsTarget {
    /// A fleet, by its entity: all its ships in sight.
    Fleet(Entity),
    /// A structure.
    Structure(StructureId),
    /// All foes about a body: those in sight, and those that were seen there last.
    About(BodyId),
}

/// A class, and the level of experience of a crew.
type Kind = (ClassId, u32);
/// The kind and the hull state of a unit; `None` if its hull is not visible.
type KnownUnit = (Kind, Option<HullState>);

/// Units of a class with crews of a level: their number, and the remaining percentages of their armour and
/// shields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitCount {
    /// The class of the ships or structures.
    pub class: ClassId,
    /// The level of the crews' experience.
    pub level: u32,
    /// The number of units.
    pub count: u32,
    /// Remaining armour, percent.
    pub armour: u32,
    /// Remaining shields, percent.
    pub shield: u32,
}

/// The number of troopers that overcomes the garrison of a body on this terrain if full ships land them together. It is
/// rounded up to the step in which garrisons are known.
pub fn needed_troopers(defenders: f64, terrain: f64, ground: &GroundNumbers) -> f64 {
    let landing_s = 1.0 / ground.landing_per_s;
    let equal = equal_landing(defenders, terrain, ground.kills_per_s * landing_s);
    (equal / TROOPER_STEP).ceil() * TROOPER_STEP
}

/// The two sides of a fight, in the order of the classes and levels. Parties that are equal have the same odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parties {
    /// Own ships.
    pub own: Vec<UnitCount>,
    /// Ships of foes.
    pub foes: Vec<UnitCount>,
    /// Structures of foes.
    pub guns: Vec<UnitCount>,
    /// Number of fleets of these ships, besides the attacked one.
    pub fleets_near: usize,
    /// The tick of the oldest sighting of those foes that are out of sight; `None` if all are in sight.
    pub seen_tick: Option<u64>,
}

impl Parties {
    /// The parties of a fight of some ships of a faction against a foe. `view` is the faction's knowledge.
    pub fn of(
        view: WorldView,
        faction: FactionId,
        own: impl Iterator<Item = Entity>,
        foe: OddsTarget,
        sides: &Sides,
        arms_table: &ArmsTable,
    ) -> Self {
        let gunnery = &arms_table.rules.gunnery;
        let own = own.filter_map(|ship| view.ship(ship)).map(|seen| {
            let level = seen.experience.map_or(0, |experience| experience_level(experience, gunnery));
            ((seen.ship.class, level), view.hull_of_ship(&seen))
        });
        let is_foe = |owner: FactionId| sides.are_foes(faction, owner);
        let Attacked { mut ships, mut structures, places, seen_tick } = Attacked::of(view, foe, is_foe);
        let mut fleets: BTreeSet<Entity> = BTreeSet::new();
        if let Some(vicinity) = Vicinity::about(places, battlefield_reach_km(arms_table)) {
            let others =
                view.ships().filter(|seen| foe != OddsTarget::Fleet(seen.fleet) && is_foe(seen.owner));
            for seen in others.filter(|seen| vicinity.holds(seen.position)) {
                ships.push(ship_of_foe(view, &seen));
                fleets.insert(seen.fleet);
            }
            let others = view.structures().filter(|seen| {
                let is_other = foe != OddsTarget::Structure(seen.structure.id);
                is_other && seen.grown.is_none() && is_foe(seen.structure.faction)
            });
            let in_reach = others.filter(|seen| {
                let class = arms_table.structures.get(seen.structure.class);
                class.is_some_and(|class| reaches(class, seen.position.distance(vicinity.middle())))
            });
            structures.extend(in_reach.map(|seen| structure_of_foe(view, &seen)));
        }
        Self {
            own: parts(own, OWN_STEP),
            foes: parts(ships, FOE_STEP),
            guns: parts(structures, FOE_STEP),
            fleets_near: fleets.len(),
            seen_tick,
        }
    }

    /// Whether no foe is known.
    pub fn has_no_foes(&self) -> bool {
        self.foes.is_empty() && self.guns.is_empty()
    }

    /// The expected result; the own side is the first.
    pub fn estimate(&self, arms_table: &ArmsTable) -> Estimate {
        let own: Vec<Contingent> = contingents(&arms_table.ships, &self.own).collect();
        let foes =
            contingents(&arms_table.ships, &self.foes).chain(contingents(&arms_table.structures, &self.guns));
        duel_estimate(&own, &foes.collect::<Vec<_>>(), arms_table)
    }
}

/// The units that are attacked, as far as they are known.
#[derive(Default)]
struct Attacked {
    ships: Vec<KnownUnit>,
    structures: Vec<KnownUnit>,
    /// The places about which more foes count, heliocentric km.
    places: Vec<DVec3>,
    /// See [`Parties::seen_tick`].
    seen_tick: Option<u64>,
}

impl Attacked {
    fn of(view: WorldView, foe: OddsTarget, is_foe: impl Fn(FactionId) -> bool) -> Self {
        let mut found = Self::default();
        match foe {
            OddsTarget::Structure(id) => {
                for seen in view.structures().filter(|seen| seen.structure.id == id) {
                    found.places.push(seen.position);
                    found.structures.push(structure_of_foe(view, &seen));
                }
            }
            OddsTarget::Fleet(fleet) => {
                for seen in view.ships().filter(|seen| seen.fleet == fleet) {
                    found.places.push(seen.position);
                    found.ships.push(ship_of_foe(view, &seen));
                }
            }
            OddsTarget::About(body) => found.add_about(view, body, is_foe),
        }
        found
    }

    /// Adds all foes about a body that are in sight or remembered there. The hulls of those out of sight are unknown.
    fn add_about(&mut self, view: WorldView, body: BodyId, is_foe: impl Fn(FactionId) -> bool) {
        let sky = &view.almanac().sky;
        let (Some(this), Some(state)) = (sky.system.bodies.get(body), sky.now.get(body)) else { return };
        let is_near = |place: DVec3| place.distance(state.position) <= about_km(this);
        let ships = view.ships().filter(|seen| is_foe(seen.owner) && is_near(seen.position));
        self.ships.extend(ships.map(|seen| ship_of_foe(view, &seen)));
        let structures = view.structures().filter(|seen| seen.grown.is_none() && is_near(seen.position));
        let structures = structures.filter(|seen| is_foe(seen.structure.faction));
        self.structures.extend(structures.map(|seen| structure_of_foe(view, &seen)));
        for ghost in view.ghosts().filter(|ghost| is_foe(ghost.faction) && is_near(view.place_of(ghost))) {
            let unit = (green(ghost.class()), None);
            match ghost.of {
                UnitClass::Ship(..) => self.ships.push(unit),
                UnitClass::Structure(..) => self.structures.push(unit),
            }
            self.seen_tick = Some(self.seen_tick.map_or(ghost.seen_tick, |tick| tick.min(ghost.seen_tick)));
        }
    }
}

fn ship_of_foe(view: WorldView, seen: &SeenShip) -> KnownUnit {
    (green(seen.ship.class), view.hull_of_ship(seen))
}

fn structure_of_foe(view: WorldView, seen: &SeenStructure) -> KnownUnit {
    (green(seen.structure.class), view.hull_of_structure(seen))
}

/// Whether the weapons of a class of structures reach a distance, km.
fn reaches(class: &ArmedClass, away_km: f64) -> bool {
    class.is_armed() && away_km <= class.range_km
}

/// A unit with an inexperienced crew: every foe, and every structure.
fn green(class: ClassId) -> Kind {
    (class, 0)
}

/// The number of units of each kind, and their common hull state, in steps of this many percent. Units without a
/// visible hull do not count in the state.
fn parts(all: impl IntoIterator<Item = KnownUnit>, step: u32) -> Vec<UnitCount> {
    let mut found: BTreeMap<Kind, (u32, HullState)> = BTreeMap::new();
    for (kind, hull) in all {
        let (count, sum) = found.entry(kind).or_default();
        *count += 1;
        *sum = sum.plus(hull.unwrap_or_default());
    }
    let part = |((class, level), (count, hull)): (Kind, (u32, HullState))| {
        let armour = hundredths(hull.armour_share(), step);
        let shield = hundredths(hull.shield_share().unwrap_or(1.0), step);
        UnitCount { class, level, count, armour, shield }
    };
    found.into_iter().map(part).collect()
}

/// A share in percent, rounded up to steps of this size, so that a remainder never shows as zero.
fn hundredths(share: f64, step: u32) -> u32 {
    ((100.0 * share - ROUNDING) / f64::from(step)).ceil() as u32 * step
}

/// The parts as input of an estimate; `classes` is the list to which their class indices refer.
pub fn contingents<'a>(
    classes: &'a TiSlice<ClassId, ArmedClass>,
    parts: &'a [UnitCount],
) -> impl Iterator<Item = Contingent<'a>> {
    parts.iter().filter_map(move |part| {
        let (armour, shield) = (f64::from(part.armour) / 100.0, f64::from(part.shield) / 100.0);
        let UnitCount { class, level, count, .. } = *part;
        Some(Contingent { class: classes.get(class)?, count, armour, shield, level })
    })
}

#[cfg(test)]
mod tests {
    use bevy::prelude::*;

    use super::*;
    use crate::sim::combat::test_support;
    use crate::sim::forecast::test_support::war;
    use crate::sim::ids::ShipId;
    use crate::sim::visibility::test_support::{MARS, TERRA, VENUS, held, visit_mars};
    use crate::sim::visibility::{Viewer, with_view};
    use crate::sim::world::{Condition, MemberOf, Position, Ship};

    /// A unit of a class with this much armour and shield left, of 100 points each.
    fn one(class: ClassId, armour: f64, shield: f64) -> KnownUnit {
        (green(class), Some(HullState { armour, most_armour: 100.0, shield, most_shield: 100.0 }))
    }

    /// Undamaged units of a class with crews of a level.
    fn whole(class: ClassId, level: u32, count: u32) -> UnitCount {
        UnitCount { class, level, count, armour: 100, shield: 100 }
    }

    #[test]
    fn classes_are_counted_in_order_with_their_remaining_strength() {
        let [first, second] = [ClassId::from(1), ClassId::from(3)];
        let found =
            parts([one(second, 100.0, 50.0), one(first, 100.0, 0.0), one(second, 20.0, 0.0)], OWN_STEP);
        let expected = [
            UnitCount { class: first, level: 0, count: 1, armour: 100, shield: 0 },
            UnitCount { class: second, level: 0, count: 2, armour: 60, shield: 25 },
        ];
        assert_eq!(found, expected);
        let unknown = parts([(green(first), None), (green(first), None)], OWN_STEP);
        assert_eq!(unknown, [whole(first, 0, 2)], "they count as whole");
        let crews = parts([((first, 5), None), (green(first), None), ((first, 5), None)], OWN_STEP);
        assert_eq!(crews, [whole(first, 0, 1), whole(first, 5, 2)], "crews differ by their experience");
    }

    #[test]
    fn remaining_strength_is_rounded_up_to_steps() {
        assert_eq!([0.0, 0.001, 0.5, 1.0].map(|share| hundredths(share, OWN_STEP)), [0, 1, 50, 100]);
        assert_eq!([0.001, 0.21, 0.5, 1.0].map(|share| hundredths(share, FOE_STEP)), [5, 25, 50, 100]);
        for step in 0..=20 {
            let known =
                HullState { armour: 7.0 * f64::from(step) / 20.0, most_armour: 7.0, ..HullState::default() };
            assert_eq!(hundredths(known.in_steps().armour_share(), FOE_STEP), 5 * step, "it is no step more");
        }
    }

    #[test]
    fn armed_structures_count_where_they_reach() {
        let sentry = ArmedClass { range_km: 9.0, ..test_support::unarmed() };
        assert!(reaches(&sentry, 9.0) && !reaches(&sentry, 9.1));
        assert!(!reaches(&test_support::unarmed(), 0.0));
    }

    #[test]
    fn wrecks_are_not_expected_to_win() {
        let mut arms_table = test_support::arms_table();
        arms_table.ships[ClassId::FIRST].stand_off_share = 0.5;
        let parties = |armour: f64| Parties {
            own: parts([one(ClassId::FIRST, armour, 0.0); 4], OWN_STEP),
            foes: parts([one(ClassId::FIRST, 100.0, 0.0); 3], FOE_STEP),
            guns: Vec::new(),
            fleets_near: 0,
            seen_tick: None,
        };
        let is_won = |armour: f64| parties(armour).estimate(&arms_table).share_left_other == 0.0;
        assert!(is_won(100.0) && !is_won(10.0));
    }

    /// Distances of the ships of the war from the attacked one, in reaches of a battlefield, in the order of
    /// ship numbers; the third ship is attacked.
    const AWAY: [f64; 9] = [0.1, 0.1, 0.0, 0.5, 0.6, -0.9, 3.0, 0.1, 0.2];

    #[test]
    fn needed_troopers_come_in_the_steps_in_which_garrisons_are_known() {
        let ground = GroundNumbers { landing_per_s: 0.25, kills_per_s: 0.03, ..default() };
        let needed = |defenders: f64, terrain: f64| needed_troopers(defenders, terrain, &ground);
        // Landed at once, 568 would do against 480, and 71 against 60.
        assert_eq!((needed(480.0, 1.4), needed(60.0, 1.4)), (610.0, 80.0));
        assert_eq!((needed(0.0, 1.4), needed(3.0, 1.0)), (0.0, 10.0));
    }

    /// The foes that Terra knows about a body after a visit to Mars, from which its scout has returned or not.
    fn known_about(body: BodyId, returns: bool) -> Parties {
        let mut simulation = held();
        let world = simulation.world_mut();
        visit_mars(world, returns);
        let (arms_table, sides) = (world.resource::<ArmsTable>().clone(), world.resource::<Sides>().clone());
        let target = OddsTarget::About(body);
        with_view(world, Viewer::Faction(TERRA), |view| {
            Parties::of(view, TERRA, std::iter::empty(), target, &sides, &arms_table)
        })
        .expect("there is a world")
    }

    #[test]
    fn foes_about_a_body_that_went_out_of_sight_count_as_they_were_seen_last() {
        let (seen, remembered) = (known_about(MARS, false), known_about(MARS, true));
        assert_eq!(seen.guns.iter().map(|part| part.count).collect::<Vec<_>>(), [1]);
        assert_eq!((&remembered.guns, &remembered.foes), (&seen.guns, &seen.foes));
        assert_eq!(seen.seen_tick, None);
        assert!(remembered.seen_tick.is_some());
        let unknown = known_about(VENUS, true);
        assert!(unknown.has_no_foes() && unknown.seen_tick.is_none());
    }

    #[test]
    fn near_foes_in_sight_and_the_experience_of_own_crews_count() {
        let mut simulation = war();
        let world = simulation.world_mut();
        let arms_table = world.resource::<ArmsTable>().clone();
        let sides = world.resource::<Sides>().clone();
        let reach_km = battlefield_reach_km(&arms_table);
        let mut ships: Vec<(ShipId, Entity, ClassId, Entity)> = Vec::new();
        let mut query = world.query::<(&Ship, Entity, &MemberOf, &mut Position, &mut Condition)>();
        for (ship, entity, fleet, mut position, mut condition) in query.iter_mut(world) {
            position.0 = DVec3::X * AWAY[ship.id.0 as usize] * reach_km;
            condition.experience = if ship.id == ShipId(1) { 1.0e9 } else { 0.0 };
            ships.push((ship.id, entity, ship.class, fleet.0));
        }
        ships.sort();
        let (own, (_, _, class, prey)) = ([ships[0].1, ships[1].1], ships[2]);
        let parties = with_view(world, Viewer::Faction(FactionId(0)), |view| {
            Parties::of(view, FactionId(0), own.into_iter(), OddsTarget::Fleet(prey), &sides, &arms_table)
        });
        let parties = parties.expect("there is a world");
        assert_eq!(parties.own, [whole(class, 0, 1), whole(class, 5, 1)]);
        assert_eq!(parties.foes, [whole(class, 0, 4)], "what is far away or out of sight does not count");
        assert_eq!((parties.fleets_near, parties.guns.len()), (2, 0));
        assert_eq!(parties.estimate(&arms_table).share_left_one, 0.0);
    }
}
