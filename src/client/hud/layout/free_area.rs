//! The area between the panels in which the largest disc fits: what is shown there is round. Lengths are pixels of the
//! UI.

use bevy::prelude::*;

use super::places::{OUTLINER_CORNER, STATUS_HEIGHT};

/// Least width and height of an area between panels that is of any use, pixels.
const LEAST_SIDE: f32 = 120.0;

/// The roomiest area of a screen of this size that is left between the bars and these panels; all between the bars if
/// the panels leave too little.
pub fn free_area(screen: Vec2, panels: &[Rect]) -> Rect {
    let between_bars = Rect::new(0.0, OUTLINER_CORNER.y, screen.x, screen.y - STATUS_HEIGHT);
    let free = roomiest(between_bars, panels);
    free.filter(|free| free.size().min_element() >= LEAST_SIDE).unwrap_or(between_bars)
}

/// The part of an area with the longest short side that meets no panel: it lies at one side of each. A long flat part
/// has more content, but less room for a planet or a system. `None` if the panels leave nothing.
fn roomiest(area: Rect, panels: &[Rect]) -> Option<Rect> {
    let Some(panel) = panels.iter().find(|panel| !area.intersect(**panel).is_empty()) else {
        return Some(area);
    };
    let sides = [
        Rect { max: area.max.with_x(panel.min.x), ..area },
        Rect { min: area.min.with_x(panel.max.x), ..area },
        Rect { max: area.max.with_y(panel.min.y), ..area },
        Rect { min: area.min.with_y(panel.max.y), ..area },
    ];
    let rests = sides.into_iter().filter(|side| !side.is_empty()).filter_map(|side| roomiest(side, panels));
    let short_side = |rest: &Rect| rest.size().min_element();
    let content = |rest: &Rect| rest.size().element_product();
    rests.max_by(|one, other| {
        short_side(one).total_cmp(&short_side(other)).then(content(one).total_cmp(&content(other)))
    })
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
        let corner = Rect::new(0.0, 42.0, 1400.0, 500.0);
        let below = free_area(SCREEN, &[corner, Rect::new(1000.0, 400.0, 1600.0, 866.0)]);
        assert_eq!(below, Rect::new(0.0, 500.0, 1000.0, 866.0), "two corners");
        let line = Rect::new(400.0, 760.0, 1000.0, 866.0);
        assert_eq!(free_area(SCREEN, &[line]), Rect::new(0.0, 42.0, 1600.0, 760.0), "above a flat one");
    }

    #[test]
    fn a_round_thing_has_more_room_than_in_a_long_flat_strip() {
        let outliner = Rect::new(14.0, 42.0, 354.0, 138.0);
        let card = Rect::new(14.0, 466.0, 438.0, 672.0);
        let map = Rect::new(1066.0, 476.0, 1266.0, 676.0);
        let free = free_area(Vec2::new(1280.0, 720.0), &[outliner, card, map]);
        assert_eq!(free, Rect::new(438.0, 42.0, 1066.0, 686.0), "not all of the width below the outliner");
    }

    #[test]
    fn panels_that_leave_nothing_do_not_count() {
        let wide = Rect::new(60.0, 0.0, 1580.0, 880.0);
        assert_eq!(free_area(SCREEN, &[wide]), free_area(SCREEN, &[]));
    }
}
