//! The place of the card of a battle at the right: the fight in the middle of the picture stays in sight, and the card
//! stays where it is when alerts come and go. All lengths are pixels of the user interface.

use bevy::prelude::*;

use super::places::{GAP, MAP_SIDE, STATUS_HEIGHT, TOP_BAR, above_map};
use super::side_panels::ShownPanels;

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
/// plans of minds are there, left of the map and above the status line.
pub fn battle_place(screen: Vec2, beside: ShownPanels) -> BattlePlace {
    if beside.panel || beside.plans {
        let (top, most) = (screen.y - MAP_SIDE, MAP_SIDE - STATUS_HEIGHT - GAP);
        return BattlePlace { right: MAP_SIDE + GAP, top, most };
    }
    BattlePlace { right: 0.0, top: TOP_BAR, most: above_map(screen) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::layout::places::{CARD_WIDTH, PANEL_WIDTH, panel_most};
    use crate::client::hud::layout::test_support::screens_in;

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

    fn is_over(one: Rect, other: Rect) -> bool {
        !one.intersect(other).is_empty()
    }

    #[test]
    fn the_card_lies_over_no_panel_and_not_over_the_map() {
        for screen in screens() {
            let map = Rect::from_corners(screen - MAP_SIDE, screen);
            let left = screen.x - PANEL_WIDTH;
            let panel = Rect::new(left, TOP_BAR, screen.x, TOP_BAR + panel_most(screen));
            let selection = Rect::new(0.0, TOP_BAR, CARD_WIDTH, screen.y);
            let card = area(screen, PANEL);
            let case = format!("{card:?}, {panel:?} on {screen}");
            assert!([map, panel, selection].iter().all(|other| !is_over(card, *other)), "{case}");
            assert!(!is_over(area(screen, NOTHING), map), "{case}");
        }
    }
}
