//! Any orbit of the game, behind one type.
//!
//! A date gives the state relative to the parent, in the J2000 ecliptic frame. The path also knows its size,
//! its period and the greatest speed of the body on it, but not which body is its parent.

use super::elements::{Conic, State};
use super::meeting::PathBounds;
use super::theories::lunar::LunarTheory;
use super::theories::mean_elements::{MoonElements, PlanetElements};
use super::theories::returns::Returns;

/// The motion of a body about its parent. The larger descriptions belong to the catalogue, which lasts as long as the
/// program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Orbit {
    /// At rest: the body at the centre of its system.
    Fixed,
    /// On an ellipse whose elements drift and swing, about the Sun.
    Planet(&'static PlanetElements),
    /// Opposite to its moon about their common centre of mass, which moves as a planet: Earth.
    EarthFromBarycentre {
        /// Motion of the centre of mass about the Sun.
        barycentre: &'static PlanetElements,
        /// Motion of the moon about the planet.
        moon: &'static LunarTheory,
        /// The moon's share of the mass of the pair: m / (M + m).
        moon_mass_fraction: f64,
    },
    /// On a conic that never changes.
    Conic(Conic),
    /// On an ellipse that turns in a reference plane, about a planet.
    Moon(MoonElements),
    /// As the Moon about Earth, which no ellipse describes.
    Lunar(&'static LunarTheory),
    /// On another ellipse at each return to the Sun: a comet.
    Returns(Returns),
}

impl Orbit {
    /// The orbit of a body that does not move.
    pub const FIXED: Self = Self::Fixed;

    /// State relative to the parent at the Julian date `jd` (TDB), in the J2000 ecliptic frame.
    pub fn state(&self, jd: f64) -> State {
        match self {
            Self::Fixed => State::ZERO,
            Self::Planet(elements) => elements.state(jd),
            Self::EarthFromBarycentre { barycentre, moon, moon_mass_fraction } => {
                let centre = barycentre.state(jd);
                let moon = moon.state(jd);
                State {
                    position: centre.position - moon.position * *moon_mass_fraction,
                    velocity: centre.velocity - moon.velocity * *moon_mass_fraction,
                }
            }
            Self::Conic(conic) => conic.state(jd),
            Self::Moon(elements) => elements.state(jd),
            Self::Lunar(theory) => theory.state(jd),
            Self::Returns(returns) => returns.state(jd),
        }
    }

    /// The conic along which the body moves at the Julian date `jd`, to draw its path; `None` for a body that
    /// does not move.
    ///
    /// It passes through the body, except for [`Orbit::EarthFromBarycentre`]: there it is the path of the common
    /// centre of mass, because the planet's own path oscillates with its moon.
    pub fn osculating(&self, jd: f64) -> Option<Conic> {
        match self {
            Self::Fixed => None,
            Self::Planet(elements) | Self::EarthFromBarycentre { barycentre: elements, .. } => {
                Some(elements.osculating(jd))
            }
            Self::Conic(conic) => Some(*conic),
            Self::Moon(elements) => Some(elements.osculating(jd)),
            Self::Lunar(theory) => Some(theory.osculating(jd)),
            Self::Returns(returns) => Some(returns.osculating(jd)),
        }
    }

    /// Whether the conic of [`Orbit::osculating`] swings so much that a path has to be drawn from places at other
    /// dates.
    pub fn leaves_its_conic(&self) -> bool {
        matches!(self, Self::Lunar(_))
    }

    /// Sidereal period in days; `None` for a body that does not move or never returns.
    pub fn period_days(&self) -> Option<f64> {
        match self {
            Self::Fixed => None,
            Self::Planet(elements) | Self::EarthFromBarycentre { barycentre: elements, .. } => {
                Some(elements.period_days())
            }
            Self::Conic(conic) => conic.period_days(),
            Self::Moon(elements) => Some(elements.period_days()),
            Self::Lunar(theory) => Some(theory.period_days()),
            Self::Returns(returns) => Some(returns.period_days()),
        }
    }

    /// A lower bound on the distance from the parent in kilometres; 0 for a fixed body.
    pub fn periapsis_km(&self) -> f64 {
        match self {
            Self::Fixed => 0.0,
            Self::Planet(elements) => elements.periapsis_km(),
            Self::EarthFromBarycentre { barycentre, moon, moon_mass_fraction } => {
                barycentre.periapsis_km() - moon.apoapsis_km() * moon_mass_fraction
            }
            Self::Conic(conic) => conic.periapsis_km,
            Self::Moon(elements) => elements.periapsis_km(),
            Self::Lunar(theory) => theory.periapsis_km(),
            Self::Returns(returns) => returns.periapsis_km(),
        }
    }

    /// An upper bound on the distance from the parent in kilometres; 0 for a fixed body, `None`
    /// for an open path.
    pub fn apoapsis_km(&self) -> Option<f64> {
        match self {
            Self::Fixed => Some(0.0),
            Self::Planet(elements) => Some(elements.apoapsis_km()),
            Self::EarthFromBarycentre { barycentre, moon, moon_mass_fraction } => {
                Some(barycentre.apoapsis_km() + moon.apoapsis_km() * moon_mass_fraction)
            }
            Self::Conic(conic) => conic.apoapsis_km(),
            Self::Moon(elements) => Some(elements.apoapsis_km()),
            Self::Lunar(theory) => Some(theory.apoapsis_km()),
            Self::Returns(returns) => Some(returns.apoapsis_km()),
        }
    }

    /// Upper bounds on speed and acceleration relative to the parent. The bounds of a body relative
    /// to its grandparent are the sum of its own bounds and its parent's.
    pub fn bounds(&self) -> PathBounds {
        match self {
            Self::Fixed => PathBounds::AT_REST,
            Self::Planet(elements) => elements.bounds(),
            Self::EarthFromBarycentre { barycentre, moon, moon_mass_fraction } => {
                barycentre.bounds() + moon.bounds().scaled(*moon_mass_fraction)
            }
            Self::Conic(conic) => PathBounds {
                max_speed_km_s: conic.max_speed_km_s(),
                max_acceleration_km_s2: conic.max_acceleration_km_s2(),
            },
            Self::Moon(elements) => elements.bounds(),
            Self::Lunar(theory) => theory.bounds(),
            Self::Returns(returns) => returns.bounds(),
        }
    }

    /// An upper bound on the speed relative to the parent in km/s.
    pub fn max_speed_km_s(&self) -> f64 {
        self.bounds().max_speed_km_s
    }

    /// An upper bound on the acceleration relative to the parent in km/s².
    pub fn max_acceleration_km_s2(&self) -> f64 {
        self.bounds().max_acceleration_km_s2
    }
}
