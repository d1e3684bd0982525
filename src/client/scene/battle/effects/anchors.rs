//! Anchors: what effects move with from frame to frame.

use glam::DVec3;

use crate::client::scene::battle::VisibleUnits;
use crate::client::view::BodyPlaces;
use crate::sim::{BodyId, TargetId};

/// What an effect moves with.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EffectAnchor {
    /// The ship or structure.
    unit: Option<TargetId>,
    /// Offset from the unit's middle, km.
    beside: DVec3,
    /// The body that it moves with once the unit is gone; `None`: fixed in space.
    body: Option<BodyId>,
    /// Offset from that body, or from the origin, km.
    offset: DVec3,
}

impl EffectAnchor {
    /// An anchor at a body with its middle at `center`; without a body the place stays. All heliocentric ecliptic
    /// km, at the same moment.
    pub fn to_body(body: Option<BodyId>, center: DVec3, place: DVec3) -> Self {
        let center = if body.is_some() { center } else { DVec3::ZERO };
        Self { unit: None, beside: DVec3::ZERO, body, offset: place - center }
    }

    /// An anchor at an offset from the middle of a ship or a structure, km; once the unit is gone, the anchor is
    /// `otherwise`.
    pub fn to_unit(unit: TargetId, beside: DVec3, otherwise: Self) -> Self {
        Self { unit: Some(unit), beside, ..otherwise }
    }

    /// The unit that it moves with, and the offset from the middle of that, km.
    pub fn on_unit(&self) -> Option<(TargetId, DVec3)> {
        self.unit.map(|unit| (unit, self.beside))
    }

    /// Place in this frame, heliocentric ecliptic km.
    pub fn place(&self, roster: &VisibleUnits, places: &BodyPlaces) -> DVec3 {
        let at_unit = self.unit.and_then(|unit| roster.get(unit)).map(|spot| spot.place + self.beside);
        at_unit.unwrap_or_else(|| places.of(self.body) + self.offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::scene::battle::SpottedUnit;
    use crate::sim::ids::ShipId;

    #[test]
    fn an_effect_anchored_to_a_ship_moves_with_it_and_then_with_the_well() {
        let mut places = BodyPlaces(vec![DVec3::ZERO, DVec3::X * 100.0].into());
        let unit = TargetId::Ship(ShipId(3));
        let left = EffectAnchor::to_body(Some(BodyId(1)), places.0[BodyId(1)], DVec3::X * 110.0);
        let anchor = EffectAnchor::to_unit(unit, DVec3::Y, left);
        let mut roster = VisibleUnits::default();
        roster.enter(unit, SpottedUnit { place: DVec3::Z * 7.0, ..SpottedUnit::default() });
        assert_eq!(anchor.place(&roster, &places), DVec3::new(0.0, 1.0, 7.0));
        places.0[BodyId(1)] = DVec3::X * 150.0;
        assert_eq!(anchor.place(&VisibleUnits::default(), &places), DVec3::X * 160.0);
        let free = EffectAnchor::to_body(None, DVec3::X, DVec3::Y);
        assert_eq!(free.place(&roster, &places), DVec3::Y);
    }
}
