//! The pictures of the icons, drawn by arithmetic: white shapes that are tinted when they are used.

use std::collections::HashMap;

use bevy::prelude::*;

use super::canvas::{square, stencil};
use super::globe::paint_nights;
use super::outlines::{self, Stroke};
use super::segment::distance_from;
use super::ship_mark::ShipMark;
use crate::client::frame::Relation;
use crate::level::StructureShape;

/// Pixels of an icon's picture, each way.
const PIXELS: u32 = 36;
/// Width of an outline, as a share of half the picture.
const OUTLINE: f32 = 0.2;
/// Half the width of the strokes of a structure, and the size of the whole, as shares of half the picture.
const STROKE: (f32, f32) = (0.09, 0.88);

/// The size of a shape above a line, how far it is raised, and the width of the line, as shares of half the picture.
const ABOVE_LINE: (f32, f32, f32) = (0.76, 0.24, 0.26);

/// The picture of a star: radius of its disc, the way over which its light falls to 1/e, half the width of its rays,
/// all as shares of half the picture; and the strength of the light and of the rays beside the disc.
const STAR_CORE: f32 = 0.42;
const STAR_FALL: f32 = 0.20;
const RAY_WIDTH: f32 = 0.10;
const STAR_LIGHT: (f32, f32) = (0.65, 0.55);

/// Width of the dark rim of brackets, as a share of half the picture, and its opacity: they are seen before bright
/// clouds. The rim does not reach into the part of the picture that is stretched.
const RIM: (f32, f32) = (0.07, 0.7);

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
    /// Corners about a selected object.
    Brackets,
    /// A place to fly to.
    Target,
    /// Troopers that land: an arrow down to the ground.
    Landing,
    /// About a body of the player's.
    OwnRing,
    /// About a body of an ally's.
    AlliesRing,
    /// About a body of others.
    OthersRing,
    /// A fleet of others on the minimap.
    Foe,
    /// Where units of others were seen last, on the minimap.
    Contact,
    /// Beside a damaged ship: a broken plate.
    Damaged,
    /// Beside a ship that stands idle: two bars.
    Idle,
    /// A ship, by its class.
    Ship(ShipMark),
}

impl IconShape {
    /// All shapes but those of ships.
    const OTHERS: [Self; 15] = [
        Self::Star,
        Self::Disc,
        Self::Ring,
        Self::Dot,
        Self::Comet,
        Self::Brackets,
        Self::Target,
        Self::Landing,
        Self::OwnRing,
        Self::AlliesRing,
        Self::OthersRing,
        Self::Foe,
        Self::Contact,
        Self::Damaged,
        Self::Idle,
    ];

    /// All shapes, in the order of their pictures.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::OTHERS.into_iter().chain(ShipMark::ALL.map(Self::Ship))
    }

    /// Its place among all shapes.
    fn index(self) -> usize {
        match self {
            Self::Ship(mark) => Self::OTHERS.len() + mark as usize,
            other => Self::OTHERS.iter().position(|one| *one == other).unwrap_or_default(),
        }
    }

    /// Distance from the shape's edge at a point of the square from -1 to 1, negative inside; y is up.
    fn distance(self, point: Vec2) -> f32 {
        let radius = point.length();
        match self {
            Self::Star => radius - STAR_CORE,
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
            Self::AlliesRing => {
                // A leaf: two of its four corners are those of a square.
                let is_corner = point.x * point.y > 0.0;
                let far = if is_corner { point.abs().max_element() } else { radius };
                (far - 0.88).abs() - 0.075
            }
            Self::OthersRing => (from_diamond(point, 0.97) + 0.075).abs() - 0.075,
            Self::Foe => from_diamond(point, 0.97),
            Self::Contact => from_diamond(point, 0.97).max(0.2 - point.y.abs()),
            Self::Damaged => {
                let plate = wedge(Vec2::new(point.x, -point.y), 0.8, 0.95);
                plate.max(0.2 - (point.x + 0.45 * point.y).abs())
            }
            Self::Idle => ((point.x.abs() - 0.42).abs() - 0.2).max(point.y.abs() - 0.75),
            Self::Ship(mark) => from_strokes(outlines::of_ship(mark), point),
            Self::Landing => {
                let arrow = wedge(Vec2::new(point.x, 0.2 - point.y), 0.7, 0.7);
                let ground = (point.x.abs() - 0.85).max((point.y + 0.8).abs() - 0.13);
                arrow.min(ground)
            }
        }
    }
}

