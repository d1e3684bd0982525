//! The help page: keys and mouse actions.

use bevy::prelude::*;

use crate::client::frame::{InputSystems, capital};
use crate::client::input::{EscapeLadder, Rung};
use crate::client::settings::{ACTIONS, Action, ActionInfo, Actions, Settings, key_words, with_keys};
use crate::client::widgets::{PANEL, QUIET, STRONG, WORDS, text};
use crate::client::worlds::{AppState, SetUpSystems};

/// Mouse actions, with marks for keys, see `with_keys`.
const MOUSE: &[(&str, &str)] = &[
    ("Left click", "Select a fleet; again: only this ship"),
    ("Double click", "On a ship: select all of its class; on a body: look at it"),
    ("Drag left", "Select with a box"),
    ("Right click", "Move there; on a body: go there and stay; on a ring: orbit in it"),
    ("Right click on a fleet", "Follow it, if it is yours"),
    ("Right click on an enemy", "Attack it; on a planet not yours, if all carry troopers: land"),
    ("<attack move>, <make group> + click", "Attack all of that class near the same body"),
    ("<attack move>, drag left", "Attack all in the circle"),
    ("<face> + right click", "Do that first, then resume the route"),
    ("Drag right up or down", "Set the height of the point"),
    ("Drag a waypoint", "Move it; drag a line of the route: add one"),
    ("<make group> + click, <remove waypoint>", "Remove the waypoint under the pointer"),
    ("Wheel", "Zoom towards the cursor"),
    ("Drag middle", "Rotate the view"),
    ("Screen edge", "Move the view"),
    ("Minimap", "Left: look there; right: move there"),
];

/// In fewer columns the keys would not fit on a screen of 720 lines.
const COLUMNS: usize = 3;
/// Width of a column's keys, pixels.
const KEY_WIDTH: f32 = 112.0;
/// Size of its letters, pixels.
const LETTERS: f32 = 12.0;

/// Marks the page.
#[derive(Component)]
pub struct HelpPage;

/// Adds the page.
pub fn plugin(app: &mut App) {
    app.on_escape(Rung::Help, hide_help);
    app.add_systems(OnEnter(AppState::Playing), spawn_help.in_set(SetUpSystems::Frames));
    app.add_systems(OnEnter(AppState::Playing), write_help.in_set(SetUpSystems::Rows));
    app.add_systems(
        Update,
        (write_help.run_if(resource_changed::<Settings>), toggle_help).chain().in_set(InputSystems::Command),
    );
}

/// Spawns the page, hidden and empty.
pub fn spawn_help(mut commands: Commands) {
    commands.spawn((
        HelpPage,
        Node {
            position_type: PositionType::Absolute,
            left: px(14),
            top: px(14),
            right: px(14),
            padding: UiRect::all(px(16)),
            row_gap: px(2),
            flex_direction: FlexDirection::Column,
            border_radius: BorderRadius::all(px(8)),
            ..default()
        },
        BackgroundColor(PANEL.with_alpha(1.0)),
        Visibility::Hidden,
        GlobalZIndex(10),
    ));
}

/// Writes the page; to be run whenever the settings change.
pub fn write_help(mut commands: Commands, settings: Res<Settings>, page: Single<Entity, With<HelpPage>>) {
    let page = *page;
    commands.entity(page).despawn_children();
    commands.entity(page).with_child(text("Keys and mouse", 18.0, STRONG));
    let mut rows: Vec<(String, String)> =
        MOUSE.iter().map(|(what, does)| (with_keys(what, &settings.keys), (*does).to_owned())).collect();
    let is_one_of_many = |action: Action| matches!(action, Action::Group(2..) | Action::Bookmark(2..));
    let keys = ACTIONS.iter().filter(|info| !is_one_of_many(info.action));
    let row = |info: &ActionInfo| {
        (key_words(info.action, &settings.keys), capital(&with_keys(info.words, &settings.keys)))
    };
    rows.extend(keys.map(row));
    let columns = commands.spawn((Node { column_gap: px(24), ..default() }, ChildOf(page))).id();
    for part in rows.chunks(rows.len().div_ceil(COLUMNS).max(1)) {
        // All columns have the same width.
        let column = Node {
            flex_direction: FlexDirection::Column,
            row_gap: px(2),
            flex_grow: 1.0,
            flex_basis: px(0),
            ..default()
        };
        let column = commands.spawn((column, ChildOf(columns))).id();
        for (what, does) in part {
            let key = Node { width: px(KEY_WIDTH), flex_shrink: 0.0, ..default() };
            let key = (key, children![text(what, LETTERS, WORDS)]);
            let row = (Node { column_gap: px(12), ..default() }, children![key, text(does, LETTERS, QUIET)]);
            commands.entity(column).with_child(row);
        }
    }
    commands.entity(page).with_child(text(settings.file_words(), LETTERS, QUIET));
}

/// Shows and hides the page.
pub fn toggle_help(actions: Actions, mut page: Single<&mut Visibility, With<HelpPage>>) {
    if actions.just_pressed(&Action::Help) {
        **page = if **page == Visibility::Hidden { Visibility::Inherited } else { Visibility::Hidden };
    }
}

/// Esc hides the page.
fn hide_help(mut page: Single<&mut Visibility, With<HelpPage>>) -> bool {
    page.set_if_neq(Visibility::Hidden)
}
