//! The orders of the rows: what they are called, what they do, their keys, and when they are of no use.

use crate::client::input::Tool;
use crate::client::orders::planning::assault::words_of;
use crate::client::orders::planning::chosen::ChosenFleet;
use crate::client::orders::planning::doctrines::DoctrinePart;
use crate::client::settings::{Action, Binding, first_key, short_key};
use crate::client::widgets::Icon;
use crate::level;
use crate::level::Assault;
use crate::sim::{Command, Order, Refusal, RouteEdit, ShipId, Units};

/// An order of the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderKind {
    /// Fly to the clicked target.
    Move,
    /// Fly to and fro.
    Patrol,
    /// Stay beside a fleet and guard it.
    Guard,
    /// Stay in place.
    Hold,
    /// Come to rest.
    Stop,
    /// Keep station ahead of a body.
    Ahead,
    /// Wait for an event.
    Wait,
    /// Go through the route again and again, or only once.
    Repeat,
    /// Become one fleet.
    Join,
    /// Attack the clicked target, or fly there and fight foes on the way.
    Attack,
    /// Carry out an assault on the ground of a body.
    Ground(Assault),
    /// Go to the nearest own shipyard.
    Retreat,
    /// Be given up for part of the price.
    Scrap,
    /// The stance toward foes nearby.
    Stance,
    /// When they withdraw.
    Withdrawal,
    /// The preferred target.
    Prey,
    /// Take another name.
    Rename,
}

impl OrderKind {
    /// All orders, in the order of the rows.
    pub const ALL: [Self; 18] = [
        Self::Move,
        Self::Patrol,
        Self::Guard,
        Self::Hold,
        Self::Stop,
        Self::Ahead,
        Self::Wait,
        Self::Repeat,
        Self::Join,
        Self::Attack,
        Self::Ground(Assault::ALL[0]),
        Self::Ground(Assault::ALL[1]),
        Self::Retreat,
        Self::Scrap,
        Self::Stance,
        Self::Withdrawal,
        Self::Prey,
        Self::Rename,
    ];

