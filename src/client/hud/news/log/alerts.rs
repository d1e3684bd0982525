//! Alerts: chips at the top for contacts, attacks, landings and losses. A click looks there. The clock slows down to
//! ×1, for a contact only if armed ships of a foe have come. The chip of an attack ends with the sign of its battle,
//! that of a landing with the fight on the ground, after a few seconds; that of a captured body stays for long. Where
//! there are too many, the least grave give way. Losses in a battle have a button that opens the report on it.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::looks::EventLooks;
use super::panel::{REPORT_OFFER, REPORT_TIP};
use super::{Event, EventKind, EventLog, LogEntry, MOST_EVENTS};
use crate::client::frame::{NewsSystems, Toasts};
use crate::client::hud::layout::places::TOP_CHIPS_WIDTH;
use crate::client::hud::layout::top_middle::{Slot, furnish};
use crate::client::scene::battle::sources::sites::Sites;
use crate::client::settings::Settings;
use crate::client::view::{FocusTarget, Sight};
use crate::client::widgets::{Cell, Icon, LOSS, Pressed, Row, Rows, STRONG, presses, show};
use crate::client::worlds::{AppState, Kept, Playback, SetUpSystems, WhilePlaying, is_playback};
use crate::sim::{BodyId, OfWorld};

/// Seconds of real time for which an alert stays, without pauses.
const ALERT_SECONDS: f64 = 25.0;
/// That of a captured body stays for this time: the fights about it must not bury it.
const CAPTURED_SECONDS: f64 = 120.0;
/// The chip of a landing stays for this time at least, seconds of real time without pauses. Against a large garrison
/// the troopers fall as they come, so that none is there between two ticks; a ship is empty after four seconds.
const LEAST_LANDING_S: f64 = 4.0;
/// The most alerts at once.
pub(super) const MOST_ALERTS: usize = 4;
/// An alert slows the clock if there was none of its kind at its place for this time, seconds of real time.
const CALM_SECONDS: f64 = 60.0;

/// An alert on the screen: the last event of its kind at its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Alert {
    /// The number of the event in the log.
    pub number: u64,
    /// The event.
    pub event: Event,
    /// When it was first shown, seconds of real time; `None`: not yet.
    pub shown_s: Option<f64>,
    /// The battle on which there is a report.
    pub report: Option<u64>,
}

/// The alerts on the screen, the oldest first. They change only if there are others.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Alerts(pub Vec<Alert>);

/// The event for which the clock slowed down, while its alert is on the screen and the pace stays slow. The clock tells
/// it beside the pace.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct SlowedBy(pub Option<Event>);

impl SlowedBy {
    /// Ends when its alert does, and when the player hurries on.
    fn age(&mut self, alerts: &[Alert], pace: f64) {
        let stays = |event: &Event| pace <= 1.0 && alerts.iter().any(|alert| alert.event.is_like(event));
        self.0 = self.0.take().filter(stays);
    }
}

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

/// Adds the alerts. They rest until there is a world.
pub fn plugin(app: &mut App) {
    app.init_of_world::<Alerts>().init_of_world::<SlowedBy>().add_plugins(presses::<AlertAction>);
    app.add_systems(OnEnter(AppState::Playing), furnish_slot.in_set(SetUpSystems::Rows));
    app.add_systems(
        Update,
        (act, age, end_past, collect, slow_down, write)
            .chain()
            .after(super::panel::write_lines)
            .in_set(NewsSystems::Tell)
            .in_set(WhilePlaying),
    );
}

/// Makes the slot of the alerts a plate with rows.
fn furnish_slot(mut commands: Commands, slots: Query<(Entity, &Slot, &Node)>) {
    furnish::<AlertAction>(&mut commands, &slots, Slot::Alerts, |node| Node {
        padding: UiRect::all(px(4)),
        // A fixed width, so that the buttons at the right keep their places, whatever the words.
        width: px(TOP_CHIPS_WIDTH),
        max_width: percent(100),
        ..node
    });
}

