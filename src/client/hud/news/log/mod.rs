//! The event log: messages about events of the player's concern, with their places.
//!
//! - Enters: the events of the world that the viewer knows of, the warnings, and the progress of all sides towards
//!   victory, which is no secret; refused orders; keys and mouse.
//! - Leaves: alerts at the top; cards of battles; the last lines at the lower left, which fade; all events on a key;
//!   camera flights to places of events.
//! - Must never: report anything that the viewer does not know of, or detect events by comparing states: the world
//!   emits them ([`GameEvent`](crate::sim::event::GameEvent)).
//!
//! | file | does |
//! |---|---|
//! | `queries.rs` | queries to the world |
//! | `names.rs` | names of things and places in words |
//! | `lines/` | the lines, by subject: progress, contacts, fights, their turns and ends, the ground, warnings, rivals |
//! | `battles/` | what is known of the player's battles; the card of a running one, and the report on a lost one |
//! | `kinds.rs` | the kinds of events, and their alerts: words, weights, times |
//! | `alerts/` | chips for threats, losses, outcomes of battles and rivals; a slower clock; arrows to those outside |
//! | `looks.rs` | where an event is by now, and flights of the camera there |
//! | `panel.rs` | lines of new events, clicks on the lines of both, and the keys |
//! | `whole.rs` | the panel of all events, with the reports on losses |
//! | `test_support.rs` | a watched world, for tests |

pub mod alerts;
pub mod battles;
mod kinds;
pub mod lines;
mod looks;
mod names;
pub mod panel;
pub mod queries;
#[cfg(test)]
mod test_support;
pub mod whole;

use std::collections::VecDeque;

use bevy::prelude::*;

use crate::client::frame::{FrameSystems, InputSystems, NewsSystems, date_words};
use crate::client::hud::layout::places::LeftColumnSystems;
use crate::client::input::{EscapeLadder, Rung};
use crate::client::view::FocusTarget;
use crate::client::widgets::scroll::take_wheel;
use crate::client::widgets::{HeadedRows, presses};
use crate::client::worlds::{AppState, WhilePlaying};
use crate::sim::{BodyId, FleetId, OfWorld, TargetId};
use battles::battle_reports::BattleReports;

pub use kinds::EventKind;

/// Limit on kept events.
pub const MOST_EVENTS: usize = 100;

/// An entry's event.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// When, Julian date (TDB).
    pub jd: f64,
    /// What, in words.
    pub words: String,
    /// Place; `None` if it has none, or none that may be revealed.
    pub spot: Option<FocusTarget>,
    /// Kind.
    pub kind: EventKind,
}

impl Event {
    /// The body of its place.
    fn body(&self) -> Option<BodyId> {
        self.spot.as_ref().and_then(FocusTarget::body)
    }

    /// Whether an alert of one stands for the other as well: the same kind of event at the same body, the same rival,
    /// the same turn of a battle, or the outcome of a later battle there.
    fn is_like(&self, other: &Self) -> bool {
        let is_same = match self.kind {
            EventKind::Rival => self.words == other.words,
            EventKind::Losing => self.jd == other.jd && self.spot == other.spot,
            _ => true,
        };
        let are_outcomes = self.kind.is_outcome() && other.kind.is_outcome();
        is_same && (self.kind == other.kind || are_outcomes) && self.body() == other.body()
    }
}

/// A thing that an event is about, which may move on or be destroyed after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A ship or a structure.
    Unit(TargetId),
    /// Units that came into sight together.
    Contact(Vec<TargetId>),
    /// A fleet.
    Fleet(FleetId),
}

/// An event before it has a date: its text, its place, its kind, and what it is about.
type Line = (String, FocusTarget, EventKind, Option<Thing>);

/// An event of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct LogEntry {
    /// Number, counted from the first event.
    pub number: u64,
    /// The event.
    pub event: Event,
    /// Its line in the log: its date, and its words.
    line: String,
    /// When it was first shown, seconds of real time.
    pub shown_s: Option<f64>,
    /// Seconds of real time since then, or since its cause was last seen to go on, in which the clock ran: an alert
    /// waits for a player who has paused.
    pub running_s: f64,
    /// Whether the player has dismissed its alert.
    pub is_dismissed: bool,
    /// Whether the cause of its alert is over.
    pub is_over: bool,
    /// The thing that it is about.
    pub thing: Option<Thing>,
    /// The battle that it is about, which may have a report.
    pub battle: Option<u64>,
}

