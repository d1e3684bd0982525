//! The shell of an explosion: gas that runs outward before the fire. It is seen best at its rim, where one looks along
//! it, as the skin of a bubble is. It is ragged and patchy, and tears, thickens and cools on its way.

use std::f64::consts::TAU;

use bevy::prelude::*;
use glam::DVec3;

use super::burst::Burst;
use super::sparks::eased;
use crate::client::models::Dice;
use crate::client::scene::battle::effects::EffectInputs;
use crate::client::scene::ribbons::{LightSheet, faded};

/// Radius of a shell at first, in radii of the explosion.
const FIRST_RADIUS: f64 = 0.7;
/// A shell smaller than this is not drawn, pixels of its radius.
const LEAST_PIXELS: f64 = 12.0;
/// The fewest sides of a shell, and their number for a radius of one pixel; it grows with the root of that.
const FEWEST_SIDES: usize = 20;
const SIDES_AT_ONE_PIXEL: f64 = 4.0;
/// Its thickness at first and at last, as a share of its radius.
const THICKNESS: (f64, f64) = (0.12, 0.3);
/// Its rows from the middle to the clear fringe.
const ROWS: usize = 7;
const PROFILE: [Row; ROWS] = [
    Row { within: f64::MAX, density: 0.05, patchy: 0.0, shifted: 0.0 },
    Row { within: 3.0, density: 0.05, patchy: 0.0, shifted: 0.0 },
    Row { within: 1.7, density: 0.12, patchy: 0.5, shifted: 0.31 },
    Row { within: 0.8, density: 0.45, patchy: 0.9, shifted: 0.17 },
    Row { within: 0.0, density: 1.0, patchy: 1.0, shifted: 0.0 },
    Row { within: -0.5, density: 0.35, patchy: 1.0, shifted: 0.0 },
    Row { within: -1.3, density: 0.0, patchy: 0.0, shifted: 0.0 },
];
/// How uneven its radius is at first and at last, as a share, and how its density follows from its noise: where that is
/// low, the shell has a gap.
const RAGGED: (f32, f32) = (0.05, 0.3);
const CONTRAST: f32 = 1.7;
const GAPS: f32 = 0.1;
/// Parts of the two octaves of that noise round about, and the share of the coarse one.
const COARSE: usize = 5;
const FINE: usize = 15;
const COARSE_SHARE: f32 = 0.45;
/// Its colours at first, midway and at last, linear RGB.
const HOT: Vec3 = Vec3::new(2.3, 2.0, 1.7);
const GLOWING: Vec3 = Vec3::new(1.7, 0.65, 0.2);
const COOL: Vec3 = Vec3::new(0.9, 0.16, 0.06);

/// The shell of a kind of explosion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shell {
    /// Its radius at last, in radii of the explosion.
    pub reach: f64,
    /// The share of the explosion's time after which it is gone.
    pub lasts: f64,
    /// Its density at the rim at first.
    pub density: f32,
}

/// A row of a shell, from one side to the other.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Row {
    /// How far it is within the brightest row, in thicknesses of the shell.
    within: f64,
    /// Its density, as a share of the greatest.
    density: f32,
    /// How patchy it is, 0 to 1.
    patchy: f32,
    /// By what share of a turn its patches are shifted: equal ones would be rays.
    shifted: f32,
}

impl Row {
    /// Its radius in a shell of a thickness, as shares of the radius of the brightest row.
    fn radius(&self, thickness: f64) -> f64 {
        (1.0 - self.within * thickness).max(0.0)
    }

    /// Its density after a share of a turn.
    fn density_at(&self, patches: &Noise, turn: f32) -> f32 {
        let uneven = CONTRAST * patches.at(turn + self.shifted) - GAPS;
        self.density * (1.0 + self.patchy * uneven).max(0.0)
    }
}

/// A shell at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Moment {
    /// Mean radius, in radii of the explosion.
    radius: f64,
    density: f32,
    /// Unevenness of the radius.
    ragged: f32,
    /// As a share of its radius.
    thickness: f64,
    color: LinearRgba,
}

