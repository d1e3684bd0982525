//! A save is a level: what is captured and spawned again goes on bit by bit.

use ecliptic::level;
use ecliptic::orbit::AU_KM;
use ecliptic::sim::{Order, ShipId, Simulation, Units};
use glam::DVec3;

use super::worlds::{named, order, rules, shipped};

/// Writes a world as text and reads it again.
fn reread(simulation: &mut Simulation) -> (level::Level, ecliptic::rules::LevelRules) {
    let text =
        level::to_ron(&simulation.capture().expect("there is a world")).expect("a level can be written");
    let rules = rules();
    let surroundings = rules.surroundings();
    let loaded = level::parse_level("save.ron", text.as_bytes(), &surroundings)
        .unwrap_or_else(|faults| panic!("{faults}"));
    let classes = rules.for_level(&loaded.level);
    (loaded.level, classes)
}

fn first_fleet(level: &level::Level) -> String {
    level.fleets[0].name.clone()
}

#[test]
fn a_resumed_save_has_the_hashes_of_the_uninterrupted_run() {
    for name in ["sol.ron", "binary-dawn.ron"] {
        let (level, classes) = shipped(name);
        let mut whole = Simulation::new(&level, &classes, 7).expect("a shipped level spawns");
        let fleet = first_fleet(&level);
        let far = DVec3::new(0.4, -1.1, 0.02) * AU_KM;
        let home = level.factions[0].home.clone().expect("the first faction has a home");
        order(&mut whole, Order::MoveTo { units: named(&fleet), to: far, queue: false });
        order(&mut whole, Order::GoTo { units: named(&fleet), body: home, queue: true });
        whole.run(150);
        order(
            &mut whole,
            Order::MoveTo { units: Units::Ships(vec![ShipId(0)]), to: far * 0.9, queue: false },
        );
        whole.run(83);
        let (save, classes) = reread(&mut whole);
        let mut resumed = Simulation::new(&save, &classes, 99).expect("a save spawns");
        assert_eq!(resumed.tick_count(), whole.tick_count());
        for tick in 0..400 {
            whole.run(1);
            resumed.run(1);
            assert_eq!(whole.hash(), resumed.hash(), "{name}: {tick} ticks after the save");
        }
    }
}

#[test]
fn capture_undoes_spawn() {
    for name in ["sol.ron", "binary-dawn.ron"] {
        let (level, classes) = shipped(name);
        let mut world = Simulation::new(&level, &classes, 3).expect("a shipped level spawns");
        world.run(100);
        let (save, classes) = reread(&mut world);
        let mut again = Simulation::new(&save, &classes, 0).expect("a save spawns");
        assert_eq!(again.capture().as_ref(), Some(&save), "{name}");
    }
}
