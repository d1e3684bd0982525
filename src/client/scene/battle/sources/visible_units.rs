//! Ships and structures in sight, with their places in this frame.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use glam::DVec3;

use crate::client::scene::rings::RingView;
use crate::client::view::{RenderPosition, ScreenAnchor, Sight};
use crate::sim::{Flight, Ship, TargetId};

/// Room of a shield about its hull: along the axis, and across. About a ball it is that along the axis. Wings do not
/// reach as far aside as the radius of a hull, so that the tips of those at the stern are within too.
const SHIELD_ROOM: (f64, f64) = (1.15, 1.05);
/// The body of a hull, without wings, thin bow and engines: how far it reaches ahead and astern, and half its
/// thickness, as shares of the bounding radius and of the radius about the axis.
const BODY: (f64, f64) = (0.55, 0.15);
/// How far the hits on a ball and its hardpoints are from its middle, as a share of its radius: structures do not fill
/// their balls.
const BALL: f64 = 0.6;

/// The shape of a unit, for the effects on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum UnitShape {
    /// A long hull.
    Hull {
        /// Direction of the bow, a unit vector.
        heading: DVec3,
        /// Half the length of the axis, km.
        half_length_km: f64,
    },
    /// A ball.
    Ball,
}

/// A ship or structure in sight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpottedUnit {
    /// The entity.
    pub entity: Entity,
    /// Place in this frame, heliocentric ecliptic km.
    pub place: DVec3,
    /// Radius of a hull about its axis, or of a ball, km.
    pub radius_km: f64,
    /// Shape.
    pub shape: UnitShape,
}

impl SpottedUnit {
    /// Direction of the long axis, a unit vector; of a ball any axis.
    pub fn axis(&self) -> DVec3 {
        match self.shape {
            UnitShape::Hull { heading, .. } => heading,
            UnitShape::Ball => DVec3::X,
        }
    }

    /// Bounding radius, km.
    pub fn bound_km(&self) -> f64 {
        match self.shape {
            UnitShape::Hull { half_length_km, .. } => self.radius_km + half_length_km,
            UnitShape::Ball => self.radius_km,
        }
    }

    /// A point on the unit, on the side that is turned in a direction of any length. On a hull it is on its body, at
    /// this place along the axis, from -1 astern to 1 ahead. Offset from the middle, km.
    pub fn on_hull(&self, along: f64, toward: DVec3) -> DVec3 {
        match self.shape {
            UnitShape::Hull { heading, .. } => {
                let (reach, thickness) = BODY;
                let aside = toward.reject_from_normalized(heading).normalize_or_zero();
                heading * (along * reach * self.bound_km()) + aside * (thickness * self.radius_km)
            }
            UnitShape::Ball => toward.normalize_or_zero() * (BALL * self.radius_km),
        }
    }

    /// Half axes of the shield, an ellipsoid about the unit: along its axis and across, km.
    pub fn shield_km(&self) -> (f64, f64) {
        let (along, across) = SHIELD_ROOM;
        let length_km = along * self.bound_km();
        let width_km = match self.shape {
            UnitShape::Hull { .. } => across * self.radius_km,
            UnitShape::Ball => length_km,
        };
        let width_km = width_km.max(f64::MIN_POSITIVE);
        (length_km.max(width_km), width_km)
    }

    /// The point of the shield in a direction from the middle of the unit: offset from the middle, km.
    pub fn on_shield(&self, toward: DVec3) -> DVec3 {
        let (length_km, width_km) = self.shield_km();
        let along = self.axis() * toward.dot(self.axis());
        let on_ball = DVec3::new(along.length() / length_km, (toward - along).length() / width_km, 0.0);
        toward / on_ball.length().max(f64::MIN_POSITIVE)
    }

    /// The point at which a way from a place within the shield, in a direction of any length, leaves the shield. Both
    /// are offsets from the middle, km.
    pub fn through_shield(&self, within: DVec3, toward: DVec3) -> DVec3 {
        let ((length_km, width_km), axis) = (self.shield_km(), self.axis());
        // Where the shield is a ball of radius 1.
        let on_ball = |offset: DVec3| {
            let along = axis * offset.dot(axis);
            along / length_km + (offset - along) / width_km
        };
        let way_km = toward.normalize_or(axis);
        let (start, way) = (on_ball(within), on_ball(way_km));
        let (square, half) = (way.length_squared().max(f64::MIN_POSITIVE), start.dot(way));
        let room = (1.0 - start.length_squared()).max(0.0);
        within + way_km * ((half * half + square * room).sqrt() - half) / square
    }
}

impl Default for SpottedUnit {
    fn default() -> Self {
        Self { entity: Entity::PLACEHOLDER, place: DVec3::ZERO, radius_km: 0.0, shape: UnitShape::Ball }
    }
}

/// All ships and structures in sight.
#[derive(Resource, Clone, Debug, Default)]
pub struct VisibleUnits {
    spots: HashMap<TargetId, SpottedUnit>,
    /// Those of the frame before.
    before: HashMap<TargetId, SpottedUnit>,
}

impl VisibleUnits {
    /// A unit in sight; `None` for others.
    pub fn get(&self, unit: TargetId) -> Option<&SpottedUnit> {
        self.spots.get(&unit)
    }

    /// A unit that was in sight in this frame or in the one before, such as one that was just destroyed.
    pub fn get_lately(&self, unit: TargetId) -> Option<&SpottedUnit> {
        self.spots.get(&unit).or_else(|| self.before.get(&unit))
    }

    /// Begins a frame: no unit is in sight yet.
    fn begin(&mut self) {
        std::mem::swap(&mut self.spots, &mut self.before);
        self.spots.clear();
    }

