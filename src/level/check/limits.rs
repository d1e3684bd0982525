//! Between which numbers the numbers of a level lie.
//!
//! Both ends matter: what is too small leads to infinities, and from there to worlds that are nowhere, as much
//! as what is too large. What a table of `docs/level-format.md` gives two ends for stands here.

use crate::orbit::AU_KM;

/// The least and the greatest that are possible.
pub(super) type Limits = (f64, f64);

/// Days of the calendar for a second of play; the least is a little less than the pace of real time.
pub(super) const DAYS_PER_SECOND: Limits = (1.0e-5, 1000.0);
/// How much is enlarged.
pub(super) const MAGNIFY: Limits = (0.01, 1.0e4);
/// How much slower than the calendar spins and moons are.
pub(super) const SLOW: Limits = (0.01, 1.0e6);
/// Radius of a gravity well, radii of the body.
pub(super) const WELL_RADII: Limits = (1.0, 1.0e4);
/// The least radius of wells, km; the most is about 7 AU.
pub(super) const LEAST_WELL_KM: Limits = (0.0, 1.0e9);

/// Radius of a body, km: from a rock of a metre to a star that would fill Saturn's orbit.
pub(super) const BODY_RADIUS_KM: Limits = (0.001, 2.0e9);
/// Gravitational parameter, km^3/s^2: from such a rock to ten million suns.
pub(super) const GM_KM3_S2: Limits = (1.0e-15, 1.5e18);
/// Size of an orbit, km; the most is 100,000 AU,
pub(super) const LENGTH_KM: Limits = (1.0, 1.0e5 * AU_KM);
/// and in AU, of which the least is a little more than a kilometre.
pub(super) const LENGTH_AU: Limits = (1.0e-8, 1.0e5);
/// Time for one turn about the parent, days: from a minute and a half to about three million years.
pub(super) const PERIOD_DAYS: Limits = (0.001, 1.0e9);
/// Time for one turn about the axis, hours, either way round: from four seconds to a million years.
pub(super) const DAY_HOURS: Limits = (0.001, 1.0e10);
/// Time for one turn of an innermost ring, seconds of play.
pub(super) const RING_PERIOD_S: Limits = (1.0, 1.0e6);

/// Radius of a ship or a structure, km.
pub(super) const HULL_RADIUS_KM: Limits = (0.001, 1.0e6);
/// Length of a ship, km.
pub(super) const HULL_LENGTH_KM: Limits = (0.001, 2.0e6);
/// Speed of a ship, km/s; the most is light.
pub(super) const SPEED_KM_S: Limits = (0.001, 299_792.458);
/// What engines take for full speed or for turning about, seconds of play.
pub(super) const ENGINE_S: Limits = (0.001, 60.0);
/// How long something grows, seconds of play; the most is a day.
pub(super) const BUILD_S: Limits = (0.001, 86_400.0);
/// How long a condition of victory asks for, seconds of play; the most is about eleven days.
pub(super) const VICTORY_S: Limits = (0.001, 1.0e6);

/// The farthest from the centre, or from a body, that an author may place or send something, AU.
pub(super) const MAX_DISTANCE_AU: f64 = 1.0e5;
/// The farthest from the centre that a body may come before the calendar ends, AU.
pub(super) const MAX_REACH_AU: f64 = 1.0e6;
/// The largest body at the level's scale, and the widest well, AU.
pub(super) const MAX_EXTENT_AU: f64 = 1.0e4;
/// The farthest from the centre that a place may be, AU: beside a body that is as far as one may be.
pub(super) const MAX_PLACE_AU: f64 = 2.0 * MAX_REACH_AU;
/// What a world has made of places may lie so much farther out: fleets stand side by side about them.
pub(super) const LEEWAY: f64 = 2.0;
/// The farthest that a torpedo may have flown, km: as fast as light, in the fastest calendar, all its fuel.
pub(super) const MAX_FLIGHT_KM: f64 = 1.0e18;
/// The greatest speed that a save may tell of, km/s: what is thrust aside is faster than it flies.
pub(super) const MAX_OWN_SPEED_KM_S: f64 = 10.0 * SPEED_KM_S.1;
