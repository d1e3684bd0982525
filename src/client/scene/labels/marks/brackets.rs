//! The size of the brackets about a selected object, how their picture fills it, and the outermost brackets of fleets.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

/// From an icon, and from a hull, to the brackets about them, pixels.
const BRACKET_GAPS: (f32, f32) = (5.0, 6.0);
/// Brackets larger than this keep the size of their corners, pixels, which have this share of the picture.
const LARGE_BRACKETS: f32 = 36.0;
const CORNER_SHARE: f32 = 0.34;

/// Room for the bars of shield and armour below the brackets of a hull, pixels.
const BARS_ROOM: f32 = 12.0;

/// Size of the brackets about an icon of a size and a hull with this half width and half height in the picture; pixels
/// of the UI.
pub fn bracket_size(icon: f32, half: Vec2) -> Vec2 {
    let (about_icon, about_hull) = BRACKET_GAPS;
    Vec2::splat(icon + 2.0 * about_icon).max(2.0 * (half + Vec2::splat(about_hull)))
}

/// The brackets of a fleet's hulls that reach farthest up and down, with the room for bars below them, pixels of the
/// UI: its name stands above or below all hulls, and beside one of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FleetBrackets {
    /// Those that reach farthest up.
    pub(super) top: Rect,
    /// Those that reach farthest down.
    pub(super) bottom: Rect,
}

/// The brackets of each fleet's hulls.
#[derive(Debug, Default)]
pub(super) struct BracketBoxes(HashMap<Entity, FleetBrackets>);

impl BracketBoxes {
    /// Adds the brackets of a fleet's ship, with their middle: its icon has this size, and its hull this half width and
    /// half height. Brackets about an icon do not count.
    pub(super) fn add(&mut self, fleet: Entity, middle: Vec2, icon: f32, half: Vec2) {
        let size = bracket_size(icon, half);
        if size == bracket_size(icon, Vec2::ZERO) {
            return;
        }
        let mut area = Rect::from_center_size(middle, size);
        area.max.y += BARS_ROOM;
        let known = self.0.entry(fleet).or_insert(FleetBrackets { top: area, bottom: area });
        if area.min.y < known.top.min.y {
            known.top = area;
        }
        if area.max.y > known.bottom.max.y {
            known.bottom = area;
        }
    }

    /// The brackets of a fleet; `None` without hulls in brackets.
    pub(super) fn of(&self, fleet: Entity) -> Option<FleetBrackets> {
        self.0.get(&fleet).copied()
    }
}

/// How the picture of brackets fills a size, pixels of the UI: large ones are only moved apart.
pub(super) fn bracket_mode(size: Vec2) -> NodeImageMode {
    if size.max_element() <= LARGE_BRACKETS {
        return NodeImageMode::Auto;
    }
    let border = BorderRect::all(CORNER_SHARE * LARGE_BRACKETS);
    NodeImageMode::Sliced(TextureSlicer { border, ..default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outermost_hulls_of_a_fleet_are_known() {
        let mut world = World::new();
        let [fleet, other] = [0, 1].map(|_| world.spawn_empty().id());
        let mut boxes = BracketBoxes::default();
        boxes.add(fleet, Vec2::new(500.0, 500.0), 14.0, Vec2::splat(3.0));
        assert_eq!(boxes.of(fleet), None, "it is an icon");
        boxes.add(fleet, Vec2::new(100.0, 200.0), 14.0, Vec2::splat(44.0));
        boxes.add(fleet, Vec2::new(300.0, 240.0), 14.0, Vec2::splat(14.0));
        boxes.add(fleet, Vec2::new(200.0, 210.0), 14.0, Vec2::splat(14.0));
        let (top, bottom) = (Rect::new(50.0, 150.0, 150.0, 262.0), Rect::new(280.0, 220.0, 320.0, 272.0));
        assert_eq!(boxes.of(fleet), Some(FleetBrackets { top, bottom }));
        assert_eq!(boxes.of(other), None);
    }

    #[test]
    fn brackets_stand_close_about_the_whole_hull() {
        assert_eq!(bracket_size(14.0, Vec2::ZERO), Vec2::splat(24.0));
        for half in [Vec2::new(10.0, 2.0), Vec2::new(40.0, 15.0), Vec2::new(110.0, 300.0)] {
            let size = bracket_size(14.0, half);
            let gaps = 0.5 * size - half;
            assert!(gaps.min_element() > 4.0 && gaps.max_element() < 11.0, "{half}: {size}");
        }
        assert_eq!(bracket_mode(bracket_size(14.0, Vec2::splat(2.0))), NodeImageMode::Auto);
        let NodeImageMode::Sliced(slices) = bracket_mode(bracket_size(14.0, Vec2::new(40.0, 9.0))) else {
            panic!("stretched")
        };
        let corner = slices.border.min_inset;
        assert!(corner.max_element() < 0.5 * LARGE_BRACKETS, "{corner}");
    }
}
