//! What is promised of the play of minds, in all series together: orders that are sound, fleets that do not idle, and
//! attacks that can be seen ahead.

use std::collections::BTreeMap;

use super::answer::{Answer, Promise, promise};
use crate::league::gauge::SEEN_AHEAD_S;
use crate::league::report::{ContestantReport, SeriesReport, Share};

/// Less than this share of a mind's orders is refused.
const REFUSED_SHARE: f64 = 0.02;
/// At least this share of the attacks of a skill that warns is seen ahead.
const SEEN_SHARE: f64 = 0.9;

/// What is promised of the minds of all series.
pub(in crate::league::report) fn of_minds(series: &[SeriesReport]) -> Vec<Promise> {
    let refused = format!("Less than {:.0} % of the orders of a mind are refused", 100.0 * REFUSED_SHARE);
    let refused = OfMinds {
        words: refused,
        figure: |mind| mind.refused,
        shown: |mind| format!("{:.2} %", 100.0 * mind.refused),
        is_kept: |share| share < REFUSED_SHARE,
    };
    let idle = OfMinds {
        words: "No fleet of a mind that is to fight rests for over a minute".to_owned(),
        figure: |mind| mind.idle_games.share,
        shown: |mind| format!("{} of {} games with a case", mind.idle_games.games, mind.idle_games.of),
        is_kept: |share| share <= 0.0,
    };
    [refused, idle].into_iter().filter_map(|one| one.promise(series)).chain(seen_ahead(series)).collect()
}

/// Attacks of skills that warn can be seen ahead: those of all minds of a skill, taken together.
fn seen_ahead(series: &[SeriesReport]) -> Option<Promise> {
    let mut skills: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for mind in series.iter().flat_map(|section| &section.contestants) {
        let Some(skill) = mind.warning_skill.as_deref() else { continue };
        let (seen, attacks) = skills.entry(skill).or_default();
        *seen += mind.seen_ahead.games;
        *attacks += mind.seen_ahead.of;
    }
    let answer = |(skill, (seen, attacks)): (&str, (usize, usize))| {
        let share = Share::new(seen, attacks);
        (format!("{skill} with {}", share.words()), Answer::of_share(share, SEEN_SHARE..=1.0))
    };
    let answers: Vec<(String, Answer)> = skills.into_iter().map(answer).collect();
    let words = format!(
        "Of the attacks of a skill that lets itself be seen, at least {:.0} % are seen {SEEN_AHEAD_S:.0} s ahead",
        100.0 * SEEN_SHARE
    );
    (!answers.is_empty()).then(|| promise(words, "skills", &answers))
}

/// A promise about a figure of each mind.
struct OfMinds {
    words: String,
    figure: fn(&ContestantReport) -> f64,
    shown: fn(&ContestantReport) -> String,
    is_kept: fn(f64) -> bool,
}

impl OfMinds {
    /// The promise; found is the greatest figure. `None` without minds.
    fn promise(self, series: &[SeriesReport]) -> Option<Promise> {
        let mut minds: Vec<(&ContestantReport, &str)> = Vec::new();
        for section in series {
            let all = section.contestants.iter().filter(|one| one.is_mind);
            minds.extend(all.map(|mind| (mind, section.name.as_str())));
        }
        let figure = self.figure;
        let (most, section) =
            minds.iter().max_by(|(one, _), (other, _)| figure(one).total_cmp(&figure(other)))?;
        let (kept, all) =
            (minds.iter().filter(|(mind, _)| (self.is_kept)(figure(mind))).count(), minds.len());
        let found =
            format!("{kept} of {all} minds; the most is {}, {} in {section}", (self.shown)(most), most.name);
        Some(Promise { words: self.words, found, answer: Answer::of(kept == all) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::league::file::{Contestant, Pairings};
    use crate::league::report::Report;
    use crate::league::report::test_support::{ENDS, mind, report, rush_and_boom};
    use crate::league::sparring::Partner;

    #[test]
    fn orders_of_minds_are_rarely_refused_and_their_fleets_never_idle() {
        let kept = |series: &SeriesReport| {
            let promises = Report::of_series(vec![series.clone()]).promises;
            promises.into_iter().map(|promise| (promise.answer, promise.found)).collect::<Vec<_>>()
        };
        let script = Contestant::Partner(Partner::Rush);
        let play = Pairings::Ladder(vec![mind("captain", None), mind("cadet", None), script]);
        let mut series = report(play, &ENDS);
        // Scripts may do as they like.
        (series.contestants[2].refused, series.contestants[2].idle_games) = (0.5, Share::new(2, 4));
        (series.contestants[0].refused, series.contestants[1].refused) = (0.0199, 0.001);
        let all = |words: &str| (Answer::Holds, format!("2 of 2 minds; the most is {words} in test"));
        assert_eq!(kept(&series), [all("1.99 %, captain"), all("0 of 4 games with a case, cadet")]);
        (series.contestants[0].refused, series.contestants[1].idle_games) = (0.02, Share::new(1, 1000));
        let one = |words: &str| (Answer::Fails, format!("1 of 2 minds; the most is {words} in test"));
        assert_eq!(kept(&series), [one("2.00 %, captain"), one("1 of 1000 games with a case, cadet")]);
        assert!(kept(&report(Pairings::Ladder(rush_and_boom()), &ENDS)).is_empty());
    }

    #[test]
    fn attacks_of_skills_that_warn_are_promised_to_be_seen_half_a_minute_ahead() {
        let series = |seen: [(usize, usize); 2]| {
            let play =
                Pairings::Ladder(vec![mind("cadet", None), mind("cadet", None), mind("captain", None)]);
            let mut series = report(play, &ENDS);
            for (one, (seen, attacks)) in series.contestants.iter_mut().zip(seen) {
                one.warning_skill = Some("cadet".to_owned());
                one.seen_ahead = Share::new(seen, attacks);
            }
            // Others are promised nothing.
            series.contestants[2].seen_ahead = Share::new(0, 400);
            series
        };
        let kept = |seen: [(usize, usize); 2]| {
            let promise = seen_ahead(&[series(seen), series(seen)]).expect("cadets warn");
            (promise.answer, promise.found)
        };
        assert_eq!(kept([(98, 100), (96, 100)]), (Answer::Holds, "1 of 1 skills".to_owned()));
        let words = "0 of 1 skills; not cadet with 48 % (43 to 53)".to_owned();
        assert_eq!(kept([(96, 100), (0, 100)]), (Answer::Fails, words));
        let words = "0 of 1 skills; open: cadet with -".to_owned();
        assert_eq!(kept([(0, 0), (0, 0)]), (Answer::Open, words), "none attacked");
        assert_eq!(seen_ahead(&[report(Pairings::Ladder(rush_and_boom()), &ENDS)]), None);
    }
}
