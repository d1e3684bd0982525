//! Fleets for the tests of orders.

use super::chosen::{ChosenFleet, FleetSettings};
use crate::sim::order::Abilities;
use crate::sim::{FleetId, Refusal, ShipId, TaskRefusal};

fn fleet(ships: usize) -> Abilities {
    Abilities { ships, ..Abilities::default() }
}

fn refused(why: TaskRefusal) -> Option<Refusal> {
    Some(Refusal::Task(why))
}

/// Three warships without troopers.
pub fn warships() -> Abilities {
    Abilities { no_assault: [refused(TaskRefusal::NoTroopers), None], ..fleet(3) }
}

/// The abilities of the same ships when they hold their fire.
pub fn quiet() -> Abilities {
    let holds = || refused(TaskRefusal::HoldsFire("First".to_owned()));
    let [no_landing, _] = warships().no_assault;
    Abilities { no_attack: holds(), no_assault: [no_landing, holds()], ..warships() }
}

/// Two ships with 300 troopers and without weapons.
pub fn landers() -> Abilities {
    Abilities {
        carriers: 2,
        troopers: 300.0,
        no_attack: refused(TaskRefusal::Unarmed),
        no_assault: [None, refused(TaskRefusal::NoBombardment)],
        ..fleet(2)
    }
}

/// Two fleets that stand, look and fight each in their own way.
pub fn two_fleets(one: FleetSettings, two: FleetSettings) -> [ChosenFleet; 2] {
    let fleet = |id: u32, name: &str, ships: &[u32], settings: FleetSettings| {
        let ships = ships.iter().copied().map(ShipId).collect();
        ChosenFleet { id: FleetId(id), name: name.to_owned(), ships, repeats: false, settings }
    };
    [fleet(1, "First", &[1, 4], one), fleet(2, "Second", &[2], two)]
}
