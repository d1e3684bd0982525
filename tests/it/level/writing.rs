//! A written level reads back as the same level.

use ecliptic::level::{
    Amount, Cohesion, Construction, Doctrine, Epoch, Fleet, Formation, Garrison, Holding, HullStyle, Level,
    NamedAttackTarget, NamedGoal, NamedPlace, PlacedStructure, Posted, RoutePreference, Shape, Ship,
    ShipKind, Stance, StartPlace, Until, Waypoint, WriteError, Yard, YardJob, read_level, sweep_left_over,
    to_ron, write_level, write_level_if,
};

use super::{parse, project, rules};

fn shipped(name: &str) -> Level {
    let rules = rules();
    let surroundings = rules.class_catalog();
    read_level(&project(name), &surroundings).expect("it is sound").level
}

/// A yard at work, with all fields of a yard.
fn shipyard() -> PlacedStructure {
    let job = YardJob { class: "corvette".to_owned(), done_ticks: 100 };
    PlacedStructure {
        class: "shipyard".to_owned(),
        faction: "Terra".to_owned(),
        body: "Earth".to_owned(),
        ring: 2,
        slot: 11,
        construction: None,
        yard: Some(Yard {
            queue: vec![job, YardJob { class: "scout".to_owned(), ..YardJob::default() }],
            repeat: true,
            rally: Some(NamedGoal::Ring { body: "Mars".to_owned(), ring: 1 }),
        }),
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
        construction: Some(Construction { done_ticks: 1, paused: true }),
        yard: None,
    }
}

/// A leg with a destination alone.
fn to(to: NamedGoal) -> Waypoint {
    Waypoint { to, beside_km: (0.0, 0.0, 0.0), spacing_km: None, attack: false }
}

