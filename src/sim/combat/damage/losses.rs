//! The losses and kills of all factions, for the result of a war. They influence nothing; a save keeps them.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use typed_index_collections::TiVec;

use crate::level::is_usual;
use crate::level::ranges::STRENGTH;
use crate::sim::FactionId;

/// Losses and kills of each faction since the start, in the order of the factions.
#[derive(Resource, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Losses(pub TiVec<FactionId, Toll>);

/// The losses and kills of a faction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Toll {
    /// Ships lost.
    pub ships: u32,
    /// Structures lost.
    pub structures: u32,
    /// Value of the lost units: money and resources, with rare materials counted ten times.
    pub worth: f64,
    /// Hostile ships and structures destroyed.
    pub kills: u32,
    /// Value of the destroyed units, counted in the same way.
    pub worth_destroyed: f64,
    /// Own ships and structures that the crews scuttled, by a surrender: they are no losses.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub scuttled: u32,
}

ranges!(Toll { worth: STRENGTH, worth_destroyed: STRENGTH });

impl Losses {
    /// The losses and kills of a faction; zero for an unknown one.
    pub fn of(&self, faction: FactionId) -> Toll {
        self.0.get(faction).copied().unwrap_or_default()
    }

    /// Records an end: owner, destroyer, kind and worth.
    pub(in crate::sim) fn note(
        &mut self,
        faction: FactionId,
        by: Option<FactionId>,
        is_structure: bool,
        worth: f64,
    ) {
        if let Some(toll) = self.0.get_mut(faction) {
            let count = if is_structure { &mut toll.structures } else { &mut toll.ships };
            *count = count.saturating_add(1);
            toll.worth += worth;
        }
        if let Some(toll) = by.and_then(|by| self.0.get_mut(by)) {
            toll.kills = toll.kills.saturating_add(1);
            toll.worth_destroyed += worth;
        }
    }

    /// Records a unit that a faction scuttled.
    pub(in crate::sim) fn note_scuttled(&mut self, faction: FactionId) {
        if let Some(toll) = self.0.get_mut(faction) {
            toll.scuttled = toll.scuttled.saturating_add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_of_an_end_are_noted() {
        let mut losses = Losses(vec![Toll::default(); 2].into());
        losses.note(FactionId(1), Some(FactionId(0)), false, 30.0);
        losses.note(FactionId(1), None, true, 5.0);
        losses.note(FactionId(7), Some(FactionId(9)), true, 5.0);
        assert_eq!(losses.of(FactionId(0)), Toll { kills: 1, worth_destroyed: 30.0, ..Toll::default() });
        assert_eq!(losses.of(FactionId(1)), Toll { ships: 1, structures: 1, worth: 35.0, ..Toll::default() });
        assert_eq!(losses.of(FactionId(7)), Toll::default());
    }

    #[test]
    fn what_was_scuttled_is_no_loss_and_older_saves_have_nothing_of_it() {
        let mut losses = Losses(vec![Toll::default()].into());
        losses.note_scuttled(FactionId(0));
        losses.note_scuttled(FactionId(7));
        assert_eq!(losses.of(FactionId(0)), Toll { scuttled: 1, ..Toll::default() });
        let old = "(ships: 2, structures: 0, worth: 5.0, kills: 0, worth_destroyed: 0.0)";
        let toll: Toll = ron::from_str(old).expect("it is sound");
        assert_eq!(toll, Toll { ships: 2, worth: 5.0, ..Toll::default() });
        let text = ron::to_string(&toll).expect("it is written");
        assert!(!text.contains("scuttled"), "the saves of other games stay as they were: {text}");
    }
}
