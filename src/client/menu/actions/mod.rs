//! Execution of the deeds requested by rows, buttons, sliders and keys.
//!
//! - Enters: presses and keys of this frame, the menu, the settings.
//! - Leaves: the menu on another page, changed settings, saves, a level or a log to read, a moment to rewind to,
//!   orders, the end of the program.
//! - Must never: lose something before its question is answered.
//!
//! | file | does |
//! |---|---|
//! | `deeds.rs` | performs a deed |
//! | `skirmishes.rs` | performs the deeds on the pages of a skirmish |
//! | `leaving.rs` | leaves the game once it is saved |
//! | `rewinding.rs` | rewinds the game, and makes a game of a replay |
//! | `turning.rs` | turns to a page |
//! | `keys.rs`, `key_capture.rs` | the effects of keys; captures a key for an action |
//! | `tools.rs` | the resources that deeds use |

mod deeds;
pub(super) mod key_capture;
pub(super) mod keys;
pub(super) mod leaving;
pub(super) mod rewinding;
mod skirmishes;
pub(super) mod tools;
mod turning;

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::text::{EditableText, TextEditChange};
use bevy::ui_widgets::{Activate, ValueChange};

use super::Menu;
use super::files::autosave;
use super::pages::items;
use super::pages::items::MenuAction;
use crate::client::frame::{InputSystems, Toasts};
use crate::client::settings::{Quality, Settings};
use crate::client::widgets::text_field::written;
use crate::client::worlds::ReadingFailed;
use crate::sim::OfWorld;
use deeds::perform;
use keys::{deed_of_escape, goes_back, is_slip, take_keys, use_own_keys};
use rewinding::Rewinding;
use tools::{LeavingGame, Tools};

/// The message about a level or a save that cannot be loaded.
const NOT_LOADED: &str = "The file could not be loaded. Choose another one, or repair it.";
/// The message about a moment of the game that cannot be read.
const NOT_REWOUND: &str = "The game could not be rewound. It goes on from here.";

/// Adds the presses of rows, buttons and sliders, and the keys that save, load and rewind.
pub(super) fn plugin(app: &mut App) {
    app.init_of_world::<LeavingGame>().init_resource::<Rewinding>();
    app.add_observer(take_press)
        .add_observer(take_value)
        .add_observer(take_search)
        .add_observer(use_own_keys);
    let by_keys = (autosave::save_by_key, leaving::load_by_key, rewinding::rewind_by_key).chain();
    app.add_systems(Update, by_keys.in_set(InputSystems::Command));
}

/// Reports that a level, or an earlier moment of the game, cannot be played, with the reason; the present world goes
/// on.
pub(super) fn report_failure(
    mut failed: MessageReader<ReadingFailed>,
    rewinding: Res<Rewinding>,
    mut menu: ResMut<Menu>,
    mut toasts: ResMut<Toasts>,
) {
    for ReadingFailed(words) in failed.read() {
        let what = if rewinding.is_on() { NOT_REWOUND } else { NOT_LOADED };
        let words = format!("{what}\n{words}");
        toasts.say(words.clone());
        menu.said = words;
    }
}

/// A row or a button is pressed.
fn take_press(press: On<Activate>, deeds: Query<&MenuAction>, mut menu: ResMut<Menu>) {
    if let Ok(deed) = deeds.get(press.entity) {
        menu.asked.push(deed.clone());
    }
}

/// A slider is moved.
fn take_value(change: On<ValueChange<f32>>, deeds: Query<&MenuAction>, mut menu: ResMut<Menu>) {
    let value = change.value.round();
    match deeds.get(change.source) {
        Ok(MenuAction::Set(setting, _)) => {
            menu.asked.push(MenuAction::Set(*setting, value.clamp(0.0, 255.0) as u8));
        }
        Ok(MenuAction::Moment(_)) => menu.asked.push(MenuAction::Moment(value.max(0.0) as u32)),
        _ => {}
    }
}

/// A change of the text in the field of the page.
fn take_search(change: On<TextEditChange>, fields: Query<&EditableText>, mut menu: ResMut<Menu>) {
    let search = fields.get(change.event_target()).map(written).unwrap_or_default();
    if menu.field().is_some() && menu.search != search {
        menu.search = search;
        menu.row = 0;
    }
}

/// The deed of the first card that a search finds, once after Enter in its field: as soon as all letters are in it.
fn take_first_found(
    menu: &mut Menu,
    settings: &Settings,
    fields: &Query<&EditableText>,
) -> Option<MenuAction> {
    let is_complete = fields.iter().all(|field| field.pending_edits.is_empty());
    if !menu.is_entered || !is_complete {
        return None;
    }
    menu.is_entered = false;
    if menu.search.is_empty() {
        return None;
    }
    // Cards are the same at every quality of the picture.
    items(menu, settings, Quality::High).into_iter().next().map(|card| card.enter)
}

/// The deeds of a frame that are executed. In a slow frame several buttons are pressed: all changes of values count,
/// up to the first other deed. What comes after that one was meant for the page before it.
fn executed(mut asked: Vec<MenuAction>) -> Vec<MenuAction> {
    let changes = asked.iter().take_while(|deed| deed.is_change()).count();
    asked.truncate(changes + 1);
    asked
}

