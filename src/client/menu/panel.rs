//! The menu on the screen, and the focus among its rows.

use bevy::input::keyboard::KeyboardInput;
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::input_focus::{FocusCause, FocusedInput, InputFocus};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::text::EditableText;
use bevy::ui::{FocusPolicy, InteractionDisabled};

use super::pages::items::{Item, MenuAction, Setting};
use super::pages::{items, title};
use super::{Menu, Page};
use crate::client::frame::{capital, visible_if};
use crate::client::hud::layout::places::TOP_BAR;
use crate::client::menu::result::panel::ResultRoom;
use crate::client::settings::{HeldSize, Quality, Settings};
use crate::client::widgets::key_hint::key_hint;
use crate::client::widgets::panel::panel;
use crate::client::widgets::prompt::is_enter;
use crate::client::widgets::text_field::text_field;
use crate::client::widgets::{
    Cell, DIM, LOSS, NOTE_PIXELS, QUIET, Row, RowIndex, Rows, STRONG, TITLE_PIXELS, Typeface, WORD_PIXELS,
    WORDS, spawn_scroll, text, text_in,
};
use crate::client::worlds::Lasting;

/// Width of the panel, and on the first page of the main menu, pixels.
const WIDTHS: (f32, f32) = (760.0, 350.0);
/// Width and height of the map of a level, pixels.
const MAP_PIXELS: f32 = 190.0;
/// Distance of the main menu from the left edge, pixels.
const MAIN_LEFT: f32 = 56.0;
/// Size of the program's name on the main menu, pixels.
const NAME_PIXELS: f32 = 40.0;
/// Height of a note, pixels: of two lines, and on pages of levels of a description with its origin. The panel keeps
/// its size from row to row.
const NOTE_HEIGHTS: (f32, f32) = (36.0, 88.0);
/// Side of a chart in a row, pixels.
const CHART_PIXELS: f32 = 60.0;

/// How much sooner the preview of a skirmish gives way than its rows, which give way before all other parts.
const YIELDS: f32 = 1.0e6;

/// Marks the layer over the game.
#[derive(Component)]
pub(super) struct Overlay;

/// Marks the panel.
#[derive(Component)]
pub(super) struct PanelFrame;

/// Marks the column of the rows.
#[derive(Component)]
pub(super) struct RowList;

/// The words of the panel that are not in rows.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PanelWords {
    /// The title of the page.
    Title,
    /// The description of the level of a skirmish, or of a new system.
    About,
    /// The note of the focused row.
    Note,
    /// The message about the last deed.
    Said,
}

/// Marks the further lines of the message about the last deed.
#[derive(Component)]
pub(super) struct SaidDetails;

/// A part of the panel that is not on every page.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PanelPart {
    /// The field for a search, a seed, or a date.
    Field,
    /// The preview of a level.
    Preview,
    /// The keys.
    Keys,
}

/// Marks the map of a level.
#[derive(Component)]
pub(super) struct PreviewMap;

/// Spawns the menu, hidden.
pub(super) fn spawn(mut commands: Commands) {
    let overlay = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        align_items: AlignItems::Center,
        ..default()
    };
    let overlay = commands
        .spawn((
            (Overlay, Lasting, overlay, BackgroundColor(DIM), Visibility::Hidden, GlobalZIndex(50)),
            (Interaction::default(), FocusPolicy::Block),
        ))
        .id();
    let frame = (PanelFrame, TabGroup::modal(), panel(px(WIDTHS.0)), ChildOf(overlay));
    let frame = commands.spawn(frame).id();
    let title = (PanelWords::Title, text_in(Typeface::Titles, "", TITLE_PIXELS, STRONG), fixed());
    let result =
        Node { display: Display::None, row_gap: px(10), flex_direction: FlexDirection::Column, ..fixed() };
    commands.spawn((title, ChildOf(frame)));
    commands.spawn((ResultRoom, result, ChildOf(frame)));
    commands.spawn((PanelPart::Field, fixed(), ChildOf(frame)));
    spawn_scroll(&mut commands, frame, (RowList, Rows::<MenuAction>::default()));
    spawn_preview(&mut commands, frame);
    spawn_notes(&mut commands, frame);
    let keys = Node { column_gap: px(16), flex_wrap: FlexWrap::Wrap, row_gap: px(4), ..fixed() };
    commands.spawn((PanelPart::Keys, keys, ChildOf(frame)));
}

/// A node that keeps its height.
fn fixed() -> Node {
    Node { flex_shrink: 0.0, ..default() }
}

