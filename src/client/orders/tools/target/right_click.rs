//! What a right click without a tool does: the one rule for the sky, the map and the rows of lists.

use bevy::prelude::*;

use super::{HoverTarget, TargetInputs};
use crate::client::input::ListedThing;
use crate::sim::order::Abilities;
use crate::sim::{FleetId, Goal};

/// An own fleet that a right click follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leader {
    /// Its number.
    pub fleet: FleetId,
    /// Its name.
    pub name: String,
}

impl HoverTarget {
    /// The goal of a right click without a tool, for the sky, the map and the rows of lists: an attack or a landing,
    /// else an own fleet to follow, else the place, which is `there`.
    pub fn goal(&self, there: Option<Goal>) -> Option<Goal> {
        let follow = |leader: &Leader| Goal::Fleet { fleet: leader.fleet, guard: false };
        self.strike().or_else(|| self.follows.as_ref().map(follow)).or(there)
    }
}

impl TargetInputs<'_, '_> {
    /// The thing for which a row of a list stands, and what ships with these abilities could do about it without a
    /// tool. At a body, a row of foes means all of them who are in sight.
    pub fn listed(&self, thing: &ListedThing, able: &Abilities) -> HoverTarget {
        let mut fleets = self.planet_data.view().fleets(|fleet| Some(fleet.id) == thing.fleet);
        let on = fleets.next().map(|known| known.entity);
        let foe = on.and_then(|on| self.foe(Some(on), false));
        let body = thing.body.filter(|_| foe.is_none());
        let body = body.and_then(|body| self.body(body, able.troopers > 0.0));
        let means_foes = thing.is_foes && body.as_ref().is_some_and(|body| body.has_foes);
        let target = HoverTarget { foe, body, means_foes, able: able.clone(), ..default() };
        let follows = self.other_own_fleet(on).filter(|_| target.strike().is_none());
        HoverTarget { follows, ..target }
    }
}

#[cfg(test)]
mod tests {
    use super::super::BodyThere;
    use super::super::tests::{
        ABOUT_STRAND, STRAND, Side, WHO, anywhere, landers, on_body, on_foe, on_own_fleet, warships,
    };
    use super::*;
    use crate::level::Assault;

    #[test]
    fn a_right_click_attacks_or_lands_or_follows_or_goes_there() {
        let there = Some(Goal::Body(STRAND));
        assert_eq!(on_foe(warships()).goal(there), Some(Goal::Attack(WHO)));
        let landing = Goal::Ground { body: STRAND, assault: Assault::Land };
        assert_eq!(on_body(Side::Foe, landers()).goal(there), Some(landing));
        assert_eq!(on_body(Side::Foe, warships()).goal(there), there);
        let follow = Goal::Fleet { fleet: FleetId(2), guard: false };
        assert_eq!(on_own_fleet(warships()).goal(there), Some(follow));
        assert_eq!(anywhere(warships()).goal(None), None);
    }

    #[test]
    fn a_row_of_foes_at_a_body_means_all_of_them() {
        let row = |able: Abilities, has_foes: bool| {
            let target = on_body(Side::Foe, able);
            let body = target.body.clone().map(|body| BodyThere { has_foes, ..body });
            HoverTarget { body, means_foes: has_foes, ..target }
        };
        assert_eq!(row(warships(), true).strike(), Some(Goal::Attack(ABOUT_STRAND)));
        assert_eq!(row(warships(), true).strike_words().as_deref(), Some("Attack everything near Strand"));
        assert_eq!(row(warships(), false).strike(), None, "they are out of sight");
        let landing = Goal::Ground { body: STRAND, assault: Assault::Land };
        assert_eq!(row(landers(), true).strike(), Some(landing), "they have no weapon");
    }
}
