//! Shots: tracers, beams, arcs.

pub mod arcs;
pub mod beams;
pub mod tracers;
