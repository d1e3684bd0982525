//! Planets and comets change hands, and wars are decided.

use ecliptic::level::model::holdings::LedgerSource;
use ecliptic::orbit::TICKS_PER_SECOND;
use ecliptic::rules::Rules;
use ecliptic::rules::combat::GroundNumbers;
use ecliptic::sim::combat::Losses;
use ecliptic::sim::event::{Events, GameEvent, Party, ShotOutcome};
use ecliptic::sim::ids::{FactionId, TargetId};
use ecliptic::sim::outcome::history::History;
use ecliptic::sim::outcome::victory::Verdict;
use ecliptic::sim::visibility::Knowledge;
use ecliptic::sim::world::Condition;
use ecliptic::sim::world::Ledgers;
use ecliptic::sim::world::Notices;
use ecliptic::sim::world::Rings;
use ecliptic::sim::world::Ship;
use ecliptic::sim::world::has_ground;
use ecliptic::sim::world::{Ground, Grounds};
use ecliptic::sim::world::{Shipyard, Structure};
use ecliptic::sim::{Simulation, Sky};

use crate::sim::worlds::{ByName, legs_left, of_two, reread, shipped, world, written};

/// Two landers of Ares that are to land on Earth.
const LANDERS: &str = r#"(name: "Landers", faction: "Ares",
    at: beside(body: "Earth", radii: 1.5, bearing_deg: 40),
    ships: [(class: "lander", count: 2)], route: [(to: land("Earth"))])"#;
/// Limit on the duration of any event in these tests, ticks.
const PATIENCE: u64 = 6000;

/// A level in which Earth belongs to Terra, with a satellite, and a building shipyard; `ground` is the state of
/// Earth's ground, `more` are other fields of the level.
fn level(fleets: &str, ground: &str, more: &str) -> String {
    format!(
        r##"(
            schema_version: 1, title: "test", epoch: date("2026-11-21"),
            bodies: [body("Sun"), body("Earth"), body("Mars"), body("Halley")],
            factions: [
                (name: "Terra", color: "#4aa8ff", treasury: (money: 5000, resources: 5000)),
                (name: "Ares", color: "#ff7a45", treasury: (money: 5000, resources: 5000)),
            ],
            ship_classes: [
                (
                    name: "lander", radius_km: 300, cruise_km_s: 230, manoeuvre_km_s: 40,
                    troopers: 100, kind: troops,
                ),
                (
                    name: "gunboat", radius_km: 300, cruise_km_s: 230, manoeuvre_km_s: 40,
                    arms: (weapons: [(weapon: "railgun")]),
                ),
            ],
            holdings: [(body: "Earth", owner: "Terra", economics: 100, resources: 100, ground: {ground})],
            structures: [
                (class: "satellite", faction: "Terra", body: "Earth", ring: 1, slot: 3),
                (
                    class: "shipyard", faction: "Terra", body: "Earth", ring: 2, slot: 10,
                    yard: (queue: [(class: "cruiser"), (class: "scout")], repeat: true),
                ),
            ],
            fleets: [{fleets}],
            {more}
        )"##
    )
}

fn ground(simulation: &Simulation, name: &str) -> Ground {
    simulation.world().resource::<Grounds>().of(simulation.body(name))
}

/// Troopers aboard all ships.
fn aboard(simulation: &mut Simulation) -> f64 {
    let world = simulation.world_mut();
    world.query::<(&Condition, &Ship)>().iter(world).map(|(condition, _)| condition.troopers).sum()
}

fn structures(simulation: &mut Simulation) -> Vec<(FactionId, Option<Shipyard>)> {
    let world = simulation.world_mut();
    let mut found: Vec<_> = world
        .query::<(&Structure, Option<&Shipyard>)>()
        .iter(world)
        .map(|(one, yard)| (one.id, one.faction, yard.cloned()))
        .collect();
    found.sort_by_key(|(id, ..)| *id);
    found.into_iter().map(|(_, faction, yard)| (faction, yard)).collect()
}

fn count(simulation: &Simulation, is_one: impl Fn(&GameEvent) -> bool) -> usize {
    simulation.world().resource::<Events>().since(0).filter(|entry| is_one(&entry.event)).count()
}

