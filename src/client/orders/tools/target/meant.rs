//! The member of a stack of marks that an order means: the mark of a fleet may hide its planet.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::frame::Player;
use crate::client::input::{Gesture, MouseHits, Tool, UnderPointer};
use crate::client::orders::planning::buttons::able::Able;
use crate::client::orders::planning::chosen::Chosen;
use crate::client::view::Sight;
use crate::sim::Body;

/// The object under the pointer that an order of the held tool means. Without selected ships it is the nearest one.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Meant(pub Option<Entity>);

/// An object under the pointer, of one of the kinds that orders distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thing {
    /// A body.
    Body,
    /// Ships of a fleet with selected ships.
    Selected,
    /// Ships of another own fleet.
    Own,
    /// Ships of an ally.
    Friend,
    /// Ships of a foe.
    Foe,
}

/// The object that an order means, out of those under the pointer, the nearest first. `is_armed`: whether any of
/// the selected ships can attack.
fn choose(tool: Tool, is_armed: bool, stack: &[(Entity, Thing)]) -> Option<Entity> {
    let nearest = stack.first().map(|(entity, _)| *entity);
    let first = |is_wanted: fn(Thing) -> bool| {
        stack.iter().find(|(_, thing)| is_wanted(*thing)).map(|(entity, _)| *entity)
    };
    let body = || first(|thing| thing == Thing::Body);
    match tool {
        Tool::Select => by_right_click(is_armed, stack),
        Tool::Go | Tool::Ground(_) | Tool::Station(None) | Tool::Rally(_) => body().or(nearest),
        Tool::Attack => first(|thing| thing == Thing::Foe).or_else(body).or(nearest),
        Tool::Guard => {
            let own = first(|thing| thing == Thing::Own);
            own.or_else(|| first(|thing| thing == Thing::Friend)).or(nearest)
        }
        Tool::Patrol | Tool::Station(Some(_)) | Tool::Waypoint | Tool::Build(_) => nearest,
    }
}

/// The object that a right click without a tool means: never the selected ships themselves; a foe in front, for
/// ships that can attack; else the body under or beside the marks of ships. Ships are followed where the pointer is
/// beyond the reach of all bodies: a fleet at a planet hides it, or stands close to it.
fn by_right_click(is_armed: bool, stack: &[(Entity, Thing)]) -> Option<Entity> {
    let mut others = stack.iter().filter(|(_, thing)| *thing != Thing::Selected);
    let (nearest, thing) = *others.next()?;
    let body = others.find(|(_, thing)| *thing == Thing::Body).map(|(body, _)| *body);
    let is_final = thing == Thing::Body || (thing == Thing::Foe && is_armed);
    Some(body.filter(|_| !is_final).unwrap_or(nearest))
}

/// Query bundle for the objects under the pointer.
#[derive(SystemParam)]
pub struct Stack<'w, 's> {
    hits: Res<'w, MouseHits>,
    sight: Sight<'w, 's>,
    bodies: Query<'w, 's, &'static Body>,
    chosen: Chosen<'w, 's>,
    player: Res<'w, Player>,
}

impl Stack<'_, '_> {
    /// The objects under the pointer that orders may mean, the nearest first.
    fn things(&self) -> Vec<(Entity, Thing)> {
        let thing = |entity: Entity| {
            if self.bodies.contains(entity) { Some(Thing::Body) } else { self.ships(entity) }
        };
        self.hits.0.iter().filter_map(|hit| Some((hit.entity, thing(hit.entity)?))).collect()
    }

    /// A ship or a fleet in sight.
    fn ships(&self, entity: Entity) -> Option<Thing> {
        let view = self.sight.view();
        let seen = view.ship_meant_by(entity)?;
        Some(match seen.owner == self.player.faction {
            true if self.chosen.holds(seen.fleet) => Thing::Selected,
            true => Thing::Own,
            false if view.is_foe(seen.owner) => Thing::Foe,
            false => Thing::Friend,
        })
    }
}

