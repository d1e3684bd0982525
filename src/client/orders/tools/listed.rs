//! Clicks on rows of lists while a tool is held: each means the same as a click on the thing that the row stands for.

use bevy::prelude::*;

use super::aim::{ActiveTool, Aiming, ClickSpot};
use super::dispatch::meaning;
use super::target::foes_about;
use super::target::right_click::goal_at;
use crate::client::input::ListedThing;
use crate::client::view::Sight;
use crate::sim::AttackTarget;

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
    use crate::client::input::Tool;
    use crate::client::orders::planning::making::engage;
    use crate::client::orders::tools::aim::ClickOutcome;
    use crate::client::orders::tools::test_support::{MARS, SHIPS, goes, request};
    use crate::client::view::known::seen::note_bodies;
    use crate::level::Assault;
    use crate::sim::ids::{ClassId, FleetId};
    use crate::sim::visibility::test_support::{EARTH, TERRA, VENUS, visit_mars};
    use crate::sim::{BodyId, Goal, Simulation, When};

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