/// Runs until Ares has Earth.
fn run_until_taken(simulation: &mut Simulation) {
    while simulation.owner("Earth") != Some(FactionId(1)) {
        simulation.run(1);
        let now = ground(simulation, "Earth");
        assert!(simulation.tick_count() < PATIENCE, "Earth has not fallen: {now:?}");
    }
}

#[test]
fn an_undefended_planet_is_taken_and_brings_income_after_a_while() {
    let mut simulation = world(&level(LANDERS, "(defenders: 0)", ""));
    run_until_taken(&mut simulation);
    let earth = simulation.body("Earth");
    assert_eq!(
        count(&simulation, |event| matches!(event, GameEvent::Landed { faction: FactionId(1), .. })),
        1
    );
    let is_taken = |event: &GameEvent| {
        *event == GameEvent::Taken { body: earth, by: FactionId(1), from: Some(FactionId(0)) }
    };
    assert_eq!(count(&simulation, is_taken), 1);
    let told = simulation.world().resource::<Knowledge>().last_owner(FactionId(0), earth);
    assert_eq!(told, Some(FactionId(1)), "whoever loses a body knows who took it");
    assert_eq!(count(&simulation, |event| matches!(event, GameEvent::Repelled { .. })), 0);
    let after = ground(&simulation, "Earth");
    assert!(after.defenders > 190.0 && after.invaders.is_none(), "{after:?}");
    assert_eq!(after.unrest, GroundNumbers::default().unrest);
    let brought = |simulation: &Simulation| {
        simulation.world().resource::<Ledgers>().0[FactionId(1)].since_start().of(LedgerSource::Planets).money
    };
    let delay_ticks = (GroundNumbers::default().income_delay_s * TICKS_PER_SECOND) as u64;
    simulation.run(delay_ticks - 2);
    assert_eq!(brought(&simulation), 0, "it brings nothing yet");
    simulation.run(200);
    let with_unrest = brought(&simulation);
    assert!(with_unrest > 0);
    assert!(ground(&simulation, "Earth").unrest < after.unrest, "unrest falls");
}

/// The defenders of Earth left after a while of fighting, with this terrain in the level.
fn left_on(terrain: &str) -> f64 {
    let text = level(LANDERS, "(defenders: 200)", "").replacen(
        "resources: 100,",
        &format!("resources: 100, {terrain}"),
        1,
    );
    let mut simulation = world(&text);
    simulation.run(400);
    assert_eq!(simulation.owner("Earth"), Some(FactionId(0)), "it holds");
    ground(&simulation, "Earth").defenders
}

#[test]
fn a_level_says_how_hard_the_ground_of_a_planet_is_to_take() {
    let [plain, usual, hard] = ["terrain: 1.0,", "", "terrain: 4.0,"].map(left_on);
    assert_eq!(usual, left_on("terrain: 1.4,"), "that of a planet");
    assert!(plain < usual && usual < hard, "{plain} {usual} {hard}");
}

/// A sentry of Terra's on the side from which landers come, whose cannon reaches them early and does little.
const SENTRY: &str = r#"(class: "sentry", faction: "Terra", body: "Earth", ring: 1, slot: 1),"#;
const CANNON: &str = r#"weapons: [
    (name: "sentry cannon", damage: kinetic, harm: 0.5, reload_s: 0.2, range_km: 4.0e6, turn_s: 0.1),
],"#;

/// Lets slow landers approach an undefended Earth; returns the armour left just before the first landing, and the
/// attackers that hit them until then.
fn approach(structures: &str) -> (Vec<f64>, Vec<TargetId>) {
    let text = level(&LANDERS.replacen("radii: 1.5", "radii: 6", 1), "(defenders: 0)", CANNON)
        .replacen("structures: [", &format!("structures: [{structures}"), 1)
        .replacen("manoeuvre_km_s: 40", "manoeuvre_km_s: 8", 1);
    let mut simulation = world(&text);
    let mut left = Vec::new();
    while count(&simulation, |event| matches!(event, GameEvent::Landed { .. })) == 0 {
        let world = simulation.world_mut();
        let mut query = world.query::<(&Condition, &Ship)>();
        left = query.iter(world).map(|(condition, _)| condition.armour).collect();
        simulation.run(1);
        assert!(simulation.tick_count() < PATIENCE, "nobody lands");
    }
    let shooters = simulation.world().resource::<Events>().since(0).filter_map(|entry| match entry.event {
        GameEvent::Shot { by, outcome: ShotOutcome::HitArmour, .. } => Some(by.id),
        _ => None,
    });
    (left, shooters.collect())
}

