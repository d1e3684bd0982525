//! The count beside each representative icon of a stack.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::Fan;
use crate::client::input::Pick;
use crate::client::scene::labels::marks::markers::{Marker, MarkerLayer, floating_words};

/// Size of the number at a stack, pixels.
const COUNT_PIXELS: f32 = 11.0;
/// The most numbers at once.
const MOST_COUNTS: usize = 200;

/// A number beside a stack.
#[derive(Component, Clone, Copy, Debug)]
pub struct StackCount;

type CountParts<'a> = (&'a mut UiTransform, &'a mut Visibility, &'a mut Text, &'a mut TextColor);

/// Writes the count beside every stack, unless its members are fanned out, or it is a side of a knot.
pub fn place_counts(
    mut commands: Commands,
    layer: Single<Entity, With<MarkerLayer>>,
    marked: Query<(&Marker, &Pick)>,
    ui_scale: Res<UiScale>,
    fan: Res<Fan>,
    mut nodes: Query<CountParts, With<StackCount>>,
) {
    let mut counts: BTreeMap<Entity, u32> = BTreeMap::new();
    let drawn = marked.iter().filter(|(marker, pick)| pick.pixel.is_some() && !marker.is_in_knot());
    for head in drawn.filter_map(|(marker, _)| marker.stack()).filter(|head| !fan.is_of(*head)) {
        *counts.entry(head).or_insert(1) += 1;
    }
    let stacks = counts.iter().filter_map(|(head, count)| {
        let (marker, pick) = marked.get(*head).ok()?;
        Some((pick.pixel?, marker.size(), marker.color(), *count))
    });
    let mut stacks = stacks.take(MOST_COUNTS);
    for (mut transform, mut visibility, mut text, mut tint) in &mut nodes {
        let Some((pixel, size, color, count)) = stacks.next() else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Inherited);
        let corner = pixel / ui_scale.0 + Vec2::new(0.4 * size, 0.1 * size);
        transform.set_if_neq(UiTransform::from_translation(Val2::px(corner.x, corner.y)));
        text.set_if_neq(Text(count.to_string()));
        tint.set_if_neq(TextColor(color));
    }
    // Stacks without a node in this frame get one in the next.
    for _ in stacks {
        commands.spawn((StackCount, floating_words(*layer, COUNT_PIXELS)));
    }
}
