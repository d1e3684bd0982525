//! When shots are seen to hit: what tells of a loss waits for that.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use crate::client::scene::battle::{FreshEvent, FreshEvents};
use crate::level::Delivery;
use crate::sim::event::GameEvent;
use crate::sim::{ArmsTable, TargetId, WeaponId};

/// Seconds until the head of a tracer is there.
pub(super) const FLIGHT_S: f64 = 0.13;
/// Seconds until the flash is gone where a tracer hits.
const IMPACT_S: f64 = 0.18;
/// Seconds until a beam has faded.
pub(super) const FADING_S: f64 = 0.25;
/// Seconds until an arc is gone.
pub(super) const ARC_S: f64 = 0.33;

/// When a hit by this delivery flashes, seconds after the shot, and the seconds until that flash is gone: it lasts as
/// long as its beam or arc.
pub fn impact_times(delivery: Delivery) -> (f64, f64) {
    match delivery {
        Delivery::Tracer => (FLIGHT_S, IMPACT_S),
        Delivery::Beam => (0.0, FADING_S),
        Delivery::Arc => (0.0, ARC_S),
        Delivery::Torpedo(_) => (0.0, IMPACT_S),
    }
}

/// The flight times of the shots of a frame that hit: their sum, s, and their number, by target and tick.
///
/// What tells of a loss waits for them: numbers, waves on shields and their sound. What tells of the state of a hull
/// does not: bars agree with the panels, and an explosion begins when its hull is gone, in the tick of the shots.
#[derive(Resource, Clone, Debug, Default)]
pub struct HitFlights(HashMap<(TargetId, u64), (f64, u32)>);

/// Notes the flight times of the new shots.
pub fn note_flights(news: Res<FreshEvents>, arms_table: Res<ArmsTable>, mut flights: ResMut<HitFlights>) {
    let weapons = &arms_table.weapons;
    flights.note(&news.fresh, |weapon| weapons.get(weapon).map(|weapon| weapon.delivery));
}

impl HitFlights {
    /// Replaces those of the frame before.
    fn note(&mut self, fresh: &[FreshEvent], delivery_of: impl Fn(WeaponId) -> Option<Delivery>) {
        self.0.clear();
        for news in fresh {
            let GameEvent::Shot { at, weapon, outcome, .. } = news.event else { continue };
            if let Some(delivery) = delivery_of(weapon).filter(|_| outcome.is_hit()) {
                let (sum, count) = self.0.entry((at.id, news.tick)).or_insert((0.0, 0));
                *sum += impact_times(delivery).0;
                *count += 1;
            }
        }
    }

    /// Seconds from the shots of a tick until their hits on a unit flash, on average; 0 if no shot has hit it.
    fn mean_s(&self, unit: TargetId, tick: u64) -> f64 {
        self.0.get(&(unit, tick)).map_or(0.0, |(sum, count)| sum / f64::from(*count))
    }

    /// The losses of a unit at the moment at which the shots behind them are seen to hit it: the event sums up all hits
    /// of its tick, and comes with the shots. Other events stay as they are.
    pub fn at_impact(&self, news: &FreshEvent) -> FreshEvent {
        let GameEvent::Suffered { what, .. } = news.event else { return *news };
        FreshEvent { born_s: news.born_s + self.mean_s(what.id, news.tick), ..*news }
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::sim::event::test_support::ship;
    use crate::sim::event::{Party, ShotOutcome};
    use crate::sim::ids::FactionId;

    #[test]
    fn losses_are_seen_when_their_shots_arrive() {
        let [unit, other] = [1, 2].map(|number| ship(number, FactionId(0)));
        let [tracer, beam] = [0_usize, 1].map(WeaponId::from);
        let shot = |at: Party, weapon: WeaponId, outcome: ShotOutcome| {
            let (by, from, to) = (ship(9, FactionId(1)), DVec3::X, DVec3::ZERO);
            let event = GameEvent::Shot { by, at, weapon, from, to, outcome };
            FreshEvent { number: 0, tick: 7, born_s: 0.0, event }
        };
        let mut flights = HitFlights::default();
        let mut delay = |fresh: &[FreshEvent]| {
            let delivery =
                |weapon: WeaponId| Some(if weapon == beam { Delivery::Beam } else { Delivery::Tracer });
            flights.note(fresh, delivery);
            flights.mean_s(unit.id, 7)
        };
        let slow = shot(unit, tracer, ShotOutcome::HitShield);
        assert_eq!(delay(&[slow, slow]), FLIGHT_S, "with the flash of the hit");
        assert_eq!(delay(&[shot(unit, beam, ShotOutcome::HitArmour)]), 0.0, "a beam is there at once");
        assert_eq!(delay(&[slow, shot(unit, beam, ShotOutcome::HitShield)]), 0.5 * FLIGHT_S);
        let elsewhere = [
            shot(other, tracer, ShotOutcome::HitShield),
            shot(unit, tracer, ShotOutcome::Missed),
            FreshEvent { tick: 6, ..slow },
        ];
        assert_eq!(delay(&elsewhere), 0.0, "of another unit, a miss, of another tick");
        assert_eq!(delay(&[]), 0.0, "those of the frame before are forgotten");
    }
}
