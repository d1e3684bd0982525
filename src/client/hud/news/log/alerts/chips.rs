//! The chips: a row for each alert. Losses in a battle have a button that opens the report on it.

use bevy::prelude::*;

use super::super::looks::EventLooks;
use super::super::panel::{REPORT_OFFER, REPORT_TIP};
use super::super::{EventKind, EventLog};
use super::present::{Alert, Alerts};
use crate::client::hud::layout::places::TOP_CHIPS_WIDTH;
use crate::client::hud::layout::top_middle::{Slot, furnish};
use crate::client::widgets::{Cell, Pressed, Row, Rows, show};

/// The action of a button of a chip, and of an arrow at the edge.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub(super) enum AlertAction {
    /// Looks at the place of an event.
    Look(u64),
    /// Dismisses the alert of an event.
    Dismiss(u64),
    /// Opens the report on a battle, or closes it.
    Report(u64),
}

/// Makes the slot of the alerts a plate with rows.
pub(super) fn furnish_slot(mut commands: Commands, slots: Query<(Entity, &Slot, &Node)>) {
    furnish::<AlertAction>(&mut commands, &slots, Slot::Alerts, |node| Node {
        padding: UiRect::all(px(4)),
        // A fixed width, so that the buttons at the right keep their places, whatever the words.
        width: px(TOP_CHIPS_WIDTH),
        max_width: percent(100),
        ..node
    });
}

/// What the buttons do.
pub(super) fn act(
    mut pressed: MessageReader<Pressed<AlertAction>>,
    mut log: ResMut<EventLog>,
    mut looks: EventLooks,
) {
    for Pressed(action) in pressed.read() {
        match *action {
            AlertAction::Look(number) => {
                if let Some(entry) = log.visit(number) {
                    looks.look_at(&entry);
                }
            }
            AlertAction::Dismiss(number) => log.dismiss(number),
            AlertAction::Report(battle) => log.reports.toggle(battle),
        }
    }
}

/// Writes the rows, if there are other alerts than before.
pub(super) fn write(
    mut commands: Commands,
    alerts: Res<Alerts>,
    mut slots: Query<(Entity, &mut Node, &mut Rows<AlertAction>)>,
) {
    if !alerts.is_changed() {
        return;
    }
    for (slot, mut node, mut rows) in &mut slots {
        show(&mut node, !alerts.0.is_empty());
        rows.show(&mut commands, slot, alerts.0.iter().map(row_of).collect());
    }
}

fn row_of(alert: &Alert) -> Row<AlertAction> {
    let Alert { number, event, report, .. } = alert;
    let words = Cell::button(event.words.clone(), AlertAction::Look(*number));
    // Neither the words nor the offer beside them may be cut.
    let words = words.with_icon(event.kind.icon()).colored(event.kind.color()).wide().wrapped();
    let words = if event.kind == EventKind::Captured { words.titled() } else { words };
    let words = if event.spot.is_some() { words.with_tip("Look there") } else { words };
    let report =
        report.map(|battle| Cell::button(REPORT_OFFER, AlertAction::Report(battle)).with_tip(REPORT_TIP));
    let close = Cell::button("×", AlertAction::Dismiss(*number)).at_top().with_tip("Dismiss");
    Row::of([Some(words), report, Some(close)].into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::super::super::Event;
    use super::*;
    use crate::client::view::FocusTarget;
    use crate::sim::BodyId;

    #[test]
    fn a_chip_shows_its_words_and_its_offer_whole() {
        let event = Event { jd: 0.0, words: "lost".to_owned(), spot: None, kind: EventKind::Loss };
        let row = row_of(&Alert { number: 3, event, shown_s: None, report: Some(7) });
        assert!(row.cells[0].is_wide && row.cells[0].wraps, "long words take a second line");
        assert!(row.cells[1..].iter().all(|cell| !cell.is_wide), "the buttons keep their width");
        assert!(row.cells.last().is_some_and(|close| close.is_at_top), "it stays in its corner");
    }

    #[test]
    fn a_captured_body_is_told_in_large_letters_and_looked_at_by_a_click() {
        let spot = Some(FocusTarget::Body(BodyId(3)));
        let event = Event { jd: 0.0, words: "Rowan is lost".to_owned(), spot, kind: EventKind::Captured };
        let alert = Alert { number: 3, event, shown_s: None, report: None };
        let pixels = |alert: &Alert| row_of(alert).cells[0].pixels;
        assert_eq!(row_of(&alert).cells[0].press, Some(AlertAction::Look(3)));
        let mut loss = alert.clone();
        loss.event.kind = EventKind::Loss;
        assert!(pixels(&alert) > pixels(&loss));
    }

    #[test]
    fn only_alerts_with_a_report_offer_it() {
        let alert = |report: Option<u64>| {
            let event = Event { jd: 0.0, words: "lost".to_owned(), spot: None, kind: EventKind::Loss };
            row_of(&Alert { number: 3, event, shown_s: None, report })
        };
        let presses = |row: Row<AlertAction>| row.cells.into_iter().filter_map(|cell| cell.press);
        let (look, dismiss) = (AlertAction::Look(3), AlertAction::Dismiss(3));
        assert_eq!(presses(alert(None)).collect::<Vec<_>>(), [look, dismiss]);
        let offered: Vec<AlertAction> = presses(alert(Some(7))).collect();
        assert_eq!(offered, [look, AlertAction::Report(7), dismiss]);
    }
}
