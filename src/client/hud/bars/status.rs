//! The status line at the lower edge: a suggestion, between the column at the lower left and the map, on a plate as
//! wide as its words. A replay has its bar there.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::ComputedNode;

use super::toasts::toast_plate;
use crate::client::frame::{
    AdviceShown, BriefingOpen, FrameSystems, GameCovered, Player, date_words, visible_if,
};
use crate::client::hud::layout::fitting::{Line, clauses, shorten};
use crate::client::hud::layout::places::{
    CARD_WIDTH, CoversSky, GAP, LeftColumn, MAP_SIDE, STATUS_HEIGHT, StatusLine, StatusRoom,
    below_left_column,
};
use crate::client::input::{Pointed, Selected, UnderPointer};
use crate::client::settings::{Action, Binding, Settings, key_words, with_keys};
use crate::client::view::{SeenShips, ViewCamera};
use crate::client::widgets::{ClearOfTips, EDGE_PIXELS, NOTE_PIXELS, QUIET, docked, show, text};
use crate::client::worlds::{AppState, Playback, SetUpSystems};
use crate::orbit::{CalendarDate, LAST_JD};
use crate::sim::OfWorld;

/// Padding of the suggestion and of the bar of a replay, horizontal and vertical, pixels.
const PADDING: Vec2 = Vec2::new(10.0, 3.0);
/// The padding and the edges of the suggestion, left and right together, pixels.
const EDGES: f32 = 2.0 * (PADDING.x + EDGE_PIXELS);
/// Importance of the first hint in the line, and of further ones.
const HINT_WORTH: [u8; 2] = [4, 2];

/// The purpose of the next click, or the possible actions on the object under the pointer, with marks for keys,
/// see `with_keys`; `None` without one.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolHint(pub Option<String>);

/// Adds the status line, and the column at the lower left.
pub fn plugin(app: &mut App) {
    app.init_of_world::<ToolHint>();
    app.add_systems(OnEnter(AppState::Playing), spawn_hud.in_set(SetUpSystems::Frames));
    app.add_systems(PostUpdate, (write_words, hide_under_page).in_set(FrameSystems::Panel));
    app.add_systems(PostUpdate, place_line.in_set(FrameSystems::Label));
}

/// Spawns the line with the suggestion, and the column with the messages.
fn spawn_hud(mut commands: Commands) {
    let words = (HintWords, text("", NOTE_PIXELS, QUIET), TextLayout::no_wrap());
    let line = Node {
        position_type: PositionType::Absolute,
        bottom: px(0),
        justify_content: JustifyContent::Center,
        align_items: AlignItems::End,
        ..default()
    };
    // `write_words` has shortened them before; without enough room they are cut off.
    let part = Node {
        display: Display::None,
        min_width: px(0),
        padding: UiRect::axes(px(PADDING.x), px(PADDING.y)),
        overflow: Overflow::clip(),
        ..default()
    };
    let room =
        Node { flex_grow: 1.0, height: px(STATUS_HEIGHT), align_items: AlignItems::Center, ..part.clone() };
    let edges = || UiRect { bottom: px(0), ..UiRect::all(px(EDGE_PIXELS)) };
    commands.spawn((
        (StatusLine, line, Pickable::IGNORE),
        children![
            (HintPlate, (CoversSky, ClearOfTips), docked(part, edges()), children![words]),
            (StatusRoom, CoversSky, docked(room, edges())),
        ],
    ));
    commands.spawn((
        LeftColumn,
        Node {
            position_type: PositionType::Absolute,
            left: px(0),
            bottom: px(0),
            flex_direction: FlexDirection::Column,
            align_items: AlignItems::FlexStart,
            row_gap: px(GAP),
            ..default()
        },
        Pickable::IGNORE,
        children![toast_plate()],
    ));
}

/// Marks the plate of the suggestion.
#[derive(Component)]
struct HintPlate;

/// Marks the words of the suggestion.
#[derive(Component)]
struct HintWords;

/// Query bundle for the place of the status line.
#[derive(SystemParam)]
struct LinePlace<'w, 's> {
    view: Res<'w, ViewCamera>,
    ui_scale: Res<'w, UiScale>,
    columns: Query<'w, 's, &'static ComputedNode, With<LeftColumn>>,
    playback: Option<Res<'w, Playback>>,
}

