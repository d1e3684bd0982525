//! What the pointer shows while there are ships to send: the marker of the point under it, and words about what a click
//! does there.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use super::journey::Journeys;
use super::plane::{draw_plane, draw_ways};
use super::stalk::{draw_stalk, height_words};
use crate::client::frame::{ThickGizmos, au, au_beside, capital};
use crate::client::input::{Held, Pointed, SceneCursor, Selected, Tool};
use crate::client::orders::planning::chosen::Chosen;
use crate::client::orders::tools::aim::{AIM, place_of_words};
use crate::client::orders::tools::target::{HoverTarget, Owner};
use crate::client::scene::labels::fan::Fan;
use crate::client::scene::labels::fights::FightPlaces;
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::scene::routes::nodes::{RouteNode, RouteNodes};
use crate::client::scene::ships::stalks::stalk_strength;
use crate::client::view::{BodyPlaces, Pen, RenderPosition, RingPoint, SeenShips, ViewCamera, middle};
use crate::client::widgets::QUIET;
use crate::level::BodyKind;
use crate::sim::motion::resting_at;
use crate::sim::motion::wells::{leaving_body, well_among};
use crate::sim::task::ring_words;
use crate::sim::{BodyId, FleetId, Goal, Ship, ShipClasses, ShipId, Sky};

/// Radius of the marker of a point, logical pixels, the sides of its circle, and half its cross, in its radii.
const MARKER_PIXELS: f64 = 10.0;
const MARKER_SIDES: u32 = 24;
const CROSS_RADII: f64 = 1.6;
/// Opacity of a short line from a point to its foot.
const HEIGHT_ALPHA: f32 = 0.4;
/// Opacity of the marker and size of the words of a pointer that does not aim, pixels.
const SHORT_ALPHA: f32 = 0.5;
const SHORT_PIXELS: f32 = 13.0;
/// Ships that arrive at a body within this time are as near to it as they get, days.
const NEAR_DAYS: f64 = 0.1;
/// What ships usually go to a body for.
const MOVE: &str = "Move to";
/// A fight is looked at if its area has a greater radius than this, pixels.
const LEAST_FIGHT: f64 = 60.0;

/// Query bundle for what the pointer tells while there are ships to send.
#[derive(SystemParam)]
pub struct PointerReading<'w, 's> {
    pointed: Res<'w, Pointed>,
    selected: Query<'w, 's, (&'static RenderPosition, &'static Ship), With<Selected>>,
    chosen: Chosen<'w, 's>,
    ships: SeenShips<'w, 's>,
    classes: Res<'w, ShipClasses>,
    sky: Res<'w, Sky>,
    places: Res<'w, BodyPlaces>,
    tool: Res<'w, Tool>,
    held: Res<'w, Held>,
    buttons: Res<'w, ButtonInput<MouseButton>>,
    cursor: SceneCursor<'w, 's>,
    target: Res<'w, HoverTarget>,
    nodes: Res<'w, RouteNodes>,
    fights: Res<'w, FightPlaces>,
    fan: Res<'w, Fan>,
}

/// How much the pointer tells of the point under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// An order is being aimed: what it does, with all distances.
    Full,
    /// How far the ships are, in one faint line.
    Short,
    /// Nothing: there is a fight to be looked at.
    Nothing,
}

impl Detail {
    fn of(is_aiming: bool, sees_fight: bool) -> Self {
        match (is_aiming, sees_fight) {
            (true, _) => Self::Full,
            (false, false) => Self::Short,
            (false, true) => Self::Nothing,
        }
    }
}

impl PointerReading<'_, '_> {
    fn detail(&self, view: &ViewCamera) -> Detail {
        let is_pressed = self.buttons.pressed(MouseButton::Right) || self.pointed.is_drag();
        let is_aiming = *self.tool == Tool::Go || self.queues() || is_pressed;
        let is_looked_at = |(middle, reach_km): (DVec3, f64)| {
            let is_large = || view.outline_pixels(middle, reach_km) > LEAST_FIGHT;
            view.eye.distance(middle) < reach_km || (view.shows(middle) && is_large())
        };
        Detail::of(is_aiming, self.fights.areas().any(is_looked_at))
    }

    /// Whether an order joins the route, as its first or its last leg.
    fn queues(&self) -> bool {
        self.held.add || self.held.first
    }

