//! Goals of fleets by name, as people write them in levels and in files of orders. In a world the same is a
//! [`Goal`](crate::sim::world::Goal), by numbers; `sim/motion/names.rs` translates.

use serde::{Deserialize, Serialize};

use crate::level::{NamedPlace, Until, is_usual};

/// The kinds of action against the ground of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Assault {
    /// Troopers land.
    Land,
    /// Bombard it until it is taken.
    Bombard,
}

impl Assault {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Land, Self::Bombard];
}

/// A destination or target by name. Places are heliocentric J2000 ecliptic, in the magnified world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum NamedGoal {
    /// `au(1.2, 0.3, 0)`: a point, AU. Inside a gravity well it moves with the well's body.
    Au(f64, f64, f64),
    /// `km(1.8e8, 4.5e7, 0)`: the same, km.
    Km(f64, f64, f64),
    /// `body("Mars")`: go there and stay with it.
    Body(String),
    /// `ring(body: "Mars", ring: 1)`: go to a ring of its gravity well and circle there.
    Ring {
        /// The body.
        body: String,
        /// The ring; 0 is the innermost.
        ring: u8,
    },
    /// `keep(body: "Mars", offset_km: (900000, 0, 0))`: a place that moves with a body.
    #[serde(alias = "place")]
    Keep(NamedPlace),
    /// `ahead(body: "Mars", degrees: 30)`: the point this far ahead of the body on its path.
    Ahead {
        /// The body.
        body: String,
        /// How far ahead of it, seen from its parent, degrees, -180 to 180; negative: behind it.
        degrees: f64,
    },
    /// `fleet(name: "Home")`: beside another fleet, wherever it goes, until it is gone or out of sight.
    Fleet {
        /// The other fleet.
        name: String,
        /// Whether to guard it.
        #[serde(default, skip_serializing_if = "is_usual")]
        guard: bool,
    },
    /// `fleet_number(number: 7, guard: true)`: beside a fleet that may be gone.
    FleetNumber {
        /// The number of the other fleet.
        number: u32,
        /// Whether to guard it.
        #[serde(default, skip_serializing_if = "is_usual")]
        guard: bool,
    },
    /// `wait(until: on(date("2027-03-01")))`: nowhere, until then.
    Wait {
        /// The awaited event.
        until: Until,
    },
    /// `attack(fleet("Second"))`: go where the target is seen and fight it, until nothing of it is seen or left.
    Attack(NamedAttackTarget),
    /// `land("Mars")`: land troopers there.
    Land(String),
    /// `bombard("Mars")`: bombard its ground until it is taken.
    Bombard(String),
}

/// The target of an attack. Only what the faction sees of it counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum NamedAttackTarget {
    /// `fleet("Second")`: a fleet, by its name.
    Fleet(String),
    /// `fleet_number(7)`: a fleet that may be gone, by its number.
    FleetNumber(u32),
    /// `ship(7)`: a ship, by its number.
    Ship(u32),
    /// `structure(3)`: a structure, by its number.
    Structure(u32),
    /// `class(class: "frigate", body: "Mars")`: all ships of a class.
    Class {
        /// The name of the class.
        class: String,
        /// Restricts the class to ships in the well of this body; absent: anywhere.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        body: Option<String>,
    },
    /// `well("Mars")`: all that is in the well of a body.
    Well(String),
    /// `area(at: (body: "Mars", offset_km: (0, 0, 0)), radius_km: 2e6)`: all that is in a ball.
    Area {
        /// Middle.
        at: NamedPlace,
        /// Radius, km.
        radius_km: f64,
    },
    /// `around(km: (1.8e8, 4.5e7, 0), radius_km: 2e6)`: all that is in a ball about a point. Inside a gravity
    /// well it moves with the well's body.
    Around {
        /// Middle, km.
        km: (f64, f64, f64),
        /// Radius, km.
        radius_km: f64,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::source::parse::dialect;

    #[test]
    fn attack_targets_read_as_people_write_them() {
        let class = |body: Option<&str>| NamedAttackTarget::Class {
            class: "frigate".to_owned(),
            body: body.map(str::to_owned),
        };
        let at = NamedPlace { body: Some("Mars".to_owned()), ahead_deg: None, offset_km: (0.0, 0.0, 1.0) };
        let cases = [
            (r#"fleet("Second")"#, NamedAttackTarget::Fleet("Second".to_owned())),
            ("fleet_number(7)", NamedAttackTarget::FleetNumber(7)),
            ("ship(7)", NamedAttackTarget::Ship(7)),
            ("structure(3)", NamedAttackTarget::Structure(3)),
            (r#"class(class: "frigate")"#, class(None)),
            (r#"class(class: "frigate", body: "Mars")"#, class(Some("Mars"))),
            (r#"well("Mars")"#, NamedAttackTarget::Well("Mars".to_owned())),
            (
                r#"area(at: (body: "Mars", offset_km: (0, 0, 1)), radius_km: 2e6)"#,
                NamedAttackTarget::Area { at, radius_km: 2.0e6 },
            ),
            (
                "around(km: (1, 2, 3), radius_km: 2e6)",
                NamedAttackTarget::Around { km: (1.0, 2.0, 3.0), radius_km: 2.0e6 },
            ),
        ];
        for (text, target) in cases {
            assert_eq!(dialect().from_str::<NamedAttackTarget>(text), Ok(target.clone()), "{text}");
            let written = dialect().to_string(&target).expect("it can be written");
            assert_eq!(dialect().from_str::<NamedAttackTarget>(&written), Ok(target), "{written}");
        }
    }

    #[test]
    fn rallies_of_older_files_read() {
        let read = |text: &str| dialect().from_str::<NamedGoal>(text);
        let station =
            NamedPlace { body: Some("Mars".to_owned()), ahead_deg: None, offset_km: (9.0e5, 0.0, 0.0) };
        let place = "place(body:\"Mars\",offset_km:(900000.0,0.0,0.0))";
        assert_eq!(read(place), Ok(NamedGoal::Keep(station)));
        assert!(read("ring(body: \"Mars\", rign: 2)").is_err());
    }
}