    /// Whether a unit is in sight.
    pub fn shows(&self, unit: TargetId) -> bool {
        self.spots.contains_key(&unit)
    }

    /// All units in sight.
    pub fn all(&self) -> impl Iterator<Item = &SpottedUnit> {
        self.spots.values()
    }

    /// Adds a unit.
    pub fn enter(&mut self, unit: TargetId, spot: SpottedUnit) {
        self.spots.insert(unit, spot);
    }
}

/// Records the units in sight in this frame.
pub fn note(
    ships: Query<(Entity, &Ship, &RenderPosition, &Flight, &ScreenAnchor)>,
    sight: Sight,
    rings: RingView,
    mut roster: ResMut<VisibleUnits>,
) {
    roster.begin();
    for (entity, ship, shown, flight, seen) in &ships {
        if seen.is_hidden {
            continue;
        }
        let shape = UnitShape::Hull { heading: flight.heading, half_length_km: ship.half_length_km };
        let spot = SpottedUnit { entity, place: shown.0, radius_km: ship.radius_km, shape };
        roster.enter(TargetId::Ship(ship.id), spot);
    }
    for seen in sight.view().structures() {
        let structure = seen.structure;
        if let Some(place) = rings.standing_place(structure.body, structure.ring_place()) {
            let spot = SpottedUnit {
                entity: seen.entity,
                place,
                radius_km: structure.radius_km,
                shape: UnitShape::Ball,
            };
            roster.enter(TargetId::Structure(structure.id), spot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::ids::ShipId;

    /// A hull along the x axis.
    fn hull(radius_km: f64, half_length_km: f64) -> SpottedUnit {
        let shape = UnitShape::Hull { heading: DVec3::X, half_length_km };
        SpottedUnit { radius_km, shape, ..SpottedUnit::default() }
    }

    #[test]
    fn a_unit_that_is_gone_is_known_for_another_frame() {
        let (unit, mut roster) = (TargetId::Ship(ShipId(3)), VisibleUnits::default());
        roster.enter(unit, hull(100.0, 900.0));
        roster.begin();
        assert!(roster.get(unit).is_none() && roster.get_lately(unit) == Some(&hull(100.0, 900.0)));
        roster.begin();
        assert_eq!(roster.get_lately(unit), None);
    }

    #[test]
    fn places_on_a_hull_are_along_its_body_and_on_the_wanted_side() {
        let unit = hull(100.0, 900.0);
        let ahead = unit.on_hull(1.0, DVec3::new(5.0, 7.0, 0.0));
        assert!((ahead - DVec3::new(550.0, 15.0, 0.0)).length() < 1e-9, "{ahead}");
        assert_eq!(unit.on_hull(-1.0, DVec3::X), DVec3::X * -550.0, "right ahead there is no side");
        assert_eq!(unit.on_hull(0.0, DVec3::NEG_Z), DVec3::Z * -15.0);
    }

    #[test]
    fn places_on_a_ball_are_on_the_side_of_the_other_end() {
        let unit = SpottedUnit { radius_km: 100.0, ..SpottedUnit::default() };
        for toward in [DVec3::X, DVec3::NEG_Y, DVec3::new(0.0, 3.0, 4.0)] {
            let [ahead, astern] = [1.0, -1.0].map(|along| unit.on_hull(along, toward));
            assert_eq!(ahead, astern, "a ball has no axis");
            assert!(ahead.distance(toward.normalize() * 60.0) < 1e-9, "{ahead}");
            let on_shield = unit.on_shield(toward);
            assert!((on_shield.length() - 115.0).abs() < 1e-9, "all sides are alike: {on_shield}");
            assert!(on_shield.dot(toward) > 0.0 && on_shield.length() > ahead.length());
        }
    }

    #[test]
    fn shields_are_as_long_as_their_ships() {
        let unit = hull(100.0, 300.0);
        let (length_km, width_km) = unit.shield_km();
        assert!(length_km > 400.0 && width_km > 100.0 && length_km > 2.0 * width_km);
        assert!((unit.on_shield(DVec3::X) - DVec3::X * length_km).length() < 1e-9);
        assert!((unit.on_shield(DVec3::NEG_Z) + DVec3::Z * width_km).length() < 1e-9);
        let oblique = unit.on_shield(DVec3::new(3.0, 4.0, 0.0));
        assert!((oblique.normalize() - DVec3::new(0.6, 0.8, 0.0)).length() < 1e-9, "any length will do");
        assert!((width_km..length_km).contains(&oblique.length()));
    }

    #[test]
    fn a_shot_at_a_place_on_a_hull_crosses_the_shield_in_front_of_that_place() {
        let unit = hull(100.0, 900.0);
        for (aim, toward) in [
            (DVec3::X * 500.0, DVec3::Y * 3.0),
            (DVec3::NEG_X * 400.0, DVec3::new(1.0, 2.0, -1.0)),
            (DVec3::ZERO, DVec3::X),
        ] {
            let hit = unit.through_shield(aim, toward);
            assert!((hit - unit.on_shield(hit)).length() < 1e-6, "it lies on the shield: {hit}");
            assert!(
                (hit - aim).normalize().distance(toward.normalize()) < 1e-9,
                "on the line of the shot: {hit}"
            );
        }
        let ball = SpottedUnit { radius_km: 100.0, ..SpottedUnit::default() };
        assert!((ball.through_shield(DVec3::ZERO, DVec3::NEG_Z).z + 115.0).abs() < 1e-9);
        let outside = DVec3::Y * 900.0;
        assert!(unit.through_shield(outside, DVec3::Y).is_finite(), "a place outside stays where it is");
    }
}
