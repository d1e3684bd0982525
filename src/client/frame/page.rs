//! Whether a page has keys and wheel to itself or lies over the game, and whether the briefing of the level is open.

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

/// Whether any page lies over the game: one of the menu, the keys or the encyclopedia. Nothing of the world is pointed
/// at meanwhile, and what the page would cut in half is hidden.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameCovered(pub bool);

impl GameCovered {
    /// Run condition: no page lies over the game.
    pub fn is_clear(covered: Res<Self>) -> bool {
        !covered.0
    }
}

/// Whether the briefing of the level is open. It has the conditions of victory, and the guide and the slider of the
/// timeline wait for its end.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BriefingOpen(pub bool);

/// Whether the guide says what to do next.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AdviceShown(pub bool);

/// Whether the wheel is the panel's in this frame.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WheelTaken(pub bool);
