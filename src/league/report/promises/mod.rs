//! What is promised of computer opponents, and whether the games of a series keep it.
//!
//! - Enters: the report of a series, or of all of them.
//! - Leaves: each promise in words, with what was found and the answer of the games.
//! - Must never: take few games for a proof, neither good nor bad: a share is judged by its 95 % interval, see
//!   `Answer::of_share`.
//!
//! | file | does |
//! |---|---|
//! | `answer.rs` | a promise, and the answer of the games |
//! | `strength.rs` | who wins against whom, and how personalities differ |
//! | `wars.rs` | the wars of equals, and generated systems |
//! | `homes.rs` | the homes of wars of all sides |
//! | `minds.rs` | how minds play, in all series with pairs together |

mod answer;
mod homes;
mod minds;
mod strength;
mod wars;

pub use answer::{Answer, Promise};
pub(super) use homes::even_homes;
pub(super) use minds::of_minds;

use super::SeriesReport;
use crate::league::file::Series;
use crate::level::MindRules;
use strength::{equally_strong, expected, ladder, openings, unlike};
use wars::{equals, even};

/// The promises that a series is about.
pub(super) fn promises(series: &Series, report: &SeriesReport, rules: &MindRules) -> Vec<Promise> {
    let all = [
        ladder(report),
        unlike(series, report),
        equally_strong(series, report),
        openings(series, report),
        expected(report),
        even(report),
    ];
    all.into_iter().flatten().chain(equals(series, report, rules)).collect()
}
