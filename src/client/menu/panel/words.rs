//! The words around the rows.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::ui::InteractionDisabled;

use super::details::LevelDetails;
use super::parts::{PanelWords, PreviewMap, RowList, SaidDetails};
use crate::client::frame::capital;
use crate::client::menu::pages::items::Item;
use crate::client::menu::pages::{items, title};
use crate::client::menu::skirmish::chosen;
use crate::client::menu::{Menu, Page};
use crate::client::settings::{Quality, Settings};
use crate::client::widgets::theme::{NAME_PIXELS, unbroken};
use crate::client::widgets::{RowIndex, TITLE_PIXELS, show};

/// A row that cannot be pressed, whether the pointer is over it, and its column.
type BarredRow = (&'static RowIndex, &'static Hovered, &'static ChildOf);

/// Words of the panel, with their node.
type WordParts = (&'static PanelWords, &'static mut Text, &'static mut TextFont, &'static mut Node);

/// The plate beside a list of levels.
type IsPlate = (With<LevelDetails>, Without<PanelWords>);

/// The words beside the map of a level: its description, and on the page of a skirmish whose homes the marks are.
fn about_words(menu: &Menu, settings: &Settings) -> String {
    let about = menu.chosen_preview(settings).map(|preview| preview.about.clone());
    let choices =
        menu.page.filter(|page| *page == Page::Skirmish).and_then(|_| chosen(menu, &settings.skirmish));
    let homes = choices.map(|choices| choices.homes_words());
    let lines = about.into_iter().chain(homes).filter(|line| !line.is_empty());
    lines.collect::<Vec<String>>().join("\n")
}

/// Writes the texts around the rows. The note is that of the focused row, but under the pointer a row that cannot be
/// pressed says why. Beside a list of cards there is no room for a message that is empty.
pub(in crate::client::menu) fn write(
    menu: Res<Menu>,
    settings: Res<Settings>,
    adapter: Option<Res<RenderAdapterInfo>>,
    barred: Query<BarredRow, With<InteractionDisabled>>,
    list: Single<Entity, With<RowList>>,
    mut words: Query<WordParts>,
    mut details: Single<&mut TextSpan, With<SaidDetails>>,
    mut map: Single<&mut ImageNode, With<PreviewMap>>,
    plate: Single<&Node, IsPlate>,
) {
    // A level that cannot be played has no map: the room for it stays black.
    let picture = menu.chosen_picture(&settings);
    let color = if picture.is_some() { Color::WHITE } else { Color::NONE };
    let picture = picture.unwrap_or_default();
    if map.image != picture || map.color != color {
        (map.image, map.color) = (picture, color);
    }
    let rows = items(&menu, &settings, Quality::of_adapter(adapter.as_deref()));
    let pointed = barred.iter().find(|(_, hovered, parent)| hovered.get() && parent.parent() == *list);
    let noted = pointed.map_or(menu.row, |(index, ..)| index.0);
    let has_cards = menu.page.is_some_and(Page::has_cards);
    for (part, mut text, mut font, mut node) in &mut words {
        if *part == PanelWords::Title {
            let pixels = if menu.page == Some(Page::Main) { NAME_PIXELS } else { TITLE_PIXELS };
            let wanted = TextFont { font_size: FontSize::Px(pixels), ..font.clone() };
            font.set_if_neq(wanted);
        }
        let wanted = match part {
            PanelWords::Title => title(&menu, &settings),
            PanelWords::About => about_words(&menu, &settings),
            // The plate beside a list of levels says all of it.
            PanelWords::Note if plate.display != Display::None => String::new(),
            PanelWords::Note => rows.get(noted).map_or_else(String::new, note_of),
            PanelWords::Said => menu.said.lines().next().unwrap_or_default().to_owned(),
        };
        if *part == PanelWords::Said {
            show(&mut node, !has_cards || !wanted.is_empty());
        }
        text.set_if_neq(Text(unbroken(&wanted)));
    }
    let wanted = menu.said.find('\n').map_or("", |end| &menu.said[end..]);
    if details.0 != wanted {
        wanted.clone_into(&mut details.0);
    }
}

/// The note of a row.
fn note_of(item: &Item) -> String {
    if item.why_not.is_empty() { item.note.clone() } else { capital(&item.why_not) }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::menu::files::level_file::LevelFile;
    use crate::client::menu::files::sketch::NOTE_WIDTH;
    use crate::client::menu::pages::NO_SAVES;
    use crate::client::menu::panel::parts::WIDTHS;
    use crate::client::menu::panel::test_support::shown;
    use crate::client::widgets::NOTE_PIXELS;
    use crate::client::widgets::fonts::words_width;
    use crate::client::widgets::panel::{EDGE_PIXELS, PANEL_PADDING};

    /// Padding and edge of the panel at both sides together, pixels.
    const SIDES: f32 = 2.0 * (PANEL_PADDING + EDGE_PIXELS);

    #[test]
    fn the_lines_of_a_description_are_as_wide_as_a_note() {
        assert_eq!(NOTE_WIDTH, WIDTHS.0 - SIDES);
    }

    #[test]
    fn no_note_of_the_main_menu_ends_with_a_word_alone_on_its_line() {
        let menu = Menu { page: Some(Page::Main), beginning: Some(LevelFile::default()), ..Menu::default() };
        for item in items(&menu, &Settings::default(), Quality::High) {
            let width = words_width(&note_of(&item), NOTE_PIXELS);
            assert!(width < WIDTHS.1 - SIDES, "{}: {width}", item.note);
        }
    }

    #[test]
    fn an_empty_message_takes_no_room_from_a_list_of_cards() {
        let display = |page: Page, said: &str| {
            let mut world = shown(Menu { page: Some(page), said: said.to_owned(), ..default() });
            world.run_system_once(write).expect("it runs");
            let mut words = world.query::<(&PanelWords, &Node)>();
            let said = words.iter(&world).find(|(part, _)| **part == PanelWords::Said);
            said.map(|(_, node)| node.display)
        };
        assert_eq!(display(Page::Levels, ""), Some(Display::None));
        assert_eq!(display(Page::Levels, "Saved"), Some(Display::Flex));
        assert_eq!(display(Page::Pause, ""), Some(Display::Flex), "the rows stay where they are");
    }

    #[test]
    fn a_row_that_cannot_be_pressed_says_why_under_the_pointer() {
        let mut world = shown(Menu { page: Some(Page::Main), home: Page::Main, ..default() });
        let note = |world: &mut World| {
            world.run_system_once(write).expect("it runs");
            let mut words = world.query::<(&PanelWords, &Text)>();
            let note = words.iter(world).find(|(part, _)| **part == PanelWords::Note);
            note.map(|(_, text)| text.0.clone()).unwrap_or_default()
        };
        assert!(note(&mut world).contains("A war"), "the first row has the focus");
        let mut barred = world.query_filtered::<Entity, (With<RowIndex>, With<InteractionDisabled>)>();
        let load = barred.single(&world).expect("there is nothing to load");
        world.entity_mut(load).insert(Hovered(true));
        assert_eq!(note(&mut world), NO_SAVES);
    }
}
