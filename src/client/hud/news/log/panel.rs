//! The lines of the log on the screen, clicks on them, and the keys.

use bevy::prelude::*;
use bevy::ui::FocusPolicy;
use bevy::ui_widgets::Activate;

use super::EventLog;
use super::looks::EventLooks;
use crate::client::frame::Toasts;
use crate::client::hud::layout::places::LeftColumn;
use crate::client::settings::{Action, Actions, Binding, first_key};
use crate::client::widgets::button::{Face, pressable};
use crate::client::widgets::theme::HOVERED;
use crate::client::widgets::{KeyTip, LOSS, PANEL, QUIET, RESTING, Tip, WORDS, face, show, text};

/// Lines that are shown while they are new.
const FEW_LINES: usize = 4;
/// Lines of the whole list.
const MOST_LINES: usize = 18;
/// Seconds of real time after which a line begins to fade, and after which it is gone.
const FADES: (f64, f64) = (9.0, 12.0);
/// Size of the words, pixels.
const WORD_PIXELS: f32 = 13.0;

/// A line, with its index from the top, and its event.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogLine {
    index: usize,
    event: Option<u64>,
}

/// The words of a line.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogWords(usize);

/// The button of a line about losses: the report on their battle.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReportButton {
    index: usize,
    battle: Option<u64>,
}

/// The offer of a report, and its tip.
pub(super) const REPORT_OFFER: &str = "What killed us?";
pub(super) const REPORT_TIP: &str = "Report on this battle";

/// Spawns the lines, hidden at first.
pub fn spawn_lines(mut commands: Commands, column: Single<Entity, With<LeftColumn>>) {
    let list = Node { flex_direction: FlexDirection::Column, row_gap: px(2), ..default() };
    let list = commands.spawn((list, Pickable::IGNORE, ChildOf(*column))).id();
    for index in 0..MOST_LINES {
        let line = Node {
            display: Display::None,
            padding: UiRect::axes(px(8), px(1)),
            border_radius: BorderRadius::all(px(4)),
            column_gap: px(8),
            ..default()
        };
        let offer = Node {
            display: Display::None,
            padding: UiRect::horizontal(px(5)),
            border_radius: BorderRadius::all(px(3)),
            ..default()
        };
        let report = (
            ReportButton { index, battle: None },
            pressable(Face { resting: RESTING, hovered: HOVERED, edge: PANEL }),
            // A press on it is none on the line.
            FocusPolicy::Block,
            Tip(REPORT_TIP.to_owned()),
            offer,
            children![text(REPORT_OFFER, WORD_PIXELS, LOSS)],
        );
        let words = (LogWords(index), text("", WORD_PIXELS, WORDS), TextLayout::no_wrap());
        commands.spawn((
            LogLine { index, event: None },
            Button,
            KeyTip(line_tip),
            line,
            BackgroundColor(PANEL),
            ChildOf(list),
            children![words, report],
        ));
    }
}

/// The tip of a line: click and keys.
fn line_tip(bindings: &[Binding]) -> String {
    let [last, all] = [Action::LastEvent, Action::ShowLog].map(|action| first_key(action, bindings));
    format!("Click: look there. [{last}]: earlier events, [{all}]: all events.")
}

/// A press on the button of a line opens the report, or closes it.
pub fn open_report(press: On<Activate>, buttons: Query<&ReportButton>, mut log: ResMut<EventLog>) {
    if let Some(battle) = buttons.get(press.entity).ok().and_then(|button| button.battle) {
        log.reports.toggle(battle);
    }
}

/// Whether the whole list is shown.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WholeLog(pub bool);

