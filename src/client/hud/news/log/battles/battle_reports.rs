//! Reports on the player's battles: what did how much of the damage, what was lost, and what was done in return. Only
//! classes that the player has seen have a name in them.

use std::collections::{BTreeMap, VecDeque};

use typed_index_collections::TiSlice;

use crate::level::{DamageKind, ShipClass};
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::event::{GameEvent, Party};
use crate::sim::{ArmedClass, ArmsTable, BodyId, ClassId, FactionId, FleetId, TargetId};

/// The most battles that are remembered.
const MOST_REPORTS: usize = 16;
/// A battle with at least this many losses has a report even if no fleet was destroyed.
const LEAST_LOSSES: usize = 2;

/// A class of ships or of structures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnitKind {
    /// Ships.
    Ship(ClassId),
    /// Structures.
    Structure(ClassId),
}

impl UnitKind {
    pub(super) fn of(id: TargetId, class: ClassId) -> Self {
        match id {
            TargetId::Ship(_) => Self::Ship(class),
            TargetId::Structure(_) => Self::Structure(class),
        }
    }

    /// Whether its units are ships.
    pub fn is_ship(self) -> bool {
        matches!(self, Self::Ship(_))
    }

    /// Whether its units are paid for: the craft of hangars are replaced for nothing.
    pub(super) fn is_paid(self, ships: &TiSlice<ClassId, ShipClass>) -> bool {
        match self {
            Self::Ship(class) => ships.get(class).is_none_or(ShipClass::is_built_in_yards),
            Self::Structure(_) => true,
        }
    }

    /// The class as a fighter.
    pub(super) fn armed(self, arms: &ArmsTable) -> Option<&ArmedClass> {
        match self {
            Self::Ship(class) => arms.ships.get(class),
            Self::Structure(class) => arms.structures.get(class),
        }
    }
}

/// The number of units without the craft of hangars.
pub fn paid_count(units: &BTreeMap<UnitKind, usize>, ships: &TiSlice<ClassId, ShipClass>) -> usize {
    units.iter().filter(|(kind, _)| kind.is_paid(ships)).map(|(_, count)| *count).sum()
}

/// What has damaged the player's units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Attacker {
    /// Units of a faction and a class.
    Known(FactionId, UnitKind),
    /// The player's own weapons.
    Own,
    /// Units that the player did not see.
    Unseen,
}

/// What the player knows of one battle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BattleReport {
    /// The number of the battle, see [`Site`](crate::client::scene::battle::sources::site::Site).
    pub battle: u64,
    /// The body in whose well it is.
    pub body: Option<BodyId>,
    /// The first and the last tick of the fighting.
    pub ticks: (u64, u64),
    /// Damage to the player's units, points.
    pub damage: BTreeMap<(Attacker, DamageKind), f64>,
    /// Damage that the player's units have done to others, points.
    pub dealt: BTreeMap<DamageKind, f64>,
    /// The player's losses.
    pub lost: BTreeMap<UnitKind, usize>,
    /// Foreign units that the player destroyed.
    pub destroyed: BTreeMap<UnitKind, usize>,
    /// The player's fleets that were destroyed, with their names.
    pub fleets: Vec<(FleetId, String)>,
    /// The losses that count, see [`paid_count`].
    pub paid_losses: usize,
    /// Whether the log has told its outcome since the last loss.
    pub is_told: bool,
}

impl BattleReport {
    /// Whether it is worth reading.
    pub fn is_due(&self) -> bool {
        !self.fleets.is_empty() || self.paid_losses >= LEAST_LOSSES
    }

    /// Whether anything was destroyed in it, on either side.
    fn has_losses(&self) -> bool {
        !(self.lost.is_empty() && self.destroyed.is_empty())
    }

    /// Duration of the battle, seconds of play.
    pub fn seconds(&self) -> f64 {
        let (first, last) = self.ticks;
        (last.saturating_sub(first) + 1) as f64 / TICKS_PER_SECOND
    }

    /// Enters an event that concerns a faction, `me`. `kind_of`: the class of a unit, if `me` knows it.
    pub(super) fn enter(
        &mut self,
        me: FactionId,
        event: &GameEvent,
        kind_of: impl FnOnce(Party) -> Option<UnitKind>,
    ) {
        match *event {
            GameEvent::Inflicted { what, kind, points, .. } if what.faction != me => {
                *self.dealt.entry(kind).or_default() += points;
            }
            GameEvent::Inflicted { by, kind, points, .. } => {
                let attacker = if by.faction == me {
                    Attacker::Own
                } else {
                    kind_of(by).map_or(Attacker::Unseen, |class| Attacker::Known(by.faction, class))
                };
                *self.damage.entry((attacker, kind)).or_default() += points;
            }
            GameEvent::Destroyed { what, class, .. } => {
                self.is_told = false;
                let list = if what.faction == me { &mut self.lost } else { &mut self.destroyed };
                *list.entry(UnitKind::of(what.id, class)).or_default() += 1;
            }
            _ => {}
        }
    }
}

