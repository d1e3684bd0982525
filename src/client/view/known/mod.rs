//! What the onlooker knows.
//!
//! - Enters: the world, the viewer at the screen.
//! - Leaves: units, bodies and structures as the viewer knows them; what the viewer has to take to win; whether the
//!   player is out of the war.
//! - Must never: reveal anything else.
//!
//! | file | has |
//! |---|---|
//! | `seen.rs` | the door between the world and the screen |
//! | `objectives.rs` | what has to be taken to win |
//! | `out.rs` | whether the player has nothing left in a war that is not decided |

pub mod objectives;
pub mod out;
pub mod seen;

use bevy::prelude::App;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((seen::plugin, objectives::plugin, out::plugin));
}
