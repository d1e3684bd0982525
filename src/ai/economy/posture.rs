//! The posture of a mind: whether its yards would hold against what foes could bring there soon, and whether it
//! has the share of armed ships that its personality wants.

use crate::ai::belief::Belief;
use crate::ai::situation::Situation;
use crate::level::Personality;
use crate::sim::ClassId;

/// Nobody has built anything to fear before this time, seconds of play.
const SAFE_S: f64 = 35.0;
/// A mind without greed has its share of armed ships after this time, seconds of play,
const ARMS_S: f64 = 30.0;
/// the greediest this much later.
const GREED_ARMS_S: f64 = 120.0;
/// A share of armed ships that is this far from the wanted one is left so.
const TOLERANCE: f64 = 0.04;
/// With this much money there is enough for stations and ships.
const RICH_MONEY: i64 = 2000;
/// Below this income and this treasury the upkeep of more ships could not be paid.
const LEAST_INCOME: i64 = 5;
const RESERVE_MONEY: i64 = 1500;

/// How safe the yards of a faction are, and what its money may go into.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posture {
    /// The least margin of a body with a yard, -1 to 1; -1 without a yard. All own ships stand beside its guns there,
    /// against the ships of foes that could come soon.
    pub margin: f64,
    /// Whether that is too little for the mind's caution: it arms before it grows.
    pub is_pressed: bool,
    /// Share of its worth in armed ships, less what its personality wants at this time.
    surplus: f64,
    /// Whether its money suffices for stations and ships.
    is_rich: bool,
    /// Whether it cannot pay the upkeep of more ships: stations come first.
    pub is_poor: bool,
}

impl Posture {
    /// The posture in a situation.
    pub fn of(situation: &Situation, belief: &Belief, personality: &Personality) -> Self {
        let ships = || situation.ships.iter().filter(|ship| !ship.is_wing);
        let margins = situation.yard_bodies().into_iter().map(|body| belief.margin_of_home(ships(), body));
        let margin = margins.min_by(f64::total_cmp).unwrap_or(-1.0);
        let may_be_here = Situation::seconds(situation.tick) >= SAFE_S;
        Self {
            margin,
            is_pressed: may_be_here && margin < safe_margin(personality),
            surplus: fleet_share(situation) - wanted_share(situation, personality),
            is_rich: situation.balance.money >= RICH_MONEY,
            is_poor: situation.income.money < LEAST_INCOME && situation.balance.money < RESERVE_MONEY,
        }
    }

    /// Whether money may go into stations that earn.
    pub fn grows(&self) -> bool {
        self.is_rich || self.is_poor || self.surplus >= -TOLERANCE
    }

    /// Whether money may go into armed ships.
    pub fn arms(&self) -> bool {
        self.is_rich || self.is_pressed || self.surplus <= TOLERANCE
    }
}

/// A mind feels safe from this margin on (-1 to 1), against all that foes have.
pub fn safe_margin(personality: &Personality) -> f64 {
    0.4 * personality.caution
}

/// The share of a faction's worth, ships and finished structures, that is in armed ships.
fn fleet_share(situation: &Situation) -> f64 {
    let table = &situation.almanac().arms_table.structures;
    let worth = |class: ClassId| table.get(class).map_or(0.0, |class| class.worth);
    let finished = situation.structures.iter().filter(|one| one.is_finished);
    let structures: f64 = finished.map(|one| worth(one.class)).sum();
    let ships: f64 = situation.ships.iter().map(|ship| ship.worth).sum();
    situation.armed_worth() / (ships + structures).max(1.0)
}

/// The share of armed ships that a personality wants: it grows with the time, later for the greedy.
fn wanted_share(situation: &Situation, personality: &Personality) -> f64 {
    let whole_s = ARMS_S + GREED_ARMS_S * personality.greed;
    personality.fleet_share * (Situation::seconds(situation.tick) / whole_s).min(1.0)
}
