//! Orders in words, as one says what one has ordered.

use crate::level::{Assault, counted};
use crate::sim::task::describe;
use crate::sim::visibility::{Almanac, WorldView};
use crate::sim::{Command, ConstructionOrder, Goal, Leg, Order, RouteEdit};

/// An order in words: `go to Mars`.
pub fn of(view: WorldView, order: &Order) -> String {
    match order {
        Order::Fleet { command, .. } => of_command(view, command),
        Order::Construction(order) => of_construction(view.almanac(), order),
        Order::Surrender => "surrender".to_owned(),
        Order::Seat(_) => "change seats".to_owned(),
    }
}

fn of_command(view: WorldView, command: &Command) -> String {
    let words = match command {
        Command::Go { goal, engage, .. } => return of_goal(view, goal, *engage),
        Command::Rename(name) => return format!("rename to {name}"),
        Command::Patrol { .. } => "patrol",
        Command::Edit(RouteEdit::Remove { .. }) => "delete a waypoint",
        Command::Edit(RouteEdit::Move { .. }) => "move a waypoint",
        Command::Edit(RouteEdit::Repeat(true)) => "repeat the route",
        Command::Edit(RouteEdit::Repeat(false)) => "follow the route once",
        Command::Form { .. } => "formation",
        Command::Prefer(_) => "route preference",
        Command::Doctrine(_) => "stance, retreat limit or targets",
        Command::Stop => "stop",
        Command::Retreat => "retreat",
        Command::Join { .. } => "merge fleets",
        Command::Scrap => "scrap ships",
    };
    words.to_owned()
}

fn of_goal(view: WorldView, goal: &Goal, engage: bool) -> String {
    let named = |body| view.almanac().body_in_words(body);
    match *goal {
        Goal::Place(_) | Goal::Body(_) | Goal::Ring { .. } => {
            let place = describe(view, &Leg::new(*goal, 0.0));
            let place = if place.is_empty() { "a point in space" } else { &place };
            let fights = if engage { ", and fight foes on the way" } else { "" };
            format!("go to {place}{fights}")
        }
        Goal::Fleet { fleet, guard } => {
            let verb = if guard { "guard" } else { "follow" };
            format!("{verb} {}", view.own_fleet_name(fleet).unwrap_or("a fleet"))
        }
        Goal::Wait(_) => "wait".to_owned(),
        Goal::Attack(_) => "attack".to_owned(),
        Goal::Ground { body, assault: Assault::Land } => format!("land on {}", named(body)),
        Goal::Ground { body, assault: Assault::Bombard } => format!("bombard {}", named(body)),
    }
}

fn of_construction(almanac: &Almanac, order: &ConstructionOrder) -> String {
    let words = match *order {
        ConstructionOrder::Build { class, body, .. } => {
            let class = almanac.structures.0.get(class).map_or("structure", |class| class.name.as_str());
            return format!("build {class} at {}", almanac.body_in_words(body));
        }
        ConstructionOrder::BuildShips { class, count, .. } => {
            let class = almanac.ships.0.get(class).map_or("ship", |class| class.name.as_str());
            return format!("build {}", counted(usize::from(count), class));
        }
        ConstructionOrder::Pause { paused: true, .. } => "pause construction",
        ConstructionOrder::Pause { paused: false, .. } => "resume construction",
        ConstructionOrder::Cancel { .. } => "cancel construction",
        ConstructionOrder::CancelShip { .. } => "cancel a ship",
        ConstructionOrder::Repeat { repeats: true, .. } => "repeat the build queue",
        ConstructionOrder::Repeat { repeats: false, .. } => "build the queue once",
        ConstructionOrder::RallyTo { .. } => "rally point",
    };
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::visibility::test_support::{MARS, TERRA, held};
    use crate::sim::visibility::{Viewer, with_view};
    use crate::sim::{AttackTarget, FleetId};
    use glam::DVec3;

    #[test]
    fn an_order_is_told_as_it_was_given() {
        let mut simulation = held();
        let mut words = |goal: Goal, engage: bool| {
            with_view(simulation.world_mut(), Viewer::Faction(TERRA), |view| of_goal(view, &goal, engage))
                .expect("there is a world")
        };
        assert_eq!(words(Goal::Body(MARS), false), "go to Mars");
        assert_eq!(words(Goal::Body(MARS), true), "go to Mars, and fight foes on the way");
        assert_eq!(words(Goal::Ring { body: MARS, ring: 1 }, false), "go to ring 2 of Mars");
        assert_eq!(words(Goal::point(DVec3::X * 1.0e9), false), "go to a point in space");
        assert_eq!(words(Goal::Fleet { fleet: FleetId(0), guard: true }, false), "guard Eye");
        assert_eq!(words(Goal::Attack(AttackTarget::Fleet(FleetId(2))), false), "attack");
        assert_eq!(words(Goal::Ground { body: MARS, assault: Assault::Land }, false), "land on Mars");
    }
}
