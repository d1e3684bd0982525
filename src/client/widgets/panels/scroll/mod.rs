//! A column that may be longer than its room: the wheel, the bar at its right, and the focus move it. Short rows may
//! stand in two columns, beside one bar, or several of them side by side in a line.
//!
//! - Enters: a column with its rows, the wheel, the focus.
//! - Leaves: the column with its bar; how far it is scrolled; the room below its last whole row; fades.
//! - Must never: know what the rows are about.
//!
//! | file | does |
//! |---|---|
//! | `whole_rows.rs` | lets the column end with a whole row, and never with a heading |
//! | `fades.rs` | fades over the edges that cut a row or a long text |
//! | `wheel.rs` | the wheel over the panel of a column |

mod fades;
mod wheel;
mod whole_rows;

pub use wheel::take_wheel;

use bevy::input_focus::{FocusCause, FocusGained};
use bevy::prelude::*;
use bevy::ui::{ComputedNode, OverflowAxis};
use bevy::ui_widgets::{ControlOrientation, ScrollArea, ScrollIntoView, Scrollbar, ScrollbarThumb};

use crate::client::frame::visible_if;
use crate::client::widgets::theme::{EDGE, QUIET};
use fades::{fade, show_fades};
use wheel::{ScrollPanel, hand_on};
use whole_rows::end_at_a_row;

/// Width of the bar, pixels.
const BAR_PIXELS: f32 = 6.0;
/// Gap between the column and the bar, pixels.
const BAR_GAP: f32 = 6.0;
/// Width of the bar with its gap, pixels.
pub const BAR_ROOM: f32 = BAR_PIXELS + BAR_GAP;
/// Gap between two columns of rows, pixels.
const COLUMN_GAP: f32 = 14.0;
/// Gap between rows that stand one below the other, pixels.
pub const ROW_GAP: f32 = 3.0;
/// The least height of its thumb, pixels.
const LEAST_THUMB: f32 = 24.0;

/// The least height of the column, pixels: about three rows.
const LEAST_HEIGHT: f32 = 72.0;
/// A column hides nothing if it is longer than its room by no more than this, pixels: less than the padding of a row,
/// and more than the rounding of all rows.
const NOTHING_HIDDEN: f32 = 6.0;
/// How much sooner the column gives way than other parts of a panel that is too high: before any of them.
const GIVES_WAY: f32 = 1_000.0;

/// Marks the node about a column and its bar.
#[derive(Component)]
struct ScrollFrame {
    column: Entity,
}

/// Marks a row that is the heading of the rows below it.
#[derive(Component)]
pub struct Heading;

/// Marks a column whose high rows may be cut at its lower edge: a part of the next one hints at more. Rows of words
/// are never cut.
#[derive(Component)]
pub struct HintsAtMore;

/// Spawns a column with some components, and the bar beside it. Returns the column, whose children are scrolled. The
/// wheel scrolls it wherever the pointer is on its parent, unless there are several on it.
pub fn spawn_scroll(commands: &mut Commands, parent: Entity, column: impl Bundle) -> Entity {
    let frame =
        Node { column_gap: px(BAR_GAP), min_height: px(LEAST_HEIGHT), flex_shrink: GIVES_WAY, ..default() };
    let frame = commands.spawn((frame, ChildOf(parent))).id();
    let area = Node {
        flex_direction: FlexDirection::Column,
        row_gap: px(ROW_GAP),
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
    commands.entity(parent).insert(ScrollPanel);
    area
}

/// Rows that stand side by side in a line of [`Places::Lines`].
pub const SIDE_BY_SIDE: u16 = 4;
/// Width of such a row, and the gap between two, per cent of the column: four rows and three gaps fill it.
const BESIDE_PERCENT: (f32, f32) = (23.4, 2.0);

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

/// The share of a row in the width of its column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowShare {
    /// The column says it.
    #[default]
    Usual,
    /// A whole line of [`Places::Lines`].
    Line,
    /// A part of such a line, beside other rows.
    Beside,
}

impl RowShare {
    /// The width of such a row.
    pub fn width(self) -> Val {
        match self {
            Self::Usual => auto(),
            Self::Line => percent(100),
            Self::Beside => percent(BESIDE_PERCENT.0),
        }
    }
}