    /// The label of its button; for a choice, the label without a selection.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Move => "Move",
            Self::Patrol => "Patrol",
            Self::Guard => "Guard",
            Self::Hold => "Hold",
            Self::Stop => "Stop",
            Self::Ahead => "Keep station",
            Self::Wait => "Wait",
            Self::Repeat => "Repeat",
            Self::Join => "Merge",
            Self::Attack => "Attack",
            Self::Ground(assault) => words_of(assault).name,
            Self::Retreat => "Retreat",
            Self::Scrap => "Scrap",
            Self::Stance => "Stance",
            Self::Withdrawal => "Retreat limit",
            Self::Prey => "Targets",
            Self::Rename => "Rename",
        }
    }

    /// The sign on its button; `None` for a choice, whose words stand there.
    pub(super) fn icon(self) -> Option<Icon> {
        match self {
            Self::Move => Some(Icon::Move),
            Self::Patrol => Some(Icon::Patrol),
            Self::Guard => Some(Icon::Guard),
            Self::Hold => Some(Icon::Hold),
            Self::Stop => Some(Icon::Stop),
            Self::Ahead => Some(Icon::Ahead),
            Self::Wait => Some(Icon::Wait),
            Self::Repeat => Some(Icon::Repeat),
            Self::Join => Some(Icon::Join),
            Self::Attack => Some(Icon::Attack),
            Self::Ground(Assault::Land) => Some(Icon::Land),
            Self::Ground(Assault::Bombard) => Some(Icon::Bombard),
            Self::Retreat => Some(Icon::Retreat),
            Self::Scrap => Some(Icon::Scrap),
            Self::Rename => Some(Icon::Rename),
            Self::Stance | Self::Withdrawal | Self::Prey => None,
        }
    }

    /// Description.
    fn words(self) -> &'static str {
        match self {
            Self::Move => "Move to the point that you click; the right button does so at once",
            Self::Patrol => "Patrol between here and the point that you click",
            Self::Guard => "Stay beside the fleet that you click, and defend it",
            Self::Hold => "Stay here, and cancel the route",
            Self::Stop => "Stop, and cancel the route",
            Self::Ahead => "Keep station ahead of a body: click it, then how far ahead",
            Self::Wait => "Wait at the end of the route, for a date or a position of bodies",
            Self::Repeat => "Repeat the route again and again, or follow it once",
            Self::Join => "Merge into one fleet, with the name and route of the first",
            Self::Attack => {
                "Attack the enemy that you click, or all in a circle; elsewhere: fight foes on the way there"
            }
            Self::Ground(assault) => words_of(assault).tip,
            Self::Retreat => "Retreat to your nearest shipyard, without fighting on the way",
            Self::Scrap => "Scrap the ships at a yard for part of their price; their upkeep ends",
            Self::Stance => "Stance",
            Self::Withdrawal => "Retreat",
            Self::Prey => "Targets",
            Self::Rename => "Give the fleet another name",
        }
    }

    /// The key that does the same.
    pub(super) fn action(self) -> Option<Action> {
        match self {
            Self::Patrol => Some(Action::Patrol),
            Self::Guard => Some(Action::Guard),
            Self::Hold => Some(Action::Hold),
            Self::Stop => Some(Action::Stop),
            Self::Ahead => Some(Action::Ahead),
            Self::Wait => Some(Action::Wait),
            Self::Repeat => Some(Action::Repeat),
            Self::Join => Some(Action::Join),
            Self::Attack => Some(Action::AttackMove),
            Self::Ground(assault) => Some(words_of(assault).action),
            Self::Retreat => Some(Action::Retreat),
            Self::Scrap => Some(Action::Scrap),
            Self::Stance => Some(Action::Stance),
            Self::Withdrawal => Some(Action::Withdrawal),
            Self::Prey => Some(Action::Prey),
            Self::Rename => Some(Action::Rename),
            Self::Move => None,
        }
    }

    /// The order of a key.
    pub fn of(action: Action) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.action() == Some(action))
    }

    /// The tool for the click that completes the order.
    pub(super) fn tool(self) -> Option<Tool> {
        match self {
            Self::Move => Some(Tool::Go),
            Self::Patrol => Some(Tool::Patrol),
            Self::Guard => Some(Tool::Guard),
            Self::Ahead => Some(Tool::Station(None)),
            Self::Attack => Some(Tool::Attack),
            Self::Ground(assault) => Some(Tool::Ground(assault)),
            _ => None,
        }
    }

    /// The part of a doctrine that the order changes.
    pub(super) fn part(self) -> Option<DoctrinePart> {
        match self {
            Self::Stance => Some(DoctrinePart::Stance),
            Self::Withdrawal => Some(DoctrinePart::Withdrawal),
            Self::Prey => Some(DoctrinePart::Prey),
            _ => None,
        }
    }

    /// The command of a button that needs neither a target nor a choice, for selected ships of some fleets.
    pub(super) fn command(self, fleets: &[ChosenFleet]) -> Option<Command> {
        match self {
            Self::Hold | Self::Stop => Some(Command::Stop),
            Self::Repeat => {
                let repeats = fleets.first().is_some_and(|fleet| fleet.repeats);
                Some(Command::Edit(RouteEdit::Repeat(!repeats)))
            }
            Self::Scrap => Some(Command::Scrap),
            Self::Retreat => Some(Command::Retreat),
            _ => None,
        }
    }

    /// The choice of selected ships with this doctrine, on the button of a choice; empty for other orders.
    pub(super) fn choice(self, doctrine: level::Doctrine) -> String {
        self.part().map(|part| part.words(doctrine)).unwrap_or_default()
    }

    /// Its key in few letters, for the corner of its button; may be empty.
    pub(super) fn corner(self, bindings: &[Binding]) -> String {
        self.action().map(|action| short_key(action, bindings)).unwrap_or_default()
    }

    /// The player's key for it; may be empty.
    fn key(self, bindings: &[Binding]) -> String {
        self.action().map(|action| first_key(action, bindings)).unwrap_or_default()
    }

    /// The tip of its button, with the player's own key: its effect, or why it would be refused.
    pub(super) fn tip(
        self,
        bindings: &[Binding],
        refusal: Option<&Refusal>,
        doctrine: level::Doctrine,
    ) -> String {
        let words = match (refusal, self.part()) {
            (Some(refusal), _) => refusal.to_string(),
            (None, Some(part)) => format!("{}: {}", self.words(), part.meaning(doctrine)),
            (None, None) => self.words().to_owned(),
        };
        // The meaning of a choice begins with its name.
        let name = if refusal.is_none() && self.part().is_some() { "" } else { self.name() };
        let key = self.key(bindings);
        let key = if key.is_empty() { key } else { format!("[{key}]") };
        let head = format!("{name} {key}");
        match head.trim() {
            "" => words,
            head => format!("{head}: {words}"),
        }
    }
}

