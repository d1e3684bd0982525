//! Troopers become fewer in fights, and more only for payment: in new ships, and in the wells of own shipyards.

use std::collections::BTreeMap;

use ecliptic::sim::Simulation;
use ecliptic::sim::world::ArmsTable;
use ecliptic::sim::world::Sides;

use super::roll::Roll;

/// Tolerance for the rounding of sums of thousands of numbers, troopers.
const ROUNDING: f64 = 1.0e-6;

/// The troopers of a side in a tick, by cause of change.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    /// Aboard and ashore, before and after.
    before: f64,
    after: f64,
    /// Troopers of new ships, or boarded at own yards.
    paid: f64,
    /// Troopers that left ships which still exist.
    left: f64,
}

/// Compares the troopers before a tick with those after it.
pub fn check(before: &Roll, after: &Roll, simulation: &Simulation, war: u64) {
    let world = simulation.world();
    let (armoury, sides) = (world.resource::<ArmsTable>(), world.resource::<Sides>());
    let tick = simulation.tick_count();
    let mut counts: BTreeMap<u16, Count> = BTreeMap::new();
    for (mark, one) in after.ships() {
        let most = one.arms(mark, armoury).troopers;
        assert!(one.troopers <= most + ROUNDING, "war {war}, tick {tick}: {mark:?} {one:?}, of {most}");
        let count = counts.entry(one.side).or_default();
        count.after += one.troopers;
        let Some(earlier) = before.find(mark) else {
            let is_built = one.troopers <= 0.0 || after.is_at_own_yard(one);
            assert!(is_built, "war {war}, tick {tick}: {mark:?} comes from no yard: {one:?}");
            count.paid += one.troopers;
            continue;
        };
        let gained = one.troopers - earlier.troopers;
        let is_paid = gained <= ROUNDING || before.is_at_own_yard(earlier) || after.is_at_own_yard(one);
        assert!(is_paid, "war {war}, tick {tick}: {mark:?} has gained {gained} troopers: {one:?}");
        count.paid += gained.max(0.0);
        count.left += (-gained).max(0.0);
    }
    for (_, one) in before.ships() {
        counts.entry(one.side).or_default().before += one.troopers;
    }
    for ground in &before.grounds {
        if let Some((faction, troopers)) = ground.invaders {
            counts.entry(sides.side(faction)).or_default().before += troopers;
        }
    }
    for ground in &after.grounds {
        if let Some((faction, troopers)) = ground.invaders {
            counts.entry(sides.side(faction)).or_default().after += troopers;
        }
    }
    for (side, count) in &counts {
        let is_sound = count.after <= count.before + count.paid + ROUNDING;
        assert!(is_sound, "war {war}, tick {tick}: side {side} has more troopers: {count:?}");
    }
    let grounds = before.grounds.iter().zip(&after.grounds).zip(before.owners.iter().zip(&after.owners));
    for (body, ((was, now), (owner, next_owner))) in grounds.enumerate() {
        let Some((faction, _)) = was.invaders else { continue };
        // The conquerors have become the garrison, and troopers that landed on a body of their own side join it.
        if owner != next_owner || *owner == Some(sides.side(faction)) {
            continue;
        }
        let landed = owner.and_then(|owner| counts.get(&owner)).map_or(0.0, |count| count.left);
        let is_sound = now.defenders <= was.defenders + landed + ROUNDING;
        assert!(is_sound, "war {war}, tick {tick}: defenders of body {body} grow: {was:?}, now {now:?}");
    }
}
