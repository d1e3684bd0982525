//! The place of the card of a battle at the right: the fight in the middle of the picture stays in sight, and the card
//! stays where it is when alerts come and go. All lengths are pixels of the user interface.

use bevy::prelude::*;

use super::places::{
    CARD_WIDTH, GOOD_PANEL, LEFT_COLUMN_CORNER, MAP_CORNER, MAP_RADIUS, MAP_ROOM, PANEL_CORNER, PANEL_WIDTH,
    SIDE_GAP, above_map, beside_map,
};
use super::side_panels::ShownPanels;

/// However low the screen is, the card may be this high, pixels.
const LEAST_CARD: f32 = 120.0;
/// Share of the card in the height at the right that it divides with the planet panel.
const CARD_SHARE: f32 = 0.4;

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
/// plans of minds are there, left of the map. Where it has no room left of the map, it stands below them, and the map
/// makes room for both.
pub fn battle_place(screen: Vec2, beside: ShownPanels) -> BattlePlace {
    let Vec2 { x: right, y: top } = PANEL_CORNER;
    let alone = BattlePlace { right, top, most: above_map(screen).max(LEAST_CARD) };
    match (beside.panel, beside.plans) {
        (false, false) => alone,
        _ => left_of_map(screen).unwrap_or_else(|| below_panel(screen)),
    }
}

/// The greatest height of the planet panel above the card of a battle; `None` where the card stands left of the map.
pub fn panel_above_card(screen: Vec2) -> Option<f32> {
    let is_below = left_of_map(screen).is_none();
    is_below.then(|| (beside_map(screen) - SIDE_GAP - below_panel(screen).most).max(0.0))
}

/// Between the column at the lower left and the map in its corner, below the panels above the map; `None` without room
/// there.
fn left_of_map(screen: Vec2) -> Option<BattlePlace> {
    let right = MAP_CORNER.x + 2.0 * MAP_RADIUS + SIDE_GAP;
    let has_room = screen.x - right - PANEL_WIDTH >= LEFT_COLUMN_CORNER.x + CARD_WIDTH;
    let has_corner = above_map(screen) >= GOOD_PANEL;
    let place = BattlePlace { right, top: screen.y - MAP_ROOM, most: 2.0 * MAP_RADIUS };
    (has_room && has_corner).then_some(place)
}

/// In the lower right corner, below the planet panel.
fn below_panel(screen: Vec2) -> BattlePlace {
    let most = (CARD_SHARE * beside_map(screen)).max(LEAST_CARD).floor();
    BattlePlace { right: PANEL_CORNER.x, top: screen.y - MAP_CORNER.y - most, most }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::layout::places::PANEL_ROOM;
    use crate::client::hud::layout::right_side::lay_out;
    use crate::client::hud::layout::test_support::screens_in;
    use crate::client::settings::Settings;

    const NOTHING: ShownPanels = ShownPanels { outliner: true, panel: false, plans: false, battle: true };
    const PANEL: ShownPanels = ShownPanels { panel: true, ..NOTHING };
    const PLANS: ShownPanels = ShownPanels { plans: true, ..NOTHING };

    /// Sizes of the user interface, in windows from 1024x640 up.
    fn screens() -> Vec<Vec2> {
        let small = [(1024.0, 640.0), (1280.0, 720.0), (1280.0, 1024.0), (1366.0, 768.0), (1600.0, 900.0)];
        screens_in(&[&small[..], &[(2560.0, 1440.0), (3440.0, 1440.0)]].concat())
    }

    /// The area of a card as high as may be.
    fn area(screen: Vec2, beside: ShownPanels) -> Rect {
        let place = battle_place(screen, beside);
        let right = screen.x - place.right;
        Rect::new(right - PANEL_WIDTH, place.top, right, place.top + place.most)
    }

    #[test]
    fn the_card_leaves_the_middle_of_the_picture_free() {
        for screen in screens() {
            let middle = Rect::from_center_size(0.5 * screen, Vec2::splat(0.16 * screen.y));
            for beside in [NOTHING, PANEL, PLANS] {
                let card = area(screen, beside);
                let case = format!("{card:?} on {screen}, {beside:?}");
                assert!(card.intersect(middle).is_empty(), "{case}");
                assert!(card.min.x >= 0.0 && card.max.y <= screen.y && card.height() > 120.0, "{case}");
            }
        }
    }

    /// The areas of the longest planet panel beside a card, and of the map, if it is shown.
    fn panel_and_map(screen: Vec2) -> (Rect, Option<Rect>) {
        let side = lay_out(screen, true, true);
        let (left, top) = (screen.x - PANEL_ROOM, PANEL_CORNER.y);
        let map = side.map_right.map(|right| {
            let corner = screen - Vec2::new(right, MAP_CORNER.y);
            Rect::from_corners(corner - Vec2::splat(2.0 * MAP_RADIUS), corner)
        });
        (Rect::new(left, top, screen.x, top + side.panel_most), map)
    }

    fn is_over(one: Rect, other: Rect) -> bool {
        !one.intersect(other).is_empty()
    }

    #[test]
    fn the_card_lies_over_no_panel_and_not_over_the_map() {
        for screen in screens() {
            let ((panel, map), card) = (panel_and_map(screen), area(screen, PANEL));
            let case = format!("{card:?}, {panel:?}, {map:?} on {screen}");
            assert!(!is_over(card, panel) && map.is_none_or(|map| !is_over(card, map)), "{case}");
            let corner = screen - MAP_CORNER;
            let map = Rect::from_corners(corner - Vec2::splat(2.0 * MAP_RADIUS), corner);
            assert!(!is_over(area(screen, NOTHING), map), "{case}");
        }
    }

    #[test]
    fn with_large_words_the_card_and_the_planet_panel_stand_apart() {
        for (window, ui_scale) in [
            ((1280.0, 720.0), 1.5),
            ((1600.0, 900.0), 1.25),
            ((1920.0, 1080.0), 1.5),
            ((1280.0, 720.0), 1.25),
        ] {
            let window = Vec2::from(window);
            let mut settings = Settings::default();
            settings.ui_scale = ui_scale;
            let screen = window / settings.scale_in(window);
            let ((panel, map), card) = (panel_and_map(screen), area(screen, PANEL));
            let case = format!("{card:?}, {panel:?}, {map:?} on {screen}");
            assert!(!is_over(card, panel) && map.is_none_or(|map| !is_over(card, map)), "{case}");
            assert!(panel.height() >= 240.0 && card.height() >= 180.0, "both can be read: {case}");
        }
    }

    #[test]
    fn in_a_narrow_picture_the_map_makes_room_for_the_card_below_the_panel() {
        let narrow = Vec2::new(900.0, 700.0);
        let ((panel, map), card) = (panel_and_map(narrow), area(narrow, PANEL));
        assert!(map.is_none() && !is_over(card, panel) && card.max.y < narrow.y, "{card:?}, {panel:?}");
        assert!(lay_out(narrow, true, false).map_right.is_some(), "without the card the map is there");
    }
}
