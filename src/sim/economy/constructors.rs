//! Constructors: ships that rest in a well speed up their owner's building there.
//!
//! Nothing is stored: the sum of hundredths of ticks follows from the number of the tick alone.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::sim::motion::anchor_at;
use crate::sim::{
    AnchoredPlace, BodyId, Calendar, EconomyChoice, FactionId, Fleet, Idle, MemberOf, Position, Route, Ship,
    ShipClasses, Sky,
};

/// The work of constructors in a tick, by faction and body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constructors {
    /// Hundredths by faction and body.
    percents: BTreeMap<(FactionId, BodyId), u32>,
    /// The most constructors that count.
    most: u32,
    tick: u64,
}

impl Constructors {
    /// The constructors at work in this tick.
    pub fn at_work(world: &mut World) -> Self {
        let classes = &world.resource::<ShipClasses>().0;
        let mut working = Self {
            percents: BTreeMap::new(),
            most: world.resource::<EconomyChoice>().0.building.most_constructor_percent,
            tick: world.resource::<Calendar>().tick,
        };
        if classes.iter().all(|class| class.builds_percent == 0) {
            return working;
        }
        let mut ships =
            world.query_filtered::<(&Ship, &MemberOf, &Position, &AnchoredPlace), Without<Idle>>();
        let world: &World = world;
        let (classes, sky) = (&world.resource::<ShipClasses>().0, world.resource::<Sky>());
        // Sums do not depend on the order in which ships are stored.
        for (ship, member, position, place) in ships.iter(world) {
            let percent = classes.get(ship.class).map_or(0, |class| class.builds_percent);
            let Some(body) = place.anchor.body().filter(|_| percent > 0) else { continue };
            let rests = world.get::<Route>(member.0).is_none_or(Route::rests);
            let is_there = anchor_at(sky, position.0) == Some(body);
            if let Some(fleet) = world.get::<Fleet>(member.0).filter(|_| rests && is_there) {
                working.add(fleet.faction, body, percent);
            }
        }
        working
    }

    fn add(&mut self, faction: FactionId, body: BodyId, percent: u32) {
        let sum = self.percents.entry((faction, body)).or_default();
        *sum = sum.saturating_add(percent);
    }

    /// Extra ticks of growth for a faction's sites at a body in this tick. Hundredths accumulate over ticks,
    /// counted from the first.
    pub fn extra_ticks(&self, faction: FactionId, body: BodyId) -> u32 {
        let percent = self.percents.get(&(faction, body)).map_or(0, |percent| (*percent).min(self.most));
        let whole = |tick: u64| u128::from(tick) * u128::from(percent) / 100;
        let extra = whole(self.tick.saturating_add(1)) - whole(self.tick);
        u32::try_from(extra).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grown(percents: &[u32], ticks: u64) -> u64 {
        let grow = |tick: u64| {
            let mut working = Constructors { most: 200, tick, ..Constructors::default() };
            percents.iter().for_each(|percent| working.add(FactionId(1), BodyId(4), *percent));
            assert_eq!(
                working.extra_ticks(FactionId(0), BodyId(4)) + working.extra_ticks(FactionId(1), BodyId(3)),
                0,
                "others gain nothing"
            );
            1 + u64::from(working.extra_ticks(FactionId(1), BodyId(4)))
        };
        (0..ticks).map(grow).sum()
    }

    #[test]
    fn hundredths_add_up() {
        assert_eq!(grown(&[], 1_000), 1_000);
        assert_eq!(grown(&[33], 1_000), 1_330);
        assert_eq!(grown(&[50, 75], 1_000), 2_250);
        assert_eq!(grown(&[150, 150, 150], 1_000), 3_000, "no more than thrice as fast");
    }
}
