//! The rows of a panel in two columns: a head that stays, and a body below it that scrolls.

use bevy::prelude::*;

use super::{Row, Rows};
use crate::client::widgets::scroll::spawn_scroll;

/// The columns of a panel.
#[derive(Component, Clone, Copy, Debug)]
pub struct HeadedRows {
    /// The rows that stay, with the title.
    pub head: Entity,
    /// The rows that scroll.
    pub body: Entity,
}

impl HeadedRows {
    /// Spawns both on a panel, without rows.
    pub fn spawn<A: Component + Clone + PartialEq>(commands: &mut Commands, panel: Entity) -> Self {
        let head =
            Node { flex_direction: FlexDirection::Column, row_gap: px(2), flex_shrink: 0.0, ..default() };
        let head = commands.spawn((Rows::<A>::default(), head, ChildOf(panel))).id();
        let body = spawn_scroll(commands, panel, Rows::<A>::default());
        Self { head, body }
    }

    /// Scrolls back to the first row: what is opened begins there.
    pub fn begin_at_top(self, commands: &mut Commands) {
        commands.entity(self.body).insert(ScrollPosition::default());
    }

    /// Shows these rows.
    pub fn show<A: Component + Clone + PartialEq>(
        self,
        commands: &mut Commands,
        columns: &mut Query<&mut Rows<A>>,
        head: Vec<Row<A>>,
        body: Vec<Row<A>>,
    ) {
        for (column, wanted) in [(self.head, head), (self.body, body)] {
            if let Ok(mut rows) = columns.get_mut(column) {
                rows.show(commands, column, wanted);
            }
        }
    }
}