/// A square on its corner, which lies so far from the middle.
fn from_diamond(point: Vec2, corner: f32) -> f32 {
    (point.x.abs() + point.y.abs() - corner) * std::f32::consts::FRAC_1_SQRT_2
}

/// An upright triangle.
fn wedge(point: Vec2, height: f32, width: f32) -> f32 {
    let below = -point.y - height;
    let slope = Vec2::new(2.0 * height, width).normalize();
    let beside = slope.x * point.x.abs() + slope.y * (point.y - height);
    beside.max(below)
}

/// The straight pieces of strokes.
fn sides(strokes: &[Stroke]) -> impl Iterator<Item = (Vec2, Vec2)> {
    let corner = |(x, y): (f64, f64)| Vec2::new(x as f32, y as f32);
    let pairs = strokes.iter().flat_map(|stroke| stroke.windows(2));
    pairs.map(move |ends| (corner(ends[0]), corner(ends[1])))
}

/// Distance from the nearest of the strokes.
fn to_strokes(strokes: &[Stroke], point: Vec2) -> f32 {
    sides(strokes).map(|(from, to)| distance_from(point, from, to)).fold(f32::INFINITY, f32::min)
}

/// Distance from closed strokes, negative within an odd number of them.
fn from_strokes(strokes: &[Stroke], point: Vec2) -> f32 {
    let nearest = to_strokes(strokes, point);
    let is_crossed = |(from, to): &(Vec2, Vec2)| {
        (from.y > point.y) != (to.y > point.y)
            && point.x < from.x + (to.x - from.x) * (point.y - from.y) / (to.y - from.y)
    };
    let is_inside = sides(strokes).filter(is_crossed).count() % 2 == 1;
    if is_inside { -nearest } else { nearest }
}

/// The pictures of all shapes, filled and as outlines, those of structures, and that of nights on globes.
#[derive(Resource, Clone, Debug, Default)]
pub struct Icons {
    filled: Vec<Handle<Image>>,
    outlined: Vec<Handle<Image>>,
    underlined: Vec<Handle<Image>>,
    structures: HashMap<StructureShape, Handle<Image>>,
    nights: Handle<Image>,
}

impl Icons {
    /// Draws all shapes.
    pub fn draw(images: &mut Assets<Image>) -> Self {
        let mut all =
            |is_filled| IconShape::all().map(|shape| images.add(picture(shape, is_filled))).collect();
        let (filled, outlined) = (all(true), all(false));
        let underlined = IconShape::all().map(|shape| images.add(underlined_picture(shape))).collect();
        let structures = outlines::structures().map(|shape| (shape, images.add(structure_picture(shape))));
        let structures = structures.collect();
        Self { filled, outlined, underlined, structures, nights: images.add(paint_nights()) }
    }

    /// The picture of a shape. Own units are filled, foreign ones are outlines.
    pub fn get(&self, shape: IconShape, is_filled: bool) -> Handle<Image> {
        let pictures = if is_filled { &self.filled } else { &self.outlined };
        pictures.get(shape.index()).cloned().unwrap_or_default()
    }

    /// The picture of a shape for an owner: own units are filled, those of allies stand on a line, and those of others
    /// are outlines.
    pub fn of(&self, shape: IconShape, owner: Relation) -> Handle<Image> {
        match owner {
            Relation::Own => self.get(shape, true),
            Relation::Ally => self.underlined.get(shape.index()).cloned().unwrap_or_default(),
            Relation::Other => self.get(shape, false),
        }
    }

