//! Who would fight whom where a foe is attacked: the selected ships against what is seen of foes there.
//!
//! - Enters: the selected ships and what their crews have learnt; what is seen of the foe under the pointer,
//!   of the other fleets of foes that would share its battlefield, and of the armed structures of foes that
//!   reach it; how whole all of these are.
//! - Leaves: [`Comparison`]'s parties: how many of each class on either side, and what is left of them.
//! - Must never: count foes that are out of sight.
//!
//! How damaged foes are is known no finer than their bars show it. What their crews have learnt nobody is
//! shown, so foes are taken to have learnt nothing.

use std::collections::BTreeMap;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;
use typed_index_collections::TiSlice;

use super::vicinity::Vicinity;
use crate::client::frame::Player;
use crate::client::input::selection::Selected;
use crate::client::orders::planning::front::{Adversary, FoeThere};
use crate::client::scene::battle::Roster;
use crate::client::scene::battle::hulls::{HullState, HullStates};
use crate::client::view::seen::{SeenShips, SeenStructures};
use crate::sim::combat::estimate::Contingent;
use crate::sim::combat::firing::experience_level;
use crate::sim::combat::fray::battlefield_reach_km;
use crate::sim::ids::{ClassId, TargetId};
use crate::sim::world::{ArmedClass, Armoury, Condition, Ship, ShipClasses, Sides, StructureClasses};

/// In what steps it is known how whole own ships and foes are, hundredths.
pub(super) const OWN_STEP: u32 = 1;
pub(super) const FOE_STEP: u32 = 5;

/// A class, and the level of experience of a crew.
pub(super) type Kind = (ClassId, u32);
/// One of a kind, and how whole it is; `None` where there is nothing to be seen of that.
pub(super) type Hull = (Kind, Option<HullState>);

/// Some of a class with crews of a level: how many, and how much of their armour and shields together is
/// left, hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) class: ClassId,
    pub(super) level: u32,
    pub(super) count: u32,
    pub(super) armour: u32,
    pub(super) shield: u32,
}

/// Two parties whose fight has been estimated, in the order of the classes and levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parties {
    /// The selected ships.
    pub(super) own: Vec<Part>,
    /// Ships of foes.
    pub(super) foes: Vec<Part>,
    /// Structures of foes.
    pub(super) guns: Vec<Part>,
    /// Of how many fleets those ships are, besides the one that is pointed at, if it is a fleet.
    pub(super) fleets_near: usize,
    /// The class of the foe that is pointed at.
    pub(super) class: ClassId,
    pub(super) is_structure: bool,
}

/// What is compared.
#[derive(SystemParam)]
pub struct Comparison<'w, 's> {
    ships: SeenShips<'w, 's>,
    structures: SeenStructures<'w, 's>,
    own: Query<'w, 's, (Entity, &'static Ship, Option<&'static Condition>), With<Selected>>,
    hulls: HullStates<'w, 's>,
    roster: Res<'w, Roster>,
    player: Res<'w, Player>,
    sides: Res<'w, Sides>,
    pub(super) armoury: Res<'w, Armoury>,
    pub(super) classes: Res<'w, ShipClasses>,
    pub(super) structure_classes: Res<'w, StructureClasses>,
}

