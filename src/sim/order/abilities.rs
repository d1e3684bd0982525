//! The two halves of the check of an order to go somewhere, for buttons, pointers and minds: the abilities of ships,
//! independent of a target, and the check of a target, independent of ships.

use super::goal::destination;
use super::units::{Groups, groups_of};
use super::{Refusal, Units};
use crate::level::Assault;
use crate::sim::task::war::{attack, ground, land};
use crate::sim::visibility::{HullState, WorldView};
use crate::sim::{FactionId, Goal, ShipId, TaskRefusal};

/// The orders that ships can carry out, and the refusals of the others. The refusals are those of the order
/// itself; the destination is not examined.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Abilities {
    /// Number of ships.
    pub ships: usize,
    /// Number of ships with troopers aboard.
    pub carriers: usize,
    /// Troopers aboard all of the ships,
    pub troopers: f64,
    /// and how many more these ships hold.
    pub free_berths: f64,
    /// Number of ships that lack armour.
    pub damaged: usize,
    /// The refusal of every order; `None` if the ships take orders.
    pub no_order: Option<Refusal>,
    /// The refusal of an attack; `None` if the ships can attack.
    pub no_attack: Option<Refusal>,
    /// The refusals of the assaults of [`Assault::ALL`]; `None` if the ships can carry one out.
    pub no_assault: [Option<Refusal>; 2],
}

impl Abilities {
    /// Whether any ship can shoot at ships, even if it holds its fire.
    pub fn is_armed(&self) -> bool {
        self.ships > 0 && !matches!(self.no_attack, Some(Refusal::Task(TaskRefusal::Unarmed)))
    }

    /// Whether any ship has a weapon that reaches the ground, even if it holds its fire.
    pub fn bombards(&self) -> bool {
        self.ships > 0 && !self.no_assault.contains(&Some(Refusal::Task(TaskRefusal::NoBombardment)))
    }

    /// The refusal of this assault on any ground; `None` if the ships can carry it out.
    pub fn no_assault(&self, assault: Assault) -> Option<&Refusal> {
        self.no_assault[assault as usize].as_ref()
    }

    /// Whether troopers are aboard of every ship.
    pub fn all_carry(&self) -> bool {
        self.ships > 0 && self.carriers == self.ships
    }
}

/// The abilities of ships of the viewer's faction.
pub fn abilities(view: WorldView, ships: &[ShipId]) -> Abilities {
    let player = view.faction().unwrap_or(FactionId::NOBODY);
    let groups = match groups_of(view, player, &Units::Ships(ships.to_vec())) {
        Ok(groups) => groups,
        Err(refusal) => return none(refusal),
    };
    let why = |outcome: Result<(), TaskRefusal>| outcome.err().map(Refusal::from);
    let aboard = troopers(view, &groups);
    Abilities {
        ships: groups.iter().map(|(_, ships)| ships.len()).sum(),
        no_order: None,
        carriers: aboard.len(),
        troopers: aboard.iter().sum(),
        free_berths: free_berths(view, &groups),
        damaged: damaged(view, &groups),
        no_attack: why(attack::check_crew(view, &groups)),
        no_assault: Assault::ALL.map(|assault| why(ground::check_crew(view, &groups, assault))),
    }
}

/// Whether ships of the viewer's faction could be sent to a goal, as far as it knows; the ships are not examined.
///
/// # Errors
/// The refusal of the order, in words for the player.
pub fn check_goal(view: WorldView, goal: &Goal) -> Result<(), Refusal> {
    destination(view, view.faction().unwrap_or(FactionId::NOBODY), goal).map(drop)
}

/// No abilities.
fn none(refusal: Refusal) -> Abilities {
    let why = || Some(refusal.clone());
    Abilities { no_order: why(), no_attack: why(), no_assault: [why(), why()], ..Abilities::default() }
}

/// The troopers of each ship that has some aboard.
fn troopers(view: WorldView, groups: &Groups) -> Vec<f64> {
    let ships = groups.iter().flat_map(|(_, ships)| ships);
    ships.filter_map(|ship| land::troopers_known(view, *ship)).collect()
}

