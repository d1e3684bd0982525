//! The page of the planet panel about the player's yards.

use super::fitting::{cut, cut_to_row, width_beside};
use crate::client::frame::capital;
use crate::client::hud::layout::places::PANEL_WORDS;
use crate::client::hud::planet::actions::{Cell, PanelAction, Row, SHIPS_AT_ONCE};
use crate::client::hud::planet::classes::tip::class_tip;
use crate::client::hud::planet::classes::{ClassBooks, Figure, costs, ships};
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::words::{
    lacking_sentence, lacking_words, percent, price_columns, price_heads,
};
use crate::client::input::Tool;
use crate::client::settings::{Action, Binding, first_key};
use crate::client::widgets::{ACCENT, QUIET, STRONG, WORDS};
use crate::level::{Price, ShipClass, counted};
use crate::rules::CombatRules;
use crate::sim::economy::yards::ship_price;
use crate::sim::economy::{Yard, YardCare};
use crate::sim::task::ring_words;
use crate::sim::{BodyId, ClassId, ConstructionOrder, Goal, Ledger, StructureId, YardJob};

/// The state of a yard whose upkeep is unpaid.
const UNPAID: &str = "Not working: upkeep unpaid";
/// Width of the switch for building ships again, pixels: its neighbours stay where they are when it is pressed.
const REPEAT_WIDTH: f32 = 78.0;
/// The number of ships behind those with a button, for which there is room in their row.
const USUAL_REST: usize = 88;
/// What becomes of the money for a ship that is cancelled.
const LOST: &str = "What has been paid so far is lost.";

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

/// The rows of the queue of a yard: the ship under construction, then all that wait.
fn queue_rows(planet_data: &PlanetData, yard: &Yard) -> Vec<Row> {
    std::iter::once(growing_row(planet_data, yard)).chain(waiting_row(planet_data, yard)).collect()
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

/// The ship under construction; or why there is none.
fn growing_row(planet_data: &PlanetData, yard: &Yard) -> Row {
    let queue = &yard.yard.queue;
    let Some(job) = queue.front() else {
        return match yard.is_unpaid {
            true => Row::words(UNPAID, STRONG),
            false => Row::words(idle_words(planet_data.is_replay()), QUIET),
        };
    };
    let mut words = capital(&job_words(planet_data, job, !yard.is_unpaid));
    if yard.is_unpaid {
        words += ", upkeep unpaid";
    }
    let button = cancel_button(yard, 0);
    let halt = || planet_data.shortage_words(&job.growth).unwrap_or_default();
    let (color, tip) = if yard.is_unpaid { (STRONG, UNPAID.to_owned()) } else { (WORDS, halt()) };
    let mark = Cell::words("", color).with_tip(tip).with_shape(planet_data.ship_mark(job.class, true));
    let beside = [mark, button];
    let words = cut(&words, width_beside(&beside));
    let [mark, button] = beside;
    Row::of(vec![Cell { words, ..mark }, button])
}

/// Ships of one class that follow each other in a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    class: ClassId,
    count: usize,
    /// The place of the last one in the queue.
    last: usize,
}

/// The ships that wait for their turn behind the first one of a queue.
fn waiting_runs<'a>(queue: impl IntoIterator<Item = &'a YardJob>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (place, job) in queue.into_iter().enumerate().skip(1) {
        match runs.last_mut() {
            Some(run) if run.class == job.class => (run.count, run.last) = (run.count + 1, place),
            _ => runs.push(Run { class: job.class, count: 1, last: place }),
        }
    }
    runs
}

/// The ships that wait for their turn, in one row, so that the list of the classes keeps its room; `None` without any.
/// Those of a class that follow each other have a button together, which cancels the last of them.
fn waiting_row(planet_data: &PlanetData, yard: &Yard) -> Option<Row> {
    let runs = waiting_runs(&yard.yard.queue);
    let then = Cell::label("Then", QUIET);
    let rest = |ships: usize| Cell::label(format!("+{ships}"), QUIET);
    let mut room = PANEL_WORDS - then.room() - rest(USUAL_REST).room();
    let cells = runs.iter().map(|run| run_cell(planet_data, yard, *run));
    let fitting = cells.take_while(|cell| {
        room -= cell.room();
        room >= 0.0
    });
    let mut cells: Vec<Cell> = std::iter::once(then).chain(fitting).collect();
    let left: usize = runs.iter().skip(cells.len() - 1).map(|run| run.count).sum();
    cells.extend((left > 0).then(|| rest(left).with_tip(format!("{} more queued.", counted(left, "ship")))));
    (!runs.is_empty()).then(|| Row::of(cells))
}

