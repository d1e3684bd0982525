//! The exchange of worlds: nothing of one outlasts it, and each begins as in a fresh program.

use bevy::pbr::StandardMaterial;

use super::*;
use crate::client::hud::minds::PlansShown;
use crate::client::scene::sky::surface::{BodyMaterial, CometMaterial, GlowMaterial, RingMaterial};
use crate::client::view::{FocusTarget, Gaze};
use crate::level::{ControlGroup, PlayerView};
use crate::sim::{BodyId, Digests, Fleet, MemberOf, Ship};

/// The hash of a level's world at the tick that `app` has reached.
fn fresh_hash(next: &Opened, tick: u64) -> u64 {
    let mut fresh = Simulation::new(&next.level, &next.rules, next.seed).unwrap();
    fresh.run(tick - fresh.tick_count());
    fresh.hash()
}

/// The number of instances of each component, by its number and its name, and of each kind of asset. Resources are components.
fn census(app: &App) -> BTreeMap<String, usize> {
    let world = app.world();
    let mut counts = BTreeMap::new();
    for archetype in world.archetypes().iter().filter(|archetype| !archetype.is_empty()) {
        for component in archetype.components() {
            let name = world.components().get_name(*component).map(|name| name.to_string());
            // Names are there in some builds only.
            let name = format!("{} {}", component.index(), name.unwrap_or_default());
            *counts.entry(name).or_insert(0) += archetype.len() as usize;
        }
    }
    fn assets<A: Asset>(world: &World) -> (String, usize) {
        (std::any::type_name::<A>().to_owned(), world.resource::<Assets<A>>().len())
    }
    counts.extend([
        assets::<Mesh>(world),
        assets::<Image>(world),
        assets::<StandardMaterial>(world),
        assets::<BodyMaterial>(world),
        assets::<RingMaterial>(world),
        assets::<GlowMaterial>(world),
        assets::<CometMaterial>(world),
    ]);
    counts
}

/// The shipped levels, and a save of one of them.
fn all_worlds() -> Vec<Opened> {
    let mut worlds: Vec<Opened> =
        ["sol.ron", "duel.ron", "first-light.ron", "binary-dawn.ron"].into_iter().map(opened).collect();
    worlds.extend([SAVED_DUEL.clone(), BACKDROP.clone()]);
    worlds
}

/// The resident memory of this process, pages; `None` where the system does not say.
fn resident_pages() -> Option<f64> {
    std::fs::read_to_string("/proc/self/statm").ok()?.split_whitespace().nth(1)?.parse().ok()
}

/// Enters all worlds, once and then this many times: the numbers of the first round must hold in the others, and
/// every world is as in a fresh program. Returns the resident memory after each round, pages.
fn go_round(rounds: u32) -> Vec<f64> {
    let worlds = all_worlds();
    let mut app = client_with_maps(&worlds[0]);
    let mut known: Vec<BTreeMap<String, usize>> = Vec::new();
    // A level comes to the same ticks in every round.
    let mut fresh: BTreeMap<(usize, u64), u64> = BTreeMap::new();
    let mut memory = Vec::new();
    // In the first round every letter is drawn for the first time, and stays in memory for all worlds.
    for round in 0..=rounds {
        for (number, next) in worlds.iter().enumerate() {
            enter(&mut app, next);
            let (tick, hash) = (tick(&app), app.world().resource::<Digests>().state_hash());
            let expected = *fresh.entry((number, tick)).or_insert_with(|| fresh_hash(next, tick));
            assert_eq!(hash, expected, "{} of round {round}", next.level.title);
            let now = census(&app);
            match known.get(number) {
                None if round == 0 => {}
                None => known.push(now),
                Some(before) => {
                    let names: BTreeSet<&String> = before.keys().chain(now.keys()).collect();
                    let changed: Vec<String> = names
                        .into_iter()
                        .filter(|name| before.get(*name) != now.get(*name))
                        .map(|name| format!("{name}: {:?}, now {:?}", before.get(name), now.get(name)))
                        .collect();
                    assert!(changed.is_empty(), "{}, round {round}: {changed:#?}", next.level.title);
                }
            }
        }
        memory.extend(resident_pages());
    }
    memory
}

#[test]
fn nothing_of_a_world_outlasts_it() {
    go_round(2);
}

#[test]
#[ignore = "must be the only test of its process: it measures memory"]
fn nothing_of_a_world_outlasts_it_in_ten_rounds() {
    let memory = go_round(10);
    println!("pages after each round: {memory:?}");
    // Each thread that writes or packs a log gets memory of its own from the system, which the next ones use again:
    // on Linux the first five rounds took 8 % more, the five after them together 1.7 %.
    if let Some((middle, last)) = memory.get(5).zip(memory.last()) {
        assert!(*last <= 1.04 * middle, "{memory:?}");
    }
}

