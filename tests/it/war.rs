//! War: fights, carriers, and what must hold whatever happens.

mod conduct;
mod ground;
mod gunnery;
mod hangars;
mod harm;
mod ordnance;
mod wars;
