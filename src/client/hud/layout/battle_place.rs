//! The place of the card of a battle at the right: the fight in the middle of the picture stays in sight, and the card
//! stays where it is when alerts come and go. All lengths are pixels of the user interface.

use bevy::prelude::*;

use super::places::{
    CARD_WIDTH, LEFT_COLUMN_CORNER, MAP_CORNER, MAP_RADIUS, MAP_ROOM, PANEL_CORNER, PANEL_WIDTH, SIDE_GAP,
    above_map,
};
use super::right_side::lay_out;

/// However low the screen is, the card may be this high, pixels.
const LEAST_CARD: f32 = 120.0;

/// The place of the card of a battle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BattlePlace {
    /// Distance from the right edge of the screen, pixels.
    pub right: f32,
    /// Distance from its upper edge, pixels.
    pub top: f32,
    /// The greatest height; the wheel scrolls a longer one.
    pub most: f32,
}

/// The place of the card of a battle on a screen of this size: at the upper right or, while the planet panel or the
/// plans of minds are there, left of the map. On a screen that is too small for that it lies over them.
pub fn battle_place(screen: Vec2, has_neighbour: bool) -> BattlePlace {
    let Vec2 { x: right, y: top } = PANEL_CORNER;
    let alone = BattlePlace { right, top, most: above_map(screen).max(LEAST_CARD) };
    left_of_map(screen).filter(|_| has_neighbour).unwrap_or(alone)
}

/// Between the column at the lower left and the map in its corner, below the panels above the map; `None` without room
/// there.
fn left_of_map(screen: Vec2) -> Option<BattlePlace> {
    let right = MAP_CORNER.x + 2.0 * MAP_RADIUS + SIDE_GAP;
    let has_room = screen.x - right - PANEL_WIDTH >= LEFT_COLUMN_CORNER.x + CARD_WIDTH;
    let has_corner = lay_out(screen, true).map_right == Some(MAP_CORNER.x);
    let place = BattlePlace { right, top: screen.y - MAP_ROOM, most: 2.0 * MAP_RADIUS };
    (has_room && has_corner).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::layout::places::PANEL_ROOM;
    use crate::client::hud::layout::test_support::screens_in;

    /// Sizes of the user interface, in windows from 1024x640 up.
    fn screens() -> Vec<Vec2> {
        let small = [(1024.0, 640.0), (1280.0, 720.0), (1280.0, 1024.0), (1366.0, 768.0), (1600.0, 900.0)];
        screens_in(&[&small[..], &[(2560.0, 1440.0), (3440.0, 1440.0)]].concat())
    }

    /// The area of a card as high as may be.
    fn area(screen: Vec2, has_neighbour: bool) -> Rect {
        let place = battle_place(screen, has_neighbour);
        let right = screen.x - place.right;
        Rect::new(right - PANEL_WIDTH, place.top, right, place.top + place.most)
    }

    #[test]
    fn the_card_leaves_the_middle_of_the_picture_free() {
        for screen in screens() {
            let middle = Rect::from_center_size(0.5 * screen, Vec2::splat(0.16 * screen.y));
            for has_neighbour in [false, true] {
                let card = area(screen, has_neighbour);
                let case = format!("{card:?} on {screen}, beside others: {has_neighbour}");
                assert!(card.intersect(middle).is_empty(), "{case}");
                assert!(card.min.x >= 0.0 && card.max.y <= screen.y && card.height() > 120.0, "{case}");
            }
        }
    }

    #[test]
    fn the_card_lies_over_no_panel_and_not_over_the_map() {
        for screen in screens().into_iter().filter(|screen| screen.y >= 600.0) {
            let panel = Rect::new(
                screen.x - PANEL_ROOM,
                PANEL_CORNER.y,
                screen.x,
                PANEL_CORNER.y + lay_out(screen, true).panel_most,
            );
            let corner = screen - MAP_CORNER;
            let map = Rect::from_corners(corner - Vec2::splat(2.0 * MAP_RADIUS), corner);
            let [alone, beside] = [false, true].map(|has_neighbour| area(screen, has_neighbour));
            let is_over = |one: Rect, other: Rect| !one.intersect(other).is_empty();
            let case = format!("{alone:?}, {beside:?} on {screen}");
            assert!(
                !is_over(beside, panel) && ![alone, beside].iter().any(|card| is_over(*card, map)),
                "{case}"
            );
        }
    }
}
