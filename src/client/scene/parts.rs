//! The entities that are drawn for a unit of the world. They are removed with the unit.

use bevy::prelude::*;

/// The unit for which an entity is drawn.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[relationship(relationship_target = Parts)]
pub struct PartOf(pub Entity);

/// All that is drawn for a unit. It is despawned with the unit.
#[derive(Component, Debug)]
#[relationship_target(relationship = PartOf, linked_spawn)]
pub struct Parts(Vec<Entity>);