/// A level with numbers that are hard to write.
fn hard() -> Level {
    let mut level = shipped("levels/sol.ron");
    let third = 1.0 / 3.0;
    level.title = "A \"save\"\\ with ünïcode and \u{301}".to_owned();
    level.description = "Lines\n\n\tof \"text\"\\ with tabs\r\nand ünïcode".to_owned();
    level.epoch = Epoch::Jd(2_461_365.5 + third);
    level.factions[1].style = Some(HullStyle::Lattice);
    level.factions[0].treasury = Some(Amount { money: 7, resources: 0, rare: 999_999_999_999 });
    level.holdings = vec![Holding {
        body: "Earth".to_owned(),
        owner: Some("Terra".to_owned()),
        economics: Some(120),
        resources: None,
        terrain: Some(third),
        ground: Some(Garrison {
            defenders: Some(third),
            invaders: Some(("Ares".to_owned(), 2.5)),
            ..Garrison::default()
        }),
    }];
    level.structures = vec![shipyard(), satellite()];
    level.fleets = vec![Fleet {
        name: "Last".to_owned(),
        faction: "Ares".to_owned(),
        at: Some(StartPlace::Au(third, 2.0, -third)),
        ships: vec![
            Ship {
                class: "scout".to_owned(),
                count: 1,
                posted: Some(Posted {
                    km: (1.0e8 + third, -0.0, f64::from_bits(1)),
                    heading: (0.6, -0.8, f64::MIN_POSITIVE),
                }),
            },
            Ship { class: "frigate".to_owned(), count: 3, posted: None },
        ],
        formation: Formation {
            shape: Shape::Claw,
            conduct: Cohesion::Loose,
            facing: Some((third, 0.0, -1.0)),
        },
        wish: RoutePreference::OutOfSight,
        doctrine: Doctrine {
            stance: Stance::Aggressive,
            withdraw_percent: 30,
            prey: Some(ShipKind::Capital),
        },
        repeats: true,
        route: vec![
            Waypoint {
                to: NamedGoal::Body("Pluto".to_owned()),
                beside_km: (third, -1.0, 2.0e5),
                spacing_km: Some(1000.0 * third),
                attack: false,
            },
            Waypoint {
                to: NamedGoal::Km(1.0, 2.0, 3.0e9),
                beside_km: (0.0, 0.0, 0.0),
                spacing_km: None,
                attack: false,
            },
            Waypoint {
                to: NamedGoal::Keep(NamedPlace { body: None, ahead_deg: None, offset_km: (1.0, third, 0.0) }),
                beside_km: (0.0, 0.0, 0.0),
                spacing_km: None,
                attack: false,
            },
            Waypoint {
                to: NamedGoal::Ring { body: "Mars".to_owned(), ring: 1 },
                beside_km: (0.0, 0.0, 0.0),
                spacing_km: None,
                attack: false,
            },
            Waypoint {
                to: NamedGoal::Keep(NamedPlace {
                    body: Some("Mars".to_owned()),
                    ahead_deg: None,
                    offset_km: (third, 0.0, 1.0),
                }),
                beside_km: (0.0, 0.0, 0.0),
                spacing_km: None,
                attack: true,
            },
            to(NamedGoal::Keep(NamedPlace {
                body: Some("Mars".to_owned()),
                ahead_deg: Some(-third),
                offset_km: (0.0, 0.0, 1.0),
            })),
            to(NamedGoal::Ahead { body: "Mars".to_owned(), degrees: 30.0 }),
            to(NamedGoal::Fleet { name: "Last".to_owned(), guard: true }),
            to(NamedGoal::FleetNumber { number: 0, guard: true }),
            to(NamedGoal::Attack(NamedAttackTarget::Fleet("Last".to_owned()))),
            to(NamedGoal::Attack(NamedAttackTarget::FleetNumber(0))),
            to(NamedGoal::Attack(NamedAttackTarget::Ship(7))),
            to(NamedGoal::Attack(NamedAttackTarget::Structure(3))),
            to(NamedGoal::Attack(NamedAttackTarget::Class {
                class: "frigate".to_owned(),
                body: Some("Mars".to_owned()),
            })),
            to(NamedGoal::Attack(NamedAttackTarget::Area {
                at: NamedPlace {
                    body: Some("Mars".to_owned()),
                    ahead_deg: None,
                    offset_km: (third, 0.0, -third),
                },
                radius_km: 1.0e6 * third,
            })),
            to(NamedGoal::Land("Mars".to_owned())),
            to(NamedGoal::Bombard("Mars".to_owned())),
            to(NamedGoal::Wait { until: Until::On(Epoch::Date("2027-03-01".to_owned())) }),
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
    for level in [shipped("levels/sol.ron"), shipped("levels/binary-dawn.ron"), hard()] {
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
    let level = hard();
    for _ in 0..2 {
        write_level(&path, &level).expect("it can be written");
    }
    let rules = rules();
    let again = read_level(&path, &rules.class_catalog()).expect("it is sound").level;
    assert_eq!(again, level);
    let files = std::fs::read_dir(folder.path()).expect("the folder can be read").count();
    assert_eq!(files, 1, "nothing else is left in the folder");
}

#[test]
fn failure_names_the_file() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("no such folder").join("save.ron");
    let error = write_level(&path, &hard()).expect_err("the folder is not there");
    assert!(matches!(error, WriteError::Io { .. }));
    assert!(error.to_string().contains("save.ron"), "{error}");
    assert!(matches!(write_level(std::path::Path::new("/"), &hard()), Err(WriteError::NoFileName(_))));
}

#[test]
fn a_file_that_cannot_be_read_back_leaves_the_old_one() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("save.ron");
    let level = hard();
    write_level(&path, &level).expect("it can be written");
    let before = std::fs::read(&path).expect("it is there");
    let other = Level { title: "Another".to_owned(), ..level };
    let error = write_level_if(&path, &other, |new| {
        assert!(std::fs::read_to_string(new).expect("it is written").contains("Another"));
        Err("the disk is worn out".to_owned())
    });
    let words = error.expect_err("it was refused").to_string();
    assert!(words.contains("save.ron") && words.contains("the disk is worn out"), "{words}");
    assert_eq!(std::fs::read(&path).expect("it is there"), before);
    let files = std::fs::read_dir(folder.path()).expect("the folder can be read").count();
    assert_eq!(files, 1, "nothing else is left in the folder");
}

#[test]
fn only_old_files_of_a_program_that_was_ended_are_swept() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let names = [".a.ron.12.tmp", ".b.ron.12.tmp", "a.ron", "notes.tmp", ".hidden"];
    for name in names {
        let file = std::fs::File::create(folder.path().join(name)).expect("a file can be made");
        let age = std::time::Duration::from_secs(if name.contains('b') { 5 } else { 3_600 });
        file.set_modified(std::time::SystemTime::now() - age).expect("its date can be set");
    }
    for (name, ahead_s) in [(".c.ron.12.tmp", 60), (".d.ron.12.tmp", 3_600)] {
        let file = std::fs::File::create(folder.path().join(name)).expect("a file can be made");
        let date = std::time::SystemTime::now() + std::time::Duration::from_secs(ahead_s);
        file.set_modified(date).expect("its date can be set");
    }
    sweep_left_over(folder.path());
    let left = names.map(|name| folder.path().join(name).exists());
    assert_eq!(left, [false, true, true, true, true]);
    let ahead = [".c.ron.12.tmp", ".d.ron.12.tmp"].map(|name| folder.path().join(name).exists());
    assert_eq!(ahead, [true, false], "a date that has not come yet is old only if it is far ahead");
}