/// A click on a line, or the key, visits the place of its event.
pub fn act(
    actions: Actions,
    pressed: Query<(&LogLine, &Interaction), Changed<Interaction>>,
    mut looks: EventLooks,
    mut log: ResMut<EventLog>,
    mut whole: ResMut<WholeLog>,
    mut toasts: ResMut<Toasts>,
) {
    if actions.just_pressed(&Action::ShowLog) {
        whole.0 = !whole.0;
        if whole.0 && log.last(1).next().is_none() {
            toasts.say("No events yet");
        }
    }
    let clicked = pressed.iter().find(|(_, interaction)| **interaction == Interaction::Pressed);
    let clicked = clicked.and_then(|(line, _)| line.event);
    let entry = match clicked {
        Some(number) => log.visit(number),
        None if actions.just_pressed(&Action::LastEvent) => {
            let entry = log.visit_earlier();
            if entry.is_none() {
                toasts.say("No events yet");
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
    mut reports: Query<(&mut ReportButton, &mut Node), Without<LogLine>>,
) {
    let now_s = time.elapsed_secs_f64();
    log.bypass_change_detection().mark_shown(now_s);
    let shown = shown_lines(&log, whole.0, now_s);
    for (mut line, interaction, mut node, mut background) in &mut lines {
        let told = shown.get(line.index);
        show(&mut node, told.is_some());
        line.set_if_neq(LogLine { event: told.map(|told| told.number), ..*line });
        let Some(told) = told else { continue };
        let color = face(*interaction, PANEL.with_alpha(PANEL.alpha() * told.strength));
        background.set_if_neq(BackgroundColor(color));
    }
    for (mut button, mut node) in &mut reports {
        let battle = shown.get(button.index).and_then(|told| told.report);
        show(&mut node, battle.is_some());
        button.set_if_neq(ReportButton { battle, ..*button });
    }
    for (line, mut text, mut color) in &mut words {
        let Some(told) = shown.get(line.0) else { continue };
        if text.0 != told.words {
            told.words.clone_into(&mut text.0);
        }
        let usual = if told.has_place { WORDS } else { QUIET };
        color.set_if_neq(TextColor(usual.with_alpha(told.strength)));
    }
}

/// A displayed line.
#[derive(Clone, Debug, PartialEq)]
struct ShownLine<'a> {
    number: u64,
    words: &'a str,
    has_place: bool,
    /// The battle on which there is a report.
    report: Option<u64>,
    strength: f32,
}

/// The lines that are shown now, the oldest first.
fn shown_lines(log: &EventLog, is_whole: bool, now_s: f64) -> Vec<ShownLine<'_>> {
    let count = if is_whole { MOST_LINES } else { FEW_LINES };
    // Alerts have chips of their own; only the whole list repeats them.
    let entries = log.last(count).filter(|entry| is_whole || !entry.event.kind.alerts());
    let lines = entries.map(|entry| ShownLine {
        number: entry.number,
        words: &entry.line,
        has_place: entry.event.spot.is_some(),
        report: log.report_of(entry),
        strength: if is_whole { 1.0 } else { strength(now_s - entry.shown_s.unwrap_or(now_s)) },
    });
    lines.filter(|line| line.strength > 0.0).collect()
}

/// Opacity of a line after this time on the screen.
fn strength(seconds: f64) -> f32 {
    (1.0 - (seconds - FADES.0) / (FADES.1 - FADES.0)).clamp(0.0, 1.0) as f32
}

#[cfg(test)]
mod tests {
    use super::super::battles::battle_reports::BattleReports;
    use super::super::{Event, EventKind};
    use super::*;

    fn log(count: u32) -> EventLog {
        let mut log = EventLog::default();
        for number in 0..count {
            let words = format!("event {number}");
            log.note(Event { jd: crate::orbit::J2000_JD, words, spot: None, kind: EventKind::Note });
        }
        log
    }

    #[test]
    fn new_lines_are_shown_and_fade() {
        let mut log = log(6);
        log.mark_shown(100.0);
        assert_eq!(shown_lines(&log, false, 100.0).len(), FEW_LINES);
        let last = shown_lines(&log, false, 100.0).pop().map(|line| line.words);
        assert_eq!(last, Some("2000-01-01  event 5"));
        assert!(shown_lines(&log, false, 113.0).is_empty());
        log.note(Event { jd: 0.0, words: "new".to_owned(), spot: None, kind: EventKind::Note });
        assert_eq!(shown_lines(&log, false, 113.0).len(), 1);
        assert_eq!(shown_lines(&log, true, 113.0).len(), 7, "the whole list does not fade");
        log.note_quietly(Event { jd: 0.0, words: "refused".to_owned(), spot: None, kind: EventKind::Note });
        assert_eq!(shown_lines(&log, false, 113.0).len(), 1, "what is told elsewhere is not told twice");
    }

    #[test]
    fn the_whole_list_offers_the_report_on_a_loss_again() {
        let mut log = log(1);
        let lost = Event { jd: 0.0, words: "lost".to_owned(), spot: None, kind: EventKind::Loss };
        log.note_of_battle(lost.clone(), Some(7));
        log.note_of_battle(lost.clone(), Some(8));
        log.note_of_battle(Event { kind: EventKind::Note, ..lost }, Some(7));
        log.reports = BattleReports::with_open(7);
        log.reports.close();
        let offers: Vec<Option<u64>> =
            shown_lines(&log, true, 500.0).into_iter().map(|line| line.report).collect();
        assert_eq!(offers, [None, Some(7), None, None], "neither small losses nor those of others");
        let mut world = World::new();
        world.insert_resource(log);
        let button = world.spawn(ReportButton { index: 1, battle: Some(7) }).id();
        world.add_observer(open_report);
        world.trigger(Activate { entity: button });
        assert_eq!(world.resource::<EventLog>().reports.open().map(|report| report.battle), Some(7));
    }

    #[test]
    fn a_line_fades_without_a_jump() {
        assert_eq!((strength(0.0), strength(FADES.0), strength(FADES.1)), (1.0, 1.0, 0.0));
        assert!((strength(10.0) - strength(10.05)).abs() < 0.05);
    }

    #[test]
    fn the_whole_list_has_its_limit() {
        assert_eq!(shown_lines(&log(60), true, 0.0).len(), MOST_LINES);
    }
}
