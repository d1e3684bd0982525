//! The interface in windows and at scales from the smallest to the largest keeps the rules of `laid.rs`.

use bevy::input_focus::tab_navigation::TabIndex;
use bevy::ui_widgets::Activate;

use super::laid::{Laid, SLACK, cut_pictures, holds, rows_of_menu, rows_out_of_sight};
pub(super) use super::laid::{faults, faults_with, plates_at};
use super::*;
use crate::client::frame::PictureAwaited;
use crate::client::hud::encyclopedia::rows::EncyclopediaAction;
use crate::client::hud::encyclopedia::topics::Topic;
use crate::client::hud::layout::places::{PlanetPanel, Slot};
use crate::client::hud::layout::top_middle::TopPlate;
use crate::client::settings::SettingsTab;
use crate::client::widgets::{Cell, Row, RowIndex, Rows, WORDS};
use crate::level::MindChoice;

/// A window, logical pixels, and a scale of the interface.
pub(super) type Case = (u32, u32, f32);

/// The windows and scales of the tests, each with the room of the interface in its own pixels. Usual windows at other
/// scales give it the room of one of these, in which it is laid out as there but for rounding. The least room is there
/// twice: where a pixel of the interface has few pixels of the screen, and where it has most.
const CASES: [Case; 9] = [
    (1024, 600, 0.75),  // 1365 x 800 pixels of the interface
    (1024, 600, 1.0),   // 1024 x 600
    (1280, 720, 1.5),   // 1024 x 576: the window limits the scale
    (1280, 1024, 1.0),  // 1024 x 819: narrow and high
    (1920, 1080, 1.0),  // 1280 x 720
    (2560, 1080, 1.0),  // 1707 x 720: wide and low
    (2560, 1440, 1.0),  // 1478 x 831
    (3840, 2160, 0.75), // 2414 x 1358
    (3840, 2160, 2.0),  // 1024 x 576
];
/// The least and the most room: faults of a part that is laid out like another one show there.
const ENDS: [Case; 2] = [(1280, 720, 1.5), (3840, 2160, 0.75)];
/// The least room, and the least in which entries one below the other leave room beside them.
const ENTRIES: [Case; 2] = [(1280, 720, 1.5), (1920, 1080, 1.0)];
/// Frames until a new size of the window has reached all parts, and then until what they wrote has its place.
const FRAMES: (u32, u32) = (3, 4);
/// The duration of the frame between them: a little more than the time in which every panel looks at the world once.
const LOOK: Duration = Duration::from_millis(260);
/// Rows that the menu over a game has at least.
const LEAST_ROWS: usize = 10;
/// Rows that a tab of the settings has at least.
const LEAST_SETTINGS: usize = 6;
/// What the heights of the rows of a tab may differ by through rounding, physical pixels.
const ROUNDED_ROWS: f32 = 6.0;
/// Buttons that the page of the statistics has at least.
const LEAST_BUTTONS: usize = 6;

/// Runs the frames until a new layout has settled. One of them is so long that every panel writes its rows in it: they
/// do so a few times a second.
pub(super) fn settle(app: &mut App) {
    (0..FRAMES.0).for_each(|_| app.update());
    app.insert_resource(TimeUpdateStrategy::ManualDuration(LOOK));
    app.update();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame()));
    (0..FRAMES.1).for_each(|_| app.update());
}

/// Shows the interface in a window, at a scale.
fn resize(app: &mut App, (width, height, scale): Case) {
    let mut windows = app.world_mut().query_filtered::<&mut Window, With<PrimaryWindow>>();
    let mut window = windows.single_mut(app.world_mut()).unwrap();
    window.resolution.set_physical_resolution(width, height);
    app.world_mut().resource_mut::<Settings>().ui_scale = scale;
    settle(app);
}

/// Shows the interface in all windows; returns what is wrong, with the window.
fn faults_everywhere(app: &mut App, what: &str) -> Vec<String> {
    faults_in(app, &CASES, what, faults)
}

