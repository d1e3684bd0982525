//! Leaving a game for another one, the main menu or the desktop: the game is autosaved first, so that nothing is
//! lost. If that fails, the game is not left, and the player who tries again is asked.

use bevy::prelude::*;

use super::deeds::answered;
use super::tools::Tools;
use crate::client::clockwork::REWINDING;
use crate::client::frame::Toasts;
use crate::client::menu::Menu;
use crate::client::menu::files::turns::SaveTurn;
use crate::client::menu::files::writer::{SaveEnded, SavePlace, SavesFolder};
use crate::client::menu::pages::items::MenuAction;
use crate::client::settings::{Action, Actions, Settings};
use crate::sim::Era;

/// Leaves the game once it is saved.
pub(in crate::client::menu) fn go_on(
    mut ended: MessageReader<SaveEnded>,
    era: Option<Res<Era>>,
    mut menu: ResMut<Menu>,
    mut settings: ResMut<Settings>,
    mut tools: Tools,
) {
    let is_busy = tools.is_saving();
    let Some(leaving) = tools.leaving.as_deref_mut() else { return };
    let of_this_game = ended.read().filter(|end| era.as_deref() == Some(&end.era));
    for SaveEnded { place, outcome, .. } in of_this_game {
        // A refused name says nothing about the next autosave.
        if matches!(place, SavePlace::InTurn(_)) {
            leaving.has_failed = outcome.is_err();
        }
        if outcome.is_err() && !is_busy {
            leaving.deed = None;
        }
    }
    if is_busy || leaving.deed.is_none() {
        return;
    }
    let Some(deed) = leaving.deed.take() else { return };
    let mut wanted = settings.clone();
    menu.is_unsaved = false;
    answered(deed, &mut menu, &mut wanted, &mut tools);
    settings.set_if_neq(wanted);
}

/// Loads the newest quick save by its key.
pub(in crate::client::menu) fn load_by_key(
    actions: Actions,
    folder: Res<SavesFolder>,
    mut menu: ResMut<Menu>,
    mut settings: ResMut<Settings>,
    mut tools: Tools,
    mut toasts: ResMut<Toasts>,
) {
    if menu.is_open() || !actions.just_pressed(&Action::QuickLoad) {
        return;
    }
    if tools.is_rewinding() {
        return toasts.say(REWINDING);
    }
    if tools.is_saving() {
        return toasts.say("The game is being saved. Try again in a moment");
    }
    let saves = folder.0.as_deref().map(|folder| SaveTurn::Quick.newest_first(folder)).unwrap_or_default();
    if saves.is_empty() {
        return toasts.say("There is no quick save yet");
    }
    let deed = MenuAction::Play(saves);
    if menu.is_unsaved && !menu.saves_itself {
        menu.open(&mut tools.time);
        return menu.ask(deed);
    }
    toasts.say("Loading the quick save");
    let mut wanted = settings.clone();
    answered(deed, &mut menu, &mut wanted, &mut tools);
    settings.set_if_neq(wanted);
}