/// A button for ships that follow each other in the queue of a yard; in a replay words.
fn run_cell(planet_data: &PlanetData, yard: &Yard, run: Run) -> Cell {
    let Run { class, count, last } = run;
    let name = planet_data.ship_classes.0.get(class).map_or("ship", |class| class.name.as_str());
    let queued = format!("Queued: {}.", counted(count, name));
    let number = if count > 1 { count.to_string() } else { String::new() };
    let cell = if planet_data.is_replay() {
        Cell::label(number, QUIET).with_tip(queued)
    } else {
        let which = if count > 1 { "the last of them" } else { "it" };
        let cancel = ConstructionOrder::CancelShip { yard: yard.structure.id, index: last };
        let button = Cell::button(format!("{number} ×").trim_start(), PanelAction::Give(cancel));
        button.colored(QUIET).with_tip(format!("{queued} Click: cancel {which}. {LOST}"))
    };
    cell.with_shape(planet_data.ship_mark(class, true))
}

/// What the queue of a yard without a job says.
fn idle_words(is_replay: bool) -> &'static str {
    if is_replay { "Yard idle" } else { "Yard idle: choose a ship above" }
}

fn cancel_button(yard: &Yard, index: usize) -> Cell {
    let cancel = ConstructionOrder::CancelShip { yard: yard.structure.id, index };
    Cell::button("Cancel", PanelAction::Give(cancel)).with_tip(LOST)
}

/// The class of a job: `cruiser`.
fn job_name<'a>(planet_data: &'a PlanetData, job: &YardJob) -> &'a str {
    planet_data.ship_classes.0.get(job.class).map_or("ship", |class| class.name.as_str())
}

/// A job with its progress: `cruiser 31 %`.
pub fn job_share(planet_data: &PlanetData, job: &YardJob) -> String {
    format!("{} {}", job_name(planet_data, job), percent(job.growth.share()))
}

fn job_words(planet_data: &PlanetData, job: &YardJob, is_growing: bool) -> String {
    let share = job_share(planet_data, job);
    match (is_growing, planet_data.economy().can_grow(&job.growth)) {
        (true, true) => share,
        (true, false) => match planet_data.economy().lacking(&job.growth) {
            Some(kind) => format!("{share}, short of {kind}"),
            None => format!("{share}, halted"),
        },
        (false, _) if job.growth.done_ticks > 0 => share,
        (false, _) => job_name(planet_data, job).to_owned(),
    }
}

/// The care of the yard for ships in its ring and near it; empty for an unpaid yard.
fn care_rows(planet_data: &PlanetData, yard: &Yard) -> Vec<Row> {
    if yard.is_unpaid {
        return Vec::new();
    }
    let rules = &planet_data.arms_table.rules;
    let tip = care_tip(u32::from(yard.structure.ring) + 1, rules);
    let row = |words: String| Row::of(vec![Cell::words(cut_to_row(&words), WORDS).with_tip(tip.clone())]);
    care_words(planet_data.economy().care(yard), rules).into_iter().map(row).collect()
}

/// The care in words, a row for repairs and one for troopers, while there are any.
fn care_words(care: YardCare, rules: &CombatRules) -> Vec<String> {
    let YardCare { repaired, filled, short } = care;
    let mut words = Vec::new();
    if repaired > 0 {
        let points = rules.repair.yard_points_per_s;
        words.push(format!("Repair bay: {repaired} in repair, {points} points/s"));
    }
    if short > 0 {
        words.push(format!("Too little money to refill {}", counted(short, "troop ship")));
    } else if filled > 0 {
        let money = rules.refit.trooper_money;
        words.push(format!("Refills {}, {money} money per trooper", counted(filled, "troop ship")));
    }
    words
}

