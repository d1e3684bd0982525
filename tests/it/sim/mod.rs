//! The world: flight, orders, knowledge, money, and state.

mod economy;
mod knowledge;
mod motion;
mod orders;
mod state;
pub mod worlds;
