//! The sky: bodies and their light, comets, orbits, constellations, the grid of the ecliptic.

pub mod bodies;
pub mod comets;
pub mod constellations;
pub mod ecliptic_grid;
pub mod orbit_lines;
pub mod orbit_marks;
pub mod sunlight;
pub mod surface;
