//! What is promised of computer opponents, and whether the games of a series keep it.
//!
//! A share is judged by its 95 % interval, see `Answer::of_share`: few games prove nothing, neither good nor bad.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::Serialize;

use super::games::{USUAL_BATTLES, USUAL_LENGTH_S};
use super::{
    ContestantReport, Difference, EVEN_SHARE, Games, Kind, LADDER_LOW, LADDER_SHARE, MEASURES_APART,
    PairReport, SeriesReport, Share, TrialReport,
};
use crate::league::file::{Contestant, Series};
use crate::league::gauge::SEEN_AHEAD_S;
use crate::level::MindRules;

/// Less than this share of a mind's orders is refused.
const REFUSED_SHARE: f64 = 0.02;
/// Equals of this skill, or of a higher one, are promised a good war.
const SOUND_SKILL: &str = "captain";
/// Of their games no more than this share is undecided;
const UNDECIDED_SHARE: f64 = 0.03;
/// of those of lower skills no more than this.
const LOWER_UNDECIDED_SHARE: f64 = 0.1;
/// Who leads at half time wins no more than this share.
const LEADER_SHARE: f64 = 0.75;
/// At least this share of the attacks of a skill that warns is seen ahead.
const SEEN_SHARE: f64 = 0.9;

/// A promise, and what the games show.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Promise {
    /// The promise, in words.
    pub words: String,
    /// What was found, in words.
    pub found: String,
    /// Whether the games keep it.
    pub answer: Answer,
}

/// Whether games keep a promise, from the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// They do.
    Holds,
    /// They are too few to tell.
    Open,
    /// They do not.
    Fails,
}

impl Answer {
    /// The answer of a count that leaves no doubt.
    fn of(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::Fails }
    }

    /// The answer of a share: it holds if the whole interval is within these bounds, and fails if no part of it is.
    fn of_share(share: Share, bounds: RangeInclusive<f64>) -> Self {
        let (low, high) = (share.interval.low, share.interval.high);
        if bounds.contains(&low) && bounds.contains(&high) {
            Self::Holds
        } else if low > *bounds.end() || high < *bounds.start() {
            Self::Fails
        } else {
            Self::Open
        }
    }

    /// The answer of a median that lies between two bounds, by the shares below and above them: neither is more than
    /// half.
    fn of_median(beyond: [Share; 2]) -> Self {
        let [below, above] = beyond.map(|share| Self::of_share(share, 0.0..=0.5));
        below.max(above)
    }
}

/// The promises that a series is about.
pub(super) fn promises(series: &Series, report: &SeriesReport, rules: &MindRules) -> Vec<Promise> {
    let all = [
        ladder(report),
        unlike(series, report),
        equally_strong(series, report),
        openings(series, report),
        expected(report),
        even(report),
    ];
    all.into_iter().flatten().chain(equals(series, report, rules)).collect()
}

/// What is promised of the minds of all series.
pub(super) fn of_minds(series: &[SeriesReport]) -> Vec<Promise> {
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

/// A promise about some things, each in words and with its answer; the worst is that of the promise.
fn promise(words: String, things: &str, answers: &[(String, Answer)]) -> Promise {
    let named = |answer: Answer, intro: &str| {
        let named = answers.iter().filter(|(_, one)| *one == answer).map(|(name, _)| name.as_str());
        let named: Vec<&str> = named.collect();
        if named.is_empty() { String::new() } else { format!("; {intro} {}", named.join(", ")) }
    };
    let kept = answers.iter().filter(|(_, one)| *one == Answer::Holds).count();
    let (fails, open) = (named(Answer::Fails, "not"), named(Answer::Open, "open:"));
    let found = format!("{kept} of {} {things}{fails}{open}", answers.len());
    let worst = answers.iter().map(|(_, answer)| *answer).max();
    Promise { words, found, answer: worst.unwrap_or(Answer::Open) }
}

/// Each contestant of a ladder beats the one before it.
fn ladder(report: &SeriesReport) -> Option<Promise> {
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
fn unlike(series: &Series, report: &SeriesReport) -> Option<Promise> {
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
fn equally_strong(series: &Series, report: &SeriesReport) -> Option<Promise> {
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
fn openings(series: &Series, report: &SeriesReport) -> Option<Promise> {
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

/// What a clause about the wars of equals says of some games: whether it holds, and what was found.
type Finding = fn(&Games) -> (Answer, String);

/// Equals fight a war that is worth having. Generated systems are judged by themselves.
fn equals(series: &Series, report: &SeriesReport, rules: &MindRules) -> Vec<Promise> {
    if report.kind != Kind::Equals || report.generated.is_some() {
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
    let good = good_war(series.minutes)
        .into_iter()
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

/// Minds do against sparring partners as the file of the league expects.
fn expected(report: &SeriesReport) -> Option<Promise> {
    if report.trials.is_empty() {
        return None;
    }
    let trial =
        |trial: &TrialReport| (format!("{} against {}", trial.mind, trial.partner), Answer::of(trial.holds));
    let words = "Minds beat scripts, survive them, spare their homes or lose to them as the section expects"
        .to_owned();
    Some(promise(words, "expectations", &report.trials.iter().map(trial).collect::<Vec<_>>()))
}

/// Generated systems favour no side. Games without a decision say nothing about that.
fn even(report: &SeriesReport) -> Option<Promise> {
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
    use crate::league::report::Report;
    use crate::league::report::test_support::{ENDS, found, mind, report, report_of, rush_and_boom, series};
    use crate::league::sparring::Partner;
    use crate::rules::test_support::shipped;

    #[test]
    fn few_games_prove_nothing() {
        let at_most = |games, of| Answer::of_share(Share::new(games, of), 0.0..=0.55);
        // Half of 20 games is 30 to 70 %, of 400 it is 45.1 to 54.9 %.
        assert_eq!([at_most(10, 20), at_most(200, 400)], [Answer::Open, Answer::Holds]);
        assert_eq!([at_most(18, 20), at_most(0, 0)], [Answer::Fails, Answer::Open]);
        let even = |games, of| Answer::of_share(Share::new(games, of), 0.45..=0.55);
        assert_eq!(
            [even(200, 400), even(40, 400), even(360, 400)],
            [Answer::Holds, Answer::Fails, Answer::Fails]
        );
        // One game of 100 is shorter; most of 20 are longer.
        let [few, most] = [Share::new(1, 100), Share::new(18, 20)];
        assert_eq!(Answer::of_median([few, few]), Answer::Holds);
        assert_eq!(Answer::of_median([few, most]), Answer::Fails);
        assert_eq!(Answer::of_median([Share::new(9, 20), few]), Answer::Open);
    }

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

    #[test]
    fn a_report_holds_unless_a_promise_fails() {
        let whole = |play: Pairings| Report::of_series(vec![report(play, &ENDS)]);
        assert!(whole(Pairings::Ladder(rush_and_boom())).holds(), "four games cannot tell");
        let alike = [Some("steward"), Some("corsair")].map(|personality| mind("captain", personality));
        assert!(!whole(Pairings::Everyone(alike.to_vec())).holds(), "they play alike");
        let mut refused = report(Pairings::Ladder(vec![mind("captain", None), mind("cadet", None)]), &ENDS);
        assert!(Report::of_series(vec![refused.clone()]).holds());
        refused.contestants[0].refused = 0.5;
        assert!(!Report::of_series(vec![refused]).holds(), "what is promised of all minds counts, too");
    }

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
