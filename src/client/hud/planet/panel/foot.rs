//! The foot of the panel: what is under construction, below the page and never scrolled away with it.

use bevy::prelude::*;

use crate::client::hud::layout::places::PlanetPanel;
use crate::client::hud::planet::actions::{PanelAction, Row, Rows};
use crate::client::hud::planet::panel::{PlanetHead, PlanetRows};
use crate::client::widgets::EDGE;
use crate::client::widgets::scroll::BAR_ROOM;

/// The edge and the padding of the panel, its head, and the gaps between its parts, pixels.
const AROUND_PAGE: f32 = 90.0;
/// Height of a row of the foot, pixels.
const ROW_PIXELS: f32 = 18.0;
/// Its line and the padding below that, pixels.
const LINE: f32 = 1.0;
const PADDING: f32 = 4.0;
/// Share of the foot in the height that it divides with the page, at most.
const MOST_SHARE: f32 = 1.0 / 3.0;
/// Of a lower height the page takes all, pixels.
const LEAST_HEIGHT: f32 = 97.0;
/// The most rows of the foot.
const MOST_ROWS: usize = 6;

/// Marks the column of the rows at the foot.
#[derive(Component)]
pub struct PlanetFoot;

/// The node of the foot.
pub type FootParts = (Entity, &'static mut Rows, &'static mut Node);
/// The only node of the foot.
pub type OnlyFoot = (With<PlanetFoot>, Without<PlanetHead>, Without<PlanetRows>, Without<PlanetPanel>);

/// Spawns the foot of a panel, without rows and hidden.
pub fn spawn_foot(commands: &mut Commands, panel: Entity) {
    let node = Node {
        display: Display::None,
        padding: UiRect::new(px(0), px(BAR_ROOM), px(PADDING), px(0)),
        border: UiRect::top(px(LINE)),
        flex_direction: FlexDirection::Column,
        flex_shrink: 0.0,
        ..default()
    };
    commands.spawn((PlanetFoot, Rows::default(), node, BorderColor::all(EDGE), ChildOf(panel)));
}

/// The rows of a page.
pub struct PageRows {
    /// Those that keep their places, above all buttons.
    pub page: Vec<Row>,
    /// What is under construction. It comes and goes: it stands below the page, which keeps its places under the
    /// pointer.
    pub queue: Vec<Row>,
    /// Rows without buttons that come and go.
    pub last: Vec<Row>,
}

impl PageRows {
    /// The same rows without the buttons that order something, as in a replay.
    pub fn without_orders(mut self) -> Self {
        let orders = |press: &PanelAction| {
            matches!(press, PanelAction::Give(_) | PanelAction::Choose(_) | PanelAction::Rally(_))
        };
        for row in self.page.iter_mut().chain(&mut self.queue).chain(&mut self.last) {
            row.cells.retain(|cell| !cell.press.as_ref().is_some_and(orders));
        }
        self
    }

    /// The rows that are scrolled, and those at the foot, of which there are at most so many: the rest of the queue is
    /// scrolled with the page.
    pub fn parted(self, most: usize) -> (Vec<Row>, Vec<Row>) {
        let Self { page, mut queue, last } = self;
        let rest = queue.split_off(most.min(queue.len()));
        ([page, rest, last].concat(), queue)
    }
}

/// How many rows have room at the foot of a panel that is limited to this height, pixels.
pub fn most_rows(height: Val) -> usize {
    let Val::Px(height) = height else { return MOST_ROWS };
    let room = height - AROUND_PAGE;
    if room < LEAST_HEIGHT { 0 } else { ((MOST_SHARE * room / ROW_PIXELS) as usize).min(MOST_ROWS) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::planet::actions::Cell;
    use crate::client::widgets::WORDS;
    use crate::sim::ConstructionOrder;
    use crate::sim::ids::StructureId;

    fn rows(words: &str, count: usize) -> Vec<Row> {
        vec![Row::words(words, WORDS); count]
    }

    #[test]
    fn buttons_keep_their_places_while_construction_and_invasions_begin_and_end() {
        let page = |growing: usize, fight: usize| PageRows {
            page: rows("sentry", 3),
            queue: rows("sentry 20 %", growing),
            last: rows("invaders", fight),
        };
        for (growing, fight) in [(0, 0), (1, 2), (4, 0)] {
            let (scrolled, foot) = page(growing, fight).parted(MOST_ROWS);
            assert_eq!(scrolled[..3], rows("sentry", 3));
            assert_eq!((scrolled.len(), foot.len()), (3 + fight, growing));
        }
    }

    #[test]
    fn a_replay_has_no_buttons_of_orders() {
        let yard = StructureId(1);
        let cancel = PanelAction::Give(ConstructionOrder::CancelShip { yard, index: 0 });
        let row = Row::of(vec![
            Cell::words("cruiser 20 %", WORDS),
            Cell::button("Cancel", cancel),
            Cell::button("Next yard", PanelAction::ShowYard(yard)),
        ]);
        let page = PageRows { page: vec![row.clone()], queue: vec![row], last: Vec::new() };
        let (shown, foot) = page.without_orders().parted(1);
        for row in shown.iter().chain(&foot) {
            let words: Vec<&str> = row.cells.iter().map(|cell| cell.words.as_str()).collect();
            assert_eq!(words, ["cruiser 20 %", "Next yard"]);
        }
    }

    #[test]
    fn a_queue_that_has_no_room_at_the_foot_goes_on_in_the_page() {
        let page = PageRows { page: rows("sentry", 2), queue: rows("20 %", 5), last: rows("invaders", 1) };
        let (scrolled, foot) = page.parted(2);
        assert_eq!(foot, rows("20 %", 2));
        assert_eq!(scrolled, [rows("sentry", 2), rows("20 %", 3), rows("invaders", 1)].concat());
    }

    #[test]
    fn a_low_panel_has_a_low_foot() {
        let rows = [150.0, 187.0, 214.0, 306.0, 426.0, 900.0].map(|height: f32| most_rows(px(height)));
        assert_eq!(rows, [0, 1, 2, 4, 6, 6]);
        assert_eq!(most_rows(auto()), MOST_ROWS);
    }
}
