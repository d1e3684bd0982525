//! The settings of fleets that the player chooses, as buttons show and change them.

use super::chosen::{ChosenFleet, FleetSettings};
use super::making::form;
use crate::client::settings::Action;
use crate::client::widgets::fonts::words_width;
use crate::client::widgets::{Icon, next_of};
use crate::level::{Cohesion, RoutePreference, Shape, ShipKind, Stance};
use crate::sim::{Command, Order, Units};

/// Shares of its strength at which a fleet may withdraw, hundredths; 0: never.
const WITHDRAWALS: [u8; 3] = [0, 25, 50];

/// The choices of a preferred target; `None`: the default of the classes.
fn preys() -> Vec<Option<ShipKind>> {
    std::iter::once(None).chain(ShipKind::ALL.map(Some)).collect()
}

/// A setting of fleets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FleetSetting {
    /// The shape of the formation.
    Shape,
    /// The cohesion under way.
    Cohesion,
    /// The preferred way.
    Way,
    /// The stance toward foes nearby.
    Stance,
    /// When it withdraws.
    Withdrawal,
    /// The preferred target.
    Prey,
}

impl FleetSetting {
    /// Its name on buttons, in tips and messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Shape => "Formation",
            Self::Cohesion => "Cohesion",
            Self::Way => "Route",
            Self::Stance => "Stance",
            Self::Withdrawal => "Retreat limit",
            Self::Prey => "Target",
        }
    }

    /// The sign before the words on its button; `None` in the row of the doctrine, whose words take all its room.
    pub fn icon(self) -> Option<Icon> {
        match self {
            Self::Shape => Some(Icon::Formation),
            Self::Cohesion => Some(Icon::Conduct),
            Self::Way => Some(Icon::Wish),
            Self::Stance | Self::Withdrawal | Self::Prey => None,
        }
    }

    /// The key that does the same as its button.
    pub fn action(self) -> Action {
        match self {
            Self::Shape => Action::NextShape,
            Self::Cohesion => Action::NextConduct,
            Self::Way => Action::NextWish,
            Self::Stance => Action::Stance,
            Self::Withdrawal => Action::Withdrawal,
            Self::Prey => Action::Prey,
        }
    }

    /// The settings with the next or previous choice of this one; cyclic.
    fn turned(self, mut now: FleetSettings, backward: bool) -> FleetSettings {
        let FleetSettings { formation, wish, doctrine } = &mut now;
        match self {
            Self::Shape => formation.shape = next_of(&Shape::ALL, formation.shape, backward),
            Self::Cohesion => formation.conduct = next_of(&Cohesion::ALL, formation.conduct, backward),
            Self::Way => *wish = next_of(&RoutePreference::ALL, *wish, backward),
            Self::Stance => doctrine.stance = next_of(&Stance::ALL, doctrine.stance, backward),
            Self::Withdrawal => {
                doctrine.withdraw_percent = next_of(&WITHDRAWALS, doctrine.withdraw_percent, backward);
            }
            Self::Prey => doctrine.prey = next_of(&preys(), doctrine.prey, backward),
        }
        now
    }

    /// Settings with this one of others.
    fn put_into(self, mut own: FleetSettings, other: FleetSettings) -> FleetSettings {
        let FleetSettings { formation, wish, doctrine } = &mut own;
        match self {
            Self::Shape => formation.shape = other.formation.shape,
            Self::Cohesion => formation.conduct = other.formation.conduct,
            Self::Way => *wish = other.wish,
            Self::Stance => doctrine.stance = other.doctrine.stance,
            Self::Withdrawal => doctrine.withdraw_percent = other.doctrine.withdraw_percent,
            Self::Prey => doctrine.prey = other.doctrine.prey,
        }
        own
    }

    /// The order that gives the selected ships of a fleet this one of these settings.
    fn order(self, fleet: &ChosenFleet, wanted: FleetSettings) -> Order {
        let command = match self {
            Self::Shape | Self::Cohesion => return form(fleet, wanted.formation),
            Self::Way => Command::Prefer(wanted.wish),
            Self::Stance | Self::Withdrawal | Self::Prey => Command::Doctrine(wanted.doctrine),
        };
        Order::fleet(Units::Ships(fleet.ships.clone()), command)
    }

    /// Sets the next or previous choice for some fleets, relative to the first of them: an order for each fleet that
    /// changes, which keeps its other settings.
    pub fn turn_all(self, fleets: &[ChosenFleet], backward: bool) -> Vec<Order> {
        let Some(first) = fleets.first() else { return Vec::new() };
        let chosen = self.turned(first.settings, backward);
        let changed = fleets.iter().filter_map(|fleet| {
            let wanted = self.put_into(fleet.settings, chosen);
            (wanted != fleet.settings).then(|| self.order(fleet, wanted))
        });
        changed.collect()
    }

    /// The words on its button: its name and its choice. A stance and a retreat tell by themselves what they are.
    pub fn words(self, now: FleetSettings) -> String {
        let choice = match self {
            Self::Shape => shape_words(now.formation.shape),
            Self::Cohesion => cohesion_words(now.formation.conduct),
            Self::Way => way_words(now.wish),
            Self::Prey => now.doctrine.prey.map_or("default", prey_words),
            Self::Stance => return stance_words(now.doctrine.stance).to_owned(),
            Self::Withdrawal => {
                return match now.doctrine.withdraw_percent {
                    0 => "Never retreat".to_owned(),
                    percent => format!("Retreat at {percent} %"),
                };
            }
        };
        format!("{}: {choice}", self.name())
    }

    /// Width of the longest words of its button at a size of letters, pixels.
    pub fn greatest_width(self, pixels: f32) -> f32 {
        let first = FleetSettings::default();
        let next = |now: &FleetSettings| Some(self.turned(*now, false)).filter(|next| *next != first);
        let words = std::iter::successors(Some(first), next).map(|now| self.words(now));
        words.map(|words| words_width(&words, pixels)).fold(0.0, f32::max)
    }

    /// The meaning of the present choice.
    pub fn meaning(self, now: FleetSettings) -> String {
        match self {
            Self::Shape => shape_meaning(now.formation.shape).to_owned(),
            Self::Cohesion => cohesion_meaning(now.formation.conduct).to_owned(),
            Self::Way => way_meaning(now.wish).to_owned(),
            Self::Stance => stance_meaning(now.doctrine.stance).to_owned(),
            Self::Withdrawal => match now.doctrine.withdraw_percent {
                0 => "fight on, whatever the losses".to_owned(),
                percent => format!("go to your nearest shipyard when {percent} % of the fleet is left"),
            },
            Self::Prey => match now.doctrine.prey {
                None => "fire first at the default targets of each class".to_owned(),
                Some(kind) => format!("fire first at {}", kind.name()),
            },
        }
    }
}

