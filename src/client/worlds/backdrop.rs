//! The sky behind the main menu.

use super::AppState;
use super::opened::Opened;
use super::today::begin_today;
use crate::level::{Level, parse_level};
use crate::rules::Rules;

/// The shipped solar system; built in, so that the menu needs no file.
const SOL: &str = include_str!("../../../levels/sol.ron");

/// The solar system of today, without players and ships.
///
/// # Errors
/// A sentence for the player, if the rules do not fit the level.
pub fn backdrop(rules: &Rules) -> Result<Opened, String> {
    let read = parse_level("sol.ron", SOL.as_bytes(), &rules.class_catalog());
    let mut level = read.map_err(|faults| faults.to_string())?.level;
    begin_today(&mut level);
    let level = without_people(level);
    Ok(Opened { rules: rules.for_level(&level), level, seed: 0, state: AppState::Menu, playback: None })
}

fn without_people(mut level: Level) -> Level {
    level.factions.clear();
    level.fleets.clear();
    level.structures.clear();
    level.holdings.clear();
    level.victory.clear();
    level.settings.player = None;
    level.settings.paused = false;
    level
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::find_assets_dir;
    use crate::sim::Simulation;

    #[test]
    fn the_sky_behind_the_menu_turns() {
        let rules = Rules::load(&find_assets_dir().unwrap()).unwrap();
        let opened = backdrop(&rules).unwrap();
        let mut world = Simulation::new(&opened.level, &opened.rules, opened.seed).unwrap();
        world.run(30);
        assert_eq!(world.tick_count(), 30);
    }
}
