//! Zones that a fleet would rather not cross: hostile wells, and space that others see.
//!
//! They follow from the knowledge of the fleet's faction alone: what it sees, as that is now, and what it
//! remembers.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use crate::level::{Sighted, Wish};
use crate::sim::Sky;
use crate::sim::ids::{BodyId, ClassId, FactionId};
use crate::sim::visibility::knowledge::what;
use crate::sim::visibility::{Ghost, Knowledge};
use crate::sim::world::{Anchor, Position, Ship, ShipClasses, Station, Structure, StructureClasses};

/// The most balls that a plan looks at: those that are known first are mostly the ones that stay.
const MOST: usize = 64;

/// A ball that a fleet would rather not cross.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dreaded {
    /// Where its centre is.
    pub center: Station,
    /// Its radius, km.
    pub radius_km: f64,
}

/// A ship or structure of others, as far as it is known.
#[derive(Clone, Copy, Debug)]
struct Rumour {
    of: Sighted,
    /// Its class.
    class: ClassId,
    /// Its place. A structure goes round its body, but the ring is small against the range of its sight.
    place: Station,
}

impl Rumour {
    /// A ship in sight.
    fn of_ship(ship: &Ship, position: &Position) -> Self {
        let place = Station { anchor: Anchor::Space, offset: position.0 };
        Self { of: Sighted::Ship(ship.id.0), class: ship.class, place }
    }

    /// A structure in sight.
    fn of_structure(structure: &Structure) -> Self {
        let of = Sighted::Structure(structure.id.0);
        Self { of, class: structure.class, place: at_body(structure.body) }
    }

    /// A ghost, at the place to which it has been carried by now.
    fn of_ghost(ghost: &Ghost) -> Self {
        let of = what(ghost.id);
        let place = match (of, ghost.anchor) {
            (Sighted::Structure(_), Some(body)) => at_body(body),
            (Sighted::Ship(_), Some(body)) => Station { anchor: Anchor::Body(body), offset: ghost.offset },
            (_, None) => Station { anchor: Anchor::Space, offset: ghost.position },
        };
        Self { of, class: ghost.class, place }
    }
}

fn at_body(body: BodyId) -> Station {
    Station { anchor: Anchor::Body(body), offset: DVec3::ZERO }
}

/// The knowledge of zones to avoid.
#[derive(SystemParam)]
pub struct Rumours<'w, 's> {
    knowledge: Res<'w, Knowledge>,
    ships: Query<'w, 's, (&'static Ship, &'static Position)>,
    structures: Query<'w, 's, &'static Structure>,
    ship_classes: Res<'w, ShipClasses>,
    structure_classes: Res<'w, StructureClasses>,
}

impl Rumours<'_, '_> {
    /// The zones that a fleet of a faction with this wish would rather not cross, as far as the faction sees
    /// and remembers.
    pub fn dreaded(&self, sky: &Sky, faction: FactionId, wish: Wish) -> Vec<Dreaded> {
        let mut found: Vec<Dreaded> = Vec::new();
        if wish == Wish::Shortest {
            return found;
        }
        let mut seen = self.seen_by(faction);
        seen.sort_unstable_by_key(|rumour| rumour.of);
        for rumour in seen.into_iter().chain(self.knowledge.ghosts(faction).map(Rumour::of_ghost)) {
            let dreaded = match wish {
                Wish::AvoidHostileWells => hostile_well(sky, &rumour),
                _ => self.watched_space(&rumour),
            };
            if let Some(dreaded) = dreaded {
                take_in(&mut found, dreaded);
            }
        }
        found
    }

    /// What of others a faction sees, in no particular order.
    fn seen_by(&self, faction: FactionId) -> Vec<Rumour> {
        let ships = self.ships.iter().map(|(ship, position)| Rumour::of_ship(ship, position));
        let others = self.structures.iter().filter(|structure| structure.faction != faction);
        let all = ships.chain(others.map(Rumour::of_structure));
        all.filter(|rumour| self.knowledge.sees(faction, rumour.of)).collect()
    }

    /// The space that an eye of others sees, for a thing of the usual size.
    fn watched_space(&self, rumour: &Rumour) -> Option<Dreaded> {
        let radius_km = match rumour.of {
            Sighted::Ship(_) => self.ship_classes.0.get(rumour.class)?.sight_km,
            Sighted::Structure(_) => self.structure_classes.0.get(rumour.class)?.sight_km,
        };
        Some(Dreaded { center: rumour.place, radius_km })
    }
}

/// The well in which a structure of others stands.
fn hostile_well(sky: &Sky, rumour: &Rumour) -> Option<Dreaded> {
    let Sighted::Structure(_) = rumour.of else { return None };
    let radius_km = sky.system.bodies.get(rumour.place.anchor.body()?)?.well_radius_km;
    Some(Dreaded { center: rumour.place, radius_km })
}

/// Adds a ball, or widens one that has the same centre.
fn take_in(found: &mut Vec<Dreaded>, dreaded: Dreaded) {
    let room = MOST > found.len();
    match found.iter_mut().find(|known| known.center == dreaded.center) {
        Some(known) => known.radius_km = known.radius_km.max(dreaded.radius_km),
        None if room => found.push(dreaded),
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn balls_about_one_centre_become_the_widest() {
        let at = |x: f64, radius_km: f64| Dreaded {
            center: Station { anchor: Anchor::Space, offset: DVec3::X * x },
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
