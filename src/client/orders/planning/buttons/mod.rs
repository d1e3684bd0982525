//! The rows of orders above the panel of what is selected, and the keys that do the same.
//!
//! - Enters: buttons and keys, the selected ships.
//! - Leaves: orders that need no click, what the next click is for, the list of waits; tips with the keys.
//! - Must never: be there while nothing is selected. What none of the selected ships can do is grey, and says
//!   why. What the orders are called and when they are of no use is in `buttons/kind.rs`.

mod kind;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::front::Front;
use super::waiting::{WaitMenu, spawn_list};
use crate::client::frame::{Player, Toasts};
use crate::client::hud::layout::places::LeftColumn;
use crate::client::input::armed::Armed;
use crate::client::input::armed::Choosing;
use crate::client::input::selection::Selected;
use crate::client::orders::ordering::ships_by_fleet;
use crate::client::settings::Settings;
use crate::client::settings::actions::{Action, Actions};
use crate::client::widgets::theme::{ON, PANEL, QUIET, RESTING, WORDS, face};
use crate::level;
use crate::sim::ids::ShipId;
use crate::sim::world::{Doctrine, Fleet, MemberOf, Repeats, Ship};
use crate::sim::{Command, Order, OrderDoor, RouteEdit, Units};
pub use kind::OrderKind;

/// Size of the words, pixels.
pub(super) const WORD_PIXELS: f32 = 13.0;
/// How strong the words of an order are that none of the selected ships can carry out.
const GREY: f32 = 0.6;
/// How many orders are in the first row, and how many in the one below; the others are in the last.
const ROWS: (usize, usize) = (8, 6);

/// A button of the row.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderButton(pub OrderKind);

/// The words on a button of a row.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderWords(pub OrderKind);

/// Marks the rows with what belongs to them.
#[derive(Component, Clone, Copy, Debug)]
pub struct OrderRow;

/// Marks the words at the button under the pointer.
#[derive(Component, Clone, Copy, Debug)]
pub struct OrderTip;

/// The selected ships, whether they go through their routes again and again, and how they fight.
#[derive(SystemParam)]
pub struct Chosen<'w, 's> {
    ships: Query<'w, 's, (&'static Ship, &'static MemberOf), With<Selected>>,
    repeats: Query<'w, 's, &'static Repeats>,
    doctrines: Query<'w, 's, &'static Doctrine>,
    fleets: Query<'w, 's, &'static Fleet>,
}

impl Chosen<'_, '_> {
    /// The ships' numbers, in their order.
    pub fn ids(&self) -> Vec<ShipId> {
        let mut ids: Vec<ShipId> = self.ships.iter().map(|(ship, _)| ship.id).collect();
        ids.sort_unstable();
        ids
    }

    /// The selected ships of each fleet, with how that fights: the fleet of the ship with the least number
    /// first.
    fn by_fleet(&self) -> Vec<(level::Doctrine, Vec<ShipId>)> {
        let fleets = ships_by_fleet(self.ships.iter().map(|(ship, fleet)| (ship.id, fleet.0)));
        fleets.into_iter().map(|(fleet, ships)| (self.doctrine_of(Some(fleet)), ships)).collect()
    }

    /// The order to make one fleet of all whose ships are selected: that of the ship with the least number.
    fn join(&self) -> Order {
        let first = self.first_fleet();
        let mut others: Vec<ShipId> =
            self.ships.iter().filter(|(_, fleet)| Some(fleet.0) != first).map(|(ship, _)| ship.id).collect();
        others.sort_unstable();
        let id = first.and_then(|fleet| self.fleets.get(fleet).ok()).map(|fleet| fleet.id);
        let units = id.map_or(Units::Ships(Vec::new()), Units::Fleet);
        let others = if others.is_empty() { Vec::new() } else { vec![Units::Ships(others)] };
        Order::fleet(units, Command::Join { others })
    }

