//! The rows of orders in the card of the selection, and their keys.
//!
//! - Enters: buttons and keys, the selected ships.
//! - Leaves: orders that need no click, the tool for the next click, the list of waits, the field of a name; tips
//!   with the keys.
//! - Must never: be visible without a selection. Orders impossible for all selected ships are grey, and say why.
//!   Names are in `kind.rs`, reasons in `able.rs`.

pub mod able;
mod kind;

use bevy::prelude::*;

use super::chosen::Chosen;
use super::renaming::Renaming;
use super::waiting::{WaitMenu, spawn_list};
use crate::client::frame::{Player, Toasts};
use crate::client::hud::layout::places::SelectionCard;
use crate::client::input::{Held, InTurn, Tool, run};
use crate::client::orders::undo;
use crate::client::settings::{Action, Binding, Settings, short_key};
use crate::client::widgets::fonts::words_width;
use crate::client::widgets::theme::ON;
use crate::client::widgets::{EDGE, EDGE_PIXELS, Glyph, QUIET, RESTING, Tip, WORDS, face, icon, show, text};
use crate::sim::{Order, OrderQueue};
use able::Able;
pub use kind::OrderKind;
use kind::join;

/// Opacity of the label of an order that none of the selected ships can carry out.
const GREY: f32 = 0.6;
/// The same of its background.
const GREY_FACE: f32 = 0.3;
/// Side of the sign on a button, pixels.
const SIGN_PIXELS: f32 = 22.0;
/// Side of a square, and the gaps between two buttons side by side and between two rows, pixels.
const SQUARE: f32 = 45.0;
const GAP: f32 = 6.0;
const ROW_GAP: f32 = 4.0;
/// Number of squares side by side. They take the whole width of the card.
const COLUMNS: usize = 8;
/// Width of the rows, pixels.
const ROW_WIDTH: f32 = COLUMNS as f32 * (SQUARE + GAP) - GAP;
/// Height by which the sign is above the middle of its square, for the key below it, pixels.
const RAISE: f32 = 3.0;
/// Size of the keys in the corners, pixels.
const KEY_PIXELS: f32 = 11.0;
/// Distance of a key from the right edge of its square, pixels.
const KEY_SIDE: f32 = 3.0;
/// Size of the words of a choice, pixels.
const CHOICE_PIXELS: f32 = 12.0;
/// Padding of a choice at the left and at the right, pixels: above and below it has less.
const SIDES: f32 = 3.0;
/// Room for the key of a choice, and its distance from the words, pixels.
const KEY_ROOM: f32 = 13.0;
const KEY_GAP: f32 = 4.0;

/// A button of the row.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderButton(pub OrderKind);

/// Words on a button of a row.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderWords {
    /// The choice of the selected ships.
    Choice(OrderKind),
    /// The key of an order.
    Key(OrderKind),
    /// The key of undo.
    UndoKey,
}

/// The sign on a button of a row.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderSign(pub OrderKind);

/// Marks the rows and their parts.
#[derive(Component, Clone, Copy, Debug)]
pub struct OrderRow;

/// Spawns the rows, hidden at first: two rows of equal squares, with undo as the last square, and a row of choices.
pub fn spawn_row(mut commands: Commands, card: Single<Entity, With<SelectionCard>>) {
    let whole = Node {
        display: Display::None,
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::FlexStart,
        row_gap: px(ROW_GAP),
        ..default()
    };
    let whole = commands.spawn((OrderRow, whole, Pickable::IGNORE, ChildOf(*card))).id();
    spawn_list(&mut commands, whole);
    let (choices, squares): (Vec<OrderKind>, Vec<OrderKind>) =
        OrderKind::ALL.into_iter().partition(|kind| kind.part().is_some());
    let mut row = whole;
    for kinds in squares.chunks(COLUMNS) {
        row = commands.spawn((row_node(), Pickable::IGNORE, ChildOf(whole))).id();
        kinds.iter().for_each(|kind| spawn_order(&mut commands, row, *kind));
    }
    let undo = commands.spawn((undo::button(square(), SIGN_PIXELS), ChildOf(row))).id();
    commands.spawn((OrderWords::UndoKey, corner_words(), ChildOf(undo)));
    let row = commands.spawn((row_node(), Pickable::IGNORE, ChildOf(whole))).id();
    choices.iter().for_each(|kind| spawn_order(&mut commands, row, *kind));
}

