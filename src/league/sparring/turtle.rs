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
        if desk.works("sentry") < SENTRIES {
            desk.have_works("sentry", SENTRIES);
        } else {
            desk.have_works("trade station", STATIONS);
        }
    }
}