#[test]
fn things_that_outlast_their_world_are_found() {
    let duel = opened("duel.ron");
    let mut app = client(&duel);
    enter(&mut app, &duel);
    let before = census(&app);
    let stray = app.world_mut().resource_mut::<Assets<Mesh>>().add(Sphere::new(1.0));
    app.world_mut().spawn((Mesh3d(stray), crate::client::worlds::Lasting));
    enter(&mut app, &duel);
    let after = census(&app);
    let mesh = |counts: &BTreeMap<String, usize>| counts[std::any::type_name::<Mesh>()];
    assert_eq!(mesh(&after), mesh(&before) + 1);
}

#[test]
fn a_file_that_cannot_be_played_leaves_the_game_as_it_is() {
    let mut app = client(&opened("duel.ron"));
    start(&mut app);
    let before = *app.world().resource::<Era>();
    let gone = Source::Files(vec![level_path("no such level.ron")]);
    app.world_mut().insert_resource(Reading::begin(gone, assets_dir()));
    update_until(&mut app, |app| !app.world().contains_resource::<Reading>());
    let ticks = tick(&app);
    (0..5).for_each(|_| app.update());
    assert_eq!((*app.world().resource::<Era>(), state(&app)), (before, AppState::Playing));
    assert!(tick(&app) > ticks, "it goes on");
    assert!(app.world().resource::<Menu>().words().contains("no such level.ron"));
}

/// The mind of the level's first side plays on: nobody took its seat.
#[test]
fn a_war_of_minds_alone_is_watched() {
    let rules = Rules::load(&assets_dir()).unwrap();
    let mut watched = BACKDROP.clone();
    let path = assets_dir().with_file_name("levels").join("twins.ron");
    watched.level = crate::level::read_level(&path, &rules.class_catalog()).unwrap().level;
    for faction in &mut watched.level.factions {
        faction.mind = Some(crate::level::MindChoice::new("cadet", "steward"));
    }
    watched.level.settings.player = None;
    watched.rules = rules.for_level(&watched.level);
    let mut app = client(&watched);
    update_until(&mut app, |app| tick(app) > 2);
    let world = app.world();
    assert_eq!(world.resource::<Player>().faction, SPECTATOR);
    assert_eq!(world.resource::<Onlooker>().0, Viewer::Everything);
    let seats = world.resource::<Seats>();
    assert!(seats.0.keys().all(|faction| seats.playing(faction).is_some()), "{seats:?}");
}

fn shows_plans(app: &mut App) -> bool {
    app.world_mut().run_system_once(|shown: PlansShown| shown.now()).unwrap()
}

#[test]
fn the_picture_of_a_spectator_begins_with_the_plans_and_a_game_without() {
    let mut app = client(&opened("duel.ron"));
    shot::watch(&mut app, shot::Overlay::All);
    update_until(&mut app, |app| state(app) == AppState::Playing);
    assert!(shows_plans(&mut app));

    let mut app = watched_duel();
    press(&mut app, KeyCode::F3);
    assert!(shows_plans(&mut app));
    enter(&mut app, &opened("duel.ron"));
    // All eyes would see an open panel.
    app.insert_resource(Onlooker(Viewer::Everything));
    assert!(!shows_plans(&mut app));
}

/// Whether the briefing is on the screen: its closing words are.
fn is_briefed(app: &mut App) -> bool {
    let mut texts = app.world_mut().query::<(&Text, &ChildOf)>();
    let world = app.world();
    let is_shown =
        |of: &ChildOf| world.get::<Node>(of.parent()).is_some_and(|node| node.display != Display::None);
    texts.iter(world).any(|(text, of)| text.0.starts_with("F1: all keys") && is_shown(of))
}

#[test]
fn a_level_begins_with_its_briefing_and_a_save_does_not() {
    let mut app = client(&opened("duel.ron"));
    update_until(&mut app, |app| state(app) == AppState::Playing);
    app.update();
    assert!(is_briefed(&mut app) && is_paused(&app), "the clock waits");
    press(&mut app, KeyCode::Escape);
    assert!(!is_briefed(&mut app) && is_paused(&app), "Esc ends it, and the guide has time");
    press(&mut app, KeyCode::Space);
    assert!(!is_paused(&app));
    enter(&mut app, &opened("sol.ron"));
    assert!(is_briefed(&mut app), "another level has its own");
    enter(&mut app, &SAVED_DUEL);
    assert!(!is_briefed(&mut app), "a save goes on without");
}

