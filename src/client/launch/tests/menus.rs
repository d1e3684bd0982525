//! The main menu, the menu over the game and its pages, used by keys and by the mouse.

use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::ui_widgets;
use bevy::window::WindowCloseRequested;
use bevy_panorbit_camera::PanOrbitCamera;

use super::*;
use crate::level::Epoch;
use crate::record::Recorder;

#[test]
fn letters_search_on_the_page_of_levels_and_enter_takes_the_first_card_that_is_found() {
    let mut app = main_menu();
    choose(&mut app, "Levels");
    let first = chosen(&app);
    write(&mut app, "duel");
    assert_eq!((first.as_str(), chosen(&app).as_str()), ("First light", "The duel"));
    press(&mut app, KeyCode::Escape);
    assert_eq!(chosen(&app), first, "the search is over, the page is still there");
    write(&mut app, "xyz");
    press(&mut app, KeyCode::Enter);
    assert_eq!((chosen(&app).as_str(), state(&app)), ("Nothing found", AppState::Menu));
    press(&mut app, KeyCode::Escape);
    write(&mut app, "duel");
    press(&mut app, KeyCode::Enter);
    update_until(&mut app, |app| state(app) == AppState::Playing);
    let sides: Vec<&str> =
        app.world().resource::<Factions>().0.iter().map(|faction| faction.name.as_str()).collect();
    assert!(sides.contains(&"Verdance"), "{sides:?}");
}

#[test]
fn a_skirmish_starts_from_the_main_menu() {
    let mut app = main_menu();
    turn_to_skirmish(&mut app);
    press(&mut app, KeyCode::Enter);
    update_until(&mut app, |app| state(app) == AppState::Playing);
    let seats = &app.world().resource::<Seats>().0;
    let playing: Vec<bool> = seats.iter().map(|seat| seat.playing().is_some()).collect();
    assert_eq!(playing, [false, true], "the player has the first seat, a mind the other");
    assert!(app.world().resource::<Settings>().skirmish.last_seed.is_some());
}

/// The level of a skirmish is chosen from a list.
fn choose_from_list(app: &mut App) {
    choose(app, "Level");
    write(app, "four");
    assert_eq!(chosen(app), "Four corners");
    press(app, KeyCode::ArrowDown);
    press(app, KeyCode::Enter);
    assert_eq!(chosen(app), "Level", "back at the row that led there");
    let level = app.world().resource::<Settings>().skirmish.level.clone();
    assert!(level.is_some_and(|path| path.ends_with("four-corners.ron")));
}

/// A level that nobody else plays leads to a skirmish on it.
fn turn_from_level_to_skirmish(app: &mut App) {
    app.world_mut().resource_mut::<Settings>().skirmish.level = None;
    choose(app, "Levels");
    write(app, "four");
    press(app, KeyCode::ArrowDown);
    assert_eq!(chosen(app), "Four corners");
    press(app, KeyCode::ArrowRight);
    app.update();
    let level = app.world().resource::<Settings>().skirmish.level.clone();
    assert!(level.is_some_and(|path| path.ends_with("four-corners.ron")));
    assert!(says(app, |words| words == "Skirmish"), "its opponents are chosen there");
}

/// A seed and a date are typed.
fn type_seed_and_date(app: &mut App) {
    choose(app, "All options");
    for (row, letters) in [("Seed", "412"), ("Start date", "2031-06-08")] {
        choose(app, row);
        write(app, letters);
        press(app, KeyCode::Enter);
        assert!(chosen(app).starts_with("Use this"), "from the field to the first row");
        press(app, KeyCode::Enter);
        assert_eq!(chosen(app), row, "back at all choices");
    }
    let preset = &app.world().resource::<Settings>().skirmish.preset;
    assert_eq!((preset.seed, &preset.epoch), (Some(412), &Some(Epoch::Date("2031-06-08".to_owned()))));
    press(app, KeyCode::Escape);
}

/// The seed of a new system is typed.
fn type_seed_of_system(app: &mut App) {
    choose(app, "Generate system");
    choose(app, "Seed");
    write(app, "733");
    press(app, KeyCode::Enter);
    press(app, KeyCode::Enter);
    assert_eq!(chosen(app), "Seed", "back at the choices of the system");
    assert!(says(app, |words| words == "733"));
    press(app, KeyCode::Escape);
}