/// Notes which object under the pointer an order means.
pub fn note_meant(
    under: Res<UnderPointer>,
    stack: Stack,
    tool: Res<Tool>,
    able: Res<Able>,
    mut meant: ResMut<Meant>,
) {
    let is_order = able.abilities.ships > 0 || tool.rally().is_some();
    let now = match under.entity {
        // A single object leaves no choice; a panel hides what is behind it.
        Some(_) if is_order && stack.hits.0.len() > 1 => {
            choose(*tool, able.abilities.is_armed(), &stack.things())
        }
        nearest => nearest,
    };
    meant.set_if_neq(Meant(now));
}

/// A click on an object as a click on the object that an order means there.
pub fn on_meant(world: &World, gesture: Gesture) -> Gesture {
    match gesture {
        Gesture::Click { button, at, on: Some(_), double } => {
            Gesture::Click { button, at, on: world.resource::<Meant>().0, double }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Assault;
    use crate::sim::ids::StructureId;

    /// Which thing of a stack a tool means.
    fn meant(tool: Tool, is_armed: bool, things: &[Thing]) -> Option<Thing> {
        let mut world = World::new();
        let stack: Vec<(Entity, Thing)> =
            things.iter().map(|thing| (world.spawn_empty().id(), *thing)).collect();
        let chosen = choose(tool, is_armed, &stack)?;
        stack.iter().find(|(entity, _)| *entity == chosen).map(|(_, thing)| *thing)
    }

    #[test]
    fn the_tool_decides_which_of_a_stack_is_meant() {
        let stack = [Thing::Selected, Thing::Own, Thing::Foe, Thing::Friend, Thing::Body];
        let grounds = Assault::ALL.map(Tool::Ground);
        for tool in grounds.into_iter().chain([Tool::Go, Tool::Station(None), Tool::Rally(StructureId(1))]) {
            assert_eq!(meant(tool, true, &stack), Some(Thing::Body), "{tool:?}");
        }
        assert_eq!(meant(Tool::Attack, true, &stack), Some(Thing::Foe));
        assert_eq!(meant(Tool::Attack, true, &[Thing::Selected, Thing::Body]), Some(Thing::Body));
        assert_eq!(meant(Tool::Guard, true, &stack), Some(Thing::Own));
        assert_eq!(meant(Tool::Guard, true, &[Thing::Body, Thing::Friend]), Some(Thing::Friend));
        assert_eq!(meant(Tool::Patrol, true, &stack), Some(Thing::Selected), "it takes a point of the plane");
        for tool in [Tool::Select, Tool::Attack, Tool::Go, Tool::Guard] {
            assert_eq!(meant(tool, true, &[]), None, "{tool:?}");
        }
    }

    #[test]
    fn a_right_click_means_a_planet_under_or_beside_its_fleets() {
        let by = |is_armed: bool, things: &[Thing]| meant(Tool::Select, is_armed, things);
        for ships in [Thing::Selected, Thing::Own, Thing::Friend] {
            assert_eq!(by(true, &[ships, Thing::Body]), Some(Thing::Body), "{ships:?}");
        }
        assert_eq!(by(true, &[Thing::Selected, Thing::Own, Thing::Body]), Some(Thing::Body));
        assert_eq!(by(true, &[Thing::Selected, Thing::Own]), Some(Thing::Own), "away from all bodies");
        assert_eq!(by(true, &[Thing::Selected]), None, "ships are not sent to themselves");
    }

    #[test]
    fn a_right_click_means_a_foe_in_front_for_ships_that_can_attack() {
        let stack = [Thing::Selected, Thing::Foe, Thing::Body];
        assert_eq!(meant(Tool::Select, true, &stack), Some(Thing::Foe));
        assert_eq!(meant(Tool::Select, false, &stack), Some(Thing::Body), "they land, or stay there");
        assert_eq!(meant(Tool::Select, true, &[Thing::Body, Thing::Foe]), Some(Thing::Body));
    }
}
