//! The wheel over a panel with a scrolled column: it is the panel's own, and scrolls the column also where the pointer
//! is beside the rows.

use bevy::picking::events::{Pointer, Scroll};
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;
use bevy::ui_widgets::ScrollArea;

use crate::client::frame::WheelTaken;

/// Marks a node that holds a scrolled column with its bar, and may hold other things.
#[derive(Component)]
pub(super) struct ScrollPanel;

/// The wheel over a panel with a scrolled column is its own, and does not zoom.
pub fn take_wheel<Panel: Component>(
    panels: Query<(&RelativeCursorPosition, &Node), With<Panel>>,
    mut taken: ResMut<WheelTaken>,
) {
    if panels.iter().any(|(cursor, node)| node.display != Display::None && cursor.cursor_over()) {
        taken.set_if_neq(WheelTaken(true));
    }
}

/// Hands the wheel over the rest of a panel on to its scrolled column, unless the panel has several. Over the column
/// itself the wheel does not come so far.
pub(super) fn hand_on(
    mut scroll: On<Pointer<Scroll>>,
    panels: Query<(), (With<ScrollPanel>, Without<ScrollArea>)>,
    children: Query<&Children>,
    columns: Query<(), With<ScrollArea>>,
    mut commands: Commands,
) {
    let turned = scroll.event();
    if !panels.contains(turned.entity) {
        return;
    }
    let within = children.iter_descendants(turned.entity).filter(|node| columns.contains(*node));
    let columns: Vec<Entity> = within.take(2).collect();
    let [column] = columns[..] else { return };
    let location = turned.pointer_location.clone();
    let wheel = turned.event.clone();
    commands.trigger(Pointer::new_without_propagate(turned.pointer_id, location, wheel, column));
    scroll.propagate(false);
}

#[cfg(test)]
mod tests {
    use bevy::camera::NormalizedRenderTarget;
    use bevy::ecs::system::RunSystemOnce;
    use bevy::input::mouse::MouseScrollUnit;
    use bevy::input::touch::TouchPhase;
    use bevy::picking::backend::HitData;
    use bevy::picking::pointer::{Location, PointerId};

    use super::super::spawn_scroll;
    use super::*;

    #[derive(Component)]
    struct Card;

    #[test]
    fn the_wheel_over_a_panel_that_is_shown_is_its_own() {
        let mut world = World::new();
        world.init_resource::<WheelTaken>();
        let pointed = RelativeCursorPosition { cursor_over: true, normalized: None };
        let card = world.spawn((Card, pointed, Node { display: Display::None, ..default() })).id();
        let mut is_taken = || {
            world.run_system_once(take_wheel::<Card>).unwrap();
            let taken = world.resource::<WheelTaken>().0;
            world.get_mut::<Node>(card).unwrap().display = Display::Flex;
            taken
        };
        assert_eq!([is_taken(), is_taken()], [false, true]);
    }

    /// The columns over which the wheel was turned.
    #[derive(Resource, Default)]
    struct Turned(Vec<Entity>);

    fn note(scroll: On<Pointer<Scroll>>, columns: Query<(), With<ScrollArea>>, mut turned: ResMut<Turned>) {
        if columns.contains(scroll.entity) {
            turned.0.push(scroll.entity);
        }
    }

    /// The wheel, turned over a node.
    fn wheel_over(node: Entity) -> Pointer<Scroll> {
        let target = NormalizedRenderTarget::None { width: 200, height: 200 };
        let hit = HitData::new(Entity::PLACEHOLDER, 0.0, None, None);
        let (unit, phase) = (MouseScrollUnit::Line, TouchPhase::Moved);
        let wheel = Scroll { unit, x: 0.0, y: -1.0, hit, phase };
        Pointer::new(PointerId::Mouse, Location { target, position: Vec2::ZERO }, wheel, node)
    }

    #[test]
    fn the_wheel_beside_the_rows_of_a_panel_scrolls_its_only_column() {
        let mut world = World::new();
        world.init_resource::<Turned>();
        // An event goes on to the parent only in a world that knows windows.
        world.register_component::<Window>();
        world.add_observer(hand_on);
        world.add_observer(note);
        let page = world.spawn_empty().id();
        let panel = world.spawn(ChildOf(page)).id();
        let column = spawn_scroll(&mut world.commands(), panel, ());
        world.flush();
        let frame = world.get::<ChildOf>(column).map(ChildOf::parent).expect("it has a frame");
        let words = world.spawn(ChildOf(panel)).id();
        let turned = |world: &mut World, node: Entity| {
            world.trigger(wheel_over(node));
            world.flush();
            std::mem::take(&mut world.resource_mut::<Turned>().0)
        };
        for node in [frame, words, panel] {
            assert_eq!(turned(&mut world, node), [column], "below the last row, and beside the list");
        }
        assert!(turned(&mut world, page).is_empty(), "beside the panel");
        spawn_scroll(&mut world.commands(), panel, ());
        world.flush();
        assert!(turned(&mut world, words).is_empty(), "which of the two?");
    }
}
