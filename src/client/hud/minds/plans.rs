//! The plans of minds: the goals that each considers, and its operations, with its reasons.
//!
//! Plans are secrets. A spectator sees them, a viewer to whom the level reveals everything, and everybody after the
//! war.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;
use bevy::ui_widgets::Activate;

use crate::client::frame::{
    FrameSystems, InputSystems, PollTimer, Toasts, WheelTaken, capital, date_words, duration, player_words,
};
use crate::client::hud::layout::places::{CoversSky, PANEL_CORNER, PANEL_WIDTH, PlanetPanel, PlansPanel};
use crate::client::hud::layout::plans_place::plans_place;
use crate::client::input::{EscapeLadder, Rung};
use crate::client::models::FactionColors;
use crate::client::scene::labels::stacks::counted;
use crate::client::settings::{Action, Actions};
use crate::client::view::{FocusTarget, Looking, Onlooker, ViewCamera};
use crate::client::widgets::panel::panel;
use crate::client::widgets::{
    Cell, HEADING_PIXELS, PANEL, QUIET, Row, Rows, STRONG, WORDS, show, spawn_scroll, title,
};
use crate::client::worlds::{AppState, Kept, Playback, SetUpSystems, is_replay};
use crate::level::Skill;
use crate::orbit::{GameClock, TICKS_PER_SECOND};
use crate::sim::outcome::Verdict;
use crate::sim::visibility::Viewer;
use crate::sim::{
    BodyId, Calendar, Choice, Factions, Mind, MindCatalog, Minds, Operation, OperationKind, Seats, Sky, Stage,
};

/// The most goals of a mind that are shown.
const MOST_GOALS: usize = 6;
/// What orders in hand are.
const ORDERS_TIP: &str =
    "A mind gives no more orders in a minute than its skill allows: new ones come with time.";
/// What the points of a goal are.
const POINTS_TIP: &str = "What a goal is worth to the mind, against its cost and its risk.";
/// The answer to a player in a war.
const SECRET: &str = "The plans of the minds are secret until the war is decided; spectators see them";

/// Whether the panel is open. It stays so while a replay is sought through.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlansOpen(bool);

/// Marks the column of its rows.
#[derive(Component)]
struct PlansRows;

/// A press on a line: looks at a body.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
struct LookAt(BodyId);

/// Adds the panel.
pub fn plugin(app: &mut App) {
    app.init_resource::<PlansOpen>().on_escape(Rung::Plans, close);
    app.add_observer(look);
    app.add_systems(OnEnter(AppState::Playing), spawn_panel.in_set(SetUpSystems::Frames));
    let begin_closed = begin_closed.in_set(SetUpSystems::Frames).run_if(not(is_replay));
    app.add_systems(OnEnter(AppState::Playing), begin_closed);
    app.add_systems(Update, toggle.in_set(InputSystems::Panel));
    app.add_systems(Update, take_wheel.in_set(InputSystems::Select));
    app.add_systems(PostUpdate, fit.in_set(FrameSystems::Label));
    app.add_systems(PostUpdate, write.in_set(FrameSystems::Panel));
}

/// Opens the panel, in a world that has been entered.
pub fn open_plans(mut open: ResMut<PlansOpen>) {
    open.0 = true;
}

/// Whether a viewer may see the plans of minds.
pub fn may_see_plans(viewer: Viewer, verdict: &Verdict) -> bool {
    viewer == Viewer::Everything || verdict.0.is_some()
}

/// Query bundle for whether the plans are shown.
#[derive(SystemParam)]
pub struct PlansShown<'w> {
    open: Res<'w, PlansOpen>,
    onlooker: Res<'w, Onlooker>,
    verdict: Res<'w, Verdict>,
}

impl PlansShown<'_> {
    /// Whether the panel is open, and the viewer may see plans.
    pub fn now(&self) -> bool {
        self.open.0 && may_see_plans(self.onlooker.0, &self.verdict)
    }
}

