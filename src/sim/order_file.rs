//! Orders from a file, for runs that nobody watches.
//!
//! The text of a RON file comes in, `[(tick: 0, player: "Terra", order: MoveTo(fleet: "First", x_au: 1.2,
//! y_au: 0.3)), ...]`; a list of orders by tick leaves. Names are only looked up when the order is
//! handed in, because a fleet may not exist before. What orders are made of is in `order_file/parts.rs`.

mod parts;

use glam::DVec3;
use serde::Deserialize;

pub use parts::{WrittenEdit, WrittenLeg, WrittenQuarry, WrittenRally};

use super::holdings::StructureId;
use super::orders::{EstateOrder, Order, PlayerId, RallyTo, Units, WarOrder};
use crate::level::{self, Conduct, Faction, Shape, ShipKind, Stance, Until, Wish};
use crate::orbit::AU_KM;

/// One order of a file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimedOrder {
    /// The tick in which it is handed in.
    pub tick: u64,
    /// The name of the faction that gives it.
    pub player: String,
    /// What it says.
    pub order: WrittenOrder,
}

/// An order as people write it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum WrittenOrder {
    /// Fly to a point.
    MoveTo {
        /// The fleet's name.
        fleet: String,
        /// Heliocentric ecliptic x, AU.
        x_au: f64,
        /// Heliocentric ecliptic y, AU.
        y_au: f64,
        /// Height above the ecliptic, AU.
        #[serde(default)]
        z_au: f64,
        /// After the orders before it.
        #[serde(default)]
        queue: bool,
    },
    /// Fly to a body and stay with it.
    GoTo {
        /// The fleet's name.
        fleet: String,
        /// The body's name.
        body: String,
        /// After the orders before it.
        #[serde(default)]
        queue: bool,
    },
    /// Fly to a ring of a body's well and circle in it.
    HoldInRing {
        /// The fleet's name.
        fleet: String,
        /// The body's name.
        body: String,
        /// The ring; 0 is the innermost.
        ring: u8,
        /// After the orders before it.
        #[serde(default)]
        queue: bool,
    },
    /// Fly to the point so far ahead of a body on its path.
    Ahead {
        /// The fleet's name.
        fleet: String,
        /// The body's name.
        body: String,
        /// How far ahead of it, degrees, -180 to 180; below 0 behind it.
        degrees: f64,
        /// After the orders before it.
        #[serde(default)]
        queue: bool,
    },
    /// Stay beside another fleet.
    Follow {
        /// The fleet's name.
        fleet: String,
        /// The other fleet's name.
        leader: String,
        /// Whether to guard it.
        #[serde(default)]
        guard: bool,
        /// After the orders before it.
        #[serde(default)]
        queue: bool,
    },
    /// Wait, after the orders before it.
    WaitUntil {
        /// The fleet's name.
        fleet: String,
        /// `on(date("2027-03-01"))`, `nearest(body: "Mars", to: "Earth")`, `conjunction("Mars", "Earth")`
        /// or `opposition("Mars", "Earth")`.
        until: Until,
    },
    /// Fly to and fro between a point and where the fleet is.
    Patrol {
        /// The fleet's name.
        fleet: String,
        /// Heliocentric ecliptic x, AU.
        x_au: f64,
        /// Heliocentric ecliptic y, AU.
        y_au: f64,
        /// Height above the ecliptic, AU.
        #[serde(default)]
        z_au: f64,
    },
    /// Change the route.
    EditRoute {
        /// The fleet's name.
        fleet: String,
        /// How.
        edit: WrittenEdit,
    },
    /// Stand to each other in a certain way.
    Form {
        /// The fleet's name.
        fleet: String,
        /// `keep`, `line`, `column`, `wall`, `wedge`, `sphere` or `claw`.
        #[serde(default)]
        shape: Shape,
        /// `formation`, `loose` or `own_speed`.
        #[serde(default)]
        conduct: Conduct,
        /// The direction in which to look at the next destination.
        #[serde(default)]
        facing: Option<(f64, f64, f64)>,
    },
    /// Look for ways of this kind, from now on.
    Wish {
        /// The fleet's name.
        fleet: String,
        /// `shortest`, `avoid_hostile_wells` or `out_of_sight`.
        wish: Wish,
    },
    /// Come to rest.
    Stop {
        /// The fleet's name.
        fleet: String,
    },
    /// Let a structure grow.
    Build {
        /// The name of its class.
        class: String,
        /// The name of the body.
        body: String,
        /// The ring; 0 is the innermost.
        ring: u8,
        /// The first of its slots, from 0.
        slot: u16,
    },
    /// Have a growing structure wait, or go on.
    Pause {
        /// The number of the structure.
        structure: u32,
        /// Wait or go on.
        #[serde(default = "yes")]
        paused: bool,
    },
    /// Give up a growing structure.
    Cancel {
        /// The number of the structure.
        structure: u32,
    },
    /// Put ships at the end of a yard's queue.
    BuildShips {
        /// The number of the yard.
        yard: u32,
        /// The name of the ships' class.
        class: String,
        /// How many.
        #[serde(default = "one")]
        count: u8,
    },
    /// Take a ship out of a yard's queue.
    CancelShip {
        /// The number of the yard.
        yard: u32,
        /// Its place in the queue; 0 is the one that grows.
        index: usize,
    },
    /// Have what a yard has finished go to the end of its queue again, or not.
    Repeat {
        /// The number of the yard.
        yard: u32,
        /// Again or only once.
        #[serde(default = "yes")]
        repeats: bool,
    },
    /// Say where the new ships of a yard go.
    RallyTo {
        /// The number of the yard.
        yard: u32,
        /// Where to; absent: they wait beside the yard.
        #[serde(default)]
        rally: Option<WrittenRally>,
    },
    /// Go for something of others and fight it, until nothing of it is seen or left.
    Attack {
        /// The fleet's name.
        fleet: String,
        /// What to attack.
        target: WrittenQuarry,
        /// After the orders before it.
        #[serde(default)]
        queue: bool,
    },
    /// Fly to a point, engage whoever comes near on the way, and go on afterwards.
    AttackMove {
        /// The fleet's name.
        fleet: String,
        /// Heliocentric ecliptic x, AU.
        x_au: f64,
        /// Heliocentric ecliptic y, AU.
        y_au: f64,
        /// Height above the ecliptic, AU.
        #[serde(default)]
        z_au: f64,
        /// After the orders before it.
        #[serde(default)]
        queue: bool,
    },
    /// Fly to a body and stay with it, engage whoever comes near on the way, and go on afterwards.
    AttackGoTo {
        /// The fleet's name.
        fleet: String,
        /// The body's name.
        body: String,
        /// After the orders before it.
        #[serde(default)]
        queue: bool,
    },
    /// Fight in a certain way, from now on.
    Doctrine {
        /// The fleet's name.
        fleet: String,
        /// `aggressive`, `defensive`, `return`, `hold_position` or `hold_fire`.
        #[serde(default)]
        stance: Stance,
        /// Withdraw when no more than so many hundredths of the fleet's strength are left; 0: never.
        #[serde(default)]
        withdraw_percent: u8,
        /// What to shoot at before anything else.
        #[serde(default)]
        prey: Option<ShipKind>,
    },
    /// Go to the nearest finished shipyard of the own side.
    Retreat {
        /// The fleet's name.
        fleet: String,
    },
    /// Bombard the ground of a body.
    Bombard {
        /// The fleet's name.
        fleet: String,
        /// The body's name.
        body: String,
        /// After the orders before it.
        #[serde(default)]
        queue: bool,
    },
    /// Land troopers on a body.
    Invade {
        /// The fleet's name.
        fleet: String,
        /// The body's name.
        body: String,
        /// After the orders before it.
        #[serde(default)]
        queue: bool,
    },
}

