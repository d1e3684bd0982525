//! The losses of hulls, summed up as [`GameEvent::Suffered`], at most one for each hull and tick, and the parts of the
//! attackers, each as a [`GameEvent::Inflicted`]. They are for display only.
//!
//! Hits are reported in their tick. Fires are many and slow: their damage is reported with the next hit,
//! every [`REPORT_TICKS`], and when nothing is left to burn.

use std::collections::BTreeMap;

use bevy::prelude::*;
use glam::DVec3;

use super::model::DamageTaken;
use crate::level::DamageKind;
use crate::sim::combat::{Combatant, Hit};
use crate::sim::event::{Events, GameEvent, Party};
use crate::sim::{Calendar, FactionId, Igniter, TargetId};

/// Ticks between two reports of a fire without hits: a third of a second of play.
pub const REPORT_TICKS: u32 = 10;

/// Unreported losses of a hull.
#[derive(Clone, Debug, PartialEq)]
struct HullDamage {
    /// The owner of the hull.
    faction: FactionId,
    shield: f64,
    armour: f64,
    /// Each attacker's faction and part of the losses, by the attacker and the kind of damage.
    parts: BTreeMap<(TargetId, DamageKind), (FactionId, f64)>,
    /// The losses by the heaviest hit: shield and armour.
    most: (f64, f64),
    /// Direction from the middle of the hull to the attacker of that hit, a unit vector; zero for a fire.
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
            parts: BTreeMap::new(),
            most: (0.0, 0.0),
            toward: DVec3::ZERO,
            place: DVec3::ZERO,
            ticks: 0,
            is_due: false,
        }
    }
}

impl HullDamage {
    /// Adds points to the part of an attacker.
    fn attribute(&mut self, by: Party, kind: DamageKind, points: f64) {
        self.parts.entry((by.id, kind)).or_insert((by.faction, 0.0)).1 += points;
    }
}

/// All unreported losses. Between two ticks it holds those by fires alone.
#[derive(Resource, Clone, Debug, Default)]
pub struct DamageReport(BTreeMap<TargetId, HullDamage>);

impl DamageReport {
    /// Adds the effect of a hit on a hull.
    pub fn hit(&mut self, hull: &Combatant, suffered: &DamageTaken, hit: &Hit) {
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
        wound.attribute(Party { id: hit.by, faction: hit.faction }, hit.kind, taken.0 + taken.1);
        if taken > wound.most {
            (wound.most, wound.toward) = (taken, (hit.from - hull.position).normalize_or_zero());
        }
    }

    /// Adds burnt points of armour at a place, heliocentric, km; `lit_by`: the foe that lit the fire; `is_over`: the
    /// fire has ended.
    pub fn burn(&mut self, what: Party, lit_by: Option<Igniter>, place: DVec3, points: f64, is_over: bool) {
        let wound = self.0.entry(what.id).or_default();
        wound.faction = what.faction;
        wound.armour += points;
        wound.place = place;
        wound.is_due |= is_over;
        if let Some(Igniter { by, faction }) = lit_by {
            wound.attribute(Party { id: by, faction }, DamageKind::Heat, points);
        }
    }

