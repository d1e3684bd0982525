//! The numbers behind the catalogue, as their sources print them: degrees, kilometres, days.
//!
//! Nothing enters; the table of bodies leaves. The sources:
//! - planets and Pluto: JPL, "Keplerian Elements for Approximate Positions of the Major Planets", table 1;
//! - moons: JPL Solar System Dynamics, "Planetary Satellite Mean Elements" (its epochs in TT);
//! - Ceres and comets: JPL Horizons, osculating elements;
//! - gravitational parameters: NAIF `gm_de440.tpc`; radii, poles and prime meridians: NAIF `pck00011.tpc`,
//!   which is the IAU working group's report of 2015, without its small periodic terms.
//!
//! To add a body, add its row, its entry in [`bodies`] behind its parent, and one to [`COUNT`].

mod moons;
mod planets;
mod small_bodies;

use super::catalogue::{CatalogueBody, CatalogueKind};
use super::constants::{AU_KM, DEGREE, GM_SUN_KM3_S2, OBLIQUITY_J2000};
use super::elements::Conic;
use super::mean_elements::{MoonElements, MoonTableRow, PlanetElements};
use super::path::Orbit;
use super::rotation::Rotation;
use moons::*;
use planets::*;
use small_bodies::*;

/// How many bodies the catalogue has.
pub(super) const COUNT: usize = 28;

/// Value and century rate of a (AU), e, I, L, ϖ and Ω (degrees).
type PlanetRow = [(f64, f64); 6];

/// What a body is, whatever its orbit.
struct Physical {
    gm_km3_s2: f64,
    radii_km: [f64; 3],
    rotation: Rotation,
}

/// Osculating elements of a comet or dwarf planet: distance in AU, angles in degrees.
struct ConicRow {
    periapsis_au: f64,
    eccentricity: f64,
    inclination_deg: f64,
    node_deg: f64,
    argument_deg: f64,
    periapsis_time_jd: f64,
}

/// All bodies, each after its parent.
pub(super) fn bodies() -> [CatalogueBody; COUNT] {
    use CatalogueKind::{Comet, Dwarf, Moon, Planet, Star};
    let sun = Some("Sun");
    [
        body("Sun", Star, None, Orbit::Fixed, &SUN),
        body("Mercury", Planet, sun, planet(MERCURY_ORBIT), &MERCURY),
        body("Venus", Planet, sun, planet(VENUS_ORBIT), &VENUS),
        body("Earth", Planet, sun, earth_orbit(), &EARTH),
        body("Mars", Planet, sun, planet(MARS_ORBIT), &MARS),
        body("Jupiter", Planet, sun, planet(JUPITER_ORBIT), &JUPITER),
        body("Saturn", Planet, sun, planet(SATURN_ORBIT), &SATURN),
        body("Uranus", Planet, sun, planet(URANUS_ORBIT), &URANUS),
        body("Neptune", Planet, sun, planet(NEPTUNE_ORBIT), &NEPTUNE),
        body("Pluto", Dwarf, sun, planet(PLUTO_ORBIT), &PLUTO),
        body("Ceres", Dwarf, sun, conic(&CERES_ORBIT), &CERES),
        body("Moon", Moon, Some("Earth"), moon(&MOON_ORBIT), &MOON),
        body("Phobos", Moon, Some("Mars"), moon(&PHOBOS_ORBIT), &PHOBOS),
        body("Deimos", Moon, Some("Mars"), moon(&DEIMOS_ORBIT), &DEIMOS),
        body("Io", Moon, Some("Jupiter"), moon(&IO_ORBIT), &IO),
        body("Europa", Moon, Some("Jupiter"), moon(&EUROPA_ORBIT), &EUROPA),
        body("Ganymede", Moon, Some("Jupiter"), moon(&GANYMEDE_ORBIT), &GANYMEDE),
        body("Callisto", Moon, Some("Jupiter"), moon(&CALLISTO_ORBIT), &CALLISTO),
        body("Enceladus", Moon, Some("Saturn"), moon(&ENCELADUS_ORBIT), &ENCELADUS),
        body("Rhea", Moon, Some("Saturn"), moon(&RHEA_ORBIT), &RHEA),
        body("Titan", Moon, Some("Saturn"), moon(&TITAN_ORBIT), &TITAN),
        body("Titania", Moon, Some("Uranus"), moon(&TITANIA_ORBIT), &TITANIA),
        body("Oberon", Moon, Some("Uranus"), moon(&OBERON_ORBIT), &OBERON),
        body("Triton", Moon, Some("Neptune"), moon(&TRITON_ORBIT), &TRITON),
        body("Charon", Moon, Some("Pluto"), moon(&CHARON_ORBIT), &CHARON),
        CatalogueBody { mean_radius_km: 5.5, ..body("Halley", Comet, sun, conic(&HALLEY_ORBIT), &HALLEY) },
        CatalogueBody { mean_radius_km: 2.4, ..body("Encke", Comet, sun, conic(&ENCKE_ORBIT), &ENCKE) },
        CatalogueBody {
            mean_radius_km: 1.65,
            ..body("67P", Comet, sun, conic(&CHURYUMOV_ORBIT), &CHURYUMOV)
        },
    ]
}