/// The numbers of the selected ships, sorted.
fn selected(app: &mut App) -> Vec<u32> {
    let mut ships = app.world_mut().query_filtered::<&Ship, With<Selected>>();
    let mut numbers: Vec<u32> = ships.iter(app.world()).map(|ship| ship.id.0).collect();
    numbers.sort_unstable();
    numbers
}

/// Camera and pace: the target, the distance in km, yaw and pitch, and the pace.
fn picture(app: &mut App) -> (FocusTarget, f64, (f32, f32), f64) {
    let see = |gaze: Gaze, time: Res<Time<Virtual>>| {
        (gaze.target(), gaze.distance_km(), gaze.angles(), time.relative_speed_f64())
    };
    app.world_mut().run_system_once(see).unwrap()
}

#[test]
fn a_save_begins_paused_with_the_view_that_the_player_had() {
    let mut app = client(&opened("duel.ron"));
    start(&mut app);
    app.world_mut().run_system_once(select_all).unwrap();
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::Digit3);
    let all = selected(&mut app);
    let first = app.world_mut().query_filtered::<Entity, With<Selected>>().iter(app.world()).next().unwrap();
    app.world_mut().entity_mut(first).remove::<Selected>();
    let body = BodyId(2);
    let look = move |mut gaze: Gaze, mut time: ResMut<Time<Virtual>>| {
        gaze.jump_to(FocusTarget::Body(body));
        gaze.set_distance_km(3.0e7);
        gaze.turn_to(0.7, 0.9);
        time.set_relative_speed_f64(2.0);
    };
    app.world_mut().run_system_once(look).unwrap();
    app.update();
    let (before, chosen) = (picture(&mut app), selected(&mut app));
    assert!(chosen.len() + 1 == all.len() && before.0 == FocusTarget::Body(body));
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyS);
    let is_saving = |app: &App| app.world().resource::<crate::client::menu::SaveWriter>().is_busy();
    update_until(&mut app, |app| saves(app).len() == 1 && !is_saving(app));

    let path = app.world().resource::<OwnSaves>().0.path().join(&saves(&app)[0]);
    let save = read(&Source::Files(vec![path]), &assets_dir()).unwrap().0;
    let left = *app.world().resource::<Era>();
    app.world_mut().commands().queue(save);
    update_until(&mut app, |app| *app.world().resource::<Era>() != left && state(app) == AppState::Playing);
    let at = tick(&app);
    (0..5).for_each(|_| app.update());
    assert!(is_paused(&app) && tick(&app) == at);
    let after = picture(&mut app);
    assert_eq!((after.0, after.3), (before.0, before.3));
    assert!((after.1 / before.1 - 1.0).abs() < 1.0e-4, "{after:?}");
    assert!((after.2.0 - before.2.0).abs() < 1.0e-4 && (after.2.1 - before.2.1).abs() < 1.0e-4, "{after:?}");
    assert_eq!(selected(&mut app), chosen);
    press(&mut app, KeyCode::Digit3);
    assert_eq!(selected(&mut app), all, "the group is the one that was set");
    assert!(app.world().resource::<SourceLevel>().0.settings.view.is_none(), "it belongs to one moment");
    press(&mut app, KeyCode::Space);
    update_until(&mut app, |app| tick(app) > at);
}

#[test]
fn a_view_of_what_is_not_there_does_no_harm() {
    let mut save = SAVED_DUEL.clone();
    let everything: Vec<u32> = (0..500).chain([u32::MAX]).collect();
    save.level.settings.view = Some(PlayerView {
        body: Some("Nowhere".to_owned()),
        ship: None,
        point_km: glam::DVec3::ZERO,
        aside: [2.0, -2.0],
        distance_km: 1.0e12,
        yaw_deg: -1.0e6,
        pitch_deg: 1.0e6,
        selected: everything.clone(),
        groups: vec![ControlGroup { number: 9, ships: everything }],
    });
    let mut app = client(&save);
    update_until(&mut app, |app| state(app) == AppState::Playing);
    let home = app.world().resource::<Player>().home.map(|(body, _)| FocusTarget::Body(body));
    assert_eq!(Some(picture(&mut app).0), home);
    let own = app.world().resource::<Player>().faction;
    let mut fleets = app.world_mut().query_filtered::<&MemberOf, With<Selected>>();
    let fleets: Vec<Entity> = fleets.iter(app.world()).map(|fleet| fleet.0).collect();
    assert!(!fleets.is_empty(), "one's own ships are selected");
    assert!(fleets.iter().all(|fleet| app.world().get::<Fleet>(*fleet).unwrap().faction == own));

    let odd = PlayerView { body: None, ship: Some(u32::MAX), ..save.level.settings.view.clone().unwrap() };
    save.level.settings.view = Some(odd);
    enter(&mut app, &save);
    assert_eq!(Some(picture(&mut app).0), home);
}
