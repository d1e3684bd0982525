//! From the mouse to orders: pointing at the plane, at bodies and rings, and lifting the point to a height.
//!
//! What enters: gestures and the selection. What leaves: orders through the world's one door, and
//! [`Pointed`], what the pointer shows now, for those who draw it.

use crate::client::input::pointed::{Pointed, clicked_goal};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use glam::DVec3;

use crate::client::frame::Player;
use crate::client::input::gestures::{Gesture, UnderPointer};
use crate::client::input::selection::Selected;
use crate::client::orders::planning::Front;
use crate::client::orders::planning::making::{follow, go, when};
use crate::client::scene::rings::{RingView, ShownRings, ring_at};
use crate::client::settings::actions::{Action, Actions};
use crate::client::view::interpolation::{Shown, middle};
use crate::client::view::scale::Origin;
use crate::client::view::seen::SeenShips;
use crate::client::view::view_camera::ViewCamera;
use crate::level::{Conduct, NamedGoal, Shape, Wish};
use crate::orbit::AU_KM;
use crate::sim::ids::{BodyId, ShipId};
use crate::sim::world::{Body, Formation, MemberOf, RouteWish, Ship};
use crate::sim::{Command, Order, OrderDoor, Sky, Units, When};

/// Heights above the ecliptic that are less than this share of the camera's distance are not told from it.
const LEAST_HEIGHT_SHARE: f64 = 0.02;
/// A drag shorter than this does not say where to look, logical pixels.
const SHORTEST_FACING_DRAG: f32 = 8.0;
/// Points farther from the star than this are not pointed at, AU.
const FARTHEST_POINT_AU: f64 = 120.0;

/// The height of the plane that is pointed at: the level of the selected ships (or, without any, of what is
/// looked at), or the ecliptic where that is all but the same from so far.
pub fn plane_height(level: DVec3, focal_distance: f64) -> f64 {
    if level.z.abs() > LEAST_HEIGHT_SHARE * focal_distance { level.z } else { 0.0 }
}

/// Finds what the pointer shows.
pub fn point(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    view: Res<ViewCamera>,
    origin: Res<Origin>,
    under: Res<UnderPointer>,
    bodies: Query<&Body>,
    selected: Query<&Shown, With<Selected>>,
    rings: RingView,
    shown: Res<ShownRings>,
    mut pointed: ResMut<Pointed>,
) {
    let level = middle(selected.iter()).unwrap_or(origin.0);
    let plane_km = plane_height(level, view.focal_distance);
    let cursor = window.and_then(|window| window.cursor_position()).filter(|_| !under.is_panel);
    let point = cursor.and_then(|cursor| ground_point(&view, cursor, plane_km));
    let body = under.entity.and_then(|entity| bodies.get(entity).ok()).map(|body| body.0);
    // While a slot is being chosen, a click on a ring is meant for that.
    let ring = cursor.filter(|_| body.is_none() && !shown.every);
    let ring = ring.and_then(|cursor| ring_at(cursor, &rings, &shown));
    *pointed = Pointed { point, body, ring, plane_km, is_lifting: false, facing: None };
}

fn ground_point(view: &ViewCamera, cursor: Vec2, plane_km: f64) -> Option<DVec3> {
    view.ground_point(cursor.as_dvec2(), plane_km).filter(|point| point.length() < FARTHEST_POINT_AU * AU_KM)
}

/// The point that a drag of the right button means: its foot where the button went down, its height
/// where the pointer is.
pub fn lifted_point(view: &ViewCamera, from: Vec2, to: Vec2, plane_km: f64) -> Option<DVec3> {
    let foot = ground_point(view, from, plane_km)?;
    let height = view.height_on_vertical(foot, to.as_dvec2())?;
    Some(DVec3::new(foot.x, foot.y, height))
}