/// Spawns the button of an order at the end of a row.
fn spawn_order(commands: &mut Commands, row: Entity, kind: OrderKind) {
    let press = (OrderButton(kind), Tip(String::new()), Button, InTurn(press_button));
    let look = (BackgroundColor(RESTING), BorderColor::all(EDGE));
    let node = kind.part().map_or_else(square, |part| choice(part.greatest_width(CHOICE_PIXELS)));
    let button = commands.spawn((press, node, look, ChildOf(row))).id();
    if let Some(sign) = kind.icon() {
        commands.spawn((OrderSign(kind), icon(sign, SIGN_PIXELS, WORDS), ChildOf(button)));
    } else {
        let words = (text("", CHOICE_PIXELS, WORDS), TextLayout::no_wrap());
        commands.spawn((OrderWords::Choice(kind), words, ChildOf(button)));
    }
    commands.spawn((OrderWords::Key(kind), corner_words(), ChildOf(button)));
}

/// A row of buttons. Its width is given: the rounding of a sum could make it too narrow for its parts.
fn row_node() -> Node {
    Node { column_gap: px(GAP), width: px(ROW_WIDTH), ..default() }
}

/// A button with a sign.
fn square() -> Node {
    Node {
        width: px(SQUARE),
        height: px(SQUARE),
        padding: UiRect::bottom(px(2.0 * RAISE)),
        flex_shrink: 0.0,
        ..middle()
    }
}

/// A button with words of at most this width, pixels, and its key at the right. The choices share the rest of their
/// row, and each keeps its width whatever its words: its neighbours stay where they are.
fn choice(words: f32) -> Node {
    let key = KEY_GAP + KEY_ROOM;
    Node {
        width: px(words + key + 2.0 * (SIDES + EDGE_PIXELS)),
        padding: UiRect { left: px(SIDES), right: px(SIDES + key), top: px(1), bottom: px(1) },
        flex_grow: 1.0,
        flex_shrink: 0.0,
        ..middle()
    }
}

/// A button with its content in the middle.
fn middle() -> Node {
    Node {
        border: UiRect::all(px(EDGE_PIXELS)),
        border_radius: BorderRadius::all(px(4)),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..default()
    }
}

/// Small words in the lower right corner of a button.
fn corner_words() -> impl Bundle {
    let corner =
        Node { position_type: PositionType::Absolute, right: px(KEY_SIDE), bottom: px(0), ..default() };
    (text("", KEY_PIXELS, QUIET), TextLayout::no_wrap(), corner, Pickable::IGNORE)
}

/// Does what a button asks for.
fn press_button(world: &mut World, button: Entity) {
    if let Some(OrderButton(kind)) = world.get(button).copied() {
        run(world, begin, kind);
    }
}