fn act(mut pressed: MessageReader<Pressed<AlertAction>>, mut log: ResMut<EventLog>, mut looks: EventLooks) {
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

/// Alerts grow older while the clock runs.
fn age(time: Res<Time<Virtual>>, real: Res<Time<Real>>, mut log: ResMut<EventLog>) {
    if !time.is_paused() {
        log.bypass_change_detection().age_alerts(real.delta_secs_f64());
    }
}

/// Query bundle for whether the cause of an alert goes on.
#[derive(SystemParam)]
struct Causes<'w, 's> {
    sites: Res<'w, Sites>,
    sight: Sight<'w, 's>,
}

impl Causes<'_, '_> {
    fn go_on(&self, entry: &LogEntry) -> bool {
        match entry.event.kind {
            EventKind::Attacked => entry.battle.is_none_or(|battle| self.has_sign(battle)),
            EventKind::Landing if entry.running_s < LEAST_LANDING_S => true,
            EventKind::Landing => entry.event.body().is_none_or(|body| self.is_invaded(body)),
            EventKind::Captured => entry.event.body().is_none_or(|body| !self.is_own(body)),
            _ => true,
        }
    }

    /// Whether the sign of a battle has not faded away.
    fn has_sign(&self, battle: u64) -> bool {
        self.sites.get(battle).is_some_and(|site| site.opacity > 0.0)
    }

    /// Whether a body is the viewer's own.
    fn is_own(&self, body: BodyId) -> bool {
        let view = self.sight.view();
        view.faction().is_some_and(|me| view.bodies_of(me).contains(&body))
    }

    /// Whether troopers are known to fight for a body: the viewer's own ground is known.
    fn is_invaded(&self, body: BodyId) -> bool {
        self.sight.view().ground(body).is_some_and(|known| known.ground.invaders.is_some())
    }
}

/// Ends the alerts whose causes are over: the log says so, and their words must not say otherwise.
fn end_past(causes: Causes, mut log: ResMut<EventLog>) {
    let past: Vec<u64> =
        present(&log).into_iter().filter(|entry| !causes.go_on(entry)).map(|entry| entry.number).collect();
    if !past.is_empty() {
        log.end_alerts(&past);
    }
}

fn collect(log: Res<EventLog>, mut alerts: ResMut<Alerts>) {
    let present = present(&log);
    let is_same = present.len() == alerts.0.len()
        && alerts.0.iter().zip(&present).all(|(alert, entry)| alert.tells(entry, &log));
    if !is_same {
        alerts.0 = present.into_iter().map(|entry| Alert::of(entry, &log)).collect();
    }
}

/// The entries that alert now, the oldest first: of like events only the last, and of too many the gravest.
fn present(log: &EventLog) -> Vec<&LogEntry> {
    let mut found: Vec<&LogEntry> = Vec::new();
    for entry in log.last(MOST_EVENTS).filter(|entry| entry.event.kind.alerts() && !entry.is_dismissed) {
        if entry.running_s < seconds_of(entry.event.kind) {
            found.retain(|other| !other.event.is_like(&entry.event));
            found.push(entry);
        }
    }
    while found.len() > MOST_ALERTS {
        // The oldest of the least grave.
        let least = found.iter().enumerate().min_by_key(|(_, entry)| gravity(entry.event.kind));
        let Some((index, _)) = least else { break };
        found.remove(index);
    }
    found
}

/// How long an alert stays, seconds of real time without pauses.
fn seconds_of(kind: EventKind) -> f64 {
    if kind == EventKind::Captured { CAPTURED_SECONDS } else { ALERT_SECONDS }
}

/// What concerns a body of the player's is graver than what concerns ships, and that graver than what has only come
/// into sight.
fn gravity(kind: EventKind) -> u8 {
    match kind {
        EventKind::Captured => 4,
        EventKind::Landing => 3,
        EventKind::Loss | EventKind::Attacked => 2,
        EventKind::Threat => 1,
        _ => 0,
    }
}

impl Alert {
    /// The alert of an entry.
    fn of(entry: &LogEntry, log: &EventLog) -> Self {
        Self {
            number: entry.number,
            event: entry.event.clone(),
            shown_s: entry.shown_s,
            report: log.report_of(entry),
        }
    }

    /// Whether it is that of this entry. Two players at one screen have entries of the same number.
    fn tells(&self, entry: &LogEntry, log: &EventLog) -> bool {
        (self.number, self.shown_s) == (entry.number, entry.shown_s)
            && self.event == entry.event
            && self.report == log.report_of(entry)
    }

    /// The time since it was first shown, s; `now_s`: seconds of real time.
    pub fn age_s(&self, now_s: f64) -> f64 {
        now_s - self.shown_s.unwrap_or(now_s)
    }
}

/// What has alerted the player before, by kind and place, with the time, seconds of real time.
type Heard = Vec<(EventKind, Option<BodyId>, f64)>;

/// Slows the clock down to ×1 for an alert that is new and of a kind that slows, but not in a replay.
fn slow_down(
    alerts: Res<Alerts>,
    settings: Res<Settings>,
    real: Res<Time<Real>>,
    playback: Option<Res<Playback>>,
    mut time: ResMut<Time<Virtual>>,
    mut toasts: ResMut<Toasts>,
    mut slowed: ResMut<SlowedBy>,
    mut heard: Kept<Heard>,
) {
    let heard = heard.now();
    slowed.bypass_change_detection().age(&alerts.0, time.relative_speed_f64());
    let fresh = take_fresh(&alerts.0, heard, real.elapsed_secs_f64());
    let slows = settings.slow_on_contact && !is_playback(playback);
    if let Some(event) = fresh.filter(|_| slows && time.relative_speed_f64() > 1.0) {
        time.set_relative_speed_f64(1.0);
        toasts.say(format!("Pace ×1. {}", event.words));
        slowed.0 = Some(event);
    }
}

/// The first alert that slows the clock, after some time of calm; all of them count as heard now.
fn take_fresh(alerts: &[Alert], heard: &mut Heard, now_s: f64) -> Option<Event> {
    heard.retain(|(.., heard_s)| now_s - heard_s < CALM_SECONDS);
    let mut fresh = None;
    for alert in alerts.iter().filter(|alert| alert.event.kind.slows()) {
        let (kind, body) = (alert.event.kind, alert.event.body());
        match heard.iter_mut().find(|(other, place, _)| (*other, *place) == (kind, body)) {
            Some((.., heard_s)) => *heard_s = now_s,
            None => {
                heard.push((kind, body, now_s));
                fresh.get_or_insert_with(|| alert.event.clone());
            }
        }
    }
    fresh
}

/// Writes the rows, if there are other alerts than before.
fn write(
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
    let words = words.with_icon(icon_of(event.kind)).colored(color_of(event.kind)).wide().wrapped();
    let words = if event.kind == EventKind::Captured { words.titled() } else { words };
    let words = if event.spot.is_some() { words.with_tip("Look there") } else { words };
    let report =
        report.map(|battle| Cell::button(REPORT_OFFER, AlertAction::Report(battle)).with_tip(REPORT_TIP));
    let close = Cell::button("×", AlertAction::Dismiss(*number)).at_top().with_tip("Dismiss");
    Row::of([Some(words), report, Some(close)].into_iter().flatten().collect())
}

/// A kind of alert in a word.
pub fn word_of(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Sighted | EventKind::Threat => "contact",
        EventKind::Landing => "landing",
        EventKind::Loss | EventKind::Captured => "loss",
        _ => "attack",
    }
}

