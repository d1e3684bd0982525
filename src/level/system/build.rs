//! How a sky is built of a level: bodies with their parents, orbits, rotations, sizes and wells.

use std::collections::BTreeMap;

use glam::DVec3;
use typed_index_collections::TiVec;

use super::{StarSystem, SystemBody};
use crate::level::BodyId;
use crate::level::model::{BodyEntry, BodyKind, Epoch, Level, OrbitPlane, OrbitSpec, RotationSpec, Scale};
use crate::orbit;
use crate::orbit::{
    CalendarDate, Conic, DAYS_PER_CENTURY, GameClock, Orbit, Rotation, SECONDS_PER_DAY, State,
};

/// Default radius of a star's well, in its magnified radii: its rings are orbits round it, well inside the orbits
/// of its planets.
pub const STAR_WELL_RADII: f64 = 5.0;
/// The share that a star's well may take of the distance of its nearest companion.
const STAR_WELL_SHARE: f64 = 0.5;
/// A star whose well would be narrower than this, in its magnified radii, has none.
const LEAST_STAR_WELL_RADII: f64 = 2.0;
/// The share of its distance from the parent that a moon's gravity well may take at most.
pub const MOON_WELL_SHARE: f64 = 0.3;

/// The reason why a sky cannot be built.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("bodies[{entry}] {field}: {message}")]
pub struct BuildFault {
    /// Index in [`Level::bodies`] of the body at fault.
    pub entry: usize,
    /// The field at fault, relative to the body, `"orbit.eccentricity"`; may be empty.
    pub field: String,
    /// The fault in words.
    pub message: String,
}

impl StarSystem {
    /// Builds the sky of a level. Everything that depends on more than one body is resolved here.
    pub fn build(level: &Level) -> Result<Self, BuildFault> {
        let epoch_jd = epoch_to_jd(&level.epoch).map_err(|message| fault(0, "", message))?;
        let clock = GameClock { epoch_jd, days_per_second: level.clock.days_per_second };
        let mut system = Self { bodies: TiVec::with_capacity(level.bodies.len()), epoch_jd, clock };
        for entry in order_parents_first(level)? {
            let body = system.resolve(level, entry)?;
            system.bodies.push(body);
        }
        system.bound_wells_of_stars(level);
        Ok(system)
    }

    /// Shrinks the wells of stars to stay clear of their satellites, unless the level sets their width.
    fn bound_wells_of_stars(&mut self, level: &Level) {
        let is_usual = |body: &SystemBody| level.bodies[body.entry].given().well_radii.is_none();
        for star in self.bodies.keys() {
            if self.bodies[star].kind != BodyKind::Star || !is_usual(&self.bodies[star]) {
                continue;
            }
            let near = self.bodies.iter().filter(|body| body.parent == Some(star));
            let nearest_km =
                near.map(|body| body.orbit.periapsis_km() * body.path_magnify).fold(f64::INFINITY, f64::min);
            let this = &mut self.bodies[star];
            let well_km = this.well_radius_km.min(STAR_WELL_SHARE * nearest_km);
            let has_room = well_km > LEAST_STAR_WELL_RADII * this.displayed_radius_km;
            this.well_radius_km = if has_room { well_km } else { 0.0 };
        }
    }

    fn resolve(&self, level: &Level, entry: usize) -> Result<SystemBody, BuildFault> {
        let body = &level.bodies[entry];
        let (given, known) = (body.given(), body.catalogue());
        let name = known.map_or(body.name(), |known| known.name);
        let has_article = known.is_some_and(|known| known.has_article);
        let kind = match (body, known) {
            (BodyEntry::Own(own), _) => own.kind,
            (_, Some(known)) => known.kind,
            (_, None) => {
                return Err(fault(entry, "", format!("the catalogue has no body `{}`", body.name())));
            }
        };
        let parent = self.parent_of(body, entry)?;
        let orbit = match &given.orbit {
            Some(spec) => self.orbit_from_spec(spec, parent, entry)?,
            None => known.map_or(Orbit::FIXED, |known| known.orbit),
        };
        let rotation = match &given.rotation {
            Some(spec) => rotation_from_spec(spec, self.epoch_jd),
            None => known.map_or_else(no_rotation, |known| known.rotation),
        };
        let (usual, path_magnify) = self.magnified(kind, parent, &level.scale);
        let magnify = given.magnify.unwrap_or(usual);
        let radius_km = given.radius_km.or(known.map(|known| known.mean_radius_km)).unwrap_or_default();
        let displayed_radius_km = radius_km * magnify;
        let nearest_km = orbit.periapsis_km() * path_magnify;
        let usual_well_km = || usual_well_km(kind, displayed_radius_km, nearest_km, &level.scale);
        Ok(SystemBody {
            name: name.to_owned(),
            in_words: if has_article { format!("the {name}") } else { name.to_owned() },
            kind,
            parent,
            entry,
            orbit,
            rotation,
            radius_km,
            displayed_radius_km,
            gm_km3_s2: given.gm_km3_s2.or(known.map(|known| known.gm_km3_s2)),
            magnify,
            path_magnify,
            slow: if kind == BodyKind::Star { 1.0 } else { level.scale.slow },
            well_radius_km: given.well_radii.map_or_else(usual_well_km, |radii| radii * displayed_radius_km),
            rings: given.rings,
            look: given.look.clone(),
        })
    }