fn spawn_panel(mut commands: Commands) {
    let plate = commands
        .spawn((
            (panel(px(PANEL_WIDTH)), PlansPanel, CoversSky),
            (RelativeCursorPosition::default(), GlobalZIndex(5)),
        ))
        .id();
    // Words below it must not show through its own.
    commands.entity(plate).insert(BackgroundColor(PANEL.with_alpha(1.0)));
    commands.entity(plate).entry::<Node>().and_modify(|mut node| {
        node.position_type = PositionType::Absolute;
        node.display = Display::None;
        (node.right, node.top) = (px(PANEL_CORNER.x), px(PANEL_CORNER.y));
        node.padding = UiRect::all(px(12));
    });
    commands.spawn((title("Plans of the opponents", HEADING_PIXELS, STRONG), ChildOf(plate)));
    spawn_scroll(&mut commands, plate, (PlansRows, Rows::<LookAt>::default()));
}

/// Places it beside the planet panel or below it, and ends it above the map.
fn fit(
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    panel: Option<Single<&Visibility, With<PlanetPanel>>>,
    mut plate: Single<&mut Node, With<PlansPanel>>,
) {
    let screen = view.screen(ui_scale.0);
    let has_panel = panel.is_some_and(|panel| **panel != Visibility::Hidden);
    let place = plans_place(screen, has_panel);
    let (right, top, most): (Val, Val, Val) = (px(place.right), px(place.top), px(place.most));
    if (plate.right, plate.top, plate.max_height) != (right, top, most) {
        (plate.right, plate.top, plate.max_height) = (right, top, most);
    }
}

/// A game begins with it closed. One that goes back keeps it, where plans are no secret.
fn begin_closed(
    playback: Option<Res<Playback>>,
    onlooker: Res<Onlooker>,
    verdict: Res<Verdict>,
    mut open: ResMut<PlansOpen>,
) {
    open.0 &= playback.is_some() && may_see_plans(onlooker.0, &verdict);
}

/// Esc closes it.
fn close(mut open: ResMut<PlansOpen>) -> bool {
    std::mem::take(&mut open.0)
}

/// The key opens and closes it.
fn toggle(
    actions: Actions,
    onlooker: Res<Onlooker>,
    verdict: Res<Verdict>,
    mut open: ResMut<PlansOpen>,
    mut toasts: ResMut<Toasts>,
) {
    if !actions.just_pressed(&Action::ShowPlans) {
        return;
    }
    if may_see_plans(onlooker.0, &verdict) {
        open.0 = !open.0;
    } else {
        toasts.say(SECRET);
    }
}

/// The wheel over it is its own, and does not zoom.
fn take_wheel(
    plate: Single<(&RelativeCursorPosition, &Node), With<PlansPanel>>,
    mut taken: ResMut<WheelTaken>,
) {
    let (cursor, node) = *plate;
    if node.display != Display::None && cursor.cursor_over() {
        taken.set_if_neq(WheelTaken(true));
    }
}

/// A press on a line looks at its body.
fn look(press: On<Activate>, lines: Query<&LookAt>, mut looking: Looking) {
    if let Ok(LookAt(body)) = lines.get(press.entity) {
        looking.look_at(FocusTarget::Body(*body));
    }
}

/// Query bundle for plans, and for whether they may be seen.
#[derive(SystemParam)]
struct Plans<'w> {
    onlooker: Res<'w, Onlooker>,
    verdict: Res<'w, Verdict>,
    minds: Res<'w, Minds>,
    seats: Res<'w, Seats>,
    factions: Res<'w, Factions>,
    colors: Res<'w, FactionColors>,
    sky: Res<'w, Sky>,
    calendar: Res<'w, Calendar>,
    catalog: Res<'w, MindCatalog>,
}

