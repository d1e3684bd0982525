//! What minds (computer players) remember of their plans: operations, goals that they declined, setbacks, figures. The
//! behaviour is in `ai`.

use glam::DVec3;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::giving_up::GivesUp;
use crate::level::is_usual;
use crate::level::ranges::{PLACE_KM, SHARE};
use crate::sim::{BodyId, ShipId, TargetId};

/// The kinds of operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OperationKind {
    /// Look at a body.
    Scout,
    /// Found a station at a body without an owner.
    Claim,
    /// Land on a body without an owner that resists a founding.
    Settle,
    /// Hold the well of a comet with armed ships.
    Hold,
    /// Mine a comet.
    Mine,
    /// Break what defends a body, and take it.
    Take,
    /// Destroy ships and works, and leave.
    Raid,
    /// Drive foes from a body.
    Defend,
    /// Hunt a unit of a foe.
    Hunt,
    /// Search space for what is left of foes.
    Search,
}

impl OperationKind {
    /// The verb for people, `"take"`.
    pub fn verb(self) -> &'static str {
        match self {
            Self::Scout => "scout",
            Self::Claim => "claim",
            Self::Settle => "settle",
            Self::Hold => "hold",
            Self::Mine => "mine",
            Self::Take => "take",
            Self::Raid => "raid",
            Self::Defend => "defend",
            Self::Hunt => "hunt near",
            Self::Search => "search from",
        }
    }

    /// What it is good for, in plain words: `"to destroy ships and works there, and leave"`.
    pub fn aim(self) -> &'static str {
        match self {
            Self::Scout => "to see what is there",
            Self::Claim => "to win a body that belongs to nobody, by founding a station",
            Self::Settle => "to win a body that belongs to nobody, but resists: troopers land on it",
            Self::Hold => "to keep the comet, and its rare materials, for itself",
            Self::Mine => "to bring home rare materials",
            Self::Take => "to break what defends the body, and conquer it",
            Self::Raid => "to destroy ships and works there, and leave",
            Self::Defend => "to drive enemies away from it",
            Self::Hunt => "to destroy an enemy that is near",
            Self::Search => "to find what is left of its enemies",
        }
    }

    /// What it is given up for besides bad odds and a long time, as a clause after "if"; empty: nothing.
    pub fn obstacle(self) -> &'static str {
        match self {
            Self::Scout | Self::Search => "",
            Self::Claim => "enemies come there or another side takes the body",
            Self::Settle => {
                "armed enemies come there, another side takes the body or the troopers are too few"
            }
            Self::Mine => "enemies are at the comet, or come to it and its guard is too weak",
            Self::Hold | Self::Take | Self::Raid | Self::Hunt => {
                "its ships are needed for a body that must not fall"
            }
            Self::Defend => "the body falls",
        }
    }

    /// Whether it changes little in a war.
    pub fn is_errand(self) -> bool {
        matches!(self, Self::Scout | Self::Mine | Self::Search)
    }

    /// Whether it seeks a fight at a body of foes.
    pub fn is_attack_on_body(self) -> bool {
        matches!(self, Self::Take | Self::Raid)
    }

    /// Whether it seeks a fight: at a body of foes, or with a unit wherever it is.
    pub fn is_attack(self) -> bool {
        self.is_attack_on_body() || self == Self::Hunt
    }
}

/// The stage of an operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Its ships come together.
    #[default]
    Gather,
    /// It waits for its date of departure.
    Wait,
    /// It is under way.
    Advance,
    /// It does what it came for.
    Act,
}

/// A plan with ships and a target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Operation {
    /// Number, unique for its mind.
    pub id: u32,
    /// Kind.
    pub kind: OperationKind,
    /// The body.
    pub target: BodyId,
    /// The unit that is hunted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quarry: Option<TargetId>,
    /// The place in space that is searched, heliocentric, km.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<DVec3>,
    /// The ships that fight, scout, build or mine.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ships: Vec<ShipId>,
    /// The ships that land troopers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub landers: Vec<ShipId>,
    /// The body where they gather.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<BodyId>,
    /// Stage.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub stage: Stage,
    /// The tick at which it began.
    pub begun_tick: u64,
    /// The tick at which its stage began.
    pub stage_tick: u64,
    /// The planned tick of departure; of a guard at a body that was just taken the latest one.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub departs_tick: u64,
    /// The expected tick of arrival; of errands and guards whose ships are there the true one; 0: none is known, as for
    /// a hunt, which follows its quarry.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub arrives_tick: u64,
    /// The tick since which its fleet is in view of its target as a warning; 0: it was not yet.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub shown_tick: u64,
    /// The tick since which its orders wait for attention; 0: none waits.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub waits_since_tick: u64,
    /// The most ships that it had.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub most_ships: u32,
    /// The score of its goal when it began, as that of a [`Choice`]; 0: its goal was compared with no other.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub score: f64,
    /// The worth of its armed ships at the departure.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub strength: f64,
    /// The expected share of its strength after the fight, at the departure; 0: defeat is likely.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub odds: f64,
    /// The expected share of its strength after the fight, by the last look.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub odds_now: f64,
    /// When it is given up, by the last look.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub gives_up: GivesUp,
    /// Its reasons beyond what its kind is good for, its ships and its odds, as a clause that does not name its target;
    /// empty: there are none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

