//! The outcome of a battle of the player's, once the fire has ceased there: who holds the field, and the losses. It is
//! an alert.

use std::collections::BTreeMap;

use bevy::prelude::*;
use typed_index_collections::TiSlice;

use super::super::battles::battle_reports::{BattleReport, UnitKind, paid_count};
use super::super::looks::focus_of;
use super::super::names::LogNames;
use super::super::{Event, EventKind, EventLog};
use super::witnessed::Witnessed;
use crate::client::frame::capital;
use crate::client::scene::battle::sources::sites::Sites;
use crate::client::view::FocusTarget;
use crate::level::{ShipClass, counted};
use crate::sim::ClassId;
use crate::sim::forecast::BattleForces;

/// How a battle has ended for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// The player's side is there, and no foe is in sight.
    Held,
    /// Nothing of the player's side is there any more.
    Lost,
    /// Both are still there, or nobody knows.
    Open,
}

/// Writes down the outcomes of battles that are over.
pub fn write(seen: Witnessed, mut log: ResMut<EventLog>) {
    if seen.sources.player.is_changed() {
        // The acting player must not learn of the battles of others.
        log.reports.forget_outcomes();
        return;
    }
    let over = over(&log, &seen.sites);
    if over.is_empty() {
        return;
    }
    let jd = seen.sources.calendar.now_jd();
    let places = seen.sources.places();
    let names = seen.sources.names(&places);
    for report in over {
        log.reports.note_told(report.battle);
        let site = seen.sites.get(report.battle);
        let outcome = Outcome::of(site.and_then(|site| site.forces.as_ref()));
        if let Some(words) = outcome_words(&report, outcome, &names) {
            let spot = site.map(focus_of).or(report.body.map(FocusTarget::Body));
            log.note_of_battle(Event { jd, words, spot, kind: outcome.kind() }, Some(report.battle));
        }
    }
}

/// The battles with losses that are over, and whose outcome has not been told.
fn over(log: &EventLog, sites: &Sites) -> Vec<BattleReport> {
    let is_over = |battle: u64| sites.get(battle).is_none_or(|site| site.has_ceased());
    log.reports.untold().filter(|report| is_over(report.battle)).cloned().collect()
}

impl Outcome {
    /// The outcome by the last count of both sides; `None`: there is none.
    fn of(forces: Option<&BattleForces>) -> Self {
        let Some(forces) = forces.filter(|forces| forces.has_own) else { return Self::Open };
        let [own, foes] = forces.sides.each_ref().map(|side| !side.is_empty());
        match (own, foes) {
            (true, false) => Self::Held,
            (false, _) => Self::Lost,
            (true, true) => Self::Open,
        }
    }

    fn kind(self) -> EventKind {
        match self {
            Self::Held => EventKind::FieldHeld,
            Self::Lost => EventKind::FieldLost,
            Self::Open => EventKind::BattleOver,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Held => "you hold the field",
            Self::Lost => "you have lost the field",
            Self::Open => "the battle is over",
        }
    }
}

/// The text about a battle; `None` if only the craft of hangars were lost in it.
fn outcome_words(report: &BattleReport, outcome: Outcome, names: &LogNames) -> Option<String> {
    let [lost, destroyed] = [&report.lost, &report.destroyed].map(|units| units_words(units, names.ships));
    if lost.is_none() && destroyed.is_none() {
        return None;
    }
    let place = capital(report.body.map_or("open space", |body| names.body(body)));
    let told = |units: Option<String>| units.unwrap_or_else(|| "none".to_owned());
    Some(format!("{place}: {}, {} lost, {} destroyed", outcome.words(), told(lost), told(destroyed)))
}