/// The last events, the oldest first.
#[derive(Resource, Clone, Debug, Default)]
pub struct EventLog {
    entries: VecDeque<LogEntry>,
    count: u64,
    /// The number of the event that was looked at last.
    visited: Option<u64>,
    /// Events that wait for the losses of their moment, from which they may follow.
    late: Vec<Event>,
    /// Reports on the player's battles.
    pub reports: BattleReports,
}

impl EventLog {
    /// Writes an event down.
    pub fn note(&mut self, event: Event) {
        self.note_about(event, None, None);
    }

    /// Writes an event of a battle down.
    pub fn note_of_battle(&mut self, event: Event, battle: Option<u64>) {
        self.note_about(event, None, battle);
    }

    /// Writes an event about a thing down, and about a battle.
    pub fn note_about(&mut self, event: Event, thing: Option<Thing>, battle: Option<u64>) {
        let entry = LogEntry {
            number: self.count,
            line: format!("{}  {}", date_words(event.jd), event.words),
            event,
            shown_s: None,
            running_s: 0.0,
            is_dismissed: false,
            is_over: false,
            thing,
            battle,
        };
        self.entries.push_back(entry);
        self.count += 1;
        if self.entries.len() > MOST_EVENTS {
            self.entries.pop_front();
        }
        // The next press of the key visits the newest entry.
        self.visited = None;
    }

    /// Writes an event down after the losses of this moment: a fleet stops because its target was destroyed.
    pub fn note_after_losses(&mut self, event: Event) {
        self.late.push(event);
    }

    /// Writes down the events that waited for losses, with the date of these.
    fn note_late(&mut self, jd: f64) {
        for event in std::mem::take(&mut self.late) {
            self.note(Event { jd, ..event });
        }
    }

    /// Adds an event that is shown elsewhere: only the whole list has it.
    pub fn note_quietly(&mut self, event: Event) {
        self.note(event);
        if let Some(entry) = self.entries.back_mut() {
            (entry.shown_s, entry.running_s) = (Some(f64::NEG_INFINITY), f64::INFINITY);
        }
    }

    /// The battle of a loss of the player's, if there is a report on it.
    fn report_of(&self, entry: &LogEntry) -> Option<u64> {
        let battle = entry.battle.filter(|_| entry.event.kind == EventKind::Loss);
        battle.filter(|battle| self.reports.due(*battle).is_some())
    }

    /// Lets the alerts of events that are shown grow older, s.
    fn age_alerts(&mut self, seconds: f64) {
        for entry in self.entries.iter_mut().filter(|entry| entry.shown_s.is_some()) {
            entry.running_s += seconds;
        }
    }

    /// The last `count` events, the oldest first.
    pub fn last(&self, count: usize) -> impl Iterator<Item = &LogEntry> {
        self.entries.iter().skip(self.entries.len().saturating_sub(count))
    }

    /// An event by its number, if it is not forgotten.
    fn entry(&self, number: u64) -> Option<&LogEntry> {
        self.entries.iter().find(|entry| entry.number == number)
    }

    /// Ends the alerts of an event, and of earlier ones like it.
    pub fn dismiss(&mut self, number: u64) {
        let Some(event) = self.entry(number).map(|entry| entry.event.clone()) else { return };
        let is_like = |entry: &LogEntry| entry.number <= number && entry.event.is_like(&event);
        for entry in self.entries.iter_mut().filter(|entry| is_like(entry)) {
            entry.is_dismissed = true;
        }
    }

    /// Ends the alerts of events that are over.
    fn end_alerts(&mut self, numbers: &[u64]) {
        for entry in self.entries.iter_mut().filter(|entry| numbers.contains(&entry.number)) {
            entry.is_over = true;
        }
    }

    /// Lets the alerts of events begin to grow old once more.
    fn refresh_alerts(&mut self, numbers: &[u64]) {
        for entry in self.entries.iter_mut().filter(|entry| numbers.contains(&entry.number)) {
            entry.running_s = 0.0;
        }
    }

    /// Lets the alert of the last event of a kind at a body begin once more, also if it has ended; one that the player
    /// has dismissed stays away.
    fn renew_alert(&mut self, kind: EventKind, body: BodyId) {
        let is_meant = |entry: &LogEntry| entry.event.kind == kind && entry.event.body() == Some(body);
        if let Some(entry) = self.entries.iter_mut().rev().find(|entry| is_meant(entry)) {
            (entry.running_s, entry.is_over) = (0.0, false);
        }
    }

