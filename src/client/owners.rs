//! Whose bodies are, as far as the player may know it.
//!
//! - Enters: the world's owners and grounds, what of structures is in sight, and from where the player looks.
//! - Leaves: [`KnownOwners`], which names the owner of a body or nobody, noted before anybody asks.
//! - Must never: name an owner of whom the player sees neither a structure at the body nor its ground.
//!
//! Panel, colours, words at the pointer, orders and warnings all ask here, so that they agree: a body whose
//! last structure has been shot away does not become nobody's while one looks at it.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use super::seen::SeenStructures;
use super::{ordering, seat};
use crate::sim::Sky;
use crate::sim::ground::Grounds;
use crate::sim::holdings::Holdings;
use crate::sim::sight::{Lookouts, View, Viewer};

/// What the player knows of the owners of all bodies, in the order of the sky.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownOwners(Vec<KnownBody>);

/// What the player knows of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct KnownBody {
    /// Its owner, if it has one whom the player knows.
    owner: Option<usize>,
    /// Whether the player sees its ground.
    sees_ground: bool,
}

impl KnownOwners {
    /// The owner of a body, an index into the factions, if the player knows it: because it is the player, by
    /// something of the owner's that is in sight there, or because the player sees the ground. `None` for a
    /// body that is nobody's, or that is not there.
    pub fn of(&self, body: usize) -> Option<usize> {
        self.0.get(body)?.owner
    }

    /// Whether the player sees what goes on upon the ground of a body, or in the well of a comet: with troops
    /// there, or from near enough.
    pub fn sees_ground(&self, body: usize) -> bool {
        self.0.get(body).is_some_and(|known| known.sees_ground)
    }
}

/// Adds the noting of owners. It rests until there is a world.
pub fn plugin(app: &mut App) {
    app.init_resource::<KnownOwners>();
    app.add_systems(
        Update,
        // Who acts now is told nothing that only the one before may know, and all who ask come afterwards.
        note_owners.after(seat::change).before(ordering::point).run_if(resource_exists::<Sky>),
    );
}

/// What it takes to say whose bodies are.
#[derive(SystemParam)]
pub struct Evidence<'w, 's> {
    holdings: Res<'w, Holdings>,
    grounds: Res<'w, Grounds>,
    sky: Res<'w, Sky>,
    viewer: Res<'w, Viewer>,
    structures: SeenStructures<'w, 's>,
    lookouts: Lookouts<'w, 's>,
    sight: View<'w>,
}

/// Notes whose bodies are, as far as whoever looks now may know it.
pub fn note_owners(evidence: Evidence, mut known: ResMut<KnownOwners>) {
    // All of it changes with the ticks, which move the sky, or with who looks; orders that are given while
    // the game is paused change nothing of it.
    if evidence.sky.is_changed() || evidence.viewer.is_changed() {
        *known = evidence.known();
    }
}

impl Evidence<'_, '_> {
    /// What is known of all bodies, by one walk through structures and lookouts.
    fn known(&self) -> KnownOwners {
        let seen = self.held_in_sight().into_iter().zip(self.looked_at()).enumerate();
        let known = seen.map(|(body, (is_held_in_sight, is_looked_at))| {
            let sees_ground = is_looked_at || self.has_landed(body);
            let is_known =
                |owner: &usize| sees_ground || is_held_in_sight || self.sight.shows_secrets_of(*owner);
            KnownBody { owner: self.owner(body).filter(is_known), sees_ground }
        });
        KnownOwners(known.collect())
    }

    /// Whose a body is, known or not.
    fn owner(&self, body: usize) -> Option<usize> {
        self.holdings.0.get(body)?.owner
    }

    /// Whether the player has troops upon the ground of a body that others hold.
    fn has_landed(&self, body: usize) -> bool {
        let invaders = self.grounds.of(body).invaders;
        invaders.is_some_and(|(who, _)| self.sight.shows_secrets_of(who))
    }

