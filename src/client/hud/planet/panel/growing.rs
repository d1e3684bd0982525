//! The rows of structures under construction.

use std::collections::BTreeSet;

use crate::client::frame::capital;
use crate::client::hud::planet::actions::{Cell, PanelAction, Row};
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::words::percent;
use crate::client::widgets::{ACCENT, QUIET, WORDS};
use crate::sim::visibility::SeenStructure;
use crate::sim::{BodyId, ConstructionOrder, Growing, StructureId};

/// The most growing structures that are listed.
const MOST_GROWING: usize = 5;

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
    let listed = growing.iter().take(MOST_GROWING);
    let mut rows: Vec<Row> = listed
        .map(|(one, growing)| {
            let mut row = growing_row(planet_data, one, growing, may_build, &now);
            if let Some(words) = row.cells.first_mut().filter(|_| Some(one.structure.id) == clicked) {
                words.color = ACCENT;
            }
            row
        })
        .collect();
    if growing.len() > MOST_GROWING {
        rows.push(Row::words(format!("{} more under construction", growing.len() - MOST_GROWING), QUIET));
    }
    rows
}

fn growing_row(
    planet_data: &PlanetData,
    one: &SeenStructure,
    growing: &Growing,
    may_build: bool,
    now: &BTreeSet<StructureId>,
) -> Row {
    let structure = one.structure.id;
    let state = growth_state(
        growing,
        now.contains(&structure),
        may_build && planet_data.economy().can_grow(&growing.growth),
    );
    let name = planet_data.class_name(one.structure);
    let words = format!("{} {}{state}", capital(name), percent(growing.growth.share()));
    let pause = ConstructionOrder::Pause { structure, paused: !growing.paused };
    let name = Cell::words(words, if state.is_empty() { WORDS } else { QUIET })
        .with_tip(state_tip(state, planet_data.economy().lacking(&growing.growth)));
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

/// The tip of a structure that does not grow; empty if it grows, or if its row says enough.
fn state_tip(state: &str, lacking: Option<&str>) -> String {
    match (state, lacking) {
        (", waiting", _) => {
            "Only a few are built at once, the oldest first: it waits for its turn.".to_owned()
        }
        (", halted", Some(kind)) => {
            format!("You are short of {kind}: construction resumes once there is enough.")
        }
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
    fn a_row_has_the_reason_for_a_halt_of_growth() {
        let growing = |paused| Growing { growth: Growth::new(10, Price::ZERO), paused };
        assert_eq!(growth_state(&growing(true), true, true), ", paused");
        assert_eq!(growth_state(&growing(false), false, true), ", waiting");
        assert_eq!(growth_state(&growing(false), true, false), ", halted");
        assert_eq!(growth_state(&growing(false), true, true), "");
        assert!(state_tip(", halted", Some("rare materials")).contains("short of rare materials"));
        assert!(state_tip(", halted", None).contains("may not build"));
        assert!(state_tip("", None).is_empty() && state_tip(", paused", Some("money")).is_empty());
    }
}
