//! Random wars in logs, which are fought again and compared.

use bevy::prelude::App;
use ecliptic::ai;
use ecliptic::record::{self, Identity, LogReader, Outcome, Recording};
use ecliptic::rules::find_assets_dir;
use ecliptic::sim::Simulation;
use ecliptic::sim::steering::system::Sharing;

use super::{Campaign, from_environment};
use crate::sim::worlds::rules;

/// Number of wars, unless `ECLIPTIC_WARS` is set, and ticks of each.
const USUAL: (u64, u64) = (3, 300);
/// Ticks between the snapshots of their logs.
const SNAPSHOT_TICKS: u64 = 120;

#[test]
fn the_logs_of_all_wars_are_true() {
    let wars = from_environment("ECLIPTIC_WARS", USUAL.0);
    let ticks = from_environment("ECLIPTIC_WAR_TICKS", USUAL.1);
    let (assets, rules) = (find_assets_dir().expect("the assets folder"), rules());
    let sharing = Sharing { threads: 1, ..Sharing::default() };
    let program = Identity::of_this_program(&assets, &rules, sharing).expect("there are rules");
    let folder = tempfile::tempdir().expect("a temporary folder");
    for war in 0..wars {
        let mut campaign = Campaign::new(war);
        let plugins = |app: &mut App| {
            app.add_plugins((ai::plugin, record::plugin));
        };
        let of_war = &campaign.war;
        let world = Simulation::with_players(plugins, sharing, &of_war.level, &of_war.rules, war);
        let mut world = world.expect("a checked level spawns");
        let path = folder.path().join(format!("{war}.eclog"));
        let to_file = Recording::to_file(&path, program.clone());
        let recording = Recording { snapshot_ticks: SNAPSHOT_TICKS, ..to_file };
        record::begin(world.world_mut(), recording).expect("there is a world");
        campaign.fight(&mut world, ticks);
        record::finish(world.world_mut()).expect("there is room");
        let log = LogReader::open(&path).expect("it is a log");
        match record::verify(log, &program, &rules, sharing, |_| ()) {
            Outcome::Equal(figures) => {
                assert!(figures.is_whole && figures.orders > 0, "war {war}: {figures:?}");
                assert_eq!(figures.ticks, ticks, "war {war}");
            }
            other => panic!("war {war}: {other:?}"),
        }
    }
}
