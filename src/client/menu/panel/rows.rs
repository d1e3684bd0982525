//! The rows of the page.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::window::PrimaryWindow;

use super::ends::Ends;
use super::parts::RowList;
use crate::client::menu::pages::items;
use crate::client::menu::pages::items::{Item, MenuAction, Setting, Switch};
use crate::client::menu::{Menu, Page};
use crate::client::settings::{HeldSize, Quality, Settings, most_size};
use crate::client::widgets::scroll::{Places, RowShare, set_places};
use crate::client::widgets::{Cell, LOSS, QUIET, Row, RowIndex, Rows, STRONG, WORD_PIXELS, WORDS};

/// Width of the labels of a table, pixels.
const LABEL_PIXELS: f32 = 220.0;
/// Side of a chart in a row, pixels.
const CHART_PIXELS: f32 = 60.0;
/// Opacity of a button that leads nowhere.
const DIM_ALPHA: f32 = 0.35;
/// Its tip.
const NO_MORE: &str = "There is nothing further this way.";

type ListColumn = (Entity, &'static mut Rows<MenuAction>, &'static mut Node);

/// Shows the rows of the page.
pub(in crate::client::menu) fn show_rows(
    mut commands: Commands,
    menu: Res<Menu>,
    settings: Res<Settings>,
    adapter: Option<Res<RenderAdapterInfo>>,
    list: Single<ListColumn, With<RowList>>,
) {
    let items = items(&menu, &settings, Quality::of_adapter(adapter.as_deref()));
    let (entity, mut rows, mut column) = list.into_inner();
    let places = menu.page.map_or(Places::Below, Page::places);
    set_places(&mut column, items.len(), places);
    let share = |item: &Item| match places {
        Places::Below | Places::Columns => RowShare::Usual,
        Places::Lines if item.is_beside => RowShare::Beside,
        Places::Lines => RowShare::Line,
    };
    let ends = Ends::of(&menu, &settings);
    let row = |item: &Item| {
        let row = row_of(item, menu.page, |deed| ends.has_nothing_for(deed));
        Row { share: share(item), ..row }
    };
    rows.show(&mut commands, entity, items.iter().map(row).collect());
}

/// An item as a row of a page. `leads_nowhere`: whether a deed would change nothing.
fn row_of(item: &Item, page: Option<Page>, leads_nowhere: impl Fn(&MenuAction) -> bool) -> Row<MenuAction> {
    if item.is_room {
        return Row::room();
    }
    let row = match (item.cells.is_empty(), page) {
        (false, _) => Row::of(item.cells.clone()),
        (true, Some(page)) if page.is_table() && item.has_value() => row_of_table(item, leads_nowhere),
        (true, _) => row_of_fields(item, leads_nowhere),
    };
    // The tabs of the settings are cells of their own.
    let is_choice = item.has_value() || item.cells.is_empty();
    let is_shaded = page.is_some_and(Page::has_choices) && is_choice && !item.is_note;
    let row = Row { is_heading: item.is_heading, is_shaded, ..row };
    if item.is_note {
        return row;
    }
    row.pressed(item.enter.clone()).by_keys(item.enter.is_by_keys()).unless(item.why_not.clone())
}

/// An item as a row of a table: a label, then what changes the value, and the value, all beside each other and in the
/// same places in every row.
fn row_of_table(item: &Item, leads_nowhere: impl Fn(&MenuAction) -> bool) -> Row<MenuAction> {
    let label = Cell::label(item.words.clone(), color_of_words(item)).sized(WORD_PIXELS);
    let label = label.wrapped().as_wide_as(LABEL_PIXELS).at_left();
    let value = (item.switch.is_none() && !item.value.is_empty())
        .then(|| Cell::words(item.value.clone(), color_of(item)).sized(WORD_PIXELS).wrapped());
    let switch = item.switch.iter().flat_map(switch_cells);
    let cells =
        [label].into_iter().chain(switch).chain(slider_of(item)).chain(buttons_of(item, leads_nowhere));
    Row::of(cells.chain(swatches_of(item)).chain(value).collect())
}

