//! Doctrines of fleets, as buttons show and change them.

use super::chosen::ChosenFleet;
use crate::client::widgets::fonts::words_width;
use crate::client::widgets::next_of;
use crate::level::{Doctrine, ShipKind, Stance};
use crate::sim::{Command, Order, Units};

/// Shares of its strength at which a fleet may withdraw, hundredths; 0: never.
const WITHDRAWALS: [u8; 3] = [0, 25, 50];

/// The choices of a preferred target; `None`: the default of the classes.
fn preys() -> Vec<Option<ShipKind>> {
    std::iter::once(None).chain(ShipKind::ALL.map(Some)).collect()
}

/// A part of a doctrine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoctrinePart {
    /// The stance toward foes nearby.
    Stance,
    /// When it withdraws.
    Withdrawal,
    /// The preferred target.
    Prey,
}

impl DoctrinePart {
    /// The doctrine with the next or previous choice of this part; cyclic.
    pub fn turned(self, now: Doctrine, backward: bool) -> Doctrine {
        match self {
            Self::Stance => Doctrine { stance: next_of(&Stance::ALL, now.stance, backward), ..now },
            Self::Withdrawal => {
                let withdraw_percent = next_of(&WITHDRAWALS, now.withdraw_percent, backward);
                Doctrine { withdraw_percent, ..now }
            }
            Self::Prey => Doctrine { prey: next_of(&preys(), now.prey, backward), ..now },
        }
    }

    /// A doctrine with this part of another one.
    fn put_into(self, own: Doctrine, other: Doctrine) -> Doctrine {
        match self {
            Self::Stance => Doctrine { stance: other.stance, ..own },
            Self::Withdrawal => Doctrine { withdraw_percent: other.withdraw_percent, ..own },
            Self::Prey => Doctrine { prey: other.prey, ..own },
        }
    }

    /// Sets the next or previous choice of this part for some fleets, relative to the first of them: an order for
    /// each, which keeps the other parts of its doctrine.
    pub fn turn_all(self, fleets: &[ChosenFleet], backward: bool) -> Vec<Order> {
        let Some(first) = fleets.first() else { return Vec::new() };
        let chosen = self.turned(first.doctrine, backward);
        let order = |fleet: &ChosenFleet| {
            let (units, doctrine) =
                (Units::Ships(fleet.ships.clone()), self.put_into(fleet.doctrine, chosen));
            Order::fleet(units, Command::Doctrine(doctrine))
        };
        fleets.iter().map(order).collect()
    }

    /// The label of its button.
    pub fn words(self, now: Doctrine) -> String {
        match self {
            Self::Stance => stance_words(now.stance).to_owned(),
            Self::Withdrawal => match now.withdraw_percent {
                0 => "Never retreat".to_owned(),
                percent => format!("Retreat at {percent} %"),
            },
            Self::Prey => match now.prey {
                None => "Targets: default".to_owned(),
                Some(kind) => format!("Targets: {}", kind.name()),
            },
        }
    }

    /// Width of the longest label of its button at a size of letters, whole pixels.
    pub fn greatest_width(self, pixels: f32) -> f32 {
        let first = Doctrine::default();
        let next = |now: &Doctrine| Some(self.turned(*now, false)).filter(|next| *next != first);
        let labels = std::iter::successors(Some(first), next).map(|now| self.words(now));
        labels.map(|label| words_width(&label, pixels)).fold(0.0, f32::max).ceil()
    }

