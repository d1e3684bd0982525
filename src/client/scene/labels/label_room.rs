//! Placement of labels at points of the world and at the pointer: beside their points, within the picture, clear
//! of the planet panel, the minimap, the status line and each other.

use bevy::prelude::{Rect, Vec2};

/// From a point to the nearest corner of its words, pixels.
const BESIDE: Vec2 = Vec2::new(14.0, 10.0);
/// Gap between labels, and around areas that labels avoid, pixels.
const GAP: f32 = 2.0;
/// Tolerance for rounding at the edge of the picture, pixels.
const ROUNDING: f32 = 0.01;

/// The part of the screen that words may take, pixels of the UI.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Room<'a> {
    /// The size of the picture.
    pub size: Vec2,
    /// Areas that labels avoid.
    pub covered: &'a [Rect],
}

impl Room<'_> {
    /// The place of words of little importance at a point: beside it and clear of everything, or none.
    pub fn free_place(&self, point: Vec2, size: Vec2, others: &[Rect]) -> Option<Rect> {
        let is_clear =
            |place: &Rect| is_free(self.size, place, self.covered) && is_free(self.size, place, others);
        places_beside(point, size).into_iter().find(is_clear)
    }

    /// The place of a label of this size at a point, with these others in place already; `None` if the point is
    /// out of the picture.
    fn place(&self, point: Vec2, size: Vec2, others: &[Rect]) -> Option<Rect> {
        if !Rect::from_corners(Vec2::ZERO, self.size).contains(point) {
            return None;
        }
        let below = below_others(place_beside(self.size, point, size, self.covered), others);
        if is_free(self.size, &below, self.covered) {
            return Some(below);
        }
        // At the lower edge or a panel, labels go around the list of labels above as well.
        let avoid: Vec<Rect> = self.covered.iter().chain(others).copied().collect();
        Some(place_beside(self.size, point, size, &avoid))
    }
}

/// The corners of labels, by their points and sizes. Earlier labels have priority; a later label moves down if its
/// place is taken.
pub fn place_words(wanted: &[(Vec2, Vec2)], room: &Room<'_>) -> Vec<Option<Vec2>> {
    let mut taken: Vec<Rect> = Vec::new();
    let mut places = Vec::with_capacity(wanted.len());
    for (point, size) in wanted {
        let place = room.place(*point, *size, &taken);
        taken.extend(place);
        places.push(place.map(|place| place.min));
    }
    places
}

/// The places of a label of this size beside a point: below to the right, to the left, above.
fn places_beside(point: Vec2, size: Vec2) -> [Rect; 4] {
    let at = |x: f32, y: f32| Rect::from_corners(Vec2::new(x, y), Vec2::new(x, y) + size);
    let (right, left) = (point.x + BESIDE.x, point.x - BESIDE.x - size.x);
    let (below, above) = (point.y + BESIDE.y, point.y - BESIDE.y - size.y);
    [at(right, below), at(left, below), at(right, above), at(left, above)]
}

/// The place of a label of this size at a point of a window, such as the pointer: below to the right if possible,
/// else to the left, else above. If none of these places is within the window and clear of areas to avoid, the
/// label goes around the areas, at the same height if possible. Without any room it is only kept within the
/// window.
pub fn place_beside(window: Vec2, point: Vec2, size: Vec2, avoid: &[Rect]) -> Rect {
    let at = |x: f32, y: f32| Rect::from_corners(Vec2::new(x, y), Vec2::new(x, y) + size);
    let (right, left) = (point.x + BESIDE.x, point.x - BESIDE.x - size.x);
    let (below, above) = (point.y + BESIDE.y, point.y - BESIDE.y - size.y);
    if let Some(place) = places_beside(point, size).into_iter().find(|place| is_free(window, place, avoid)) {
        return place;
    }
    let last = (window - size).max(Vec2::ZERO);
    let (near_x, near_y) = ([right, left, last.x, 0.0], [below, above, last.y]);
    let sides = avoid.iter().flat_map(|other| [other.min.x - GAP - size.x, other.max.x + GAP]);
    let around_x: Vec<f32> = near_x.iter().copied().chain(sides).collect();
    let edges = avoid.iter().flat_map(|other| [other.min.y - GAP - size.y, other.max.y + GAP]);
    let around_y: Vec<f32> = near_y.iter().copied().chain(edges).collect();
    let wanted = Vec2::new(right, below);
    let will_do = |place: &Rect| is_free(window, place, avoid);
    let find = |xs: &[f32], ys: &[f32]| nearest(wanted, size, (xs, ys), will_do);
    find(&around_x, &near_y).or_else(|| find(&near_x, &around_y)).unwrap_or_else(|| {
        let corner = wanted.min(last).max(Vec2::ZERO);
        at(corner.x, corner.y)
    })
}

