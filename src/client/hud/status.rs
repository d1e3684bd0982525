//! The words about the game on the screen: the status line and short messages.

use bevy::ecs::system::SystemParam;
use bevy::platform::collections::HashSet;
use bevy::prelude::*;

use crate::client::frame::{
    FrameSystems, NewsSystems, Player, SPECTATOR, SPECTATOR_ANSWER, Toasts, capital, date_words,
};
use crate::client::hud::layout::fitting::{Clause, Line, clauses, shorten};
use crate::client::hud::layout::places::{LEFT_COLUMN_CORNER, LeftColumn, StatusLine};
use crate::client::hud::log::{Event, EventKind, EventLog};
use crate::client::input::{Pointed, Selected};
use crate::client::scene::labels::stacks::counted;
use crate::client::settings::{Action, Binding, Settings, key_words, menu_words, with_keys};
use crate::client::view::{FocusTarget, Moment, Sight, ViewCamera};
use crate::client::widgets::fonts::words_width;
use crate::client::widgets::{PANEL, QUIET, STRONG, WORDS, text};
use crate::client::worlds::{AppState, MessagesOfWorld, SetUpSystems, WhilePlaying};
use crate::orbit::{CalendarDate, LAST_JD};
use crate::sim::task::ring_words;
use crate::sim::visibility::{Almanac, KnownFleet};
use crate::sim::{
    Anchor, AnchoredPlace, ConstructionOrder, FactionId, Formation, Gait, LastTick, MemberOf, Notices,
    OfWorld, Order, OrderQueue, Refusal, RingMotion, RouteWish, Ship,
};

/// Padding of the status line, and the gap between its parts, pixels.
const STATUS_GAPS: (f32, f32) = (14.0, 26.0);
/// Number of gaps between its parts: selection, free room, hint, menu.
const STATUS_GAP_COUNT: f32 = 3.0;
/// Size of the words for the selection, and for the hint, pixels.
const STATUS_PIXELS: [f32; 2] = [15.0, 14.0];
/// Padding of the menu button, left and right together, pixels.
const MENU_BUTTON_EDGES: f32 = 16.0;
/// Importance of the selection in the status line, of its activity, and of its formation.
const SELECTION_WORTH: [u8; 3] = [6, 5, 3];
/// Importance of the first hint in the line, and of further ones.
const HINT_WORTH: [u8; 2] = [4, 2];

/// The parts of the screen that are words.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// The selection.
    Selection,
    /// A suggestion.
    Hint,
    /// Messages.
    Toasts,
}

/// The purpose of the next click, or the possible actions on the object under the pointer, with marks for keys,
/// see `with_keys`; `None` without one.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolHint(pub Option<String>);

/// Adds the status line, messages, and answers to orders.
pub fn plugin(app: &mut App) {
    app.add_message_of_world::<OrderAnswered>().init_of_world::<ToolHint>();
    app.add_systems(OnEnter(AppState::Playing), spawn_hud.in_set(SetUpSystems::Frames));
    app.add_systems(Update, tell_refusals.in_set(NewsSystems::Gather).in_set(WhilePlaying));
    app.add_systems(PostUpdate, (write_words, write_toasts).in_set(FrameSystems::Panel));
}

