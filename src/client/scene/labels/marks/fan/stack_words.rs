//! The count beside each representative icon of a stack, unless the name beside it has the same count.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::Fan;
use crate::client::input::Pick;
use crate::client::scene::labels::marks::brackets::brackets_about;
use crate::client::scene::labels::marks::markers::{Marker, MarkerLayer, floating_words};
use crate::client::scene::labels::room::sky_label::{LINE_HEIGHT, SkyLabel};
use crate::client::widgets::theme::LEAST_PIXELS;

/// Width of the number at a stack, pixels: two digits have room.
const COUNT_WIDTH: f32 = 14.0;
/// From an icon, or from the brackets about it, to its number, pixels.
const GAP: f32 = 2.0;
/// A name counts the ships of a stack for it if it is this near to the middle of the icon, pixels.
const BESIDE: f32 = 40.0;
/// The most numbers at once.
const MOST_COUNTS: usize = 200;

/// A number beside a stack.
#[derive(Component, Clone, Copy, Debug)]
pub struct StackCount;

/// From the middle of an icon of a size to the left upper corner of its number, pixels: clear of the icon, and of the
/// brackets about it if it has some.
fn corner_of_count(icon: f32, has_brackets: bool) -> Vec2 {
    let right = if has_brackets { brackets_about(icon, Rect::default()).max.x } else { 0.5 * icon };
    Vec2::new(right + GAP, 0.5 * icon - LINE_HEIGHT * LEAST_PIXELS)
}

/// How far the number of a stack reaches to the right of an icon of a size, pixels.
pub(in crate::client::scene::labels::marks) fn reach_of_count(icon: f32, has_brackets: bool) -> f32 {
    corner_of_count(icon, has_brackets).x - 0.5 * icon + COUNT_WIDTH
}

/// The count at the end of the name of a fleet, such as "First (7)"; `None` without one.
fn count_in(name: &str) -> Option<u32> {
    name.rsplit_once(" (")?.1.strip_suffix(')')?.parse().ok()
}

/// Whether one of these names, with their counts and areas, counts the ships of a stack for it.
fn is_counted(names: &[(u32, Rect)], middle: Vec2, count: u32) -> bool {
    let is_beside = |area: &Rect| middle.clamp(area.min, area.max).distance(middle) < BESIDE;
    names.iter().any(|(told, area)| *told == count && is_beside(area))
}

type CountParts<'a> = (&'a mut UiTransform, &'a mut Visibility, &'a mut Text, &'a mut TextColor);

/// Writes the count beside every stack, unless its members are fanned out, or it is a side of a knot.
pub fn place_counts(
    mut commands: Commands,
    layer: Single<Entity, With<MarkerLayer>>,
    marked: Query<(&Marker, &Pick)>,
    names: Query<(&SkyLabel, &Text), Without<StackCount>>,
    ui_scale: Res<UiScale>,
    fan: Res<Fan>,
    mut nodes: Query<CountParts, With<StackCount>>,
) {
    let mut counts: BTreeMap<Entity, u32> = BTreeMap::new();
    let drawn = marked.iter().filter(|(marker, pick)| pick.pixel.is_some() && !marker.is_in_knot());
    for head in drawn.filter_map(|(marker, _)| marker.stack()).filter(|head| !fan.is_of(*head)) {
        *counts.entry(head).or_insert(1) += 1;
    }
    let names: Vec<(u32, Rect)> =
        names.iter().filter_map(|(label, name)| Some((count_in(&name.0)?, label.legible_area()?))).collect();
    let stacks = counts.iter().filter_map(|(head, count)| {
        let (marker, pick) = marked.get(*head).ok()?;
        let middle = pick.pixel? / ui_scale.0;
        let corner = middle + corner_of_count(marker.size(), marker.brackets.is_some());
        (!is_counted(&names, middle, *count)).then_some((corner, marker.color(), *count))
    });
    let mut stacks = stacks.take(MOST_COUNTS);
    for (mut transform, mut visibility, mut text, mut tint) in &mut nodes {
        let Some((corner, color, count)) = stacks.next() else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Inherited);
        transform.set_if_neq(UiTransform::from_translation(Val2::px(corner.x, corner.y)));
        text.set_if_neq(Text(count.to_string()));
        tint.set_if_neq(TextColor(color));
    }
    // Stacks without a node in this frame get one in the next.
    for _ in stacks {
        commands.spawn((StackCount, floating_words(*layer, LEAST_PIXELS)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::widgets::fonts::words_width;

    #[test]
    fn two_digits_have_room() {
        let widest = (10..100).map(|count: u32| words_width(&count.to_string(), LEAST_PIXELS));
        assert!(widest.fold(0.0, f32::max) <= COUNT_WIDTH);
    }

    #[test]
    fn a_count_lies_neither_on_its_mark_nor_on_the_brackets() {
        for icon in [14.0, 20.0] {
            let brackets = brackets_about(icon, Rect::default());
            assert!(corner_of_count(icon, false).x > 0.5 * icon);
            assert!(corner_of_count(icon, true).x > brackets.max.x);
            assert!(reach_of_count(icon, true) > reach_of_count(icon, false));
        }
    }

    #[test]
    fn a_name_beside_a_stack_counts_its_ships() {
        let name = Rect::new(110.0, 90.0, 160.0, 110.0);
        let names = [(count_in("First (7)").expect("it has a count"), name)];
        let mark = Vec2::new(95.0, 100.0);
        assert!(is_counted(&names, mark, 7));
        assert!(!is_counted(&names, mark, 9), "ships of another fleet are there too");
        assert!(!is_counted(&names, Vec2::new(20.0, 100.0), 7), "the name stands elsewhere");
        assert_eq!(["Moon (Earth)", "First", "(3"].map(count_in), [None; 3]);
    }
}
