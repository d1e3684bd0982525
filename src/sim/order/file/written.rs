//! Orders as people spell them in files, and their numbers, as far as their player knows.

use glam::DVec3;
use serde::Deserialize;

use crate::level;
use crate::level::{
    Cohesion, NamedAttackTarget, NamedGoal, RoutePreference, Shape, ShipKind, Stance, Until, one,
};
use crate::orbit::AU_KM;
use crate::sim::motion::{Missing, NameLookup};
use crate::sim::visibility::{Almanac, WorldView};
use crate::sim::{
    ClassId, Command, ConstructionOrder, FactionId, FleetId, Order, Refusal, RouteEdit, Seat, ShipId,
    StructureId, Units, When,
};

/// An order by names.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct WrittenOrder(Written);

impl WrittenOrder {
    /// The order by numbers, as the viewer's faction gives it now.
    ///
    /// # Errors
    /// A name that stands for nothing that the faction knows of, in words for the player.
    pub fn by_numbers(self, view: WorldView) -> Result<Order, Refusal> {
        let player = view.faction().unwrap_or(FactionId::NOBODY);
        let Almanac { sky, ships, .. } = view.almanac();
        let body = |name: &str| sky.system.find(name);
        let fleet = |name: &str| Some(fleet_called(view, player, name)?.1);
        let lookup = NameLookup { sky, body: &body, classes: &ships.0, fleet: &fleet };
        Ok(self.0.by_numbers(&Names { view, player, lookup })?)
    }
}

/// The file spelling of an order. [`Command`] and [`ConstructionOrder`] explain the orders; `docs/level-format.md`
/// describes all fields.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
enum Written {
    MoveTo(ToPoint),
    GoTo(ToBody),
    HoldInRing(ToRing),
    Ahead(Ahead),
    Follow(Follow),
    WaitUntil(WaitUntil),
    Patrol(Patrol),
    EditRoute { fleet: String, edit: WrittenEdit },
    Form(Form),
    Wish { fleet: String, wish: RoutePreference },
    Stop { fleet: String },
    Attack(Attack),
    AttackMove(ToPoint),
    AttackGoTo(ToBody),
    Doctrine(Doctrine),
    Retreat { fleet: String },
    Rename { fleet: String, name: String },
    Join { fleet: String, others: Vec<String> },
    Scrap(Scrap),
    Bombard(ToBody),
    Invade(ToBody),
    Build { class: String, body: String, ring: u8, slot: u16 },
    Pause(Pause),
    Cancel { structure: StructureId },
    BuildShips(BuildShips),
    CancelShip { yard: StructureId, index: usize },
    Repeat(Repeat),
    RallyTo(RallyTo),
    Surrender {},
    Seat(Seat),
}

