//! What is promised of the wars of equals: they are worth having, and favour no side.

use std::ops::RangeInclusive;

use super::answer::{Answer, Promise, promise};
use crate::league::file::{Contestant, Series};
use crate::league::report::games::{USUAL_BATTLES, USUAL_LENGTH_S};
use crate::league::report::{EVEN_SHARE, Games, Kind, PairReport, SeriesReport, Share};
use crate::level::MindRules;

/// Equals of this skill, or of a higher one, are promised a good war.
const SOUND_SKILL: &str = "captain";
/// Of their games no more than this share is undecided;
const UNDECIDED_SHARE: f64 = 0.03;
/// of those of lower skills no more than this.
const LOWER_UNDECIDED_SHARE: f64 = 0.1;
/// The side ahead at half time wins no more than this share of the games.
const LEADER_SHARE: f64 = 0.75;

/// What a clause about the wars of equals says of some games: whether it holds, and what was found.
type Finding = fn(&Games) -> (Answer, String);

/// Equals fight a war that is worth having. Of those on generated systems the length alone is promised here: sides are
/// judged on all systems together ([`even`]).
pub(super) fn equals(series: &Series, report: &SeriesReport, rules: &MindRules) -> Vec<Promise> {
    if report.kind != Kind::Equals {
        return Vec::new();
    }
    let all = series.contestants();
    // The pairs of sound minds, or of the others.
    let pairs = |sound: bool| {
        let is_meant = |pair: &&PairReport| match all.get(pair.contestants[0]) {
            Some(Contestant::Mind { skill, .. }) => is_sound(skill, rules) == sound,
            _ => false,
        };
        report.pairs.iter().filter(is_meant).collect::<Vec<_>>()
    };
    let (sound, lower) = (pairs(true), pairs(false));
    let clauses = if report.generated.is_some() { CLAUSES_OF_LENGTH } else { usize::MAX };
    let good = good_war(series.minutes)
        .into_iter()
        .take(clauses)
        .map(|(words, finding)| judged(&sound, format!("Equals from {SOUND_SKILL} up: {words}"), finding));
    let lower_words = format!(
        "Equals below {SOUND_SKILL}: less than {:.0} % of their games are undecided after {:.0} minutes",
        100.0 * LOWER_UNDECIDED_SHARE,
        series.minutes
    );
    let lower = judged(&lower, lower_words, |games| within(games.undecided, 0.0..=LOWER_UNDECIDED_SHARE));
    good.chain([lower]).flatten().collect()
}

/// A promise about the games of each of some pairs; `None` without pairs.
fn judged(pairs: &[&PairReport], words: String, finding: Finding) -> Option<Promise> {
    let answer = |pair: &&PairReport| {
        let (answer, found) = finding(&pair.games);
        (format!("{} with {found}", pair.names[0]), answer)
    };
    let answers: Vec<(String, Answer)> = pairs.iter().map(answer).collect();
    (!pairs.is_empty()).then(|| promise(words, "skills", &answers))
}

/// Whether a skill is at least [`SOUND_SKILL`], by the order of the rules.
fn is_sound(skill: &str, rules: &MindRules) -> bool {
    let rank = |name: &str| rules.skills.iter().position(|one| one.name == name);
    rank(skill) >= rank(SOUND_SKILL)
}

/// The first clauses of a good war, which are about its length.
const CLAUSES_OF_LENGTH: usize = 2;

/// The clauses about a good war of games of these minutes.
fn good_war(minutes: f64) -> [(String, Finding); 5] {
    let [shortest, longest] = USUAL_LENGTH_S.map(|seconds| seconds / 60.0);
    let undecided = 100.0 * UNDECIDED_SHARE;
    [
        (format!("decided after {shortest:.0} to {longest:.0} minutes in the median"), |games| {
            let found = format!("{:.1} minutes", games.decision_s.median / 60.0);
            (Answer::of_median([games.short, games.long]), found)
        }),
        (
            format!("less than {undecided:.0} % of their games are undecided after {minutes:.0} minutes"),
            |games| within(games.undecided, 0.0..=UNDECIDED_SHARE),
        ),
        (format!("no side wins more than {:.0} % of the decided games", 100.0 * EVEN_SHARE), |games| {
            within(games.first_faction, 1.0 - EVEN_SHARE..=EVEN_SHARE)
        }),
        (format!("who leads at half time wins at most {:.0} %", 100.0 * LEADER_SHARE), |games| {
            within(games.leader_won, 0.0..=LEADER_SHARE)
        }),
        (format!("at least {USUAL_BATTLES} battles in the median"), |games| {
            (Answer::of_share(games.quiet, 0.0..=0.5), format!("{:.0}", games.battles.median))
        }),
    ]
}

