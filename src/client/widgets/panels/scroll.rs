//! A column that may be longer than its room: the wheel, the bar at its right, and the focus move it. Where it is not
//! scrolled it ends with a whole row, and never with the heading of rows that are out of sight. At an edge that cuts a
//! row or a long text it fades. Short rows may stand in two columns, beside one bar, or several of them side by side in
//! a line.

use bevy::input_focus::{FocusCause, FocusGained};
use bevy::prelude::*;
use bevy::ui::{ComputedNode, OverflowAxis, RelativeCursorPosition};
use bevy::ui_widgets::{ControlOrientation, ScrollArea, ScrollIntoView, Scrollbar, ScrollbarThumb};

use crate::client::frame::{WheelTaken, visible_if};
use crate::client::widgets::theme::{EDGE, PANEL, QUIET};

/// Width of the bar, pixels.
const BAR_PIXELS: f32 = 6.0;
/// Gap between the column and the bar, pixels.
const BAR_GAP: f32 = 6.0;
/// Width of the bar with its gap, pixels.
pub const BAR_ROOM: f32 = BAR_PIXELS + BAR_GAP;
/// Gap between two columns of rows, pixels.
const COLUMN_GAP: f32 = 14.0;
/// The least height of its thumb, pixels.
const LEAST_THUMB: f32 = 24.0;

/// The least height of the column, pixels: about three rows.
const LEAST_HEIGHT: f32 = 72.0;
/// The most room that is left free below the last whole row, pixels: a little more than the height of a card or of six
/// lines of words. Taller rows are long texts, which may be cut.
const MOST_REST: f32 = 120.0;
/// Tolerance for rounding in the heights of rows, pixels.
const ROUNDING: f32 = 0.5;
/// A column hides nothing if it is longer than its room by no more than this, pixels: less than the padding of a row,
/// and more than the rounding of all rows.
const NOTHING_HIDDEN: f32 = 6.0;
/// Height of the fade over an edge that cuts a row, pixels: a little more than a line of words.
const FADE_PIXELS: f32 = 24.0;
/// How much sooner the column gives way than other parts of a panel that is too high: before any of them.
const GIVES_WAY: f32 = 1_000.0;

/// Marks the node about a column and its bar.
#[derive(Component)]
struct ScrollFrame {
    column: Entity,
}

/// The fade over an edge of a column, in the colour of panels: there is more beyond.
#[derive(Component, Clone, Copy, Debug)]
struct Fade {
    /// Whether it is at the lower edge.
    is_below: bool,
}

/// Marks a row that is the heading of the rows below it.
#[derive(Component)]
pub struct Heading;

/// Spawns a column with some components, and the bar beside it. Returns the column, whose children are scrolled.
pub fn spawn_scroll(commands: &mut Commands, parent: Entity, column: impl Bundle) -> Entity {
    let frame =
        Node { column_gap: px(BAR_GAP), min_height: px(LEAST_HEIGHT), flex_shrink: GIVES_WAY, ..default() };
    let frame = commands.spawn((frame, ChildOf(parent))).id();
    let area = Node {
        flex_direction: FlexDirection::Column,
        row_gap: px(3),
        flex_grow: 1.0,
        min_width: px(0),
        overflow: Overflow { x: OverflowAxis::Clip, y: OverflowAxis::Scroll },
        ..default()
    };
    let area = commands.spawn((ScrollArea, area, column, ChildOf(frame))).id();
    let thumb = ScrollbarThumb { border_radius: BorderRadius::all(px(3)), ..default() };
    commands.spawn((
        Scrollbar::new(area, ControlOrientation::Vertical, LEAST_THUMB),
        Node { width: px(BAR_PIXELS), flex_shrink: 0.0, ..default() },
        BackgroundColor(EDGE.with_alpha(0.5)),
        Visibility::Hidden,
        children![(thumb, BackgroundColor(QUIET))],
        ChildOf(frame),
    ));
    // They come after the column, and lie over it.
    for is_below in [false, true] {
        commands.spawn((fade(is_below), ChildOf(frame)));
    }
    commands.entity(frame).insert(ScrollFrame { column: area });
    area
}

