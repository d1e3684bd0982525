//! Zones that a fleet prefers to avoid: hostile wells, and space within foreign sight.
//!
//! They depend on the knowledge of the fleet's faction alone: units in sight with their present state, and ghosts.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use crate::level::RoutePreference;
use crate::sim::visibility::{Knowledge, LastKnown};
use crate::sim::{
    Anchor, AnchoredPlace, BodyId, ClassId, FactionId, Factions, Fleet, MemberOf, Position, Ship,
    ShipClasses, Sky, Structure, StructureClasses, TargetId,
};

/// Limit on the zones of a plan; zones beyond it are left out.
const MOST: usize = 64;

/// A ball that a fleet would rather not cross.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AvoidZone {
    /// Place of its centre.
    pub center: AnchoredPlace,
    /// Radius, km.
    pub radius_km: f64,
}

/// A foreign ship or structure, as far as it is known.
#[derive(Clone, Copy, Debug)]
struct Threat {
    of: TargetId,
    /// Owner.
    faction: FactionId,
    /// Class.
    class: ClassId,
    /// Place. A structure goes round its body, but the ring is small against the range of its sight.
    place: AnchoredPlace,
}

impl Threat {
    /// A ship in sight.
    fn of_ship(ship: &Ship, faction: FactionId, position: &Position) -> Self {
        let place = AnchoredPlace { anchor: Anchor::Space, offset: position.0 };
        Self { of: TargetId::Ship(ship.id), faction, class: ship.class, place }
    }

    /// A structure in sight.
    fn of_structure(structure: &Structure) -> Self {
        let of = TargetId::Structure(structure.id);
        Self { of, faction: structure.faction, class: structure.class, place: at_body(structure.body) }
    }

    /// A ghost, at the place to which it has been carried by now.
    fn of_ghost(ghost: &LastKnown) -> Self {
        let of = ghost.id();
        let place = match (of, ghost.anchor) {
            (TargetId::Structure(_), Some(body)) => at_body(body),
            (TargetId::Ship(_), Some(body)) => {
                AnchoredPlace { anchor: Anchor::Body(body), offset: ghost.offset }
            }
            (_, None) => AnchoredPlace { anchor: Anchor::Space, offset: ghost.offset },
        };
        Self { of, faction: ghost.faction, class: ghost.class(), place }
    }
}

fn at_body(body: BodyId) -> AnchoredPlace {
    AnchoredPlace { anchor: Anchor::Body(body), offset: DVec3::ZERO }
}

/// The knowledge of zones to avoid.
#[derive(SystemParam)]
pub struct KnownThreats<'w, 's> {
    knowledge: Res<'w, Knowledge>,
    ships: Query<'w, 's, (&'static Ship, &'static MemberOf, &'static Position)>,
    fleets: Query<'w, 's, &'static Fleet>,
    factions: Res<'w, Factions>,
    structures: Query<'w, 's, &'static Structure>,
    ship_classes: Res<'w, ShipClasses>,
    structure_classes: Res<'w, StructureClasses>,
}

impl KnownThreats<'_, '_> {
    /// The zones that a fleet of a faction with this preference avoids, as far as the faction sees and remembers.
    pub fn avoided(&self, sky: &Sky, faction: FactionId, wish: RoutePreference) -> Vec<AvoidZone> {
        let mut found: Vec<AvoidZone> = Vec::new();
        if wish == RoutePreference::Shortest {
            return found;
        }
        let mut seen = self.seen_by(faction);
        seen.sort_unstable_by_key(|threat| threat.of);
        for threat in seen.into_iter().chain(self.knowledge.ghosts(faction).map(Threat::of_ghost)) {
            let zone = match wish {
                RoutePreference::AvoidHostileWells => hostile_well(sky, &threat),
                _ => self.watched_space(&threat),
            };
            if let Some(zone) = zone {
                take_in(&mut found, zone);
            }
        }
        found
    }

    /// The foreign units that a faction sees, in no particular order.
    fn seen_by(&self, faction: FactionId) -> Vec<Threat> {
        let owner = |fleet: Entity| self.fleets.get(fleet).map_or(FactionId::NOBODY, |fleet| fleet.faction);
        let ships = self.ships.iter();
        let ships = ships.map(|(ship, fleet, position)| Threat::of_ship(ship, owner(fleet.0), position));
        let others = self.structures.iter().filter(|structure| structure.faction != faction);
        let all = ships.chain(others.map(Threat::of_structure));
        all.filter(|threat| self.knowledge.sees(faction, threat.of)).collect()
    }

    /// The space within the sight of a foreign unit, for a unit of the usual size.
    fn watched_space(&self, threat: &Threat) -> Option<AvoidZone> {
        let sight_km = match threat.of {
            TargetId::Ship(_) => self.ship_classes.0.get(threat.class)?.sight_km,
            TargetId::Structure(_) => self.structure_classes.0.get(threat.class)?.sight_km,
        };
        let radius_km = self.factions.handicap(threat.faction).sight_km(sight_km);
        Some(AvoidZone { center: threat.place, radius_km })
    }
}

/// The well of a foreign structure.
fn hostile_well(sky: &Sky, threat: &Threat) -> Option<AvoidZone> {
    let TargetId::Structure(_) = threat.of else { return None };
    let radius_km = sky.system.bodies.get(threat.place.anchor.body()?)?.well_radius_km;
    Some(AvoidZone { center: threat.place, radius_km })
}

/// Adds a zone, or widens one with the same centre.
fn take_in(found: &mut Vec<AvoidZone>, zone: AvoidZone) {
    let room = MOST > found.len();
    match found.iter_mut().find(|known| known.center == zone.center) {
        Some(known) => known.radius_km = known.radius_km.max(zone.radius_km),
        None if room => found.push(zone),
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn balls_about_one_centre_become_the_widest() {
        let at = |x: f64, radius_km: f64| AvoidZone {
            center: AnchoredPlace { anchor: Anchor::Space, offset: DVec3::X * x },
            radius_km,
        };
        let mut found = Vec::new();
        [at(0.0, 2.0), at(0.0, 5.0), at(0.0, 3.0), at(1.0, 1.0)]
            .into_iter()
            .for_each(|ball| take_in(&mut found, ball));
        assert_eq!(found, [at(0.0, 5.0), at(1.0, 1.0)]);
        (0..200).for_each(|x| take_in(&mut found, at(f64::from(x), 1.0)));
        assert_eq!(found.len(), MOST);
    }
}
