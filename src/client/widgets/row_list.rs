//! Rows of words, pictures, buttons and sliders, one below the other.
//!
//! Put [`Rows`] on a column, and call [`show`](Rows::show) with rows as plain data, in any frame. Nodes are
//! rebuilt only if a row changes its shape, so that a button does not flicker under the pointer. The effect of a
//! press is a component `A`: on each button, each slider, and each row that is pressed as a whole. `Activate` and
//! `ValueChange<f32>` arrive at that entity.

use bevy::input::keyboard::KeyboardInput;
use bevy::input_focus::FocusedInput;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::text::Strikethrough;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::{Activate, SetSliderValue, SliderValue, SliderValueChange};

use super::button::{Face, pressable};
use super::fonts::Typeface;
use super::icon::{Glyph, Icon, icon};
use super::slider::{SliderEnds, slider};
use super::theme::{
    EDGE, HEADING_PIXELS, HOVERED, PANEL, QUIET, RESTING, SMALL_PIXELS, WORDS, text, text_in,
};
use super::tooltip::Tip;

/// Width and height of a picture, pixels.
const PICTURE_PIXELS: f32 = 34.0;
/// Numbers that stand still, pixels.
const NUMBER_PIXELS: f32 = 12.0;
/// Side of a sign, and the gap between it and its words, pixels.
const ICON_PIXELS: f32 = 16.0;
const ICON_GAP: f32 = 5.0;
/// Side of a white picture before words, pixels.
const SHAPE_PIXELS: f32 = 13.0;
/// Padding above and below the words of a cell, pixels.
const PITCH_PIXELS: f32 = 1.0;

/// A part of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell<A> {
    /// The text.
    pub words: String,
    /// Colour.
    pub color: Color,
    /// Size of the letters, or the side of the picture, pixels.
    pub pixels: f32,
    /// Font.
    pub typeface: Typeface,
    /// Whether it takes the remaining width.
    pub is_wide: bool,
    /// The width of a column with its words at the right; 0 for the natural width and words at the left.
    pub column: f32,
    /// Further words at the right of columns of these widths, pixels.
    pub columns: Vec<(String, f32)>,
    /// Smaller lines below the words, each in its colour. They are cut off at the edge, and never struck through.
    pub lines: Vec<(String, Color)>,
    /// Whether words that are too long wrap into further lines, or are cut off.
    pub wraps: bool,
    /// The effect of a press; `None` for words that are no button.
    pub press: Option<A>,
    /// The tip; may be empty.
    pub tip: String,
    /// A sign before the words, in their colour.
    pub icon: Option<Icon>,
    /// A white picture before the words, in their colour.
    pub shape: Option<Handle<Image>>,
    /// A picture beside the words.
    pub picture: Option<Handle<Image>>,
    /// The value of a slider, and its ends.
    pub slider: Option<(f32, SliderEnds)>,
}

impl<A> Cell<A> {
    /// Words that take the remaining width.
    pub fn words(words: impl Into<String>, color: Color) -> Self {
        Self {
            words: words.into(),
            color,
            pixels: SMALL_PIXELS,
            typeface: Typeface::default(),
            is_wide: true,
            column: 0.0,
            columns: Vec::new(),
            lines: Vec::new(),
            wraps: false,
            press: None,
            tip: String::new(),
            icon: None,
            shape: None,
            picture: None,
            slider: None,
        }
    }

    /// Words of their natural width.
    pub fn label(words: impl Into<String>, color: Color) -> Self {
        Self { is_wide: false, ..Self::words(words, color) }
    }

    /// Words at the right of a column of this width, pixels.
    pub fn column(words: impl Into<String>, color: Color, width: f32) -> Self {
        Self { column: width, ..Self::label(words, color) }
    }

    /// A button as wide as its words.
    pub fn button(words: impl Into<String>, press: A) -> Self {
        Self { press: Some(press), ..Self::label(words, WORDS) }
    }

    /// A slider at a value.
    pub fn slider(value: f32, scale: SliderEnds, changes: A) -> Self {
        Self { slider: Some((value, scale)), ..Self::button("", changes) }
    }

