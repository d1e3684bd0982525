//! The forces on a ship: the pull of its target, the pushes of others, the limits of its engines, and rest.

pub mod pull;
pub mod push;
pub mod settle;
pub mod thrust;
