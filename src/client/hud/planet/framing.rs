//! The camera makes room for the rings of a body at which a class is chosen, and tips keep clear of the body.

use bevy::prelude::*;
use glam::DVec3;

use super::Subject;
use super::gather::{PlanetData, free_places};
use crate::client::input::Tool;
use crate::client::view::framing::{Ball, FreeArea, Part, is_tiny};
use crate::client::view::{BodyPlaces, FocusTarget, Gaze, Slots, ViewCamera, turned};
use crate::client::widgets::TipsAvoid;
use crate::client::worlds::Kept;
use crate::sim::{BodyId, ClassId, RingPlace, Sky};

/// The least sine of the angle between the line of sight and the plane of rings: from a smaller one, the slots of the
/// near and the far side are a line that nobody can aim at.
const OPEN_SINE: f32 = 0.4;
/// Pitches of the camera that are compared, radians between two of them, and their number on a side of the ecliptic.
const PITCH_STEP: f32 = 0.05;
const PITCH_STEPS: u32 = 30;

/// The least share of the offered slots that must be in sight between the panels for the view to stay.
const LEAST_SEEN: f32 = 0.75;

/// Half of the side of the area that tips keep clear, at least, pixels of the UI, and at most, in heights of the
/// picture.
const CLEAR: (f32, f32) = (48.0, 0.25);

/// What the camera has made room for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Room {
    /// The chosen class and the body of the panel, if it can be built there.
    choice: Option<(ClassId, BodyId)>,
    /// The body whose rings it has framed, while the panel stays with that body.
    framed: Option<BodyId>,
}

/// Where a chosen class can be built at a body.
struct Offer {
    /// The slots, each as the place that the structure would take.
    slots: Vec<RingPlace>,
    /// Radius of the outermost ring of these slots, km.
    outermost_km: f64,
}

/// Moves the camera when a first class has been chosen at a body where the rings for it are not whole in the area
/// between the panels, or are tiny, and tilts it where they are seen from their edge. From then on the view stays, for
/// the next click is aimed at a slot that is seen; it also stays with a followed ship and at another body. It moves all
/// the same when most of the slots are out of sight or the rings tiny at the choice of a class.
pub fn make_room(
    tool: Res<Tool>,
    subject: Res<Subject>,
    planet_data: PlanetData,
    slots: Slots,
    view: Res<ViewCamera>,
    free: Res<FreeArea>,
    places: Res<BodyPlaces>,
    mut gaze: Gaze,
    mut room: Kept<Room>,
) {
    let room = room.now();
    room.framed = room.framed.filter(|framed| subject.0 == Some(*framed));
    let choice = tool.class().zip(subject.0);
    if room.choice == choice {
        return;
    }
    let offered = choice.and_then(|(class, body)| Some((body, offer(&planet_data, class, body)?)));
    // What cannot be built may be within the next frames: in the first one nothing is known yet.
    room.choice = choice.filter(|_| offered.is_some());
    let Some((body, Offer { slots: offered, outermost_km })) = offered else { return };
    let Some(place) = places.0.get(body).copied() else { return };
    let target = FocusTarget::Body(body);
    let eye_km = if gaze.target() == target { gaze.distance_km() } else { view.eye.distance(place) };
    let is_tiny = is_tiny(outermost_km, eye_km, &view);
    let area = free.0.unwrap_or(view.picture());
    let offered = offered.iter().filter_map(|stands| slots.place(&places, body, *stands));
    let can_aim = !is_tiny && share_seen(area, &view, offered) >= LEAST_SEEN;
    let is_framed = room.framed == Some(body) && gaze.target().body() == Some(body);
    if can_aim && (is_framed || !may_move(gaze.target(), body)) {
        return;
    }
    if gaze.target() != target || is_tiny || !is_whole_in(area, &view, place, outermost_km) {
        gaze.frame(target, place, Ball { radius_km: outermost_km, least_km: 0.0, part: Part::Whole });
    }
    if let Some(rings) = planet_data.rings.of(body) {
        let (yaw, pitch) = gaze.angles();
        gaze.turn_to(yaw, open_pitch(yaw, pitch, rings.plane.pole));
    }
    room.framed = Some(body);
}

/// Whether a ball is seen whole in an area, logical pixels.
fn is_whole_in(area: Rect, view: &ViewCamera, place: DVec3, radius_km: f64) -> bool {
    view.project(place).is_some_and(|seen| {
        let half = Vec2::splat(view.outline_pixels(place, radius_km) as f32);
        area.contains(seen.pixel - half) && area.contains(seen.pixel + half)
    })
}

/// The share of places, heliocentric ecliptic km, that are seen in an area, logical pixels; 1 without places.
fn share_seen(area: Rect, view: &ViewCamera, places: impl Iterator<Item = DVec3>) -> f32 {
    let is_seen = |place: DVec3| view.project(place).is_some_and(|seen| area.contains(seen.pixel));
    let (seen, all) =
        places.fold((0_u16, 0_u16), |(seen, all), place| (seen + u16::from(is_seen(place)), all + 1));
    if all == 0 { 1.0 } else { f32::from(seen) / f32::from(all) }
}

