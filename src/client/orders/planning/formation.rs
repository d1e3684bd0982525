//! Formations and route preferences, as chosen by keys. The next choice is relative to the first fleet; each fleet
//! keeps its other settings.

use bevy::prelude::*;

use super::chosen::{Chosen, ChosenFleet};
use crate::client::frame::Player;
use crate::client::input::Held;
use crate::client::settings::Action;
use crate::client::widgets::next_of;
use crate::level::{Cohesion, RoutePreference, Shape};
use crate::sim::{Command, Formation, Order, OrderQueue, Units};

/// Gives the order of a key that chooses a formation or a way.
pub fn choose_by_key(
    In(action): In<Action>,
    held: Res<Held>,
    player: Res<Player>,
    chosen: Chosen,
    mut door: ResMut<OrderQueue>,
) {
    let fleets = chosen.fleets();
    let Some(first) = fleets.first() else { return };
    let formation = first.formation;
    let orders = match action {
        Action::NextShape => form_all(&fleets, Some(next_of(&Shape::ALL, formation.shape, held.add)), None),
        Action::NextConduct => {
            form_all(&fleets, None, Some(next_of(&Cohesion::ALL, formation.conduct, held.add)))
        }
        Action::NextWish => {
            let wish = next_of(&RoutePreference::ALL, first.wish, held.add);
            vec![Order::fleet(chosen.units(), Command::Prefer(wish))]
        }
        _ => Vec::new(),
    };
    orders.into_iter().for_each(|order| door.give(player.faction, order));
}

/// Orders the selected ships of a fleet into a formation.
pub fn form(fleet: &ChosenFleet, formation: Formation) -> Order {
    let Formation { shape, conduct, facing, .. } = formation;
    Order::fleet(Units::Ships(fleet.ships.clone()), Command::Form { shape, conduct, facing })
}

/// Sets shape and cohesion of fleets, each if given: an order for each fleet that changes, which keeps its other
/// settings.
fn form_all(fleets: &[ChosenFleet], shape: Option<Shape>, conduct: Option<Cohesion>) -> Vec<Order> {
    let changed = fleets.iter().filter_map(|fleet| {
        let own = fleet.formation;
        let (shape, conduct) = (shape.unwrap_or(own.shape), conduct.unwrap_or(own.conduct));
        let wanted = Formation { shape, conduct, ..own };
        (wanted != own).then(|| form(fleet, wanted))
    });
    changed.collect()
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::super::test_support::two_fleets;
    use super::*;
    use crate::sim::ids::ShipId;

    #[test]
    fn shapes_and_conducts_all_have_their_turn() {
        let mut shape = Shape::default();
        for _ in 0..Shape::ALL.len() {
            let next = next_of(&Shape::ALL, shape, false);
            assert_eq!(next_of(&Shape::ALL, next, true), shape);
            shape = next;
        }
        assert_eq!(shape, Shape::default());
        assert_eq!(next_of(&Cohesion::ALL, Cohesion::OwnSpeed, false), Cohesion::Formation);
    }

    #[test]
    fn a_choice_for_two_fleets_leaves_each_what_the_key_does_not_name() {
        let one = Formation { shape: Shape::Wedge, facing: Some(DVec3::X), ..default() };
        let two = Formation { shape: Shape::Wall, conduct: Cohesion::OwnSpeed, ..default() };
        let fleets = two_fleets((one, default()), (two, default()));
        let formed = |ships: &[u32], shape: Shape, conduct: Cohesion, facing: Option<DVec3>| {
            let units = Units::Ships(ships.iter().copied().map(ShipId).collect());
            Order::fleet(units, Command::Form { shape, conduct, facing })
        };
        let ball = form_all(&fleets, Some(Shape::Sphere), None);
        let first = formed(&[1, 4], Shape::Sphere, Cohesion::Formation, Some(DVec3::X));
        assert_eq!(ball, [first, formed(&[2], Shape::Sphere, Cohesion::OwnSpeed, None)]);
        let loose = form_all(&fleets, None, Some(Cohesion::Loose));
        let first = formed(&[1, 4], Shape::Wedge, Cohesion::Loose, Some(DVec3::X));
        assert_eq!(loose, [first, formed(&[2], Shape::Wall, Cohesion::Loose, None)]);
        let wall = form_all(&fleets, Some(Shape::Wall), None);
        let only = formed(&[1, 4], Shape::Wall, Cohesion::Formation, Some(DVec3::X));
        assert_eq!(wall, [only], "the other one stands so already");
        assert!(form_all(&fleets, None, None).is_empty());
    }
}
