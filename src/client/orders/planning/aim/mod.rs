//! The click that an order asked for: where to patrol, whom to guard or attack, where to land, how far ahead
//! of which body; of an attack also the circle that is drawn.
//!
//! - Enters: what is armed, gestures, and what the pointer shows.
//! - Leaves: orders, and words at the pointer that say what a click will do. A click that was meant for this
//!   is taken out of the gestures.
//! - Must never: send anybody without a click. Which orders a click gives is in `aim/clicks.rs`.

mod clicks;

use crate::client::input::armed::{Aim, Armed};
use bevy::ecs::message::MessageCursor;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;
use leafwing_input_manager::prelude::ActionState;

use super::along::{arc, degrees_ahead, in_steps};
use super::area::{Area, DrawnArea, Stroke};
use super::front::Front;
use super::making::{go, when};
use super::sift;
use super::waiting::WaitMenu;
use crate::client::frame::{LineGizmos, Player, Toasts};
use crate::client::input::armed::Choosing;
use crate::client::input::gestures::{Gesture, UnderPointer};
use crate::client::input::pointed::Pointed;
use crate::client::input::selection::Selected;
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::scene::routes::diamond;
use crate::client::scene::routes::leg_words::station_words;
use crate::client::scene::routes::nodes::RouteNodes;
use crate::client::settings::Settings;
use crate::client::settings::actions::{Action, Actions};
use crate::client::settings::key_words::with_keys;
use crate::client::view::interpolation::Moment;
use crate::client::view::scale::{Origin, UNIT_KM};
use crate::client::view::seen::SeenShips;
use crate::client::view::view_camera::ViewCamera;
use crate::level::NamedGoal;
use crate::sim::ids::{BodyId, ShipId};
use crate::sim::world::{Armoury, Body, Factions, Ship};
use crate::sim::{OrderDoor, Sky};
use clicks::{Outcome, Spot, outcome, restarted};

/// Half the size of the mark at a point of a patrol, pixels.
const MARK_PIXELS: f64 = 9.0;
/// The colour of what a click will do.
const AIM: Color = Color::srgba(1.0, 0.95, 0.7, 0.85);
/// The same of an order of war.
pub const STRIKE: Color = Color::srgba(1.0, 0.45, 0.35, 0.95);

/// What is asked about a click.
#[derive(SystemParam)]
pub struct Aiming<'w, 's> {
    bodies: Query<'w, 's, &'static Body>,
    selected: Query<'w, 's, &'static Ship, With<Selected>>,
    ships: SeenShips<'w, 's>,
    front: Res<'w, Front>,
    nodes: Res<'w, RouteNodes>,
    view: Res<'w, ViewCamera>,
    sky: Res<'w, Sky>,
    armoury: Res<'w, Armoury>,
    moment: Res<'w, Moment>,
}

impl Aiming<'_, '_> {
    fn name(&self, body: BodyId) -> Option<String> {
        self.sky.system.bodies.get(body).map(|body| body.name.clone())
    }

    fn body(&self, on: Option<Entity>) -> Option<BodyId> {
        on.and_then(|entity| self.bodies.get(entity).ok()).map(|body| body.0)
    }

    /// How far ahead of the body that was clicked a point is, in whole steps, degrees.
    fn degrees(&self, aim: Aim, point: Option<DVec3>, is_coarse: bool) -> Option<f64> {
        let Aim::Ahead(Some(body)) = aim else { return None };
        let degrees = degrees_ahead(&self.sky.system, body, self.moment.jd, point?)?;
        Some(in_steps(degrees, is_coarse))
    }

    /// The area that a stroke has drawn, no wider than may be attacked; `None` where it does not lead over the
    /// plane.
    fn area(&self, stroke: &Stroke, plane_km: f64) -> Option<Area> {
        let point = |pixel: Vec2| self.view.ground_point(pixel.as_dvec2(), plane_km);
        let widest_km = self.armoury.rules.conduct.widest_area_km();
        Area::between(point(stroke.from)?, point(stroke.to)?, widest_km)
    }

