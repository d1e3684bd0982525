//! What is behind the words of buttons and of rows that can be clicked.
//!
//! - Enters: what the pointer does with a button.
//! - Leaves: the colour behind it, the same on every panel.
//! - Must never: decide what a press does.

use bevy::prelude::*;

/// Behind a button at rest.
pub const RESTING: Color = Color::srgba(0.16, 0.24, 0.34, 0.75);
/// Behind a button under the pointer.
pub const HOVERED: Color = Color::srgba(0.24, 0.37, 0.52, 0.9);
/// Behind a button that is on, or pressed.
pub const ON: Color = Color::srgba(0.36, 0.52, 0.70, 0.95);

/// The colour behind something that looks like `resting` while the pointer is elsewhere.
pub fn face(interaction: Interaction, resting: Color) -> Color {
    if interaction == Interaction::None { resting } else { HOVERED }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buttons_light_up_under_the_pointer() {
        assert_eq!(face(Interaction::None, Color::NONE), Color::NONE);
        assert_eq!(face(Interaction::Hovered, RESTING), HOVERED);
        assert_eq!(face(Interaction::Pressed, RESTING), HOVERED);
    }
}
