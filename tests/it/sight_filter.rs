//! The client reveals nothing unseen: it reads the world through few doors, and hidden things change nothing of
//! its display, its picking and its offers.

use std::collections::BTreeSet;
use std::path::Path;

use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use ecliptic::client::frame::Player;
use ecliptic::client::hud::planet::gather::PlanetData;
use ecliptic::client::input::picking::Pick;
use ecliptic::client::models::icons::Icons;
use ecliptic::client::models::palette::FactionColors;
use ecliptic::client::scene::labels::declutter::SkyMarks;
use ecliptic::client::scene::labels::fan::Fan;
use ecliptic::client::scene::labels::fights::FightPlaces;
use ecliptic::client::scene::labels::knots::Knots;
use ecliptic::client::scene::labels::mark_icons;
use ecliptic::client::scene::labels::markers::{Marker, MarkerLayer, MarkerStyle, Markers};
use ecliptic::client::scene::ships::ship_view;
use ecliptic::client::view::interpolation;
use ecliptic::client::view::interpolation::{BodyPlaces, Moment, RenderPosition};
use ecliptic::client::view::known::seen::{
    KnownBodies, Onlooker, SeenShips, SeenStructures, Sight, note_bodies,
};
use ecliptic::client::view::scale::Origin;
use ecliptic::client::view::screen::{NearBodies, ScreenAnchor};
use ecliptic::client::view::view_camera::ViewCamera;
use ecliptic::sim::ids::FactionId;
use ecliptic::sim::visibility::{Lookouts, SeenStructure, Viewer};
use ecliptic::sim::world::{Position, Ship};
use ecliptic::sim::{Command, Goal, Order, Simulation, When};
use glam::DVec3;

use super::sim::worlds::{ByName, world};
use super::source_files::source_files;

/// Types of owned things, which may be hidden.
const SECRETS: [&str; 31] = [
    "Ship",
    "Fleet",
    "MemberOf",
    "Members",
    "Position",
    "Flight",
    "LastTick",
    "Route",
    "Course",
    "Formation",
    "AnchoredPlace",
    "FormationOffset",
    "Structure",
    "Growing",
    "Shipyard",
    "Idle",
    "Holdings",
    "Grounds",
    "Ledgers",
    "Reserves",
    "Refits",
    "Repairs",
    "Knowledge",
    "RenderPosition",
    "Condition",
    "Torpedo",
    "Wreck",
    "Events",
    "History",
    "Losses",
    "Minds",
];

/// Requests to the engine. The last stands for every call that names a type, such as `world.get::<Ship>(entity)`,
/// `world.resource_mut::<Holdings>()` or `world.query_filtered::<&Route, ()>()`.
const QUESTIONS: [&str; 9] =
    ["Query<", "QueryState<", "Res<", "ResMut<", "Single<", "Populated<", "SystemState<", "On<", "::<"];

