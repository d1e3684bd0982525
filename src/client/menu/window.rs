//! The window: full screen by its key, and the question before it closes.

use bevy::input::keyboard::Key;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::window::WindowCloseRequested;

use super::Menu;
use super::actions::keys::{is_letter, is_pressed};
use super::files::writer::SaveWriter;
use super::pages::items::MenuAction;
use crate::client::clockwork::REWINDING;
use crate::client::frame::Toasts;
use crate::client::settings::{Action, Settings};
use crate::client::worlds::{Playback, is_rewinding};

/// Fills the screen, or goes back to a window, by the key for that: in the game, and where a page holds all other
/// keys. A letter that is typed into a field does not count as a key.
pub(super) fn toggle_full_screen(
    keys: Res<ButtonInput<KeyCode>>,
    letters: Res<ButtonInput<Key>>,
    menu: Res<Menu>,
    fields: Query<(), With<EditableText>>,
    mut focus: ResMut<InputFocus>,
    mut settings: ResMut<Settings>,
) {
    let is_writing = || focus.get().is_some_and(|focused| fields.contains(focused)) && is_letter(&letters);
    if menu.capturing.is_some() || !is_pressed(Action::FullScreen, &settings, &keys) || is_writing() {
        return;
    }
    settings.display.full_screen = !settings.display.full_screen;
    // Enter, with Alt as well, would press the button that has the focus.
    focus.clear();
}

/// Closes the window on request. If the game has gone on since its last save the menu asks first; another request
/// meanwhile is an answer. The window stays until a save is finished, and while the game rewinds.
pub(super) fn close(
    mut requests: MessageReader<WindowCloseRequested>,
    mut menu: ResMut<Menu>,
    mut time: ResMut<Time<Virtual>>,
    writer: Res<SaveWriter>,
    playback: Option<Res<Playback>>,
    mut toasts: ResMut<Toasts>,
    mut exit: MessageWriter<AppExit>,
) {
    if requests.read().count() == 0 {
        return;
    }
    if is_rewinding(playback) {
        return toasts.say(REWINDING);
    }
    let is_answered = !menu.is_unsaved || menu.asks(&MenuAction::Quit);
    if !menu.is_unsaved && !writer.is_busy() {
        exit.write(AppExit::Success);
        return;
    }
    if !menu.is_open() {
        menu.open(&mut time);
    }
    if is_answered {
        menu.asked.push(MenuAction::Quit);
    } else {
        menu.ask(MenuAction::Quit);
    }
}
