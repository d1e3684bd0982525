//! Checks of single orbits: complete, and without contradictions.

use std::collections::BTreeMap;

use crate::level::check::header::date;
use crate::level::check::sky::bodies::path_of;
use crate::level::check::{Examiner, limits};
use crate::level::{BodyEntry, OrbitSpec, parent_name};

pub(in crate::level::check) fn check(examiner: &mut Examiner<'_>) {
    let level = examiner.level;
    let gravity = gravity_by_name(&level.bodies);
    for (index, body) in level.bodies.iter().enumerate() {
        if examiner.is_full() {
            return;
        }
        let given = body.given();
        match &given.orbit {
            Some(spec) => {
                numbers(examiner, index, spec);
                let parent = parent_name(body);
                if let Some(gm) = parent.as_deref().and_then(|parent| gravity.get(&parent.to_lowercase())) {
                    period(examiner, index, spec, parent.as_deref().unwrap_or(""), *gm);
                }
            }
            None => absent(examiner, index, body, given.parent.as_deref()),
        }
    }
}

/// The known gravitational parameters of the level's bodies.
fn gravity_by_name(bodies: &[BodyEntry]) -> BTreeMap<String, Option<f64>> {
    let gravity_of = |body: &BodyEntry| {
        let known = body.catalogue().map(|known| known.gm_km3_s2).filter(|gm| *gm > 0.0);
        body.given().gm_km3_s2.or(known)
    };
    bodies.iter().map(|body| (body.name().to_lowercase(), gravity_of(body))).collect()
}

/// A body with a parent needs an orbit, from the level or from the catalogue.
fn absent(examiner: &mut Examiner<'_>, index: usize, body: &BodyEntry, parent: Option<&str>) {
    let has_catalogue_orbit = match body {
        BodyEntry::Own(_) => false,
        known => known.catalogue().is_none_or(|known| known.parent.is_some()),
    };
    if let Some(parent) = parent
        && !has_catalogue_orbit
    {
        let message = format!("{:?} circles {parent:?} but has no `orbit`", body.name());
        let remedy = "write `orbit: (semi_major_axis: au(1.2), eccentricity: 0.1)`";
        examiner.missing(&path_of(index), message, remedy);
    }
}

fn numbers(examiner: &mut Examiner<'_>, index: usize, spec: &OrbitSpec) {
    let path = format!("{}.orbit", path_of(index));
    size(examiner, &path, spec);
    moment(examiner, &path, spec);
    if let Some(days) = spec.period_days {
        let period_path = format!("{path}.period_days");
        if spec.eccentricity >= 1.0 {
            let remedy = "remove `period_days`, or make `eccentricity` less than 1";
            examiner.error(&period_path, "an open path (`eccentricity` 1 or more) has no period", remedy);
        } else {
            examiner.within(&period_path, days, limits::PERIOD_DAYS);
        }
    }
}

/// Exactly one of `semi_major_axis` and `periapsis`.
fn size(examiner: &mut Examiner<'_>, path: &str, spec: &OrbitSpec) {
    let axis_path = format!("{path}.semi_major_axis");
    let periapsis_path = format!("{path}.periapsis");
    match (spec.semi_major_axis, spec.periapsis) {
        (None, None) => {
            let remedy = "write `semi_major_axis: au(1.2)` or `periapsis: au(1.1)`";
            examiner.missing(path, "the orbit has no size", remedy);
        }
        (Some(_), Some(_)) => {
            examiner.error(&periapsis_path, "`semi_major_axis` is given too", "give one of the two");
        }
        _ => {}
    }
    if spec.semi_major_axis.is_some() && spec.eccentricity >= 1.0 {
        let message = "an open path (`eccentricity` 1 or more) has no semi-major axis";
        examiner.error(&axis_path, message, "give `periapsis`, its least distance, instead");
    }
}

/// At most one of `mean_anomaly_deg` and `periapsis_passage`.
fn moment(examiner: &mut Examiner<'_>, path: &str, spec: &OrbitSpec) {
    let passage_path = format!("{path}.periapsis_passage");
    if let Some(passage) = &spec.periapsis_passage {
        date(examiner, &passage_path, passage);
        if spec.mean_anomaly_deg.is_some() {
            examiner.error(&passage_path, "`mean_anomaly_deg` is given too", "give one of the two");
        }
    }
}

/// The period is given or follows from the parent's gravity.
fn period(examiner: &mut Examiner<'_>, index: usize, spec: &OrbitSpec, parent: &str, gm: Option<f64>) {
    if spec.period_days.is_some() || gm.is_some() {
        return;
    }
    let path = format!("{}.orbit", path_of(index));
    let message = format!("how fast it goes is not known: {parent:?} has no `gm_km3_s2`");
    let remedy = if spec.eccentricity < 1.0 {
        format!("give {parent:?} a `gm_km3_s2`, or this orbit a `period_days`")
    } else {
        format!("give {parent:?} a `gm_km3_s2`")
    };
    examiner.missing(&path, message, remedy);
}
