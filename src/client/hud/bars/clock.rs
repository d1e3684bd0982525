//! The clock in the bar at the top: the date, and the pace with its buttons and the reason why it fell by itself; while
//! the game is paused, the pace at which it will go on. Where there is room, there are buttons for some paces as well.
//! The tip of the date has the lines that were shown at the top as well: the minds of the others, and how the game is
//! won.

use bevy::prelude::*;

use super::status::date;
use crate::client::frame::InputSystems;
use crate::client::hud::layout::places::{TopMiddle, WORDY_SCREEN};
use crate::client::hud::layout::standing::Standing;
use crate::client::hud::news::log::alerts::SlowedBy;
use crate::client::input::pace::{PaceChange, PaceLimit};
use crate::client::settings::{Action, Binding, Settings, first_key};
use crate::client::view::{Moment, ViewCamera};
use crate::client::widgets::{ACCENT, Cell, Icon, NOTE_PIXELS, QUIET, Row, Rows, STRONG, WORDS};
use crate::client::worlds::{AppState, SetUpSystems};
use crate::sim::Calendar;

/// Width of the words about the pace, pixels.
const PACE_WIDTH: f32 = 76.0;
/// Paces with buttons of their own, on screens from [`WORDY_SCREEN`] on.
const PACES: [u8; 3] = [1, 4, 16];
/// On screens of less than this width, pixels, the reason for a slowed clock takes the room of these buttons.
const ROOMY_SCREEN: f32 = WORDY_SCREEN + 220.0;

/// Marks the column of its row.
#[derive(Component)]
struct ClockRow;

/// Adds the clock.
pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(AppState::Playing), spawn.in_set(SetUpSystems::Rows));
    app.add_systems(Update, write.in_set(InputSystems::Command));
}

fn spawn(mut commands: Commands, place: Single<Entity, With<TopMiddle>>) {
    let column = Node { flex_direction: FlexDirection::Column, ..default() };
    commands.spawn((ClockRow, Rows::<PaceChange>::default(), column, ChildOf(*place)));
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
    column: Single<(Entity, &mut Rows<PaceChange>), With<ClockRow>>,
) {
    let (entity, mut rows) = column.into_inner();
    let pace = (time.relative_speed_f64(), time.is_paused());
    let clock = (date(moment.jd), date_tip(calendar.clock.days_per_second, &standing.sentences()));
    let paces = paces_on(view.screen(ui_scale.0).x, slowed.0.is_some(), limit.most());
    let row = row(clock, pace, (calendar.is_over(), &paces), &settings.keys);
    let cells = slowed_cell(&slowed).into_iter().chain(row.cells).collect();
    rows.show(&mut commands, entity, vec![Row::of(cells)]);
}

/// The paces that have buttons on a screen of this width, pixels, in a game that runs at most that fast. `is_slowed`:
/// the clock says why it slowed down.
fn paces_on(screen_width: f32, is_slowed: bool, most: f64) -> Vec<u8> {
    let has_room = screen_width >= if is_slowed { ROOMY_SCREEN } else { WORDY_SCREEN };
    PACES.into_iter().filter(|pace| has_room && f64::from(*pace) <= most).collect()
}

/// How the player keeps the clock from slowing down, the last line of that tip.
const KEEP_PACE: &str = "\"Slow on contact\" in the settings switches this off.";

/// The reason why the clock slowed down by itself, before the date; its tip is the event.
fn slowed_cell(slowed: &SlowedBy) -> Option<Cell<PaceChange>> {
    let event = slowed.0.as_ref()?;
    let words = format!("Slowed: {}", event.kind.word());
    Some(Cell::label(words, STRONG).with_tip(format!("{}\n{KEEP_PACE}", event.words)))
}

/// Sentences about the game, and the relation of dates to times, which are seconds of play at pace 1.
fn date_tip(days_per_second: f64, about_game: &str) -> String {
    let times = format!(
        "A second at ×1 is {} days. All times in seconds and minutes are times at ×1: at ×2 \
         they pass twice as fast.",
        (days_per_second * 100.0).round() / 100.0
    );
    if about_game.is_empty() { times } else { format!("{about_game} {times}") }
}

