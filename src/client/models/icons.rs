//! The pictures of the icons, drawn by arithmetic: white shapes that are tinted when they are used.

use bevy::prelude::*;

use super::canvas::stencil;

/// Pixels of an icon's picture, each way.
const PIXELS: u32 = 48;
/// Width of an outline, as a share of half the picture.
const OUTLINE: f32 = 0.2;

/// The shapes. An icon's meaning is clear from its shape alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IconShape {
    /// A star.
    Star,
    /// A planet.
    #[default]
    Disc,
    /// A dwarf planet.
    Ring,
    /// A moon.
    Dot,
    /// A comet.
    Comet,
    /// A light ship.
    Dart,
    /// A ship with wings.
    Wing,
    /// A long ship.
    Spine,
    /// A heavy ship.
    Block,
    /// Corners about a selected object.
    Brackets,
    /// A place to fly to.
    Target,
    /// Troopers that land: an arrow down to the ground.
    Landing,
    /// About a body of the player's.
    OwnRing,
    /// About a body of others.
    OthersRing,
}

impl IconShape {
    /// All shapes.
    pub const ALL: [Self; 14] = [
        Self::Star,
        Self::Disc,
        Self::Ring,
        Self::Dot,
        Self::Comet,
        Self::Dart,
        Self::Wing,
        Self::Spine,
        Self::Block,
        Self::Brackets,
        Self::Target,
        Self::Landing,
        Self::OwnRing,
        Self::OthersRing,
    ];

    /// Distance from the shape's edge at a point of the square from -1 to 1, negative inside; y is up.
    fn distance(self, point: Vec2) -> f32 {
        let radius = point.length();
        match self {
            Self::Star => {
                // Eight rays about a disc.
                let ray = (point.to_angle() * 4.0).cos();
                radius - 0.55 - 0.35 * ray.max(0.0) * ray.max(0.0)
            }
            Self::Disc => radius - 0.85,
            Self::Ring => (radius - 0.72).abs() - OUTLINE * 0.8,
            Self::Dot => radius - 0.75,
            Self::Comet => {
                let head = (point - Vec2::splat(-0.4)).length() - 0.45;
                let along = (point.x + point.y) * 0.5 + 0.4;
                let across = ((point.x - point.y) * std::f32::consts::FRAC_1_SQRT_2).abs();
                let tail = if along > 0.0 { across - 0.35 * (1.0 - along / 1.3) } else { 1.0 };
                head.min(tail)
            }
            Self::Dart => wedge(point, 0.85, 0.65),
            Self::Wing => wedge(point, 0.9, 0.95).max(-wedge(point + Vec2::Y * 0.75, 0.9, 0.95)),
            Self::Spine => point.x.abs() * 1.6 + point.y.abs() - 0.95,
            Self::Block => point.x.abs().max(point.y.abs()) - 0.7,
            Self::Brackets => {
                let edge = point.x.abs().max(point.y.abs());
                let corner = point.x.abs().min(point.y.abs());
                ((edge - 0.88).abs() - 0.07).max(0.45 - corner)
            }
            Self::Target => {
                let ring = (radius - 0.75).abs() - 0.09;
                ring.min(radius - 0.16)
            }
            Self::OwnRing => (radius - 0.88).abs() - 0.075,
            Self::OthersRing => {
                let from_edge = (point.x.abs() + point.y.abs() - 0.97) * std::f32::consts::FRAC_1_SQRT_2;
                (from_edge + 0.075).abs() - 0.075
            }
            Self::Landing => {
                let arrow = wedge(Vec2::new(point.x, 0.2 - point.y), 0.7, 0.7);
                let ground = (point.x.abs() - 0.85).max((point.y + 0.8).abs() - 0.13);
                arrow.min(ground)
            }
        }
    }
}

/// An upright triangle.
fn wedge(point: Vec2, height: f32, width: f32) -> f32 {
    let below = -point.y - height;
    let slope = Vec2::new(2.0 * height, width).normalize();
    let beside = slope.x * point.x.abs() + slope.y * (point.y - height);
    beside.max(below)
}

/// The pictures of all shapes, filled and as outlines.
#[derive(Resource, Clone, Debug, Default)]
pub struct Icons {
    filled: Vec<Handle<Image>>,
    outlined: Vec<Handle<Image>>,
}

impl Icons {
    /// Draws all shapes.
    pub fn draw(images: &mut Assets<Image>) -> Self {
        let mut all = |is_filled| IconShape::ALL.map(|shape| images.add(picture(shape, is_filled))).to_vec();
        Self { filled: all(true), outlined: all(false) }
    }

    /// The picture of a shape. Own units are filled, foreign ones are outlines.
    pub fn get(&self, shape: IconShape, is_filled: bool) -> Handle<Image> {
        let pictures = if is_filled { &self.filled } else { &self.outlined };
        pictures.get(shape as usize).cloned().unwrap_or_default()
    }
}

fn picture(shape: IconShape, is_filled: bool) -> Image {
    stencil(PIXELS, |point| {
        let distance = shape.distance(point);
        let distance = if is_filled { distance } else { (distance + OUTLINE * 0.5).abs() - OUTLINE * 0.5 };
        0.5 - distance * PIXELS as f32 * 0.25
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_differ_from_one_another() {
        let area = |shape: IconShape| -> Vec<bool> {
            (0..400)
                .map(|index| {
                    let point = Vec2::new((index % 20) as f32 - 9.5, (index / 20) as f32 - 9.5) / 10.0;
                    shape.distance(point) < 0.0
                })
                .collect()
        };
        for (index, one) in IconShape::ALL.iter().enumerate() {
            for other in &IconShape::ALL[..index] {
                let differing = area(*one).iter().zip(area(*other)).filter(|(a, b)| **a != *b).count();
                assert!(differing > 12, "{one:?} and {other:?} look alike: {differing}");
            }
        }
    }
}