fn body(
    name: &'static str,
    kind: CatalogueKind,
    parent: Option<&'static str>,
    orbit: Orbit,
    physical: &Physical,
) -> CatalogueBody {
    let [a, b, c] = physical.radii_km;
    CatalogueBody {
        name,
        kind,
        parent,
        orbit,
        rotation: physical.rotation,
        mean_radius_km: libm::cbrt(a * b * c),
        radii_km: physical.radii_km,
        gm_km3_s2: physical.gm_km3_s2,
    }
}

fn planet(row: PlanetRow) -> Orbit {
    Orbit::Planet(PlanetElements::from_table_row(row))
}

fn moon(row: &MoonTableRow) -> Orbit {
    Orbit::Moon(MoonElements::from_table_row(row))
}

fn earth_orbit() -> Orbit {
    Orbit::EarthFromBarycentre {
        barycentre: PlanetElements::from_table_row(EARTH_MOON_BARYCENTRE_ORBIT),
        moon: MoonElements::from_table_row(&MOON_ORBIT),
        moon_mass_fraction: MOON.gm_km3_s2 / (EARTH.gm_km3_s2 + MOON.gm_km3_s2),
    }
}

fn conic(row: &ConicRow) -> Orbit {
    Orbit::Conic(Conic {
        periapsis_km: row.periapsis_au * AU_KM,
        eccentricity: row.eccentricity,
        inclination: row.inclination_deg * DEGREE,
        ascending_node: row.node_deg * DEGREE,
        argument_of_periapsis: row.argument_deg * DEGREE,
        periapsis_time_jd: row.periapsis_time_jd,
        gm_km3_s2: GM_SUN_KM3_S2,
    })
}

/// Right ascension and declination of the pole with their century rates, W at J2000 with its daily rate, all
/// in degrees.
const fn turning(right_ascension: [f64; 2], declination: [f64; 2], prime_meridian: [f64; 2]) -> Rotation {
    Rotation {
        pole_ra: right_ascension[0] * DEGREE,
        pole_ra_rate: right_ascension[1] * DEGREE,
        pole_dec: declination[0] * DEGREE,
        pole_dec_rate: declination[1] * DEGREE,
        prime_meridian: prime_meridian[0] * DEGREE,
        spin: prime_meridian[1] * DEGREE,
    }
}

/// A turning about the ecliptic's pole once in so many hours, for comets whose axis is not known or not
/// steady.
const fn turning_upright(day_hours: f64) -> Rotation {
    turning([270.0, 0.0], [90.0 - OBLIQUITY_J2000 / DEGREE, 0.0], [0.0, 360.0 * 24.0 / day_hours])
}
