//! States of a game, for tests of the guide.

use bevy::prelude::Entity;

use super::super::facts::{OwnFleet, Troopers};
use super::super::goal::Garrison;
use super::*;

/// The home planet of these facts, and the goal.
pub const HOME: BodyId = BodyId(2);
/// The goal of the fleet.
pub const GOAL: BodyId = BodyId(1);

fn named<T>(what: T, name: &str) -> Named<T> {
    Named { what, name: name.to_owned() }
}

/// The advice for a step that is possible.
pub fn advice(step: GuideStep, facts: &Facts) -> Advice {
    advise(step, facts, &[]).unwrap_or_else(|| panic!("{step:?} is possible"))
}

/// What is pointed at first.
pub fn first(step: GuideStep, facts: &Facts) -> Option<Pointee> {
    advice(step, facts).pointees.first().copied()
}

/// The beginning of a level: the clock runs, the home planet is in the panel, the goal is out of view.
pub fn beginning() -> Facts {
    let fleet = OwnFleet { fleet: Entity::PLACEHOLDER, ship: Entity::PLACEHOLDER };
    Facts {
        fleet: Some(named(fleet, "Pathfinders")),
        goal: Some(named(GOAL, "Ember")),
        home: Some(named(HOME, "Hearth")),
        station: Some(named(ClassId::FIRST, "trade station")),
        yard: Some(named(HOME, "Hearth")),
        ship: Some(named(ClassId::FIRST, "Scout")),
        subject: Some(HOME),
        ..Facts::default()
    }
}

/// The class to be built at the goal.
pub fn outpost() -> Named<ClassId> {
    named(ClassId::FIRST, "satellite")
}

/// A garrison that resists a claim.
pub fn garrison() -> Garrison {
    Garrison { defenders: 60.0, needed: 81.0, resists: true }
}

/// The goal resists, and the player has this many troopers.
pub fn resisting(troopers: f64) -> Facts {
    let next = beginning().fleet.filter(|_| troopers > 0.0);
    Facts {
        goal_state: GoalState::Resists,
        garrison: Some(garrison()),
        troopers: Troopers { aboard: troopers, next, ..Troopers::default() },
        lander: Some(named(ClassId::FIRST, "Troop ship")),
        ..beginning()
    }
}

/// The goal resists, 160 troopers are enough, and so many of them are selected.
pub fn with_selected(selected: f64) -> Facts {
    let facts = resisting(160.0);
    Facts { troopers: Troopers { selected, ..facts.troopers }, ..facts }
}

/// The goal resists, and the player has so many troopers, and so many more on order; the yards are in the panel.
pub fn on_order(troopers: f64, ordered: f64) -> Facts {
    let facts = resisting(troopers);
    Facts { page: Page::Yards, troopers: Troopers { ordered, ..facts.troopers }, ..facts }
}

/// States of the game from its beginning to the claim of the goal.
pub fn states() -> Vec<Facts> {
    let start = beginning();
    let at_goal = Facts { goal_state: GoalState::Here, outpost: Some(outpost()), ..beginning() };
    vec![
        Facts { is_paused: true, ..beginning() },
        Facts { has_selection: true, ..beginning() },
        Facts { subject: None, ..beginning() },
        Facts { planet: beginning().home, ..beginning() },
        Facts { page: Page::Yards, ..beginning() },
        Facts { chosen: start.station.clone(), ..beginning() },
        Facts { chosen: start.station.clone(), has_no_room: true, ..beginning() },
        Facts { goal_state: GoalState::UnderWay, ..beginning() },
        Facts { goal_state: GoalState::UnderWay, is_paused: true, ..beginning() },
        resisting(0.0),
        Facts { page: Page::Yards, ..resisting(80.0) },
        resisting(160.0),
        on_order(0.0, 80.0),
        on_order(80.0, 80.0),
        Facts { is_paused: true, ..on_order(80.0, 80.0) },
        with_selected(80.0),
        with_selected(160.0),
        Facts { goal_state: GoalState::UnderWay, garrison: Some(garrison()), ..beginning() },
        Facts { goal_state: GoalState::Landing, ..resisting(160.0) },
        Facts { goal_state: GoalState::Fought, ..resisting(0.0) },
        Facts { goal_state: GoalState::Fought, is_paused: true, ..resisting(0.0) },
        Facts { subject: Some(GOAL), ..at_goal.clone() },
        Facts { subject: Some(GOAL), chosen: Some(outpost()), ..at_goal.clone() },
        at_goal,
        start,
    ]
}