    /// Whether a click would send the ships where they go already.
    fn are_on_the_way(&self, goal: Goal) -> bool {
        let is_new = *self.tool == Tool::Go || self.queues();
        let fleets: Vec<FleetId> = self.chosen.fleets().iter().map(|fleet| fleet.id).collect();
        !is_new && all_go_to(&self.nodes.0, &fleets, goal)
    }

    /// The words about the journey to a goal; `None` for a queued one, which does not begin now.
    fn journey(&self, goal: Goal, journeys: &mut Journeys) -> Option<[String; 2]> {
        if self.queues() { None } else { journeys.words(goal) }
    }

    /// What a click on a body does, for ships about a point, km; `None` if they are on their way there already.
    fn body_words(&self, body: BodyId, from: DVec3, journeys: &mut Journeys) -> Option<String> {
        let goal = Goal::Body(body);
        if self.are_on_the_way(goal) {
            return None;
        }
        let this = self.sky.system.bodies.get(body)?;
        let is_foes = self.target.body.as_ref().is_some_and(|body| body.owner == Owner::Foe);
        let is_miner = |ship: &Ship| self.classes.0.get(ship.class).is_some_and(|class| class.mines > 0);
        let deed = deed_at(this.kind, is_foes, self.selected.iter().any(|(_, ship)| is_miner(ship)));
        if deed == MOVE && !self.queues() && self.are_at(body) {
            let is_far = journeys.days(goal).is_some_and(|days| days > NEAR_DAYS);
            let journey = if is_far { journeys.words(goal) } else { None };
            return Some(here_words(&this.in_words, journey));
        }
        let away = au(self.places.0.get(body)?.distance(from));
        Some(goal_words(&format!("{deed} {}", this.in_words), self.journey(goal, journeys), &away))
    }

    /// Whether all selected ships are in the well of a body, as the outliner tells their places.
    fn are_at(&self, body: BodyId) -> bool {
        let center = |index: BodyId| self.places.0.get(index).copied();
        let well_at = |place: DVec3| well_among(&self.sky.system, place, center);
        self.selected.iter().all(|(place, _)| well_at(place.0) == Some(body))
    }

    /// The same for a click on a ring.
    fn orbit_words(&self, on: RingPoint, from: DVec3, journeys: &mut Journeys) -> Option<String> {
        let goal = Goal::Ring { body: on.body, ring: on.ring };
        if self.are_on_the_way(goal) {
            return None;
        }
        let name = &self.sky.system.bodies.get(on.body)?.in_words;
        let center = *self.places.0.get(on.body)?;
        let away = au_beside(on.place.distance(from), center.distance(from));
        let deed = orbit_deed(self.target.care_deed().as_deref(), on.ring, name);
        Some(goal_words(&deed, self.journey(goal, journeys), &away))
    }

    /// The same for a click on a point, and where that is.
    fn point_words(&self, point: DVec3, from: DVec3, journeys: &mut Journeys) -> String {
        // As the order will have it.
        let goal = resting_at(&self.sky, point);
        let (well, leaving) = (self.name(goal.anchor.body()), self.name(leaving_body(&self.sky, point)));
        let deed = point_deed(well);
        let away = au(point.distance(from));
        let deed = goal_words(&deed, self.journey(Goal::Place(goal), journeys), &away);
        let Pointed { plane_km, is_lifting, .. } = *self.pointed;
        let height = height_words(point.z, plane_km, is_lifting);
        // Beside a body it says nothing how far the star is, and how high the body.
        let is_open = well.is_none() && leaving.is_none();
        let star = (is_open && !is_lifting).then(|| star_distance(&self.sky, &self.places, point));
        let about = leaving.map(leaving_words).or(star);
        point_lines(deed, height.filter(|_| is_open || is_lifting), about, is_lifting)
    }

    /// The words about a point while no order is aimed, for ships about another one.
    fn short_words(&self, point: DVec3, from: DVec3) -> String {
        let away = away_words(point.distance(from));
        let leaving = self.name(leaving_body(&self.sky, point));
        leaving.map_or_else(|| away.clone(), |name| format!("{away} · {name} moves on"))
    }

    fn name(&self, body: Option<BodyId>) -> Option<&str> {
        self.sky.system.bodies.get(body?).map(|body| body.in_words.as_str())
    }

    /// Whether the plane is shown in which a point is chosen.
    fn shows_plane(&self, view: &ViewCamera) -> bool {
        let is_chosen = *self.tool == Tool::Go || self.pointed.point.is_some();
        is_chosen && self.detail(view) == Detail::Full
    }

