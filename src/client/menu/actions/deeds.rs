//! Execution of deeds.

use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::key_capture::KeyCapture;
use super::rewinding::{play_from, rewind};
use super::skirmishes::{begin_skirmish, choose, make_system, take_typed};
use super::tools::Tools;
use super::turning::turn;
use crate::client::clockwork::REWINDING;
use crate::client::hud::guide::Guide;
use crate::client::hud::replay::{ReplayPress, shown_from};
use crate::client::menu::files::naming;
use crate::client::menu::files::paths::FileKind;
use crate::client::menu::files::writer::{SavePlace, begin};
use crate::client::menu::pages::items::{MenuAction, Setting};
use crate::client::menu::pages::question::{is_needed, leaves_game};
use crate::client::menu::pages::settings::{set, step, step_size};
use crate::client::menu::result::counting::count_given_up;
use crate::client::menu::{Menu, Page, skirmish};
use crate::client::settings::Settings;
use crate::client::view::{BodyPlaces, Focus, FocusTarget, Origin};
use crate::client::widgets::Pressed;
use crate::client::worlds::{Source, fresh_seed};
use crate::level::MindChoice;
use crate::record::Mark;
use crate::sim::visibility::Viewer;
use crate::sim::{BodyId, FactionId, Order, Seat};

/// The message while the game is saved.
const SAVING: &str = "Saving";

/// Performs a deed; or asks first, if it needs a question that has not been answered.
pub(super) fn perform(deed: MenuAction, menu: &mut Menu, settings: &mut Settings, tools: &mut Tools) {
    if is_needed(&deed, menu) {
        tools.stay();
        return menu.ask(deed);
    }
    if menu.asks(&deed) {
        turn(menu.parent(), menu, settings, tools);
    }
    answered(deed, menu, settings, tools);
}

/// Performs a deed that needs no question any more. One that leaves the game waits until the game is saved; while the
/// game rewinds it is refused.
pub(super) fn answered(deed: MenuAction, menu: &mut Menu, settings: &mut Settings, tools: &mut Tools) {
    tools.stay();
    if leaves_game(&deed) && tools.is_rewinding() {
        return REWINDING.clone_into(&mut menu.said);
    }
    let saves_first = leaves_game(&deed) && menu.is_unsaved && menu.saves_itself;
    if saves_first || (deed == MenuAction::Quit && tools.is_saving()) {
        SAVING.clone_into(&mut menu.said);
        return tools.leave_later(deed, saves_first);
    }
    execute(deed, menu, settings, tools);
}

