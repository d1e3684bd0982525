//! `ecliptic duel`: lets fleets of equal cost fight in a small world, and prints the winner.

use std::process::ExitCode;

use clap::Args;
use ecliptic::duels::page::page;
use ecliptic::duels::table::Table;
use ecliptic::duels::{self, DuelFault, MOST_COST, Score, USUAL_COST, USUAL_SEEDS};
use ecliptic::rules::Rules;

use super::{FAULTS_FOUND, Failure, load_rules, progress_bar, say, threads};

/// The sides of a duel.
#[derive(Args)]
#[command(after_long_help = "\
Both sides have as many ships as the cost buys, at least one, and fight as their classes do by themselves.
With --all every armed class meets every other; the exit code is then 1 where a class beats all others,
or none.")]
pub struct DuelArguments {
    /// A ship class of the rules
    #[arg(required_unless_present = "all")]
    one: Option<String>,
    /// The class that it fights
    #[arg(required_unless_present = "all")]
    other: Option<String>,
    /// Let every class fight every other, and print the table
    #[arg(long, conflicts_with_all = ["one", "other"])]
    all: bool,
    /// Cost of each side: money and resources, and rare materials ten times
    #[arg(long, value_name = "N", default_value_t = USUAL_COST)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_COST)))]
    cost: u32,
    /// Number of fights, each with other chances
    #[arg(long, value_name = "N", default_value_t = USUAL_SEEDS)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    seeds: u32,
    /// Number of threads that compute at once; all that the machine has, if absent. The result does not
    /// depend on it
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Print all of docs/classes.md instead of the table alone
    #[arg(long, requires = "all", conflicts_with = "json")]
    page: bool,
}

/// Fights and prints the result; exit code 1: a class is unknown, or the table shows a class that beats all or
/// none.
pub fn run(arguments: &DuelArguments) -> Result<ExitCode, Failure> {
    let rules = load_rules()?;
    match (&arguments.one, &arguments.other) {
        (Some(one), Some(other)) => single(arguments, &rules, [one.as_str(), other.as_str()]),
        _ => all(arguments, &rules),
    }
}

fn single(arguments: &DuelArguments, rules: &Rules, names: [&str; 2]) -> Result<ExitCode, Failure> {
    let score = duels::duel(rules, names, arguments.cost, arguments.seeds, threads(arguments.threads));
    let score = score.map_err(failure)?;
    if arguments.json {
        say(serde_json::to_string_pretty(&score).map_err(Failure::cannot)?)?;
    } else {
        print_score(&score)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print_score(score: &Score) -> Result<(), Failure> {
    let Score { ships: [ones, others], wins, left, .. } = score;
    say(format_args!("{ones} × {} against {others} × {}", score.one, score.other))?;
    say(format_args!("  {} fights, up to {} on either side", score.fights, score.cost))?;
    for (name, wins, left) in [(&score.one, wins[0], left[0]), (&score.other, wins[1], left[1])] {
        let (wins, left) = (100.0 * wins, 100.0 * left);
        say(format_args!("  {name}: wins {wins:.1} %, and has {left:.1} % of its strength left"))?;
    }
    say(format_args!("  {:.1} s", score.seconds))
}

fn all(arguments: &DuelArguments, rules: &Rules) -> Result<ExitCode, Failure> {
    let classes = duels::field::duellists(rules).len() as u64;
    let fights = classes * classes.saturating_sub(1) / 2 * u64::from(arguments.seeds);
    let progress = progress_bar("fights", fights);
    let table =
        Table::fight(rules, arguments.cost, arguments.seeds, threads(arguments.threads), || progress.inc(1));
    progress.finish_and_clear();
    let table = table.map_err(failure)?;
    if arguments.json {
        say(serde_json::to_string_pretty(&table).map_err(Failure::cannot)?)?;
    } else if arguments.page {
        say(page(rules, &table).trim_end())?;
    } else {
        say(table.markdown().trim_end())?;
    }
    let (undefeated, useless) = (table.undefeated(), table.useless());
    for (names, deed) in [(&undefeated, "beats every other class"), (&useless, "beats no other class")] {
        for name in names {
            eprintln!("{name} {deed}");
        }
    }
    let is_fair = undefeated.is_empty() && useless.is_empty();
    Ok(if is_fair { ExitCode::SUCCESS } else { ExitCode::from(FAULTS_FOUND) })
}

fn failure(fault: DuelFault) -> Failure {
    match fault {
        DuelFault::World(_) => Failure::cannot(fault),
        DuelFault::NoSuchClass(..) | DuelFault::Unarmed(_) | DuelFault::TooMany { .. } => {
            Failure::faulty(fault)
        }
    }
}
