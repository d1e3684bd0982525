//! Clicks on things whose marks lie on each other: a click on what was chosen there before means the next of them, as
//! the body under a fleet.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::frame::Player;
use crate::client::input::picking::MouseHits;
use crate::client::input::selection::{Inspected, Selected};
use crate::client::input::{Held, SceneCursor};
use crate::sim::{Body, Fleet, MemberOf};

/// Clicks within this distance are in one place, pixels.
const SAME_PIXELS: f32 = 8.0;

/// The last click on things of the world.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct StackClicks(Option<LastClick>);

#[derive(Clone, Copy, Debug, PartialEq)]
struct LastClick {
    /// Place, logical pixels.
    at: Vec2,
    /// The body or the fleet that it chose.
    chosen: Entity,
}

/// A body or a fleet under the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Piled {
    thing: Entity,
    /// The thing itself, or the ship of the fleet that is nearest to the pointer.
    hit: Entity,
}

/// Query bundle for the things whose marks are under the pointer.
#[derive(SystemParam)]
pub struct StackThings<'w, 's> {
    hits: Res<'w, MouseHits>,
    bodies: Query<'w, 's, &'static Body>,
    fleets: Query<'w, 's, &'static Fleet>,
    ships: Query<'w, 's, &'static MemberOf>,
    selected: Query<'w, 's, &'static MemberOf, With<Selected>>,
    inspected: Res<'w, Inspected>,
    player: Res<'w, Player>,
}

impl StackThings<'_, '_> {
    /// The body or the fleet of an object that can be hit.
    fn thing_of(&self, hit: Entity) -> Entity {
        self.ships.get(hit).map_or(hit, |fleet| fleet.0)
    }

    /// The things, the nearest first. A large disc is not among them: it can be clicked beside the marks.
    fn piled(&self) -> Vec<Piled> {
        let mut piled: Vec<Piled> = Vec::new();
        for hit in self.hits.0.iter().filter(|hit| hit.is_mark) {
            let thing = self.thing_of(hit.entity);
            let is_known = self.bodies.contains(thing) || self.fleets.contains(thing);
            if is_known && piled.iter().all(|other| other.thing != thing) {
                piled.push(Piled { thing, hit: hit.entity });
            }
        }
        piled
    }

    /// Whether a thing is still what the player has chosen. Nothing tells that of the fleets of others.
    fn is_chosen(&self, thing: Entity) -> bool {
        if let Ok(body) = self.bodies.get(thing) {
            return self.inspected.0 == Some(body.0);
        }
        let is_own = self.fleets.get(thing).is_ok_and(|fleet| fleet.faction == self.player.faction);
        !is_own || self.selected.iter().any(|fleet| fleet.0 == thing)
    }

    /// What another click at a place means; `None` if it means the nearest thing.
    fn next(&self, clicks: &StackClicks, at: Vec2) -> Option<Piled> {
        let LastClick { chosen, .. } = clicks.0.filter(|last| last.at.distance(at) < SAME_PIXELS)?;
        if self.is_chosen(chosen) { next_of(&self.piled(), chosen) } else { None }
    }
}

/// The thing after the chosen one, and after the last one the first; `None` for a thing that is alone.
fn next_of(piled: &[Piled], chosen: Entity) -> Option<Piled> {
    let at = piled.iter().position(|one| one.thing == chosen)?;
    let next = piled.get(at + 1).or_else(|| piled.first())?;
    (next.thing != chosen).then_some(*next)
}

/// The object that a click without a tool means. The second click of a double click means the nearest thing, and so
/// does one that adds to the selection.
pub fn meant(
    In((at, on, double)): In<(Vec2, Option<Entity>, bool)>,
    held: Res<Held>,
    things: StackThings,
    mut clicks: ResMut<StackClicks>,
) -> Option<Entity> {
    let next = if double || held.add { None } else { things.next(&clicks, at) };
    let meant = on.map(|hit| next.unwrap_or(Piled { thing: things.thing_of(hit), hit }));
    clicks.0 = meant.map(|meant| LastClick { at, chosen: meant.thing });
    meant.map(|meant| meant.hit)
}

