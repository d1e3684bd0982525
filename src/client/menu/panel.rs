//! The rows of the menu on the screen.
//!
//! - Enters: the menu and its items.
//! - Leaves: a dimmed game, and before it rows with buttons. Rows are made anew only when what is on them
//!   changes, so that they do not flicker under the pointer; which of them is chosen is told by their colour.
//! - Must never: let a click through to the game.

use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::ui::FocusPolicy;

use super::pages::{Deed, Item, items, title};
use super::{Menu, Page};
use crate::client::menu::result::panel::ResultRoom;
use crate::client::settings::Settings;
use crate::client::settings::quality::Quality;
use crate::client::widgets::theme::{PANEL, QUIET, RESTING, STRONG, WORDS, face};
use crate::client::worlds::Lasting;

/// Behind the row that is chosen.
const CHOSEN: Color = Color::srgba(0.20, 0.31, 0.44, 0.9);
/// What is laid over the game.
const DIM: Color = Color::srgba(0.0, 0.0, 0.0, 0.55);
/// Words about what is wrong.
const TROUBLE: Color = Color::srgb(1.0, 0.62, 0.45);
/// Width of the panel, pixels.
const WIDTH: f32 = 760.0;
/// Width and height of the map of the chosen level, and of those in rows, pixels.
const MAP_PIXELS: f32 = 190.0;
const ROW_MAP_PIXELS: f32 = 34.0;
/// Distance of the main menu from the left edge, pixels.
const MAIN_LEFT: f32 = 56.0;
/// Width of the first page of the main menu, pixels.
const MAIN_WIDTH: f32 = 350.0;
/// Size of the title of a page, and of the program's name on the main menu, pixels.
const TITLE_PIXELS: (f32, f32) = (19.0, 40.0);
/// Size of usual words, pixels.
const WORD_PIXELS: f32 = 15.0;

/// Marks what is laid over the game.
#[derive(Component)]
pub(super) struct Overlay;

/// Marks the panel.
#[derive(Component)]
pub(super) struct PanelFrame;

/// Marks the part of the panel that holds the rows.
#[derive(Component)]
pub(super) struct RowList;

/// The words of the panel that are not in rows.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PanelWords {
    /// The title of the page.
    Title,
    /// What the chosen level is about.
    About,
    /// What is told of the chosen row.
    Note,
    /// What came of the last thing that was done.
    Said,
}

/// What a press does, and on which row.
#[derive(Component, Clone, Debug, PartialEq)]
pub(super) struct Presses {
    /// The row, counted from the first one of the page.
    pub(super) row: usize,
    /// What is done.
    pub(super) deed: Deed,
}

/// Marks the room for what is shown of the chosen level.
#[derive(Component)]
pub(super) struct PreviewRoom;

/// Marks the map in it.
#[derive(Component)]
pub(super) struct PreviewMap;

/// Marks a row, as against a button in it.
#[derive(Component)]
pub(super) struct WholeRow;

/// Spawns the menu, hidden.
pub(super) fn spawn(mut commands: Commands) {
    let line = |part: PanelWords, size: f32, color: Color| {
        let font = TextFont { font_size: FontSize::Px(size), ..default() };
        (part, Text::default(), font, TextColor(color))
    };
    let column = || Node { flex_direction: FlexDirection::Column, row_gap: px(3), ..default() };
    let panel = Node {
        width: px(WIDTH),
        max_width: percent(96),
        padding: UiRect::all(px(18)),
        row_gap: px(10),
        border_radius: BorderRadius::all(px(8)),
        ..column()
    };
    commands.spawn((
        Overlay,
        Lasting,
        Node {
            position_type: PositionType::Absolute,
            width: percent(100),
            height: percent(100),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            ..default()
        },
        BackgroundColor(DIM),
        Visibility::Hidden,
        Interaction::default(),
        FocusPolicy::Block,
        GlobalZIndex(50),
        children![(
            PanelFrame,
            panel,
            BackgroundColor(PANEL.with_alpha(0.97)),
            children![
                line(PanelWords::Title, TITLE_PIXELS.0, STRONG),
                (ResultRoom, Node { display: Display::None, row_gap: px(10), ..column() }),
                (RowList, column()),
                (
                    PreviewRoom,
                    Node { display: Display::None, column_gap: px(14), ..default() },
                    children![
                        (
                            PreviewMap,
                            Node {
                                width: px(MAP_PIXELS),
                                height: px(MAP_PIXELS),
                                flex_shrink: 0.0,
                                ..default()
                            },
                            ImageNode::default(),
                            BackgroundColor(Color::BLACK),
                        ),
                        line(PanelWords::About, 14.0, WORDS),
                    ],
                ),
                line(PanelWords::Note, 14.0, QUIET),
                line(PanelWords::Said, 14.0, STRONG),
            ],
        )],
    ));
}

