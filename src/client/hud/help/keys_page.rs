//! The help page: mouse actions and keys, grouped by subject. On a small screen it is scrolled. The clock stands still
//! while it is read.
//!
//! All parts of its columns are a whole number of lines high, and so is the scrolled part: no line is cut in half at
//! its lower edge. Words are broken into lines beforehand, so that the columns can be balanced by their heights.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::text::LineHeight;
use bevy::ui::{ComputedNode, RelativeCursorPosition};

use super::encyclopedia::Encyclopedia;
use super::key_groups::{
    COLUMNS, HEADING_LINES, HelpGroup, KEY_WIDTH, LETTERS, broken_row, groups, in_columns,
};
use crate::client::frame::{FrameSystems, HelpHold, InputSystems, WheelTaken};
use crate::client::hud::layout::places::{CoversPanels, STATUS_HEIGHT, TOP_BAR};
use crate::client::input::{EscapeLadder, Rung};
use crate::client::settings::{Action, Actions, Binding, Settings, first_key};
use crate::client::widgets::scroll::BAR_ROOM;
use crate::client::widgets::{OnlyOwnTips, PANEL, QUIET, STRONG, WORDS, spawn_scroll, text};
use crate::client::worlds::{AppState, Kept, SetUpSystems};

/// Height of a line, pixels.
const LINE: f32 = 15.0;
/// The least number of lines that are shown at once.
const LEAST_LINES: f32 = 4.0;
/// Gap between the keys of a column and its words, pixels.
const KEY_GAP: f32 = 12.0;
/// Gap between two columns, pixels.
const COLUMN_GAP: f32 = 24.0;
/// Width of a column's words on the smallest screen, pixels.
const LEAST_WORDS: f32 = 177.0;
/// Size of the letters of a heading, pixels.
const HEADING_LETTERS: f32 = 14.0;
/// From the edges of the screen to the page, and from the status line, pixels.
const EDGES: (f32, f32) = (14.0, 8.0);
/// Padding of the page, and the gap between its parts, pixels.
const PADDING: (f32, f32) = (16.0, 2.0);
/// Height of the title, pixels.
const HEAD: f32 = 24.0;
/// Height of the page without its columns, pixels: the last line tells where the settings are.
const AROUND: f32 = 2.0 * (PADDING.0 + PADDING.1) + HEAD + LINE;

/// Marks the page.
#[derive(Component)]
pub struct HelpPage;

/// Marks the room of the page.
#[derive(Component)]
struct HelpFrame;

/// Marks the scrolled part of the page.
#[derive(Component)]
struct HelpLines;

/// Width of the words of a column, as the page is written; 0 before that. Pixels.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
struct WordsWidth(f32);

/// Adds the page.
pub fn plugin(app: &mut App) {
    app.on_escape(Rung::Help, hide_help);
    app.add_systems(OnEnter(AppState::Playing), spawn_help.in_set(SetUpSystems::Frames));
    app.add_systems(OnEnter(AppState::Playing), write_help.in_set(SetUpSystems::Rows));
    app.add_systems(Update, toggle_help.in_set(InputSystems::Command));
    app.add_systems(Update, take_wheel.in_set(InputSystems::Select));
    app.add_systems(PostUpdate, (write_help, fit_lines, settle).chain().in_set(FrameSystems::Panel));
}

/// Spawns the page, hidden and empty, in a frame that ends above the status line.
fn spawn_help(mut commands: Commands) {
    let (side, above_line) = EDGES;
    let frame = Node {
        position_type: PositionType::Absolute,
        left: px(side),
        // The bars at the top lie under it, whole.
        top: px(TOP_BAR.0),
        right: px(side),
        bottom: px(STATUS_HEIGHT + above_line),
        align_items: AlignItems::FlexStart,
        ..default()
    };
    let frame = commands.spawn((HelpFrame, frame, Pickable::IGNORE, GlobalZIndex(10))).id();
    commands.spawn((
        (HelpPage, CoversPanels, OnlyOwnTips, WordsWidth::default()),
        RelativeCursorPosition::default(),
        Node {
            width: percent(100),
            max_height: percent(100),
            padding: UiRect::all(px(PADDING.0)),
            row_gap: px(PADDING.1),
            flex_direction: FlexDirection::Column,
            border_radius: BorderRadius::all(px(8)),
            ..default()
        },
        BackgroundColor(PANEL),
        Visibility::Hidden,
        ChildOf(frame),
    ));
}

