//! `ecliptic generate`: makes a fair level of a seed.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use ecliptic::generate::{COMETS, Choice, DISTANCES, INCLINE, MOONS, PLANETS, Parameters, SIDES, generate};
use ecliptic::level::{self, plain_path};

use super::{Failure, print_to_stderr, say};

/// The choices for the level, and its file.
#[derive(Args)]
#[command(after_long_help = "\
Every side begins alike: a turn about the star maps homes, bodies, structures and fleets of each side onto
those of the next. The same options give the same level. Numbers that are not given are drawn from the seed.

    ecliptic generate --seed 7 --sides 3 --out seven.ron
    ecliptic play seven.ron")]
pub struct GenerateArguments {
    /// The seed: another seed gives another system
    #[arg(long, value_name = "N")]
    seed: u64,
    #[arg(long, value_name = "K", default_value_t = *SIDES.usual.start(), help = SIDES.meaning)]
    #[arg(value_parser = clap::value_parser!(u8).range(range(&SIDES)))]
    sides: u8,
    #[arg(long, value_name = "P", help = help(&PLANETS))]
    #[arg(value_parser = clap::value_parser!(u8).range(range(&PLANETS)))]
    planets: Option<u8>,
    #[arg(long, value_name = "M", help = help(&MOONS))]
    #[arg(value_parser = clap::value_parser!(u8).range(range(&MOONS)))]
    moons: Option<u8>,
    #[arg(long, value_name = "C", help = help(&COMETS))]
    #[arg(value_parser = clap::value_parser!(u8).range(range(&COMETS)))]
    comets: Option<u8>,
    #[arg(long, value_name = "DEG", help = help(&INCLINE))]
    #[arg(value_parser = clap::value_parser!(u8).range(range(&INCLINE)))]
    incline: Option<u8>,
    #[arg(long, value_name = "PERCENT", help = help(&DISTANCES))]
    #[arg(value_parser = clap::value_parser!(u8).range(range(&DISTANCES)))]
    distances: Option<u8>,
    /// The file to write; absent: standard output
    #[arg(long, value_name = "FILE.ron")]
    out: Option<PathBuf>,
}

fn range(choice: &Choice) -> RangeInclusive<i64> {
    (*choice.range.start()).into()..=(*choice.range.end()).into()
}

fn help(choice: &Choice) -> String {
    let Choice { meaning, range, usual, .. } = choice;
    let drawn = if usual.start() == usual.end() {
        usual.start().to_string()
    } else {
        format!("drawn from {} to {}", usual.start(), usual.end())
    };
    format!("{meaning}: {} to {}; {drawn}, if absent", range.start(), range.end())
}

/// Writes the level to a file or prints it.
pub fn run(arguments: &GenerateArguments) -> Result<ExitCode, Failure> {
    let GenerateArguments { seed, sides, planets, moons, comets, incline, distances, .. } = *arguments;
    let parameters = Parameters { seed, sides, planets, moons, comets, incline, distances };
    let level = generate(&parameters).map_err(Failure::faulty)?;
    match &arguments.out {
        Some(path) => {
            level::write_level(path, &level).map_err(Failure::cannot)?;
            print_to_stderr(format_args!("{}: {}", plain_path(path), level.title));
        }
        None => say(level::to_ron(&level).map_err(Failure::cannot)?.trim_end())?,
    }
    Ok(ExitCode::SUCCESS)
}