    /// Of each body whether something of its owner's is in sight in its rings.
    fn held_in_sight(&self) -> Vec<bool> {
        let mut held = vec![false; self.sky.now.len()];
        for structure in self.structures.iter().map(|one| one.structure) {
            let body = structure.body;
            if self.owner(body) == Some(structure.faction)
                && let Some(held) = held.get_mut(body)
            {
                *held = true;
            }
        }
        held
    }

    /// Of each body whether the player looks at it, from near enough to make something out.
    fn looked_at(&self) -> Vec<bool> {
        let faction = match *self.viewer {
            Viewer::Nobody => return vec![false; self.sky.now.len()],
            Viewer::Everything => return vec![true; self.sky.now.len()],
            Viewer::Faction(faction) => faction,
        };
        let posts = self.lookouts.of(faction);
        let posts: Vec<(DVec3, f64)> =
            posts.map(|post| (post.position, post.range_km * post.range_km)).collect();
        let is_near = |place: DVec3| {
            posts.iter().any(|(position, square_km2)| position.distance_squared(place) <= *square_km2)
        };
        self.sky.now.iter().map(|state| is_near(state.position)).collect()
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::level::parse_level;
    use crate::rules::trial;
    use crate::sim::Simulation;
    use crate::sim::holdings::Structure;
    use crate::sim::ships::{Position, Ship};
    use crate::sim::sight::look_now;

    /// Terra's scout is at home; Ares holds Mars with a satellite, and Venus with nothing in its rings.
    const HELD: &str = r##"(
        schema_version: 1, title: "test", epoch: date("2026-11-21"),
        bodies: [body("Sun"), body("Venus"), body("Earth"), body("Moon"), body("Mars")],
        factions: [
            (name: "Terra", color: "#4aa8ff", home: "Earth", treasury: (money: 1000000, resources: 1000000)),
            (name: "Ares", color: "#ff7a45", home: "Mars", treasury: (money: 1000000, resources: 1000000)),
        ],
        fleets: [(name: "Eye", faction: "Terra", at: near("Earth"), ships: [(class: "scout")])],
        structures: [(class: "satellite", faction: "Ares", body: "Mars", ring: 0, slot: 0)],
        holdings: [(body: "Venus", owner: "Ares")],
        settings: (player: "Terra"),
    )"##;
    const VENUS: usize = 1;
    const EARTH: usize = 2;
    const MARS: usize = 4;
    const TERRA: usize = 0;
    const ARES: usize = 1;

    fn held() -> Simulation {
        let rules = trial::shipped();
        let loaded = parse_level("held.ron", HELD.as_bytes(), &rules.surroundings());
        let level = loaded.unwrap_or_else(|faults| panic!("{faults}")).level;
        let mut simulation = Simulation::new(&level, &rules.for_level(&level), 1).expect("it spawns");
        // After a tick everything is in its place.
        simulation.run(1);
        simulation
    }

    /// What is known of all bodies, by a walk for each of them.
    fn walk(evidence: Evidence) -> KnownOwners {
        let bodies = 0..evidence.sky.system.bodies.len();
        KnownOwners(bodies.map(|body| walk_about(&evidence, body)).collect())
    }

    fn walk_about(evidence: &Evidence, body: usize) -> KnownBody {
        let place = evidence.sky.now[body].position;
        let looks_at = match evidence.sight.viewer() {
            Viewer::Nobody => false,
            Viewer::Everything => true,
            Viewer::Faction(faction) => evidence
                .lookouts
                .of(faction)
                .any(|post| post.position.distance_squared(place) <= post.range_km * post.range_km),
        };
        let invaders = evidence.grounds.of(body).invaders;
        let sees_ground = looks_at || invaders.is_some_and(|(who, _)| evidence.sight.shows_secrets_of(who));
        let owner = evidence.holdings.0[body].owner.filter(|owner| {
            let mut structures = evidence.structures.iter().map(|one| one.structure);
            evidence.sight.shows_secrets_of(*owner)
                || structures.any(|one| one.body == body && one.faction == *owner)
                || sees_ground
        });
        KnownBody { owner, sees_ground }
    }

