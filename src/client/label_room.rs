//! Where the words at points of the world stand: beside their points, clear of the planet panel and of each
//! other.
//!
//! - Enters: points on the screen, how large their words are, and the room that there is.
//! - Leaves: the upper left corners of the words.
//! - Must never: draw anything. Words whose points are out of the picture get no place.

use bevy::prelude::{Rect, Vec2};

/// From a point to the corner of its words, pixels.
const BESIDE: Vec2 = Vec2::new(14.0, 10.0);
/// What stays free between two words, pixels.
const GAP: f32 = 2.0;

/// The part of the screen that words may take, pixels of the UI.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    /// The size of the picture.
    pub size: Vec2,
    /// The panel at the right, which words stay clear of; `None` while there is none.
    pub panel: Option<Rect>,
}

impl Room {
    /// Where words at these heights must end at the right.
    fn right_edge(&self, top: f32, bottom: f32) -> f32 {
        let panel = self.panel.filter(|panel| top < panel.max.y && bottom > panel.min.y);
        panel.map_or(self.size.x, |panel| panel.min.x - GAP)
    }

    /// Where words of a size stand that belong to a point, if nothing else were there; `None` where the point
    /// is out of the picture.
    fn place(&self, point: Vec2, size: Vec2) -> Option<Rect> {
        if !Rect::from_corners(Vec2::ZERO, self.size).contains(point) {
            return None;
        }
        let mut corner = point + BESIDE;
        let right = self.right_edge(corner.y, corner.y + size.y);
        // Where there is no room to the right, the words stand to the left.
        if corner.x + size.x > right {
            corner.x = (point.x - BESIDE.x - size.x).min(right - size.x).max(0.0);
        }
        Some(Rect::from_corners(corner, corner + size))
    }
}

/// The corners of words, by the points that they belong to and their sizes. The first have the choice; who comes
/// later and finds the place taken stands below.
pub fn place_words(wanted: &[(Vec2, Vec2)], room: &Room) -> Vec<Option<Vec2>> {
    let mut taken: Vec<Rect> = Vec::new();
    let mut places = Vec::with_capacity(wanted.len());
    for (point, size) in wanted {
        let place = room.place(*point, *size).map(|place| below_others(place, &taken));
        taken.extend(place);
        places.push(place.map(|place| place.min));
    }
    places
}

/// The place itself where it is free, else the first free one right below.
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

    fn room() -> Room {
        Room { size: Vec2::new(800.0, 600.0), panel: Some(Rect::new(500.0, 40.0, 790.0, 400.0)) }
    }

    fn corner(x: f32, y: f32) -> Option<Vec2> {
        place_words(&[(Vec2::new(x, y), SIZE)], &room())[0]
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
    fn words_of_what_is_under_the_panel_stand_beside_the_panel() {
        let words = corner(700.0, 100.0).expect("the point is in the picture");
        assert!(words.x + SIZE.x < 500.0, "{words}");
    }

    #[test]
    fn words_do_not_overlap() {
        let point = Vec2::new(100.0, 100.0);
        let wanted: Vec<(Vec2, Vec2)> = (0..5_u8).map(|one| (point + f32::from(one), SIZE)).collect();
        let places: Vec<Rect> = place_words(&wanted, &room())
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
}
