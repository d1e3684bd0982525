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

use super::WORD_PIXELS;
use super::chosen::Chosen;
use super::renaming::Renaming;
use super::waiting::{WaitMenu, spawn_list};
use crate::client::frame::{Player, Toasts};
use crate::client::hud::layout::places::{CARD_ROOM, SelectionCard};
use crate::client::input::{Held, InTurn, Tool, run};
use crate::client::orders::undo;
use crate::client::settings::Settings;
use crate::client::widgets::theme::ON;
use crate::client::widgets::{Glyph, QUIET, RESTING, Tip, WORDS, face, icon, show, text};
use crate::sim::{Order, OrderQueue};
use able::Able;
pub use kind::OrderKind;
use kind::join;

/// Opacity of the label of an order that none of the selected ships can carry out.
const GREY: f32 = 0.6;
/// Side of the sign on a button, pixels.
const SIGN_PIXELS: f32 = 20.0;
/// Padding of a button at the left and at the right, pixels.
const SIDES: f32 = 4.0;
/// Number of orders in the first row and in the one below, which undo ends; the others are in the last.
const ROWS: (usize, usize) = (8, 6);

/// A button of the row.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderButton(pub OrderKind);

/// The words on a button of a row.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderWords(pub OrderKind);

/// The sign on a button of a row.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderSign(pub OrderKind);

/// Marks the rows and their parts.
#[derive(Component, Clone, Copy, Debug)]
pub struct OrderRow;

/// Spawns the rows, hidden at first.
pub fn spawn_row(mut commands: Commands, card: Single<Entity, With<SelectionCard>>) {
    let whole = Node {
        display: Display::None,
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::FlexStart,
        row_gap: px(3),
        ..default()
    };
    let whole = commands.spawn((OrderRow, whole, Pickable::IGNORE, ChildOf(*card))).id();
    spawn_list(&mut commands, whole);
    let (plain, others) = OrderKind::ALL.split_at(ROWS.0);
    let (war, settings) = others.split_at(ROWS.1);
    for (kinds, has_undo) in [(plain, false), (war, true), (settings, false)] {
        let row = Node {
            flex_wrap: FlexWrap::Wrap,
            column_gap: px(3),
            row_gap: px(3),
            width: px(CARD_ROOM),
            ..default()
        };
        let row = commands.spawn((row, Pickable::IGNORE, ChildOf(whole))).id();
        for kind in kinds.iter().copied() {
            let node = Node {
                padding: UiRect::axes(px(SIDES), px(2)),
                border_radius: BorderRadius::all(px(3)),
                align_items: AlignItems::Center,
                column_gap: px(4),
                min_width: least_width(kind),
                ..default()
            };
            let words = (OrderWords(kind), text("", WORD_PIXELS, WORDS), TextLayout::no_wrap());
            let button = commands.spawn((
                OrderButton(kind),
                Tip(String::new()),
                Button,
                InTurn(press_button),
                node,
                BackgroundColor(RESTING),
                ChildOf(row),
            ));
            let button = button.id();
            if let Some(sign) = kind.icon() {
                commands.spawn((OrderSign(kind), icon(sign, SIGN_PIXELS, WORDS), ChildOf(button)));
            }
            commands.spawn((words, ChildOf(button)));
        }
        if has_undo {
            commands.spawn((undo::button(SIGN_PIXELS, SIDES), ChildOf(row)));
        }
    }
}

/// Least width of a button. A choice has room for the longest of its labels, so that its neighbours stay where they
/// are.
fn least_width(kind: OrderKind) -> Val {
    kind.part().map_or(Val::Auto, |part| px(part.greatest_width(WORD_PIXELS) + 2.0 * SIDES))
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

type ButtonParts =
    (&'static OrderButton, &'static Interaction, &'static mut BackgroundColor, &'static mut Tip);

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
    for (button, interaction, mut background, mut tip) in &mut buttons {
        let kind = button.0;
        let is_held = kind.tool().is_some_and(|other| tool.is_like(other));
        let is_on =
            is_held || (kind == OrderKind::Repeat && repeats) || (kind == OrderKind::Wait && waits.is_open);
        if *interaction != Interaction::None {
            tip.set_if_neq(Tip(kind.tip(&settings.keys, able.reason(kind), doctrine)));
        }
        let color = if is_on { ON } else { face(*interaction, RESTING) };
        background.set_if_neq(BackgroundColor(color));
    }
    for (OrderWords(kind), mut text, mut color) in &mut words {
        text.set_if_neq(Text(kind.label(&settings.keys, doctrine)));
        color.set_if_neq(TextColor(color_of(*kind, &able)));
    }
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

    #[test]
    fn the_choices_have_fixed_widths_and_fit_one_row() {
        let mut world = World::new();
        world.spawn(SelectionCard);
        world.run_system_once(spawn_row).expect("it runs");
        let mut buttons = world.query::<(&OrderButton, &Node)>();
        let mut taken = 0.0;
        for (OrderButton(kind), node) in buttons.iter(&world) {
            match (kind.part(), node.min_width) {
                (Some(_), Val::Px(width)) => taken += width + 3.0,
                (None, Val::Auto) => {}
                other => panic!("{kind:?}: {other:?}"),
            }
        }
        // The pencil ends the row.
        let pencil = SIGN_PIXELS + 4.0 + 2.0 * SIDES;
        // Each of the four may be a pixel wider where the screen rounds its edges.
        assert!(taken + pencil + 4.0 <= CARD_ROOM, "{taken}");
        assert_eq!(OrderKind::Rename.label(&[], Default::default()), "");
    }
}
