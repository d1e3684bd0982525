//! Whose bodies are, as far as the player may know it.
//!
//! - Enters: what the world's [`Survey`] tells of bodies, and who looks.
//! - Leaves: [`KnownOwners`], which names the owner of a body or nobody, noted before anybody asks.
//! - Must never: name an owner of whom the player sees neither a structure at the body nor its ground.
//!
//! Panel, colours, words at the pointer, orders and warnings all ask here, so that they agree: a body whose
//! last structure has been shot away does not become nobody's while one looks at it.

use bevy::prelude::*;
use typed_index_collections::TiVec;

use crate::client::frame::InputSystems;
use crate::sim::OfWorld;
use crate::sim::Sky;
use crate::sim::ids::{BodyId, FactionId};
use crate::sim::visibility::{KnownBody, Survey, Viewer};
use crate::sim::world::{Holding, Holdings};

/// What the player knows of the owners of all bodies, in the order of the sky.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownOwners(TiVec<BodyId, KnownBody>);

impl KnownOwners {
    /// The owner of a body, if the player knows it: because it is the player, by
    /// something of the owner's that is in sight there, or because the player sees the ground. `None` for a
    /// body that is nobody's, or that is not there.
    pub fn of(&self, body: BodyId) -> Option<FactionId> {
        self.0.get(body)?.owner
    }

    /// Whether the player sees what goes on upon the ground of a body, or in the well of a comet: with troops
    /// there, or from near enough.
    pub fn sees_ground(&self, body: BodyId) -> bool {
        self.0.get(body).is_some_and(|known| known.sees_ground)
    }
}

/// Adds the noting of owners. It rests until there is a world.
pub fn plugin(app: &mut App) {
    app.init_of_world::<KnownOwners>();
    app.add_systems(Update, note_owners.in_set(InputSystems::Hover));
}

/// Notes whose bodies are, as far as whoever looks now may know it.
pub fn note_owners(
    survey: Survey,
    holdings: Res<Holdings>,
    sky: Res<Sky>,
    viewer: Res<Viewer>,
    mut known: ResMut<KnownOwners>,
) {
    // All of it changes with the ticks, which move the sky, or with who looks; orders that are given while
    // the game is paused change nothing of it.
    if !sky.is_changed() && !viewer.is_changed() {
        return;
    }
    let told = |holding: &Holding| KnownBody { owner: holding.owner, sees_ground: true };
    *known = KnownOwners(match *viewer {
        Viewer::Nobody => TiVec::new(),
        Viewer::Faction(faction) => survey.of(faction),
        Viewer::Everything => holdings.0.iter().map(told).collect(),
    });
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::sim::Simulation;
    use crate::sim::visibility::trial::{ARES, EARTH, MARS, TERRA, VENUS, held};

    #[test]
    fn a_viewer_gets_what_they_know() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let mut note = |viewer: Viewer| {
            world.insert_resource(viewer);
            world.init_resource::<KnownOwners>();
            world.run_system_once(note_owners).expect("it runs");
            let known = world.resource::<KnownOwners>();
            [VENUS, EARTH, MARS].map(|body| (known.of(body), known.sees_ground(body)))
        };
        assert_eq!(note(Viewer::Nobody), [(None, false); 3]);
        let all = [(Some(ARES), true), (Some(TERRA), true), (Some(ARES), true)];
        assert_eq!(note(Viewer::Everything), all);
        assert_eq!(note(Viewer::Faction(TERRA)), [(None, false), (Some(TERRA), true), (None, false)]);
        assert_eq!(note(Viewer::Faction(ARES)), [(Some(ARES), true), (None, false), (Some(ARES), true)]);
    }

    /// Counts how often notes were taken.
    #[derive(Resource, Default)]
    struct Notes(u32);

    fn count_notes(known: Res<KnownOwners>, mut notes: ResMut<Notes>) {
        notes.0 += u32::from(known.is_changed());
    }

    #[test]
    fn notes_are_taken_again_after_a_tick_and_for_another_viewer() {
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
