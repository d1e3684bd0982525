//! A column that may be longer than its room: the wheel, the bar at its right, and the focus move it.

use bevy::input_focus::{FocusCause, FocusGained};
use bevy::prelude::*;
use bevy::ui::{ComputedNode, OverflowAxis};
use bevy::ui_widgets::{ControlOrientation, ScrollArea, ScrollIntoView, Scrollbar, ScrollbarThumb};

use crate::client::frame::visible_if;
use crate::client::widgets::theme::{EDGE, QUIET};

/// Width of the bar, pixels.
const BAR_PIXELS: f32 = 6.0;
/// Gap between the column and the bar, pixels.
const BAR_GAP: f32 = 6.0;
/// Width of the bar with its gap, pixels.
pub const BAR_ROOM: f32 = BAR_PIXELS + BAR_GAP;
/// The least height of its thumb, pixels.
const LEAST_THUMB: f32 = 24.0;

/// The least height of the column, pixels: about three rows.
const LEAST_HEIGHT: f32 = 72.0;
/// How much sooner the column gives way than other parts of a panel that is too high: before any of them.
const GIVES_WAY: f32 = 1_000.0;

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
    area
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(follow_focus).add_systems(Update, (show_bars, follow_late, trim));
}

/// A bar is visible only if there is something to scroll.
fn show_bars(mut bars: Query<(&Scrollbar, &mut Visibility)>, areas: Query<&ComputedNode>) {
    for (bar, mut visibility) in &mut bars {
        let is_long = areas.get(bar.target).is_ok_and(|area| area.content_size().y > area.size().y + 1.0);
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
