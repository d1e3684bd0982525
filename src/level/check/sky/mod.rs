//! Checks of the sky: each body is sound, the sky can be built, no two bodies overlap, and gravity wells have enough
//! distance.
//!
//! - Enters: the bodies of a level.
//! - Leaves: faults; the sky at the epoch of the level, if it can be built.
//! - Must never: build the sky of bodies that have faults, or look at every pair of many bodies.
//!
//! | file | checks |
//! |---|---|
//! | `bodies.rs` | names, numbers and parents of bodies |
//! | `orbits.rs` | single orbits: complete, and without contradictions |
//! | `looks.rs` | rotation and look |

use std::f64::consts::TAU;

use glam::DVec3;
use typed_index_collections::TiVec;

use super::{Examiner, limits, number};
use crate::level::check::sky::bodies::path_of;
use crate::level::{BodyId, BodyKind, StarSystem};
use crate::orbit::segment::distance_from;
use crate::orbit::{AU_KM, Conic, LAST_JD, State};

/// Two paths whose wells may touch are compared at this number of places each.
const PLACES: u32 = 256;
/// Two bodies whose motions depend on each other are compared at this number of dates.
const DATES: u32 = 1024;
/// Limit on compared pairs of wells, and so on messages about them.
const MAX_PAIRS: usize = 300;
/// Wells that overlap for no more than this share of the time are no fault, such as the well of a comet that
/// crosses the orbit of a planet.
const SELDOM: f64 = 0.02;
/// Bodies whose periods differ by no more than this share count as synchronous.
const IN_STEP: f64 = 1.0e-4;

/// The sky at the level's epoch.
pub(super) struct EpochSky {
    pub(super) system: StarSystem,
    /// The magnified world at the epoch, by index of the system's bodies.
    pub(super) states: TiVec<BodyId, State>,
}

impl EpochSky {
    /// The planet or dwarf that can move fastest, and its greatest speed in km/s.
    pub(super) fn fastest_planet(&self) -> Option<(&str, f64)> {
        let bodies = self.system.bodies.iter_enumerated();
        bodies
            .filter(|(_, body)| matches!(body.kind, BodyKind::Planet | BodyKind::Dwarf))
            .map(|(index, body)| (body.name.as_str(), self.system.max_speed_km_s(index)))
            .max_by(|(_, one), (_, other)| one.total_cmp(other))
    }
}

/// Builds the sky; `None` if that fails.
pub(super) fn check(examiner: &mut Examiner<'_>) -> Option<EpochSky> {
    let system = match StarSystem::build(examiner.level) {
        Ok(system) => system,
        Err(fault) => {
            let separator = if fault.field.is_empty() { "" } else { "." };
            let path = format!("{}{separator}{}", path_of(fault.entry), fault.field);
            examiner.error(&path, fault.message, "");
            return None;
        }
    };
    if !(all_have_a_place(examiner, &system) && all_fit_into_the_sky(examiner, &system)) {
        return None;
    }
    let mut states = TiVec::new();
    system.place_all(system.epoch_jd, &mut states);
    let sky = EpochSky { system, states };
    orbits_clear_their_parents(examiner, &sky);
    bodies_are_apart(examiner, &sky);
    // Bodies that are too near to each other need no second message about their wells.
    if examiner.errors == 0 {
        wells_are_apart(examiner, &sky.system);
    }
    Some(sky)
}

/// Every body must have a place at the epoch and at the end of the calendar. Then it has one in between and a
/// little beyond too, because terms that grow with time grow steadily.
fn all_have_a_place(examiner: &mut Examiner<'_>, system: &StarSystem) -> bool {
    let errors_before = examiner.errors;
    for (index, body) in system.bodies.iter_enumerated() {
        let has_place = [system.epoch_jd, LAST_JD].into_iter().all(|jd| {
            let State { position, velocity } = system.displayed_offset(index, jd);
            position.is_finite() && velocity.is_finite()
        });
        if !has_place {
            let message = format!("the place of {:?} cannot be computed from these numbers", body.name);
            examiner.error(&orbit_path(examiner, body.entry), message, "take less extreme ones");
        }
    }
    examiner.errors == errors_before
}

