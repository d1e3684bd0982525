//! The words about the scale of the map, small, in a line in a corner that no circle reaches. The tip of the map says
//! more.

use bevy::prelude::*;

use crate::client::widgets::theme::LEAST_PIXELS;
use crate::client::widgets::{QUIET, text};

/// The words.
const WORDS: &str = "not to scale";
/// Their room, pixels from the upper left corner of the square of the map. No name stands there.
pub(super) const ROOM: Rect = Rect { min: Vec2::new(3.0, 0.0), max: Vec2::new(66.0, 15.0) };

/// Spawns the words.
pub(super) fn spawn(commands: &mut Commands, map: Entity) {
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(ROOM.min.x),
        top: px(ROOM.min.y),
        ..default()
    };
    let words = (text(WORDS, LEAST_PIXELS, QUIET), TextLayout::no_wrap());
    commands.spawn((words, node, Pickable::IGNORE, ChildOf(map)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::layout::places::{MAP_MIDDLE, MAP_RADIUS};
    use crate::client::widgets::fonts::words_width;

    /// Half the size of the dot of a planet with the ring of its owner, pixels.
    const RINGED: f32 = 6.5;

    #[test]
    fn the_words_are_farther_out_than_any_body_with_its_ring() {
        // Nothing of these letters reaches below their line.
        let end = ROOM.min + Vec2::new(words_width(WORDS, LEAST_PIXELS), LEAST_PIXELS);
        assert!(ROOM.contains(end), "{end}");
        let nearest = end.distance(Vec2::splat(MAP_MIDDLE));
        assert!(nearest > MAP_RADIUS + RINGED, "{nearest}");
    }
}
