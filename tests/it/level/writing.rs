//! What is written reads back as the same level.

use ecliptic::level::{
    Account, ConditionState, Conduct, Construction, Doctrine, EngagementState, Epoch, Fleet, Formation,
    GroundState, Holding, IgniterState, LedgerSource, Level, LossState, MarkState, Moment, NamedGoal,
    NamedQuarry, Place, PlacedStructure, Price, RingSlot, Seen, Shape, Ship, ShipKind, ShipState, Sighted,
    Sighting, Stance, Station, Treasury, UnderFireState, Until, Waypoint, Wish, WreckState, WriteError, Yard,
    YardJob, read_level, to_ron, write_level,
};

use super::{parse, project, rules};

fn shipped(name: &str) -> Level {
    let rules = rules();
    let surroundings = rules.surroundings();
    read_level(&project(name), &surroundings).expect("it is sound").level
}

/// A yard at work, with everything that a yard can say.
fn shipyard() -> PlacedStructure {
    let job = YardJob {
        class: "corvette".to_owned(),
        done_ticks: 100,
        paid: Price { money: 100, resources: 0, rare: 1 },
    };
    PlacedStructure {
        class: "shipyard".to_owned(),
        faction: "Terra".to_owned(),
        body: "Earth".to_owned(),
        ring: 2,
        slot: 11,
        id: Some(3),
        construction: None,
        yard: Some(Yard {
            queue: vec![job, YardJob { class: "scout".to_owned(), ..YardJob::default() }],
            repeat: true,
            rally: Some(NamedGoal::Ring { body: "Mars".to_owned(), ring: 1 }),
            built: 5,
            fleets: 2,
        }),
        idle: true,
        condition: None,
    }
}

/// A structure that has hardly begun to grow.
fn satellite() -> PlacedStructure {
    PlacedStructure {
        class: "satellite".to_owned(),
        faction: "Ares".to_owned(),
        body: "Mars".to_owned(),
        ring: 0,
        slot: 0,
        id: Some(0),
        construction: Some(Construction { done_ticks: 1, paused: true }),
        yard: None,
        idle: false,
        condition: None,
    }
}

/// A leg that says nothing but where to.
fn to(to: NamedGoal) -> Waypoint {
    Waypoint {
        to,
        beside_km: (0.0, 0.0, 0.0),
        spacing_km: None,
        berth: None,
        until_jd: None,
        ring: None,
        attack: false,
    }
}

