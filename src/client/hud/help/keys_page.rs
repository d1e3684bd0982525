//! The help page in two parts, each with its tab: the keys and mouse actions to begin with in large letters, and below
//! them the others of the mouse and the view; then those of orders and panels. On a small screen all but those to begin
//! with are scrolled; a large one shows larger letters, or both parts at once: see `keys_look.rs`.
//!
//! All parts of the lower columns are a whole number of lines high, and so is the scrolled part: no line is cut in half
//! at its lower edge. Words are broken into lines beforehand, so that the columns can be balanced by their heights.

use bevy::prelude::*;
use bevy::text::LineHeight;
use bevy::ui::{ComputedNode, RelativeCursorPosition};
use bevy::ui_widgets::Activate;

use super::key_groups::{
    HEADING_LINES, HelpGroup, KEY_WIDTH, KeysAction, KeysPart, LETTERS, beginning, broken_row, groups,
    in_columns,
};
use super::key_lines::HelpRow;
use super::keys_look::{
    BEGINNING_SIZE, COLUMN_GAP, HEAD, KEY_GAP, LINE, OTHERS_SIZE, PADDING, PageLook, RowSize, SIDES,
};
use crate::client::frame::{FrameSystems, InputSystems, WheelTaken};
use crate::client::hud::layout::places::{CoversPanels, TOP_BAR};
use crate::client::settings::{Action, Binding, Settings, keyed};
use crate::client::widgets::scroll::BAR_ROOM;
use crate::client::widgets::{
    ACCENT, Cell, HEADING_PIXELS, Icon, OnlyOwnTips, PANEL, QUIET, Row, Rows, TITLE, WORD_PIXELS, WORDS,
    spawn_scroll, text,
};
use crate::client::worlds::{AppState, Kept, SetUpSystems};

/// What the clock does meanwhile.
const CLOCK_STANDS: &str = "The game stands still";
/// Size of the letters of a heading, pixels.
const HEADING_LETTERS: f32 = WORD_PIXELS;
/// Width of the title with the room before the tabs, and the room before the words about the clock, pixels.
const TITLE_ROOM: (f32, f32) = (140.0, 10.0);

/// Marks the page.
#[derive(Component)]
#[require(OpenPart)]
pub struct HelpPage;

/// The open part of the page: the one that was read last.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenPart(KeysPart);

/// Marks the room of the page.
#[derive(Component)]
struct HelpFrame;

/// Marks the scrolled part of the page.
#[derive(Component)]
struct HelpLines {
    /// Height of the lines to begin with, which stand above it, pixels.
    above: f32,
    /// How large it is written.
    look: PageLook,
}

/// What the page is written for: its open part, and its size, pixels; `None` while it is closed and empty.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
struct WrittenFor(Option<(KeysPart, Vec2)>);

/// Adds the page.
pub fn plugin(app: &mut App) {
    app.add_observer(take_press);
    app.add_systems(OnEnter(AppState::Playing), spawn_help.in_set(SetUpSystems::Frames));
    app.add_systems(Update, take_wheel.in_set(InputSystems::Select));
    app.add_systems(PostUpdate, (write_help, fit_lines, settle).chain().in_set(FrameSystems::Panel));
}

/// Spawns the page, hidden and empty, in a frame below the bar at the top: nothing of the game is seen beside it.
fn spawn_help(mut commands: Commands) {
    let frame = Node {
        position_type: PositionType::Absolute,
        left: px(0),
        top: px(TOP_BAR),
        right: px(0),
        bottom: px(0),
        align_items: AlignItems::FlexStart,
        ..default()
    };
    let frame = commands.spawn((HelpFrame, frame, Pickable::IGNORE, GlobalZIndex(10))).id();
    commands.spawn((
        (HelpPage, CoversPanels, OnlyOwnTips, WrittenFor::default()),
        RelativeCursorPosition::default(),
        Node {
            width: percent(100),
            height: percent(100),
            padding: UiRect::axes(px(SIDES), px(PADDING.0)),
            row_gap: px(PADDING.1),
            flex_direction: FlexDirection::Column,
            ..default()
        },
        BackgroundColor(PANEL),
        Visibility::Hidden,
        ChildOf(frame),
    ));
}

