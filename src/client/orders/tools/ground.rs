//! The ground of a body: landing on it, and bombarding it.

use bevy::prelude::*;

use super::aim::{Marks, Outcome, Request, STRIKE, Spot};
use super::target::HoverTarget;
use crate::client::input::tool::Tool;
use crate::client::orders::planning::making::go;
use crate::level::NamedGoal;

/// What the next click is for, of a landing.
pub const LAND_HINT: &str = "click the body to land on, <add>: queue, <end> ends";
/// The same of a bombardment.
pub const BOMBARD_HINT: &str = "click the body to bombard, <add>: queue, <end> ends";

/// What a click means for a landing.
pub fn land(_: Tool, spot: &Spot, request: &Request) -> Outcome {
    on_ground(spot, request, NamedGoal::Land, "Click the body to land on, <end> ends")
}

/// What a click means for a bombardment.
pub fn bombard(_: Tool, spot: &Spot, request: &Request) -> Outcome {
    on_ground(spot, request, NamedGoal::Bombard, "Click the body to bombard, <end> ends")
}

fn on_ground(spot: &Spot, request: &Request, goal: fn(String) -> NamedGoal, why: &'static str) -> Outcome {
    Outcome::order(spot.name.clone().map(|body| go(&request.ships, goal(body), request.when)), why)
}

/// Shows what a click will do.
pub fn draw(tool: Res<Tool>, target: Res<HoverTarget>, mut marks: Marks) {
    let words = if *tool == Tool::Land { target.land_words() } else { target.bombard_words() };
    marks.draw(STRIKE);
    marks.say(words, STRIKE);
}

#[cfg(test)]
mod tests {
    use super::super::aim::samples::{goes, on_mars, on_plane, request};
    use super::*;
    use crate::sim::When;

    #[test]
    fn landings_and_bombardments_need_a_body() {
        let request = request(When::Now);
        let body = || "Mars".to_owned();
        assert_eq!(land(Tool::Land, &on_mars(), &request), goes(NamedGoal::Land(body()), When::Now));
        assert_eq!(bombard(Tool::Bombard, &on_mars(), &request), goes(NamedGoal::Bombard(body()), When::Now));
        assert!(matches!(bombard(Tool::Bombard, &on_plane(), &request), Outcome::Missed(_)));
    }
}
