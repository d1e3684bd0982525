//! The word about the scale of the map, small, in a corner that no circle reaches. The tip of the map says what it
//! means.

use bevy::prelude::*;

use crate::client::widgets::theme::LEAST_PIXELS;
use crate::client::widgets::{QUIET, text};

/// The word: the logarithms of distances from the star are shown.
const WORD: &str = "log";
/// Its room, pixels from the upper left corner of the square of the map. No name stands there.
pub(super) const ROOM: Rect = Rect { min: Vec2::new(4.0, 0.0), max: Vec2::new(24.0, 15.0) };

/// Spawns the word.
pub(super) fn spawn(commands: &mut Commands, map: Entity) {
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(ROOM.min.x),
        top: px(ROOM.min.y),
        ..default()
    };
    let words = (text(WORD, LEAST_PIXELS, QUIET), TextLayout::no_wrap());
    commands.spawn((words, node, Pickable::IGNORE, ChildOf(map)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::layout::places::{MAP_MARGIN, MAP_MIDDLE, MAP_RADIUS};
    use crate::client::widgets::fonts::words_width;

    #[test]
    fn the_word_is_farther_out_than_any_body_with_its_signs() {
        assert!(words_width(WORD, LEAST_PIXELS) <= ROOM.width() && 1.2 * LEAST_PIXELS <= ROOM.height());
        let nearest = ROOM.max.distance(Vec2::splat(MAP_MIDDLE));
        assert!(nearest > MAP_RADIUS + MAP_MARGIN, "{nearest}");
    }
}
