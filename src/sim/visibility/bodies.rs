//! Knowledge of bodies: their owners, and whether a faction sees their ground. Factions remember the owners that they
//! knew last, and the garrisons of others that they saw last.

use bevy::ecs::system::{SystemParam, SystemState};
use bevy::prelude::*;
use typed_index_collections::TiVec;

use super::knowledge::{BodyNews, Knowledge, Viewer, may_see};
use super::memory::rough_troopers;
use super::{Lookouts, Memory, Post, SeenGarrison};
use crate::sim::spatial::balls::KeptNear;
use crate::sim::{BodyId, FactionId, Grounds, Holdings, Sky, Structure, TargetId, has_ground};

/// A faction's knowledge of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KnownBody {
    /// The owner; `None` if the faction knows of none.
    pub owner: Option<FactionId>,
    /// Whether the owner is only remembered: another one may hold the body by now.
    pub is_remembered: bool,
    /// Whether the faction sees the ground: it owns the body, has troops there, or looks from near enough.
    pub sees_ground: bool,
}

impl KnownBody {
    /// The same with memory: `before` is the owner that was known before.
    pub fn with_memory(self, before: Option<FactionId>) -> Self {
        if self.sees_ground || self.owner.is_some() || before.is_none() {
            return self;
        }
        Self { owner: before, is_remembered: true, ..self }
    }

    /// The owner that is known now, not only remembered.
    pub fn owner_now(self) -> Option<FactionId> {
        self.owner.filter(|_| !self.is_remembered)
    }
}

/// Query bundle for the ownership of bodies.
#[derive(SystemParam)]
pub struct Survey<'w, 's> {
    holdings: Res<'w, Holdings>,
    grounds: Res<'w, Grounds>,
    knowledge: Res<'w, Knowledge>,
    sky: Res<'w, Sky>,
    structures: Query<'w, 's, &'static Structure>,
    lookouts: Lookouts<'w, 's>,
}

impl Survey<'_, '_> {
    /// A faction's knowledge of all bodies, in the order of the sky.
    pub fn of(&self, faction: FactionId) -> TiVec<BodyId, KnownBody> {
        let held_in_sight = self.held_in_sight(faction).into_iter_enumerated();
        let known =
            held_in_sight.zip(self.looked_at(faction)).map(|((body, is_held_in_sight), is_looked_at)| {
                self.known(faction, body, is_looked_at, is_held_in_sight)
            });
        known.collect()
    }

    /// A faction's knowledge of one body.
    pub fn of_body(&self, faction: FactionId, body: BodyId) -> KnownBody {
        let is_looked_at = self.looks_at(faction, body);
        let is_held_in_sight =
            self.structures.iter().any(|one| one.body == body && self.shows_owner(faction, one));
        self.known(faction, body, is_looked_at, is_held_in_sight)
    }

    /// Whether a faction sees the ground of a body, see [`KnownBody::sees_ground`].
    pub fn sees_ground(&self, faction: FactionId, body: BodyId) -> bool {
        self.is_present(faction, body) || self.looks_at(faction, body)
    }

    /// What all factions learn by the look of a tick of the owners of bodies, and of garrisons.
    fn news(&self, tick: u64) -> (Vec<BodyNews<FactionId>>, Vec<BodyNews<SeenGarrison>>) {
        let (mut owners, mut garrisons) = (Vec::new(), Vec::new());
        for faction in self.knowledge.memories().keys() {
            for (body, known) in self.of(faction).into_iter_enumerated() {
                let before = self.knowledge.last_owner(faction, body);
                let owner = known.with_memory(before).owner.filter(|owner| *owner != faction);
                if owner != before {
                    owners.push(BodyNews { faction, body, fact: owner });
                }
                garrisons.extend(self.garrison_news(faction, body, known.sees_ground, tick));
            }
        }
        (owners, garrisons)
    }

    /// What a faction learns by the look of a tick of the garrison of a body; `None`: nothing new.
    fn garrison_news(
        &self,
        faction: FactionId,
        body: BodyId,
        sees_ground: bool,
        tick: u64,
    ) -> Option<BodyNews<SeenGarrison>> {
        if !has_ground(self.sky.system.bodies.get(body)?.kind) {
            return None;
        }
        let before = self.knowledge.garrison(faction, body);
        let garrison = if self.owner(body) == Some(faction) {
            None
        } else if sees_ground {
            let defenders = rough_troopers(self.grounds.of(body).defenders);
            Some(SeenGarrison { defenders, seen_tick: None })
        } else {
            before.map(|before| before.out_of_sight(tick))
        };
        (garrison != before).then_some(BodyNews { faction, body, fact: garrison })
    }

    fn known(
        &self,
        faction: FactionId,
        body: BodyId,
        is_looked_at: bool,
        is_held_in_sight: bool,
    ) -> KnownBody {
        let owner = self.owner(body);
        let sees_ground = is_looked_at || self.is_present(faction, body);
        let owner = owner.filter(|_| sees_ground || is_held_in_sight);
        KnownBody { owner, is_remembered: false, sees_ground }
    }