impl LinePlace<'_, '_> {
    /// Whether a replay has its bar there.
    fn is_replay(&self) -> bool {
        self.playback.as_ref().is_some_and(|playback| playback.is_replay())
    }

    /// From the left and from the right edge of the screen to the line, pixels.
    fn sides(&self) -> (f32, f32) {
        let beside_map = MAP_SIDE + GAP;
        if self.is_replay() {
            // The column stands above it.
            return (0.0, beside_map);
        }
        let width = |column: &ComputedNode| column.size.x * column.inverse_scale_factor;
        let column = self.columns.iter().map(width).fold(CARD_WIDTH, f32::max);
        (column + GAP, beside_map)
    }

    /// Its width, pixels; 0 without room.
    fn width(&self) -> f32 {
        let (left, right) = self.sides();
        (self.view.screen(self.ui_scale.0).x - left - right).max(0.0)
    }
}

type OnlyLine = (With<StatusLine>, Without<LeftColumn>);

/// Places the status line, and lifts the column at the lower left above the bar of a replay.
fn place_line(
    place: LinePlace,
    mut line: Single<&mut Node, OnlyLine>,
    mut column: Single<&mut Node, With<LeftColumn>>,
) {
    let (left, right) = place.sides();
    let (left, right): (Val, Val) = (px(left), px(right));
    if (line.left, line.right) != (left, right) {
        (line.left, line.right) = (left, right);
    }
    let below: Val = px(below_left_column(place.is_replay()));
    if column.padding.bottom != below {
        column.padding.bottom = below;
    }
}

/// Hides the column at the lower left while a page lies over the game: the page would cut it in half.
fn hide_under_page(covered: Res<GameCovered>, mut column: Single<&mut Visibility, With<LeftColumn>>) {
    column.set_if_neq(visible_if(!covered.0));
}

type HintNode = (With<HintPlate>, Without<StatusRoom>);

/// Writes the suggestion. In a replay there is none: the bar of the replay has its place.
fn write_words(
    mut texts: Query<&mut Text, With<HintWords>>,
    time: Res<Time<Virtual>>,
    (selected, ships, player): (Query<(), With<Selected>>, SeenShips, Res<Player>),
    (pointed, under): (Res<Pointed>, Res<UnderPointer>),
    tool_hint: Res<ToolHint>,
    (briefing, advice): (Res<BriefingOpen>, Res<AdviceShown>),
    settings: Res<Settings>,
    place: LinePlace,
    mut plate: Single<&mut Node, HintNode>,
    mut room: Single<&mut Node, With<StatusRoom>>,
) {
    let is_paused = time.is_paused();
    let has_ships = || ships.iter().any(|seen| seen.owner == player.faction);
    let own_ships = || {
        if !selected.is_empty() {
            OwnShips::Selected
        } else if has_ships() {
            OwnShips::Unselected
        } else {
            OwnShips::None
        }
    };
    let hint = match &tool_hint.0 {
        Some(words) => with_keys(words, &settings.keys),
        // The briefing and the guide say what to do, the briefing also how to find the keys.
        None if briefing.0 => String::new(),
        None if pointed.is_on_panel(&under) || advice.0 && !is_dragged(&pointed) => {
            help_words(&settings.keys)
        }
        None => hint(own_ships(), &pointed, is_paused, &settings.keys),
    };
    let is_replay = place.is_replay();
    let hint = if is_replay { String::new() } else { hint_words(&hint, place.width() - EDGES) };
    show(&mut plate, !hint.is_empty());
    show(&mut room, is_replay);
    for mut text in &mut texts {
        text.set_if_neq(Text(hint.clone()));
    }
}

/// The hint, shortened by importance to the room, pixels.
fn hint_words(hint: &str, room: f32) -> String {
    let [worth, further] = HINT_WORTH;
    let mut lines = [Line { clauses: clauses(hint, worth, further), pixels: NOTE_PIXELS }];
    shorten(&mut lines, room);
    lines.map(|line| line.words()).concat()
}

