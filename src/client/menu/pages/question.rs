//! The question before a deed that loses something.
//!
//! [`Menu::ask`] opens the page of the question. It begins with the consequences; the first row leads back, so that a
//! second Enter loses nothing, and the last one has the deed, which is executed then. The foot of the page has no other
//! way back.

use super::items::{Item, MenuAction, back};
use crate::client::menu::files::paths::{FileKind, stem};
use crate::client::menu::{Menu, Page};

/// The consequence of leaving a game that is not autosaved.
pub(super) const LOST: &str = "Unsaved progress will be lost";
/// The consequence of leaving a game that is autosaved.
const KEPT: &str = "The game is autosaved first";
/// The consequence of a deed that loses a save.
const SAVE_LOST: &str = "Its game will be lost";
/// The consequence of deleting a replay.
const REPLAY_LOST: &str = "The replay will be lost";
/// The consequence of rewinding a game without a replay.
const END_LOST: &str = "What came after that moment will be lost: no replay of this game is written.";
/// The consequence of starting the guide again.
const GUIDE_AGAIN: &str = "The guide shows all its steps again, from the first one.";
/// The row that changes nothing, with its key.
const CANCEL: &str = "Cancel [Esc]";
/// The consequences of a surrender.
const SURRENDER: &str = "Your crews scuttle all your ships and structures, your troopers leave all grounds, and your \
    bodies become unclaimed. Allies, if you have any, fight on.";

/// A deed that waits for its confirmation.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::client::menu) struct Question {
    /// The deed.
    pub(in crate::client::menu) deed: MenuAction,
    /// The page that asks, to which the question leads back.
    pub(in crate::client::menu) from: Page,
}

/// Whether a deed needs a question first, which is not open yet.
pub(in crate::client::menu) fn is_needed(deed: &MenuAction, menu: &Menu) -> bool {
    let loses = match deed {
        MenuAction::Surrender | MenuAction::ShowGuide => true,
        MenuAction::Overwrite(_) | MenuAction::Delete(_) => true,
        MenuAction::Rewind(_) => menu.past.as_ref().is_some_and(|past| !past.is_kept()),
        _ => leaves_game(deed) && menu.is_unsaved,
    };
    loses && !menu.asks(deed)
}

/// Whether a deed ends the present game.
pub(in crate::client::menu) fn leaves_game(deed: &MenuAction) -> bool {
    matches!(
        deed,
        MenuAction::Quit
            | MenuAction::MainMenu
            | MenuAction::Restart
            | MenuAction::Easier(_)
            | MenuAction::Play(_)
            | MenuAction::PlayWorld(..)
            | MenuAction::Watch(..)
            | MenuAction::StartSkirmish
    )
}

/// The consequence of leaving a game that has gone on since its last save.
pub(super) fn consequence_of_leaving(menu: &Menu) -> &'static str {
    if menu.saves_itself { KEPT } else { LOST }
}

/// The title of the open question.
pub(super) fn title(menu: &Menu) -> &'static str {
    menu.question.as_ref().map_or("", |question| words_of(question).0)
}

/// The rows of the open question.
pub(super) fn question_page(menu: &Menu) -> Vec<Item> {
    let Some(question) = &menu.question else { return vec![back(menu)] };
    let is_kept = leaves_game(&question.deed) && menu.saves_itself;
    let note = match &question.deed {
        MenuAction::ShowGuide => "Its place until now is forgotten",
        _ if is_kept => "Load the autosave to come back",
        _ => "This cannot be undone",
    };
    vec![
        Item::words_alone(consequences(&question.deed, menu)),
        Item::new(CANCEL, "Nothing changes", MenuAction::Turn(menu.parent())),
        Item::new(words_of(question).1, note, question.deed.clone()),
    ]
}

fn consequences(deed: &MenuAction, menu: &Menu) -> String {
    match deed {
        MenuAction::Surrender => SURRENDER.to_owned(),
        MenuAction::ShowGuide => GUIDE_AGAIN.to_owned(),
        MenuAction::Overwrite(save) => format!("Overwrite \"{}\"? {SAVE_LOST}.", stem(save)),
        MenuAction::Delete(file) => {
            let lost = match FileKind::of(file) {
                FileKind::Replay => REPLAY_LOST,
                FileKind::Save => SAVE_LOST,
            };
            format!("Delete \"{}\"? {lost}.", stem(file))
        }
        MenuAction::Rewind(_) => END_LOST.to_owned(),
        _ => consequence_of_leaving(menu).to_owned(),
    }
}

