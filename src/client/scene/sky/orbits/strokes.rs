//! Strokes of orbit lines: they fade backward, and are broken into dashes where they are to be.

use bevy::gizmos::config::GizmoConfigGroup;
use bevy::prelude::*;
use glam::DVec3;

use super::dashes::Dashes;
use crate::client::view::{Origin, ViewCamera};

/// Opacity of lines with a weight of 1.
pub(super) const ALPHA: f32 = 0.7;
/// Remaining opacity of a line at its end, a whole turn back.
const LEFT_AT_THE_END: f32 = 0.1;

/// A point of a line in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WayPoint {
    /// Heliocentric ecliptic km.
    pub(super) place: DVec3,
    /// Distance back along the orbit, 0 to 1.
    pub(super) share: f64,
    /// Whether the line has gaps there.
    pub(super) is_dashed: bool,
}

/// A stroke of a line.
pub(super) struct Stroke<'a> {
    pub(super) view: &'a ViewCamera,
    pub(super) origin: &'a Origin,
    /// Its colour, and its weight: its opacity at the body as a share of [`ALPHA`].
    pub(super) color: Color,
    pub(super) alpha: f32,
}

impl Stroke<'_> {
    /// Draws it along the points of a way, from the body backward. `strip` is room for a part of it.
    pub(super) fn draw<Group: GizmoConfigGroup>(
        &self,
        lines: &mut Gizmos<Group>,
        strip: &mut Vec<(Vec3, Color)>,
        way: impl Iterator<Item = WayPoint>,
    ) {
        let paint = |share: f64| self.color.with_alpha(self.alpha * alpha_at(share));
        let mut dashes = Dashes::default();
        let mut before: Option<(Vec3, f64, Option<Vec2>)> = None;
        for WayPoint { place, share, is_dashed } in way {
            let pixel = if is_dashed { self.view.project(place).map(|seen| seen.pixel) } else { None };
            let place = self.origin.place(place);
            if !is_dashed {
                dashes = Dashes::default();
            }
            if let (Some((from, from_share, Some(from_pixel))), Some(pixel)) = (before, pixel) {
                for turn in dashes.go_on(from_pixel.distance(pixel)) {
                    let share = from_share + (share - from_share) * f64::from(turn.share);
                    strip.push((from.lerp(place, turn.share), paint(share)));
                    if turn.is_end {
                        draw_strip(lines, strip);
                    }
                }
            }
            if !dashes.is_gap() {
                strip.push((place, paint(share)));
            }
            before = Some((place, share, pixel));
        }
        draw_strip(lines, strip);
    }
}

/// Draws the collected part of a line, and begins a new one.
fn draw_strip<Group: GizmoConfigGroup>(lines: &mut Gizmos<Group>, strip: &mut Vec<(Vec3, Color)>) {
    if strip.len() > 1 {
        lines.linestrip_gradient(strip.iter().copied());
    }
    strip.clear();
}

/// Opacity of a line at a share of the way back from the body: brightest at the body itself.
fn alpha_at(share: f64) -> f32 {
    let left = 1.0 - share as f32;
    ALPHA * (LEFT_AT_THE_END + (1.0 - LEFT_AT_THE_END) * left * left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fade_backward() {
        assert!(alpha_at(0.0) > alpha_at(0.5) && alpha_at(0.5) > alpha_at(1.0) && alpha_at(1.0) > 0.0);
    }
}
