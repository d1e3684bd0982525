//! Small pictures of the lines on the map, for its legend, and larger ones of the hulls of ships. They are drawn once
//! they are wanted.

use std::f64::consts::TAU;

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use crate::client::models::ShipMark;
use crate::client::models::canvas::stencil;
use crate::client::models::hulls;
use crate::client::models::hulls::HullPlan;
use crate::client::models::mesh_builder::OwnerPaint;
use crate::client::models::outlines;
use crate::client::models::outlines::Stroke;
use crate::client::models::portrait::portrait;
use crate::client::models::segment::distance_from;
use crate::client::scene::sky::body_marks::mining_marks::PICK;
use crate::client::scene::sky::body_marks::objective_flags::FLAG;
use crate::client::widgets::QUIET;
use crate::level::{HullStyle, ShipClass, StructureShape};

/// Pixels of a picture, each way.
const PIXELS: u32 = 68;
/// Pixels of the picture of a hull, each way.
const HULL_PIXELS: u32 = 288;
/// Half the width of a line, as a share of half the picture.
const HALF_LINE: f32 = 0.05;
/// The share of half the picture that a drawing may fill.
const ROOM: f32 = 0.86;
/// Pieces of a whole circle.
const PIECES: u32 = 32;
/// Height of a circle that lies in the ecliptic, as a share of its width.
const FLATNESS: f64 = 0.5;
/// The outline of a flame.
const FLAME: [(f64, f64); 7] =
    [(-0.5, -0.9), (-0.6, 0.0), (0.1, 1.0), (0.2, 0.3), (0.6, -0.2), (0.4, -0.9), (-0.5, -0.9)];

/// A drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sketch {
    /// The hull of a ship, with its length in tenths of its width.
    Hull(HullPlan, u8),
    /// The outline of a structure.
    Structure(StructureShape),
    /// A structure that grows.
    Growth,
    /// A structure that stands still.
    Idle,
    /// The path of a body, partly below the ecliptic.
    Orbit,
    /// The sign at the nearest point of a path.
    Periapsis,
    /// The sign at which a path rises through the ecliptic.
    RisingNode,
    /// The sign at which it sinks through it.
    SinkingNode,
    /// Circles in the ecliptic.
    Grid,
    /// The height of a ship.
    Stalk,
    /// A comet that is mined.
    Pick,
    /// An objective.
    Flag,
    /// Rings of a well, with their slots.
    Rings,
    /// A route, with its end.
    Route,
    /// A body at a later time.
    Later,
    /// The rim of a well.
    Well,
    /// A last known place.
    Ghost,
    /// A range of sight.
    Sight,
    /// Ranges of weapons.
    Weapons,
    /// The place at which a torpedo will hit.
    Hit,
    /// A unit that is hit.
    Flame,
    /// A battle.
    Battle,
    /// A line of fire.
    Fire,
    /// Shield and armour.
    Bars,
    /// A body of the player's on the minimap.
    OwnDot,
    /// A body of others on the minimap.
    OthersDot,
    /// A contact on the minimap.
    PulseRing,
    /// An attack or a landing on the minimap.
    PulseDoubleRing,
    /// A loss on the minimap.
    PulseDiamond,
    /// A field that was held, on the minimap.
    PulseSquare,
}

impl Sketch {
    /// The hull of a class.
    pub fn of_class(class: &ShipClass) -> Self {
        let tenths = (10.0 * class.bound_km() / class.radius_km).round().clamp(10.0, 255.0);
        Self::Hull(HullPlan::from(class), tenths as u8)
    }

    /// Its picture.
    fn draw(self) -> Image {
        let Self::Hull(plan, tenths) = self else { return picture(&self.strokes()) };
        let kit = hulls::build(plan, HullStyle::Arrow, 0, 0);
        let stretch = Vec3::new(1.0, 1.0, 0.1 * f32::from(tenths));
        portrait(kit.triangles(), stretch, &OwnerPaint::of(QUIET), HULL_PIXELS)
    }