    /// Where the ways of an order would begin, a place for each fleet, heliocentric ecliptic km: at the end of its
    /// route if the order joins that there, else at its selected ships.
    fn starts(&self) -> Vec<DVec3> {
        let goes_on = self.held.add && !self.held.first;
        let end = |fleet: FleetId| {
            let last = self.nodes.0.iter().rfind(|node| node.fleet == fleet);
            last.filter(|_| goes_on).map(RouteNode::place)
        };
        let here = |ships: &[ShipId]| {
            let of_it = self.selected.iter().filter(|(_, ship)| ships.binary_search(&ship.id).is_ok());
            middle(of_it.map(|(place, _)| place))
        };
        let fleets = self.chosen.fleets();
        fleets.iter().filter_map(|fleet| end(fleet.id).or_else(|| here(&fleet.ships))).collect()
    }
}

/// Whether the only leg of each of these fleets leads to a goal, without a fight on the way.
fn all_go_to(nodes: &[RouteNode], fleets: &[FleetId], goal: Goal) -> bool {
    let goes = |fleet: &FleetId| {
        let mut legs = nodes.iter().filter(|node| node.fleet == *fleet).map(|node| node.leg);
        let only = legs.next().filter(|_| legs.next().is_none());
        only.is_some_and(|leg| leg.goal == goal && !leg.engage)
    };
    fleets.iter().all(goes)
}

/// What a click on a ring does; `care`: what a yard there does for the ships.
fn orbit_deed(care: Option<&str>, ring: u8, body: &str) -> String {
    format!("{} in {}", care.unwrap_or("Orbit"), ring_words(ring, body))
}

/// What a click on a point does, in the well of a body or in none: there the point moves with the body.
fn point_deed(well: Option<&str>) -> String {
    well.map_or_else(|| "Move here".to_owned(), |body| format!("Move to a point near {body}"))
}

/// What is to be known of a point at rest in space beside a body.
fn leaving_words(body: &str) -> String {
    format!("{} moves on: click it to stay with it", capital(body))
}

/// What a click on a goal does, with the length of the journey, if the goal can be met, and the distance.
fn goal_words(deed: &str, journey: Option<[String; 2]>, away: &str) -> String {
    match journey {
        Some([time, arrival]) => format!("{deed}: {time}, {away}\n{arrival}"),
        None => format!("{deed}, {away}"),
    }
}

/// What a click on a body does for ships in its well: it takes them nearer, if they are not near yet. In one line,
/// since they are close by.
fn here_words(body: &str, journey: Option<[String; 2]>) -> String {
    match journey {
        Some([time, _]) => format!("Already at {body} · nearer: {time}"),
        None => format!("Already at {body}"),
    }
}

/// Draws the marker of the point under the mouse, while there are ships to send, and tells what a click does.
pub fn draw(
    reading: PointerReading,
    mut journeys: Journeys,
    mut labels: ResMut<PointLabels>,
    mut pen: Pen,
    mut stalk: Pen<ThickGizmos>,
) {
    let PointerReading { pointed, target, .. } = &reading;
    // `odds.rs` describes attacks and landings.
    let strikes = *reading.tool == Tool::Select && !pointed.is_drag() && target.strike().is_some();
    if strikes {
        return;
    }
    let Some(middle) = middle(reading.selected.iter().map(|(place, _)| place)) else { return };
    if let Some((leader, point)) = target.follows.as_ref().zip(pointed.point).filter(|_| !pointed.is_drag()) {
        return labels.say(point, format!("Follow {}", leader.name), AIM);
    }
    if reading.fan.is_open() && !pointed.is_drag() {
        return;
    }
    if reading.shows_plane(&pen.view) {
        draw_plane(&mut pen, &mut labels, middle, pointed.plane_km);
    }
    if let Some(body) = pointed.body.filter(|_| !pointed.is_lifting) {
        if let Some(words) = reading.body_words(body, middle, &mut journeys) {
            let place = place_of_words(&pen.view, reading.cursor.pixel(), reading.places.0[body]);
            labels.say(place, words, AIM);
        }
        return;
    }
    if let Some(on) = pointed.ring {
        if let Some(words) = reading.orbit_words(on, middle, &mut journeys) {
            labels.say(on.place, words, AIM);
        }
        return;
    }
    if let Some(point) = pointed.point {
        draw_point(&reading, (point, middle), &mut journeys, &mut labels, &mut pen, &mut stalk);
    }
}