fn yes() -> bool {
    true
}

fn one() -> u8 {
    1
}

impl From<WrittenOrder> for Order {
    fn from(written: WrittenOrder) -> Self {
        match written {
            WrittenOrder::MoveTo { fleet, x_au, y_au, z_au, queue } => {
                Self::MoveTo { units: Units::Named(fleet), to: DVec3::new(x_au, y_au, z_au) * AU_KM, queue }
            }
            WrittenOrder::GoTo { fleet, body, queue } => {
                Self::GoTo { units: Units::Named(fleet), body, queue }
            }
            WrittenOrder::HoldInRing { fleet, body, ring, queue } => {
                Self::HoldInRing { units: Units::Named(fleet), body, ring, queue }
            }
            WrittenOrder::Ahead { fleet, body, degrees, queue } => {
                Self::Ahead { units: Units::Named(fleet), body, degrees, queue }
            }
            WrittenOrder::Follow { fleet, leader, guard, queue } => {
                Self::Follow { units: Units::Named(fleet), fleet: Units::Named(leader), guard, queue }
            }
            WrittenOrder::WaitUntil { fleet, until } => Self::WaitUntil { units: Units::Named(fleet), until },
            WrittenOrder::Patrol { fleet, x_au, y_au, z_au } => {
                Self::Patrol { units: Units::Named(fleet), to: DVec3::new(x_au, y_au, z_au) * AU_KM }
            }
            WrittenOrder::EditRoute { fleet, edit } => {
                Self::EditRoute { units: Units::Named(fleet), edit: edit.into() }
            }
            WrittenOrder::Form { fleet, shape, conduct, facing } => {
                Self::Form { units: Units::Named(fleet), shape, conduct, facing: facing.map(DVec3::from) }
            }
            WrittenOrder::Wish { fleet, wish } => Self::Wish { units: Units::Named(fleet), wish },
            WrittenOrder::Stop { fleet } => Self::Stop { units: Units::Named(fleet) },
            WrittenOrder::Build { class, body, ring, slot } => {
                Self::Estate(EstateOrder::Build { class, body, ring, slot })
            }
            WrittenOrder::Pause { structure, paused } => {
                Self::Estate(EstateOrder::Pause { structure: StructureId(structure), paused })
            }
            WrittenOrder::Cancel { structure } => {
                Self::Estate(EstateOrder::Cancel { structure: StructureId(structure) })
            }
            WrittenOrder::BuildShips { yard, class, count } => {
                Self::Estate(EstateOrder::BuildShips { yard: StructureId(yard), class, count })
            }
            WrittenOrder::CancelShip { yard, index } => {
                Self::Estate(EstateOrder::CancelShip { yard: StructureId(yard), index })
            }
            WrittenOrder::Repeat { yard, repeats } => {
                Self::Estate(EstateOrder::Repeat { yard: StructureId(yard), repeats })
            }
            WrittenOrder::RallyTo { yard, rally } => Self::Estate(EstateOrder::RallyTo {
                yard: StructureId(yard),
                rally: rally.map(RallyTo::from),
            }),
            WrittenOrder::Attack { fleet, target, queue } => {
                let quarry = target.into();
                Self::War(WarOrder::Attack { units: Units::Named(fleet), quarry, queue })
            }
            WrittenOrder::AttackMove { fleet, x_au, y_au, z_au, queue } => {
                let to = DVec3::new(x_au, y_au, z_au) * AU_KM;
                Self::War(WarOrder::AttackMove { units: Units::Named(fleet), to, queue })
            }
            WrittenOrder::AttackGoTo { fleet, body, queue } => {
                Self::War(WarOrder::AttackGoTo { units: Units::Named(fleet), body, queue })
            }
            WrittenOrder::Doctrine { fleet, stance, withdraw_percent, prey } => {
                let doctrine = level::Doctrine { stance, withdraw_percent, prey };
                Self::War(WarOrder::Doctrine { units: Units::Named(fleet), doctrine })
            }
            WrittenOrder::Retreat { fleet } => Self::War(WarOrder::Retreat { units: Units::Named(fleet) }),
            WrittenOrder::Bombard { fleet, body, queue } => {
                Self::War(WarOrder::Bombard { units: Units::Named(fleet), body, queue })
            }
            WrittenOrder::Invade { fleet, body, queue } => {
                Self::War(WarOrder::Invade { units: Units::Named(fleet), body, queue })
            }
        }
    }
}

