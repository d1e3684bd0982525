//! What is done about ground, as buttons, tools and words call it.

use crate::client::settings::actions::Action;
use crate::level::Assault;

/// How an assault is called.
#[derive(Clone, Copy, Debug)]
pub struct AssaultWords {
    /// What stands on its button.
    pub name: &'static str,
    /// What the button says of it.
    pub tip: &'static str,
    /// What the pointer calls it.
    pub verb: &'static str,
    /// What the next click is for, with marks for keys as `with_keys` has them.
    pub hint: &'static str,
    /// What a click beside all bodies is answered with, with the same marks.
    pub missed: &'static str,
    /// The key that does the same as the button.
    pub action: Action,
}

/// How each is called.
pub const fn words_of(assault: Assault) -> AssaultWords {
    match assault {
        Assault::Land => AssaultWords {
            name: "invade",
            tip: "land troopers on the body that you click",
            verb: "land",
            hint: "click the body to land on, <add>: queue, <end> ends",
            missed: "Click the body to land on, <end> ends",
            action: Action::Invade,
        },
        Assault::Bombard => AssaultWords {
            name: "bombard",
            tip: "bombard the body that you click",
            verb: "bombard",
            hint: "click the body to bombard, <add>: queue, <end> ends",
            missed: "Click the body to bombard, <end> ends",
            action: Action::Bombard,
        },
    }
}
