//! The ends of legs as handles on the screen: dragged they move, and a line that is dragged gets a new one.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use glam::DVec3;

use super::target::point::plane_height;
use crate::client::frame::{LineGizmos, Player, Toasts, time_left};
use crate::client::input::{Gesture, Tool, UnderPointer};
use crate::client::models::segment::distance_from;
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::scene::routes::nodes::{RouteNode, RouteNodes};
use crate::client::settings::{Settings, with_keys};
use crate::client::view::{Origin, Projected, UNIT_KM, ViewCamera};
use crate::orbit::AU_KM;
use crate::sim::task::FARTHEST_AU;
use crate::sim::{Calendar, Command, FleetId, Goal, Order, OrderQueue, RouteEdit, Units, When};

/// Greatest distance of a press from a handle, pixels.
const HANDLE_PIXELS: f32 = 8.0;
/// Greatest distance of a press from a line, pixels.
const LINE_PIXELS: f32 = 5.0;
/// Handles of a fleet nearer to each other form a column with this distance, pixels.
const COLUMN_PIXELS: f32 = 16.0;
/// Radius of a handle away from the end of its leg, and of the hovered one, pixels.
const RADII_PIXELS: (f64, f64) = (5.0, 11.0);

/// A handle on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Handle {
    /// Place in the list of nodes.
    node: usize,
    /// End of its leg, pixels.
    foot: Vec2,
    /// Place of the handle, pixels.
    pixel: Vec2,
    /// Drawn place, heliocentric ecliptic km.
    place: DVec3,
    pixels_per_km: f64,
}

/// The handles of all nodes in front of the eye. A wait ends where the leg before it did: its handle is below that
/// one.
fn handles(nodes: &[RouteNode], view: &ViewCamera) -> Vec<Handle> {
    let mut found: Vec<Handle> = Vec::with_capacity(nodes.len());
    for (node, one) in nodes.iter().enumerate() {
        let Some(Projected { pixel: foot, pixels_per_km }) = view.project(one.place()) else { continue };
        let is_above = |other: &&Handle| {
            let is_same = nodes.get(other.node).is_some_and(|known| known.fleet == one.fleet);
            is_same && other.foot.distance(foot) < HANDLE_PIXELS
        };
        let below = COLUMN_PIXELS * found.iter().filter(is_above).count() as f32;
        let place = one.place() - view.up * (f64::from(below) / pixels_per_km);
        found.push(Handle { node, foot, pixel: foot + Vec2::Y * below, place, pixels_per_km });
    }
    found
}

/// The node whose handle is nearest to a pointer; `None` if none is near enough.
fn handle_at(handles: &[Handle], pointer: Vec2) -> Option<usize> {
    let misses = handles.iter().map(|handle| (handle.pixel.distance(pointer), handle.node));
    let near = misses.filter(|(miss, _)| *miss <= HANDLE_PIXELS);
    near.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, node)| node)
}

/// The node whose line is nearest to a pointer; `None` if none is near enough.
fn line_at(nodes: &[RouteNode], view: &ViewCamera, pointer: Vec2) -> Option<usize> {
    let mut nearest: Option<(f32, usize)> = None;
    for (node, one) in nodes.iter().enumerate() {
        for piece in one.way.windows(2) {
            let [from, to] = piece else { continue };
            let (Some(from), Some(to)) = (view.project(*from), view.project(*to)) else { continue };
            let miss = distance_from(pointer, from.pixel, to.pixel);
            if miss <= LINE_PIXELS && nearest.is_none_or(|(least, _)| miss < least) {
                nearest = Some((miss, node));
            }
        }
    }
    nearest.map(|(_, node)| node)
}

/// The effect of a drag on a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hold {
    /// Moves the end of a leg.
    Move,
    /// Inserts a new leg before this one.
    Insert,
    /// No effect: the goal of the leg is not a place.
    Fixed,
}

/// The dragged handle or line.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Grip {
    fleet: FleetId,
    /// The number of the leg when the drag began.
    at: usize,
    /// The destination of that leg, which identifies it when legs before it are over.
    goal: Goal,
    /// Number of legs at that time.
    count: usize,
    /// The height in which the drag stays, km above the ecliptic.
    height_km: f64,
    hold: Hold,
}