/// The free place nearest to the wanted corner, among all combinations of these coordinates across and down.
fn nearest(
    wanted: Vec2,
    size: Vec2,
    (xs, ys): (&[f32], &[f32]),
    will_do: impl Fn(&Rect) -> bool,
) -> Option<Rect> {
    let mut best: Option<(f32, Rect)> = None;
    for y in ys {
        for x in xs {
            let corner = Vec2::new(*x, *y);
            let place = Rect::from_corners(corner, corner + size);
            let far = corner.distance_squared(wanted);
            if best.is_none_or(|(least, _)| far < least) && will_do(&place) {
                best = Some((far, place));
            }
        }
    }
    best.map(|(_, place)| place)
}

/// Whether a place is within a window and clear of areas to avoid.
fn is_free(window: Vec2, place: &Rect, avoid: &[Rect]) -> bool {
    let is_within = place.min.cmpge(Vec2::splat(-ROUNDING)).all() && place.max.cmple(window + ROUNDING).all();
    is_within && !avoid.iter().any(|other| overlap(other, place))
}

/// The place itself if it is free, else the first free one right below.
fn below_others(place: Rect, taken: &[Rect]) -> Rect {
    let mut place = place;
    // Each step leaves at least one of the others behind.
    for _ in 0..taken.len() {
        let hit = taken.iter().filter(|other| overlap(other, &place));
        let Some(bottom) = hit.map(|other| other.max.y).reduce(f32::max) else { break };
        let down = Vec2::new(0.0, bottom + GAP - place.min.y);
        place = Rect::from_corners(place.min + down, place.max + down);
    }
    place
}

