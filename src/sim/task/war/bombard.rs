//! Bombardment of the ground of a body until it is taken. `ground.rs` has the fleet's place meanwhile and the end
//! of the task.

use super::doctrine::check_fires;
use super::sides::{is_own_side, solid_ground};
use crate::sim::task::Groups;
use crate::sim::task::crew::any_ship;
use crate::sim::visibility::WorldView;
use crate::sim::{ArmedClass, ArmsTable, BodyId, FactionId, TaskRefusal};

/// The verb of this task.
pub(in crate::sim::task) const VERB: &str = "bombards";

/// Whether a body may be bombarded: it has ground that is not of the own side, as far as the faction knows.
///
/// # Errors
/// The body has no ground, or belongs to the own side.
pub(in crate::sim) fn check(view: WorldView, faction: FactionId, body: BodyId) -> Result<(), TaskRefusal> {
    let name = solid_ground(view.almanac(), body)?;
    if is_own_side(view, faction, body) { Err(TaskRefusal::OwnSide(name)) } else { Ok(()) }
}

/// Whether some of the ships have a weapon that reaches the ground, and no such ship holds its fire.
///
/// # Errors
/// No ship has such a weapon, or one that has holds its fire.
pub(in crate::sim) fn check_crew(view: WorldView, groups: &Groups) -> Result<(), TaskRefusal> {
    if !any_ship(view, groups, bombards) {
        return Err(TaskRefusal::NoBombardment);
    }
    check_fires(view, groups, bombards)
}

/// Whether a class has a weapon that reaches the ground.
pub(in crate::sim) fn bombards(arms_table: &ArmsTable, class: &ArmedClass) -> bool {
    reach_km(arms_table, class) > 0.0
}

/// Longest range of a class's weapons against the ground, km; 0 without any.
pub(in crate::sim) fn reach_km(arms_table: &ArmsTable, class: &ArmedClass) -> f64 {
    let weapons = class.mounts.iter().filter_map(|mount| arms_table.weapons.get(mount.weapon));
    weapons.filter(|weapon| weapon.bombards).map(|weapon| weapon.range_km).fold(0.0, f64::max)
}
