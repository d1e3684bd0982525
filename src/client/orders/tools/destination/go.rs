//! Go to the clicked target. The right button does so without a tool, and more: it attacks and lands where that is
//! possible, stays beside an own fleet, lifts the point to a height, and sets the facing of a formation.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::{Player, SPECTATOR, SPECTATOR_ANSWER, Toasts};
use crate::client::input::{Gesture, Held, Pointed, Tool};
use crate::client::orders::planning::chosen::{Chosen, ChosenFleet};
use crate::client::orders::planning::making::{form, go, when};
use crate::client::orders::tools::aim::{ClickOutcome, ClickRequest, ClickSpot};
use crate::client::orders::tools::target::HoverTarget;
use crate::client::orders::tools::target::point::ground_point;
use crate::client::settings::{Settings, with_keys};
use crate::client::view::ViewCamera;
use crate::sim::{Formation, Goal, Order, OrderQueue, ShipId, When};

/// Purpose of the next click.
pub const HINT: &str = "Click where to move · <add>: queue · <face>: do first · <deselect>: cancel";
/// Least length of a drag that sets a facing, logical pixels.
const SHORTEST_FACING_DRAG: f32 = 8.0;

/// The meaning of a click.
pub fn meaning(_: Tool, spot: &ClickSpot, request: &ClickRequest) -> ClickOutcome {
    let order = spot.goal.map(|goal| go(&request.ships, goal, request.when));
    ClickOutcome::order(order, "There is nothing to move to · <deselect>: cancel")
}

/// Query bundle for sending ships.
#[derive(SystemParam)]
pub struct Sending<'w, 's> {
    held: Res<'w, Held>,
    view: Res<'w, ViewCamera>,
    player: Res<'w, Player>,
    chosen: Chosen<'w, 's>,
    target: Res<'w, HoverTarget>,
}

/// Sends the selected ships by a gesture of the right button, or shows its effect.
pub fn send(
    In(gesture): In<Gesture>,
    sending: Sending,
    settings: Res<Settings>,
    mut pointed: ResMut<Pointed>,
    mut door: ResMut<OrderQueue>,
    mut toasts: ResMut<Toasts>,
) {
    if let Gesture::Drag { from, to, .. } = gesture {
        sending.show(from, to, &mut pointed);
        return;
    }
    if sending.player.faction == SPECTATOR {
        toasts.say(with_keys(SPECTATOR_ANSWER, &settings.keys));
    }
    if sending.chosen.is_empty() {
        return;
    }
    let orders = match gesture {
        Gesture::Click { .. } => sending.clicked(&pointed).into_iter().collect(),
        Gesture::Drop { from, to, .. } => sending.dropped(from, to, pointed.plane_km),
        Gesture::Drag { .. } => Vec::new(),
    };
    orders.into_iter().for_each(|order| door.give(sending.player.faction, order));
}

impl Sending<'_, '_> {
    /// The order of a click.
    fn clicked(&self, pointed: &Pointed) -> Option<Order> {
        let goal = self.target.goal(pointed.goal())?;
        Some(go(&self.chosen.ids(), goal, when(self.held.add, self.held.first)))
    }

    /// The orders of a drag that is let go: to a height, or to look somewhere.
    fn dropped(&self, from: Vec2, to: Vec2, plane_km: f64) -> Vec<Order> {
        let when = When::queued(self.held.add);
        if !self.held.first {
            let point = lifted_point(&self.view, from, to, plane_km);
            return point.map(|to| go(&self.chosen.ids(), Goal::point(to), when)).into_iter().collect();
        }
        let Some(point) = ground_point(&self.view, from, plane_km) else { return Vec::new() };
        let facing = dragged_facing(&self.view, from, to, plane_km);
        facing_orders(&self.chosen.fleets(), point, facing, when)
    }

    /// Shows what a drag will do.
    fn show(&self, from: Vec2, to: Vec2, pointed: &mut Pointed) {
        let plane_km = pointed.plane_km;
        if self.held.first {
            let point = ground_point(&self.view, from, plane_km);
            let facing = dragged_facing(&self.view, from, to, plane_km);
            *pointed = Pointed { point, body: None, ring: None, facing, ..*pointed };
        } else if let Some(point) = lifted_point(&self.view, from, to, plane_km) {
            *pointed = Pointed { point: Some(point), body: None, ring: None, is_lifting: true, ..*pointed };
        }
    }
}