/// No body may fly through its parent at any place of its path.
fn orbits_clear_their_parents(examiner: &mut Examiner<'_>, sky: &EpochSky) {
    for body in &sky.system.bodies {
        let Some(parent) = body.parent.map(|parent| &sky.system.bodies[parent]) else { continue };
        let least_km = body.orbit.periapsis_km() * body.path_magnify;
        let needed_km = parent.displayed_radius_km + body.displayed_radius_km;
        if least_km <= needed_km {
            let message = format!(
                "{:?} comes to {} km of the centre of {:?}, but their radii add up to {} km at this scale",
                body.name,
                number(least_km.round()),
                parent.name,
                number(needed_km.round()),
            );
            let remedy = "enlarge the orbit, or lower `magnify`";
            examiner.error(&orbit_path(examiner, body.entry), message, remedy);
        }
    }
}

/// Checks limits on the sizes of bodies and wells, and on distances from the centre.
fn all_fit_into_the_sky(examiner: &mut Examiner<'_>, system: &StarSystem) -> bool {
    let errors_before = examiner.errors;
    let mut reaches_km: TiVec<BodyId, f64> = TiVec::with_capacity(system.bodies.len());
    for (index, body) in system.bodies.iter_enumerated() {
        let reach_km = own_reach_km(system, index) + body.parent.map_or(0.0, |parent| reaches_km[parent]);
        reaches_km.push(reach_km);
        let reach_au = reach_km / AU_KM;
        let is_within = reach_au <= limits::MAX_REACH_AU;
        if !is_within {
            let message =
                format!("{:?} gets as far as {} AU from the centre", body.name, number(reach_au.round()));
            let remedy = format!(
                "up to {} AU is possible: take a smaller orbit or a slower path, or lower `magnify`",
                number(limits::MAX_REACH_AU)
            );
            examiner.error(&orbit_path(examiner, body.entry), message, remedy);
        }
        let extent_au = body.well_radius_km.max(body.displayed_radius_km) / AU_KM;
        let is_within = extent_au <= limits::MAX_EXTENT_AU;
        if !is_within {
            let message = format!("{:?} with its gravity well has a radius of {extent_au:.0} AU", body.name);
            let most = number(limits::MAX_EXTENT_AU);
            let remedy = format!("up to {most} AU is possible: lower `radius_km`, `magnify` or `well_radii`");
            examiner.error(&path_of(body.entry), message, remedy);
        }
    }
    examiner.errors == errors_before
}

/// Greatest distance of a displayed body from its parent before the calendar ends, km.
fn own_reach_km(system: &StarSystem, body: BodyId) -> f64 {
    distances_km(system, body).map_or_else(
        // On an open path it is farthest at one of the ends.
        || {
            let distance_km = |jd: f64| system.displayed_offset(body, jd).position.length();
            distance_km(system.epoch_jd).max(distance_km(LAST_JD))
        },
        |(_, farthest_km)| farthest_km,
    )
}

/// No two bodies may overlap at the epoch. Sorted along x, so that only near ones are compared.
fn bodies_are_apart(examiner: &mut Examiner<'_>, sky: &EpochSky) {
    let bodies = &sky.system.bodies;
    let left_edge = |index: BodyId| sky.states[index].position.x - bodies[index].displayed_radius_km;
    let right_edge = |index: BodyId| sky.states[index].position.x + bodies[index].displayed_radius_km;
    let mut order: Vec<BodyId> = bodies.keys().collect();
    order.sort_by(|one, other| left_edge(*one).total_cmp(&left_edge(*other)));
    for (place, &one) in order.iter().enumerate() {
        for &other in order[place + 1..].iter().take_while(|other| left_edge(**other) <= right_edge(one)) {
            if examiner.is_full() {
                return;
            }
            let is_family = bodies[one].parent == Some(other) || bodies[other].parent == Some(one);
            if !is_family {
                pair_is_apart(examiner, sky, one.min(other), one.max(other));
            }
        }
    }
}

