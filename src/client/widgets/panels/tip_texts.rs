//! The words of a tip, and the rows below them.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::widgets::panel::show;
use crate::client::widgets::theme::{QUIET, SMALL_PIXELS, WORDS, text};

/// Greatest width of the words, pixels: room for a table of damage shares.
const MOST_WIDTH: f32 = 384.0;
/// Width of the names of rows, and of the columns of a table, pixels.
const COLUMNS: (f32, f32) = (112.0, 52.0);
/// Gap between the parts of a row, and between two rows, pixels.
const GAPS: (f32, f32) = (6.0, 2.0);

/// Separates the parts of a row of a [`Tip`](super::tooltip::Tip).
pub const PARTS: &str = "\t";

/// Marks the plate.
#[derive(Component)]
pub struct TipPlate;

/// Marks the words on the plate.
#[derive(Component)]
pub(super) struct TipWords;

/// The rows below the words, as they are shown.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TipRows(String);

/// The nodes on the plate.
pub(super) fn text_nodes() -> impl Bundle {
    let width = Node { max_width: px(MOST_WIDTH), ..default() };
    let rows = Node { flex_direction: FlexDirection::Column, row_gap: px(GAPS.1), ..default() };
    children![
        (TipWords, text("", SMALL_PIXELS, WORDS), width, Pickable::IGNORE),
        (TipRows::default(), rows, Pickable::IGNORE),
    ]
}

/// The texts of a tip; both may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TipTexts {
    /// The present state, then the keys.
    pub words: String,
    /// Below the words.
    pub rows: String,
}

impl TipTexts {
    /// Those of a [`Tip`](super::tooltip::Tip) and of the words of a [`KeyTip`](super::tooltip::KeyTip).
    pub fn of(tip: &str, keys: Option<String>) -> Self {
        let (state, rows) = tip.split_once('\n').unwrap_or((tip, ""));
        let words = match keys {
            Some(keys) if state.is_empty() => keys,
            Some(keys) => format!("{state} {keys}"),
            None => state.to_owned(),
        };
        Self { words, rows: rows.to_owned() }
    }
}

type OnlyWords = (With<TipWords>, Without<TipPlate>, Without<TipRows>);
type OnlyRows = (Without<TipPlate>, Without<TipWords>);

/// The nodes of the words of a tip and of its rows.
#[derive(SystemParam)]
pub(super) struct TipTextNodes<'w, 's> {
    commands: Commands<'w, 's>,
    words: Single<'w, 's, (&'static mut Text, &'static mut Node), OnlyWords>,
    rows: Single<'w, 's, (Entity, &'static mut TipRows, &'static mut Node), OnlyRows>,
}

impl TipTextNodes<'_, '_> {
    /// Writes the words of a tip and its rows; returns whether they are new.
    pub fn write(&mut self, wanted: &TipTexts) -> bool {
        let (words, node) = &mut *self.words;
        let has_other_words = words.0 != wanted.words;
        if has_other_words {
            words.0.clone_from(&wanted.words);
        }
        show(node, !wanted.words.is_empty());
        let (column, rows, node) = &mut *self.rows;
        let has_other_rows = rows.0 != wanted.rows;
        if has_other_rows {
            rows.0.clone_from(&wanted.rows);
            self.commands.entity(*column).despawn_children();
            wanted.rows.lines().for_each(|row| spawn_row(&mut self.commands, *column, row));
        }
        show(node, !wanted.rows.is_empty());
        has_other_words || has_other_rows
    }
}

/// Spawns a row at the end of a column: words of their own, a name and its words, or a name and columns.
fn spawn_row(commands: &mut Commands, column: Entity, row: &str) {
    let mut parts = row.split(PARTS);
    let name = parts.next().unwrap_or_default();
    let cells: Vec<&str> = parts.collect();
    let node = Node { column_gap: px(GAPS.0), flex_shrink: 0.0, ..default() };
    let line = commands.spawn((node, Pickable::IGNORE, ChildOf(column))).id();
    match cells[..] {
        [] => spawn_cell(commands, line, (name, QUIET), MOST_WIDTH),
        [words] => {
            spawn_cell(commands, line, (name, QUIET), COLUMNS.0);
            spawn_cell(commands, line, (words, WORDS), MOST_WIDTH - COLUMNS.0 - GAPS.0);
        }
        _ => {
            spawn_cell(commands, line, (name, QUIET), COLUMNS.0);
            cells.iter().for_each(|cell| spawn_cell(commands, line, (cell, WORDS), COLUMNS.1));
        }
    }
}

/// Spawns a part of a row, as wide as this. Words that have a width themselves would be as high as if each stood in a
/// line of its own: the layout takes the height that it has measured for the least width.
fn spawn_cell(commands: &mut Commands, line: Entity, (words, color): (&str, Color), width: f32) {
    let node =
        Node { width: px(width), flex_shrink: 0.0, flex_direction: FlexDirection::Column, ..default() };
    let words = children![(text(words, SMALL_PIXELS, color), Pickable::IGNORE)];
    commands.spawn((node, words, Pickable::IGNORE, ChildOf(line)));
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn the_present_state_comes_before_the_keys() {
        let keys = || Some("Keeps only this class.".to_owned());
        let of = |tip: &str, keys: Option<String>| {
            let TipTexts { words, rows } = TipTexts::of(tip, keys);
            [words, rows]
        };
        assert_eq!(of("", keys()), ["Keeps only this class.", ""]);
        assert_eq!(of("Crews: 1 green.", keys()), ["Crews: 1 green. Keeps only this class.", ""]);
        assert_eq!([of("Here.", None), of("", None)], [["Here.", ""], ["", ""]]);
        assert_eq!(of("Here.\nArmour\t30 %", keys()), ["Here. Keeps only this class.", "Armour\t30 %"]);
        assert_eq!(of("Here.\nArmour\t30 %\nShield", None), ["Here.", "Armour\t30 %\nShield"]);
    }

    #[test]
    fn facts_have_rows_with_their_names() {
        let mut world = World::new();
        world.spawn((TipPlate, text_nodes()));
        let write = |world: &mut World, rows: &str| {
            let texts = TipTexts { words: "Scouts.".to_owned(), rows: rows.to_owned() };
            let is_new = world.run_system_once(move |mut nodes: TipTextNodes| nodes.write(&texts));
            let mut texts = world.query_filtered::<&Text, Without<TipWords>>();
            let shown: Vec<String> = texts.iter(world).map(|text| text.0.clone()).collect();
            (is_new.expect("it runs"), shown)
        };
        let rows = ["Cost\t40 money", "Damage\tEM\tHeat", "Click."].join("\n");
        let parts = ["Cost", "40 money", "Damage", "EM", "Heat", "Click."].map(str::to_owned);
        let (is_new, shown) = write(&mut world, &rows);
        assert!(is_new && parts.iter().all(|part| shown.contains(part)), "{shown:?}");
        assert_eq!(shown.len(), parts.len());
        assert!(!write(&mut world, &rows).0, "they are there already");
        assert_eq!(write(&mut world, ""), (true, Vec::new()));
        let table = COLUMNS.0 + 4.0 * (GAPS.0 + COLUMNS.1);
        assert!(table <= MOST_WIDTH, "a column for each kind of damage: {table}");
    }
}