/// Draws the marker of a point, and tells what a click there does, or how far it is from the middle of the ships.
fn draw_point(
    reading: &PointerReading,
    (point, middle): (DVec3, DVec3),
    journeys: &mut Journeys,
    labels: &mut PointLabels,
    pen: &mut Pen,
    stalk: &mut Pen<ThickGizmos>,
) {
    let pointed = &reading.pointed;
    let Some(projected) = pen.view.project(point) else { return };
    let detail = reading.detail(&pen.view);
    if detail == Detail::Nothing {
        return;
    }
    let color = if detail == Detail::Full { AIM } else { QUIET.with_alpha(SHORT_ALPHA) };
    draw_marker(pen, point, MARKER_PIXELS / projected.pixels_per_km, color);
    if detail == Detail::Full {
        draw_ways(pen, &reading.starts(), point);
    }
    if pointed.is_lifting {
        draw_stalk(stalk, point, pointed.plane_km, AIM);
    } else {
        draw_height(pen, point, color);
    }
    // The name of a ship suffices; distances would only cover it.
    let on_ship = || reading.cursor.entity().is_some_and(|entity| reading.ships.meant_by(entity).is_some());
    if !pointed.is_drag() && on_ship() {
        return;
    }
    if detail == Detail::Short {
        return labels.whisper(point, reading.short_words(point, middle), QUIET, SHORT_PIXELS);
    }
    labels.say(point, reading.point_words(point, middle, journeys), AIM);
}

/// Draws a circle of a radius, and a cross in it, at a point.
fn draw_marker(pen: &mut Pen, point: DVec3, radius_km: f64, color: Color) {
    pen.level_circle(point, radius_km, MARKER_SIDES, color);
    for arm in [DVec3::X, DVec3::Y].map(|axis| axis * (CROSS_RADII * radius_km)) {
        pen.line(point - arm, point + arm, color);
    }
}

/// Draws a faint line from a point to its foot in the ecliptic.
fn draw_height(pen: &mut Pen, point: DVec3, color: Color) {
    let foot = DVec3::new(point.x, point.y, 0.0);
    let strength = HEIGHT_ALPHA * stalk_strength(&pen.view, point, foot);
    if strength > 0.0 {
        pen.line(point, foot, color.with_alpha(strength));
    }
}

/// What ships go to a body for.
fn deed_at(kind: BodyKind, is_foes: bool, has_miner: bool) -> &'static str {
    if kind == BodyKind::Comet && !is_foes && has_miner { "Mine" } else { MOVE }
}

/// The words about the point under the mouse, a line each: what a click does, what is known of the place, and its
/// height. While it is lifted, the height is what matters. In one line they would reach over the ships beside it.
fn point_lines(deed: String, height: Option<String>, about: Option<String>, is_lifting: bool) -> String {
    let (first, last) = if is_lifting { (height, None) } else { (None, height) };
    let lines = [first, Some(deed), about, last];
    lines.into_iter().flatten().collect::<Vec<String>>().join("\n")
}

/// How far the ships are from the point under the mouse.
fn away_words(away_km: f64) -> String {
    format!("{} away", au(away_km))
}

