//! Tasks of fleets, a file each, and the conduct of fleets in fights.
//!
//! - Enters: routes, the knowledge of factions, the state of ships.
//! - Leaves: legs that begin and end, places to go to, notices to players, legs in words.
//! - Must never: know of orders. Orders, fights and yards ask a task, never one another.
//!
//! | file | a leg with this [`Goal`] |
//! |---|---|
//! | `move_to.rs` | flies to a place |
//! | `hold_ring.rs` | orbits in a ring |
//! | `follow.rs` | stays beside another fleet |
//! | `wait.rs` | rests until an event |
//! | `war/attack.rs` | goes to foes in sight and fights them |
//! | `war/land.rs`, `war/bombard.rs` | lands troopers, bombards; `war/ground.rs` has the common part |
//! | `patrol.rs`, `war/retreat.rs` | tasks composed of such legs |
//!
//! `join.rs` merges fleets, `rename.rs` renames one. `dispatch.rs` gives legs to fleets and starts them,
//! `route.rs` changes routes, `war/doctrine.rs` sets how a fleet fights. `crew.rs` has the abilities of ships,
//! `refusal.rs` refusals in words.

mod crew;
pub mod dispatch;
pub mod follow;
mod hold_ring;
pub mod join;
pub mod move_to;
pub mod patrol;
mod refusal;
pub mod rename;
pub mod route;
mod wait;
pub mod war;

use bevy::prelude::*;

use crate::sim::visibility::WorldView;
use crate::sim::{FactionId, Goal, Leg, NavigateSystems, Notices, OfWorld, SimSystems, Tick};

pub(in crate::sim) use crew::{Groups, is_part, is_small_craft};
pub use dispatch::{SPACING_RADII, legs_abreast};
pub(in crate::sim) use dispatch::{disband_if_empty, send};
pub use hold_ring::ring_words;
pub use move_to::ahead_words;
pub(in crate::sim) use refusal::counted;
pub use refusal::{FARTHEST_AU, TaskRefusal};

/// Looks after the legs of all fleets, once the orders of the tick have been applied.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TaskSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_scratch::<Notices>("waits for the screen");
    app.configure_sets(Tick, TaskSystems.in_set(SimSystems::Orders));
    let update = (follow::update_routes, war::engagement::update_fights).chain();
    app.add_systems(Tick, update.in_set(TaskSystems));
    app.add_systems(Tick, war::ground::settle_landings.in_set(NavigateSystems::Land));
    app.add_plugins(war::engagement::plugin);
}

/// Whether ships of a faction may be sent to a goal at all, as far as it knows. The caller has checked that the
/// faction knows of the goal's bodies, classes and fleets.
///
/// # Errors
/// The reason for the refusal.
pub(in crate::sim) fn check(view: WorldView, faction: FactionId, goal: &Goal) -> Result<(), TaskRefusal> {
    match *goal {
        Goal::Place(place) => move_to::check(&view.almanac().sky, &place),
        Goal::Ring { body, ring } => hold_ring::check(view.almanac(), body, ring),
        Goal::Wait(event) => wait::check(view.almanac(), event),
        Goal::Attack(target) => war::attack::check(view, faction, &target),
        Goal::Ground { body, assault } => war::ground::check(view, faction, body, assault),
        Goal::Body(_) | Goal::Fleet { .. } => Ok(()),
    }
}

/// What a fleet does on a leg, in words, with the names that the viewer may know; empty for a flight to a place in
/// open space.
pub fn describe(view: WorldView, leg: &Leg) -> String {
    let almanac = view.almanac();
    let words = match leg.goal {
        Goal::Place(place) => move_to::describe(almanac, &place),
        Goal::Body(body) => almanac.body_in_words(body),
        Goal::Ring { body, ring } => ring_words(ring, &almanac.body_in_words(body)),
        Goal::Fleet { fleet, guard } => follow::describe(view, fleet, guard),
        Goal::Wait(_) => wait::describe(),
        Goal::Attack(target) => war::attack::describe(almanac, &target),
        Goal::Ground { body, assault } => war::ground::describe(almanac, body, assault),
    };
    if leg.engage && leg.goal.is_place() { war::attack::describe_on_the_way(&words) } else { words }
}

