//! The wheel over a planet panel that is longer than its room.

use bevy::input::mouse::MouseWheel;
use bevy::prelude::*;
use bevy::ui::{ComputedNode, RelativeCursorPosition};

use crate::client::frame::{PageOpen, WheelTaken};
use crate::client::hud::layout::places::PlanetPanel;
use crate::client::hud::planet::Subject;
use crate::client::hud::planet::planet_list::PlanetList;
use crate::client::settings::{Action, Actions};
use crate::client::view::camera::notches_of;

/// Distance of a notch of the wheel, pixels.
const NOTCH_PIXELS: f32 = 48.0;
/// Less than this out of sight is rounding, pixels.
const LEAST_PIXELS: f32 = 1.0;

type PanelParts = (
    &'static ComputedNode,
    &'static RelativeCursorPosition,
    &'static Visibility,
    &'static mut ScrollPosition,
);

type ListParts = (&'static RelativeCursorPosition, &'static Visibility);

/// Scrolls the panel; another body starts at the top.
pub fn scroll(
    mut wheel: MessageReader<MouseWheel>,
    actions: Actions,
    page: Res<PageOpen>,
    subject: Res<Subject>,
    panel: Single<PanelParts, With<PlanetPanel>>,
    list: Single<ListParts, (With<PlanetList>, Without<PlanetPanel>)>,
    mut taken: ResMut<WheelTaken>,
) {
    let notches = notches_of(&mut wheel) as f32;
    let (computed, cursor, visibility, mut position) = panel.into_inner();
    let out_of_sight = (computed.content_size.y - computed.size.y) * computed.inverse_scale_factor;
    let is_pointed_at = *visibility != Visibility::Hidden && cursor.cursor_over() && !page.0;
    let is_ours = is_pointed_at && out_of_sight > LEAST_PIXELS && !actions.pressed(&Action::Foresee);
    let is_of_list = *list.1 != Visibility::Hidden && list.0.cursor_over();
    taken.set_if_neq(WheelTaken(is_ours || is_of_list));
    let begin = if subject.is_changed() { 0.0 } else { position.y };
    let wanted = scrolled(begin, if is_ours { notches } else { 0.0 }, out_of_sight);
    if position.y != wanted {
        position.y = wanted;
    }
}

/// The scroll offset after this many notches away from the player, when this much is out of sight.
fn scrolled(begin: f32, notches: f32, out_of_sight: f32) -> f32 {
    (begin - NOTCH_PIXELS * notches).clamp(0.0, out_of_sight.max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_panel_is_scrolled_from_its_top_to_its_end() {
        assert_eq!(scrolled(0.0, 1.0, 200.0), 0.0);
        assert_eq!(scrolled(0.0, -1.0, 200.0), NOTCH_PIXELS);
        assert_eq!(scrolled(190.0, -1.0, 200.0), 200.0);
        assert_eq!(scrolled(190.0, 0.0, 50.0), 50.0, "it became shorter");
        assert_eq!(scrolled(190.0, 0.0, -30.0), 0.0, "all of it is in sight");
    }
}
