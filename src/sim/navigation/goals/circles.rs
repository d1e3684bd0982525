//! Fleets that follow each other in a circle.

use bevy::prelude::*;

use super::FleetParts;
use crate::sim::navigation::fleet_summary::FleetSummary;
use crate::sim::{FleetId, Leg};

/// Whether a fleet stays where it is although it follows another. Foes may follow each other, because neither
/// knows the other's orders. Once fleets that follow in a circle have come together, the fleet with the lowest
/// number stays, or all would chase each other for ever. `most` is the greatest length of such a circle.
pub(super) fn stays_in_circle(
    fleets: &Query<FleetParts>,
    first: &Leg,
    of: Entity,
    company: &FleetSummary,
    most: usize,
) -> bool {
    let (Some(led), Ok((_, this, ..))) = (first.followed(), fleets.get(of)) else { return false };
    let apart_km = company.center.distance(first.track.place);
    let follows = |id: FleetId| {
        let led = fleets.iter().find(|(_, fleet, ..)| fleet.id == id && id > this.id);
        let leg = led?.2.0.front()?;
        Some((leg.followed()?, leg.beside.length()))
    };
    let reach_km = reach_of_circle(this.id, (led, first.beside.length()), most, follows);
    reach_km.is_some_and(|reach_km| apart_km <= reach_km)
}

/// The sum of the distances between followers and followed fleets, km, round the circle from `this` by way of
/// `first` back to `this`, with at most `most` others. `None` if the chain does not lead back. `follows` returns
/// the fleet that a fleet follows, and their distance.
fn reach_of_circle(
    this: FleetId,
    first: (FleetId, f64),
    most: usize,
    follows: impl Fn(FleetId) -> Option<(FleetId, f64)>,
) -> Option<f64> {
    let (mut next, mut reach_km) = first;
    // The followed fleets may form a circle without `this`. The walk ends at its second passage of a mark, which
    // is moved on after 1, 2, 4, ... steps (R. P. Brent, BIT 20, 1980, 176).
    let (mut mark, mut limit) = (next, 1);
    for step in 1..=most {
        if next == this {
            break;
        }
        let (after, apart_km) = follows(next)?;
        (next, reach_km) = (after, reach_km + apart_km);
        if next == mark {
            return None;
        }
        if step == limit {
            (mark, limit) = (next, 2 * limit);
        }
    }
    (next == this).then_some(reach_km)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// The reach of the circle from fleet 0 to the first of a list of pairs, follower and followed, and the
    /// number of questions that were asked.
    fn round(follows: &[(u32, u32)]) -> (Option<f64>, usize) {
        let asked = Cell::new(0);
        let follows_next = |id: FleetId| {
            asked.set(asked.get() + 1);
            let found = follows.iter().find(|(follower, _)| *follower == id.0);
            found.map(|(_, led)| (FleetId(*led), 1.0))
        };
        let first = (FleetId(follows[0].0), 1.0);
        (reach_of_circle(FleetId(0), first, 10_000, follows_next), asked.get())
    }

    #[test]
    fn circles_lead_back_or_are_left_soon() {
        assert_eq!(round(&[(5, 0)]), (Some(2.0), 1));
        assert_eq!(round(&[(5, 7), (7, 6), (6, 0)]), (Some(4.0), 3));
        assert_eq!(round(&[(5, 7), (7, 6)]), (None, 3), "the last follows nobody");
        // The chain leads into a circle of others, without this fleet.
        assert_eq!(round(&[(5, 7), (7, 5)]).0, None);
        for length in 1..200 {
            let mut others: Vec<(u32, u32)> = (1..=length).map(|id| (id, id + 1)).collect();
            others.extend([(length + 1, length + 2), (length + 2, length + 3), (length + 3, length + 1)]);
            let (reach, asked) = round(&others);
            assert!(reach.is_none() && asked <= 4 * others.len(), "{length}: {reach:?}, {asked} were asked");
        }
    }
}
