//! A line of text for input: for a search, or a name.
//!
//! On a page with a field, letters go to the field at any focus. Changes arrive as
//! [`TextEditChange`](bevy::text::TextEditChange); read the text with [`written`].

use bevy::input::keyboard::KeyboardInput;
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::input_focus::{FocusCause, FocusedInput, InputFocus};
use bevy::prelude::*;
use bevy::text::{EditableText, TextCursorStyle, TextEdit};

use crate::client::widgets::theme::{ACCENT, EDGE, NOTE_PIXELS, ON, PANEL, QUIET, WORDS, text};
use crate::level::check::MAX_NAME_LETTERS;

/// The most letters of a text: those of a name.
const MOST_LETTERS: usize = MAX_NAME_LETTERS;
/// Width of the field, pixels.
const WIDTH: f32 = 260.0;

/// An empty field with a label.
pub fn text_field(label: &str) -> impl Bundle {
    filled_field(label, "")
}

/// A field with a label and a text. The text is selected, so that the first letter replaces it.
pub fn filled_field(label: &str, words: &str) -> impl Bundle {
    let mut line = EditableText { max_characters: Some(MOST_LETTERS), ..EditableText::new(words) };
    line.queue_edit(TextEdit::SelectAll);
    let field = Node {
        width: px(WIDTH),
        padding: UiRect::axes(px(6), px(2)),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(4)),
        ..default()
    };
    let style = TextCursorStyle {
        color: ACCENT,
        selection_color: ON,
        unfocused_selection_color: Color::NONE,
        selected_text_color: None,
    };
    let (_, font, color) = text("", NOTE_PIXELS, WORDS);
    (
        Node { column_gap: px(8), align_items: AlignItems::Center, flex_shrink: 0.0, ..default() },
        children![
            text(label, NOTE_PIXELS, QUIET),
            (
                line,
                (font, color, TextLayout::no_wrap(), style),
                field,
                (BackgroundColor(PANEL), BorderColor::all(EDGE)),
                TabIndex(0),
            ),
        ],
    )
}

/// The text of a field.
pub fn written(field: &EditableText) -> String {
    field.value().to_string()
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(lead_to_field).add_systems(Update, light);
}

/// Lights the edge of the field that receives letters.
fn light(focus: Res<InputFocus>, mut fields: Query<(Entity, &mut BorderColor), With<EditableText>>) {
    for (field, mut border) in &mut fields {
        let has_focus = focus.get() == Some(field);
        border.set_if_neq(BorderColor::all(if has_focus { ACCENT } else { EDGE }));
    }
}

/// Passes unused letters on a page to its field.
fn lead_to_field(
    mut event: On<FocusedInput<KeyboardInput>>,
    pages: Query<(), With<TabGroup>>,
    parents: Query<&ChildOf>,
    mut fields: Query<(Entity, &mut EditableText)>,
    keys: Res<ButtonInput<KeyCode>>,
    mut focus: ResMut<InputFocus>,
) {
    let (page, from) = (event.focused_entity, event.original_event_target());
    let is_shortcut = keys.any_pressed([
        KeyCode::ControlLeft,
        KeyCode::ControlRight,
        KeyCode::AltLeft,
        KeyCode::AltRight,
        KeyCode::SuperLeft,
        KeyCode::SuperRight,
    ]);
    let letters =
        event.input.text.clone().filter(|text| !text.contains(|one: char| one.is_control() || one == ' '));
    let Some(letters) = letters.filter(|_| pages.contains(page) && !is_shortcut) else { return };
    let of_page = |entity: Entity| parents.iter_ancestors(entity).any(|ancestor| ancestor == page);
    // All keys of a frame arrive at the entity that had the focus before it.
    let field = fields.iter_mut().find(|(entity, _)| of_page(*entity) && from != *entity);
    if let Some((entity, mut field)) = field.filter(|_| event.input.state.is_pressed()) {
        focus.set(entity, FocusCause::Navigated);
        field.queue_edit(TextEdit::Insert(letters));
        event.propagate(false);
    }
}
