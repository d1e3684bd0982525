//! `ecliptic play`: opens a window with a level, or with the main menu.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bevy::app::AppExit;
use clap::Args;
use ecliptic::client::launch::{LaunchOptions, Smoke, play};
use ecliptic::client::worlds::{Opened, backdrop, begin_today};
use ecliptic::orbit::CalendarDate;
use ecliptic::rules::{Rules, find_assets_dir};

use super::{Failure, begin_on, load_changed_level, load_rules};

/// What to play.
#[derive(Args, Default)]
pub struct PlayArguments {
    /// The level, or a save; without it, the main menu opens
    level: Option<PathBuf>,
    /// The date to start on (TDB), 2026-11-21 or 2026-11-21T12:00, instead of the level's or today
    #[arg(long, requires = "level")]
    date: Option<CalendarDate>,
    /// A preset that changes the level before it begins
    #[arg(long, value_name = "FILE.ron", requires = "level")]
    preset: Option<PathBuf>,
    /// The seed of the world's chances, instead of the preset's or 0
    #[arg(long)]
    seed: Option<u64>,
    /// End after this number of frames, to see whether everything works
    #[arg(long, value_name = "FRAMES", value_parser = clap::value_parser!(u32).range(1..))]
    smoke: Option<u32>,
    /// Where to write a picture of the window at the end of --smoke
    #[arg(long, value_name = "FILE.png", requires = "smoke")]
    smoke_shot: Option<PathBuf>,
}

/// Plays until the window is closed.
pub fn run(arguments: &PlayArguments) -> Result<ExitCode, Failure> {
    let rules = load_rules()?;
    let opened = match &arguments.level {
        Some(path) => open(path, &rules, arguments)?,
        None => backdrop(&rules).map_err(Failure::cannot)?,
    };
    let smoke = arguments.smoke.map(|frames| Smoke { frames, picture: arguments.smoke_shot.clone() });
    open_window(opened, smoke)
}

/// Opens the window with a world, until it is closed.
pub fn open_window(opened: Opened, smoke: Option<Smoke>) -> Result<ExitCode, Failure> {
    let assets_dir = find_assets_dir().map_err(Failure::cannot)?;
    let exit = play(LaunchOptions { opened, assets_dir, smoke }).map_err(Failure::cannot)?;
    Ok(exit_code(&exit))
}

/// The level of a file, on the requested date.
fn open(path: &Path, rules: &Rules, arguments: &PlayArguments) -> Result<Opened, Failure> {
    let (mut loaded, seed) = load_changed_level(path, arguments.preset.as_deref(), rules)?;
    match arguments.date {
        Some(date) => begin_on(&mut loaded, date)?,
        None => begin_today(&mut loaded.level),
    }
    Ok(loaded.opened(arguments.seed.or(seed).unwrap_or(0)))
}

/// The exit code of the program for an exit of the engine.
pub fn exit_code(exit: &AppExit) -> ExitCode {
    match exit {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(code) => ExitCode::from(code.get()),
    }
}
