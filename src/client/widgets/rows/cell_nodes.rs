use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::text::Underline;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::SliderValue;

use super::cell::{
    BUTTON_SIDES, CARD_PIXELS, CHIP_GAP, CHIP_SIDES, Cell, Column, ICON_PIXELS, ITEM_GAP, ITEM_PIXELS,
    SPREAD_GAP,
};
use crate::client::widgets::bar::{Bar, bar};
use crate::client::widgets::button::{Face, pressable};
use crate::client::widgets::icon::{Glyph, Icon, icon};
use crate::client::widgets::slider::slider;
use crate::client::widgets::theme::{
    ACCENT, CHOSEN, EDGE, HOVERED, ON, PANEL, QUIET, RESTING, SMALL_PIXELS, text_in, unbroken,
};
use crate::client::widgets::tooltip::Tip;

/// Padding above and below the words of a cell, pixels.
const PITCH_PIXELS: f32 = 1.0;
/// The look of a column that is a button of its own: it is lit within its lit row.
const COLUMN_FACE: Face = Face { resting: Color::NONE, hovered: ON, edge: Color::NONE };
/// From the middle of a line of words down to the line on which their letters stand, as a share of their size.
const DOWN_TO_LINE: f32 = 0.4;
/// Gap between the two lines of an item, pixels.
const ITEM_LINES_GAP: f32 = 2.0;

/// The nodes of a cell.
#[derive(Clone, Debug)]
pub(super) struct CellNodes {
    /// The cell itself.
    pub cell: Entity,
    /// The white picture.
    shape: Option<Entity>,
    /// The bar.
    bar: Option<Entity>,
    /// The signs: its own and those of its columns, as far as there are any, from the left.
    glyphs: Vec<Entity>,
    /// The columns.
    pub columns: Vec<Entity>,
    /// The words, those of the columns, and the lines; empty for a picture and a slider.
    pub texts: Vec<Entity>,
}

impl CellNodes {
    /// A cell without parts.
    fn alone(cell: Entity) -> Self {
        Self { cell, shape: None, bar: None, glyphs: Vec::new(), columns: Vec::new(), texts: Vec::new() }
    }
}

/// What the cells of a row must know of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowState {
    /// Whether it cannot be pressed now.
    pub is_disabled: bool,
    /// Whether it is pressed itself, and changes its colour.
    pub is_lit: bool,
}

/// Writes a cell of the same shape again. `is_disabled`: its row cannot be pressed now.
pub(super) fn rewrite_cell<A: Component + Clone>(
    commands: &mut Commands,
    new: &Cell<A>,
    nodes: &CellNodes,
    is_disabled: bool,
) {
    let shown = |color: Color| if is_disabled { QUIET } else { color };
    let columns = new.columns.iter().map(|column| (&column.words, shown(column.color_in(new.color))));
    let lines = new.lines.iter().map(|(words, color)| (words, *color));
    let all_words = std::iter::once((&new.words, shown(new.color))).chain(columns).chain(lines);
    for (text, (words, color)) in nodes.texts.iter().zip(all_words) {
        commands.entity(*text).insert((Text::new(words_of(new, words)), TextColor(color)));
    }
    // The words of the columns come after those of the cell.
    for (text, column) in nodes.texts.iter().skip(1).zip(&new.columns) {
        underline(commands, *text, column);
    }
    if let Some(picture) = &new.picture {
        commands.entity(nodes.cell).insert(ImageNode::new(picture.clone()));
    }
    if let (Some(node), Some(shape)) = (nodes.shape, &new.shape) {
        commands.entity(node).insert(ImageNode::new(shape.clone()).with_color(new.color));
    }
    for (node, (icon, color)) in nodes.glyphs.iter().zip(glyphs_of(new)) {
        commands.entity(*node).insert(Glyph { icon, color });
    }
    if let Some(press) = &new.press {
        commands.entity(nodes.cell).insert(press.clone());
        if new.slider.is_none() {
            commands.entity(nodes.cell).insert(face_of(new));
        }
    }
    if let Some((column, press)) = &new.column_press
        && let Some(node) = nodes.columns.get(*column)
    {
        commands.entity(*node).insert(press.clone());
    }
    if !new.tip.is_empty() {
        commands.entity(nodes.cell).insert(Tip(new.tip.clone()));
    }
    if let Some((value, _)) = new.slider {
        commands.entity(nodes.cell).insert(SliderValue(value));
    }
    if let (Some(node), Some(share)) = (nodes.bar, new.bar) {
        commands.entity(node).insert(Bar(share));
    }
}

