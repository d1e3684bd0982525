//! Execution of the deeds requested by rows, buttons, sliders and keys.

use std::path::{Path, PathBuf};

use bevy::ecs::system::SystemParam;
use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::text::{EditableText, TextEditChange};
use bevy::ui_widgets::{Activate, ValueChange};

use super::game::LastSave;
use super::key_capture::{CapturedKeys, KeyCapture};
use super::pages::items;
use super::pages::items::{Item, MenuAction};
use super::pages::question::is_needed;
use super::pages::settings::{set, step};
use super::skirmish::{SkirmishRow, TypedChoice};
use super::{Menu, Page, StepDirection, new_system, saves, saving, skirmish};
use crate::client::frame::{Player, Toasts};
use crate::client::hud::encyclopedia::Encyclopedia;
use crate::client::hud::guide::Guide;
use crate::client::menu::briefing::Briefing;
use crate::client::settings::actions::chords_of;
use crate::client::settings::played::Played;
use crate::client::settings::{Action, Quality, Settings};
use crate::client::view::{BodyPlaces, Focus, FocusTarget, Origin};
use crate::client::widgets::text_field::written;
use crate::client::worlds::{AssetsDir, Reading, ReadingFailed, Source, fresh_seed, jd_now};
use crate::generate::Parameters;
use crate::level::{MindChoice, Preset, plain_path};
use crate::orbit::CalendarDate;
use crate::sim::{BodyId, Calendar, MindCatalog, Order, OrderQueue, Seat, SourceLevel};

/// The message about a level or a save that cannot be loaded.
const NOT_LOADED: &str = "The file could not be loaded. Choose another one, or repair it.";

/// Query bundle for deeds, besides the menu and the settings.
#[derive(SystemParam)]
pub(super) struct Tools<'w, 's> {
    commands: Commands<'w, 's>,
    time: ResMut<'w, Time<Virtual>>,
    assets: Option<Res<'w, AssetsDir>>,
    guide: Option<ResMut<'w, Guide>>,
    briefing: Option<ResMut<'w, Briefing>>,
    encyclopedia: Option<ResMut<'w, Encyclopedia>>,
    exit: MessageWriter<'w, AppExit>,
    reading: Option<Res<'w, Reading>>,
    opened: Option<Res<'w, SourceLevel>>,
    calendar: Option<Res<'w, Calendar>>,
    player: Option<Res<'w, Player>>,
    door: ResMut<'w, OrderQueue>,
    minds: Option<Res<'w, MindCatalog>>,
}

impl Tools<'_, '_> {
    /// Starts reading the next level, unless another is being read; returns the message for the player.
    fn open(&mut self, source: Option<Source>) -> &'static str {
        let (Some(source), Some(assets)) = (source, self.assets.as_deref()) else {
            return "There is no level to load";
        };
        if self.reading.is_some() {
            return "A level is being loaded already";
        }
        self.commands.insert_resource(Reading::begin(source, assets.0.clone()));
        "Loading"
    }

    /// The levels, the last played first.
    fn list_levels(&self, settings: &Settings) -> Vec<saves::LevelFile> {
        saves::list_levels(self.assets_dir(), &Played::read(settings.played_file().as_deref()))
    }

    /// The name that is offered for a save beside these.
    fn offered_name(&self, files: &[saves::LevelFile]) -> String {
        let title = self.opened.as_deref().map_or("", |opened| opened.0.title.as_str());
        let is_taken = |name: &str| files.iter().any(|file| file.stem().eq_ignore_ascii_case(name));
        saving::offered_name(title, CalendarDate::from_julian_date(jd_now()), is_taken)
    }

    fn assets_dir(&self) -> Option<&Path> {
        self.assets.as_deref().map(|assets| assets.0.as_path())
    }

    /// The level that was opened, from its beginning.
    fn present_level(&self) -> Option<Source> {
        let (opened, calendar) = (self.opened.as_deref()?, self.calendar.as_deref()?);
        Some(Source::Level(Box::new(opened.0.clone()), calendar.seed))
    }
}

