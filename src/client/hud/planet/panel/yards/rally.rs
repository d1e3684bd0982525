//! The destination of new ships.

use crate::client::hud::planet::actions::{Cell, PanelAction, Row};
use crate::client::hud::planet::gather::PlanetData;
use crate::client::hud::planet::panel::fitting::{cut, width_beside};
use crate::client::input::Tool;
use crate::client::widgets::{ACCENT, WORDS};
use crate::sim::economy::Yard;
use crate::sim::task::ring_words;
use crate::sim::{ConstructionOrder, Goal};

/// The destination of new ships, with buttons that change it; while it is being chosen, how, and the key that ends it.
pub(super) fn rally_row(words: &str, yard: &Yard, tool: &Tool, end: &str) -> Row {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::planet::panel::yards::shown_place;
    use crate::client::hud::planet::panel::yards::tests::structure;
    use crate::sim::world::Shipyard;
    use crate::sim::{BodyId, StructureId};

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