/// The sign of a kind of alert.
pub(super) fn icon_of(kind: EventKind) -> Icon {
    match kind {
        EventKind::Sighted | EventKind::Threat => Icon::Contact,
        EventKind::Landing => Icon::Landing,
        EventKind::Loss | EventKind::Captured => Icon::Loss,
        _ => Icon::AttackAlert,
    }
}

/// The colour of a kind of alert.
pub fn color_of(kind: EventKind) -> Color {
    if matches!(kind, EventKind::Sighted | EventKind::Threat) { STRONG } else { LOSS }
}

impl Event {
    /// The body of its place.
    fn body(&self) -> Option<BodyId> {
        self.spot.as_ref().and_then(FocusTarget::body)
    }

    /// Whether an alert of one stands for the other as well: the same kind of event at the same body.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        (self.kind, self.body()) == (other.kind, other.body())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::scene::battle::sources::sites;
    use crate::client::view::Onlooker;
    use crate::client::view::seen::KnownBodies;
    use crate::sim::visibility::Viewer;
    use crate::sim::visibility::test_support::{EARTH, TERRA, held};

    fn log(events: &[(EventKind, u32)]) -> EventLog {
        let mut log = EventLog::default();
        for (number, (kind, body)) in events.iter().enumerate() {
            let spot = Some(FocusTarget::Body(BodyId(*body as usize)));
            log.note(Event { jd: 0.0, words: number.to_string(), spot, kind: *kind });
        }
        log.mark_shown(10.0);
        log
    }

    fn words(log: &EventLog) -> Vec<String> {
        present(log).into_iter().map(|entry| entry.event.words.clone()).collect()
    }