impl Plans<'_> {
    /// The rows of all minds; none if they may not be seen.
    fn rows(&self) -> Vec<Row<LookAt>> {
        if !may_see_plans(self.onlooker.0, &self.verdict) {
            return Vec::new();
        }
        let bodies = &self.sky.system.bodies;
        let body = |body: BodyId| bodies.get(body).map_or("nowhere", |body| body.name.as_str());
        let words = PlanWords { body: &body, clock: &self.calendar.clock, tick: self.calendar.tick };
        let mut rows = Vec::new();
        for (faction, known) in self.factions.0.iter_enumerated() {
            let mind = self.minds.0.get(faction).and_then(Option::as_ref);
            let seat = self.seats.0.get(faction);
            if mind.is_none() && seat.is_none_or(|seat| seat.mind.is_none()) {
                continue;
            }
            let name = player_words(known, seat).unwrap_or_else(|| known.name.clone());
            rows.push(Row::of(vec![Cell::words(name, self.colors.of(faction)).wrapped()]));
            let choice = seat.and_then(|seat| seat.mind.as_ref());
            let skill = choice.and_then(|choice| self.catalog.0.skill(&choice.skill));
            rows.extend(rows_of(mind, skill, &words));
        }
        if rows.is_empty() {
            rows.push(Row::words("No mind plays in this game", QUIET));
        }
        rows
    }
}

/// Writes the rows, a few times a second.
fn write(
    mut commands: Commands,
    shown: PlansShown,
    plans: Plans,
    time: Res<Time<Real>>,
    mut plate: Single<&mut Node, With<PlansPanel>>,
    rows: Single<(Entity, &mut Rows<LookAt>), With<PlansRows>>,
    mut beat: Kept<PollTimer>,
) {
    let is_open = shown.now();
    let was_open = plate.display != Display::None;
    show(&mut plate, is_open);
    let is_due = beat.now().is_due(time.elapsed_secs_f64());
    if is_open && (is_due || !was_open) {
        let (column, mut rows) = rows.into_inner();
        rows.show(&mut commands, column, plans.rows());
    }
}

/// The names and dates that the words need.
pub struct PlanWords<'a> {
    /// The name of a body.
    pub body: &'a dyn Fn(BodyId) -> &'a str,
    /// The clock of the world.
    pub clock: &'a GameClock,
    /// The present tick.
    pub tick: u64,
}

impl PlanWords<'_> {
    /// A date, and the time until then if it is to come.
    fn date(&self, tick: u64) -> String {
        let date = date_words(self.clock.jd_at(tick));
        if tick <= self.tick {
            return date;
        }
        format!("{date} (in {})", duration((tick - self.tick) as f64 / TICKS_PER_SECOND))
    }

    /// An operation, `"take Rowan"`.
    pub fn operation(&self, operation: &Operation) -> String {
        format!("{} {}", operation.kind.verb(), (self.body)(operation.target))
    }

    /// A goal, `"claim Burr"`.
    pub fn goal(&self, choice: &Choice) -> String {
        format!("{} {}", choice.kind.verb(), (self.body)(choice.target))
    }

    /// The reason for a deed at a body. Its line names the body already.
    fn reason<'a>(&self, why: &'a str, body: BodyId) -> &'a str {
        let rest = why.strip_prefix((self.body)(body)).and_then(|rest| rest.strip_prefix(": "));
        rest.unwrap_or(why)
    }

    /// The stage of an operation, its dates and its odds.
    pub fn course(&self, operation: &Operation) -> String {
        let ships = counted(operation.crew().count(), "ship");
        let stage = match (operation.stage, operation.base) {
            (Stage::Gather, Some(base)) => format!("gathers at {}", (self.body)(base)),
            (Stage::Gather, None) => "gathers".to_owned(),
            (Stage::Wait, _) => "waits for its departure".to_owned(),
            (Stage::Advance, _) => "under way".to_owned(),
            (Stage::Act, _) => "at its target".to_owned(),
        };
        let departs = match (operation.stage, operation.departs_tick) {
            (_, 0) => None,
            (Stage::Gather | Stage::Wait, tick) => Some(format!("departs {}", self.date(tick))),
            (Stage::Advance | Stage::Act, tick) => Some(format!("departed {}", self.date(tick))),
        };
        let arrives = match (operation.stage, operation.arrives_tick) {
            (_, 0) => None,
            (Stage::Act, tick) => Some(format!("arrived {}", self.date(tick.min(self.tick)))),
            (_, tick) => Some(format!("arrives {}", self.date(tick))),
        };
        let percent = |odds: f64| (100.0 * odds).round();
        let odds = (operation.kind.is_attack() && operation.odds > 0.0).then(|| {
            let (then, now) = (percent(operation.odds), percent(operation.odds_now));
            format!("expected to keep {then} % of its strength, now {now} %")
        });
        let parts = [Some(stage), Some(ships), departs, arrives, odds];
        parts.into_iter().flatten().collect::<Vec<String>>().join(", ")
    }
}

