//! The page of the planet panel on which structures are built.

use super::arms_words::{arms_words, with_table};
use super::income::ROW_LETTERS;
use crate::client::hud::planet::deeds::{Cell, PanelDeed, Row};
use crate::client::hud::planet::gather::Estate;
use crate::client::hud::planet::words::{
    amount_words, cut, lacking_sentence, lacking_words, price_columns, price_heads, price_words, upkeep_words,
};
use crate::client::input::Tool;
use crate::client::scene::labels::stacks::counted;
use crate::client::settings::{Action, Binding, first_key};
use crate::client::widgets::{QUIET, STRONG, WORDS};
use crate::level::StructureClass;
use crate::sim::economy::Claim;
use crate::sim::world::money::Amount;
use crate::sim::{BodyId, ClassId, Ledger, free_run};

/// Room for the name of a class, letters.
pub const NAME_LETTERS: usize = 18;

/// The note about building at a body without an owner.
const FOUNDING: &str = "The first finished structure makes the body yours.";

/// The reason why a class cannot be built at a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildObstacle {
    /// The body has no rings.
    NoRings,
    /// The body is another faction's.
    NotYours,
    /// The body has no owner, and no ship of the player is near.
    NoShipNear,
    /// No ring is allowed for the class.
    NoRingFits,
    /// The allowed rings have no room.
    NoRoom,
}

impl BuildObstacle {
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

    /// The obstacle as a full sentence, for a body with this name and owner.
    fn sentence(self, body: &str, owner: &str) -> String {
        match self {
            Self::NoRings => format!("{body} has no rings: nothing can be built there."),
            Self::NotYours => {
                format!(
                    "{body} belongs to {owner}: you can build at your own bodies and at those without an owner."
                )
            }
            Self::NoShipNear => {
                format!("{body} has no owner, and no ship of yours is near: bring one into its well first.")
            }
            Self::NoRingFits => format!("It may stand in none of the rings of {body}."),
            Self::NoRoom => {
                format!("In the rings of {body} where it may stand, too few slots are free side by side.")
            }
        }
    }

    /// The row with the obstacle if it holds for all classes, short enough for a row. `None` for an obstacle of a
    /// single class.
    fn common_words(self, owner: &str) -> Option<String> {
        match self {
            Self::NoRings => Some("no rings: nothing can be built here".to_owned()),
            Self::NotYours => Some(format!("only {owner} can build here")),
            Self::NoShipNear => Some("to build here, bring a ship of yours near".to_owned()),
            Self::NoRingFits | Self::NoRoom => None,
        }
    }
}

/// The obstacle for a class in a well with these occupied slots; `None` without one.
pub fn obstacle(class: &StructureClass, taken: &[Vec<bool>], claim: Claim) -> Option<BuildObstacle> {
    if let Some(common) = common_obstacle(taken, claim) {
        return Some(common);
    }
    let count = u8::try_from(taken.len()).unwrap_or(u8::MAX);
    let fitting: Vec<&Vec<bool>> =
        (0..count).zip(taken).filter(|(ring, _)| class.fits(*ring, count)).map(|(_, ring)| ring).collect();
    if fitting.is_empty() {
        Some(BuildObstacle::NoRingFits)
    } else if fitting.iter().any(|ring| has_room(ring, class.slots)) {
        None
    } else {
        Some(BuildObstacle::NoRoom)
    }
}

fn has_room(taken: &[bool], length: u8) -> bool {
    let count = u16::try_from(taken.len()).unwrap_or(u16::MAX);
    (0..count).any(|slot| free_run(taken, slot, length))
}

/// The obstacle for all classes in a well; `None` without one.
fn common_obstacle(taken: &[Vec<bool>], claim: Claim) -> Option<BuildObstacle> {
    match claim {
        _ if taken.is_empty() => Some(BuildObstacle::NoRings),
        Claim::Others(_) => Some(BuildObstacle::NotYours),
        Claim::Far => Some(BuildObstacle::NoShipNear),
        Claim::Own | Claim::Near => None,
    }
}