/// The tip about a yard's care, for a yard in a ring, counted from 1.
fn care_tip(ring: u32, rules: &CombatRules) -> String {
    format!(
        "Repairs your side's ships in ring {ring} or near the yard, and all structures of the planet, free of \
         charge: they share {} points of armour per second. Refills troop ships there, the oldest first: \
         {} troopers per second for {} money each.",
        rules.repair.yard_points_per_s, rules.refit.troopers_per_s, rules.refit.trooper_money
    )
}

/// The switch for building finished ships again.
fn repeat_button(yard: &Yard) -> Cell {
    let repeats = yard.yard.repeats;
    let repeat = ConstructionOrder::Repeat { yard: yard.structure.id, repeats: !repeats };
    let button = Cell::button(if repeats { "Repeat: on" } else { "Repeat: off" }, PanelAction::Give(repeat));
    let button = button.colored(if repeats { ACCENT } else { WORDS }).as_wide_as(REPEAT_WIDTH);
    button.with_tip("Finished ships are queued again.")
}

/// The destination of new ships, with buttons that change it; while it is being chosen, how, and the key that ends it.
fn rally_row(words: &str, yard: &Yard, tool: &Tool, end: &str) -> Row {
    let id = yard.structure.id;
    let is_choosing = tool.rally() == Some(id);
    let tip = format!("New ships go here: {}.", words.trim_start_matches("Rally: "));
    let mut buttons = vec![
        Cell::button("Set", PanelAction::Rally(id))
            .colored(if is_choosing { ACCENT } else { WORDS })
            .with_tip("Sets where new ships go: click a place, a body, or a ring."),
    ];
    if yard.yard.rally.is_some() {
        let nowhere = ConstructionOrder::RallyTo { yard: id, rally: None };
        buttons.push(
            Cell::button("Clear", PanelAction::Give(nowhere)).with_tip("New ships wait beside the yard."),
        );
    }
    let choosing = format!("Click a place, body or ring · {end}: cancel");
    let (words, color) = if is_choosing { (choosing.as_str(), ACCENT) } else { (words, WORDS) };
    let words = Cell::words(cut(words, width_beside(&buttons)), color).with_tip(tip);
    Row::of(std::iter::once(words).chain(buttons).collect())
}

