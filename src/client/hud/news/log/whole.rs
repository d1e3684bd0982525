//! The panel of all events, the newest first: it is as high as the column at the lower left has room, and scrolls.
//!
//! It stands above the card of the selection, and ends below the outliner. The guide gives way to it.

use bevy::prelude::*;
use bevy::ui::{ComputedNode, RelativeCursorPosition};

use super::panel::{LogAction, REPORT_OFFER, REPORT_TIP, ShownLine, WholeLog, joined};
use super::{EventLog, MOST_EVENTS};
use crate::client::frame::{BriefingOpen, PollTimer};
use crate::client::hud::layout::places::{
    CARD_EDGE, CARD_WIDTH, GAP, GuideRow, LEAST_OUTLINER, LeftColumn, TOP_BAR, below_left_column,
};
use crate::client::hud::layout::top_middle::TopRoom;
use crate::client::settings::{Action, Settings, first_key, keyed};
use crate::client::view::ViewCamera;
use crate::client::widgets::{
    Cell, EDGE_PIXELS, HeadedRows, LOSS, QUIET, Row, Rows, TITLE, WORDS, plate, show,
};
use crate::client::worlds::{Kept, Playback, is_replay};

/// However little room there is, the panel may be this high, pixels: its title and some lines.
const LEAST_HEIGHT: f32 = 130.0;

/// Marks the panel.
#[derive(Component)]
pub struct LogPanel;

/// Spawns the panel, closed.
pub fn spawn_panel(mut commands: Commands, column: Single<Entity, With<LeftColumn>>) {
    let node = Node {
        display: Display::None,
        width: px(CARD_WIDTH),
        padding: UiRect::axes(px(CARD_EDGE - EDGE_PIXELS), px(6)),
        row_gap: px(4),
        flex_direction: FlexDirection::Column,
        ..default()
    };
    let panel = (LogPanel, RelativeCursorPosition::default(), plate(node), ChildOf(*column));
    let panel = commands.spawn(panel).id();
    let rows = HeadedRows::spawn::<LogAction>(&mut commands, panel);
    commands.entity(panel).insert(rows);
}

/// Shows the panel while it is wanted, and writes it a few times a second, and at once when it is opened. Its rows keep
/// their places while the pointer is over them: new events would move all of them.
pub fn write(
    mut commands: Commands,
    log: Res<EventLog>,
    whole: Res<WholeLog>,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    panel: Single<(&mut Node, &HeadedRows, &RelativeCursorPosition), With<LogPanel>>,
    mut columns: Query<&mut Rows<LogAction>>,
    mut beat: Kept<PollTimer>,
) {
    let (mut node, headed, pointer) = panel.into_inner();
    let is_due = beat.now().is_due(time.elapsed_secs_f64()) && !pointer.cursor_over();
    show(&mut node, whole.0);
    if !whole.0 || !(is_due || whole.is_changed()) {
        return;
    }
    if whole.is_changed() {
        headed.begin_at_top(&mut commands);
    }
    let lines = joined(log.last(MOST_EVENTS));
    let last = first_key(Action::LastEvent, &settings.keys);
    let tip = format!("The newest first. Click: look there. [{last}]: earlier events.");
    let title = Cell::words("Events", TITLE).titled().with_tip(tip);
    let close = Cell::button("×", LogAction::Close).at_top();
    let close = close.with_tip(keyed("Close", Action::ShowLog, &settings.keys));
    let rows = lines.iter().rev().map(|line| row_of(line, log.report_of(line.entry)));
    headed.show(&mut commands, &mut columns, vec![Row::of(vec![title, close])], rows.collect());
}

/// The row of a line. One without a place is no button. `report`: the battle on which there is a report.
fn row_of(line: &ShownLine, report: Option<u64>) -> Row<LogAction> {
    let words = line.words();
    let words = match line.entry.event.spot {
        Some(_) => Cell::button(words, LogAction::Visit(line.entry.number)).colored(WORDS).wide(),
        None => Cell::words(words, QUIET),
    };
    let offer = |battle: u64| Cell::button(REPORT_OFFER, LogAction::Report(battle)).with_tip(REPORT_TIP);
    let offer = report.map(|battle| offer(battle).colored(LOSS));
    Row::of(std::iter::once(words.wrapped()).chain(offer).collect())
}

