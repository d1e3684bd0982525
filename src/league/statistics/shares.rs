//! The share of successes, with its confidence interval.

use serde::Serialize;

/// Two-sided 95 % quantile of the normal distribution.
const Z_95: f64 = 1.959_963_984_540_054;

/// An interval with both ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Wilson's 95 % interval of a share, without correction for continuity; 0 to 1 for no trials.
pub fn wilson(successes: f64, trials: f64) -> Interval {
    if trials <= 0.0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (share, z2) = (successes / trials, Z_95 * Z_95);
    let middle = share + z2 / (2.0 * trials);
    let half = Z_95 * (share * (1.0 - share) / trials + z2 / (4.0 * trials * trials)).sqrt();
    let scale = 1.0 + z2 / trials;
    Interval { low: ((middle - half) / scale).max(0.0), high: ((middle + half) / scale).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998),
    /// table I, method 3.
    #[test]
    fn wilson_agrees_with_newcombe() {
        for (successes, trials, low, high) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ] {
            let found = wilson(successes, trials);
            assert!((found.low - low).abs() < 6e-5, "{successes} of {trials}: {found:?}");
            assert!((found.high - high).abs() < 6e-5, "{successes} of {trials}: {found:?}");
        }
    }

    #[test]
    fn nothing_is_known_without_trials() {
        assert_eq!(wilson(0.0, 0.0), Interval { low: 0.0, high: 1.0 });
    }
}
