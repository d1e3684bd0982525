//! Shots: lines from the muzzle to the target, drawn for a moment each, by the delivery of the weapon, and a flash at
//! the muzzle. Their number is limited by the quality of the picture.
//!
//! - Enters: the new shots that the viewer can see, the clock of effects.
//! - Leaves: lines and flashes in the mesh of light; when shots are seen to hit.
//! - Must never: begin a line for a shot that is older than the longest of them.
//!
//! | shot | look |
//! |---|---|
//! | tracer | a dotted stream of short bright bullets, or one slug, that fly and vanish in their target |
//! | beam | a line of light in a soft glow that fades, and is the brightest near the muzzle |
//! | arc | a jagged line in a soft glow, with short branches. Its shape is its own and stays, and its brightness only fades, so that it does not flicker |
//!
//! All of them begin at a hardpoint that faces the target. No line ends abruptly: it ends in the flash of a hit, or
//! fades out. One that misses is dimmer and shorter. From afar each of them is at least a short straight line, thin and
//! in the colour of its side, so that one sees who fires at whom.
//!
//! | file | does |
//! |---|---|
//! | `drawing.rs` | the new shots of a frame; draws all shots |
//! | `muzzles.rs` | the flashes at their muzzles |
//! | `lines.rs` | the points of a shot by its age |
//! | `bullets.rs`, `beams.rs` | the light of a tracer and of a beam |
//! | `arcs.rs` | the shape and the light of an arc |
//! | `lights.rs` | the colours of a shot: from near those of its damage, from afar that of its side |
//! | `flights.rs` | when shots are seen to hit |

mod arcs;
mod beams;
mod bullets;
mod drawing;
mod flights;
mod lights;
mod lines;
mod muzzles;

pub use drawing::{FreshShots, LONGEST_S, draw_shots, find_shots};
pub use flights::{HitFlights, impact_times, note_flights};
