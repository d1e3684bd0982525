//! From keys and clicks to what is done.
//!
//! - Enters: keys, the wheel, and rows and buttons that are pressed.
//! - Leaves: a chosen row, and one [`Deed`] a frame, done.
//! - Must never: do anything while the menu is closed.

use bevy::ecs::system::SystemParam;
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;

use super::hearing::{Heard, Hearing};
use super::pages::{Deed, Item, items, step};
use super::panel::Presses;
use super::{Menu, Page, saves};
use crate::client::frame::Toasts;
use crate::client::hud::hints::Hints;
use crate::client::menu::briefing::Briefing;
use crate::client::settings::Settings;
use crate::client::settings::quality::Quality;
use crate::client::view::camera::{Focus, FocusTarget};
use crate::client::view::interpolation::BodyPlaces;
use crate::client::view::scale::Origin;
use crate::client::worlds::{AssetsDir, Reading, ReadingFailed, Source};
use crate::sim::Calendar;
use crate::sim::ids::BodyId;
use crate::sim::world::SourceLevel;

/// Rows that a notch of the wheel scrolls by.
const NOTCH_ROWS: i32 = 2;
/// More notches in a frame are not believed.
const MOST_NOTCHES: i32 = 20;
/// Pixels of a touchpad that make a notch.
const PIXELS_PER_NOTCH: f32 = 20.0;

/// What deeds need besides the menu and the settings.
#[derive(SystemParam)]
pub(super) struct Tools<'w, 's> {
    commands: Commands<'w, 's>,
    time: ResMut<'w, Time<Virtual>>,
    assets: Option<Res<'w, AssetsDir>>,
    hints: Option<ResMut<'w, Hints>>,
    briefing: Option<ResMut<'w, Briefing>>,
    exit: MessageWriter<'w, AppExit>,
    reading: Option<Res<'w, Reading>>,
    opened: Option<Res<'w, SourceLevel>>,
    calendar: Option<Res<'w, Calendar>>,
}

impl Tools<'_, '_> {
    /// Begins to read what is to be played next, unless something is being read; the words for the player.
    fn open(&mut self, source: Option<Source>) -> &'static str {
        let (Some(source), Some(assets)) = (source, self.assets.as_deref()) else {
            return "There is nothing to read";
        };
        if self.reading.is_some() {
            return "Something is being read already";
        }
        self.commands.insert_resource(Reading::begin(source, assets.0.clone()));
        "It is being read"
    }

    /// The level that was opened, from its beginning.
    fn present_level(&self) -> Option<Source> {
        let (opened, calendar) = (self.opened.as_deref()?, self.calendar.as_deref()?);
        Some(Source::Level(Box::new(opened.0.clone()), calendar.seed))
    }
}

/// Says why a level cannot be played; what there was goes on.
pub(super) fn tell_failure(
    mut failed: MessageReader<ReadingFailed>,
    mut menu: ResMut<Menu>,
    mut toasts: ResMut<Toasts>,
) {
    for ReadingFailed(words) in failed.read() {
        toasts.say(words.clone());
        menu.said.clone_from(words);
    }
}

/// Hears, chooses and does.
pub(super) fn act(
    keys: Res<ButtonInput<KeyCode>>,
    mut wheel: MessageReader<MouseWheel>,
    pressed: Query<(&Interaction, &Presses), Changed<Interaction>>,
    mut moved: MessageReader<CursorMoved>,
    adapter: Option<Res<RenderAdapterInfo>>,
    mut menu: ResMut<Menu>,
    mut settings: ResMut<Settings>,
    mut tools: Tools,
) {
    let has_moved = moved.read().count() > 0;
    if !menu.is_open() {
        wheel.clear();
        return;
    }
    let rows = items(&menu, &settings, Quality::of_adapter(adapter.as_deref()));
    let scrolled = scrolled_rows(&mut wheel);
    if scrolled != 0 {
        menu.scroll(scrolled, rows.len());
    }
    let clicked = clicked_deed(&pressed, has_moved, &mut menu);
    if clicked.is_none()
        && let Some(hearing) = menu.hearing.as_mut()
    {
        let down: Vec<KeyCode> = keys.get_just_pressed().copied().collect();
        let up: Vec<KeyCode> = keys.get_just_released().copied().collect();
        let heard = hearing.hear(&down, &up);
        let mut wanted = settings.clone();
        take_keys(heard, &mut menu, &mut wanted);
        settings.set_if_neq(wanted);
        return;
    }
    if let Some(deed) = clicked.or_else(|| deed_of_keys(&keys, &mut menu, &rows)) {
        menu.hearing = None;
        let mut wanted = settings.clone();
        perform(deed, &mut menu, &mut wanted, &mut tools);
        settings.set_if_neq(wanted);
    }
}