/// Gives orders to the selected ships.
#[expect(clippy::too_many_arguments, reason = "an order joins what is pointed at with who is to go")]
pub fn order_by_mouse(
    mut gestures: MessageReader<Gesture>,
    actions: Actions,
    view: Res<ViewCamera>,
    sky: Res<Sky>,
    player: Res<Player>,
    bodies: Query<&Body>,
    selected: Query<&Ship, With<Selected>>,
    formations: SelectedFormations,
    others: SeenShips,
    front: Res<Front>,
    mut pointed: ResMut<Pointed>,
    mut door: ResMut<OrderDoor>,
) {
    let queue = actions.pressed(&Action::Add);
    let ships: Vec<ShipId> = selected.iter().map(|ship| ship.id).collect();
    for gesture in gestures.read() {
        let order = match *gesture {
            Gesture::Click { button: MouseButton::Right, at, on, .. } => {
                let body = on.and_then(|entity| bodies.get(entity).ok()).map(|body| body.0);
                let name = |body: BodyId| sky.system.bodies.get(body).map(|body| body.name.clone());
                let to = ground_point(&view, at, pointed.plane_km);
                let when = when(queue, actions.pressed(&Action::Face));
                let leader = on.and_then(|entity| other_fleet(entity, &others, &formations, &player));
                match (front.strike(), leader) {
                    (Some(strike), _) => Some(strike.order(&ships, when)),
                    (None, Some(leader)) => Some(follow(&ships, leader, false, when)),
                    (None, None) => {
                        clicked_goal(name, body, pointed.ring, to).map(|goal| go(&ships, goal, when))
                    }
                }
            }
            Gesture::Drag { button: MouseButton::Right, from, to } if actions.pressed(&Action::Face) => {
                let facing = dragged_facing(&view, from, to, pointed.plane_km);
                let point = ground_point(&view, from, pointed.plane_km);
                *pointed = Pointed { point, body: None, ring: None, facing, ..*pointed };
                None
            }
            Gesture::Drop { button: MouseButton::Right, from, to } if actions.pressed(&Action::Face) => {
                let facing = dragged_facing(&view, from, to, pointed.plane_km);
                let fleets = formations.by_fleet();
                facing_orders(&view, &fleets, from, facing, pointed.plane_km, queue)
                    .into_iter()
                    .for_each(|order| door.give(player.faction, order));
                None
            }
            Gesture::Drag { button: MouseButton::Right, from, to } => {
                if let Some(point) = lifted_point(&view, from, to, pointed.plane_km) {
                    let point = Some(point);
                    *pointed = Pointed { point, body: None, ring: None, is_lifting: true, ..*pointed };
                }
                None
            }
            Gesture::Drop { button: MouseButton::Right, from, to } => {
                lifted_point(&view, from, to, pointed.plane_km)
                    .map(|to| go(&ships, NamedGoal::point(to), When::queued(queue)))
            }
            _ => None,
        };
        if let Some(order) = order.filter(|_| !ships.is_empty()) {
            door.give(player.faction, order);
        }
    }
}

/// The first ship in sight of another own fleet than those of the selected ships, where an entity is of it.
fn other_fleet(
    entity: Entity,
    others: &SeenShips,
    formations: &SelectedFormations,
    player: &Player,
) -> Option<ShipId> {
    let seen = others.meant_by(entity).filter(|seen| seen.owner == player.faction)?;
    let is_other = formations.ships.iter().all(|(_, fleet)| fleet.0 != seen.fleet);
    is_other.then_some(seen.ship.id)
}

/// The selected ships with their fleets, and the formations of all fleets.
#[derive(bevy::ecs::system::SystemParam)]
pub struct SelectedFormations<'w, 's> {
    ships: Query<'w, 's, (&'static Ship, &'static MemberOf), With<Selected>>,
    fleets: Query<'w, 's, (&'static Formation, &'static RouteWish)>,
}

/// A fleet of which ships are selected: how it stands and flies, and these ships.
#[derive(Clone, Debug, Default, PartialEq)]
struct ChosenFleet {
    formation: Formation,
    wish: Wish,
    ships: Vec<ShipId>,
}

impl SelectedFormations<'_, '_> {
    /// The fleets of the selected ships, the one of the ship with the least number first.
    fn by_fleet(&self) -> Vec<ChosenFleet> {
        let fleets = ships_by_fleet(self.ships.iter().map(|(ship, fleet)| (ship.id, fleet.0)));
        let chosen = fleets.into_iter().map(|(fleet, ships)| {
            let found = self.fleets.get(fleet).map(|(formation, wish)| (*formation, wish.0));
            let (formation, wish) = found.unwrap_or_default();
            ChosenFleet { formation, wish, ships }
        });
        chosen.collect()
    }
}

/// The ships of each fleet in the order of their numbers: the fleet of the ship with the least number first.
pub(in crate::client) fn ships_by_fleet(
    ships: impl Iterator<Item = (ShipId, Entity)>,
) -> Vec<(Entity, Vec<ShipId>)> {
    let mut ships: Vec<(ShipId, Entity)> = ships.collect();
    ships.sort_unstable();
    let mut fleets: Vec<(Entity, Vec<ShipId>)> = Vec::new();
    for (ship, fleet) in ships {
        match fleets.iter_mut().find(|(known, _)| *known == fleet) {
            Some((_, of_it)) => of_it.push(ship),
            None => fleets.push((fleet, vec![ship])),
        }
    }
    fleets
}

