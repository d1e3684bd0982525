//! The chips: a row for each alert, of those that come at once the gravest at the top. Losses in a battle have a button
//! that opens the report on it. A new row stands below the others, however grave: none may move down under a pointer on
//! its way to a button. While the pointer is over the rows, none moves up either: if an alert ends, its row grows faint
//! and stays.

use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

use super::super::looks::EventLooks;
use super::super::panel::{REPORT_OFFER, REPORT_TIP};
use super::super::{EventKind, EventLog};
use super::present::{Alert, Alerts, MOST_ALERTS};
use crate::client::frame::Player;
use crate::client::hud::layout::top_middle::{Slot, furnish};
use crate::client::widgets::{Cell, Pressed, QUIET, Row, Rows, show};
use crate::client::worlds::Kept;

/// The most rows while the pointer is over them, with those of alerts that have ended.
const MOST_ROWS: usize = 2 * MOST_ALERTS;

/// The action of a button of a chip, and of an arrow at the edge.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub(super) enum AlertAction {
    /// Looks at the place of an event.
    Look(u64),
    /// Dismisses the alert of an event.
    Dismiss(u64),
    /// Opens the report on a battle; the camera stays.
    Report(u64),
    /// Shows the selected ships whole; `edge_arrows.rs` does.
    Frame,
}

/// Makes the slot of the alerts a plate with rows.
pub(super) fn furnish_slot(mut commands: Commands, slots: Query<(Entity, &Slot, &Node)>) {
    let padding = UiRect::all(px(4));
    let part = furnish(&mut commands, &slots, Slot::Alerts, |node| Node { padding, ..node });
    if let Some(part) = part {
        commands.entity(part).insert((Rows::<AlertAction>::default(), RelativeCursorPosition::default()));
    }
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
            AlertAction::Report(battle) => log.reports.show(battle),
            AlertAction::Frame => {}
        }
    }
}

/// The alert of a row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ShownAlert {
    alert: Alert,
    /// Whether it has ended: its row only keeps those below it in their places.
    has_ended: bool,
}