/// Makes one fleet of all whose ships are selected: the first.
pub(super) fn join(fleets: &[ChosenFleet]) -> Option<Order> {
    let (first, others) = fleets.split_first()?;
    let joining: Vec<ShipId> = others.iter().flat_map(|fleet| fleet.ships.iter().copied()).collect();
    // All of them at once, so that they are looked up once.
    let others = if joining.is_empty() { Vec::new() } else { vec![Units::Ships(joining)] };
    Some(Order::fleet(Units::Fleet(first.id), Command::Join { others }))
}

#[cfg(test)]
mod tests {
    use bevy::prelude::KeyCode;

    use super::*;

    #[test]
    fn every_order_has_words_and_those_with_a_key_tell_it() {
        let doctrine = level::Doctrine::default();
        let tip = |kind: OrderKind| kind.tip(&[], None, doctrine);
        assert!(OrderKind::ALL.iter().all(|kind| !tip(*kind).is_empty() && !kind.name().is_empty()));
        assert!(tip(OrderKind::Patrol).starts_with("Patrol [P]: "));
        assert!(tip(OrderKind::Move).starts_with("Move: "));
        assert!(tip(OrderKind::Stance).starts_with("[0]: Stance: "), "{}", tip(OrderKind::Stance));
        let keys = [Binding { action: Action::Guard, keys: vec![KeyCode::KeyZ] }];
        assert!(OrderKind::Guard.tip(&keys, None, doctrine).starts_with("Guard [Z]: "));
    }

    #[test]
    fn choices_stand_on_their_buttons() {
        let doctrine = level::Doctrine { withdraw_percent: 25, ..level::Doctrine::default() };
        assert_eq!(OrderKind::Stance.choice(doctrine), "Defensive");
        assert_eq!(OrderKind::Withdrawal.choice(doctrine), "Retreat at 25 %");
        assert_eq!(OrderKind::Retreat.choice(doctrine), "", "it has a sign");
        assert!(OrderKind::Scrap.tip(&[], None, doctrine).starts_with("Scrap [Ctrl + Delete]: "));
    }

    #[test]
    fn keys_stand_in_the_corners_of_all_buttons() {
        let orders = [OrderKind::Retreat, OrderKind::Scrap];
        assert_eq!(orders.map(|kind| kind.corner(&[])), ["Z", "^Del"]);
        let choices = [OrderKind::Stance, OrderKind::Withdrawal, OrderKind::Prey];
        assert_eq!(choices.map(|kind| kind.corner(&[])), ["0", "^0", "^T"]);
        assert_eq!(OrderKind::of(Action::Prey), Some(OrderKind::Prey));
    }
}
