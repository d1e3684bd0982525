//! The answer to a click that gave an order, at its place: a ring that closes in on it if the order was taken, a
//! cross if it was refused.

use std::f64::consts::TAU;

use bevy::prelude::*;
use glam::DVec3;

use super::aim::{AIM, STRIKE};
use crate::client::frame::Player;
use crate::client::hud::toasts::OrderAnswered;
use crate::client::input::Pointed;
use crate::client::settings::Settings;
use crate::client::view::{Axes, BodyPlaces, Pen};
use crate::client::widgets::LOSS;
use crate::sim::{Anchor, AnchoredPlace, BodyId, Goal, Order, OrderQueue, Sky};

/// How long it is shown, seconds.
const SECONDS: f64 = 0.7;
/// Radius of the ring at the beginning and at the end, pixels; about a body from the rim of its disc.
const RING_PIXELS: (f64, f64) = (34.0, 8.0);
/// Half the size of the cross, pixels.
const CROSS_PIXELS: f64 = 9.0;
/// A body with a larger disc counts as a point, pixels.
const LARGEST_DISC: f64 = 300.0;
/// Sides of the ring.
const SIDES: u32 = 48;

/// The place of an order.
#[derive(Clone, Copy, Debug, PartialEq)]
enum FlashPlace {
    /// A body, which moves on.
    Body(BodyId),
    /// A point, heliocentric ecliptic km.
    Point(DVec3),
}

/// An order with a place.
#[derive(Clone, Copy, Debug, PartialEq)]
struct GivenOrder {
    place: FlashPlace,
    is_hostile: bool,
}

/// The answer to it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Answer {
    order: GivenOrder,
    is_done: bool,
    /// When it came, seconds of real time.
    since_s: f64,
}

/// The last order by the mouse, and its answer.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct OrderFlash {
    waiting: Option<GivenOrder>,
    answer: Option<Answer>,
}

/// The number of the player's orders that wait for the next tick.
pub(super) fn waiting_orders(world: &World) -> usize {
    let player = world.resource::<Player>().faction;
    world.resource::<OrderQueue>().waiting(player).count()
}

/// Notes the place of the order that was given last.
pub(super) fn note_place(
    player: Res<Player>,
    door: Res<OrderQueue>,
    pointed: Res<Pointed>,
    mut flash: ResMut<OrderFlash>,
) {
    let goal = door.waiting(player.faction).filter_map(Order::goal).last();
    let is_hostile = matches!(goal, Some(Goal::Attack(_) | Goal::Ground { .. }));
    flash.waiting = place_of(goal, &pointed).map(|place| GivenOrder { place, is_hostile });
}

/// The place of a goal; that under the pointer for a goal whose place follows from other things.
fn place_of(goal: Option<Goal>, pointed: &Pointed) -> Option<FlashPlace> {
    match goal {
        Some(Goal::Body(body) | Goal::Ground { body, .. }) => Some(FlashPlace::Body(body)),
        Some(Goal::Place(AnchoredPlace { anchor: Anchor::Space, offset })) => Some(FlashPlace::Point(offset)),
        _ => pointed.body.map(FlashPlace::Body).or(pointed.point.map(FlashPlace::Point)),
    }
}

/// Shows the answer. Of several orders of one click a single refusal counts.
pub(super) fn take_answers(
    mut answered: MessageReader<OrderAnswered>,
    time: Res<Time<Real>>,
    mut flash: ResMut<OrderFlash>,
) {
    let is_done = answered.read().map(|answer| answer.is_done).reduce(|all, one| all && one);
    let Some((is_done, order)) = is_done.zip(flash.waiting) else { return };
    let answer = Answer { order, is_done, since_s: time.elapsed_secs_f64() };
    *flash = OrderFlash { waiting: None, answer: Some(answer) };
}

