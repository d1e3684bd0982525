//! Stacks: icons of one owner that overlap on the screen are shown as one, with a count. Those of both sides of a
//! battle seen from afar are a matter of `fights/knots.rs`.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use smallvec::SmallVec;

/// An icon this near to a heavier one joins it, and leaves its stack at this distance from the representative, pixels.
const REACH: (f32, f32) = (9.0, 14.0);
/// The same in a fight, where icons that only touch each other are a heap as well.
const REACH_IN_FIGHT: (f32, f32) = (18.0, 26.0);
/// The members of a stack are hit this near to its representative, pixels, wherever they are themselves.
const HIT_PIXELS: f32 = 9.0;
/// Side of a cell of the grid, pixels: about the longest reach.
const CELL: f32 = 26.0;

/// An icon on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StackedIcon {
    /// The object of the icon.
    pub entity: Entity,
    /// Place, logical pixels.
    pub pixel: Vec2,
    /// The icon with the largest weight represents its stack, unless another one is selected.
    pub weight: f32,
    /// Whether the player has selected it.
    pub is_selected: bool,
    /// Only icons of the same group make a stack.
    pub group: u32,
    /// Whether it is in a fight.
    pub is_in_fight: bool,
    /// Representative in the frame before; `None`: itself.
    pub head: Option<Entity>,
}

impl StackedIcon {
    /// The distances within which it joins a stack and stays in it, pixels.
    fn reach(&self) -> (f32, f32) {
        if self.is_in_fight { REACH_IN_FIGHT } else { REACH }
    }
}

/// Where the mouse hits a member of a stack: its own pixel, drawn to that of its representative, where it is seen.
pub fn pixel_in_stack(own: Vec2, head: Vec2) -> Vec2 {
    head + (own - head).clamp_length_max(HIT_PIXELS)
}

/// The representative of each icon, in their order; `None` for icons that are shown themselves.
///
/// Each icon looks only at the cells of a grid that it reaches, so that the cost grows with the number of icons, not
/// of pairs.
pub fn collapse(icons: &[StackedIcon]) -> Vec<Option<Entity>> {
    let mut order: Vec<(u128, usize)> = icons.iter().map(rank).zip(0..).collect();
    order.sort_unstable();
    let mut heads = Heads::default();
    let mut found = vec![None; icons.len()];
    for icon_at in order.into_iter().map(|(_, index)| index) {
        let Some(icon) = icons.get(icon_at) else { continue };
        let head = head_for(&heads, icon);
        if head.is_none() {
            heads.entry(cell_of(icon.pixel)).or_default().push(icon);
        }
        if let Some(found) = found.get_mut(icon_at) {
            *found = head;
        }
    }
    found
}

/// The icons that represent themselves, by their cells of the grid.
type Heads<'a> = HashMap<(i32, i32), SmallVec<[&'a StackedIcon; 2]>>;

/// The place of an icon in the order, as a number. Selected icons first: the mark in the brackets is that of what is
/// selected. Then heavier ones, then those shown in the frame before, then by number. Weights are not below 0, and the
/// bits of such floats are in their order.
fn rank(icon: &StackedIcon) -> u128 {
    let is_other = u128::from(!icon.is_selected) << 97;
    let lightness = u128::from(!icon.weight.max(0.0).to_bits()) << 65;
    let was_beneath = u128::from(icon.head.is_some()) << 64;
    is_other | lightness | was_beneath | u128::from(icon.entity.to_bits())
}

fn cell_of(pixel: Vec2) -> (i32, i32) {
    let cell = (pixel / CELL).floor();
    (cell.x as i32, cell.y as i32)
}

