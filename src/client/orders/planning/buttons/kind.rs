//! The orders of the rows: what they are called, what they do, their keys, and when they are of no use.

use crate::client::input::Tool;
use crate::client::orders::planning::assault::words_of;
use crate::client::orders::planning::chosen::{ChosenFleet, FleetSettings};
use crate::client::orders::planning::fleet_settings::FleetSetting;
use crate::client::settings::{Action, Binding, first_key, short_key};
use crate::client::widgets::Icon;
use crate::level::Assault;
use crate::sim::{Command, Goal, Leg, Order, Refusal, RouteEdit, ShipId, Units};

/// An order of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderKind {
    /// Fly to the clicked target.
    Move,
    /// Fly to and fro.
    Patrol,
    /// Stay beside a fleet and guard it.
    Guard,
    /// Keep station ahead of a body.
    Ahead,
    /// Stay in place.
    Hold,
    /// Come to rest.
    Stop,
    /// Wait for an event.
    Wait,
    /// Go through the route again and again, or only once.
    Repeat,
    /// Attack the clicked target, or fly there and fight foes on the way.
    Attack,
    /// Go to the nearest own shipyard.
    Retreat,
    /// Carry out an assault on the ground of a body.
    Ground(Assault),
    /// Take another choice of a setting.
    Set(FleetSetting),
    /// Become one fleet.
    Join,
    /// Take another name.
    Rename,
    /// Be given up for part of the price.
    Scrap,
}

/// What orders are for: those of a group stand side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    /// To fly somewhere.
    Going,
    /// To stay, to wait, and the route as a whole.
    Staying,
    /// To fight, or not.
    Fighting,
    /// The ground of bodies.
    Ground,
    /// How a fleet flies.
    Flight,
    /// How a fleet fights.
    Doctrine,
    /// Fleets themselves: seldom needed.
    Fleets,
}

impl Group {
    /// Its orders, from left to right.
    pub(super) fn kinds(self) -> impl Iterator<Item = OrderKind> {
        OrderKind::ALL.into_iter().filter(move |kind| kind.group() == self)
    }
}

impl OrderKind {
    /// All orders, in the order of the rows.
    pub const ALL: [Self; 21] = [
        Self::Move,
        Self::Patrol,
        Self::Guard,
        Self::Ahead,
        Self::Attack,
        Self::Retreat,
        Self::Hold,
        Self::Stop,
        Self::Wait,
        Self::Repeat,
        Self::Ground(Assault::ALL[0]),
        Self::Ground(Assault::ALL[1]),
        Self::Set(FleetSetting::Shape),
        Self::Set(FleetSetting::Cohesion),
        Self::Set(FleetSetting::Way),
        Self::Set(FleetSetting::Stance),
        Self::Set(FleetSetting::Withdrawal),
        Self::Set(FleetSetting::Prey),
        Self::Join,
        Self::Rename,
        Self::Scrap,
    ];

    /// Its group.
    pub(super) fn group(self) -> Group {
        use FleetSetting::{Cohesion, Prey, Shape, Stance, Way, Withdrawal};
        match self {
            Self::Move | Self::Patrol | Self::Guard | Self::Ahead => Group::Going,
            Self::Hold | Self::Stop | Self::Wait | Self::Repeat => Group::Staying,
            Self::Attack | Self::Retreat => Group::Fighting,
            Self::Ground(_) => Group::Ground,
            Self::Set(Shape | Cohesion | Way) => Group::Flight,
            Self::Set(Stance | Withdrawal | Prey) => Group::Doctrine,
            Self::Join | Self::Rename | Self::Scrap => Group::Fleets,
        }
    }

    /// Whether it harms others.
    pub(super) fn is_hostile(self) -> bool {
        matches!(self, Self::Attack | Self::Ground(_))
    }

    /// Whether a fleet on this leg carries out this order, one that harms others.
    pub(super) fn is_run_by(self, leg: &Leg) -> bool {
        match (self, leg.goal) {
            (Self::Attack, Goal::Attack(_)) => true,
            (Self::Attack, goal) => leg.engage && goal.is_place(),
            (Self::Ground(wanted), Goal::Ground { assault, .. }) => assault == wanted,
            _ => false,
        }
    }