/// The point of a drag of the right button: its foot at the press, its height at the pointer.
fn lifted_point(view: &ViewCamera, from: Vec2, to: Vec2, plane_km: f64) -> Option<DVec3> {
    let foot = ground_point(view, from, plane_km)?;
    let height = view.height_on_vertical(foot, to.as_dvec2())?;
    Some(DVec3::new(foot.x, foot.y, height))
}

/// The direction of a drag on the plane; none for a drag that is too short.
fn dragged_facing(view: &ViewCamera, from: Vec2, to: Vec2, plane_km: f64) -> Option<DVec3> {
    if from.distance(to) < SHORTEST_FACING_DRAG {
        return None;
    }
    (ground_point(view, to, plane_km)? - ground_point(view, from, plane_km)?).try_normalize()
}

/// Fly to a point and take a facing there, each fleet in its own formation.
fn facing_orders(fleets: &[ChosenFleet], to: DVec3, facing: Option<DVec3>, when: When) -> Vec<Order> {
    let ships: Vec<ShipId> = fleets.iter().flat_map(|fleet| fleet.ships.iter().copied()).collect();
    let formed = fleets.iter().map(|fleet| form(fleet, Formation { facing, ..fleet.settings.formation }));
    std::iter::once(go(&ships, Goal::point(to), when)).chain(formed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::orders::planning::chosen::FleetSettings;
    use crate::client::orders::planning::making::FIRST;
    use crate::client::orders::planning::test_support::two_fleets;
    use crate::client::orders::tools::test_support::{MARS, goes, on_mars, on_plane, request};
    use crate::level::Shape;
    use crate::sim::{Command, Units};

    #[test]
    fn a_click_moves_as_a_right_click_does() {
        let mars = Goal::Body(MARS);
        assert_eq!(meaning(Tool::Go, &on_mars(), &request(When::Last)), goes(mars, When::Last));
        let there = goes(Goal::point(DVec3::X), FIRST);
        assert_eq!(meaning(Tool::Go, &on_plane(), &request(FIRST)), there);
    }

    #[test]
    fn fleets_that_are_to_look_somewhere_stay_as_they_stand() {
        let one = Formation { shape: Shape::Wedge, facing: Some(DVec3::X), ..default() };
        let two = Formation { shape: Shape::Wall, ..default() };
        let of = |formation: Formation| FleetSettings { formation, ..default() };
        let fleets = two_fleets(of(one), of(two));
        let facing = Some(DVec3::Y);
        let orders = facing_orders(&fleets, DVec3::ZERO, facing, When::Now);
        let all = [1, 4, 2].map(ShipId);
        assert_eq!(orders.first(), Some(&go(&all, Goal::point(DVec3::ZERO), When::Now)));
        let formed = |ships: &[u32], formation: Formation| {
            let units = Units::Ships(ships.iter().copied().map(ShipId).collect());
            let Formation { shape, conduct, .. } = formation;
            Order::fleet(units, Command::Form { shape, conduct, facing })
        };
        assert_eq!(orders[1..], [formed(&[1, 4], one), formed(&[2], two)]);
    }

    #[test]
    fn a_drag_looks_where_it_leads_on_the_plane() {
        let view = ViewCamera::above(10.0);
        let from = Vec2::new(640.0, 360.0);
        let right = dragged_facing(&view, from, from + Vec2::X * 100.0, 0.0);
        assert!(right.is_some_and(|facing| facing.distance(DVec3::X) < 1e-9), "{right:?}");
        let up = dragged_facing(&view, from, from - Vec2::Y * 100.0, 0.0);
        assert!(up.is_some_and(|facing| facing.distance(DVec3::Y) < 1e-9), "{up:?}");
        assert_eq!(dragged_facing(&view, from, from + Vec2::X * 7.0, 0.0), None);
    }
}
