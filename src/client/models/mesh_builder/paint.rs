//! Coats of faces: from a coat and an owner's colour to vertex colours, and to a row of pixels for emission.

use bevy::prelude::*;
use serde::Deserialize;

/// Number of pixels in [`OwnerPaint::glow_pixels`]: one for each [`FaceKind`].
pub const GLOW_COUNT: u32 = 6;
/// The share of a pixel of that row at either end that no place is in. `PIXEL_MARGIN` in `hull.wgsl`.
pub const PIXEL_MARGIN: f32 = 0.1;
/// Share of the owner's colour in the grey of hulls.
const TINGE: f32 = 0.16;
/// Brightness of a window for the renderer; above 1 it blooms.
pub const WINDOW_LIGHT: f32 = 2.6;
/// The colour of lit windows, linear RGB.
pub const WINDOW_COLOR: Vec3 = Vec3::new(1.0, 0.82, 0.5);
/// Emission of stripes in their owner's colour, so that they stay visible in the dark.
pub const STRIPE_LIGHT: f32 = 0.2;
/// Emission of hulls in their owner's colour.
const HULL_LIGHT: f32 = 0.03;

/// The material of a face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FacePaint {
    /// Light grey plates with a tinge of the owner's colour.
    #[default]
    Hull,
    /// Plates of a darker kind.
    Plate,
    /// Plates of what is not finished yet.
    Keel,
    /// Nearly black: nozzles, decks, gun barrels.
    Dark,
    /// Bare metal: beams and masts.
    Metal,
    /// The owner's colour.
    Stripe,
    /// A lit window.
    Window,
    /// The glass of a dome.
    Glass,
    /// Cells that gather sunlight.
    Sail,
}

/// What the shader of hulls draws on a face. It knows a face's kind by the pixel of its emission, which has the
/// number of the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaceKind {
    /// Nothing more than its coat.
    Bare,
    /// Plates.
    Plates,
    /// Plates, and rows of lit windows.
    Decks,
    /// Plates in the owner's colour.
    Stripe,
    /// A lit window.
    Window,
    /// Small plates without windows and stripes: gun houses, barrels, masts.
    Fitting,
}

impl FaceKind {
    /// A place in the row of [`OwnerPaint::glow_pixels`], 0 to 1 from the left to the right end: at a share of its
    /// pixel, away from the pixel's edges.
    pub fn glow_place(self, share: f32) -> f32 {
        (f32::from(self as u8) + PIXEL_MARGIN + (1.0 - 2.0 * PIXEL_MARGIN) * share) / GLOW_COUNT as f32
    }
}

/// A paint and its shade.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(from = "FacePaint")]
pub struct Coat {
    /// The paint.
    pub paint: FacePaint,
    /// Factor on its colour, about 0.4 to 1.2.
    pub shade: f32,
}

impl Coat {
    /// Usual plates.
    pub const HULL: Self = Self::new(FacePaint::Hull, 1.0);
    /// Plates of a darker kind.
    #[cfg(test)]
    pub const PLATE: Self = Self::new(FacePaint::Plate, 1.0);
    /// Nearly black.
    pub const DARK: Self = Self::new(FacePaint::Dark, 1.0);
    /// Bare metal.
    pub const METAL: Self = Self::new(FacePaint::Metal, 1.0);
    /// The owner's colour.
    pub const STRIPE: Self = Self::new(FacePaint::Stripe, 1.0);
    /// Lit windows.
    pub const WINDOW: Self = Self::new(FacePaint::Window, 1.0);
    /// Cells of a sail.
    pub const SAIL: Self = Self::new(FacePaint::Sail, 1.0);

    /// A coat of a paint.
    pub const fn new(paint: FacePaint, shade: f32) -> Self {
        Self { paint, shade }
    }

    /// The kind of a face with this coat.
    pub fn kind(self) -> FaceKind {
        match self.paint {
            FacePaint::Hull | FacePaint::Plate | FacePaint::Keel => FaceKind::Plates,
            FacePaint::Stripe => FaceKind::Stripe,
            FacePaint::Window => FaceKind::Window,
            FacePaint::Dark | FacePaint::Metal => FaceKind::Fitting,
            FacePaint::Glass | FacePaint::Sail => FaceKind::Bare,
        }
    }
}

impl From<FacePaint> for Coat {
    fn from(paint: FacePaint) -> Self {
        Self::new(paint, 1.0)
    }
}

/// The colours of an owner's units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnerPaint {
    /// The owner's colour, linear RGB.
    owner: Vec3,
}

impl OwnerPaint {
    /// The palette of an owner.
    pub fn of(owner: Color) -> Self {
        let linear = owner.to_linear();
        Self { owner: Vec3::new(linear.red, linear.green, linear.blue) }
    }

    /// The colour of a coat: linear RGB, and 1 for its alpha.
    pub fn color(&self, coat: Coat) -> [f32; 4] {
        let hull = Vec3::new(0.42, 0.45, 0.5).lerp(self.owner, TINGE);
        let color = match coat.paint {
            FacePaint::Hull => hull,
            FacePaint::Plate => 0.76 * hull,
            FacePaint::Keel => 0.5 * hull,
            FacePaint::Dark => Vec3::new(0.07, 0.075, 0.09),
            FacePaint::Metal => Vec3::new(0.24, 0.25, 0.27),
            FacePaint::Stripe => self.owner,
            FacePaint::Window => Vec3::new(0.75, 0.6, 0.35),
            FacePaint::Glass => Vec3::new(0.11, 0.22, 0.24),
            FacePaint::Sail => Vec3::new(0.03, 0.055, 0.19),
        };
        let shaded = color * coat.shade;
        [shaded.x, shaded.y, shaded.z, 1.0]
    }

    /// A row of pixels, linear RGBA of one byte each: emission of faces, in units of [`WINDOW_LIGHT`].
    /// [`FaceKind::glow_place`] gives the pixel of a face.
    pub fn glow_pixels(&self) -> Vec<u8> {
        let dim = self.owner * (HULL_LIGHT / WINDOW_LIGHT);
        let lights = [dim, dim, dim, self.owner * (STRIPE_LIGHT / WINDOW_LIGHT), WINDOW_COLOR, dim];
        let byte = |share: f32| (share.clamp(0.0, 1.0) * 255.0).round() as u8;
        lights.iter().flat_map(|light| [byte(light.x), byte(light.y), byte(light.z), 255]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_shine_and_plates_hardly_do() {
        let palette = OwnerPaint::of(Color::srgb(0.2, 0.5, 1.0));
        let pixels = palette.glow_pixels();
        assert_eq!(pixels.len() as u32, 4 * GLOW_COUNT);
        let red = |coat: Coat| pixels[4 * (coat.kind().glow_place(0.5) * GLOW_COUNT as f32) as usize];
        assert_eq!(red(Coat::WINDOW), 255);
        assert!(red(Coat::HULL) < 10 && red(Coat::SAIL) < 10);
    }

    #[test]
    fn stripes_are_in_the_owners_colour() {
        let owner = Color::srgb(0.9, 0.3, 0.1);
        let linear = owner.to_linear();
        let [red, green, blue, alpha] = OwnerPaint::of(owner).color(Coat::STRIPE);
        assert_eq!((red, green, blue, alpha), (linear.red, linear.green, linear.blue, 1.0));
        let [plate, ..] = OwnerPaint::of(owner).color(Coat::PLATE);
        let [hull, ..] = OwnerPaint::of(owner).color(Coat::HULL);
        assert!(plate < hull);
    }
}
