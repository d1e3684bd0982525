//! Eight trade stations at once, then more, then yards, and a fleet late.

use super::Script;
use super::assault::Assault;
use super::desk::Desk;

/// Trade stations at the beginning.
const FIRST_STATIONS: usize = 8;
/// Trade stations in the end.
const STATIONS: usize = 12;
/// Yards in the end.
const YARDS: usize = 3;
/// The beginning of ships, seconds of play.
const SHIPS_S: f64 = 150.0;
/// The attack, seconds of play.
const ATTACK_S: f64 = 420.0;
/// A troop ship for this number of cruisers.
const CRUISERS_PER_LANDER: usize = 2;

/// The boom.
#[derive(Default)]
pub struct Boom {
    assault: Assault,
}

impl Script for Boom {
    fn look(&mut self, desk: &mut Desk) {
        desk.have_structures("trade station", FIRST_STATIONS);
        if desk.seconds() < SHIPS_S {
            return;
        }
        if desk.count_structures("shipyard") < YARDS {
            desk.have_structures("shipyard", YARDS);
        } else {
            desk.have_structures("trade station", STATIONS);
        }
        let wants_lander = desk.ships("troop ship").len() * CRUISERS_PER_LANDER < desk.ships("cruiser").len();
        desk.keep_building(if wants_lander { "troop ship" } else { "cruiser" });
        if desk.seconds() >= ATTACK_S {
            let fighters = desk.armed();
            self.assault.press(desk, &fighters);
        }
    }
}
