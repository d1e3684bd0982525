//! What a level says: the types that a RON level file is read into and written from.
//!
//! Only data lives here. Reading is in [`super::read`], judging in [`super::check`], and the sky that
//! a level describes is put together in [`super::system`]. A save is a level too: the fields that only
//! a save needs (`start`, `state`, `station`) are optional and left out of files written by hand.

use serde::{Deserialize, Serialize};

use super::arms::{
    Arms, ConditionState, Doctrine, Hangar, LossState, Material, ShipKind, Surrender, TorpedoState, Victory,
    Weapon, WreckState,
};
use super::fights::{EngagementState, QuarryState};
use super::formation::{Conduct, Rank, Shape, Wish};
use super::holdings::{
    Account, Holding, PlacedStructure, Price, RingSpec, Seen, Sighting, StructureClass, Treasury,
};
use super::look::Look;
use super::outcome::{HistoryState, VerdictState};
use super::waits::Until;

/// The version of the format that this program writes; older ones are read, newer ones refused.
pub const SCHEMA_VERSION: u32 = 1;

/// A whole world as a file says it: sky, factions, fleets and, in a save, the moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The format's version, see [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// The name that menus show.
    pub title: String,
    /// A sentence or two for the player.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Who made the level.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// The date at tick 0.
    pub epoch: Epoch,
    /// Whether a person who plays the level starts on today's date instead of `epoch`.
    /// Commands without a window always use `epoch`, so that their results can be repeated.
    #[serde(default, skip_serializing_if = "is_false")]
    pub starts_today: bool,
    /// How fast the calendar runs.
    #[serde(default)]
    pub clock: Clock,
    /// How much planets and their surroundings are magnified and slowed.
    #[serde(default)]
    pub scale: Scale,
    /// Star, planets, moons, dwarfs and comets.
    pub bodies: Vec<BodyEntry>,
    /// Ship classes that this level adds, or changes by giving an existing name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ship_classes: Vec<ShipClass>,
    /// Structure classes that this level adds, or changes by giving an existing name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub structure_classes: Vec<StructureClass>,
    /// Weapons that this level adds, or changes by giving an existing name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<Weapon>,
    /// Materials of armour and shields that this level adds, or changes by giving an existing name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub materials: Vec<Material>,
    /// Who plays.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub factions: Vec<Faction>,
    /// Ships, in fleets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fleets: Vec<Fleet>,
    /// Whose bodies are and what they are worth, where it differs from the usual.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holdings: Vec<Holding>,
    /// What stands in the rings of bodies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub structures: Vec<PlacedStructure>,
    /// In a save: the ledgers of factions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accounts: Vec<Account>,
    /// In a save: what factions remember of what they do not see any more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sightings: Vec<Sighting>,
    /// In a save: what factions saw of others when they last looked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<Seen>,
    /// In a save: torpedoes under way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub torpedoes: Vec<TorpedoState>,
    /// In a save: pieces of wrecks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrecks: Vec<WreckState>,
    /// In a save: what factions have lost and destroyed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<LossState>,
    /// How it is won; the first condition that anyone meets decides. Absent: it goes on for ever.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub victory: Vec<Victory>,
    /// What becomes of the structures about a planet that is taken.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub surrender: Surrender,
    /// In a save: how near everyone is to winning, and who has won.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub verdict: VerdictState,
    /// In a save: what is kept for the result.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub history: HistoryState,
    /// How the game starts.
    #[serde(default)]
    pub settings: Settings,
    /// The moment at which a save was made. Absent in levels that start at tick 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Moment>,
}

/// A date, as a calendar date or as a Julian date.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Epoch {
    /// Calendar date and time (TDB), `"2026-11-21"` or `"2026-11-21T12:00"`.
    Date(String),
    /// Julian date (TDB), days.
    Jd(f64),
}

/// The pace of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Clock {
    /// Days of the calendar for one second of play at pace 1.
    pub days_per_second: f64,
}

impl Default for Clock {
    fn default() -> Self {
        Self { days_per_second: 0.5 }
    }
}

/// How the true sky becomes a playable one. `1`, `1` and `1` are the true sizes and speeds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scale {
    /// Factor by which a planet, and all that circles it, is enlarged about the planet's centre.
    pub magnify: f64,
    /// Factor by which the star itself is enlarged.
    pub magnify_star: f64,
    /// Factor by which spin and moons of a planet go slower than the calendar.
    pub slow: f64,
    /// Radius of a gravity well in (magnified) radii of its body, where the body does not say otherwise.
    pub well_radii: f64,
    /// The least radius that a gravity well has, km, so that small bodies can be visited too.
    pub least_well_km: f64,
}

