//! The effects of keys in the menu: Esc, the key that opens it, and keys that are bound to an action.

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::FocusedInput;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::key_capture::CapturedKeys;
use crate::client::menu::pages::items::MenuAction;
use crate::client::menu::pages::question::leaves_game;
use crate::client::menu::{Menu, Page};
use crate::client::settings::keys::actions::chords_of;
use crate::client::settings::{Action, Settings};
use crate::client::widgets::RowIndex;

/// Whether Esc is pressed, or the key that opens the menu. On a page with a field a letter goes only there.
pub(super) fn goes_back(
    menu: &Menu,
    settings: &Settings,
    keys: &ButtonInput<KeyCode>,
    letters: &ButtonInput<Key>,
) -> bool {
    let is_written = menu.field().is_some() && is_letter(letters);
    keys.just_pressed(KeyCode::Escape) || (!is_written && is_pressed(Action::Menu, settings, keys))
}

/// Whether a letter is pressed.
pub(in crate::client::menu) fn is_letter(letters: &ButtonInput<Key>) -> bool {
    letters.get_just_pressed().any(|key| matches!(key, Key::Character(_) | Key::Space))
}

/// Whether a key of an action is pressed.
pub(in crate::client::menu) fn is_pressed(
    action: Action,
    settings: &Settings,
    keys: &ButtonInput<KeyCode>,
) -> bool {
    let is_down = |key: &KeyCode| keys.pressed(*key) || keys.just_pressed(*key);
    let is_new =
        |chord: &Vec<KeyCode>| chord.iter().all(is_down) && keys.any_just_pressed(chord.iter().copied());
    chords_of(action, &settings.keys).iter().any(is_new)
}

/// Whether a deed is a slip: a player who pauses just as the war is decided wants to leave neither the page of the
/// result nor the game.
pub(super) fn is_slip(
    deed: &MenuAction,
    menu: &Menu,
    settings: &Settings,
    keys: &ButtonInput<KeyCode>,
) -> bool {
    let leaves = *deed == MenuAction::GoOn || leaves_game(deed);
    menu.page == Some(Page::Result) && leaves && is_pressed(Action::Pause, settings, keys)
}

/// A button with a key of its own is pressed by it while its row has the focus.
pub(super) fn use_own_keys(
    event: On<FocusedInput<KeyboardInput>>,
    rows: Query<&Children, With<RowIndex>>,
    buttons: Query<&MenuAction>,
    mut commands: Commands,
) {
    let (key, is_new) = (event.input.key_code, event.input.state.is_pressed() && !event.input.repeat);
    let Some(cells) = rows.get(event.focused_entity).ok().filter(|_| is_new) else { return };
    let has_key = |deed: &MenuAction| deed.own_key() == Some(key);
    let button = cells.iter().find(|cell| buttons.get(*cell).is_ok_and(has_key));
    if let Some(entity) = button {
        commands.trigger(Activate { entity });
    }
}

/// The effect of Esc: it empties the field, else it goes back.
pub(super) fn deed_of_escape(menu: &Menu) -> Option<MenuAction> {
    match menu.page? {
        page if !menu.search.is_empty() => Some(MenuAction::Turn(page)),
        _ => menu.way_back(),
    }
}

