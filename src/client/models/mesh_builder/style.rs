//! The style of a builder: how it shapes the pieces of a recipe.

use bevy::prelude::*;
use serde::Deserialize;

use super::{End, Section};
use crate::level::HullStyle;

/// What lies ahead of this z is the bow.
const BOW: f32 = -0.25;
/// What lies farther aside than this is swept back.
const SWEPT_FROM: f32 = 0.15;
/// What lies at this z or astern is not swept back, so that engines stay in one plane.
const UNSWEPT: f32 = 0.7;
/// How far the cap of a round loft reaches beyond its end, and its width, as shares of half the width of the end.
const CAP: (f32, f32) = (0.35, 0.7);

/// The style of a builder. `assets/models/styles.ron` has those of hulls; the default leaves pieces as they are.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Style {
    /// Whose pieces it adds.
    #[serde(skip)]
    pub of: Option<HullStyle>,
    /// Points of a recipe at least this far aside are at the tip of a wing.
    #[serde(skip)]
    pub tip: f32,
    /// Factor on the x of the tips of wings.
    #[serde(skip)]
    pub span: f32,
    /// Factor on what is cut off the corners of lofts.
    pub cut: f32,
    /// Whether lofts are round.
    pub round: bool,
    /// Factors on width and height.
    pub girth: Vec2,
    /// Factor on the length of the bow.
    pub bow: f32,
    /// How far the outer parts lie back, as a share of their distance aside.
    pub sweep: f32,
    /// The least half width and height of an end of a loft.
    pub blunt: f32,
    /// Factor on the thickness of flat pieces and of raised plates.
    pub thick: f32,
    /// Whether flat pieces are open frames; stripes never are.
    pub frames: bool,
    /// Share of raised plates that are missing.
    pub bare: f32,
    /// Sides of an engine, and a factor on its radius.
    pub nozzle: (u8, f32),
}

impl Default for Style {
    fn default() -> Self {
        Self {
            of: None,
            tip: f32::INFINITY,
            span: 1.0,
            cut: 1.0,
            round: false,
            girth: Vec2::ONE,
            bow: 1.0,
            sweep: 0.0,
            blunt: 0.0,
            thick: 1.0,
            frames: false,
            bare: 0.3,
            nozzle: (8, 1.0),
        }
    }
}

impl Style {
    /// The place of a point that a recipe puts here.
    pub fn bend(&self, point: Vec3) -> Vec3 {
        let Vec3 { x, y, z } = point;
        let span = if x.abs() >= self.tip { self.span } else { 1.0 };
        let swept = self.sweep * (x.abs() - SWEPT_FROM).max(0.0) * (UNSWEPT - z).clamp(0.0, 1.0);
        let z = z + swept;
        let z = if z < BOW { BOW + self.bow * (z - BOW) } else { z };
        Vec3::new(span * self.girth.x * x, self.girth.y * y, z)
    }

    /// The way from a bent point to another, by the way between both before: the mean of this way and the opposite.
    pub fn bend_way(&self, from: Vec3, way: Vec3) -> Vec3 {
        0.5 * (self.bend(from + way) - self.bend(from - way))
    }

    /// Half the size of a piece along the axes.
    pub fn half(&self, half: Vec3) -> Vec3 {
        half * self.girth.extend(1.0)
    }

    /// Half the width and height of an end of a loft.
    pub fn end_half(&self, half: Vec2) -> Vec2 {
        (half * self.girth).max(Vec2::splat(self.blunt))
    }

    /// The form of a loft whose recipe cuts off this share of its corners.
    pub fn section(&self, cut: f32) -> Section {
        if self.round { Section::Round } else { Section::Cut((self.cut * cut).min(1.0)) }
    }

    /// The ends of a loft; a round one has caps.
    pub fn with_caps(&self, ends: Vec<End>) -> Vec<End> {
        let [first, second, ..] = ends[..] else { return ends };
        let [.., before, last] = ends[..] else { return ends };
        if !self.round {
            return ends;
        }
        let mut all = vec![cap(first, second)];
        all.extend(ends);
        all.push(cap(last, before));
        all
    }
}

/// The cap beyond an end of a loft, by the end beside it.
fn cap(end: End, beside: End) -> End {
    let (length, width) = CAP;
    let outward = (end.middle.z - beside.middle.z).signum();
    let reach = length * end.half.min_element();
    End { middle: end.middle + outward * reach * Vec3::Z, half: width * end.half }
}

#[cfg(test)]
mod tests {
    use super::super::end;
    use super::*;

    #[test]
    fn a_style_bends_both_sides_alike_and_leaves_the_stern() {
        let style = Style { sweep: 0.5, bow: 1.2, girth: Vec2::new(0.8, 0.9), ..Style::default() };
        let right = style.bend(Vec3::new(0.8, 0.1, -0.2));
        let left = style.bend(Vec3::new(-0.8, 0.1, -0.2));
        assert_eq!(left, Vec3::new(-right.x, right.y, right.z));
        assert!(right.z > -0.2 && right.x < 0.8);
        assert_eq!(style.bend(Vec3::new(0.8, 0.0, 0.8)).z, 0.8, "engines stay");
        assert!(style.bend(Vec3::NEG_Z).z < -1.1, "the bow is longer");
        assert_eq!(Style::default().bend(Vec3::new(0.3, 0.2, -0.9)), Vec3::new(0.3, 0.2, -0.9));
    }

    #[test]
    fn round_lofts_have_caps() {
        let ends = vec![end(0.0, 0.0, 0.5, 0.4, 0.2), end(0.0, 0.0, -0.5, 0.1, 0.1)];
        assert_eq!(Style::default().with_caps(ends.clone()), ends);
        let round = Style { round: true, ..Style::default() }.with_caps(ends);
        let places: Vec<f32> = round.iter().map(|end| end.middle.z).collect();
        assert!(places.len() == 4 && places.is_sorted_by(|one, other| one > other), "{places:?}");
    }
}