    /// The meaning of the present choice.
    pub fn meaning(self, now: Doctrine) -> String {
        match self {
            Self::Stance => stance_meaning(now.stance).to_owned(),
            Self::Withdrawal => match now.withdraw_percent {
                0 => "fight on, whatever the losses".to_owned(),
                percent => format!("go to your nearest shipyard when {percent} % of the fleet is left"),
            },
            Self::Prey => match now.prey {
                None => "fire first at the default targets of each class".to_owned(),
                Some(kind) => format!("fire first at {}", kind.name()),
            },
        }
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
    use super::super::test_support::two_fleets;
    use super::*;
    use crate::sim::ids::ShipId;

    const PARTS: [DoctrinePart; 3] = [DoctrinePart::Stance, DoctrinePart::Withdrawal, DoctrinePart::Prey];

    #[test]
    fn choices_go_round_and_back() {
        for part in PARTS {
            let first = Doctrine::default();
            let mut now = part.turned(first, false);
            let mut turns = 1;
            while now != first {
                assert_eq!(part.turned(part.turned(now, false), true), now);
                now = part.turned(now, false);
                turns += 1;
                assert!(turns < 9, "{part:?} never comes back");
            }
            assert_eq!(turns, [5, 3, 8][part as usize]);
        }
    }

    #[test]
    fn everything_that_the_world_tells_apart_can_be_prey() {
        let mut now = Doctrine::default();
        let mut chosen = Vec::new();
        for _ in ShipKind::ALL {
            now = DoctrinePart::Prey.turned(now, false);
            chosen.extend(now.prey);
        }
        assert_eq!(chosen, ShipKind::ALL);
        assert_eq!(DoctrinePart::Prey.turned(now, false).prey, None);
    }

    #[test]
    fn a_choice_for_two_fleets_leaves_each_its_others() {
        let (first, second) = (vec![ShipId(1), ShipId(4)], vec![ShipId(2)]);
        let one = Doctrine { stance: Stance::Defensive, withdraw_percent: 25, prey: None };
        let two = Doctrine { stance: Stance::HoldFire, withdraw_percent: 0, prey: Some(ShipKind::Line) };
        let fleets = two_fleets((Default::default(), one), (Default::default(), two));
        let order = |ships: &[ShipId], doctrine: Doctrine| {
            Order::fleet(Units::Ships(ships.to_vec()), Command::Doctrine(doctrine))
        };
        let stance = Stance::Return;
        let expected =
            [order(&first, Doctrine { stance, ..one }), order(&second, Doctrine { stance, ..two })];
        assert_eq!(
            DoctrinePart::Stance.turn_all(&fleets, false),
            expected,
            "what comes after the first one's"
        );
        let withdraw_percent = 50;
        let expected = [
            order(&first, Doctrine { withdraw_percent, ..one }),
            order(&second, Doctrine { withdraw_percent, ..two }),
        ];
        assert_eq!(DoctrinePart::Withdrawal.turn_all(&fleets, false), expected);
        let prey = Some(ShipKind::Structure);
        let expected = [order(&first, Doctrine { prey, ..one }), order(&second, Doctrine { prey, ..two })];
        assert_eq!(DoctrinePart::Prey.turn_all(&fleets, true), expected);
        assert!(DoctrinePart::Stance.turn_all(&[], false).is_empty());
    }

    #[test]
    fn a_button_has_room_for_every_choice() {
        let width = |part: DoctrinePart, now: Doctrine| words_width(&part.words(now), 13.0);
        let now = Doctrine { stance: Stance::Return, withdraw_percent: 50, prey: Some(ShipKind::Line) };
        for part in PARTS {
            let greatest = part.greatest_width(13.0);
            assert!(greatest >= width(part, now) && greatest >= width(part, Doctrine::default()), "{part:?}");
            assert!(greatest < 150.0, "{part:?}");
        }
    }

    #[test]
    fn every_stance_says_what_comes_first() {
        for stance in Stance::ALL {
            let words = DoctrinePart::Stance.meaning(Doctrine { stance, ..Doctrine::default() });
            assert!(words.contains("order") || words.contains("sent"), "{stance:?}: {words}");
        }
    }

    #[test]
    fn one_part_is_changed_and_the_others_stay() {
        let now = Doctrine { stance: Stance::HoldFire, withdraw_percent: 25, prey: Some(ShipKind::Line) };
        assert_eq!(DoctrinePart::Withdrawal.turned(now, false), Doctrine { withdraw_percent: 50, ..now });
        assert_eq!(DoctrinePart::Stance.turned(now, false), Doctrine { stance: Stance::Aggressive, ..now });
        let odd = Doctrine { withdraw_percent: 33, ..now };
        assert_eq!(
            DoctrinePart::Withdrawal.turned(odd, false).withdraw_percent,
            25,
            "as if it were the first"
        );
    }

    #[test]
    fn every_choice_has_words() {
        let now = Doctrine { stance: Stance::HoldFire, withdraw_percent: 25, prey: Some(ShipKind::Capital) };
        assert_eq!(DoctrinePart::Stance.words(now), "Hold fire");
        assert_eq!(DoctrinePart::Withdrawal.words(now), "Retreat at 25 %");
        assert_eq!(DoctrinePart::Prey.words(now), "Targets: capital ships");
        assert_eq!(DoctrinePart::Withdrawal.words(Doctrine::default()), "Never retreat");
        assert!(PARTS.iter().all(|part| !part.meaning(now).is_empty()));
    }
}
