//! Recipes: the pieces of a mesh, as `assets/models` lists them, and how they go into a kit in the style of a builder.

use bevy::math::Affine3A;
use bevy::prelude::*;
use serde::Deserialize;

use super::style::Style;
use super::{Coat, Dice, End, MeshKit, Patch};
use crate::level::HullStyle;

/// A piece of a recipe. Each is made by the method of [`MeshKit`] of that name. What surrounds a piece moves and
/// turns its places and directions; it leaves its sizes alone. The style of the builder then bends the whole.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Piece {
    /// A box along the axes.
    Block { middle: Vec3, half: Vec3, coat: Coat },
    /// A hull through several ends.
    Loft { ends: Vec<End>, cut: f32, coat: Coat },
    /// A band round a loft, from one share of the way between two of its ends to another.
    Collar { ends: (End, End), shares: (f32, f32), times: f32, cut: f32, coat: Coat },
    /// A flat piece; `half` is half its thickness.
    Plate { corners: Vec<Vec3>, half: Vec3, coat: Coat },
    /// A pipe, or a cone, with a radius at each end.
    Tube { from: Vec3, to: Vec3, radii: (f32, f32), sides: u8, coat: Coat },
    /// A square beam; `half` is half its width.
    Beam { from: Vec3, to: Vec3, half: f32, coat: Coat },
    /// A square lattice; `half` is half its width.
    Truss { from: Vec3, to: Vec3, half: f32, bays: u8, coat: Coat },
    /// A ball, or the share of one about its axis.
    Ball { middle: Vec3, axis: Vec3, radius: f32, pieces: (u8, u8), share: f32, coat: Coat },
    /// A ring about the middle that lies level: its radius, and the radius of its tube.
    Wheel { radii: (f32, f32), pieces: (u8, u8), coat: Coat },
    /// A bowl of this radius and depth that opens in a direction, with coats within and behind.
    Dish { foot: Vec3, direction: Vec3, size: (f32, f32), sides: u8, coats: (Coat, Coat) },
    /// A sail of cells.
    Sail { patch: Patch, grid: (u8, u8) },
    /// Raised plates, some of them missing.
    Panels { patch: Patch, grid: (u8, u8) },
    /// A row of windows, some of them dark.
    Windows { patch: Patch, count: u8 },
    /// An engine.
    Nozzle { middle: Vec3, radius: f32 },
    /// Pieces on the right, and once more on the left.
    Mirrored(Vec<Piece>),
    /// Pieces once for each of these turns about an axis through the middle.
    Turned { axis: Vec3, degrees: Vec<f32>, pieces: Vec<Piece> },
    /// Pieces once for each of these shifts.
    At { places: Vec<Vec3>, pieces: Vec<Piece> },
    /// Pieces of these styles alone.
    Only { styles: Vec<HullStyle>, pieces: Vec<Piece> },
}

/// Where pieces go in a kit, and in whose style.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pose {
    /// From the places of a recipe to those of the kit.
    place: Affine3A,
    style: Style,
}

impl Pose {
    /// The middle of the kit, in a style.
    pub fn of(style: Style) -> Self {
        Self { style, ..default() }
    }

    /// The pose for pieces that are moved so within this one.
    pub fn moved(self, by: Affine3A) -> Self {
        Self { place: self.place * by, ..self }
    }

    fn point(&self, point: Vec3) -> Vec3 {
        self.style.bend(self.place.transform_point3(point))
    }

    fn vector(&self, vector: Vec3) -> Vec3 {
        self.place.transform_vector3(vector)
    }

    fn end(&self, end: End) -> End {
        End { middle: self.point(end.middle), half: self.style.end_half(end.half) }
    }

    /// A patch looks outward on either side of a mirror.
    fn patch(&self, patch: Patch) -> Patch {
        let hand = self.place.matrix3.determinant().signum();
        let middle = self.place.transform_point3(patch.middle);
        let way = |way: Vec3| self.style.bend_way(middle, self.vector(way));
        Patch::new(self.style.bend(middle), hand * way(patch.right), way(patch.up))
    }
}