/// A press on a tab opens its part.
fn take_press(press: On<Activate>, tabs: Query<&KeysAction>, mut pages: Query<&mut OpenPart>) {
    let Ok(KeysAction::Open(part)) = tabs.get(press.entity) else { return };
    for mut open in &mut pages {
        open.set_if_neq(OpenPart(*part));
    }
}

type PageParts =
    (Entity, &'static Visibility, &'static ComputedNode, &'static OpenPart, &'static mut WrittenFor);

/// Writes the page when it opens, and whenever the settings, its part or its size change. A closed page is empty: hidden
/// nodes would cost as much time in every frame as visible ones.
fn write_help(mut commands: Commands, settings: Res<Settings>, page: Single<PageParts, With<HelpPage>>) {
    let (page, visibility, laid, OpenPart(part), mut written) = page.into_inner();
    let room = laid.size * laid.inverse_scale_factor;
    let is_open = *visibility != Visibility::Hidden;
    if !written.set_if_neq(WrittenFor(is_open.then_some((*part, room)))) && !settings.is_changed() {
        return;
    }
    commands.entity(page).despawn_children();
    if !is_open {
        return;
    }
    let look = PageLook::on(room, &settings.keys);
    let width = look.words_width_on(room.x);
    let parts = look.parts(*part);
    spawn_head(&mut commands, page, head_row(*part, look, &settings.keys), look);
    let begins = parts.contains(&KeysPart::View);
    let above = if begins { spawn_beginning(&mut commands, page, &settings.keys, width, look) } else { 0.0 };
    let scrolled = spawn_scroll(&mut commands, page, HelpLines { above, look });
    let columns = commands.spawn((columns_node(look), ChildOf(scrolled))).id();
    for groups in in_columns(groups(parts, &settings.keys), width) {
        let column = commands.spawn((column_node(), ChildOf(columns))).id();
        for (index, group) in groups.iter().enumerate() {
            spawn_group(&mut commands, column, group, width, index == 0, look);
        }
    }
    let line = look.size * LINE;
    let foot = Node { margin: UiRect::top(auto()), ..in_lines(1, line) };
    let words = (text(settings.keys_words(), look.size * LETTERS, QUIET), line_look(line));
    commands.entity(page).with_child((foot, children![words]));
}

/// Spawns the row at the top.
fn spawn_head(commands: &mut Commands, page: Entity, row: Row<KeysAction>, look: PageLook) {
    let node = Node { height: px(look.size * HEAD), flex_direction: FlexDirection::Column, ..fixed() };
    let head = commands.spawn((node, ChildOf(page))).id();
    let mut rows = Rows::<KeysAction>::default();
    rows.show(commands, head, vec![row]);
    commands.entity(head).insert(rows);
}

/// The title, the tabs of both parts unless both are shown, the words about the clock, and the button that closes.
fn head_row(open: KeysPart, look: PageLook, bindings: &[Binding]) -> Row<KeysAction> {
    let pixels = look.size * WORD_PIXELS;
    let tab = |part: KeysPart| Cell::tab(part.title(), KeysAction::Open(part), part == open).sized(pixels);
    let tabs = KeysPart::ALL.into_iter().filter(|_| !look.is_whole).map(tab);
    let title = Cell::label("Keys and mouse", TITLE).titled().sized(look.size * HEADING_PIXELS);
    let title = title.as_wide_as(look.size * TITLE_ROOM.0).at_left();
    let gap = Cell::label("", QUIET).as_wide_as(look.size * TITLE_ROOM.1);
    let clock = Cell::words(CLOCK_STANDS, QUIET).sized(look.size * LETTERS);
    let close = Cell::button(keyed("Close", Action::Deselect, bindings), KeysAction::Close);
    let close = close.with_icon(Icon::Close).sized(pixels);
    Row::of([title].into_iter().chain(tabs).chain([gap, clock, close]).collect())
}