    /// The picture of the nights of all phases, see [`paint_nights`].
    pub fn nights(&self) -> Handle<Image> {
        self.nights.clone()
    }

    /// The picture of a structure: its outline on the sky.
    pub fn structure(&self, shape: StructureShape) -> Handle<Image> {
        self.structures.get(&shape).cloned().unwrap_or_default()
    }
}

fn picture(shape: IconShape, is_filled: bool) -> Image {
    match shape {
        IconShape::Brackets => return rimmed_picture(shape),
        IconShape::Star => return stencil(PIXELS, star_light),
        _ => {}
    }
    stencil(PIXELS, |point| {
        let distance = shape.distance(point);
        let distance = if is_filled { distance } else { (distance + OUTLINE * 0.5).abs() - OUTLINE * 0.5 };
        0.5 - distance * PIXELS as f32 * 0.25
    })
}

/// Opacity of the picture of a star at a point of the square from -1 to 1: a disc that shines, with eight fine rays
/// that end before the edge.
fn star_light(point: Vec2) -> f32 {
    let radius = point.length();
    let disc = 0.5 - (radius - STAR_CORE) * PIXELS as f32 * 0.25;
    let out = (radius - STAR_CORE).max(0.0);
    let left = (1.0 - radius).clamp(0.0, 1.0) / (1.0 - STAR_CORE);
    let (light, ray) = STAR_LIGHT;
    let from_ray = radius * (point.to_angle() * 4.0).sin().abs() / 4.0;
    let rays = ray * (1.0 - from_ray / RAY_WIDTH).max(0.0);
    disc.max(left.min(1.0) * (light * (-out / STAR_FALL).exp() + rays)).clamp(0.0, 1.0)
}

/// A filled shape above a line.
fn underlined_picture(shape: IconShape) -> Image {
    let (size, rise, line) = ABOVE_LINE;
    stencil(PIXELS, |point| {
        let above = size * shape.distance((point - Vec2::Y * rise) / size);
        let below = (point.x.abs() - 0.85).max((point.y + 1.0).abs() - line);
        0.5 - above.min(below) * PIXELS as f32 * 0.25
    })
}

/// The picture of a shape, white with a dark rim, which stays dark when the shape is tinted.
fn rimmed_picture(shape: IconShape) -> Image {
    let (width, opacity) = RIM;
    square(PIXELS, |point| {
        let distance = shape.distance(point);
        let within = |edge: f32| (0.5 - (distance - edge) * PIXELS as f32 * 0.25).clamp(0.0, 1.0);
        let white = within(0.0);
        Color::srgba(white, white, white, white.max(opacity * within(width)))
    })
}

