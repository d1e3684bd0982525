//! Sends one armed ship far out, and does nothing else: the winner must find it.

use glam::DVec3;

use super::Script;
use super::desk::{Desk, Errand};
use crate::sim::Goal;

/// The place, in distances of the home from the origin.
const FAR_OUT: f64 = 4.0;

/// The hider.
#[derive(Default)]
pub struct Hider {
    errand: Errand,
    place: Option<DVec3>,
}

impl Script for Hider {
    fn look(&mut self, desk: &mut Desk) {
        let Some(base) = desk.base() else { return };
        let place = *self.place.get_or_insert_with(|| FAR_OUT * desk.place_of(base));
        if let Some(ship) = desk.armed().last() {
            desk.send(&mut self.errand, &[*ship], Goal::point(place), false);
        }
    }
}
