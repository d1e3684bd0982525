//! The integration tests: one binary, a module a subject.

mod arena;
#[cfg(feature = "client")]
mod buttons;
mod command_line;
mod documents;
mod duels;
mod fairness;
mod generate;
mod icons;
mod imports;
mod league;
mod level;
#[cfg(feature = "client")]
mod maps;
mod minds;
mod orbit;
#[cfg(feature = "client")]
mod pictures;
mod program;
mod race;
mod record;
mod recorded;
#[cfg(feature = "client")]
mod sight_filter;
mod sim;
mod source_files;
mod steering;
#[cfg(feature = "client")]
mod view;
mod war;
mod worlds_kept;
