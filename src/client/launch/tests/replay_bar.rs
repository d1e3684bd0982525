//! The bar of a replay, in the whole client.

use bevy::ui_widgets::Activate;

use super::*;
use crate::client::clockwork::go_on_from;
use crate::client::hud::guide::Guide;
use crate::client::hud::replay::{ReplayBar, ReplayPress, Track};
use crate::level::FASTEST;

/// Presses the button of the bar with this effect.
fn press_button(app: &mut App, press: ReplayPress) {
    let mut buttons = app.world_mut().query::<(Entity, &ReplayPress)>();
    let (entity, _) = buttons.iter(app.world()).find(|(_, other)| **other == press).unwrap();
    app.world_mut().trigger(Activate { entity });
    app.update();
}

fn bars(app: &mut App) -> usize {
    app.world_mut().query::<&ReplayBar>().iter(app.world()).count()
}

/// Whether a tick has been reached, and no other one is sought.
fn is_at(app: &App, wanted: u64) -> bool {
    let target = app.world().get_resource::<Playback>().and_then(|playback| playback.target);
    state(app) == AppState::Playing && target.is_none() && tick(app) >= wanted
}

/// Goes to the end by two steps.
fn step_to_end(app: &mut App) {
    (0..2).for_each(|_| press_button(app, ReplayPress::On));
    update_until(app, |app| is_at(app, REPLAY_TICKS));
}

/// Steps back add up while a world is read.
fn step_back_twice(app: &mut App) {
    (0..2).for_each(|_| press_button(app, ReplayPress::Back));
    update_until(app, |app| is_at(app, 0) && tick(app) < REPLAY_TICKS / 2);
}

/// A step in the frame in which a world is exchanged is not lost.
fn step_back_while_world_is_exchanged(app: &mut App) {
    press_button(app, ReplayPress::Back);
    // Read by then, and entered in the next frame.
    std::thread::sleep(Duration::from_secs(2));
    press_button(app, ReplayPress::Back);
    update_until(app, |app| is_at(app, 0) && tick(app) < REPLAY_TICKS / 2);
}

#[test]
fn a_replay_has_a_bar_that_leads_to_its_moments_and_no_step_is_lost() {
    let mut app = watched_duel();
    assert_eq!(bars(&mut app), 1);
    assert!(says(&mut app, |words| words.contains("/ 0:20")), "its length");
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::Enter);
    update_until(&mut app, |app| is_at(app, 300));
    step_to_end(&mut app);
    app.update();
    assert!(says(&mut app, |words| words.contains("0:20 End")));
    (0..5).for_each(|_| app.update());
    assert!(tick(&app) == REPLAY_TICKS && is_paused(&app), "nothing comes after the end");
    press_button(&mut app, ReplayPress::Beginning);
    update_until(&mut app, |app| is_at(app, 0) && tick(app) < REPLAY_TICKS);
    assert_eq!(bars(&mut app), 1, "in the world that was entered for it, too");
    step_to_end(&mut app);
    step_back_twice(&mut app);
    step_to_end(&mut app);
    step_back_while_world_is_exchanged(&mut app);
}

/// A click on the track shows that moment.
fn click_on_track(app: &mut App) {
    (0..5).for_each(|_| app.update());
    let middle = middle_of::<Track>(app, |_, _| true).unwrap();
    point_at(app, middle);
    click_of(app, MouseButton::Left).into_iter().for_each(|event| send(app, [event]));
    update_until(app, |app| is_at(app, REPLAY_TICKS / 2 - 20));
    assert!(tick(app) < REPLAY_TICKS / 2 + 40, "tick {}", tick(app));
}

/// The eyes of a replay go round by key and by button.
fn change_eyes(app: &mut App) {
    let eyes = |app: &App| app.world().resource::<Onlooker>().0;
    let count = app.world().resource::<Factions>().0.len();
    assert_eq!(eyes(app), Viewer::Everything);
    press_button(app, ReplayPress::Eyes);
    app.update();
    assert_eq!(eyes(app), Viewer::Faction(FactionId(0)));
    press(app, KeyCode::F11);
    assert_eq!(eyes(app), Viewer::Faction(FactionId(1)));
    let before = *app.world().resource::<Era>();
    press_button(app, ReplayPress::Beginning);
    update_until(app, |app| *app.world().resource::<Era>() != before && is_at(app, 0));
    assert_eq!(eyes(app), Viewer::Faction(FactionId(1)), "in the world that was entered, too");
    (1..count).for_each(|_| press(app, KeyCode::F11));
    assert_eq!(eyes(app), Viewer::Everything);
}

/// A replay has every pace, and no guide.
fn change_pace(app: &mut App) {
    app.world_mut().resource_mut::<SourceLevel>().0.settings.most_pace = 1.0;
    for _ in 0..10 {
        press(app, KeyCode::Equal);
    }
    assert_eq!(app.world().resource::<Time<Virtual>>().relative_speed_f64(), FASTEST);
    assert!(!says(app, |words| words.contains("Look around")) && app.world().contains_resource::<Guide>());
}

#[test]
fn a_replay_has_a_track_all_eyes_every_pace_and_no_guide() {
    let mut app = watched_duel();
    click_on_track(&mut app);
    change_eyes(&mut app);
    change_pace(&mut app);
}

#[test]
fn a_replay_that_becomes_a_game_loses_its_bar() {
    let mut app = watched_duel();
    go_on_from(app.world_mut(), FactionId(0));
    update_until(&mut app, |app| !app.world().contains_resource::<Playback>());
    (0..3).for_each(|_| app.update());
    assert_eq!(bars(&mut app), 0);
    enter(&mut app, &opened("duel.ron"));
    assert_eq!(bars(&mut app), 0, "nor has a game one");
}