/// Writes the page whenever the settings or its width change.
fn write_help(
    mut commands: Commands,
    settings: Res<Settings>,
    page: Single<(Entity, &ComputedNode, &mut WordsWidth), With<HelpPage>>,
) {
    let (page, laid, mut written) = page.into_inner();
    let width = words_width_on(laid.size.x * laid.inverse_scale_factor);
    if written.0 == width && !settings.is_changed() {
        return;
    }
    written.0 = width;
    commands.entity(page).despawn_children();
    let head = Node { height: px(HEAD), column_gap: px(16), align_items: AlignItems::Baseline, ..fixed() };
    let closing = text(closing_words(&settings.keys), LETTERS, WORDS);
    let first = text("Yellow: to begin with", LETTERS, STRONG);
    commands.entity(page).with_child((head, children![text("Keys and mouse", 18.0, STRONG), closing, first]));
    let scrolled = spawn_scroll(&mut commands, page, HelpLines);
    let columns = Node { column_gap: px(COLUMN_GAP), ..fixed() };
    let columns = commands.spawn((columns, ChildOf(scrolled))).id();
    for groups in in_columns(groups(&settings.keys), width) {
        // All columns have the same width.
        let column = Node {
            flex_direction: FlexDirection::Column,
            flex_grow: 1.0,
            flex_basis: px(0),
            min_width: px(0),
            ..default()
        };
        let column = commands.spawn((column, ChildOf(columns))).id();
        for (index, group) in groups.iter().enumerate() {
            spawn_group(&mut commands, column, group, width, index == 0);
        }
    }
    // The path of the settings may be long.
    let foot = Node { overflow: Overflow::clip(), ..in_lines(1) };
    let words = (text(settings.file_words(), LETTERS, QUIET), line_look());
    commands.entity(page).with_child((foot, children![words]));
}

/// Spawns a group at the end of a column.
fn spawn_group(commands: &mut Commands, column: Entity, group: &HelpGroup, width: f32, is_first: bool) {
    let lines = if is_first { 1 } else { HEADING_LINES };
    let heading = (text(group.heading, HEADING_LETTERS, STRONG), line_look());
    let node = Node { align_items: AlignItems::FlexEnd, ..in_lines(lines) };
    commands.entity(column).with_child((node, children![heading]));
    for row in &group.rows {
        let ([what, does], lines) = broken_row(row, width);
        let key = Node { width: px(KEY_WIDTH), flex_shrink: 0.0, ..default() };
        let color = if row.is_first { STRONG } else { WORDS };
        let key = (key, children![(text(what, LETTERS, color), line_look())]);
        let node = Node { column_gap: px(KEY_GAP), align_items: AlignItems::FlexStart, ..in_lines(lines) };
        commands.entity(column).with_child((node, children![key, (text(does, LETTERS, QUIET), line_look())]));
    }
}

/// The look of words that are broken into lines already.
fn line_look() -> impl Bundle {
    (LineHeight::Px(LINE), TextLayout::no_wrap())
}

/// The node of this many lines.
fn in_lines(lines: usize) -> Node {
    Node { height: px(lines as f32 * LINE), ..fixed() }
}

/// Width of the words of a column on a page of this width, pixels.
fn words_width_on(page: f32) -> f32 {
    let columns = page - 2.0 * PADDING.0 - BAR_ROOM - (COLUMNS - 1) as f32 * COLUMN_GAP;
    (columns / COLUMNS as f32 - KEY_WIDTH - KEY_GAP).floor().max(LEAST_WORDS)
}

/// The number of lines that a room of this height shows at once, pixels.
fn lines_in(room: f32) -> f32 {
    ((room - AROUND) / LINE).floor().max(LEAST_LINES)
}

