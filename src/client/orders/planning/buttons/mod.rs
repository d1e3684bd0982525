//! The rows of orders in the card of the selection, and their keys.
//!
//! - Enters: buttons and keys, the selected ships.
//! - Leaves: orders that need no click, the tool for the next click, the list of waits, the field of a name; tips
//!   with the keys.
//! - Must never: be visible without a selection. Orders impossible for all selected ships are grey, and say why.
//!   Names and groups are in `kind.rs`, reasons in `able.rs`, shapes in `nodes.rs`.

pub mod able;
mod kind;
mod nodes;

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
use crate::client::widgets::theme::{ON, SHADE, TITLE};
use crate::client::widgets::{EDGE, Glyph, Icon, LOSS, QUIET, RESTING, Tip, WORDS, face, icon, show, text};
use crate::sim::{Order, OrderQueue};
use able::Able;
pub use kind::OrderKind;
use kind::{Group, join};
use nodes::{
    GROUP_GAP, KEY_PIXELS, LABEL_PIXELS, LINE_GAP, LINE_SIGN, ROW_GAP, SETTINGS_GAP, TILE_GAP, TILE_KEY_ROOM,
    TILE_SIGN, line, line_key_room, right_key, row_node, tile, top_key,
};

/// Opacity of the words and of the sign of an order that none of the selected ships can carry out.
const GREY: f32 = 0.5;
/// The same of its background, and of its edge.
const GREY_FACE: f32 = 0.12;
const GREY_EDGE: f32 = 0.4;
/// Opacity of the edge of an order that harms others and is carried out.
const HOSTILE_EDGE: f32 = 0.75;
/// The groups of orders with a tile, in two rows: in both, as many orders stand at the left and at the right.
const TILES: [[Group; 2]; 2] = [[Group::Going, Group::Fighting], [Group::Staying, Group::Ground]];
/// The groups of orders with a line of words, a group a row. Those of the last row are seldom needed.
const LINES: [Group; 3] = [Group::Flight, Group::Doctrine, Group::Fleets];
/// The words on the button of undo.
const UNDO: &str = "Undo";

/// A button of the rows.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderButton(pub OrderKind);

/// Words on a button of the rows.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderWords {
    /// The name of an order, or the choice of the selected ships.
    Label(OrderKind),
    /// The key of an order.
    Key(OrderKind),
    /// The key of undo.
    UndoKey,
}

/// The sign on a button of the rows.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderSign(pub OrderKind);

/// Marks the rows and their parts.
#[derive(Component, Clone, Copy, Debug)]
pub struct OrderRow;

/// Spawns the rows, hidden at first: two rows of tiles, two rows of settings, and a row of what is seldom needed, with
/// undo at its end. No button ever moves or goes: each is found where it was.
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
    for groups in TILES {
        let row = commands.spawn((row_node(GROUP_GAP), Pickable::IGNORE, ChildOf(whole))).id();
        for group in groups {
            let block = Node { column_gap: px(TILE_GAP), flex_shrink: 0.0, ..default() };
            let block = commands.spawn((block, Pickable::IGNORE, ChildOf(row))).id();
            group.kinds().for_each(|kind| spawn_tile(&mut commands, block, kind));
        }
    }
    let mut row = whole;
    for group in LINES {
        // The settings stand apart from the orders.
        let above = if group == LINES[0] { SETTINGS_GAP } else { 0.0 };
        let node = Node { margin: UiRect::top(px(above)), ..row_node(LINE_GAP) };
        row = commands.spawn((node, Pickable::IGNORE, ChildOf(whole))).id();
        group.kinds().for_each(|kind| spawn_line(&mut commands, row, kind));
    }
    spawn_undo(&mut commands, row);
}

/// What a button of an order is, besides its shape.
fn order_button(kind: OrderKind) -> impl Bundle {
    let press = (OrderButton(kind), Tip(String::new()), Button, InTurn(press_button));
    (press, BackgroundColor(RESTING), BorderColor::all(EDGE))
}

/// Words on a button: a click goes through them.
fn label(words: &'static str) -> impl Bundle {
    (text(words, LABEL_PIXELS, WORDS), TextLayout::no_wrap(), Pickable::IGNORE)
}

/// Spawns the tile of an order: its sign, its name, and its key in the upper right corner.
fn spawn_tile(commands: &mut Commands, block: Entity, kind: OrderKind) {
    let button = commands.spawn((order_button(kind), tile(kind.is_hostile()), ChildOf(block))).id();
    if let Some(sign) = kind.icon() {
        commands.spawn((OrderSign(kind), icon(sign, TILE_SIGN, WORDS), ChildOf(button)));
    }
    commands.spawn((OrderWords::Label(kind), label(""), ChildOf(button)));
    commands.spawn((OrderWords::Key(kind), key_text(), top_key(), ChildOf(button)));
}

