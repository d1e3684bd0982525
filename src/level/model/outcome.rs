//! What a save says of the outcome: how near everyone is to winning, who has won, and what is kept for the
//! result.
//!
//! Words and numbers of a save come in and the same leave; when a condition is met is the business of
//! `sim/outcome/victory/`, what is noted when that of `sim/outcome/history.rs`. This file must never know a world.

use serde::{Deserialize, Serialize};

use crate::level::model::is_zero;

/// In a save: how near everyone is to winning, and who has won.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct VerdictState {
    /// What has been decided; absent: nothing yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided: Option<DecisionState>,
    /// How far each condition of `victory` is met, in their order; empty: nobody has begun to meet any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub progress: Vec<ContestState>,
}

/// In a save: who has won.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecisionState {
    /// The first faction of the side that has won.
    pub winner: String,
    /// The condition that it has met: a place in `victory`, from 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub condition: u32,
    /// In which tick.
    pub tick: u64,
}

/// In a save: how far a condition of victory is met.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ContestState {
    /// Of a body that is to be held: to whom it belonged at the start; absent: to nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_owner: Option<String>,
    /// For how many ticks sides have met it without a break, by the first faction of each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub met: Vec<(String, u32)>,
}

/// An entry of the history: its tick, and of each faction in their order how many bodies it had, how much
/// money an economy tick brought it, and what its ships were worth.
pub type EntryState = (u64, Vec<(u32, i64, u64)>);

/// A battle: the body that it was near to, the ticks of its first and of its last loss, and how much each
/// faction lost, in their order.
pub type BattleState = (String, u64, u64, Vec<u32>);

/// In a save: what is kept for the result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HistoryState {
    /// How everyone stood from time to time, the oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<EntryState>,
    /// The battles, the oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub battles: Vec<BattleState>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::source::parse::dialect;

    #[test]
    fn an_outcome_reads_as_it_is_written() {
        let verdict = VerdictState {
            decided: Some(DecisionState { winner: "Terra".to_owned(), condition: 1, tick: 30_000 }),
            progress: vec![
                ContestState::default(),
                ContestState { first_owner: Some("Ares".to_owned()), met: vec![("Terra".to_owned(), 90)] },
            ],
        };
        let text = dialect().to_string(&verdict).expect("it can be written");
        assert_eq!(dialect().from_str::<VerdictState>(&text), Ok(verdict));
        let history = HistoryState {
            entries: vec![(300, vec![(2, -5, 1200), (1, 40, u64::MAX)])],
            battles: vec![("Mars".to_owned(), 310, 450, vec![3, 1])],
        };
        let text = dialect().to_string(&history).expect("it can be written");
        assert_eq!(dialect().from_str::<HistoryState>(&text), Ok(history));
        assert_eq!(dialect().to_string(&VerdictState::default()), Ok("()".to_owned()));
    }
}
