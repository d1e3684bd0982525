//! The picture of the orbits under the minimap, painted point by point.
//!
//! - Enters: the orbits of all bodies but moons, and their colours.
//! - Leaves: pixels.
//! - Must never: be painted in every frame; orbits hardly change.

use std::f64::consts::TAU;

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use glam::DVec3;

use super::projection::MapScale;
use crate::client::bodies::BodyColors;
use crate::client::orbit_lines::OPEN_SHARE;
use crate::client::stage::{BodyPlaces, Moment};
use crate::level::{BodyKind, StarSystem};
use crate::orbit::Conic;
use crate::sim::Sky;
use crate::sim::ids::BodyId;

/// Pixels of the picture, each way: twice those on a usual screen.
const PIXELS: u32 = 400;
/// Points of a path.
const POINTS: u32 = 1_400;
/// How strong a path is.
const STRENGTH: f32 = 0.5;
/// Seconds between two paintings.
const REPAINT_SECONDS: f64 = 2.0;
/// Pixels of the picture of the camera's view, each way.
const WEDGE_PIXELS: u32 = 64;
/// Half the width of the camera's view on the map, as a share of its length.
const WEDGE_SLOPE: f32 = 0.45;

/// Marks the node of the picture, and holds it.
#[derive(Component, Clone, Debug)]
pub struct OrbitPicture(pub Handle<Image>);

/// A picture with nothing on it yet.
pub fn empty_picture() -> Image {
    picture_of(PIXELS, vec![0; (PIXELS * PIXELS * 4) as usize])
}

fn picture_of(pixels: u32, data: Vec<u8>) -> Image {
    let size = Extent3d { width: pixels, height: pixels, depth_or_array_layers: 1 };
    let usages = RenderAssetUsages::MAIN_WORLD | RenderAssetUsages::RENDER_WORLD;
    Image::new(size, TextureDimension::D2, data, TextureFormat::Rgba8UnormSrgb, usages)
}

/// Paints the orbits anew from time to time.
pub fn paint_orbits(
    picture: Single<&OrbitPicture>,
    scale: Res<MapScale>,
    sky: Res<Sky>,
    places: Res<BodyPlaces>,
    colors: Res<BodyColors>,
    moment: Res<Moment>,
    time: Res<Time<Real>>,
    mut images: ResMut<Assets<Image>>,
    mut last: Local<Option<f64>>,
) {
    let now = time.elapsed_secs_f64();
    if last.is_some_and(|last| now - last < REPAINT_SECONDS) {
        return;
    }
    *last = Some(now);
    let mut canvas = Canvas::new(PIXELS);
    for (index, color) in colors.0.iter_enumerated() {
        for point in path_of(&sky.system, &places, index, moment.jd) {
            if scale.has_room_for(point) {
                canvas.dot(scale.to_map(point), *color);
            }
        }
    }
    if let Some(mut image) = images.get_mut(&picture.0) {
        image.data = Some(canvas.data);
    }
}

/// Points of a body's path about its star, heliocentric ecliptic km; none for stars and moons.
fn path_of(system: &StarSystem, places: &BodyPlaces, index: BodyId, jd: f64) -> Vec<DVec3> {
    let Some(body) = system.bodies.get(index).filter(|body| body.kind != BodyKind::Moon) else {
        return Vec::new();
    };
    let parent = body.parent.and_then(|parent| places.0.get(parent));
    let (Some(parent), Some(conic)) = (parent, body.orbit.osculating(jd)) else { return Vec::new() };
    let offset = |step: u32| conic.position_at_true_anomaly(anomaly(&conic, step));
    (0..POINTS).map(|step| *parent + offset(step) * body.path_magnify).collect()
}

/// The true anomaly of a point of a path, radians.
fn anomaly(conic: &Conic, step: u32) -> f64 {
    let share = f64::from(step) / f64::from(POINTS);
    if conic.eccentricity < 1.0 {
        return share * TAU;
    }
    (2.0 * share - 1.0) * OPEN_SHARE * conic.max_true_anomaly()
}

/// Pixels that are being painted.
struct Canvas {
    pixels: u32,
    data: Vec<u8>,
}