/// Where a class can be built at a body; `None` if the player can build it in none of its rings.
fn offer(planet_data: &PlanetData, class: ClassId, body: BodyId) -> Option<Offer> {
    let class = planet_data.classes.0.get(class)?;
    let starts = planet_data.starts(class, body)?;
    let outermost_km = outermost_open(&starts, &planet_data.rings.of(body)?.radii_km)?;
    let slots = free_places(&starts, class.slots).collect();
    Some(Offer { slots, outermost_km })
}

/// The radius of the outermost ring in which a class can begin, km; `None` if it can begin in none. `starts` are the
/// slots of each ring at which it can, `radii_km` the radii of the rings.
fn outermost_open(starts: &[Vec<bool>], radii_km: &[f64]) -> Option<f64> {
    let mut rings = starts.iter().zip(radii_km);
    rings.rfind(|(starts, _)| starts.contains(&true)).map(|(_, radius_km)| *radius_km)
}

/// The pitch nearest to the present one from which rings about a pole are seen open, at this yaw and on the same side
/// of the ecliptic, radians; if there is none, the one that opens them most.
fn open_pitch(yaw: f32, pitch: f32, pole: DVec3) -> f32 {
    let opening = |pitch: f32| opening_sine(yaw, pitch, pole).min(OPEN_SINE);
    if opening(pitch) >= OPEN_SINE {
        return pitch;
    }
    let side = if pitch < 0.0 { -PITCH_STEP } else { PITCH_STEP };
    let pitches = (0..=PITCH_STEPS).map(|step| side * step as f32);
    let best = pitches.max_by(|one, other| {
        let nearness = |at: f32| -(at - pitch).abs();
        opening(*one).total_cmp(&opening(*other)).then(nearness(*one).total_cmp(&nearness(*other)))
    });
    best.unwrap_or(pitch)
}

/// The sine of the angle between the plane of rings about a pole and the line of sight of a camera with this yaw and
/// pitch, radians: 0 from their edge, 1 from above.
fn opening_sine(yaw: f32, pitch: f32, pole: DVec3) -> f32 {
    let toward_eye = Quat::from_rotation_y(yaw) * Quat::from_rotation_x(-pitch) * Vec3::Z;
    toward_eye.dot(turned(pole)).abs()
}

/// Whether the camera may move from its present target to a body whose slots are in sight already: from the body, an
/// object at the body, or a fixed point.
fn may_move(target: FocusTarget, body: BodyId) -> bool {
    match target {
        FocusTarget::Point(_) => true,
        FocusTarget::Ship(_) => false,
        FocusTarget::Body(_) | FocusTarget::Beside(..) | FocusTarget::Structure { .. } => {
            target.body() == Some(body)
        }
    }
}

/// Notes the area that tips keep clear: the subject of the panel or, where it is not in the picture, the middle.
pub fn keep_clear(
    subject: Res<Subject>,
    sky: Res<Sky>,
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    places: Res<BodyPlaces>,
    mut avoided: ResMut<TipsAvoid>,
) {
    let body = subject.0.and_then(|body| {
        let radius_km = sky.system.bodies.get(body)?.displayed_radius_km;
        Some((*places.0.get(body)?, radius_km))
    });
    avoided.set_if_neq(TipsAvoid(Some(clear_area(&view, ui_scale.0, body))));
}

