//! A fleet takes another name. Names are part of the state: orders from files know fleets by them.

use bevy::prelude::*;

use super::crew::is_part;
use super::{Groups, TaskRefusal};
use crate::level::source::plain::name_fault;
use crate::sim::visibility::WorldView;
use crate::sim::{FactionId, Fleet};

/// Whether a whole fleet of a faction may take a name.
///
/// # Errors
/// The name is invalid, another fleet of the faction has it, or the ships are not those of one whole fleet.
pub(in crate::sim) fn check(
    view: WorldView,
    faction: FactionId,
    groups: &Groups,
    name: &str,
) -> Result<(), TaskRefusal> {
    if let Some((fault, _)) = name_fault(name) {
        return Err(TaskRefusal::NotAName(fault));
    }
    let [(fleet, ships)] = groups.as_slice() else { return Err(TaskRefusal::NotOneFleet) };
    if is_part(view, *fleet, ships) {
        return Err(TaskRefusal::NotOneFleet);
    }
    // Names of other factions do not count: a refusal must not reveal hidden fleets.
    let mut namesakes = view.fleets(|other| other.faction == faction && other.name == name);
    if namesakes.any(|other| other.entity != *fleet) {
        return Err(TaskRefusal::NameIsTaken(name.to_owned()));
    }
    Ok(())
}

/// Gives a fleet a name.
pub(in crate::sim) fn begin(world: &mut World, fleet: Entity, name: &str) {
    if let Some(mut fleet) = world.get_mut::<Fleet>(fleet) {
        name.clone_into(&mut fleet.name);
    }
}
