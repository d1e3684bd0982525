//! Destruction: destroyed ships and structures leave the world, fleets with their last ship, and wrecks take their
//! place.
//!
//! No reference to a destroyed unit is left. They are removed in the order of their [`TargetId`]s. The slots of a
//! structure become free; a yard's unfinished ships are lost with it, and the money spent on them. Fleets that
//! followed or attacked a lost fleet find out at their next look, as if it were out of sight.

use bevy::prelude::*;
use glam::DVec3;

use crate::sim::combat::wrecks::BreakingHull;
use crate::sim::combat::{Losses, wrecks};
use crate::sim::event::{Events, GameEvent, Party};
use crate::sim::motion::anchor_at;
use crate::sim::motion::structures::place_before;
use crate::sim::task::disband_if_empty;
use crate::sim::visibility::Knowledge;
use crate::sim::{
    ArmsTable, BodyId, Calendar, ClassId, FactionId, Fleet, Flight, Growing, LastTick, MemberOf, Position,
    Rings, Ship, Sky, Structure, TargetId, worth,
};

/// A destroyed ship or structure that is still in the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Casualty {
    /// The ship or structure.
    pub entity: Entity,
    /// The faction that destroyed it; `None`: its own side, or a fire that no foe has lit.
    pub by: Option<FactionId>,
}

/// The ships and structures that were destroyed in this tick and are still in the world. Empty between two
/// ticks.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Casualties(pub Vec<Casualty>);

/// Removes the destroyed from the world.
pub(in crate::sim) fn remove_casualties(world: &mut World) {
    if world.resource::<Casualties>().0.is_empty() {
        return;
    }
    let dead = std::mem::take(&mut world.resource_mut::<Casualties>().0);
    destroy(world, &dead);
}

/// Removes ships and structures from the world as destroyed, at the end of the movements of a tick, with wrecks,
/// losses and events. Other entities are left alone.
pub fn destroy(world: &mut World, dead: &[Casualty]) {
    let ends = dead.iter().filter_map(|one| end_of(world, *one)).collect();
    remove(world, ends);
}

/// Removes ships and structures from the world between two ticks, destroyed by their own crews, with wrecks and
/// events; they are counted apart from losses. The wrecks drift by the state alone, because the last tick is no
/// part of a save.
pub fn scuttle(world: &mut World, units: &[Entity]) {
    let seconds = world.resource::<Calendar>().tick_seconds();
    let end = |&entity: &Entity| {
        let end = end_of(world, Casualty { entity, by: None })?;
        let step = world.get::<Flight>(entity).map_or(DVec3::ZERO, |flight| flight.own_velocity * seconds);
        Some(UnitEnd { is_scuttled: true, hull: BreakingHull { step, ..end.hull }, ..end })
    };
    let ends = units.iter().filter_map(end).collect();
    remove(world, ends);
}

fn remove(world: &mut World, mut ends: Vec<UnitEnd>) {
    // The stable sort keeps the order of duplicates: the first destroyer gets the credit.
    ends.sort_by_key(|end| end.who);
    ends.dedup_by_key(|end| end.who);
    for end in &ends {
        note(world, end);
    }
    let hulls: Vec<BreakingHull> = ends.iter().map(|end| end.hull).collect();
    wrecks::scatter(world, &hulls);
    for end in &ends {
        world.despawn(end.entity);
    }
    for fleet in ends.iter().filter_map(|end| end.fleet) {
        let lost = world.get::<Fleet>(fleet).cloned();
        if disband_if_empty(world, fleet) {
            lost.into_iter().for_each(|lost| world.resource_mut::<Events>().keep_lost(lost));
        }
    }
}

/// The end of a unit.
#[derive(Clone, Copy, Debug)]
struct UnitEnd {
    entity: Entity,
    who: TargetId,
    class: ClassId,
    faction: FactionId,
    by: Option<FactionId>,
    is_scuttled: bool,
    fleet: Option<Entity>,
    /// Position, heliocentric, km.
    place: DVec3,
    /// Worth, see [`worth`].
    worth: f64,
    hull: BreakingHull,
}

fn end_of(world: &World, dead: Casualty) -> Option<UnitEnd> {
    end_of_ship(world, dead).or_else(|| end_of_structure(world, dead))
}

