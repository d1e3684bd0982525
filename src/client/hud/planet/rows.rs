//! Rows of words and buttons on a panel.
//!
//! - Enters: rows as plain data, as often as anyone likes.
//! - Leaves: nodes on the screen. Where only words have changed the nodes stay, so that a button does not
//!   flicker under the pointer; where rows come or go, the panel is made anew.
//! - Must never: decide what is written, or what a button does.

use crate::client::widgets::theme::{ON, PANEL, RESTING, WORDS, face};
use crate::client::widgets::tooltip::Tip;
use bevy::prelude::*;

use super::deeds::Deed;

/// Size of usual words, pixels.
pub const WORD_PIXELS: f32 = 13.0;
/// Size of a title, pixels.
pub const TITLE_PIXELS: f32 = 17.0;

/// What a row has above and below its words, pixels.
const PITCH_PIXELS: f32 = 1.0;

/// Words, or a button, in a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// What is written.
    pub words: String,
    /// In which colour.
    pub color: Color,
    /// In which size, pixels.
    pub pixels: f32,
    /// Whether it takes the room that the others leave.
    pub is_wide: bool,
    /// What a press does; `None` for words that are no button.
    pub deed: Option<Deed>,
    /// What is told while the pointer rests on it; may be empty.
    pub tip: String,
}

impl Cell {
    /// Words that take the room that is left.
    pub fn words(words: impl Into<String>, color: Color) -> Self {
        let tip = String::new();
        Self { words: words.into(), color, pixels: WORD_PIXELS, is_wide: true, deed: None, tip }
    }

    /// Words that take no more room than they need.
    pub fn label(words: impl Into<String>, color: Color) -> Self {
        Self { is_wide: false, ..Self::words(words, color) }
    }

    /// A button as wide as its words.
    pub fn button(words: impl Into<String>, deed: Deed) -> Self {
        Self { deed: Some(deed), ..Self::label(words, WORDS) }
    }

    /// The same in another size, pixels.
    pub fn sized(self, pixels: f32) -> Self {
        Self { pixels, ..self }
    }

    /// The same in another colour.
    pub fn colored(self, color: Color) -> Self {
        Self { color, ..self }
    }

    /// The same, taking the room that is left.
    pub fn wide(self) -> Self {
        Self { is_wide: true, ..self }
    }

    /// The same with a tip.
    pub fn with_tip(self, tip: impl Into<String>) -> Self {
        Self { tip: tip.into(), ..self }
    }

    /// Whether the nodes of one serve for the other.
    fn has_shape_of(&self, other: &Self) -> bool {
        self.pixels == other.pixels
            && self.is_wide == other.is_wide
            && self.deed.is_some() == other.deed.is_some()
            && self.tip.is_empty() == other.tip.is_empty()
    }
}

/// Cells side by side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row(pub Vec<Cell>);

impl Row {
    /// A row of words.
    pub fn words(words: impl Into<String>, color: Color) -> Self {
        Self(vec![Cell::words(words, color)])
    }

    fn has_shape_of(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(|(one, two)| one.has_shape_of(two))
    }
}

/// The rows that a panel shows. All children of the panel are theirs.
#[derive(Component, Debug, Default)]
pub struct Rows {
    rows: Vec<Row>,
    nodes: Vec<Vec<CellNodes>>,
}

/// The nodes of a cell.
#[derive(Clone, Copy, Debug)]
struct CellNodes {
    cell: Entity,
    text: Entity,
}

impl Rows {
    /// Shows `wanted` on the panel that this component belongs to.
    pub fn show(&mut self, commands: &mut Commands, panel: Entity, wanted: Vec<Row>) {
        if self.rows == wanted {
            return;
        }
        if have_same_shape(&self.rows, &wanted) {
            self.rewrite(commands, &wanted);
        } else {
            commands.entity(panel).despawn_children();
            self.nodes = wanted.iter().map(|row| spawn_row(commands, panel, row)).collect();
        }
        self.rows = wanted;
    }