impl Default for Scale {
    fn default() -> Self {
        Self { magnify: 60.0, magnify_star: 8.0, slow: 40.0, well_radii: 10.0, least_well_km: 150_000.0 }
    }
}

/// One body of the sky, in one of three forms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BodyEntry {
    /// `body("Mars")`: as the built-in catalogue has it.
    Body(String),
    /// `changed(name: "Mars", radius_km: 5000)`: from the catalogue, with what is given replaced.
    Changed(ChangedBody),
    /// `own(name: "Kael", kind: planet, ...)`: invented, nothing comes from the catalogue.
    Own(OwnBody),
}

impl BodyEntry {
    /// What the level says of the radius of its gravity well, in radii of the body.
    pub fn well_radii(&self) -> Option<f64> {
        match self {
            Self::Body(_) => None,
            Self::Changed(changed) => changed.well_radii,
            Self::Own(own) => own.well_radii,
        }
    }

    /// The body's name.
    pub fn name(&self) -> &str {
        match self {
            Self::Body(name) => name,
            Self::Changed(changed) => &changed.name,
            Self::Own(own) => &own.name,
        }
    }
}

/// What a body is; it decides how it is drawn, named and magnified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BodyKind {
    /// Shines, and is magnified by `scale.magnify_star`.
    Star,
    /// A planet.
    Planet,
    /// A dwarf planet.
    Dwarf,
    /// Circles a planet or a dwarf, and is magnified together with it.
    Moon,
    /// A comet.
    Comet,
}

/// A catalogue body with changes; what is left out stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangedBody {
    /// The catalogue's name of the body.
    pub name: String,
    /// Another parent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// Mean radius, true km.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius_km: Option<f64>,
    /// Gravitational parameter, km^3/s^2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gm_km3_s2: Option<f64>,
    /// Another orbit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orbit: Option<OrbitSpec>,
    /// Another rotation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<RotationSpec>,
    /// Another look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<Look>,
    /// Magnification of this body and what circles it, instead of the level's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub magnify: Option<f64>,
    /// Radius of the gravity well in radii of the body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub well_radii: Option<f64>,
    /// How the rings of its gravity well differ from the usual.
    #[serde(default, skip_serializing_if = "RingSpec::is_usual")]
    pub rings: RingSpec,
}

/// An invented body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnBody {
    /// Its name, unique in the level.
    pub name: String,
    /// What it is.
    pub kind: BodyKind,
    /// The body that it circles; absent for the one at the centre.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// Mean radius, true km.
    pub radius_km: f64,
    /// Gravitational parameter, km^3/s^2; needed where something circles it without a period of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gm_km3_s2: Option<f64>,
    /// Its path about the parent; absent for the body at the centre.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orbit: Option<OrbitSpec>,
    /// How it turns; absent: it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<RotationSpec>,
    /// How it is drawn; absent: from its kind and name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<Look>,
    /// Magnification of this body and what circles it, instead of the level's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub magnify: Option<f64>,
    /// Radius of the gravity well in radii of the body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub well_radii: Option<f64>,
    /// How the rings of its gravity well differ from the usual.
    #[serde(default, skip_serializing_if = "RingSpec::is_usual")]
    pub rings: RingSpec,
}

/// A length with its unit: `au(1.2)` or `km(384400)`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Length {
    /// Astronomical units.
    Au(f64),
    /// Kilometres.
    Km(f64),
}

impl Length {
    /// The length in kilometres.
    pub fn km(self) -> f64 {
        match self {
            Self::Au(au) => au * crate::orbit::AU_KM,
            Self::Km(km) => km,
        }
    }
}

/// A Kepler orbit about the parent. Exactly one of `semi_major_axis` and `periapsis` is given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OrbitSpec {
    /// Half the long axis; only for closed orbits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub semi_major_axis: Option<Length>,
    /// Least distance from the parent; for any eccentricity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub periapsis: Option<Length>,
    /// 0 is a circle, below 1 an ellipse, 1 a parabola, above a hyperbola.
    pub eccentricity: f64,
    /// Tilt of the orbit to its reference plane, degrees, 0 to 180.
    pub inclination_deg: f64,
    /// Longitude of the ascending node, degrees.
    pub ascending_node_deg: f64,
    /// From the node to the periapsis, degrees.
    pub argument_of_periapsis_deg: f64,
    /// Mean anomaly at the level's epoch, degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_anomaly_deg: Option<f64>,
    /// When the body is at its periapsis, instead of `mean_anomaly_deg`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub periapsis_passage: Option<Epoch>,
    /// Time for one turn, days, instead of the one that follows from the parent's `gm_km3_s2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period_days: Option<f64>,
    /// The plane that the angles are measured from.
    pub plane: ReferencePlane,
}

