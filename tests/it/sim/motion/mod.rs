//! Flight: routes, courses, formations, rings, wells, and nothing passed through.

mod company;
mod courses;
mod flight;
mod formation;
mod frames;
mod rings_held;
mod routes;
mod solid_structures;
mod wells;

use super::worlds;