    /// A picture.
    pub fn picture(picture: Handle<Image>) -> Self {
        Self { picture: Some(picture), pixels: PICTURE_PIXELS, ..Self::label("", WORDS) }
    }

    /// This cell with smaller lines below its words.
    pub fn with_lines(self, lines: Vec<(String, Color)>) -> Self {
        Self { lines, ..self }
    }

    /// This cell in another size, pixels.
    pub fn sized(self, pixels: f32) -> Self {
        Self { pixels, ..self }
    }

    /// This cell with further words at the right of columns of these widths, pixels.
    pub fn with_columns(self, columns: Vec<(String, f32)>) -> Self {
        Self { columns, ..self }
    }

    /// This cell with a sign before its words.
    pub fn with_icon(self, icon: Icon) -> Self {
        Self { icon: Some(icon), ..self }
    }

    /// This cell with a white picture before its words, in their colour.
    pub fn with_shape(self, shape: Handle<Image>) -> Self {
        Self { shape: Some(shape), ..self }
    }

    /// This cell as a heading of a panel.
    pub fn titled(self) -> Self {
        Self { typeface: Typeface::Titles, pixels: HEADING_PIXELS, ..self }
    }

    /// This cell in letters of equal width, whose digits stand still.
    pub fn tabled(self) -> Self {
        Self { typeface: Typeface::Table, pixels: NUMBER_PIXELS, ..self }
    }

    /// This cell in another colour.
    pub fn colored(self, color: Color) -> Self {
        Self { color, ..self }
    }

    /// This cell, taking the remaining width.
    pub fn wide(self) -> Self {
        Self { is_wide: true, ..self }
    }

    /// This cell, wrapped into further lines if it is too long.
    pub fn wrapped(self) -> Self {
        Self { wraps: true, ..self }
    }

    /// This cell with a tip.
    pub fn with_tip(self, tip: impl Into<String>) -> Self {
        Self { tip: tip.into(), ..self }
    }

    /// Whether the nodes of one cell can be reused for the other.
    fn has_shape_of(&self, other: &Self) -> bool {
        (self.pixels, self.typeface) == (other.pixels, other.typeface)
            && (self.is_wide, self.wraps, self.column) == (other.is_wide, other.wraps, other.column)
            && self.columns.len() == other.columns.len()
            && self.columns.iter().zip(&other.columns).all(|(one, two)| one.1 == two.1)
            && self.lines.len() == other.lines.len()
            && self.press.is_some() == other.press.is_some()
            && self.tip.is_empty() == other.tip.is_empty()
            && self.icon.is_some() == other.icon.is_some()
            && self.shape.is_some() == other.shape.is_some()
            && self.picture.is_some() == other.picture.is_some()
            && self.slider.map(|(_, scale)| scale) == other.slider.map(|(_, scale)| scale)
    }
}

/// Cells side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Row<A> {
    /// Parts, from the left.
    pub cells: Vec<Cell<A>>,
    /// The effect of a press of the whole row. Such a row is a stop of the keys. The arrows to the left and right
    /// press its first and second button, or move its slider.
    pub press: Option<A>,
    /// The reason why the row cannot be pressed now; empty if it can be pressed.
    pub why_not: String,
}

impl<A> Row<A> {
    /// A row of cells.
    pub fn of(cells: Vec<Cell<A>>) -> Self {
        Self { cells, press: None, why_not: String::new() }
    }

    /// A row of words.
    pub fn words(words: impl Into<String>, color: Color) -> Self {
        Self::of(vec![Cell::words(words, color)])
    }

    /// This row, pressed as a whole.
    pub fn pressed(self, press: A) -> Self {
        Self { press: Some(press), ..self }
    }

    /// This row; a non-empty reason disables it.
    pub fn unless(self, why_not: impl Into<String>) -> Self {
        Self { why_not: why_not.into(), ..self }
    }

    fn has_shape_of(&self, other: &Self) -> bool {
        self.cells.len() == other.cells.len()
            && self.press.is_some() == other.press.is_some()
            && self.why_not == other.why_not
            && self.cells.iter().zip(&other.cells).all(|(one, two)| one.has_shape_of(two))
    }
}

