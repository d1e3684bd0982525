//! The place of the plans of minds at the right, with the planet panel beside them, above them or without it. All
//! lengths are pixels of the user interface.

use bevy::prelude::*;

use super::places::{GAP, PANEL_WIDTH, TOP_BAR, above_map};

/// Least width between the outliner and the plans beside the planet panel, pixels: alerts are there.
const LEAST_MIDDLE: f32 = 260.0;
/// Least height of the plans, pixels.
const LEAST_PLANS: f32 = 160.0;
/// Least height of the planet panel and the plans below it together, pixels, and the share of the panel in it: the
/// plans have been opened to be read.
const LEAST_BOTH: f32 = 360.0;
const PANEL_SHARE: f32 = 0.42;

/// The place of the plans of minds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlansPlace {
    /// Distance from the right edge of the screen, pixels.
    pub right: f32,
    /// Distance from its upper edge, pixels.
    pub top: f32,
    /// The greatest height; the wheel scrolls longer ones.
    pub most: f32,
}

impl PlansPlace {
    /// The same place with the room that a planet panel of this height, pixels, leaves free above it. A panel that has
    /// not been laid out has no height yet.
    pub fn below_panel(self, height: f32) -> Self {
        let free = self.top - (TOP_BAR + height + GAP);
        let is_below = self.top > TOP_BAR;
        let free = if is_below && height > 0.0 { free.max(0.0) } else { 0.0 };
        Self { top: self.top - free, most: self.most + free, ..self }
    }
}

/// The place of the plans of minds on a screen of this size. Beside the planet panel they keep out of the middle third
/// of the screen, and stand below the panel otherwise. In a low screen they are beside it all the same, and in a small
/// one they take its place.
pub fn plans_place(screen: Vec2, has_panel: bool) -> PlansPlace {
    let top = TOP_BAR;
    let alone = PlansPlace { right: 0.0, top, most: above_map(screen).max(LEAST_PLANS) };
    if !has_panel {
        return alone;
    }
    let beside = PlansPlace { right: PANEL_WIDTH + GAP, ..alone };
    let reach = beside.right + PANEL_WIDTH;
    if reach <= screen.x / 3.0 {
        return beside;
    }
    if let Some(panel) = panel_above_plans(screen) {
        let down = panel + GAP;
        return PlansPlace { top: top + down, most: alone.most - down, ..alone };
    }
    if screen.x - reach - PANEL_WIDTH >= LEAST_MIDDLE { beside } else { alone }
}

/// The greatest height of the planet panel above the plans of minds; `None` if both have too little room there.
fn panel_above_plans(screen: Vec2) -> Option<f32> {
    let both = above_map(screen) - GAP;
    (both >= LEAST_BOTH).then_some((PANEL_SHARE * both).floor())
}

/// Whether the plans of minds have room neither beside the planet panel nor below it on a screen of this size.
pub fn plans_cover_panel(screen: Vec2) -> bool {
    plans_place(screen, true) == plans_place(screen, false)
}

/// The greatest height of the planet panel while the plans of minds are shown as well; `most` is that without them.
pub fn panel_with_plans(screen: Vec2, most: f32) -> f32 {
    let is_below = plans_place(screen, true).top > TOP_BAR;
    panel_above_plans(screen).filter(|_| is_below).map_or(most, |above| above.min(most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::layout::places::MAP_SIDE;
    use crate::client::hud::layout::test_support::screens_in;

    /// Sizes of the user interface, in windows from 1024x640 up.
    fn screens() -> Vec<Vec2> {
        screens_in(&[(1024.0, 640.0), (1280.0, 720.0), (1280.0, 1024.0), (1600.0, 900.0), (3440.0, 1440.0)])
    }

    #[test]
    fn plans_cover_neither_the_outliner_nor_a_panel_beside_or_below_which_there_is_room() {
        for screen in screens() {
            for has_panel in [false, true] {
                let place = plans_place(screen, has_panel);
                let right = screen.x - place.right;
                let case = format!("{screen}, {has_panel}: {place:?}");
                assert!(right - PANEL_WIDTH > PANEL_WIDTH || screen.x < 2.0 * PANEL_WIDTH, "{case}");
                let is_beside = right <= screen.x - PANEL_WIDTH;
                let panel_bottom = TOP_BAR + panel_with_plans(screen, above_map(screen));
                let is_below = place.top > panel_bottom;
                assert!(is_beside || is_below || !has_panel || plans_cover_panel(screen), "{case}");
                assert!(!plans_cover_panel(screen) || screen.y < 662.0, "there is room: {case}");
                assert!(place.most >= LEAST_PLANS, "{case}");
                let bottom = place.top + place.most;
                assert!(bottom < screen.y - MAP_SIDE || place.most <= LEAST_PLANS, "{case}");
            }
        }
    }

    #[test]
    fn plans_take_the_room_that_a_short_panel_leaves() {
        let screen = Vec2::new(1280.0, 720.0);
        let usual = plans_place(screen, true);
        let higher = usual.below_panel(100.0);
        assert_eq!((higher.top, higher.right), (TOP_BAR + 100.0 + GAP, usual.right));
        assert!(higher.most > usual.most && higher.top + higher.most == usual.top + usual.most, "{higher:?}");
        let longest = panel_with_plans(screen, above_map(screen));
        for height in [0.0, longest, 2000.0] {
            assert_eq!(usual.below_panel(height), usual, "{height}");
        }
        let alone = plans_place(screen, false);
        assert_eq!(alone.below_panel(100.0), alone);
    }

    #[test]
    fn plans_and_panel_leave_the_middle_third_of_the_picture_free() {
        for screen in [(1280.0, 720.0), (1600.0, 900.0), (1920.0, 1080.0), (2560.0, 1440.0)] {
            let screen = Vec2::from(screen);
            let place = plans_place(screen, true);
            assert!(place.right + PANEL_WIDTH <= screen.x / 3.0, "{screen}: {place:?}");
        }
        let wide = plans_place(Vec2::new(2560.0, 1440.0), true);
        assert_eq!((wide.right, wide.top), (PANEL_WIDTH + GAP, TOP_BAR), "beside the panel");
        assert_eq!(panel_with_plans(Vec2::new(2560.0, 1440.0), 900.0), 900.0);
    }
}
