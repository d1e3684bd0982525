//! Clicks on things whose marks lie on each other: a click on what was chosen there before means the next of them, as
//! the body under a fleet.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::frame::Player;
use crate::client::input::picking::MouseHits;
use crate::client::input::selection::{Inspected, Selected};
use crate::client::input::{Held, SceneCursor};
use crate::client::view::SeenShips;
use crate::sim::{Body, MemberOf};

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
    /// Whether it is what the player has chosen. Nothing tells that of the fleets of others.
    is_chosen: bool,
}

/// Query bundle for the things whose marks are under the pointer.
#[derive(SystemParam)]
pub struct StackThings<'w, 's> {
    hits: Res<'w, MouseHits>,
    bodies: Query<'w, 's, &'static Body>,
    ships: SeenShips<'w, 's>,
    selected: Query<'w, 's, &'static MemberOf, With<Selected>>,
    inspected: Res<'w, Inspected>,
    player: Res<'w, Player>,
}

impl StackThings<'_, '_> {
    /// The body or the fleet of an object that can be hit; `None` for other objects.
    fn piled(&self, hit: Entity) -> Option<Piled> {
        if let Ok(body) = self.bodies.get(hit) {
            return Some(Piled { thing: hit, hit, is_chosen: self.inspected.0 == Some(body.0) });
        }
        let ship = self.ships.meant_by(hit)?;
        let is_own = ship.owner == self.player.faction;
        let is_chosen = !is_own || self.selected.iter().any(|fleet| fleet.0 == ship.fleet);
        Some(Piled { thing: ship.fleet, hit, is_chosen })
    }

    /// The things, the nearest first. A large disc is not among them: it can be clicked beside the marks.
    fn all(&self) -> Vec<Piled> {
        let mut all: Vec<Piled> = Vec::new();
        let marks = self.hits.0.iter().filter(|hit| hit.is_mark);
        for piled in marks.filter_map(|hit| self.piled(hit.entity)) {
            if all.iter().all(|other| other.thing != piled.thing) {
                all.push(piled);
            }
        }
        all
    }
}

impl StackClicks {
    /// What was chosen by the last click, if it was at this place.
    fn chosen_at(&self, at: Vec2) -> Option<Entity> {
        self.0.filter(|last| last.at.distance(at) < SAME_PIXELS).map(|last| last.chosen)
    }

    /// What another click at a place means; `None` if it means the nearest thing.
    fn next(&self, things: &StackThings, at: Vec2) -> Option<Piled> {
        next_of(&things.all(), self.chosen_at(at)?)
    }
}

/// The thing after the chosen one, and after the last one the first; `None` for a thing that is alone, or is not chosen
/// any more.
fn next_of(all: &[Piled], chosen: Entity) -> Option<Piled> {
    let at = all.iter().position(|one| one.thing == chosen && one.is_chosen)?;
    let next = all.get(at + 1).or_else(|| all.first())?;
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
    let next = if double || held.add { None } else { clicks.next(&things, at) };
    let meant = next.or_else(|| things.piled(on?));
    clicks.0 = meant.map(|meant| LastClick { at, chosen: meant.thing });
    meant.map_or(on, |meant| Some(meant.hit))
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
        self.clicks.next(&self.things, self.cursor.pixel()?).map(|next| next.hit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Vec2 = Vec2::new(100.0, 100.0);

    /// Two fleets on a body. `is_chosen` says which of the three are chosen.
    fn stack(is_chosen: [bool; 3]) -> [Piled; 3] {
        let mut world = World::new();
        let things = [(); 3].map(|()| world.spawn_empty().id());
        [0, 1, 2].map(|index| Piled { thing: things[index], hit: things[index], is_chosen: is_chosen[index] })
    }

    #[test]
    fn another_click_on_a_stack_means_the_next_thing_of_it() {
        let all = stack([true; 3]);
        let after = |index: usize| next_of(&all, all[index].thing);
        assert_eq!([0, 1, 2].map(after), [Some(all[1]), Some(all[2]), Some(all[0])]);
        assert_eq!(next_of(&all[..1], all[0].thing), None, "it is alone, and a click narrows it");
        assert_eq!(next_of(&all[1..], all[0].thing), None, "it is elsewhere");
    }

    #[test]
    fn what_is_chosen_no_more_is_chosen_again() {
        let all = stack([false, true, true]);
        assert_eq!(next_of(&all, all[0].thing), None);
        assert_eq!(next_of(&all, all[1].thing), Some(all[2]));
    }

    #[test]
    fn a_click_elsewhere_begins_with_the_nearest_thing() {
        let [first, ..] = stack([true; 3]);
        let clicks = StackClicks(Some(LastClick { at: AT, chosen: first.thing }));
        assert_eq!(clicks.chosen_at(AT + 3.0), Some(first.thing), "a hand trembles");
        assert_eq!(clicks.chosen_at(AT + 30.0), None);
        assert_eq!(StackClicks::default().chosen_at(AT), None);
    }
}