    /// The fleet of the ship with the least number.
    fn first_fleet(&self) -> Option<Entity> {
        self.ships.iter().min_by_key(|(ship, _)| ship.id).map(|(_, fleet)| fleet.0)
    }

    /// Whether that goes through its route again and again.
    fn repeats(&self) -> bool {
        self.first_fleet().and_then(|fleet| self.repeats.get(fleet).ok()).is_some_and(|repeats| repeats.0)
    }

    /// How that fights.
    fn doctrine(&self) -> level::Doctrine {
        self.doctrine_of(self.first_fleet())
    }

    fn doctrine_of(&self, fleet: Option<Entity>) -> level::Doctrine {
        let found = fleet.and_then(|fleet| self.doctrines.get(fleet).ok());
        found.map(|doctrine| doctrine.0).unwrap_or_default()
    }
}

/// Spawns the rows, without room on the screen yet.
pub fn spawn_row(mut commands: Commands, column: Single<Entity, With<LeftColumn>>) {
    let whole = Node {
        display: Display::None,
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::FlexStart,
        row_gap: px(3),
        ..default()
    };
    let whole = commands.spawn((OrderRow, whole, Pickable::IGNORE, ChildOf(*column))).id();
    let font = || TextFont { font_size: FontSize::Px(WORD_PIXELS), ..default() };
    let tip = Node { display: Display::None, padding: UiRect::axes(px(8), px(2)), ..default() };
    commands.spawn((
        OrderTip,
        tip,
        Text::default(),
        font(),
        TextColor(WORDS),
        TextLayout::no_wrap(),
        BackgroundColor(PANEL),
        Pickable::IGNORE,
        ChildOf(whole),
    ));
    spawn_list(&mut commands, whole);
    let (plain, others) = OrderKind::ALL.split_at(ROWS.0);
    let (war, doctrine) = others.split_at(ROWS.1);
    for kinds in [plain, war, doctrine] {
        let row = Node { column_gap: px(3), ..default() };
        let row = commands.spawn((row, Pickable::IGNORE, ChildOf(whole))).id();
        for kind in kinds.iter().copied() {
            let node = Node {
                padding: UiRect::axes(px(6), px(2)),
                border_radius: BorderRadius::all(px(3)),
                ..default()
            };
            let words =
                (OrderWords(kind), Text::new(kind.name()), font(), TextColor(WORDS), TextLayout::no_wrap());
            commands.spawn((
                OrderButton(kind),
                Button,
                node,
                BackgroundColor(RESTING),
                ChildOf(row),
                children![words],
            ));
        }
    }
}

