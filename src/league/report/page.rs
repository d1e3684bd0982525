//! A report as the page `docs/opponents.md`: first what is promised and whether it holds, then the figures.

use super::contestants::{band_names, income_names};
use super::promises::{Answer, Promise};
use super::{
    ContestantReport, Games, Kind, MEASURES_APART, Report, SeriesReport, Share, WarReport, WarsReport,
    level_name,
};
use crate::duels::markdown_table;
use crate::league::gauge::{COMPARED_S, SEEN_AHEAD_S};
use crate::league::statistics::Spread;
use crate::level::capital;

/// The page. `command` is the one that makes it.
pub fn page(report: &Report, command: &str) -> String {
    let of_wars = report.wars.iter().map(WarsReport::count);
    let games: usize = report.series.iter().map(|series| series.all.count).chain(of_wars).sum();
    let mut page = format!(
        "# Computer opponents, measured\n\n\
         What is promised of minds, the players that are programs, and what {games} games show. \
         Made by `{command}`; changes by hand are lost.\n\n"
    );
    page += &promises(report);
    page += &how_to_read();
    let sections = report.series.iter().map(series_section).chain(report.wars.iter().map(wars_section));
    for section in sections {
        page += &format!("\n{}\n", section.trim_end());
    }
    page
}

/// All promises, and whether the games keep them.
fn promises(report: &Report) -> String {
    let row = |promise: &Promise, section: &str| {
        let (words, found) = (promise.words.clone(), promise.found.clone());
        vec![words, section.to_owned(), found, verdict(promise.answer).to_owned()]
    };
    let section = |name: &str, promises: &[Promise]| {
        let section = capital(name);
        promises.iter().map(|promise| row(promise, &section)).collect::<Vec<_>>()
    };
    let of_all = report.promises.iter().map(|promise| row(promise, "all"));
    let of_pairs = report.series.iter().flat_map(|series| section(&series.name, &series.promises));
    let of_wars = report.wars.iter().flat_map(|series| section(&series.name, &series.promises));
    let rows: Vec<Vec<String>> = of_all.chain(of_pairs).chain(of_wars).collect();
    if rows.is_empty() {
        return String::new();
    }
    format!("## Promises\n\n{}", table(&["promise", "section", "found", ""], &rows))
}

/// What readers must know about the tables.
fn how_to_read() -> String {
    let compared = COMPARED_S as f64 / 60.0;
    format!(
        "\
## How to read the figures

- The numbers in brackets are the ends of a 95 % interval: Wilson's for shares, by bootstrap for ratings.
- A promise about a share holds where the whole interval keeps it, and fails where the whole interval breaks it; else \
so few games cannot tell. That of a median is one of the two shares beyond it, neither more than half. What is \
promised of every order, fleet or game is counted.
- Ratings are fitted to all games of a section by the model of Bradley and Terry, with a mean of 1500. A game \
without a decision counts half for both.
- Every pair plays half of its games on each side. In a war of all sides one contestant has every seat of the level.
- Times are minutes and seconds of play. Where a cell is empty or `-`, there was nothing to measure.
- Of each pair: *decided after* is the median of the decided games, and nine of ten of them took no longer than \
*90 %* says. *First faction* is the share of decided games that the level's first faction won, *leader at half \
time* the share that was won by the side ahead at half of the length. *Battles* is the median.
- Of each contestant: times and incomes are medians, the other numbers means. *First attack* is the first shot of a \
ship about a body that the foe has held for a minute, *landing* the first on any body, *on a home* that on a foe's \
home. *Fleet* is the share of armed ships in the worth of ships and structures; \
*bodies*, *stations* and *fleet* are those of the first {compared} minutes, because later they say who wins. \
*Attacks* are those of a game, *won* is the share of attacks that reached their goal, *raids* are the attacks that \
come to plunder, *seen* is the share of those on which the foe did not fire first that it had seen for at least \
{SEEN_AHEAD_S} s before their first shot, *refused* is the share of orders that were refused, by the mind's own check \
or by the world. \
*Idle* are the cases of a game in which a fleet that was to fight rested for over a minute: a fleet of an attack or a \
defence that waits neither for its planned departure, nor for the end of its warning, nor for ships of its own that \
gather or lay siege, or an armed one without an operation while armed foes are in the same gravity well; of a script any armed one.
- Of each war of all sides: *decided* is the share of games with a decision before the time was over; *battles*, \
*sides left*, those that hold a body at the end, and *gave up*, the factions that surrendered, are means. The wins of \
a home are a share of the decided games; allies win together. Homes are even where each interval contains an even \
share; it takes so many decided games that even homes would have won five each.
- A mind that departs to attack expects to keep a share of its strength. The table of attacks groups them by this \
promise: how many of those that have ended reached their goal.
"
    )
}

fn verdict(answer: Answer) -> &'static str {
    match answer {
        Answer::Holds => "holds",
        Answer::Open => "cannot be told from so few games",
        Answer::Fails => "**fails**",
    }
}