    /// The label of its button; for a setting, its name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Move => "Move",
            Self::Patrol => "Patrol",
            Self::Guard => "Guard",
            Self::Ahead => "Station",
            Self::Hold => "Hold",
            Self::Stop => "Stop",
            Self::Wait => "Wait",
            Self::Repeat => "Repeat",
            Self::Attack => "Attack",
            Self::Retreat => "Retreat",
            Self::Ground(assault) => words_of(assault).name,
            Self::Set(setting) => setting.name(),
            Self::Join => "Merge",
            Self::Rename => "Rename",
            Self::Scrap => "Scrap",
        }
    }

    /// The sign on its button.
    pub(super) fn icon(self) -> Option<Icon> {
        match self {
            Self::Move => Some(Icon::Move),
            Self::Patrol => Some(Icon::Patrol),
            Self::Guard => Some(Icon::Guard),
            Self::Ahead => Some(Icon::Ahead),
            Self::Hold => Some(Icon::Hold),
            Self::Stop => Some(Icon::Stop),
            Self::Wait => Some(Icon::Wait),
            Self::Repeat => Some(Icon::Repeat),
            Self::Attack => Some(Icon::Attack),
            Self::Retreat => Some(Icon::Retreat),
            Self::Ground(Assault::Land) => Some(Icon::Land),
            Self::Ground(Assault::Bombard) => Some(Icon::Bombard),
            Self::Set(setting) => setting.icon(),
            Self::Join => Some(Icon::Join),
            Self::Rename => Some(Icon::Rename),
            Self::Scrap => Some(Icon::Scrap),
        }
    }

    /// Its effect; for a setting, that of the present choice.
    fn effect(self, settings: FleetSettings) -> String {
        let words = match self {
            Self::Move => "Move to the point that you click; the right button does so at once",
            Self::Patrol => "Patrol between here and the point that you click",
            Self::Guard => "Stay beside the fleet that you click, and defend it",
            Self::Ahead => "Keep station ahead of a body: click it, then how far ahead",
            Self::Hold => "Stay here, and cancel the route",
            Self::Stop => "Stop, and cancel the route",
            Self::Wait => "Wait at the end of the route, for a date or a position of bodies",
            Self::Repeat => "Repeat the route again and again, or follow it once",
            Self::Attack => {
                "Attack the enemy that you click, or all in a circle; elsewhere: fight foes on the way there"
            }
            Self::Retreat => {
                "Retreat to your nearest shipyard, without fighting on the way: ships are repaired in its ring, and \
                 troop ships refilled"
            }
            Self::Ground(assault) => words_of(assault).tip,
            Self::Set(setting) => return setting.meaning(settings),
            Self::Join => "Merge into one fleet; the part that fights, else the largest, gives the orders",
            Self::Rename => "Give the fleet another name",
            Self::Scrap => "Scrap the ships at a yard for part of their price; their upkeep ends",
        };
        words.to_owned()
    }

    /// The key that does the same.
    pub(super) fn action(self) -> Action {
        match self {
            Self::Move => Action::Move,
            Self::Patrol => Action::Patrol,
            Self::Guard => Action::Guard,
            Self::Ahead => Action::Ahead,
            Self::Hold => Action::Hold,
            Self::Stop => Action::Stop,
            Self::Wait => Action::Wait,
            Self::Repeat => Action::Repeat,
            Self::Attack => Action::AttackMove,
            Self::Retreat => Action::Retreat,
            Self::Ground(assault) => words_of(assault).action,
            Self::Set(setting) => setting.action(),
            Self::Join => Action::Join,
            Self::Rename => Action::Rename,
            Self::Scrap => Action::Scrap,
        }
    }

    /// The order of a key.
    pub fn of(action: Action) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.action() == action)
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

    /// The setting that the order changes.
    pub(super) fn setting(self) -> Option<FleetSetting> {
        if let Self::Set(setting) = self { Some(setting) } else { None }
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

    /// The words on its button, for selected ships with these settings.
    pub(super) fn label(self, settings: FleetSettings) -> String {
        self.setting().map_or_else(|| self.name().to_owned(), |setting| setting.words(settings))
    }

    /// Its key in few letters, for the corner of its button; may be empty.
    pub(super) fn corner(self, bindings: &[Binding]) -> String {
        short_key(self.action(), bindings)
    }

    /// The tip of its button, with the player's own key: its effect, or why it would be refused.
    pub(super) fn tip(
        self,
        bindings: &[Binding],
        refusal: Option<&Refusal>,
        settings: FleetSettings,
    ) -> String {
        let words = refusal.map_or_else(|| self.effect(settings), ToString::to_string);
        let key = first_key(self.action(), bindings);
        let key = if key.is_empty() { key } else { format!(" [{key}]") };
        format!("{}{key}: {words}", self.name())
    }
}

