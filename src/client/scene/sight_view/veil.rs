//! The veil over areas out of sight: a circle about each sensor, and the place of the disc that shows them. A circle
//! lies in the level plane through its own sensor, so that it stands about its body from every side, whatever the
//! height of the pointed plane. The disc lies in the pointed plane and shows each circle where the eye sees it; so
//! circles that cover each other on the screen are one area.
//!
//! An eye that is low above the plane of a circle, or beyond it, would see it edge on. There the circle is the cut of
//! the sphere of sight with a plane farther from the eye, and it shrinks to none as the eye moves on. Circles that
//! are tiny on the screen or inside a larger circle are left out, so that a hundred ships of one fleet are one
//! circle from afar. Near a planet the picture lies within its circle or shows an arc of it, about which nothing is to
//! be read: the edge of a circle that is larger than the picture fades out.

use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::{NotShadowCaster, NotShadowReceiver};
use bevy::prelude::*;
use glam::{DVec2, DVec3};

use super::Sensors;
use super::material::{MOST_CIRCLES, SightMaterial, SightUniform, disc_mesh};
use crate::client::frame::{LineScale, visible_if};
use crate::client::input::Pointed;
use crate::client::models::FactionColors;
use crate::client::view::{Origin, UNIT_KM, ViewCamera};
use crate::client::worlds::Kept;

/// Radius of the disc in heights of the eye: the veil has faded where the plane is seen at such a flat angle.
const REACH: f64 = 50.0;
/// An eye nearer to the plane than this share of its distance from the focus sees no plane.
const LEAST_HEIGHT_SHARE: f64 = 1.0e-4;
/// The nearest plane of a circle, as a share of the eye's height above the pointed plane.
const NEAREST_PLANE: f64 = 0.2;
/// Circles smaller than this are left out, pixels of their radius.
const LEAST_PIXELS: f64 = 3.0;
/// Sizes of the largest circle between which the veil fades in, pixels of its radius.
const APPEARS: (f64, f64) = (6.0, 14.0);
/// A circle that reaches out of a larger one by less than this is left out, pixels.
const SLACK_PIXELS: f64 = 1.5;
/// Sizes of a circle between which its edge fades out, as shares of half the diagonal of the picture.
const EDGE_FADES: (f64, f64) = (0.4, 0.9);
/// Time constant of a change of the plane's height, s.
const RISING_S: f64 = 0.25;
/// Share of white in the colour of the edge.
const WHITENESS: f32 = 0.4;

/// Marks the veil.
#[derive(Component, Clone, Copy, Debug, Default)]
#[require(NoFrustumCulling, NotShadowCaster, NotShadowReceiver)]
pub struct SightVeil;

/// A circle of sight on a level plane. Lengths are in heights of the eye above this plane, so that those of circles on
/// different planes can be compared: equal ones are equal on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Circle {
    /// Ecliptic x and y, from the point under the eye.
    middle: DVec2,
    /// Radius.
    radius: f64,
    /// Radius on the screen, pixels.
    pixels: f64,
}

impl Circle {
    /// The circle of a sensor, while the pointed plane is at `plane_km` above the ecliptic; `None` without one.
    fn about(place: DVec3, range_km: f64, plane_km: f64, view: &ViewCamera) -> Option<Self> {
        let own_km = plane_of(place.z, plane_km, view.eye.z);
        let off_km = place.z - own_km;
        let square = range_km * range_km - off_km * off_km;
        if square <= 0.0 {
            return None;
        }
        let radius_km = square.sqrt();
        let on_plane = place.truncate().extend(own_km);
        let pixels = view.circle_pixels(on_plane, radius_km);
        let middle = on_plane - view.eye;
        let height_km = middle.z.abs();
        Some(Self { middle: middle.truncate() / height_km, radius: radius_km / height_km, pixels })
    }

    /// Whether another circle lies inside, give or take a pixel.
    fn holds(&self, other: &Self) -> bool {
        let slack = SLACK_PIXELS * self.radius / self.pixels;
        self.middle.distance(other.middle) + other.radius <= self.radius + slack
    }

