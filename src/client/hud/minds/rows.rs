//! The plans of a mind as rows: its operations, what it had built, and the goals that it declined, with a sign for what
//! is done, a bar for the odds, and the reasons below, set in.

use bevy::prelude::*;

use super::noticed::unnoticed;
use super::words::{PlanWords, odds_words, sentences};
use crate::ai::misjudgement;
use crate::client::frame::{capital, duration};
use crate::client::hud::layout::fitting::cut_to_width;
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{Cell, Icon, QUIET, Row, TITLE};
use crate::level::{Skill, counted, ordinal};
use crate::sim::{BodyId, BuiltClass, Calendar, FactionId, Mind, Operation, OperationKind, Stage};

/// The most goals of a mind that are shown.
const MOST_GOALS: usize = 6;
/// Width of the room before reasons, which begin with the words of the button above them, pixels.
const INDENT: f32 = 20.0;
/// Width of the bar of the odds, pixels.
const BAR: f32 = 44.0;
/// Room for the words of a button beside its sign and a bar, pixels.
const HEADING_ROOM: f32 = 225.0;
/// Explains the orders in hand.
const ORDERS_TIP: &str =
    "The difficulty limits the orders of an AI player in a minute: new ones come with time.";
/// The effect of a press on a line.
const LOOK: &str = "a click looks there";
/// Explains the rank of a goal.
const RANK_TIP: &str = "Goals are ranked by what they are worth to the AI player, against cost and risk; those that \
                        it pursues, by what they were worth when they began.";

/// A press on a line: looks at a body.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LookAt(pub(super) BodyId);

/// The lines of a faction's mind: its deeds so far, its operations, what it had built, and the goals that it declined.
/// `skill`: how well it plays.
pub(super) fn rows_of(
    (faction, mind): (FactionId, Option<&Mind>),
    skill: Option<&Skill>,
    words: &PlanWords,
) -> Vec<Row<LookAt>> {
    let Some(mind) = mind else { return vec![note("No plans yet.")] };
    let numbers = numbers(mind, skill, words.calendar.tick);
    let ([opening, attacks], fears) = (past(mind), words.fears(&mind.feared));
    let past = sentences([&opening, &attacks, &fears]);
    let mut rows = vec![Row::of(vec![Cell::words(past, QUIET).wrapped().with_tip(numbers)])];
    if mind.operations.is_empty() {
        rows.push(note("No operation is under way."));
    }
    for operation in &mind.operations {
        let button = deed(&words.operation(operation), operation.kind, operation.target);
        rows.push(Row { is_heading: true, ..Row::of(with_odds(button, operation)) });
        let error = skill.map_or(0.0, |skill| error(faction, skill, operation, words));
        let [stage, gives_up] = [words.stage(operation), words.gives_up(operation)];
        let rank = rank_words(operation.score, mind);
        let about = [&stage, &rank, &operation.why, &error_words(error), &gives_up];
        let course = Cell::words(sentences(about.map(String::as_str)), QUIET).wrapped();
        rows.push(set_in(course.with_tip(words.times_left(operation))));
    }
    rows.extend(builds(mind, words));
    rows.extend(goals(mind, words));
    rows
}

/// What a mind had built lately, the newest order first.
fn builds(mind: &Mind, words: &PlanWords) -> Vec<Row<LookAt>> {
    let mut rows: Vec<Row<LookAt>> = Vec::new();
    if !mind.builds.is_empty() {
        rows.push(section(Cell::words("What it had built, the newest first", TITLE)));
    }
    for reason in mind.builds.iter().rev() {
        let sign = match reason.what {
            BuiltClass::Ship(_) => Icon::Yard,
            BuiltClass::Structure(_) => Icon::Build,
        };
        let button = heading(&words.build(reason), sign, reason.body).with_tip(sentences([LOOK]));
        rows.push(section(button.colored(QUIET)));
        rows.push(set_in(Cell::words(sentences([&reason.why, &words.ordered(reason)]), QUIET).wrapped()));
    }
    rows
}

