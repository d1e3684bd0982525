//! Keys, letters and clicks in the game: each goes to one thing, in their order.

use glam::DVec3;

use super::*;
use crate::client::hud::layout::places::{MAP_MIDDLE, MAP_RADIUS, Minimap};
use crate::client::hud::log::{Event, EventKind, EventLog};
use crate::client::hud::minimap::mouse::begin_look;
use crate::client::hud::planet::Subject;
use crate::client::hud::planet::actions::PanelAction;
use crate::client::hud::search::Search;
use crate::client::input::Tool;
use crate::client::orders::planning::buttons::{OrderButton, OrderKind};
use crate::client::orders::planning::renaming::Renaming;
use crate::client::scene::rings::PlannedStructure;
use crate::client::scene::system_map::MapScale;
use crate::client::view::{BodyPlaces, Focus, FocusTarget, ViewCamera};
use crate::client::widgets::Pressed;
use crate::sim::{BodyId, Fleet, Leg, MemberOf, Route};

/// Keeps only the ships of one fleet selected.
pub(super) fn select_one_fleet(app: &mut App) {
    let mut ships = app.world_mut().query_filtered::<(Entity, &MemberOf), With<Selected>>();
    let chosen = ships.iter(app.world()).next().unwrap().1.0;
    let others: Vec<Entity> =
        ships.iter(app.world()).filter(|(_, fleet)| fleet.0 != chosen).map(|(ship, _)| ship).collect();
    for ship in others {
        app.world_mut().entity_mut(ship).remove::<Selected>();
    }
    app.update();
}

#[test]
fn letters_find_a_body_or_a_fleet_and_reach_no_key_of_the_game() {
    let mut app = client(&opened("sol.ron"));
    start(&mut app);
    let target = |app: &App| app.world().resource::<Focus>().target;
    let is_open = |app: &App| app.world().resource::<Search>().is_open();
    let selected = |app: &mut App| app.world_mut().query::<&Selected>().iter(app.world()).count();
    app.world_mut().run_system_once(select_all).unwrap();
    let before = (target(&app), selected(&mut app));
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyF);
    assert!(is_open(&app));
    assert_eq!(target(&app), before.0, "F alone looks at the selection");
    press(&mut app, KeyCode::Space);
    press(&mut app, KeyCode::KeyA);
    assert!(!app.world().resource::<Time<Virtual>>().is_paused());
    assert_eq!(*app.world().resource::<Tool>(), Tool::Select);
    write(&mut app, "tita");
    press(&mut app, KeyCode::Enter);
    let bodies = &app.world().resource::<Sky>().system.bodies;
    let titan = bodies.iter_enumerated().find(|(_, body)| body.name == "Titan").map(|(id, _)| id);
    assert_eq!((target(&app).body(), is_open(&app)), (titan, false));
    assert_eq!(app.world().resource::<Subject>().0, titan);
    assert_eq!(selected(&mut app), before.1);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyF);
    press(&mut app, KeyCode::ArrowDown);
    press(&mut app, KeyCode::Enter);
    assert!(matches!(target(&app), FocusTarget::Ship(_)), "without a text one's own fleets come first");
    assert!((1..before.1).contains(&selected(&mut app)), "only its ships are selected");
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyF);
    write(&mut app, "earth");
    press(&mut app, KeyCode::Escape);
    assert!(!is_open(&app) && selected(&mut app) > 0, "Esc ends the search, and nothing else");
    assert!(!app.world().resource::<Menu>().is_open());
    press(&mut app, KeyCode::KeyA);
    assert_eq!(*app.world().resource::<Tool>(), Tool::Attack, "the keys are those of the game again");
}

#[test]
fn a_fleet_gets_the_name_that_is_written() {
    let mut app = client(&opened("duel.ron"));
    start(&mut app);
    let is_open = |app: &App| app.world().resource::<Renaming>().is_open();
    let names = |app: &mut App| {
        (0..3).for_each(|_| app.update());
        let mut fleets = app.world_mut().query::<&Fleet>();
        fleets.iter(app.world()).map(|fleet| fleet.name.clone()).collect::<BTreeSet<String>>()
    };
    app.world_mut().run_system_once(select_all).unwrap();
    let before = names(&mut app);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyR);
    assert!(!is_open(&app), "two fleets are selected");
    select_one_fleet(&mut app);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyR);
    assert!(is_open(&app));
    press(&mut app, KeyCode::KeyA);
    assert_eq!(*app.world().resource::<Tool>(), Tool::Select, "letters reach no key of the game");
    write(&mut app, "x");
    press(&mut app, KeyCode::Escape);
    assert_eq!((is_open(&app), names(&mut app) == before), (false, true), "Esc leaves the name");
    assert!(app.world_mut().query::<&Selected>().iter(app.world()).count() > 0);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyR);
    write(&mut app, "Eagles");
    press(&mut app, KeyCode::Enter);
    let after = names(&mut app);
    assert!(!is_open(&app) && after.contains("Eagles"), "{after:?}");
    assert_eq!((after.len(), after.intersection(&before).count()), (before.len(), before.len() - 1));
    press(&mut app, KeyCode::KeyA);
    assert_eq!(*app.world().resource::<Tool>(), Tool::Attack, "the keys are those of the game again");
}

