//! The focus among the rows and their columns, and Enter in the field of a search.

use bevy::input::keyboard::KeyboardInput;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{FocusCause, FocusedInput, InputFocus};
use bevy::prelude::*;
use bevy::text::EditableText;

use super::parts::{PanelPart, RowList};
use crate::client::menu::pages::items::MenuAction;
use crate::client::menu::{Menu, Page};
use crate::client::widgets::prompt::is_enter;
use crate::client::widgets::scroll::{Places, rows_of_first};
use crate::client::widgets::{RowIndex, Rows};

/// A row or the search has the focus while the menu is open; while keys for an action are captured, nothing has
/// it.
pub(in crate::client::menu) fn follow_focus(
    mut menu: ResMut<Menu>,
    mut focus: ResMut<InputFocus>,
    rows: Query<&RowIndex>,
    fields: Query<(), With<EditableText>>,
    stops: Query<(), With<TabIndex>>,
    list: Single<(&Rows<MenuAction>, &mut ScrollPosition), With<RowList>>,
    mut keys: MessageReader<KeyboardInput>,
) {
    let is_key_pressed = keys.read().filter(|key| key.state.is_pressed()).count() > 0;
    if !menu.is_open() {
        return;
    }
    let (list, mut scrolled) = list.into_inner();
    let focused = focus.get();
    if menu.capturing.is_some() {
        if focused.is_some() {
            focus.clear();
        }
        return;
    }
    let is_field = focused.is_some_and(|entity| fields.contains(entity));
    match focused.and_then(|entity| rows.get(entity).ok()) {
        Some(row) if menu.row != row.0 => {
            menu.row = row.0;
            if is_key_pressed && first_stop(list, &stops) == Some(row.0) {
                // What is above the first stop is seen again with it. The pointer finds it by the wheel, and may rest
                // on any row while keys go there.
                scrolled.y = 0.0;
            }
        }
        None if !is_field => {
            // Words above the rows are no stop.
            let indices = menu.row..list.count().max(menu.row + 1);
            let mut nodes = indices.filter_map(|index| Some((index, list.node(index)?)));
            if let Some((index, node)) = nodes.find(|(_, node)| stops.contains(*node)) {
                menu.row = index;
                // A page begins with what is above its first stop.
                let is_first = first_stop(list, &stops) == Some(index);
                focus.set(node, if is_first { FocusCause::Pressed } else { FocusCause::Navigated });
            }
        }
        _ => {}
    }
}

/// The pointer takes the focus along when it moves over a row, so that one row is lit and described. It does not while
/// something is written; and it rests where keys have gone on.
pub(in crate::client::menu) fn follow_pointer(
    moved: On<Pointer<Move>>,
    menu: Res<Menu>,
    stops: Query<&RowIndex, With<TabIndex>>,
    lists: Query<&Rows<MenuAction>, With<RowList>>,
    fields: Query<(), With<EditableText>>,
    mut focus: ResMut<InputFocus>,
) {
    let (Ok(row), Ok(list)) = (stops.get(moved.entity), lists.single()) else { return };
    let is_written = focus.get().is_some_and(|entity| fields.contains(entity));
    let is_here = menu.is_open() && list.node(row.0) == Some(moved.entity);
    if is_here && !is_written && menu.capturing.is_none() && focus.get() != Some(moved.entity) {
        focus.set(moved.entity, FocusCause::Pressed);
    }
}

/// The first row that is a stop.
fn first_stop(list: &Rows<MenuAction>, stops: &Query<(), With<TabIndex>>) -> Option<usize> {
    (0..list.count()).find(|index| list.node(*index).is_some_and(|node| stops.contains(node)))
}

/// Left and Right go to the row in the other column, on a page with two, and to the row beside in a line of rows.
pub(in crate::client::menu) fn cross_columns(
    event: On<FocusedInput<KeyboardInput>>,
    menu: Res<Menu>,
    rows: Query<&RowIndex>,
    stops: Query<(), With<TabIndex>>,
    lists: Query<&Rows<MenuAction>, With<RowList>>,
    mut focus: ResMut<InputFocus>,
) {
    let places = menu.page.map_or(Places::Below, Page::places);
    if !event.input.state.is_pressed() {
        return;
    }
    let (Ok(row), Ok(list)) = (rows.get(event.focused_entity), lists.single()) else { return };
    let beside = match places {
        Places::Below => None,
        Places::Columns => row_beside(row.0, list.count(), event.input.key_code),
        Places::Lines => next_row(row.0, event.input.key_code),
    };
    // Beside the gap of a column is the row below it.
    let below = beside.filter(|_| places == Places::Columns).map(|beside| beside + 1);
    let mut nodes = beside.into_iter().chain(below).filter_map(|row| list.node(row));
    if let Some(node) = nodes.find(|node| stops.contains(*node)) {
        focus.set(node, FocusCause::Navigated);
    }
}

/// The row in the other of two columns: beside the last one of a longer first column it is the last of all.
fn row_beside(row: usize, count: usize, key: KeyCode) -> Option<usize> {
    let high = rows_of_first(count);
    match key {
        KeyCode::ArrowLeft => row.checked_sub(high),
        KeyCode::ArrowRight if row < high && high < count => Some((row + high).min(count - 1)),
        _ => None,
    }
}

/// The row before or behind one in a line of rows.
fn next_row(row: usize, key: KeyCode) -> Option<usize> {
    match key {
        KeyCode::ArrowLeft => row.checked_sub(1),
        KeyCode::ArrowRight => Some(row + 1),
        _ => None,
    }
}