/// An item as a row of cells that are made of its fields. A value that has no room beside the words goes below them;
/// beside pictures and buttons the words give way.
fn row_of_fields(item: &Item, leads_nowhere: impl Fn(&MenuAction) -> bool) -> Row<MenuAction> {
    let wraps = item.picture.is_none() && item.slider.is_none() && item.buttons.is_empty();
    let label =
        |words: &str, color: Color| (!words.is_empty()).then(|| Cell::label(words, color).sized(WORD_PIXELS));
    let value = label(&item.value, color_of(item)).map(|value| Cell { wraps, ..value });
    let chart = item.picture.clone().map(|picture| Cell::picture(picture).sized(CHART_PIXELS).on_black());
    let words = Cell::words(item.words.clone(), color_of_words(item)).sized(WORD_PIXELS).wrapped();
    let cells = chart.into_iter().chain([words.with_lines(item.lines.clone())]);
    let cells = cells.chain(label(&item.trouble, LOSS)).chain(swatches_of(item)).chain(value);
    let cells = cells.chain(slider_of(item)).chain(buttons_of(item, leads_nowhere)).collect();
    let has_no_sides = item.buttons.iter().any(|button| button.deed.own_key().is_some());
    Row { wraps, has_no_sides, ..Row::of(cells) }
}

/// Both values of a choice of two: the chosen one is lit, and a press of it changes nothing.
fn switch_cells(switch: &Switch) -> [Cell<MenuAction>; 2] {
    let [first, second] = switch.names;
    [(first, !switch.is_second), (second, switch.is_second)].map(|(name, is_chosen)| {
        let press = if is_chosen { MenuAction::Stay } else { switch.deed.clone() };
        let tip = if is_chosen { "Chosen" } else { "Switch. [Enter]" };
        Cell::tab(name, press, is_chosen).sized(WORD_PIXELS).with_tip(tip)
    })
}

/// The slider of an item.
fn slider_of(item: &Item) -> Option<Cell<MenuAction>> {
    item.slider.clone().map(|(value, scale, deed)| Cell::slider(value, scale, deed))
}

/// The squares of the colours of an item. The picture of the default handle is a white point.
fn swatches_of(item: &Item) -> impl Iterator<Item = Cell<MenuAction>> {
    item.swatches.iter().map(|color| Cell::label("", *color).with_shape(Handle::default()))
}

/// The buttons of an item.
fn buttons_of(
    item: &Item,
    leads_nowhere: impl Fn(&MenuAction) -> bool,
) -> impl Iterator<Item = Cell<MenuAction>> {
    item.buttons.iter().map(move |button| {
        let is_dim = leads_nowhere(&button.deed);
        let (color, tip) = if is_dim { (QUIET.with_alpha(DIM_ALPHA), NO_MORE) } else { (WORDS, button.tip) };
        Cell::button(button.words, button.deed.clone()).sized(WORD_PIXELS).colored(color).with_tip(tip)
    })
}

/// The colour of the label: grey for a heading, and for a file that cannot be loaded or watched.
fn color_of_words(item: &Item) -> Color {
    let is_barred = item.enter == MenuAction::Stay && !item.trouble.is_empty();
    if item.is_heading || is_barred { QUIET } else { WORDS }
}

/// The colour of a value.
fn color_of(item: &Item) -> Color {
    Srgba::hex(&item.color).map_or(STRONG, Color::from)
}

/// A row with its deed, and whether the pointer is on it.
type DeedRow = (&'static MenuAction, &'static Hovered);

/// A size of words and panels that is chosen with the pointer waits while the pointer is on its row.
pub(in crate::client::menu) fn hold_size(rows: Query<DeedRow, With<RowIndex>>, mut held: ResMut<HeldSize>) {
    let sets_size = |deed: &MenuAction| matches!(deed, MenuAction::Step(Setting::Size, _));
    held.is_pointed = rows.iter().any(|(deed, hovered)| hovered.get() && sets_size(deed));
}

