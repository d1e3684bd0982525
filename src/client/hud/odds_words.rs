//! Forces and the expected result of a fight in words.

use crate::level::counted;
use crate::sim::combat::estimate::{Contingent, Estimate};

/// Whether some units are undamaged.
pub fn is_whole(some: &Contingent) -> bool {
    some.share() >= 0.995
}

/// Some of a class in words: `3 cruisers`, or `3 cruisers at 40 %`.
pub fn part_words(some: &Contingent, name: &str) -> String {
    let count = counted(some.count as usize, name);
    if is_whole(some) { count } else { format!("{count} at {:.0} %", 100.0 * some.share()) }
}

/// An estimate in words, for the first side.
pub fn odds_words(estimate: &Estimate) -> String {
    let Estimate { share_left_one: own, share_left_other: foes, seconds } = *estimate;
    // A fight that is decided at once has no time to tell.
    let time = if seconds < 0.5 { String::new() } else { format!(", {seconds:.0} s") };
    let hundredths = |share: f64| format!("{:.0} %", 100.0 * share);
    match (own > 0.0, foes > 0.0) {
        (true, false) => format!("Win likely, {} of fleet survives{time}", hundredths(own)),
        (false, true) => format!("Defeat likely, {} of enemy survives{time}", hundredths(foes)),
        (false, false) => format!("Both sides destroyed{time}"),
        (true, true) if own >= 1.0 && foes >= 1.0 => "Stalemate: neither can hurt the other".to_owned(),
        (true, true) => {
            format!("Undecided: {} of fleet and {} of enemy left", hundredths(own), hundredths(foes))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::test_support;
    use crate::sim::world::ArmedClass;

    fn estimate(own: f64, foes: f64) -> String {
        odds_words(&Estimate { share_left_one: own, share_left_other: foes, seconds: 20.2 })
    }

    #[test]
    fn odds_are_told_for_the_own_side() {
        assert_eq!(estimate(0.7, 0.0), "Win likely, 70 % of fleet survives, 20 s");
        assert_eq!(estimate(0.0, 0.25), "Defeat likely, 25 % of enemy survives, 20 s");
        assert_eq!(estimate(0.0, 0.0), "Both sides destroyed, 20 s");
        assert_eq!(estimate(1.0, 1.0), "Stalemate: neither can hurt the other");
        let at_once = Estimate { share_left_one: 1.0, share_left_other: 0.0, seconds: 0.2 };
        assert_eq!(odds_words(&at_once), "Win likely, 100 % of fleet survives", "no 0 s");
        assert_eq!(estimate(0.5, 0.4), "Undecided: 50 % of fleet and 40 % of enemy left");
    }

    #[test]
    fn the_list_says_how_whole_they_are() {
        let class = ArmedClass { armour: 100.0, ..test_support::unarmed() };
        let some = Contingent::whole(&class, 3);
        assert_eq!(part_words(&some, "cruiser"), "3 cruisers");
        assert_eq!(part_words(&Contingent { armour: 0.4, ..some }, "cruiser"), "3 cruisers at 40 %");
    }
}
