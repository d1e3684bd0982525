//! The lines of new events on the screen, clicks on them, and the keys of the log. All events are in `whole.rs`.

use bevy::prelude::*;

use super::looks::EventLooks;
use super::{EventLog, LogEntry, MOST_EVENTS};
use crate::client::frame::Toasts;
use crate::client::hud::layout::places::LeftColumn;
use crate::client::settings::{Action, Actions, Binding, first_key};
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{KeyTip, PANEL, Pressed, QUIET, WORDS, face, show, text};

/// Lines that are shown while they are new.
const FEW_LINES: usize = 4;
/// Seconds of real time after which a line begins to fade, and after which it is gone.
const FADES: (f64, f64) = (9.0, 12.0);

/// A line, with its index from the top, and its event.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogLine {
    index: usize,
    event: Option<u64>,
}

/// The words of a line.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogWords(usize);

/// The answer to the keys of the log before the first event.
const NO_EVENTS: &str = "No events yet";
/// The offer of a report, and its tip.
pub(super) const REPORT_OFFER: &str = "What killed us?";
pub(super) const REPORT_TIP: &str = "Report on this battle";

/// Spawns the lines, hidden at first. Each is as wide as its words: what is beside them takes clicks.
pub fn spawn_lines(mut commands: Commands, column: Single<Entity, With<LeftColumn>>) {
    let list = Node {
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::FlexStart,
        row_gap: px(2),
        ..default()
    };
    let list = commands.spawn((list, Pickable::IGNORE, ChildOf(*column))).id();
    for index in 0..FEW_LINES {
        let line = Node {
            display: Display::None,
            padding: UiRect::axes(px(8), px(1)),
            border_radius: BorderRadius::all(px(4)),
            ..default()
        };
        let words = (LogWords(index), text("", SMALL_PIXELS, WORDS), TextLayout::no_wrap());
        commands.spawn((
            LogLine { index, event: None },
            Button,
            KeyTip(line_tip),
            line,
            BackgroundColor(PANEL),
            ChildOf(list),
            children![words],
        ));
    }
}

/// The tip of a line: click and keys.
fn line_tip(bindings: &[Binding]) -> String {
    let [last, all] = [Action::LastEvent, Action::ShowLog].map(|action| first_key(action, bindings));
    format!("Click: look there. [{last}]: earlier events, [{all}]: all events.")
}

/// The effect of a press on a line of the log, or on the panel of all events.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogAction {
    /// Closes the panel.
    Close,
    /// Visits the place of an event.
    Visit(u64),
    /// Opens the report on a battle.
    Report(u64),
}

/// Whether all events are shown.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WholeLog(pub bool);

impl WholeLog {
    /// What its key makes of it. Without events nothing is shown, neither now nor with the first event.
    fn turned(self, has_events: bool) -> Self {
        Self(!self.0 && has_events)
    }
}

/// Esc closes the panel of all events.
pub fn put_away(mut whole: ResMut<WholeLog>) -> bool {
    std::mem::take(&mut whole.0)
}

/// A click on a line, or the key, visits the place of its event; a press on the button of a loss opens the report on
/// its battle.
pub fn act(
    actions: Actions,
    lines: Query<(&LogLine, &Interaction), Changed<Interaction>>,
    mut pressed: MessageReader<Pressed<LogAction>>,
    mut looks: EventLooks,
    mut log: ResMut<EventLog>,
    mut whole: ResMut<WholeLog>,
    mut toasts: ResMut<Toasts>,
) {
    if actions.just_pressed(&Action::ShowLog) {
        let has_events = log.last(1).next().is_some();
        *whole = whole.turned(has_events);
        if !has_events {
            toasts.say(NO_EVENTS);
        }
    }
    let clicked = lines.iter().find(|(_, interaction)| **interaction == Interaction::Pressed);
    let mut clicked = clicked.and_then(|(line, _)| line.event);
    for Pressed(action) in pressed.read() {
        match *action {
            LogAction::Close => whole.0 = false,
            LogAction::Visit(number) => clicked = Some(number),
            LogAction::Report(battle) => log.reports.show(battle),
        }
    }
    let entry = match clicked {
        Some(number) => log.visit(number),
        None if actions.just_pressed(&Action::LastEvent) => {
            let entry = log.visit_earlier();
            if entry.is_none() {
                toasts.say(NO_EVENTS);
            }
            entry
        }
        None => return,
    };
    if let Some(entry) = entry {
        looks.look_at(&entry);
    }
}

