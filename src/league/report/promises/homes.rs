//! What is promised of wars of all sides: no home is better than another.

use super::answer::{Answer, Promise, promise};
use crate::league::report::wars::WarReport;
use crate::league::report::{EVEN_SHARE, Share};

/// Games tell of homes where even ones would win this number each: few wins have intervals that are too narrow.
const EXPECTED_WINS: f64 = 5.0;

/// The homes of each war are even.
pub(in crate::league::report) fn even_homes(wars: &[WarReport]) -> Promise {
    let words =
        "Even homes: the interval of each home's wins contains an even share, 1 of the number of sides";
    let mut answers = Vec::new();
    for war in wars {
        // With one war there is nothing to tell apart.
        let of = if wars.len() > 1 { format!(" of {}", war.title()) } else { String::new() };
        for home in &war.homes {
            let name = format!("{}{of} with {}", home.name, home.wins.words());
            answers.push((name, is_even(home.wins, war.sides)));
        }
    }
    promise(words.to_owned(), "homes", &answers)
}

/// Whether the wins of a home are those of one of so many even sides. It fails where the whole interval is beyond what
/// is even enough on generated systems, on which a side of two may win [`EVEN_SHARE`] instead of a half.
fn is_even(wins: Share, sides: usize) -> Answer {
    let even = 1.0 / sides.max(1) as f64;
    if wins.of as f64 * even < EXPECTED_WINS {
        return Answer::Open;
    }
    let contains_even = Answer::of_share(wins, even..=even) != Answer::Fails;
    match Answer::of_share(wins, 2.0 * (1.0 - EVEN_SHARE) * even..=2.0 * EVEN_SHARE * even) {
        Answer::Open if contains_even => Answer::Holds,
        answer => answer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::league::report::test_support::wars;

    #[test]
    fn homes_are_even_where_every_interval_contains_an_even_share() {
        let of_four = |games, of| is_even(Share::new(games, of), 4);
        // 5 of 20 is 11 to 47 %, 9 of 20 is 26 to 66 %, 11 of 20 is 34 to 74 %.
        assert_eq!([of_four(5, 20), of_four(11, 20)], [Answer::Holds, Answer::Fails]);
        assert_eq!(of_four(9, 20), Answer::Open, "nearly even, but no proof of it");
        assert_eq!(of_four(0, 20), Answer::Fails, "0 to 16 %");
        assert_eq!([of_four(0, 0), of_four(2, 2), of_four(5, 19)], [Answer::Open; 3], "too few");
        assert_eq!(is_even(Share::new(10, 20), 2), Answer::Holds);
    }

    #[test]
    fn the_promise_names_the_homes_that_are_not_even() {
        let even: Vec<Option<usize>> = (0..20).map(|game| Some(game % 4)).collect();
        let promise = |winners: &[Option<usize>]| even_homes(&wars(&[0, 1, 2, 3], winners).wars);
        let kept = promise(&even);
        assert_eq!((kept.answer, kept.found.as_str()), (Answer::Holds, "4 of 4 homes"));
        let uneven: Vec<Option<usize>> =
            (0..20).map(|game| Some(if game < 10 { 0 } else { game % 4 })).collect();
        let broken = promise(&uneven);
        assert_eq!(broken.answer, Answer::Fails, "{broken:?}");
        assert!(broken.found.contains("not faction 0 (home 0) with 60 % (39 to 78)"), "{broken:?}");
    }
}