/// The plane that an orbit's angles are measured from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReferencePlane {
    /// The J2000 ecliptic, angles from the equinox.
    #[default]
    Ecliptic,
    /// The parent's equator at the level's epoch, angles from its ascending node on the ecliptic.
    ParentEquator,
}

/// How an invented body turns: steadily, about a fixed axis.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RotationSpec {
    /// Hours for one turn against the stars; negative turns backward.
    pub day_hours: f64,
    /// Ecliptic longitude that the north pole leans to, degrees.
    pub pole_longitude_deg: f64,
    /// Ecliptic latitude of the north pole, degrees; 90 is upright, 67 leans by 23.
    pub pole_latitude_deg: f64,
    /// Angle of the prime meridian at the level's epoch, degrees.
    pub prime_meridian_deg: f64,
}

impl Default for RotationSpec {
    fn default() -> Self {
        Self { day_hours: 24.0, pole_longitude_deg: 0.0, pole_latitude_deg: 90.0, prime_meridian_deg: 0.0 }
    }
}

/// A side in the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Faction {
    /// Its name, unique in the level.
    pub name: String,
    /// Its colour, `"#rrggbb"`.
    pub color: String,
    /// The body that it calls home.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home: Option<String>,
    /// The team that it belongs to: those of one team do not fight each other. Absent: it is alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// What it has; absent: as the rules have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub treasury: Option<Treasury>,
}

/// Ships that are ordered together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fleet {
    /// Its name, unique in the level.
    pub name: String,
    /// Its number, in a save; absent: its place in the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u32>,
    /// The faction that it obeys.
    pub faction: String,
    /// Where its ships stand at the start. Absent only where every ship has a `state`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Place>,
    /// Its ships.
    pub ships: Vec<Ship>,
    /// Where it is to go, one after the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub route: Vec<Waypoint>,
    /// How its ships stand to each other.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub formation: Formation,
    /// What it wishes its way to be.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub wish: Wish,
    /// Whether it goes through its route again and again.
    #[serde(default, skip_serializing_if = "is_false")]
    pub repeats: bool,
    /// How it is to fight.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub doctrine: Doctrine,
    /// In a save: the fight that it is in; absent: in none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engagement: Option<EngagementState>,
    /// In a save: where the planned way to the first waypoint bends; absent while it is not planned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<Vec<Station>>,
}

/// How the ships of a fleet stand to each other, and keep together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Formation {
    /// The shape.
    pub shape: Shape,
    /// What holds on the way.
    pub conduct: Conduct,
    /// The direction in which it looks at its destination; absent: the one it came in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<(f64, f64, f64)>,
    /// In a save: whether the places for the first waypoint have been given out.
    #[serde(skip_serializing_if = "is_false")]
    pub formed: bool,
}

/// A place where a fleet starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// `near("Earth")`: beside the body, at a bearing drawn from the seed.
    Near(String),
    /// `beside(body: "Earth", radii: 4, bearing_deg: 90)`.
    Beside(Beside),
    /// Heliocentric ecliptic coordinates, AU.
    Au(f64, f64, f64),
    /// Heliocentric ecliptic coordinates, km.
    Km(f64, f64, f64),
}

/// A place beside a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beside {
    /// The body.
    pub body: String,
    /// Distance from its centre in its (magnified) radii.
    #[serde(default = "Beside::default_radii")]
    pub radii: f64,
    /// Ecliptic longitude as seen from the body, degrees.
    #[serde(default)]
    pub bearing_deg: f64,
}

impl Beside {
    fn default_radii() -> f64 {
        3.0
    }
}

/// One ship, or `count` of a class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ship {
    /// The name of its class.
    pub class: String,
    /// How many of them; 1 where `state` is given.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub count: u32,
    /// Its exact state, in a save.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<ShipState>,
}