/// Whether a share is within these bounds, and the share in words.
fn within(share: Share, bounds: RangeInclusive<f64>) -> (Answer, String) {
    (Answer::of_share(share, bounds), share.words())
}

/// Generated systems favour no side. Games without a decision say nothing about that.
pub(super) fn even(report: &SeriesReport) -> Option<Promise> {
    let first = report.generated.as_ref()?.first_faction;
    let words = format!(
        "On generated systems, taken together, no side wins more than {:.0} % of the decided games",
        100.0 * EVEN_SHARE
    );
    let found = match first.of {
        0 => "no game was decided".to_owned(),
        of => format!("the first faction won {} of {of} decided games", first.words()),
    };
    Some(Promise { words, found, answer: Answer::of_share(first, 1.0 - EVEN_SHARE..=EVEN_SHARE) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::league::file::Pairings;
    use crate::league::generated::Generated;
    use crate::league::report::test_support::{mind, report_of, series};
    use crate::rules::test_support::shipped;

    #[test]
    fn equals_are_promised_a_good_war() {
        let minds = vec![mind("cadet", None), mind("merciless", None)];
        let rules = shipped().minds;
        let series = series(Pairings::Equals(minds), 40);
        let judged = |ends: &dyn Fn(usize) -> (Option<usize>, f64)| {
            let ends: Vec<_> = (0..80).map(ends).collect();
            let promises = equals(&series, &report_of(&series, &ends), &rules);
            promises.into_iter().map(|one| (one.answer, one.found)).collect::<Vec<_>>()
        };
        // Each contestant wins every second pair of games, of which one has changed sides.
        let good = judged(&|game| (Some(game / 2 % 2), 600.0));
        let answers: Vec<Answer> = good.iter().map(|(answer, _)| *answer).collect();
        // 20 of 40 games are no proof that sides are even, nor are 40 without a draw that few games are undecided.
        let [holds, open, fails] = [Answer::Holds, Answer::Open, Answer::Fails];
        assert_eq!(answers, [holds, open, open, holds, holds, holds], "{good:?}");
        assert_eq!(good[0].1, "1 of 1 skills");
        assert_eq!(good[2].1, "0 of 1 skills; open: merciless with 50 % (35 to 65)");
        // The first faction wins all, soon.
        let bad = judged(&|game| (Some(game % 2), 100.0));
        assert_eq!((bad[0].0, bad[2].0), (fails, fails), "{bad:?}");
        assert_eq!(bad[0].1, "0 of 1 skills; not merciless with 1.7 minutes");
        // Nobody wins.
        let endless = judged(&|_| (None, 60.0));
        assert_eq!((endless[1].0, endless[5].0), (fails, fails), "{endless:?}");
        assert!(endless[5].1.contains("cadet"), "{endless:?}");
    }

    #[test]
    fn on_generated_systems_equals_are_promised_a_war_of_the_usual_length() {
        let series = Series {
            levels: Vec::new(),
            generated: Some(Generated::usual(20)),
            ..series(Pairings::Equals(vec![mind("captain", None)]), 2)
        };
        let judged = |seconds: f64| {
            let ends: Vec<_> = (0..40).map(|game| (Some(game / 2 % 2), seconds)).collect();
            let promises = equals(&series, &report_of(&series, &ends), &shipped().minds);
            promises.into_iter().map(|one| (one.answer, one.found)).collect::<Vec<_>>()
        };
        let undecided = (Answer::Open, "0 of 1 skills; open: captain with 0 % (0 to 9)".to_owned());
        assert_eq!(judged(600.0), [(Answer::Holds, "1 of 1 skills".to_owned()), undecided.clone()]);
        let long = (Answer::Fails, "0 of 1 skills; not captain with 20.0 minutes".to_owned());
        assert_eq!(judged(1200.0), [long, undecided]);
    }
}
