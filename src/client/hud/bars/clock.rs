//! The clock in the bar at the top: the date, and the pace with its buttons; while the game is paused, the pace at
//! which it will go on. Where there is room, there are buttons for some paces as well. No button moves when the clock
//! slows down by itself: another one beside them says so and why, in a room that is always there, and brings the pace
//! before back. The tip of the date has the lines that were shown at the top as well: the minds of the others, and how
//! the game is won.

use bevy::prelude::*;

use super::status::date;
use crate::client::frame::InputSystems;
use crate::client::hud::layout::places::{TopMiddle, WORDY_SCREEN};
use crate::client::hud::layout::standing::Standing;
use crate::client::hud::news::log::alerts::{Slowdown, SlowedBy};
use crate::client::input::pace::{PaceChange, PaceLimit};
use crate::client::settings::{Action, Binding, Settings, first_key};
use crate::client::view::{Moment, ViewCamera};
use crate::client::widgets::rows::CELL_GAP;
use crate::client::widgets::theme::LEAST_PIXELS;
use crate::client::widgets::{ACCENT, Cell, Icon, QUIET, Row, Rows, STRONG, WORDS};
use crate::client::worlds::{AppState, SetUpSystems};
use crate::sim::Calendar;

/// Width of the words about the pace, pixels.
const PACE_WIDTH: f32 = 76.0;
/// Paces with buttons of their own, on screens from [`WORDY_SCREEN`] on.
const PACES: [u8; 3] = [1, 4, 16];

/// Marks the column of the row with the date and the buttons.
#[derive(Component)]
struct ClockRow;

/// Marks the column of the row with the words about the pace. It is another one than that of the buttons: while it is
/// made anew, a press of a button is not lost.
#[derive(Component)]
struct PaceRow;

type RowParts = (Entity, &'static mut Rows<PaceChange>);
type ClockColumn<'w, 's> = Single<'w, 's, RowParts, With<ClockRow>>;
type PaceColumn<'w, 's> = Single<'w, 's, RowParts, (With<PaceRow>, Without<ClockRow>)>;

/// Adds the clock.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(AppState::Playing), spawn.in_set(SetUpSystems::Rows));
    app.add_systems(Update, write.in_set(InputSystems::Command));
}

fn spawn(mut commands: Commands, place: Single<Entity, With<TopMiddle>>) {
    let column = Node { flex_direction: FlexDirection::Column, ..default() };
    let beside = Node { margin: UiRect::left(px(CELL_GAP)), ..column.clone() };
    commands.spawn((ClockRow, Rows::<PaceChange>::default(), column, ChildOf(*place)));
    commands.spawn((PaceRow, Rows::<PaceChange>::default(), beside, ChildOf(*place)));
}

fn write(
    mut commands: Commands,
    moment: Res<Moment>,
    calendar: Res<Calendar>,
    time: Res<Time<Virtual>>,
    settings: Res<Settings>,
    slowed: Res<SlowedBy>,
    standing: Res<Standing>,
    limit: PaceLimit,
    (view, ui_scale): (Res<ViewCamera>, Res<UiScale>),
    (clock, words): (ClockColumn, PaceColumn),
) {
    let pace = (time.relative_speed_f64(), time.is_paused());
    let date = (date(moment.jd), date_tip(calendar.clock.days_per_second, &standing.sentences()));
    let paces = paces_on(view.screen(ui_scale.0).x, limit.most());
    let (entity, mut rows) = clock.into_inner();
    rows.show(&mut commands, entity, vec![row(date, pace, (calendar.is_over(), &paces), &settings.keys)]);
    let (entity, mut rows) = words.into_inner();
    let has_button = paces.iter().any(|one| f64::from(*one) == pace.0);
    let told = (!calendar.is_over()).then(|| pace_cell(pace, has_button, slowed.0.as_ref()));
    rows.show(&mut commands, entity, told.map(|cell| Row::of(vec![cell])).into_iter().collect());
}

/// The paces that have buttons on a screen of this width, pixels, in a game that runs at most that fast.
fn paces_on(screen_width: f32, most: f64) -> Vec<u8> {
    let has_room = screen_width >= WORDY_SCREEN;
    PACES.into_iter().filter(|pace| has_room && f64::from(*pace) <= most).collect()
}

/// How the player keeps the clock from slowing down, the last line of the tip of the slow pace.
const KEEP_PACE: &str = "\"Slow on contact\" in the settings switches this off.";
/// The tip of the words about the pace at other times.
const PACE_TIP: &str = "The pace of the game";

