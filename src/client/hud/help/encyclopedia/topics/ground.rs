//! Garrisons, landings, the fight on the ground, bombardment, capture.

use crate::client::frame::capital;
use crate::client::hud::help::encyclopedia::entry::{Entry, Facts, Line, Sign};
use crate::client::hud::help::encyclopedia::topics::economy::worth_name;
use crate::client::hud::planet::classes::numbers::{factor, listed, plain, share};
use crate::client::widgets::Icon;
use crate::level::{BodyKind, Surrender};
use crate::rules::combat::GroundNumbers;
use crate::rules::economy::BodyWorth;
use crate::sim::forecast::needed_troopers;
use crate::sim::{has_ground, terrain_of};

/// The entries.
pub fn entries(facts: &Facts) -> Vec<Entry> {
    vec![garrisons(facts), strength(facts), landing(facts), battle(facts), bombardment(facts), capture(facts)]
}

fn numbers<'a>(facts: &Facts<'a>) -> &'a GroundNumbers {
    &facts.arms.rules.ground
}

fn garrisons(facts: &Facts) -> Entry {
    let numbers = numbers(facts);
    let raising = facts.structures.0.iter().filter(|class| class.garrison_percent > 0);
    let raising = raising.map(|class| format!("{} +{} %", class.name, class.garrison_percent));
    let raising = raising.collect::<Vec<String>>().join(", ");
    Entry::new("Garrisons")
        .signed(Sign::Icon(Icon::Troopers))
        .says(format!(
            "Planets, dwarfs and moons have ground, and defenders on it: {} for each point of the body's economy, \
             {} of that number while nobody owns it. In peace {} of the full number come back each second.",
            plain(numbers.defenders_per_economics),
            share(numbers.free_share),
            share(numbers.growth_per_s)
        ))
        .with((!raising.is_empty()).then(|| Line::figure("Raised by", Icon::Yard, capital(&raising))))
}

/// Full garrisons, and the troopers that overcome them.
fn strength(facts: &Facts) -> Entry {
    let numbers = numbers(facts);
    let grounds = facts.economy.income.worth.iter();
    let grounds = grounds.filter(|worth| has_ground(worth.kind) && worth.economics > 0);
    let terrain = [("planet", BodyKind::Planet), ("dwarf", BodyKind::Dwarf), ("moon", BodyKind::Moon)]
        .map(|(name, kind)| format!("{name} {}", factor(terrain_of(kind, &numbers.terrain))));
    Entry::new("Strength of garrisons")
        .signed(Sign::Icon(Icon::Landing))
        .says("Defenders fight on ground that they know. Terrain multiplies their strength:")
        .with([Line::figure("Terrain", Icon::Planet, capital(&terrain.join(", ")))])
        .says("To win, land so many troopers together. The planet panel has the number for each body:")
        .with([Line::head("Full garrison", ["Held", "To win", "Unclaimed", "To win"])])
        .with(grounds.map(|worth| strength_row(worth, numbers)))
}

fn strength_row(worth: &BodyWorth, numbers: &GroundNumbers) -> Line {
    let held = f64::from(worth.economics) * numbers.defenders_per_economics;
    let terrain = terrain_of(worth.kind, &numbers.terrain);
    let needed = |defenders: f64| needed_troopers(defenders, terrain, numbers);
    let pair = |defenders: f64| [plain(defenders.round()), plain(needed(defenders))];
    let [held, unclaimed] = [held, held * numbers.free_share].map(pair);
    Line::cells(worth_name(worth), held.into_iter().chain(unclaimed))
}

fn landing(facts: &Facts) -> Entry {
    let (numbers, refit) = (numbers(facts), &facts.arms.rules.refit);
    let carriers = facts.ships.0.iter().filter(|class| class.troopers > 0);
    let carriers = carriers.map(|class| format!("{} {}", class.name, class.troopers));
    let carriers = carriers.collect::<Vec<String>>().join(", ");
    Entry::new("Landing")
        .signed(Sign::Icon(Icon::Land))
        .says(format!(
            "Select ships with troopers, press <invade> and click the body. They land from {} radii of its \
             innermost ring on, {} of their troopers in each second. Allies join the first landing; a third side \
             has to wait. Guns in the rings shoot at the ships: destroy them first.",
            plain(numbers.landing_reach),
            share(numbers.landing_per_s)
        ))
        .says(format!(
            "Ships take new troopers aboard near a shipyard, {} in a second, for {} money each.",
            plain(refit.troopers_per_s),
            refit.trooper_money
        ))
        .with((!carriers.is_empty()).then(|| Line::figure("Troopers", Icon::Troopers, capital(&carriers))))
}