/// Does what a button or a key asks for.
pub fn command(
    pressed: Query<(&OrderButton, &Interaction), Changed<Interaction>>,
    actions: Actions,
    chosen: Chosen,
    front: Res<Front>,
    player: Res<Player>,
    mut choosing: ResMut<Choosing>,
    mut armed: ResMut<Armed>,
    mut waits: ResMut<WaitMenu>,
    mut door: ResMut<OrderDoor>,
    mut toasts: ResMut<Toasts>,
) {
    let clicked = pressed.iter().filter(|(_, interaction)| **interaction == Interaction::Pressed);
    let by_key = |kind: &OrderKind| kind.action().is_some_and(|action| actions.just_pressed(&action));
    let keyed = OrderKind::ALL.into_iter().filter(by_key);
    let wanted: Vec<OrderKind> = clicked.map(|(button, _)| button.0).chain(keyed).collect();
    if wanted.is_empty() {
        return;
    }
    let ships = chosen.ids();
    if ships.is_empty() {
        return;
    }
    for kind in wanted {
        if let Some(reason) = kind.reason(&front.able) {
            toasts.say(format!("{}: {reason}", kind.name()));
            continue;
        }
        if let Some(aim) = kind.aim() {
            let is_on = armed.0.is_some_and(|armed| armed.is_like(aim));
            armed.0 = (!is_on).then_some(aim);
            *choosing = Choosing::default();
            *waits = WaitMenu::default();
            continue;
        }
        let units = Units::Ships(ships.clone());
        match kind {
            OrderKind::Hold | OrderKind::Stop => {
                armed.0 = None;
                door.give(player.faction, Order::fleet(units, Command::Stop));
            }
            OrderKind::Wait => {
                armed.0 = None;
                waits.toggle();
            }
            OrderKind::Repeat => {
                let repeats = !chosen.repeats();
                let edit = Command::Edit(RouteEdit::Repeat(repeats));
                door.give(player.faction, Order::fleet(units, edit));
                toasts.say(if repeats { "The route is repeated" } else { "The route is flown once" });
            }
            OrderKind::Join => {
                armed.0 = None;
                door.give(player.faction, chosen.join());
            }
            OrderKind::Scrap => {
                armed.0 = None;
                door.give(player.faction, Order::fleet(units, Command::Scrap));
            }
            OrderKind::Retreat => {
                armed.0 = None;
                door.give(player.faction, Order::fleet(units, Command::Retreat));
            }
            _ => {
                let Some(part) = kind.part() else { continue };
                let orders = part.turn_all(&chosen.by_fleet(), actions.pressed(&Action::Add));
                orders.into_iter().for_each(|order| door.give(player.faction, order));
            }
        }
    }
}

/// Shows the rows while something is selected, lights what is on, and tells the tip.
pub fn write_row(
    chosen: Chosen,
    armed: Res<Armed>,
    waits: Res<WaitMenu>,
    front: Res<Front>,
    settings: Res<Settings>,
    mut whole: Single<&mut Node, (With<OrderRow>, Without<OrderTip>)>,
    tip: Single<(&mut Node, &mut Text), (With<OrderTip>, Without<OrderRow>)>,
    mut buttons: Query<(&OrderButton, &Interaction, &mut BackgroundColor)>,
    mut words: Query<(&OrderWords, &mut Text, &mut TextColor), Without<OrderTip>>,
) {
    let shown = |is_shown: bool| if is_shown { Display::Flex } else { Display::None };
    let display = shown(!chosen.ships.is_empty());
    if whole.display != display {
        whole.display = display;
    }
    let repeats = chosen.repeats();
    let mut hovered: Option<OrderKind> = None;
    for (button, interaction, mut background) in &mut buttons {
        let kind = button.0;
        let is_armed = armed.0.zip(kind.aim()).is_some_and(|(armed, aim)| armed.is_like(aim));
        let is_on =
            is_armed || (kind == OrderKind::Repeat && repeats) || (kind == OrderKind::Wait && waits.is_open);
        if *interaction != Interaction::None {
            hovered = Some(kind);
        }
        let color = if is_on { ON } else { face(*interaction, RESTING) };
        background.set_if_neq(BackgroundColor(color));
    }
    let doctrine = chosen.doctrine();
    for (OrderWords(kind), mut text, mut color) in &mut words {
        let label = kind.label(doctrine);
        if text.0 != label {
            text.0 = label;
        }
        let is_grey = kind.reason(&front.able).is_some();
        color.set_if_neq(TextColor(if is_grey { QUIET.with_alpha(GREY) } else { WORDS }));
    }
    let (mut node, mut text) = tip.into_inner();
    let display = shown(hovered.is_some());
    if node.display != display {
        node.display = display;
    }
    let told = hovered.map(|kind| kind.tip(&settings.keys, &front.able, doctrine));
    if let Some(told) = told.filter(|told| text.0 != *told) {
        text.0 = told;
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
        world.spawn(LeftColumn);
        world.run_system_once(spawn_row).expect("it runs");
        assert_eq!(world.query::<&OrderButton>().iter(&world).count(), OrderKind::ALL.len());
        assert_eq!(world.query::<&OrderTip>().iter(&world).count(), 1);
    }
}