#[test]
fn sentries_shoot_at_landers_before_they_land() {
    let (left, shooters) = approach("");
    assert_eq!((left, shooters), (vec![100.0, 100.0], Vec::new()), "nobody is there who could shoot");
    let (left, shooters) = approach(SENTRY);
    assert_eq!(left.len(), 2, "they are not stopped by it");
    assert!(left.iter().any(|armour| *armour < 100.0), "{left:?}");
    let is_sentry = |by: &TargetId| matches!(by, TargetId::Structure(_));
    assert!(!shooters.is_empty() && shooters.iter().all(is_sentry), "{shooters:?}");
}

/// Range of a weapon, km.
fn range_km(rules: &Rules, weapon: &str) -> f64 {
    let found = rules.weapons.iter().find(|known| known.name == weapon);
    found.map(|weapon| weapon.range_km).expect("the rules have it")
}

/// The possible places of a structure about the bodies of a shipped level with ground: the landing distance, and
/// the radii of the allowed rings, km.
fn posts(file: &str, class: &str) -> Vec<(String, f64, Vec<f64>)> {
    let (level, rules) = shipped(file);
    let class = rules.structure_classes.iter().find(|known| known.name == class).expect("the rules have it");
    let simulation = Simulation::new(&level, &rules, 1).expect("a checked level spawns");
    let (sky, rings) = (simulation.world().resource::<Sky>(), simulation.world().resource::<Rings>());
    let mut found = Vec::new();
    for (index, body) in sky.system.bodies.iter_enumerated().filter(|(_, body)| has_ground(body.kind)) {
        let Some(layout) = rings.of(index) else { continue };
        let reach_km = layout.radius_km(0) * rules.combat.ground.landing_reach;
        // Halfway between the ground and the greatest landing distance.
        let landing_km = 0.5 * (body.displayed_radius_km + reach_km);
        let allowed = (0..layout.count()).filter(|ring| class.fits(*ring, layout.count()));
        let radii_km = allowed.map(|ring| layout.radius_km(usize::from(ring))).collect();
        found.push((body.name.clone(), landing_km, radii_km));
    }
    assert!(found.len() > 1, "{file}: {found:?}");
    found
}

#[test]
fn a_fortress_reaches_landers_wherever_one_can_land() {
    for file in ["duel.ron", "sol.ron"] {
        let reach_km = range_km(&shipped(file).1, "fortress lance");
        for (body, landing_km, radii_km) in posts(file, "fortress") {
            let gap_km = radii_km.iter().map(|km| (km - landing_km).abs()).fold(f64::INFINITY, f64::min);
            assert!(gap_km <= reach_km, "{file}, {body}: {gap_km} km from the next ring, {radii_km:?}");
        }
    }
}

#[test]
fn a_sentry_reaches_landers_over_much_of_a_planet() {
    let reach_km = range_km(&shipped("sol.ron").1, "sentry cannon");
    let posts = posts("sol.ron", "sentry");
    let (_, landing_km, radii_km) = posts.iter().find(|(body, ..)| body == "Earth").expect("it is there");
    let ring_km = radii_km[0];
    // The law of cosines, for the widest angle between a sentry and landers within its reach.
    let squares = ring_km * ring_km + landing_km * landing_km - reach_km * reach_km;
    let cosine = squares / (2.0 * ring_km * landing_km);
    let share = libm::acos(cosine.clamp(-1.0, 1.0)) / std::f64::consts::PI;
    assert!(share >= 0.4, "{share} of all directions");
}