/// The destination of new ships in words.
pub fn rally_words(planet_data: &PlanetData, rally: Option<Goal>) -> String {
    match rally {
        None => "Rally: beside the yard".to_owned(),
        Some(Goal::Body(body)) => format!("Rally: {}", planet_data.almanac().body_name(body)),
        Some(Goal::Ring { body, ring }) => {
            format!("Rally: {}", ring_words(ring, &planet_data.almanac().body_in_words(body)))
        }
        Some(Goal::Place(station)) => match station.anchor.named_after() {
            Some(body) => format!("Rally: near {}", planet_data.almanac().body_in_words(body)),
            None => "Rally: open space".to_owned(),
        },
        Some(_) => "Rally: a fleet".to_owned(),
    }
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
mod tests {
    use bevy::prelude::default;

    use super::*;
    use crate::client::hud::planet::panel::fitting::fits_row;
    use crate::client::hud::planet::test_support::seen_by;
    use crate::client::widgets::rows::CELL_GAP;
    use crate::rules::test_support::shipped;
    use crate::sim::ids::FactionId;
    use crate::sim::visibility::test_support::TERRA;
    use crate::sim::world::money::Growth;
    use crate::sim::world::{Shipyard, Structure};

    fn structure() -> Structure {
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
    fn the_state_of_a_yard_is_one_row_whether_it_is_paid_or_not() {
        let structure = structure();
        let mut shipyard = Shipyard::default();
        let words = |shipyard: &Shipyard, is_unpaid: bool| {
            let yard = Yard { structure: &structure, yard: shipyard, is_unpaid };
            seen_by(TERRA, |data| growing_row(data, &yard).cells[0].words.clone())
        };
        assert_eq!(words(&shipyard, false), "Yard idle: choose a ship above");
        assert_eq!(words(&shipyard, true), UNPAID);
        let growth = Growth::new(10, Price::ZERO);
        shipyard.queue.push_back(YardJob { class: ClassId::FIRST, growth });
        assert!(words(&shipyard, true).ends_with(", upkeep unpaid"), "{}", words(&shipyard, true));
        assert!(!words(&shipyard, false).contains("unpaid"));
    }

    #[test]
    fn all_that_wait_have_one_row_with_a_button_for_each_run_of_a_class() {
        let structure = structure();
        let mut shipyard = Shipyard::default();
        let mut row_of = |classes: &[usize]| {
            let job = |class: &usize| YardJob {
                class: ClassId::from(*class),
                growth: Growth::new(10, Price::ZERO),
            };
            shipyard.queue = classes.iter().map(job).collect();
            let yard = Yard { structure: &structure, yard: &shipyard, is_unpaid: false };
            seen_by(TERRA, |data| waiting_row(data, &yard))
        };
        assert_eq!((row_of(&[]), row_of(&[1])), (None, None));
        let cells = row_of(&[1, 1, 1, 0, 1]).expect("four wait").cells;
        let words: Vec<&str> = cells.iter().map(|cell| cell.words.as_str()).collect();
        assert_eq!(words, ["Then", "2 ×", "×", "×"]);
        let cancel = |index: usize| {
            Some(PanelAction::Give(ConstructionOrder::CancelShip { yard: StructureId(3), index }))
        };
        let presses: Vec<_> = cells[1..].iter().map(|cell| cell.press.clone()).collect();
        assert_eq!(presses, [2, 3, 4].map(cancel), "the last one of a run");
        let long: Vec<usize> = (0..40).map(|place| place % 2).collect();
        let cells = row_of(&long).expect("39 wait").cells;
        assert!(cells.iter().map(Cell::room).sum::<f32>() <= PANEL_WORDS + CELL_GAP, "{cells:?}");
        let last = cells.last().expect("it has cells");
        assert_eq!(last.words, format!("+{}", 39 - (cells.len() - 2)), "{last:?}");
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

    #[test]
    fn a_row_shows_the_repairs_of_a_yard() {
        let rules = CombatRules::default();
        let words_of = |repaired: usize, filled: usize, short: usize| {
            care_words(YardCare { repaired, filled, short }, &rules)
        };
        assert!(words_of(0, 0, 0).is_empty(), "the list of the classes has the room");
        assert_eq!(words_of(3, 0, 0), ["Repair bay: 3 in repair, 20 points/s"]);
        assert_eq!(words_of(1, 2, 0)[0], "Repair bay: 1 in repair, 20 points/s");
        assert_eq!(words_of(1, 2, 0)[1], "Refills 2 troop ships, 3 money per trooper");
        assert_eq!(words_of(0, 2, 1), ["Too little money to refill 1 troop ship"]);
        for words in [words_of(888, 888, 0), words_of(888, 888, 888)].concat() {
            assert!(fits_row(&words), "{words}");
        }
        let tip = care_tip(3, &rules);
        assert!(tip.contains("in ring 3") && tip.contains("5 troopers per second for 3 money each"), "{tip}");
    }

    #[test]
    fn the_rally_is_shown_and_can_be_set_and_removed() {
        let structure = structure();
        let mut shipyard = Shipyard::default();
        let yard = Yard { structure: &structure, yard: &shipyard, is_unpaid: false };
        assert_eq!(shown_place(&[yard], Some(StructureId(9))), 0, "the first, where there is no such yard");
        let row = rally_row("Rally: beside the yard", &yard, &Tool::Select, "Esc");
        assert_eq!(row.cells.len(), 2, "there is nothing to take back");
        assert_eq!(
            (row.cells[0].words.as_str(), row.cells[0].press.is_none()),
            ("Rally: beside the yard", true)
        );
        assert_eq!(row.cells[1].press, Some(PanelAction::Rally(StructureId(3))));
        shipyard.rally = Some(Goal::Ring { body: BodyId(4), ring: 2 });
        let yard = Yard { structure: &structure, yard: &shipyard, is_unpaid: false };
        let tool = Tool::Rally(StructureId(3));
        let row = rally_row("Rally: ring 3 of Mars", &yard, &tool, "Esc");
        let nowhere = ConstructionOrder::RallyTo { yard: StructureId(3), rally: None };
        assert_eq!(row.cells.last().and_then(|cell| cell.press.clone()), Some(PanelAction::Give(nowhere)));
        assert_eq!(row.cells[1].color, ACCENT, "it is being chosen");
        assert_eq!(row.cells[0].words, "Click a place, body or ring · Esc: cancel", "in whole words");
        assert!(row.cells[0].tip.contains("ring 3 of Mars"), "{}", row.cells[0].tip);
    }
}
