//! Pixels on which a system is painted.

use std::f64::consts::TAU;

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use glam::DVec3;
use typed_index_collections::TiSlice;

use super::MapScale;
use crate::client::scene::sky::orbit_lines::OPEN_SHARE;
use crate::level::{BodyKind, StarSystem};
use crate::orbit::Conic;
use crate::sim::BodyId;

/// Points of a path.
const POINTS: u32 = 1_400;
/// Points of a circle, and half the width of its line, pixels.
const RING_POINTS: u32 = 48;
const RING_WIDTH: f32 = 0.8;
/// Opacity of a path.
const STRENGTH: f32 = 0.5;

/// A picture of this many pixels: rows from above, four bytes a pixel, red, green, blue and alpha in sRGB.
pub fn picture_of(size: UVec2, data: Vec<u8>) -> Image {
    let size = Extent3d { width: size.x, height: size.y, depth_or_array_layers: 1 };
    let usages = RenderAssetUsages::MAIN_WORLD | RenderAssetUsages::RENDER_WORLD;
    Image::new(size, TextureDimension::D2, data, TextureFormat::Rgba8UnormSrgb, usages)
}

/// Points of a body's path about its star, heliocentric ecliptic km; empty for stars and moons.
fn path_of(system: &StarSystem, places: &TiSlice<BodyId, DVec3>, index: BodyId, jd: f64) -> Vec<DVec3> {
    let Some(body) = system.bodies.get(index).filter(|body| body.kind != BodyKind::Moon) else {
        return Vec::new();
    };
    let parent = body.parent.and_then(|parent| places.get(parent));
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
#[derive(Clone, Debug)]
pub struct Canvas {
    pixels: u32,
    data: Vec<u8>,
}

impl Canvas {
    /// An empty square.
    pub fn new(pixels: u32) -> Self {
        Self { pixels, data: vec![0; (pixels * pixels * 4) as usize] }
    }

    /// Paints the orbits of all bodies but moons, each in its colour. `places` are those of all bodies on the
    /// Julian date `jd` (TDB), heliocentric ecliptic km.
    pub fn orbits(
        &mut self,
        system: &StarSystem,
        places: &TiSlice<BodyId, DVec3>,
        colors: &TiSlice<BodyId, Color>,
        scale: &MapScale,
        jd: f64,
    ) {
        for (index, color) in colors.iter_enumerated() {
            for point in path_of(system, places, index, jd) {
                if scale.has_room_for(point) {
                    self.dot(scale.to_map(point), *color);
                }
            }
        }
    }

    /// Paints a disc at a place of the map, in its radii from the middle; `radius` is in pixels.
    pub fn disc(&mut self, place: Vec2, radius: f32, color: Color) {
        let half = self.pixels as f32 / 2.0;
        let middle = place * half + Vec2::splat(half);
        let (first, last) = ((middle - radius).floor(), (middle + radius).ceil());
        for row in first.y as i32..=last.y as i32 {
            for column in first.x as i32..=last.x as i32 {
                let corner = IVec2::new(column, row).as_vec2();
                let inside = radius + 0.5 - (corner + Vec2::splat(0.5)).distance(middle);
                self.strengthen(corner, color, inside.clamp(0.0, 1.0));
            }
        }
    }

    /// Paints a circle about a place of the map, in its radii from the middle; `radius` is in pixels.
    pub fn ring(&mut self, place: Vec2, radius: f32, color: Color) {
        let half = self.pixels as f32 / 2.0;
        for step in 0..RING_POINTS {
            let toward = Vec2::from_angle(step as f32 / RING_POINTS as f32 * std::f32::consts::TAU);
            self.disc(place + toward * radius / half, RING_WIDTH, color);
        }
    }

    /// The picture, for [`picture_of`].
    pub fn into_pixels(self) -> Vec<u8> {
        self.data
    }

    /// Paints a small dot at a place of the map, in its radii from the middle. Where dots overlap the strongest
    /// counts, so that a path is even at any density of its points.
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
    fn discs_are_round_and_cover_paths() {
        let mut canvas = Canvas::new(40);
        canvas.dot(Vec2::ZERO, Color::srgb(1.0, 0.0, 0.0));
        canvas.disc(Vec2::ZERO, 4.0, Color::WHITE);
        assert_eq!(alpha(&canvas, 20, 20), 255);
        assert_eq!((alpha(&canvas, 17, 20) > 200, alpha(&canvas, 17, 17)), (true, alpha(&canvas, 22, 22)));
        assert_eq!(alpha(&canvas, 26, 20), 0);
    }
}