/// A date and its hour as the screen writes them; `jd` is a Julian date (TDB).
pub fn date(jd: f64) -> String {
    if jd > LAST_JD {
        return date_words(jd);
    }
    let date = CalendarDate::from_julian_date(jd);
    format!("{:04}-{:02}-{:02} {:02}:00", date.year, date.month, date.day, date.hour)
}

/// The player's ships, as far as the suggestion depends on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OwnShips {
    /// There are none.
    None,
    /// None is selected.
    Unselected,
    /// Some are selected.
    Selected,
}

/// The suggestion for the present situation.
fn hint(own_ships: OwnShips, pointed: &Pointed, is_paused: bool, bindings: &[Binding]) -> String {
    let help = help_words(bindings);
    if own_ships != OwnShips::Selected {
        let click = match (pointed.body, own_ships) {
            (Some(_), _) => "Click: open its panel · Double-click: look at it",
            (None, OwnShips::None) => "Click a body to open its panel",
            (None, _) => "Click a ship to select its fleet",
        };
        return format!("{click}    {help}");
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
    format!("{}    {help}", with_keys(orders, bindings))
}

/// Whether the pointer is dragged to a height or a direction.
fn is_dragged(pointed: &Pointed) -> bool {
    pointed.is_lifting || pointed.facing.is_some()
}

/// How to find the keys. Over a panel, which hides the world, nothing else is said.
fn help_words(bindings: &[Binding]) -> String {
    format!("{}: keys", key_words(Action::Help, bindings))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::frame::Toasts;
    use crate::client::hud::bars::toasts::{ToastWords, write_toasts};
    use crate::client::hud::planet::test_support::watched_by;
    use crate::client::view::ring_places::RingPoint;
    use crate::client::widgets::fonts::words_width;
    use crate::record::log_of_war;
    use crate::sim::ids::BodyId;
    use crate::sim::visibility::Viewer;
    use crate::sim::visibility::test_support::TERRA;
    use crate::sim::{Ship, Simulation};

    #[test]
    fn a_key_is_listed_once() {
        assert_eq!(key_words(Action::Add, &[]), "Shift");
        assert_eq!(key_words(Action::Faster, &[]), "+ or Num +");
    }

    #[test]
    fn the_status_line_leaves_out_the_least_important() {
        let hint = hint(OwnShips::Selected, &Pointed::default(), false, &[]);
        // Between a card and the map on the least screen and on larger ones.
        let words_on = |screen: f32| hint_words(&hint, screen - CARD_WIDTH - MAP_SIDE - 2.0 * GAP - EDGES);
        assert_eq!(words_on(1280.0), hint);
        let least = words_on(1024.0);
        assert!(hint.starts_with(&least) && least.starts_with("Right-click: move there"), "{least}");
        for room in [40.0_f32, 150.0, 240.0, 300.0, 360.0] {
            let words = hint_words(&hint, room);
            assert!(words_width(&words, NOTE_PIXELS) <= room + 0.1, "{room}: {words}");
        }
    }

    #[test]
    fn under_a_page_the_lower_left_column_is_hidden_and_messages_wait() {
        let mut world = World::new();
        world.init_resource::<Time<Real>>();
        world.init_resource::<Toasts>();
        world.run_system_once(spawn_hud).expect("it runs");
        world.resource_mut::<Toasts>().say("Saved");
        let mut column_and_message = |is_covered: bool| {
            world.insert_resource(GameCovered(is_covered));
            world.resource_mut::<Time<Real>>().advance_by(Duration::from_millis(200));
            world.run_system_once(hide_under_page).expect("it runs");
            world.run_system_once(write_toasts).expect("it runs");
            let column = world.query_filtered::<&Visibility, With<LeftColumn>>().iter(&world).next().copied();
            let message = world.query_filtered::<&Text, With<ToastWords>>().iter(&world).next();
            (column, message.map(|text| text.0.clone()).unwrap_or_default())
        };
        for _ in 0..100 {
            assert_eq!(column_and_message(true), (Some(Visibility::Hidden), "Saved".to_owned()));
        }
        assert_eq!(
            column_and_message(false),
            (Some(Visibility::Inherited), "Saved".to_owned()),
            "it is seen now"
        );
        let frames = (0..100).take_while(|_| !column_and_message(false).1.is_empty()).count();
        assert!(frames < 100, "it passes");
    }

    /// The line of a player with a ship, which is selected.
    fn line() -> Simulation {
        let mut simulation = watched_by(TERRA);
        let world = simulation.world_mut();
        world.init_resource::<Time<Virtual>>();
        world.init_resource::<Pointed>();
        world.init_resource::<UnderPointer>();
        world.init_resource::<ToolHint>();
        world.init_resource::<BriefingOpen>();
        world.init_resource::<AdviceShown>();
        world.init_resource::<Settings>();
        world.init_resource::<ViewCamera>();
        world.init_resource::<UiScale>();
        let ship = world.query_filtered::<Entity, With<Ship>>().single(world).expect("there is one");
        world.entity_mut(ship).insert(Selected);
        world.run_system_once(spawn_hud).expect("it runs");
        simulation
    }

    /// What the line says, if its plate is shown.
    fn said(world: &mut World) -> Option<String> {
        world.run_system_once(write_words).expect("it runs");
        let plate = world.query_filtered::<&Node, With<HintPlate>>().single(world).expect("there is one");
        let is_shown = plate.display != Display::None;
        let words = world.query_filtered::<&Text, With<HintWords>>().single(world).expect("there is one");
        assert_eq!(is_shown, !words.0.is_empty(), "{}", words.0);
        is_shown.then(|| words.0.clone())
    }

    #[test]
    fn the_line_is_silent_beside_the_briefing_and_names_the_key_of_help_beside_the_guide_and_over_panels() {
        let mut simulation = line();
        let world = simulation.world_mut();
        let help = Some(help_words(&[]));
        let moves = said(world).expect("a ship is selected");
        assert!(moves.starts_with("Right-click: move there"), "{moves}");

        world.insert_resource(AdviceShown(true));
        assert_eq!(said(world), help, "the guide says what to do");
        world.insert_resource(Pointed { is_lifting: true, ..default() });
        assert_eq!(said(world).as_deref(), Some("Release to send them to this height"));
        world.insert_resource(Pointed::default());

        world.insert_resource(AdviceShown(false));
        world.insert_resource(UnderPointer { panel: Some(Entity::PLACEHOLDER), ..default() });
        assert_eq!(said(world), help, "a panel hides the world");

        world.insert_resource(BriefingOpen(true));
        assert_eq!(said(world), None, "it tells the keys itself");
    }

    #[test]
    fn the_hint_of_a_tool_comes_before_all_others_and_none_beside_the_bar_of_a_replay() {
        let mut simulation = line();
        let world = simulation.world_mut();
        world.insert_resource(BriefingOpen(true));
        world.insert_resource(AdviceShown(true));
        world.insert_resource(ToolHint(Some("Click a target · <add>: queue".to_owned())));
        assert_eq!(said(world).as_deref(), Some("Click a target · Shift: queue"));
        let log = Arc::new(log_of_war(false));
        world.insert_resource(Playback::watch(log, None, 0, Viewer::Everything));
        assert_eq!(said(world), None);
        let room = world.query_filtered::<&Node, With<StatusRoom>>().single(world).expect("there is one");
        assert_eq!(room.display, Display::Flex, "the bar has its place");
    }

    #[test]
    fn the_hint_is_about_the_pointed_object() {
        let ring = Some(RingPoint { body: BodyId(4), ring: 1, place: glam::DVec3::ZERO });
        let on_ring = Pointed { ring, ..Pointed::default() };
        assert!(
            hint(OwnShips::Selected, &on_ring, false, &[]).starts_with("Right-click: orbit in this ring")
        );
        assert!(
            hint(OwnShips::Selected, &Pointed::default(), false, &[]).starts_with("Right-click: move there")
        );
        assert!(
            hint(OwnShips::Unselected, &on_ring, false, &[]).starts_with("Click a ship"),
            "there is nobody to send"
        );
        assert!(hint(OwnShips::None, &on_ring, false, &[]).starts_with("Click a body"));
        let on_body = Pointed { body: Some(BodyId(4)), ..Pointed::default() };
        assert!(hint(OwnShips::Unselected, &on_body, false, &[]).starts_with("Click: open its panel"));
    }
}
