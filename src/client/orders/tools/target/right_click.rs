//! What a right click without a tool does: the one rule for the sky, the map and the rows of lists.

use bevy::prelude::*;

use super::{HoverTarget, Leader, TargetInputs};
use crate::client::frame::Player;
use crate::client::hud::outliner::{ListedRows, RowOrder};
use crate::client::input::{Held, ListedThing, Tool, UnderPointer, run};
use crate::client::orders::planning::buttons::able::Able;
use crate::client::orders::planning::chosen::Chosen;
use crate::client::orders::planning::making::{go, when};
use crate::client::view::Sight;
use crate::sim::order::Abilities;
use crate::sim::{Goal, Order, OrderQueue};

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

/// The thing for whose row a node of a panel stands.
pub fn thing_at(In(node): In<Entity>, rows: ListedRows, sight: Sight) -> Option<ListedThing> {
    rows.at(node, sight.view()).map(|(_, thing)| thing)
}

/// A right click on the row of a thing: it ends a tool, or orders the selected ships.
pub fn right_click(world: &mut World, thing: ListedThing) {
    if *world.resource::<Tool>() != Tool::Select {
        world.insert_resource(Tool::Select);
    } else if let Some(order) = run(world, right_click_order, thing) {
        let player = world.resource::<Player>().faction;
        world.resource_mut::<OrderQueue>().give(player, order);
    }
}

/// The order of the selected ships by a right click on the row of a thing.
fn right_click_order(
    In(thing): In<ListedThing>,
    scene: TargetInputs,
    able: Res<Able>,
    chosen: Chosen,
    held: Res<Held>,
) -> Option<Order> {
    if chosen.is_empty() {
        return None;
    }
    let goal = scene.listed(&thing, &able.abilities).goal(goal_at(&thing))?;
    Some(go(&chosen.ids(), goal, when(held.add, held.first)))
}

/// Notes the effect of a right click on the row under the pointer, for its tip.
pub fn note_row_order(
    rows: ListedRows,
    scene: TargetInputs,
    sight: Sight,
    able: Res<Able>,
    tool: Res<Tool>,
    under: Res<UnderPointer>,
    mut order: ResMut<RowOrder>,
) {
    let node = under.panel.filter(|_| *tool == Tool::Select && able.abilities.ships > 0);
    let words = |thing: &ListedThing| {
        let target = scene.listed(thing, &able.abilities);
        target.goal(goal_at(thing)).and_then(|_| target.map_words(*tool))
    };
    let row = node.and_then(|node| rows.at(node, sight.view()));
    order.set_if_neq(RowOrder(row.and_then(|(action, thing)| Some((action, words(&thing)?)))));
}

/// Where ships go that are sent to a thing.
pub fn goal_at(thing: &ListedThing) -> Option<Goal> {
    thing.body.map(Goal::Body).or_else(|| thing.point.map(Goal::point))
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::super::BodyThere;
    use super::super::tests::{
        ABOUT_STRAND, STRAND, Side, WHO, anywhere, landers, on_body, on_foe, on_own_fleet, warships,
    };
    use super::*;
    use crate::client::hud::planet::test_support::watched_by;
    use crate::client::input::{HoveredStructure, Selected};
    use crate::client::orders::tools::test_support::MARS;
    use crate::client::view::known::seen::note_bodies;
    use crate::level::Assault;
    use crate::sim::FleetId;
    use crate::sim::motion::wells::all_about;
    use crate::sim::visibility::test_support::{TERRA, visit_mars};
    use crate::sim::{Ship, ShipId, Sky, When};

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

    #[test]
    fn a_right_click_on_the_row_of_contacts_attacks_those_in_sight_and_goes_where_others_were_seen() {
        let mut simulation = watched_by(TERRA);
        let world = simulation.world_mut();
        world.init_resource::<HoveredStructure>();
        world.init_resource::<Held>();
        world.init_resource::<Able>();
        world.resource_mut::<Able>().abilities = warships();
        let scouts: Vec<(Entity, ShipId)> =
            world.query::<(Entity, &Ship)>().iter(world).map(|(entity, ship)| (entity, ship.id)).collect();
        let [(scout, id)] = scouts[..] else { panic!("there is one") };
        let contacts = ListedThing { body: Some(MARS), is_foes: true, ..default() };
        let order = |world: &mut World| run(world, right_click_order, contacts);
        assert_eq!(order(world), None, "no ship is selected");
        world.entity_mut(scout).insert(Selected);
        assert_eq!(order(world), Some(go(&[id], Goal::Body(MARS), When::Now)));
        visit_mars(world, false);
        world.run_system_once(note_bodies).expect("it runs");
        let all = Goal::Attack(all_about(world.resource::<Sky>(), MARS));
        assert_eq!(order(world), Some(go(&[id], all, When::Now)));
    }
}
