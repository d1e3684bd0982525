//! Kepler's equation: from the time since periapsis, as a mean anomaly, to the angle of a body's place on the
//! conic.
//!
//! The result, an eccentric, parabolic or hyperbolic anomaly, is accurate to the last few bits *relative to its
//! own size*. That keeps positions exact when the eccentricity is close to one, where anomalies become tiny. The
//! functions take a fixed, small number of steps and always end. Numbers that are not finite give answers that are
//! not finite.

use std::f64::consts::{PI, TAU};

/// Below this size `x - sin x` is summed as a series, as the plain difference would lose its leading digits.
const SERIES_LIMIT: f64 = 1.0;

/// Up to this eccentricity an ellipse counts as round.
const ROUND: f64 = 0.26;

/// Hyperbolic Kepler steps. The corrector multiplies the number of correct digits by five; three steps suffice for
/// every start.
const MAX_HYPERBOLIC_STEPS: usize = 8;

/// The eccentric anomaly E with E - e sin E = M.
///
/// `mean_anomaly` is in radians and may count any number of turns: E - M has period 2π. `eccentricity` is in
/// `0..1`. The error is below 1e-14 rad for M in -π..=π at every e < 1, and relative to E it stays at the
/// rounding level for small M.
///
/// Source: F. L. Markley, "Kepler equation solver", Celestial Mechanics 63 (1995) 101: a starter from a Padé
/// approximation of sine, then one fifth-order correction.
pub fn eccentric_anomaly(mean_anomaly: f64, eccentricity: f64) -> f64 {
    let within_turn = wrap_to_half_turn(mean_anomaly);
    let m = within_turn.abs();
    if m == 0.0 {
        return mean_anomaly;
    }
    let start = markley_starter(m, eccentricity);
    let (sine, cosine) = libm::sincos(start);
    let residual = mean_anomaly_from_eccentric(start, sine, eccentricity) - m;
    let slope = (1.0 - eccentricity) + eccentricity * one_minus_cosine(sine, cosine);
    let second = eccentricity * sine;
    let refined = start + fifth_order_step(residual, [slope, second, 1.0 - slope, -second]);
    mean_anomaly + (refined - m) * within_turn.signum()
}

/// The sine and the cosine of the eccentric anomaly, for an eccentricity in `0..1`.
///
/// On ellipses as round as those of planets and moons this takes half the time of [`eccentric_anomaly`] and a sine and
/// a cosine: a start with an error of e³ and one fifth-order correction, by which sine and cosine turn.
pub(super) fn eccentric_direction(mean_anomaly: f64, eccentricity: f64) -> (f64, f64) {
    let m = wrap_to_half_turn(mean_anomaly);
    if eccentricity > ROUND {
        return libm::sincos(eccentric_anomaly(m, eccentricity));
    }
    let (sin_m, cos_m) = libm::sincos(m);
    let e_sin_m = eccentricity * sin_m;
    let away = 1.0 - eccentricity * cos_m;
    let start = m + e_sin_m / (away * away + e_sin_m * e_sin_m).sqrt();
    let (sine, cosine) = libm::sincos(start);
    let (second, third) = (eccentricity * sine, eccentricity * cosine);
    let turn = fifth_order_step(start - second - m, [1.0 - third, second, third, -second]);
    let square = turn * turn;
    let sin_turn = turn * (1.0 - square / 6.0 * (1.0 - square / 20.0));
    let cos_turn = 1.0 - square / 2.0 * (1.0 - square / 12.0);
    (sine * cos_turn + cosine * sin_turn, cosine * cos_turn - sine * sin_turn)
}

/// Barker's variable B = tan(ν/2) on a parabola, with B + B³/3 = `mean_anomaly`.
///
/// The parabolic mean anomaly is 2 √(GM/p³) times the time since periapsis, with p the semi-latus rectum.
/// Closed form; source: Vallado, *Fundamentals of Astrodynamics and Applications*, algorithm 3.
pub fn parabolic_anomaly(mean_anomaly: f64) -> f64 {
    2.0 * libm::sinh(libm::asinh(1.5 * mean_anomaly) / 3.0)
}

/// The hyperbolic anomaly H with e sinh H - H = M, for `eccentricity` above 1 and any finite M.
///
/// The start is the root of the cubic that remains when sinh is cut after its second term, or, far out, a
/// logarithm. Then come fifth-order steps in the manner of Danby (*Fundamentals of Celestial Mechanics*, 6.9). The
/// error is at the rounding level relative to H.
pub fn hyperbolic_anomaly(mean_anomaly: f64, eccentricity: f64) -> f64 {
    let m = mean_anomaly.abs();
    if m == 0.0 || !m.is_finite() {
        return mean_anomaly;
    }
    let mut anomaly = hyperbolic_starter(m, eccentricity);
    for _ in 0..MAX_HYPERBOLIC_STEPS {
        let sinh = libm::sinh(anomaly);
        let cosh = (1.0 + sinh * sinh).sqrt();
        let residual = mean_anomaly_from_hyperbolic(anomaly, sinh, eccentricity) - m;
        let slope = (eccentricity - 1.0) + eccentricity * (sinh * (sinh / (1.0 + cosh)));
        let second = eccentricity * sinh;
        let step = fifth_order_step(residual, [slope, second, eccentricity * cosh, second]);
        anomaly += step;
        if step.abs() <= 1e-6 * anomaly {
            break;
        }
    }
    anomaly.copysign(mean_anomaly)
}

