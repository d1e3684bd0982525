//! The opening and closing of the pages of help, at most one of which is open. The clock stands still meanwhile.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::encyclopedia::Encyclopedia;
use super::key_groups::KeysAction;
use super::keys_page::HelpPage;
use crate::client::frame::{HelpHold, InputSystems};
use crate::client::input::{EscapeLadder, Rung};
use crate::client::settings::{Action, Actions};

/// Adds the keys that open and close the page of keys.
pub fn plugin(app: &mut App) {
    app.on_escape(Rung::Help, hide_help);
    app.add_observer(take_press);
    app.add_systems(Update, toggle_help.in_set(InputSystems::Command));
}

/// Query bundle for showing and hiding the pages of help.
#[derive(SystemParam)]
pub struct HelpPages<'w, 's> {
    page: Single<'w, 's, &'static mut Visibility, With<HelpPage>>,
    encyclopedia: ResMut<'w, Encyclopedia>,
    hold: ResMut<'w, HelpHold>,
    time: ResMut<'w, Time<Virtual>>,
}

impl HelpPages<'_, '_> {
    fn is_shown(&self) -> bool {
        **self.page != Visibility::Hidden
    }

    /// Shows the page in place of the encyclopedia, and halts the clock.
    fn show(&mut self) {
        self.encyclopedia.close(&mut self.hold, &mut self.time);
        **self.page = Visibility::Inherited;
        self.hold.hold(&mut self.time);
    }

    /// Closes both pages, because the player goes elsewhere.
    pub fn close(&mut self) {
        self.encyclopedia.close(&mut self.hold, &mut self.time);
        self.hide();
    }

    /// Hides it. The clock goes on if it was running before, and waits on for an open encyclopedia. Returns whether the
    /// page was shown.
    fn hide(&mut self) -> bool {
        let was_shown = self.page.set_if_neq(Visibility::Hidden);
        if was_shown && !self.encyclopedia.is_open() {
            self.hold.release(&mut self.time);
        }
        was_shown
    }
}

/// Its key shows and hides the page; the encyclopedia takes its place.
fn toggle_help(actions: Actions, mut shown: HelpPages) {
    let is_pressed = actions.just_pressed(&Action::Help);
    let is_replaced = shown.encyclopedia.is_open();
    if shown.is_shown() && (is_pressed || is_replaced) {
        shown.hide();
    } else if is_pressed {
        shown.show();
    }
}

/// A press on the button that closes the page.
fn take_press(press: On<Activate>, buttons: Query<&KeysAction>, mut shown: HelpPages) {
    if matches!(buttons.get(press.entity), Ok(KeysAction::Close)) {
        shown.hide();
    }
}

/// Esc hides the page.
fn hide_help(mut shown: HelpPages) -> bool {
    shown.hide()
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use leafwing_input_manager::prelude::ActionState;

    use super::*;

    /// A world with the page, hidden, whose key is pressed.
    fn world() -> World {
        let mut world = World::new();
        world.init_resource::<Encyclopedia>();
        world.init_resource::<HelpHold>();
        world.init_resource::<Time<Virtual>>();
        world.spawn((HelpPage, Visibility::Hidden));
        let mut keys = ActionState::<Action>::default();
        keys.press(&Action::Help);
        world.spawn(keys);
        world
    }

    fn open_encyclopedia(
        mut encyclopedia: ResMut<Encyclopedia>,
        mut hold: ResMut<HelpHold>,
        mut time: ResMut<Time<Virtual>>,
    ) {
        encyclopedia.open(&mut hold, &mut time);
    }

    /// Presses the key. Returns whether the page is shown, and whether the clock stands.
    fn press(world: &mut World) -> (bool, bool) {
        world.run_system_once(toggle_help).expect("it runs");
        let mut pages = world.query_filtered::<&Visibility, With<HelpPage>>();
        let is_shown = pages.iter(world).any(|visibility| *visibility != Visibility::Hidden);
        (is_shown, world.resource::<Time<Virtual>>().is_paused())
    }

    #[test]
    fn the_clock_stands_still_while_the_keys_are_read() {
        let mut world = world();
        assert_eq!([press(&mut world), press(&mut world)], [(true, true), (false, false)]);
        press(&mut world);
        assert!(world.run_system_once(hide_help).expect("it runs"), "Esc does the same");
        assert!(!world.resource::<Time<Virtual>>().is_paused());
        assert!(!world.run_system_once(hide_help).expect("it runs"), "it is hidden already");
        world.resource_mut::<Time<Virtual>>().pause();
        let own = [press(&mut world), press(&mut world)];
        assert_eq!(own, [(true, true), (false, true)], "the player's own pause stays");
    }

    #[test]
    fn a_button_closes_the_page() {
        let mut world = world();
        world.add_observer(take_press);
        press(&mut world);
        let entity = world.spawn(KeysAction::Close).id();
        world.trigger(Activate { entity });
        let mut pages = world.query_filtered::<&Visibility, With<HelpPage>>();
        assert_eq!(pages.single(&world).ok(), Some(&Visibility::Hidden));
        assert!(!world.resource::<Time<Virtual>>().is_paused());
    }

    #[test]
    fn the_encyclopedia_and_the_keys_take_each_others_place() {
        let mut world = world();
        world.run_system_once(open_encyclopedia).expect("it runs");
        assert_eq!(press(&mut world), (true, true));
        assert!(!world.resource::<Encyclopedia>().is_open());
        world.run_system_once(open_encyclopedia).expect("it runs");
        assert_eq!(press(&mut world), (false, true), "the clock waits for the encyclopedia");
        let close =
            |mut encyclopedia: ResMut<Encyclopedia>,
             mut hold: ResMut<HelpHold>,
             mut time: ResMut<Time<Virtual>>| encyclopedia.close(&mut hold, &mut time);
        assert!(world.run_system_once(close).expect("it runs"));
        assert!(!world.resource::<Time<Virtual>>().is_paused(), "it goes on after the last page");
    }

    #[test]
    fn both_pages_close_when_the_player_goes_elsewhere() {
        let mut world = world();
        let close = |world: &mut World| {
            world.run_system_once(|mut pages: HelpPages| pages.close()).expect("it runs");
            let mut pages = world.query_filtered::<&Visibility, With<HelpPage>>();
            let is_shown = pages.iter(world).any(|visibility| *visibility != Visibility::Hidden);
            let is_open = world.resource::<Encyclopedia>().is_open();
            (is_shown, is_open, world.resource::<Time<Virtual>>().is_paused())
        };
        press(&mut world);
        assert_eq!(close(&mut world), (false, false, false), "the page of keys");
        world.run_system_once(open_encyclopedia).expect("it runs");
        assert_eq!(close(&mut world), (false, false, false), "the encyclopedia");
        world.resource_mut::<Time<Virtual>>().pause();
        assert_eq!(close(&mut world), (false, false, true), "the player's own pause stays");
    }
}
