//! Where every body of the sky is during this tick.
//!
//! A [`StarSystem`] comes in once; every tick leaves the states of all bodies before and after it.
//! Bodies are on rails: nothing here depends on ships.

use std::sync::Arc;

use bevy::prelude::*;

use crate::level::StarSystem;
use crate::orbit::State;

/// All bodies of the world and their places, in the magnified world (see
/// [`StarSystem::displayed_state`]).
#[derive(Resource, Clone, Debug)]
pub struct Sky {
    /// What the bodies are. Whoever keeps something that follows from it keeps this, too, and compares which
    /// one it is ([`Arc::ptr_eq`]): another world has another one, and no tick changes it.
    pub system: Arc<StarSystem>,
    /// Their states at the beginning of the last tick, in the order of `system.bodies`.
    pub before: Vec<State>,
    /// Their states at the end of the last tick.
    pub now: Vec<State>,
}

impl Sky {
    /// A sky that stands as it does on a date.
    pub fn new(system: impl Into<Arc<StarSystem>>, jd: f64) -> Self {
        let system = system.into();
        let mut now = Vec::new();
        system.place_all(jd, &mut now);
        Self { system, before: now.clone(), now }
    }
}

/// Marks the entity of a body, for those who attach something to it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[component(immutable)]
pub struct Body(pub usize);
