//! The page of the planet panel on which structures are built.
//!
//! - Enters: the structure classes, the rings of a body with what stands there, and the player's claim to it.
//! - Leaves: a row for every class: a button where it can be built, a reason where it cannot.
//! - Must never: give an order itself; that takes a click on a slot.

use super::Choosing;
use super::deeds::Deed;
use super::gather::{Claim, Estate};
use super::rows::{Cell, Row};
use super::words::{amount_words, price_columns, price_heads, upkeep_words};
use crate::client::hud::{QUIET, STRONG, WORDS};
use crate::level::holdings::StructureClass;
use crate::sim::economy::Amount;
use crate::sim::rings::free_run;

/// Letters that the name of a class gets.
pub const NAME_LETTERS: usize = 18;

/// Why a class cannot be built at a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The body has no rings.
    NoRings,
    /// The body belongs to another faction.
    NotYours,
    /// The body is nobody's, and no ship is there to found anything.
    NoShipNear,
    /// The class may stand in none of the rings.
    NoRingFits,
    /// Where it may stand there is no room.
    NoRoom,
}

impl Obstacle {
    /// The reason, for the player.
    pub fn words(self) -> &'static str {
        match self {
            Self::NoRings => "no rings here",
            Self::NotYours => "not yours",
            Self::NoShipNear => "no ship of yours near",
            Self::NoRingFits => "no ring fits",
            Self::NoRoom => "all slots taken",
        }
    }
}

/// Why a class cannot be built in a well whose rings have these slots, taken or not; `None` where it can.
pub fn obstacle(class: &StructureClass, taken: &[Vec<bool>], claim: &Claim) -> Option<Obstacle> {
    if taken.is_empty() {
        return Some(Obstacle::NoRings);
    }
    match claim {
        Claim::Others(_) => return Some(Obstacle::NotYours),
        Claim::Far => return Some(Obstacle::NoShipNear),
        Claim::Own | Claim::Near => {}
    }
    let count = u8::try_from(taken.len()).unwrap_or(u8::MAX);
    let fitting: Vec<&Vec<bool>> =
        (0..count).zip(taken).filter(|(ring, _)| class.fits(*ring, count)).map(|(_, ring)| ring).collect();
    if fitting.is_empty() {
        Some(Obstacle::NoRingFits)
    } else if fitting.iter().any(|ring| has_room(ring, class.slots)) {
        None
    } else {
        Some(Obstacle::NoRoom)
    }
}

fn has_room(taken: &[bool], length: u8) -> bool {
    let count = u16::try_from(taken.len()).unwrap_or(u16::MAX);
    (0..count).any(|slot| free_run(taken, slot, length))
}

/// The rows of the page about a body.
pub fn build_rows(estate: &Estate, body: usize, choosing: &Choosing) -> Vec<Row> {
    let taken = estate.taken(body);
    let claim = estate.claim(body);
    let mut rows = vec![Row::words(price_heads(NAME_LETTERS), QUIET)];
    for (index, class) in estate.classes.0.iter().enumerate() {
        let cell = match obstacle(class, &taken, &claim) {
            Some(obstacle) => barred_cell(class, obstacle),
            None => class_cell(index, class, choosing.class == Some(index), can_pay(estate, class)),
        };
        rows.push(Row(vec![cell.with_tip(class_tip(class))]));
    }
    if choosing.class.is_some() {
        rows.push(Row::words("click a lit slot (Shift: several), Esc ends", STRONG));
    }
    rows
}

fn can_pay(estate: &Estate, class: &StructureClass) -> bool {
    estate.ledger().is_some_and(|ledger| ledger.can_pay(class.price))
}

fn barred_cell(class: &StructureClass, obstacle: Obstacle) -> Cell {
    Cell::words(format!("{:NAME_LETTERS$}{}", class.name, obstacle.words()), QUIET)
}

/// A button; what is too dear for now can be begun all the same.
fn class_cell(index: usize, class: &StructureClass, is_chosen: bool, is_payable: bool) -> Cell {
    let words = format!("{:NAME_LETTERS$}{}", class.name, price_columns(class.price, class.build_s));
    let color = match (is_chosen, is_payable) {
        (true, _) => STRONG,
        (false, true) => WORDS,
        (false, false) => QUIET,
    };
    Cell::button(words, Deed::Choose(index)).colored(color).wide()
}

/// What a class is for, and what it costs to keep.
fn class_tip(class: &StructureClass) -> String {
    let slots = if class.slots == 1 { "1 slot".to_owned() } else { format!("{} slots", class.slots) };
    let mut tip = format!("{} Takes {slots}.", class.role);
    if !class.earns.is_free() {
        tip += &format!(" Each tick: {}.", amount_words(Amount::from(class.earns)));
    }
    tip += &upkeep_words(class.upkeep);
    tip.trim_start().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::holdings::{Price, RingZone, StructureShape};

    fn class(zones: Vec<RingZone>, slots: u8) -> StructureClass {
        StructureClass {
            name: "shipyard".to_owned(),
            role: "Builds ships.".to_owned(),
            zones,
            slots,
            price: Price { money: 1200, resources: 800, rare: 0 },
            build_s: 45.0,
            upkeep: Price { money: 4, resources: 0, rare: 0 },
            hull: 900,
            radius_km: 1800.0,
            sight_km: 2.0e6,
            earns: Price::ZERO,
            yard_speed: 1.0,
            economy_percent: 0,
            research_percent: 0,
            shape: StructureShape::Dock,
        }
    }

    #[test]
    fn the_first_reason_is_told() {
        let yard = class(vec![RingZone::Outer], 3);
        let free = vec![vec![false; 6], vec![false; 8]];
        assert_eq!(obstacle(&yard, &free, &Claim::Own), None);
        assert_eq!(obstacle(&yard, &free, &Claim::Near), None);
        assert_eq!(obstacle(&yard, &free, &Claim::Far), Some(Obstacle::NoShipNear));
        let others = Claim::Others("Ares".to_owned());
        assert_eq!(obstacle(&yard, &free, &others), Some(Obstacle::NotYours));
        assert_eq!(obstacle(&yard, &[], &others), Some(Obstacle::NoRings));
        assert_eq!(obstacle(&class(vec![], 1), &free, &Claim::Own), Some(Obstacle::NoRingFits));
    }

    #[test]
    fn room_is_looked_for_only_where_it_fits() {
        let yard = class(vec![RingZone::Outer], 3);
        let mut outer = vec![true; 8];
        outer[0] = false;
        outer[1] = false;
        assert_eq!(obstacle(&yard, &[vec![false; 6], outer.clone()], &Claim::Own), Some(Obstacle::NoRoom));
        outer[7] = false;
        assert_eq!(obstacle(&yard, &[vec![false; 6], outer], &Claim::Own), None, "past the last slot");
    }

    #[test]
    fn rows_stand_under_the_heads() {
        let cell = class_cell(0, &class(vec![RingZone::Outer], 3), false, true);
        assert_eq!(cell.words.chars().count(), price_heads(NAME_LETTERS).chars().count());
    }

    #[test]
    fn tips_say_what_it_takes() {
        let tip = class_tip(&class(vec![RingZone::Outer], 3));
        assert_eq!(tip, "Builds ships. Takes 3 slots. Upkeep: -4 money.");
    }
}
