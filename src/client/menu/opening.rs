//! The menu over the game is opened by its key, by its button in the bar at the top, and by Esc; the main menu by
//! itself. Over a game it halts the clock.

use bevy::prelude::*;
use leafwing_input_manager::plugin::InputManagerSystem;
use leafwing_input_manager::prelude::ActionState;

use super::files::level_file::LevelFile;
use super::files::saves::{level_to_begin_with, list_saves};
use super::files::writer::SavesFolder;
use super::pages::items::MenuAction;
use super::{Menu, Page};
use crate::client::frame::{PageOpen, Toasts};
use crate::client::hud::guide::SkirmishWanted;
use crate::client::hud::layout::places::{TopRight, WORDY_SCREEN};
use crate::client::hud::search::Search;
use crate::client::input::{EscapeLadder, Rung};
use crate::client::orders::planning::renaming::Renaming;
use crate::client::settings::decided::Decided;
use crate::client::settings::played::Played;
use crate::client::settings::{Action, Actions, Binding, Settings, first_key, keyed};
use crate::client::view::ViewCamera;
use crate::client::widgets::theme::SMALL_PIXELS;
use crate::client::widgets::{KeyTip, QUIET, RESTING, WORDS, show, text};
use crate::client::worlds::{AppState, AssetsDir, Playback, Reading, SetUpSystems, is_rewinding};

/// Frames in which the main menu takes no press: the frame in which it opens may take seconds, and so may the first one
/// in which it is drawn.
const FRESH_FRAMES: u8 = 3;
/// Width and height of the three bars on the button of the menu, and the gap between them, pixels.
const BARS: (f32, f32, f32) = (14.0, 2.0, 3.0);

/// Adds the main menu, the button that opens the menu over a game, and Esc.
pub(super) fn plugin(app: &mut App) {
    app.on_escape(Rung::Menu, open_by_escape);
    app.add_systems(OnEnter(AppState::Menu), enter_main);
    app.add_systems(
        OnEnter(AppState::Playing),
        (spawn_button, name_button).chain().in_set(SetUpSystems::Rows),
    );
    app.add_systems(PreUpdate, rest_keys.after(InputManagerSystem::ManualControl));
}

impl Menu {
    /// Opens the menu, and pauses the game.
    pub(super) fn open(&mut self, time: &mut Time<Virtual>) {
        let Self { battles, plans, ended, .. } = std::mem::take(self);
        *self = Self { page: Some(Page::Pause), battles, plans, ended, ..default() };
        self.clock.hold(time);
    }

    /// Opens the main menu with the saves, and with the level to begin with, unless the guide is finished; it stays
    /// open.
    pub(super) fn open_main(&mut self, files: Vec<LevelFile>, beginning: Option<LevelFile>) {
        let fresh_frames = FRESH_FRAMES;
        *self =
            Self { page: Some(Page::Main), home: Page::Main, files, beginning, fresh_frames, ..default() };
    }

    /// Opens it on the page of the result.
    pub fn open_result(&mut self, time: &mut Time<Virtual>) {
        if !self.is_open() {
            self.open(time);
        }
        self.turn(Page::Result);
    }

    /// The page of the result takes no press before a moment, seconds of real time.
    pub(super) fn rest_until(&mut self, moment_s: f64) {
        self.rests_until_s = moment_s;
    }

    /// Whether the open page takes no press yet.
    pub(super) fn rests(&self, now_s: f64) -> bool {
        self.shows_result() && now_s < self.rests_until_s
    }

    /// Closes the menu; the game resumes unless it was paused before.
    pub(super) fn close(&mut self, time: &mut Time<Virtual>) {
        self.page = None;
        self.question = None;
        self.capturing = None;
        self.rules = None;
        self.clock.release(time);
    }

    /// Closes the menu; the game stays paused.
    pub(super) fn close_and_pause(&mut self, time: &mut Time<Virtual>) {
        self.clock.give_up();
        self.close(time);
        time.pause();
    }

