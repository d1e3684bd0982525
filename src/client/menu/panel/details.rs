//! The plate beside a list of levels, where the window has room for it: a large map of the chosen level, and all that
//! is said about it.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::ui::ComputedNode;

use super::parts::{CARDS_PERCENT, Overlay, WIDTHS};
use super::turning::{MAIN_LEFT, PAGE_TOP};
use crate::client::menu::Menu;
use crate::client::menu::files::level_file::LevelFile;
use crate::client::menu::files::sketch::paint_large_map;
use crate::client::menu::pages::{level_in_row, level_told};
use crate::client::widgets::panel::{EDGE_PIXELS, PANEL_PADDING, panel};
use crate::client::widgets::theme::unbroken;
use crate::client::widgets::{HEADING_PIXELS, NOTE_PIXELS, QUIET, TITLE, WORDS, show, text, title};

/// Gaps between the list and the plate, and between the plate and the edge of the window, pixels.
const GAPS: (f32, f32) = (16.0, 24.0);
/// The room of the edges and the padding of the plate at both sides together, pixels.
const FRAME: f32 = 2.0 * (PANEL_PADDING + EDGE_PIXELS);
/// The least and the greatest side of the map, pixels: beside a smaller one there is no room for the words.
const SIDES: (f32, f32) = (320.0, 640.0);
/// The height of all but the map, pixels: the words beside the smallest map have so many lines.
const WORDS_ROOM: f32 = 320.0;

/// Marks the plate.
#[derive(Component)]
pub(in crate::client::menu) struct LevelDetails;

/// The large map, with the file of the level that it shows and the small map of it.
#[derive(Component, Default)]
pub(in crate::client::menu) struct LargeMap(Option<(PathBuf, Option<Handle<Image>>)>);

/// The words of the plate.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::client::menu) enum DetailWords {
    /// The title of the level.
    Title,
    /// Its description.
    About,
    /// Facts, and its author.
    Facts,
}

/// Spawns the plate beside the panel, without content and without room.
pub(super) fn spawn_details(mut commands: Commands, overlay: Single<Entity, With<Overlay>>) {
    let plate = commands.spawn((LevelDetails, panel(auto()), ChildOf(*overlay))).id();
    commands.entity(plate).entry::<Node>().and_modify(|mut node| {
        (node.display, node.flex_shrink) = (Display::None, 0.0);
        node.max_height = percent(CARDS_PERCENT);
        node.margin = UiRect { left: px(GAPS.0), top: px(PAGE_TOP), ..default() };
    });
    let fixed = Node { flex_shrink: 0.0, ..default() };
    let map = (LargeMap::default(), ImageNode::default(), BackgroundColor(Color::BLACK), fixed.clone());
    commands.spawn((map, ChildOf(plate)));
    let name = (DetailWords::Title, title("", HEADING_PIXELS, TITLE), fixed.clone());
    commands.spawn((name, ChildOf(plate)));
    for (part, color) in [(DetailWords::About, WORDS), (DetailWords::Facts, QUIET)] {
        commands.spawn((part, text("", NOTE_PIXELS, color), fixed.clone(), ChildOf(plate)));
    }
}

/// The side of the map in a window of this size, pixels of the interface; `None`: it has no room for the plate.
fn side_in(window: Vec2) -> Option<f32> {
    let across = window.x - MAIN_LEFT - WIDTHS.0 - GAPS.0 - GAPS.1 - FRAME;
    let down = 0.01 * CARDS_PERCENT * window.y - WORDS_ROOM;
    let side = across.min(down).min(SIDES.1).floor();
    (side >= SIDES.0).then_some(side)
}