/// By how many rows the wheel was turned, downward.
fn scrolled_rows(wheel: &mut MessageReader<MouseWheel>) -> i32 {
    let notches: f32 = wheel
        .read()
        .map(|turn| match turn.unit {
            MouseScrollUnit::Line => turn.y,
            MouseScrollUnit::Pixel => turn.y / PIXELS_PER_NOTCH,
        })
        .sum();
    let downward = -(notches.round() as i32);
    downward.clamp(-MOST_NOTCHES, MOST_NOTCHES) * NOTCH_ROWS
}

/// What was clicked. The row under the pointer is chosen when the pointer comes to it, but not when the row comes
/// to a pointer that rests.
fn clicked_deed(
    pressed: &Query<(&Interaction, &Presses), Changed<Interaction>>,
    has_moved: bool,
    menu: &mut Menu,
) -> Option<Deed> {
    let mut clicked = None;
    for (interaction, presses) in pressed {
        if *interaction == Interaction::None {
            continue;
        }
        let is_pressed = *interaction == Interaction::Pressed;
        if has_moved || is_pressed {
            menu.row = presses.row;
        }
        if is_pressed {
            clicked = Some(presses.deed.clone());
        }
    }
    clicked
}

/// What the keys ask for; arrows choose a row.
fn deed_of_keys(keys: &ButtonInput<KeyCode>, menu: &mut Menu, rows: &[Item]) -> Option<Deed> {
    let is_down = |key: KeyCode| keys.just_pressed(key);
    let backward = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let (row, last) = (menu.row, rows.len().saturating_sub(1));
    let tab = is_down(KeyCode::Tab);
    let wanted = if is_down(KeyCode::ArrowUp) || (tab && backward) {
        Some(row.checked_sub(1).unwrap_or(last))
    } else if is_down(KeyCode::ArrowDown) || tab {
        Some(if row >= last { 0 } else { row + 1 })
    } else if is_down(KeyCode::PageUp) {
        Some(row.saturating_sub(menu.most_rows()))
    } else if is_down(KeyCode::PageDown) {
        Some((row + menu.most_rows()).min(last))
    } else if is_down(KeyCode::Home) {
        Some(0)
    } else if is_down(KeyCode::End) {
        Some(last)
    } else {
        None
    };
    if let Some(wanted) = wanted {
        menu.choose(wanted, rows.len());
        return None;
    }
    if is_down(KeyCode::Escape) {
        return match menu.page {
            // Nothing is behind the main menu, and nobody quits by Esc.
            Some(Page::Main) => None,
            Some(Page::Pause | Page::Result) => Some(Deed::GoOn),
            _ => Some(Deed::Turn(menu.home)),
        };
    }
    let item = rows.get(row)?;
    let button = |index: usize| item.buttons.get(index).map(|(_, deed)| deed.clone());
    if is_down(KeyCode::ArrowLeft) {
        button(0)
    } else if is_down(KeyCode::ArrowRight) {
        button(1)
    } else {
        keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter, KeyCode::Space])
            .then(|| item.enter.clone())
    }
}

/// Takes over the keys that were pressed for an action.
fn take_keys(heard: Heard, menu: &mut Menu, settings: &mut Settings) {
    match heard {
        Heard::Waits => {}
        Heard::GivenUp => menu.hearing = None,
        Heard::Keys(keys) => {
            if let Some(hearing) = menu.hearing.take() {
                settings.bind(hearing.action, keys, hearing.adds);
            }
        }
    }
}

fn perform(deed: Deed, menu: &mut Menu, settings: &mut Settings, tools: &mut Tools) {
    match deed {
        Deed::GoOn => menu.close(&mut tools.time),
        Deed::Save => tools.commands.queue(save_and_tell),
        Deed::LookAt(body) => {
            menu.close(&mut tools.time);
            tools.commands.queue(move |world: &mut World| look_at(world, body));
        }
        Deed::Turn(page) => {
            menu.turn(page);
            match page {
                Page::Main | Page::Load => menu.files = saves::list_saves(),
                Page::Levels => {
                    menu.files = saves::list_levels(tools.assets.as_deref().map(|assets| assets.0.as_path()));
                }
                _ => {}
            }
        }
        Deed::Play(files) => tools.open(Some(Source::Files(files))).clone_into(&mut menu.said),
        Deed::Restart => {
            let level = tools.present_level();
            tools.open(level).clone_into(&mut menu.said);
        }
        Deed::MainMenu => tools.open(Some(Source::Backdrop)).clone_into(&mut menu.said),
        Deed::Stay => {}
        Deed::Brief => {
            if let Some(briefing) = &mut tools.briefing {
                briefing.open();
            }
            menu.close(&mut tools.time);
        }
        Deed::CallHints => {
            settings.hints_done = false;
            if let Some(hints) = &mut tools.hints {
                **hints = Hints::default();
            }
            "The hints begin anew".clone_into(&mut menu.said);
        }
        Deed::Quit => {
            tools.exit.write(AppExit::Success);
        }
        Deed::Step(setting, way) => step(settings, setting, way),
        Deed::Hear(action, adds) => menu.hearing = Some(Hearing::new(action, adds)),
        Deed::Usual(action) => settings.unbind(action),
        Deed::AllUsual => settings.keys.clear(),
    }
}

