//! The tick as a schedule.

use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings};
use bevy::prelude::*;

use ecliptic::sim::Tick;

use super::worlds::shipped;

#[test]
fn no_two_systems_of_a_tick_depend_on_chance_order() {
    let (level, classes) = shipped("sol.ron");
    let mut app = App::new();
    app.add_plugins((bevy::app::TaskPoolPlugin::default(), ecliptic::sim::plugin));
    app.edit_schedule(Tick, |schedule| {
        schedule
            .set_build_settings(ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..default() });
    });
    app.finish();
    app.cleanup();
    ecliptic::sim::snapshot::spawn(app.world_mut(), &level, &classes, 0).expect("a shipped level spawns");
    app.world_mut().run_schedule(Tick);
}