    /// Its strokes: x to the right and y up, from -1 to 1.
    fn strokes(self) -> Vec<Stroke> {
        match self {
            Self::Hull(..) => Vec::new(),
            Self::Structure(shape) => outlines::of_structure(shape).to_vec(),
            Self::Growth => vec![square(0.4), circle(0.9, 0.75)],
            Self::Idle => {
                let bars = [0.55, 0.85].map(|x| vec![(x, -0.45), (x, 0.45)]);
                dashes(&moved(square(0.45), (-0.4, 0.0))).into_iter().chain(bars).collect()
            }
            Self::Orbit => orbit(),
            Self::Periapsis => vec![vec![(0.0, 0.8), (0.6, 0.0), (0.0, -0.8), (-0.6, 0.0), (0.0, 0.8)]],
            Self::RisingNode => vec![vec![(0.0, 0.8), (0.7, -0.5), (-0.7, -0.5), (0.0, 0.8)]],
            Self::SinkingNode => vec![vec![(0.0, -0.8), (0.7, 0.5), (-0.7, 0.5), (0.0, -0.8)]],
            Self::Grid => {
                let spokes = [(1.0, 0.0), (0.5, 0.43), (0.5, -0.43)].map(|(x, y)| vec![(x, y), (-x, -y)]);
                spokes.into_iter().chain([flat((0.0, 0.0), 0.5), flat((0.0, 0.0), 1.0)]).collect()
            }
            Self::Stalk => vec![
                vec![(0.0, 1.0), (0.25, 0.4), (-0.25, 0.4), (0.0, 1.0)],
                vec![(0.0, 0.4), (0.0, -0.7)],
                flat((0.0, -0.7), 0.5),
            ],
            Self::Pick => PICK.map(<[_]>::to_vec).to_vec(),
            Self::Flag => FLAG.map(<[_]>::to_vec).to_vec(),
            Self::Rings => rings(),
            Self::Route => {
                vec![vec![(-1.0, -0.8), (0.0, -0.5), (0.6, 0.5)], moved(circle(0.25, 1.0), (0.72, 0.72))]
            }
            Self::Later => {
                let way = ellipse((0.0, -1.0), (1.0, 1.4), (0.5, 0.2));
                vec![way, moved(circle(0.35, 1.0), (0.6, 0.3))]
            }
            Self::Well => {
                vec![circle(0.2, 1.0), flat((0.0, 0.0), 1.0), vec![(0.2, -0.2), (0.7, -0.9)]]
            }
            Self::Ghost => {
                outlines::of_ship(ShipMark::default()).iter().flat_map(|stroke| dashes(stroke)).collect()
            }
            Self::Sight => dots(&circle(0.95, 1.0)),
            Self::Weapons => vec![circle(0.5, 1.0), circle(0.95, 1.0)],
            Self::Hit => vec![vec![(-0.7, -0.7), (0.7, 0.7)], vec![(-0.7, 0.7), (0.7, -0.7)]],
            Self::Flame => vec![FLAME.to_vec()],
            Self::Battle => battle(),
            Self::Fire => line_of_fire(),
            Self::Bars => vec![vec![(-0.9, 0.25), (0.9, 0.25)], vec![(-0.9, -0.25), (0.3, -0.25)]],
            Self::OwnDot => vec![circle(0.2, 1.0), circle(0.8, 1.0)],
            Self::OthersDot => vec![circle(0.2, 1.0), square(0.8)],
            Self::PulseRing => vec![circle(0.9, 1.0)],
            Self::PulseDoubleRing => vec![circle(0.65, 1.0), circle(0.95, 1.0)],
            Self::PulseDiamond => vec![vec![(0.0, 0.9), (0.9, 0.0), (0.0, -0.9), (-0.9, 0.0), (0.0, 0.9)]],
            Self::PulseSquare => vec![square(0.8)],
        }
    }
}

/// A broken line with the head of an arrow.
fn line_of_fire() -> Vec<Stroke> {
    let line = vec![(-1.0, -0.8), (-0.6, -0.5), (-0.2, -0.2), (0.2, 0.1), (0.6, 0.4)];
    let head = vec![(0.35, 0.5), (0.8, 0.55), (0.6, 0.15)];
    dashes(&line).into_iter().chain([head]).collect()
}

