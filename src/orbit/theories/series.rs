//! Sums of periodic terms: what planets and the Moon add to a steady motion.
//!
//! The argument of a term is a sum of whole multiples of a few angles that advance evenly. The angles' own sines and
//! cosines are computed once; those of the terms are products of them.

use super::super::constants::{DAYS_PER_CENTURY, SECONDS_PER_DAY};
use super::mean_elements::CenturyLinear;
use super::moving_ellipse::Moving;

/// Angles that make up the arguments of a series.
pub const ARGUMENTS: usize = 4;

/// The greatest multiple of an angle in a term.
pub const MOST_MULTIPLE: usize = 5;

/// The cosine and the sine of an angle.
type Direction = (f64, f64);

/// The directions of the multiples of each angle, from 0 on.
type Powers = [[Direction; MOST_MULTIPLE + 1]; ARGUMENTS];

/// A term of a series for `N` quantities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term<const N: usize> {
    /// The multiples of the series' angles in the argument of the term.
    pub multiples: [i8; ARGUMENTS],
    /// What each quantity has of the argument's cosine.
    pub cosines: [f64; N],
    /// What each quantity has of the argument's sine.
    pub sines: [f64; N],
}

/// A sum of periodic terms for `N` quantities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Series<const N: usize> {
    /// The angles, in radians.
    arguments: [CenturyLinear; ARGUMENTS],
    /// The greatest multiple of each angle in any term.
    reach: [u8; ARGUMENTS],
    terms: &'static [TimedTerm<N>],
}

/// A term with the rate of its argument, radians a second.
#[derive(Clone, Copy, Debug, PartialEq)]
struct TimedTerm<const N: usize> {
    term: Term<N>,
    per_second: f64,
}

/// Upper bounds on the size of a sum, of its rate per second and of the rate's own.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Greatest {
    pub value: f64,
    pub per_second: f64,
    pub per_second_squared: f64,
}

impl<const N: usize> Series<N> {
    /// The series of these terms; `None` if a multiple is greater than [`MOST_MULTIPLE`]. The catalogue lasts as long
    /// as the program, and so do its terms.
    pub fn new(arguments: [CenturyLinear; ARGUMENTS], terms: Vec<Term<N>>) -> Option<Self> {
        let reach = std::array::from_fn(|argument| {
            let multiples = terms.iter().map(|term| term.multiples[argument].unsigned_abs());
            multiples.max().unwrap_or(0)
        });
        let is_within = reach.iter().all(|reach: &u8| usize::from(*reach) <= MOST_MULTIPLE);
        let timed = terms.into_iter().map(|term| TimedTerm { term, per_second: rate(&arguments, &term) });
        is_within.then(|| Self { arguments, reach, terms: timed.collect::<Vec<_>>().leak() })
    }

    /// The sums at a date.
    pub(super) fn at(&self, centuries: f64) -> [Moving; N] {
        self.at_powers(&self.powers(centuries))
    }

    /// The sums from the directions of the angles' multiples.
    fn at_powers(&self, powers: &Powers) -> [Moving; N] {
        let mut sums = [Moving { value: 0.0, per_second: 0.0 }; N];
        for TimedTerm { term, per_second: rate } in self.terms {
            let (cosine, sine) = direction(&term.multiples, powers);
            for (sum, (by_cosine, by_sine)) in sums.iter_mut().zip(term.cosines.iter().zip(&term.sines)) {
                sum.value += by_cosine * cosine + by_sine * sine;
                sum.per_second += rate * (by_sine * cosine - by_cosine * sine);
            }
        }
        sums
    }

    /// Bounds on the sums at any date.
    pub(super) fn greatest(&self) -> [Greatest; N] {
        let mut bounds = [Greatest::default(); N];
        for TimedTerm { term, per_second } in self.terms {
            let rate = per_second.abs();
            for (bound, (by_cosine, by_sine)) in bounds.iter_mut().zip(term.cosines.iter().zip(&term.sines)) {
                let size = libm::hypot(*by_cosine, *by_sine);
                bound.value += size;
                bound.per_second += size * rate;
                bound.per_second_squared += size * rate * rate;
            }
        }
        bounds
    }

