//! Details of a built object: plates, windows, sails, trusses, dishes.
//!
//! Small pieces of a [`MeshKit`] at a place on a body, with variations by [`Dice`]. A detail stays near its place
//! and changes no silhouette unintentionally.

use bevy::prelude::*;
use serde::Deserialize;

use super::builder::{End, MeshKit, Section, circle};
use super::dice::Dice;
use super::paint::{Coat, FacePaint};

/// Height of plates above their body.
const PLATE_HEIGHT: f32 = 0.014;
/// The share of its cell that a plate takes: the rest is the line between two plates.
const PLATE_SHARE: f32 = 0.9;
/// The share of its foot that the top of a plate takes.
const PLATE_TOP: f32 = 0.92;
/// Shades of plates: the darkest and the lightest.
const PLATE_SHADES: (f32, f32) = (0.55, 1.12);
/// Height of windows above their wall.
const WINDOW_HEIGHT: f32 = 0.008;
/// The share of dark windows.
const UNLIT_SHARE: f32 = 0.2;
/// Half the thickness of a sail, and the distance of its cells from its middle.
const SAIL_LAYERS: (f32, f32) = (0.012, 0.02);
/// The share of its place that a cell of a sail takes.
const CELL_SHARE: f32 = 0.86;
/// The half thickness of a truss's struts and of its long beams, as shares of half its width.
const TRUSS_STRUTS: (f32, f32) = (0.16, 0.2);
/// The beams about an open frame and its strut, as shares of half its thickness.
const FRAME_BEAMS: (f32, f32) = (0.8, 0.56);
/// The plate within an open frame: its size, and its thickness, as shares of the frame's.
const FRAME_PLATE: (f32, f32) = (0.62, 0.4);
/// The bowl of a dish: radii and depths of its rings, as shares of the dish's.
const BOWL: [(f32, f32); 3] = [(0.12, 0.0), (0.6, 0.36), (1.0, 1.0)];

/// A rectangle in space.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patch {
    /// Middle.
    pub middle: Vec3,
    /// From its middle to its right edge.
    pub right: Vec3,
    /// From its middle to its upper edge. The patch looks along right times up.
    pub up: Vec3,
}

impl Patch {
    /// A rectangle by its middle, and the ways to its right and its upper edge.
    pub const fn new(middle: Vec3, right: Vec3, up: Vec3) -> Self {
        Self { middle, right, up }
    }

    /// The unit vector along which it looks.
    fn normal(&self) -> Vec3 {
        self.right.cross(self.up).normalize_or(Vec3::Y)
    }

    /// The corners, moved along the normal by a height.
    fn corners(&self, height: f32) -> [Vec3; 4] {
        let Self { middle, right, up } = *self;
        let middle = middle + self.normal() * height;
        [middle - right - up, middle + right - up, middle + right + up, middle - right + up]
    }

    /// The patch with its sides shortened.
    fn shrunk(&self, share: f32) -> Self {
        Self { right: self.right * share, up: self.up * share, ..*self }
    }

    /// The cells of a grid of columns and rows on the patch, column by column.
    fn cells(self, (columns, rows): (u8, u8)) -> impl Iterator<Item = Self> {
        let middle_of = |index: u8, count: u8| (2.0 * f32::from(index) + 1.0) / f32::from(count) - 1.0;
        (0..columns).flat_map(move |column| {
            (0..rows).map(move |row| {
                let aside = self.right * middle_of(column, columns) + self.up * middle_of(row, rows);
                Self {
                    middle: self.middle + aside,
                    right: self.right / f32::from(columns),
                    up: self.up / f32::from(rows),
                }
            })
        })
    }
}

impl MeshKit {
    /// A band round a piece of a hull between two of its ends: from one share of the way to another, with this
    /// factor on the hull's width there.
    pub fn collar(&mut self, ends: (End, End), shares: (f32, f32), times: f32, section: Section, coat: Coat) {
        let at = |share: f32| ends.0.between(ends.1, share, times);
        self.loft(&[at(shares.0), at(shares.1)], section, coat);
    }

