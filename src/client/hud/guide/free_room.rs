//! The part of the screen without panels. Lengths are pixels of the UI.

use bevy::prelude::*;

use crate::client::hud::layout::places::{OUTLINER_CORNER, STATUS_HEIGHT};

/// Between a pointed place and the edges of the free room.
pub const MARGIN: f32 = 20.0;
/// Step of the search for the edge of the free room.
const STEP: f32 = 6.0;

/// The part of the screen without panels.
pub struct FreeRoom<'a> {
    /// The size of the screen.
    pub screen: Vec2,
    /// Areas of panels.
    pub covered: &'a [Rect],
}

impl FreeRoom<'_> {
    /// Whether a point is in it.
    pub fn is_free(&self, point: Vec2) -> bool {
        let inner = Rect::new(
            MARGIN,
            OUTLINER_CORNER.y + MARGIN,
            self.screen.x - MARGIN,
            self.screen.y - STATUS_HEIGHT - MARGIN,
        );
        inner.contains(point) && !self.covered.iter().any(|area| area.inflate(MARGIN).contains(point))
    }

    /// The last free point on the way from the middle in a direction, at most this far.
    pub fn edge(&self, toward: Vec2, most: f32) -> Vec2 {
        let middle = 0.5 * self.screen;
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
        let (open, narrow) =
            (FreeRoom { screen: SCREEN, covered: &[] }, FreeRoom { screen: SCREEN, covered: &panel });
        let right = |room: &FreeRoom| room.edge(Vec2::X, f32::INFINITY);
        assert!((right(&open).x - 980.0).abs() <= STEP && right(&open).y == 300.0);
        assert!((right(&narrow).x - 620.0).abs() <= STEP, "before the panel: {}", right(&narrow));
        assert!(narrow.is_free(Vec2::new(500.0, 300.0)) && !narrow.is_free(Vec2::new(700.0, 300.0)));
        assert!(!open.is_free(Vec2::new(500.0, 30.0)), "the bars at the top are no free room");
        let near = open.edge(Vec2::new(0.0, 50.0), 50.0);
        assert!(near.y <= 350.0 && near.y > 350.0 - STEP - 1.0e-3, "no farther than the thing: {near}");
    }
}