    fn spot(&self, aim: Aim, pixel: Vec2, on: Option<Entity>, pointed: &Pointed, is_coarse: bool) -> Spot {
        let point = self.view.ground_point(pixel.as_dvec2(), pointed.plane_km);
        let body = self.body(on);
        Spot {
            body,
            ring: pointed.ring,
            quarry: self.front.quarry(),
            ship: on.and_then(|entity| self.ships.meant_by(entity)).map(|seen| seen.ship.id),
            point,
            degrees: self.degrees(aim, point, is_coarse),
        }
    }
}

/// Ends what is armed by a click, a right click or the key that deselects; an attack also by letting go of a
/// circle.
pub fn aim_by_click(
    mut gestures: ResMut<Messages<Gesture>>,
    mut cursor: Local<MessageCursor<Gesture>>,
    mut actions: Single<&mut ActionState<Action>>,
    aiming: Aiming,
    choosing: Res<Choosing>,
    player: Res<Player>,
    settings: Res<Settings>,
    mut armed: ResMut<Armed>,
    mut waits: ResMut<WaitMenu>,
    mut pointed: ResMut<Pointed>,
    mut drawn: ResMut<DrawnArea>,
    mut door: ResMut<OrderDoor>,
    mut toasts: ResMut<Toasts>,
) {
    drawn.0 = None;
    let mut ships: Vec<ShipId> = aiming.selected.iter().map(|ship| ship.id).collect();
    ships.sort_unstable();
    if (armed.0.is_some() || waits.is_open) && actions.just_pressed(&Action::Deselect) {
        armed.0 = None;
        waits.is_open = false;
        // The key has done its work: what is selected stays selected.
        if let Some(key) = actions.button_data_mut(&Action::Deselect) {
            key.state.tick();
        }
    }
    if armed.0.is_some() && (ships.is_empty() || choosing.is_active()) {
        armed.0 = None;
    }
    let Some(aim) = armed.0 else {
        cursor.clear(&gestures);
        return;
    };
    if armed.takes_pointer() {
        // A ring is not meant by any of these, and would speak of itself.
        pointed.ring = None;
    }
    let adds = actions.pressed(&Action::Add);
    let when = when(adds, actions.pressed(&Action::Face));
    sift(&mut gestures, &mut cursor, |gesture| {
        let stroke = Stroke::of(gesture).filter(|_| armed.0 == Some(Aim::Attack));
        if let Some(stroke) = stroke {
            let area = aiming.area(&stroke, pointed.plane_km);
            drawn.0 = area.filter(|_| !stroke.is_over);
            if stroke.is_over {
                match area {
                    Some(area) => {
                        door.give(player.faction, go(&ships, NamedGoal::Attack(area.quarry()), when));
                        armed.0 = adds.then_some(aim);
                    }
                    None => toasts.say("There is no place to draw a circle, Esc ends"),
                }
            }
            return true;
        }
        let Gesture::Click { button, at, on, .. } = *gesture else { return false };
        if button != MouseButton::Left {
            armed.0 = None;
            return true;
        }
        // A second click in the same frame is not waited for any more.
        if armed.0 != Some(aim) {
            return true;
        }
        let spot = aiming.spot(aim, at, on, &pointed, adds);
        let has_route = !aiming.nodes.0.is_empty();
        match outcome(aim, &spot, &ships, |body| aiming.name(body), when, has_route) {
            Outcome::Missed(why) => toasts.say(with_keys(why, &settings.keys)),
            Outcome::GoesOn(next) => armed.0 = Some(next),
            Outcome::Chose(orders) => {
                orders.into_iter().for_each(|order| door.give(player.faction, order));
                // With the key for queueing the same can be asked for again.
                armed.0 = adds.then_some(restarted(aim));
            }
        }
        true
    });
}