/// The rows of a column, which owns no other children.
#[derive(Component, Debug)]
pub struct Rows<A: Send + Sync + 'static> {
    rows: Vec<Row<A>>,
    nodes: Vec<RowNodes>,
}

impl<A: Send + Sync + 'static> Default for Rows<A> {
    fn default() -> Self {
        Self { rows: Vec::new(), nodes: Vec::new() }
    }
}

/// The nodes of a row.
#[derive(Clone, Debug)]
struct RowNodes {
    line: Entity,
    cells: Vec<CellNodes>,
}

/// The nodes of a cell.
#[derive(Clone, Debug)]
struct CellNodes {
    cell: Entity,
    /// The white picture.
    shape: Option<Entity>,
    /// The sign.
    glyph: Option<Entity>,
    /// The words, those of the columns, and the lines; empty for a picture and a slider.
    texts: Vec<Entity>,
}

/// Index of a row in its column, from the top.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowIndex(pub usize);

/// The effects of the left and right arrows in a row.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
struct RowEnds {
    buttons: Vec<Entity>,
    slider: Option<Entity>,
}

impl<A: Component + Clone + PartialEq> Rows<A> {
    /// Shows `wanted` on the column of this component.
    pub fn show(&mut self, commands: &mut Commands, column: Entity, wanted: Vec<Row<A>>) {
        for (index, row) in wanted.iter().enumerate() {
            match self.rows.get(index) {
                Some(old) if old == row => {}
                Some(old) if old.has_shape_of(row) => rewrite(commands, old, row, &self.nodes[index]),
                Some(_) => {
                    commands.entity(self.nodes[index].line).despawn();
                    self.nodes[index] = spawn_row(commands, column, index, row);
                    commands.entity(column).insert_child(index, self.nodes[index].line);
                }
                None => self.nodes.push(spawn_row(commands, column, index, row)),
            }
        }
        for surplus in self.nodes.drain(wanted.len()..) {
            commands.entity(surplus.line).despawn();
        }
        self.rows = wanted;
    }

    /// Removes all rows, so that the next ones are rebuilt.
    pub fn clear(&mut self, commands: &mut Commands) {
        self.rows.clear();
        self.nodes.drain(..).for_each(|row| commands.entity(row.line).despawn());
    }

