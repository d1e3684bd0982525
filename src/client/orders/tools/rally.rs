//! The rally point of a yard.

use bevy::prelude::*;

use super::aim::{ClickOutcome, ClickRequest, ClickSpot};
use crate::client::input::Tool;
use crate::client::scene::rings::ShownRings;
use crate::sim::{ConstructionOrder, Order};

/// Purpose of the next click.
pub const HINT: &str = "Click a place, a body or a ring: new ships go there · <deselect>: cancel";

/// The meaning of a click.
pub fn meaning(tool: Tool, spot: &ClickSpot, _: &ClickRequest) -> ClickOutcome {
    let order = tool
        .rally()
        .zip(spot.goal)
        .map(|(yard, rally)| Order::Construction(ConstructionOrder::RallyTo { yard, rally: Some(rally) }));
    ClickOutcome::order(
        order,
        "New ships cannot go there: click a place, a body or a ring · <deselect>: cancel",
    )
}

/// Has the rings under the pointer shown.
pub fn show(tool: Res<Tool>, mut shown: ResMut<ShownRings>) {
    if shown.for_rally != tool.rally().is_some() {
        shown.for_rally = tool.rally().is_some();
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{MARS, on_mars, request};
    use super::*;
    use crate::sim::ids::StructureId;
    use crate::sim::{Goal, When};

    #[test]
    fn a_rally_point_is_where_ships_would_be_sent() {
        let tool = Tool::Rally(StructureId(3));
        let rally = Some(Goal::Body(MARS));
        let order = Order::Construction(ConstructionOrder::RallyTo { yard: StructureId(3), rally });
        assert_eq!(meaning(tool, &on_mars(), &request(When::Now)), ClickOutcome::Chose(vec![order]));
        assert!(matches!(meaning(tool, &ClickSpot::default(), &request(When::Now)), ClickOutcome::Missed(_)));
    }
}
