//! The height of the preview of a level.

use bevy::prelude::*;
use bevy::ui::ComputedNode;

use super::parts::{MAP_PIXELS, PanelPart, PanelWords};

/// The preview is as high as its words at least, unless they are higher than the largest map: where letters are large
/// its map gives way to the rows of the page, but no line of words is cut.
pub(in crate::client::menu) fn fit_preview(
    words: Query<(&PanelWords, &ComputedNode)>,
    mut parts: Query<(&PanelPart, &mut Node)>,
) {
    let about = words.iter().find(|(part, _)| **part == PanelWords::About);
    let height = about.map_or(0.0, |(_, laid)| laid.size().y * laid.inverse_scale_factor);
    let least = px(height.min(MAP_PIXELS));
    for (_, mut node) in parts.iter_mut().filter(|(part, _)| **part == PanelPart::Preview) {
        if node.min_height != least {
            node.min_height = least;
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn no_line_of_the_words_beside_a_map_is_cut() {
        let mut world = World::new();
        let preview = world.spawn((PanelPart::Preview, Node::default())).id();
        let words = world.spawn(PanelWords::About).id();
        let mut least = |height: f32| {
            let laid =
                ComputedNode { size: Vec2::new(100.0, height), inverse_scale_factor: 0.5, ..default() };
            world.entity_mut(words).insert(laid);
            world.run_system_once(fit_preview).expect("it runs");
            world.get::<Node>(preview).map(|node| node.min_height)
        };
        assert_eq!([0.0, 140.0].map(&mut least), [Some(px(0)), Some(px(70))]);
        assert_eq!(least(9_000.0), Some(px(MAP_PIXELS)), "a long text leaves room for rows");
    }
}
