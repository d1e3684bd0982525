//! The plans of a mind in words: what is done where, stages, dates, odds, the conditions on which an operation is given
//! up, what was ordered to be built, what is feared.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::client::frame::{capital, coming_words, date_words, time_left};
use crate::level::{counted, named_together};
use crate::sim::{
    BodyId, BuildReason, BuiltClass, Calendar, Choice, ClassId, Feared, Operation, OperationKind,
    ShipClasses, Stage, StructureClasses,
};

/// The names and dates that the words need.
pub struct PlanWords<'a> {
    /// The name of a body.
    pub body: &'a dyn Fn(BodyId) -> &'a str,
    /// The name of a class.
    pub class: &'a dyn Fn(BuiltClass) -> &'a str,
    /// The present moment.
    pub calendar: &'a Calendar,
}

/// Query bundle for the names of classes.
#[derive(SystemParam)]
pub struct ClassNames<'w> {
    ships: Res<'w, ShipClasses>,
    structures: Res<'w, StructureClasses>,
}

impl ClassNames<'_> {
    /// The name of a class.
    pub fn of(&self, class: BuiltClass) -> &str {
        let name = match class {
            BuiltClass::Ship(class) => self.ships.0.get(class).map(|class| class.name.as_str()),
            BuiltClass::Structure(class) => self.structures.0.get(class).map(|class| class.name.as_str()),
        };
        name.unwrap_or("something")
    }

    /// How many ships of a class, `"3 cruisers"`.
    pub fn count(&self, count: u32, class: ClassId) -> String {
        counted(count as usize, self.of(BuiltClass::Ship(class)))
    }
}

impl PlanWords<'_> {
    /// A date, and the seconds until then if it comes within a minute.
    fn date(&self, tick: u64) -> String {
        let jd = self.calendar.clock.jd_at(tick);
        if self.is_to_come(tick) { coming_words(jd, self.calendar) } else { date_words(jd) }
    }

    fn is_to_come(&self, tick: u64) -> bool {
        tick > self.calendar.tick
    }

    /// The time until the later dates of an operation, for its tip; empty if there are none.
    pub(super) fn times_left(&self, operation: &Operation) -> String {
        let arrives = if operation.stage == Stage::Act { 0 } else { operation.arrives_tick };
        let gives_up = operation.gives_up.after_tick.unwrap_or_default();
        let left = |what: &str, tick: u64| -> Option<String> {
            let left = time_left(self.calendar.clock.jd_at(tick), self.calendar)?;
            self.is_to_come(tick).then(|| format!("{what} {left}"))
        };
        let words =
            [left("departs", operation.departs_tick), left("arrives", arrives), left("gives up", gives_up)];
        sentences(words.each_ref().map(|words| words.as_deref().unwrap_or_default()))
    }

    /// What is to be done at a body, `"take Rowan"`.
    pub fn deed(&self, kind: OperationKind, body: BodyId) -> String {
        format!("{} {}", kind.verb(), (self.body)(body))
    }

    /// An operation, `"take Rowan"`.
    pub fn operation(&self, operation: &Operation) -> String {
        self.deed(operation.kind, operation.target)
    }

    /// A goal, `"claim Burr"`.
    pub fn goal(&self, choice: &Choice) -> String {
        self.deed(choice.kind, choice.target)
    }

    /// What was ordered, and where: `"3 trade stations at Alder"`.
    pub fn build(&self, reason: &BuildReason) -> String {
        let name = (self.class)(reason.what);
        let what = if reason.count == 1 { name.to_owned() } else { counted(reason.count as usize, name) };
        format!("{what} at {}", (self.body)(reason.body))
    }

    /// When something was ordered, the last of several things.
    pub fn ordered(&self, reason: &BuildReason) -> String {
        let last = if reason.count == 1 { "" } else { "last " };
        format!("{last}ordered on {}", self.date(reason.tick))
    }

    /// The ships that are feared unseen, `"fears ships that it has not seen: 3 cruisers at Rowan"`; empty: there are
    /// none.
    pub(super) fn fears(&self, feared: &[Feared]) -> String {
        let some = feared.iter().map(|one| {
            let ships = counted(one.count as usize, (self.class)(BuiltClass::Ship(one.class)));
            match one.body {
                Some(body) => format!("{ships} at {}", (self.body)(body)),
                None => format!("{ships} anywhere"),
            }
        });
        let all = named_together(&some.collect::<Vec<String>>());
        if all.is_empty() { all } else { format!("fears ships that it has not seen: {all}") }
    }

    /// The stage of an operation, its dates and its odds.
    pub fn course(&self, operation: &Operation) -> String {
        let parts = [Some(self.stage(operation)), odds_words(operation)];
        parts.into_iter().flatten().collect::<Vec<String>>().join(", ")
    }

    /// The stage of an operation, and its dates.
    pub(super) fn stage(&self, operation: &Operation) -> String {
        let ships = counted(operation.crew().count(), "ship");
        let stage = match (operation.stage, operation.base) {
            (Stage::Gather, Some(base)) => format!("gathers at {}", (self.body)(base)),
            (Stage::Gather, None) => "gathers".to_owned(),
            (Stage::Wait, _) => "waits for its departure".to_owned(),
            (Stage::Advance, _) if operation.shown_tick > 0 => "in view of its target".to_owned(),
            (Stage::Advance, _) => "under way".to_owned(),
            (Stage::Act, _) => "at its target".to_owned(),
        };
        let departs = match (operation.stage, operation.departs_tick) {
            (_, 0) => None,
            (Stage::Gather | Stage::Wait, tick) => Some(format!("departs {}", self.date(tick))),
            // A guard that is to leave.
            (_, tick) if self.is_to_come(tick) => Some(format!("departs {}", self.date(tick))),
            (Stage::Advance | Stage::Act, tick) => Some(format!("departed {}", self.date(tick))),
        };
        let arrives = match (operation.stage, operation.arrives_tick) {
            (_, 0) => None,
            (Stage::Act, tick) => Some(format!("arrived {}", self.date(tick.min(self.calendar.tick)))),
            (_, tick) if tick < self.calendar.tick => Some(format!("was to arrive {}", self.date(tick))),
            (_, tick) => Some(format!("arrives {}", self.date(tick))),
        };
        let parts = [Some(stage), Some(ships), departs, arrives];
        parts.into_iter().flatten().collect::<Vec<String>>().join(", ")
    }

    /// When an operation is given up: `"gives up if over 20 % of the enemy would survive, or if the body falls"`;
    /// empty: its kind never is.
    pub(super) fn gives_up(&self, operation: &Operation) -> String {
        let odds = operation.gives_up.below.map(outcome_below).unwrap_or_default();
        let late = operation.gives_up.after_tick.map(|tick| self.late(operation.kind, tick));
        let clauses = [odds, late.unwrap_or_default(), operation.kind.obstacle().to_owned()];
        let clauses = clauses.into_iter().filter(|clause| !clause.is_empty());
        let clauses: Vec<String> = clauses.map(|clause| format!("if {clause}")).collect();
        match &clauses[..] {
            [] => String::new(),
            [one] => format!("gives up {one}"),
            [first @ .., last] => format!("gives up {}, or {last}", first.join(", ")),
        }
    }

    /// That an operation of a kind lasts beyond a tick.
    fn late(&self, kind: OperationKind, tick: u64) -> String {
        let date = self.date(tick);
        match kind {
            OperationKind::Take => format!("no troopers come until {date}"),
            _ => format!("it lasts beyond {date}"),
        }
    }
}