/// The title of a question, and the word that confirms it.
fn words_of(question: &Question) -> (&'static str, &'static str) {
    match question.deed {
        MenuAction::Quit => ("Quit to desktop", "Quit"),
        MenuAction::MainMenu => ("Quit to main menu", "Quit"),
        MenuAction::Restart => ("Restart level", "Restart"),
        MenuAction::Easier(_) => ("Play again", "Play again"),
        MenuAction::Play(_) if question.from != Page::Levels => ("Load game", "Load"),
        MenuAction::PlayWorld(..) => ("Load game", "Load"),
        MenuAction::Watch(..) => ("Watch replay", "Watch"),
        MenuAction::Rewind(_) => ("Rewind", "Rewind"),
        MenuAction::Surrender => ("Surrender", "Surrender"),
        MenuAction::ShowGuide => ("Restart guide", "Restart"),
        MenuAction::Overwrite(_) => ("Overwrite save", "Overwrite"),
        MenuAction::Delete(ref path) => match FileKind::of(path) {
            FileKind::Replay => ("Delete replay", "Delete"),
            FileKind::Save => ("Delete save", "Delete"),
        },
        _ => ("Start level", "Start"),
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::client::menu::past::Past;
    use crate::client::menu::past::test_support::past;
    use crate::sim::visibility::Viewer;

    fn menu(page: Page, is_unsaved: bool) -> Menu {
        Menu { page: Some(page), is_unsaved, ..Menu::default() }
    }

    #[test]
    fn only_what_would_lose_something_is_asked_and_only_once() {
        let ways = [
            MenuAction::Quit,
            MenuAction::MainMenu,
            MenuAction::Restart,
            MenuAction::Easier("cadet".to_owned()),
            MenuAction::Play(vec!["a.ron".into()]),
            MenuAction::Watch("a.eclog".into(), Viewer::Everything, None),
            MenuAction::PlayWorld("a.eclog".into(), 0),
        ];
        for deed in ways {
            assert!(!is_needed(&deed, &menu(Page::Pause, false)), "{deed:?}: all is saved");
            let mut unsaved = menu(Page::Pause, true);
            assert!(is_needed(&deed, &unsaved), "{deed:?}");
            unsaved.ask(deed.clone());
            assert!(!is_needed(&deed, &unsaved), "{deed:?} is asked already");
        }
        let lasting = [
            MenuAction::Surrender,
            MenuAction::ShowGuide,
            MenuAction::Delete("a.ron".into()),
            MenuAction::Overwrite("a.ron".into()),
        ];
        for deed in lasting {
            assert!(is_needed(&deed, &menu(Page::Pause, false)), "{deed:?} cannot be undone");
        }
        assert!(!is_needed(&MenuAction::Save("a".to_owned()), &menu(Page::Save, true)));
    }

    #[test]
    fn a_game_goes_back_unasked_only_if_its_end_stays_as_a_replay() {
        let asks = |is_kept: bool| {
            let log = if is_kept { past().log } else { Err("the disk is full".to_owned()) };
            let past = Some(Past { log, ..past() });
            is_needed(&MenuAction::Rewind(30), &Menu { past, ..menu(Page::Rewind, true) })
        };
        assert!(asks(false) && !asks(true));
    }

    #[test]
    fn what_is_lost_with_a_file_has_its_name() {
        let lost = |file: &str| consequences(&MenuAction::Delete(file.into()), &Menu::default());
        assert_eq!(lost("/own/War.eclog"), "Delete \"War\"? The replay will be lost.");
        assert_eq!(lost("/own/War.ron"), "Delete \"War\"? Its game will be lost.");
    }

    #[test]
    fn the_first_choice_of_a_question_leads_back_and_the_last_one_is_the_deed() {
        let save = PathBuf::from("/own/two.ron");
        let deeds = [
            (MenuAction::Quit, "Quit"),
            (MenuAction::Surrender, "Surrender"),
            (MenuAction::ShowGuide, "Restart"),
            (MenuAction::Overwrite(save.clone()), "Overwrite"),
            (MenuAction::Delete(save), "Delete"),
            (MenuAction::Watch("/own/two.eclog".into(), Viewer::Everything, None), "Watch"),
            (MenuAction::Rewind(30), "Rewind"),
        ];
        for (deed, verb) in deeds {
            let mut menu = menu(Page::Result, true);
            menu.ask(deed.clone());
            let rows = question_page(&menu);
            let deeds: Vec<&MenuAction> = rows.iter().map(|row| &row.enter).collect();
            assert_eq!(deeds, [&MenuAction::Stay, &MenuAction::Turn(Page::Result), &deed]);
            assert_eq!(rows[2].words, verb);
            assert!(rows[0].is_note && !rows[1].is_note, "the consequences are no choice");
        }
    }

    #[test]
    fn a_question_over_a_question_leads_back_to_the_page_of_the_first() {
        let mut menu = menu(Page::Load, true);
        menu.ask(MenuAction::Play(vec!["a.ron".into()]));
        assert_eq!(title(&menu), "Load game");
        menu.ask(MenuAction::Quit);
        assert_eq!((title(&menu), menu.parent()), ("Quit to desktop", Page::Load));
        menu.turn(Page::Load);
        assert_eq!((menu.question.as_ref(), menu.parent()), (None, Page::Pause));
    }
}
