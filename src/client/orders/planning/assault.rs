//! Texts for landing and bombardment, for buttons, tools and messages.

use crate::client::settings::Action;
use crate::level::Assault;

/// The texts of an assault.
#[derive(Clone, Copy, Debug)]
pub struct AssaultWords {
    /// Label of its button.
    pub name: &'static str,
    /// Tip of its button.
    pub tip: &'static str,
    /// Verb for the pointer.
    pub verb: &'static str,
    /// Purpose of the next click, with marks for keys, see `with_keys`.
    pub hint: &'static str,
    /// Message for a click that hits no body, with the same marks.
    pub missed: &'static str,
    /// Key of the button.
    pub action: Action,
}

/// The texts of each assault.
pub const fn words_of(assault: Assault) -> AssaultWords {
    match assault {
        Assault::Land => AssaultWords {
            name: "Land",
            tip: "Land troopers on the body that you click",
            verb: "Land",
            hint: "Click the body to land on · <add>: queue · <deselect>: cancel",
            missed: "Click the body to land on · <deselect>: cancel",
            action: Action::Invade,
        },
        Assault::Bombard => AssaultWords {
            name: "Bombard",
            tip: "Bombard the body that you click",
            verb: "Bombard",
            hint: "Click the body to bombard · <add>: queue · <deselect>: cancel",
            missed: "Click the body to bombard · <deselect>: cancel",
            action: Action::Bombard,
        },
    }
}
