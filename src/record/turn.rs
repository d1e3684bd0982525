//! Turns: orders, and the ticks that follow them.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::sim::order::{Given, Giver, apply_waiting};
use crate::sim::{OrderQueue, Tick};

/// Some orders, and the ticks after them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// Number of ticks; 0 while the game is paused.
    pub ticks: u32,
    /// The orders that come before the first tick, in their sequence, and those that minds give in it.
    pub orders: Vec<Given>,
}

/// Plays a turn into a world: hands in the orders of its players, and does its ticks. The minds of the world give
/// their orders themselves. `after_tick` looks at the world after each tick.
///
/// # Errors
/// Those of `after_tick`, which end the turn.
pub fn play<E>(
    world: &mut World,
    turn: &Turn,
    mut after_tick: impl FnMut(&mut World) -> Result<(), E>,
) -> Result<(), E> {
    let mut door = world.resource_mut::<OrderQueue>();
    for given in turn.orders.iter().filter(|given| given.by == Giver::Player) {
        door.give(given.player, given.order.clone());
    }
    if turn.ticks == 0 {
        apply_waiting(world);
    }
    for _ in 0..turn.ticks {
        world.run_schedule(Tick);
        world.clear_trackers();
        after_tick(world)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::level::{
        Assault, Cohesion, Doctrine, FactionId, MindChoice, RoutePreference, Shape, ShipKind, Stance,
    };
    use crate::record::content::{decoded, encoded};
    use crate::sim::{
        Anchor, AnchoredPlace, AttackTarget, BodyId, ClassId, Command, ConstructionOrder, FleetId, Goal,
        Order, RouteEdit, Seat, ShipId, StructureId, TargetId, Units, WaitEvent, When,
    };

    /// Number of variants of each kind of order below; a new variant does not compile without a number here.
    fn number_of_order(order: &Order) -> usize {
        match order {
            Order::Fleet { .. } => 0,
            Order::Construction(_) => 1,
            Order::Surrender => 2,
            Order::Seat(_) => 3,
        }
    }

    fn number_of_units(units: &Units) -> usize {
        match units {
            Units::Fleet(_) => 0,
            Units::Ships(_) => 1,
        }
    }

    fn number_of_command(command: &Command) -> usize {
        match command {
            Command::Go { .. } => 0,
            Command::Patrol { .. } => 1,
            Command::Edit(_) => 2,
            Command::Form { .. } => 3,
            Command::Prefer(_) => 4,
            Command::Doctrine(_) => 5,
            Command::Stop => 6,
            Command::Retreat => 7,
            Command::Rename(_) => 8,
            Command::Join { .. } => 9,
            Command::Scrap => 10,
        }
    }

    fn number_of_construction(order: &ConstructionOrder) -> usize {
        match order {
            ConstructionOrder::Build { .. } => 0,
            ConstructionOrder::Pause { .. } => 1,
            ConstructionOrder::Cancel { .. } => 2,
            ConstructionOrder::BuildShips { .. } => 3,
            ConstructionOrder::CancelShip { .. } => 4,
            ConstructionOrder::Repeat { .. } => 5,
            ConstructionOrder::RallyTo { .. } => 6,
        }
    }

    fn number_of_goal(goal: &Goal) -> usize {
        match goal {
            Goal::Place(_) => 0,
            Goal::Body(_) => 1,
            Goal::Ring { .. } => 2,
            Goal::Fleet { .. } => 3,
            Goal::Wait(_) => 4,
            Goal::Attack(_) => 5,
            Goal::Ground { .. } => 6,
        }
    }

    fn number_of_wait(event: &WaitEvent) -> usize {
        match event {
            WaitEvent::Date(_) => 0,
            WaitEvent::Nearest { .. } => 1,
            WaitEvent::Conjunction { .. } => 2,
            WaitEvent::Opposition { .. } => 3,
        }
    }

    fn number_of_target(target: &AttackTarget) -> usize {
        match target {
            AttackTarget::Fleet(_) => 0,
            AttackTarget::Target(_) => 1,
            AttackTarget::Class { .. } => 2,
            AttackTarget::Area { .. } => 3,
        }
    }

    /// Fails unless every number below `count` is there.
    fn assert_complete(what: &str, count: usize, numbers: impl Iterator<Item = usize>) {
        let mut numbers: Vec<usize> = numbers.collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers, (0..count).collect::<Vec<_>>(), "{what}");
    }

    const ODD: DVec3 = DVec3::new(0.1, -0.0, 1.0 / 3.0);

    fn events() -> Vec<WaitEvent> {
        let (body, one, other) = (BodyId(300), BodyId(0), BodyId(7));
        let events = vec![
            WaitEvent::Date(f64::MIN_POSITIVE),
            WaitEvent::Nearest { body, to: None },
            WaitEvent::Nearest { body, to: Some(one) },
            WaitEvent::Conjunction { one, other },
            WaitEvent::Opposition { one, other },
        ];
        assert_complete("waits", 4, events.iter().map(number_of_wait));
        events
    }

    fn targets() -> Vec<AttackTarget> {
        let class = ClassId::from(3);
        let middle = AnchoredPlace { anchor: Anchor::Body(BodyId(2)), offset: ODD };
        let targets = vec![
            AttackTarget::Fleet(FleetId(u32::MAX)),
            AttackTarget::Target(TargetId::Ship(ShipId(5))),
            AttackTarget::Target(TargetId::Structure(StructureId(6))),
            AttackTarget::Class { class, body: None },
            AttackTarget::Class { class, body: Some(BodyId(1)) },
            AttackTarget::Area { middle, radius_km: 1.0e300 },
        ];
        assert_complete("targets", 4, targets.iter().map(number_of_target));
        targets
    }

    fn goals() -> Vec<Goal> {
        let mut goals = vec![
            Goal::point(ODD),
            Goal::ahead(BodyId(4), -30.5),
            Goal::Place(AnchoredPlace { anchor: Anchor::Body(BodyId(4)), offset: -ODD }),
            Goal::Body(BodyId(1)),
            Goal::Ring { body: BodyId(1), ring: 255 },
            Goal::Fleet { fleet: FleetId(3), guard: false },
            Goal::Fleet { fleet: FleetId(3), guard: true },
        ];
        goals.extend(Assault::ALL.map(|assault| Goal::Ground { body: BodyId(9), assault }));
        goals.extend(events().into_iter().map(Goal::Wait));
        goals.extend(targets().into_iter().map(Goal::Attack));
        assert_complete("goals", 7, goals.iter().map(number_of_goal));
        goals
    }

    fn commands() -> Vec<Command> {
        let mut commands: Vec<Command> =
            goals().into_iter().map(|goal| Command::go(goal, When::Now)).collect();
        commands.extend(
            [When::Last, When::Before(0), When::Before(70_000)]
                .map(|when| Command::engage(Goal::point(ODD), when)),
        );
        commands.extend([
            Command::Patrol { to: Goal::Body(BodyId(2)) },
            Command::Edit(RouteEdit::Remove { at: 3 }),
            Command::Edit(RouteEdit::Move { at: 1, to: Goal::point(ODD) }),
            Command::Edit(RouteEdit::Repeat(true)),
            Command::Stop,
            Command::Retreat,
            Command::Rename("Größte Flotte".to_owned()),
            Command::Join {
                others: vec![Units::Fleet(FleetId(1)), Units::Ships(vec![ShipId(2), ShipId(3)])],
            },
            Command::Scrap,
        ]);
        for (shape, conduct, facing) in
            [(Shape::Keep, Cohesion::Formation, None), (Shape::Claw, Cohesion::OwnSpeed, Some(ODD))]
        {
            commands.push(Command::Form { shape, conduct, facing });
        }
        commands.extend(RoutePreference::ALL.map(Command::Prefer));
        let usual = Doctrine::default();
        for doctrine in [
            usual,
            Doctrine { withdraw_percent: 35, ..usual },
            Doctrine { prey: Some(ShipKind::Capital), ..usual },
            Doctrine { stance: Stance::HoldFire, withdraw_percent: 1, prey: Some(ShipKind::Line) },
        ] {
            commands.push(Command::Doctrine(doctrine));
        }
        assert_complete("commands", 11, commands.iter().map(number_of_command));
        commands
    }

    fn constructions() -> Vec<ConstructionOrder> {
        let (structure, yard, class) = (StructureId(8), StructureId(9), ClassId::from(2));
        let orders = vec![
            ConstructionOrder::Build { class, body: BodyId(3), ring: 2, slot: 65_535 },
            ConstructionOrder::Pause { structure, paused: true },
            ConstructionOrder::Cancel { structure },
            ConstructionOrder::BuildShips { yard, class, count: 200 },
            ConstructionOrder::CancelShip { yard, index: 4 },
            ConstructionOrder::Repeat { yard, repeats: false },
            ConstructionOrder::RallyTo { yard, rally: None },
            ConstructionOrder::RallyTo { yard, rally: Some(Goal::point(ODD)) },
        ];
        assert_complete("orders to build", 7, orders.iter().map(number_of_construction));
        orders
    }

    fn seats() -> Vec<Seat> {
        let mind = MindChoice::new("captain", "steward");
        let told = MindChoice { opening: Some("eight stations".to_owned()), ..mind.clone() };
        vec![
            Seat::default(),
            Seat { mind: Some(mind.clone()), suspended: false },
            Seat { mind: Some(mind), suspended: true },
            Seat { mind: Some(told), suspended: false },
        ]
    }

    /// Orders of every kind, each with usual values and with others.
    fn orders() -> Vec<Order> {
        let units =
            [Units::Fleet(FleetId(3)), Units::Ships(vec![]), Units::Ships(vec![ShipId(1), ShipId(9)])];
        assert_complete("units", 2, units.iter().map(number_of_units));
        let each = units.iter().flat_map(|units| {
            commands().into_iter().map(move |command| Order::fleet(units.clone(), command))
        });
        let mut orders: Vec<Order> = each.collect();
        orders.extend(constructions().into_iter().map(Order::Construction));
        orders.push(Order::Surrender);
        orders.extend(seats().into_iter().map(Order::Seat));
        assert_complete("orders", 4, orders.iter().map(number_of_order));
        orders
    }

    #[test]
    fn every_order_is_the_same_after_its_way_through_the_log_bit_by_bit() {
        for order in orders() {
            let bytes = encoded(&order).expect("it has a binary form");
            let read: Order = decoded(&bytes).unwrap_or_else(|error| panic!("{order:?}: {error}"));
            assert_eq!(read, order);
            // Equality takes -0 for 0; the bytes do not.
            assert_eq!(encoded(&read).expect("it has a binary form"), bytes, "{order:?}");
        }
    }

    #[test]
    fn orders_that_follow_each_other_are_told_apart() {
        let orders = orders().into_iter().map(|order| Given { player: FactionId(1), by: Giver::Mind, order });
        let turn = Turn { ticks: 3, orders: orders.collect() };
        let bytes = encoded(&turn).expect("it has a binary form");
        assert_eq!(decoded(&bytes), Ok(turn));
    }
}
