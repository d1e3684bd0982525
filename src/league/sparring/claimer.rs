//! Claims all bodies without an owner: a scout goes to each, and builds a satellite where nobody resists.

use std::collections::{BTreeMap, BTreeSet};

use super::Script;
use super::desk::{Desk, Errand};
use crate::sim::{BodyId, Goal, ShipId};

/// Scouts.
const SCOUTS: usize = 4;
/// Trade stations, which pay for the rest.
const STATIONS: usize = 5;

/// The claimer.
#[derive(Default)]
pub struct Claimer {
    claims: Claims,
}

impl Script for Claimer {
    fn look(&mut self, desk: &mut Desk) {
        desk.have_structures("trade station", STATIONS);
        if desk.ships("scout").len() < SCOUTS {
            desk.keep_building("scout");
        }
        self.claims.go_on(desk);
    }
}

/// The claims of a faction.
#[derive(Default)]
pub struct Claims {
    /// The destination of each scout.
    of_scouts: BTreeMap<ShipId, (BodyId, Errand)>,
    /// Bodies that resist.
    resisting: BTreeSet<BodyId>,
}

impl Claims {
    /// Sends each scout to the nearest free body that no other scout goes to, and builds where one has arrived.
    pub fn go_on(&mut self, desk: &mut Desk) {
        let scouts = desk.ships("scout");
        self.of_scouts.retain(|id, _| scouts.iter().any(|scout| scout.ship.id == *id));
        for scout in scouts {
            let id = scout.ship.id;
            let (_, mut errand) = self.of_scouts.remove(&id).unwrap_or((BodyId(0), Errand::default()));
            let is_taken = |body: &BodyId| {
                self.resisting.contains(body) || self.of_scouts.values().any(|(other, _)| other == body)
            };
            let free = desk.free_bodies(scout.position);
            let Some(body) = free.into_iter().find(|body| !is_taken(body)) else { continue };
            if desk.almanac().sky.is_in_well(body, scout.position) {
                if desk.resists(body) {
                    self.resisting.insert(body);
                } else if !desk.is_settled(body) {
                    desk.build("satellite", body);
                }
            } else {
                desk.send(&mut errand, &[scout], Goal::Body(body), false);
            }
            self.of_scouts.insert(id, (body, errand));
        }
    }
}
