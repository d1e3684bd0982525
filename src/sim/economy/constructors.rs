//! The speed of building: constructors (ships that rest in a well) speed up their owner's building there, and a
//! handicap speeds up or slows down all building of its faction.
//!
//! Nothing is stored: the sum of shares of ticks follows from the number of the tick alone.

use std::collections::BTreeMap;

use bevy::prelude::*;
use typed_index_collections::TiVec;

use crate::sim::motion::anchor_at;
use crate::sim::{
    AnchoredPlace, BodyId, Calendar, EconomyChoice, FactionId, Factions, Fleet, Idle, MemberOf, Position,
    Route, Ship, ShipClasses, Sky,
};

/// The work of constructors in a tick, by faction and body, and the handicaps of the factions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constructors {
    /// Speed of building in percent, by faction.
    handicaps: TiVec<FactionId, u32>,
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
        let factions = &world.resource::<Factions>().0;
        let mut working = Self {
            handicaps: factions.iter().map(|faction| faction.handicap.build_percent).collect(),
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

    /// Ticks of growth for a faction's sites at a body in this tick: 1 without constructors and handicap. Shares of
    /// ticks accumulate over ticks, counted from the first.
    pub fn ticks_of_growth(&self, faction: FactionId, body: BodyId) -> u32 {
        let percent = self.percents.get(&(faction, body)).map_or(0, |percent| (*percent).min(self.most));
        let handicap = self.handicaps.get(faction).copied().unwrap_or(100);
        let speed = (100 + u128::from(percent)) * u128::from(handicap);
        let whole = |tick: u64| u128::from(tick) * speed / 10_000;
        let growth = whole(self.tick.saturating_add(1)) - whole(self.tick);
        u32::try_from(growth).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ticks of growth of faction 1 at a body with constructors.
    fn grown(handicap: u32, percents: &[u32], ticks: u64) -> u64 {
        let grow = |tick: u64| {
            let handicaps = vec![100, handicap].into();
            let mut working = Constructors { handicaps, most: 200, tick, ..Constructors::default() };
            percents.iter().for_each(|percent| working.add(FactionId(1), BodyId(4), *percent));
            assert_eq!(working.ticks_of_growth(FactionId(0), BodyId(4)), 1, "others gain nothing");
            u64::from(working.ticks_of_growth(FactionId(1), BodyId(4)))
        };
        (0..ticks).map(grow).sum()
    }

    #[test]
    fn hundredths_add_up() {
        assert_eq!(grown(100, &[], 1_000), 1_000);
        assert_eq!(grown(100, &[33], 1_000), 1_330);
        assert_eq!(grown(100, &[50, 75], 1_000), 2_250);
        assert_eq!(grown(100, &[150, 150, 150], 1_000), 3_000, "no more than thrice as fast");
    }

    #[test]
    fn a_handicap_counts_for_all_building() {
        assert_eq!(grown(50, &[], 1_000), 500);
        assert_eq!(grown(200, &[], 1_000), 2_000);
        assert_eq!(grown(50, &[150, 150], 1_000), 1_500, "it halves the work of constructors, too");
        assert_eq!(grown(33, &[33], 10_000), 4_389);
    }
}
