//! Positions and rotation of all bodies.
//!
//! - Enters: orbital elements, a Julian date, sometimes a traveller.
//! - Leaves: positions in kilometres, velocities in kilometres a second, orientations, and the place where a
//!   traveller can first meet a body.
//! - Must never: know the engine or the game, keep state, or call the standard library's trigonometry, whose
//!   last digit differs between platforms. Transcendental functions go through `libm`, so that the same date
//!   gives the same bits everywhere.
//!
//! Every answer is a pure function of time; nothing here is integrated.
//!
//! Frame: J2000 ecliptic, axes fixed to the stars, x to the equinox, z to the north ecliptic pole; a body's
//! position is relative to its parent. Time: Julian dates in TDB. Angles: radians.
//!
//! Read in this order: [`constants`], [`time`], [`kepler`] (one angle), [`elements`] (one conic),
//! [`theories`] (planets, moons, comets), [`path`] (any orbit), [`rotation`], [`meeting`], [`segment`] (straight pieces
//! of paths), [`mod@catalogue`] (its text is read by `catalogue_file`).

pub mod catalogue;
mod catalogue_file;
pub mod constants;
pub mod elements;
pub mod kepler;
pub mod meeting;
pub mod path;
pub mod rotation;
pub mod segment;
pub mod theories;
pub mod time;

pub use catalogue::{BodyKind, CATALOGUE_EDITION, CatalogueBody, catalogue, find};
pub use constants::{
    AU_KM, DAYS_PER_CENTURY, DAYS_PER_YEAR, DEGREE, GM_SUN_KM3_S2, J2000_JD, OBLIQUITY_J2000,
    SECONDS_PER_DAY, UNIX_EPOCH_JD,
};
pub use elements::{Conic, PerifocalBasis, State};
pub use kepler::{eccentric_anomaly, hyperbolic_anomaly, parabolic_anomaly};
pub use meeting::{Meeting, PathBounds, Traveller, earliest_meeting, earliest_meeting_jd};
pub use path::Orbit;
pub use rotation::{Rotation, ecliptic_to_icrf, icrf_to_ecliptic};
pub use theories::lunar::LunarTheory;
pub use theories::mean_elements::{
    CenturyLinear, MoonElements, MoonTableRow, PlanetElements, PlanetTableRow, PlanetTermRow, ReferencePlane,
};
pub use theories::returns::Returns;
pub use theories::series::{Series, Term};
pub use time::{
    CalendarDate, CalendarDateError, FIRST_JD, GameClock, LAST_JD, TICKS_PER_SECOND, julian_date,
    julian_date_of_unix_time, time_of_play,
};