/// The best of the goals that a mind declined.
fn goals(mind: &Mind, words: &PlanWords) -> Vec<Row<LookAt>> {
    let mut goals = mind.open_goals().take(MOST_GOALS).peekable();
    let mut rows: Vec<Row<LookAt>> = Vec::new();
    if goals.peek().is_some() {
        rows.push(section(Cell::words("Goals it declined, the best first", TITLE).with_tip(RANK_TIP)));
    }
    for goal in goals {
        rows.push(section(deed(&words.goal(goal), goal.kind, goal.target).colored(QUIET)));
        let why = sentences([&rank_words(goal.score, mind), &goal.why]);
        rows.push(set_in(Cell::words(why, QUIET).wrapped().with_tip(RANK_TIP)));
    }
    rows
}

/// The rank of a goal with this score among all that a mind pursues or declined, `"2nd of 7 goals by worth"`; empty for
/// a score of 0, which was compared with no other, and for the only goal.
fn rank_words(score: f64, mind: &Mind) -> String {
    let pursued = mind.operations.iter().map(|operation| operation.score);
    let scores = pursued.chain(mind.open_goals().map(|goal| goal.score)).filter(|other| *other != 0.0);
    let (mut all, mut better) = (0, 0);
    for other in scores {
        all += 1;
        better += u64::from(other > score);
    }
    if score == 0.0 || all < 2 {
        return String::new();
    }
    format!("{} of {all} goals by worth", ordinal(better + 1))
}

/// By how much a mind overrates the odds of an operation, in shares of strength; 0 if it judges them rightly. They are
/// those of the beginning until it departs. Where a mind knows no foe it expects no loss, whatever its error. A hunt is
/// judged without one.
fn error(faction: FactionId, skill: &Skill, operation: &Operation, words: &PlanWords) -> f64 {
    let has_odds = odds_words(operation).is_some() && operation.kind != OperationKind::Hunt;
    if !has_odds || operation.odds_now >= 1.0 {
        return 0.0;
    }
    let Calendar { tick, seed, .. } = *words.calendar;
    let judged_tick = if operation.stage < Stage::Advance { operation.begun_tick } else { tick };
    misjudgement(skill, faction, operation.target, (seed, judged_tick))
}