/// The verb of a hostile task; `None` for others.
pub fn verb(goal: &Goal) -> Option<&'static str> {
    match goal {
        Goal::Attack(_) => Some(war::attack::VERB),
        Goal::Ground { assault, .. } => Some(war::ground::verb(*assault)),
        Goal::Fleet { .. } | Goal::Place(_) | Goal::Body(_) | Goal::Ring { .. } | Goal::Wait(_) => None,
    }
}

/// Whether these ships of a faction can carry out a leg; `engage`: whether they are to fight on the way.
///
/// # Errors
/// The reason for the refusal.
pub(in crate::sim) fn check_crew(
    view: WorldView,
    faction: FactionId,
    groups: &Groups,
    goal: &Goal,
    engage: bool,
) -> Result<(), TaskRefusal> {
    match *goal {
        Goal::Fleet { fleet, .. } => follow::check_crew(view, faction, groups, fleet)?,
        Goal::Attack(_) => war::attack::check_crew(view, groups)?,
        Goal::Ground { assault, .. } => war::ground::check_crew(view, groups, assault)?,
        Goal::Place(_) | Goal::Body(_) | Goal::Ring { .. } | Goal::Wait(_) => {}
    }
    if engage { war::attack::check_crew(view, groups) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::level::Assault;
    use crate::sim::visibility::test_support::{MARS, TERRA, held};
    use crate::sim::visibility::{Viewer, with_view};
    use crate::sim::{Anchor, AnchoredPlace, AttackTarget, ClassId, FleetId, WaitEvent};

    #[test]
    fn every_kind_of_leg_has_its_words() {
        let mut simulation = held();
        let mut words = |leg: Leg| {
            let described =
                with_view(simulation.world_mut(), Viewer::Faction(TERRA), |view| describe(view, &leg));
            described.expect("there is a world")
        };
        let place = |anchor: Anchor| Goal::Place(AnchoredPlace { anchor, offset: DVec3::X });
        let area = |anchor: Anchor| {
            let middle = AnchoredPlace { anchor, offset: DVec3::ZERO };
            Goal::Attack(AttackTarget::Area { middle, radius_km: 1.0e6 })
        };
        let class = |body| Goal::Attack(AttackTarget::Class { class: ClassId::FIRST, body });
        let follow = |id: u32, guard: bool| Goal::Fleet { fleet: FleetId(id), guard };
        for (goal, expected) in [
            (place(Anchor::Space), ""),
            (place(Anchor::Body(MARS)), "a point near Mars"),
            (place(Anchor::Ahead { body: MARS, degrees: -60.0 }), "60° behind Mars"),
            (place(Anchor::Ahead { body: MARS, degrees: 30.0 }), "30° ahead of Mars"),
            (Goal::Body(MARS), "Mars"),
            (Goal::Ring { body: MARS, ring: 1 }, "ring 2 of Mars"),
            (follow(0, true), "guards Eye"),
            (follow(9, false), "follows another fleet"),
            (Goal::Wait(WaitEvent::Date(2.5e6)), "waits"),
            (Goal::Attack(AttackTarget::Fleet(FleetId(2))), "attacks a fleet"),
            (area(Anchor::Body(MARS)), "attacks everything near Mars"),
            (area(Anchor::Space), "attacks everything in an area"),
            (class(Some(MARS)), "attacks all of a class near Mars"),
            (class(None), "attacks all of a class"),
            (Goal::Ground { body: MARS, assault: Assault::Land }, "invades Mars"),
            (Goal::Ground { body: MARS, assault: Assault::Bombard }, "bombards Mars"),
        ] {
            assert_eq!(words(Leg::new(goal, 1.0)), expected, "{goal:?}");
        }
        let fights = |goal: Goal| Leg { engage: true, ..Leg::new(goal, 1.0) };
        assert_eq!(words(fights(place(Anchor::Space))), "fights foes on the way");
        assert_eq!(words(fights(Goal::Body(MARS))), "fights foes on the way to Mars");
    }
}