#[test]
fn in_a_battle_troopers_only_become_fewer() {
    let mut simulation = world(&level(LANDERS, "(defenders: 60)", ""));
    simulation.run(1);
    let total = |simulation: &mut Simulation| {
        let invaders = ground(simulation, "Earth").invaders.map_or(0.0, |(_, count)| count);
        aboard(simulation) + invaders
    };
    let mut before = (total(&mut simulation), f64::INFINITY);
    let mut has_fought = false;
    while simulation.owner("Earth") == Some(FactionId(0)) {
        let defenders = ground(&simulation, "Earth").defenders;
        simulation.run(1);
        assert!(simulation.tick_count() < PATIENCE);
        let now = ground(&simulation, "Earth");
        if simulation.owner("Earth") == Some(FactionId(0)) && now.is_fought_over() {
            has_fought = true;
            assert!(now.defenders <= defenders, "{now:?}");
            let left = total(&mut simulation);
            assert!(left <= before.0 + 1.0e-9, "{left}, but there were {}", before.0);
            before.0 = left;
        }
    }
    let left = ground(&simulation, "Earth").defenders;
    assert!(has_fought && left < 200.0 && left > 150.0, "{left}");
}

#[test]
fn too_few_are_beaten_off() {
    let mut simulation = world(&level(LANDERS, "(defenders: 380)", ""));
    simulation.run(2400);
    assert_eq!(simulation.owner("Earth"), Some(FactionId(0)));
    assert_eq!(ground(&simulation, "Earth").invaders, None);
    assert!(aboard(&mut simulation) < 1.0, "they have all landed");
    let earth = simulation.body("Earth");
    let landed = count(&simulation, |event| matches!(event, GameEvent::Landed { .. }));
    let is_beaten = |event: &GameEvent| {
        *event == GameEvent::Repelled { body: earth, faction: FactionId(1), owner: Some(FactionId(0)) }
    };
    let beaten = count(&simulation, is_beaten);
    assert!(beaten > 0 && beaten == landed, "{beaten} of {landed} landings were beaten off");
}

#[test]
fn a_second_wave_is_reported_with_the_side_that_it_joins() {
    let later = LANDERS.replacen("Landers", "Second wave", 1).replacen("radii: 1.5", "radii: 9", 1);
    let text = level(&format!("{LANDERS}, {later}"), "(defenders: 150)", "");
    // The first have all landed when the second come.
    let mut simulation = world(&text.replacen("manoeuvre_km_s: 40", "manoeuvre_km_s: 3", 1));
    let is_fought_over = |simulation: &Simulation| ground(simulation, "Earth").is_fought_over();
    while !is_fought_over(&simulation) || aboard(&mut simulation) > 1.0 {
        simulation.run(1);
        assert!(simulation.tick_count() < PATIENCE, "{:?}", ground(&simulation, "Earth"));
    }
    let body = simulation.body("Earth");
    let joined = GameEvent::Reinforced {
        body,
        faction: FactionId(1),
        side: FactionId(1),
        defends: false,
        against: None,
    };
    let is_joined = |event: &GameEvent| *event == joined;
    assert_eq!(count(&simulation, |event| matches!(event, GameEvent::Landed { .. })), 1);
    assert!(count(&simulation, is_joined) > 0, "nothing tells of the second wave");
    let reinforced = count(&simulation, |event| matches!(event, GameEvent::Reinforced { .. }));
    assert_eq!(reinforced, count(&simulation, is_joined));
}

#[test]
fn structures_go_over_or_are_scuttled() {
    let mut simulation = world(&level(LANDERS, "(defenders: 0)", ""));
    let busy = simulation.world_mut();
    for mut yard in busy.query::<&mut Shipyard>().iter_mut(busy) {
        (yard.built, yard.fleets) = (9, 5);
    }
    run_until_taken(&mut simulation);
    let all = structures(&mut simulation);
    assert_eq!(all.iter().map(|(faction, _)| *faction).collect::<Vec<_>>(), [FactionId(1); 2]);
    let yard = all[1].1.as_ref();
    assert_eq!(yard, Some(&Shipyard::default()), "nothing tells what it has built for others");
    let mut simulation = world(&level(LANDERS, "(defenders: 0)", "surrender: scuttle,"));
    run_until_taken(&mut simulation);
    assert!(structures(&mut simulation).is_empty());
    assert_eq!(
        count(&simulation, |event| matches!(
            event,
            GameEvent::Destroyed { what: Party { faction: FactionId(0), .. }, .. }
        )),
        2
    );
    assert_eq!(simulation.world().resource::<Losses>().of(FactionId(0)).structures, 2);
    simulation.run(1);
    let battles = &simulation.world().resource::<History>().battles;
    assert_eq!(battles.len(), 1);
    assert_eq!((battles[0].body, &battles[0].losses.raw[..]), (simulation.body("Earth"), &[2, 0][..]));
}

