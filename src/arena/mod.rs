//! The proving ground of the steering core.
//!
//! - Enters: a [`Scenario`] by its name ([`named()`]) or from a RON file ([`read_scenario`]).
//! - Leaves: a [`Report`]: overlaps, arrivals and their ways, the calm of the flight, the cost of a step.
//! - Must never: know the client, change a run by measuring it, or let the clock on the wall decide anything.
//!
//! [`run()`] flies a scenario on the steering core alone, without world, engine and orders: [`scenario`] or
//! [`named`](mod@named) gives the model, [`run`](mod@run) hands it to the core step by step ([`routes`]
//! between waypoints where the scenario asks for that), [`measure`] watches ([`overlaps`] counts touches,
//! [`voyage`] follows a ship's way), and [`trace`] writes every step down. [`level_text()`] makes a level of
//! the scenario, to be played in the game's own window.

mod among_bodies;
mod level;
pub mod measure;
pub mod named;
mod open_space;
mod overlaps;
mod routes;
pub mod run;
pub mod scenario;
mod shapes;
pub mod trace;
mod voyage;

pub use level::level_text;
pub use measure::Report;
pub use named::{NameError, named};
pub use run::{AllocationCounter, Frame, Options, run};
pub use scenario::{Body, BodyPath, Scenario, ScenarioError, Ship, parse_scenario, read_scenario};
pub use trace::Trace;

/// The word among `known` that is most like `word`, if one is alike enough to have been meant.
fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// How alike two words must be, 0 to 1, to be mistaken for each other.
    const LEAST_LIKENESS: f64 = 0.72;
    /// Longer words are not compared with the known ones: they cannot be meant, and comparing takes time.
    const LONGEST_WORD_BYTES: usize = 64;

    if word.len() > LONGEST_WORD_BYTES {
        return None;
    }
    let mut best: Option<(f64, &'a str)> = None;
    for candidate in known {
        let letters = strsim::normalized_damerau_levenshtein(word, candidate);
        let beginning = strsim::jaro_winkler(word, candidate);
        let likeness = 0.5 * (letters + beginning);
        if likeness >= LEAST_LIKENESS && best.is_none_or(|(so_far, _)| likeness > so_far) {
            best = Some((likeness, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}
