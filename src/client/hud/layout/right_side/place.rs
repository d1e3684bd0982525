//! The places of the parts at the right and lower side.
//!
//! The map is in the lower right corner, and a long panel ends above it: the wheel scrolls the rest. If that would
//! leave too little of the panel, the map stands to the left of it. In a window too narrow for that, in which the map
//! would cover the middle of the picture, the panel is shorter while something is selected; else it takes the height
//! of the map, which is hidden unless the panel is folded. If almost nothing of the panel would be left, the map is
//! hidden while the panel is shown; on a screen that is too low for the map it is always hidden, and so it is under a
//! page. The place of the map does not depend on the height of the panel, which is known a frame later and changes with
//! its page. The plans of minds may stand below the panel, which is then shorter (`plans_place.rs`). So may the card of
//! a battle (`battle_place.rs`): the panel and the card then take the height of the map as well.
//!
//! The height of the guide is not set here: it stacks up in the column at the lower left (`LeftColumn`), above
//! the rows of orders. It is narrow enough to meet neither the panel nor the map at any height. All lengths are
//! pixels of the user interface, logical ones divided by its scale.

use bevy::prelude::*;

use crate::client::hud::layout::battle_place::panel_above_card;
use crate::client::hud::layout::places::{
    CARD_WIDTH, GOOD_PANEL, LEFT_COLUMN_CORNER, MAP_CORNER, MAP_RADIUS, PANEL_ROOM, SIDE_GAP as GAP,
    above_map, beside_map,
};

/// Distance from the left edge to the right of the column with the orders and the guide, pixels.
const BESIDE_LEFT_COLUMN: f32 = LEFT_COLUMN_CORNER.x + CARD_WIDTH + 2.0;
/// Gap between the guide and its neighbours, pixels.
const GUIDE_GAP: f32 = 16.0;
/// Least height of a panel that ends above the map, pixels, if the map cannot move aside.
const LEAST_PANEL: f32 = 220.0;
/// From the middle of the picture to a map beside the panel, pixels, at least: what is looked at stays in sight.
const LEAST_MIDDLE: f32 = 40.0;
/// Greatest and least width of the guide, pixels: the greatest is that of the card below it; panel and map may leave
/// less.
const GUIDE_WIDTHS: (f32, f32) = (CARD_WIDTH, 160.0);

/// The places of all parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RightSide {
    /// The greatest height of the planet panel; the wheel scrolls a longer one.
    pub panel_most: f32,
    /// Distance of the map from the right edge; `None` while there is no room for it.
    pub map_right: Option<f32>,
    /// Width of the guide; `None` without room for it.
    pub guide_width: Option<f32>,
}

/// The layout on a screen of this size, with or without the planet panel, or the plans of minds in its place above the
/// card of a battle, and that card.
pub fn lay_out(screen: Vec2, has_panel: bool, has_card: bool) -> RightSide {
    let above_map = above_map(screen);
    let map_left = screen.x - PANEL_ROOM - GAP - 2.0 * MAP_RADIUS;
    let has_room_beside = map_left >= BESIDE_LEFT_COLUMN && map_left >= 0.5 * screen.x + LEAST_MIDDLE;
    let above_card = panel_above_card(screen).filter(|_| has_panel && has_card);
    let good = if has_room_beside { GOOD_PANEL } else { LEAST_PANEL };
    let ends_above = above_card.is_none() && above_map >= good;
    let panel_most = above_card.unwrap_or(if ends_above { above_map } else { beside_map(screen) });
    let map_right = match (has_panel && !ends_above, has_room_beside) {
        (false, _) => Some(MAP_CORNER.x),
        (true, true) => Some(PANEL_ROOM + GAP),
        (true, false) => None,
    };
    let map_right = map_right.filter(|_| above_map >= 0.0);
    RightSide { panel_most, map_right, guide_width: guide_width(screen, has_panel, map_right) }
}

impl RightSide {
    /// This layout with a panel that takes the height of the map, where that is in the way of a good one.
    pub(super) fn with_tall_panel(self, screen: Vec2) -> Self {
        if self.map_right == Some(MAP_CORNER.x) && self.panel_most < GOOD_PANEL {
            Self { panel_most: beside_map(screen), map_right: None, ..self }
        } else {
            self
        }
    }
}