    /// The true owner of a body.
    fn owner(&self, body: BodyId) -> Option<FactionId> {
        self.holdings.0.get(body)?.owner
    }

    /// Whether a faction owns a body, or has troops on it.
    fn is_present(&self, faction: FactionId, body: BodyId) -> bool {
        let has_landed = || self.grounds.of(body).invaders.is_some_and(|(who, _)| who == faction);
        self.owner(body) == Some(faction) || has_landed()
    }

    /// For each body, whether a sensor of a faction is near enough to its ground.
    fn looked_at(&self, faction: FactionId) -> TiVec<BodyId, bool> {
        let mut looked_at: TiVec<BodyId, bool> = vec![false; self.sky.now.len()].into();
        let mut near = KeptNear::default();
        for post in self.lookouts.of(faction) {
            for &body in self.sky.bodies_near_kept(&mut near, post.position, post.range_km) {
                if let Some(is_looked_at) = looked_at.get_mut(body) {
                    *is_looked_at = *is_looked_at || self.reaches(&post, body);
                }
            }
        }
        looked_at
    }

    fn looks_at(&self, faction: FactionId, body: BodyId) -> bool {
        self.lookouts.of(faction).any(|post| self.reaches(&post, body))
    }

    /// Whether a sensor is near enough to the ground of a body to see details there.
    fn reaches(&self, post: &Post, body: BodyId) -> bool {
        let (Some(this), Some(state)) = (self.sky.system.bodies.get(body), self.sky.now.get(body)) else {
            return false;
        };
        let reach_km = this.displayed_radius_km + post.range_km;
        post.position.distance_squared(state.position) <= reach_km * reach_km
    }

    /// Whether a structure belongs to the owner of its body, and is seen by a faction.
    fn shows_owner(&self, faction: FactionId, one: &Structure) -> bool {
        self.owner(one.body) == Some(one.faction) && sees_structure(&self.knowledge, faction, one)
    }

    /// For each body, whether a faction sees a structure of the owner's in its rings.
    fn held_in_sight(&self, faction: FactionId) -> TiVec<BodyId, bool> {
        let mut held: TiVec<BodyId, bool> = vec![false; self.sky.now.len()].into();
        for one in &self.structures {
            if self.shows_owner(faction, one)
                && let Some(held) = held.get_mut(one.body)
            {
                *held = true;
            }
        }
        held
    }
}

/// Whether a faction knows of a structure: it is its own, or in sight.
pub fn sees_structure(knowledge: &Knowledge, faction: FactionId, one: &Structure) -> bool {
    may_see(knowledge, Viewer::Faction(faction), one.faction, TargetId::Structure(one.id))
}

/// A faction's knowledge of all bodies, in the order of the sky.
pub fn known_bodies(world: &mut World, faction: FactionId) -> TiVec<BodyId, KnownBody> {
    let mut survey = SystemState::<Survey>::new(world);
    survey.get(world).map_or_else(|_| TiVec::new(), |survey| survey.of(faction))
}

