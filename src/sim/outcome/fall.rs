//! The fall of factions. When a faction has no ships, structures, bodies and troopers left, all others forget what
//! they remember of it. The end of a faction is no secret, whether it has surrendered or was conquered.

use bevy::ecs::system::{SystemParam, SystemState};
use bevy::prelude::*;
use typed_index_collections::TiVec;

use super::victory::JUDGE_TICKS;
use crate::sim::visibility::Knowledge;
use crate::sim::{
    Calendar, FactionId, Factions, Fleet, Grounds, Holdings, MemberOf, Ship, SimSystems, Structure, Tick,
};

pub(in crate::sim) fn plugin(app: &mut App) {
    app.add_systems(Tick, forget_fallen.run_if(is_due).in_set(SimSystems::Judge));
}

/// Query bundle for what is left of factions.
#[derive(SystemParam)]
struct Remains<'w, 's> {
    factions: Res<'w, Factions>,
    holdings: Res<'w, Holdings>,
    grounds: Res<'w, Grounds>,
    ships: Query<'w, 's, &'static MemberOf, With<Ship>>,
    fleets: Query<'w, 's, &'static Fleet>,
    structures: Query<'w, 's, &'static Structure>,
}

impl Remains<'_, '_> {
    /// The factions that have nothing left, in their order.
    fn fallen(&self) -> Vec<FactionId> {
        let owners = self.holdings.0.iter().filter_map(|holding| holding.owner);
        let invaders = self.grounds.0.iter().filter_map(|ground| Some(ground.invaders?.0));
        let captains = self.ships.iter().filter_map(|member| Some(self.fleets.get(member.0).ok()?.faction));
        let builders = self.structures.iter().map(|structure| structure.faction);
        let mut is_left: TiVec<FactionId, bool> = vec![false; self.factions.0.len()].into();
        for faction in owners.chain(invaders).chain(captains).chain(builders) {
            if let Some(is_left) = is_left.get_mut(faction) {
                *is_left = true;
            }
        }
        is_left.into_iter_enumerated().filter(|(_, is_left)| !is_left).map(|(faction, _)| faction).collect()
    }
}

fn is_due(calendar: Res<Calendar>) -> bool {
    (calendar.tick + 1).is_multiple_of(u64::from(JUDGE_TICKS))
}

/// Makes all factions forget those that have nothing left.
fn forget_fallen(remains: Remains, mut knowledge: ResMut<Knowledge>) {
    for faction in remains.fallen() {
        // Asked first: write access to the memories counts as a change of them.
        if knowledge.remembers(faction) {
            knowledge.forget_faction(faction);
        }
    }
}

/// The same at once, in a world between two ticks.
pub(super) fn forget_fallen_now(world: &mut World) {
    let mut inputs = SystemState::<(Remains, ResMut<Knowledge>)>::new(world);
    if let Ok((remains, knowledge)) = inputs.get_mut(world) {
        forget_fallen(remains, knowledge);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::damage::destruction::scuttle;
    use crate::sim::simulation::test_support::begun;
    use crate::sim::visibility::{BodyNews, Memory};
    use crate::sim::{BodyId, Simulation};

    const VENUS: BodyId = BodyId(1);
    const MARS: BodyId = BodyId(3);
    const TERRA: FactionId = FactionId(0);
    const ARES: FactionId = FactionId(1);
    const PAX: FactionId = FactionId(2);

    /// Three sides with a body each, and far from all a scout of Ares.
    const THREE: &str = r##"(
        schema_version: 1, title: "test", epoch: date("2026-11-21"),
        bodies: [body("Sun"), body("Venus"), body("Earth"), body("Mars")],
        factions: [
            (name: "Terra", color: "#4aa8ff", home: "Earth", treasury: (money: 1000000, resources: 1000000)),
            (name: "Ares", color: "#ff7a45", home: "Mars", treasury: (money: 1000000, resources: 1000000)),
            (name: "Pax", color: "#4aff7a", home: "Venus", treasury: (money: 1000000, resources: 1000000)),
        ],
        fleets: [(name: "Eye", faction: "Ares", at: au(0, 3, 0), ships: [(class: "scout")])],
        settings: (player: "Terra"),
    )"##;

    /// Whom Terra remembers as owners of Mars and Venus.
    fn remembered(simulation: &Simulation) -> [Option<FactionId>; 2] {
        let knowledge = simulation.world().resource::<Knowledge>();
        [MARS, VENUS].map(|body| knowledge.last_owner(TERRA, body))
    }

    #[test]
    fn a_third_side_forgets_a_faction_that_was_conquered_and_no_other() {
        let mut simulation = begun(THREE);
        let told = [(MARS, ARES), (VENUS, PAX)];
        let told = told.map(|(body, owner)| BodyNews { faction: TERRA, body, fact: Some(owner) });
        simulation.world_mut().resource_mut::<Knowledge>().learn(&told, Memory::note_owner);

        simulation.world_mut().resource_mut::<Holdings>().0[MARS].owner = Some(PAX);
        simulation.run(2 * u64::from(JUDGE_TICKS));
        assert_eq!(remembered(&simulation), [Some(ARES), Some(PAX)], "Ares has a ship");

        let world = simulation.world_mut();
        let last = world.query_filtered::<Entity, With<Ship>>().single(world).expect("there is one");
        scuttle(world, &[last]);
        simulation.run(u64::from(JUDGE_TICKS));
        assert_eq!(remembered(&simulation), [None, Some(PAX)], "nothing of Ares is left");
    }
}
