//! Stacks: icons of one owner that overlap on the screen are shown as one, with a count.
//!
//! - Enters: the pixels and weights of icons, and which stack each was in before.
//! - Leaves: for each icon the one that stands for it; a number beside those that stand for several; the
//!   list of a stack under the pointer.
//! - Must never: flicker. An icon joins at one distance and leaves at a larger one. Nor may it hide anything
//!   from the mouse: what is in a stack can still be clicked and boxed.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use crate::client::input::gestures::UnderPointer;
use crate::client::input::picking::Pick;
use crate::client::scene::labels::markers::{Marker, MarkerLayer};
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::view::screen::Seen;
use crate::client::view::seen::SeenShips;
use crate::sim::ids::ClassId;
use crate::sim::world::{Factions, ShipClasses};

/// An icon this near to a heavier one joins it, pixels.
const JOIN_PIXELS: f32 = 9.0;
/// An icon this far from the one that stands for it leaves it, pixels.
const LEAVE_PIXELS: f32 = 14.0;
/// Size of the number at a stack, pixels.
const COUNT_PIXELS: f32 = 11.0;
/// The most numbers at once.
const MOST_COUNTS: usize = 200;
/// The most lines of the list under the pointer.
const MOST_LINES: usize = 6;

/// An icon on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StackedIcon {
    /// Whose icon it is.
    pub entity: Entity,
    /// Where, logical pixels.
    pub pixel: Vec2,
    /// Of several the one with the largest weight stands for all.
    pub weight: f32,
    /// Only icons of the same group make a stack.
    pub group: u32,
    /// What stood for it in the frame before; `None`: itself.
    pub head: Option<Entity>,
}

/// What stands for each icon, in their order; `None` for those that are shown themselves.
///
/// Each icon looks only at what stands in the nine cells of a grid about it, so that the cost grows with the
/// number of icons, not with that of pairs.
pub fn collapse(icons: &[StackedIcon]) -> Vec<Option<Entity>> {
    let mut order: Vec<(usize, &StackedIcon)> = icons.iter().enumerate().collect();
    order.sort_by(|(_, one), (_, other)| rank(one, other));
    let mut heads: HashMap<(i32, i32), Vec<&StackedIcon>> = HashMap::default();
    let mut found = vec![None; icons.len()];
    for (index, icon) in order {
        let head = head_for(&heads, icon);
        if head.is_none() {
            heads.entry(cell_of(icon.pixel)).or_default().push(icon);
        }
        if let Some(found) = found.get_mut(index) {
            *found = head;
        }
    }
    found
}

/// The heavier first, then those that were shown themselves, then by number.
fn rank(one: &StackedIcon, other: &StackedIcon) -> Ordering {
    let by_weight = other.weight.total_cmp(&one.weight);
    let by_before = one.head.is_some().cmp(&other.head.is_some());
    by_weight.then(by_before).then(one.entity.cmp(&other.entity))
}

fn cell_of(pixel: Vec2) -> (i32, i32) {
    let cell = (pixel / LEAVE_PIXELS).floor();
    (cell.x as i32, cell.y as i32)
}

/// What stands for an icon: what did before as long as it is near enough, else the nearest that is.
fn head_for(heads: &HashMap<(i32, i32), Vec<&StackedIcon>>, icon: &StackedIcon) -> Option<Entity> {
    let (column, row) = cell_of(icon.pixel);
    let mut nearest: Option<(f32, Entity)> = None;
    for x in column.saturating_sub(1)..=column.saturating_add(1) {
        for y in row.saturating_sub(1)..=row.saturating_add(1) {
            let Some(here) = heads.get(&(x, y)) else { continue };
            for head in here.iter().filter(|head| head.group == icon.group) {
                let distance = head.pixel.distance(icon.pixel);
                if icon.head == Some(head.entity) && distance < LEAVE_PIXELS {
                    return Some(head.entity);
                }
                if distance < JOIN_PIXELS && nearest.is_none_or(|(known, _)| distance < known) {
                    nearest = Some((distance, head.entity));
                }
            }
        }
    }
    nearest.map(|(_, head)| head)
}

/// A number beside a stack.
#[derive(Component, Clone, Copy, Debug)]
pub struct StackCount;

type CountParts<'a> = (&'a mut UiTransform, &'a mut Visibility, &'a mut Text, &'a mut TextColor);

/// Writes how many there are beside every stack.
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
        let words = count.to_string();
        if text.0 != words {
            text.0 = words;
        }
        tint.set_if_neq(TextColor(color));
    }
    // Those that found no node in this frame get one in the next.
    for _ in stacks {
        commands.spawn((
            StackCount,
            Node { position_type: PositionType::Absolute, left: px(0), top: px(0), ..default() },
            Text::default(),
            TextFont { font_size: FontSize::Px(COUNT_PIXELS), ..default() },
            TextShadow { offset: Vec2::splat(1.0), color: Color::BLACK },
            TextLayout::no_wrap(),
            Visibility::Hidden,
            Pickable::IGNORE,
            ChildOf(*layer),
        ));
    }
}

