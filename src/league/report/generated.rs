//! The games on generated systems.

use serde::Serialize;

use super::games::Share;
use crate::league::file::Series;
use crate::league::game::GameResult;
use crate::league::generated::Generated;

/// Generated systems are even if no side wins more than this share of the decided games on all of them together.
pub const EVEN_SHARE: f64 = 0.55;

/// What the games on generated systems show.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GeneratedReport {
    /// The systems.
    pub systems: Generated,
    /// Decided games on all of them together that the first faction won.
    pub first_faction: Share,
}

impl GeneratedReport {
    pub(super) fn of(series: &Series, games: &[&GameResult]) -> Option<Self> {
        let systems = series.generated?;
        let on_files = series.levels.len();
        let on_systems = games.iter().copied().filter(|game| game.fixture.level >= on_files);
        Some(Self { systems, first_faction: Share::of_first_faction(on_systems) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::league::file::{Contestant, Pairings};
    use crate::league::report::promises::Answer;
    use crate::league::report::test_support::{found, report_of, series};
    use crate::league::report::{Report, page, text};
    use crate::league::sparring::Partner;

    /// Games on files do not count.
    #[test]
    fn generated_systems_are_even_if_no_side_wins_too_often() {
        let rush = || Contestant::Partner(Partner::Rush);
        let series =
            Series { generated: Some(Generated::usual(2)), ..series(Pairings::Equals(vec![rush()]), 2) };
        // Two games on each level, with sides changed: the contestants 0 and 1 have won for the first faction.
        let ends = |last: Option<usize>| {
            let winners = [Some(0), Some(1), Some(0), Some(0), None, last];
            winners.map(|winner| (winner, 60.0))
        };
        let uneven = report_of(&series, &ends(Some(1)));
        assert_eq!((uneven.all.first_faction.games, uneven.all.first_faction.of), (4, 5));
        assert_eq!(
            found(&uneven),
            [(Answer::Open, "the first faction won 67 % (21 to 94) of 3 decided games")]
        );
        let even = report_of(&series, &ends(None));
        assert_eq!(found(&even), [(Answer::Open, "the first faction won 50 % (9 to 91) of 2 decided games")]);
        let text = text::text(&Report::of_series(vec![even.clone()]));
        let page = page::page(&Report::of_series(vec![even]), "test");
        for shown in [text, page] {
            assert!(shown.contains("2 generated systems of 2 sides"), "{shown}");
            assert!(shown.contains("the first faction won 50 % (9 to 91)"), "{shown}");
            assert!(!shown.contains("generated 2"), "{shown}");
        }
        let none = report_of(&series, &[(None, 60.0); 6]);
        assert_eq!(found(&none), [(Answer::Open, "no game was decided")]);
        // The first faction wins each of many games, whoever has it.
        let series = Series { generated: Some(Generated::usual(20)), ..series };
        let won: Vec<_> = (0..42).map(|game| (Some(game % 2), 60.0)).collect();
        let words = "the first faction won 100 % (91 to 100) of 40 decided games";
        assert_eq!(found(&report_of(&series, &won)), [(Answer::Fails, words)]);
    }
}
