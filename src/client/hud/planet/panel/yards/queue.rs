//! The queue of a yard: the ship under construction, and those that wait.

use super::UNPAID;
use crate::client::frame::capital;
use crate::client::hud::layout::places::PANEL_WORDS;
use crate::client::hud::planet::actions::{Cell, PanelAction, Row};
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::panel::fitting::{cut, width_beside};
use crate::client::hud::planet::words::percent;
use crate::client::widgets::{QUIET, STRONG, WORDS};
use crate::level::counted;
use crate::sim::economy::Yard;
use crate::sim::{ClassId, ConstructionOrder, YardJob};

/// The number of ships behind those with a button, for which there is room in their row.
const USUAL_REST: usize = 88;
/// What becomes of the money for a ship that is cancelled.
const LOST: &str = "What has been paid so far is lost.";

/// The rows of the queue of a yard: the ship under construction, then all that wait.
pub(super) fn queue_rows(planet_data: &PlanetData, yard: &Yard) -> Vec<Row> {
    std::iter::once(growing_row(planet_data, yard)).chain(waiting_row(planet_data, yard)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::planet::panel::yards::tests::structure;
    use crate::client::hud::planet::test_support::seen_by;
    use crate::client::widgets::rows::CELL_GAP;
    use crate::level::Price;
    use crate::sim::StructureId;
    use crate::sim::visibility::test_support::TERRA;
    use crate::sim::world::Shipyard;
    use crate::sim::world::money::Growth;

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
}