/// Enter in the field of a search takes the first card that is found. In other fields, and in an empty one, it goes to
/// the first row.
pub(in crate::client::menu) fn take_enter(
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

#[cfg(test)]
mod tests {
    use bevy::camera::NormalizedRenderTarget;
    use bevy::ecs::system::RunSystemOnce;
    use bevy::input::ButtonState;
    use bevy::input::keyboard::{Key, NativeKey};
    use bevy::picking::backend::HitData;
    use bevy::picking::pointer::{Location, PointerId};

    use super::*;
    use crate::client::menu::panel::test_support::shown;
    use crate::client::settings::keys::actions::ACTIONS;

    #[test]
    fn every_row_of_a_page_is_a_stop_and_the_first_has_the_focus() {
        let mut world = shown(Menu { page: Some(Page::Keys), ..default() });
        world.run_system_once(follow_focus).expect("it runs");
        let mut rows = world.query::<(Entity, &RowIndex, &MenuAction)>();
        let rows: Vec<(Entity, usize)> = rows.iter(&world).map(|(row, index, _)| (row, index.0)).collect();
        assert_eq!(rows.len(), ACTIONS.len() + 1);
        let first = rows.iter().find(|(_, index)| *index == 0).map(|(row, _)| *row);
        assert_eq!(world.resource::<InputFocus>().get(), first);
    }

    #[test]
    fn the_pointer_takes_the_focus_along_but_not_from_a_field() {
        let mut world = shown(Menu { page: Some(Page::Keys), ..default() });
        world.add_observer(follow_pointer);
        let mut rows = world.query::<(Entity, &RowIndex)>();
        let third =
            rows.iter(&world).find(|(_, index)| index.0 == 2).map(|(row, _)| row).expect("it is there");
        let moved_over_third = |world: &mut World| {
            let target = NormalizedRenderTarget::None { width: 200, height: 200 };
            let hit = HitData::new(Entity::PLACEHOLDER, 0.0, None, None);
            let moved = Move { delta: Vec2::X, hit };
            let at = Location { target, position: Vec2::ZERO };
            world.trigger(Pointer::new(PointerId::Mouse, at, moved, third));
            world.resource::<InputFocus>().get()
        };
        let field = world.spawn(EditableText::default()).id();
        world.resource_mut::<InputFocus>().set(field, FocusCause::Pressed);
        assert_eq!(moved_over_third(&mut world), Some(field));
        world.resource_mut::<InputFocus>().clear();
        assert_eq!(moved_over_third(&mut world), Some(third));
    }

    #[test]
    fn keys_to_the_first_row_show_what_is_above_the_rows() {
        let scrolled = |is_by_key: bool| {
            let mut world = shown(Menu { page: Some(Page::Result), row: 2, ..default() });
            let mut rows = world.query::<(Entity, &RowIndex)>();
            let first = rows.iter(&world).find(|(_, index)| index.0 == 1).map(|(row, _)| row);
            let first = first.expect("there is one");
            if is_by_key {
                world.write_message(KeyboardInput {
                    key_code: KeyCode::ArrowUp,
                    logical_key: Key::Unidentified(NativeKey::Unidentified),
                    state: ButtonState::Pressed,
                    text: None,
                    repeat: false,
                    window: Entity::PLACEHOLDER,
                });
            }
            world.resource_mut::<InputFocus>().set(first, FocusCause::Navigated);
            let mut lists = world.query_filtered::<&mut ScrollPosition, With<RowList>>();
            lists.single_mut(&mut world).expect("there is one").y = 200.0;
            world.run_system_once(follow_focus).expect("it runs");
            assert_eq!(world.resource::<Menu>().row, 1, "the charts above it are no stop");
            lists.single(&world).expect("there is one").y
        };
        assert_eq!(scrolled(true), 0.0);
        assert_eq!(scrolled(false), 200.0, "the wheel has brought the row there, and goes on");
    }

    #[test]
    fn left_and_right_go_to_the_other_column() {
        let right = |row: usize| row_beside(row, 17, KeyCode::ArrowRight);
        let left = |row: usize| row_beside(row, 17, KeyCode::ArrowLeft);
        assert_eq!([right(0), right(7), right(8), right(9)], [Some(9), Some(16), Some(16), None]);
        assert_eq!([left(8), left(9), left(16)], [None, Some(0), Some(7)]);
        assert_eq!(row_beside(0, 17, KeyCode::ArrowDown), None);
        assert_eq!(row_beside(0, 1, KeyCode::ArrowRight), None);
        assert_eq!([next_row(1, KeyCode::ArrowLeft), next_row(0, KeyCode::ArrowLeft)], [Some(0), None]);
        assert_eq!([next_row(1, KeyCode::ArrowRight), next_row(1, KeyCode::ArrowDown)], [Some(2), None]);
    }

    /// The deeds of the rows that are stops.
    fn rows_of(world: &mut World) -> Vec<MenuAction> {
        world.query_filtered::<&MenuAction, With<RowIndex>>().iter(world).cloned().collect()
    }

    #[test]
    fn words_above_the_rows_are_no_stop() {
        let mut menu = Menu { page: Some(Page::Pause), is_unsaved: true, ..default() };
        menu.ask(MenuAction::MainMenu);
        let mut world = shown(menu);
        world.run_system_once(follow_focus).expect("it runs");
        let stops = rows_of(&mut world);
        assert_eq!(stops, [MenuAction::Turn(Page::Pause), MenuAction::MainMenu]);
        let focused = world.resource::<InputFocus>().get().expect("a row has the focus");
        assert_eq!(world.get::<MenuAction>(focused), Some(&MenuAction::Turn(Page::Pause)));
        assert_eq!(world.resource::<Menu>().row, 1);
    }
}