/// A save with numbers that are hard to write.
fn save() -> Level {
    let mut level = shipped("levels/sol.ron");
    let third = 1.0 / 3.0;
    let state = ShipState {
        id: 7,
        position_km: (1.0e8 + third, -0.0, f64::from_bits(1)),
        own_velocity_km_s: (0.1 + 0.2, -1000.0 * third, 1.0e-17),
        heading: (0.6, -0.8, f64::MIN_POSITIVE),
        impatience: third,
        holding: false,
        place_km: (third, 0.0, 1.0),
        idle: true,
        blocked_ticks: u32::MAX,
        arrived: false,
        nearest_km: f64::MAX,
        station: Station {
            body: Some("Mars".to_owned()),
            ahead_deg: None,
            offset_km: (1.0e5 + third, 0.0, -third),
        },
        ring: Some(1),
        carried_ticks: 17,
        condition: Some(ConditionState {
            armour: 1.0 / 3.0,
            shield: 0.1 + 0.2,
            calm_ticks: 5,
            burning: f64::MIN_POSITIVE,
            lit_by: Some(IgniterState { by: MarkState::Ship(9), faction: "Ares".to_owned() }),
            silenced_ticks: 2,
            experience: 1.0e9,
            troopers: 7.5,
            wings: 3,
            wing_ticks: 11,
            alert_ticks: 3,
            target: Some(MarkState::Structure(3)),
            mounts: vec![(17, (0.6, -0.8, 1.0e-30)), (0, (0.0, 0.0, 0.0))],
        }),
        carrier: Some(2),
    };
    level.title = "A \"save\"\\ with ünïcode and \u{301}".to_owned();
    level.description = "Lines\n\n\tof \"text\"\\ with tabs\r\nand ünïcode".to_owned();
    level.epoch = Epoch::Jd(2_461_365.5 + third);
    level.start =
        Some(Moment { tick: 174_000_001, seed: 42, next_ship: 8, next_fleet: 10, next_structure: 4 });
    level.factions[0].treasury = Some(Treasury { money: 7, resources: 0, rare: 999_999_999_999 });
    level.holdings = vec![Holding {
        body: "Earth".to_owned(),
        owner: Some("Terra".to_owned()),
        economics: Some(120),
        resources: None,
        terrain: Some(third),
        ground: Some(GroundState {
            defenders: Some(third),
            invaders: Some(("Ares".to_owned(), 2.5)),
            ..GroundState::default()
        }),
    }];
    level.structures = vec![shipyard(), satellite()];
    level.accounts = vec![Account {
        faction: "Terra".to_owned(),
        entries: vec![(LedgerSource::Planets, 9_000, 40, 0), (LedgerSource::FleetUpkeep, -8_993, -40, 0)],
        running: vec![(LedgerSource::Mining, 0, 0, 2)],
        past: vec![vec![(LedgerSource::Planets, 30, 0, 0)], Vec::new()],
    }];
    level.sightings = vec![Sighting {
        faction: "Terra".to_owned(),
        of: Sighted::Structure(3),
        class: "shipyard".to_owned(),
        owner: "Ares".to_owned(),
        at: Station { body: Some("Mars".to_owned()), ahead_deg: None, offset_km: (third, 0.0, -third) },
        stands: Some(RingSlot { ring: 2, slot: 7 }),
        heading: (0.6, -0.8, 0.0),
        tick: 174_000_001,
        place_in_sight: true,
    }];
    level.wrecks = vec![WreckState {
        id: 4,
        body: Some("Mars".to_owned()),
        offset_km: (1.0e5 + third, -0.0, third),
        step_km: (third, 0.0, f64::MIN_POSITIVE),
        turn: (0.6, 0.0, -0.8, 1.0e-30),
        spin: (0.1, -0.2, 0.3),
        radius_km: 100.0 * third,
        ticks_left: 7,
    }];
    level.losses =
        vec![LossState { faction: "Ares".to_owned(), ships: 2, worth: 900.0, ..LossState::default() }];
    level.seen = vec![Seen { faction: "Ares".to_owned(), ships: vec![7, 0], structures: vec![3] }];
    level.fleets = vec![Fleet {
        name: "Last".to_owned(),
        id: Some(9),
        faction: "Ares".to_owned(),
        at: Some(Place::Au(third, 2.0, -third)),
        ships: vec![
            Ship { class: "scout".to_owned(), count: 1, state: Some(Box::new(state)) },
            Ship { class: "frigate".to_owned(), count: 3, state: None },
        ],
        formation: Formation {
            shape: Shape::Claw,
            conduct: Conduct::Loose,
            facing: Some((third, 0.0, -1.0)),
            formed: true,
        },
        wish: Wish::OutOfSight,
        doctrine: Doctrine {
            stance: Stance::Aggressive,
            withdraw_percent: 30,
            prey: Some(ShipKind::Capital),
        },
        repeats: true,
        engagement: Some(EngagementState {
            foe: Some(MarkState::Structure(3)),
            calm_ticks: 20,
            strength: 100.0 * third,
            stays: true,
            is_cornered: true,
        }),
        under_fire: Some(UnderFireState { strength: 100.0 * third, has_asked: true }),
        course: Some(vec![Station {
            body: Some("Sun".to_owned()),
            ahead_deg: None,
            offset_km: (third, -third, 1.0e8),
        }]),
        plans_anew: true,
        route: vec![
            Waypoint {
                to: NamedGoal::Body("Pluto".to_owned()),
                beside_km: (third, -1.0, 2.0e5),
                spacing_km: Some(1000.0 * third),
                berth: None,
                until_jd: None,
                ring: None,
                attack: false,
            },
            Waypoint {
                to: NamedGoal::Km(1.0, 2.0, 3.0e9),
                beside_km: (0.0, 0.0, 0.0),
                spacing_km: None,
                berth: None,
                until_jd: None,
                ring: None,
                attack: false,
            },
            Waypoint {
                to: NamedGoal::Keep(Station { body: None, ahead_deg: None, offset_km: (1.0, third, 0.0) }),
                beside_km: (0.0, 0.0, 0.0),
                spacing_km: None,
                berth: None,
                until_jd: None,
                ring: None,
                attack: false,
            },
            Waypoint {
                to: NamedGoal::Ring { body: "Mars".to_owned(), ring: 1 },
                beside_km: (0.0, 0.0, 0.0),
                spacing_km: None,
                berth: None,
                until_jd: None,
                ring: None,
                attack: false,
            },
            Waypoint {
                to: NamedGoal::Keep(Station {
                    body: Some("Mars".to_owned()),
                    ahead_deg: None,
                    offset_km: (third, 0.0, 1.0),
                }),
                beside_km: (0.0, 0.0, 0.0),
                spacing_km: None,
                berth: None,
                until_jd: None,
                ring: Some(0),
                attack: true,
            },
            to(NamedGoal::Keep(Station {
                body: Some("Mars".to_owned()),
                ahead_deg: Some(-third),
                offset_km: (0.0, 0.0, 1.0),
            })),
            to(NamedGoal::Ahead { body: "Mars".to_owned(), degrees: 30.0 }),
            to(NamedGoal::Fleet { name: "Last".to_owned(), guard: true }),
            to(NamedGoal::FleetNumber { number: 9, guard: true }),
            to(NamedGoal::Attack(NamedQuarry::Fleet("Last".to_owned()))),
            to(NamedGoal::Attack(NamedQuarry::FleetNumber(9))),
            to(NamedGoal::Attack(NamedQuarry::Ship(7))),
            to(NamedGoal::Attack(NamedQuarry::Structure(3))),
            to(NamedGoal::Attack(NamedQuarry::Class {
                class: "frigate".to_owned(),
                body: Some("Mars".to_owned()),
            })),
            to(NamedGoal::Attack(NamedQuarry::Area {
                at: Station {
                    body: Some("Mars".to_owned()),
                    ahead_deg: None,
                    offset_km: (third, 0.0, -third),
                },
                radius_km: 1.0e6 * third,
            })),
            to(NamedGoal::Land("Mars".to_owned())),
            to(NamedGoal::Bombard("Mars".to_owned())),
            Waypoint {
                until_jd: Some(2_461_000.5 + third),
                ..to(NamedGoal::Wait { until: Until::On(Epoch::Date("2027-03-01".to_owned())) })
            },
            Waypoint {
                berth: Some(Station {
                    body: Some("Mars".to_owned()),
                    ahead_deg: None,
                    offset_km: (third, 0.0, -third),
                }),
                ..to(NamedGoal::Body("Mars".to_owned()))
            },
            to(NamedGoal::Wait {
                until: Until::Nearest { body: "Mars".to_owned(), to: Some("Pluto".to_owned()) },
            }),
            to(NamedGoal::Wait { until: Until::Nearest { body: "Mars".to_owned(), to: None } }),
            to(NamedGoal::Wait { until: Until::Opposition("Mars".to_owned(), "Pluto".to_owned()) }),
        ],
    }];
    level
}

