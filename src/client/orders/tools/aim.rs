//! The click of a tool: the spot under it, its meaning, and its outcome.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use super::target::HoverTarget;
use crate::client::frame::{LineGizmos, Player, Toasts};
use crate::client::input::{Gesture, Held, Pointed, Tool};
use crate::client::orders::planning::along::in_steps;
use crate::client::orders::planning::chosen::Chosen;
use crate::client::orders::planning::making::when;
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::scene::rings::{Planned, PlannedStructure};
use crate::client::scene::routes::diamond;
use crate::client::scene::routes::nodes::RouteNodes;
use crate::client::settings::{Settings, with_keys};
use crate::client::view::{Moment, Origin, SeenShips, UNIT_KM, ViewCamera};
use crate::sim::{
    AttackTarget, BodyId, ConstructionOrder, FleetId, Goal, Order, OrderQueue, ShipId, Sky, When,
    degrees_ahead_of,
};

/// Half the size of the mark at a point, pixels.
const MARK_PIXELS: f64 = 9.0;
/// Words about a thing stand at the pointer if its middle is farther from there than this, pixels: the pointer may be
/// on the rings of a planet whose middle is under a panel.
const FARTHEST_WORDS: f32 = 150.0;
/// The colour of a click's effect.
pub const AIM: Color = Color::srgba(1.0, 0.95, 0.7, 0.85);
/// The colour of an attack.
pub const STRIKE: Color = Color::srgba(1.0, 0.45, 0.35, 0.95);

/// The spot under a click.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClickSpot {
    /// A body.
    pub body: Option<BodyId>,
    /// The destination of ships: the body, a ring, or the point of the plane.
    pub goal: Option<Goal>,
    /// The fleet of a ship that is in sight.
    pub fleet: Option<FleetId>,
    /// The attack target of foes there.
    pub target: Option<AttackTarget>,
    /// The point of the plane, heliocentric ecliptic km.
    pub point: Option<DVec3>,
    /// How far ahead of the body clicked before, degrees.
    pub degrees: Option<f64>,
    /// A free slot for the structure that is to be built.
    pub site: Option<ConstructionOrder>,
    /// Whether there is anything that can be picked.
    pub is_thing: bool,
}

/// The ships to order, and when.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClickRequest {
    /// The selected ships.
    pub ships: Vec<ShipId>,
    /// When.
    pub when: When,
    /// Whether they have a route.
    pub has_route: bool,
}

/// The outcome of a click.
#[derive(Clone, Debug, PartialEq)]
pub enum ClickOutcome {
    /// The click is for another handler.
    Passed,
    /// The click hits no valid target: the reason, with marks for keys, see `with_keys`.
    Missed(&'static str),
    /// It gives the first half of an order.
    GoesOn(Tool),
    /// The click completes these orders.
    Chose(Vec<Order>),
}

impl ClickOutcome {
    /// One order, or why there is none.
    pub fn order(order: Option<Order>, why: &'static str) -> Self {
        order.map_or(Self::Missed(why), |order| Self::Chose(vec![order]))
    }
}

/// The meaning of a click for a tool.
pub type Meaning = fn(Tool, &ClickSpot, &ClickRequest) -> ClickOutcome;

/// Query bundle for resolving a click.
#[derive(SystemParam)]
pub struct Aiming<'w, 's> {
    chosen: Chosen<'w, 's>,
    ships: SeenShips<'w, 's>,
    target: Res<'w, HoverTarget>,
    nodes: Res<'w, RouteNodes>,
    pointed: Res<'w, Pointed>,
    planned: Res<'w, PlannedStructure>,
    view: Res<'w, ViewCamera>,
    sky: Res<'w, Sky>,
    moment: Res<'w, Moment>,
    held: Res<'w, Held>,
}

impl Aiming<'_, '_> {
    /// The name of a body within a sentence.
    pub fn name(&self, body: BodyId) -> Option<String> {
        self.sky.system.bodies.get(body).map(|body| body.in_words.clone())
    }

    /// How far ahead of a body a point is, in whole steps, degrees.
    pub fn degrees(&self, body: BodyId, point: DVec3) -> Option<f64> {
        let degrees = degrees_ahead_of(&self.sky.system, body, self.moment.jd, point)?;
        Some(in_steps(degrees, self.held.add))
    }

    /// The ships to order, and when.
    pub fn request(&self) -> ClickRequest {
        ClickRequest {
            ships: self.chosen.ids(),
            when: when(self.held.add, self.held.first),
            has_route: !self.nodes.0.is_empty(),
        }
    }

    /// The place under a pixel, in the pointed plane.
    pub fn point(&self, pixel: Vec2) -> Option<DVec3> {
        self.view.ground_point(pixel.as_dvec2(), self.pointed.plane_km)
    }