    /// Whether it matters on the disc.
    fn is_near(&self) -> bool {
        self.pixels > LEAST_PIXELS && self.middle.length() - self.radius < REACH
    }
}

/// The height of the plane of a sensor's circle, km above the ecliptic: its own, unless that is too near to the eye
/// or beyond it.
fn plane_of(sensor_km: f64, plane_km: f64, eye_km: f64) -> f64 {
    let height_km = eye_km - plane_km;
    let own_height_km = (eye_km - sensor_km) * height_km.signum();
    if own_height_km >= NEAREST_PLANE * height_km.abs() {
        sensor_km
    } else {
        eye_km - NEAREST_PLANE * height_km
    }
}

/// The largest circles up to the limit, without circles inside others.
fn largest(mut circles: Vec<Circle>) -> Vec<Circle> {
    circles.sort_unstable_by(|one, other| {
        let by_place = one.middle.x.total_cmp(&other.middle.x).then(one.middle.y.total_cmp(&other.middle.y));
        other.radius.total_cmp(&one.radius).then(by_place)
    });
    let mut kept: Vec<Circle> = Vec::new();
    for circle in circles {
        if kept.len() == MOST_CIRCLES {
            break;
        }
        if !kept.iter().any(|larger| larger.holds(&circle)) {
            kept.push(circle);
        }
    }
    kept
}

/// Opacity of the veil: zero if all circles are tiny, so that nothing flickers.
fn strength(circles: &[Circle]) -> f32 {
    let widest = circles.iter().map(|circle| circle.pixels).fold(0.0, f64::max);
    ((widest - APPEARS.0) / (APPEARS.1 - APPEARS.0)).clamp(0.0, 1.0) as f32
}

/// The strength of the edge of a circle of this radius in a picture of this half diagonal, pixels.
fn edge_strength(radius: f64, half_diagonal: f64) -> f32 {
    let (whole, gone) = EDGE_FADES;
    let share = (radius / half_diagonal.max(1.0) - whole) / (gone - whole);
    (1.0 - share.clamp(0.0, 1.0)) as f32
}

/// Whether a picture of this half diagonal, pixels, shows anything of the edges of these circles.
fn has_edges(circles: &[Circle], half_diagonal: f64) -> bool {
    strength(circles) > 0.0 && circles.iter().any(|circle| edge_strength(circle.pixels, half_diagonal) > 0.0)
}

/// Circles in the form of the shader, for a picture of this half diagonal, pixels.
fn uniform(circles: &[Circle], edge: Vec3, scale: f32, half_diagonal: f64) -> SightUniform {
    let mut uniform = SightUniform {
        edge,
        strength: strength(circles),
        reach: REACH as f32,
        scale,
        ..SightUniform::default()
    };
    for (place, Circle { middle, radius, .. }) in uniform.circles.iter_mut().zip(circles) {
        let distance = middle.length();
        let square = (distance - radius) * (distance + radius);
        // The renderer's z is the other way than the ecliptic's y.
        *place = Vec4::new(middle.x as f32, -middle.y as f32, *radius as f32, square as f32);
        uniform.count += 1;
    }
    for (four, strengths) in circles.chunks(4).zip(&mut uniform.strengths) {
        for (index, circle) in four.iter().enumerate() {
            strengths[index] = edge_strength(circle.pixels, half_diagonal);
        }
    }
    uniform
}

/// The height of the plane after this time on its way to a wanted one, km; the wanted height at once if there was
/// none before.
fn risen(present_km: Option<f64>, wanted_km: f64, seconds: f64) -> f64 {
    let Some(present_km) = present_km else { return wanted_km };
    wanted_km + (present_km - wanted_km) * libm::exp(-seconds / RISING_S)
}

/// Spawns the veil, hidden.
pub fn spawn_veil(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<SightMaterial>>,
) {
    commands.spawn((
        SightVeil,
        Mesh3d(meshes.add(disc_mesh())),
        MeshMaterial3d(materials.add(SightMaterial { uniform: SightUniform::default() })),
        Transform::default(),
        Visibility::Hidden,
    ));
}

