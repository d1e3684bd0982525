//! A prompt: a panel over the game with a field, to which all letters belong until it ends.
//!
//! [`spawn_prompt`] takes a marker for the layer and one for the node about the field. While the prompt is there,
//! [`hold_focus`] runs and the keys of the game rest (see `rest_keys` of the menu). Esc and a click elsewhere end it
//! ([`Leaving`]): a prompt that is forgotten would hold all keys.

use bevy::ecs::system::SystemParam;
use bevy::input::keyboard::KeyboardInput;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::text::EditableText;

use super::key_hint::key_hint;
use super::panel::{band, panel};
use super::tip_place::OnlyOwnTips;
use crate::client::frame::PageOpen;
use crate::client::widgets::text_field::written;

/// Width of the panel, pixels.
const WIDTH: f32 = 420.0;
/// From the upper edge of the screen, hundredths of its height.
const TOP: f32 = 12.0;
/// The most height, hundredths of the screen.
const MOST_HEIGHT: f32 = 84.0;
/// Between the edge of the panel and its parts, pixels.
const PADDING: f32 = 12.0;
/// Above all other panels of the game, and below the menu.
const LAYER: GlobalZIndex = GlobalZIndex(20);

/// Spawns a prompt with a text field. Returns its panel, for rows below the field.
pub fn spawn_prompt(
    commands: &mut Commands,
    layer: impl Bundle,
    room: impl Bundle,
    field: impl Bundle,
) -> Entity {
    let place = (TabGroup::modal(), OnlyOwnTips, Hovered::default(), band(vh(TOP), auto()), LAYER);
    let layer = commands.spawn((layer, place)).id();
    let plate = commands.spawn((panel(px(WIDTH)), ChildOf(layer))).id();
    commands.entity(plate).entry::<Node>().and_modify(|mut node| {
        (node.padding, node.max_height) = (UiRect::all(px(PADDING)), vh(MOST_HEIGHT));
    });
    let head = Node {
        column_gap: px(PADDING),
        justify_content: JustifyContent::SpaceBetween,
        align_items: AlignItems::Center,
        ..default()
    };
    let head = commands.spawn((head, ChildOf(plate))).id();
    commands.spawn((room, field, ChildOf(head)));
    commands.spawn((key_hint("Esc", "Close"), ChildOf(head)));
    plate
}

/// Whether Enter went down.
pub fn is_enter(input: &KeyboardInput) -> bool {
    matches!(input.key_code, KeyCode::Enter | KeyCode::NumpadEnter) && input.state.is_pressed()
}

/// Query bundle for the field in the node with a marker.
#[derive(SystemParam)]
pub struct FieldIn<'w, 's, Room: Component> {
    rooms: Query<'w, 's, &'static Children, With<Room>>,
    fields: Query<'w, 's, (Entity, &'static EditableText)>,
}

impl<Room: Component> FieldIn<'_, '_, Room> {
    fn get(&self) -> Option<(Entity, &EditableText)> {
        self.rooms.iter().flatten().find_map(|child| self.fields.get(*child).ok())
    }

    /// The text; empty without a prompt.
    pub fn text(&self) -> String {
        self.get().map_or_else(String::new, |(_, field)| written(field))
    }

    /// Whether the text has all letters: those of a frame are added at its end.
    pub fn is_complete(&self) -> bool {
        self.get().is_none_or(|(_, field)| field.pending_edits.is_empty())
    }
}

/// Query bundle for the end of a prompt.
#[derive(SystemParam)]
pub struct Leaving<'w> {
    keys: Res<'w, ButtonInput<KeyCode>>,
    mouse: Res<'w, ButtonInput<MouseButton>>,
    page: Res<'w, PageOpen>,
}

impl Leaving<'_> {
    /// Whether the player leaves a prompt: by Esc, by a click elsewhere, or to a page of the menu.
    pub fn is_wanted(&self, is_hovered: bool) -> bool {
        let is_click = self.mouse.any_just_pressed([MouseButton::Left, MouseButton::Right]);
        self.page.0 || self.keys.just_pressed(KeyCode::Escape) || (is_click && !is_hovered)
    }
}

/// The field has the focus, unless another part of the prompt has it.
pub fn hold_focus<Layer: Component, Room: Component>(
    layer: Single<Entity, With<Layer>>,
    field: FieldIn<Room>,
    parents: Query<&ChildOf>,
    mut focus: ResMut<InputFocus>,
) {
    let is_inside = |entity: Entity| parents.iter_ancestors(entity).any(|ancestor| ancestor == *layer);
    if let Some((entity, _)) = field.get().filter(|_| !focus.get().is_some_and(is_inside)) {
        focus.set(entity, FocusCause::Navigated);
    }
}
