//! Means, medians and deviations.

use serde::Serialize;

use crate::sim::simulation::measure::{quantile, sorted};

/// How values are spread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
    /// Number of values; with 0 the others are 0.
    pub count: usize,
    /// Half of the values are at most this.
    pub median: f64,
    /// 90 of 100 values are at most this.
    pub p90: f64,
    /// Mean.
    pub mean: f64,
    /// Standard deviation of the sample; 0 for one value.
    pub deviation: f64,
}

impl Spread {
    /// The spread of values in any order.
    pub fn of(values: &[f64]) -> Self {
        let sorted = sorted(values);
        let mean = mean(sorted.iter().copied());
        let squares: f64 = sorted.iter().map(|value| (value - mean) * (value - mean)).sum();
        Self {
            count: sorted.len(),
            median: quantile(&sorted, 0.5),
            p90: quantile(&sorted, 0.9),
            mean,
            deviation: (squares / sorted.len().saturating_sub(1).max(1) as f64).sqrt(),
        }
    }
}

/// The mean of some values; 0 for none.
pub fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for value in values {
        sum += value;
        count += 1.0;
    }
    if count > 0.0 { sum / count } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_of_values_is_as_by_hand() {
        let found = Spread::of(&[4.0, 2.0, 5.0, 4.0, 5.0, 4.0, 7.0, 9.0, 20.0]);
        assert_eq!((found.count, found.median, found.p90), (9, 5.0, 9.0));
        assert!((found.mean - 60.0 / 9.0).abs() < 1e-12);
        // The squares of the differences sum up to 232.
        assert!((found.deviation - (232.0_f64 / 8.0).sqrt()).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn no_values_have_no_spread() {
        assert_eq!(Spread::of(&[]), Spread::default());
        assert_eq!(Spread::of(&[3.0]).deviation, 0.0);
    }
}
