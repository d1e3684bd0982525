//! `ecliptic ephemeris`: prints the true places of the bodies of a level.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use ecliptic::level::StarSystem;
use ecliptic::orbit::{AU_KM, CalendarDate, FIRST_JD, LAST_JD, SECONDS_PER_DAY, State};
use ecliptic::sim::ids::BodyId;
use serde::Serialize;

use super::{Failure, load_level, load_rules, say};

/// Which bodies, and when.
#[derive(Args)]
pub struct EphemerisArguments {
    /// The level
    level: PathBuf,
    /// Dates (TDB): Julian dates or calendar dates such as 2026-11-21T12:00, separated by commas
    #[arg(long, value_delimiter = ',', required = true)]
    at: Vec<String>,
    /// Bodies, separated by commas; all, if left out
    #[arg(long, value_delimiter = ',')]
    bodies: Vec<String>,
    /// The body that places are counted from; the star at the centre, if left out
    #[arg(long)]
    center: Option<String>,
    /// Also print how the bodies are turned
    #[arg(long)]
    rotation: bool,
    /// The form of the output
    #[arg(long, value_enum, default_value_t = Format::Csv)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Csv,
    Json,
}

/// A line of the output: J2000 ecliptic.
#[derive(Serialize)]
struct Row {
    body: String,
    jd_tdb: f64,
    x_au: f64,
    y_au: f64,
    z_au: f64,
    vx_au_day: f64,
    vy_au_day: f64,
    vz_au_day: f64,
}

/// The columns that `--rotation` adds to a line.
#[derive(Serialize)]
struct RotationColumns {
    pole_ra_deg: f64,
    pole_dec_deg: f64,
    w_deg: f64,
    subsolar_lon_deg: f64,
    subsolar_lat_deg: f64,
}

/// A line with both; flattening is left to JSON, CSV writes the two parts side by side.
#[derive(Serialize)]
struct FullRow {
    #[serde(flatten)]
    row: Row,
    #[serde(flatten)]
    rotation: Option<RotationColumns>,
}

/// Prints a line for every body and date.
pub fn run(arguments: &EphemerisArguments) -> Result<ExitCode, Failure> {
    let rules = load_rules()?;
    let loaded = load_level(&arguments.level, &rules)?;
    let system = StarSystem::build(&loaded.level).map_err(Failure::faulty)?;
    let dates = arguments.at.iter().map(|text| parse_date(text)).collect::<Result<Vec<f64>, _>>()?;
    let center = arguments.center.as_deref().map(|name| find(&system, name)).transpose()?;
    let bodies = if arguments.bodies.is_empty() {
        system.bodies.keys().collect()
    } else {
        arguments.bodies.iter().map(|name| find(&system, name)).collect::<Result<Vec<BodyId>, _>>()?
    };
    let rows: Vec<FullRow> = dates
        .iter()
        .flat_map(|&jd| bodies.iter().map(move |&body| (jd, body)))
        .map(|(jd, body)| FullRow {
            row: row(&system, body, center, jd),
            rotation: arguments.rotation.then(|| rotation(&system, body, jd)),
        })
        .collect();
    print_rows(&rows, arguments.format)?;
    Ok(ExitCode::SUCCESS)
}

fn parse_date(text: &str) -> Result<f64, Failure> {
    let text = text.trim();
    match text.parse::<f64>() {
        Ok(jd) if (FIRST_JD..=LAST_JD).contains(&jd) => Ok(jd),
        Ok(jd) => Err(Failure::faulty(format!("--at {jd:e}: Julian dates go from {FIRST_JD} to {LAST_JD}"))),
        _ => text
            .parse::<CalendarDate>()
            .map(|date| date.to_julian_date())
            .map_err(|error| Failure::faulty(format!("--at {text}: {error}"))),
    }
}

fn find(system: &StarSystem, name: &str) -> Result<BodyId, Failure> {
    system.find(name.trim()).ok_or_else(|| {
        let known: Vec<&str> = system.bodies.iter().map(|body| body.name.as_str()).collect();
        Failure::faulty(format!("the level has no body `{name}`; it has: {}", known.join(", ")))
    })
}

fn row(system: &StarSystem, body: BodyId, center: Option<BodyId>, jd: f64) -> Row {
    let State { position, velocity } = system.true_state(body, jd);
    let origin = center.map(|center| system.true_state(center, jd));
    let position = (position - origin.map_or(glam::DVec3::ZERO, |origin| origin.position)) / AU_KM;
    let velocity =
        (velocity - origin.map_or(glam::DVec3::ZERO, |origin| origin.velocity)) * (SECONDS_PER_DAY / AU_KM);
    Row {
        body: system.bodies[body].name.clone(),
        jd_tdb: jd,
        x_au: position.x,
        y_au: position.y,
        z_au: position.z,
        vx_au_day: velocity.x,
        vy_au_day: velocity.y,
        vz_au_day: velocity.z,
    }
}

fn rotation(system: &StarSystem, body: BodyId, jd: f64) -> RotationColumns {
    let rotation = &system.bodies[body].rotation;
    let (right_ascension, declination) = rotation.pole_equatorial(jd);
    let to_star = -system.true_state(body, jd).position;
    let (longitude, latitude) = rotation.subsolar(jd, to_star);
    RotationColumns {
        pole_ra_deg: right_ascension.to_degrees(),
        pole_dec_deg: declination.to_degrees(),
        w_deg: rotation.prime_meridian_angle(jd).to_degrees(),
        subsolar_lon_deg: longitude.to_degrees(),
        subsolar_lat_deg: latitude.to_degrees(),
    }
}

fn print_rows(rows: &[FullRow], format: Format) -> Result<(), Failure> {
    if matches!(format, Format::Json) {
        return say(serde_json::to_string_pretty(rows).map_err(Failure::cannot)?);
    }
    let mut writer = csv::Writer::from_writer(Vec::new());
    for FullRow { row, rotation } in rows {
        match rotation {
            None => writer.serialize(row),
            Some(rotation) => writer.serialize((row, rotation)),
        }
        .map_err(Failure::cannot)?;
    }
    let lines = writer.into_inner().map_err(Failure::cannot)?;
    say(String::from_utf8_lossy(&lines).trim_end())
}
