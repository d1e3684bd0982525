//! A clock that stands still while the player reads, and before the first picture of a world.

use bevy::prelude::*;

use super::schedule::InputSystems;
use crate::client::worlds::{AppState, ExchangeSystems};
use crate::sim::OfWorld;

/// Whether a page has halted the clock. It does not change the player's own pause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockHold(bool);

impl ClockHold {
    /// Halts the clock, if it is running. A clock that was halted here before waits on.
    pub fn hold(&mut self, time: &mut Time<Virtual>) {
        self.0 |= !time.is_paused();
        time.pause();
    }

    /// Lets the clock go on, if it was halted here.
    pub fn release(&mut self, time: &mut Time<Virtual>) {
        if self.give_up() {
            time.unpause();
        }
    }

    /// Leaves the clock as it is; returns whether it was halted here.
    pub fn give_up(&mut self) -> bool {
        std::mem::take(&mut self.0)
    }

    /// Whether the clock waits.
    pub fn is_on(self) -> bool {
        self.0
    }

    /// Whether the player has let the clock go on meanwhile.
    pub fn is_outdated(self, time: &Time<Virtual>) -> bool {
        self.0 && !time.is_paused()
    }
}

/// The halt by the pages of help. One page replaces another, so they share it. Whatever else stops the clock for the
/// player gives this halt up.
#[derive(Resource, Clone, Copy, Debug, Default, Deref, DerefMut)]
pub struct HelpHold(ClockHold);

/// Whether the first picture of the world is awaited. No tick runs meanwhile, whether the clock is paused or not.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PictureAwaited(pub bool);

impl PictureAwaited {
    /// Run condition: the player sees the world.
    pub fn is_over(awaited: Res<Self>) -> bool {
        !awaited.0
    }
}

/// Adds the halts by the pages of help and before the first picture.
pub(super) fn plugin(app: &mut App) {
    app.init_of_world::<HelpHold>().init_of_world::<PictureAwaited>();
    app.add_systems(Update, give_up_outdated.in_set(InputSystems::Seat));
    app.add_systems(OnEnter(AppState::Loading), release.before(ExchangeSystems::Spawn));
}

/// The player's key for the pause ends the halt.
fn give_up_outdated(mut hold: ResMut<HelpHold>, time: Res<Time<Virtual>>) {
    if hold.is_outdated(&time) {
        hold.give_up();
    }
}

/// The pages go with their world, and so does their halt.
fn release(mut hold: ResMut<HelpHold>, mut time: ResMut<Time<Virtual>>) {
    hold.release(&mut time);
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn only_a_clock_that_was_halted_goes_on() {
        let (mut hold, mut time) = (ClockHold::default(), Time::<Virtual>::default());
        hold.hold(&mut time);
        assert!(time.is_paused() && hold.is_on() && !hold.is_outdated(&time));
        hold.release(&mut time);
        assert!(!time.is_paused() && !hold.is_on());
        time.pause();
        hold.hold(&mut time);
        hold.release(&mut time);
        assert!(time.is_paused(), "the player's own pause stays");
        time.unpause();
        hold.hold(&mut time);
        time.unpause();
        assert!(hold.is_outdated(&time), "the player lets it go on");
        assert!(hold.give_up() && !hold.give_up());
    }

    #[test]
    fn a_page_that_takes_the_place_of_another_keeps_the_halt() {
        let (mut hold, mut time) = (ClockHold::default(), Time::<Virtual>::default());
        hold.hold(&mut time);
        hold.hold(&mut time);
        hold.release(&mut time);
        assert!(!time.is_paused());
    }

    #[test]
    fn the_halt_of_help_ends_with_its_world_and_with_the_players_key() {
        let mut world = World::new();
        world.init_resource::<Time<Virtual>>();
        world.init_resource::<HelpHold>();
        let hold = |world: &mut World| {
            world.resource_scope(|world, mut hold: Mut<HelpHold>| {
                hold.hold(&mut world.resource_mut::<Time<Virtual>>());
            });
        };
        hold(&mut world);
        world.run_system_once(release).expect("it runs");
        assert!(!world.resource::<Time<Virtual>>().is_paused());
        hold(&mut world);
        world.resource_mut::<Time<Virtual>>().unpause();
        world.run_system_once(give_up_outdated).expect("it runs");
        world.resource_mut::<Time<Virtual>>().pause();
        world.run_system_once(release).expect("it runs");
        assert!(world.resource::<Time<Virtual>>().is_paused(), "the player's own pause stays");
    }
}