/// How many ships and structures there are of some units, without the craft of hangars: `9 ships and 15 structures`;
/// `None` without any.
fn units_words(units: &BTreeMap<UnitKind, usize>, classes: &TiSlice<ClassId, ShipClass>) -> Option<String> {
    let structures: usize = units.iter().filter(|(kind, _)| !kind.is_ship()).map(|(_, count)| *count).sum();
    let ships = paid_count(units, classes) - structures;
    let kinds = [(ships, "ship"), (structures, "structure")].into_iter().filter(|(count, _)| *count > 0);
    let words: Vec<String> = kinds.map(|(count, name)| counted(count, name)).collect();
    (!words.is_empty()).then(|| words.join(" and "))
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::super::super::battles::battle_reports::BattleReports;
    use super::*;
    use crate::client::scene::battle::sources::site::example;
    use crate::sim::BodyId;
    use crate::sim::forecast::{Force, UnitCount};

    fn report(lost: usize, destroyed: usize) -> BattleReport {
        let units = |count: usize| BTreeMap::from([(UnitKind::Ship(ClassId::FIRST), count)]);
        BattleReport { lost: units(lost), destroyed: units(destroyed), ..BattleReport::default() }
    }

    fn forces(own: bool, foes: bool) -> BattleForces {
        let part = UnitCount { class: ClassId::FIRST, level: 0, count: 2, armour: 100, shield: 100 };
        let force = |is_there: bool| Force {
            ships: if is_there { vec![part] } else { Vec::new() },
            ..Force::default()
        };
        BattleForces { sides: [force(own), force(foes)], has_own: true, ..BattleForces::default() }
    }

    #[test]
    fn the_line_says_who_holds_the_field_and_what_it_cost() {
        let names = LogNames::of_factions(&["Terra"]);
        let words = |report: BattleReport, forces: Option<&BattleForces>| {
            outcome_words(&report, Outcome::of(forces), &names)
        };
        let at_body = BattleReport { body: Some(BodyId(3)), ..report(4, 6) };
        let held = words(at_body, Some(&forces(true, false)));
        assert_eq!(held.as_deref(), Some("Nowhere: you hold the field, 4 ships lost, 6 ships destroyed"));
        let lost = words(report(2, 0), Some(&forces(false, true)));
        assert_eq!(
            lost.as_deref(),
            Some("Open space: you have lost the field, 2 ships lost, none destroyed")
        );
        for forces in [None, Some(&forces(true, true)), Some(&BattleForces::default())] {
            let open = words(report(0, 1), forces);
            assert_eq!(open.as_deref(), Some("Open space: the battle is over, none lost, 1 ship destroyed"));
        }
        assert_eq!(words(report(0, 0), None), None, "nothing that counts was lost");
        let mut mixed = report(9, 9);
        mixed.lost.insert(UnitKind::Structure(ClassId::FIRST), 15);
        let mixed = words(mixed, Some(&forces(true, false)));
        let expected = "Open space: you hold the field, 9 ships and 15 structures lost, 9 ships destroyed";
        assert_eq!(mixed.as_deref(), Some(expected));
    }

    #[test]
    fn every_outcome_is_an_alert() {
        let kinds = [Outcome::Held, Outcome::Lost, Outcome::Open].map(Outcome::kind);
        assert!(kinds.iter().all(|kind| kind.is_outcome() && kind.alerts()), "{kinds:?}");
        assert!(kinds.windows(2).all(|pair| pair[0].color() != pair[1].color()), "{kinds:?}");
    }

    #[test]
    fn an_outcome_is_told_once_after_the_fire() {
        let untold = || EventLog { reports: BattleReports::untold_of(report(1, 1)), ..EventLog::default() };
        let over_at = |log: &EventLog, opacity: Option<f32>| {
            let mut sites = Sites::default();
            if let Some(opacity) = opacity {
                let mut site = example(DVec3::X, None);
                site.opacity = opacity;
                sites.add(site);
            }
            over(log, &sites).len()
        };
        let mut log = untold();
        let opacities = [Some(1.0), Some(0.4), Some(0.1), None];
        let over = opacities.map(|opacity| over_at(&log, opacity));
        assert_eq!(over, [0, 0, 1, 1], "shots, silence, a faint sign, none");
        log.reports.note_told(0);
        assert_eq!(over_at(&log, None), 0);
        let mut log = untold();
        log.reports.forget_outcomes();
        assert_eq!(over_at(&log, None), 0, "another player");
        let mut log = untold();
        log.reports.give_up();
        assert_eq!(over_at(&log, None), 0, "who has surrendered holds no field");
    }
}
