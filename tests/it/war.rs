//! War: fights, carriers, and what must hold whatever happens.

mod hangars;
mod harm;
mod wars;
