//! The place of the column, and the room in it.
//!
//! The column is in the middle of the picture if it has room enough there. Otherwise it is in the middle of the
//! room between the outliner and the panel and, where both are at one height, beside the column at the lower left.
//! If even that room is too narrow, the column ends above the one at the lower left. The report on a battle is then as
//! high as its room, and scrolls; while it is open, the guide gives way to it. What still has no room is cut off.
//! All lengths are pixels of the user interface, logical ones divided by its scale.

use bevy::prelude::*;

use crate::client::hud::layout::battle_place::battle_place;
use crate::client::hud::layout::fitting::broken;
use crate::client::hud::layout::places::{CARD_WIDTH, GAP, PANEL_WIDTH, Slot, TOP_BAR};
use crate::client::hud::layout::plans_place::plans_place;
use crate::client::hud::layout::side_panels::ShownPanels;

/// From the upper edge of the picture, pixels: below the bar.
pub(super) const TOP: f32 = TOP_BAR + GAP;
/// Width of the chips of alerts and of the report below them, in a picture that is wide enough, and so the least width
/// of the column in the middle of the picture, pixels; below that it moves aside.
pub(super) const GOOD_WIDTH: f32 = 480.0;
/// The least width beside the column at the lower left, pixels.
const LEAST_WIDTH: f32 = 240.0;
/// Height of the report on a battle in which its title and some of its rows can be read, pixels.
const LEAST_REPORT: f32 = 170.0;

/// The room for the parts of the column.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct TopRoom {
    /// Pixels of the user interface.
    pub width: f32,
    /// The height that the guide leaves to the column above the one at the lower left, pixels of the user interface: 0
    /// unless a report on a battle is open there.
    pub kept_height: f32,
}

impl Default for TopRoom {
    fn default() -> Self {
        Self { width: GOOD_WIDTH, kept_height: 0.0 }
    }
}

impl TopRoom {
    /// Words of a size, broken into lines of the room; other parts take the width `beside`; all pixels.
    pub fn broken(&self, words: &str, pixels: f32, beside: f32) -> String {
        broken(words, self.width - beside, pixels)
    }

    /// Width of the plates with rows: always the same where there is room, so that the buttons at the right keep their
    /// places, whatever the words.
    pub(super) fn plate_width(&self) -> f32 {
        self.width.min(GOOD_WIDTH)
    }
}

/// The extent of the column at the lower left, from the upper left corner of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LowerLeft {
    /// Right edge.
    pub(super) right: f32,
    /// Upper edge.
    pub(super) top: f32,
}

/// The place of the column at the top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TopPlace {
    /// From the left edge of the picture.
    pub(super) left: f32,
    /// From the right edge of the picture.
    pub(super) right: f32,
    /// Greatest height; `None`: unlimited.
    pub(super) most_height: Option<f32>,
}

impl TopPlace {
    /// Width in a picture of this size.
    pub(super) fn width(&self, screen: Vec2) -> f32 {
        screen.x - self.left - self.right
    }

    /// The room between parts of these widths at the left and right of the picture.
    fn between(screen: Vec2, left: f32, right: f32) -> Self {
        let both = left.max(right);
        let has_middle = screen.x - 2.0 * both >= GOOD_WIDTH;
        let (left, right) = if has_middle { (both, both) } else { (left, right) };
        Self { left, right, most_height: None }
    }
}

/// The edge of the room of the column beside these panels, from the right edge of a picture of this size.
fn room_right(screen: Vec2, sides: ShownPanels) -> f32 {
    let plans = sides.plans.then(|| plans_place(screen, sides.panel).right + PANEL_WIDTH + GAP);
    let battle = sides.battle.then(|| battle_place(screen, sides));
    // Left of the map and below the planet panel it is not in the way.
    let battle = battle.filter(|place| place.top == TOP_BAR);
    let battle = battle.map(|place| place.right + PANEL_WIDTH + GAP);
    let panel = if sides.panel { PANEL_WIDTH + GAP } else { GAP };
    [plans, battle].into_iter().flatten().fold(panel, f32::max)
}

/// The edge of the room of the column beside these panels, from the left edge of the picture.
fn room_left(sides: ShownPanels) -> f32 {
    if sides.outliner { PANEL_WIDTH + GAP } else { GAP }
}

/// The place beside a column at the lower left with this right edge; `None` if it is too narrow.
fn beside(screen: Vec2, sides: ShownPanels, lower_right: f32) -> Option<TopPlace> {
    let left = room_left(sides).max(lower_right + GAP);
    let place = TopPlace::between(screen, left, room_right(screen, sides));
    (place.width(screen) >= LEAST_WIDTH).then_some(place)
}

/// Finds the place of the column in a picture of a size. `height` is the height of all of its parts. Without room
/// beside the column at the lower left it is limited even if it is not too high: the limit may have made it shorter.
pub(super) fn lay_out(
    screen: Vec2,
    height: f32,
    sides: ShownPanels,
    lower_left: Option<LowerLeft>,
) -> TopPlace {
    let above = TopPlace::between(screen, room_left(sides), room_right(screen, sides));
    let Some(lower_left) = lower_left else { return above };
    match beside(screen, sides, lower_left.right) {
        Some(beside) if TOP + height + GAP > lower_left.top => beside,
        Some(_) => above,
        None => TopPlace { most_height: Some((lower_left.top - GAP - TOP).max(0.0)), ..above },
    }
}