/// The direction on the plane from where a drag began to where it is; none for a drag that is too short to
/// tell.
fn dragged_facing(view: &ViewCamera, from: Vec2, to: Vec2, plane_km: f64) -> Option<DVec3> {
    if from.distance(to) < SHORTEST_FACING_DRAG {
        return None;
    }
    (ground_point(view, to, plane_km)? - ground_point(view, from, plane_km)?).try_normalize()
}

/// Fly to the foot of a drag, and look there in its direction, each fleet in the formation that it has.
fn facing_orders(
    view: &ViewCamera,
    fleets: &[ChosenFleet],
    from: Vec2,
    facing: Option<DVec3>,
    plane_km: f64,
    queue: bool,
) -> Vec<Order> {
    let Some(to) = ground_point(view, from, plane_km).filter(|_| !fleets.is_empty()) else { return vec![] };
    let command = Command::go(NamedGoal::point(to), When::queued(queue));
    let mut orders = vec![Order::fleet(ships_of(fleets), command)];
    orders.extend(fleets.iter().map(|fleet| form(fleet, Formation { facing, ..fleet.formation })));
    orders
}

/// The chosen ships of all these fleets.
fn ships_of(fleets: &[ChosenFleet]) -> Units {
    Units::Ships(fleets.iter().flat_map(|fleet| fleet.ships.iter().copied()).collect())
}

/// Has the selected ships of a fleet stand in a formation.
fn form(fleet: &ChosenFleet, formation: Formation) -> Order {
    let Formation { shape, conduct, facing, .. } = formation;
    Order::fleet(Units::Ships(fleet.ships.clone()), Command::Form { shape, conduct, facing })
}

/// Gives fleets this shape and this conduct, each as far as it is said: an order for each fleet that is to
/// change, which leaves it whatever else it has.
fn form_all(fleets: &[ChosenFleet], shape: Option<Shape>, conduct: Option<Conduct>) -> Vec<Order> {
    let changed = fleets.iter().filter_map(|fleet| {
        let own = fleet.formation;
        let (shape, conduct) = (shape.unwrap_or(own.shape), conduct.unwrap_or(own.conduct));
        let wanted = Formation { shape, conduct, ..own };
        (wanted != own).then(|| form(fleet, wanted))
    });
    changed.collect()
}

/// What comes after `present` in `all`, or before it; round and round.
pub(in crate::client) fn next_of<T: Copy + PartialEq>(all: &[T], present: T, backward: bool) -> T {
    let at = all.iter().position(|one| *one == present).unwrap_or(0);
    let step = if backward { all.len() - 1 } else { 1 };
    all.get((at + step) % all.len().max(1)).copied().unwrap_or(present)
}