/// Shows the interface in some windows; returns what is found to be wrong there, with the window.
pub(super) fn faults_in(
    app: &mut App,
    cases: &[Case],
    what: &str,
    look: impl Fn(&mut App) -> Vec<String>,
) -> Vec<String> {
    let mut found = Vec::new();
    for &(width, height, scale) in cases {
        resize(app, (width, height, scale));
        let wrong = look(app);
        found.extend(wrong.into_iter().map(|fault| format!("{what}, {width}x{height} at {scale}: {fault}")));
    }
    found
}

/// Opens a page of the menu, shows it in these windows, and goes back; returns what is wrong.
fn faults_on_page(app: &mut App, page: &str, windows: &[Case]) -> Vec<String> {
    choose(app, page);
    settle(app);
    assert_ne!(chosen(app), page, "the page is open");
    let found = faults_in(app, windows, page, faults);
    press(app, KeyCode::Escape);
    found
}

/// Shows all options of a skirmish, those of its first side, and a choice that is typed; returns what is wrong.
fn faults_in_options(app: &mut App) -> Vec<String> {
    choose(app, "All options");
    settle(app);
    let side = chosen(app);
    let mut found = faults_everywhere(app, "all options");
    for page in [side.as_str(), "Seed"] {
        found.extend(faults_on_page(app, page, &ENDS));
    }
    press(app, KeyCode::Escape);
    found
}

/// Shows the pages of the two buttons of a save: the question whether to delete it, and the field for another name.
/// Returns what is wrong.
fn faults_behind_save(app: &mut App) -> Vec<String> {
    let file = saves(app).pop().expect("there is one");
    let name = file.trim_end_matches(".ron");
    choose(app, "Load game");
    let mut found = Vec::new();
    for (button, what) in [(KeyCode::Delete, "deletion"), (KeyCode::F2, "another name")] {
        // The folder is listed meanwhile.
        update_until(app, |app| chosen(app) == name);
        settle(app);
        [KeyCode::ArrowLeft, KeyCode::ArrowRight].into_iter().for_each(|arrow| press(app, arrow));
        assert_eq!(chosen(app), name, "the arrows do nothing to a save");
        press(app, button);
        settle(app);
        assert_ne!(chosen(app), name, "the page of the button is open");
        found.extend(faults_in(app, &ENDS, what, faults));
        press(app, KeyCode::Escape);
    }
    press(app, KeyCode::Escape);
    found
}

/// Turns through the topics of the encyclopedia that is open over a game; returns what is wrong.
fn faults_in_topics(app: &mut App) -> Vec<String> {
    let mut found = Vec::new();
    for topic in Topic::ALL {
        let world = app.world_mut();
        let mut buttons = world.query::<(Entity, &EncyclopediaAction)>();
        let wanted = EncyclopediaAction::Turn(topic);
        let entity = buttons.iter(world).find(|(_, action)| **action == wanted).expect("it has a button").0;
        world.trigger(Activate { entity });
        found.extend(faults_in(app, &ENTRIES, topic.title(), faults));
    }
    found
}

/// What is wrong with the open tab of the settings, and its rows that are not seen without scrolling.
fn faults_of_tab(app: &mut App) -> Vec<String> {
    let hidden = rows_out_of_sight::<With<RowIndex>>(app, LEAST_SETTINGS).into_iter();
    let hidden: Vec<String> = hidden.map(|row| format!("{row:?} is out of sight")).collect();
    faults(app).into_iter().chain(hidden).collect()
}

/// The upper edge of the row of the tabs, physical pixels.
fn top_of_tabs(app: &mut App) -> f32 {
    let rows = rows_of_menu::<With<RowIndex>>(app);
    let laid = Laid { world: app.world() };
    let first = rows.into_iter().find(|row| laid.world.get::<RowIndex>(*row) == Some(&RowIndex(0)));
    first.and_then(|row| laid.area(row)).map(|area| area.min.y).expect("the tabs are there")
}