/// Lists what is in the stack under the pointer.
pub fn tell_stack(
    under: Res<UnderPointer>,
    marked: Query<(Entity, &Marker)>,
    places: Query<&Seen>,
    ships: SeenShips,
    factions: Res<Factions>,
    classes: Res<ShipClasses>,
    mut labels: ResMut<PointLabels>,
) {
    let Some((pointed, marker)) = under.entity.and_then(|entity| marked.get(entity).ok()) else { return };
    let head = marker.stack().unwrap_or(pointed);
    let Ok((_, shown)) = marked.get(head) else { return };
    let mut parts: BTreeMap<(String, ClassId), usize> = BTreeMap::new();
    let members = marked.iter().filter(|(entity, marker)| *entity == head || marker.stack() == Some(head));
    for ship in members.filter_map(|(entity, _)| ships.get(entity)) {
        let fleet = ships.name_of_fleet(&ship, &factions).to_owned();
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

/// So many of something: `1 scout`, `3 scouts`, `2 sentries`.
pub fn counted(count: usize, name: &str) -> String {
    let stem = name.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']));
    match stem {
        _ if count == 1 => format!("1 {name}"),
        Some(stem) => format!("{count} {stem}ies"),
        None if name.ends_with('s') => format!("{count} {name}es"),
        None => format!("{count} {name}s"),
    }
}

/// The first few lines, and how many more there are.
fn list_words(lines: &[String]) -> String {
    let mut words = lines.iter().take(MOST_LINES).cloned().collect::<Vec<_>>().join("\n");
    if lines.len() > MOST_LINES {
        words.push_str(&format!("\nand {} more", lines.len() - MOST_LINES));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entities(count: usize) -> Vec<Entity> {
        let mut world = World::new();
        (0..count).map(|_| world.spawn_empty().id()).collect()
    }

    fn icon(entity: Entity, x: f32, weight: f32) -> StackedIcon {
        StackedIcon { entity, pixel: Vec2::new(x, 0.0), weight, group: 0, head: None }
    }

    #[test]
    fn the_heaviest_stands_for_those_that_overlap() {
        let all = entities(3);
        let icons = [icon(all[0], 0.0, 1.0), icon(all[1], 5.0, 2.0), icon(all[2], 40.0, 1.0)];
        assert_eq!(collapse(&icons), [Some(all[1]), None, None]);
        let foe = StackedIcon { group: 1, ..icon(all[0], 0.0, 1.0) };
        assert_eq!(collapse(&[foe, icons[1], icons[2]]), [None, None, None], "friend and foe stay apart");
    }

    #[test]
    fn between_the_two_distances_nothing_changes() {
        let all = entities(2);
        let between = 0.5 * (JOIN_PIXELS + LEAVE_PIXELS);
        let apart = [icon(all[0], 0.0, 2.0), icon(all[1], between, 1.0)];
        assert_eq!(collapse(&apart), [None, None]);
        let joined = [apart[0], StackedIcon { head: Some(all[0]), ..apart[1] }];
        assert_eq!(collapse(&joined), [None, Some(all[0])]);
        let gone = [apart[0], StackedIcon { pixel: Vec2::X * (LEAVE_PIXELS + 0.1), ..joined[1] }];
        assert_eq!(collapse(&gone), [None, None]);
    }

    #[test]
    fn a_stack_that_stands_still_stays_as_it_is() {
        let all = entities(60);
        let mut icons: Vec<StackedIcon> = all
            .iter()
            .enumerate()
            .map(|(index, entity)| icon(*entity, (index * 7 % 60) as f32 * 1.5, (index % 3) as f32))
            .collect();
        let first = collapse(&icons);
        for _ in 0..5 {
            for (icon, head) in icons.iter_mut().zip(&first) {
                icon.head = *head;
            }
            assert_eq!(collapse(&icons), first);
        }
        let shown = first.iter().filter(|head| head.is_none()).count();
        assert!((4..=12).contains(&shown), "{shown} icons on 90 pixels");
    }

    #[test]
    fn icons_on_both_sides_of_a_cells_edge_meet() {
        let all = entities(2);
        let edge = LEAVE_PIXELS;
        let icons = [icon(all[0], edge - 1.0, 2.0), icon(all[1], edge + 1.0, 1.0)];
        assert_eq!(collapse(&icons), [None, Some(all[0])]);
    }

    #[test]
    fn long_lists_are_cut() {
        let lines: Vec<String> = (0..9).map(|number| number.to_string()).collect();
        assert_eq!(list_words(&lines).lines().count(), MOST_LINES + 1);
        assert!(list_words(&lines).ends_with("and 3 more"));
        assert_eq!((counted(1, "scout").as_str(), counted(2, "scout").as_str()), ("1 scout", "2 scouts"));
        assert_eq!([counted(2, "sentry"), counted(3, "fortress")], ["2 sentries", "3 fortresses"]);
    }
}