/// Spawns the line of an order: its sign, if it has one, its words, and its key at the right.
fn spawn_line(commands: &mut Commands, row: Entity, kind: OrderKind) {
    let sign = kind.icon();
    let node = line(label_width(kind), sign.is_some(), line_key_room(&kind.corner(&[])));
    let button = commands.spawn((order_button(kind), node, ChildOf(row))).id();
    if let Some(sign) = sign {
        commands.spawn((OrderSign(kind), icon(sign, LINE_SIGN, WORDS), ChildOf(button)));
    }
    commands.spawn((OrderWords::Label(kind), label(""), ChildOf(button)));
    commands.spawn((OrderWords::Key(kind), key_text(), right_key(), ChildOf(button)));
}

/// Spawns the button of undo, which looks like a line.
fn spawn_undo(commands: &mut Commands, row: Entity) {
    let width = words_width(UNDO, LABEL_PIXELS);
    let node = line(width, true, line_key_room(&short_key(Action::Undo, &[])));
    let button = commands.spawn((undo::button(node), ChildOf(row))).id();
    commands.spawn((icon(Icon::Undo, LINE_SIGN, WORDS), ChildOf(button)));
    commands.spawn((label(UNDO), ChildOf(button)));
    commands.spawn((OrderWords::UndoKey, key_text(), right_key(), ChildOf(button)));
}

/// Width of the longest words of a line, pixels.
fn label_width(kind: OrderKind) -> f32 {
    let of_name = || words_width(kind.name(), LABEL_PIXELS);
    kind.setting().map_or_else(of_name, |setting| setting.greatest_width(LABEL_PIXELS))
}