ranges!(Operation {
    place: PLACE_KM,
    score: -1.0e12..=1.0e12,
    strength: 0.0..=1.0e12,
    odds: SHARE,
    odds_now: SHARE,
    gives_up,
});

impl Operation {
    /// An operation that begins at a tick, without ships, dates and odds.
    pub fn begun(id: u32, kind: OperationKind, target: BodyId, tick: u64) -> Self {
        Self {
            id,
            kind,
            target,
            quarry: None,
            place: None,
            ships: Vec::new(),
            landers: Vec::new(),
            base: None,
            stage: Stage::default(),
            begun_tick: tick,
            stage_tick: tick,
            departs_tick: 0,
            arrives_tick: 0,
            shown_tick: 0,
            waits_since_tick: 0,
            most_ships: 0,
            score: 0.0,
            strength: 0.0,
            odds: 0.0,
            odds_now: 0.0,
            gives_up: GivesUp::default(),
            why: String::new(),
        }
    }

    /// Its reasons as a clause: those of its own, or else what its kind is good for.
    pub fn reason(&self) -> &str {
        if self.why.is_empty() { self.kind.aim() } else { &self.why }
    }

    /// Whether it is an attack on a body that has not departed yet.
    pub fn is_in_preparation(&self) -> bool {
        self.kind.is_attack_on_body() && self.stage < Stage::Advance
    }

    /// All its ships.
    pub fn crew(&self) -> impl Iterator<Item = ShipId> + '_ {
        self.ships.iter().chain(&self.landers).copied()
    }
}

/// An attack that failed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setback {
    /// The body.
    pub body: BodyId,
    /// When.
    pub tick: u64,
    /// The worth of the ships that were not enough.
    pub strength: f64,
}

ranges!(Setback { strength: 0.0..=1.0e12 });

/// A goal that a mind has considered and declined.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Kind.
    pub kind: OperationKind,
    /// The body.
    pub target: BodyId,
    /// Score: value × chance × urgency ÷ cost.
    pub score: f64,
    /// A field of saves that is skipped: operations tell what was chosen.
    #[serde(default, skip_serializing)]
    pub chosen: IgnoredAny,
    /// What speaks for it, and why it was declined, as a clause that does not name the body.
    pub why: String,
}

ranges!(Choice { score: -1.0e12..=1.0e12 });

impl Choice {
    /// A goal that was considered and declined.
    pub fn declined(kind: OperationKind, target: BodyId, score: f64, why: String) -> Self {
        Self { kind, target, score, chosen: IgnoredAny, why }
    }
}

/// What a mind has done so far, for figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MindRecord {
    /// Orders given.
    pub orders: u32,
    /// Orders refused.
    pub refused: u32,
    /// Attacks that departed.
    pub attacks: u32,
    /// Attacks that reached their goal.
    pub won: u32,
    /// Tick of the last departure to attack, raids left out; 0: none yet.
    pub last_attack_tick: u64,
    /// Tick of the last departure to a raid; 0: none yet.
    #[serde(skip_serializing_if = "is_usual")]
    pub last_raid_tick: u64,
    /// Attacks that departed and have ended, by the odds that they promised: below each of [`ODDS_BANDS`], and more.
    #[serde(skip_serializing_if = "is_usual")]
    pub by_odds: [OddsRecord; 3],
}

/// The upper bounds of the bands of promised odds; the last band has none.
pub const ODDS_BANDS: [f64; 2] = [1.0 / 3.0, 2.0 / 3.0];

/// The ended attacks whose promised odds were in one band.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OddsRecord {
    /// Their number.
    pub ended: u32,
    /// Those that reached their goal.
    pub won: u32,
}

impl MindRecord {
    /// Counts an attack that has ended, by the odds that it promised at its departure.
    pub fn end_attack(&mut self, odds: f64, is_won: bool) {
        let band = ODDS_BANDS.iter().filter(|bound| odds >= **bound).count();
        let record = &mut self.by_odds[band];
        record.ended = record.ended.saturating_add(1);
        if is_won {
            record.won = record.won.saturating_add(1);
            self.won = self.won.saturating_add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::source::parse::dialect;

    #[test]
    fn what_an_operation_is_good_for_is_its_reason_unless_it_has_its_own() {
        let mine = Operation::begun(1, OperationKind::Mine, BodyId(3), 0);
        assert_eq!(mine.reason(), "to bring home rare materials");
        assert_eq!(Operation { why: "it is near".to_owned(), ..mine }.reason(), "it is near");
    }

    #[test]
    fn ended_attacks_are_counted_by_their_odds_and_saved() {
        let mut record = MindRecord::default();
        for (odds, is_won) in [(0.0, false), (0.33, true), (0.34, false), (0.67, true), (1.0, true)] {
            record.end_attack(odds, is_won);
        }
        assert_eq!(record.by_odds.map(|band| (band.ended, band.won)), [(2, 1), (1, 0), (2, 2)]);
        assert_eq!(record.won, 3);
        let text = dialect().to_string(&record).expect("it can be written");
        assert_eq!(dialect().from_str::<MindRecord>(&text), Ok(record));
        let old = dialect().from_str::<MindRecord>("(orders: 4, won: 2)").expect("a save without bands");
        assert_eq!(old, MindRecord { orders: 4, won: 2, ..MindRecord::default() });
    }
}
