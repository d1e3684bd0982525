//! # Ecliptic
//!
//! A real-time 3D strategy game under a real sky. Each room explains itself in its own `mod.rs`, and
//! `docs/architecture.md` shows how the rooms work together.
//!
//! | room | subject |
//! |---|---|
//! | [`orbit`] | the sky as pure mathematics: no engine, no game |
//! | [`level`] | levels: types, reading with exact diagnostics, checking, writing |
//! | [`rules`] | classes and numbers of the game, loaded from `assets/rules` |
//! | [`generate`] | fair levels of a seed |
//! | [`sim`] | the world and its tick; orders are the one door into it |
//! | [`ai`] | minds: players that are programs |
//! | [`record`] | logs of games: the same world again, bit by bit |
//! | [`arena`] | scenarios on the steering core alone, and their figures |
//! | [`duels`] | fleets of equal cost against each other in a small world |
//! | [`league`] | many games between minds and sparring partners, and what they show |
//! | `client` | everything that a person sees and does (only with the feature `client`) |
//! | `src/main.rs`, `src/commands` | the command line |
//!
//! A room may use the rooms above it in this list, never one below. `orbit`, `level`, `rules`, `generate`,
//! `sim`, `ai`, `record`, `arena`, `duels` and `league` build and are tested without renderer, window and sound card.

#![warn(missing_docs)]

// `client` alone may call the methods that clippy.toml lists: what the others compute is the same on every machine.
#[macro_use]
#[warn(clippy::disallowed_methods)]
pub mod level;

#[warn(clippy::disallowed_methods)]
pub mod ai;
#[warn(clippy::disallowed_methods)]
pub mod arena;
#[cfg(feature = "client")]
pub mod client;
#[warn(clippy::disallowed_methods)]
pub mod duels;
#[warn(clippy::disallowed_methods)]
pub mod generate;
#[warn(clippy::disallowed_methods)]
pub mod league;
#[warn(clippy::disallowed_methods)]
pub mod orbit;
#[warn(clippy::disallowed_methods)]
pub mod record;
#[warn(clippy::disallowed_methods)]
pub mod rules;
#[warn(clippy::disallowed_methods)]
pub mod sim;
