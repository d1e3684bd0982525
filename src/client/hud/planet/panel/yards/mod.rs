//! The page of the planet panel about the player's yards.
//!
//! | file | does |
//! |---|---|
//! | `queue.rs` | the ship under construction, and those that wait |
//! | `rally.rs` | the destination of new ships |
//! | `care.rs` | repairs and troopers |

mod care;
mod queue;
mod rally;

use crate::client::frame::capital;
use crate::client::hud::planet::actions::{Cell, PanelAction, Row, SHIPS_AT_ONCE};
use crate::client::hud::planet::classes::tip::class_tip;
use crate::client::hud::planet::classes::{ClassBooks, Figure, costs, ships};
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::words::{lacking_sentence, lacking_words, price_columns, price_heads};
use crate::client::input::Tool;
use crate::client::settings::{Action, Binding, first_key};
use crate::client::widgets::{ACCENT, QUIET, WORDS};
use crate::level::{Price, ShipClass};
use crate::rules::CombatRules;
use crate::sim::economy::Yard;
use crate::sim::economy::yards::ship_price;
use crate::sim::{BodyId, ClassId, ConstructionOrder, Ledger, StructureId};
use care::{care_rows, care_tip};
pub use queue::job_share;
use queue::queue_rows;
use rally::rally_row;
pub use rally::rally_words;

/// The state of a yard whose upkeep is unpaid.
const UNPAID: &str = "Not working: upkeep unpaid";
/// Width of the switch for building ships again, pixels: its neighbours stay where they are when it is pressed.
const REPEAT_WIDTH: f32 = 78.0;

/// The player's finished yards at a body, in the order of their numbers.
pub fn yards_at<'a>(planet_data: &'a PlanetData, body: BodyId) -> Vec<Yard<'a>> {
    let mut yards = planet_data.economy().yards();
    yards.retain(|yard| yard.structure.body == body);
    yards
}

/// Index of the displayed yard in a list: the requested one, or the first.
pub fn shown_place(yards: &[Yard], shown: Option<StructureId>) -> usize {
    yards.iter().position(|yard| Some(yard.structure.id) == shown).unwrap_or(0)
}

/// The rows of the page about a body's yards, and those of the queue of the displayed yard, which is the requested one,
/// or the first. Empty without a yard.
pub fn yard_rows(
    planet_data: &PlanetData,
    body: BodyId,
    shown: Option<StructureId>,
    tool: &Tool,
    bindings: &[Binding],
) -> (Vec<Row>, Vec<Row>) {
    let yards = yards_at(planet_data, body);
    let wanted = shown_place(&yards, shown);
    let Some(yard) = yards.get(wanted) else { return (Vec::new(), Vec::new()) };
    (page_rows(planet_data, &yards, wanted, tool, bindings), queue_rows(planet_data, yard))
}

/// The rows about the yard at a place among all of a body. All rows up to the last class are always there, so that a
/// second click builds the same again. A replay has no classes and no rally: there is nothing to order.
fn page_rows(
    planet_data: &PlanetData,
    yards: &[Yard],
    wanted: usize,
    tool: &Tool,
    bindings: &[Binding],
) -> Vec<Row> {
    let yard = &yards[wanted];
    let next = yards[(wanted + 1) % yards.len()].structure.id;
    let mut rows = vec![head_row(yard, wanted, yards.len(), next, &planet_data.arms_table.rules)];
    if planet_data.is_replay() {
        rows.extend(care_rows(planet_data, yard));
        return rows;
    }
    let end = first_key(Action::Deselect, bindings);
    rows.push(rally_row(&rally_words(planet_data, yard.yard.rally), yard, tool, &end));
    rows.push(Row::of(vec![Cell::words("", QUIET).with_columns(price_heads()).as_head()]));
    let research = planet_data.economy().research_percent();
    let [add, all] = [Action::Add, Action::Encyclopedia].map(|action| first_key(action, bindings));
    let several = format!("[{add}: build {SHIPS_AT_ONCE}, {all}: all numbers]");
    let classes = planet_data.ship_classes.0.iter_enumerated();
    for (index, class) in classes.filter(|(_, class)| class.is_built_in_yards()) {
        rows.push(class_row(planet_data, yard, (index, class), research, &several));
    }
    rows.extend(care_rows(planet_data, yard));
    rows
}

/// The displayed yard, with its care for ships as the tip, the button of the next one, and the switch for building
/// finished ships again.
fn head_row(yard: &Yard, index: usize, count: usize, next: StructureId, rules: &CombatRules) -> Row {
    let ring = u32::from(yard.structure.ring) + 1;
    let words = format!("Yard {} of {count}, ring {ring}", index + 1);
    let mut cells = vec![Cell::words(words, WORDS).with_tip(care_tip(ring, rules))];
    if count > 1 {
        let button = Cell::button("Next yard", PanelAction::ShowYard(next));
        cells.push(button.with_tip("Shows the next yard here; a click on a yard in its ring does so too."));
    }
    cells.push(repeat_button(yard));
    Row::of(cells)
}

/// The switch for building finished ships again.
fn repeat_button(yard: &Yard) -> Cell {
    let repeats = yard.yard.repeats;
    let repeat = ConstructionOrder::Repeat { yard: yard.structure.id, repeats: !repeats };
    let button = Cell::button(if repeats { "Repeat: on" } else { "Repeat: off" }, PanelAction::Give(repeat));
    let button = button.colored(if repeats { ACCENT } else { WORDS }).as_wide_as(REPEAT_WIDTH);
    button.with_tip("Finished ships are queued again.")
}