/// Makes one fleet of all whose ships are selected: the oldest. A fleet of the level keeps its name so, and takes back
/// under its own name what left it.
pub(super) fn join(fleets: &[ChosenFleet]) -> Option<Order> {
    let oldest = fleets.iter().min_by_key(|fleet| fleet.id)?;
    let others = fleets.iter().filter(|fleet| fleet.id != oldest.id);
    let joining: Vec<ShipId> = others.flat_map(|fleet| fleet.ships.iter().copied()).collect();
    // All of them at once, so that they are looked up once.
    let others = if joining.is_empty() { Vec::new() } else { vec![Units::Ships(joining)] };
    Some(Order::fleet(Units::Fleet(oldest.id), Command::Join { others }))
}

#[cfg(test)]
mod tests {
    use bevy::prelude::KeyCode;

    use super::*;
    use crate::client::settings::ACTIONS;
    use crate::level::Doctrine;
    use crate::sim::FleetId;

    #[test]
    fn every_order_has_words_and_tells_its_key() {
        let settings = FleetSettings::default();
        for kind in OrderKind::ALL {
            let tip = kind.tip(&[], None, settings);
            let key = first_key(kind.action(), &[]);
            let head = format!("{} [{key}]: ", kind.name());
            assert!(!key.is_empty() && tip.starts_with(&head) && tip.len() > head.len(), "{tip}");
        }
        let keys = [Binding { action: Action::Guard, keys: vec![KeyCode::KeyZ] }];
        assert!(OrderKind::Guard.tip(&keys, None, settings).starts_with("Guard [Z]: "));
        let none = [Binding { action: Action::Guard, keys: Vec::new() }];
        assert!(OrderKind::Guard.tip(&none, None, settings).starts_with("Guard: "));
    }

    #[test]
    fn the_oldest_fleet_takes_in_the_others_whatever_the_numbers_of_its_ships() {
        let fleet = |id: u32, ships: &[u32]| ChosenFleet {
            id: FleetId(id),
            name: String::new(),
            ships: ships.iter().copied().map(ShipId).collect(),
            repeats: false,
            settings: FleetSettings::default(),
        };
        let others = vec![Units::Ships(vec![ShipId(1), ShipId(4)])];
        let joined = Order::fleet(Units::Fleet(FleetId(0)), Command::Join { others });
        assert_eq!(join(&[fleet(5, &[1, 4]), fleet(0, &[7])]), Some(joined));
        assert_eq!(join(&[]), None);
    }

    #[test]
    fn every_order_has_an_action_of_its_own() {
        for kind in OrderKind::ALL {
            assert!(ACTIONS.iter().any(|info| info.action == kind.action()), "{kind:?} can be bound");
            assert_eq!(OrderKind::of(kind.action()), Some(kind));
        }
        assert_eq!(OrderKind::of(Action::Pause), None);
    }

    #[test]
    fn choices_stand_on_their_buttons() {
        let doctrine = Doctrine { withdraw_percent: 25, ..Doctrine::default() };
        let settings = FleetSettings { doctrine, ..FleetSettings::default() };
        let kinds = [FleetSetting::Shape, FleetSetting::Stance, FleetSetting::Withdrawal].map(OrderKind::Set);
        let labels = kinds.map(|kind| kind.label(settings));
        assert_eq!(labels, ["Formation: as is", "Defensive", "Retreat at 25 %"]);
        assert_eq!(OrderKind::Retreat.label(settings), "Retreat");
        assert!(OrderKind::Scrap.tip(&[], None, settings).starts_with("Scrap [Ctrl + Delete]: "));
        assert!(kinds[1].tip(&[], None, settings).starts_with("Stance [0]: attack"));
    }

    #[test]
    fn keys_stand_in_the_corners_of_all_buttons() {
        let orders = [OrderKind::Move, OrderKind::Retreat, OrderKind::Scrap];
        assert_eq!(orders.map(|kind| kind.corner(&[])), ["M", "Z", "Ctrl Del"]);
        let settings = [FleetSetting::Shape, FleetSetting::Stance, FleetSetting::Prey].map(OrderKind::Set);
        assert_eq!(settings.map(|kind| kind.corner(&[])), ["B", "0", "Ctrl T"]);
    }
}