/// Defines structs that are read from a file, and nothing else.
macro_rules! written {
    ($($name:ident { $($(#[$about:meta])* $field:ident: $kind:ty,)* })*) => {$(
        #[derive(Clone, Debug, PartialEq, Deserialize)]
        #[serde(deny_unknown_fields)]
        struct $name { $($(#[$about])* $field: $kind,)* }
    )*};
}

written! {
    ToPoint { fleet: String, x_au: f64, y_au: f64, #[serde(default)] z_au: f64, #[serde(default)] queue: bool, }
    ToBody { fleet: String, body: String, #[serde(default)] queue: bool, }
    ToRing { fleet: String, body: String, ring: u8, #[serde(default)] queue: bool, }
    Ahead { fleet: String, body: String, degrees: f64, #[serde(default)] queue: bool, }
    Follow {
        fleet: String, leader: String, #[serde(default)] guard: bool, #[serde(default)] queue: bool,
    }
    WaitUntil { fleet: String, until: Until, }
    Patrol { fleet: String, x_au: f64, y_au: f64, #[serde(default)] z_au: f64, }
    Form {
        fleet: String, #[serde(default)] shape: Shape, #[serde(default)] conduct: Cohesion,
        #[serde(default)] facing: Option<DVec3>,
    }
    Attack { fleet: String, target: WrittenAttackTarget, #[serde(default)] queue: bool, }
    Doctrine {
        fleet: String, #[serde(default)] stance: Stance, #[serde(default)] withdraw_percent: u8,
        #[serde(default)] prey: Option<ShipKind>,
    }
    Scrap { #[serde(default)] fleet: String, #[serde(default)] ships: Option<Vec<ShipId>>, }
    Pause { structure: StructureId, #[serde(default = "yes")] paused: bool, }
    BuildShips { yard: StructureId, class: String, #[serde(default = "one")] count: u8, }
    Repeat { yard: StructureId, #[serde(default = "yes")] repeats: bool, }
    RallyTo { yard: StructureId, #[serde(default)] rally: Option<WrittenPlace>, }
    Point { x_au: f64, y_au: f64, #[serde(default)] z_au: f64, }
    Moved { at: usize, x_au: f64, y_au: f64, #[serde(default)] z_au: f64, }
    Class { class: String, #[serde(default)] body: Option<String>, }
    Area { x_au: f64, y_au: f64, #[serde(default)] z_au: f64, radius_km: f64, }
    Beside { name: String, #[serde(default)] guard: bool, }
}

/// A change of a route as people write it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
enum WrittenEdit {
    Insert { at: usize, leg: WrittenLeg },
    Remove { at: usize },
    Move(Moved),
    Repeat(bool),
}

/// A leg as people write it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
enum WrittenLeg {
    Au(f64, f64, f64),
    Body(String),
    Ring { body: String, ring: u8 },
    Ahead { body: String, degrees: f64 },
    Fleet(Beside),
    Wait(Until),
    Attack(WrittenAttackTarget),
    AttackAu(f64, f64, f64),
    AttackBody(String),
    Land(String),
    Bombard(String),
}

/// The file spelling of a target.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
enum WrittenAttackTarget {
    Fleet(String),
    Ship(u32),
    Structure(u32),
    Class(Class),
    Well(String),
    Area(Area),
}

/// The file spelling of a rally point.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
enum WrittenPlace {
    Point(Point),
    Body(String),
    Ring { body: String, ring: u8 },
}

fn yes() -> bool {
    true
}

/// The names that a player may use.
struct Names<'a> {
    view: WorldView<'a>,
    player: FactionId,
    lookup: NameLookup<'a>,
}

impl Names<'_> {
    /// An own fleet. The names of others' fleets are not for the player.
    fn units(&self, name: &str) -> Result<Units, Missing> {
        match fleet_called(self.view, self.player, name) {
            Some((false, id)) => Ok(Units::Fleet(id)),
            _ => Err(Missing::Fleet(name.to_owned())),
        }
    }

    fn structure_class(&self, name: &str) -> Result<ClassId, Missing> {
        let found = self.view.almanac().structures.0.position(|known| known.name == name);
        found.ok_or_else(|| Missing::StructureClass(name.to_owned()))
    }

    fn go(&self, to: NamedGoal, queue: bool) -> Result<Command, Missing> {
        Ok(Command::go(self.lookup.goal(&to)?, When::queued(queue)))
    }

    fn engage(&self, to: NamedGoal, queue: bool) -> Result<Command, Missing> {
        Ok(Command::engage(self.lookup.goal(&to)?, When::queued(queue)))
    }

    fn edit(&self, edit: WrittenEdit) -> Result<Command, Missing> {
        Ok(match edit {
            WrittenEdit::Insert { at, leg } => {
                let engage = matches!(leg, WrittenLeg::AttackAu(..) | WrittenLeg::AttackBody(_));
                Command::Go { goal: self.lookup.goal(&leg.into())?, engage, when: When::Before(at) }
            }
            WrittenEdit::Remove { at } => Command::Edit(RouteEdit::Remove { at }),
            WrittenEdit::Move(Moved { at, x_au, y_au, z_au }) => {
                let to = self.lookup.goal(&NamedGoal::Au(x_au, y_au, z_au))?;
                Command::Edit(RouteEdit::Move { at, to })
            }
            WrittenEdit::Repeat(repeats) => Command::Edit(RouteEdit::Repeat(repeats)),
        })
    }
}

/// Whether the known fleet with a name is another player's, and its number; of several the player's own, else the
/// oldest.
fn fleet_called(view: WorldView, player: FactionId, name: &str) -> Option<(bool, FleetId)> {
    let known = view.fleets(|fleet| fleet.name == name).map(|known| known.fleet);
    known.map(|fleet| (fleet.faction != player, fleet.id)).min()
}

impl Written {
    /// The order by numbers: an arm for each.
    fn by_numbers(self, names: &Names) -> Result<Order, Missing> {
        let construction = |order: ConstructionOrder| Ok(Order::Construction(order));
        let (fleet, command) = match self {
            Self::MoveTo(to) => (to.fleet, names.go(NamedGoal::Au(to.x_au, to.y_au, to.z_au), to.queue)?),
            Self::AttackMove(to) => {
                (to.fleet, names.engage(NamedGoal::Au(to.x_au, to.y_au, to.z_au), to.queue)?)
            }
            Self::GoTo(to) => (to.fleet, names.go(NamedGoal::Body(to.body), to.queue)?),
            Self::AttackGoTo(to) => (to.fleet, names.engage(NamedGoal::Body(to.body), to.queue)?),
            Self::Bombard(to) => (to.fleet, names.go(NamedGoal::Bombard(to.body), to.queue)?),
            Self::Invade(to) => (to.fleet, names.go(NamedGoal::Land(to.body), to.queue)?),
            Self::HoldInRing(ToRing { fleet, body, ring, queue }) => {
                (fleet, names.go(NamedGoal::Ring { body, ring }, queue)?)
            }
            Self::Ahead(Ahead { fleet, body, degrees, queue }) => {
                (fleet, names.go(NamedGoal::Ahead { body, degrees }, queue)?)
            }
            Self::Follow(Follow { fleet, leader: name, guard, queue }) => {
                (fleet, names.go(NamedGoal::Fleet { name, guard }, queue)?)
            }
            Self::WaitUntil(WaitUntil { fleet, until }) => {
                (fleet, names.go(NamedGoal::Wait { until }, true)?)
            }
            Self::Attack(Attack { fleet, target, queue }) => {
                (fleet, names.go(NamedGoal::Attack(target.into()), queue)?)
            }
            Self::Patrol(Patrol { fleet, x_au, y_au, z_au }) => {
                (fleet, Command::Patrol { to: names.lookup.goal(&NamedGoal::Au(x_au, y_au, z_au))? })
            }
            Self::EditRoute { fleet, edit } => (fleet, names.edit(edit)?),
            Self::Form(Form { fleet, shape, conduct, facing }) => {
                (fleet, Command::Form { shape, conduct, facing })
            }
            Self::Wish { fleet, wish } => (fleet, Command::Prefer(wish)),
            Self::Stop { fleet } => (fleet, Command::Stop),
            Self::Doctrine(Doctrine { fleet, stance, withdraw_percent, prey }) => {
                (fleet, Command::Doctrine(level::Doctrine { stance, withdraw_percent, prey }))
            }
            Self::Retreat { fleet } => (fleet, Command::Retreat),
            Self::Rename { fleet, name } => (fleet, Command::Rename(name)),
            Self::Join { fleet, others } => {
                let others = others.iter().map(|name| names.units(name)).collect::<Result<_, _>>()?;
                (fleet, Command::Join { others })
            }
            Self::Scrap(Scrap { ships: Some(ships), .. }) => {
                return Ok(Order::fleet(Units::Ships(ships), Command::Scrap));
            }
            Self::Scrap(Scrap { fleet, ships: None }) => (fleet, Command::Scrap),
            Self::Build { class, body, ring, slot } => {
                let (class, body) = (names.structure_class(&class)?, names.lookup.body(&body)?);
                return construction(ConstructionOrder::Build { class, body, ring, slot });
            }
            Self::Pause(Pause { structure, paused }) => {
                return construction(ConstructionOrder::Pause { structure, paused });
            }
            Self::Cancel { structure } => return construction(ConstructionOrder::Cancel { structure }),
            Self::BuildShips(BuildShips { yard, class, count }) => {
                let class = names.lookup.ship_class(&class)?;
                return construction(ConstructionOrder::BuildShips { yard, class, count });
            }
            Self::CancelShip { yard, index } => {
                return construction(ConstructionOrder::CancelShip { yard, index });
            }
            Self::Repeat(Repeat { yard, repeats }) => {
                return construction(ConstructionOrder::Repeat { yard, repeats });
            }
            Self::RallyTo(RallyTo { yard, rally }) => {
                let rally = rally.map(|rally| names.lookup.goal(&rally.into())).transpose()?;
                return construction(ConstructionOrder::RallyTo { yard, rally });
            }
            Self::Surrender {} => return Ok(Order::Surrender),
            Self::Seat(seat) => return Ok(Order::Seat(seat)),
        };
        Ok(Order::fleet(names.units(&fleet)?, command))
    }
}

impl From<WrittenLeg> for NamedGoal {
    fn from(leg: WrittenLeg) -> Self {
        match leg {
            WrittenLeg::Au(x, y, z) | WrittenLeg::AttackAu(x, y, z) => Self::Au(x, y, z),
            WrittenLeg::Body(body) | WrittenLeg::AttackBody(body) => Self::Body(body),
            WrittenLeg::Ring { body, ring } => Self::Ring { body, ring },
            WrittenLeg::Ahead { body, degrees } => Self::Ahead { body, degrees },
            WrittenLeg::Fleet(Beside { name, guard }) => Self::Fleet { name, guard },
            WrittenLeg::Wait(until) => Self::Wait { until },
            WrittenLeg::Attack(target) => Self::Attack(target.into()),
            WrittenLeg::Land(body) => Self::Land(body),
            WrittenLeg::Bombard(body) => Self::Bombard(body),
        }
    }
}

impl From<WrittenAttackTarget> for NamedAttackTarget {
    fn from(target: WrittenAttackTarget) -> Self {
        match target {
            WrittenAttackTarget::Fleet(name) => Self::Fleet(name),
            WrittenAttackTarget::Ship(id) => Self::Ship(id),
            WrittenAttackTarget::Structure(id) => Self::Structure(id),
            WrittenAttackTarget::Class(Class { class, body }) => Self::Class { class, body },
            WrittenAttackTarget::Well(body) => Self::Well(body),
            WrittenAttackTarget::Area(Area { x_au, y_au, z_au, radius_km }) => {
                Self::Around { km: (DVec3::new(x_au, y_au, z_au) * AU_KM).into(), radius_km }
            }
        }
    }
}

impl From<WrittenPlace> for NamedGoal {
    fn from(place: WrittenPlace) -> Self {
        match place {
            WrittenPlace::Point(Point { x_au, y_au, z_au }) => Self::Au(x_au, y_au, z_au),
            WrittenPlace::Body(body) => Self::Body(body),
            WrittenPlace::Ring { body, ring } => Self::Ring { body, ring },
        }
    }
}