/// Limits the scrolled part to whole lines.
fn fit_lines(frame: Single<&ComputedNode, With<HelpFrame>>, mut lines: Single<&mut Node, With<HelpLines>>) {
    let most = px(LINE * lines_in(frame.size.y * frame.inverse_scale_factor));
    if lines.max_height != most {
        lines.max_height = most;
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

/// What the clock does meanwhile, and the keys that close the page.
fn closing_words(bindings: &[Binding]) -> String {
    let keys = [Action::Help, Action::Deselect].map(|action| first_key(action, bindings));
    let keys: Vec<String> = keys.into_iter().filter(|key| !key.is_empty()).collect();
    format!("The game stands still. {}: close", keys.join(" or "))
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

/// Query bundle for showing and hiding the pages of help.
#[derive(SystemParam)]
pub struct HelpPages<'w, 's> {
    page: Single<'w, 's, &'static mut Visibility, With<HelpPage>>,
    encyclopedia: ResMut<'w, Encyclopedia>,
    hold: ResMut<'w, HelpHold>,
    time: ResMut<'w, Time<Virtual>>,
}

impl HelpPages<'_, '_> {
    fn is_shown(&self) -> bool {
        **self.page != Visibility::Hidden
    }

    /// Shows the page in place of the encyclopedia, and halts the clock.
    fn show(&mut self) {
        self.encyclopedia.close(&mut self.hold, &mut self.time);
        **self.page = Visibility::Inherited;
        self.hold.hold(&mut self.time);
    }

    /// Closes both pages, because the player goes elsewhere.
    pub fn close(&mut self) {
        self.encyclopedia.close(&mut self.hold, &mut self.time);
        self.hide();
    }

    /// Hides it. The clock goes on if it was running before, and waits on for an open encyclopedia. Returns whether the
    /// page was shown.
    fn hide(&mut self) -> bool {
        let was_shown = self.page.set_if_neq(Visibility::Hidden);
        if was_shown && !self.encyclopedia.is_open() {
            self.hold.release(&mut self.time);
        }
        was_shown
    }
}

/// Its key shows and hides the page; the encyclopedia takes its place.
fn toggle_help(actions: Actions, mut shown: HelpPages) {
    let is_pressed = actions.just_pressed(&Action::Help);
    let is_replaced = shown.encyclopedia.is_open();
    if shown.is_shown() && (is_pressed || is_replaced) {
        shown.hide();
    } else if is_pressed {
        shown.show();
    }
}

/// Esc hides the page.
fn hide_help(mut shown: HelpPages) -> bool {
    shown.hide()
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use leafwing_input_manager::prelude::ActionState;

    use super::*;

    /// A world with the page, hidden, whose key is pressed.
    fn world() -> World {
        let mut world = World::new();
        world.init_resource::<Encyclopedia>();
        world.init_resource::<HelpHold>();
        world.init_resource::<Time<Virtual>>();
        world.spawn((HelpPage, Visibility::Hidden));
        let mut keys = ActionState::<Action>::default();
        keys.press(&Action::Help);
        world.spawn(keys);
        world
    }

    fn open_encyclopedia(
        mut encyclopedia: ResMut<Encyclopedia>,
        mut hold: ResMut<HelpHold>,
        mut time: ResMut<Time<Virtual>>,
    ) {
        encyclopedia.open(&mut hold, &mut time);
    }

    /// Presses the key. Returns whether the page is shown, and whether the clock stands.
    fn press(world: &mut World) -> (bool, bool) {
        world.run_system_once(toggle_help).expect("it runs");
        let mut pages = world.query_filtered::<&Visibility, With<HelpPage>>();
        let is_shown = pages.iter(world).any(|visibility| *visibility != Visibility::Hidden);
        (is_shown, world.resource::<Time<Virtual>>().is_paused())
    }

    #[test]
    fn the_clock_stands_still_while_the_keys_are_read() {
        let mut world = world();
        assert_eq!([press(&mut world), press(&mut world)], [(true, true), (false, false)]);
        press(&mut world);
        assert!(world.run_system_once(hide_help).expect("it runs"), "Esc does the same");
        assert!(!world.resource::<Time<Virtual>>().is_paused());
        assert!(!world.run_system_once(hide_help).expect("it runs"), "it is hidden already");
        world.resource_mut::<Time<Virtual>>().pause();
        let own = [press(&mut world), press(&mut world)];
        assert_eq!(own, [(true, true), (false, true)], "the player's own pause stays");
    }

    #[test]
    fn the_encyclopedia_and_the_keys_take_each_others_place() {
        let mut world = world();
        world.run_system_once(open_encyclopedia).expect("it runs");
        assert_eq!(press(&mut world), (true, true));
        assert!(!world.resource::<Encyclopedia>().is_open());
        world.run_system_once(open_encyclopedia).expect("it runs");
        assert_eq!(press(&mut world), (false, true), "the clock waits for the encyclopedia");
        let close =
            |mut encyclopedia: ResMut<Encyclopedia>,
             mut hold: ResMut<HelpHold>,
             mut time: ResMut<Time<Virtual>>| encyclopedia.close(&mut hold, &mut time);
        assert!(world.run_system_once(close).expect("it runs"));
        assert!(!world.resource::<Time<Virtual>>().is_paused(), "it goes on after the last page");
    }

    #[test]
    fn the_page_names_the_players_keys_that_close_it() {
        assert_eq!(closing_words(&[]), "The game stands still. F1 or Esc: close");
        let keys = [Binding { action: Action::Help, keys: vec![KeyCode::KeyJ] }];
        assert_eq!(closing_words(&keys), "The game stands still. J or Esc: close");
    }

    #[test]
    fn both_pages_close_when_the_player_goes_elsewhere() {
        let mut world = world();
        let close = |world: &mut World| {
            world.run_system_once(|mut pages: HelpPages| pages.close()).expect("it runs");
            let mut pages = world.query_filtered::<&Visibility, With<HelpPage>>();
            let is_shown = pages.iter(world).any(|visibility| *visibility != Visibility::Hidden);
            let is_open = world.resource::<Encyclopedia>().is_open();
            (is_shown, is_open, world.resource::<Time<Virtual>>().is_paused())
        };
        press(&mut world);
        assert_eq!(close(&mut world), (false, false, false), "the page of keys");
        world.run_system_once(open_encyclopedia).expect("it runs");
        assert_eq!(close(&mut world), (false, false, false), "the encyclopedia");
        world.resource_mut::<Time<Virtual>>().pause();
        assert_eq!(close(&mut world), (false, false, true), "the player's own pause stays");
    }

    /// The lines of the columns on a screen of this width, pixels.
    fn column_lines(screen: f32) -> [usize; COLUMNS] {
        let width = words_width_on(screen - 2.0 * EDGES.0);
        let lines = |column: Vec<HelpGroup>| column.iter().map(|group| group.lines(width)).sum::<usize>();
        // The first heading of a column has a line less.
        in_columns(groups(&[]), width).map(|column| lines(column) + 1 - HEADING_LINES)
    }

    #[test]
    fn columns_are_about_equally_long() {
        for screen in [1024.0, 1280.0, 1478.0, 1920.0] {
            let lines = column_lines(screen);
            let (least, most) = (lines.iter().min().copied(), lines.iter().max().copied());
            assert!(most <= least.map(|least| least + 8), "{screen}: {lines:?}");
        }
        assert_eq!(words_width_on(1024.0 - 2.0 * EDGES.0), LEAST_WORDS, "the smallest screen");
        assert_eq!(words_width_on(0.0), LEAST_WORDS, "it is not laid out yet");
    }

    #[test]
    fn a_usual_window_shows_all_keys_at_once() {
        let room = 720.0 - TOP_BAR.0 - STATUS_HEIGHT - EDGES.1;
        let lines = column_lines(1280.0);
        assert!(lines.iter().all(|lines| *lines as f32 <= lines_in(room)), "{lines:?} of {}", lines_in(room));
    }

    #[test]
    fn a_scrolled_page_comes_to_rest_at_a_line() {
        let mut world = World::new();
        let lines = world.spawn((HelpLines, ScrollPosition(Vec2::new(0.0, 100.0)))).id();
        let settle = world.register_system(settle);
        let at = |world: &mut World| {
            world.run_system(settle).expect("it runs");
            world.get::<ScrollPosition>(lines).map(|scrolled| scrolled.y)
        };
        assert_eq!(at(&mut world), Some(100.0), "it moves");
        assert_eq!(at(&mut world), Some(7.0 * LINE));
        assert_eq!(at(&mut world), Some(7.0 * LINE));
    }
}