    /// Notes when events are first shown.
    fn mark_shown(&mut self, now_s: f64) {
        for entry in self.entries.iter_mut().filter(|entry| entry.shown_s.is_none()) {
            entry.shown_s = Some(now_s);
        }
    }

    /// The event with a place before the last visited one, beginning with the newest; after the oldest the newest
    /// again. It counts as visited from now on.
    fn visit_earlier(&mut self) -> Option<LogEntry> {
        let with_place = || self.entries.iter().rev().filter(|entry| entry.event.spot.is_some());
        let earlier = with_place().find(|entry| self.visited.is_none_or(|visited| entry.number < visited));
        let found = earlier.or_else(|| with_place().next()).cloned()?;
        self.visited = Some(found.number);
        Some(found)
    }

    /// Counts an event as looked at.
    fn visit(&mut self, number: u64) -> Option<LogEntry> {
        let found = self.entry(number)?.clone();
        self.visited = Some(number);
        Some(found)
    }
}

/// Adds the log. Everything rests until there is a world with ledgers.
pub fn plugin(app: &mut App) {
    app.init_of_world::<EventLog>().init_of_world::<panel::WholeLog>();
    app.add_plugins(presses::<panel::LogAction>).on_escape(Rung::Log, panel::put_away);
    alerts::plugin(app);
    battles::plugin(app);
    app.add_systems(
        OnEnter(AppState::Playing),
        (whole::spawn_panel, panel::spawn_lines).chain().in_set(LeftColumnSystems::Log),
    );
    app.add_systems(Update, take_wheel::<HeadedRows>.in_set(InputSystems::Select));
    app.add_systems(PostUpdate, whole::fit.in_set(FrameSystems::Label));
    app.add_systems(
        Update,
        (
            battles::gather::gather,
            lines::writer::write,
            lines::warnings::write,
            lines::rivals::write,
            lines::fights::write,
            lines::turns::write,
            lines::outcomes::write,
            panel::act,
            panel::write_lines,
            whole::write,
        )
            .chain()
            .in_set(NewsSystems::Report)
            .in_set(WhilePlaying),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(words: &str, body: Option<BodyId>) -> Event {
        let spot = body.map(FocusTarget::Body);
        Event { jd: 0.0, words: words.to_owned(), spot, kind: EventKind::Note }
    }

    fn words(entry: Option<LogEntry>) -> String {
        entry.map_or_else(|| "nothing".to_owned(), |entry| entry.event.words)
    }

    #[test]
    fn the_key_goes_back_from_event_to_event() {
        let mut log = EventLog::default();
        assert_eq!(words(log.visit_earlier()), "nothing");
        log.note(event("first", Some(BodyId(1))));
        log.note(event("nowhere", None));
        log.note(event("last", Some(BodyId(2))));
        assert_eq!(words(log.visit_earlier()), "last");
        assert_eq!(words(log.visit_earlier()), "first", "what has no place is left out");
        assert_eq!(words(log.visit_earlier()), "last", "round and round");
        log.note(event("newer", Some(BodyId(3))));
        assert_eq!(words(log.visit_earlier()), "newer");
    }

    #[test]
    fn what_follows_from_losses_is_told_after_them() {
        let mut log = EventLog::default();
        log.note_after_losses(event("has nothing left to attack", None));
        log.note(event("destroyed a shipyard", None));
        log.note_late(7.0);
        log.note_late(8.0);
        let told: Vec<(&str, f64)> =
            log.last(9).map(|entry| (entry.event.words.as_str(), entry.event.jd)).collect();
        assert_eq!(told, [("destroyed a shipyard", 0.0), ("has nothing left to attack", 7.0)]);
    }

    #[test]
    fn old_events_are_forgotten() {
        let mut log = EventLog::default();
        for number in 0..=MOST_EVENTS {
            log.note(event(&number.to_string(), None));
        }
        assert_eq!(log.last(1_000).count(), MOST_EVENTS);
        assert_eq!(log.last(1_000).next().map(|entry| entry.number), Some(1));
        let last: Vec<&str> = log.last(2).map(|entry| entry.event.words.as_str()).collect();
        assert_eq!(last, ["99", "100"]);
        assert_eq!(log.visit(0), None);
    }

    #[test]
    fn lines_fade_from_when_they_were_shown() {
        let mut log = EventLog::default();
        log.note(event("first", None));
        log.mark_shown(1.0);
        log.note(event("second", None));
        log.mark_shown(5.0);
        let shown: Vec<Option<f64>> = log.last(2).map(|entry| entry.shown_s).collect();
        assert_eq!(shown, [Some(1.0), Some(5.0)]);
    }
}
