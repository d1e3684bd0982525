//! The end of a war: the page of its result, and the replay to which the page leads.

use super::*;
use crate::client::view::{Focus, FocusTarget};
use crate::record::{Mark, MarkKind};
use crate::sim::outcome::History;
use crate::sim::outcome::history::{Battle, Past};
use crate::sim::visibility::{WorldView, with_view};
use crate::sim::{BodyId, Order, Verdict};

/// Frames in which the page of the result takes no press, and a little more.
const REST_FRAMES: u32 = 30;

#[test]
fn keys_lead_to_a_surrender_and_to_the_result() {
    let mut app = client(&opened("duel.ron"));
    start(&mut app);
    let is_open = |app: &App| app.world().resource::<Menu>().is_open();
    let player = app.world().resource::<Player>().faction;
    let bodies = move |app: &mut App| {
        let of_player = |view: WorldView| view.bodies_of(player).len();
        with_view(app.world_mut(), Viewer::Faction(player), of_player).expect("there is a world")
    };
    press(&mut app, KeyCode::F10);
    choose(&mut app, "Surrender");
    press(&mut app, KeyCode::Enter);
    assert!(is_open(&app) && bodies(&mut app) > 0, "the first row leads back");
    choose(&mut app, "Surrender");
    choose(&mut app, "Surrender");
    assert!(!is_open(&app));
    open_result(&mut app);
    assert_eq!(bodies(&mut app), 0);
    press(&mut app, KeyCode::Escape);
    press(&mut app, KeyCode::F10);
    choose(&mut app, "Surrender");
    press(&mut app, KeyCode::Escape);
    assert!(!is_open(&app), "the war is decided: nobody is asked any more");
}

/// Waits for the verdict, and opens the page of the result.
fn open_result(app: &mut App) {
    update_until(app, |app| app.world().resource::<Verdict>().0.is_some());
    assert!(!app.world().resource::<Menu>().is_open(), "the verdict is shown first");
    press(app, KeyCode::Enter);
    assert!(app.world().resource::<Menu>().shows_result());
    // At first the page takes no press.
    (0..REST_FRAMES).for_each(|_| app.update());
}

/// A battle of the player at a body, in the history of the world.
fn note_battle(app: &mut App, body: BodyId, tick: u64) {
    let losses = vec![1; app.world().resource::<Factions>().0.len()].into();
    let battles = vec![Battle { body, tick, last_tick: tick + 10, losses }];
    app.world_mut().insert_resource(History::from(Past { battles, ..Past::default() }));
}

/// Whether a replay has come to the moment to which it was sent.
fn is_shown(app: &App) -> bool {
    let playback = app.world().get_resource::<Playback>();
    let is_there = playback.is_some_and(|playback| playback.target.is_none());
    is_there && state(app) == AppState::Playing && !app.world().contains_resource::<Reading>()
}

#[test]
fn a_battle_of_the_result_leads_to_its_moment_in_the_replay_of_this_game() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = recorded(folder.path(), 330);
    let (body, player) = (BodyId(2), app.world().resource::<Player>().faction);
    note_battle(&mut app, body, 240);
    press(&mut app, KeyCode::F10);
    let at = tick(&app);
    choose(&mut app, "Statistics");
    choose_row(&mut app, |row| row.contains("Losses at"));
    choose(&mut app, "Watch");
    update_until(&mut app, is_shown);
    assert!((150..200).contains(&tick(&app)), "a little before it: {}", tick(&app));
    assert_eq!(app.world().resource::<Playback>().log.last_tick(), at, "all of the game is there");
    assert_eq!(app.world().resource::<Focus>().target, FocusTarget::Body(body));
    assert_eq!(app.world().resource::<Onlooker>().0, Viewer::Faction(player));
    assert_eq!(saves(&app), ["Autosave 1.ron"], "the game can be continued");

    // The replay itself is sought through.
    app.world_mut().resource_mut::<Time<Virtual>>().unpause();
    update_until(&mut app, |app| tick(app) > 260);
    let last = app.world().resource::<Playback>().log.last_tick();
    note_battle(&mut app, body, 240);
    press(&mut app, KeyCode::F10);
    choose(&mut app, "Statistics");
    choose_row(&mut app, |row| row.contains("Losses at"));
    update_until(&mut app, |app| is_shown(app) && tick(app) < 200);
    assert!(!app.world().resource::<Menu>().is_open() && tick(&app) >= 150);
    assert_eq!(app.world().resource::<Playback>().log.last_tick(), last, "no log was opened for it");
}

#[test]
fn a_decided_war_is_watched_from_its_beginning() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = recorded(folder.path(), 60);
    let player = app.world().resource::<Player>().faction;
    app.world_mut().resource_mut::<OrderQueue>().give(player, Order::Surrender);
    open_result(&mut app);
    choose(&mut app, "Watch the replay");
    update_until(&mut app, is_shown);
    assert!(tick(&app) < 30, "{}", tick(&app));
    let log = app.world().resource::<Playback>().log.clone();
    let is_end = |mark: &Mark| matches!(mark.kind, MarkKind::Decided { .. });
    assert!(log.marks().iter().any(is_end), "with the decision");
    let path = app.world().resource::<Playback>().file.clone();
    assert!(path.is_some_and(|path| path.exists()), "it is watched, and so stays, however short");
}
