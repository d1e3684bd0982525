//! The first minutes of a new player, who does what the guide says and nothing else: from the start of the first level
//! to a fleet under way and a station under construction.

use super::*;
use crate::client::frame::PictureAwaited;
use crate::client::hud::planet::Subject;
use crate::client::launch::hands::Hands;
use crate::client::scene::rings::PlannedStructure;
use crate::client::settings::guide_step::GuideStep;
use crate::client::view::{BodyPlaces, ViewCamera};
use crate::sim::world::{Growing, Structure};
use crate::sim::{BodyId, Fleet, Goal, Route};

/// The steps up to the first station, in their order, with the beginnings of their titles.
const STEPS: [(GuideStep, &str); 8] = [
    (GuideStep::Look, "Look around"),
    (GuideStep::Select, "Select your fleet"),
    (GuideStep::Overview, "Find "),
    (GuideStep::Send, "Send a fleet to "),
    (GuideStep::Pace, "Start the clock"),
    (GuideStep::Planet, "Open "),
    (GuideStep::Class, "Choose a "),
    (GuideStep::Place, "Place the "),
];
/// Those of them that the guide leaves out if what they are about is done or in view already.
const MAY_BE_MET: [GuideStep; 2] = [GuideStep::Overview, GuideStep::Planet];
/// Frames after which the camera has come to rest.
const FLIGHT: u32 = 60;
/// Frames for which a key is held before the player looks again.
const LOOK: u32 = 4;
/// How often the player tries again what has had no effect.
const TRIES: u32 = 40;

/// The title of the step on the plate, without its number.
fn title_on_plate(app: &mut App) -> Option<String> {
    let world = app.world_mut();
    let mut texts = world.query::<&Text>();
    texts.iter(world).find_map(|text| {
        let (count, title) = text.0.split_once(": ")?;
        let (number, all) = count.split_once(" of ")?;
        let are_numbers = [number, all].iter().all(|words| words.parse::<u32>().is_ok());
        are_numbers.then(|| title.to_owned())
    })
}

fn is_done(app: &App, step: GuideStep) -> bool {
    app.world().resource::<Settings>().guide_done.contains(&step)
}

/// Waits for a step that was not told yet; returns it with the rest of its title.
fn next_step(app: &mut App, told: &[GuideStep]) -> (GuideStep, String) {
    for _ in 0..MOST_FRAMES {
        app.update();
        let title = title_on_plate(app).unwrap_or_default();
        let fitting = STEPS.iter().find_map(|(step, begin)| Some((*step, title.strip_prefix(*begin)?)));
        if let Some((step, rest)) = fitting.filter(|(step, _)| !told.contains(step)) {
            return (step, rest.to_owned());
        }
    }
    panic!("after {told:?} the guide says {:?}", title_on_plate(app));
}

/// Holds a key for some frames.
fn hold(app: &mut App, key: KeyCode, frames: u32) {
    app.world_mut().write_message(key_of(key, ButtonState::Pressed));
    (0..frames).for_each(|_| app.update());
    app.world_mut().write_message(key_of(key, ButtonState::Released));
    app.update();
}

/// Presses a button with these words.
fn press_words(app: &mut App, words: &str) {
    let hands = Hands { presses: vec![words.to_owned()], ..default() };
    assert_eq!(hands.play(app), Ok(()));
}

/// Clicks where the pointer is.
fn click(app: &mut App, button: MouseButton) {
    let click = click_of(app, button);
    send(app, click);
    (0..LOOK).for_each(|_| app.update());
}

/// Zooms out from the home planet until the goal is seen.
fn find_goal(app: &mut App) {
    press(app, KeyCode::Home);
    for _ in 0..TRIES {
        hold(app, KeyCode::PageDown, LOOK);
        if is_done(app, GuideStep::Overview) {
            return;
        }
    }
}