/// Shows the open page, or hides the menu.
pub(super) fn show(
    mut commands: Commands,
    menu: Res<Menu>,
    settings: Res<Settings>,
    adapter: Option<Res<RenderAdapterInfo>>,
    overlay: Single<(&mut Visibility, &mut Node, &mut BackgroundColor), With<Overlay>>,
    mut frame: Single<&mut Node, (With<PanelFrame>, Without<Overlay>)>,
    room: Single<&mut Node, (With<PreviewRoom>, Without<PanelFrame>, Without<Overlay>)>,
    map: Single<&mut ImageNode, With<PreviewMap>>,
    list: Single<Entity, With<RowList>>,
    mut words: Query<(&PanelWords, &mut Text, &mut TextFont)>,
    mut shown: Local<Vec<(usize, Item)>>,
) {
    let wanted = if menu.is_open() { Visibility::Inherited } else { Visibility::Hidden };
    let (mut visibility, mut node, mut dim) = overlay.into_inner();
    visibility.set_if_neq(wanted);
    let placed = place_of(&menu, node.clone());
    node.set_if_neq(placed);
    dim.set_if_neq(BackgroundColor(if menu.is_main() { Color::NONE } else { DIM }));
    let width = if menu.page == Some(Page::Main) { MAIN_WIDTH } else { WIDTH };
    let wanted = Node { width: px(width), ..frame.clone() };
    frame.set_if_neq(wanted);
    show_map(&menu, room.into_inner(), map.into_inner());
    let rows = items(&menu, &settings, Quality::of_adapter(adapter.as_deref()));
    for (part, mut text, mut font) in &mut words {
        if *part == PanelWords::Title {
            let (usual, main) = TITLE_PIXELS;
            let pixels = if menu.page == Some(Page::Main) { main } else { usual };
            let wanted = TextFont { font_size: FontSize::Px(pixels), ..font.clone() };
            font.set_if_neq(wanted);
        }
        let wanted = match part {
            PanelWords::Title => menu.page.map_or("", title),
            PanelWords::About => menu.chosen_preview().map_or("", |preview| preview.about.as_str()),
            PanelWords::Note => rows.get(menu.row).map_or("", |item| item.note.as_str()),
            PanelWords::Said => menu.said.as_str(),
        };
        if text.0 != wanted {
            wanted.clone_into(&mut text.0);
        }
    }
    let on_screen = rows.into_iter().enumerate().skip(menu.first).take(menu.most_rows());
    let visible: Vec<(usize, Item)> = on_screen.collect();
    if *shown != visible {
        commands.entity(*list).despawn_children();
        for (row, item) in &visible {
            spawn_row(&mut commands, *list, *row, item);
        }
        *shown = visible;
    }
}

/// Where the menu lies: in the middle of a game, at the left before the sky.
fn place_of(menu: &Menu, node: Node) -> Node {
    let (justify, left) =
        if menu.is_main() { (JustifyContent::FlexStart, MAIN_LEFT) } else { (JustifyContent::Center, 0.0) };
    Node { justify_content: justify, padding: UiRect::left(px(left)), ..node }
}

