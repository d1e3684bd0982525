//! The nodes of the column: text-only parts, and parts that hold rows.

use bevy::prelude::*;

use super::place::{GOOD_WIDTH, TOP};
use crate::client::hud::layout::places::{CoversSky, GAP, Slot};
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{CORNER_PIXELS, PANEL, Tip, WORDS, plate, text};

/// Padding of these words, horizontal and vertical, pixels.
pub(super) const PADDING: Vec2 = Vec2::new(10.0, 2.0);

/// Marks the column.
#[derive(Component)]
pub struct TopColumn;

/// Marks a part that is a plate with rows, as wide as the column has room for. Its width is a number of pixels: the
/// engine measures the height of a part in a column before it limits the width, and a plate with wrapped words would be
/// a line too low.
#[derive(Component)]
pub struct TopPlate;

/// Marks the words of a text-only part.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotWords(pub(super) Slot);

/// Spawns the column with its empty parts.
pub fn spawn_column(mut commands: Commands) {
    let column = Node {
        position_type: PositionType::Absolute,
        left: px(GAP),
        right: px(GAP),
        top: px(TOP),
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Center,
        overflow: Overflow::clip(),
        ..default()
    };
    let column = commands.spawn((TopColumn, column, Pickable::IGNORE)).id();
    for slot in Slot::ALL {
        match slot {
            Slot::Seat | Slot::Progress => spawn_plate(&mut commands, column, slot),
            Slot::Verdict | Slot::Alerts | Slot::Report | Slot::Warnings => {
                spawn_list(&mut commands, column, slot)
            }
        }
    }
}

/// Spawns a text-only part.
fn spawn_plate(commands: &mut Commands, column: Entity, slot: Slot) {
    let plate = Node {
        display: Display::None,
        padding: UiRect::axes(px(PADDING.x), px(PADDING.y)),
        margin: UiRect::bottom(px(GAP)),
        border_radius: BorderRadius::all(px(CORNER_PIXELS)),
        flex_shrink: 0.0,
        ..default()
    };
    let words = (SlotWords(slot), text("", SMALL_PIXELS, WORDS), TextLayout::no_wrap());
    commands.spawn((
        (slot, CoversSky),
        plate,
        BackgroundColor(PANEL),
        (Tip(String::new()), Pickable::IGNORE),
        ChildOf(column),
        children![(words, Pickable::IGNORE)],
    ));
}

/// Spawns a part that holds rows.
fn spawn_list(commands: &mut Commands, column: Entity, slot: Slot) {
    let list = Node {
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::FlexStart,
        row_gap: px(4),
        flex_shrink: 0.0,
        ..default()
    };
    commands.spawn((slot, CoversSky, list, Pickable::IGNORE, ChildOf(column)));
}

/// Makes a part a plate for rows, hidden at first, and returns it; `shaped` sets what is special about its node. It has
/// the gap of all parts below it.
pub fn furnish(
    commands: &mut Commands,
    slots: &Query<(Entity, &Slot, &Node)>,
    slot: Slot,
    shaped: impl FnOnce(Node) -> Node,
) -> Option<Entity> {
    let (part, _, node) = slots.iter().find(|(_, other, _)| **other == slot)?;
    let node = Node {
        display: Display::None,
        width: px(GOOD_WIDTH),
        margin: UiRect::bottom(px(GAP)),
        align_items: AlignItems::Stretch,
        ..node.clone()
    };
    commands.entity(part).insert((TopPlate, plate(shaped(node))));
    Some(part)
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    fn fill(mut commands: Commands, slots: Query<(Entity, &Slot, &Node)>) -> Entity {
        furnish(&mut commands, &slots, Slot::Alerts, |node| node).expect("it is there")
    }

    #[test]
    fn all_plates_keep_the_same_gap_below() {
        let mut world = World::new();
        spawn_column(world.commands());
        world.flush();
        let alerts = world.run_system_once(fill).expect("it runs");
        let mut parts = world.query::<(&Slot, &Node)>();
        let words =
            parts.iter(&world).find(|(slot, _)| **slot == Slot::Progress).map(|(_, node)| node.margin);
        assert_eq!(world.get::<Node>(alerts).map(|node| node.margin), words);
    }
}