/// An error of odds in words; empty if it is none to speak of.
fn error_words(error: f64) -> String {
    let percent = (100.0 * error.abs()).round() as u32;
    match (percent, error > 0.0) {
        (0, _) => String::new(),
        (_, true) => format!("judges its odds {percent} % too high"),
        (_, false) => format!("judges its odds {percent} % too low"),
    }
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

/// The deeds of a mind so far.
fn past(mind: &Mind) -> [String; 2] {
    let opening = if mind.opening.is_empty() { String::new() } else { format!("opening: {}", mind.opening) };
    let attacks = match mind.record.attacks {
        0 => "no attack yet".to_owned(),
        attacks => format!("{}, {} won", counted(attacks as usize, "attack"), mind.record.won),
    };
    [opening, attacks]
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

/// A row above the words about it.
fn section(cell: Cell<LookAt>) -> Row<LookAt> {
    Row { is_heading: true, ..Row::of(vec![cell]) }
}

/// A button that looks at the body of a deed, above the words about it. Its sign tells what kind of deed it is; its tip
/// says what the mind wants there.
fn deed(words: &str, kind: OperationKind, body: BodyId) -> Cell<LookAt> {
    heading(words, sign_of(kind), body).with_tip(sentences([kind.aim(), LOOK]))
}

/// A button that looks at a body.
fn heading(words: &str, sign: Icon, body: BodyId) -> Cell<LookAt> {
    let words = cut_to_width(&capital(words), HEADING_ROOM, SMALL_PIXELS);
    Cell::button(words, LookAt(body)).with_icon(sign)
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
    use crate::sim::{BuildReason, Choice, ClassId, Feared, MindRecord, ShipId, Sighting, TargetId};

    const ME: FactionId = FactionId(0);

    fn calendar() -> Calendar {
        let clock = GameClock { epoch_jd: 2_461_365.5, days_per_second: 0.5 };
        Calendar { clock, tick: 300, seed: 0 }
    }

    fn rows(mind: Option<&Mind>) -> Vec<Row<LookAt>> {
        let body = |body: BodyId| if body == BodyId(3) { "Rowan" } else { "Alder" };
        let class = |class: BuiltClass| match class {
            BuiltClass::Ship(_) => "cruiser",
            BuiltClass::Structure(_) => "trade station",
        };
        rows_of((ME, mind), None, &PlanWords { body: &body, class: &class, calendar: &calendar() })
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
        assert!(
            lines[2].contains(". Its garrison is weak. Gives up if its ships are needed"),
            "{}",
            lines[2]
        );
        let shown = Operation { stage: Stage::Advance, departs_tick: 150, shown_tick: 200, ..attack() };
        let lines = words_of(Some(&Mind { operations: vec![shown], ..Mind::default() }));
        assert!(lines[2].starts_with("In view of its target, 3 ships, departed "), "{}", lines[2]);
    }

    #[test]
    fn ranks_stand_before_the_reasons_for_what_is_pursued_and_what_is_declined() {
        let told = |score: f64| {
            let operations = vec![Operation { score, ..attack() }];
            let choices = vec![Choice::declined(OperationKind::Take, BodyId(2), 4.2, "near".to_owned())];
            let lines = words_of(Some(&Mind { operations, choices, ..Mind::default() }));
            [2, 5].map(|row: usize| lines[row].clone())
        };
        let [pursued, declined] = told(7.3);
        assert!(pursued.contains(". 1st of 2 goals by worth. Its garrison is weak."), "{pursued}");
        assert_eq!(declined, "2nd of 2 goals by worth. Near.");
        let [pursued, declined] = told(0.0);
        assert!(!pursued.contains("goals"), "its goal was compared with no other");
        assert_eq!(declined, "Near.", "and this one is the only one");
    }

    #[test]
    fn what_was_built_has_its_reasons() {
        let reason = |what: BuiltClass, body: usize, count: u32| BuildReason {
            what,
            body: BodyId(body),
            count,
            tick: 30,
            why: "pays itself back in 40 s".to_owned(),
        };
        let [ship, structure] = [BuiltClass::Ship(ClassId::FIRST), BuiltClass::Structure(ClassId::FIRST)];
        let mind = Mind { builds: vec![reason(ship, 3, 1), reason(structure, 2, 3)], ..Mind::default() };
        let lines = words_of(Some(&mind));
        assert_eq!(lines[2..4], ["What it had built, the newest first", "3 trade stations at Alder"]);
        assert!(lines[4].starts_with("Pays itself back in 40 s. Last ordered on 2026-11-"), "{}", lines[4]);
        assert_eq!(lines[5], "Cruiser at Rowan");
        let told = rows(Some(&mind));
        assert_eq!([3, 5].map(|row: usize| told[row].cells[0].icon), [Some(Icon::Build), Some(Icon::Yard)]);
    }

    #[test]
    fn what_is_feared_unseen_is_told() {
        let feared = vec![Feared { body: Some(BodyId(3)), class: ClassId::FIRST, count: 4 }];
        let line = words_of(Some(&Mind { feared, ..Mind::default() })).remove(0);
        assert_eq!(line, "No attack yet. Fears ships that it has not seen: 4 cruisers at Rowan.");
    }

    #[test]
    fn wrong_odds_say_by_how_much() {
        assert_eq!(error_words(0.124), "judges its odds 12 % too high");
        assert_eq!(error_words(-0.3), "judges its odds 30 % too low");
        assert_eq!(error_words(0.004), "");
        let rules = Rules::load(&find_assets_dir().expect("assets")).expect("sound rules");
        let skill = Skill { estimate_error: 0.4, ..rules.minds.skills[0].clone() };
        let (body, calendar) = (|_: BodyId| "Rowan", calendar());
        let words = PlanWords { body: &body, class: &|_| "cruiser", calendar: &calendar };
        let of = |kind: OperationKind, odds_now: f64| {
            error(ME, &skill, &Operation { kind, odds_now, ..attack() }, &words)
        };
        let expected = misjudgement(&skill, ME, BodyId(3), (0, 100));
        assert!(expected != 0.0 && expected.abs() <= 0.4, "{expected}");
        assert_eq!(of(OperationKind::Take, 0.5), expected);
        assert_eq!([of(OperationKind::Hunt, 0.5), of(OperationKind::Take, 1.0)], [0.0; 2]);
    }

    #[test]
    fn long_names_are_cut() {
        let name = "W".repeat(64);
        let button = heading(&name, Icon::Build, BodyId(3));
        assert!(button.room() + BAR <= crate::client::hud::layout::places::PANEL_WORDS, "{}", button.words);
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
        let rows = rows(Some(&mind));
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
                "1st of 2 goals by worth. Near and rich.",
                "Take Alder",
                "2nd of 2 goals by worth. Near and rich.",
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
