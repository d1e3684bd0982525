//! Buttons and words beside the track.

use bevy::prelude::*;

use super::sought::{ReplayPress, Sought, result_tick};
use crate::client::frame::{Player, time_of_play};
use crate::client::hud::layout::fitting::cut_to_width;
use crate::client::settings::{Action, Binding, Settings, keyed};
use crate::client::widgets::fonts::words_width;
use crate::client::widgets::{Cell, Icon, LOSS, Row, Rows, STRONG, WORDS};
use crate::client::worlds::{LogSpan, Playback};
use crate::sim::{Calendar, Factions};

/// Width of the time of play, so that the track does not change with it, pixels.
const TIME_WIDTH: f32 = 160.0;
/// Width of the button of the eyes, so that the track does not change with the name on it, pixels.
const EYES_WIDTH: f32 = 140.0;
/// The tip of the warning.
const DIFFERS: &str = "The game noted the state of its world every second, and this replay is in another state. What \
                       it shows from here on is not quite what happened.";

/// Why a log without a fault has no end.
const BREAKS_OFF: &str = "The log breaks off here: the game went on when it was read, or the program ended before the \
                          game did";

/// The rows at the sides of the track.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Before the track: back.
    Left,
    /// After it: on, the time of play, the eyes.
    Right,
}

/// What the bar shows.
struct BarState<'a> {
    span: LogSpan,
    now: u64,
    /// The tick that is on its way.
    goal: Option<u64>,
    /// The tick of the result, if the war was decided.
    result: Option<u64>,
    /// The faction with whose eyes the world is seen; `None`: with all.
    eyes: Option<&'a str>,
    differs: bool,
    /// Why it ends where it ends, in a sentence.
    end: String,
}

/// Writes the rows.
pub fn write(
    mut commands: Commands,
    playback: Res<Playback>,
    calendar: Res<Calendar>,
    sought: Res<Sought>,
    player: Res<Player>,
    factions: Res<Factions>,
    settings: Res<Settings>,
    mut sides: Query<(Entity, &Side, &mut Rows<ReplayPress>)>,
) {
    let state = BarState {
        span: playback.span(),
        now: calendar.tick,
        goal: sought.goal(&playback),
        result: result_tick(playback.log.marks()),
        eyes: factions.0.get(player.faction).map(|faction| faction.name.as_str()),
        differs: playback.differs,
        end: end_of(playback.log.fault(), playback.log.is_whole()),
    };
    for (entity, side, mut rows) in &mut sides {
        let row = match side {
            Side::Left => left_row(&settings.keys),
            Side::Right => right_row(&state, &settings.keys),
        };
        rows.show(&mut commands, entity, vec![row]);
    }
}

fn left_row(bindings: &[Binding]) -> Row<ReplayPress> {
    Row::of(vec![
        Cell::button("Start", ReplayPress::Beginning).with_tip("To the beginning of the replay"),
        Cell::button("-10 s", ReplayPress::Back).with_tip(keyed("Back by 10 s", Action::Earlier, bindings)),
    ])
}

fn right_row(state: &BarState, bindings: &[Binding]) -> Row<ReplayPress> {
    let (words, color) = time_words(state);
    let eyes = eyes_button(state.eyes).with_tip(eyes_tip(state.eyes, bindings));
    let mut cells = vec![
        Cell::button("+10 s", ReplayPress::On).with_tip(keyed("Forward by 10 s", Action::Later, bindings)),
        Cell::button("Next mark", ReplayPress::NextMark).with_tip(keyed(
            "To the next battle, conquest or landing",
            Action::NextMark,
            bindings,
        )),
        Cell::column(words, color, TIME_WIDTH).with_tip(time_tip(state)),
        eyes,
    ];
    if state.differs {
        let warning = Cell::label("Differs from the game", LOSS).with_icon(Icon::Trouble);
        cells.push(warning.with_tip(DIFFERS));
    }
    Row::of(cells)
}

/// The button of the eyes, with as much of the name as its width holds.
fn eyes_button(eyes: Option<&str>) -> Cell<ReplayPress> {
    let words = eyes.unwrap_or("All");
    let button = Cell::button(words, ReplayPress::Eyes).with_icon(Icon::Sight).as_wide_as(EYES_WIDTH);
    // The gap to a neighbour counts as well, so that the words are sure to fit.
    let beside = button.room() - words_width(words, button.pixels);
    Cell { words: cut_to_width(words, EYES_WIDTH - beside, button.pixels), ..button }
}

impl BarState<'_> {
    /// The tick of the result, if it is still to come and the log goes on after it.
    fn coming_result(&self) -> Option<u64> {
        self.result.filter(|result| (self.now..self.span.last).contains(result))
    }
}

