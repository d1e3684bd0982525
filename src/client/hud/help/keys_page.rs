//! The help page in two parts, each with its tab: the keys and mouse actions to begin with in large letters, and below
//! them the others of the mouse and the view; then those of orders and panels. On a small screen all but those to begin
//! with are scrolled.
//!
//! All parts of the lower columns are a whole number of lines high, and so is the scrolled part: no line is cut in half
//! at its lower edge. Words are broken into lines beforehand, so that the columns can be balanced by their heights.

use bevy::prelude::*;
use bevy::text::LineHeight;
use bevy::ui::{ComputedNode, RelativeCursorPosition};
use bevy::ui_widgets::Activate;

use super::key_groups::{
    BEGINNING_LETTERS, Beginning, HEADING_LINES, HelpGroup, KEY_WIDTH, KeysAction, KeysPart, LETTERS,
    beginning, beginning_lines, broken_row, groups, in_columns,
};
use super::key_lines::{COLUMNS, HelpRow};
use crate::client::frame::{FrameSystems, InputSystems, WheelTaken};
use crate::client::hud::layout::places::{CoversPanels, TOP_BAR};
use crate::client::settings::{Action, Binding, Settings, keyed};
use crate::client::widgets::scroll::BAR_ROOM;
use crate::client::widgets::{
    ACCENT, Cell, Icon, OnlyOwnTips, PANEL, QUIET, Row, Rows, TITLE, WORD_PIXELS, WORDS, spawn_scroll, text,
};
use crate::client::worlds::{AppState, Kept, SetUpSystems};

/// What the clock does meanwhile.
const CLOCK_STANDS: &str = "The game stands still";
/// Height of a line, pixels.
const LINE: f32 = 20.0;
/// Room below the lines to begin with, pixels.
const BELOW_BEGINNING: f32 = 10.0;
/// The least number of lines that are shown at once.
const LEAST_LINES: f32 = 4.0;
/// Gap between the keys of a column and its words, pixels.
const KEY_GAP: f32 = 12.0;
/// Gap between two columns, pixels.
const COLUMN_GAP: f32 = 24.0;
/// Width of a column's words on the smallest screen, pixels.
const LEAST_WORDS: f32 = 159.0;
/// Size of the letters of a heading, pixels.
const HEADING_LETTERS: f32 = WORD_PIXELS;
/// Padding of the page at the left and at the right, pixels.
const SIDES: f32 = 30.0;
/// Its padding above and below, and the gap between its parts, pixels.
const PADDING: (f32, f32) = (16.0, 2.0);
/// Height of the title with the tabs, pixels.
const HEAD: f32 = 32.0;
/// Height of the page without its columns, pixels: the last line tells where the settings are.
const AROUND: f32 = 2.0 * PADDING.0 + 3.0 * PADDING.1 + HEAD + LINE;

/// The size of the lines to begin with, and that of all others.
const BEGINNING_SIZE: RowSize = RowSize { letters: BEGINNING_LETTERS, line: 24.0 };
const OTHERS_SIZE: RowSize = RowSize { letters: LETTERS, line: LINE };

/// The size of a row: that of its letters, and the height of a line, pixels.
struct RowSize {
    letters: f32,
    line: f32,
}

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
}

/// What the page was written for: its open part, and the width of the words of a column, pixels; `None` before that.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
struct WrittenFor(Option<(KeysPart, f32)>);