/// The encyclopedia is read.
fn read_encyclopedia(app: &mut App) {
    choose(app, "Encyclopedia");
    choose(app, "Ships");
    app.update();
    let shows = |app: &mut App, wanted: &str| says(app, |words| words == wanted);
    assert!(shows(app, "Scout") && shows(app, "Cruiser"));
    press(app, KeyCode::Enter);
    assert!(shows(app, "Cruiser"), "a line is only for reading");
    choose(app, "Cruiser");
    app.update();
    assert!(shows(app, "Cruiser") && !shows(app, "Scout"), "a class has a page of its own");
    press(app, KeyCode::Escape);
    assert_eq!(chosen(app), "Cruiser", "back at the row that led there");
    press(app, KeyCode::Escape);
    assert_eq!(chosen(app), "Ships", "back at the row that led there");
    assert!(!shows(app, "Cruiser"));
    choose(app, "Marks on the map");
    press(app, KeyCode::Escape);
    press(app, KeyCode::Escape);
    assert_eq!((chosen(app).as_str(), state(app)), ("Encyclopedia", AppState::Menu));
}

#[test]
fn the_pages_of_the_main_menu_are_used_by_keys_and_the_window_closes_at_once() {
    let mut app = main_menu();
    read_encyclopedia(&mut app);
    turn_to_skirmish(&mut app);
    type_seed_and_date(&mut app);
    type_seed_of_system(&mut app);
    choose_from_list(&mut app);
    press(&mut app, KeyCode::Escape);
    turn_from_level_to_skirmish(&mut app);
    // Nothing is lost by that.
    let window = window(&mut app);
    app.world_mut().write_message(WindowCloseRequested { window });
    app.update();
    assert!(app.should_exit().is_some());
}

#[test]
fn keys_lead_from_the_main_menu_into_a_level_and_back() {
    let mut app = main_menu();
    press(&mut app, KeyCode::Escape);
    assert!(app.world().resource::<Menu>().is_open() && app.should_exit().is_none());
    choose(&mut app, "Levels");
    choose(&mut app, "The duel");
    update_until(&mut app, |app| state(app) == AppState::Playing);
    assert!(!app.world().resource::<Menu>().is_open());
    let in_level = *app.world().resource::<Era>();
    press(&mut app, KeyCode::F10);
    choose(&mut app, "Load game");
    press(&mut app, KeyCode::F10);
    choose(&mut app, "Resume");
    press(&mut app, KeyCode::F10);
    press(&mut app, KeyCode::F10);
    assert!(!app.world().resource::<Menu>().is_open(), "the key of the menu goes back, as Esc does");
    start(&mut app);
    turn_wheel_over_page(&mut app);
    press(&mut app, KeyCode::F10);
    choose(&mut app, "Restart level");
    choose(&mut app, "Restart");
    update_until(&mut app, |app| *app.world().resource::<Era>() != in_level);
    start(&mut app);
    press(&mut app, KeyCode::F10);
    choose(&mut app, "Quit to main menu");
    choose(&mut app, "Quit");
    update_until(&mut app, |app| state(app) == AppState::Menu);
    assert!(app.world().resource::<Factions>().0.is_empty() && app.should_exit().is_none());
}

#[test]
fn the_menu_stays_on_the_screen_until_the_next_world_is_there() {
    let mut app = main_menu();
    choose(&mut app, "Levels");
    let shows_page = |app: &mut App| {
        let mut texts = app.world_mut().query::<(&Text, &InheritedVisibility)>();
        texts.iter(app.world()).any(|(text, shown)| shown.get() && text.0 == "Levels")
    };
    app.update();
    app.world_mut().commands().queue(opened("duel.ron"));
    update_until(&mut app, |app| state(app) == AppState::Loading);
    assert!(shows_page(&mut app), "an empty sky would be seen without it");
    update_until(&mut app, |app| state(app) == AppState::Playing);
    assert!(!shows_page(&mut app));
}

/// The wheel over a page moves nothing when the page closes.
fn turn_wheel_over_page(app: &mut App) {
    let far = |app: &mut App| {
        let mut cameras = app.world_mut().query::<&PanOrbitCamera>();
        cameras.single(app.world()).expect("there is a camera").target_radius
    };
    let before = far(app);
    let window = window(app);
    let turn = |app: &mut App| {
        let unit = MouseScrollUnit::Line;
        app.world_mut().write_message(MouseWheel { unit, x: 0.0, y: -1.0, window, phase: TouchPhase::Moved });
        app.update();
    };
    press(app, KeyCode::F10);
    (0..5).for_each(|_| turn(app));
    press(app, KeyCode::F10);
    app.update();
    assert_eq!(far(app), before);
    turn(app);
    assert!(far(app) > 1.05 * before, "the wheel zooms out without a page");
}

