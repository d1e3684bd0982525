//! The sky of a level some days later.

use crate::level::{BodyEntry, BodyKind, Epoch, Level, OrbitSpec, StarSystem, epoch_to_jd};

/// Makes a level begin some days later. Bodies that the level places by a mean anomaly at its epoch go on along
/// their paths, too.
///
/// # Errors
/// The sky of the level cannot be built, or the date is none.
pub fn begin_later(level: &mut Level, days: f64) -> Result<(), String> {
    let system = StarSystem::build(level).map_err(|fault| fault.to_string())?;
    for body in &system.bodies {
        let orbit = match &mut level.bodies[body.entry] {
            BodyEntry::Own(own) => own.orbit.as_mut(),
            BodyEntry::Changed(changed) => changed.orbit.as_mut(),
            BodyEntry::Body(_) => None,
        };
        let (Some(orbit), Some(period)) = (orbit, body.orbit.period_days()) else { continue };
        let is_slowed = body.kind == BodyKind::Moon;
        go_on(orbit, if is_slowed { days / body.slow } else { days }, period);
    }
    let begins = epoch_to_jd(&level.epoch)?;
    level.epoch = Epoch::Jd(begins + days);
    Ok(())
}

fn go_on(orbit: &mut OrbitSpec, days: f64, period_days: f64) {
    if orbit.periapsis_passage.is_none() {
        let turns = days / period_days;
        let before = orbit.mean_anomaly_deg.unwrap_or(0.0);
        orbit.mean_anomaly_deg = Some((before + 360.0 * turns).rem_euclid(360.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::test_support::shipped_level;

    #[test]
    fn bodies_are_where_the_calendar_has_them_later() {
        let first = shipped_level("duel.ron");
        let mut later = first.clone();
        begin_later(&mut later, 250.0).expect("it has a sky");
        let (first, later) = (StarSystem::build(&first), StarSystem::build(&later));
        let (first, later) = (first.expect("it is sound"), later.expect("it is sound"));
        assert_eq!(later.epoch_jd, first.epoch_jd + 250.0);
        for body in first.bodies.keys() {
            let state = first.displayed_state(body, first.epoch_jd + 250.0);
            let found = later.displayed_state(body, later.epoch_jd);
            let apart = state.position.distance(found.position);
            assert!(apart < 100.0, "{}: {apart} km apart", first.bodies[body].name);
        }
    }
}