/// Flies to a body, at the distance that the camera has.
fn look_at(world: &mut World, body: BodyId) {
    let places = world.get_resource::<BodyPlaces>();
    let Some(place) = places.and_then(|places| places.0.get(body)).copied() else { return };
    let from = world.resource::<Origin>().0;
    world.resource_mut::<Focus>().fly_to(FocusTarget::Body(body), from, place);
}

/// Writes a save, and says where it is.
fn save_and_tell(world: &mut World) {
    let words = match saves::save(world) {
        Ok(path) => format!("Saved to {}", path.display()),
        Err(words) => words,
    };
    world.resource_mut::<Toasts>().say(words.clone());
    world.resource_mut::<Menu>().said = words;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::settings::actions::Action;

    fn rows(menu: &Menu) -> Vec<Item> {
        items(menu, &Settings::default(), Quality::High)
    }

    fn deed_of(key: KeyCode, menu: &mut Menu) -> Option<Deed> {
        let mut keys = ButtonInput::default();
        keys.press(key);
        let rows = rows(menu);
        deed_of_keys(&keys, menu, &rows)
    }

    #[test]
    fn arrows_reach_every_row_of_every_page() {
        let pages = [Page::Main, Page::Pause, Page::Load, Page::Levels, Page::Settings, Page::Keys];
        for (home, page) in [Page::Main, Page::Pause].into_iter().flat_map(|home| {
            pages.into_iter().chain([Page::Credits, Page::Result]).map(move |page| (home, page))
        }) {
            let save = saves::LevelFile {
                path: "a.ron".into(),
                title: "A".to_owned(),
                is_save: true,
                preview: None,
            };
            let mut menu = Menu { page: Some(page), home, files: vec![save; 9], ..default() };
            let count = rows(&menu).len();
            let mut reached = vec![menu.row];
            for _ in 1..count {
                assert_eq!(deed_of(KeyCode::ArrowDown, &mut menu), None);
                assert!((menu.first..menu.first + menu.most_rows()).contains(&menu.row), "{page:?}");
                reached.push(menu.row);
            }
            assert_eq!(reached, (0..count).collect::<Vec<_>>(), "{page:?}");
        }
    }

    #[test]
    fn the_keyboard_reaches_every_row_and_button() {
        let mut menu = Menu { page: Some(Page::Settings), ..default() };
        let rows = rows(&menu);
        for (row, item) in rows.iter().enumerate() {
            assert_eq!(menu.row, row);
            assert_eq!(deed_of(KeyCode::Enter, &mut menu), Some(item.enter.clone()));
            let left = item.buttons.first().map(|(_, deed)| deed.clone());
            assert_eq!(deed_of(KeyCode::ArrowLeft, &mut menu), left);
            let right = item.buttons.get(1).map(|(_, deed)| deed.clone());
            assert_eq!(deed_of(KeyCode::ArrowRight, &mut menu), right);
            assert_eq!(deed_of(KeyCode::Tab, &mut menu), None);
        }
        assert_eq!(menu.row, 0, "round again");
        assert_eq!(deed_of(KeyCode::ArrowUp, &mut menu), None);
        assert_eq!(menu.row, rows.len() - 1);
    }

    #[test]
    fn escape_goes_back_and_then_closes() {
        let mut menu = Menu { page: Some(Page::Settings), ..default() };
        assert_eq!(deed_of(KeyCode::Escape, &mut menu), Some(Deed::Turn(Page::Pause)));
        menu.turn(Page::Pause);
        assert_eq!(deed_of(KeyCode::Escape, &mut menu), Some(Deed::GoOn));
        menu.turn(Page::Result);
        assert_eq!(deed_of(KeyCode::Escape, &mut menu), Some(Deed::GoOn));
    }

    #[test]
    fn escape_leads_back_to_the_main_menu_and_no_farther() {
        let mut menu = Menu { page: Some(Page::Main), home: Page::Main, ..default() };
        for page in [Page::Load, Page::Levels, Page::Settings, Page::Keys, Page::Credits] {
            menu.turn(page);
            assert_eq!(deed_of(KeyCode::Escape, &mut menu), Some(Deed::Turn(Page::Main)), "{page:?}");
        }
        menu.turn(Page::Main);
        assert_eq!(deed_of(KeyCode::Escape, &mut menu), None);
    }

    #[test]
    fn keys_that_were_heard_are_bound() {
        let mut menu = Menu { hearing: Some(Hearing::new(Action::Pause, false)), ..default() };
        let mut settings = Settings::default();
        take_keys(Heard::Waits, &mut menu, &mut settings);
        assert!(menu.hearing.is_some());
        take_keys(Heard::Keys(vec![KeyCode::KeyP]), &mut menu, &mut settings);
        assert!(menu.hearing.is_none());
        assert_eq!(settings.keys.len(), 1);
    }
}
