//! `ecliptic play`: opens a window and plays a level.

use std::path::PathBuf;
use std::process::ExitCode;

use bevy::app::AppExit;
use clap::Args;
use ecliptic::client::launch::{Launch, Smoke, play};
use ecliptic::level::Epoch;
use ecliptic::orbit::{CalendarDate, julian_date_of_unix_time};
use ecliptic::rules::find_assets_dir;

use super::{Failure, begin_on, load_level, load_rules};

/// What to play.
#[derive(Args, Default)]
pub struct PlayArguments {
    /// The level, or a save; the solar system, if left out
    level: Option<PathBuf>,
    /// The date to start on (TDB), 2026-11-21 or 2026-11-21T12:00, instead of the level's or today
    #[arg(long)]
    date: Option<CalendarDate>,
    /// The seed of the world's chances
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// End after so many frames, to see whether everything works
    #[arg(long, value_name = "FRAMES", value_parser = clap::value_parser!(u32).range(1..))]
    smoke: Option<u32>,
    /// Where to write a picture of the window at the end of --smoke
    #[arg(long, value_name = "FILE.png", requires = "smoke")]
    smoke_shot: Option<PathBuf>,
}

/// Plays until the window is closed.
pub fn run(arguments: &PlayArguments) -> Result<ExitCode, Failure> {
    let rules = load_rules()?;
    let assets_dir = find_assets_dir().map_err(Failure::cannot)?;
    let usual = || assets_dir.with_file_name("levels").join("sol.ron");
    let path = arguments.level.clone().unwrap_or_else(usual);
    let mut loaded = load_level(&path, &rules)?;
    if let Some(date) = arguments.date {
        begin_on(&mut loaded.level, date)?;
    } else if loaded.level.starts_today && loaded.level.start.is_none() {
        loaded.level.epoch = today();
    }
    let smoke = arguments.smoke.map(|frames| Smoke { frames, picture: arguments.smoke_shot.clone() });
    let launch = Launch { level: loaded.level, rules: loaded.rules, seed: arguments.seed, assets_dir, smoke };
    let exit = play(launch).map_err(Failure::cannot)?;
    Ok(exit_code(&exit))
}

/// This moment.
fn today() -> Epoch {
    let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    Epoch::Jd(julian_date_of_unix_time(since_1970.map_or(0.0, |since| since.as_secs_f64())))
}

/// The engine's end as the program's.
pub fn exit_code(exit: &AppExit) -> ExitCode {
    match exit {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(code) => ExitCode::from(code.get()),
    }
}
