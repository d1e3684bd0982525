//! What a fleet would rather not cross: hostile wells, and what others see.
//!
//! - Enters: a fleet's wish, and what its faction knows of others.
//! - Leaves: [`Dreaded`] balls, each with the place that it goes along with.
//! - Must never: use anything of others that the faction does not know.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use super::super::Sky;
use super::super::anchor::Anchor;
use super::super::holdings::StructureClasses;
use super::super::ships::{ShipClasses, Station};
use super::super::sight::knowledge::what;
use super::super::sight::{Ghost, Knowledge};
use crate::level::{Sighted, Wish};

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

/// What is known that may be dreaded.
#[derive(SystemParam)]
pub struct Rumours<'w> {
    knowledge: Res<'w, Knowledge>,
    ship_classes: Res<'w, ShipClasses>,
    structure_classes: Res<'w, StructureClasses>,
}

impl Rumours<'_> {
    /// What a fleet of a faction with this wish would rather not cross, as far as the faction knows: what it
    /// sees and what it remembers.
    pub fn dreaded(&self, sky: &Sky, faction: usize, wish: Wish) -> Vec<Dreaded> {
        let mut found: Vec<Dreaded> = Vec::new();
        if wish == Wish::Shortest {
            return found;
        }
        for ghost in self.knowledge.all_known(faction) {
            let dreaded = match wish {
                Wish::AvoidHostileWells => hostile_well(sky, ghost),
                _ => self.watched_space(ghost),
            };
            if let Some(dreaded) = dreaded {
                take_in(&mut found, dreaded);
            }
        }
        found
    }

    /// What an eye of others sees, as far as it sees a thing of the usual size.
    fn watched_space(&self, ghost: &Ghost) -> Option<Dreaded> {
        let class = ghost.class as usize;
        let radius_km = match what(ghost.id) {
            Sighted::Ship(_) => self.ship_classes.0.get(class)?.sight_km,
            Sighted::Structure(_) => self.structure_classes.0.get(class)?.sight_km,
        };
        Some(Dreaded { center: station(ghost), radius_km })
    }
}

/// The well in which a structure of others stands.
fn hostile_well(sky: &Sky, ghost: &Ghost) -> Option<Dreaded> {
    let Sighted::Structure(_) = what(ghost.id) else { return None };
    let body = ghost.anchor?;
    let radius_km = sky.system.bodies.get(body)?.well_radius_km;
    Some(Dreaded { center: Station { anchor: Anchor::Body(body), offset: DVec3::ZERO }, radius_km })
}

/// Where something was seen, or where that has been carried by now. What stands in a ring goes round its
/// body: against what it sees that is next to nothing.
fn station(ghost: &Ghost) -> Station {
    match (what(ghost.id), ghost.anchor) {
        (Sighted::Structure(_), Some(body)) => Station { anchor: Anchor::Body(body), offset: DVec3::ZERO },
        (Sighted::Ship(_), Some(body)) => Station { anchor: Anchor::Body(body), offset: ghost.offset },
        (_, None) => Station { anchor: Anchor::Space, offset: ghost.position },
    }
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