fn star_distance(sky: &Sky, places: &BodyPlaces, point: DVec3) -> String {
    let name = sky.system.bodies.first().map_or("the star", |body| body.in_words.as_str());
    let center = places.0.first().copied().unwrap_or(DVec3::ZERO);
    format!("{} from {name}", au(point.distance(center)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::orders::tools::test_support::MARS;
    use crate::orbit::AU_KM;
    use crate::sim::Leg;

    #[test]
    fn miners_are_sent_to_mine() {
        assert_eq!(deed_at(BodyKind::Comet, false, true), "Mine");
        assert_eq!(deed_at(BodyKind::Comet, false, false), "Move to");
        assert_eq!(deed_at(BodyKind::Comet, true, true), "Move to", "foes hold it");
        assert_eq!(deed_at(BodyKind::Moon, false, true), "Move to");
    }

    #[test]
    fn the_pointer_tells_all_only_while_an_order_is_aimed_and_nothing_beside_a_fight() {
        let details = [(true, false), (true, true), (false, false), (false, true)];
        let details = details.map(|(is_aiming, sees_fight)| Detail::of(is_aiming, sees_fight));
        assert_eq!(details, [Detail::Full, Detail::Full, Detail::Short, Detail::Nothing]);
        assert_eq!(away_words(AU_KM * 0.29), "0.29 AU away", "one line");
    }

    #[test]
    fn a_goal_has_the_time_of_the_journey_before_the_order() {
        let journey = ["13 days (33 s)", "Arrives about 2471-04-19"].map(str::to_owned);
        let words = goal_words("Move to Rowan", Some(journey), "1.34 AU");
        assert_eq!(words, "Move to Rowan: 13 days (33 s), 1.34 AU\nArrives about 2471-04-19");
        assert_eq!(goal_words("Move to Rowan", None, "1.34 AU"), "Move to Rowan, 1.34 AU");
        let journey = ["36 h (4 s)", "Arrives about 2471-04-07"].map(str::to_owned);
        let words = goal_words(&orbit_deed(None, 0, "Mars"), Some(journey), "1,234 km");
        assert_eq!(words, "Orbit in ring 1 of Mars: 36 h (4 s), 1,234 km\nArrives about 2471-04-07");
        let care = orbit_deed(Some("Refill at the shipyard"), 1, "Mars");
        assert_eq!(care, "Refill at the shipyard in ring 2 of Mars");
    }

    #[test]
    fn ships_at_a_body_are_told_that_they_are_there() {
        let journey = ["23 h (2 s)", "Arrives about 2412-01-10"].map(str::to_owned);
        assert_eq!(here_words("Hearth", Some(journey)), "Already at Hearth · nearer: 23 h (2 s)");
        assert_eq!(here_words("Hearth", None), "Already at Hearth");
    }

    #[test]
    fn who_is_on_the_way_to_a_goal_is_not_told_how_to_go_there() {
        let fleets = [1, 2].map(FleetId);
        let node = |fleet: u32, leg: Leg| RouteNode {
            fleet: FleetId(fleet),
            at: 0,
            leg,
            jd: 0.0,
            way: vec![],
            shift: DVec3::ZERO,
            color: AIM,
        };
        let to_mars = Leg::new(Goal::Body(MARS), 1.0);
        let both = [node(1, to_mars), node(2, to_mars)];
        let [mars, ring] = [to_mars.goal, Goal::Ring { body: MARS, ring: 1 }];
        assert!(all_go_to(&both, &fleets, mars));
        assert!(!all_go_to(&both, &fleets, Goal::Body(BodyId(9))));
        assert!(!all_go_to(&both, &fleets, ring), "a ring is another place");
        assert!(all_go_to(&[node(1, Leg::new(ring, 1.0))], &fleets[..1], ring));
        assert!(!all_go_to(&both[..1], &fleets, mars), "the other one rests");
        let by_way = [node(1, Leg::new(Goal::point(DVec3::X), 1.0)), node(1, to_mars)];
        assert!(!all_go_to(&by_way, &fleets[..1], mars), "a click leads straight there");
        let fights = [node(1, Leg { engage: true, ..to_mars })];
        assert!(!all_go_to(&fights, &fleets[..1], mars));
    }

    #[test]
    fn the_pointer_is_told_in_short_lines() {
        let words = |height: f64, is_lifting: bool| {
            let height = height_words(height, 0.0, is_lifting);
            let about = (!is_lifting).then(|| "0.93 AU from Aurel".to_owned());
            point_lines(goal_words(&point_deed(None), None, "314,200 km"), height, about, is_lifting)
        };
        assert_eq!(words(0.0, false), "Move here, 314,200 km\n0.93 AU from Aurel");
        let high = words(AU_KM * 0.0137, false);
        assert_eq!(high, "Move here, 314,200 km\n0.93 AU from Aurel\n2,049,000 km above the ecliptic");
        assert_eq!(words(-1234.0, true), "1,234 km below the ecliptic\nMove here, 314,200 km");
    }

    #[test]
    fn a_point_beside_a_body_says_whether_it_stays_with_it() {
        let journey = || Some(["23 h (2 s)", "Arrives about 2412-01-10"].map(str::to_owned));
        let inside = goal_words(&point_deed(Some("Hearth")), journey(), "314,200 km");
        let expected = "Move to a point near Hearth: 23 h (2 s), 314,200 km\nArrives about 2412-01-10";
        assert_eq!(point_lines(inside, None, None, false), expected);
        let beside = goal_words(&point_deed(None), journey(), "2,102,000 km");
        let words = point_lines(beside, None, Some(leaving_words("Hearth")), false);
        let lines: Vec<&str> = words.lines().collect();
        let expected = ["Move here: 23 h (2 s), 2,102,000 km", "Arrives about 2412-01-10"];
        assert_eq!(lines[..2], expected);
        assert_eq!(lines[2..], ["Hearth moves on: click it to stay with it"]);
    }
}