/// The exact state of a ship in a save, so that a resumed game goes on bit by bit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipState {
    /// Its number, unique in the level.
    pub id: u32,
    /// Heliocentric ecliptic position in the magnified world, km.
    pub position_km: (f64, f64, f64),
    /// Velocity under its own power, relative to what carries it, km/s.
    pub own_velocity_km_s: (f64, f64, f64),
    /// Unit vector that its bow points along.
    pub heading: (f64, f64, f64),
    /// How much it turns aside because it is blocked, 0 to 1.
    pub impatience: f64,
    /// Whether it holds the place that it has reached.
    #[serde(default)]
    pub holding: bool,
    /// Whether its upkeep could not be paid.
    #[serde(default, skip_serializing_if = "is_false")]
    pub idle: bool,
    /// Ticks for which it has been blocked.
    pub blocked_ticks: u32,
    /// Whether it has reached its place at the first waypoint of its fleet.
    pub arrived: bool,
    /// The smallest distance from its place so far on this leg, km; how progress is told from churning.
    pub nearest_km: f64,
    /// Its place in the formation, from the middle of the fleet, km.
    #[serde(default)]
    pub place_km: (f64, f64, f64),
    /// The place that it keeps while it has no order.
    pub station: Station,
    /// The ring of the station's body in which it circles, 0 is the innermost; the station's offset is then
    /// in the frame that turns with the ring, as that stands at tick 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ring: Option<u8>,
    /// How far the ring has taken hold of it, ticks.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub carried_ticks: u32,
    /// What fights have left of it; absent: it is whole and rested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<ConditionState>,
    /// The number of the ship in whose hangar it belongs; absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carrier: Option<u32>,
}

/// A place that is kept: fixed in space, or with a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Station {
    /// The body that it goes along with; absent: fixed in space.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// It goes along with the point so many degrees ahead of the body on its path instead; below 0 behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ahead_deg: Option<f64>,
    /// Offset from there, or from the origin, km.
    pub offset_km: (f64, f64, f64),
}

/// One leg of a fleet's route.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Waypoint {
    /// Where to.
    pub to: Destination,
    /// How far the middle of the fleet stays from there, km; fleets that were ordered together stand beside
    /// each other.
    #[serde(default, skip_serializing_if = "is_nowhere")]
    pub beside_km: (f64, f64, f64),
    /// Distance between neighbouring places, km; absent: four radii of the fleet's largest ship.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spacing_km: Option<f64>,
    /// In a save: the ring in which the fleet will circle, once the leg has begun and leads to a place
    /// beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ring: Option<u8>,
    /// Whether the fleet engages what it meets on the way, and goes on afterwards.
    #[serde(default, skip_serializing_if = "is_false")]
    pub attack: bool,
}

/// A point, a body or a ring to fly to, or something to fight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Destination {
    /// Heliocentric ecliptic coordinates, AU.
    Au(f64, f64, f64),
    /// Heliocentric ecliptic coordinates, km.
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
    /// `keep(body: "Mars", offset_km: (900000, 0, 0))`: a place that goes along with a body.
    Keep(Station),
    /// `ahead(body: "Mars", degrees: 30)`: the point so far ahead of the body on its path.
    Ahead {
        /// The body.
        body: String,
        /// How far ahead of it, as seen from what it circles, degrees, -180 to 180; below 0 behind it.
        degrees: f64,
    },
    /// `fleet(name: "Home")`: beside another fleet, wherever it goes.
    Fleet {
        /// The other fleet.
        name: String,
        /// Whether to guard it.
        #[serde(default, skip_serializing_if = "is_false")]
        guard: bool,
    },
    /// `wait(until: on(date("2027-03-01")))`: nowhere, until then.
    Wait {
        /// What is waited for.
        until: Until,
        /// In a save: the Julian date (TDB) of it, once the wait has begun.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        jd: Option<f64>,
    },
    /// `attack(fleet("Second"))`: go where it is seen and fight it, until nothing of it is seen or left.
    Attack(QuarryState),
    /// `land("Mars")`: land troopers there.
    Land(String),
    /// `bombard("Mars")`: bombard its ground until it is taken.
    Bombard(String),
}

/// How the game starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The faction that the person at the screen plays; absent: the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The pace at the start, 0.25 to 64.
    pub pace: f64,
    /// Whether the game starts paused.
    pub paused: bool,
    /// Whether the person at the screen may see everything, whoever sees it.
    #[serde(skip_serializing_if = "is_false")]
    pub reveal: bool,
    /// Whether the person at the screen stays with `player`: nobody may change sides there, or look on.
    #[serde(skip_serializing_if = "is_false")]
    pub one_player: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { player: None, pace: 1.0, paused: false, reveal: false, one_player: false }
    }
}

