//! The picture of a globe, as one sees a body from afar.

use bevy::prelude::*;

use super::canvas::square;

/// Room about the globe, pixels.
const MARGIN: f32 = 2.0;
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
}
