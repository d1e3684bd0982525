//! The title of a tip, its words, and the rows below them.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::widgets::panel::show;
use crate::client::widgets::theme::{QUIET, SMALL_PIXELS, TITLE, WORDS, text, title, unbroken};

/// Greatest width of the words, pixels: room for a table of damage shares, on a plate of 340.
pub(super) const MOST_WIDTH: f32 = 322.0;
/// Width of the names of rows, and of the columns of a table, pixels.
const COLUMNS: (f32, f32) = (106.0, 48.0);
/// Size of the title, pixels.
const NAME_PIXELS: f32 = 18.0;
/// Gap between the parts of a row, and between two rows, pixels.
const GAPS: (f32, f32) = (6.0, 2.0);

/// Separates the parts of a row of a [`Tip`](super::tooltip::Tip), and a title from the words in its first line.
pub const PARTS: &str = "\t";

/// The first line of a tip with a title, which may be empty.
pub fn titled(name: &str, words: &str) -> String {
    if name.is_empty() { words.to_owned() } else { [name, words].join(PARTS) }
}

/// Marks the plate.
#[derive(Component)]
pub struct TipPlate;

/// Marks the title on the plate.
#[derive(Component)]
pub(super) struct TipTitle;

/// Marks the words on the plate.
#[derive(Component)]
pub(super) struct TipWords;

/// The rows below the words, as they are shown.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TipRows(String);

/// The nodes on the plate.
pub(super) fn text_nodes() -> impl Bundle {
    let width = || Node { max_width: px(MOST_WIDTH), ..default() };
    let rows = Node { flex_direction: FlexDirection::Column, row_gap: px(GAPS.1), ..default() };
    children![
        (TipTitle, title("", NAME_PIXELS, TITLE), width(), Pickable::IGNORE),
        (TipWords, text("", SMALL_PIXELS, WORDS), width(), Pickable::IGNORE),
        (TipRows::default(), rows, Pickable::IGNORE),
    ]
}

/// The texts of a tip; each may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TipTexts {
    /// The name of what the tip is about.
    pub title: String,
    /// The present state; without rows the keys follow.
    pub words: String,
    /// Below the words; the keys are the last of them.
    pub rows: String,
}

impl TipTexts {
    /// Those of a [`Tip`](super::tooltip::Tip) and of the words of a [`KeyTip`](super::tooltip::KeyTip). Facts come
    /// before keys, which a player reads once.
    pub fn of(tip: &str, keys: Option<String>) -> Self {
        let (first, rows) = tip.split_once('\n').unwrap_or((tip, ""));
        let (title, state) = first.split_once(PARTS).unwrap_or(("", first));
        let keys = keys.unwrap_or_default();
        let (words, rows) = if rows.is_empty() {
            (format!("{state} {keys}").trim().to_owned(), String::new())
        } else {
            (state.to_owned(), format!("{rows}\n{keys}").trim_end().to_owned())
        };
        Self { title: title.to_owned(), words, rows }
    }
}

type TextParts = (&'static mut Text, &'static mut Node);
type OnlyTitle = (With<TipTitle>, Without<TipPlate>, Without<TipWords>, Without<TipRows>);
type OnlyWords = (With<TipWords>, Without<TipPlate>, Without<TipRows>);
type OnlyRows = (Without<TipPlate>, Without<TipWords>);

/// The nodes of the title of a tip, of its words and of its rows.
#[derive(SystemParam)]
pub(super) struct TipTextNodes<'w, 's> {
    commands: Commands<'w, 's>,
    title: Single<'w, 's, TextParts, OnlyTitle>,
    words: Single<'w, 's, TextParts, OnlyWords>,
    rows: Single<'w, 's, (Entity, &'static mut TipRows, &'static mut Node), OnlyRows>,
}

impl TipTextNodes<'_, '_> {
    /// Writes the title of a tip, its words and its rows; returns whether they are new.
    pub fn write(&mut self, wanted: &TipTexts) -> bool {
        let (title, node) = &mut *self.title;
        let has_other_title = write_text(title, node, &wanted.title);
        let (words, node) = &mut *self.words;
        let has_other_words = write_text(words, node, &wanted.words);
        let (column, rows, node) = &mut *self.rows;
        let has_other_rows = rows.0 != wanted.rows;
        if has_other_rows {
            rows.0.clone_from(&wanted.rows);
            self.commands.entity(*column).despawn_children();
            wanted.rows.lines().for_each(|row| spawn_row(&mut self.commands, *column, row));
        }
        show(node, !wanted.rows.is_empty());
        has_other_title || has_other_words || has_other_rows
    }
}

/// Writes a text, and hides it if it is empty; returns whether it is new.
fn write_text(text: &mut Mut<Text>, node: &mut Mut<Node>, wanted: &str) -> bool {
    show(node, !wanted.is_empty());
    text.set_if_neq(Text(unbroken(wanted)))
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
    let words = children![(text(unbroken(words), SMALL_PIXELS, color), Pickable::IGNORE)];
    commands.spawn((node, words, Pickable::IGNORE, ChildOf(line)));
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn the_present_state_and_the_rows_come_before_the_keys() {
        let keys = || Some("Keeps only this class.".to_owned());
        let of = |tip: &str, keys: Option<String>| {
            let TipTexts { title, words, rows } = TipTexts::of(tip, keys);
            assert_eq!(title, "");
            [words, rows]
        };
        assert_eq!(of("", keys()), ["Keeps only this class.", ""]);
        assert_eq!(of("Crews: 1 green.", keys()), ["Crews: 1 green. Keeps only this class.", ""]);
        assert_eq!([of("Here.", None), of("", None)], [["Here.", ""], ["", ""]]);
        assert_eq!(of("Here.\nArmour\t30 %", keys()), ["Here.", "Armour\t30 %\nKeeps only this class."]);
        assert_eq!(of("Here.\nArmour\t30 %\nShield", None), ["Here.", "Armour\t30 %\nShield"]);
    }

    #[test]
    fn a_title_stands_above_the_words_and_the_keys_below_the_rows() {
        let tip = [titled("Frigate", "Idle."), "Armour\t30 %".to_owned()].join("\n");
        let texts = TipTexts::of(&tip, Some("Keeps only this class.".to_owned()));
        assert_eq!([texts.title, texts.words], ["Frigate", "Idle."]);
        assert_eq!(texts.rows, "Armour\t30 %\nKeeps only this class.");
        assert_eq!(TipTexts::of(&titled("Frigate", ""), None).title, "Frigate");
        assert_eq!(titled("", "Idle."), "Idle.");
    }

    #[test]
    fn facts_have_rows_with_their_names() {
        let mut world = World::new();
        world.spawn((TipPlate, text_nodes()));
        let write = |world: &mut World, rows: &str| {
            let (title, words) = ("Scout".to_owned(), "Sees far.".to_owned());
            let texts = TipTexts { title, words, rows: rows.to_owned() };
            let is_new = world.run_system_once(move |mut nodes: TipTextNodes| nodes.write(&texts));
            let mut texts = world.query_filtered::<&Text, (Without<TipTitle>, Without<TipWords>)>();
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
        assert_eq!(write(&mut world, ""), (false, Vec::new()));
        let mut titles = world.query_filtered::<&Text, With<TipTitle>>();
        assert_eq!(titles.single(&world).ok().map(|text| text.0.as_str()), Some("Scout"));
        let table = COLUMNS.0 + 4.0 * (GAPS.0 + COLUMNS.1);
        assert!(table <= MOST_WIDTH, "a column for each kind of damage: {table}");
    }
}