/// The fade over an edge, hidden.
fn fade(is_below: bool) -> impl Bundle {
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(0),
        right: px(BAR_ROOM),
        top: if is_below { auto() } else { px(0) },
        bottom: if is_below { px(0) } else { auto() },
        height: px(FADE_PIXELS),
        ..default()
    };
    let angle = if is_below { LinearGradient::TO_BOTTOM } else { LinearGradient::TO_TOP };
    let stops = vec![ColorStop::auto(PANEL.with_alpha(0.0)), ColorStop::auto(PANEL)];
    let look = BackgroundGradient::from(LinearGradient::new(angle, stops));
    (Fade { is_below }, node, look, Visibility::Hidden, Pickable::IGNORE)
}

/// Rows that stand side by side in a line of [`Places::Lines`].
pub const SIDE_BY_SIDE: u16 = 4;

/// The places of the rows of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// One below the other.
    Below,
    /// In two columns: down the first one, and then down the second.
    Columns,
    /// [`SIDE_BY_SIDE`] in a line, but rows that span the lines one below the other.
    Lines,
}

/// Sets this many rows into their places.
pub fn set_places(node: &mut Mut<Node>, rows: usize, places: Places) {
    let display = if places == Places::Below { Display::Flex } else { Display::Grid };
    let high = u16::try_from(rows_of_first(rows)).unwrap_or(u16::MAX).max(1);
    let (flow, down, across): (GridAutoFlow, Vec<RepeatedGridTrack>, u16) = match places {
        Places::Below => (GridAutoFlow::Row, Vec::new(), 1),
        Places::Columns => (GridAutoFlow::Column, RepeatedGridTrack::auto(high), 2),
        Places::Lines => (GridAutoFlow::Row, Vec::new(), SIDE_BY_SIDE),
    };
    if node.display != display || node.grid_auto_flow != flow || node.grid_template_rows != down {
        node.display = display;
        node.grid_auto_flow = flow;
        node.grid_template_rows = down;
        node.grid_template_columns = RepeatedGridTrack::flex(across, 1.0);
        node.column_gap = px(COLUMN_GAP);
    }
}

/// The place of a row that spans a line of others.
pub fn spanning() -> GridPlacement {
    GridPlacement::span(SIDE_BY_SIDE)
}

/// The number of rows in the first of two columns.
pub fn rows_of_first(rows: usize) -> usize {
    rows.div_ceil(2)
}

pub(super) fn plugin(app: &mut App) {
    let edges = (end_at_a_row, show_fades).chain();
    app.add_observer(follow_focus).add_systems(Update, (show_bars, follow_late, trim, edges));
}

/// The wheel over a panel with a scrolled column is its own, and does not zoom.
pub fn take_wheel<Panel: Component>(
    panels: Query<(&RelativeCursorPosition, &Node), With<Panel>>,
    mut taken: ResMut<WheelTaken>,
) {
    if panels.iter().any(|(cursor, node)| node.display != Display::None && cursor.cursor_over()) {
        taken.set_if_neq(WheelTaken(true));
    }
}

/// A bar is visible only if there is something to scroll.
fn show_bars(mut bars: Query<(&Scrollbar, &mut Visibility)>, areas: Query<&ComputedNode>) {
    for (bar, mut visibility) in &mut bars {
        let hidden = |area: &ComputedNode| {
            (area.content_size().y - area.size().y) * area.inverse_scale_factor > NOTHING_HIDDEN
        };
        let is_long = areas.get(bar.target).is_ok_and(hidden);
        visibility.set_if_neq(visible_if(is_long));
    }
}

type FadeParts = (&'static Fade, &'static ChildOf, &'static mut Node, &'static mut Visibility);
type PlacedNode = (&'static ComputedNode, &'static UiGlobalTransform);

/// A fade is visible only if its edge cuts a row. An edge between two rows needs none: it would make a whole row hard
/// to read, which may be the one that has the focus.
fn show_fades(
    mut fades: Query<FadeParts>,
    frames: Query<(&ScrollFrame, &Node), Without<Fade>>,
    columns: Query<&Children>,
    placed: Query<PlacedNode>,
) {
    for (fade, parent, mut node, mut visibility) in &mut fades {
        let Ok((frame, around)) = frames.get(parent.parent()) else { continue };
        let Ok(room) = placed.get(frame.column) else { continue };
        if fade.is_below && node.bottom != around.padding.bottom {
            node.bottom = around.padding.bottom;
        }
        let (top, bottom) = ends_of(room);
        let edge = if fade.is_below { bottom } else { top };
        let slack = NOTHING_HIDDEN / room.0.inverse_scale_factor;
        let rows = columns.get(frame.column).into_iter().flatten();
        let is_cut = rows.filter_map(|row| placed.get(*row).ok()).map(ends_of).any(|(top, bottom)| {
            // What is beyond the edge by less counts as seen, and what is within it by less as unseen.
            top < edge - slack && bottom > edge + slack
        });
        visibility.set_if_neq(visible_if(is_cut));
    }
}

