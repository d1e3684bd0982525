//! Order files, for runs without a player.
//!
//! A RON text such as `[(tick: 0, player: "Terra", order: MoveTo(fleet: "First", x_au: 1.2, y_au: 0.3)), ...]`
//! becomes a list of [`Order`]s by tick. Names are resolved when an order is handed in, because its fleet may not
//! exist before.
//!
//! Files spell orders flat, each with all its fields; only `Written` knows that spelling.

use glam::DVec3;
use serde::{Deserialize, Deserializer};
use typed_index_collections::TiSlice;

use crate::level;
use crate::level::{
    Cohesion, Faction, NamedAttackTarget, NamedGoal, RoutePreference, Shape, ShipKind, Stance, Until,
    plain_line,
};
use crate::orbit::AU_KM;
use crate::sim::{Command, ConstructionOrder, FactionId, Order, RouteEdit, ShipId, StructureId, Units, When};

/// One order of a file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimedOrder {
    /// The tick in which it is handed in.
    pub tick: u64,
    /// The name of the faction that gives it.
    pub player: String,
    /// The order.
    #[serde(deserialize_with = "read_written")]
    pub order: Order,
}

fn read_written<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Order, D::Error> {
    Written::deserialize(deserializer).map(Order::from)
}

/// The file spelling of an order. [`Command`] and [`ConstructionOrder`] explain the orders; `docs/level-format.md`
/// describes all fields.
#[derive(Deserialize)]
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
}

