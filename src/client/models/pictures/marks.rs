//! Shapes that distinguish factions besides their colours.

use std::f32::consts::{FRAC_1_SQRT_2, PI};

use bevy::math::Vec2;

use crate::sim::FactionId;

/// A shape, as large as a circle of radius 1 about the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A filled circle.
    Disc,
    /// A square.
    Square,
    /// A triangle that points upward.
    Triangle,
    /// A square on its corner.
    Diamond,
    /// An upright cross.
    Plus,
    /// A triangle that points downward.
    Wedge,
    /// A slanted cross.
    Cross,
    /// A ring.
    Ring,
    /// A star with five points.
    Star,
}

/// Distance of the inner corners of a star from its middle, as a share of its points'.
const STAR_WAIST: f32 = 0.42;

impl Mark {
    /// The marks of factions, repeated cyclically.
    const OF_FACTIONS: [Self; 8] = [
        Self::Disc,
        Self::Square,
        Self::Triangle,
        Self::Diamond,
        Self::Plus,
        Self::Wedge,
        Self::Cross,
        Self::Ring,
    ];

    /// The mark of a faction.
    pub fn of_faction(faction: FactionId) -> Self {
        Self::OF_FACTIONS.get(faction.0 % Self::OF_FACTIONS.len()).copied().unwrap_or(Self::Disc)
    }

    /// Whether it covers a point; `y` is upward.
    pub fn covers(self, at: Vec2) -> bool {
        let far = at.abs();
        match self {
            Self::Disc => at.length() <= 0.85,
            Self::Square => far.max_element() <= 0.75,
            Self::Triangle => is_in_triangle(at),
            Self::Diamond => far.x + far.y <= 1.0,
            Self::Plus => is_in_plus(far),
            Self::Wedge => is_in_triangle(-at),
            Self::Cross => is_in_plus((Vec2::new(at.x + at.y, at.y - at.x) * FRAC_1_SQRT_2).abs()),
            Self::Ring => (0.5..=0.95).contains(&at.length()),
            Self::Star => is_in_star(at),
        }
    }
}

fn is_in_triangle(at: Vec2) -> bool {
    at.y >= -0.7 && at.x.abs() <= 0.55 * (0.95 - at.y)
}

/// Whether an upright cross covers a point; `far` has no coordinate below 0.
fn is_in_plus(far: Vec2) -> bool {
    far.max_element() <= 0.95 && far.min_element() <= 0.28
}

/// Each of the ten halves of a star's points is a triangle between the middle, a tip and a corner.
fn is_in_star(at: Vec2) -> bool {
    let half = PI / 5.0;
    let turn = at.x.atan2(at.y).abs() % (2.0 * half);
    let folded = turn.min(2.0 * half - turn);
    let place = Vec2::new(folded.sin(), folded.cos()) * at.length();
    let corner = Vec2::new(half.sin(), half.cos()) * STAR_WAIST;
    (corner - Vec2::Y).perp_dot(place - Vec2::Y) <= 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each of 21 by 21 points, whether a mark covers it.
    fn picture(mark: Mark) -> Vec<bool> {
        let step = |index: u8| (f32::from(index) - 10.0) / 10.0;
        (0..21)
            .flat_map(|row| (0..21).map(move |column| (column, row)))
            .map(|(column, row)| mark.covers(Vec2::new(step(column), step(row))))
            .collect()
    }

    #[test]
    fn factions_have_shapes_of_their_own() {
        let pictures: Vec<Vec<bool>> = Mark::OF_FACTIONS.into_iter().map(picture).collect();
        for (index, one) in pictures.iter().enumerate() {
            assert!(one.iter().filter(|covered| **covered).count() > 60, "{:?}", Mark::OF_FACTIONS[index]);
            for other in &pictures[..index] {
                let apart = one.iter().zip(other).filter(|(one, other)| one != other).count();
                assert!(apart > 20, "{index}: {apart}");
            }
        }
        assert_eq!(Mark::of_faction(FactionId(8)), Mark::of_faction(FactionId(0)));
    }

    #[test]
    fn a_star_has_points_and_corners() {
        assert!(Mark::Star.covers(Vec2::ZERO) && Mark::Star.covers(Vec2::Y * 0.95));
        assert!(!Mark::Star.covers(Vec2::NEG_Y * 0.6), "between two points");
        assert!(!Mark::Star.covers(Vec2::Y * 1.05));
    }
}
