//! Rules of engagement: derives a [`Vigilance`] from stance, leg and weapon range, without a look at the world.

use glam::DVec3;

use crate::level::Stance;
use crate::rules::combat::ConductNumbers;
use crate::sim::{AttackTarget, Goal, Leg};

/// Rule of engagement of a fleet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vigilance {
    /// Distance within which a foe is engaged, km.
    pub reach_km: f64,
    /// Foes must come within reach of this place, heliocentric, km; `None`: of the middle of the fleet.
    pub about: Option<DVec3>,
    /// Whether every foe in the same well is engaged as well.
    pub in_well: bool,
    /// Restricts the engagement to this target.
    pub only: Option<AttackTarget>,
    /// Whether the fleet's ships manoeuvre against foes; they fire in any case.
    pub moves: bool,
}

/// Rule of engagement of a fleet, or `None` if it must not engage: it is unarmed, holds its fire, or only travels.
///
/// `leg` is the leg being flown, `None` at rest; `patrols`: whether the route is a loop; `range_km`: the fleet's
/// longest weapon range; `circles`: whether the fleet orbits in a ring.
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
    match leg.map(|leg| (leg.goal, leg)) {
        Some((Goal::Attack(target), _)) => Some(Vigilance { in_well: false, only: Some(target), ..far }),
        Some((Goal::Fleet { guard: true, .. }, leg)) => {
            Some(Vigilance { about: Some(leg.track.place), ..near })
        }
        Some((_, Leg { engage: true, .. })) => Some(far),
        // An aggressive patrol seeks foes, and goes on afterwards.
        Some((goal, _)) if goal.is_place() && patrols && stance == Stance::Aggressive => Some(far),
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
    use crate::level::Assault;
    use crate::sim::ids::BodyId;
    use crate::sim::ids::FleetId;
    use crate::sim::world::{AnchoredPlace, Track};

    fn leg(goal: Goal, engage: bool) -> Leg {
        let track = Track { place: DVec3::X, ..Track::default() };
        Leg { engage, track, ..Leg::new(goal, 1.0) }
    }

    fn place() -> Goal {
        Goal::Place(AnchoredPlace::default())
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
    fn a_circling_fleet_leaves_its_ring_only_to_attack() {
        let moves = |stance| of(stance, None, true).is_some_and(|found| found.moves);
        assert!(moves(Stance::Aggressive) && !moves(Stance::Defensive) && !moves(Stance::Return));
    }

    #[test]
    fn on_patrol_only_the_aggressive_leave_their_way() {
        let numbers = ConductNumbers::default();
        let patrol = |stance, goal| vigilance(stance, Some(&leg(goal, false)), true, 100.0, false, &numbers);
        let found = patrol(Stance::Aggressive, place()).expect("it engages");
        assert!(found.in_well && found.moves && found.only.is_none());
        assert_eq!(found.reach_km, 100.0 * numbers.aggressive_reach);
        assert!(patrol(Stance::Aggressive, Goal::Body(BodyId(3))).is_some());
        for stance in Stance::ALL.into_iter().filter(|stance| *stance != Stance::Aggressive) {
            assert_eq!(patrol(stance, place()), None, "{stance:?}");
        }
        assert_eq!(
            patrol(Stance::Aggressive, Goal::Ground { body: BodyId(3), assault: Assault::Land }),
            None,
            "it is sent to land"
        );
        let follow = Goal::Fleet { fleet: FleetId(3), guard: false };
        assert_eq!(patrol(Stance::Aggressive, follow), None);
    }

    #[test]
    fn a_fleet_with_a_plain_order_goes_its_way() {
        for stance in Stance::ALL {
            assert_eq!(of(stance, Some(&leg(place(), false)), false), None, "{stance:?}");
            let attacks = of(stance, Some(&leg(place(), true)), false);
            assert_eq!(attacks.is_some(), stance != Stance::HoldFire, "{stance:?}");
        }
        let target = AttackTarget::Fleet(FleetId(3));
        let hunting = of(Stance::HoldPosition, Some(&leg(Goal::Attack(target), false)), false);
        assert_eq!(hunting.and_then(|found| found.only), Some(target));
        let follow = |guard| leg(Goal::Fleet { fleet: FleetId(3), guard }, false);
        assert_eq!(of(Stance::Defensive, Some(&follow(false)), false), None);
        let guarding = of(Stance::Defensive, Some(&follow(true)), false);
        assert_eq!(guarding.and_then(|found| found.about), Some(DVec3::X));
    }
}