    fn parent_of(&self, body: &BodyEntry, entry: usize) -> Result<Option<BodyId>, BuildFault> {
        let Some(name) = parent_name(body) else { return Ok(None) };
        let message = || format!("`{name}`, which `{}` circles, is not in the level", body.name());
        self.find(&name).map(Some).ok_or_else(|| fault(entry, "parent", message()))
    }

    /// The factors of a kind of body: usually of the body itself, and always of its path about the parent.
    fn magnified(&self, kind: BodyKind, parent: Option<BodyId>, scale: &Scale) -> (f64, f64) {
        match (kind, parent) {
            (BodyKind::Star, _) => (scale.magnify_star, 1.0),
            (BodyKind::Moon, Some(planet)) => (self.bodies[planet].magnify, self.bodies[planet].magnify),
            _ => (scale.magnify, 1.0),
        }
    }

    fn orbit_from_spec(
        &self,
        spec: &OrbitSpec,
        parent: Option<BodyId>,
        entry: usize,
    ) -> Result<Orbit, BuildFault> {
        let parent = parent
            .map(|index| &self.bodies[index])
            .ok_or_else(|| fault(entry, "orbit", "a body without a parent has nothing to circle".into()))?;
        let periapsis_km = periapsis_of(spec, entry)?;
        let gm_km3_s2 = gm_of(spec, parent, periapsis_km, entry)?;
        let mut conic = Conic {
            periapsis_km,
            eccentricity: spec.eccentricity,
            inclination: spec.inclination_deg.to_radians(),
            ascending_node: spec.ascending_node_deg.to_radians(),
            argument_of_periapsis: spec.argument_of_periapsis_deg.to_radians(),
            periapsis_time_jd: self.epoch_jd,
            gm_km3_s2,
        };
        conic.periapsis_time_jd = match (&spec.periapsis_passage, spec.mean_anomaly_deg) {
            (Some(date), _) => {
                epoch_to_jd(date).map_err(|message| fault(entry, "orbit.periapsis_passage", message))?
            }
            (None, mean_anomaly) => {
                let angle = mean_anomaly.unwrap_or(0.0).to_radians();
                self.epoch_jd - angle / (conic.mean_motion() * SECONDS_PER_DAY)
            }
        };
        if spec.plane == OrbitPlane::ParentEquator {
            conic = tilt_to_equator(&conic, parent.rotation.pole(self.epoch_jd), self.epoch_jd);
        }
        Ok(Orbit::Conic(conic))
    }
}

/// A date of a level as a Julian date (TDB), or its fault.
pub fn epoch_to_jd(epoch: &Epoch) -> Result<f64, String> {
    match epoch {
        Epoch::Jd(jd) if jd.is_finite() => Ok(*jd),
        Epoch::Jd(jd) => Err(format!("{jd} is not a Julian date")),
        Epoch::Date(text) => match text.parse::<CalendarDate>() {
            Ok(date) => Ok(date.to_julian_date()),
            Err(error) => Err(error.to_string()),
        },
    }
}

/// The name of an entry's parent, from the level or from the catalogue.
pub fn parent_name(body: &BodyEntry) -> Option<String> {
    let from_catalogue = || body.catalogue()?.parent.map(str::to_owned);
    body.given().parent.clone().or_else(from_catalogue)
}

