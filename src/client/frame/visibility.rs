//! Whether things and nodes are shown.

use bevy::prelude::Visibility;

/// Shown with its parent, or hidden.
pub fn visible_if(is_shown: bool) -> Visibility {
    if is_shown { Visibility::Inherited } else { Visibility::Hidden }
}