/// Width of the guide in the column at the lower left, clear of the panel and the map at any height.
fn guide_width(screen: Vec2, panel_is_shown: bool, map_right: Option<f32>) -> Option<f32> {
    let beside_panel = if panel_is_shown { PANEL_ROOM + GUIDE_GAP } else { MAP_CORNER.x };
    let beside_map = map_right.map_or(beside_panel, |right| right + 2.0 * MAP_RADIUS + GUIDE_GAP);
    let (most, least) = GUIDE_WIDTHS;
    let width = (screen.x - LEFT_COLUMN_CORNER.x - beside_map.max(beside_panel)).min(most);
    (width >= least).then_some(width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::layout::places::PANEL_CORNER;
    use crate::client::hud::layout::test_support::screens_in;

    /// Larger windows than the least.
    const LARGER: [(f32, f32); 3] = [(1920.0, 1080.0), (2560.0, 1440.0), (3440.0, 1440.0)];

    /// The areas of panel, map and guide (over all heights of the latter), from the upper left corner of the
    /// screen.
    fn places(screen: Vec2, panel_height: Option<f32>) -> [Option<Rect>; 3] {
        let side = lay_out(screen, panel_height.is_some(), false);
        let panel = panel_height.map(|height| {
            let bottom = PANEL_CORNER.y + height.min(side.panel_most);
            Rect::new(screen.x - PANEL_ROOM, PANEL_CORNER.y, screen.x - 14.0, bottom)
        });
        let map = side.map_right.map(|right| {
            let corner = screen - Vec2::new(right, MAP_CORNER.y);
            Rect::from_corners(corner - Vec2::splat(2.0 * MAP_RADIUS), corner)
        });
        let guide = side.guide_width.map(|width| {
            let Vec2 { x: left, y: from_bottom } = LEFT_COLUMN_CORNER;
            Rect::new(left, PANEL_CORNER.y, left + width, screen.y - from_bottom)
        });
        [panel, map, guide]
    }

    /// Sizes of the user interface, in windows from 1024x640 up.
    fn screens() -> Vec<Vec2> {
        let small = [(1024.0, 640.0), (1280.0, 720.0), (1280.0, 1024.0), (1366.0, 768.0), (1600.0, 900.0)];
        screens_in(&[&small[..], &LARGER].concat())
    }

    #[test]
    fn nothing_lies_over_anything_else() {
        for screen in screens() {
            for height in [None, Some(120.0), Some(260.0), Some(420.0), Some(640.0), Some(2000.0)] {
                let found: Vec<Rect> = places(screen, height).into_iter().flatten().collect();
                for (index, one) in found.iter().enumerate() {
                    let is_inside = one.min.cmpge(Vec2::ZERO).all() && one.max.cmple(screen).all();
                    assert!(is_inside && !one.is_empty(), "{one:?} on {screen}, panel {height:?}");
                    let over = found[..index].iter().find(|other| !other.intersect(*one).is_empty());
                    assert_eq!(over, None, "under {one:?} on {screen}, panel {height:?}");
                }
            }
        }
    }

    #[test]
    fn the_panel_and_the_guide_always_have_room() {
        for screen in screens() {
            let usual = lay_out(screen, false, false);
            assert!(usual.panel_most >= 200.0, "{screen}");
            assert_eq!(usual.map_right, Some(MAP_CORNER.x), "{screen}");
            assert!(usual.guide_width.is_some(), "{screen}");
        }
    }

    #[test]
    fn the_map_and_the_guide_make_room_for_the_panel() {
        let screen = Vec2::new(1280.0, 720.0);
        let above_map = lay_out(screen, true, false);
        assert_eq!(above_map.map_right, Some(MAP_CORNER.x));
        assert!(above_map.panel_most >= 400.0, "{above_map:?}");
        let low = Vec2::new(1280.0, 560.0);
        assert_eq!(lay_out(low, false, false).map_right, Some(MAP_CORNER.x));
        let beside_map = lay_out(low, true, false);
        assert_eq!(beside_map.map_right, Some(PANEL_ROOM + GAP));
        assert!(beside_map.panel_most >= 400.0 && beside_map.guide_width.is_some(), "{beside_map:?}");
    }

    #[test]
    fn the_map_never_covers_the_middle_of_the_picture() {
        let small = lay_out(Vec2::new(1024.0, 576.0), true, false);
        assert_eq!(small.map_right, Some(MAP_CORNER.x));
        assert!(small.panel_most >= 280.0 && small.guide_width.is_some(), "{small:?}");
        for screen in screens_in(&[&LARGER[..], &[(1024.0, 600.0), (1280.0, 720.0)]].concat()) {
            for (has_panel, has_card) in [(false, false), (true, false), (true, true)] {
                let side = lay_out(screen, has_panel, has_card);
                let left = side.map_right.map(|right| screen.x - right - 2.0 * MAP_RADIUS);
                assert!(left.is_none_or(|left| left > 0.5 * screen.x), "{side:?} on {screen}");
            }
        }
    }

    #[test]
    fn in_a_narrow_window_the_panel_ends_above_the_map() {
        let side = lay_out(Vec2::new(900.0, 700.0), true, false);
        assert_eq!((side.panel_most, side.map_right), (406.0, Some(MAP_CORNER.x)));
        let tiny = lay_out(Vec2::new(512.0, 320.0), true, false);
        assert_eq!((tiny.panel_most, tiny.map_right, tiny.guide_width), (234.0, None, None));
        assert_eq!(
            lay_out(Vec2::new(320.0, 180.0), false, false).map_right,
            None,
            "a picture lower than the map"
        );
    }
}
