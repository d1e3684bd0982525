//! The active mouse tool.

use bevy::prelude::*;
use glam::DVec3;

use crate::level::Assault;
use crate::sim::{BodyId, ClassId, FleetId, StructureId};

/// The share of its strength that a line across the view keeps while a place for a structure is chosen.
const BESIDE_SLOTS: f32 = 0.2;

/// The active mouse tool. The tools themselves are in `orders/tools`, a file a tool.
///
/// It is a resource and no [`State`]: states change between frames, but a key that selects a tool and the click
/// that uses it may come in one frame.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Selects ships, and sends them by the right button.
    #[default]
    Select,
    /// Drags the end of a leg, or a new waypoint out of a line, until the button is released.
    Waypoint,
    /// Sends ships to the clicked target.
    Go,
    /// Makes ships fly to and fro between their place and the clicked one.
    Patrol,
    /// Makes ships stay beside a fleet and guard it.
    Guard,
    /// Makes ships keep station ahead of a body: this one, or a body to be clicked.
    Station(Option<BodyId>),
    /// Attacks the clicked foe, or flies there and fights foes on the way.
    Attack,
    /// Makes ships land on a body, or bombard it.
    Ground(Assault),
    /// Builds a structure of this class in a slot.
    Build(ClassId),
    /// Sets the rally point of this yard.
    Rally(StructureId),
}

/// The thing that a row of a list stands for. Clicked while a tool is for it, or with the right button, the click means
/// the same as one on the thing itself.
#[derive(Message, Clone, Copy, Debug, Default, PartialEq)]
pub struct ListedThing {
    /// A body, or that of the well in which the thing is.
    pub body: Option<BodyId>,
    /// A fleet in sight.
    pub fleet: Option<FleetId>,
    /// Its place outside of all wells, heliocentric ecliptic km.
    pub point: Option<DVec3>,
    /// Whether the row is about foes, and not about the body itself.
    pub is_foes: bool,
}

impl Tool {
    /// Whether it is the same tool, at any step of its work.
    pub fn is_like(self, other: Self) -> bool {
        self == other || matches!((self, other), (Self::Station(_), Self::Station(_)))
    }

    /// Activates a tool, or deactivates it if it is active.
    pub fn toggle(&mut self, other: Self) {
        *self = if self.is_like(other) { Self::Select } else { other };
    }

    /// Whether it waits for a click that gives the selected ships an order.
    pub fn orders_ships(self) -> bool {
        use Tool::{Attack, Go, Ground, Guard, Patrol, Station};
        matches!(self, Go | Patrol | Guard | Station(_) | Attack | Ground(_))
    }

    /// Whether a click on a thing in a list is a click on the thing itself. Other tools need a place that no list has.
    pub fn takes_things(self) -> bool {
        matches!(self, Self::Go | Self::Guard | Self::Attack | Self::Ground(_))
    }

    /// The class of the structure that is to be built.
    pub fn class(self) -> Option<ClassId> {
        if let Self::Build(class) = self { Some(class) } else { None }
    }

    /// The share of their strength that the lines of orbits and stalks keep while the tool is held: they would cross
    /// the rings in which a place for a structure is chosen.
    pub fn strength_of_lines(self) -> f32 {
        if self.class().is_some() { BESIDE_SLOTS } else { 1.0 }
    }

    /// The yard for which a rally point is to be set.
    pub fn rally(self) -> Option<StructureId> {
        if let Self::Rally(yard) = self { Some(yard) } else { None }
    }

    /// Whether the tool was activated by a panel.
    pub fn is_panels(self) -> bool {
        matches!(self, Self::Build(_) | Self::Rally(_))
    }

    /// Whether a click may have the effect of a right click without a tool.
    pub fn goes(self) -> bool {
        matches!(self, Self::Select | Self::Go)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_choice_of_a_slot_makes_lines_faint() {
        let tools = [Tool::Select, Tool::Go, Tool::Rally(StructureId(1)), Tool::Build(ClassId::FIRST)];
        assert_eq!(tools.map(Tool::strength_of_lines), [1.0, 1.0, 1.0, BESIDE_SLOTS]);
    }

    #[test]
    fn a_tool_that_is_taken_twice_is_put_down() {
        let mut tool = Tool::Select;
        tool.toggle(Tool::Station(None));
        tool = Tool::Station(Some(BodyId(3)));
        tool.toggle(Tool::Station(None));
        assert_eq!(tool, Tool::Select);
        tool.toggle(Tool::Rally(StructureId(1)));
        tool.toggle(Tool::Rally(StructureId(2)));
        assert_eq!(tool, Tool::Rally(StructureId(2)), "another yard is other work");
    }
}
