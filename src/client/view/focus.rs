//! The target of the camera: a point, a body, a ship or a structure, and flights from one to another.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::{DVec2, DVec3};

use crate::client::view::framing::Ball;
use crate::client::view::interpolation::{BodyPlaces, RenderPosition};
use crate::client::view::known::seen::Sight;
use crate::client::view::ring_places::Slots;
use crate::client::view::view_camera::ViewCamera;
use crate::client::worlds::Kept;
use crate::orbit::AU_KM;
use crate::sim::{BodyId, RingPlace, Sky};

/// Greatest distance of the focus from the star, AU.
const FARTHEST_FOCUS_AU: f64 = 100.0;
/// Seconds for a flight to another focus.
pub(super) const FLIGHT_SECONDS: f64 = 0.5;
/// The longest time that a frame counts for, seconds: after a slow one the camera must not have arrived already. At
/// any rate of frames a flight is over after two of them: the player waits for what is at its end.
const LONGEST_STEP_S: f64 = 0.5 * FLIGHT_SECONDS;
/// Seconds for which a view follows the panels about it: they are laid out some frames after it. Longer than a flight.
const SETTLING_SECONDS: f64 = 1.2;
/// A view from within this many radii of a gravity well moves with the well's body.
const BESIDE_WELLS: f64 = 4.0;
/// The place of the star.
pub const MIDDLE: FocusTarget = FocusTarget::Point(DVec3::ZERO);

/// The time for which the camera moves in a frame of this length, seconds both.
pub(super) fn step_s(frame_s: f64) -> f64 {
    frame_s.min(LONGEST_STEP_S)
}

/// The target of the camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FocusTarget {
    /// A point that is fixed in space, km.
    Point(DVec3),
    /// A body, by its index in the sky.
    Body(BodyId),
    /// A point that moves with a body: the body's index and the offset from it, km.
    Beside(BodyId, DVec3),
    /// A ship.
    Ship(Entity),
    /// A structure in a ring; the view turns with its slot.
    Structure {
        /// The body of the ring.
        body: BodyId,
        /// Place in the rings.
        stands: RingPlace,
        /// Radius of the structure, km.
        radius_km: f64,
    },
}

impl FocusTarget {
    /// The body of the target: the target itself, the body beside it, or the body of its ring.
    pub fn body(&self) -> Option<BodyId> {
        match *self {
            Self::Body(body) | Self::Beside(body, _) | Self::Structure { body, .. } => Some(body),
            Self::Point(_) | Self::Ship(_) => None,
        }
    }
}

/// The target of the camera, and the flight to it.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Focus {
    /// The present target, or that of the flight.
    pub target: FocusTarget,
    /// The flight to it; `None` once it is there.
    pub(super) flight: Option<Flight>,
    /// Where the target is shown, from the middle of the picture in its heights: x to the right, y down. Panels may
    /// cover the middle.
    pub(super) aside: DVec2,
    /// What is fitted between the panels, while they settle.
    pub(super) framed: Option<Framed>,
    /// Number of flights so far. Each is a look that the player has asked for, even if the camera looks there already;
    /// panning and zooming fly nowhere.
    pub flights: u32,
    /// Whether it only passes by, under a button that is held: panels do not follow it.
    pub passes_by: bool,
}

/// A flight to a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Flight {
    /// Its start relative to the target, km.
    from: DVec3,
    /// The distance of the camera at its start, km; `None` before the first frame.
    from_km: Option<f64>,
    /// Its progress, 0 to 1.
    done: f64,
}

impl Flight {
    /// The share of its start that is left, for a camera at a distance, km. A camera that comes nearer on the way goes
    /// to the target sooner: the target would leave the picture, and nothing would be in it.
    fn left(&self, distance_km: f64) -> f64 {
        let slow = 1.0 - self.done * self.done * (3.0 - 2.0 * self.done);
        slow * self.from_km.map_or(1.0, |from_km| (distance_km / from_km).min(1.0))
    }
}

