//! The content of the page of the result, as plain data.

use bevy::prelude::*;

use crate::client::models::marks::Mark;
use crate::sim::combat::Toll;
use crate::sim::{BodyId, FactionId};

/// The outcome of a war for the viewer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WarOutcome {
    /// Nobody has won yet.
    #[default]
    Undecided,
    /// The viewer's side has won.
    Victory,
    /// Another side has won.
    Defeat,
    /// The war is decided, and the viewer belongs to no side.
    Over,
    /// Nobody has won yet, and the viewer has given up everything,
    GaveUp,
    /// or has lost it.
    Fell,
}

impl WarOutcome {
    /// The outcome in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Undecided => "Undecided",
            Self::Victory => "Victory",
            Self::Defeat => "Defeat",
            Self::Over => "The war is over",
            Self::GaveUp => "You have surrendered",
            Self::Fell => "You have nothing left",
        }
    }

    /// Whether the war is decided.
    pub fn is_decided(self) -> bool {
        matches!(self, Self::Victory | Self::Defeat | Self::Over)
    }

    /// The sign of the outcome.
    pub fn mark(self) -> Mark {
        match self {
            Self::Victory => Mark::Star,
            Self::Defeat | Self::GaveUp | Self::Fell => Mark::Cross,
            Self::Over => Mark::Diamond,
            Self::Undecided => Mark::Ring,
        }
    }
}

/// The content of the page of the result.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct ResultContent {
    /// Outcome.
    pub outcome: WarOutcome,
    /// The verdict in a few words, or the end of the viewer; empty before either.
    pub headline: String,
    /// What has become of those who surrendered to the winner, or what goes on without the viewer, in a sentence; empty
    /// if there is nothing to say.
    pub aftermath: &'static str,
    /// Winner and reason, in a sentence.
    pub reason: String,
    /// The surrenders that the reason does not name, and the falls of sides, each in a sentence.
    pub ends: Vec<String>,
    /// The factions shown, in their order.
    pub factions: Vec<FactionResult>,
    /// The minds of factions, and handicaps, which everybody knows.
    pub players: Vec<String>,
    /// The graphs.
    pub graphs: Vec<Graph>,
    /// The dates at the ends of the graphs; empty without points.
    pub dates: (String, String),
    /// The battles, the oldest first.
    pub battles: Vec<BattleEntry>,
    /// The plans of minds at the decision.
    pub plans: Vec<PlanEntry>,
    /// The operations of minds that had ended by then, the newest first.
    pub ended: Vec<PlanEntry>,
    /// What minds had built lately by then, and why, the newest order of each first.
    pub builds: Vec<PlanEntry>,
}

/// A faction, with its losses and kills.
#[derive(Clone, Debug, PartialEq)]
pub struct FactionResult {
    /// Index.
    pub faction: FactionId,
    /// Name.
    pub name: String,
    /// Colour.
    pub color: Color,
    /// Losses.
    pub toll: Toll,
}

/// A graph over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// Subject.
    pub title: &'static str,
    /// A line for each faction shown, in their order: ticks and values.
    pub lines: Vec<Vec<(u64, f64)>>,
}

/// A plan of a mind, or something that it had built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanEntry {
    /// Its target.
    pub body: BodyId,
    /// The tick at which it ended or was ordered; `None` for a plan that has no moment of its own.
    pub tick: Option<u64>,
    /// The faction, and its operation, its goal, or what it had built.
    pub plan: String,
    /// The stage and the dates, or the date of the order.
    pub course: String,
    /// The reason, in plain words. Scores are for those who look into minds.
    pub why: String,
}

/// A battle of the history, which counts losses, see [`Battle`](crate::sim::outcome::history::Battle).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleEntry {
    /// The body near which it was.
    pub body: BodyId,
    /// Name.
    pub place: String,
    /// The tick of its first loss.
    pub tick: u64,
    /// The date then.
    pub date: String,
    /// Losses by faction, in words.
    pub losses: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn victory_and_defeat_have_other_signs() {
        let all = [WarOutcome::Undecided, WarOutcome::Victory, WarOutcome::Defeat, WarOutcome::Over];
        for (index, outcome) in all.into_iter().enumerate() {
            assert!(all[..index].iter().all(|other| outcome.mark() != other.mark()));
        }
    }
}