    fn alerts(log: &EventLog) -> Vec<Alert> {
        present(log).into_iter().map(|entry| Alert::of(entry, log)).collect()
    }

    #[test]
    fn alerts_change_only_if_there_are_others() {
        let mut app = App::new();
        app.init_resource::<Alerts>().add_systems(Update, collect);
        app.insert_resource(log(&[(EventKind::Attacked, 1)]));
        let has_changed = |app: &mut App| {
            let before = app.world().resource_ref::<Alerts>().last_changed();
            app.update();
            app.world().resource_ref::<Alerts>().last_changed() != before
        };
        assert_eq!([has_changed(&mut app), has_changed(&mut app)], [true, false]);
        app.insert_resource(log(&[(EventKind::Attacked, 2)]));
        assert!(has_changed(&mut app), "that of another player has the same number");
    }

    #[test]
    fn like_events_share_an_alert_that_ends() {
        use EventKind::{Attacked, Finished, Loss, Sighted};
        let mut log =
            log(&[(Attacked, 1), (Finished, 1), (Sighted, 1), (Attacked, 2), (Attacked, 1), (Loss, 1)]);
        assert_eq!(words(&log), ["2", "3", "4", "5"], "the first attack at body 1 is not told any more");
        log.age_alerts(ALERT_SECONDS);
        assert!(words(&log).is_empty());
    }

    #[test]
    fn a_captured_body_is_told_beside_all_losses_and_for_longer() {
        use EventKind::{Attacked, Captured, Landing, Loss, Sighted, Threat};
        let mut log = log(&[
            (Landing, 1),
            (Captured, 1),
            (Loss, 1),
            (Loss, 2),
            (Attacked, 3),
            (Sighted, 4),
            (Threat, 5),
        ]);
        assert_eq!(words(&log), ["0", "1", "3", "4"], "contacts and the oldest loss give way");
        log.age_alerts(ALERT_SECONDS);
        assert_eq!(words(&log), ["1"]);
        log.age_alerts(CAPTURED_SECONDS - ALERT_SECONDS);
        assert!(words(&log).is_empty());
    }

    #[test]
    fn alerts_end_with_their_causes() {
        let mut simulation = held();
        let world = simulation.world_mut();
        world.insert_resource(Onlooker(Viewer::Faction(TERRA)));
        world.init_resource::<KnownBodies>();
        let mut sites = Sites::default();
        sites.add(sites::example(glam::DVec3::X, None));
        let battle = sites.iter().next().map(|site| site.number);
        world.insert_resource(sites);
        let mut log = EventLog::default();
        let event = |kind: EventKind, body: BodyId| {
            let spot = Some(FocusTarget::Body(body));
            Event { jd: 0.0, words: format!("{kind:?}"), spot, kind }
        };
        log.note_about(event(EventKind::Attacked, EARTH), None, battle);
        log.note(event(EventKind::Landing, EARTH));
        log.note(event(EventKind::Loss, EARTH));
        log.note(event(EventKind::Captured, EARTH));
        log.mark_shown(10.0);
        world.insert_resource(log);
        let still = |world: &mut World| {
            world.run_system_once(end_past).expect("it runs");
            words(world.resource::<EventLog>())
        };
        assert_eq!(
            still(world),
            ["Attacked", "Landing", "Loss"],
            "troopers may fall as they land; the body is back in its own hands"
        );
        world.resource_mut::<EventLog>().age_alerts(LEAST_LANDING_S);
        assert_eq!(still(world), ["Attacked", "Loss"], "nobody is there any more");
        let mut faded = Sites::default();
        let mut site = sites::example(glam::DVec3::X, None);
        site.opacity = 0.0;
        faded.add(site);
        world.insert_resource(faded);
        assert_eq!(still(world), ["Loss"], "the battle has no sign any more, though it is remembered");
    }