/// Gives the order of a button or a key, activates its tool, or shows why it is useless.
pub fn begin(
    In(kind): In<OrderKind>,
    held: Res<Held>,
    chosen: Chosen,
    able: Res<Able>,
    player: Res<Player>,
    mut tool: ResMut<Tool>,
    mut waits: ResMut<WaitMenu>,
    mut renaming: ResMut<Renaming>,
    mut door: ResMut<OrderQueue>,
    mut toasts: ResMut<Toasts>,
) {
    let fleets = chosen.fleets();
    let Some(first) = fleets.first() else { return };
    if let Some(reason) = able.reason(kind) {
        toasts.say(format!("{}: {reason}", kind.name()));
        return;
    }
    if let Some(wanted) = kind.tool() {
        tool.toggle(wanted);
        *waits = WaitMenu::default();
        return;
    }
    if let Some(part) = kind.part() {
        part.turn_all(&fleets, held.add).into_iter().for_each(|order| door.give(player.faction, order));
        return;
    }
    if kind == OrderKind::Repeat {
        toasts.say(if first.repeats { "Route: follow once" } else { "Route: repeat" });
    } else {
        tool.set_if_neq(Tool::Select);
    }
    match kind {
        OrderKind::Wait => waits.toggle(),
        OrderKind::Rename => renaming.begin(first),
        _ => {}
    }
    let order = if kind == OrderKind::Join {
        join(&fleets)
    } else {
        kind.command(&fleets).map(|command| Order::fleet(chosen.units(), command))
    };
    if let Some(order) = order {
        door.give(player.faction, order);
    }
}

type ButtonParts = (
    &'static OrderButton,
    &'static Interaction,
    &'static mut BackgroundColor,
    &'static mut BorderColor,
    &'static mut Tip,
);

/// Shows the rows while ships are selected, lights active ones, and shows tips.
pub fn write_row(
    chosen: Chosen,
    tool: Res<Tool>,
    waits: Res<WaitMenu>,
    able: Res<Able>,
    settings: Res<Settings>,
    mut whole: Single<&mut Node, With<OrderRow>>,
    mut buttons: Query<ButtonParts>,
    mut words: Query<(&OrderWords, &mut Text, &mut TextColor)>,
) {
    show(&mut whole, !chosen.is_empty());
    let first = chosen.fleets().into_iter().next();
    let repeats = first.as_ref().is_some_and(|fleet| fleet.repeats);
    let doctrine = first.map(|fleet| fleet.doctrine).unwrap_or_default();
    for (button, interaction, mut background, mut border, mut tip) in &mut buttons {
        let kind = button.0;
        let is_held = kind.tool().is_some_and(|other| tool.is_like(other));
        let is_on =
            is_held || (kind == OrderKind::Repeat && repeats) || (kind == OrderKind::Wait && waits.is_open);
        if *interaction != Interaction::None {
            tip.set_if_neq(Tip(kind.tip(&settings.keys, able.reason(kind), doctrine)));
        }
        let resting = if able.reason(kind).is_some() { RESTING.with_alpha(GREY_FACE) } else { RESTING };
        let color = if is_on { ON } else { face(*interaction, resting) };
        background.set_if_neq(BackgroundColor(color));
        let edge = if *interaction == Interaction::None { EDGE } else { WORDS };
        border.set_if_neq(BorderColor::all(edge));
    }
    for (words, mut text, mut color) in &mut words {
        let (now, wanted) = match *words {
            OrderWords::Choice(kind) => (kind.choice(doctrine), color_of(kind, &able)),
            // Beside words a key is quiet.
            OrderWords::Key(kind) if kind.part().is_some() => (key_of(kind, &settings.keys), QUIET),
            OrderWords::Key(kind) => (key_of(kind, &settings.keys), color_of(kind, &able)),
            OrderWords::UndoKey => (short_key(Action::Undo, &settings.keys), QUIET),
        };
        text.set_if_neq(Text(now));
        color.set_if_neq(TextColor(wanted));
    }
}

/// The key in the corner of a button; empty where there is no room for it: the tip has it, too.
fn key_of(kind: OrderKind, bindings: &[Binding]) -> String {
    let room = if kind.part().is_some() { KEY_ROOM } else { SQUARE - 2.0 * KEY_SIDE };
    let key = kind.corner(bindings);
    if words_width(&key, KEY_PIXELS) <= room { key } else { String::new() }
}

/// The colour of the words and of the sign of an order: grey where it is impossible.
fn color_of(kind: OrderKind, able: &Able) -> Color {
    if able.reason(kind).is_some() { QUIET.with_alpha(GREY) } else { WORDS }
}