/// Spawns a cell of a row.
pub(super) fn spawn_cell<A: Component + Clone>(
    commands: &mut Commands,
    line: Entity,
    cell: &Cell<A>,
    row: RowState,
) -> CellNodes {
    let is_disabled = row.is_disabled;
    if let Some((value, scale)) = cell.slider {
        let entity = commands.spawn((slider(value, scale), ChildOf(line))).id();
        decorate(commands, entity, cell, is_disabled);
        return CellNodes::alone(entity);
    }
    if let Some(picture) = &cell.picture {
        let entity = spawn_picture(commands, line, cell, picture);
        decorate(commands, entity, cell, is_disabled);
        return CellNodes::alone(entity);
    }
    let entity = commands.spawn((cell_node(cell, row.is_lit), ChildOf(line))).id();
    if cell.press.is_some() {
        commands.entity(entity).insert(pressable(face_of(cell)));
    }
    decorate(commands, entity, cell, is_disabled);
    if let Some(share) = cell.bar {
        return spawn_bar(commands, entity, cell, share, row);
    }
    let shape = cell.shape.as_ref().map(|shape| spawn_shape(commands, entity, cell, shape));
    let mut glyphs: Vec<Entity> =
        cell.icon.iter().map(|one| spawn_glyph(commands, entity, *one, cell.color)).collect();
    let (line, below) = if cell.is_item { spawn_item(commands, entity) } else { (entity, entity) };
    let mut texts = vec![spawn_words(commands, line, cell, (&cell.words, cell.color), row)];
    if cell.is_item || !cell.columns.is_empty() {
        commands.entity(texts[0]).insert(Node { flex_grow: 1.0, ..default() });
    }
    glyphs.extend(cell.sign_behind.map(|(icon, color)| spawn_glyph(commands, line, icon, color)));
    let mut columns = Vec::new();
    for column in &cell.columns {
        let parent = spawn_column(commands, below, column, cell.is_item);
        if let Some((_, press)) = cell.column_press.as_ref().filter(|(at, _)| *at == columns.len()) {
            commands.entity(parent).insert((pressable(COLUMN_FACE), press.clone()));
        }
        let sign_color = column.sign_color_in(cell.color);
        glyphs.extend(column.icon.map(|one| spawn_glyph(commands, parent, one, sign_color)));
        let words = (column.words.as_str(), column.color_in(cell.color));
        let text = spawn_words(commands, parent, cell, words, row);
        underline(commands, text, column);
        texts.push(text);
        columns.push(parent);
    }
    texts.extend(spawn_lines(commands, line, cell));
    CellNodes { shape, glyphs, columns, texts, ..CellNodes::alone(entity) }
}

/// Spawns the picture of a cell. It is as large with an effect as without one.
fn spawn_picture<A>(
    commands: &mut Commands,
    line: Entity,
    cell: &Cell<A>,
    picture: &Handle<Image>,
) -> Entity {
    let (width, height) = (px(cell.pixels), px(cell.pixels));
    let (padding, border) = (UiRect::vertical(px(PITCH_PIXELS)), UiRect::ZERO);
    let node = Node { width, height, padding, border, flex_shrink: 0.0, ..cell_node(cell, false) };
    let ground = if cell.is_on_black { Color::BLACK } else { Color::NONE };
    let image = (ImageNode::new(picture.clone()), BackgroundColor(ground), BorderColor::all(EDGE));
    let entity = commands.spawn((node, image, ChildOf(line))).id();
    if cell.press.is_some() {
        commands.entity(entity).insert(pressable(face_of(cell)));
    }
    entity
}

/// Spawns the bar of a cell, and the words above it.
fn spawn_bar<A>(
    commands: &mut Commands,
    parent: Entity,
    cell: &Cell<A>,
    share: f32,
    row: RowState,
) -> CellNodes {
    let mut texts = Vec::new();
    if !cell.words.is_empty() {
        commands.entity(parent).entry::<Node>().and_modify(|mut node| {
            (node.flex_direction, node.align_items) = (FlexDirection::Column, AlignItems::FlexEnd);
        });
        texts.push(spawn_words(commands, parent, cell, (&cell.words, cell.color), row));
    }
    let bar = commands.spawn((bar(px(cell.column), share), ChildOf(parent))).id();
    CellNodes { bar: Some(bar), texts, ..CellNodes::alone(parent) }
}

/// Spawns the two lines of an item, one below the other.
fn spawn_item(commands: &mut Commands, parent: Entity) -> (Entity, Entity) {
    let stack = Node {
        flex_direction: FlexDirection::Column,
        flex_grow: 1.0,
        min_width: px(0),
        row_gap: px(ITEM_LINES_GAP),
        ..default()
    };
    let stack = commands.spawn((stack, ChildOf(parent))).id();
    let line = Node { align_items: AlignItems::Center, column_gap: px(ITEM_GAP), ..default() };
    let [above, below] = [line.clone(), line].map(|line| commands.spawn((line, ChildOf(stack))).id());
    (above, below)
}

