//! The wings of a sign of a battle on the sky: they show its sides, the first one at the left and its foes at the
//! right, in rows that face each other and in frames of the colours of both. Each wing has a mark for each class, in
//! the colour of its side and filled or hollow as all marks of that side, with the count of the ships, the largest
//! class next to the sign; beside a turret it has the count of the armed structures that take part. All of the forces
//! count, wherever their marks are. The cells are a grid that is filled column by column from the sign outward, and a
//! wing is as wide as its own cells.
//!
//! While the marks of the battle are a knot, a click on a wing is one on a stack of these ships. The sign between them
//! stays a button.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::battle_marks::{BattleMark, CORNER};
use super::sources::site::Site;
use super::sources::sites::Sites;
use crate::client::frame::Relation;
use crate::client::input::{Pick, Selected};
use crate::client::models::{FactionColors, IconShape, Icons, ShipMark};
use crate::client::scene::labels::fan::Fan;
use crate::client::scene::labels::knot_sides::{
    CELL_HEIGHT, CELLS, COLUMN_GAP, COUNT_PIXELS, EDGE, KnotSide, MARK, MARK_GAP, PADDING, ROWS, count_words,
};
use crate::client::scene::labels::knots::{Knot, Knots};
use crate::client::scene::labels::layer::legible;
use crate::client::scene::labels::markers::Marker;
use crate::client::scene::labels::sky_label::SkyLabel;
use crate::client::scene::labels::stacks::pixel_in_stack;
use crate::client::widgets::{ACCENT, LOSS};
use crate::level::StructureShape;
use crate::sim::forecast::Force;
use crate::sim::{ClassId, ShipClasses};

/// The opacity of the frame of a wing of which nothing is selected.
const FRAME: f32 = 0.55;

/// Query bundle for the sides of battles on their signs.
#[derive(SystemParam)]
pub struct SignSides<'w> {
    knots: Res<'w, Knots>,
    ship_classes: Res<'w, ShipClasses>,
}

impl SignSides<'_> {
    /// Whether the marks of a battle are folded into its sign.
    pub fn fold(&self, site: &Site) -> bool {
        self.knots.of(site.number).is_some()
    }

    /// Both sides of a battle: the marks of its knot, if it is one, and the counts of all of its forces.
    pub fn of(&self, site: &Site) -> Knot {
        let mut knot = self.knots.of(site.number).cloned().unwrap_or_default();
        if let Some(forces) = &site.forces {
            for (side, force) in knot.sides.iter_mut().zip(&forces.sides) {
                *side = std::mem::take(side).counted(&self.counts(force), force.armed_structures);
            }
        }
        knot
    }

    /// The numbers of the ships of a side by class, the largest class first.
    fn counts(&self, force: &Force) -> Vec<(ClassId, usize)> {
        let mut counts: BTreeMap<ClassId, usize> = BTreeMap::new();
        for part in &force.ships {
            *counts.entry(part.class).or_default() += part.count as usize;
        }
        let mut counts: Vec<(ClassId, usize)> = counts.into_iter().collect();
        let size = |class: ClassId| self.mark_of(class).pixels() as u32;
        counts.sort_by_key(|(class, _)| Reverse(size(*class)));
        counts
    }

    /// The mark of a class.
    fn mark_of(&self, class: ClassId) -> ShipMark {
        self.ship_classes.0.get(class).map_or(ShipMark::default(), ShipMark::of)
    }
}

/// The width of both wings of a sign, without those of empty sides.
pub fn wings_width(knot: &Knot) -> f32 {
    knot.sides.iter().filter(|side| !side.is_empty()).map(KnotSide::width).sum()
}

/// The place of a sign on the sky.
#[derive(Component, Clone, Copy, Debug)]
pub struct SkyMark {
    /// The sign in it.
    pub mark: Entity,
    /// The wings of the first side and of its foes, to the left and to the right of the sign.
    pub wings: [Wing; 2],
}

/// A wing and its cells, the one next to the sign first.
#[derive(Clone, Copy, Debug)]
pub struct Wing {
    room: Entity,
    cells: [Cell; CELLS],
}

/// A cell of a wing: a mark, and the count beside it.
#[derive(Clone, Copy, Debug)]
struct Cell {
    mark: Entity,
    count: Entity,
}

