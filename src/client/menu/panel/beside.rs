//! The part of the picture beside the page of the main menu. The camera keeps the sky in view there.

use bevy::prelude::*;

use super::turning::{MAIN_LEFT, page_width};
use crate::client::menu::Menu;
use crate::client::view::ViewCamera;
use crate::client::view::framing::FreeArea;

/// Records the part of the picture beside the page of the main menu.
pub(in crate::client::menu) fn note_beside(
    menu: Res<Menu>,
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    mut free: ResMut<FreeArea>,
) {
    if menu.is_open() && menu.is_main() {
        let right = MAIN_LEFT + page_width(menu.page);
        free.set_if_neq(FreeArea(Some(right_of(right * ui_scale.0, view.picture()))));
    }
}

/// The part of a picture at the right of a line, logical pixels from its left edge.
fn right_of(line: f32, picture: Rect) -> Rect {
    Rect { min: picture.min.with_x(line.min(picture.max.x)), ..picture }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::menu::Page;

    #[test]
    fn a_wide_page_leaves_less_of_the_picture() {
        let mut world = World::new();
        world.init_resource::<ViewCamera>();
        world.init_resource::<FreeArea>();
        world.insert_resource(UiScale(1.25));
        let mut free = |page: Page| {
            world.insert_resource(Menu { page: Some(page), home: Page::Main, ..default() });
            world.run_system_once(note_beside).expect("it runs");
            world.resource::<FreeArea>().0
        };
        assert_eq!(free(Page::Main), Some(Rect::new(507.5, 0.0, 1280.0, 720.0)));
        assert_eq!(free(Page::Settings), Some(Rect::new(1020.0, 0.0, 1280.0, 720.0)));
    }
}