/// Adds the page.
pub fn plugin(app: &mut App) {
    app.add_observer(take_press);
    app.add_systems(OnEnter(AppState::Playing), spawn_help.in_set(SetUpSystems::Frames));
    app.add_systems(OnEnter(AppState::Playing), write_help.in_set(SetUpSystems::Rows));
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

type PageParts = (Entity, &'static ComputedNode, &'static OpenPart, &'static mut WrittenFor);

/// Writes the page whenever the settings, its part or its width change.
fn write_help(mut commands: Commands, settings: Res<Settings>, page: Single<PageParts, With<HelpPage>>) {
    let (page, laid, OpenPart(part), mut written) = page.into_inner();
    let width = words_width_on(laid.size.x * laid.inverse_scale_factor);
    let wanted = WrittenFor(Some((*part, width)));
    if !written.set_if_neq(wanted) && !settings.is_changed() {
        return;
    }
    commands.entity(page).despawn_children();
    spawn_head(&mut commands, page, *part, &settings.keys);
    let above = match part {
        KeysPart::View => spawn_beginning(&mut commands, page, &beginning(&settings.keys), width),
        KeysPart::Orders => 0.0,
    };
    let scrolled = spawn_scroll(&mut commands, page, HelpLines { above });
    let columns = commands.spawn((columns_node(), ChildOf(scrolled))).id();
    for groups in in_columns(groups(*part, &settings.keys), width) {
        let column = commands.spawn((column_node(), ChildOf(columns))).id();
        for (index, group) in groups.iter().enumerate() {
            spawn_group(&mut commands, column, group, width, index == 0);
        }
    }
    // The path of the settings may be long.
    let at_foot = UiRect::top(auto());
    let foot = Node { overflow: Overflow::clip(), margin: at_foot, ..in_lines(1, LINE) };
    let words = (text(settings.file_words(), LETTERS, QUIET), line_look(LINE));
    commands.entity(page).with_child((foot, children![words]));
}

/// Spawns the title, the tabs of both parts, the words about the clock, and the button that closes.
fn spawn_head(commands: &mut Commands, page: Entity, open: KeysPart, bindings: &[Binding]) {
    let node = Node { height: px(HEAD), flex_direction: FlexDirection::Column, ..fixed() };
    let head = commands.spawn((node, ChildOf(page))).id();
    let mut rows = Rows::<KeysAction>::default();
    rows.show(commands, head, vec![head_row(open, bindings)]);
    commands.entity(head).insert(rows);
}

fn head_row(open: KeysPart, bindings: &[Binding]) -> Row<KeysAction> {
    let tab =
        |part: KeysPart| Cell::tab(part.title(), KeysAction::Open(part), part == open).sized(WORD_PIXELS);
    let title = Cell::label("Keys and mouse", TITLE).titled();
    let clock = Cell::words(CLOCK_STANDS, QUIET).sized(LETTERS);
    let close = Cell::button(keyed("Close", Action::Deselect, bindings), KeysAction::Close);
    let close = close.with_icon(Icon::Close).sized(WORD_PIXELS);
    Row::of([title].into_iter().chain(KeysPart::ALL.map(tab)).chain([clock, close]).collect())
}

/// Spawns the lines to begin with, above the columns of all others. Returns their height, pixels.
fn spawn_beginning(commands: &mut Commands, page: Entity, beginning: &Beginning, width: f32) -> f32 {
    let height = beginning_height(beginning, width);
    // The columns below have a bar beside them.
    let node = Node { height: px(height), padding: UiRect::right(px(BAR_ROOM)), ..columns_node() };
    let columns = commands.spawn((node, ChildOf(page))).id();
    for rows in beginning {
        let column = commands.spawn((column_node(), ChildOf(columns))).id();
        for row in rows {
            spawn_row(commands, column, row, width, &BEGINNING_SIZE);
        }
    }
    height
}

/// Height of the lines to begin with, for words of this width, with the room below them, pixels.
fn beginning_height(beginning: &Beginning, width: f32) -> f32 {
    beginning_lines(beginning, width) as f32 * BEGINNING_SIZE.line + BELOW_BEGINNING
}

/// The node of the columns.
fn columns_node() -> Node {
    Node { column_gap: px(COLUMN_GAP), ..fixed() }
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
fn spawn_group(commands: &mut Commands, column: Entity, group: &HelpGroup, width: f32, is_first: bool) {
    let lines = if is_first { 1 } else { HEADING_LINES };
    let heading = (text(group.heading, HEADING_LETTERS, TITLE), line_look(LINE));
    let node = Node { align_items: AlignItems::FlexEnd, ..in_lines(lines, LINE) };
    commands.entity(column).with_child((node, children![heading]));
    for row in &group.rows {
        spawn_row(commands, column, row, width, &OTHERS_SIZE);
    }
}

/// Spawns a row at the end of a column.
fn spawn_row(commands: &mut Commands, column: Entity, row: &HelpRow, width: f32, size: &RowSize) {
    let ([what, does], lines) = broken_row(row, width, size.letters);
    let words = |words: String, color: Color| (text(words, size.letters, color), line_look(size.line));
    let key = Node { width: px(KEY_WIDTH), flex_shrink: 0.0, ..default() };
    let key = (key, children![words(what, ACCENT)]);
    let row = in_lines(lines, size.line);
    let row = Node { column_gap: px(KEY_GAP), align_items: AlignItems::FlexStart, ..row };
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

/// Width of the words of a column on a page of this width, pixels.
fn words_width_on(page: f32) -> f32 {
    let columns = page - 2.0 * SIDES - BAR_ROOM - (COLUMNS - 1) as f32 * COLUMN_GAP;
    (columns / COLUMNS as f32 - KEY_WIDTH - KEY_GAP).floor().max(LEAST_WORDS)
}

/// The number of lines that a room of this height shows at once, below lines to begin with of the height `above`,
/// pixels.
fn lines_in(room: f32, above: f32) -> f32 {
    ((room - AROUND - above) / LINE).floor().max(LEAST_LINES)
}

/// Limits the scrolled part to whole lines.
fn fit_lines(frame: Single<&ComputedNode, With<HelpFrame>>, lines: Single<(&HelpLines, &mut Node)>) {
    let (lines, mut node) = lines.into_inner();
    let most = px(LINE * lines_in(frame.size.y * frame.inverse_scale_factor, lines.above));
    if node.max_height != most {
        node.max_height = most;
    }
}

/// Where the scrolled part comes to rest, its edges cut no line.
fn settle(mut scrolled: Single<&mut ScrollPosition, With<HelpLines>>, mut before: Kept<f32>) {
    let before = before.now();
    let whole = (scrolled.y / LINE).round() * LINE;
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
    use crate::client::widgets::theme::SMALL_PIXELS;

    #[test]
    fn the_page_names_the_players_key_that_closes_it() {
        let closing =
            |bindings: &[Binding]| head_row(KeysPart::View, bindings).cells.pop().map(|cell| cell.words);
        assert_eq!(closing(&[]).as_deref(), Some("Close [Esc]"));
        let keys = [Binding { action: Action::Deselect, keys: vec![KeyCode::KeyJ] }];
        assert_eq!(closing(&keys).as_deref(), Some("Close [J]"));
    }

    /// The lines of the columns of a part on a screen of this width, pixels.
    fn column_lines(part: KeysPart, screen: f32) -> [usize; COLUMNS] {
        let width = words_width_on(screen);
        let lines = |column: Vec<HelpGroup>| column.iter().map(|group| group.lines(width)).sum::<usize>();
        // The first heading of a column has a line less.
        in_columns(groups(part, &[]), width).map(|column| lines(column) + 1 - HEADING_LINES)
    }

    /// The lines of the longest column.
    fn longest(part: KeysPart, screen: f32) -> usize {
        column_lines(part, screen).into_iter().max().unwrap_or_default()
    }

    #[test]
    fn no_column_is_longer_than_it_must_be() {
        for (part, screen) in
            KeysPart::ALL.into_iter().flat_map(|part| [1024.0, 1280.0, 1920.0].map(|x| (part, x)))
        {
            let lines = column_lines(part, screen);
            let width = words_width_on(screen);
            let group = groups(part, &[]).iter().map(|group| group.lines(width)).max().unwrap_or_default();
            let least = lines.iter().min().copied().unwrap_or_default();
            assert!(longest(part, screen) <= group.max(least + 8), "{part:?}, {screen}: {lines:?}");
        }
        assert_eq!(words_width_on(1024.0), LEAST_WORDS, "the smallest screen");
        assert_eq!(words_width_on(0.0), LEAST_WORDS, "it is not laid out yet");
    }

    /// The lines of a part that a screen shows at once, below those to begin with.
    fn lines_shown(part: KeysPart, screen: Vec2) -> usize {
        let above = match part {
            KeysPart::View => beginning_height(&beginning(&[]), words_width_on(screen.x)),
            KeysPart::Orders => 0.0,
        };
        lines_in(screen.y - TOP_BAR, above) as usize
    }

    #[test]
    fn a_usual_window_shows_all_keys_of_a_part_at_once_in_letters_that_can_be_read() {
        for part in KeysPart::ALL {
            let (lines, shown) = (longest(part, 1280.0), lines_shown(part, Vec2::new(1280.0, 720.0)));
            assert!(lines <= shown, "{part:?}: {lines} of {shown}");
        }
        const { assert!(LETTERS > SMALL_PIXELS && LINE > LETTERS) };
    }

    #[test]
    fn the_smallest_screen_shows_the_keys_to_begin_with_and_scrolls_the_others() {
        for part in KeysPart::ALL {
            let (lines, shown) = (longest(part, 1024.0), lines_shown(part, Vec2::new(1024.0, 576.0)));
            assert!(shown as f32 > LEAST_LINES && 5 * shown >= 2 * lines, "{part:?}: {shown} of {lines}");
        }
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
        let first = shown(&mut world);
        assert!(has(&first, "Pause; orders still work") && !has(&first, "Hold position"), "{first:?}");
        let mut tabs = world.query::<(Entity, &KeysAction)>();
        let wanted = KeysAction::Open(KeysPart::Orders);
        let orders = tabs.iter(&world).find(|(_, action)| **action == wanted).map(|(tab, _)| tab);
        world.trigger(Activate { entity: orders.expect("it has a tab") });
        let second = shown(&mut world);
        assert!(has(&second, "Hold position") && !has(&second, "Pause; orders still work"), "{second:?}");
    }

    #[test]
    fn the_head_fits_the_smallest_screen() {
        let row = head_row(KeysPart::View, &[]);
        let room: f32 = row.cells.iter().map(Cell::room).sum();
        assert!(room <= 1024.0 - 2.0 * SIDES, "{room}");
        let lit: Vec<bool> = row.cells.iter().map(|cell| cell.is_chosen).collect();
        assert_eq!(lit, [false, true, false, false, false]);
    }

    #[test]
    fn a_scrolled_page_comes_to_rest_at_a_line() {
        let mut world = World::new();
        let lines = world.spawn((HelpLines { above: 0.0 }, ScrollPosition(Vec2::new(0.0, 107.0)))).id();
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
