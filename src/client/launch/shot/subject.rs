//! What a picture shows: its subject, the planet panel, and the fleet that is selected.

use bevy::prelude::*;
use glam::DVec3;

use super::ShownPanel;
use crate::client::frame::Player;
use crate::client::input::{Inspected, Selected};
use crate::client::view::FocusTarget;
use crate::orbit::AU_KM;
use crate::sim::{BodyId, Factions, Fleet, Position, Ship, Sky, members_in_order};

/// Distance of a view of a body, in its magnified radii.
const BODY_DISTANCE: f64 = 4.5;
/// Distance of a view of a ship, in its radii.
const SHIP_DISTANCE: f64 = 60.0;
/// Least distance of the eye, in radii of the subject.
const LEAST_DISTANCE: f64 = 1.4;

/// The subject of the picture.
pub(super) struct PictureSubject {
    pub(super) target: FocusTarget,
    /// Heliocentric ecliptic km.
    pub(super) place: DVec3,
    /// Least distance of a view, km.
    pub(super) least_km: f64,
    /// The default distance, km.
    pub(super) usual_km: f64,
}

impl PictureSubject {
    fn of_body(sky: &Sky, body: BodyId, usual_km: Option<f64>) -> Self {
        let radius_km = sky.system.bodies[body].displayed_radius_km;
        Self {
            target: FocusTarget::Body(body),
            place: sky.now[body].position,
            least_km: radius_km * LEAST_DISTANCE,
            usual_km: usual_km.unwrap_or(radius_km * BODY_DISTANCE),
        }
    }

    /// The first ship of a fleet represents it.
    fn of_fleet(world: &World, fleet: Entity) -> Option<Self> {
        let (_, entity) = members_in_order(world, fleet).into_iter().next()?;
        let (ship, position) = (world.get::<Ship>(entity)?, world.get::<Position>(entity)?);
        Some(Self {
            target: FocusTarget::Ship(entity),
            place: position.0,
            least_km: ship.radius_km * LEAST_DISTANCE,
            usual_km: ship.radius_km * SHIP_DISTANCE,
        })
    }
}

/// The subject of this name; the star, if left out.
pub(super) fn find_subject(world: &mut World, name: Option<&str>) -> Result<PictureSubject, String> {
    let Some(name) = name else {
        return Ok(PictureSubject::of_body(world.resource::<Sky>(), BodyId(0), Some(4.0 * AU_KM)));
    };
    if let Some(body) = world.resource::<Sky>().system.find(name) {
        return Ok(PictureSubject::of_body(world.resource::<Sky>(), body, None));
    }
    let fleets = own_fleets(world);
    let world: &World = world;
    let fleet = fleets.iter().find(|(_, fleet)| fleet == name);
    if let Some(subject) = fleet.and_then(|(entity, _)| PictureSubject::of_fleet(world, *entity)) {
        return Ok(subject);
    }
    let bodies = world.resource::<Sky>().system.bodies.iter().map(|body| body.name.as_str());
    let known: Vec<&str> = bodies.chain(fleets.iter().map(|(_, name)| name.as_str())).collect();
    let known = known.join(", ");
    Err(format!("the level has no body `{name}`, nor has the player such a fleet; there are: {known}"))
}

/// The body of this name.
pub(super) fn find_body(world: &World, name: &str) -> Result<BodyId, String> {
    let system = &world.resource::<Sky>().system;
    system.find(name).ok_or_else(|| {
        let known: Vec<&str> = system.bodies.iter().map(|body| body.name.as_str()).collect();
        format!("the level has no body `{name}`; there are: {}", known.join(", "))
    })
}

/// Opens the planet panel as a click on its body does. Without a panel the eye looks at the place of the subject, for
/// a body in focus has its panel.
pub(super) fn choose_panel(
    world: &mut World,
    panel: &ShownPanel,
    subject: &mut PictureSubject,
) -> Result<(), String> {
    match panel {
        ShownPanel::OfSubject => {}
        ShownPanel::Of(name) => {
            let body = find_body(world, name)?;
            world.resource_mut::<Inspected>().0 = Some(body);
        }
        ShownPanel::Nothing if subject.target.body().is_some() => {
            subject.target = FocusTarget::Point(subject.place);
        }
        ShownPanel::Nothing => {}
    }
    Ok(())
}

/// The player's fleets with their names, in the order of their numbers.
pub(super) fn own_fleets(world: &mut World) -> Vec<(Entity, String)> {
    let own = world.resource::<Player>().faction;
    let mut query = world.query::<(Entity, &Fleet)>();
    let mut fleets: Vec<(Entity, &Fleet)> =
        query.iter(world).filter(|(_, fleet)| fleet.faction == own).collect();
    fleets.sort_by_key(|(_, fleet)| fleet.id);
    fleets.into_iter().map(|(entity, fleet)| (entity, fleet.name.clone())).collect()
}

/// Selects the player's fleet of this name.
pub(super) fn select_fleet(world: &mut World, name: &str) -> Result<(), String> {
    let fleets = own_fleets(world);
    let Some((fleet, _)) = fleets.iter().find(|(_, fleet)| fleet == name) else {
        let own = world.resource::<Player>().faction;
        let faction = world.resource::<Factions>().0.get(own);
        let player = faction.map_or("nobody", |faction| faction.name.as_str());
        let known: Vec<&str> = fleets.iter().map(|(_, name)| name.as_str()).collect();
        let known = known.join(", ");
        return Err(format!("the player, {player}, has no fleet `{name}`; there are: {known}"));
    };
    for (_, ship) in members_in_order(world, *fleet) {
        world.entity_mut(ship).insert(Selected);
    }
    Ok(())
}
