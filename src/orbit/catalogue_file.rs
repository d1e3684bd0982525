//! The text format of the catalogue: `assets/sky/catalogue.ron`, and `motion.ron` beside it with the motion of the
//! bodies that are placed most exactly.
//!
//! The file keeps the units in which the sources print their figures: degrees, astronomical units, days. The
//! bodies made from it have the units of this room.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::catalogue::{BodyKind, CatalogueBody};
use super::constants::{AU_KM, DEGREE, GM_SUN_KM3_S2};
use super::elements::Conic;
use super::path::Orbit;
use super::rotation::Rotation;
use super::theories::lunar::{LunarTableRow, LunarTheory};
use super::theories::mean_elements::{MoonElements, MoonTableRow, PlanetElements, PlanetTableRow};
use super::theories::returns::Returns;

/// The file, as a part of the program: the same bodies on every machine.
pub(super) const TEXT: &str = include_str!("../../assets/sky/catalogue.ron");

/// The motion of planets, Moon and comets, likewise.
pub(super) const MOTION: &str = include_str!("../../assets/sky/motion.ron");

/// The reason why a text is no catalogue.
#[derive(Debug, thiserror::Error)]
pub(super) enum CatalogueError {
    /// The text cannot be read; the message has the line.
    #[error("{0}")]
    Malformed(#[from] ron::error::SpannedError),
    /// The motion of a body is not in the file of motions, or is none.
    #[error("the motion of `{body}` is missing in motion.ron, or its terms or dates are out of order")]
    NoMotion {
        /// The body.
        body: &'static str,
    },
    /// A body is declared to move opposite to a moon that the catalogue lacks, or whose orbit is not the
    /// Moon's.
    #[error("`{planet}` moves opposite to `{moon}`, which is no moon of the catalogue")]
    NoMoon {
        /// The body.
        planet: &'static str,
        /// The name of the moon.
        moon: &'static str,
    },
}

/// A body in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BodyRow {
    name: &'static str,
    #[serde(default)]
    has_article: bool,
    kind: BodyKind,
    #[serde(default)]
    parent: Option<&'static str>,
    gm_km3_s2: f64,
    radii_km: [f64; 3],
    #[serde(default)]
    mean_radius_km: Option<f64>,
    rotation: RotationRow,
    orbit: OrbitRow,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
enum RotationRow {
    /// Right ascension and declination of the pole with their changes in a century, W at J2000 with its change
    /// in a day.
    Iau { pole_ra_deg: (f64, f64), pole_dec_deg: (f64, f64), prime_meridian_deg: (f64, f64) },
    /// One turn in this number of hours about this pole (right ascension, declination); without a pole, about
    /// the pole of the ecliptic.
    Uniform {
        day_hours: f64,
        #[serde(default)]
        pole_deg: Option<(f64, f64)>,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
enum OrbitRow {
    Fixed,
    Planet,
    EarthFromBarycentre { moon: &'static str },
    Moon(MoonTableRow),
    Lunar,
    Conic(ConicRow),
    Returns,
}

/// The file of motions, by the names of the bodies.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MotionFile {
    planets: BTreeMap<String, PlanetTableRow>,
    moon: LunarTableRow,
    comets: BTreeMap<String, Vec<ConicRow>>,
}

/// Osculating elements of a path about the Sun.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConicRow {
    periapsis_au: f64,
    eccentricity: f64,
    inclination_deg: f64,
    ascending_node_deg: f64,
    argument_of_periapsis_deg: f64,
    periapsis_time_jd: f64,
}

/// All bodies of a catalogue, in the order of its text.
pub(super) fn bodies(text: &'static str, motion: &str) -> Result<Vec<CatalogueBody>, CatalogueError> {
    let rows: Vec<BodyRow> = ron::from_str(text)?;
    let motion: MotionFile = ron::from_str(motion)?;
    rows.iter().map(|row| body(row, &rows, &motion)).collect()
}

fn body(row: &BodyRow, rows: &[BodyRow], motion: &MotionFile) -> Result<CatalogueBody, CatalogueError> {
    let [a, b, c] = row.radii_km;
    Ok(CatalogueBody {
        name: row.name,
        has_article: row.has_article,
        kind: row.kind,
        parent: row.parent,
        orbit: orbit(row, rows, motion)?,
        rotation: rotation(&row.rotation),
        mean_radius_km: row.mean_radius_km.unwrap_or_else(|| libm::cbrt(a * b * c)),
        radii_km: row.radii_km,
        gm_km3_s2: row.gm_km3_s2,
    })
}

fn orbit(row: &BodyRow, rows: &[BodyRow], motion: &MotionFile) -> Result<Orbit, CatalogueError> {
    let no_motion = || CatalogueError::NoMotion { body: row.name };
    let planet = || {
        let elements = motion.planets.get(row.name).and_then(PlanetElements::from_table_row);
        elements.map(lasting).ok_or_else(no_motion)
    };
    let lunar = |gm_km3_s2: f64| {
        let theory = LunarTheory::from_table_row(&motion.moon, gm_km3_s2);
        theory.map(lasting).ok_or_else(no_motion)
    };
    Ok(match &row.orbit {
        OrbitRow::Fixed => Orbit::Fixed,
        OrbitRow::Planet => Orbit::Planet(planet()?),
        OrbitRow::EarthFromBarycentre { moon } => {
            let moon_gm = lunar_gm(rows, moon).ok_or(CatalogueError::NoMoon { planet: row.name, moon })?;
            let gm = row.gm_km3_s2 + moon_gm;
            Orbit::EarthFromBarycentre {
                barycentre: planet()?,
                moon: lunar(gm)?,
                moon_mass_fraction: moon_gm / gm,
            }
        }
        OrbitRow::Moon(elements) => Orbit::Moon(MoonElements::from_table_row(elements)),
        OrbitRow::Lunar => {
            let parent = rows.iter().find(|other| Some(other.name) == row.parent);
            let gm = row.gm_km3_s2 + parent.map_or(0.0, |parent| parent.gm_km3_s2);
            Orbit::Lunar(lunar(gm)?)
        }
        OrbitRow::Conic(elements) => Orbit::Conic(conic(elements)),
        OrbitRow::Returns => {
            let conics: Vec<Conic> = motion.comets.get(row.name).into_iter().flatten().map(conic).collect();
            Orbit::Returns(Returns::new(conics.leak()).ok_or_else(no_motion)?)
        }
    })
}

/// A part of the catalogue, which lasts as long as the program.
fn lasting<T>(part: T) -> &'static T {
    Box::leak(Box::new(part))
}

/// The gravitational parameter of the moon of this name, if it moves as the Moon does.
fn lunar_gm(rows: &[BodyRow], name: &str) -> Option<f64> {
    let row = rows.iter().find(|row| row.name == name)?;
    matches!(row.orbit, OrbitRow::Lunar).then_some(row.gm_km3_s2)
}

fn conic(row: &ConicRow) -> Conic {
    Conic {
        periapsis_km: row.periapsis_au * AU_KM,
        eccentricity: row.eccentricity,
        inclination: row.inclination_deg * DEGREE,
        ascending_node: row.ascending_node_deg * DEGREE,
        argument_of_periapsis: row.argument_of_periapsis_deg * DEGREE,
        periapsis_time_jd: row.periapsis_time_jd,
        gm_km3_s2: GM_SUN_KM3_S2,
    }
}

fn rotation(row: &RotationRow) -> Rotation {
    match *row {
        RotationRow::Iau { pole_ra_deg, pole_dec_deg, prime_meridian_deg } => Rotation {
            pole_ra: pole_ra_deg.0 * DEGREE,
            pole_ra_rate: pole_ra_deg.1 * DEGREE,
            pole_dec: pole_dec_deg.0 * DEGREE,
            pole_dec_rate: pole_dec_deg.1 * DEGREE,
            prime_meridian: prime_meridian_deg.0 * DEGREE,
            spin: prime_meridian_deg.1 * DEGREE,
        },
        RotationRow::Uniform { day_hours, pole_deg } => {
            let upright = Rotation { spin: 360.0 * 24.0 / day_hours * DEGREE, ..Rotation::STILL };
            match pole_deg {
                Some((ra_deg, dec_deg)) => {
                    Rotation { pole_ra: ra_deg * DEGREE, pole_dec: dec_deg * DEGREE, ..upright }
                }
                None => upright,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_catalogue_of_the_program_can_be_read() {
        if let Err(error) = bodies(TEXT, MOTION) {
            panic!("assets/sky/catalogue.ron or motion.ron:{error}");
        }
    }

    #[test]
    fn faults_of_a_catalogue_have_place_and_reason() {
        let fault = |text: &'static str| bodies(text, MOTION).expect_err("it is faulty").to_string();
        let unknown = fault("[\n(name: \"Sun\", kind: star, mass: 3)]");
        assert!(unknown.starts_with("2:") && unknown.contains("mass"), "{unknown}");
        let lone = fault(
            r#"[(name: "Earth", kind: planet, gm_km3_s2: 1, radii_km: (1, 1, 1), rotation: uniform(day_hours: 24),
                orbit: earth_from_barycentre(moon: "Luna"))]"#,
        );
        assert!(lone.contains("`Earth`") && lone.contains("`Luna`"), "{lone}");
        let unmoved = fault(
            r#"[(name: "Vulcan", kind: planet, gm_km3_s2: 1, radii_km: (1, 1, 1),
                rotation: uniform(day_hours: 24), orbit: planet)]"#,
        );
        assert!(unmoved.contains("`Vulcan`") && unmoved.contains("motion.ron"), "{unmoved}");
    }
}
