//! A report as tables for a terminal, in plain ASCII.

use super::contestants::{band_names, income_names};
use super::promises::{Answer, Promise};
use super::{
    ContestantReport, Difference, Games, Kind, Report, SeriesReport, TrialReport, WarReport, WarsReport,
};
use crate::league::statistics::Spread;
use crate::league::statistics::ratings::Rating;

/// The report as text.
pub fn text(report: &Report) -> String {
    let promises: Vec<String> = report.promises.iter().map(promise_line).collect();
    let of_all = if promises.is_empty() { None } else { Some(format!("all:\n{}", promises.concat())) };
    let series = report.series.iter().map(series_text).chain(report.wars.iter().map(wars_text));
    of_all.into_iter().chain(series).collect::<Vec<_>>().join("\n")
}

fn promise_line(promise: &Promise) -> String {
    format!("  {}: {}: {}\n", verdict(promise.answer), promise.words, promise.found)
}

fn verdict(answer: Answer) -> &'static str {
    match answer {
        Answer::Holds => "ok",
        Answer::Open => "OPEN",
        Answer::Fails => "FAILED",
    }
}

/// What each series begins with.
fn head(name: &str, about: &str, promises: &[Promise]) -> String {
    let mut text = format!("{name}: {about}").trim_end().to_owned() + "\n";
    text.extend(promises.iter().map(promise_line));
    text
}

fn wars_text(series: &WarsReport) -> String {
    let text = head(&series.name, &series.about, &series.promises);
    text + &columns(&war_rows(&series.wars)) + &series.wars.iter().map(homes_text).collect::<String>()
}

/// The wars; battles, sides and factions are means.
fn war_rows(wars: &[WarReport]) -> Vec<Vec<String>> {
    let heads = ["", "games", "decided", "median", "90 %", "battles", "sides left", "gave up"];
    let row = |war: &WarReport| {
        vec![
            war.title(),
            war.count.to_string(),
            war.decided.words(),
            seconds(&war.decision_s),
            seconds_of(war.decision_s.p90, war.decision_s.count),
            format!("{:.1}", war.battles.mean),
            format!("{:.1} of {}", war.sides_left.mean, war.sides),
            format!("{:.1}", war.given_up.mean),
        ]
    };
    std::iter::once(heads.map(str::to_owned).to_vec()).chain(wars.iter().map(row)).collect()
}

/// The homes of a war: their wins of the decided games, and the games in which they gave up.
fn homes_text(war: &WarReport) -> String {
    let heads = vec![war.title(), "wins".to_owned(), "gave up".to_owned()];
    let rows = war.homes.iter().map(|home| vec![home.name.clone(), home.wins.words(), home.given_up.words()]);
    columns(&std::iter::once(heads).chain(rows).collect::<Vec<_>>())
}

fn series_text(series: &SeriesReport) -> String {
    let mut text = head(&series.name, &series.about, &series.promises);
    let systems = series.generated.iter().map(|generated| generated.systems.words());
    let levels: Vec<String> = series.levels.iter().cloned().chain(systems).collect();
    text += &format!("  levels: {}\n{}", levels.join(", "), games_text(&series.all));
    for (reason, games) in &series.reasons {
        text += &format!("  won {games}: {reason}\n");
    }
    text += &columns(&pair_rows(series));
    text += &columns(&contestant_rows(&series.contestants));
    text += &columns(&forecast_rows(&series.contestants));
    text += &columns(&idle_rows(&series.contestants));
    if !series.trials.is_empty() {
        text += &columns(&series.trials.iter().map(trial_row).collect::<Vec<_>>());
    }
    let row = |difference: &Difference| {
        let [one, other] = &difference.names;
        vec![format!("{one} - {other}"), format!("apart in: {}", difference.measures.join(", "))]
    };
    text + &columns(&series.differences.iter().map(row).collect::<Vec<_>>())
}

fn games_text(games: &Games) -> String {
    let Games { count, undecided, decision_s, first_faction, leader_won, battles, .. } = games;
    let (median, p90) = (decision_s.median, decision_s.p90);
    let [undecided, first, leader] = [undecided, first_faction, leader_won].map(|share| share.words());
    format!(
        "  {count} games; undecided {undecided}; decided after {median:.0} s (median), {p90:.0} s (90 %)\n  \
         first faction won {first}; leader at half time won {leader}; {:.0} battles (median)\n",
        battles.median
    )
}

fn pair_rows(series: &SeriesReport) -> Vec<Vec<String>> {
    let heads = ["", "first wins", "second wins", "undecided", "median", "90 %", "battles", ""];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for pair in &series.pairs {
        let [one, other] = &pair.names;
        let step = match series.kind {
            Kind::Ladder if pair.is_step() => "ok",
            Kind::Ladder => "SHORT",
            _ => "",
        };
        rows.push(vec![
            format!("{one} - {other}"),
            pair.wins[0].words(),
            pair.wins[1].words(),
            format!("{:.1} %", 100.0 * pair.games.undecided.share),
            format!("{:.0} s", pair.games.decision_s.median),
            format!("{:.0} s", pair.games.decision_s.p90),
            format!("{:.0}", pair.games.battles.median),
            step.to_owned(),
        ]);
    }
    rows
}

