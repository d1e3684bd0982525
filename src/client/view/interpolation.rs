//! Interpolation of the world between two ticks.
//!
//! The world moves 30 times a second, the screen more often. This file mixes the last two ticks by the time since
//! the last one, and provides the places of all bodies and ships for this frame. All drawing reads them from here,
//! so that everything on the screen belongs to the same moment.

use bevy::prelude::*;
use glam::DVec3;
use typed_index_collections::TiVec;

use crate::sim::{BodyId, Calendar, LastTick, Position, Sky};

/// The moment that this frame shows.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Moment {
    /// The date, Julian date (TDB).
    pub jd: f64,
    /// Share of the time from the tick before to the last tick, 0 to 1.
    pub fraction: f64,
}

/// Places of bodies in this frame, in the order of the sky, heliocentric ecliptic km.
#[derive(Resource, Clone, Debug, Default)]
pub struct BodyPlaces(pub TiVec<BodyId, DVec3>);

impl BodyPlaces {
    /// Place of a body in this frame; the origin for no body.
    pub fn of(&self, body: Option<BodyId>) -> DVec3 {
        body.and_then(|body| self.0.get(body)).copied().unwrap_or(DVec3::ZERO)
    }
}

/// Place of a ship in this frame, heliocentric ecliptic km.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct RenderPosition(pub DVec3);

/// The middle of some ships; `None` without ships.
pub fn middle<'a>(ships: impl Iterator<Item = &'a RenderPosition>) -> Option<DVec3> {
    let (sum, count) = ships.fold((DVec3::ZERO, 0u32), |(sum, count), shown| (sum + shown.0, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// Sets the moment and the places for this frame.
pub fn set_the_stage(
    mut commands: Commands,
    fixed: Res<Time<Fixed>>,
    calendar: Res<Calendar>,
    sky: Res<Sky>,
    mut moment: ResMut<Moment>,
    mut places: ResMut<BodyPlaces>,
    mut ships: Query<(Entity, &Position, &LastTick, Option<&mut RenderPosition>)>,
) {
    let fraction = if calendar.tick == 0 { 1.0 } else { fixed.overstep_fraction_f64() };
    let tick_days = calendar.clock.days_per_tick();
    *moment = Moment { jd: calendar.now_jd() - tick_days * (1.0 - fraction), fraction };
    places.0.clear();
    places.0.extend(
        sky.before.iter().zip(&sky.now).map(|(before, now)| before.position.lerp(now.position, fraction)),
    );
    for (entity, position, last, shown) in &mut ships {
        let place = last.position.lerp(position.0, fraction);
        match shown {
            Some(mut shown) => shown.0 = place,
            None => {
                commands.entity(entity).insert(RenderPosition(place));
            }
        }
    }
}