/// The slot of the alerts, with the pointer.
type AlertSlot = (Entity, &'static RelativeCursorPosition, &'static mut Node, &'static mut Rows<AlertAction>);

/// Writes the rows, if there are other alerts than before.
pub(super) fn write(
    mut commands: Commands,
    alerts: Res<Alerts>,
    player: Res<Player>,
    log: Res<EventLog>,
    mut slots: Query<AlertSlot>,
    mut shown: Kept<Vec<ShownAlert>>,
) {
    let shown = shown.now();
    for (slot, pointer, mut node, mut rows) in &mut slots {
        // Another player must not see the alerts of the last one.
        let is_other = player.is_changed();
        let stay = pointer.cursor_over() && !is_other;
        let is_current = stay || !shown.iter().any(|row| row.has_ended);
        if !alerts.is_changed() && !is_other && is_current {
            continue;
        }
        let before: &[ShownAlert] = if is_other { &[] } else { shown.as_slice() };
        let mut rows_now = beside(before, &alerts.0, &log);
        rows_now.retain(|row| stay || !row.has_ended);
        *shown = rows_now;
        show(&mut node, !shown.is_empty());
        rows.show(&mut commands, slot, shown.iter().map(row_of).collect());
    }
}

fn living(alert: &Alert) -> ShownAlert {
    ShownAlert { alert: alert.clone(), has_ended: false }
}

/// The rows of some alerts, each in its present place, those that are new below all others. An alert like an earlier
/// one takes its row. Only alerts that the player has dismissed leave no row.
fn beside(shown: &[ShownAlert], alerts: &[Alert], log: &EventLog) -> Vec<ShownAlert> {
    let mut others: Vec<&Alert> = alerts.iter().collect();
    let mut rows = Vec::new();
    for row in shown {
        let heir = others.iter().position(|alert| alert.event.is_like(&row.alert.event));
        let is_dismissed = || log.entry(row.alert.number).is_some_and(|entry| entry.is_dismissed);
        match heir {
            Some(heir) => rows.push(living(others.remove(heir))),
            None if is_dismissed() => {}
            None => rows.push(ShownAlert { has_ended: true, ..row.clone() }),
        }
    }
    rows.extend(others.into_iter().map(living));
    while rows.len() > MOST_ROWS {
        let Some(ended) = rows.iter().position(|row| row.has_ended) else { break };
        rows.remove(ended);
    }
    rows
}

fn row_of(shown: &ShownAlert) -> Row<AlertAction> {
    let row = row_of_alert(&shown.alert);
    if !shown.has_ended {
        return row;
    }
    Row { cells: row.cells.into_iter().map(|cell| cell.colored(QUIET)).collect(), ..row }
}

fn row_of_alert(alert: &Alert) -> Row<AlertAction> {
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
    use bevy_panorbit_camera::PanOrbitCamera;

    use super::super::super::Event;
    use super::super::super::battles::battle_reports::BattleReports;
    use super::super::present::tests::{alerts, log};
    use super::*;
    use crate::client::hud::planet::test_support::watched_by;
    use crate::client::scene::battle::sources::sites::Sites;
    use crate::client::view::{Focus, FocusTarget, MainCamera, Origin};
    use crate::sim::visibility::test_support::{EARTH, MARS, TERRA};
    use crate::sim::{BodyId, FactionId};

    #[test]
    fn a_chip_shows_its_words_and_its_offer_whole() {
        let event = Event { jd: 0.0, words: "lost".to_owned(), spot: None, kind: EventKind::Loss };
        let row = row_of_alert(&Alert { number: 3, event, shown_s: None, report: Some(7) });
        assert!(row.cells[0].is_wide && row.cells[0].wraps, "long words take a second line");
        assert!(row.cells[1..].iter().all(|cell| !cell.is_wide), "the buttons keep their width");
        assert!(
            row.cells.last().is_some_and(|close| close.align == AlignSelf::Start),
            "it stays in its corner"
        );
    }

    #[test]
    fn a_captured_body_is_told_in_large_letters_and_looked_at_by_a_click() {
        let spot = Some(FocusTarget::Body(BodyId(3)));
        let event = Event { jd: 0.0, words: "Rowan is lost".to_owned(), spot, kind: EventKind::Captured };
        let alert = Alert { number: 3, event, shown_s: None, report: None };
        let pixels = |alert: &Alert| row_of_alert(alert).cells[0].pixels;
        assert_eq!(row_of_alert(&alert).cells[0].press, Some(AlertAction::Look(3)));
        let mut loss = alert.clone();
        loss.event.kind = EventKind::Loss;
        assert!(pixels(&alert) > pixels(&loss));
    }

    #[test]
    fn rows_keep_their_places_beside_alerts_that_end() {
        use EventKind::{Attacked, Landing, Loss};
        let mut events = log(&[(Landing, 1), (Attacked, 2), (Loss, 3)]);
        let mut rows: Vec<ShownAlert> = alerts(&events).iter().map(living).collect();
        let told = |rows: &[ShownAlert]| -> Vec<(String, bool)> {
            rows.iter().map(|row| (row.alert.event.words.clone(), row.has_ended)).collect()
        };
        let row = |words: &str, has_ended: bool| (words.to_owned(), has_ended);
        events.end_alerts(&[0]);
        rows = beside(&rows, &alerts(&events), &events);
        assert_eq!(told(&rows), [row("0", true), row("1", false), row("2", false)]);
        let faint = row_of(&rows[0]);
        assert_eq!((faint.cells[0].color, row_of(&rows[1]).cells[0].color), (QUIET, Attacked.color()));
        let again = Event { words: "again".to_owned(), ..rows[1].alert.event.clone() };
        events.note(again);
        events.note(Event { words: "elsewhere".to_owned(), spot: None, jd: 0.0, kind: Attacked });
        rows = beside(&rows, &alerts(&events), &events);
        let all = [row("0", true), row("again", false), row("2", false), row("elsewhere", false)];
        assert_eq!(told(&rows), all);
        events.dismiss(2);
        rows = beside(&rows, &alerts(&events), &events);
        assert_eq!(told(&rows), [all[0].clone(), all[1].clone(), all[3].clone()], "the player's own deed");
    }

    #[test]
    fn rows_of_ended_alerts_give_way_when_there_are_too_many() {
        let mut events = log(&[]);
        let mut rows: Vec<ShownAlert> = Vec::new();
        for body in 0..MOST_ROWS + 4 {
            let spot = Some(FocusTarget::Body(BodyId(body)));
            events.note(Event { jd: 0.0, words: body.to_string(), spot, kind: EventKind::Loss });
            rows = beside(&rows, &alerts(&events), &events);
            events.end_alerts(&[body as u64]);
        }
        let living: Vec<bool> = rows.iter().map(|row| !row.has_ended).collect();
        assert_eq!(rows.len(), MOST_ROWS);
        assert_eq!(rows[0].alert.event.words, "4", "the oldest ones are gone");
        assert!(living[MOST_ROWS - 1] && !living[..MOST_ROWS - 1].contains(&true), "{living:?}");
    }

    #[test]
    fn a_click_on_a_chip_looks_there_and_its_cross_dismisses_it() {
        use EventKind::{Attacked, Loss};
        let mut simulation = watched_by(TERRA);
        let world = simulation.world_mut();
        world.spawn((PanOrbitCamera::default(), MainCamera));
        world.init_resource::<Messages<Pressed<AlertAction>>>();
        world.init_resource::<Sites>();
        world.init_resource::<Origin>();
        world.init_resource::<Focus>();
        let mut events = log(&[(Attacked, EARTH.0 as u32), (Loss, MARS.0 as u32)]);
        events.reports = BattleReports::with_open(7);
        events.reports.close();
        world.insert_resource(events);
        let act = world.register_system(act);
        let mut press = |action: AlertAction| {
            world.write_message(Pressed(action));
            world.run_system(act).expect("it runs");
            let log = world.resource::<EventLog>();
            let left = alerts(log).iter().map(|alert| alert.number).collect::<Vec<u64>>();
            (world.resource::<Focus>().target, left, log.reports.open().is_some())
        };
        let [earth, mars] = [EARTH, MARS].map(FocusTarget::Body);
        assert_eq!(press(AlertAction::Look(0)), (earth, vec![0, 1], false), "a look ends no alert");
        assert_eq!(press(AlertAction::Look(1)), (mars, vec![0, 1], false));
        assert_eq!(press(AlertAction::Look(9)), (mars, vec![0, 1], false), "it is forgotten");
        assert_eq!(press(AlertAction::Dismiss(0)), (mars, vec![1], false), "the camera stays");
        for _ in 0..2 {
            assert_eq!(press(AlertAction::Report(7)), (mars, vec![1], true), "the camera stays");
        }
    }

    /// The words at a node and below it.
    fn words_below(world: &World, node: Entity) -> Vec<String> {
        let own = world.get::<Text>(node).map(|text| text.0.clone());
        let children = world.get::<Children>(node).into_iter().flatten();
        own.into_iter().chain(children.flat_map(|child| words_below(world, *child))).collect()
    }

    #[test]
    fn a_graver_alert_moves_no_row_and_those_that_end_go_once_the_pointer_has_left() {
        use EventKind::{Captured, Loss};
        let mut app = App::new();
        app.insert_resource(Player { faction: FactionId(0), home: None }).add_systems(Update, write);
        let slot = (RelativeCursorPosition::default(), Node::default(), Rows::<AlertAction>::default());
        let slot = app.world_mut().spawn(slot).id();
        let mut shown = |events: Option<&[(EventKind, u32)]>, cursor_over: bool| {
            if let Some(events) = events.map(log) {
                app.insert_resource(Alerts(alerts(&events))).insert_resource(events);
            }
            app.world_mut().entity_mut(slot).insert(RelativeCursorPosition { cursor_over, normalized: None });
            app.update();
            words_below(app.world(), slot).into_iter().filter(|words| words != "×").collect::<Vec<String>>()
        };
        assert_eq!(shown(Some(&[(Loss, 1)]), false), ["0"]);
        assert_eq!(
            shown(Some(&[(Loss, 1), (Captured, 2)]), false),
            ["0", "1"],
            "a pointer may be on its way"
        );
        assert_eq!(shown(None, true), ["0", "1"]);
        assert_eq!(shown(Some(&[(Captured, 2)]), true), ["0", "0"], "the pointer is on a row");
        assert_eq!(shown(None, false), ["0"]);
        assert_eq!(shown(Some(&[]), false), [""; 0]);
        assert_eq!(shown(Some(&[(Loss, 1), (Captured, 2)]), false), ["1", "0"], "both came at once");
    }

    #[test]
    fn only_alerts_with_a_report_offer_it() {
        let alert = |report: Option<u64>| {
            let event = Event { jd: 0.0, words: "lost".to_owned(), spot: None, kind: EventKind::Loss };
            row_of_alert(&Alert { number: 3, event, shown_s: None, report })
        };
        let presses = |row: Row<AlertAction>| row.cells.into_iter().filter_map(|cell| cell.press);
        let (look, dismiss) = (AlertAction::Look(3), AlertAction::Dismiss(3));
        assert_eq!(presses(alert(None)).collect::<Vec<_>>(), [look, dismiss]);
        let offered: Vec<AlertAction> = presses(alert(Some(7))).collect();
        assert_eq!(offered, [look, AlertAction::Report(7), dismiss]);
    }
}