    /// The node of a row, or of the last one if there are fewer.
    pub fn node(&self, index: usize) -> Option<Entity> {
        self.nodes.get(index).or(self.nodes.last()).map(|row| row.line)
    }
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

fn rewrite<A: Component + Clone + PartialEq>(
    commands: &mut Commands,
    old: &Row<A>,
    row: &Row<A>,
    nodes: &RowNodes,
) {
    if let Some(press) = row.press.as_ref().filter(|press| old.press.as_ref() != Some(press)) {
        commands.entity(nodes.line).insert(press.clone());
    }
    let changes = old.cells.iter().zip(&row.cells).zip(&nodes.cells);
    for ((_, new), nodes) in changes.filter(|((old, new), _)| old != new) {
        let columns = new.columns.iter().map(|(words, _)| (words, new.color));
        let lines = new.lines.iter().map(|(words, color)| (words, *color));
        let all_words = std::iter::once((&new.words, new.color)).chain(columns).chain(lines);
        for (text, (words, color)) in nodes.texts.iter().zip(all_words) {
            commands.entity(*text).insert((Text::new(words.clone()), TextColor(color)));
        }
        if let Some(picture) = &new.picture {
            commands.entity(nodes.cell).insert(ImageNode::new(picture.clone()));
        }
        if let (Some(node), Some(shape)) = (nodes.shape, &new.shape) {
            commands.entity(node).insert(ImageNode::new(shape.clone()).with_color(new.color));
        }
        if let (Some(node), Some(icon)) = (nodes.glyph, new.icon) {
            commands.entity(node).insert(Glyph { icon, color: new.color });
        }
        if let Some(press) = &new.press {
            commands.entity(nodes.cell).insert(press.clone());
        }
        if !new.tip.is_empty() {
            commands.entity(nodes.cell).insert(Tip(new.tip.clone()));
        }
        if let Some((value, _)) = new.slider {
            commands.entity(nodes.cell).insert(SliderValue(value));
        }
    }
}

fn spawn_row<A: Component + Clone>(
    commands: &mut Commands,
    column: Entity,
    index: usize,
    row: &Row<A>,
) -> RowNodes {
    let node = Node { column_gap: px(6), align_items: AlignItems::Center, flex_shrink: 0.0, ..default() };
    let line = commands.spawn((RowIndex(index), node.clone(), ChildOf(column))).id();
    let is_disabled = !row.why_not.is_empty();
    let cells: Vec<CellNodes> =
        row.cells.iter().map(|cell| spawn_cell(commands, line, cell, is_disabled)).collect();
    if let Some(press) = &row.press {
        let stop = Node {
            padding: UiRect::axes(px(8), px(3)),
            column_gap: px(10),
            border: UiRect::left(px(3)),
            border_radius: BorderRadius::all(px(4)),
            ..node
        };
        let face = Face { resting: Color::NONE, hovered: RESTING, edge: Color::NONE };
        commands.entity(line).insert((
            stop,
            pressable(face),
            TabIndex(0),
            press.clone(),
            sides_of(row, &cells),
        ));
    }
    if is_disabled {
        commands.entity(line).insert((InteractionDisabled, Tip(row.why_not.clone())));
    }
    RowNodes { line, cells }
}

fn sides_of<A>(row: &Row<A>, nodes: &[CellNodes]) -> RowEnds {
    let of = |is_slider: bool| {
        let fitting = move |cell: &Cell<A>| cell.press.is_some() && cell.slider.is_some() == is_slider;
        row.cells.iter().zip(nodes).filter(move |(cell, _)| fitting(cell)).map(|(_, nodes)| nodes.cell)
    };
    RowEnds { buttons: of(false).collect(), slider: of(true).next() }
}

fn spawn_cell<A: Component + Clone>(
    commands: &mut Commands,
    line: Entity,
    cell: &Cell<A>,
    is_disabled: bool,
) -> CellNodes {
    if let Some((value, scale)) = cell.slider {
        let entity = commands.spawn((slider(value, scale), ChildOf(line))).id();
        decorate(commands, entity, cell, is_disabled);
        return CellNodes { cell: entity, shape: None, glyph: None, texts: Vec::new() };
    }
    let is_button = cell.press.is_some();
    let shares = if cell.is_wide { 1.0 } else { 0.0 };
    let (width, justify_content) =
        if cell.column > 0.0 { (px(cell.column), JustifyContent::FlexEnd) } else { default() };
    let node = Node {
        width,
        justify_content,
        align_items: AlignItems::Center,
        column_gap: px(if cell.icon.is_some() || cell.shape.is_some() { ICON_GAP } else { 0.0 }),
        flex_grow: shares,
        flex_shrink: shares,
        // A wide cell gives way to the others, whatever its words.
        min_width: if cell.is_wide { px(0) } else { auto() },
        padding: UiRect::axes(
            px(if is_button { 5.0 } else { 0.0 }),
            px(if is_button { 0.0 } else { PITCH_PIXELS }),
        ),
        // The edge separates a button from the next row, and takes clicks like the rest of the button.
        border: UiRect::vertical(px(if is_button { PITCH_PIXELS } else { 0.0 })),
        border_radius: BorderRadius::all(px(3)),
        overflow: Overflow::clip(),
        ..default()
    };
    if let Some(picture) = &cell.picture {
        let node = Node { width: px(cell.pixels), height: px(cell.pixels), flex_shrink: 0.0, ..node };
        let image = (ImageNode::new(picture.clone()), BackgroundColor(Color::BLACK), BorderColor::all(EDGE));
        let cell = commands.spawn((node, image, ChildOf(line))).id();
        return CellNodes { cell, shape: None, glyph: None, texts: Vec::new() };
    }
    let entity = commands.spawn((node, ChildOf(line))).id();
    if is_button {
        commands.entity(entity).insert(pressable(Face {
            resting: RESTING,
            hovered: HOVERED,
            edge: PANEL.with_alpha(1.0),
        }));
    }
    decorate(commands, entity, cell, is_disabled);
    let shape = cell.shape.as_ref().map(|shape| spawn_shape(commands, entity, shape, cell.color));
    let sign = cell.icon.map(|one| icon(one, ICON_PIXELS, cell.color));
    let glyph = sign.map(|sign| commands.spawn((sign, ChildOf(entity))).id());
    let mut texts = vec![spawn_words(commands, entity, cell, &cell.words, is_disabled)];
    for (words, width) in &cell.columns {
        let node = Node { width: px(*width), justify_content: JustifyContent::FlexEnd, ..fixed() };
        let column = commands.spawn((node, ChildOf(entity))).id();
        texts.push(spawn_words(commands, column, cell, words, is_disabled));
    }
    if !cell.columns.is_empty() {
        commands.entity(texts[0]).insert(Node { flex_grow: 1.0, ..default() });
    }
    if !cell.lines.is_empty() {
        commands.entity(entity).entry::<Node>().and_modify(|mut node| {
            (node.flex_direction, node.align_items) = (FlexDirection::Column, AlignItems::Start);
        });
    }
    for (words, color) in &cell.lines {
        let line = (text(words, SMALL_PIXELS, *color), TextLayout::no_wrap(), ChildOf(entity));
        texts.push(commands.spawn(line).id());
    }
    CellNodes { cell: entity, shape, glyph, texts }
}

/// Spawns a white picture in a colour.
fn spawn_shape(commands: &mut Commands, parent: Entity, shape: &Handle<Image>, color: Color) -> Entity {
    let node = Node { width: px(SHAPE_PIXELS), height: px(SHAPE_PIXELS), ..fixed() };
    let image = ImageNode::new(shape.clone()).with_color(color);
    commands.spawn((node, image, Pickable::IGNORE, ChildOf(parent))).id()
}

/// A node that keeps its width.
fn fixed() -> Node {
    Node { flex_shrink: 0.0, ..default() }
}

/// Spawns words of a cell.
fn spawn_words<A>(
    commands: &mut Commands,
    parent: Entity,
    cell: &Cell<A>,
    words: &str,
    is_disabled: bool,
) -> Entity {
    let color = if is_disabled { QUIET } else { cell.color };
    let layout = if cell.wraps { TextLayout::default() } else { TextLayout::no_wrap() };
    let words = text_in(cell.typeface, words, cell.pixels, color);
    let text = commands.spawn((words, layout, ChildOf(parent))).id();
    if is_disabled {
        commands.entity(text).insert(Strikethrough);
    }
    text
}

/// Adds the effect and the tip of a cell.
fn decorate<A: Component + Clone>(
    commands: &mut Commands,
    entity: Entity,
    cell: &Cell<A>,
    is_disabled: bool,
) {
    if let Some(press) = &cell.press {
        commands.entity(entity).insert(press.clone());
    }
    if is_disabled {
        commands.entity(entity).insert(InteractionDisabled);
    }
    if !cell.tip.is_empty() {
        commands.entity(entity).insert((Hovered::default(), Tip(cell.tip.clone())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Component, Clone, Debug, PartialEq)]
    struct RowPress(u32);

    fn queue(words: &str) -> Vec<Row<RowPress>> {
        let cells = vec![Cell::words(words, WORDS), Cell::button("x", RowPress(1))];
        vec![Row::words("yard", WORDS), Row::of(cells), Row::words("end", WORDS).pressed(RowPress(2))]
    }

    fn shown(world: &mut World, rows: &mut Rows<RowPress>, column: Entity, wanted: Vec<Row<RowPress>>) {
        rows.show(&mut world.commands(), column, wanted);
        world.flush();
    }

    #[test]
    fn only_rows_of_another_shape_are_made_anew() {
        let (mut world, mut rows) = (World::new(), Rows::default());
        let column = world.spawn_empty().id();
        shown(&mut world, &mut rows, column, queue("corvette 40%"));
        let before = rows.nodes.clone();
        let text = before[1].cells[0].texts[0];
        shown(&mut world, &mut rows, column, queue("corvette 41%"));
        assert_eq!(world.get::<Text>(text).map(|text| text.0.as_str()), Some("corvette 41%"));
        let mut other = queue("corvette 41%");
        other[1] = Row::words("idle", WORDS);
        shown(&mut world, &mut rows, column, other);
        let after: Vec<Entity> = rows.nodes.iter().map(|row| row.line).collect();
        assert_eq!((after[0], after[2]), (before[0].line, before[2].line));
        assert!(after[1] != before[1].line && world.get_entity(text).is_err());
        assert_eq!(world.get::<Children>(column).map(|children| children.to_vec()), Some(after));
        shown(&mut world, &mut rows, column, vec![]);
        assert!(world.get_entity(before[0].line).is_err(), "rows that go take their nodes along");
    }

    #[test]
    fn a_picture_and_lines_change_in_place() {
        let (mut world, mut rows) = (World::new(), Rows::default());
        let column = world.spawn_empty().id();
        let card = |picture: Handle<Image>, line: &str| {
            let cells = vec![
                Cell::picture(picture).sized(60.0),
                Cell::words("Sol", WORDS).with_lines(vec![(line.to_owned(), QUIET)]),
            ];
            vec![Row::of(cells).pressed(RowPress(1))]
        };
        shown(&mut world, &mut rows, column, card(Handle::default(), ""));
        let before = rows.nodes.clone();
        let painted = bevy::image::TRANSPARENT_IMAGE_HANDLE;
        shown(&mut world, &mut rows, column, card(painted.clone(), "8 planets"));
        assert_eq!(rows.nodes[0].line, before[0].line, "the row keeps the focus");
        let picture = world.get::<ImageNode>(before[0].cells[0].cell).map(|node| node.image.clone());
        assert_eq!(picture, Some(painted));
        let [_, line] = before[0].cells[1].texts[..] else { panic!("the words and a line") };
        assert_eq!(world.get::<Text>(line).map(|text| text.0.as_str()), Some("8 planets"));
        assert_eq!(world.get::<TextColor>(line).map(|color| color.0), Some(QUIET));
    }

    #[test]
    fn the_sides_of_a_row_are_its_buttons_or_its_slider() {
        let (mut world, mut rows) = (World::new(), Rows::default());
        let column = world.spawn_empty().id();
        let scale = SliderEnds { least: 0.0, most: 100.0, step: 10.0 };
        let cells =
            |cell: Cell<RowPress>| Row::of(vec![cell, Cell::button(">", RowPress(4))]).pressed(RowPress(5));
        let wanted =
            vec![cells(Cell::button("<", RowPress(3))), cells(Cell::slider(50.0, scale, RowPress(3)))];
        shown(&mut world, &mut rows, column, wanted);
        let sides = |row: usize| world.get::<RowEnds>(rows.node(row).unwrap()).unwrap().clone();
        assert_eq!((sides(0).buttons.len(), sides(0).slider), (2, None));
        assert_eq!(sides(1).slider, Some(rows.nodes[1].cells[0].cell));
        assert_eq!(world.get::<RowPress>(rows.nodes[1].cells[0].cell), Some(&RowPress(3)));
    }

    #[test]
    fn disabled_rows_have_a_reason() {
        let (mut world, mut rows) = (World::new(), Rows::default());
        let column = world.spawn_empty().id();
        let wanted = vec![Row::words("load", WORDS).pressed(RowPress(1)).unless("there are no saves")];
        shown(&mut world, &mut rows, column, wanted);
        let row = world.entity(rows.node(0).unwrap());
        assert!(row.contains::<InteractionDisabled>() && row.contains::<TabIndex>());
        assert_eq!(row.get::<Tip>(), Some(&Tip("there are no saves".to_owned())));
        assert!(world.entity(rows.nodes[0].cells[0].texts[0]).contains::<Strikethrough>());
    }
}