    /// Closes the menu; the game resumes even if it was paused before.
    pub(super) fn close_and_resume(&mut self, time: &mut Time<Virtual>) {
        self.close(time);
        time.unpause();
    }
}

/// Marks the button in the bar at the top that opens the menu.
#[derive(Component)]
pub(super) struct OpensMenu;

/// Marks the label of that button.
#[derive(Component)]
pub(super) struct OpensMenuWords;

/// Marks its key.
#[derive(Component)]
pub(super) struct OpensMenuKey;

/// Opens the main menu, with the messages of the meantime.
fn enter_main(
    mut menu: ResMut<Menu>,
    mut toasts: ResMut<Toasts>,
    folder: Res<SavesFolder>,
    assets: Option<Res<AssetsDir>>,
    settings: Res<Settings>,
) {
    let played_file = settings.played_file();
    let played = Played::read(played_file.as_deref());
    let assets_dir = assets.as_deref().map(|assets| assets.0.as_path());
    // Without a file of settings nothing tells how far the guide is.
    let is_wanted = played_file.is_some() && !settings.has_finished_guide();
    let beginning = is_wanted.then(|| level_to_begin_with(assets_dir)).flatten();
    let decided = Decided::read(settings.decided_file().as_deref());
    menu.open_main(list_saves(folder.0.as_deref(), &played, &decided), beginning);
    menu.said = toasts.take_fresh();
}

/// Esc opens the menu if nothing else is left to end.
fn open_by_escape(mut menu: ResMut<Menu>) -> bool {
    menu.is_wanted = true;
    true
}

/// Opens the menu by its key, by its button, and by Esc; not while another world is about to be entered, or the game
/// rewinds.
pub(super) fn open(
    actions: Actions,
    buttons: Query<&Interaction, (Changed<Interaction>, With<OpensMenu>)>,
    reading: Option<Res<Reading>>,
    playback: Option<Res<Playback>>,
    mut skirmish: MessageReader<SkirmishWanted>,
    mut menu: ResMut<Menu>,
    mut time: ResMut<Time<Virtual>>,
) {
    let wants_skirmish = skirmish.read().count() > 0;
    let is_wanted = std::mem::take(&mut menu.is_wanted)
        || wants_skirmish
        || actions.just_pressed(&Action::Menu)
        || buttons.iter().any(|button| *button == Interaction::Pressed);
    let must_wait = reading.is_some() || is_rewinding(playback);
    if is_wanted && !must_wait && !menu.is_open() {
        menu.open(&mut time);
        if wants_skirmish {
            menu.asked.push(MenuAction::Turn(Page::Skirmish));
        }
    }
}

/// While the menu, the search or the field of a name is open, keys of the game have no effect.
fn rest_keys(
    menu: Res<Menu>,
    search: Res<Search>,
    renaming: Res<Renaming>,
    mut state: Single<&mut ActionState<Action>>,
) {
    match (menu.is_open() || search.is_open() || renaming.is_open(), state.disabled()) {
        (true, false) => state.disable(),
        (false, true) => state.enable(),
        _ => {}
    }
}

/// Spawns the button at the end of the bar at the top: three bars, and where there is room the words and the key, as
/// large as all words of the bar.
fn spawn_button(mut commands: Commands, place: Single<Entity, With<TopRight>>) {
    let button = Node {
        padding: UiRect::axes(px(6), px(1)),
        column_gap: px(6),
        align_items: AlignItems::Center,
        border_radius: BorderRadius::all(px(3)),
        flex_shrink: 0.0,
        ..default()
    };
    let bars = Node { flex_direction: FlexDirection::Column, row_gap: px(BARS.2), ..default() };
    let bar = || (Node { width: px(BARS.0), height: px(BARS.1), ..default() }, BackgroundColor(WORDS));
    commands.spawn((
        (OpensMenu, Button, KeyTip(menu_tip)),
        button,
        BackgroundColor(RESTING),
        ChildOf(*place),
        children![
            (bars, Pickable::IGNORE, children![bar(), bar(), bar()]),
            (OpensMenuWords, text("Menu", SMALL_PIXELS, WORDS), TextLayout::no_wrap()),
            (OpensMenuKey, text("", SMALL_PIXELS, QUIET), TextLayout::no_wrap()),
        ],
    ));
}