/// The count in words of a cell; `None` before the first one.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShownCount(Option<usize>);

impl ShownCount {
    /// Takes a count; returns whether it is another one, so that no frame makes the same words again.
    fn take(&mut self, count: usize) -> bool {
        self.0.replace(count) != Some(count)
    }
}

/// Spawns a wing, hidden, as the next part of its parent: `direction` leads from the sign to its columns.
pub fn spawn_wing(commands: &mut Commands, parent: Entity, direction: FlexDirection) -> Wing {
    let room = Node {
        display: Display::None,
        border: UiRect::all(px(EDGE)),
        border_radius: BorderRadius::all(px(CORNER)),
        padding: UiRect::axes(px(PADDING.x), px(PADDING.y)),
        flex_direction: direction,
        column_gap: px(COLUMN_GAP),
        ..default()
    };
    let room = commands.spawn((room, Pickable::IGNORE, ChildOf(parent))).id();
    let cells = [(); CELLS].map(|()| spawn_cell(commands));
    for column in cells.chunks(ROWS) {
        let marks: Vec<Entity> = column.iter().map(|cell| cell.mark).collect();
        let node = Node { flex_direction: FlexDirection::Column, flex_shrink: 0.0, ..default() };
        commands.spawn((node, Pickable::IGNORE, ChildOf(room))).add_children(&marks);
    }
    Wing { room, cells }
}

/// Spawns a cell, hidden. Its count hangs on the mark, so that a cell is two nodes.
fn spawn_cell(commands: &mut Commands) -> Cell {
    let mark = Node {
        display: Display::None,
        width: px(MARK),
        height: px(MARK),
        margin: UiRect::vertical(px(0.5 * (CELL_HEIGHT - MARK))),
        flex_shrink: 0.0,
        ..default()
    };
    let mark = commands.spawn((mark, ImageNode::default(), Pickable::IGNORE)).id();
    let beside =
        Node { position_type: PositionType::Absolute, left: px(MARK + MARK_GAP), top: px(0), ..default() };
    let words = (legible("", COUNT_PIXELS, Color::WHITE), beside);
    let count = commands.spawn((words, ShownCount::default(), Pickable::IGNORE, ChildOf(mark))).id();
    Cell { mark, count }
}

