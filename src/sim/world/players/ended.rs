//! The operations of minds that have ended. They are kept for people, and decide nothing.

use serde::{Deserialize, Serialize};

use super::minds::OperationKind;
use crate::level::is_usual;
use crate::sim::{BodyId, ShipId};

/// The most ended operations that a mind remembers: as many as the page of the result lists.
pub const MOST_ENDED: usize = 30;

/// How an operation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// It has reached its goal.
    Succeeded,
    /// It has not.
    Failed,
    /// It ended before its ships departed, or its faction gave up.
    GivenUp,
    /// Its ships were needed elsewhere.
    CalledBack,
    /// Its ships had landed all their troopers.
    Landed,
    /// All its ships were lost.
    ShipsLost,
}

impl Ending {
    /// The ending of an operation of a kind in words, before its date.
    pub fn words(self, kind: OperationKind) -> &'static str {
        match (self, kind) {
            (Self::Succeeded, OperationKind::Hold) => "won the comet",
            (Self::Succeeded, OperationKind::Hunt) => "ended with the enemy gone",
            (Self::Succeeded, OperationKind::Search) => "found enemies",
            (Self::Succeeded, _) => "succeeded",
            (Self::Failed, OperationKind::Hold) => "withdrew from the comet",
            (Self::Failed, OperationKind::Mine) => "driven away by enemies",
            (Self::Failed, OperationKind::Hunt) => "broken off",
            (Self::Failed, OperationKind::Search) => "found nothing",
            (Self::Failed, _) => "failed",
            (Self::GivenUp, _) => "given up",
            (Self::CalledBack, _) => "called back",
            (Self::Landed, _) => "landed its troopers",
            (Self::ShipsLost, _) => "all ships lost",
        }
    }
}

/// An operation that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndedOperation {
    /// Kind.
    pub kind: OperationKind,
    /// The body.
    pub target: BodyId,
    /// The tick at which it began,
    pub begun_tick: u64,
    /// and at which it ended.
    pub tick: u64,
    /// The most ships that it had.
    pub ships: u32,
    /// How it ended.
    pub ending: Ending,
    /// Its reasons, see [`Operation::why`](super::minds::Operation::why).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// The scouting flights of a mind that have ended, of which there are many, and its scouts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scouting {
    /// Number of flights.
    #[serde(skip_serializing_if = "is_usual")]
    pub flights: u32,
    /// Number of the ships that flew to scout and are lost, on the flight or at any time after it.
    #[serde(skip_serializing_if = "is_usual")]
    pub lost: u32,
    /// The target of the newest flight; `None` without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_target: Option<BodyId>,
    /// The tick at which the newest flight ended.
    #[serde(skip_serializing_if = "is_usual")]
    pub last_tick: u64,
    /// The ships that flew to scout and are not lost, by number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scouts: Vec<ShipId>,
}
