//! The text format of the catalogue, `assets/sky/catalogue.ron`.
//!
//! The file keeps the units in which the sources print their figures: degrees, astronomical units, days. The
//! bodies made from it have the units of this room.

use serde::Deserialize;

use super::catalogue::{BodyKind, CatalogueBody};
use super::constants::{AU_KM, DEGREE, GM_SUN_KM3_S2};
use super::elements::Conic;
use super::mean_elements::{MoonElements, MoonTableRow, PlanetElements, PlanetTableRow};
use super::path::Orbit;
use super::rotation::Rotation;

/// The file, as a part of the program: the same bodies on every machine.
pub(super) const TEXT: &str = include_str!("../../assets/sky/catalogue.ron");

/// The reason why a text is no catalogue.
#[derive(Debug, thiserror::Error)]
pub(super) enum CatalogueError {
    /// The text cannot be read; the message has the line.
    #[error("{0}")]
    Malformed(#[from] ron::error::SpannedError),
    /// A body is declared to move opposite to a moon that the catalogue lacks, or whose orbit is not a
    /// moon's.
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
    Planet(PlanetTableRow),
    EarthFromBarycentre { moon: &'static str, barycentre: PlanetTableRow },
    Moon(MoonTableRow),
    Conic(ConicRow),
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
pub(super) fn bodies(text: &'static str) -> Result<Vec<CatalogueBody>, CatalogueError> {
    let rows: Vec<BodyRow> = ron::from_str(text)?;
    rows.iter().map(|row| body(row, &rows)).collect()
}

fn body(row: &BodyRow, rows: &[BodyRow]) -> Result<CatalogueBody, CatalogueError> {
    let [a, b, c] = row.radii_km;
    Ok(CatalogueBody {
        name: row.name,
        kind: row.kind,
        parent: row.parent,
        orbit: orbit(row, rows)?,
        rotation: rotation(&row.rotation),
        mean_radius_km: row.mean_radius_km.unwrap_or_else(|| libm::cbrt(a * b * c)),
        radii_km: row.radii_km,
        gm_km3_s2: row.gm_km3_s2,
    })
}

fn orbit(row: &BodyRow, rows: &[BodyRow]) -> Result<Orbit, CatalogueError> {
    Ok(match &row.orbit {
        OrbitRow::Fixed => Orbit::Fixed,
        OrbitRow::Planet(elements) => Orbit::Planet(PlanetElements::from_table_row(elements)),
        OrbitRow::EarthFromBarycentre { moon, barycentre } => {
            let (elements, moon_gm) =
                moon_of(rows, moon).ok_or(CatalogueError::NoMoon { planet: row.name, moon })?;
            Orbit::EarthFromBarycentre {
                barycentre: PlanetElements::from_table_row(barycentre),
                moon: MoonElements::from_table_row(elements),
                moon_mass_fraction: moon_gm / (row.gm_km3_s2 + moon_gm),
            }
        }
        OrbitRow::Moon(elements) => Orbit::Moon(MoonElements::from_table_row(elements)),
        OrbitRow::Conic(elements) => Orbit::Conic(conic(elements)),
    })
}

/// The elements and the gravitational parameter of the moon of this name.
fn moon_of<'a>(rows: &'a [BodyRow], name: &str) -> Option<(&'a MoonTableRow, f64)> {
    let row = rows.iter().find(|row| row.name == name)?;
    match &row.orbit {
        OrbitRow::Moon(elements) => Some((elements, row.gm_km3_s2)),
        _ => None,
    }
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
        if let Err(error) = bodies(TEXT) {
            panic!("assets/sky/catalogue.ron:{error}");
        }
    }

    #[test]
    fn faults_of_a_catalogue_have_place_and_reason() {
        let fault = |text: &'static str| bodies(text).expect_err("it is faulty").to_string();
        let unknown = fault("[\n(name: \"Sun\", kind: star, mass: 3)]");
        assert!(unknown.starts_with("2:") && unknown.contains("mass"), "{unknown}");
        let lone = fault(
            r#"[(name: "Earth", kind: planet, gm_km3_s2: 1, radii_km: (1, 1, 1), rotation: uniform(day_hours: 24),
                orbit: earth_from_barycentre(moon: "Luna", barycentre: (
                    semi_major_axis_au: (1, 0), eccentricity: (0, 0), inclination_deg: (0, 0),
                    mean_longitude_deg: (0, 0), longitude_of_perihelion_deg: (0, 0), ascending_node_deg: (0, 0))))]"#,
        );
        assert!(lone.contains("`Earth`") && lone.contains("`Luna`"), "{lone}");
    }
}