fn end_of_ship(world: &World, Casualty { entity, by }: Casualty) -> Option<UnitEnd> {
    let ship = world.get::<Ship>(entity)?;
    let place = world.get::<Position>(entity)?.0;
    let flight = world.get::<Flight>(entity)?;
    let before = world.get::<LastTick>(entity)?.position;
    let fleet = world.get::<MemberOf>(entity).map(|member| member.0);
    let faction =
        fleet.and_then(|fleet| world.get::<Fleet>(fleet)).map_or(FactionId::NOBODY, |fleet| fleet.faction);
    let (sky, arms_table) = (world.resource::<Sky>(), world.resource::<ArmsTable>());
    let who = TargetId::Ship(ship.id);
    let body = anchor_at(sky, place);
    let (center, carried) = way_of(sky, body);
    let hull = BreakingHull {
        who,
        body,
        offset: place - center,
        step: place - before - carried,
        heading: flight.heading,
        radius_km: ship.radius_km,
        half_length_km: ship.half_length_km,
    };
    let worth = arms_table.ships.get(ship.class).map_or(0.0, |class| class.worth);
    let class = ship.class;
    Some(UnitEnd { entity, who, class, faction, by, is_scuttled: false, fleet, place, worth, hull })
}

fn end_of_structure(world: &World, Casualty { entity, by }: Casualty) -> Option<UnitEnd> {
    let structure = world.get::<Structure>(entity)?;
    let place = world.get::<Position>(entity)?.0;
    let (sky, arms_table) = (world.resource::<Sky>(), world.resource::<ArmsTable>());
    let tick = world.resource::<Calendar>().tick;
    let who = TargetId::Structure(structure.id);
    let (center, carried) = way_of(sky, Some(structure.body));
    let offset = place - center;
    let hull = BreakingHull {
        who,
        body: Some(structure.body),
        offset,
        step: place - place_before(structure, world.resource::<Rings>(), sky, tick) - carried,
        heading: offset.normalize_or(DVec3::X),
        radius_km: structure.radius_km,
        half_length_km: 0.0,
    };
    // Of a growing structure only the sum spent on it is lost.
    let worth = match world.get::<Growing>(entity) {
        Some(growing) => worth(growing.growth.paid),
        None => arms_table.structures.get(structure.class).map_or(0.0, |class| class.worth),
    };
    let (class, faction) = (structure.class, structure.faction);
    Some(UnitEnd { entity, who, class, faction, by, is_scuttled: false, fleet: None, place, worth, hull })
}

/// Position and motion of a body in this tick, km; zero without a body.
fn way_of(sky: &Sky, body: Option<BodyId>) -> (DVec3, DVec3) {
    let way = |body: BodyId| Some((sky.now.get(body)?.position, sky.before.get(body)?.position));
    let (now, before) = body.and_then(way).unwrap_or_default();
    (now, now - before)
}

/// Records an end: event, losses and knowledge.
fn note(world: &mut World, end: &UnitEnd) {
    let tick = world.resource::<Calendar>().tick;
    let UnitEnd { who: id, class, faction, by, place, .. } = *end;
    let radius_km = end.hull.radius_km + end.hull.half_length_km;
    let what = Party { id, faction };
    let fleet = end.fleet.and_then(|fleet| world.get::<Fleet>(fleet)).map(|fleet| fleet.id);
    let event = GameEvent::Destroyed { what, class, fleet, by, place, radius_km };
    world.resource_mut::<Events>().record(tick, event);
    let is_structure = matches!(id, TargetId::Structure(_));
    let mut losses = world.resource_mut::<Losses>();
    if end.is_scuttled {
        losses.note_scuttled(faction);
    } else {
        losses.note(faction, by, is_structure, end.worth);
    }
    if let Some(by) = by
        && let Some(mut knowledge) = world.get_resource_mut::<Knowledge>()
    {
        // A faction that saw the unit loses sight of it at the next look; a faction that hit it unseen keeps no
        // ghost of it.
        knowledge.forget_lost(by, id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::FleetId;
    use crate::sim::visibility::test_support::{ARES, TERRA, held};
    use crate::sim::visibility::{Viewer, with_view};

    #[test]
    fn the_end_of_a_ship_names_its_fleet_to_its_owner_even_when_that_is_gone() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let scout = world.query_filtered::<Entity, With<Ship>>().single(world).expect("there is one");
        let number = world.query::<&Fleet>().single(world).expect("there is one").id;
        let name = |world: &mut World, faction: FactionId| {
            let viewer = Viewer::Faction(faction);
            with_view(world, viewer, |view| view.own_fleet_name(number).map(str::to_owned)).flatten()
        };
        assert_eq!(name(world, TERRA).as_deref(), Some("Eye"));
        destroy(world, &[Casualty { entity: scout, by: Some(ARES) }]);
        let fleets: Vec<Option<FleetId>> = world
            .resource::<Events>()
            .since(0)
            .filter_map(|entry| match entry.event {
                GameEvent::Destroyed { fleet, .. } => Some(fleet),
                _ => None,
            })
            .collect();
        assert_eq!(fleets, [Some(number)]);
        assert_eq!(world.query::<&Fleet>().iter(world).count(), 0);
        assert_eq!([TERRA, ARES].map(|faction| name(world, faction)), [Some("Eye".to_owned()), None]);
    }
}
