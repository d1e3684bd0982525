//! War: fights, carriers, repair, and invariants of any war.

mod conduct;
mod duel;
mod ground;
mod gunnery;
mod hangars;
mod harm;
mod ordnance;
mod outcomes;
mod refusals;
mod reinforcements;
mod repair;
mod surrender;
mod wars;