/// Clicks on a body with the right button. A moon that has come too near to its planet on the screen takes a zoom.
fn send_to(app: &mut App, name: &str) {
    let bodies = &app.world().resource::<Sky>().system.bodies;
    let found = bodies.iter_enumerated().find(|(_, body)| body.name == name);
    let body: BodyId = found.expect("the body is there").0;
    for _ in 0..TRIES {
        (0..FLIGHT).for_each(|_| app.update());
        let place = app.world().resource::<BodyPlaces>().0[body];
        let seen = app.world().resource::<ViewCamera>().project(place);
        point_at(app, seen.expect("it is before the camera").pixel);
        (0..LOOK).for_each(|_| app.update());
        click(app, MouseButton::Right);
        if is_done(app, GuideStep::Send) {
            return;
        }
        hold(app, KeyCode::PageUp, LOOK);
    }
}

/// Clicks on a free slot for a class that is chosen, and there with the right button, as if that ended the choice.
fn place(app: &mut App, class: &str) {
    building::begin(app, class).unwrap();
    update_until(app, |app| app.world().resource::<PlannedStructure>().allowed().is_some());
    let window = window(app);
    let at = app.world().get::<Window>(window).and_then(Window::cursor_position);
    point_at(app, at.expect("it is on a slot"));
    app.update();
    click(app, MouseButton::Left);
    click(app, MouseButton::Right);
}

/// Does what a step says; `rest` is the end of its title.
fn do_as_told(app: &mut App, step: GuideStep, rest: &str) {
    match step {
        GuideStep::Look => hold(app, KeyCode::KeyQ, FLIGHT),
        GuideStep::Select => press_words(app, "Pathfinders"),
        GuideStep::Overview => find_goal(app),
        GuideStep::Send => send_to(app, rest),
        GuideStep::Pace => press(app, KeyCode::Space),
        GuideStep::Planet => press(app, KeyCode::Home),
        GuideStep::Class => press_words(app, rest),
        GuideStep::Place => {
            press(app, KeyCode::Home);
            (0..FLIGHT).for_each(|_| app.update());
            place(app, rest);
        }
        GuideStep::Ships | GuideStep::Claim | GuideStep::Help => {}
    }
}

/// Whether a fleet of the player has somewhere to go.
fn is_under_way(app: &mut App) -> bool {
    let player = app.world().resource::<Player>().faction;
    let mut fleets = app.world_mut().query::<(&Fleet, &Route)>();
    fleets.iter(app.world()).any(|(fleet, route)| fleet.faction == player && !route.0.is_empty())
}

#[test]
fn the_guide_leads_from_the_first_start_to_a_fleet_under_way_and_a_station_under_construction() {
    let mut app = client(&opened("first-light.ron"));
    update_until(&mut app, |app| {
        state(app) == AppState::Playing && !app.world().resource::<PictureAwaited>().0
    });
    assert!(is_paused(&app), "the clock waits for the player");
    press(&mut app, KeyCode::Escape);
    let mut told = Vec::new();
    while !is_done(&app, GuideStep::Place) {
        let (step, rest) = next_step(&mut app, &told);
        told.push(step);
        do_as_told(&mut app, step, &rest);
        update_until(&mut app, |app| is_done(app, step));
        if step == GuideStep::Pace {
            let before = tick(&app);
            (0..LOOK).for_each(|_| app.update());
            assert!(tick(&app) > before && is_under_way(&mut app), "the fleet is under way");
        }
    }
    let usual = STEPS.iter().map(|(step, _)| *step);
    let expected: Vec<GuideStep> =
        usual.filter(|step| told.contains(step) || !MAY_BE_MET.contains(step)).collect();
    assert_eq!(told, expected);
    let player = app.world().resource::<Player>();
    let (faction, home) = (player.faction, player.home.map(|(home, _)| home));
    assert_eq!(app.world().resource::<Subject>().0, home);
    let mut grows = app.world_mut().query_filtered::<&Structure, With<Growing>>();
    let own = grows.iter(app.world()).filter(|one| one.faction == faction && Some(one.body) == home);
    assert_eq!(own.count(), 1, "a station is under construction");
    (0..LOOK).for_each(|_| app.update());
    let mut routes = app.world_mut().query::<&Route>();
    let mut legs = routes.iter(app.world()).flat_map(|route| &route.0);
    assert!(legs.all(|leg| matches!(leg.goal, Goal::Body(_))), "no fleet was sent to the slot");
}
