//! Effects of Esc: one at a time, the innermost first.
//!
//! While a page of the menu, the search or the field of a name is open the keys of the game rest, and Esc acts there.

use std::collections::BTreeMap;

use bevy::ecs::system::SystemId;
use bevy::prelude::*;

/// The ladder, the innermost first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rung {
    /// The page of keys.
    Help,
    /// The encyclopedia.
    Encyclopedia,
    /// A drag that is under way.
    Drag,
    /// The active tool.
    Tool,
    /// The displayed later time.
    LaterTime,
    /// The list of events to wait for.
    WaitList,
    /// The plans of minds.
    Plans,
    /// The report on a battle.
    Report,
    /// The card of a battle.
    Battle,
    /// The panel of all events.
    Log,
    /// The briefing at the beginning of a level.
    Briefing,
    /// A hint of the guide that asks for nothing.
    Hint,
    /// The selection.
    Selection,
    /// The planet panel, which is open beside most selections.
    PlanetPanel,
    /// Nothing to end: the menu opens.
    Menu,
}

/// The systems of the ladder. Each returns whether it ended something.
#[derive(Resource, Debug, Default)]
struct Ladder(BTreeMap<Rung, SystemId<(), bool>>);

/// Adds rungs to the ladder.
pub trait EscapeLadder {
    /// Registers a system at a rung. It ends the present activity of its kind and returns whether there was any.
    fn on_escape<M>(&mut self, rung: Rung, system: impl IntoSystem<(), bool, M> + 'static) -> &mut Self;
}

impl EscapeLadder for App {
    fn on_escape<M>(&mut self, rung: Rung, system: impl IntoSystem<(), bool, M> + 'static) -> &mut Self {
        let system = self.register_system(system);
        self.world_mut().get_resource_or_init::<Ladder>().0.insert(rung, system);
        self
    }
}

/// Runs the ladder upward until something is ended.
pub fn escape(world: &mut World) {
    let rungs = world.get_resource_or_init::<Ladder>().0.clone();
    for (rung, system) in rungs {
        match world.run_system(system) {
            Ok(true) => return,
            Ok(false) => {}
            Err(error) => warn!("Esc, {rung:?}: {error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Resource, Default, PartialEq, Debug)]
    struct Open {
        tool: bool,
        page: bool,
    }

    #[test]
    fn cards_close_before_the_selection_goes_and_after_the_tool() {
        assert!(Rung::Tool < Rung::Report && Rung::Report < Rung::Battle && Rung::Battle < Rung::Selection);
    }

    #[test]
    fn a_later_time_ends_after_the_tool_and_before_all_cards() {
        assert!(Rung::Tool < Rung::LaterTime && Rung::LaterTime < Rung::WaitList);
    }

    #[test]
    fn the_planet_panel_closes_after_the_selection_and_before_the_menu_opens() {
        assert!(Rung::Selection < Rung::PlanetPanel && Rung::PlanetPanel < Rung::Menu);
    }

    #[test]
    fn one_press_ends_one_thing_the_innermost_first() {
        let mut app = App::new();
        app.insert_resource(Open { tool: true, page: true })
            .on_escape(Rung::Tool, |mut open: ResMut<Open>| std::mem::take(&mut open.tool))
            .on_escape(Rung::Help, |mut open: ResMut<Open>| std::mem::take(&mut open.page));
        escape(app.world_mut());
        assert_eq!(app.world().resource::<Open>(), &Open { tool: true, page: false });
        escape(app.world_mut());
        assert_eq!(app.world().resource::<Open>(), &Open::default());
        escape(app.world_mut());
    }
}