/// Spawns the status line, the panel for the inspected object and the messages.
pub fn spawn_hud(mut commands: Commands) {
    let words = |part: Words, size: f32, color: Color| (part, text("", size, color), TextLayout::no_wrap());
    let [selection_pixels, hint_pixels] = STATUS_PIXELS;
    commands.spawn((
        StatusLine,
        Node {
            position_type: PositionType::Absolute,
            left: px(0),
            right: px(0),
            bottom: px(0),
            padding: UiRect::axes(px(STATUS_GAPS.0), px(7)),
            column_gap: px(STATUS_GAPS.1),
            align_items: AlignItems::Center,
            ..default()
        },
        BackgroundColor(PANEL.with_alpha(1.0)),
        children![
            (shrinking(), children![words(Words::Selection, selection_pixels, WORDS)]),
            (Node { flex_grow: 1.0, ..default() }, Pickable::IGNORE),
            // Without room for everything, the suggestion yields first.
            (Node { flex_shrink: 100.0, ..shrinking() }, children![words(Words::Hint, hint_pixels, QUIET)]),
        ],
    ));
    commands.spawn((
        LeftColumn,
        Node {
            position_type: PositionType::Absolute,
            left: px(LEFT_COLUMN_CORNER.x),
            bottom: px(LEFT_COLUMN_CORNER.y),
            flex_direction: FlexDirection::Column,
            align_items: AlignItems::FlexStart,
            row_gap: px(6),
            ..default()
        },
        Pickable::IGNORE,
        children![(words(Words::Toasts, 15.0, STRONG), TextShadow::default(), Pickable::IGNORE)],
    ));
}

/// A node whose words are cut off without enough room. `status_words` has shortened them before.
fn shrinking() -> Node {
    Node { min_width: px(0), overflow: Overflow::clip(), ..default() }
}

/// An order of the player was answered.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct OrderAnswered {
    /// The order.
    pub order: Order,
    /// Whether the order was accepted; otherwise a message gives the reason.
    pub is_done: bool,
}

/// Shows refusals of the player's orders, announces that orders were answered, and shows the world's notices about
/// the player's fleets.
pub fn tell_refusals(
    mut door: ResMut<OrderQueue>,
    player: Res<Player>,
    moment: Res<Moment>,
    settings: Res<Settings>,
    mut toasts: ResMut<Toasts>,
    mut log: ResMut<EventLog>,
    mut answered: MessageWriter<OrderAnswered>,
    mut notices: ResMut<Notices>,
) {
    if player.is_changed() {
        // Messages that came while another player acted are outdated.
        drop((door.bypass_change_detection().take_answers(player.faction), notices.take(player.faction)));
        return;
    }
    for answer in door.bypass_change_detection().take_answers(player.faction) {
        // A change of seats is no command of the player's.
        if !matches!(answer.order, Order::Seat(_)) {
            answered.write(OrderAnswered { order: answer.order.clone(), is_done: answer.outcome.is_ok() });
        }
        if let Err(refusal) = answer.outcome {
            let words = refusal_words(player.faction, &refusal, &settings.keys);
            let (spot, kind) = (site_of(&answer.order), EventKind::Note);
            log.note_quietly(Event { jd: moment.jd, words: words.clone(), spot, kind });
            toasts.say(words);
        }
    }
    for note in notices.take(player.faction) {
        // A click on the line in the log focuses the fleet.
        let (spot, kind) = (Some(spot_of(note.place)), EventKind::Trouble);
        log.note(Event { jd: moment.jd, words: note.words, spot, kind });
    }
}

/// The body of an order to build, which a click on the line about its refusal focuses.
fn site_of(order: &Order) -> Option<FocusTarget> {
    match *order {
        Order::Construction(ConstructionOrder::Build { body, .. }) => Some(FocusTarget::Body(body)),
        _ => None,
    }
}

/// An anchored place as a focus target.
fn spot_of(place: AnchoredPlace) -> FocusTarget {
    match place.anchor {
        Anchor::Space => FocusTarget::Point(place.offset),
        Anchor::Body(body) => FocusTarget::Beside(body, place.offset),
        // The camera does not know points ahead of a body.
        Anchor::Ahead { body, .. } => FocusTarget::Body(body),
    }
}

