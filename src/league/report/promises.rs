//! What is promised of computer opponents, and whether the games of a series keep it.

use serde::Serialize;

use super::{ContestantReport, EVEN_SHARE, Kind, LADDER_LOW, LADDER_SHARE, MEASURES_APART, SeriesReport};
use crate::league::file::{Contestant, Series};

/// Less than this share of a mind's orders is refused.
const REFUSED_SHARE: f64 = 0.02;

/// A promise, and what the games show.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Promise {
    /// The promise, in words.
    pub words: String,
    /// What was found, in words.
    pub found: String,
    /// Whether the games keep it.
    pub holds: bool,
}

/// The promises that a series is about.
pub(super) fn promises(series: &Series, report: &SeriesReport) -> Vec<Promise> {
    let all = [ladder(report), unlike(series, report), expected(report), even(report)];
    all.into_iter().flatten().collect()
}

/// What is promised of the minds of all series.
pub(super) fn of_minds(series: &[SeriesReport]) -> Vec<Promise> {
    let refused = format!("Less than {:.0} % of the orders of a mind are refused", 100.0 * REFUSED_SHARE);
    let idle = "No fleet of a mind that is to fight rests for over a minute".to_owned();
    let refused = of_each_mind(refused, series, |mind| mind.refused, |share| share < REFUSED_SHARE);
    let idle = of_each_mind(idle, series, |mind| mind.idle_share.mean, |share| share <= 0.0);
    [refused, idle].into_iter().flatten().collect()
}

/// A promise about a share of each mind; found is the greatest. `None` without minds.
fn of_each_mind(
    words: String,
    series: &[SeriesReport],
    share: fn(&ContestantReport) -> f64,
    is_kept: fn(f64) -> bool,
) -> Option<Promise> {
    let mut shares: Vec<(f64, &str, &str)> = Vec::new();
    for section in series {
        let minds = section.contestants.iter().filter(|one| one.is_mind);
        shares.extend(minds.map(|mind| (share(mind), mind.name.as_str(), section.name.as_str())));
    }
    let (most, mind, section) = shares.iter().max_by(|one, other| one.0.total_cmp(&other.0))?;
    let (kept, all) = (shares.iter().filter(|one| is_kept(one.0)).count(), shares.len());
    let found = format!("{kept} of {all} minds; the most is {:.2} %, {mind} in {section}", 100.0 * most);
    Some(Promise { words, found, holds: kept == all })
}

/// A promise about a number of things; `broken` are those for which it is not kept, in words.
fn promise(words: String, count: usize, things: &str, broken: &[String]) -> Promise {
    let kept = count - broken.len();
    let but = if broken.is_empty() { String::new() } else { format!("; not {}", broken.join(", ")) };
    Promise { words, found: format!("{kept} of {count} {things}{but}"), holds: broken.is_empty() }
}

/// Each contestant of a ladder beats the one before it.
fn ladder(report: &SeriesReport) -> Option<Promise> {
    if report.kind != Kind::Ladder {
        return None;
    }
    let short = report.pairs.iter().filter(|pair| !pair.is_step());
    let short: Vec<String> =
        short.map(|pair| format!("{} with {}", pair.names[1], pair.wins[1].words())).collect();
    let words = format!(
        "Each wins at least {:.0} % of the games against the one before, and its interval is above {:.0} %",
        100.0 * LADDER_SHARE,
        100.0 * LADDER_LOW
    );
    Some(promise(words, report.pairs.len(), "pairs", &short))
}

/// Personalities of equal skill play in ways of their own.
fn unlike(series: &Series, report: &SeriesReport) -> Option<Promise> {
    if report.differences.is_empty() || !are_of_one_skill(&series.contestants()) {
        return None;
    }
    let alike: Vec<String> = report.alike().map(|difference| difference.names.join(" and ")).collect();
    let words = format!(
        "Any two personalities of equal skill differ by a standard deviation in at least {MEASURES_APART} measures \
         of their play"
    );
    Some(promise(words, report.differences.len(), "pairs", &alike))
}