/// Notes the largest size of words and panels for which the window has room.
pub(in crate::client::menu) fn note_room(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut menu: ResMut<Menu>,
) {
    let size = window.map(|window| window.size()).filter(|size| size.min_element() > 0.0);
    let most = size.map(most_size);
    if menu.most_size != most {
        menu.most_size = most;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::hud::encyclopedia::entry::RuleBook;
    use crate::client::hud::encyclopedia::rows::{Pictures, Room, entry_rows};
    use crate::client::hud::encyclopedia::sketches::Sketches;
    use crate::client::hud::encyclopedia::topics::Topic;
    use crate::client::menu::StepDirection;
    use crate::client::menu::pages::items::{ItemButton, stepped};
    use crate::client::menu::panel::parts::{PanelWords, SHORT_NOTE, WIDTHS};
    use crate::client::menu::panel::test_support::shown;
    use crate::client::models::Icons;
    use crate::client::widgets::EDGE_PIXELS;
    use crate::client::widgets::panel::PANEL_PADDING;
    use crate::client::widgets::rows::{STOP_EDGE, STOP_GAP, STOP_PADDING};
    use crate::client::widgets::scroll::BAR_ROOM;

    /// The edges and the padding of the panel and of a row that is a stop, both sides together, pixels.
    const SIDES: f32 = 2.0 * (PANEL_PADDING + EDGE_PIXELS) + 2.0 * STOP_PADDING + STOP_EDGE;

    #[test]
    fn the_tables_of_the_encyclopedia_have_room_on_their_pages() {
        let book = RuleBook::of(crate::rules::test_support::shipped());
        let (icons, sketches) = (Icons::default(), Sketches::default());
        let pictures = Pictures { icons: &icons, sketches: &sketches };
        let room = Room { width: WIDTHS.0 - BAR_ROOM - SIDES, gap: STOP_GAP };
        let leads = |_: &str| -> Option<MenuAction> { None };
        for topic in Topic::ALL {
            for row in entry_rows(&topic.entries(&book.facts()), &pictures, &[], room, leads) {
                let columns = row.cells.iter().map(|cell| cell.column).filter(|width| *width > 0.0);
                let width = columns.map(|width| width + STOP_GAP).sum::<f32>() - STOP_GAP;
                assert!(width <= WIDTHS.0 - BAR_ROOM - SIDES, "{topic:?}: {width}, {row:?}");
            }
        }
    }

    #[test]
    fn the_page_over_a_game_has_two_columns_and_others_have_one() {
        let display = |page: Page| {
            let mut world = shown(Menu { page: Some(page), ..default() });
            let mut columns = world.query_filtered::<&Node, With<RowList>>();
            columns.single(&world).map(|node| node.display).ok()
        };
        assert_eq!(display(Page::Pause), Some(Display::Grid));
        assert_eq!(display(Page::Keys), Some(Display::Flex));
    }

    #[test]
    fn the_foot_says_where_left_and_right_go() {
        let way = |page: Page| {
            let mut world = shown(Menu { page: Some(page), ..default() });
            let words: Vec<String> = world.query::<&Text>().iter(&world).map(|text| text.0.clone()).collect();
            ["Column", "Next button"].map(|way| words.iter().any(|words| words == way))
        };
        assert_eq!(
            [way(Page::Pause), way(Page::Result), way(Page::Load)],
            [[true, false], [false, true], [false; 2]]
        );
    }

    #[test]
    fn a_message_over_a_game_has_its_place_before_it_comes() {
        let height = |page: Page| {
            let mut world = shown(Menu { page: Some(page), ..default() });
            let mut words = world.query::<(&PanelWords, &Node)>();
            let said = words.iter(&world).find(|(part, _)| **part == PanelWords::Said);
            said.map(|(_, node)| node.min_height)
        };
        assert_eq!(height(Page::Pause), Some(px(SHORT_NOTE)));
        assert_eq!(height(Page::Keys), Some(px(0)), "its rows need the room");
    }

    #[test]
    fn a_value_goes_below_its_words_but_stays_beside_its_buttons() {
        let plan =
            Item { value: "Gathers".to_owned(), ..Item::new("Ferrum: raid Thale", "", MenuAction::Stay) };
        let seed = stepped("Seed", "412".to_owned(), "", MenuAction::StepSeed);
        let wraps = |item: &Item| {
            let row = row_of(item, None, |_| false);
            (row.wraps, row.cells[1].wraps)
        };
        assert_eq!([wraps(&plan), wraps(&seed)], [(true, true), (false, false)]);
    }

    #[test]
    fn the_values_of_a_table_stand_beside_their_labels() {
        let seed = stepped("Seed", "412".to_owned(), "", MenuAction::StepSeed);
        let told = |page: Page| {
            let row = row_of(&seed, Some(page), |_| false);
            let words: Vec<String> = row.cells.iter().map(|cell| cell.words.clone()).collect();
            (row.cells[0].column, words.join(" "), row.is_shaded)
        };
        assert_eq!(told(Page::SkirmishMore), (LABEL_PIXELS, "Seed < > 412".to_owned(), true));
        assert_eq!(told(Page::Keys), (0.0, "Seed 412 < >".to_owned(), true), "its labels are long");
        assert_eq!(told(Page::Load), (0.0, "Seed 412 < >".to_owned(), false));
        let start = row_of(&Item::new("Start game", "", MenuAction::Stay), Some(Page::Skirmish), |_| false);
        assert_eq!(
            (start.cells[0].column, start.is_shaded),
            (0.0, true),
            "it has no value, and the same look"
        );
    }

    #[test]
    fn a_choice_of_two_shows_both_and_a_press_of_the_chosen_one_changes_nothing() {
        let deed = MenuAction::Step(Setting::VerticalSync, StepDirection::On);
        let switch = Switch { names: ["Off", "On"], is_second: true, deed: deed.clone() };
        let cells = switch_cells(&switch).map(|cell| (cell.words, cell.is_chosen, cell.press));
        let expected = [("Off", false, deed), ("On", true, MenuAction::Stay)];
        assert_eq!(cells, expected.map(|(words, lit, press)| (words.to_owned(), lit, Some(press))));
    }

    #[test]
    fn the_arrows_do_not_delete_a_save() {
        let deeds = [MenuAction::Delete("war.ron".into()), MenuAction::AskName("war.ron".into())];
        let buttons = deeds.map(|deed| ItemButton { words: "", tip: "", deed }).into();
        let save = Item { buttons, ..Item::new("War", "", MenuAction::Stay) };
        assert!(row_of(&save, Some(Page::Load), |_| false).has_no_sides);
        let seed = stepped("Seed", "412".to_owned(), "", MenuAction::StepSeed);
        assert!(!row_of(&seed, Some(Page::Keys), |_| false).has_no_sides);
    }

    #[test]
    fn headings_are_told_from_other_rows() {
        let row = Item::new("Window", "", MenuAction::Stay);
        let heading = Item { is_heading: true, is_note: true, ..row.clone() };
        let is_heading = |item: &Item| row_of(item, None, |_| false).is_heading;
        assert_eq!([is_heading(&heading), is_heading(&row)], [true, false]);
    }

    #[test]
    fn a_button_beyond_the_end_of_a_choice_is_dim_and_says_why() {
        let quality = |way: StepDirection| MenuAction::Step(Setting::Quality, way);
        let item = stepped("Graphics quality", "Low".to_owned(), "", quality);
        let row = row_of(&item, None, |deed| *deed == quality(StepDirection::Back));
        let looks = [2, 3].map(|cell: usize| (row.cells[cell].color == WORDS, row.cells[cell].tip.as_str()));
        assert_eq!(looks, [(false, NO_MORE), (true, "Next. [Right]")]);
    }
}