fn overlap(one: &Rect, other: &Rect) -> bool {
    one.min.x < other.max.x && other.min.x < one.max.x && one.min.y < other.max.y && other.min.y < one.max.y
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Vec2 = Vec2::new(100.0, 16.0);

    /// The area of a planet panel in a window of 800 by 600.
    const PANEL: Rect = Rect { min: Vec2::new(500.0, 40.0), max: Vec2::new(790.0, 400.0) };
    const ROOM: Room<'_> = Room { size: Vec2::new(800.0, 600.0), covered: &[PANEL] };

    fn corner(x: f32, y: f32) -> Option<Vec2> {
        place_words(&[(Vec2::new(x, y), SIZE)], &ROOM)[0]
    }

    #[test]
    fn words_stand_to_the_right_or_to_the_left_of_their_point() {
        assert_eq!(corner(100.0, 100.0), Some(Vec2::new(114.0, 110.0)));
        assert_eq!(corner(450.0, 100.0), Some(Vec2::new(336.0, 110.0)), "the panel is in the way");
        assert_eq!(corner(450.0, 500.0), Some(Vec2::new(464.0, 510.0)), "below the panel");
        assert_eq!(corner(750.0, 500.0), Some(Vec2::new(636.0, 510.0)), "the picture ends");
        assert_eq!(corner(900.0, 100.0), None);
    }

    #[test]
    fn words_of_objects_under_the_panel_are_beside_it() {
        let words = corner(700.0, 100.0).expect("the point is in the picture");
        assert!(words.x + SIZE.x < 500.0, "{words}");
    }

    #[test]
    fn words_of_little_importance_give_way() {
        let point = Vec2::new(100.0, 100.0);
        let place = |others: &[Rect]| ROOM.free_place(point, SIZE, others).map(|place| place.min);
        let [first, second, third, fourth] = places_beside(point, SIZE);
        assert_eq!(place(&[]), Some(first.min));
        assert_eq!(place(&[first]), Some(third.min), "the left edge of the picture is too near");
        assert_eq!(place(&[first, third]), None);
        assert!(second.min.x < 0.0 && fourth.min.x < 0.0);
        let under_panel = Vec2::new(600.0, 200.0);
        assert_eq!(ROOM.free_place(under_panel, SIZE, &[]), None);
    }

    #[test]
    fn words_do_not_overlap() {
        let point = Vec2::new(100.0, 100.0);
        let wanted: Vec<(Vec2, Vec2)> = (0..5_u8).map(|one| (point + f32::from(one), SIZE)).collect();
        let places: Vec<Rect> = place_words(&wanted, &ROOM)
            .into_iter()
            .flatten()
            .map(|corner| Rect::from_corners(corner, corner + SIZE))
            .collect();
        assert_eq!(places.len(), 5);
        for (index, one) in places.iter().enumerate() {
            assert!(places[..index].iter().all(|other| !overlap(one, other)), "{places:?}");
        }
        assert_eq!(places[0].min, point + BESIDE, "the first stands where it likes");
    }

    /// A window with a minimap in its lower right corner, and a line along its lower edge.
    const WINDOW: Vec2 = Vec2::new(1280.0, 720.0);
    const MAP: Rect = Rect { min: Vec2::new(1066.0, 476.0), max: Vec2::new(1266.0, 676.0) };
    const LINE: Rect = Rect { min: Vec2::new(0.0, 686.0), max: Vec2::new(1280.0, 720.0) };

    fn beside(x: f32, y: f32) -> Rect {
        place_beside(WINDOW, Vec2::new(x, y), Vec2::new(320.0, 80.0), &[MAP, LINE])
    }

    #[test]
    fn words_at_the_pointer_turn_away_from_the_edges_and_the_map() {
        assert_eq!(beside(400.0, 300.0).min, Vec2::new(414.0, 310.0));
        assert_eq!(beside(1200.0, 300.0).min, Vec2::new(866.0, 310.0), "to the left of it");
        assert_eq!(beside(400.0, 640.0).min, Vec2::new(414.0, 550.0), "above it");
        assert_eq!(beside(900.0, 500.0).min, Vec2::new(566.0, 510.0), "the map is at the right");
        assert_eq!(beside(1250.0, 460.0).min, Vec2::new(916.0, 370.0), "the map is below");
        let large = place_beside(WINDOW, Vec2::new(10.0, 10.0), Vec2::new(2000.0, 20.0), &[MAP]);
        assert_eq!(large.min, Vec2::new(0.0, 20.0), "there is no room");
    }

    #[test]
    fn words_at_the_pointer_are_never_covered() {
        for scale in [1.0, 1.15, 1.5] {
            let window = WINDOW / scale;
            let map = Rect::from_corners(window - Vec2::new(214.0, 244.0), window - Vec2::new(14.0, 44.0));
            let line = Rect::from_corners(Vec2::new(0.0, window.y - 34.0), window);
            for size in [Vec2::new(120.0, 17.0), Vec2::new(390.0, 120.0)] {
                for cell in 0..41 * 31_u16 {
                    let share = Vec2::new(f32::from(cell % 41) / 40.0, f32::from(cell / 41) / 30.0);
                    let point = window * share;
                    let place = place_beside(window, point, size, &[map, line]);
                    assert!(is_free(window, &place, &[map, line]), "{place:?} for {point} of {window}");
                    let on_what_is_free = point.y < window.y - 44.0 && !map.contains(point);
                    let is_under_pointer = place.contains(point);
                    assert!(!(on_what_is_free && is_under_pointer), "{place:?} for {point} of {window}");
                }
            }
        }
    }

    #[test]
    fn a_list_that_comes_to_the_lower_edge_goes_on_elsewhere() {
        let room = Room { size: WINDOW, covered: &[MAP, LINE] };
        let wanted = [(Vec2::new(300.0, 640.0), SIZE); 6];
        let places: Vec<Rect> = place_words(&wanted, &room)
            .into_iter()
            .flatten()
            .map(|corner| Rect::from_corners(corner, corner + SIZE))
            .collect();
        assert_eq!(places.len(), wanted.len());
        for (index, one) in places.iter().enumerate() {
            assert!(is_free(WINDOW, one, &[MAP, LINE]), "{one:?}");
            assert!(places[..index].iter().all(|other| !overlap(one, other)), "{places:?}");
        }
    }
}
