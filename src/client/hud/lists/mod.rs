//! Lists of bodies and fleets, which lead to their places.
//!
//! - Enters: the player's knowledge of bodies and fleets; clicks and letters.
//! - Leaves: rows, the selection, a flight of the camera.
//! - Must never: list what the player does not know.
//!
//! | folder or file | shows |
//! |---|---|
//! | `outliner/` | the player's planets and fleets, and known enemies |
//! | `search.rs` | bodies and own fleets, found by name |

pub mod outliner;
pub mod search;