/// The upper and the lower end of a node, physical pixels.
fn ends_of((node, place): (&ComputedNode, &UiGlobalTransform)) -> (f32, f32) {
    let half = 0.5 * node.size().y;
    (place.translation.y - half, place.translation.y + half)
}

/// A column that is longer than its room ends with a whole row: one that is cut in half looks like a fault, and so does
/// a heading without rows. The rest of the room is padding of the node about it, whose height does not depend on that.
fn end_at_a_row(
    mut frames: Query<(&ScrollFrame, &ComputedNode, &mut Node)>,
    columns: Query<(&Node, &Children), Without<ScrollFrame>>,
    rows: Query<(&ComputedNode, &Node, Has<Heading>), Without<ScrollFrame>>,
) {
    for (frame, room, mut node) in &mut frames {
        let Ok((column, children)) = columns.get(frame.column) else { continue };
        let gap = pixels_of(column.row_gap);
        let laid = rows.iter_many(children).map(|(row, node, is_heading)| LaidRow {
            height: room_of(row, node),
            is_heading,
            spans: node.grid_column != GridPlacement::DEFAULT,
        });
        let laid: Vec<LaidRow> = laid.filter(|row| row.height > 0.0).collect();
        let lines = match (column.display, column.grid_auto_flow) {
            // The second column is no longer than the first one.
            (Display::Grid, GridAutoFlow::Column) => laid[..rows_of_first(laid.len())].to_vec(),
            (Display::Grid, _) => lines_of(&laid),
            _ => laid,
        };
        let lines = lines.into_iter().map(|row| (row.height, row.is_heading));
        let rest = px(rest_below(lines, gap, height_of(room)));
        if node.padding.bottom != rest {
            node.padding.bottom = rest;
        }
    }
}

/// A row of a column as it is laid out.
#[derive(Clone, Copy, Debug, PartialEq)]
struct LaidRow {
    /// The height that it takes, pixels of the UI.
    height: f32,
    is_heading: bool,
    /// Whether no other row stands beside it.
    spans: bool,
}

/// The lines of rows side by side, each as high as its highest row.
fn lines_of(rows: &[LaidRow]) -> Vec<LaidRow> {
    let side_by_side = |one: &LaidRow, next: &LaidRow| !one.spans && !next.spans;
    let groups = rows.chunk_by(side_by_side).flat_map(|group| group.chunks(usize::from(SIDE_BY_SIDE)));
    let highest =
        |line: &[LaidRow]| line.iter().copied().max_by(|one, other| one.height.total_cmp(&other.height));
    groups.filter_map(highest).collect()
}

/// The height of a node, pixels of the UI.
fn height_of(node: &ComputedNode) -> f32 {
    node.size().y * node.inverse_scale_factor
}

/// The height that a row takes in its column, pixels of the UI: with its margins, but 0 if it is not there.
fn room_of(row: &ComputedNode, node: &Node) -> f32 {
    let height = height_of(row);
    let margins = pixels_of(node.margin.top) + pixels_of(node.margin.bottom);
    if height > 0.0 { height + margins } else { 0.0 }
}

/// A length that is given in pixels; others count as 0.
fn pixels_of(length: Val) -> f32 {
    if let Val::Px(pixels) = length { pixels } else { 0.0 }
}

/// What is left of a room below the last row that it shows whole, pixels; 0 if it shows all rows, none of them whole,
/// or hardly any. A heading at the end is left out. Rows: the height of each, pixels, and whether it is a heading.
fn rest_below(rows: impl Iterator<Item = (f32, bool)>, gap: f32, room: f32) -> f32 {
    let (mut end, mut whole, mut kept) = (-gap, 0.0, 0.0);
    for (height, is_heading) in rows {
        end += gap + height;
        if end <= room + ROUNDING {
            whole = end;
            kept = if is_heading && kept > 0.0 { kept } else { whole };
        }
    }
    let shows_all = end <= room + ROUNDING;
    if shows_all || whole <= 0.0 || room - whole > MOST_REST { 0.0 } else { (room - kept).max(0.0) }
}