/// Spawns the lines to begin with, above the columns of all others. Returns their height, pixels.
fn spawn_beginning(
    commands: &mut Commands,
    page: Entity,
    bindings: &[Binding],
    width: f32,
    look: PageLook,
) -> f32 {
    let height = look.beginning_height(bindings, width);
    // The columns below have a bar beside them.
    let node = Node { height: px(height), padding: UiRect::right(px(BAR_ROOM)), ..columns_node(look) };
    let columns = commands.spawn((node, ChildOf(page))).id();
    for rows in beginning(bindings) {
        let column = commands.spawn((column_node(), ChildOf(columns))).id();
        for row in &rows {
            spawn_row(commands, column, row, width, (BEGINNING_SIZE, look));
        }
    }
    height
}

/// The node of the columns.
fn columns_node(look: PageLook) -> Node {
    Node { column_gap: px(look.size * COLUMN_GAP), ..fixed() }
}

/// The node of a column: all of them have the same width.
fn column_node() -> Node {
    Node {
        flex_direction: FlexDirection::Column,
        flex_grow: 1.0,
        flex_basis: px(0),
        min_width: px(0),
        ..default()
    }
}

/// Spawns a group at the end of a column.
fn spawn_group(
    commands: &mut Commands,
    column: Entity,
    group: &HelpGroup,
    width: f32,
    is_first: bool,
    look: PageLook,
) {
    let lines = if is_first { 1 } else { HEADING_LINES };
    let line = look.line(LINE);
    let heading = (text(group.heading, look.size * HEADING_LETTERS, TITLE), line_look(line));
    let node = Node { align_items: AlignItems::FlexEnd, ..in_lines(lines, line) };
    commands.entity(column).with_child((node, children![heading]));
    for row in &group.rows {
        spawn_row(commands, column, row, width, (OTHERS_SIZE, look));
    }
}

/// Spawns a row of a usual size at the end of a column, with words of this usual width, pixels.
fn spawn_row(
    commands: &mut Commands,
    column: Entity,
    row: &HelpRow,
    width: f32,
    (usual, look): (RowSize, PageLook),
) {
    let ([what, does], lines) = broken_row(row, width, usual.letters);
    let line = look.line(usual.line);
    let words =
        |words: String, color: Color| (text(words, look.size * usual.letters, color), line_look(line));
    let key = Node { width: px(look.size * KEY_WIDTH), flex_shrink: 0.0, ..default() };
    let key = (key, children![words(what, ACCENT)]);
    let row = in_lines(lines, line);
    let row = Node { column_gap: px(look.size * KEY_GAP), align_items: AlignItems::FlexStart, ..row };
    commands.entity(column).with_child((row, children![key, words(does, WORDS)]));
}

/// The look of words that are broken into lines of a height, pixels, already.
fn line_look(line: f32) -> impl Bundle {
    (LineHeight::Px(line), TextLayout::no_wrap())
}

/// The node of this many lines of a height, pixels.
fn in_lines(lines: usize, line: f32) -> Node {
    Node { height: px(lines as f32 * line), ..fixed() }
}

/// Limits the scrolled part to whole lines.
fn fit_lines(frame: Single<&ComputedNode, With<HelpFrame>>, lines: Single<(&HelpLines, &mut Node)>) {
    let (lines, mut node) = lines.into_inner();
    let shown = lines.look.lines_in(frame.size.y * frame.inverse_scale_factor, lines.above);
    let most = px(shown * lines.look.line(LINE));
    if node.max_height != most {
        node.max_height = most;
    }
}

/// Where the scrolled part comes to rest, its edges cut no line.
fn settle(scrolled: Single<(&mut ScrollPosition, &HelpLines)>, mut before: Kept<f32>) {
    let before = before.now();
    let (mut scrolled, lines) = scrolled.into_inner();
    let line = lines.look.line(LINE);
    let whole = (scrolled.y / line).round() * line;
    // The end of the scrolled part is known to a pixel of the screen.
    if scrolled.y == *before && (scrolled.y - whole).abs() > 1.0 {
        scrolled.y = whole;
    }
    *before = scrolled.y;
}

/// The node of a line that stays when the page is scrolled.
fn fixed() -> Node {
    Node { flex_shrink: 0.0, ..default() }
}

