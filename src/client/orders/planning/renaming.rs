//! The field for another name of a fleet. While it is open, all letters are its own, as those of the search are.

use bevy::input::keyboard::KeyboardInput;
use bevy::input_focus::{FocusedInput, InputFocus};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;

use super::chosen::ChosenFleet;
use crate::client::frame::{InputSystems, Player};
use crate::client::widgets::key_hint::key_hint;
use crate::client::widgets::prompt::{FieldIn, Leaving, hold_focus, is_enter, spawn_prompt};
use crate::client::widgets::text_field::filled_field;
use crate::sim::{Command, FleetId, OfWorld, Order, OrderQueue, Units};

/// The fleet that gets another name, and the state of the field.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Renaming {
    /// Number and present name of the fleet; `None` while the field is closed.
    fleet: Option<(FleetId, String)>,
    /// Whether Enter was pressed in the field.
    is_entered: bool,
}

impl Renaming {
    /// Whether the field is open.
    pub fn is_open(&self) -> bool {
        self.fleet.is_some()
    }

    /// Opens the field for a fleet.
    pub fn begin(&mut self, fleet: &ChosenFleet) {
        *self = Self { fleet: Some((fleet.id, fleet.name.clone())), is_entered: false };
    }

    /// Closes the field. Returns the order for the text in it; `None` if the name stays the same.
    fn end(&mut self, text: &str) -> Option<Order> {
        let (fleet, before) = std::mem::take(self).fleet?;
        let name = text.trim();
        (name != before).then(|| Order::fleet(Units::Fleet(fleet), Command::Rename(name.to_owned())))
    }
}

/// Marks the layer of the panel, which is there while the field is open.
#[derive(Component)]
struct RenamingLayer;

/// Marks the node about the field.
#[derive(Component)]
struct NameRoom;

pub(super) fn plugin(app: &mut App) {
    app.init_of_world::<Renaming>().add_observer(note_enter);
    app.add_systems(Update, (leave, accept, close).chain().in_set(InputSystems::Panel));
    let opening = (open, hold_focus::<RenamingLayer, NameRoom>);
    app.add_systems(Update, opening.chain().in_set(InputSystems::Select));
}

/// Enter in the field gives the order; on other pages it would go to the next row.
fn note_enter(
    mut event: On<FocusedInput<KeyboardInput>>,
    rooms: Query<(), With<NameRoom>>,
    mut renaming: ResMut<Renaming>,
) {
    if is_enter(&event.input) && rooms.contains(event.focused_entity) {
        event.propagate(false);
        renaming.is_entered = true;
    }
}

/// Leaves the name as it is.
fn leave(leaving: Leaving, layer: Single<&Hovered, With<RenamingLayer>>, mut renaming: ResMut<Renaming>) {
    if leaving.is_wanted(layer.get()) {
        *renaming = Renaming::default();
    }
}

/// Gives the order, after Enter.
fn accept(
    field: FieldIn<NameRoom>,
    player: Res<Player>,
    mut renaming: ResMut<Renaming>,
    mut door: ResMut<OrderQueue>,
) {
    if renaming.is_entered
        && field.is_complete()
        && let Some(order) = renaming.end(&field.text())
    {
        door.give(player.faction, order);
    }
}

/// Removes the panel of a closed field.
fn close(
    mut commands: Commands,
    renaming: Res<Renaming>,
    layer: Single<Entity, With<RenamingLayer>>,
    mut focus: ResMut<InputFocus>,
) {
    if !renaming.is_open() {
        commands.entity(*layer).despawn();
        focus.clear();
    }
}

/// Spawns the panel, with the present name in the field.
fn open(mut commands: Commands, renaming: Res<Renaming>, layers: Query<(), With<RenamingLayer>>) {
    if let Some((_, name)) = renaming.fleet.as_ref().filter(|_| layers.is_empty()) {
        let field = filled_field("Name", name);
        let plate = spawn_prompt(&mut commands, RenamingLayer, NameRoom, field);
        commands.spawn((key_hint("Enter", "Rename"), ChildOf(plate)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::orders::planning::test_support::two_fleets;

    #[test]
    fn only_another_name_is_an_order() {
        let [fleet, _] = two_fleets(default(), default());
        let order_of = |text: &str| {
            let mut renaming = Renaming::default();
            renaming.begin(&fleet);
            assert!(renaming.is_open());
            let order = renaming.end(text);
            assert!(!renaming.is_open());
            order
        };
        let renamed =
            |name: &str| Some(Order::fleet(Units::Fleet(fleet.id), Command::Rename(name.to_owned())));
        assert_eq!((order_of("First"), order_of(" First ")), (None, None));
        assert_eq!(order_of("Home guard "), renamed("Home guard"));
        assert_eq!(order_of(" "), renamed(""), "the world says why not");
    }
}
