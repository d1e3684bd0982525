//! Fades over the edges of a scrolled column that cut a row or a long text: there is more beyond.

use bevy::prelude::*;
use bevy::ui::ComputedNode;

use super::{BAR_ROOM, NOTHING_HIDDEN, ScrollFrame};
use crate::client::frame::visible_if;
use crate::client::widgets::theme::PANEL;

/// Height of the fade over an edge that cuts a row, pixels: a little more than a line of words.
const FADE_PIXELS: f32 = 24.0;

/// The fade over an edge of a column, in the colour of panels: there is more beyond.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct Fade {
    /// Whether it is at the lower edge.
    is_below: bool,
}

/// The fade over an edge, hidden.
pub(super) fn fade(is_below: bool) -> impl Bundle {
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

type FadeParts = (&'static Fade, &'static ChildOf, &'static mut Node, &'static mut Visibility);
type PlacedNode = (&'static ComputedNode, &'static UiGlobalTransform);

/// A fade is visible only if its edge cuts a row. An edge between two rows needs none: it would make a whole row hard
/// to read, which may be the one that has the focus.
pub(super) fn show_fades(
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

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

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
}
