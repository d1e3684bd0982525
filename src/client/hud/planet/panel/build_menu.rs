//! The page of the planet panel on which structures are built: an item for each class, with its picture, its effect and
//! its price.

use bevy::prelude::Color;

use super::fitting::{cut, cut_to_row};
use crate::client::frame::capital;
use crate::client::hud::layout::places::PANEL_WORDS;
use crate::client::hud::planet::actions::{Cell, PanelAction, Row};
use crate::client::hud::planet::classes::effect::effect_words;
use crate::client::hud::planet::classes::tip::class_tip;
use crate::client::hud::planet::classes::{ClassBooks, Figure, costs, structures};
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::words::{lacking_sentence, lacking_words, price_chips};
use crate::client::input::Tool;
use crate::client::settings::{Action, Binding, first_key};
use crate::client::widgets::fonts::words_width;
use crate::client::widgets::rows::{ITEM_GAP, ITEM_ROOM};
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{ACCENT, GAIN, QUIET, WORDS};
use crate::level::StructureClass;
use crate::sim::economy::Prospect;
use crate::sim::order::{ConstructionRefusal, Plot};
use crate::sim::world::money::Amount;
use crate::sim::{BodyId, ClassId, Ledger, has_ground};

/// The note about building at a body without an owner.
const FOUNDING: &str = "The first finished structure claims the body for you.";

/// The note about a body of another owner.
const FOREIGN: &str = "Only its owner can build here";

/// The note about a body without an owner, as far as the player knows, with no ship of the player's near.
const FAR: &str = "To build here, bring one of your ships";

/// The note before a class is chosen.
const CHOOSE: &str = "Choose a class, then a lit slot";

/// The same at a body whose ground and rings are out of sight.
const UNSEEN: &str = "Out of sight: slots may be taken, or the body held";
/// Its tip.
const UNSEEN_TIP: &str = "Ships of yours are in its well, but none is near enough to see its ground and all of its \
    rings. You can order a structure: it is refused if the body or the slot turns out to be another's.";

/// Width of a line of an item, and so of the reason why a class cannot be built here, pixels.
const ITEM_WORDS: f32 = PANEL_WORDS - ITEM_ROOM;

/// The rows of the page about a body: the note, then the classes. There is always one note, so that the classes keep
/// their places.
pub fn build_rows(planet_data: &PlanetData, body: BodyId, tool: &Tool, bindings: &[Binding]) -> Vec<Row> {
    let plot = planet_data.plot(body);
    let note = refusal_row(planet_data, body)
        .unwrap_or_else(|| note_row(places(planet_data, &plot, tool), planet_data.looks_at(body)));
    let mut rows = vec![note];
    if has_prices(&plot) {
        let offer = Offer { planet_data, body, plot: &plot, tool, bindings };
        rows.extend(
            planet_data.classes.0.iter_enumerated().map(|(index, class)| offer.class_row(index, class)),
        );
    }
    rows
}

/// Whether prices are of use at a body: without any right to build there they are not.
pub fn has_prices(plot: &Result<Plot, ConstructionRefusal>) -> bool {
    matches!(plot, Ok(_) | Err(ConstructionRefusal::NobodyThere(_)))
}

/// What to do in the menu, or what is not known about the body; `places`: where the chosen class can be built. The line
/// at the lower edge tells the keys meanwhile.
fn note_row(places: Option<String>, is_looked_at: bool) -> Row {
    match (places, is_looked_at) {
        (_, false) => Row::of(vec![Cell::words(cut_to_row(UNSEEN), WORDS).with_tip(UNSEEN_TIP)]),
        (Some(places), true) => Row::words(cut_to_row(&places), ACCENT),
        (None, true) => Row::words(cut_to_row(CHOOSE), QUIET),
    }
}