    /// The directions of all multiples of the angles that the terms need.
    fn powers(&self, centuries: f64) -> Powers {
        let mut powers = [[(1.0, 0.0); MOST_MULTIPLE + 1]; ARGUMENTS];
        for ((powers, angle), reach) in powers.iter_mut().zip(&self.arguments).zip(self.reach) {
            if reach == 0 {
                continue;
            }
            let (sine, cosine) = libm::sincos(angle.at(centuries));
            for multiple in 1..=usize::from(reach) {
                powers[multiple] = sum(powers[multiple - 1], (cosine, sine));
            }
        }
        powers
    }
}

/// The sums of two series with the same angles at a date. The first one must have the greater multiples.
pub(super) fn both_at<const N: usize, const M: usize>(
    one: &Series<N>,
    other: &Series<M>,
    centuries: f64,
) -> ([Moving; N], [Moving; M]) {
    let powers = one.powers(centuries);
    (one.at_powers(&powers), other.at_powers(&powers))
}

/// The rate of a term's argument in radians a second.
fn rate<const N: usize>(arguments: &[CenturyLinear; ARGUMENTS], term: &Term<N>) -> f64 {
    let parts = arguments.iter().zip(&term.multiples);
    let per_century: f64 = parts.map(|(angle, multiple)| angle.per_century * f64::from(*multiple)).sum();
    per_century / (DAYS_PER_CENTURY * SECONDS_PER_DAY)
}

/// The direction of the sum of these multiples.
fn direction(multiples: &[i8; ARGUMENTS], powers: &Powers) -> Direction {
    let mut whole = (1.0, 0.0);
    for (multiple, powers) in multiples.iter().zip(powers) {
        if *multiple != 0 {
            let (cosine, sine) = powers[usize::from(multiple.unsigned_abs()).min(MOST_MULTIPLE)];
            whole = sum(whole, (cosine, if *multiple < 0 { -sine } else { sine }));
        }
    }
    whole
}

/// The direction of the sum of two angles.
fn sum(one: Direction, other: Direction) -> Direction {
    (one.0 * other.0 - one.1 * other.1, one.0 * other.1 + one.1 * other.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANGLES: [CenturyLinear; ARGUMENTS] = [
        CenturyLinear { at_j2000: 0.3, per_century: 500.0 },
        CenturyLinear { at_j2000: 2.0, per_century: -70.0 },
        CenturyLinear { at_j2000: 0.0, per_century: 0.0 },
        CenturyLinear { at_j2000: -1.0, per_century: 9.0 },
    ];

    #[test]
    fn sums_are_those_of_the_plain_sines_and_within_their_bounds() {
        let terms = vec![
            Term { multiples: [3, -2, 0, 1], cosines: [2.0], sines: [-5.0] },
            Term { multiples: [-1, 5, 0, 0], cosines: [0.0], sines: [1.0] },
        ];
        let series = Series::new(ANGLES, terms.clone()).expect("the multiples are small");
        let [bound] = series.greatest();
        for step in -50..50 {
            let centuries = f64::from(step) / 37.0;
            let plain: f64 = terms
                .iter()
                .map(|term| {
                    let parts = ANGLES.iter().zip(&term.multiples);
                    let angle: f64 = parts.map(|(angle, m)| angle.at(centuries) * f64::from(*m)).sum();
                    term.cosines[0] * libm::cos(angle) + term.sines[0] * libm::sin(angle)
                })
                .sum();
            let [sum] = series.at(centuries);
            assert!((sum.value - plain).abs() < 1e-10, "{} is not {plain}", sum.value);
            assert!(sum.value.abs() <= bound.value && sum.per_second.abs() <= bound.per_second);
        }
    }

    #[test]
    fn a_multiple_beyond_the_table_is_refused() {
        let term = Term { multiples: [6, 0, 0, 0], cosines: [1.0], sines: [0.0] };
        assert!(Series::new(ANGLES, vec![term]).is_none());
    }
}
