//! Hints for the first minutes: a short suggestion at the lower left.

use bevy::prelude::*;
use bevy_panorbit_camera::PanOrbitCamera;
use leafwing_input_manager::prelude::ActionState;

use crate::client::frame::{FrameSystems, InputSystems, NewsSystems, PageOpen, Player};
use crate::client::hud::help::HelpPage;
use crate::client::hud::layout::places::{HintRow, HintWords, LeftColumn, LeftColumnSystems};
use crate::client::input::{Inspected, Selected};
use crate::client::settings::{Action, Binding, Settings, first_key};
use crate::client::view::{Focus, FocusTarget, MainCamera};
use crate::client::widgets::{KeyTip, PANEL, RESTING, WORD_PIXELS, WORDS, show, text};
use crate::client::worlds::{AppState, Kept, WhilePlaying};
use crate::sim::{Command, ConstructionOrder, Goal, OfWorld, Order, OrderQueue, Sides, When};

/// Least turn of the view that counts, radians.
const LEAST_TURN: f32 = 0.15;
/// Least factor on the distance that counts.
const LEAST_ZOOM: f32 = 1.3;
/// Height of the row above the lower end of the column while there are no rows of orders below, pixels: the slider
/// of time appears in that gap.
const ABOVE_SLIDER: f32 = 36.0;
/// Number of hints.
const COUNT: usize = 11;

/// A hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Turn and zoom.
    Look,
    /// Select a fleet.
    Select,
    /// Send the fleet somewhere.
    Send,
    /// Pause.
    Pause,
    /// Open a planet's panel.
    Planet,
    /// Choose what to build.
    Build,
    /// Order a ship from a yard.
    Ships,
    /// Add a leg to a route.
    Queue,
    /// Attack a foe; in a level with foes.
    Attack,
    /// Land troopers; in a level with foes.
    Land,
    /// Show all keys.
    Help,
}

impl Hint {
    /// All hints, in the order in which they are shown.
    pub const ALL: [Self; COUNT] = [
        Self::Look,
        Self::Select,
        Self::Send,
        Self::Pause,
        Self::Planet,
        Self::Build,
        Self::Ships,
        Self::Queue,
        Self::Attack,
        Self::Land,
        Self::Help,
    ];

    /// The text, with the player's own keys.
    fn words(self, bindings: &[Binding]) -> String {
        let key = |action: Action| first_key(action, bindings);
        match self {
            Self::Look => format!(
                "Rotate the view: drag with the middle button, or {} and {}; the wheel zooms",
                key(Action::TurnLeft),
                key(Action::TurnRight)
            ),
            Self::Select => {
                format!("Click a ship to select its fleet; {} selects all", key(Action::SelectAll))
            }
            Self::Send => "Right-click in space, or on a body, to send the fleet there".into(),
            Self::Pause => format!("{} pauses; you can give orders while paused", key(Action::Pause)),
            Self::Planet => "Click a planet to open its panel at the right".into(),
            Self::Build => "Choose a structure in the panel, then click a lit slot to build it".into(),
            Self::Ships => {
                let key = key(Action::TurnPage);
                format!("{key} turns the panel to the yards of the planet; click a ship class to build one")
            }
            Self::Queue => format!("Hold {} and right-click to queue waypoints", key(Action::Add)),
            Self::Attack => {
                format!("Right-click an enemy to attack it; {}: fight on the way", key(Action::AttackMove))
            }
            Self::Land => {
                let key = key(Action::Invade);
                format!("Troop ships land where you right-click; from a mixed fleet: {key}, then click")
            }
            Self::Help => {
                format!("{} shows all keys, {} the menu", key(Action::Help), key(Action::Menu))
            }
        }
    }
}

/// The hints that have been followed or passed over.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    done: [bool; COUNT],
}

impl Hints {
    /// The hint that is to be shown; `None` when all are done.
    pub fn present(&self) -> Option<Hint> {
        Hint::ALL.into_iter().find(|hint| !self.is_done(*hint))
    }

    /// Marks a hint as done, or as unwanted.
    pub fn finish(&mut self, hint: Hint) {
        self.done[hint as usize] = true;
    }

    fn is_done(&self, hint: Hint) -> bool {
        self.done[hint as usize]
    }
}

/// Marks the line.
#[derive(Component)]
struct HintLine;

/// The action of a button in the line.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum HintButton {
    /// Passes the hint over.
    Next,
    /// Ends all hints.
    End,
}