/// The lines of a mind: what it has done, its operations, and its other goals. `skill`: how well it plays.
fn rows_of(mind: Option<&Mind>, skill: Option<&Skill>, words: &PlanWords) -> Vec<Row<LookAt>> {
    let Some(mind) = mind else { return vec![note("It has not thought yet.")] };
    let mut rows = vec![Row::of(vec![Cell::words(past(mind, skill), QUIET).wrapped().with_tip(ORDERS_TIP)])];
    if mind.operations.is_empty() {
        rows.push(note("No operation is under way."));
    }
    for operation in &mind.operations {
        rows.push(heading(&words.operation(operation), operation.kind, operation.target, WORDS, None));
        rows.push(note(sentences([
            &words.course(operation),
            words.reason(&operation.why, operation.target),
        ])));
    }
    let mut goals = mind.open_goals().take(MOST_GOALS).peekable();
    if goals.peek().is_some() {
        let head = Cell::words("Other goals, the best first", STRONG).with_tip(POINTS_TIP);
        rows.push(Row::of(vec![head]));
    }
    for goal in goals {
        let value = Cell::words(points(goal), QUIET).with_tip(POINTS_TIP);
        rows.push(heading(&words.goal(goal), goal.kind, goal.target, QUIET, Some(value)));
        rows.push(note(sentences([words.reason(&goal.why, goal.target)])));
    }
    rows
}

/// Quiet words that may take several lines.
fn note(words: impl Into<String>) -> Row<LookAt> {
    Row::of(vec![Cell::words(words, QUIET).wrapped()])
}

/// Sentences of some words, without empty ones.
fn sentences<const COUNT: usize>(words: [&str; COUNT]) -> String {
    let told = words.into_iter().filter(|words| !words.is_empty());
    told.map(|words| format!("{}.", capital(words))).collect::<Vec<String>>().join(" ")
}

/// What a mind has done so far, and the orders that it may give now.
fn past(mind: &Mind, skill: Option<&Skill>) -> String {
    let record = mind.record;
    let opening = if mind.opening.is_empty() { String::new() } else { format!("opening: {}", mind.opening) };
    let given = counted(record.orders as usize, "order");
    let refused = if record.refused == 0 { String::new() } else { format!(", {} refused", record.refused) };
    let attacks = match record.attacks {
        0 => "no attack yet".to_owned(),
        attacks => format!("{}, {} won", counted(attacks as usize, "attack"), record.won),
    };
    let done = format!("{given} given{refused}; {attacks}");
    sentences([&opening, &done, &orders_in_hand(mind.attention, skill)])
}

/// The orders that a mind may give at once, of how many, and when the next one comes: `"orders in hand: 3 of 4, next in
/// 6 s"`.
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

/// The worth of a goal, and whether the mind has begun it: `"4.2 points"`.
fn points(goal: &Choice) -> String {
    let begun = if goal.chosen { "begun, " } else { "" };
    format!("{begun}{:.1} points", goal.score)
}