    fn rewrite(&self, commands: &mut Commands, wanted: &[Row]) {
        let before = self.rows.iter().flat_map(|row| row.0.iter());
        let after = wanted.iter().flat_map(|row| row.0.iter());
        let changes = before.zip(after).zip(self.nodes.iter().flatten());
        for ((_, new), nodes) in changes.filter(|((old, new), _)| old != new) {
            commands.entity(nodes.text).insert((Text::new(new.words.clone()), TextColor(new.color)));
            if let Some(deed) = &new.deed {
                commands.entity(nodes.cell).insert(deed.clone());
            }
            if !new.tip.is_empty() {
                commands.entity(nodes.cell).insert(Tip(new.tip.clone()));
            }
        }
    }
}

fn have_same_shape(one: &[Row], other: &[Row]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, two)| one.has_shape_of(two))
}

fn spawn_row(commands: &mut Commands, panel: Entity, row: &Row) -> Vec<CellNodes> {
    let node = Node { column_gap: px(6), align_items: AlignItems::Center, flex_shrink: 0.0, ..default() };
    let line = commands.spawn((node, ChildOf(panel))).id();
    row.0.iter().map(|cell| spawn_cell(commands, line, cell)).collect()
}

fn spawn_cell(commands: &mut Commands, line: Entity, cell: &Cell) -> CellNodes {
    let side = if cell.deed.is_some() { 5.0 } else { 0.0 };
    let node = Node {
        flex_grow: if cell.is_wide { 1.0 } else { 0.0 },
        flex_shrink: if cell.is_wide { 1.0 } else { 0.0 },
        padding: UiRect::axes(px(side), px(if cell.deed.is_some() { 0.0 } else { PITCH_PIXELS })),
        // The edge parts a button from the next row, and takes clicks as the rest of it does.
        border: UiRect::vertical(px(if cell.deed.is_some() { PITCH_PIXELS } else { 0.0 })),
        border_radius: BorderRadius::all(px(3)),
        overflow: Overflow::clip(),
        ..default()
    };
    let entity = commands.spawn((node, ChildOf(line))).id();
    if let Some(deed) = &cell.deed {
        let edge = BorderColor::all(PANEL.with_alpha(1.0));
        commands.entity(entity).insert((Button, BackgroundColor(RESTING), edge, deed.clone()));
    }
    if !cell.tip.is_empty() {
        commands.entity(entity).insert((Interaction::default(), Tip(cell.tip.clone())));
    }
    let font = TextFont { font_size: FontSize::Px(cell.pixels), ..default() };
    let words = Text::new(cell.words.clone());
    let text =
        commands.spawn((words, font, TextColor(cell.color), TextLayout::no_wrap(), ChildOf(entity))).id();
    CellNodes { cell: entity, text }
}

/// Buttons light up under the pointer.
pub fn light_buttons(
    mut buttons: Query<(&Interaction, &mut BackgroundColor), (With<Deed>, Changed<Interaction>)>,
) {
    for (interaction, mut background) in &mut buttons {
        background.0 = match interaction {
            Interaction::Pressed => ON,
            other => face(*other, RESTING),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::super::Page;
    use super::*;

    fn queue(words: &str) -> Vec<Row> {
        let cells = vec![Cell::words(words, WORDS), Cell::button("x", Deed::Turn(Page::Build))];
        vec![Row::words("yard", WORDS), Row(cells)]
    }

    #[test]
    fn words_may_change_without_new_nodes() {
        assert!(have_same_shape(&queue("corvette 40%"), &queue("corvette 41%")));
        assert!(!have_same_shape(&queue("corvette"), &[]));
        let other = vec![Row::words("yard", WORDS), Row::words("idle", WORDS)];
        assert!(!have_same_shape(&queue("idle"), &other), "a button went away");
    }

    #[test]
    fn nodes_are_made_once_and_then_written_on() {
        let mut world = World::new();
        let panel = world.spawn(Node::default()).id();
        let mut rows = Rows::default();
        rows.show(&mut world.commands(), panel, queue("corvette 40%"));
        world.flush();
        let text = rows.nodes[1][0].text;
        assert_eq!(world.get::<Text>(text).map(|text| text.0.as_str()), Some("corvette 40%"));
        rows.show(&mut world.commands(), panel, queue("corvette 41%"));
        world.flush();
        assert_eq!(rows.nodes[1][0].text, text);
        assert_eq!(world.get::<Text>(text).map(|text| text.0.as_str()), Some("corvette 41%"));
        rows.show(&mut world.commands(), panel, vec![]);
        world.flush();
        assert!(world.get_entity(text).is_err(), "rows that go take their nodes along");
    }
}