fn battle(facts: &Facts) -> Entry {
    Entry::new("The fight").signed(Sign::Icon(Icon::AttackAlert)).says(format!(
        "Each invader puts {} defenders out of action in a second; a defender does more, by the terrain. So numbers \
         count twice: the larger side loses less and less. While they fight, no garrison grows, and landings \
         alone bring new troopers.",
        plain(numbers(facts).kills_per_s)
    ))
}

fn bombardment(facts: &Facts) -> Entry {
    let numbers = numbers(facts);
    let weapons = facts.arms.weapons.iter().filter(|weapon| weapon.bombards);
    let weapons = listed(weapons.map(|weapon| weapon.name.as_str()));
    Entry::new("Bombardment")
        .signed(Sign::Icon(Icon::Bombard))
        .says(format!(
            "Press <bombard> and click the body. A point of damage puts {} defenders out of action. It also ruins \
             {} of what an average body brings, less of a richer one; {} of the ruin is rebuilt in a second.",
            plain(numbers.bombard_kills),
            share(numbers.bombard_ruin),
            share(numbers.rebuild_per_s)
        ))
        .with((!weapons.is_empty()).then(|| Line::figure("Weapons", Icon::Attack, capital(&weapons))))
}

fn capture(facts: &Facts) -> Entry {
    let numbers = numbers(facts);
    let structures = match facts.level.surrender {
        Surrender::Yield => "change to the new owner",
        Surrender::Scuttle => "are destroyed by their crews",
    };
    Entry::new("Capture")
        .signed(Sign::Icon(Icon::Done))
        .says(format!(
            "A body is captured once no defender is left. {} of the invaders stay as its garrison. Foreign \
             structures in its rings {structures}. For {} s the body brings nothing. After that unrest takes {} of \
             its income at first.",
            share(numbers.kept_share),
            plain(numbers.income_delay_s),
            share(numbers.unrest)
        ))
        .says(format!(
            "Unrest falls by {} in a second, and by {} more under a full garrison.",
            share(numbers.calming_per_s),
            share(numbers.garrison_calming_per_s)
        ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::encyclopedia::test_support::{shipped, words};
    use crate::level::Level;

    #[test]
    fn garrisons_follow_from_the_worth_of_bodies() {
        let game = shipped();
        let lines = strength(&game.facts()).lines;
        let row = lines.into_iter().find_map(|line| match line {
            Line::Cells { name, cells } if name == "Planet from 3,000 km" => Some(cells),
            _ => None,
        });
        let cells: Vec<String> = row.expect("it is there").into_iter().map(|(words, _)| words).collect();
        let ground = &game.arms.rules.ground;
        let held = 100.0 * ground.defenders_per_economics;
        assert_eq!(cells[0], plain(held));
        assert_eq!(cells[1], plain(needed_troopers(held, ground.terrain.planet, ground)));
        assert_eq!(cells[2], plain(held * ground.free_share));
    }

    #[test]
    fn the_ground_war_has_the_numbers_of_the_rules() {
        let game = shipped();
        let facts = game.facts();
        assert!(words(garrisons(&facts)).contains("Habitat +25 %, fortress +50 %"));
        assert!(
            words(landing(&facts)).contains("for 3 money each")
                && words(landing(&facts)).contains("Troop ship 80")
        );
        assert!(words(bombardment(&facts)).contains("Railgun, lance, torpedo"));
        assert!(words(capture(&facts)).contains("60 % of its income"));
    }

    #[test]
    fn the_level_decides_about_structures() {
        let mut game = shipped();
        assert!(words(capture(&game.facts())).contains("change to the new owner"));
        game.level = Level { surrender: Surrender::Scuttle, ..Level::default() };
        assert!(words(capture(&game.facts())).contains("destroyed by their crews"));
    }
}
