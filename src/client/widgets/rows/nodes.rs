use bevy::input::keyboard::KeyboardInput;
use bevy::input_focus::FocusedInput;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::{Activate, SetSliderValue, SliderValueChange};

use super::cell::{CELL_GAP, Cell};
use super::cell_nodes::{CellNodes, RowState, rewrite_cell, spawn_cell};
use super::row::Row;
use crate::client::widgets::button::{ByKeysAlone, Face, pressable};
use crate::client::widgets::cycle::next_of;
use crate::client::widgets::scroll::Heading;
use crate::client::widgets::theme::{RESTING, SHADE};

/// Padding of a row that is a stop, to the left and to the right, pixels.
pub const STOP_PADDING: f32 = 8.0;
/// The edge of such a row, at the left, pixels.
pub const STOP_EDGE: f32 = 3.0;
/// Gap between the cells of such a row, pixels.
pub const STOP_GAP: f32 = 10.0;
/// The nodes of a row.
#[derive(Clone, Debug)]
pub(super) struct RowNodes {
    /// The row itself.
    pub line: Entity,
    /// Those of its cells.
    pub cells: Vec<CellNodes>,
}

/// Index of a row in its column, from the top.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowIndex(pub usize);

/// Marks a row that is only room, which another system fills.
#[derive(Component, Clone, Copy, Debug)]
pub struct RowRoom;

/// The effects of the left and right arrows in a row.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RowEnds {
    pub buttons: Vec<Entity>,
    pub slider: Option<Entity>,
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(use_sides);
}

/// Arrows to the left and right press the buttons of the row that has the focus, or move its slider.
fn use_sides(
    mut event: On<FocusedInput<KeyboardInput>>,
    rows: Query<&RowEnds, Without<InteractionDisabled>>,
    mut commands: Commands,
) {
    let Ok(sides) = rows.get(event.focused_entity) else { return };
    let side = match event.input.key_code {
        KeyCode::ArrowLeft => 0,
        KeyCode::ArrowRight => 1,
        _ => return,
    };
    event.propagate(false);
    if !event.input.state.is_pressed() {
        return;
    }
    if let Some(entity) = sides.slider {
        let steps = if side == 0 { -1.0 } else { 1.0 };
        commands.trigger(SetSliderValue { entity, change: SliderValueChange::RelativeStep(steps) });
    } else if let Some(button) = sides.buttons.get(side) {
        commands.trigger(Activate { entity: *button });
    }
}

/// Writes the changes of a row of the same shape.
pub(super) fn rewrite<A: Component + Clone + PartialEq>(
    commands: &mut Commands,
    old: &Row<A>,
    row: &Row<A>,
    nodes: &RowNodes,
) {
    if let Some(press) = row.press.as_ref().filter(|press| old.press.as_ref() != Some(press)) {
        commands.entity(nodes.line).insert(press.clone());
    }
    if row.press.is_some() && chosen_of(old) != chosen_of(row) {
        commands.entity(nodes.line).insert(sides_of(row, &nodes.cells));
    }
    let changes = old.cells.iter().zip(&row.cells).zip(&nodes.cells);
    let is_disabled = !row.why_not.is_empty();
    for ((_, new), nodes) in changes.filter(|((old, new), _)| old != new) {
        rewrite_cell(commands, new, nodes, is_disabled);
    }
}

/// Spawns a row at the end of a column.
pub(super) fn spawn_row<A: Component + Clone>(
    commands: &mut Commands,
    column: Entity,
    index: usize,
    row: &Row<A>,
) -> RowNodes {
    let node = Node {
        column_gap: px(CELL_GAP),
        align_items: AlignItems::Center,
        flex_shrink: 0.0,
        flex_wrap: if row.wraps { FlexWrap::Wrap } else { FlexWrap::NoWrap },
        width: row.share.width(),
        height: row.height.map_or(Val::Auto, px),
        ..default()
    };
    let line = commands.spawn((RowIndex(index), node.clone(), ChildOf(column))).id();
    let is_disabled = !row.why_not.is_empty();
    let state = RowState {
        is_disabled,
        // The edge of the open tab tells it from a row that is lit in the same colour.
        is_lit: row.press.is_some() && chosen_of(row).is_none(),
    };
    let cells: Vec<CellNodes> =
        row.cells.iter().map(|cell| spawn_cell(commands, line, cell, state)).collect();
    if let Some(press) = &row.press {
        let stop = Node {
            padding: UiRect::axes(px(STOP_PADDING), px(3)),
            column_gap: px(STOP_GAP),
            border: UiRect::left(px(STOP_EDGE)),
            border_radius: BorderRadius::all(px(4)),
            ..node
        };
        let resting = if row.is_shaded { SHADE } else { Color::NONE };
        let face = Face { resting, hovered: RESTING, edge: Color::NONE };
        commands.entity(line).insert((
            stop,
            pressable(face),
            TabIndex(0),
            press.clone(),
            sides_of(row, &cells),
        ));
    }
    if row.is_by_keys {
        commands.entity(line).insert(ByKeysAlone);
    }
    if row.is_heading {
        commands.entity(line).insert(Heading);
    }
    if row.is_room {
        commands.entity(line).insert(RowRoom);
    }
    if is_disabled {
        commands.entity(line).insert(InteractionDisabled);
    }
    RowNodes { line, cells }
}

/// The place of the chosen button of a row.
fn chosen_of<A>(row: &Row<A>) -> Option<usize> {
    row.cells.iter().position(|cell| cell.is_chosen)
}

/// The neighbours of the chosen button of a row, or else its last two buttons, and its slider.
fn sides_of<A>(row: &Row<A>, nodes: &[CellNodes]) -> RowEnds {
    if row.has_no_sides {
        return RowEnds::default();
    }
    let of = |is_slider: bool| {
        let fitting = move |cell: &Cell<A>| cell.press.is_some() && cell.slider.is_some() == is_slider;
        row.cells.iter().zip(nodes).filter(move |(cell, _)| fitting(cell)).map(|(_, nodes)| nodes.cell)
    };
    let mut buttons: Vec<Entity> = of(false).collect();
    if let Some(chosen) = chosen_of(row).map(|at| nodes[at].cell) {
        buttons = [true, false].map(|is_backward| next_of(&buttons, chosen, is_backward)).into();
    } else {
        buttons.drain(..buttons.len().saturating_sub(2));
    }
    RowEnds { buttons, slider: of(true).next() }
}