/// Adds the hints.
pub fn plugin(app: &mut App) {
    app.init_of_world::<Hints>();
    app.add_systems(OnEnter(AppState::Playing), spawn_row.in_set(LeftColumnSystems::Hints));
    let are_shown = |settings: Res<Settings>, page: Res<PageOpen>| !settings.hints_done && !page.0;
    app.add_systems(Update, watch_orders.in_set(InputSystems::Command).run_if(are_shown));
    app.add_systems(
        Update,
        (watch_view, watch_deeds, press_buttons, write_line)
            .chain()
            .in_set(NewsSystems::Tell)
            .in_set(WhilePlaying)
            .run_if(are_shown),
    );
    app.add_systems(
        Update,
        hide_line
            .in_set(NewsSystems::Tell)
            .in_set(WhilePlaying)
            .run_if(|settings: Res<Settings>, page: Res<PageOpen>| settings.hints_done || page.0),
    );
    // The content of the row is known after `Update`, the room for it only here.
    app.add_systems(PostUpdate, settle_row.in_set(FrameSystems::Panel));
}

/// Spawns the row in the column at the lower left, hidden at first.
pub fn spawn_row(mut commands: Commands, column: Single<Entity, With<LeftColumn>>) {
    let row = Node {
        display: Display::None,
        // The text of `briefing.rs` is above the line.
        flex_direction: FlexDirection::ColumnReverse,
        align_items: AlignItems::FlexStart,
        row_gap: px(8),
        ..default()
    };
    let line = Node {
        display: Display::None,
        padding: UiRect::axes(px(12), px(5)),
        column_gap: px(12),
        align_items: AlignItems::Center,
        border_radius: BorderRadius::all(px(6)),
        ..default()
    };
    let button = |what: HintButton, name: &str, tip: KeyTip| {
        let node =
            Node { padding: UiRect::horizontal(px(7)), border_radius: BorderRadius::all(px(3)), ..default() };
        (what, Button, tip, node, BackgroundColor(RESTING), children![text(name, WORD_PIXELS, WORDS)])
    };
    commands.spawn((
        HintRow,
        row,
        Pickable::IGNORE,
        ChildOf(*column),
        children![(
            HintLine,
            line,
            BackgroundColor(PANEL),
            children![
                (HintWords, text("", WORD_PIXELS, WORDS), Node { flex_shrink: 0.0, ..default() }),
                button(HintButton::Next, "Next", KeyTip(|_| "Skips this hint.".to_owned())),
                button(HintButton::End, "×", KeyTip(end_tip)),
            ],
        )],
    ));
}

/// The tip of the button that ends the hints.
fn end_tip(bindings: &[Binding]) -> String {
    format!("Ends all hints; the menu [{}] brings them back.", first_key(Action::Menu, bindings))
}

/// Whether the view was turned or zoomed.
fn watch_view(
    camera: Single<&PanOrbitCamera, With<MainCamera>>,
    focus: Res<Focus>,
    mut first: Kept<Option<Vec3>>,
    mut looked_at: Kept<Option<FocusTarget>>,
    mut hints: ResMut<Hints>,
) {
    let first = first.now();
    let looked_at = looked_at.now();
    if hints.is_done(Hint::Look) {
        *first = None;
        return;
    }
    // In its first frame the camera has no place yet.
    if !camera.initialized {
        return;
    }
    // A flight to an object changes the distance, which is no zoom.
    let is_free = matches!(focus.target, FocusTarget::Point(_) | FocusTarget::Beside(..));
    let flown_to = Some(focus.target).filter(|_| !is_free);
    if flown_to.is_some() && flown_to != *looked_at {
        *looked_at = flown_to;
        *first = None;
    }
    let now = Vec3::new(camera.target_yaw, camera.target_pitch, camera.target_radius);
    let before = *first.get_or_insert(now);
    let zoomed = (now.z / before.z).max(before.z / now.z);
    if (now - before).truncate().length() > LEAST_TURN || zoomed > LEAST_ZOOM {
        hints.finish(Hint::Look);
    }
}

/// Records the orders that were given in this frame.
fn watch_orders(door: Res<OrderQueue>, player: Res<Player>, mut hints: ResMut<Hints>) {
    let given = door.waiting(player.faction).flat_map(shown_by);
    let new: Vec<Hint> = given.filter(|hint| !hints.is_done(*hint)).collect();
    new.into_iter().for_each(|hint| hints.finish(hint));
}

