//! The posture of a mind: whether its yards would hold against what foes could bring there soon.

use super::belief::Belief;
use super::situation::Situation;
use crate::level::Personality;

/// Nobody has built anything to fear before this time, seconds of play.
const SAFE_S: f64 = 35.0;

/// How safe the yards of a faction are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posture {
    /// The least margin of a body with a yard against the ships of foes that could be there soon, with all own ships
    /// beside its guns; -1 without a yard.
    pub margin: f64,
    /// Whether that is too little for the mind's caution: it arms before it grows.
    pub is_pressed: bool,
}

impl Posture {
    /// The posture in a situation.
    pub fn of(situation: &Situation, belief: &Belief, personality: &Personality) -> Self {
        let ships = || situation.ships.iter().filter(|ship| !ship.is_wing);
        let margins = situation.yard_bodies().into_iter().map(|body| belief.margin_of_home(ships(), body));
        let margin = margins.min_by(f64::total_cmp).unwrap_or(-1.0);
        let may_be_here = Situation::seconds(situation.tick) >= SAFE_S;
        Self { margin, is_pressed: may_be_here && margin < 0.4 * personality.caution }
    }
}