/// The legs of the player's fleets, by fleet.
fn legs(app: &mut App) -> Vec<Vec<Leg>> {
    let player = app.world().resource::<Player>().faction;
    let mut fleets = app.world_mut().query::<(&Fleet, &Route)>();
    let own = fleets.iter(app.world()).filter(|(fleet, _)| fleet.faction == player);
    own.map(|(_, route)| route.0.iter().copied().collect()).collect()
}

/// Selects all own ships, and moves the pointer to the map, beside its middle.
fn point_at_map(app: &mut App) {
    app.world_mut().run_system_once(select_all).unwrap();
    (0..3).for_each(|_| app.update());
    let on_map = middle_of::<Minimap>(app, |_, _| true).unwrap() + Vec2::new(30.0, 50.0);
    point_at(app, on_map);
}

/// A click on the map, at which the pointer is, is for the tool that is held.
fn click_on_map_with_tools(app: &mut App) {
    let orders = |app: &mut App, button: MouseButton| {
        let click = click_of(app, button);
        send(app, click);
        (0..3).for_each(|_| app.update());
        let tool = *app.world().resource::<Tool>();
        let first = legs(app).into_iter().map(|legs| legs.first().map(|leg| leg.engage));
        (tool, first.collect::<Vec<Option<bool>>>())
    };
    let focus = app.world().resource::<Focus>().target;
    press(app, KeyCode::KeyA);
    assert_eq!(orders(app, MouseButton::Right), (Tool::Select, vec![None; 2]), "it ends the tool");
    press(app, KeyCode::KeyA);
    assert_eq!(orders(app, MouseButton::Left), (Tool::Select, vec![Some(true); 2]), "they attack there");
    assert_eq!(app.world().resource::<Focus>().target, focus, "the tool had the click");
    assert_eq!(orders(app, MouseButton::Right), (Tool::Select, vec![Some(false); 2]), "they go there");
    orders(app, MouseButton::Left);
    assert_ne!(app.world().resource::<Focus>().target, focus, "a click within a frame looks there");
}

#[test]
fn keys_and_clicks_of_one_frame_act_in_their_order_and_esc_ends_one_thing_at_a_time() {
    let mut app = client(&opened("duel.ron"));
    start(&mut app);
    app.world_mut().run_system_once(select_all).unwrap();
    app.update();
    let click = click_of(&mut app, MouseButton::Right);
    let keys = [ButtonState::Pressed, ButtonState::Released].map(|state| key_of(KeyCode::KeyA, state).into());
    // A right click ends a tool, so the tool held afterwards shows the order of both.
    for (click_comes_first, expected) in [(false, Tool::Select), (true, Tool::Attack)] {
        let pair = if click_comes_first { [&click, &keys] } else { [&keys, &click] };
        send(&mut app, pair.into_iter().flatten().cloned());
        assert_eq!(*app.world().resource::<Tool>(), expected, "{click_comes_first}");
    }
    let selected = |app: &mut App| app.world_mut().query::<&Selected>().iter(app.world()).count();
    let is_menu_open = |app: &App| app.world().resource::<Menu>().is_open();
    press(&mut app, KeyCode::Escape);
    assert_eq!((*app.world().resource::<Tool>(), selected(&mut app) > 0), (Tool::Select, true));
    press(&mut app, KeyCode::Escape);
    assert_eq!(
        (selected(&mut app), is_menu_open(&app)),
        (0, false),
        "the briefing went with the first order"
    );
    let has_panel = |app: &App| app.world().resource::<Subject>().0.is_some();
    assert!(has_panel(&app), "that of the home planet");
    press(&mut app, KeyCode::Escape);
    assert_eq!((has_panel(&app), is_menu_open(&app)), (false, false));
    press(&mut app, KeyCode::Home);
    assert!(has_panel(&app), "though the camera looks there already");
    press(&mut app, KeyCode::Escape);
    press(&mut app, KeyCode::Escape);
    assert!(is_menu_open(&app));
}

/// The body of the planet panel after it was closed by its button, and after a deed.
fn panel_after_closing(app: &mut App, deed: impl FnOnce(&mut App)) -> Option<BodyId> {
    app.world_mut().write_message(Pressed(PanelAction::Close));
    app.update();
    assert_eq!(app.world().resource::<Subject>().0, None, "its button closes it");
    deed(app);
    (0..2).for_each(|_| app.update());
    app.world().resource::<Subject>().0
}

/// The dot of a body on the map, logical pixels.
fn dot_of(world: &World, body: BodyId) -> Vec2 {
    let ui_scale = world.resource::<UiScale>().0;
    let screen = world.resource::<ViewCamera>().screen(ui_scale);
    let middle = screen - MAP_MIDDLE;
    let place = world.resource::<BodyPlaces>().0[body];
    (middle + world.resource::<MapScale>().to_map(place) * MAP_RADIUS) * ui_scale
}

