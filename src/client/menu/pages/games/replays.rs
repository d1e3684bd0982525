//! The pages of replays, and the rows of the menu over a replay.

use super::files::cards::{FAULTY, about_and_facts, card, joined, short_fault, since};
use super::files::{found, own_buttons, own_files};
use crate::client::frame::{capital, date_words, time_of_play};
use crate::client::menu::Menu;
use crate::client::menu::files::level_file::{LevelFile, LogAbout};
use crate::client::menu::files::paths::FileKind;
use crate::client::menu::pages::encyclopedia::encyclopedia_row;
use crate::client::menu::pages::items::{Item, MenuAction, back};
use crate::client::menu::pages::{
    keys_row, load, main_menu, quit, replays_row, resume, settings_row, statistics_row,
};
use crate::client::widgets::{LOSS, QUIET};
use crate::level::plain_path;
use crate::sim::FactionId;

/// The message without replays.
const NO_REPLAYS: &str = "There are no replays yet: every game of ten seconds or more leaves one";
/// The words at the replay of the present game.
const IN_PROGRESS: &str = "in progress";
/// What can be done with a replay of another version.
const HAS_WORLDS: &str = "Only its saved moments can be played";

/// All replays; Enter watches one.
pub(in crate::client::menu::pages) fn replays_page(menu: &Menu) -> Vec<Item> {
    let buttons = |file: &LevelFile| if file.is_in_progress { Vec::new() } else { own_buttons(file) };
    let cards = found(menu).map(|file| Item { buttons: buttons(file), ..replay_card(file) });
    own_files(menu, cards.collect(), FileKind::Replay, NO_REPLAYS)
}

/// A replay: its name, the title of its level with the sides, its result, its size, and when it was played.
fn replay_card(file: &LevelFile) -> Item {
    let (_, facts) = about_and_facts(file);
    let played = match file.is_in_progress {
        true => Some(IN_PROGRESS.to_owned()),
        false => file.played.map(|moment| format!("played {}", since(moment))),
    };
    let side = file.preview.as_ref().map(|preview| preview.side.clone());
    let level = joined([Some(file.title.clone()), side]);
    let lines = [level, joined([Some(facts), played])];
    match file.preview.as_ref().and_then(|preview| preview.log.as_deref()) {
        None => card(file, file.stem(), lines, MenuAction::Stay),
        Some(LogAbout { why_not, eyes, .. }) if why_not.is_empty() => {
            card(file, file.stem(), lines, MenuAction::Watch(file.path.clone(), *eyes, None))
        }
        Some(log) => foreign_card(file, log, lines),
    }
}

/// A replay that this program cannot play: the row leads to its worlds, which can be played as games.
fn foreign_card(file: &LevelFile, log: &LogAbout, lines: [String; 2]) -> Item {
    let [level, facts] = lines.clone();
    let path = plain_path(&file.path);
    if log.worlds.is_empty() {
        let why = capital(&log.why_not);
        return Item {
            lines: vec![(short_fault(file, &why), LOSS), (level, QUIET)],
            trouble: FAULTY.0.to_owned(),
            note: format!("{why}\n{facts}\n{path}"),
            ..card(file, file.stem(), lines, MenuAction::Stay)
        };
    }
    let words = format!("{HAS_WORLDS}, because {}", log.why_not);
    let deed = MenuAction::ListWorlds(file.path.clone());
    let shown = card(file, file.stem(), [words.clone(), level], deed);
    Item { note: format!("{words}. Enter shows them\n{facts}\n{path}"), ..shown }
}

/// The worlds of a replay; Enter plays one as a game.
pub(in crate::client::menu::pages) fn worlds_page(menu: &Menu) -> Vec<Item> {
    let listed = menu.files.iter().find(|file| Some(&file.path) == menu.listed.as_ref());
    let log = listed.and_then(|file| Some((file, file.preview.as_ref()?.log.as_deref()?)));
    let Some((file, log)) = log else { return vec![back(menu)] };
    let world = |tick: &u64| Item {
        value: date_words(log.clock.jd_at(*tick)),
        ..Item::new(time_of_play(*tick), "Play on from here", MenuAction::PlayWorld(file.path.clone(), *tick))
    };
    log.worlds.iter().map(world).collect()
}

