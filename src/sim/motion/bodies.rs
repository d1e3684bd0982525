//! All bodies at the end of the tick.

use bevy::prelude::*;

use crate::sim::{Calendar, SimSystems, Sky, Tick};

pub(in crate::sim) fn plugin(app: &mut App) {
    app.add_systems(Tick, place_bodies.in_set(SimSystems::Sky));
}

fn place_bodies(mut sky: ResMut<Sky>, calendar: Res<Calendar>) {
    sky.advance(calendar.now_jd(), calendar.next_jd());
}
