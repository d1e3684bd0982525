//! The room between the panels: the area in which the largest disc fits, as what is shown there is round, and the place
//! of a panel that lies over no other one. Lengths are pixels of the UI.

use bevy::prelude::*;

use super::places::{GAP, SLIDER_TOP, TOP_BAR};

/// Least width and height of an area between panels that is of any use, pixels.
const LEAST_SIDE: f32 = 120.0;

/// The roomiest area of a screen of this size that is left between the bars and these panels; all between the bars if
/// the panels leave too little. The slider of later times counts as a bar: it appears under the pointer.
pub fn free_area(screen: Vec2, panels: &[Rect]) -> Rect {
    let between_bars = Rect::new(0.0, TOP_BAR, screen.x, screen.y - SLIDER_TOP);
    let free = roomiest(between_bars, panels);
    free.filter(|free| free.size().min_element() >= LEAST_SIDE).unwrap_or(between_bars)
}

/// The place of a panel, in an area, where it lies over none of the others: near its usual place, and no narrower than
/// there unless that saves a way. `least_width`: its width without more room. Its usual place if there is no other one.
pub fn free_place(area: Rect, usual: Rect, least_width: f32, panels: &[Rect]) -> Rect {
    let kept_clear: Vec<Rect> = panels.iter().map(|panel| panel.inflate(GAP)).collect();
    let parts = free_parts(area, &kept_clear).into_iter();
    let places = parts.filter_map(|part| place_in(part, usual, least_width));
    let loss = |place: &Rect| place.center().distance(usual.center()) + usual.width() - place.width();
    places.min_by(|one, other| loss(one).total_cmp(&loss(other))).unwrap_or(usual)
}

/// The place in a free part that is nearest to the usual one; `None` if the part is too small.
fn place_in(part: Rect, usual: Rect, least_width: f32) -> Option<Rect> {
    let size = Vec2::new(usual.width().min(part.width()), usual.height());
    let has_room = size.x >= least_width && size.y <= part.height();
    let corner = usual.min.min(part.max - size).max(part.min);
    has_room.then(|| Rect::from_corners(corner, corner + size))
}

/// The part of an area with the longest short side that meets no panel. A long flat part has more content, but less
/// room for a planet or a system. `None` if the panels leave nothing.
fn roomiest(area: Rect, panels: &[Rect]) -> Option<Rect> {
    let short_side = |rest: &Rect| rest.size().min_element();
    let content = |rest: &Rect| rest.size().element_product();
    free_parts(area, panels).into_iter().max_by(|one, other| {
        short_side(one).total_cmp(&short_side(other)).then(content(one).total_cmp(&content(other)))
    })
}

/// The parts of an area that meet no panel: each lies at one side of each panel. They lie over each other.
fn free_parts(area: Rect, panels: &[Rect]) -> Vec<Rect> {
    let Some(panel) = panels.iter().find(|panel| !area.intersect(**panel).is_empty()) else {
        return vec![area];
    };
    let sides = [
        Rect { max: area.max.with_x(panel.min.x), ..area },
        Rect { min: area.min.with_x(panel.max.x), ..area },
        Rect { max: area.max.with_y(panel.min.y), ..area },
        Rect { min: area.min.with_y(panel.max.y), ..area },
    ];
    let sides = sides.into_iter().filter(|side| !side.is_empty());
    sides.flat_map(|side| free_parts(side, panels)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: Vec2 = Vec2::new(1600.0, 900.0);

    #[test]
    fn it_is_between_the_panels_of_all_sides() {
        let open = free_area(SCREEN, &[]);
        assert_eq!(open, Rect::new(0.0, 36.0, 1600.0, 830.0));
        let panel = Rect::new(1224.0, 42.0, 1600.0, 640.0);
        let outliner = Rect::new(14.0, 42.0, 304.0, 400.0);
        let card = Rect::new(14.0, 602.0, 438.0, 852.0);
        assert_eq!(free_area(SCREEN, &[panel]), Rect::new(0.0, 36.0, 1224.0, 830.0));
        let all = free_area(SCREEN, &[panel, outliner, card]);
        assert_eq!(all, Rect::new(438.0, 36.0, 1224.0, 830.0));
        for covered in [panel, outliner, card] {
            assert!(all.intersect(covered).is_empty(), "{covered:?}");
        }
        let corner = Rect::new(0.0, 36.0, 1400.0, 500.0);
        let below = free_area(SCREEN, &[corner, Rect::new(1000.0, 400.0, 1600.0, 866.0)]);
        assert_eq!(below, Rect::new(0.0, 500.0, 1000.0, 830.0), "two corners");
        let line = Rect::new(400.0, 760.0, 1000.0, 866.0);
        assert_eq!(free_area(SCREEN, &[line]), Rect::new(0.0, 36.0, 1600.0, 760.0), "above a flat one");
    }

    #[test]
    fn a_round_thing_has_more_room_than_in_a_long_flat_strip() {
        let outliner = Rect::new(14.0, 42.0, 354.0, 138.0);
        let card = Rect::new(14.0, 466.0, 438.0, 672.0);
        let map = Rect::new(1066.0, 476.0, 1266.0, 676.0);
        let free = free_area(Vec2::new(1280.0, 720.0), &[outliner, card, map]);
        assert_eq!(free, Rect::new(438.0, 36.0, 1066.0, 650.0), "not all of the width below the outliner");
    }

    #[test]
    fn a_panel_moves_out_of_the_way_of_others_and_is_narrower_where_it_must_be() {
        let area = Rect::new(0.0, 36.0, 1024.0, 522.0);
        let usual = Rect::new(312.0, 298.0, 712.0, 448.0);
        let place = |panels: &[Rect]| free_place(area, usual, 300.0, panels);
        assert_eq!(place(&[]), usual);
        let outliner = Rect::new(14.0, 42.0, 304.0, 400.0);
        assert_eq!(place(&[outliner]), usual, "it is not in the way");
        let card = Rect::new(14.0, 300.0, 438.0, 552.0);
        assert_eq!(place(&[card]), Rect::new(446.0, 298.0, 846.0, 448.0), "beside it");
        let (panel, map) = (Rect::new(648.0, 42.0, 1024.0, 348.0), Rect::new(810.0, 356.0, 1010.0, 556.0));
        let narrow = place(&[card.union(outliner), panel, map]);
        assert_eq!(narrow, Rect::new(446.0, 356.0, 802.0, 506.0), "between card and map, below the panel");
        let everywhere = Rect::new(40.0, 0.0, 1000.0, 600.0);
        assert_eq!(place(&[everywhere]), usual, "there is no room");
    }

    #[test]
    fn panels_that_leave_nothing_do_not_count() {
        let wide = Rect::new(60.0, 0.0, 1580.0, 880.0);
        assert_eq!(free_area(SCREEN, &[wide]), free_area(SCREEN, &[]));
    }
}
