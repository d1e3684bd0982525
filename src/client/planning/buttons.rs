//! The row of orders above the panel of what is selected, and the keys that do the same.
//!
//! - Enters: buttons and keys, the selected ships.
//! - Leaves: orders that need no click, what the next click is for, the list of waits; tips with the keys.
//! - Must never: be there while nothing is selected. What needs weapons is there, and says so.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::aim::{Aim, Armed};
use super::waiting::{WaitMenu, spawn_list};
use crate::client::actions::{Action, Actions, Binding};
use crate::client::button_face::{ON, RESTING, face};
use crate::client::estate::Choosing;
use crate::client::hud::{LeftColumn, PANEL, QUIET, WORDS, key_words};
use crate::client::selection::Selected;
use crate::client::settings::Settings;
use crate::client::{Player, Toasts};
use crate::sim::fleets::{MemberOf, Repeats};
use crate::sim::ships::{Ship, ShipId};
use crate::sim::{Order, OrderDoor, RouteEdit, Units};

/// Size of the words, pixels.
pub(super) const WORD_PIXELS: f32 = 13.0;
/// What is told of what needs weapons.
const NEEDS_WEAPONS: &str = "needs weapons: comes with fighting";

/// An order of the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderKind {
    /// Fly to what is clicked.
    Move,
    /// Fly to and fro.
    Patrol,
    /// Stay beside a fleet and guard it.
    Guard,
    /// Stay where they are.
    Hold,
    /// Come to rest.
    Stop,
    /// Keep station ahead of a body.
    Ahead,
    /// Wait for something.
    Wait,
    /// Go through the route again and again, or only once.
    Repeat,
    /// Fly there, and fight who is met.
    AttackMove,
    /// Whom to shoot at unasked.
    Stance,
}

impl OrderKind {
    /// All of them, in the order of the row.
    pub const ALL: [Self; 10] = [
        Self::Move,
        Self::Patrol,
        Self::Guard,
        Self::Hold,
        Self::Stop,
        Self::Ahead,
        Self::Wait,
        Self::Repeat,
        Self::AttackMove,
        Self::Stance,
    ];

    /// What stands on its button.
    fn name(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Patrol => "patrol",
            Self::Guard => "guard",
            Self::Hold => "hold",
            Self::Stop => "stop",
            Self::Ahead => "ahead",
            Self::Wait => "wait",
            Self::Repeat => "repeat",
            Self::AttackMove => "attack",
            Self::Stance => "stance",
        }
    }

    /// What it does, in words.
    fn words(self) -> &'static str {
        match self {
            Self::Move => "fly to what you click next; the right button does so at once",
            Self::Patrol => "fly to and fro between here and the point that you click",
            Self::Guard => "stay beside the fleet that you click",
            Self::Hold => "stay where they are",
            Self::Stop => "come to rest",
            Self::Ahead => "keep station ahead of a body: click it, then how far ahead",
            Self::Wait => "wait, behind the route that they have",
            Self::Repeat => "go through the route again and again, or only once",
            Self::AttackMove | Self::Stance => NEEDS_WEAPONS,
        }
    }

    /// The key that does the same.
    fn action(self) -> Option<Action> {
        match self {
            Self::Patrol => Some(Action::Patrol),
            Self::Guard => Some(Action::Guard),
            Self::Hold => Some(Action::Hold),
            Self::Stop => Some(Action::Stop),
            Self::Ahead => Some(Action::Ahead),
            Self::Wait => Some(Action::Wait),
            Self::Repeat => Some(Action::Repeat),
            Self::AttackMove => Some(Action::AttackMove),
            Self::Move | Self::Stance => None,
        }
    }

    /// What a click has to say after it.
    fn aim(self) -> Option<Aim> {
        match self {
            Self::Move => Some(Aim::Move),
            Self::Patrol => Some(Aim::Patrol),
            Self::Guard => Some(Aim::Guard),
            Self::Ahead => Some(Aim::Ahead(None)),
            _ => None,
        }
    }

    fn needs_weapons(self) -> bool {
        matches!(self, Self::AttackMove | Self::Stance)
    }

    /// The words at its button, with the player's own key.
    fn tip(self, bindings: &[Binding]) -> String {
        match self.action().map(|action| key_words(action, bindings)).filter(|key| !key.is_empty()) {
            Some(key) => format!("{key}: {}", self.words()),
            None => self.words().to_owned(),
        }
    }
}

