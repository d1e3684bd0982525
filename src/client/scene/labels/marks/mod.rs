//! The marks of objects that are too small to be seen: icons with names, and stacks of icons.
//!
//! - Enters: a [`Marker`](markers::Marker) on each object with its place on the screen; the pointer.
//! - Leaves: icons, names that ask for their [`room`](super::room), counts and fans of stacks; picks for the mouse.
//! - Must never: decide which objects the player may know.
//!
//! | file | does |
//! |---|---|
//! | `markers.rs` | what the icon and the name of an object are |
//! | `mark_icons.rs`, `names/` | give icons their places; ask for the places of names |
//! | `mark_pictures.rs` | draws icons, with rings, states and brackets |
//! | `unit_states.rs` | small shapes beside icons: damaged, idle |
//! | `beside_bodies.rs` | moves icons aside that would hide the icon of a body |
//! | `stacks.rs` | icons that lie on top of each other, shown as one |
//! | `fan/` | the members of a stack under the pointer, in an arc; the counts of stacks |
//! | `fights/` | where fights are, and who fights there: marks join stacks sooner there; `fights/knots.rs`: marks that lie on each other in a battle become a stack for each side |
//! | `brackets.rs` | the size of the brackets about a selected object; the boxes about those of fleets |
//! | `closeness.rs` | marks give way to hulls; fades what is drawn about hulls that are large on the screen |

mod beside_bodies;
pub mod brackets;
pub mod closeness;
pub mod fan;
pub mod fights;
pub mod mark_icons;
mod mark_pictures;
pub mod markers;
pub(super) mod names;
pub mod stacks;
pub(super) mod unit_states;