/// The date with its tip, the buttons, those of some paces among them, and the pace, unless its button tells it; while
/// the game is paused, the pace at which it will go on. `is_over`: the calendar has ended.
fn row(
    (date, date_tip): (String, String),
    (pace, is_paused): (f64, bool),
    (is_over, paces): (bool, &[u8]),
    bindings: &[Binding],
) -> Row<PaceChange> {
    let mut cells = vec![Cell::label(date, WORDS).sized(NOTE_PIXELS).figures().with_tip(date_tip)];
    if is_over {
        cells.push(Cell::label("End of the calendar", STRONG));
        return Row::of(cells);
    }
    let button = |change: PaceChange, icon: Icon, what: &str, action: Action| {
        let tip = format!("{what} [{}]", first_key(action, bindings));
        Cell::button("", change).with_icon(icon).with_tip(tip)
    };
    let (icon, what) = if is_paused { (Icon::Play, "Resume") } else { (Icon::Pause, "Pause") };
    let is_present = |one: &u8| f64::from(*one) == pace;
    let has_button = paces.iter().any(is_present);
    let (words, color) = match (is_paused, pace) {
        (true, _) if has_button => ("Paused".to_owned(), STRONG),
        (true, _) => (format!("Paused ×{pace}"), STRONG),
        (false, _) if has_button => (String::new(), QUIET),
        (false, 1.0) => ("×1".to_owned(), QUIET),
        (false, _) => (format!("×{pace}"), ACCENT),
    };
    cells.extend([
        button(PaceChange::Pause, icon, what, Action::Pause),
        button(PaceChange::Slower, Icon::Slower, "Half as fast", Action::Slower),
        button(PaceChange::Faster, Icon::Faster, "Twice as fast", Action::Faster),
    ]);
    cells.extend(paces.iter().map(|one| pace_button(*one, is_present(one))));
    cells.push(Cell::column(words, color, PACE_WIDTH));
    Row::of(cells)
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

    #[test]
    fn a_clock_that_slowed_down_says_why() {
        assert_eq!(slowed_cell(&SlowedBy::default()), None);
        let words = "Under attack at Rowan: Pathfinders".to_owned();
        let event = Event { jd: 0.0, words: words.clone(), spot: None, kind: EventKind::Attacked };
        let cell = slowed_cell(&SlowedBy(Some(event))).expect("there is a reason");
        let tip = format!("{words}\n{KEEP_PACE}");
        assert_eq!((cell.words.as_str(), cell.tip), ("Slowed: attack", tip));
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
        assert_eq!(words(&running), ["2471-04-06 23:00", "×4"]);
        let tips: Vec<&str> = running.cells.iter().map(|cell| cell.tip.as_str()).collect();
        assert_eq!(tips[1..4], ["Pause [Space]", "Half as fast [-]", "Twice as fast [+]"]);
        assert!(tips[0].starts_with("A second at ×1 is 0.5 days."), "{tips:?}");
        let paused = row(clock("2471-04-06 23:00"), (4.0, true), (false, &[]), &[]);
        assert_eq!((words(&paused)[1].as_str(), paused.cells[1].icon), ("Paused ×4", Some(Icon::Play)));
        let ended = row(clock("after the year 9999"), (1.0, true), (true, &PACES), &[]);
        assert_eq!(words(&ended)[1], "End of the calendar");
    }

    #[test]
    fn a_pace_with_a_button_is_told_by_the_button_alone() {
        let told = |pace: (f64, bool)| {
            let row = row((String::new(), String::new()), pace, (false, &PACES), &[]);
            let lit = row.cells.iter().filter(|cell| cell.is_chosen).map(|cell| cell.words.clone());
            (lit.collect::<Vec<_>>(), row.cells.last().map(|cell| cell.words.clone()).unwrap_or_default())
        };
        assert_eq!(told((4.0, false)), (vec!["×4".to_owned()], String::new()));
        assert_eq!(told((2.0, false)), (Vec::new(), "×2".to_owned()));
        assert_eq!(told((16.0, true)), (vec!["×16".to_owned()], "Paused".to_owned()));
    }

    #[test]
    fn paces_have_buttons_where_there_is_room_and_the_game_may_run_as_fast() {
        assert_eq!(paces_on(WORDY_SCREEN, false, FASTEST), PACES);
        assert!(paces_on(WORDY_SCREEN - 1.0, false, FASTEST).is_empty());
        assert!(paces_on(ROOMY_SCREEN - 1.0, true, FASTEST).is_empty(), "the reason takes their room");
        assert_eq!(paces_on(ROOMY_SCREEN, true, FASTEST), PACES);
        assert_eq!(paces_on(ROOMY_SCREEN, false, 8.0), [1, 4]);
        let buttons: f32 = PACES.map(|pace| pace_button(pace, false).room()).into_iter().sum();
        let event = Event { jd: 0.0, words: String::new(), spot: None, kind: EventKind::Threat };
        let reason = slowed_cell(&SlowedBy(Some(event))).expect("there is one").room();
        assert!(buttons <= reason, "the buttons have the room of the longest reason: {buttons}, {reason}");
    }

    #[test]
    fn every_pace_of_a_paused_game_has_room() {
        let paces = std::iter::successors(Some(SLOWEST), |pace| Some(2.0 * pace));
        for pace in paces.take_while(|pace| *pace <= FASTEST) {
            let row = row((String::new(), String::new()), (pace, true), (false, &PACES), &[]);
            let cell = row.cells.last().expect("it has cells");
            assert!(words_width(&cell.words, SMALL_PIXELS) <= cell.column, "{}", cell.words);
        }
    }
}
