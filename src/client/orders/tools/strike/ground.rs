//! The ground of a body: landing on it, and bombarding it.

use bevy::prelude::*;

use crate::client::input::Tool;
use crate::client::orders::planning::assault::words_of;
use crate::client::orders::planning::making::go;
use crate::client::orders::tools::aim::{AIM, ClickOutcome, ClickRequest, ClickSpot, Marks, STRIKE};
use crate::client::orders::tools::target::HoverTarget;
use crate::sim::Goal;

/// The meaning of a click.
pub fn meaning(tool: Tool, spot: &ClickSpot, request: &ClickRequest) -> ClickOutcome {
    let Tool::Ground(assault) = tool else { return ClickOutcome::Passed };
    let order = spot.body.map(|body| go(&request.ships, Goal::Ground { body, assault }, request.when));
    ClickOutcome::order(order, words_of(assault).missed)
}

/// Shows what a click will do.
pub fn draw(tool: Res<Tool>, target: Res<HoverTarget>, mut marks: Marks) {
    let Tool::Ground(assault) = *tool else { return };
    marks.draw(STRIKE);
    let color = if target.fails(*tool) { STRIKE } else { AIM };
    marks.say(target.assault_words(assault), color);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::orders::tools::test_support::{MARS, goes, on_mars, on_plane, request};
    use crate::level::Assault;
    use crate::sim::When;

    #[test]
    fn landings_and_bombardments_need_a_body() {
        for assault in Assault::ALL {
            let meant = |spot: &ClickSpot| meaning(Tool::Ground(assault), spot, &request(When::Now));
            assert_eq!(meant(&on_mars()), goes(Goal::Ground { body: MARS, assault }, When::Now));
            assert!(matches!(meant(&on_plane()), ClickOutcome::Missed(_)));
        }
    }
}