/// Binds the keys that were pressed for an action.
pub(super) fn take_keys(down: &[KeyCode], up: &[KeyCode], menu: &mut Menu, settings: &mut Settings) {
    let Some(capturing) = &mut menu.capturing else { return };
    let (action, adds) = (capturing.action, capturing.adds);
    match capturing.record(down, up) {
        CapturedKeys::Waits => {}
        CapturedKeys::GivenUp => menu.capturing = None,
        CapturedKeys::Keys(keys) => {
            settings.bind(action, keys, adds);
            menu.capturing = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::encyclopedia::topics::Topic;
    use crate::client::menu::actions::key_capture::KeyCapture;
    use crate::client::menu::skirmish::TypedChoice;

    #[test]
    fn escape_goes_back_and_then_closes() {
        let mut menu = Menu { page: Some(Page::Settings), ..default() };
        assert_eq!(deed_of_escape(&menu), Some(MenuAction::Turn(Page::Pause)));
        menu.turn(Page::Load);
        menu.ask(MenuAction::Restart);
        assert_eq!(deed_of_escape(&menu), Some(MenuAction::Turn(Page::Load)));
        menu.turn(Page::Pause);
        assert_eq!(deed_of_escape(&menu), Some(MenuAction::GoOn));
        menu.turn(Page::Result);
        assert_eq!(deed_of_escape(&menu), Some(MenuAction::GoOn));
    }

    #[test]
    fn the_key_that_pauses_does_not_leave_the_result() {
        let (menu, settings) = (Menu { page: Some(Page::Result), ..default() }, Settings::default());
        let mut keys = ButtonInput::default();
        assert!(!is_slip(&MenuAction::GoOn, &menu, &settings, &keys), "a click does");
        keys.press(KeyCode::Space);
        assert!(is_slip(&MenuAction::GoOn, &menu, &settings, &keys));
        assert!(is_slip(&MenuAction::Restart, &menu, &settings, &keys), "no other game begins by it");
        assert!(!is_slip(&MenuAction::Turn(Page::Load), &menu, &settings, &keys));
        let pause = Menu { page: Some(Page::Pause), ..default() };
        assert!(!is_slip(&MenuAction::GoOn, &pause, &settings, &keys));
    }

    #[test]
    fn escape_leads_back_to_the_main_menu_and_no_farther() {
        let mut menu = Menu { page: Some(Page::Main), home: Page::Main, ..default() };
        let pages = [Page::Load, Page::Levels, Page::Encyclopedia, Page::Settings, Page::Keys, Page::Credits];
        for page in pages {
            menu.turn(page);
            assert_eq!(deed_of_escape(&menu), Some(MenuAction::Turn(Page::Main)), "{page:?}");
        }
        menu.turn(Page::Topic(Topic::Ships));
        assert_eq!(deed_of_escape(&menu), Some(MenuAction::Turn(Page::Encyclopedia)));
        menu.turn(Page::Main);
        assert_eq!(deed_of_escape(&menu), None);
    }

    #[test]
    fn escape_ends_a_search_first() {
        let mut menu = Menu { page: Some(Page::Levels), search: "sol".to_owned(), ..default() };
        assert_eq!(deed_of_escape(&menu), Some(MenuAction::Turn(Page::Levels)));
        menu.turn(Page::Levels);
        assert_eq!(deed_of_escape(&menu), Some(MenuAction::Turn(Page::Pause)));
    }

    #[test]
    fn escape_empties_the_field_of_a_seed_and_then_leads_back_to_the_new_system() {
        let page = Page::SkirmishTyped(TypedChoice::SystemSeed);
        let mut menu = Menu { page: Some(page), search: "7".to_owned(), ..default() };
        assert_eq!(deed_of_escape(&menu), Some(MenuAction::Turn(page)));
        menu.turn(page);
        assert_eq!(deed_of_escape(&menu), Some(MenuAction::Turn(Page::NewSystem)));
        menu.turn(Page::NewSystem);
        assert_eq!(deed_of_escape(&menu), Some(MenuAction::Turn(Page::Skirmish)));
    }

    #[test]
    fn escape_empties_the_field_of_a_date_and_then_leads_back_to_all_choices() {
        let page = Page::SkirmishTyped(TypedChoice::Date);
        let mut menu = Menu { page: Some(page), search: "20".to_owned(), ..default() };
        assert_eq!(deed_of_escape(&menu), Some(MenuAction::Turn(page)));
        menu.turn(page);
        assert_eq!(deed_of_escape(&menu), Some(MenuAction::Turn(Page::SkirmishMore)));
    }

    #[test]
    fn captured_keys_are_bound() {
        let mut menu = Menu { capturing: Some(KeyCapture::new(Action::Pause, false)), ..default() };
        let mut settings = Settings::default();
        take_keys(&[KeyCode::KeyP], &[], &mut menu, &mut settings);
        assert!(menu.capturing.is_some() && settings.keys.is_empty());
        take_keys(&[], &[KeyCode::KeyP], &mut menu, &mut settings);
        assert!(menu.capturing.is_none());
        assert_eq!(settings.keys.len(), 1);
    }
}
