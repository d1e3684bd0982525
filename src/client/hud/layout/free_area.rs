//! The largest area between the panels. Lengths are pixels of the UI.

use bevy::prelude::*;

use super::places::{OUTLINER_CORNER, STATUS_HEIGHT};

/// Least width and height of an area between panels that is of any use, pixels.
const LEAST_SIDE: f32 = 120.0;

/// The area of a screen of this size that is left between the bars and these panels; all between the bars if the panels
/// leave too little.
pub fn free_area(screen: Vec2, panels: &[Rect]) -> Rect {
    let between_bars = Rect::new(0.0, OUTLINER_CORNER.y, screen.x, screen.y - STATUS_HEIGHT);
    let free = panels.iter().fold(between_bars, |free, panel| beside(free, *panel));
    if (free.max - free.min).min_element() < LEAST_SIDE { between_bars } else { free }
}

/// The largest part of an area at one side of a panel.
fn beside(area: Rect, panel: Rect) -> Rect {
    if area.intersect(panel).is_empty() {
        return area;
    }
    let parts = [
        Rect { max: area.max.with_x(panel.min.x), ..area },
        Rect { min: area.min.with_x(panel.max.x), ..area },
        Rect { max: area.max.with_y(panel.min.y), ..area },
        Rect { min: area.min.with_y(panel.max.y), ..area },
    ];
    let content = |part: &Rect| (part.max - part.min).max(Vec2::ZERO).element_product();
    parts.into_iter().max_by(|one, other| content(one).total_cmp(&content(other))).unwrap_or(area)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: Vec2 = Vec2::new(1600.0, 900.0);

    #[test]
    fn it_is_between_the_panels_of_all_sides() {
        let open = free_area(SCREEN, &[]);
        assert_eq!(open, Rect::new(0.0, 42.0, 1600.0, 866.0));
        let panel = Rect::new(1224.0, 42.0, 1600.0, 640.0);
        let outliner = Rect::new(14.0, 42.0, 304.0, 400.0);
        let card = Rect::new(14.0, 602.0, 438.0, 852.0);
        assert_eq!(free_area(SCREEN, &[panel]), Rect::new(0.0, 42.0, 1224.0, 866.0));
        let all = free_area(SCREEN, &[panel, outliner, card]);
        assert_eq!(all, Rect::new(438.0, 42.0, 1224.0, 866.0));
        for covered in [panel, outliner, card] {
            assert!(all.intersect(covered).is_empty(), "{covered:?}");
        }
        let line = Rect::new(400.0, 760.0, 1000.0, 866.0);
        assert_eq!(free_area(SCREEN, &[line]), Rect::new(0.0, 42.0, 1600.0, 760.0), "above a flat one");
    }

    #[test]
    fn panels_that_leave_nothing_do_not_count() {
        let wide = Rect::new(60.0, 0.0, 1580.0, 880.0);
        assert_eq!(free_area(SCREEN, &[wide]), free_area(SCREEN, &[]));
    }
}
