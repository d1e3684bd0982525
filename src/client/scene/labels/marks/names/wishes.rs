//! What a name asks for: a place beside its mark, clear of all that stands about the mark.

use bevy::prelude::*;

use crate::client::scene::labels::marks::brackets::FleetBrackets;
use crate::client::scene::labels::marks::markers::{HOVER_GAP, Marker};
use crate::client::scene::labels::room::wish::{NoRoom, Side, Slot, Wish, steps_in};
use crate::client::settings::LabelDensity;

/// The least importance of a name where few are wanted: fleets, planets, comets and stars reach it, moons do not.
const IMPORTANT: f32 = 6.0;
/// From the icon to its name, pixels of the UI.
const GAP: f32 = 2.0;
/// How far an important name may be moved away from its mark, and another one, in steps; in a large picture names of
/// bodies may be moved farther, for they are few.
const STEPS: (u8, u8) = (3, 1);
/// Room about such a name to the edge of the picture and to panels, pixels of the UI.
const MARGIN: f32 = 8.0;

/// What a name asks for; `None` for one that is not to be shown.
pub(super) fn wish(marker: &Marker, weight: f32, density: LabelDensity, ui_scale: f32) -> Option<Wish> {
    let placement = marker.placement.filter(|placement| placement.name_alpha > 0.0)?;
    let is_important = weight >= IMPORTANT;
    if density == LabelDensity::Few && !is_important {
        return None;
    }
    let radius = placement.radius / ui_scale;
    Some(Wish {
        anchor: placement.pixel / ui_scale,
        reach: radius.max(0.5 * marker.mark_size()) + GAP,
        mark: None,
        size: marker.name_size()?,
        sides: Side::OF_NAMES,
        spare: &[],
        steps: if is_important { STEPS.0 } else { STEPS.1 },
        no_room: if density == LabelDensity::All { NoRoom::Overlap } else { NoRoom::Hide },
    })
}

/// What the name of a body asks for in a picture, which has the more places for it the larger it is.
pub(super) fn roomy(wish: Wish, picture: Rect) -> Wish {
    Wish { steps: steps_in(picture.size(), wish.steps), ..wish }
}

/// What the name of a body asks for: it begins outside of the ring about the body under the pointer. It stands there
/// without a pointer too, for a name that moves away from the pointer cannot be clicked.
pub(super) fn clear_of_hover(wish: Wish) -> Wish {
    Wish { reach: wish.reach + HOVER_GAP, ..wish }
}

/// The wish of a name that would lie on the disc of a body to the right of its mark, or to the left of it: all other
/// sides come first.
pub(super) fn clear_of_discs(wish: Wish, discs: &[(Vec2, f32)]) -> Wish {
    let lies_on_disc = |side: Side| {
        let area = wish.area(Slot::Beside(side, 0));
        discs.iter().any(|(middle, radius)| middle.clamp(area.min, area.max).distance(*middle) < *radius)
    };
    match (lies_on_disc(Side::Right), lies_on_disc(Side::Left)) {
        (true, false) => Wish { sides: Side::OF_NAMES_AT_LEFT, spare: Side::RIGHTWARD, ..wish },
        (false, true) => Wish { sides: Side::OF_NAMES_AT_RIGHT, spare: Side::LEFTWARD, ..wish },
        _ => wish,
    }
}

/// The wish of a name whose mark is within a pointer, such as the ring of the guide: the name begins outside the
/// pointer.
pub(super) fn clear_of_pointers(wish: Wish, pointers: &[Rect]) -> Wish {
    let about = pointers.iter().filter(|pointer| pointer.contains(wish.anchor));
    let reach = about.map(|pointer| 0.5 * pointer.size().max_element() + GAP).fold(wish.reach, f32::max);
    Wish { reach, ..wish }
}