/// Places the veil under the eye, with the circles of the sight of the player's faction in this frame.
pub fn place_veil(
    sensors: Sensors,
    colors: Res<FactionColors>,
    view: Res<ViewCamera>,
    origin: Res<Origin>,
    pointed: Res<Pointed>,
    time: Res<Time<Real>>,
    scale: LineScale,
    mut plane: Kept<Option<f64>>,
    mut materials: ResMut<Assets<SightMaterial>>,
    veil: Single<(&mut Transform, &mut Visibility, &MeshMaterial3d<SightMaterial>), With<SightVeil>>,
) {
    let plane = plane.now();
    let (mut transform, mut visibility, material) = veil.into_inner();
    let plane_km = risen(*plane, pointed.plane_km, time.delta_secs_f64());
    *plane = Some(plane_km);
    let height_km = (view.eye.z - plane_km).abs();
    let faction = sensors.faction();
    let spheres = faction.into_iter().flat_map(|faction| sensors.of(faction));
    let all = spheres.filter_map(|(place, range_km)| Circle::about(place, range_km, plane_km, &view));
    let circles = largest(all.filter(Circle::is_near).collect());
    let sees_plane = height_km > LEAST_HEIGHT_SHARE * view.focal_distance;
    let half_diagonal = 0.5 * view.viewport.length();
    let is_drawn = sees_plane && has_edges(&circles, half_diagonal);
    visibility.set_if_neq(visible_if(is_drawn));
    if !is_drawn {
        return;
    }
    let half = (REACH * height_km / UNIT_KM) as f32;
    *transform = Transform::from_translation(origin.place(view.eye.with_z(plane_km)))
        .with_scale(Vec3::new(half, 1.0, half));
    let color = faction.map_or(Color::WHITE, |faction| colors.of(faction));
    let edge = color.mix(&Color::WHITE, WHITENESS).to_linear();
    let edge = Vec3::new(edge.red, edge.green, edge.blue);
    let wanted = uniform(&circles, edge, scale.pixels(), half_diagonal);
    // A mutable access sends the material to the graphics card again.
    let is_new = materials.get(&material.0).is_some_and(|material| material.uniform != wanted);
    if let Some(mut material) = materials.get_mut(&material.0).filter(|_| is_new) {
        material.uniform = wanted;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An eye high above the star that looks down.
    fn view() -> ViewCamera {
        ViewCamera::above(1.0e8)
    }

    fn circle(x: f64, radius: f64) -> Circle {
        Circle::about(DVec3::X * x, radius, 0.0, &view()).expect("it is in the plane")
    }

    #[test]
    fn circles_stand_about_their_sensors_in_their_own_planes() {
        let view = view();
        let about = |z: f64| Circle::about(DVec3::new(7.0e7, 8.0e7, z), 5.0e7, 0.0, &view);
        let size = |circle: Circle| (circle.middle, circle.radius);
        assert_eq!(about(0.0).map(size), Some((DVec2::new(0.7, 0.8), 0.5)));
        assert_eq!(about(-1.0e8).map(size), Some((DVec2::new(0.35, 0.4), 0.25)), "farther from the eye");
        assert_eq!(about(5.0e7).map(size), Some((DVec2::new(1.4, 1.6), 1.0)), "nearer to it");
        assert!(about(f64::NAN).is_none_or(|circle| circle.radius.is_nan()));
    }

    #[test]
    fn circles_beside_or_beyond_the_eye_shrink_to_none() {
        let radius =
            |z: f64| Circle::about(DVec3::Z * z, 5.0e7, 0.0, &view()).map_or(0.0, |circle| circle.radius);
        let (at_limit, beyond) = (radius(8.0e7), radius(1.0e8));
        assert!((at_limit - 2.5).abs() < 1.0e-9 && beyond > 0.0 && beyond < at_limit);
        assert_eq!(radius(1.31e8), 0.0);
        // From below it is the same.
        assert_eq!(plane_of(-3.0e6, 0.0, -1.0e7), -3.0e6);
        assert_eq!(plane_of(-3.0e7, 0.0, -1.0e7), -8.0e6);
    }

    #[test]
    fn the_plane_moves_smoothly_to_where_one_points() {
        assert_eq!(risen(None, 7.0e6, 0.0), 7.0e6);
        let (soon, later) = (risen(Some(0.0), 7.0e6, 0.016), risen(Some(0.0), 7.0e6, 0.3));
        assert!(soon > 0.0 && soon < 1.0e6 && later > 0.5 * 7.0e6 && later < 7.0e6);
        assert!((risen(Some(0.0), 7.0e6, 60.0) - 7.0e6).abs() < 1.0);
    }

    #[test]
    fn circles_inside_larger_ones_are_left_out() {
        let kept = largest(vec![circle(0.0, 1.0e6), circle(1.0e6, 9.0e6), circle(9.9e6, 1.0e6)]);
        assert_eq!(kept, vec![circle(1.0e6, 9.0e6), circle(9.9e6, 1.0e6)]);
        let fleet = (0..300).map(|number| circle(f64::from(number) * 300.0, 3.0e6)).collect();
        assert_eq!(largest(fleet).len(), 1, "from afar a fleet is one circle");
        let many = (0..300).map(|number| circle(f64::from(number) * 4.0e6, 3.0e6)).collect();
        assert_eq!(largest(many).len(), MOST_CIRCLES);
    }

    #[test]
    fn tiny_circles_raise_no_veil() {
        assert_eq!(strength(&[]), 0.0);
        let of_pixels = |pixels: f64| Circle { pixels, ..circle(0.0, 1.0e6) };
        assert_eq!(strength(&[of_pixels(5.9)]), 0.0);
        assert_eq!(strength(&[of_pixels(3.5), of_pixels(20.0)]), 1.0);
        assert!(!of_pixels(2.9).is_near() && of_pixels(3.1).is_near());
        assert!(!circle(6.0e9, 9.0e8).is_near() && circle(6.0e9, 1.1e9).is_near());
    }

    #[test]
    fn the_edge_of_a_circle_larger_than_the_picture_fades_out() {
        let of_pixels = |pixels: f64| Circle { pixels, ..circle(0.0, 1.0e6) };
        let sizes = [300.0, 350.0, 600.0, 820.0, 9.0e4, 20.0];
        let strengths = uniform(&sizes.map(of_pixels), Vec3::ONE, 1.0, 900.0).strengths;
        let [first, second] = [strengths[0].to_array(), strengths[1].to_array()];
        assert_eq!((first[0], first[1]), (1.0, 1.0));
        assert!(first[2] > 0.0 && first[2] < 1.0, "on the way there is no jump");
        assert_eq!((first[3], second[0]), (0.0, 0.0));
        assert_eq!(second[1], 1.0, "each circle has an edge of its own");
    }

    #[test]
    fn near_a_planet_no_veil_is_drawn() {
        let of_pixels = |pixels: f64| Circle { pixels, ..circle(0.0, 1.0e6) };
        assert!(!has_edges(&[of_pixels(2_000.0), of_pixels(1_500.0)], 900.0));
        assert!(has_edges(&[of_pixels(2_000.0), of_pixels(100.0)], 900.0), "that of a fleet in the distance");
        assert!(!has_edges(&[], 900.0) && !has_edges(&[of_pixels(5.0)], 900.0));
    }

    #[test]
    fn the_uniform_is_in_heights_of_the_eye() {
        let view = ViewCamera { eye: DVec3::new(1.0e8, 2.0e8, -1.0e7), ..view() };
        let seen = Circle::about(DVec3::new(1.3e8, 2.4e8, 0.0), 2.0e7, 0.0, &view);
        let uniform = uniform(seen.as_slice(), Vec3::ONE, 2.0, 900.0);
        assert_eq!((uniform.count, uniform.strength, uniform.scale), (1, 1.0, 2.0));
        assert!(uniform.circles[0].distance(Vec4::new(3.0, -4.0, 2.0, 21.0)) < 1.0e-4);
    }
}
