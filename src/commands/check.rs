//! `ecliptic check`: looks for faults in levels.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use ecliptic::level::{self, Fault, ReadError, plain_path};
use ecliptic::sim::{SpawnError, check_state};

use super::{CANNOT, FAULTS_FOUND, Failure, load_rules, print_to_stderr, say};

/// What to check.
#[derive(Args)]
pub struct CheckArguments {
    /// Level files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print the faults as one JSON list
    #[arg(long)]
    json: bool,
}

/// Checks every file; 0: all clean, 1: faults found, 2: a file cannot be read.
pub fn run(arguments: &CheckArguments) -> Result<ExitCode, Failure> {
    let rules = load_rules()?;
    let surroundings = rules.class_catalog();
    let mut found: Vec<Fault> = Vec::new();
    let mut code = 0;
    for file in &arguments.files {
        let read = level::read_level(file, &surroundings).and_then(|loaded| {
            match check_state(&loaded.level, &rules.for_level(&loaded.level)) {
                Err(SpawnError::State(faults)) => Err(ReadError::Faulty(faults)),
                _ => Ok(loaded),
            }
        });
        match read {
            Ok(loaded) => {
                if !arguments.json {
                    if !loaded.warnings.is_empty() {
                        say(&loaded.warnings)?;
                    }
                    say(format_args!("{}: {}, no faults", plain_path(file), loaded.level.title))?;
                }
                found.extend(loaded.warnings.iter().cloned());
            }
            Err(ReadError::Faulty(faults)) => {
                if !arguments.json {
                    say(&faults)?;
                }
                found.extend(faults.iter().cloned());
                code = code.max(FAULTS_FOUND);
            }
            Err(cannot) => {
                print_to_stderr(cannot);
                code = CANNOT;
            }
        }
    }
    if arguments.json {
        say(serde_json::to_string_pretty(&found).map_err(Failure::cannot)?)?;
    }
    Ok(ExitCode::from(code))
}
