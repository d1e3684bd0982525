//! The parts of the panel, and their marks.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::ui::FocusPolicy;

use crate::client::menu::files::sketch::HomePlace;
use crate::client::menu::pages::items::MenuAction;
use crate::client::menu::result::panel::ResultHeading;
use crate::client::widgets::panel::{PANEL_PADDING, panel};
use crate::client::widgets::scroll::{BAR_ROOM, RowShare};
use crate::client::widgets::{
    DIM, NOTE_PIXELS, QUIET, Rows, STRONG, TITLE, TITLE_PIXELS, Typeface, WORDS, spawn_scroll, text, text_in,
};
use crate::client::worlds::Lasting;

/// Width of the panel, and on the first page of the main menu, pixels.
pub(super) const WIDTHS: (f32, f32) = (760.0, 350.0);
/// Width of the first page over a game, pixels: in a usual window it stands between the panels, with air about it.
pub(super) const PAUSE_WIDTH: f32 = 540.0;
/// Width and height of the map of a level where there is room for it, pixels.
pub(super) const MAP_PIXELS: f32 = 190.0;
/// Its most where a page has room left, pixels.
pub(super) const LARGE_MAP: f32 = 300.0;
/// Height of a note, pixels: of two lines, and on pages of saves and replays of a description with its facts and its
/// path, five lines. The panel keeps its size from row to row.
pub(super) const NOTE_HEIGHTS: (f32, f32) = (36.0, 88.0);
/// Height of a note on pages of levels, pixels: of a description of three lines, and a line of facts. The list has the
/// rest of the panel.
pub(super) const LEVEL_NOTE: f32 = 71.0;
/// Greatest height of a page with a list of cards, per cent of the window: higher than others, as the cards are high.
pub(super) const CARDS_PERCENT: f32 = 97.0;
/// Height of a note of one line, pixels: on the page over a game, for no page has more rows, and on that of a new
/// system, whose notes are short.
pub(super) const SHORT_NOTE: f32 = 18.0;

/// The layer of the menu, above the panels of the game.
pub const MENU_LAYER: i32 = 50;

/// Marks the layer over the game.
#[derive(Component)]
pub(in crate::client::menu) struct Overlay;

/// Marks the panel.
#[derive(Component)]
pub(in crate::client::menu) struct PanelFrame;

/// Marks the column of the rows.
#[derive(Component)]
pub(in crate::client::menu) struct RowList;

/// The words of the panel that are not in rows.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::client::menu) enum PanelWords {
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
pub(in crate::client::menu) struct SaidDetails;

/// A part of the panel that is not on every page.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::client::menu) enum PanelPart {
    /// The field for a search, a seed, or a date.
    Field,
    /// The preview of a level, or a ship of a side.
    Preview,
    /// The keys.
    Keys,
}

/// Marks the map of a level.
#[derive(Component)]
pub(in crate::client::menu) struct PreviewMap;

/// The names on that map, and the length of its sides for which they were placed, pixels.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub(in crate::client::menu) struct HomeNames {
    /// The homes with their places.
    pub(super) homes: Vec<HomePlace>,
    /// The length of a side.
    pub(super) side: f32,
}

/// Spawns the menu, hidden.
pub(in crate::client::menu) fn spawn(mut commands: Commands) {
    let overlay = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        align_items: AlignItems::Center,
        ..default()
    };
    let overlay = commands
        .spawn((
            (Overlay, Lasting, overlay, BackgroundColor(DIM), Visibility::Hidden, GlobalZIndex(MENU_LAYER)),
            (Interaction::default(), FocusPolicy::Block),
        ))
        .id();
    let frame = (PanelFrame, TabGroup::modal(), panel(px(WIDTHS.0)), ChildOf(overlay));
    let frame = commands.spawn(frame).id();
    // The bar stands in the padding at the right: rows begin and end as far from the edges of the panel.
    commands.entity(frame).entry::<Node>().and_modify(|mut node| {
        node.padding.right = px(PANEL_PADDING - BAR_ROOM);
    });
    let title = (PanelWords::Title, text_in(Typeface::Titles, "", TITLE_PIXELS, TITLE), fixed());
    commands.spawn((title, ChildOf(frame)));
    commands.spawn((PanelPart::Field, fixed(), ChildOf(frame)));
    let list = spawn_scroll(&mut commands, frame, (RowList, Rows::<MenuAction>::below(1)));
    // It makes room for rows when those are scrolled.
    let heading = Node {
        display: Display::None,
        margin: UiRect::bottom(px(7)),
        flex_direction: FlexDirection::Column,
        width: RowShare::Line.width(),
        ..fixed()
    };
    commands.spawn((ResultHeading, heading, ChildOf(list)));
    spawn_preview(&mut commands, frame);
    spawn_notes(&mut commands, frame);
    let keys = Node { column_gap: px(16), flex_wrap: FlexWrap::Wrap, row_gap: px(4), ..beside_bar() };
    commands.spawn((PanelPart::Keys, keys, ChildOf(frame)));
}

/// A node that keeps its height.
fn fixed() -> Node {
    Node { flex_shrink: 0.0, ..default() }
}

/// A node that keeps its height, and ends where the rows do, at the left of their bar.
fn beside_bar() -> Node {
    Node { margin: UiRect::right(px(BAR_ROOM)), ..fixed() }
}

/// Words of a part of the panel, empty at first.
fn line(part: PanelWords, pixels: f32, color: Color, node: Node) -> impl Bundle {
    (part, text("", pixels, color), node)
}

/// The map of a level: a square as high as its place, so that it is never cut off.
fn map_node() -> Node {
    Node { height: percent(100), aspect_ratio: Some(1.0), ..fixed() }
}

/// The words beside a map: as high as their lines.
fn about_node() -> Node {
    Node { flex_shrink: 1.0, align_self: AlignSelf::FlexStart, ..default() }
}

/// The map of a level, with words beside it.
fn spawn_preview(commands: &mut Commands, frame: Entity) {
    commands.spawn((
        PanelPart::Preview,
        // Where letters are large, the rows come first, and the map is smaller: see `fit_preview`.
        Node {
            column_gap: px(14),
            height: px(MAP_PIXELS),
            min_height: px(0),
            overflow: Overflow::clip(),
            margin: UiRect::right(px(BAR_ROOM)),
            ..default()
        },
        children![
            (PreviewMap, HomeNames::default(), map_node(), ImageNode::default()),
            line(PanelWords::About, NOTE_PIXELS, WORDS, about_node()),
        ],
        ChildOf(frame),
    ));
}

/// The note on the row that has the focus, and the answer to the last deed.
fn spawn_notes(commands: &mut Commands, frame: Entity) {
    // It stands at the foot of a page that is higher than its content, and so does what is below it.
    let margin = UiRect { top: auto(), right: px(BAR_ROOM), ..default() };
    let note = Node { min_height: px(NOTE_HEIGHTS.0), margin, ..fixed() };
    // Paths are longer than a line.
    let layout = || TextLayout::linebreak(LineBreak::WordOrCharacter);
    commands.spawn((line(PanelWords::Note, NOTE_PIXELS, QUIET, note), layout(), ChildOf(frame)));
    let (_, font, color) = text("", NOTE_PIXELS, QUIET);
    let said = line(PanelWords::Said, NOTE_PIXELS, STRONG, beside_bar());
    let details = (SaidDetails, TextSpan::default(), font, color);
    commands.spawn((said, layout(), ChildOf(frame), children![details]));
}
