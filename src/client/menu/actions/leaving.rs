//! Leaving a game for another one, the main menu or the desktop: the game is autosaved first, so that nothing is
//! lost. If that fails, the game is not left; whoever leaves it again is asked.

use bevy::prelude::*;

use super::deeds::answered;
use super::tools::Tools;
use crate::client::frame::Toasts;
use crate::client::menu::Menu;
use crate::client::menu::files::turns::SaveTurn;
use crate::client::menu::files::writer::{SaveEnded, SavesFolder};
use crate::client::menu::pages::items::MenuAction;
use crate::client::settings::{Action, Actions, Settings};

/// Leaves the game once it is saved.
pub(in crate::client::menu) fn go_on(
    mut ended: MessageReader<SaveEnded>,
    mut menu: ResMut<Menu>,
    mut settings: ResMut<Settings>,
    mut tools: Tools,
) {
    let last = ended.read().last().map(|end| end.outcome.is_err());
    let is_busy = tools.is_saving();
    let Some(leaving) = tools.leaving.as_deref_mut() else { return };
    if let Some(has_failed) = last {
        leaving.has_failed = has_failed;
        if has_failed {
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
    let saves = folder.0.as_deref().map(|folder| SaveTurn::Quick.newest_first(folder)).unwrap_or_default();
    if saves.is_empty() {
        return toasts.say("There is no quick save yet");
    }
    let deed = MenuAction::Play(saves);
    if menu.is_unsaved && !menu.saves_itself {
        menu.open(&mut tools.time);
        return menu.ask(deed);
    }
    let mut wanted = settings.clone();
    answered(deed, &mut menu, &mut wanted, &mut tools);
    settings.set_if_neq(wanted);
}