/// Reports that a level cannot be played, with the reason; the present world goes on.
pub(super) fn tell_failure(
    mut failed: MessageReader<ReadingFailed>,
    mut menu: ResMut<Menu>,
    mut toasts: ResMut<Toasts>,
) {
    for ReadingFailed(words) in failed.read() {
        let words = format!("{NOT_LOADED}\n{words}");
        toasts.say(words.clone());
        menu.said = words;
    }
}

/// A row or a button is pressed.
pub(super) fn take_press(press: On<Activate>, deeds: Query<&MenuAction>, mut menu: ResMut<Menu>) {
    if let Ok(deed) = deeds.get(press.entity) {
        menu.asked = Some(deed.clone());
    }
}

/// A slider is moved.
pub(super) fn take_value(change: On<ValueChange<f32>>, deeds: Query<&MenuAction>, mut menu: ResMut<Menu>) {
    if let Ok(MenuAction::Set(setting, _)) = deeds.get(change.source) {
        menu.asked = Some(MenuAction::Set(*setting, change.value.round().clamp(0.0, 255.0) as u8));
    }
}

/// A change of the text in the field of the page.
pub(super) fn take_search(change: On<TextEditChange>, fields: Query<&EditableText>, mut menu: ResMut<Menu>) {
    let search = fields.get(change.event_target()).map(written).unwrap_or_default();
    if menu.field().is_some() && menu.search != search {
        menu.search = search;
        menu.row = 0;
    }
}

/// Executes the requested deed.
pub(super) fn act(
    keys: Res<ButtonInput<KeyCode>>,
    letters: Res<ButtonInput<Key>>,
    mut menu: ResMut<Menu>,
    mut settings: ResMut<Settings>,
    mut tools: Tools,
) {
    if !menu.is_open() {
        return;
    }
    let mut wanted = settings.clone();
    let asked = menu.bypass_change_detection().asked.take();
    if let Some(deed) = asked.filter(|deed| !is_slip(deed, &menu, &settings, &keys)) {
        menu.hearing = None;
        perform(deed, &mut menu, &mut wanted, &mut tools);
    } else if menu.hearing.is_some() {
        let down: Vec<KeyCode> = keys.get_just_pressed().copied().collect();
        let up: Vec<KeyCode> = keys.get_just_released().copied().collect();
        take_keys(&down, &up, &mut menu, &mut wanted);
    } else if let Some(deed) = deed_of_escape(&menu).filter(|_| goes_back(&menu, &settings, &keys, &letters))
    {
        perform(deed, &mut menu, &mut wanted, &mut tools);
    }
    settings.set_if_neq(wanted);
}

/// Whether Esc is pressed, or the key that opens the menu. On a page with a field a letter goes only there.
fn goes_back(
    menu: &Menu,
    settings: &Settings,
    keys: &ButtonInput<KeyCode>,
    letters: &ButtonInput<Key>,
) -> bool {
    let is_written = menu.field().is_some() && is_letter(letters);
    keys.just_pressed(KeyCode::Escape) || (!is_written && is_pressed(Action::Menu, settings, keys))
}

/// Whether a letter is pressed.
pub(super) fn is_letter(letters: &ButtonInput<Key>) -> bool {
    letters.get_just_pressed().any(|key| matches!(key, Key::Character(_) | Key::Space))
}

/// Whether a key of an action is pressed.
pub(super) fn is_pressed(action: Action, settings: &Settings, keys: &ButtonInput<KeyCode>) -> bool {
    let is_down = |key: &KeyCode| keys.pressed(*key) || keys.just_pressed(*key);
    let is_new =
        |chord: &Vec<KeyCode>| chord.iter().all(is_down) && keys.any_just_pressed(chord.iter().copied());
    chords_of(action, &settings.keys).iter().any(is_new)
}

/// Whether a deed is a slip: who pauses just as the war is decided does not want to leave the page of the result.
fn is_slip(deed: &MenuAction, menu: &Menu, settings: &Settings, keys: &ButtonInput<KeyCode>) -> bool {
    menu.page == Some(Page::Result) && *deed == MenuAction::GoOn && is_pressed(Action::Pause, settings, keys)
}