    fn spot(&self, tool: Tool, on: Option<Entity>) -> ClickSpot {
        let Pointed { point, body, .. } = *self.pointed;
        let before = if let Tool::Station(before) = tool { before } else { None };
        ClickSpot {
            body,
            goal: self.pointed.goal(),
            fleet: on.and_then(|entity| self.ships.fleet_of(&self.ships.meant_by(entity)?)),
            target: self.target.attack_target(),
            point,
            degrees: before.zip(point).and_then(|(body, point)| self.degrees(body, point)),
            site: self.planned.allowed().filter(|planned| tool.class() == Some(planned.class)).map(site_of),
            is_thing: on.is_some(),
        }
    }
}

/// The order to build a structure.
fn site_of(Planned { class, body, stands, .. }: Planned) -> ConstructionOrder {
    ConstructionOrder::Build { class, body, ring: stands.ring, slot: stands.slot }
}

/// Query bundle for the active tool and what comes of its clicks.
#[derive(SystemParam)]
pub struct ActiveTool<'w> {
    /// The tool.
    pub tool: ResMut<'w, Tool>,
    player: Res<'w, Player>,
    settings: Res<'w, Settings>,
    door: ResMut<'w, OrderQueue>,
    toasts: ResMut<'w, Toasts>,
    held: Res<'w, Held>,
}

impl ActiveTool<'_> {
    /// Lets a click have its outcome: the tool ends, continues, or gives orders. Returns whether the tool used it.
    pub fn take(&mut self, outcome: ClickOutcome) -> bool {
        match outcome {
            ClickOutcome::Passed => return false,
            ClickOutcome::Missed(why) => self.toasts.say(with_keys(why, &self.settings.keys)),
            ClickOutcome::GoesOn(next) => *self.tool = next,
            ClickOutcome::Chose(orders) => {
                orders.into_iter().for_each(|order| self.door.give(self.player.faction, order));
                *self.tool = after(*self.tool, self.held.add);
            }
        }
        true
    }
}

/// Handles a click for the active tool. A right click ends it. Returns whether the tool used the gesture.
pub fn aim(In((gesture, meaning)): In<(Gesture, Meaning)>, aiming: Aiming, mut active: ActiveTool) -> bool {
    let Gesture::Click { button, on, .. } = gesture else { return false };
    if button != MouseButton::Left {
        *active.tool = Tool::Select;
        return true;
    }
    let tool = *active.tool;
    active.take(meaning(tool, &aiming.spot(tool, on), &aiming.request()))
}

/// The place of words about the thing under the pointer, heliocentric ecliptic km: its middle, or the pointer far from
/// there.
pub fn place_of_words(view: &ViewCamera, pointer: Option<Vec2>, middle: DVec3) -> DVec3 {
    let Some(pointer) = pointer else { return middle };
    let seen = view.project(middle).map(|projected| projected.pixel);
    let is_near = seen.is_some_and(|pixel| pixel.distance(pointer) <= FARTHEST_WORDS);
    if is_near { middle } else { view.point_as_far(pointer.as_dvec2(), middle) }
}

/// The tool after its work is done: with the key for queueing the same can be done again.
pub fn after(tool: Tool, again: bool) -> Tool {
    match tool {
        _ if !again => Tool::Select,
        Tool::Station(_) => Tool::Station(None),
        _ => tool,
    }
}

/// The mark and the words at the pointer.
#[derive(SystemParam)]
pub struct Marks<'w, 's> {
    /// The point under the pointer.
    pub pointed: Res<'w, Pointed>,
    /// The middle of the picture.
    pub origin: Res<'w, Origin>,
    /// The lines to draw with.
    pub lines: Gizmos<'w, 's, LineGizmos>,
    view: Res<'w, ViewCamera>,
    labels: ResMut<'w, PointLabels>,
}

impl Marks<'_, '_> {
    /// Draws a diamond at the point that the pointer shows.
    pub fn draw(&mut self, color: Color) {
        let Some(point) = self.pointed.point else { return };
        if let Some(projected) = self.view.project(point) {
            let half = (MARK_PIXELS / projected.pixels_per_km / UNIT_KM) as f32;
            self.lines.linestrip(diamond(self.origin.place(point), half), color);
        }
    }

    /// Shows words at the point under the mouse.
    pub fn say(&mut self, words: String, color: Color) {
        if let Some(point) = self.pointed.point {
            self.say_at(point, words, color);
        }
    }

    /// Shows words at a point, heliocentric ecliptic km.
    pub fn say_at(&mut self, point: DVec3, words: String, color: Color) {
        self.labels.say(point, words, color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_about_a_thing_stand_at_the_pointer_far_from_its_middle() {
        let view = ViewCamera { focal_distance: 1.0e6, ..ViewCamera::default() };
        let body = DVec3::new(0.0, 1.0e6, 0.0);
        let middle = view.project(body).expect("it is ahead").pixel;
        let words_at = |pointer: Vec2| {
            let place = place_of_words(&view, Some(pointer), body);
            view.project(place).expect("it is ahead").pixel
        };
        let [near, far] = [100.0, 600.0].map(|away| middle + Vec2::X * away);
        assert!(words_at(near).distance(middle) < 0.1);
        assert!(words_at(far).distance(far) < 0.1);
        assert_eq!(place_of_words(&view, None, body), body, "the pointer is on the map");
    }

    #[test]
    fn a_tool_stays_only_with_the_key_for_queueing_and_begins_anew() {
        assert_eq!(after(Tool::Guard, false), Tool::Select);
        assert_eq!(after(Tool::Guard, true), Tool::Guard);
        assert_eq!(after(Tool::Station(Some(BodyId(3))), true), Tool::Station(None));
    }
}