    /// A flat piece as an open frame: beams along its edges, a strut across, and a smaller plate within.
    pub fn frame(&mut self, corners: &[Vec3], half_thickness: Vec3, coat: Coat) {
        let (beam, strut) = FRAME_BEAMS;
        let half = half_thickness.max_element();
        let edges = corners.iter().zip(corners.iter().cycle().skip(1));
        let middles: Vec<Vec3> = edges.clone().map(|(from, to)| from.midpoint(*to)).collect();
        edges.for_each(|(from, to)| self.beam(*from, *to, beam * half, Coat::METAL));
        if let (Some(last), Some(opposite)) = (middles.last(), middles.get((middles.len() - 1) / 2)) {
            self.beam(*last, *opposite, strut * half, Coat::METAL);
        }
        let middle = corners.iter().sum::<Vec3>() / corners.len().max(1) as f32;
        let within: Vec<Vec3> = corners.iter().map(|corner| middle.lerp(*corner, FRAME_PLATE.0)).collect();
        self.plate(&within, FRAME_PLATE.1 * half_thickness, coat);
    }

    /// Plates in a grid of columns and rows, each with its own shade and this factor on its height; a share of them
    /// is missing.
    pub fn panels(&mut self, patch: Patch, grid: (u8, u8), (thick, bare): (f32, f32), dice: &mut Dice) {
        for cell in patch.cells(grid) {
            let is_bare = dice.roll() < bare;
            let shade = dice.between(PLATE_SHADES.0, PLATE_SHADES.1);
            if is_bare {
                continue;
            }
            let foot = cell.shrunk(PLATE_SHARE);
            let top = foot.shrunk(PLATE_TOP).corners(thick * PLATE_HEIGHT);
            let below = cell.middle - cell.normal();
            let coat = Coat::new(FacePaint::Hull, shade);
            self.polygon(&top, below, coat);
            self.skin(&foot.corners(0.0), &top, cell.middle, coat);
        }
    }

    /// A row of windows along a patch, most of them lit.
    pub fn windows(&mut self, patch: Patch, count: u8, dice: &mut Dice) {
        for cell in patch.cells((count, 1)) {
            if dice.roll() < UNLIT_SHARE {
                continue;
            }
            let window = Patch { right: 0.5 * cell.right, ..cell };
            self.polygon(&window.corners(WINDOW_HEIGHT), cell.middle - cell.normal(), Coat::WINDOW);
        }
    }

    /// A sail of cells that gather sunlight, on both sides of a frame.
    pub fn sail(&mut self, patch: Patch, grid: (u8, u8)) {
        let (frame, height) = SAIL_LAYERS;
        self.prism(&patch.corners(frame), &patch.corners(-frame), Coat::METAL);
        for cell in patch.cells(grid) {
            let cell = cell.shrunk(CELL_SHARE);
            for height in [height, -height] {
                self.polygon(&cell.corners(height), cell.middle, Coat::SAIL);
            }
        }
    }

    /// A bowl that opens along a direction: its lowest point, its radius and depth, and a coat for its outside
    /// and one for its inside.
    pub fn dish(
        &mut self,
        foot: Vec3,
        direction: Vec3,
        (radius, depth): (f32, f32),
        sides: u8,
        coats: (Coat, Coat),
    ) {
        let direction = direction.normalize_or(Vec3::Z);
        let rings = BOWL.map(|(share, height)| {
            circle(foot + direction * (depth * height), direction, radius * share, sides)
        });
        let (before, behind) = (foot + direction * (8.0 * depth), foot - direction * (8.0 * depth));
        for (one, other) in rings.iter().zip(rings.iter().skip(1)) {
            self.skin(one, other, before, coats.0);
            self.skin(one, other, behind, coats.1);
        }
    }

