//! Texts of stacks: a count beside each representative icon, and the list of the hovered stack.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::stacks::counted;
use crate::client::input::{Pick, UnderPointer};
use crate::client::scene::labels::markers::{Marker, MarkerLayer, floating_words};
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::view::{ScreenAnchor, SeenShips};
use crate::sim::{ClassId, ShipClasses};

/// Size of the number at a stack, pixels.
const COUNT_PIXELS: f32 = 11.0;
/// The most numbers at once.
const MOST_COUNTS: usize = 200;
/// The most lines of the list under the pointer.
const MOST_LINES: usize = 6;

/// A number beside a stack.
#[derive(Component, Clone, Copy, Debug)]
pub struct StackCount;

type CountParts<'a> = (&'a mut UiTransform, &'a mut Visibility, &'a mut Text, &'a mut TextColor);

/// Writes the count beside every stack.
pub fn place_counts(
    mut commands: Commands,
    layer: Single<Entity, With<MarkerLayer>>,
    marked: Query<(&Marker, &Pick)>,
    ui_scale: Res<UiScale>,
    mut nodes: Query<CountParts, With<StackCount>>,
) {
    let mut counts: BTreeMap<Entity, u32> = BTreeMap::new();
    let drawn = marked.iter().filter(|(_, pick)| pick.pixel.is_some());
    for head in drawn.filter_map(|(marker, _)| marker.stack()) {
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
        commands.spawn((StackCount, floating_words(*layer, "", COUNT_PIXELS, Color::WHITE)));
    }
}

/// Lists the units in the stack under the pointer.
pub fn tell_stack(
    under: Res<UnderPointer>,
    marked: Query<(Entity, &Marker)>,
    places: Query<&ScreenAnchor>,
    ships: SeenShips,
    classes: Res<ShipClasses>,
    mut labels: ResMut<PointLabels>,
) {
    let Some((pointed, marker)) = under.entity.and_then(|entity| marked.get(entity).ok()) else { return };
    let head = marker.stack().unwrap_or(pointed);
    let Ok((_, shown)) = marked.get(head) else { return };
    let mut parts: BTreeMap<(String, ClassId), usize> = BTreeMap::new();
    let members = marked.iter().filter(|(entity, marker)| *entity == head || marker.stack() == Some(head));
    for ship in members.filter_map(|(entity, _)| ships.get(entity)) {
        let fleet = ships.name_of_fleet(&ship).to_owned();
        *parts.entry((fleet, ship.ship.class)).or_default() += 1;
    }
    let Ok(seen) = places.get(head) else { return };
    if parts.values().sum::<usize>() < 2 {
        return;
    }
    let name = |class: ClassId| classes.0.get(class).map_or("ship", |class| class.name.as_str());
    let lines = parts.iter().map(|((fleet, class), count)| {
        let ships = counted(*count, name(*class));
        format!("{fleet}: {ships}")
    });
    let lines: Vec<String> = lines.collect();
    labels.say(seen.place, list_words(&lines), shown.color());
}

/// The first few lines, and the number of the others.
fn list_words(lines: &[String]) -> String {
    let mut words = lines.iter().take(MOST_LINES).cloned().collect::<Vec<_>>().join("\n");
    if lines.len() > MOST_LINES {
        words.push_str(&format!("\n{} more", lines.len() - MOST_LINES));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut() {
        let lines: Vec<String> = (0..9).map(|number| number.to_string()).collect();
        assert_eq!(list_words(&lines).lines().count(), MOST_LINES + 1);
        assert!(list_words(&lines).ends_with("\n3 more"));
        assert_eq!((counted(1, "scout").as_str(), counted(2, "scout").as_str()), ("1 scout", "2 scouts"));
        assert_eq!([counted(2, "sentry"), counted(3, "fortress")], ["2 sentries", "3 fortresses"]);
    }
}
