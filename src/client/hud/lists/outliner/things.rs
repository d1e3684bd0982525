//! The things that rows stand for: a click on a row by a tool, or by the right button, is one on its thing. What the
//! click does is decided where all clicks are, among the orders.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::OutlinerAction;
use super::entry_rows::OutlinerRow;
use crate::client::input::{ListedThing, Tool};
use crate::client::view::FocusTarget;
use crate::sim::FleetId;
use crate::sim::visibility::WorldView;

impl OutlinerAction {
    /// The thing that its row stands for; `None` for no single thing. `id_of` finds the number of a fleet.
    fn thing(self, id_of: impl Fn(Entity) -> Option<FleetId>) -> Option<ListedThing> {
        let at = |target: FocusTarget, fleet: Option<FleetId>| {
            let point = if let FocusTarget::Point(point) = target { Some(point) } else { None };
            ListedThing { body: target.body(), fleet, point, is_foes: false }
        };
        match self {
            Self::Look(target) => Some(at(target, None)),
            Self::Contact { target, fleet } => Some(ListedThing { is_foes: true, ..at(target, fleet) }),
            Self::Fleet(fleet) => Some(ListedThing { fleet: Some(id_of(fleet)?), ..default() }),
            Self::Fold(_) | Self::Group(_) | Self::IdleYard(_) => None,
        }
    }

    /// The same, if a left click with the tool is one on the thing. Only the tool for guards is for own fleets: with
    /// any other, a row still selects.
    pub(super) fn thing_for(
        self,
        tool: Tool,
        id_of: impl Fn(Entity) -> Option<FleetId>,
    ) -> Option<ListedThing> {
        let is_for = match self {
            Self::Fleet(_) => tool == Tool::Guard,
            _ => tool.takes_things(),
        };
        if is_for { self.thing(id_of) } else { None }
    }
}

/// Query bundle for the rows under the pointer.
#[derive(SystemParam)]
pub struct ListedRows<'w, 's> {
    rows: Query<'w, 's, &'static OutlinerAction>,
    parents: Query<'w, 's, &'static ChildOf>,
}

impl ListedRows<'_, '_> {
    /// The row that a node of a panel is, or is in, and its thing; `None` if the row stands for no single thing.
    pub fn at(&self, node: Entity, view: WorldView) -> Option<(OutlinerAction, ListedThing)> {
        let id_of = |fleet: Entity| view.fleet(fleet).map(|known| known.fleet.id);
        let nodes = std::iter::once(node).chain(self.parents.iter_ancestors(node));
        let mut actions = nodes.filter_map(|node| self.rows.get(node).ok().copied());
        actions.find_map(|action| Some((action, action.thing(id_of)?)))
    }
}

/// What a right click on the row under the pointer does with the selected ships, in words; `None` if it does nothing.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct RowOrder(pub Option<(OutlinerAction, String)>);

impl RowOrder {
    /// These rows, with the words in the tip of their row.
    pub(super) fn told_in(&self, mut rows: Vec<OutlinerRow>) -> Vec<OutlinerRow> {
        if let Some((action, words)) = &self.0 {
            let cells = rows.iter_mut().flat_map(|row| &mut row.cells);
            for cell in cells.filter(|cell| cell.press == Some(*action)) {
                cell.tip = format!("{} {words}.", cell.tip);
            }
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use glam::DVec3;

    use super::super::OutlinerState;
    use super::super::rows::rows_of;
    use super::super::test_support::outline;
    use super::*;
    use crate::client::hud::planet::test_support::watched_by;
    use crate::client::view::Sight;
    use crate::sim::visibility::test_support::{EARTH, TERRA};

    fn contact(target: FocusTarget, fleet: Option<FleetId>) -> OutlinerAction {
        OutlinerAction::Contact { target, fleet }
    }

    #[test]
    fn the_row_of_a_contact_means_its_fleet_or_the_foes_at_its_body_and_that_of_an_own_fleet_only_guards() {
        let (place, fleet, id) = (DVec3::X, Some(FleetId(9)), FleetId(2));
        let thing = |tool: Tool, action: OutlinerAction| action.thing_for(tool, |_| Some(id));
        let open = thing(Tool::Attack, contact(FocusTarget::Point(place), fleet));
        assert_eq!(open, Some(ListedThing { body: None, fleet, point: Some(place), is_foes: true }));
        let at_earth = thing(Tool::Attack, contact(FocusTarget::Beside(EARTH, place), None));
        assert_eq!(at_earth, Some(ListedThing { body: Some(EARTH), is_foes: true, ..default() }));
        let own = OutlinerAction::Fleet(Entity::PLACEHOLDER);
        assert_eq!(thing(Tool::Guard, own), Some(ListedThing { fleet: Some(id), ..default() }));
        assert_eq!(thing(Tool::Attack, own), None);
        assert_eq!(own.thing(|_| Some(id)).and_then(|thing| thing.fleet), Some(id), "a right click follows");
    }

    #[test]
    fn all_that_is_in_a_row_stands_for_its_thing() {
        let mut simulation = watched_by(TERRA);
        let world = simulation.world_mut();
        let look = OutlinerAction::Look(FocusTarget::Body(EARTH));
        let row = world.spawn(look).id();
        let yards = world.spawn((OutlinerAction::IdleYard(EARTH), ChildOf(row))).id();
        let words = world.spawn(ChildOf(yards)).id();
        let elsewhere = world.spawn_empty().id();
        let mut at = |node: Entity| {
            let find = move |rows: ListedRows, sight: Sight| rows.at(node, sight.view());
            world.run_system_once(find).expect("it runs")
        };
        let earth = Some((look, ListedThing { body: Some(EARTH), ..default() }));
        assert_eq!([row, yards, words].map(&mut at), [earth; 3]);
        assert_eq!(at(elsewhere), None);
    }

    #[test]
    fn the_tip_of_the_row_under_the_pointer_says_what_a_right_click_does() {
        let outline = outline();
        let action = contact(outline.contacts[0].target, None);
        let order = RowOrder(Some((action, "Right-click: attack everything near Mars".to_owned())));
        let rows = rows_of(&outline, &OutlinerState::default());
        let told = order.told_in(rows.clone());
        let tip = &told[6].cells[0].tip;
        let words =
            "3 ships of Ares, Mars, in sight. Click: look there. Right-click: attack everything near Mars.";
        assert_eq!(tip, words);
        assert_eq!(told[..6], rows[..6]);
        assert_eq!(RowOrder::default().told_in(rows.clone()), rows);
    }
}
