//! The yard under the pointer, and what it does for the selected ships.
//!
//! A yard serves ships anywhere in its ring, so a click on it sends them into the ring, as a retreat would; they
//! stay where a click led before if they need nothing of a yard.

use bevy::prelude::*;

use super::{BodyThere, HoverTarget, Owner, TargetInputs};
use crate::client::frame::capital;
use crate::client::input::structure_pick::Beneath;
use crate::client::view::RingPoint;
use crate::sim::economy::refitting::NOBODY;
use crate::sim::order::Abilities;
use crate::sim::task::war::retreat::is_harbour;

/// What ships need of a yard, in words; `None` if they need nothing.
pub(super) fn needed_care(able: &Abilities) -> Option<&'static str> {
    match (able.damaged > 0, able.free_berths >= NOBODY) {
        (true, true) => Some("repair and refill"),
        (true, false) => Some("repair"),
        (false, true) => Some("refill"),
        (false, false) => None,
    }
}

impl TargetInputs<'_, '_> {
    /// The name of the class of a working yard of the own side under the pointer, and its ring; `None` if a ship is
    /// before it.
    pub(super) fn yard(&self, on: Option<Entity>, is_body: bool) -> Option<(String, RingPoint)> {
        if on.is_some_and(|entity| self.ships.meant_by(entity).is_some()) {
            return None;
        }
        let beneath = if is_body { Beneath::Body } else { Beneath::Sky };
        let id = self.hovered.meant(beneath)?.id;
        let seen = self.structures.iter().find(|seen| seen.structure.id == id)?;
        if !seen.works() || !is_harbour(self.planet_data.view(), self.planet_data.me(), &seen) {
            return None;
        }
        let (body, ring) = (seen.structure.body, seen.structure.ring);
        let class = self.planet_data.class_name(seen.structure).to_owned();
        Some((class, RingPoint { body, ring, place: seen.position }))
    }
}

impl HoverTarget {
    /// What the yard there does for the ships, `Refill at the shipyard`; `None` without a yard.
    pub fn care_deed(&self) -> Option<String> {
        let (yard, care) = self.yard.as_ref().zip(needed_care(&self.able))?;
        Some(format!("{} at the {yard}", capital(care)))
    }

    /// The same for the status line, with marks for keys.
    pub(super) fn care_hint(&self) -> Option<String> {
        let care = self.yard.as_ref().and_then(|_| needed_care(&self.able))?;
        Some(format!("Right-click: {care} here · <add>: queue · <face>: do first"))
    }

    /// The order that leads ships from a body of the own side to a yard, if they need one.
    pub(super) fn harbour_hint(&self, body: &BodyThere) -> Option<String> {
        let care = needed_care(&self.able).filter(|_| body.owner == Owner::OwnSide)?;
        Some(format!("<retreat>: {care} at the nearest shipyard"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Side, anywhere, landers, on_body, warships};
    use super::*;

    fn part_filled() -> Abilities {
        Abilities { free_berths: 180.0, ..landers() }
    }

    /// The pointer is on a shipyard.
    fn on_yard(able: Abilities) -> HoverTarget {
        HoverTarget { yard: Some("shipyard".to_owned()), ..anywhere(able) }
    }

    #[test]
    fn a_yard_says_what_a_right_click_on_it_does_for_the_ships() {
        let damaged = Abilities { damaged: 1, ..warships() };
        let both = Abilities { damaged: 2, ..part_filled() };
        let deeds = [part_filled(), damaged, both].map(|able| on_yard(able).care_deed());
        let expected =
            ["Refill at the shipyard", "Repair at the shipyard", "Repair and refill at the shipyard"];
        assert_eq!(deeds, expected.map(|words| Some(words.to_owned())));
        let hint = on_yard(part_filled()).hint();
        assert!(hint.is_some_and(|hint| hint.starts_with("Right-click: refill here · <add>")));
    }

    #[test]
    fn ships_that_need_nothing_are_not_told_of_yards() {
        let nearly_full = Abilities { free_berths: 0.3, ..landers() };
        for able in [landers(), warships(), nearly_full] {
            let target = on_yard(able);
            assert_eq!((needed_care(&target.able), target.care_deed(), target.hint()), (None, None, None));
        }
        assert_eq!(anywhere(part_filled()).care_deed(), None, "there is no yard");
    }

    #[test]
    fn at_an_own_body_the_status_line_names_the_order_that_leads_to_a_yard() {
        let hint = on_body(Side::Own, part_filled()).hint().unwrap_or_default();
        assert!(hint.ends_with("<retreat>: refill at the nearest shipyard"), "{hint}");
        let full = on_body(Side::Own, landers()).hint();
        assert_eq!(full.as_deref(), Some("Right-click: move to Strand and stay"));
        let landing = on_body(Side::Beset, part_filled()).hint().unwrap_or_default();
        assert!(landing.starts_with("Right-click: land troopers"), "{landing}");
    }
}
