//! What is promised of the strength and the ways of contestants: who wins against whom, and that personalities differ.

use std::ops::RangeInclusive;

use super::answer::{Answer, Promise, promise};
use crate::league::file::{Contestant, Series};
use crate::league::report::{
    ContestantReport, Difference, EVEN_SHARE, Kind, LADDER_LOW, LADDER_SHARE, MEASURES_APART, PairReport,
    SeriesReport, TrialReport,
};

/// Each contestant of a ladder beats the one before it.
pub(super) fn ladder(report: &SeriesReport) -> Option<Promise> {
    if report.kind != Kind::Ladder {
        return None;
    }
    let step = |pair: &PairReport| {
        let wins = pair.wins[1];
        let at_least = if pair.is_step() { LADDER_LOW } else { LADDER_SHARE };
        (format!("{} with {}", pair.names[1], wins.words()), Answer::of_share(wins, at_least..=1.0))
    };
    let words = format!(
        "Each wins at least {:.0} % of the games against the one before, and its interval is above {:.0} %",
        100.0 * LADDER_SHARE,
        100.0 * LADDER_LOW
    );
    Some(promise(words, "pairs", &report.pairs.iter().map(step).collect::<Vec<_>>()))
}

/// Personalities of equal skill play in ways of their own.
pub(super) fn unlike(series: &Series, report: &SeriesReport) -> Option<Promise> {
    if report.differences.is_empty() || !are_of_one_skill(series, false) {
        return None;
    }
    let pair = |one: &Difference| (one.names.join(" and "), Answer::of(one.measures.len() >= MEASURES_APART));
    let words = format!(
        "Any two personalities of equal skill differ by a standard deviation in at least {MEASURES_APART} measures \
         of their play"
    );
    Some(promise(words, "pairs", &report.differences.iter().map(pair).collect::<Vec<_>>()))
}

/// Personalities of equal skill win as often as each other.
pub(super) fn equally_strong(series: &Series, report: &SeriesReport) -> Option<Promise> {
    if report.kind != Kind::Everyone || !are_of_one_skill(series, false) {
        return None;
    }
    let words = format!(
        "Personalities of equal skill win {:.0} to {:.0} % of their games",
        100.0 * (1.0 - EVEN_SHARE),
        100.0 * EVEN_SHARE
    );
    Some(promise(words, "personalities", &wins(report, 1.0 - EVEN_SHARE..=EVEN_SHARE)))
}

/// No opening is the one to play.
pub(super) fn openings(series: &Series, report: &SeriesReport) -> Option<Promise> {
    if report.kind != Kind::Everyone || !are_of_one_skill(series, true) {
        return None;
    }
    let words = format!("No opening wins more than {:.0} % of its games", 100.0 * EVEN_SHARE);
    Some(promise(words, "openings", &wins(report, 0.0..=EVEN_SHARE)))
}

/// The contestants with their shares of wins, and whether those are within these bounds.
fn wins(report: &SeriesReport, bounds: RangeInclusive<f64>) -> Vec<(String, Answer)> {
    let wins = |one: &ContestantReport| {
        (format!("{} with {}", one.name, one.wins.words()), Answer::of_share(one.wins, bounds.clone()))
    };
    report.contestants.iter().map(wins).collect()
}

/// Whether all contestants are minds of one skill and handicap, who choose their openings or must play one.
fn are_of_one_skill(series: &Series, has_opening: bool) -> bool {
    let contestants = series.contestants();
    let skill = |one: &Contestant| match one {
        Contestant::Mind { skill, handicap, opening, .. } if opening.is_some() == has_opening => {
            Some((skill.clone(), *handicap))
        }
        _ => None,
    };
    let first = contestants.first().and_then(skill);
    first.is_some() && contestants.iter().all(|one| skill(one) == first)
}

/// Minds do against sparring partners as the file of the league expects.
pub(super) fn expected(report: &SeriesReport) -> Option<Promise> {
    if report.trials.is_empty() {
        return None;
    }
    let trial = |trial: &TrialReport| (format!("{} against {}", trial.mind, trial.partner), trial.answer);
    let words = "Minds beat scripts, survive them, spare their homes or lose to them as the section expects"
        .to_owned();
    Some(promise(words, "expectations", &report.trials.iter().map(trial).collect::<Vec<_>>()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::league::file::Pairings;
    use crate::league::report::test_support::{ENDS, found, mind, report};

    #[test]
    fn personalities_are_promised_to_differ_and_to_be_as_strong_where_skills_are_equal() {
        let everyone = |skills: [&str; 2]| {
            let [one, other] = skills;
            Pairings::Everyone(vec![mind(one, Some("steward")), mind(other, Some("corsair"))])
        };
        // All figures are 0, so nothing differs.
        let alike = "0 of 1 pairs; not captain steward and captain corsair";
        let wins = "0 of 2 personalities; open: captain steward with 25 % (5 to 70), captain corsair with 50 % \
                    (15 to 85)";
        let of_equals = report(everyone(["captain"; 2]), &ENDS);
        assert_eq!(found(&of_equals), [(Answer::Fails, alike), (Answer::Open, wins)]);
        assert!(found(&report(everyone(["captain", "cadet"]), &ENDS)).is_empty());
    }

    #[test]
    fn openings_are_promised_to_win_half_of_their_games_and_nothing_else() {
        let with = |opening: &str| match mind("captain", None) {
            Contestant::Mind { skill, personality, handicap, .. } => {
                Contestant::Mind { skill, personality, opening: Some(opening.to_owned()), handicap }
            }
            script => script,
        };
        let all = |winners: usize| {
            let ends: Vec<_> = (0..40).map(|game| (Some(usize::from(game >= winners)), 60.0)).collect();
            report(Pairings::Everyone(vec![with("two yards"), with("frigates")]), &ends)
        };
        let words = "1 of 2 openings; not captain, two yards with 90 % (77 to 96)";
        assert_eq!(found(&all(36)), [(Answer::Fails, words)]);
        let words = "0 of 2 openings; open: captain, two yards with 50 % (35 to 65), captain, frigates with 50 % \
                     (35 to 65)";
        assert_eq!(found(&all(20)), [(Answer::Open, words)]);
    }
}