/// Defines structs that are read from a file, and nothing else.
macro_rules! written {
    ($($name:ident { $($(#[$about:meta])* $field:ident: $kind:ty,)* })*) => {$(
        #[derive(Deserialize)]
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
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
enum WrittenEdit {
    Insert { at: usize, leg: WrittenLeg },
    Remove { at: usize },
    Move(Moved),
    Repeat(bool),
}

/// A leg as people write it.
#[derive(Deserialize)]
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
#[derive(Deserialize)]
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
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
enum WrittenPlace {
    Point(Point),
    Body(String),
    Ring { body: String, ring: u8 },
}

fn yes() -> bool {
    true
}

fn one() -> u8 {
    1
}

impl From<Written> for Order {
    fn from(written: Written) -> Self {
        let (fleet, command) = match written {
            Written::MoveTo(to) => to.order(false),
            Written::AttackMove(to) => to.order(true),
            Written::GoTo(to) => to.order(NamedGoal::Body, false),
            Written::AttackGoTo(to) => to.order(NamedGoal::Body, true),
            Written::Bombard(to) => to.order(NamedGoal::Bombard, false),
            Written::Invade(to) => to.order(NamedGoal::Land, false),
            Written::HoldInRing(ToRing { fleet, body, ring, queue }) => {
                (fleet, Command::go(NamedGoal::Ring { body, ring }, When::queued(queue)))
            }
            Written::Ahead(Ahead { fleet, body, degrees, queue }) => {
                (fleet, Command::go(NamedGoal::Ahead { body, degrees }, When::queued(queue)))
            }
            Written::Follow(Follow { fleet, leader: name, guard, queue }) => {
                (fleet, Command::go(NamedGoal::Fleet { name, guard }, When::queued(queue)))
            }
            Written::WaitUntil(WaitUntil { fleet, until }) => {
                (fleet, Command::go(NamedGoal::Wait { until }, When::Last))
            }
            Written::Attack(Attack { fleet, target, queue }) => {
                (fleet, Command::go(NamedGoal::Attack(target.into()), When::queued(queue)))
            }
            Written::Patrol(Patrol { fleet, x_au, y_au, z_au }) => {
                (fleet, Command::Patrol { to: NamedGoal::Au(x_au, y_au, z_au) })
            }
            Written::EditRoute { fleet, edit } => (fleet, edit.into()),
            Written::Form(Form { fleet, shape, conduct, facing }) => {
                (fleet, Command::Form { shape, conduct, facing })
            }
            Written::Wish { fleet, wish } => (fleet, Command::Prefer(wish)),
            Written::Stop { fleet } => (fleet, Command::Stop),
            Written::Doctrine(Doctrine { fleet, stance, withdraw_percent, prey }) => {
                (fleet, Command::Doctrine(level::Doctrine { stance, withdraw_percent, prey }))
            }
            Written::Retreat { fleet } => (fleet, Command::Retreat),
            Written::Rename { fleet, name } => (fleet, Command::Rename(name)),
            Written::Join { fleet, others } => {
                (fleet, Command::Join { others: others.into_iter().map(Units::Named).collect() })
            }
            Written::Scrap(Scrap { fleet, ships }) => {
                return Self::fleet(ships.map_or(Units::Named(fleet), Units::Ships), Command::Scrap);
            }
            Written::Build { class, body, ring, slot } => {
                return Self::Construction(ConstructionOrder::Build { class, body, ring, slot });
            }
            Written::Pause(Pause { structure, paused }) => {
                return Self::Construction(ConstructionOrder::Pause { structure, paused });
            }
            Written::Cancel { structure } => {
                return Self::Construction(ConstructionOrder::Cancel { structure });
            }
            Written::BuildShips(BuildShips { yard, class, count }) => {
                return Self::Construction(ConstructionOrder::BuildShips { yard, class, count });
            }
            Written::CancelShip { yard, index } => {
                return Self::Construction(ConstructionOrder::CancelShip { yard, index });
            }
            Written::Repeat(Repeat { yard, repeats }) => {
                return Self::Construction(ConstructionOrder::Repeat { yard, repeats });
            }
            Written::RallyTo(RallyTo { yard, rally }) => {
                let rally = rally.map(NamedGoal::from);
                return Self::Construction(ConstructionOrder::RallyTo { yard, rally });
            }
            Written::Surrender {} => return Self::Surrender,
        };
        Self::fleet(Units::Named(fleet), command)
    }
}

impl ToPoint {
    fn order(self, engage: bool) -> (String, Command) {
        let goal = NamedGoal::Au(self.x_au, self.y_au, self.z_au);
        (self.fleet, Command::Go { goal, engage, when: When::queued(self.queue) })
    }
}

impl ToBody {
    fn order(self, goal: impl FnOnce(String) -> NamedGoal, engage: bool) -> (String, Command) {
        (self.fleet, Command::Go { goal: goal(self.body), engage, when: When::queued(self.queue) })
    }
}

impl From<WrittenEdit> for Command {
    fn from(edit: WrittenEdit) -> Self {
        match edit {
            WrittenEdit::Insert { at, leg } => {
                let engage = matches!(leg, WrittenLeg::AttackAu(..) | WrittenLeg::AttackBody(_));
                Self::Go { goal: leg.into(), engage, when: When::Before(at) }
            }
            WrittenEdit::Remove { at } => Self::Edit(RouteEdit::Remove { at }),
            WrittenEdit::Move(Moved { at, x_au, y_au, z_au }) => {
                Self::Edit(RouteEdit::Move { at, to: NamedGoal::Au(x_au, y_au, z_au) })
            }
            WrittenEdit::Repeat(repeats) => Self::Edit(RouteEdit::Repeat(repeats)),
        }
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
            WrittenLeg::Attack(quarry) => Self::Attack(quarry.into()),
            WrittenLeg::Land(body) => Self::Land(body),
            WrittenLeg::Bombard(body) => Self::Bombard(body),
        }
    }
}

impl From<WrittenAttackTarget> for NamedAttackTarget {
    fn from(quarry: WrittenAttackTarget) -> Self {
        match quarry {
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

/// Reads the text of an orders file; the orders come out sorted by tick, else in the file's order.
///
/// # Errors
/// A sentence with line, column and reason.
pub fn parse_orders(text: &str) -> Result<Vec<TimedOrder>, String> {
    use ron::extensions::Extensions;
    let mut orders: Vec<TimedOrder> = ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES)
        .from_str(text)
        .map_err(|error| {
            let (place, message) = (error.span.start, error.code.to_string());
            format!("{}:{}: {}", place.line, place.col, plain_line(&message))
        })?;
    orders.sort_by_key(|order| order.tick);
    Ok(orders)
}

/// The player with a faction's name.
///
/// # Errors
/// A sentence that lists the names there are.
pub fn find_player(factions: &TiSlice<FactionId, Faction>, name: &str) -> Result<FactionId, String> {
    factions.iter().position(|faction| faction.name == name).map(FactionId).ok_or_else(|| {
        let known: Vec<&str> = factions.iter().map(|faction| faction.name.as_str()).collect();
        format!("no faction is called `{}`; there are: {}", plain_line(name), known.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Epoch;

    fn read(order: &str) -> Result<Order, String> {
        let file = format!(r#"[(tick: 0, player: "Terra", order: {order})]"#);
        parse_orders(&file).map(|mut orders| orders.remove(0).order)
    }

    fn first(command: Command) -> Order {
        Order::fleet(Units::Named("First".into()), command)
    }

    fn mars() -> String {
        "Mars".to_owned()
    }

    #[test]
    fn commands_are_read() {
        let go = Command::go;
        let conjunction = Until::Conjunction(mars(), "Earth".into());
        let doctrine = level::Doctrine {
            stance: Stance::Aggressive,
            withdraw_percent: 30,
            prey: Some(ShipKind::Capital),
        };
        let cases = [
            (r#"MoveTo(fleet: "First", x_au: 1, y_au: -2.0)"#, go(NamedGoal::Au(1.0, -2.0, 0.0), When::Now)),
            (r#"GoTo(fleet: "First", body: "Mars", queue: true)"#, go(NamedGoal::Body(mars()), When::Last)),
            (
                r#"HoldInRing(fleet: "First", body: "Mars", ring: 2)"#,
                go(NamedGoal::Ring { body: mars(), ring: 2 }, When::Now),
            ),
            (
                r#"Ahead(fleet: "First", body: "Mars", degrees: 30)"#,
                go(NamedGoal::Ahead { body: mars(), degrees: 30.0 }, When::Now),
            ),
            (
                r#"Follow(fleet: "First", leader: "Home", guard: true)"#,
                go(NamedGoal::Fleet { name: "Home".into(), guard: true }, When::Now),
            ),
            (
                r#"WaitUntil(fleet: "First", until: conjunction("Mars", "Earth"))"#,
                go(NamedGoal::Wait { until: conjunction }, When::Last),
            ),
            (
                r#"Patrol(fleet: "First", x_au: 1, y_au: -2.0)"#,
                Command::Patrol { to: NamedGoal::Au(1.0, -2.0, 0.0) },
            ),
            (
                r#"AttackMove(fleet: "First", x_au: 1, y_au: -2.0)"#,
                Command::engage(NamedGoal::Au(1.0, -2.0, 0.0), When::Now),
            ),
            (
                r#"AttackGoTo(fleet: "First", body: "Mars", queue: true)"#,
                Command::engage(NamedGoal::Body(mars()), When::Last),
            ),
            (r#"Invade(fleet: "First", body: "Mars")"#, go(NamedGoal::Land(mars()), When::Now)),
            (r#"Bombard(fleet: "First", body: "Mars")"#, go(NamedGoal::Bombard(mars()), When::Now)),
            (
                r#"Form(fleet: "First", shape: wedge, facing: (0, 1, 0))"#,
                Command::Form { shape: Shape::Wedge, conduct: Cohesion::default(), facing: Some(DVec3::Y) },
            ),
            (
                r#"Doctrine(fleet: "First", stance: aggressive, withdraw_percent: 30, prey: capital)"#,
                Command::Doctrine(doctrine),
            ),
            (r#"Retreat(fleet: "First")"#, Command::Retreat),
            (r#"Stop(fleet: "First")"#, Command::Stop),
            (r#"Rename(fleet: "First", name: "Home guard")"#, Command::Rename("Home guard".into())),
            (
                r#"Join(fleet: "First", others: ["Second", "Third"])"#,
                Command::Join { others: ["Second", "Third"].map(|name| Units::Named(name.into())).to_vec() },
            ),
            (r#"Scrap(fleet: "First")"#, Command::Scrap),
        ];
        for (text, command) in cases {
            assert_eq!(read(text), Ok(first(command)), "{text}");
        }
    }

    #[test]
    fn changes_of_routes_are_read() {
        let wait = NamedGoal::Wait { until: Until::On(Epoch::Jd(2_461_000.5)) };
        let cases = [
            ("Insert(at: 1, leg: Wait(on(jd(2461000.5))))", Command::go(wait, When::Before(1))),
            (
                r#"Insert(at: 0, leg: AttackBody("Mars"))"#,
                Command::engage(NamedGoal::Body(mars()), When::Before(0)),
            ),
            (
                r#"Insert(at: 0, leg: Fleet(name: "Home"))"#,
                Command::go(NamedGoal::Fleet { name: "Home".into(), guard: false }, When::Before(0)),
            ),
            ("Remove(at: 2)", Command::Edit(RouteEdit::Remove { at: 2 })),
            (
                "Move(at: 2, x_au: 1, y_au: 0)",
                Command::Edit(RouteEdit::Move { at: 2, to: NamedGoal::Au(1.0, 0.0, 0.0) }),
            ),
            ("Repeat(true)", Command::Edit(RouteEdit::Repeat(true))),
        ];
        for (text, command) in cases {
            let text = format!(r#"EditRoute(fleet: "First", edit: {text})"#);
            assert_eq!(read(&text), Ok(first(command)), "{text}");
        }
    }

    #[test]
    fn targets_are_read() {
        let cases = [
            (r#"Fleet("Raiders")"#, NamedAttackTarget::Fleet("Raiders".into())),
            ("Ship(7)", NamedAttackTarget::Ship(7)),
            ("Structure(3)", NamedAttackTarget::Structure(3)),
            (
                r#"Class(class: "frigate", body: "Mars")"#,
                NamedAttackTarget::Class { class: "frigate".into(), body: Some(mars()) },
            ),
            (r#"Well("Mars")"#, NamedAttackTarget::Well(mars())),
            (
                "Area(x_au: 1, y_au: 0, radius_km: 2e6)",
                NamedAttackTarget::Around { km: (AU_KM, 0.0, 0.0), radius_km: 2.0e6 },
            ),
        ];
        for (text, quarry) in cases {
            let text = format!(r#"Attack(fleet: "First", target: {text})"#);
            let attack = Command::go(NamedGoal::Attack(quarry), When::Now);
            assert_eq!(read(&text), Ok(first(attack)), "{text}");
        }
    }

    #[test]
    fn orders_about_structures_are_read() {
        let (yard, scout) = (StructureId(7), || "scout".to_owned());
        let rally = |goal: NamedGoal| ConstructionOrder::RallyTo { yard, rally: Some(goal) };
        let cases = [
            (
                r#"Build(class: "shipyard", body: "Mars", ring: 2, slot: 11)"#,
                ConstructionOrder::Build { class: "shipyard".into(), body: mars(), ring: 2, slot: 11 },
            ),
            ("Pause(structure: 7)", ConstructionOrder::Pause { structure: yard, paused: true }),
            ("Cancel(structure: 7)", ConstructionOrder::Cancel { structure: yard }),
            (
                r#"BuildShips(yard: 7, class: "scout")"#,
                ConstructionOrder::BuildShips { yard, class: scout(), count: 1 },
            ),
            ("CancelShip(yard: 7, index: 1)", ConstructionOrder::CancelShip { yard, index: 1 }),
            ("Repeat(yard: 7, repeats: false)", ConstructionOrder::Repeat { yard, repeats: false }),
            ("RallyTo(yard: 7)", ConstructionOrder::RallyTo { yard, rally: None }),
            (r#"RallyTo(yard: 7, rally: Body("Mars"))"#, rally(NamedGoal::Body(mars()))),
            (
                r#"RallyTo(yard: 7, rally: Ring(body: "Mars", ring: 1))"#,
                rally(NamedGoal::Ring { body: mars(), ring: 1 }),
            ),
            ("RallyTo(yard: 7, rally: Point(x_au: 1, y_au: -2.0))", rally(NamedGoal::Au(1.0, -2.0, 0.0))),
        ];
        for (text, order) in cases {
            assert_eq!(read(text), Ok(Order::Construction(order)), "{text}");
        }
    }

    #[test]
    fn a_surrender_has_no_fields() {
        assert_eq!(read("Surrender()"), Ok(Order::Surrender));
    }

    #[test]
    fn faults_have_a_line_and_a_reason() {
        for (text, words) in [
            (r#"HoldInRing(fleet: "First", body: "Mars")"#, "ring"),
            (r#"GoTo(fleet: "First", bdy: "Mars")"#, "bdy"),
            (r#"Gone(fleet: "First")"#, "Gone"),
            (r#"Surrender(fleet: "First")"#, "fleet"),
            ("Surrender", "opening `(`"),
        ] {
            let fault = read(text).expect_err("it is faulty");
            assert!(fault.starts_with("1:") && fault.contains(words), "{fault}");
        }
    }

    #[test]
    fn orders_read_back_as_they_were() {
        let goal =
            NamedGoal::Attack(NamedAttackTarget::Around { km: (0.1, -0.0, 1.0 / 3.0), radius_km: 2.0e6 });
        let ships = Units::Ships(vec![crate::sim::ids::ShipId(7)]);
        let orders = [
            Order::fleet(ships, Command::engage(goal, When::Before(3))),
            first(Command::Form { shape: Shape::Wall, conduct: Cohesion::Loose, facing: Some(DVec3::Z) }),
            first(Command::Edit(RouteEdit::Repeat(true))),
            Order::Construction(ConstructionOrder::Cancel { structure: StructureId(7) }),
            Order::Surrender,
        ];
        for order in orders {
            let text = ron::to_string(&order).expect("it can be written");
            assert_eq!(ron::from_str::<Order>(&text), Ok(order), "{text}");
        }
    }
}
