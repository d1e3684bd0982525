//! The bodies as a faction knows them.

use typed_index_collections::TiVec;

use super::objective::told_holders;
use crate::level::BodyKind;
use crate::sim::outcome::victory::Progress;
use crate::sim::visibility::{KnownBody, WorldView};
use crate::sim::{BodyId, FactionId, has_ground};

/// A garrison that was seen longer ago than this counts as unknown, seconds of play.
const GARRISON_S: f64 = 60.0;

/// A body as a faction knows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyFacts {
    /// The owner, as far as known: out of sight the one that was seen or told last.
    pub owner: Option<FactionId>,
    /// Whether a foe owns it, as far as known.
    pub is_foes: bool,
    /// Whether an ally owns it, as far as known.
    pub is_allied: bool,
    /// Whether it has ground to land on.
    pub has_ground: bool,
    /// Whether it is a comet.
    pub is_comet: bool,
    /// Whether its rings have room for structures.
    pub has_rings: bool,
    /// Whether the ground is in sight.
    pub sees_ground: bool,
    /// Defenders, as far as known: out of sight those that were seen lately.
    pub defenders: Option<f64>,
    /// Factor on the strength of defenders.
    pub terrain: f64,
    /// Whether it was taken so lately that it brings nothing yet.
    pub is_new: bool,
    /// Whether foes of the faction fight on its ground.
    pub is_beset: bool,
    /// Whether troopers of its own side fight on the ground of a foe.
    pub is_invaded: bool,
    /// Worth to trade, which everybody knows.
    pub economics: u32,
    /// Worth in resources, which everybody knows.
    pub resources: u32,
}

/// All bodies, in the order of the sky. Who holds a body that wins the war is told with the progress of all sides.
pub fn facts_of_bodies(view: WorldView, me: FactionId, progress: &[Progress]) -> TiVec<BodyId, BodyFacts> {
    let sky = view.almanac().sky.system.bodies.iter_enumerated();
    let seen =
        sky.zip(view.known_bodies()).map(|((body, this), known)| facts(view, me, (body, this.kind), known));
    let mut bodies: TiVec<BodyId, BodyFacts> = seen.collect();
    for (body, holder) in told_holders(progress).filter(|(_, holder)| view.is_foe(*holder)) {
        // What it sees itself is newer.
        let known = bodies.get_mut(body).filter(|known| known.owner != Some(me) && !known.sees_ground);
        if let Some(known) = known.filter(|known| !known.is_foes) {
            (known.owner, known.is_foes, known.is_allied) = (Some(holder), true, false);
        }
    }
    bodies
}

/// The garrison of a body as it was seen last; `None` if that was so long ago that it has grown again.
fn remembered_defenders(view: WorldView, body: BodyId) -> Option<f64> {
    let garrison = view.last_garrison(body)?;
    (garrison.age_s(view.almanac().calendar.tick) <= GARRISON_S).then_some(garrison.defenders)
}

/// A body of a kind as a faction knows it by its view alone.
fn facts(view: WorldView, me: FactionId, (body, kind): (BodyId, BodyKind), known: KnownBody) -> BodyFacts {
    let almanac = view.almanac();
    let ground = view.ground(body).map(|known| known.ground);
    let holding = view.holding(body);
    let invader = ground.and_then(|ground| ground.invaders).map(|(invader, _)| invader);
    BodyFacts {
        owner: known.owner,
        is_foes: known.owner.is_some_and(|owner| view.is_foe(owner)),
        is_allied: known.owner.is_some_and(|owner| owner != me && !view.is_foe(owner)),
        has_ground: has_ground(kind),
        is_comet: kind == BodyKind::Comet,
        has_rings: almanac.rings.of(body).is_some(),
        sees_ground: known.sees_ground,
        defenders: ground.map(|ground| ground.defenders).or_else(|| remembered_defenders(view, body)),
        terrain: holding.terrain,
        is_new: ground.is_some_and(|ground| ground.delay_ticks > 0),
        is_beset: ground.is_some_and(|ground| ground.is_beset(me, &almanac.sides)),
        is_invaded: invader.is_some_and(|invader| !view.is_foe(invader)),
        economics: holding.economics,
        resources: holding.resources,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orbit::TICKS_PER_SECOND;
    use crate::sim::visibility::test_support::{MARS, TERRA, held, visit_mars};
    use crate::sim::visibility::{Viewer, with_view};
    use crate::sim::{Calendar, Grounds, Simulation};

    #[test]
    fn a_garrison_counts_as_it_was_seen_for_a_minute() {
        let mut simulation = held();
        let known = |simulation: &mut Simulation| {
            let told = with_view(simulation.world_mut(), Viewer::Faction(TERRA), |view| {
                let facts = facts_of_bodies(view, TERRA, &[]);
                (remembered_defenders(view, MARS), facts[MARS].defenders)
            });
            told.expect("there is a world")
        };
        assert_eq!(known(&mut simulation), (None, None), "it was never seen");
        simulation.world_mut().resource_mut::<Grounds>().0[MARS].defenders = 60.0;
        visit_mars(simulation.world_mut(), true);
        assert_eq!(known(&mut simulation), (Some(60.0), Some(60.0)));
        let mut later = |ticks: u64| {
            simulation.world_mut().resource_mut::<Calendar>().tick += ticks;
            known(&mut simulation)
        };
        assert_eq!(later((GARRISON_S * TICKS_PER_SECOND) as u64), (Some(60.0), Some(60.0)));
        assert_eq!(later(1), (None, None), "it may have grown again");
    }
}
