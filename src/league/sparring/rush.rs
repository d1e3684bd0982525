//! Three cruisers from the first yard, then two troop ships; at 85 s all armed ships go to the foe's home.

use super::Script;
use super::assault::Assault;
use super::desk::Desk;

/// The time of departure, seconds of play.
const DEPARTURE_S: f64 = 85.0;

/// The rush.
#[derive(Default)]
pub struct Rush {
    has_ordered: bool,
    assault: Assault,
}

impl Script for Rush {
    fn look(&mut self, desk: &mut Desk) {
        if let Some(yard) = desk.idle_yards().first().copied() {
            if !self.has_ordered {
                desk.build_ships(yard, "cruiser", 3);
            }
            // Once the first ones have gone, the yard goes on in the same way.
            desk.build_ships(yard, "troop ship", 2);
            desk.build_ships(yard, "cruiser", 1);
            self.has_ordered = true;
        }
        if desk.seconds() >= DEPARTURE_S {
            let fighters = desk.armed();
            self.assault.press(desk, &fighters);
        }
    }
}