/// The look of a button.
fn face_of<A>(cell: &Cell<A>) -> Face {
    let (resting, edge) = match (cell.is_chosen, cell.is_flat) {
        (true, _) => (CHOSEN, ACCENT),
        (false, true) => (Color::NONE, Color::NONE),
        (false, false) => (RESTING, PANEL),
    };
    Face { resting, hovered: HOVERED, edge }
}

/// Spawns the node of a column, without its sign and its words. Those of an item are at the left, and chips have a
/// ground of their own.
fn spawn_column(commands: &mut Commands, parent: Entity, column: &Column, is_of_item: bool) -> Entity {
    let mut node = Node {
        flex_shrink: 0.0,
        align_items: AlignItems::Center,
        column_gap: px(column.gap()),
        ..column_node(column.width)
    };
    let is_chip = is_of_item && column.icon.is_some();
    if is_of_item {
        node.justify_content = JustifyContent::FlexStart;
    } else if column.is_spread {
        node.justify_content = JustifyContent::SpaceBetween;
        node.padding = UiRect::right(px(SPREAD_GAP));
    }
    if is_chip {
        (node.column_gap, node.padding) = (px(CHIP_GAP), UiRect::horizontal(px(CHIP_SIDES)));
        node.border_radius = BorderRadius::all(px(3));
    }
    let entity = commands.spawn((node, ChildOf(parent))).id();
    if is_chip {
        commands.entity(entity).insert(BackgroundColor(PANEL));
    }
    if !column.tip.is_empty() {
        commands.entity(entity).insert((Hovered::default(), Tip(column.tip.clone())));
    }
    entity
}

/// Draws a line below the words of a column, or takes it away. It has their colour, and takes no room.
fn underline(commands: &mut Commands, text: Entity, column: &Column) {
    if column.is_underlined {
        commands.entity(text).insert(Underline);
    } else {
        commands.entity(text).remove::<Underline>();
    }
}

/// The further lines of a cell, below its words; at their right in the line of an item.
fn spawn_lines<A>(commands: &mut Commands, parent: Entity, cell: &Cell<A>) -> Vec<Entity> {
    if !cell.lines.is_empty() && !cell.is_item {
        commands.entity(parent).entry::<Node>().and_modify(|mut node| {
            (node.flex_direction, node.align_items) = (FlexDirection::Column, AlignItems::Start);
        });
    }
    let mut texts = Vec::new();
    for (words, color) in &cell.lines {
        let line = text_in(cell.typeface, words, SMALL_PIXELS.min(cell.pixels), *color);
        texts.push(commands.spawn((line, TextLayout::no_wrap(), ChildOf(parent))).id());
    }
    texts
}

/// The signs of a cell and of its columns, from the left, with their colours.
fn glyphs_of<A>(cell: &Cell<A>) -> impl Iterator<Item = (Icon, Color)> {
    let columns =
        cell.columns.iter().filter_map(move |column| Some((column.icon?, column.sign_color_in(cell.color))));
    cell.icon.map(|icon| (icon, cell.color)).into_iter().chain(cell.sign_behind).chain(columns)
}

fn spawn_glyph(commands: &mut Commands, parent: Entity, sign: Icon, color: Color) -> Entity {
    commands.spawn((icon(sign, ICON_PIXELS, color), ChildOf(parent))).id()
}

/// Spawns the white picture of a cell, in its colour.
fn spawn_shape<A>(commands: &mut Commands, parent: Entity, cell: &Cell<A>, shape: &Handle<Image>) -> Entity {
    let side = px(cell.shape_pixels());
    let node = Node { width: side, height: side, flex_shrink: 0.0, ..default() };
    let image = ImageNode::new(shape.clone()).with_color(cell.color);
    commands.spawn((node, image, Pickable::IGNORE, ChildOf(parent))).id()
}

/// The node of a cell with words or a picture.
fn cell_node<A>(cell: &Cell<A>, is_lit: bool) -> Node {
    let is_button = cell.press.is_some();
    // The edge separates a button from the next row, and takes clicks like the rest of the button. A row that is lit
    // has room about its buttons, and their edges would be dark lines on it.
    let has_edge = is_button && !is_lit;
    let share = |is_given: bool| if is_given { 1.0 } else { 0.0 };
    let place = match (cell.column > 0.0, is_button || cell.is_at_left) {
        (true, true) => Node { width: px(cell.column), ..default() },
        (true, false) => column_node(cell.column),
        (false, _) => Node::default(),
    };
    Node {
        align_items: AlignItems::Center,
        align_self: cell.align,
        top: if cell.is_on_line { px(DOWN_TO_LINE * (SMALL_PIXELS - cell.pixels)) } else { auto() },
        height: match (cell.is_item, cell.is_card) {
            (true, _) => px(ITEM_PIXELS),
            (false, true) => px(CARD_PIXELS),
            (false, false) => auto(),
        },
        column_gap: px(cell.picture_gap()),
        flex_grow: share(cell.is_wide),
        flex_shrink: share(cell.is_wide || cell.wraps),
        // A wide cell gives way to the others, whatever its words.
        min_width: if cell.is_wide { px(0) } else { auto() },
        padding: UiRect::axes(
            px(if cell.has_sides() { BUTTON_SIDES } else { 0.0 }),
            px(if has_edge { 0.0 } else { PITCH_PIXELS }),
        ),
        border: UiRect::vertical(px(if has_edge { PITCH_PIXELS } else { 0.0 })),
        border_radius: BorderRadius::all(px(3)),
        overflow: Overflow::clip(),
        ..place
    }
}

