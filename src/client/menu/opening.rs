//! The menu over the game is opened by its key, by its button on the status line, and by Esc; the main menu by itself.

use bevy::prelude::*;
use leafwing_input_manager::prelude::ActionState;

use super::Menu;
use super::files::saves::list_saves;
use super::files::writer::SavesFolder;
use crate::client::frame::{PageOpen, Toasts};
use crate::client::hud::layout::places::StatusLine;
use crate::client::hud::search::Search;
use crate::client::orders::planning::renaming::Renaming;
use crate::client::settings::played::Played;
use crate::client::settings::{Action, Actions, Settings, menu_words};
use crate::client::widgets::{RESTING, WORDS, text};
use crate::client::worlds::{Playback, Reading, is_going_back};

/// Marks the button on the status line that opens the menu.
#[derive(Component)]
pub(super) struct OpensMenu;

/// Marks the label of that button.
#[derive(Component)]
pub(super) struct OpensMenuWords;

/// Opens the main menu, with the messages of the meantime.
pub(super) fn enter_main(
    mut menu: ResMut<Menu>,
    mut toasts: ResMut<Toasts>,
    folder: Res<SavesFolder>,
    settings: Res<Settings>,
) {
    let played = Played::read(settings.played_file().as_deref());
    menu.open_main(list_saves(folder.0.as_deref(), &played));
    menu.said = toasts.take_fresh();
}

/// Esc opens the menu if nothing else is left to end.
pub(super) fn open_by_escape(mut menu: ResMut<Menu>) -> bool {
    menu.is_wanted = true;
    true
}

/// Opens the menu by its key, by its button, and by Esc; not while another world is about to be entered, or the game
/// hastens back.
pub(super) fn open(
    actions: Actions,
    buttons: Query<&Interaction, (Changed<Interaction>, With<OpensMenu>)>,
    reading: Option<Res<Reading>>,
    playback: Option<Res<Playback>>,
    mut menu: ResMut<Menu>,
    mut time: ResMut<Time<Virtual>>,
) {
    let is_wanted = std::mem::take(&mut menu.is_wanted)
        || actions.just_pressed(&Action::Menu)
        || buttons.iter().any(|button| *button == Interaction::Pressed);
    let must_wait = reading.is_some() || is_going_back(playback);
    if is_wanted && !must_wait && !menu.is_open() {
        menu.open(&mut time);
    }
}

/// While the menu, the search or the field of a name is open, keys of the game have no effect.
pub(super) fn rest_keys(
    menu: Res<Menu>,
    search: Res<Search>,
    renaming: Res<Renaming>,
    mut state: Single<&mut ActionState<Action>>,
) {
    match (menu.is_open() || search.is_open() || renaming.is_open(), state.disabled()) {
        (true, false) => state.disable(),
        (false, true) => state.enable(),
        _ => {}
    }
}

/// Spawns the button on the status line.
pub(super) fn spawn_button(mut commands: Commands, line: Single<Entity, With<StatusLine>>) {
    commands.spawn((
        OpensMenu,
        Button,
        Node {
            padding: UiRect::axes(px(8), px(2)),
            border_radius: BorderRadius::all(px(4)),
            flex_shrink: 0.0,
            ..default()
        },
        BackgroundColor(RESTING),
        ChildOf(*line),
        children![(OpensMenuWords, text("", 14.0, WORDS), TextLayout::no_wrap())],
    ));
}

/// Writes the key that opens the menu on the button.
pub(super) fn name_button(settings: Res<Settings>, mut words: Single<&mut Text, With<OpensMenuWords>>) {
    words.0 = menu_words(&settings.keys);
}

/// Publishes whether the menu is open.
pub(super) fn note_open(menu: Res<Menu>, mut page: ResMut<PageOpen>) {
    page.set_if_neq(PageOpen(menu.is_open()));
}
