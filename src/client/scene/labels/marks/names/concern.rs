//! The objects that concern the player: those that are selected, pointed at or objectives, and the home. Their names
//! weigh more than others.

use std::collections::BTreeSet;

use bevy::ecs::system::SystemParam;
use bevy::platform::collections::HashSet;
use bevy::prelude::*;

use crate::client::frame::Player;
use crate::client::input::{Selected, UnderPointer};
use crate::client::scene::labels::room::sky_label::weights;
use crate::client::view::{Objectives, SeenShips};
use crate::sim::{BodyId, MemberOf};

/// Query bundle for the objects that concern the player.
#[derive(SystemParam)]
pub struct Concerns<'w, 's> {
    under: Res<'w, UnderPointer>,
    player: Res<'w, Player>,
    objectives: Res<'w, Objectives>,
    ships: SeenShips<'w, 's>,
    selected: Query<'w, 's, (Entity, Option<&'static MemberOf>), With<Selected>>,
}

/// The objects that concern the player in this frame.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Concern<'a> {
    hovered: Option<Entity>,
    /// Ships and their fleets.
    selected: HashSet<Entity>,
    objectives: &'a BTreeSet<BodyId>,
    home: Option<BodyId>,
}

impl Concerns<'_, '_> {
    /// The objects that concern the player now.
    pub(super) fn now(&self) -> Concern<'_> {
        let with_fleet = |(entity, fleet): (Entity, Option<&MemberOf>)| {
            std::iter::once(entity).chain(fleet.map(|fleet| fleet.0))
        };
        Concern {
            // A ship has no name but that of its fleet.
            hovered: self.under.entity.map(|entity| self.ships.get(entity).map_or(entity, |ship| ship.fleet)),
            selected: self.selected.iter().flat_map(with_fleet).collect(),
            objectives: &self.objectives.bodies,
            home: self.player.home.map(|(body, _)| body),
        }
    }
}

impl Concern<'_> {
    /// The additional weight of a name.
    pub(super) fn weight(&self, entity: Entity, body: Option<BodyId>) -> f32 {
        if self.selected.contains(&entity) {
            weights::SELECTED
        } else if self.hovered == Some(entity) {
            weights::HOVERED
        } else {
            self.lasting_weight(body)
        }
    }

    /// The additional weight of the name of a body, whatever the player selects or points at.
    pub(super) fn lasting_weight(&self, body: Option<BodyId>) -> f32 {
        if body.is_some_and(|body| self.objectives.contains(&body)) {
            weights::OBJECTIVE
        } else if body.is_some() && body == self.home {
            weights::HOME
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_player_is_at_has_its_name_before_all_others() {
        let mut world = World::new();
        let [fleet, other, body] = [(); 3].map(|()| world.spawn_empty().id());
        let objectives = BTreeSet::from([BodyId(5)]);
        let concern = Concern {
            hovered: Some(other),
            selected: [fleet].into_iter().collect(),
            objectives: &objectives,
            home: Some(BodyId(3)),
        };
        let order = [
            concern.weight(fleet, None),
            concern.weight(other, Some(BodyId(3))),
            concern.weight(body, Some(BodyId(5))),
            concern.weight(body, Some(BodyId(3))),
            concern.weight(body, Some(BodyId(4))),
        ];
        assert!(order.is_sorted_by(|one, next| one > next), "{order:?}");
        assert_eq!(concern.weight(body, None), 0.0);
        let lasting = concern.lasting_weight(Some(BodyId(3)));
        assert!(lasting > 0.0 && lasting < concern.weight(other, Some(BodyId(3))), "the pointer is on it");
        let nowhere = Concern { home: None, ..concern };
        assert_eq!(nowhere.weight(body, None), 0.0, "a fleet is no home");
    }
}
