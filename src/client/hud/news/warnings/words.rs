//! From encounters to rows of words.

use bevy::prelude::Color;

use crate::client::frame::{au, capital, coming_words, time_left};
use crate::client::widgets::{LOSS, QUIET, STRONG};
use crate::sim::forecast::encounters::{ComingEncounter, Topic, Weight};
use crate::sim::visibility::WorldView;
use crate::sim::{BodyId, Calendar};

/// The colour of the sign of a warning.
pub fn color(weight: Weight) -> Color {
    match weight {
        Weight::Slight => QUIET,
        Weight::Notable => STRONG,
        Weight::Grave => LOSS,
    }
}

/// A coming encounter in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    /// The encounter.
    pub encounter: ComingEncounter,
    /// The text without the time.
    pub words: String,
}

impl Warning {
    /// The warning of an encounter, with the names that a viewer may know.
    pub fn new(encounter: ComingEncounter, view: WorldView) -> Self {
        Self { words: words(&encounter, view), encounter }
    }

    /// The whole row: the encounter and its date.
    pub fn line(&self, calendar: &Calendar) -> String {
        format!("{} on {}", self.words, coming_words(self.encounter.jd, calendar))
    }

    /// What the tip of the row says first: the time until the encounter; empty if the row has it.
    pub fn tip(&self, calendar: &Calendar) -> String {
        time_left(self.encounter.jd, calendar).map_or_else(String::new, |left| format!("{}.", capital(&left)))
    }
}

fn words(encounter: &ComingEncounter, view: WorldView) -> String {
    let name = |body: BodyId| view.almanac().body_in_words(body);
    let first = |body: BodyId| capital(&name(body));
    let apart = au(encounter.nearest_km);
    match encounter.topic {
        Topic::Well { fleet, body } => {
            let fleet = view.own_fleet_name(fleet).unwrap_or("a fleet");
            // What rests in a well moves with its body.
            let does = if encounter.is_shallow() { "drag it a little" } else { "carry it along" };
            let foe = encounter.foe.map(|foe| format!(" ({})", view.almanac().faction_name(foe)));
            format!("{}{} will pass {fleet} and {does}", first(body), foe.unwrap_or_default())
        }
        Topic::Pair { first: one, second } => format!("{} and {} pass at {apart}", first(one), name(second)),
        Topic::Comet { comet, body } => format!("{} comes within {apart} of {}", first(comet), name(body)),
    }
}

#[cfg(test)]
mod tests {
    use bevy::prelude::With;
    use glam::DVec3;

    use super::*;
    use crate::orbit::{GameClock, J2000_JD};
    use crate::sim::forecast::encounters::{Nearing, TopicInputs, coming};
    use crate::sim::simulation::test_support::begun;
    use crate::sim::visibility::{Viewer, with_view};
    use crate::sim::world::Position;
    use crate::sim::{FactionId, FleetId, Ship, Simulation, Sky};

    /// Terra's scouts look at the Moon, which belongs to an ally, and at Mars, which belongs to a foe.
    const ALLIES: &str = r##"(
        schema_version: 1, title: "test", epoch: date("2026-11-21"),
        bodies: [body("Sun"), body("Earth"), body("Moon"), body("Mars"), body("Encke")],
        factions: [
            (name: "Terra", color: "#4aa8ff", home: "Earth", team: "inner"),
            (name: "Luna", color: "#aaaaaa", home: "Moon", team: "inner"),
            (name: "Ares", color: "#ff7a45", home: "Mars"),
        ],
        fleets: [(name: "First", faction: "Terra", at: near("Earth"), ships: [(class: "scout", count: 2)])],
    )"##;
    const FLEET: FleetId = FleetId(0);
    const EARTH: BodyId = BodyId(1);
    const MOON: BodyId = BodyId(2);
    const MARS: BodyId = BodyId(3);
    const COMET: BodyId = BodyId(4);

    fn world_of_allies() -> Simulation {
        let mut simulation = begun(ALLIES);
        let world = simulation.world_mut();
        let places = [MOON, MARS].map(|body| world.resource::<Sky>().now[body].position);
        let mut scouts = world.query_filtered::<&mut Position, With<Ship>>();
        scouts.iter_mut(world).zip(places).for_each(|(mut position, place)| position.0 = place);
        simulation
    }

    /// The weight and the words of an encounter for Terra, after five days and at this least distance, km.
    fn warned(topic: Topic, nearest_km: f64) -> (Weight, String) {
        let jd = J2000_JD + 5.0;
        let nearing = Nearing { enters_jd: jd, nearest_jd: jd, nearest_km, leaves_jd: None };
        let found = [(topic, TopicInputs { point: DVec3::X, within_km: 3.0e6 }, nearing)];
        let warn = |view: WorldView| {
            let system = &view.almanac().sky.system;
            let coming = coming(found.into_iter(), system, J2000_JD, |body| view.foe_at(body));
            Warning::new(coming[0], view)
        };
        let terra = Viewer::Faction(FactionId(0));
        let warning = with_view(world_of_allies().world_mut(), terra, warn).expect("there is a world");
        (warning.encounter.weight(), warning.words)
    }

    fn well(body: BodyId) -> Topic {
        Topic::Well { fleet: FLEET, body }
    }

    #[test]
    fn the_well_of_a_foe_is_grave_and_that_of_an_ally_is_not() {
        let grave = (Weight::Grave, "Mars (Ares) will pass First and carry it along".to_owned());
        assert_eq!(warned(well(MARS), 0.0), grave);
        for (body, name) in [(MOON, "The Moon"), (EARTH, "Earth")] {
            let notable = (Weight::Notable, format!("{name} will pass First and carry it along"));
            assert_eq!(warned(well(body), 0.0), notable);
        }
    }

    #[test]
    fn every_kind_of_encounter_has_its_words() {
        assert_eq!(warned(well(EARTH), 1.0e9).1, "Earth will pass First and drag it a little");
        let pair = Topic::Pair { first: EARTH, second: MARS };
        assert_eq!(warned(pair, 1.496e7).1, "Earth and Mars pass at 0.10 AU");
        let comet = Topic::Comet { comet: COMET, body: EARTH };
        assert_eq!(warned(comet, 1.496e7).1, "Encke comes within 0.10 AU of Earth");
    }

    #[test]
    fn a_row_ends_with_its_date_and_in_the_last_minute_with_its_seconds() {
        let clock = GameClock { epoch_jd: J2000_JD, days_per_second: 0.5 };
        let calendar = |tick: u64| Calendar { clock, tick, seed: 0 };
        let encounter = ComingEncounter {
            topic: well(EARTH),
            jd: J2000_JD + 65.0,
            place: DVec3::ZERO,
            size_km: 1.0,
            nearest_km: 0.0,
            foe: None,
        };
        let warning = Warning { encounter, words: "Mars will pass First".to_owned() };
        let words = |tick: u64| (warning.line(&calendar(tick)), warning.tip(&calendar(tick)));
        let (line, tip) = words(0);
        assert_eq!(line, "Mars will pass First on 2000-03-06");
        assert_eq!(tip, "In 2 min 10 s at ×1.");
        let (line, tip) = words(3_000);
        assert_eq!((line.as_str(), tip.as_str()), ("Mars will pass First on 2000-03-06 (30 s)", ""));
    }
}
