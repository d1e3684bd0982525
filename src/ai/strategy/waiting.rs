//! Errands that wait, because their target soon passes near.
//!
//! Only ships that fight wait: they guard their home meanwhile. A ship that leaves at once arrives first, so ships that
//! have nothing else to do never wait.

use super::Plan;
use crate::ai::operations::window_s;
use crate::ai::travel;
use crate::level::duration;
use crate::sim::{BodyId, ShipId};

/// A second of waiting counts as this share of a second under way.
const READY_WEIGHT: f64 = 0.1;
/// Departures that are compared.
const SAMPLES: u32 = 8;

/// Why a ship should not leave for a body yet, in words, where its journey would take some seconds of play now; `None`:
/// it should leave now. Where a foe could be there first, nobody waits.
pub fn reason(plan: &Plan, ship: ShipId, body: BodyId, now_s: f64) -> Option<String> {
    let situation = plan.thought.situation;
    let ship = situation.ship(ship).filter(|ship| ship.is_armed && plan.thought.skill.windows)?;
    let (from, speed_km_s) = (travel::start_of(situation, ship), ship.cruise_km_s);
    // Straight ways are cheap. A journey is computed for one departure alone.
    let straight_s = |delay_s: f64| travel::straight_after_s(situation, from, speed_km_s, body, delay_s);
    let delay_s = best_delay(window_s(plan.thought.skill), straight_s)?;
    let journey_s = travel::seconds_to(situation, from, speed_km_s, body, delay_s)?;
    let is_better = journey_s + READY_WEIGHT * delay_s < now_s;
    let is_raced = plan.thought.belief.army.could_come(situation, body, delay_s + journey_s);
    (is_better && !is_raced).then(|| format!("it comes nearer: departure in {}", duration(delay_s)))
}

/// The delay of the best departure within a time, seconds of play; `None`: now, or later than that. Later departures
/// are compared, too: a target that comes nearer for minutes would else put its errand off for minutes.
fn best_delay(window_s: f64, straight_s: impl Fn(f64) -> f64) -> Option<f64> {
    let delays = (0..=SAMPLES).map(|sample| 2.0 * window_s * f64::from(sample) / f64::from(SAMPLES));
    let departures = delays.map(|delay_s| (delay_s, straight_s(delay_s)));
    let (delay_s, _) = travel::cheapest(departures, READY_WEIGHT)?;
    (delay_s > 0.0 && delay_s <= window_s).then_some(delay_s)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The best delay, up to 20 s, for a body that flies past. Its speed is a share of that of the ship; at
    /// `nearest_at_s` it is nearest, 2 s away.
    fn delay(share: f64, nearest_at_s: f64) -> Option<f64> {
        best_delay(20.0, |delay_s| libm::hypot(2.0, share * (nearest_at_s - delay_s)))
    }

    #[test]
    fn an_errand_waits_for_what_passes_soon() {
        assert_eq!(delay(0.4, 12.0), Some(10.0));
        assert_eq!(delay(0.4, -5.0), None, "it goes away");
        assert_eq!(delay(0.4, 200.0), None, "it comes nearer for minutes: who waits for that waits too long");
        assert_eq!(delay(0.1, 12.0), None, "it is too slow: the way hardly gets shorter");
        assert_eq!(best_delay(0.0, |_| 5.0), None, "a mind that does not know windows leaves at once");
    }
}