fn pair_is_apart(examiner: &mut Examiner<'_>, sky: &EpochSky, one: BodyId, other: BodyId) {
    let (first, second) = (&sky.system.bodies[one], &sky.system.bodies[other]);
    let distance_km = sky.states[one].position.distance(sky.states[other].position);
    let needed_km = first.displayed_radius_km + second.displayed_radius_km;
    if distance_km <= needed_km {
        let message = format!(
            "{:?} is inside {:?} at the start: {} km lie between their centres, but their radii add up to \
             {} km at this scale",
            second.name,
            first.name,
            number(distance_km.round()),
            number(needed_km.round()),
        );
        let remedy = "move one of them, or lower `magnify`";
        examiner.error(&orbit_path(examiner, second.entry), message, remedy);
    }
}

/// Warns of wells that overlap again and again: in such places a ship is carried by two bodies at once.
fn wells_are_apart(examiner: &mut Examiner<'_>, system: &StarSystem) {
    for (one, other) in wells_that_may_touch(system) {
        if examiner.is_full() {
            return;
        }
        pair_of_wells_is_apart(examiner, system, one.min(other), one.max(other));
    }
}

fn pair_of_wells_is_apart(examiner: &mut Examiner<'_>, system: &StarSystem, one: BodyId, other: BodyId) {
    let (first, second) = (&system.bodies[one], &system.bodies[other]);
    let needed_km = first.well_radius_km + second.well_radius_km;
    let Some(passing) = passing(system, one, other, needed_km) else { return };
    let is_within = passing.farthest_km <= (first.well_radius_km - second.well_radius_km).abs();
    let is_seldom = passing.share <= SELDOM && !passing.is_at_every_turn;
    if passing.nearest_km >= needed_km || is_within || is_seldom {
        return;
    }
    let when = if passing.is_at_every_turn {
        "whenever they pass each other".to_owned()
    } else {
        format!("for {} % of the time", number((100.0 * passing.share).round()))
    };
    let message = format!(
        "the gravity wells of {:?} and {:?} overlap {when}: the bodies come to {} km of each other, but the \
         radii of their wells add up to {} km at this scale",
        first.name,
        second.name,
        number(passing.nearest_km.round()),
        number(needed_km.round()),
    );
    let remedy = "choose a smaller `magnify` or smaller `well_radii`, or move the orbits apart";
    examiner.warn(&orbit_path(examiner, second.entry), message, remedy);
}

/// The closest passage of two bodies.
struct ClosestPassage {
    nearest_km: f64,
    /// Upper bound of their distance, km.
    farthest_km: f64,
    /// The share of the time for which they are too near.
    share: f64,
    /// Whether the path of the second body is too near to every place on the path of the first.
    is_at_every_turn: bool,
}

/// The closest passage of two bodies; `None` if one of them passes only once.
fn passing(system: &StarSystem, one: BodyId, other: BodyId, needed_km: f64) -> Option<ClosestPassage> {
    let period_days = |body: BodyId| system.bodies[body].displayed_period_days();
    let (days, other_days) = (period_days(one)?, period_days(other)?);
    let are_siblings = system.bodies[one].parent == system.bodies[other].parent;
    let are_in_step = (days - other_days).abs() <= IN_STEP * days;
    if are_siblings && !are_in_step {
        // In the long run every place of one path meets every place of the other.
        return Some(passing_of_paths(&spots(system, one)?, &spots(system, other)?, needed_km));
    }
    let span_days = longest_period_days(system, one).max(longest_period_days(system, other));
    Some(passing_by_date(system, one, other, needed_km, span_days))
}