/// The words of a key.
fn key_text() -> impl Bundle {
    (text("", KEY_PIXELS, QUIET), TextLayout::no_wrap(), Pickable::IGNORE)
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
    if let Some(setting) = kind.setting() {
        setting.turn_all(&fleets, held.add).into_iter().for_each(|order| door.give(player.faction, order));
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

/// Shows the rows while ships are selected, lights active ones, and shows tips. The settings have faint faces: they are
/// values, and no orders.
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
    let running = running(&chosen);
    let first = chosen.fleets().into_iter().next();
    let repeats = first.as_ref().is_some_and(|fleet| fleet.repeats);
    let chosen = first.map(|fleet| fleet.settings).unwrap_or_default();
    let is_lit = |kind: OrderKind| match kind {
        OrderKind::Repeat => repeats,
        OrderKind::Wait => waits.is_open,
        _ => is_held(kind, *tool),
    };
    for (button, interaction, mut background, mut border, mut tip) in &mut buttons {
        let kind = button.0;
        if *interaction != Interaction::None {
            tip.set_if_neq(Tip(kind.tip(&settings.keys, able.reason(kind), chosen)));
        }
        let resting = match (able.reason(kind), kind.setting()) {
            (Some(_), _) => RESTING.with_alpha(GREY_FACE),
            (None, Some(_)) => SHADE,
            (None, None) => RESTING,
        };
        let color = if is_lit(kind) { ON } else { face(*interaction, resting) };
        background.set_if_neq(BackgroundColor(color));
        let edge = if *interaction == Interaction::None { edge_of(kind, &running, &able) } else { WORDS };
        border.set_if_neq(BorderColor::all(edge));
    }
    for (words, mut text, mut color) in &mut words {
        let (now, wanted) = match *words {
            OrderWords::Label(kind) => {
                (kind.label(chosen), words_color(kind, is_lit(kind), (&running, &able)))
            }
            OrderWords::Key(kind) => {
                (key_of(kind, &settings.keys), key_color(able.reason(kind).is_some(), is_lit(kind)))
            }
            OrderWords::UndoKey => {
                (fitting_key(short_key(Action::Undo, &settings.keys), undo_key_room()), QUIET)
            }
        };
        text.set_if_neq(Text(now));
        color.set_if_neq(TextColor(wanted));
    }
}

/// The orders that harm others and are carried out by selected fleets.
fn running(chosen: &Chosen) -> Vec<OrderKind> {
    let hostile = OrderKind::ALL.into_iter().filter(|kind| kind.is_hostile());
    hostile.filter(|kind| chosen.has_leg(|leg| kind.is_run_by(leg))).collect()
}

/// The key on the button of an order.
fn key_of(kind: OrderKind, bindings: &[Binding]) -> String {
    let is_line = LINES.contains(&kind.group());
    let room = if is_line { line_key_room(&kind.corner(&[])) } else { TILE_KEY_ROOM };
    fitting_key(kind.corner(bindings), room)
}

/// Room for the key of undo, pixels.
fn undo_key_room() -> f32 {
    line_key_room(&short_key(Action::Undo, &[]))
}

/// A key; empty where there is no room for it: the tip has it, too.
fn fitting_key(key: String, room: f32) -> String {
    if words_width(&key, KEY_PIXELS) <= room { key } else { String::new() }
}

/// Whether the tool of an order is held.
fn is_held(kind: OrderKind, tool: Tool) -> bool {
    kind.tool().is_some_and(|other| tool.is_like(other))
}

/// The colour of the words and of the sign of an order: white on a lit button, on which others could not be read; else
/// grey where it is impossible, and red if it harms others and is carried out.
fn words_color(kind: OrderKind, is_lit: bool, (running, able): (&[OrderKind], &Able)) -> Color {
    match able.reason(kind) {
        _ if is_lit => TITLE,
        Some(_) => QUIET.with_alpha(GREY),
        None if running.contains(&kind) => LOSS,
        None => WORDS,
    }
}

/// The colour of the key of an order.
fn key_color(is_impossible: bool, is_lit: bool) -> Color {
    match (is_lit, is_impossible) {
        (true, _) => TITLE,
        (false, true) => QUIET.with_alpha(GREY),
        (false, false) => QUIET,
    }
}

/// The colour of the edge of an order at rest.
fn edge_of(kind: OrderKind, running: &[OrderKind], able: &Able) -> Color {
    match able.reason(kind) {
        Some(_) => EDGE.with_alpha(GREY_EDGE),
        None if running.contains(&kind) => LOSS.with_alpha(HOSTILE_EDGE),
        None => EDGE,
    }
}

/// Colours the signs. Those of orders without a tool have one colour, lit or not, that can be read.
pub fn color_signs(
    chosen: Chosen,
    able: Res<Able>,
    tool: Res<Tool>,
    signs: Query<(Entity, &OrderSign, &Glyph)>,
    mut commands: Commands,
) {
    let running = running(&chosen);
    for (sign, OrderSign(kind), glyph) in &signs {
        let color = words_color(*kind, is_held(*kind, *tool), (&running, &able));
        let wanted = Glyph { color, ..*glyph };
        if *glyph != wanted {
            commands.entity(sign).insert(wanted);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::nodes::{ROW_WIDTH, TILE, TILE_LABEL_ROOM};
    use super::*;
    use crate::client::hud::layout::places::CARD_ROOM;
    use crate::client::orders::planning::fleet_settings::FleetSetting;
    use crate::client::orders::planning::test_support::landers;
    use crate::level::Assault;
    use crate::sim::{BodyId, Goal, Leg};
    use bevy::ecs::system::RunSystemOnce;
    use glam::DVec3;

    /// The rows in a world of their own.
    fn spawned() -> World {
        let mut world = World::new();
        world.spawn(SelectionCard);
        world.run_system_once(spawn_row).expect("it runs");
        world
    }

    #[test]
    fn the_rows_have_a_button_for_every_order_once() {
        let mut world = spawned();
        let mut buttons = world.query_filtered::<&OrderButton, With<Tip>>();
        let shown: Vec<OrderKind> = buttons.iter(&world).map(|button| button.0).collect();
        assert_eq!(shown.len(), OrderKind::ALL.len());
        let mut words = world.query::<&OrderWords>();
        for kind in OrderKind::ALL {
            assert_eq!(shown.iter().filter(|other| **other == kind).count(), 1, "{kind:?}");
            for part in [OrderWords::Label(kind), OrderWords::Key(kind)] {
                assert_eq!(words.iter(&world).filter(|words| **words == part).count(), 1, "{part:?}");
            }
        }
    }

    /// The buttons of orders with their nodes.
    fn nodes() -> Vec<(OrderKind, Node)> {
        let mut world = spawned();
        let mut buttons = world.query::<(&OrderButton, &Node)>();
        buttons.iter(&world).map(|(button, node)| (button.0, node.clone())).collect()
    }

    #[test]
    fn the_tiles_are_equal_and_stand_below_each_other() {
        let tiles: Vec<OrderKind> = TILES.as_flattened().iter().flat_map(|group| group.kinds()).collect();
        for (kind, node) in nodes() {
            let is_tile = (node.width, node.height) == (px(TILE.x), px(TILE.y));
            assert_eq!(tiles.contains(&kind), is_tile, "{kind:?}");
        }
        let [above, below] = TILES.map(|row| row.map(|group| group.kinds().count()));
        assert_eq!(above, below, "no row has a hole");
        const { assert!(ROW_WIDTH <= CARD_ROOM) };
    }

    #[test]
    fn the_lines_have_fixed_widths_and_fit_their_rows() {
        let nodes = nodes();
        for group in LINES {
            let of_group = nodes.iter().filter(|(kind, _)| kind.group() == group);
            let undo = line(words_width(UNDO, LABEL_PIXELS), true, undo_key_room()).width;
            let undo = (group == Group::Fleets).then_some(undo);
            let widths = of_group.map(|(_, node)| node.width).chain(undo).map(|width| match width {
                Val::Px(width) => width,
                other => panic!("{group:?}: {other:?}"),
            });
            let widths: Vec<f32> = widths.collect();
            let taken = widths.iter().sum::<f32>() + LINE_GAP * (widths.len() - 1) as f32;
            assert!(widths.len() > 2 && taken <= ROW_WIDTH, "{group:?}: {taken}");
        }
    }

    #[test]
    fn every_tile_has_room_for_its_name() {
        for kind in TILES.as_flattened().iter().flat_map(|group| group.kinds()) {
            assert!(words_width(kind.name(), LABEL_PIXELS) <= TILE_LABEL_ROOM, "{kind:?}");
        }
    }

    #[test]
    fn every_key_fits_its_button() {
        for kind in OrderKind::ALL {
            assert!(!key_of(kind, &[]).is_empty(), "{kind:?}");
        }
        assert!(words_width("Ctrl T", KEY_PIXELS) <= TILE_KEY_ROOM, "chosen keys fit as well");
    }

    #[test]
    fn a_button_without_room_for_its_key_tells_it_in_its_tip_alone() {
        let keys = vec![KeyCode::ControlLeft, KeyCode::ShiftLeft, KeyCode::Delete];
        let prey = OrderKind::Set(FleetSetting::Prey);
        let keys = [Binding { action: Action::Prey, keys }];
        assert_eq!(key_of(prey, &keys), "");
        assert!(prey.tip(&keys, None, Default::default()).contains("Delete"));
    }

    #[test]
    fn orders_that_harm_others_are_told_by_shape_and_by_colour_while_they_are_carried_out() {
        let able = Able::default();
        let shapes = [true, false].map(|is_hostile| tile(is_hostile).border_radius);
        assert_ne!(shapes[0], shapes[1]);
        for (kind, node) in nodes() {
            assert_eq!(node.border_radius == shapes[0], kind.is_hostile(), "{kind:?}");
            let color = |running: &[OrderKind]| words_color(kind, false, (running, &able));
            assert_eq!((color(&[]), color(&[kind])), (WORDS, LOSS), "{kind:?}");
        }
        let mut none = Able::default();
        none.abilities = landers();
        assert!(none.reason(OrderKind::Attack).is_some(), "impossible ones are quiet");
        let attack = OrderKind::Attack;
        for color in [words_color(attack, false, (&[], &none)), edge_of(attack, &[], &none)] {
            assert!(color.alpha() <= GREY && color.with_alpha(1.0) != LOSS, "{color:?}");
        }
    }

    #[test]
    fn an_attack_is_carried_out_by_a_fleet_that_attacks_or_fights_on_its_way() {
        let mut leg = Leg::new(Goal::point(DVec3::ZERO), 0.0);
        let [land, bombard] = Assault::ALL.map(OrderKind::Ground);
        let run =
            |leg: &Leg| [OrderKind::Move, OrderKind::Attack, land, bombard].map(|kind| kind.is_run_by(leg));
        assert_eq!(run(&leg), [false; 4]);
        leg.engage = true;
        assert_eq!(run(&leg), [false, true, false, false]);
        leg.goal = Goal::Ground { body: BodyId(2), assault: Assault::ALL[1] };
        assert_eq!(run(&leg), [false, false, false, true]);
    }

    /// How well one colour can be told from another one, as browsers reckon it: 1 for equal colours, 21 at most.
    fn contrast(one: Color, other: Color) -> f32 {
        let brightness = |color: Color| {
            let LinearRgba { red, green, blue, .. } = color.to_linear();
            0.05 + 0.2126 * red + 0.7152 * green + 0.0722 * blue
        };
        let (one, other) = (brightness(one), brightness(other));
        one.max(other) / one.min(other)
    }

    #[test]
    fn words_and_keys_can_be_read_on_a_lit_button() {
        let able = Able::default();
        for kind in [OrderKind::Move, OrderKind::Attack, OrderKind::Repeat] {
            for color in
                [words_color(kind, true, (&[], &able)), key_color(false, true), key_color(true, true)]
            {
                assert!(contrast(color, ON) > 3.5, "{kind:?}: {color:?}");
            }
        }
        assert!(contrast(key_color(false, false), RESTING.with_alpha(1.0)) > 3.5);
        assert!(is_held(OrderKind::Move, Tool::Go) && !is_held(OrderKind::Attack, Tool::Go));
        assert!(!is_held(OrderKind::Repeat, Tool::Select));
    }
}
