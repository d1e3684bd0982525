//! The part of the screen without panels. Lengths are pixels of the UI.

use bevy::prelude::*;

use crate::client::hud::layout::free_area::free_area;
use crate::client::hud::layout::places::{STATUS_HEIGHT, TOP_BAR};

/// Between a pointed place and the edges of the free room.
pub const MARGIN: f32 = 20.0;
/// Step of the search for the edge of the free room.
const STEP: f32 = 6.0;

/// The part of the screen without panels.
#[derive(Clone, Copy)]
pub struct FreeRoom<'a> {
    /// The size of the screen.
    pub screen: Vec2,
    /// Areas of panels.
    pub covered: &'a [Rect],
    /// Areas of marks of things, which what points at another one leaves free where it can.
    pub marks: &'a [Rect],
}

impl FreeRoom<'_> {
    /// Whether a point is in it.
    pub fn is_free(&self, point: Vec2) -> bool {
        let inner = Rect::new(
            MARGIN,
            TOP_BAR + MARGIN,
            self.screen.x - MARGIN,
            self.screen.y - STATUS_HEIGHT - MARGIN,
        );
        inner.contains(point) && !self.covered.iter().any(|area| area.inflate(MARGIN).contains(point))
    }

    /// Whether no panel reaches into an area.
    pub fn leaves_free(&self, area: Rect) -> bool {
        self.covered.iter().all(|panel| panel.intersect(area).is_empty())
    }

    /// Whether an area lies whole between the bars, and on no panel.
    pub fn holds(&self, area: Rect) -> bool {
        let between_bars = Rect::new(0.0, TOP_BAR, self.screen.x, self.screen.y - STATUS_HEIGHT);
        between_bars.union(area) == between_bars && self.leaves_free(area)
    }

    /// Whether no mark of a thing reaches into an area.
    pub fn is_clear_of_marks(&self, area: Rect) -> bool {
        self.marks.iter().all(|mark| mark.intersect(area).is_empty())
    }

    /// The middle of the largest area in it: panels may cover the middle of the screen.
    pub fn middle(&self) -> Vec2 {
        free_area(self.screen, self.covered).center()
    }

    /// The last free point on the way from its middle in a direction, at most this far.
    pub fn edge(&self, toward: Vec2, most: f32) -> Vec2 {
        let middle = self.middle();
        let step = STEP * toward.normalize_or(Vec2::Y);
        let most = most.min(self.screen.length());
        let points = std::iter::successors(Some(middle), |point| Some(point + step));
        let way = points.skip(1).take_while(|point| point.distance(middle) <= most && self.is_free(*point));
        way.last().unwrap_or(middle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: Vec2 = Vec2::new(1000.0, 600.0);

    #[test]
    fn things_out_of_view_are_pointed_at_from_the_edge_of_the_free_room() {
        let panel = [Rect::new(640.0, 42.0, 1000.0, 560.0)];
        let open = FreeRoom { screen: SCREEN, covered: &[], marks: &[] };
        let narrow = FreeRoom { covered: &panel, ..open };
        let right = |room: &FreeRoom| room.edge(Vec2::X, f32::INFINITY);
        assert!((right(&open).x - 980.0).abs() <= STEP && right(&open).y == open.middle().y);
        assert!((right(&narrow).x - 620.0).abs() <= STEP, "before the panel: {}", right(&narrow));
        assert!(narrow.is_free(Vec2::new(500.0, 300.0)) && !narrow.is_free(Vec2::new(700.0, 300.0)));
        assert!(!open.is_free(Vec2::new(500.0, 30.0)), "the bars at the top are no free room");
        let near = open.edge(Vec2::new(0.0, 50.0), 50.0);
        let thing = open.middle().y + 50.0;
        assert!(near.y <= thing && near.y > thing - STEP - 1.0e-3, "no farther than the thing: {near}");
    }

    #[test]
    fn panels_over_the_middle_of_the_screen_do_not_cover_the_arrow() {
        let card = Rect::new(14.0, 120.0, 560.0, 552.0);
        let panel = Rect::new(624.0, 42.0, 1000.0, 300.0);
        let room = FreeRoom { screen: SCREEN, covered: &[panel, card], marks: &[] };
        assert!(!room.is_free(0.5 * SCREEN) && room.is_free(room.middle()), "{}", room.middle());
        for toward in [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y] {
            assert!(room.is_free(room.edge(toward, f32::INFINITY)), "{toward}");
        }
    }
}
