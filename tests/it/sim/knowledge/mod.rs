//! Knowledge of factions: sight, secrets, events, and predictions for players.

mod concerns;
mod events;
mod forecast;
mod secrets;
mod sight;
mod world_view;

use super::worlds;