#[test]
fn every_look_at_a_body_opens_its_panel_that_was_closed() {
    let mut app = client(&opened("duel.ron"));
    start(&mut app);
    let (home, _) = app.world().resource::<Player>().home.unwrap();
    let name = app.world().resource::<Sky>().system.bodies[home].name.to_lowercase();
    press(&mut app, KeyCode::Home);
    let app = &mut app;
    let searched = panel_after_closing(app, |app| {
        press_with(app, KeyCode::ControlLeft, KeyCode::KeyF);
        write(app, &name);
        press(app, KeyCode::Enter);
    });
    assert_eq!(searched, Some(home), "the search");
    let listed = panel_after_closing(app, |app| {
        app.world_mut().write_message(Pressed(PanelAction::LookAt(home)));
    });
    assert_eq!(listed, Some(home), "the list of planets");
    let called = panel_after_closing(app, |app| press(app, KeyCode::Home));
    assert_eq!(called, Some(home), "the key");
    let visited = panel_after_closing(app, |app| {
        let spot = Some(FocusTarget::Body(home));
        let event = Event { jd: 0.0, words: String::new(), spot, kind: EventKind::Attacked };
        app.world_mut().resource_mut::<EventLog>().note(event);
        press(app, KeyCode::Backspace);
    });
    assert_eq!(visited, Some(home), "an event");
    let on_map = panel_after_closing(app, |app| {
        let dot = dot_of(app.world(), home);
        app.world_mut().run_system_cached_with(begin_look, dot).unwrap();
    });
    assert_eq!(on_map, Some(home), "the map");
    let come_by = panel_after_closing(app, |app| {
        for target in [FocusTarget::Point(DVec3::ZERO), FocusTarget::Body(home)] {
            app.world_mut().resource_mut::<Focus>().jump_to(target);
            app.update();
        }
    });
    assert_eq!(come_by, None, "the player has not asked");
}

/// The key that selects all, held Ctrl included, within a frame.
fn all_keys() -> Vec<WindowEvent> {
    let (control, letter) = (KeyCode::ControlLeft, KeyCode::KeyA);
    let (down, up) = (ButtonState::Pressed, ButtonState::Released);
    let all = [(control, down), (letter, down), (letter, up), (control, up)];
    all.map(|(key, state)| key_of(key, state).into()).to_vec()
}

#[test]
fn keys_and_clicks_on_panels_act_in_their_order() {
    let mut app = client(&opened("duel.ron"));
    update_until(&mut app, |app| {
        state(app) == AppState::Playing && app.world().resource::<Loading>().is_done
    });
    point_at_map(&mut app);
    let fleets_with_a_route = |app: &mut App| {
        (0..3).for_each(|_| app.update());
        legs(app).iter().filter(|legs| !legs.is_empty()).count()
    };
    select_one_fleet(&mut app);
    let click = click_of(&mut app, MouseButton::Right);
    send(&mut app, all_keys().into_iter().chain(click));
    assert_eq!(fleets_with_a_route(&mut app), 2, "all go where the map was clicked");
    select_one_fleet(&mut app);
    let stop = middle_of::<OrderButton>(&mut app, |_, button| button.0 == OrderKind::Stop).unwrap();
    point_at(&mut app, stop);
    let click = click_of(&mut app, MouseButton::Left);
    send(&mut app, click.into_iter().chain(all_keys()));
    assert_eq!(fleets_with_a_route(&mut app), 1, "one alone stops, and only then are all selected");
    select_one_fleet(&mut app);
    let click = click_of(&mut app, MouseButton::Left);
    send(&mut app, all_keys().into_iter().chain(click));
    assert_eq!(fleets_with_a_route(&mut app), 0, "all stop");
    point_at_map(&mut app);
    click_on_map_with_tools(&mut app);
}

#[test]
fn the_picture_of_building_has_a_class_as_the_tool_and_the_pointer_on_a_free_place() {
    let mut app = client(&opened("first-light.ron"));
    start(&mut app);
    press(&mut app, KeyCode::Home);
    let refused = building::begin(&mut app, "castle").unwrap_err();
    assert!(refused.contains("trade station"), "{refused}");
    assert_eq!(*app.world().resource::<Tool>(), Tool::Select);
    building::begin(&mut app, "Trade station").unwrap();
    update_until(&mut app, |app| app.world().resource::<PlannedStructure>().allowed().is_some());
    let planned = app.world().resource::<PlannedStructure>().allowed().unwrap();
    assert_eq!(*app.world().resource::<Tool>(), Tool::Build(planned.class));
    assert_eq!(Some(planned.body), app.world().resource::<Player>().home.map(|(home, _)| home));
    (0..3).for_each(|_| app.update());
    assert!(says(&mut app, |words| words.starts_with("Free in ring")), "the page is open");
}
