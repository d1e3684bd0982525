//! Lines from marks to words that had to be moved away from them.

use bevy::prelude::*;

use super::sky_label::SkyLabel;
use crate::client::scene::labels::layer::{MarkerLayer, floating};

/// Width of a line, pixels, and its opacity, as a share of that of the words.
const WIDTH: f32 = 1.5;
const ALPHA_SHARE: f32 = 0.6;

/// A line from a mark to its words.
#[derive(Component, Clone, Copy, Debug)]
pub struct Leader;

type LeaderParts = (&'static mut Node, &'static mut UiTransform, &'static mut BackgroundColor);

/// Draws the lines to words that had to be moved away from their marks; a line exists only while it is needed.
pub fn draw_leaders(
    mut commands: Commands,
    layer: Single<Entity, With<MarkerLayer>>,
    mut labels: Query<&mut SkyLabel>,
    mut leaders: Query<LeaderParts, With<Leader>>,
) {
    for mut label in &mut labels {
        let ends = label.wish().filter(|_| label.is_seen()).and_then(|wish| wish.leader(label.area));
        let Some((start, end)) = ends else {
            if label.leader.is_some()
                && let Some(leader) = label.leader.take()
            {
                commands.entity(leader).try_despawn();
            }
            continue;
        };
        let color = BackgroundColor(label.color.with_alpha(label.alpha() * ALPHA_SHARE));
        let (length, transform) = line_between(start, end);
        match label.leader.and_then(|leader| leaders.get_mut(leader).ok()) {
            Some((mut node, mut place, mut now)) => {
                if node.width != px(length) {
                    node.width = px(length);
                }
                place.set_if_neq(transform);
                now.set_if_neq(color);
            }
            None => {
                let node = Node { width: px(length), height: px(WIDTH), ..floating() };
                let line = (Leader, node, transform, color, Pickable::IGNORE, ChildOf(*layer));
                label.leader = Some(commands.spawn(line).id());
            }
        }
    }
}

/// The length of a line between two points, and the place of its node, which turns about its middle.
fn line_between(start: Vec2, end: Vec2) -> (f32, UiTransform) {
    let (way, length) = (end - start, start.distance(end));
    let corner = 0.5 * (start + end) - 0.5 * Vec2::new(length, WIDTH);
    let rotation = Rot2::radians(way.to_angle());
    (length, UiTransform { translation: Val2::px(corner.x, corner.y), rotation, ..UiTransform::IDENTITY })
}

/// Removes the line of words that are removed.
pub fn clear_leader(removed: On<Remove, SkyLabel>, labels: Query<&SkyLabel>, mut commands: Commands) {
    if let Some(leader) = labels.get(removed.entity).ok().and_then(|label| label.leader) {
        commands.entity(leader).try_despawn();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_turned_about_its_middle() {
        let (length, place) = line_between(Vec2::new(10.0, 20.0), Vec2::new(10.0, 60.0));
        assert_eq!(length, 40.0);
        assert_eq!(place.translation, Val2::px(10.0 - 20.0, 40.0 - 0.5 * WIDTH));
        assert!((place.rotation.as_radians() - std::f32::consts::FRAC_PI_2).abs() < 1e-5);
    }
}