/// Where the chosen class can be built, or why it can not; `None` without one.
fn places(planet_data: &PlanetData, plot: &Result<Plot, ConstructionRefusal>, tool: &Tool) -> Option<String> {
    let class = planet_data.classes.0.get(tool.class()?)?;
    Some(match plot.as_ref().ok()?.starts(class) {
        Ok(starts) => free_words(&starts),
        Err(refusal) => brief(&refusal),
    })
}

/// The rings, from the innermost, with places where a class can begin: "Free in rings 2, 3".
fn free_words(starts: &[Vec<bool>]) -> String {
    let free = (1..).zip(starts).filter(|(_, slots)| slots.contains(&true));
    let rings: Vec<String> = free.map(|(ring, _): (u32, _)| ring.to_string()).collect();
    format!("Free in ring{} {}", if rings.len() == 1 { "" } else { "s" }, rings.join(", "))
}

/// Why nothing can be built at a body; `None` if something can, and before those who build nothing anywhere.
pub fn refusal_row(planet_data: &PlanetData, body: BodyId) -> Option<Row> {
    let builds = || !planet_data.looks_on() && planet_data.has_anything();
    let refusal = planet_data.plot(body).err().filter(|_| builds())?;
    let (words, tip) = row_words(&refusal);
    Some(Row::of(vec![Cell::words(cut_to_row(&words), QUIET).with_tip(tip)]))
}

/// The words of a refusal in the row about the whole body, and its tip. The head of the panel names the owner.
fn row_words(refusal: &ConstructionRefusal) -> (String, String) {
    match (refusal, refusal.to_string().rsplit_once(": ")) {
        (ConstructionRefusal::HasOwner(..), Some((_, advice))) => {
            (FOREIGN.to_owned(), capital(&format!("{advice}.")))
        }
        (ConstructionRefusal::NobodyThere(_), _) => (FAR.to_owned(), sentence(refusal)),
        _ => (brief(refusal), sentence(refusal)),
    }
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
    format!("Click, then choose a lit slot [{several}: several, {end}: cancel].")
}

/// The end of the tip of a class that fits: what the player lacks, or how to build it, and that it claims the body.
fn start_sentence(lacking: &str, is_founding: bool, bindings: &[Binding]) -> String {
    match (lacking.is_empty(), is_founding) {
        (false, _) => lacking_sentence(lacking),
        (true, true) => format!("{} {FOUNDING}", use_words(bindings)),
        (true, false) => use_words(bindings),
    }
}

/// What the items of a page have in common.
struct Offer<'a, 'w, 's> {
    planet_data: &'a PlanetData<'w, 's>,
    body: BodyId,
    plot: &'a Result<Plot<'a>, ConstructionRefusal>,
    tool: &'a Tool,
    bindings: &'a [Binding],
}

impl Offer<'_, '_, '_> {
    /// The item of a class, with its tip.
    fn class_row(&self, index: ClassId, class: &StructureClass) -> Row {
        let Self { planet_data, body, .. } = *self;
        let has = stock(planet_data);
        let outcome = self.plot.as_ref().map_err(Clone::clone).and_then(|plot| plot.starts(class));
        let (cell, sentence) = match &outcome {
            Ok(_) => {
                let lacking = lacking_words(has, class.price);
                let cell = class_cell(index, class, self.tool.class() == Some(index), (has, &lacking));
                (cell, start_sentence(&lacking, self.is_founding(), self.bindings))
            }
            Err(refusal) if self.plot.is_err() => (priced_cell(class), sentence(refusal)),
            Err(refusal) => (barred_cell(class, refusal), sentence(refusal)),
        };
        let (books, prospect) = (planet_data.class_books(), planet_data.economy().prospect(class, body));
        let armed = planet_data.arms_table.structures.get(index);
        let effect = effect_words(&books, class, prospect.income, armed);
        let color = if outcome.is_err() || prospect.income.is_free() { QUIET } else { GAIN };
        let cell = with_effect(cell, &effect, color).with_shape(planet_data.structure_mark(class));
        let figures = figures(&books, class, prospect);
        let tip = class_tip((&class.name, &class.role), figures, armed, &planet_data.arms_table, &sentence);
        Row::of(vec![cell.with_tip(tip)])
    }

    /// Whether the first finished structure claims the body.
    fn is_founding(&self) -> bool {
        let kind = self.planet_data.sky.system.bodies.get(self.body).map(|body| body.kind);
        self.planet_data.view().owner(self.body).is_none() && kind.is_some_and(has_ground)
    }
}