impl Comparison<'_, '_> {
    /// The selected ships, and what is seen of a foe: the ship's whole fleet, or the structure; with it the
    /// ships of foes that would share its battlefield, and the armed structures that reach it.
    pub(super) fn parties(&self, foe: &FoeThere) -> Parties {
        let gunnery = &self.armoury.rules.gunnery;
        let own = self.own.iter().map(|(entity, ship, condition)| {
            let level = condition.map_or(0, |condition| experience_level(condition.experience, gunnery));
            ((ship.class, level), self.hulls.of(entity))
        });
        let mut places: Vec<DVec3> = Vec::new();
        let mut foes: Vec<Hull> = Vec::new();
        let mut guns: Vec<Hull> = Vec::new();
        let mut fleets_near = 0;
        let target = match foe.who {
            Adversary::Structure(id) => {
                let spot = self.roster.get(TargetId::Structure(id));
                places.extend(spot.map(|spot| spot.place));
                guns.push((green(foe.class), spot.and_then(|spot| self.hulls.of(spot.entity))));
                Some(id)
            }
            Adversary::Ship(_) | Adversary::Fleet(_) => {
                for seen in self.ships.iter().filter(|seen| Some(seen.fleet) == foe.fleet) {
                    places.extend(self.roster.get(TargetId::Ship(seen.ship.id)).map(|spot| spot.place));
                    foes.push((green(seen.ship.class), self.hulls.of(seen.entity)));
                }
                None
            }
        };
        if let Some(vicinity) = Vicinity::about(places, battlefield_reach_km(&self.armoury)) {
            let (others, fleets) = self.others_near(foe.fleet, &vicinity);
            foes.extend(others);
            fleets_near = fleets;
            let middle = vicinity.middle();
            let me = self.player.faction;
            let others = self.structures.iter().filter(|one| {
                let structure = one.structure;
                let is_foe = self.sides.are_foes(me, structure.faction);
                is_foe && one.grown.is_none() && Some(structure.id) != target
            });
            guns.extend(others.filter_map(|one| {
                let spot = self.roster.get(TargetId::Structure(one.structure.id))?;
                let class = self.armoury.structures.get(one.structure.class)?;
                let is_near = reaches(class, spot.place.distance(middle));
                is_near.then(|| (green(one.structure.class), self.hulls.of(spot.entity)))
            }));
        }
        Parties {
            own: parts(own, OWN_STEP),
            foes: parts(foes, FOE_STEP),
            guns: parts(guns, FOE_STEP),
            fleets_near,
            class: foe.class,
            is_structure: target.is_some(),
        }
    }

    /// The ships in sight of foes that are near, but for the fleet that is the target, and of how many fleets
    /// they are.
    fn others_near(&self, target: Option<Entity>, vicinity: &Vicinity) -> (Vec<Hull>, usize) {
        let me = self.player.faction;
        let (mut found, mut fleets) = (Vec::new(), Vec::new());
        for seen in self.ships.iter() {
            if Some(seen.fleet) == target || !self.sides.are_foes(me, seen.owner) {
                continue;
            }
            let Some(spot) = self.roster.get(TargetId::Ship(seen.ship.id)) else { continue };
            if vicinity.holds(spot.place) {
                found.push((green(seen.ship.class), self.hulls.of(seen.entity)));
                fleets.push(seen.fleet);
            }
        }
        fleets.sort_unstable();
        fleets.dedup();
        (found, fleets.len())
    }
}

/// Whether the weapons of a class of structures reach something at a distance, km.
fn reaches(class: &ArmedClass, away_km: f64) -> bool {
    class.is_armed() && away_km <= class.range_km
}

/// One of a class whose crew counts as one that has learnt nothing: all of foes, and structures.
pub(super) fn green(class: ClassId) -> Kind {
    (class, 0)
}

/// How many there are of each kind, and how whole they are together, in steps of so many hundredths. Who has
/// no state to be seen counts for nothing in the second.
pub(super) fn parts(all: impl IntoIterator<Item = Hull>, step: u32) -> Vec<Part> {
    let mut found: BTreeMap<Kind, (u32, HullState)> = BTreeMap::new();
    for (kind, hull) in all {
        let (count, sum) = found.entry(kind).or_default();
        *count += 1;
        *sum = sum.plus(hull.unwrap_or_default());
    }
    let part = |((class, level), (count, hull)): (Kind, (u32, HullState))| {
        let armour = hundredths(hull.armour_share(), step);
        let shield = hundredths(hull.shield_share().unwrap_or(1.0), step);
        Part { class, level, count, armour, shield }
    };
    found.into_iter().map(part).collect()
}

/// A share in hundredths, in steps of so many, rounded up: what is left is never nothing.
fn hundredths(share: f64, step: u32) -> u32 {
    (100.0 * share / f64::from(step)).ceil() as u32 * step
}