/// The buttons on the screen and all nodes inside them.
fn nodes_of_buttons(app: &mut App) -> BTreeSet<Entity> {
    let mut buttons =
        app.world_mut().query_filtered::<Entity, Or<(With<Button>, With<ui_widgets::Button>)>>();
    let mut found: Vec<Entity> = buttons.iter(app.world()).collect();
    let mut next = 0;
    while let Some(node) = found.get(next) {
        let children = app.world().get::<Children>(*node);
        found.extend(children.into_iter().flatten().copied().collect::<Vec<Entity>>());
        next += 1;
    }
    found.into_iter().collect()
}

/// Clicks the button that begins with these words, once it is there.
fn click_words(app: &mut App, words: &str) {
    for _ in 0..MOST_FRAMES {
        let buttons = nodes_of_buttons(app);
        let is_meant = |node: Entity, text: &Text| text.0.starts_with(words) && buttons.contains(&node);
        // Panels take their size in the frames after they appear.
        let before = middle_of::<Text>(app, is_meant);
        app.update();
        if let Some(at) = middle_of::<Text>(app, is_meant).filter(|at| before == Some(*at)) {
            point_at(app, at);
            return click_of(app, MouseButton::Left).into_iter().for_each(|event| send(app, [event]));
        }
    }
    panic!("no button says {words}");
}

#[test]
fn the_mouse_leads_from_the_main_menu_into_a_level_and_back_and_out() {
    let mut app = client(&BACKDROP);
    update_until(&mut app, |app| state(app) == AppState::Menu && app.world().resource::<Loading>().is_done);
    click_words(&mut app, "Levels");
    click_words(&mut app, "The duel");
    start(&mut app);
    click_words(&mut app, "Menu");
    click_words(&mut app, "Quit to main menu");
    click_words(&mut app, "Quit");
    update_until(&mut app, |app| state(app) == AppState::Menu);
    click_words(&mut app, "Credits");
    click_words(&mut app, "Back");
    assert!(app.should_exit().is_none());
    click_words(&mut app, "Quit to desktop");
    update_until(&mut app, |app| app.should_exit().is_some());
}

/// The client at the page of the settings.
fn page_of_settings() -> App {
    let mut app = main_menu();
    update_until(&mut app, |app| app.world().resource::<Loading>().is_done);
    choose(&mut app, "Settings");
    (0..10).for_each(|_| app.update());
    app
}

/// Whether the window fills the screen.
fn is_full(app: &App) -> bool {
    app.world().resource::<Settings>().display.full_screen
}

#[test]
fn the_settings_have_tabs_for_keys_and_mouse_and_open_on_the_last_one_over_a_game() {
    let mut app = page_of_settings();
    assert_eq!(chosen(&app), "Picture", "the tabs come first");
    for (key, tab) in
        [(KeyCode::ArrowRight, "Sound"), (KeyCode::ArrowLeft, "Picture"), (KeyCode::ArrowLeft, "Controls")]
    {
        press(&mut app, key);
        assert_eq!(chosen(&app), tab, "{key:?}");
    }
    press(&mut app, KeyCode::ArrowDown);
    assert_eq!(chosen(&app), "Edge scrolling", "the first row of the tab");
    click_words(&mut app, "Sound");
    app.update();
    press(&mut app, KeyCode::ArrowDown);
    press(&mut app, KeyCode::ArrowDown);
    assert_eq!(chosen(&app), "Master volume");
    press(&mut app, KeyCode::Escape);
    press_with(&mut app, KeyCode::AltLeft, KeyCode::Enter);
    assert!(is_full(&app) && chosen(&app) == "Settings", "the key for full screen presses no row");
    enter(&mut app, &opened("duel.ron"));
    press_with(&mut app, KeyCode::AltLeft, KeyCode::Enter);
    assert!(!is_full(&app), "it works in the game as well");
    // The briefing ends.
    press(&mut app, KeyCode::Escape);
    press(&mut app, KeyCode::F10);
    choose(&mut app, "Settings");
    app.update();
    assert_eq!(chosen(&app), "Sound");
}

/// The middle of a text in the row of another text, logical pixels.
fn middle_in_row(app: &mut App, words: &str, row: &str) -> Vec2 {
    let line = middle_of::<Text>(app, |_, text| text.0 == row).expect("the row is there");
    let mut texts = app.world_mut().query::<(&Text, &UiGlobalTransform, &InheritedVisibility)>();
    let places = texts.iter(app.world()).filter(|(text, _, shown)| shown.get() && text.0 == words);
    let places = places.map(|(_, transform, _)| transform.translation);
    let away = |place: &Vec2| (place.y - line.y).abs();
    places.min_by(|one, other| away(one).total_cmp(&away(other))).expect("the text is there")
}