fn are_of_one_skill(contestants: &[Contestant]) -> bool {
    let skill = |one: &Contestant| match one {
        Contestant::Mind { skill, handicap, .. } => Some((skill.clone(), *handicap)),
        Contestant::Partner(_) => None,
    };
    let first = contestants.first().and_then(skill);
    first.is_some() && contestants.iter().all(|one| skill(one) == first)
}

/// Minds do against sparring partners as the file of the league expects.
fn expected(report: &SeriesReport) -> Option<Promise> {
    if report.trials.is_empty() {
        return None;
    }
    let failed = report.trials.iter().filter(|trial| !trial.holds);
    let failed: Vec<String> =
        failed.map(|trial| format!("{} against {}", trial.mind, trial.partner)).collect();
    let words = "Minds beat scripts, survive them, spare their homes or lose to them as the section expects"
        .to_owned();
    Some(promise(words, report.trials.len(), "expectations", &failed))
}

/// Generated systems favour no side. Games without a decision say nothing about that.
fn even(report: &SeriesReport) -> Option<Promise> {
    let first = report.generated.as_ref()?.first_faction;
    let most = first.games.max(first.of - first.games);
    let words = format!(
        "On generated systems, taken together, no side wins more than {:.0} % of the decided games",
        100.0 * EVEN_SHARE
    );
    let found = match first.of {
        0 => "no game was decided".to_owned(),
        of => format!("the first faction won {} of {of} decided games", first.words()),
    };
    Some(Promise { words, found, holds: first.of > 0 && most as f64 <= EVEN_SHARE * first.of as f64 })
}

#[cfg(test)]
mod tests {
    use crate::league::file::{Contestant, Pairings};
    use crate::league::report::test_support::{ENDS, found, mind, report, rush_and_boom};
    use crate::league::report::{Report, SeriesReport};
    use crate::league::sparring::Partner;

    #[test]
    fn orders_of_minds_are_rarely_refused_and_their_fleets_never_idle() {
        let kept = |series: &SeriesReport| {
            let promises = Report::of_series(vec![series.clone()]).promises;
            promises.into_iter().map(|promise| (promise.holds, promise.found)).collect::<Vec<_>>()
        };
        let script = Contestant::Partner(Partner::Rush);
        let play = Pairings::Ladder(vec![mind("captain", None), mind("cadet", None), script]);
        let mut series = report(play, &ENDS);
        // Scripts may do as they like.
        (series.contestants[2].refused, series.contestants[2].idle_share.mean) = (0.5, 0.5);
        (series.contestants[0].refused, series.contestants[1].refused) = (0.0199, 0.001);
        let all = |words: &str| (true, format!("2 of 2 minds; the most is {words} in test"));
        assert_eq!(kept(&series), [all("1.99 %, captain"), all("0.00 %, cadet")]);
        (series.contestants[0].refused, series.contestants[1].idle_share.mean) = (0.02, 0.004);
        let one = |words: &str| (false, format!("1 of 2 minds; the most is {words} in test"));
        assert_eq!(kept(&series), [one("2.00 %, captain"), one("0.40 %, cadet")]);
        assert!(kept(&report(Pairings::Ladder(rush_and_boom()), &ENDS)).is_empty());
    }

    #[test]
    fn personalities_are_promised_to_differ_where_skills_are_equal() {
        let everyone = |skills: [&str; 2]| {
            let [one, other] = skills;
            Pairings::Everyone(vec![mind(one, Some("steward")), mind(other, Some("corsair"))])
        };
        // All figures are 0, so nothing differs.
        let words = "0 of 1 pairs; not captain steward and captain corsair";
        assert_eq!(found(&report(everyone(["captain"; 2]), &ENDS)), [(false, words)]);
        assert!(found(&report(everyone(["captain", "cadet"]), &ENDS)).is_empty());
    }
}
