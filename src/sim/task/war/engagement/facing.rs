//! Facings of standing ships: so that their guns bear, else as ordered for their fleet.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use super::manoeuvre::turned;
use super::moving::MovingStructures;
use crate::sim::motion::ShipTable;
use crate::sim::{ArmsTable, BodyId, Condition, Engagement, Formation, Route, Sky, TargetId};

/// Query bundle for facings.
#[derive(SystemParam)]
pub(in crate::sim) struct FacingInputs<'w, 's> {
    fleets: Query<'w, 's, (Entity, Option<&'static Engagement>, &'static Route, &'static Formation)>,
    conditions: Query<'w, 's, &'static Condition>,
    standing: Res<'w, MovingStructures>,
    arms_table: Res<'w, ArmsTable>,
    sky: Res<'w, Sky>,
}

/// The facing of a fleet's ships: the first of these that is present.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sight {
    /// Whether each ship faces its own target.
    fights: bool,
    /// A body that is bombarded.
    ground: Option<BodyId>,
    /// The foe that the fleet goes for.
    foe: Option<TargetId>,
    /// The direction in which the fleet was ordered to look.
    direction: Option<DVec3>,
}

/// The facings of fleets, by entity; reused from tick to tick to avoid allocation.
#[derive(Default)]
pub(in crate::sim) struct Facings(Vec<(Entity, Sight)>);

/// Sets the facings of standing ships.
pub(in crate::sim) fn face(mut table: ResMut<ShipTable>, outlook: FacingInputs, mut room: Local<Facings>) {
    let (table, fleets) = (&mut *table, &mut room.0);
    fleets.clear();
    fleets.extend(outlook.fleets.iter().filter_map(|(fleet, engagement, route, formation)| {
        sight_of(engagement, route, formation).map(|sight| (fleet, sight))
    }));
    if fleets.is_empty() {
        return;
    }
    fleets.sort_unstable_by_key(|(fleet, _)| *fleet);
    for index in 0..table.len() {
        let fleet = table.fleets[index];
        if let Ok(at) = fleets.binary_search_by_key(&fleet, |(fleet, _)| *fleet) {
            table.goals[index].facing = outlook.facing(table, index, fleets[at].1);
        }
    }
}

/// The facing of a fleet; `None` if it has none.
fn sight_of(engagement: Option<&Engagement>, route: &Route, formation: &Formation) -> Option<Sight> {
    let ground = route.0.front().map(|leg| leg.goal).filter(|goal| !goal.lands());
    let ground = ground.and_then(|goal| goal.ground()).map(|(body, _)| body);
    let sight = Sight {
        fights: engagement.is_some(),
        ground,
        foe: engagement.and_then(|engagement| engagement.foe),
        direction: formation.facing.filter(|_| route.rests()),
    };
    (sight.fights || sight.ground.is_some() || sight.direction.is_some()).then_some(sight)
}

impl FacingInputs<'_, '_> {
    /// The facing of a standing ship.
    fn facing(&self, table: &ShipTable, index: usize, sight: Sight) -> Option<DVec3> {
        let class = self.arms_table.ships.get(table.ships[index].class).filter(|class| class.is_armed());
        if let Some((class, place)) = class.zip(self.target(table, index, sight)) {
            return Some(turned(place - table.positions[index], -class.bears_at));
        }
        // A ship that orbits in a ring faces along it.
        sight.direction.filter(|_| table.ring_motions[index].ring.is_none())
    }

    /// The place on which the guns of a ship should bear, km.
    fn target(&self, table: &ShipTable, index: usize, sight: Sight) -> Option<DVec3> {
        let find = |mark: TargetId| Some(self.standing.find(table, mark)?.position);
        let aimed_at = || self.conditions.get(table.entities[index]).ok()?.target.and_then(find);
        let ground = || Some(self.sky.before.get(sight.ground?)?.position);
        let fought = if sight.fights { aimed_at() } else { None };
        fought.or_else(ground).or_else(|| sight.foe.and_then(find))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resting_fleet_at_peace_looks_in_its_ordered_direction() {
        let ordered = Formation { facing: Some(DVec3::Y), ..Formation::default() };
        let rests = Route::default();
        let sight = sight_of(None, &rests, &ordered).expect("the order has a facing");
        assert_eq!((sight.fights, sight.foe, sight.direction), (false, None, Some(DVec3::Y)));
        assert_eq!(sight_of(None, &rests, &Formation::default()), None);
    }
}