/// Writes the lines of this frame.
pub fn write_lines(
    mut log: ResMut<EventLog>,
    whole: Res<WholeLog>,
    time: Res<Time<Real>>,
    mut lines: Query<(&mut LogLine, &Interaction, &mut Node, &mut BackgroundColor)>,
    mut words: Query<(&LogWords, &mut Text, &mut TextColor)>,
) {
    let now_s = time.elapsed_secs_f64();
    log.bypass_change_detection().mark_shown(now_s);
    let shown = if whole.0 { Vec::new() } else { new_lines(&log, now_s) };
    for (mut line, interaction, mut node, mut background) in &mut lines {
        let told = shown.get(line.index);
        show(&mut node, told.is_some());
        line.set_if_neq(LogLine { event: told.map(|told| told.entry.number), ..*line });
        let Some(told) = told else { continue };
        let color = face(*interaction, PANEL.with_alpha(PANEL.alpha() * told.strength_at(now_s)));
        background.set_if_neq(BackgroundColor(color));
    }
    for (line, mut text, mut color) in &mut words {
        let Some(told) = shown.get(line.0) else { continue };
        text.set_if_neq(Text(told.words()));
        let usual = if told.entry.event.spot.is_some() { WORDS } else { QUIET };
        color.set_if_neq(TextColor(usual.with_alpha(told.strength_at(now_s))));
    }
}

/// A displayed line, which events in a row may share.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ShownLine<'a> {
    /// The newest of its events.
    pub(super) entry: &'a LogEntry,
    /// Their number.
    count: usize,
}

impl ShownLine<'_> {
    /// Its date, its words, and the number of its events.
    pub(super) fn words(&self) -> String {
        let line = &self.entry.line;
        if self.count > 1 { format!("{line}  ×{}", self.count) } else { line.clone() }
    }

    /// Its opacity while it is new.
    fn strength_at(&self, now_s: f64) -> f32 {
        strength(now_s - self.entry.shown_s.unwrap_or(now_s))
    }
}

/// Whether two events in a row share a line: they have the same words, and not different battles, each of which has a
/// report of its own.
fn share_line(one: &LogEntry, other: &LogEntry) -> bool {
    (&one.event.words, one.battle) == (&other.event.words, other.battle)
}

/// Whether two of them share a line while they are new: the later one came before the line of the other one was gone.
fn share_new_line(one: &LogEntry, other: &LogEntry) -> bool {
    let seconds = other.shown_s.zip(one.shown_s).map_or(0.0, |(later, earlier)| later - earlier);
    share_line(one, other) && seconds < FADES.1
}

/// Events, the oldest first, in lines.
pub(super) fn joined<'a>(entries: impl Iterator<Item = &'a LogEntry>) -> Vec<ShownLine<'a>> {
    joined_if(share_line, entries)
}

/// Events, the oldest first, in lines that they share under this condition.
fn joined_if<'a>(
    share: fn(&LogEntry, &LogEntry) -> bool,
    entries: impl Iterator<Item = &'a LogEntry>,
) -> Vec<ShownLine<'a>> {
    let mut lines: Vec<ShownLine> = Vec::new();
    for entry in entries {
        match lines.last_mut().filter(|last| share(last.entry, entry)) {
            Some(last) => (last.entry, last.count) = (entry, last.count + 1),
            None => lines.push(ShownLine { entry, count: 1 }),
        }
    }
    lines
}

/// The lines of new events, the oldest first. Alerts have chips of their own; only the list of all events repeats them.
fn new_lines(log: &EventLog, now_s: f64) -> Vec<ShownLine<'_>> {
    // What is told elsewhere was shown before all times.
    let has_line = |entry: &&LogEntry| {
        !entry.event.kind.alerts() && entry.shown_s.is_none_or(|shown_s| shown_s.is_finite())
    };
    let mut lines = joined_if(share_new_line, log.last(MOST_EVENTS).filter(has_line));
    // Only now: the number of the events of a line must not fall while it is shown.
    lines.retain(|line| line.strength_at(now_s) > 0.0);
    lines.drain(..lines.len().saturating_sub(FEW_LINES));
    lines
}