/// The time of play that is shown, and that of the result, or else of the end.
fn time_words(state: &BarState) -> (String, Color) {
    let now = time_of_play(state.now);
    match state.goal {
        Some(goal) => (format!("Seeking {now} / {}", time_of_play(goal)), STRONG),
        None if state.now >= state.span.last => (format!("{now} End"), STRONG),
        None => {
            let end = state.coming_result().unwrap_or(state.span.last);
            (format!("{now} / {}", time_of_play(end)), WORDS)
        }
    }
}

/// The tip of the time.
fn time_tip(state: &BarState) -> String {
    match state.goal {
        Some(_) => "Time of play: this moment / the one to go to.".to_owned(),
        None if state.now >= state.span.last => state.end.clone(),
        None => match state.coming_result() {
            Some(_) => {
                let end = time_of_play(state.span.last);
                format!("Time of play: this moment / the result. What was watched after it ends at {end}.")
            }
            None => "Time of play: this moment / the end of the replay.".to_owned(),
        },
    }
}

/// Why a log ends that has this fault, and is whole or not; a sentence.
fn end_of(fault: Option<&str>, is_whole: bool) -> String {
    match (fault, is_whole) {
        (Some(fault), _) => format!("The log breaks off here: {fault}"),
        (None, false) => BREAKS_OFF.to_owned(),
        (None, true) => "The replay ends where the game was left".to_owned(),
    }
}

/// The tip about the eyes, with the key of the next ones.
fn eyes_tip(eyes: Option<&str>, bindings: &[Binding]) -> String {
    let present = match eyes {
        Some(name) => format!("What {name} sees."),
        None => "Everything.".to_owned(),
    };
    format!("{present} {}", keyed("Changes the view", Action::NextSeat, bindings))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(now: u64, goal: Option<u64>) -> BarState<'static> {
        let span = LogSpan { first: 0, last: 81_300 };
        let end = end_of(None, true);
        BarState { span, now, goal, result: None, eyes: Some("Terra"), differs: false, end }
    }

    #[test]
    fn the_time_of_play_is_told_with_its_end() {
        let words = |now: u64, goal: Option<u64>| time_words(&state(now, goal)).0;
        assert_eq!(words(22_649, None), "12:34 / 45:10");
        assert_eq!(words(22_649, Some(36_300)), "Seeking 12:34 / 20:10");
        assert_eq!(words(81_300, None), "45:10 End");
        let longest = words(22_649 * 20, Some(22_649 * 30));
        let cell: Cell<ReplayPress> = Cell::label("", WORDS);
        assert!(words_width(&longest, cell.pixels) < TIME_WIDTH, "{longest}");
    }

    #[test]
    fn a_replay_is_as_long_as_the_result_says_until_the_result() {
        let decided = |now: u64| BarState { result: Some(36_300), ..state(now, None) };
        assert_eq!(time_words(&decided(22_649)).0, "12:34 / 20:10");
        assert!(time_tip(&decided(22_649)).contains("the result. What was watched after it ends at 45:10"));
        assert_eq!(time_words(&decided(36_301)).0, "20:10 / 45:10");
        assert!(time_tip(&decided(36_301)).contains("the end of the replay"));
    }

    #[test]
    fn the_end_says_why_it_is_one() {
        assert_eq!(time_tip(&state(81_300, None)), "The replay ends where the game was left");
        let broken = BarState { end: end_of(Some("a checksum is wrong"), false), ..state(81_300, None) };
        assert_eq!(time_tip(&broken), "The log breaks off here: a checksum is wrong");
        assert!(end_of(None, false).starts_with("The log breaks off here: "));
    }

    #[test]
    fn the_track_does_not_move_with_the_name_of_the_eyes() {
        let buttons = [None, Some("Terra"), Some("The Confederation of Outer Moons")].map(eyes_button);
        assert_eq!(buttons.clone().map(|button| button.column), [EYES_WIDTH; 3]);
        assert!(buttons.iter().all(|button| button.room() <= EYES_WIDTH + 1.0), "{buttons:?}");
        assert!(buttons[2].words.starts_with("The Confed"), "{}", buttons[2].words);
    }

    #[test]
    fn buttons_tell_their_keys_and_the_eyes() {
        let row = right_row(&state(0, None), &[]);
        let tips: Vec<&str> = row.cells.iter().map(|cell| cell.tip.as_str()).collect();
        assert_eq!(tips[0], "Forward by 10 s [Ctrl + Enter]");
        assert_eq!(tips[3], "What Terra sees. Changes the view [F11]");
        assert_eq!(left_row(&[]).cells[1].tip, "Back by 10 s [Ctrl + Backspace]");
        assert_eq!(row.cells[3].words, "Terra");
        let by_all = BarState { eyes: None, differs: true, ..state(0, None) };
        let row = right_row(&by_all, &[]);
        assert_eq!((row.cells[3].words.as_str(), row.cells.len()), ("All", 5));
        assert!(row.cells[4].words.starts_with("Differs") && !row.cells[4].tip.is_empty());
    }
}