/// Indices of the level's bodies in an order in which every parent comes before its children.
fn order_parents_first(level: &Level) -> Result<Vec<usize>, BuildFault> {
    let parents: Vec<Option<String>> = level.bodies.iter().map(parent_name).collect();
    let by_name: BTreeMap<String, usize> =
        level.bodies.iter().enumerate().map(|(index, body)| (body.name().to_lowercase(), index)).collect();
    let mut order = Vec::with_capacity(level.bodies.len());
    let mut placed = vec![false; level.bodies.len()];
    for start in 0..level.bodies.len() {
        // Go up to the first ancestor that is placed, then place the chain from the top down.
        let mut chain = Vec::new();
        let mut next = Some(start);
        while let Some(index) = next.filter(|&index| !placed[index]) {
            if chain.contains(&index) {
                let name = level.bodies[index].name();
                return Err(fault(index, "parent", format!("`{name}` circles itself, through its parents")));
            }
            chain.push(index);
            next = parents[index].as_ref().and_then(|name| by_name.get(&name.to_lowercase()).copied());
        }
        for index in chain.into_iter().rev() {
            placed[index] = true;
            order.push(index);
        }
    }
    Ok(order)
}

fn periapsis_of(spec: &OrbitSpec, entry: usize) -> Result<f64, BuildFault> {
    match (spec.semi_major_axis, spec.periapsis) {
        (Some(axis), None) if spec.eccentricity < 1.0 => Ok(axis.km() * (1.0 - spec.eccentricity)),
        (None, Some(periapsis)) => Ok(periapsis.km()),
        _ => Err(fault(
            entry,
            "orbit",
            "an orbit needs either `semi_major_axis` (with an eccentricity below 1) or `periapsis`".into(),
        )),
    }
}

/// The gravitational parameter of the orbit: from its period, else the parent's parameter.
fn gm_of(spec: &OrbitSpec, parent: &SystemBody, periapsis_km: f64, entry: usize) -> Result<f64, BuildFault> {
    if let Some(days) = spec.period_days {
        let semi_major_axis_km = periapsis_km / (1.0 - spec.eccentricity);
        let mean_motion = std::f64::consts::TAU / (days * SECONDS_PER_DAY);
        return Ok(mean_motion * mean_motion * semi_major_axis_km * semi_major_axis_km * semi_major_axis_km);
    }
    parent.gm_km3_s2.ok_or_else(|| {
        fault(
            entry,
            "orbit",
            format!("`{}` has no `gm_km3_s2`, so the orbit needs `period_days`", parent.name),
        )
    })
}

/// The same orbit with its angles understood as measured from the plane across `pole`.
fn tilt_to_equator(conic: &Conic, pole: DVec3, jd: f64) -> Conic {
    // The equator's ascending node on the ecliptic; any direction does for coincident planes.
    let node = DVec3::Z.cross(pole).try_normalize().unwrap_or(DVec3::X);
    let across = pole.cross(node);
    let to_ecliptic = |local: DVec3| node * local.x + across * local.y + pole * local.z;
    let state = conic.state(jd);
    let tilted = State { position: to_ecliptic(state.position), velocity: to_ecliptic(state.velocity) };
    Conic::from_state(&tilted, jd, conic.gm_km3_s2)
}

fn rotation_from_spec(spec: &RotationSpec, epoch_jd: f64) -> Rotation {
    Rotation::about_ecliptic_pole(
        spec.pole_longitude_deg.to_radians(),
        spec.pole_latitude_deg.to_radians(),
        spec.day_hours,
        spec.prime_meridian_deg.to_radians(),
        epoch_jd,
    )
}

/// Upright, with a rotation period of ten thousand years: practically still.
fn no_rotation() -> Rotation {
    let hours = DAYS_PER_CENTURY * 100.0 * 24.0;
    Rotation::about_ecliptic_pole(0.0, std::f64::consts::FRAC_PI_2, hours, 0.0, orbit::J2000_JD)
}

/// The default radius of a well, km; `nearest_km` is the least distance from the parent.
fn usual_well_km(kind: BodyKind, displayed_radius_km: f64, nearest_km: f64, scale: &Scale) -> f64 {
    let usual = (scale.well_radii * displayed_radius_km).max(scale.least_well_km);
    match kind {
        BodyKind::Star => STAR_WELL_RADII * displayed_radius_km,
        BodyKind::Planet | BodyKind::Dwarf | BodyKind::Comet => usual,
        BodyKind::Moon => usual.min(nearest_km * MOON_WELL_SHARE).max(displayed_radius_km),
    }
}

fn fault(entry: usize, field: &str, message: String) -> BuildFault {
    BuildFault { entry, field: field.into(), message }
}
