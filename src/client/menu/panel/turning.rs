//! The start of a page that was turned to: which parts it has, and how large they are.

use bevy::prelude::*;

use super::parts::{
    CARDS_PERCENT, LARGE_MAP, LEVEL_NOTE, MAP_PIXELS, NOTE_HEIGHTS, Overlay, PAUSE_WIDTH, PanelFrame,
    PanelPart, PanelWords, RowList, SHORT_NOTE, WIDTHS,
};
use crate::client::frame::visible_if;
use crate::client::hud::layout::places::TOP_BAR;
use crate::client::menu::pages::LEVEL_WAYS;
use crate::client::menu::pages::items::MenuAction;
use crate::client::menu::{Menu, Page};
use crate::client::widgets::key_hint::{key_button, key_hint};
use crate::client::widgets::panel::PANEL_PERCENT;
use crate::client::widgets::scroll::Places;
use crate::client::widgets::text_field::text_field;
use crate::client::widgets::{DIM, Rows};

/// Distance of the main menu from the left edge, pixels.
pub(super) const MAIN_LEFT: f32 = 56.0;
/// Distance of the result, and of every page but the first one of the main menu, from the upper edge of its room,
/// pixels: its title stays where it is when another page is turned to. The highest pages leave more room than this in
/// the lowest window.
pub(super) const PAGE_TOP: f32 = 10.0;
/// How much sooner the preview of a skirmish gives way than its rows, which give way before all other parts.
const YIELDS: f32 = 1.0e6;
/// Gap between rows, pixels: on the page over a game and on that of the result, which have the most buttons, and on all
/// others.
const ROW_GAPS: (f32, f32) = (0.0, 3.0);
/// Heights of a row and of a heading, pixels: a line of words, the padding about it, and what a line is higher at some
/// interface scales.
const ROW_HEIGHTS: (f32, f32) = (29.0, 23.0);
/// The numbers of rows, with that of the tabs, and of headings on the highest tab of the settings.
const TAB_ROWS: (f32, f32) = (9.0, 2.0);
/// Height of the rows of every tab of the settings, pixels: room for the highest one, so that the buttons that turn the
/// tabs stay where they are.
const TAB_HEIGHT: f32 =
    TAB_ROWS.0 * ROW_HEIGHTS.0 + TAB_ROWS.1 * ROW_HEIGHTS.1 + (TAB_ROWS.0 + TAB_ROWS.1 - 1.0) * ROW_GAPS.1;