/// The effect of Esc: it empties the field, else it goes back.
fn deed_of_escape(menu: &Menu) -> Option<MenuAction> {
    match menu.page? {
        page if !menu.search.is_empty() => Some(MenuAction::Turn(page)),
        // Nothing is behind the main menu, and Esc does not quit.
        Page::Main => None,
        Page::Pause | Page::Result => Some(MenuAction::GoOn),
        _ => Some(MenuAction::Turn(menu.parent())),
    }
}

/// Binds the keys that were pressed for an action.
fn take_keys(down: &[KeyCode], up: &[KeyCode], menu: &mut Menu, settings: &mut Settings) {
    let Some(hearing) = &mut menu.hearing else { return };
    let (action, adds) = (hearing.action, hearing.adds);
    match hearing.hear(down, up) {
        CapturedKeys::Waits => {}
        CapturedKeys::GivenUp => menu.hearing = None,
        CapturedKeys::Keys(keys) => {
            settings.bind(action, keys, adds);
            menu.hearing = None;
        }
    }
}

/// Performs a deed; or asks first, if it needs a question that has not been answered.
fn perform(deed: MenuAction, menu: &mut Menu, settings: &mut Settings, tools: &mut Tools) {
    if is_needed(&deed, menu) {
        return menu.ask(deed);
    }
    if menu.asks(&deed) {
        turn(menu.parent(), menu, settings, tools);
    }
    match deed {
        MenuAction::GoOn => menu.close(&mut tools.time),
        MenuAction::Save(name) => {
            tools.commands.queue(move |world: &mut World| {
                let saved = saving::save_as(world, &name);
                tell_save(world, saved);
            });
        }
        MenuAction::Overwrite(path) => {
            tools.commands.queue(move |world: &mut World| {
                let saved = saving::overwrite(world, path);
                tell_save(world, saved);
            });
        }
        MenuAction::Delete(path) => {
            let words = saving::delete(&path);
            turn(Page::Load, menu, settings, tools);
            menu.said = words;
        }
        MenuAction::LookAt(body) => {
            menu.close(&mut tools.time);
            tools.commands.queue(move |world: &mut World| look_at(world, body));
        }
        MenuAction::Turn(page) => turn(page, menu, settings, tools),
        MenuAction::Play(files) => tools.open(Some(Source::Files(files))).clone_into(&mut menu.said),
        MenuAction::Restart => {
            let level = tools.present_level();
            tools.open(level).clone_into(&mut menu.said);
        }
        MenuAction::Easier(skill) => {
            let level = tools.present_level().map(|source| with_skill(source, &skill));
            skirmish::set_skill(&mut settings.skirmish.preset, &skill);
            tools.open(level).clone_into(&mut menu.said);
        }
        MenuAction::MainMenu => tools.open(Some(Source::Backdrop)).clone_into(&mut menu.said),
        MenuAction::Stay => {}
        MenuAction::Brief => {
            if let Some(briefing) = &mut tools.briefing {
                briefing.open();
            }
            menu.close(&mut tools.time);
        }
        MenuAction::Encyclopedia => {
            menu.close(&mut tools.time);
            if let Some(encyclopedia) = &mut tools.encyclopedia {
                encyclopedia.open(&mut tools.time);
            }
        }
        MenuAction::ShowGuide => {
            settings.hints_done = false;
            settings.guide_done.clear();
            if let Some(guide) = &mut tools.guide {
                **guide = Guide::default();
            }
            "Guide restarted".clone_into(&mut menu.said);
        }
        MenuAction::Surrender => {
            if let Some(player) = tools.player.as_deref() {
                tools.door.give(player.faction, Order::Surrender);
            }
            menu.close_and_resume(&mut tools.time);
        }
        MenuAction::Reskill(faction, skill) => {
            let known = menu.opponents.iter().find(|opponent| opponent.faction == faction);
            if let Some(Seat { mind: Some(choice), suspended }) = known.map(|opponent| opponent.seat.clone())
            {
                let mind = Some(MindChoice { skill, ..choice });
                tools.door.give(faction, Order::Seat(Seat { mind, suspended }));
            }
            menu.close(&mut tools.time);
        }
        MenuAction::Quit => {
            tools.exit.write(AppExit::Success);
        }
        MenuAction::Choose(row, way) => choose(row, way, menu, settings),
        MenuAction::TakeTyped(choice) => take_typed(choice, menu, settings, tools),
        MenuAction::TakeLevel(path) => {
            settings.skirmish.level = Some(path);
            turn(Page::Skirmish, menu, settings, tools);
        }
        MenuAction::PlainSkirmish => {
            let skill = skirmish::skill_of_others(&settings.skirmish.preset);
            settings.skirmish.preset = skirmish::plain(skill);
        }
        MenuAction::StartSkirmish => {
            let source = begin_skirmish(menu, settings);
            tools.open(source).clone_into(&mut menu.said);
        }
        MenuAction::StepSystem(number, way) => menu.system.step(number, way),
        MenuAction::StepSeed(way) => new_system::step_seed(menu, way),
        MenuAction::MakeSystem => make_system(menu, settings, tools),
        MenuAction::Step(setting, way) => step(settings, setting, way),
        MenuAction::Set(setting, value) => set(settings, setting, value),
        MenuAction::Hear(action, adds) => menu.hearing = Some(KeyCapture::new(action, adds)),
        MenuAction::Usual(action) => settings.unbind(action),
        MenuAction::AllUsual => settings.keys.clear(),
    }
}

