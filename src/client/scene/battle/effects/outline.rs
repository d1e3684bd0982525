//! Outlines of clouds: what makes a round of light uneven.

use std::f32::consts::TAU;

use crate::client::models::Dice;

/// Waves of an outline.
const WAVES: usize = 3;
/// Their numbers round the circle: those of the radius, and those of the density.
const OF_RADIUS: [f32; WAVES] = [2.0, 3.0, 5.0];
const OF_DENSITY: [f32; WAVES] = [1.0, 2.0, 3.0];

/// How radius and density of a round change round about its middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outline {
    radius: [Wave; WAVES],
    density: [Wave; WAVES],
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Wave {
    /// Number of crests round the circle.
    crests: f32,
    height: f32,
    /// Radians.
    phase: f32,
}

impl Outline {
    /// An outline that follows from a number. Each of the waves in it is at most this high, as shares of the mean
    /// radius and of the mean density.
    pub fn random(number: u64, of_radius: f32, of_density: f32) -> Self {
        let mut dice = Dice::new(number);
        let mut waves = |crests: [f32; WAVES], most: f32| {
            crests.map(|crests| {
                let height = most * dice.between(0.5, 1.0);
                Wave { crests, height, phase: dice.between(0.0, TAU) }
            })
        };
        Self { radius: waves(OF_RADIUS, of_radius), density: waves(OF_DENSITY, of_density) }
    }

    /// Radius and density at an angle from the right of the screen, radians, as shares of their means.
    pub fn at(&self, angle: f32) -> (f32, f32) {
        let sum = |waves: &[Wave]| -> f32 {
            waves.iter().map(|wave| wave.height * (wave.crests * angle + wave.phase).sin()).sum()
        };
        ((1.0 + sum(&self.radius)).max(0.0), (1.0 + sum(&self.density)).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_is_uneven_closed_and_its_own() {
        let one = Outline::random(3, 0.1, 0.5);
        let at = |outline: &Outline| (0..60).map(|step| outline.at(0.1 * step as f32)).collect::<Vec<_>>();
        assert_eq!(at(&one), at(&Outline::random(3, 0.1, 0.5)));
        assert_ne!(at(&one), at(&Outline::random(4, 0.1, 0.5)));
        assert!(at(&one).iter().all(|(radius, density)| (0.7..=1.3).contains(radius) && *density >= 0.0));
        assert!((one.at(0.0).0 - one.at(TAU).0).abs() < 1e-5);
        assert_eq!(Outline::random(3, 0.0, 0.0).at(1.0), (1.0, 1.0));
    }
}
