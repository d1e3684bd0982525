//! A report as the page `docs/opponents.md`.

use super::text::share;
use super::{
    ContestantReport, Games, Kind, LADDER_LOW, LADDER_SHARE, MEASURES_APART, Report, SeriesReport,
    income_names,
};
use crate::league::statistics::Spread;

/// The page. `command` is the one that makes it.
pub fn page(report: &Report, command: &str) -> String {
    let mut page = format!(
        "# Computer opponents, measured\n\n\
         Made by `{command}`; changes by hand are lost. Every pair plays half of its games on each side. \
         Intervals are of 95 %: Wilson's for shares, by bootstrap for ratings, which are fitted by the model of Bradley and Terry \
         (mean {:.0}; a game without a decision counts half). Times are of play; a time without a value never came.\n",
        1500.0
    );
    for series in &report.series {
        page += &series_section(series);
    }
    page
}

fn series_section(series: &SeriesReport) -> String {
    let levels: Vec<String> = series.levels.iter().map(|level| format!("`{}`", level_name(level))).collect();
    let mut text = format!("\n## {}\n\n{}", capital(&series.name), series.about);
    text += if series.about.is_empty() { "" } else { " " };
    text += &format!("{} games on {}.\n\n", series.all.count, levels.join(", "));
    text += &match series.kind {
        Kind::Ladder => ladder(series),
        Kind::Everyone => matrix(series),
        Kind::Equals | Kind::Sparring => String::new(),
    };
    text += &pairs(series);
    text += &trials(series);
    text += &play(&series.contestants);
    text += &differences(series);
    text + &reasons(series)
}

/// The file's name of a level.
fn level_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let mut text = format!("| {} |\n|{}\n", heads.join(" | "), "---|".repeat(heads.len()));
    for row in rows {
        text += &format!("| {} |\n", row.join(" | "));
    }
    text + "\n"
}

fn ladder(series: &SeriesReport) -> String {
    let rows: Vec<Vec<String>> = series
        .contestants
        .iter()
        .enumerate()
        .map(|(number, one)| {
            let below = series.pairs.iter().find(|pair| pair.contestants[1] == number);
            let step = below.map_or_else(String::new, |pair| {
                let holds = if pair.is_step() { "" } else { ", too few" };
                format!("{}{holds}", share(&pair.wins[1]))
            });
            vec![format!("**{}**", one.name), rating(one), step]
        })
        .collect();
    let (least, low) = (100.0 * LADDER_SHARE, 100.0 * LADDER_LOW);
    table(&["", "rating", "wins against the one above it in this table"], &rows)
        + &format!("Each should win {least:.0} % of the games, with the interval above {low:.0} %.\n\n")
}

fn rating(one: &ContestantReport) -> String {
    one.rating.map_or_else(String::new, |rating| {
        format!("{:.0} ({:.0} to {:.0})", rating.elo, rating.interval.low, rating.interval.high)
    })
}

/// The share of games that the contestant of a row wins against that of a column.
fn matrix(series: &SeriesReport) -> String {
    let names: Vec<&str> = series.contestants.iter().map(|one| one.name.as_str()).collect();
    let cell = |row: usize, column: usize| {
        let found = series.pairs.iter().find_map(|pair| match pair.contestants {
            [one, other] if (one, other) == (row, column) => Some(pair.wins[0]),
            [one, other] if (one, other) == (column, row) => Some(pair.wins[1]),
            _ => None,
        });
        found.map_or_else(String::new, |wins| format!("{:.0} %", 100.0 * wins.share))
    };
    let rows: Vec<Vec<String>> = series
        .contestants
        .iter()
        .enumerate()
        .map(|(row, one)| {
            let head = [format!("**{}**", one.name), rating(one), share(&one.wins)];
            head.into_iter().chain((0..names.len()).map(|column| cell(row, column))).collect()
        })
        .collect();
    table(&[&["", "rating", "wins"][..], &names[..]].concat(), &rows)
}

