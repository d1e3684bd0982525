//! The page of the planet panel on which structures are built.

use super::arms_words::{arms_words, with_table};
use super::fitting::cut_to_row;
use crate::client::frame::capital;
use crate::client::hud::planet::actions::{Cell, PanelAction, Row};
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::words::{
    income_words, lacking_sentence, lacking_words, payback_words, price_columns, price_heads, price_words,
    upkeep_words,
};
use crate::client::input::Tool;
use crate::client::scene::labels::stacks::counted;
use crate::client::settings::{Action, Binding, first_key};
use crate::client::widgets::{QUIET, STRONG, WORDS};
use crate::level::StructureClass;
use crate::sim::economy::Prospect;
use crate::sim::order::ConstructionRefusal;
use crate::sim::world::money::Amount;
use crate::sim::{BodyId, ClassId, Ledger, has_ground};

/// The note about building at a body without an owner.
const FOUNDING: &str = "The first finished structure claims the body for you.";

/// The note before a class is chosen.
const CHOOSE: &str = "Choose a class, then a lit slot";

/// Width of the reason why a class cannot be built here, pixels.
const REASON_WIDTH: f32 = 180.0;

/// The rows of the page about a body: the note, then the classes. There is always one note, so that the classes keep
/// their places.
pub fn build_rows(planet_data: &PlanetData, body: BodyId, tool: &Tool, bindings: &[Binding]) -> Vec<Row> {
    let plot = planet_data.plot(body);
    let note = refusal_row(planet_data, body).unwrap_or_else(|| note_row(tool, bindings));
    let mut rows = vec![note];
    // Without any right to build, prices are of no use.
    if matches!(plot, Ok(_) | Err(ConstructionRefusal::NobodyThere(_))) {
        let kind = planet_data.sky.system.bodies.get(body).map(|body| body.kind);
        let is_free = planet_data.view().owner(body).is_none();
        let is_founding = is_free && kind.is_some_and(has_ground);
        rows.push(Row::of(vec![Cell::words("", QUIET).with_columns(price_heads()).as_head()]));
        let tick_s = planet_data.economy().tick_s();
        for (index, class) in planet_data.classes.0.iter_enumerated() {
            let outcome = plot.as_ref().map_err(Clone::clone).and_then(|plot| plot.starts(class));
            let lacking = lacking_words(
                planet_data.economy().ledger().map_or(Amount::ZERO, Ledger::balance),
                class.price,
            );
            let is_payable = lacking.is_empty();
            let cell = match &outcome {
                Ok(_) => class_cell(index, class, tool.class() == Some(index), is_payable),
                Err(_) if plot.is_err() => priced_cell(class),
                Err(refusal) => barred_cell(class, refusal),
            };
            let sentence = match &outcome {
                Err(refusal) => sentence(refusal),
                Ok(_) if !is_payable => lacking_sentence(&lacking),
                Ok(_) if is_founding => format!("{} {FOUNDING}", use_words(bindings)),
                Ok(_) => use_words(bindings),
            };
            let armed = planet_data.arms_table.structures.get(index);
            let arms = armed.map(|armed| arms_words(armed, &planet_data.arms_table)).unwrap_or_default();
            let prospect = planet_data.economy().prospect(class, body);
            let tip = format!("{} {arms} {sentence}", class_tip(class, prospect, tick_s));
            let cell = cell.with_shape(planet_data.structure_mark(class));
            rows.push(Row::of(vec![cell.with_tip(with_table(tip, armed))]));
        }
    }
    rows
}

/// What to do in the menu.
fn note_row(tool: &Tool, bindings: &[Binding]) -> Row {
    match tool.class() {
        Some(_) => Row::words(cut_to_row(&choosing_words(bindings)), STRONG),
        None => Row::words(cut_to_row(CHOOSE), QUIET),
    }
}

/// Why nothing can be built at a body; `None` if something can, and before a spectator, who builds nothing anywhere.
pub fn refusal_row(planet_data: &PlanetData, body: BodyId) -> Option<Row> {
    let refusal = planet_data.plot(body).err().filter(|_| !planet_data.looks_on())?;
    let cell = Cell::words(cut_to_row(&brief(&refusal)), QUIET);
    Some(Row::of(vec![cell.with_tip(sentence(&refusal))]))
}

/// The first clause of a refusal, for a row.
fn brief(refusal: &ConstructionRefusal) -> String {
    let words = refusal.to_string();
    capital(words.split_once(": ").map_or(words.as_str(), |(first, _)| first))
}

/// A refusal as a sentence, for a tip.
fn sentence(refusal: &ConstructionRefusal) -> String {
    capital(&format!("{refusal}."))
}

/// Instructions for choosing and building a class, with their keys.
fn use_words(bindings: &[Binding]) -> String {
    let (several, end) = (first_key(Action::Add, bindings), first_key(Action::Deselect, bindings));
    format!("Click, then choose a lit slot [{several}: build several, {end}: cancel].")
}

/// Instructions while a slot is chosen.
fn choosing_words(bindings: &[Binding]) -> String {
    let (several, end) = (first_key(Action::Add, bindings), first_key(Action::Deselect, bindings));
    format!("Choose a slot · {several}: several · {end}: cancel")
}