    /// Ends a tick: emits the due reports, in the order of the numbers, and drops them.
    pub fn close(&mut self, mut record: impl FnMut(GameEvent)) {
        self.0.retain(|&id, wound| {
            wound.ticks += 1;
            let is_due = wound.is_due || wound.ticks >= REPORT_TICKS;
            if is_due {
                let HullDamage { faction, shield, armour, toward, place, .. } = *wound;
                let what = Party { id, faction };
                record(GameEvent::Suffered { what, shield, armour, toward, place });
                for (&(by, kind), &(faction, points)) in &wound.parts {
                    record(GameEvent::Inflicted { by: Party { id: by, faction }, what, kind, points, place });
                }
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
    use crate::sim::ids::ShipId;

    /// The common position, km.
    const HERE: DVec3 = DVec3::new(1.0e8, 0.0, 0.0);

    fn ship(number: u32) -> Combatant {
        test_support::ship(number, 0, HERE)
    }

    fn suffered(shield: f64, armour: f64) -> DamageTaken {
        DamageTaken { shield, armour, destroyed: false }
    }

    /// A hit by ship 9 of the other side.
    fn strike(report: &mut DamageReport, hull: u32, loss: (f64, f64), kind: DamageKind, from: DVec3) {
        let (by, faction) = (attacker().id, attacker().faction);
        let hit = Hit { target: 0, kind, harm: 1.0, by, faction, leaps: false, from };
        report.hit(&ship(hull), &suffered(loss.0, loss.1), &hit);
    }

    fn attacker() -> Party {
        Party { id: TargetId::Ship(ShipId(9)), faction: FactionId(1) }
    }

    /// The sums of hulls, and the parts of attackers in them.
    fn all_reports(report: &mut DamageReport) -> (Vec<GameEvent>, Vec<GameEvent>) {
        let mut events = Vec::new();
        report.close(|event| events.push(event));
        events.into_iter().partition(|event| matches!(event, GameEvent::Suffered { .. }))
    }

    fn reports(report: &mut DamageReport) -> Vec<GameEvent> {
        all_reports(report).0
    }

    #[test]
    fn all_hits_of_a_tick_on_a_hull_are_one_event() {
        let mut report = DamageReport::default();
        strike(&mut report, 3, (4.0, 0.0), DamageKind::Kinetic, HERE + DVec3::X * 8.0);
        strike(&mut report, 3, (5.0, 1.0), DamageKind::Em, HERE + DVec3::Y * 8.0);
        strike(&mut report, 3, (0.0, 80.0), DamageKind::Heat, HERE + DVec3::Z);
        strike(&mut report, 1, (0.0, 2.0), DamageKind::Electric, HERE);
        strike(&mut report, 2, (0.0, 0.0), DamageKind::Heat, HERE + DVec3::X);
        // The hit that took most from the shield decides the look.
        let (what, toward) = (ship(3).party(), DVec3::Y);
        let third = GameEvent::Suffered { what, shield: 9.0, armour: 81.0, toward, place: HERE };
        let (what, toward) = (ship(1).party(), DVec3::ZERO);
        let first = GameEvent::Suffered { what, shield: 0.0, armour: 2.0, toward, place: HERE };
        assert_eq!(reports(&mut report), [first, third], "no event without losses");
        assert!(reports(&mut report).is_empty(), "each loss has one event");
    }

    #[test]
    fn fires_are_summed_up_until_they_are_due() {
        let mut report = DamageReport::default();
        let what = ship(3).party();
        let event = |armour: f64, toward: DVec3| GameEvent::Suffered {
            what,
            shield: 0.0,
            armour,
            toward,
            place: HERE,
        };
        let mut sums = Vec::new();
        for _ in 0..3 * REPORT_TICKS {
            report.burn(what, None, HERE, 0.5, false);
            sums.extend(reports(&mut report));
        }
        assert_eq!(sums, vec![event(0.5 * f64::from(REPORT_TICKS), DVec3::ZERO); 3]);
        report.burn(what, None, HERE, 0.5, false);
        assert!(reports(&mut report).is_empty());
        strike(&mut report, 3, (0.0, 3.0), DamageKind::Kinetic, HERE + DVec3::X);
        assert_eq!(reports(&mut report), [event(3.5, DVec3::X)], "with the next hit");
        report.burn(what, None, HERE, 0.25, true);
        assert_eq!(reports(&mut report), [event(0.25, DVec3::ZERO)], "it has burnt down");
    }

    #[test]
    fn every_attacker_has_its_part_by_kind_and_that_of_its_fires() {
        let mut report = DamageReport::default();
        let what = ship(3).party();
        let other = Igniter { by: TargetId::Ship(ShipId(5)), faction: FactionId(2) };
        let other_party = Party { id: other.by, faction: other.faction };
        strike(&mut report, 3, (4.0, 1.0), DamageKind::Kinetic, HERE);
        strike(&mut report, 3, (0.0, 2.0), DamageKind::Kinetic, HERE);
        strike(&mut report, 3, (0.0, 8.0), DamageKind::Heat, HERE);
        report.burn(what, Some(other), HERE, 0.5, false);
        report.burn(what, None, HERE, 16.0, false);
        let part = |by: Party, kind: DamageKind, points: f64| GameEvent::Inflicted {
            by,
            what,
            kind,
            points,
            place: HERE,
        };
        let expected = [
            part(other_party, DamageKind::Heat, 0.5),
            part(attacker(), DamageKind::Kinetic, 7.0),
            part(attacker(), DamageKind::Heat, 8.0),
        ];
        assert_eq!(all_reports(&mut report).1, expected, "own fires are nobody's");
    }
}
