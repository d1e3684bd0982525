//! The state of a save from its text.

use std::rc::Rc;

use super::check::{CheckContext, check};
use super::names::names_of;
use super::state::WorldState;
use crate::level::ids::names::with_names;
use crate::level::{Faults, SavedState};

/// The state of a save, checked against its level, that level's sky, and the rules.
///
/// # Errors
/// All faults, each with its place in the file.
pub fn read(saved: &SavedState, frame: &CheckContext<'_>) -> Result<WorldState, Faults> {
    let CheckContext { level, system, rules } = frame;
    let classes = (rules.ship_classes.as_slice(), rules.structure_classes.as_slice());
    let weapons = rules.weapons.iter().map(|weapon| weapon.name.as_str());
    let names = names_of(system, &level.factions, classes, weapons);
    with_names(Rc::new(names), || saved.read(|state: &WorldState, judge| check(state, frame, judge)))
}
