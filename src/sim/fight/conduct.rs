//! How fleets behave when foes are near: who goes for whom, at which distance its ships fight, and when they go
//! on, go back or withdraw.
//!
//! - Enters: fleets with their doctrines and orders, and what their factions see of foes.
//! - Leaves: an [`Engagement`] for every fleet that is in a fight; the goals of its ships while it manoeuvres;
//!   legs of war begun and ended; fleets that withdraw.
//! - Must never: move a ship (that is steering's), know a foe that the faction does not see, or keep anything
//!   from tick to tick but [`Engagement`]s and what fleets [`UnderFire`] have lost.
//!
//! | file | does | when |
//! |---|---|---|
//! | `vigilance.rs` | says what makes a fleet engage, from its stance and its orders | |
//! | `watch.rs` | looks round every few ticks: who begins to fight, and who is done | Orders |
//! | `withdrawal.rs` | has fleets withdraw that are shot at without being in a fight | Orders |
//! | `hunt.rs` | knows what is attacked by order, where it is seen, and when nothing of it is left | Orders |
//! | `landing.rs` | where fleets stay that land or bombard, and when they are done | Navigate, Orders |
//! | `manoeuvre.rs` | goals of ships in a fight: circling or standing off | Navigate |
//! | `facing.rs` | which way ships lie that stand | Navigate |
//! | `moving.rs` | where those are that are fought | Navigate |
//!
//! What is decided is decided between two ticks, right behind the orders, when ships and sky stand at the same
//! moment. It is decided from what a save keeps, so that a resumed one decides the same.

mod facing;
mod hunt;
mod landing;
mod manoeuvre;
mod moving;
mod vigilance;
mod watch;
mod withdrawal;

use bevy::prelude::*;

use super::{Condition, Mark};
use crate::level::{EngagementState, MarkState, Sighted};

pub(in crate::sim) use facing::face;
pub use hunt::{Foe, Roll};
pub(in crate::sim) use hunt::{note_hunts, quarry_bits};
pub(in crate::sim) use landing::{bombarding_reach_km, has_troopers, settle_landings};
pub(in crate::sim) use manoeuvre::manoeuvre;
pub(in crate::sim) use moving::{Standing, gather_standing};
pub use vigilance::{Vigilance, vigilance};
pub(in crate::sim) use watch::mind_fights;
pub use watch::widest_well;
pub use withdrawal::UnderFire;

/// A fleet in a fight. The component is gone when the fight is over.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Engagement {
    /// The foe that the fleet goes for; ships that aim at nothing go for it. `None` while none is near.
    pub foe: Option<Mark>,
    /// Ticks for which no foe has been near.
    pub calm_ticks: u32,
    /// How strong the fleet was when the fight began: what its ships are worth, each by the share that was
    /// left of it.
    pub strength: f64,
    /// Whether its ships manoeuvre against foes; those of others stay where they are, and fire.
    pub moves: bool,
    /// Whether it would have withdrawn and had nowhere to go, so that it does not ask again.
    pub is_cornered: bool,
}

impl Engagement {
    /// As a save says it.
    pub fn resumed(state: &EngagementState) -> Self {
        Self {
            foe: state.foe.map(Mark::from),
            calm_ticks: state.calm_ticks,
            strength: state.strength,
            moves: !state.stays,
            is_cornered: state.is_cornered,
        }
    }

    /// For a save.
    pub fn state(&self) -> EngagementState {
        EngagementState {
            foe: self.foe.map(MarkState::from),
            calm_ticks: self.calm_ticks,
            strength: self.strength,
            stays: !self.moves,
            is_cornered: self.is_cornered,
        }
    }

    /// Everything that decides about the future, for the hash.
    pub fn write(&self, write: &mut impl FnMut(u64)) {
        write(self.foe.map_or(u64::MAX, Mark::bits));
        write(u64::from(self.calm_ticks));
        write(self.strength.to_bits());
        write(u64::from(self.moves) | u64::from(self.is_cornered) << 1);
    }
}

/// What is shot at, as sight calls it.
pub fn sighted(mark: Mark) -> Sighted {
    match mark {
        Mark::Ship(id) => Sighted::Ship(id.0),
        Mark::Structure(id) => Sighted::Structure(id.0),
    }
}

/// What sight calls so, as something to shoot at.
fn mark_of(of: Sighted) -> Mark {
    Mark::from(match of {
        Sighted::Ship(id) => MarkState::Ship(id),
        Sighted::Structure(id) => MarkState::Structure(id),
    })
}

/// The share of a ship that is left; all of one that no fight has been noted for yet.
fn share_left(condition: Option<&Condition>, class: &super::ArmedClass) -> f64 {
    condition.map_or(1.0, |condition| condition.share(class))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::ShipId;

    #[test]
    fn a_save_keeps_an_engagement() {
        let engagement = Engagement {
            foe: Some(Mark::Ship(ShipId(7))),
            calm_ticks: 20,
            strength: 1234.5,
            moves: false,
            is_cornered: true,
        };
        assert_eq!(Engagement::resumed(&engagement.state()), engagement);
        let bits = |engagement: &Engagement| {
            let mut all = Vec::new();
            engagement.write(&mut |number| all.push(number));
            all
        };
        let moved = Engagement { moves: true, ..engagement };
        let calm = Engagement { foe: None, ..engagement };
        assert!(bits(&engagement) != bits(&moved) && bits(&engagement) != bits(&calm));
    }

    #[test]
    fn ships_and_structures_of_one_number_are_two_marks() {
        for of in [Sighted::Ship(7), Sighted::Structure(7)] {
            assert_eq!(sighted(mark_of(of)), of);
        }
        assert_ne!(mark_of(Sighted::Ship(7)).bits(), mark_of(Sighted::Structure(7)).bits());
    }
}