impl Shell {
    /// The shell after a share of the explosion's time; `None`: it is gone.
    fn at(&self, share: f64) -> Option<Moment> {
        let share = share / self.lasts;
        if share >= 1.0 {
            return None;
        }
        let (way, left) = (eased(share), (1.0 - share).clamp(0.0, 1.0) as f32);
        Some(Moment {
            radius: FIRST_RADIUS + (self.reach - FIRST_RADIUS) * way,
            density: self.density * left.powf(1.4),
            ragged: RAGGED.0 + (RAGGED.1 - RAGGED.0) * way as f32,
            thickness: THICKNESS.0 + (THICKNESS.1 - THICKNESS.0) * way,
            color: color_at(share as f32),
        })
    }
}

/// Values round about that change smoothly from one to the next, from -1 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Noise {
    coarse: [f32; COARSE],
    fine: [f32; FINE],
}

impl Noise {
    fn new(dice: &mut Dice) -> Self {
        let mut value = || dice.between(-1.0, 1.0);
        Self { coarse: [(); COARSE].map(|()| value()), fine: [(); FINE].map(|()| value()) }
    }

    /// The value after a share of a turn.
    fn at(&self, turn: f32) -> f32 {
        COARSE_SHARE * between(&self.coarse, turn) + (1.0 - COARSE_SHARE) * between(&self.fine, turn)
    }
}

/// Between two of these values round about, after a share of a turn.
fn between(values: &[f32], turn: f32) -> f32 {
    let along = turn * values.len() as f32;
    let share = along.fract();
    let value = |index: usize| values[index % values.len()];
    let (from, to) = (value(along as usize), value(along as usize + 1));
    from + (to - from) * share * share * (3.0 - 2.0 * share)
}

/// Draws the shell of an explosion: its middle, the radius of the explosion, km, the share of its time that is over,
/// and its strength.
pub(super) fn draw_shell(
    light: &mut LightSheet,
    scene: &EffectInputs,
    (shell, burst): (&Shell, &Burst),
    (middle, explosion_km, share): (DVec3, f64, f64),
    strength: f32,
) {
    let Some(now) = shell.at(share) else { return };
    let Some((pixel, per_km)) = scene.project(middle) else { return };
    let radius_km = now.radius * explosion_km;
    let radius_pixels = radius_km * per_km;
    if radius_pixels < LEAST_PIXELS || !scene.is_near_picture(pixel) {
        return;
    }
    let mut dice = Dice::new(burst.number() ^ 0x5e11);
    let (edge, patches) = (Noise::new(&mut dice), Noise::new(&mut dice));
    let (right, up) = (scene.view.right, scene.view.up);
    let columns = around(sides(radius_pixels, scene.caps.shell_sides)).map(|(turn, (sine, cosine))| {
        let outward = right * cosine + up * sine;
        let reach_km = radius_km * burst.stretch(outward) * f64::from(1.0 + now.ragged * edge.at(turn));
        PROFILE.map(|row| {
            let place = middle + outward * (reach_km * row.radius(now.thickness));
            let density = strength * now.density * row.density_at(&patches, turn);
            (scene.origin.place(place), faded(now.color, density))
        })
    });
    light.0.weave(columns);
}

/// The colour of a shell after a share of its time: its alpha is 1.
fn color_at(share: f32) -> LinearRgba {
    let color =
        if share < 0.4 { HOT.lerp(GLOWING, share / 0.4) } else { GLOWING.lerp(COOL, (share - 0.4) / 0.6) };
    LinearRgba::rgb(color.x, color.y, color.z)
}

/// Sides of a shell of this radius, pixels, and at most so many.
fn sides(radius_pixels: f64, most: usize) -> usize {
    ((SIDES_AT_ONE_PIXEL * radius_pixels.sqrt()) as usize).clamp(FEWEST_SIDES, most.max(FEWEST_SIDES))
}