    /// A long square frame of beams and struts, with half its width and the number of its bays.
    pub fn truss(&mut self, from: Vec3, to: Vec3, half: f32, bays: u8, coat: Coat) {
        let radius = half * std::f32::consts::SQRT_2;
        let near = circle(from, to - from, radius, 4);
        let far = circle(to, to - from, radius, 4);
        let (strut, beam) = (half * TRUSS_STRUTS.0, half * TRUSS_STRUTS.1);
        let edges: Vec<(Vec3, Vec3)> = near.into_iter().zip(far).collect();
        for (from, to) in &edges {
            self.tube(*from, *to, (beam, beam), 3, coat);
        }
        for bay in 0..bays {
            let (begin, finish) = (f32::from(bay) / f32::from(bays), f32::from(bay + 1) / f32::from(bays));
            for (edge, next) in edges.iter().zip(edges.iter().cycle().skip(1)) {
                let (low, high) = (edge.0.lerp(edge.1, begin), next.0.lerp(next.1, finish));
                self.tube(low, high, (strut, strut), 3, coat);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patch() -> Patch {
        Patch::new(Vec3::Y * 0.5, Vec3::X * 0.4, Vec3::NEG_Z * 0.3)
    }

    #[test]
    fn plates_and_windows_look_along_their_patch() {
        assert!(patch().normal().distance(Vec3::Y) < 1e-6);
        let mut kit = MeshKit::default();
        kit.windows(patch(), 8, &mut Dice::new(3));
        assert!(!kit.triangles().is_empty() && kit.triangles().len() <= 16);
        assert!(kit.triangles().iter().all(|triangle| triangle.normal.y > 0.99));
        let mut kit = MeshKit::default();
        kit.panels(patch(), (4, 3), (1.0, 0.3), &mut Dice::new(3));
        assert!(kit.triangles().iter().all(|triangle| triangle.normal.y > 0.0));
        let (low, high) = kit.bounds();
        assert!(low.y >= 0.499 && high.y <= 0.5 + PLATE_HEIGHT + 1e-4);
        assert!(low.x >= -0.4 && high.x <= 0.4);
    }

    #[test]
    fn the_same_seed_lays_the_same_plates() {
        let laid = |seed: u64| {
            let mut kit = MeshKit::default();
            kit.panels(patch(), (5, 5), (1.0, 0.3), &mut Dice::new(seed));
            kit
        };
        assert_eq!(laid(1), laid(1));
        assert_ne!(laid(1), laid(2));
    }

    #[test]
    fn sails_and_dishes_have_two_sides() {
        let mut kit = MeshKit::default();
        kit.sail(patch(), (3, 2));
        let cells = |up: bool| {
            let is_cell = |triangle: &&super::super::Triangle| {
                triangle.coat == Coat::SAIL && (triangle.normal.y > 0.0) == up
            };
            kit.triangles().iter().filter(is_cell).count()
        };
        assert_eq!((cells(true), cells(false)), (12, 12));
        let mut kit = MeshKit::default();
        kit.dish(Vec3::ZERO, Vec3::NEG_Z, (0.8, 0.3), 12, (Coat::HULL, Coat::PLATE));
        let is_inside = |triangle: &&super::super::Triangle| triangle.coat == Coat::PLATE;
        assert_eq!(kit.triangles().iter().filter(is_inside).count(), 2 * 2 * 12);
        assert!(kit.triangles().iter().filter(is_inside).all(|triangle| triangle.normal.z < 0.0));
    }

    #[test]
    fn a_frame_is_open_and_keeps_its_outline() {
        let corners = patch().corners(0.0);
        let half = Vec3::Y * 0.02;
        let (mut frame, mut plate) = (MeshKit::default(), MeshKit::default());
        frame.frame(&corners, half, Coat::HULL);
        plate.plate(&corners, half, Coat::HULL);
        assert!(frame.triangles().len() > plate.triangles().len());
        let ((low, high), (plate_low, plate_high)) = (frame.bounds(), plate.bounds());
        assert!(low.distance(plate_low) < 0.04 && high.distance(plate_high) < 0.04, "{low} {high}");
    }

    #[test]
    fn a_truss_stays_in_its_width() {
        let mut kit = MeshKit::default();
        kit.truss(Vec3::X * -1.0, Vec3::X, 0.1, 5, Coat::METAL);
        let (low, high) = kit.bounds();
        assert!(low.y > -0.14 && high.z < 0.14 && low.x > -1.05 && high.x < 1.05, "{low} {high}");
    }
}