/// A shape in a word behind the name of the setting.
fn shape_words(shape: Shape) -> &'static str {
    if shape == Shape::Keep { "as is" } else { shape.name() }
}

fn shape_meaning(shape: Shape) -> &'static str {
    match shape {
        Shape::Keep => "the ships keep the places that they have among each other",
        Shape::Line => "abreast, in several ranks if there are many, small ships in the first",
        Shape::Column => "one behind the other, small ships first",
        Shape::Wall => "a flat disc across the direction, about the largest ship",
        Shape::Wedge => "a V with its point ahead, large ships behind",
        Shape::Sphere => "shells about the largest ship, the smallest outside",
        Shape::Claw => "a crescent that is open ahead, small ships on its horns",
    }
}

/// The same of a cohesion.
fn cohesion_words(cohesion: Cohesion) -> &'static str {
    match cohesion {
        Cohesion::Formation => "tight",
        Cohesion::Loose => "loose",
        Cohesion::OwnSpeed => "free",
    }
}

fn cohesion_meaning(cohesion: Cohesion) -> &'static str {
    match cohesion {
        Cohesion::Formation => "hold the formation on the way, and wait for stragglers",
        Cohesion::Loose => "fly at the speed of the slowest, and form up at the arrival",
        Cohesion::OwnSpeed => "each ship at its own speed; form up at the arrival",
    }
}

/// The same of a preferred way.
fn way_words(wish: RoutePreference) -> &'static str {
    match wish {
        RoutePreference::Shortest => "shortest",
        RoutePreference::AvoidHostileWells => "past wells",
        RoutePreference::OutOfSight => "unseen",
    }
}

