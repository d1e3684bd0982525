//! The bodies of the crowd as dots, in the mesh of light, and icons and names for those that stand apart from it.

use bevy::prelude::*;

use crate::client::input::picking::MAGNET_PIXELS;
use crate::client::input::{Pick, Pointed};
use crate::client::scene::labels::markers::{Marker, Markers};
use crate::client::scene::ribbons::LightSheet;
use crate::client::scene::sky::bodies::{BodyColors, style_of};
use crate::client::scene::sky::crowd::Crowd;
use crate::client::view::scale::to_render;
use crate::client::view::{BodyPlaces, Focus, Origin, Sight, ViewCamera};
use crate::sim::{Body, BodyId, Sky};

/// Half the side of a dot, pixels of the UI, and its opacity.
const HALF_PIXELS: f64 = 1.1;
const ALPHA: f32 = 0.7;
/// A dot is only hit by a pointer that is this much nearer than usual, pixels of the UI: the sky between the dots
/// stays free.
const DOT_MAGNET: f32 = -6.0;
/// The two triangles of a dot.
const TRIANGLES: [u32; 6] = [0, 1, 2, 2, 1, 3];

/// Parts the bodies that matter from the crowd: they get icon and name.
pub fn part_crowd(
    sight: Sight,
    (focus, pointed): (Res<Focus>, Res<Pointed>),
    (places, view, origin): (Res<BodyPlaces>, Res<ViewCamera>, Res<Origin>),
    (sky, colors): (Res<Sky>, Res<BodyColors>),
    mut crowd: ResMut<Crowd>,
    mut bodies: Query<(Entity, &Body, &mut Pick, Has<Marker>)>,
    mut commands: Commands,
    mut markers: Markers,
) {
    let known = sight.view();
    let looked_at = [focus.target.body(), pointed.body];
    let is_wanted = |body: BodyId| looked_at.contains(&Some(body)) || known.owner(body).is_some();
    crowd.part(&places.0, (origin.0, view.focal_distance), is_wanted);
    for (entity, body, mut pick, has_marker) in &mut bodies {
        if has_marker != crowd.is_dot(body.0) {
            continue;
        }
        if has_marker {
            (pick.magnet, pick.name) = (DOT_MAGNET, None);
            commands.entity(entity).remove::<Marker>();
        } else if let Some((this, color)) = sky.system.bodies.get(body.0).zip(colors.0.get(body.0)) {
            pick.magnet = MAGNET_PIXELS;
            let marker = markers.spawn(&this.name, style_of(this, *color));
            commands.entity(entity).insert(marker);
        }
    }
}

/// Draws the dots, and lets the mouse hit them.
pub fn draw_dots(
    crowd: Res<Crowd>,
    places: Res<BodyPlaces>,
    (view, origin): (Res<ViewCamera>, Res<Origin>),
    colors: Res<BodyColors>,
    ui_scale: Res<UiScale>,
    mut light: ResMut<LightSheet>,
    mut bodies: Query<(&Body, &mut Pick)>,
) {
    let picture = view.picture();
    let (right, up) = (to_render(view.right), to_render(view.up));
    let half_pixels = HALF_PIXELS * f64::from(ui_scale.0);
    for (body, mut pick) in &mut bodies {
        if !crowd.is_dot(body.0) {
            continue;
        }
        let Some((place, color)) = places.0.get(body.0).zip(colors.0.get(body.0)) else { continue };
        let shown = view.project(*place).filter(|shown| picture.contains(shown.pixel));
        (pick.pixel, pick.radius) = (shown.map(|shown| shown.pixel), 0.0);
        let Some(shown) = shown else { continue };
        let half_km = (half_pixels / shown.pixels_per_km) as f32;
        let (middle, right, up) = (origin.place(*place), right * half_km, up * half_km);
        let color = color.to_linear().with_alpha(ALPHA).to_f32_array();
        let corners = [middle - right - up, middle + right - up, middle - right + up, middle + right + up];
        light.0.patch(corners.map(|corner| (corner, color)), TRIANGLES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::input::picking::miss;

    #[test]
    fn the_sky_between_dots_is_free() {
        let dot = Pick { pixel: Some(Vec2::ZERO), magnet: DOT_MAGNET, ..default() };
        assert!(miss(&dot, Vec2::new(3.0, 0.0), 1.0).is_some());
        assert!(miss(&dot, Vec2::new(6.0, 0.0), 1.0).is_none());
    }
}