/// The shares of a turn at the corners round about, each with its sine and its cosine. The last corner is the first
/// again. Each is turned from the one before: sines would take the most time.
fn around(sides: usize) -> impl Iterator<Item = (f32, (f64, f64))> {
    let step = (TAU / sides as f64).sin_cos();
    let mut next = (0.0_f64, 1.0_f64);
    (0..=sides).map(move |side| {
        let now = next;
        next = (now.0 * step.1 + now.1 * step.0, now.1 * step.1 - now.0 * step.0);
        (side as f32 / sides as f32, now)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHELL: Shell = Shell { reach: 2.4, lasts: 0.5, density: 0.2 };

    #[test]
    fn a_shell_runs_outward_thickens_and_fades() {
        let [early, late] = [0.05, 0.4].map(|share| SHELL.at(share).expect("it is there"));
        assert!(late.radius > early.radius && late.density < 0.3 * early.density, "{early:?} {late:?}");
        assert!(late.thickness > early.thickness && late.ragged > early.ragged, "{early:?} {late:?}");
        assert!(SHELL.at(0.5).is_none() && SHELL.at(2.0).is_none());
        let last = SHELL.at(0.499).expect("it is there");
        assert!(last.density < 0.001 && last.radius <= SHELL.reach, "no jump at its end: {last:?}");
    }

    #[test]
    fn a_shell_is_densest_near_its_rim_and_clear_in_its_middle_and_beyond() {
        for thickness in [THICKNESS.0, THICKNESS.1] {
            let radii = PROFILE.map(|row| row.radius(thickness));
            assert!(radii[0] == 0.0 && radii.is_sorted_by(|one, next| one < next), "{radii:?}");
        }
        let densities = PROFILE.map(|row| row.density);
        assert!(densities[..5].is_sorted() && densities[0] < 0.1, "{densities:?}");
        assert!(densities[4] == 1.0 && densities[6] == 0.0, "{densities:?}");
        assert_eq!(PROFILE[0].patchy, 0.0, "its middle has one density");
    }

    #[test]
    fn no_shell_is_a_perfect_ring() {
        for number in 0..40 {
            let noise = Noise::new(&mut Dice::new(number));
            let values: Vec<f32> = around(48).map(|(turn, _)| noise.at(turn)).collect();
            let (low, high) =
                values.iter().fold((1.0_f32, -1.0_f32), |(low, high), at| (low.min(*at), high.max(*at)));
            assert!(high - low > 0.4 && low >= -1.0 && high <= 1.0, "{number}: {low} {high}");
            assert!((values[0] - values[48]).abs() < 1e-4, "it is closed");
            assert!(values.windows(2).all(|pair| (pair[1] - pair[0]).abs() < 0.9), "without a jump");
            let bright = around(48).map(|(turn, _)| PROFILE[4].density_at(&noise, turn));
            let (dim, brightest) =
                bright.fold((9.0_f32, 0.0_f32), |(dim, most), at| (dim.min(at), most.max(at)));
            assert!(brightest > 1.5 * dim, "{number}: {dim} {brightest}");
        }
    }

    #[test]
    fn a_shell_is_closed_and_its_sides_have_a_limit() {
        for count in [FEWEST_SIDES, 64] {
            let corners: Vec<(f64, f64)> = around(count).map(|(_, way)| way).collect();
            assert_eq!(corners.len(), count + 1);
            let [first, last] = [corners[0], corners[count]];
            assert!((first.0 - last.0).abs() < 1e-9 && (first.1 - last.1).abs() < 1e-9);
        }
        assert_eq!((sides(0.0, 64), sides(1.0e9, 64), sides(1.0e9, 0)), (FEWEST_SIDES, 64, FEWEST_SIDES));
    }

    #[test]
    fn a_shell_cools() {
        let [hot, cool] = [0.0, 1.0].map(color_at);
        assert!(hot.blue > 0.5 * hot.red && cool.blue < 0.1 * cool.red, "{hot:?} {cool:?}");
    }
}