/// The rows of the page about a body.
pub fn build_rows(estate: &Estate, body: BodyId, tool: &Tool, bindings: &[Binding]) -> Vec<Row> {
    let taken = estate.view().taken_slots(body);
    let claim = estate.economy().claim(body);
    let name = estate.body_name(body);
    let owner = match claim {
        Claim::Others(owner) => estate.faction_name(owner),
        Claim::Own | Claim::Near | Claim::Far => "nobody",
    };
    let mut rows = Vec::new();
    let common = common_obstacle(&taken, claim);
    if let Some(reason) = common {
        let words = reason.common_words(owner).unwrap_or_else(|| reason.words().to_owned());
        let cell = Cell::words(cut(&words, ROW_LETTERS), QUIET);
        rows.push(Row::of(vec![cell.with_tip(reason.sentence(name, owner))]));
    }
    // Without any right to build, prices are of no use.
    if common.is_none_or(|reason| reason == BuildObstacle::NoShipNear) {
        rows.push(Row::words(price_heads(NAME_LETTERS), QUIET));
        for (index, class) in estate.classes.0.iter_enumerated() {
            let reason = obstacle(class, &taken, claim);
            let lacking =
                lacking_words(estate.economy().ledger().map_or(Amount::ZERO, Ledger::balance), class.price);
            let is_payable = lacking.is_empty();
            let cell = match reason {
                Some(_) if reason == common => priced_cell(class),
                Some(reason) => barred_cell(class, reason),
                None => class_cell(index, class, tool.class() == Some(index), is_payable),
            };
            let sentence = match reason {
                Some(reason) => reason.sentence(name, owner),
                None if !is_payable => lacking_sentence(&lacking),
                None if claim == Claim::Near => format!("{} {FOUNDING}", use_words(bindings)),
                None => use_words(bindings),
            };
            let armed = estate.armoury.structures.get(index);
            let arms = armed.map(|armed| arms_words(armed, &estate.armoury)).unwrap_or_default();
            let tip = format!("{} {arms} {sentence}", class_tip(class));
            rows.push(Row::of(vec![cell.with_tip(with_table(tip, armed))]));
        }
    }
    if tool.class().is_some() {
        rows.push(Row::words(cut(&choosing_words(bindings), ROW_LETTERS), STRONG));
    }
    rows
}

/// Instructions for choosing and building a class, with their keys.
fn use_words(bindings: &[Binding]) -> String {
    let (several, end) = (first_key(Action::Add, bindings), first_key(Action::Deselect, bindings));
    format!("Press, then click a lit slot [{several}: several, {end}: none].")
}

/// Instructions while a slot is chosen.
fn choosing_words(bindings: &[Binding]) -> String {
    let (several, end) = (first_key(Action::Add, bindings), first_key(Action::Deselect, bindings));
    format!("click a lit slot ({several}: several), {end} ends")
}

fn barred_cell(class: &StructureClass, obstacle: BuildObstacle) -> Cell {
    Cell::words(format!("{:NAME_LETTERS$}{}", class.name, obstacle.words()), QUIET)
}

/// The cell of a class whose obstacle has been shown already for all classes, with its price.
fn priced_cell(class: &StructureClass) -> Cell {
    Cell::words(format!("{:NAME_LETTERS$}{}", class.name, price_columns(class.price, class.build_s)), QUIET)
}

/// A button of a class. A class that is not payable now can be begun all the same.
fn class_cell(index: ClassId, class: &StructureClass, is_chosen: bool, is_payable: bool) -> Cell {
    let words = format!("{:NAME_LETTERS$}{}", class.name, price_columns(class.price, class.build_s));
    let color = match (is_chosen, is_payable) {
        (true, _) => STRONG,
        (false, true) => WORDS,
        (false, false) => QUIET,
    };
    Cell::button(words, PanelDeed::Choose(index)).colored(color).wide()
}