/// Words of a part of the panel, empty at first.
fn line(part: PanelWords, pixels: f32, color: Color, node: Node) -> impl Bundle {
    (part, text("", pixels, color), node)
}

/// The map of a level, with words beside it.
fn spawn_preview(commands: &mut Commands, frame: Entity) {
    commands.spawn((
        PanelPart::Preview,
        // Where letters are large, the rows come first: the preview is cut off below.
        Node {
            column_gap: px(14),
            height: px(MAP_PIXELS),
            min_height: px(0),
            overflow: Overflow::clip(),
            ..default()
        },
        children![
            (
                PreviewMap,
                Node { width: px(MAP_PIXELS), height: px(MAP_PIXELS), ..fixed() },
                ImageNode::default(),
                BackgroundColor(Color::BLACK),
            ),
            line(PanelWords::About, NOTE_PIXELS, WORDS, Node { flex_shrink: 1.0, ..default() }),
        ],
        ChildOf(frame),
    ));
}

/// The note on the row that has the focus, and the answer to the last deed.
fn spawn_notes(commands: &mut Commands, frame: Entity) {
    let note = Node { min_height: px(NOTE_HEIGHTS.0), ..fixed() };
    // Paths are longer than a line.
    let layout = || TextLayout::linebreak(LineBreak::WordOrCharacter);
    commands.spawn((line(PanelWords::Note, NOTE_PIXELS, QUIET, note), layout(), ChildOf(frame)));
    let (_, font, color) = text("", NOTE_PIXELS, QUIET);
    let said = line(PanelWords::Said, NOTE_PIXELS, STRONG, fixed());
    let details = (SaidDetails, TextSpan::default(), font, color);
    commands.spawn((said, layout(), ChildOf(frame), children![details]));
}

type PartNodes = (Entity, &'static PanelPart, &'static mut Node);
type WordNodes = (&'static PanelWords, &'static mut Node);
/// Not one of the other nodes that a starting page changes.
type IsNoOther = (Without<PanelPart>, Without<PanelFrame>, Without<Overlay>);

/// Shows or hides the menu, and starts a page that was turned to.
pub(super) fn show(
    mut commands: Commands,
    menu: Res<Menu>,
    overlay: Single<(&mut Visibility, &mut Node, &mut BackgroundColor), With<Overlay>>,
    mut frame: Single<&mut Node, (With<PanelFrame>, Without<Overlay>)>,
    mut parts: Query<PartNodes, (Without<PanelFrame>, Without<Overlay>)>,
    mut words: Query<WordNodes, IsNoOther>,
    list: Single<(&mut Rows<MenuAction>, &mut ScrollPosition), With<RowList>>,
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
    // In a game the bars at the top stay whole. The result needs all the room.
    let has_bars = !menu.is_main() && !menu.shows_result();
    let top = if has_bars { TOP_BAR.0 + TOP_BAR.1 } else { 0.0 };
    (node.justify_content, node.padding) = (justify, UiRect { left: px(left), top: px(top), ..default() });
    dim.0 = if menu.is_main() { Color::NONE } else { DIM };
    frame.width = px(if menu.page == Some(Page::Main) { WIDTHS.1 } else { WIDTHS.0 });
    let (mut rows, mut position) = list.into_inner();
    rows.clear(&mut commands);
    position.0 = Vec2::ZERO;
    let has_cards = menu.page.is_some_and(Page::has_cards);
    for (_, mut node) in words.iter_mut().filter(|(part, _)| **part == PanelWords::Note) {
        node.min_height = px(if has_cards { NOTE_HEIGHTS.1 } else { NOTE_HEIGHTS.0 });
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
        }
        fill(&mut commands, entity, *part, &menu);
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
            let back = (menu.page != Some(Page::Main)).then_some(("Esc", "Back"));
            let sides = menu.page.is_some_and(Page::has_choices).then_some(("Left Right", "Change"));
            let has_files = menu.page.is_some_and(Page::has_own_files) && !menu.files.is_empty();
            let of_files = [("Left", "Delete"), ("Right", "Rename")].into_iter().filter(|_| has_files);
            let usual = [("Up Down", "Choose"), ("Enter", "Select")].into_iter();
            for (key, does) in usual.chain(sides).chain(of_files).chain(back) {
                commands.entity(entity).with_child(key_hint(key, does));
            }
        }
        _ => {}
    }
}

