//! Games are saved by a key, and before they are left by the menu or by the window.

use bevy::window::WindowCloseRequested;

use super::*;
use crate::client::worlds::Purpose;

#[test]
fn a_window_that_would_lose_something_closes_on_the_second_request() {
    let mut app = client(&opened("duel.ron"));
    start(&mut app);
    let window = window(&mut app);
    let request = |app: &mut App| {
        app.world_mut().write_message(WindowCloseRequested { window });
        app.update();
        (app.world().resource::<Menu>().is_open(), app.should_exit().is_some())
    };
    assert_eq!(request(&mut app), (true, false), "the menu asks");
    let asked_at = tick(&app);
    press(&mut app, KeyCode::Enter);
    let is_open = app.world().resource::<Menu>().is_open();
    assert!(is_open && tick(&app) == asked_at, "the first row leads back, and the game is paused");
    press(&mut app, KeyCode::Escape);
    update_until(&mut app, |app| tick(app) > asked_at + 2);
    assert_eq!(request(&mut app), (true, false), "and asks again");
    assert!(request(&mut app).0);
    update_until(&mut app, |app| app.should_exit().is_some());
    assert_eq!(saves(&app), ["Autosave 1.ron"], "the game is saved first");
}

#[test]
fn quick_saves_take_turns_and_the_newest_is_loaded() {
    let mut app = client(&opened("duel.ron"));
    start(&mut app);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyL);
    assert_eq!(saves(&app).len(), 0, "there is none to load, so nothing is left");
    for count in 1..=4 {
        let saved = move |app: &App| saves(app).len() == count.min(3) && !is_saving(app);
        press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyS);
        update_until(&mut app, saved);
    }
    assert_eq!(saves(&app), ["Quick save 1.ron", "Quick save 2.ron", "Quick save 3.ron"]);
    let (era, at) = (*app.world().resource::<Era>(), tick(&app));
    update_until(&mut app, |app| tick(app) > at + 30);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyL);
    update_until(&mut app, |app| *app.world().resource::<Era>() != era && state(app) == AppState::Playing);
    assert!(tick(&app) <= at + 30, "the game goes on from the save");
    assert_eq!(saves(&app)[0], "Autosave 1.ron", "the game that was left is saved");
}

#[test]
fn a_game_that_cannot_be_saved_is_not_left_unasked() {
    let mut app = client(&opened("duel.ron"));
    start(&mut app);
    let file = app.world().resource::<OwnSaves>().0.path().join("no folder");
    std::fs::write(&file, "").unwrap();
    app.insert_resource(SavesFolder(Some(file)));
    press(&mut app, KeyCode::F10);
    choose(&mut app, "Quit to main menu");
    choose(&mut app, "Quit");
    update_until(&mut app, |app| app.world().resource::<Menu>().words().contains("could not be saved"));
    assert_eq!(state(&app), AppState::Playing);
    choose(&mut app, "Quit to main menu");
    choose(&mut app, "Quit");
    update_until(&mut app, |app| state(app) == AppState::Menu);
}

#[test]
fn a_rewound_game_counts_as_unsaved() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = recorded(folder.path(), 330);
    press(&mut app, KeyCode::F10);
    choose(&mut app, "Rewind");
    let at = tick(&app);
    choose(&mut app, "10 seconds");
    update_until(&mut app, |app| tick(app) == at - 300 && !app.world().contains_resource::<Playback>());
    app.update();
    assert!(state(&app) == AppState::Playing && is_paused(&app) && saves(&app).is_empty());
    quit_to_main_menu(&mut app);
    assert_eq!(saves(&app), ["Autosave 1.ron"], "it was asked, and is saved");
}

#[test]
fn a_game_that_is_rewinding_is_neither_saved_nor_left() {
    let mut app = watched_duel();
    // A way back that does not end.
    app.world_mut().resource_mut::<Playback>().purpose =
        Purpose::Rewind { faction: FactionId(0), fills_seat: false };
    let is_open = |app: &App| app.world().resource::<Menu>().is_open();
    press(&mut app, KeyCode::F10);
    assert!(!is_open(&app), "the wish is dropped");
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyS);
    assert!(!is_saving(&app) && saves(&app).is_empty());
    let window = window(&mut app);
    app.world_mut().write_message(WindowCloseRequested { window });
    app.update();
    assert!(!is_open(&app) && app.should_exit().is_none());
}