/// Sentences about the game, and the relation of dates to times, which are seconds of play at pace 1.
fn date_tip(days_per_second: f64, about_game: &str) -> String {
    let times = format!(
        "A second at ×1 is {} days. All times in seconds and minutes are times at ×1: at ×2 \
         they pass twice as fast.",
        (days_per_second * 100.0).round() / 100.0
    );
    if about_game.is_empty() { times } else { format!("{about_game} {times}") }
}

/// The date with its tip, and the buttons, those of some paces among them. `is_over`: the calendar has ended.
fn row(
    (date, date_tip): (String, String),
    (pace, is_paused): (f64, bool),
    (is_over, paces): (bool, &[u8]),
    bindings: &[Binding],
) -> Row<PaceChange> {
    let mut cells = vec![Cell::label(date, WORDS).figures().with_tip(date_tip)];
    if is_over {
        cells.push(Cell::label("End of the calendar", STRONG));
        return Row::of(cells);
    }
    let button = |change: PaceChange, icon: Icon, what: &str, action: Action| {
        let tip = format!("{what} [{}]", first_key(action, bindings));
        Cell::button("", change).with_icon(icon).with_tip(tip)
    };
    let (icon, what) = if is_paused { (Icon::Play, "Resume") } else { (Icon::Pause, "Pause") };
    cells.extend([
        button(PaceChange::Pause, icon, what, Action::Pause),
        button(PaceChange::Slower, Icon::Slower, "Half as fast", Action::Slower),
        button(PaceChange::Faster, Icon::Faster, "Twice as fast", Action::Faster),
    ]);
    cells.extend(paces.iter().map(|one| pace_button(*one, f64::from(*one) == pace)));
    Row::of(cells)
}

/// The words about the pace: whether the game is paused, or slowed down by itself, and the pace unless its button tells
/// it; while the game is paused, the pace at which it will go on.
fn pace_cell(
    (pace, is_paused): (f64, bool),
    has_button: bool,
    slowed: Option<&Slowdown>,
) -> Cell<PaceChange> {
    let number = if has_button { String::new() } else { format!("×{pace}") };
    let with_number = |state: &str| format!("{state} {number}").trim().to_owned();
    match (is_paused, slowed) {
        (true, _) => Cell::column(with_number("Paused"), STRONG, PACE_WIDTH).with_tip(PACE_TIP),
        (false, Some(slowdown)) => slowed_cell(slowdown, with_number("Slowed")),
        (false, None) => {
            let color = if pace == 1.0 { QUIET } else { ACCENT };
            Cell::column(number, color, PACE_WIDTH).with_tip(PACE_TIP)
        }
    }
}

/// The button of a clock that slowed down by itself: these words, and below them the reason. It brings the pace before
/// back.
fn slowed_cell(slowdown: &Slowdown, words: String) -> Cell<PaceChange> {
    let (kind, before) = (slowdown.event.kind, slowdown.pace);
    let tip =
        format!("Slowed: {}. {}\nClick: back to ×{before}. {KEEP_PACE}", kind.word(), slowdown.event.words);
    Cell::button(words, PaceChange::To(before as u8))
        .colored(STRONG)
        .sized(LEAST_PIXELS)
        .with_lines(vec![(kind.word().to_owned(), WORDS)])
        .as_wide_as(PACE_WIDTH)
        .with_tip(tip)
}