/// Opacity of a line after this time on the screen.
fn strength(seconds: f64) -> f32 {
    (1.0 - (seconds - FADES.0) / (FADES.1 - FADES.0)).clamp(0.0, 1.0) as f32
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::super::{Event, EventKind};
    use super::*;
    use crate::client::input::Rung;

    fn event(words: &str) -> Event {
        Event { jd: crate::orbit::J2000_JD, words: words.to_owned(), spot: None, kind: EventKind::Note }
    }

    fn log(count: u32) -> EventLog {
        let mut log = EventLog::default();
        (0..count).for_each(|number| log.note(event(&format!("event {number}"))));
        log
    }

    #[test]
    fn new_lines_are_shown_and_fade() {
        let mut log = log(6);
        log.mark_shown(100.0);
        assert_eq!(new_lines(&log, 100.0).len(), FEW_LINES);
        let last = new_lines(&log, 100.0).pop().map(|line| line.words());
        assert_eq!(last.as_deref(), Some("2000-01-01  event 5"));
        assert!(new_lines(&log, 113.0).is_empty());
        log.note(event("new"));
        assert_eq!(new_lines(&log, 113.0).len(), 1);
        log.note_quietly(event("refused"));
        assert_eq!(new_lines(&log, 113.0).len(), 1, "what is told elsewhere is not told twice");
        log.note(Event { kind: EventKind::Sighted, ..event("contact") });
        log.note(Event { kind: EventKind::FieldHeld, ..event("you hold the field") });
        assert_eq!(new_lines(&log, 113.0).len(), 1, "an alert has a chip");
    }

    #[test]
    fn events_in_a_row_with_the_same_words_share_a_line() {
        let mut log = EventLog::default();
        let words = ["station", "station", "station", "fleet", "station"];
        words.into_iter().for_each(|words| log.note(event(words)));
        let lines: Vec<(String, u64)> =
            joined(log.last(9)).iter().map(|line| (line.words(), line.entry.number)).collect();
        let line = |words: &str, number: u64| (format!("2000-01-01  {words}"), number);
        assert_eq!(lines, [line("station  ×3", 2), line("fleet", 3), line("station", 4)]);
    }

    #[test]
    fn the_number_of_the_events_of_a_new_line_never_falls() {
        let mut log = EventLog::default();
        for shown_s in [100.0, 108.0, 130.0] {
            log.note(event("station"));
            log.mark_shown(shown_s);
        }
        let counts = |log: &EventLog, now_s: f64| -> Vec<usize> {
            new_lines(log, now_s).iter().map(|line| line.count).collect()
        };
        assert_eq!(counts(&log, 131.0), [1], "the line of the others was gone when it came");
        log.entries.pop_back();
        assert_eq!([108.0, 113.0, 119.0].map(|now_s| counts(&log, now_s)), [[2], [2], [2]]);
        assert!(counts(&log, 121.0).is_empty());
    }

    #[test]
    fn losses_of_two_battles_keep_their_own_reports() {
        let mut log = EventLog::default();
        let loss = Event { kind: EventKind::Loss, ..event("lost 1 corvette at Rowan") };
        [7, 7, 8].into_iter().for_each(|battle| log.note_of_battle(loss.clone(), Some(battle)));
        let battles: Vec<(Option<u64>, usize)> =
            joined(log.last(9)).iter().map(|line| (line.entry.battle, line.count)).collect();
        assert_eq!(battles, [(Some(7), 2), (Some(8), 1)]);
    }

    #[test]
    fn the_key_opens_no_panel_before_the_first_event() {
        let turned = |is_open: bool, has_events: bool| WholeLog(is_open).turned(has_events).0;
        assert!(!turned(false, false), "the first event would open it by surprise");
        assert_eq!([turned(false, true), turned(true, true)], [true, false]);
    }

    #[test]
    fn escape_closes_the_panel_of_all_events() {
        let mut world = World::new();
        world.insert_resource(WholeLog(true));
        let mut escape = || world.run_system_once(put_away).expect("it runs");
        assert_eq!([escape(), escape()], [true, false], "then it ends something else");
        assert!(Rung::Report < Rung::Log && Rung::Log < Rung::Selection);
    }

    #[test]
    fn a_line_fades_without_a_jump() {
        assert_eq!((strength(0.0), strength(FADES.0), strength(FADES.1)), (1.0, 1.0, 0.0));
        assert!((strength(10.0) - strength(10.05)).abs() < 0.05);
    }

    #[test]
    fn beside_a_line_the_sky_takes_the_clicks() {
        let mut world = World::new();
        world.spawn(LeftColumn);
        world.run_system_once(spawn_lines).expect("it runs");
        let mut lines = world.query_filtered::<&ChildOf, With<LogLine>>();
        let list = lines.iter(&world).next().expect("there are some").parent();
        let align = world.get::<Node>(list).map(|node| node.align_items);
        assert_eq!(align, Some(AlignItems::FlexStart), "a line is as wide as its words");
        assert_eq!(world.get::<Pickable>(list), Some(&Pickable::IGNORE));
    }
}
