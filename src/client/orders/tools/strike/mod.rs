//! Tools for attacks: foes, the ground of a body, and the odds of a fight.

pub(super) mod attack;
pub(super) mod ground;
pub(super) mod odds;
