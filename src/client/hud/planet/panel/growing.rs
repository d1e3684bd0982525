//! The rows of structures under construction.

use crate::client::frame::capital;
use crate::client::hud::planet::actions::{Cell, PanelAction, Row};
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::words::percent;
use crate::client::widgets::{ACCENT, QUIET, WORDS};
use crate::sim::visibility::SeenStructure;
use crate::sim::{BodyId, ConstructionOrder, Growing, StructureId};

/// The most rows about growing structures.
const MOST_GROWING: usize = 4;

/// The player's growing structures at the body, with buttons that pause and abandon them.
pub fn growing_rows(
    planet_data: &PlanetData,
    body: BodyId,
    standing: &[SeenStructure],
    clicked: Option<StructureId>,
) -> Vec<Row> {
    let me = planet_data.me();
    let growing: Vec<(&SeenStructure, &Growing)> = standing
        .iter()
        .filter(|one| one.structure.faction == me)
        .filter_map(|one| one.growing.map(|growing| (one, growing)))
        .collect();
    if growing.is_empty() {
        return Vec::new();
    }
    let may_build = planet_data.economy().claim(body).may_build();
    let now = planet_data.economy().growing_now();
    let states: Vec<Grown> = growing
        .into_iter()
        .map(|(one, growing)| {
            let can_grow = may_build && planet_data.economy().can_grow(&growing.growth);
            let state = growth_state(growing, now.contains(&one.structure.id), can_grow);
            Grown { one, growing, state }
        })
        .collect();
    let place = states.iter().position(|grown| Some(grown.one.structure.id) == clicked);
    let (listed, rest) = parted(states.len(), place);
    let mut rows: Vec<Row> = listed
        .into_iter()
        .map(|listed| {
            let mut row = growing_row(planet_data, &states[listed]);
            if let Some(words) = row.cells.first_mut().filter(|_| Some(listed) == place) {
                words.color = ACCENT;
            }
            row
        })
        .collect();
    let rest: Vec<String> = rest.into_iter().map(|place| states[place].words(planet_data)).collect();
    rows.extend((!rest.is_empty()).then(|| more_row(&rest)));
    rows
}

/// The places in a queue of this length that have rows of their own, and the others: the first ones have them, and the
/// clicked one.
fn parted(count: usize, clicked: Option<usize>) -> (Vec<usize>, Vec<usize>) {
    if count <= MOST_GROWING {
        return ((0..count).collect(), Vec::new());
    }
    let last = MOST_GROWING - 2;
    let listed: Vec<usize> =
        (0..last).chain([clicked.filter(|place| *place > last).unwrap_or(last)]).collect();
    let rest = (0..count).filter(|place| !listed.contains(place)).collect();
    (listed, rest)
}

/// The row of those without a row of their own, which these words tell.
fn more_row(rest: &[String]) -> Row {
    let tip = format!("{}.\nClick one in its ring, and it has a row here.", rest.join("\n"));
    Row::of(vec![Cell::words(format!("{} more under construction", rest.len()), QUIET).with_tip(tip)])
}

/// A structure under construction.
struct Grown<'a> {
    one: &'a SeenStructure<'a>,
    growing: &'a Growing,
    /// Why it is halted; empty if it is not.
    state: &'static str,
}

impl Grown<'_> {
    /// Its class, its progress and its state.
    fn words(&self, planet_data: &PlanetData) -> String {
        let name = planet_data.class_name(self.one.structure);
        format!("{} {}{}", capital(name), percent(self.growing.growth.share()), self.state)
    }
}

fn growing_row(planet_data: &PlanetData, grown: &Grown) -> Row {
    let Grown { one, growing, state } = grown;
    let structure = one.structure.id;
    let pause = ConstructionOrder::Pause { structure, paused: !growing.paused };
    let name = Cell::words(grown.words(planet_data), if state.is_empty() { WORDS } else { QUIET })
        .with_tip(state_tip(state, planet_data.shortage_words(&growing.growth)));
    let class = planet_data.class_of(one.structure);
    Row::of(vec![
        match class {
            Some(class) => name.with_shape(planet_data.structure_mark(class)),
            None => name,
        },
        Cell::button(if growing.paused { "Resume" } else { "Pause" }, PanelAction::Give(pause))
            .with_tip("While it is paused it costs nothing, and others have their turn."),
        Cell::button("Cancel", PanelAction::Give(ConstructionOrder::Cancel { structure }))
            .with_tip("What has been paid so far is lost."),
    ])
}

/// The reason why a growth is halted; empty if it is not halted.
fn growth_state(growing: &Growing, has_turn: bool, can_grow: bool) -> &'static str {
    match (growing.paused, has_turn, can_grow) {
        (true, ..) => ", paused",
        (false, false, _) => ", waiting",
        (false, true, false) => ", halted",
        (false, true, true) => "",
    }
}

/// The tip of a structure that does not grow; empty if it grows, or if its row says enough. `shortage`: why it is
/// halted for want of goods.
fn state_tip(state: &str, shortage: Option<String>) -> String {
    match (state, shortage) {
        (", waiting", _) => {
            "Only a few are built at once, the oldest first: it waits for its turn.".to_owned()
        }
        (", halted", Some(shortage)) => shortage,
        (", halted", None) => {
            "You may not build here now: move one of your ships into its gravity well.".to_owned()
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::model::holdings::Price;
    use crate::sim::world::money::Growth;

    #[test]
    fn a_long_queue_has_few_rows_and_the_clicked_structure_has_one() {
        assert_eq!(parted(MOST_GROWING, None), (vec![0, 1, 2, 3], Vec::new()));
        assert_eq!(parted(6, None), (vec![0, 1, 2], vec![3, 4, 5]));
        assert_eq!(parted(6, Some(1)), (vec![0, 1, 2], vec![3, 4, 5]));
        assert_eq!(parted(6, Some(4)), (vec![0, 1, 4], vec![2, 3, 5]));
        let row = more_row(&["Trade station 0 %".to_owned(), "Factory 3 %, waiting".to_owned()]);
        assert_eq!(row.cells[0].words, "2 more under construction");
        assert!(row.cells[0].tip.starts_with("Trade station 0 %\nFactory 3 %, waiting."), "{row:?}");
    }

    #[test]
    fn a_row_has_the_reason_for_a_halt_of_growth() {
        let growing = |paused| Growing { growth: Growth::new(10, Price::ZERO), paused };
        assert_eq!(growth_state(&growing(true), true, true), ", paused");
        assert_eq!(growth_state(&growing(false), false, true), ", waiting");
        assert_eq!(growth_state(&growing(false), true, false), ", halted");
        assert_eq!(growth_state(&growing(false), true, true), "");
        let shortage = || Some("You are short of money.".to_owned());
        assert_eq!(state_tip(", halted", shortage()), "You are short of money.");
        assert!(state_tip(", halted", None).contains("may not build"));
        assert!(state_tip("", None).is_empty() && state_tip(", paused", shortage()).is_empty());
    }
}
