//! What makes a fleet engage a foe, from its stance and from what it is ordered to do.
//!
//! Stance, leg and range come in, a [`Vigilance`] leaves. Must never look at the world.

use glam::DVec3;

use crate::level::Stance;
use crate::rules::combat::ConductNumbers;
use crate::sim::world::{Followed, Leg, Quarry, Target};

/// What makes a fleet engage a foe.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vigilance {
    /// A foe that comes so near is engaged, km.
    pub reach_km: f64,
    /// To where it must come so near, heliocentric, km; `None`: to the middle of the fleet.
    pub about: Option<DVec3>,
    /// Whether every foe in the same well is engaged, too.
    pub in_well: bool,
    /// Whether only this is engaged, and nothing else.
    pub only: Option<Quarry>,
    /// Whether the fleet's ships manoeuvre against whom they engage; they fire in any case.
    pub moves: bool,
}

/// What makes a fleet engage; `None` for one that does not: it is unarmed, holds its fire, or goes its way.
///
/// `leg` is the one that it flies, `None` while it rests; `patrols` tells whether it comes to that leg again
/// and again; `range_km` is that of its farthest weapon; `circles` tells whether it circles in a ring.
pub fn vigilance(
    stance: Stance,
    leg: Option<&Leg>,
    patrols: bool,
    range_km: f64,
    circles: bool,
    numbers: &ConductNumbers,
) -> Option<Vigilance> {
    if stance == Stance::HoldFire || range_km <= 0.0 {
        return None;
    }
    let far = Vigilance {
        reach_km: numbers.aggressive_reach * range_km,
        about: None,
        in_well: stance == Stance::Aggressive,
        only: None,
        moves: true,
    };
    let near = Vigilance { reach_km: numbers.defensive_reach * range_km, in_well: false, ..far };
    match leg.map(|leg| (leg.target, leg.attack)) {
        Some((Target::Attack(hunt), _)) => Some(Vigilance { in_well: false, only: Some(hunt.quarry), ..far }),
        Some((Target::Fleet(Followed { guard: true, place, .. }), _)) => {
            Some(Vigilance { about: Some(place), ..near })
        }
        Some((_, true)) => Some(far),
        // Who flies to and fro is there to meet somebody, and goes on afterwards.
        Some((Target::Place { .. } | Target::Body(_) | Target::Ring { .. }, _))
            if patrols && stance == Stance::Aggressive =>
        {
            Some(far)
        }
        Some(_) => None,
        None => match stance {
            Stance::Aggressive => Some(far),
            Stance::Defensive | Stance::Return => Some(Vigilance { moves: !circles, ..near }),
            Stance::HoldPosition => Some(Vigilance { moves: false, ..near }),
            Stance::HoldFire => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::ids::BodyId;
    use crate::sim::ids::FleetId;
    use crate::sim::world::Anchor;

    fn leg(target: Target, attack: bool) -> Leg {
        Leg { target, beside: DVec3::ZERO, spacing_km: 1.0, ring: None, attack }
    }

    fn place() -> Target {
        Target::Place { anchor: Anchor::Space, offset: DVec3::ZERO }
    }

    fn of(stance: Stance, leg: Option<&Leg>, circles: bool) -> Option<Vigilance> {
        vigilance(stance, leg, false, 100.0, circles, &ConductNumbers::default())
    }

    #[test]
    fn stances_reach_as_far_as_they_say() {
        let numbers = ConductNumbers::default();
        let found = |stance| of(stance, None, false).expect("it engages");
        let (aggressive, defensive) = (found(Stance::Aggressive), found(Stance::Defensive));
        assert_eq!(aggressive.reach_km, 100.0 * numbers.aggressive_reach);
        assert!(aggressive.in_well && aggressive.moves);
        assert_eq!(defensive.reach_km, 100.0 * numbers.defensive_reach);
        assert!(!defensive.in_well && defensive.moves && found(Stance::Return) == defensive);
        assert!(!found(Stance::HoldPosition).moves);
        assert_eq!(of(Stance::HoldFire, None, false), None);
        assert_eq!(vigilance(Stance::Aggressive, None, false, 0.0, false, &numbers), None, "it is unarmed");
    }

    #[test]
    fn who_circles_leaves_its_ring_only_to_attack() {
        let moves = |stance| of(stance, None, true).is_some_and(|found| found.moves);
        assert!(moves(Stance::Aggressive) && !moves(Stance::Defensive) && !moves(Stance::Return));
    }

    #[test]
    fn on_patrol_only_the_aggressive_leave_their_way() {
        let numbers = ConductNumbers::default();
        let patrol =
            |stance, target| vigilance(stance, Some(&leg(target, false)), true, 100.0, false, &numbers);
        let found = patrol(Stance::Aggressive, place()).expect("it engages");
        assert!(found.in_well && found.moves && found.only.is_none());
        assert_eq!(found.reach_km, 100.0 * numbers.aggressive_reach);
        assert!(patrol(Stance::Aggressive, Target::Body(BodyId(3))).is_some());
        for stance in Stance::ALL.into_iter().filter(|stance| *stance != Stance::Aggressive) {
            assert_eq!(patrol(stance, place()), None, "{stance:?}");
        }
        assert_eq!(patrol(Stance::Aggressive, Target::Land { body: BodyId(3) }), None, "it is sent to land");
        let followed = Followed { fleet: FleetId(3), guard: false, place: DVec3::X };
        assert_eq!(patrol(Stance::Aggressive, Target::Fleet(followed)), None);
    }

    #[test]
    fn who_has_a_plain_order_goes_its_way() {
        for stance in Stance::ALL {
            assert_eq!(of(stance, Some(&leg(place(), false)), false), None, "{stance:?}");
            let attacks = of(stance, Some(&leg(place(), true)), false);
            assert_eq!(attacks.is_some(), stance != Stance::HoldFire, "{stance:?}");
        }
        let quarry = Quarry::Fleet(FleetId(3));
        let hunting = of(Stance::HoldPosition, Some(&leg(Target::Attack(quarry.into()), false)), false);
        assert_eq!(hunting.and_then(|found| found.only), Some(quarry));
        let followed = |guard| Followed { fleet: FleetId(3), guard, place: DVec3::X };
        let follow = |guard| leg(Target::Fleet(followed(guard)), false);
        assert_eq!(of(Stance::Defensive, Some(&follow(false)), false), None);
        let guarding = of(Stance::Defensive, Some(&follow(true)), false);
        assert_eq!(guarding.and_then(|found| found.about), Some(DVec3::X));
    }
}