/// Where the columns of a wing with this many cells stand: their first rows are level, but a cell without any other is
/// level with the swords.
fn level_of(cells: usize) -> AlignItems {
    if cells > 1 { AlignItems::FlexStart } else { AlignItems::Center }
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
    /// Shows the wing of a side of a knot, or hides it without one.
    fn show(&mut self, wing: &Wing, side: Option<&KnotSide>) {
        if let Ok((mut room, _)) = self.rooms.get_mut(wing.room) {
            let of = |side: &KnotSide| (Display::Flex, px(side.width()), level_of(side.cells().len()));
            let wanted = side.map_or((Display::None, room.width, room.align_items), of);
            if (room.display, room.width, room.align_items) != wanted {
                (room.display, room.width, room.align_items) = wanted;
            }
        }
    }

    /// Shows a count in a cell of this width beside a mark with this picture and this colour; an empty cell is hidden.
    fn write(&mut self, cell: &Cell, width: f32, shown: Option<(usize, (Handle<Image>, Color))>) {
        let wanted = (if shown.is_some() { Display::Flex } else { Display::None }, px(width - MARK));
        if let Ok((mut node, _)) = self.rooms.get_mut(cell.mark)
            && (node.display, node.margin.right) != wanted
        {
            (node.display, node.margin.right) = wanted;
        }
        if let Some((count, (image, color))) = shown {
            self.draw(cell.mark, image, color);
            self.say(cell.count, count, color);
        }
    }

    /// Frames a side of this colour, and shows whether ships of it are selected.
    fn frame(&mut self, wing: &Wing, is_selected: bool, color: Color) {
        if let Ok((_, mut edge)) = self.rooms.get_mut(wing.room) {
            let color = if is_selected { ACCENT } else { color.with_alpha(FRAME) };
            edge.set_if_neq(BorderColor::all(color));
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

    /// The colour of a side in a battle.
    fn color_of(&self, site: &Site, side: usize) -> Color {
        let side = site.forces.as_ref().and_then(|forces| forces.sides.get(side));
        side.and_then(|side| side.faction).map_or(LOSS, |faction| self.colors.of(faction))
    }

    /// The picture of the ships with this mark on a side in a battle, or of its armed structures.
    fn picture_of(&self, site: &Site, side: usize, mark: Option<ShipMark>) -> Handle<Image> {
        let has_own = site.forces.as_ref().is_some_and(|forces| forces.has_own);
        let owner = if has_own && side == 0 { Relation::Own } else { Relation::Other };
        let ship = |mark: ShipMark| self.icons.of(IconShape::Ship(mark), owner);
        mark.map_or_else(|| self.icons.structure(StructureShape::Gun), ship)
    }
}

/// Shows the sides of battles on the wings of their signs, and lets the mouse hit the ships of knots there.
pub fn show_wings(
    sides: SignSides,
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
        let site = battle.and_then(|battle| sites.get(battle));
        let knot = site.map(|site| sides.of(site));
        for (index, wing) in sign.wings.iter().enumerate() {
            parts.show(wing, knot.as_ref().map(|knot| &knot.sides[index]).filter(|side| !side.is_empty()));
        }
        let Some((site, knot)) = site.zip(knot) else { continue };
        let areas = label.legible_area().map(|area| knot.areas_in(area, ui_scale.0));
        for (index, (wing, side)) in sign.wings.iter().zip(&knot.sides).enumerate() {
            if let Some(area) = areas.and_then(|areas| areas.get(index).copied()) {
                aim(side, area, &fan, &mut ships);
            }
            let color = parts.color_of(site, index);
            let mut all = side.ships.iter().chain(&side.hulls);
            let is_selected = all.any(|ship| ships.get(*ship).is_ok_and(|(.., is_selected)| is_selected));
            parts.frame(wing, is_selected, color);
            let (cells, width) = (side.cells(), side.cell_width());
            for (place, node) in wing.cells.iter().enumerate() {
                let shown = cells.get(place).map(|cell| {
                    let head = cell.head.and_then(|head| ships.get(head).ok());
                    let look = head.and_then(|(head, ..)| Some((head.image()?.clone(), head.color())));
                    let mark = cell.class.map(|class| sides.mark_of(class));
                    (cell.count, look.unwrap_or_else(|| (parts.picture_of(site, index, mark), color)))
                });
                parts.write(node, width, shown);
            }
        }
    }
}

/// Lets the mouse hit the ships of a side in the area of its wing, except those that are fanned out. Hulls are hit
/// where they are seen.
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

    #[test]
    fn the_first_rows_of_all_columns_are_level() {
        let levels = [AlignItems::Center, AlignItems::FlexStart, AlignItems::FlexStart];
        assert_eq!([1, 2, 3].map(level_of), levels, "a cell alone is beside the swords");
    }
    #[test]
    fn the_wings_count_all_forces_of_a_battle_whether_or_not_their_marks_are_in_the_picture() {
        use bevy::ecs::system::RunSystemOnce;

        use crate::client::scene::battle::sources::site::example;
        use crate::sim::forecast::{BattleForces, UnitCount};

        let part = |level: u32, count: u32| UnitCount {
            class: ClassId::FIRST,
            level,
            count,
            armour: 100,
            shield: 100,
        };
        let own = Force { ships: vec![part(0, 1)], ..Force::default() };
        let foes = Force { ships: vec![part(0, 2), part(1, 1)], armed_structures: 1, ..Force::default() };
        let forces = BattleForces { sides: [own, foes], has_own: true, ..BattleForces::default() };
        let site = example(glam::DVec3::ZERO, Some(forces));
        let mut world = World::new();
        world.init_resource::<Knots>();
        world.init_resource::<ShipClasses>();
        let knot = world.run_system_once(move |sides: SignSides| sides.of(&site)).expect("it runs");
        let counts = knot.sides.each_ref().map(|side| {
            let cells = side.cells();
            cells.iter().map(|cell| cell.count).collect::<Vec<usize>>()
        });
        assert_eq!(counts, [vec![1], vec![3, 1]]);
        assert!(wings_width(&knot) > 0.0 && wings_width(&Knot::default()) == 0.0);
    }
}