/// The moment at which a save was made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// Ticks since the epoch.
    pub tick: u64,
    /// The seed of the world's chances.
    pub seed: u64,
    /// The number that the next new ship gets.
    pub next_ship: u32,
    /// The number that the next new fleet gets.
    pub next_fleet: u32,
    /// The number that the next new structure gets.
    #[serde(default)]
    pub next_structure: u32,
}

/// A class of ships: what `assets/rules/ships.ron` lists and a level may add to or replace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipClass {
    /// Its name, `"corvette"`.
    pub name: String,
    /// What it is for, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub role: String,
    /// How far the hull reaches from its axis, km.
    pub radius_km: f64,
    /// Length of the hull from bow to stern, km; absent, or no more than its width: a ball.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length_km: Option<f64>,
    /// Speed between wells, km/s of the calendar.
    pub cruise_km_s: f64,
    /// Speed inside a well, relative to its body, km/s of the calendar.
    pub manoeuvre_km_s: f64,
    /// Seconds of play that its engines need from rest to full speed.
    #[serde(default = "usual_thrust_s")]
    pub thrust_s: f64,
    /// Seconds of play that it needs to turn about.
    #[serde(default = "usual_turn_s")]
    pub turn_s: f64,
    /// Its part in a formation.
    #[serde(default)]
    pub rank: Rank,
    /// Its silhouette.
    #[serde(default)]
    pub hull: Hull,
    /// What it costs, paid while it grows in a yard.
    #[serde(default, skip_serializing_if = "Price::is_free")]
    pub price: Price,
    /// Seconds of play that it grows in a yard of speed 1.
    #[serde(default = "usual_build_s")]
    pub build_s: f64,
    /// What it costs each economy tick.
    #[serde(default, skip_serializing_if = "Price::is_free")]
    pub upkeep: Price,
    /// How far it sees, km, before the size and the engines of what it looks at are reckoned in; 0: it is
    /// blind.
    #[serde(default = "usual_sight_km")]
    pub sight_km: f64,
    /// Rare materials that it gains each economy tick while it is near a comet.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub mines: u32,
    /// What it is for, as those who choose targets tell it.
    #[serde(default)]
    pub kind: ShipKind,
    /// What it can take and deal.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub arms: Arms,
    /// How many troopers it brings.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub troopers: u32,
    /// The small craft that it launches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hangar: Option<Hangar>,
    /// How much armour of friends near it mends in a second of play, points.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub repairs: f64,
    /// By how many hundredths it speeds up what its owner builds in the same well.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub builds_percent: u32,
}

impl ShipClass {
    /// Whether yards build it; wings grow in hangars only.
    pub fn is_built_in_yards(&self) -> bool {
        self.kind != ShipKind::Wing
    }

    /// Radius of the ball that the hull turns in, km.
    pub fn bound_km(&self) -> f64 {
        self.radius_km + self.half_length_km()
    }

    /// How far the axis of its hull reaches from the middle to bow and stern, km; 0 for a ball.
    pub fn half_length_km(&self) -> f64 {
        self.length_km.map_or(0.0, |length| (0.5 * length - self.radius_km).max(0.0))
    }
}

fn is_nowhere(vector: &(f64, f64, f64)) -> bool {
    *vector == (0.0, 0.0, 0.0)
}

pub(super) fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn usual_thrust_s() -> f64 {
    0.5
}

fn usual_turn_s() -> f64 {
    1.0
}

fn usual_build_s() -> f64 {
    10.0
}

fn usual_sight_km() -> f64 {
    2.0e6
}

/// The silhouette of a ship.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hull {
    /// A small arrow.
    #[default]
    Dart,
    /// A slim body with wings.
    Wing,
    /// A long body with a bridge.
    Spine,
    /// A broad, heavy body.
    Block,
}

fn one() -> u32 {
    1
}

// serde hands these a reference.
fn is_one(count: &u32) -> bool {
    *count == 1
}

pub(super) fn is_nought(number: &f64) -> bool {
    *number == 0.0
}

pub(super) fn is_zero(number: &u32) -> bool {
    *number == 0
}

pub(super) fn is_false(flag: &bool) -> bool {
    !*flag
}