/// The tip of the button, with its key.
fn menu_tip(bindings: &[Binding]) -> String {
    keyed("Menu", Action::Menu, bindings)
}

/// The key on the button, and not its words.
type OfKeyAlone = (With<OpensMenuKey>, Without<OpensMenuWords>);

/// Writes the key that opens the menu on the button, where there is room for words.
pub(super) fn name_button(
    settings: Res<Settings>,
    view: Res<ViewCamera>,
    ui_scale: Res<UiScale>,
    mut words: Single<&mut Node, With<OpensMenuWords>>,
    key: Single<(&mut Text, &mut Node), OfKeyAlone>,
) {
    let has_words = view.screen(ui_scale.0).x >= WORDY_SCREEN;
    show(&mut words, has_words);
    let (mut text, mut node) = key.into_inner();
    let name = first_key(Action::Menu, &settings.keys);
    show(&mut node, has_words && !name.is_empty());
    text.set_if_neq(Text(format!("[{name}]")));
}

/// Publishes whether the menu is open.
pub(super) fn note_open(menu: Res<Menu>, mut page: ResMut<PageOpen>) {
    page.set_if_neq(PageOpen(menu.is_open()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::menu::result::{BattleEntry, ResultContent};
    use crate::sim::BodyId;

    #[test]
    fn the_game_goes_on_as_it_was() {
        let (mut menu, mut time) = (Menu::default(), Time::<Virtual>::default());
        menu.open(&mut time);
        assert!(menu.is_open() && time.is_paused());
        menu.turn(Page::Keys);
        menu.close(&mut time);
        assert!(!menu.is_open() && !time.is_paused());
        time.pause();
        menu.open(&mut time);
        menu.close(&mut time);
        assert!(time.is_paused(), "it was paused before");
        menu.open(&mut time);
        menu.close_and_resume(&mut time);
        assert!(!time.is_paused());
        menu.open(&mut time);
        menu.close_and_pause(&mut time);
        assert!(!menu.is_open() && time.is_paused());
    }

    #[test]
    fn the_rules_are_read_once_while_the_menu_is_open() {
        let (mut menu, mut time) = (Menu::default(), Time::<Virtual>::default());
        let nowhere = std::path::Path::new("nowhere");
        menu.open(&mut time);
        assert!(menu.rules_in(nowhere).is_err());
        let assets = crate::rules::find_assets_dir().expect("they are shipped");
        let first = menu.rules_in(&assets).expect("they are sound");
        menu.turn(Page::Encyclopedia);
        let second = menu.rules_in(nowhere).expect("they are known");
        assert!(std::sync::Arc::ptr_eq(&first, &second));
        menu.close(&mut time);
        assert!(menu.rules_in(nowhere).is_err(), "the files may have changed meanwhile");
    }

    #[test]
    fn the_result_opens_over_the_game_and_over_the_menu() {
        let (mut menu, mut time) = (Menu::default(), Time::<Virtual>::default());
        let battle = BattleEntry {
            body: BodyId(0),
            place: String::new(),
            tick: 0,
            date: String::new(),
            losses: String::new(),
        };
        menu.take_content(&ResultContent { battles: vec![battle], ..ResultContent::default() });
        menu.open_result(&mut time);
        assert!(menu.shows_result() && time.is_paused());
        menu.turn(Page::Pause);
        menu.open_result(&mut time);
        assert!(menu.shows_result() && menu.battles.len() == 1, "they are kept");
        menu.close(&mut time);
        assert!(!menu.shows_result() && !time.is_paused());
    }
}