/// The button of a pace, lit if it is the present one.
fn pace_button(pace: u8, is_present: bool) -> Cell<PaceChange> {
    let tip = match pace {
        1 => "The usual pace".to_owned(),
        _ => format!("{pace} times the usual pace"),
    };
    Cell::tab(format!("×{pace}"), PaceChange::To(pace), is_present).with_tip(tip)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::news::log::{Event, EventKind};
    use crate::client::widgets::fonts::words_width;
    use crate::client::widgets::theme::SMALL_PIXELS;
    use crate::level::{FASTEST, SLOWEST};

    /// An event of a kind that slowed the clock down from ×4.
    fn slowed_by(kind: EventKind) -> Slowdown {
        let words = "Under attack at Rowan: Pathfinders".to_owned();
        Slowdown { event: Event { jd: 0.0, words, spot: None, kind }, pace: 4.0 }
    }

    #[test]
    fn a_clock_that_slowed_down_says_so_and_why_in_its_room_and_goes_back_at_a_click() {
        let attack = slowed_by(EventKind::Attacked);
        let [before, now] = [None, Some(&attack)].map(|slowed| pace_cell((1.0, false), true, slowed));
        assert_eq!((before.words.as_str(), now.words.as_str()), ("", "Slowed"));
        assert_eq!(now.lines, [("attack".to_owned(), WORDS)]);
        assert_eq!((before.press, now.press), (None, Some(PaceChange::To(4))));
        assert_eq!(before.column, now.column, "no button moves");
        let tip = format!("Slowed: attack. {}\nClick: back to ×4. {KEEP_PACE}", attack.event.words);
        assert_eq!(now.tip, tip);
        assert_eq!(pace_cell((1.0, false), false, Some(&attack)).words, "Slowed ×1", "on a narrow screen");
        assert_eq!(pace_cell((1.0, true), true, Some(&attack)).words, "Paused");
    }

    #[test]
    fn the_tip_of_the_date_has_the_lines_about_the_game() {
        let tip = date_tip(0.5, "Rivalry: merciless.");
        assert!(tip.starts_with("Rivalry: merciless. A second at ×1 is 0.5 days."), "{tip}");
    }

    #[test]
    fn the_clock_shows_the_pace_and_how_to_change_it() {
        let words = |row: &Row<PaceChange>| {
            row.cells
                .iter()
                .map(|cell| cell.words.clone())
                .filter(|words| !words.is_empty())
                .collect::<Vec<_>>()
        };
        let clock = |date: &str| (date.to_owned(), date_tip(0.5, ""));
        let running = row(clock("2471-04-06 23:00"), (4.0, false), (false, &[]), &[]);
        assert_eq!(words(&running), ["2471-04-06 23:00"]);
        assert_eq!(pace_cell((4.0, false), false, None).words, "×4");
        let tips: Vec<&str> = running.cells.iter().map(|cell| cell.tip.as_str()).collect();
        assert_eq!(tips[1..4], ["Pause [Space]", "Half as fast [-]", "Twice as fast [+]"]);
        assert!(tips[0].starts_with("A second at ×1 is 0.5 days."), "{tips:?}");
        let paused = row(clock("2471-04-06 23:00"), (4.0, true), (false, &[]), &[]);
        assert_eq!(paused.cells[1].icon, Some(Icon::Play));
        assert_eq!(pace_cell((4.0, true), false, None).words, "Paused ×4");
        let ended = row(clock("after the year 9999"), (1.0, true), (true, &PACES), &[]);
        assert_eq!(words(&ended)[1], "End of the calendar");
    }

    #[test]
    fn a_pace_with_a_button_is_told_by_the_button_alone() {
        let told = |pace: (f64, bool)| {
            let row = row((String::new(), String::new()), pace, (false, &PACES), &[]);
            let lit = row.cells.iter().filter(|cell| cell.is_chosen).map(|cell| cell.words.clone());
            let lit = lit.collect::<Vec<_>>();
            let words = pace_cell(pace, !lit.is_empty(), None).words;
            (lit, words)
        };
        assert_eq!(told((4.0, false)), (vec!["×4".to_owned()], String::new()));
        assert_eq!(told((2.0, false)), (Vec::new(), "×2".to_owned()));
        assert_eq!(told((16.0, true)), (vec!["×16".to_owned()], "Paused".to_owned()));
    }

    #[test]
    fn paces_have_buttons_where_there_is_room_and_the_game_may_run_as_fast() {
        assert_eq!(paces_on(WORDY_SCREEN, FASTEST), PACES);
        assert!(paces_on(WORDY_SCREEN - 1.0, FASTEST).is_empty());
        assert_eq!(paces_on(WORDY_SCREEN, 8.0), [1, 4]);
    }

    #[test]
    fn every_pace_of_a_paused_or_slowed_game_has_room() {
        use EventKind::{Attacked, Bombarded, Captured, Invaders, Landing, Losing, Loss, Rival, Threat};
        let paces = std::iter::successors(Some(SLOWEST), |pace| Some(2.0 * pace));
        for pace in paces.take_while(|pace| *pace <= FASTEST) {
            let cell = pace_cell((pace, true), false, None);
            assert!(words_width(&cell.words, SMALL_PIXELS) <= cell.column, "{}", cell.words);
        }
        for kind in [Attacked, Bombarded, Captured, Invaders, Landing, Losing, Loss, Rival, Threat] {
            let cell = pace_cell((1.0, false), false, Some(&slowed_by(kind)));
            assert!(kind.slows() && cell.room() - CELL_GAP <= cell.column, "{cell:?}");
        }
    }
}