/// The wheel over the page is its own, and does not zoom.
fn take_wheel(
    page: Single<(&RelativeCursorPosition, &Visibility), With<HelpPage>>,
    mut taken: ResMut<WheelTaken>,
) {
    let (cursor, visibility) = *page;
    if *visibility != Visibility::Hidden && cursor.cursor_over() {
        taken.set_if_neq(WheelTaken(true));
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    fn head(look: PageLook, bindings: &[Binding]) -> Row<KeysAction> {
        head_row(KeysPart::View, look, bindings)
    }

    #[test]
    fn the_page_names_the_players_key_that_closes_it() {
        let closing =
            |bindings: &[Binding]| head(PageLook::USUAL, bindings).cells.pop().map(|cell| cell.words);
        assert_eq!(closing(&[]).as_deref(), Some("Close [Esc]"));
        let keys = [Binding { action: Action::Deselect, keys: vec![KeyCode::KeyJ] }];
        assert_eq!(closing(&keys).as_deref(), Some("Close [J]"));
    }

    #[test]
    fn a_tab_opens_its_part_and_the_lines_to_begin_with_stand_in_the_first() {
        let mut world = World::new();
        world.init_resource::<Settings>();
        world.add_observer(take_press);
        world.run_system_once(spawn_help).expect("it runs");
        let shown = |world: &mut World| -> Vec<String> {
            world.run_system_once(write_help).expect("it runs");
            let mut texts = world.query::<&Text>();
            texts.iter(world).map(|text| text.0.replace('\n', " ")).collect()
        };
        let has = |shown: &[String], words: &str| shown.iter().any(|line| line == words);
        let set = |world: &mut World, wanted: Visibility| {
            let mut pages = world.query_filtered::<&mut Visibility, With<HelpPage>>();
            *pages.single_mut(world).expect("there is one") = wanted;
        };
        assert_eq!(shown(&mut world), [""; 0], "it is closed");
        set(&mut world, Visibility::Inherited);
        let first = shown(&mut world);
        assert!(has(&first, "Pause; orders still work") && !has(&first, "Hold position"), "{first:?}");
        let mut tabs = world.query::<(Entity, &KeysAction)>();
        let wanted = KeysAction::Open(KeysPart::Orders);
        let orders = tabs.iter(&world).find(|(_, action)| **action == wanted).map(|(tab, _)| tab);
        world.trigger(Activate { entity: orders.expect("it has a tab") });
        let second = shown(&mut world);
        assert!(has(&second, "Hold position") && !has(&second, "Pause; orders still work"), "{second:?}");
        set(&mut world, Visibility::Hidden);
        assert_eq!(shown(&mut world), [""; 0], "it is closed again");
    }

    #[test]
    fn the_head_fits_the_smallest_screen() {
        let row = head(PageLook::USUAL, &[]);
        let room: f32 = row.cells.iter().map(|cell| cell.room().max(cell.column)).sum();
        assert!(room <= 1024.0 - 2.0 * SIDES, "{room}");
        let lit: Vec<bool> = row.cells.iter().map(|cell| cell.is_chosen).collect();
        assert_eq!(lit, [false, true, false, false, false, false]);
    }

    #[test]
    fn a_page_with_both_parts_has_no_tabs() {
        let row = head(PageLook { is_whole: true, ..PageLook::USUAL }, &[]);
        assert!(row.cells.iter().all(|cell| !matches!(cell.press, Some(KeysAction::Open(_)))), "{row:?}");
    }

    #[test]
    fn a_scrolled_page_comes_to_rest_at_a_line() {
        let mut world = World::new();
        let lines = world
            .spawn((HelpLines { above: 0.0, look: PageLook::USUAL }, ScrollPosition(Vec2::new(0.0, 107.0))))
            .id();
        let settle = world.register_system(settle);
        let at = |world: &mut World| {
            world.run_system(settle).expect("it runs");
            world.get::<ScrollPosition>(lines).map(|scrolled| scrolled.y)
        };
        assert_eq!(at(&mut world), Some(107.0), "it moves");
        assert_eq!(at(&mut world), Some(5.0 * LINE));
        assert_eq!(at(&mut world), Some(5.0 * LINE));
    }
}