/// A level whose minds have another skill, with a new seed.
fn with_skill(source: Source, skill: &str) -> Source {
    let Source::Level(mut level, _) = source else { return source };
    for mind in level.factions.iter_mut().filter_map(|faction| faction.mind.as_mut()) {
        skill.clone_into(&mut mind.skill);
    }
    Source::Level(level, fresh_seed())
}

/// Turns to a page. On the way back the row that led away has the focus again.
fn turn(page: Page, menu: &mut Menu, settings: &Settings, tools: &Tools) {
    let (from, parent) = (menu.page, menu.parent());
    let asked = menu.question.take().map(|question| question.deed);
    menu.turn(page);
    match page {
        Page::Main | Page::Load => menu.files = saves::list_saves(),
        Page::Save => {
            menu.files = saves::list_saves();
            menu.save_name = tools.offered_name(&menu.files);
        }
        Page::Levels => menu.files = tools.list_levels(settings),
        Page::Skirmish if !from.is_some_and(Page::is_skirmish) => {
            menu.files = tools.list_levels(settings);
            let (presets, faults) = saves::list_presets(tools.assets_dir());
            (menu.presets, menu.said) = (presets, faults.into_iter().next().unwrap_or_default());
            menu.minds = tools.minds.as_deref().map(|minds| minds.0.clone()).unwrap_or_default();
        }
        Page::SkirmishLevels => {
            let chosen = skirmish::chosen(menu, &settings.skirmish);
            let take = chosen.map(|chosen| MenuAction::TakeLevel(chosen.file.path.clone()));
            let rows = items(menu, settings, Quality::High);
            menu.row = rows.iter().position(|row| Some(&row.enter) == take.as_ref()).unwrap_or(0);
        }
        // Esc in the field turns to the page again.
        Page::NewSystem if from != Some(Page::NewSystem) => {
            let last = last_system(menu, settings);
            menu.system.open(last, fresh_seed());
        }
        _ => {}
    }
    let Some(from) = from.filter(|_| parent == page) else { return };
    let led_away = asked.unwrap_or(MenuAction::Turn(from));
    let rows = items(menu, settings, Quality::High);
    let led_away = |row: &Item| {
        let buttons = row.buttons.iter().map(|button| &button.deed);
        std::iter::once(&row.enter).chain(buttons).any(|deed| *deed == led_away)
    };
    menu.row = rows.iter().position(led_away).unwrap_or(0);
}

/// The parameters of the level that is chosen for a skirmish, if it was generated.
fn last_system(menu: &Menu, settings: &Settings) -> Option<Parameters> {
    let chosen = skirmish::chosen(menu, &settings.skirmish)?;
    Parameters::of_command(&chosen.board.level.author)
}