/// A ball about the target that is fitted between the panels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Framed {
    /// The ball.
    pub(super) ball: Ball,
    /// The distance that the camera has for it, km; `None` before the first frame.
    pub(super) given_km: Option<f64>,
    /// The time for which it is still fitted, s.
    pub(super) left_s: f64,
}

impl Default for Focus {
    fn default() -> Self {
        Self { target: MIDDLE, flight: None, aside: DVec2::ZERO, framed: None, flights: 0, passes_by: false }
    }
}

impl Focus {
    /// Flies to another target. `from` is the present focus, `to` the place of the target.
    pub fn fly_to(&mut self, target: FocusTarget, from: DVec3, to: DVec3) {
        let flight = Flight { from: from - to, from_km: None, done: 0.0 };
        let flights = self.flights.wrapping_add(1);
        *self = Self { target, flight: Some(flight), flights, ..Self::default() };
    }

    /// Looks at a target at once.
    pub fn jump_to(&mut self, target: FocusTarget) {
        *self = Self { target, flights: self.flights, ..Self::default() };
    }

    /// Goes on to a target in the place of one that is gone, as the player has asked for that one. The view starts from
    /// where it is, `from`, and keeps the place in the picture of what it shows.
    pub(super) fn go_on_to(&mut self, target: FocusTarget, from: DVec3, to: DVec3) {
        let flight = Some(Flight { from: from - to, from_km: None, done: 0.0 });
        *self = Self { target, flight, framed: None, ..*self };
    }

    /// Flies to another target, which the player may only pass by; a [call](Self::ask) makes it a look that was asked
    /// for.
    pub fn fly_by(&mut self, target: FocusTarget, from: DVec3, to: DVec3) {
        let flights = self.flights;
        self.fly_to(target, from, to);
        (self.flights, self.passes_by) = (flights, true);
    }

    /// Looks at once at a target that the player passes by.
    pub fn jump_by(&mut self, target: FocusTarget) {
        self.jump_to(target);
        self.passes_by = true;
    }

    /// The player has asked for the present target.
    pub fn ask(&mut self) {
        self.flights = self.flights.wrapping_add(1);
        self.passes_by = false;
    }

    /// Shows a ball about the target whole between the panels.
    pub(super) fn frame(&mut self, ball: Ball) {
        self.framed = Some(Framed { ball, given_km: None, left_s: SETTLING_SECONDS });
    }

    /// The focus for a target at `to`, seen from a distance, km.
    pub(super) fn position(&self, to: DVec3, view: &ViewCamera, distance_km: f64) -> DVec3 {
        let height_km = 2.0 * view.tan_half_fov * distance_km;
        let end = to + (view.up * self.aside.y - view.right * self.aside.x) * height_km;
        self.flight.map_or(end, |flight| end + (to + flight.from - end) * flight.left(distance_km))
    }

    /// Flies on for this time, with the camera at a distance, km.
    pub(super) fn advance(&mut self, seconds: f64, distance_km: f64) {
        self.flight = self.flight.and_then(|flight| {
            let from_km = flight.from_km.or(Some(distance_km));
            let done = flight.done + seconds / FLIGHT_SECONDS;
            (done < 1.0).then_some(Flight { from_km, done, ..flight })
        });
    }
}

/// Query bundle for the places of focus targets in this frame.
#[derive(SystemParam)]
pub struct TargetPlaces<'w, 's> {
    pub(super) bodies: Res<'w, BodyPlaces>,
    ships: Query<'w, 's, &'static RenderPosition>,
    slots: Slots<'w>,
}

