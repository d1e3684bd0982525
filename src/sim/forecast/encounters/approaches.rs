//! The next passage of two bodies by each other.

use super::{Looks, OrbitBounds, Outlook, Span, first_nearing};
use crate::level::{BodyKind, StarSystem};
use crate::orbit::State;
use crate::sim::BodyId;

/// Two bodies count as close within the sum of their well radii; times this factor if one is a comet, because the well
/// of a comet is small.
const COMET_FACTOR: f64 = 3.0;

/// The pairs of bodies whose approaches matter: planets and dwarfs with each other and with comets. Pairs, and the
/// bodies of a pair, are in the order of the system. Comets are not compared with each other: thousands of them would
/// have millions of pairs.
pub fn pairs(system: &StarSystem) -> Vec<(BodyId, BodyId)> {
    let of_kinds = |kinds: &[BodyKind]| -> Vec<BodyId> {
        let meant = system.bodies.iter_enumerated().filter(|(_, body)| kinds.contains(&body.kind));
        meant.map(|(body, _)| body).collect()
    };
    let worlds = of_kinds(&[BodyKind::Planet, BodyKind::Dwarf]);
    let all = of_kinds(&[BodyKind::Planet, BodyKind::Dwarf, BodyKind::Comet]);
    let mut pairs = Vec::new();
    for &first in &all {
        let others = if worlds.contains(&first) { &all } else { &worlds };
        let later = others.iter().filter(|second| first < **second && !are_family(system, first, **second));
        pairs.extend(later.map(|second| (first, *second)));
    }
    pairs
}

/// Whether one of two bodies circles the other.
fn are_family(system: &StarSystem, one: BodyId, other: BodyId) -> bool {
    let circles = |child: BodyId, parent: BodyId| {
        system.bodies.get(child).is_some_and(|body| body.parent == Some(parent))
    };
    circles(one, other) || circles(other, one)
}

/// The distance below which two bodies count as close, km: their wells touch or, if one is a comet, nearly so. 0
/// for unknown bodies.
pub fn touching_km(system: &StarSystem, first: BodyId, second: BodyId) -> f64 {
    let mut both = [first, second].into_iter().filter_map(|body| system.bodies.get(body));
    let wells = wells_km(system, first, second);
    if both.any(|body| body.kind == BodyKind::Comet) { COMET_FACTOR * wells } else { wells }
}

/// The distance below which the wells of two bodies reach each other, km.
pub(super) fn wells_km(system: &StarSystem, first: BodyId, second: BodyId) -> f64 {
    [first, second].iter().filter_map(|body| system.bodies.get(*body)).map(|body| body.well_radius_km).sum()
}

/// The first time within a span at which the centres of two bodies are no farther from each other than
/// `within_km`. Each look computes the places of both bodies.
pub fn next_approach(
    system: &StarSystem,
    first: BodyId,
    second: BodyId,
    within_km: f64,
    span: Span,
    looks: &Looks,
) -> Outlook {
    let has = |body: BodyId| system.bodies.get(body).is_some();
    let bounds = |body: BodyId| OrbitBounds::of(system, body, span);
    if first == second
        || !has(first)
        || !has(second)
        || are_family(system, first, second)
        || bounds(first).distance_between(&bounds(second)) > within_km
    {
        return Outlook::Clear { until_jd: span.until_jd };
    }
    let path = |jd: f64| {
        let (one, other) = (system.displayed_state(first, jd), system.displayed_state(second, jd));
        State { position: one.position - other.position, velocity: one.velocity - other.velocity }
    };
    let bounds = system.path_bounds(first) + system.path_bounds(second);
    first_nearing(path, bounds, within_km, span, looks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::forecast::test_support::{BASALT, COMET, ICE, MOON, system};

    #[test]
    fn pairs_are_those_of_planets_with_planets_and_comets_in_order() {
        let found = pairs(&system());
        assert!(found.contains(&(BASALT, ICE)) && found.contains(&(BASALT, COMET)), "{found:?}");
        assert!(found.iter().all(|(first, second)| first < second && ![*first, *second].contains(&MOON)));
        assert!(found.is_sorted());
    }
}
