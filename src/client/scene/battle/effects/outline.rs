//! Outlines of clouds: what makes a round of light uneven.

use std::f32::consts::TAU;

use crate::client::models::Dice;

/// Waves of an outline.
const WAVES: usize = 3;
/// Their numbers round the circle: those of the radius, and those of the density.
const OF_RADIUS: [usize; WAVES] = [2, 3, 5];
const OF_DENSITY: [usize; WAVES] = [1, 2, 3];
/// The most crests.
const MOST_CRESTS: usize = 5;

/// How radius and density of a round change round about its middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outline {
    radius: [Wave; WAVES],
    density: [Wave; WAVES],
}

/// A wave by its parts, so that few sines are taken: each outline is asked for at many angles.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Wave {
    /// Number of crests round the circle.
    crests: usize,
    /// Height of the part that is 0 at the right of the screen, and of the one that is highest there.
    sine: f32,
    cosine: f32,
}

impl Outline {
    /// An outline that follows from a number. Each of the waves in it is at most this high, as shares of the mean
    /// radius and of the mean density.
    pub fn random(number: u64, of_radius: f32, of_density: f32) -> Self {
        let mut dice = Dice::new(number);
        let mut waves = |crests: [usize; WAVES], most: f32| {
            crests.map(|crests| {
                let height = most * dice.between(0.5, 1.0);
                let (shifted, level) = dice.between(0.0, TAU).sin_cos();
                Wave { crests, sine: height * level, cosine: height * shifted }
            })
        };
        Self { radius: waves(OF_RADIUS, of_radius), density: waves(OF_DENSITY, of_density) }
    }

    /// Radius and density at an angle from the right of the screen, which is given by its sine and cosine, as shares of
    /// their means.
    pub fn at(&self, (sine, cosine): (f32, f32)) -> (f32, f32) {
        // Sines and cosines of the multiples of the angle.
        let mut last = (0.0_f32, 1.0_f32);
        let mut multiples = [last; MOST_CRESTS + 1];
        for multiple in multiples.iter_mut().skip(1) {
            last = (last.0 * cosine + last.1 * sine, last.1 * cosine - last.0 * sine);
            *multiple = last;
        }
        let height = |wave: &Wave| -> f32 {
            let (sine, cosine) = multiples[wave.crests];
            wave.sine * sine + wave.cosine * cosine
        };
        let sum = |waves: &[Wave]| -> f32 { waves.iter().map(height).sum() };
        ((1.0 + sum(&self.radius)).max(0.0), (1.0 + sum(&self.density)).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_is_uneven_closed_and_its_own() {
        let one = Outline::random(3, 0.1, 0.5);
        let at = |outline: &Outline| {
            (0..60).map(|step| outline.at((0.1 * step as f32).sin_cos())).collect::<Vec<_>>()
        };
        assert_eq!(at(&one), at(&Outline::random(3, 0.1, 0.5)));
        assert_ne!(at(&one), at(&Outline::random(4, 0.1, 0.5)));
        assert!(at(&one).iter().all(|(radius, density)| (0.7..=1.3).contains(radius) && *density >= 0.0));
        assert!((one.at(0.0_f32.sin_cos()).0 - one.at(TAU.sin_cos()).0).abs() < 1e-5);
        assert_eq!(Outline::random(3, 0.0, 0.0).at(1.0_f32.sin_cos()), (1.0, 1.0));
    }

    #[test]
    fn an_outline_is_the_sum_of_its_waves() {
        let number = 7;
        let mut dice = Dice::new(number);
        let mut waves =
            |most: f32| [(); WAVES].map(|()| (most * dice.between(0.5, 1.0), dice.between(0.0, TAU)));
        let (of_radius, of_density) = (waves(0.1), waves(0.3));
        let outline = Outline::random(number, 0.1, 0.3);
        for step in 0..60 {
            let angle = 0.1 * step as f32;
            let sum = |waves: [(f32, f32); WAVES], crests: [usize; WAVES]| -> f32 {
                let all = waves.into_iter().zip(crests);
                all.map(|((height, phase), crests)| height * (crests as f32 * angle + phase).sin()).sum()
            };
            let (radius, density) = outline.at(angle.sin_cos());
            assert!((radius - 1.0 - sum(of_radius, OF_RADIUS)).abs() < 1e-5, "{angle}: {radius}");
            assert!((density - 1.0 - sum(of_density, OF_DENSITY)).abs() < 1e-5, "{angle}: {density}");
        }
    }
}