fn structure_picture(shape: StructureShape) -> Image {
    let (half_width, size) = STROKE;
    stencil(PIXELS, |point| {
        let distance = size * to_strokes(outlines::of_structure(shape), point / size) - half_width;
        0.5 - distance * PIXELS as f32 * 0.25
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::test_support::SHAPES;

    /// The opacities of a picture at 16 pixels, row by row.
    fn small(picture: Image) -> Vec<f32> {
        let data = picture.data.expect("it has pixels");
        let (size, step) = (PIXELS as usize, PIXELS as f32 / 16.0);
        let at = |index: usize| {
            let middle = |cell: usize| ((cell as f32 + 0.5) * step) as usize;
            f32::from(data[4 * (middle(index / 16) * size + middle(index % 16)) + 3]) / 255.0
        };
        (0..256).map(at).collect()
    }

    #[test]
    fn brackets_have_a_dark_rim() {
        let data = picture(IconShape::Brackets, true).data.expect("it has pixels");
        let pixel = |column: usize, row: usize| {
            let first = 4 * (row * PIXELS as usize + column);
            (data[first], data[first + 3])
        };
        let ((white, solid), (dark, seen)) = (pixel(30, 2), pixel(30, 4));
        assert!(white > 230 && solid > 230 && dark < 20 && seen > 60, "{white} {solid}, {dark} {seen}");
        assert_eq!(pixel(18, 18).1, 0);
        assert!((0..PIXELS as usize).all(|row| pixel(13, row).1 == 0), "nothing is stretched");
    }

    /// Fails if the picture of a star is a hard shape, or if it is cut off at the edge of its square.
    #[test]
    fn a_star_shines_and_its_light_ends_within_its_picture() {
        assert_eq!(star_light(Vec2::ZERO), 1.0);
        let between_rays = Vec2::from_angle(std::f32::consts::PI / 8.0);
        let light = [0.5, 0.6, 0.7, 0.8].map(|radius| star_light(between_rays * radius));
        assert!(light.is_sorted_by(|near, far| near > far), "{light:?}");
        assert!((0.1..0.7).contains(&light[0]), "{light:?}");
        assert!(star_light(Vec2::X * 0.7) > light[2] + 0.1, "no ray");
        assert_eq!(star_light(Vec2::Y), 0.0);
    }

    #[test]
    fn shapes_differ_from_one_another_at_16_pixels() {
        let ships = ShipMark::ALL.map(IconShape::Ship);
        // Only ships are drawn as outlines.
        for (all, is_filled) in [(IconShape::all().collect(), true), (ships.to_vec(), false)] {
            let all: Vec<IconShape> = all;
            assert_distinct(&all, all.iter().map(|shape| picture(*shape, is_filled)));
        }
    }

    #[test]
    fn ships_of_allies_differ_from_own_ones_and_those_of_others_at_16_pixels() {
        for mark in ShipMark::ALL {
            let shape = IconShape::Ship(mark);
            let three = [picture(shape, true), underlined_picture(shape), picture(shape, false)].map(small);
            for (one, other) in [(0, 1), (1, 2)] {
                let apart: f32 = three[one].iter().zip(&three[other]).map(|(a, b)| (a - b).abs()).sum();
                assert!(apart > 12.0, "{mark:?}: {apart}");
            }
        }
    }

    #[test]
    fn structures_differ_from_one_another_at_16_pixels() {
        assert_distinct(&SHAPES, SHAPES.map(structure_picture));
    }

    fn assert_distinct<T: std::fmt::Debug>(all: &[T], pictures: impl IntoIterator<Item = Image>) {
        let pictures: Vec<Vec<f32>> = pictures.into_iter().map(small).collect();
        for (index, one) in pictures.iter().enumerate() {
            assert!(one.iter().sum::<f32>() > 12.0, "{:?} is empty", all[index]);
            for (other, shape) in pictures[..index].iter().zip(all) {
                let differing: f32 = one.iter().zip(other).map(|(a, b)| (a - b).abs()).sum();
                let two = (&all[index], shape);
                assert!(differing > 12.0, "{two:?} look alike: {differing}");
            }
        }
    }

    #[test]
    fn every_structure_has_a_picture() {
        let mut images = Assets::<Image>::default();
        let icons = Icons::draw(&mut images);
        assert!(SHAPES.iter().all(|shape| images.contains(&icons.structure(*shape))));
    }

    #[test]
    fn shapes_stand_in_the_order_of_their_pictures() {
        assert!(IconShape::all().enumerate().all(|(index, shape)| shape.index() == index));
    }

    #[test]
    fn what_lies_within_two_strokes_is_a_hole() {
        let square =
            |half: f64| vec![(half, half), (half, -half), (-half, -half), (-half, half), (half, half)];
        let strokes = [square(0.8), square(0.4)];
        assert!((from_strokes(&strokes, Vec2::ZERO) - 0.4).abs() < 1e-6);
        assert!((from_strokes(&strokes, Vec2::new(0.6, 0.1)) + 0.2).abs() < 1e-6);
        assert!((from_strokes(&strokes, Vec2::new(0.9, 0.1)) - 0.1).abs() < 1e-6);
    }
}