/// The keys that choose a formation and a way. What comes next is counted from the first fleet; each fleet
/// keeps what no key is about.
pub fn order_by_keys(
    actions: Actions,
    player: Res<Player>,
    formations: SelectedFormations,
    mut door: ResMut<OrderDoor>,
) {
    let [turns_shape, turns_conduct, turns_wish] =
        [Action::NextShape, Action::NextConduct, Action::NextWish].map(|key| actions.just_pressed(&key));
    if !(turns_shape || turns_conduct || turns_wish) {
        return;
    }
    let fleets = formations.by_fleet();
    let Some(first) = fleets.first() else { return };
    let backward = actions.pressed(&Action::Add);
    let shape = turns_shape.then(|| next_of(&Shape::ALL, first.formation.shape, backward));
    let conduct = turns_conduct.then(|| next_of(&Conduct::ALL, first.formation.conduct, backward));
    for order in form_all(&fleets, shape, conduct) {
        door.give(player.faction, order);
    }
    if turns_wish {
        let wish = next_of(&Wish::ALL, first.wish, backward);
        door.give(player.faction, Order::fleet(ships_of(&fleets), Command::Prefer(wish)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_go_round_and_round() {
        assert_eq!(next_of(&[1, 2, 3], 3, false), 1);
        assert_eq!(next_of(&[1, 2, 3], 1, true), 3);
        assert_eq!(next_of(&[1, 2, 3], 2, false), 3);
    }

    #[test]
    fn shapes_and_conducts_all_have_their_turn() {
        let mut shape = Shape::default();
        for _ in 0..Shape::ALL.len() {
            let next = next_of(&Shape::ALL, shape, false);
            assert_eq!(next_of(&Shape::ALL, next, true), shape);
            shape = next;
        }
        assert_eq!(shape, Shape::default());
        assert_eq!(next_of(&Conduct::ALL, Conduct::OwnSpeed, false), Conduct::Formation);
    }

    /// Two fleets that stand and look each in their own way.
    fn two_fleets() -> [ChosenFleet; 2] {
        let one = Formation { shape: Shape::Wedge, facing: Some(DVec3::X), ..default() };
        let two = Formation { shape: Shape::Wall, conduct: Conduct::OwnSpeed, ..default() };
        let fleet = |formation: Formation, ships: &[u32]| {
            let ships = ships.iter().copied().map(ShipId).collect();
            ChosenFleet { formation, wish: Wish::default(), ships }
        };
        [fleet(one, &[1, 4]), fleet(two, &[2])]
    }

    fn formed(ships: &[u32], shape: Shape, conduct: Conduct, facing: Option<DVec3>) -> Order {
        let units = Units::Ships(ships.iter().copied().map(ShipId).collect());
        Order::fleet(units, Command::Form { shape, conduct, facing })
    }

    #[test]
    fn a_choice_for_two_fleets_leaves_each_what_the_key_does_not_name() {
        let fleets = two_fleets();
        let ball = form_all(&fleets, Some(Shape::Sphere), None);
        let first = formed(&[1, 4], Shape::Sphere, Conduct::Formation, Some(DVec3::X));
        assert_eq!(ball, [first, formed(&[2], Shape::Sphere, Conduct::OwnSpeed, None)]);
        let loose = form_all(&fleets, None, Some(Conduct::Loose));
        let first = formed(&[1, 4], Shape::Wedge, Conduct::Loose, Some(DVec3::X));
        assert_eq!(loose, [first, formed(&[2], Shape::Wall, Conduct::Loose, None)]);
        let wall = form_all(&fleets, Some(Shape::Wall), None);
        let only = formed(&[1, 4], Shape::Wall, Conduct::Formation, Some(DVec3::X));
        assert_eq!(wall, [only], "the other one stands so already");
        assert!(form_all(&fleets, None, None).is_empty());
    }

    #[test]
    fn fleets_that_are_to_look_somewhere_stay_as_they_stand() {
        let view = ViewCamera { eye: DVec3::Z * 10.0, forward: DVec3::NEG_Z, up: DVec3::Y, ..default() };
        let from = Vec2::new(640.0, 360.0);
        let orders = facing_orders(&view, &two_fleets(), from, Some(DVec3::Y), 0.0, false);
        let all = Units::Ships([1, 4, 2].map(ShipId).to_vec());
        let is_sent = |order: &Order| matches!(order, Order::Fleet { units, command: Command::Go { .. } } if *units == all);
        assert!(orders.first().is_some_and(is_sent), "{orders:?}");
        let facing = Some(DVec3::Y);
        let first = formed(&[1, 4], Shape::Wedge, Conduct::Formation, facing);
        assert_eq!(orders[1..], [first, formed(&[2], Shape::Wall, Conduct::OwnSpeed, facing)]);
        assert!(facing_orders(&view, &[], from, facing, 0.0, false).is_empty());
    }

    #[test]
    fn ships_are_told_apart_by_their_fleets() {
        let mut world = World::new();
        let [one, two] = [world.spawn_empty().id(), world.spawn_empty().id()];
        let ships = [(ShipId(7), one), (ShipId(2), two), (ShipId(3), one), (ShipId(9), two)];
        let found = ships_by_fleet(ships.into_iter());
        assert_eq!(found, [(two, vec![ShipId(2), ShipId(9)]), (one, vec![ShipId(3), ShipId(7)])]);
    }

    #[test]
    fn a_drag_looks_where_it_leads_on_the_plane() {
        let view = ViewCamera { eye: DVec3::Z * 10.0, forward: DVec3::NEG_Z, up: DVec3::Y, ..default() };
        let from = Vec2::new(640.0, 360.0);
        let right = dragged_facing(&view, from, from + Vec2::X * 100.0, 0.0);
        assert!(right.is_some_and(|facing| facing.distance(DVec3::X) < 1e-9), "{right:?}");
        let up = dragged_facing(&view, from, from - Vec2::Y * 100.0, 0.0);
        assert!(up.is_some_and(|facing| facing.distance(DVec3::Y) < 1e-9), "{up:?}");
        assert_eq!(dragged_facing(&view, from, from + Vec2::X * 7.0, 0.0), None);
    }

    #[test]
    fn the_ecliptic_is_meant_unless_the_ships_are_seen_to_be_off_it() {
        assert_eq!(plane_height(DVec3::new(1.0e8, 0.0, 5.0e6), 5.0e8), 0.0);
        assert_eq!(plane_height(DVec3::new(1.0e8, 0.0, 5.0e6), 1.0e6), 5.0e6);
    }
}
