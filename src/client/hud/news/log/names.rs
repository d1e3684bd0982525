//! Names of things and places in words, for the lines of the log.

use glam::DVec3;
use typed_index_collections::TiSlice;

use crate::client::view::FocusTarget;
use crate::level::{Faction, ShipClass, StarSystem, StructureClass};
use crate::sim::motion::wells::well_among;
use crate::sim::{BodyId, ClassId, FactionId};

/// A place outside of all wells is near a body if it is less far away than this, radii of its well.
const NEAR_WELLS: f64 = 3.0;

/// The names of things, and the places of bodies.
#[derive(Clone, Copy, Debug)]
pub struct LogNames<'a> {
    /// The bodies.
    pub system: &'a StarSystem,
    /// Places of bodies, km.
    pub places: &'a TiSlice<BodyId, DVec3>,
    /// The classes of ships.
    pub ships: &'a TiSlice<ClassId, ShipClass>,
    /// The classes of structures.
    pub structures: &'a TiSlice<ClassId, StructureClass>,
    /// The sides.
    pub factions: &'a TiSlice<FactionId, Faction>,
}

impl LogNames<'_> {
    /// The name of a body within a sentence.
    pub(super) fn body(&self, body: BodyId) -> &str {
        self.system.bodies.get(body).map_or("nowhere", |body| body.in_words.as_str())
    }

    pub(super) fn ship(&self, class: ClassId) -> &str {
        self.ships.get(class).map_or("ship", |class| class.name.as_str())
    }

    pub(super) fn structure(&self, class: ClassId) -> &str {
        self.structures.get(class).map_or("structure", |class| class.name.as_str())
    }

    pub(super) fn faction(&self, faction: FactionId) -> &str {
        self.factions.get(faction).map_or("others", |faction| faction.name.as_str())
    }

    /// The innermost body in whose well a place is.
    pub(super) fn well_at(&self, place: DVec3) -> Option<BodyId> {
        well_among(self.system, place, |body| self.places.get(body).copied())
    }

    /// The innermost body in whose well a place is, or else the body near it that is the fewest radii of its well
    /// away.
    pub(super) fn near(&self, place: DVec3) -> Option<BodyId> {
        self.well_at(place).or_else(|| {
            let away =
                self.system.bodies.keys().filter_map(|body| Some((body, self.wells_away(body, place)?)));
            let near = away.filter(|(_, away)| *away < NEAR_WELLS);
            near.min_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(body, _)| body)
        })
    }

    /// Whether a place is in the well of a body, or near it.
    pub(super) fn is_near(&self, body: BodyId, place: DVec3) -> bool {
        self.wells_away(body, place).is_some_and(|away| away < NEAR_WELLS)
    }

    /// The distance of a place from a body, radii of its well; `None` for a body without a well.
    fn wells_away(&self, body: BodyId, place: DVec3) -> Option<f64> {
        let well_km = self.system.bodies.get(body)?.well_radius_km;
        let center = self.places.get(body).filter(|_| well_km > 0.0)?;
        Some(center.distance(place) / well_km)
    }

    /// A place as a focus target: it moves with its well.
    pub(super) fn spot(&self, place: DVec3) -> FocusTarget {
        let well = self.well_at(place).and_then(|body| self.places.get(body).map(|center| (body, *center)));
        well.map_or(FocusTarget::Point(place), |(body, center)| FocusTarget::Beside(body, place - center))
    }

    /// A place in words, to be put behind others: ` at Mars`; empty outside of all wells.
    pub(super) fn at(&self, place: DVec3) -> String {
        self.well_at(place).map_or_else(String::new, |body| format!(" at {}", self.body(body)))
    }

    /// A place in words, also outside of wells: ` at Mars`, ` near Mars`; empty far from all bodies.
    pub(super) fn about(&self, place: DVec3) -> String {
        let Some(body) = self.near(place) else { return String::new() };
        let side = if self.well_at(place).is_some() { "at" } else { "near" };
        format!(" {side} {}", self.body(body))
    }
}

#[cfg(test)]
impl LogNames<'static> {
    /// Names of factions alone, which live as long as the program.
    pub(super) fn of_factions(names: &[&str]) -> Self {
        use crate::level::test_support::faction;
        use crate::orbit::{GameClock, J2000_JD};

        let clock = GameClock { epoch_jd: J2000_JD, days_per_second: 0.5 };
        let system = StarSystem { bodies: Vec::new().into(), epoch_jd: J2000_JD, clock };
        let factions: Vec<Faction> = names.iter().map(|name| faction(name)).collect();
        Self {
            system: Box::leak(Box::new(system)),
            places: TiSlice::from_ref(&[]),
            ships: TiSlice::from_ref(&[]),
            structures: TiSlice::from_ref(&[]),
            factions: TiSlice::from_ref(factions.leak()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::warnings::example::{BASALT, system};

    #[test]
    fn a_place_outside_of_all_wells_is_named_after_the_body_near_it() {
        let system = system();
        let far = |_| DVec3::X * 1.0e12;
        let mut places: typed_index_collections::TiVec<BodyId, DVec3> =
            system.bodies.keys().map(far).collect();
        places[BASALT] = DVec3::ZERO;
        let names = LogNames {
            system: &system,
            places: &places,
            ships: TiSlice::from_ref(&[]),
            structures: TiSlice::from_ref(&[]),
            factions: TiSlice::from_ref(&[]),
        };
        let well_km = system.bodies[BASALT].well_radius_km;
        let name = names.body(BASALT);
        let about = |wells: f64| names.about(DVec3::Z * (wells * well_km));
        let told = [format!(" at {name}"), format!(" near {name}"), String::new()];
        assert_eq!([0.9, 1.1, 1.1 * NEAR_WELLS].map(about), told);
        let is_near = |wells: f64| names.is_near(BASALT, DVec3::Z * (wells * well_km));
        assert_eq!([0.9, 1.1, 1.1 * NEAR_WELLS].map(is_near), [true, true, false]);
    }
}
