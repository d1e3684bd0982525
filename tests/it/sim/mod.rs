//! The world: orders, flight, wells, saves, and that the same always gives the same.

mod bad_saves;
mod calendar;
mod company;
mod courses;
mod determinism;
mod estate;
mod events;
mod fleets_changed;
mod flight;
mod forecast;
mod formation;
mod frames;
mod ledger;
mod orders;
mod replaced;
mod rings_held;
mod route_edits;
mod routes;
mod saves;
mod schedule;
mod secrets;
mod sight;
mod solid_structures;
mod waits;
mod wells;
mod world_view;
pub mod worlds;