/// A place of a path, from the parent's centre, and the share of the time that the body spends near that place.
struct PathSpot {
    place: DVec3,
    share: f64,
}

/// The displayed path of a body at the epoch, sampled evenly in eccentric anomaly; `None` for a body that does not
/// move.
fn spots(system: &StarSystem, body: BodyId) -> Option<Vec<PathSpot>> {
    let this = &system.bodies[body];
    let conic: Conic = this.orbit.osculating(system.epoch_jd)?;
    let eccentricity = conic.eccentricity;
    let long_km = conic.semi_major_axis_km()? * this.path_magnify;
    let short_km = long_km * ((1.0 - eccentricity) * (1.0 + eccentricity)).sqrt();
    let basis = conic.basis();
    let spot = |index: u32| {
        let (sine, cosine) = libm::sincos(TAU * f64::from(index) / f64::from(PLACES));
        PathSpot {
            place: basis.periapsis * (long_km * (cosine - eccentricity)) + basis.ahead * (short_km * sine),
            // Kepler's equation: time is proportional to 1 - e cos E.
            share: (1.0 - eccentricity * cosine) / f64::from(PLACES),
        }
    };
    Some((0..PLACES).map(spot).collect())
}

fn passing_of_paths(first: &[PathSpot], second: &[PathSpot], needed_km: f64) -> ClosestPassage {
    let mut passing = ClosestPassage {
        nearest_km: f64::INFINITY,
        farthest_km: greatest_distance_km(first) + greatest_distance_km(second),
        share: 0.0,
        is_at_every_turn: true,
    };
    for spot in first {
        let mut here_km = f64::INFINITY;
        let mut from = second.last().map_or(DVec3::ZERO, |last| last.place);
        for other in second {
            if spot.place.distance_squared(other.place) < needed_km * needed_km {
                passing.share += spot.share * other.share;
            }
            here_km = here_km.min(distance_from(spot.place, from, other.place));
            from = other.place;
        }
        passing.nearest_km = passing.nearest_km.min(here_km);
        passing.is_at_every_turn &= here_km < needed_km;
    }
    passing
}

fn greatest_distance_km(path: &[PathSpot]) -> f64 {
    path.iter().map(|spot| spot.place.length()).fold(0.0, f64::max)
}

fn passing_by_date(
    system: &StarSystem,
    one: BodyId,
    other: BodyId,
    needed_km: f64,
    span_days: f64,
) -> ClosestPassage {
    let mut passing =
        ClosestPassage { nearest_km: f64::INFINITY, farthest_km: 0.0, share: 0.0, is_at_every_turn: false };
    for index in 0..DATES {
        let jd = system.epoch_jd + span_days * f64::from(index) / f64::from(DATES);
        let place = system.displayed_state(one, jd).position;
        let distance_km = place.distance(system.displayed_state(other, jd).position);
        passing.nearest_km = passing.nearest_km.min(distance_km);
        passing.farthest_km = passing.farthest_km.max(distance_km);
        if distance_km < needed_km {
            passing.share += 1.0 / f64::from(DATES);
        }
    }
    passing
}

/// The longest period of a body and its parents; 0 without any.
fn longest_period_days(system: &StarSystem, body: BodyId) -> f64 {
    let this = &system.bodies[body];
    let own = this.displayed_period_days().unwrap_or(0.0);
    this.parent.map_or(own, |parent| own.max(longest_period_days(system, parent)))
}

/// The least and the greatest distance of a body's well from a common centre.
struct Shell {
    body: BodyId,
    centre: BodyId,
    inner_km: f64,
    outer_km: f64,
}

