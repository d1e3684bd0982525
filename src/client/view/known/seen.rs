//! The onlooker's knowledge: the door between the world and the screen.
//!
//! All code that draws, picks, offers or describes units of others asks here. Few files of the client read the
//! world's components themselves; a test lists them, with the reasons.

use std::collections::BTreeMap;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use typed_index_collections::TiVec;

use crate::client::frame::InputSystems;
use crate::client::worlds::Kept;
use crate::sim::event::GameEvent;
pub use crate::sim::visibility::SeenShip;
use crate::sim::visibility::{HullState, KnownBody, SeenStructure, Viewer, Views, WorldView};
use crate::sim::{BodyId, ClassId, FactionId, FleetId, OfWorld, Sky};

/// The viewer at the screen.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Onlooker(pub Viewer);

/// The onlooker's knowledge of all bodies, in the order of the sky. It is needed often within a tick, and constant
/// until the next one. Where the owner is out of sight it is the one of whom the onlooker was told last.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownBodies(TiVec<BodyId, KnownBody>);

/// Query bundle for the onlooker's knowledge.
#[derive(SystemParam)]
pub struct Sight<'w, 's> {
    views: Views<'w, 's>,
    onlooker: Res<'w, Onlooker>,
    bodies: Res<'w, KnownBodies>,
}

impl Sight<'_, '_> {
    /// The onlooker's view of the world.
    pub fn view(&self) -> WorldView<'_> {
        self.views.with_noted(self.onlooker.0, &self.bodies.0)
    }
}

/// The ships that are in sight.
#[derive(SystemParam)]
pub struct SeenShips<'w, 's>(Sight<'w, 's>);

impl SeenShips<'_, '_> {
    /// All ships in sight, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = SeenShip<'_>> {
        self.0.view().ships()
    }

    /// The ship of an entity; `None` if it is not in sight or not a ship.
    pub fn get(&self, entity: Entity) -> Option<SeenShip<'_>> {
        self.0.view().ship(entity)
    }

    /// See [`WorldView::ship_meant_by`].
    pub fn meant_by(&self, entity: Entity) -> Option<SeenShip<'_>> {
        self.0.view().ship_meant_by(entity)
    }

    /// The class of the ship of an entity; `None` if it is not in sight or not a ship.
    pub fn class(&self, entity: Entity) -> Option<ClassId> {
        self.get(entity).map(|seen| seen.ship.class)
    }

    /// Whether the ship of an entity is in sight.
    pub fn shows(&self, entity: Entity) -> bool {
        self.get(entity).is_some()
    }

    /// See [`WorldView::hull_of_ship`].
    pub fn hull(&self, seen: &SeenShip) -> Option<HullState> {
        self.0.view().hull_of_ship(seen)
    }

    /// The fleet of a ship in sight.
    pub fn fleet_of(&self, seen: &SeenShip) -> Option<FleetId> {
        self.0.view().fleet(seen.fleet).map(|known| known.fleet.id)
    }

    /// See [`WorldView::name_of_fleet`].
    pub fn name_of_fleet(&self, seen: &SeenShip) -> &str {
        self.0.view().name_of_fleet(seen)
    }
}

/// The structures that are in sight.
#[derive(SystemParam)]
pub struct SeenStructures<'w, 's>(Sight<'w, 's>);

impl SeenStructures<'_, '_> {
    /// All structures in sight, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = SeenStructure<'_>> {
        self.0.view().structures()
    }
}

/// Adds the record of known bodies. It rests until there is a world.
pub fn plugin(app: &mut App) {
    app.init_of_world::<Onlooker>().init_of_world::<KnownBodies>();
    app.add_systems(Update, note_bodies.in_set(InputSystems::Hover));
}

/// The owners of whom events have told the onlooker: whoever loses a body knows who took it, also without an eye there.
#[derive(Clone, Debug, Default)]
pub struct ToldOwners {
    owners: BTreeMap<BodyId, FactionId>,
    /// Number of the world's events already read.
    read: u64,
}

impl ToldOwners {
    /// Reads the events that a viewer knows of and that are new.
    fn read(&mut self, view: WorldView) {
        for entry in view.events(self.read) {
            self.hear(&entry.event);
        }
        self.read = view.event_count();
        // Of own bodies the viewer knows more than any event.
        self.owners.retain(|_, owner| view.faction() != Some(*owner));
    }

    fn hear(&mut self, event: &GameEvent) {
        match *event {
            GameEvent::Taken { body, by, .. } | GameEvent::Founded { body, by } => {
                self.owners.insert(body, by);
            }
            GameEvent::Surrendered { faction } => self.owners.retain(|_, owner| *owner != faction),
            _ => {}
        }
    }

