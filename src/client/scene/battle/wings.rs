//! The wings of a sign of a battle on the sky: while the marks of the battle are a knot, they show its sides, the first
//! one at the left and its foes at the right. Each wing has the mark of the commonest class, in the colour of its side
//! and filled or hollow as all marks of that side, and the count of the ships.
//!
//! A click on a wing is one on a stack of these ships. The sign between them stays a button.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::battle_marks::{BattleMark, CORNER};
use crate::client::input::{Pick, Selected};
use crate::client::scene::labels::fan::Fan;
use crate::client::scene::labels::knots::{KnotSide, Knots};
use crate::client::scene::labels::layer::legible;
use crate::client::scene::labels::markers::Marker;
use crate::client::scene::labels::sky_label::SkyLabel;
use crate::client::scene::labels::stacks::pixel_in_stack;
use crate::client::widgets::STRONG;

/// Width of a wing, side of its mark, and size of its count, pixels of the UI.
pub const WIDTH: f32 = 32.0;
const MARK: f32 = 18.0;
const COUNT_PIXELS: f32 = 13.0;

/// The place of a sign on the sky.
#[derive(Component, Clone, Copy, Debug)]
pub struct SkyMark {
    /// The sign in it.
    pub mark: Entity,
    /// The wings of the first side and of its foes, to the left and to the right of the sign.
    pub wings: [Wing; 2],
}

/// A wing and its parts.
#[derive(Clone, Copy, Debug)]
pub struct Wing {
    room: Entity,
    mark: Entity,
    count: Entity,
}

/// Spawns a wing, hidden, as the next part of its parent.
pub fn spawn_wing(commands: &mut Commands, parent: Entity) -> Wing {
    let room = Node {
        display: Display::None,
        width: px(WIDTH),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(CORNER)),
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..default()
    };
    let mark = Node { width: px(MARK), height: px(MARK), flex_shrink: 0.0, ..default() };
    let mark = commands.spawn((mark, ImageNode::default(), Pickable::IGNORE)).id();
    let count = commands.spawn((legible("", COUNT_PIXELS, Color::WHITE), Pickable::IGNORE)).id();
    let room = commands.spawn((room, Pickable::IGNORE, ChildOf(parent))).add_children(&[mark, count]).id();
    Wing { room, mark, count }
}

/// The areas of both wings of a sign, logical pixels; the sign has this area, pixels of the UI.
fn areas_in(sign: Rect, ui_scale: f32) -> [Rect; 2] {
    let Rect { min, max } = sign;
    let left = Rect::from_corners(min, Vec2::new(min.x + WIDTH, max.y));
    let right = Rect::from_corners(Vec2::new(max.x - WIDTH, min.y), max);
    [left, right].map(|wing| Rect::from_corners(wing.min * ui_scale, wing.max * ui_scale))
}

type MarkedShip = (&'static Marker, &'static mut Pick, Has<Selected>);

/// Query bundle for the parts of wings.
#[derive(SystemParam)]
pub struct WingParts<'w, 's> {
    rooms: Query<'w, 's, (&'static mut Node, &'static mut BorderColor)>,
    marks: Query<'w, 's, &'static mut ImageNode>,
    counts: Query<'w, 's, (&'static mut Text, &'static mut TextColor)>,
}

impl WingParts<'_, '_> {
    /// Shows a wing or hides it.
    fn show(&mut self, wing: &Wing, is_shown: bool) {
        let display = if is_shown { Display::Flex } else { Display::None };
        if let Ok((mut room, _)) = self.rooms.get_mut(wing.room)
            && room.display != display
        {
            room.display = display;
        }
    }

    /// Shows a side on a wing, for which the mark of its head stands.
    fn write(&mut self, wing: &Wing, side: &KnotSide, head: &Marker, is_selected: bool) {
        if let Ok((_, mut edge)) = self.rooms.get_mut(wing.room) {
            edge.set_if_neq(BorderColor::all(if is_selected { STRONG } else { Color::NONE }));
        }
        if let Ok(mut mark) = self.marks.get_mut(wing.mark)
            && let Some(image) = head.image()
            && (mark.image != *image || mark.color != head.color())
        {
            (mark.image, mark.color) = (image.clone(), head.color());
        }
        if let Ok((mut words, mut color)) = self.counts.get_mut(wing.count) {
            words.set_if_neq(Text(side.count_words()));
            color.set_if_neq(TextColor(head.color()));
        }
    }
}

/// Shows the sides of the knots on the wings of their signs, and lets the mouse hit their ships there.
pub fn show_wings(
    mut knots: ResMut<Knots>,
    fan: Res<Fan>,
    ui_scale: Res<UiScale>,
    signs: Query<(&SkyMark, &SkyLabel)>,
    battles: Query<&BattleMark>,
    mut ships: Query<MarkedShip>,
    mut parts: WingParts,
) {
    for (sign, label) in &signs {
        let battle = battles.get(sign.mark).ok().and_then(|mark| mark.battle);
        let knot = battle.and_then(|battle| knots.of(battle)).cloned();
        sign.wings.iter().for_each(|wing| parts.show(wing, knot.is_some()));
        let Some((battle, knot)) = battle.zip(knot) else { continue };
        let areas = label.legible_area().map(|area| areas_in(area, ui_scale.0));
        for (index, (wing, side)) in sign.wings.iter().zip(&knot.sides).enumerate() {
            let area = areas.and_then(|areas| areas.get(index).copied());
            knots.set_area(battle, index, area);
            if let Some(area) = area {
                aim(side, area, &fan, &mut ships);
            }
            let is_selected =
                side.ships.iter().any(|ship| ships.get(*ship).is_ok_and(|(.., is_selected)| is_selected));
            if let Ok((head, ..)) = ships.get(side.head) {
                parts.write(wing, side, head, is_selected);
            }
        }
    }
}

/// Lets the mouse hit the ships of a side in the area of its wing, but for those that are fanned out.
fn aim(side: &KnotSide, area: Rect, fan: &Fan, ships: &mut Query<MarkedShip>) {
    let middle = area.center();
    for ship in side.ships.iter().filter(|ship| fan.pixel_of(**ship).is_none()) {
        let Ok((_, mut pick, _)) = ships.get_mut(*ship) else { continue };
        let at = |own: Vec2| if *ship == side.head { middle } else { pixel_in_stack(own, middle) };
        (pick.pixel, pick.name) = (pick.pixel.map(at), Some(area));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wings_of_a_sign_are_at_its_ends() {
        let sign = Rect::new(100.0, 50.0, 210.0, 86.0);
        for scale in [1.0, 1.5] {
            let [left, right] = areas_in(sign, scale);
            assert_eq!((left.min, right.max), (sign.min * scale, sign.max * scale));
            assert_eq!([left, right].map(|wing| wing.size()), [Vec2::new(WIDTH, 36.0) * scale; 2]);
            assert!(left.max.x < right.min.x, "the sign is between them");
        }
    }
}