/// Enter in the field of a search takes the first card that is found. In other fields, and in an empty one, it goes to
/// the first row.
pub(super) fn take_enter(
    mut event: On<FocusedInput<KeyboardInput>>,
    parts: Query<&PanelPart>,
    fields: Query<&EditableText>,
    mut menu: ResMut<Menu>,
) {
    let is_here = parts.get(event.focused_entity).is_ok_and(|part| *part == PanelPart::Field);
    if !is_here || !is_enter(&event.input) || !menu.page.is_some_and(Page::finds_cards) {
        return;
    }
    // Letters of this frame are still on their way.
    let is_written = !menu.search.is_empty() || fields.iter().any(|field| !field.pending_edits.is_empty());
    if is_written {
        event.propagate(false);
        menu.is_entered = true;
    }
}

/// A row with its deed, and whether the pointer is on it.
type DeedRow = (&'static MenuAction, &'static Hovered);

/// A size of words and panels that is chosen with the pointer waits while the pointer is on its row.
pub(super) fn hold_size(rows: Query<DeedRow, With<RowIndex>>, mut held: ResMut<HeldSize>) {
    let sets_size = |deed: &MenuAction| matches!(deed, MenuAction::Step(Setting::Size, _));
    held.is_pointed = rows.iter().any(|(deed, hovered)| hovered.get() && sets_size(deed));
}

/// Shows the rows of the page.
pub(super) fn show_rows(
    mut commands: Commands,
    menu: Res<Menu>,
    settings: Res<Settings>,
    adapter: Option<Res<RenderAdapterInfo>>,
    list: Single<(Entity, &mut Rows<MenuAction>), With<RowList>>,
) {
    let items = items(&menu, &settings, Quality::of_adapter(adapter.as_deref()));
    let (entity, mut rows) = list.into_inner();
    rows.show(&mut commands, entity, items.iter().map(row_of).collect());
}

/// An item as a row of cells.
fn row_of(item: &Item) -> Row<MenuAction> {
    let label =
        |words: &str, color: Color| (!words.is_empty()).then(|| Cell::label(words, color).sized(WORD_PIXELS));
    let value = match &item.value_press {
        Some(deed) => Some(value_button(item, deed)),
        None => label(&item.value, color_of(item)),
    };
    let slider = item.slider.clone().map(|(value, scale, deed)| Cell::slider(value, scale, deed));
    let buttons = item.buttons.iter().map(|button| {
        Cell::button(button.words, button.deed.clone()).sized(WORD_PIXELS).with_tip(button.tip)
    });
    let chart = item.picture.clone().map(|picture| Cell::picture(picture).sized(CHART_PIXELS));
    let words = Cell::words(item.words.clone(), color_of_words(item)).sized(WORD_PIXELS).wrapped();
    // The picture of the default handle is a white point.
    let swatches = item.swatches.iter().map(|color| Cell::label("", *color).with_shape(Handle::default()));
    let cells = chart.into_iter().chain([words.with_lines(item.lines.clone())]);
    let cells = cells.chain(label(&item.trouble, LOSS)).chain(swatches);
    let row = Row::of(cells.chain(value).chain(slider).chain(buttons).collect());
    if item.is_note {
        return row;
    }
    row.pressed(item.enter.clone()).by_keys(item.enter.is_step()).unless(item.why_not.clone())
}

