//! The line of fire: from the hull of a shooter to the middle of its target.
//!
//! A body, a wreck or the hull of a friend in the way stops the shots of a salvo; the hull of another foe takes
//! the hits.

use glam::DVec3;

use crate::sim::combat::Combatant;
use crate::sim::combat::colliders::{Colliders, Struck};

/// The line between two members of a battlefield.
#[derive(Clone, Copy)]
pub(super) struct LineOfFire<'a> {
    members: &'a [Combatant],
    colliders: &'a Colliders,
    /// The places of shooter and target among all members.
    ends: [usize; 2],
    pub shooter: &'a Combatant,
    pub target: &'a Combatant,
    /// Vector between their middles, km.
    pub offset: DVec3,
    /// Unit vector of the offset.
    pub direction: DVec3,
}

/// The end of a salvo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Landing {
    /// Beside its target.
    Past,
    /// At an obstacle, at this place.
    Stopped(DVec3),
    /// On the hull of a foe.
    On {
        /// Place among all members.
        at: usize,
        /// Place.
        place: DVec3,
    },
}

impl<'a> LineOfFire<'a> {
    /// The line from one member to another, given by their places among all members; `None` if there is no such
    /// member.
    pub fn new(members: &'a [Combatant], colliders: &'a Colliders, ends: [usize; 2]) -> Option<Self> {
        let [shooter, target] = ends.map(|at| members.get(at));
        let (shooter, target) = (shooter?, target?);
        let offset = target.position - shooter.position;
        let direction = offset.normalize_or(shooter.heading);
        Some(Self { members, colliders, ends, shooter, target, offset, direction })
    }

    /// Distance between the middle of the shooter and the surface of the target, km.
    pub fn distance_km(&self) -> f64 {
        (self.offset.length() - self.target.bound_km()).max(0.0)
    }

    /// Its beginning, on the hull of the shooter, heliocentric, km.
    pub fn start(&self) -> DVec3 {
        self.shooter.position + self.direction * self.shooter.hull_reach_km(self.direction)
    }

    /// The end of a salvo that hits its target if nothing is in the way, or passes it.
    pub fn landing(&self, is_hit: bool) -> Landing {
        let [own_at, target_at] = self.ends;
        let (from, to) = (self.start(), self.target.position);
        let after = |share: f64| from.lerp(to, share);
        if let Some((_, share)) = self.colliders.body_between(from, to) {
            return Landing::Stopped(after(share));
        }
        if !is_hit {
            return Landing::Past;
        }
        match self.colliders.ray(from, to, |at| at == own_at) {
            Some(Struck::Wreck { share }) => Landing::Stopped(after(share)),
            Some(Struck::Member { at, share }) if self.is_friend(at) => Landing::Stopped(after(share)),
            Some(Struck::Member { at, share }) => Landing::On { at, place: after(share) },
            // The line leads to the middle of the target, so this is only a rounding error.
            None => {
                let place = to - self.direction * self.target.hull_reach_km(self.direction);
                Landing::On { at: target_at, place }
            }
        }
    }

    fn is_friend(&self, at: usize) -> bool {
        self.members.get(at).is_some_and(|one| one.side == self.shooter.side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::colliders::Globe;
    use crate::sim::combat::test_support::{colliders, line_up, ship};

    fn at(x: f64, y: f64) -> DVec3 {
        DVec3::new(x, y, 0.0)
    }

    /// The end of a salvo that hits, past these others and wrecks.
    fn landing(others: &[Combatant], wrecks: &[Globe]) -> Landing {
        let members = line_up(others);
        let colliders = colliders(&members, wrecks, &[]);
        LineOfFire::new(&members, &colliders, [0, 1]).expect("both are there").landing(true)
    }

    #[test]
    fn a_planet_between_stops_every_shot() {
        let planet = Globe { center: at(2.5e4, 900.0), radius_km: 1.0e4 };
        let members = line_up(&[]);
        let colliders = colliders(&members, &[], &[planet]);
        let line = LineOfFire::new(&members, &colliders, [0, 1]).expect("both are there");
        for is_hit in [true, false] {
            let Landing::Stopped(place) = line.landing(is_hit) else { panic!("the planet is in the way") };
            assert!((place.distance(planet.center) - planet.radius_km).abs() < 1.0e-3, "{place}");
        }
    }

    #[test]
    fn friends_and_wrecks_stop_shots_and_other_foes_take_them() {
        let near = at(2.0e4, 300.0);
        let is_stopped =
            |landing: Landing| matches!(landing, Landing::Stopped(place) if place.distance(near) < 410.0);
        assert!(is_stopped(landing(&[ship(2, 0, near)], &[])), "a friend");
        assert!(is_stopped(landing(&[], &[Globe { center: near, radius_km: 400.0 }])), "a wreck");
        assert!(matches!(landing(&[ship(2, 2, near)], &[]), Landing::On { at: 2, .. }), "another foe");
        let Landing::On { at: 1, place } = landing(&[ship(2, 0, at(2.0e4, 500.0))], &[]) else {
            panic!("the friend is beside the line")
        };
        assert!(place.distance(at(49_600.0, 0.0)) < 5.0, "{place}");
    }
}
