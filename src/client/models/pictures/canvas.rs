//! Pictures that are painted point by point.

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

/// A picture under construction: rows of pixels from above; red, green, blue and alpha in sRGB.
#[derive(Clone, Debug)]
pub struct Canvas {
    size: UVec2,
    pixels: Vec<[u8; 4]>,
}

impl Canvas {
    /// A canvas of one colour.
    pub fn new(size: UVec2, color: Color) -> Self {
        Self { size, pixels: vec![color.to_srgba().to_u8_array(); (size.x * size.y) as usize] }
    }

    /// Its middle, pixels.
    pub fn middle(&self) -> Vec2 {
        0.5 * self.size.as_vec2()
    }

    /// Changes the pixels in a box by `put`, which gets each pixel and the strength at its middle, 0 to 1.
    pub fn paint(&mut self, area: Rect, strength: impl Fn(Vec2) -> f32, put: impl Fn(&mut [u8; 4], f32)) {
        let first = area.min.floor().max(Vec2::ZERO).as_uvec2();
        let last = area.max.ceil().max(Vec2::ZERO).as_uvec2().min(self.size);
        for row in first.y..last.y {
            for column in first.x..last.x {
                let place = UVec2::new(column, row).as_vec2() + 0.5;
                if let Some(pixel) = self.pixels.get_mut((row * self.size.x + column) as usize) {
                    put(pixel, strength(place).clamp(0.0, 1.0));
                }
            }
        }
    }

    /// Gives each pixel the colour at its middle.
    pub fn fill(&mut self, color_at: impl Fn(Vec2) -> Color) {
        let width = self.size.x;
        for (index, pixel) in (0_u32..).zip(&mut self.pixels) {
            let place = UVec2::new(index % width, index / width).as_vec2() + 0.5;
            *pixel = color_at(place).to_srgba().to_u8_array();
        }
    }

    /// The pixel at a place, from the left and from above.
    #[cfg(test)]
    pub fn pixel(&self, column: u32, row: u32) -> [u8; 4] {
        self.pixels[(row * self.size.x + column) as usize]
    }

    /// The finished picture.
    pub fn picture(self) -> Image {
        let size = Extent3d { width: self.size.x, height: self.size.y, depth_or_array_layers: 1 };
        let usages = RenderAssetUsages::MAIN_WORLD | RenderAssetUsages::RENDER_WORLD;
        let data = self.pixels.into_flattened();
        Image::new(size, TextureDimension::D2, data, TextureFormat::Rgba8UnormSrgb, usages)
    }
}

/// A white square, this many pixels each way, with an opacity that depends on the place: from -1 to 1 to the right
/// and up.
pub fn stencil(pixels: u32, opacity: impl Fn(Vec2) -> f32) -> Image {
    let mut canvas = Canvas::new(UVec2::splat(pixels), Color::WHITE);
    let half = canvas.middle();
    let whole = Rect::from_center_half_size(half, half);
    canvas.paint(whole, |at| opacity(within(half, at)), |pixel, alpha| pixel[3] = (alpha * 255.0) as u8);
    canvas.picture()
}

/// A square, this many pixels each way, whose colour depends on the place: from -1 to 1 to the right and up.
pub fn square(pixels: u32, color_at: impl Fn(Vec2) -> Color) -> Image {
    let mut canvas = Canvas::new(UVec2::splat(pixels), Color::NONE);
    let half = canvas.middle();
    canvas.fill(|at| color_at(within(half, at)));
    canvas.picture()
}

/// The place of a pixel in a square with this middle, from -1 to 1 to the right and up.
fn within(half: Vec2, at: Vec2) -> Vec2 {
    (at - half) / half * Vec2::new(1.0, -1.0)
}