/// That the likely outcome of a fight, from 1 to -1, is below a bound.
fn outcome_below(bound: f64) -> String {
    let percent = (100.0 * bound.abs()).round() as u32;
    match percent {
        0 => "defeat is likely".to_owned(),
        _ if bound < 0.0 => format!("over {percent} % of the enemy would survive"),
        _ => format!("under {percent} % of its strength would survive"),
    }
}

/// The share of its strength that an operation expected to keep, and what it expects now, if that differs; `None`
/// without odds. A defence also begins where defeat is likely.
pub(super) fn odds_words(operation: &Operation) -> Option<String> {
    let percent = |odds: f64| (100.0 * odds).round() as u32;
    match (percent(operation.odds), percent(operation.odds_now)) {
        (0, _) if operation.kind != OperationKind::Defend => None,
        (0, 0) => Some("defeat is likely".to_owned()),
        (0, now) => Some(format!("expects to keep {now} % of its strength")),
        (then, 0) => Some(format!("expected to keep {then} % of its strength, now defeat is likely")),
        (then, now) if then == now => Some(format!("expects to keep {now} % of its strength")),
        (then, now) => Some(format!("expected to keep {then} % of its strength, now {now} %")),
    }
}

/// A sentence for each text that is not empty.
pub(super) fn sentences<const COUNT: usize>(words: [&str; COUNT]) -> String {
    let said = words.into_iter().filter(|words| !words.is_empty());
    said.map(|words| format!("{}.", capital(words))).collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orbit::GameClock;
    use crate::sim::{GivesUp, ShipId};

    const CALENDAR: Calendar =
        Calendar { clock: GameClock { epoch_jd: 2_461_365.5, days_per_second: 0.5 }, tick: 300, seed: 0 };

    fn words() -> PlanWords<'static> {
        PlanWords { body: &|_| "Rowan", class: &|_| "cruiser", calendar: &CALENDAR }
    }

    fn attack() -> Operation {
        Operation {
            ships: vec![ShipId(1)],
            departs_tick: 600,
            arrives_tick: 1_200,
            ..Operation::begun(1, OperationKind::Take, BodyId(3), 100)
        }
    }

    #[test]
    fn later_dates_have_the_time_until_then_in_the_tip() {
        let attack =
            |departs_tick: u64, arrives_tick: u64| Operation { departs_tick, arrives_tick, ..attack() };
        let later = attack(4_800, 9_300);
        assert_eq!(words().times_left(&later), "Departs in 2 min 30 s at ×1. Arrives in 5 min 00 s at ×1.");
        assert!(!words().course(&later).contains('('), "{}", words().course(&later));
        assert_eq!(words().times_left(&attack(600, 1_200)), "", "the dates have it");
        assert_eq!(words().times_left(&Operation { stage: Stage::Act, ..attack(0, 9_300) }), "");
        let siege = GivesUp { after_tick: Some(3_900), ..GivesUp::default() };
        let siege = Operation { stage: Stage::Act, gives_up: siege, ..attack(0, 0) };
        assert_eq!(words().times_left(&siege), "Gives up in 2 min 00 s at ×1.");
    }

    #[test]
    fn an_arrival_is_told_before_and_after_and_if_it_is_late() {
        let claim = |stage: Stage, arrives_tick: u64| {
            let begun = Operation::begun(1, OperationKind::Claim, BodyId(3), 100);
            words().stage(&Operation { stage, arrives_tick, ..begun })
        };
        let told = claim(Stage::Advance, 900);
        assert!(told.contains(", arrives 2026-1") && told.ends_with(" (20 s)"), "{told}");
        assert!(claim(Stage::Act, 270).contains(", arrived 2026-1"));
        assert!(claim(Stage::Advance, 270).contains(", was to arrive 2026-1"));
        assert!(!claim(Stage::Advance, 0).contains("arrive"));
    }

    #[test]
    fn odds_that_have_not_changed_are_told_once() {
        let told = |kind: OperationKind, odds: f64, odds_now: f64| {
            odds_words(&Operation { odds, odds_now, ..Operation::begun(1, kind, BodyId(3), 100) })
        };
        let words = |text: &str| Some(text.to_owned());
        assert_eq!(told(OperationKind::Hold, 0.62, 0.62), words("expects to keep 62 % of its strength"));
        let lost = words("expected to keep 62 % of its strength, now defeat is likely");
        assert_eq!(told(OperationKind::Take, 0.62, 0.0), lost);
        assert_eq!(told(OperationKind::Defend, 0.0, 0.0), words("defeat is likely"));
        assert_eq!(told(OperationKind::Defend, 0.0, 0.4), words("expects to keep 40 % of its strength"));
        assert_eq!(told(OperationKind::Scout, 0.0, 0.0), None);
    }

    #[test]
    fn all_conditions_to_give_up_are_told() {
        let told = |kind: OperationKind, below: Option<f64>, after_tick: Option<u64>| {
            let gives_up = GivesUp { below, after_tick };
            words().gives_up(&Operation { kind, gives_up, ..attack() })
        };
        assert_eq!(told(OperationKind::Scout, None, None), "", "nothing stands against it");
        let guard = told(OperationKind::Hold, None, None);
        assert!(guard.starts_with("gives up if its ships are needed"), "it has no refuge: {guard}");
        assert_eq!(told(OperationKind::Defend, None, None), "gives up if the body falls");
        assert_eq!(
            told(OperationKind::Defend, Some(-0.5), None),
            "gives up if over 50 % of the enemy would survive, or if the body falls"
        );
        let hunt = told(OperationKind::Hunt, Some(0.0), None);
        assert!(hunt.starts_with("gives up if defeat is likely, or if its ships are needed"), "{hunt}");
        let siege = told(OperationKind::Take, Some(-0.2), Some(600));
        let begins = "gives up if over 20 % of the enemy would survive, if no troopers come until 2026-1";
        assert!(siege.starts_with(begins), "{siege}");
        assert!(siege.contains(" (10 s), or if its ships are needed"), "{siege}");
        let raid = told(OperationKind::Raid, Some(0.25), Some(600));
        let begins = "gives up if under 25 % of its strength would survive, if it lasts beyond 2026-1";
        assert!(raid.starts_with(begins), "{raid}");
        assert!(raid.contains(" (10 s), or if its ships are needed"), "{raid}");
        assert!(
            told(OperationKind::Scout, None, Some(600)).starts_with("gives up if it lasts beyond 2026-1")
        );
        assert_eq!(outcome_below(0.4), "under 40 % of its strength would survive");
    }

    #[test]
    fn orders_to_build_say_how_many_where_and_when() {
        let what = BuiltClass::Ship(ClassId::FIRST);
        let one = BuildReason { what, body: BodyId(3), count: 1, tick: 30, why: String::new() };
        assert_eq!(words().build(&one), "cruiser at Rowan");
        assert!(words().ordered(&one).starts_with("ordered on 2026-11-"), "{}", words().ordered(&one));
        let more = BuildReason { count: 3, ..one };
        assert_eq!(words().build(&more), "3 cruisers at Rowan");
        assert!(words().ordered(&more).starts_with("last ordered on "));
    }

    #[test]
    fn fears_name_places_as_far_as_there_are_any() {
        let some = |body: Option<BodyId>, count: u32| Feared { body, class: ClassId::FIRST, count };
        assert_eq!(words().fears(&[]), "");
        assert_eq!(
            words().fears(&[some(None, 1), some(Some(BodyId(3)), 4)]),
            "fears ships that it has not seen: 1 cruiser anywhere and 4 cruisers at Rowan"
        );
    }
}
