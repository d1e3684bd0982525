//! Systems that run inside another one, so that each sees the effects of the one before.

use bevy::prelude::*;

/// Runs a system at once. A system that cannot run has no effect.
pub fn run<I, O, M, S>(world: &mut World, system: S, input: I::Inner<'_>) -> O
where
    I: SystemInput + 'static,
    O: Default + 'static,
    S: IntoSystem<I, O, M> + 'static,
{
    world.run_system_cached_with(system, input).unwrap_or_else(|error| {
        warn!("{error}");
        O::default()
    })
}