/// Crossed swords above the balance of both sides.
fn battle() -> Vec<Stroke> {
    let sword = |side: f64| {
        [vec![(-0.75 * side, 0.95), (0.5 * side, -0.3)], vec![(0.1 * side, -0.25), (0.45 * side, 0.1)]]
    };
    let bar = vec![(-0.9, -0.6), (0.9, -0.6), (0.9, -0.95), (-0.9, -0.95), (-0.9, -0.6)];
    let border = vec![(0.2, -0.6), (0.2, -0.95)];
    sword(1.0).into_iter().chain(sword(-1.0)).chain([bar, border]).collect()
}

/// A path whose upper half lies above the ecliptic, and its body.
fn orbit() -> Vec<Stroke> {
    let middle = (0.0, 0.0);
    let (above, below) = ((0.0, 0.5), (0.5, 1.0));
    let half = |turns| ellipse(middle, (1.0, 0.6), turns);
    let body = moved(circle(0.15, 1.0), (1.0, 0.0));
    dots(&half(below)).into_iter().chain([half(above), body]).collect()
}

/// Two rings, with marks between their slots.
fn rings() -> Vec<Stroke> {
    let marks = (0..8).map(|slot| {
        let (sine, cosine) = libm::sincos(TAU * f64::from(slot) / 8.0);
        [0.82, 1.0].map(|radius| (radius * cosine, radius * sine)).to_vec()
    });
    marks.chain([circle(0.25, 1.0), circle(0.55, 1.0), circle(0.91, 1.0)]).collect()
}

/// A part of an ellipse, between two turns from the right, counter-clockwise.
fn ellipse(middle: (f64, f64), radii: (f64, f64), (from, to): (f64, f64)) -> Stroke {
    let pieces = ((to - from).abs() * f64::from(PIECES)).ceil().max(1.0) as u32;
    let point = |piece: u32| {
        let turns = from + (to - from) * f64::from(piece) / f64::from(pieces);
        let (sine, cosine) = libm::sincos(TAU * turns);
        (middle.0 + radii.0 * cosine, middle.1 + radii.1 * sine)
    };
    (0..=pieces).map(point).collect()
}

/// A part of a circle about the middle, clockwise from the top.
fn circle(radius: f64, share: f64) -> Stroke {
    ellipse((0.0, 0.0), (radius, radius), (0.25, 0.25 - share))
}

/// A circle that lies in the ecliptic.
fn flat(middle: (f64, f64), radius: f64) -> Stroke {
    ellipse(middle, (radius, FLATNESS * radius), (0.0, 1.0))
}

fn square(half: f64) -> Stroke {
    vec![(half, half), (half, -half), (-half, -half), (-half, half), (half, half)]
}

fn moved(stroke: Stroke, (right, up): (f64, f64)) -> Stroke {
    stroke.into_iter().map(|(x, y)| (x + right, y + up)).collect()
}