/// What each section begins with. `games`: their number, and where they were played.
fn head(name: &str, about: &str, games: &str) -> String {
    let about = if about.is_empty() { String::new() } else { format!("{about} ") };
    format!("## {}\n\n{about}{games}.\n\n", capital(name))
}

fn wars_section(series: &WarsReport) -> String {
    let mut text = head(&series.name, &series.about, &format!("{} games", series.count()));
    text += &wars(&series.wars);
    text + &series.wars.iter().map(homes).collect::<String>()
}

fn wars(wars: &[WarReport]) -> String {
    let heads = ["", "games", "decided", "decided after", "90 %", "battles", "sides left", "gave up"];
    let row = |war: &WarReport| {
        vec![
            war.title(),
            war.count.to_string(),
            war.decided.words(),
            minutes(war.decision_s.median, war.decision_s.count),
            minutes(war.decision_s.p90, war.decision_s.count),
            format!("{:.1}", war.battles.mean),
            format!("{:.1} of {}", war.sides_left.mean, war.sides),
            format!("{:.1}", war.given_up.mean),
        ]
    };
    table(&heads, &wars.iter().map(row).collect::<Vec<_>>())
}

/// The homes of a war: their wins, and the games in which they gave up.
fn homes(war: &WarReport) -> String {
    let rows = war.homes.iter().map(|home| vec![home.name.clone(), home.wins.words(), home.given_up.words()]);
    let rows: Vec<Vec<String>> = rows.collect();
    format!("The homes of {}:\n\n{}", war.title(), table(&["", "wins", "gave up"], &rows))
}

fn series_section(series: &SeriesReport) -> String {
    let games = format!("{} games on {}", series.all.count, levels(series));
    let mut text = head(&series.name, &series.about, &games);
    text += &match series.kind {
        Kind::Ladder => ladder(series),
        Kind::Everyone => matrix(series),
        Kind::Sparring => trials(series),
        Kind::Equals => String::new(),
    };
    text += &pairs(series);
    text += &play(&series.contestants);
    text += &idle(&series.contestants);
    text += &forecasts(&series.contestants);
    text += &differences(series);
    text + &reasons(series)
}

/// The levels: files by their names, generated systems by their number.
fn levels(series: &SeriesReport) -> String {
    let files = series.levels.iter().map(|level| format!("`{}`", level_name(level)));
    let systems = series.generated.iter().map(|generated| generated.systems.words());
    files.chain(systems).collect::<Vec<String>>().join(", ")
}

/// A table of Markdown with the empty line behind it.
fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    markdown_table(heads, rows) + "\n"
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
                format!("{}{holds}", pair.wins[1].words())
            });
            vec![format!("**{}**", one.name), rating(one), step]
        })
        .collect();
    table(&["", "rating", "wins against the one above in this table"], &rows)
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
            let head = [format!("**{}**", one.name), rating(one), one.wins.words()];
            head.into_iter().chain((0..names.len()).map(|column| cell(row, column))).collect()
        })
        .collect();
    let heads = [&["", "rating", "wins"][..], &names[..]].concat();
    format!("Wins of the row against the column:\n\n{}", table(&heads, &rows))
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
    format!("The games of each pair:\n\n{}", table(&heads, &rows))
}

fn games_row(name: String, wins: String, games: &Games) -> Vec<String> {
    vec![
        name,
        wins,
        format!("{:.1} %", 100.0 * games.undecided.share),
        minutes(games.decision_s.median, games.decision_s.count),
        minutes(games.decision_s.p90, games.decision_s.count),
        games.first_faction.words(),
        games.leader_won.words(),
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
            let cells = [&trial.partner, &trial.mind, &trial.expected];
            let mut row: Vec<String> = cells.into_iter().cloned().collect();
            row.extend([trial.found.words(), verdict(trial.answer).to_owned()]);
            row
        })
        .collect();
    format!("What is expected of minds:\n\n{}", table(&["script", "mind", "expected", "found", ""], &rows))
}

/// How contestants play: medians of times and incomes, means of the others.
fn play(contestants: &[ContestantReport]) -> String {
    let [one, two, three] = income_names();
    let income = [format!("income at {one}"), two, three];
    let heads: Vec<&str> = ["", "first attack", "landing", "on a home"]
        .into_iter()
        .chain(income.iter().map(String::as_str))
        .chain([
            "bodies",
            "stations",
            "fleet",
            "attacks",
            "won",
            "raids",
            "seen",
            "orders a minute",
            "refused",
            "idle",
        ])
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
                format!("{:.1}", one.raids.mean),
                match one.seen_ahead.of {
                    0 => String::new(),
                    _ => format!("{:.0} %", 100.0 * one.seen_ahead.share),
                },
                format!("{:.1}", one.orders_per_minute.mean),
                format!("{:.1} %", 100.0 * one.refused),
                format!("{:.1}", one.idle_cases.mean),
            ]);
            row
        })
        .collect();
    format!("The play of each contestant:\n\n{}", table(&heads, &rows))
}