#[test]
fn a_comet_belongs_to_the_side_alone_in_its_well() {
    let gunboat = r#"(name: "Ice", faction: "Ares", at: beside(body: "Halley", radii: 60),
        ships: [(class: "gunboat")])"#;
    let mut simulation = world(&level(gunboat, "()", ""));
    simulation.run(340);
    assert_eq!(simulation.owner("Halley"), None);
    assert!(
        ground(&simulation, "Halley").held.is_some_and(|(who, ticks)| who == FactionId(1) && ticks > 300)
    );
    simulation.run(40);
    assert_eq!(simulation.owner("Halley"), Some(FactionId(1)));
    assert_eq!(ground(&simulation, "Halley"), Ground::default());
    let unarmed = gunboat.replace("gunboat", "lander");
    let mut simulation = world(&level(&unarmed, "()", ""));
    simulation.run(400);
    assert_eq!(simulation.owner("Halley"), None);
}

/// The winners after this many ticks, and the reason.
fn decided(simulation: &mut Simulation, ticks: u64) -> Option<(Vec<String>, String)> {
    simulation.run(ticks);
    let verdict = simulation.world().resource::<Verdict>().0.clone()?;
    Some((verdict.winners, verdict.reason))
}

#[test]
fn every_condition_of_victory_decides() {
    let won = |who: &str, how: &str| Some((vec![who.to_owned()], how.to_owned()));
    for (victory, who, how) in [
        ("hold_planets(count: 1, seconds: 3)", "Terra", "held 1 body for 3 s"),
        ("survive(faction: \"Terra\", seconds: 3)", "Terra", "kept Terra alive for 3 s"),
    ] {
        let mut simulation = world(&level("", "()", &format!("victory: [{victory}],")));
        assert_eq!(decided(&mut simulation, 80), None, "{victory}");
        assert_eq!(decided(&mut simulation, 20), won(who, how), "{victory}");
        assert_eq!(count(&simulation, |event| *event == GameEvent::Decided { winner: FactionId(0) }), 1);
        assert_eq!(decided(&mut simulation, 100), won(who, how), "it is not decided again");
    }
    for (victory, how) in [
        ("eliminate", "left nobody else standing"),
        ("hold_body(body: \"Earth\", seconds: 3)", "held Earth for 3 s"),
        ("survive(faction: \"Terra\", seconds: 600)", "did not let Terra survive"),
    ] {
        let mut simulation = world(&level(LANDERS, "(defenders: 0)", &format!("victory: [{victory}],")));
        run_until_taken(&mut simulation);
        assert_eq!(decided(&mut simulation, 120), won("Ares", how), "{victory}");
    }
}

#[test]
fn a_comet_does_not_count_among_bodies_to_hold() {
    let with = |second: &str| {
        let text = level("", "()", "victory: [hold_planets(count: 2, seconds: 3)],");
        let holdings = format!("holdings: [(body: \"{second}\", owner: \"Terra\"), ");
        decided(&mut world(&text.replace("holdings: [", &holdings)), 120)
    };
    assert_eq!(with("Halley"), None);
    assert_eq!(with("Mars"), Some((vec!["Terra".to_owned()], "held 2 bodies for 3 s".to_owned())));
}

#[test]
fn the_last_ships_hold_up_the_end_for_a_minute_only() {
    let fields = |ares: &str| {
        format!(
            r#"holdings: [(body: "Earth", owner: "Terra")],
            fleets: [(name: "Last", faction: "Ares", at: au(0, -1.7, 0), ships: [(class: "corvette"){ares}])],
            victory: [eliminate],"#
        )
    };
    let earth = r#"body("Earth"), body("Mars")"#;
    let mut whole = world(&of_two(earth, &fields("")));
    assert_eq!(decided(&mut whole, 900), None, "30 s");
    let (level, rules) = reread(&mut whole);
    let mut resumed = Simulation::new(&level, &rules, 1).expect("a save spawns");
    for simulation in [&mut whole, &mut resumed] {
        assert_eq!(decided(simulation, 890), None, "a third of a second before the time");
        let won = Some((vec!["Terra".to_owned()], "left nobody else standing".to_owned()));
        assert_eq!(decided(simulation, 20), won);
    }
    let mut with_troopers = world(&of_two(earth, &fields(", (class: \"troop ship\")")));
    assert_eq!(decided(&mut with_troopers, 2_400), None, "it can take a body");
}