/// Draws what a click would do, and says so.
pub fn draw_aim(
    armed: Res<Armed>,
    aiming: Aiming,
    actions: Actions,
    under: Res<UnderPointer>,
    pointed: Res<Pointed>,
    factions: Res<Factions>,
    origin: Res<Origin>,
    drawn: Res<DrawnArea>,
    mut labels: ResMut<PointLabels>,
    mut lines: Gizmos<LineGizmos>,
) {
    let (Some(aim), Some(point)) = (armed.0, pointed.point) else { return };
    if let Some(area) = drawn.0 {
        area.draw(&origin, &mut lines);
        let refusal = aiming.front.able.no_attack.as_ref().map(|reason| format!("attack: {reason}"));
        labels.say(point, refusal.unwrap_or_else(|| area.words()), STRIKE);
        return;
    }
    let mut mark = |color: Color| {
        if let Some(projected) = aiming.view.project(point) {
            let pixels_per_km = aiming.view.pixels_per_radius(projected.depth_km);
            let half = (MARK_PIXELS / pixels_per_km / UNIT_KM) as f32;
            lines.linestrip(diamond(origin.place(point), half), color);
        }
    };
    match aim {
        Aim::Move => {}
        Aim::Patrol => {
            mark(AIM);
            labels.say(point, "patrol to here".to_owned(), AIM);
        }
        // What it says, `arms_view` tells, with what would come of it.
        Aim::Attack => mark(STRIKE),
        Aim::Invade => {
            mark(STRIKE);
            labels.say(point, aiming.front.land_words(), STRIKE);
        }
        Aim::Bombard => {
            mark(STRIKE);
            labels.say(point, aiming.front.bombard_words(), STRIKE);
        }
        Aim::Guard => {
            let seen = under.entity.and_then(|entity| aiming.ships.meant_by(entity));
            let name = seen.map(|seen| aiming.ships.name_of_fleet(&seen, &factions).to_owned());
            labels.say(point, guard_words(name.as_deref()), AIM);
        }
        Aim::Ahead(None) => {
            let name = pointed.body.and_then(|body| aiming.name(body));
            labels.say(point, station_question(name.as_deref()), AIM);
        }
        Aim::Ahead(Some(body)) => {
            let is_coarse = actions.pressed(&Action::Add);
            let Some(degrees) = aiming.degrees(aim, Some(point), is_coarse) else { return };
            let places = arc(&aiming.sky.system, body, degrees, aiming.moment.jd);
            lines.linestrip(places.iter().map(|place| origin.place(*place)), AIM);
            let name = aiming.name(body).unwrap_or_default();
            let end = places.last().copied().unwrap_or(point);
            labels.say(end, format!("keep station {}", station_words(degrees, &name)), AIM);
        }
    }
}

/// Whom a click will have guarded.
fn guard_words(name: Option<&str>) -> String {
    name.map_or_else(|| "guard: click a fleet".to_owned(), |name| format!("guard {name}"))
}

/// With which body a click will have station kept.
fn station_question(name: Option<&str>) -> String {
    match name {
        Some(name) => format!("keep station with {name}: then click how far ahead"),
        None => "keep station: click a body".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pointer_says_what_a_click_will_do() {
        assert_eq!(guard_words(Some("First")), "guard First");
        assert_eq!(guard_words(None), "guard: click a fleet");
        assert!(station_question(Some("Mars")).starts_with("keep station with Mars"));
        assert_eq!(Armed::default().hint(), None);
        let attack = Armed(Some(Aim::Attack)).hint().unwrap_or_default();
        assert!(attack.contains("<group>: all its class") && attack.contains("drag a circle"), "{attack}");
        assert!(Armed(Some(Aim::Ahead(None))).hint().is_some_and(|words| words.contains("<end>")));
        assert!(Armed(Some(Aim::Guard)).takes_pointer() && !Armed(Some(Aim::Move)).takes_pointer());
    }
}