/// Sets this many rows into their places. Only short columns are a grid: Taffy 0.10 takes a grid to be as high as its
/// highest row, so that it cannot be scrolled (issue 954 of Taffy).
pub fn set_places(node: &mut Mut<Node>, rows: usize, places: Places) {
    let high = u16::try_from(rows_of_first(rows)).unwrap_or(u16::MAX).max(1);
    let (display, down) = match places {
        Places::Columns => (Display::Grid, RepeatedGridTrack::auto(high)),
        Places::Below | Places::Lines => (Display::Flex, Vec::new()),
    };
    let (direction, wrap, lines, gap) = match places {
        Places::Lines => {
            (FlexDirection::Row, FlexWrap::Wrap, AlignContent::FlexStart, percent(BESIDE_PERCENT.1))
        }
        Places::Below | Places::Columns => {
            (FlexDirection::Column, FlexWrap::NoWrap, AlignContent::Default, px(COLUMN_GAP))
        }
    };
    let flow = (display, direction, wrap);
    if (node.display, node.flex_direction, node.flex_wrap) != flow || node.grid_template_rows != down {
        (node.display, node.flex_direction, node.flex_wrap) = flow;
        (node.align_content, node.column_gap) = (lines, gap);
        node.grid_auto_flow = GridAutoFlow::Column;
        node.grid_template_rows = down;
        node.grid_template_columns = RepeatedGridTrack::flex(2, 1.0);
    }
}

/// The number of rows in the first of two columns.
pub fn rows_of_first(rows: usize) -> usize {
    rows.div_ceil(2)
}

pub(super) fn plugin(app: &mut App) {
    let edges = (end_at_a_row, show_fades).chain();
    app.add_observer(follow_focus)
        .add_observer(hand_on)
        .add_systems(Update, (show_bars, follow_late, trim, edges));
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

/// A column that became shorter than the way it is scrolled goes back to its end.
fn trim(mut areas: Query<(&ComputedNode, &mut ScrollPosition), With<ScrollArea>>) {
    for (area, mut position) in areas.iter_mut().filter(|(area, _)| area.size().y > 0.0) {
        let most = (area.content_size().y - area.size().y).max(0.0) * area.inverse_scale_factor;
        if position.y > most {
            position.y = most;
        }
    }
}

/// Marks a node that is to be in sight as soon as it is laid out.
#[derive(Component)]
pub struct ScrollOnceLaid;

/// Scrolls to a node of a column by as little as brings it into sight, as soon as it is laid out.
pub fn scroll_to(commands: &mut Commands, node: Entity) {
    commands.entity(node).insert(ScrollOnceLaid);
}

/// Scrolls to a newly focused node; a node without a size has not been laid out yet, and waits for that.
fn follow_focus(gained: On<FocusGained>, nodes: Query<&ComputedNode>, mut commands: Commands) {
    let entity = gained.entity;
    if entity != gained.original_event_target() || gained.cause != FocusCause::Navigated {
        return;
    }
    match nodes.get(entity) {
        Ok(node) if node.size().y > 0.0 => commands.trigger(ScrollIntoView { entity }),
        Ok(_) => {
            scroll_to(&mut commands, entity);
        }
        Err(_) => {}
    }
}

/// Scrolls to nodes that waited until they were laid out.
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
        assert_eq!(set(12, Places::Below), Some((Display::Flex, Vec::new())));
    }

    #[test]
    fn lines_are_no_grid_so_that_they_can_be_scrolled_and_four_rows_fill_one() {
        let mut world = World::new();
        let column = world.spawn(Node::default()).id();
        for (places, wrap) in [(Places::Lines, FlexWrap::Wrap), (Places::Below, FlexWrap::NoWrap)] {
            set_places(&mut world.get_mut::<Node>(column).unwrap(), 30, places);
            let node = world.get::<Node>(column).unwrap();
            assert_eq!((node.display, node.flex_wrap), (Display::Flex, wrap));
        }
        let (row, gap) = BESIDE_PERCENT;
        let width = |rows: u16| f32::from(rows) * row + f32::from(rows - 1) * gap;
        assert!((99.0..100.0).contains(&width(SIDE_BY_SIDE)) && width(SIDE_BY_SIDE + 1) > 100.0);
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