/// Two clicks at one place are two steps of the scale of the interface.
fn click_scale_twice(app: &mut App) {
    let at = middle_in_row(app, ">", "Interface scale");
    let before = app.world().resource::<UiScale>().0;
    point_at(app, at);
    for _ in 0..2 {
        click_of(app, MouseButton::Left).into_iter().for_each(|event| send(app, [event]));
    }
    let chosen = (100.0 * app.world().resource::<Settings>().ui_scale).round();
    assert_eq!(chosen, 110.0);
    assert_eq!(app.world().resource::<UiScale>().0, before, "the buttons are where they were");
    (0..30).for_each(|_| app.update());
    assert!(app.world().resource::<UiScale>().0 > before, "the last step is some time ago");
}

/// Only arrows and the other values of switches change a setting by a click.
fn click_on_rows_of_settings(app: &mut App) {
    let display = |app: &App| app.world().resource::<Settings>().display;
    let click = |app: &mut App, at: Vec2| {
        point_at(app, at);
        click_of(app, MouseButton::Left).into_iter().for_each(|event| send(app, [event]));
    };
    let usual = app.world().resource::<Settings>().clone();
    for (row, value) in [("Interface scale", "100\u{a0}%"), ("Vertical sync", "On"), ("Frame limit", "None")]
    {
        let name = middle_in_row(app, row, row);
        let beside = name.lerp(middle_in_row(app, value, row), 0.5);
        [name, beside].into_iter().for_each(|at| click(app, at));
    }
    let value = middle_in_row(app, "None", "Frame limit");
    click(app, value);
    assert_eq!(*app.world().resource::<Settings>(), usual, "it has more than two values");
    for (value, is_on) in [("On", true), ("Off", false)] {
        let switch = middle_in_row(app, value, "Vertical sync");
        click(app, switch);
        assert_eq!(display(app).vertical_sync, is_on, "{value}");
    }
    for (key, is_on) in [(KeyCode::ArrowLeft, true), (KeyCode::ArrowRight, false), (KeyCode::Enter, true)] {
        press(app, key);
        assert_eq!(display(app).vertical_sync, is_on, "{key:?} on the row under the pointer");
    }
    let next = middle_in_row(app, ">", "Frame limit");
    click(app, next);
    assert!(display(app).frame_limit.is_some());
    press(app, KeyCode::ArrowLeft);
    assert_eq!(display(app).frame_limit, None);
}

#[test]
fn clicks_change_settings_and_the_button_at_the_foot_of_a_long_page_leads_back() {
    let mut app = page_of_settings();
    click_on_rows_of_settings(&mut app);
    click_scale_twice(&mut app);
    click_words(&mut app, "Back");
    update_until(&mut app, |app| chosen(app) == "Settings");
}

#[test]
fn a_replay_is_chosen_and_watched_and_becomes_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = recorded(folder.path(), 330);
    let path = app.world().resource::<Recorder>().path().map(Path::to_owned).unwrap();
    quit_to_main_menu(&mut app);
    choose(&mut app, "Replays");
    // While the folder is listed there is no card.
    update_until(&mut app, |app| chosen(app) == path.file_stem().unwrap().to_string_lossy());
    for _ in 0..MOST_FRAMES {
        // Until its card is read, Enter has no effect.
        press(&mut app, KeyCode::Enter);
        if app.world().contains_resource::<Reading>() || state(&app) != AppState::Menu {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    update_until(&mut app, |app| app.world().contains_resource::<Playback>());
    update_until(&mut app, |app| state(app) == AppState::Playing);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyS);
    update_until(&mut app, |app| !is_saving(app));
    assert_eq!(saves(&app), ["Autosave 1.ron"], "a replay is not saved");
    let other = app.world().resource::<Factions>().0[FactionId(1)].name.clone();
    press(&mut app, KeyCode::F10);
    choose(&mut app, &format!("Play from here as {other}"));
    update_until(&mut app, |app| !app.world().contains_resource::<Playback>());
    app.update();
    assert_eq!(app.world().resource::<Player>().faction, FactionId(1));
    quit_to_main_menu(&mut app);
    assert_eq!(saves(&app), ["Autosave 1.ron", "Autosave 2.ron"], "the game is saved, as it is one");
}

#[test]
fn the_game_in_progress_is_among_the_replays() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = recorded(folder.path(), 90);
    let written = app.world_mut().resource_mut::<Recorder>().hand_over().unwrap();
    written.wait(Duration::from_secs(60));
    press(&mut app, KeyCode::F10);
    choose(&mut app, "Replays");
    let path = app.world().resource::<Recorder>().path().map(Path::to_owned).unwrap();
    assert_eq!(chosen(&app), path.file_stem().unwrap().to_string_lossy());
    press(&mut app, KeyCode::Delete);
    assert_eq!(chosen(&app), path.file_stem().unwrap().to_string_lossy(), "it is not deleted");
    assert!(path.exists());
}