/// A line that leads to a body, with the aim of the deed there in its tip.
fn heading(
    words: &str,
    kind: OperationKind,
    body: BodyId,
    color: Color,
    value: Option<Cell<LookAt>>,
) -> Row<LookAt> {
    let tip = format!("{}. A click looks there.", capital(kind.aim()));
    let button = Cell::button(capital(words), LookAt(body)).colored(color).with_tip(tip);
    Row::of([Some(button), value].into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rules, find_assets_dir};
    use crate::sim::outcome::test_support::decided;
    use crate::sim::{MindRecord, ShipId};

    fn words_of(mind: Option<&Mind>) -> Vec<String> {
        let clock = GameClock { epoch_jd: 2_461_365.5, days_per_second: 0.5 };
        let body = |body: BodyId| if body == BodyId(3) { "Rowan" } else { "Alder" };
        let words = PlanWords { body: &body, clock: &clock, tick: 300 };
        let line = |row: Row<LookAt>| {
            row.cells.into_iter().map(|cell| cell.words).collect::<Vec<String>>().join(" ").trim().to_owned()
        };
        rows_of(mind, None, &words).into_iter().map(line).collect()
    }

    fn attack() -> Operation {
        Operation {
            id: 1,
            kind: OperationKind::Take,
            target: BodyId(3),
            quarry: None,
            place: None,
            ships: vec![ShipId(1), ShipId(2)],
            landers: vec![ShipId(3)],
            base: Some(BodyId(2)),
            stage: Stage::Gather,
            begun_tick: 100,
            stage_tick: 100,
            departs_tick: 600,
            arrives_tick: 1_200,
            strength: 900.0,
            odds: 0.62,
            odds_now: 0.48,
            why: "its garrison is weak".to_owned(),
        }
    }

    #[test]
    fn an_operation_has_its_dates_odds_and_reasons() {
        let mind = Mind { operations: vec![attack()], ..Mind::default() };
        let lines = words_of(Some(&mind));
        assert_eq!(lines[1], "Take Rowan");
        assert!(lines[2].starts_with("Gathers at Alder, 3 ships, departs "), "{}", lines[2]);
        assert!(lines[2].contains("(in 10 s)") && lines[2].contains("arrives"), "{}", lines[2]);
        assert!(lines[2].contains("expected to keep 62 % of its strength, now 48 %"), "{}", lines[2]);
        assert!(lines[2].ends_with(". Its garrison is weak."), "{}", lines[2]);
    }

    #[test]
    fn goals_have_a_worth_and_reasons() {
        let choice = |score: f64, chosen: bool| Choice {
            kind: OperationKind::Claim,
            target: BodyId(2),
            score,
            chosen,
            why: "Alder: near and rich".to_owned(),
        };
        let choices = vec![choice(75.5, false), choice(4.217, true), choice(1.0, false)];
        let lines = words_of(Some(&Mind { choices, ..Mind::default() }));
        assert_eq!(
            lines[2..],
            [
                "Other goals, the best first",
                "Claim Alder 75.5 points",
                "Near and rich.",
                "Claim Alder begun, 4.2 points",
                "Near and rich.",
                "Claim Alder 1.0 points",
                "Near and rich.",
            ]
        );
    }

    #[test]
    fn a_goal_that_is_pursued_is_shown_once() {
        let goal = Choice {
            kind: OperationKind::Take,
            target: BodyId(3),
            score: 9.0,
            chosen: true,
            why: "near and rich".to_owned(),
        };
        let mind = Mind { operations: vec![attack()], choices: vec![goal], ..Mind::default() };
        let lines = words_of(Some(&mind));
        assert_eq!(lines.iter().filter(|line| line.contains("Take Rowan")).count(), 1, "{lines:?}");
        assert!(!lines.iter().any(|line| line.contains("Other goals")), "{lines:?}");
    }

    #[test]
    fn a_mind_without_plans_says_so() {
        assert_eq!(words_of(None), ["It has not thought yet."]);
        let record = MindRecord { orders: 4, ..MindRecord::default() };
        let lines = words_of(Some(&Mind { record, attention: 2.4, ..Mind::default() }));
        let done = "4 orders given; no attack yet. Orders in hand: 2.";
        assert_eq!(lines, [done, "No operation is under way."]);
        let record = MindRecord { orders: 1, refused: 1, attacks: 2, won: 1, ..record };
        let mind = Mind { record, opening: "three cruisers".to_owned(), ..Mind::default() };
        let done = "Opening: three cruisers. 1 order given, 1 refused; 2 attacks, 1 won. Orders in hand: 0.";
        assert_eq!(words_of(Some(&mind))[0], done);
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

    #[test]
    fn plans_are_secret_until_the_war_is_decided() {
        let me = Viewer::Faction(crate::sim::FactionId(0));
        assert!(!may_see_plans(me, &Verdict::default()));
        assert!(may_see_plans(me, &decided()));
        assert!(may_see_plans(Viewer::Everything, &Verdict::default()));
    }
}
