//! The wings of a sign of a battle on the sky: while the marks of the battle are a knot, they show its sides, the first
//! one at the left and its foes at the right. Each wing has the mark of the commonest class, in the colour of its side
//! and filled or hollow as all marks of that side, and the count of the ships; beside a turret it has the count of the
//! armed structures that take part.
//!
//! A click on a wing is one on a stack of these ships. The sign between them stays a button.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::battle_marks::{BattleMark, CORNER};
use super::sources::site::Site;
use super::sources::sites::Sites;
use crate::client::input::{Pick, Selected};
use crate::client::models::{FactionColors, Icons};
use crate::client::scene::labels::fan::Fan;
use crate::client::scene::labels::knots::{Knot, KnotSide, Knots, count_words};
use crate::client::scene::labels::layer::legible;
use crate::client::scene::labels::markers::Marker;
use crate::client::scene::labels::sky_label::SkyLabel;
use crate::client::scene::labels::stacks::pixel_in_stack;
use crate::client::widgets::{ACCENT, LOSS};
use crate::level::StructureShape;

/// Side of the mark of a wing, size of its counts, side of the turret between them, and their gap, pixels of the UI.
const MARK: f32 = 18.0;
const COUNT_PIXELS: f32 = 13.0;
const TURRET: f32 = 12.0;
const GAP: f32 = 2.0;

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
    /// The turret before the count of structures, and that count; both are hidden on the wing of a side of one kind.
    turret: Entity,
    structures: Entity,
}

/// The count in words of a wing; `None` before the first one.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShownCount(Option<usize>);

impl ShownCount {
    /// Takes a count; returns whether it is another one, so that no frame makes the same words again.
    fn take(&mut self, count: usize) -> bool {
        self.0.replace(count) != Some(count)
    }
}

/// Spawns a wing, hidden, as the next part of its parent.
pub fn spawn_wing(commands: &mut Commands, parent: Entity) -> Wing {
    let room = Node {
        display: Display::None,
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(CORNER)),
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..default()
    };
    let mark = Node { width: px(MARK), height: px(MARK), flex_shrink: 0.0, ..default() };
    let mark = commands.spawn((mark, ImageNode::default(), Pickable::IGNORE)).id();
    let [count, structures] = [(); 2].map(|()| {
        let words = legible("", COUNT_PIXELS, Color::WHITE);
        commands.spawn((words, ShownCount::default(), Pickable::IGNORE)).id()
    });
    let turret = Node { width: px(TURRET), height: px(TURRET), flex_shrink: 0.0, ..default() };
    let turret = commands.spawn((turret, ImageNode::default(), Pickable::IGNORE)).id();
    let counts = Node { column_gap: px(GAP), align_items: AlignItems::Center, ..default() };
    let counts = commands.spawn((counts, Pickable::IGNORE)).add_children(&[count, turret, structures]).id();
    let room = commands.spawn((room, Pickable::IGNORE, ChildOf(parent))).add_children(&[mark, counts]).id();
    Wing { room, mark, count, turret, structures }
}

type MarkedShip = (&'static Marker, &'static mut Pick, Has<Selected>);

/// Query bundle for the parts of wings, with the pictures and colours of structures.
#[derive(SystemParam)]
pub struct WingParts<'w, 's> {
    icons: Res<'w, Icons>,
    colors: Res<'w, FactionColors>,
    rooms: Query<'w, 's, (&'static mut Node, &'static mut BorderColor)>,
    marks: Query<'w, 's, &'static mut ImageNode>,
    counts: Query<'w, 's, (&'static mut Text, &'static mut TextColor, &'static mut ShownCount)>,
}

impl WingParts<'_, '_> {
    /// Shows the wing of a knot, or hides it without one.
    fn show(&mut self, wing: &Wing, knot: Option<&Knot>) {
        if let Ok((mut room, _)) = self.rooms.get_mut(wing.room) {
            let of = |knot: &Knot| (Display::Flex, px(knot.side_width()));
            let wanted = knot.map_or((Display::None, room.width), of);
            if (room.display, room.width) != wanted {
                (room.display, room.width) = wanted;
            }
        }
    }

