//! What the player has to take to win, as far as the player knows: the bodies that the conditions of victory name, and
//! the homes of foes once they are found.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::seen::{Onlooker, Sight};
use crate::client::frame::{InputSystems, PollTimer};
use crate::client::worlds::Kept;
use crate::sim::outcome::victory::{Progress, Race, VictoryGoal};
use crate::sim::visibility::WorldView;
use crate::sim::{BodyId, FactionId, OfWorld};

/// The objectives of the player.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Objectives {
    /// The bodies to be taken or held, in the order of the sky.
    pub bodies: BTreeSet<BodyId>,
    /// Number of homes of foes that the player has not found yet.
    pub unfound: usize,
}

impl Objectives {
    /// What comes before everything else, in words; `None` if all homes are found.
    pub fn search_words(&self) -> Option<&'static str> {
        match self.unfound {
            0 => None,
            1 => Some("Find the other home first"),
            _ => Some("Find the other homes first"),
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_of_world::<Objectives>();
    app.add_systems(Update, look.in_set(InputSystems::Point));
}

/// State kept from look to look.
#[derive(Default)]
pub struct ObjectiveMemory {
    beat: PollTimer,
    /// The foes whose homes were found, which may be out of sight again. Another player and a loaded game know only
    /// what they see or remember.
    found: BTreeSet<FactionId>,
}

/// Updates the objectives a few times a second.
pub fn look(
    sight: Sight,
    race: Race,
    onlooker: Res<Onlooker>,
    time: Res<Time<Real>>,
    mut objectives: ResMut<Objectives>,
    mut memory: Kept<ObjectiveMemory>,
) {
    let memory = memory.now();
    if onlooker.is_changed() {
        // Another player has found other homes.
        memory.found.clear();
    } else if !memory.beat.is_due(time.elapsed_secs_f64()) {
        return;
    }
    objectives.set_if_neq(known(sight.view(), &race, &mut memory.found));
}

/// The objectives of a viewer; none for a spectator, and after the war. `found`: the foes whose homes were found.
fn known(view: WorldView, race: &Race, found: &mut BTreeSet<FactionId>) -> Objectives {
    let mut objectives = Objectives::default();
    let almanac = view.almanac();
    if view.faction().is_none() || almanac.verdict.0.is_some() {
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
        match home_of(view, home, faction, found.contains(&faction)) {
            Home::Found => {
                found.insert(faction);
                objectives.bodies.insert(home);
            }
            Home::Unfound => objectives.unfound += 1,
            Home::Fallen => {
                found.remove(&faction);
            }
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
    /// The foe holds it, as far as known.
    Found,
    /// Nobody is known to hold it.
    Unfound,
    /// The foe does not hold it any more.
    Fallen,
}

/// What a viewer knows of the home of a foe; `was_found`: whether the foe was known to hold it.
fn home_of(view: WorldView, home: BodyId, foe: FactionId, was_found: bool) -> Home {
    let known = view.known_body(home);
    let is_remembered = || {
        let mut structures = view.ghosts().filter(|ghost| ghost.stands.is_some());
        structures.any(|ghost| ghost.faction == foe && ghost.anchor == Some(home))
    };
    match known.owner {
        Some(owner) if owner == foe => Home::Found,
        Some(_) => Home::Fallen,
        None if known.sees_ground => Home::Fallen,
        None if was_found || is_remembered() => Home::Found,
        None => Home::Unfound,
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::sim::outcome::victory::SideProgress;
    use crate::sim::visibility::test_support::{ARES, MARS, TERRA, held};
    use crate::sim::visibility::{KnownBody, Viewer, Views};

    /// What Terra knows of the home of Ares, on Mars.
    fn of_mars(noted: KnownBody, was_found: bool) -> Home {
        let tell = move |views: Views| {
            let viewer = Viewer::Faction(TERRA);
            let mut known = views.by(viewer).known_bodies();
            known[MARS] = noted;
            home_of(views.with_noted(viewer, &known), MARS, ARES, was_found)
        };
        held().world_mut().run_system_once(tell).expect("it runs")
    }

    #[test]
    fn a_home_is_an_objective_once_it_was_found() {
        let of = |owner: Option<FactionId>, sees_ground: bool, was_found: bool| {
            of_mars(KnownBody { owner, sees_ground }, was_found)
        };
        assert_eq!(of(None, false, false), Home::Unfound, "nothing is revealed");
        assert_eq!(of(Some(ARES), false, false), Home::Found);
        assert_eq!(of(None, false, true), Home::Found, "it is out of sight again");
        assert_eq!(of(None, true, true), Home::Fallen, "nobody holds it");
        assert_eq!(of(Some(TERRA), true, true), Home::Fallen);
    }

    #[test]
    fn foes_are_targets_while_they_hold_something_and_a_condition_wants_them_beaten() {
        let is_met = |goal: VictoryGoal, bodies: u32| {
            let sides = vec![SideProgress { side: 1, bodies, met_ticks: 0 }];
            let condition = Progress { goal, sides, ships_only_ticks: 0 };
            is_target(&condition, Some(1), |faction| u16::try_from(faction.0).ok())
        };
        let survive = |faction: usize| VictoryGoal::Survive { faction: FactionId(faction), ticks: 9 };
        assert!(is_met(VictoryGoal::Eliminate, 1) && !is_met(VictoryGoal::Eliminate, 0));
        assert!(is_met(survive(1), 1) && !is_met(survive(2), 1));
        assert!(!is_met(VictoryGoal::HoldPlanets { count: 3, ticks: 9 }, 1));
    }

    #[test]
    fn homes_that_are_not_found_are_looked_for() {
        let words = |unfound: usize| Objectives { unfound, ..Objectives::default() }.search_words();
        assert_eq!(words(0), None);
        assert_eq!(words(1), Some("Find the other home first"));
        assert_eq!(words(3), Some("Find the other homes first"));
    }
}
