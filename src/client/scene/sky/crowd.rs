//! The crowd: the small bodies of a sky that has very many, such as the rocks of a belt. They are drawn as dots
//! (`dots.rs`), without icon, name and orbit line, so that a frame costs what it shows. A few stand apart from the
//! crowd, and are drawn as all other bodies: the one under the pointer, the one in focus, and those with a known owner.
//! In a near view, those about the focus stand apart as well, if they are few.

use bevy::prelude::*;
use glam::DVec3;
use typed_index_collections::{TiSlice, TiVec};

use crate::level::{BodyKind, StarSystem, SystemBody};
use crate::sim::BodyId;

/// The most moons, dwarfs and comets that are drawn one by one in any sky: the largest. A sky with no more of them has
/// no crowd.
const MOST_SINGLE: usize = 80;
/// The most bodies that stand apart because they are about the focus; those that do go back among more than the
/// second number.
const MOST_NEAR: (usize, usize) = (40, 60);

/// How a body is drawn at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Standing {
    /// It does not belong to the crowd.
    #[default]
    Single,
    /// It is a dot.
    Dot,
    /// It stands apart from the crowd.
    Apart,
}

/// The crowd of the sky.
#[derive(Resource, Clone, Debug, Default)]
pub struct Crowd {
    /// All of it, in the order of the sky.
    members: Vec<BodyId>,
    standings: TiVec<BodyId, Standing>,
    /// Whether the members about the focus stand apart.
    are_few_near: bool,
}

impl Crowd {
    /// The crowd of a system: its moons, dwarfs and comets except the largest. All are dots.
    pub fn of(system: &StarSystem) -> Self {
        let is_small =
            |body: &SystemBody| matches!(body.kind, BodyKind::Moon | BodyKind::Dwarf | BodyKind::Comet);
        let small = system.bodies.iter().filter(|body| is_small(body));
        let mut radii_km: Vec<f64> = small.map(|body| body.displayed_radius_km).collect();
        radii_km.sort_unstable_by(|one, other| other.total_cmp(one));
        let Some(&largest_km) = radii_km.get(MOST_SINGLE) else { return Self::default() };
        let is_member = |body: &SystemBody| is_small(body) && body.displayed_radius_km <= largest_km;
        let standing = |body| if is_member(body) { Standing::Dot } else { Standing::Single };
        let standings: TiVec<BodyId, Standing> = system.bodies.iter().map(standing).collect();
        let dots = standings.iter_enumerated().filter(|(_, standing)| **standing == Standing::Dot);
        let members = dots.map(|(body, _)| body).collect();
        Self { members, standings, are_few_near: false }
    }

    /// Whether a body is drawn as a dot at the moment.
    pub fn is_dot(&self, body: BodyId) -> bool {
        self.standings.get(body) == Some(&Standing::Dot)
    }

    /// Whether a body never belongs to the crowd.
    pub fn is_single(&self, body: BodyId) -> bool {
        self.standings.get(body).is_none_or(|standing| *standing == Standing::Single)
    }

    /// All members, in the order of the sky.
    pub fn members(&self) -> &[BodyId] {
        &self.members
    }

    /// Decides which members stand apart: those wanted, and those within `reach_km` of the focus if they are few.
    pub fn part(
        &mut self,
        places: &TiSlice<BodyId, DVec3>,
        (focus, reach_km): (DVec3, f64),
        is_wanted: impl Fn(BodyId) -> bool,
    ) {
        let is_near = |body: BodyId| {
            places.get(body).is_some_and(|place| place.distance_squared(focus) < reach_km * reach_km)
        };
        let near = self.members.iter().filter(|body| is_near(**body)).count();
        self.are_few_near = near <= if self.are_few_near { MOST_NEAR.1 } else { MOST_NEAR.0 };
        for body in &self.members {
            let is_apart = is_wanted(*body) || (self.are_few_near && is_near(*body));
            if let Some(standing) = self.standings.get_mut(*body) {
                *standing = if is_apart { Standing::Apart } else { Standing::Dot };
            }
        }
    }
}