/// Makes all factions remember the owners and the garrisons of the bodies that they know by the look of a tick.
pub(super) fn note_bodies(world: &mut World, tick: u64) {
    let mut survey = SystemState::<Survey>::new(world);
    let (owners, garrisons) = survey.get(world).map(|survey| survey.news(tick)).unwrap_or_default();
    let mut knowledge = world.resource_mut::<Knowledge>();
    knowledge.learn(&owners, Memory::note_owner);
    knowledge.learn(&garrisons, Memory::note_garrison);
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::super::test_support::{ARES, EARTH, MARS, SUN, TERRA, VENUS, held};
    use super::super::{look_now, with_view};
    use super::*;
    use crate::sim::Calendar;
    use crate::sim::world::{Position, Ship};

    fn known_body(world: &mut World, faction: FactionId, body: BodyId) -> KnownBody {
        with_view(world, Viewer::Faction(faction), |view| view.known_body(body)).unwrap_or_default()
    }

    /// The place of the only thing of a kind.
    fn place_of<Kind: Component>(world: &mut World) -> DVec3 {
        world.query_filtered::<&Position, With<Kind>>().single(world).expect("there is one").0
    }

    /// Moves Terra's scout, and makes all factions look if `looks`.
    fn put_scout(world: &mut World, place: DVec3, looks: bool) {
        let mut scouts = world.query_filtered::<&mut Position, With<Ship>>();
        scouts.single_mut(world).expect("there is one").0 = place;
        if looks {
            look_now(world);
        }
    }

    #[test]
    fn owners_are_known_by_sightings() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let (home, ring) = (place_of::<Ship>(world), place_of::<Structure>(world));
        let known = |owner: Option<FactionId>, sees_ground: bool| KnownBody {
            owner,
            is_remembered: false,
            sees_ground,
        };

        let of_ares = known_bodies(world, ARES);
        let own = known(Some(ARES), true);
        assert_eq!([VENUS, EARTH, MARS].map(|body| of_ares[body]), [own, known(None, false), own]);
        let at_home = known_bodies(world, TERRA);
        let unknown = known(None, false);
        assert_eq!(
            [VENUS, EARTH, MARS].map(|body| at_home[body]),
            [unknown, known(Some(TERRA), true), unknown]
        );
        put_scout(world, ring, true);
        assert_eq!(known_body(world, TERRA, MARS), known(Some(ARES), true), "it is looked at");
        let all = known_bodies(world, TERRA);
        assert!(all.iter_enumerated().all(|(body, one)| known_body(world, TERRA, body) == *one), "{all:?}");
        put_scout(world, home, false);
        assert_eq!(known_body(world, TERRA, MARS), known(Some(ARES), false), "its satellite is in sight");
        world.resource_mut::<Grounds>().0[VENUS].invaders = Some((TERRA, 50.0));
        assert_eq!(known_body(world, TERRA, VENUS), known(Some(ARES), true), "troops are there");
        assert_eq!(known_body(world, TERRA, BodyId(99)), unknown, "there is no such body");
    }

    /// What a faction remembers of the owners of Venus, Earth and Mars.
    fn remembered(world: &mut World, faction: FactionId) -> [Option<FactionId>; 3] {
        let known = with_view(world, Viewer::Faction(faction), |view| view.last_known_bodies());
        let known = known.expect("there is a world");
        [VENUS, EARTH, MARS].map(|body| known[body].owner)
    }

    #[test]
    fn the_owner_that_was_seen_or_told_last_is_remembered() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let (home, ring) = (place_of::<Ship>(world), place_of::<Structure>(world));
        assert_eq!(remembered(world, TERRA), [None, Some(TERRA), None]);
        put_scout(world, ring, true);
        put_scout(world, home, true);
        assert_eq!(known_body(world, TERRA, MARS).owner, None, "it is out of sight");
        assert_eq!(remembered(world, TERRA), [None, Some(TERRA), Some(ARES)]);
        world.resource_mut::<Holdings>().0[MARS].owner = None;
        look_now(world);
        assert_eq!(remembered(world, TERRA)[2], Some(ARES), "nobody was there");
        put_scout(world, ring, true);
        put_scout(world, home, true);
        assert_eq!(remembered(world, TERRA)[2], None, "it was seen without an owner");
        let told = BodyNews { faction: TERRA, body: VENUS, fact: Some(ARES) };
        world.resource_mut::<Knowledge>().learn(&[told], Memory::note_owner);
        look_now(world);
        assert_eq!(remembered(world, TERRA), [Some(ARES), Some(TERRA), None]);
        world.resource_mut::<Knowledge>().forget_faction(ARES);
        assert_eq!(remembered(world, TERRA), [None, Some(TERRA), None]);
    }

    #[test]
    fn the_garrison_that_was_seen_last_is_remembered_with_its_tick() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let (home, ring) = (place_of::<Ship>(world), place_of::<Structure>(world));
        let garrison = |world: &World, body: BodyId| world.resource::<Knowledge>().garrison(TERRA, body);
        assert_eq!([EARTH, MARS].map(|body| garrison(world, body)), [None; 2], "one's own, and one unseen");
        world.resource_mut::<Grounds>().0[MARS].defenders = 123.4;
        put_scout(world, ring, true);
        let seen = SeenGarrison { defenders: 120.0, seen_tick: None };
        assert_eq!(garrison(world, MARS), Some(seen));
        world.resource_mut::<Grounds>().0[MARS].defenders = 58.0;
        put_scout(world, ring, true);
        put_scout(world, home, true);
        let tick = world.resource::<Calendar>().tick;
        let left = SeenGarrison { defenders: 60.0, seen_tick: Some(tick) };
        assert_eq!(garrison(world, MARS), Some(left));
        world.resource_mut::<Grounds>().0[MARS].defenders = 400.0;
        world.resource_mut::<Calendar>().tick += 300;
        look_now(world);
        assert_eq!(garrison(world, MARS), Some(left), "nobody was there");
        let told = with_view(world, Viewer::Faction(TERRA), |view| view.last_garrison(MARS));
        assert_eq!(told, Some(Some(left)));
        world.resource_mut::<Holdings>().0[MARS].owner = Some(TERRA);
        look_now(world);
        assert_eq!(garrison(world, MARS), None, "it is one's own");
    }

    #[test]
    fn a_body_is_looked_at_from_near_its_ground_however_large_it_is() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let sun = world.resource::<Sky>().now[SUN].position;
        let radius_km = world.resource::<Sky>().system.bodies[SUN].displayed_radius_km;
        let mut lookouts = SystemState::<Lookouts>::new(world);
        let lookouts = lookouts.get(world).expect("it can be asked");
        let ranges_km = lookouts.of(TERRA).map(|post| post.range_km);
        let range_km = ranges_km.reduce(f64::max).expect("a scout looks");
        assert!(
            radius_km > 0.2 * range_km,
            "from the first place the scout does not see as far as the middle"
        );
        for (share, sees_ground) in [(0.9, true), (1.1, false)] {
            put_scout(world, sun + DVec3::X * (radius_km + share * range_km), true);
            assert_eq!(known_body(world, TERRA, SUN).sees_ground, sees_ground, "{share} of its range");
        }
    }
}