/// Draws the answer while it is fresh.
pub(super) fn draw(
    flash: Res<OrderFlash>,
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    sky: Res<Sky>,
    places: Res<BodyPlaces>,
    mut pen: Pen,
) {
    let Some(Answer { order, is_done, since_s }) = flash.answer else { return };
    let share = (time.elapsed_secs_f64() - since_s) / SECONDS;
    if share >= 1.0 {
        return;
    }
    let (place, radius_km) = match order.place {
        FlashPlace::Body(body) => {
            let Some((this, place)) = sky.system.bodies.get(body).zip(places.0.get(body)) else { return };
            (*place, this.displayed_radius_km)
        }
        FlashPlace::Point(place) => (place, 0.0),
    };
    let Some(pixels_per_km) = pen.view.project(place).map(|seen| seen.pixels_per_km) else { return };
    let axes = Axes::upright(&pen.view, place, 1.0 / pixels_per_km);
    let strength = (1.0 - share) as f32;
    if !is_done {
        let half = CROSS_PIXELS;
        let strokes = [[(-half, -half), (half, half)], [(-half, half), (half, -half)]];
        return pen.strokes(&axes, &strokes, None, LOSS.with_alpha(strength));
    }
    let disc = Some(radius_km * pixels_per_km).filter(|pixels| *pixels < LARGEST_DISC).unwrap_or_default();
    let radius = disc + ring_pixels(if settings.reduced_motion { 1.0 } else { share });
    let color = if order.is_hostile { STRIKE } else { AIM };
    let ring = (0..=SIDES).map(|side| {
        let (sine, cosine) = libm::sincos(f64::from(side) / f64::from(SIDES) * TAU);
        axes.point((radius * cosine, radius * sine))
    });
    pen.strip(ring, color.with_alpha(strength));
}

/// Radius of the ring after a share of its time, pixels: quick at first, slow at the end.
fn ring_pixels(share: f64) -> f64 {
    let (begin, end) = RING_PIXELS;
    let left = 1.0 - share;
    end + (begin - end) * left * left
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::orders::planning::making::go;
    use crate::sim::{FactionId, FleetId, ShipId, When};

    const MARS: BodyId = BodyId(4);

    #[test]
    fn the_place_is_that_of_the_goal_or_under_the_pointer() {
        let pointed = Pointed { point: Some(DVec3::X), ..Pointed::default() };
        assert_eq!(place_of(Some(Goal::Body(MARS)), &pointed), Some(FlashPlace::Body(MARS)));
        let lifted = Goal::point(DVec3::Z);
        assert_eq!(place_of(Some(lifted), &pointed), Some(FlashPlace::Point(DVec3::Z)));
        let follow = Goal::Fleet { fleet: FleetId(2), guard: false };
        assert_eq!(place_of(Some(follow), &pointed), Some(FlashPlace::Point(DVec3::X)));
        assert_eq!(place_of(None, &Pointed::default()), None);
    }

    #[test]
    fn an_answer_is_shown_where_the_order_was_given() {
        let mut world = World::new();
        world.init_resource::<Time<Real>>();
        world.init_resource::<OrderFlash>();
        world.init_resource::<Pointed>();
        world.init_resource::<OrderQueue>();
        world.init_resource::<Messages<OrderAnswered>>();
        world.insert_resource(Player { faction: FactionId(0), home: None });
        let order = go(&[ShipId(1)], Goal::Body(MARS), When::Now);
        let answer = |is_done: bool| OrderAnswered { order: order.clone(), is_done };
        world.write_message(answer(true));
        world.run_system_once(take_answers).expect("it runs");
        assert_eq!(*world.resource::<OrderFlash>(), OrderFlash::default(), "the order had no place");
        world.resource_mut::<OrderQueue>().give(FactionId(0), order.clone());
        assert_eq!(waiting_orders(&world), 1);
        world.run_system_once(note_place).expect("it runs");
        world.resource_mut::<Messages<OrderAnswered>>().clear();
        world.write_message(answer(true));
        world.write_message(answer(false));
        world.run_system_once(take_answers).expect("it runs");
        let flash = *world.resource::<OrderFlash>();
        let shown = flash.answer.map(|answer| (answer.order.place, answer.is_done));
        assert_eq!((flash.waiting, shown), (None, Some((FlashPlace::Body(MARS), false))));
    }

    #[test]
    fn the_ring_closes_in() {
        assert_eq!([ring_pixels(0.0), ring_pixels(1.0)], [RING_PIXELS.0, RING_PIXELS.1]);
        assert!(ring_pixels(0.3) < ring_pixels(0.2));
    }
}
