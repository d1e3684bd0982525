//! The losses of hulls, summed up as [`GameEvent::Suffered`], at most one for each hull and tick. They are for
//! display only.
//!
//! Hits are reported in their tick. Fires are many and slow: their damage is reported with the next hit,
//! every [`REPORT_TICKS`], and when nothing is left to burn.

use std::collections::BTreeMap;

use bevy::prelude::*;
use glam::DVec3;

use super::model::DamageTaken;
use crate::level::DamageKind;
use crate::sim::combat::Combatant;
use crate::sim::event::{Events, GameEvent, Party};
use crate::sim::{Calendar, FactionId, TargetId};

/// Ticks between two reports of a fire without hits: a third of a second of play.
pub const REPORT_TICKS: u32 = 10;

/// Unreported losses of a hull.
#[derive(Clone, Copy, Debug, PartialEq)]
struct HullDamage {
    /// The owner of the hull.
    faction: FactionId,
    shield: f64,
    armour: f64,
    /// The losses by the heaviest hit: shield and armour.
    most: (f64, f64),
    /// The kind of that hit.
    kind: DamageKind,
    /// Direction from the middle of the hull to the attacker, a unit vector; zero for a fire.
    toward: DVec3,
    /// Position of the hull, heliocentric, km.
    place: DVec3,
    /// Ticks for which it has been open.
    ticks: u32,
    /// Whether it is to be reported in this tick.
    is_due: bool,
}

impl Default for HullDamage {
    fn default() -> Self {
        Self {
            faction: FactionId::NOBODY,
            shield: 0.0,
            armour: 0.0,
            most: (0.0, 0.0),
            kind: DamageKind::Heat,
            toward: DVec3::ZERO,
            place: DVec3::ZERO,
            ticks: 0,
            is_due: false,
        }
    }
}

/// All unreported losses. Between two ticks it holds those by fires alone.
#[derive(Resource, Clone, Debug, Default)]
pub struct DamageReport(BTreeMap<TargetId, HullDamage>);

impl DamageReport {
    /// Adds the effect of a hit of a kind on a hull, and its origin, heliocentric, km.
    pub fn hit(&mut self, hull: &Combatant, suffered: &DamageTaken, kind: DamageKind, from: DVec3) {
        let taken = (suffered.shield, suffered.armour);
        if taken.0 <= 0.0 && taken.1 <= 0.0 {
            return;
        }
        let wound = self.0.entry(hull.mark).or_default();
        wound.faction = hull.faction;
        wound.shield += taken.0;
        wound.armour += taken.1;
        wound.place = hull.position;
        wound.is_due = true;
        if taken > wound.most {
            let toward = (from - hull.position).normalize_or_zero();
            (wound.most, wound.kind, wound.toward) = (taken, kind, toward);
        }
    }

    /// Adds burnt points of armour at a place, heliocentric, km; `is_over`: the fire has ended.
    pub fn burn(&mut self, what: Party, place: DVec3, points: f64, is_over: bool) {
        let wound = self.0.entry(what.id).or_default();
        wound.faction = what.faction;
        wound.armour += points;
        wound.place = place;
        wound.is_due |= is_over;
    }

    /// Ends a tick: emits the due reports, in the order of the numbers, and drops them.
    pub fn close(&mut self, mut record: impl FnMut(GameEvent)) {
        self.0.retain(|&id, wound| {
            wound.ticks += 1;
            let is_due = wound.is_due || wound.ticks >= REPORT_TICKS;
            if is_due {
                let HullDamage { faction, shield, armour, kind, toward, place, .. } = *wound;
                let what = Party { id, faction };
                record(GameEvent::Suffered { what, shield, armour, kind, toward, place });
            }
            !is_due
        });
    }
}

/// Records the losses of this tick.
pub(in crate::sim) fn record(
    mut report: ResMut<DamageReport>,
    mut events: ResMut<Events>,
    calendar: Res<Calendar>,
) {
    report.close(|event| events.record(calendar.tick, event));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::test_support;

    /// The common position, km.
    const HERE: DVec3 = DVec3::new(1.0e8, 0.0, 0.0);

    fn ship(number: u32) -> Combatant {
        test_support::ship(number, 0, HERE)
    }

    fn suffered(shield: f64, armour: f64) -> DamageTaken {
        DamageTaken { shield, armour, destroyed: false }
    }

    fn reports(report: &mut DamageReport) -> Vec<GameEvent> {
        let mut events = Vec::new();
        report.close(|event| events.push(event));
        events
    }

    #[test]
    fn all_hits_of_a_tick_on_a_hull_are_one_event() {
        let mut report = DamageReport::default();
        report.hit(&ship(3), &suffered(4.0, 0.0), DamageKind::Kinetic, HERE + DVec3::X * 8.0);
        report.hit(&ship(3), &suffered(5.0, 1.0), DamageKind::Em, HERE + DVec3::Y * 8.0);
        report.hit(&ship(3), &suffered(0.0, 80.0), DamageKind::Heat, HERE + DVec3::Z);
        report.hit(&ship(1), &suffered(0.0, 2.0), DamageKind::Electric, HERE);
        report.hit(&ship(2), &suffered(0.0, 0.0), DamageKind::Heat, HERE + DVec3::X);
        // The hit that took most from the shield decides the look.
        let (what, kind, toward) = (ship(3).party(), DamageKind::Em, DVec3::Y);
        let third = GameEvent::Suffered { what, shield: 9.0, armour: 81.0, kind, toward, place: HERE };
        let (what, kind, toward) = (ship(1).party(), DamageKind::Electric, DVec3::ZERO);
        let first = GameEvent::Suffered { what, shield: 0.0, armour: 2.0, kind, toward, place: HERE };
        assert_eq!(reports(&mut report), [first, third], "no event without losses");
        assert!(reports(&mut report).is_empty(), "each loss has one event");
    }

    #[test]
    fn fires_are_summed_up_until_they_are_due() {
        let mut report = DamageReport::default();
        let what = ship(3).party();
        let event = |armour: f64, kind: DamageKind, toward: DVec3| GameEvent::Suffered {
            what,
            shield: 0.0,
            armour,
            kind,
            toward,
            place: HERE,
        };
        let mut sums = Vec::new();
        for _ in 0..3 * REPORT_TICKS {
            report.burn(what, HERE, 0.5, false);
            sums.extend(reports(&mut report));
        }
        assert_eq!(sums, vec![event(0.5 * f64::from(REPORT_TICKS), DamageKind::Heat, DVec3::ZERO); 3]);
        report.burn(what, HERE, 0.5, false);
        assert!(reports(&mut report).is_empty());
        report.hit(&ship(3), &suffered(0.0, 3.0), DamageKind::Kinetic, HERE + DVec3::X);
        assert_eq!(reports(&mut report), [event(3.5, DamageKind::Kinetic, DVec3::X)], "with the next hit");
        report.burn(what, HERE, 0.25, true);
        assert_eq!(reports(&mut report), [event(0.25, DamageKind::Heat, DVec3::ZERO)], "it has burnt down");
    }
}