/// Turns through the tabs of the settings, from the first one on; returns what is wrong. All have the same kinds of
/// rows, and the tab with the most is the first to have no room. So that one alone is shown in all of these windows;
/// the others are shown where there is the least and the most room.
fn faults_on_tabs(app: &mut App, windows: &[Case]) -> Vec<String> {
    choose(app, "Settings");
    settle(app);
    let (mut found, mut highest) = (Vec::new(), (0, SettingsTab::default()));
    let mut tops = Vec::new();
    for tab in SettingsTab::ALL {
        assert_eq!(chosen(app), tab.name(), "the tabs have the focus");
        found.extend(faults_in(app, &ENDS, tab.name(), faults_of_tab));
        tops.push(top_of_tabs(app));
        let rows = rows_of_menu::<With<RowIndex>>(app).len();
        if rows > highest.0 {
            highest = (rows, tab);
        }
        press(app, KeyCode::ArrowRight);
    }
    let stays = |top: &f32| (top - tops[0]).abs() < ROUNDED_ROWS;
    assert!(tops.iter().all(stays), "the tabs move when one is turned to: {tops:?}");
    let before = SettingsTab::ALL.into_iter().take_while(|tab| *tab != highest.1);
    before.for_each(|_| press(app, KeyCode::ArrowRight));
    assert_eq!(chosen(app), highest.1.name(), "the tabs go round");
    let others: Vec<Case> = windows.iter().filter(|case| !ENDS.contains(case)).copied().collect();
    found.extend(faults_in(app, &others, highest.1.name(), faults_of_tab));
    press(app, KeyCode::Escape);
    found
}

/// Words that have no room beside others go below them.
fn look_at_wrapped_words(app: &mut App) {
    let world = app.world_mut();
    let node = Node { width: px(300), flex_direction: FlexDirection::Column, ..default() };
    let column = world.spawn(node).id();
    let row = |course: &str| {
        let cells = vec![Cell::words("Rivalry: raid Thale", WORDS), Cell::label(course, WORDS).wrapped()];
        // It is never pressed: any effect will do.
        Row::<RowIndex> { wraps: true, ..Row::of(cells) }
    };
    let long = "At its target, 3 ships, departed 2455-09-28, arrived 2455-10-13, now 100 %";
    Rows::default().show(&mut world.commands(), column, vec![row("Gathers"), row(long)]);
    world.flush();
    settle(app);
    let laid = Laid { world: app.world() };
    let area = |node: Entity| laid.area(node).expect("it is laid out");
    let children = |node: Entity| app.world().get::<Children>(node).expect("it has some").to_vec();
    let cells = |row: usize| children(children(column)[row]).into_iter().map(area).collect::<Vec<Rect>>();
    let (room, beside, below) = (area(column), cells(0), cells(1));
    assert!((beside[0].center().y - beside[1].center().y).abs() <= SLACK, "{beside:?}");
    assert!((beside[1].max.x - room.max.x).abs() <= SLACK, "it stands at the right: {beside:?} in {room:?}");
    assert!(below[1].min.y >= below[0].max.y - SLACK && holds(room, below[1]), "{below:?} in {room:?}");
    assert!(below[1].height() > 1.5 * beside[1].height(), "it takes several lines: {below:?}");
    app.world_mut().despawn(column);
}

/// The buttons of the statistics are in view on a low screen, and the page is whole in every window. Returns what is
/// wrong.
fn faults_on_statistics(app: &mut App) -> Vec<String> {
    press(app, KeyCode::F10);
    choose(app, "Statistics");
    resize(app, (1280, 720, 1.5));
    let hidden = rows_out_of_sight::<(With<RowIndex>, With<TabIndex>)>(app, LEAST_BUTTONS);
    assert!(hidden.is_empty(), "{hidden:?}");
    let found = faults_everywhere(app, "statistics");
    press(app, KeyCode::Escape);
    assert!(!app.world().resource::<Menu>().is_open());
    found
}

