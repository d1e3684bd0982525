//! The marker of the point that the mouse shows, while there is something to be sent there.

use bevy::prelude::*;
use glam::DVec3;

use super::planning::Front;
use crate::client::frame::LineGizmos;
use crate::client::frame::words::au;
use crate::client::input::armed::{Armed, Choosing};
use crate::client::input::pointed::Pointed;
use crate::client::input::selection::Selected;
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::scene::ships::ship_view::stalk_strength;
use crate::client::view::interpolation::{BodyPlaces, Shown, middle};
use crate::client::view::scale::{Origin, UNIT_KM};
use crate::client::view::view_camera::ViewCamera;
use crate::sim::Sky;

/// Draws the marker of the point that the mouse shows, while there is something to be sent there.
#[expect(clippy::too_many_arguments, reason = "the marker joins the pointer, the sky and the screen")]
pub fn draw_pointer(
    pointed: Res<Pointed>,
    selected: Query<&Shown, With<Selected>>,
    sky: Res<Sky>,
    places: Res<BodyPlaces>,
    origin: Res<Origin>,
    view: Res<ViewCamera>,
    choosing: Res<Choosing>,
    armed: Res<Armed>,
    front: Res<Front>,
    mut labels: ResMut<PointLabels>,
    mut lines: Gizmos<LineGizmos>,
) {
    // A click while something is being chosen sends nobody, of a ring `rings_view` tells, and of an order
    // that waits for a click `planning`.
    if choosing.is_active() || pointed.ring.is_some() || armed.takes_pointer() {
        return;
    }
    // Of attacks and landings `arms_view` tells.
    if armed.0.is_none() && !pointed.is_drag() && front.strike().is_some() {
        return;
    }
    let Some(middle) = middle(selected.iter()) else { return };
    let color = Color::srgba(1.0, 0.95, 0.7, 0.85);
    if let Some(body) = pointed.body.filter(|_| !pointed.is_lifting) {
        let place = places.0[body];
        let words = format!("go to {}, {}", sky.system.bodies[body].name, au(place.distance(middle)));
        labels.say(place, words, color);
        return;
    }
    let Some(point) = pointed.point else { return };
    let Some(projected) = view.project(point) else { return };
    let radius = (10.0 / view.pixels_per_radius(projected.depth_km) / UNIT_KM) as f32;
    let level = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
    let place = origin.place(point);
    lines.circle(Isometry3d::new(place, level), radius, color).resolution(24);
    lines.line(place - Vec3::X * radius * 1.6, place + Vec3::X * radius * 1.6, color);
    lines.line(place - Vec3::Z * radius * 1.6, place + Vec3::Z * radius * 1.6, color);
    let foot = DVec3::new(point.x, point.y, 0.0);
    let strength = 0.4 * stalk_strength(&view, point, foot);
    lines.line(place, origin.place(foot), color.with_alpha(strength));
    let star = star_distance(&sky, &places, point);
    labels.say(point, pointer_words(&star, point.distance(middle), point.z), color);
}

/// What is said of the point that the mouse shows: how far it is from the star, from the selection, and above
/// the ecliptic, km.
fn pointer_words(from_star: &str, away_km: f64, height_km: f64) -> String {
    let away = au(away_km);
    if height_km == 0.0 {
        return format!("{from_star}, {away} away");
    }
    let sign = if height_km < 0.0 { '-' } else { '+' };
    let height = au(height_km.abs());
    // All large lengths here are in AU.
    format!("{from_star}, {away} away, height {sign}{}", height.trim_end_matches(" AU"))
}

fn star_distance(sky: &Sky, places: &BodyPlaces, point: DVec3) -> String {
    let name = sky.system.bodies.first().map_or("the star", |body| body.name.as_str());
    let center = places.0.first().copied().unwrap_or(DVec3::ZERO);
    format!("{} from {name}", au(point.distance(center)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orbit::AU_KM;

    #[test]
    fn the_pointer_is_told_in_few_words() {
        let words = |height: f64| pointer_words("0.93 AU from Aurel", AU_KM * 0.0021, height);
        assert_eq!(words(0.0), "0.93 AU from Aurel, 0.0021 AU away");
        assert_eq!(words(AU_KM * 0.0137), "0.93 AU from Aurel, 0.0021 AU away, height +0.0137");
        assert!(words(-1234.0).ends_with("height -1234 km"));
    }
}