/// Executes a deed: a line for each, most of them with a function below or in a file of its subject.
fn execute(deed: MenuAction, menu: &mut Menu, settings: &mut Settings, tools: &mut Tools) {
    if matches!(deed, MenuAction::Restart | MenuAction::MainMenu) {
        tools.commands.queue(count_given_up);
    }
    match deed {
        MenuAction::GoOn => menu.close(&mut tools.time),
        MenuAction::Save(name) => save(SavePlace::New(name), menu, tools),
        MenuAction::Overwrite(path) => save(SavePlace::Over(path), menu, tools),
        MenuAction::Delete(path) => delete(&path, menu, settings, tools),
        MenuAction::AskName(path) => ask_name(path, menu, settings, tools),
        MenuAction::Rename(path, name) => rename(&path, &name, menu, settings, tools),
        MenuAction::OpenFolder(kind) => open_folder(kind, menu, tools),
        MenuAction::Watch(path, eyes, mark) => watch(path, eyes, mark, menu, tools),
        MenuAction::ShowMark(mark) => show_mark(mark, menu, tools),
        MenuAction::ListWorlds(path) => list_worlds(path, menu, settings, tools),
        MenuAction::PlayWorld(path, tick) => enter(Some(Source::LogWorld(path, tick)), menu, tools),
        MenuAction::PlayFrom(faction) => {
            menu.close(&mut tools.time);
            play_from(faction, tools);
        }
        MenuAction::Rewind(tick) => rewind(tick, tools).clone_into(&mut menu.said),
        MenuAction::Moment(second) => menu.moment = Some(second),
        MenuAction::LookAt(body) => look_at(body, menu, tools),
        MenuAction::Turn(page) => turn(page, menu, settings, tools),
        MenuAction::Play(files) => enter(Some(Source::Files(files)), menu, tools),
        MenuAction::Restart => enter(tools.present_level(), menu, tools),
        MenuAction::Easier(skill) => play_with_skill(&skill, menu, settings, tools),
        MenuAction::MainMenu => enter(Some(Source::Backdrop), menu, tools),
        MenuAction::Stay => {}
        MenuAction::Brief => show_briefing(menu, tools),
        MenuAction::Encyclopedia => show_encyclopedia(menu, tools),
        MenuAction::ShowGuide => restart_guide(menu, settings, tools),
        MenuAction::Surrender => surrender(menu, tools),
        MenuAction::Reskill(faction, skill) => change_skill(faction, skill, menu, tools),
        MenuAction::Quit => {
            tools.exit.write(AppExit::Success);
        }
        MenuAction::Choose(row, way) => choose(row, way, menu, settings),
        MenuAction::TakeTyped(choice) => take_typed(choice, menu, settings, tools),
        MenuAction::TakeLevel(path) => {
            settings.skirmish.level = Some(path);
            turn(Page::Skirmish, menu, settings, tools);
        }
        MenuAction::PlainSkirmish => skirmish::reset(&mut settings.skirmish),
        MenuAction::StartSkirmish => enter(begin_skirmish(menu, settings), menu, tools),
        MenuAction::StepSystem(number, way) => menu.system.step(number, way),
        MenuAction::StepSeed(way) => menu.system.step_seed(way),
        MenuAction::MakeSystem => make_system(menu, settings, tools),
        MenuAction::ShowTab(tab) => settings.tab = tab,
        MenuAction::Step(Setting::Size, way) => step_size(settings, way, menu.most_size),
        MenuAction::Step(setting, way) => step(settings, setting, way),
        MenuAction::Set(setting, value) => set(settings, setting, value),
        MenuAction::CaptureKeys(action, adds) => menu.capturing = Some(KeyCapture::new(action, adds)),
        MenuAction::Usual(action) => settings.unbind(action),
        MenuAction::AllUsual => settings.keys.clear(),
    }
}

/// Begins to read a world that is to be entered; the message says what hinders it.
fn enter(source: Option<Source>, menu: &mut Menu, tools: &mut Tools) {
    tools.open(source).clone_into(&mut menu.said);
}

fn delete(path: &Path, menu: &mut Menu, settings: &mut Settings, tools: &mut Tools) {
    let words = naming::delete(path);
    turn(Page::of_files(FileKind::of(path)), menu, settings, tools);
    menu.said = words;
}

fn ask_name(path: PathBuf, menu: &mut Menu, settings: &mut Settings, tools: &mut Tools) {
    let kind = FileKind::of(&path);
    menu.renamed = Some(path);
    turn(Page::Rename(kind), menu, settings, tools);
}

fn rename(path: &Path, name: &str, menu: &mut Menu, settings: &mut Settings, tools: &mut Tools) {
    match naming::rename(path, name) {
        Ok(renamed) => {
            menu.renamed = Some(renamed);
            turn(Page::of_files(FileKind::of(path)), menu, settings, tools);
            menu.said = format!("Renamed to {name}");
        }
        Err(words) => menu.said = words,
    }
}

fn open_folder(kind: FileKind, menu: &mut Menu, tools: &Tools) {
    let without = || Err(format!("No folder for {}s was found", kind.noun()));
    let opened = tools.folder(kind).map_or_else(without, |folder| naming::open_folder(kind, folder));
    menu.said = opened.err().unwrap_or_default();
}

/// Watches a replay: from shortly before a mark, or from its beginning.
fn watch(path: PathBuf, eyes: Viewer, mark: Option<Mark>, menu: &mut Menu, tools: &mut Tools) {
    let (tick, body) = (mark.map(shown_from), mark.map(|mark| mark.body));
    enter(Some(Source::Log { path, tick, eyes, body }), menu, tools);
}

