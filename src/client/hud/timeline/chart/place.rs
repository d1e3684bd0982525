//! The place of the chart: in the middle above the slider; where panels are there, it moves beside them, and may be
//! narrower.

use bevy::prelude::*;

use super::panel::{ChartPanel, LEAST_WIDTH, SIZE};
use super::subject::ChartWords;
use crate::client::hud::layout::free_area::free_place;
use crate::client::hud::layout::places::{GAP, SLIDER_TOP, TOP_BAR};
use crate::client::hud::layout::right_side::Covers;
use crate::client::view::ViewCamera;

/// Its height without bars, logical pixels: its title and a line.
const LOW: f32 = 56.0;
/// Distance from the bottom of the screen, above the slider, logical pixels, where no panel is in the way.
const BOTTOM: f32 = 152.0;

/// Places the chart where it lies over no other panel.
pub fn place_chart(
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    covers: Covers,
    words: Res<ChartWords>,
    chart: Single<(Entity, &mut Node, &Visibility), With<ChartPanel>>,
) {
    let (chart, mut node, visibility) = chart.into_inner();
    if *visibility == Visibility::Hidden {
        return;
    }
    let screen = view.screen(ui_scale.0);
    let size = if words.instead.is_empty() { SIZE } else { SIZE.with_y(LOW) };
    let place = place_on(screen, size, &covers.on(screen, Some(chart)));
    let (left, top): (Val, Val) = (px(place.min.x), px(place.min.y));
    let (width, height): (Val, Val) = (px(place.width()), px(place.height()));
    if (node.left, node.top, node.width, node.height) != (left, top, width, height) {
        (node.left, node.top, node.width, node.height) = (left, top, width, height);
    }
}

/// The place of a chart of this size on a screen beside these panels, logical pixels: below the bars at the top, and
/// above the slider.
fn place_on(screen: Vec2, size: Vec2, panels: &[Rect]) -> Rect {
    let area = Rect::new(0.0, TOP_BAR, screen.x, screen.y - SLIDER_TOP - GAP);
    let corner = Vec2::new(0.5 * (screen.x - size.x), screen.y - BOTTOM - size.y);
    free_place(area, Rect::from_corners(corner, corner + size), LEAST_WIDTH, panels)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::layout::places::{CARD_WIDTH, MAP_SIDE, PANEL_WIDTH, panel_most};

    #[test]
    fn the_chart_lies_over_no_panel() {
        for screen in [(1024.0, 576.0), (1024.0, 600.0), (1280.0, 720.0), (1365.0, 800.0), (2413.0, 1357.0)] {
            let screen = Vec2::from(screen);
            let cards = Rect::new(0.0, 0.3 * screen.y, CARD_WIDTH, screen.y);
            let map = Rect::from_corners(screen - MAP_SIDE, screen);
            let planet = Rect::new(screen.x - PANEL_WIDTH, TOP_BAR, screen.x, TOP_BAR + panel_most(screen));
            let place = place_on(screen, SIZE, &[cards, map, planet]);
            let case = format!("{place:?} on {screen}");
            assert!([cards, map, planet].iter().all(|panel| panel.intersect(place).is_empty()), "{case}");
            assert!(place.max.y < screen.y - SLIDER_TOP && place.height() == SIZE.y, "{case}");
            assert!(place.width() >= if screen.x > 1200.0 { SIZE.x } else { 350.0 }, "{case}");
        }
        let middle = place_on(Vec2::new(1280.0, 720.0), SIZE, &[]);
        assert_eq!(middle, Rect::new(440.0, 418.0, 840.0, 568.0), "nothing is in the way");
        let low = place_on(Vec2::new(1280.0, 720.0), SIZE.with_y(LOW), &[]);
        assert_eq!((low.max, low.height()), (middle.max, LOW), "without bars");
    }
}
