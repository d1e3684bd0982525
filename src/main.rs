//! The command line of Ecliptic. Each command has a file in `commands`.

#![warn(clippy::disallowed_methods)] // Printed figures are the same on every machine.

mod commands;

use std::alloc::System;
use std::process::ExitCode;

use clap::Parser;
use commands::{Arguments, Command};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

/// Counts allocations, for the commands that report allocations per step.
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = match arguments.command.unwrap_or_default() {
        #[cfg(feature = "client")]
        Command::Play(arguments) => commands::play::run(&arguments),
        #[cfg(feature = "client")]
        Command::Shot(arguments) => commands::shot::run(&arguments),
        Command::Check(arguments) => commands::check::run(&arguments),
        Command::Simulate(arguments) => commands::simulate::run(&arguments),
        Command::Arena(arguments) => commands::arena::run(&arguments),
        Command::Duel(arguments) => commands::duel::run(&arguments),
        Command::Ephemeris(arguments) => commands::ephemeris::run(&arguments),
        #[cfg(not(feature = "client"))]
        Command::Help => commands::print_help(),
    };
    outcome.unwrap_or_else(|failure| {
        if !failure.message.is_empty() {
            commands::tell(failure.message.trim_end());
        }
        ExitCode::from(failure.code)
    })
}