    /// Shows a side on a wing, with the picture and the colour of its mark.
    fn write(&mut self, wing: &Wing, side: &KnotSide, (image, color): (Handle<Image>, Color)) {
        self.draw(wing.mark, image, color);
        let (ships, structures) = (side.ships.len(), side.structures);
        let has_both = ships > 0 && structures > 0;
        self.say(wing.count, if ships > 0 { ships } else { structures }, color);
        self.say(wing.structures, structures, color);
        let turret = self.turret();
        self.draw(wing.turret, turret, color);
        let display = if has_both { Display::Flex } else { Display::None };
        for node in [wing.turret, wing.structures] {
            if let Ok((mut part, _)) = self.rooms.get_mut(node)
                && part.display != display
            {
                part.display = display;
            }
        }
    }

    /// Shows whether ships of a side are selected.
    fn frame(&mut self, wing: &Wing, is_selected: bool) {
        if let Ok((_, mut edge)) = self.rooms.get_mut(wing.room) {
            edge.set_if_neq(BorderColor::all(if is_selected { ACCENT } else { Color::NONE }));
        }
    }

    fn draw(&mut self, node: Entity, image: Handle<Image>, color: Color) {
        if let Ok(mut picture) = self.marks.get_mut(node)
            && (picture.image != image || picture.color != color)
        {
            (picture.image, picture.color) = (image, color);
        }
    }

    fn say(&mut self, node: Entity, count: usize, color: Color) {
        if let Ok((mut text, mut tint, mut shown)) = self.counts.get_mut(node) {
            if shown.take(count) {
                text.0 = count_words(count);
            }
            tint.set_if_neq(TextColor(color));
        }
    }

    /// The picture of armed structures.
    fn turret(&self) -> Handle<Image> {
        self.icons.structure(StructureShape::Gun)
    }

    /// The picture and the colour of a side without ships in a battle.
    fn look_of_structures(&self, site: &Site, side: usize) -> (Handle<Image>, Color) {
        let side = site.forces.as_ref().and_then(|forces| forces.sides.get(side));
        let faction = side.and_then(|side| side.faction);
        (self.turret(), faction.map_or(LOSS, |faction| self.colors.of(faction)))
    }
}

/// Shows the sides of the knots on the wings of their signs, and lets the mouse hit their ships there.
pub fn show_wings(
    knots: Res<Knots>,
    sites: Res<Sites>,
    fan: Res<Fan>,
    ui_scale: Res<UiScale>,
    signs: Query<(&SkyMark, &SkyLabel)>,
    battles: Query<&BattleMark>,
    mut ships: Query<MarkedShip>,
    mut parts: WingParts,
) {
    for (sign, label) in &signs {
        let battle = battles.get(sign.mark).ok().and_then(|mark| mark.battle);
        let knot = battle.and_then(|battle| knots.of(battle));
        sign.wings.iter().for_each(|wing| parts.show(wing, knot));
        let site = battle.and_then(|battle| sites.get(battle));
        let Some((site, knot)) = site.zip(knot) else { continue };
        let areas = label.legible_area().map(|area| knot.areas_in(area, ui_scale.0));
        for (index, (wing, side)) in sign.wings.iter().zip(&knot.sides).enumerate() {
            if let Some(area) = areas.and_then(|areas| areas.get(index).copied()) {
                aim(side, area, &fan, &mut ships);
            }
            let is_selected =
                side.ships.iter().any(|ship| ships.get(*ship).is_ok_and(|(.., is_selected)| is_selected));
            parts.frame(wing, is_selected);
            let head = side.head.and_then(|head| ships.get(head).ok());
            let look = head.and_then(|(head, ..)| Some((head.image()?.clone(), head.color())));
            let look = look.unwrap_or_else(|| parts.look_of_structures(site, index));
            parts.write(wing, side, look);
        }
    }
}

/// Lets the mouse hit the ships of a side in the area of its wing, except those that are fanned out.
fn aim(side: &KnotSide, area: Rect, fan: &Fan, ships: &mut Query<MarkedShip>) {
    let middle = area.center();
    for ship in side.ships.iter().filter(|ship| fan.pixel_of(**ship).is_none()) {
        let Ok((_, mut pick, _)) = ships.get_mut(*ship) else { continue };
        let at = |own: Vec2| if Some(*ship) == side.head { middle } else { pixel_in_stack(own, middle) };
        (pick.pixel, pick.name) = (pick.pixel.map(at), Some(area));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_written_only_when_it_changes() {
        let mut shown = ShownCount::default();
        assert_eq!([0, 0, 7, 7, 0].map(|count| shown.take(count)), [true, false, true, false, true]);
    }
}