/// Reads the text of an orders file; the orders come out sorted by tick, else in the file's order.
///
/// # Errors
/// A sentence with line, column and reason.
pub fn parse_orders(text: &str) -> Result<Vec<TimedOrder>, String> {
    let mut orders: Vec<TimedOrder> = ron::Options::default()
        .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
        .from_str(text)
        .map_err(|error| format!("{}:{}: {}", error.span.start.line, error.span.start.col, error.code))?;
    orders.sort_by_key(|order| order.tick);
    Ok(orders)
}

/// The player with a faction's name.
///
/// # Errors
/// A sentence that lists the names there are.
pub fn find_player(factions: &[Faction], name: &str) -> Result<PlayerId, String> {
    factions.iter().position(|faction| faction.name == name).map(PlayerId).ok_or_else(|| {
        let known: Vec<&str> = factions.iter().map(|faction| faction.name.as_str()).collect();
        format!("no faction is called `{name}`; there are: {}", known.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::super::orders::{NewLeg, QuarryOrder, RouteEdit};
    use super::*;

    /// The order of a file that holds only this one.
    fn order(text: &str) -> Order {
        let file = format!(r#"[(tick: 0, player: "Terra", order: {text})]"#);
        let mut orders = parse_orders(&file).unwrap_or_else(|error| panic!("{error}: {file}"));
        orders.remove(0).order.into()
    }

    #[test]
    fn orders_to_circle_are_read() {
        let hold = |queue| Order::HoldInRing {
            units: Units::Named("First".into()),
            body: "Mars".into(),
            ring: 2,
            queue,
        };
        assert_eq!(order(r#"HoldInRing(fleet: "First", body: "Mars", ring: 2)"#), hold(false));
        assert_eq!(order(r#"HoldInRing(fleet: "First", body: "Mars", ring: 2, queue: true)"#), hold(true));
        assert!(parse_orders(r#"[(tick: 0, player: "Terra", order: HoldInRing(fleet: "First"))]"#).is_err());
    }

    #[test]
    fn orders_about_routes_are_read() {
        let units = || Units::Named("First".into());
        let mars = || ("Mars".to_owned(), "Earth".to_owned());
        let edit = |edit| Order::EditRoute { units: units(), edit };
        let cases = [
            (
                r#"Ahead(fleet: "First", body: "Mars", degrees: 30)"#,
                Order::Ahead { units: units(), body: "Mars".into(), degrees: 30.0, queue: false },
            ),
            (
                r#"Follow(fleet: "First", leader: "Home", guard: true)"#,
                Order::Follow {
                    units: units(),
                    fleet: Units::Named("Home".into()),
                    guard: true,
                    queue: false,
                },
            ),
            (
                r#"WaitUntil(fleet: "First", until: conjunction("Mars", "Earth"))"#,
                Order::WaitUntil { units: units(), until: Until::Conjunction(mars().0, mars().1) },
            ),
            (
                r#"Patrol(fleet: "First", x_au: 1, y_au: -2.0)"#,
                Order::Patrol { units: units(), to: DVec3::new(1.0, -2.0, 0.0) * AU_KM },
            ),
            (
                r#"EditRoute(fleet: "First", edit: Insert(at: 0, leg: Wait(nearest(body: "Mars", to: "Earth"))))"#,
                edit(RouteEdit::Insert {
                    at: 0,
                    leg: NewLeg::Wait(Until::Nearest { body: mars().0, to: Some(mars().1) }),
                }),
            ),
            (
                r#"EditRoute(fleet: "First", edit: Move(at: 2, x_au: 1, y_au: 0))"#,
                edit(RouteEdit::Move { at: 2, to: DVec3::X * AU_KM }),
            ),
            (
                r#"EditRoute(fleet: "First", edit: Insert(at: 1, leg: AttackBody("Mars")))"#,
                edit(RouteEdit::Insert { at: 1, leg: NewLeg::AttackBody(mars().0) }),
            ),
            (r#"EditRoute(fleet: "First", edit: Repeat(true))"#, edit(RouteEdit::Repeat(true))),
        ];
        for (text, expected) in cases {
            assert_eq!(order(text), expected, "{text}");
        }
    }

    #[test]
    fn orders_of_war_are_read() {
        let units = || Units::Named("First".into());
        let attack = |quarry| WarOrder::Attack { units: units(), quarry, queue: false };
        let cases = [
            (
                r#"Attack(fleet: "First", target: Fleet("Raiders"))"#,
                attack(QuarryOrder::Fleet(Units::Named("Raiders".into()))),
            ),
            (
                r#"Attack(fleet: "First", target: Class(class: "frigate", body: "Mars"))"#,
                attack(QuarryOrder::Class { class: "frigate".into(), body: Some("Mars".into()) }),
            ),
            (
                r#"Attack(fleet: "First", target: Structure(3), queue: true)"#,
                WarOrder::Attack {
                    units: units(),
                    quarry: QuarryOrder::Structure(StructureId(3)),
                    queue: true,
                },
            ),
            (
                r#"AttackMove(fleet: "First", x_au: 1, y_au: -2.0)"#,
                WarOrder::AttackMove { units: units(), to: DVec3::new(1.0, -2.0, 0.0) * AU_KM, queue: false },
            ),
            (
                r#"AttackGoTo(fleet: "First", body: "Mars", queue: true)"#,
                WarOrder::AttackGoTo { units: units(), body: "Mars".into(), queue: true },
            ),
            (
                r#"Doctrine(fleet: "First", stance: aggressive, withdraw_percent: 30, prey: capital)"#,
                WarOrder::Doctrine {
                    units: units(),
                    doctrine: level::Doctrine {
                        stance: Stance::Aggressive,
                        withdraw_percent: 30,
                        prey: Some(ShipKind::Capital),
                    },
                },
            ),
            (r#"Retreat(fleet: "First")"#, WarOrder::Retreat { units: units() }),
            (
                r#"Invade(fleet: "First", body: "Mars")"#,
                WarOrder::Invade { units: units(), body: "Mars".into(), queue: false },
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(order(text), Order::War(expected), "{text}");
        }
    }

    #[test]
    fn orders_about_places_are_read() {
        let yard = StructureId(7);
        let cases = [
            (
                r#"Build(class: "shipyard", body: "Mars", ring: 2, slot: 11)"#,
                EstateOrder::Build { class: "shipyard".into(), body: "Mars".into(), ring: 2, slot: 11 },
            ),
            ("Pause(structure: 7)", EstateOrder::Pause { structure: yard, paused: true }),
            ("Pause(structure: 7, paused: false)", EstateOrder::Pause { structure: yard, paused: false }),
            ("Cancel(structure: 7)", EstateOrder::Cancel { structure: yard }),
            (
                r#"BuildShips(yard: 7, class: "scout")"#,
                EstateOrder::BuildShips { yard, class: "scout".into(), count: 1 },
            ),
            (
                r#"BuildShips(yard: 7, class: "scout", count: 5)"#,
                EstateOrder::BuildShips { yard, class: "scout".into(), count: 5 },
            ),
            ("CancelShip(yard: 7, index: 1)", EstateOrder::CancelShip { yard, index: 1 }),
            ("Repeat(yard: 7)", EstateOrder::Repeat { yard, repeats: true }),
            ("Repeat(yard: 7, repeats: false)", EstateOrder::Repeat { yard, repeats: false }),
            ("RallyTo(yard: 7)", EstateOrder::RallyTo { yard, rally: None }),
            (
                r#"RallyTo(yard: 7, rally: Body("Mars"))"#,
                EstateOrder::RallyTo { yard, rally: Some(RallyTo::Body("Mars".into())) },
            ),
            (
                r#"RallyTo(yard: 7, rally: Ring(body: "Mars", ring: 1))"#,
                EstateOrder::RallyTo { yard, rally: Some(RallyTo::Ring { body: "Mars".into(), ring: 1 }) },
            ),
            (
                "RallyTo(yard: 7, rally: Point(x_au: 1, y_au: -2.0))",
                EstateOrder::RallyTo {
                    yard,
                    rally: Some(RallyTo::Point(DVec3::new(1.0, -2.0, 0.0) * AU_KM)),
                },
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(order(text), Order::Estate(expected), "{text}");
        }
    }
}