/// The first page over a replay.
pub(in crate::client::menu::pages) fn watched_page(
    menu: &Menu,
    factions: &[(FactionId, String)],
) -> Vec<Item> {
    let play = |(faction, name): &(FactionId, String)| {
        let note = "Starts a game from this moment; the replay stays as it is";
        Item::new(format!("Play from here as {name}"), note, MenuAction::PlayFrom(*faction))
    };
    let ways = [
        statistics_row(menu),
        encyclopedia_row(menu),
        settings_row(),
        keys_row(),
        main_menu(menu),
        quit(menu),
    ];
    let others = [load(menu), replays_row(menu)];
    [resume()].into_iter().chain(factions.iter().map(play)).chain(others).chain(ways).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bevy::prelude::{Handle, Image};

    use super::*;
    use crate::client::menu::Page;
    use crate::client::menu::files::level_file::Preview;
    use crate::client::menu::past::test_support::past;
    use crate::sim::visibility::Viewer;

    /// A replay that has been read.
    fn replay(name: &str, why_not: &str, worlds: Vec<u64>) -> LevelFile {
        let eyes = Viewer::Faction(FactionId(1));
        let log = LogAbout { why_not: why_not.to_owned(), eyes, worlds, clock: past().clock };
        let preview = Preview {
            chart: Some(Handle::<Image>::default()),
            facts: "Won by Terra after 9:05, 1.2 MB".to_owned(),
            side: "Terra, Ares (captain, corsair)".to_owned(),
            log: Some(Arc::new(log)),
            ..Preview::default()
        };
        LevelFile { preview: Some(preview), ..unread(name) }
    }

    fn unread(name: &str) -> LevelFile {
        let path = format!("/own/{name}.eclog").into();
        LevelFile { path, title: "The duel".to_owned(), ..LevelFile::default() }
    }

    fn menu(page: Page, files: Vec<LevelFile>) -> Menu {
        Menu { page: Some(page), files, ..Menu::default() }
    }

    fn lines(item: &Item) -> Vec<&str> {
        item.lines.iter().map(|(words, _)| words.as_str()).collect()
    }

    #[test]
    fn a_replay_is_watched_with_the_eyes_of_its_player() {
        let rows = replays_page(&menu(Page::Replays, vec![replay("War", "", vec![0]), unread("Later")]));
        assert_eq!(
            rows[0].enter,
            MenuAction::Watch("/own/War.eclog".into(), Viewer::Faction(FactionId(1)), None)
        );
        assert_eq!(
            lines(&rows[0]),
            ["The duel, Terra, Ares (captain, corsair)", "Won by Terra after 9:05, 1.2 MB"]
        );
        assert_eq!(rows[1].enter, MenuAction::Stay, "it is not read yet");
        for row in &rows[..2] {
            assert_eq!(row.buttons.len(), 2, "it can be deleted and renamed");
            assert_eq!((row.lines.len(), row.picture.is_some()), (2, true));
        }
        let ways: Vec<&MenuAction> = rows[2..].iter().map(|row| &row.enter).collect();
        assert_eq!(ways, [&MenuAction::OpenFolder(FileKind::Replay)]);
        assert_eq!(replays_page(&menu(Page::Replays, Vec::new()))[0].words, NO_REPLAYS);
    }

    #[test]
    fn the_game_in_progress_is_marked_and_neither_deleted_nor_renamed() {
        let now = LevelFile { is_in_progress: true, ..replay("Now", "", vec![0]) };
        let row = replays_page(&menu(Page::Replays, vec![now])).remove(0);
        assert!(row.buttons.is_empty() && matches!(row.enter, MenuAction::Watch(..)));
        assert!(lines(&row)[1].ends_with(", in progress"), "{:?}", row.lines);
    }

    #[test]
    fn a_replay_of_another_version_says_so_and_offers_its_worlds() {
        let why_not = "it was made by version 9 of the game";
        let files = vec![replay("Old", why_not, vec![0, 5_400]), replay("Hollow", why_not, Vec::new())];
        let rows = replays_page(&menu(Page::Replays, files.clone()));
        let sentence = format!("{HAS_WORLDS}, because {why_not}. Enter shows them\n");
        assert!(rows[0].note.starts_with(&sentence), "{}", rows[0].note);
        assert!(rows[0].note.contains("Won by Terra after 9:05"), "{}", rows[0].note);
        assert!(lines(&rows[0])[0].starts_with(HAS_WORLDS), "{:?}", rows[0].lines);
        assert_eq!(rows[0].enter, MenuAction::ListWorlds("/own/Old.eclog".into()));
        let is_red = |row: &Item| row.lines.iter().any(|(_, color)| *color == LOSS);
        assert!(rows[0].trouble.is_empty() && !is_red(&rows[0]), "it can be used");
        assert!(is_red(&rows[1]), "nothing of it can");
        assert_eq!((rows[1].enter.clone(), rows[1].trouble.as_str()), (MenuAction::Stay, FAULTY.0));
        let listed = Some("/own/Old.eclog".into());
        let rows = worlds_page(&Menu { listed, ..menu(Page::ReplayWorlds, files) });
        assert_eq!((rows[1].words.as_str(), rows[1].value.as_str()), ("3:00", "2000-06-29"));
        assert_eq!(rows[1].enter, MenuAction::PlayWorld("/own/Old.eclog".into(), 5_400));
        assert_eq!(rows.len(), 2, "a row for each");
    }

    #[test]
    fn a_replay_whose_beginning_is_damaged_can_only_be_deleted_or_renamed() {
        let about = "This replay cannot be played. Delete it.\nThis log breaks off".to_owned();
        let broken = LevelFile { preview: Some(Preview { about, ..Preview::default() }), ..unread("Bad") };
        let row = replays_page(&menu(Page::Replays, vec![broken])).remove(0);
        assert_eq!((lines(&row)[0], row.enter.clone()), ("This log breaks off", MenuAction::Stay));
        assert_eq!(row.buttons[0].deed, MenuAction::Delete("/own/Bad.eclog".into()));
    }

    #[test]
    fn every_side_of_a_replay_can_be_played_on_and_nothing_is_saved() {
        let factions = [(FactionId(0), "Terra".to_owned()), (FactionId(1), "Ares".to_owned())];
        let rows = watched_page(&menu(Page::Pause, Vec::new()), &factions);
        let seats = rows.iter().filter_map(|row| match row.enter {
            MenuAction::PlayFrom(faction) => Some((row.words.as_str(), faction)),
            _ => None,
        });
        assert_eq!(
            seats.collect::<Vec<_>>(),
            [("Play from here as Terra", FactionId(0)), ("Play from here as Ares", FactionId(1))]
        );
        let is_of_games = |row: &Item| {
            matches!(row.enter, MenuAction::Turn(Page::Save) | MenuAction::Surrender | MenuAction::Restart)
        };
        assert!(!rows.iter().any(is_of_games));
        let goes_back = |row: &Item| row.enter == MenuAction::Turn(Page::Load);
        assert!(rows.iter().any(goes_back), "saved games are at hand");
        assert_eq!(rows[0].enter, MenuAction::GoOn);
    }
}