/// Wrapped words at the top have room for all their lines.
fn look_at_alerts_that_wrap(app: &mut App) {
    // No alert may come or go meanwhile.
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
    let world = app.world_mut();
    let mut plates = world.query_filtered::<(Entity, &Slot), With<TopPlate>>();
    let plate = plates.iter(world).find(|(_, slot)| **slot == Slot::Alerts).expect("it is there").0;
    world.get_mut::<Node>(plate).expect("it is a node").display = Display::Flex;
    let node = Node { flex_direction: FlexDirection::Column, flex_shrink: 0.0, ..default() };
    let column = world.spawn((node, ChildOf(plate))).id();
    let row = |count: usize| {
        let words = Cell::words("ships ".repeat(count), WORDS).wrapped();
        Row::<RowIndex>::of(vec![words, Cell::label("What killed us?", WORDS)])
    };
    Rows::default().show(&mut world.commands(), column, (9..25).map(row).collect());
    world.flush();
    let mut widths = Vec::new();
    for case in CASES {
        resize(app, case);
        let laid = Laid { world: app.world() };
        let room = laid.area(plate).expect("it is laid out");
        let rows = app.world().get::<Children>(column).expect("it has some");
        let last = rows.last().and_then(|row| laid.area(*row)).expect("it is laid out");
        assert!(last.max.y <= room.max.y + SLACK, "{case:?}: {last:?} in {room:?}");
        let computed = app.world().get::<ComputedNode>(plate).expect("it is a node");
        widths.push(room.width() * computed.inverse_scale_factor);
    }
    let (narrow, wide) = widths
        .iter()
        .fold((f32::MAX, 0.0_f32), |(narrow, wide), width| (narrow.min(*width), wide.max(*width)));
    assert!(narrow + 10.0 < wide, "not every window has the room for a whole plate: {widths:?}");
}

#[test]
fn statistics_and_long_alerts_have_room_in_every_window() {
    let mut app = client(&opened("duel.ron"));
    start(&mut app);
    let found = faults_on_statistics(&mut app);
    assert!(found.is_empty(), "{}", found.join("\n"));
    look_at_alerts_that_wrap(&mut app);
}

