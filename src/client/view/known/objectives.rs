//! What the player has to take to win, as far as the player knows: the bodies that the conditions of victory name, and
//! the homes of foes once they are found.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::seen::{Onlooker, Sight};
use crate::client::frame::{InputSystems, PollTimer};
use crate::client::worlds::Kept;
use crate::sim::order::{SurrenderRefusal, check};
use crate::sim::outcome::victory::{Progress, Race, VictoryGoal};
use crate::sim::visibility::WorldView;
use crate::sim::{BodyId, FactionId, OfWorld, Order, Refusal};

/// The objectives of the player.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Objectives {
    /// The bodies to be taken or held, in the order of the sky.
    pub bodies: BTreeSet<BodyId>,
    /// Number of homes of foes that the player has not found yet.
    pub unfound: usize,
}

impl Objectives {
    /// What comes before everything else, in words; `None` if all homes were seen. A player may know from the menu where
    /// a side begins; the game shows who holds a body once it was seen.
    pub fn search_words(&self) -> Option<&'static str> {
        match self.unfound {
            0 => None,
            1 => Some("Scout the enemy home first"),
            _ => Some("Scout the enemy homes first"),
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_of_world::<Objectives>();
    app.add_systems(Update, look.in_set(InputSystems::Point));
}

/// Updates the objectives a few times a second.
pub fn look(
    sight: Sight,
    race: Race,
    onlooker: Res<Onlooker>,
    time: Res<Time<Real>>,
    mut objectives: ResMut<Objectives>,
    mut beat: Kept<PollTimer>,
) {
    // Another player has found other homes.
    if beat.now().is_due(time.elapsed_secs_f64()) || onlooker.is_changed() {
        objectives.set_if_neq(known(sight.view(), &race));
    }
}

/// Whether the viewer's faction has no ship, structure, body or trooper left in a war that is not decided.
pub fn is_out(view: WorldView) -> bool {
    matches!(check(view, &Order::Surrender), Err(Refusal::Surrender(SurrenderRefusal::NothingLeft)))
}

/// The objectives of a viewer; none for a spectator, after the war, and for a faction with nothing left.
fn known(view: WorldView, race: &Race) -> Objectives {
    let mut objectives = Objectives::default();
    let almanac = view.almanac();
    if view.faction().is_none() || almanac.verdict.0.is_some() || is_out(view) {
        return objectives;
    }
    let progress = race.progress();
    for condition in &progress {
        if let VictoryGoal::HoldBody { body, .. } = condition.goal
            && view.owner(body).is_none_or(|owner| view.is_foe(owner))
        {
            objectives.bodies.insert(body);
        }
    }
    let factions = almanac.factions.0.iter_enumerated();
    for (faction, this) in factions.filter(|(faction, _)| view.is_foe(*faction)) {
        let home = this.home.as_deref().and_then(|home| almanac.sky.system.find(home));
        let side = race.side(faction);
        let is_meant = |condition: &Progress| is_target(condition, side, |other| race.side(other));
        let Some(home) = home.filter(|_| progress.iter().any(is_meant)) else { continue };
        match home_of(view, home, faction) {
            Home::Found => {
                objectives.bodies.insert(home);
            }
            Home::Unfound => objectives.unfound += 1,
            Home::Fallen => {}
        }
    }
    objectives
}

/// Whether a condition wants a foe of this side beaten, who still holds a body: that is no secret.
fn is_target(condition: &Progress, side: Option<u16>, side_of: impl Fn(FactionId) -> Option<u16>) -> bool {
    let holds = condition.sides.iter().any(|one| Some(one.side) == side && one.bodies > 0);
    holds
        && match condition.goal {
            VictoryGoal::Eliminate => true,
            VictoryGoal::Survive { faction, .. } => side_of(faction) == side,
            VictoryGoal::HoldPlanets { .. } | VictoryGoal::HoldBody { .. } => false,
        }
}

/// What a viewer knows of the home of a foe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Home {
    /// The foe holds it, as far as seen or told last.
    Found,
    /// Nobody was ever known to hold it.
    Unfound,
    /// The foe does not hold it any more.
    Fallen,
}

