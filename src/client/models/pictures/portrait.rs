//! Pictures of hulls in sunlight, without a renderer: each point shows the nearest face of the mesh.

use bevy::prelude::*;

use super::canvas::Canvas;
use crate::client::models::mesh_builder::{OwnerPaint, Triangle};

/// Samples of a pixel, each way.
const FINENESS: u32 = 2;
/// The share of the picture that a hull fills.
const ROOM: f32 = 0.92;
/// The direction of the eye: from the side, from ahead and from above. The bow is at the right then.
const TOWARD_EYE: Vec3 = Vec3::new(1.0, 0.75, -0.55);
/// The direction of the sun.
const TOWARD_SUN: Vec3 = Vec3::new(0.5, 1.0, -0.7);
/// The light on a face in the shadow, and that of the sun on a face towards it, as factors on its colour.
const LIGHTS: (f32, f32) = (0.4, 1.7);
/// Smaller triangles are not drawn, square samples.
const LEAST_AREA: f32 = 1.0e-4;

/// What a sample shows.
#[derive(Clone, Copy, Debug)]
struct Sample {
    /// How near it is to the eye.
    nearness: f32,
    /// Linear RGB.
    color: Vec3,
}

/// The picture of a mesh that is stretched by these factors, in the colours of an owner; it has this many pixels each
/// way.
pub fn portrait(triangles: &[Triangle], stretch: Vec3, paint: &OwnerPaint, pixels: u32) -> Image {
    let side = pixels * FINENESS;
    let toward = TOWARD_EYE.normalize();
    let right = Vec3::Y.cross(toward).normalize();
    let up = toward.cross(right);
    let seen = |corner: Vec3| Vec3::new(corner.dot(right), -corner.dot(up), corner.dot(toward));
    let stretched: Vec<[Vec3; 3]> =
        triangles.iter().map(|face| face.corners.map(|corner| corner * stretch)).collect();
    let places = || stretched.iter().flatten().map(|corner| seen(*corner).truncate());
    let low = places().fold(Vec2::INFINITY, Vec2::min);
    let high = places().fold(Vec2::NEG_INFINITY, Vec2::max);
    let scale = ROOM * side as f32 / (high - low).max_element().max(f32::MIN_POSITIVE);
    let middle = 0.5 * (low + high);
    let on_picture = |corner: Vec3| {
        let place = seen(corner);
        let flat = scale * (place.truncate() - middle) + 0.5 * side as f32;
        flat.extend(place.z)
    };
    let mut samples = Samples::new(side);
    for (face, corners) in triangles.iter().zip(&stretched) {
        let [red, green, blue, _] = paint.color(face.coat);
        let color = Vec3::new(red, green, blue) * light_on(corners, toward);
        samples.put(corners.map(on_picture), color);
    }
    let mut canvas = Canvas::new(UVec2::splat(pixels), Color::NONE);
    canvas.fill(|at| samples.color_of(at.as_uvec2()));
    canvas.picture()
}

/// The light on a face, as a factor on its colour. Thin faces are lit from the side from which they are seen.
fn light_on(corners: &[Vec3; 3], toward_eye: Vec3) -> f32 {
    let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize_or_zero();
    let outside = if normal.dot(toward_eye) < 0.0 { -normal } else { normal };
    LIGHTS.0 + LIGHTS.1 * outside.dot(TOWARD_SUN.normalize()).max(0.0)
}

/// The samples of a picture, in rows from above.
struct Samples {
    /// Samples each way.
    side: u32,
    all: Vec<Option<Sample>>,
}

impl Samples {
    fn new(side: u32) -> Self {
        Self { side, all: vec![None; (side * side) as usize] }
    }

    /// Draws a face: places to the right and down, samples, and nearness.
    fn put(&mut self, corners: [Vec3; 3], color: Vec3) {
        let [one, two, three] = corners.map(Vec3::truncate);
        let area = (two - one).perp_dot(three - one);
        if area.abs() < LEAST_AREA {
            return;
        }
        let first = one.min(two).min(three).floor().as_uvec2();
        let last = one.max(two).max(three).ceil().as_uvec2().min(UVec2::splat(self.side));
        for row in first.y..last.y {
            for column in first.x..last.x {
                let at = UVec2::new(column, row).as_vec2() + 0.5;
                let of_one = (two - at).perp_dot(three - at) / area;
                let of_two = (three - at).perp_dot(one - at) / area;
                let shares = Vec3::new(of_one, of_two, 1.0 - of_one - of_two);
                if shares.min_element() < 0.0 {
                    continue;
                }
                let nearness = shares.dot(Vec3::from_array(corners.map(|corner| corner.z)));
                let Some(sample) = self.all.get_mut((row * self.side + column) as usize) else { continue };
                if sample.is_none_or(|known| known.nearness < nearness) {
                    *sample = Some(Sample { nearness, color });
                }
            }
        }
    }

    /// The colour of a pixel: the mean of its samples.
    fn color_of(&self, pixel: UVec2) -> Color {
        let first = FINENESS * pixel;
        let places = (0..FINENESS).flat_map(|row| (0..FINENESS).map(move |column| (row, column)));
        let found = places.filter_map(|(row, column)| {
            self.all.get(((first.y + row) * self.side + first.x + column) as usize).copied().flatten()
        });
        let (sum, count) =
            found.fold((Vec3::ZERO, 0.0), |(sum, count), sample| (sum + sample.color, count + 1.0));
        if count < 1.0 {
            return Color::NONE;
        }
        let mean = sum / count;
        Color::linear_rgba(mean.x, mean.y, mean.z, count / (FINENESS * FINENESS) as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::models::hulls::{self, HullPlan};
    use crate::level::HullStyle;

    #[test]
    fn a_hull_fills_its_picture_and_has_light_and_shadow() {
        let kit = hulls::build(HullPlan::default(), HullStyle::Arrow, 0, 0);
        let paint = OwnerPaint::of(Color::srgb(0.6, 0.7, 0.8));
        let picture = portrait(kit.triangles(), Vec3::ONE, &paint, 144);
        let data = picture.data.expect("it has pixels");
        let drawn: Vec<&[u8]> = data.chunks(4).filter(|pixel| pixel[3] == 255).collect();
        let all = 144 * 144;
        assert!((all / 16..all / 2).contains(&drawn.len()), "{} of {all}", drawn.len());
        let brightness = |pixel: &&[u8]| u32::from(pixel[0]) + u32::from(pixel[1]) + u32::from(pixel[2]);
        let dark = drawn.iter().map(brightness).min().unwrap_or_default();
        let bright = drawn.iter().map(brightness).max().unwrap_or_default();
        assert!(bright > dark + 150, "{dark}, {bright}");
    }

    #[test]
    fn the_nearer_face_is_seen_in_whatever_order_they_are_drawn() {
        let face = |nearness: f32| {
            [(10.0, 10.0), (60.0, 10.0), (10.0, 60.0)].map(|(x, y): (f32, f32)| Vec3::new(x, y, nearness))
        };
        let seen = |order: [f32; 2]| {
            let mut samples = Samples::new(144);
            order.into_iter().for_each(|nearness| samples.put(face(nearness), Vec3::splat(nearness)));
            samples.color_of(UVec2::splat(10))
        };
        let near = Color::linear_rgba(0.8, 0.8, 0.8, 1.0);
        assert_eq!([seen([0.8, 0.2]), seen([0.2, 0.8])], [near; 2]);
    }
}