/// A button that orders a ship of a class, with its price and time in this yard; `several`: how more are ordered, and
/// the key to all numbers.
fn class_row(
    planet_data: &PlanetData,
    yard: &Yard,
    (index, class): (ClassId, &ShipClass),
    research: u32,
    several: &str,
) -> Row {
    let speed = planet_data.class_of(yard.structure).map_or(1.0, |class| class.yard_speed);
    let price = ship_price(class, research);
    let seconds = if speed > 0.0 { class.build_s / speed } else { class.build_s };
    let has = planet_data.economy().ledger().map(Ledger::balance);
    let lacking = has.map_or_else(String::new, |has| lacking_words(has, price));
    let can_pay = lacking.is_empty();
    let note = note(yard.is_unpaid, &lacking, several);
    let figures = figures(&planet_data.class_books(), class, (price, seconds));
    let arms_table = &planet_data.arms_table;
    let tip = class_tip((&class.name, &class.role), figures, arms_table.ships.get(index), arms_table, &note);
    let order = ConstructionOrder::BuildShips { yard: yard.structure.id, class: index, count: 1 };
    let button = Cell::button(capital(&class.name), PanelAction::Give(order)).as_card().wide();
    let button = button.with_columns(price_columns(price, seconds, has));
    let button = button.with_shape(planet_data.ship_mark(index, true));
    Row::of(vec![button.colored(if can_pay { WORDS } else { QUIET }).with_tip(tip)])
}

/// The end of the card of a class: why a ship has to wait now, then how several are ordered. `lacking`: what the player
/// lacks of its price.
fn note(is_unpaid: bool, lacking: &str, several: &str) -> String {
    let unpaid = is_unpaid.then(|| format!("{UNPAID}."));
    let short = (!lacking.is_empty()).then(|| lacking_sentence(lacking));
    let parts = unpaid.into_iter().chain(short).chain([several.to_owned()]);
    parts.collect::<Vec<String>>().join(" ")
}

/// The figures of a class with its price and its time in a yard, seconds, besides its combat numbers.
fn figures(books: &ClassBooks, class: &ShipClass, (price, seconds): (Price, f64)) -> Vec<Figure> {
    let upkeep = (!class.upkeep.is_free()).then(|| costs::upkeep(class.upkeep, books.tick_s));
    let paid = [costs::cost(price), costs::payment_time(seconds)].into_iter().chain(upkeep);
    paid.chain(ships::figures(books, class)).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use bevy::prelude::default;

    use super::*;
    use crate::client::hud::layout::places::PANEL_WORDS;
    use crate::client::hud::planet::test_support::seen_by;
    use crate::client::widgets::rows::CELL_GAP;
    use crate::rules::test_support::shipped;
    use crate::sim::ids::FactionId;
    use crate::sim::visibility::test_support::TERRA;
    use crate::sim::world::{Shipyard, Structure};

    pub fn structure() -> Structure {
        Structure {
            id: StructureId(3),
            class: ClassId::FIRST,
            faction: FactionId(0),
            body: BodyId(4),
            ring: 1,
            slot: 0,
            slots: 2,
            radius_km: 1.0,
        }
    }

    #[test]
    fn the_names_of_all_classes_have_room_beside_their_prices() {
        for class in &shipped().ship_classes {
            let button = Cell::button(capital(&class.name), PanelAction::NextPlanet).as_card();
            let columns = price_columns(class.price, class.build_s, None);
            let cell = button.with_shape(default()).with_columns(columns);
            // The gap before each column.
            let columns = cell.columns.iter().map(|column| column.width + 5.0).sum::<f32>();
            let room = cell.room() - CELL_GAP + columns;
            assert!(room <= PANEL_WORDS, "{} {room}", class.name);
        }
    }

    #[test]
    fn the_card_of_a_class_has_its_role_its_price_and_its_figures() {
        let (structure, shipyard) = (structure(), Shipyard::default());
        let card = |name: &str, is_unpaid: bool| {
            let yard = Yard { structure: &structure, yard: &shipyard, is_unpaid };
            seen_by(TERRA, |data| {
                let class = data.ship_classes.0.iter_enumerated().find(|(_, class)| class.name == name);
                let class = class.expect("every level knows it");
                class_row(data, &yard, class, 0, "[Shift: build 5]").cells[0].tip.clone()
            })
        };
        let tip = card("frigate", false);
        let lines: Vec<&str> = tip.lines().collect();
        assert!(lines[0].starts_with("Frigate\t") && lines[0].ends_with('.'), "name and role: {tip}");
        for name in ["Cost", "Build time", "Upkeep", "Speed", "Hull", "Weapons", "First targets"] {
            assert!(lines.iter().any(|line| line.starts_with(&format!("{name}\t"))), "{name}: {tip}");
        }
        assert!(
            tip.contains(" km/s") && tip.contains("a minute") && tip.contains("damage/s (kinetic"),
            "{tip}"
        );
        assert!(!tip.contains(UNPAID) && tip.ends_with("[Shift: build 5]"), "{tip}");
        assert!(card("troop ship", false).contains("\nTroopers\t"));
        assert!(card("frigate", true).contains(&format!("\n{UNPAID}. ")), "why it waits");
    }

    #[test]
    fn the_end_of_a_card_says_why_a_ship_waits() {
        assert_eq!(note(false, "", "[Shift]"), "[Shift]");
        let short = lacking_sentence("3 rare");
        assert_eq!(note(false, "3 rare", "[Shift]"), format!("{short} [Shift]"));
        assert_eq!(note(true, "3 rare", "[Shift]"), format!("{UNPAID}. {short} [Shift]"));
    }
}