/// What a viewer knows of the home of a foe.
fn home_of(view: WorldView, home: BodyId, foe: FactionId) -> Home {
    let known = view.known_body(home);
    // Older saves remember the structures of a home, not its owner.
    let is_remembered = || {
        let mut structures = view.ghosts().filter(|ghost| ghost.stands.is_some());
        structures.any(|ghost| ghost.faction == foe && ghost.anchor == Some(home))
    };
    match known.owner {
        Some(owner) if owner == foe => Home::Found,
        None if !known.sees_ground && is_remembered() => Home::Found,
        None if !known.sees_ground => Home::Unfound,
        Some(_) | None => Home::Fallen,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use bevy::ecs::system::{RunSystemOnce, SystemState};

    use super::super::seen::{KnownBodies, note_bodies};
    use super::*;
    use crate::client::frame::SPECTATOR;
    use crate::level::read_level;
    use crate::rules::test_support;
    use crate::sim::outcome::Verdict;
    use crate::sim::outcome::victory::SideProgress;
    use crate::sim::simulation::test_support::world_of;
    use crate::sim::visibility::test_support::{ARES, MARS, TERRA, held, visit_mars};
    use crate::sim::visibility::{Viewer, Views};
    use crate::sim::world::Holdings;
    use crate::sim::{OrderQueue, Simulation, Sky};

    /// What a viewer at the screen knows of the home of Ares, which is Mars.
    fn home_as_seen_by(viewer: Viewer, simulation: &mut Simulation) -> Home {
        let world = simulation.world_mut();
        world.insert_resource(Onlooker(viewer));
        world.init_resource::<KnownBodies>();
        world.run_system_once(note_bodies).expect("it runs");
        world.run_system_once(|sight: Sight| home_of(sight.view(), MARS, ARES)).expect("it runs")
    }

    #[test]
    fn a_home_stays_found_for_its_finder_out_of_sight_and_in_a_save() {
        let (mut simulation, terra) = (held(), Viewer::Faction(TERRA));
        assert_eq!(home_as_seen_by(terra, &mut simulation), Home::Unfound, "nothing is revealed");
        visit_mars(simulation.world_mut(), true);
        assert_eq!(home_as_seen_by(terra, &mut simulation), Home::Found);
        assert_eq!(home_as_seen_by(Viewer::Nobody, &mut simulation), Home::Unfound, "others know nothing");
        assert_eq!(home_as_seen_by(terra, &mut simulation), Home::Found, "back from other eyes");
        let save = simulation.capture().expect("there is a world");
        let rules = test_support::shipped().for_level(&save);
        let mut resumed = Simulation::new(&save, &rules, 1).expect("it spawns");
        assert_eq!(home_as_seen_by(terra, &mut resumed), Home::Found, "in another session");
    }

    #[test]
    fn a_home_is_found_in_a_save_that_remembers_its_structures_alone() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/saves/2026-11-25.ron");
        let rules = test_support::shipped();
        let save = read_level(Path::new(path), &rules.class_catalog()).expect("it is a save").level;
        let mut resumed = Simulation::new(&save, &rules.for_level(&save), 1).expect("it spawns");
        let world = resumed.world_mut();
        world.insert_resource(Onlooker(Viewer::Faction(TERRA)));
        world.init_resource::<KnownBodies>();
        world.run_system_once(note_bodies).expect("it runs");
        let home = |sight: Sight, sky: Res<Sky>| {
            let home = sky.system.find("Brome").expect("there is one");
            (sight.view().known_body(home).owner, home_of(sight.view(), home, ARES))
        };
        assert_eq!(world.run_system_once(home).expect("it runs"), (None, Home::Found));
    }

    #[test]
    fn a_home_that_was_seen_to_fall_is_no_objective() {
        let (mut simulation, terra) = (held(), Viewer::Faction(TERRA));
        for owner in [None, Some(TERRA)] {
            visit_mars(simulation.world_mut(), true);
            simulation.world_mut().resource_mut::<Holdings>().0[MARS].owner = owner;
            visit_mars(simulation.world_mut(), false);
            assert_eq!(home_as_seen_by(terra, &mut simulation), Home::Fallen, "{owner:?}");
        }
    }

    #[test]
    fn a_player_with_nothing_left_has_no_objectives() {
        let mut simulation = world_of(&test_support::shipped_level("duel.ron"), 1);
        let now = |simulation: &mut Simulation| {
            let world = simulation.world_mut();
            world.insert_resource(Onlooker(Viewer::Faction(TERRA)));
            world.init_resource::<KnownBodies>();
            world.run_system_once(note_bodies).expect("it runs");
            world.run_system_once(|sight: Sight, race: Race| known(sight.view(), &race)).expect("it runs")
        };
        assert_ne!(now(&mut simulation), Objectives::default());
        surrender(&mut simulation);
        assert_eq!(now(&mut simulation), Objectives::default(), "while others fight on");
    }

    #[test]
    fn a_player_with_nothing_left_is_out_and_a_spectator_never() {
        let mut simulation = held();
        let is_out_now = |world: &mut World, faction| {
            let mut state = SystemState::<Views>::new(world);
            is_out(state.get(world).expect("the world is filled").of(faction))
        };
        assert!(!is_out_now(simulation.world_mut(), TERRA));
        surrender(&mut simulation);
        assert!(is_out_now(simulation.world_mut(), TERRA));
        assert!(!is_out_now(simulation.world_mut(), SPECTATOR));
    }

    /// Terra surrenders, and others fight on.
    fn surrender(simulation: &mut Simulation) {
        simulation.world_mut().resource_mut::<OrderQueue>().give(TERRA, Order::Surrender);
        simulation.run(20);
        simulation.world_mut().insert_resource(Verdict(None));
    }

    #[test]
    fn foes_are_targets_while_they_hold_something_and_a_condition_wants_them_beaten() {
        let is_met = |goal: VictoryGoal, bodies: u32| {
            let sides = vec![SideProgress { side: 1, bodies, planets: bodies, met_ticks: 0 }];
            let condition = Progress { goal, sides, ships_only_ticks: 0 };
            is_target(&condition, Some(1), |faction| u16::try_from(faction.0).ok())
        };
        let survive = |faction: usize| VictoryGoal::Survive { faction: FactionId(faction), ticks: 9 };
        assert!(is_met(VictoryGoal::Eliminate, 1) && !is_met(VictoryGoal::Eliminate, 0));
        assert!(is_met(survive(1), 1) && !is_met(survive(2), 1));
        assert!(!is_met(VictoryGoal::HoldPlanets { count: 3, ticks: 9 }, 1));
    }

    #[test]
    fn homes_that_were_not_seen_are_scouted() {
        let words = |unfound: usize| Objectives { unfound, ..Objectives::default() }.search_words();
        assert_eq!(words(0), None);
        assert_eq!(words(1), Some("Scout the enemy home first"));
        assert_eq!(words(3), Some("Scout the enemy homes first"));
    }
}