fn barred_cell(class: &StructureClass, refusal: &ConstructionRefusal) -> Cell {
    Cell::words(capital(&class.name), QUIET).with_columns(vec![(brief(refusal), REASON_WIDTH)])
}

/// The cell of a class at a body where nothing can be built, which another row says, with its price.
fn priced_cell(class: &StructureClass) -> Cell {
    Cell::words(capital(&class.name), QUIET).with_columns(price_columns(class.price, class.build_s))
}

/// A button of a class. A class that is not payable now can be begun all the same.
fn class_cell(index: ClassId, class: &StructureClass, is_chosen: bool, is_payable: bool) -> Cell {
    let color = match (is_chosen, is_payable) {
        (true, _) => STRONG,
        (false, true) => WORDS,
        (false, false) => QUIET,
    };
    let columns = price_columns(class.price, class.build_s);
    let button = Cell::button(capital(&class.name), PanelAction::Choose(index));
    button.with_columns(columns).colored(color).wide()
}

/// The role of a class, its requirements and its price; its income, its upkeep and the time in which it pays for
/// itself, by the time from one economy tick to the next, seconds.
fn class_tip(class: &StructureClass, prospect: Prospect, tick_s: f64) -> String {
    let slots = counted(usize::from(class.slots), "slot");
    let price = price_words(class.price, class.build_s);
    let mut tip = format!("{} Cost: {slots}, {price}.", class.role);
    tip += &income_words(prospect.income, tick_s);
    tip += &upkeep_words(prospect.upkeep, tick_s);
    tip += &payback_words(class.price, prospect.net(), tick_s);
    tip.trim_start().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::planet::panel::fitting::fits_row;
    use crate::client::hud::planet::test_support::seen_by;
    use crate::client::widgets::fonts::words_width;
    use crate::client::widgets::theme::SMALL_PIXELS;
    use crate::level::model::holdings::{Price, RingZone};
    use crate::level::test_support::structure_class;
    use crate::sim::visibility::test_support::{EARTH, MARS, TERRA};

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
    fn the_classes_keep_their_places_whatever_the_note_says() {
        let (first, notes) = seen_by(TERRA, |data| {
            let pages = [(EARTH, Tool::Select), (EARTH, Tool::Build(ClassId::FIRST)), (MARS, Tool::Select)]
                .map(|(body, tool)| build_rows(data, body, &tool, &[]));
            let is_class = |row: &Row| row.cells.iter().any(|cell| cell.shape.is_some());
            let first = pages.each_ref().map(|rows| rows.iter().position(is_class));
            (first, pages.map(|rows| rows[0].cells[0].words.clone()))
        });
        assert_eq!(first, [Some(2); 3], "below the note and the heads of the columns");
        assert_eq!(notes[0], CHOOSE);
        assert!(
            notes[1].starts_with("Choose a slot") && notes[2].starts_with("None of your ships"),
            "{notes:?}"
        );
    }

    #[test]
    fn rows_stand_under_the_heads() {
        let cell = class_cell(ClassId::FIRST, &class(vec![RingZone::Outer], 3), false, true);
        let widths = |columns: &[(String, f32)]| columns.iter().map(|(_, width)| *width).collect::<Vec<_>>();
        assert_eq!(widths(&cell.columns), widths(&price_heads()));
    }

    #[test]
    fn tips_name_the_requirements() {
        let class = class(vec![RingZone::Outer], 3);
        let cost = "Builds ships. Cost: 3 slots, 1,200 money, 800 resources, 45 s.";
        let upkeep = "Upkeep: -120 money a minute.";
        let yard = Prospect { income: Price::ZERO, upkeep: class.upkeep };
        assert_eq!(class_tip(&class, yard, 2.0), format!("{cost} {upkeep}"));
        let market = Prospect { income: Price { money: 14, ..Price::ZERO }, ..yard };
        let income = "Income: +420 money a minute.";
        let payback = "Pays back its 1,200 money in 4 min 00 s.";
        assert_eq!(class_tip(&class, market, 2.0), format!("{cost} {income} {upkeep} {payback}"));
    }

    #[test]
    fn reasons_fit_their_columns_and_tips_are_sentences() {
        let (class, body) = ("shipyard".to_owned(), "Mars".to_owned());
        let reasons = [
            ConstructionRefusal::NoRingFits { class: class.clone(), body: body.clone() },
            ConstructionRefusal::NoRoom {
                class,
                body: body.clone(),
                slots: 3,
                rings: "rings 4 to 6".to_owned(),
            },
        ];
        let words = ["No ring fits", "Needs 3 slots in rings 4 to 6"];
        assert_eq!(reasons.each_ref().map(brief), words);
        assert!(reasons.iter().all(|refusal| words_width(&brief(refusal), SMALL_PIXELS) <= REASON_WIDTH));
        let resists = ConstructionRefusal::Resists { body: body.clone(), defenders: 60, most: 40 };
        assert_eq!(brief(&resists), "Mars has 60 defenders of its own");
        assert!(sentence(&resists).ends_with(": land troopers, or bombard it down to 40."));
        let far = ConstructionRefusal::NobodyThere(body);
        assert_eq!(brief(&far), "None of your ships is near Mars");
        assert_eq!(sentence(&far), "None of your ships is near Mars: bring one into its well first.");
        assert!(fits_row(&choosing_words(&[])), "{}", choosing_words(&[]));
    }
}