type PartNodes = (Entity, &'static PanelPart, &'static mut Node);
type WordNodes = (&'static PanelWords, &'static mut Node);
/// Not one of the other nodes that a starting page changes.
type IsNoOther = (Without<PanelPart>, Without<PanelFrame>, Without<Overlay>);
type ListParts = (&'static mut Rows<MenuAction>, &'static mut ScrollPosition, &'static mut Node);
type IsList = (With<RowList>, Without<PanelWords>, IsNoOther);

/// Shows or hides the menu, and starts a page that was turned to.
pub(in crate::client::menu) fn show(
    mut commands: Commands,
    menu: Res<Menu>,
    overlay: Single<(&mut Visibility, &mut Node, &mut BackgroundColor), With<Overlay>>,
    mut frame: Single<&mut Node, (With<PanelFrame>, Without<Overlay>)>,
    mut parts: Query<PartNodes, (Without<PanelFrame>, Without<Overlay>)>,
    mut words: Query<WordNodes, IsNoOther>,
    list: Single<ListParts, IsList>,
    mut shown: Local<Option<(Page, u32)>>,
) {
    let now = menu.page.map(|page| (page, menu.turns));
    if *shown == now {
        return;
    }
    *shown = now;
    let (mut visibility, mut node, mut dim) = overlay.into_inner();
    *visibility = visible_if(menu.is_open());
    let (justify, left) =
        if menu.is_main() { (JustifyContent::FlexStart, MAIN_LEFT) } else { (JustifyContent::Center, 0.0) };
    // In a game the bar at the top stays whole. The result needs all the room.
    let has_bars = !menu.is_main() && !menu.shows_result();
    let top = if has_bars { TOP_BAR } else { 0.0 };
    (node.justify_content, node.padding) = (justify, UiRect { left: px(left), top: px(top), ..default() });
    // The first page of the main menu is narrower than its others, and stands in the middle; so do the pages over a
    // game, with air about them.
    let is_in_middle = if menu.is_main() { menu.page == Some(Page::Main) } else { !menu.shows_result() };
    let (align, margin) =
        if is_in_middle { (AlignItems::Center, 0.0) } else { (AlignItems::FlexStart, PAGE_TOP) };
    (node.align_items, frame.margin) = (align, UiRect::top(px(margin)));
    dim.0 = if menu.is_main() { Color::NONE } else { DIM };
    frame.width = px(page_width(menu.page));
    // In the main menu all other pages have one frame; over a game they leave as much of it in view as they can, but
    // lists stay as high as they may be: in the middle their field would move while a search makes them shorter.
    let has_one_frame = menu.is_main() && menu.page != Some(Page::Main);
    let is_full = has_one_frame || menu.page.is_some_and(Page::has_list);
    let most = if has_one_frame { CARDS_PERCENT } else { most_height(menu.page) };
    (frame.height, frame.max_height) = (if is_full { percent(most) } else { auto() }, percent(most));
    let (mut rows, mut position, mut column) = list.into_inner();
    rows.clear(&mut commands);
    position.0 = Vec2::ZERO;
    let is_close = matches!(menu.page, Some(Page::Pause | Page::Result));
    column.row_gap = px(if is_close { ROW_GAPS.0 } else { ROW_GAPS.1 });
    column.min_height = px(if menu.page == Some(Page::Settings) { TAB_HEIGHT } else { 0.0 });
    for (part, mut node) in &mut words {
        match part {
            PanelWords::Note => node.min_height = px(note_height(menu.page)),
            // The rows over a game stay where they are when a message comes.
            PanelWords::Said if menu.page == Some(Page::Pause) => node.min_height = px(SHORT_NOTE),
            PanelWords::Said => node.min_height = px(0),
            PanelWords::Title | PanelWords::About => {}
        }
    }
    for (entity, part, mut node) in &mut parts {
        let is_there = match part {
            PanelPart::Field => menu.field().is_some(),
            PanelPart::Preview => menu.shows_preview(),
            PanelPart::Keys => menu.is_open(),
        };
        node.display = if is_there { Display::Flex } else { Display::None };
        if *part == PanelPart::Preview {
            // The choices of a skirmish are worth more than the picture of its level.
            node.flex_shrink = if menu.page.is_some_and(Page::is_skirmish) { YIELDS } else { 1.0 };
            // A map takes what is left of the page, up to its most.
            let has_map = matches!(menu.page, Some(Page::Skirmish | Page::NewSystem));
            node.flex_grow = if has_map { 1.0 } else { 0.0 };
            node.max_height = px(if has_map { LARGE_MAP } else { MAP_PIXELS });
        }
        fill(&mut commands, entity, *part, &menu);
    }
}

/// The width of a page, pixels.
pub(super) fn page_width(page: Option<Page>) -> f32 {
    match page {
        Some(Page::Main) => WIDTHS.1,
        Some(Page::Pause) => PAUSE_WIDTH,
        _ => WIDTHS.0,
    }
}

/// The greatest height of a page, per cent of the window.
fn most_height(page: Option<Page>) -> f32 {
    if page.is_some_and(Page::has_cards) { CARDS_PERCENT } else { PANEL_PERCENT }
}

/// The height of a note on a page, pixels.
fn note_height(page: Option<Page>) -> f32 {
    match page {
        Some(Page::Pause | Page::NewSystem) => SHORT_NOTE,
        Some(Page::Levels | Page::SkirmishLevels) => LEVEL_NOTE,
        Some(page) if page.has_cards() => NOTE_HEIGHTS.1,
        _ => NOTE_HEIGHTS.0,
    }
}

/// Fills a part of a starting page.
fn fill(commands: &mut Commands, entity: Entity, part: PanelPart, menu: &Menu) {
    if part == PanelPart::Preview {
        return;
    }
    commands.entity(entity).despawn_children();
    match part {
        PanelPart::Field => {
            if let Some(label) = menu.field() {
                commands.entity(entity).with_child(text_field(label));
            }
        }
        PanelPart::Keys if menu.is_open() => {
            let sides = menu.page.is_some_and(Page::has_choices).then_some(("Left Right", "Change"));
            let has_files = menu.page.is_some_and(Page::has_own_files) && !menu.files.is_empty();
            let of_files = [("Del", "Delete"), ("F2", "Rename")].into_iter().filter(|_| has_files);
            let usual = [("Up Down", "Choose"), ("Enter", "Select")].into_iter();
            let beside = match menu.page.map_or(Places::Below, Page::places) {
                Places::Below => None,
                Places::Columns => Some(("Left Right", "Column")),
                Places::Lines => Some(("Left Right", "Next button")),
            };
            let is_levels = menu.page == Some(Page::Levels) && menu.is_main();
            let of_levels = [("Left", LEVEL_WAYS.0), ("Right", LEVEL_WAYS.1)];
            let of_levels = of_levels.into_iter().filter(|_| is_levels);
            for (key, does) in usual.chain(sides).chain(beside).chain(of_files).chain(of_levels) {
                commands.entity(entity).with_child(key_hint(key, does));
            }
            // The one way back for the mouse that is always in view; a question has a row for it.
            if let Some(deed) = menu.way_back().filter(|_| menu.page != Some(Page::Question)) {
                let button = key_button("Esc", menu.words_of_way_back());
                commands.entity(entity).with_child((button, deed));
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::layout::places::PANEL_WIDTH;
    use crate::client::menu::pages::items;
    use crate::client::menu::panel::test_support::shown;
    use crate::client::settings::{Quality, Settings, SettingsTab};
    use crate::client::widgets::NOTE_PIXELS;
    use crate::client::widgets::fonts::words_width;
    use crate::client::widgets::panel::{EDGE_PIXELS, PANEL_PADDING};

    #[test]
    fn no_tab_of_the_settings_has_more_rows_than_there_is_room_for() {
        let menu = Menu { page: Some(Page::Settings), ..default() };
        let rows_of = |tab: SettingsTab| {
            let mut settings = Settings::default();
            settings.tab = tab;
            let rows = items(&menu, &settings, Quality::High);
            let headings = rows.iter().filter(|row| row.is_heading).count();
            (rows.len() - headings, headings)
        };
        let height = |(rows, headings): (usize, usize)| {
            let gaps = (rows + headings - 1) as f32;
            rows as f32 * ROW_HEIGHTS.0 + headings as f32 * ROW_HEIGHTS.1 + gaps * ROW_GAPS.1
        };
        let highest = SettingsTab::ALL.map(|tab| height(rows_of(tab))).into_iter().fold(0.0, f32::max);
        assert_eq!(highest, TAB_HEIGHT);
    }

    #[test]
    fn every_page_but_the_first_has_its_upper_edge_at_one_place() {
        let place = |page: Page| {
            let mut world = shown(Menu { page: Some(page), home: Page::Main, ..default() });
            let mut overlays = world.query_filtered::<&Node, With<Overlay>>();
            let overlay = overlays.single(&world).map(|node| (node.align_items, node.padding.top)).ok();
            let mut frames = world.query_filtered::<&Node, With<PanelFrame>>();
            (overlay, frames.single(&world).map(|node| node.margin.top).ok())
        };
        let at_top = (Some((AlignItems::FlexStart, px(0))), Some(px(PAGE_TOP)));
        for page in [Page::Skirmish, Page::SkirmishMore, Page::Levels, Page::Settings, Page::Credits] {
            assert_eq!(place(page), at_top, "{page:?}");
        }
        assert_eq!(place(Page::Main), (Some((AlignItems::Center, px(0))), Some(px(0))));
        // The highest page has room, below the bar at the top of the lowest window too.
        const { assert!((576.0 - TOP_BAR) * (1.0 - CARDS_PERCENT / 100.0) > PAGE_TOP) };
    }

    #[test]
    fn pages_over_a_game_stand_in_the_middle_below_the_bar_with_air_at_their_sides() {
        let place = |page: Page| {
            let mut world = shown(Menu { page: Some(page), ..default() });
            let mut overlays = world.query_filtered::<&Node, With<Overlay>>();
            let overlay = overlays.single(&world).ok();
            overlay.map(|node| (node.align_items, node.justify_content, node.padding.top))
        };
        for page in [Page::Pause, Page::Question, Page::Load, Page::Settings] {
            let middle = Some((AlignItems::Center, JustifyContent::Center, px(TOP_BAR)));
            assert_eq!(place(page), middle, "{page:?}");
        }
        // In a usual window the first one lies over no panel at either side.
        let free = 1280.0 - 2.0 * PANEL_WIDTH;
        assert!(page_width(Some(Page::Pause)) < free, "{free}");
    }

    /// The width of all words below a node, pixels.
    fn width_below(world: &World, node: Entity) -> f32 {
        let own = world.get::<Text>(node).map_or(0.0, |text| words_width(&text.0, NOTE_PIXELS));
        let children = world.get::<Children>(node).into_iter().flatten();
        own + children.map(|child| width_below(world, *child)).sum::<f32>()
    }

    #[test]
    fn a_question_has_one_way_back_and_other_pages_have_theirs_at_the_foot() {
        let ways = |menu: Menu| {
            let back = menu.way_back().expect("there is one");
            let mut world = shown(menu);
            world.query::<&MenuAction>().iter(&world).filter(|deed| **deed == back).count()
        };
        let mut asking = Menu { page: Some(Page::Pause), ..default() };
        asking.ask(MenuAction::Surrender);
        assert_eq!(ways(asking), 1);
        assert_eq!(ways(Menu { page: Some(Page::Settings), ..default() }), 1);
    }

    #[test]
    fn the_keys_of_the_page_over_a_game_have_room_in_one_line() {
        let mut world = shown(Menu { page: Some(Page::Pause), ..default() });
        let mut parts = world.query::<(Entity, &PanelPart, &Node)>();
        let keys = parts.iter(&world).find(|(_, part, _)| **part == PanelPart::Keys);
        let keys = keys.map(|(keys, ..)| keys).expect("they are there");
        let hints = world.get::<Children>(keys).map_or(0, |hints| hints.len());
        // A hint has a frame about its key and a gap before its words, the button edges and a padding too.
        let around = hints as f32 * (12.0 + 6.0) + 14.0 + (hints - 1) as f32 * 16.0;
        let room = PAUSE_WIDTH - 2.0 * (PANEL_PADDING + EDGE_PIXELS);
        let width = width_below(&world, keys) + around;
        assert!(hints == 4 && width <= room, "{width} of {room}");
    }

    #[test]
    fn the_pages_of_the_main_menu_have_one_frame() {
        let height = |page: Page, home: Page| {
            let mut world = shown(Menu { page: Some(page), home, ..default() });
            let mut frames = world.query_filtered::<&Node, With<PanelFrame>>();
            frames.single(&world).map(|node| node.height).ok()
        };
        for page in [Page::Skirmish, Page::Levels, Page::Load, Page::Settings, Page::Credits] {
            assert_eq!(height(page, Page::Main), Some(percent(CARDS_PERCENT)), "{page:?}");
        }
        for page in [Page::Load, Page::Levels] {
            assert_eq!(
                height(page, Page::Pause),
                Some(percent(CARDS_PERCENT)),
                "{page:?}: a search moves nothing"
            );
        }
        assert_eq!(height(Page::Keys, Page::Pause), Some(percent(PANEL_PERCENT)));
        assert_eq!([Page::Pause, Page::Settings].map(|page| height(page, Page::Pause)), [Some(auto()); 2]);
        assert_eq!(height(Page::Main, Page::Main), Some(auto()));
    }

    #[test]
    fn the_list_of_levels_has_more_of_the_window_than_other_rows() {
        let heights = |page: Page| {
            let mut world = shown(Menu { page: Some(page), ..default() });
            let mut frames = world.query_filtered::<&Node, With<PanelFrame>>();
            let most = frames.single(&world).map(|node| node.max_height).ok();
            let mut words = world.query::<(&PanelWords, &Node)>();
            let note = words.iter(&world).find(|(part, _)| **part == PanelWords::Note);
            (most, note.map(|(_, node)| node.min_height))
        };
        for page in [Page::Levels, Page::SkirmishLevels] {
            assert_eq!(heights(page), (Some(percent(CARDS_PERCENT)), Some(px(LEVEL_NOTE))), "{page:?}");
        }
        let usual = (Some(percent(PANEL_PERCENT)), Some(px(NOTE_HEIGHTS.0)));
        assert_eq!(heights(Page::Keys), usual);
        const { assert!(CARDS_PERCENT > PANEL_PERCENT && LEVEL_NOTE < NOTE_HEIGHTS.1) };
    }

    #[test]
    fn the_tabs_of_the_settings_are_equally_high() {
        let least = |page: Page| {
            let mut world = shown(Menu { page: Some(page), ..default() });
            let mut columns = world.query_filtered::<&Node, With<RowList>>();
            columns.single(&world).map(|node| node.min_height).ok()
        };
        assert_eq!([Page::Settings, Page::Keys].map(least), [Some(px(TAB_HEIGHT)), Some(px(0))]);
    }
}