/// What a name asks for that has room above the uppermost or below the lowest of these hulls; without room there it
/// stands among the hulls.
pub(super) fn clear_of_brackets(
    wish: Wish,
    bracketed: Option<FleetBrackets>,
    picture: Rect,
    covered: &[Rect],
) -> Wish {
    let Some(FleetBrackets { top, bottom }) = bracketed else { return wish };
    let beside = |hull: Rect, sides: &'static [Side]| {
        let reach = 0.5 * hull.height() + GAP;
        Wish { anchor: hull.center(), reach, sides, spare: &[], ..wish }
    };
    let has_room = |wish: &Wish| {
        // Words give way if a panel covers what they are about.
        let is_seen = !covered.iter().any(|panel| panel.contains(wish.anchor));
        let is_free = |side: &Side| {
            let wide = wish.area(Slot::Beside(*side, 0)).inflate(MARGIN);
            let is_within = picture.contains(wide.min) && picture.contains(wide.max);
            is_within && covered.iter().all(|panel| panel.intersect(wide).is_empty())
        };
        is_seen && wish.sides.iter().all(is_free)
    };
    let outside = [beside(top, &[Side::Above]), beside(bottom, &[Side::Below])];
    outside.into_iter().find(has_room).unwrap_or(wish)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::client::frame::Relation;
    use crate::client::scene::labels::marks::markers::{BADGE_PIXELS, MarkerStyle, Owner, Placement};

    /// The place of a small mark.
    pub(in crate::client::scene::labels::marks::names) const PLACEMENT: Placement = Placement {
        pixel: Vec2::new(400.0, 300.0),
        radius: 1.0,
        hull: Rect { min: Vec2::ZERO, max: Vec2::ZERO },
        icon_alpha: 1.0,
        name_alpha: 1.0,
    };

    #[test]
    fn names_stand_clear_of_their_icons_at_every_scale() {
        let owner = Some(Owner { color: Color::WHITE, relation: Relation::Own });
        for (owner, ui_scale) in [(None, 1.0), (owner, 1.0), (None, 2.0), (owner, 2.0)] {
            let style = MarkerStyle { size: 12.0, weight: 8.0, ..default() };
            let mut marker = Marker::placed(style, 50.0, PLACEMENT);
            marker.set_owner(owner);
            let wish = wish(&marker, 8.0, LabelDensity::Usual, ui_scale).expect("it is shown");
            let reach = 0.5 * (12.0 + if owner.is_some() { BADGE_PIXELS } else { 0.0 });
            let anchor = PLACEMENT.pixel / ui_scale;
            let [right, left] = [Side::Right, Side::Left].map(|side| wish.area(Slot::Beside(side, 0)));
            assert!(right.min.x > anchor.x + reach && left.max.x < anchor.x - reach, "{left:?} {right:?}");
            assert_eq!(right.size(), left.size());
        }
    }

    #[test]
    fn the_name_of_a_body_begins_outside_of_the_ring_about_it_under_the_pointer() {
        let owner = Owner { color: Color::WHITE, relation: Relation::Own };
        for (radius, owner, ui_scale) in
            [(1.0, None, 1.0), (1.0, Some(owner), 2.0), (60.0, None, 0.75), (60.0, Some(owner), 1.0)]
        {
            let style = MarkerStyle { size: 12.0, weight: 8.0, ..default() };
            let mut marker = Marker::placed(style, 50.0, Placement { radius, ..PLACEMENT });
            marker.set_owner(owner);
            let usual = wish(&marker, 8.0, LabelDensity::Usual, ui_scale).expect("it is shown");
            let ring = (radius / ui_scale).max(0.5 * marker.mark_size()) + HOVER_GAP;
            let clear = clear_of_hover(usual);
            for side in clear.sides {
                let area = clear.area(Slot::Beside(*side, 0));
                let nearest = clear.anchor.clamp(area.min, area.max);
                assert!(nearest.distance(clear.anchor) > ring + 1.0, "{side:?}: {area:?}");
            }
        }
    }

    #[test]
    fn the_name_of_a_fleet_stands_above_its_uppermost_hull_or_below_its_lowest() {
        let marker = Marker::placed(MarkerStyle { size: 18.0, ..default() }, 50.0, PLACEMENT);
        let usual = wish(&marker, 8.0, LabelDensity::Usual, 1.0).expect("it is shown");
        let picture = Rect::new(0.0, 0.0, 800.0, 600.0);
        let clear = |top: Rect, bottom: Rect, covered: &[Rect]| {
            clear_of_brackets(usual, Some(FleetBrackets { top, bottom }), picture, covered)
        };
        let area = |wish: Wish| wish.area(Slot::Beside(wish.sides[0], 0));
        let (top, bottom) = (Rect::new(100.0, 150.0, 200.0, 250.0), Rect::new(500.0, 300.0, 640.0, 440.0));
        let above = area(clear(top, bottom, &[]));
        assert!((above.center().x - 150.0).abs() < 0.1 && (130.0..150.0).contains(&above.max.y), "{above:?}");
        let panels = [Rect::new(0.0, 0.0, 800.0, 140.0), Rect::new(0.0, 450.0, 800.0, 600.0)];
        let below = area(clear(top, bottom, &panels[..1]));
        assert!((below.center().x - 570.0).abs() < 0.1 && (440.0..460.0).contains(&below.min.y), "{below:?}");
        assert_eq!(clear(top, bottom, &panels), usual, "between panels");
        let large = Rect::new(100.0, 5.0, 690.0, 595.0);
        assert_eq!(clear(large, large, &[]), usual, "the hulls fill the picture");
        assert_eq!(clear_of_brackets(usual, None, picture, &[]), usual);
    }

    #[test]
    fn a_name_goes_across_the_disc_of_a_body_only_without_another_side() {
        let marker = Marker::placed(MarkerStyle { size: 18.0, ..default() }, 50.0, PLACEMENT);
        let usual = wish(&marker, 8.0, LabelDensity::Usual, 1.0).expect("it is shown");
        let disc_at = |away: Vec2| [(PLACEMENT.pixel + away, 80.0)];
        let beside = clear_of_discs(usual, &disc_at(Vec2::new(100.0, 0.0)));
        assert_eq!(beside, Wish { sides: Side::OF_NAMES_AT_LEFT, spare: Side::RIGHTWARD, ..usual });
        let beyond = clear_of_discs(usual, &disc_at(Vec2::new(-100.0, 0.0)));
        assert_eq!(beyond, Wish { sides: Side::OF_NAMES_AT_RIGHT, spare: Side::LEFTWARD, ..usual });
        for away in [Vec2::new(100.0, 100.0), Vec2::ZERO] {
            assert_eq!(clear_of_discs(usual, &disc_at(away)), usual, "{away}: no side is better");
        }
        for (sides, spare) in [(beside.sides, beside.spare), (beyond.sides, beyond.spare)] {
            let all = Side::OF_NAMES.iter().filter(|side| sides.contains(side) != spare.contains(side));
            assert_eq!(all.count(), Side::OF_NAMES.len(), "each side once");
        }
    }

    #[test]
    fn the_name_of_what_the_guide_points_at_begins_outside_of_its_ring() {
        let marker = Marker::placed(MarkerStyle { size: 18.0, ..default() }, 50.0, PLACEMENT);
        let usual = wish(&marker, 8.0, LabelDensity::Usual, 1.0).expect("it is shown");
        let ring = Rect::from_center_half_size(PLACEMENT.pixel, Vec2::splat(24.0));
        let elsewhere = Rect::from_center_half_size(Vec2::ZERO, Vec2::splat(24.0));
        assert_eq!(clear_of_pointers(usual, &[elsewhere]), usual);
        let clear = clear_of_pointers(usual, &[elsewhere, ring]);
        for side in clear.sides {
            let area = clear.area(Slot::Beside(*side, 0));
            let nearest = clear.anchor.clamp(area.min, area.max);
            assert!(nearest.distance(clear.anchor) > 24.0, "{side:?}: {area:?}");
        }
    }

    #[test]
    fn in_a_large_picture_the_names_of_bodies_have_more_places() {
        let marker = Marker::placed(MarkerStyle { size: 8.0, ..default() }, 50.0, PLACEMENT);
        let usual = wish(&marker, 8.0, LabelDensity::Usual, 1.0).expect("it is shown");
        let steps = |width: f32, height: f32| roomy(usual, Rect::new(0.0, 0.0, width, height)).steps;
        assert_eq!(steps(1280.0, 720.0), usual.steps);
        assert!(steps(2560.0, 1440.0) > usual.steps);
    }

    #[test]
    fn few_names_are_those_of_importance() {
        let marker = Marker::placed(MarkerStyle { size: 8.0, ..default() }, 50.0, PLACEMENT);
        let of = |weight: f32, density: LabelDensity| wish(&marker, weight, density, 1.0);
        assert!(of(3.0, LabelDensity::Few).is_none() && of(8.0, LabelDensity::Few).is_some());
        assert_eq!(of(3.0, LabelDensity::Usual).map(|wish| wish.no_room), Some(NoRoom::Hide));
        assert_eq!(of(3.0, LabelDensity::All).map(|wish| wish.no_room), Some(NoRoom::Overlap));
        let nameless = Marker::placed(MarkerStyle::default(), 0.0, PLACEMENT);
        assert!(wish(&nameless, 8.0, LabelDensity::All, 1.0).is_none());
    }
}
