//! The pictures of globes, as one sees bodies from afar, and of the night side that lies on a globe.

use std::f32::consts::PI;

use bevy::prelude::*;

use super::canvas::{Canvas, square};

/// Room about the globe, pixels.
pub const MARGIN: f32 = 2.0;
/// Direction to the star, of unit length, in the frame of the globe: from before it, above and to the left.
const STAR: Vec3 = Vec3::new(0.70, 0.45, 0.555);
/// Light on the night side, and how much more there is under the star.
const LIGHTS: (f32, f32) = (0.03, 1.25);
/// Light of the rim of a globe that shines, as a share of that of its middle.
const RIM: f32 = 0.55;

/// Paints a globe, this many pixels each way. `color_at` has the colour of its ground, linear RGB, at a point of the
/// unit sphere: x toward the eye, y to the north pole, -z to the right. A globe that `shines` has no night side.
pub fn paint_globe(pixels: u32, shines: bool, color_at: impl Fn(Vec3) -> Vec3) -> Image {
    let half = 0.5 * pixels as f32;
    let radius = half - MARGIN;
    square(pixels, |point| {
        let place = point * (half / radius);
        let cover = ((1.0 - place.length()) * radius + 0.5).clamp(0.0, 1.0);
        let flat = place.clamp_length_max(1.0);
        let toward = (1.0 - flat.length_squared()).max(0.0).sqrt();
        let point = Vec3::new(toward, flat.y, -flat.x);
        let light = if shines { RIM + (1.0 - RIM) * toward } else { light_on(point) };
        let color = (color_at(point) * light).min(Vec3::ONE);
        Color::from(LinearRgba::from_vec3(color).with_alpha(cover))
    })
}

/// The steps of the phase, from full to new: so many that the night grows by about a pixel of a small globe.
pub const PHASES: u16 = 24;
/// Pixels of the picture of a night, each way.
const NIGHT_PIXELS: f32 = 60.0;
/// Light on the night side of a small globe: its map is still to be seen.
const NIGHT_LIGHT: f32 = 0.16;
/// How steep the light grows from the edge of the night.
const DAWN: f32 = 2.2;

/// The night sides of all phases, side by side, full at the left: black, to be laid on a globe that is lit from the
/// right.
pub fn paint_nights() -> Image {
    let size = Vec2::new(NIGHT_PIXELS * f32::from(PHASES), NIGHT_PIXELS).as_uvec2();
    let radius = 0.5 * NIGHT_PIXELS - MARGIN;
    let mut canvas = Canvas::new(size, Color::NONE);
    canvas.fill(|at| {
        let phase = (at.x / NIGHT_PIXELS).floor();
        let middle = Vec2::new(phase + 0.5, 0.5) * NIGHT_PIXELS;
        Color::BLACK.with_alpha(night_at((at - middle) / radius, phase, radius))
    });
    canvas.picture()
}

/// The share of the light that a night stops at a place of its globe, whose radius is 1 there and a number of pixels in
/// the picture.
fn night_at(place: Vec2, phase: f32, radius: f32) -> f32 {
    let cover = ((1.0 - place.length()) * radius + 0.5).clamp(0.0, 1.0);
    let flat = place.clamp_length_max(1.0);
    let toward = (1.0 - flat.length_squared()).max(0.0).sqrt();
    let angle = PI * phase / f32::from(PHASES - 1);
    let light = angle.sin() * flat.x + angle.cos() * toward;
    let day = (DAWN * light).clamp(0.0, 1.0);
    cover * (1.0 - NIGHT_LIGHT) * (1.0 - day)
}

/// The part of the picture of nights that belongs to a phase.
pub fn night_part(phase: u16) -> Rect {
    let left = NIGHT_PIXELS * f32::from(phase.min(PHASES - 1));
    Rect::new(left, 0.0, left + NIGHT_PIXELS, NIGHT_PIXELS)
}

/// The size of the picture of a night on a globe of a diameter.
pub fn night_size(diameter: f32) -> f32 {
    diameter * NIGHT_PIXELS / (NIGHT_PIXELS - 2.0 * MARGIN)
}

/// The phase of a globe, by the cosine of the angle at it between the eye and its star.
pub fn phase_of(cosine: f32) -> u16 {
    let share = cosine.clamp(-1.0, 1.0).acos() / PI;
    (share * f32::from(PHASES - 1)).round() as u16
}

fn light_on(point: Vec3) -> f32 {
    let (night, day) = LIGHTS;
    night + day * point.dot(STAR).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pixels of a globe of 40 pixels each way: red, green, blue and alpha.
    fn globe(shines: bool, color_at: impl Fn(Vec3) -> Vec3) -> impl Fn(usize, usize) -> [u8; 4] {
        let data = paint_globe(40, shines, color_at).data.unwrap_or_default();
        move |column, row| std::array::from_fn(|part| data[4 * (40 * row + column) + part])
    }

    #[test]
    fn a_globe_is_round_and_lit_from_the_upper_left() {
        let pixel = globe(false, |_| Vec3::splat(0.5));
        assert_eq!((pixel(0, 0)[3], pixel(39, 39)[3], pixel(20, 20)[3]), (0, 0, 255));
        assert!(pixel(12, 12)[0] > pixel(20, 20)[0].saturating_sub(20) && pixel(30, 30)[0] < 90);
        let shining = globe(true, |_| Vec3::splat(0.5));
        assert!(shining(30, 30)[0] > 100 && shining(20, 20)[0] > shining(30, 30)[0]);
    }

    #[test]
    fn north_is_up_and_east_to_the_right() {
        let pixel = globe(true, |point| Vec3::new(f32::from(point.y > 0.0), f32::from(point.z < 0.0), 0.0));
        let lit = |column: usize, row: usize| pixel(column, row).map(|part| part > 100);
        assert_eq!(lit(26, 14)[..2], [true, true], "the north-east");
        assert_eq!(lit(14, 26)[..2], [false, false], "the south-west");
        assert_eq!(lit(14, 14)[..2], [true, false], "the north-west");
    }

    #[test]
    fn nights_grow_from_full_to_new_and_are_dark_on_the_left() {
        let data = paint_nights().data.unwrap_or_default();
        let (across, size) = (usize::from(PHASES) * NIGHT_PIXELS as usize, NIGHT_PIXELS as usize);
        let opacity =
            |phase: usize, column: usize| data[4 * (across * (size / 2) + size * phase + column) + 3];
        let dark = |phase: usize| (0..size).filter(|column| opacity(phase, *column) > 150).count();
        let counts: Vec<usize> = (0..usize::from(PHASES)).map(dark).collect();
        assert!(counts.is_sorted() && counts[0] < 3 && counts[23] > 50, "{counts:?}");
        assert!(opacity(11, 5) > 150 && opacity(11, 54) < 30, "the star is at the right");
        assert!((0..across).all(|column| data[4 * column + 3] == 0), "nothing is dark beside the globe");
        assert_eq!([1.0, -1.0].map(phase_of), [0, PHASES - 1]);
        assert_eq!(night_part(2).min.x, 2.0 * NIGHT_PIXELS);
        assert_eq!(night_size(28.0), 30.0);
    }
}
