//! The onlooker's knowledge: the door between the world and the screen.
//!
//! All code that draws, picks, offers or describes units of others asks here. Few files of the client read the
//! world's components themselves; a test lists them, with the reasons.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use typed_index_collections::TiVec;

use crate::client::frame::InputSystems;
pub use crate::sim::visibility::SeenShip;
use crate::sim::visibility::{HullState, KnownBody, SeenStructure, Viewer, Views, WorldView};
use crate::sim::{BodyId, ClassId, FleetId, OfWorld, Sky};

/// The viewer at the screen.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Onlooker(pub Viewer);

/// The onlooker's knowledge of all bodies, in the order of the sky. It is needed often within a tick, and seldom
/// changes before the next one. The owner of a body out of sight is the one that the onlooker saw or was told of last.
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

/// Records the onlooker's knowledge of bodies.
pub fn note_bodies(views: Views, onlooker: Res<Onlooker>, sky: Res<Sky>, mut known: ResMut<KnownBodies>) {
    // The knowledge changes with the ticks, which move the sky, and with the onlooker; of the orders given while the
    // game is paused a surrender changes it.
    if sky.is_changed() || onlooker.is_changed() || views.have_new_owners() {
        known.0 = views.by(onlooker.0).last_known_bodies();
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::level::Assault;
    use crate::sim::order::{apply_waiting, check_goal};
    use crate::sim::visibility::test_support::{ARES, EARTH, MARS, TERRA, VENUS, held, visit_mars};
    use crate::sim::{Goal, Order, OrderQueue, Sides, Simulation};

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
        assert_eq!([Viewer::Everything, Viewer::Revealed(TERRA)].map(&mut note), [all; 2]);
        assert_eq!(note(Viewer::Faction(TERRA)), [(None, false), (Some(TERRA), true), (None, false)]);
        assert_eq!(note(Viewer::Faction(ARES)), [(Some(ARES), true), (None, false), (Some(ARES), true)]);
    }

    #[test]
    fn a_player_who_is_shown_everything_still_has_foes() {
        let mut simulation = held();
        let world = simulation.world_mut();
        visit_mars(world, true);
        world.init_resource::<KnownBodies>();
        let mut seen_by = |viewer: Viewer| {
            world.insert_resource(Onlooker(viewer));
            let ask = |sight: Sight| {
                let view = sight.view();
                let structures = view.structures().count();
                (view.faction(), view.is_foe(ARES), structures, view.ghosts().count())
            };
            world.run_system_once(ask).expect("it runs")
        };
        assert_eq!(seen_by(Viewer::Faction(TERRA)), (Some(TERRA), true, 0, 1), "it remembers the satellite");
        assert_eq!(seen_by(Viewer::Revealed(TERRA)), (Some(TERRA), true, 1, 0));
        assert_eq!(seen_by(Viewer::Everything), (None, false, 1, 0));
    }

    #[test]
    fn a_body_that_an_ally_held_once_bars_no_order_that_the_world_accepts() {
        let mut simulation = held();
        let world = simulation.world_mut();
        // All are on one side.
        world.insert_resource(Sides::default());
        world.insert_resource(Onlooker(Viewer::Faction(TERRA)));
        world.init_resource::<KnownBodies>();
        let ask = |world: &mut World| {
            world.run_system_once(note_bodies).expect("it runs");
            let may_bombard = |sight: Sight, views: Views| {
                let goal = Goal::Ground { body: MARS, assault: Assault::Bombard };
                let [screen, truth] =
                    [sight.view(), views.of(TERRA)].map(|view| check_goal(view, &goal).is_ok());
                (sight.view().owner(MARS), screen, truth)
            };
            world.run_system_once(may_bombard).expect("it runs")
        };
        assert_eq!(ask(world), (None, true, true));
        visit_mars(world, true);
        assert_eq!(ask(world), (Some(ARES), true, true), "it is remembered");
        visit_mars(world, false);
        assert_eq!(ask(world), (Some(ARES), false, false), "it is seen");
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

    #[test]
    fn a_surrender_while_the_game_is_paused_is_known_before_the_next_tick() {
        let mut simulation = held();
        let world = simulation.world_mut();
        visit_mars(world, true);
        world.init_resource::<KnownBodies>();
        world.insert_resource(Onlooker(Viewer::Faction(TERRA)));
        let mut frame = Schedule::default();
        frame.add_systems(note_bodies);
        let mut owners = |world: &mut World| {
            frame.run(world);
            world.run_system_once(ask).expect("it runs").map(|known| known.owner)
        };
        assert_eq!(owners(world), [None, Some(TERRA), Some(ARES)]);
        for (faction, left) in [(ARES, [None, Some(TERRA), None]), (TERRA, [None; 3])] {
            world.resource_mut::<OrderQueue>().give(faction, Order::Surrender);
            apply_waiting(world);
            assert_eq!(owners(world), left);
        }
    }
}