#[test]
fn a_save_in_the_middle_of_an_invasion_goes_on_in_the_same_way() {
    let fields = "victory: [hold_body(body: \"Earth\", seconds: 600), eliminate],";
    let mut whole = world(&level(LANDERS, "(defenders: 60, unrest: 0.25, ruin: 0.125)", fields));
    while !ground(&whole, "Earth").is_fought_over() {
        whole.run(1);
        assert!(whole.tick_count() < PATIENCE);
    }
    whole.run(30);
    let saved = ecliptic::level::to_ron(&whole.capture().expect("a world")).expect("it is written");
    let (level, rules) = written(&saved);
    let mut resumed = Simulation::new(&level, &rules, 9).expect("a save spawns");
    assert_eq!(resumed.capture().as_ref(), Some(&level));
    for tick in 0..900 {
        whole.run(1);
        resumed.run(1);
        assert_eq!(whole.digests().difference(&resumed.digests()), None, "{tick} ticks after the save");
    }
    assert_eq!(whole.owner("Earth"), Some(FactionId(1)));
    let entries = |simulation: &Simulation| simulation.world().resource::<History>().entries.len();
    assert_eq!(entries(&whole), entries(&resumed));
    let verdict = |simulation: &Simulation| simulation.world().resource::<Verdict>().clone();
    assert_eq!(verdict(&whole), verdict(&resumed));
}

/// A level in which Jupiter belongs to an ally, unseen by Ares' ships; `leg` sends them there.
fn at_an_allied_giant(leg: &str) -> String {
    let blind = r#"radius_km: 300, cruise_km_s: 230, manoeuvre_km_s: 40, sight_km: 0,"#;
    format!(
        r##"(
            schema_version: 1, title: "test", epoch: date("2026-11-21"),
            bodies: [body("Sun"), body("Earth"), body("Jupiter")],
            factions: [
                (name: "Terra", color: "#4aa8ff", treasury: (money: 5000, resources: 5000)),
                (name: "Ares", color: "#ff7a45", team: "red", treasury: (money: 5000, resources: 5000)),
                (name: "Pax", color: "#4aff7a", team: "red", treasury: (money: 5000, resources: 5000)),
            ],
            ship_classes: [
                (name: "lander", {blind} troopers: 100, kind: troops),
                (name: "bomber", {blind} arms: (weapons: [(weapon: "railgun")])),
            ],
            holdings: [(body: "Jupiter", owner: "Pax", ground: (defenders: 50))],
            fleets: [(name: "Blind", faction: "Ares", at: beside(body: "Jupiter", radii: 4),
                ships: [(class: "lander"), (class: "bomber")], route: [(to: {leg})])],
        )"##
    )
}

#[test]
fn the_blind_find_out_beside_a_giant_that_it_is_an_allys() {
    for leg in [r#"land("Jupiter")"#, r#"bombard("Jupiter")"#] {
        let mut simulation = world(&at_an_allied_giant(leg));
        let before = ground(&simulation, "Jupiter").defenders;
        while legs_left(&mut simulation, "Blind") > 0 {
            simulation.run(1);
            assert!(simulation.tick_count() < PATIENCE, "{leg} has no end");
        }
        let words: Vec<String> = {
            let notes = simulation.world_mut().resource_mut::<Notices>().take(FactionId(1));
            notes.into_iter().map(|note| note.words).collect()
        };
        assert_eq!(words, ["Blind finds that Jupiter is on your side, and stops"], "{leg}");
        let after = ground(&simulation, "Jupiter");
        assert!(after.defenders >= before && after.invaders.is_none(), "{leg}: {after:?}");
    }
}
