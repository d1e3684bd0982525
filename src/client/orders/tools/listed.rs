//! Clicks on rows of lists while a tool is held, and right clicks on them: each means the same as a click on the thing
//! that the row stands for.

use bevy::prelude::*;

use super::aim::{ActiveTool, Aiming, ClickSpot};
use super::dispatch::meaning;
use super::target::{TargetInputs, foes_about};
use crate::client::frame::Player;
use crate::client::hud::outliner::{ListedRows, RowOrder};
use crate::client::input::{Held, ListedThing, Tool, UnderPointer, run};
use crate::client::orders::planning::buttons::able::Able;
use crate::client::orders::planning::chosen::Chosen;
use crate::client::orders::planning::making::{go, when};
use crate::client::view::Sight;
use crate::sim::{AttackTarget, Goal, Order, OrderQueue};

/// Hands clicks on rows to the tool that is held.
pub fn aim_at_listed(
    mut clicks: MessageReader<ListedThing>,
    aiming: Aiming,
    sight: Sight,
    mut active: ActiveTool,
) {
    for thing in clicks.read() {
        let tool = *active.tool;
        if let Some(meaning) = meaning(tool) {
            let spot = spot_of(*thing, thing.body.and_then(|body| foes_about(sight.view(), body)));
            active.take(meaning(tool, &spot, &aiming.request()));
        }
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
fn goal_at(thing: &ListedThing) -> Option<Goal> {
    thing.body.map(Goal::Body).or_else(|| thing.point.map(Goal::point))
}

/// A click on a thing, with the foes about its body. A fleet itself comes before all that is near.
fn spot_of(thing: ListedThing, foes_about: Option<AttackTarget>) -> ClickSpot {
    let ListedThing { body, fleet, point, .. } = thing;
    ClickSpot {
        body,
        goal: goal_at(&thing),
        fleet,
        target: fleet.map(AttackTarget::Fleet).or(foes_about),
        point,
        is_thing: true,
        ..default()
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use glam::DVec3;

    use super::*;
    use crate::client::hud::planet::test_support::{ask_now, watched_by};
    use crate::client::input::{HoveredStructure, Selected};
    use crate::client::orders::planning::making::engage;
    use crate::client::orders::tools::aim::ClickOutcome;
    use crate::client::orders::tools::target::tests::warships;
    use crate::client::orders::tools::test_support::{MARS, SHIPS, goes, request};
    use crate::client::view::known::seen::note_bodies;
    use crate::level::Assault;
    use crate::sim::ids::{ClassId, FleetId, ShipId};
    use crate::sim::motion::wells::all_about;
    use crate::sim::visibility::test_support::{EARTH, TERRA, VENUS, visit_mars};
    use crate::sim::{BodyId, Ship, Simulation, Sky, When};

    /// What a click on a row means for a tool, with foes about its body.
    fn meant(tool: Tool, thing: ListedThing, foes: Option<AttackTarget>) -> ClickOutcome {
        let meaning = meaning(tool).expect("it waits for a click");
        meaning(tool, &spot_of(thing, foes), &request(When::Now))
    }

    #[test]
    fn a_row_means_its_thing() {
        let mars = ListedThing { body: Some(MARS), ..default() };
        let foes = AttackTarget::Class { class: ClassId::FIRST, body: Some(MARS) };
        assert_eq!(meant(Tool::Attack, mars, Some(foes)), goes(Goal::Attack(foes), When::Now));
        let fights = ClickOutcome::Chose(vec![engage(&SHIPS, Goal::Body(MARS), When::Now)]);
        assert_eq!(meant(Tool::Attack, mars, None), fights, "nobody is known to be there");
        assert_eq!(meant(Tool::Go, mars, Some(foes)), goes(Goal::Body(MARS), When::Now));
        let landing = Goal::Ground { body: MARS, assault: Assault::Land };
        assert_eq!(meant(Tool::Ground(Assault::Land), mars, None), goes(landing, When::Now));
    }

    #[test]
    fn a_row_of_a_fleet_in_open_space_is_attacked_or_guarded_itself() {
        let fleet = FleetId(9);
        let there = ListedThing { fleet: Some(fleet), point: Some(DVec3::X), ..default() };
        let attack = Goal::Attack(AttackTarget::Fleet(fleet));
        assert_eq!(meant(Tool::Attack, there, None), goes(attack, When::Now));
        let guard = Goal::Fleet { fleet, guard: true };
        assert_eq!(meant(Tool::Guard, there, None), goes(guard, When::Now));
        let lost = ListedThing { fleet: None, ..there };
        let search = ClickOutcome::Chose(vec![engage(&SHIPS, Goal::point(DVec3::X), When::Now)]);
        assert_eq!(meant(Tool::Attack, lost, None), search, "where it was seen last");
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

    #[test]
    fn foes_are_about_the_bodies_that_they_are_known_to_hold() {
        let about = |simulation: &mut Simulation, body: BodyId| {
            ask_now(simulation, |data| foes_about(data.view(), body))
        };
        let mut simulation = watched_by(TERRA);
        for body in [VENUS, EARTH, MARS] {
            assert_eq!(about(&mut simulation, body), None, "{body:?}");
        }
        visit_mars(simulation.world_mut(), false);
        simulation.world_mut().run_system_once(note_bodies).expect("it runs");
        assert!(about(&mut simulation, MARS).is_some());
        assert_eq!(about(&mut simulation, VENUS), None, "they are not known to hold it");
    }
}