/// Executes the requested deeds. The page of the result takes none as long as it rests, and the main menu none in its
/// first frames.
pub(super) fn act(
    keys: Res<ButtonInput<KeyCode>>,
    letters: Res<ButtonInput<Key>>,
    fields: Query<&EditableText>,
    time: Res<Time<Real>>,
    mut menu: ResMut<Menu>,
    mut settings: ResMut<Settings>,
    mut tools: Tools,
) {
    if !menu.is_open() {
        return;
    }
    let unnoticed = menu.bypass_change_detection();
    let found = take_first_found(unnoticed, &settings, &fields);
    let mut asked = std::mem::take(&mut unnoticed.asked);
    if unnoticed.fresh_frames > 0 {
        unnoticed.fresh_frames -= 1;
        return;
    }
    asked.extend(found);
    asked.retain(|deed| !is_slip(deed, &menu, &settings, &keys));
    if menu.rests(time.elapsed_secs_f64()) {
        return;
    }
    let escape = deed_of_escape(&menu).filter(|_| goes_back(&menu, &settings, &keys, &letters));
    if asked.is_empty() && menu.capturing.is_none() && escape.is_none() {
        // Nothing is copied in the many frames in which nothing is asked.
        return;
    }
    let mut wanted = settings.clone();
    if !asked.is_empty() {
        menu.capturing = None;
        for deed in executed(asked) {
            perform(deed, &mut menu, &mut wanted, &mut tools);
        }
    } else if menu.capturing.is_some() {
        let down: Vec<KeyCode> = keys.get_just_pressed().copied().collect();
        let up: Vec<KeyCode> = keys.get_just_released().copied().collect();
        take_keys(&down, &up, &mut menu, &mut wanted);
    } else if let Some(deed) = escape {
        perform(deed, &mut menu, &mut wanted, &mut tools);
    }
    settings.set_if_neq(wanted);
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::client::menu::pages::items::Setting;
    use crate::client::menu::result::counting::test_support::{losing, losses};
    use crate::client::menu::{Page, StepDirection};
    use crate::sim::OrderQueue;

    const LESS: MenuAction = MenuAction::Step(Setting::Edges, StepDirection::Back);
    const MORE: MenuAction = MenuAction::Step(Setting::Labels, StepDirection::On);

    #[test]
    fn every_press_of_a_slow_frame_counts() {
        let mut world = World::new();
        world.insert_resource(Menu { page: Some(Page::Settings), ..default() });
        world.add_observer(take_press);
        for deed in [LESS, MORE] {
            let entity = world.spawn(deed).id();
            world.trigger(Activate { entity });
        }
        assert_eq!(world.resource::<Menu>().asked, [LESS, MORE]);
    }

    #[test]
    fn what_comes_after_a_turned_page_was_meant_for_the_page_before() {
        let turn = || MenuAction::Turn(Page::Keys);
        assert_eq!(executed(vec![LESS, MORE, LESS]), [LESS, MORE, LESS]);
        assert_eq!(executed(vec![LESS, turn(), MORE]), [LESS, turn()]);
        assert_eq!(executed(vec![turn(), turn()]), [turn()], "a row that is clicked twice");
        assert!(executed(Vec::new()).is_empty());
    }

    /// The losses that are counted after a deed in a war that is as good as lost.
    fn losses_after(deed: MenuAction) -> u32 {
        let mut simulation = losing(400);
        let world = simulation.world_mut();
        world.insert_resource(Menu { page: Some(Page::Pause), asked: vec![deed], ..default() });
        world.init_resource::<ButtonInput<KeyCode>>();
        world.init_resource::<ButtonInput<Key>>();
        world.init_resource::<Time<Real>>();
        world.init_resource::<Time<Virtual>>();
        world.init_resource::<Messages<AppExit>>();
        world.run_system_once(act).expect("it runs");
        losses(world)
    }

    #[test]
    fn who_restarts_a_lost_war_or_leaves_it_has_lost_it() {
        let deeds = [MenuAction::Restart, MenuAction::MainMenu, MenuAction::GoOn];
        assert_eq!(deeds.map(losses_after), [1, 1, 0]);
    }

    /// A world without a game, in which the menu acts.
    fn world_with(menu: Menu) -> World {
        let mut world = World::new();
        world.insert_resource(menu);
        world.init_resource::<Settings>();
        world.init_resource::<ButtonInput<KeyCode>>();
        world.init_resource::<ButtonInput<Key>>();
        world.init_resource::<Time<Real>>();
        world.init_resource::<Time<Virtual>>();
        world.init_resource::<OrderQueue>();
        world.init_resource::<Messages<AppExit>>();
        world
    }

    #[test]
    fn keys_that_were_pressed_while_the_main_menu_was_loaded_press_none_of_its_rows() {
        let mut menu = Menu::default();
        menu.open_main(Vec::new(), None);
        let mut world = world_with(menu);
        let mut presses = 0;
        while world.resource::<Menu>().page == Some(Page::Main) && presses < 9 {
            world.resource_mut::<Menu>().asked.push(MenuAction::Turn(Page::Settings));
            world.run_system_once(act).expect("it runs");
            presses += 1;
        }
        assert_eq!(presses, 4, "three frames are over, and the next press counts");
    }

    #[test]
    fn a_press_that_was_meant_for_the_verdict_does_not_leave_the_result() {
        let mut menu = Menu { page: Some(Page::Result), asked: vec![MenuAction::GoOn], ..default() };
        menu.rest_until(1.0);
        let mut world = world_with(menu);
        world.run_system_once(act).expect("it runs");
        assert!(world.resource::<Menu>().shows_result() && world.resource::<Menu>().asked.is_empty());
        let menu = world.resource::<Menu>();
        assert!(menu.rests(0.9) && !menu.rests(1.1));
    }
}