impl TargetPlaces<'_, '_> {
    /// Place of a target, heliocentric ecliptic km; `None` if it is gone.
    pub fn of(&self, target: FocusTarget) -> Option<DVec3> {
        let bodies = &self.bodies.0;
        match target {
            FocusTarget::Point(point) => Some(point),
            FocusTarget::Body(body) => bodies.get(body).copied(),
            FocusTarget::Beside(body, offset) => bodies.get(body).map(|place| *place + offset),
            FocusTarget::Ship(ship) => self.ships.get(ship).ok().map(|shown| shown.0),
            FocusTarget::Structure { body, stands, .. } => self.slots.place(&self.bodies, body, stands),
        }
    }
}

/// A ship that the camera followed in the last frame.
#[derive(Clone, Copy, Debug)]
struct LastFollowed {
    ship: Entity,
    fleet: Entity,
    /// Its place, km.
    place: DVec3,
}

/// Query bundle for the fleet of the ship that the camera follows: once the ship is destroyed, the camera goes on with
/// the rest of them.
#[derive(SystemParam)]
pub struct FollowedFleet<'w, 's> {
    sight: Sight<'w, 's>,
    last: Kept<'w, 's, Option<LastFollowed>>,
}

impl FollowedFleet<'_, '_> {
    /// Notes the fleet of the target, if the target is a ship in sight.
    pub(super) fn note(&mut self, target: FocusTarget) {
        let FocusTarget::Ship(ship) = target else { return };
        if let Some(seen) = self.sight.view().ship(ship) {
            *self.last.now() = Some(LastFollowed { ship, fleet: seen.fleet, place: seen.position });
        }
    }

    /// The ship in sight nearest to a target that is gone, of its fleet; `None` if no ship of it is left.
    pub(super) fn next(&mut self, gone: FocusTarget) -> Option<FocusTarget> {
        let last = self.last.now().filter(|last| gone == FocusTarget::Ship(last.ship))?;
        let left = self.sight.view().ships_of(last.fleet).into_iter().filter(|seen| seen.entity != last.ship);
        let away = |place: DVec3| place.distance_squared(last.place);
        let nearest = left.min_by(|one, other| away(one.position).total_cmp(&away(other.position)))?;
        Some(FocusTarget::Ship(nearest.entity))
    }
}

/// The innermost body in whose well a place is, km, of those whose wells have a suitable radius, km.
pub fn innermost(
    place: DVec3,
    sky: &Sky,
    places: &BodyPlaces,
    suits: impl Fn(f64) -> bool,
) -> Option<BodyId> {
    let holds = |body: &BodyId| {
        let well_km = sky.system.bodies[*body].well_radius_km;
        suits(well_km) && place.distance(places.0[*body]) < well_km
    };
    // Bodies are listed parents first.
    places.0.keys().rev().find(holds)
}

/// The target for a focus that was panned or zoomed. Close to a planet it moves with the planet, which would
/// otherwise leave the view within a second.
pub(super) fn free_target(position: DVec3, distance_km: f64, sky: &Sky, places: &BodyPlaces) -> FocusTarget {
    let position = clamp_focus(position);
    let holds = |well_km: f64| distance_km < BESIDE_WELLS * well_km;
    match innermost(position, sky, places, holds) {
        Some(body) => FocusTarget::Beside(body, position - places.0[body]),
        None => FocusTarget::Point(position),
    }
}