/// A button of the row.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderButton(pub OrderKind);

/// Marks the row with what belongs to it.
#[derive(Component, Clone, Copy, Debug)]
pub struct OrderRow;

/// Marks the words at the button under the pointer.
#[derive(Component, Clone, Copy, Debug)]
pub struct OrderTip;

/// The selected ships, and whether they go through their routes again and again.
#[derive(SystemParam)]
pub struct Chosen<'w, 's> {
    ships: Query<'w, 's, (&'static Ship, &'static MemberOf), With<Selected>>,
    repeats: Query<'w, 's, &'static Repeats>,
}

impl Chosen<'_, '_> {
    /// The ships' numbers, in their order.
    pub fn ids(&self) -> Vec<ShipId> {
        let mut ids: Vec<ShipId> = self.ships.iter().map(|(ship, _)| ship.id).collect();
        ids.sort_unstable();
        ids
    }

    /// Whether the fleet of the ship with the least number goes through its route again and again.
    fn repeats(&self) -> bool {
        let first = self.ships.iter().min_by_key(|(ship, _)| ship.id);
        first.and_then(|(_, fleet)| self.repeats.get(fleet.0).ok()).is_some_and(|repeats| repeats.0)
    }
}

/// Spawns the row, without room on the screen yet.
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
    let row =
        commands.spawn((Node { column_gap: px(3), ..default() }, Pickable::IGNORE, ChildOf(whole))).id();
    for kind in OrderKind::ALL {
        let node = Node {
            padding: UiRect::axes(px(6), px(2)),
            border_radius: BorderRadius::all(px(3)),
            ..default()
        };
        let color = if kind.needs_weapons() { QUIET.with_alpha(0.6) } else { WORDS };
        commands.spawn((
            OrderButton(kind),
            Button,
            node,
            BackgroundColor(RESTING),
            ChildOf(row),
            children![(Text::new(kind.name()), font(), TextColor(color), TextLayout::no_wrap())],
        ));
    }
}

/// Does what a button or a key asks for.
pub fn command(
    pressed: Query<(&OrderButton, &Interaction), Changed<Interaction>>,
    actions: Actions,
    chosen: Chosen,
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
                door.give(player.faction, Order::Stop { units });
            }
            OrderKind::Wait => {
                armed.0 = None;
                waits.toggle();
            }
            OrderKind::Repeat => {
                let repeats = !chosen.repeats();
                let edit = RouteEdit::Repeat(repeats);
                door.give(player.faction, Order::EditRoute { units, edit });
                toasts.say(if repeats { "The route is repeated" } else { "The route is flown once" });
            }
            _ => toasts.say(format!("{}: {NEEDS_WEAPONS}", kind.name())),
        }
    }
}

/// Shows the row while something is selected, lights what is on, and tells the tip.
pub fn write_row(
    chosen: Chosen,
    armed: Res<Armed>,
    waits: Res<WaitMenu>,
    settings: Res<Settings>,
    mut whole: Single<&mut Node, (With<OrderRow>, Without<OrderTip>)>,
    tip: Single<(&mut Node, &mut Text), (With<OrderTip>, Without<OrderRow>)>,
    mut buttons: Query<(&OrderButton, &Interaction, &mut BackgroundColor)>,
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
    let (mut node, mut text) = tip.into_inner();
    let display = shown(hovered.is_some());
    if node.display != display {
        node.display = display;
    }
    if let Some(words) = hovered.map(|kind| kind.tip(&settings.keys)).filter(|words| text.0 != *words) {
        text.0 = words;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::ecs::system::RunSystemOnce;

    #[test]
    fn every_order_has_words_and_those_with_a_key_tell_it() {
        assert!(OrderKind::ALL.iter().all(|kind| !kind.tip(&[]).is_empty() && !kind.name().is_empty()));
        assert!(OrderKind::Patrol.tip(&[]).starts_with("P: "));
        assert_eq!(OrderKind::AttackMove.tip(&[]), format!("A: {NEEDS_WEAPONS}"));
        let keys = [Binding { action: Action::Guard, keys: vec![KeyCode::KeyZ] }];
        assert!(OrderKind::Guard.tip(&keys).starts_with("Z: "));
    }

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