/// A column that became shorter than the way it is scrolled goes back to its end.
fn trim(mut areas: Query<(&ComputedNode, &mut ScrollPosition), With<ScrollArea>>) {
    for (area, mut position) in areas.iter_mut().filter(|(area, _)| area.size().y > 0.0) {
        let most = (area.content_size().y - area.size().y).max(0.0) * area.inverse_scale_factor;
        if position.y > most {
            position.y = most;
        }
    }
}

/// Marks a node that got the focus before it was laid out.
#[derive(Component)]
struct ScrollOnceLaid;

/// Scrolls to a newly focused node; a node without a size has not been laid out yet, and waits for that.
fn follow_focus(gained: On<FocusGained>, nodes: Query<&ComputedNode>, mut commands: Commands) {
    let entity = gained.entity;
    if entity != gained.original_event_target() || gained.cause != FocusCause::Navigated {
        return;
    }
    match nodes.get(entity) {
        Ok(node) if node.size().y > 0.0 => commands.trigger(ScrollIntoView { entity }),
        Ok(_) => {
            commands.entity(entity).insert(ScrollOnceLaid);
        }
        Err(_) => {}
    }
}

/// Scrolls to a node that got the focus before it was laid out.
fn follow_late(waiting: Query<(Entity, &ComputedNode), With<ScrollOnceLaid>>, mut commands: Commands) {
    for (entity, _) in waiting.iter().filter(|(_, node)| node.size().y > 0.0) {
        commands.entity(entity).remove::<ScrollOnceLaid>();
        commands.trigger(ScrollIntoView { entity });
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn a_column_that_became_shorter_is_scrolled_to_its_end() {
        let mut world = World::new();
        let laid = |content: f32| ComputedNode {
            size: Vec2::new(100.0, 200.0),
            content_size: Vec2::new(100.0, content),
            inverse_scale_factor: 0.5,
            ..default()
        };
        let area = world.spawn((ScrollArea, laid(600.0), ScrollPosition(Vec2::new(0.0, 150.0)))).id();
        for (content, expected) in [(600.0, 150.0), (300.0, 50.0), (100.0, 0.0)] {
            world.entity_mut(area).insert(laid(content));
            world.run_system_once(trim).unwrap();
            assert_eq!(world.get::<ScrollPosition>(area).map(|scrolled| scrolled.y), Some(expected));
        }
    }

    #[test]
    fn there_is_no_bar_where_all_rows_are_seen() {
        let mut world = World::new();
        let laid = |content: f32| ComputedNode {
            size: Vec2::new(100.0, 370.0),
            content_size: Vec2::new(100.0, content),
            inverse_scale_factor: 0.8,
            ..default()
        };
        let area = world.spawn(laid(370.0)).id();
        let bar = Scrollbar::new(area, ControlOrientation::Vertical, LEAST_THUMB);
        let bar = world.spawn((bar, Visibility::Hidden)).id();
        for (content, is_long) in [(370.0, false), (373.0, false), (411.0, true), (370.0, false)] {
            world.entity_mut(area).insert(laid(content));
            world.run_system_once(show_bars).unwrap();
            assert_eq!(world.get::<Visibility>(bar), Some(&visible_if(is_long)), "{content}");
        }
    }

    #[test]
    fn a_column_that_is_too_long_ends_with_a_whole_row() {
        let rest = |count: usize, height: f32, room: f32| {
            rest_below(vec![(height, false); count].into_iter(), 3.0, room)
        };
        assert_eq!(rest(20, 30.0, 110.0), 14.0, "three rows of 30 with two gaps");
        assert_eq!(rest(20, 30.0, 95.0), 32.0, "the third does not fit");
        assert_eq!(rest(3, 30.0, 110.0), 0.0, "all of them fit");
        assert_eq!(rest(3, 30.0, 96.0), 0.0);
        assert_eq!(rest(9, 90.0, 270.0), 87.0, "a card is not cut either");
        assert_eq!(rest(9, 150.0, 280.0), 0.0, "a long text is");
        assert_eq!((rest(1, 900.0, 200.0), rest(0, 0.0, 200.0)), (0.0, 0.0), "one long text, and nothing");
        assert_eq!(rest(9, 90.0, 72.0), 0.0, "a part of a card is better than nothing");
    }

    #[test]
    fn a_column_does_not_end_with_a_heading() {
        let rows = [20.0, 30.0, 20.0, 30.0, 30.0].map(|height: f32| (height, height < 30.0));
        let rest = |room: f32| rest_below(rows.into_iter(), 3.0, room);
        assert_eq!(rest(110.0), 1.0, "the row below the second heading is whole");
        assert_eq!(rest(108.0), 55.0, "it is not, and the heading goes with it");
        assert_eq!(rest(72.0), 19.0);
        assert_eq!(rest(22.0), 2.0, "a heading is better than nothing");
    }

    #[test]
    fn the_room_below_the_last_row_follows_the_height_of_the_panel() {
        let mut world = World::new();
        let laid = |height: f32| ComputedNode {
            size: Vec2::new(100.0, height),
            inverse_scale_factor: 0.5,
            ..default()
        };
        let column = world.spawn(Node { row_gap: px(3), ..default() }).id();
        let rows: Vec<Entity> =
            (0..9).map(|_| world.spawn((laid(60.0), Node::default(), ChildOf(column))).id()).collect();
        let frame = world.spawn((ScrollFrame { column }, Node::default(), laid(0.0))).id();
        let rest = |world: &mut World, height: f32| {
            world.entity_mut(frame).insert(laid(height));
            world.run_system_once(end_at_a_row).unwrap();
            world.get::<Node>(frame).map(|node| node.padding.bottom)
        };
        let rests = [220.0, 192.0, 900.0].map(|height| rest(&mut world, height));
        assert_eq!(rests, [Some(px(14)), Some(px(0)), Some(px(0))]);
        let margin = UiRect::bottom(px(7));
        world.entity_mut(rows[0]).insert(Node { margin, ..default() });
        assert_eq!(rest(&mut world, 220.0), Some(px(7)), "a margin takes room as well");
        world.entity_mut(rows[0]).insert(laid(0.0));
        assert_eq!(rest(&mut world, 220.0), Some(px(14)), "but not that of a row that is not there");
        set_places(&mut world.get_mut::<Node>(column).unwrap(), 9, Places::Columns);
        assert_eq!(rest(&mut world, 262.0), Some(px(0)), "four rows are as high as both columns");
        assert_eq!(rest(&mut world, 220.0), Some(px(14)), "only three are whole");
    }

    #[test]
    fn two_columns_have_half_of_the_rows_each() {
        let mut world = World::new();
        let column = world.spawn(Node::default()).id();
        let mut set = |rows: usize, places: Places| {
            set_places(&mut world.get_mut::<Node>(column).unwrap(), rows, places);
            world.get::<Node>(column).map(|node| (node.display, node.grid_template_rows.clone()))
        };
        let half = |rows: u16| -> Vec<RepeatedGridTrack> { RepeatedGridTrack::auto(rows) };
        assert_eq!(set(17, Places::Columns), Some((Display::Grid, half(9))));
        assert_eq!(set(12, Places::Columns), Some((Display::Grid, half(6))));
        assert_eq!(set(12, Places::Lines), Some((Display::Grid, Vec::new())));
        assert_eq!(set(12, Places::Below).map(|(display, _)| display), Some(Display::Flex));
    }

    #[test]
    fn rows_side_by_side_are_a_line_as_high_as_the_highest() {
        let row = |height: f32| LaidRow { height, is_heading: false, spans: false };
        let heading = LaidRow { is_heading: true, spans: true, ..row(18.0) };
        let charts = LaidRow { spans: true, ..row(200.0) };
        let buttons = [26.0, 26.0, 44.0, 26.0, 26.0].map(row);
        let rows: Vec<LaidRow> = [charts].into_iter().chain(buttons).chain([heading, heading]).collect();
        let lines: Vec<f32> = lines_of(&rows).into_iter().map(|line| line.height).collect();
        assert_eq!(lines, [200.0, 44.0, 26.0, 18.0, 18.0]);
    }

    #[test]
    fn a_column_fades_at_an_edge_that_cuts_a_row() {
        let mut world = World::new();
        let laid = |height: f32| ComputedNode {
            size: Vec2::new(100.0, height),
            inverse_scale_factor: 0.5,
            ..default()
        };
        let column = world.spawn((laid(100.0), UiGlobalTransform::from_xy(50.0, 150.0))).id();
        let rows: Vec<Entity> = (0..3).map(|_| world.spawn((laid(50.0), ChildOf(column))).id()).collect();
        let padding = UiRect::bottom(px(14));
        let frame = world.spawn((ScrollFrame { column }, Node { padding, ..default() })).id();
        let fades = [false, true].map(|is_below| world.spawn((fade(is_below), ChildOf(frame))).id());
        let mut seen = |scrolled: f32| {
            for (row, index) in rows.iter().zip(0_u8..) {
                let middle = 125.0 + 50.0 * f32::from(index) - scrolled;
                world.entity_mut(*row).insert(UiGlobalTransform::from_xy(50.0, middle));
            }
            world.run_system_once(show_fades).unwrap();
            fades.map(|fade| world.get::<Visibility>(fade) == Some(&Visibility::Inherited))
        };
        assert_eq!(seen(0.0), [false, false], "it ends between two rows");
        assert_eq!(seen(25.0), [true, true]);
        assert_eq!(seen(50.0), [false, false], "it begins and ends between two rows");
        assert_eq!(seen(8.0), [false, false], "what is cut is only padding");
        assert_eq!(seen(75.0), [true, false], "the last row is seen whole");
        assert_eq!(
            world.get::<Node>(fades[1]).map(|node| node.bottom),
            Some(px(14)),
            "it lies on the column"
        );
    }

    #[test]
    fn a_long_text_fades_at_both_edges_until_its_ends_are_seen() {
        let mut world = World::new();
        let laid = |height: f32| ComputedNode {
            size: Vec2::new(100.0, height),
            inverse_scale_factor: 1.0,
            ..default()
        };
        let column = world.spawn((laid(100.0), UiGlobalTransform::from_xy(50.0, 150.0))).id();
        let text = world.spawn((laid(300.0), ChildOf(column))).id();
        let frame = world.spawn((ScrollFrame { column }, Node::default())).id();
        let fades = [false, true].map(|is_below| world.spawn((fade(is_below), ChildOf(frame))).id());
        let mut seen = |scrolled: f32| {
            world.entity_mut(text).insert(UiGlobalTransform::from_xy(50.0, 250.0 - scrolled));
            world.run_system_once(show_fades).unwrap();
            fades.map(|fade| world.get::<Visibility>(fade) == Some(&Visibility::Inherited))
        };
        assert_eq!([0.0, 100.0, 200.0].map(&mut seen), [[false, true], [true, true], [true, false]]);
    }

    #[derive(Component)]
    struct Card;

    #[test]
    fn the_wheel_over_a_panel_that_is_shown_is_its_own() {
        let mut world = World::new();
        world.init_resource::<WheelTaken>();
        let pointed = RelativeCursorPosition { cursor_over: true, normalized: None };
        let card = world.spawn((Card, pointed, Node { display: Display::None, ..default() })).id();
        let mut is_taken = || {
            world.run_system_once(take_wheel::<Card>).unwrap();
            let taken = world.resource::<WheelTaken>().0;
            world.get_mut::<Node>(card).unwrap().display = Display::Flex;
            taken
        };
        assert_eq!([is_taken(), is_taken()], [false, true]);
    }

    #[derive(Resource, Default)]
    struct Scrolled(Vec<Entity>);

    #[test]
    fn a_row_that_is_focused_before_it_is_laid_out_is_scrolled_to_later() {
        let mut world = World::new();
        world.init_resource::<Scrolled>();
        world.add_observer(|scroll: On<ScrollIntoView>, mut scrolled: ResMut<Scrolled>| {
            scrolled.0.push(scroll.entity);
        });
        let row = world.spawn((ComputedNode::default(), ScrollOnceLaid)).id();
        world.run_system_once(follow_late).unwrap();
        assert!(world.resource::<Scrolled>().0.is_empty());
        world.get_mut::<ComputedNode>(row).unwrap().size = Vec2::ONE;
        world.run_system_once(follow_late).unwrap();
        world.run_system_once(follow_late).unwrap();
        assert_eq!(world.resource::<Scrolled>().0, [row], "once");
    }
}
