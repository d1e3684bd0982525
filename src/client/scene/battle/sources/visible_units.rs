//! Ships and structures in sight, with their places in this frame.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use glam::DVec3;

use crate::client::scene::rings::RingView;
use crate::client::view::{RenderPosition, ScreenAnchor, Sight};
use crate::sim::{Flight, Ship, TargetId};

/// Room of a shield about its hull: along the axis, and across.
const SHIELD_ROOM: (f64, f64) = (1.15, 1.5);
/// The body of a hull, without wings, thin bow and engines: how far it reaches ahead and astern, and half its
/// thickness, as shares of the bounding radius and of the radius about the axis.
const BODY: (f64, f64) = (0.55, 0.15);

/// A ship or structure in sight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpottedUnit {
    /// The entity.
    pub entity: Entity,
    /// Place in this frame, heliocentric ecliptic km.
    pub place: DVec3,
    /// Direction of the bow, a unit vector.
    pub heading: DVec3,
    /// Radius of the hull about its axis, km.
    pub radius_km: f64,
    /// Half the length of the axis of the hull, km.
    pub half_length_km: f64,
}

impl SpottedUnit {
    /// Bounding radius, km.
    pub fn bound_km(&self) -> f64 {
        self.radius_km + self.half_length_km
    }

    /// A point on the body of the hull: its place along the axis, from -1 astern to 1 ahead, on the side that is
    /// turned in a direction of any length. Offset from the middle, km.
    pub fn on_hull(&self, along: f64, toward: DVec3) -> DVec3 {
        let (reach, thickness) = BODY;
        let aside = toward.reject_from_normalized(self.heading).normalize_or_zero();
        self.heading * (along * reach * self.bound_km()) + aside * (thickness * self.radius_km)
    }

    /// Half axes of the shield, an ellipsoid about the hull: along the heading and across, km.
    pub fn shield_km(&self) -> (f64, f64) {
        let width_km = (SHIELD_ROOM.1 * self.radius_km).max(f64::MIN_POSITIVE);
        ((SHIELD_ROOM.0 * self.bound_km()).max(width_km), width_km)
    }

    /// The point of the shield in a direction from the middle of the hull: offset from the middle, km.
    pub fn on_shield(&self, toward: DVec3) -> DVec3 {
        let (length_km, width_km) = self.shield_km();
        let along = self.heading * toward.dot(self.heading);
        let on_ball = DVec3::new(along.length() / length_km, (toward - along).length() / width_km, 0.0);
        toward / on_ball.length().max(f64::MIN_POSITIVE)
    }
}

impl Default for SpottedUnit {
    fn default() -> Self {
        Self {
            entity: Entity::PLACEHOLDER,
            place: DVec3::ZERO,
            heading: DVec3::X,
            radius_km: 0.0,
            half_length_km: 0.0,
        }
    }
}

/// All ships and structures in sight.
#[derive(Resource, Clone, Debug, Default)]
pub struct VisibleUnits {
    spots: HashMap<TargetId, SpottedUnit>,
}

impl VisibleUnits {
    /// A unit in sight; `None` for others.
    pub fn get(&self, mark: TargetId) -> Option<&SpottedUnit> {
        self.spots.get(&mark)
    }

    /// Whether a unit is in sight.
    pub fn shows(&self, mark: TargetId) -> bool {
        self.spots.contains_key(&mark)
    }

    /// Adds a unit.
    pub fn enter(&mut self, mark: TargetId, spot: SpottedUnit) {
        self.spots.insert(mark, spot);
    }
}

/// Records the units in sight in this frame.
pub fn note(
    ships: Query<(Entity, &Ship, &RenderPosition, &Flight, &ScreenAnchor)>,
    sight: Sight,
    rings: RingView,
    mut roster: ResMut<VisibleUnits>,
) {
    roster.spots.clear();
    for (entity, ship, shown, flight, seen) in &ships {
        if seen.is_hidden {
            continue;
        }
        let (radius_km, half_length_km) = (ship.radius_km, ship.half_length_km);
        let spot = SpottedUnit { entity, place: shown.0, heading: flight.heading, radius_km, half_length_km };
        roster.enter(TargetId::Ship(ship.id), spot);
    }
    for seen in sight.view().structures() {
        let structure = seen.structure;
        if let Some(place) = rings.standing_place(structure.body, structure.ring_place()) {
            let spot = SpottedUnit {
                entity: seen.entity,
                place,
                radius_km: structure.radius_km,
                ..SpottedUnit::default()
            };
            roster.enter(TargetId::Structure(structure.id), spot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_on_a_hull_are_along_its_body_and_on_the_wanted_side() {
        let unit = SpottedUnit { radius_km: 100.0, half_length_km: 900.0, ..SpottedUnit::default() };
        let ahead = unit.on_hull(1.0, DVec3::new(5.0, 7.0, 0.0));
        assert!((ahead - DVec3::new(550.0, 15.0, 0.0)).length() < 1e-9, "{ahead}");
        assert_eq!(unit.on_hull(-1.0, DVec3::X), DVec3::X * -550.0, "right ahead there is no side");
        assert_eq!(unit.on_hull(0.0, DVec3::NEG_Z), DVec3::Z * -15.0);
    }

    #[test]
    fn shields_are_as_long_as_their_ships() {
        let unit = SpottedUnit { radius_km: 100.0, half_length_km: 300.0, ..SpottedUnit::default() };
        let (length_km, width_km) = unit.shield_km();
        assert!(length_km > 400.0 && width_km > 100.0 && length_km > 2.0 * width_km);
        assert!((unit.on_shield(DVec3::X) - DVec3::X * length_km).length() < 1e-9);
        assert!((unit.on_shield(DVec3::NEG_Z) + DVec3::Z * width_km).length() < 1e-9);
        let oblique = unit.on_shield(DVec3::new(3.0, 4.0, 0.0));
        assert!((oblique.normalize() - DVec3::new(0.6, 0.8, 0.0)).length() < 1e-9, "any length will do");
        assert!((width_km..length_km).contains(&oblique.length()));
    }
}