/// Writes the new system as a level, and chooses it for the skirmish.
fn make_system(menu: &mut Menu, settings: &mut Settings, tools: &Tools) {
    match new_system::make(menu) {
        Ok(path) => {
            menu.files = tools.list_levels(settings);
            menu.turn(Page::Skirmish);
            menu.said = format!("Saved as {}", plain_path(&path));
            settings.skirmish.level = Some(path);
        }
        Err(words) => menu.said = words,
    }
}

/// Changes a choice of the skirmish.
fn choose(row: SkirmishRow, way: StepDirection, menu: &Menu, settings: &mut Settings) {
    let Some(mut chosen) = skirmish::chosen(menu, &settings.skirmish) else { return };
    match row {
        SkirmishRow::Level => {
            settings.skirmish.level = Some(skirmish::next_level(menu, chosen.file, way));
        }
        SkirmishRow::Preset => skirmish::step_preset(menu, &mut settings.skirmish, way),
        _ => {
            chosen.step(row, way, &menu.minds, settings.skirmish.last_seed);
            settings.skirmish.level = Some(chosen.file.path.clone());
            settings.skirmish.preset = chosen.preset;
        }
    }
}

/// Takes the choice that was typed, and turns back to all choices; or says why it cannot be read.
fn take_typed(choice: TypedChoice, menu: &mut Menu, settings: &mut Settings, tools: &Tools) {
    let Some(mut chosen) = skirmish::chosen(menu, &settings.skirmish) else { return };
    match choice.take(&menu.search, &mut chosen.preset) {
        Ok(_) => {
            settings.skirmish.level = Some(chosen.file.path.clone());
            settings.skirmish.preset = chosen.preset;
            turn(Page::SkirmishMore, menu, settings, tools);
        }
        Err(words) => menu.said = words,
    }
}

/// The chosen skirmish, with its seed.
fn begin_skirmish(menu: &Menu, settings: &mut Settings) -> Option<Source> {
    let chosen = skirmish::chosen(menu, &settings.skirmish)?;
    let seed = chosen.preset.seed.unwrap_or_else(fresh_seed);
    let path = chosen.file.path.clone();
    let preset = Preset { seed: Some(seed), ..chosen.preset.clone() };
    settings.skirmish.level = Some(path.clone());
    settings.skirmish.last_seed = Some(seed);
    settings.skirmish.preset = chosen.preset;
    Some(Source::Changed(path, Box::new(preset)))
}

/// Flies to a body, at the distance that the camera has.
fn look_at(world: &mut World, body: BodyId) {
    let places = world.get_resource::<BodyPlaces>();
    let Some(place) = places.and_then(|places| places.0.get(body)).copied() else { return };
    let from = world.resource::<Origin>().0;
    world.resource_mut::<Focus>().fly_to(FocusTarget::Body(body), from, place);
}

