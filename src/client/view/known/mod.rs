//! What the onlooker knows.
//!
//! - Enters: the world, the viewer at the screen.
//! - Leaves: units, bodies and structures as the viewer knows them; what the viewer has to take to win.
//! - Must never: reveal anything else.
//!
//! | file | has |
//! |---|---|
//! | `seen.rs` | the door between the world and the screen |
//! | `objectives.rs` | what has to be taken to win |

pub mod objectives;
pub mod seen;

use bevy::prelude::App;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((seen::plugin, objectives::plugin));
}