/// The mouse on the handles.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct NodeHand {
    /// The handle under the pointer: its fleet and the number of its leg.
    hovered: Option<(FleetId, usize)>,
    /// The dragged handle or line.
    grip: Option<Grip>,
    /// Present end of the drag, heliocentric ecliptic km.
    to: Option<DVec3>,
}

impl NodeHand {
    /// The possible actions on the handle under the pointer, with marks for keys, see `with_keys`.
    pub fn hint(&self) -> Option<&'static str> {
        self.hovered
            .map(|_| "Drag: move this waypoint · <make group> + click or <remove waypoint>: remove it")
    }
}

/// The handle or line under a press of the left button: a handle comes before a line.
fn grip_at(nodes: &[RouteNode], view: &ViewCamera, from: Vec2) -> Option<Grip> {
    let on_handle = handle_at(&handles(nodes, view), from);
    let node = nodes.get(on_handle.or_else(|| line_at(nodes, view, from))?)?;
    let is_fixed = !node.leg.goal.is_place();
    let hold = match on_handle {
        Some(_) if is_fixed => Hold::Fixed,
        Some(_) => Hold::Move,
        None => Hold::Insert,
    };
    let count = nodes.iter().filter(|other| other.fleet == node.fleet).count();
    let height_km = plane_height(node.place(), view.focal_distance);
    Some(Grip { fleet: node.fleet, at: node.at, goal: node.leg.goal, count, height_km, hold })
}

/// The present number of the dragged leg; `None` if it is over.
fn number_now(nodes: &[RouteNode], grip: &Grip) -> Option<usize> {
    let fleet = grip.fleet;
    let of_fleet = || nodes.iter().filter(move |node| node.fleet == fleet);
    let same = |node: &&RouteNode| node.leg.goal == grip.goal;
    let found = of_fleet().find(|node| node.at == grip.at && same(node)).or_else(|| of_fleet().find(same));
    found.map(|node| node.at)
}

/// The edit for a drag that ends at a point; `None` if nothing can be done.
fn edit_of(hold: Hold, at: usize, to: DVec3) -> Option<Command> {
    let to = Goal::point(to);
    match hold {
        Hold::Move => Some(Command::Edit(RouteEdit::Move { at, to })),
        Hold::Insert => Some(Command::go(to, When::Before(at))),
        Hold::Fixed => None,
    }
}

fn order(fleet: FleetId, command: Command) -> Order {
    Order::fleet(Units::Fleet(fleet), command)
}

/// The point of a plane that a pixel shows, if ships can go there.
fn point_at(view: &ViewCamera, pixel: Vec2, height_km: f64) -> Option<DVec3> {
    let point = view.ground_point(pixel.as_dvec2(), height_km)?;
    (point.length() <= FARTHEST_AU * AU_KM).then_some(point)
}

/// Finds the handle under the pointer.
pub fn note_hover(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    under: Res<UnderPointer>,
    tool: Res<Tool>,
    routes: Routes,
    mut hand: ResMut<NodeHand>,
) {
    let pointer = window.and_then(|window| window.cursor_position());
    let pointer = pointer.filter(|_| !under.is_panel() && *tool == Tool::Select);
    let hovered = pointer.and_then(|pointer| routes.node_at(pointer)).map(|node| (node.fleet, node.at));
    if hand.hovered != hovered {
        hand.hovered = hovered;
    }
}

/// The routes as they are drawn.
#[derive(SystemParam)]
pub struct Routes<'w> {
    nodes: Res<'w, RouteNodes>,
    view: Res<'w, ViewCamera>,
}

impl Routes<'_> {
    fn node_at(&self, pixel: Vec2) -> Option<&RouteNode> {
        handle_at(&handles(&self.nodes.0, &self.view), pixel).and_then(|node| self.nodes.0.get(node))
    }
}

/// The key takes the waypoint under the pointer out.
pub fn remove_hovered(hand: Res<NodeHand>, player: Res<Player>, mut door: ResMut<OrderQueue>) {
    if let Some((fleet, at)) = hand.hovered {
        door.give(player.faction, order(fleet, Command::Edit(RouteEdit::Remove { at })));
    }
}

/// Takes the waypoint out that is clicked, if there is one there.
pub fn remove_clicked(
    In(at): In<Vec2>,
    routes: Routes,
    player: Res<Player>,
    mut door: ResMut<OrderQueue>,
) -> bool {
    let Some(node) = routes.node_at(at) else { return false };
    door.give(player.faction, order(node.fleet, Command::Edit(RouteEdit::Remove { at: node.at })));
    true
}

