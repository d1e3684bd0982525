//! The camera makes room for the rings of a body at which a class is chosen.

use bevy::prelude::*;

use super::Subject;
use super::gather::PlanetData;
use crate::client::hud::layout::places::PANEL_ROOM;
use crate::client::input::Tool;
use crate::client::view::framing::{is_tiny, refit_distance_km};
use crate::client::view::{BodyPlaces, FocusTarget, Gaze, ViewCamera};
use crate::client::worlds::Kept;
use crate::sim::{BodyId, ClassId};

/// What the camera has made room for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Room {
    /// The chosen class and the body of the panel.
    choice: Option<(ClassId, BodyId)>,
    /// The body whose rings it has framed, while the panel stays with that body.
    framed: Option<BodyId>,
}

/// Moves the camera when a first class has been chosen at a body whose rings do not fit into the picture, or are tiny
/// in it. From then on the view stays, for the next click is aimed at a slot that is seen.
pub fn make_room(
    tool: Res<Tool>,
    subject: Res<Subject>,
    planet_data: PlanetData,
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    places: Res<BodyPlaces>,
    mut gaze: Gaze,
    mut room: Kept<Room>,
) {
    let room = room.now();
    room.framed = room.framed.filter(|framed| subject.0 == Some(*framed));
    let choice = tool.class().zip(subject.0);
    if std::mem::replace(&mut room.choice, choice) == choice {
        return;
    }
    let Some((class, body)) = choice else { return };
    let Some(outermost_km) = outermost_km(&planet_data, class, body) else { return };
    let present_km = gaze.distance_km();
    let is_framed = room.framed == Some(body) && gaze.target().body() == Some(body);
    if is_framed && !is_tiny(outermost_km, present_km, &view) {
        return;
    }
    let Some(place) = places.0.get(body).copied().filter(|_| may_move(gaze.target(), body)) else { return };
    let panel_pixels = f64::from(PANEL_ROOM * ui_scale.0);
    let refitted_km = refit_distance_km(outermost_km, present_km, &view, panel_pixels);
    if gaze.target() != FocusTarget::Body(body) {
        gaze.fly_to(FocusTarget::Body(body), place, refitted_km);
    } else if let Some(refitted_km) = refitted_km {
        gaze.set_distance_km(refitted_km);
    }
    room.framed = Some(body);
}

/// Radius of the outermost ring of a body, km; `None` if the player can build a class in none of its rings.
fn outermost_km(planet_data: &PlanetData, class: ClassId, body: BodyId) -> Option<f64> {
    let starts = planet_data.starts(planet_data.classes.0.get(class)?, body)?;
    let has_any = starts.iter().any(|ring| ring.contains(&true));
    planet_data.rings.of(body)?.radii_km.last().copied().filter(|_| has_any)
}

/// Whether the camera may move to a body from its present target: the body, an object at the body, or a fixed
/// point.
fn may_move(target: FocusTarget, body: BodyId) -> bool {
    match target {
        FocusTarget::Point(_) => true,
        FocusTarget::Ship(_) => false,
        FocusTarget::Body(_) | FocusTarget::Beside(..) | FocusTarget::Structure { .. } => {
            target.body() == Some(body)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn the_view_stays_with_a_followed_object() {
        assert!(
            may_move(FocusTarget::Body(BodyId(4)), BodyId(4))
                && !may_move(FocusTarget::Body(BodyId(3)), BodyId(4))
        );
        let beside = |body: BodyId| FocusTarget::Beside(body, DVec3::X);
        assert!(may_move(beside(BodyId(4)), BodyId(4)) && !may_move(beside(BodyId(3)), BodyId(4)));
        assert!(may_move(FocusTarget::Point(DVec3::X), BodyId(4)), "nothing is followed");
        assert!(!may_move(FocusTarget::Ship(Entity::PLACEHOLDER), BodyId(4)));
    }
}
