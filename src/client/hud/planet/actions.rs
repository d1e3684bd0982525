//! Actions of buttons.

use bevy::prelude::*;

use super::{BuildMenuAt, Page, ShownYard, Subject};
use crate::client::frame::Player;
use crate::client::input::Tool;
use crate::client::settings::{Action, Actions};
use crate::client::widgets::{Pressed, rows};
use crate::sim::{BodyId, ClassId, ConstructionOrder, Order, OrderQueue, StructureId};

/// Number of ships ordered by a press while the key for adding is held.
pub const SHIPS_AT_ONCE: u8 = 5;

/// The action of a button.
#[derive(Component, Clone, Debug, PartialEq)]
pub enum PanelAction {
    /// Gives an order.
    Give(ConstructionOrder),
    /// Begins to choose a slot for a structure of this class, or stops it.
    Choose(ClassId),
    /// Begins to choose a rally point for this yard, or stops it.
    Rally(StructureId),
    /// Opens a page.
    Turn(Page),
    /// Shows a yard.
    ShowYard(StructureId),
    /// Focuses the next of the player's planets; see `jump.rs`.
    NextPlanet,
    /// Focuses the next idle yard; see `jump.rs`.
    NextYard,
    /// Looks at a body; see `jump.rs`.
    LookAt(BodyId),
    /// Closes the panel; see `panel/closing.rs`.
    Close,
}

/// A part of a row of the planet's panels.
pub type Cell = rows::Cell<PanelAction>;
/// A row of the planet's panels.
pub type Row = rows::Row<PanelAction>;
/// The rows of one of the planet's panels.
pub type Rows = rows::Rows<PanelAction>;

/// Executes the deeds of pressed buttons.
pub fn do_deeds(
    mut pressed: MessageReader<Pressed<PanelAction>>,
    actions: Actions,
    player: Res<Player>,
    mut door: ResMut<OrderQueue>,
    mut tool: ResMut<Tool>,
    subject: Res<Subject>,
    mut page: ResMut<Page>,
    mut menu: ResMut<BuildMenuAt>,
    mut shown_yard: ResMut<ShownYard>,
) {
    let several = actions.pressed(&Action::Add);
    for Pressed(deed) in pressed.read() {
        match deed {
            PanelAction::Give(order) => {
                door.give(player.faction, Order::Construction(with_count(*order, several)));
            }
            PanelAction::Choose(class) => tool.toggle(Tool::Build(*class)),
            PanelAction::Rally(yard) => tool.toggle(Tool::Rally(*yard)),
            PanelAction::Turn(wanted) => {
                *page = *wanted;
                *menu = BuildMenuAt(subject.0);
            }
            PanelAction::ShowYard(yard) => shown_yard.0 = Some(*yard),
            PanelAction::NextPlanet | PanelAction::NextYard | PanelAction::LookAt(_) | PanelAction::Close => {
            }
        }
    }
}

/// The order, for several ships if `several`.
fn with_count(order: ConstructionOrder, several: bool) -> ConstructionOrder {
    match order {
        ConstructionOrder::BuildShips { yard, class, .. } if several => {
            ConstructionOrder::BuildShips { yard, class, count: SHIPS_AT_ONCE }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ships_are_ordered_by_the_handful() {
        let (yard, class) = (StructureId(3), ClassId::FIRST);
        let [one, five] = [1, 5].map(|count| ConstructionOrder::BuildShips { yard, class, count });
        assert_eq!(with_count(one, false), one);
        assert_eq!(with_count(one, true), five);
        let repeat = ConstructionOrder::Repeat { yard: StructureId(3), repeats: true };
        assert_eq!(with_count(repeat, true), repeat);
    }
}