/// Grabs the handle or the line at the beginning of a drag, if there is one.
pub fn take_hold(
    In(from): In<Vec2>,
    routes: Routes,
    mut hand: ResMut<NodeHand>,
    mut tool: ResMut<Tool>,
) -> bool {
    let grip = grip_at(&routes.nodes.0, &routes.view, from);
    if grip.is_some() {
        *hand = NodeHand { hovered: hand.hovered, grip, to: None };
        *tool = Tool::Waypoint;
    }
    grip.is_some()
}

/// Drags the grabbed handle, and changes the route on release.
pub fn drag(
    In(gesture): In<Gesture>,
    routes: Routes,
    player: Res<Player>,
    settings: Res<Settings>,
    mut hand: ResMut<NodeHand>,
    mut tool: ResMut<Tool>,
    mut door: ResMut<OrderQueue>,
    mut toasts: ResMut<Toasts>,
) -> bool {
    let Some(grip) = hand.grip else {
        *tool = Tool::Select;
        return false;
    };
    let point = |to: Vec2| point_at(&routes.view, to, grip.height_km);
    let to = match gesture {
        Gesture::Drag { button: MouseButton::Left, to, .. } => {
            hand.to = point(to);
            return true;
        }
        Gesture::Drop { button: MouseButton::Left, to, .. } => point(to),
        // Another button has taken the drag's place.
        _ => None,
    };
    *tool = Tool::Select;
    *hand = NodeHand::default();
    if gesture.button() != MouseButton::Left {
        return false;
    }
    match number_now(&routes.nodes.0, &grip) {
        Some(at) => match to.and_then(|to| edit_of(grip.hold, at, to)) {
            Some(change) => door.give(player.faction, order(grip.fleet, change)),
            None => {
                let why = "That cannot be moved there: <make group> + click or <remove waypoint> removes it";
                toasts.say(with_keys(why, &settings.keys));
            }
        },
        None => toasts.say("Not possible: that waypoint has been passed"),
    }
    true
}

/// Says below the words of the hovered handle what the line leaves out: the time until its leg ends.
pub fn show_time(
    nodes: Res<RouteNodes>,
    hand: Res<NodeHand>,
    view: Res<ViewCamera>,
    calendar: Res<Calendar>,
    mut labels: ResMut<PointLabels>,
) {
    let hovered = nodes.0.iter().find(|node| hand.hovered == Some((node.fleet, node.at)));
    let hovered = hovered.filter(|node| node.has_date());
    if let Some((node, left)) = hovered.and_then(|node| Some((node, time_left(node.jd, &calendar)?))) {
        labels.say_below(&view, node.place(), left, node.color);
    }
}