/// The same of a preferred target.
fn prey_words(kind: ShipKind) -> &'static str {
    if kind == ShipKind::Line { "line ships" } else { kind.name() }
}

fn way_meaning(wish: RoutePreference) -> &'static str {
    match wish {
        RoutePreference::Shortest => "as short as possible",
        RoutePreference::AvoidHostileWells => "avoid gravity wells with known foreign structures",
        RoutePreference::OutOfSight => "avoid places in sight of known foreign ships and structures",
    }
}

/// The name of a stance on its button.
fn stance_words(stance: Stance) -> &'static str {
    match stance {
        Stance::Aggressive => "Aggressive",
        Stance::Defensive => "Defensive",
        Stance::Return => "Defend and return",
        Stance::HoldPosition => "Hold position",
        Stance::HoldFire => "Hold fire",
    }
}

fn stance_meaning(stance: Stance) -> &'static str {
    match stance {
        Stance::Aggressive => {
            "attack every enemy near the same body, also on patrol; any other order comes first"
        }
        Stance::Defensive => "attack enemies that come within range, and stay there; an order comes first",
        Stance::Return => "attack enemies that come within range, and return; an order comes first",
        Stance::HoldPosition => "stay in place or follow the order, and fire at enemies in range",
        Stance::HoldFire => "stay in place or follow the order; do not fire, and refuse to attack",
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::super::test_support::two_fleets;
    use super::*;
    use crate::level::Doctrine;
    use crate::sim::Formation;
    use crate::sim::ids::ShipId;

    const ALL: [FleetSetting; 6] = [
        FleetSetting::Shape,
        FleetSetting::Cohesion,
        FleetSetting::Way,
        FleetSetting::Stance,
        FleetSetting::Withdrawal,
        FleetSetting::Prey,
    ];

    fn fighting(doctrine: Doctrine) -> FleetSettings {
        FleetSettings { doctrine, ..FleetSettings::default() }
    }

    fn formed(formation: Formation) -> FleetSettings {
        FleetSettings { formation, ..FleetSettings::default() }
    }

    /// An order for ships with these numbers.
    fn order(ships: &[u32], command: Command) -> Order {
        Order::fleet(Units::Ships(ships.iter().copied().map(ShipId).collect()), command)
    }

    #[test]
    fn every_setting_goes_through_all_its_choices() {
        for (choice, count) in ALL.into_iter().zip([7, 3, 3, 5, 3, 8]) {
            let first = FleetSettings::default();
            let mut now = choice.turned(first, false);
            let mut turns = 1;
            while now != first {
                assert_eq!(choice.turned(choice.turned(now, false), true), now);
                now = choice.turned(now, false);
                turns += 1;
                assert!(turns < 9, "{choice:?} never comes back");
            }
            assert_eq!(turns, count, "{choice:?}");
        }
    }

    #[test]
    fn everything_that_the_world_tells_apart_can_be_prey() {
        let mut now = FleetSettings::default();
        let mut chosen = Vec::new();
        for _ in ShipKind::ALL {
            now = FleetSetting::Prey.turned(now, false);
            chosen.extend(now.doctrine.prey);
        }
        assert_eq!(chosen, ShipKind::ALL);
        assert_eq!(FleetSetting::Prey.turned(now, false).doctrine.prey, None);
    }

    #[test]
    fn a_doctrine_for_two_fleets_leaves_each_its_other_parts() {
        let one = Doctrine { stance: Stance::Defensive, withdraw_percent: 25, prey: None };
        let two = Doctrine { stance: Stance::HoldFire, withdraw_percent: 0, prey: Some(ShipKind::Line) };
        let fleets = two_fleets(fighting(one), fighting(two));
        let both = |one: Doctrine, two: Doctrine| {
            [order(&[1, 4], Command::Doctrine(one)), order(&[2], Command::Doctrine(two))]
        };
        let stance = Stance::Return;
        let expected = both(Doctrine { stance, ..one }, Doctrine { stance, ..two });
        assert_eq!(
            FleetSetting::Stance.turn_all(&fleets, false),
            expected,
            "what comes after the first one's"
        );
        let withdraw_percent = 50;
        let expected = both(Doctrine { withdraw_percent, ..one }, Doctrine { withdraw_percent, ..two });
        assert_eq!(FleetSetting::Withdrawal.turn_all(&fleets, false), expected);
        let prey = Some(ShipKind::Structure);
        let expected = both(Doctrine { prey, ..one }, Doctrine { prey, ..two });
        assert_eq!(FleetSetting::Prey.turn_all(&fleets, true), expected);
        assert!(FleetSetting::Stance.turn_all(&[], false).is_empty());
    }

    #[test]
    fn a_formation_for_two_fleets_leaves_each_its_other_parts() {
        let one = Formation { shape: Shape::Wedge, facing: Some(DVec3::X), ..Formation::default() };
        let two = Formation { shape: Shape::Sphere, conduct: Cohesion::OwnSpeed, ..Formation::default() };
        let fleets = two_fleets(formed(one), formed(two));
        let form =
            |shape: Shape, conduct: Cohesion, facing: Option<DVec3>| Command::Form { shape, conduct, facing };
        let ball = form(Shape::Sphere, Cohesion::Formation, Some(DVec3::X));
        let expected = [order(&[1, 4], ball)];
        assert_eq!(FleetSetting::Shape.turn_all(&fleets, false), expected, "the other one stands so already");
        let expected = [
            order(&[1, 4], form(Shape::Wedge, Cohesion::Loose, Some(DVec3::X))),
            order(&[2], form(Shape::Sphere, Cohesion::Loose, None)),
        ];
        assert_eq!(FleetSetting::Cohesion.turn_all(&fleets, false), expected);
        let around = Command::Prefer(RoutePreference::AvoidHostileWells);
        let expected = [order(&[1, 4], around.clone()), order(&[2], around)];
        assert_eq!(FleetSetting::Way.turn_all(&fleets, false), expected);
    }

    #[test]
    fn a_button_has_room_for_every_choice() {
        let width = |choice: FleetSetting, now: FleetSettings| words_width(&choice.words(now), 13.0);
        let doctrine = Doctrine { stance: Stance::Return, withdraw_percent: 50, prey: Some(ShipKind::Line) };
        for choice in ALL {
            let greatest = choice.greatest_width(13.0);
            for now in [FleetSettings::default(), fighting(doctrine)] {
                assert!(greatest >= width(choice, now), "{choice:?}");
            }
            assert!(greatest < 150.0, "{choice:?}");
        }
    }

    #[test]
    fn every_stance_says_what_comes_first() {
        for stance in Stance::ALL {
            let words = FleetSetting::Stance.meaning(fighting(Doctrine { stance, ..Doctrine::default() }));
            assert!(words.contains("order") || words.contains("sent"), "{stance:?}: {words}");
        }
    }

    #[test]
    fn one_part_is_changed_and_the_others_stay() {
        let now = Doctrine { stance: Stance::HoldFire, withdraw_percent: 25, prey: Some(ShipKind::Line) };
        let turned = |choice: FleetSetting, now: Doctrine| choice.turned(fighting(now), false);
        let expected = fighting(Doctrine { withdraw_percent: 50, ..now });
        assert_eq!(turned(FleetSetting::Withdrawal, now), expected);
        let expected = fighting(Doctrine { stance: Stance::Aggressive, ..now });
        assert_eq!(turned(FleetSetting::Stance, now), expected);
        let odd = Doctrine { withdraw_percent: 33, ..now };
        let next = turned(FleetSetting::Withdrawal, odd).doctrine.withdraw_percent;
        assert_eq!(next, 25, "as if it were the first");
    }

    #[test]
    fn every_choice_has_words() {
        let now = Doctrine { stance: Stance::HoldFire, withdraw_percent: 25, prey: Some(ShipKind::Capital) };
        let words = |now: FleetSettings| ALL.map(|choice| choice.words(now));
        let usual = ["Formation: as is", "Cohesion: tight", "Route: shortest"];
        assert_eq!(words(FleetSettings::default())[..3], usual);
        assert_eq!(words(FleetSettings::default())[3..], ["Defensive", "Never retreat", "Target: default"]);
        assert_eq!(words(fighting(now))[3..], ["Hold fire", "Retreat at 25 %", "Target: capital ships"]);
        assert!(ALL.iter().all(|choice| !choice.meaning(fighting(now)).is_empty()));
    }
}