/// The same as an estimate takes them; `classes` are those that the parts speak of.
pub(super) fn contingents<'a>(
    classes: &'a TiSlice<ClassId, ArmedClass>,
    parts: &'a [Part],
) -> impl Iterator<Item = Contingent<'a>> {
    parts.iter().filter_map(move |part| {
        let (armour, shield) = (f64::from(part.armour) / 100.0, f64::from(part.shield) / 100.0);
        let Part { class, level, count, .. } = *part;
        Some(Contingent { class: classes.get(class)?, count, armour, shield, level })
    })
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::scene::battle::Spot;
    use crate::level::parse_level;
    use crate::sim::Simulation;
    use crate::sim::combat::trial;
    use crate::sim::ids::FactionId;
    use crate::sim::ids::ShipId;
    use crate::sim::visibility::Viewer;
    use crate::sim::world::MemberOf;

    /// One of a class with so much armour and shield left, of 100 points each.
    fn one(class: ClassId, armour: f64, shield: f64) -> Hull {
        (green(class), Some(HullState { armour, most_armour: 100.0, shield, most_shield: 100.0 }))
    }

    #[test]
    fn classes_are_counted_in_their_order_with_what_is_left_of_them() {
        let found = parts(
            [
                one(ClassId::from(3), 100.0, 50.0),
                one(ClassId::from(1), 100.0, 0.0),
                one(ClassId::from(3), 20.0, 0.0),
            ],
            OWN_STEP,
        );
        let expected = [
            Part { class: ClassId::from(1), level: 0, count: 1, armour: 100, shield: 0 },
            Part { class: ClassId::from(3), level: 0, count: 2, armour: 60, shield: 25 },
        ];
        assert_eq!(found, expected);
        let unknown = parts([(green(ClassId::from(2)), None), (green(ClassId::from(2)), None)], OWN_STEP);
        assert_eq!(unknown, [whole(ClassId::from(2), 0, 2)], "they count as whole");
        let crews = parts(
            [((ClassId::from(2), 5), None), (green(ClassId::from(2)), None), ((ClassId::from(2), 5), None)],
            OWN_STEP,
        );
        assert_eq!(
            crews,
            [whole(ClassId::from(2), 0, 1), whole(ClassId::from(2), 5, 2)],
            "crews are told apart by what they have learnt"
        );
    }

    /// So many of a class with crews of a level, of whom nothing is missing.
    fn whole(class: ClassId, level: u32, count: u32) -> Part {
        Part { class, level, count, armour: 100, shield: 100 }
    }

    #[test]
    fn foes_are_known_as_their_bars_show_them() {
        assert_eq!([0.0, 0.001, 0.5, 1.0].map(|share| hundredths(share, OWN_STEP)), [0, 1, 50, 100]);
        assert_eq!([0.001, 0.21, 0.5, 1.0].map(|share| hundredths(share, FOE_STEP)), [5, 25, 50, 100]);
    }

    #[test]
    fn armed_structures_count_where_they_reach() {
        let sentry = ArmedClass { range_km: 9.0, ..trial::unarmed() };
        assert!(reaches(&sentry, 9.0) && !reaches(&sentry, 9.1));
        assert!(!reaches(&trial::unarmed(), 0.0));
    }

    /// Terra's first fleet is selected; Ares has a fleet that is attacked, some beside it, one that is far
    /// away and one that Terra does not see.
    const WAR: &str = r##"(
        schema_version: 1, title: "test", epoch: date("2026-11-21"),
        bodies: [body("Sun"), body("Earth"), body("Moon"), body("Mars")],
        factions: [
            (name: "Terra", color: "#4aa8ff", home: "Earth", treasury: (money: 1000000, resources: 1000000)),
            (name: "Ares", color: "#ff7a45", treasury: (money: 1000000, resources: 1000000)),
        ],
        fleets: [
            (name: "First", faction: "Terra", at: beside(body: "Earth", radii: 4, bearing_deg: 0),
                ships: [(class: "corvette", count: 2)]),
            (name: "Prey", faction: "Ares", at: beside(body: "Earth", radii: 4, bearing_deg: 15),
                ships: [(class: "corvette")]),
            (name: "Near", faction: "Ares", at: beside(body: "Earth", radii: 4, bearing_deg: 30),
                ships: [(class: "corvette", count: 2)]),
            (name: "Beside", faction: "Ares", at: beside(body: "Earth", radii: 4, bearing_deg: 45),
                ships: [(class: "corvette")]),
            (name: "Far", faction: "Ares", at: beside(body: "Earth", radii: 4, bearing_deg: 60),
                ships: [(class: "corvette")]),
            (name: "Second", faction: "Terra", at: beside(body: "Earth", radii: 4, bearing_deg: 345),
                ships: [(class: "corvette")]),
            (name: "Hidden", faction: "Ares", at: near("Mars"), ships: [(class: "corvette")]),
        ],
        settings: (player: "Terra"),
    )"##;
    /// How far the ships of that level stand from the one that is attacked, in reaches of a battlefield, in
    /// the order of their numbers; the third one is attacked.
    const AWAY: [f64; 9] = [0.1, 0.1, 0.0, 0.5, 0.6, -0.9, 3.0, 0.1, 0.2];

    /// That level, as its player sees it after a tick, with the ships where [`AWAY`] says.
    fn war() -> Simulation {
        let rules = crate::rules::trial::shipped();
        let loaded = parse_level("war.ron", WAR.as_bytes(), &rules.surroundings());
        let level = loaded.unwrap_or_else(|faults| panic!("{faults}")).level;
        let mut simulation = Simulation::new(&level, &rules.for_level(&level), 1).expect("it spawns");
        simulation.run(1);
        let world = simulation.world_mut();
        let reach_km = battlefield_reach_km(world.resource::<Armoury>());
        let mut roster = Roster::default();
        let mut ships = world.query::<(Entity, &Ship)>();
        for (entity, ship) in ships.iter(world) {
            let place = DVec3::X * AWAY[ship.id.0 as usize] * reach_km;
            roster.enter(TargetId::Ship(ship.id), Spot { entity, place, ..Spot::default() });
        }
        let selected = [0, 1].map(|id| roster.get(TargetId::Ship(ShipId(id))).expect("it is there").entity);
        for entity in selected {
            world.entity_mut(entity).insert(Selected);
        }
        world.get_mut::<Condition>(selected[1]).expect("it has one").experience = 1.0e9;
        world.insert_resource(roster);
        world.insert_resource(Viewer::Faction(FactionId(0)));
        world.insert_resource(Player { faction: FactionId(0), home: None });
        simulation
    }

    /// The foe that is pointed at.
    #[derive(Resource)]
    struct Attacked(FoeThere);

    fn compare(attacked: Res<Attacked>, comparison: Comparison) -> (Parties, String) {
        let parties = comparison.parties(&attacked.0);
        let words = comparison.words(&parties);
        (parties, words)
    }

    #[test]
    fn whoever_is_seen_near_counts_and_what_crews_have_learnt() {
        let mut simulation = war();
        let world = simulation.world_mut();
        let mut ships = world.query::<(&Ship, &MemberOf)>();
        let prey = ships.iter(world).find(|(ship, _)| ship.id == ShipId(2));
        let (class, fleet) = prey.map(|(ship, fleet)| (ship.class, fleet.0)).expect("it is there");
        let who = Adversary::Fleet(ShipId(2));
        let foe = FoeThere { who, name: "Ares".to_owned(), class, fleet: Some(fleet), kin: None };
        world.insert_resource(Attacked(foe));
        let (parties, words) = world.run_system_once(compare).expect("it runs");
        assert_eq!(parties.own, [whole(class, 0, 1), whole(class, 5, 1)]);
        assert_eq!(parties.foes, [whole(class, 0, 4)], "who is far away or out of sight does not count");
        assert_eq!((parties.fleets_near, parties.guns.len()), (2, 0));
        assert!(words.starts_with("seen: 4 corvettes\nwith 2 more fleets near: likely lost"), "{words}");
    }
}