    /// What Terra knows. The notes must be what a walk finds, whoever looks.
    fn known_to_terra(world: &mut World) -> KnownOwners {
        let mut note = |viewer: Viewer| {
            world.insert_resource(viewer);
            world.init_resource::<KnownOwners>();
            world.run_system_once(note_owners).expect("it runs");
            let walked = world.run_system_once(walk).expect("it runs");
            let noted = world.resource::<KnownOwners>().clone();
            assert_eq!(noted, walked, "{viewer:?}");
            noted
        };
        let nobodys = note(Viewer::Nobody);
        assert!((0..=MARS).all(|body| nobodys.of(body).is_none() && !nobodys.sees_ground(body)));
        let all = note(Viewer::Everything);
        assert_eq!([VENUS, EARTH, MARS].map(|body| all.of(body)), [Some(ARES), Some(TERRA), Some(ARES)]);
        let of_ares = note(Viewer::Faction(ARES));
        assert_eq!([VENUS, EARTH, MARS].map(|body| of_ares.of(body)), [Some(ARES), None, Some(ARES)]);
        note(Viewer::Faction(TERRA))
    }

    /// Puts Terra's scout somewhere, and has everyone look round where that is wanted.
    fn put_scout(world: &mut World, place: DVec3, looks: bool) {
        let mut scouts = world.query_filtered::<&mut Position, With<Ship>>();
        scouts.single_mut(world).expect("there is one").0 = place;
        if looks {
            look_now(world);
        }
    }

    #[test]
    fn the_noted_owners_are_the_walked_ones() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let home = *world.query_filtered::<&Position, With<Ship>>().single(world).expect("there is one");
        let ring = *world.query_filtered::<&Position, With<Structure>>().single(world).expect("it stands");

        let at_home = known_to_terra(world);
        assert_eq!([VENUS, EARTH, MARS].map(|body| at_home.of(body)), [None, Some(TERRA), None]);
        put_scout(world, ring.0, true);
        let near = known_to_terra(world);
        assert_eq!((near.of(MARS), near.sees_ground(MARS)), (Some(ARES), true), "it is looked at");
        put_scout(world, home.0, false);
        let gone = known_to_terra(world);
        assert_eq!((gone.of(MARS), gone.sees_ground(MARS)), (Some(ARES), false), "its satellite is in sight");
        world.resource_mut::<Grounds>().0[VENUS].invaders = Some((TERRA, 50.0));
        let landed = known_to_terra(world);
        assert_eq!((landed.of(VENUS), landed.sees_ground(VENUS)), (Some(ARES), true), "troops are there");
        assert_eq!((landed.of(99), landed.sees_ground(99)), (None, false), "there is no such body");
    }

    /// Counts how often notes were taken.
    #[derive(Resource, Default)]
    struct Notes(u32);

    fn count_notes(known: Res<KnownOwners>, mut notes: ResMut<Notes>) {
        notes.0 += u32::from(known.is_changed());
    }

    #[test]
    fn notes_are_taken_anew_after_a_tick_and_for_whoever_looks() {
        let mut simulation = held();
        simulation.world_mut().init_resource::<KnownOwners>();
        simulation.world_mut().init_resource::<Notes>();
        let mut frame = Schedule::default();
        frame.add_systems((note_owners, count_notes).chain());
        let mut notes = |simulation: &mut Simulation| {
            frame.run(simulation.world_mut());
            simulation.world().resource::<Notes>().0
        };
        assert_eq!(notes(&mut simulation), 1);
        assert_eq!(notes(&mut simulation), 1, "nothing has changed");
        simulation.run(1);
        assert_eq!(notes(&mut simulation), 2);
        simulation.world_mut().insert_resource(Viewer::Faction(ARES));
        assert_eq!(notes(&mut simulation), 3);
        assert_eq!(simulation.world().resource::<KnownOwners>().of(MARS), Some(ARES));
    }
}
