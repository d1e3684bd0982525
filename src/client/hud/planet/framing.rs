//! The camera makes room for the rings in which a chosen class may stand.

use bevy::prelude::*;

use super::Subject;
use super::gather::PlanetData;
use crate::client::hud::layout::places::PANEL_ROOM;
use crate::client::input::Tool;
use crate::client::view::framing::{has_zoomed, refit_distance_km};
use crate::client::view::{BodyPlaces, FocusTarget, Gaze, ViewCamera};
use crate::client::worlds::Kept;
use crate::sim::{BodyId, ClassId};

/// A class and a body that the camera has framed, and the resulting distance, km.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Framed {
    class: ClassId,
    body: BodyId,
    distance_km: f64,
}

/// Moves the camera when a class has been chosen whose rings do not fit into the picture, or are tiny in it.
pub fn make_room(
    tool: Res<Tool>,
    subject: Res<Subject>,
    planet_data: PlanetData,
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    places: Res<BodyPlaces>,
    mut gaze: Gaze,
    mut framed: Kept<Option<Framed>>,
) {
    let framed = framed.now();
    let (Some(class), Some(body)) = (tool.class(), subject.0) else {
        *framed = None;
        return;
    };
    if framed.is_some_and(|framed| (framed.class, framed.body) == (class, body)) {
        return;
    }
    let present_km = gaze.distance_km();
    let given_km = framed.map(|framed| framed.distance_km);
    let given_km = given_km.filter(|given_km| has_zoomed(*given_km, present_km));
    *framed = Some(Framed { class, body, distance_km: given_km.unwrap_or(present_km) });
    if given_km.is_some() {
        return;
    }
    let Some(outermost_km) = outermost_km(&planet_data, class, body) else { return };
    let Some(place) = places.0.get(body).copied().filter(|_| may_move(gaze.target(), body)) else { return };
    let panel_pixels = f64::from(PANEL_ROOM * ui_scale.0);
    let refitted_km = refit_distance_km(outermost_km, present_km, &view, panel_pixels);
    if gaze.target() != FocusTarget::Body(body) {
        gaze.fly_to(FocusTarget::Body(body), place, refitted_km);
    } else if let Some(refitted_km) = refitted_km {
        gaze.set_distance_km(refitted_km);
    }
    *framed = Some(Framed { class, body, distance_km: gaze.distance_km() });
}

/// Radius of the outermost ring of a body in which the player can build a class, km; `None` if there is none.
fn outermost_km(planet_data: &PlanetData, class: ClassId, body: BodyId) -> Option<f64> {
    let starts = planet_data.starts(planet_data.classes.0.get(class)?, body)?;
    let outermost = starts.iter().rposition(|ring| ring.contains(&true))?;
    Some(planet_data.rings.of(body)?.radius_km(outermost))
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