#[test]
fn and_read_again_is_the_same() {
    for level in [shipped("levels/sol.ron"), shipped("levels/binary-dawn.ron"), save()] {
        let text = to_ron(&level).expect("it can be written");
        let again = parse(&text).unwrap_or_else(|faults| panic!("{faults}\n{text}")).level;
        assert_eq!(again, level);
        // Equality of floats does not tell 0 from -0.
        assert_eq!(to_ron(&again).expect("it can be written"), text);
    }
}

#[test]
fn looks_as_a_person_would_write_it() {
    let text = to_ron(&shipped("levels/sol.ron")).expect("it can be written");
    assert!(text.contains("body(\"Sun\"),"), "{text}");
    assert!(text.contains("at: near(\"Earth\"),"), "{text}");
    assert!(!text.contains("Some("), "{text}");
}

#[test]
fn a_file_takes_the_place_of_the_old_one() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("save.ron");
    let level = save();
    for _ in 0..2 {
        write_level(&path, &level).expect("it can be written");
    }
    let rules = rules();
    let again = read_level(&path, &rules.surroundings()).expect("it is sound").level;
    assert_eq!(again, level);
    let files = std::fs::read_dir(folder.path()).expect("the folder can be read").count();
    assert_eq!(files, 1, "nothing else is left in the folder");
}

#[test]
fn failure_names_the_file() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("no such folder").join("save.ron");
    let error = write_level(&path, &save()).expect_err("the folder is not there");
    assert!(matches!(error, WriteError::Io { .. }));
    assert!(error.to_string().contains("save.ron"), "{error}");
    assert!(matches!(write_level(std::path::Path::new("/"), &save()), Err(WriteError::NoFileName(_))));
}
