//! Whether a page has keys and wheel to itself, and whether the briefing of the level is open.

use bevy::prelude::*;

/// Whether a page of the menu lies over the scene, and takes keys, wheel and mouse.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PageOpen(pub bool);

impl PageOpen {
    /// Run condition: no page covers the scene.
    pub fn is_closed(page: Res<Self>) -> bool {
        !page.0
    }
}

/// Whether the briefing of the level is open. It has the conditions of victory, and the guide and the slider of the
/// timeline wait for its end.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BriefingOpen(pub bool);

/// Whether the wheel is the panel's in this frame.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WheelTaken(pub bool);
