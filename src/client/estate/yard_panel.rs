//! The page of the planet panel about one's own yards.
//!
//! - Enters: the finished yards of a body with their queues, and the ship classes.
//! - Leaves: the queue of one yard with what has grown, and buttons that add ships, take them out, repeat
//!   and send new ships somewhere.
//! - Must never: show the yards of others.

use super::deeds::{Deed, SHIPS_AT_ONCE};
use super::gather::{Estate, Yard};
use super::rows::{Cell, Row};
use super::words::{percent, price_columns, price_heads, upkeep_words};
use super::{Choosing, build_menu::NAME_LETTERS};
use crate::client::hud::{QUIET, STRONG, WORDS};
use crate::level::ShipClass;
use crate::sim::holdings::yards::ship_growth;
use crate::sim::holdings::{Rally, StructureId, YardJob};
use crate::sim::orders::estate::EstateOrder;

/// The most ships of a queue that are listed.
const MOST_LISTED: usize = 6;

/// The player's finished yards at a body, in the order of their numbers.
pub fn yards_at<'a>(estate: &'a Estate, body: usize) -> Vec<Yard<'a>> {
    let mut yards = estate.own_yards();
    yards.retain(|yard| yard.structure.body == body);
    yards
}

/// The rows of the page about a body; the yard that is shown is the one asked for, or the first. None where
/// there is no yard.
pub fn yard_rows(estate: &Estate, body: usize, shown: Option<StructureId>, choosing: &Choosing) -> Vec<Row> {
    let yards = yards_at(estate, body);
    let wanted = yards.iter().position(|yard| Some(yard.structure.id) == shown).unwrap_or(0);
    let Some(yard) = yards.get(wanted) else { return Vec::new() };
    let next = yards.get((wanted + 1) % yards.len()).map_or(yard.structure.id, |next| next.structure.id);
    let mut rows = vec![head_row(yard, wanted, yards.len(), next)];
    rows.extend(queue_rows(estate, yard));
    rows.push(choice_row(estate, yard, choosing));
    if choosing.rally.is_some() {
        rows.push(Row::words("click where new ships are to go, Esc ends", STRONG));
    }
    rows.push(Row::words(price_heads(NAME_LETTERS), QUIET));
    let research = estate.research();
    rows.extend(estate.ship_classes.0.iter().map(|class| class_row(estate, yard, class, research)));
    rows
}

fn head_row(yard: &Yard, index: usize, count: usize, next: StructureId) -> Row {
    let ring = u32::from(yard.structure.ring) + 1;
    let words = format!("yard {} of {count}, in ring {ring}", index + 1);
    let mut cells = vec![Cell::words(words, WORDS)];
    if count > 1 {
        cells.push(Cell::button("next yard", Deed::ShowYard(next)));
    }
    Row(cells)
}

/// What it builds, the first few ships in a row each.
fn queue_rows(estate: &Estate, yard: &Yard) -> Vec<Row> {
    let mut rows = Vec::new();
    if yard.is_unpaid {
        rows.push(Row::words("not paid for: it stands still", STRONG));
    }
    let queue = &yard.yard.queue;
    if queue.is_empty() {
        rows.push(Row::words("builds nothing: choose ships below", QUIET));
    }
    for (index, job) in queue.iter().take(MOST_LISTED).enumerate() {
        let words = format!("{}  {}", index + 1, job_words(estate, job, index == 0 && !yard.is_unpaid));
        let cancel = EstateOrder::CancelShip { yard: yard.structure.id, index };
        let button = Cell::button("cancel", Deed::Give(cancel)).with_tip("What was spent on it is gone.");
        rows.push(Row(vec![Cell::words(words, if index == 0 { WORDS } else { QUIET }), button]));
    }
    if queue.len() > MOST_LISTED {
        rows.push(Row::words(format!("and {} more", queue.len() - MOST_LISTED), QUIET));
    }
    rows
}

fn job_words(estate: &Estate, job: &YardJob, is_growing: bool) -> String {
    let name = estate.ship_classes.0.get(job.class).map_or("ship", |class| class.name.as_str());
    let share = percent(job.growth.share());
    match (is_growing, estate.can_grow(&job.growth)) {
        (true, true) => format!("{name} {share}"),
        (true, false) => format!("{name} {share}, halted: too little"),
        (false, _) if job.growth.done_ticks > 0 => format!("{name} {share}"),
        (false, _) => name.to_owned(),
    }
}

/// Repeat, and where new ships go.
fn choice_row(estate: &Estate, yard: &Yard, choosing: &Choosing) -> Row {
    let id = yard.structure.id;
    let repeats = yard.yard.repeats;
    let repeat = EstateOrder::Repeat { yard: id, repeats: !repeats };
    let is_choosing = choosing.rally == Some(id);
    let mut cells = vec![
        Cell::button(if repeats { "repeat: on" } else { "repeat: off" }, Deed::Give(repeat))
            .colored(if repeats { STRONG } else { WORDS })
            .with_tip("Ships that are finished go to the end of the queue again."),
        Cell::button(rally_words(estate, yard.yard.rally), Deed::Rally(id))
            .colored(if is_choosing { STRONG } else { WORDS })
            .with_tip("Where new ships go: press, then click a body or a place."),
    ];
    if yard.yard.rally.is_some() {
        let nowhere = EstateOrder::RallyTo { yard: id, rally: None };
        cells.push(Cell::button("no rally", Deed::Give(nowhere)));
    }
    Row(cells)
}

fn rally_words(estate: &Estate, rally: Option<Rally>) -> String {
    match rally {
        None => "rally: here".to_owned(),
        Some(Rally::Body(body)) => format!("rally: {}", estate.body_name(body)),
        Some(Rally::Ring { body, ring }) => {
            format!("rally: ring {} of {}", u32::from(ring) + 1, estate.body_name(body))
        }
        Some(Rally::Place(station)) => match station.anchor {
            Some(body) => format!("rally: near {}", estate.body_name(body)),
            None => "rally: a point".to_owned(),
        },
    }
}

/// A button that orders a ship, at the price and in the time that hold in this yard.
fn class_row(estate: &Estate, yard: &Yard, class: &ShipClass, research: u32) -> Row {
    let speed = estate.class_of(yard.structure).map_or(1.0, |class| class.yard_speed);
    let price = ship_growth(class, speed, research).price;
    let seconds = if speed > 0.0 { class.build_s / speed } else { class.build_s };
    let words = format!("{:NAME_LETTERS$}{}", class.name, price_columns(price, seconds));
    let can_pay = estate.ledger().is_some_and(|ledger| ledger.can_pay(price));
    let order = EstateOrder::BuildShips { yard: yard.structure.id, class: class.name.clone(), count: 1 };
    let button = Cell::button(words, Deed::Give(order)).wide();
    Row(vec![button.colored(if can_pay { WORDS } else { QUIET }).with_tip(class_tip(class))])
}

fn class_tip(class: &ShipClass) -> String {
    let mut tip = class.role.clone();
    tip += &upkeep_words(class.upkeep);
    format!("{tip} Shift: {SHIPS_AT_ONCE} at once.").trim_start().to_owned()
}