fn pairs(series: &SeriesReport) -> String {
    let heads =
        ["", "wins", "undecided", "decided after", "90 %", "first faction", "leader at half time", "battles"];
    let mut rows = vec![games_row("**all**".to_owned(), String::new(), &series.all)];
    for pair in &series.pairs {
        let [one, other] = &pair.names;
        let [wins, losses] = pair.wins.map(|wins| format!("{:.0}", 100.0 * wins.share));
        let wins = if one == other { String::new() } else { format!("{wins} : {losses} %") };
        rows.push(games_row(format!("{one} against {other}"), wins, &pair.games));
    }
    table(&heads, &rows)
}

fn games_row(name: String, wins: String, games: &Games) -> Vec<String> {
    vec![
        name,
        wins,
        format!("{:.1} %", 100.0 * games.undecided.share),
        minutes(games.decision_s.median, games.decision_s.count),
        minutes(games.decision_s.p90, games.decision_s.count),
        share(&games.first_faction),
        share(&games.leader_won),
        format!("{:.0}", games.battles.median),
    ]
}

fn minutes(seconds: f64, count: usize) -> String {
    if count == 0 {
        return String::new();
    }
    let whole = seconds.round() as u64;
    format!("{}:{:02}", whole / 60, whole % 60)
}

fn trials(series: &SeriesReport) -> String {
    if series.trials.is_empty() {
        return String::new();
    }
    let rows: Vec<Vec<String>> = series
        .trials
        .iter()
        .map(|trial| {
            let holds = if trial.holds { "holds" } else { "**fails**" };
            let cells = [&trial.partner, &trial.mind, &trial.expected];
            let mut row: Vec<String> = cells.into_iter().cloned().collect();
            row.extend([share(&trial.found), holds.to_owned()]);
            row
        })
        .collect();
    table(&["partner", "mind", "expected", "found", ""], &rows)
}

/// How contestants play: medians of times, means of the others.
fn play(contestants: &[ContestantReport]) -> String {
    let [one, two, three] = income_names();
    let income = [format!("income at {one}"), two, three];
    let heads: Vec<&str> = ["", "first attack", "landing", "on a home"]
        .into_iter()
        .chain(income.iter().map(String::as_str))
        .chain(["bodies", "stations", "fleet", "attacks", "won", "orders a minute", "refused", "idle"])
        .collect();
    let time = |time: &Spread| minutes(time.median, time.count);
    let rows: Vec<Vec<String>> = contestants
        .iter()
        .map(|one| {
            let mut row = vec![one.name.clone()];
            row.extend([&one.first_attack_s, &one.first_landing_s, &one.first_home_landing_s].map(time));
            row.extend(one.income.map(|income| format!("{:.0}", income.median)));
            row.extend([
                format!("{:.1}", one.bodies.mean),
                format!("{:.1}", one.stations.mean),
                format!("{:.0} %", 100.0 * one.fleet_share.mean),
                format!("{:.1}", one.attacks.mean),
                format!("{:.0} %", 100.0 * one.attacks_won),
                format!("{:.1}", one.orders_per_minute.mean),
                format!("{:.1} %", 100.0 * one.refused),
                format!("{:.0} %", 100.0 * one.idle_share.mean),
            ]);
            row
        })
        .collect();
    table(&heads, &rows)
}

fn differences(series: &SeriesReport) -> String {
    let too_alike: Vec<String> = series
        .differences
        .iter()
        .filter(|difference| difference.measures.len() < MEASURES_APART)
        .map(|difference| difference.names.join(" and "))
        .collect();
    match (series.differences.is_empty(), too_alike.is_empty()) {
        (true, _) => String::new(),
        (false, true) => format!("Any two are a standard deviation apart in {MEASURES_APART} measures.\n\n"),
        (false, false) => format!(
            "Not a standard deviation apart in {MEASURES_APART} of first attack, share of fleet, bodies, \
             stations and attacks: {}.\n\n",
            too_alike.join("; ")
        ),
    }
}

fn reasons(series: &SeriesReport) -> String {
    let reasons = series.reasons.iter().map(|(reason, games)| format!("{reason} ({games})"));
    let reasons: Vec<String> = reasons.collect();
    if reasons.is_empty() { String::new() } else { format!("Winners {}.\n", reasons.join("; ")) }
}