/// The files of the client that ask the world itself, what for, and why they may.
static DOORS: [(&str, &[&str], &str); 24] = [
    ("hud/guide/targets.rs", &["Ship"], "it proposes slots clear of the marks of ships that are in sight"),
    (
        "hud/minds",
        &["Minds"],
        "it shows plans to spectators, viewers of everything, and to all after the verdict or in a decided replay",
    ),
    (
        "scene/battle",
        &["Flight", "Position", "Ship", "RenderPosition", "Torpedo", "Wreck"],
        "it asks whether ships are hidden; torpedoes and wrecks it shows only at places in sight",
    ),
    ("view/camera.rs", &["Ship"], "it keeps clear of the ship that it follows, which is one's own"),
    (
        "view/focus.rs",
        &["RenderPosition"],
        "it follows selected ships and those of bookmarks, which are one's own",
    ),
    (
        "orders/planning/chosen.rs",
        &["Fleet", "Formation", "Route"],
        "it looks at the fleets of what is selected",
    ),
    ("orders/undo", &["AnchoredPlace"], "it notes where the player's own fleets rest"),
    (
        "menu/result",
        &["History", "Losses", "Minds"],
        "until the war is decided it tells of the player's own figures, losses and battles, and of no plan",
    ),
    ("scene/rings/structures.rs", &["Growing", "Idle", "Structure"], "it asks the view about each structure"),
    (
        "scene/routes",
        &["Members", "FormationOffset", "RenderPosition"],
        "it draws the routes of the player's own fleets",
    ),
    (
        "hud/selection",
        &["Condition", "Refits", "Repairs", "Ship"],
        "it tells of the crews and fleets of what is selected, which are one's own",
    ),
    ("input/selection.rs", &["Fleet", "MemberOf", "Members", "Ship"], "only one's own ships can be selected"),
    (
        "scene/ships/ship_view.rs",
        &["Fleet", "Flight", "MemberOf", "Members", "Ship", "RenderPosition"],
        "it dresses ships that are in sight, and hides those that no longer are",
    ),
    (
        "scene/ships/hull_areas.rs",
        &["Flight", "MemberOf", "RenderPosition", "Ship"],
        "it notes where hulls are that are not hidden",
    ),
    (
        "scene/ships/stalks.rs",
        &["Fleet", "MemberOf", "RenderPosition", "Ship"],
        "it draws lines from ships that are not hidden",
    ),
    (
        "scene/sight_view",
        &["RenderPosition"],
        "it looks up where those are that the door or the own lookouts named",
    ),
    (
        "launch/shot/subject.rs",
        &["Fleet", "Position", "Ship"],
        "it looks at the player's own fleets and at places in them, and selects them",
    ),
    (
        "view/interpolation.rs",
        &["LastTick", "Position", "RenderPosition"],
        "it reckons places and shows nothing",
    ),
    (
        "scene/rings/structure_view.rs",
        &["Growing", "Idle", "Structure"],
        "it asks the view about each structure",
    ),
    (
        "scene/labels/marks/mark_icons.rs",
        &["MemberOf"],
        "it gathers the brackets of selected ships, which are one's own, for the name of their fleet",
    ),
    (
        "scene/labels/marks/names/fleet_marks.rs",
        &["MemberOf"],
        "it puts the name of a fleet beside a mark in the picture, and hidden ships have none",
    ),
    (
        "scene/ships/engines.rs",
        &["Flight", "LastTick", "Position", "Ship"],
        "jets are hidden with their hulls",
    ),
    (
        "scene/ships/trails.rs",
        &["Fleet", "Flight", "LastTick", "MemberOf", "Ship", "RenderPosition"],
        "it leaves out ships that are hidden, and forgets their ways",
    ),
    ("scene/ships/forces_view.rs", &["RenderPosition"], "it leaves out ships that are not in sight"),
];

