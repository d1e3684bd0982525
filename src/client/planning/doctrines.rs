//! How fleets are to fight, as buttons show it and change it.
//!
//! - Enters: a fleet's doctrine, and which part of it is to be changed.
//! - Leaves: the next doctrine, and words.
//! - Must never: ask the world or the screen.

use crate::client::ordering::next_of;
use crate::level::{Doctrine, ShipKind, Stance};

/// Shares of its strength at which a fleet may withdraw, hundredths; 0: never.
const WITHDRAWALS: [u8; 3] = [0, 25, 50];
/// What may be shot at before anything else; `None`: as the classes have it.
const PREYS: [Option<ShipKind>; 5] =
    [None, Some(ShipKind::Escort), Some(ShipKind::Line), Some(ShipKind::Capital), Some(ShipKind::Structure)];

/// A part of a doctrine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What the fleet does when foes are near.
    Stance,
    /// When it withdraws.
    Withdrawal,
    /// What it shoots at first.
    Prey,
}

impl Part {
    /// The doctrine with the next choice of this part, or the one before; round and round.
    pub fn turned(self, now: Doctrine, backward: bool) -> Doctrine {
        match self {
            Self::Stance => Doctrine { stance: next_of(&Stance::ALL, now.stance, backward), ..now },
            Self::Withdrawal => {
                let withdraw_percent = next_of(&WITHDRAWALS, now.withdraw_percent, backward);
                Doctrine { withdraw_percent, ..now }
            }
            Self::Prey => Doctrine { prey: next_of(&PREYS, now.prey, backward), ..now },
        }
    }

    /// What a button says of it.
    pub fn words(self, now: Doctrine) -> String {
        match self {
            Self::Stance => now.stance.name().to_owned(),
            Self::Withdrawal => match now.withdraw_percent {
                0 => "no withdrawal".to_owned(),
                percent => format!("withdraw at {percent} %"),
            },
            Self::Prey => match now.prey {
                None => "targets: usual".to_owned(),
                Some(kind) => format!("targets: {}", kind.name()),
            },
        }
    }

    /// What the present choice means.
    pub fn meaning(self, now: Doctrine) -> String {
        match self {
            Self::Stance => stance_meaning(now.stance).to_owned(),
            Self::Withdrawal => match now.withdraw_percent {
                0 => "they fight on, however much of them is lost".to_owned(),
                percent => format!("they go to the nearest own shipyard when {percent} % of them are left"),
            },
            Self::Prey => match now.prey {
                None => "they shoot first at what their classes are made for".to_owned(),
                Some(kind) => format!("they shoot first at {}", kind.name()),
            },
        }
    }
}

fn stance_meaning(stance: Stance) -> &'static str {
    match stance {
        Stance::Aggressive => "they go for every foe that they see about the same body",
        Stance::Defensive => "they go for foes that come within range, and stay there",
        Stance::Return => "they go for foes that come within range, and come back",
        Stance::HoldPosition => "they stay where they are, and shoot at what comes into range",
        Stance::HoldFire => "they stay where they are, and do not shoot",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARTS: [Part; 3] = [Part::Stance, Part::Withdrawal, Part::Prey];

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
            assert_eq!(turns, [5, 3, 5][part as usize]);
        }
    }

    #[test]
    fn one_part_is_changed_and_the_others_stay() {
        let now = Doctrine { stance: Stance::HoldFire, withdraw_percent: 25, prey: Some(ShipKind::Line) };
        assert_eq!(Part::Withdrawal.turned(now, false), Doctrine { withdraw_percent: 50, ..now });
        assert_eq!(Part::Stance.turned(now, false), Doctrine { stance: Stance::Aggressive, ..now });
        let odd = Doctrine { withdraw_percent: 33, ..now };
        assert_eq!(Part::Withdrawal.turned(odd, false).withdraw_percent, 25, "as if it were the first");
    }

    #[test]
    fn every_choice_has_words() {
        let now = Doctrine { stance: Stance::HoldFire, withdraw_percent: 25, prey: Some(ShipKind::Capital) };
        assert_eq!(Part::Stance.words(now), "hold fire");
        assert_eq!(Part::Withdrawal.words(now), "withdraw at 25 %");
        assert_eq!(Part::Prey.words(now), "targets: capital ships");
        assert_eq!(Part::Withdrawal.words(Doctrine::default()), "no withdrawal");
        assert!(PARTS.iter().all(|part| !part.meaning(now).is_empty()));
    }
}
