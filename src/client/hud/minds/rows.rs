//! The plans of a mind in words: its operations and the goals that it considers, as rows with a sign for what is done,
//! a bar for the odds, and the reasons below, set in. The numbers of the program are in the tips.

use bevy::prelude::*;

use super::noticed::unnoticed;
use crate::client::frame::{capital, coming_words, date_words, duration, time_left};
use crate::client::widgets::{Cell, Icon, QUIET, Row, STRONG};
use crate::level::{Skill, counted};
use crate::sim::{BodyId, Calendar, Choice, Mind, Operation, OperationKind, Stage};

/// The most goals of a mind that are shown.
const MOST_GOALS: usize = 6;
/// Width of the room before reasons, which begin with the words of the button above them, pixels.
const INDENT: f32 = 20.0;
/// Width of the bar of the odds, pixels.
const BAR: f32 = 44.0;
/// Explains the orders in hand.
const ORDERS_TIP: &str =
    "The difficulty limits the orders of an AI player in a minute: new ones come with time.";
/// Explains the points of a goal.
const POINTS_TIP: &str = "What a goal is worth to the AI player, against its cost and its risk.";

/// A press on a line: looks at a body.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LookAt(pub(super) BodyId);

/// The names and dates that the words need.
pub struct PlanWords<'a> {
    /// The name of a body.
    pub body: &'a dyn Fn(BodyId) -> &'a str,
    /// The present moment.
    pub calendar: &'a Calendar,
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
    fn times_left(&self, operation: &Operation) -> String {
        let arrives = if operation.stage == Stage::Act { 0 } else { operation.arrives_tick };
        let left = |what: &str, tick: u64| -> Option<String> {
            let left = time_left(self.calendar.clock.jd_at(tick), self.calendar)?;
            self.is_to_come(tick).then(|| format!("{what} {left}"))
        };
        let words = [left("departs", operation.departs_tick), left("arrives", arrives)];
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

    /// The stage of an operation, its dates and its odds.
    pub fn course(&self, operation: &Operation) -> String {
        let parts = [Some(self.stage(operation)), odds_words(operation)];
        parts.into_iter().flatten().collect::<Vec<String>>().join(", ")
    }

    /// The stage of an operation, and its dates.
    fn stage(&self, operation: &Operation) -> String {
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
            (_, tick) => Some(format!("arrives {}", self.date(tick))),
        };
        let parts = [Some(stage), Some(ships), departs, arrives];
        parts.into_iter().flatten().collect::<Vec<String>>().join(", ")
    }
}

