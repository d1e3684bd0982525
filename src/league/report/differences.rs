//! The measures in which contestants differ.

use serde::Serialize;

use super::contestants::ContestantReport;
use crate::league::statistics::Spread;

/// Personalities differ if they are a standard deviation apart in this number of measures.
pub const MEASURES_APART: usize = 2;

/// The measures in which two contestants are a standard deviation apart.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The contestants.
    pub names: [String; 2],
    /// The measures.
    pub measures: Vec<String>,
}

/// The differences of each pair of contestants.
pub(super) fn differences(reports: &[ContestantReport]) -> Vec<Difference> {
    let pairs = (0..reports.len()).flat_map(|one| (one + 1..reports.len()).map(move |other| (one, other)));
    pairs
        .map(|(one, other)| {
            let both = measures(&reports[one]).into_iter().zip(measures(&reports[other]));
            let apart = both.filter(|((_, one), (_, other))| are_apart(one, other));
            Difference {
                names: [reports[one].name.clone(), reports[other].name.clone()],
                measures: apart.map(|((name, _), _)| name.to_owned()).collect(),
            }
        })
        .collect()
}

/// The measures of a personality.
fn measures(contestant: &ContestantReport) -> [(&'static str, Spread); 5] {
    [
        ("first attack", contestant.first_attack_s),
        ("share of fleet", contestant.fleet_share),
        ("bodies", contestant.bodies),
        ("stations", contestant.stations),
        ("raids", contestant.raids),
    ]
}

/// Whether two means are a standard deviation apart, that of both samples together.
fn are_apart(one: &Spread, other: &Spread) -> bool {
    let variance = 0.5 * (one.deviation * one.deviation + other.deviation * other.deviation);
    let apart = (one.mean - other.mean).abs();
    one.count > 0 && other.count > 0 && apart > 0.0 && apart >= variance.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_apart_by_their_deviation() {
        let spread = |values: &[f64]| Spread::of(values);
        assert!(are_apart(&spread(&[1.0, 2.0, 3.0]), &spread(&[3.0, 4.0, 5.0])));
        assert!(!are_apart(&spread(&[1.0, 2.0, 3.0]), &spread(&[1.5, 2.5, 3.5])));
        assert!(!are_apart(&spread(&[0.0, 0.0]), &spread(&[0.0, 0.0])));
    }
}