/// Shows a mark of the replay that is watched, as its sign on the bar does.
fn show_mark(mark: Mark, menu: &mut Menu, tools: &mut Tools) {
    menu.close_and_resume(&mut tools.time);
    tools.commands.write_message(Pressed(ReplayPress::Mark(mark)));
}

fn list_worlds(path: PathBuf, menu: &mut Menu, settings: &mut Settings, tools: &mut Tools) {
    menu.listed = Some(path);
    turn(Page::ReplayWorlds, menu, settings, tools);
}

/// Plays the present level again with another skill of its minds.
fn play_with_skill(skill: &str, menu: &mut Menu, settings: &mut Settings, tools: &mut Tools) {
    let level = tools.present_level().map(|source| with_skill(source, skill));
    skirmish::set_skill(&mut settings.skirmish.preset, skill);
    settings.skirmish.skill = Some(skill.to_owned());
    enter(level, menu, tools);
}

/// Flies to a body. The clock stands still: a player who looks back at a place does not want the time to go on.
fn look_at(body: BodyId, menu: &mut Menu, tools: &mut Tools) {
    menu.close_and_pause(&mut tools.time);
    tools.commands.queue(move |world: &mut World| fly_to(world, body));
}

fn show_briefing(menu: &mut Menu, tools: &mut Tools) {
    if let Some(briefing) = &mut tools.briefing {
        briefing.open();
    }
    menu.close(&mut tools.time);
}

fn show_encyclopedia(menu: &mut Menu, tools: &mut Tools) {
    menu.close(&mut tools.time);
    if let Some((encyclopedia, hold)) = tools.encyclopedia.as_mut().zip(tools.help_hold.as_mut()) {
        encyclopedia.open(hold, &mut tools.time);
    }
}

fn restart_guide(menu: &mut Menu, settings: &mut Settings, tools: &mut Tools) {
    settings.guide_off = false;
    settings.guide_done.clear();
    if let Some(guide) = &mut tools.guide {
        **guide = Guide::default();
    }
    "Guide restarted".clone_into(&mut menu.said);
}

fn surrender(menu: &mut Menu, tools: &mut Tools) {
    if let Some(player) = tools.player.as_deref() {
        tools.door.give(player.faction, Order::Surrender);
    }
    menu.close_and_resume(&mut tools.time);
}

/// Gives the mind of a faction another skill.
fn change_skill(faction: FactionId, skill: String, menu: &mut Menu, tools: &mut Tools) {
    let known = menu.opponents.iter().find(|opponent| opponent.faction == faction);
    if let Some(Seat { mind: Some(choice), suspended }) = known.map(|opponent| opponent.seat.clone()) {
        let mind = Some(MindChoice { skill, ..choice });
        tools.door.give(faction, Order::Seat(Seat { mind, suspended }));
    }
    menu.close(&mut tools.time);
}

/// Begins to save the game; its end is reported later.
fn save(place: SavePlace, menu: &mut Menu, tools: &mut Tools) {
    SAVING.clone_into(&mut menu.said);
    tools.commands.queue(move |world: &mut World| {
        if let Err(words) = begin(world, place, Vec::new()) {
            world.resource_mut::<Menu>().said = words;
        }
    });
}

/// A level whose minds have another skill, with a new seed.
fn with_skill(source: Source, skill: &str) -> Source {
    let Source::Level(mut level, _) = source else { return source };
    for mind in level.factions.iter_mut().filter_map(|faction| faction.mind.as_mut()) {
        skill.clone_into(&mut mind.skill);
    }
    Source::Level(level, fresh_seed())
}

/// Flies to a body, at the distance that the camera has.
fn fly_to(world: &mut World, body: BodyId) {
    let places = world.get_resource::<BodyPlaces>();
    let Some(place) = places.and_then(|places| places.0.get(body)).copied() else { return };
    let from = world.resource::<Origin>().0;
    world.resource_mut::<Focus>().fly_to(FocusTarget::Body(body), from, place);
}