/// Not one of the other nodes of the plate.
type IsPlate = (With<LevelDetails>, Without<LargeMap>);
type MapParts = (&'static mut LargeMap, &'static mut ImageNode, &'static mut Node);

/// Shows the level that has the focus on a page of levels of the main menu.
pub(in crate::client::menu) fn show_details(
    menu: Res<Menu>,
    overlay: Single<&ComputedNode, With<Overlay>>,
    mut plate: Single<&mut Node, IsPlate>,
    map: Single<MapParts>,
    mut words: Query<(&DetailWords, &mut Text)>,
    images: Option<ResMut<Assets<Image>>>,
) {
    let side = side_in(overlay.size() * overlay.inverse_scale_factor).filter(|_| menu.is_main());
    let wanted = side.and_then(|side| Some((side, level_in_row(&menu).filter(|file| is_sound(file))?)));
    show(&mut plate, wanted.is_some());
    let Some((side, file)) = wanted else { return };
    let (mut large, mut image, mut node) = map.into_inner();
    if node.width != px(side) {
        (node.width, node.height) = (px(side), px(side));
        plate.width = px(side + FRAME);
    }
    if let Some(mut images) = images {
        paint(file, &mut large, &mut image, &mut images);
    }
    let [name, about, facts] = level_told(file);
    for (part, mut text) in &mut words {
        let told = match part {
            DetailWords::Title => &name,
            DetailWords::About => &about,
            DetailWords::Facts => &facts,
        };
        text.set_if_neq(Text(unbroken(told)));
    }
}

/// Whether a file can be played, as far as it is read. The note of one that cannot has more words than the plate.
fn is_sound(file: &LevelFile) -> bool {
    file.preview.as_ref().is_none_or(|preview| preview.fault().is_none())
}

/// Paints the map of a level unless it is painted already; one that is not read yet has none.
fn paint(
    file: &LevelFile,
    large: &mut Mut<LargeMap>,
    image: &mut Mut<ImageNode>,
    images: &mut Assets<Image>,
) {
    let of = (file.path.clone(), file.preview.as_ref().and_then(|preview| preview.map.clone()));
    if large.0.as_ref() == Some(&of) {
        return;
    }
    let picture = file.board().map(|board| images.add(paint_large_map(board)));
    image.color = if picture.is_some() { Color::WHITE } else { Color::NONE };
    image.image = picture.unwrap_or_default();
    large.0 = Some(of);
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::menu::Page;
    use crate::client::menu::panel::test_support::shown;
    use crate::client::menu::skirmish::test_support;

    #[test]
    fn the_plate_stands_in_wide_windows_and_never_leaves_them() {
        for (width, height) in [(1024.0, 576.0), (1024.0, 819.0), (1120.0, 700.0)] {
            assert_eq!(side_in(Vec2::new(width, height)), None, "{width} x {height}");
        }
        for (width, height) in
            [(1280.0, 720.0), (1365.0, 800.0), (1478.0, 831.0), (1707.0, 720.0), (2414.0, 1358.0)]
        {
            let side = side_in(Vec2::new(width, height)).expect("it has room");
            assert!(MAIN_LEFT + WIDTHS.0 + GAPS.0 + side + FRAME + GAPS.1 <= width, "{side} in {width}");
            assert!(side + WORDS_ROOM <= height && side <= SIDES.1, "{side} in {height}");
        }
    }

    #[test]
    fn the_chosen_level_stands_beside_the_list_where_there_is_room() {
        let files = test_support::menu().files;
        let title = files[1].title.clone();
        let mut world =
            shown(Menu { page: Some(Page::Levels), home: Page::Main, files, row: 1, ..default() });
        world.init_resource::<Assets<Image>>();
        let overlay = world.query_filtered::<Entity, With<Overlay>>().single(&world).expect("it is there");
        let mut plate_in = |size: Vec2| {
            let laid = ComputedNode { size, inverse_scale_factor: 1.0, ..default() };
            world.entity_mut(overlay).insert(laid);
            world.run_system_once(show_details).expect("it runs");
            let plate =
                world.query_filtered::<&Node, With<LevelDetails>>().single(&world).expect("it is there");
            let display = plate.display;
            let mut words = world.query::<(&DetailWords, &Text)>();
            let name = words.iter(&world).find(|(part, _)| **part == DetailWords::Title);
            let name = name.map(|(_, text)| text.0.clone());
            (display, name, world.resource::<Assets<Image>>().len())
        };
        assert_eq!(plate_in(Vec2::new(1024.0, 600.0)), (Display::None, Some(String::new()), 0));
        assert_eq!(plate_in(Vec2::new(1478.0, 831.0)).0, Display::Flex);
        let (_, name, maps) = plate_in(Vec2::new(1478.0, 831.0));
        assert_eq!(name, Some(title));
        assert_eq!(maps, 1, "it is painted when it is chosen, not in every frame");
        world.resource_mut::<Menu>().home = Page::Pause;
        world.run_system_once(show_details).expect("it runs");
        let plate = world.query_filtered::<&Node, With<LevelDetails>>().single(&world).expect("it is there");
        assert_eq!(plate.display, Display::None, "over a game the page stands in the middle");
    }
}