/// The representative of an icon: the previous one while it is near enough, else the nearest.
fn head_for(heads: &Heads, icon: &StackedIcon) -> Option<Entity> {
    let (join, leave) = icon.reach();
    // An icon that was in no stack cannot stay in one.
    let reach = if icon.head.is_some() { leave } else { join };
    let (first, last) = (cell_of(icon.pixel - reach), cell_of(icon.pixel + reach));
    let mut nearest: Option<(f32, Entity)> = None;
    for x in first.0..=last.0 {
        for y in first.1..=last.1 {
            let Some(here) = heads.get(&(x, y)) else { continue };
            for head in here.iter().filter(|head| head.group == icon.group) {
                let distance = head.pixel.distance(icon.pixel);
                if icon.head == Some(head.entity) && distance < leave {
                    return Some(head.entity);
                }
                if distance < join && nearest.is_none_or(|(known, _)| distance < known) {
                    nearest = Some((distance, head.entity));
                }
            }
        }
    }
    nearest.map(|(_, head)| head)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entities(count: usize) -> Vec<Entity> {
        let mut world = World::new();
        (0..count).map(|_| world.spawn_empty().id()).collect()
    }

    fn icon(entity: Entity, x: f32, weight: f32) -> StackedIcon {
        let (pixel, is_in_fight) = (Vec2::new(x, 0.0), false);
        StackedIcon { entity, pixel, weight, is_selected: false, group: 0, is_in_fight, head: None }
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
    fn a_selected_icon_stands_for_heavier_ones() {
        let all = entities(3);
        let icons = [icon(all[0], 0.0, 1.0), icon(all[1], 5.0, 3.0), icon(all[2], 6.0, 2.0)];
        assert_eq!(collapse(&icons), [Some(all[1]), None, Some(all[1])]);
        let select = |index: usize| StackedIcon { is_selected: true, ..icons[index] };
        assert_eq!(collapse(&[select(0), icons[1], icons[2]]), [None, Some(all[0]), Some(all[0])]);
        let both = collapse(&[select(0), icons[1], select(2)]);
        assert_eq!(both, [Some(all[2]), Some(all[2]), None], "the heavier of two selected ones");
    }

    #[test]
    fn between_the_two_distances_nothing_changes() {
        let all = entities(2);
        let between = 0.5 * (REACH.0 + REACH.1);
        let apart = [icon(all[0], 0.0, 2.0), icon(all[1], between, 1.0)];
        assert_eq!(collapse(&apart), [None, None]);
        let joined = [apart[0], StackedIcon { head: Some(all[0]), ..apart[1] }];
        assert_eq!(collapse(&joined), [None, Some(all[0])]);
        let gone = [apart[0], StackedIcon { pixel: Vec2::X * (REACH.1 + 0.1), ..joined[1] }];
        assert_eq!(collapse(&gone), [None, None]);
    }

    #[test]
    fn ships_of_a_fight_join_sooner_and_are_hit_where_their_stack_is() {
        let all = entities(2);
        let apart = [icon(all[0], 0.0, 2.0), icon(all[1], 17.0, 1.0)];
        assert_eq!(collapse(&apart), [None, None]);
        let fighting = apart.map(|one| StackedIcon { is_in_fight: true, ..one });
        assert_eq!(collapse(&fighting), [None, Some(all[0])]);
        let foes = [fighting[0], StackedIcon { group: 1, ..fighting[1] }];
        assert_eq!(collapse(&foes), [None, None]);
        assert_eq!(pixel_in_stack(fighting[1].pixel, fighting[0].pixel), Vec2::X * HIT_PIXELS);
        assert_eq!(pixel_in_stack(Vec2::X * 4.0, Vec2::ZERO), Vec2::X * 4.0);
    }

    #[test]
    fn selection_goes_before_weight_before_what_was_seen_before_numbers() {
        let mut all = entities(2);
        all.sort_unstable();
        let plain = icon(all[1], 0.0, 2.0);
        let later = [
            StackedIcon { is_selected: true, weight: 0.5, head: Some(all[0]), ..plain },
            StackedIcon { weight: 3.0, head: Some(all[0]), ..plain },
            icon(all[0], 0.0, 2.0),
            plain,
            StackedIcon { head: Some(all[1]), ..icon(all[0], 0.0, 2.0) },
            StackedIcon { weight: 1.5, ..plain },
            StackedIcon { weight: 0.0, ..plain },
        ];
        let ranks = later.map(|one| rank(&one));
        assert!(ranks.is_sorted_by(|one, other| one < other), "{ranks:?}");
    }

    #[test]
    fn the_grid_finds_what_a_search_of_all_pairs_finds() {
        let all = entities(300);
        let place = |index: usize| Vec2::new((index * 37 % 211) as f32 * 1.3, (index * 71 % 97) as f32 * 1.7);
        let mut icons: Vec<StackedIcon> = all.iter().map(|entity| icon(*entity, 0.0, 1.0)).collect();
        for (index, icon) in icons.iter_mut().enumerate() {
            icon.pixel = place(index) - Vec2::splat(60.0);
            (icon.weight, icon.group) = ((index % 4) as f32, (index % 2) as u32);
            icon.is_in_fight = index.is_multiple_of(3);
        }
        for _ in 0..3 {
            let found = collapse(&icons);
            let mut order: Vec<&StackedIcon> = icons.iter().collect();
            order.sort_by_key(|icon| rank(icon));
            let mut heads: Vec<&StackedIcon> = Vec::new();
            for icon in order {
                let away = |head: &&&StackedIcon| head.pixel.distance(icon.pixel);
                let (join, leave) = icon.reach();
                let others = heads.iter().filter(|head| head.group == icon.group);
                let before = others.clone().find(|head| icon.head == Some(head.entity) && away(head) < leave);
                let near = others.filter(|head| away(head) < join);
                let nearest = near.min_by(|one, other| away(one).total_cmp(&away(other)));
                let head = before.or(nearest).map(|head| head.entity);
                let index = all.iter().position(|entity| *entity == icon.entity).expect("it is one of them");
                let distance = |head: Entity| {
                    let head = icons.iter().find(|one| one.entity == head).expect("it is one of them");
                    head.pixel.distance(icon.pixel)
                };
                assert_eq!(found[index].map(distance), head.map(distance), "{icon:?}");
                if head.is_none() {
                    heads.push(icon);
                }
            }
            for (icon, head) in icons.iter_mut().zip(found) {
                icon.head = head;
                icon.pixel += Vec2::new(1.5, -0.5) * icon.weight;
            }
        }
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
        let edge = CELL;
        let icons = [icon(all[0], edge - 1.0, 2.0), icon(all[1], edge + 1.0, 1.0)];
        assert_eq!(collapse(&icons), [None, Some(all[0])]);
    }
}
