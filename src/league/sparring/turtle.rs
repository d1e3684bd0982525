//! Nine sentries at home, and trade stations.

use super::Script;
use super::desk::Desk;

/// Sentries.
const SENTRIES: usize = 9;
/// Trade stations.
const STATIONS: usize = 6;

/// The turtle.
pub struct Turtle;

impl Script for Turtle {
    fn look(&mut self, desk: &mut Desk) {
        if desk.count_structures("sentry") < SENTRIES {
            desk.have_structures("sentry", SENTRIES);
        } else {
            desk.have_structures("trade station", STATIONS);
        }
    }
}