/// An item with an effect at the right of its name, as far as there is room.
fn with_effect(item: Cell, effect: &str, color: Color) -> Cell {
    let room = ITEM_WORDS - words_width(&item.words, SMALL_PIXELS) - ITEM_GAP;
    item.with_lines(vec![(cut(effect, room), color)])
}

fn barred_cell(class: &StructureClass, refusal: &ConstructionRefusal) -> Cell {
    let reason = vec![(brief(refusal), ITEM_WORDS)];
    Cell::words(capital(&class.name), QUIET).with_columns(reason).as_head().as_item()
}

/// The item of a class at a body where nothing can be built, which another row says, with its price.
fn priced_cell(class: &StructureClass) -> Cell {
    let chips = price_chips(class.price, class.build_s, None);
    Cell::words(capital(&class.name), QUIET).with_columns(chips).as_head().as_item()
}

/// A button of a class before a player with this stock, who lacks this of its price. A class that is not payable now
/// can be begun all the same.
fn class_cell(
    index: ClassId,
    class: &StructureClass,
    is_chosen: bool,
    (has, lacking): (Amount, &str),
) -> Cell {
    let color = match (is_chosen, lacking.is_empty()) {
        (true, _) => ACCENT,
        (false, true) => WORDS,
        (false, false) => QUIET,
    };
    let chips = price_chips(class.price, class.build_s, Some(has));
    let button = Cell::button(capital(&class.name), PanelAction::Choose(index));
    button.with_columns(chips).colored(color).chosen_if(is_chosen).as_item().wide()
}

/// The tip about a class that is planned at a place of a body: its name and that place, what it costs and brings there,
/// and what the player lacks; `None` without such a class.
pub fn planned_tip(planet_data: &PlanetData, index: ClassId, body: BodyId, place: &str) -> Option<String> {
    let class = planet_data.classes.0.get(index)?;
    let price = [costs::cost(class.price), costs::payment_time(class.build_s)];
    let gains = gains(&planet_data.class_books(), class, planet_data.economy().prospect(class, body));
    let lacking = lacking_words(stock(planet_data), class.price);
    let note = if lacking.is_empty() { lacking } else { lacking_sentence(&lacking) };
    let figures = price.into_iter().chain(gains);
    Some(class_tip((&class.name, place), figures, None, &planet_data.arms_table, &note))
}

/// What the player has.
fn stock(planet_data: &PlanetData) -> Amount {
    planet_data.economy().ledger().map_or(Amount::ZERO, Ledger::balance)
}

/// The figures of a class at a body where it brings this, besides its combat numbers.
fn figures(books: &ClassBooks, class: &StructureClass, prospect: Prospect) -> Vec<Figure> {
    let needed = [costs::cost(class.price), costs::payment_time(class.build_s), structures::needs(class)];
    needed.into_iter().chain(gains(books, class, prospect)).collect()
}