/// The share of its strength that an operation expected to keep, and what it expects now, if that differs; `None`
/// without odds. A defence also begins where defeat is likely.
fn odds_words(operation: &Operation) -> Option<String> {
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

/// The lines of a mind: its deeds so far, its operations and the goals that it declined. `skill`: how well it plays.
pub(super) fn rows_of(mind: Option<&Mind>, skill: Option<&Skill>, words: &PlanWords) -> Vec<Row<LookAt>> {
    let Some(mind) = mind else { return vec![note("No plans yet.")] };
    let numbers = numbers(mind, skill, words.calendar.tick);
    let mut rows = vec![Row::of(vec![Cell::words(past(mind), QUIET).wrapped().with_tip(numbers)])];
    if mind.operations.is_empty() {
        rows.push(note("No operation is under way."));
    }
    for operation in &mind.operations {
        let button = heading(&words.operation(operation), operation.kind, operation.target, operation.score);
        rows.push(Row { is_heading: true, ..Row::of(with_odds(button, operation)) });
        let course = Cell::words(sentences([&words.stage(operation), &operation.why]), QUIET).wrapped();
        rows.push(set_in(course.with_tip(words.times_left(operation))));
    }
    let mut goals = mind.open_goals().take(MOST_GOALS).peekable();
    if goals.peek().is_some() {
        let head = Cell::words("Goals it declined, the best first", STRONG).with_tip(POINTS_TIP);
        rows.push(Row { is_heading: true, ..Row::of(vec![head]) });
    }
    for goal in goals {
        let button = heading(&words.goal(goal), goal.kind, goal.target, goal.score).colored(QUIET);
        rows.push(Row { is_heading: true, ..Row::of(vec![button]) });
        rows.push(set_in(Cell::words(sentences([&goal.why]), QUIET).wrapped()));
    }
    rows
}

/// The button of an operation, and a bar for its odds at the right, if it has any.
fn with_odds(button: Cell<LookAt>, operation: &Operation) -> Vec<Cell<LookAt>> {
    let Some(odds) = odds_words(operation) else { return vec![button] };
    let bar = Cell::bar(operation.odds_now as f32, BAR).with_tip(sentences([&odds]));
    vec![button, Cell::words("", QUIET), bar]
}

/// Words below a button, which begin with its words.
fn set_in(words: Cell<LookAt>) -> Row<LookAt> {
    Row::of(vec![Cell::column("", QUIET, INDENT), words])
}

/// Quiet words that may take several lines.
fn note(words: impl Into<String>) -> Row<LookAt> {
    Row::of(vec![Cell::words(words, QUIET).wrapped()])
}

/// A sentence for each text that is not empty.
fn sentences<const COUNT: usize>(words: [&str; COUNT]) -> String {
    let said = words.into_iter().filter(|words| !words.is_empty());
    said.map(|words| format!("{}.", capital(words))).collect::<Vec<String>>().join(" ")
}

/// The deeds of a mind so far.
fn past(mind: &Mind) -> String {
    let opening = if mind.opening.is_empty() { String::new() } else { format!("opening: {}", mind.opening) };
    let attacks = match mind.record.attacks {
        0 => "no attack yet".to_owned(),
        attacks => format!("{}, {} won", counted(attacks as usize, "attack"), mind.record.won),
    };
    sentences([&opening, &attacks])
}

/// The numbers of a mind, for its tip: its orders so far and those that it may give now, and its knowledge of others.
fn numbers(mind: &Mind, skill: Option<&Skill>, tick: u64) -> String {
    let record = mind.record;
    let given = counted(record.orders as usize, "order");
    let refused = if record.refused == 0 { String::new() } else { format!(", {} refused", record.refused) };
    let insight = skill.map(|skill| insight(mind, skill, tick)).unwrap_or_default();
    let told =
        sentences([&format!("{given} given{refused}"), &orders_in_hand(mind.attention, skill), &insight]);
    format!("{told} {ORDERS_TIP}")
}

/// How much a mind knows of others, how late, and how wrong it may be: `"12 foreign units known, 3 of them not noticed
/// yet; notices what is new after 8 s; misjudges strength by up to 40 %"`.
fn insight(mind: &Mind, skill: &Skill, tick: u64) -> String {
    let known = counted(mind.sightings.len(), "foreign unit");
    let late = match unnoticed(mind, Some(skill), tick) {
        0 => String::new(),
        late => format!(", {late} of them not noticed yet"),
    };
    let error = match (100.0 * skill.estimate_error).round() as u32 {
        0 => "judges strength correctly".to_owned(),
        percent => format!("misjudges strength by up to {percent} %"),
    };
    format!("{known} known{late}; notices what is new after {} s; {error}", skill.reaction_s)
}

/// The orders that a mind may give at once, their limit, and the time until the next one: `"orders in hand: 3 of 4,
/// next in 6 s"`.
fn orders_in_hand(attention: f64, skill: Option<&Skill>) -> String {
    let now = attention.max(0.0).floor();
    let Some(skill) = skill else { return format!("orders in hand: {now:.0}") };
    if attention < skill.burst {
        let next_s = (now + 1.0 - attention) * 60.0 / skill.orders_per_minute;
        return format!("orders in hand: {now:.0} of {:.0}, next in {}", skill.burst, duration(next_s));
    }
    // What an opening leaves over does not come back.
    format!("orders in hand: {now:.0} of {:.0}", skill.burst.max(now))
}

/// A button that looks at a body, above the words about it. Its sign tells what kind of deed it is; its tip says what
/// the mind wants there, and what that is worth to it. 0 points: it was compared with no other goal.
fn heading(words: &str, kind: OperationKind, body: BodyId, points: f64) -> Cell<LookAt> {
    let worth = if points == 0.0 { String::new() } else { format!("worth {points:.1} points to it") };
    let tip = sentences([kind.aim(), &worth, "a click looks there"]);
    Cell::button(capital(words), LookAt(body)).with_icon(sign_of(kind)).with_tip(tip)
}

/// The sign of a kind of operation.
fn sign_of(kind: OperationKind) -> Icon {
    match kind {
        OperationKind::Scout => Icon::Sight,
        OperationKind::Claim => Icon::Build,
        OperationKind::Settle => Icon::Troopers,
        OperationKind::Hold => Icon::Hold,
        OperationKind::Mine => Icon::Rare,
        OperationKind::Take => Icon::Land,
        OperationKind::Raid => Icon::Battle,
        OperationKind::Defend => Icon::Guard,
        OperationKind::Hunt => Icon::Attack,
        OperationKind::Search => Icon::Search,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orbit::GameClock;
    use crate::rules::{Rules, find_assets_dir};
    use crate::sim::{MindRecord, ShipId, Sighting, TargetId};

    fn calendar() -> Calendar {
        let clock = GameClock { epoch_jd: 2_461_365.5, days_per_second: 0.5 };
        Calendar { clock, tick: 300, seed: 0 }
    }

    fn rows(mind: Option<&Mind>) -> Vec<Row<LookAt>> {
        let body = |body: BodyId| if body == BodyId(3) { "Rowan" } else { "Alder" };
        rows_of(mind, None, &PlanWords { body: &body, calendar: &calendar() })
    }

    fn words_of(mind: Option<&Mind>) -> Vec<String> {
        let line = |row: Row<LookAt>| {
            row.cells.into_iter().map(|cell| cell.words).collect::<Vec<String>>().join(" ").trim().to_owned()
        };
        rows(mind).into_iter().map(line).collect()
    }

    fn attack() -> Operation {
        Operation {
            ships: vec![ShipId(1), ShipId(2)],
            landers: vec![ShipId(3)],
            base: Some(BodyId(2)),
            departs_tick: 600,
            arrives_tick: 1_200,
            odds: 0.62,
            odds_now: 0.48,
            why: "its garrison is weak".to_owned(),
            ..Operation::begun(1, OperationKind::Take, BodyId(3), 100)
        }
    }

    #[test]
    fn an_operation_has_its_dates_and_reasons_below_it_and_its_odds_as_a_bar() {
        let mind = Mind { operations: vec![attack()], ..Mind::default() };
        let lines = words_of(Some(&mind));
        let told = rows(Some(&mind));
        let (button, bar) = (&told[1].cells[0], &told[1].cells[2]);
        assert_eq!((button.icon, bar.bar), (Some(Icon::Land), Some(0.48)));
        assert_eq!(bar.tip, "Expected to keep 62 % of its strength, now 48 %.");
        assert!(told[1].cells[1].is_wide, "the bar is at the right");
        let indent = &told[2].cells[0];
        assert_eq!((indent.words.as_str(), indent.column), ("", INDENT));
        assert_eq!(lines[1], "Take Rowan");
        assert!(lines[2].starts_with("Gathers at Alder, 3 ships, departs "), "{}", lines[2]);
        assert!(lines[2].contains(" (10 s)") && lines[2].contains("arrives"), "{}", lines[2]);
        assert!(!lines[2].contains('%'), "{}", lines[2]);
        assert!(lines[2].ends_with(". Its garrison is weak."), "{}", lines[2]);
        let shown = Operation { stage: Stage::Advance, departs_tick: 150, shown_tick: 200, ..attack() };
        let lines = words_of(Some(&Mind { operations: vec![shown], ..Mind::default() }));
        assert!(lines[2].starts_with("In view of its target, 3 ships, departed "), "{}", lines[2]);
    }

    #[test]
    fn later_dates_have_the_time_until_then_in_the_tip() {
        let words = PlanWords { body: &|_| "Rowan", calendar: &calendar() };
        let attack =
            |departs_tick: u64, arrives_tick: u64| Operation { departs_tick, arrives_tick, ..attack() };
        let later = attack(4_800, 9_300);
        assert_eq!(words.times_left(&later), "Departs in 2 min 30 s at ×1. Arrives in 5 min 00 s at ×1.");
        assert!(!words.course(&later).contains('('), "{}", words.course(&later));
        assert_eq!(words.times_left(&attack(600, 1_200)), "", "the dates have it");
        assert_eq!(words.times_left(&Operation { stage: Stage::Act, ..attack(0, 9_300) }), "");
    }

    #[test]
    fn points_are_in_the_tips_of_what_is_pursued_and_of_what_is_declined() {
        let tips = |score: f64| {
            let operations = vec![Operation { score, ..attack() }];
            let choices = vec![Choice::declined(OperationKind::Take, BodyId(2), 4.2, "near".to_owned())];
            let rows = rows(Some(&Mind { operations, choices, ..Mind::default() }));
            [1, 4].map(|row: usize| rows[row].cells[0].tip.clone())
        };
        let [pursued, declined] = tips(7.3);
        assert!(pursued.contains("Worth 7.3 points to it."), "{pursued}");
        assert!(declined.contains("Worth 4.2 points to it."), "{declined}");
        assert!(!tips(0.0)[0].contains("points"), "its goal was compared with no other");
    }

    #[test]
    fn every_kind_of_operation_has_a_sign_of_its_own() {
        use OperationKind::{Claim, Defend, Hold, Hunt, Mine, Raid, Scout, Search, Settle, Take};
        let kinds = [Scout, Claim, Settle, Hold, Mine, Take, Raid, Defend, Hunt, Search];
        let signs = kinds.map(sign_of);
        assert!((1..signs.len()).all(|at| !signs[..at].contains(&signs[at])), "{signs:?}");
    }

    #[test]
    fn a_guard_has_the_date_at_which_it_leaves() {
        let guard = Operation {
            kind: OperationKind::Defend,
            stage: Stage::Act,
            base: None,
            arrives_tick: 0,
            ..attack()
        };
        let lines = words_of(Some(&Mind { operations: vec![guard], ..Mind::default() }));
        assert!(lines[2].starts_with("At its target, 3 ships, departs "), "{}", lines[2]);
        assert!(lines[2].contains(" (10 s)"), "{}", lines[2]);
    }

    /// A column never ends with a heading.
    #[test]
    fn an_operation_and_a_goal_stay_with_the_words_about_them() {
        let choices = vec![Choice::declined(OperationKind::Take, BodyId(2), 4.2, "near and rich".to_owned())];
        let mind = Mind { operations: vec![attack()], choices, ..Mind::default() };
        let words = PlanWords { body: &|_| "Rowan", calendar: &calendar() };
        let rows = rows_of(Some(&mind), None, &words);
        let headings: Vec<bool> = rows.iter().map(|row| row.is_heading).collect();
        assert_eq!(headings, [false, true, false, true, true, false]);
    }

    #[test]
    fn goals_have_reasons() {
        let choice =
            |score: f64| Choice::declined(OperationKind::Take, BodyId(2), score, "near and rich".to_owned());
        let choices = vec![choice(75.5), choice(4.217)];
        let lines = words_of(Some(&Mind { choices, ..Mind::default() }));
        assert_eq!(
            lines[2..],
            [
                "Goals it declined, the best first",
                "Take Alder",
                "Near and rich.",
                "Take Alder",
                "Near and rich.",
            ]
        );
    }

    #[test]
    fn a_goal_that_is_pursued_is_shown_once() {
        let goal = Choice::declined(OperationKind::Take, BodyId(3), 9.0, "near and rich".to_owned());
        let mind = Mind { operations: vec![attack()], choices: vec![goal], ..Mind::default() };
        let lines = words_of(Some(&mind));
        assert_eq!(lines.iter().filter(|line| line.contains("Take Rowan")).count(), 1, "{lines:?}");
        assert!(!lines.iter().any(|line| line.contains("declined")), "{lines:?}");
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
    fn a_mind_without_plans_says_so() {
        assert_eq!(words_of(None), ["No plans yet."]);
        let record = MindRecord { orders: 4, ..MindRecord::default() };
        let mind = Mind { record, attention: 2.4, ..Mind::default() };
        assert_eq!(words_of(Some(&mind)), ["No attack yet.", "No operation is under way."]);
        let tip = &rows(Some(&mind))[0].cells[0].tip;
        assert!(tip.starts_with("4 orders given. Orders in hand: 2. "), "{tip}");
        let record = MindRecord { orders: 1, refused: 1, attacks: 2, won: 1, ..record };
        let mind = Mind { record, opening: "three cruisers".to_owned(), ..Mind::default() };
        assert_eq!(words_of(Some(&mind))[0], "Opening: three cruisers. 2 attacks, 1 won.");
        let tip = &rows(Some(&mind))[0].cells[0].tip;
        assert!(tip.starts_with("1 order given, 1 refused. Orders in hand: 0. "), "{tip}");
    }

    #[test]
    fn what_a_mind_knows_of_others_depends_on_its_skill() {
        let rules = Rules::load(&find_assets_dir().expect("assets")).expect("sound rules");
        let sighting = |ship: u32, since_tick: u64| Sighting { id: TargetId::Ship(ShipId(ship)), since_tick };
        let mind = Mind { sightings: vec![sighting(1, 10), sighting(2, 290)], ..Mind::default() };
        let words = |skill: &str| {
            let skill = rules.minds.skill(skill).expect("it is shipped").clone();
            insight(&mind, &Skill { reaction_s: 5.0, estimate_error: 0.4, ..skill }, 300)
        };
        let known = "2 foreign units known, 1 of them not noticed yet; notices what is new after 5 s";
        assert_eq!(words("newcomer"), format!("{known}; misjudges strength by up to 40 %"));
        let merciless = rules.minds.skill("merciless").expect("it is shipped");
        let told = insight(&mind, &Skill { reaction_s: 0.2, estimate_error: 0.0, ..merciless.clone() }, 300);
        assert_eq!(told, "2 foreign units known; notices what is new after 0.2 s; judges strength correctly");
    }

    #[test]
    fn orders_in_hand_come_back_with_time() {
        let rules = Rules::load(&find_assets_dir().expect("assets")).expect("sound rules");
        let skill = Skill { orders_per_minute: 10.0, burst: 4.0, ..rules.minds.skills[0].clone() };
        let words = |attention: f64| orders_in_hand(attention, Some(&skill));
        assert_eq!(words(3.0), "orders in hand: 3 of 4, next in 6 s");
        assert_eq!(words(0.5), "orders in hand: 0 of 4, next in 3 s");
        assert_eq!(words(4.0), "orders in hand: 4 of 4");
        assert_eq!(words(9.0), "orders in hand: 9 of 9", "its opening leaves some over");
    }
}