/// Colours the signs.
pub fn color_signs(able: Res<Able>, signs: Query<(Entity, &OrderSign, &Glyph)>, mut commands: Commands) {
    for (sign, OrderSign(kind), glyph) in &signs {
        let wanted = Glyph { color: color_of(*kind, &able), ..*glyph };
        if *glyph != wanted {
            commands.entity(sign).insert(wanted);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::layout::places::CARD_ROOM;
    use bevy::ecs::system::RunSystemOnce;

    #[test]
    fn the_row_has_a_button_for_every_order_once() {
        for (index, kind) in OrderKind::ALL.iter().enumerate() {
            assert!(!OrderKind::ALL[..index].contains(kind));
        }
        let mut world = World::new();
        world.spawn(SelectionCard);
        world.run_system_once(spawn_row).expect("it runs");
        assert_eq!(world.query::<&OrderButton>().iter(&world).count(), OrderKind::ALL.len());
        let tips = world.query_filtered::<&Tip, With<OrderButton>>().iter(&world).count();
        assert_eq!(tips, OrderKind::ALL.len());
    }

    /// The buttons of orders with their nodes.
    fn nodes() -> Vec<(OrderKind, Node)> {
        let mut world = World::new();
        world.spawn(SelectionCard);
        world.run_system_once(spawn_row).expect("it runs");
        let mut buttons = world.query::<(&OrderButton, &Node)>();
        buttons.iter(&world).map(|(button, node)| (button.0, node.clone())).collect()
    }

    #[test]
    fn the_orders_are_equal_squares_and_fill_their_rows_with_undo() {
        let squares: Vec<Node> =
            nodes().into_iter().filter(|(kind, _)| kind.icon().is_some()).map(|(_, node)| node).collect();
        assert!(squares.iter().all(|node| (node.width, node.height) == (px(SQUARE), px(SQUARE))));
        assert_eq!(squares.len() + 1, 2 * COLUMNS, "no row has a hole");
        const { assert!(ROW_WIDTH <= CARD_ROOM) };
    }

    #[test]
    fn the_choices_have_fixed_widths_and_fit_one_row() {
        let choices = nodes().into_iter().filter(|(kind, _)| kind.part().is_some());
        let widths: Vec<f32> = choices
            .map(|(kind, node)| match node.width {
                Val::Px(width) => width,
                other => panic!("{kind:?}: {other:?}"),
            })
            .collect();
        let taken = widths.iter().sum::<f32>() + GAP * (widths.len() - 1) as f32;
        assert!(taken <= ROW_WIDTH, "{taken}");
    }

    #[test]
    fn every_key_fits_the_corner_of_its_button() {
        for kind in OrderKind::ALL.into_iter().filter(|kind| kind.action().is_some()) {
            assert!(!key_of(kind, &[]).is_empty(), "{kind:?}");
        }
        assert!(words_width("^S+Del", KEY_PIXELS) <= SQUARE - 2.0 * KEY_SIDE, "chosen keys fit as well");
    }

    #[test]
    fn a_choice_without_room_for_its_key_tells_it_in_its_tip_alone() {
        let keys = vec![KeyCode::ControlLeft, KeyCode::ShiftLeft, KeyCode::Delete];
        let keys = [Binding { action: Action::Prey, keys }];
        assert_eq!(key_of(OrderKind::Prey, &keys), "");
        assert!(OrderKind::Prey.tip(&keys, None, Default::default()).contains("Delete"));
    }

    #[test]
    fn every_button_has_a_place_for_its_key() {
        let mut world = World::new();
        world.spawn(SelectionCard);
        world.run_system_once(spawn_row).expect("it runs");
        let mut words = world.query::<&OrderWords>();
        for kind in OrderKind::ALL {
            let count = words.iter(&world).filter(|words| **words == OrderWords::Key(kind)).count();
            assert_eq!(count, 1, "{kind:?}");
        }
    }
}