impl Canvas {
    fn new(pixels: u32) -> Self {
        Self { pixels, data: vec![0; (pixels * pixels * 4) as usize] }
    }

    /// Paints a small dot at a place of the map, in its radii from the middle. Where dots overlap the
    /// strongest holds, so that a path is even however dense its points lie.
    fn dot(&mut self, place: Vec2, color: Color) {
        let half = self.pixels as f32 / 2.0;
        let middle = place * half + Vec2::splat(half);
        let first = (middle - Vec2::ONE).floor();
        for row in 0..3_u8 {
            for column in 0..3_u8 {
                let corner = first + Vec2::new(f32::from(column), f32::from(row));
                let distance = (corner + Vec2::splat(0.5)).distance(middle);
                self.strengthen(corner, color, STRENGTH * (1.3 - distance).clamp(0.0, 1.0));
            }
        }
    }

    fn strengthen(&mut self, corner: Vec2, color: Color, alpha: f32) {
        let most = self.pixels as f32;
        if corner.x < 0.0 || corner.y < 0.0 || corner.x >= most || corner.y >= most {
            return;
        }
        let at = ((corner.y as u32 * self.pixels + corner.x as u32) * 4) as usize;
        let alpha = (alpha * 255.0) as u8;
        let Some(pixel) = self.data.get_mut(at..at + 4) else { return };
        let Srgba { red, green, blue, .. } = color.to_srgba();
        let part = |share: f32| (share.clamp(0.0, 1.0) * 255.0) as u8;
        let painted = [part(red), part(green), part(blue), alpha];
        if pixel.last().is_some_and(|known| *known < alpha) {
            pixel.copy_from_slice(&painted);
        }
    }
}

/// The picture of the camera's view: a wedge from the middle upward that fades away.
pub fn wedge() -> Image {
    let half = WEDGE_PIXELS as f32 / 2.0;
    let mut data = Vec::with_capacity((WEDGE_PIXELS * WEDGE_PIXELS * 4) as usize);
    for row in 0..WEDGE_PIXELS {
        for column in 0..WEDGE_PIXELS {
            let aside = (column as f32 + 0.5 - half) / half;
            let ahead = (half - row as f32 - 0.5) / half;
            let alpha = wedge_alpha(aside, ahead);
            data.extend([255, 255, 255, (alpha * 255.0) as u8]);
        }
    }
    picture_of(WEDGE_PIXELS, data)
}

/// How strong the wedge is at a place, from -1 to 1 each way, from 0 to 1.
fn wedge_alpha(aside: f32, ahead: f32) -> f32 {
    let is_inside = ahead > 0.0 && aside.abs() < WEDGE_SLOPE * ahead;
    let length = Vec2::new(aside, ahead).length();
    if is_inside { 0.6 * (1.0 - length).max(0.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alpha(canvas: &Canvas, column: u32, row: u32) -> u8 {
        canvas.data[((row * canvas.pixels + column) * 4 + 3) as usize]
    }

    #[test]
    fn dots_are_painted_where_they_are() {
        let mut canvas = Canvas::new(40);
        canvas.dot(Vec2::new(0.5, 0.0), Color::WHITE);
        assert!(alpha(&canvas, 29, 19) > 50 && alpha(&canvas, 30, 20) > 50);
        assert_eq!(alpha(&canvas, 10, 20), 0);
        let before = canvas.data.clone();
        canvas.dot(Vec2::new(0.5, 0.0), Color::WHITE);
        assert_eq!(canvas.data, before, "twice is no stronger than once");
    }

    #[test]
    fn nothing_is_painted_beside_the_picture() {
        let mut canvas = Canvas::new(40);
        canvas.dot(Vec2::new(3.0, -7.0), Color::WHITE);
        assert!(canvas.data.iter().all(|part| *part == 0));
    }

    #[test]
    fn the_wedge_looks_up() {
        assert!(wedge_alpha(0.0, 0.3) > 0.3 && wedge_alpha(0.0, -0.3) == 0.0);
        assert!(wedge_alpha(0.3, 0.3) == 0.0);
    }
}
