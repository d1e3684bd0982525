//! A fan that is open: the places of its marks on their arc, and how far it reaches.

use bevy::prelude::*;

use crate::client::scene::labels::room::sky_label::padded_size;
use crate::client::view::ViewCamera;
use crate::client::widgets::fonts::words_width;

/// The most marks of a fan.
pub(super) const MOST_MARKS: usize = 8;
/// From one mark of a fan to the next, pixels of the UI.
const ROW: f32 = 28.0;
/// Least radius of the arc, pixels of the UI, and its radius as a share of half its height.
const LEAST_RADIUS: f32 = 44.0;
const BENDING: f32 = 1.2;
/// A fan is left at this distance from its marks and words, pixels of the UI.
const MARGIN: f32 = 16.0;
/// Size of its words, pixels of the UI.
pub(super) const WORD_PIXELS: f32 = 14.0;

/// The ships of a class in a fleet, in a stack.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Group {
    /// The ship whose mark stands for them.
    pub(super) ship: Entity,
    pub(super) words: String,
}

/// Groups that are fanned out.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct OpenFan {
    /// The marks that stood for all of them.
    pub(super) heads: Vec<Entity>,
    pub(super) groups: Vec<Group>,
    /// Whether the arc is to the left of the stack.
    pub(super) is_left: bool,
    /// The place of the stack, and the length of a pixel of the UI, logical pixels.
    pub(super) anchor: Vec2,
    pub(super) scale: f32,
    /// How far it is open, 0 to 1.
    pub(super) share: f32,
}

impl OpenFan {
    /// The place of a group's mark, logical pixels.
    pub(super) fn pixel(&self, index: usize) -> Vec2 {
        let away = on_arc(index, self.groups.len(), self.is_left);
        let share = self.share * (2.0 - self.share);
        self.anchor + away * self.scale * share
    }

    /// Whether the pointer is still at the stack, at a mark of the fan or at words.
    pub(super) fn holds(&self, pointer: Vec2) -> bool {
        let widest = self.groups.iter().map(|group| width(&group.words)).fold(0.0, f32::max);
        let side = if self.is_left { -1.0 } else { 1.0 };
        let marks = (0..self.groups.len()).map(|index| self.pixel(index));
        let area =
            marks.fold(Rect::from_corners(self.anchor, self.anchor), |area, mark| area.union_point(mark));
        let words = Vec2::new(side * (widest + 2.0 * MARGIN) * self.scale, 0.0);
        let area = area.union_point(area.center() + 0.5 * area.size() * side + words);
        area.inflate(MARGIN * self.scale).contains(pointer)
    }
}

/// From a stack to a mark of its fan, pixels of the UI.
fn on_arc(index: usize, count: usize, is_left: bool) -> Vec2 {
    let half = 0.5 * ROW * count.saturating_sub(1) as f32;
    let radius = (BENDING * half).max(LEAST_RADIUS);
    let down = ROW * index as f32 - half;
    let right = (radius * radius - down * down).max(0.0).sqrt();
    Vec2::new(if is_left { -right } else { right }, down)
}

/// The room of words with their padding, pixels of the UI.
pub(super) fn width(words: &str) -> f32 {
    padded_size(Vec2::new(words_width(words, WORD_PIXELS), 0.0)).x
}

/// A fan that begins to open at a place, logical pixels, to the right or, if it leans there, to the left: where it has
/// room.
pub(super) fn opened(
    heads: Vec<Entity>,
    mut groups: Vec<Group>,
    (anchor, leans_left): (Vec2, bool),
    view: &ViewCamera,
    scale: f32,
) -> OpenFan {
    if groups.len() > MOST_MARKS {
        let more = groups.len() - MOST_MARKS;
        groups.truncate(MOST_MARKS);
        if let Some(last) = groups.last_mut() {
            last.words.push_str(&format!(" … and {more} more"));
        }
    }
    let widest = groups.iter().map(|group| width(&group.words)).fold(0.0, f32::max);
    let middle = on_arc(groups.len() / 2, groups.len(), false).x;
    let reach = (middle + widest + 2.0 * MARGIN) * scale;
    let has_room_right = anchor.x + reach <= view.viewport.x as f32;
    let is_left = !has_room_right || (leans_left && anchor.x >= reach);
    OpenFan { heads, groups, is_left, anchor, scale, share: 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::scene::labels::room::label_room::CLEARANCE;
    use crate::client::scene::labels::room::sky_label::LINE_HEIGHT;

    fn fan(count: usize) -> OpenFan {
        let group =
            |index: usize| Group { ship: Entity::PLACEHOLDER, words: format!("Fleet {index}: 1 scout") };
        let groups = (0..count).map(group).collect();
        let anchor = Vec2::new(400.0, 300.0);
        let view = ViewCamera::default();
        OpenFan { share: 1.0, ..opened(vec![Entity::PLACEHOLDER], groups, (anchor, false), &view, 1.0) }
    }

    #[test]
    fn the_marks_of_a_fan_keep_apart_from_each_other_and_from_the_stack() {
        for count in 2..=MOST_MARKS {
            let open = fan(count);
            let pixels: Vec<Vec2> = (0..count).map(|index| open.pixel(index)).collect();
            assert!(pixels.windows(2).all(|pair| pair[0].distance(pair[1]) >= ROW - 0.01), "{pixels:?}");
            assert!(pixels.iter().all(|pixel| pixel.distance(open.anchor) >= LEAST_RADIUS - 0.01));
            assert!(pixels.iter().all(|pixel| pixel.x > open.anchor.x));
        }
    }

    #[test]
    fn rows_of_words_have_room_below_each_other() {
        const { assert!(ROW >= LINE_HEIGHT * WORD_PIXELS + CLEARANCE) };
    }

    #[test]
    fn a_fan_stays_while_the_pointer_is_at_its_marks_or_words() {
        let open = fan(3);
        for index in 0..3 {
            let mark = open.pixel(index);
            assert!(open.holds(mark) && open.holds(mark + Vec2::new(80.0, 0.0)), "{index}");
        }
        assert!(open.holds(open.anchor));
        assert!(!open.holds(open.anchor - Vec2::new(60.0, 0.0)));
        assert!(!open.holds(open.anchor + Vec2::new(0.0, 120.0)));
    }

    #[test]
    fn a_fan_at_the_right_edge_opens_to_the_left() {
        let groups = vec![Group { ship: Entity::PLACEHOLDER, words: "Fleet: 3 scouts".to_owned() }; 2];
        let view = ViewCamera::default();
        let at = |x: f32, leans_left: bool| {
            opened(Vec::new(), groups.clone(), (Vec2::new(x, 300.0), leans_left), &view, 1.0).is_left
        };
        assert!(!at(400.0, false) && at(1200.0, false));
        assert!(at(400.0, true) && at(1200.0, true) && !at(40.0, true), "where it has room");
    }

    #[test]
    fn a_large_stack_shows_a_few_groups_and_the_number_of_the_others() {
        let open = fan(12);
        assert_eq!(open.groups.len(), MOST_MARKS);
        assert!(open.groups[MOST_MARKS - 1].words.ends_with("and 4 more"));
    }
}