#[test]
fn the_client_asks_the_world_through_few_doors() {
    let mut wrong = Vec::new();
    let mut used: BTreeSet<(&str, &str)> = BTreeSet::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/client");
    for (file, text) in source_files(&folder) {
        let known = DOORS.iter().find(|(door, ..)| file == *door || is_in_room(&file, door));
        for secret in questions(&code(&text)) {
            match known {
                Some((door, allowed, _)) if allowed.contains(&secret) => {
                    used.insert((*door, secret));
                }
                _ => wrong.push(format!("{file} asks for {secret}")),
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{}\nAsk Sight, SeenShips or SeenStructures of client/view/known/seen.rs, or say in DOORS why it may.",
        wrong.join("\n")
    );
    for (door, allowed, why) in &DOORS {
        for name in *allowed {
            assert!(used.contains(&(*door, *name)), "{door} no longer asks for {name} ({why})");
        }
    }
}

#[test]
fn secrets_are_types_of_the_program() {
    let files = source_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let all: String = files.iter().map(|(_, text)| code(text)).collect();
    for name in SECRETS {
        let is_defined = all
            .split(&format!("pub struct {name}"))
            .skip(1)
            .any(|rest| !rest.starts_with(char::is_alphanumeric));
        assert!(
            is_defined,
            "no type is called {name} any more: the list of secrets guards nothing by this name"
        );
    }
}

/// Whether a file is the given room, or in its folder.
fn is_in_room(file: &str, room: &str) -> bool {
    let rest = file.strip_prefix(room).filter(|_| !room.ends_with(".rs"));
    rest.is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
}

/// The code of a file, without comments and tests.
fn code(text: &str) -> String {
    let without_tests = text.split("#[cfg(test)]").next().unwrap_or_default();
    // Whether there is a world at all is no secret.
    let without_tests = without_tests.replace("resource_exists::<", "resource_exists(");
    let lines = without_tests.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The secrets that some code requests from the engine. The selection is own, and no secret.
fn questions(text: &str) -> BTreeSet<&'static str> {
    let mut asked: Vec<&str> = Vec::new();
    for question in QUESTIONS {
        asked.extend(text.match_indices(question).map(|(at, _)| in_brackets(&text[at + question.len()..])));
    }
    // The parts of a question may have a name of their own.
    for alias in ["\ntype ", "\npub type "] {
        asked.extend(text.split(alias).skip(1).filter_map(|rest| rest.split(';').next()));
    }
    let words = asked
        .into_iter()
        .filter(|asked| !asked.contains("With<Selected>"))
        .flat_map(|asked| asked.split(|letter: char| !letter.is_alphanumeric() && letter != '_'));
    words.filter_map(|word| SECRETS.into_iter().find(|secret| *secret == word)).collect()
}

/// The text up to the bracket that closes the bracket before the text.
fn in_brackets(text: &str) -> &str {
    let mut depth = 1_u32;
    for (at, letter) in text.char_indices() {
        match letter {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[..at];
        }
    }
    text
}

#[test]
fn questions_are_found_in_code() {
    let text = "use x;\n// Query<&Fleet>\ntype Parts<'a> = (&'a Route, Has<Idle>);\n\
                fn a(b: Query<(Entity, &Ship), Without<Seen>>, c: Res<Holdings>, d: &Structure) {}\n\
                fn e(f: Query<&Flight, With<Selected>>, g: Query<Parts>) {}\n\
                #[cfg(test)]\nmod tests { use x::Course; fn h(i: Query<&Course>) {} }";
    let found: Vec<&str> = questions(&code(text)).into_iter().collect();
    assert_eq!(found, ["Holdings", "Idle", "Route", "Ship"]);
    for (text, secret) in [
        ("world.get::<Ship>(entity);", "Ship"),
        ("world.get_mut::<Position>(entity);", "Position"),
        ("world.entity(entity).get_ref::<Flight>();", "Flight"),
        ("world.get_resource::<Knowledge>();", "Knowledge"),
        ("app.world_mut().resource_mut::<Ledgers>();", "Ledgers"),
        ("world.query_filtered::<(Entity, &Route), With<Wreck>>();", "Route"),
        ("fn a(mut b: Local<QueryState<&Fleet>>) {}", "Fleet"),
        ("let state = SystemState::<Res<Grounds>>::new(world);", "Grounds"),
        ("fn a(added: On<Add, Torpedo>) {}", "Torpedo"),
        ("fn a(all: Populated<&Structure>) {}", "Structure"),
    ] {
        assert!(questions(text).contains(secret), "{text} asks for {secret}");
    }
}

/// Terra's world at Earth, and hidden units of Ares.
fn level(ares: &str, fleets: &str, structures: &str, holdings: &str) -> String {
    format!(
        r##"(
            schema_version: 1, title: "test", epoch: date("2026-11-21"),
            bodies: [body("Sun"), body("Venus"), body("Earth"), body("Moon"), body("Mars")],
            factions: [
                (name: "Terra", color: "#4aa8ff", home: "Earth", treasury: (money: 1000000, resources: 1000000)),
                (name: "Ares", color: "#ff7a45", home: "Mars", treasury: {ares}),
            ],
            fleets: [
                (name: "First", faction: "Terra", at: near("Earth"), ships: [(class: "corvette", count: 3)]),
                {fleets}
            ],
            structures: [
                (class: "shipyard", faction: "Terra", body: "Earth", ring: 2, slot: 0),
                (class: "satellite", faction: "Terra", body: "Earth", ring: 0, slot: 1),
                {structures}
            ],
            holdings: [{holdings}],
            settings: (player: "Terra"),
        )"##
    )
}

/// A world in which Ares has little.
fn with_poor_ares() -> Simulation {
    world(&level(
        "(money: 10, resources: 10)",
        r#"(name: "Red", faction: "Ares", at: near("Mars"), ships: [(class: "scout", count: 2)]),"#,
        r#"(class: "satellite", faction: "Ares", body: "Mars", ring: 0, slot: 0),"#,
        "",
    ))
}

/// The same world, except for facts that Terra cannot know.
fn with_rich_ares() -> Simulation {
    world(&level(
        "(money: 5000000, resources: 5000000)",
        r#"(name: "Blue", faction: "Ares", at: near("Venus"), ships: [(class: "frigate", count: 5)]),
           (name: "Green", faction: "Ares", at: near("Mars"), ships: [(class: "scout", count: 7)]),"#,
        r#"(class: "satellite", faction: "Ares", body: "Mars", ring: 1, slot: 4),
           (class: "satellite", faction: "Ares", body: "Venus", ring: 0, slot: 0),
           (class: "satellite", faction: "Ares", body: "Venus", ring: 0, slot: 1),"#,
        r#"(body: "Venus", owner: "Ares"),"#,
    ))
}

/// A viewer's knowledge of a world, a line for each fact, sorted.
fn facts(simulation: &mut Simulation, viewer: Viewer) -> Vec<String> {
    set_up(simulation.world_mut(), viewer);
    run(simulation, interpolation::set_the_stage);
    run(simulation, dress);
    run(simulation, ship_view::name_fleets);
    run(simulation, ship_view::hide_unseen);
    run(simulation, put_in_place);
    run(simulation, mark_icons::place_markers);
    let mut lines = run(simulation, lines_of_marks);
    lines.extend(run(simulation, lines_of_things));
    lines.extend(run(simulation, lines_of_estate));
    lines.sort();
    lines
}

fn run<Out, Kind>(simulation: &mut Simulation, system: impl IntoSystem<(), Out, Kind>) -> Out {
    let outcome = simulation.world_mut().run_system_once(system);
    outcome.unwrap_or_else(|error| panic!("{error:?}"))
}

/// The client's resources besides the world, with an eye that has everything in its picture.
fn set_up(world: &mut World, viewer: Viewer) {
    world.insert_resource(Onlooker(viewer));
    world.insert_resource(Player { faction: FactionId(0), home: None });
    world.insert_resource(ViewCamera {
        eye: DVec3::Z * 3.0e9,
        forward: DVec3::NEG_Z,
        up: DVec3::Y,
        focal_distance: 3.0e9,
        ..ViewCamera::default()
    });
    world.init_resource::<Moment>();
    world.init_resource::<BodyPlaces>();
    world.init_resource::<NearBodies>();
    world.init_resource::<Origin>();
    world.init_resource::<Icons>();
    world.init_resource::<SkyMarks>();
    world.init_resource::<Fan>();
    world.init_resource::<FightPlaces>();
    world.init_resource::<Knots>();
    world.init_resource::<UiScale>();
    world.init_resource::<Time<Fixed>>();
    world.init_resource::<Time<Real>>();
    world.init_resource::<KnownBodies>();
    world.init_resource::<FactionColors>();
    world.spawn(MarkerLayer);
    world.run_system_once(note_bodies).expect("it runs");
}

/// Gives all ships a marker, including those out of sight.
fn dress(mut commands: Commands, ships: Query<Entity, With<Ship>>, mut markers: Markers) {
    for ship in &ships {
        let marker = markers.spawn("ship", MarkerStyle::default());
        commands.entity(ship).insert((marker, Pick::default(), ScreenAnchor::default()));
    }
}

fn put_in_place(mut ships: Query<(&RenderPosition, &mut ScreenAnchor)>) {
    for (shown, mut seen) in &mut ships {
        seen.place = shown.0;
    }
}

/// The marks on the screen, which can be picked there.
fn lines_of_marks(marked: Query<(&Marker, &Pick, &ScreenAnchor)>, texts: Query<&Text>) -> Vec<String> {
    let shown = marked.iter().filter(|(_, pick, seen)| !seen.is_hidden || pick.pixel.is_some());
    let words = |marker: &Marker| {
        let nodes: Vec<Entity> = marker.nodes().collect();
        nodes.iter().filter_map(|node| texts.get(*node).ok()).map(|text| text.0.clone()).collect::<Vec<_>>()
    };
    shown.map(|(marker, pick, seen)| format!("mark {:?} {pick:?} {seen:?}", words(marker))).collect()
}

/// The knowledge of a structure.
fn line_of_structure(one: SeenStructure) -> String {
    format!("structure {:?} {:?} {:?} {:?} {}", one.structure, one.grown, one.growing, one.yard, one.is_idle)
}

/// The knowledge passed out by the door.
fn lines_of_things(
    ships: SeenShips,
    structures: SeenStructures,
    lookouts: Lookouts,
    places: Query<&Position>,
    sight: Sight,
) -> Vec<String> {
    let place = |ship: Entity| places.get(ship).map(|place| place.0).unwrap_or_default();
    let mut lines: Vec<String> = ships
        .iter()
        .map(|one| format!("ship {:?} {:?} {}", one.ship, one.owner, place(one.entity)))
        .collect();
    lines.extend(structures.iter().map(line_of_structure));
    lines.extend(lookouts.of(FactionId(0)).map(|post| format!("post {} {}", post.position, post.range_km)));
    lines.extend(sight.view().ghosts().map(|ghost| format!("ghost {ghost:?}")));
    lines
}

/// The requests of the panels.
fn lines_of_estate(estate: PlanetData) -> Vec<String> {
    let mut lines: Vec<String> = estate
        .sky
        .system
        .bodies
        .keys()
        .map(|body| {
            let (holding, claim, books) =
                (estate.view().holding(body), estate.economy().claim(body), estate.economy().books(body));
            let (view, taken) = (estate.view(), estate.view().taken_slots(body));
            let standing: Vec<String> = view.structures_at(body).into_iter().map(line_of_structure).collect();
            let ground = estate.view().ground(body);
            format!("{body:?} {holding:?} {claim:?} {books:?} {taken:?} {standing:?} {ground:?}")
        })
        .collect();
    lines.push(format!(
        "own {:?} {:?} {}",
        estate.own_bodies(),
        estate.economy().growing_now(),
        estate.economy().research_percent()
    ));
    lines.push(format!("yards {:?}", estate.economy().yards()));
    lines.push(format!("treasury {:?}", estate.economy().ledger().map(|ledger| ledger.balance())));
    lines
}

#[test]
fn hidden_things_change_nothing_on_the_screen() {
    let (mut poor, mut rich) = (with_poor_ares(), with_rich_ares());
    for simulation in [&mut poor, &mut rich] {
        let to = DVec3::new(1.0e8, 1.2e8, 3.0e6);
        simulation.order(Order::fleet(simulation.fleet("First"), Command::go(Goal::point(to), When::Now)));
        simulation.run(90);
    }
    let (shown, other) =
        (facts(&mut poor, Viewer::Faction(FactionId(0))), facts(&mut rich, Viewer::Faction(FactionId(0))));
    assert_eq!(shown, other);
    let count = |word: &str| shown.iter().filter(|line| line.starts_with(word)).count();
    let counts = ["ship", "structure", "mark", "ghost"].map(count);
    assert_eq!(counts, [3, 2, 4, 0], "{shown:#?}");
    assert_eq!(count("post"), 3 + 2 + 1, "ships, structures and Earth itself");
    assert!(shown.iter().any(|line| line.contains("First (3)")), "{shown:#?}");
}

/// The owner of Venus, by all requests alike.
fn owner_of_venus(estate: PlanetData) -> Option<FactionId> {
    let venus = estate.sky.system.bodies.position(|body| body.name == "Venus");
    estate.view().holding(venus.expect("it is there")).owner
}

#[test]
fn the_owner_of_a_body_is_known_to_its_observers() {
    let owner_seen = |fleets: &str, viewer: Viewer| {
        let held = r#"(body: "Venus", owner: "Ares"),"#;
        let mut simulation = world(&level("(money: 10, resources: 10)", fleets, "", held));
        set_up(simulation.world_mut(), viewer);
        run(&mut simulation, owner_of_venus)
    };
    let scouts = r#"(name: "Eyes", faction: "Terra", at: near("Venus"), ships: [(class: "scout")]),"#;
    assert_eq!(owner_seen("", Viewer::Faction(FactionId(0))), None, "nothing of Terra's looks there");
    assert_eq!(
        owner_seen(scouts, Viewer::Faction(FactionId(0))),
        Some(FactionId(1)),
        "though nothing stands in its rings"
    );
    assert_eq!(owner_seen("", Viewer::Faction(FactionId(1))), Some(FactionId(1)), "one knows one's own");
    assert_eq!(owner_seen(scouts, Viewer::Nobody), None);
}

#[test]
fn a_spectator_is_shown_the_difference() {
    let (mut poor, mut rich) = (with_poor_ares(), with_rich_ares());
    let (shown, other) = (facts(&mut poor, Viewer::Everything), facts(&mut rich, Viewer::Everything));
    assert_ne!(shown, other);
    let count = |lines: &[String], word: &str| lines.iter().filter(|line| line.starts_with(word)).count();
    assert_eq!((count(&shown, "ship"), count(&other, "ship")), (3 + 2, 3 + 12));
    assert!(other.iter().any(|line| line.contains("Green (7)")), "fleets have their names");
    let nobody = facts(&mut with_rich_ares(), Viewer::Nobody);
    assert_eq!(count(&nobody, "ship") + count(&nobody, "structure") + count(&nobody, "mark"), 0);
}