/// The height that the guide leaves to the column, whose parts have these heights: what is needed to read the report on
/// a battle while it is open, where the column has no room beside the cards at the lower left.
pub(super) fn kept_height(screen: Vec2, sides: ShownPanels, parts: &[(Slot, f32)]) -> f32 {
    let is_open = parts.iter().any(|(slot, height)| *slot == Slot::Report && *height > 0.0);
    if !is_open || beside(screen, sides, CARD_WIDTH).is_some() {
        return 0.0;
    }
    let least = |(slot, height): &(Slot, f32)| if *slot == Slot::Report { LEAST_REPORT } else { *height };
    parts.iter().filter(|(_, height)| *height > 0.0).map(|part| least(part) + GAP).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::layout::test_support::screens_in;

    /// Sizes of the user interface, in windows from 1024x640 up.
    fn screens() -> Vec<Vec2> {
        screens_in(&[(1024.0, 640.0), (1280.0, 720.0), (1366.0, 768.0), (1920.0, 1080.0), (3440.0, 1440.0)])
    }

    #[test]
    fn the_column_covers_nothing() {
        for screen in screens() {
            let all = [(40.0, false), (40.0, true), (220.0, false), (220.0, true)];
            for (height, panel, outliner) in
                all.into_iter().flat_map(|(height, panel)| [(height, panel, false), (height, panel, true)])
            {
                for (right, share) in [(14.0, 1.0), (300.0, 0.6), (380.0, 0.2), (900.0, 0.4)] {
                    let other = LowerLeft { right, top: share * screen.y };
                    let sides = ShownPanels { outliner, panel, ..default() };
                    let place = lay_out(screen, height, sides, Some(other));
                    let case = format!("{place:?} on {screen}, {sides:?}, {other:?}");
                    let edge = |is_shown: bool, room: f32| if is_shown { room } else { 0.0 };
                    let (left, right) = (edge(outliner, PANEL_WIDTH), edge(panel, PANEL_WIDTH));
                    assert!(place.left >= GAP && place.left > left && place.right > right, "{case}");
                    assert!(place.width(screen) > 100.0, "{case}");
                    let bottom = TOP + place.most_height.unwrap_or(height).min(height);
                    assert!(place.left > other.right || bottom < other.top, "{case}");
                }
            }
        }
    }

    #[test]
    fn the_column_makes_room_for_the_card_of_a_battle() {
        for screen in screens() {
            for (panel, plans) in [(false, false), (true, false), (false, true), (true, true)] {
                let sides = ShownPanels { outliner: true, panel, plans, battle: true };
                let place = lay_out(screen, 150.0, sides, None);
                let card = battle_place(screen, sides);
                let case = format!("{place:?} on {screen}, {sides:?}");
                assert!(card.top > TOP_BAR || place.right > card.right + PANEL_WIDTH, "{case}");
                assert!(place.left > PANEL_WIDTH && place.width(screen) > 100.0, "{case}");
            }
        }
    }

    #[test]
    fn the_column_makes_room_for_the_plans_of_minds() {
        for screen in screens() {
            for panel in [false, true] {
                let sides = ShownPanels { outliner: true, panel, plans: true, battle: false };
                let place = lay_out(screen, 150.0, sides, None);
                let plans = plans_place(screen, panel).right + PANEL_WIDTH;
                let case = format!("{place:?} on {screen}, {sides:?}");
                assert!(place.left > PANEL_WIDTH && place.right > plans, "{case}");
                assert!(place.width(screen) > 100.0, "{case}");
            }
        }
    }

    #[test]
    fn it_stands_in_the_middle_where_there_is_room() {
        let screen = Vec2::new(1280.0, 720.0);
        let panel = ShownPanels { panel: true, ..default() };
        let free = lay_out(screen, 150.0, ShownPanels::default(), None);
        assert_eq!((free.left, free.right, free.most_height), (GAP, GAP, None));
        let with_panel = lay_out(screen, 150.0, panel, None);
        assert_eq!(with_panel.left, with_panel.right);
        let low = LowerLeft { right: 380.0, top: 400.0 };
        assert_eq!(lay_out(screen, 150.0, panel, Some(low)), with_panel, "it does not reach so far down");
        let high = LowerLeft { top: 100.0, ..low };
        assert_eq!(lay_out(screen, 150.0, panel, Some(high)).left, 380.0 + GAP);
        // Words at 150 %.
        let small = Vec2::new(1280.0, 720.0) / 1.5;
        assert_eq!(lay_out(small, 150.0, panel, None).left, GAP, "beside the panel");
        assert_eq!(lay_out(small, 150.0, panel, Some(high)).most_height, Some(100.0 - GAP - TOP));
    }

    #[test]
    fn a_column_that_its_limit_made_shorter_stays_limited() {
        let small = Vec2::new(1024.0, 576.0);
        let sides = ShownPanels { outliner: true, panel: true, ..default() };
        let lower_left = Some(LowerLeft { right: 438.0, top: 343.0 });
        let limited = lay_out(small, 500.0, sides, lower_left);
        assert_eq!(limited.most_height, Some(343.0 - GAP - TOP));
        assert_eq!(lay_out(small, 100.0, sides, lower_left), limited);
    }

    #[test]
    fn the_guide_leaves_an_open_report_its_room() {
        let small = Vec2::new(1024.0, 576.0);
        let sides = ShownPanels { outliner: true, panel: true, ..default() };
        let parts = |report: f32| [(Slot::Progress, 40.0), (Slot::Alerts, 0.0), (Slot::Report, report)];
        assert_eq!(kept_height(small, sides, &parts(0.0)), 0.0, "it is closed");
        let kept = 40.0 + GAP + LEAST_REPORT + GAP;
        for height in [60.0, 480.0] {
            assert_eq!(kept_height(small, sides, &parts(height)), kept, "however high it is now");
        }
        let wide = Vec2::new(1600.0, 900.0);
        assert_eq!(kept_height(wide, sides, &parts(480.0)), 0.0, "it stands beside the guide");
    }
}