/// Pairs of bodies, up to [`MAX_PAIRS`], whose wells have overlapping distances from a common centre: bodies about
/// the same parent, and worlds anywhere in the sky. Moons inside the wells of their planets are exempt.
fn wells_that_may_touch(system: &StarSystem) -> Vec<(BodyId, BodyId)> {
    let mut pairs = Vec::new();
    let with_wells = || system.bodies.iter_enumerated().filter(|(_, body)| body.well_radius_km > 0.0);
    let about_parents = with_wells().filter_map(|(index, body)| {
        let own = distances_km(system, index)?;
        Some(shell(index, body.parent?, own, body.well_radius_km))
    });
    meet_in_shells(about_parents.collect(), &mut pairs, |_, _| true);
    let is_world = |kind: BodyKind| matches!(kind, BodyKind::Planet | BodyKind::Dwarf);
    let worlds = with_wells().filter(|(_, body)| is_world(body.kind)).filter_map(|(index, body)| {
        Some(shell(index, BodyId(0), distances_from_centre_km(system, index)?, body.well_radius_km))
    });
    meet_in_shells(worlds.collect(), &mut pairs, |one, other| {
        let are_siblings = system.bodies[one].parent == system.bodies[other].parent;
        !are_siblings && !circles(system, one, other) && !circles(system, other, one)
    });
    pairs
}

fn shell(body: BodyId, centre: BodyId, (nearest_km, farthest_km): (f64, f64), well_km: f64) -> Shell {
    Shell { body, centre, inner_km: nearest_km - well_km, outer_km: farthest_km + well_km }
}

/// Adds the pairs whose shells meet. Sorted by their inner edges, so that only near ones are compared.
fn meet_in_shells(
    mut shells: Vec<Shell>,
    pairs: &mut Vec<(BodyId, BodyId)>,
    is_meant: impl Fn(BodyId, BodyId) -> bool,
) {
    shells.sort_by(|one, other| one.centre.cmp(&other.centre).then(one.inner_km.total_cmp(&other.inner_km)));
    for (place, one) in shells.iter().enumerate() {
        let reaches = |other: &&Shell| other.centre == one.centre && other.inner_km <= one.outer_km;
        for other in shells[place + 1..].iter().take_while(reaches) {
            if pairs.len() >= MAX_PAIRS {
                return;
            }
            if is_meant(one.body, other.body) {
                pairs.push((one.body, other.body));
            }
        }
    }
}

/// The least and the greatest displayed distance of a body from its parent, km; `None` on an open path.
fn distances_km(system: &StarSystem, body: BodyId) -> Option<(f64, f64)> {
    let this = &system.bodies[body];
    let farthest_km = this.orbit.apoapsis_km()? * this.path_magnify;
    Some((this.orbit.periapsis_km() * this.path_magnify, farthest_km))
}

/// The bounds of a body's distance from the centre of the sky: the ways of the body and of its parents may
/// add up.
fn distances_from_centre_km(system: &StarSystem, body: BodyId) -> Option<(f64, f64)> {
    let (nearest_km, farthest_km) = distances_km(system, body)?;
    let Some(parent) = system.bodies[body].parent else { return Some((nearest_km, farthest_km)) };
    let (parent_nearest_km, parent_farthest_km) = distances_from_centre_km(system, parent)?;
    let least_km = (nearest_km - parent_farthest_km).max(parent_nearest_km - farthest_km).max(0.0);
    Some((least_km, farthest_km + parent_farthest_km))
}

/// Whether a body circles another, directly or through other bodies.
fn circles(system: &StarSystem, body: BodyId, centre: BodyId) -> bool {
    system.bodies[body].parent.is_some_and(|parent| parent == centre || circles(system, parent, centre))
}

/// The path of a body's orbit, or of the body if its orbit is from the catalogue.
fn orbit_path(examiner: &Examiner<'_>, entry: usize) -> String {
    let has_orbit = examiner.level.bodies[entry].given().orbit.is_some();
    if has_orbit { format!("{}.orbit", path_of(entry)) } else { path_of(entry) }
}
pub(in crate::level::check) mod bodies;
pub(in crate::level::check) mod looks;
pub(in crate::level::check) mod orbits;