/// The hints that an order of the player makes unnecessary.
fn shown_by(order: &Order) -> Vec<Hint> {
    let shown = match order {
        Order::Construction(ConstructionOrder::Build { .. }) => vec![(Hint::Build, true)],
        Order::Construction(ConstructionOrder::BuildShips { .. }) => vec![(Hint::Ships, true)],
        Order::Fleet { command: Command::Go { goal, engage, when }, .. } => vec![
            (Hint::Send, true),
            (Hint::Queue, *when == When::Last),
            (Hint::Attack, *engage || matches!(goal, Goal::Attack(_))),
            (Hint::Land, goal.lands()),
        ],
        _ => Vec::new(),
    };
    shown.into_iter().filter(|(_, is_shown)| *is_shown).map(|(hint, _)| hint).collect()
}

/// Records other deeds of the player. Without foes there are no hints about war.
fn watch_deeds(
    state: Single<&ActionState<Action>>,
    selected: Query<(), With<Selected>>,
    inspected: Res<Inspected>,
    help: Query<&Visibility, With<HelpPage>>,
    player: Res<Player>,
    sides: Res<Sides>,
    mut hints: ResMut<Hints>,
) {
    let is_peace = !sides.has_foes(player.faction);
    let seen = [
        (Hint::Select, !selected.is_empty()),
        (Hint::Pause, state.just_pressed(&Action::Pause)),
        (Hint::Planet, inspected.0.is_some()),
        (Hint::Help, help.iter().any(|visibility| *visibility != Visibility::Hidden)),
        (Hint::Attack, is_peace),
        (Hint::Land, is_peace),
    ];
    for (hint, _) in seen.into_iter().filter(|(_, is_seen)| *is_seen) {
        if !hints.is_done(hint) {
            hints.finish(hint);
        }
    }
}

/// Passes a hint over, or ends them.
fn press_buttons(
    buttons: Query<(&Interaction, &HintButton), Changed<Interaction>>,
    mut hints: ResMut<Hints>,
    mut settings: ResMut<Settings>,
) {
    let pressed = buttons.iter().find(|(interaction, _)| **interaction == Interaction::Pressed);
    let is_ended = match pressed {
        Some((_, HintButton::End)) => true,
        Some((_, HintButton::Next)) => {
            if let Some(hint) = hints.present() {
                hints.finish(hint);
            }
            false
        }
        None => false,
    };
    if is_ended || hints.present().is_none() {
        settings.hints_done = true;
    }
}

/// Writes the hint of this frame.
fn write_line(
    hints: Res<Hints>,
    settings: Res<Settings>,
    mut line: Single<&mut Node, With<HintLine>>,
    mut text: Single<&mut Text, With<HintWords>>,
) {
    let Some(hint) = hints.present() else { return };
    show(&mut line, true);
    text.set_if_neq(Text(hint.words(&settings.keys)));
}

/// Hides the line when the hints are over, and behind the menu.
fn hide_line(mut line: Single<&mut Node, With<HintLine>>) {
    show(&mut line, false);
}