/// Ends the panel below the outliner, or below the lines at the top if they need more room.
pub fn fit(
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    top: Res<TopRoom>,
    briefing: Res<BriefingOpen>,
    playback: Option<Res<Playback>>,
    column: Single<&Children, With<LeftColumn>>,
    others: Query<(&ComputedNode, Has<GuideRow>), Without<LogPanel>>,
    mut panel: Single<&mut Node, With<LogPanel>>,
) {
    let height = |node: &ComputedNode| node.size.y * node.inverse_scale_factor;
    // The guide gives way, the briefing does not.
    let others = others.iter_many(*column).filter(|(_, is_guide)| !*is_guide || briefing.0);
    let others = others.map(|(node, _)| height(node)).filter(|height| *height > 0.0);
    let others: f32 = others.map(|height| height + GAP).sum();
    let others = others + below_left_column(is_replay(playback));
    let most = px(most_height(view.screen(ui_scale.0).y, others, top.kept_height));
    if panel.max_height != most {
        panel.max_height = most;
    }
}

/// The greatest height of the panel on a screen of a height, beside other parts of its column, and below what is kept
/// for the column at the top, pixels.
fn most_height(screen: f32, others: f32, kept: f32) -> f32 {
    let room = (screen - TOP_BAR - others).max(0.0);
    (room - kept.max(LEAST_OUTLINER + GAP)).max(LEAST_HEIGHT).min(room)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bevy::ecs::system::RunSystemOnce;

    use super::super::battles::battle_reports::BattleReports;
    use super::super::{Event, EventKind};
    use super::*;
    use crate::client::view::FocusTarget;
    use crate::sim::BodyId;

    const CARD: f32 = 236.0;

    #[test]
    fn above_a_card_it_leaves_the_bars_and_the_outliner_their_room() {
        for screen in [576.0, 600.0, 720.0, 1080.0] {
            let most = most_height(screen, CARD, 0.0);
            let top = screen - CARD - most;
            assert!(top >= TOP_BAR + LEAST_OUTLINER + GAP, "{top} on {screen}");
            assert!(most >= LEAST_HEIGHT, "{most} on {screen}");
        }
        assert_eq!(most_height(576.0, CARD, 220.0), LEAST_HEIGHT, "a report is open at the top");
        assert_eq!(most_height(400.0, CARD, 0.0), 128.0, "all that there is");
        assert_eq!(most_height(270.0, CARD, 0.0), 0.0);
    }

    #[test]
    fn what_is_below_it_makes_it_shorter_and_the_guide_gives_way() {
        let mut world = World::new();
        world.init_resource::<ViewCamera>();
        world.init_resource::<UiScale>();
        world.init_resource::<TopRoom>();
        world.init_resource::<BriefingOpen>();
        let column = world.spawn(LeftColumn).id();
        let part = || ComputedNode { size: Vec2::new(424.0, 150.0), inverse_scale_factor: 1.0, ..default() };
        let panel = world.spawn((LogPanel, Node::default(), part(), ChildOf(column))).id();
        let most = |world: &mut World| {
            world.run_system_once(fit).expect("it runs");
            world.get::<Node>(panel).map(|node| node.max_height)
        };
        let alone = Some(px(most_height(720.0, 0.0, 0.0)));
        assert_eq!(most(&mut world), alone);
        world.spawn((GuideRow, part(), ChildOf(column)));
        assert_eq!(most(&mut world), alone);
        world.spawn((part(), ChildOf(column)));
        assert_eq!(most(&mut world), Some(px(most_height(720.0, 150.0 + GAP, 0.0))));
        world.insert_resource(BriefingOpen(true));
        assert_eq!(most(&mut world), Some(px(most_height(720.0, 2.0 * (150.0 + GAP), 0.0))));
    }

    /// A world with the panel, opened, and the panel and the column of its rows.
    fn opened() -> (World, Entity, Entity) {
        let mut world = World::new();
        world.insert_resource(WholeLog(true));
        world.init_resource::<EventLog>();
        world.init_resource::<Settings>();
        world.init_resource::<Time<Real>>();
        world.spawn(LeftColumn);
        world.run_system_once(spawn_panel).expect("it runs");
        let mut panels = world.query_filtered::<(Entity, &HeadedRows), With<LogPanel>>();
        let (panel, body) =
            panels.single(&world).map(|(panel, rows)| (panel, rows.body)).expect("there is one");
        (world, panel, body)
    }

    #[test]
    fn it_opens_at_the_newest_event_wherever_it_was_scrolled_to_before() {
        let (mut world, _, body) = opened();
        let write = world.register_system(write);
        let mut scrolled_after = |is_open: bool| {
            world.resource_mut::<WholeLog>().set_if_neq(WholeLog(is_open));
            world.run_system(write).expect("it runs");
            let way = world.get::<ScrollPosition>(body).map(|way| way.y);
            world.entity_mut(body).insert(ScrollPosition(Vec2::new(0.0, 90.0)));
            way
        };
        assert_eq!([scrolled_after(true), scrolled_after(true)], [Some(0.0), Some(90.0)]);
        assert_eq!([scrolled_after(false), scrolled_after(true)], [Some(90.0), Some(0.0)]);
    }

    #[test]
    fn rows_keep_their_places_while_the_pointer_is_over_them() {
        let (mut world, panel, body) = opened();
        let write = world.register_system(write);
        let mut rows_after = |words: &str, cursor_over: bool| {
            let (words, kind) = (words.to_owned(), EventKind::Note);
            world.resource_mut::<EventLog>().note(Event { jd: 0.0, words, spot: None, kind });
            world.entity_mut(panel).insert(RelativeCursorPosition { cursor_over, normalized: None });
            // The first update of a clock only starts it.
            for _ in 0..2 {
                world.resource_mut::<Time<Real>>().update_with_duration(Duration::from_secs(1));
            }
            world.run_system(write).expect("it runs");
            world.get::<Rows<LogAction>>(body).map(Rows::count)
        };
        assert_eq!(rows_after("one", true), Some(1), "it has just been opened");
        assert_eq!([rows_after("two", false), rows_after("three", true)], [Some(2); 2]);
        assert_eq!(rows_after("four", false), Some(4), "the pointer has left");
    }

    /// The rows of the events of a log, the newest first.
    fn rows(log: &EventLog) -> Vec<Row<LogAction>> {
        joined(log.last(MOST_EVENTS))
            .iter()
            .rev()
            .map(|line| row_of(line, log.report_of(line.entry)))
            .collect()
    }

    #[test]
    fn it_offers_the_report_on_a_loss_again() {
        let mut log = EventLog::default();
        let event =
            |words: &str, kind: EventKind| Event { jd: 0.0, words: words.to_owned(), spot: None, kind };
        log.note(event("arrived", EventKind::Note));
        log.note_of_battle(event("lost", EventKind::Loss), Some(7));
        log.note_of_battle(event("lost a scout", EventKind::Loss), Some(8));
        log.note_of_battle(event("battle", EventKind::Note), Some(7));
        log.reports = BattleReports::with_open(7);
        log.reports.close();
        let offers: Vec<Option<LogAction>> =
            rows(&log).iter().map(|row| row.cells.get(1).and_then(|cell| cell.press)).collect();
        let expected = [None, None, Some(LogAction::Report(7)), None];
        assert_eq!(offers, expected, "neither small losses nor those of others");
    }

    #[test]
    fn only_lines_with_a_place_are_buttons_and_long_ones_wrap() {
        let mut log = EventLog::default();
        for spot in [Some(FocusTarget::Body(BodyId(1))), None] {
            let words = if spot.is_some() { "there" } else { "nowhere" };
            log.note(Event { jd: 0.0, words: words.to_owned(), spot, kind: EventKind::Note });
        }
        let rows = rows(&log);
        let presses: Vec<Option<LogAction>> = rows.iter().map(|row| row.cells[0].press).collect();
        assert_eq!(presses, [None, Some(LogAction::Visit(0))]);
        assert!(rows.iter().all(|row| row.cells[0].wraps));
    }
}