/// The value of a row that is a button.
fn value_button(item: &Item, deed: &MenuAction) -> Cell<MenuAction> {
    let button = Cell::button(item.value.clone(), deed.clone()).sized(WORD_PIXELS);
    button.colored(color_of(item)).with_tip("Switch. [Enter]")
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

/// A row that cannot be pressed, whether the pointer is over it, and its column.
type BarredRow = (&'static RowIndex, &'static Hovered, &'static ChildOf);

/// Writes the texts around the rows. The note is that of the focused row, but under the pointer a row that cannot be
/// pressed says why.
pub(super) fn write(
    menu: Res<Menu>,
    settings: Res<Settings>,
    adapter: Option<Res<RenderAdapterInfo>>,
    barred: Query<BarredRow, With<InteractionDisabled>>,
    list: Single<Entity, With<RowList>>,
    mut words: Query<(&PanelWords, &mut Text, &mut TextFont)>,
    mut details: Single<&mut TextSpan, With<SaidDetails>>,
    mut map: Single<&mut ImageNode, With<PreviewMap>>,
) {
    let preview = menu.chosen_preview(&settings);
    // A level that cannot be played has no map: the room for it stays black.
    let picture = preview.and_then(|preview| preview.map.clone());
    let color = if picture.is_some() { Color::WHITE } else { Color::NONE };
    let picture = picture.unwrap_or_default();
    if map.image != picture || map.color != color {
        (map.image, map.color) = (picture, color);
    }
    let rows = items(&menu, &settings, Quality::of_adapter(adapter.as_deref()));
    let pointed = barred.iter().find(|(_, hovered, parent)| hovered.get() && parent.parent() == *list);
    let noted = pointed.map_or(menu.row, |(index, ..)| index.0);
    for (part, mut text, mut font) in &mut words {
        if *part == PanelWords::Title {
            let pixels = if menu.page == Some(Page::Main) { NAME_PIXELS } else { TITLE_PIXELS };
            let wanted = TextFont { font_size: FontSize::Px(pixels), ..font.clone() };
            font.set_if_neq(wanted);
        }
        let wanted = match part {
            PanelWords::Title => title(&menu, &settings),
            PanelWords::About => preview.map_or_else(String::new, |preview| preview.about.clone()),
            PanelWords::Note => rows.get(noted).map_or_else(String::new, note_of),
            PanelWords::Said => menu.said.lines().next().unwrap_or_default().to_owned(),
        };
        text.set_if_neq(Text(wanted));
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

/// A row or the search has the focus while the menu is open; while keys for an action are captured, nothing has
/// it.
pub(super) fn follow_focus(
    mut menu: ResMut<Menu>,
    mut focus: ResMut<InputFocus>,
    rows: Query<&RowIndex>,
    fields: Query<(), With<EditableText>>,
    stops: Query<(), With<TabIndex>>,
    list: Single<&Rows<MenuAction>, With<RowList>>,
) {
    if !menu.is_open() {
        return;
    }
    let focused = focus.get();
    if menu.capturing.is_some() {
        if focused.is_some() {
            focus.clear();
        }
        return;
    }
    let is_field = focused.is_some_and(|entity| fields.contains(entity));
    match focused.and_then(|entity| rows.get(entity).ok()) {
        Some(row) if menu.row != row.0 => menu.row = row.0,
        None if !is_field => {
            // Words above the rows are no stop.
            let nodes = [menu.row, menu.row + 1].map(|index| (index, list.node(index)));
            let stop = nodes.into_iter().find(|(_, node)| node.is_some_and(|node| stops.contains(node)));
            if let Some((index, Some(node))) = stop {
                menu.row = index;
                focus.set(node, FocusCause::Navigated);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::menu::pages::NO_SAVES;
    use crate::client::settings::keys::actions::ACTIONS;

    /// A world with the panel of a menu.
    fn shown(menu: Menu) -> World {
        let mut world = World::new();
        world.init_resource::<Settings>();
        world.init_resource::<InputFocus>();
        world.insert_resource(menu);
        spawn(world.commands());
        world.flush();
        world.run_system_once(show).expect("it runs");
        world.run_system_once(show_rows).expect("it runs");
        world
    }

    #[test]
    fn every_row_of_a_page_is_a_stop_and_the_first_has_the_focus() {
        let mut world = shown(Menu { page: Some(Page::Keys), ..default() });
        world.run_system_once(follow_focus).expect("it runs");
        let mut rows = world.query::<(Entity, &RowIndex, &MenuAction)>();
        let rows: Vec<(Entity, usize)> = rows.iter(&world).map(|(row, index, _)| (row, index.0)).collect();
        assert_eq!(rows.len(), ACTIONS.len() + 2);
        let first = rows.iter().find(|(_, index)| *index == 0).map(|(row, _)| *row);
        assert_eq!(world.resource::<InputFocus>().get(), first);
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

    #[test]
    fn words_above_the_rows_are_no_stop() {
        let mut menu = Menu { page: Some(Page::Pause), is_unsaved: true, ..default() };
        menu.ask(MenuAction::MainMenu);
        let mut world = shown(menu);
        world.run_system_once(follow_focus).expect("it runs");
        let stops: Vec<MenuAction> = world.query::<&MenuAction>().iter(&world).cloned().collect();
        assert_eq!(stops, [MenuAction::Turn(Page::Pause), MenuAction::MainMenu]);
        let focused = world.resource::<InputFocus>().get().expect("a row has the focus");
        assert_eq!(world.get::<MenuAction>(focused), Some(&MenuAction::Turn(Page::Pause)));
        assert_eq!(world.resource::<Menu>().row, 1);
    }
}