/// E - e sin E, written so that nothing cancels when e is next to one and E is small.
///
/// `sine` is sin E, which the caller has at hand.
pub(super) fn mean_anomaly_from_eccentric(anomaly: f64, sine: f64, eccentricity: f64) -> f64 {
    (1.0 - eccentricity) * anomaly + eccentricity * angle_minus_sine(anomaly, sine)
}

/// e sinh H - H, written so that nothing cancels when e is next to one and H is small.
///
/// `sinh` is sinh H, which the caller has at hand.
pub(super) fn mean_anomaly_from_hyperbolic(anomaly: f64, sinh: f64, eccentricity: f64) -> f64 {
    (eccentricity - 1.0) * anomaly + eccentricity * sinh_minus_angle(anomaly, sinh)
}

/// The angle reduced to -π..=π.
pub(super) fn wrap_to_half_turn(angle: f64) -> f64 {
    angle - TAU * (angle / TAU).round()
}

/// Markley's equations 20, 5, 9, 10, 14 and 15: an estimate of E with an error of about 1e-4, for M in 0..=π.
fn markley_starter(m: f64, eccentricity: f64) -> f64 {
    let complement = 1.0 - eccentricity;
    let alpha = (3.0 * PI * PI + 1.6 * PI * (PI - m) / (1.0 + eccentricity)) / (PI * PI - 6.0);
    let d = 3.0 * complement + alpha * eccentricity;
    let q = 2.0 * alpha * d * complement - m * m;
    let r = (3.0 * alpha * d * (d - complement) + m * m) * m;
    let root = libm::cbrt(r.abs() + (q * q * q + r * r).sqrt());
    let w = root * root;
    (2.0 * r * w / (w * w + w * q + q * q) + m) / d
}

/// An estimate of H that the corrector can start from, for M > 0.
fn hyperbolic_starter(m: f64, eccentricity: f64) -> f64 {
    let near = cubic_root(2.0 * (eccentricity - 1.0) / eccentricity, 3.0 * m / eccentricity);
    if near < 1.5 {
        return near;
    }
    let lower_bound = libm::asinh(m / eccentricity);
    libm::asinh((m + lower_bound) / eccentricity)
}

/// The real root of x³ + 3 p x = 2 q for p >= 0 and q > 0, without cancellation.
fn cubic_root(p: f64, q: f64) -> f64 {
    let root = libm::cbrt(q + (q * q + p * p * p).sqrt());
    let w = root * root;
    2.0 * q * w / (w * w + p * w + p * p)
}

/// One step towards a root from the value and the first four derivatives there, with fifth-order convergence
/// (Danby & Burkardt 1983; the same nesting as in Markley's equations 21 to 24).
fn fifth_order_step(value: f64, derivatives: [f64; 4]) -> f64 {
    let [first, second, third, fourth] = derivatives;
    let halley = -value / (first - value * second / (2.0 * first));
    let quartic = -value / (first + halley * (second / 2.0 + halley * third / 6.0));
    -value / (first + quartic * (second / 2.0 + quartic * (third / 6.0 + quartic * fourth / 24.0)))
}

/// 1 - cos x from sin x and cos x, exact for small x.
fn one_minus_cosine(sine: f64, cosine: f64) -> f64 {
    if cosine > 0.0 { sine * sine / (1.0 + cosine) } else { 1.0 - cosine }
}

/// x - sin x, exact for small x.
fn angle_minus_sine(angle: f64, sine: f64) -> f64 {
    if angle.abs() < SERIES_LIMIT { cubic_series(angle, -angle * angle) } else { angle - sine }
}

/// sinh x - x, exact for small x.
fn sinh_minus_angle(angle: f64, sinh: f64) -> f64 {
    if angle.abs() < SERIES_LIMIT { cubic_series(angle, angle * angle) } else { sinh - angle }
}

/// x³/3! (1 + z/(4·5) (1 + z/(6·7) (...))): the tail of sinh's series for z = x², of sine's for z = -x².
fn cubic_series(x: f64, z: f64) -> f64 {
    const DIVISORS: [f64; 7] =
        [16.0 * 17.0, 14.0 * 15.0, 12.0 * 13.0, 10.0 * 11.0, 8.0 * 9.0, 6.0 * 7.0, 4.0 * 5.0];
    let sum = DIVISORS.iter().fold(1.0, |sum, divisor| 1.0 + z / divisor * sum);
    x * x * x / 6.0 * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_ellipses_have_the_directions_of_all_others() {
        for step in 0..2000 {
            let mean_anomaly = f64::from(step) * 0.01 - 10.0;
            for eccentricity in [0.0, 0.0167, 0.1, 0.2, 0.26] {
                let anomaly = eccentric_anomaly(mean_anomaly, eccentricity);
                let (sine, cosine) = eccentric_direction(mean_anomaly, eccentricity);
                let error = libm::hypot(sine - libm::sin(anomaly), cosine - libm::cos(anomaly));
                assert!(error < 1e-13, "M {mean_anomaly}, e {eccentricity}: {error:e}");
            }
        }
    }
}