    #[test]
    fn an_alert_stays_while_the_clock_stands() {
        let mut app = App::new();
        app.init_resource::<Time<Real>>().init_resource::<Time<Virtual>>().init_resource::<Alerts>();
        app.insert_resource(log(&[(EventKind::Loss, 1)]));
        app.add_systems(Update, (age, collect).chain());
        let wait = |app: &mut App| {
            let mut real = app.world_mut().resource_mut::<Time<Real>>();
            // The first update only starts that clock.
            real.update_with_duration(Duration::ZERO);
            real.update_with_duration(Duration::from_secs_f64(2.0 * ALERT_SECONDS));
            app.update();
            app.world().resource::<Alerts>().0.len()
        };
        app.world_mut().resource_mut::<Time<Virtual>>().pause();
        assert_eq!([wait(&mut app), wait(&mut app)], [1, 1], "the player reads");
        app.world_mut().resource_mut::<Time<Virtual>>().unpause();
        assert_eq!(wait(&mut app), 0);
    }

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
    fn a_dismissed_alert_takes_older_ones_along() {
        use EventKind::{Attacked, Sighted};
        let mut log = log(&[(Attacked, 1), (Attacked, 1), (Sighted, 1)]);
        log.dismiss(1);
        assert_eq!(words(&log), ["2"]);
        let event = log.last(3).next().expect("there are some").event.clone();
        log.note(Event { words: "again".to_owned(), ..event });
        assert_eq!(words(&log), ["2", "again"], "what comes later alerts again");
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

    #[test]
    fn the_clock_slows_down_once_for_each_place() {
        let mut world = World::new();
        world.init_resource::<Time<Real>>();
        world.init_resource::<Toasts>();
        world.init_resource::<SlowedBy>();
        world.insert_resource(Time::<Virtual>::default());
        world.insert_resource(Settings::default());
        let mut pace_after = |events: &[(EventKind, u32)], is_wanted: bool| {
            world.resource_mut::<Settings>().slow_on_contact = is_wanted;
            world.insert_resource(Alerts(alerts(&log(events))));
            world.resource_mut::<Time<Virtual>>().set_relative_speed_f64(8.0);
            world.run_system_once(slow_down).expect("it runs");
            world.resource::<Time<Virtual>>().relative_speed_f64()
        };
        assert_eq!(pace_after(&[(EventKind::Threat, 1)], false), 8.0, "it is switched off");
        assert_eq!(pace_after(&[(EventKind::Sighted, 1)], true), 8.0, "it can do nothing to the player");
        assert_eq!(pace_after(&[(EventKind::Sighted, 1), (EventKind::Threat, 1)], true), 1.0);
        assert_eq!(pace_after(&[(EventKind::Finished, 1)], true), 8.0);
        let alerts = alerts(&log(&[(EventKind::Attacked, 1), (EventKind::Attacked, 2)]));
        let mut heard = Heard::new();
        assert!(take_fresh(&alerts, &mut heard, 10.0).is_some());
        assert_eq!(take_fresh(&alerts, &mut heard, 11.0), None, "the player may hurry on");
        assert!(take_fresh(&alerts, &mut heard, 12.0 + CALM_SECONDS).is_some());
    }

    #[test]
    fn the_reason_for_the_slow_clock_stays_as_long_as_its_alert() {
        let mut world = World::new();
        world.init_resource::<Time<Real>>();
        world.init_resource::<Toasts>();
        world.init_resource::<SlowedBy>();
        world.init_resource::<Settings>();
        world.resource_mut::<Settings>().slow_on_contact = true;
        world.insert_resource(Time::<Virtual>::default());
        let mut reason = |pace: Option<f64>, events: &[(EventKind, u32)]| {
            if let Some(pace) = pace {
                world.resource_mut::<Time<Virtual>>().set_relative_speed_f64(pace);
            }
            world.insert_resource(Alerts(alerts(&log(events))));
            world.run_system_once(slow_down).expect("it runs");
            world.resource::<SlowedBy>().0.as_ref().map(|event| word_of(event.kind))
        };
        let attack = (EventKind::Attacked, 1);
        assert_eq!(reason(Some(4.0), &[attack]), Some("attack"));
        assert_eq!(reason(None, &[attack, attack]), Some("attack"), "the attack goes on");
        assert_eq!(reason(None, &[]), None, "the alert has ended");
        assert_eq!(reason(Some(4.0), &[(EventKind::Threat, 2)]), Some("contact"));
    }

    #[test]
    fn a_player_who_hurries_on_needs_no_reason() {
        let events = log(&[(EventKind::Attacked, 1)]);
        let alerts = alerts(&events);
        let slowed = SlowedBy(alerts.first().map(|alert| alert.event.clone()));
        let mut kept = slowed.clone();
        kept.age(&alerts, 1.0);
        assert_eq!(kept, slowed);
        kept.age(&alerts, 2.0);
        assert_eq!(kept, SlowedBy::default());
    }
}