/// What the idle fleets of minds were about.
fn idle(contestants: &[ContestantReport]) -> String {
    let named = contestants.iter().filter_map(|one| Some(format!("{}: {}", one.name, one.idle_words()?)));
    let named: Vec<String> = named.collect();
    if named.is_empty() {
        return String::new();
    }
    format!("Cases of idle fleets, by operation and stage: {}.\n\n", named.join("; "))
}

/// How many attacks were won, by the odds that they promised.
fn forecasts(contestants: &[ContestantReport]) -> String {
    let cell = |band: Share| match band.of {
        0 => band.words(),
        of => format!("{} of {of}", band.words()),
    };
    let row = |one: &ContestantReport| {
        let cells = one.attacks_by_odds.map(cell);
        std::iter::once(one.name.clone()).chain(cells).collect::<Vec<String>>()
    };
    let rows: Vec<Vec<String>> = contestants.iter().filter(|one| one.has_forecasts()).map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    let [low, middle, high] = band_names();
    let heads = ["", low.as_str(), middle.as_str(), high.as_str()];
    format!("Attacks that were won, by the strength that they promised to keep:\n\n{}", table(&heads, &rows))
}

fn differences(series: &SeriesReport) -> String {
    let alike: Vec<String> = series.alike().map(|difference| difference.names.join(" and ")).collect();
    match (series.differences.is_empty(), alike.is_empty()) {
        (true, _) => String::new(),
        (false, true) => {
            format!("Any two are a standard deviation apart in at least {MEASURES_APART} measures.\n\n")
        }
        (false, false) => format!(
            "Alike, as they are a standard deviation apart in fewer than {MEASURES_APART} of first attack, fleet, \
             bodies, stations and raids: {}.\n\n",
            alike.join("; ")
        ),
    }
}

fn reasons(series: &SeriesReport) -> String {
    let reasons = series.reasons.iter().map(|(reason, games)| format!("{reason} ({games})"));
    let reasons: Vec<String> = reasons.collect();
    if reasons.is_empty() { String::new() } else { format!("How they won: {}.\n", reasons.join("; ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::league::file::Pairings;
    use crate::league::report::test_support::{ENDS, mind, report, rush_and_boom};

    /// The page of some series.
    fn shown(series: &[SeriesReport]) -> String {
        page(&Report::of_series(series.to_vec()), "test")
    }

    #[test]
    fn attacks_are_shown_by_the_odds_that_they_promised() {
        let page = shown(&[report(Pairings::Ladder(rush_and_boom()), &ENDS)]);
        assert!(page.contains("|  | < 33 % | < 67 % | more |\n"), "{page}");
        assert!(page.contains("| rush | 0 % (0 to 32) of 8 | - | 67 % (39 to 86) of 12 |\n"), "{page}");
    }

    #[test]
    fn what_idle_fleets_were_about_is_said() {
        let mut series = report(Pairings::Equals(vec![mind("cadet", None)]), &ENDS);
        assert!(!shown(std::slice::from_ref(&series)).contains("Cases of idle fleets"));
        let cases = [("take while gathering", 2), ("reserve", 1)];
        series.contestants[0].idle_fleets = cases.map(|(words, cases)| (words.to_owned(), cases)).into();
        let page = shown(&[series]);
        let words =
            "Cases of idle fleets, by operation and stage: cadet: reserve (1), take while gathering (2).\n";
        assert!(page.contains(words), "{page}");
    }

    #[test]
    fn the_share_of_won_attacks_is_next_to_the_attacks() {
        let mut series = report(Pairings::Ladder(rush_and_boom()), &ENDS);
        let rush = &mut series.contestants[0];
        (rush.attacks.mean, rush.attacks_won, rush.raids.mean) = (4.0, 0.75, 1.5);
        let page = shown(&[series]);
        assert!(page.contains("| attacks | won | raids |"), "{page}");
        assert!(page.contains("| 4.0 | 75 % | 1.5 |"), "{page}");
    }

    #[test]
    fn the_page_says_first_what_is_promised() {
        let series = [Pairings::Ladder(rush_and_boom()), Pairings::Everyone(rush_and_boom())];
        let series = series.map(|play| report(play, &ENDS));
        let page = shown(&series);
        let place = |words: &str| page.find(words).unwrap_or_else(|| panic!("{words}: {page}"));
        assert!(place("\n## Promises\n") < place("\n## How to read"));
        assert!(place("| cannot be told from so few games |") < place("\n## How to read"));
        assert!(place("\n## How to read") < place("\n## Test\n"));
        let page = shown(&series[1..]);
        assert!(!page.contains("Promises"), "scripts promise nothing: {page}");
        let page = shown(&[report(Pairings::Equals(vec![mind("captain", None)]), &ENDS)]);
        let row = "for over a minute | all | 1 of 1 minds; the most is 0 of 8 games with a case, captain in test | holds |";
        assert!(page.contains(row), "{page}");
    }
}
