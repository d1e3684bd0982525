//! The words about the scale of the map, small, in a corner that no circle reaches. The tip of the map says more.

use bevy::prelude::*;

use crate::client::widgets::theme::LEAST_PIXELS;
use crate::client::widgets::{QUIET, text};

/// The words, in two lines: the corner has no room for them in one.
const WORDS: &str = "not to\nscale";
/// Their room, pixels from the upper left corner of the square of the map. No name stands there.
pub(super) const ROOM: Rect = Rect { min: Vec2::new(3.0, 0.0), max: Vec2::new(36.0, 29.0) };

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
    use crate::client::hud::layout::places::{MAP_MARGIN, MAP_MIDDLE, MAP_RADIUS};
    use crate::client::widgets::fonts::words_width;

    /// Height of a line, as a share of the size of its letters.
    const LINE: f32 = 1.2;

    #[test]
    fn the_words_are_farther_out_than_any_body_with_its_signs() {
        for (index, words) in WORDS.lines().enumerate() {
            let line = LINE * LEAST_PIXELS * index as f32;
            // Nothing of these letters reaches below their line.
            let end = ROOM.min + Vec2::new(words_width(words, LEAST_PIXELS), line + LEAST_PIXELS);
            assert!(ROOM.contains(end) && line + LINE * LEAST_PIXELS <= ROOM.max.y, "{words}: {end}");
            let nearest = end.distance(Vec2::splat(MAP_MIDDLE));
            assert!(nearest > MAP_RADIUS + MAP_MARGIN, "{words}: {nearest}");
        }
    }
}