/// Whether the sky has a crowd.
pub fn is_crowded(crowd: Res<Crowd>) -> bool {
    !crowd.members.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::source::parse::dialect;
    use crate::orbit::AU_KM;
    use crate::rules::test_support::shipped_level;

    /// The solar system with a belt of this many rocks between Mars and Jupiter.
    fn sol(rocks: u32) -> StarSystem {
        let mut level = shipped_level("sol.ron");
        level.bodies.extend((0..rocks).map(|rock| {
            let (axis, anomaly) =
                (1.5 + 3.5 * f64::from(rock) / f64::from(rocks), f64::from(rock * 137 % 360));
            let text = format!(
                r#"own(name: "Rock {rock}", kind: comet, parent: "Sun", radius_km: 1,
                    orbit: (semi_major_axis: au({axis}), mean_anomaly_deg: {anomaly}))"#
            );
            dialect().from_str(&text).expect("a body")
        }));
        StarSystem::build(&level).expect("it is sound")
    }

    fn places(system: &StarSystem) -> TiVec<BodyId, DVec3> {
        let mut states = TiVec::new();
        system.place_all(system.epoch_jd, &mut states);
        states.iter().map(|state| state.position).collect()
    }

    /// Bodies that have an icon, a name and an orbit line.
    fn drawn(crowd: &Crowd, system: &StarSystem) -> usize {
        system.bodies.keys().filter(|body| !crowd.is_dot(*body)).count()
    }

    #[test]
    fn the_solar_system_has_no_crowd() {
        assert!(Crowd::of(&sol(0)).members().is_empty());
    }

    #[test]
    fn of_a_belt_only_the_bodies_of_before_are_drawn_one_by_one() {
        let (system, before) = (sol(5_000), sol(0).bodies.len());
        let mut crowd = Crowd::of(&system);
        assert_eq!((crowd.members().len(), drawn(&crowd, &system)), (5_000, before));
        assert_eq!(system.bodies.keys().filter(|body| crowd.is_single(*body)).count(), before);
        crowd.part(&places(&system), (DVec3::ZERO, 6.0 * AU_KM), |_| false);
        assert_eq!(drawn(&crowd, &system), before, "from far away it is a cloud of dots");
    }

    #[test]
    fn rocks_about_the_focus_and_those_that_are_wanted_stand_apart() {
        let system = sol(5_000);
        let (mut crowd, places) = (Crowd::of(&system), places(&system));
        let (before, rock, other) = (drawn(&crowd, &system), crowd.members()[2_000], crowd.members()[4_000]);
        crowd.part(&places, (DVec3::ZERO, 6.0 * AU_KM), |body| body == rock);
        assert_eq!((crowd.is_dot(rock), drawn(&crowd, &system)), (false, before + 1));
        crowd.part(&places, (places[rock], 0.01 * AU_KM), |_| false);
        assert!(!crowd.is_dot(rock) && crowd.is_dot(other));
        for share in 1..100 {
            crowd.part(&places, (places[rock], f64::from(share) * 0.01 * AU_KM), |_| false);
            assert!(drawn(&crowd, &system) <= before + MOST_NEAR.1);
        }
    }

    #[test]
    fn rocks_do_not_come_and_go_with_a_small_change_of_the_view() {
        let system = sol(5_000);
        let (mut crowd, places) = (Crowd::of(&system), places(&system));
        let focus = places[crowd.members()[2_000]];
        let mut far_km: Vec<f64> = crowd.members().iter().map(|rock| places[*rock].distance(focus)).collect();
        far_km.sort_unstable_by(f64::total_cmp);
        let between = 0.5 * (far_km[MOST_NEAR.0 + 9] + far_km[MOST_NEAR.0 + 10]);
        crowd.part(&places, (focus, between), |_| false);
        assert!(!crowd.are_few_near, "too many to begin with");
        crowd.part(&places, (focus, 0.5 * far_km[1]), |_| false);
        crowd.part(&places, (focus, between), |_| false);
        assert!(crowd.are_few_near, "but not too many to stay");
    }
}