impl MeshKit {
    /// Adds the pieces of a recipe in their order, in which plates and windows take rolls of the dice.
    pub fn assemble(&mut self, pieces: &[Piece], pose: Pose, dice: &mut Dice) {
        for piece in pieces {
            self.add(piece, pose, dice);
        }
    }

    /// Adds the same pieces once for each of these moves.
    fn repeat(
        &mut self,
        pieces: &[Piece],
        moves: impl IntoIterator<Item = Affine3A>,
        pose: Pose,
        dice: &mut Dice,
    ) {
        for by in moves {
            self.assemble(pieces, pose.moved(by), dice);
        }
    }

    fn add(&mut self, piece: &Piece, pose: Pose, dice: &mut Dice) {
        let at = |point: Vec3| pose.point(point);
        let style = pose.style;
        match *piece {
            Piece::Block { middle, half, coat } => self.block(at(middle), style.half(half), coat),
            Piece::Loft { ref ends, cut, coat } => {
                let ends = style.with_caps(ends.iter().map(|end| pose.end(*end)).collect());
                self.loft(&ends, style.section(cut), coat);
            }
            Piece::Collar { ends: (one, other), shares, times, cut, coat } => {
                self.collar((pose.end(one), pose.end(other)), shares, times, style.section(cut), coat);
            }
            Piece::Plate { ref corners, half, coat } => {
                let corners: Vec<Vec3> = corners.iter().copied().map(at).collect();
                let half = style.thick * half;
                if style.frames && coat != Coat::STRIPE {
                    self.frame(&corners, half, coat);
                } else {
                    self.plate(&corners, half, coat);
                }
            }
            Piece::Tube { from, to, radii, sides, coat } => self.tube(at(from), at(to), radii, sides, coat),
            Piece::Beam { from, to, half, coat } => self.beam(at(from), at(to), half, coat),
            Piece::Truss { from, to, half, bays, coat } => self.truss(at(from), at(to), half, bays, coat),
            Piece::Ball { middle, axis, radius, pieces, share, coat } => {
                self.ball(at(middle), pose.vector(axis), radius, pieces, share, coat);
            }
            Piece::Wheel { radii, pieces, coat } => self.wheel(Vec3::ZERO, Vec3::Y, radii, pieces, coat),
            Piece::Dish { foot, direction, size, sides, coats } => {
                self.dish(at(foot), pose.vector(direction), size, sides, coats);
            }
            Piece::Sail { patch, grid } => self.sail(pose.patch(patch), grid),
            Piece::Panels { patch, grid } => {
                self.panels(pose.patch(patch), grid, (style.thick, style.bare), dice);
            }
            Piece::Windows { patch, count } => self.windows(pose.patch(patch), count, dice),
            Piece::Nozzle { middle, radius } => {
                let (sides, times) = style.nozzle;
                self.nozzle(at(middle), times * radius, sides);
            }
            Piece::Mirrored(ref pieces) => {
                let sides = [1.0, -1.0].map(|side| Affine3A::from_scale(vec3(side, 1.0, 1.0)));
                self.repeat(pieces, sides, pose, dice);
            }
            Piece::Turned { axis, ref degrees, ref pieces } => {
                let turn = |degrees: &f32| Affine3A::from_axis_angle(axis, degrees.to_radians());
                self.repeat(pieces, degrees.iter().map(turn), pose, dice);
            }
            Piece::At { ref places, ref pieces } => {
                self.repeat(pieces, places.iter().copied().map(Affine3A::from_translation), pose, dice);
            }
            Piece::Only { ref styles, ref pieces } => {
                if style.of.is_some_and(|of| styles.contains(&of)) {
                    self.assemble(pieces, pose, dice);
                }
            }
        }
    }
}