/// Whether an event is a part of the reports of a faction.
pub(super) fn concerns(me: FactionId, event: &GameEvent) -> bool {
    match *event {
        GameEvent::Inflicted { by, what, .. } => what.faction == me || by.faction == me,
        GameEvent::Destroyed { what, by, .. } => what.faction == me || by == Some(me),
        _ => false,
    }
}

/// The reports on the last battles, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct BattleReports {
    reports: VecDeque<BattleReport>,
    /// The battle whose report is read.
    open: Option<u64>,
    /// Whether the player has surrendered: no battle of the player's has an outcome any more.
    has_given_up: bool,
}

impl BattleReports {
    /// The report on a battle, if it is worth reading.
    pub fn due(&self, battle: u64) -> Option<&BattleReport> {
        self.of(battle).filter(|report| report.is_due())
    }

    /// What is known of a battle so far.
    pub fn of(&self, battle: u64) -> Option<&BattleReport> {
        self.reports.iter().rev().find(|report| report.battle == battle)
    }

    /// The report that is read.
    pub fn open(&self) -> Option<&BattleReport> {
        self.open.and_then(|battle| self.due(battle))
    }

    /// The reports on battles with losses whose outcome the log has not told.
    pub fn untold(&self) -> impl Iterator<Item = &BattleReport> {
        let is_untold = |report: &&BattleReport| !report.is_told && report.has_losses();
        self.reports.iter().filter(is_untold).filter(move |_| !self.has_given_up)
    }

    /// Notes that the log has told the outcome of a battle.
    pub fn note_told(&mut self, battle: u64) {
        for report in self.reports.iter_mut().filter(|report| report.battle == battle) {
            report.is_told = true;
        }
    }

    /// Lets the log tell no outcome of the battles so far.
    pub fn forget_outcomes(&mut self) {
        self.reports.iter_mut().for_each(|report| report.is_told = true);
    }

    /// The player has surrendered: the log tells the outcome of no battle any more.
    pub fn give_up(&mut self) {
        self.has_given_up = true;
    }

    /// Opens the report on a battle. One that is open stays: a second press was meant for the same.
    pub fn show(&mut self, battle: u64) {
        self.open = Some(battle);
    }

    /// Closes the report that is read; returns whether there was one.
    pub fn close(&mut self) -> bool {
        let was_open = self.open().is_some();
        self.open = None;
        was_open
    }

    /// A report on a battle that is read, for tests.
    #[cfg(test)]
    pub fn with_open(battle: u64) -> Self {
        Self::reading(BattleReport { battle, paid_losses: LEAST_LOSSES, ..BattleReport::default() })
    }

    /// This report, which is read, for tests.
    #[cfg(test)]
    pub fn reading(report: BattleReport) -> Self {
        let open = Some(report.battle);
        Self { open, reports: [BattleReport { is_told: true, ..report }].into(), ..Self::default() }
    }

    /// This report, whose outcome has not been told, for tests.
    #[cfg(test)]
    pub fn untold_of(report: BattleReport) -> Self {
        Self { reports: [report].into(), ..Self::default() }
    }