#[test]
fn the_game_is_laid_out_in_every_window() {
    let mut app = client(&opened("duel.ron"));
    update_until(&mut app, |app| {
        state(app) == AppState::Playing && !app.world().resource::<PictureAwaited>().0
    });
    let mut found = faults_everywhere(&mut app, "briefing");
    press(&mut app, KeyCode::Escape);
    app.world_mut().resource_mut::<Time<Virtual>>().unpause();
    found.extend(faults_everywhere(&mut app, "play"));
    let is_guided = says(&mut app, |words| words.ends_with("Look around"));
    assert!(is_guided, "the guide begins once the briefing is closed");
    let world = app.world_mut();
    let has_panel =
        world.query_filtered::<&InheritedVisibility, With<PlanetPanel>>().iter(world).any(|one| one.get());
    assert!(has_panel, "the panel of the home planet is open");
    for page in ["the next page of a planet", "its last page"] {
        press(&mut app, KeyCode::KeyC);
        found.extend(faults_everywhere(&mut app, page));
    }
    press(&mut app, KeyCode::F10);
    found.extend(faults_on_page(&mut app, "Save game", &ENDS));
    press(&mut app, KeyCode::Escape);
    assert!(!app.world().resource::<Menu>().is_open());
    app.world_mut().run_system_once(select_all).unwrap();
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::Digit1);
    found.extend(faults_everywhere(&mut app, "selection"));
    assert!(says(&mut app, |words| words == "– Groups"), "the group of all ships is in the outliner");
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyE);
    found.extend(faults_in(&mut app, &ENDS, "all events", faults));
    press(&mut app, KeyCode::F1);
    found.extend(faults_everywhere(&mut app, "keys"));
    press(&mut app, KeyCode::F4);
    found.extend(faults_everywhere(&mut app, "encyclopedia"));
    found.extend(faults_in_topics(&mut app));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_replay_is_laid_out_in_every_window() {
    let mut app = watched_duel();
    let mut found = faults_everywhere(&mut app, "replay");
    app.world_mut().resource_mut::<Playback>().differs = true;
    found.extend(faults_in(&mut app, &ENDS, "replay that differs", faults));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_pages_of_the_menu_are_laid_out_in_every_window() {
    let mut app = main_menu();
    look_at_wrapped_words(&mut app);
    let mut found = faults_everywhere(&mut app, "main menu");
    for page in ["Skirmish", "Levels", "Key bindings", "Credits"] {
        found.extend(faults_on_page(&mut app, page, &CASES));
    }
    for page in ["Replays", "Encyclopedia"] {
        found.extend(faults_on_page(&mut app, page, &ENDS));
    }
    // The same page has less room over a game, below the bars at the top: there it is shown in all windows.
    found.extend(faults_on_tabs(&mut app, &ENDS));
    choose(&mut app, "Encyclopedia");
    for topic in Topic::ALL {
        // It has the widest tables.
        let windows = if topic == Topic::Ships { &CASES[..] } else { &ENDS[..] };
        found.extend(faults_on_page(&mut app, topic.title(), windows));
    }
    choose(&mut app, Topic::Ships.title());
    settle(&mut app);
    found.extend(faults_on_page(&mut app, "Cruiser", &ENDS));
    assert_eq!(chosen(&app), "Cruiser", "back at the row that led there");
    press(&mut app, KeyCode::Escape);
    press(&mut app, KeyCode::Escape);
    turn_to_skirmish(&mut app);
    found.extend(faults_in_options(&mut app));
    // Its cards are those of the page of levels.
    found.extend(faults_on_page(&mut app, "Level", &ENDS));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_map_of_a_new_system_and_the_lines_about_it_are_whole_in_every_window() {
    let mut app = main_menu();
    turn_to_skirmish(&mut app);
    choose(&mut app, "Generate system");
    let is_drawn = |app: &mut App| says(app, |words| words.contains("Homes: "));
    for _ in 0..MOST_FRAMES {
        if is_drawn(&mut app) {
            break;
        }
        app.update();
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(is_drawn(&mut app), "the system is on the page");
    let found = faults_in(&mut app, &CASES, "new system", |app| {
        let cut = cut_pictures(app).into_iter().map(|place| format!("the picture at {place:?} is cut off"));
        faults(app).into_iter().chain(cut).collect()
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_pages_of_the_menu_over_a_game_are_laid_out_in_every_window() {
    let mut duel = opened("duel.ron");
    duel.level.factions[1].mind = Some(MindChoice::new("captain", "corsair"));
    let mut app = client(&duel);
    start(&mut app);
    update_until(&mut app, |app| tick(app) > 60);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyS);
    update_until(&mut app, |app| saves(app).len() == 1 && !is_saving(app));
    press(&mut app, KeyCode::F10);
    for case in [(1280, 720, 1.0), (1280, 720, 1.5), (1600, 900, 1.05)] {
        resize(&mut app, case);
        let hidden = rows_out_of_sight::<With<RowIndex>>(&mut app, LEAST_ROWS);
        assert!(hidden.is_empty(), "{case:?}: {hidden:?}");
    }
    let mut found = faults_everywhere(&mut app, "menu over a game");
    for page in ["Load game", "Rewind", "Opponents"] {
        found.extend(faults_on_page(&mut app, page, &CASES));
    }
    for page in ["Replays", "Surrender"] {
        found.extend(faults_on_page(&mut app, page, &ENDS));
    }
    found.extend(faults_behind_save(&mut app));
    found.extend(faults_on_tabs(&mut app, &CASES));
    choose(&mut app, "Opponents");
    choose(&mut app, "Ferrum");
    found.extend(faults_in(&mut app, &ENDS, "another difficulty", faults));
    assert!(found.is_empty(), "{}", found.join("\n"));
}