/// Hides the row while it is empty or has no room, and lifts it above the slider of time while there is no
/// selection; rows of orders lift it as well.
fn settle_row(
    selected: Query<(), With<Selected>>,
    parts: Query<&Node, Without<HintRow>>,
    row: Single<(&mut Node, &Visibility, &Children), With<HintRow>>,
) {
    let (mut node, visibility, children) = row.into_inner();
    let is_shown = |part: &Entity| parts.get(*part).is_ok_and(|part| part.display != Display::None);
    // An invisible row would still take its room in the column.
    let has_room = *visibility != Visibility::Hidden;
    let is_there = has_room && children.into_iter().any(is_shown);
    let display = if is_there { Display::Flex } else { Display::None };
    let margin = UiRect::bottom(px(if selected.is_empty() { ABOVE_SLIDER } else { 0.0 }));
    if (node.display, node.margin) != (display, margin) {
        (node.display, node.margin) = (display, margin);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Assault;
    use crate::sim::Units;
    use crate::sim::ids::{BodyId, ShipId};

    #[test]
    fn hints_come_one_after_the_other() {
        let mut hints = Hints::default();
        for hint in Hint::ALL {
            assert_eq!(hints.present(), Some(hint));
            hints.finish(hint);
        }
        assert_eq!(hints.present(), None);
    }

    #[test]
    fn hints_of_war_are_shown_only_where_there_are_foes() {
        use crate::level::test_support::faction_of;
        use bevy::ecs::system::RunSystemOnce;
        for (teams, is_over) in [([Some("x"), Some("x")], true), ([None, None], false)] {
            let factions = teams.map(faction_of);
            let mut world = World::new();
            world.spawn(ActionState::<Action>::default());
            world.init_resource::<Inspected>();
            world.init_resource::<Hints>();
            world.insert_resource(Player { faction: crate::sim::ids::FactionId(0), home: None });
            world.insert_resource(Sides::of(&factions));
            world.run_system_once(watch_deeds).expect("it runs");
            let hints = world.resource::<Hints>();
            assert_eq!((hints.is_done(Hint::Attack), hints.is_done(Hint::Land)), (is_over, is_over));
        }
    }

    #[test]
    fn the_row_is_there_while_something_stands_in_it_and_keeps_clear_of_the_slider() {
        use bevy::ecs::system::RunSystemOnce;
        let mut world = World::new();
        let column = world.spawn(LeftColumn).id();
        world.run_system_once(spawn_row).expect("it runs");
        let now = |world: &mut World| {
            world.run_system_once(settle_row).expect("it runs");
            let mut rows = world.query_filtered::<(&Node, &ChildOf), With<HintRow>>();
            let (node, parent) = rows.single(world).expect("there is one row");
            assert_eq!(parent.parent(), column, "it stacks up with the rows of orders");
            assert_ne!(node.position_type, PositionType::Absolute);
            (node.display, node.margin.bottom)
        };
        assert_eq!(now(&mut world).0, Display::None);
        let plate = Node { display: Display::Flex, ..default() };
        let row = world.query_filtered::<Entity, With<HintRow>>().single(&world).expect("there is one row");
        let plate = world.spawn((plate, ChildOf(row))).id();
        assert_eq!(now(&mut world), (Display::Flex, px(ABOVE_SLIDER)));
        world.spawn(Selected);
        assert_eq!(now(&mut world), (Display::Flex, px(0)));
        world.entity_mut(row).insert(Visibility::Hidden);
        assert_eq!(now(&mut world).0, Display::None, "where it has no width it does not push the log up");
        world.entity_mut(row).insert(Visibility::Inherited);
        assert_eq!(now(&mut world).0, Display::Flex);
        world.entity_mut(plate).despawn();
        assert_eq!(now(&mut world).0, Display::None);
    }

    #[test]
    fn what_was_done_before_its_turn_is_not_told() {
        let mut hints = Hints::default();
        hints.finish(Hint::Select);
        assert_eq!(hints.present(), Some(Hint::Look));
        hints.finish(Hint::Look);
        assert_eq!(hints.present(), Some(Hint::Send));
    }

    #[test]
    fn hints_name_the_players_own_keys() {
        let bindings = [Binding { action: Action::Pause, keys: vec![KeyCode::KeyP] }];
        assert!(Hint::Pause.words(&bindings).starts_with("P pauses"));
        assert!(Hint::Pause.words(&[]).starts_with("Space pauses"));
        assert!(Hint::ALL.iter().all(|hint| !hint.words(&[]).is_empty()));
        assert!(Hint::Queue.words(&[]).starts_with("Hold Shift and"), "{}", Hint::Queue.words(&[]));
        assert!(Hint::Help.words(&[]).starts_with("F1 shows all keys, F10"));
        assert!(Hint::Attack.words(&[]).contains("A: fight"), "{}", Hint::Attack.words(&[]));
        assert!(Hint::Land.words(&[]).contains("mixed fleet: D, then"), "{}", Hint::Land.words(&[]));
        assert!(Hint::Ships.words(&[]).starts_with("C turns"), "{}", Hint::Ships.words(&[]));
        let look = Hint::Look.words(&[]);
        assert!(look.contains("Q and E"), "{look}");
    }

    #[test]
    fn orders_show_which_hints_were_understood() {
        let order = |command| Order::fleet(Units::Ships(vec![ShipId(1)]), command);
        let body = BodyId(4);
        let land = Command::go(Goal::Ground { body, assault: Assault::Land }, When::Last);
        assert_eq!(shown_by(&order(land)), [Hint::Send, Hint::Queue, Hint::Land]);
        let onward = Command::engage(Goal::Body(body), When::Now);
        assert_eq!(shown_by(&order(onward)), [Hint::Send, Hint::Attack]);
        assert!(shown_by(&order(Command::Stop)).is_empty());
    }
}