/// How contestants play. `idle` are the cases of a game in which a fleet that was to fight rested for over a minute.
fn contestant_rows(contestants: &[ContestantReport]) -> Vec<Vec<String>> {
    let [one, two, three] = income_names();
    let heads = ["", "elo", "wins", "attack", "landing", "on home"].map(str::to_owned);
    let middle = [format!("income {one}"), two, three];
    let tail = ["bodies", "stations", "fleet", "attacks", "won", "raids", "orders/min", "refused", "idle"]
        .map(str::to_owned);
    let mut rows = vec![[heads.to_vec(), middle.to_vec(), tail.to_vec()].concat()];
    for one in contestants {
        let elo = |rating: Rating| {
            format!("{:.0} ({:.0} to {:.0})", rating.elo, rating.interval.low, rating.interval.high)
        };
        let mut row = vec![one.name.clone(), one.rating.map_or_else(String::new, elo), one.wins.words()];
        row.extend(
            [one.first_attack_s, one.first_landing_s, one.first_home_landing_s].map(|time| seconds(&time)),
        );
        row.extend(one.income.map(|income| format!("{:.0}", income.median)));
        row.extend([
            format!("{:.1}", one.bodies.mean),
            format!("{:.1}", one.stations.mean),
            format!("{:.0} %", 100.0 * one.fleet_share.mean),
            format!("{:.1}", one.attacks.mean),
            format!("{:.0} %", 100.0 * one.attacks_won),
            format!("{:.1}", one.raids.mean),
            format!("{:.1}", one.orders_per_minute.mean),
            format!("{:.1} %", 100.0 * one.refused),
            format!("{:.1}", one.idle_cases.mean),
        ]);
        rows.push(row);
    }
    rows
}

/// How many attacks were won, by the odds that they promised.
fn forecast_rows(contestants: &[ContestantReport]) -> Vec<Vec<String>> {
    let row = |one: &ContestantReport| {
        let won = one.attacks_by_odds.map(|band| match band.of {
            0 => "-".to_owned(),
            _ => format!("{:.0} %", 100.0 * band.share),
        });
        let of = one.attacks_by_odds.map(|band| band.of.to_string());
        let [bands, won, of] = [band_names(), won, of].map(|words| words.join(", "));
        vec![one.name.clone(), format!("attacks promised {bands}: won {won} (of {of})")]
    };
    contestants.iter().filter(|one| one.has_forecasts()).map(row).collect()
}

/// What the idle fleets of minds were about.
fn idle_rows(contestants: &[ContestantReport]) -> Vec<Vec<String>> {
    let row = |one: &ContestantReport| Some(vec![one.name.clone(), format!("idle: {}", one.idle_words()?)]);
    contestants.iter().filter_map(row).collect()
}

fn trial_row(trial: &TrialReport) -> Vec<String> {
    vec![
        format!("{} against {}", trial.mind, trial.partner),
        trial.expected.clone(),
        trial.found.words(),
        verdict(trial.answer).to_owned(),
    ]
}

/// The median of a time.
fn seconds(time: &Spread) -> String {
    seconds_of(time.median, time.count)
}

/// A time that was found from so many.
fn seconds_of(time: f64, count: usize) -> String {
    if count == 0 { "-".to_owned() } else { format!("{time:.0} s") }
}

/// Rows with aligned columns; the first column to the left, the others to the right.
fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(String::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::from(" ");
        for (column, cell) in row.iter().enumerate() {
            let width = widths[column];
            line += &if column == 0 { format!(" {cell:<width$}") } else { format!("  {cell:>width$}") };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::league::file::Pairings;
    use crate::league::report::test_support::{ENDS, report, rush_and_boom};

    #[test]
    fn columns_are_aligned() {
        let rows = [vec!["a".to_owned(), "1".to_owned()], vec!["bcd".to_owned(), "200".to_owned()]];
        assert_eq!(columns(&rows), "  a      1\n  bcd  200\n");
    }

    #[test]
    fn the_share_of_won_attacks_is_next_to_the_attacks() {
        let mut series = report(Pairings::Ladder(rush_and_boom()), &ENDS);
        let rush = &mut series.contestants[0];
        (rush.attacks.mean, rush.attacks_won, rush.raids.mean) = (4.0, 0.75, 1.5);
        let text = text(&Report::of_series(vec![series]));
        let mut lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<&str>>().join(" "));
        assert!(lines.any(|line| line.contains("fleet attacks won raids orders/min")), "{text}");
        assert!(lines.next().is_some_and(|rush| rush.contains(" 4.0 75 % 1.5 ")), "{text}");
    }

    #[test]
    fn attacks_are_shown_by_the_odds_that_they_promised() {
        let report = report(Pairings::Ladder(rush_and_boom()), &ENDS);
        let text = text(&Report::of_series(vec![report]));
        let words = "rush  attacks promised < 33 %, < 67 %, more: won 0 %, -, 67 % (of 8, 0, 12)\n";
        assert!(text.contains(words), "{text}");
        assert_eq!(text.matches("attacks promised").count(), 1, "{text}");
    }
}