/// A column of this width, pixels, with its words at the right.
fn column_node(width: f32) -> Node {
    Node { width: px(width), justify_content: JustifyContent::FlexEnd, ..default() }
}

/// Words of a cell as they are laid out.
fn words_of<A>(cell: &Cell<A>, words: &str) -> String {
    if cell.wraps { unbroken(words) } else { words.to_owned() }
}

/// Spawns words of a cell.
fn spawn_words<A>(
    commands: &mut Commands,
    parent: Entity,
    cell: &Cell<A>,
    (words, color): (&str, Color),
    row: RowState,
) -> Entity {
    let color = if row.is_disabled { QUIET } else { color };
    let layout = if cell.wraps { TextLayout::default() } else { TextLayout::no_wrap() };
    let words = text_in(cell.typeface, words_of(cell, words), cell.pixels, color);
    commands.spawn((words, layout, ChildOf(parent))).id()
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

    #[test]
    fn a_button_has_an_edge_but_none_on_a_row_that_is_lit() {
        let button = Cell::button("<", 0);
        let alone = cell_node(&button, false);
        let lit = cell_node(&button, true);
        assert_eq!((alone.border.top, alone.padding.top), (px(PITCH_PIXELS), px(0)));
        assert_eq!((lit.border.top, lit.padding.top), (px(0), px(PITCH_PIXELS)), "it is as high");
    }

    #[test]
    fn large_words_stand_on_the_line_of_small_ones_beside_them() {
        let top = |cell: Cell<u8>| cell_node(&cell, false).top;
        let (small, large) = (Cell::label("0", QUIET), Cell::label("0", QUIET).sized(SMALL_PIXELS + 5.0));
        assert_eq!([top(small.clone()), top(large.clone())], [auto(); 2]);
        assert_eq!([top(small.on_line()), top(large.on_line())], [px(0.0), px(-2.0)]);
    }

    #[test]
    fn a_flat_button_looks_like_words_until_it_is_pointed_at() {
        let (words, flat) = (Cell::label("None", QUIET), Cell::button("On", 0).flat());
        assert_eq!(face_of(&flat), Face { resting: Color::NONE, hovered: HOVERED, edge: Color::NONE });
        let padding = |cell: &Cell<u8>| cell_node(cell, true).padding;
        assert_eq!(padding(&words), padding(&flat), "they stand in one column");
    }

    #[test]
    fn a_row_of_a_list_is_lit_at_the_pointer_alone_and_stands_with_the_buttons() {
        let (usual, listed) = (Cell::button("Earth", 0), Cell::button("Earth", 0).listed());
        assert_eq!(face_of(&listed), Face { resting: Color::NONE, hovered: HOVERED, edge: Color::NONE });
        let edges = |cell: &Cell<u8>| {
            let node = cell_node(cell, false);
            (node.padding, node.border)
        };
        assert_eq!(edges(&listed), edges(&usual));
    }

    #[test]
    fn only_a_picture_of_the_sky_has_a_black_ground() {
        let mut world = World::new();
        let line = world.spawn_empty().id();
        let mut ground_of = |cell: Cell<u8>| {
            let picture = cell.picture.clone().expect("it is one");
            let node = spawn_picture(&mut world.commands(), line, &cell, &picture);
            world.flush();
            world.get::<BackgroundColor>(node).map(|ground| ground.0)
        };
        let plain = ground_of(Cell::picture(Handle::default()));
        let sky = ground_of(Cell::picture(Handle::default()).on_black());
        assert_eq!((plain, sky), (Some(Color::NONE), Some(Color::BLACK)));
    }

    #[test]
    fn cards_are_equally_high_whether_they_are_buttons_or_not() {
        let heights = [Cell::button("Sentry", 0), Cell::words("Fortress", QUIET).as_head()]
            .map(|cell| cell_node(&cell.as_card(), false).height);
        assert_eq!(heights, [px(CARD_PIXELS); 2]);
        assert_eq!(cell_node(&Cell::button("Sentry", 0), false).height, auto());
    }
}
