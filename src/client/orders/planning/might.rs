//! What the selected ships can do in a war.
//!
//! - Enters: the classes of ships, and the troopers aboard.
//! - Leaves: a [`Might`], and why an order of war would be of no use.
//! - Must never: look at the world, or at ships that are not selected.

use crate::sim::world::{ArmedClass, Armoury};

/// With fewer troopers than this nobody is aboard, as the world sees it.
const NOBODY: f64 = 0.5;

/// Why ships do not fight that could.
const HOLDING: &str = "not while they hold their fire: change their stance first";

/// What some ships can do together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Might {
    /// How many they are.
    pub ships: usize,
    /// Whether one of them can shoot at ships.
    pub is_armed: bool,
    /// Whether one of them can bombard the ground of a body.
    pub bombards: bool,
    /// Whether one of them that can shoot at ships belongs to a fleet that holds its fire.
    pub holds_fire: bool,
    /// The same of one that can bombard.
    pub holds_bombs: bool,
    /// How many of them have troopers aboard.
    pub carriers: usize,
    /// Troopers aboard of all of them.
    pub troopers: f64,
}

impl Might {
    /// The same with another ship, which has so many troopers aboard; `holds_fire` tells whether its fleet
    /// does.
    pub fn plus(self, class: &ArmedClass, armoury: &Armoury, troopers: f64, holds_fire: bool) -> Self {
        let carries = troopers >= NOBODY;
        let (is_armed, bombards) = (class.is_armed(), bombards(class, armoury));
        Self {
            ships: self.ships + 1,
            is_armed: self.is_armed || is_armed,
            bombards: self.bombards || bombards,
            holds_fire: self.holds_fire || (is_armed && holds_fire),
            holds_bombs: self.holds_bombs || (bombards && holds_fire),
            carriers: self.carriers + usize::from(carries),
            troopers: self.troopers + if carries { troopers } else { 0.0 },
        }
    }

    /// Whether troopers are aboard of every ship, so that a click on a body of others is meant for them.
    pub fn all_carry(&self) -> bool {
        self.ships > 0 && self.carriers == self.ships
    }

    /// Why they cannot fight; `None` where they can.
    pub fn no_weapons(&self) -> Option<&'static str> {
        (!self.is_armed).then_some("none of these ships has a weapon: send warships")
    }

    /// Why they cannot bombard; `None` where they can.
    pub fn no_bombardment(&self) -> Option<&'static str> {
        (!self.bombards).then_some("none of these weapons reaches the ground; tips in a yard tell which do")
    }

    /// Why an order to attack would be refused to them; `None` where it would not.
    pub fn no_attack(&self) -> Option<&'static str> {
        self.no_weapons().or(self.holds_fire.then_some(HOLDING))
    }

    /// The same of an order to bombard.
    pub fn no_bombing(&self) -> Option<&'static str> {
        self.no_bombardment().or(self.holds_bombs.then_some(HOLDING))
    }

    /// Why they cannot land; `None` where they can.
    pub fn no_troopers(&self) -> Option<&'static str> {
        (self.carriers == 0).then_some("no troopers are aboard of these ships: build troop ships")
    }
}

/// Whether a class has a weapon that can be turned on the ground.
fn bombards(class: &ArmedClass, armoury: &Armoury) -> bool {
    class.mounts.iter().filter_map(|mount| armoury.weapons.get(mount.weapon)).any(|weapon| weapon.bombards)
}

#[cfg(test)]
impl Might {
    /// What three warships can do that carry no troopers, for tests.
    pub const WARSHIPS: Self = Self {
        ships: 3,
        is_armed: true,
        bombards: true,
        holds_fire: false,
        holds_bombs: false,
        carriers: 0,
        troopers: 0.0,
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::trial;

    #[test]
    fn what_one_can_do_all_can() {
        let armoury = Armoury::default();
        let unarmed = ArmedClass { troopers: 50.0, ..trial::unarmed() };
        let gunship = ArmedClass { range_km: 9.0, ..unarmed.clone() };
        let landers =
            Might::default().plus(&unarmed, &armoury, 50.0, true).plus(&unarmed, &armoury, 0.2, true);
        assert_eq!((landers.ships, landers.carriers, landers.troopers), (2, 1, 50.0));
        assert!(!landers.all_carry() && landers.no_troopers().is_none() && landers.no_weapons().is_some());
        let both = landers.plus(&gunship, &armoury, 0.0, false);
        assert!(both.no_weapons().is_none() && both.no_bombardment().is_some());
        assert!(both.no_attack().is_none(), "who has no weapon has no fire to hold");
        let quiet = both.plus(&gunship, &armoury, 0.0, true);
        assert!(quiet.no_weapons().is_none());
        assert!(quiet.no_attack().is_some_and(|reason| reason.contains("hold their fire")));
        assert_eq!(quiet.no_bombing(), quiet.no_bombardment(), "they have nothing to bombard with");
        let bombers = Might { bombards: true, holds_bombs: true, ..both };
        assert!(bombers.no_bombing().is_some_and(|reason| reason.contains("hold their fire")));
        assert!(Might::default().plus(&unarmed, &armoury, 1.0, false).all_carry());
        assert!(!Might::default().all_carry(), "nobody is selected");
    }
}