/// What a class brings and does at a body where it brings this, and when that has paid for it.
fn gains(books: &ClassBooks, class: &StructureClass, prospect: Prospect) -> Vec<Figure> {
    let Prospect { income, upkeep } = prospect;
    let upkeep = (!upkeep.is_free()).then(|| costs::upkeep(upkeep, books.tick_s));
    let payback = costs::payback(class.price, prospect.net(), books.tick_s);
    let money = costs::income(income, books.tick_s).into_iter().chain(upkeep).chain(payback);
    money.chain(structures::work(books, class)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::planet::panel::fitting::fits_row;
    use crate::client::hud::planet::test_support::seen_by;
    use crate::level::model::holdings::{Price, RingZone};
    use crate::level::test_support::structure_class;
    use crate::rules::test_support::shipped;
    use crate::sim::ArmsTable;
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

    /// The button of a class before a player with this stock.
    fn cell_with(class: &StructureClass, has: Amount) -> Cell {
        class_cell(ClassId::FIRST, class, false, (has, &lacking_words(has, class.price)))
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
        assert_eq!(first, [Some(1); 3], "below the note");
        assert_eq!(notes[0], CHOOSE);
        assert!(notes[1] != CHOOSE && notes[2] == FAR, "{notes:?}");
        assert!(fits_row(FAR));
    }

    #[test]
    fn what_nobody_looks_at_says_so_above_its_classes() {
        let words = |places: Option<&str>, is_looked_at: bool| {
            note_row(places.map(str::to_owned), is_looked_at).cells[0].words.clone()
        };
        assert_eq!([None, Some("Free in ring 2")].map(|places| words(places, false)), [UNSEEN; 2]);
        assert!(fits_row(UNSEEN));
        assert_eq!(
            [None, Some("Free in ring 2")].map(|places| words(places, true)),
            [CHOOSE, "Free in ring 2"]
        );
    }

    #[test]
    fn the_note_about_a_chosen_class_tells_the_rings_with_room() {
        let [none, some] = [vec![false, false], vec![false, true]];
        let words = |rings: &[&Vec<bool>]| free_words(&rings.iter().copied().cloned().collect::<Vec<_>>());
        assert_eq!(words(&[&none, &some, &none]), "Free in ring 2");
        assert_eq!(words(&[&some, &none, &some]), "Free in rings 1, 3");
        assert!(fits_row(&free_words(&vec![some; 12])), "of the largest body as well");
    }

    #[test]
    fn chips_stand_below_each_other_and_have_room() {
        let class = class(vec![RingZone::Outer], 3);
        let widths = |cell: &Cell| cell.columns.iter().map(|column| column.width).collect::<Vec<_>>();
        let (button, priced) = (cell_with(&class, Amount::ZERO), priced_cell(&class));
        assert_eq!(widths(&button), widths(&priced));
        for cell in [button, priced] {
            assert!(cell.has_sides() && cell.is_item, "{cell:?}");
            let room = widths(&cell).iter().sum::<f32>() + ITEM_GAP * (cell.columns.len() - 1) as f32;
            assert!(room <= ITEM_WORDS, "{room}");
        }
    }

    #[test]
    fn the_names_of_all_classes_have_room_beside_their_effects() {
        let rows = seen_by(TERRA, |data| build_rows(data, EARTH, &Tool::Select, &[]));
        let items: Vec<Cell> =
            rows.into_iter().flat_map(|row| row.cells).filter(|cell| cell.is_item).collect();
        assert!(items.len() > 5);
        for item in items {
            let effect = item.lines.first().map(|(words, _)| words.clone()).unwrap_or_default();
            assert!(!effect.is_empty() && !effect.ends_with('…'), "{}: {effect}", item.words);
            let room =
                [&item.words, &effect].map(|words| words_width(words, SMALL_PIXELS)).iter().sum::<f32>();
            assert!(room + ITEM_GAP <= ITEM_WORDS, "{}: {effect}", item.words);
        }
    }

    #[test]
    fn a_class_that_cannot_be_paid_says_of_which_kind_there_is_too_little() {
        let class = class(vec![RingZone::Outer], 3);
        let has = Amount { money: 5_000, resources: 10, rare: 0 };
        let cell = cell_with(&class, has);
        let short: Vec<bool> = cell.columns.iter().map(|column| column.is_underlined).collect();
        assert_eq!((cell.color, short), (QUIET, vec![false, true, false, false]));
        assert!(cell.press.is_some(), "it can be begun");
        assert!(priced_cell(&class).columns.iter().all(|column| !column.is_underlined), "nobody pays");
    }

    #[test]
    fn tips_name_the_requirements() {
        let class = StructureClass { yard_speed: 0.0, ..class(vec![RingZone::Outer], 3) };
        let told = |prospect: Prospect| -> Vec<String> {
            let (arms, economy) = (ArmsTable::default(), shipped().economy);
            let books = ClassBooks { arms: &arms, economy: &economy, tick_s: 2.0 };
            let figures = figures(&books, &class, prospect).into_iter();
            figures.map(|Figure { name, words, .. }| format!("{name}: {words}")).collect()
        };
        let needed = [
            "Cost: 1,200 money, 800 resources",
            "Build time: 45 s; cost paid bit by bit",
            "Needs: 3 slots in the outer rings",
        ];
        let upkeep = "Upkeep: -120 money a minute";
        let yard = Prospect { income: Price::ZERO, upkeep: class.upkeep };
        assert_eq!(told(yard), [&needed[..], &[upkeep]].concat());
        let market = Prospect { income: Price { money: 14, ..Price::ZERO }, ..yard };
        let (income, payback) = ("Earns: +420 money a minute", "Payback: 1,200 money in 4 min 00 s");
        assert_eq!(told(market), [&needed[..], &[income, upkeep, payback]].concat());
        assert_eq!(told(Prospect::default()), needed, "what there is not has no row");
    }

    #[test]
    fn the_tip_of_a_class_has_rows_and_ends_with_what_to_do() {
        let tips: Vec<String> = seen_by(TERRA, |data| {
            let rows = build_rows(data, EARTH, &Tool::Select, &[]).into_iter().flat_map(|row| row.cells);
            rows.filter(|cell| cell.shape.is_some()).map(|cell| cell.tip).collect()
        });
        assert!(!tips.is_empty());
        for tip in tips {
            let lines: Vec<&str> = tip.lines().collect();
            assert!(lines[0].contains('\t'), "name and role: {tip}");
            assert!(lines[1].starts_with("Cost\t") && tip.contains("\nNeeds\t"), "{tip}");
            assert!(lines.last().is_some_and(|line| line.ends_with('.')), "{tip}");
        }
    }

    #[test]
    fn the_tip_of_a_planned_structure_tells_its_place_its_price_and_what_it_brings() {
        let of = |name: &str| {
            seen_by(TERRA, |data| {
                let class = data.classes.0.iter_enumerated().find(|(_, class)| class.name == name);
                let index = class.map(|(index, _)| index)?;
                planned_tip(data, index, EARTH, "Ring 2 of 4, slot 3 of 8.")
            })
        };
        let tip = of("trade station").expect("every level knows it");
        let lines: Vec<&str> = tip.lines().collect();
        assert_eq!(lines[0], "Trade station\tRing 2 of 4, slot 3 of 8.");
        for name in ["Cost", "Build time", "Earns", "Payback"] {
            assert!(lines.iter().any(|line| line.starts_with(&format!("{name}\t"))), "{name}: {tip}");
        }
        assert_eq!(of("castle"), None);
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
        assert!(reasons.iter().all(|refusal| words_width(&brief(refusal), SMALL_PIXELS) <= ITEM_WORDS));
        let resists = ConstructionRefusal::Resists { body: body.clone(), defenders: 60, most: 40 };
        assert_eq!(brief(&resists), "Mars has 60 defenders of its own");
        assert!(sentence(&resists).ends_with(": land troopers, or bombard it down to 40."));
        let far = ConstructionRefusal::NobodyThere(body);
        assert_eq!(brief(&far), "None of your ships is near Mars");
        assert_eq!(sentence(&far), "None of your ships is near Mars: bring one into its well first.");
        let (words, tip) =
            row_words(&ConstructionRefusal::HasOwner("Brome".to_owned(), "Rivalry".to_owned()));
        assert_eq!((words.as_str(), tip.contains("Rivalry")), (FOREIGN, false), "the head names the owner");
        assert_eq!(tip, "You can build at your own bodies and at those without an owner.");
        assert_eq!(row_words(&far), (FAR.to_owned(), sentence(&far)));
    }
}
