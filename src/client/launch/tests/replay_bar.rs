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

#[test]
fn a_replay_has_a_bar_that_leads_to_its_moments() {
    let mut app = watched_duel();
    assert_eq!(bars(&mut app), 1);
    assert!(says(&mut app, |words| words.contains("/ 0:20")), "its length");
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::Enter);
    update_until(&mut app, |app| is_at(app, 300));
    press_button(&mut app, ReplayPress::On);
    press_button(&mut app, ReplayPress::On);
    update_until(&mut app, |app| is_at(app, REPLAY_TICKS));
    app.update();
    assert!(says(&mut app, |words| words.contains("0:20 End")));
    (0..5).for_each(|_| app.update());
    assert!(tick(&app) == REPLAY_TICKS && is_paused(&app), "nothing comes after the end");
    press_button(&mut app, ReplayPress::Beginning);
    update_until(&mut app, |app| is_at(app, 0) && tick(app) < REPLAY_TICKS);
    assert_eq!(bars(&mut app), 1, "in the world that was entered for it, too");
}

#[test]
fn steps_back_add_up_while_a_world_is_read() {
    let mut app = watched_duel();
    (0..2).for_each(|_| press_button(&mut app, ReplayPress::On));
    update_until(&mut app, |app| is_at(app, REPLAY_TICKS));
    (0..2).for_each(|_| press_button(&mut app, ReplayPress::Back));
    update_until(&mut app, |app| is_at(app, 0) && tick(app) < REPLAY_TICKS / 2);
}

#[test]
fn a_step_in_the_frame_in_which_a_world_is_exchanged_is_not_lost() {
    let mut app = watched_duel();
    (0..2).for_each(|_| press_button(&mut app, ReplayPress::On));
    update_until(&mut app, |app| is_at(app, REPLAY_TICKS));
    press_button(&mut app, ReplayPress::Back);
    // Read by then, and entered in the next frame.
    std::thread::sleep(Duration::from_secs(2));
    press_button(&mut app, ReplayPress::Back);
    update_until(&mut app, |app| is_at(app, 0) && tick(app) < REPLAY_TICKS / 2);
}

#[test]
fn a_click_on_the_track_shows_that_moment() {
    let mut app = watched_duel();
    (0..5).for_each(|_| app.update());
    let middle = middle_of::<Track>(&mut app, |_, _| true).unwrap();
    point_at(&mut app, middle);
    click_of(&mut app, MouseButton::Left).into_iter().for_each(|event| send(&mut app, [event]));
    update_until(&mut app, |app| is_at(app, REPLAY_TICKS / 2 - 20));
    assert!(tick(&app) < REPLAY_TICKS / 2 + 40, "tick {}", tick(&app));
}

#[test]
fn the_eyes_of_a_replay_go_round_by_key_and_by_button() {
    let mut app = watched_duel();
    let eyes = |app: &App| app.world().resource::<Onlooker>().0;
    let count = app.world().resource::<Factions>().0.len();
    assert_eq!(eyes(&app), Viewer::Everything);
    press_button(&mut app, ReplayPress::Eyes);
    app.update();
    assert_eq!(eyes(&app), Viewer::Faction(FactionId(0)));
    press(&mut app, KeyCode::F11);
    assert_eq!(eyes(&app), Viewer::Faction(FactionId(1)));
    let before = *app.world().resource::<Era>();
    press_button(&mut app, ReplayPress::Beginning);
    update_until(&mut app, |app| *app.world().resource::<Era>() != before && is_at(app, 0));
    assert_eq!(eyes(&app), Viewer::Faction(FactionId(1)), "in the world that was entered, too");
    (1..count).for_each(|_| press(&mut app, KeyCode::F11));
    assert_eq!(eyes(&app), Viewer::Everything);
}

#[test]
fn a_replay_has_every_pace_and_no_guide() {
    let mut app = watched_duel();
    app.world_mut().resource_mut::<SourceLevel>().0.settings.most_pace = 1.0;
    for _ in 0..10 {
        press(&mut app, KeyCode::Equal);
    }
    assert_eq!(app.world().resource::<Time<Virtual>>().relative_speed_f64(), FASTEST);
    assert!(
        !says(&mut app, |words| words.contains("Look around")) && app.world().contains_resource::<Guide>()
    );
}

#[test]
fn a_replay_that_becomes_a_game_loses_its_bar() {
    let mut app = watched_duel();
    go_on_from(app.world_mut(), FactionId(0));
    update_until(&mut app, |app| !app.world().contains_resource::<Playback>());
    (0..3).for_each(|_| app.update());
    assert_eq!(bars(&mut app), 0);
    let mut app = client(&opened("duel.ron"));
    start(&mut app);
    assert_eq!(bars(&mut app), 0, "nor has a game one");
}
