//! War: fights, carriers, and what must hold whatever happens.

mod conduct;
mod duel;
mod ground;
mod gunnery;
mod hangars;
mod harm;
mod ordnance;
mod outcomes;
mod wars;