/// Shows the path of a save, on the first page; or why there is none, on the same page.
fn tell_save(world: &mut World, saved: Result<PathBuf, String>) {
    let words = match saved {
        Ok(path) => {
            let tick = world.resource::<Calendar>().tick;
            world.resource_mut::<LastSave>().0 = tick;
            let mut menu = world.resource_mut::<Menu>();
            let home = menu.home;
            menu.turn(home);
            format!("Game saved to {}", plain_path(&path))
        }
        Err(words) => words,
    };
    world.resource_mut::<Toasts>().say(words.clone());
    world.resource_mut::<Menu>().said = words;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_goes_back_and_then_closes() {
        let mut menu = Menu { page: Some(Page::Settings), ..default() };
        assert_eq!(deed_of_escape(&menu), Some(MenuAction::Turn(Page::Pause)));
        menu.turn(Page::Load);
        menu.ask(MenuAction::Restart);
        assert_eq!(deed_of_escape(&menu), Some(MenuAction::Turn(Page::Load)));
        menu.turn(Page::Pause);
        assert_eq!(deed_of_escape(&menu), Some(MenuAction::GoOn));
        menu.turn(Page::Result);
        assert_eq!(deed_of_escape(&menu), Some(MenuAction::GoOn));
    }

    #[test]
    fn the_key_that_pauses_does_not_leave_the_result() {
        let (menu, settings) = (Menu { page: Some(Page::Result), ..default() }, Settings::default());
        let mut keys = ButtonInput::default();
        assert!(!is_slip(&MenuAction::GoOn, &menu, &settings, &keys), "a click does");
        keys.press(KeyCode::Space);
        assert!(is_slip(&MenuAction::GoOn, &menu, &settings, &keys));
        assert!(!is_slip(&MenuAction::Turn(Page::Load), &menu, &settings, &keys));
        let pause = Menu { page: Some(Page::Pause), ..default() };
        assert!(!is_slip(&MenuAction::GoOn, &pause, &settings, &keys));
    }

    #[test]
    fn escape_leads_back_to_the_main_menu_and_no_farther() {
        let mut menu = Menu { page: Some(Page::Main), home: Page::Main, ..default() };
        for page in [Page::Load, Page::Levels, Page::Settings, Page::Keys, Page::Credits] {
            menu.turn(page);
            assert_eq!(deed_of_escape(&menu), Some(MenuAction::Turn(Page::Main)), "{page:?}");
        }
        menu.turn(Page::Main);
        assert_eq!(deed_of_escape(&menu), None);
    }

    #[test]
    fn escape_ends_a_search_first() {
        let mut menu = Menu { page: Some(Page::Levels), search: "sol".to_owned(), ..default() };
        assert_eq!(deed_of_escape(&menu), Some(MenuAction::Turn(Page::Levels)));
        menu.turn(Page::Levels);
        assert_eq!(deed_of_escape(&menu), Some(MenuAction::Turn(Page::Pause)));
    }

    #[test]
    fn escape_empties_the_field_of_a_new_system_and_then_leads_back_to_the_skirmish() {
        let mut menu = Menu { page: Some(Page::NewSystem), search: "7".to_owned(), ..default() };
        assert_eq!(deed_of_escape(&menu), Some(MenuAction::Turn(Page::NewSystem)));
        menu.turn(Page::NewSystem);
        assert_eq!(deed_of_escape(&menu), Some(MenuAction::Turn(Page::Skirmish)));
    }

    #[test]
    fn escape_empties_the_field_of_a_date_and_then_leads_back_to_all_choices() {
        let page = Page::SkirmishTyped(TypedChoice::Date);
        let mut menu = Menu { page: Some(page), search: "20".to_owned(), ..default() };
        assert_eq!(deed_of_escape(&menu), Some(MenuAction::Turn(page)));
        menu.turn(page);
        assert_eq!(deed_of_escape(&menu), Some(MenuAction::Turn(Page::SkirmishMore)));
    }

    #[test]
    fn the_last_system_is_that_of_the_chosen_level() {
        let (mut menu, mut settings) = (skirmish::test_support::menu(), Settings::default());
        assert_eq!(last_system(&menu, &settings), None, "The duel was not generated");
        let parameters = Parameters { seed: 7, sides: 3, planets: Some(5), ..Parameters::default() };
        let level = crate::generate::generate(&parameters).unwrap();
        let system = crate::level::StarSystem::build(&level).unwrap();
        let board = saves::WarBoard::of(&level, &system).map(std::sync::Arc::new);
        let preview = Some(saves::Preview { board, ..default() });
        let file = saves::LevelFile { path: "new.ron".into(), title: level.title, preview, ..default() };
        menu.files.push(file);
        settings.skirmish.level = Some("new.ron".into());
        assert_eq!(last_system(&menu, &settings), Some(parameters));
    }

    #[test]
    fn keys_that_were_heard_are_bound() {
        let mut menu = Menu { hearing: Some(KeyCapture::new(Action::Pause, false)), ..default() };
        let mut settings = Settings::default();
        take_keys(&[KeyCode::KeyP], &[], &mut menu, &mut settings);
        assert!(menu.hearing.is_some() && settings.keys.is_empty());
        take_keys(&[], &[KeyCode::KeyP], &mut menu, &mut settings);
        assert!(menu.hearing.is_none());
        assert_eq!(settings.keys.len(), 1);
    }
}
