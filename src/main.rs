//! The command line of Ecliptic. Each command has a file in `commands`.

#![warn(clippy::disallowed_methods)] // Printed figures are the same on every machine.

mod commands;

use std::alloc::System;
use std::process::ExitCode;

use clap::Parser;
use commands::{Arguments, CliCommand};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

/// Counts allocations, for the commands that report allocations per step.
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = match arguments.command.unwrap_or_default() {
        #[cfg(feature = "client")]
        CliCommand::Play(arguments) => commands::play::run(&arguments),
        #[cfg(feature = "client")]
        CliCommand::Shot(arguments) => commands::shot::run(&arguments),
        CliCommand::Check(arguments) => commands::check::run(&arguments),
        CliCommand::Simulate(arguments) => commands::simulate::run(&arguments),
        CliCommand::Replay(arguments) => commands::replay::run(&arguments),
        CliCommand::Arena(arguments) => commands::arena::run(&arguments),
        CliCommand::Duel(arguments) => commands::duel::run(&arguments),
        CliCommand::Generate(arguments) => commands::generate::run(&arguments),
        CliCommand::League(arguments) => commands::league::run(&arguments),
        CliCommand::Ephemeris(arguments) => commands::ephemeris::run(&arguments),
        #[cfg(not(feature = "client"))]
        CliCommand::Help => commands::print_help(),
    };
    outcome.unwrap_or_else(|failure| {
        if !failure.message.is_empty() {
            commands::print_to_stderr(failure.message.trim_end());
        }
        ExitCode::from(failure.code)
    })
}