/// How many more troopers the ships hold that can carry some.
fn free_berths(view: WorldView, groups: &Groups) -> f64 {
    let ships = groups.iter().flat_map(|(_, ships)| ships);
    let free = ships.filter_map(|ship| {
        let seen = view.ship(*ship)?;
        let most = view.almanac().arms_table.ships.get(seen.ship.class)?.troopers;
        let aboard = land::troopers_known(view, *ship).unwrap_or_default();
        Some((most - aboard).max(0.0))
    });
    free.sum()
}

/// The number of ships that lack armour.
fn damaged(view: WorldView, groups: &Groups) -> usize {
    let hulls = groups.iter().flat_map(|(_, ships)| ships).filter_map(|ship| {
        let seen = view.ship(*ship)?;
        view.hull_of_ship(&seen)
    });
    hulls.filter(HullState::needs_repair).count()
}

#[cfg(test)]
mod tests {
    use bevy::prelude::*;

    use super::*;
    use crate::sim::simulation::test_support::begun;
    use crate::sim::visibility::{Viewer, with_view};
    use crate::sim::{ArmsTable, ClassId, Condition, Ship};

    /// Two ships for 80 troopers each, and one that carries none.
    const LANDERS: &str = r##"(
        schema_version: 1, title: "test", epoch: date("2026-11-21"),
        bodies: [body("Sun"), body("Earth")],
        factions: [(name: "Terra", color: "#4aa8ff", home: "Earth")],
        fleets: [(name: "First", faction: "Terra", at: near("Earth"),
            ships: [(class: "troop ship", count: 2), (class: "scout")])],
        settings: (player: "Terra"),
    )"##;

    #[test]
    fn berths_are_free_that_no_trooper_has() {
        let mut simulation = begun(LANDERS);
        let world = simulation.world_mut();
        let mut known_ships = world.query::<(Entity, &Ship)>();
        let all = known_ships.iter(world).map(|(entity, ship)| (entity, ship.clone()));
        let mut ships: Vec<(Entity, Ship)> = all.collect();
        let ids: Vec<ShipId> = ships.iter().map(|(_, ship)| ship.id).collect();
        let classes = world.resource::<ArmsTable>().ships.clone();
        ships.retain(|(_, ship)| classes[ship.class].troopers > 0.0);
        let known = |world: &mut World| {
            let able = with_view(world, Viewer::Faction(FactionId(0)), |view| abilities(view, &ids));
            let able = able.expect("there is a world");
            (able.carriers, able.troopers, able.free_berths)
        };
        assert_eq!(known(world), (2, 160.0, 0.0), "they are as built");
        for (aboard, expected) in [([30.0, 0.0], (1, 30.0, 130.0)), ([100.0, 80.0], (2, 180.0, 0.0))] {
            for ((entity, ship), troopers) in ships.iter().zip(aboard) {
                let whole = Condition::whole(&classes[ship.class]);
                world.entity_mut(*entity).insert(Condition { troopers, ..whole });
            }
            assert_eq!(known(world), expected, "{aboard:?}");
        }
    }

    #[test]
    fn ships_that_lack_armour_are_counted() {
        let mut simulation = begun(LANDERS);
        let world = simulation.world_mut();
        let mut known_ships = world.query::<(Entity, &Ship)>();
        let all = known_ships.iter(world).map(|(entity, ship)| (entity, ship.id, ship.class));
        let ships: Vec<(Entity, ShipId, ClassId)> = all.collect();
        let ids: Vec<ShipId> = ships.iter().map(|(_, id, _)| *id).collect();
        let damaged = |world: &mut World| {
            let able = with_view(world, Viewer::Faction(FactionId(0)), |view| abilities(view, &ids));
            able.expect("there is a world").damaged
        };
        assert_eq!(damaged(world), 0, "they are as built");
        let classes = world.resource::<ArmsTable>().ships.clone();
        let (first, _, class) = ships[0];
        let whole = Condition::whole(&classes[class]);
        world.entity_mut(first).insert(Condition { shield: 0.0, ..whole });
        assert_eq!(damaged(world), 0, "shields recover by themselves");
        world.entity_mut(first).insert(Condition { armour: 0.5 * whole.armour, ..whole });
        assert_eq!(damaged(world), 1);
    }
}