    /// The report on a battle in which there was fighting in a tick.
    pub(super) fn at(&mut self, battle: u64, body: Option<BodyId>, tick: u64) -> Option<&mut BattleReport> {
        if self.reports.iter().all(|report| report.battle != battle) {
            if self.reports.len() == MOST_REPORTS {
                self.reports.pop_front();
            }
            let ticks = (tick, tick);
            self.reports.push_back(BattleReport { battle, body, ticks, ..BattleReport::default() });
        }
        let report = self.reports.iter_mut().rev().find(|report| report.battle == battle)?;
        report.ticks.1 = report.ticks.1.max(tick);
        Some(report)
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::client::hud::help::encyclopedia::test_support::shipped;
    use crate::sim::event::test_support::ship;

    const ME: FactionId = FactionId(0);
    const ARES: FactionId = FactionId(1);

    fn inflicted(by: Party, kind: DamageKind, points: f64) -> GameEvent {
        GameEvent::Inflicted { by, what: ship(1, ME), kind, points, place: DVec3::ZERO }
    }

    fn destroyed(what: Party, by: Option<FactionId>) -> GameEvent {
        let (class, place) = (ClassId::FIRST, DVec3::ZERO);
        GameEvent::Destroyed { what, class, fleet: None, by, place, radius_km: 1.0 }
    }

    #[test]
    fn damage_is_summed_by_attacker_and_kind_and_what_was_not_seen_has_no_name() {
        let mut report = BattleReport::default();
        let cruiser = UnitKind::Ship(ClassId::from(4));
        for (by, kind, points) in [
            (ship(7, ARES), DamageKind::Kinetic, 5.0),
            (ship(8, ARES), DamageKind::Kinetic, 2.0),
            (ship(7, ARES), DamageKind::Heat, 1.0),
            (ship(99, ARES), DamageKind::Heat, 3.0),
            (ship(2, ME), DamageKind::Em, 4.0),
        ] {
            let kind_of = |party: Party| (party.id != ship(99, ARES).id).then_some(cruiser);
            report.enter(ME, &inflicted(by, kind, points), kind_of);
        }
        let known = Attacker::Known(ARES, cruiser);
        let expected = [
            ((known, DamageKind::Kinetic), 7.0),
            ((known, DamageKind::Heat), 1.0),
            ((Attacker::Own, DamageKind::Em), 4.0),
            ((Attacker::Unseen, DamageKind::Heat), 3.0),
        ];
        assert_eq!(report.damage, BTreeMap::from(expected));
    }

    #[test]
    fn losses_and_kills_are_counted_apart_and_the_wars_of_others_are_left_out() {
        let mut report = BattleReport::default();
        for event in [destroyed(ship(1, ME), Some(ARES)), destroyed(ship(7, ARES), Some(ME))] {
            assert!(concerns(ME, &event));
            report.enter(ME, &event, |_| None);
        }
        assert!(!report.is_told);
        let told = BattleReport { is_told: true, ..report.clone() };
        let again = |event: GameEvent| {
            let mut report = told.clone();
            report.enter(ME, &event, |_| None);
            !report.is_told
        };
        assert!(again(destroyed(ship(8, ARES), Some(ME))), "its outcome has changed");
        assert!(!again(inflicted(ship(7, ARES), DamageKind::Heat, 1.0)));
        let one = BTreeMap::from([(UnitKind::Ship(ClassId::FIRST), 1)]);
        assert_eq!((&report.lost, &report.destroyed), (&one, &one));
        assert!(concerns(ME, &destroyed(ship(1, ME), None)));
        assert!(!concerns(ME, &destroyed(ship(7, ARES), Some(FactionId(2)))));
        assert!(concerns(ME, &inflicted(ship(7, ARES), DamageKind::Heat, 1.0)));
        assert!(!concerns(FactionId(2), &inflicted(ship(7, ARES), DamageKind::Heat, 1.0)));
    }

    #[test]
    fn damage_to_others_is_summed_by_kind() {
        let mut report = BattleReport::default();
        for (kind, points) in [(DamageKind::Heat, 2.0), (DamageKind::Kinetic, 1.0), (DamageKind::Heat, 4.0)] {
            let hit = inflicted(ship(7, ARES), kind, points);
            assert!(concerns(ARES, &hit), "its own hits concern the attacker");
            report.enter(ARES, &hit, |_| None);
        }
        assert_eq!(report.dealt, BTreeMap::from([(DamageKind::Kinetic, 1.0), (DamageKind::Heat, 6.0)]));
        assert!(report.damage.is_empty() && !report.is_due());
    }

    #[test]
    fn the_craft_of_hangars_do_not_count() {
        let ships = shipped().ships.0;
        let class_of = |is_built: bool| {
            let mut classes = ships.iter_enumerated();
            classes.find(|(_, class)| class.is_built_in_yards() == is_built).map(|(class, _)| class)
        };
        let (ship, craft) =
            (class_of(true).expect("there are some"), class_of(false).expect("there are some"));
        let units = [(UnitKind::Ship(ship), 2), (UnitKind::Ship(craft), 5), (UnitKind::Structure(craft), 1)];
        assert_eq!(
            paid_count(&BTreeMap::from(units), &ships),
            3,
            "a class of structures has a number of its own"
        );
        let unknown = [(UnitKind::Ship(ClassId::from(999)), 1)];
        assert_eq!(paid_count(&BTreeMap::from(unknown), &ships), 1);
    }

    #[test]
    fn a_report_is_due_after_several_losses_or_the_end_of_a_fleet() {
        let of = |paid_losses: usize, fleets: Vec<(FleetId, String)>| {
            BattleReport { paid_losses, fleets, ..BattleReport::default() }.is_due()
        };
        assert!(!of(0, Vec::new()) && !of(1, Vec::new()) && of(2, Vec::new()));
        assert!(of(1, vec![(FleetId(3), "First".to_owned())]));
    }

    #[test]
    fn few_battles_are_remembered_and_one_is_read_at_a_time() {
        let mut reports = BattleReports::default();
        for battle in 0..=MOST_REPORTS as u64 {
            let report = reports.at(battle, None, 30 * battle).expect("it is new");
            report.paid_losses = LEAST_LOSSES;
        }
        assert!(reports.due(0).is_none(), "the oldest is forgotten");
        assert!(reports.due(1).is_some());
        let again = reports.at(5, None, 30 * 5 + 59).expect("it is there");
        assert_eq!((again.paid_losses, again.seconds()), (LEAST_LOSSES, 2.0));
        reports.show(3);
        for _ in 0..2 {
            reports.show(5);
            assert_eq!(reports.open().map(|report| report.battle), Some(5), "a second press closes nothing");
        }
        assert!(reports.close() && reports.open().is_none() && !reports.close());
    }
}
