//! Texts for legs of routes, from a leg, dates and names. The caller decides which names may be shown.

use crate::client::frame::date_words;
use crate::level::StarSystem;
use crate::sim::task::verb;
use crate::sim::{Anchor, FleetId, Goal, Leg, Quarry, Station, TargetId};

/// A place ahead of a body: `30 degrees ahead of Mars`.
pub fn station_words(degrees: f64, body: &str) -> String {
    if degrees < 0.0 {
        format!("{:.0} degrees behind {body}", -degrees)
    } else {
        format!("{:.0} degrees ahead of {body}", degrees.abs())
    }
}

/// The action of a fleet at the end of a leg, and its duration. `arrival` gives place and date; `name_of` returns
/// the names of fleets that may be shown.
pub fn leg_words(
    leg: &Leg,
    system: &StarSystem,
    end_jd: f64,
    arrival: String,
    name_of: impl Fn(FleetId) -> Option<String>,
) -> String {
    let verb = verb(&leg.goal);
    let whom = match leg.goal {
        Goal::Wait(_) => return format!("waits until {}", date_words(end_jd)),
        Goal::Place(Station { anchor: Anchor::Ahead { body, degrees }, .. }) => {
            let body = system.bodies.get(body).map_or("", |body| body.name.as_str());
            return format!("{}, {arrival}", station_words(degrees, body));
        }
        Goal::Fleet { fleet, .. } => name_of(fleet).unwrap_or_else(|| "another fleet".to_owned()),
        Goal::Attack(quarry) => quarry_words(&quarry).to_owned(),
        _ => arrival,
    };
    match verb {
        Some(verb) => format!("{verb} {whom}"),
        None if leg.engage => format!("attacks on the way, {whom}"),
        None => whom,
    }
}

/// The target of an attack. Names of foreign fleets are not shown.
fn quarry_words(quarry: &Quarry) -> &'static str {
    match quarry {
        Quarry::Fleet(_) => "a fleet",
        Quarry::Target(TargetId::Ship(_)) => "a ship",
        Quarry::Target(TargetId::Structure(_)) => "a structure",
        Quarry::Class { .. } => "all of a class",
        Quarry::Area { .. } => "all in an area",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::warnings::example::{BASALT, system};
    use crate::orbit::J2000_JD;
    use crate::sim::world::WaitEvent;
    use glam::DVec3;

    fn words(goal: Goal) -> String {
        let leg = Leg::new(goal, 1.0);
        let name_of = |fleet: FleetId| (fleet == FleetId(2)).then(|| "Second".to_owned());
        leg_words(&leg, &system(), J2000_JD, "2000-01-01, in 3 s".to_owned(), name_of)
    }

    #[test]
    fn every_kind_of_leg_has_its_words() {
        let wait = Goal::Wait(WaitEvent::Date(J2000_JD));
        assert_eq!(words(wait), "waits until 2000-01-01");
        let fleet = |id: u32, guard: bool| Goal::Fleet { fleet: FleetId(id), guard };
        assert_eq!(words(fleet(2, true)), "guards Second");
        assert_eq!(words(fleet(3, false)), "follows another fleet");
        let anchor = Anchor::Ahead { body: BASALT, degrees: -60.0 };
        let ahead = Goal::Place(Station { anchor, offset: DVec3::ZERO });
        assert_eq!(words(ahead), "60 degrees behind Basalt, 2000-01-01, in 3 s");
        assert_eq!(words(Goal::Body(BASALT)), "2000-01-01, in 3 s");
        assert_eq!(words(Goal::Attack(Quarry::Fleet(FleetId(2)))), "attacks a fleet");
        assert_eq!(
            words(Goal::Ground { body: BASALT, assault: crate::level::Assault::Land }),
            "invades 2000-01-01, in 3 s"
        );
        assert_eq!(station_words(30.0, "Mars"), "30 degrees ahead of Mars");
    }
}
