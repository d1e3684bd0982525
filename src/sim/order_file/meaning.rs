//! What orders of a file mean to the world.
//!
//! - Enters: a [`WrittenOrder`].
//! - Leaves: an [`Order`], with fleets by their names and places in km.
//! - Must never: look up a name, or refuse anything.

use glam::DVec3;

use super::WrittenOrder;
use crate::level;
use crate::orbit::AU_KM;
use crate::sim::ids::StructureId;
use crate::sim::order::{EstateOrder, Order, RallyTo, Units, WarOrder};

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

#[cfg(test)]
mod tests {
    use super::super::parse_orders;
    use super::*;
    use crate::level::{ShipKind, Stance, Until};
    use crate::sim::order::{NewLeg, QuarryOrder, RouteEdit};

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