/// The role of a class, its requirements, its price and its upkeep.
fn class_tip(class: &StructureClass) -> String {
    let slots = counted(usize::from(class.slots), "slot");
    let price = price_words(class.price, class.build_s);
    let mut tip = format!("{} Takes {slots}, {price}.", class.role);
    if !class.earns.is_free() {
        tip += &format!(" Each tick: {}.", amount_words(Amount::from(class.earns)));
    }
    tip += &upkeep_words(class.upkeep);
    tip.trim_start().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::model::holdings::{Price, RingZone};
    use crate::level::trial::structure_class;
    use crate::sim::ids::FactionId;

    fn class(zones: Vec<RingZone>, slots: u8) -> StructureClass {
        StructureClass {
            name: "shipyard".to_owned(),
            role: "Builds ships.".to_owned(),
            slots,
            price: Price { money: 1200, resources: 800, rare: 0 },
            build_s: 45.0,
            upkeep: Price { money: 4, resources: 0, rare: 0 },
            ..structure_class(&zones)
        }
    }

    #[test]
    fn the_first_reason_is_shown() {
        let yard = class(vec![RingZone::Outer], 3);
        let free = vec![vec![false; 6], vec![false; 8]];
        assert_eq!(obstacle(&yard, &free, Claim::Own), None);
        assert_eq!(obstacle(&yard, &free, Claim::Near), None);
        assert_eq!(obstacle(&yard, &free, Claim::Far), Some(BuildObstacle::NoShipNear));
        let others = Claim::Others(FactionId(1));
        assert_eq!(obstacle(&yard, &free, others), Some(BuildObstacle::NotYours));
        assert_eq!(obstacle(&yard, &[], others), Some(BuildObstacle::NoRings));
        assert_eq!(obstacle(&class(vec![], 1), &free, Claim::Own), Some(BuildObstacle::NoRingFits));
    }

    #[test]
    fn room_is_looked_for_only_where_it_fits() {
        let yard = class(vec![RingZone::Outer], 3);
        let mut outer = vec![true; 8];
        outer[0] = false;
        outer[1] = false;
        assert_eq!(
            obstacle(&yard, &[vec![false; 6], outer.clone()], Claim::Own),
            Some(BuildObstacle::NoRoom)
        );
        outer[7] = false;
        assert_eq!(obstacle(&yard, &[vec![false; 6], outer], Claim::Own), None, "past the last slot");
    }

    #[test]
    fn rows_stand_under_the_heads() {
        let cell = class_cell(ClassId::FIRST, &class(vec![RingZone::Outer], 3), false, true);
        assert_eq!(cell.words.chars().count(), price_heads(NAME_LETTERS).chars().count());
    }

    #[test]
    fn tips_name_the_requirements() {
        let tip = class_tip(&class(vec![RingZone::Outer], 3));
        assert_eq!(tip, "Builds ships. Takes 3 slots, 1200 money, 800 resources, 45s. Upkeep: -4 money.");
    }

    #[test]
    fn a_reason_common_to_all_classes_is_shown_once() {
        let free = vec![vec![false; 6]];
        let others = Claim::Others(FactionId(1));
        assert_eq!(common_obstacle(&[], Claim::Own), Some(BuildObstacle::NoRings));
        assert_eq!(common_obstacle(&free, others), Some(BuildObstacle::NotYours));
        assert_eq!(common_obstacle(&free, Claim::Far), Some(BuildObstacle::NoShipNear));
        assert_eq!(common_obstacle(&free, Claim::Near), None);
        assert_eq!(BuildObstacle::NotYours.common_words("Ares").as_deref(), Some("only Ares can build here"));
        assert_eq!(BuildObstacle::NoRoom.common_words("Ares"), None);
    }

    #[test]
    fn reasons_fit_their_columns_and_tips_are_sentences() {
        let all = [
            BuildObstacle::NoRings,
            BuildObstacle::NotYours,
            BuildObstacle::NoShipNear,
            BuildObstacle::NoRingFits,
            BuildObstacle::NoRoom,
        ];
        let columns = price_heads(NAME_LETTERS).chars().count() - NAME_LETTERS;
        for obstacle in all {
            assert!(obstacle.words().chars().count() <= columns, "{obstacle:?}");
            assert!(obstacle.sentence("Mars", "Ares").ends_with('.'), "{obstacle:?}");
            let row = obstacle.common_words("Ares").unwrap_or_default();
            assert!(row.chars().count() <= ROW_LETTERS, "{row}");
        }
        assert!(choosing_words(&[]).chars().count() <= ROW_LETTERS, "{}", choosing_words(&[]));
    }
}