    /// Adds what was told to the knowledge of a body, or learns from it.
    fn complete(&mut self, body: BodyId, known: &mut KnownBody) {
        match known.owner {
            Some(owner) => {
                if let Some(told) = self.owners.get_mut(&body) {
                    *told = owner;
                }
            }
            None if known.sees_ground => {
                self.owners.remove(&body);
            }
            None => known.owner = self.owners.get(&body).copied(),
        }
    }
}

/// Records the onlooker's knowledge of bodies.
pub fn note_bodies(
    views: Views,
    onlooker: Res<Onlooker>,
    sky: Res<Sky>,
    mut known: ResMut<KnownBodies>,
    mut told: Kept<ToldOwners>,
) {
    // The knowledge changes with the ticks, which move the sky, or with the onlooker; orders given while the game
    // is paused do not change it.
    if !sky.is_changed() && !onlooker.is_changed() {
        return;
    }
    let (view, told) = (views.by(onlooker.0), told.now());
    if onlooker.is_changed() {
        // Another player was told other things.
        *told = ToldOwners::default();
    }
    told.read(view);
    known.0 = view.known_bodies();
    for (body, known) in known.0.iter_mut_enumerated() {
        told.complete(body, known);
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::sim::Simulation;
    use crate::sim::visibility::test_support::{ARES, EARTH, MARS, TERRA, VENUS, held};

    fn ask(sight: Sight) -> [KnownBody; 3] {
        [VENUS, EARTH, MARS].map(|body| sight.view().known_body(body))
    }

    #[test]
    fn onlookers_are_shown_their_knowledge() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let mut note = |viewer: Viewer| {
            world.insert_resource(Onlooker(viewer));
            world.init_resource::<KnownBodies>();
            world.run_system_once(note_bodies).expect("it runs");
            let known = world.run_system_once(ask).expect("it runs");
            known.map(|known| (known.owner, known.sees_ground))
        };
        assert_eq!(note(Viewer::Nobody), [(None, false); 3]);
        let all = [(Some(ARES), true), (Some(TERRA), true), (Some(ARES), true)];
        assert_eq!(note(Viewer::Everything), all);
        assert_eq!(note(Viewer::Faction(TERRA)), [(None, false), (Some(TERRA), true), (None, false)]);
        assert_eq!(note(Viewer::Faction(ARES)), [(Some(ARES), true), (None, false), (Some(ARES), true)]);
    }

    #[test]
    fn the_owner_of_whom_one_was_told_last_is_known_out_of_sight() {
        let mut told = ToldOwners::default();
        let unseen = KnownBody::default();
        let owner = |told: &mut ToldOwners, mut known: KnownBody| {
            told.complete(EARTH, &mut known);
            known.owner
        };
        assert_eq!(owner(&mut told, unseen), None);
        told.hear(&GameEvent::Taken { body: EARTH, by: ARES, from: Some(TERRA) });
        assert_eq!(owner(&mut told, unseen), Some(ARES));
        let of_others = KnownBody { owner: Some(TERRA), sees_ground: false };
        assert_eq!(owner(&mut told, of_others), Some(TERRA), "what is seen is truer");
        assert_eq!(owner(&mut told, unseen), Some(TERRA));
        assert_eq!(owner(&mut told, KnownBody { owner: None, sees_ground: true }), None);
        assert_eq!(owner(&mut told, unseen), None, "it was free");
        told.hear(&GameEvent::Founded { body: EARTH, by: ARES });
        told.hear(&GameEvent::Surrendered { faction: ARES });
        assert_eq!(owner(&mut told, unseen), None);
    }

    /// Number of records.
    #[derive(Resource, Default)]
    struct Notes(u32);

    fn count_notes(known: Res<KnownBodies>, mut notes: ResMut<Notes>) {
        notes.0 += u32::from(known.is_changed());
    }

    #[test]
    fn notes_are_taken_again_after_a_tick_and_for_another_viewer() {
        let mut simulation = held();
        simulation.world_mut().init_resource::<KnownBodies>();
        simulation.world_mut().init_resource::<Notes>();
        simulation.world_mut().insert_resource(Onlooker(Viewer::Faction(TERRA)));
        let mut frame = Schedule::default();
        frame.add_systems((note_bodies, count_notes).chain());
        let mut notes = |simulation: &mut Simulation| {
            frame.run(simulation.world_mut());
            simulation.world().resource::<Notes>().0
        };
        assert_eq!(notes(&mut simulation), 1);
        assert_eq!(notes(&mut simulation), 1, "nothing has changed");
        simulation.run(1);
        assert_eq!(notes(&mut simulation), 2);
        simulation.world_mut().insert_resource(Onlooker(Viewer::Faction(ARES)));
        assert_eq!(notes(&mut simulation), 3);
        let known = simulation.world_mut().run_system_once(ask).expect("it runs");
        assert_eq!(known[2].owner, Some(ARES));
    }
}