/// Draws the handles that their routes do not mark, the hovered one, and the effect of a drag.
pub fn draw(
    nodes: Res<RouteNodes>,
    hand: Res<NodeHand>,
    tool: Res<Tool>,
    view: Res<ViewCamera>,
    origin: Res<Origin>,
    mut lines: Gizmos<LineGizmos>,
) {
    let mut ring = |place: DVec3, radius_pixels: f64, pixels_per_km: f64, color: Color| {
        let radius = (radius_pixels / pixels_per_km / UNIT_KM) as f32;
        let level = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
        lines.circle(Isometry3d::new(origin.place(place), level), radius, color).resolution(24);
    };
    for handle in handles(&nodes.0, &view) {
        let Some(node) = nodes.0.get(handle.node) else { continue };
        if handle.pixel != handle.foot {
            ring(handle.place, RADII_PIXELS.0, handle.pixels_per_km, node.color);
        }
        if hand.hovered == Some((node.fleet, node.at)) {
            ring(handle.place, RADII_PIXELS.1, handle.pixels_per_km, node.color);
        }
    }
    let held = hand.grip.as_ref().filter(|grip| *tool == Tool::Waypoint && grip.hold != Hold::Fixed);
    let Some((grip, to)) = held.zip(hand.to) else { return };
    let Some(at) = number_now(&nodes.0, grip) else { return };
    let find = |at: usize| nodes.0.iter().find(|node| node.fleet == grip.fleet && node.at == at);
    let Some(node) = find(at) else { return };
    if let Some(projected) = view.project(to) {
        ring(to, RADII_PIXELS.1, projected.pixels_per_km, node.color);
    }
    let next = match grip.hold {
        Hold::Insert => Some(node.place()),
        Hold::Move | Hold::Fixed => find(at + 1).map(RouteNode::place),
    };
    let stops = node.way.first().copied().into_iter().chain([to]).chain(next);
    lines.linestrip(stops.map(|stop| origin.place(stop)), node.color.with_alpha(0.6));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::world::Leg;
    use crate::sim::world::WaitEvent;

    /// A camera that looks down from above: a pixel is about 0.3 km.
    fn view() -> ViewCamera {
        ViewCamera::above(250.0)
    }

    fn node(at: usize, goal: Goal, from: DVec3, to: DVec3) -> RouteNode {
        let leg = Leg::new(goal, 1.0);
        let way = vec![from, to];
        RouteNode { fleet: FleetId(3), at, leg, jd: 0.0, way, shift: DVec3::ZERO, color: Color::WHITE }
    }

    /// To the right, a wait there, and on upward.
    fn nodes() -> Vec<RouteNode> {
        let (first, last) = (DVec3::X * 60.0, DVec3::new(60.0, 50.0, 0.0));
        vec![
            node(0, Goal::point(first), DVec3::ZERO, first),
            node(1, Goal::Wait(WaitEvent::Date(9.0)), first, first),
            node(2, Goal::point(last), first, last),
        ]
    }

    fn pixel(point: DVec3) -> Vec2 {
        view().project(point).expect("it is in sight").pixel
    }

    #[test]
    fn handles_are_hit_within_a_few_pixels() {
        let (nodes, view) = (nodes(), view());
        let known = handles(&nodes, &view);
        let first = pixel(DVec3::X * 60.0);
        assert_eq!(handle_at(&known, first + Vec2::X * 7.0), Some(0));
        assert_eq!(handle_at(&known, first + Vec2::X * 9.0), None);
        assert_eq!(handle_at(&known, first + Vec2::Y * COLUMN_PIXELS), Some(1), "the wait stands below");
        let drawn = pixel(known[1].place);
        assert!(drawn.distance(known[1].pixel) < 0.1, "{drawn}");
    }

    #[test]
    fn a_press_takes_hold_of_a_handle_before_a_line() {
        let (nodes, view) = (nodes(), view());
        let hold = |at: Vec2| grip_at(&nodes, &view, at).map(|grip| (grip.at, grip.hold));
        assert_eq!(hold(pixel(DVec3::X * 60.0)), Some((0, Hold::Move)));
        assert_eq!(hold(pixel(DVec3::X * 60.0) + Vec2::Y * COLUMN_PIXELS), Some((1, Hold::Fixed)));
        assert_eq!(hold(pixel(DVec3::X * 30.0) + Vec2::Y * 4.0), Some((0, Hold::Insert)));
        assert_eq!(hold(pixel(DVec3::new(60.0, 25.0, 0.0))), Some((2, Hold::Insert)));
        assert_eq!(hold(pixel(DVec3::X * 30.0) + Vec2::Y * 9.0), None);
    }

    #[test]
    fn a_leg_is_found_again_when_one_before_it_is_over() {
        let (nodes, view) = (nodes(), view());
        let grip = grip_at(&nodes, &view, pixel(DVec3::new(60.0, 50.0, 0.0))).expect("it is there");
        assert_eq!(number_now(&nodes, &grip), Some(2));
        let later: Vec<RouteNode> =
            nodes[1..].iter().map(|node| RouteNode { at: node.at - 1, ..node.clone() }).collect();
        assert_eq!(number_now(&later, &grip), Some(1));
        assert_eq!(number_now(&later[..1], &grip), None, "it is over");
    }

    #[test]
    fn drags_become_changes_of_the_route() {
        let to = Goal::point(DVec3::X);
        let moved = Command::Edit(RouteEdit::Move { at: 2, to });
        assert_eq!(edit_of(Hold::Move, 2, DVec3::X), Some(moved));
        let new = Command::go(to, When::Before(2));
        assert_eq!(edit_of(Hold::Insert, 2, DVec3::X), Some(new));
        assert_eq!(edit_of(Hold::Fixed, 2, DVec3::X), None);
    }
}