/// The area about a body, from its place and its radius, km, or about the middle of the picture; pixels of the UI.
fn clear_area(view: &ViewCamera, ui_scale: f32, body: Option<(DVec3, f64)>) -> Rect {
    let picture = view.picture();
    let seen = body.and_then(|(place, radius_km)| {
        let seen = view.project(place).filter(|seen| picture.contains(seen.pixel))?;
        Some((seen.pixel, (radius_km * seen.pixels_per_km) as f32))
    });
    let (middle, radius) = seen.unwrap_or((picture.center(), 0.0));
    let half = radius.min(CLEAR.1 * picture.height()).max(CLEAR.0 * ui_scale);
    Rect::from_center_half_size(middle / ui_scale, Vec2::splat(half / ui_scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tips_keep_clear_of_the_body_or_of_the_middle_of_the_picture() {
        let view = ViewCamera { eye: DVec3::ZERO, ..default() };
        let middle = 0.5 * view.viewport.as_vec2();
        let beside = DVec3::new(100.0, 1_000.0, 0.0);
        let area = |body| clear_area(&view, 2.0, body);
        assert_eq!(area(None).center(), 0.5 * middle, "pixels of the UI");
        assert_eq!(area(None).size(), Vec2::splat(2.0 * CLEAR.0));
        let small = area(Some((beside, 1.0)));
        assert!(small.center().x > 0.5 * middle.x && small.size() == area(None).size(), "{small:?}");
        assert!(area(Some((beside, 200.0))).width() > small.width());
        let most = CLEAR.1 * middle.y;
        assert!((area(Some((beside, 900.0))).half_size().y - most).abs() < 0.1, "it fills the picture");
        assert_eq!(area(Some((-beside, 1.0))), area(None), "it is behind the eye");
    }

    #[test]
    fn rings_are_whole_only_beside_the_panels() {
        let view = ViewCamera { eye: DVec3::ZERO, ..default() };
        let (picture, place) = (view.picture(), DVec3::Y * 1_000.0);
        let panel = Rect { max: picture.max - Vec2::X * 374.0, ..picture };
        let is_whole = |area: Rect, radius_km: f64| is_whole_in(area, &view, place, radius_km);
        assert!(is_whole(picture, 300.0) && is_whole(panel, 50.0));
        assert!(!is_whole(picture, 900.0) && !is_whole(panel, 400.0), "a part is outside");
        assert!(!is_whole_in(picture, &view, -place, 50.0), "it is behind the eye");
    }

    #[test]
    fn room_is_made_for_the_rings_of_the_class_and_for_no_others() {
        let (open, closed) = (vec![false, true], vec![false, false]);
        let outermost = |starts: &[Vec<bool>]| outermost_open(starts, &[1.0, 2.0, 3.0, 4.0]);
        let inner = [open.clone(), open.clone(), closed.clone(), closed.clone()];
        assert_eq!(outermost(&inner), Some(2.0), "as a sentry, which stands near its planet");
        assert_eq!(outermost(&[closed.clone(), closed.clone(), open.clone(), open]), Some(4.0));
        assert_eq!(outermost(&[closed.clone(), closed]), None);
    }

    #[test]
    fn slots_are_counted_where_they_are_seen_between_the_panels() {
        let view = ViewCamera { eye: DVec3::ZERO, ..default() };
        let (picture, ahead) = (view.picture(), DVec3::Y * 1_000.0);
        let panel = Rect { max: picture.max - Vec2::X * 374.0, ..picture };
        let ring = [DVec3::X, DVec3::NEG_X, DVec3::Z, DVec3::NEG_Z].map(|way| ahead + 300.0 * way);
        let share = |area: Rect, places: &[DVec3]| share_seen(area, &view, places.iter().copied());
        assert_eq!(share(picture, &ring), 1.0);
        assert_eq!(share(panel, &ring.map(|place| place + 200.0 * DVec3::X)), 0.75, "one is under the panel");
        assert_eq!(share(picture, &ring.map(|place| -place)), 0.0, "the body is behind a followed ship");
        const { assert!(LEAST_SEEN <= 0.75 && LEAST_SEEN > 0.5) };
        assert_eq!(share(picture, &[]), 1.0);
    }

    #[test]
    fn the_view_stays_with_a_followed_object_while_the_slots_are_in_sight() {
        assert!(
            may_move(FocusTarget::Body(BodyId(4)), BodyId(4))
                && !may_move(FocusTarget::Body(BodyId(3)), BodyId(4))
        );
        let beside = |body: BodyId| FocusTarget::Beside(body, DVec3::X);
        assert!(may_move(beside(BodyId(4)), BodyId(4)) && !may_move(beside(BodyId(3)), BodyId(4)));
        assert!(may_move(FocusTarget::Point(DVec3::X), BodyId(4)), "nothing is followed");
        assert!(!may_move(FocusTarget::Ship(Entity::PLACEHOLDER), BodyId(4)));
    }

    #[test]
    fn rings_seen_from_their_edge_are_opened() {
        // Of Earth, Saturn, and rings in the ecliptic.
        let poles = [DVec3::new(0.0, -0.398, 0.917), DVec3::new(0.085, 0.462, 0.883), DVec3::Z];
        for (pole, step) in poles.into_iter().flat_map(|pole| (0..12).map(move |step| (pole, step))) {
            let yaw = 0.5 * step as f32;
            for pitch in [-1.2, -0.4, 0.0, 0.45, 1.2] {
                let opened = open_pitch(yaw, pitch, pole);
                assert!(opening_sine(yaw, opened, pole) >= OPEN_SINE, "{pole} {yaw} {pitch}: {opened}");
                assert!(opened * pitch >= 0.0, "the side stays");
                let is_open = opening_sine(yaw, pitch, pole) >= OPEN_SINE;
                assert_eq!(is_open, opened == pitch, "an open view stays");
            }
        }
    }

    #[test]
    fn rings_are_opened_no_more_than_they_must_be() {
        assert_eq!(open_pitch(0.3, 0.5, DVec3::Z), 0.5);
        let opened = open_pitch(0.3, 0.1, DVec3::Z);
        assert!((opened.sin() - OPEN_SINE).abs() < 1.5 * PITCH_STEP, "{opened}");
        // Upright rings, from a side from which no tilt opens them.
        assert_eq!(opening_sine(0.0, 0.7, DVec3::X), 0.0);
        assert!((open_pitch(0.0, 0.45, DVec3::X) - 0.45).abs() < 1e-3);
    }
}