/// The first and the last third of each piece of a stroke.
fn dashes(stroke: &[(f64, f64)]) -> Vec<Stroke> {
    let at = |from: (f64, f64), to: (f64, f64), share: f64| {
        (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
    };
    let halves = |ends: &[(f64, f64)]| {
        let (from, to) = (ends[0], ends[1]);
        [vec![from, at(from, to, 0.3)], vec![at(from, to, 0.7), to]]
    };
    stroke.windows(2).flat_map(halves).collect()
}

/// Every third piece of a stroke.
fn dots(stroke: &[(f64, f64)]) -> Vec<Stroke> {
    stroke.windows(2).step_by(3).map(<[(f64, f64)]>::to_vec).collect()
}

/// The pictures of the drawings that were wanted so far.
#[derive(Resource, Clone, Debug, Default)]
pub struct Sketches(HashMap<Sketch, Handle<Image>>);

impl Sketches {
    /// The picture of a drawing; nothing if it was never wanted.
    pub fn get(&self, sketch: Sketch) -> Handle<Image> {
        self.0.get(&sketch).cloned().unwrap_or_default()
    }

    /// Draws what is not drawn yet.
    pub fn draw(&mut self, wanted: impl Iterator<Item = Sketch>, images: &mut Assets<Image>) {
        for sketch in wanted {
            self.0.entry(sketch).or_insert_with(|| images.add(sketch.draw()));
        }
    }
}

/// White lines.
fn picture(strokes: &[Stroke]) -> Image {
    let point = |(x, y): (f64, f64)| ROOM * Vec2::new(x as f32, y as f32);
    let ends = strokes.iter().flat_map(|stroke| stroke.windows(2));
    let pieces: Vec<(Vec2, Vec2)> = ends.map(|ends| (point(ends[0]), point(ends[1]))).collect();
    stencil(PIXELS, |at| {
        let nearest =
            pieces.iter().map(|(from, to)| distance_from(at, *from, *to)).fold(f32::INFINITY, f32::min);
        0.5 + (HALF_LINE - nearest) * PIXELS as f32 * 0.5
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::client::hud::help::encyclopedia::test_support::shipped;
    use crate::level::test_support::SHAPES;

    const OTHERS: [Sketch; 27] = [
        Sketch::Growth,
        Sketch::Idle,
        Sketch::Orbit,
        Sketch::Periapsis,
        Sketch::RisingNode,
        Sketch::SinkingNode,
        Sketch::Grid,
        Sketch::Stalk,
        Sketch::Flag,
        Sketch::Rings,
        Sketch::Route,
        Sketch::Later,
        Sketch::Well,
        Sketch::Ghost,
        Sketch::Sight,
        Sketch::Weapons,
        Sketch::Hit,
        Sketch::Flame,
        Sketch::Battle,
        Sketch::Fire,
        Sketch::Bars,
        Sketch::OwnDot,
        Sketch::OthersDot,
        Sketch::PulseRing,
        Sketch::PulseDoubleRing,
        Sketch::PulseDiamond,
        Sketch::PulseSquare,
    ];

    /// The opacities of a picture.
    fn opacities(sketch: Sketch) -> Vec<u8> {
        let data = picture(&sketch.strokes()).data.expect("it has pixels");
        data.chunks(4).map(|pixel| pixel[3]).collect()
    }

    #[test]
    fn every_drawing_is_seen_and_none_looks_like_another() {
        let all: Vec<Sketch> = SHAPES.map(Sketch::Structure).into_iter().chain(OTHERS).collect();
        let pictures: Vec<Vec<u8>> = all.iter().map(|sketch| opacities(*sketch)).collect();
        for (index, picture) in pictures.iter().enumerate() {
            let drawn = picture.iter().filter(|opacity| **opacity > 127).count();
            assert!((80..2_500).contains(&drawn), "{:?}: {drawn} pixels", all[index]);
            let twin = pictures[..index].iter().position(|other| other == picture);
            assert_eq!(twin.map(|twin| all[twin]), None, "{:?}", all[index]);
        }
    }

    #[test]
    fn classes_of_other_hulls_have_other_pictures() {
        let hulls: BTreeMap<String, Sketch> =
            shipped().ships.0.iter().map(|class| (class.name.clone(), Sketch::of_class(class))).collect();
        let drawn = |class: &str| hulls[class].draw().data.expect("it has pixels");
        let (scout, cruiser) = (drawn("scout"), drawn("cruiser"));
        assert!(scout.len() == cruiser.len() && scout != cruiser);
        assert!(scout.chunks(4).any(|pixel| pixel[3] == 255), "it is seen");
    }

    #[test]
    fn a_drawing_is_drawn_once() {
        let (mut sketches, mut images) = (Sketches::default(), Assets::<Image>::default());
        assert_eq!(sketches.get(Sketch::Hit), Handle::default());
        sketches.draw([Sketch::Hit, Sketch::Grid, Sketch::Hit].into_iter(), &mut images);
        let hit = sketches.get(Sketch::Hit);
        sketches.draw([Sketch::Hit].into_iter(), &mut images);
        assert_eq!((images.len(), sketches.get(Sketch::Hit)), (2, hit));
    }
}
