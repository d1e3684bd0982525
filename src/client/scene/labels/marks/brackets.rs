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

/// The brackets about an icon of a size and a hull with this area, all about the place of the object; pixels of the
/// UI.
pub fn brackets_about(icon: f32, hull: Rect) -> Rect {
    let (about_icon, about_hull) = BRACKET_GAPS;
    let icon = Rect::from_center_half_size(Vec2::ZERO, Vec2::splat(0.5 * icon + about_icon));
    icon.union(hull.inflate(about_hull))
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
    /// Adds the brackets of a fleet's ship at a place: its icon has this size, and its hull this area about that place.
    /// Brackets about an icon do not count.
    pub(super) fn add(&mut self, fleet: Entity, place: Vec2, icon: f32, hull: Rect) {
        let brackets = brackets_about(icon, hull);
        if brackets == brackets_about(icon, Rect::default()) {
            return;
        }
        let mut area = Rect { min: place + brackets.min, max: place + brackets.max };
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
        let square = |half: f32| Rect::from_center_half_size(Vec2::ZERO, Vec2::splat(half));
        boxes.add(fleet, Vec2::new(500.0, 500.0), 14.0, square(3.0));
        assert_eq!(boxes.of(fleet), None, "it is an icon");
        boxes.add(fleet, Vec2::new(100.0, 200.0), 14.0, square(44.0));
        boxes.add(fleet, Vec2::new(300.0, 240.0), 14.0, square(14.0));
        boxes.add(fleet, Vec2::new(200.0, 210.0), 14.0, square(14.0));
        let (top, bottom) = (Rect::new(50.0, 150.0, 150.0, 262.0), Rect::new(280.0, 220.0, 320.0, 272.0));
        assert_eq!(boxes.of(fleet), Some(FleetBrackets { top, bottom }));
        assert_eq!(boxes.of(other), None);
    }

    #[test]
    fn brackets_stand_close_about_the_whole_hull() {
        let icon = brackets_about(14.0, Rect::default());
        assert_eq!(icon, Rect::new(-12.0, -12.0, 12.0, 12.0));
        for hull in [Rect::new(-104.0, -71.0, 107.0, 41.0), Rect::new(-9.0, -300.0, 20.0, 110.0)] {
            let brackets = brackets_about(14.0, hull);
            let gaps = [hull.min - brackets.min, brackets.max - hull.max];
            assert!(gaps.iter().all(|gap| gap.min_element() > 2.0 && gap.max_element() < 8.0), "{gaps:?}");
        }
        assert_eq!(bracket_mode(icon.size()), NodeImageMode::Auto);
        let NodeImageMode::Sliced(slices) = bracket_mode(Vec2::new(92.0, 30.0)) else { panic!("stretched") };
        let corner = slices.border.min_inset;
        assert!(corner.max_element() < 0.5 * LARGE_BRACKETS, "{corner}");
    }
}