/// Shows the map of the chosen level.
fn show_map(menu: &Menu, mut room: Mut<Node>, mut map: Mut<ImageNode>) {
    let preview = menu.chosen_preview();
    let display = if preview.is_some() { Display::Flex } else { Display::None };
    let wanted = Node { display, ..room.clone() };
    room.set_if_neq(wanted);
    let picture = preview.and_then(|preview| preview.map.clone()).unwrap_or_default();
    if map.image != picture {
        map.image = picture;
    }
}

fn spawn_row(commands: &mut Commands, list: Entity, row: usize, item: &Item) {
    let node = Node {
        padding: UiRect::axes(px(10), px(3)),
        column_gap: px(10),
        align_items: AlignItems::Center,
        border_radius: BorderRadius::all(px(4)),
        ..default()
    };
    let presses = Presses { row, deed: item.enter.clone() };
    let whole = (WholeRow, Button, presses, node, BackgroundColor(Color::NONE), ChildOf(list));
    let line = commands.spawn(whole).id();
    let text = |words: &str, color: Color| {
        let font = TextFont { font_size: FontSize::Px(WORD_PIXELS), ..default() };
        (Text::new(words), font, TextColor(color), Pickable::IGNORE)
    };
    if let Some(picture) = &item.picture {
        let node = Node { width: px(ROW_MAP_PIXELS), height: px(ROW_MAP_PIXELS), ..default() };
        commands.spawn((
            node,
            ImageNode::new(picture.clone()),
            BackgroundColor(Color::BLACK),
            FocusPolicy::Pass,
            Pickable::IGNORE,
            ChildOf(line),
        ));
    }
    let wide = Node { flex_grow: 1.0, flex_shrink: 1.0, ..default() };
    commands.spawn((wide, FocusPolicy::Pass, ChildOf(line), children![text(&item.words, WORDS)]));
    if !item.trouble.is_empty() {
        commands.spawn((text(&item.trouble, TROUBLE), FocusPolicy::Pass, ChildOf(line)));
    }
    if !item.value.is_empty() {
        commands.spawn((text(&item.value, STRONG), FocusPolicy::Pass, ChildOf(line)));
    }
    for (name, deed) in &item.buttons {
        commands.spawn((
            Button,
            Presses { row, deed: deed.clone() },
            Node {
                padding: UiRect::axes(px(9), px(1)),
                border_radius: BorderRadius::all(px(4)),
                ..default()
            },
            BackgroundColor(RESTING),
            ChildOf(line),
            children![(text(name, WORDS), FocusPolicy::Pass)],
        ));
    }
}

/// The chosen row and the button under the pointer light up.
pub(super) fn light(
    menu: Res<Menu>,
    mut buttons: Query<(&Presses, &Interaction, Has<WholeRow>, &mut BackgroundColor)>,
) {
    for (presses, interaction, is_row, mut background) in &mut buttons {
        let color = match (is_row, *interaction) {
            (true, _) if presses.row == menu.row => CHOSEN,
            (true, _) => Color::NONE,
            (false, interaction) => face(interaction, RESTING),
        };
        background.set_if_neq(BackgroundColor(color));
    }
}

#[cfg(test)]
mod tests {
    use super::super::MOST_ROWS;
    use super::*;
    use bevy::ecs::system::RunSystemOnce;

    #[test]
    fn rows_are_on_the_screen_while_the_menu_is_open() {
        let mut world = World::new();
        world.init_resource::<Settings>();
        world.insert_resource(Menu { page: Some(Page::Keys), ..default() });
        spawn(world.commands());
        world.flush();
        world.run_system_once(show).unwrap();
        let count = |world: &mut World| world.query::<&WholeRow>().iter(world).count();
        assert_eq!(count(&mut world), MOST_ROWS);
        world.run_system_once(light).unwrap();
        let chosen = world.query::<&BackgroundColor>().iter(&world).filter(|color| color.0 == CHOSEN).count();
        assert_eq!(chosen, 1);
    }
}
