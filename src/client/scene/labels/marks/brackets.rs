//! The size of the brackets about a selected object, and how their picture fills it.

use bevy::prelude::*;

/// From an icon, and from a hull, to the brackets about them, pixels.
const BRACKET_GAPS: (f32, f32) = (5.0, 6.0);
/// Brackets larger than this keep the size of their corners, pixels, which have this share of the picture.
const LARGE_BRACKETS: f32 = 36.0;
const CORNER_SHARE: f32 = 0.34;

/// Side of the brackets about an icon of a size and a hull that reaches this far from its middle; pixels of the UI.
pub(super) fn bracket_side(icon: f32, reach: f32) -> f32 {
    let (about_icon, about_hull) = BRACKET_GAPS;
    (icon + 2.0 * about_icon).max(2.0 * (reach + about_hull))
}

/// How the picture of brackets fills a side, pixels of the UI: large ones are only moved apart.
pub(super) fn bracket_mode(side: f32) -> NodeImageMode {
    if side <= LARGE_BRACKETS {
        return NodeImageMode::Auto;
    }
    let border = BorderRect::all(CORNER_SHARE * LARGE_BRACKETS);
    NodeImageMode::Sliced(TextureSlicer { border, ..default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_stand_about_the_whole_hull() {
        assert_eq!(bracket_side(14.0, 0.0), 24.0);
        for reach in [10.0, 40.0, 300.0] {
            assert!(bracket_side(14.0, reach) > 2.0 * reach, "{reach}");
        }
        assert_eq!(bracket_mode(bracket_side(14.0, 2.0)), NodeImageMode::Auto);
        let NodeImageMode::Sliced(slices) = bracket_mode(bracket_side(14.0, 40.0)) else {
            panic!("stretched")
        };
        let corner = slices.border.min_inset;
        assert!(corner.max_element() < 0.5 * LARGE_BRACKETS, "{corner}");
    }
}