/// The nearest point to which the focus may go.
pub(super) fn clamp_focus(position: DVec3) -> DVec3 {
    position.clamp_length_max(FARTHEST_FOCUS_AU * AU_KM)
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::SystemState;

    use super::*;
    use crate::client::view::framing::{FreeArea, Part};
    use crate::client::view::known::seen::{KnownBodies, Onlooker};
    use crate::sim::simulation::test_support::begun;
    use crate::sim::visibility::Viewer;
    use crate::sim::{FactionId, MemberOf, Ship};

    #[test]
    fn a_target_may_be_shown_beside_the_middle_of_the_picture() {
        let view = ViewCamera::default();
        let (from, to, distance_km) = (DVec3::ZERO, DVec3::new(5.0, 3.0, 1.0), 1000.0);
        let mut focus = Focus::default();
        focus.fly_to(FocusTarget::Point(to), from, to);
        focus.aside = DVec2::new(0.25, -0.1);
        assert!(
            focus.position(to, &view, distance_km).distance(from) < 1.0e-9,
            "the flight begins where it is"
        );
        focus.advance(2.0 * FLIGHT_SECONDS, distance_km);
        let middle = focus.position(to, &view, distance_km);
        let eye = middle - view.forward * distance_km;
        let seen = ViewCamera { eye, focal_distance: distance_km, ..view };
        let pixel = seen.project(to).expect("it is in view").pixel;
        assert!(pixel.distance(Vec2::new(640.0 + 0.25 * 720.0, 360.0 - 0.1 * 720.0)) < 0.1, "{pixel}");
        focus.jump_to(FocusTarget::Point(to));
        assert_eq!(focus.position(to, &view, distance_km), to, "another look is at the middle");
    }

    #[test]
    fn a_camera_that_comes_nearer_on_its_flight_keeps_the_target_in_the_picture() {
        let (view, to) = (ViewCamera::default(), DVec3::ZERO);
        let mut focus = Focus::default();
        focus.fly_to(FocusTarget::Point(to), DVec3::X * 100.0, to);
        focus.advance(0.0, 400.0);
        assert_eq!(focus.position(to, &view, 400.0), DVec3::X * 100.0);
        focus.advance(0.5 * FLIGHT_SECONDS, 400.0);
        let away = |distance_km: f64| focus.position(to, &view, distance_km).length();
        assert!((away(400.0) - 50.0).abs() < 1.0e-9);
        assert!((away(40.0) - 5.0).abs() < 1.0e-9, "as far aside in the picture");
        assert!((away(4_000.0) - 50.0).abs() < 1.0e-9, "from farther away it is seen anyway");
    }

    #[test]
    fn all_of_a_framed_system_lies_between_the_panels() {
        let areas = [
            Rect::new(438.0, 36.0, 1066.0, 650.0),
            Rect::new(438.0, 102.0, 1066.0, 650.0),
            Rect::new(362.0, 36.0, 918.0, 650.0),
            Rect::new(0.0, 36.0, 918.0, 650.0),
        ];
        let system = Ball { radius_km: 1.0e8, least_km: 0.0, part: Part::Disc };
        for (area, pitch) in areas.into_iter().flat_map(|area| [0.96, 1.2, 1.55].map(|pitch| (area, pitch))) {
            let (sine, cosine) = f64::sin_cos(pitch);
            let forward = DVec3::new(0.0, cosine, -sine);
            let view = ViewCamera { right: DVec3::X, up: DVec3::X.cross(forward), forward, ..default() };
            let free = FreeArea(Some(area));
            let distance_km = system.distance_km(&view, &free);
            let focus = Focus { aside: free.aside(&view), ..Focus::default() };
            let eye = focus.position(DVec3::ZERO, &view, distance_km) - forward * distance_km;
            let view = ViewCamera { eye, ..view };
            for degree in 0..360 {
                let (sine, cosine) = f64::from(degree).to_radians().sin_cos();
                let place = system.radius_km * DVec3::new(cosine, sine, 0.0);
                let pixel = view.project(place).expect("it is in front").pixel;
                assert!(area.inflate(-20.0).contains(pixel), "{pixel} of {area:?}, {pitch}");
            }
        }
    }

    #[test]
    fn a_flight_is_measured_in_time_and_slow_frames_do_not_make_it_longer() {
        let frames = |frame_s: f64| {
            let mut focus = Focus::default();
            focus.fly_to(FocusTarget::Point(DVec3::ZERO), DVec3::X, DVec3::ZERO);
            let mut count = 0_u32;
            while focus.flight.is_some() {
                focus.advance(step_s(frame_s), 1000.0);
                count += 1;
            }
            count
        };
        // A frame may be left by the rounding of the sum.
        assert!((30..=31).contains(&frames(1.0 / 60.0)), "{}", frames(1.0 / 60.0));
        assert_eq!([0.25, 0.3, 1.0].map(frames), [2; 3], "half a second at 4 frames a second");
        const { assert!(SETTLING_SECONDS > FLIGHT_SECONDS + LONGEST_STEP_S) };
    }

    /// Three scouts of a fleet, and one of another.
    const TWO_FLEETS: &str = r##"(
        schema_version: 1, title: "test", epoch: date("2026-11-21"),
        bodies: [body("Sun"), body("Earth"), body("Moon")],
        factions: [
            (name: "Terra", color: "#4aa8ff", home: "Earth", treasury: (money: 1000000, resources: 1000000)),
        ],
        fleets: [
            (name: "Eye", faction: "Terra", at: near("Earth"), ships: [(class: "scout", count: 3)]),
            (name: "Ear", faction: "Terra", at: near("Moon"), ships: [(class: "scout")]),
        ],
        settings: (player: "Terra"),
    )"##;

    #[test]
    fn the_camera_goes_on_with_the_fleet_of_a_destroyed_ship_until_none_is_left() {
        let mut simulation = begun(TWO_FLEETS);
        let world = simulation.world_mut();
        world.insert_resource(Onlooker(Viewer::Faction(FactionId(0))));
        world.init_resource::<KnownBodies>();
        let mut ships = world.query::<(Entity, &Ship, &MemberOf)>();
        let mut all: Vec<_> = ships.iter(world).map(|(entity, ship, of)| (ship.id, entity, of.0)).collect();
        all.sort_unstable_by_key(|(id, ..)| *id);
        let fleet: Vec<Entity> =
            all.iter().filter(|(.., of)| *of == all[0].2).map(|(_, entity, _)| *entity).collect();
        assert_eq!((all.len(), fleet.len()), (4, 3));
        let mut state = SystemState::<FollowedFleet>::new(world);
        let mut target = FocusTarget::Ship(fleet[0]);
        let mut seen = vec![fleet[0]];
        for _ in 1..fleet.len() {
            state.get_mut(world).expect("it has all that it asks for").note(target);
            let FocusTarget::Ship(gone) = target else { panic!("it follows a ship") };
            world.entity_mut(gone).despawn();
            let mut followed = state.get_mut(world).expect("it has all that it asks for");
            assert_eq!(followed.next(FocusTarget::Ship(all[3].1)), None, "another ship was followed");
            target = followed.next(target).expect("there are more");
            let FocusTarget::Ship(next) = target else { panic!("it follows a ship") };
            seen.push(next);
        }
        seen.sort_unstable();
        let mut expected = fleet.clone();
        expected.sort_unstable();
        assert_eq!(seen, expected, "ship by ship, and no other fleet");
        state.get_mut(world).expect("it has all that it asks for").note(target);
        let FocusTarget::Ship(last) = target else { panic!("it follows a ship") };
        world.entity_mut(last).despawn();
        assert_eq!(state.get_mut(world).expect("it has all that it asks for").next(target), None);
    }

    #[test]
    fn going_on_from_a_lost_ship_is_no_jump_and_no_new_look() {
        let (view, to, distance_km) = (ViewCamera::default(), DVec3::new(5.0, 3.0, 1.0), 1000.0);
        let mut focus = Focus { aside: DVec2::new(0.25, -0.1), flights: 7, ..Focus::default() };
        focus.go_on_to(FocusTarget::Point(to), DVec3::X, to);
        assert!(focus.position(to, &view, distance_km).distance(DVec3::X) < 1.0e-9, "it begins where it is");
        assert_eq!((focus.aside, focus.flights), (DVec2::new(0.25, -0.1), 7));
    }
}
