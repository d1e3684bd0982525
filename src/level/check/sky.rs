//! The sky as a whole: that it can be put together, and that no two bodies are inside each other.

use super::bodies::path_of;
use super::{Examiner, number};
use crate::level::model::{BodyEntry, BodyKind};
use crate::level::system::StarSystem;
use crate::orbit::State;

/// The sky at the level's epoch.
pub(super) struct Sky {
    pub(super) system: StarSystem,
    /// The magnified world at the epoch, by index of the system's bodies.
    pub(super) states: Vec<State>,
}

impl Sky {
    /// The planet or dwarf that can move fastest, and its greatest speed in km/s.
    pub(super) fn fastest_planet(&self) -> Option<(&str, f64)> {
        let bodies = self.system.bodies.iter().enumerate();
        bodies
            .filter(|(_, body)| matches!(body.kind, BodyKind::Planet | BodyKind::Dwarf))
            .map(|(index, body)| (body.name.as_str(), self.system.max_speed_km_s(index)))
            .max_by(|(_, one), (_, other)| one.total_cmp(other))
    }
}

/// Puts the sky together; `None` if that cannot be done.
pub(super) fn check(examiner: &mut Examiner<'_>) -> Option<Sky> {
    let system = match StarSystem::build(examiner.level) {
        Ok(system) => system,
        Err(fault) => {
            let separator = if fault.field.is_empty() { "" } else { "." };
            let path = format!("{}{separator}{}", path_of(fault.body), fault.field);
            examiner.error(&path, fault.message, fault.remedy.unwrap_or_default());
            return None;
        }
    };
    let mut states = Vec::new();
    system.place_all(system.epoch_jd, &mut states);
    let sky = Sky { system, states };
    if !all_have_a_place(examiner, &sky) {
        return None;
    }
    orbits_clear_their_parents(examiner, &sky);
    bodies_are_apart(examiner, &sky);
    Some(sky)
}

fn all_have_a_place(examiner: &mut Examiner<'_>, sky: &Sky) -> bool {
    let errors_before = examiner.errors;
    for (body, state) in sky.system.bodies.iter().zip(&sky.states) {
        if !(state.position.is_finite() && state.velocity.is_finite()) {
            let message = format!("the place of {:?} cannot be computed from these numbers", body.name);
            examiner.error(&orbit_path(examiner, body.entry), message, "take less extreme ones");
        }
    }
    examiner.errors == errors_before
}

/// No body may fly through its parent, wherever on its path it is at the start.
fn orbits_clear_their_parents(examiner: &mut Examiner<'_>, sky: &Sky) {
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

/// No two bodies may overlap at the epoch. Sorted along x, so that only near ones are compared.
fn bodies_are_apart(examiner: &mut Examiner<'_>, sky: &Sky) {
    let bodies = &sky.system.bodies;
    let left_edge = |index: usize| sky.states[index].position.x - bodies[index].displayed_radius_km;
    let right_edge = |index: usize| sky.states[index].position.x + bodies[index].displayed_radius_km;
    let mut order: Vec<usize> = (0..bodies.len()).collect();
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

fn pair_is_apart(examiner: &mut Examiner<'_>, sky: &Sky, one: usize, other: usize) {
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

/// The path of a body's orbit, or of the body where the catalogue has its orbit.
fn orbit_path(examiner: &Examiner<'_>, entry: usize) -> String {
    let has_orbit = match &examiner.level.bodies[entry] {
        BodyEntry::Body(_) => false,
        BodyEntry::Changed(changed) => changed.orbit.is_some(),
        BodyEntry::Own(own) => own.orbit.is_some(),
    };
    if has_orbit { format!("{}.orbit", path_of(entry)) } else { path_of(entry) }
}