type SelectedShips<'w, 's> = Query<
    'w,
    's,
    (&'static Ship, &'static MemberOf, &'static LastTick, &'static AnchoredPlace, &'static RingMotion),
    With<Selected>,
>;

/// Query bundle for the words about the selection.
#[derive(SystemParam)]
pub struct SelectionWords<'w, 's> {
    selected: SelectedShips<'w, 's>,
    sight: Sight<'w, 's>,
}

impl SelectionWords<'_, '_> {
    /// The selection, its activity, and its formation if its player chose one.
    fn clauses(&self) -> Vec<Clause> {
        let Self { selected, sight } = self;
        let view = sight.view();
        let [what_worth, doing_worth, choice_worth] = SELECTION_WORTH;
        let count = selected.iter().count();
        let Some((first, fleet, last, station, circling)) = selected.iter().min_by_key(|(ship, ..)| ship.id)
        else {
            return vec![Clause::new("Nothing selected", choice_worth)];
        };
        let known = view.fleet(fleet.0);
        let Some(KnownFleet { fleet, route: Some(route), formation, wish, .. }) = known else {
            return Vec::new();
        };
        let Almanac { ships: classes, sky, .. } = view.almanac();
        let class = classes.0.get(first.class).map_or("ship", |class| class.name.as_str());
        let fleet_count = selected.iter().map(|(_, fleet, ..)| fleet.0).collect::<HashSet<_>>().len();
        let what = match (count, fleet_count) {
            (1, _) => format!("{} of {}", capital(class), fleet.name),
            (_, 1) => format!("{count} ships, {}", fleet.name),
            _ => format!("{count} ships of {fleet_count} fleets"),
        };
        let waits_until = route.0.front().and_then(|leg| leg.until_jd);
        let doing = match (waits_until, route.0.len(), last.gait) {
            (Some(jd), legs, _) => waiting_words(legs, jd),
            (None, 0, _) => {
                let body = station.anchor.named_after().and_then(|body| sky.system.bodies.get(body));
                resting_words(circling.ring, body.map(|body| body.name.as_str()))
            }
            (None, legs, gait) => moving_words(legs, gait),
        };
        let choice = formation.zip(wish).and_then(|(formation, wish)| choice_words(formation, wish));
        let mut parts = vec![Clause::new(what, what_worth), Clause::new(format!(": {doing}"), doing_worth)];
        parts.extend(choice.map(|words| Clause::new(format!(", {words}"), choice_worth)));
        parts
    }
}

/// Writes the messages.
pub fn write_toasts(
    mut texts: Query<(&Words, &mut Text)>,
    time: Res<Time<Real>>,
    mut toasts: ResMut<Toasts>,
) {
    for (_, mut text) in texts.iter_mut().filter(|(part, _)| **part == Words::Toasts) {
        text.set_if_neq(Text(toasts.text(time.elapsed_secs_f64())));
    }
}

/// Writes the words of this frame, without the messages.
pub fn write_words(
    mut texts: Query<(&Words, &mut Text)>,
    time: Res<Time<Virtual>>,
    selection: SelectionWords,
    pointed: Res<Pointed>,
    tool_hint: Res<ToolHint>,
    settings: Res<Settings>,
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
) {
    let is_paused = time.is_paused();
    let hint = tool_hint.0.as_ref().map_or_else(
        || hint(selection.selected.is_empty(), &pointed, is_paused, &settings.keys),
        |words| with_keys(words, &settings.keys),
    );
    let room = view.viewport.x as f32 / ui_scale.0 - taken_width(&menu_words(&settings.keys));
    let [selection, hint] = status_words(selection.clauses(), &hint, room);
    for (part, mut text) in &mut texts {
        let words = match part {
            Words::Selection => selection.clone(),
            Words::Hint => hint.clone(),
            Words::Toasts => continue,
        };
        text.set_if_neq(Text(words));
    }
}

/// Width of the status line without the words about the selection and the hint, pixels.
fn taken_width(menu: &str) -> f32 {
    let [_, menu_pixels] = STATUS_PIXELS;
    let edges = 2.0 * STATUS_GAPS.0 + STATUS_GAP_COUNT * STATUS_GAPS.1;
    edges + words_width(menu, menu_pixels) + MENU_BUTTON_EDGES
}

/// The words about the selection and the hint, shortened by importance to the room for both side by side, pixels.
fn status_words(selection: Vec<Clause>, hint: &str, room: f32) -> [String; 2] {
    let [selection_pixels, hint_pixels] = STATUS_PIXELS;
    let [worth, further] = HINT_WORTH;
    let mut lines = [
        Line { clauses: selection, pixels: selection_pixels },
        Line { clauses: clauses(hint, worth, further), pixels: hint_pixels },
    ];
    shorten(&mut lines, room);
    lines.map(|line| line.words())
}

/// A date and its hour as the screen writes them; `jd` is a Julian date (TDB).
pub fn date(jd: f64) -> String {
    if jd > LAST_JD {
        return date_words(jd);
    }
    let date = CalendarDate::from_julian_date(jd);
    format!("{:04}-{:02}-{:02} {:02}:00", date.year, date.month, date.day, date.hour)
}

/// The text for a fleet that waits until a date, Julian date (TDB).
fn waiting_words(legs: usize, until_jd: f64) -> String {
    match legs.saturating_sub(1) {
        0 => format!("waiting until {}", date_words(until_jd)),
        later => format!("waiting until {}, then {}", date_words(until_jd), counted(later, "waypoint")),
    }
}

/// The text for a fleet under way, with the number of its waypoints if there are several.
fn moving_words(legs: usize, gait: Gait) -> String {
    let how = match gait {
        Gait::Manoeuvre => "under way",
        Gait::Cruise => "cruising",
    };
    if legs > 1 { format!("{how}, {}", counted(legs, "waypoint")) } else { how.to_owned() }
}

/// The text for a fleet without an order: it orbits in a ring of a body, or holds its place.
fn resting_words(ring: Option<u8>, body: Option<&str>) -> String {
    match ring.zip(body) {
        Some((ring, body)) => format!("orbiting in {}", ring_words(ring, body)),
        None => "holding position".to_owned(),
    }
}

/// Formation and route preference of a fleet, if its player chose them: the line is short.
fn choice_words(formation: &Formation, wish: &RouteWish) -> Option<String> {
    let usual = Formation::default();
    let shape = (formation.shape != usual.shape).then(|| formation.shape.name());
    let conduct = (formation.conduct != usual.conduct).then(|| formation.conduct.name());
    let way = (*wish != RouteWish::default()).then(|| wish.0.name());
    let words: Vec<&str> = shape.into_iter().chain(conduct).chain(way).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// The suggestion for the present situation.
fn hint(nothing_selected: bool, pointed: &Pointed, is_paused: bool, bindings: &[Binding]) -> String {
    let help = key_words(Action::Help, bindings);
    if nothing_selected {
        return format!("Click a ship to select its fleet    {help}: keys");
    }
    if pointed.is_lifting {
        return "Release to send them to this height".into();
    }
    if pointed.facing.is_some() {
        return "Release to send them there, facing this way".into();
    }
    let orders = match pointed.body {
        Some(_) => "Right-click: go there and stay",
        None if pointed.ring.is_some() => "Right-click: orbit in this ring · <add>: queue",
        None if is_paused => "Right-click: move there (also while paused)",
        None => "Right-click: move there · Drag: height · <add>: queue",
    };
    format!("{}    {help}: keys", with_keys(orders, bindings))
}

/// The text about a refused order.
pub fn refusal_words(player: FactionId, refusal: &Refusal, bindings: &[Binding]) -> String {
    if player == SPECTATOR {
        return with_keys(SPECTATOR_ANSWER, bindings);
    }
    format!("Not possible: {refusal}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::view::ring_places::RingPoint;
    use crate::sim::ids::BodyId;

    fn fleet() -> Vec<Clause> {
        let [what, doing, choice] = SELECTION_WORTH;
        vec![
            Clause::new("12 ships, Wayfarers", what),
            Clause::new(": orbiting in ring 2 of Hearth", doing),
            Clause::new(", sphere, own speed", choice),
        ]
    }

    #[test]
    fn keys_of_one_name_are_listed_once() {
        assert_eq!(key_words(Action::Add, &[]), "Shift");
        assert_eq!(key_words(Action::Faster, &[]), "+ or Num + or Shift + +");
    }

    #[test]
    fn the_status_line_leaves_out_the_least_important() {
        let hint = hint(false, &Pointed::default(), false, &[]);
        let taken = taken_width(&menu_words(&[]));
        let whole: String = fleet().iter().map(|clause| clause.words.as_str()).collect();
        // In a window of 1280 pixels, with words of several sizes.
        let words_at = |scale: f32| status_words(fleet(), &hint, 1280.0 / scale - 230.0 - taken);
        assert_eq!(words_at(0.5), [whole.clone(), hint.clone()]);
        assert_eq!(words_at(1.0)[0], whole);
        assert!(
            hint.starts_with(&words_at(1.0)[1]) && words_at(1.0)[1].starts_with("Right-click: move there")
        );
        let doing = "12 ships, Wayfarers: orbiting in ring 2 of Hearth";
        assert_eq!(words_at(1.75), [doing, ""].map(str::to_owned));
        assert_eq!(words_at(2.0), ["12 ships, Wayfarers", ""].map(str::to_owned));
        for scale in [0.5, 0.75, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0] {
            let [selection, hint] = words_at(scale);
            let width = words_width(&selection, STATUS_PIXELS[0]) + words_width(&hint, STATUS_PIXELS[1]);
            assert!(taken + width <= 1280.0 / scale + 0.1, "{scale}: {selection} | {hint}");
        }
        let idle = vec![Clause::new("Nothing selected", SELECTION_WORTH[2])];
        let click = "Click a ship to select its fleet    F1: keys";
        assert_eq!(status_words(idle, click, 260.0), [String::new(), click.to_owned()]);
    }

    #[test]
    fn notes_lead_to_where_the_fleet_is() {
        let offset = glam::DVec3::X;
        let spot = |anchor: Anchor| spot_of(AnchoredPlace { anchor, offset });
        assert_eq!(spot(Anchor::Body(BodyId(3))), FocusTarget::Beside(BodyId(3), offset));
        assert_eq!(spot(Anchor::Space), FocusTarget::Point(offset));
        assert_eq!(spot(Anchor::Ahead { body: BodyId(3), degrees: 9.0 }), FocusTarget::Body(BodyId(3)));
    }

    #[test]
    fn a_circling_fleet_shows_its_ring_and_body() {
        assert_eq!(resting_words(Some(1), Some("Mars")), "orbiting in ring 2 of Mars");
        assert_eq!(resting_words(None, Some("Mars")), "holding position");
        assert_eq!(resting_words(None, None), "holding position");
    }

    #[test]
    fn a_waiting_fleet_has_its_date() {
        assert_eq!(waiting_words(1, crate::orbit::J2000_JD), "waiting until 2000-01-01");
        assert_eq!(waiting_words(3, crate::orbit::J2000_JD), "waiting until 2000-01-01, then 2 waypoints");
        assert_eq!(moving_words(1, Gait::Manoeuvre), "under way");
        assert_eq!(moving_words(3, Gait::Cruise), "cruising, 3 waypoints");
    }

    #[test]
    fn the_hint_is_about_the_pointed_object() {
        let ring = Some(RingPoint { body: BodyId(4), ring: 1, place: glam::DVec3::ZERO });
        let on_ring = Pointed { ring, ..Pointed::default() };
        assert!(hint(false, &on_ring, false, &[]).starts_with("Right-click: orbit in this ring"));
        assert!(hint(false, &Pointed::default(), false, &[]).starts_with("Right-click: move there"));
        assert!(hint(true, &on_ring, false, &[]).starts_with("Click a ship"), "there is nobody to send");
    }

    #[test]
    fn spectators_are_not_called_by_a_number() {
        let refusal = Refusal::NoSuchPlayer(FactionId(SPECTATOR.0));
        let words = refusal_words(SPECTATOR, &refusal, &[]);
        assert_eq!(words, "Spectators cannot give orders. Press F11 to take control.");
    }
}
