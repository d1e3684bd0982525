//! What draws and pushes a ship, and what its engines make of that.

pub mod pull;
pub mod push;
pub mod settle;
pub mod thrust;
