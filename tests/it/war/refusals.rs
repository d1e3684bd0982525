//! Orders that cannot be carried out: to destroyed units, about them, and in another's name.

use ecliptic::level::{Cohesion, Doctrine, RoutePreference, Shape};
use ecliptic::sim::event::{Events, GameEvent};
use ecliptic::sim::ids::{FleetId, ShipId, TargetId};
use ecliptic::sim::order::Missing;
use ecliptic::sim::{
    AttackTarget, Command, Goal, Order, Refusal, RouteEdit, Simulation, TaskRefusal, Units, When,
};
use glam::DVec3;

use super::harm::set_on_fire;
use crate::sim::worlds::{ByName, body_place, fleet_sizes, near_earth, world};

/// The fleets of the world: two of Terra, with the ships 0 to 2 and 3 to 4, and one of Ares, far away.
const FLEETS: &str = r#"
    (name: "First", faction: "Terra", at: beside(body: "Earth", radii: 5, bearing_deg: 0),
        ships: [(class: "cruiser", count: 3)]),
    (name: "Second", faction: "Terra", at: beside(body: "Earth", radii: 5, bearing_deg: 90),
        ships: [(class: "corvette", count: 2)]),
    (name: "Far", faction: "Ares", at: near("Mars"), ships: [(class: "corvette", count: 1)]),
"#;
/// The number of the first fleet.
const FIRST: FleetId = FleetId(0);

fn no_fleet(id: FleetId) -> Refusal {
    Missing::Fleet(id.0.to_string()).into()
}

/// Orders of every kind that existing units could carry out, or would refuse for another reason. `friend` is a
/// fleet of the same player.
fn orders(simulation: &Simulation, units: &Units, friend: &str) -> Vec<Order> {
    let (to, queue) = (body_place(simulation, "Earth") + DVec3::X * 2.0e6, false);
    let leg = |leg: Goal| Command::go(leg, When::Before(0));
    let units = || units.clone();
    vec![
        Order::fleet(units(), Command::go(Goal::point(to), When::queued(queue))),
        Order::fleet(units(), Command::go(Goal::point(to), When::Last)),
        Order::fleet(units(), Command::go(Goal::Body(simulation.body("Mars")), When::queued(queue))),
        Order::fleet(
            units(),
            Command::go(Goal::Ring { body: simulation.body("Earth"), ring: 1 }, When::queued(queue)),
        ),
        Order::fleet(units(), Command::go(simulation.beside(friend, true), When::queued(queue))),
        Order::fleet(units(), Command::Patrol { to: Goal::point(to) }),
        Order::fleet(units(), leg(Goal::point(to))),
        Order::fleet(units(), Command::Edit(RouteEdit::Remove { at: 0 })),
        Order::fleet(
            units(),
            Command::Form { shape: Shape::default(), conduct: Cohesion::default(), facing: None },
        ),
        Order::fleet(units(), Command::Prefer(RoutePreference::default())),
        Order::fleet(units(), Command::Stop),
        Order::fleet(units(), Command::go(Goal::Attack(simulation.foes_about("Earth")), When::queued(queue))),
        Order::fleet(units(), Command::engage(Goal::point(to), When::queued(queue))),
        Order::fleet(units(), Command::Doctrine(Doctrine::default())),
        Order::fleet(units(), Command::Retreat),
        Order::fleet(units(), Command::go(simulation.bombardment("Mars"), When::queued(queue))),
        Order::fleet(units(), Command::go(simulation.landing("Mars"), When::queued(queue))),
    ]
}

/// Gives every order to some units, and compares its result with the expected refusal.
fn all_refused(simulation: &mut Simulation, player: usize, units: &Units, refusal: &Refusal) {
    let friend = if player == 0 { "Second" } else { "Far" };
    for order in orders(simulation, units, friend) {
        let outcome = simulation.give(player, order.clone());
        assert_eq!(outcome.as_ref(), Err(refusal), "{order:?}");
    }
}

fn fallen(simulation: &Simulation) -> Vec<TargetId> {
    let events = simulation.world().resource::<Events>();
    let what = |event: &GameEvent| match event {
        GameEvent::Destroyed { what, .. } => Some(what.id),
        _ => None,
    };
    events.since(0).filter_map(|entry| what(&entry.event)).collect()
}

#[test]
fn the_dead_and_their_fleets_take_no_orders() {
    let mut simulation = world(&near_earth(FLEETS));
    simulation.run(1);
    set_on_fire(&mut simulation, |id| id == ShipId(1));
    simulation.run(1);
    assert_eq!(fallen(&simulation), [TargetId::Ship(ShipId(1))]);
    all_refused(&mut simulation, 0, &Units::Ships(vec![ShipId(1)]), &Refusal::NoShips);
    let stop = |units: Units| Order::fleet(units, Command::Stop);
    assert_eq!(simulation.give(0, stop(Units::Fleet(FIRST))), Ok(()), "two of it are left");
    set_on_fire(&mut simulation, |id| id.0 < 3);
    simulation.run(1);
    let far_and_second = [("Far".to_owned(), 1), ("Second".to_owned(), 2)];
    assert_eq!(fleet_sizes(&mut simulation), far_and_second);
    let all = Units::Ships(vec![ShipId(0), ShipId(1), ShipId(2)]);
    all_refused(&mut simulation, 0, &all, &Refusal::NoShips);
    all_refused(&mut simulation, 0, &Units::Fleet(FIRST), &no_fleet(FIRST));
    assert_eq!(fleet_sizes(&mut simulation), far_and_second, "nothing has come of it");
}

#[test]
fn nobody_is_sent_after_the_dead() {
    let mut simulation = world(&near_earth(FLEETS));
    simulation.run(1);
    set_on_fire(&mut simulation, |id| id.0 < 3);
    simulation.run(1);
    let attack = |units: Units, target: AttackTarget| {
        Order::fleet(units, Command::go(Goal::Attack(target), When::Now))
    };
    for (player, units) in [(0, simulation.fleet("Second")), (1, simulation.fleet("Far"))] {
        let dead = attack(units.clone(), AttackTarget::Target(TargetId::Ship(ShipId(0))));
        assert_eq!(simulation.give(player, dead), Err(Refusal::Task(TaskRefusal::NotThere)));
        let fleet = attack(units.clone(), AttackTarget::Fleet(FIRST));
        let refusal = no_fleet(FIRST);
        assert_eq!(simulation.give(player, fleet), Err(refusal.clone()));
        let follow = Order::fleet(units, Command::go(Goal::Fleet { fleet: FIRST, guard: true }, When::Now));
        assert_eq!(simulation.give(player, follow), Err(refusal));
    }
}

#[test]
fn fleets_obey_their_own_player_alone() {
    let mut simulation = world(&near_earth(FLEETS));
    simulation.run(1);
    // Ares sees nothing of Earth, and must learn nothing of it.
    let units = simulation.fleet("Second");
    all_refused(&mut simulation, 1, &units, &no_fleet(FleetId(1)));
    all_refused(&mut simulation, 1, &Units::Ships(vec![ShipId(3)]), &Refusal::NoShips);
}