/// Query bundle for what another click at the pointer would mean.
#[derive(SystemParam)]
pub struct NextClick<'w, 's> {
    cursor: SceneCursor<'w, 's>,
    things: StackThings<'w, 's>,
    clicks: Res<'w, StackClicks>,
}

impl NextClick<'_, '_> {
    /// The body or a ship of the fleet that comes next in a stack whose present thing is chosen.
    pub fn object(&self) -> Option<Entity> {
        self.things.next(&self.clicks, self.cursor.pixel()?).map(|next| next.hit)
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::input::picking::MouseHit;
    use crate::sim::{BodyId, FactionId, FleetId, Members};

    const AT: Vec2 = Vec2::new(100.0, 100.0);

    /// A world in which a fleet of two ships lies on a body: its ships, and the body.
    fn world() -> (World, [Entity; 2], Entity) {
        let mut world = World::new();
        world.init_resource::<Held>();
        world.init_resource::<Inspected>();
        world.init_resource::<StackClicks>();
        world.insert_resource(Player { faction: FactionId(1), home: None });
        let (id, name) = (FleetId(7), "Wayfarers".to_owned());
        let fleet = world.spawn(Fleet { id, name, faction: FactionId(1) }).id();
        let ships = [(); 2].map(|()| world.spawn(MemberOf(fleet)).id());
        let body = world.spawn(Body(BodyId(3))).id();
        assert!(world.get::<Members>(fleet).is_some());
        let marks = ships.into_iter().chain([body]).map(|entity| MouseHit { entity, is_mark: true });
        world.insert_resource(MouseHits(marks.collect()));
        (world, ships, body)
    }

    /// What a click on an object means.
    fn click(world: &mut World, on: Entity, at: Vec2, double: bool) -> Option<Entity> {
        world.run_system_once_with(meant, (at, Some(on), double)).expect("it runs")
    }

    fn choose(world: &mut World, ships: &[Entity], body: Option<BodyId>) {
        ships.iter().for_each(|ship| {
            world.entity_mut(*ship).insert(Selected);
        });
        world.resource_mut::<Inspected>().0 = body;
    }

    #[test]
    fn another_click_on_a_stack_means_the_next_thing_of_it() {
        let (mut world, ships, body) = world();
        assert_eq!(click(&mut world, ships[0], AT, false), Some(ships[0]));
        choose(&mut world, &ships, None);
        assert_eq!(click(&mut world, ships[0], AT, false), Some(body), "under the fleet");
        choose(&mut world, &[], Some(BodyId(3)));
        assert_eq!(click(&mut world, ships[0], AT + 2.0, false), Some(ships[0]), "and round again");
        assert_eq!(click(&mut world, ships[0], AT + 50.0, false), Some(ships[0]), "elsewhere");
    }

    #[test]
    fn what_is_chosen_no_more_is_chosen_again() {
        let (mut world, ships, _) = world();
        assert_eq!(click(&mut world, ships[0], AT, false), Some(ships[0]));
        assert_eq!(click(&mut world, ships[0], AT, false), Some(ships[0]), "the selection is another one");
    }

    #[test]
    fn a_double_click_and_one_that_adds_mean_the_nearest_thing() {
        let (mut world, ships, _) = world();
        click(&mut world, ships[0], AT, false);
        choose(&mut world, &ships, None);
        assert_eq!(click(&mut world, ships[0], AT, true), Some(ships[0]));
        world.resource_mut::<Held>().add = true;
        assert_eq!(click(&mut world, ships[0], AT, false), Some(ships[0]));
    }

    #[test]
    fn a_large_disc_is_under_no_mark() {
        let (mut world, ships, body) = world();
        let hits = ships.into_iter().map(|entity| MouseHit { entity, is_mark: true });
        let disc = MouseHit { entity: body, is_mark: false };
        world.insert_resource(MouseHits(hits.chain([disc]).collect()));
        click(&mut world, ships[0], AT, false);
        choose(&mut world, &ships, None);
        assert_eq!(click(&mut world, ships[1], AT, false), Some(ships[1]), "just this ship");
    }
}
